"""Devices as the desk knows them: invited, let in, moved, renamed, shut out, and each of these taken back."""

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
from tests.web.tablets.held import Tablet
from tournaments import devices, registration
from tournaments.common import audit_log, codes
from tournaments.models import Device, Invitation, Tournament
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.tournament(4)


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


def place(day, number):
    return day.places.get(number=number)


def invited_to(day, table):
    return next(one for one in devices.invite_tables(day) if one.place.number == table)


def again(one, table, label=""):
    """The same tablet scans the sheet of a table, and uses its new token."""
    one.token = devices.join(invited_to(one.device.tournament, table).secret, one.uid, label).token
    return devices.by_token(one.token)


def test_every_table_and_every_player_has_one_invitation_and_keeps_it(day):
    registration.ensure_house(day, "Ginette D’Amour")
    for invite, named in ((devices.invite_tables, "place"), (devices.invite_players, "entry")):
        first = [(getattr(one, named).number, one.secret, one.code) for one in invite(day)]
        assert [(getattr(one, named).number, one.secret, one.code) for one in invite(day)] == first
        assert sorted(number for number, *_secret in first) == ([1, 2] if named == "place" else [1, 2, 3, 4])
    assert [one.place.number for one in devices.invite_tables(day)] == [1, 2]
    assert Invitation.objects.count() == 6
    assert all(len(one.code) == codes.LENGTH and len(one.secret) >= 16 for one in Invitation.objects.all())
    assert len({one.code for one in Invitation.objects.all()}) == 6


def test_an_invitation_by_its_secret_or_its_digits_however_they_are_spaced(day):
    one = invited_to(day, 2)
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
        with refused("no_such_invitation"):
            devices.invitation(text)


def test_digits_that_two_tables_have_and_those_of_a_day_that_is_over_open_nothing(day):
    one, other = invited_to(day, 1), invited_to(factories.tournament(4, by=factories.director("yvon")), 1)
    Invitation.objects.filter(pk=other.pk).update(code=one.code)
    with refused("no_such_invitation"):
        devices.invitation(one.code)
    assert devices.invitation(one.secret) == one
    Tournament.objects.update(live=False)
    with refused("no_such_invitation"):
        devices.invitation(one.secret)


def test_a_table_whose_sheet_is_renewed_has_another_secret_and_other_tables_keep_theirs(day):
    one, other = invited_to(day, 1), invited_to(day, 2)
    new = devices.renew(place(day, 1))
    assert (new.place.number, new.secret != one.secret) == (1, True)
    assert sorted(Invitation.objects.values_list("secret", flat=True)) == sorted([new.secret, other.secret])


def test_phones_may_report_where_the_day_says_so(day):
    assert devices.phones_may_report(day) is False
    day.settings = {devices.PHONES: True}
    assert devices.phones_may_report(day) is True


def test_who_joins_again_ends_the_token_before_and_keeps_its_row(day):
    one = Tablet(day, 1)
    before, joined = one.token, one.device.joined_at
    fingerprint = one.device.token_hash
    again(one, 1)
    assert devices.by_token(one.token).pk == one.pk
    with refused("unknown_token"):
        devices.by_token(before)
    found = one.device
    assert (found.earlier_tokens, found.earlier_places, found.joined_at) == ([fingerprint], [], joined)
    assert Device.objects.count() == 1


def test_the_last_tokens_are_known_and_no_more_than_those(day):
    one = Tablet(day, 1)
    tokens = []
    for _time in range(devices.TOKENS_KEPT + 2):
        tokens.append(one.device.token_hash)
        again(one, 1)
    assert one.device.earlier_tokens == tokens[-devices.TOKENS_KEPT :]


def test_the_sheet_of_another_table_moves_it_and_what_it_held_is_taken(day):
    one = Tablet(day, 1, "Grise")
    assert devices.tables_of(one.device) == {1}
    found = again(one, 2)
    assert (found.place.number, found.label) == (2, "Grise")
    assert devices.tables_of(one.device) == {1, 2}
    again(one, 2, "Bleue")
    assert (one.device.label, one.device.earlier_places) == ("Bleue", [1])


def test_a_label_has_at_most_sixty_letters(day):
    assert Tablet(day, 1, "x" * 70).device.label == "x" * 60
    one = Tablet(day, 2)
    devices.rename(one.device, "  " + "y" * 70, by=None)
    assert one.device.label == "y" * 60


def test_a_second_tablet_at_a_table_has_a_letter_which_stays_there(day):
    first, second, third = Tablet(day, 1), Tablet(day, 1), Tablet(day, 1)
    assert [one.device.label for one in (first, second, third)] == ["", "1B", "1C"]
    again(second, 2)
    assert second.device.label == ""  # alone there
    again(first, 2)
    assert first.device.label == "2B"
    fourth = Tablet(day, 1)
    assert fourth.device.label == "1B"


