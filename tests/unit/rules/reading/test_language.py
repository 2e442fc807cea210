"""Other languages keep their words: told apart, whose words they are by the first person's forms, no slots."""

from __future__ import annotations

import pytest

from keepsake.claims import Chunk
from keepsake.rules.reading import language
from keepsake.rules.reading.extraction import extract
from tests.unit.rules.reading.talk import asked, claims_of, only, said


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ich wohne in Graz und arbeite als Tischler", "de"),
        ("Vivo en Sevilla y trabajo de cocinera", "es"),
        ("J'habite à Lyon avec ma soeur", "fr"),
        ("Abito a Bari con mio fratello e lavoro di notte", "it"),
        ("Moro em Braga com a minha irmã", "pt"),
        ("Ik woon in Gent met mijn zus", "nl"),
        ("Mieszkam w Krakowie i mam psa", "pl"),
        ("Я живу в Омске", "und"),
        ("Ich mag Kaffee", "de"),
        ("je fume", "fr"),
        ("meu irmão canta", "pt"),
        ("mio is on the desk with the pi", "en"),
        ("I live in Graz with my brother", "en"),
        ("die hard fan of Otto here", "en"),
        ("", "en"),
    ],
)
def test_language_is_told_by_its_commonest_words(text: str, code: str) -> None:
    assert language.of(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "Ich wohne in Graz und arbeite als Tischler",
        "Vivo en Sevilla y trabajo de cocinera",
        "Я живу в Омске",
        "Moro em Braga com a minha irmã",
        "Ich mag Kaffee",
        "我住在柏林",
    ],
)
def test_first_person_of_another_language_is_the_user_in_their_own_words(text: str) -> None:
    claim = only(text)
    assert (claim.content, claim.subject, claim.slot) == (text, "user", None)


def test_who_is_not_in_the_first_person_is_unknown() -> None:
    assert only("Der Hund von nebenan ist sehr laut").subject == "unknown"


@pytest.mark.parametrize("text", ["Antworte bitte immer auf Deutsch.", "Responde siempre en español."])
def test_standing_instruction_is_told(text: str) -> None:
    assert only(text).subject == "assistant"


@pytest.mark.parametrize("text", ["Wie spät ist es?", "¿Dónde está el museo?", "hola", "谢谢你", "こんにちは"])
def test_questions_and_greetings_are_not_kept(text: str) -> None:
    assert claims_of(text) == []


def test_words_of_change_mark_it() -> None:
    assert only("Ich wohne jetzt in Graz und nicht in Linz").correction
    assert not only("Ich wohne in Graz und arbeite als Tischler").correction


@pytest.mark.parametrize(
    "text",
    [
        "Faça um cardápio com 12 receitas de peixe",
        "Escríbeme un poema sobre el faro",
        "Напиши рассказ про маяк",
        "Je voudrais que tu traduises la lettre",
        "Mach eine Liste mit 20 Vogelnamen",
        "Leuchtturm 25 Meter hoch zeichnen mit der Treppe und dem Licht",
    ],
)
def test_what_is_asked_for_in_another_language_is_no_fact(text: str) -> None:
    assert claims_of(text) == []


def test_a_text_of_another_language_makes_no_fact_where_most_of_it_does_not_speak_of_its_writer() -> None:
    page = 'Der Turm ist alt. Die Treppe ist aus Eiche. Der Wärter rief: "Ich komme." Das Licht ist neu. Die See ist rau. Es ist Nacht.'
    assert claims_of(page) == []
    assert [c.content for c in claims_of("Ich wohne in Husum. Der Turm ist alt.")] == ["Ich wohne in Husum", "Der Turm ist alt"]


def test_a_short_answer_in_another_language_is_kept_and_what_is_asked_for_instead_is_not() -> None:
    question = asked("Where is your boat?", 1)
    (answer,) = extract(Chunk(events=(question, said("im Hafen von Husum", 2))))
    assert answer.context == "Where is your boat?"
    assert extract(Chunk(events=(question, said("등대와 바다에 관한 노래 가사를 한글로 길게 적어줘", 2)))) == []
