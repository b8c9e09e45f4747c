"""Kiosks: paired once, they check people in and do nothing else; what is odd becomes a call at the desk."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring import DomainError
from tests import factories
from tests.devices.kiosks import Kiosk
from tests.web.tablets.held import Tablet
from tournaments import devices, registration, rounds
from tournaments.common import audit_log
from tournaments.models import Call, Device, Line
from tournaments.publishing import snapshot
from tournaments.registration import payments
from tournaments.rounds import stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
NONCE = "n" * 16


@pytest.fixture
def day():
    return factories.tournament(4)


@pytest.fixture
def kiosk(day):
    return Kiosk(day)


def entry(day, number):
    return day.entries.get(number=number)


def is_here(day, number):
    return entry(day, number).checked_in_at is not None


# Pairing


def test_an_invitation_pairs_one_device_and_the_same_request_has_the_same_answer(day, kiosk):
    again = kiosk.ask("pair", {"invitation": kiosk.secret, "device": kiosk.uid})
    assert again.json()["token"] == kiosk.token
    other = kiosk.ask("pair", {"invitation": kiosk.secret, "device": str(uuid4())})
    assert (other.status_code, other.json()["error"]) == (404, "no_such_invitation")
    assert Device.objects.count() == 1
    assert not day.invitations.exists()


def test_a_code_is_typed_as_it_is_read(day, kiosk):
    uid, code = str(uuid4()), devices.invite_kiosk(day).code
    first = kiosk.ask("pair", {"invitation": f" {code[:3]}-{code[3:].lower()} ", "device": uid}).json()
    assert kiosk.ask("pair", {"invitation": code, "device": uid}).json()["token"] == first["token"]
    assert [one.label for one in Device.objects.order_by("pk")] == ["1", "2"]


def test_a_new_code_ends_the_unused_one(day, kiosk):
    old = devices.invite_kiosk(day).secret
    devices.invite_kiosk(day)
    assert kiosk.ask("pair", {"invitation": old, "device": str(uuid4())}).status_code == 404


def test_an_invitation_of_a_kiosk_joins_no_table_and_that_of_a_table_pairs_no_kiosk(day, kiosk):
    invited, table = devices.invite_kiosk(day), devices.invite_tables(day)[0]
    assert devices.kiosk_invitation(day) == invited
    for secret in (invited.secret, invited.code):
        joined = kiosk.ask("join", {"invitation": secret, "device": str(uuid4())})
        assert (joined.status_code, joined.json()["error"]) == (404, "no_such_invitation")
    assert Client().get(f"/me/{invited.secret}/").status_code == 404
    for secret in (table.secret, table.code, devices.invite_players(day)[0].secret):
        paired = kiosk.ask("pair", {"invitation": secret, "device": str(uuid4())})
        assert (paired.status_code, paired.json()["error"]) == (404, "no_such_invitation")
    assert len(devices.invite_tables(day)) == 2
    assert devices.kiosk_invitation(day) == invited


def test_a_tablet_is_not_made_a_kiosk_and_a_kiosk_no_tablet(day, kiosk):
    tablet = Tablet(day, 1)
    invited = devices.invite_kiosk(day)
    paired = kiosk.ask("pair", {"invitation": invited.secret, "device": str(tablet.uid)})
    assert paired.json()["error"] == "no_such_invitation"
    with pytest.raises(DomainError, match="no_such_invitation"):
        devices.join(devices.invite_tables(day)[0].secret, kiosk.device.uid)
    assert kiosk.device.is_kiosk
    assert not tablet.device.is_kiosk


# What its token can do


def test_its_token_writes_no_result_and_reads_nothing_else(day, kiosk):
    meeting = factories.meeting_at(factories.open_round(day), 1)
    result = {
        "nonce": NONCE, "meeting": str(meeting.uid), "data": {"v": 1, "pegged": [121, 88]},
        "sides": [[seat.entry.number] for seat in meeting.seats.order_by("side")],
    }  # fmt: skip
    for what, body in {
        "here": {"seen": 0},
        "submit": {"epoch": 1, "results": [result]},
        "call": {"nonce": NONCE, "what": "judge"},
        "let_in": {"epoch": 1, "device": 1},
        "people": {},
    }.items():
        refused = kiosk.ask(what, {"token": kiosk.token, **body})
        assert refused.status_code == 401, what
        assert set(refused.json()) == {"error", "sentence"}
    assert not Line.objects.exists()
    assert not Call.objects.exists()


def test_its_seal_carries_no_result(day, kiosk):
    meeting = factories.meeting_at(factories.open_round(day), 1)
    forger = Tablet.__new__(Tablet)
    forger.uid, forger.token, forger.pk = kiosk.device.uid, kiosk.token, kiosk.device.pk
    kiosk.listed()  # as if its key had been kept then
    carried = kiosk.ask("submit", {"carried": [forger.code_of(meeting, [121, 88])]}).json()["answers"][0]
    assert carried["answer"] == "refused"
    assert not Line.objects.exists()
    assert not Call.objects.exists()


def test_tablets_and_phones_cannot_use_the_addresses_of_a_kiosk(day, kiosk):
    for token in (Tablet(day, 1).token, "unknown"):
        for what in ("door", "arrive"):
            body = {"token": token, "epoch": 1, "arrivals": []}
            assert kiosk.ask(what, body).status_code == 401
    assert not registration.checked_in_at_kiosks(day)


def test_a_kiosk_that_is_shut_out_reads_nothing_until_it_is_let_in_again(day, kiosk):
    devices.revoke(kiosk.device, by=None)
    refused = kiosk.ask("door", {"token": kiosk.token})
    assert (refused.status_code, refused.json()["error"]) == (401, "device_revoked")
    sent = {"token": kiosk.token, "epoch": 1, "arrivals": [{"nonce": NONCE, "entry": str(entry(day, 1).uid)}]}
    assert kiosk.ask("arrive", sent).status_code == 401
    assert kiosk.ask("pair", {"invitation": kiosk.secret, "device": kiosk.uid}).status_code == 401
    assert not is_here(day, 1)
    devices.readmit(kiosk.device, by=None)
    assert kiosk.arrives(1)["answer"] == "here"


@pytest.mark.parametrize(
    "arrivals",
    [
        None,
        [1],
        [{"nonce": NONCE}],
        [{"nonce": "short", "entry": str(uuid4())}],
        [{"nonce": NONCE, "entry": "x"}],
        [{"nonce": NONCE, "entry": str(uuid4())}] * 101,
    ],
)
def test_what_cannot_be_read_checks_nobody_in(day, kiosk, arrivals):
    asked = kiosk.ask("arrive", {"token": kiosk.token, "epoch": 1, "arrivals": arrivals})
    assert asked.status_code == 400
    assert not day.entries.exclude(checked_in_at=None).exists()


# The list


def test_the_list_has_names_and_fingerprints_and_no_clubs(day, kiosk):
    one = entry(day, 1)
    one.member_number, one.club, one.note = "M-00123", "Club Sainte-Foy", "pays later"
    one.save()
    secret = next(invited.secret for invited in devices.invite_players(day) if invited.entry == one)
    text = kiosk.ask("door", {"token": kiosk.token}).content.decode()
    person = kiosk.person(1)
    assert person["codes"] == [kiosk.key("m00123"), kiosk.key(secret)]
    assert set(person) == {"entry", "name", "found", "codes", "expected", "seats", "bye", "owes"}
    for private in ("00123", "Sainte-Foy", "pays later", secret, one.member_number):
        assert private not in text


def test_the_same_list_is_not_sent_again(day, kiosk):
    first = kiosk.listed(seen="")
    assert kiosk.listed(seen=first["state"]) == {"same": True}
    kiosk.arrives(1)  # who is here is not on the list
    assert kiosk.listed(seen=first["state"]) == {"same": True}
    devices.invite_players(day)  # cards are printed
    cards = kiosk.listed(seen=first["state"])
    assert all(person["codes"] for person in cards["people"])
    registration.edit_entry(entry(day, 1), "Line Roy")
    assert kiosk.person(1)["name"] == "Line Roy"
    registration.add_entry(day, "Line Ste-Marie")
    assert len(kiosk.listed(seen=first["state"])["people"]) == 5


def test_the_list_ends_with_the_tournament(day, kiosk):
    factories.play_round(day, 1)
    snapshot.publish(day, official=True, by=None)
    told = kiosk.listed()
    assert (told["over"], told["people"]) == (True, [])
    assert kiosk.arrives(1)["answer"] == "over"
    assert not is_here(day, 1)


# Arrivals


def test_a_person_is_checked_in_with_an_entry_in_the_audit_log(day, kiosk):
    told = kiosk.arrives(1)
    assert (told["answer"], told["seats"], told["owes"]) == ("here", [], False)
    assert is_here(day, 1)
    act = day.acts.get(kind=registration.AT_KIOSK)
    assert (act.args["entry"], act.by) == (1, None)
    audit_log.undo(act, by=None)
    assert not is_here(day, 1)


@pytest.mark.both_databases
def test_a_request_that_is_repeated_does_not_overrule_the_desk(database):
    day = factories.tournament(4)
    kiosk = Kiosk(day)
    kiosk.arrives(1, NONCE)
    registration.check_in(entry(day, 1), here=False, by=factories.director_of(day))
    undo = day.acts.get(kind=f"undo_{registration.AT_KIOSK}")
    assert undo.by == factories.director_of(day)
    assert kiosk.arrives(1, NONCE)["answer"] == "here"
    assert not is_here(day, 1)
    kiosk.arrives(1, "m" * 16)  # the person says so anew
    assert is_here(day, 1)


def test_a_check_in_at_the_desk_stays_if_that_of_the_kiosk_is_undone(day, kiosk):
    kiosk.arrives(1)
    act = day.acts.get(kind=registration.AT_KIOSK)
    registration.check_in(entry(day, 1), here=False)
    registration.check_in(entry(day, 1), here=True)
    with pytest.raises(DomainError, match="already_undone"):
        audit_log.undo(act, by=None)
    assert is_here(day, 1)


def test_the_seat_is_told_once_game_1_is_seated(day, kiosk):
    assert kiosk.person(1)["seats"] == []
    rounds.seat(stages.qualifying(day), 1, by=None)
    seat = entry(day, 1).seats.get()
    place = {"table": seat.meeting.place.number, "letter": seat.letter}
    assert kiosk.person(1)["seats"] == [place]
    told = kiosk.arrives(1)
    assert (told["answer"], told["game"], told["seats"], told["bye"]) == ("here", 1, [place], False)


def test_who_sits_out_is_told_so():
    day = factories.tournament(5, odd="bye", bye_credit=0)
    other = Kiosk(day)
    rounds.seat(stages.qualifying(day), 1, by=None)
    byes = [other.arrives(number) for number in range(1, 6) if other.person(number)["bye"]]
    assert [(told["answer"], told["seats"], told["bye"]) for told in byes] == [("here", [], True)]


def test_who_owes_a_fee_is_checked_in_and_sent_to_the_desk(day, kiosk):
    day.entries.filter(number__in=(1, 2)).update(fee_cents=1500)
    day.entries.filter(number=3).update(fee_cents=0)
    payments.record(entry(day, 2), 1500, "cash", by=None)
    assert [kiosk.arrives(number)["owes"] for number in (1, 2, 3, 4)] == [True, False, False, False]
    assert all(is_here(day, number) for number in (1, 2, 3, 4))


@pytest.mark.parametrize("seated", [0, 2])
def test_who_has_left_is_a_call_at_the_desk(seated):
    day = factories.tournament(5)
    kiosk = Kiosk(day)
    registration.withdraw(entry(day, 4), from_round=1, by=None)
    for number in range(1, seated + 1):
        factories.play_round(day, number) if number < seated else factories.open_round(day, number)
    assert kiosk.person(4)["expected"] is False
    assert kiosk.arrives(4, NONCE)["answer"] == "desk"
    assert kiosk.arrives(4, NONCE)["answer"] == "desk"
    assert kiosk.arrives(4)["answer"] == "desk"
    call = Call.objects.get()
    assert (call.what, call.who, call.answered_at) == (Call.What.ARRIVAL, [[4]], None)
    assert not is_here(day, 4)
    registration.come_back(entry(day, 4), from_round=seated + 1, by=None)
    call.refresh_from_db()
    assert call.answered_at
    assert kiosk.arrives(4)["answer"] == "here"


def test_during_game_2_a_player_who_was_never_checked_in_is_told_the_seat(day, kiosk):
    factories.play_round(day, 1)
    factories.open_round(day, 2)
    told = kiosk.arrives(1)
    assert (told["answer"], told["game"]) == ("here", 2)
    assert told["seats"]


def test_people_who_are_not_on_the_list_are_sent_to_the_desk(day, kiosk):
    house = registration.ensure_house(day, "Ginette D’Amour")
    other = factories.tournament(2).entries.get(number=1)
    for uid in (house.uid, other.uid, uuid4()):
        sent = {"token": kiosk.token, "epoch": 1, "arrivals": [{"nonce": uuid4().hex, "entry": str(uid)}]}
        assert kiosk.ask("arrive", sent).json()["answers"][0]["answer"] == "desk"
    assert not Call.objects.exists()
    assert entry(other.tournament, 1).checked_in_at is None


# Another laptop


def test_a_kiosk_goes_on_at_the_laptop_that_took_over(day, kiosk):
    kiosk.arrives(1, NONCE)
    devices.invite_kiosk(day)
    restored = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(day))), by=factories.director_of(day)
    )
    kiosk.day = restored
    sent = {"token": kiosk.token, "epoch": 1, "arrivals": [{"nonce": NONCE, "entry": str(uuid4())}]}
    assert kiosk.ask("arrive", sent).json() == {"epoch": restored.epoch, "answers": []}
    registration.check_in(entry(restored, 1), here=False)
    assert kiosk.arrives(1, NONCE, restored.epoch)["answer"] == "here"
    assert not is_here(restored, 1)
    assert kiosk.arrives(2, epoch=restored.epoch)["answer"] == "here"
