"""A tablet's result about a medal match takes nobody off the table of the match that follows from it."""

import pytest

from scoring import DomainError
from tests import factories
from tests.finals.test_medal_corrections import by_code, play
from tests.finals.test_medals import play_all, ranks
from tests.finals.test_playoffs import device_at, numbers, rule_for_line, send_result
from tournaments.finals import medals
from tournaments.models import Call, Round
from tournaments.rounds import scores
from tournaments.standings import standings

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


# In a round that is still open, as another match of it is being played


def with_later_match(tied, before, later):
    """Return a match that a tablet has reported, the tablet, and the match that follows and has a table.

    The matches `before` are played first; others of the same round are not over.
    """
    tournament = factories.tied_for_gold(tied)
    for code in before:
        play(tournament, code)
    meeting = by_code(tournament)["1.1"]
    device, one = device_at(meeting), numbers(meeting)[0]
    for game in (1, 2):
        assert send_result(device, meeting, game, one).answer == "accepted"
    assert Round.objects.get(pk=meeting.round_id).state == Round.State.OPEN
    return meeting, device, by_code(tournament)[later]


@pytest.mark.parametrize(("tied", "before", "code"), [(5, (), "2.1"), (6, (), "2.2"), (8, ("1.4",), "2.1")])
def test_stray_claim_leaves_the_next_match_at_its_table(tied, before, code):
    meeting, _device, later = with_later_match(tied, before, code)
    tournament, (one, other) = meeting.round.stage.tournament, numbers(meeting)
    at_it = device_at(later)
    assert send_result(device_at(meeting), meeting, 1, other).answer == "conflict"
    assert by_code(tournament)[code].pk == later.pk
    assert meeting not in medals.open_meetings(tournament)
    (opponent,) = set(numbers(later)) - {one}
    assert send_result(at_it, later, 1, opponent).answer == "accepted"


def test_overturning_correction_in_an_open_round_is_a_conflict():
    meeting, device, later = with_later_match(8, ("1.4",), "2.1")
    (one, other), basis = numbers(meeting), scores.last_line_of(meeting, 2)
    factories.enter(later, [121, 90], game=1)
    heard = send_result(device, meeting, 2, other, kind="correction", basis=basis)
    assert heard.answer == "conflict"
    assert scores.match_state(meeting).winner == numbers(meeting).index(one)
    with pytest.raises(DomainError) as refused:
        rule_for_line(meeting, meeting.lines.order_by("-number").first())
    assert refused.value.code == "would_overturn"


def test_ruling_on_a_dispute_seats_the_next_match_anew():
    meeting, _device, later = with_later_match(5, (), "2.1")
    tournament, (one, other) = meeting.round.stage.tournament, numbers(meeting)
    assert one in numbers(later)
    assert send_result(device_at(meeting), meeting, 1, other).answer == "conflict"
    rule_for_line(meeting, meeting.lines.order_by("-number").first())
    assert "2.1" not in by_code(tournament) and meeting in medals.open_meetings(tournament)
    assert send_result(device_at(meeting), meeting, 3, other).answer == "accepted"
    assert other in numbers(by_code(tournament)["2.1"])


def test_dispute_about_an_earlier_match_leaves_the_places_decided():
    """The standings of every version are afterwards what they were at that time."""
    meeting, _device, _later = with_later_match(5, (), "2.1")
    tournament, seen = meeting.round.stage.tournament, {}

    def note(*_sides):
        tournament.refresh_from_db()
        seen[tournament.version] = standings(tournament).rows
        return min(_sides, default=0)

    assert send_result(device_at(meeting), meeting, 1, numbers(meeting)[1]).answer == "conflict"
    note()
    play_all(tournament, better=note)
    note()
    assert [rank for rank, _number in ranks(tournament)[:5]] == [1, 2, 3, 4, 5]
    assert {version: standings(tournament, upto=version).rows for version in seen} == seen


def test_device_keeps_a_result_while_the_wrong_people_have_played():
    """A withdrawal that is undone, or an earlier program, can leave them there."""
    meeting, device, later = with_later_match(5, (), "2.1")
    one, other = (meeting.seats.get(entry__number=number).entry for number in numbers(meeting))
    later.seats.filter(entry=one).update(entry=other)
    factories.enter(later, [121, 90], game=1, nonce="wrong")
    heard = send_result(device, meeting, 2, other.number)
    assert (heard.answer, heard.refusal.code) == ("later", "would_overturn")
    assert not Call.objects.exists()
    factories.void_game(later, game=1, nonce="out", basis=scores.last_line_of(later, 1), user=None)
    assert send_result(device, meeting, 2, other.number).answer == "conflict"
