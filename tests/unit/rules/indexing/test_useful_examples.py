"""The statements by which a model shows where the useful lie."""

from __future__ import annotations

from keepsake.rules.indexing import examples, useful_examples
from keepsake.rules.intake import secrets


def test_every_statement_is_there_once_and_says_something() -> None:
    texts = useful_examples.texts()
    assert len(texts) == len({t.casefold() for t in texts})
    assert all(t.strip() == t and t for t in texts)
    assert not set(texts) & set(examples.texts())


def test_no_kind_is_told_by_its_number() -> None:
    kept = useful_examples.kept()
    assert len(kept) == len(useful_examples.texts())
    assert 0.4 < sum(kept) / len(kept) < 0.6


def test_no_secret_is_among_them() -> None:
    assert not [t for t in useful_examples.texts() if secrets.mask(t)[1]]
