"""Whether a statement that somebody else worded follows from what was said (row R8): a chat model's claims are held to their evidence.

Every content word stands in the sentence that the statement is made of, or in what that refers to; numbers exactly. What the sentence
denies, supposes, doubts, ends, jokes about, asks or tells of others, the statement does too, and nothing of that beyond it. In doubt it
does not follow: the speaker's own words take its place, so that a word too strict costs a wording and a word too lax costs the truth.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from keepsake.rules.dates import calendar_words
from keepsake.rules.reading.statements import NOT_ABBREVIATED
from keepsake.rules.wording import dated, marks
from keepsake.rules.words import stem

_SENTENCE = re.compile(rf"(?<=[.!?…]){NOT_ABBREVIATED}[\"'’”)\]]?\s+|\n+|(?<=[。！？])", re.IGNORECASE)
_WORD = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
"""Scripts that put no space between words: there every two signs count as one."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_CALENDAR = frozenset(
    stem(w)
    for w in (*map(str.lower, (*calendar_words.MONTHS, *calendar_words.WEEKDAYS)), *calendar_words.SEASON_START, *calendar_words.UNITS)
)
_SAME = {
    **{word: calendar_words.WEEKDAYS[n].lower() for word, n in calendar_words.WEEKDAY_OF.items()},
    **{word: calendar_words.MONTHS[n - 1].lower() for word, n in calendar_words.MONTH_OF.items()},
    **dict.fromkeys(("til", "till"), "until"),
    **dict.fromkeys(("kilo", "kilos", "kgs"), "kg"),
    "ppl": "people",
}
"""Ways to write one word."""
_ENDINGS = frozenset(("", *"s es d ed ing er ers e y ies ied ly ic al ion ions ment n en r 's".split()))
SHARED = 4
"""Letters in which two forms of one word agree at least: "allergic" and "allergy"."""
MOST_CHARACTERS = 1_200
"""Of a sentence that is read; longer ones have lost their full stops, and are read in pieces."""
MOST_ANSWERED = 3
"""Content words of a bare answer: "wasps, since my school days"."""
MOST_COMPARED = 30
"""Sentences that a clause is compared with, those that may share most of its words."""
_TURNING = ("condition", "doubt", "end")
MOST_STATED = 600
"""Characters of a statement; what is longer says more than one thing."""


class Passage(NamedTuple):
    """The sentence that a statement is nearest to."""

    sentence: str
    before: str
    """The sentence before it, for what a pronoun stands for; empty for the first one."""
    taken_back: str
    """The sentence behind it where that makes a jest of it or takes it back."""
    place: int
    """Which text of the evidence it stands in."""

    @property
    def answers(self) -> bool:
        """It is short enough to need the question that it answers."""
        return len(_terms(self.sentence)) <= MOST_ANSWERED

    @property
    def text(self) -> str:
        """Verbatim, with what takes it back."""
        return f"{self.sentence} {self.taken_back}".strip()

    @property
    def asks(self) -> bool:
        """Nothing of it is said outright."""
        return len(_clauses(self.sentence)) == len(_asked(self.sentence)) > 0


class _Ground(NamedTuple):
    """What words may stand on."""

    words: frozenset[str]
    starts: frozenset[str]

    def holds(self, word: str) -> bool:
        """Whether the word, or another form of it, is there; a number only as it is."""
        if word in self.words:
            return True
        if word[:SHARED] not in self.starts or word[0].isdigit() or len(word) < SHARED or _UNSPACED.search(word):
            return False
        return any(_one_word(word, w) for w in self.words)


class _Located(NamedTuple):
    """The nth sentence of a text of the evidence."""

    place: int
    sentences: Sequence[str]
    n: int


def nearest(statement: str, evidence: Iterable[str]) -> Passage | None:
    """The sentence with most of the statement's words, the first of equals; None where no word of it was said."""
    return _best(statement, _located(evidence))


def _located(evidence: Iterable[str]) -> list[_Located]:
    read = [(place, _sentences(text)) for place, text in enumerate(evidence)]
    return [_Located(place, sentences, n) for place, sentences in read for n in range(len(sentences))]


def _best(statement: str, located: Iterable[_Located]) -> Passage | None:
    wanted = _terms(statement[:MOST_STATED])
    every = set(_WORD.findall(statement[:MOST_STATED].lower()))
    best, most = None, (0, 0)
    for place, sentences, n in located:
        sentence = sentences[n]
        ground = _ground(sentence)
        shared = sum(ground.holds(w) for w in wanted), len(every.intersection(_WORD.findall(sentence.lower())))
        if shared[0] and shared > most:
            after = sentences[n + 1] if n + 1 < len(sentences) else ""
            best = Passage(sentence, sentences[n - 1] if n else "", after if marks.TAKEN_BACK.match(after) else "", place)
            most = shared
    return best


