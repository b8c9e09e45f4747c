"""The rules of the day and the timetable in words."""

import doctest
import re
from datetime import date

import pytest
from django.utils import translation

from scoring.match_points import read_table
from tournaments import formats
from tournaments.games.cribbage.match_points import table_numbers
from tournaments.publishing import names, tournament_words


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def rule_words(**choices):
    rules = tournament_words.announced_rules(formats.rules("fadoq-15", **choices))
    return {heading: sentence.replace("\N{NO-BREAK SPACE}", " ") for heading, sentence in rules}


def timetable_rows(**choices):
    """Return from which minute on, and the first and last game, or the name of a break."""
    return [
        (slot.minute, [int(game) for game in re.findall(r"\d+", slot.label)] or slot.label)
        for slot in tournament_words.timetable(formats.rules("fadoq-15", **choices))
    ]


def test_doctests_of_names():
    assert doctest.testmod(names).failed == 0


def test_timetable_of_the_shipped_format():
    assert timetable_rows() == [
        (8 * 60 + 30, names.break_name("welcome")),
        (9 * 60, [1, 7]),
        (11 * 60 + 20, names.break_name("dinner")),
        (12 * 60 + 20, [8, 15]),
        (15 * 60, names.break_name("medals")),
    ]


def test_timetable_with_other_rounds_and_breaks():
    breaks = [{"after": 9, "minutes": 45, "code": "dinner"}, {"after": 15, "minutes": 20, "code": "medals"}]
    assert timetable_rows(rounds=10, minutes=25, start=545, breaks=breaks) == [
        (9 * 60 + 5, [1, 9]),
        (12 * 60 + 50, names.break_name("dinner")),
        (13 * 60 + 35, [10]),
        (14 * 60, names.break_name("medals")),
    ]
    assert timetable_rows(rounds=2, breaks=[]) == [(9 * 60, [1, 2])]


def test_hours_follow_the_conventions_of_each_language():
    minutes = (0, 545, 12 * 60, 13 * 60 + 5, 24 * 60 + 5)
    english = ["12:00 am", "9:05 am", "12:00 pm", "1:05 pm", "12:05 am"]
    assert [names.clock(minute).replace("\N{NO-BREAK SPACE}", " ") for minute in minutes] == english
    with translation.override("fr-ca"):
        assert names.clock(545) == "9\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}05"
        assert names.clock(15 * 60) == "15\N{NO-BREAK SPACE}h"


def test_dates_follow_the_conventions_of_each_language():
    saturday, first = date(2026, 11, 21), date(2026, 12, 1)
    assert names.date_words(saturday) == "November 21, 2026"
    assert names.date_words(saturday, weekday=True) == "Saturday, November 21, 2026"
    assert names.date_words(first, year=False) == "December 1"
    with translation.override("fr-ca"):
        assert names.date_words(saturday, weekday=True) == "samedi 21 novembre 2026"
        assert names.date_words(first) == "1er décembre 2026"
        assert names.date_words(first, year=False) == "1er décembre"


@pytest.mark.parametrize(
    ("first", "last", "french", "english"),
    [
        ((2026, 12, 12), (2026, 12, 12), "samedi 12 décembre 2026", "Saturday, December 12, 2026"),
        ((2026, 12, 12), (2026, 12, 13), "les 12 et 13 décembre 2026", "December 12–13, 2026"),
        ((2026, 12, 1), (2026, 12, 3), "du 1er au 3 décembre 2026", "December 1–3, 2026"),
        (
            (2026, 11, 30),
            (2026, 12, 2),
            "du 30 novembre au 2 décembre 2026",
            "November 30 – December 2, 2026",
        ),
        (
            (2026, 12, 31),
            (2027, 1, 1),
            "les 31 décembre 2026 et 1er janvier 2027",
            "December 31, 2026 – January 1, 2027",
        ),
        (
            (2026, 1, 9),
            (2027, 1, 9),
            "du 9 janvier 2026 au 9 janvier 2027",
            "January 9, 2026 – January 9, 2027",
        ),
    ],
)
def test_date_range_names_shared_month_and_year_once(first, last, french, english):
    days = date(*first), date(*last)
    with translation.override("fr-ca"):
        assert names.dates_words(*days) == french
    with translation.override("en"):
        assert names.dates_words(*days) == english


