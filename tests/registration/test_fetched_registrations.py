"""Registrations that a laptop fetches from a server: what is offered, and what stays as it is."""

import json
import random
from uuid import uuid4

import pytest

from scoring import DomainError
from tests import factories
from tests.registration.test_signups import come, on_roster, opened
from tests.samples import SWEEP_FACTOR
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Signup, Tournament
from tournaments.models.locking import locked
from tournaments.registration import members, payments, questions, signup_list, signups
from tournaments.registration import signup_list_comparison as comparison
from tournaments.registration.signup_list_comparison import ALIKE, BOTH, CHANGED, LEAVE, NEW, TAKE, WITHDRAWN
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.registration.signups import OFF_THE_LIST, PLACED, WAITING, SignupInput
from tournaments.transfer import copies, erasure

pytestmark = pytest.mark.django_db


def laptop(players: int = 0, **about) -> Tournament:
    """Return the tournament of the laptop, which is another one than that of the server."""
    return factories.tournament(players, **about)


def read_signup_list(server: Tournament) -> signup_list.SignupList:
    """Return the list as it arrives."""
    return signup_list.read(signup_list.write(Tournament.objects.get(pk=server.pk)))


def compare_lists(server: Tournament, here: Tournament) -> comparison.Comparison:
    return comparison.compare(Tournament.objects.get(pk=here.pk), read_signup_list(server))


def offered_kinds(server: Tournament, here: Tournament) -> list[tuple[str, str]]:
    return [(one.kind, one.name) for one in compare_lists(server, here).offers]


def fetch(server: Tournament, here: Tournament, **chosen: str) -> comparison.Comparison:
    """Fetch the list and accept what is suggested, except `chosen` by kind."""
    found = compare_lists(server, here)
    choices = {one.key: chosen.get(one.kind, one.suggested) for one in found.offers}
    comparison.accept(here, read_signup_list(server), choices, seal=found.seal, token=str(uuid4()), by=None)
    return found


def correct_signup(made: Signup, name: str, **typed) -> None:
    signups.correct(made, SignupInput((name,), **typed))


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
    assert compare_lists(server, here).is_empty
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


def test_waiting_people_do_not_move_up_on_laptop():
    server, here = opened(capacity=1), laptop(1)
    for name in ("Zoé Roy", "Un Attend", "Deux Attend"):
        come(server, name)
    fetch(server, here)
    registration.remove_entry(here.entries.get(name="Zoé Roy"))
    assert on_roster(here) == ["Réal O'Brien"]
    waits = [one.signup for one in signups.listed_signups(here) if one.state == WAITING]
    assert [str(one) for one in waits] == ["Un Attend", "Deux Attend"]
    signups.place_by_hand(here, waits[1].number, by=None)
    assert on_roster(here) == ["Réal O'Brien", "Deux Attend"]
    # On the server the first on the waiting list moves up.
    signups.withdraw_signup(Signup.objects.get(tournament_uid=server.uid, number=1))
    assert offered_kinds(server, here) == [(NEW, "Un Attend")]


def test_change_is_offered_once_and_local_edit_stays():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy", club="Sorel")
    fetch(server, here)
    entry = here.entries.get()
    correct_signup(made, "Zoé Roy-Côté", club="Beloeil")
    registration.edit_entry(entry, "Zoé Roy", club="Sainte-Julie")
    found = compare_lists(server, here)
    assert [(one.kind, [each.name for each in one.differences]) for one in found.offers] == [
        (CHANGED, ["names"]),
        (BOTH, ["club"]),
    ]
    assert [one.suggested for one in found.offers] == [TAKE, LEAVE]
    fetch(server, here)
    entry.refresh_from_db()
    assert (entry.name, entry.club) == ("Zoé Roy-Côté", "Sainte-Julie")
    assert compare_lists(server, here).is_empty
    correct_signup(made, "Zoé Roy-Côté", club="Varennes")
    fetch(server, here, both=TAKE)
    entry.refresh_from_db()
    assert entry.club == "Varennes"