class _Indexed:
    """Many sentences by how their words begin: what sums up a long talk is not compared with each of them."""

    def __init__(self, evidence: Iterable[str]) -> None:
        self._located = _located(evidence)
        self._holding: defaultdict[str, list[int]] = defaultdict(list)
        for number, (_, sentences, n) in enumerate(self._located):
            for start in {w[:SHARED] for w in _in_order(sentences[n])}:
                self._holding[start].append(number)

    def nearest(self, statement: str) -> Passage | None:
        starts = {w[:SHARED] for w in _terms(statement[:MOST_STATED])}
        shared = Counter(chain.from_iterable(self._holding.get(start, ()) for start in starts))
        some = heapq.nsmallest(MOST_COMPARED, shared.items(), key=lambda item: (-item[1], item[0]))
        return _best(statement, [self._located[number] for number in sorted(number for number, _ in some)])


def _sentences(text: str) -> list[str]:
    plain = [" ".join(p.split()) for p in _SENTENCE.split(text) if p]
    return [s[i : i + MOST_CHARACTERS] for s in plain for i in range(0, len(s), MOST_CHARACTERS)]


def follows(statement: str, evidence: Sequence[str], context: Sequence[str] = (), earlier: Sequence[str] = ()) -> list[str]:
    """Reasons why the statement does not follow; none where it does. `evidence`: the texts that it cites; `context`: what belongs to them,
    as the question that they answer, resolved dates and the speaker's name; `earlier`: what was said before, for "she" and "that"."""
    passage = nearest(statement, evidence)
    if passage is None:
        return ["nothing of it is said"]
    if len(statement) > MOST_STATED:
        return ["it says more than one thing"]
    used = _used(statement, passage.sentence)
    back = [passage.before, *earlier] if marks.REFERS.search(passage.sentence) else []
    words = strange(statement, [passage.text, *context, *back])
    reasons = [
        *([f"words from elsewhere: {', '.join(words[:5])}"] if words else []),
        *_denied_otherwise(statement, passage, used),
        *_about_another(statement, passage, used),
        *(f"a {name} is lost" for name in _lost(statement, passage, used)),
        *(f"a {name} is invented" for name in ("condition", "jest") if _has(name, statement) and not _has(name, passage.text)),
        *(["its words stand in another order"] if _reordered(statement, passage.sentence) else []),
    ]
    if _is_marked(statement) or set(used) & set(_asked(passage.sentence)):
        reasons.append("it is asked, not said")
    if _only_quoted(statement, passage.sentence):
        reasons.append("it is quoted, not said")
    return reasons


def turned(text: str, held: Sequence[str]) -> list[str]:
    """Reasons why a text that sums up others turns what one of them says: each of its clauses denies, supposes, doubts and ends what the
    sentence does to which it is nearest, likes what is liked there, and tells nothing of the user that is told there of somebody of theirs.
    Whether its words stand there is not asked."""
    reasons, told = [], _Indexed(held)
    for sentence, clause in ((s, c) for s in _sentences(text) for c in _clauses(s)):
        passage = told.nearest(clause)
        if passage is not None:
            used = _used(clause, passage.sentence)
            reasons += ["a liking is turned"] * _turns_a_liking(clause, " , ".join(used))
            lost = (f"a {name} is lost" for name in _lost(sentence, passage, used) if name in _TURNING)
            reasons += [*_denied_otherwise(clause, passage, used), *lost, *_of_somebody_else(sentence, clause, used)]
    return reasons


def _turns_a_liking(clause: str, said: str) -> bool:
    """ "The user hates tea" of "I love tea": what the one likes the other dislikes, by the words behind each; by all of them where none of
    these stand there."""
    there = _likings(said)
    for kind, words in _likings(clause):
        of_these = {k for k, w in there if not words.isdisjoint(w)} or {k for k, _ in there}
        if of_these and kind not in of_these:
            return True
    return False


def _likings(text: str) -> list[tuple[str, frozenset[str]]]:
    """Each word of a liking or a dislike, by which of the two it is, with what stands behind it until the next."""
    kinds = (("like", marks.LIKES), ("dislike", marks.DISLIKES))
    found = sorted((m.start(), m.end(), kind) for kind, pattern in kinds for m in pattern.finditer(text))
    return [(kind, _terms(text[end:until])) for (_, end, kind), (until, _, _) in pairwise([*found, (len(text), 0, "")])]


