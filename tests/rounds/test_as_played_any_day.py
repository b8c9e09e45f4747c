"""Whatever is repaired in a round, everybody sits once and every sum is right."""

import random
from collections import Counter
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests import factories
from tests.rounds.sitting import assert_a_copy_holds_it, offers, seats, told
from tournaments import acts, rounds, scorebook, stages
from tournaments.models import Line, Meeting, Result
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


def said_by(chance, round_, hall):
    """One or two tables at which anybody may sit."""
    everybody = [number for people in seats(round_).values() for number in people]
    many = min(chance.choice((1, 1, 2)), len(everybody) // 2)
    who = chance.sample(everybody, many * 2)
    return [
        told(table, *who[at * 2 : at * 2 + 2])
        for at, table in enumerate(chance.sample(range(1, hall + 1), many))
    ]


def enter_missing(chance, round_):
    """Enter or repeat what is missing; the results by table."""
    nonces = count(Line.objects.count())
    for offer in offers(round_):
        if not Line.objects.filter(meeting=offer.table.meeting).exists():
            nonce = f"repeat-{next(nonces)}"
            scorebook.repeat(offer.table.meeting, line=offer.line.number, nonce=nonce, user=None)
    for table in scorebook.overview([round_]):
        if not table.settled:
            scores = [121, chance.randrange(121)]
            chance.shuffle(scores)
            factories.enter(table.meeting, scores, nonce=f"enter-{next(nonces)}-{table.meeting.pk}")


def points_by_hand(day):
    """What everybody has pegged: the last line of each meeting that stands, and nothing of the program's."""
    points = Counter(dict.fromkeys(day.entries.values_list("number", flat=True), 0))
    for meeting in Meeting.objects.filter(round__stage__tournament=day, void_act=None).exclude(
        round__state="void"
    ):
        sitting = list(meeting.seats.order_by("letter").values_list("entry__number", flat=True))
        if len(sitting) == 1:
            points[sitting[0]] += 60 if meeting.round.state == "closed" else 0
            continue
        for line in meeting.lines.order_by("-number")[:1]:
            points.update(dict(zip(sitting, line.data["pegged"], strict=True)))
    return dict(points)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(players=st.integers(4, 13), seed=st.integers(0, 2**32), spare=st.integers(0, 2))
def test_after_any_repairs_everybody_sits_once_and_every_sum_is_right(players, seed, spare):
    chance = random.Random(seed)
    hall = (players + 1) // 2 + spare
    day = factories.tournament(players, odd="bye", bye_credit=60, tables=hall, seed=seed % 1000)
    for number in (1, 2, 3):
        round_ = rounds.seat(stages.qualifying(day), number, by=None)
        assert not rounds.seating_of(round_).faults
        rounds.open_round(round_, by=None)
        for _repair in range(chance.randrange(4)):
            if chance.random() < 0.5:
                enter_missing(chance, round_)
            repair(chance, day, round_, hall)
        enter_missing(chance, round_)
        rounds.close_round(round_, by=None)
    assert scorebook.rebuild(day, check=True) == []
    shown = {row.number: row.points for row in standings(day).rows}
    assert shown == {number: points for number, points in points_by_hand(day).items() if number in shown}
    assert len(shown) == players
    assert_a_copy_holds_it(day)


def repair(chance, day, round_, hall):
    """Say that some sit elsewhere; sometimes take it back, and all is as it was."""
    before, counted = seats(round_), results(round_)
    really = said_by(chance, round_, hall)
    if all(before.get(table.table) == table.people for table in really):
        return
    act = rounds.seat_as_played(round_, really, by=None)
    sitting = sorted(number for people in seats(round_).values() for number in people)
    assert sitting == sorted(number for people in before.values() for number in people)
    if chance.random() < 0.4:
        acts.undo(act, by=None)
        assert (seats(round_), results(round_)) == (before, counted)


def results(round_):
    found = Result.objects.filter(meeting__round=round_)
    return sorted(found.values_list("meeting", "entry", "pegged"))
