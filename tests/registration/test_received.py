"""Registrations that a laptop fetches from a server: what is offered, and what stays as it is here."""

import json
import random
from uuid import uuid4

import pytest

from scoring import DomainError
from tests import factories
from tests.registration.test_signups import come, on_roster, opened
from tests.samples import TIMES
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Signup, Tournament
from tournaments.models.tournament import locked
from tournaments.registration import payments, questions, received, signup_list, signups
from tournaments.registration.received import ALIKE, BOTH, CHANGED, LEAVE, NEW, TAKE, WITHDRAWN
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.registration.signups import OFF_THE_LIST, PLACED, WAITING, Typed
from tournaments.transfer import copies, erasure

pytestmark = pytest.mark.django_db


def laptop(players: int = 0, **about) -> Tournament:
    """The tournament of the laptop, which is another one than that of the server."""
    return factories.tournament(players, **about)


def listed(server: Tournament) -> signup_list.SignupList:
    """The list as it arrives."""
    return signup_list.read(signup_list.write(Tournament.objects.get(pk=server.pk)))


def compared(server: Tournament, here: Tournament) -> received.Comparison:
    return received.compare(Tournament.objects.get(pk=here.pk), listed(server))


def kinds(server: Tournament, here: Tournament) -> list[tuple[str, str]]:
    return [(one.kind, one.name) for one in compared(server, here).offers]


def fetch(server: Tournament, here: Tournament, **chosen: str) -> received.Comparison:
    """Take what is suggested, but `chosen` by kind."""
    found = compared(server, here)
    choices = {one.key: chosen.get(one.kind, one.suggested) for one in found.offers}
    received.accept(here, listed(server), choices, seal=found.seal, token=str(uuid4()), by=None)
    return found


def corrected(made: Signup, name: str, **typed) -> None:
    signups.correct(made, Typed((name,), **typed))


def test_people_with_a_place_are_entered_once():
    server, here = opened(1, capacity=3), laptop()
    first = come(server, "Zoé Roy", club="Sorel", member_number="00123", agrees=True)
    for name in ("Pat O'Brien", "Qui Attend"):
        come(server, name)
    found = fetch(server, here)
    assert [one.kind for one in found.offers] == [NEW] * 3
    assert on_roster(here) == ["Réal O'Brien", "Zoé Roy", "Pat O'Brien"]
    assert [one.names for one in found.waits] == [("Qui Attend",)]
    entry = here.entries.get(name="Zoé Roy")
    assert (entry.uid, entry.club, entry.member_number) == (first.entry_uid, "Sorel", "00123")
    assert entry.consented_at == first.consented_at is not None
    assert compared(server, here).is_empty
    fetch(server, here)
    assert here.entries.count() == 3


def test_contacts_and_tokens_stay_on_the_server():
    server = opened()
    made = come(server, "Zoé Roy", contact="zoe@example.org")
    content = signup_list.write(server).decode()
    assert "Zoé Roy" in content
    assert "example.org" not in content and made.token_hash not in content
    fetch(server, here := laptop())
    got = Signup.objects.get(tournament_uid=here.uid)
    assert (got.contact, got.token_hash == made.token_hash) == ("", False)


def test_people_who_wait_do_not_move_up_here_by_themselves():
    server, here = opened(capacity=1), laptop(1)
    for name in ("Zoé Roy", "Un Attend", "Deux Attend"):
        come(server, name)
    fetch(server, here)
    registration.remove_entry(here.entries.get(name="Zoé Roy"))
    assert on_roster(here) == ["Réal O'Brien"]
    waits = [one.signup for one in signups.registered(here) if one.state == WAITING]
    assert [str(one) for one in waits] == ["Un Attend", "Deux Attend"]
    signups.place_by_hand(here, waits[1].number, by=None)
    assert on_roster(here) == ["Réal O'Brien", "Deux Attend"]
    signups.take_back(Signup.objects.get(tournament_uid=server.uid, number=1))  # the first moves up there
    assert kinds(server, here) == [(NEW, "Un Attend")]


