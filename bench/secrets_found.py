"""How many credentials that others collected are masked, and how many harmless lines are touched.

python -m bench.secrets_found RULES [HARMLESS] [--missed]

RULES is a folder of YAML rules with `pattern`, `categories` and `examples`, as noseyparker keeps them in
crates/noseyparker/data/default/builtin/rules. Of each example what the rule's own pattern captures must be gone. HARMLESS is a text of one
line each; a line that changes is shown.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from keepsake.rules.intake import secrets

WANTED = 0.9
_VARIABLE = re.compile(r"^[\"']?(?:[$%#@]\{?\w[\w.\[\]]*\}?%?|\w+(?:\.\w+)+\(?|)[\"']?$")
"""The name of what holds the credential: `$password`, `%nothing%`."""


class Example(NamedTuple):
    rule: str
    name: str
    text: str
    credentials: tuple[str, ...]


def examples(folder: Path) -> Iterator[Example]:
    """Examples of rules for secrets, each with what its pattern captures there."""
    for path in sorted(folder.glob("*.yml")):
        for rule in yaml.safe_load(path.read_text())["rules"]:
            if "secret" in (rule.get("categories") or []):
                for text in rule.get("examples") or []:
                    yield Example(rule["id"], rule["name"], text, captured(rule, text))


def captured(rule: dict[str, Any], text: str) -> tuple[str, ...]:
    """What the groups of the rule's pattern hold: the credential, and often whose it is."""
    try:
        match = re.search(_as_python(rule["pattern"]), text)
    except re.error:
        return ()
    return tuple(g for g in match.groups() if g) if match else ()


def _as_python(pattern: str) -> str:
    """Rust's form: flags may stand anywhere there, and stand at the beginning here."""
    flags = "".join(sorted(set("".join(re.findall(r"\(\?([imsx]+)\)", pattern)))))
    bare = re.sub(r"\(\?[imsx]+\)", "", pattern).replace(r"\z", r"\Z")
    return f"(?{flags}){bare}" if flags else bare


def is_masked(example: Example) -> bool:
    """Whether something that the rule captures is gone; without a capture, whether anything is."""
    done = secrets.mask(example.text)
    if not done.secrets or not example.credentials:
        return bool(done.secrets)
    return any(text not in done.text for text in example.credentials)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", type=Path)
    parser.add_argument("harmless", type=Path, nargs="?")
    parser.add_argument("--missed", action="store_true", help="shows each credential that is not masked")
    given = parser.parse_args()
    every = list(examples(given.rules))
    real = [e for e in every if not (e.credentials and _VARIABLE.match(e.credentials[-1]))]
    missed = [e for e in real if not is_masked(e)]
    share = 1 - len(missed) / max(1, len(real))
    print(f"{len(every)} examples of secrets, {len(every) - len(real)} of them the name of a variable")
    print(f"{len(real) - len(missed)} of {len(real)} credentials masked: {share:.1%}")
    if given.missed:
        for example in missed:
            print(f"  {example.rule} {example.name}: {example.text.strip()[:200]!r}")
    touched = 0
    if given.harmless:
        lines = [line for line in given.harmless.read_text().splitlines() if line.strip()]
        for line in lines:
            if (done := secrets.mask(line)).secrets:
                touched += 1
                print(f"  touched: {done.text[:300]}")
        print(f"{touched} of {len(lines)} harmless lines touched")
    return 0 if share >= WANTED and not touched else 1


if __name__ == "__main__":
    sys.exit(main())
