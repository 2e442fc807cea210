"""A message is cut where the next part speaks for itself; what belongs together stays together, as it was written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.reading.own_words import own_words, plain
from keepsake.rules.reading.statements import MAX_STATEMENTS, statements


def texts(text: str) -> list[str]:
    return [s.text for s in statements(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I moved to Ghent in March and my sister still lives in Turin.", ["I moved to Ghent in March", "my sister still lives in Turin"]),
        ("hey there! so I paint a bit lol", ["I paint a bit"]),
        ("I mean to paint on Tuesday", ["I mean to paint on Tuesday"]),
        ("with two sold I am on... wait, nine pots", ["with two sold I am on... wait, nine pots"]),
        ("dont paint sunday 😭 i have choir sundays", ["dont paint sunday", "i have choir sundays"]),
        ("i love 🍕 and 🍝 with wine", ["i love 🍕 and 🍝 with wine"]),
        ("let it dry for min. 3 days. Then paint.", ["let it dry for min. 3 days", "paint"]),
        ('no more of the "well painted!" stuff in your answers', ['no more of the "well painted!" stuff in your answers']),
        ('haha "paint it." ok we painted the shed', ['"paint it."', "we painted the shed"]),
        ('she shouted "no paint!" i put it away', ['she shouted "no paint!"', "i put it away"]),
        ("When I send you a sketch, tell me first what it lacks", ["When I send you a sketch, tell me first what it lacks"]),
        ("I sent you a sketch of it, tell me what it lacks", ["I sent you a sketch of it", "tell me what it lacks"]),
        ("life update my aunt paints", ["my aunt paints"]),
        ("-12 in the shed, the paint froze.", ["-12 in the shed, the paint froze"]),
        ("- 12 brushes\n- two pots of ochre paint", ["12 brushes", "two pots of ochre paint"]),
        ("practice is mondays and fridays from now on, not tuesdays", ["practice is mondays and fridays from now on, not tuesdays"]),
        ("it is not 25 April, it is on 18 July", ["it is not 25 April, it is on 18 July"]),
        ("no comments in the code, been a web designer 9 years", ["no comments in the code", "been a web designer 9 years"]),
        ("he is 9 so how long can he dive with a mask", ["he is 9", "how long can he dive with a mask"]),
        (
            "Pommel moved the deadline again it is the tenth of July can you write them a line",
            ["Pommel moved the deadline again it is the tenth of July", "can you write them a line"],
        ),
        ("what do I wear for the race now its in November", ["what do I wear for the race", "now its in November"]),
        ("Draft a text to my sister Kasia: she's moving to Leeds", ["Draft a text to my sister Kasia", "she's moving to Leeds"]),
        ("write a limerick about a man who rows like he's 90 in May", ["write a limerick about a man who rows like he's 90 in May"]),
        ("write to Ines at the mill she's the one who keeps my books", ["write to Ines at the mill", "she's the one who keeps my books"]),
        ("44, left-handed, 180cm, vegan", ["44", "left-handed", "180cm", "vegan"]),
        ("soup plan: mon leek, tue bean", ["soup plan: mon leek", "tue bean"]),
        ("One last question - as a skipper, I sail a lot at night", ["as a skipper, I sail a lot at night"]),
        (
            "I bought a boat for river and on-shore trips, I paint it blue",
            ["I bought a boat for river and on-shore trips", "I paint it blue"],
        ),
        ("I sail, but Otto hates water", ["I sail", "Otto hates water"]),
        ("And thanks for the maps - I'll take the ferry to Bari", ["I'll take the ferry to Bari"]),
        ("I'll begin with Section B. I've heard it is short", ["I'll begin with Section B", "I've heard it is short"]),
        ("So far, the tent is dry", ["So far, the tent is dry"]),
        ("great trip! we saw two seals", ["great trip", "we saw two seals"]),
        ("You know what, Otto sold the barn", ["Otto sold the barn"]),
        ("he is a beagle and on Mondays I row to Turku", ["he is a beagle", "on Mondays I row to Turku"]),
        ("my wife carla keeps bees and otto runs the shop", ["my wife carla keeps bees", "otto runs the shop"]),
        ("Otto and me, we sold the barn", ["Otto and me, we sold the barn"]),
        ("In view of the ice, Dr Otto and I have moved the race", ["In view of the ice, Dr Otto and I have moved the race"]),
        ("n I paint boats n my sister lives in Cork", ["I paint boats", "my sister lives in Cork"]),
        ("Otto paints, and his sister works in Cork", ["Otto paints", "his sister works in Cork"]),
        ("- the roof leaks\n- the door sticks", ["the roof leaks", "the door sticks"]),
        ("I waited until autumn, was that right?", ["I waited until autumn", "was that right?"]),
        ("I love it 😍 truly 🎉", ["I love it 😍 truly"]),
        ("I live in Ghent and work as a baker by the harbour", ["I live in Ghent", "work as a baker by the harbour"]),
        ("I like figs. <img src=x onerror=alert(1)>", ["I like figs"]),
        ("we love sailing and own a boat with friends", ["we love sailing", "own a boat with friends"]),
        ("2 tents max and it has to be dry", ["2 tents max", "it has to be dry"]),
        ("1. tin roof\n2. oak door", ["tin roof", "oak door"]),
        ("want: 1) tin roof 2) oak door", ["want", "tin roof", "oak door"]),
        ("Ida is on leave until May and Ove is standing in", ["Ida is on leave until May", "Ove is standing in"]),
        ("we hired Ida and Ove is the boss", ["we hired Ida", "Ove is the boss"]),
        ("I row at noon, 12ish, so send me the tides then", ["I row at noon, 12ish", "send me the tides then"]),
        ("14.9 this morning, if you please!", ["14.9 this morning"]),
        ("it leaks again :( her oars are gone", ["it leaks again", "her oars are gone"]),
        ("Did I ever tell you that I was a ship's cook?", ["I was a ship's cook"]),
        ("its Kiel not Kolding lol i mix them up", ["its Kiel not Kolding", "i mix them up"]),
        ("we live by the old pier in Bergen she's got a job there now", ["we live by the old pier in Bergen", "she's got a job there now"]),
        ("big news, we sold the boat", ["we sold the boat"]),
        ("update: we sold the boat", ["we sold the boat"]),
        ("Update log: boat sold", ["Update log: boat sold"]),
        ("I keep hens and ducks, which one of them should i sell?", ["I keep hens and ducks", "which one of them should i sell?"]),
        ("I row a lot these days, can you name a lake", ["I row a lot these days", "can you name a lake"]),
        ("I have kept two hens since May, good feed for winter?", ["I have kept two hens since May", "good feed for winter?"]),
        (
            "Otto and I have rowed here 12 years, help me find a cup for his 50th",
            ["Otto and I have rowed here 12 years", "help me find a cup for his 50th"],
        ),
        ("we sell at no. 5 on the pier", ["we sell at no. 5 on the pier"]),
        ("eggs are still a no. we buy oats", ["eggs are still a no", "we buy oats"]),
        ("I get migraines so keep answers short", ["I get migraines", "keep answers short"]),
        ("Hi, I'm Greta, nice to meet you!", ["I'm Greta"]),
        ("Hello friend, I sail at six", ["I sail at six"]),
        ("my friend sails at six", ["my friend sails at six"]),
        (
            "I've met seals before, actually - my aunt and I fed two by the pier",
            ["I've met seals before, actually", "my aunt and I fed two by the pier"],
        ),
        ("hello, I'm doing ok. We sail at six", ["I'm doing ok", "We sail at six"]),
        ("Thanks for the chart, my good friend! I sail at six", ["I sail at six"]),
        ("thanks for the chart, my aunt loved it", ["my aunt loved it"]),
        ('I sing "The Last Whale." We sail at six', ['I sing "The Last Whale."', "We sail at six"]),
        (
            "I'm sailing to Kiel soon and was wondering if you could name a pier",
            ["I'm sailing to Kiel soon", "was wondering if you could name a pier"],
        ),
        (
            "I sail on Sundays, me and my aunt Ida are crossing to Kiel in May",
            ["I sail on Sundays", "me and my aunt Ida are crossing to Kiel in May"],
        ),
        ("Three things: we sail at six", ["we sail at six"]),
        ("Otto is 78 and has moored here since 1984", ["Otto is 78", "has moored here since 1984"]),
    ],
)
def test_parts_that_speak_for_themselves_are_cut(text: str, parts: list[str]) -> None:
    assert texts(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "I mostly row on the lake, about 4 km each time",
        "the night bus now leaves at 23:40, not 23:10",
        "Not Oslo, Bergen",
        "We gave up the allotment, its all window boxes now",
        "Because the lift is broken, I take the stairs",
        "My wife Carla and I run a bakery",
        "Otto keeps rowing even though I told him it leaks",
        "I've tarred 25 hulls and pier posts with an error below 3%",
        "Most of the time, I moor by the lighthouse",
        "I don't row on Mondays, Wednesdays, and Fridays",
        "I row Mondays, Tuesdays, and every other Friday",
        "I keep my ropes (hemp, nylon, etc.) and sails in the loft",
        "I like figs, plums and cherries",
        "I open at 7.30 and close at 6",
        "my son needs new oars, pls",
        "The twins, Ida and Ove, are 3 and 5",
        "Our boats, 4 and 7 metres, were built here",
        "Dr. Ames moved to St. Ives",
        "I live at 14 Elm Street, Apt. 3",
        "I like to live by the sea and work from home",
        "I love how you think and work on problems",
        "I have friends and work colleagues there",
        "I have a sister and a brother",
        "I hate lifts and prefer low ones",
        "I have a fear of lifts and prefer stairs",
        "I love the friendship and love theme",
        "We work on manners and teach them tricks",
        "I cook my aunt's best dishes, like her lamb pie and her plum cake",
        "I once met J. K. Ames",
        "I drew a roof with corners at (2,3), (7,3), (4,8) today",
        "I've measured the planks of the old pier to be 10 cm, 15 cm, and 20 cm",
        "I visit my aunts, Ada and Bea, who are 63 and 77, on Sundays?",
        "I added a bigger sail to the boat, which already has two?",
        "I learned of knots and sails in a 2-day course that I took on the 17th and 18th of April",
        "I think it's because I row too little",
        "just last month, I went on a raft with my aunt",
        "I meant that my aunt sailed in May and now that she's back, I paint her boat",
        "I was lost so a group of friends and I turned back",
        "Every time I row, it's like flying",
        "I row at dawn but otherwise, I read",
        "I fixed the winch so I can lift more",
        "Otto rowed my aunt and me and the dog",
        "My friend Ida, she is a diver in Kiel",
        "Ida, my wife, she is allergic to cork",
        "Otto, contrary to all advice, has come back from Kiel and works at the port",
        "I may lift 20 kilos, only with knees",
        "I wrote it plain but not so long like sailors do",
        "Were I to sell it, I should be dead of boredom by May",
        "we bought it on the advice of my aunt Ida, she who lives in Kiel",
        "I think that Ida is late and Ove is early",
        "I saw Ida and Ove moved the boat",
        "after a long night in the harbour I'm no use to anyone on board",
        "this is the place in the harbour we're moving to in the summer",
        "the berth's gone to a diver, Ida Berg, £695 by standing order, moved in 1 August",
        "we went to see a berth today, number 5, 6 minutes from ours, 14 a day",
        "Did I tell you how it works?",
        "At my first harbour, in Kiel, I had a boat of my own",
        "have I told you my name?",
        "did I say I want a bigger boat?",
        "I'll paint the hull, then run it by Otto",
        "I'll begin with small boats, and work my way up",
        "It shows me that with time, anything is possible",
        "Mending nets and telling tales is fun",
        "Boats of oak, whatever their age, always creak",
        "we took the long way round the harbour because of the wind and\nthen the fog came in over the whole bay".replace("\n", " "),
        "Today we launch the boat, but due to the fog, I cannot show it to my aunts",
        "I'm worried that the mast breaks and I'll be stuck in the harbour",
        "I hope we sail to Kiel, and my aunt can steer",
        "I put 3,000 euros aside for paint and mooring fees through 2031",
        "Your answers are long and don't name a price",
        "can you say how the fee of 280 euros and the 1,200 euros of rent fit my budget",
        "I surveyed boats at J.K. Quay in Madurai",
        "My B.P. is 140 over 90",
        "ok to row on Fridays",
    ],
)
def test_what_belongs_together_is_one(text: str) -> None:
    assert texts(text) == [text]


def test_a_sentence_goes_on_behind_the_break_of_a_long_line() -> None:
    wrapped = "the boat that we bought in spring from the old man at the harbour has a leak\nbelow the water line on its left side"
    assert texts(wrapped) == [wrapped.replace("\n", " ")]


def test_a_slip_stays_with_what_mends_it() -> None:
    assert texts("The hall holds 120. sorry, 140") == ["The hall holds 120. sorry, 140"]


def test_a_later_part_knows_what_its_sentence_said_before_it() -> None:
    first, second = statements("I keep a goat and she bites")
    assert (first.before, second.before) == ("", "I keep a goat")


def test_only_the_part_that_asks_asks() -> None:
    assert [s.asks for s in statements("I broke a tooth. Can you name a dentist?")] == [False, True]
    assert [s.text for s in statements("the skiff takes 9 litres, is that too much")] == ["the skiff takes 9 litres", "is that too much"]
    assert [s.text for s in statements("we row 12 miles a week, whats that in km")] == ["we row 12 miles a week", "whats that in km"]


@given(st.text(max_size=300))
def test_every_statement_is_a_cut_of_the_message(text: str) -> None:
    own = plain(own_words(text))
    for one in statements(own):
        if ". " not in one.text:  # a slip is joined to what mends it
            assert one.text in own


TALK = st.lists(
    st.sampled_from(
        """I we my sister Otto he she moved has wants likes and but so because not never no, now instead of tea 12 40% mon. tue; wed! ?
        dinner: list and, lol hey thanks if would on at Ghent 🙂 :) (or) "yes" """.split()
    ),
    max_size=40,
).map(" ".join)


@given(TALK)
def test_every_statement_of_talk_is_a_cut_of_it_and_bounded(text: str) -> None:
    found = statements(text)
    assert len(found) <= MAX_STATEMENTS
    squeezed = re.sub(r"\W+", "", text)
    assert all(re.sub(r"\W+", "", s.text) in squeezed for s in found)


def test_the_second_half_is_read_with_its_subject_and_kept_without() -> None:
    first, second = statements("I live in Ghent and work as a baker by the harbour")
    assert (first.read, second.read, second.text) == (first.text, "I work as a baker by the harbour", "work as a baker by the harbour")


@pytest.mark.parametrize(
    "text",
    [
        "we sail with a small crew (Otto, 41, and my cousin, she cooks) every summer",
        'my aunt wrote "come home, I miss you. we all do" on the card',
        "the coach told me 'rest the knee, no runs, no jumps' last week",
        "I have two boards with sides of 6, 8, 10 cm and 9, 12, 15 cm",
        "I have a wife and kids to feed",
        "our tenants, Messrs. Hale and Sons, left in May",
        "the room is above the forge, it's Ida's, 95 a week all in",
        "did both servers friday, 12 gone",
        "twins mo n ida, 7 months",
        "the ewes get 4 ml at 8 a.m. and 8 p.m. (9 p.m. on Sundays)",
    ],
)
def test_what_stands_in_brackets_or_quotes_or_is_one_list_of_numbers_is_not_cut(text: str) -> None:
    assert texts(text) == [text]


def test_a_sentence_may_begin_behind_the_time_of_day() -> None:
    assert texts("We open at 7 a.m. My sister runs the till.") == ["We open at 7 a.m", "My sister runs the till"]
    assert texts("I sailed to the U.S. My sister runs the till.") == ["I sailed to the U.S", "My sister runs the till"]


@pytest.mark.parametrize("text", ["Recently, I and my brother built a boat", "She and her aunt sail"])
def test_two_who_do_one_thing_stay_together(text: str) -> None:
    assert texts(text) == [text]


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("sold the boat in May", ["I"]),
        ("been vegan since 2019", ["I"]),
        ("live alone above a bakery in Cork", ["I"]),
        ("what is good for rust? picked up a second anchor too", ["", "I"]),
        ("my sister came by. brought a cake", ["", ""]),
        ("given the wind we stay", [""]),
        ("paint the hull", [""]),
    ],
)
def test_who_leaves_out_i_speaks_of_themselves(text: str, whose: list[str]) -> None:
    assert [s.whose for s in statements(text)] == whose


def test_who_says_their_name_without_a_stop_goes_on_in_a_statement_of_its_own() -> None:
    assert [s.text for s in statements("okay so this is Oda I'm a potter out on my own")] == ["this is Oda", "I'm a potter out on my own"]
