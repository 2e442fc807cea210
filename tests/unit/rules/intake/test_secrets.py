"""Row R7: secrets are masked before anything else sees them, and ordinary words are left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(st.text(max_size=200))
def test_masking_is_idempotent_for_any_text(text: str) -> None:
    once = mask(text).text
    assert mask(once).text == once


@given(st.integers(min_value=10**14, max_value=10**15 - 1))
def test_card_number_of_any_digits_is_masked(stem: int) -> None:
    card = next(f"{stem}{d}" for d in range(10) if luhn(f"{stem}{d}"))
    assert card not in mask(f"charge {card} now").text
