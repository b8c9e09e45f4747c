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
from tournaments.publishing import export, publications
from tournaments.publishing.explain import explain, notes
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import PenaltyEffect
from tournaments.web.device_api import state as device_api_state

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

REASON = {"words": "Cards shown"}
EIGHT_POINTS = PenaltyEffect("points", 8)


def penalise(meeting, number, takes=EIGHT_POINTS, game=1, nonce=None, why=None):
    nonce = nonce or f"penalty-{Line.objects.count()}"
    return scores.penalise(
        meeting, game=game, number=number, takes=takes, why=why or REASON, nonce=nonce, user=None
    )


def take_back(tournament, answer):
    number = answer.line.number
    return scores.take_back(tournament, number, nonce=f"back-{number}", user=None)


def row_of(tournament, number, **asked):
    tournament.refresh_from_db()
    return standings.standings(tournament, **asked).by_number[number]


def numbers_at(meeting):
    return [side[0] for side in scores.sides_of(meeting)]


def code_of(refused):
    return refused.value.code


@pytest.fixture
def tournament():
    return factories.tournament(4, rounds=2)


@pytest.fixture
def meeting(tournament):
    return factories.meeting_at(factories.open_round(tournament), 1)


def test_penalty_points_reduce_only_total(tournament, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    answer = penalise(meeting, winner)
    row = row_of(tournament, winner)
    assert (row.pegged, row.points, row.penalty, row.won, row.spread, row.skunks) == (113, 113, 8, 1, 33, 1)
    assert row_of(tournament, loser).penalty == 0
    assert row_of(tournament, loser).pegged == 88
    take_back(tournament, answer)
    assert (row_of(tournament, winner).pegged, row_of(tournament, winner).penalty) == (121, 0)


def test_a_total_can_fall_below_zero_and_ranks_last(tournament, meeting):
    number = numbers_at(meeting)[1]
    penalise(meeting, number)  # nothing is entered yet: it counts all the same
    row = row_of(tournament, number)
    assert (row.pegged, row.rank) == (-8, 4)


def test_penalty_survives_changes_of_result(tournament, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, winner)
    scores.desk.correct_result(
        meeting, game=1, data={"v": 1, "pegged": [90, 121]}, nonce="c", seen=9, user=None
    )
    assert row_of(tournament, winner).pegged == 82
    factories.enter(meeting, [121, 60], nonce="other", basis=0)  # a dispute
    assert row_of(tournament, winner, settled_only=True).pegged == -8
    scores.desk.void_result(meeting, game=1, nonce="v", seen=9, user=None)
    assert row_of(tournament, winner).pegged == -8
    assert scores.rebuild(tournament, check=True) == []


def test_penalty_is_public_once_round_is_closed(tournament, meeting):
    winner = numbers_at(meeting)[0]
    factories.enter(meeting, [121, 88])
    factories.enter(factories.meeting_at(meeting.round, 2), [121, 70])
    penalise(meeting, winner)
    assert row_of(tournament, winner, closed_only=True).penalty == 0
    rounds.close_round(meeting.round, by=None)
    assert row_of(tournament, winner, closed_only=True).pegged == 113
    entry = factories.entry(tournament, winner)
    (shown,) = standings.card(entry, closed_only=True)
    assert (shown.points, shown.penalty, shown.total) == (121, 8, 113)


def test_lost_game_counts_as_forfeit_until_penalty_is_undone(tournament, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    answer = penalise(meeting, winner, PenaltyEffect("game"))
    lost, won = Result.objects.filter(meeting=meeting).order_by("side")
    assert (lost.pegged, lost.won, lost.how, lost.played) == (60, 0, "forfeit", 0)
    assert (won.pegged, won.won, won.line_id) == (121, 1, answer.line.pk)
    assert scores.rebuild(tournament, check=True) == []
    with pytest.raises(DomainError) as refused:
        scores.desk.correct_result(
            meeting, game=1, data={"v": 1, "pegged": [121, 87]}, nonce="c", seen=9, user=None
        )
    assert code_of(refused) == "lost_by_penalty"
    with pytest.raises(DomainError) as refused:
        scores.desk.void_result(meeting, game=1, nonce="out", seen=9, user=None)
    assert code_of(refused) == "lost_by_penalty"
    take_back(tournament, answer)
    assert list(Result.objects.filter(meeting=meeting).order_by("side").values_list("pegged", "won")) == [
        (121, 1),
        (88, 0),
    ]
    assert row_of(tournament, loser).won == 0


def test_game_penalty_settles_game_without_result(tournament, meeting):
    first, second = numbers_at(meeting)
    answer = penalise(meeting, second, PenaltyEffect("game"))
    assert scores.table_state(meeting, 1).settled
    factories.enter(meeting, [88, 121], basis=0)  # a slip that comes late waits beneath
    assert row_of(tournament, first).won == 1
    take_back(tournament, answer)
    assert row_of(tournament, second).won == 1


def test_repeated_void_after_penalty_gets_first_answer(tournament, meeting):
    factories.enter(meeting, [121, 88])

    def taken_out():
        return scores.desk.void_result(meeting, game=1, nonce="out", seen=1, user=None)

    first = taken_out()
    penalise(meeting, numbers_at(meeting)[0], PenaltyEffect("game"))
    again = taken_out()
    assert (first.new, again.new, again.line) == (True, False, first.line)


def test_unknown_penalty_effect_is_refused(tournament, meeting):
    with pytest.raises(DomainError) as refused:
        penalise(meeting, numbers_at(meeting)[0], PenaltyEffect("everything"))
    assert code_of(refused) == "penalty_unknown"


def test_game_penalty_at_table_of_three_is_refused():
    tournament = factories.tournament(3, tables=1, forfeit={"present": None, "absent": None})
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2, 3)), 1)
    with pytest.raises(DomainError) as refused:
        penalise(meeting, 2, PenaltyEffect("game"))
    assert code_of(refused) == "penalty_game_of_two"


