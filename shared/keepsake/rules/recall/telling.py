"""How an item stands in a line: its words, behind when and by whom they were said where they are a speaker's own (row Q6).

Own words stay in the first person, so who speaks has to stand beside them: "I" is never whoever reads the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from keepsake.api import RecallItem
from keepsake.ids import Key
from keepsake.records import Category, Event, Kind, Memory, Record, Role, Trust, memory_key
from keepsake.rules import quoting
from keepsake.rules.dates import temporal
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import goes_on, said_before
from keepsake.rules.recall import gates

STANDING, EARLIER, REVISES = "standing", "earlier", "revises"
"""Among an item's legs, for why it is there when no search has found it: what the assistant was told to do, and the two facts of a change
that is not clear."""
LIKELY = "likely"
"""What was put before the fact that was found first, since by its signs it tells how it stands."""
SHARED, ANOTHER = "shared", "another user"
"""The same of what another user shares with the reader, and what such a user is called who has no name."""
PASSED_ON = "passed on"
"""Beside `shared`: it was untrusted before it was shared, so it is not even that user's own word."""
ASSISTANT = "assistant"
"""The subject of what an assistant was told to do."""
UNFOUND = frozenset((STANDING, EARLIER, REVISES, LIKELY, SHARED, PASSED_ON))


def alone(record: Memory | Event, rows: Mapping[Key, Record], reader: gates.Reader) -> Memory | Event:
    """A fact without the words beside it that are another fact's, where that one is deleted, hidden from the reader or not at hand; and
    with those of an earlier message, where that is none of this."""
    if not isinstance(record, Memory):
        return record
    if record.content.context is None:
        return said_before.told(record, rows, partial(gates.kept_back, reader=reader))
    sources = [rows.get(memory_key(record.scope, r.target)) for r in record.relations if r.type == goes_on.TOLD_WITH]
    if all(isinstance(s, Memory) and not gates.kept_back(s, reader) for s in sources):
        return record
    kept = {k: v for k, v in record.content.structured.items() if k != "context"}
    return record.model_copy(update={"content": record.content.model_copy(update={"structured": kept})})


def told(record: Memory, rows: Mapping[Key, Record], reader: gates.Reader) -> Memory | None:
    """The fact as this reader may be told it; None where a gate holds it back."""
    shown = alone(record, rows, reader) if gates.held_by(record, reader) is None else None
    return shown if isinstance(shown, Memory) else None


def shared(record: Memory | Event, reader: gates.Reader) -> dict[str, float]:
    """The leg of a memory that is another user's: "the user" in it is not who reads it."""
    return {SHARED: 1.0} if record.scope.user_id not in (None, reader.scope.user_id) else {}


def foreign(item: RecallItem) -> bool:
    """Whether nobody vouches for it; what another user says themselves is their own word, though to the reader it is untrusted."""
    return PASSED_ON in item.legs if SHARED in item.legs else item.trust is Trust.UNTRUSTED


def line(item: RecallItem) -> str:
    """`Ann, 12 May 2026: I moved to Lisbon (asked: "Where do you live?")`; what the user said has no name before it, and what nobody said
    in these words stands alone. What a later fact may have replaced is marked `earlier`. What another user shares is theirs, whatever it is
    about, and is quoted: `another user, 12 May 2026: "I moved to Lisbon"`."""
    return f"{_opening(item)}{_words(item)}{_context(item)}"


def reported(item: RecallItem) -> str:
    """The same as a sentence of its own, for an answer: `The user, 12 May 2026: "I moved to Lisbon"`."""
    opening = _opening(item)
    if SHARED in item.legs:
        return f'{_capital(opening)}"{quoting.quotable(item.content)}"{_context(item)}'
    if item.said_by is None:
        return quoting.flat(item.content)
    opening = opening if documents.narrator(item.said_by) else "The user, " + opening
    return f'{opening}"{quoting.quotable(item.content)}"{_context(item)}'


def own_words(item: RecallItem) -> bool:
    """Whether it is told in the words of its speaker, the user who is meant."""
    return item.said_by is not None and item.source_role is Role.USER and SHARED not in item.legs


def about(item: RecallItem) -> str:
    """Whom it is about: where another user speaks of themselves, or to an assistant of theirs, that one."""
    subject = item.subject or "user"
    return documents.narrator(item.said_by) or ANOTHER if subject in ("user", ASSISTANT) and SHARED in item.legs else subject


def label(item: RecallItem) -> str:
    """What stands in brackets before a line that tells what holds: no other user's line is called a constraint, which a reader follows."""
    plain = item.kind is Kind.SUMMARY or (SHARED in item.legs and item.category is Category.CONSTRAINT)
    return item.kind.value if plain or item.category is None else item.category.value


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _opening(item: RecallItem) -> str:
    earlier = ["earlier"] if EARLIER in item.legs else []
    dated = item.kind is Kind.EVENT  # its words begin with the date
    at = item.said_at or item.valid_from if (earlier and not dated) or item.said_by else None
    by = _sharer(item) if SHARED in item.legs else [_speaker(item)] if item.said_by is not None else []
    told = [part for part in (*earlier, *by, temporal.short_date(at) if at else "") if part]
    return f"{', '.join(told)}: " if told else ""


def _speaker(item: RecallItem) -> str:
    """Whose words they are where they are not the user's: a name, or what the speaker is."""
    name = documents.narrator(item.said_by)
    if item.source_role is not Role.USER:
        return item.source_role.value
    return quoting.name(name) if name else ""


def _sharer(item: RecallItem) -> list[str]:
    """Another user, by the name they go by, and what spoke for them where they did not."""
    to = ["to an assistant"] if item.subject == ASSISTANT else []
    return [ANOTHER, _speaker(item), *to]


def _words(item: RecallItem) -> str:
    if SHARED in item.legs and item.source_role is Role.USER and not foreign(item):
        return f'"{quoting.quotable(item.content)}"'
    return quoting.told(item.content, item.trust, item.source_role)


def _context(item: RecallItem) -> str:
    """In quotation marks, whoever said it."""
    if not item.context:
        return ""
    return f' ({"asked" if documents.asks(item.context) else "about"}: "{quoting.quotable(item.context)}")'
