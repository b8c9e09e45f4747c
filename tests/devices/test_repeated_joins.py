"""When a join is requested twice, the answered token stays valid, whichever request is processed last."""

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
from tests.web.tablets.device_clients import Newcomer, Tablet
from tournaments import devices
from tournaments.devices import calls, joining
from tournaments.models import Device, Line, OfferedToken
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases


@pytest.fixture
def tournament():
    made = factories.tournament(8)
    factories.open_round(made)
    made.refresh_from_db()
    return made


def join_table(tournament, table: int, device: str) -> dict:
    invited = next(one for one in devices.invite_tables(tournament) if one.place.number == table)
    answer = post("join", invitation=invited.secret, device=device)
    assert answer.status_code == 200
    return answer.json()


def is_valid(token: str) -> bool:
    return post("here", token=token).status_code == 200


@both
def test_late_first_join_request_keeps_the_answered_token_valid(database, tournament):
    """The answer to the first request was lost, and the first is processed after the second was answered."""
    device = str(uuid4())
    token = join_table(tournament, 1, device)["token"]
    join_table(tournament, 1, device)
    state = here(token)
    assert (state["table"], state["may_report"]) == (1, True)
    assert submit(token, result(state["meetings"][0], [121, 88]))[0]["answer"] == "accepted"
    assert is_valid(token) and Device.objects.count() == 1


@both
def test_repeated_join_keeps_the_token_of_a_tablet_in_use(database, tournament):
    tablet = Tablet(tournament, 1)
    assert is_valid(tablet.token)
    token = join_table(tournament, 1, str(tablet.uid))["token"]
    join_table(tournament, 1, str(tablet.uid))
    assert is_valid(tablet.token), "no newer token has been used"
    assert is_valid(token)
    assert not is_valid(tablet.token), "a newer token has been used"


@both
def test_late_join_request_does_not_move_the_tablet(database, tournament):
    device = str(uuid4())
    body = join_table(tournament, 3, device)
    join_table(tournament, 1, device)
    assert here(body["token"])["table"] == body["table"] == 3


@both
def test_last_of_two_joins_decides_the_table(database, tournament):
    device = str(uuid4())
    lost = join_table(tournament, 1, device)["token"]
    body = join_table(tournament, 3, device)
    assert here(body["token"])["table"] == body["table"] == 3
    assert not is_valid(lost)


def test_unused_token_changes_nothing(tournament):
    """Scanning the sheet of another table does not move the tablet until the new token is used."""
    tablet, beside = Tablet(tournament, 1), Tablet(tournament, 3)
    version = here(tablet.token)["version"]
    join_table(tournament, 3, str(tablet.uid))
    assert here(tablet.token, seen=version, epoch=1) == {"same": True}
    assert (tablet.device.place.number, tablet.device.earlier_tokens) == (1, [])
    assert (here(beside.token)["newcomers"], calls.open_calls(tournament)) == ([], [])


def test_new_label_and_seal_key_are_stored_before_token_use(tournament):
    tablet = Tablet(tournament, 1, "Grise")
    sheet = next(one for one in devices.invite_tables(tournament) if one.place.number == 3).secret
    joined = devices.join(sheet, tablet.uid, "Bleue")
    key = devices.fingerprint(joined.token)
    assert (tablet.device.label, tablet.device.place.number) == ("Bleue", 1)
    assert tablet.device.seal_keys[devices.fingerprint(key)] == key and len(tablet.device.seal_keys) == 2


def test_token_of_player_card_survives_a_move_of_the_tablet(tournament):
    tablet, card = Tablet(tournament, 1), devices.invite_players(tournament)[0]
    joined = devices.join(card.secret, tablet.uid)
    devices.move(tablet.device, tournament.places.get(number=2), by=None)
    assert tablet.device.place.number == 2
    found = devices.by_token(joined.token)
    assert (found.entry_id, found.place_id) == (card.entry_id, None)


def test_tablet_joining_an_occupied_table_waits(tournament):
    tablet, beside = Tablet(tournament, 1), Tablet(tournament, 3)
    token = join_table(tournament, 3, str(tablet.uid))["token"]
    state = here(token)
    assert (state["table"], state["may_report"]) == (3, False)
    assert [one["device"] for one in here(beside.token)["newcomers"]] == [tablet.pk]
    assert [(call.what, call.place.number) for call in calls.open_calls(tournament)] == [("new", 3)]
    assert submit(token, result(state["meetings"][0], [121, 88]))[0]["answer"] == "later"
    assert not Line.objects.exists()


