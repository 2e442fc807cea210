"""Fits multilingual-e5-small to tell how surely a statement is worth keeping, how surely it is an instruction for good, what kind of fact
it is, whom it is about, and what it needs beside it, read beside its message (local/salience.py).

    uv pip install torch && .venv/bin/python -m bench.tune_salience [BEFORE]      makes the FITTED of local/salience.py, 4.8 MB

Each product of the encoder gets a further one of low rank, as in bench/tune.py. It is fitted to

    bench/salience/*.jsonl      {message, asked, statements, kept}: invented messages, some with what was asked before them, and for each of
                                the statements into which they were cut a letter: K what an assistant would do well to know a month
                                later, I an instruction for good, T true and of no use by then, N a request, the matter of a task, or
                                nothing; each judged by a reader, most of them by one who saw no rule
    bench/everyday              talk by others: what bears a label, and what bears none
    bench/instructing/*.jsonl   {message, standing, once}: invented messages, and what of them instructs the assistant for good, or for once
                                work.jsonl of talk about long work, in which most is for once: it taught the last layer alone
    bench/kinds/*.jsonl         {text, kinds}: as for bench/tune_kinds.py, all but every tenth; where the message is not known, beside
                                another statement or two
    bench/people/*.jsonl        {person, nth, message, statements, kept, beside, earlier, about}: what invented people wrote, the nth
                                message of each cut to statements, each judged by readers who saw no rule and were strict: a letter
                                as above, or G, cut in the wrong place; the places of the statements that it needs beside it, -1 for one
                                of another message, which `earlier` names by message and place; and of what was stored whom
                                it is about: `user`, words of whoever else it is, `nobody`, several of them by "/" where each is
                                right, or `assistant`, which is left out. Three of five are read behind one or two of the messages
                                before them, as if said in one sitting

An hour on two cores that know bfloat16, twice that on others. statement-salience.7 was taken on so from BEFORE, the sixth, which read no
message before its own, and is the mean of the two: it keeps what the sixth tells of a message alone, and points into those before it.
`python -m bench.kept_aside` tells how it does on what is kept out.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch  # type: ignore[import-not-found]
from numpy.typing import NDArray

from bench import chat_scores
from bench.kept_aside import ASIDE, FILED, is_kept_out, kinds_given
from bench.tune import RATE, save
from bench.tune_judge import TOGETHER, Judging, Tensor, fit, read
from keepsake.records import Category
from keepsake.rules.reading import language, own_words, statements
from keepsake.rules.reading.sitting import MOST_MESSAGES, MOST_READ
from keepsake.rules.reading.ways import parted, with_name
from local.e5 import MultilingualE5
from local.pair_reader import SCALE, cut, pair_ids, part_at, words_at
from local.salience import BESIDE, EARLIER, ELSEWHERE, FITTED, NOBODY, NOTHING, PIECES, USER, WHOSE, around

TOLD = sorted(Path("bench/salience").glob("*.jsonl"))
INSTRUCTING, OF_WORK = Path("bench/instructing/told.jsonl"), Path("bench/instructing/work.jsonl")
PEOPLE = sorted(Path("bench/people").glob("*.jsonl"))
EVERYDAY = sorted(Path("bench/everyday").glob("*.json"))
WORTH = {"K": 1.0, "I": 1.0, "T": 0.15, "N": 0.0, "G": 0.2}
UNLABELLED = 0.1
SHARES = (1.0, 0.7, 0.5)
"""Of the kinds of a statement, the best first."""
ROUNDS, OF_WORTH, OF_KINDS = 2, 2_500, 2_000
"""How often each is read; statements of bench/salience, and of bench/kinds, that a round reads beside all the others."""
ON_RATE = RATE * 0.6
INSTRUCTS = 2.0
"""What an instruction weighs in the loss."""
OF_WORK_COUNTS, PULL, OF_TALK = 2.0, 0.003, 4_000
"""At last, for instructions: what a statement of work counts, the pull towards where the weights were, and other statements of talk."""
SAT = 0.6
"""Of the messages that have others before them are read as said in one sitting with one or two of these; those that need something of
these LATELY_TOO times, since of one person's messages to the next most bring another matter."""
LATELY_TOO = 3
ALONE, BEHIND, BEFORE = 0.4, 0.7, 0.85
"""Statements of which no message is known stand alone, behind another one, before one, or, the rest, between two."""
LONGEST_QUESTION = 120
UNTOLD = frozenset("mr mrs ms miss dr my the a an of our his her their in at and new old s".split())
"""Words of those whom a statement is about that do not tell who it is."""


