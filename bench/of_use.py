"""Tells what labelled conversations teach of which statements are of use later (rules/indexing/everyday_examples.py).

    python -m bench.of_use FILE ...            conversations labelled as chat_open.json is (bench/chat.py), two files at least
    python -m bench.of_use FILE ... --print    and their statements, those that a label names and the others, as the examples have them

Every statement that the reader makes, kept or not, is compared with the labels of its turn. Prints, of each file by a direction that was
made without its statements, how many would be kept.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol
from unittest.mock import patch

from bench import chat
from bench.chat_scores import hit, turn_id
from keepsake.claims import Claim
from keepsake.records import Useful
from keepsake.rules.indexing import regression, useful_examples
from keepsake.rules.reading import usefulness
from local.paths import ROOT


class Embeds(Protocol):
    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


class Statement(NamedTuple):
    claim: Claim
    wanted: bool
    """A label of its turn names it."""
    in_vain: bool
    """Its turn has nothing worth keeping."""

    @property
    def text(self) -> str:
        return " ".join(self.claim.content.split())


def statements(path: Path, embedder: chat.Kept) -> Iterator[Statement]:
    """What the reader made of each user's turn, each once."""
    made: list[Claim] = []

    def keep(claim: Claim, *_: object) -> bool:
        made.append(claim)
        return True

    for conversation in chat.conversations_of(path, ""):
        made.clear()
        with patch.object(usefulness, "is_useful", keep), chat.service(embedder, conversation["sessions"]) as api:
            chat.play(api, conversation, conversation["id"])
        turns = {turn_id(s, place): t for s in conversation["sessions"] for place, t in enumerate(s["turns"])}
        for claim in {(c.event_ids, c.content): c for c in made}.values():
            labels = turns[claim.event_ids[-1]].get("facts", [])
            yield Statement(claim, any(hit(label["keys"], claim.content) for label in labels), not labels)


def counted(asked: Sequence[Statement], embedder: Embeds, useful: Useful | None) -> tuple[int, int, int]:
    """Of what is kept: wanted statements, others, and those of turns with nothing to keep."""
    vectors = embedder.embed([s.claim.content for s in asked])
    kept = [s for s, vector in zip(asked, vectors, strict=True) if usefulness.is_useful(s.claim, vector, useful)]
    return sum(s.wanted for s in kept), sum(not s.wanted for s in kept), sum(s.in_vain for s in kept)


def without(asked: Sequence[Statement], embedder: Embeds) -> Useful:
    """The direction by all examples but these statements."""
    mine = {s.text for s in asked}
    shown = [(text, kept) for text, kept in zip(useful_examples.texts(), useful_examples.kept(), strict=True) if text not in mine]
    direction, middle = regression.parted(embedder.embed([text for text, _ in shown]), [kept for _, kept in shown])
    return Useful(direction=tuple(direction), least=middle)


def main(arguments: Sequence[str]) -> None:
    paths = [a for a in arguments if not a.startswith("--")]
    if len(paths) < 2:
        sys.exit(__doc__)
    folder = ROOT / ".local"
    folder.mkdir(exist_ok=True)
    embedder = chat.Kept(folder)
    files = {path: list(statements(Path(path), embedder)) for path in paths}
    for path, asked in files.items():
        wanted, others, in_vain = counted(asked, embedder, without(asked, embedder))
        print(f"{path}: {sum(s.wanted for s in asked)} of {len(asked)} wanted; kept {wanted}, {others} others, {in_vain} in vain")
    embedder.save()
    if "--print" in arguments:
        weighed = [s for asked in files.values() for s in asked if s.claim.weight is not None]
        for title, wanted in (("kept", True), ("left", False)):
            print(f"\n{title}:", *dict.fromkeys(s.text for s in weighed if s.wanted is wanted), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
