"""Devices are invited, let in, moved, renamed and shut out at the desk, and each of these is undone."""

import base64
import json
import re
import sqlite3
from datetime import timedelta
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.web.tablets.device_clients import Phone, Tablet
from tournaments import devices, registration
from tournaments.common import audit_log, codes
from tournaments.models import Device, Invitation, Tournament
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(4)


def raises_refusal(code):
    return pytest.raises(DomainError, match=f"^{code}")


def place(tournament, number):
    return tournament.places.get(number=number)


def table_invitation(tournament, table):
    return next(one for one in devices.invite_tables(tournament) if one.place.number == table)


def rejoin(one, table, label=""):
    """Let the same tablet scan the sheet of a table, and use its new token."""
    one.token = devices.join(table_invitation(one.device.tournament, table).secret, one.uid, label).token
    return devices.by_token(one.token)


def test_tables_and_players_keep_their_one_invitation(tournament):
    registration.ensure_house(tournament, "Ginette D’Amour")
    for invite, named in ((devices.invite_tables, "place"), (devices.invite_players, "entry")):
        first = [(getattr(one, named).number, one.secret, one.code) for one in invite(tournament)]
        assert [(getattr(one, named).number, one.secret, one.code) for one in invite(tournament)] == first
        assert sorted(number for number, *_secret in first) == ([1, 2] if named == "place" else [1, 2, 3, 4])
    assert [one.place.number for one in devices.invite_tables(tournament)] == [1, 2]
    assert Invitation.objects.count() == 6
    assert all(len(one.code) == codes.LENGTH and len(one.secret) >= 16 for one in Invitation.objects.all())
    assert len({one.code for one in Invitation.objects.all()}) == 6


def test_invitation_is_found_by_secret_or_spaced_code(tournament):
    one = table_invitation(tournament, 2)
    code = one.code
    for text in (
        one.secret,
        f" {one.secret} ",
        code,
        f"{code[:3]} {code[3:]}",
        f"{code[:3]}\u202f{code[3:]}\n",
    ):
        assert devices.invitation(text) == one
    for text in ("", one.secret[:-1], code[:-1], f"{one.secret[:4]} {one.secret[4:]}"):
        with raises_refusal("no_such_invitation"):
            devices.invitation(text)


def test_shared_code_and_archived_invitation_are_refused(tournament):
    one, other = (
        table_invitation(tournament, 1),
        table_invitation(factories.tournament(4, by=factories.director("yvon")), 1),
    )
    Invitation.objects.filter(pk=other.pk).update(code=one.code)
    with raises_refusal("no_such_invitation"):
        devices.invitation(one.code)
    assert devices.invitation(one.secret) == one
    Tournament.objects.update(live=False)
    with raises_refusal("no_such_invitation"):
        devices.invitation(one.secret)


def test_renewed_sheet_changes_only_the_secret_of_its_table(tournament):
    one, other = table_invitation(tournament, 1), table_invitation(tournament, 2)
    new = devices.renew(place(tournament, 1))
    assert (new.place.number, new.secret != one.secret) == (1, True)
    assert sorted(Invitation.objects.values_list("secret", flat=True)) == sorted([new.secret, other.secret])


def test_phones_may_report_follows_the_tournament_setting(tournament):
    assert devices.phones_may_report(tournament) is False
    tournament.settings = {devices.PHONES_SETTING: True}
    assert devices.phones_may_report(tournament) is True


def test_joining_again_replaces_the_token_and_keeps_the_device(tournament):
    one = Tablet(tournament, 1)
    before, joined = one.token, one.device.joined_at
    fingerprint = one.device.token_hash
    rejoin(one, 1)
    assert devices.by_token(one.token).pk == one.pk
    with raises_refusal("unknown_token"):
        devices.by_token(before)
    found = one.device
    assert (found.earlier_tokens, found.earlier_places, found.joined_at) == ([fingerprint], [], joined)
    assert Device.objects.count() == 1


def test_number_of_earlier_tokens_is_limited(tournament):
    one = Tablet(tournament, 1)
    tokens = []
    for _time in range(devices.MAX_TOKENS + 2):
        tokens.append(one.device.token_hash)
        rejoin(one, 1)
    assert one.device.earlier_tokens == tokens[-devices.MAX_TOKENS :]