class Told(NamedTuple):
    message: str
    statement: str
    worth: float | None = None
    instructs: float | None = None
    kinds: NDArray[np.float32] | None = None
    """A share for each; they add up to 1."""
    meant: tuple[int, ...] = ()
    """Which are right of those whom it may be about: USER, NOBODY, ELSEWHERE, and each piece of the pair."""
    needed: tuple[int, ...] = ()
    """Which are right of what it may need: NOTHING, EARLIER, and each piece of the pair."""


class Reading(Judging):
    """Tells worth, instructions and kinds, and of each piece of what it reads whether that names whom the statement is about, and whether
    it belongs to what the statement needs beside it."""

    def __init__(self) -> None:
        super().__init__(PIECES, questions=BESIDE.stop)
        self.point = torch.nn.Linear(len(self.centre), 2)

    def take_on(self, fitted: Path) -> None:
        super().take_on(fitted)
        with np.load(fitted) as held, torch.no_grad():
            points = np.atleast_2d(held["point"].astype(np.float32))
            self.point.weight[: len(points)] = torch.from_numpy(points)
            self.point.bias[: len(points)] = torch.from_numpy(np.atleast_1d(held["point_bias"].astype(np.float32)))

    def read(self, batch: Sequence[Told]) -> tuple[Tensor, list[tuple[Tensor, Tensor]]]:
        """A row of log odds a statement, and for each the logarithms of how likely each is whom it is about, and what it needs."""
        ids = [pair_ids(self.model, t.message, t.statement, PIECES) for t in batch]
        order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
        rows, pointed = list[Tensor](), dict[int, tuple[Tensor, Tensor]]()
        for at in range(0, len(order), TOGETHER):
            part = order[at : at + TOGETHER]
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled="AVX512" in torch.backends.cpu.get_cpu_capability()):
                states, there = self.states([ids[place] for place in part])
            states = states.float() * SCALE
            logits = self.head((states * there[..., None]).sum(1) / there.sum(1, keepdim=True))
            points = self.point(states)
            rows.append(logits)
            for row, place in enumerate(part):
                of_pieces = points[row, : len(ids[place])]
                meant, needed = torch.cat([logits[row, WHOSE], of_pieces[:, 0]]), torch.cat([logits[row, BESIDE], of_pieces[:, 1]])
                pointed[place] = torch.log_softmax(meant, 0), torch.log_softmax(needed, 0)
        return torch.cat(rows)[torch.tensor(order).argsort()], [pointed[place] for place in range(len(ids))]


def judged_anew() -> frozenset[str]:
    """The messages of bench/people, and of those that are kept out."""
    return frozenset(item["message"] for path in (*PEOPLE, ASIDE / "people.jsonl") for item in read(path))


def invented() -> Iterator[Told]:
    anew = judged_anew()
    for item in (item for path in TOLD for item in read(path) if item["message"] not in anew):
        for text, letter in zip(item["statements"], item["kept"], strict=True):
            asked = f"{item['asked'][-LONGEST_QUESTION:]} | " if "asked" in item else ""
            yield Told(asked + around(item["message"], text), text, WORTH[letter], float(letter == "I"))


def sat(said: Sequence[str], chance: random.Random) -> str:
    """What was said before in the sitting, as it stands before a message that is read."""
    if not said or chance.random() >= SAT:
        return ""
    return "".join(f"{own}\n" for own in said[-chance.randint(1, MOST_MESSAGES) :])[-MOST_READ:]


def everyday(chance: random.Random) -> Iterator[Told]:
    for path in EVERYDAY:
        for conversation in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
            for session in conversation["sessions"]:
                before, said = "", list[str]()
                for turn in session["turns"]:
                    if turn["role"] == "user" and turn.get("event_type", "message") == "message":
                        yield from _of_turn(turn, before, sat(said, chance))
                        said.append(own_words.read(turn["content"]))
                    before = turn["content"] if turn["role"] == "assistant" else ""


