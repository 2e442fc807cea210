"""Rows K4 and R8: the ways in which people correct themselves, end things and take words back."""

from __future__ import annotations

import pytest

from keepsake.rules.knowledge import implied
from keepsake.rules.reading import corrections, rewordings, taken_back
from keepsake.rules.reading.corrections import Over
from tests.builders import fact, slot


@pytest.mark.parametrize(
    ("text", "about", "rest"),
    [
        ("scratch that", None, ""),
        ("oh, forget it!", None, ""),
        ("just kidding", None, ""),
        ("that was a joke, I'm not allergic to gluten", None, "I'm not allergic to gluten"),
        ("I was wrong about Carla being pregnant", "Carla being pregnant", ""),
        ("Forget what I said about Lisbon.", "Lisbon", ""),
        ("I never said that I drink wine.", "I drink wine", ""),
    ],
)
def test_words_that_take_back_say_what_is_meant(text: str, about: str | None, rest: str) -> None:
    assert taken_back.taken_back(text) == (about, rest)


@pytest.mark.parametrize("text", ["Forget about dinner.", "never mind the gap", "I said that I like tea.", "that was a great film"])
def test_other_words_take_nothing_back(text: str) -> None:
    assert taken_back.taken_back(text) is None


@pytest.mark.parametrize(
    ("predicate", "what"),
    [
        ("sold the motorbike last week", "the motorbike"),
        ("quit smoking", "smoking"),
        ("am done with dating apps", "dating apps"),
        ("left the chess club", "the chess club"),
        ("am not going to Japan after all", "Japan"),
        ("left my chess set at home", None),
        ("stopped by the pharmacy", None),
        ("am not feeling well", None),
    ],
)
def test_verb_of_ending_names_what_it_ends(predicate: str, what: str | None) -> None:
    assert corrections.ending(predicate) == what


@pytest.mark.parametrize(
    ("clause", "over"),
    [
        ("The trip to Japan is off", Over("trip to Japan")),
        ("our meeting with Dana got cancelled", Over("meeting with Dana")),
        ("Bruno died last week", Over("Bruno", "bruno")),
        ("Marco and I broke up", Over("Marco", "marco", True)),
        ("the light is on", None),
        ("my sister passed the exam", None),
    ],
)
def test_clause_says_what_is_over_and_who_is_gone(clause: str, over: Over | None) -> None:
    assert corrections.over(clause) == over


@pytest.mark.parametrize(
    ("predicate", "positive"),
    [("am not allergic to nuts after all", "am allergic to nuts"), ("do not speak German", "speak German"), ("am allergic to nuts", None)],
)
def test_denial_gives_the_statement_that_it_denies(predicate: str, positive: str | None) -> None:
    assert corrections.without_negation(predicate) == positive


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        ("8, actually", "8", None),
        ("no, hazelnuts", "hazelnuts", None),
        ("*Karin", "Karin", None),
        ("Thursday, not Friday.", "Thursday", "Friday"),
        ("Pulp rather than Blur", "Pulp", "Blur"),
        ("er, I mean Bristol", "Bristol", None),
    ],
)
def test_half_sentence_has_a_new_value_and_perhaps_the_old(text: str, new: str, old: str | None) -> None:
    assert corrections.ellipsis(text) == (new, old)


@pytest.mark.parametrize("text", ["no thanks", "sorry, gotta go", "oh nice", "wait, what?", "No problem."])
def test_remark_is_no_half_sentence(text: str) -> None:
    assert corrections.ellipsis(text) is None


@pytest.mark.parametrize(
    ("text", "head", "new"),
    [("I live in Bath, I mean Bristol", "I live in Bath", "Bristol"), ("see you at 7, no wait, 8", "see you at 7", "8")],
)
def test_statement_may_be_corrected_before_its_end(text: str, head: str, new: str) -> None:
    assert corrections.midway(text) == (head, (new, None))


@pytest.mark.parametrize(
    ("clause", "canonical"),
    [
        ("the budget went up to 2600 dollars", "my budget is now 2600 dollars"),
        ("They pushed my interview to 10 March", "my interview is now 10 March"),
        ("I have a new phone number: 555 7780", "my phone number is now 555 7780"),
        ("I am down to 77 kg", "I weigh 77 kg"),
        ("My checkup has been moved from Tuesday to Friday", "my checkup has been changed from Tuesday to Friday"),
        ("the crowd went up to the stage", None),
        ("I have a new idea: let us go", None),
    ],
)
def test_change_of_a_value_has_one_form(clause: str, canonical: str | None) -> None:
    assert rewordings.reworded(clause) == canonical


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Since moving to Denver I sleep much better.", ["I moved to Denver"]),
        ("now that I'm back in Cork I see my parents", ["I live in Cork now"]),
        ("My first week at Orsted is going great", ["I have joined Orsted"]),
        ("I'd love to see Denver since you moved.", []),
    ],
)
def test_what_is_taken_for_granted_is_said_too(text: str, said: list[str]) -> None:
    assert rewordings.presupposed(text) == said


@pytest.mark.parametrize(
    ("said", "held", "ends"),
    [
        ("The user graduated in June 2026.", "The user is a student at TU Delft.", True),
        ("Mia is the user's daughter.", "The user has no children.", True),
        ("The user bought a house.", "The user rents a flat in Kreuzberg.", True),
        ("The user's brother graduated.", "The user likes students.", False),
        ("The user bought a tent.", "The user rents a flat.", False),
    ],
)
def test_statement_may_imply_an_end(said: str, held: str, ends: bool) -> None:
    assert implied.ends(fact(said), fact(held)) is ends


def test_plan_ends_when_its_own_thing_is_done() -> None:
    plan = fact("The user is looking for a tent.", category="plan", slot=slot("looking_for", "a tent"))
    assert implied.ends(fact("The user bought a tent.", category="event"), plan)
    assert not implied.ends(fact("The user bought a lamp.", category="event"), plan)
