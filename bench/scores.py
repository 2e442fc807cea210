"""Score retrieval by the evidence turns that LoCoMo's annotators named. No language model is needed.

An item is whatever the system returns: its text and the turns it cites, of which the first five count.
  R@10      share of a question's evidence among the first ten distinct turns cited, in rank order
  R@1000t   share cited by the items that fit, in rank order, in 1,000 tokens (words x 1.3); the first that does not fit ends the list
  ans@1000t share of the gold answer's content words in those texts
  nDCG@10   binary gain over the same distinct turns
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
CITED = 5
MEASURES = ("R@5", "R@10", "R@20", "nDCG@10", "R@1000t", "R@2000t", "ans@1000t")
STOP = frozenset(
    "a an and are as at be been but by did do does for from had has have he her his i in is it its of on or she that the their them they "
    "this to was were will with would yes no not likely".split()
)
Item = dict[str, Any]


def scorable(sample: dict[str, Any]) -> list[tuple[int, dict[str, Any], list[str]]]:
    """(index, question, evidence turns) of the questions that name evidence; the adversarial category is left out."""
    known = {t["dia_id"] for k, v in sample["conversation"].items() if re.fullmatch(r"session_\d+", k) for t in v}
    rows = ((i, q, _evidence(q, known)) for i, q in enumerate(sample["qa"]) if q["category"] in CATEGORIES)
    return [row for row in rows if row[2]]


def _evidence(question: dict[str, Any], known: set[str]) -> list[str]:
    """The data also has 'D8:6; D9:17', 'D:11:26', 'D30:05' and ids of no turn."""
    pairs = re.findall(r"D:?(\d+):(\d+)", " ".join(question.get("evidence") or []))
    ids = dict.fromkeys(f"D{int(s)}:{int(t)}" for s, t in pairs)
    return [i for i in ids if i in known]


def evaluate(data: list[dict[str, Any]], results: dict[tuple[str, int], list[Item]]) -> dict[str, dict[str, float]]:
    """Mean measures of all questions and of each category. A question without a result scores 0."""
    groups: dict[str, list[dict[str, float]]] = defaultdict(list)
    for sample in data:
        for index, question, gold in scorable(sample):
            row = score(results.get((sample["sample_id"], index), []), gold, question.get("answer", ""))
            for group in ("all", CATEGORIES[question["category"]]):
                groups[group].append(row)
    order = ["all", *CATEGORIES.values()]
    return {g: {"n": len(groups[g])} | {m: sum(r[m] for r in groups[g]) / max(1, len(groups[g])) for m in MEASURES} for g in order}


def score(items: list[Item], gold: list[str], answer: object) -> dict[str, float]:
    ranked = _cited(items)
    row = {f"R@{k}": len(set(ranked[:k]) & set(gold)) / len(gold) for k in (5, 10, 20)}
    gain = sum(1 / math.log2(place + 2) for place, turn in enumerate(ranked[:10]) if turn in gold)
    row["nDCG@10"] = gain / sum(1 / math.log2(place + 2) for place in range(min(10, len(gold))))
    for budget in (1000, 2000):
        row[f"R@{budget}t"] = len(set(_cited(_within(items, budget))) & set(gold)) / len(gold)
    wanted, shown = _words(answer), _words(" ".join(i["text"] for i in _within(items, 1000)))
    row["ans@1000t"] = len(wanted & shown) / len(wanted) if wanted else 0.0
    return row


def _cited(items: list[Item]) -> list[str]:
    return list(dict.fromkeys(s for item in items for s in item["sources"][:CITED]))


def _within(items: list[Item], budget: int) -> list[Item]:
    used, kept = 0.0, []
    for item in items:
        used += len(item["text"].split()) * 1.3
        if used > budget:
            break
        kept.append(item)
    return kept


def _words(text: object) -> set[str]:
    """Content words, with a light plural cut so that 'dogs' meets 'dog'."""
    found = re.findall(r"[a-z0-9]+", str(text).lower())
    return {w[:-1] if len(w) > 3 and w.endswith("s") else w for w in found if w not in STOP}


def table(result: dict[str, dict[str, float]]) -> str:
    lines = [f"| questions | n | {' | '.join(MEASURES)} |", "|---" * (len(MEASURES) + 2) + "|"]
    lines += [f"| {g} | {row['n']:.0f} | {' | '.join(f'{100 * row[m]:.1f}' for m in MEASURES)} |" for g, row in result.items()]
    return "\n".join(lines)
