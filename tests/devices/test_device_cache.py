"""The cached state that devices receive never differs from the state read anew."""

import random
from contextlib import suppress
from uuid import uuid4

import pytest

from scoring import DomainError
from tests import factories
from tests.samples import SWEEP_FACTOR
from tournaments import devices, registration, rounds
from tournaments.common import audit_log
from tournaments.models import Device, Meeting, Round
from tournaments.rounds import stages
from tournaments.web.device_api import cache as device_api_cache
from tournaments.web.device_api import state as device_api_state

pytestmark = pytest.mark.django_db


def device_states(tournament) -> list:
    received = []
    for device in (
        Device.objects.filter(tournament=tournament).select_related("place", "entry").order_by("pk")
    ):
        device.tournament = tournament
        received.append(device_api_state.here(device, seen=0, epoch=0, addresses=[]))
    return received


def clear_caches() -> None:
    for kept in (
        device_api_cache.DEVICE_SEATS,
        device_api_cache.TABLE_STATES,
        device_api_cache.UNFINISHED_TABLES,
    ):
        kept.things.clear()


def latest_round(tournament) -> Round | None:
    standing = stages.qualifying(tournament).rounds.filter(rounds.NOT_VOID)
    return standing.select_related("stage").order_by("number").last()


def advance_round(tournament, chance) -> None:
    round_ = latest_round(tournament)
    if round_ is None or round_.state == Round.State.CLOSED:
        rounds.seat(stages.qualifying(tournament), round_.number + 1 if round_ else 1, by=None)
    elif round_.state == Round.State.SEATED:
        rounds.open_round(round_, by=None)
    else:
        rounds.close_round(round_, by=None)


def enter_random_result(tournament, chance) -> None:
    meetings = list(Meeting.objects.filter(round__stage__tournament=tournament, void_act=None).order_by("pk"))
    if meetings:
        scores = [121, chance.randrange(121)]
        chance.shuffle(scores)
        factories.enter(chance.choice(meetings), scores)


def rename_random_entry(tournament, chance) -> None:
    someone = chance.choice(list(tournament.entries.order_by("number")))
    registration.edit_entry(someone, f"L'Écuyer {chance.random()}", club="")


def swap_random_players(tournament, chance) -> None:
    round_ = latest_round(tournament)
    if round_:
        rounds.swap(round_, *chance.sample(range(1, 9), 2), by=None)


def move_random_tablet(tournament, chance) -> None:
    tablets = Device.objects.filter(tournament=tournament, entry=None).order_by("pk")
    devices.move(chance.choice(list(tablets)), chance.choice(list(tournament.places.all())), by=None)


def undo_last_action(tournament, chance) -> None:
    act = audit_log.last_undoable(tournament)
    if act:
        audit_log.undo(act, by=None)


def withdraw_random_entry(tournament, chance) -> None:
    someone = chance.choice(list(tournament.entries.order_by("number")))
    registration.withdraw(someone, from_round=registration.next_round_number(tournament), by=None)


@pytest.mark.parametrize("seed", range(2 * SWEEP_FACTOR))
def test_cached_state_equals_fresh_state(seed):
    chance = random.Random(seed)
    tournament = factories.tournament(8)
    for invited in (*devices.invite_tables(tournament), *devices.invite_players(tournament)[:2]):
        devices.join(invited.secret, uuid4())
    steps = (
        advance_round,
        advance_round,
        enter_random_result,
        enter_random_result,
        enter_random_result,
        rename_random_entry,
        swap_random_players,
        move_random_tablet,
        undo_last_action,
        withdraw_random_entry,
    )
    for _ in range(40):
        step = chance.choice(steps)
        with suppress(DomainError):
            step(tournament, chance)
        tournament.refresh_from_db()
        kept = device_states(tournament)
        clear_caches()
        assert kept == device_states(tournament), step.__name__
    assert tournament.version > 15
