"""Draws the curves of docs/decay.md: `python -m bench.decay_curves`. The scores are those of rules/decay.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from keepsake.rules.forgetting import decay
from keepsake.rules.policy import DEFAULT, Strategy

DOCS = Path(__file__).parents[1] / "docs"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 400, 50, 150, 40, 45
COLOURS = ("#1b6ca8", "#c0392b", "#27874b", "#8e44ad", "#b9770e")
BANDS = ((1.0, "active", "#e6f4ea"), (DEFAULT.active_from, "deprioritized", "#fff6dc"), (DEFAULT.deprioritized_from, "archived", "#fde8d4"),
         (DEFAULT.archived_from, "deleted", "#f9d9d6"))  # fmt: skip

Curve = tuple[str, Callable[[float], float]]


def main() -> None:
    def faded(importance: float, times: int = 0, strategy: Strategy = "power-law") -> Callable[[float], float]:
        strength = decay.strength_days(importance, times, 1.0)
        return lambda days: decay.score(days, strength, strategy)

    by_importance: list[Curve] = [(f"importance {i}", faded(i)) for i in (0.2, 0.4, 0.6, 0.8, 0.9)]
    by_times: list[Curve] = [(f"said {t + 1} times", faded(0.4, t)) for t in (0, 1, 3, 7)]
    strategies: tuple[Strategy, ...] = ("power-law", "exponential", "none")
    by_strategy: list[Curve] = [(s, faded(0.6, 0, s)) for s in strategies]
    plots = {
        "decay-importance": ("Untouched memories, by importance", by_importance, 730),
        "decay-reinforcement": ("A memory of importance 0.4, by how often it was said", by_times, 730),
        "decay-strategy": ("A memory of importance 0.6, by strategy", by_strategy, 365),
    }
    for name, (title, curves, days) in plots.items():
        (DOCS / f"{name}.svg").write_text(svg(title, curves, days))


def svg(title: str, curves: list[Curve], days: int) -> str:
    def x(day: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * day / days

    def y(score: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - score)

    def text(at: tuple[float, float], words: str, style: str = "") -> str:
        return f'<text x="{at[0]:.0f}" y="{at[1]:.0f}" {style}>{words}</text>'

    lower = [floor for floor, _, _ in BANDS[1:]] + [0.0]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">']
    parts += [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', text((LEFT, 22), title, 'font-size="15"')]
    for (upper, name, fill), floor in zip(BANDS, lower, strict=True):
        parts.append(f'<rect x="{LEFT}" y="{y(upper):.1f}" width="{x(days) - LEFT:.1f}" height="{y(floor) - y(upper):.1f}" fill="{fill}"/>')
        parts.append(text((x(days) - 6, y(floor) - 5), name, 'text-anchor="end" fill="#666"'))
        parts.append(text((LEFT - 6, y(upper) + 4), f"{upper:.1f}", 'text-anchor="end"'))
    for day in range(0, days + 1, days // 6):
        parts.append(text((x(day), HEIGHT - BOTTOM + 18), str(day), 'text-anchor="middle"'))
    parts.append(text((x(days / 2), HEIGHT - 8), "days since the last use", 'text-anchor="middle"'))
    for n, (name, curve) in enumerate(curves):
        points = " ".join(f"{x(d):.1f},{y(curve(d)):.1f}" for d in (days * step / 200 for step in range(201)))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[n]}" stroke-width="2"/>')
        parts.append(text((x(days) + 10, TOP + 16 + 18 * n), name, f'fill="{COLOURS[n]}"'))
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
