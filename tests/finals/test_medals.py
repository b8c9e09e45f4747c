"""Ties for a medal are decided by a best of three; ties elsewhere stay shared."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments import rounds, standings
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs
from tournaments.models import Stage, Tournament
from tournaments.publishing import explain, snapshot
from tournaments.publishing.outputs import press, rows
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def close(day):
    """Close the only round and give back the ties."""
    rounds.close_round(day.stages.get(order=1).rounds.get(number=1), by=None)
    return medals.ties(day)


def win(meeting, entry_number, games=2, lost=0, points=88):
    """Play a best of three that `entry_number` wins with `lost` games lost."""
    side = scores.sides_of(meeting).index([entry_number])
    order = [1 - side] * lost + [side] * games
    for game, winner in enumerate(order, start=1):
        totals = [points, points]
        totals[winner] = 121
        factories.enter(meeting, totals, game=game)


def ranks(day):
    return [(row.rank, row.number) for row in standings.standings(day).rows]


def test_nothing_is_created_while_games_are_left():
    day = factories.tournament(8)
    with pytest.raises(DomainError) as refused:
        medals.create(day, seed=1, by=None)
    assert refused.value.code == "games_not_over"


def test_two_tied_play_one_match_and_the_standings_say_so():
    day = factories.tournament(4, rounds=1)
    round_ = factories.open_round(day)
    for meeting, loser in zip(round_.meetings.order_by("place__number"), (90, 80), strict=True):
        factories.enter(meeting, [121, loser])
    ties = close(day)
    assert [rank for rank, _ in ties] == [1]
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    one, other = ties[0][1]
    assert ranks(day)[0][0] == ranks(day)[1][0] == 1, "until it is played the rank is shared"
    win(meeting, other, lost=1)
    medals.advance(day, by=None)
    assert ranks(day)[:2] == [(1, other), (2, one)]
    decision = standings.standings(day).rows[0].decision
    assert (decision.code, decision.args) == ("best_of_three", (2, 1))
    assert medals.ties(day) == []
    assert not medals.open_meetings(day)


def winners_tied(count: int, above: int = 0):
    """A day of one game whose `count` winners share a rank below `above` others."""
    day = factories.tournament(2 * (count + above), rounds=1, pegging="as_pegged")
    round_ = factories.open_round(day)
    for turn, meeting in enumerate(round_.meetings.order_by("place__number")):
        factories.enter(meeting, [140 - turn if turn < above else 121, 10 + turn])
    return day, close(day)


def play_all(day, better=lambda one, other: min(one, other)):
    """Play every medal match; the better one wins 2–0."""
    waves = 0
    while meetings := list(medals.open_meetings(day)):
        waves += 1
        for meeting in meetings:
            one, other = (side[0] for side in scores.sides_of(meeting))
            win(meeting, better(one, other))
        medals.advance(day, by=None)
        assert waves < 10
    return waves


def test_three_tied_play_each_other():
    day, ties = winners_tied(3)
    medals.create(day, seed=1, by=None)
    play_all(day)
    assert [row.number for row in standings.standings(day).rows[:3]] == sorted(ties[0][1])
    assert [row.rank for row in standings.standings(day).rows[:3]] == [1, 2, 3]


@pytest.mark.parametrize(
    ("count", "above", "expected"),
    [
        (4, 0, [1, 2, 3, 4]),  # four at 1st: final and a match for 3rd
        (4, 1, [1, 2, 3, 4, 4]),  # four at 2nd: the losers of the semi-finals share 4th
        (4, 2, [1, 2, 3, 4, 5, 5]),  # four at 3rd: one medal at stake
        (5, 0, [1, 2, 3, 4, 5]),
        (6, 0, [1, 2, 3, 4, 5, 5]),
        (9, 0, [1, 2, 3, 4, 5, 5, 5, 5, 5]),
        (3, 2, [1, 2, 3, 4, 5]),
        (2, 2, [1, 2, 3, 4]),
    ],
)
def test_as_many_places_are_decided_as_medals_are_at_stake(count, above, expected):
    day, ties = winners_tied(count, above)
    assert [(rank, len(numbers)) for rank, numbers in ties] == [(above + 1, count)]
    medals.create(day, seed=3, by=None)
    play_all(day)
    rows = standings.standings(day).rows[: count + above]
    assert [row.rank for row in rows] == expected
    assert rows[above].number == min(ties[0][1])


def test_ties_that_touch_no_medal_stay_shared():
    day, ties = winners_tied(2, above=3)
    assert ties == []
    assert medals.create(day, seed=1, by=None) == []


def test_a_circle_is_broken_by_games_won_then_spread_then_lot():
    day, ties = winners_tied(3)
    one, two, three = ties[0][1]
    beats = {
        frozenset((one, two)): (one, 0),
        frozenset((two, three)): (two, 1),
        frozenset((one, three)): (three, 1),
    }
    medals.create(day, seed=1, by=None)
    while meetings := list(medals.open_meetings(day)):
        for meeting in meetings:
            winner, lost = beats[frozenset(side[0] for side in scores.sides_of(meeting))]
            win(meeting, winner, lost=lost)
        medals.advance(day, by=None)
    rows = standings.standings(day).rows[:3]
    # Games won: one 2+1, two 0+2, three 1+2: one and three lead with 3, and spread tells them apart.
    assert rows[-1].number == two and rows[-1].decision.code == "games_won"
    assert {rows[0].decision.code, rows[1].decision.code} == {"spread"}


def test_who_has_gone_home_forfeits_by_name():
    day, ties = winners_tied(2)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    gone, here = ties[0][1]
    playoffs.forfeit(meeting, factories.entry(day, gone), by=None)
    assert ranks(day)[:2] == [(1, here), (2, gone)]
    assert standings.standings(day).rows[0].decision.code == "forfeit"
    before = {row.number: row.points for row in standings.standings(day).rows}
    assert before[here] == 121, "a medal match decides rank only"


def test_asking_twice_creates_the_matches_once_and_they_can_be_taken_back():
    day, _ = winners_tied(2)
    medals.create(day, seed=1, by=None)
    assert medals.create(day, seed=1, by=None) == []
    assert day.stages.filter(kind=Stage.Kind.TIE_BREAK).count() == 1
    audit_log.undo(audit_log.last_undoable(day), by=None)
    assert not medals.open_meetings(day)
    assert len(medals.create(day, seed=2, by=None)) == 1


def test_a_medal_match_with_a_result_cannot_be_taken_back():
    day, ties = winners_tied(2)
    medals.create(day, seed=1, by=None)
    act = day.acts.get(kind="tie_break")
    win(medals.open_meetings(day)[0], ties[0][1][0], games=1)
    assert audit_log.undo_obstacle(act).code == "results_are_in"


def test_two_matches_at_once_sit_at_different_tables():
    day, _ = winners_tied(4)
    medals.create(day, seed=1, by=None)
    tables = [meeting.place.number for meeting in medals.open_meetings(day)]
    assert len(tables) == 2 == len(set(tables))


def test_an_official_publication_stays_what_it_was():
    day, _ = winners_tied(2)
    medals.create(day, seed=1, by=None)
    play_all(day)
    published = snapshot.publish(day, official=True, by=None)
    told = explain.decided("best_of_three", (2, 0))
    assert told in press.short(rows.gather(day)) and told in press.long(rows.gather(day))
    frozen = snapshot.published_standings(published)
    assert frozen.rows[0].decision.code == "best_of_three"
    meeting = factories.meeting_at(day.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [90, 121], kind="correction", nonce="late")
    assert snapshot.published_standings(snapshot.official(day)).rows == frozen.rows
    assert standings.standings(day, upto=published.version).rows == frozen.rows
    assert standings.standings(day).rows != frozen.rows


def correct(meeting, totals, game=1):
    factories.enter(meeting, totals, game=game, kind="correction")


def test_a_forfeit_fills_the_game_that_was_taken_out():
    day, _ = winners_tied(2)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    gone, here = (side[0] for side in scores.sides_of(meeting))
    factories.enter(meeting, [121, 80], game=1)
    factories.enter(meeting, [80, 121], game=2)
    scores.void_game(meeting, game=1, nonce="out", basis=scores.last_line_of(meeting, 1), user=None)
    playoffs.forfeit(meeting, factories.entry(day, gone), by=None)
    assert ranks(day)[:2] == [(1, here), (2, gone)]
    assert scores.match_state(meeting).games_won == (0, 2)


def test_a_correction_that_ends_the_tie_ends_what_the_match_decided():
    day, _ = winners_tied(2)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    winner, loser = (side[0] for side in scores.sides_of(meeting))
    win(meeting, winner)
    medals.advance(day, by=None)
    for game in day.stages.get(order=1).rounds.get(number=1).meetings.all():
        sides = scores.sides_of(game)
        if [loser] in sides:
            correct(game, [125 if side == [loser] else 50 for side in sides])
    assert ranks(day)[:2] == [(1, loser), (2, winner)]
    assert [row.decision for row in standings.standings(day).rows[:2]] == [None, None]


def test_a_correction_that_adds_somebody_to_a_tie_calls_for_matches_of_all_three():
    day = factories.tournament(6, rounds=1, pegging="as_pegged")
    games = list(factories.open_round(day).meetings.order_by("place__number"))
    for game, points in zip(games, (122, 122, 121), strict=True):
        factories.enter(game, [points, 80])
    close(day)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    win(meeting, scores.sides_of(meeting)[0][0])
    medals.advance(day, by=None)
    correct(games[2], [122, 80])
    ((rank, tied),) = medals.ties(day)
    assert (rank, len(tied)) == (1, 3)
    assert len(medals.create(day, seed=2, by=None)) == 1
    play_all(day)
    assert [row.rank for row in standings.standings(day).rows[:3]] == [1, 2, 3]


def test_a_third_game_that_a_correction_makes_needless_does_not_count():
    day, _ = winners_tied(2)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    winner = scores.sides_of(meeting)[0][0]
    for game, totals in enumerate(([121, 80], [80, 121], [121, 80]), start=1):
        factories.enter(meeting, totals, game=game)
    correct(meeting, [121, 80], game=2)
    assert standings.standings(day).by_number[winner].decision.args == (2, 0)


def test_the_next_match_is_news_for_every_screen():
    day, _ = winners_tied(3)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    win(meeting, scores.sides_of(meeting)[0][0])
    day.refresh_from_db()
    assert day.version > day.lines.latest("number").version, "the screens keep what they show by version"
    medals.advance(day, by=None)
    assert Tournament.objects.get(pk=day.pk).version == day.version, "nothing new, no news"
