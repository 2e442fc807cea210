"""Texts made to be slow to read: runs of one sign, phrases that a family of rules likes, almost-secrets, nested marks.

Each is a unit that is repeated up to a size, with what may stand before and after it.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple


class Attack(NamedTuple):
    name: str
    unit: str
    before: str = ""
    after: str = ""

    def text(self, size: int) -> str:
        """About `size` characters, the last unit whole."""
        left = max(0, size - len(self.before) - len(self.after))
        return self.before + self.unit * max(1, left // len(self.unit)) + self.after


SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~…“’–•"
_TOKEN = "aB3dE5gH7jK9"
"""Letters and digits as keys have them."""

RUNS = (
    *(Attack(f"run of {sign}", sign) for sign in SIGNS),
    *(Attack(f"words, then a run of {sign}", sign, "I live in Rome ", "x") for sign in "!.?,:;-=/…_'\""),
    Attack("spaces", " ", "I", "x"),
    Attack("spaces before a full stop", " ", "I live in Rome", "."),
    Attack("new lines", "\n", "I live", "x"),
    Attack("tabs and new lines", "\t\n"),
    Attack("no-break spaces", "\u00a0", "I live", "x"),
    Attack("one digit", "7", "", "x"),
    Attack("one letter", "a"),
    Attack("capitals", "A"),
    Attack("long words", "a" * 500 + " "),
    Attack("letters with accents", "é"),
    Attack("combining marks", "\u0301", "a"),
    Attack("Devanagari", "\u0928\u092e\u0938\u094d\u0924\u0947 "),
    Attack("CJK", "漢字"),
    Attack("emoji joined", "👩\u200d"),
    Attack("hidden signs", "\u200b"),
    Attack("tags", "\U000e0041"),
    Attack("expands when normalised", "\ufdfa"),
    Attack("sharp s", "ß"),
    Attack("ligature", unicodedata.normalize("NFC", "ﬁ")),
)
PHRASES = (
    *(
        Attack(f"{phrase!r} again and again", phrase)
        for phrase in (
            "for 3 years ", "I have been for 3 years ", "yesterday ", "last week ", "3 days ago ", "2023-05-08 ", "12/05/2023 ", "5 May ",
            "May 5th, 2023, ", "in 1999 ", "on the 5th ", "Monday ", "a few ", "at 5 pm ", "in two weeks in ", "early May late ",
            "I ", "my ", "and I ", "I live in Rome. ", "I live in Rome and I work at Acme, ", "we had ", "he said ", "is ", "not ",
            "My sister Anna likes tea. ", "my sister's ", "Anna ", "Anna's ", "Anna and Ben, ", "as someone with ", "no, ", "actually ",
            "so well yes ", "oh, ", "hey Sam, ", "remember that ", "please ", "never ", "when I ", "if I ", "because ", "which is why I ",
            "What is it? ", "Do you like tea? Yes. ", "Not Thursday, Friday. ", "I meant ", "it turns out ", "moved from Rome to ",
            "I no longer ", "the ", "a very ", "very ", "really, really ", "the old ", "to the ", "with my ", "for my ", "of the ",
            "used to ", "I don't ", "I'm ", "i'm in ", "ima ", "can't ", "u r ", " w ", " n ", "he's got ", "going to ", "looking for ",
            "budget under 800, ", "not too stiff, ", "around 5 dollars, ", "size 42, ", "viewed 4 shoes ", "price = 4; ", "a: b\n",
            "to do: ", "- [event] a\n", "Known facts:\n", "- a\n", "1. a ", "1) Do it. ", "first, ", "step 1 ", "key=value ",
            "in Rome at Acme near ", "the green house in ", "likes tea, coffee and ", "A. B. ", "e.g. ", "Mr. X ", "3.14 ", "U.S.A. ",
            "happy new year ", "accept all cookies ", "read more | ", "share this > ", "As an AI, ", "in summary, ", "lorem ipsum ",
            "asdf", "hi ", "ok ", "test ", "the agent worker #1 ", "[INFO] ", "12:00:00 ",
        )
    ),
)  # fmt: skip
MARKUP = (
    *(Attack(f"nested {pair}", pair[0], "", pair[1]) for pair in ("()", "[]", "{}", "<>", "“”")),
    Attack("bracket pairs", "()"),
    Attack("quoted words", '"ab" '),
    Attack("open quotes", '"abcdefghijklm '),
    Attack("tags opened", "<a "),
    Attack("tags", "<b>x</b>"),
    Attack("headings", "# a\n"),
    Attack("tables", "|a|"),
    Attack("code", "```"),
    Attack("our context opened", "<keepsake-context "),
    Attack("our context in itself", '<keepsake-context recall="r_1">'),
    Attack("our context closed", "</keepsake-context>"),
    Attack("our context, empty", "<keepsake-context></keepsake-context>"),
    Attack("chat markers", "<|im_start|>"),
    Attack("JSON", '{"a":['),
    Attack("paths", "/a/b"),
    Attack("addresses", "https://a.b/c?d=e&"),
    Attack("user in an address", "https://a:b@", "", "x"),
    Attack("address without host", "https://aaaa:", "", "x"),
    Attack("schemes", "a://"),
    Attack("mail", "a@"),
    Attack("dotted", "a."),
    Attack("hyphens", "a-"),
    Attack("apostrophes", "a'"),
    Attack("base64", "QWxhZGRpbjpvcGVuIHNlc2FtZQ/+"),
    Attack("hexadecimal", "9f86d081884c7d65"),
)
SECRETS = (
    *(
        Attack(f"almost {unit[:24]!r}", unit)
        for unit in (
            "password ", "password: ", "password for the ", "password for a b c ", "my password is now ", "secret", "pin ", "token=",
            "token ", "api key for the door ", "with abcde as the ", "type abcdef as my ", "login ", "login a b ", "account a:b ",
            "bearer ", "Authorization: Bearer ", "//x/:_authToken=", "//", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ",
            "-----BEGIN RSA PRIVATE KEY", "sk-", "sk-ant-", "ks_a", "ks_a.a", "AKIA", "ghp_", "xoxb-", "xoxb-1-", "eyJ", "eyJ" + _TOKEN,
            "eyJ" + _TOKEN + ".", "4111 ", "4111-1111-", "1 ", "AccountKey=", "aws_secret", "aws key = ", "AIza", "SG.", "SK", "AC", "MT",
            "glpat-", "npm_", "pypi-", "hooks.slack.com/services/", "T3BlbkFJ", "-us1", "12345678:", "sq0csp-", "AKC", "AP6", _TOKEN,
            "jdbc:x:", "mysql -u root -p", "--password ", "-p ", "NetworkCredential(\"a\", ", "Pwd=", "$krb5tgs$23$", "age-secret-key-1",
            "shpat_", "Server=a;User=b;Password=", "curl -u a:", "x" * 31 + " ", _TOKEN * 3 + " ",
        )
    ),
)  # fmt: skip
ATTACKS = (*RUNS, *PHRASES, *MARKUP, *SECRETS)
