"""Parts phrases that are joined in one clause, each of which is a statement: `a nurse from Leeds`, `jazz and blues`, `..., on a"
" Fairphone now`."""

from __future__ import annotations

import re

_TRAILING = re.compile(
    r"^(?P<head>.+?\w),\s+(?:and\s+|but\s+)?(?P<tail>(?:now (?:on|driving|using|riding|renting|with|at|wearing)\b[^,]+"
    r"|(?:on|driving|using|riding|renting|wearing|with|at|living|working|playing|reading|drinking|taking) [^,]+? (?:now|these days"
    r"|instead)))$",
    re.IGNORECASE,
)


def trailing(sentence: str) -> list[str]:
    """`sold the Skoda, driving a Volvo now` > the sale, and `I am driving a Volvo now`."""
    match = _TRAILING.match(sentence)
    return [match["head"], f"I am {match['tail']}"] if match else [sentence]


_FROM = re.compile(
    r"^(?P<being>(?:I am|(?:my|our) (?:[\w-]+ ){1,2}is|he is|she is|[A-Z]\w+ is) (?:an? )(?:[\w'-]+ ){0,4}?[\w'-]+)"
    r"(?:,)? (?P<where>(?:originally )?from (?-i:[A-Z])[\w' -]+)$",
    re.IGNORECASE,
)
_VERBS = (
    r"(?:listen to|like|love|play|drink|eat|collect|enjoy|hate|dislike|watch|read|speak|learn|study|teach|use|take|grow|do not (?:eat"
    r"|drink|like)"
    r"|am (?:\w+ly )?(?:allergic to|into|learning|intolerant to))"
)
_ITEM = (
    r"(?!(?:the|an?|my|our|his|her|their|with|in|on|at|to|for|not|no|it|that|how|what|all|some|both|more|most|so|then|also|out|when|go|do|be"
    r"|have|is|are|was|and|or|but|like|love|hate|want)\b)[\w'-]+(?: (?!(?:and|or|but|with|in|on|at|to|for|from|because|when|while|as|at"
    r"|every"
    r"|by|of|the|before|after|since|is|are)\b)[\w'-]+)?"
)
_LIST = re.compile(
    rf"^(?P<head>(?:I|we) (?:\w+ly |also |mostly |still |both )*{_VERBS} )(?:both )?(?P<items>{_ITEM}(?:, {_ITEM})*),? and"
    rf" (?P<last>{_ITEM})"
    rf"(?P<rest>(?: (?:on|in|at|every|before|after|since|for|with|when|because|these days|now|most|a lot)\b.*)?)$",
    re.IGNORECASE,
)
_HAD = re.compile(
    rf"^(?P<head>(?:my|our) (?:main |favou?rite |biggest )?(?:hobbies|interests|passions|pastimes|languages|allergies|goals|skills"
    rf"|strengths|sports"
    rf"|medications|meds) are )(?P<items>{_ITEM}(?:, {_ITEM})*),? and (?P<last>{_ITEM})(?P<rest>)$",
    re.IGNORECASE,
)
_ONE_THING = re.compile(
    r"\b(?:mac(?:aroni)? and cheese|fish and chips|rock (?:and|'n'|n) roll|salt and (?:pepper|vinegar)|gin and tonic|bread and butter"
    r"|peanut butter and \w+|arts? and crafts?|drum and bass|r and b|rhythm and blues|black and white|bed and breakfast|dungeons and"
    r" dragons"
    r"|track and field|science and \w+|ham and \w+|bacon and \w+|rice and \w+|milk and \w+|sweet and sour|back and forth|more and more"
    r"|up and down|hide and seek|pros and cons|peace and quiet|food and drink|nuts and bolts|country and western)\b",
    re.IGNORECASE,
)
"""Two words for one thing."""


def parted(text: str, raw: str) -> list[tuple[str, str]]:
    """(clause, what was written) of every statement that a clause joins."""
    if origin := _FROM.match(text):
        subject = re.match(r"^.+? (?:am|is)\b", origin["being"])
        return [(origin["being"], raw), (f"{subject[0] if subject else 'I am'} {origin['where']}", raw)]
    found = _LIST.match(text) or _HAD.match(text)
    if found is None or _ONE_THING.search(text):
        return [(text, raw)]
    items = [*re.split(r",\s+", found["items"]), found["last"]]
    return [(f"{found['head']}{item}{found['rest']}", raw) for item in items]


_OF_ITSELF = frozenset(
    "moved lived worked started stayed studied graduated retired travelled traveled joined walked cycled played talked".split()
)


def describes(verb: str, following: str) -> bool:
    """Whether a participle after a comma tells of the thing before it: `a pacemaker, fitted in 2022`."""
    return verb.endswith("ed") and verb not in _OF_ITSELF and following in ("in", "by", "at", "on", "with", "from")