def test_a_change_is_offered_once_and_the_laptop_s_own_stays():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy", club="Sorel")
    fetch(server, here)
    entry = here.entries.get()
    corrected(made, "Zoé Roy-Côté", club="Beloeil")
    registration.edit_entry(entry, "Zoé Roy", club="Sainte-Julie")
    found = compared(server, here)
    assert [(one.kind, [each.name for each in one.differences]) for one in found.offers] == [
        (CHANGED, ["names"]),
        (BOTH, ["club"]),
    ]
    assert [one.suggested for one in found.offers] == [TAKE, LEAVE]
    fetch(server, here)
    entry.refresh_from_db()
    assert (entry.name, entry.club) == ("Zoé Roy-Côté", "Sainte-Julie")
    assert compared(server, here).is_empty
    corrected(made, "Zoé Roy-Côté", club="Varennes")
    fetch(server, here, both=TAKE)
    entry.refresh_from_db()
    assert entry.club == "Varennes"


def test_a_withdrawal_is_followed_unless_the_person_has_sat_down():
    server, here = opened(), laptop(3)
    made = [come(server, name) for name in ("Zoé Roy", "Pat O'Brien", "Paie Avant", "Reste Ici")]
    fetch(server, here)
    paid = here.entries.get(name="Paie Avant")
    registration.edit_entry(paid, paid.name, fee_cents=1500)
    payments.record(paid, None, "cash", by=None)
    for one in made[:3]:
        signups.take_back(one)
    assert kinds(server, here) == [(WITHDRAWN, one) for one in ("Zoé Roy", "Pat O'Brien", "Paie Avant")]
    fetch(server, here)
    assert on_roster(here)[3:] == ["Paie Avant", "Reste Ici"]
    assert registration.cash_total(here) == {"cash": 1500}
    assert compared(server, here).is_empty
    factories.play_round(here, 1)
    signups.take_back(made[3])
    found = fetch(server, here)
    assert (found.offers, found.seated) == ([], ["Reste Ici"])
    assert here.entries.get(name="Reste Ici").presences.exists()
    assert compared(server, here).is_empty


def test_a_withdrawal_that_is_left_stays_left():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy")
    fetch(server, here)
    signups.take_back(made)
    fetch(server, here, withdrawn=LEAVE)
    assert (on_roster(here), compared(server, here).is_empty) == (["Zoé Roy"], True)
    assert [one.state for one in signups.registered(here)] == [PLACED]


def test_people_struck_off_or_left_out_here_are_not_offered_again():
    server, here = opened(), laptop()
    come(server, "Zoé Roy")
    fetch(server, here)
    registration.remove_entry(here.entries.get())
    come(server, "Pat O'Brien")
    fetch(server, here, new=LEAVE)
    assert (on_roster(here), compared(server, here).is_empty) == ([], True)
    rows = signups.registered(here)
    assert [one.state for one in rows] == [OFF_THE_LIST] * 2
    signups.place_by_hand(here, rows[1].signup.number, by=None)
    assert on_roster(here) == ["Pat O'Brien"]


def test_a_person_typed_at_the_door_is_the_same_and_a_similar_name_is_left_out():
    server, here = opened(), laptop()
    registration.add_entry(here, "Roy Zoé", club="SOREL")
    registration.add_entry(here, "Gérard Lavoie", club="Sorel")
    come(server, "Zoé Roy", club="Sorel")
    come(server, "Gérald Lavoie", club="Beloeil")
    found = fetch(server, here)
    assert [(one.kind, one.suggested) for one in found.offers] == [(ALIKE, "1"), (ALIKE, LEAVE)]
    assert on_roster(here) == ["Roy Zoé", "Gérard Lavoie"]
    assert compared(server, here).is_empty
    signups.take_back(Signup.objects.get(tournament_uid=server.uid, number=1))
    assert kinds(server, here) == [(WITHDRAWN, "Roy Zoé")]


