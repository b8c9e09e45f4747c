"""Penalties through the day: totals, cards, versions, exports, devices, and how each is taken back."""

import json

import pytest
from django.utils import translation

from scoring import DomainError
from tests import factories
from tests.devices.test_api import joined
from tournaments import rounds, standings
from tournaments.finals import medals
from tournaments.models import Device, Line, Result, Stage
from tournaments.pairing.values import PlannedTable
from tournaments.publishing import export, snapshot
from tournaments.publishing.explain import explain, notes
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import PenaltyEffect
from tournaments.web.device_api import state as device_api_state

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

WHY = {"words": "Cards shown"}
EIGHT = PenaltyEffect("points", 8)


def penalise(meeting, number, takes=EIGHT, game=1, nonce=None, why=None):
    nonce = nonce or f"penalty-{Line.objects.count()}"
    return scores.penalise(
        meeting, game=game, number=number, takes=takes, why=why or WHY, nonce=nonce, user=None
    )


def take_back(day, answer):
    number = answer.line.number
    return scores.take_back(day, number, nonce=f"back-{number}", user=None)


def row_of(day, number, **asked):
    day.refresh_from_db()
    return standings.standings(day, **asked).by_number[number]


def numbers_at(meeting):
    return [side[0] for side in scores.sides_of(meeting)]


def code_of(refused):
    return refused.value.code


@pytest.fixture
def day():
    return factories.tournament(4, rounds=2)


@pytest.fixture
def meeting(day):
    return factories.meeting_at(factories.open_round(day), 1)


def test_points_come_off_the_total_and_nothing_else(day, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    answer = penalise(meeting, winner)
    row = row_of(day, winner)
    assert (row.pegged, row.points, row.penalty, row.won, row.spread, row.skunks) == (113, 113, 8, 1, 33, 1)
    assert row_of(day, loser).penalty == 0
    assert row_of(day, loser).pegged == 88
    take_back(day, answer)
    assert (row_of(day, winner).pegged, row_of(day, winner).penalty) == (121, 0)


def test_a_total_can_fall_below_zero_and_ranks_last(day, meeting):
    number = numbers_at(meeting)[1]
    penalise(meeting, number)  # nothing is entered yet: it counts all the same
    row = row_of(day, number)
    assert (row.pegged, row.rank) == (-8, 4)


def test_a_penalty_stands_whatever_becomes_of_the_result(day, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, winner)
    scores.desk.correct_result(
        meeting, game=1, data={"v": 1, "pegged": [90, 121]}, nonce="c", seen=9, user=None
    )
    assert row_of(day, winner).pegged == 82
    factories.enter(meeting, [121, 60], nonce="other", basis=0)  # a dispute
    assert row_of(day, winner, settled_only=True).pegged == -8
    scores.desk.void_result(meeting, game=1, nonce="v", seen=9, user=None)
    assert row_of(day, winner).pegged == -8
    assert scores.rebuild(day, check=True) == []


def test_everybody_sees_it_once_the_game_is_closed(day, meeting):
    winner = numbers_at(meeting)[0]
    factories.enter(meeting, [121, 88])
    factories.enter(factories.meeting_at(meeting.round, 2), [121, 70])
    penalise(meeting, winner)
    assert row_of(day, winner, closed_only=True).penalty == 0
    rounds.close_round(meeting.round, by=None)
    assert row_of(day, winner, closed_only=True).pegged == 113
    entry = factories.entry(day, winner)
    (shown,) = standings.card(entry, closed_only=True)
    assert (shown.points, shown.penalty, shown.total) == (121, 8, 113)


def test_a_game_that_is_lost_counts_as_a_forfeit_until_it_is_taken_back(day, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    answer = penalise(meeting, winner, PenaltyEffect("game"))
    lost, won = Result.objects.filter(meeting=meeting).order_by("side")
    assert (lost.pegged, lost.won, lost.how, lost.played) == (60, 0, "forfeit", 0)
    assert (won.pegged, won.won, won.line_id) == (121, 1, answer.line.pk)
    assert scores.rebuild(day, check=True) == []
    with pytest.raises(DomainError) as refused:
        scores.desk.correct_result(
            meeting, game=1, data={"v": 1, "pegged": [121, 87]}, nonce="c", seen=9, user=None
        )
    assert code_of(refused) == "lost_by_penalty"
    with pytest.raises(DomainError) as refused:
        scores.desk.void_result(meeting, game=1, nonce="out", seen=9, user=None)
    assert code_of(refused) == "lost_by_penalty"
    take_back(day, answer)
    assert list(Result.objects.filter(meeting=meeting).order_by("side").values_list("pegged", "won")) == [
        (121, 1),
        (88, 0),
    ]
    assert row_of(day, loser).won == 0


def test_a_game_that_nobody_entered_is_over_when_it_is_lost(day, meeting):
    first, second = numbers_at(meeting)
    answer = penalise(meeting, second, PenaltyEffect("game"))
    assert scores.table_of(meeting, 1).settled
    factories.enter(meeting, [88, 121], basis=0)  # a slip that comes late waits beneath
    assert row_of(day, first).won == 1
    take_back(day, answer)
    assert row_of(day, second).won == 1


def test_what_was_taken_out_before_the_penalty_is_answered_as_then(day, meeting):
    factories.enter(meeting, [121, 88])

    def taken_out():
        return scores.desk.void_result(meeting, game=1, nonce="out", seen=1, user=None)

    first = taken_out()
    penalise(meeting, numbers_at(meeting)[0], PenaltyEffect("game"))
    again = taken_out()
    assert (first.new, again.new, again.line) == (True, False, first.line)


def test_what_no_penalty_takes_is_refused(day, meeting):
    with pytest.raises(DomainError) as refused:
        penalise(meeting, numbers_at(meeting)[0], PenaltyEffect("everything"))
    assert code_of(refused) == "penalty_unknown"


def test_of_three_at_a_table_nobody_loses_the_game_by_a_penalty():
    day = factories.tournament(3, tables=1, forfeit={"present": None, "absent": None})
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2, 3)), 1)
    with pytest.raises(DomainError) as refused:
        penalise(meeting, 2, PenaltyEffect("game"))
    assert code_of(refused) == "penalty_game_of_two"


