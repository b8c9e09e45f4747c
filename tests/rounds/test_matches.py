"""A round that is a match of several games: its end, and what of it counts (rules.md §3.3)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests import factories
from tournaments import rounds, standings
from tournaments.publishing import export
from tournaments.rounds import scores, stages
from tournaments.rounds.history import past
from tournaments.transfer import copies, simulated_tournament

pytestmark = pytest.mark.django_db

BEST_OF_THREE = {"kind": "best_of", "games": 3}
FIRST_TO_FIVE = {"kind": "first_to", "points": 5}
ORDER = ["matches_won", "match_points", "spread"]


def match_tournament(match, players=4, **rules):
    ranked = {"match_points": "board_set", "order": ORDER} | rules
    return factories.tournament(players, match=match, rounds=3, **ranked)


def played(meeting, *games):
    """Enter games one after the other, and return the state of the match."""
    for number, figures in enumerate(games, start=1):
        factories.enter(meeting, figures, game=number)
    return scores.match_state(meeting)


def totals(tournament, **asked):
    return {row.number: row for row in standings.standings(tournament, **asked).rows}


@pytest.mark.both_databases
def test_each_further_game_adds_at_most_one_query():
    """The lines of a match are read at once, however many games there are."""
    meeting = factories.meeting_at(factories.open_round(match_tournament(FIRST_TO_FIVE)), 1)
    sides, asked = scores.sides_of(meeting), []
    for game, figures in enumerate([[121, 100], [100, 121], [121, 100], [100, 121]], start=1):
        with CaptureQueriesContext(connection) as queries:
            factories.enter(meeting, figures, game=game, basis=0, sides=sides)
        asked.append(len(queries))
    assert asked == [asked[0], *[asked[0] + 1] * 3]
    assert scores.rebuild(meeting.round.stage.tournament, check=True) == []


def test_a_round_closes_when_every_match_is_over():
    tournament = match_tournament(BEST_OF_THREE)
    round_ = factories.open_round(tournament)
    one, other = round_.meetings.order_by("place__number")
    assert played(one, [121, 100], [121, 80]).over
    assert standings.round_being_played(stages.qualifying(tournament)).entered == 1
    assert not played(other, [121, 100], [80, 121]).over
    assert standings.round_being_played(stages.qualifying(tournament), settled_only=True).entered == 1
    now = standings.round_being_played(stages.qualifying(tournament))
    assert (now.entered, now.numbers) == (1, {number for side in scores.sides_of(one) for number in side})
    with pytest.raises(DomainError) as waits:
        rounds.close_round(round_, by=None)
    assert (waits.value.code, waits.value.args_["tables"]) == ("round_waits", [2])
    with pytest.raises(DomainError) as refused:
        factories.enter(one, [121, 100], game=3)
    assert refused.value.code == "match_is_over"
    factories.enter(other, [121, 119], game=3)
    assert rounds.close_round(round_, by=None).state == "closed"


def test_set_by_board_counts_every_game():
    tournament = match_tournament(FIRST_TO_FIVE)
    round_ = factories.open_round(tournament)
    one, other = round_.meetings.order_by("place__number")
    assert one.games_planned == 9
    assert played(one, [121, 89], [100, 121], [121, 59]).points == (5, 1)
    assert not played(other, [121, 90], [121, 90], [121, 100], [121, 120]).over
    (winner,), (loser,) = scores.sides_of(one)
    rows = totals(tournament)
    assert rows[winner].values == (2, 5, 32 - 21 + 62) and rows[loser].values == (0, 1, -(32 - 21 + 62))
    assert rows[winner].pegged == 121 + 100 + 121 and rows[winner].won == 2
    leading = scores.sides_of(other)[0][0]
    assert rows[leading].values[:2] == (0, 4), "no side wins a match that is not over"


def test_correction_ending_match_drops_later_games():
    tournament = match_tournament(BEST_OF_THREE)
    meeting = factories.open_round(tournament).meetings.order_by("place__number").first()
    played(meeting, [121, 100], [80, 121], [121, 60])
    before = scores.GAMES["cribbage"].played([121, 80])
    scores.desk.correct_result(
        meeting, game=2, data=before, nonce="corrected", seen=tournament.lines.count(), user=None
    )
    table = scores.table_state(meeting, 1)
    assert table.match.over and table.settled and table.match.games_won == (2, 0)
    assert [bool(game.values) for game in table.games] == [True, True, False]
    winner = scores.sides_of(meeting)[0][0]
    assert totals(tournament)[winner].pegged == 242
    version = type(tournament).objects.get(pk=tournament.pk).version
    assert totals(tournament, upto=version) == totals(tournament)
    assert not scores.rebuild(tournament, check=True)
    turned = scores.GAMES["cribbage"].played([80, 121])
    scores.desk.correct_result(
        meeting, game=2, data=turned, nonce="again", seen=tournament.lines.count(), user=None
    )
    assert totals(tournament)[winner].pegged == 121 + 80 + 121, "the third game counts again"


def test_match_winner_keeps_seat():
    tournament = match_tournament({"kind": "fixed", "games": 3}, order=None, match_points=None)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        played(meeting, [121, 100], [121, 100], [60, 121])
    rounds.close_round(round_, by=None)
    winners = {scores.sides_of(meeting)[0][0] for meeting in round_.meetings.all()}
    (tables,) = past(stages.qualifying(tournament), 2)
    assert {table.winner for table in tables} == winners
    assert {score.matches_won for table in tables for score in table.scores} == {0, 2}


def test_a_card_has_a_row_for_every_game():
    tournament = match_tournament(BEST_OF_THREE)
    meeting = factories.open_round(tournament).meetings.order_by("place__number").first()
    played(meeting, [121, 100], [80, 121])
    number = scores.sides_of(meeting)[0][0]
    rows = standings.cards(tournament)[number]
    assert [(row.label, row.points, row.won) for row in rows] == [("1.1", 121, True), ("1.2", 80, False)]
    assert rows[-1].total == rows[0].match_points


@pytest.mark.parametrize("bye", ["nothing", "half", "won"])
def test_bye_counts_as_match_declares(bye):
    tournament = match_tournament(BEST_OF_THREE | {"bye": bye}, players=5, odd="bye", bye_credit=100)
    simulated_tournament.play(tournament, seed=3, by=None, upto=1)
    rows = totals(tournament)
    (alone,) = [row for row in rows.values() if row.byes]
    assert alone.values[0] == {"nothing": 0, "half": 1, "won": 2}[bye]
    (tables,) = past(stages.qualifying(tournament), 2)
    (score,) = [table.scores[0] for table in tables if len(table.people) == 1]
    assert score.matches_won == alone.values[0]


@pytest.mark.parametrize(
    "match",
    [
        FIRST_TO_FIVE,
        BEST_OF_THREE,
        {"kind": "fixed", "games": 2, "by": "points"},
        {"kind": "fixed", "games": 4},
    ],
)
def test_tournament_of_matches_is_played_copied_exported(match):
    tournament = match_tournament(match, players=6)
    found = simulated_tournament.play(tournament, seed=5, by=None)
    assert not found.faults and not scores.rebuild(tournament, check=True)
    version = type(tournament).objects.get(pk=tournament.pk).version
    assert totals(tournament, upto=version) == totals(tournament)
    stage = export.export_tournament(tournament, [])["stages"][0]
    assert stage["match"]["kind"] == match["kind"]
    games = [len(table["games"]) for round_ in stage["rounds"] for table in round_["tables"]]
    assert all(1 <= count <= stage["match"]["games"] for count in games) and max(games) > 1
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert totals(again) == totals(tournament)


@pytest.mark.parametrize(
    ("match", "code"),
    [
        ({"kind": "best_of", "games": 2}, "best_of_odd"),
        ({"kind": "first_to", "games": 5}, "unknown_match"),
        ({"kind": "first_to", "points": 9}, "match_too_long"),
        ({"kind": "fixed", "games": 1}, "criteria_no_match"),
        ({"kind": "fixed", "games": "3"}, "match_number"),
        ("best_of", "unknown_match"),
    ],
)
def test_invalid_match_is_refused(match, code):
    with pytest.raises(DomainError) as refused:
        match_tournament(match)
    assert refused.value.code == code
