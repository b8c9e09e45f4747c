"""Which decisions of medal matches place those who are tied now: a correction may have changed who is."""

import pytest

from tests import factories
from tests.finals.test_medals import play_all, win, winners_tied
from tournaments import standings
from tournaments.finals import medals
from tournaments.models import Line
from tournaments.rounds import scores
from tournaments.standings.tie_break_results import plan_of, played, tie_break_decisions, tie_breaks


@pytest.mark.django_db
def test_a_day_without_ties_asks_nothing(django_assert_num_queries):
    day = factories.tournament(4)
    stages = list(day.stages.all())
    with django_assert_num_queries(0):
        assert tie_break_decisions(day, stages=stages) == []
    assert tie_break_decisions(day) == []
    assert tie_breaks(day) == []


@pytest.mark.django_db
def test_a_match_counts_once_it_is_over_and_as_of_a_version():
    day, ((_rank, (one, other)),) = winners_tied(2)
    (stage,) = medals.create(day, seed=1, by=None)
    assert played([stage]) == {}
    (meeting,) = medals.open_meetings(day)
    win(meeting, other, games=1)
    assert played([stage]) == {}
    points = [88, 88]
    points[scores.sides_of(meeting).index([other])] = 121
    win_second = factories.enter(meeting, points, game=2)
    (found,) = played([stage])[stage.pk].values()
    assert (found.winner, found.loser, found.games, found.spread, found.forfeited) == (
        other, one, (2, 0), 66, False,
    )  # fmt: skip
    assert [tie_break_decisions(day)[0][number].place for number in (other, one)] == [0, 1]
    version = win_second.line.version
    assert played([stage], upto=version - 1) == {}
    assert played([stage], upto=version)
    stage.state = "void"
    stage.save(update_fields=["state"])
    assert tie_breaks(day) == [] and tie_break_decisions(day) == []


@pytest.mark.django_db
def test_a_game_in_dispute_decides_nothing_and_a_forfeit_is_noted():
    day, ((_rank, (one, other)),) = winners_tied(2)
    (stage,) = medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    win(meeting, one, games=1)
    side = scores.sides_of(meeting).index([one])
    other_way = [99, 121] if side == 0 else [121, 99]
    disputed = factories.enter(meeting, other_way, game=1, basis=0, nonce="another-desk")
    assert disputed.amount.disputing
    factories.enter(meeting, other_way[::-1], game=2)
    assert played([stage]) == {}
    data = scores.GAMES["cribbage"].awarded("forfeit", [121, 60] if side == 0 else [60, 121], winner=side)
    scores.write_line(
        meeting, game=1, data=data, kind=Line.Kind.RULING, sides=scores.sides_of(meeting), by="desk",
        nonce="ruling", basis=disputed.line.number,
    )  # fmt: skip
    (found,) = played([stage])[stage.pk].values()
    assert (found.winner, found.loser, found.forfeited) == (one, other, True)


@pytest.mark.django_db
def test_what_was_played_after_a_match_was_decided_does_not_count():
    day, ((_rank, (one, other)),) = winners_tied(2)
    (stage,) = medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    win(meeting, one, lost=1)  # other, one, one
    side = scores.sides_of(meeting).index([one])
    turned = [70, 70]
    turned[side] = 121
    factories.enter(meeting, turned, game=1, kind=Line.Kind.CORRECTION)  # now one, one
    (found,) = played([stage])[stage.pk].values()
    assert (found.winner, found.games, found.spread) == (one, (2, 0), 51 + 33)
    assert other == found.loser


@pytest.mark.django_db
def test_the_plan_follows_from_who_was_tied_for_what():
    day, ((rank, numbers),) = winners_tied(3, above=1)
    (stage,) = medals.create(day, seed=4, by=None)
    plan = plan_of(stage)
    assert sorted(plan.lot) == sorted(numbers)
    assert (stage.rules["first_rank"], rank) == (2, 2)
    assert play_all(day) > 1
    assert [row.rank for row in standings.standings(day).rows[:4]] == [1, 2, 3, 4]


@pytest.mark.django_db
def test_standings_of_a_round_know_no_medal_matches():
    day, _ties = winners_tied(2)
    medals.create(day, seed=1, by=None)
    play_all(day)
    assert [row.rank for row in standings.standings(day).rows[:2]] == [1, 2]
    assert [row.rank for row in standings.standings(day, through_round=1).rows[:2]] == [1, 1]