def _of_somebody_else(sentence: str, clause: str, used: Sequence[str]) -> list[str]:
    """ "The user is allergic" of "my mother is allergic": all clauses that it is made of are headed by somebody whom it does not name."""
    heads = [marks.OF_ONES_OWN.search(c) for c in used]
    if not heads or not marks.OF_USER_ALONE.match(clause):
        return []
    named = _ground(sentence)
    return ["it is told of the user"] if all(h is not None and not named.holds(stem(h["kin"].lower())) for h in heads) else []


def strange(statement: str, ground: Sequence[str]) -> list[str]:
    """Content words of the statement, stemmed, that stand nowhere in these texts; a number of a date stands in that date alone."""
    there = " ".join(ground)
    read, terms = _ground(there), _terms(statement)
    numbers = [_numbers(t) for t in dated.apart(statement, there)] if _numbers(statement) else [frozenset[str](), frozenset[str]()]
    return sorted({w for w in terms if not read.holds(w)} | (numbers[0] - numbers[1]))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(w for w in _terms(text) if w[0].isdigit())


def plain(statement: str, passage: Passage) -> bool:
    """Whether its words are said outright: in no denial, supposition, doubt, ending, jest, report or question."""
    used = _used(statement, passage.sentence)
    marked = any(_has(name, passage.text if name == "jest" else " , ".join(used)) for name in marks.MARKS)
    return not (marked or _led(passage) or passage.taken_back or _denials(used) or set(used) & set(_asked(passage.sentence)))


def _led(passage: Passage) -> str:
    """The clauses that begin with a condition."""
    return " , ".join(c for c in _clauses(passage.sentence) if marks.MARKS["condition"].match(c))


def of_another(sentence: str) -> bool:
    """Whether it speaks of a "she" or "they" alone, and in no word of its speaker."""
    return bool(marks.THIRD.search(sentence)) and not marks.OF_USER.search(sentence)


def _denied_otherwise(statement: str, passage: Passage, used: Sequence[str]) -> list[str]:
    """A denial is of the same words on both sides: what the one denies first the other denies too."""
    said, held, there = _terms(statement), _denials(_clauses(statement)), _denials(_clauses(passage.sentence))
    lost = not all(d.is_among(held) for d in (d.of(said) for d in _denials(used)) if d.words)
    invented = not all(d.is_among(there) for d in held)
    return ["a negation is lost"] * lost + ["a negation is invented"] * invented


class _Denial(NamedTuple):
    words: tuple[str, ...]
    """What it may deny, in order: to the end of its clause, or all of the clause where it may stand behind."""
    behind: bool
    """It may deny what stands before it."""

    def of(self, said: frozenset[str]) -> _Denial:
        return _Denial(tuple(w for w in self.words if w in said), self.behind)

    def is_among(self, others: Sequence[_Denial]) -> bool:
        """One of them reaches what this one denies first, or any of it where the order tells nothing."""
        wanted = self.words if self.behind else self.words[:1]
        return any(not wanted or not other.words or any(w in other.words for w in wanted) for other in others)


def _denials(clauses: Sequence[str]) -> list[_Denial]:
    found = []
    for clause in clauses:
        whole = tuple(_in_order(clause))
        if marks.DENIES_UNSPACED.search(clause):
            found.append(_Denial(whole, True))
        for match in _WORD.finditer(clause):
            word = match[0].lower().replace("’", "'")
            if word in marks.DENIES or word.endswith("n't"):
                after = tuple(_in_order(clause[match.end() :]))
                found.append(_Denial(whole, True) if word in marks.AFTERWARDS or not after else _Denial(after, False))
    return found


def _about_another(statement: str, passage: Passage, used: Sequence[str]) -> list[str]:
    """Whom it is about stays: nobody's statement becomes the speaker's, nor the speaker's another's."""
    said, own, of_user = " , ".join(used), any(marks.FIRST.search(c) for c in used), bool(marks.OF_USER.search(statement))
    heads_said, heads_statement = _in_order(said)[:1], _in_order(statement)[:1]
    dropped = any(not w[0].isdigit() and not _ground(statement).holds(w) for w in heads_said)
    if of_user and not own and (marks.THIRD.search(said) or dropped):
        return ["it is told of the speaker"]
    brought = own and not of_user and not marks.REFERS.search(passage.sentence) and strange(" ".join(heads_statement), [passage.sentence])
    if brought or (marks.THIRD.search(statement) and not marks.THIRD.search(passage.text)):
        return ["it is told of another"]
    return []


