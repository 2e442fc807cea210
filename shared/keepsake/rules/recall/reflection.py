"""What a grounded answer may rest on and how it is put together without a model (rows F1 to F3).

Evidence is current facts, active mental models, and behind them what a person said; the first two come from recall, whose gates hold
back what is rejected, superseded, stale or quarantined. Text of tools, the web and agents is no evidence. Nothing is stored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keepsake.api import RecallItem, ReflectSentence
from keepsake.claims import Reflected
from keepsake.records import MEASURED, Category, Event, Kind, Role, Thresholds, Trust, Validity
from keepsake.rules import quoting, words
from keepsake.rules.dates import temporal
from keepsake.rules.intake import secrets
from keepsake.rules.knowledge import summaries, trust
from keepsake.rules.recall import query, telling

MOST_SENTENCES = 6
MOSTLY = 0.5
"""Share of the question's content words from which words alone are enough."""
NO_EVIDENCE = "There is no evidence for that in memory."
WEAKER = "Less certain: "
"""Stands before what is not trusted outright."""
STATED = (Kind.FACT, Kind.MENTAL_MODEL, Kind.EPISODE)

ANSWERED_BY: Mapping[Category, str] = {
    Category.IDENTITY: "live lives living reside stay home city country address born birthday age old name named called",
    Category.PROFESSION: "work works working job employer company profession occupation career living",
    Category.PREFERENCE: "like likes prefer enjoy love favourite favorite want drink eat",
    Category.RELATIONSHIP: "name named called married family friend partner",
    Category.BELIEF: "think believe opinion feel",
    Category.PLAN: "plan plans planning going intend",
}
"""Words by which a question asks for what facts of a category say in words of their own."""

_WHY = re.compile(r"(?i)^\s*(?:why|how do you know|what makes you|on what grounds|how come)\b")
_SEVERAL = re.compile(r"(?i),|;|\band\b|\bor\b|\?.*\?")
_TEST = re.compile(r"(?i)\b(?:smoke|eval|unit)[ _-]?test\b|\btest[ _-]?row\b")


class Evidence(NamedTuple):
    """One line of evidence. `weight` says how much it speaks to the question: its share of the question's words and its cosine."""

    item: RecallItem
    weight: float
    unclear: bool = False
    """It is told with another one, of which nobody can tell whether it was meant to replace it or was replaced by it."""

    @property
    def level(self) -> Trust:
        """What a person said, another user shares, or may have changed is evidence that it was said, not that it is so."""
        said = self.item.kind is Kind.EVENT or telling.SHARED in self.item.legs or self.unclear
        return Trust.CAUTION if said else self.item.trust


def asks_why(question: str) -> bool:
    return bool(_WHY.search(question))


def usable(item: RecallItem, past: bool = False) -> bool:
    """Whether an item may be told as true, or as something that somebody said. Of a `past` time also what has been superseded since:
    recall has asked whether it held then."""
    if telling.foreign(item) or item.trust is Trust.QUARANTINED or item.source_role is not Role.USER:
        return False
    if item.validity is not Validity.ACTIVE and not (past and item.validity is Validity.DEPRECATED):
        return False
    if secrets.MASKED.search(item.content) or _TEST.search(item.content):
        return False
    return item.kind in STATED or (item.kind is Kind.EVENT and item.trust is Trust.TRUSTED and not item.content.rstrip().endswith("?"))


def evidence(question: str, items: Sequence[RecallItem], past: bool = False, thresholds: Thresholds = MEASURED) -> list[Evidence]:
    """What speaks to the question, best first: facts before what was said, and each content word told for once where it can be."""
    asked = words.content(query.read(question).words) - _names(items)
    several = bool(_SEVERAL.search(question))
    found = []
    for item in items:
        if usable(item, past) and item.legs.keys() != {telling.STANDING}:
            held = words.content(f"{item.content} {item.context or ''} {item.category or ''} {item.topic or ''}")
            share = len(asked & held) / max(1, len(asked))
            near = item.legs.get("cosine", 0.0)
            told = several and item.kind in STATED and share and near >= thresholds.answers_partly
            if share > MOSTLY or near >= thresholds.answers or told or (share and not near):
                found.append(Evidence(item, share + max(near, 0.0)))
    best = max((e.weight for e in found), default=0.0)
    strong = [e for e in found if e.weight >= best / 2 or (several and e.item.kind in STATED)]
    best_first = sorted(strong, key=lambda e: (e.item.kind is Kind.EVENT, -e.weight, -e.item.score))
    return _in_turn(best_first, [i for i in items if i.kind is Kind.FACT], past)[:MOST_SENTENCES]