def test_a_new_deal_is_written_down_and_takes_nothing(day, meeting):
    first, _second = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, first, PenaltyEffect("deal"))
    assert row_of(day, first) == row_of(day, first)._replace(pegged=121, penalty=0)
    assert [ruled.penalty.deal for ruled in scores.ruled_in(day)] == [True]


def test_any_version_knows_it(day, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    versions = {}
    ten = penalise(meeting, winner, PenaltyEffect("points", 10))
    versions[ten.line.version] = (111, 1)
    game = penalise(meeting, winner, PenaltyEffect("game"))
    versions[game.line.version] = (50, 0)
    versions[take_back(day, ten).line.version] = (60, 0)
    versions[take_back(day, game).line.version] = (121, 1)
    for version, expected in versions.items():
        row = row_of(day, winner, upto=version)
        assert (row.pegged, row.won) == expected
    assert row_of(day, winner) == row_of(day, winner, upto=day.version)


def test_it_is_taken_back_once(day, meeting):
    answer = penalise(meeting, numbers_at(meeting)[0])
    again = take_back(day, answer)
    assert take_back(day, answer).line == again.line  # the same button, sent twice
    with pytest.raises(DomainError) as refused:
        scores.take_back(day, answer.line.number, nonce="another", user=None)
    assert code_of(refused) == "no_such_penalty"
    assert [ruled.taken_back.number for ruled in scores.ruled_in(day)] == [again.line.number]


def test_of_several_that_one_is_taken_back_which_is_meant(day, meeting):
    other = factories.meeting_at(meeting.round, 2)
    first, second = numbers_at(meeting)[0], numbers_at(other)[0]
    stays, goes = penalise(meeting, first), penalise(other, second, PenaltyEffect("points", 5))
    line = take_back(day, goes).line
    assert (line.data["takes_back"], line.meeting) == (goes.line.number, other)
    assert [(ruled.line, bool(ruled.taken_back)) for ruled in scores.ruled_in(day)] == [
        (stays.line, False),
        (goes.line, True),
    ]
    off = scores.points_off(stages.qualifying(day))
    assert off == {(meeting.round_id, first): 8}


@pytest.mark.parametrize("declared", [{"present": None, "absent": 0}, {"present": 121, "absent": None}])
def test_no_game_is_lost_where_nobody_has_said_what_a_forfeit_is(day, meeting, declared):
    rules = meeting.round.stage.rules | {"forfeit": declared}
    Stage.objects.filter(pk=meeting.round.stage_id).update(rules=rules)
    with pytest.raises(DomainError) as refused:
        penalise(meeting, numbers_at(meeting)[0], PenaltyEffect("game"))
    assert code_of(refused) == "forfeit_not_declared"
    assert not Line.objects.exists()


def test_sent_twice_it_is_written_once(day, meeting):
    number = numbers_at(meeting)[0]
    first, again = (penalise(meeting, number, nonce="n") for _time in range(2))
    assert (first.new, again.new) == (True, False)
    assert row_of(day, number).penalty == 8


def test_who_sits_out_can_have_points_off_and_lose_no_game():
    day = factories.tournament(5, odd="bye", bye_credit=100, tables=3)
    round_ = factories.open_round(day)
    alone = next(one for one in round_.meetings.all() if one.seats.count() == 1)
    ((number,),) = scores.sides_of(alone)
    penalise(alone, number)
    with pytest.raises(DomainError) as refused:
        penalise(alone, number, PenaltyEffect("game"))
    assert code_of(refused) == "penalty_game_of_two"
    for meeting in round_.meetings.exclude(pk=alone.pk):
        factories.enter(meeting, [121, 88])
    rounds.close_round(round_, by=None)
    assert row_of(day, number).pegged == 92
    (shown,) = standings.card(factories.entry(day, number))
    assert (shown.award, shown.points, shown.penalty, shown.total) == ("bye", 100, 8, 92)


def test_who_was_not_seated_in_that_game_has_none(day, meeting):
    with pytest.raises(DomainError) as refused:
        scores.seat_in(day, 1, 2, 1)
    assert code_of(refused) == "penalty_not_seated"
    with pytest.raises(DomainError) as refused:
        penalise(meeting, ({1, 2, 3, 4} - set(numbers_at(meeting))).pop())
    assert code_of(refused) == "penalty_for_nobody"


def test_points_stand_where_a_round_is_written_down_as_it_was_played(day, meeting):
    first, second = numbers_at(meeting)
    other = factories.meeting_at(meeting.round, 2)
    third, fourth = numbers_at(other)
    points = penalise(meeting, first)
    game = penalise(meeting, second, PenaltyEffect("game"))
    really = [PlannedTable(1, (("A", first), ("B", third))), PlannedTable(2, (("A", second), ("B", fourth)))]
    rounds.seat_as_played(meeting.round, really, by=None)
    assert row_of(day, first).pegged == -8
    assert row_of(day, first).won == 0
    assert [one["entries"] for one in exported(day)] == [[first]]
    take_back(day, points)
    take_back(day, game)
    assert row_of(day, first).pegged == 0


def exported(day):
    told = export.export_tournament(day, [])["stages"][0]["rounds"]
    json.dumps(told)
    return [one for round_ in told for one in round_.get("penalties", [])]


def test_the_export_tells_it_and_a_lost_game_as_a_forfeit(day, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, loser, why={"code": "must-lay"})
    penalise(meeting, winner, PenaltyEffect("game"))
    assert exported(day) == [
        {"entries": [loser], "game": 1, "takes": "points", "points": 8, "why": {"code": "must-lay"}},
        {"entries": [winner], "game": 1, "takes": "game", "why": WHY},
    ]
    (table, _other) = export.export_tournament(day, [])["stages"][0]["rounds"][0]["tables"]
    assert table["games"] == [{"scores": [60, 121], "how": "forfeit"}]


def test_match_points_come_off_where_they_rank():
    day = factories.tournament(4, rank_by="match_points", match_points="acc", then=["won"])
    meeting = factories.meeting_at(factories.open_round(day), 1)
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, winner, PenaltyEffect("points", 2))
    row = row_of(day, winner)
    assert (row.points, row.match_points, row.pegged, row.penalty) == (1, 1, 121, 2)
    (shown,) = standings.card(factories.entry(day, winner))
    assert (shown.match_points, shown.total) == (3, 1)


