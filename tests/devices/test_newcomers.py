"""A second device at a table waits until it is let in; no device is locked out by that."""

import json
from uuid import uuid4

import pytest

from tests import factories
from tests.devices.test_api import here, post, result, submit
from tests.web.tablets.device_clients import Newcomer, Phone, Tablet
from tournaments import devices, rounds
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.models import Device, Line, Tournament
from tournaments.models.locking import locked
from tournaments.rounds import stages
from tournaments.transfer import copies
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases


@pytest.fixture
def tournament():
    made = factories.tournament(8)
    factories.open_round(made)
    made.refresh_from_db()
    return made


def waiting_calls(tournament) -> list[tuple[str, int]]:
    return [(call.what, call.place.number) for call in calls.open_calls(tournament)]


def may_report(one: Tablet) -> bool:
    return here(one.token)["may_report"]


def result_from(one: Tablet, pegged=(121, 88)) -> dict:
    return result(here(one.token)["meetings"][0], list(pegged))


def let_in(one: Tablet, other: Tablet, **fields) -> dict:
    return post("let_in", **{"token": one.token, "epoch": 1, "device": other.pk, **fields}).json()


@both
def test_second_device_cannot_submit_until_let_in(database, tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    assert (may_report(first), may_report(second)) == (True, False)
    assert waiting_calls(tournament) == [("new", 1)]
    one = result_from(second)
    (answer,) = submit(second.token, one)
    assert (answer["answer"], answer["line"], Line.objects.count()) == ("later", None, 0)
    assert "let in" in answer["sentence"]
    devices.let_in(second.device, by=None)
    assert (may_report(second), waiting_calls(tournament)) == (True, [])
    assert submit(second.token, one)[0]["answer"] == "accepted"


@both
def test_first_tablet_can_let_in_the_second(database, tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    (asked,) = here(first.token)["newcomers"]
    assert asked == {"device": second.pk, "label": "1B"}
    assert here(second.token)["newcomers"] == []
    assert let_in(first, second) == {"let_in": True, "epoch": 1}
    assert let_in(first, second)["let_in"] is True  # asked again, as if the first answer had been lost
    assert (may_report(second), here(first.token)["newcomers"], waiting_calls(tournament)) == (True, [], [])
    (act,) = tournament.acts.filter(kind="device_let_in")
    assert act.args == {"device": str(second.uid), "waits": False, "beside": str(first.uid)}


def test_only_an_active_tablet_of_the_table_can_let_in(tournament):
    first, second, elsewhere = Tablet(tournament, 1), Newcomer(tournament, 1), Tablet(tournament, 2)
    third = Newcomer(tournament, 1)
    answers = [let_in(second, second), let_in(third, second), let_in(elsewhere, second)]
    answers += [let_in(first, second, epoch=7), let_in(first, elsewhere), let_in(first, second, device=10**6)]
    assert {answer["let_in"] for answer in answers} == {False}
    assert not may_report(second)
    devices.revoke(second.device, by=None)
    assert let_in(first, second)["let_in"] is False, "a device that was shut out stays out"
    devices.revoke(first.device, by=None)
    assert post("let_in", token=first.token, epoch=1, device=second.pk).status_code == 401


def test_organiser_can_allow_second_tablets_to_report(tournament):
    allowed = statuses.allow_both(tournament, True, by=None)
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    assert (may_report(second), waiting_calls(tournament), here(first.token)["newcomers"]) == (
        True,
        [("new", 1)],
        [],
    )
    assert submit(second.token, result_from(second))[0]["answer"] == "accepted"
    audit_log.undo(allowed, by=None)
    assert not may_report(second)


def test_offline_code_of_a_waiting_device_is_answered_later(tournament):
    Tablet(tournament, 1)
    second = Newcomer(tournament, 1)
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(), 1)
    (answer,) = post("submit", carried=[second.code_of(meeting, [121, 88])]).json()["answers"]
    assert (answer["answer"], Line.objects.count()) == ("later", 0)


def scan_sheet(one: Tablet, tournament, table: int) -> None:
    """Join by the sheet of a table, and ask for the state."""
    invited = next(it for it in devices.invite_tables(tournament) if it.place.number == table)
    one.token = devices.join(invited.secret, one.uid).token
    here(one.token)


def test_joining_again_keeps_both_states(tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    for one in (second, first, second):
        scan_sheet(one, tournament, 1)
    assert (may_report(first), may_report(second), waiting_calls(tournament)) == (True, False, [("new", 1)])


def test_waiting_device_can_submit_for_its_former_table(tournament):
    Tablet(tournament, 2)
    one = Tablet(tournament, 1)
    mine = result_from(one)
    scan_sheet(one, tournament, 2)
    assert (may_report(one), submit(one.token, mine)[0]["answer"]) == (False, "accepted")


def test_table_where_a_device_only_waited_is_not_its_table(tournament):
    Tablet(tournament, 1)
    one = Newcomer(tournament, 1)
    mine = result_from(one)
    scan_sheet(one, tournament, 3)
    assert (may_report(one), one.device.earlier_places) == (True, [])
    assert submit(one.token, mine)[0]["answer"] == "not_your_table"
    assert waiting_calls(tournament) == []


@pytest.mark.parametrize(
    "moves",
    [
        lambda one, tournament: devices.move(one.device, tournament.places.get(number=3), by=None),
        lambda one, tournament: scan_sheet(one, tournament, 3),
    ],
    ids=["by the desk", "by another sheet"],
)
def test_second_tablet_that_reports_at_once_keeps_its_former_table(tournament, moves):
    statuses.allow_both(tournament, True, by=None)
    _first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    mine = result_from(second)
    moves(second, tournament)
    assert (second.device.place.number, submit(second.token, mine)[0]["answer"]) == (3, "accepted")


# Devices that need not wait


def test_tablets_that_swap_tables_can_both_report(tournament):
    one, two = Tablet(tournament, 1), Tablet(tournament, 2)
    scan_sheet(one, tournament, 2)
    assert not may_report(one)
    scan_sheet(two, tournament, 1)
    assert (may_report(one), may_report(two)) == (True, True)


@pytest.mark.parametrize(
    "leaves",
    [
        lambda one, tournament: devices.revoke(one.device, by=None),
        lambda one, tournament: devices.move(one.device, tournament.places.get(number=4), by=None),
        lambda one, tournament: scan_sheet(one, tournament, 4),
    ],
    ids=["shut out", "moved", "scans another sheet"],
)
def test_longest_waiting_device_takes_over_a_freed_table(tournament, leaves):
    first, second, third = Tablet(tournament, 1), Newcomer(tournament, 1), Newcomer(tournament, 1)
    seen = here(second.token)["version"]
    leaves(first, tournament)
    assert here(second.token, seen=seen, epoch=1)["may_report"] is True
    assert not may_report(third)


def test_moving_or_keeping_a_waiting_device_lets_it_in(tournament):
    Tablet(tournament, 1), Tablet(tournament, 2)
    second, third = Newcomer(tournament, 1), Newcomer(tournament, 1)
    devices.move(second.device, tournament.places.get(number=2), by=None)
    devices.keep_only(third.device, by=None)
    assert (may_report(second), may_report(third), waiting_calls(tournament)) == (True, True, [])
    assert Device.objects.filter(state="revoked").count() == 1


def test_readmission_lets_in_a_device_and_its_undo_does_not(tournament):
    Tablet(tournament, 1)
    second = Newcomer(tournament, 1)
    devices.revoke(second.device, by=None)
    assert waiting_calls(tournament) == []
    again = devices.readmit(second.device, by=None)
    assert may_report(second)
    audit_log.undo(again, by=None)
    assert waiting_calls(tournament) == [], "a device that is shut out does not wait"
    audit_log.undo(tournament.acts.get(kind="device_revoke"), by=None)
    assert (may_report(second), waiting_calls(tournament)) == (False, [("new", 1)])


def test_readmitted_device_alone_at_its_table_can_report(tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    out = devices.revoke(second.device, by=None)
    devices.revoke(first.device, by=None)
    audit_log.undo(out, by=None)
    assert (may_report(second), waiting_calls(tournament)) == (True, [])


def test_changing_the_first_device_does_not_let_in_the_second(tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    devices.rename(first.device, "Grise", by=None)
    assert (may_report(first), may_report(second)) == (True, False)


def test_one_of_two_devices_joined_at_once_takes_over(tournament):
    first, second, third = Tablet(tournament, 1), Newcomer(tournament, 1), Newcomer(tournament, 1)
    Device.objects.update(joined_at=first.device.joined_at)
    devices.revoke(first.device, by=None)
    assert (may_report(second), may_report(third)) == (True, False)


def test_revoked_device_cannot_let_in_another(tournament):
    first = Tablet(tournament, 1)
    asking = first.device
    Tablet(tournament, 1), Newcomer(tournament, 1)
    waits = Newcomer(tournament, 1)
    devices.revoke(asking, by=None)
    assert not devices.let_in_second_tablet(asking, waits.pk)
    assert waits.device.waits


def test_phone_cannot_let_in_another(tournament):
    phones = [Phone(tournament, entry) for entry in tournament.entries.order_by("number")[:2]]
    assert let_in(*phones)["let_in"] is False


def test_devices_from_before_the_update_can_report(tournament):
    """Devices that joined before the update brought this rule need not wait."""
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    Device.objects.update(waits=False)
    assert (may_report(first), may_report(second)) == (True, True)


def restore_copy(tournament, copy: bytes | None = None) -> Tournament:
    return copies.restore(copies.open_copy(copy or copies.seal_copy(copies.pack(tournament))), by=None)


def test_restore_keeps_who_can_report(tournament):
    first, second, waits = Tablet(tournament, 1), Tablet(tournament, 1), Newcomer(tournament, 1)
    life = restore_copy(tournament)
    for one in (second, waits, first):
        assert here(one.token, epoch=1)["epoch"] == 2
    assert [may_report(one) for one in (first, second, waits)] == [True, True, False]
    for one in (second, first):  # the same when they scan the sheet
        scan_sheet(one, life, 1)
        assert may_report(one)


def test_tablet_unknown_to_a_restored_copy_need_not_wait(tournament):
    """The tablet in the copy may have died since; the one that replaced it must not wait."""
    Tablet(tournament, 1)
    life = restore_copy(tournament)
    new = Newcomer(life, 1)
    assert (may_report(new), waiting_calls(life)) == (True, [("new", 1)])
    late = Newcomer(life, 1)
    assert not may_report(late)


def test_new_device_after_restore_reports_and_calls_the_desk(tournament):
    Tablet(tournament, 1)
    with locked(tournament.pk) as held:
        audit_log.record(held, "restore", {"epoch": 1, "version": 1, "reached": []}, by=None)
    new = Newcomer(tournament, 1)
    assert (new.device.waits, waiting_calls(tournament)) == (False, [("new", 1)])
    # The same sheet scanned again by a known device.
    devices.join(tournament.invitations.get(place__number=1).secret, new.uid)
    assert (new.device.waits, waiting_calls(tournament)) == (False, [("new", 1)])


def test_waiting_device_that_rejoins_after_restore_can_report(tournament):
    Tablet(tournament, 1)
    waits = Newcomer(tournament, 1)
    sheet = tournament.invitations.get(place__number=1).secret
    devices.join(sheet, waits.uid)
    assert waits.device.waits
    with locked(tournament.pk) as held:
        audit_log.record(held, "restore", {"epoch": 1, "version": 1, "reached": []}, by=None)
    devices.join(sheet, waits.uid)
    assert not waits.device.waits


def test_renaming_the_first_device_keeps_the_second_waiting(tournament):
    first = Tablet(tournament, 1)
    devices.rename(first.device, "Grise", by=None)
    assert Newcomer(tournament, 1).device.waits


def test_renaming_the_reporting_device_keeps_the_other_waiting(tournament):
    early, writes = Tablet(tournament, 2), Tablet(tournament, 1)
    scan_sheet(early, tournament, 1)
    assert not may_report(early)
    devices.rename(writes.device, "Grise", by=None)
    assert (may_report(early), may_report(writes)) == (False, True)


def test_first_device_at_a_table_keeps_the_version(tournament):
    tournament.refresh_from_db()
    version = tournament.version
    Tablet(tournament, 1)
    tournament.refresh_from_db()
    assert (tournament.version, waiting_calls(tournament)) == (version, [])


def test_device_heard_at_the_moment_of_restore_keeps_its_table(tournament):
    first = Tablet(tournament, 1)
    life = restore_copy(tournament)
    at = life.acts.get(kind="restore").at
    Device.objects.filter(tournament=life, uid=first.uid).update(last_seen=at)
    assert not may_report(Newcomer(life, 1))


def test_last_of_two_restores_decides_who_may_report(tournament):
    tablet = Tablet(tournament, 1)
    life = restore_copy(tournament)
    here(tablet.token, epoch=1)
    assert may_report(tablet)
    assert may_report(Newcomer(restore_copy(life), 1)), "no device has written since the second restore"


def test_copy_from_an_older_version_has_no_waiting_devices(tournament):
    Tablet(tournament, 1), Newcomer(tournament, 1)
    packed = copies.pack(tournament)
    part = packed["parts"]["Device"]
    at = part["fields"].index("waits")
    part["fields"].pop(at)
    for row in part["rows"]:
        row.pop(at)
    packed["parts"]["Call"]["rows"] = []
    life = restore_copy(tournament, copies.seal_copy(json.loads(json.dumps(packed))))
    assert not life.devices.filter(waits=True).exists()


def test_phones_never_wait(tournament):
    statuses.allow_phones(tournament, True, by=None)
    mine = next(iter(devices.invite_players(tournament)))
    tokens = [devices.join(mine.secret, uuid4()).token for _phone in range(2)]
    assert [here(token)["may_report"] for token in tokens] == [True, True]
    assert (waiting_calls(tournament), here(tokens[0])["newcomers"]) == ([], [])


def test_listing_newcomers_takes_no_more_queries(tournament, django_assert_max_num_queries):
    first = Tablet(tournament, 1)
    here(first.token)
    Newcomer(tournament, 1), Newcomer(tournament, 1)
    here(first.token)
    with django_assert_max_num_queries(10):
        assert len(here(first.token)["newcomers"]) == 2


def test_waiting_device_does_not_block_closing_the_round(tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    round_ = stages.qualifying(tournament).rounds.get()
    for table in range(2, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    assert submit(second.token, result_from(second))[0]["answer"] == "later"
    assert submit(first.token, result_from(first))[0]["answer"] == "accepted"
    rounds.close_round(round_, by=None)


def test_letting_in_a_device_returns_its_action(tournament):
    Tablet(tournament, 1)
    second = Newcomer(tournament, 1)
    act = devices.let_in(second.device, by=None)
    assert (act.kind, act.args["device"]) == ("device_let_in", str(second.uid))
    assert not second.device.waits
    assert devices.let_in(second.device, by=None) is None


@pytest.mark.parametrize(
    "decide",
    [
        lambda first, second: devices.keep_only(second.device, by=None),
        lambda first, second: devices.keep_only(first.device, by=None),
        lambda first, second: devices.revoke(first.device, by=None),
        lambda first, second: devices.move(
            first.device, first.device.tournament.places.get(number=4), by=None
        ),
    ],
    ids=["second is kept", "first is kept", "first is shut out", "first is moved"],
)
def test_undo_restores_all_devices_of_a_table(tournament, decide):
    first, *newcomers = Tablet(tournament, 1), Newcomer(tournament, 1), Newcomer(tournament, 1)
    act = decide(first, newcomers[0])
    life = restore_copy(tournament)
    audit_log.undo(life.acts.get(kind=act.kind, version=act.version), by=None)
    there = life.devices.order_by("pk").values_list("state", "place__number", "waits")
    assert list(there) == [("active", 1, False), ("active", 1, True), ("active", 1, True)]
    assert waiting_calls(life) == [("new", 1)] * 2


def test_undo_of_shutting_out_is_refused_after_a_decision_about_the_next_device(tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    act = devices.revoke(first.device, by=None)
    devices.move(second.device, tournament.places.get(number=4), by=None)
    refusal = audit_log.undo_obstacle(act)
    assert refusal and refusal.code == "undo_later_first"


def test_undo_of_shutting_out_leaves_a_device_that_has_gone_to_another_table(tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    act = devices.revoke(first.device, by=None)
    scan_sheet(second, tournament, 4)
    audit_log.undo(act, by=None)
    assert (may_report(first), may_report(second)) == (True, True)
