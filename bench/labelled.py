"""The scored set: labelled messages and two-step corrections, read from tests/knowledge/{tuning,held_out,practice}/*.txt.

messages.txt, items parted by blank lines:
  > text                 a user's message; `> [Ann] text` names the speaker, `> {assistant} text` another role, `> {filter @shoes} text`
                         an event type and page; `\\n` is a line break
  + category subject: words @2026-04    a claim that must come of it, with the words that it holds and when it holds from
  ? category subject: words             a claim that may come of it
  ! verdict                             the name of the junk that it is
  x words                               a secret of which nothing may be kept
corrections.txt: `## kind` opens a section, then items of
  2026-03-01 text        what was said on that day, in the order of arrival
  = subject: words       must be current at the end
  - subject: words       must not be current any more, and be readable with its dates and the reason
`a|b` are alternatives. Half of the items, chosen by a hash of what is said, are held out: no rule is tuned on them, and whoever
works on rules leaves their files closed. Those under practice were written later, to work on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keepsake.records import Category, Verdict
from keepsake.rules import words
from keepsake.rules.reading.lexicon import KIN_CLASS

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "knowledge"
HALVES = ("tuning", "held_out", "practice")
BOTH_TRUE = "both stay true"
"""The section of controls: nothing of them may be taken for a correction."""
_SAID = re.compile(r"(?:\[(?P<name>[A-Z][a-z]+)\] |\{(?P<what>\w+)(?: @(?P<page>\w+))?\} )?(?P<content>.+)")
_CLAIM = re.compile(r"(?P<mark>[+?]) (?P<categories>[\w/]+) (?P<subjects>[\w/|]+): (?P<words>.+?)(?: @(?P<since>[\d-]+))?$")


@dataclass(frozen=True, slots=True)
class About:
    """Words that a memory of one of these subjects must hold, one alternative of them. The labels were written when a relative without a
    name was told of under the user; "my sister" may be either."""

    subjects: tuple[str, ...]
    words: tuple[str, ...]

    def meets(self, subject: str, text: str) -> bool:
        said = _shape(text)
        of_them = subject in self.subjects or ("user" in self.subjects and subject in KIN_CLASS)
        return of_them and any(w.lower() in text.lower() or _shape(w) in said for w in self.words)


_WORD = re.compile(r"[^\s,;!?()]+")
_PERSON = {"my": "their", "our": "their", "i": "they", "we": "they", "am": "is", "are": "is", "has": "have", "does": "do"}


def _shape(text: str) -> str:
    """Words whoever says them of whom: "I like my job" as "likes their job", of which the labels were written."""
    plain = re.sub(r"\bi['’]?m\b", "i am", text.lower())
    said = " ".join(_PERSON.get(w) or words.stem(w) for w in _WORD.findall(plain))
    return f" {said} "


@dataclass(frozen=True, slots=True)
class Expected:
    about: About
    categories: tuple[Category, ...]
    since: str | None
    """Beginning of the ISO date from which it holds."""
    required: bool


@dataclass(frozen=True, slots=True)
class Message:
    events: tuple[dict[str, Any], ...]
    expected: tuple[Expected, ...]
    verdict: Verdict
    secrets: tuple[str, ...]
    half: str


@dataclass(frozen=True, slots=True)
class Correction:
    kind: str
    events: tuple[dict[str, Any], ...]
    current: tuple[About, ...]
    past: tuple[About, ...]
    half: str


def messages() -> list[Message]:
    return [_message(lines, half) for _, lines, half in _items("messages.txt")]


def corrections() -> list[Correction]:
    return [_correction(kind, lines, half) for kind, lines, half in _items("corrections.txt")]


def _items(name: str) -> Iterator[tuple[str, list[str], str]]:
    """(section, lines, half) of each item; lines that begin with `# ` are comments."""
    for half in HALVES:
        section, file = "", FOLDER / half / name
        for block in (file.read_text() if file.exists() else "").split("\n\n"):
            lines = [line for line in block.strip().split("\n") if line and not line.startswith("# ")]
            if lines and lines[0].startswith("## "):
                section = lines.pop(0)[3:]
            if lines:
                yield section, lines, half


def _message(lines: list[str], half: str) -> Message:
    events = [_said(line[2:]) for line in lines if line.startswith("> ")]
    expected = [_expected(line) for line in lines if line[0] in "+?"]
    verdict = next((Verdict(line[2:]) for line in lines if line.startswith("! ")), Verdict.CANDIDATE)
    secrets = tuple(line[2:] for line in lines if line.startswith("x "))
    return Message(tuple(events), tuple(expected), verdict, secrets, half)


def _said(text: str) -> dict[str, Any]:
    match = _SAID.fullmatch(text)
    assert match, text
    what = match["what"]
    form = {"role": what} if what in ("assistant", "system", "tool") else {"event_type": what} if what else {}
    return form | {k: match[k] for k in ("name", "page") if match[k]} | {"content": match["content"].replace("\\n", "\n")}


def _expected(line: str) -> Expected:
    match = _CLAIM.fullmatch(line)
    assert match, line
    categories = tuple(Category(c) for c in match["categories"].split("/"))
    return Expected(_about(match["subjects"], match["words"]), categories, match["since"], match["mark"] == "+")


def _about(subjects: str, words: str) -> About:
    return About(tuple(re.split(r"[/|]", subjects)), tuple(words.split("|")))


def _correction(kind: str, lines: list[str], half: str) -> Correction:
    events = [_said(line[11:]) | {"timestamp": f"{line[:10]}T10:{minute:02}:00Z"} for minute, line in enumerate(lines) if line[0] == "2"]
    named = {mark: tuple(_about(*line[2:].split(": ", 1)) for line in lines if line.startswith(f"{mark} ")) for mark in "=-"}
    return Correction(kind, tuple(events), named["="], named["-"], half)