def test_the_fine_of_gin_comes_off_the_value():
    day = factories.gin(4)
    meeting = factories.meeting_at(factories.open_round(day), 1)
    winner, loser = numbers_at(meeting)
    factories.totals(meeting, 310, 85)
    penalise(meeting, loser, PenaltyEffect("points", 10), why={"code": "opponent-few"})
    row = row_of(day, loser)
    assert (row.value, row.penalty, row.won) == (-235, 10, 0)
    assert row_of(day, winner).value == 225
    (shown,) = standings.card(factories.entry(day, loser))
    assert (shown.value, shown.penalty, shown.total) == (-225, 10, -235)
    penalise(meeting, winner, PenaltyEffect("game"))
    assert (row_of(day, winner).won, row_of(day, winner).value) == (0, -220)


def test_a_medal_match_knows_the_game_alone():
    day, meeting = factories.medal_match()
    first, second = numbers_at(meeting)
    with pytest.raises(DomainError) as refused:
        penalise(meeting, first)
    assert code_of(refused) == "penalty_in_a_medal_match"
    for game in (1, 2):
        penalise(meeting, first, PenaltyEffect("game"), game=game)
    medals.advance(day, by=None)
    assert row_of(day, second).rank == 1
    assert row_of(day, first).rank == 2


def test_partners_lose_the_points_of_their_side():
    day = factories.tournament(4, tables=1)
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2, 3, 4), partners=[1]), 1)
    factories.enter(meeting, [121, 88])
    penalise(meeting, 3)
    assert [row_of(day, number).pegged for number in (1, 3, 2, 4)] == [113, 113, 88, 88]


