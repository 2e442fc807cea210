"""Unpacked size of the built layers.

python -m bench.layers
"""

from __future__ import annotations

from pathlib import Path

BUILT = Path(__file__).parents[1] / ".aws-sam"


def size_mb(folder: Path) -> float:
    return sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) / 1e6


def main() -> None:
    """The local run keeps the packages of its dependency layer beside the build, so its figure is of that folder."""
    built = [f for name in ("SharedLayer", "DependenciesLayer") for f in BUILT.glob(f"*/{name}") if size_mb(f) > 0.1]
    for folder in sorted([*built, *BUILT.glob("*.packages-*")]):
        print(f"Layer {folder.relative_to(BUILT)}: {size_mb(folder):.1f} MB unpacked")
    if not built:
        print("Layers: none is built here; run `make build` (for AWS) or `make up` first.")


if __name__ == "__main__":
    main()
