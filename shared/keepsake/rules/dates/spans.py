"""Spans of whole local days: a week, a month, a season, each with the words for it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from keepsake.rules.dates import calendar_words as words


class Days(NamedTuple):
    """Whole local days, `end` exclusive, with the words for them."""

    start: date
    end: date
    label: str


def short_date(day: date) -> str:
    """Like `8 May 2023`."""
    return f"{day.day} {words.MONTHS[day.month - 1]} {day.year}"


def one_day(day: date, part: str = "", clock: str = "") -> Days:
    label = f"the {part.lower()} of {short_date(day)}" if part else short_date(day)
    return Days(day, day + timedelta(days=1), f"{label} at {clock}" if clock else label)


def week_of(day: date) -> Days:
    monday = day - timedelta(days=day.weekday())
    return Days(monday, monday + timedelta(days=7), f"the week of {short_date(monday)}")


def weekend_of(day: date) -> Days:
    """The weekend of the ISO week that holds `day`."""
    saturday = day - timedelta(days=day.weekday()) + timedelta(days=5)
    return Days(saturday, saturday + timedelta(days=2), f"the weekend of {short_date(saturday)}")


def month_of(year: int, month: int) -> Days:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    after = date(year + month // 12, month % 12 + 1, 1)
    return Days(date(year, month, 1), after, f"{words.MONTHS[month - 1]} {year}")


def year_of(year: int) -> Days:
    return Days(date(year, 1, 1), date(year + 1, 1, 1), str(year))


def season_of(name: str, year: int) -> Days:
    first = words.SEASON_START[name]
    label = f"{name} {year}" if name != "winter" else f"winter {year}/{year + 1}"
    return Days(date(year, first, 1), month_of(year, first + 2).end, label)


def shifted(today: date, unit: str, count: int) -> Days | None:
    if abs(count) > 300 and unit != "day":
        return None
    if unit in ("minute", "hour"):
        return one_day(today)
    if unit in ("day", "night"):
        return one_day(today + timedelta(days=count))
    if unit == "week":
        return week_of(today + timedelta(weeks=count))
    if unit == "weekend":
        return weekend_of(today + timedelta(weeks=count))
    if unit == "month":
        return month_of(today.year, today.month + count) if today.year * 12 + today.month + count > 12 else None
    years = count * (10 if unit == "decade" else 1)
    return year_of(today.year + years) if today.year + years > 0 else None


def weekday_near(today: date, weekday: int, which: str) -> date:
    """`last`, `past` and `previous` are the latest before today, `this` lies in this week (Monday first), `next` in the week after it, as
    `next week` does; else the first after today."""
    if which == "this":
        return today + timedelta(days=weekday - today.weekday())
    if which == "next":
        return today + timedelta(days=7 - today.weekday() + weekday)
    if which in ("last", "past", "previous"):
        return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def season_near(today: date, name: str, sign: int) -> Days:
    """The latest that is over (-1), the first that has not begun (1), else the one that goes on, or this year's."""
    seasons = [season_of(name, today.year + shift) for shift in (-2, -1, 0, 1, 2)]
    if sign < 0:
        return [season for season in seasons if season.end <= today][-1]
    if sign > 0:
        return next(season for season in seasons if season.start > today)
    return next((season for season in seasons if season.start <= today < season.end), seasons[2])


def exact_day(year: int, month: int, number: int) -> Days | None:
    try:
        return one_day(date(year, month, number))
    except ValueError:
        return None


def third_of(whole: Days, part: str | None) -> Days:
    """The early, mid or late third of a month or year."""
    if not part:
        return whole
    third, index = (whole.end - whole.start) / 3, ("early", "mid", "late").index(part.lower())
    return Days(whole.start + index * third, whole.start + (index + 1) * third, f"{part.lower()} {whole.label}")