def test_joining_another_table_moves_a_tablet(tournament):
    one = Tablet(tournament, 1, "Grise")
    assert devices.tables_of(one.device) == {1}
    found = rejoin(one, 2)
    assert (found.place.number, found.label) == (2, "Grise")
    assert devices.tables_of(one.device) == {1, 2}
    rejoin(one, 2, "Bleue")
    assert (one.device.label, one.device.earlier_places) == ("Bleue", [1])


def test_each_earlier_table_is_kept_once(tournament):
    one = Tablet(tournament, 1)
    for table in (2, 1, 2, 1, 2):
        rejoin(one, table)
    assert (one.device.place.number, one.device.earlier_places) == (2, [1, 2])


def test_a_label_has_at_most_sixty_letters(tournament):
    assert Tablet(tournament, 1, "x" * 70).device.label == "x" * 60
    one = Tablet(tournament, 2)
    devices.rename(one.device, "  " + "y" * 70, by=None)
    assert one.device.label == "y" * 60


def test_second_tablet_at_a_table_gets_a_letter(tournament):
    first, second, third = Tablet(tournament, 1), Tablet(tournament, 1), Tablet(tournament, 1)
    assert [one.device.label for one in (first, second, third)] == ["", "1B", "1C"]
    rejoin(second, 2)
    assert second.device.label == ""  # the only device at this table
    rejoin(first, 2)
    assert first.device.label == "2B"
    fourth = Tablet(tournament, 1)
    assert fourth.device.label == "1B"


def test_revoked_tablet_does_not_count_for_labels(tournament):
    first = Tablet(tournament, 1)
    devices.revoke(first.device, by=None)
    assert Tablet(tournament, 1).device.label == ""


def test_second_tablet_at_a_table_raises_the_version(tournament):
    def version():
        return Tournament.objects.get(pk=tournament.pk).version

    before = version()
    one = Tablet(tournament, 1)
    assert version() == before
    other = Tablet(tournament, 1)
    assert version() > before
    devices.revoke(other.device, by=None)
    before = version()
    rejoin(one, 1)
    assert version() == before


def test_phone_belongs_to_its_player_and_has_no_table(tournament, client):
    (invited,) = [one for one in devices.invite_players(tournament) if one.entry.number == 3]
    assert client.get(devices.own_page_of(invited)).status_code == 200
    assert client.get(devices.page_of(invited)).status_code == 200
    joined = devices.join(invited.secret, uuid4())
    assert (joined.device.entry.number, joined.device.place, joined.device.label) == (3, None, "")
    found = devices.by_token(joined.token)
    assert (found.entry.number, found.place) == (3, None)
    assert devices.tables_of(joined.device) == set()
    with raises_refusal("phone_has_no_table"):
        devices.move(joined.device, place(tournament, 1), by=None)


def test_phone_ends_with_an_entry_that_was_never_seated(tournament):
    entry = tournament.entries.get(number=3)
    phone = Phone(tournament, entry)
    phone.calls()
    renamed = devices.rename(phone.device, "Bleu", by=None)
    registration.remove_entry(entry)
    with raises_refusal("unknown_token"):
        devices.by_token(phone.token)
    with raises_refusal("cannot_be_undone"):
        audit_log.undo(renamed, by=None)


def test_token_lookup_takes_one_query(tournament, django_assert_num_queries):
    one = Tablet(tournament, 2)
    with django_assert_num_queries(1):
        found = devices.by_token(one.token)
        assert (found.place.number, found.tournament) == (2, tournament)


def test_only_disk_errors_are_ignored_when_recording_contact(tournament, monkeypatch):
    one = Tablet(tournament, 1).device

    def fails(code: int):
        error = OperationalError("as SQLite says it")
        error.sqlite_errorcode = code
        monkeypatch.setattr("tournaments.devices.joining.writer_lock", Mock(side_effect=error))

    fails(sqlite3.SQLITE_FULL)
    devices.record_contact(one, queued=4, visible=True, epoch=1)
    fails(sqlite3.SQLITE_ERROR)
    with pytest.raises(OperationalError):
        devices.record_contact(one, queued=5, visible=True, epoch=1)


def test_invitation_renewed_while_joining_is_refused(tournament, monkeypatch):
    """The invitation is renewed, or the tournament archived, between its look-up and the lock."""
    one = table_invitation(tournament, 1)
    devices.renew(place(tournament, 1))
    monkeypatch.setattr("tournaments.devices.joining.invitation", lambda _text, _address: one)
    with raises_refusal("no_such_invitation"):
        devices.join(one.secret, uuid4())
    other = table_invitation(tournament, 2)
    Tournament.objects.update(live=False)
    monkeypatch.setattr("tournaments.devices.joining.invitation", lambda _text, _address: other)
    with raises_refusal("tournament_replaced"):
        devices.join(other.secret, uuid4())


