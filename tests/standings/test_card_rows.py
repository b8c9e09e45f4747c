"""Rows of a card and lines of the standings, without a database."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.criteria import Unplayed
from scoring.ranking import Decision
from tournaments.models import Round, Stage
from tournaments.pairing import brackets
from tournaments.pairing.brackets import LOWER
from tournaments.pairing.double_elimination import RESET, double_elimination
from tournaments.pairing.tiebreak import FINAL, THIRD_PLACE, PlayedMatch
from tournaments.registration import Squad
from tournaments.standings.cards import (
    CardRow,
    SeatInRound,
    card_rows,
    card_total_field,
    card_with_names,
    credited_row,
    earned_row,
    hide_later_games,
    opponent_on_board,
    opponents_at_table,
    partners_at_table,
    row_in_points_left,
)
from tournaments.standings.playoffs import PlayoffStanding, place_reason
from tournaments.standings.ranking import BELOW_MEDALS, Row, Standings, declared_fields, rank_after_playoffs
from tournaments.standings.subset import standings_subset
from tournaments.standings.totals import has_several_games

RULES = {
    "game": "cribbage",
    "running": "pegged",
    "credited": "pegged",
    "penalised": "pegged",
    "criteria": ["pegged"],
    "bye_credit": 60,
    "missed": None,
    "target": 121,
}


def stage(**rules):
    return Stage(game="cribbage", rules={**RULES, **rules})


# Names


def test_renamed_card_uses_names_of_its_players_and_members():
    row = CardRow(
        3, opponents=((2, "B"),), partners=((3, "C"),), member=(1, "old"), faces=(2, "older"), points=121
    )
    names = {2: "L'Écuyer", 3: "Saint-Hilaire"}
    squads = {7: ["Réal O'Brien", "Ada"], 2: ["Élise", "Yvon"]}
    (row,) = card_with_names([row], 7, names, squads)
    assert (row.opponents, row.partners) == (((2, "L'Écuyer"),), ((3, "Saint-Hilaire"),))
    assert (row.member, row.faces) == ((1, "Réal O'Brien"), (2, "Yvon"))
    assert (row.game, row.points) == (3, 121)


def test_label_includes_the_part_in_a_match():
    assert [CardRow(3).label, CardRow(3, part=2).label] == ["3", "3.2"]


def test_rows_without_names_are_unchanged():
    assert card_with_names([CardRow(3)], 7, {}, {}) == [CardRow(3)]


# Games that are still hidden


@pytest.mark.parametrize(("last", "given"), [(None, 3), (3, 3), (2, 2), (0, 0)])
def test_hidden_later_games_keep_only_the_seats(last, given):
    sat = {"table": 2, "letter": "A", "opponents": ((8, "B"),), "partners": ((9, "C"),), "part": 1}
    sat |= {"board": 1, "member": (1, "Ada"), "faces": (2, "Élise")}
    rows = [CardRow(game, **sat, points=121, against=90, won=True, total=121 * game) for game in (1, 2, 3)]
    assert hide_later_games(rows, last) == rows[:given] + [CardRow(game, **sat) for game in (1, 2, 3)[given:]]


# Teams on boards

SQUADS = {1: Squad(("Ada", "Réal O'Brien"), {11: 1, 12: 2}), 2: Squad(("Élise",), {21: 1})}
HOME, AWAY = (12, "A", 0, 1, "Les Érables"), (21, "B", 1, 2, "Les Valets")


@pytest.mark.parametrize(
    ("people", "own", "faces"),
    [
        ([HOME, AWAY], 0, (1, "Élise")),
        ([HOME, AWAY], 1, (2, "Réal O'Brien")),
        ([HOME, (None, "B", 1, 2, "Les Valets")], 0, None),
        ([HOME, (None, "B", 1, 9, "Flotteurs")], 0, None),
    ],
)
def test_opponent_on_board_is_named(people, own, faces):
    assert opponent_on_board(SQUADS, people, own) == faces


FOUR_SEATS = [(None, letter, at % 2, at + 1, letter) for at, letter in enumerate("ABCD")]


@pytest.mark.parametrize(
    ("number", "partners", "others"), [(1, {3}, {2, 4}), (2, {4}, {1, 3}), (3, {1}, {2, 4}), (4, {2}, {1, 3})]
)
def test_partners_and_opponents_at_a_table(number, partners, others):
    side = (number - 1) % 2
    assert {one for one, _name in partners_at_table(FOUR_SEATS, side, number)} == partners
    assert {one for one, _name in opponents_at_table(FOUR_SEATS, side)} == others


@pytest.mark.parametrize(
    ("part", "match", "place", "why"),
    [
        ("winners", FINAL, 1, ("playoffs_won",)),
        ("winners", FINAL, 2, ("playoffs_final",)),
        ("winners", RESET, 2, ("playoffs_final",)),
        ("winners", THIRD_PLACE, 3, ("playoffs_third",)),
        ("winners", THIRD_PLACE, 4, ("playoffs_fourth",)),
        ("winners", "1.1", 3, ("playoffs_out", (4,))),
        ("winners", "1.1", 5, ("playoffs_out", (8,))),
        (LOWER, "L1.1", 5, ("playoffs_twice",)),
    ],
)
def test_reason_for_place_in_bracket(part, match, place, why):
    assert place_reason(SimpleNamespace(part=part, id=match), place) == why


@pytest.mark.parametrize(("at", "left"), [(0, [7, 6, 5, 4, 3, 2, 0]), (1, [7, 6, 5, 4, 3, 2, 1, 0])])
def test_remaining_matches_of_a_bracket_are_counted(at, left):
    """A final with a second chance has a second match unless side A of the first has won it."""
    bracket, seeded, results, seen = double_elimination([1, 4, 3, 2]), {at: at for at in range(1, 5)}, {}, []
    while True:
        standing = PlayoffStanding(Stage(), bracket, seeded, results)
        seen.append(standing.left)
        if not (found := brackets.ready_meetings(bracket, seeded, results)) or not standing.left:
            break
        meeting, sides = found[0]
        winner = sides[at if meeting.id == FINAL else 0]
        results = results | {meeting.id: PlayedMatch(winner, sum(sides) - winner, (1, 0))}
    assert seen == left


EMPTY_ROW = Row(1, 1, "Réal O'Brien", "", 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("row", "begun"),
    [
        (EMPTY_ROW, False),
        (EMPTY_ROW._replace(played=1), True),
        (EMPTY_ROW._replace(awards=1), True),
        (EMPTY_ROW._replace(decision=Decision(1, "playoffs_won")), True),
        (EMPTY_ROW._replace(decision=Decision(1, "matches")), False),
    ],
)
def test_row_has_begun_after_first_game_or_bracket_place(row, begun):
    assert row.has_begun is begun
    by_bracket = Standings(1, 0, 0, [EMPTY_ROW, row], game="cribbage")
    assert (by_bracket.has_places, by_bracket.place_of(row)) == (begun, 1 if begun else None)


@pytest.mark.parametrize(
    ("rules", "several"),
    [({}, False), ({"match": {"kind": "best_of", "games": 3}}, True), ({"boards": {"count": 2}}, True)],
)
def test_has_several_games_per_round(rules, several):
    assert has_several_games(Stage(rules=rules)) is several


# Games that were played


def result(points, against, *, game=1, won=None, how="played", **more):
    data = {"figures": {}, "skunk": 0, "match_points": 2, "spread": points - against, "value": 7, **more}
    won = points > against if won is None else won
    return SimpleNamespace(game=game, pegged=points, against=against, won=won, how=how, **data)


@pytest.mark.parametrize(
    ("rules", "result", "given"),
    [
        ({}, result(121, 90), {"won": True}),
        ({}, result(90, 121), {"won": False}),
        ({}, result(90, 90), {"won": False}),
        ({"ties_allowed": True}, result(90, 90), {"won": None}),
        ({"ties_allowed": True}, result(90, 90, how="abandoned"), {"won": None, "award": "abandoned"}),
        ({"ties_allowed": True}, result(90, 121), {"won": False}),
        ({}, result(121, 60, how="forfeit", skunk=1), {"won": True, "award": "forfeit", "skunk": 1}),
        ({"match_points": "acc"}, result(121, 90), {"won": True, "match_points": 2}),
        ({"running": "value"}, result(30, 10), {"won": True, "value": 7}),
    ],
)
def test_card_row_of_a_result(rules, result, given):
    row = earned_row(stage(**{"match_points": None, **rules}), result)
    expected = CardRow(points=result.pegged, against=result.against, spread=result.spread)
    assert row == expected._replace(**given)


@pytest.mark.parametrize("how", ["abandoned", "no_show", "forfeit"])
def test_a_game_that_nobody_has_won_is_lost_by_nobody(how):
    """Both sides of an abandoned game were shown as its losers, on cards, on papers and in files."""
    ahead, behind = result(80, 60, how=how, won=False), result(60, 80, how=how, won=False)
    rules = stage(match_points=None)
    assert [earned_row(rules, ahead, [behind]).won, earned_row(rules, behind, [ahead]).won] == [None, None]
    won = result(60, 80, how=how, won=True)
    assert [earned_row(rules, ahead, [won]).won, earned_row(rules, won, [ahead]).won] == [False, True]


BEST_OF_THREE = {"match": {"kind": "best_of", "games": 3}, "match_points": None}
POINTS_LEFT = {"pegging": "left", "criteria": ["points_left"]}


@pytest.mark.parametrize(
    ("rules", "totals"),
    [
        ({}, [121, 201, 131]),
        (POINTS_LEFT, [0, 41, 111]),
        ({"running": "spread", "penalised": "spread", "criteria": ["spread"]}, [31, -10, -80]),
        ({"running": "spread", "criteria": ["spread", "pegged"]}, [31, -10, -10]),
        ({"running": "won", "criteria": ["won", "spread"]}, [1, 1, 1]),
    ],
)
def test_penalty_is_deducted_after_last_game_of_its_round(rules, totals):
    meeting, other = SeatInRound(3, 2, "A", ((8, "B"),)), SeatInRound(4, 1, "B", ((9, "C"),))
    places = {(5, 7): [meeting], (6, 7): [other]}
    results = {(3, 7): [result(121, 90), result(80, 121, game=2)], (8, 7): [result(1, 2)]}
    rounds = [(5, 1, Round.State.CLOSED), (6, 2, Round.State.OPEN)]
    off = {(6, 7): 70, (5, 8): 5, (6, 8): 6}
    rows = list(card_rows(7, stage(**BEST_OF_THREE | rules), rounds, places, results, off))
    assert [(row.label, row.table, row.letter, row.opponent) for row in rows] == [
        ("1.1", 2, "A", "B"), ("1.2", 2, "A", "B"), ("2", 1, "B", "C"),
    ]  # fmt: skip
    assert [(row.total, row.penalty) for row in rows] == list(zip(totals, (0, 0, 70), strict=True))


def test_penalty_in_a_match_is_deducted_once():
    results = {(3, 7): [result(121, 90), result(80, 121, game=2)]}
    places = {(5, 7): [SeatInRound(3, 2, "A", ((8, "B"),))]}
    rows = list(
        card_rows(7, stage(**BEST_OF_THREE), [(5, 1, Round.State.OPEN)], places, results, {(5, 7): 70})
    )
    assert [(row.total, row.penalty) for row in rows] == [(121, 0), (131, 70)]


@pytest.mark.parametrize(("board", "label"), [(0, "1"), (2, "1.2")])
def test_label_of_single_game_has_board_but_no_part(board, label):
    places = {(5, 7): [SeatInRound(3, 2, "A", ((8, "B"),), board=board)]}
    single = stage(match_points=None)
    (row,) = card_rows(7, single, [(5, 1, Round.State.CLOSED)], places, {(3, 7): [result(121, 90)]}, {})
    assert (row.label, row.board) == (label, board)


@pytest.mark.parametrize(
    ("state", "place", "given"),
    [
        (Round.State.CLOSED, None, ("missed", 0, 0)),
        (Round.State.OPEN, None, None),
        (Round.State.CLOSED, SeatInRound(3, 2, "A"), ("bye", 60, 60)),
        (Round.State.OPEN, SeatInRound(3, 2, "A"), ("", None, None)),
        (Round.State.CLOSED, SeatInRound(3, 2, "A", ((8, "B"),)), ("", None, None)),
        (Round.State.OPEN, SeatInRound(3, 2, "A", ((8, "B"),)), ("", None, None)),
    ],
)
def test_game_without_result_is_missed_bye_or_pending(state, place, given):
    places = {(5, 7): [place]} if place else {}
    rows = list(card_rows(7, stage(**BEST_OF_THREE), [(5, 1, state)], places, {}, {}))
    assert [(row.award, row.points, row.total) for row in rows] == ([given] if given else [])
    assert [row.table for row in rows] == ([place.table if place else None] if given else [])


# Games that were not played


@pytest.mark.parametrize(
    ("credited", "field"), [("pegged", "points"), ("value", "value"), ("spread", "spread")]
)
@pytest.mark.parametrize(("award", "brings"), [("bye", 60), ("missed", 0)])
def test_declared_points_are_credited_to_the_counted_field(credited, field, award, brings):
    row = credited_row(stage(credited=credited), award)
    assert row == CardRow(**{"points": 0, field: brings, "award": award})


@pytest.mark.parametrize(("bye", "missed"), [(None, None), (60, 30)])
def test_undeclared_points_count_as_zero(bye, missed):
    found = declared_fields(stage(bye_credit=bye, missed=missed))
    assert (found["credits"], found["target"]) == (Unplayed(bye or 0, missed or 0), 121)


def test_round_without_a_seat_has_no_result():
    """It does not have that of meeting 1 either."""
    result = object()
    rows = list(card_rows(7, stage(), [(5, 2, Round.State.CLOSED)], {}, {(1, 7): [result]}, {}))
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
def test_points_left_are_target_minus_points(row, points, against):
    left = stage(pegging="left", criteria=["points_left"])
    assert row_in_points_left(left, row) == row._replace(points=points, against=against)
    assert row_in_points_left(stage(pegging="left"), row) == row


@pytest.mark.parametrize(
    ("running", "pegging", "added"),
    [("pegged", "left", "points_left"), ("pegged", "loser", "pegged"), ("won", "left", "won")],
)
def test_card_total_field_by_rules(running, pegging, added):
    assert card_total_field({"running": running, "pegging": pegging, "criteria": ["points_left"]}) == added


# Lines


def line(rank, number, points, tied=(), **more):
    return Row(rank, number, f"O'Brien {number}", "", points, points, 0, 0, 0, 0, 1, tied=tied, **more)


STANDINGS = Standings(
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


def test_subset_is_ranked_on_its_own():
    rows = standings_subset(STANDINGS, {2, 4, 5, 6}).rows
    assert [(row.rank, row.number, row.tied) for row in rows] == [
        (1, 2, (2, 4)),
        (1, 4, (2, 4)),
        (3, 5, ()),
        (BELOW_MEDALS, 6, ()),
    ]
    assert [(row.above, row.gap) for row in rows] == [(None, 0), (None, 0), (4, 2), (5, 6)]


def test_shared_rank_is_dropped_without_the_tied_entries():
    assert [(row.rank, row.tied) for row in standings_subset(STANDINGS, {3, 5}).rows] == [(1, ()), (2, ())]


@pytest.mark.parametrize(
    ("running", "signed"),
    [("pegged", False), ("won", False), ("points_left", False), ("spread", True), ("value", True)],
)
def test_figures_that_may_be_negative_have_a_sign(running, signed):
    assert Standings(1, 1, 1, game="gin", running=running).signed is signed


def test_playoff_entries_rank_before_all_others():
    rows = [line(1, 1, 9), line(2, 2, 8, (2, 3)), line(2, 3, 8, (2, 3)), line(4, 4, 7, above=3, gap=1)]
    rows += [line(5, 5, 6, (5, 6)), line(5, 6, 6, (5, 6)), line(7, 7, 1)]
    decided = {4: Decision(1, "playoffs_won"), 2: Decision(2, "playoffs_out"), 1: Decision(2, "playoffs_out")}
    after = rank_after_playoffs(rows, decided)
    assert [(row.rank, row.number) for row in after] == [
        (1, 4), (2, 1), (2, 2), (4, 3), (5, 5), (5, 6), (7, 7),
    ]  # fmt: skip
    assert [row.tied for row in after[:3]] == [(), (1, 2), (1, 2)]
    assert {(row.above, row.gap) for row in after[:3]} == {(None, 0)}
    assert [row.decision for row in after[:3]] == [decided[4], decided[1], decided[2]]


def test_place_of_row_is_its_rank_or_none():
    assert [STANDINGS.place_of(row) for row in STANDINGS.rows] == [1, 2, 2, 2, 5, None]
    bracket = replace(STANDINGS, rounds=0, rows=[row._replace(played=0) for row in STANDINGS.rows])
    assert {bracket.place_of(row) for row in bracket.rows} == {None}


def test_bracket_alone_has_no_places_before_its_results():
    assert Standings(1, 0, 3, [], game="cribbage").has_places  # no game is played yet
    assert not Standings(1, 0, 0, [], game="cribbage").has_places
