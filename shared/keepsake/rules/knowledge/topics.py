"""Topics emerge from a user's current facts (row K8): what several facts are labelled with, or name, is what they are about.

The outcome follows from the set of facts alone, not from the order in which they came, so a run that is repeated or that meets the
facts in another order ends with the same topics. A topic's id follows from its normalised label and its audience, so it stays as it grows.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from enum import IntEnum
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from keepsake import ids
from keepsake.records import MEASURED, Kind, Memory, Scope, Status, Thresholds, Trust, Visibility
from keepsake.rules import nearness, slots, words

FEWEST = 2
"""Current facts that a topic needs (row K7)."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Topics and summaries sort before all facts of their user: their ids must not depend on when they were first made."""

_NUMBER = re.compile(r"\d+")
_BEFORE_A_NAME = re.compile(r"[a-z,;] ")
_WORD = re.compile(r"[a-z0-9]+(?:['’-][a-z0-9]+)*")
_GENERAL_TAGS = frozenset({slots.DEFAULT_TAG.lower(), "behaviour", "rules", "personal"})
"""Tags that say how something is known, not what it is about."""
_MANNERS = frozenset(
    name.replace("_", " ") for name, f in slots.FEATURES.items() if f.tag in ("Preferences", "Plans", "Habits", "Rules", "Behaviour")
)
"""Features that are a way of standing to something (likes, goals), whatever the thing."""


class Rank(IntEnum):
    """How much a key says about what a fact is about, best first."""

    PRODUCT = 0
    """A label of several words, as `running shoes`."""
    THEME = 1
    NAME = 2
    TAG = 3
    FEATURE = 4
    MENTIONED = 5
    """A topic's words stand in the fact's own."""


class Audience(NamedTuple):
    """Who may see a fact. Facts of different audiences never share a topic: its summary would tell one what is another's."""

    visibility: Visibility
    users: tuple[str, ...]
    roles: tuple[str, ...]
    agents: tuple[str, ...]
    assistant_visible: bool

    @property
    def mark(self) -> str:
        """Empty for what is simply the user's own."""
        return "" if self == _OWN else ids.digest(repr(self))[:12]


_OWN = Audience(Visibility.PRIVATE, (), (), (), True)


class Topic(NamedTuple):
    """Facts that are about one thing, in the order of their telling."""

    key: str
    label: str
    aliases: tuple[str, ...]
    """Labels that mean the same."""
    facts: tuple[Memory, ...]
    audience: Audience = _OWN
    more: int = 0
    """Facts under it that were not read: they change nothing of what it tells."""

    @property
    def size(self) -> int:
        """Facts under it."""
        return len(self.facts) + self.more

    def id_in(self, scope: Scope, kind: Kind) -> str:
        return guide_id(scope, kind, self.label, self.audience)


def guide_id(scope: Scope, kind: Kind, label: str, audience: Audience = _OWN) -> str:
    """Id of the topic of this label, or of its summary."""
    prefix = "t" if kind is Kind.TOPIC else "s"
    return ids.derived_id(prefix, EPOCH, scope.pk, scope.namespace, key_of(label), audience.mark)


@lru_cache(16_384)
def key_of(label: str) -> str:
    """The label's words, cut to their stems: labels with the same key mean the same."""
    return " ".join(_stem(w) for w in _WORD.findall(label.casefold().replace("colour", "color")))


def audience_of(fact: Memory) -> Audience:
    access = fact.access
    return Audience(
        access.visibility,
        tuple(sorted(access.allowed_users)),
        tuple(sorted(access.allowed_roles)),
        tuple(sorted(fact.agent_scope)),
        fact.assistant_visible,
    )


def at_hand(fact: Memory, now: datetime) -> bool:
    """Whether a topic may hold it: true now, not faded, and fit to be shown."""
    return placeable(fact) and not any(at is not None and at <= now for at in (fact.valid_to, fact.expires_at))


def placeable(fact: Memory) -> bool:
    """The same but for the times at which it ends."""
    shown = fact.status in (Status.ACTIVE, Status.DEPRIORITIZED) and fact.trust is not Trust.QUARANTINED
    return fact.kind is Kind.FACT and fact.current and shown


VectorsOf = Callable[[Sequence[str]], Mapping[str, Sequence[float]]]
"""Gives vectors of labels, of those that can be had."""


