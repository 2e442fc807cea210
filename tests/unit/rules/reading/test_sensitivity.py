"""How delicate a statement is follows from the topics that it names."""

from __future__ import annotations

import pytest

from keepsake.records import Sensitivity
from keepsake.rules.reading.sensitivity import of

S = Sensitivity


@pytest.mark.parametrize(
    ("text", "sensitivity"),
    [
        ("I was diagnosed with asthma", S.SENSITIVE),
        ("She takes ramipril 5mg", S.SENSITIVE),
        ("my salary went up", S.SENSITIVE),
        ("I'm a Catholic", S.SENSITIVE),
        ("my brother came out as gay", S.SENSITIVE),
        ("I'm applying for asylum", S.SENSITIVE),
        ("my passport number changed", S.SENSITIVE),
        ("I take blood thinners", S.SENSITIVE),
        ("my back's shot", S.SENSITIVE),
        ("she has a new hip", S.SENSITIVE),
        ("he is on levothyroxine", S.SENSITIVE),
        ("I get altitude sick", S.SENSITIVE),
        ("my pay cut starts in May", S.SENSITIVE),
        ("two slipped discs and a stiff neck", S.SENSITIVE),
        ("Oma has cystic fibrosis", S.SENSITIVE),
        ("it's only shingles", S.SENSITIVE),
        ("they keep him on warfarin", S.SENSITIVE),
        ("the ankle is inflamed", S.SENSITIVE),
        ("she broke her wrist", S.SENSITIVE),
        ("hip op is next", S.SENSITIVE),
        ("my left ear rings", S.SENSITIVE),
        ("her ferritin fell", S.SENSITIVE),
        ("the surgeon wants an X", S.SENSITIVE),
        ("I bring home 1900", S.SENSITIVE),
        ("rents 640", S.SENSITIVE),
        ("I pay Lena £300 a month", S.SENSITIVE),
        ("he cannot eat prawns", S.SENSITIVE),
        ("dependency injection", S.NONE),
        ("the operation is idempotent", S.NONE),
        ("SQL injection is bad", S.NONE),
        ("the doc says use pip", S.NONE),
        ("we saved 120 files", S.NONE),
        ("I pay 12 people a week", S.NONE),
        ("it rents 3 cars", S.NONE),
        ("it became NaN", S.NONE),
        ("10 minutes drive", S.NONE),
        ("ARM is better", S.NONE),
        ("the consultant says YAML", S.NONE),
        ("her iron gate squeaks", S.NONE),
        ("we can't eat there on Monday", S.NONE),
        ("he is my right hand man", S.NONE),
        ("it costs £6 a week", S.NONE),
        ("I read 12 books a month", S.NONE),
        ("I keep to the left hand side", S.NONE),
        ("we meet at 12 Quarry Lane", S.PERSONAL),
        ("post it to flat 9", S.PERSONAL),
        ("he teaches physics", S.NONE),
        ("31 hives on the hill", S.NONE),
        ("the new leg of the race", S.NONE),
        ("my hand luggage is blue", S.NONE),
        ("add type hints", S.NONE),
        ("I live in Lisbon", S.PERSONAL),
        ("my daughter plays chess", S.PERSONAL),
        ("write to ana@example.org", S.PERSONAL),
        ("I love jazz", S.NONE),
        ("the kiln is at 1180", S.NONE),
        ("I paint therapeutically", S.NONE),
    ],
)
def test_topic_words_tell_it(text: str, sensitivity: Sensitivity) -> None:
    assert of(text) is sensitivity


def test_a_feature_tells_it_where_words_do_not() -> None:
    assert of("just hazelnuts", "allergies") is S.SENSITIVE
    assert of("Graz", "residence") is S.PERSONAL
