"""A join that is asked twice: whichever request is worked on last, the token that was answered is good."""

import hashlib
import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.devices.test_api import here, post, result, submit
from tests.transfer.tampered import packed, restored, sealed
from tests.web.tablets.held import Newcomer, Tablet
from tournaments import devices
from tournaments.devices import help_requests, joining
from tournaments.models import Device, Line, OfferedToken
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases


@pytest.fixture
def day():
    made = factories.tournament(8)
    factories.open_round(made)
    made.refresh_from_db()
    return made


def joins(day, table: int, device: str) -> dict:
    invited = next(one for one in devices.invite_tables(day) if one.place.number == table)
    answer = post("join", invitation=invited.secret, device=device)
    assert answer.status_code == 200
    return answer.json()


def is_good(token: str) -> bool:
    return post("here", token=token).status_code == 200


@both
def test_the_first_request_is_worked_on_last_and_its_answer_is_lost(database, day):
    """The tablet asked, outcome nothing, asked again, and was answered; only then was the first worked on."""
    device = str(uuid4())
    token = joins(day, 1, device)["token"]
    joins(day, 1, device)
    told = here(token)
    assert (told["table"], told["may_report"]) == (1, True)
    assert submit(token, result(told["meetings"][0], [121, 88]))[0]["answer"] == "accepted"
    assert is_good(token) and Device.objects.count() == 1


@both
def test_so_does_a_tablet_that_was_in_use(database, day):
    tablet = Tablet(day, 1)
    assert is_good(tablet.token)
    token = joins(day, 1, str(tablet.uid))["token"]
    joins(day, 1, str(tablet.uid))
    assert is_good(tablet.token), "no newer one has spoken"
    assert is_good(token)
    assert not is_good(tablet.token), "a newer one has"


@both
def test_where_the_lost_request_was_for_another_table_it_stays_where_it_was_answered(database, day):
    device = str(uuid4())
    told = joins(day, 3, device)
    joins(day, 1, device)
    assert here(told["token"])["table"] == told["table"] == 3


@both
def test_in_the_order_of_the_requests_it_is_at_the_table_that_it_scanned_last(database, day):
    device = str(uuid4())
    lost = joins(day, 1, device)["token"]
    told = joins(day, 3, device)
    assert here(told["token"])["table"] == told["table"] == 3
    assert not is_good(lost)


def test_before_it_uses_what_it_was_given_nothing_changes(day):
    """A sheet that is scanned by whoever has it moves no tablet from its table."""
    tablet, beside = Tablet(day, 1), Tablet(day, 3)
    version = here(tablet.token)["version"]
    joins(day, 3, str(tablet.uid))
    assert here(tablet.token, seen=version, epoch=1) == {"same": True}
    assert (tablet.device.place.number, tablet.device.earlier_tokens) == (1, [])
    assert (here(beside.token)["newcomers"], help_requests.open_calls(day)) == ([], [])


def test_where_it_scans_another_sheet_its_name_and_the_key_of_its_seals_are_known_at_once(day):
    tablet = Tablet(day, 1, "Grise")
    sheet = next(one for one in devices.invite_tables(day) if one.place.number == 3).secret
    joined = devices.join(sheet, tablet.uid, "Bleue")
    key = devices.fingerprint(joined.token)
    assert (tablet.device.label, tablet.device.place.number) == ("Bleue", 1)
    assert tablet.device.seal_keys[devices.fingerprint(key)] == key and len(tablet.device.seal_keys) == 2


def test_a_card_that_was_scanned_stays_that_of_its_player_wherever_the_desk_puts_the_tablet(day):
    tablet, card = Tablet(day, 1), devices.invite_players(day)[0]
    joined = devices.join(card.secret, tablet.uid)
    devices.move(tablet.device, day.places.get(number=2), by=None)
    assert tablet.device.place.number == 2
    found = devices.by_token(joined.token)
    assert (found.entry_id, found.place_id) == (card.entry_id, None)


def test_at_another_table_it_waits_as_everybody_does(day):
    tablet, beside = Tablet(day, 1), Tablet(day, 3)
    token = joins(day, 3, str(tablet.uid))["token"]
    told = here(token)
    assert (told["table"], told["may_report"]) == (3, False)
    assert [one["device"] for one in here(beside.token)["newcomers"]] == [tablet.pk]
    assert [(call.what, call.place.number) for call in help_requests.open_calls(day)] == [("new", 3)]
    assert submit(token, result(told["meetings"][0], [121, 88]))[0]["answer"] == "later"
    assert not Line.objects.exists()