def emerge(facts: Sequence[Memory], vectors: VectorsOf | None = None, thresholds: Thresholds = MEASURED) -> tuple[Topic, ...]:
    """The topics of facts that are at hand, by label. Those of labels that mean the same by their `vectors` are one; asked for are those
    of all that would be topics without."""
    found = [_Emerging(mine, audience) for audience, mine in _by_audience(facts).items()]
    if vectors is not None:
        near = nearness.Near(vectors(sorted({label for some in found for label in some.labels()})), thresholds.one_topic)
        for some in found:
            some.join(near)
    return tuple(sorted((t for some in found for t in some.topics()), key=lambda t: (t.key, t.audience.mark)))


def labels_of(facts: Sequence[Memory]) -> set[tuple[str, Audience]]:
    """What topics these facts could be under: a label, and whom it is for."""
    found = set()
    for audience, mine in _by_audience(facts).items():
        found |= {(label, audience) for label in _keys(mine).labels.values()}
    return found


def ways(fact: Memory) -> dict[Rank, set[tuple[str, Audience]]]:
    """The same of one fact, by how much each says: it is under a better one wherever there is a topic of it."""
    found: dict[Rank, set[tuple[str, Audience]]] = defaultdict(set)
    keys = _keys([fact])
    for key, rank in keys.of[0].items():
        found[rank].add((keys.labels[key], audience_of(fact)))
    return found


def keys_of(fact: Memory) -> dict[str, Rank]:
    """Keys of the topics that the fact could be under by what it bears."""
    return _keys([fact]).of[0]


def choices(fact: Memory, keys: Set[str]) -> dict[str, Rank]:
    """Those of the keys of topics that the fact could be under: what it bears itself, or else things whose words it holds."""
    own = {k: rank for k, rank in keys_of(fact).items() if k in keys}
    return own or _Things(keys - _NO_THINGS).mentioned(fact)


def placed(facts: Sequence[Memory], held: Mapping[tuple[str, Audience], tuple[str, int]]) -> dict[tuple[str, Audience], list[Memory]]:
    """Some facts among topics that are there, by the topic's label: those that join one, and those that make one of their own. `held` tells
    of a label under which topic its facts are, and how many others are for certain."""
    found: dict[tuple[str, Audience], list[Memory]] = {}
    for audience, mine in _by_audience(facts).items():
        keys = _keys(mine)
        there = {k: held[label, audience] for k, label in keys.labels.items() if (label, audience) in held}
        merged = {k: key_of(label) for k, (label, _) in there.items()}
        labels = keys.labels | {key_of(label): label for label, _ in there.values()}
        many = {key_of(label): others for label, others in there.values()}
        groups = _assigned(mine, [_renamed(own, merged) for own in keys.of], many)
        found |= {(labels[key], audience): [mine[i] for i in members] for key, members in groups.items()}
    return found


def _by_audience(facts: Sequence[Memory]) -> dict[Audience, list[Memory]]:
    """Each audience's facts in the order of their telling."""
    found: dict[Audience, list[Memory]] = defaultdict(list)
    for fact in sorted(facts, key=told_order):
        found[audience_of(fact)].append(fact)
    return found


def told_order(fact: Memory) -> tuple[datetime, str]:
    """The order of telling; by content where times are equal, since ids follow from when a batch was accepted."""
    return fact.valid_from, fact.content.summary


class _Keys(NamedTuple):
    """What the facts could be grouped by."""

    of: list[dict[str, Rank]]
    """Per fact, in the order of telling."""
    labels: dict[str, str]
    """The words that a key was first told in."""


class _Emerging:
    """One audience's topics."""

    def __init__(self, facts: Sequence[Memory], audience: Audience) -> None:
        self._facts, self._audience, self._keys = facts, audience, _keys(facts)
        self._merged = _merged(facts, self._keys, nearness.Near({}, 1.0))
        self._groups = self._assigned()

    def labels(self) -> list[str]:
        return [self._keys.labels[key] for key in self._groups]

    def join(self, near: nearness.Near[str]) -> None:
        """Labels that lie near each other mean the same."""
        merged = _merged(self._facts, self._keys, near)
        if merged != self._merged:
            self._merged = merged
            self._groups = self._assigned()

    def topics(self) -> Iterator[Topic]:
        labels, same = self._keys.labels, defaultdict(set)
        for key, label in labels.items():
            same[self._merged.get(key, key)].add(label)
        for key, members in self._groups.items():
            aliases = sorted(same[key] - {labels[key]})
            yield Topic(key, labels[key], tuple(aliases), tuple(self._facts[i] for i in members), self._audience)

    def _assigned(self) -> dict[str, list[int]]:
        return _assigned(self._facts, [_renamed(found, self._merged) for found in self._keys.of])