def test_two_of_the_list_are_not_one_person():
    server, here = opened(), laptop()
    registration.add_entry(here, "Zoé Roy")
    come(server, "Zoé Roy", nonce="one")
    come(server, "Zoé Roy", nonce="two")
    with pytest.raises(DomainError, match="signup_same_twice"):
        fetch(server, here)
    assert (on_roster(here), Signup.objects.filter(tournament_uid=here.uid).exists()) == (["Zoé Roy"], False)
    fetch(server, here, alike=TAKE)
    assert here.entries.count() == 3


def test_after_game_1_nobody_is_entered_unless_chosen():
    server, here = opened(), laptop(4)
    factories.play_round(here, 1)
    come(server, "Zoé Roy")
    (offer,) = compared(server, here).offers
    assert (offer.kind, offer.suggested) == (NEW, LEAVE)
    fetch(server, here, new=TAKE)
    assert registration.present(here, 1) != registration.present(here, 2)


def test_what_happened_since_the_preview_is_looked_at_again():
    server, here = opened(), laptop()
    come(server, "Zoé Roy")
    found = compared(server, here)
    registration.add_entry(here, "Zoé Roy")
    choices = {one.key: TAKE for one in found.offers}
    with pytest.raises(DomainError, match="roster_changed"):
        received.accept(here, listed(server), choices, seal=found.seal, token="x", by=None)
    assert on_roster(here) == ["Zoé Roy"]


def test_the_people_who_were_entered_can_be_undone_as_those_of_a_list():
    server, here = opened(), laptop(1)
    come(server, "Zoé Roy")
    fetch(server, here)
    act = here.acts.get(kind="import")
    audit_log.undo(act, by=None)
    assert (on_roster(here), compared(server, here).is_empty) == (["Réal O'Brien"], True)


def test_answers_are_those_to_the_same_question():
    server, here = opened(), laptop()
    for day, asked in (
        (server, [(None, "Repas", ["Poulet", "Saumon"]), (None, "Autobus", [])]),
        (here, [(None, "Stationnement", []), (None, "REPAS", ["Poulet", "Saumon"])]),
    ):
        questions.save_questions(day, asked, by=None)
    made = come(server, "Zoé Roy", answers={"1": "Saumon", "2": "yes"})
    fetch(server, here)
    assert here.entries.get().answers == {"2": "Saumon"}
    corrected(made, "Zoé Roy", answers={"1": "", "2": "yes"})
    fetch(server, here)
    assert here.entries.get().answers == {}


def money(tournament: Tournament) -> dict[str, dict[str, int]]:
    accounts = payments.accounts(tournament).values()
    return {account.entry.name: account.by_way for account in accounts if account.lines}


def test_what_was_paid_on_the_server_is_paid_here_once():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    fetch(server, here)
    assert money(here) == {"Zoé Roy": {"transfer": 1500}}
    assert compared(server, here).is_empty
    entry = here.entries.get()
    payments.record(entry, 500, "cash", by=None)  # the meal, at the door
    assert compared(server, here).is_empty
    payments.record(server.entries.get(), 200, "cheque", by=None)
    assert kinds(server, here) == [(BOTH, "Zoé Roy")]  # the same money may have been noted in both places
    fetch(server, here, both=TAKE)
    assert money(here) == {"Zoé Roy": {"transfer": 1500, "cash": 500, "cheque": 200}}
    fetch(server, here, both=TAKE)
    assert here.payments.count() == 3


def test_what_was_given_back_on_the_server_is_given_back_here():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    fetch(server, here)
    payments.record(server.entries.get(), -500, "cash", by=None)
    assert kinds(server, here) == [(CHANGED, "Zoé Roy")]
    fetch(server, here)
    assert money(here) == {"Zoé Roy": {"transfer": 1500, "cash": -500}}


def test_a_payment_of_a_person_typed_at_the_door_is_that_of_the_list():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy", club="Sorel")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    registration.add_entry(here, "Zoé Roy", club="Sorel")
    fetch(server, here)
    assert money(here) == {"Zoé Roy": {"transfer": 1500}}
    assert here.entries.count() == 1


