"""Results before a round, as a movement reads them: winners and their points."""

import pytest

from tests import factories
from tests.rounds.test_teams_on_boards import make_tournament, of_one_match
from tournaments import rounds
from tournaments.models import Line
from tournaments.pairing.values import SideScore
from tournaments.rounds import history, scores, stages
from tournaments.standings import standings
from tournaments.standings.team_matches import team_scores

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("won", "halves"), [([0], (0, 0)), ([0, 0], (2, 0)), ([0, 1], (0, 0)), ([0, 1, 1], (0, 2))]
)
def test_a_match_is_won_once_it_is_over(won, halves):
    tournament = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.as_best_of_three(meeting)
    for game, winner in enumerate(won, start=1):
        factories.enter(meeting, [121, 80][:: -1 if winner else 1], game=game)
    stage = stages.qualifying(tournament)
    found = history.scores_by_meeting(stage)
    sides = [side[0] for side in rounds.planned_tables(meeting.round)[0].sides]
    assert tuple(found[meeting.pk, number].matches_won for number in sides) == halves
    assert {number for _meeting, number in found} == set(sides)
    assert sum(score.won for score in found.values()) == len(won)
    winner = {(0, 0): None, (2, 0): sides[0], (0, 2): sides[1]}[halves]
    assert [table.winner for table in history.past(stage, 2)[0] if table.table == 1] == [winner]


def test_match_to_which_no_one_came_is_won_by_no_one():
    rules = {"match": {"kind": "best_of", "games": 3}, "order": ["matches_won", "won"]}
    tournament = factories.tournament(4, **rules)
    round_ = factories.open_round(tournament)
    played, missed = (factories.meeting_at(round_, table) for table in (1, 2))
    for game in (1, 2):
        factories.enter(played, [121, 100], game=game)
    no_show = scores.desk.award_data(missed, "no_show", winner=None, declared=[0, 0])
    for game in (1, 2, 3):
        scores.desk.enter_result(missed, game=game, data=no_show, nonce=f"away-{game}", seen=0, user=None)
    absent = {side[0] for side in scores.sides_of(missed)}
    found = history.scores_by_meeting(stages.qualifying(tournament))
    assert {found[missed.pk, number].matches_won for number in absent} == {0}
    assert {row.values[0] for row in standings(tournament).rows if row.number in absent} == {0}


def test_partners_share_one_score(tournament):
    factories.sit(tournament, 1, (1, 2, 3, 4), (5, 6), partners=(1,))
    assert [len(table.scores) for table in history.past(stages.qualifying(tournament), 2)[0]] == [2, 2]


def test_late_triple_skunk_still_decides_match():
    """A triple skunk, which wins a match at once, is entered after the second game was played."""
    tournament = factories.tournament(4, match_points="free_play_triple")
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.as_best_of_three(meeting)
    for game, points in ((1, [121, 90]), (2, [20, 121])):
        factories.enter(meeting, points, game=game)
    factories.enter(meeting, [121, 20], game=1, corrects=1, kind=Line.Kind.CORRECTION)
    first, second = (side[0] for side in rounds.planned_tables(meeting.round)[0].sides)
    found = history.scores_by_meeting(stages.qualifying(tournament))
    assert (found[meeting.pk, first].matches_won, found[meeting.pk, second].matches_won) == (2, 0)


def test_team_score_adds_up_its_boards():
    tournament, other = make_tournament(2, 2), make_tournament(2, 2)
    for one, losers in ((tournament, (90, 80)), (other, (7, 8))):
        for meeting, loser in zip(of_one_match(factories.open_round(one)), losers, strict=True):
            factories.enter(meeting, [121, loser])
    stage = stages.qualifying(tournament)
    home, away = sorted(row.number for row in standings(tournament).rows)
    score = team_scores(stage, list(stage.rounds.values_list("pk", flat=True)))
    of_both = {number: has for (_round, number), has in score.items()}
    assert set(of_both) == {home, away}
    board = factories.meeting_at(stage.rounds.get(), 2)
    factories.enter(board, [80, 121], basis=0, nonce="another desk")
    in_dispute = [
        team_scores(stage, [board.round_id], **only)[board.round_id, home]
        for only in ({}, {"settled_only": True})
    ]
    assert [sorted(has.boards) for has in in_dispute] == [[1, 2], [1]]
    assert of_both[home].team_points == of_both[away].team_points[::-1]
    assert sorted(of_both[home].team_points) == [0, 2] and all(has.over for has in of_both.values())
    (before,) = rounds.past(stage, 2)
    (table,) = before
    by_number = dict(zip([number for _letter, number in table.seats], table.scores, strict=True))
    assert by_number == {
        table.winner: SideScore(242, by_number[table.winner].match_points, 1, 2),
        ({home, away} - {table.winner}).pop(): SideScore(170, 0, 0, 0),
    }
