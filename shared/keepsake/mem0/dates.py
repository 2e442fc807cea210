"""Times as mem0's clients write them: seconds since 1970, ISO dates and times, and days on which a memory expires."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from keepsake.errors import Invalid
from keepsake.rules.recall.filters import wrong

DAY = timedelta(days=1)
_MILLISECONDS_FROM = 1e11
"""As seconds this is the year 5138: a larger number counts milliseconds, as JavaScript does."""

YEAR_OR_DAY = (len("2026"), len("20260502"))
"""Digits of a text that means no second of 1970."""


def moment(value: object, field: str) -> datetime:
    """The moment that a number of seconds or an ISO text means, in UTC where it names no zone. Raises Invalid."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or value == "":
        raise _no_time(field)
    if isinstance(value, str) and value.isdecimal() and len(value) in YEAR_OR_DAY:
        return _from_text(value, field)
    try:
        number = float(value)
    except ValueError:
        return _from_text(str(value), field)
    seconds = number / 1000 if abs(number) >= _MILLISECONDS_FROM else number
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError) as err:
        raise _no_time(field) from err


def day(value: object, field: str) -> date | None:
    """The day that a text names without a time; None where it is no bare date."""
    if not isinstance(value, str) or len(value) != len("2026-05-02"):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError as err:
        raise _no_time(field) from err


def begins(on: date) -> datetime:
    return datetime.combine(on, time(), UTC)


def ends(on: date, field: str) -> datetime:
    """When the day is over. Raises Invalid for the last one that a calendar here has."""
    try:
        return begins(on) + DAY
    except OverflowError as err:
        raise _no_time(field) from err


def expires(value: str | None, field: str = "expiration_date") -> datetime | None:
    """When a memory ends that expires on this day: the day's own end. A time of day is taken as it is."""
    if value is None:
        return None
    on = day(value, field)
    return moment(value, field) if on is None else ends(on, field)


def expires_on(at: datetime | None) -> str | None:
    """The last day on which it is told, as `2026-05-02`."""
    return None if at is None else (at.astimezone(UTC) - timedelta(microseconds=1)).date().isoformat()


def shown(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _from_text(text: str, field: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError as err:
        raise _no_time(field) from err
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _no_time(field: str) -> Invalid:
    return wrong(field, "has to be seconds since 1970, a date like 2026-05-02 or a time like 2026-05-02T10:00:00Z")