def test_second_device_waits_with_all_its_tokens(tournament):
    first, second = Tablet(tournament, 1), Newcomer(tournament, 1)
    tokens = [second.token, *(join_table(tournament, 1, str(second.uid))["token"] for _time in range(3))]
    assert [here(token)["may_report"] for token in tokens] == [False] * 4
    assert here(first.token)["may_report"] is True


def test_revoked_device_is_refused_with_every_token(tournament):
    tablet = Tablet(tournament, 1)
    token = join_table(tournament, 1, str(tablet.uid))["token"]
    devices.revoke(tablet.device, by=None)
    answers = [post("here", token=one).json()["error"] for one in (tablet.token, token)]
    assert answers == ["device_revoked"] * 2
    assert OfferedToken.objects.count() == 1, "it is kept until the device is readmitted"
    devices.readmit(tablet.device, by=None)
    assert is_valid(token)


def test_pending_join_does_not_override_a_move_by_the_desk(tournament):
    tablet = Tablet(tournament, 1)
    token = join_table(tournament, 3, str(tablet.uid))["token"]
    devices.move(tablet.device, tournament.places.get(number=4), by=None)
    assert here(token)["table"] == 4


def test_replaced_tokens_are_kept_oldest_first(tournament):
    tablet = Tablet(tournament, 1)
    tokens = [tablet.token, *(join_table(tournament, 1, str(tablet.uid))["token"] for _time in range(3))]
    hashes = [devices.fingerprint(devices.fingerprint(token)) for token in tokens]
    assert is_valid(tokens[2])
    assert tablet.device.earlier_tokens == hashes[:2]
    assert is_valid(tokens[3])
    assert tablet.device.earlier_tokens == hashes[:3]


def test_tokens_replaced_together_keep_their_order(tournament):
    tablet = Tablet(tournament, 1)
    tokens = [tablet.token, *(join_table(tournament, 1, str(tablet.uid))["token"] for _time in range(3))]
    hashes = [devices.fingerprint(devices.fingerprint(token)) for token in tokens]
    assert is_valid(tokens[3])
    assert tablet.device.earlier_tokens == hashes[:3]


def test_number_of_offered_tokens_is_limited(tournament):
    tablet = Tablet(tournament, 1)
    tokens = [join_table(tournament, 1, str(tablet.uid))["token"] for _time in range(devices.MAX_TOKENS + 1)]
    assert tablet.device.offered_tokens.count() == devices.MAX_TOKENS
    assert not is_valid(tokens[0])
    assert is_valid(tablet.token) and is_valid(tokens[-1])
    assert not OfferedToken.objects.exists()
    assert len(tablet.device.seal_keys) == devices.MAX_TOKENS + 1


def test_offline_code_is_valid_with_any_offered_token(tournament):
    tablet = Tablet(tournament, 1)
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(), 1)
    codes = [tablet.code_of(meeting, [121, 88])]
    for _time in range(2):
        tablet.token = join_table(tournament, 1, str(tablet.uid))["token"]
        codes.append(tablet.code_of(meeting, [121, 88]))
    assert all(devices.read_offline_code(code).proven for code in codes)
    assert is_valid(tablet.token)
    assert all(devices.read_offline_code(code).proven for code in codes)


@both
def test_restored_copy_accepts_offered_token(database, tournament):
    tablet = Tablet(tournament, 1)
    token = join_table(tournament, 3, str(tablet.uid))["token"]
    text = json.dumps(packed(tournament))
    assert token not in text and devices.fingerprint(token) not in text
    life = restored(sealed(packed(tournament)))
    assert here(token, epoch=1)["epoch"] == life.epoch
    found = life.devices.get(uid=tablet.uid)
    assert (found.place.number, list(found.seal_keys)) == (3, [found.token_hash])


def test_restored_copy_cannot_take_tokens_of_other_tournaments(tournament):
    tablet = Tablet(tournament, 1)
    token = join_table(tournament, 1, str(tablet.uid))["token"]
    whole = packed(tournament)
    whole["tournament"]["uid"] = str(uuid4())
    other = restored(sealed(whole))
    assert not other.devices.get().offered_tokens.filter(
        token_hash=devices.fingerprint(devices.fingerprint(token))
    )
    forged = packed(tournament)
    forged["tournament"]["uid"] = str(uuid4())
    part = forged["parts"]["Device"]
    offered = forged["parts"]["OfferedToken"]
    hash_ = offered["rows"][0][offered["fields"].index("token_hash")]
    part["rows"][0][part["fields"].index("token_hash")] = hash_
    restored(sealed(forged))
    assert here(token)["tournament"]["uid"] == str(tournament.uid)
    assert devices.by_token(token).tournament == tournament