def test_a_restored_copy_has_its_payments_and_is_offered_none_twice():
    server = opened()
    made = come(server, "Zoé Roy")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    copy, now = copies.open_copy(copies.seal_copy(copies.pack(server))), listed(server)
    Signup.objects.all().delete()
    here = copies.restore(copy, by=None)
    assert received.compare(here, now).is_empty


def test_a_payment_that_is_left_stays_left():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy")
    fetch(server, here)
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    fetch(server, here, changed=LEAVE)
    assert (money(here), compared(server, here).is_empty) == ({}, True)


def test_a_team_comes_whole():
    server, here = opened(members=2), laptop()
    made = come(server, "Zoé Roy", "Pat O'Brien", club="Sorel", agrees=True)
    fetch(server, here)
    entry = here.entries.get()
    assert (entry.team, entry.club) == (["Zoé Roy", "Pat O'Brien"], "Sorel")
    signups.correct(made, Typed(("Zoé Roy", "Patrick O'Brien"), club="Sorel", agrees=True))
    fetch(server, here)
    entry.refresh_from_db()
    assert entry.team == ["Zoé Roy", "Patrick O'Brien"]
    assert [one.consented_at is None for one in entry.members.order_by("position")] == [False, True]


def test_who_is_no_longer_in_the_list_at_all_is_withdrawn():
    server, here = opened(2), laptop()
    fetch(server, here)
    registration.remove_entry(server.entries.get(number=2))  # typed there: no registration is left
    assert kinds(server, here) == [(WITHDRAWN, "Huguette Côté")]
    other = opened()
    come(other, "Zoé Roy")
    assert kinds(other, here) == [(NEW, "Zoé Roy")]  # another list says nothing of them


def test_a_person_who_was_erased_here_does_not_come_back():
    server, here = opened(), laptop()
    made = [come(server, name) for name in ("Zoé Roy", "Pat O'Brien")]
    fetch(server, here)
    for base in Signup.objects.filter(tournament_uid=here.uid):
        erasure.blank_signup(base, [])
    corrected(made[0], "Zoé Roy-Côté", club="Sorel")
    signups.take_back(made[1])
    assert compared(server, here).is_empty
    fetch(server, here)
    names = Signup.objects.filter(tournament_uid=here.uid).values_list("names", "club")
    assert list(names) == [([], "")] * 2


def test_a_restored_copy_knows_the_places_and_keeps_its_own_words():
    server = opened(1)
    first, _second = come(server, "Zoé Roy", club="Sorel"), come(server, "Pat O'Brien")
    copy = copies.open_copy(copies.seal_copy(copies.pack(server)))
    corrected(first, "Zoé Roy", club="Beloeil")
    come(server, "Après Copie")
    signups.take_back(Signup.objects.get(number=2))
    now = listed(server)
    Signup.objects.all().delete()
    day = copies.restore(copy, by=None)
    found = received.compare(day, now)
    assert [(one.kind, one.name, one.suggested) for one in found.offers] == [
        (BOTH, "Zoé Roy", LEAVE),
        (WITHDRAWN, "Pat O'Brien", TAKE),
        (NEW, "Après Copie", TAKE),
    ]
    choices = {one.key: one.suggested for one in found.offers}
    received.accept(day, now, choices, seal=found.seal, token="x", by=None)
    assert on_roster(day) == ["Réal O'Brien", "Zoé Roy", "Après Copie"]
    assert received.compare(day, now).is_empty