def test_deal_penalty_is_recorded_without_points(tournament, meeting):
    first, _second = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, first, PenaltyEffect("deal"))
    assert row_of(tournament, first) == row_of(tournament, first)._replace(pegged=121, penalty=0)
    assert [ruled.penalty.deal for ruled in scores.recorded_penalties(tournament)] == [True]


def test_standings_of_any_version_include_penalties(tournament, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    versions = {}
    ten = penalise(meeting, winner, PenaltyEffect("points", 10))
    versions[ten.line.version] = (111, 1)
    game = penalise(meeting, winner, PenaltyEffect("game"))
    versions[game.line.version] = (50, 0)
    versions[take_back(tournament, ten).line.version] = (60, 0)
    versions[take_back(tournament, game).line.version] = (121, 1)
    for version, expected in versions.items():
        row = row_of(tournament, winner, upto=version)
        assert (row.pegged, row.won) == expected
    assert row_of(tournament, winner) == row_of(tournament, winner, upto=tournament.version)


def test_penalty_is_taken_back_once(tournament, meeting):
    answer = penalise(meeting, numbers_at(meeting)[0])
    again = take_back(tournament, answer)
    assert take_back(tournament, answer).line == again.line  # the same button, sent twice
    with pytest.raises(DomainError) as refused:
        scores.take_back(tournament, answer.line.number, nonce="another", user=None)
    assert code_of(refused) == "no_such_penalty"
    assert [ruled.taken_back.number for ruled in scores.recorded_penalties(tournament)] == [again.line.number]


def test_only_named_penalty_is_taken_back(tournament, meeting):
    other = factories.meeting_at(meeting.round, 2)
    first, second = numbers_at(meeting)[0], numbers_at(other)[0]
    stays, goes = penalise(meeting, first), penalise(other, second, PenaltyEffect("points", 5))
    line = take_back(tournament, goes).line
    assert (line.data["takes_back"], line.meeting) == (goes.line.number, other)
    assert [(ruled.line, bool(ruled.taken_back)) for ruled in scores.recorded_penalties(tournament)] == [
        (stays.line, False),
        (goes.line, True),
    ]
    off = scores.points_off(stages.qualifying(tournament))
    assert off == {(meeting.round_id, first): 8}


@pytest.mark.parametrize("declared", [{"present": None, "absent": 0}, {"present": 121, "absent": None}])
def test_game_penalty_needs_declared_forfeit(tournament, meeting, declared):
    rules = meeting.round.stage.rules | {"forfeit": declared}
    Stage.objects.filter(pk=meeting.round.stage_id).update(rules=rules)
    with pytest.raises(DomainError) as refused:
        penalise(meeting, numbers_at(meeting)[0], PenaltyEffect("game"))
    assert code_of(refused) == "forfeit_not_declared"
    assert not Line.objects.exists()


def test_repeated_penalty_is_written_once(tournament, meeting):
    number = numbers_at(meeting)[0]
    first, again = (penalise(meeting, number, nonce="n") for _time in range(2))
    assert (first.new, again.new) == (True, False)
    assert row_of(tournament, number).penalty == 8


def test_bye_player_can_lose_points_but_no_game():
    tournament = factories.tournament(5, odd="bye", bye_credit=100, tables=3)
    round_ = factories.open_round(tournament)
    alone = next(one for one in round_.meetings.all() if one.seats.count() == 1)
    ((number,),) = scores.sides_of(alone)
    penalise(alone, number)
    with pytest.raises(DomainError) as refused:
        penalise(alone, number, PenaltyEffect("game"))
    assert code_of(refused) == "penalty_game_of_two"
    for meeting in round_.meetings.exclude(pk=alone.pk):
        factories.enter(meeting, [121, 88])
    rounds.close_round(round_, by=None)
    assert row_of(tournament, number).pegged == 92
    (shown,) = standings.card(factories.entry(tournament, number))
    assert (shown.award, shown.points, shown.penalty, shown.total) == ("bye", 100, 8, 92)


def test_unseated_player_cannot_be_penalised(tournament, meeting):
    with pytest.raises(DomainError) as refused:
        scores.entry_meeting(tournament, 1, 2, 1)
    assert code_of(refused) == "penalty_not_seated"
    with pytest.raises(DomainError) as refused:
        penalise(meeting, ({1, 2, 3, 4} - set(numbers_at(meeting))).pop())
    assert code_of(refused) == "penalty_for_nobody"


def test_point_penalty_survives_reseating_as_played(tournament, meeting):
    first, second = numbers_at(meeting)
    other = factories.meeting_at(meeting.round, 2)
    third, fourth = numbers_at(other)
    points = penalise(meeting, first)
    game = penalise(meeting, second, PenaltyEffect("game"))
    really = [PlannedTable(1, (("A", first), ("B", third))), PlannedTable(2, (("A", second), ("B", fourth)))]
    rounds.seat_as_played(meeting.round, really, by=None)
    assert row_of(tournament, first).pegged == -8
    assert row_of(tournament, first).won == 0
    assert [one["entries"] for one in exported_penalties(tournament)] == [[first]]
    take_back(tournament, points)
    take_back(tournament, game)
    assert row_of(tournament, first).pegged == 0


def exported_penalties(tournament):
    found = export.export_tournament(tournament, [])["stages"][0]["rounds"]
    json.dumps(found)
    return [one for round_ in found for one in round_.get("penalties", [])]


def test_export_includes_penalties_and_lost_games(tournament, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, loser, why={"code": "must-lay"})
    penalise(meeting, winner, PenaltyEffect("game"))
    assert exported_penalties(tournament) == [
        {"entries": [loser], "game": 1, "takes": "points", "points": 8, "why": {"code": "must-lay"}},
        {"entries": [winner], "game": 1, "takes": "game", "why": REASON},
    ]
    (table, _other) = export.export_tournament(tournament, [])["stages"][0]["rounds"][0]["tables"]
    assert table["games"] == [{"scores": [60, 121], "how": "forfeit"}]


def test_penalty_reduces_match_points_if_they_rank():
    tournament = factories.tournament(4, rank_by="match_points", match_points="acc", then=["won"])
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, winner, PenaltyEffect("points", 2))
    row = row_of(tournament, winner)
    assert (row.points, row.match_points, row.pegged, row.penalty) == (1, 1, 121, 2)
    (shown,) = standings.card(factories.entry(tournament, winner))
    assert (shown.match_points, shown.total) == (3, 1)


