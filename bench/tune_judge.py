"""Fits multilingual-e5-small to tell whether a later statement ends an earlier one, reading both at once (local/judge.py).

    uv pip install torch && .venv/bin/python -m bench.tune_judge [BEFORE]      makes the FITTED of local/judge.py, 4.7 MB

Each product of the encoder gets a further one of low rank, as in bench/tune.py. It is fitted to

    bench/judging/scenes.jsonl    {old, changed, stays}: `old` is over after each of `changed`, after none of `stays`
    bench/judging/people.jsonl    {facts, later: [{say, ends}]}: what a person says later, with the places of the facts that it ends
    bench/judging/warm_talk.jsonl the same of warm talk, diaries and preferences
    bench/judging/friends.jsonl   the same of long talks between friends, of which little ends anything
    bench/judging/in_passing.jsonl the same of what is told inside requests, some of it in other languages
    bench/judging/friends_2.jsonl, friends_3.jsonl, tastes.jsonl: the same of friends and of tastes
    bench/judging/projects.jsonl, projects_2.jsonl: the same of work, studies and plans that go on; last, with as much of the others
    bench/judging/everyday.jsonl  {earlier, later, ends}: statements of bench/everyday and their nearest earlier ones, by their labels
    bench/tuning/changes_*.jsonl  changes that are told in passing
    bench/judging/talk.jsonl      {say, beside, ends, doubted}: what 324 invented people said, as the reader cut it, and the statements
                                  beside which the judge was asked of it, with the places of those that it ends; judged by readers who
                                  saw no score; last, with some of the others
    bench/judging/lots.jsonl      the same of bench/unseen, 8 to 15

change-judge.6 was taken on so from BEFORE, the fourth: half an hour where the whole takes an hour more.

A tenth of what was invented is kept aside and tells, at the end, what share of the changes is found by a score of which so many of
those found are changes.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch  # type: ignore[import-not-found]

from bench.tune import RATE, WARM, Tuned, save
from local import embedder
from local.judge import FITTED, PIECES
from local.pair_reader import SCALE, pair_ids

_INVENTED = "scenes people warm_talk friends in_passing friends_2 friends_3 tastes"
_GOES_ON = "projects projects_2"
"""Of which little is over: read among all the others it would count for little, alone it would make the judge forget them."""
INVENTED, GOES_ON = ([Path(f"bench/judging/{name}.jsonl") for name in names.split()] for names in (_INVENTED, _GOES_ON))
EVERYDAY = Path("bench/judging/everyday.jsonl")
TALK = [Path(f"bench/judging/{name}.jsonl") for name in ("talk", "lots")]
TOLD_IN_PASSING = sorted(Path("bench/tuning").glob("changes_*.jsonl"))
AT_ONCE, TOGETHER = 64, 32
LAST_RATE, TALK_RATE = RATE / 2, RATE * 0.4
NEAR, OTHERS = 3, 1
"""Facts of a person that a later statement does not end and is read beside: the nearest, as when it is served, and any others."""
STRANGERS = 2
"""Statements of other scenes that are read with each change: what tells at length, or of a change, ends no statement by that alone."""
PASSING, SETTLED = 0.3, 0.6
"""Shares of the changes told in passing, and of everyday pairs without a change, that a round reads."""
BEFORE = 60
"""Characters of a message that stand before the clause that tells, half of the time."""
OTHERS_TOO = 5_000
"""Pairs of the other sets that a round of talk reads."""
PRECISIONS = (0.8, 0.9, 0.95)

Tensor = Any
Row = dict[str, Any]
Taught = TypeVar("Taught")


class Pair(NamedTuple):
    earlier: str
    later: str
    ends: float


class Judging(Tuned):
    """Two texts to a score, or to one a question; `pieces` as in local/pair_reader.py."""

    def __init__(self, pieces: tuple[int, int] = PIECES, questions: int = 1) -> None:
        super().__init__()
        self._pieces = pieces
        self.head = torch.nn.Linear(len(self.centre), questions)

    def take_on(self, fitted: Path) -> None:
        """Goes on from a file that was made so; questions that it was not fitted to begin as they are."""
        with np.load(fitted) as held, torch.no_grad():
            for place, product in enumerate(self.products):
                product.down.copy_(torch.from_numpy(held[f"down{place}"].astype(np.float32)))
                product.up.copy_(torch.from_numpy(held[f"up{place}"].astype(np.float32)))
            heads = np.atleast_2d(held["head"].astype(np.float32))
            self.head.weight[: len(heads)] = torch.from_numpy(heads)
            self.head.bias[: len(heads)] = torch.from_numpy(np.atleast_1d(held["bias"].astype(np.float32)))

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Tensor:
        """A row a pair, a column a question."""
        ids = [pair_ids(self.model, *pair, self._pieces) for pair in pairs]
        order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
        parts = [order[at : at + TOGETHER] for at in range(0, len(order), TOGETHER)]
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled="AVX512" in torch.backends.cpu.get_cpu_capability()):
            made = torch.cat([self.head(self.means([ids[place] for place in part]) * SCALE) for part in parts])
        return made.float()[torch.tensor(order).argsort()]


def read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Beside:
    """What statements are read beside: by chance, and those that lie near."""

    def __init__(self, rows: Sequence[Row], chance: random.Random) -> None:
        self.chance = chance
        self.others = [r["old"] for r in rows if "old" in r] or [r["facts"][0] for r in rows]
        texts = sorted({text for r in rows if "facts" in r for text in (*r["facts"], *(later["say"] for later in r["later"]))})
        self._vectors = dict(zip(texts, embedder.Embedder().embed(texts), strict=True)) if texts else {}

    def nearest(self, said: str, facts: Sequence[str], places: Sequence[int]) -> list[int]:
        return sorted(places, key=lambda n: -float(self._vectors[facts[n]] @ self._vectors[said]))


def of_scene(scene: Row, beside: Beside) -> Iterator[Pair]:
    yield from (Pair(scene["old"], said, 1.0) for said in scene["changed"])
    yield from (Pair(scene["old"], said, 0.0) for said in scene["stays"])
    yield from (Pair(old, said, 0.0) for said in scene["changed"] for old in beside.chance.sample(beside.others, STRANGERS))


def of_person(person: Row, beside: Beside) -> Iterator[Pair]:
    facts = person["facts"]
    for later in person["later"]:
        stays = beside.nearest(later["say"], facts, [n for n in range(len(facts)) if n not in later["ends"]])
        yield from (Pair(facts[n], later["say"], 1.0) for n in later["ends"])
        yield from (Pair(facts[n], later["say"], 0.0) for n in (*stays[:NEAR], *beside.chance.sample(stays[NEAR:], OTHERS)))


def of_everyday(pair: Row, beside: Beside) -> Iterator[Pair]:
    if pair["ends"] or beside.chance.random() < SETTLED:
        yield Pair(pair["earlier"], pair["later"], float(pair["ends"]))


def of_passing(item: Row, beside: Beside) -> Iterator[Pair]:
    chance = beside.chance
    if chance.random() > PASSING:
        return
    message = item["new"]
    at = message.find(item["line"])
    yield Pair(item["old"], chance.choice([item["line"], message[max(0, at - BEFORE) : at] + item["line"]]), 1.0)
    yield Pair(item["old"], chance.choice([item["notline"], item["not"]]), 0.0)
    yield Pair(item["beside"], item["line"], 0.0)
    yield Pair(chance.choice(beside.others), item["line"], 0.0)


def of_talk(said: Row) -> Iterator[Pair]:
    """In doubt half an end."""
    for place, earlier in enumerate(said["beside"]):
        yield Pair(earlier, said["say"], 1.0 if place in said["ends"] else 0.5 if place in said["doubted"] else 0.0)


def pairs(rows: Sequence[Row], chance: random.Random) -> list[Pair]:
    beside = Beside(rows, chance)
    made = {"stays": of_scene, "facts": of_person, "line": of_passing, "earlier": of_everyday}
    found = [pair for row in rows for name, how in made.items() if name in row for pair in how(row, beside)]
    return chance.sample(found, len(found))


def loss_of(model: Judging, batch: Sequence[Pair]) -> Tensor:
    wanted, logits = torch.tensor([p.ends for p in batch]), model.logits([(p.earlier, p.later) for p in batch])
    return torch.nn.functional.binary_cross_entropy_with_logits(logits[:, 0], wanted)


def fit(model: Judging, taught: Sequence[Taught], rate: float, loss_of: Callable[[Judging, Sequence[Taught]], Tensor]) -> None:
    learnt, started = [p for p in model.parameters() if p.requires_grad], time.monotonic()
    optimiser = torch.optim.AdamW(learnt, lr=rate, weight_decay=0.01)
    steps = -(-len(taught) // AT_ONCE)
    model.train()
    for step in range(steps):
        batch = taught[step * AT_ONCE : (step + 1) * AT_ONCE]
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / (WARM * steps)) * max(0.05, 1 - step / steps)
        loss = loss_of(model, batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        optimiser.step()
        print(f"step {step + 1} of {steps}: loss {loss.item():.3f}, {time.monotonic() - started:.0f} s", flush=True)
    model.eval()


@torch.no_grad()  # type: ignore[untyped-decorator]
def told(model: Judging, held: Sequence[Pair]) -> str:
    pairs = [(p.earlier, p.later) for p in held]
    logits = np.concatenate([model.logits(pairs[at : at + 4 * AT_ONCE])[:, 0].numpy() for at in range(0, len(held), 4 * AT_ONCE)])
    order = np.argsort(-logits)
    ends, scores = np.array([held[n].ends for n in order]), 1 / (1 + np.exp(-logits[order]))
    right = np.cumsum(ends) / np.arange(1, len(ends) + 1)
    lines = [f"{len(held)} pairs, {ends.sum():.0f} changes"]
    for least in PRECISIONS:
        count = int(max(np.flatnonzero(right >= least), default=-1)) + 1
        lines.append(f"  {least:.0%} right: {ends[:count].sum() / ends.sum():.0%} found, by a score of {scores[max(0, count - 1)]:.2f}")
    return "\n".join(lines)


def talk(others: Sequence[Pair], chance: random.Random) -> list[Pair]:
    """Twice over what ends something, each time beside half of what ends nothing."""
    found = [pair for path in TALK for row in read(path) for pair in of_talk(row)]
    ends, stays = ([p for p in chance.sample(found, len(found)) if bool(p.ends) is ends] for ends in (True, False))
    rounds = []
    for at in (0, 1):
        one = [*ends, *stays[at::2], *others[at * OTHERS_TOO : (at + 1) * OTHERS_TOO]]
        rounds += chance.sample(one, len(one))
    return rounds


def main() -> None:
    chance = random.Random(0)
    invented = {path.stem: read(path) for path in (*INVENTED, *GOES_ON)}
    for rows in invented.values():
        chance.shuffle(rows)
    kept = {name: rows[: len(rows) // 10] for name, rows in invented.items()}
    taught = {name: rows[len(kept[name]) :] for name, rows in invented.items()}
    torch.manual_seed(0)
    model = Judging()
    last = pairs([row for path in GOES_ON for row in taught.pop(path.stem)], chance)
    others = [*(row for rows in taught.values() for row in rows), *(row for path in (*TOLD_IN_PASSING, EVERYDAY) for row in read(path))]
    first = pairs(others, chance)
    if before := sys.argv[1:]:
        model.take_on(Path(before[0]))
    else:
        fit(model, first, RATE, loss_of)
        both = [*last, *first[: len(last)]]
        fit(model, chance.sample(both, len(both)), LAST_RATE, loss_of)
    fit(model, talk(chance.sample([*last, *first], len(last) + len(first)), chance), TALK_RATE, loss_of)
    save(model, FITTED, head=model.head.weight.detach().numpy()[0], bias=model.head.bias.detach().numpy()[0])
    for name, rows in kept.items():
        print(name, told(model, pairs(rows, random.Random(1))), file=sys.stderr)


if __name__ == "__main__":
    main()
