"""What devices are told is kept between results: it never differs from what is read anew."""

import random
from contextlib import suppress
from uuid import uuid4

import pytest

from scoring import DomainError
from tests import factories
from tests.samples import TIMES
from tournaments import devices, registration, rounds
from tournaments.common import audit_log
from tournaments.models import Device, Meeting, Round
from tournaments.rounds import stages
from tournaments.web.device_api import cache as device_api_cache
from tournaments.web.device_api import state as device_api_state

pytestmark = pytest.mark.django_db


def everything_told(tournament) -> list:
    told = []
    for device in (
        Device.objects.filter(tournament=tournament).select_related("place", "entry").order_by("pk")
    ):
        device.tournament = tournament
        told.append(device_api_state.here(device, seen=0, epoch=0, addresses=[]))
    return told


def forget() -> None:
    for kept in (device_api_cache.SITTINGS, device_api_cache.TABLES, device_api_cache.PLAYING):
        kept.things.clear()


def latest(tournament) -> Round | None:
    standing = stages.qualifying(tournament).rounds.filter(rounds.NOT_VOID)
    return standing.select_related("stage").order_by("number").last()


def go_on(tournament, chance) -> None:
    round_ = latest(tournament)
    if round_ is None or round_.state == Round.State.CLOSED:
        rounds.seat(stages.qualifying(tournament), round_.number + 1 if round_ else 1, by=None)
    elif round_.state == Round.State.SEATED:
        rounds.open_round(round_, by=None)
    else:
        rounds.close_round(round_, by=None)


def enter(tournament, chance) -> None:
    meetings = list(Meeting.objects.filter(round__stage__tournament=tournament, void_act=None).order_by("pk"))
    if meetings:
        scores = [121, chance.randrange(121)]
        chance.shuffle(scores)
        factories.enter(chance.choice(meetings), scores)


def rename(tournament, chance) -> None:
    someone = chance.choice(list(tournament.entries.order_by("number")))
    registration.edit_entry(someone, f"L'Écuyer {chance.random()}", club="")


def swap(tournament, chance) -> None:
    round_ = latest(tournament)
    if round_:
        rounds.swap(round_, *chance.sample(range(1, 9), 2), by=None)


def move(tournament, chance) -> None:
    tablets = Device.objects.filter(tournament=tournament, entry=None).order_by("pk")
    devices.move(chance.choice(list(tablets)), chance.choice(list(tournament.places.all())), by=None)


def take_back(tournament, chance) -> None:
    act = audit_log.last_undoable(tournament)
    if act:
        audit_log.undo(act, by=None)


def withdraw(tournament, chance) -> None:
    someone = chance.choice(list(tournament.entries.order_by("number")))
    registration.withdraw(someone, from_round=registration.next_round_number(tournament), by=None)


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_what_is_kept_is_what_would_be_read(seed):
    chance = random.Random(seed)
    tournament = factories.tournament(8)
    for invited in (*devices.invite_tables(tournament), *devices.invite_players(tournament)[:2]):
        devices.join(invited.secret, uuid4())
    steps = (go_on, go_on, enter, enter, enter, rename, swap, move, take_back, withdraw)
    for _ in range(40):
        step = chance.choice(steps)
        with suppress(DomainError):
            step(tournament, chance)
        tournament.refresh_from_db()
        kept = everything_told(tournament)
        forget()
        assert kept == everything_told(tournament), step.__name__
    assert tournament.version > 15