def _keys(facts: Sequence[Memory]) -> _Keys:
    """What each fact could be under. Who facts are about is no topic."""
    subjects = {s for f in facts for s in (f.subject.casefold(), *f.subject.casefold().split())}
    found: list[dict[str, Rank]] = []
    labels: dict[str, str] = {}
    for fact in facts:
        mine: dict[str, Rank] = {}
        for label, rank in _said(fact, subjects):
            key = key_of(label)
            if key:
                mine[key] = min(rank, mine.get(key, rank))
                labels[key] = min(labels.get(key, label.casefold()), label.casefold())
        found.append(mine)
    return _Keys(found, labels)


def _said(fact: Memory, subjects: set[str]) -> list[tuple[str, Rank]]:
    feature = fact.slot.feature.replace("_", " ") if fact.slot else None
    said = []
    for label in (*fact.labels, *fact.tags):
        several = len(_WORD.findall(label.casefold())) > 1
        plain = label == feature or label.casefold() in _MANNERS
        said.append((label, Rank.FEATURE if plain else Rank.PRODUCT if several else Rank.THEME))
    said += [(e, Rank.NAME) for e in fact.entities if e.casefold() not in subjects and _is_name(e, fact.content.summary)]
    if fact.slot and fact.slot.tag.lower() not in _GENERAL_TAGS:
        said.append((fact.slot.tag.lower(), Rank.TAG))
    return said


def _is_name(entity: str, content: str) -> bool:
    """A name in the middle of a sentence; a capital at its start proves nothing, and numbers and dates are no topic."""
    if any(c.isdigit() for c in entity):
        return False
    at = content.find(entity)
    while at >= 0:
        before, behind = content[max(0, at - 2) : at], content[at + len(entity) : at + len(entity) + 1]
        if _BEFORE_A_NAME.fullmatch(before) and _in_a_word(entity[-1:]) != _in_a_word(behind):
            return True
        at = content.find(entity, at + 1)
    return False


def _in_a_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _support(found: Sequence[Mapping[str, Rank]]) -> dict[str, list[int]]:
    """The facts that carry each key, in the order of telling."""
    support: dict[str, list[int]] = defaultdict(list)
    for place, mine in enumerate(found):
        for key in mine:
            support[key].append(place)
    return dict(support)


def _merged(facts: Sequence[Memory], keys: _Keys, near: nearness.Near[str]) -> dict[str, str]:
    """Key > the key that stands for it."""
    support = _support(keys.of)
    ranks = {k: min(keys.of[place][k] for place in places) for k, places in support.items()}
    into: dict[str, str] = {}
    plain = sorted(k for k in support if ranks[k] is not Rank.FEATURE)
    said: dict[str, list[str]] = defaultdict(list)
    for key in plain:
        for word in set(key.split()):
            said[word].append(key)
    for key in plain:
        wider = [k for k in said[key.split()[0]] if _contains(k, key) and _rests_on(support[key], support[k])]
        if wider:
            into[key] = min(wider, key=lambda k: (-len(support[k]), k))
    # What was spoken of first names a topic, so that it keeps its name as it grows; what more facts speak of, where both came at once.
    firsts = sorted((k for k in plain if k not in into), key=lambda k: (facts[support[k][0]].valid_from, ranks[k], -len(support[k]), k))
    same_thing = _SameThing(facts, keys.labels, support, near)
    kept: dict[str, int] = {}
    measured: list[str] = []
    kinds: dict[str, list[str]] = defaultdict(list)
    for key in firsts:
        # What has neither a vector nor a kind in common with it is no candidate: comparing each with each grows with the square of all.
        others = {*(measured if keys.labels[key] in near else ()), *(kinds[key.split()[-1]] if " " in key else ())}
        same = next((k for k in sorted(others, key=kept.__getitem__) if same_thing(key, k)), None)
        if same is not None:
            into[key] = same
            continue
        kept[key] = len(kept)
        if keys.labels[key] in near:
            measured.append(key)
        if " " in key:
            kinds[key.split()[-1]].append(key)
    return {k: _end(into, k) for k in into}


def _contains(wide: str, narrow: str) -> bool:
    return wide != narrow and set(narrow.split()) < set(wide.split())


def _rests_on(general: Sequence[int], special: Sequence[int]) -> bool:
    """Whether the general label is mostly about the special one: then it says nothing of its own."""
    return len(special) >= FEWEST and len(set(general) - set(special)) <= len(special)