def test_withdrawal_is_followed_unless_player_was_seated():
    server, here = opened(), laptop(3)
    made = [come(server, name) for name in ("Zoé Roy", "Pat O'Brien", "Paie Avant", "Reste Ici")]
    fetch(server, here)
    paid = here.entries.get(name="Paie Avant")
    registration.edit_entry(paid, paid.name, fee_cents=1500)
    payments.record(paid, None, "cash", by=None)
    for one in made[:3]:
        signups.withdraw_signup(one)
    assert offered_kinds(server, here) == [
        (WITHDRAWN, one) for one in ("Zoé Roy", "Pat O'Brien", "Paie Avant")
    ]
    fetch(server, here)
    assert on_roster(here)[3:] == ["Paie Avant", "Reste Ici"]
    assert factories.payment_totals(here) == {"cash": 1500}
    assert compare_lists(server, here).is_empty
    factories.play_round(here, 1)
    signups.withdraw_signup(made[3])
    found = fetch(server, here)
    assert (found.offers, found.seated) == ([], ["Reste Ici"])
    assert here.entries.get(name="Reste Ici").presences.exists()
    assert compare_lists(server, here).is_empty


def test_declined_withdrawal_is_not_offered_again():
    made = come(server := opened(), "Zoé Roy")
    fetch(server, here := laptop())
    signups.withdraw_signup(made)
    fetch(server, here, withdrawn=LEAVE)
    assert (on_roster(here), compare_lists(server, here).is_empty) == (["Zoé Roy"], True)
    (listed,) = signups.listed_signups(here)
    assert listed.state == signups.status_of(here, listed.signup).state == PLACED


def test_removed_or_declined_people_are_not_offered_again():
    server, here = opened(), laptop()
    come(server, "Zoé Roy")
    fetch(server, here)
    registration.remove_entry(here.entries.get())
    come(server, "Pat O'Brien")
    fetch(server, here, new=LEAVE)
    assert (on_roster(here), compare_lists(server, here).is_empty) == ([], True)
    rows = signups.listed_signups(here)
    assert [one.state for one in rows] == [OFF_THE_LIST] * 2
    signups.place_by_hand(here, rows[1].signup.number, by=None)
    assert on_roster(here) == ["Pat O'Brien"]


def test_manual_entry_is_matched_and_similar_name_left_out():
    server, here = opened(), laptop()
    registration.add_entry(here, "Roy Zoé", club="SOREL")
    registration.add_entry(here, "Gérard Lavoie", club="Sorel")
    come(server, "Zoé Roy", club="Sorel")
    come(server, "Gérald Lavoie", club="Beloeil")
    found = fetch(server, here)
    assert [(one.kind, one.suggested) for one in found.offers] == [(ALIKE, "1"), (ALIKE, LEAVE)]
    assert on_roster(here) == ["Roy Zoé", "Gérard Lavoie"]
    assert compare_lists(server, here).is_empty
    signups.withdraw_signup(Signup.objects.get(tournament_uid=server.uid, number=1))
    assert offered_kinds(server, here) == [(WITHDRAWN, "Roy Zoé")]


def test_two_registrations_cannot_match_one_entry():
    server, here = opened(), laptop()
    registration.add_entry(here, "Zoé Roy")
    come(server, "Zoé Roy", nonce="one")
    come(server, "Zoé Roy", nonce="two")
    with pytest.raises(DomainError, match="signup_same_twice"):
        fetch(server, here)
    assert (on_roster(here), Signup.objects.filter(tournament_uid=here.uid).exists()) == (["Zoé Roy"], False)
    fetch(server, here, alike=TAKE)
    assert here.entries.count() == 3


def test_after_first_round_people_are_entered_only_if_chosen():
    server, here = opened(), laptop(4)
    factories.play_round(here, 1)
    come(server, "Zoé Roy")
    (offer,) = compare_lists(server, here).offers
    assert (offer.kind, offer.suggested) == (NEW, LEAVE)
    fetch(server, here, new=TAKE)
    assert registration.present(here, 1) != registration.present(here, 2)


def test_changes_since_preview_are_refused():
    server, here = opened(), laptop()
    come(server, "Zoé Roy")
    found = compare_lists(server, here)
    registration.add_entry(here, "Zoé Roy")
    choices = {one.key: TAKE for one in found.offers}
    with pytest.raises(DomainError, match="roster_changed"):
        comparison.accept(here, read_signup_list(server), choices, seal=found.seal, token="x", by=None)
    assert on_roster(here) == ["Zoé Roy"]


def test_fetched_entries_can_be_undone_like_import():
    server, here = opened(), laptop(1)
    come(server, "Zoé Roy")
    fetch(server, here)
    act = here.acts.get(kind="import")
    audit_log.undo(act, by=None)
    assert (on_roster(here), compare_lists(server, here).is_empty) == (["Réal O'Brien"], True)


