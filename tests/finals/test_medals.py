"""Ties for a medal are decided by a best of three; ties elsewhere stay shared."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments import formats, rounds, standings
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs
from tournaments.models import Stage, Tournament
from tournaments.pairing.values import PlannedTable
from tournaments.publishing import card_audit, explain, publications
from tournaments.publishing.outputs import press, rows
from tournaments.rounds import scores, stages

pytestmark = pytest.mark.django_db


def close(tournament):
    """Close the only round and give back the ties."""
    rounds.close_round(tournament.stages.get(order=1).rounds.get(number=1), by=None)
    return medals.ties(tournament)


def win(meeting, entry_number, games=2, lost=0, points=88):
    """Play a best of three that `entry_number` wins with `lost` games lost."""
    side = scores.sides_of(meeting).index([entry_number])
    order = [1 - side] * lost + [side] * games
    for game, winner in enumerate(order, start=1):
        totals = [points, points]
        totals[winner] = 121
        factories.enter(meeting, totals, game=game)


def ranks(tournament):
    return [(row.rank, row.number) for row in standings.standings(tournament).rows]


def test_no_medal_matches_before_the_last_round():
    tournament = factories.tournament(8)
    with pytest.raises(DomainError) as refused:
        medals.create(tournament, seed=1, by=None)
    assert refused.value.code == "games_not_over"


def test_no_medal_matches_while_a_match_lacks_one_of_its_games():
    tournament = factories.tournament(4, rounds=1, match={"kind": "fixed", "games": 3})
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        for game in (1, 2, 3):
            factories.enter(meeting, [121, 90], game=game)
    rounds.close_round(round_, by=None)
    meeting = factories.meeting_at(round_, 2)
    seen = scores.last_line_of(meeting, 2)
    scores.desk.void_result(meeting, game=2, nonce="removed", seen=seen, user=None)
    with pytest.raises(DomainError, match="results_missing"):
        medals.create(tournament, seed=1, by=None)


@pytest.mark.parametrize("playoffs_follow", [False, True])
def test_nothing_follows_a_closed_game_whose_result_was_removed(playoffs_follow):
    """A result of another table is removed after the game: it is missing until the right one is typed."""
    follows = {"playoffs": formats.playoffs(who="first", count=2, games=1)} if playoffs_follow else {}
    tournament = factories.tournament(4, rounds=1, **follows)
    factories.play_round(tournament, 1)
    meeting = factories.meeting_at(tournament.stages.get(order=1).rounds.get(), 2)
    seen = scores.last_line_of(meeting)
    scores.desk.void_result(meeting, game=1, nonce="removed", seen=seen, user=None)

    def refused():
        read = card_audit.readings(tournament, standings.standings(tournament))
        return {against.code for against in card_audit.official_obstacles(tournament, read)}

    begin = playoffs.start_playoffs if playoffs_follow else medals.create
    with pytest.raises(DomainError, match="results_missing") as against:
        begin(tournament, seed=1, by=None)
    assert against.value.args_["games"] == [1] and "results_missing" in refused()
    factories.enter(meeting, [121, 70])
    assert "results_missing" not in refused()
    begin(tournament, seed=1, by=None)


def test_people_who_really_sat_together_in_a_closed_game_need_a_result():
    """Game 1 stays closed, as game 2 is seated: who met is written down, and the results are not yet."""
    tournament = factories.tournament(4, rounds=2)
    first = factories.play_round(tournament, 1)
    factories.play_round(tournament, 2)
    one, other = rounds.planned_tables(first)
    assert medals.missing_results_obstacle(tournament) is None
    really = [PlannedTable(one.table, (one.seats[0], ("B", other.people[1])))]
    stages.qualifying(tournament).rounds.filter(number=2).update(state="open")
    rounds.seat_as_played(first, really, by=None)
    rounds.close_round(stages.qualifying(tournament).rounds.get(number=2), by=None)
    assert medals.missing_results_obstacle(tournament).args_["games"] == [1]
    for meeting in first.meetings.filter(void_act=None):
        factories.enter(meeting, [121, 70])
    assert medals.missing_results_obstacle(tournament) is None


def test_who_sat_out_has_no_result_that_is_missing():
    tournament = factories.tournament(5, rounds=1, odd="bye", bye_credit=0)
    factories.play_round(tournament, 1)
    assert medals.missing_results_obstacle(tournament) is None


def test_no_medal_matches_while_a_result_is_in_dispute():
    """Which of two results of game 1 counts decides who is tied."""
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [80, 121], basis=0, nonce="another desk")
    with pytest.raises(DomainError, match="results_in_dispute"):
        medals.create(tournament, seed=1, by=None)
    line, seen = meeting.lines.first().number, scores.last_line_of(meeting)
    scores.desk.rule_on_dispute(meeting, game=1, line=line, nonce="ruled", seen=seen, user=None)
    assert medals.create(tournament, seed=1, by=None)


def test_match_of_two_tied_entries_decides_their_ranks():
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    for meeting, loser in zip(round_.meetings.order_by("place__number"), (90, 80), strict=True):
        factories.enter(meeting, [121, loser])
    ties = close(tournament)
    assert [rank for rank, _ in ties] == [1]
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    one, other = ties[0][1]
    assert ranks(tournament)[0][0] == ranks(tournament)[1][0] == 1, "the rank is shared until they play"
    win(meeting, other, lost=1)
    medals.advance(tournament, by=None)
    assert ranks(tournament)[:2] == [(1, other), (2, one)]
    decision = standings.standings(tournament).rows[0].decision
    assert (decision.code, decision.args) == ("best_of_three", (2, 1))
    assert medals.ties(tournament) == []
    assert not medals.open_meetings(tournament)


def winners_tied(count: int, above: int = 0):
    """Play a tournament of one game whose `count` winners share a rank below `above` others."""
    tournament = factories.tournament(2 * (count + above), rounds=1, pegging="as_pegged")
    round_ = factories.open_round(tournament)
    for turn, meeting in enumerate(round_.meetings.order_by("place__number")):
        factories.enter(meeting, [140 - turn if turn < above else 121, 10 + turn])
    return tournament, close(tournament)


def play_all(tournament, better=lambda one, other: min(one, other)):
    """Play every medal match; the better one wins 2–0."""
    waves = 0
    while meetings := list(medals.open_meetings(tournament)):
        waves += 1
        for meeting in meetings:
            one, other = (side[0] for side in scores.sides_of(meeting))
            win(meeting, better(one, other))
        medals.advance(tournament, by=None)
        assert waves < 10
    return waves


def test_three_tied_entries_play_each_other():
    tournament, ties = winners_tied(3)
    medals.create(tournament, seed=1, by=None)
    play_all(tournament)
    assert [row.number for row in standings.standings(tournament).rows[:3]] == sorted(ties[0][1])
    assert [row.rank for row in standings.standings(tournament).rows[:3]] == [1, 2, 3]


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
def test_decided_places_match_the_medals_at_stake(count, above, expected):
    tournament, ties = winners_tied(count, above)
    assert [(rank, len(numbers)) for rank, numbers in ties] == [(above + 1, count)]
    medals.create(tournament, seed=3, by=None)
    play_all(tournament)
    rows = standings.standings(tournament).rows[: count + above]
    assert [row.rank for row in rows] == expected
    assert rows[above].number == min(ties[0][1])


def test_ties_without_a_medal_stay_shared():
    tournament, ties = winners_tied(2, above=3)
    assert ties == []
    assert medals.create(tournament, seed=1, by=None) == []


def test_circle_is_broken_by_games_won_then_spread():
    tournament, ties = winners_tied(3)
    one, two, three = ties[0][1]
    beats = {
        frozenset((one, two)): (one, 0),
        frozenset((two, three)): (two, 1),
        frozenset((one, three)): (three, 1),
    }
    medals.create(tournament, seed=1, by=None)
    while meetings := list(medals.open_meetings(tournament)):
        for meeting in meetings:
            winner, lost = beats[frozenset(side[0] for side in scores.sides_of(meeting))]
            win(meeting, winner, lost=lost)
        medals.advance(tournament, by=None)
    rows = standings.standings(tournament).rows[:3]
    # Games won: one 2+1, two 0+2, three 1+2: one and three lead with 3, and spread tells them apart.
    assert rows[-1].number == two and rows[-1].decision.code == "games_won"
    assert {rows[0].decision.code, rows[1].decision.code} == {"spread"}


def test_forfeited_medal_match_is_lost():
    tournament, ties = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    gone, here = ties[0][1]
    playoffs.forfeit(meeting, factories.entry(tournament, gone), by=None)
    assert ranks(tournament)[:2] == [(1, here), (2, gone)]
    assert standings.standings(tournament).rows[0].decision.code == "forfeit"
    before = {row.number: row.points for row in standings.standings(tournament).rows}
    assert before[here] == 121, "a medal match decides rank only"


def test_medal_matches_are_created_once_and_can_be_undone():
    tournament, _ = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    assert medals.create(tournament, seed=1, by=None) == []
    assert tournament.stages.filter(kind=Stage.Kind.TIE_BREAK).count() == 1
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    assert not medals.open_meetings(tournament)
    assert len(medals.create(tournament, seed=2, by=None)) == 1


def test_a_medal_match_with_a_result_cannot_be_taken_back():
    tournament, ties = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    act = tournament.acts.get(kind="tie_break")
    win(medals.open_meetings(tournament)[0], ties[0][1][0], games=1)
    assert audit_log.undo_obstacle(act).code == "results_are_in"


def test_simultaneous_matches_sit_at_different_tables():
    tournament, _ = winners_tied(4)
    medals.create(tournament, seed=1, by=None)
    tables = [meeting.place.number for meeting in medals.open_meetings(tournament)]
    assert len(tables) == 2 == len(set(tables))


def test_official_publication_is_unchanged_by_correction():
    tournament, _ = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    play_all(tournament)
    published = publications.publish(tournament, official=True, by=None)
    text = explain.decided("best_of_three", (2, 0))
    assert text in press.short(rows.publishable_data(tournament)) and text in press.long(
        rows.publishable_data(tournament)
    )
    frozen = publications.published_standings(published)
    assert frozen.rows[0].decision.code == "best_of_three"
    meeting = factories.meeting_at(tournament.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [90, 121], kind="correction", nonce="late")
    assert publications.published_standings(publications.official_publication(tournament)).rows == frozen.rows
    assert standings.standings(tournament, upto=published.version).rows == frozen.rows
    assert standings.standings(tournament).rows != frozen.rows


def correct(meeting, totals, game=1):
    factories.enter(meeting, totals, game=game, kind="correction")


def test_forfeit_fills_a_voided_game():
    tournament, _ = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    gone, here = (side[0] for side in scores.sides_of(meeting))
    factories.enter(meeting, [121, 80], game=1)
    factories.enter(meeting, [80, 121], game=2)
    factories.void_game(meeting, game=1, nonce="out", basis=scores.last_line_of(meeting, 1), user=None)
    playoffs.forfeit(meeting, factories.entry(tournament, gone), by=None)
    assert ranks(tournament)[:2] == [(1, here), (2, gone)]
    assert scores.match_state(meeting).games_won == (0, 2)


def test_correction_that_ends_a_tie_cancels_the_decision():
    tournament, _ = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    winner, loser = (side[0] for side in scores.sides_of(meeting))
    win(meeting, winner)
    medals.advance(tournament, by=None)
    for game in tournament.stages.get(order=1).rounds.get(number=1).meetings.all():
        sides = scores.sides_of(game)
        if [loser] in sides:
            correct(game, [125 if side == [loser] else 50 for side in sides])
    assert ranks(tournament)[:2] == [(1, loser), (2, winner)]
    assert [row.decision for row in standings.standings(tournament).rows[:2]] == [None, None]


def test_correction_that_extends_a_tie_needs_new_matches():
    tournament = factories.tournament(6, rounds=1, pegging="as_pegged")
    games = list(factories.open_round(tournament).meetings.order_by("place__number"))
    for game, points in zip(games, (122, 122, 121), strict=True):
        factories.enter(game, [points, 80])
    close(tournament)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    win(meeting, scores.sides_of(meeting)[0][0])
    medals.advance(tournament, by=None)
    correct(games[2], [122, 80])
    ((rank, tied),) = medals.ties(tournament)
    assert (rank, len(tied)) == (1, 3)
    assert len(medals.create(tournament, seed=2, by=None)) == 1
    play_all(tournament)
    assert [row.rank for row in standings.standings(tournament).rows[:3]] == [1, 2, 3]


def test_third_game_made_needless_by_correction_does_not_count():
    tournament, _ = winners_tied(2)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    winner = scores.sides_of(meeting)[0][0]
    for game, totals in enumerate(([121, 80], [80, 121], [121, 80]), start=1):
        factories.enter(meeting, totals, game=game)
    correct(meeting, [121, 80], game=2)
    assert standings.standings(tournament).by_number[winner].decision.args == (2, 0)


def test_next_medal_match_increases_the_version():
    tournament, _ = winners_tied(3)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    win(meeting, scores.sides_of(meeting)[0][0])
    tournament.refresh_from_db()
    assert tournament.version > tournament.lines.latest("number").version, "screens are cached by version"
    medals.advance(tournament, by=None)
    assert Tournament.objects.get(pk=tournament.pk).version == tournament.version, "no change, no new version"


@pytest.mark.parametrize(("key", "players"), [("cribbage-partners", 4), ("cribbage-three-pairs", 6)])
def test_matches_wait_for_a_free_table(key, players):
    tournament = factories.tournament(players, key=key, rounds=1, tables=1)
    round_ = factories.open_round(tournament)
    (meeting,) = round_.meetings.all()
    factories.enter(meeting, [121, 90, 80][: len(scores.sides_of(meeting))])
    rounds.close_round(round_, by=None)
    tournament.refresh_from_db()
    medals.create(tournament, seed=1, by=None)
    tied = [set(numbers) for _rank, numbers in medals.ties(tournament)]
    played = []
    while one := medals.open_meetings(tournament).first():
        assert medals.open_meetings(tournament).count() == 1
        assert medals.numbers_to_seat(tournament) == []
        sides = {number for side in scores.sides_of(one) for number in side}
        played.append(sides)
        for game in (1, 2):
            factories.enter(one, [121, 90], game=game)
    assert played == tied
