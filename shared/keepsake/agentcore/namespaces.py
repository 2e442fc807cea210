"""What a namespace means: AgentCore files a record under `/facts/ann/`, by a template of its strategy, and clients name the path again
to find it. Here the templates are read backwards, to the strategy, the actor and the session. Slashes at the ends do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from keepsake.records.banks import Strategy
from keepsake.rules.recall.filters import wrong

STRATEGY, ACTOR, SESSION = "{memoryStrategyId}", "{actorId}", "{sessionId}"
_VARIABLE = re.compile(r"(\{[a-zA-Z][a-zA-Z0-9]*\})")
_PATTERNS = {ACTOR: r"(?P<actor>[^/]+(?:/[^/]+)*)", SESSION: r"(?P<session>[^/]+)"}
MOST_PARTS = 20
"""Of a namespace."""


class Place(NamedTuple):
    """One strategy's records, of an actor and of a session where the namespace names them."""

    strategy: Strategy
    template: str
    actor: str | None = None
    session: str | None = None
    reflections: bool = False
    """The patterns over episodes, which have a template of their own."""
    spelled: int = 0
    """Signs that the template spells out of the path that was read."""

    def namespace(self, actor: str | None, session: str | None) -> str:
        """Of a record of that actor and session."""
        return filled(self.template, self.strategy.strategy_id, actor, session)


def parts(namespace: str) -> list[str]:
    """Raises Invalid for a wildcard, and for too many."""
    found = [p for p in namespace.split("/") if p]
    if "*" in namespace or len(found) > MOST_PARTS:
        raise wrong("namespace", f"takes no wildcard and at most {MOST_PARTS} parts")
    return found


def normal(namespace: str) -> str:
    """The same for all spellings of one path."""
    return "/" + "/".join(parts(namespace))


def above(namespace: str) -> list[str]:
    """Every path that the namespace lies under, and itself."""
    found = parts(namespace)
    return ["/" + "/".join(found[:n]) for n in range(len(found) + 1)]


def checked(template: str) -> str:
    """Raises Invalid for a template that could not be read backwards: one that names what is none of ours, or the same twice."""
    named = _VARIABLE.findall(template)
    if set(named) - {STRATEGY, ACTOR, SESSION}:
        raise wrong("namespace", f"names other than {STRATEGY}, {ACTOR} and {SESSION} are not taken")
    if len(named) != len(set(named)):
        raise wrong("namespace", "names one of its variables twice")
    parts(template)
    return template


def filled(template: str, strategy_id: str, actor: str | None, session: str | None) -> str:
    """The namespace of one record; what it does not name stays as it is in the template."""
    given = {STRATEGY: strategy_id, ACTOR: actor, SESSION: session}
    return _VARIABLE.sub(lambda m: given.get(m[1]) or m[1], template)


def places(strategies: Iterable[Strategy], namespace: str, *, exact: bool) -> list[Place]:
    """What the namespace means, or where it need not be `exact` the path that it begins with. Templates may read it differently: the one
    that spells out the most is right, and those that read the same actor in it."""
    wanted = parts(namespace)
    found: list[Place] = []
    for strategy in strategies:
        named = [(t, False) for t in strategy.templates] + [(t, True) for t in strategy.reflection_templates]
        for template, reflections in named:
            place = _place(strategy, template, wanted, exact)
            if place is not None:
                found.append(place._replace(reflections=reflections))
    actor = max(found, key=lambda p: p.spelled).actor if found else None
    return [p for p in found if p.actor == actor]


def of(strategies: Iterable[Strategy]) -> list[Place]:
    """Every strategy's records, of whomever."""
    return [Place(s, t) for s in strategies for t in s.templates]


def _place(strategy: Strategy, template: str, wanted: list[str], exact: bool) -> Place | None:
    """The longest beginning of the template that the path fills; all of it where it has to be exact."""
    pieces = [p for p in template.split("/") if p]
    for length in [len(pieces)] if exact else range(len(pieces), -1, -1):
        match = _read("/".join(pieces[:length]), strategy.strategy_id).match("/".join(wanted))
        if match is not None:
            given, spelled = match.groupdict(), len(_VARIABLE.sub("", "/".join(pieces[:length])))
            return Place(strategy, template, given.get("actor"), given.get("session"), spelled=spelled)
    return None


@lru_cache(1024)
def _read(template: str, strategy_id: str) -> re.Pattern[str]:
    patterns = {**_PATTERNS, STRATEGY: re.escape(strategy_id)}
    return re.compile("".join(patterns.get(p) or re.escape(p) for p in _VARIABLE.split(template)) + r"\Z")