def test_answers_are_matched_by_question():
    server, here = opened(), laptop()
    for tournament, asked in (
        (server, [(None, "Repas", ["Poulet", "Saumon"]), (None, "Autobus", [])]),
        (here, [(None, "Stationnement", []), (None, "REPAS", ["Poulet", "Saumon"])]),
    ):
        questions.save_questions(tournament, asked, by=None)
    made = come(server, "Zoé Roy", answers={"1": "Saumon", "2": "yes"})
    fetch(server, here)
    assert here.entries.get().answers == {"2": "Saumon"}
    correct_signup(made, "Zoé Roy", answers={"1": "", "2": "yes"})
    fetch(server, here)
    assert here.entries.get().answers == {}


def money_by_name(tournament: Tournament) -> dict[str, dict[str, int]]:
    accounts = payments.accounts(tournament).values()
    return {account.entry.name: account.by_way for account in accounts if account.lines}


def test_server_payment_is_recorded_once():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    fetch(server, here)
    assert money_by_name(here) == {"Zoé Roy": {"transfer": 1500}}
    assert compare_lists(server, here).is_empty
    entry = here.entries.get()
    payments.record(entry, 500, "cash", by=None)  # the meal, at the door
    assert compare_lists(server, here).is_empty
    payments.record(server.entries.get(), 200, "cheque", by=None)
    assert offered_kinds(server, here) == [
        (BOTH, "Zoé Roy")
    ]  # the same money may have been noted in both places
    fetch(server, here, both=TAKE)
    assert money_by_name(here) == {"Zoé Roy": {"transfer": 1500, "cash": 500, "cheque": 200}}
    fetch(server, here, both=TAKE)
    assert here.payments.count() == 3


def test_server_refund_is_recorded():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    fetch(server, here)
    payments.record(server.entries.get(), -500, "cash", by=None)
    assert offered_kinds(server, here) == [(CHANGED, "Zoé Roy")]
    fetch(server, here)
    assert money_by_name(here) == {"Zoé Roy": {"transfer": 1500, "cash": -500}}


def test_server_payment_is_added_to_manual_entry():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy", club="Sorel")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    registration.add_entry(here, "Zoé Roy", club="Sorel")
    fetch(server, here)
    assert money_by_name(here) == {"Zoé Roy": {"transfer": 1500}}
    assert here.entries.count() == 1


def test_restored_copy_is_not_offered_known_payments():
    server = opened()
    made = come(server, "Zoé Roy")
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    copy, now = copies.open_copy(copies.seal_copy(copies.pack(server))), read_signup_list(server)
    Signup.objects.all().delete()
    here = copies.restore(copy, by=None)
    assert comparison.compare(here, now).is_empty


def test_declined_payment_is_not_offered_again():
    server, here = opened(), laptop()
    made = come(server, "Zoé Roy")
    fetch(server, here)
    payments.record(server.entries.get(uid=made.entry_uid), 1500, "transfer", by=None)
    fetch(server, here, changed=LEAVE)
    assert (money_by_name(here), compare_lists(server, here).is_empty) == ({}, True)


def test_team_is_fetched_with_all_members():
    server, here = opened(members=2), laptop()
    made = come(server, "Zoé Roy", "Pat O'Brien", club="Sorel", agrees=True)
    fetch(server, here)
    entry = here.entries.get()
    assert (entry.team, entry.club) == (["Zoé Roy", "Pat O'Brien"], "Sorel")
    signups.correct(made, SignupInput(("Zoé Roy", "Patrick O'Brien"), club="Sorel", agrees=True))
    fetch(server, here)
    entry.refresh_from_db()
    assert entry.team == ["Zoé Roy", "Patrick O'Brien"]
    assert [one.consented_at is None for one in entry.members.order_by("position")] == [False, True]


def test_consent_of_the_roster_counts():
    server, here = opened(members=2), laptop()
    first, second = (come(server, name, agrees=name == "Zoé Roy") for name in ("Zoé Roy", "Léo Côté"))
    come(server, "Luc Roy", "Léa Roy", agrees=True)
    taken_back, given, pair = server.entries.order_by("number")
    registration.edit_entry(taken_back, taken_back.name, consented_at=None)
    registration.edit_entry(given, given.name, consented_at=first.consented_at)
    registration.edit_member(pair, 1, "Luc Roy", agrees=False)
    fetch(server, here)
    agreed = [
        [one.consented_at is not None for one in members.current_members(entry)]
        for entry in here.entries.filter(kind="team")
    ]
    assert agreed == [[False, False]]
    singles = here.entries.filter(kind="player").order_by("number")
    assert [one.consented_at for one in singles] == [None, first.consented_at]
    assert [
        signups.current_input(one, server.entries.get(uid=one.entry_uid)).agrees for one in (first, second)
    ] == [
        False,
        True,
    ]