def test_join_limit_is_counted_per_player(tournament):
    at = timezone.now()
    first, second = (one for one in devices.invite_players(tournament) if one.entry.number in (1, 2))
    Device.objects.bulk_create(
        Device(tournament=tournament, entry=first.entry, token_hash=f"{n:064}", joined_at=at, last_seen=at)
        for n in range(devices.MAX_JOINS)
    )
    assert devices.join(second.secret, uuid4()).token
    with pytest.raises(DomainError, match=r"^too_many_joins"):
        devices.join(first.secret, uuid4())


def test_seal_key_is_restored_by_the_next_request(tournament):
    tablet = Tablet(tournament, 1)
    Device.objects.filter(pk=tablet.pk).update(seal_keys={})
    assert devices.by_token(tablet.token).pk == tablet.pk
    key = devices.fingerprint(tablet.token)
    assert tablet.device.seal_keys == {devices.fingerprint(key): key}


def test_used_token_replaces_earlier_ones_with_its_seal_key(tournament):
    tablet = Tablet(tournament, 1)
    tokens = [join_table(tournament, 3, str(tablet.uid))["token"] for _twice in range(2)]
    name = [devices.fingerprint(devices.fingerprint(token)) for token in (tablet.token, *tokens)]
    assert joining.tokens_of(tablet.device) == name
    Device.objects.filter(pk=tablet.pk).update(seal_keys={})
    assert is_valid(tokens[1])
    assert joining.tokens_of(tablet.device) == name, (
        "the last token is the current one, those before are the earlier ones"
    )
    assert tablet.device.token_hash == name[2]
    assert tablet.device.seal_keys == {name[2]: devices.fingerprint(tokens[1])}


def test_device_silent_since_the_last_restore_frees_its_table(tournament):
    """The first restore brought the device back; the copy of the second may be older than the device."""
    tablet, beside, now = Tablet(tournament, 1), Newcomer(tournament, 1), timezone.now()
    for version, minutes in ((101, 9), (102, 3)):
        tournament.acts.create(version=version, kind="restore", args={}, at=now - timedelta(minutes=minutes))
    for minutes, waits in ((2, True), (5, False)):
        tablet.stands(minutes=minutes)
        assert joining.has_other_writer(beside.device) is waits


def test_waiting_device_or_one_without_table_blocks_no_other(tournament):
    Tablet(tournament, 1)
    beside = Newcomer(tournament, 1).device
    assert joining.has_other_writer(beside)
    Device.objects.update(waits=True)
    assert not joining.has_other_writer(beside)
    beside.place = None
    assert not joining.has_other_writer(beside)


def test_rejoining_second_tablet_adds_no_call(tournament):
    Tablet(tournament, 1)
    second = Tablet(tournament, 1)
    count = tournament.calls.count()
    assert is_valid(join_table(tournament, 1, str(second.uid))["token"])
    assert tournament.calls.count() == count


def test_contact_updates_only_the_device_that_sent_it(tournament):
    tablet, other = Tablet(tournament, 1), Tablet(tournament, 3)
    for one in (tablet, other):
        one.stands(minutes=20)
    before = other.device.last_seen
    assert is_valid(tablet.token)
    assert tablet.device.last_seen > before == other.device.last_seen
    assert joining.distinguishing_label(tablet.device) == ""


def test_offline_code_of_any_length_is_valid(tournament):
    tablet = Tablet(tournament, 1)
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(), 1)
    codes = [tablet.code_of(meeting, [121, 88], nonce="n" * (30 + more)) for more in range(4)]
    assert len({len(code) % 4 for code in codes}) > 2
    assert all(devices.read_offline_code(code).proven for code in codes)


def test_offline_code_names_the_device_by_its_hash(tournament):
    uid = Tablet(tournament, 1).uid
    assert devices.name_in_code(uid) == hashlib.sha256(str(uid).encode()).hexdigest()[:32]


def test_placeholder_token_looks_like_a_token():
    one, other = devices.unused_fingerprint(), devices.unused_fingerprint()
    assert one != other and len(one) == len(devices.fingerprint("x"))