def _of_turn(turn: chat_scores.Row, before: str, said: str) -> Iterator[Told]:
    own = own_words.read(turn["content"])
    if language.of(own) != language.ENGLISH:
        return
    asked = f"{before.rstrip().splitlines()[-1].rsplit('. ', 1)[-1][-LONGEST_QUESTION:]} | " if before.rstrip().endswith("?") else ""
    for text in _cut(own):
        wanted = any(chat_scores.hit(label["keys"], text) for label in turn.get("facts", []))
        yield Told(around(said + asked + own, text), text, 1.0 if wanted else UNLABELLED)


def instructing(path: Path) -> Iterator[Told]:
    for item in read(path):
        own = own_words.read(item["message"])
        for text in _cut(own):
            standing, once = (any(text in piece or piece in text for piece in item[kind]) for kind in ("standing", "once"))
            yield Told(around(own, text), text, 1.0 if standing else 0.0 if once else None, float(standing))


def _cut(own: str) -> Iterator[str]:
    for whole in statements.statements(own):
        yield from (with_name(part, own).text for part in parted(whole))


def filed(chance: random.Random) -> Iterator[Told]:
    rows = [row for path in FILED for n, row in enumerate(read(path)) if not is_kept_out(n)]
    messages = [item["message"] for path in TOLD for item in read(path)]
    whole = "\0".join(messages)
    others = [row["text"] for row in rows]
    for row in rows:
        shares = np.zeros(len(Category), np.float32)
        for kind, share in zip(kinds_given(row), SHARES, strict=False):
            shares[list(Category).index(kind)] = share
        at, text = whole.find(row["text"]), row["text"]
        message = whole[whole.rfind("\0", 0, at) + 1 :].partition("\0")[0] if at >= 0 else _beside(text, others, chance)
        yield Told(around(message, text), text, kinds=shares / shares.sum())


def people(model: MultilingualE5, paths: Sequence[Path], chance: random.Random) -> Iterator[Told]:
    by_person = dict[str, dict[int, chat_scores.Row]]()
    for item in (item for path in paths for item in read(path)):
        by_person.setdefault(item["person"], {})[item["nth"]] = item
    for messages in by_person.values():
        for nth, item in messages.items():
            said = [own_words.read(messages[n]["message"]) for n in range(nth - MOST_MESSAGES, nth) if n in messages]
            lately = any(there >= nth - MOST_MESSAGES for one in item["earlier"] for there, _ in one)
            for _ in range(LATELY_TOO if lately else 1):
                yield from _of_message(model, item, messages, sat(said, chance))


def _of_message(model: MultilingualE5, item: chat_scores.Row, messages: Mapping[int, chat_scores.Row], said: str) -> Iterator[Told]:
    each = zip(item["statements"], item["kept"], item["beside"], item["earlier"], item["about"], strict=True)
    for text, letter, beside, earlier, about in each:
        message = around(said + item["message"], text)
        meant = _meant(model, message, text, about.split("/")) if about else ()
        parts = [item["statements"][n] if n >= 0 else "" for n in beside]
        lately = (messages[n]["statements"][place] for n, place in earlier if n in range(item["nth"] - MOST_MESSAGES, item["nth"]))
        needed = _needed(model, message, [*parts, *(lately if said else ())])
        yield Told(message, text, WORTH[letter], float(letter == "I"), meant=meant, needed=needed if letter != "G" else ())


def _needed(model: MultilingualE5, message: str, parts: Sequence[str]) -> tuple[int, ...]:
    if not parts:
        return (NOTHING,)
    read = cut(model, message, PIECES[0])
    places = {EARLIER + 1 + place for part in parts for place in part_at(model, read, part)}
    return tuple(sorted(places)) or (EARLIER,)


def _meant(model: MultilingualE5, message: str, statement: str, about: Sequence[str]) -> tuple[int, ...]:
    places = set[int]()
    for one in about:
        if one in ("user", "nobody"):
            places.add(USER if one == "user" else NOBODY)
        elif one != "assistant":
            words = set(re.findall(r"[^\W_]+", one))
            named = words - UNTOLD or words
            read = words_at(model, message, statement, PIECES)
            found = {place for word, at in read if {word, f"{word}s", word.removesuffix("s")} & named for place in at}
            places |= {ELSEWHERE + 1 + place for place in found} or {ELSEWHERE}
    return tuple(sorted(places))


