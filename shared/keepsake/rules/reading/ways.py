"""What each statement of a message is to the reader: an instruction that stands, one that is not kept (and why), or one that tells; and how
a request is parted from what it tells (row R12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from keepsake.rules.reading import asked_for, language, moods, standing, statements, tasks
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.statements import THING_HEADS, Statement

MOST_TALK = 12
"""Statements of a message, above which it tells a tale, where not many of them are orders: "don't let me fall" is none there."""
STANDING = "standing"
ASKING = (moods.Mood.QUESTION, moods.Mood.REQUEST)
_OF_SOMEBODY = caseless(
    r"(?:(?-i:[A-ZÀ-Þ])[\w'’-]+|(?:dr|mr|mrs|ms|prof)\.? [\w'’-]+|he|she|they|(?:he|she)['’]s|hes|shes|many|most"
    r"|all) (?:\S+ ){0,2}?(?:is|are|was|has|have|had|will|wo|ca|does|did|\w+s|\w+ed)\b"
)

_OF_THEM = caseless(r"(?:he|she|hes|shes|(?:he|she)['’](?:s|d|ll)) ")


def parted(statement: Statement) -> Iterator[Statement]:
    """A request, and what it tells: each a statement of its own. What is asked for in the same breath stays with the request."""
    head, *told = asked_for.parted(statement.text)
    if not told or _way(statement._replace(text=head), language.ENGLISH) not in ASKING:
        yield statement
        return
    found = [s for t in told for s in statements.statements(t.rstrip(" ?"))]
    if not any(_way(s, language.ENGLISH) is None and _says_more(s, head) for s in found):
        yield statement
        return
    yield statement._replace(text=head, sentence=head)
    yield from (s._replace(before=head, asks=False) for s in found)


def with_name(statement: Statement, message: str) -> Statement:
    """With the one whom the request right before it is for, in the message's own words: "Priya, she's my lead" of "msg to Priya, she's my
    lead"."""
    name = asked_for.goes_to(statement.before) if _OF_THEM.match(statement.text) else None
    found = name and re.search(rf"{re.escape(name)},? {re.escape(statement.text)}", message)
    return statement._replace(text=found[0]) if found else statement


def _says_more(statement: Statement, asked: str) -> bool:
    """Whether what a request tells is of its writer's world: of themselves, or with a figure; of "it" where what is asked is of theirs."""
    figure = tasks.has_figure(statement.text) and (not THING_HEADS.match(statement.text) or tasks.speaks_of_writer(asked))
    return tasks.speaks_of_writer(statement.read) or figure or bool(_OF_SOMEBODY.match(statement.text))


def ways_of(spoken: Sequence[Statement], spoken_in: str) -> list[moods.Mood | str | None]:
    """What each statement of a message is (`_way`), by what stands around it: few orders within a long tale are the assistant's, and what
    follows an announced list of them, or goes on about one, is."""
    ways = [_way(statement, spoken_in) for statement in spoken]
    tale = ways.count(STANDING) * 4 < len(ways) > MOST_TALK
    if tale:
        ways = [_way(statement, spoken_in, amid_a_tale=True) for statement in spoken]
    elif (
        spoken_in == language.ENGLISH and (first := next((i for i, s in enumerate(spoken) if standing.announces(s.text)), None)) is not None
    ):
        ways = [
            STANDING if i >= first and standing.is_rule(s.text.partition(": ")[2] if i == first else s.text) else way
            for i, (s, way) in enumerate(zip(spoken, ways, strict=True))
        ]
    if spoken_in == language.ENGLISH and STANDING in ways:
        ways = [
            moods.Mood.MATERIAL if way is STANDING and _is_of_text(spoken[:i], s) else way
            for i, (s, way) in enumerate(zip(spoken, ways, strict=True))
        ]
    for i in range(1, len(ways)):
        if ways[i] is None and ways[i - 1] is STANDING and spoken_in == language.ENGLISH and standing.goes_on(spoken[i].text):
            ways[i] = STANDING
        if spoken_in == language.ENGLISH and moods.takes_back(spoken[i].text):
            ways[i - 1 : i + 1] = [moods.Mood.JEST] * 2
    return ways


_FOR_OTHERS = caseless(
    r"\b(?:write|draft|make|do|compose|word|reword|need|put together|come up with|knock up|give me)\b[^.?!]{0,40}?\b(?:group chat|notice"
    r"|sign|poster|ad|advert|listing|house rules|flyer|announcement|memo|handout|(?:post|text|message|e-?mail|letter|note|something)"
    r" (?:for|to) (?:the|my|our|all|every\w*) (?:\w+ )?(?:team|staff|tenants|guests|parents|neighbou?rs|group|class|kids|crew|members"
    r"|customers|clients|regulars|volunteers|students|players|flatmates|housemates|roommates))\b",
)
MOST_BEHIND = 5
"""Statements behind such a request in which an order is part of the text."""
_ORDERS_THEM = caseless(
    r"(?:and |but |or |also )?(?:don['’]?t|do not|never|always|no more) (?!.*\b(?:emojis?|bullets?|dash(?:es)?|you|u|answer\w*|repl\w+"
    r"|respond\w*|speak|talk|explain)\b)"
)


def _is_of_text(before: Sequence[Statement], statement: Statement) -> bool:
    """Whether an order is one to those for whom a text is asked for: "write something for the group chat. dont leave the nets wet"."""
    asked = any(_FOR_OTHERS.search(s.text) for s in before[-MOST_BEHIND:])
    return asked and bool(_ORDERS_THEM.match(statement.text)) and not standing.is_standing(statement.text, amid_a_tale=True)


def _way(statement: Statement, spoken_in: str, amid_a_tale: bool = False) -> moods.Mood | str | None:
    """STANDING for an instruction, why it is no statement, or None for one."""
    if spoken_in != language.ENGLISH:
        asked = statement.asks or language.asks(statement.text, spoken_in)
        return STANDING if language.instructs(statement.text, spoken_in) else moods.Mood.QUESTION if asked else None
    ordered = standing.is_standing(statement.text.removeprefix(f"{statement.heading}: "), amid_a_tale)
    ordered = ordered or (standing.is_addressed(statement.before or statement.text) and standing.is_rule(statement.text))
    return STANDING if ordered else moods.mood(statement)
