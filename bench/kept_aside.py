"""How the judge of pairs, the models of salience and of filing, and the rules do on what was kept out of their making.

    python -m bench.kept_aside

Reads, each judged by readers who saw no score,

    bench/aside/pairs.jsonl         {say, beside, ends, doubted}: what the judge is asked of the lots 16 to 18 (bench/tune_judge.py)
    bench/aside/ends.jsonl          {later, earlier, ends}: of the talk of twenty invented people, 1,300 facts, the pairs that the judge
                                    scores 0.5 or more, with a letter of each of two readers: Y it ends the earlier one, P in part, N not
    bench/aside/statements.jsonl    {message, statements, kept}: talk of invented people, as in bench/salience (bench/tune_salience.py)
    bench/aside/facts.jsonl         {message, fact, about, judged}: what was stored of the lots 16 to 18, with a letter: S sound, T trivial,
                                    J a request or small talk, G garbled, A of the wrong one, W wrong
    bench/aside/instructions.jsonl  {message, standing, once}: invented messages, with the pieces that instruct the assistant for good and
                                    those that look like it
    bench/aside/people.jsonl        {person, nth, message, statements, kept, beside, earlier, about}: what invented people wrote, as in
                                    bench/people: what of it is worth keeping, what it needs beside it, and whom it is about
    bench/kinds/*.jsonl             {text, kinds}: of what readers filed (bench/tune_kinds.py) every tenth

Five minutes on two cores.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.hostile import event
from keepsake.adapters import pair_judge
from keepsake.adapters.salient import SalientExtractor
from keepsake.claims import Chunk
from keepsake.records import Category
from keepsake.rules.reading import filing, language, own_words, people, standing, statements, ways, worth
from keepsake.rules.reading.sitting import MOST_MESSAGES
from local.judge import Judge
from local.salience import FILING, Filing, Salience

ASIDE = Path(__file__).with_name("aside")
FILED = sorted(Path(__file__).with_name("kinds").glob("*.jsonl"))
BOUNDS = (0.95, 0.9, 0.8, 0.7)
Scores = NDArray[np.float64]


def read(name: str) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, (ASIDE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def precision(scores: Scores, right: NDArray[np.bool_]) -> float:
    """The average precision: the mean, over what is right, of how much of what scores as high is right."""
    ordered = right[np.argsort(-scores, kind="stable")]
    return float((np.cumsum(ordered) / np.arange(1, len(ordered) + 1))[ordered].mean())


def before(wanted: Scores, other: Scores) -> float:
    """The share of the pairs in which what is wanted scores higher."""
    return float((wanted[:, None] > other[None]).mean())


def judge() -> Iterator[str]:
    model, scores, ends = Judge(), list[float](), list[bool]()
    for row in read("pairs"):
        scores += model.rerank("", row["say"], row["beside"])
        ends += [place in row["ends"] for place in range(len(row["beside"]))]
    found, right = np.array(scores), np.array(ends)
    yield f"{model.name}: {len(found)} pairs, {right.sum()} ends; average precision {precision(found, right):.2f}"
    yield f"  ends from {pair_judge.SURE}, may from {pair_judge.MAYBE} of the user, {pair_judge.MAYBE_OF_ANOTHER} of others"
    for least in BOUNDS:
        yield f"  from {least}: {right[found >= least].sum()} right, {(~right)[found >= least].sum()} none or in doubt"
    pairs = list(read("ends"))
    told = np.array([model.rerank("", row["later"], [row["earlier"]])[0] for row in pairs])
    for least, below in ((pair_judge.SURE, 1.1), (pair_judge.MAYBE, pair_judge.SURE), (0.5, pair_judge.MAYBE)):
        those = Counter(row["ends"] for row, score in zip(pairs, told, strict=True) if least <= score < below)
        ends_it, neither = those["YY"], those["NN"]
        yield f"  in talk, from {least}: {ends_it} end it, both readers say, {neither} none says, {those.total() - ends_it - neither} else"


def salience() -> Iterator[str]:
    model = Salience()
    told = [
        (s, k) for row in read("statements") for s, k in zip(_scores(model, row["message"], row["statements"]), row["kept"], strict=True)
    ]
    yield f"{model.name}: {_apart(told)}"
    people = [(s, k) for row in read("people") for s, k in zip(_scores(model, row["message"], row["statements"]), row["kept"], strict=True)]
    yield f"  of people, by stricter readers: {_apart(people)}"
    facts = [
        (s, row["judged"])
        for message, rows in groupby(read("facts"), key=lambda row: str(row["message"]))
        if (of_one := list(rows))
        for s, row in zip(_scores(model, message, [r["fact"] for r in of_one]), of_one, strict=True)
    ]
    by = {letter: np.array([s for s, judged in facts if judged == letter]) for letter in "STJGAW"}
    yield f"  {len(facts)} facts judged by eye; a sound one before a request or small talk in {before(by['S'], by['J']):.0%} of their pairs"
    kept = (f"{letter} {(found >= worth.LEAST).sum()} of {len(found)}" for letter, found in by.items())
    yield f"  from {worth.LEAST}: {', '.join(kept)}"


def _apart(told: Sequence[tuple[float, str]]) -> str:
    worth_it, not_ = (np.array([score for score, letter in told if (letter in "KI") is kept]) for kept in (True, False))
    return f"{len(told)} statements; what is worth keeping before what is not in {before(worth_it, not_):.0%} of their pairs"


def instructions() -> Iterator[str]:
    written = [(str(row["message"]), list[str](row["standing"])) for row in read("instructions")]
    told = [(r["message"], [s for s, k in zip(r["statements"], r["kept"], strict=True) if k == "I"]) for r in read("statements")]
    for name, messages in (("talk", told), ("messages written for it", written)):
        for by, model in (("patterns", None), (f"patterns and {FILING}", Filing())):
            counts = Counter[tuple[bool, bool]](
                found for message, standing in messages for found in _instructions(message, standing, model)
            )
            there, right, wrong = counts[True, True] + counts[False, True], counts[True, True], counts[True, False]
            yield f"standing instructions, {name}, by {by}: {right} of {there} found, {wrong} other statements taken for one"


def _instructions(message: str, standing: Sequence[str], model: Filing | None) -> Iterator[tuple[bool, bool]]:
    """Of each statement, whether it is taken for one and whether it is one."""
    own = own_words.read(message)
    spoken = [ways.with_name(part, own) for whole in statements.statements(own) for part in ways.parted(whole)]
    ordered = ways.ways_of(spoken, language.ENGLISH)
    found = filing.filed(own, spoken, ordered, partial(model.rerank, "") if model else None)
    for statement, way in zip(spoken, filing.with_instructions(spoken, ordered, found), strict=True):
        said = statement.text.lower()
        yield way is ways.STANDING, any(said in piece.lower() or piece.lower() in said for piece in standing)


def is_kept_out(place: int) -> bool:
    """Of a line of FILED, by its place in the file, whether the model was not fitted to it."""
    return place % 10 == 9


def kinds_given(row: Mapping[str, Any]) -> list[Category]:
    """The best first."""
    return [Category(kind) for kind in row["kinds"]]


def filed() -> Iterator[str]:
    rows = [json.loads(line) for path in FILED for n, line in enumerate(path.read_text(encoding="utf-8").splitlines()) if is_kept_out(n)]
    model, kinds_ = Filing(), [category.value for category in Category]
    right = 0
    for row in rows:
        scores = model.rerank("", row["text"], [f"{kind}: {row['text']}" for kind in kinds_])
        right += Category(kinds_[scores.index(max(scores))]) in kinds_given(row)
    yield f"{model.name}: of {len(rows)} statements {right / len(rows):.0%} are of a kind that readers gave"


def whose() -> Iterator[str]:
    """Each message is heard alone: whom another one named, nobody knows; then behind the two before it, as if said in one sitting."""
    rows = list(read("people"))
    for by, model, sat in (("rules", None, False), (f"rules and {FILING}", Filing(), False), ("both, in a sitting", Filing(), True)):
        extractor, counts = SalientExtractor(Salience(), model, within_s=inf), Counter[str]()
        for row, chunk in zip(rows, _chunks(rows, sat), strict=True):
            kept = {c.raw: c.subject for c in extractor.extract(chunk)}
            told = zip(row["statements"], row["about"], strict=True)
            counts.update(
                _of_whom(kept[text], about.split("/")) for text, about in told if text in kept and about not in (None, "assistant")
            )
        yield f"whom a statement is about, by {by}: {dict(sorted(counts.items()))} of {counts.total()}"


def _chunks(rows: Sequence[Mapping[str, Any]], sat: bool) -> Iterator[Chunk]:
    """Each message, behind the two before it of the same person where these are of one sitting."""
    at = {(row["person"], row["nth"]): row["message"] for row in rows}
    for row in rows:
        earlier = ((n, at.get((row["person"], n))) for n in range(row["nth"] - MOST_MESSAGES, row["nth"]))
        before = tuple(event(text).model_copy(update={"event_id": f"m{n}"}) for n, text in earlier if sat and text is not None)
        yield Chunk(events=(event(row["message"]),), before=before)


def sitting() -> Iterator[str]:
    """What of the two messages before it a statement that is worth keeping needs to be understood."""
    rows = list(read("people"))
    at = {(row["person"], row["nth"]): row for row in rows}
    extractor, counts = SalientExtractor(Salience(), Filing(), within_s=inf), Counter[str]()
    for row, chunk in zip(rows, _chunks(rows, True), strict=True):
        said = {e.event_id: e.content for e in chunk.before}
        kept = {c.raw: c for c in extractor.extract(chunk)}
        for text, letter, earlier in zip(row["statements"], row["kept"], row["earlier"], strict=True):
            if text in kept and letter in "KI":
                named = kept[text].said_before
                shown = said[named.event_id][named.begin : named.end] if named else ""
                lately = [at[row["person"], n]["statements"][place] for n, place in earlier if f"m{n}" in said]
                counts[_of_beside(shown, lately) if lately or not earlier else "needless" if shown else "of longer ago"] += 1
    yield f"what of its sitting stands beside a statement, by {FILING}: {dict(sorted(counts.items()))} of {counts.total()}"


def beside() -> Iterator[str]:
    """What a statement that is worth keeping needs of its message to be understood; each message is heard alone."""
    for by, model in (("rules", None), (f"rules and {FILING}", Filing())):
        extractor, counts = SalientExtractor(Salience(), model, within_s=inf), Counter[str]()
        for row in read("people"):
            kept = {c.raw: c.context for c in extractor.extract(Chunk(events=(event(row["message"]),)))}
            for text, letter, needs in zip(row["statements"], row["kept"], row["beside"], strict=True):
                if text in kept and letter in "KI" and -1 not in needs:
                    counts[_of_beside(kept[text], [row["statements"][n] for n in needs])] += 1
        yield f"what stands beside a statement, by {by}: {dict(sorted(counts.items()))} of {counts.total()}"


def _of_beside(shown: str, needed: Sequence[str]) -> str:
    if not needed:
        return "needless" if shown else "right, nothing"
    if not shown:
        return "lacking"
    return "right" if any(part in shown or shown in part for part in needed) else "another"


def _of_whom(subject: str, about: Sequence[str]) -> str:
    """Whether it is filed under the right one, under the user though it is somebody else's, and so on."""
    if subject == standing.SUBJECT:
        return "an order"
    if subject == people.UNKNOWN:
        return "right" if "nobody" in about else "left open"
    if subject == people.USER:
        return "right" if people.USER in about else "the user for another"
    named = {word for one in about if one != people.USER for word in re.findall(r"[^\W_]+", one)}
    if named & set(re.findall(r"[^\W_]+", subject)):
        return "right"
    return "another for the user" if people.USER in about else "the wrong one"


def _scores(model: Salience, message: str, texts: Sequence[str]) -> Sequence[float]:
    return model.rerank("", message, list(texts))


if __name__ == "__main__":
    for line in (*judge(), *salience(), *instructions(), *filed(), *whose(), *beside(), *sitting()):
        print(line)
