"""Kiosks are paired once and can only check people in; doubtful cases become a call at the desk."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring import DomainError
from tests import factories
from tests.devices.kiosks import Kiosk
from tests.web.tablets.device_clients import Tablet
from tournaments import devices, registration, rounds
from tournaments.common import audit_log
from tournaments.models import Call, Device, Line
from tournaments.publishing import publications
from tournaments.registration import NewMember, partner_draw, payments
from tournaments.rounds import stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
NONCE = "n" * 16


@pytest.fixture
def tournament():
    return factories.tournament(4)


@pytest.fixture
def kiosk(tournament):
    return Kiosk(tournament)


def entry(tournament, number):
    return tournament.entries.get(number=number)


def is_here(tournament, number):
    return entry(tournament, number).checked_in_at is not None


# Pairing


def test_invitation_pairs_one_device_and_can_be_repeated(tournament, kiosk):
    again = kiosk.ask("pair", {"invitation": kiosk.secret, "device": kiosk.uid})
    assert again.json()["token"] == kiosk.token
    other = kiosk.ask("pair", {"invitation": kiosk.secret, "device": str(uuid4())})
    assert (other.status_code, other.json()["error"]) == (404, "no_such_invitation")
    assert Device.objects.count() == 1
    assert not tournament.invitations.exists()


def test_pairing_code_ignores_case_and_separators(tournament, kiosk):
    uid, code = str(uuid4()), devices.invite_kiosk(tournament).code
    first = kiosk.ask("pair", {"invitation": f" {code[:3]}-{code[3:].lower()} ", "device": uid}).json()
    assert kiosk.ask("pair", {"invitation": code, "device": uid}).json()["token"] == first["token"]
    assert [one.label for one in Device.objects.order_by("pk")] == ["1", "2"]


def test_new_pairing_code_replaces_the_unused_one(tournament, kiosk):
    old = devices.invite_kiosk(tournament).secret
    devices.invite_kiosk(tournament)
    assert kiosk.ask("pair", {"invitation": old, "device": str(uuid4())}).status_code == 404


def test_kiosk_and_table_invitations_are_not_interchangeable(tournament, kiosk):
    invited, table = devices.invite_kiosk(tournament), devices.invite_tables(tournament)[0]
    assert devices.kiosk_invitation(tournament) == invited
    for secret in (invited.secret, invited.code):
        joined = kiosk.ask("join", {"invitation": secret, "device": str(uuid4())})
        assert (joined.status_code, joined.json()["error"]) == (404, "no_such_invitation")
    assert Client().get(f"/me/{invited.secret}/").status_code == 404
    for secret in (table.secret, table.code, devices.invite_players(tournament)[0].secret):
        paired = kiosk.ask("pair", {"invitation": secret, "device": str(uuid4())})
        assert (paired.status_code, paired.json()["error"]) == (404, "no_such_invitation")
    assert len(devices.invite_tables(tournament)) == 2
    assert devices.kiosk_invitation(tournament) == invited


def test_tablet_cannot_become_kiosk_nor_kiosk_tablet(tournament, kiosk):
    tablet = Tablet(tournament, 1)
    invited = devices.invite_kiosk(tournament)
    paired = kiosk.ask("pair", {"invitation": invited.secret, "device": str(tablet.uid)})
    assert paired.json()["error"] == "no_such_invitation"
    with pytest.raises(DomainError, match="no_such_invitation"):
        devices.join(devices.invite_tables(tournament)[0].secret, kiosk.device.uid)
    assert kiosk.device.is_kiosk
    assert not tablet.device.is_kiosk


# Requests with its token


def test_kiosk_token_is_refused_by_other_addresses(tournament, kiosk):
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
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


def test_offline_code_of_a_kiosk_is_refused(tournament, kiosk):
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    forger = Tablet.__new__(Tablet)
    forger.uid, forger.token, forger.pk = kiosk.device.uid, kiosk.token, kiosk.device.pk
    kiosk.listed()  # the copy of its key is made at its first request
    carried = kiosk.ask("submit", {"carried": [forger.code_of(meeting, [121, 88])]}).json()["answers"][0]
    assert carried["answer"] == "refused"
    assert not Line.objects.exists()
    assert not Call.objects.exists()


def test_tablets_and_phones_cannot_use_the_addresses_of_a_kiosk(tournament, kiosk):
    for token in (Tablet(tournament, 1).token, "unknown"):
        for what in ("door", "arrive"):
            body = {"token": token, "epoch": 1, "arrivals": []}
            assert kiosk.ask(what, body).status_code == 401
    assert not registration.checked_in_at_kiosks(tournament)


def test_revoked_kiosk_is_refused_until_readmitted(tournament, kiosk):
    devices.revoke(kiosk.device, by=None)
    refused = kiosk.ask("door", {"token": kiosk.token})
    assert (refused.status_code, refused.json()["error"]) == (401, "device_revoked")
    sent = {
        "token": kiosk.token,
        "epoch": 1,
        "arrivals": [{"nonce": NONCE, "entry": str(entry(tournament, 1).uid)}],
    }
    assert kiosk.ask("arrive", sent).status_code == 401
    assert kiosk.ask("pair", {"invitation": kiosk.secret, "device": kiosk.uid}).status_code == 401
    assert not is_here(tournament, 1)
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
def test_invalid_arrivals_get_400_and_check_in_no_player(tournament, kiosk, arrivals):
    asked = kiosk.ask("arrive", {"token": kiosk.token, "epoch": 1, "arrivals": arrivals})
    assert asked.status_code == 400
    assert not tournament.entries.exclude(checked_in_at=None).exists()


# The list


def test_kiosk_list_has_names_and_hashes_but_no_private_data(tournament, kiosk):
    one = entry(tournament, 1)
    one.member_number, one.club, one.note = "M-00123", "Club Sainte-Foy", "pays later"
    one.save()
    secret = next(invited.secret for invited in devices.invite_players(tournament) if invited.entry == one)
    text = kiosk.ask("door", {"token": kiosk.token}).content.decode()
    person = kiosk.person(1)
    assert person["codes"] == [kiosk.key("m00123"), kiosk.key(secret)]
    assert set(person) == {"entry", "name", "found", "codes", "expected", "seats", "bye", "owes"}
    for private in ("00123", "Sainte-Foy", "pays later", secret, one.member_number):
        assert private not in text


def test_members_of_teams_are_found_by_member_number(tournament, kiosk):
    for number in (1, 2):
        one = entry(tournament, number)
        registration.edit_entry(one, one.name, member_number=f"00{number}55")
    act = partner_draw.draw(
        tournament, partner_draw.DrawRequest(wishes=((1, 2),)), seed=5, reason="", by=None
    )
    partner_draw.enter(tournament, act.version, by=None)
    mates = [NewMember("Zoé Roy", member_number="00123"), NewMember("Léo Côté", member_number="777")]
    pair = registration.add_team(tournament, "", mates)
    codes = [kiosk.person(number)["codes"] for number in (1, pair.number)]
    assert [set(one) for one in codes] == [
        {kiosk.key("155"), kiosk.key("255")},
        {kiosk.key("123"), kiosk.key("777")},
    ]
    assert kiosk.person(3)["codes"] == []


def test_unchanged_kiosk_list_is_not_sent_again(tournament, kiosk):
    first = kiosk.listed(seen="")
    assert kiosk.listed(seen=first["state"]) == {"same": True}
    kiosk.arrives(1)  # arrivals do not change the list
    assert kiosk.listed(seen=first["state"]) == {"same": True}
    devices.invite_players(tournament)  # printing cards changes the list
    cards = kiosk.listed(seen=first["state"])
    assert all(person["codes"] for person in cards["people"])
    registration.edit_entry(entry(tournament, 1), "Line Roy")
    assert kiosk.person(1)["name"] == "Line Roy"
    registration.add_entry(tournament, "Line Ste-Marie")
    assert len(kiosk.listed(seen=first["state"])["people"]) == 5


def test_kiosk_list_is_empty_after_the_tournament(tournament, kiosk):
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    listed = kiosk.listed()
    assert (listed["over"], listed["people"]) == (True, [])
    assert kiosk.arrives(1)["answer"] == "over"
    assert not is_here(tournament, 1)


# Arrivals


def test_kiosk_check_in_is_recorded_in_the_audit_log(tournament, kiosk):
    answer = kiosk.arrives(1)
    assert (answer["answer"], answer["seats"], answer["owes"]) == ("here", [], False)
    assert is_here(tournament, 1)
    act = tournament.acts.get(kind=registration.AT_KIOSK)
    assert (act.args["entry"], act.by) == (1, None)
    audit_log.undo(act, by=None)
    assert not is_here(tournament, 1)


@pytest.mark.both_databases
def test_repeated_arrival_does_not_override_the_desk(database):
    tournament = factories.tournament(4)
    kiosk = Kiosk(tournament)
    kiosk.arrives(1, NONCE)
    registration.check_in(entry(tournament, 1), here=False, by=factories.director_of(tournament))
    undo = tournament.acts.get(kind=f"undo_{registration.AT_KIOSK}")
    assert undo.by == factories.director_of(tournament)
    assert kiosk.arrives(1, NONCE)["answer"] == "here"
    assert not is_here(tournament, 1)
    kiosk.arrives(1, "m" * 16)  # the person checks in again
    assert is_here(tournament, 1)


def test_undo_of_kiosk_check_in_keeps_a_desk_check_in(tournament, kiosk):
    kiosk.arrives(1)
    act = tournament.acts.get(kind=registration.AT_KIOSK)
    registration.check_in(entry(tournament, 1), here=False)
    registration.check_in(entry(tournament, 1), here=True)
    with pytest.raises(DomainError, match="already_undone"):
        audit_log.undo(act, by=None)
    assert is_here(tournament, 1)


def test_kiosk_shows_the_seat_once_round_1_is_seated(tournament, kiosk):
    assert kiosk.person(1)["seats"] == []
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    seat = entry(tournament, 1).seats.get()
    place = {"table": seat.meeting.place.number, "letter": seat.letter}
    assert kiosk.person(1)["seats"] == [place]
    answer = kiosk.arrives(1)
    assert (answer["answer"], answer["game"], answer["seats"], answer["bye"]) == ("here", 1, [place], False)


def test_kiosk_shows_a_bye():
    tournament = factories.tournament(5, odd="bye", bye_credit=0)
    other = Kiosk(tournament)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    byes = [other.arrives(number) for number in range(1, 6) if other.person(number)["bye"]]
    assert [(one["answer"], one["seats"], one["bye"]) for one in byes] == [("here", [], True)]


def test_arrival_with_unpaid_fee_is_checked_in_and_marked(tournament, kiosk):
    tournament.entries.filter(number__in=(1, 2)).update(fee_cents=1500)
    tournament.entries.filter(number=3).update(fee_cents=0)
    payments.record(entry(tournament, 2), 1500, "cash", by=None)
    assert [kiosk.arrives(number)["owes"] for number in (1, 2, 3, 4)] == [True, False, False, False]
    assert all(is_here(tournament, number) for number in (1, 2, 3, 4))


@pytest.mark.parametrize("seated", [0, 2])
def test_arrival_of_withdrawn_player_calls_the_desk(seated):
    tournament = factories.tournament(5)
    kiosk = Kiosk(tournament)
    registration.withdraw(entry(tournament, 4), from_round=1, by=None)
    for number in range(1, seated + 1):
        factories.play_round(tournament, number) if number < seated else factories.open_round(
            tournament, number
        )
    assert kiosk.person(4)["expected"] is False
    assert kiosk.arrives(4, NONCE)["answer"] == "desk"
    assert kiosk.arrives(4, NONCE)["answer"] == "desk"
    assert kiosk.arrives(4)["answer"] == "desk"
    call = Call.objects.get()
    assert (call.what, call.who, call.answered_at) == (Call.What.ARRIVAL, [[4]], None)
    assert not is_here(tournament, 4)
    registration.come_back(entry(tournament, 4), from_round=seated + 1, by=None)
    call.refresh_from_db()
    assert call.answered_at
    assert kiosk.arrives(4)["answer"] == "here"


def test_late_arrival_sees_the_seat_of_the_current_round(tournament, kiosk):
    factories.play_round(tournament, 1)
    factories.open_round(tournament, 2)
    answer = kiosk.arrives(1)
    assert (answer["answer"], answer["game"]) == ("here", 2)
    assert answer["seats"]


def test_people_who_are_not_on_the_list_are_sent_to_the_desk(tournament, kiosk):
    house = registration.ensure_house(tournament, "Ginette D’Amour")
    other = factories.tournament(2).entries.get(number=1)
    for uid in (house.uid, other.uid, uuid4()):
        sent = {"token": kiosk.token, "epoch": 1, "arrivals": [{"nonce": uuid4().hex, "entry": str(uid)}]}
        assert kiosk.ask("arrive", sent).json()["answers"][0]["answer"] == "desk"
    assert not Call.objects.exists()
    assert entry(other.tournament, 1).checked_in_at is None


# Another laptop


def test_kiosk_works_with_a_restored_copy(tournament, kiosk):
    kiosk.arrives(1, NONCE)
    devices.invite_kiosk(tournament)
    restored = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=factories.director_of(tournament)
    )
    kiosk.tournament = restored
    sent = {"token": kiosk.token, "epoch": 1, "arrivals": [{"nonce": NONCE, "entry": str(uuid4())}]}
    assert kiosk.ask("arrive", sent).json() == {"epoch": restored.epoch, "answers": []}
    registration.check_in(entry(restored, 1), here=False)
    assert kiosk.arrives(1, NONCE, restored.epoch)["answer"] == "here"
    assert not is_here(restored, 1)
    assert kiosk.arrives(2, epoch=restored.epoch)["answer"] == "here"
