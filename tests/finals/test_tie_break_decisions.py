"""After a correction, only the decisions of medal matches among players who are still tied apply."""

import pytest

from tests import factories
from tests.finals.test_medals import play_all, win, winners_tied
from tournaments import formats, standings
from tournaments.finals import medals, playoffs
from tournaments.models import Line, Tournament
from tournaments.publishing import reopening
from tournaments.rounds import scores
from tournaments.standings.tie_break_results import plan_of, played_matches, tie_break_decisions, tie_breaks


@pytest.mark.django_db
def test_no_queries_without_tie_breaks(django_assert_num_queries):
    tournament = factories.tournament(4)
    stages = list(tournament.stages.all())
    with django_assert_num_queries(0):
        assert tie_break_decisions(tournament, stages=stages) == []
    assert tie_break_decisions(tournament) == []
    assert tie_breaks(tournament) == []


@pytest.mark.django_db
def test_match_counts_once_over_and_from_that_version():
    tournament, ((_rank, (one, other)),) = winners_tied(2)
    (stage,) = medals.create(tournament, seed=1, by=None)
    assert played_matches([stage]) == {}
    (meeting,) = medals.open_meetings(tournament)
    win(meeting, other, games=1)
    assert played_matches([stage]) == {}
    points = [88, 88]
    points[scores.sides_of(meeting).index([other])] = 121
    win_second = factories.enter(meeting, points, game=2)
    (found,) = played_matches([stage])[stage.pk].values()
    assert (found.winner, found.loser, found.games, found.spread, found.forfeited) == (
        other, one, (2, 0), 66, False,
    )  # fmt: skip
    assert [tie_break_decisions(tournament)[0][number].place for number in (other, one)] == [0, 1]
    version = win_second.line.version
    assert played_matches([stage], upto=version - 1) == {}
    assert played_matches([stage], upto=version)
    stage.state = "void"
    stage.save(update_fields=["state"])
    assert tie_breaks(tournament) == [] and tie_break_decisions(tournament) == []


@pytest.mark.django_db
def test_disputed_game_does_not_decide_and_forfeit_is_noted():
    tournament, ((_rank, (one, other)),) = winners_tied(2)
    (stage,) = medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    win(meeting, one, games=1)
    side = scores.sides_of(meeting).index([one])
    other_way = [99, 121] if side == 0 else [121, 99]
    disputed = factories.enter(meeting, other_way, game=1, basis=0, nonce="another-desk")
    assert disputed.result.disputing
    factories.enter(meeting, other_way[::-1], game=2)
    assert played_matches([stage]) == {}
    data = scores.GAMES["cribbage"].award_data("forfeit", [121, 60] if side == 0 else [60, 121], winner=side)
    scores.write_line(
        meeting, game=1, data=data, kind=Line.Kind.RULING, sides=scores.sides_of(meeting), by="desk",
        nonce="ruling", basis=disputed.line.number,
    )  # fmt: skip
    (found,) = played_matches([stage])[stage.pk].values()
    assert (found.winner, found.loser, found.forfeited) == (one, other, True)


@pytest.mark.django_db
def test_games_after_a_decided_match_do_not_count():
    tournament, ((_rank, (one, other)),) = winners_tied(2)
    (stage,) = medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    win(meeting, one, lost=1)  # won by other, one, one
    side = scores.sides_of(meeting).index([one])
    turned = [70, 70]
    turned[side] = 121
    factories.enter(meeting, turned, game=1, kind=Line.Kind.CORRECTION)  # now by one, one
    (found,) = played_matches([stage])[stage.pk].values()
    assert (found.winner, found.games, found.spread) == (one, (2, 0), 51 + 33)
    assert other == found.loser


@pytest.mark.django_db
def test_plan_follows_from_tied_entries_and_rank():
    tournament, ((rank, numbers),) = winners_tied(3, above=1)
    (stage,) = medals.create(tournament, seed=4, by=None)
    plan = plan_of(stage)
    assert sorted(plan.lot) == sorted(numbers)
    assert (stage.rules["first_rank"], rank) == (2, 2)
    assert play_all(tournament) > 1
    assert [row.rank for row in standings.standings(tournament).rows[:4]] == [1, 2, 3, 4]


