"""Insights over many facts, and the gate that lets them be used (row K10).

A model is proposed where a pattern over several episodes meets other facts about the same theme. It is used only while its gate holds:
enough trusted current facts from more than one day and none of them contested, or a person's approval.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake import changes, ids
from keepsake.records import (
    Approval,
    Category,
    Change,
    Content,
    Kind,
    Memory,
    Relation,
    Role,
    Source,
    Status,
    Trust,
    Type,
    Validity,
)
from keepsake.rules import words
from keepsake.rules.knowledge import reconcile, trust

SUPPORT = 3
"""Trusted current facts that a model needs; fewer are as well told one by one."""
DAYS = 2
"""Separate days that they come from: one conversation proves no lasting insight."""
MOST_TOLD = 5
"""Facts that a model's sentence tells."""
MOST_SOURCES = 40
"""Facts that a model rests on: all of them are read when one changes, and a theme may have thousands. Half are the first, half the
newest, so that a day on which much was said leaves others beside it."""
ACTOR = "distil"
FROM = "derived_from"
KEY_PREFIX = f"{Memory.prefix}{0:012x}#mm_"
"""Sort keys of a user's models: their ids are derived at time 0, so all of them are read without reading anything else."""


class Gate(NamedTuple):
    holds: bool
    reason: str


def gate(model: Memory, facts: Mapping[str, Memory]) -> Gate:
    """Whether a model may be used. `facts` are those known of its owner, by id, contested ones included."""
    if model.approval is Approval.REJECTED:
        return Gate(False, "a person rejected it")
    if model.approval is Approval.APPROVED:
        return Gate(True, "a person approved it")
    sources = [facts[r.target] for r in model.relations if r.type == FROM and r.target in facts]
    contested = [f for f in sources if f.validity is Validity.REVIEW]
    if contested:
        return Gate(False, f"{contested[0].memory_id} is contested")
    good = [f for f in sources if f.current and f.trust is Trust.TRUSTED]
    days = {reconcile.said_at(f).date() for f in good}
    if len(good) < SUPPORT:
        return Gate(False, f"{len(good)} of {SUPPORT} trusted current facts support it")
    if len(days) < DAYS:
        return Gate(False, f"its facts come from {len(days)} of {DAYS} days")
    return Gate(True, f"{len(good)} trusted current facts from {len(days)} days support it")


def sources(model: Memory) -> tuple[str, ...]:
    return tuple(r.target for r in model.relations if r.type == FROM)


def active(model: Memory) -> bool:
    return model.activated_at is not None and model.approval is not Approval.REJECTED


def refreshed(models: Iterable[Memory], facts: Mapping[str, Memory], now: datetime) -> list[Memory]:
    """The models whose gate opened or closed, switched on or off. None of them goes on telling a fact that is not true any more."""
    found = []
    for model in models:
        if model.kind is not Kind.MENTAL_MODEL or model.status is Status.DELETED:
            continue
        now_holds = gate(model, facts)
        if now_holds.holds == (model.activated_at is not None):
            said = retold(model, facts)
            if said != model.content:
                reason = "a fact that it told is not current any more"
                found.append(changes.touched(model, verdict="retold", reason=reason, actor=ACTOR, now=now, content=said))
            continue
        verdict = "activated" if now_holds.holds else "deactivated"
        since = now if now_holds.holds else None
        found.append(
            changes.touched(
                model, verdict=verdict, reason=now_holds.reason, actor=ACTOR, now=now, activated_at=since, content=retold(model, facts)
            )
        )
    return found


def retold(model: Memory, facts: Mapping[str, Memory]) -> Content:
    """Its words, told from those of its facts that are current."""
    told = [f for s in sources(model) if (f := facts.get(s)) is not None and f.current and f.trust is not Trust.QUARANTINED]
    theme = model.content.structured.get("theme")
    if not isinstance(theme, str):
        return model.content
    said = _sentence(model.subject, theme, told)
    return model.content.model_copy(update={"raw": said, "summary": said})


def proposed(patterns: Sequence[Memory], facts: Sequence[Memory], models: Mapping[str, Memory], now: datetime) -> list[Memory]:
    """A model for each theme of the patterns that at least SUPPORT facts share, new or with the facts that support it now."""
    found: dict[str, Memory] = {}
    told = _Told(facts, {p.subject for p in patterns})
    for pattern in patterns:
        theme = _theme(pattern, told)
        if theme is None:
            continue
        model = _model(pattern, theme, _some(told.about(theme, pattern.subject)), models, now)
        if model is not None:
            found.setdefault(model.memory_id, model)
    return list(found.values())


def _some(facts: Sequence[Memory]) -> Sequence[Memory]:
    half = MOST_SOURCES // 2
    return facts if len(facts) <= MOST_SOURCES else [*facts[:half], *facts[-half:]]


