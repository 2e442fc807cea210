"""A number of a date is no other number (row R8): what stands in "[12 May 2026]", which we put before what was said, or in any date, tells
when, and is said of nothing else."""

from __future__ import annotations

import re

from keepsake.rules.dates.calendar_words import MONTHS

_MONTH = "|".join(MONTHS)
_OURS = re.compile(rf"(?<!\w)(?:(?P<day>\d{{1,2}}) )?(?P<month>{_MONTH}) (?P<year>\d{{4}})(?!\w)")
"""As we write dates: `12 May 2026`, `May 2026`."""
_TH = "(?:st|nd|rd|th)"
_ANY = re.compile(
    rf"(?<!\w)(?:(?P<d1>\d{{1,2}}){_TH}?(?: of)? (?P<m1>{_MONTH})(?:,? (?P<y1>\d{{4}}))?"
    rf"|(?P<m2>{_MONTH})(?: (?P<d2>\d{{1,2}}){_TH}?(?!\w))?(?:,? (?P<y2>\d{{4}}))?"
    rf"|(?P<y3>\d{{4}})-(?P<m3>\d\d)-(?P<d3>\d\d)"
    rf"|(?:on|by|until|since|from) the (?P<d4>\d{{1,2}}){_TH}|(?P<y5>(?:19|20)\d\d))(?!\w)"
)
"""As anybody may write them, whole or in part."""
Parts = tuple[int | None, int | None, int | None]


def apart(text: str, told: str) -> tuple[str, str]:
    """Both without dates: `told` without those in our writing, `text` without those that tell one of them, or a part of it."""
    known: set[Parts] = set()
    for match in _OURS.finditer(told):
        day, month, year = int(match["day"] or 0) or None, MONTHS.index(match["month"]) + 1, int(match["year"])
        known |= {(day, month, year), (day, month, None), (None, month, year), (None, month, None), (None, None, year), (day, None, None)}
    return _ANY.sub(lambda m: " " if _parts(m) in known else m[0], text), _OURS.sub(" ", told)


def _parts(match: re.Match[str]) -> Parts:
    found = {name: value for name, value in match.groupdict().items() if value is not None}
    month = next((v for n, v in found.items() if n[0] == "m"), None)
    day, year = (next((int(v) for n, v in found.items() if n[0] == of), None) for of in "dy")
    return day, None if month is None else int(month) if month.isdigit() else MONTHS.index(month) + 1, year