def test_gin_penalty_reduces_value():
    tournament = factories.gin(4)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    winner, loser = numbers_at(meeting)
    factories.totals(meeting, 310, 85)
    penalise(meeting, loser, PenaltyEffect("points", 10), why={"code": "opponent-few"})
    row = row_of(tournament, loser)
    assert (row.value, row.penalty, row.won) == (-235, 10, 0)
    assert row_of(tournament, winner).value == 225
    (shown,) = standings.card(factories.entry(tournament, loser))
    assert (shown.value, shown.penalty, shown.total) == (-225, 10, -235)
    penalise(meeting, winner, PenaltyEffect("game"))
    assert (row_of(tournament, winner).won, row_of(tournament, winner).value) == (0, -220)


def test_medal_match_allows_only_game_penalties():
    tournament, meeting = factories.medal_match()
    first, second = numbers_at(meeting)
    with pytest.raises(DomainError) as refused:
        penalise(meeting, first)
    assert code_of(refused) == "penalty_in_a_medal_match"
    for game in (1, 2):
        penalise(meeting, first, PenaltyEffect("game"), game=game)
    medals.advance(tournament, by=None)
    assert row_of(tournament, second).rank == 1
    assert row_of(tournament, first).rank == 2


def test_penalty_applies_to_both_partners():
    tournament = factories.tournament(4, tables=1)
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2, 3, 4), partners=[1]), 1)
    factories.enter(meeting, [121, 88])
    penalise(meeting, 3)
    assert [row_of(tournament, number).pegged for number in (1, 3, 2, 4)] == [113, 113, 88, 88]


