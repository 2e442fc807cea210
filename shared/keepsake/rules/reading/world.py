"""Whether what a message tells is of its writer's world (row R10), or only the matter of a request, a text that it works on, or a tale."""

from __future__ import annotations

from collections.abc import Sequence

from keepsake.claims import Claim
from keepsake.records import Category, Sensitivity
from keepsake.rules.reading import language, moods, people, tasks
from keepsake.rules.reading.statements import Statement
from keepsake.rules.reading.ways import ASKING, STANDING

MOST_ANSWER = 4
"""Words of an answer in another language: nothing tells a longer one from what is asked for."""
NOWHERE = -2


class World:
    """One message, whose statements are asked after in turn: what speaks of the writer makes what stands beside it theirs too.

    `asks`: it asks for something. `replies`: the assistant spoke before it."""

    def __init__(
        self, spoken: Sequence[Statement], ways: Sequence[moods.Mood | str | None], cast: people.Cast, spoken_in: str,
        *, asks: bool, replies: bool,
    ) -> None:  # fmt: skip
        self.fiction = tasks.is_fiction(s.sentence for s in spoken)
        self._works_on = any(
            way in ASKING and tasks.points_at_text(s.text) and not tasks.brings_text(s.sentence)
            for s, way in zip(spoken, ways, strict=True)
        )
        self._place = {sentence: number for number, sentence in enumerate(dict.fromkeys(s.sentence for s in spoken))}
        self._rooted = NOWHERE  # the place of the last sentence that speaks of the writer, or that answers
        self._cast, self._spoken_in, self._asks, self._replies = cast, spoken_in, asks, replies

    def has(self, statement: Statement, way: moods.Mood | str | None, made: Claim, answers: bool) -> bool:
        """`answers`: the statement is the first since the assistant's question."""
        place, own = self._place[statement.sentence], self._is_own(statement, way, answers)
        if own:
            self._rooted = place + answers
            return True
        return not self.fiction and (self._stands_beside(statement, made, place) or self._is_known(made))

    def _is_own(self, statement: Statement, way: moods.Mood | str | None, answers: bool) -> bool:
        short = self._spoken_in == language.ENGLISH or len(statement.text.split()) <= MOST_ANSWER
        own = (answers and short) or bool(statement.whose) or tasks.speaks_of_writer(statement.sentence, self._spoken_in)
        return own and not (self.fiction and way is not STANDING and _is_plot(statement))

    def _stands_beside(self, statement: Statement, made: Claim, place: int) -> bool:
        """In the sentence that speaks of the writer or before it, or near it and telling of itself."""
        firm = not self._works_on and (tasks.has_figure(made.raw) or made.content != made.raw)
        near = not self._asks or firm or place <= self._rooted + 1
        told_on = self._replies and not self._asks and made.sensitivity is not Sensitivity.NONE
        return place <= self._rooted or (near and (told_on or self._tells(made, statement.sentence)))

    def _is_known(self, made: Claim) -> bool:
        """Whether it is of somebody: another who heads it, who was just spoken of, or the speaker by more than a word like "kids"."""
        cast = self._cast
        of_them = len(cast.spoken_of) > 1 if made.subject == people.UNKNOWN else made.subject != cast.speaker
        another = made.subject_sure and made.subject != cast.speaker
        return another or ((made.subject_sure or of_them) and self._tells(made, made.raw))

    def _tells(self, made: Claim, sentence: str) -> bool:
        """Whether it tells anything where nothing shows that it is of the speaker's world."""
        if self._spoken_in != language.ENGLISH:
            return language.states(sentence, self._spoken_in)
        return tasks.tells(sentence) or made.correction or made.category not in (Category.ATTRIBUTE, Category.EVENT)


def _is_plot(statement: Statement) -> bool:
    """`I am the captain` of "write a story about a pirate: I am the captain"."""
    head, colon, told = statement.sentence.partition(":")
    return bool(colon) and statement.text in told and tasks.is_fiction([head])
