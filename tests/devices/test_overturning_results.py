"""A tablet's result that would overturn a later medal match waits at the desk until it can be taken."""

import pytest

from tests import factories
from tests.finals.test_medal_corrections import by_code, play
from tests.finals.test_playoffs import device_at, numbers, send_result
from tournaments.models import Call
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def assert_desk_takes_it_afterwards(tournament, later, meeting):
    """Take the result that waits: refused, and kept, until the later match has no results."""
    waiting = Call.objects.get(answered_at=None)
    client = factories.signed_in(factories.organiser(tournament, "anne"))
    address = f"/t/{tournament.slug}/tablets/calls/{waiting.pk}/take/"
    sits = numbers(by_code(tournament)[later])
    assert client.post(address).status_code == 302
    assert numbers(by_code(tournament)[later]) == sits
    assert Call.objects.filter(pk=waiting.pk, answered_at=None).exists()
    final = by_code(tournament)[later]
    factories.void_game(final, game=1, nonce="out", basis=scores.last_line_of(final, 1), user=None)
    assert client.post(address).status_code == 302
    assert later not in by_code(tournament)
    assert not Call.objects.filter(answered_at=None).exists()
    assert scores.match_state(meeting).games_won == (1, 1)


@pytest.mark.parametrize("kind", ["correction", "claim"])
def test_overturning_result_from_a_tablet_waits_at_the_desk(kind):
    tournament = factories.tied_for_gold(4)
    meeting = by_code(tournament)["1.1"]
    device, (one, other) = device_at(meeting), numbers(meeting)
    for game in (1, 2):
        assert send_result(device, meeting, game, one).answer == "accepted"
    play(tournament, "1.2")
    factories.enter(by_code(tournament)["F"], [121, 90], game=1)
    basis = scores.last_line_of(meeting, 2) if kind == "correction" else 0
    assert send_result(device, meeting, 2, other, kind=kind, basis=basis).answer == "later"
    assert_desk_takes_it_afterwards(tournament, "F", meeting)


def test_overturning_correction_in_an_open_round_waits_at_the_desk():
    """With eight tied, a match of the second round is played while two of the first go on."""
    tournament = factories.tied_for_gold(8)
    play(tournament, "1.3")
    meeting = by_code(tournament)["1.2"]
    device, (one, other) = device_at(meeting), numbers(meeting)
    for game in (1, 2):
        assert send_result(device, meeting, game, one).answer == "accepted"
    factories.enter(by_code(tournament)["2.2"], [121, 90], game=1)
    basis = scores.last_line_of(meeting, 2)
    heard = send_result(device, meeting, 2, other, kind="correction", basis=basis)
    assert heard.answer == "later"
    assert_desk_takes_it_afterwards(tournament, "2.2", meeting)