class _SameThing:
    """Whether two keys mean the same: very near vectors, or two sorts of one kind of thing (`running shoes`, `racing shoes`) looked for in
    one place."""

    def __init__(
        self, facts: Sequence[Memory], labels: Mapping[str, str], support: Mapping[str, Sequence[int]], near: nearness.Near[str]
    ) -> None:
        self._facts, self._labels, self._support, self._near = facts, labels, support, near
        self._found: dict[str, frozenset[str]] = {}

    def __call__(self, key: str, other: str) -> bool:
        if _NUMBER.findall(key) != _NUMBER.findall(other):  # sizes 42 and 43 lie at 0.86
            return False
        if self._near(self._labels[key], self._labels[other]):
            return True
        if " " not in key or " " not in other or key.split()[-1] != other.split()[-1]:
            return False
        return not self._places(key).isdisjoint(self._places(other))

    def _places(self, key: str) -> frozenset[str]:
        """Where its facts come from: the shop and its pages; a general tag is no place."""
        if key not in self._found:
            mine = [self._facts[i] for i in self._support[key]]
            pages = {f"page {p}" for f in mine for p in f.content.structured.get("pages", ())}
            self._found[key] = frozenset(pages | {f"tag {s.tag.lower()}" for f in mine if (s := f.slot) and s.tag == "Shopping"})
        return self._found[key]


def _end(into: Mapping[str, str], key: str) -> str:
    seen = set()
    while key in into and key not in seen:
        seen.add(key)
        key = into[key]
    return key


def _renamed(mine: Mapping[str, Rank], merged: Mapping[str, str]) -> dict[str, Rank]:
    out: dict[str, Rank] = {}
    for key, rank in mine.items():
        name = merged.get(key, key)
        out[name] = min(rank, out.get(name, rank))
    return out


def _assigned(facts: Sequence[Memory], mine: Sequence[dict[str, Rank]], held: Mapping[str, int] | None = None) -> dict[str, list[int]]:
    """Each fact to its best key. A key that too few facts choose gives them back, the smallest first. `held` are how many others are under
    a key for certain."""
    under = held or {}
    support = {k: len(members) + under.get(k, 0) for k, members in _support(mine).items()}
    open_keys = {k for k, many in support.items() if many >= FEWEST}
    things = _Things(open_keys & {k for m in mine for k, rank in m.items() if rank < Rank.TAG})
    mine = [m if m.keys() & open_keys else m | things.mentioned(f) for f, m in zip(facts, mine, strict=True)]
    groups: dict[str, list[int]] = {k: [] for k in open_keys}
    small: list[tuple[int, int, str]] = []  # a heap; one that has grown since stands in it again
    _choose(range(len(mine)), mine, support, groups)
    for key in open_keys:
        heappush(small, (len(groups[key]), support[key], key))
    while small:
        size, _, least = heappop(small)
        if least not in groups or size != len(groups[least]) or size + under.get(least, 0) >= FEWEST:
            continue
        for key in _choose(groups.pop(least), mine, support, groups):
            heappush(small, (len(groups[key]), support[key], key))
    return {k: sorted(groups[k]) for k in sorted(groups, key=lambda k: min(groups[k], default=-1)) if groups[k]}


def _choose(
    homeless: Iterable[int], mine: Sequence[Mapping[str, Rank]], support: Mapping[str, int], groups: Mapping[str, list[int]]
) -> set[str]:
    """Puts each into the best of the groups that it may be in; which of them grew."""
    grown = set()
    for place in homeless:
        choices = [k for k in mine[place] if k in groups]
        if choices:
            best = min(choices, key=lambda k: (mine[place][k], -support[k], k))
            groups[best].append(place)
            grown.add(best)
    return grown


class _Things:
    """Topics by their words, for facts that nothing else says a topic of."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_word: defaultdict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        for key in keys:
            said = key.split()
            self._by_word[said[0]].append((key, frozenset(said)))

    def mentioned(self, fact: Memory) -> dict[str, Rank]:
        """Those whose words the fact holds."""
        stems = {_stem(w) for w in _WORD.findall(fact.content.summary.casefold())}
        return {key: Rank.MENTIONED for word in stems for key, said in self._by_word.get(word, ()) if said <= stems}


def _stem(word: str) -> str:
    """Rough on purpose, as for comparing statements; a doubled end is one letter, so that `running` meets `runs`."""
    cut = f"{word[:-3]}i" if word.endswith("ies") and len(word) > 4 else words.stem(word)
    if cut.endswith("y"):
        return f"{cut[:-1]}i"
    return cut[:-1] if len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "aeiou" else cut


_NO_THINGS = frozenset(key_of(n) for name, f in slots.FEATURES.items() for n in (name.replace("_", " "), f.tag))
"""Keys of labels that say how or in what field something is known: a fact that holds their words need not be about them."""