def _beside(text: str, others: Sequence[str], chance: random.Random) -> str:
    how = chance.random()
    before = f"{chance.choice(others)}. " if ALONE <= how < BEHIND or how >= BEFORE else ""
    return before + text + (f". {chance.choice(others)}" if how >= BEHIND else "")


def loss_of(model: Reading, batch: Sequence[Told]) -> Tensor:
    (logits, pointed), loss = model.read(batch), torch.zeros(())
    for place, weight, given in ((0, 1.0, [t.worth for t in batch]), (1, INSTRUCTS, [t.instructs for t in batch])):
        rows = [n for n, wanted in enumerate(given) if wanted is not None]
        wanted = torch.tensor([given[n] for n in rows])
        if rows:
            told = torch.nn.functional.binary_cross_entropy_with_logits(logits[rows, place], wanted, reduction="sum")
            loss = loss + weight * told
    rows = [n for n, t in enumerate(batch) if t.kinds is not None]
    if rows:
        shares = torch.from_numpy(np.array([batch[n].kinds for n in rows]))
        loss = loss - (shares * torch.log_softmax(logits[rows, 2 : WHOSE.start], dim=1)).sum()
    for of_one, t in zip(pointed, batch, strict=True):
        for row, right in zip(of_one, (t.meant, t.needed), strict=True):
            if right:
                loss = loss - torch.logsumexp(row[list(right)], 0)
    return loss / len(batch)


def settle(model: Reading, of_talk: Sequence[Told], of_work: Sequence[Told]) -> None:
    """Moves the weights of the last layer for instructions alone, not far from where they are."""
    taught, counts = [*of_talk, *of_work], torch.tensor([1.0] * len(of_talk) + [OF_WORK_COUNTS] * len(of_work))
    with torch.no_grad():
        ids = [pair_ids(model.model, t.message, t.statement, PIECES) for t in taught]
        states = torch.cat([model.means([one]) for one in ids]) * SCALE
    weights, bias = (of[1].detach().clone().requires_grad_() for of in (model.head.weight, model.head.bias))
    before, wanted = weights.detach().clone(), torch.tensor([t.instructs for t in taught])
    optimiser = torch.optim.LBFGS([weights, bias], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimiser.zero_grad()
        told = torch.nn.functional.binary_cross_entropy_with_logits(states @ weights + bias, wanted, weight=counts)
        total = told + PULL * ((weights - before) ** 2).sum()
        total.backward()
        return total

    optimiser.step(loss)
    with torch.no_grad():
        model.head.weight[1], model.head.bias[1] = weights, bias


def mean(before: Path, fitted: Path) -> None:
    """Puts the mean of both in the place of the fitted weights."""
    with np.load(before) as one, np.load(fitted) as other:
        both = {name: ((one[name].astype(np.float32) + other[name].astype(np.float32)) / 2).astype(other[name].dtype) for name in other}
    np.savez(fitted, **both)


def main() -> None:
    chance = random.Random(2)
    told, ordered = [*invented(), *everyday(chance)], list(instructing(INSTRUCTING))
    of_kinds, known = list(filed(chance)), [t for t in told if t.instructs]
    torch.manual_seed(2)
    model = Reading()
    rate = RATE
    if before := sys.argv[1:]:
        model.take_on(Path(before[0]))
        rate = ON_RATE
    rounds = (
        [
            *chance.sample(told, min(OF_WORTH, len(told))),
            *known,
            *ordered,
            *chance.sample(of_kinds, min(OF_KINDS, len(of_kinds))),
            *people(model.model, PEOPLE, chance),
        ]
        for _ in range(ROUNDS)
    )
    fit(model, [t for one in rounds for t in chance.sample(one, len(one))], rate, loss_of)
    settle(model, [*ordered, *known, *chance.sample([t for t in told if t.instructs == 0], OF_TALK)], list(instructing(OF_WORK)))
    heads = {"head": model.head.weight, "bias": model.head.bias, "point": model.point.weight, "point_bias": model.point.bias}
    save(model, FITTED, **{name: made.detach().numpy() for name, made in heads.items()})
    if before:
        mean(Path(before[0]), FITTED)


if __name__ == "__main__":
    main()
