"""Fits multilingual-e5-small to tell how surely a statement is worth keeping, how surely it is an instruction for good, and what kind of
fact it is, read beside its message (local/salience.py).

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

A quarter of an hour on two cores that know bfloat16, twice that on others. statement-salience.4 was taken on so from BEFORE, the third.
`python -m bench.kept_aside` tells how it does on what is kept out.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch  # type: ignore[import-not-found]
from numpy.typing import NDArray

from bench import chat_scores
from bench.kept_aside import FILED, is_kept_out, kinds_given
from bench.tune import RATE, save
from bench.tune_judge import Judging, Tensor, fit, read
from keepsake.records import Category
from keepsake.rules.reading import language, own_words, statements
from keepsake.rules.reading.ways import parted, with_name
from local.pair_reader import SCALE, pair_ids
from local.salience import FITTED, PIECES, around

TOLD = sorted(Path("bench/salience").glob("*.jsonl"))
INSTRUCTING, OF_WORK = Path("bench/instructing/told.jsonl"), Path("bench/instructing/work.jsonl")
EVERYDAY = sorted(Path("bench/everyday").glob("*.json"))
WORTH = {"K": 1.0, "I": 1.0, "T": 0.15, "N": 0.0}
UNLABELLED = 0.1
SHARES = (1.0, 0.7, 0.5)
"""Of the kinds of a statement, the best first."""
ROUNDS, OF_WORTH = 2, 5_000
"""How often each is read; statements of bench/salience that a round reads, beside all instructions."""
ON_RATE = RATE * 0.6
INSTRUCTS = 2.0
"""What an instruction weighs in the loss."""
OF_WORK_COUNTS, PULL, OF_TALK = 2.0, 0.003, 4_000
"""At last, for instructions: what a statement of work counts, the pull towards where the weights were, and other statements of talk."""
ALONE, BEHIND, BEFORE = 0.4, 0.7, 0.85
"""Statements of which no message is known stand alone, behind another one, before one, or, the rest, between two."""
LONGEST_QUESTION = 120


class Told(NamedTuple):
    message: str
    statement: str
    worth: float | None = None
    instructs: float | None = None
    kinds: NDArray[np.float32] | None = None
    """A share for each; they add up to 1."""


def invented() -> Iterator[Told]:
    for item in (item for path in TOLD for item in read(path)):
        for text, letter in zip(item["statements"], item["kept"], strict=True):
            asked = f"{item['asked'][-LONGEST_QUESTION:]} | " if "asked" in item else ""
            yield Told(asked + around(item["message"], text), text, WORTH[letter], float(letter == "I"))


def everyday() -> Iterator[Told]:
    for path in EVERYDAY:
        for conversation in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
            for session in conversation["sessions"]:
                before = ""
                for turn in session["turns"]:
                    if turn["role"] == "user" and turn.get("event_type", "message") == "message":
                        yield from _of_turn(turn, before)
                    before = turn["content"] if turn["role"] == "assistant" else ""


def _of_turn(turn: chat_scores.Row, before: str) -> Iterator[Told]:
    own = own_words.read(turn["content"])
    if language.of(own) != language.ENGLISH:
        return
    asked = f"{before.rstrip().splitlines()[-1].rsplit('. ', 1)[-1][-LONGEST_QUESTION:]} | " if before.rstrip().endswith("?") else ""
    for text in _cut(own):
        wanted = any(chat_scores.hit(label["keys"], text) for label in turn.get("facts", []))
        yield Told(asked + around(own, text), text, 1.0 if wanted else UNLABELLED)


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


def _beside(text: str, others: Sequence[str], chance: random.Random) -> str:
    how = chance.random()
    before = f"{chance.choice(others)}. " if ALONE <= how < BEHIND or how >= BEFORE else ""
    return before + text + (f". {chance.choice(others)}" if how >= BEHIND else "")


def loss_of(model: Judging, batch: Sequence[Told]) -> Tensor:
    logits, loss = model.logits([(t.message, t.statement) for t in batch]), torch.zeros(())
    for place, weight, given in ((0, 1.0, [t.worth for t in batch]), (1, INSTRUCTS, [t.instructs for t in batch])):
        rows = [n for n, wanted in enumerate(given) if wanted is not None]
        wanted = torch.tensor([given[n] for n in rows])
        if rows:
            told = torch.nn.functional.binary_cross_entropy_with_logits(logits[rows, place], wanted, reduction="sum")
            loss = loss + weight * told
    rows = [n for n, t in enumerate(batch) if t.kinds is not None]
    if rows:
        shares = torch.from_numpy(np.array([batch[n].kinds for n in rows]))
        loss = loss - (shares * torch.log_softmax(logits[rows, 2:], dim=1)).sum()
    return loss / len(batch)


def settle(model: Judging, of_talk: Sequence[Told], of_work: Sequence[Told]) -> None:
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


def main() -> None:
    chance = random.Random(2)
    told, ordered = [*invented(), *everyday()], list(instructing(INSTRUCTING))
    of_kinds, known = list(filed(chance)), [t for t in told if t.instructs]
    torch.manual_seed(2)
    model = Judging(PIECES, questions=2 + len(Category))
    rate = RATE
    if before := sys.argv[1:]:
        model.take_on(Path(before[0]))
        rate = ON_RATE
    rounds = ([*chance.sample(told, min(OF_WORTH, len(told))), *known, *ordered, *of_kinds] for _ in range(ROUNDS))
    fit(model, [t for one in rounds for t in chance.sample(one, len(one))], rate, loss_of)
    settle(model, [*ordered, *known, *chance.sample([t for t in told if t.instructs == 0], OF_TALK)], list(instructing(OF_WORK)))
    save(model, FITTED, head=model.head.weight.detach().numpy(), bias=model.head.bias.detach().numpy())


if __name__ == "__main__":
    main()
