"""A correction dissolves a tie for a medal: its matches are withdrawn, and what was played is kept."""

import pytest

from scoring import DomainError
from tests import factories
from tests.finals.test_medals import close, correct, play_all, win, winners_tied
from tournaments.common import audit_log
from tournaments.finals import medals
from tournaments.models import Stage
from tournaments.publishing import card_audit, publications, reopening
from tournaments.rounds import scores
from tournaments.standings import standings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def result_of(tournament, number):
    """Return the game that an entry played, and its side there."""
    (meeting,) = (
        tournament.stages.get(order=1).rounds.get(number=1).meetings.filter(seats__entry__number=number)
    )
    return meeting, scores.sides_of(meeting).index([number])


def correct_points(tournament, number, points):
    meeting, side = result_of(tournament, number)
    totals = [60, 60]
    totals[side] = points
    correct(meeting, totals)


@pytest.fixture
def tied():
    """Make two who are level for gold, a third a point behind, and the open match of the two."""
    tournament = factories.tournament(6, rounds=1, pegging="as_pegged")
    games = list(factories.open_round(tournament).meetings.order_by("place__number"))
    for game, points in zip(games, (122, 122, 121), strict=True):
        factories.enter(game, [points, 80])
    ((_rank, (one, other)),) = close(tournament)
    medals.create(tournament, seed=1, by=None)
    third = next(row.number for row in standings(tournament).rows if row.rank == 3)
    return tournament, one, other, third


def view_states(tournament):
    return [
        (one.stands, one.to_withdraw, one.withdrawn)
        for one in medals.tie_break_views(tournament, standings(tournament))
    ]


def test_unplayed_match_of_dissolved_tie_can_be_withdrawn(tied):
    tournament, one, _other, _third = tied
    assert view_states(tournament) == [(True, False, False)]
    with pytest.raises(DomainError, match=r"^tie_stands"):
        medals.withdraw(tournament, 2, by=None)
    correct_points(tournament, one, 125)
    assert view_states(tournament) == [(False, True, False)]
    medals.withdraw(tournament, 2, by=None)
    assert view_states(tournament) == [] and not medals.open_meetings(tournament)
    assert tournament.stages.get(order=2).state == Stage.State.VOID
    against = card_audit.official_obstacles(tournament, [])
    assert [refusal.code for refusal in against] == []
    with pytest.raises(DomainError, match=r"^tie_stands"):
        medals.withdraw(tournament, 2, by=None)


def test_new_matches_need_withdrawal_of_obsolete_matches(tied):
    tournament, one, other, third = tied
    correct_points(tournament, third, 125)
    correct_points(tournament, one, 125)
    ((rank, numbers),) = medals.ties_without_matches(tournament)
    assert (rank, set(numbers)) == (1, {one, third})
    with pytest.raises(DomainError, match=r"^withdraw_matches_first"):
        medals.create(tournament, seed=2, by=None)
    assert tournament.stages.count() == 2
    medals.withdraw(tournament, 2, by=None)
    medals.create(tournament, seed=2, by=None)
    (meeting,) = medals.open_meetings(tournament)
    assert {side[0] for side in scores.sides_of(meeting)} == {one, third} != {other}


def test_tie_that_returns_gets_a_new_match(tied):
    tournament, one, other, _third = tied
    correct_points(tournament, one, 125)
    medals.withdraw(tournament, 2, by=None)
    correct_points(tournament, one, 122)
    assert [set(numbers) for _rank, numbers in medals.ties_without_matches(tournament)] == [{one, other}]
    medals.create(tournament, seed=2, by=None)
    play_all(tournament)
    assert [row.rank for row in standings(tournament).rows[:2]] == [1, 2]


def test_match_stands_if_same_entries_share_another_medal_rank(tied):
    tournament, _one, _other, third = tied
    correct_points(tournament, third, 125)
    assert view_states(tournament) == [(True, False, False)]
    assert medals.ties_without_matches(tournament) == [] and medals.obsolete_stages(tournament) == []


def three_tied_after_one_match():
    """Make three who are level; the first in the draw has won the first of their three matches."""
    tournament, ((_rank, numbers),) = winners_tied(3)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    (one,), (other,) = scores.sides_of(meeting)
    win(meeting, one)
    medals.advance(tournament, by=None)
    third = next(number for number in numbers if number not in (one, other))
    return tournament, one, other, third


