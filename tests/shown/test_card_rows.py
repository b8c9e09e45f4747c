"""A row of a card and a line of the standings, each by itself: nothing is read from a database."""

import pytest

from scoring.ranking import Decision
from tournaments.models import Round, Stage
from tournaments.standings.cards import CardRow, _credited, _in_left, _rows, renamed
from tournaments.standings.left import adds_up
from tournaments.standings.ranked import BELOW_MEDALS, Row, Standings, _after_playoffs
from tournaments.standings.within import within

RULES = {
    "game": "cribbage",
    "running": "pegged",
    "credited": "pegged",
    "criteria": ["pegged"],
    "bye_credit": 60,
    "missed": None,
    "target": 121,
}


def stage(**rules):
    return Stage(game="cribbage", rules={**RULES, **rules})


# Names


def test_everybody_of_a_card_is_called_by_other_names_at_their_own_place():
    row = CardRow(
        3, opponents=((2, "B"),), partners=((3, "C"),), member=(1, "old"), faces=(2, "older"), points=121
    )
    names = {2: "L'Écuyer", 3: "Saint-Hilaire"}
    squads = {7: ["Réal O'Brien", "Ada"], 2: ["Élise", "Yvon"]}
    (row,) = renamed([row], 7, names, squads)
    assert (row.opponents, row.partners) == (((2, "L'Écuyer"),), ((3, "Saint-Hilaire"),))
    assert (row.member, row.faces) == ((1, "Réal O'Brien"), (2, "Yvon"))
    assert (row.game, row.points) == (3, 121)


def test_which_game_it_is_is_said_with_its_part_where_a_round_is_a_match():
    assert [CardRow(3).label, CardRow(3, part=2).label] == ["3", "3.2"]


def test_nobody_is_called_nothing():
    assert renamed([CardRow(3)], 7, {}, {}) == [CardRow(3)]


# Games that nobody played


@pytest.mark.parametrize(
    ("credited", "field"), [("pegged", "points"), ("value", "value"), ("spread", "spread")]
)
@pytest.mark.parametrize(("award", "declared"), [("bye", 60), ("missed", 0)])
def test_what_is_declared_is_credited_where_the_format_counts_it(credited, field, award, declared):
    row = _credited(stage(credited=credited), award)
    assert row == CardRow(**{"points": 0, field: declared, "award": award})


def test_a_round_without_a_seat_has_nobodys_result():
    """Not that of meeting 1 either."""
    result = object()
    rows = list(_rows(7, stage(), [(5, 2, Round.State.CLOSED)], {}, {(1, 7): [result]}, {}))
    assert rows == [CardRow(2, points=0, award="missed", total=0)]


# Points left


@pytest.mark.parametrize(
    ("row", "points", "against"),
    [
        (CardRow(won=True, points=121, against=100), 0, 21),
        (CardRow(won=False, points=100, against=121), 21, 0),
        (CardRow(won=None, points=100, against=100), 21, 21),
        (CardRow(won=None, points=100, against=130), 21, 0),
        (CardRow(won=None, points=None, against=None), 121, None),
        (CardRow(won=False, points=0, against=100, award="forfeit"), 121, 0),
        (CardRow(points=100, award="bye"), 21, None),
        (CardRow(points=130, award="missed"), 0, None),
        (CardRow(points=100, against=7, award="missed"), 21, 7),
    ],
)
def test_points_left_are_what_was_missing(row, points, against):
    left = stage(pegging="left", criteria=["points_left"])
    assert _in_left(left, row) == row._replace(points=points, against=against)
    assert _in_left(stage(pegging="left"), row) == row


@pytest.mark.parametrize(
    ("running", "pegging", "added"),
    [("pegged", "left", "points_left"), ("pegged", "loser", "pegged"), ("won", "left", "won")],
)
def test_what_cards_add_up(running, pegging, added):
    assert adds_up({"running": running, "pegging": pegging, "criteria": ["points_left"]}) == added


# Lines


def line(rank, number, points, tied=(), **more):
    return Row(rank, number, f"O'Brien {number}", "", points, points, 0, 0, 0, 0, 1, tied=tied, **more)


SHOWN = Standings(
    1,
    1,
    1,
    [
        line(1, 1, 9),
        line(2, 2, 8, (2, 3, 4)),
        line(2, 3, 8, (2, 3, 4)),
        line(2, 4, 8, (2, 3, 4)),
        line(5, 5, 6),
        line(6, 6, 0, out=True),
    ],
    game="cribbage",
)


def test_some_are_ranked_among_themselves():
    rows = within(SHOWN, {2, 4, 5, 6}).rows
    assert [(row.rank, row.number, row.tied) for row in rows] == [
        (1, 2, (2, 4)),
        (1, 4, (2, 4)),
        (3, 5, ()),
        (BELOW_MEDALS, 6, ()),
    ]
    assert [(row.above, row.gap) for row in rows] == [(None, 0), (None, 0), (4, 2), (5, 6)]


def test_who_shared_a_rank_with_others_alone_shares_it_no_longer():
    assert [(row.rank, row.tied) for row in within(SHOWN, {3, 5}).rows] == [(1, ()), (2, ())]


@pytest.mark.parametrize(
    ("running", "signed"),
    [("pegged", False), ("won", False), ("points_left", False), ("spread", True), ("value", True)],
)
def test_what_can_be_below_zero_has_a_sign(running, signed):
    assert Standings(1, 1, 1, game="gin", running=running).signed is signed


def test_who_was_in_the_playoffs_stands_before_all_others_whatever_the_day_says():
    rows = [line(1, 1, 9), line(2, 2, 8, (2, 3)), line(2, 3, 8, (2, 3)), line(4, 4, 7, above=3, gap=1)]
    rows += [line(5, 5, 6, (5, 6)), line(5, 6, 6, (5, 6)), line(7, 7, 1)]
    decided = {4: Decision(1, "playoffs_won"), 2: Decision(2, "playoffs_out"), 1: Decision(2, "playoffs_out")}
    after = _after_playoffs(rows, decided)
    assert [(row.rank, row.number) for row in after] == [
        (1, 4), (2, 1), (2, 2), (4, 3), (5, 5), (5, 6), (7, 7),
    ]  # fmt: skip
    assert [row.tied for row in after[:3]] == [(), (1, 2), (1, 2)]
    assert {(row.above, row.gap) for row in after[:3]} == {(None, 0)}
    assert [row.decision for row in after[:3]] == [decided[4], decided[1], decided[2]]


def test_ranks_say_something_but_where_a_bracket_alone_gives_them_and_has_given_none():
    assert Standings(1, 0, 3, [], game="cribbage").has_places  # nobody has played yet
    assert not Standings(1, 0, 0, [], game="cribbage").has_places
