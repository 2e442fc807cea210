"""Temporal phrases mean the days that a listener on that day would think of."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.dates.temporal import asks_when, bracketed, phrases, short_date, timed

AT = datetime(2023, 5, 25, 13, 14, tzinfo=UTC)
"""A Thursday."""
MOMENTS = st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2080, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 (hypothesis wants naive bounds)


@pytest.mark.parametrize(
    ("text", "label", "start", "end"),
    [
        ("they moved the fair, it's June 7 now", "7 June 2023", "2023-06-07", "2023-06-08"),
        ("it rained on us, June 7 then", "7 June 2023", "2023-06-07", "2023-06-08"),
        ("the vet comes on Thursday week", "8 June 2023", "2023-06-08", "2023-06-09"),
        ("Sunday week in Duncannon", "4 June 2023", "2023-06-04", "2023-06-05"),
        ("the vet comes Friday fortnight", "9 June 2023", "2023-06-09", "2023-06-10"),
        ("3 to 9 August from Stansted", "9 August 2023", "2023-08-09", "2023-08-10"),
        ("we met on May 7", "7 May 2023", "2023-05-07", "2023-05-08"),
        ("we met on May 7 then moved", "7 May 2023", "2023-05-07", "2023-05-08"),
        ("I went there yesterday", "24 May 2023", "2023-05-24", "2023-05-25"),
        ("I moved to Denver last month", "April 2023", "2023-04-01", "2023-05-01"),
        ("last Saturday we ate out", "20 May 2023", "2023-05-20", "2023-05-21"),
        ("I've had them for 3 years!", "since 2020", "2020-01-01", "2023-05-26"),
        ("I have been vegan for about five years", "since 2018", "2018-01-01", "2023-05-26"),
        ("Seven years now, and I love it", "since 2016", "2016-01-01", "2023-05-26"),
        ("We've been playing for a month now", "since April 2023", "2023-04-01", "2023-05-26"),
        ("Last Fri I went to the pool", "19 May 2023", "2023-05-19", "2023-05-20"),
        ("I've got a hearing on June 7", "7 June 2023", "2023-06-07", "2023-06-08"),
        ("I've got engaged on May 7", "7 May 2023", "2023-05-07", "2023-05-08"),
        ("I saw her two weeks ago", "the week of 8 May 2023", "2023-05-08", "2023-05-15"),
        ("We marry next June", "June 2023", "2023-06-01", "2023-07-01"),
        ("I met her in March", "March 2023", "2023-03-01", "2023-04-01"),
        ("The fair is in March", "March 2024", "2024-03-01", "2024-04-01"),
        ("We play this weekend", "the weekend of 27 May 2023", "2023-05-27", "2023-05-29"),
        ("On 5 March I went", "5 March 2023", "2023-03-05", "2023-03-06"),
        ("My flight is on March 12th", "12 March 2024", "2024-03-12", "2024-03-13"),
        ("Since 2019 I have lived here", "2019", "2019-01-01", "2023-05-26"),
        ("A few years ago I had a boat", "a few years before 2023", "2018-01-01", "2022-01-01"),
        ("We did that the week before", "the week of 15 May 2023", "2023-05-15", "2023-05-22"),
        ("See you tomorrow at 5", "26 May 2023 at 5", "2023-05-26", "2023-05-27"),
        ("Dinner is Friday", "26 May 2023", "2023-05-26", "2023-05-27"),
        ("I saw him on Friday", "19 May 2023", "2023-05-19", "2023-05-20"),
        ("On Friday last the hall is full", "19 May 2023", "2023-05-19", "2023-05-20"),
        ("It ends next Friday", "2 June 2023", "2023-06-02", "2023-06-03"),
        ("I graduated in 2018", "2018", "2018-01-01", "2019-01-01"),
        ("I left in late 2020", "late 2020", "2020-09-01", "2021-01-01"),
        ("It was the winter of 2021", "winter 2021/2022", "2021-12-01", "2022-03-01"),
        ("In two weeks we fly", "the week of 5 June 2023", "2023-06-05", "2023-06-12"),
        ("It was two decades ago", "2003", "2003-01-01", "2004-01-01"),
        ("I was born on 1990-02-28", "28 February 1990", "1990-02-28", "1990-03-01"),
        ("I cooked last night", "the night of 24 May 2023", "2023-05-24", "2023-05-25"),
        ("Rent is due on the 1st", "1 June 2023", "2023-06-01", "2023-06-02"),
        ("From 2 March not one cigarette", "2 March 2023", "2023-03-02", "2023-03-03"),
        ("wedding on 3 June", "3 June 2023", "2023-06-03", "2023-06-04"),
        ("He lay down in April and simply didn't wake up", "April 2023", "2023-04-01", "2023-05-01"),
        ("She didn't want that so the fair's been put back to 12 December", "12 December 2023", "2023-12-12", "2023-12-13"),
        ("I've booked us home from the first of August", "1 August 2023", "2023-08-01", "2023-08-02"),
        ("dentist on the 23rd", "23 June 2023", "2023-06-23", "2023-06-24"),
        ("mum rang in March", "March 2023", "2023-03-01", "2023-04-01"),
        ("I signed up for the relay on the 4th of August", "4 August 2023", "2023-08-04", "2023-08-05"),
        ("I have booked a van for the move on 12 September", "12 September 2023", "2023-09-12", "2023-09-13"),
        ("the boat was moved to another yard in March", "March 2023", "2023-03-01", "2023-04-01"),
        ("the fair was moved to March", "March 2024", "2024-03-01", "2024-04-01"),
        ("the fee is 90 as of 6 April, not 80", "6 April 2023", "2023-04-06", "2023-04-07"),
        ("the left one, operation on 12 June", "12 June 2023", "2023-06-12", "2023-06-13"),
        ("they have moved it, the finals are the tenth of July", "10 July 2023", "2023-07-10", "2023-07-11"),
        ("I have scheduled three walks on June 11", "11 June 2023", "2023-06-11", "2023-06-12"),
        ("we cut over from Otter 4 to Heron 7 in April", "April 2023", "2023-04-01", "2023-05-01"),
        ("report due Fri", "26 May 2023", "2023-05-26", "2023-05-27"),
        ("we had a flat tyre on sat", "20 May 2023", "2023-05-20", "2023-05-21"),
        ("got a girl coming for a trial on the 1st", "1 June 2023", "2023-06-01", "2023-06-02"),
        ("he is limping on the back left, x-rays on Friday", "26 May 2023", "2023-05-26", "2023-05-27"),
        ("I said the blue room is theirs in September", "September 2023", "2023-09-01", "2023-10-01"),
        ("He was asking would you come to his party on the 16th of June", "16 June 2023", "2023-06-16", "2023-06-17"),
        ("She told me the boat sank in March", "March 2023", "2023-03-01", "2023-04-01"),
        ("a second one there since the 14th", "14 May 2023", "2023-05-14", "2023-05-26"),
    ],
)  # fmt: skip
def test_phrase_means_these_days(text: str, label: str, start: str, end: str) -> None:
    (period,) = phrases(text, AT)
    assert (period.label, period.start.date().isoformat(), period.end.date().isoformat()) == (label, start, end)


@pytest.mark.parametrize(
    "text",
    ["I may go", "We march on", "Every Friday I cook", "I booked a tour on June 7",
     "My birthday is on 5 March", "She was born in May", "Friday meetings are bad",
    "It cost 2000 dollars",
     "The launch has been postponed for two weeks", "I worked there for 3 years", "I've been to Spain for two weeks",
     "I have known her for over a decade", "I have lived here for a few years", "Now the sun sat on it",
     "I run 10 km", "My budget is under 800", "In the second half I fell", "I have two weeks of holiday",
     "I went to the market a week before Black Friday", "we met on Good Friday",
     "Otto burns in 8 minutes", "had one, first in 14 months", "the best race in two years",
     "She does more in a day than I do in a week", "the hive grew by 2 kilos in one day",
     "the hall is gone, same Friday, another hall"],
)  # fmt: skip
def test_what_names_no_single_time_is_left_alone(text: str) -> None:
    assert phrases(text, AT) == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("12/25/2023", "25 December 2023"), ("25/12/2023", "25 December 2023"), ("4/4/2022", "4 April 2022"),
        ("5.3.2023", "5 March 2023"), ("12.25.2023", "25 December 2023"), ("5.3.23", "5 March 2023"), ("5.3.75", "5 March 1975"),
    ],
)  # fmt: skip
def test_numeric_dates_are_read_in_the_order_that_their_separator_tells_unless_it_is_impossible(text: str, label: str) -> None:
    assert [p.label for p in phrases(f"Due {text}", AT)] == [label]


def test_day_beside_another_months_name_is_most_likely_that_months() -> None:
    assert [p.phrase for p in phrases("In March I flew to Kiel on the 10th and came back on the 12th", AT)] == ["In March"]
    assert [p.phrase for p in phrases("we may sail on the 3rd", AT)] == ["on the 3rd"]


def test_numeric_date_of_which_nobody_knows_what_is_the_month_is_none() -> None:
    assert phrases("Your rate changes on 01/06/2026", AT) == []


def test_numeric_date_that_no_calendar_has_is_none() -> None:
    assert phrases("Due 31.2.2020 or 31/31/20", AT) == []


def test_words_stay_and_what_they_mean_stands_in_brackets_behind_them() -> None:
    text = "Last week I ran, and over the past three months I swam; since last year I cycle."
    assert bracketed(text, phrases(text, AT)) == (
        "Last week [the week of 15 May 2023] I ran, and over the past three months [the three months before 25 May 2023] I swam; "
        "since last year [2022] I cycle."
    )


@pytest.mark.parametrize("text", ["The choir sings on 8 May 2023", "The choir sings on Tuesdays", "It closed in 2019"])
def test_what_is_a_date_already_or_recurs_gets_no_brackets(text: str) -> None:
    assert bracketed(text, phrases(text, AT)) == text


@given(st.text(alphabet="abc .,", max_size=40), st.sampled_from(["yesterday", "last month", "next Friday", "in two weeks"]), MOMENTS)
def test_without_its_brackets_a_text_is_what_was_said(around: str, phrase: str, at: datetime) -> None:
    text = f"{around} {phrase}"
    found = phrases(text, at)
    shown = bracketed(text, found)
    for period in found:
        shown = shown.replace(f" [{period.label}]", "")
    assert shown == text


def test_day_is_that_of_the_speakers_time_zone() -> None:
    at = datetime(2023, 12, 31, 23, 30, tzinfo=UTC)
    (there,) = phrases("I arrived today", at, "Asia/Tokyo")
    (here,) = phrases("I arrived today", at)
    assert (there.label, here.label) == ("1 January 2024", "31 December 2023")
    assert there.start == datetime(2023, 12, 31, 15, tzinfo=UTC)


def test_day_of_a_clock_change_has_its_true_length() -> None:
    (period,) = phrases("It is today", datetime(2023, 3, 26, 12, tzinfo=UTC), "Europe/Berlin")
    assert period.end - period.start == timedelta(hours=23)


@pytest.mark.parametrize(
    ("at", "text", "label"),
    [
        (datetime(2023, 1, 1, 9, tzinfo=UTC), "I came yesterday", "31 December 2022"),
        (datetime(2023, 1, 3, 9, tzinfo=UTC), "I came last month", "December 2022"),
        (datetime(2023, 12, 31, 9, tzinfo=UTC), "I leave next month", "January 2024"),
        (datetime(2024, 2, 29, 9, tzinfo=UTC), "I came last year", "2023"),
        (datetime(2024, 1, 2, 9, tzinfo=UTC), "We met last winter", "winter 2022/2023"),
        (datetime(2023, 1, 10, 9, tzinfo=UTC), "I married in December", "December 2022"),
    ],
)
def test_year_ends_are_crossed(at: datetime, text: str, label: str) -> None:
    assert [p.label for p in phrases(text, at)] == [label]


@given(
    MOMENTS,
    st.sampled_from(
        ["yesterday", "last week", "last month", "last year", "last Friday", "two weeks ago", "3 days ago", "last summer", "last March"]
    ),
)
def test_past_phrase_ends_before_now(at: datetime, phrase: str) -> None:
    (period,) = phrases(f"We went there {phrase}.", at)
    assert period.start < period.end <= at.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=0) or period.end <= at


@given(
    MOMENTS,
    st.sampled_from(
        ["tomorrow", "next week", "next month", "next year", "next Friday", "in two weeks", "in 3 days", "next summer", "next March"]
    ),
)
def test_future_phrase_begins_after_now(at: datetime, phrase: str) -> None:
    (period,) = phrases(f"We will go there {phrase}.", at)
    assert at < period.start < period.end


@given(MOMENTS, st.sampled_from(["today", "this week", "this month", "this year"]))
def test_present_phrase_holds_now(at: datetime, phrase: str) -> None:
    (period,) = phrases(f"It happens {phrase}.", at)
    assert period.start <= at < period.end


@given(MOMENTS, st.sampled_from(["Asia/Kolkata", "America/St_Johns", "Pacific/Apia", "Europe/London", "Australia/Lord_Howe"]))
def test_today_holds_now_in_every_zone(at: datetime, zone: str) -> None:
    (period,) = phrases("I rest today", at, zone)
    assert period.start <= at < period.end


@given(st.text(max_size=200), MOMENTS)
def test_any_text_is_read_without_error_and_periods_do_not_overlap(text: str, at: datetime) -> None:
    found = phrases(text, at)
    assert all(a.finish <= b.begin for a, b in itertools.pairwise(found))
    assert all(text[p.begin : p.finish] == p.phrase and p.start < p.end for p in found)


@pytest.mark.parametrize(
    ("query", "asks"),
    [("When did Anna move?", True), ("What year was it?", True), ("How long ago was the trip?", True),
    ("Which month did he start in?", True),
     ("What does Anna do when it rains?", False), ("Where did they go?", False)],
)  # fmt: skip
def test_questions_about_time_are_told_from_others(query: str, asks: bool) -> None:
    assert asks_when(query) is asks


def test_time_words_are_seen() -> None:
    assert timed("I left last May")
    assert timed("at 5pm")
    assert not timed("I may like it")


def test_short_date_has_no_leading_zero() -> None:
    assert short_date(datetime(2023, 5, 8, tzinfo=UTC)) == "8 May 2023"


def test_a_day_without_its_year_that_would_be_far_off_on_either_side_is_left_open() -> None:
    at = datetime(2024, 7, 15, 10, tzinfo=UTC)
    assert phrases("I sort the charts after reading them on July 13", at) == []
    assert [p.label for p in phrases("I sort the charts on July 20", at)] == ["20 July 2024"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Otto quit rowing, sailing starts Monday", "12 June 2023"),
        ("I quit my job and begin there on Monday", "12 June 2023"),
        ("It started on Monday", "5 June 2023"),
        ("Otto got a berth in Kiel, leaving Monday", "12 June 2023"),
        ("Otto was leaving on Monday", "5 June 2023"),
        ("got a second oar coming from Kiel in November", "November 2023"),
        ("the oar is due on the 20th", "20 June 2023"),
        ("I still owe the yard 90 from December", "December 2022"),
        ("I row from December", "December 2023"),
        ("the rent was due on Monday", "5 June 2023"),
        ("I ordered forty oars, they come in November from Bari", "November 2023"),
        ("the pier fell through, so it's all pushed back to the 3rd of October", "3 October 2023"),
        ("Otto painted it and the permits are all up in May", "May 2024"),
        ("we are going to row again, we went in March", "March 2023"),
        ("the boat that we saw in March is sold", "March 2023"),
        ("I am to have my mast replaced on 16 July", "16 July 2023"),
        ("Otto is getting his mast repaired in July", "July 2023"),
        ("I row for her until she's back in September", "September 2023"),
        ("back in September we rowed", "September 2022"),
        ("we rowed in Kiel and Bari in may", "May 2023"),
        ("the harbour won't let us row before January", "January 2024"),
        ("the mast comes down the twenty first of July", "21 July 2023"),
        ("it's July the ninth", "9 July 2023"),
        ("the race is on July the 9th", "9 July 2023"),
        ("the twenty-first of March was cold", "21 March 2023"),
    ],
)
def test_what_begins_has_not_yet_whatever_has_happened_beside_it(text: str, label: str) -> None:
    (period,) = phrases(text, datetime(2023, 6, 8, 12, tzinfo=UTC))
    assert period.label == label


@pytest.mark.parametrize(
    "text",
    [
        "We're open Wednesday to Sunday",
        "Closed Monday and Tuesday, that's when I do the books",
        "Tuesday is club night",
        "Thursday I run along the canal",
        "the ferry goes Monday tae Friday",
        "he rows home every last Friday",
        "the boatyard opens its doors the last Sunday of the month",
        "I invoice on the 25th",
        "the berth is still due on the 1st",
        "I dive twice a week now, the Tuesday and the Friday",
        "I work Tuesday Wednesday Thursday in the library",
        "nanny comes Monday to Thursday",
        "on Thursday evenings I row",
        "the court changed it all, so it's grandad's Monday to Friday",
        "it will have to be a Tuesday or a Friday",
        "had mussels on a wet Thursday once",
        "the band meets on the first Tuesday",
        "the regatta is the Sunday before the holidays",
        "I keep saying Friday, which was my old day off",
        "my free day is Wednesday",
        "choir practice is on Monday at eight",
        "sails are on Saturday, oars on land",
        "in the Tuesday evening I have a course",
        "she tells me I am mad to close on Monday",
        "I scrub the deck on Wednesday",
        "he paints boats Saturday at ten",
        "Sprints are two weeks and start on Wed",
        "I am in another group, still on Monday",
        "Saturday at dawn, that's when I write",
        "my sister has begun opening on Sunday and closes Monday",
        "handover is friday at noon",
        "alto in the parish choir, rehearsal Monday 7:30",
    ],
)
def test_days_of_a_week_that_comes_again_are_no_dates(text: str) -> None:
    assert phrases(text, AT) == []


def test_this_saturday_said_on_a_sunday_is_the_coming_one_or_the_one_that_was() -> None:
    sunday = datetime(2023, 5, 28, 12, tzinfo=UTC)
    assert [p.label for p in phrases("this Saturday the hall is shut", sunday)] == ["3 June 2023"]
    assert [p.label for p in phrases("this Saturday we ate out", sunday)] == ["27 May 2023"]
    assert [p.label for p in phrases("this Saturday the hall is shut", AT)] == ["27 May 2023"]


@pytest.mark.parametrize(
    "text",
    [
        "Monday I went to the dentist",
        "rehearsal Monday was cancelled",
        "We fly on Friday",
        "it runs since Monday",
        "Monday and Tuesday I was in Bari",
        "she flies to Bari on Sunday",
        "can you collect the sail on Friday",
        "I scrubbed the deck on Wednesday",
        "the exam is on Friday",
        "see you there Thursday",
        "I will scrub the deck on Friday",
    ],
)
def test_a_day_that_was_or_will_be_is_a_date(text: str) -> None:
    assert phrases(text, AT)


def test_weekday_before_a_date_tells_its_year_and_is_no_date_of_its_own() -> None:
    at = datetime(2026, 3, 3, 12, tzinfo=UTC)
    said = (
        "gig sat 23 may",
        "the gig is on Saturday 23 May",
        "we met on Saturday 24 May",
        "moved to Thursday, March 12",
        "on Friday the 13th",
    )
    assert [[p.label for p in phrases(text, at)] for text in said] == [
        ["23 May 2026"], ["23 May 2026"], ["24 May 2025"], ["12 March 2026"], [],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["the minutes of the July meeting", "since the March rise it costs 40", "I signed up for the relay on Monday"]
)
def test_what_may_be_of_another_year_or_day_names_none(text: str) -> None:
    assert phrases(text, AT) == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("second coat done Saturday, two tins", "13 June 2026"),
        ("all done on Friday", "19 June 2026"),
        ("getting the roof done Saturday", "27 June 2026"),
        ("we need it done by Saturday", "27 June 2026"),
        ("if its done Saturday we sail", "27 June 2026"),
    ],
)
def test_what_is_done_was_done_unless_somebody_has_it_to_do(text: str, label: str) -> None:
    assert [p.label for p in phrases(text, datetime(2026, 6, 20, tzinfo=UTC), "UTC")] == [label]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I ordered the chair, delivery in November", "November 2026"),
        ("they proposed, wedding December 12", "12 December 2026"),
        ("I had the operation, 4 June", "4 June 2026"),
        ("I ordered the chair in November", "November 2025"),
        ("we moved to 9 Mill Lane, Ryde, on Thursday", "18 June 2026"),
    ],
)
def test_what_comes_once_a_year_is_not_of_the_past_of_another_clause(text: str, label: str) -> None:
    assert [p.label for p in phrases(text, datetime(2026, 6, 20, tzinfo=UTC), "UTC")] == [label]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("he has football Saturday morning at the park", []),
        ("I don't know what to do with my Friday", []),
        ("the conversation circle is on Wednesday", []),
        ("I have surgery on Friday", ["26 May 2023"]),
        ("we have a match on Friday", ["26 May 2023"]),
    ],
)
def test_what_is_held_each_week_is_no_one_date(text: str, labels: list[str]) -> None:
    assert [p.label for p in phrases(text, datetime(2023, 5, 22, tzinfo=UTC), "UTC")] == labels


@pytest.mark.parametrize(
    ("text", "said", "labels"),
    [
        ("Marten Dekker, b. 4 Nov 1866, cooper", "2026-02-05", ["4 November 1866"]),
        ("the mooring is let for six years", "2026-02-05", []),
        ("it's let for six years", "2026-02-05", []),
        ("he's rowed and she's played here for six years", "2026-02-05", ["since 2020"]),
        ("Otto's getting married July the ninth to a girl named Ida", "2026-03-24", ["9 July 2026"]),
        ("we sail with a man called Otto in July", "2026-03-24", ["July 2026"]),
        ("Otto called in July", "2026-03-24", ["July 2025"]),
        ("he has agreed to be our cox from the second of July", "2026-06-27", ["2 July 2026"]),
        ("Ida didn't start May 4, she started June 8", "2026-08-31", ["4 May 2026", "8 June 2026"]),
        ("rowing starts May 4", "2026-03-31", ["4 May 2026"]),
        ("I sank two boats in the last year", "2026-02-18", ["the year before 18 February 2026"]),
        ("the last week of August is free", "2026-02-18", ["August 2026"]),
        ("the next year we sailed", "2026-02-18", []),
        ("I sank two boats last year", "2026-02-18", ["2025"]),
        ("I mend 14 oars in a week", "2026-02-18", []),
        ("the boat is mended in a week", "2026-02-18", ["the week of 23 February 2026"]),
        ("it costs 40 euros, to pay in 30 days", "2026-02-18", []),
        ("Ida rows in on the Saturday with her aunt", "2026-02-18", []),
        ("Ida rowed in on the Saturday with her aunt", "2026-02-18", ["14 February 2026"]),
        ("he goes to rehearsal on Tuesday", "2026-02-18", []),
        ("he goes to Kiel on Tuesday", "2026-02-18", ["24 February 2026"]),
        ("I moved my Monday rowers to Thursday", "2026-02-18", []),
        ("I moved the race to Thursday", "2026-02-18", ["19 February 2026"]),
        ("they told me about the first of March", "2026-02-18", []),
        ("im supposed to row the half on 10 may", "2026-02-15", ["10 May 2026"]),
        ("he must ring if he gains 2kg in two days", "2026-03-24", []),
        ("I have not rowed so well in two years", "2026-03-24", []),
        ("we haven't sailed in two weeks", "2026-03-24", []),
        ("we sail in two weeks", "2026-03-24", ["the week of 6 April 2026"]),
        ("Ida taught knots for forty years and has never been seen to sit", "2026-03-24", []),
        ("For forty years I have kept this boat", "2026-03-24", ["since 1986"]),
        ("the boat was found in November of that year", "2026-03-24", []),
        ("i'm slow, its sunday", "2026-02-15", []),
        ("the race, its sunday", "2026-02-13", ["15 February 2026"]),
        ("I wasn't born yesterday", "2026-04-27", []),
        ("she wrote 'Oars of Tomorrow'", "2026-04-27", []),
        ("we race. Tomorrow we rest", "2026-04-27", ["28 April 2026"]),
        ("can I mend it in a week or two?", "2026-04-27", []),
        ("I remember rowing there on January 25th", "2026-09-01", ["25 January 2026"]),
        ("my niece was born yesterday", "2026-04-27", ["26 April 2026"]),
    ],
)
def test_in_doubt_no_date_is_named(text: str, said: str, labels: list[str]) -> None:
    assert [p.label for p in phrases(text, datetime.fromisoformat(f"{said}T12:00:00+00:00"))] == labels


@pytest.mark.parametrize(
    ("question", "begins", "ends"),
    [
        ("What did I do in the last month?", "2026-04-10", "2026-05-11"),
        ("What are my plans for the next week?", "2026-05-10", "2026-05-18"),
        ("What was I supposed to do on Friday?", "2026-05-08", "2026-05-09"),
        ("What happened from June to August?", "2025-06-01", "2025-09-01"),
    ],
)
def test_who_asks_has_a_time_in_mind(question: str, begins: str, ends: str) -> None:
    periods = phrases(question, datetime(2026, 5, 10, 12, tzinfo=UTC))
    assert (f"{periods[0].start:%Y-%m-%d}", f"{periods[-1].end:%Y-%m-%d}") == (begins, ends)