def _in_turn(found: Sequence[Evidence], facts: Sequence[RecallItem], past: bool) -> list[Evidence]:
    """What a later fact may have replaced directly behind that one, and never without it: so they stand in a recall's list."""
    later: dict[str, RecallItem] = {}
    last: RecallItem | None = None
    for item in facts:
        if telling.EARLIER not in item.legs:
            last = item
        elif last is not None:
            later[item.memory_id] = last
    out: dict[str, Evidence] = {}
    for one in found:
        first = later.get(one.item.memory_id, one.item)
        if telling.EARLIER in first.legs or not usable(first, past):
            continue
        behind = [e for e in found if later.get(e.item.memory_id) is first]
        for e in (Evidence(first, one.weight), *behind):
            out.setdefault(e.item.memory_id, e._replace(unclear=bool(behind)))
    return list(out.values())


def _names(items: Sequence[RecallItem]) -> frozenset[str]:
    return frozenset[str]().union(*(words.content(i.subject) for i in items if i.subject))


def extractive(found: Sequence[Evidence]) -> list[ReflectSentence]:
    """The evidence's own words. What a fact says is not said again by an event that it rests on."""
    told: set[str] = set()
    out = []
    for one in found:
        item = one.item
        if item.kind is Kind.EVENT and item.memory_id in told:
            continue
        told.update(item.event_ids)
        out.append(ReflectSentence(text=_marked(telling.reported(item), one), memory_ids=(item.memory_id,), trust=one.level))
    return out


def line(evidence: Evidence) -> str:
    """How it stands before a model."""
    certain = evidence.item.kind is Kind.EVENT or evidence.level is Trust.TRUSTED
    return telling.reported(evidence.item) if certain else f"(less certain) {telling.reported(evidence.item)}"


def verified(answer: Reflected, found: Sequence[Evidence]) -> list[ReflectSentence]:
    """A model's sentences that their own citations support; what names nothing, or says more than it cites, is dropped."""
    out = []
    for text, cited in answer.sentences:
        named = [found[i] for i in dict.fromkeys(cited) if 0 <= i < len(found)]
        items = [e.item for e in named]
        if (
            items
            and len(items) == len(set(cited))
            and summaries.supported(text, [telling.reported(i) for i in items], [i.subject or "" for i in items])
        ):
            least = min((e.level for e in named), key=trust.ORDER.index)
            told = text if least is Trust.TRUSTED or text.startswith(WEAKER) else WEAKER + text[:1].lower() + text[1:]
            out.append(ReflectSentence(text=told, memory_ids=tuple(i.memory_id for i in items), trust=least))
    return out


def grounds(sentence: ReflectSentence, reason: str, said: Sequence[Event]) -> ReflectSentence:
    """Why the sentence is believed: what was said, by whom and when, and the verdict on it."""
    quotes = [f'{_speaker(e)} on {temporal.short_date(e.timestamp)}: "{quoting.quotable(_short(e.content))}"' for e in said]
    text = f"This rests on {'; '.join(quotes)}." if quotes else f"This was decided so: {quoting.flat(reason)}."
    return ReflectSentence(text=text, memory_ids=sentence.memory_ids, trust=sentence.trust)


def missing(question: str, sentences: Sequence[ReflectSentence], items: Sequence[RecallItem]) -> tuple[str, ...]:
    """The question's content words, as they stand in it, that no sentence holds or answers: "live" is answered by what somebody is,
    whatever its words. All of it where there is no sentence."""
    if not sentences:
        return (question,)
    told = {m for s in sentences for m in s.memory_ids}
    answered = " ".join(ANSWERED_BY.get(i.category, "") for i in items if i.memory_id in told and i.category)
    held = words.content(" ".join([*(s.text for s in sentences), answered])) | _names(items)
    asked = [w for w in query.read(question).words.split() if query.content(w)]
    return tuple(dict.fromkeys(w for w in asked if words.content(w) and not words.content(w) & held))


def _marked(text: str, evidence: Evidence) -> str:
    if evidence.item.kind is Kind.EVENT or evidence.level is Trust.TRUSTED:
        return text
    return WEAKER + text[:1].lower() + text[1:] if text.startswith(("The ", "Another ")) else WEAKER + text


def _speaker(event: Event) -> str:
    return quoting.name(event.name) if event.name else event.role.value


def _short(text: str) -> str:
    return text if len(text) <= 160 else text[:159].rsplit(" ", 1)[0] + "…"
