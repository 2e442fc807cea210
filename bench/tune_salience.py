"""Fits multilingual-e5-small to tell how surely a statement is worth keeping, read beside its message (local/salience.py).

    uv pip install torch && .venv/bin/python -m bench.tune_salience [BEFORE]      makes the FITTED of local/salience.py, 4.7 MB

Each product of the encoder gets a further one of low rank, as in bench/tune.py. It is fitted to

    bench/salience/*.jsonl      {message, asked, statements, kept}: invented messages, some with what was asked before them, and for each of
                                the statements into which they were cut a letter: K what an assistant would do well to know a month
                                later, I an instruction for good, T true and of no use by then, N a request, the matter of a task, or
                                nothing; each judged by a reader, most of them by one who saw no rule
    bench/everyday              talk by others: what bears a label, and what bears none

A quarter of an hour on two cores that know bfloat16, twice that on others. statement-salience.3 was taken on so from BEFORE, the second, by
one round. `python -m bench.kept_aside` tells how it does on what is kept out.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import torch  # type: ignore[import-not-found]

from bench import chat_scores
from bench.tune import RATE, save
from bench.tune_judge import Judging, Pair, fit, read
from keepsake.rules.reading import language, own_words, statements
from keepsake.rules.reading.ways import parted, with_name
from local.salience import FITTED, PIECES, around

TOLD = sorted(Path("bench/salience").glob("*.jsonl"))
EVERYDAY = sorted(Path("bench/everyday").glob("*.json"))
WORTH = {"K": 1.0, "I": 1.0, "T": 0.15, "N": 0.0}
UNLABELLED = 0.1
ROUNDS = 2
ON_RATE = RATE * 0.4
LONGEST_QUESTION = 120


def invented() -> Iterator[Pair]:
    for item in (item for path in TOLD for item in read(path)):
        for text, letter in zip(item["statements"], item["kept"], strict=True):
            asked = f"{item['asked'][-LONGEST_QUESTION:]} | " if "asked" in item else ""
            yield Pair(asked + around(item["message"], text), text, WORTH[letter])


def everyday() -> Iterator[Pair]:
    for path in EVERYDAY:
        for conversation in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
            for session in conversation["sessions"]:
                before = ""
                for turn in session["turns"]:
                    if turn["role"] == "user" and turn.get("event_type", "message") == "message":
                        yield from _of_turn(turn, before)
                    before = turn["content"] if turn["role"] == "assistant" else ""


def _of_turn(turn: chat_scores.Row, before: str) -> Iterator[Pair]:
    own = own_words.read(turn["content"])
    if language.of(own) != language.ENGLISH:
        return
    asked = f"{before.rstrip().splitlines()[-1].rsplit('. ', 1)[-1][-LONGEST_QUESTION:]} | " if before.rstrip().endswith("?") else ""
    for whole in statements.statements(own):
        for part in parted(whole):
            text = with_name(part, own).text
            wanted = any(chat_scores.hit(label["keys"], text) for label in turn.get("facts", []))
            yield Pair(asked + around(own, text), text, 1.0 if wanted else UNLABELLED)


def main() -> None:
    chance = random.Random(2)
    pairs = [*invented(), *everyday()]
    torch.manual_seed(2)
    model = Judging(PIECES)
    if before := sys.argv[1:]:
        model.take_on(Path(before[0]))
        fit(model, chance.sample(pairs, len(pairs)), ON_RATE)
    else:
        fit(model, [pair for _ in range(ROUNDS) for pair in chance.sample(pairs, len(pairs))], RATE)
    save(model, FITTED, head=model.head.weight.detach().numpy()[0], bias=model.head.bias.detach().numpy()[0])


if __name__ == "__main__":
    main()