def test_joining_again_updates_last_seen(tournament):
    one = Tablet(tournament, 1)
    one.stands(minutes=30)
    devices.join(table_invitation(tournament, 1).secret, one.uid)
    assert timezone.now() - one.device.last_seen < timedelta(minutes=1)


def test_token_gives_its_device_of_a_live_tournament(tournament):
    one = Tablet(tournament, 2, "Grise")
    devices.record_contact(one.device, queued=3, visible=False, epoch=1)
    found = devices.by_token(one.token)
    assert (found.pk, found.uid, found.place.number, found.label) == (one.pk, one.uid, 2, "Grise")
    assert (found.queued, found.visible, found.epoch_seen, found.tournament_id) == (
        3,
        False,
        1,
        tournament.pk,
    )
    with raises_refusal("unknown_token"):
        devices.by_token(one.token + "x")
    Tournament.objects.update(live=False)
    with raises_refusal("unknown_token"):
        devices.by_token(one.token)


def test_contact_is_written_every_twenty_seconds_or_on_change(tournament):
    one = Tablet(tournament, 1)

    def last_seen(ago, **content):
        Device.objects.filter(pk=one.pk).update(last_seen=timezone.now() - timedelta(seconds=ago))
        before = one.device.last_seen
        devices.record_contact(one.device, **{"queued": 0, "visible": True, "epoch": 1, **content})
        return one.device.last_seen > before

    last_seen(0)
    assert last_seen(15) is False
    assert last_seen(25) is True
    assert last_seen(0, queued=1) is True
    assert last_seen(0, queued=1) is False
    assert last_seen(0, queued=1, visible=False) is True
    assert last_seen(0, queued=1, visible=False, epoch=2) is True
    found = one.device
    assert (found.queued, found.visible, found.epoch_seen) == (1, False, 2)


@pytest.mark.parametrize(
    ("kind", "change", "given"),
    [
        ("device_revoke", lambda tournament, one: devices.revoke(one, by=None), {"state": "revoked"}),
        (
            "device_rename",
            lambda tournament, one: devices.rename(one, " Bleue ", by=None),
            {"label": "Bleue"},
        ),
        (
            "device_move",
            lambda tournament, one: devices.move(one, place(tournament, 2), by=None),
            {"place": 2},
        ),
    ],
)
def test_device_change_is_one_action_that_can_be_undone(tournament, kind, change, given):
    one = Tablet(tournament, 1, "Grise")
    act = change(tournament, one.device)
    assert (act.kind, act.args) == (kind, {"device": str(one.uid), **given})
    assert change(tournament, one.device) is None
    audit_log.undo(act, by=None)
    found = one.device
    assert (found.state, found.label, found.place.number) == ("active", "Grise", 1)


def test_later_device_change_must_be_undone_first(tournament):
    one, other = Tablet(tournament, 1), Tablet(tournament, 2)
    first = devices.rename(one.device, "Grise", by=None)
    second = devices.rename(one.device, "Bleue", by=None)
    devices.rename(other.device, "Verte", by=None)
    registration.leave_out(tournament, [factories.entry(tournament, 4)], by=None)
    assert audit_log.undo_obstacle(first).code == "undo_later_first"
    audit_log.undo(second, by=None)
    audit_log.undo(first, by=None)
    assert (one.device.label, other.device.label) == ("", "Verte")


def test_move_from_a_table_that_was_removed_cannot_be_undone(tournament):
    stages.set_tables(tournament, 3)
    one = Tablet(tournament, 3)
    moved = devices.move(one.device, place(tournament, 1), by=None)
    stages.set_tables(tournament, 2)
    with raises_refusal("cannot_be_undone"):
        audit_log.undo(moved, by=None)
    assert one.device.place.number == 1
    stages.set_tables(tournament, 3)
    audit_log.undo(moved, by=None)
    assert one.device.place.number == 3