def test_one_that_was_shut_out_counts_for_no_label(day):
    first = Tablet(day, 1)
    devices.revoke(first.device, by=None)
    assert Tablet(day, 1).device.label == ""


def test_the_desk_looks_again_where_several_claim_a_table(day):
    def version():
        return Tournament.objects.get(pk=day.pk).version

    before = version()
    one = Tablet(day, 1)
    assert version() == before
    other = Tablet(day, 1)
    assert version() > before
    devices.revoke(other.device, by=None)
    before = version()
    again(one, 1)
    assert version() == before


def test_a_phone_speaks_for_its_player_and_has_no_table(day, client):
    (invited,) = [one for one in devices.invite_players(day) if one.entry.number == 3]
    assert client.get(devices.own_page_of(invited)).status_code == 200
    assert client.get(devices.page_of(invited)).status_code == 200
    joined = devices.join(invited.secret, uuid4())
    assert (joined.device.entry.number, joined.device.place, joined.device.label) == (3, None, "")
    found = devices.by_token(joined.token)
    assert (found.entry.number, found.place) == (3, None)
    assert devices.tables_of(joined.device) == set()
    with refused("phone_has_no_table"):
        devices.move(joined.device, place(day, 1), by=None)


def test_a_token_says_where_its_device_is_without_another_question(day, django_assert_num_queries):
    one = Tablet(day, 2)
    with django_assert_num_queries(1):
        found = devices.by_token(one.token)
        assert (found.place.number, found.tournament) == (2, day)


def test_what_cannot_be_noted_for_another_reason_than_the_disk_is_an_error(day, monkeypatch):
    one = Tablet(day, 1).device

    def fails(code: int):
        error = OperationalError("as SQLite says it")
        error.sqlite_errorcode = code
        monkeypatch.setattr("tournaments.devices.joining.one_writer_at_a_time", Mock(side_effect=error))

    fails(sqlite3.SQLITE_FULL)
    devices.record_contact(one, queued=4, visible=True, epoch=1)
    fails(sqlite3.SQLITE_ERROR)
    with pytest.raises(OperationalError):
        devices.record_contact(one, queued=5, visible=True, epoch=1)


def test_a_sheet_that_is_renewed_while_it_is_scanned_lets_nobody_in(day, monkeypatch):
    """Between the look-up of an invitation and the lock: the tournament may be archived as well."""
    one = invited_to(day, 1)
    devices.renew(place(day, 1))
    monkeypatch.setattr("tournaments.devices.joining.invitation", lambda _text, _address: one)
    with refused("no_such_invitation"):
        devices.join(one.secret, uuid4())
    other = invited_to(day, 2)
    Tournament.objects.update(live=False)
    monkeypatch.setattr("tournaments.devices.joining.invitation", lambda _text, _address: other)
    with refused("tournament_replaced"):
        devices.join(other.secret, uuid4())


def test_a_device_that_joins_again_was_seen_then(day):
    one = Tablet(day, 1)
    one.stands(minutes=30)
    devices.join(invited_to(day, 1).secret, one.uid)
    assert timezone.now() - one.device.last_seen < timedelta(minutes=1)


def test_what_a_token_opens(day):
    one = Tablet(day, 2, "Grise")
    devices.record_contact(one.device, queued=3, visible=False, epoch=1)
    found = devices.by_token(one.token)
    assert (found.pk, found.uid, found.place.number, found.label) == (one.pk, one.uid, 2, "Grise")
    assert (found.queued, found.visible, found.epoch_seen, found.tournament_id) == (3, False, 1, day.pk)
    with refused("unknown_token"):
        devices.by_token(one.token + "x")
    Tournament.objects.update(live=False)
    with refused("unknown_token"):
        devices.by_token(one.token)


def test_that_it_spoke_is_written_every_twenty_seconds_or_when_something_changed(day):
    one = Tablet(day, 1)

    def last_seen(ago, **said):
        Device.objects.filter(pk=one.pk).update(last_seen=timezone.now() - timedelta(seconds=ago))
        before = one.device.last_seen
        devices.record_contact(one.device, **{"queued": 0, "visible": True, "epoch": 1, **said})
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
    ("kind", "change", "told"),
    [
        ("device_revoke", lambda day, one: devices.revoke(one, by=None), {"state": "revoked"}),
        ("device_rename", lambda day, one: devices.rename(one, " Bleue ", by=None), {"label": "Bleue"}),
        ("device_move", lambda day, one: devices.move(one, place(day, 2), by=None), {"place": 2}),
    ],
)
def test_what_the_desk_changes_is_an_act_once_and_is_taken_back(day, kind, change, told):
    one = Tablet(day, 1, "Grise")
    act = change(day, one.device)
    assert (act.kind, act.args) == (kind, {"device": str(one.uid), **told})
    assert change(day, one.device) is None
    audit_log.undo(act, by=None)
    found = one.device
    assert (found.state, found.label, found.place.number) == ("active", "Grise", 1)


