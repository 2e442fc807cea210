"""What a summary says of its topic's facts (row K7) where no chat model writes it: sentences made of the facts' own words, so that
it says nothing that they do not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from keepsake import ids
from keepsake.records import Memory, Trust
from keepsake.rules import quoting
from keepsake.rules import words as words_of
from keepsake.rules.knowledge.topics import FEWEST, told_order
from keepsake.rules.reading import lexicon
from keepsake.rules.wording import dated, follows

MOST_TOLD = 12
"""Facts that one summary tells: about 150 words, a seventh of a recall's default budget. The others stay facts under its topic."""
SURE = 0.5
"""Confidence from which a fact is told where enough others are as sure: below, the rules only suppose that it is one."""
MOST_JOINED = 3
"""Statements about one subject that a sentence takes; with more the reader loses the thread."""
MOST_QUOTED = 6
"""Statements in their speaker's words told in one breath."""
LONGEST_JOINED = 14
"""Words of a statement that still reads well beside others."""

_ALONE = re.compile(
    r"[;:?!\"“”(]|\b(?:but|because|so that|if|when|while|although|which)\b|\band\b.{0,300}\b(?:is|are|was|were|has|have|they)\b"
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[^\W\d_][\w'’-]+")
_FINITE = re.compile(
    r"^(?:\w+ly |often |also |never |always |still |mostly )*(?:[a-z]+s|[a-z]+ed|is|are|was|were|has|have|had|does|did|will|would|can"
    r"|could|went|ran|met|made|took|got|bought|saw|came|gave|began|became|left|lost|found|felt|told|won|read|wrote|ate|grew|drove)\b"
)


def material(facts: Sequence[Memory]) -> tuple[Memory, ...]:
    """The facts that a summary tells, in the order of telling: sure and relied on ones where there are enough, the weightiest first."""
    reliable = [f for f in facts if sure(f)]
    chosen = reliable if len(reliable) >= FEWEST else list(facts)
    weightiest = sorted(chosen, key=lambda f: (not f.pinned, -f.importance * f.confidence, -f.reinforcements, told_order(f)))
    return tuple(sorted(weightiest[:MOST_TOLD], key=told_order))


def sure(fact: Memory) -> bool:
    return fact.confidence >= SURE and fact.trust is not Trust.UNTRUSTED


def basis(label: str, facts: Sequence[Memory]) -> str:
    """Changes exactly when something that the summary rests on does. Reads and fading leave it as it is."""
    rows = [
        f"{f.memory_id} {f.content.summary} {f.confidence:.4f} {f.trust} {f.sensitivity} {','.join(sorted(f.event_ids))} {f.valid_to}"
        for f in facts
    ]
    return ids.digest("\n".join([label, *sorted(rows)]))[:16]


def compose(facts: Sequence[Memory]) -> str:
    """Sentences grouped by subject, the user first. Statements of one subject share a sentence where they read well together."""
    return told([(f.subject, _quoted(f)) for f in facts])


def _quoted(fact: Memory) -> str:
    """Somebody's own words stand in quotation marks: their "I" is never the teller's."""
    words = fact.content.summary
    return f'"{quoting.quotable(words)}"' if "said_by" in fact.content.structured else words


def told(statements: Sequence[tuple[str, str]]) -> str:
    """The same of bare statements, each with its subject."""
    subjects = dict.fromkeys(sorted({s for s, _ in statements}, key=lambda s: (s != "user", s)))
    return " ".join(s for subject in subjects for s in _about(subject, [text for of, text in statements if of == subject]))


def _about(subject: str, texts: Sequence[str]) -> Iterator[str]:
    joined: list[str] = []
    alone: list[str] = []
    head = _head(subject, texts)
    quotes = [t for t in dict.fromkeys(t.strip() for t in texts) if t.startswith('"')]
    for place in range(0, len(quotes), MOST_QUOTED):
        yield f"{head if subject == 'user' else f'Of {head}'}: {'; '.join(quotes[place : place + MOST_QUOTED])}."
    for text in dict.fromkeys(t.strip() for t in texts if not t.strip().startswith('"')):
        said = _predicate(text, head)
        if said is None:
            alone.append(_sentence(text))
        else:
            joined.append(said)
    for place in range(0, len(joined), MOST_JOINED):
        yield _sentence(f"{head} {listed(joined[place : place + MOST_JOINED])}")
    yield from alone


def _head(subject: str, texts: Iterable[str]) -> str:
    """The words that the subject's statements begin with."""
    if subject == "user":
        return "The user"
    first = subject.split("-")[0].split()[0]
    named = [w for t in texts if (w := t.split(" ", 1)[0]).casefold() == first]
    return named[0] if named else first.capitalize()


def _predicate(text: str, head: str) -> str | None:
    """What the statement says of its subject, if it can share a sentence: short, with a verb of its own and no clause that leans on it."""
    if not text.startswith(f"{head} "):
        return None
    said = text.removeprefix(f"{head} ").rstrip(" .")
    if len(said.split()) > LONGEST_JOINED or _ALONE.search(said) or not _FINITE.match(said):
        return None
    return said


def listed(parts: Sequence[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    comma = len(parts) > 2 or any("," in p or " and " in p for p in parts)
    return f"{', '.join(parts[:-1])}{',' if comma else ''} and {parts[-1]}"


def _sentence(text: str) -> str:
    bare = text.strip()
    return bare if bare.endswith((".", "!", "?", '"', "”")) else f"{bare}."


def grounded(text: str, facts: Sequence[Memory]) -> bool:
    """Whether every number and name of the text, and most of its words, stand in the facts, and it denies, supposes, doubts and ends what
    they do: what a model adds or turns is not kept. A number of a date is told in that date alone."""
    return supported(text, [f.content.summary for f in facts], [f.subject for f in facts])


def supported(text: str, told: Sequence[str], subjects: Sequence[str] = ()) -> bool:
    """The same of the texts `told` about these subjects."""
    held = " ".join([*told, *subjects])
    bare, known_bare = dated.apart(text, held)
    numbers = set(_NUMBER.findall(bare)) <= set(_NUMBER.findall(known_bare))
    names = {_named(n) for n in _NAME.findall(text) if n[0].isupper()} <= {_named(w) for w in re.findall(r"[\w'’-]+", held)}
    said, known = _carrying(text), {w[:5] for w in _carrying(held)}
    mostly = sum(w[:5] in known for w in said) >= MOSTLY * len(said) if said else bool(_NUMBER.search(text))
    return numbers and names and mostly and not follows.turned(text, told)


def _named(name: str) -> str:
    """As two texts name one; beyond English a name has endings."""
    return name.casefold().removesuffix("'s") if name.isascii() else name.casefold()[:INFLECTED]


def _carrying(text: str) -> set[str]:
    return {w.casefold() for w in lexicon.content_words(text)} | {w for w in words_of.every(text) if not w.isascii()}


INFLECTED = 4
"""Letters by which a name with endings is told: "Берлин", "в Берлине"."""


MOSTLY = 0.6
"""Share of a model's content words that the facts hold too; the rest is what joins them ("recently intended")."""