class _Told:
    """What is told of some subjects, by labels and words."""

    def __init__(self, facts: Sequence[Memory], subjects: Collection[str]) -> None:
        self._bearing: defaultdict[tuple[str, str], list[Memory]] = defaultdict(list)
        self._saying: defaultdict[tuple[str, str], list[Memory]] = defaultdict(list)
        for f in facts:
            if f.subject in subjects and f.current and f.kind is Kind.FACT and f.trust is not Trust.QUARANTINED:
                for label in set(f.labels):
                    self._bearing[f.subject, label].append(f)
                for word in words.content(f.content.summary):
                    self._saying[f.subject, word].append(f)

    def about(self, theme: str, subject: str) -> list[Memory]:
        """The facts that bear the theme as a label or say all of its words, in the order of telling."""
        wanted = words.content(theme)
        saying = [f for f in self._saying[subject, next(iter(wanted))] if wanted <= words.content(f.content.summary)] if wanted else []
        found = {f.memory_id: f for f in (*self._bearing[subject, theme], *saying)}
        return sorted(found.values(), key=lambda f: (reconcile.said_at(f), f.memory_id))


def themes(pattern: Memory) -> list[tuple[str, bool]]:
    """What a model of the pattern could be about: its labels, then its content words, each with whether it is a label."""
    spoken = {words.stem(w): w for w in _plain(pattern.content.summary)}
    said = [w for stem, w in spoken.items() if stem in words.content(w) and len(w) > 3]
    return [(label, True) for label in pattern.labels] + [(w, False) for w in said]


def _theme(pattern: Memory, told: _Told) -> str | None:
    """The label, or else the content word, of the pattern that most facts share."""
    counted = [(len(told.about(c, pattern.subject)), labelled, c) for c, labelled in themes(pattern)]
    best = max(counted, key=lambda row: (row[0], row[1], row[2]), default=None)
    return best[2] if best is not None and best[0] >= SUPPORT else None


def _plain(text: str) -> list[str]:
    return [w.strip(".,;:!?()").lower() for w in text.split() if w.strip(".,;:!?()").isalpha()]


def _model(pattern: Memory, theme: str, facts: Sequence[Memory], models: Mapping[str, Memory], now: datetime) -> Memory | None:
    """None where the stored model rests on the same facts already, or was taken back."""
    scope = pattern.scope
    first = datetime.fromtimestamp(0, tz=now.tzinfo)
    memory_id = ids.derived_id("mm", first, scope.pk, scope.namespace, pattern.subject, theme)
    held = models.get(memory_id)
    sources = tuple(Relation(type=FROM, target=f.memory_id) for f in facts)
    content = Content(raw=(said := _sentence(pattern.subject, theme, facts)), summary=said, structured={"theme": theme})
    events = tuple(dict.fromkeys(e for f in facts for e in f.event_ids))[-200:]
    told = {
        "content": content,
        "relations": sources,
        "event_ids": events,
        "entities": tuple(dict.fromkeys(e for f in facts for e in f.entities)),
        "labels": (theme,),
        "confidence": min(f.confidence for f in facts),
        "importance": max(f.importance for f in facts),
        "trust": trust.least(f.trust for f in facts),
        "source_role": next((f.source_role for f in facts if f.source_role is not Role.USER), Role.USER),
    }
    if held is not None:
        if held.status is Status.DELETED or held.approval is Approval.REJECTED or set(held.relations) == set(sources):
            return None
        return changes.touched(held, verdict="reproposed", reason=f"{len(facts)} facts about {theme}", actor=ACTOR, now=now, **told)
    change = Change(verdict="proposed", reason=f"{len(facts)} facts about {theme} beside a pattern", actor=ACTOR, at=now)
    return Memory.model_validate(
        {
            "scope": scope.model_copy(update={"session_id": None}),
            "memory_id": memory_id,
            "kind": Kind.MENTAL_MODEL,
            "type": Type.SEMANTIC,
            "subject": pattern.subject,
            "category": Category.PATTERN,
            "source": Source.IMPLICIT,
            "approval": Approval.PENDING,
            "valid_from": min(f.valid_from for f in facts),
            "recorded_at": now,
            "created_at": now,
            "updated_at": now,
            "last_accessed_at": now,
            "extractor": pattern.extractor,
            "prompt_version": pattern.prompt_version,
            "embedding": pattern.embedding,
            "change": change,
            "index_due": now,
        }
        | told
    )


def _sentence(subject: str, theme: str, facts: Sequence[Memory]) -> str:
    """The facts in one sentence, behind the theme that they share: it says nothing that they do not."""
    who = "The user" if subject == "user" else subject.title()
    told = [f.content.summary.rstrip(".") for f in facts[-MOST_TOLD:]]
    if not told:
        return f"{who} comes back to {theme}."
    clauses = [t.removeprefix(f"{who} ") for t in told]
    return f"{who} comes back to {theme}: {'; '.join(clauses)}."