def test_a_second_device_waits_with_each_of_its_tokens(day):
    first, second = Tablet(day, 1), Newcomer(day, 1)
    tokens = [second.token, *(joins(day, 1, str(second.uid))["token"] for _time in range(3))]
    assert [here(token)["may_report"] for token in tokens] == [False] * 4
    assert here(first.token)["may_report"] is True


def test_who_is_shut_out_is_so_with_every_token(day):
    tablet = Tablet(day, 1)
    token = joins(day, 1, str(tablet.uid))["token"]
    devices.revoke(tablet.device, by=None)
    answers = [post("here", token=one).json()["error"] for one in (tablet.token, token)]
    assert answers == ["device_revoked"] * 2
    assert OfferedToken.objects.count() == 1, "it works once the desk has let the device in again"
    devices.readmit(tablet.device, by=None)
    assert is_good(token)


def test_where_the_desk_has_moved_it_meanwhile_it_stays(day):
    tablet = Tablet(day, 1)
    token = joins(day, 3, str(tablet.uid))["token"]
    devices.move(tablet.device, day.places.get(number=4), by=None)
    assert here(token)["table"] == 4


def test_of_the_tokens_that_are_over_the_oldest_is_forgotten_first(day):
    tablet = Tablet(day, 1)
    tokens = [tablet.token, *(joins(day, 1, str(tablet.uid))["token"] for _time in range(3))]
    hashes = [devices.fingerprint(devices.fingerprint(token)) for token in tokens]
    assert is_good(tokens[2])
    assert tablet.device.earlier_tokens == hashes[:2]
    assert is_good(tokens[3])
    assert tablet.device.earlier_tokens == hashes[:3]


def test_tokens_that_are_over_at_once_keep_their_order(day):
    tablet = Tablet(day, 1)
    tokens = [tablet.token, *(joins(day, 1, str(tablet.uid))["token"] for _time in range(3))]
    hashes = [devices.fingerprint(devices.fingerprint(token)) for token in tokens]
    assert is_good(tokens[3])
    assert tablet.device.earlier_tokens == hashes[:3]


def test_as_many_as_are_kept_and_no_more(day):
    tablet = Tablet(day, 1)
    tokens = [joins(day, 1, str(tablet.uid))["token"] for _time in range(devices.TOKENS_KEPT + 1)]
    assert tablet.device.offered_tokens.count() == devices.TOKENS_KEPT
    assert not is_good(tokens[0])
    assert is_good(tablet.token) and is_good(tokens[-1])
    assert not OfferedToken.objects.exists()
    assert len(tablet.device.seal_keys) == devices.TOKENS_KEPT + 1


def test_a_code_drawn_with_any_of_them_is_taken(day):
    tablet = Tablet(day, 1)
    meeting = factories.meeting_at(stages.qualifying(day).rounds.get(), 1)
    codes = [tablet.code_of(meeting, [121, 88])]
    for _time in range(2):
        tablet.token = joins(day, 1, str(tablet.uid))["token"]
        codes.append(tablet.code_of(meeting, [121, 88]))
    assert all(devices.read_offline_code(code).proven for code in codes)
    assert is_good(tablet.token)
    assert all(devices.read_offline_code(code).proven for code in codes)


@both
def test_a_laptop_that_goes_on_from_a_copy_knows_it(database, day):
    tablet = Tablet(day, 1)
    token = joins(day, 3, str(tablet.uid))["token"]
    text = json.dumps(packed(day))
    assert token not in text and devices.fingerprint(token) not in text
    life = restored(sealed(packed(day)))
    assert here(token, epoch=1)["epoch"] == life.epoch
    found = life.devices.get(uid=tablet.uid)
    assert (found.place.number, list(found.seal_keys)) == (3, [found.token_hash])


def test_a_copy_takes_no_token_from_another_tournament(day):
    tablet = Tablet(day, 1)
    token = joins(day, 1, str(tablet.uid))["token"]
    whole = packed(day)
    whole["tournament"]["uid"] = str(uuid4())
    other = restored(sealed(whole))
    assert not other.devices.get().offered_tokens.filter(
        token_hash=devices.fingerprint(devices.fingerprint(token))
    )
    forged = packed(day)
    forged["tournament"]["uid"] = str(uuid4())
    part = forged["parts"]["Device"]
    offered = forged["parts"]["OfferedToken"]
    hash_ = offered["rows"][0][offered["fields"].index("token_hash")]
    part["rows"][0][part["fields"].index("token_hash")] = hash_
    restored(sealed(forged))
    assert here(token)["tournament"]["uid"] == str(day.uid)
    assert devices.by_token(token).tournament == day


