"""Medal matches about a tie that a correction has dissolved: withdrawn, what was played stays."""

import pytest

from scoring import DomainError
from tests import factories
from tests.finals.test_medals import close, correct, play_all, win, winners_tied
from tournaments.common import audit_log
from tournaments.finals import medals
from tournaments.models import Stage
from tournaments.publishing import card_audit, snapshot
from tournaments.rounds import scores
from tournaments.standings import standings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def result_of(day, number):
    """The game of the day that an entry played, and its side there."""
    (meeting,) = day.stages.get(order=1).rounds.get(number=1).meetings.filter(seats__entry__number=number)
    return meeting, scores.sides_of(meeting).index([number])


def now_has(day, number, points):
    meeting, side = result_of(day, number)
    totals = [60, 60]
    totals[side] = points
    correct(meeting, totals)


@pytest.fixture
def tied():
    """Two who are level for gold, a third one a point behind, and the open match of the two."""
    day = factories.tournament(6, rounds=1, pegging="as_pegged")
    games = list(factories.open_round(day).meetings.order_by("place__number"))
    for game, points in zip(games, (122, 122, 121), strict=True):
        factories.enter(game, [points, 80])
    ((_rank, (one, other)),) = close(day)
    medals.create(day, seed=1, by=None)
    third = next(row.number for row in standings(day).rows if row.rank == 3)
    return day, one, other, third


def shown(day):
    return [
        (one.stands, one.to_withdraw, one.withdrawn) for one in medals.tie_break_views(day, standings(day))
    ]


def test_a_tie_that_a_correction_dissolves_is_withdrawn_and_nothing_is_left_of_it(tied):
    day, one, _other, _third = tied
    assert shown(day) == [(True, False, False)]
    with pytest.raises(DomainError, match=r"^tie_stands"):
        medals.withdraw(day, 2, by=None)
    now_has(day, one, 125)
    assert shown(day) == [(False, True, False)]
    medals.withdraw(day, 2, by=None)
    assert shown(day) == [] and not medals.open_meetings(day)
    assert day.stages.get(order=2).state == Stage.State.VOID
    against = card_audit.official_obstacles(day, [])
    assert [refusal.code for refusal in against] == []
    with pytest.raises(DomainError, match=r"^tie_stands"):
        medals.withdraw(day, 2, by=None)


def test_no_other_match_is_made_beside_one_that_decides_nothing(tied):
    day, one, other, third = tied
    now_has(day, third, 125)
    now_has(day, one, 125)
    ((rank, numbers),) = medals.ties_without_matches(day)
    assert (rank, set(numbers)) == (1, {one, third})
    with pytest.raises(DomainError, match=r"^withdraw_matches_first"):
        medals.create(day, seed=2, by=None)
    assert day.stages.count() == 2
    medals.withdraw(day, 2, by=None)
    medals.create(day, seed=2, by=None)
    (meeting,) = medals.open_meetings(day)
    assert {side[0] for side in scores.sides_of(meeting)} == {one, third} != {other}


def test_a_tie_that_is_there_again_is_played_anew(tied):
    day, one, other, _third = tied
    now_has(day, one, 125)
    medals.withdraw(day, 2, by=None)
    now_has(day, one, 122)
    assert [set(numbers) for _rank, numbers in medals.ties_without_matches(day)] == [{one, other}]
    medals.create(day, seed=2, by=None)
    play_all(day)
    assert [row.rank for row in standings(day).rows[:2]] == [1, 2]


def test_a_match_goes_on_where_the_same_two_share_another_place_for_a_medal(tied):
    day, _one, _other, third = tied
    now_has(day, third, 125)
    assert shown(day) == [(True, False, False)]
    assert medals.ties_without_matches(day) == [] and medals.obsolete_stages(day) == []


def three_of_whom_one_match_is_played():
    """Three who are level; the first of the lot has won the first of their three matches."""
    day, ((_rank, numbers),) = winners_tied(3)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    (one,), (other,) = scores.sides_of(meeting)
    win(meeting, one)
    medals.advance(day, by=None)
    third = next(number for number in numbers if number not in (one, other))
    return day, one, other, third


def test_what_was_played_stays_as_history_and_decides_nothing():
    day, one, other, third = three_of_whom_one_match_is_played()
    lines = day.lines.count()
    now_has(day, third, 130)
    medals.withdraw(day, 2, by=None)
    (view,) = medals.tie_break_views(day, standings(day))
    assert (view.stands, view.to_withdraw, view.withdrawn) == (False, False, True)
    assert [match.played.winner for match in view.matches] == [one]
    assert day.lines.count() == lines + 1
    assert [(row.rank, row.decision) for row in standings(day).rows[1:3]] == [(2, None), (2, None)]
    assert [set(numbers) for _rank, numbers in medals.ties_without_matches(day)] == [{one, other}]
    medals.create(day, seed=2, by=None)
    play_all(day)
    assert [row.number for row in standings(day).rows[:3]] == [third, min(one, other), max(one, other)]


def test_nobody_is_seated_for_a_tie_that_is_gone():
    day, _one, _other, third = three_of_whom_one_match_is_played()
    now_has(day, third, 130)
    play_all(day)
    assert medals.to_seat(day) == []
    stage = day.stages.get(order=2)
    assert stage.rounds.count() == 2
    assert [one.pk for one in medals.obsolete_stages(day)] == [stage.pk]


def test_matches_that_are_over_are_history_once_their_tie_is_gone_and_nothing_is_withdrawn(tied):
    day, one, _other, _third = tied
    play_all(day)
    assert shown(day) == [(True, False, False)]
    now_has(day, one, 125)
    assert shown(day) == [(False, False, False)]
    assert card_audit.official_obstacles(day, []) == []


def test_a_withdrawal_is_taken_back_while_no_other_match_was_made():
    day, _one, _other, third = three_of_whom_one_match_is_played()
    was = sorted(medals.open_meetings(day).values_list("pk", flat=True))
    now_has(day, third, 130)
    with pytest.raises(DomainError, match=r"^results_are_in"):
        audit_log.undo(day.acts.get(kind="tie_break"), by=None)
    medals.withdraw(day, 2, by=None)
    with pytest.raises(DomainError, match=r"^undo_later_first"):
        audit_log.undo(day.acts.get(kind="tie_break"), by=None)
    act = day.acts.get(kind="tie_break_withdraw")
    audit_log.undo(act, by=None)
    assert sorted(medals.open_meetings(day).values_list("pk", flat=True)) == was
    assert shown(day) == [(False, True, False)]
    medals.withdraw(day, 2, by=None)
    medals.create(day, seed=2, by=None)
    assert (
        audit_log.undo_obstacle(day.acts.filter(kind="tie_break_withdraw").last()).code == "undo_later_first"
    )


def test_what_is_withdrawn_stays_so_when_the_day_is_official_and_in_a_copy():
    day, _one, _other, third = three_of_whom_one_match_is_played()
    now_has(day, third, 130)
    medals.withdraw(day, 2, by=None)
    medals.create(day, seed=2, by=None)
    play_all(day)
    snapshot.publish(day, official=True, by=None)
    assert [stage.state for stage in day.stages.order_by("order")] == ["finished", "withdrawn", "finished"]
    lise = factories.director("carl")
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=lise)
    assert [stage.state for stage in again.stages.order_by("order")] == ["finished", "withdrawn", "finished"]
    assert shown(again) == shown(day)