def test_what_was_changed_since_is_taken_back_first(day):
    one, other = Tablet(day, 1), Tablet(day, 2)
    first = devices.rename(one.device, "Grise", by=None)
    second = devices.rename(one.device, "Bleue", by=None)
    devices.rename(other.device, "Verte", by=None)
    registration.leave_out(day, [factories.entry(day, 4)], by=None)
    assert audit_log.undo_obstacle(first).code == "undo_later_first"
    audit_log.undo(second, by=None)
    audit_log.undo(first, by=None)
    assert (one.device.label, other.device.label) == ("", "Verte")


def test_shut_out_by_whichever_way_it_asks(day):
    one = Tablet(day, 1)
    code = one.code_of(factories.meeting_at(factories.open_round(day), 1), [121, 88])
    devices.revoke(one.device, by=None)
    with refused("device_revoked"):
        devices.by_token(one.token)
    with refused("device_revoked"):
        devices.read_offline_code(code)
    with refused("device_knocked"):
        again(one, 1)
    assert one.device.state == Device.State.REVOKED
    assert devices.readmit(one.device, by=None).args == {"device": str(one.uid), "state": "active"}
    assert devices.by_token(one.token).pk == one.pk
    assert devices.read_offline_code(code).device.pk == one.pk


def test_a_phone_that_is_let_in_again_gets_no_table(day):
    (invited, *_rest) = devices.invite_players(day)
    phone = devices.join(invited.secret, uuid4()).device
    devices.revoke(phone, by=None)
    devices.readmit(phone, by=None, place=place(day, 1))
    assert Device.objects.get(pk=phone.pk).place is None


@pytest.fixture
def carried(day):
    one = Tablet(day, 1)
    return one, one.code_of(factories.meeting_at(factories.open_round(day), 1), [121, 88])


def test_a_code_is_read_with_any_token_that_its_device_had(carried):
    one, code = carried
    again(one, 1)
    again(one, 1)
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
def test_a_code_that_was_changed_is_none(carried, spoil):
    with refused("bad_code"):
        devices.read_offline_code(spoil(*carried[1].split(".")))


@pytest.mark.parametrize("body", [[], {"d": "x", "r": {}}, {"d": 7, "r": {}}, {"r": {}}, None])
def test_what_no_device_has_written_is_no_code(carried, body):
    one, _code = carried
    if isinstance(body, dict) and body.get("d") == 7:
        body = {"d": str(one.uid), "r": 7}
    text = base64.urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")
    with refused("bad_code"):
        devices.read_offline_code(f"CHV1.{text}.{devices.seal(text, one.device.token_hash)}")


def test_a_code_of_a_device_that_nobody_knows_or_with_half_a_seal_is_none(carried):
    """Not even where a laptop that was restored has no key by which a seal could be checked."""
    one, code = carried
    Device.objects.update(seal_keys={})
    assert not devices.read_offline_code(code).proven
    meeting = factories.meeting_at(stages.qualifying(one.device.tournament).rounds.get(), 1)
    one.uid = uuid4()
    for other in (one.code_of(meeting, [121, 88]), code[:-1], f"{code}A"):
        with refused("bad_code"):
            devices.read_offline_code(other)


def test_a_code_of_a_life_that_is_over_is_none(carried):
    Tournament.objects.update(live=False)
    with refused("bad_code"):
        devices.read_offline_code(carried[1])


def test_the_seal_is_sixteen_letters_of_a_web_address():
    seal = devices.seal("body", "token")
    assert re.fullmatch(r"[A-Za-z0-9_-]{16}", seal)
    assert seal != devices.seal("body", "other") and seal != devices.seal("bodz", "token")


# How many join


@pytest.mark.parametrize(("minutes", "table", "refused"), [(1, 1, True), (11, 1, False), (1, 2, False)])
def test_a_photographed_sheet_lets_in_no_more_than_so_many_in_ten_minutes(day, minutes, table, refused):
    at = timezone.now() - timedelta(minutes=minutes)
    place = day.places.get(number=table)
    Device.objects.bulk_create(
        Device(tournament=day, place=place, token_hash=f"{n:064}", joined_at=at, last_seen=at)
        for n in range(devices.JOINS_BY_CODE)
    )
    secret = next(one.secret for one in devices.invite_tables(day) if one.place.number == 1)
    if refused:
        with pytest.raises(DomainError, match="too_many_joins"):
            devices.join(secret, uuid4())
    else:
        assert devices.join(secret, uuid4()).token