def test_phones_of_others_count_for_no_player(day):
    at = timezone.now()
    first, second = (one for one in devices.invite_players(day) if one.entry.number in (1, 2))
    Device.objects.bulk_create(
        Device(tournament=day, entry=first.entry, token_hash=f"{n:064}", joined_at=at, last_seen=at)
        for n in range(devices.JOINS_BY_CODE)
    )
    assert devices.join(second.secret, uuid4()).token
    with pytest.raises(DomainError, match=r"^too_many_joins"):
        devices.join(first.secret, uuid4())


def test_a_device_that_came_with_a_copy_has_its_key_again_once_it_speaks(day):
    tablet = Tablet(day, 1)
    Device.objects.filter(pk=tablet.pk).update(seal_keys={})
    assert devices.by_token(tablet.token).pk == tablet.pk
    key = devices.fingerprint(tablet.token)
    assert tablet.device.seal_keys == {devices.fingerprint(key): key}


def test_a_token_that_is_used_first_takes_the_place_of_those_before_with_its_key(day):
    tablet = Tablet(day, 1)
    tokens = [joins(day, 3, str(tablet.uid))["token"] for _twice in range(2)]
    name = [devices.fingerprint(devices.fingerprint(token)) for token in (tablet.token, *tokens)]
    assert joining.tokens_of(tablet.device) == name
    Device.objects.filter(pk=tablet.pk).update(seal_keys={})
    assert is_good(tokens[1])
    assert joining.tokens_of(tablet.device) == name, (
        "the last is its own now, those before are its earlier ones"
    )
    assert tablet.device.token_hash == name[2]
    assert tablet.device.seal_keys == {name[2]: devices.fingerprint(tokens[1])}


def test_who_was_last_heard_before_the_last_restore_holds_no_table(day):
    """Between two: the first restore brought it back, the second is of a copy that may be older than it."""
    tablet, beside, now = Tablet(day, 1), Newcomer(day, 1), timezone.now()
    for version, minutes in ((101, 9), (102, 3)):
        day.acts.create(version=version, kind="restore", args={}, at=now - timedelta(minutes=minutes))
    for minutes, waits in ((2, True), (5, False)):
        tablet.stands(minutes=minutes)
        assert joining.others_write_at(beside.device) is waits


def test_who_waits_or_has_no_table_keeps_nobody_waiting(day):
    Tablet(day, 1)
    beside = Newcomer(day, 1).device
    assert joining.others_write_at(beside)
    Device.objects.update(waits=True)
    assert not joining.others_write_at(beside)
    beside.place = None
    assert not joining.others_write_at(beside)


def test_a_second_tablet_is_told_once_and_not_again_when_it_speaks_at_the_same_table(day):
    Tablet(day, 1)
    second = Tablet(day, 1)
    told = day.calls.count()
    assert is_good(joins(day, 1, str(second.uid))["token"])
    assert day.calls.count() == told


def test_what_is_noted_of_a_tablet_is_noted_of_it_alone_and_alone_it_needs_no_letter(day):
    tablet, other = Tablet(day, 1), Tablet(day, 3)
    for one in (tablet, other):
        one.stands(minutes=20)
    before = other.device.last_seen
    assert is_good(tablet.token)
    assert tablet.device.last_seen > before == other.device.last_seen
    assert joining.distinguishing_label(tablet.device) == ""


def test_a_code_of_any_length_is_read(day):
    tablet = Tablet(day, 1)
    meeting = factories.meeting_at(stages.qualifying(day).rounds.get(), 1)
    codes = [tablet.code_of(meeting, [121, 88], nonce="n" * (30 + more)) for more in range(4)]
    assert len({len(code) % 4 for code in codes}) > 2
    assert all(devices.read_offline_code(code).proven for code in codes)


def test_a_code_names_its_device_as_the_protocol_says(day):
    uid = Tablet(day, 1).uid
    assert devices.shown_as(uid) == hashlib.sha256(str(uid).encode()).hexdigest()[:32]


def test_what_stands_for_no_token_looks_like_one():
    one, other = devices.no_token(), devices.no_token()
    assert one != other and len(one) == len(devices.fingerprint("x"))