def test_played_match_of_dissolved_tie_decides_nothing():
    tournament, one, other, third = three_tied_after_one_match()
    lines = tournament.lines.count()
    correct_points(tournament, third, 130)
    medals.withdraw(tournament, 2, by=None)
    (view,) = medals.tie_break_views(tournament, standings(tournament))
    assert (view.stands, view.to_withdraw, view.withdrawn) == (False, False, True)
    assert [match.played.winner for match in view.matches] == [one]
    assert tournament.lines.count() == lines + 1
    assert [(row.rank, row.decision) for row in standings(tournament).rows[1:3]] == [(2, None), (2, None)]
    assert [set(numbers) for _rank, numbers in medals.ties_without_matches(tournament)] == [{one, other}]
    medals.create(tournament, seed=2, by=None)
    play_all(tournament)
    assert [row.number for row in standings(tournament).rows[:3]] == [third, min(one, other), max(one, other)]


def test_no_further_matches_for_a_dissolved_tie():
    tournament, _one, _other, third = three_tied_after_one_match()
    correct_points(tournament, third, 130)
    play_all(tournament)
    assert medals.numbers_to_seat(tournament) == []
    stage = tournament.stages.get(order=2)
    assert stage.rounds.count() == 2
    assert [one.pk for one in medals.obsolete_stages(tournament)] == [stage.pk]


def test_finished_matches_of_dissolved_tie_need_no_withdrawal(tied):
    tournament, one, _other, _third = tied
    play_all(tournament)
    assert view_states(tournament) == [(True, False, False)]
    correct_points(tournament, one, 125)
    assert view_states(tournament) == [(False, False, False)]
    assert card_audit.official_obstacles(tournament, []) == []


def test_withdrawal_can_be_undone_before_new_matches():
    tournament, _one, _other, third = three_tied_after_one_match()
    was = sorted(medals.open_meetings(tournament).values_list("pk", flat=True))
    correct_points(tournament, third, 130)
    with pytest.raises(DomainError, match=r"^results_are_in"):
        audit_log.undo(tournament.acts.get(kind="tie_break"), by=None)
    medals.withdraw(tournament, 2, by=None)
    with pytest.raises(DomainError, match=r"^undo_later_first"):
        audit_log.undo(tournament.acts.get(kind="tie_break"), by=None)
    act = tournament.acts.get(kind="tie_break_withdraw")
    audit_log.undo(act, by=None)
    assert sorted(medals.open_meetings(tournament).values_list("pk", flat=True)) == was
    assert view_states(tournament) == [(False, True, False)]
    medals.withdraw(tournament, 2, by=None)
    medals.create(tournament, seed=2, by=None)
    assert (
        audit_log.undo_obstacle(tournament.acts.filter(kind="tie_break_withdraw").last()).code
        == "undo_later_first"
    )


def test_withdrawn_matches_survive_publication_and_copy():
    tournament, _one, _other, third = three_tied_after_one_match()
    correct_points(tournament, third, 130)
    medals.withdraw(tournament, 2, by=None)
    medals.create(tournament, seed=2, by=None)
    play_all(tournament)
    publications.publish(tournament, official=True, by=None)
    assert [stage.state for stage in tournament.stages.order_by("order")] == [
        "finished",
        "withdrawn",
        "finished",
    ]
    lise = factories.director("carl")
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=lise)
    assert [stage.state for stage in again.stages.order_by("order")] == ["finished", "withdrawn", "finished"]
    assert view_states(again) == view_states(tournament)


def test_withdrawn_match_in_progress_has_no_results_until_undone(tied):
    tournament, one, _other, _third = tied
    (meeting,) = medals.open_meetings(tournament)
    factories.enter(meeting, [121, 90], game=1)
    before = list(meeting.results.order_by("side").values_list("line", "entry", "won", "pegged"))
    correct_points(tournament, one, 125)
    medals.withdraw(tournament, 2, by=None)
    assert not meeting.results.exists()
    assert scores.rebuild(tournament, check=True) == []
    audit_log.undo(tournament.acts.get(kind="tie_break_withdraw"), by=None)
    assert scores.rebuild(tournament, check=True) == []
    assert list(meeting.results.order_by("side").values_list("line", "entry", "won", "pegged")) == before


def test_withdrawal_cannot_be_undone_after_the_day_was_reopened(tied):
    tournament, one, _other, _third = tied
    correct_points(tournament, one, 125)
    medals.withdraw(tournament, 2, by=None)
    withdrawn = tournament.acts.get(kind="tie_break_withdraw")
    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()
    reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    assert audit_log.undo_obstacle(withdrawn).code == "undo_later_first"
