"""Mask keys, tokens, passwords and card numbers before anything is stored, queued, logged, embedded or indexed (row R7).

Tokens of known providers come from detect-secrets; what people write in prose ("my password is ..."), what code and commands hold, and
card numbers are ours. Every pattern is linear in the text's length: a request of 256 KB is masked before anything of it is checked.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from keepsake.rules.intake import credentials

MASK = "[masked:{kind}]"
MASKED = re.compile(r"\[masked:[a-z_]+\]")

_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}?PRIVATE KEY[A-Z ]{0,20}-----.*?(?:-----END [A-Z0-9 ]{0,40}?PRIVATE KEY[A-Z ]{0,20}-----|\Z)", re.S
)
_TOKEN = re.compile(
    r"\b(?:sk-(?:proj-|ant-|live-|test-)?[A-Za-z0-9_-]{16,}|ks_[a-z0-9_-]{1,256}+\.[a-z0-9]{1,64}+\.[A-Za-z0-9_-]{20,}|AIza[0-9A-Za-z_-]{35}"
    r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|xox[abposr]-[A-Za-z0-9-]{10,}|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}"
    r"|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}|ya29\.[A-Za-z0-9_-]{20,}|eyJ[A-Za-z0-9_-]{10,2000}+\.[A-Za-z0-9_-]{10,}+\.?[A-Za-z0-9_-]*)"
)
_BEARER = re.compile(r"(?i)\bbearer\s{1,20}([A-Za-z0-9._~+/-]{16,}=*)")
_NAMED = re.compile(
    r"""(?ix)(?<![A-Za-z0-9])(?:
        (?P<password> (?:master[ ])?pass(?:word|code|phrase|wd)? | pwd | pw )
      | (?P<pin> pin(?:[ ]?code|[ ]number)? | cvv2? | cvc | otp
                 | (?:security|door|gate|alarm|entry|access|unlock|lock|verification|one-time
                    |recovery|backup|2fa|safe|vault|voicemail|garage)
                   [ ](?:code|combination|pin) )
      | (?P<token> (?:api|access|secret|auth|private|refresh|client|signing|licen[cs]e)[ _-]?(?:secret[ _-]?)?(?:key|token)
                 | client[ _-]?secret
                 | token | secret )
    )s?(?P<for>[ ](?:for|to|of|on)(?:[ ][\w'.-]{1,60}+){1,4}?)?
    (?P<link> \s{0,20}["']?\s{0,20}(?::=|=>?|:|->|→)\s{0,20}["']?
            | (?:,?[ ](?:(?:which|that)[ ])?(?:I[ ]use[ ])?(?:is|was|are|will[ ]be)|'s
              |[ ](?:has[ ]been[ ]|got[ ])?(?:changed|set)[ ]to)[ ](?:now[ ]|set[ ]to[ ]|still[ ])?["'“]?
            | [ ](?=\d) )
    (?P<value> [^\s"'”,;<>()\[\]]{2,} )"""
)
_AS_PASSWORD = re.compile(
    r"(?i)\b(?:with|using|use|enter|type|try|is)\s{1,8}[\"'“]?(?P<value>[^\s\"'“”,;<>()]{5,400}+)[\"'”]?\s{1,8}as\s{1,8}(?:the|my|our|a|your)\s{1,8}(?:\w{1,40}+\s{1,8})?"
    r"(?:pass(?:word|code|phrase)|pin|key|token|secret)\b"
)
_LOGIN = re.compile(
    r"(?i)\b(?:log-?in|credentials?|creds|account)\b[^\n/|]{0,40}?[ :]\S{2,80}?\s{0,8}(?:[/|]|\s:\s)\s{0,8}"
    r"(?P<value>(?=\S{0,200}\d)[^\s,;]{5,})"
)
_NOT_A_VALUE = frozenset(
    "a about all also always an and any bad better changed clear correct different empty enough expired fine for forgotten from good gone "
    "hard hashed here hidden important in incorrect invalid just kept leaked lost managed masked missing my needed never no not now of "
    "off on "
    "one only optional out over private protected public required reset safe same saved secret secure set shared short simple still "
    "often usually typically commonly generally "
    "stored strong that the there time to too unknown used valid very weak what where which with working wrong your".split()
)
_PROSE_LINK = re.compile(r"^(?: is| was| are|'s)")
_SET_LINK = re.compile(r"""\s{0,20}["']?(?:=["']?|\s{0,20}:?=>?\s{0,20}["']|\s{0,20}:\s{0,20}["'])$""")
"""A value set by a program: whatever stands there is one."""
_ALSO_WORDS = ("pass", "secret", "token")
FEWEST_OF_A_GROUP = 3
"""Digits between two spaces of a card's number."""
FEWEST_OF_A_BARE_TOKEN = 8
"""Characters of a token that stands after its name without a sign between."""
SHORTEST = 5
"""Characters of the shortest text that holds a secret, as `pw=ab`."""
_DIGITS = re.compile(r"(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-])")
_LONG_WORD = re.compile(r"[A-Za-z0-9+/=_-]{32,}")
_SUSPICIOUS = re.compile(r"\S{16,}")
_SECRET_ENTROPY_BITS = 4.3
"""Bits per character from which a long mixed word is taken for a key: base64 keys of 40 characters lie above, English,
paths, identifiers of words and hexadecimal digests below (hexadecimal ends at 4)."""


class Masked(NamedTuple):
    text: str
    secrets: int


def mask(text: str, *, guess: bool = True) -> Masked:
    """`text` with every secret replaced by `[masked:kind]`, and how many were replaced. Masking twice changes nothing.

    Without `guess` a long random word and a card-like number pass: ids look like that.
    """
    found = Masked(text, 0)
    if len(text) < SHORTEST:
        return found
    if "PRIVATE KEY" in text:
        found = _hide(found, _PRIVATE_KEY, "private_key", _whole)
    for pattern in (_TOKEN, _BEARER):
        found = _hide(found, pattern, "token", _whole)
    for family in credentials.FAMILIES:
        if not family.needs or any(sign in found.text for sign in family.needs):
            found = _hide(found, family.pattern, family.kind, _credential)
    found = _hide(found, _NAMED, "", _named)
    for pattern in (_AS_PASSWORD, _LOGIN):
        found = _hide(found, pattern, "password", _beside)
    if guess:
        found = _hide(found, _DIGITS, "card", _card)
    if _SUSPICIOUS.search(found.text):
        for kind, pattern in _provider_patterns():
            # An address stays readable without its password.
            found = _hide(found, pattern, kind, _first_group if kind == "password" else _whole)
        if guess:
            found = _hide(found, _LONG_WORD, "key", _random)
    return found


Span = tuple[int, int]


def _hide(before: Masked, pattern: re.Pattern[str], kind: str, span: Callable[[re.Match[str]], Span | None]) -> Masked:
    """The text with what `span` says of each match replaced; None leaves the match. Without a kind the group's name is one."""
    count = before.secrets

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        found = span(match)
        if found is None:
            return match[0]
        count += 1
        begin, end = found[0] - match.start(), found[1] - match.start()
        called = kind or next(k for k in ("password", "pin", "token") if match[k])
        return match[0][:begin] + MASK.format(kind=called) + match[0][end:]

    return Masked(pattern.sub(replace, before.text), count)


def _whole(match: re.Match[str]) -> Span:
    return match.span()


def _first_group(match: re.Match[str]) -> Span:
    return match.span(1) if match.re.groups and match[1] else match.span()


def _credential(match: re.Match[str]) -> Span | None:
    begin, end = credentials.span(match)
    sure = credentials.is_credential(match.string[begin:end], match.string[end : end + 1])
    return (begin, end) if sure and not MASKED.search(match[0]) else None


def _named(match: re.Match[str]) -> Span | None:
    value, following = match["value"].rstrip(".!?"), match.string[match.end() : match.end() + 1]
    if not _is_value(match["link"], value, following) or _is_heading(match, value, following) or _is_ticket(match, value):
        return None
    return match.start("value"), match.start("value") + len(value)


def _beside(match: re.Match[str]) -> Span | None:
    value = match["value"].rstrip(".!?")
    if MASKED.search(value) or value.isalpha():
        return None
    return match.start("value"), match.start("value") + len(value)


def _card(match: re.Match[str]) -> Span | None:
    groups = re.split(r"[ -]", match[0])
    # One number in ten has the check sum: a row of small numbers is a table, no card.
    short = len(groups) > 1 and min(map(len, groups)) < FEWEST_OF_A_GROUP
    return match.span() if not short and luhn("".join(groups)) else None


def _random(match: re.Match[str]) -> Span | None:
    return match.span() if _looks_random(match[0]) else None


def mask_all(value: Any) -> tuple[Any, int]:
    """The same for every string inside lists and objects, keys included."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, list):
        rows = [mask_all(item) for item in value]
        return [row for row, _ in rows], sum(n for _, n in rows)
    if isinstance(value, dict):
        pairs = [(mask(str(k)), mask_all(v)) for k, v in value.items()]
        return {k.text: v for k, (v, _) in pairs}, sum(k.secrets + n for k, (_, n) in pairs)
    return value, 0


def luhn(digits: str) -> bool:
    """The check sum of card numbers (ISO/IEC 7812), which one random number in ten has."""
    if len(set(digits)) == 1:
        return False
    doubled = (int(d) if i % 2 == 0 else sum(divmod(2 * int(d), 10)) for i, d in enumerate(reversed(digits)))
    return sum(doubled) % 10 == 0


def _is_value(link: str, value: str, following: str) -> bool:
    if MASKED.match(value):
        return False
    if _SET_LINK.match(link):
        return credentials.is_credential(value, "" if link[-1] in "\"'" else following)
    if value.lower() in _NOT_A_VALUE or not credentials.is_credential(value, following):
        return False
    if not _PROSE_LINK.match(link):
        return True
    quoted = '"' in link or "'" in link.removeprefix("'s") or "“" in link
    return quoted or following in ("", "\n") or not (value.isalpha() and value.lower().endswith(("ly", "ed", "ing", "er")))


def _is_heading(match: re.Match[str], value: str, following: str) -> bool:
    """`Secrets: how small shops win`, `Boarding pass: print it`, `the API key on March 10`."""
    if match["token"] and match["link"] == " ":
        return len(value) < FEWEST_OF_A_BARE_TOKEN
    name = (match["password"] or match["token"] or "").lower()
    return ":" in match["link"] and value.isalpha() and following == " " and (name in _ALSO_WORDS or value.istitle())


def _is_ticket(match: re.Match[str], value: str) -> bool:
    """`day pass 14`, `the ski pass is 320`: what it costs."""
    told = not re.search(r"[:=>→\"'“]", match["link"])  # what a program sets is no price
    if (match["password"] or "").lower() != "pass" or not told or not _PRICE.fullmatch(value):
        return False
    return len(value) <= 2 or bool(_TICKET.search(match.string, max(0, match.start() - 12), match.start()))


_PRICE = re.compile(r"[$€£]?\d{1,4}(?:[.,]\d\d)?[$€£kp]?")
_TICKET = re.compile(
    r"(?i)\b(?:day|week(?:ly)?|month(?:ly)?|annual|year|season|bus|train|rail|tram|metro|tube|travel|ski|lift|park(?:ing)?|gym|guest|visitor"
    r"|museum|family|kids?|adult|student|weekend|boarding|fast|hall)[ -]$"
)


def _looks_random(word: str) -> bool:
    mixed = any(c.isdigit() for c in word) and any(c.islower() for c in word) and any(c.isupper() for c in word)
    if not mixed or word.count("/") > 2 or word.count("-") > 4:
        return False
    return -sum(n / len(word) * math.log2(n / len(word)) for n in Counter(word).values()) >= _SECRET_ENTROPY_BITS


@cache
def _provider_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Imported on the first suspicious word: the library brings a web client along. Left out are its patterns for npm and OpenAI, which
    take a time that grows with the square of the text, and for addresses: what they find is found by families of ours."""
    from detect_secrets.plugins.artifactory import ArtifactoryDetector
    from detect_secrets.plugins.aws import AWSKeyDetector
    from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
    from detect_secrets.plugins.discord import DiscordBotTokenDetector
    from detect_secrets.plugins.github_token import GitHubTokenDetector
    from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
    from detect_secrets.plugins.mailchimp import MailchimpDetector
    from detect_secrets.plugins.pypi_token import PypiTokenDetector
    from detect_secrets.plugins.sendgrid import SendGridDetector
    from detect_secrets.plugins.slack import SlackDetector
    from detect_secrets.plugins.square_oauth import SquareOAuthDetector
    from detect_secrets.plugins.stripe import StripeDetector
    from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
    from detect_secrets.plugins.twilio import TwilioKeyDetector

    detectors = (
        ArtifactoryDetector, AWSKeyDetector, AzureStorageKeyDetector, DiscordBotTokenDetector, GitHubTokenDetector,
        GitLabTokenDetector, MailchimpDetector, PypiTokenDetector, SendGridDetector, SlackDetector,
        SquareOAuthDetector, StripeDetector, TelegramBotTokenDetector, TwilioKeyDetector,
    )  # fmt: skip
    return tuple(("token", p) for d in detectors for p in d().denylist)