def test_consent_of_a_pair_taken_back_or_given_is_offered():
    server, here = opened(members=2), laptop()
    come(server, "Zoé Roy", "Léo Côté", agrees=True)
    fetch(server, here)
    (there,), (pair,) = server.entries.all(), here.entries.all()
    assert compare_lists(server, here).is_empty
    for agrees in (False, True):
        registration.edit_member(there, 1, "Zoé Roy", agrees=agrees)
        found = fetch(server, here)
        assert [[one.name for one in offer.differences] for offer in found.offers] == [[comparison.AGREES]]
        assert [one.consented_at is not None for one in members.current_members(pair)] == [agrees, False]
        assert compare_lists(server, here).is_empty
    registration.edit_member(pair, 1, "Zoé Roy", agrees=False)  # said in the hall
    assert compare_lists(server, here).is_empty


def test_person_missing_from_list_is_withdrawn():
    server, here = opened(2), laptop()
    fetch(server, here)
    registration.remove_entry(server.entries.get(number=2))  # typed there: no registration is left
    assert offered_kinds(server, here) == [(WITHDRAWN, "Huguette Côté")]
    other = opened()
    come(other, "Zoé Roy")
    assert offered_kinds(other, here) == [(NEW, "Zoé Roy")]  # another list does not report them


def test_erased_person_does_not_return():
    server, here = opened(), laptop()
    made = [come(server, name) for name in ("Zoé Roy", "Pat O'Brien")]
    fetch(server, here)
    for base in Signup.objects.filter(tournament_uid=here.uid):
        erasure.blank_signup(base, [])
    correct_signup(made[0], "Zoé Roy-Côté", club="Sorel")
    signups.withdraw_signup(made[1])
    assert compare_lists(server, here).is_empty
    fetch(server, here)
    names = Signup.objects.filter(tournament_uid=here.uid).values_list("names", "club")
    assert list(names) == [([], "")] * 2


def test_restored_copy_keeps_places_and_local_edits():
    server = opened(1)
    first, _second = come(server, "Zoé Roy", club="Sorel"), come(server, "Pat O'Brien")
    copy = copies.open_copy(copies.seal_copy(copies.pack(server)))
    correct_signup(first, "Zoé Roy", club="Beloeil")
    come(server, "Après Copie")
    signups.withdraw_signup(Signup.objects.get(number=2))
    now = read_signup_list(server)
    Signup.objects.all().delete()
    tournament = copies.restore(copy, by=None)
    found = comparison.compare(tournament, now)
    assert [(one.kind, one.name, one.suggested) for one in found.offers] == [
        (BOTH, "Zoé Roy", LEAVE),
        (WITHDRAWN, "Pat O'Brien", TAKE),
        (NEW, "Après Copie", TAKE),
    ]
    choices = {one.key: one.suggested for one in found.offers}
    comparison.accept(tournament, now, choices, seal=found.seal, token="x", by=None)
    assert on_roster(tournament) == ["Réal O'Brien", "Zoé Roy", "Après Copie"]
    assert comparison.compare(tournament, now).is_empty


def test_server_matches_registrations_in_laptop_copy():
    """The laptop knows the places that it fetched; a later one returns to the waiting list."""
    server = opened(1)
    _kept, struck, typed = (come(server, name) for name in ("Reste Ici", "Radié Ici", "Tapé Porte"))
    now = read_signup_list(server)
    copy = copies.open_copy(copies.seal_copy(copies.pack(server)))
    come(server, "Trop Tard")
    rows = list(Signup.objects.all())
    Signup.objects.all().delete()
    laptop_tournament = copies.restore(copy, by=None)
    found = comparison.compare(laptop_tournament, now)
    comparison.accept(laptop_tournament, now, {}, seal=found.seal, token="x", by=None)
    for one in (struck, typed):
        registration.remove_entry(laptop_tournament.entries.get(uid=one.entry_uid))
    registration.add_entry(laptop_tournament, "Porte Tapé")
    laptop_tournament.refresh_from_db()
    pushed = copies.open_copy(copies.seal_copy(copies.pack(laptop_tournament)))
    # Back on the server, which has its own rows and restores the life with all four.
    Signup.objects.all().delete()
    Signup.objects.bulk_create(rows)
    Tournament.objects.filter(pk=laptop_tournament.pk).update(live=False)
    Tournament.objects.filter(pk=server.pk).update(live=True)
    taken = copies.restore(pushed, by=None)
    states = {str(one.signup): one.state for one in signups.listed_signups(taken)}
    assert states == {
        "Reste Ici": PLACED,
        "Radié Ici": OFF_THE_LIST,
        "Tapé Porte": PLACED,
        "Trop Tard": PLACED,  # back on the waiting list, and moved up: game 1 is not seated
    }
    assert on_roster(taken) == ["Réal O'Brien", "Reste Ici", "Porte Tapé", "Trop Tard"]