def test_published_standings_include_penalties(tournament, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    answer = penalise(meeting, winner)
    tournament.refresh_from_db()
    publication = publications.publish(tournament, official=False, by=None)
    assert publications.published_standings(publication).by_number[winner].penalty == 8
    take_back(tournament, answer)
    assert not publications.differs(publication)
    older = [{name: value for name, value in row.items() if name != "penalty"} for row in publication.rows]
    publication.rows, publication.inputs_hash = older, publications.fingerprint(older)
    assert publications.published_standings(publication).by_number[winner].penalty == 0
    assert not publications.differs(publication)


def test_penalty_is_explained_in_words(tournament, meeting):
    winner, _loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    penalise(meeting, winner)
    tournament.refresh_from_db()
    shown = standings.standings(tournament)
    with translation.override("en"):
        (found,) = notes(shown.by_number[winner])
        assert found.startswith("8 points ")
        assert found in explain(shown.by_number[winner], shown)


def test_device_state_includes_penalties(tournament, meeting):
    winner, loser = numbers_at(meeting)
    factories.enter(meeting, [121, 88])
    game = penalise(meeting, loser, PenaltyEffect("game"))
    points = penalise(meeting, winner)
    device = Device.objects.get(uid=joined(tournament, 1)["device"])
    meetings = device_api_state.here(device, seen=0, epoch=1, addresses=[])["meetings"][0]
    assert [(one["line"], one["side"], one["points"]) for one in meetings["penalties"]] == [
        (game.line.number, 1, 0),
        (points.line.number, 0, 8),
    ]
    assert meetings["basis"] == 1  # a correction need not have seen them
    assert [(one["line"], one["ruled"], one["how"]) for one in meetings["results"]] == [
        (game.line.number, True, "forfeit")
    ]
    assert [side["entries"][0]["points"] for side in meetings["sides"]] == [113, 60]


def test_rank_history_includes_penalties(tournament, meeting):
    winner, _loser = numbers_at(meeting)
    for table, loser in ((1, 88), (2, 70)):
        factories.enter(factories.meeting_at(meeting.round, table), [121, loser])
    rounds.close_round(meeting.round, by=None)
    penalise(meeting, winner)
    tournament.refresh_from_db()
    shown = standings.standings(tournament)
    ranks = {
        number: way.ranks
        for number, way in standings.rank_history(stages.qualifying(tournament), shown).items()
    }
    assert ranks == {row.number: (row.rank,) for row in shown.rows}
    factories.play_round(tournament, 2)
    tournament.refresh_from_db()
    ways = standings.rank_history(stages.qualifying(tournament), standings.standings(tournament))
    assert {number: way.ranks[0] for number, way in ways.items()} == {
        row.number: row.rank for row in shown.rows
    }