def test_a_server_finds_its_registrations_in_the_copy_of_the_laptop():
    """The laptop knows the places that it fetched; a later one goes back to the waiting list."""
    server = opened(1)
    _kept, struck, typed = (come(server, name) for name in ("Reste Ici", "Radié Ici", "Tapé Porte"))
    now = listed(server)
    copy = copies.open_copy(copies.seal_copy(copies.pack(server)))
    come(server, "Trop Tard")
    rows = list(Signup.objects.all())
    Signup.objects.all().delete()
    laptop_day = copies.restore(copy, by=None)
    found = received.compare(laptop_day, now)
    received.accept(laptop_day, now, {}, seal=found.seal, token="x", by=None)
    for one in (struck, typed):
        registration.remove_entry(laptop_day.entries.get(uid=one.entry_uid))
    registration.add_entry(laptop_day, "Porte Tapé")
    laptop_day.refresh_from_db()
    pushed = copies.open_copy(copies.seal_copy(copies.pack(laptop_day)))
    # On the server again: its own rows, and the life with all four.
    Signup.objects.all().delete()
    Signup.objects.bulk_create(rows)
    Tournament.objects.filter(pk=laptop_day.pk).update(live=False)
    Tournament.objects.filter(pk=server.pk).update(live=True)
    taken = copies.restore(pushed, by=None)
    states = {str(one.signup): one.state for one in signups.registered(taken)}
    assert states == {
        "Reste Ici": PLACED,
        "Radié Ici": OFF_THE_LIST,
        "Tapé Porte": PLACED,
        "Trop Tard": PLACED,  # back on the waiting list, and moved up: game 1 is not seated
    }
    assert on_roster(taken) == ["Réal O'Brien", "Reste Ici", "Porte Tapé", "Trop Tard"]


GOOD = {"uid": str(uuid4()), "state": "placed", "names": ["Zoé Roy"], "club": "", "member_number": ""}
GOOD |= {"answers": {}, "consented_at": None, "registered_at": None}


@pytest.mark.parametrize(
    "bad",
    [
        {"uid": "x"},
        {"uid": 10**400},
        {"state": "seated"},
        {"names": "Zoé Roy"},
        {"names": []},
        {"names": ["Zoé Roy", "Zoé Roy"]},
        {"names": [""]},
        {"names": ["x" * 121]},
        {"names": ["Zoé\x00Roy"]},
        {"names": ["Zoé\nRoy"]},
        {"names": [f"Nom {at}" for at in range(9)]},
        {"club": 7},
        {"club": "x" * 121},
        {"member_number": 1e308},
        {"answers": {"Repas": ["x"]}},
        {"answers": []},
        {"consented_at": "yesterday"},
        {"registered_at": "2026-02-31T00:00:00+00:00"},
        {"registered_at": 5},
        {"paid": {"gold": 100}},
        {"paid": {"cash": 10**400}},
        {"paid": {"cash": 1.5}},
        {"paid": [100]},
    ],
    ids=lambda bad: json.dumps(bad)[:30],
)
def test_a_list_with_a_wrong_field_is_refused_whole(bad):
    whole = {"kind": signup_list.KIND, "version": 1, "until": None}
    whole |= {"tournament": {"uid": str(uuid4()), "name": "x"}, "registrations": [GOOD]}
    assert len(signup_list.read(json.dumps(whole).encode()).rows) == 1
    assert len(signup_list.read(json.dumps(whole | {"later": [1]}).encode()).rows) == 1
    with pytest.raises(DomainError):
        signup_list.read(json.dumps(whole | {"registrations": [GOOD, GOOD]}).encode())
    with pytest.raises(DomainError):
        signup_list.read(json.dumps(whole | {"registrations": [GOOD | bad]}).encode())


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "signup_list_unreadable"),
        (b"\xff\xfe", "signup_list_unreadable"),
        (b"[" * 100_000, "signup_list_unreadable"),
        (b"[1]", "signup_list_unreadable"),
        (b'{"kind": "cheville-registrations", "version": 1}', "signup_list_unreadable"),
        (b'{"kind": "cheville-registrations", "version": true}', "signup_list_unreadable"),
        (b'{"kind": "cheville-registrations", "version": 2}', "signup_list_newer"),
        (b'{"kind": "cheville-registrations", "version": 1, "registrations": NaN}', "signup_list_unreadable"),
        (b" " * 4_000_001, "signup_list_too_big"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_list_is_refused(content, code):
    with pytest.raises(DomainError, match=code):
        signup_list.read(content)


def test_a_list_has_a_largest_number_of_rows():
    rows = [GOOD | {"uid": str(uuid4()), "names": ["Z R"]} for _at in range(signup_list.MAX_ROWS + 1)]
    with pytest.raises(DomainError, match="signup_list_unreadable"):
        signup_list.read(whole_list(*rows))


def whole_list(*rows: dict, **about) -> bytes:
    known = {"kind": signup_list.KIND, "version": 1, "until": None, "registrations": rows}
    return json.dumps(known | {"tournament": {"uid": str(uuid4()), "name": "x"}} | about).encode()


def test_a_list_of_a_large_waiting_list_is_read():
    rows = [GOOD | {"uid": str(uuid4()), "names": ["Zoé Roy"]} for _at in range(signup_list.MAX_ROWS)]
    assert len(signup_list.read(whole_list(*rows)).rows) == signup_list.MAX_ROWS


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "0001-01-01 00:00Z"]
)
@pytest.mark.parametrize("name", ["consented_at", "registered_at", "until"])
def test_a_time_that_some_time_zones_do_not_have_is_refused(moment: str, name: str):
    about = {name: moment} if name == "until" else {}
    row = GOOD if about else GOOD | {name: moment}
    with pytest.raises(DomainError, match="signup_list_unreadable"):
        signup_list.read(whole_list(row, **about))


