"""Somebody who talks without end, and vectors and a search whose time is left out: for benches of what our own work costs."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from bench.cost import Stopwatch
from keepsake.ids import Key
from keepsake.ports import WORDS, Document, Hit, Leg, Owner
from keepsake.records import MEASURED
from local.stand_ins import WORD, MemoryIndex

DIMENSION = 384
DEEPER = 5
"""Times the size of a leg that is looked at before filters."""

FIRST = "Ada Bram Celia Dario Edda Farid Greta Hugo Ines Jonas Kira Lars Mila Nuno Olga Petra Quentin Rosa Silas Tilda".split()
LAST = (
    "Abbott Berger Castell Dumont Eriksen Falk Galvan Holt Ivers Jansen Keller Lindqvist Marsh Novak Okafor Prior Quist Ramsey Sorel "
    "Tanaka Ulrich Vargas Wessel Yilmaz Zeller Amsel Brandt Corvin Dorsey Engel"
).split()
WAYS = "Street Lane Road Square Alley Court Quay Bridge Walk Yard Gate Row Mews Drive Avenue Terrace Crescent".split()
PLACES = "Antwerp Bergen Cadiz Delft Evora Faro Ghent Haarlem Jena Krakow Lugano Malmo Nantes Oulu Porto Riga Split Trieste Utrecht".split()
THINGS = "bookshelf canoe drill easel flute grinder hammock kettle ladder mirror oven piano quilt radio saddle tent violin loom".split()
KINDS = "walnut copper linen vintage blue folding ceramic Danish leather secondhand bamboo striped enamel steel oak yellow".split()
REPLIES = (
    "That sounds lovely, thanks for telling me.|How did that come about?|Good to know, I will keep it in mind.|"
    "I see, and how do you feel about it?|Nice! Shall we go on with the list?|Understood. What would you like to do next?"
).split("|")


QUESTIONS = (
    "What did I hear of {person}?",
    "Where is the {thing} now?",
    "What has {person} to do with the {thing}?",
    "What happened in {place}?",
)
FORMS = (
    "I bought a {thing} from {person} when we met in {place}.",
    "I left the {thing} with {person} on {street} in {place}.",
    "We stored the {thing} behind the house of {person} on {street}.",
    "{person} sold me a {thing} in {place}.",
    "I love the {thing} that {person} made in {place}.",
    "I really like how the {thing} of {person} looks in {place}.",
    "I always repair my {thing} with {person} in {place}.",
    "Every week I meet {person} at the {thing} on {street}.",
    "I plan to visit {person} in {place} to see the {thing}.",
    "I work with {person} on the {thing} in {place}.",
    "The {thing} on {street} belongs to {person}.",
)
"""Each is read as one fact: an event, a preference, a pattern, a plan, an occupation or an attribute."""


class Speaker:
    """Says what nobody said before. People and streets grow with the facts, so that each is named in about ten of them at any size."""

    def __init__(self, facts: int) -> None:
        self._chance = random.Random(7)
        known = max(4, facts // 10)
        self._people = self._chance.sample([f"{a} {b}" for a in FIRST for b in LAST], known)
        self._streets = self._chance.sample([f"{a} {b}" for a in LAST for b in WAYS], known)
        self._said: set[str] = set()

    def say(self, sentences: int) -> str:
        """So many sentences, each a fact of its own."""
        return " ".join(self._new() for _ in range(sentences))

    def _new(self) -> str:
        while (said := self._chance.choice(FORMS).format(**self._matter())) in self._said:
            pass
        self._said.add(said)
        return said

    def _matter(self) -> dict[str, str]:
        one = self._chance.choice
        return {
            "person": one(self._people),
            "street": one(self._streets),
            "place": one(PLACES),
            "thing": f"{one(KINDS)} {one(THINGS)}",
        }

    def reply(self) -> str:
        return self._chance.choice(REPLIES)

    def ask(self) -> str:
        return self._chance.choice(QUESTIONS).format(**self._matter())


class WordVectors:
    """An `Embedder` of no cost: a text's vector is the sum of its longer words', any two of which are nearly at a right angle."""

    model, dimension, thresholds, asking, useful = "words", DIMENSION, MEASURED, None, None

    def __init__(self, clock: Stopwatch) -> None:
        self._clock = clock
        self._words: dict[str, Any] = {}

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        with self._clock.left_out():
            return [self._one(t) for t in texts]

    def _one(self, text: str) -> list[float]:
        words = [w for w in WORD.findall(text.lower()) if len(w) > 3] or ["-"]
        total = np.sum([self._word(w) for w in words], axis=0)
        made: list[float] = (total / np.linalg.norm(total)).tolist()
        return made

    def _word(self, word: str) -> Any:
        if word not in self._words:
            octets = np.frombuffer(hashlib.shake_128(word.encode()).digest(DIMENSION // 8), dtype=np.uint8)
            self._words[word] = np.unpackbits(octets) * 2.0 - 1.0
        return self._words[word]


class SearchedElsewhere(MemoryIndex):
    """An index on a server of its own: its time is left out. What it scores it finds by postings and matrices, so that a bench ends."""

    def __init__(self, clock: Stopwatch) -> None:
        super().__init__(DIMENSION)
        self._clock = clock
        self._postings: defaultdict[str, set[Key]] = defaultdict(set)
        self._vectors: defaultdict[tuple[str, bool], dict[Key, Any]] = defaultdict(dict)
        self._stacked: dict[tuple[str, bool], tuple[list[Key], Any]] = {}

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        with self._clock.left_out():
            return super().search(owner, legs, within_s)

    def write(self, documents: Sequence[Document], *, at_once: bool = True) -> None:
        with self._clock.left_out():
            super().write(documents, at_once=at_once)
            for document in documents:
                self._note(self.documents[document.key])

    def _note(self, document: Document) -> None:
        fields = document.fields
        for word in [
            *WORD.findall(" ".join(fields.get(f, "") for f in WORDS).lower()),
            *fields.get("entities", ()),
            *fields.get("marks", ()),
        ]:
            self._postings[word].add(document.key)
        vectors = [fields["vector"]] if fields.get("vector") else []
        for nested, rows in ((False, vectors), (True, [s["vector"] for s in fields.get("sentences") or ()])):
            if rows:
                place = (fields["kind"], nested)
                self._vectors[place][document.key] = np.array(rows, dtype=np.float32)
                self._stacked.pop(place, None)

    def _candidates(self, leg: Leg) -> Iterable[Document]:
        if leg.vector is None:
            words = [w for w in WORD.findall((leg.text or "").lower()) if len(w) > 3]
            asked = [*leg.entities, *words] if leg.entities or leg.text else leg.marks
            keys = {k for w in asked for k in self._postings[w]}
        else:
            keys = {k for kind in leg.kinds for k in self._nearest((kind, leg.nested), leg.vector, DEEPER * leg.size)}
        return [self.documents[k] for k in keys]

    def _nearest(self, place: tuple[str, bool], vector: Sequence[float], most: int) -> Iterable[Key]:
        if not self._vectors[place]:
            return ()
        if place not in self._stacked:
            held = self._vectors[place]
            self._stacked[place] = [k for k, rows in held.items() for _ in rows], np.concatenate(list(held.values()))
        keys, rows = self._stacked[place]
        # Not by BLAS: its threads go on turning for a while behind the clock that leaves this out.
        return [keys[i] for i in np.argsort(-np.einsum("ij,j->i", rows, np.array(vector, dtype=np.float32)))[:most]]

    @staticmethod
    def _score(fields: dict[str, Any], leg: Leg) -> float:
        if leg.vector is None:
            return MemoryIndex._score(fields, leg)
        rows = [s["vector"] for s in fields.get("sentences", [])] if leg.nested else [fields["vector"]] if "vector" in fields else []
        return float(1 + np.einsum("ij,j->i", np.array(rows), np.array(leg.vector)).max()) / 2 if rows else 0.0