def test_revoked_device_is_refused_everywhere_until_readmitted(tournament):
    one = Tablet(tournament, 1)
    code = one.code_of(factories.meeting_at(factories.open_round(tournament), 1), [121, 88])
    devices.revoke(one.device, by=None)
    with raises_refusal("device_revoked"):
        devices.by_token(one.token)
    with raises_refusal("device_revoked"):
        devices.read_offline_code(code)
    with raises_refusal("device_knocked"):
        rejoin(one, 1)
    assert one.device.state == Device.State.REVOKED
    assert devices.readmit(one.device, by=None).args == {"device": str(one.uid), "state": "active"}
    assert devices.by_token(one.token).pk == one.pk
    assert devices.read_offline_code(code).device.pk == one.pk


def test_readmitted_phone_gets_no_table(tournament):
    (invited, *_rest) = devices.invite_players(tournament)
    phone = devices.join(invited.secret, uuid4()).device
    devices.revoke(phone, by=None)
    devices.readmit(phone, by=None, place=place(tournament, 1))
    assert Device.objects.get(pk=phone.pk).place is None


@pytest.fixture
def carried(tournament):
    one = Tablet(tournament, 1)
    return one, one.code_of(factories.meeting_at(factories.open_round(tournament), 1), [121, 88])


def test_offline_code_is_valid_with_earlier_tokens(carried):
    one, code = carried
    rejoin(one, 1)
    rejoin(one, 1)
    for text in (code, f" {code}\n", f"http://192.168.0.10:8000/carry/#{code}"):
        found = devices.read_offline_code(text)
        assert (found.device.pk, found.proven) == (one.pk, True)
        assert found.fields["data"]["pegged"] == [121, 88]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda version, body, seal: f"CHV2.{body}.{seal}",
        lambda version, body, seal: f"{version}.{body}.{seal[:-1]}",
        lambda version, body, seal: f"{version}.{body}.",
        lambda version, body, seal: f"{version}.{body}",
        lambda version, body, seal: f"{version}.{body[:-3]}.{seal}",
        lambda version, body, seal: f"{version}.{seal}",
        lambda version, body, seal: f"{version}.é.{seal}é",
        lambda version, body, seal: "",
    ],
)
def test_altered_offline_code_is_refused(carried, spoil):
    with raises_refusal("bad_code"):
        devices.read_offline_code(spoil(*carried[1].split(".")))


@pytest.mark.parametrize("body", [[], {"d": "x", "r": {}}, {"d": 7, "r": {}}, {"r": {}}, None])
def test_malformed_offline_code_is_refused(carried, body):
    one, _code = carried
    if isinstance(body, dict) and body.get("d") == 7:
        body = {"d": str(one.uid), "r": 7}
    text = base64.urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")
    with raises_refusal("bad_code"):
        devices.read_offline_code(f"CHV1.{text}.{devices.seal(text, one.device.token_hash)}")


def test_offline_code_with_unknown_device_or_bad_seal_is_refused(carried):
    """After a restore, the laptop may have no keys to check seals with; such codes are still refused."""
    one, code = carried
    Device.objects.update(seal_keys={})
    assert not devices.read_offline_code(code).proven
    meeting = factories.meeting_at(stages.qualifying(one.device.tournament).rounds.get(), 1)
    one.uid = uuid4()
    for other in (one.code_of(meeting, [121, 88]), code[:-1], f"{code}A"):
        with raises_refusal("bad_code"):
            devices.read_offline_code(other)


def test_offline_code_of_archived_tournament_is_refused(carried):
    Tournament.objects.update(live=False)
    with raises_refusal("bad_code"):
        devices.read_offline_code(carried[1])


def test_seal_is_sixteen_url_safe_characters():
    seal = devices.seal("body", "token")
    assert re.fullmatch(r"[A-Za-z0-9_-]{16}", seal)
    assert seal != devices.seal("body", "other") and seal != devices.seal("bodz", "token")


# Number of devices


@pytest.mark.parametrize(("minutes", "table", "refused"), [(1, 1, True), (11, 1, False), (1, 2, False)])
def test_joins_by_one_table_sheet_are_limited_in_ten_minutes(tournament, minutes, table, refused):
    at = timezone.now() - timedelta(minutes=minutes)
    place = tournament.places.get(number=table)
    Device.objects.bulk_create(
        Device(tournament=tournament, place=place, token_hash=f"{n:064}", joined_at=at, last_seen=at)
        for n in range(devices.MAX_JOINS)
    )
    secret = next(one.secret for one in devices.invite_tables(tournament) if one.place.number == 1)
    if refused:
        with pytest.raises(DomainError, match="too_many_joins"):
            devices.join(secret, uuid4())
    else:
        assert devices.join(secret, uuid4()).token
