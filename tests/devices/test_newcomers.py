"""A second device at a table: it waits until somebody lets it in, and nobody is locked out by that."""

import json
from uuid import uuid4

import pytest

from tests import factories
from tests.devices.test_api import here, post, result, submit
from tests.web.tablets.held import Newcomer, Phone, Tablet
from tournaments import devices, rounds
from tournaments.common import audit_log
from tournaments.devices import help_requests
from tournaments.models import Device, Line, Tournament
from tournaments.models.tournament import locked
from tournaments.rounds import stages
from tournaments.transfer import copies
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases


@pytest.fixture
def day():
    made = factories.tournament(8)
    factories.open_round(made)
    made.refresh_from_db()
    return made


def waiting(day) -> list[tuple[str, int]]:
    return [(call.what, call.place.number) for call in help_requests.open_calls(day)]


def may_report(one: Tablet) -> bool:
    return here(one.token)["may_report"]


def sent(one: Tablet, pegged=(121, 88)) -> dict:
    return result(here(one.token)["meetings"][0], list(pegged))


def let_in(one: Tablet, other: Tablet, **fields) -> dict:
    return post("let_in", **{"token": one.token, "epoch": 1, "device": other.pk, **fields}).json()


@both
def test_a_second_device_waits_and_what_it_sends_is_kept_until_it_is_let_in(database, day):
    first, second = Tablet(day, 1), Newcomer(day, 1)
    assert (may_report(first), may_report(second)) == (True, False)
    assert waiting(day) == [("new", 1)]
    one = sent(second)
    (told,) = submit(second.token, one)
    assert (told["answer"], told["line"], Line.objects.count()) == ("later", None, 0)
    assert "let in" in told["sentence"]
    devices.let_in(second.device, by=None)
    assert (may_report(second), waiting(day)) == (True, [])
    assert submit(second.token, one)[0]["answer"] == "accepted"


@both
def test_the_first_tablet_lets_it_in_with_one_tap(database, day):
    first, second = Tablet(day, 1), Newcomer(day, 1)
    (asked,) = here(first.token)["newcomers"]
    assert asked == {"device": second.pk, "label": "1B"}
    assert here(second.token)["newcomers"] == []
    assert let_in(first, second) == {"let_in": True, "epoch": 1}
    assert let_in(first, second)["let_in"] is True  # the answer was lost: it asks again
    assert (may_report(second), here(first.token)["newcomers"], waiting(day)) == (True, [], [])
    (act,) = day.acts.filter(kind="device_let_in")
    assert act.args == {"device": str(second.uid), "waits": False, "beside": str(first.uid)}


def test_nobody_else_lets_it_in(day):
    first, second, elsewhere = Tablet(day, 1), Newcomer(day, 1), Tablet(day, 2)
    third = Newcomer(day, 1)
    answers = [let_in(second, second), let_in(third, second), let_in(elsewhere, second)]
    answers += [let_in(first, second, epoch=7), let_in(first, elsewhere), let_in(first, second, device=10**6)]
    assert {answer["let_in"] for answer in answers} == {False}
    assert not may_report(second)
    devices.revoke(second.device, by=None)
    assert let_in(first, second)["let_in"] is False, "who is shut out stays out"
    devices.revoke(first.device, by=None)
    assert post("let_in", token=first.token, epoch=1, device=second.pk).status_code == 401


def test_the_organiser_may_let_both_report_at_once_and_is_told_all_the_same(day):
    allowed = statuses.allow_both(day, True, by=None)
    first, second = Tablet(day, 1), Newcomer(day, 1)
    assert (may_report(second), waiting(day), here(first.token)["newcomers"]) == (True, [("new", 1)], [])
    assert submit(second.token, sent(second))[0]["answer"] == "accepted"
    audit_log.undo(allowed, by=None)
    assert not may_report(second)


def test_who_waits_writes_neither_by_an_offline_code(day):
    Tablet(day, 1)
    second = Newcomer(day, 1)
    meeting = factories.meeting_at(stages.qualifying(day).rounds.get(), 1)
    (told,) = post("submit", carried=[second.code_of(meeting, [121, 88])]).json()["answers"]
    assert (told["answer"], Line.objects.count()) == ("later", 0)


def scans(one: Tablet, day, table: int) -> None:
    """It joins by the sheet of a table, and asks what should be there."""
    invited = next(it for it in devices.invite_tables(day) if it.place.number == table)
    one.token = devices.join(invited.secret, one.uid).token
    here(one.token)


def test_joining_again_changes_nothing_for_either(day):
    first, second = Tablet(day, 1), Newcomer(day, 1)
    for one in (second, first, second):
        scans(one, day, 1)
    assert (may_report(first), may_report(second), waiting(day)) == (True, False, [("new", 1)])


def test_what_it_holds_of_the_table_where_it_was_let_in_is_taken_while_it_waits_elsewhere(day):
    Tablet(day, 2)
    one = Tablet(day, 1)
    mine = sent(one)
    scans(one, day, 2)
    assert (may_report(one), submit(one.token, mine)[0]["answer"]) == (False, "accepted")


