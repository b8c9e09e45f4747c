"""Results of gin in the score book: totals or hands, disputes, corrections, awards."""

import pytest

from scoring import DomainError
from scoring.settle import Disputed, Open, Settled
from tests import factories
from tests.games.gin.on_paper import of_hands
from tournaments import standings
from tournaments.models import Line, Result
from tournaments.rounds import scores

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

WON_60 = {"how": "knock", "winner": 0, "difference": 60}
HANDS = [WON_60, {"how": "undercut", "winner": 1, "difference": 4}, {"knocker": 0, "deadwood": [0, 33]}]


# Results at the desk


@pytest.fixture
def tournament():
    return factories.gin(6)


@pytest.fixture
def meeting(tournament):
    return factories.meeting_at(factories.open_round(tournament), 1)


def write(meeting, data, nonce, *, kind=Line.Kind.CLAIM, basis=0):
    return scores.write_line(
        meeting,
        data=data,
        kind=kind,
        sides=scores.sides_of(meeting),
        by=Line.By.DESK,
        nonce=nonce,
        basis=basis,
    )


def result_values(meeting):
    results = Result.objects.filter(meeting=meeting).order_by("side")
    return list(results.values_list("pegged", "won", "value", "state"))


def test_totals_are_settled_with_their_value(meeting):
    answer = factories.totals(meeting, 85, 310)
    assert answer.result == Settled({"v": 1, "totals": [85, 310]}, answer.line.number)
    assert result_values(meeting) == [(85, 0, -225, "settled"), (310, 1, 225, "settled")]


def test_hands_are_scored_as_a_sheet(meeting):
    write(meeting, {"v": 1, "hands": HANDS}, "n")
    assert of_hands([*HANDS[:2], {"how": "gin", "winner": 0, "difference": 33}]) == ([253, 34], 0)
    assert result_values(meeting) == [(253, 1, 219, "settled"), (34, 0, -219, "settled")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 1, "hands": HANDS[:2]}, "gin_game_not_over"),
        ({"v": 1, "hands": [*HANDS, WON_60]}, "gin_game_is_over"),
        ({"v": 1, "hands": [{"how": "knock", "winner": 0, "difference": 0}]}, "gin_knock_without_difference"),
        ({"v": 1, "hands": "A 24"}, "gin_hands_unread"),
        ({"v": 1, "totals": [300, 300]}, "gin_totals_level"),
        ({"v": 1, "pegged": [121, 88]}, "unknown_key"),
    ],
)
def test_invalid_result_is_refused_and_uses_no_line_number(meeting, data, code):
    with pytest.raises(DomainError) as refused:
        write(meeting, data, "n")
    assert refused.value.code == code
    assert factories.totals(meeting, 300, 20).line.number == 1


def test_conflicting_desks_are_ruled_on_and_result_is_swapped(meeting):
    write(meeting, {"v": 1, "totals": [310, 85]}, "one")
    assert isinstance(write(meeting, {"v": 1, "totals": [310, 85]}, "two").result, Settled)
    second = write(meeting, {"v": 1, "hands": HANDS}, "three")
    assert isinstance(second.result, Disputed)
    assert result_values(meeting)[0] == (310, 1, 225, "disputed")
    seen = second.line.number
    ruling = scores.desk.rule_on_dispute(meeting, game=1, line=seen, nonce="r", seen=seen, user=None)
    assert result_values(meeting)[0] == (253, 1, 219, "settled")
    turned = scores.desk.swap_winner(
        meeting, game=1, line=seen, nonce="t", seen=ruling.line.number, user=None
    )
    assert isinstance(turned.result, Settled)
    assert result_values(meeting) == [(34, 0, -219, "settled"), (253, 1, 219, "settled")]
    assert scores.rebuild(meeting.round.stage.tournament, check=True) == []


def test_result_can_be_corrected_and_voided(meeting, tournament):
    first = factories.totals(meeting, 310, 85)
    then = tournament.__class__.objects.get(pk=tournament.pk).version
    scores.desk.correct_result(
        meeting, game=1, data={"v": 1, "totals": [301, 85]}, nonce="c", seen=first.line.number, user=None
    )
    winner = scores.sides_of(meeting)[0][0]
    assert standings.standings(tournament).by_number[winner].value == 216
    assert standings.standings(tournament, upto=then).by_number[winner].value == 225
    voided = factories.void_game(meeting, game=1, nonce="v", basis=2, user=None)
    assert voided.result == Open() and result_values(meeting) == []


def test_wrong_cache_is_found_and_rebuilt(meeting, tournament):
    factories.totals(meeting, 310, 85)
    Result.objects.filter(meeting=meeting, side=0).update(value=7)
    assert scores.rebuild(tournament, check=True) == [(meeting.pk, 1)]
    scores.rebuild(tournament)
    assert result_values(meeting)[0] == (310, 1, 225, "settled")


def test_forfeited_and_abandoned_games_are_valued(meeting):
    write(meeting, scores.GAMES["gin"].award_data("forfeit", [0, 220], 1), "f", kind=Line.Kind.AWARD)
    assert result_values(meeting) == [(0, 0, -220, "settled"), (220, 1, 220, "settled")]
    factories.void_game(meeting, game=1, nonce="v", basis=1, user=None)
    write(meeting, scores.GAMES["gin"].award_data("abandoned", [60, 40]), "a", kind=Line.Kind.AWARD, basis=2)
    assert result_values(meeting) == [(60, 0, 0, "settled"), (40, 0, 0, "settled")]