@pytest.mark.django_db
def test_standings_of_a_round_ignore_medal_matches():
    tournament, _ties = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    play_all(tournament)
    assert [row.rank for row in standings.standings(tournament).rows[:2]] == [1, 2]
    assert [row.rank for row in standings.standings(tournament, through_round=1).rows[:2]] == [1, 1]


# An earlier version


def with_medal_match():
    """Return a tournament with a medal match that is to be played."""
    return factories.medal_match()


def with_final():
    """Return a tournament with a best of three for its playoffs."""
    tournament = factories.tournament(4, rounds=1, playoffs=formats.playoffs("first", count=2, games=3))
    factories.play_round(tournament, 1, loser_points=80)
    playoffs.start_playoffs(tournament, seed=1, by=None)
    return tournament, playoffs.open_meetings(tournament).get()


def dispute(meeting):
    """Enter another result of game 1, from a desk that has not seen the first."""
    factories.enter(meeting, [80, 121], game=1, basis=0, nonce="another-desk")


def rule(meeting, points):
    """Decide the dispute about game 1."""
    factories.enter(meeting, points, game=1, kind=Line.Kind.RULING)


def version(tournament):
    return Tournament.objects.get(pk=tournament.pk).version


def decisions(tournament, upto=None):
    rows = standings.standings(tournament, upto=upto).rows
    return {row.number: row.decision for row in rows if row.decision}


@pytest.mark.django_db
@pytest.mark.parametrize("begin", [with_medal_match, with_final])
def test_match_in_dispute_that_was_open_then_was_not_decided(begin):
    tournament, meeting = begin()
    factories.enter(meeting, [121, 80], game=1)
    dispute(meeting)
    factories.enter(meeting, [121, 80], game=2)
    then = version(tournament)
    assert not decisions(tournament)
    rule(meeting, [121, 80])
    assert decisions(tournament)
    assert not decisions(tournament, then)


@pytest.mark.django_db
@pytest.mark.parametrize("begin", [with_medal_match, with_final])
def test_match_in_dispute_that_was_closed_then_was_decided(begin):
    tournament, meeting = begin()
    for game in (1, 2):
        factories.enter(meeting, [121, 80], game=game)
    dispute(meeting)
    then, decided = version(tournament), decisions(tournament)
    assert decided
    rule(meeting, [80, 121])  # each has won a game: a third one decides
    assert not decisions(tournament)
    assert decisions(tournament, then) == decided
    factories.enter(meeting, [80, 121], game=3)
    assert decisions(tournament, then) == decided != decisions(tournament)


@pytest.mark.django_db
@pytest.mark.parametrize("begin", [with_medal_match, with_final])
def test_match_in_dispute_was_decided_before_the_day_was_reopened(begin):
    tournament, meeting = begin()
    for game in (1, 2):
        factories.enter(meeting, [121, 80], game=game)
    dispute(meeting)
    then, decided = version(tournament), decisions(tournament)
    tournament.refresh_from_db()
    reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    assert decided and decisions(tournament, then) == decided


@pytest.mark.django_db
def test_match_of_another_bracket_seated_again_is_not_closed():
    """The final is unseated by a correction, and its number is used again."""
    tournament = factories.tournament(8, rounds=1, playoffs=formats.playoffs("first", count=4, games=1))
    factories.play_round(tournament, 1, loser_points=80)
    playoffs.start_playoffs(tournament, seed=1, by=None)
    first, second = playoffs.open_meetings(tournament)
    for meeting in (first, second):
        factories.enter(meeting, [121, 80])
    factories.enter(first, [80, 121], kind=Line.Kind.CORRECTION)
    final = playoffs.open_meetings(tournament).get(code="F")
    factories.enter(final, [121, 80])
    then, decided = version(tournament), decisions(tournament)
    dispute(final)
    assert decided and decisions(tournament) == decided
    assert decisions(tournament, then) == decisions(tournament, version(tournament)) == decided