@pytest.mark.parametrize(
    ("choices", "heading", "words"),
    [
        ({}, "The winner’s score", "exactly 121"),
        ({"pegging": "as_pegged"}, "The winner’s score", "121 to 149"),
        ({}, "From 116", "115 plus 1 is allowed"),
        ({"from_116": False}, "From 116", "to the end"),
        ({}, "Muggins", "Not played"),
        ({"muggins": True}, "Muggins", "may be taken by the opponent"),
        ({}, "Who cuts", "dealer’s right"),
        ({"cuts": "left"}, "Who cuts", "dealer’s left"),
        ({"cuts": "non_dealer"}, "Who cuts", "does not deal"),
        ({}, "Who deals first", "lower card deals, equal cards cut again"),
        ({"first_deal": "loser"}, "Who deals first", "lost the game before"),
        ({"first_deal": "seat_a"}, "Who deals first", "seat A"),
        ({}, "Who moves", "winner keeps seat, table and letter"),
        (
            {"odd": "three"},
            "Who moves",
            "a winner moves too, when it is that player’s turn at the table of three",
        ),
        ({"odd": "bye"}, "Who moves", "a winner moves too, when it is that player’s turn to sit out"),
        (
            {"odd": "house"},
            "Who moves",
            "a winner moves too, when it is that player’s turn to meet the house player",
        ),
        ({}, "The ranking", "games won and lost"),
        ({}, "The ranking", "without a value"),
        ({"match_points": "acc"}, "The ranking", "win 2 · skunk (loser under 91) 3"),
        ({"match_points": "board_set"}, "The ranking", "double skunk (loser under 60) 3; a lost game 0."),
        ({"match_points": "acc", "rank_by": "match_points"}, "The ranking", "Most match points"),
        ({"odd": "three", "several_losers": "any"}, "The ranking", "one loser under the line is enough"),
        ({}, "Ties", "1st, 2nd or 3rd place: a best of three decides"),
        ({"odd": "house"}, "Odd number", "is not ranked"),
        ({"odd": "bye", "bye_credit": 1}, "Odd number", "gets 1 point, not a win"),
        ({"odd": "bye"}, "Odd number", "announces before game 1"),
        ({"missed": 60}, "A missed game", "gets 60 points for each game missed, not a win"),
        (
            {"forfeit": {"present": 121, "absent": 0}},
            "A forfeit",
            "gets 0 points; the opponent wins",
        ),
        (
            {"match_points": "acc", "rank_by": "match_points", "missed": 60},
            "Declared points",
            "are on the card and do not rank.",
        ),
        (
            {"match_points": "acc", "rank_by": "match_points", "forfeit": {"present": 121, "absent": 0}},
            "Declared points",
            "A game won by forfeit is worth 2 match points.",
        ),
        ({"odd": "three"}, "Who deals first", "All at a table cut before every game"),
        ({"odd": "three", "match_points": "acc"}, "The ranking", "a skunk needs both losers under the line"),
    ],
)
def test_each_rule_has_its_sentence(choices, heading, words):
    assert words in rule_words(**choices)[heading]


def test_undeclared_points_are_left_out_of_the_rules():
    declared = rule_words(missed=60, forfeit={"present": 121, "absent": 0})
    assert len(declared) == len(rule_words()) + 2, "a missed game and a forfeit"
    assert "Declared points" not in rule_words(match_points="acc", rank_by="match_points")
    assert "Declared points" not in rule_words(match_points="acc", missed=60), "points pegged rank: they do"


def test_own_match_point_table_is_shown_with_its_numbers():
    own = {"name": "own", "points": [1, 2, 3, 3], "lines": [90]}
    with_numbers = rule_words(match_points=own)["The ranking"]
    assert table_numbers(read_table(own)).replace("\N{NO-BREAK SPACE}", " ") in with_numbers