GOOD_SIGNUP = {"uid": str(uuid4()), "state": "placed", "names": ["Zoé Roy"], "club": "", "member_number": ""}
GOOD_SIGNUP |= {"answers": {}, "consented_at": None, "registered_at": None}


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
def test_list_with_invalid_field_is_refused(bad):
    whole = {"kind": signup_list.KIND, "version": 1, "until": None}
    whole |= {"tournament": {"uid": str(uuid4()), "name": "x"}, "registrations": [GOOD_SIGNUP]}
    assert len(signup_list.read(json.dumps(whole).encode()).rows) == 1
    assert len(signup_list.read(json.dumps(whole | {"later": [1]}).encode()).rows) == 1
    with pytest.raises(DomainError):
        signup_list.read(json.dumps(whole | {"registrations": [GOOD_SIGNUP, GOOD_SIGNUP]}).encode())
    with pytest.raises(DomainError):
        signup_list.read(json.dumps(whole | {"registrations": [GOOD_SIGNUP | bad]}).encode())


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
def test_content_other_than_list_is_refused(content, code):
    with pytest.raises(DomainError, match=code):
        signup_list.read(content)


def test_list_with_too_many_rows_is_refused():
    rows = [GOOD_SIGNUP | {"uid": str(uuid4()), "names": ["Z R"]} for _at in range(signup_list.MAX_ROWS + 1)]
    with pytest.raises(DomainError, match="signup_list_unreadable"):
        signup_list.read(whole_list(*rows))


def whole_list(*rows: dict, **about) -> bytes:
    known = {"kind": signup_list.KIND, "version": 1, "until": None, "registrations": rows}
    return json.dumps(known | {"tournament": {"uid": str(uuid4()), "name": "x"}} | about).encode()


def test_list_with_most_rows_is_read():
    rows = [GOOD_SIGNUP | {"uid": str(uuid4()), "names": ["Zoé Roy"]} for _at in range(signup_list.MAX_ROWS)]
    assert len(signup_list.read(whole_list(*rows)).rows) == signup_list.MAX_ROWS


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "0001-01-01 00:00Z"]
)
@pytest.mark.parametrize("name", ["consented_at", "registered_at", "until"])
def test_out_of_range_time_is_refused(moment: str, name: str):
    about = {name: moment} if name == "until" else {}
    row = GOOD_SIGNUP if about else GOOD_SIGNUP | {name: moment}
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
            correct_signup(one, str(one), club=f"Club {self.chance.randrange(9)}")

    def withdraws(self) -> None:
        if one := self.a_signup():
            signups.withdraw_signup(one)

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
        assert compare_lists(self.server, self.here).is_empty
        before = on_roster(self.here)
        fetch(self.server, self.here)
        assert on_roster(self.here) == before
        assert len(set(before)) == len(before)
        now = {one.uid: one for one in self.here.entries.all()}
        placed = {row.uid for row in read_signup_list(self.server).rows if row.state == PLACED}
        assert placed - self.struck == set(now) - self.struck
        assert not self.struck & set(now)
        for uid, club in self.own.items():
            assert uid not in {str(one) for one in now} or current_club(now, uid) == club


def current_club(now: dict, uid: str) -> str:
    return next(entry.club for key, entry in now.items() if str(key) == uid)


@pytest.mark.parametrize("seed", range(4 * min(SWEEP_FACTOR, 10)))
def test_random_changes_lose_or_duplicate_no_person(seed):
    sequence = Sequences(seed)
    for _step in range(40):
        sequence.step()
    sequence.fetches()
    with locked(sequence.here):
        save_settings(sequence.server, SignupSettings(on=True, capacity=100), by=None)
    sequence.fetches()