def _lost(statement: str, passage: Passage, used: Sequence[str]) -> list[str]:
    """Names of the marks that the sentence has and the statement lacks."""
    said = " , ".join(used)
    there = {
        "condition": f"{said} {_led(passage)}",
        "jest": passage.text,
        "doubt": marks.REQUEST.sub("", said),
        "end": said,
        "report": marks.OWN_MIND.sub("", _reported(passage.sentence, used)),
    }
    return [name for name, text in there.items() if _has(name, text) and not _has(name, statement)]


def _reported(sentence: str, used: Sequence[str]) -> str:
    """The clauses used, each with the one before it where that ends in a word of saying: "Ann says, we move"."""
    clauses = _clauses(sentence)
    led = {one for one, after in pairwise(clauses) if after in used and marks.MARKS["report"].match(one.split()[-1])}
    return " , ".join(c for c in clauses if c in used or c in led)


def _has(name: str, text: str) -> bool:
    return bool(marks.MARKS[name].search(text))


def _is_marked(text: str) -> bool:
    return text.rstrip(" \"'’”)").endswith(("?", "？"))


def _only_quoted(statement: str, sentence: str) -> bool:
    """Most of its words stand within quotation marks alone, and it keeps no word of who says them."""
    inside = [next(g for g in m.groups() if g) for m in marks.QUOTED.finditer(sentence)]
    if not inside or _has("report", statement) or marks.QUOTED.search(statement):
        return False
    within, outside, terms = _ground(" ".join(inside)), _ground(marks.QUOTED.sub(" ", sentence)), _terms(statement)
    quoted = [w for w in terms if within.holds(w) and not outside.holds(w)]
    return 2 * len(quoted) > len(terms)


def _clauses(sentence: str) -> list[str]:
    return [c.strip(" ,") for c in marks.BREAK.split(sentence) if c and c.strip(" ,.!?\"'")]


def _used(statement: str, sentence: str) -> list[str]:
    """The clauses that the statement is made of: the one with most of its words, and those that bring further ones."""
    clauses, left, used = _clauses(sentence), _terms(statement), []
    while left:
        brought = [{w for w in left if _ground(c).holds(w)} for c in clauses]
        most = max(brought, key=len, default=set())
        if not most:
            break
        used.append(clauses[brought.index(most)])
        left = left - most
    return used or clauses


def _asked(sentence: str) -> list[str]:
    """The clauses of a question: from the one that begins as questions do; the last one where only a question mark tells. What asks the
    assistant to do something is none."""
    clauses = _clauses(sentence)
    begins = next((n for n, c in enumerate(clauses) if marks.ASKED.match(c)), None)
    if begins is not None:
        return clauses[begins:]
    marked = _is_marked(sentence) or "¿" in sentence
    return clauses[-1:] if marked and not marks.REQUEST.search(sentence) else []


def _in_order(text: str) -> list[str]:
    """Content words, stemmed, and numbers as they stand."""
    found = []
    for match in _WORD.finditer(_THOUSANDS.sub("", text.replace("’", "'"))):
        word = match[0].lower()
        if _UNSPACED.search(word):
            found += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
        elif word[0].isdigit():
            found.append(word)
        elif word not in marks.FRAME and word not in marks.DENIES and not word.endswith("n't"):
            bare = word.removesuffix("'s")
            found.append(stem(_SAME.get(bare, bare)))
    return found


def _reordered(statement: str, sentence: str) -> bool:
    """Whether words that stand once in each stand in another order: who owes whom, which dose is whose, what is preferred to what. When it
    was may be said first or last."""
    said, there = ([w for w in _in_order(t) if not _tells_when(w)] for t in (statement, sentence))
    once = [w for w, n in Counter(said).items() if n == 1 and there.count(w) == 1]
    places = [there.index(w) for w in once]
    return places != sorted(places)


def _tells_when(word: str) -> bool:
    return word in _CALENDAR or bool(_YEAR.fullmatch(word))


def _terms(text: str) -> frozenset[str]:
    return frozenset(_in_order(text))


@lru_cache(1024)
def _ground(text: str) -> _Ground:
    words = _terms(text)
    return _Ground(words, frozenset(w[:SHARED] for w in words))


def _one_word(one: str, other: str) -> bool:
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return same >= SHARED and one[same:] in _ENDINGS and other[same:] in _ENDINGS
