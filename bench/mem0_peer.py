"""mem0's side of bench/peers.py, run in an environment that has mem0: `python mem0_peer.py DATA FIRST ENDPOINT MODEL WORK OUT`."""

from __future__ import annotations

import json
import os
import re
import sys
import time
import zlib
from collections import Counter, namedtuple
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["MEM0_TELEMETRY"] = "False"

TOP_K = 100
Sparse = namedtuple("Sparse", "indices values")


class Bm25:
    """The formula of the BM25 that mem0 fetches from a hub: stemmed words, k 1.2, b 0.75, a mean length of 256; Qdrant adds the IDF."""

    def __init__(self) -> None:
        import Stemmer  # type: ignore[import-not-found]
        from bm25s.stopwords import STOPWORDS_EN  # type: ignore[import-not-found]

        self._stem, self._stop = Stemmer.Stemmer("english"), STOPWORDS_EN

    def embed(self, texts: Any) -> Any:
        import numpy as np

        for text in [texts] if isinstance(texts, str) else texts:
            found = [w for w in re.findall(r"\w+", text.lower()) if w not in self._stop]
            counts = Counter(self._stem.stemWords(found))
            bend = 1.2 * (1 - 0.75 + 0.75 * len(found) / 256)
            yield Sparse(
                np.array([zlib.crc32(w.encode()) & 0x7FFFFFFF for w in counts]), np.array([n * 2.2 / (n + bend) for n in counts.values()])
            )


def memory(name: str, work: Path, endpoint: str, model: str) -> Any:
    import mem0  # type: ignore[import-not-found]

    store = {"collection_name": name, "path": str(work / name), "embedding_model_dims": 384, "on_disk": False}
    embedder = {"model": model, "api_key": "none", "openai_base_url": endpoint}
    return mem0.Memory.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": store},
            "embedder": {"provider": "openai", "config": embedder},
            "llm": {"provider": "openai", "config": {"api_key": "none", "openai_base_url": "http://127.0.0.1:1/v1"}},
            "history_db_path": str(work / f"{name}.db"),
        }
    )


def main(data: str, first: str, endpoint: str, model: str, work: str, out: str) -> None:
    os.environ["MEM0_DIR"] = work
    from bench import scores

    modes: dict[str, Any] = {"mem0 2.2.1": False, "mem0 2.2.1 with keyword search": Bm25()}
    rows: dict[str, dict[str, list[Any]]] = {mode: {"results": [], "search_ms": []} for mode in modes}
    for sample in json.loads(Path(data).read_text())[: int(first)]:
        who, conversation = sample["sample_id"], sample["conversation"]
        store = memory(who, Path(work), endpoint, model)
        store.vector_store._bm25_encoder = modes["mem0 2.2.1 with keyword search"]
        sessions = sorted((k for k in conversation if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k.split("_")[1]))
        for turn in (t for k in sessions for t in conversation[k]):
            caption = f" [shares a photo: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            said = f"{turn['speaker']}: {turn['text']}{caption}"
            store.add(said, user_id=who, infer=False, metadata={"dia_id": turn["dia_id"]})
        for mode, encoder in modes.items():
            store.vector_store._bm25_encoder = encoder
            for number, question, _ in scores.scorable(sample):
                started = time.perf_counter()
                found = store.search(question["question"], top_k=TOP_K, filters={"user_id": who})
                rows[mode]["search_ms"].append(1000 * (time.perf_counter() - started))
                items = [{"text": r["memory"], "sources": [r["metadata"]["dia_id"]]} for r in found["results"]]
                rows[mode]["results"].append({"conversation": who, "question_index": number, "items": items})
    Path(out).write_text(json.dumps(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
