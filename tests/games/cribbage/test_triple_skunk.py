"""A triple skunk that wins the match ends a best of three at once, on every page (rules.md §3.2)."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments import formats, rounds, standings
from tournaments.finals import medals
from tournaments.games.declared_rules import slip_match_sentence
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def best_of_three(table):
    """Return a medal match between two who are tied, under a table of match points."""
    tournament = factories.tournament(4, rounds=1, match_points=table)
    round_ = factories.open_round(tournament)
    for meeting, loser in zip(round_.meetings.order_by("place__number"), (90, 80), strict=True):
        factories.enter(meeting, [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    return tournament, medals.open_meetings(tournament)[0]


def table_of(meeting):
    (found,) = [table for table in scores.table_states([meeting.round]) if table.meeting == meeting]
    return found


def test_a_triple_skunk_wins_the_match_at_once():
    tournament, meeting = best_of_three("free_play_triple")
    factories.enter(meeting, [30, 121], game=1)
    state = scores.match_state(meeting)
    assert (state.over, state.winner) == (True, 1)
    assert table_of(meeting).match == state and table_of(meeting).settled
    medals.advance(tournament, by=None)
    assert not medals.open_meetings(tournament)
    winner = scores.sides_of(meeting)[1][0]
    first = standings.standings(tournament).rows[0]
    assert (first.number, first.rank, first.decision.args) == (winner, 1, (1, 0))


def test_slip_names_the_triple_skunk():
    """The slip says that all three games are played, unless a triple skunk wins the match."""
    found = [
        slip_match_sentence(
            formats.rules("fadoq-15", match={"kind": "fixed", "games": 3}, match_points=table)
        )
        for table in ("free_play_4", "free_play_triple")
    ]
    assert found[0] and found[1].startswith(found[0]) and found[0] != found[1]


def test_no_game_follows_the_triple_skunk():
    _, meeting = best_of_three("free_play_triple")
    factories.enter(meeting, [121, 100], game=1)
    factories.enter(meeting, [30, 121], game=2)
    with pytest.raises(DomainError) as refused:
        factories.enter(meeting, [121, 100], game=3)
    assert refused.value.code == "match_is_over"


@pytest.mark.parametrize(("table", "loser"), [("free_play_triple", 31), ("free_play_4", 30), (None, 30)])
def test_any_other_skunk_leaves_the_match_open(table, loser):
    tournament, meeting = best_of_three(table)
    factories.enter(meeting, [loser, 121], game=1)
    assert not scores.match_state(meeting).over
    assert not table_of(meeting).match.over
    assert [row.rank for row in standings.standings(tournament).rows[:2]] == [1, 1]


def test_match_state_takes_two_queries_for_any_number_of_games(django_assert_num_queries):
    _, meeting = best_of_three("free_play_4")
    meeting = type(meeting).objects.select_related("round__stage").get(pk=meeting.pk)
    factories.enter(meeting, [121, 100], game=1)
    with django_assert_num_queries(2):
        scores.match_state(meeting)
    factories.enter(meeting, [100, 121], game=2)
    with django_assert_num_queries(2):
        scores.match_state(meeting)