def test_a_table_where_it_only_waited_is_none_it_has_anything_of(day):
    Tablet(day, 1)
    one = Newcomer(day, 1)
    mine = sent(one)
    scans(one, day, 3)
    assert (may_report(one), one.device.earlier_places) == (True, [])
    assert submit(one.token, mine)[0]["answer"] == "not_your_table"
    assert waiting(day) == []


# Nobody is locked out


def test_two_tablets_that_change_tables_both_write_in_the_end(day):
    one, two = Tablet(day, 1), Tablet(day, 2)
    scans(one, day, 2)
    assert not may_report(one)
    scans(two, day, 1)
    assert (may_report(one), may_report(two)) == (True, True)


@pytest.mark.parametrize(
    "leaves",
    [
        lambda one, day: devices.revoke(one.device, by=None),
        lambda one, day: devices.move(one.device, day.places.get(number=4), by=None),
        lambda one, day: scans(one, day, 4),
    ],
    ids=["shut out", "moved", "scans another sheet"],
)
def test_where_the_first_leaves_the_one_that_waited_longest_writes(day, leaves):
    first, second, third = Tablet(day, 1), Newcomer(day, 1), Newcomer(day, 1)
    seen = here(second.token)["version"]
    leaves(first, day)
    assert here(second.token, seen=seen, epoch=1)["may_report"] is True
    assert not may_report(third)


def test_what_the_desk_does_with_it_lets_it_in(day):
    Tablet(day, 1), Tablet(day, 2)
    second, third = Newcomer(day, 1), Newcomer(day, 1)
    devices.move(second.device, day.places.get(number=2), by=None)
    statuses.keep_only(third.device, by=None)
    assert (may_report(second), may_report(third), waiting(day)) == (True, True, [])
    assert Device.objects.filter(state="revoked").count() == 1


def test_shut_out_and_let_in_again_it_writes_and_undone_it_waits(day):
    Tablet(day, 1)
    second = Newcomer(day, 1)
    devices.revoke(second.device, by=None)
    assert waiting(day) == []
    again = devices.readmit(second.device, by=None)
    assert may_report(second)
    audit_log.undo(again, by=None)
    assert waiting(day) == [], "it is shut out"
    audit_log.undo(day.acts.get(kind="device_revoke"), by=None)
    assert (may_report(second), waiting(day)) == (False, [("new", 1)])


def test_let_back_in_where_nobody_writes_any_more_it_writes_and_nobody_is_asked(day):
    first, second = Tablet(day, 1), Newcomer(day, 1)
    out = devices.revoke(second.device, by=None)
    devices.revoke(first.device, by=None)
    audit_log.undo(out, by=None)
    assert (may_report(second), waiting(day)) == (True, [])


def test_what_the_desk_does_with_the_first_lets_nobody_in(day):
    first, second = Tablet(day, 1), Newcomer(day, 1)
    devices.rename(first.device, "Grise", by=None)
    assert (may_report(first), may_report(second)) == (True, False)


def test_of_two_that_came_at_once_one_writes(day):
    first, second, third = Tablet(day, 1), Newcomer(day, 1), Newcomer(day, 1)
    Device.objects.update(joined_at=first.device.joined_at)
    devices.revoke(first.device, by=None)
    assert (may_report(second), may_report(third)) == (True, False)


def test_one_that_was_shut_out_lets_nobody_in_though_it_asked_before(day):
    first = Tablet(day, 1)
    asking = first.device
    Tablet(day, 1), Newcomer(day, 1)
    waits = Newcomer(day, 1)
    devices.revoke(asking, by=None)
    assert not devices.let_in_beside(asking, waits.pk)
    assert waits.device.waits


def test_a_phone_lets_nobody_in(day):
    phones = [Phone(day, entry) for entry in day.entries.order_by("number")[:2]]
    assert let_in(*phones)["let_in"] is False


def test_devices_that_were_there_before_write_on(day):
    """As a laptop finds them that was brought up to date in the middle of a day."""
    first, second = Tablet(day, 1), Newcomer(day, 1)
    Device.objects.update(waits=False)
    assert (may_report(first), may_report(second)) == (True, True)


def restored(day, copy: bytes | None = None) -> Tournament:
    return copies.restore(copies.open_copy(copy or copies.seal_copy(copies.pack(day))), by=None)


def test_after_a_laptop_was_replaced_everybody_writes_who_wrote_before(day):
    first, second, waits = Tablet(day, 1), Tablet(day, 1), Newcomer(day, 1)
    life = restored(day)
    for one in (second, waits, first):
        assert here(one.token, epoch=1)["epoch"] == 2
    assert [may_report(one) for one in (first, second, waits)] == [True, True, False]
    for one in (second, first):  # and by scanning the sheet
        scans(one, life, 1)
        assert may_report(one)