class Sequences:
    """Random changes on both sides, and what must hold after each fetch."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.server, self.here = opened(capacity=6), laptop()
        self.made = 0
        self.own: dict[str, str] = {}  # the clubs that the laptop has typed, by uid
        self.struck: set = set()

    def step(self) -> None:
        steps = (self.comes, self.comes, self.changes, self.withdraws, self.edits, self.strikes, self.fetches)
        self.chance.choice(steps)()

    def a_signup(self) -> Signup | None:
        known = list(Signup.objects.filter(tournament_uid=self.server.uid, withdrawn_at=None))
        return self.chance.choice(known) if known else None

    def comes(self) -> None:
        self.made += 1
        come(self.server, f"Personne {self.made:03d}", club=f"Club {self.made % 3}")

    def changes(self) -> None:
        if one := self.a_signup():
            corrected(one, str(one), club=f"Club {self.chance.randrange(9)}")

    def withdraws(self) -> None:
        if one := self.a_signup():
            signups.take_back(one)

    def edits(self) -> None:
        if entries := list(self.here.entries.all()):
            entry = self.chance.choice(entries)
            self.own[str(entry.uid)] = f"Maison {self.chance.randrange(9)}"
            registration.edit_entry(entry, entry.name, club=self.own[str(entry.uid)])

    def strikes(self) -> None:
        if entries := list(self.here.entries.all()):
            entry = self.chance.choice(entries)
            self.struck.add(entry.uid)
            registration.remove_entry(entry)

    def fetches(self) -> None:
        fetch(self.server, self.here)
        assert compared(self.server, self.here).is_empty
        before = on_roster(self.here)
        fetch(self.server, self.here)
        assert on_roster(self.here) == before
        assert len(set(before)) == len(before)
        now = {one.uid: one for one in self.here.entries.all()}
        placed = {row.uid for row in listed(self.server).rows if row.state == PLACED}
        assert placed - self.struck == set(now) - self.struck
        assert not self.struck & set(now)
        for uid, club in self.own.items():
            assert uid not in {str(one) for one in now} or now_club(now, uid) == club


def now_club(now: dict, uid: str) -> str:
    return next(entry.club for key, entry in now.items() if str(key) == uid)


@pytest.mark.parametrize("seed", range(4 * min(TIMES, 10)))
def test_fetches_after_any_changes_lose_and_double_nobody(seed):
    sequence = Sequences(seed)
    for _step in range(40):
        sequence.step()
    sequence.fetches()
    with locked(sequence.here):
        save_settings(sequence.server, SignupSettings(on=True, capacity=100), by=None)
    sequence.fetches()
