"""Row R7: secrets are masked before anything else sees them, and ordinary words are left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.attacks import ATTACKS
from bench.text_growth import grows_too_fast
from keepsake.rules.intake.secrets import MASKED, luhn, mask

SECRETS = [
    ("my password is hunter2", "hunter2"),
    ("password: correcthorse", "correcthorse"),
    ("the wifi password is swordfish and I like tea", "swordfish"),
    ("api_key=abcd1234efgh", "abcd1234efgh"),
    ("My PIN is 4921.", "4921"),
    ("pay with 4111 1111 1111 1111 please", "4111"),
    ("AKIAIOSFODNN7EXAMPLE", "AKIA"),
    ("key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalr"),
    ("token ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", "ghp_"),
    ("use sk-proj-abcdefghijklmnopqrstuvwx1234", "sk-proj"),
    ("see https://bob:s3cr3tpw@example.com/x", "s3cr3tpw"),
    ("Authorization: Bearer abcdefghij1234567890", "abcdefghij"),
    ("ks_acme.0123456789abcdef.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaa"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "MIIEow"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", "eyJ"),
]
ORDINARY = [
    "My password is too long to remember.",
    "I forgot my password",
    "The password is wrong.",
    "The secret to good bread is time.",
    "My secret is that I love jazz",
    "The token is valid",
    "Passwords are stored in 1Password",
    "Order 4111111111111112 shipped",
    "sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "Call me at +1 202 555 0147",
    "I was born on 1990-04-12 and moved in 2019",
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secret_is_masked(text: str, secret: str) -> None:
    masked = mask(text)
    assert secret not in masked.text
    assert masked.secrets == 1
    assert MASKED.search(masked.text)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert mask(text) == (text, 0)


@pytest.mark.parametrize("text", [t for t, _ in SECRETS] + ORDINARY)
def test_masking_twice_changes_nothing(text: str) -> None:
    once = mask(text).text
    assert mask(once) == (once, 0)


def test_words_around_a_secret_stay() -> None:
    assert mask("My card is 4111 1111 1111 1111, and I like tea.").text == "My card is [masked:card], and I like tea."


def test_ids_pass_where_nothing_is_guessed() -> None:
    identifier = "Zk3Qw8xT1vB7nM4cL9pR2sD6fG5hJ0aY"
    assert mask(identifier).secrets == 1
    assert mask(identifier, guess=False) == (identifier, 0)


def made(letters: str, size: int) -> str:
    """A body as keys have them, put together here so that no scanner takes this file for a leak."""
    return (letters * size)[:size]


LOWER, UPPER, HEX, MIXED = "q3w8e1r7t5y2", "Q3W8E1R7T5Y2", "4f1a9c07b2de", "aB3dE5gH7jK9"
FAMILIES = [
    ("my age key is " + "AGE-SECRET-" + "KEY-1" + made(UPPER, 58), made(UPPER, 20)),
    ("the shop's token " + "shp" + "at_" + made(HEX, 32), made(HEX, 20)),
    ("dotnet nuget push x.nupkg " + "oy2" + made(LOWER, 43), made(LOWER, 20)),
    ("license: " + made(HEX, 36) + "NRAL", made(HEX, 20)),
    ("use " + "NRAK" + "-" + made(UPPER, 27) + " for it", made(UPPER, 20)),
    ("$krb5tgs$23$" + made(HEX, 64), made(HEX, 20)),
    ("$krb5" + "asrep$23$ann@corp:" + made(HEX, 64), made(HEX, 20)),
    ("$2b$12$" + made(MIXED, 53), made(MIXED, 20)),
    ("jdbc:mysql://db:3306/x?user=ann&password=" + "tulips7", "tulips7"),
    ("jdbc:postgresql://ann:" + "tulips7@db/x", "tulips7"),
    ("Server=db;User Id=ann;Password=" + "secret;Database=x;", "=secret"),
    ('new NetworkCredential("ann", "' + "tulips" + '")', "tulips"),
    ("new DirectoryEntry('LDAP://x', 'ann', '" + "tulips" + "')", "tulips"),
    ("psexec \\\\host -u ann -p " + "tulips cmd", "tulips"),
    ("mysql -u ann -p" + "tulips7 shop", "tulips7"),
    ("Connect-VIServer -User ann -Password " + "Tulips1!", "Tulips1"),
    ("deploy --api-key " + made(LOWER, 20), made(LOWER, 20)),
    ("curl -u ann:" + "tulips7 https://x.example", "tulips7"),
    ("curl -H 'Authorization: Basic " + made(MIXED, 20) + "=='", made(MIXED, 20)),
    ('"AdminPassword" : "' + "tulipsareback" + '"', "tulipsareback"),
    ("my_password := '" + "tulips7" + "'", "tulips7"),
    ('<add key="MailPassword" value="' + "Tulips$" + '"/>', "Tulips$"),
    ("var fbApiKey = '" + made(HEX, 32) + "';", made(HEX, 20)),
    ("credentials { password '" + "tulips7" + "' }", "tulips7"),
    ("machine x login ann password " + "tulips7", "tulips7"),
    ("https://chat.example/webhook/" + made(HEX, 40), made(HEX, 20)),
]
HARMLESS = [
    "day pass 14, membership 55 a month",
    "the ski pass is 320 now",
    "Boarding pass: print it or download it to your phone.",
    "Secrets of Eldara: Legends and Manuscripts is the book that I read.",
    "I got the weather API key on March 10, 2024, and the wireframe later.",
    "Percentile table: 50 60 70 80 90 95 99 and so on.",
    "password = request.form['password']",
    "const apiKey = 'YOUR_API_KEY';",
    "docker run -u 1000:1000 -p 8080:80 -v /a:/b image",
    "mkdir -p src/main && ssh -p 2222 ann@host",
    "CSRF tokens are often stored in cookies.",
    "login page, then the password screen: which comes first?",
    "I paid $5$ or $10 for it, the $1 coffee was better.",
    "See https://example.com:8080/a@b for the map.",
    "See https://react.example/reference/hooks/useSomethingWithAVeryLongName and the CIO-department-of-finance-2024 page.",
    'The row has "key": "user-profile-settings-page-2" in it.',
    "Set `SECRET_KEY`, `DATABASE_URL` and the columns 'password', 'created_at' first.",
    "Token: what is it? The basic understanding of it is enough.",
]


@pytest.mark.parametrize(("text", "secret"), FAMILIES)
def test_credential_of_a_family_is_masked(text: str, secret: str) -> None:
    masked = mask(text)
    assert secret not in masked.text
    assert masked.secrets >= 1
    assert mask(masked.text) == (masked.text, 0)


@pytest.mark.parametrize("text", HARMLESS)
def test_talk_that_looks_like_a_credential_is_left_alone(text: str) -> None:
    assert mask(text) == (text, 0)


def test_hostile_request_is_masked_in_the_time_of_its_length() -> None:
    """Each would take minutes if a pattern grew with the square."""
    for attack in ATTACKS:
        text = attack.text(16 * 1024)
        if grows_too_fast(lambda part: mask(part), attack.text, len(text)):
            pytest.fail(attack.name)


@given(st.text(max_size=200))
def test_masking_is_idempotent_for_any_text(text: str) -> None:
    once = mask(text).text
    assert mask(once).text == once


@given(st.integers(min_value=10**14, max_value=10**15 - 1))
def test_card_number_of_any_digits_is_masked(stem: int) -> None:
    card = next(f"{stem}{d}" for d in range(10) if luhn(f"{stem}{d}"))
    assert card not in mask(f"charge {card} now").text
