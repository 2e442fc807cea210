"""Score what became of labelled chat (bench/chat.py plays it).

faithful     facts made from messages whose words stand in their evidence, or in the turn that it answers (bench/faithful.py)
recall       labels whose key words stand in one fact that cites the turn; subject, category, sensitivity, durability, date: of those facts
junk         facts that rest only on turns with nothing worth keeping, or on assistant, tool or pasted text
anything told  what is asked brings anything beside standing instructions
corrections  the question's first fact (or first item) is the new value, the old one is nowhere current, and it stands in history
controls     what only looks like a change leaves the fact current and first, and nothing false is stated
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench import faithful
from bench.knowledge import Score

Row = dict[str, Any]
"""Of the labelled file, or as the API shows it."""

ENDED = (
    r"\b(no longer|not|used to|was|were|quit|stopped|left|formerly|previously|until|instead|dropp|ditch|sold|moved|cancel|anymore|scratch"
    r"|forget|switched|changed|went from|lowered|upgraded from)|n't\b"
)
"""A text that holds the old value and one of these does not assert it."""
SHOWN = (
    "faithful", "recall", "subject", "category", "sensitivity", "durability", "date", "anything told", "corrections", "answer first",
    "first item of any kind", "first fact of the default recall", "first of a facts-only recall", "in top 3 of a facts-only recall",
    "a fact in the default recall at all", "right by facts alone", "old not current", "old in history", "as_of", "controls",
    "controls unharmed",
)  # fmt: skip
"""Measures in the order of the last line."""
SILENT = frozenset(
    (
        "corrections", "first item of any kind", "first fact of the default recall", "first of a facts-only recall",
        "in top 3 of a facts-only recall", "a fact in the default recall at all", "right by facts alone", "controls unharmed",
    )
)  # fmt: skip
"""Measures whose misses are told by others."""
PLACES = ("subject", "category", "sensitivity", "durability")


@dataclass(slots=True)
class Result:
    shares: Score = field(default_factory=Score)
    turns: int = 0
    facts: int = 0
    matched: int = 0
    """Facts that match a label."""
    junk: Counter[str] = field(default_factory=Counter)
    """Facts that should not be, by origin."""
    durability: Counter[str] = field(default_factory=Counter)
    extractor: Counter[str] = field(default_factory=Counter)
    wordings: defaultdict[str, Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    """Changes of mind got right or not, by how they were worded."""

    def note(self, name: str, good: bool, miss: str = "") -> bool:
        self.shares.note(name, good, miss)
        if not good and name in SILENT:
            self.shares.misses.pop()
        return good

    @property
    def junk_share(self) -> float:
        return self.junk.total() / max(1, self.facts)


def turn_id(session: Row, place: int) -> str:
    return str(session["turns"][place].get("id") or f"{session['id']}-e{place}")


class Talk:
    """One conversation beside what was made of it. A fact counts as it was first seen, with all the evidence that it had at the end."""

    def __init__(self, conversation: Row, played: Row) -> None:
        self.sessions = list(zip(conversation["sessions"], played["sessions"], strict=False))
        self.answers: Row = played["answers"]
        self.turns: dict[str, Row] = {turn_id(s, n): t for s in conversation["sessions"] for n, t in enumerate(s["turns"])}
        self.order = list(self.turns)
        self.place = {name: n for n, name in enumerate(self.order)}
        first: dict[str, Row] = {}
        self.wordings: defaultdict[str, set[str]] = defaultdict(set)
        for _, got in self.sessions:
            for m in facts_of(got["memories"]):
                first.setdefault(m["memory_id"], dict(m))
                self.wordings[m["memory_id"]].add(m["content"])
        for m in facts_of(played["sessions"][-1]["memories"]):
            first[m["memory_id"]]["event_ids"] = sorted({*_cited(first[m["memory_id"]]), *_cited(m)})
        self.facts = list(first.values())

    def evidence(self, fact: Row) -> list[Row]:
        return [self.turns[i] for i in _cited(fact) if i in self.turns]

    def before(self, fact: Row) -> list[Row]:
        """The two turns before each that it cites."""
        places = [self.place[i] for i in _cited(fact) if i in self.place]
        return [self.turns[self.order[p - back]] for p in places for back in (1, 2) if p >= back]

    def since(self, fact: Row, name: str) -> bool:
        """Whether it rests on this turn or a later one."""
        return any(self.place.get(i, -1) >= self.place[name] for i in _cited(fact))


def facts_of(memories: Iterable[Row]) -> list[Row]:
    return [m for m in memories if m["kind"] == "fact"]


def active(memories: Iterable[Row]) -> list[Row]:
    return [m for m in facts_of(memories) if m["validity"] == "active"]


def hit(keys: Sequence[str], text: str) -> bool:
    return all(re.search(k, text, re.IGNORECASE) for k in keys)


def score(conversations: Iterable[Row], run: Row) -> Result:
    """Of the conversations that the run has played."""
    result = Result()
    for conversation in conversations:
        if conversation["id"] in run["conversations"]:
            talk = Talk(conversation, run["conversations"][conversation["id"]])
            result.turns += conversation["user_turns"]
            result.facts += len(talk.facts)
            _score_facts(result, talk, _score_labels(result, talk))
            for session, got in talk.sessions:
                _score_questions(result, talk, session, got)
    return result


def _score_labels(result: Result, talk: Talk) -> set[str]:
    """Ids of the facts that match a label."""
    used: set[str] = set()
    for name, turn in talk.turns.items():
        mine = [m for m in talk.facts if name in _cited(m)]
        for label in turn.get("facts", []):
            got = [m for m in mine if any(hit(label["keys"], said) for said in talk.wordings[m["memory_id"]])]
            used |= {m["memory_id"] for m in got}
            if label["optional"]:
                continue
            made = [m["content"][:80] for m in mine]
            if result.note("recall", bool(got), f"[{label['id']}] {label['say']} <- {turn['content'][:110]!r}; made: {made}"):
                _score_fields(result, label, got)
    return used


def _score_fields(result: Result, label: Row, got: Sequence[Row]) -> None:
    best = max(got, key=lambda m: (m["subject"] in label["subject"], not label["category"] or m["category"] in label["category"]))
    said = f"[{label['id']}] {best['content'][:90]!r}"
    for name in PLACES:
        if label[name]:
            result.note(name, best.get(name) in label[name], f"{said}: {best.get(name)}, wants {label[name]}")
    if label["date"]:
        dated = any(str(m.get("valid_from")).startswith(d) or d in m["content"] for m in got for d in label["date"])
        result.note("date", dated, f"{said}: {best.get('valid_from')}, wants {label['date']}")


def _score_facts(result: Result, talk: Talk, used: set[str]) -> None:
    for m in talk.facts:
        cited, names, text = talk.evidence(m), ",".join(_cited(m)), m["content"][:120]
        if cited and all(t.get("event_type", "message") == "message" for t in cited):
            around = [t["content"] for t in talk.before(m)] + [t.get("name", "") for t in cited]
            wrong = faithful.faults(m["content"], " ".join(t["content"] for t in cited), around)
            result.note("faithful", not wrong, f"[{names}] {text!r}: {'; '.join(wrong)} <- {cited[-1]['content'][:140]!r}")
        result.durability[str(m.get("durability"))] += 1
        result.extractor[str(m.get("extractor") or m.get("source"))] += 1
        result.matched += m["memory_id"] in used
        other = [t for t in cited if t.get("role") in ("assistant", "tool")]
        empty = [t for t in cited if t.get("role") == "user" and not t.get("facts")]
        if m["memory_id"] not in used and _cited(m) and len(other) + len(empty) == len(cited):
            origin = "assistant or tool text" if other else "turn with nothing to keep"
            result.junk[origin] += 1
            result.shares.misses.append(f"junk | [{names}] {origin} -> {text!r} ({m['subject']}, {m['category']})")


def _score_questions(result: Result, talk: Talk, session: Row, got: Row) -> None:
    """Those asked at the end of a session."""
    facts, at = facts_of(got["memories"]), session["date"][:10] + "T23:59:59Z"
    for place, turn in enumerate(session["turns"]):
        for q in (*turn.get("corrections", []), *turn.get("controls", [])):
            found = any(set(m["legs"]) != {"standing"} for m in talk.answers[q["id"]]["memories"])
            result.note("anything told", found, f"[{q['id']}] {q['ask']} -> nothing")
        for q in turn.get("corrections", []):
            _score_correction(result, talk, q, turn_id(session, place), facts, at)
        for q in turn.get("controls", []):
            _score_control(result, q, talk.answers[q["id"]], facts, at)


def _score_correction(result: Result, talk: Talk, q: Row, turn: str, facts: list[Row], at: str) -> None:
    answer = talk.answers[q["id"]]

    def right(m: Row) -> bool:
        return hit(q["right"], m["content"]) and (talk.since(m, turn) or q["type"].startswith("undo"))

    def asserts_old(m: Row) -> bool:
        return hit(q["old"], m["content"]) and not re.search(q["unless"] or ENDED, m["content"], re.IGNORECASE) and not right(m)

    alone, default = active(answer["facts"]), active(answer["memories"])
    of_any_kind, of_default, of_facts = (any(right(m) for m in found[:1]) for found in (answer["memories"], default, alone))
    first = of_any_kind or of_default
    stale = [m["content"] for m in facts if _current(m, at) and asserts_old(m)]
    kept = not q["hist"] or any(not _current(m, at) and hit(q["old"], m["content"]) for m in facts) or any(_in_place(q, facts, answer))
    good = first and not stale and kept
    said = f"[{q['id']}] ({q['type']})"
    firsts = f"{[m['content'][:80] for m in answer['memories'][:1]]}, first facts {[m['content'][:80] for m in alone[:2]]}"
    result.note("answer first", first, f"{said} {q['ask']} -> first {firsts}, wants {q['right']}")
    result.note(
        "old not current", not stale, f"{said} still current: {[x[:90] for x in stale[:2]]} after {talk.turns[turn]['content'][:90]!r}"
    )
    if q["hist"]:
        stored = any(hit(q["old"], m["content"]) for m in facts)
        result.note("old in history", kept, f"{said} {q['old']} {'is not in history' if stored else 'was never stored'}")
    result.note("corrections", good)
    result.wordings[q["type"]][good] += 1
    result.note("first item of any kind", of_any_kind)
    result.note("first fact of the default recall", of_default)
    result.note("first of a facts-only recall", of_facts)
    result.note("in top 3 of a facts-only recall", any(right(m) for m in alone[:3]))
    result.note("a fact in the default recall at all", any(right(m) for m in default))
    result.note("right by facts alone", of_facts and not stale and kept)
    if q.get("as_of"):
        then = facts_of(answer["as_of"])
        good = bool(then) and hit(q["as_of_right"], then[0]["content"])
        result.note("as_of", good, f"[{q['id']}] as of {q['as_of']}: {[m['content'][:80] for m in then[:2]]}, wants {q['as_of_right']}")


def _in_place(q: Row, facts: Sequence[Row], answer: Row) -> Iterator[bool]:
    """Of the facts that hold the new value alone: whether their history holds the old one."""
    for m, told in zip(holders(q, facts), answer.get("history") or [], strict=False):
        yield not hit(q["old"], m["content"]) and hit(q["old"], json.dumps(told, ensure_ascii=False))


def holders(q: Row, memories: Iterable[Row]) -> list[Row]:
    """The facts whose history is read for a question: the first three that hold the new value."""
    return [m for m in active(memories) if q.get("right") and hit(q["right"], m["content"])][:3]


def _score_control(result: Result, q: Row, answer: Row, facts: Sequence[Row], at: str) -> None:
    alone = active(answer["facts"])
    stayed = any(_current(m, at) and hit(q["stay"], m["content"]) for m in facts)
    first = any(hit(q["stay"], m["content"]) for m in alone[:1] + answer["memories"][:1])
    false = [m["content"] for m in facts if _current(m, at) and _is_never(q, m)]
    ended = not stayed and any(hit(q["stay"], m["content"]) for m in facts)
    told = f"wants {q['stay']}; kept: {stayed}; false: {[x[:90] for x in false[:2]]}"
    said = f"[{q['id']}] ({q['type']}) {q['ask']} -> {[m['content'][:80] for m in alone[:2]]}, {told}"
    result.note("controls", stayed and first and not false, said)
    result.note("controls unharmed", not false and not ended)


def _is_never(q: Row, m: Row) -> bool:
    """Whether it states what must never be stated: [subject or None, words...]."""
    stated = any((subject is None or m["subject"] == subject) and hit(words, m["content"]) for subject, *words in q["never"])
    return stated and not hit(q["stay"], m["content"])


def _current(m: Row, at: str) -> bool:
    return m["validity"] == "active" and m.get("status") != "deleted" and not (m.get("valid_to") and m["valid_to"] <= at)


def _cited(m: Row) -> list[str]:
    return list(m.get("event_ids") or [])


def told(result: Result, *, misses: bool = True) -> str:
    """Each shortfall, if wanted, and a last line with the figures."""
    shares, lines = result.shares, []
    if misses:
        lines += [f"  falls short: {m}" for m in shares.misses]
        by_wording = (f"{name} {held[True]}/{held.total()}" for name, held in sorted(result.wordings.items()))
        lines.append("  corrections by wording: " + "; ".join(by_wording))
        lines.append(
            f"  durability of facts: {dict(result.durability)}; made by: {dict(result.extractor)}; junk by origin: {dict(result.junk)}"
        )
    each = result.facts / max(1, result.turns)
    made = f"{result.facts} facts ({each:.2f} a turn, {result.matched} match a label, {result.junk.total()} junk = {result.junk_share:.0%})"
    figures = (f"{n} {shares.right[n]}/{shares.total[n]} ({shares.share(n):.0%})" for n in SHOWN if shares.total[n])
    return "\n".join([*lines, f"quality: {result.turns} user turns, {made}; {'; '.join(figures)}"])
