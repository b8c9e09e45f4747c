"""Random repairs of a round: each player sits once, and every sum is right."""

import random
from collections import Counter
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from scoring import DomainError
from tests import factories
from tests.rounds.seated_as_played import assert_copy_round_trips, offers, people_at, seats
from tests.samples import tried
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.models import Line, Meeting, Result
from tournaments.rounds import scores, stages
from tournaments.standings import standings

EXPECTED_REFUSALS = ("as_played_as_planned", "as_played_no_seat", "as_played_nobody_opposite")

pytestmark = pytest.mark.django_db


def random_tables(chance, round_, hall):
    """Return one or two tables with up to six of any players, sometimes as partners."""
    left = [number for people in seats(round_).values() for number in people]
    chance.shuffle(left)
    received = []
    for table in chance.sample(range(1, hall + 1), min(hall, chance.choice((1, 1, 2)))):
        many = min(chance.choice((2, 2, 2, 3, 4, 5, 6)), len(left))
        if many > 1:
            received.append(people_at(table, *left[:many], partners=many in (4, 6) and chance.random() < 0.5))
            left = left[many:]
    return received


def enter_missing(chance, round_):
    """Enter missing results: lines about other players are written where they belong, others by chance."""
    nonces = count(Line.objects.count())
    for offer in offers(round_):
        if not Line.objects.filter(meeting=offer.table.meeting).exists():
            nonce = f"repeat-{next(nonces)}"
            scores.write_misdirected(offer.table.meeting, line=offer.line.number, nonce=nonce, user=None)
    for table in scores.table_states([round_]):
        if not table.settled:
            totals = [121, *(chance.randrange(121) for _other in scores.sides_of(table.meeting)[1:])]
            chance.shuffle(totals)
            factories.enter(table.meeting, totals, nonce=f"enter-{next(nonces)}-{table.meeting.pk}")


def points_by_hand(tournament):
    """Return what each player has pegged, by the last line of each meeting, without the program's code."""
    points = Counter(dict.fromkeys(tournament.entries.values_list("number", flat=True), 0))
    for meeting in Meeting.objects.filter(round__stage__tournament=tournament, void_act=None).exclude(
        round__state="void"
    ):
        sitting = list(meeting.seats.order_by("letter").values_list("entry__number", flat=True))
        if len(sitting) == 1:
            points[sitting[0]] += 60 if meeting.round.state == "closed" else 0
            continue
        sides = [[number] for number in sitting]
        if meeting.seats.filter(order_in_side__gt=1).exists():
            half = len(sitting) // 2
            sides = [[sitting[at], sitting[at + half]] for at in range(half)]
        for line in meeting.lines.order_by("-number")[:1]:
            for side, pegged in zip(sides, line.data["pegged"], strict=True):
                points.update(dict.fromkeys(side, pegged))
    return dict(points)


@tried(6, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(players=st.integers(4, 13), seed=st.integers(0, 2**32), spare=st.integers(0, 2))
def test_random_reseating_keeps_seats_and_totals_right(players, seed, spare):
    chance = random.Random(seed)
    hall = (players + 1) // 2 + spare
    tournament = factories.tournament(players, odd="bye", bye_credit=60, tables=hall, seed=seed % 1000)
    for number in (1, 2, 3):
        round_ = rounds.seat(stages.qualifying(tournament), number, by=None)
        assert not rounds.seating_of(round_).faults
        rounds.open_round(round_, by=None)
        for _repair in range(chance.randrange(4)):
            if chance.random() < 0.5:
                enter_missing(chance, round_)
            reseat_at_random(chance, tournament, round_, hall)
        enter_missing(chance, round_)
        rounds.close_round(round_, by=None)
    assert scores.rebuild(tournament, check=True) == []
    shown = {row.number: row.points for row in standings(tournament).rows}
    assert shown == {
        number: points for number, points in points_by_hand(tournament).items() if number in shown
    }
    assert len(shown) == players
    assert_copy_round_trips(tournament)


@tried(6, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(players=st.sampled_from([3, 5, 7, 9, 13]), seed=st.integers(0, 2**32))
def test_random_reseating_with_table_of_three(players, seed):
    chance = random.Random(seed)
    hall = players // 2 + chance.randrange(3)
    tournament = factories.tournament(players, odd="three", tables=hall, seed=seed % 1000)
    for number in (1, 2, 3, 4):
        round_ = rounds.seat(stages.qualifying(tournament), number, by=None)
        assert not rounds.seating_of(round_).faults
        rounds.open_round(round_, by=None)
        for _repair in range(chance.randrange(3)):
            reseat_at_random(chance, tournament, round_, hall)
        assert min(len(people) for people in seats(round_).values()) > 1
        enter_missing(chance, round_)
        rounds.close_round(round_, by=None)
    shown = {row.number: row.points for row in standings(tournament).rows}
    assert shown == points_by_hand(tournament)
    assert_copy_round_trips(tournament)


def try_reseating(round_, really):
    """Seat the players so and return the act, or None where it is refused."""
    try:
        return rounds.seat_as_played(round_, really, by=None)
    except DomainError as refusal:
        if refusal.code not in EXPECTED_REFUSALS:
            raise
    return None


def reseat_at_random(chance, tournament, round_, hall):
    """Seat some players elsewhere, and sometimes undo it, which restores everything."""
    before, counted = seats(round_), results(round_)
    really = random_tables(chance, round_, hall)
    act = try_reseating(round_, really)
    if act is None:
        assert (seats(round_), results(round_)) == (before, counted)
        return
    sitting = sorted(number for people in seats(round_).values() for number in people)
    assert sitting == sorted(number for people in before.values() for number in people)
    if chance.random() < 0.4:
        audit_log.undo(act, by=None)
        assert (seats(round_), results(round_)) == (before, counted)


def results(round_):
    found = Result.objects.filter(meeting__round=round_)
    return sorted(found.values_list("meeting", "entry", "pegged"))