def test_published_standings_hold_it_and_older_ones_are_read(day, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    answer = penalise(meeting, winner)
    day.refresh_from_db()
    publication = snapshot.publish(day, official=False, by=None)
    assert snapshot.published_standings(publication).by_number[winner].penalty == 8
    take_back(day, answer)
    assert not snapshot.differs(publication)
    older = [{name: value for name, value in row.items() if name != "penalty"} for row in publication.rows]
    publication.rows, publication.inputs_hash = older, snapshot.fingerprint(older)
    assert snapshot.published_standings(publication).by_number[winner].penalty == 0
    assert not snapshot.differs(publication)


def test_words_say_it(day, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, winner)
    day.refresh_from_db()
    shown = standings.standings(day)
    with translation.override("en"):
        (said,) = notes(shown.by_number[winner])
        assert said.startswith("8 points ")
        assert said in explain(shown.by_number[winner], shown)


def test_the_table_is_told(day, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    game = penalise(meeting, loser, PenaltyEffect("game"))
    points = penalise(meeting, winner)
    device = Device.objects.get(uid=joined(day, 1)["device"])
    told = device_api_state.here(device, seen=0, epoch=1, addresses=[])["meetings"][0]
    assert [(one["line"], one["side"], one["points"]) for one in told["penalties"]] == [
        (game.line.number, 1, 0),
        (points.line.number, 0, 8),
    ]
    assert told["basis"] == 1  # a correction need not have seen them
    assert [(one["line"], one["ruled"], one["how"]) for one in told["results"]] == [
        (game.line.number, True, "forfeit")
    ]
    assert [side["entries"][0]["points"] for side in told["sides"]] == [113, 60]


def test_the_small_line_of_ranks_knows_them(day, meeting):
    winner, _loser = numbers_at(meeting)
    for table, loser in ((1, 88), (2, 70)):
        factories.enter(factories.meeting_at(meeting.round, table), [121, loser])
    rounds.close_round(meeting.round, by=None)
    penalise(meeting, winner)
    day.refresh_from_db()
    shown = standings.standings(day)
    ranks = {
        number: way.ranks for number, way in standings.rank_history(stages.qualifying(day), shown).items()
    }
    assert ranks == {row.number: (row.rank,) for row in shown.rows}
    factories.play_round(day, 2)
    day.refresh_from_db()
    ways = standings.rank_history(stages.qualifying(day), standings.standings(day))
    assert {number: way.ranks[0] for number, way in ways.items()} == {
        row.number: row.rank for row in shown.rows
    }
