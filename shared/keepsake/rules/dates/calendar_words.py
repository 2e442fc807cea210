"""Words for dates: months, weekdays, seasons, units and small numbers."""

from __future__ import annotations

MONTHS = tuple("January February March April May June July August September October November December".split())
MONTH_OF = {name.lower(): number for number, name in enumerate(MONTHS, 1)}
MONTH_OF |= {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)} | {"sept": 9}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAY_OF = {name.lower(): number for number, name in enumerate(WEEKDAYS)}
WEEKDAY_OF |= {name[:3].lower(): number for number, name in enumerate(WEEKDAYS)} | {"tues": 1, "thur": 3, "thurs": 3}
SEASON_START = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First month of the meteorological season, northern hemisphere; three months each."""
UNITS = ("minute", "hour", "day", "night", "week", "weekend", "month", "year", "decade")
_COUNTED = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty""".split()
NUMBERS = {word: value for value, word in enumerate(_COUNTED, 1)} | {"a": 1, "an": 1, "couple": 2, "thirty": 30, "forty": 40, "fifty": 50}
_ORDINALS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth
    seventeenth eighteenth nineteenth twentieth""".split()
ORDINALS = {word: value for value, word in enumerate(_ORDINALS, 1)} | {"thirtieth": 30, "thirty first": 31}
ORDINALS |= {f"twenty {word}": 20 + value for value, word in enumerate(_ORDINALS[:9], 1)}
"""Days of a month as they are spoken: "the twenty first of April"."""
ORDINAL_PATTERN = f"(?:{'|'.join(sorted(ORDINALS, key=len, reverse=True))})".replace(" ", "[ -]")
VAGUE = ("few", "several")
"""Numbers that mean about two to five: kept in words, never made exact."""

MONTH_PATTERN = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
LONG_MONTH_PATTERN = f"(?:{'|'.join(MONTHS).lower()})"
WEEKDAY_PATTERN = f"(?:{'|'.join(WEEKDAYS).lower()})"
SHORT_WEEKDAY_PATTERN = "(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)"
"""Words of their own too ("the sun", "sat"): only behind "last", "on", "since" and their like are they days."""
SEASON_PATTERN = "(?:spring|summer|autumn|fall|winter)"
UNIT_PATTERN = f"(?:{'|'.join(UNITS)})"
NUMBER_PATTERN = (
    r"(?:\d{1,3}|(?:a )?(?:couple(?: of)?|few|several)|" + "|".join(sorted(NUMBERS.keys() - {"couple"}, key=len, reverse=True)) + ")"
)
