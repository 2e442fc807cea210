"""What a small model is asked about: what holds, and not what is still being worked on."""

from __future__ import annotations

from datetime import timedelta

import pytest

from keepsake.rules.knowledge.endable import SITTING, may_end


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Kiln rent is 310 a month", "they want 340 since May"),
        ("my manager is Oda", "short note to Tarn, he runs us since Oda left"),
        ("the shop runs on Lightpos 2.1", "upgraded, it's 2.4 now (from 2.1)"),
        ("choir is at 7", "choir is not at 7 any more"),
        ("no dogs in the yard", "dogs are fine in the yard"),
        ("I keep ducks and geese", "I keep ducks only now"),
        ("Oda is our treasurer", "we've had a new treasurer since Oda moved"),
        ("the roof grant has a deadline of 3 May", "sent off the roof grant form"),
        ("the roof grant is due on 3 May", "they gave us an extension to June"),
        ("the fee is 12 euros, went up in spring", "the fee is 14 euros as of this week"),
        ("no pictures unless I ask for one", "from now on a picture with each answer"),
        ("my tutor is Oda, and her name should be on it", "Tarn has been my tutor since May"),
        ("the tower's clock is a Gillett, which has not been wound since 1990", "they took the Gillett out and put an electric one in"),
        ("Oda was put on 5 mg of it twice a day", "Oda is on 10 mg"),
        ("I've been a beekeeper since 2011", "I gave the hives to Tarn"),
        ("the lambs must be tagged by the 9th", "the lambs are to be tagged by the 30th now"),
        ("the fair will be on 3 May", "the fair has been moved to 10 May"),
        ("the pump is on 9 to 5, three days a week", "no more 9 to 5 for the pump, three days a week it stays"),
    ],
)
def test_what_holds_may_be_over(earlier: str, later: str) -> None:
    assert may_end(later, earlier, SITTING)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I finished the first chapter in May", "I'm on the third chapter"),
        ("I'm going to paint the shed", "the shed is green"),
        ("I have repaired the gate", "the gate is new"),
        ("I met the surveyor, who is 51", "the surveyor is Tarn"),
        ("I've allocated 400 euros to the roof", "I've allocated 900 euros to the windows"),
        ("I just spent 300 on the gate, which is more than usual", "I spent 20 on paint"),
        ("I'll set the alarm to 7", "the alarm is at 8"),
        ("I'm trying to get the form to load faster", "it loads in 200 ms"),
        ("I'm working on the login page", "I've set up the deployment"),
        ("my goal is to run 10 km", "I ran 8 km today"),
        ("I use Lightpos 2.1 for the till", "the till has Lightpos 2.1"),
        ("I use Lightpos", "I've been using Lightpos for the till"),
        ("I use Lightpos and a paper ledger", "I'm using Lightpos"),
        ("the roof grant has a deadline of 3 May", "I've filled in the first two pages of the form"),
        ("I'm waiting for the surveyor", "the surveyor's name is Oda"),
        ("the till crashes on long receipts", "I'm trying to find out why receipts are slow"),
    ],
)
def test_what_happened_is_meant_or_in_progress_and_what_is_said_again_is_not_asked_about(earlier: str, later: str) -> None:
    assert not may_end(later, earlier, 10 * SITTING)


def test_within_a_sitting_only_a_word_of_change_may_end_anything() -> None:
    soon = SITTING - timedelta(seconds=1)
    assert may_end("choir is on Fridays", "choir is at 7 on Mondays", SITTING)
    assert not may_end("choir is on Fridays", "choir is at 7 on Mondays", soon)
    assert may_end("choir is on Fridays now", "choir is at 7 on Mondays", soon)


def test_of_a_statement_without_an_end_the_beginning_is_read() -> None:
    endless = "choir is on Fridays " + "and I sing with Oda there " * 1_000
    assert may_end(endless + "now", "choir is at 7 on Mondays", SITTING / 2) == may_end(endless, "choir is at 7 on Mondays", SITTING / 2)
    assert may_end("it's on Mondays now, " + endless, endless, SITTING / 2)