def test_a_tablet_that_the_copy_does_not_know_takes_the_place_of_one_that_is_gone(day):
    """Its battery died after the copy was written; the one that replaced it must not wait for anybody."""
    Tablet(day, 1)
    life = restored(day)
    new = Newcomer(life, 1)
    assert (may_report(new), waiting(life)) == (True, [("new", 1)])
    late = Newcomer(life, 1)
    assert not may_report(late)


def test_where_nobody_was_heard_since_the_laptop_was_replaced_the_desk_is_told_of_who_writes(day):
    Tablet(day, 1)
    with locked(day.pk) as tournament:
        audit_log.record(tournament, "restore", {"epoch": 1, "version": 1, "reached": []}, by=None)
    new = Newcomer(day, 1)
    assert (new.device.waits, waiting(day)) == (False, [("new", 1)])
    devices.join(day.invitations.get(place__number=1).secret, new.uid)  # by the same sheet again: known
    assert (new.device.waits, waiting(day)) == (False, [("new", 1)])


def test_whoever_waits_and_scans_the_sheet_again_writes_where_nobody_does_any_more(day):
    Tablet(day, 1)
    waits = Newcomer(day, 1)
    sheet = day.invitations.get(place__number=1).secret
    devices.join(sheet, waits.uid)
    assert waits.device.waits
    with locked(day.pk) as tournament:
        audit_log.record(tournament, "restore", {"epoch": 1, "version": 1, "reached": []}, by=None)
    devices.join(sheet, waits.uid)
    assert not waits.device.waits


def test_what_the_desk_has_done_since_is_no_reason_to_let_a_second_one_write(day):
    first = Tablet(day, 1)
    devices.rename(first.device, "Grise", by=None)
    assert Newcomer(day, 1).device.waits


def test_who_came_to_the_hall_first_and_waits_is_not_let_in_by_what_concerns_the_other(day):
    early, writes = Tablet(day, 2), Tablet(day, 1)
    scans(early, day, 1)
    assert not may_report(early)
    devices.rename(writes.device, "Grise", by=None)
    assert (may_report(early), may_report(writes)) == (False, True)


def test_the_first_at_a_table_changes_nothing_for_anybody(day):
    day.refresh_from_db()
    version = day.version
    Tablet(day, 1)
    day.refresh_from_db()
    assert (day.version, waiting(day)) == (version, [])


def test_who_was_heard_in_the_moment_of_the_restore_writes_here(day):
    first = Tablet(day, 1)
    life = restored(day)
    at = life.acts.get(kind="restore").at
    Device.objects.filter(tournament=life, uid=first.uid).update(last_seen=at)
    assert not may_report(Newcomer(life, 1))


def test_of_two_laptops_that_were_lost_the_last_one_counts(day):
    tablet = Tablet(day, 1)
    life = restored(day)
    here(tablet.token, epoch=1)
    assert may_report(tablet)
    assert may_report(Newcomer(restored(life), 1)), "nobody has written since the second"


def test_a_copy_of_an_older_program_lets_everybody_write(day):
    Tablet(day, 1), Newcomer(day, 1)
    packed = copies.pack(day)
    part = packed["parts"]["Device"]
    at = part["fields"].index("waits")
    part["fields"].pop(at)
    for row in part["rows"]:
        row.pop(at)
    packed["parts"]["Call"]["rows"] = []
    life = restored(day, copies.seal_copy(json.loads(json.dumps(packed))))
    assert not life.devices.filter(waits=True).exists()


def test_phones_wait_for_nobody(day):
    statuses.allow_phones(day, True, by=None)
    mine = next(iter(devices.invite_players(day)))
    tokens = [devices.join(mine.secret, uuid4()).token for _phone in range(2)]
    assert [here(token)["may_report"] for token in tokens] == [True, True]
    assert (waiting(day), here(tokens[0])["newcomers"]) == ([], [])


def test_what_a_second_device_is_told_takes_no_query_more(day, django_assert_max_num_queries):
    first = Tablet(day, 1)
    here(first.token)
    Newcomer(day, 1), Newcomer(day, 1)
    here(first.token)
    with django_assert_max_num_queries(10):
        assert len(here(first.token)["newcomers"]) == 2


def test_a_newcomer_does_not_hold_up_the_next_round(day):
    first, second = Tablet(day, 1), Newcomer(day, 1)
    round_ = stages.qualifying(day).rounds.get()
    for table in range(2, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    assert submit(second.token, sent(second))[0]["answer"] == "later"
    assert submit(first.token, sent(first))[0]["answer"] == "accepted"
    rounds.close_round(round_, by=None)


def test_what_lets_it_in_is_an_act_that_the_desk_is_given(day):
    Tablet(day, 1)
    second = Newcomer(day, 1)
    act = devices.let_in(second.device, by=None)
    assert (act.kind, act.args["device"]) == ("device_let_in", str(second.uid))
    assert not second.device.waits
    assert devices.let_in(second.device, by=None) is None
