"""Unpacked size of the built layers.

python -m bench.layers
"""

from __future__ import annotations

from pathlib import Path

BUILT = Path(__file__).parents[1] / ".aws-sam"


def size_mb(folder: Path) -> float:
    return sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) / 1e6


def main() -> None:
    found = sorted({f for name in ("SharedLayer", "DependenciesLayer") for f in BUILT.glob(f"*/{name}") if f.is_dir()})
    if not found:
        print("Layers: none is built here; run `make up` or `sam build` first.")
    for folder in found:
        print(f"Layer {folder.name} ({folder.parent.name}): {size_mb(folder):.1f} MB unpacked")


if __name__ == "__main__":
    main()
