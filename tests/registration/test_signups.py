"""Registration through the public form: places, the waiting list, and changes by registrants."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.interleaved import run_while_waiting_for_lock
from tournaments import registration
from tournaments.common import audit_log
from tournaments.finals import playoffs
from tournaments.models import Organisation, Player, Signup, Tournament
from tournaments.organisations import clubs
from tournaments.registration import (
    club_sheets,
    members,
    payments,
    questions,
    signup_requests,
    signup_tokens,
    signups,
)
from tournaments.registration.club_sheets import SheetLine
from tournaments.registration.names import fold
from tournaments.registration.signup_settings import (
    CLOSED,
    NOT_YET,
    OFF,
    OPEN,
    SEATED,
    SignupSettings,
    save_settings,
    signup_state,
)
from tournaments.registration.signups import OFF_THE_LIST, PLACED, WAITING, WITHDRAWN, SignupInput
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def opened(players: int = 0, organisation: Organisation | None = None, **chosen) -> Tournament:
    """Return a tournament with that many people typed by hand, open to registrations."""
    tournament = factories.tournament(players, about={"organisation": organisation})
    save_settings(tournament, SignupSettings(on=True, **chosen), by=None)
    return tournament


def come(tournament: Tournament, name: str, *others: str, nonce: str = "", **typed) -> Signup:
    token = signups.sign_up(
        tournament, SignupInput((name, *others), **typed), nonce=nonce or f"form of {name}", language="fr-ca"
    )
    found = signup_tokens.signup_by_token(token)
    assert found
    return found


def states(tournament: Tournament) -> list[str]:
    return [one.state for one in signups.listed_signups(Tournament.objects.get(pk=tournament.pk))]


def on_roster(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("name", flat=True))


def test_placed_registration_creates_entry():
    tournament = opened()
    made = come(tournament, " Zoé  L'Écuyer", club="Sorel", member_number="00123", agrees=True)
    entry = tournament.entries.get(uid=made.entry_uid)
    assert (entry.name, entry.club, entry.member_number) == ("Zoé L'Écuyer", "Sorel", "00123")
    assert entry.consented_at == made.consented_at is not None
    assert signups.uids_entered_by_form(tournament) == {entry.uid}
    assert registration.present(tournament, 1) == [entry]


def test_only_a_hash_of_the_token_is_stored():
    token = signups.sign_up(opened(), SignupInput(("Zoé Roy",)), nonce="a form", language="en")
    assert len(token) * 6 >= 128
    made = Signup.objects.get()
    assert token not in [str(value) for value in vars(made).values()]
    assert signup_tokens.signup_by_token(token) == made
    assert signup_tokens.signup_by_token(token[:-1]) is None


def test_manual_entries_count_towards_capacity():
    tournament = opened(2, capacity=3)
    assert [come(tournament, name).entry_uid is not None for name in ("Un Roy", "Deux Roy")] == [True, False]
    registration.add_entry(tournament, "Par La Main")  # the organiser decides
    assert states(tournament) == [PLACED, WAITING]


def test_first_waiting_person_moves_up_to_free_place():
    tournament = opened(capacity=1)
    first, second, third = (come(tournament, f"{word} Roy") for word in ("Un", "Deux", "Trois"))
    assert signups.status_of(tournament, third).place_in_line == 2
    signups.withdraw_signup(first)
    assert states(tournament) == [WITHDRAWN, PLACED, WAITING]
    assert on_roster(tournament) == ["Deux Roy"]
    registration.remove_entry(tournament.entries.get(uid=Signup.objects.get(pk=second.pk).entry_uid))
    assert states(tournament) == [WITHDRAWN, OFF_THE_LIST, PLACED]
    first.refresh_from_db()
    assert first.withdrawn_at and first.placed_at and first.entry_uid


def test_withdrawal_by_organiser_frees_place():
    tournament = opened(1, capacity=1)
    come(tournament, "Zoé Roy")
    registration.withdraw(factories.entry(tournament, 1), from_round=1, by=None)
    assert states(tournament) == [PLACED]


def test_undone_return_of_a_player_frees_place():
    tournament = opened(3, capacity=3)
    entry = factories.entry(tournament, 1)
    registration.withdraw(entry, from_round=1, by=None)
    act = registration.come_back(entry, from_round=1, by=None)
    come(tournament, "Zoé Roy")
    assert states(tournament) == [WAITING]
    audit_log.undo(act, by=None)
    assert states(tournament) == [PLACED]


def test_people_left_out_at_the_door_keep_their_places():
    tournament = opened(2, capacity=2)
    come(tournament, "Zoé Roy")
    registration.leave_out(tournament, list(tournament.entries.all()[:1]), by=None)
    save_settings(tournament, SignupSettings(on=True, capacity=2, per_club=9), by=None)
    assert states(tournament) == [WAITING]


def test_a_higher_capacity_lets_people_move_up_in_order():
    tournament = opened(capacity=1)
    for word in ("Un", "Deux", "Trois", "Quatre"):
        come(tournament, f"{word} Roy")
    save_settings(tournament, SignupSettings(on=True, capacity=3), by=None)
    assert states(tournament) == [PLACED, PLACED, PLACED, WAITING]
    assert on_roster(tournament) == ["Un Roy", "Deux Roy", "Trois Roy"]


def test_full_club_waits_and_other_club_gets_place():
    tournament = opened(capacity=3, per_club=1)
    come(tournament, "Un Roy", club="Saint-Hyacinthe")
    come(tournament, "Deux Roy", club="ST-HYACINTHE")
    come(tournament, "Trois Roy", club="Sorel")
    assert states(tournament) == [PLACED, WAITING, PLACED]
    with pytest.raises(DomainError, match="signup_club_full"):
        signups.correct(Signup.objects.get(number=3), SignupInput(("Trois Roy",), club="St-Hyacinthe"))
    signups.correct(Signup.objects.get(number=1), SignupInput(("Un Roy",), club="Beloeil"))
    assert states(tournament) == [PLACED, PLACED, PLACED]


def test_places_of_a_club_are_counted_over_all_its_spellings():
    tournament = opened(capacity=9, per_club=1)
    come(tournament, "Un Roy", club="Sorel")
    come(tournament, "Deux Roy", club="Beloeil")
    sorel = tournament.organisation.clubs.get(name="Sorel")
    clubs.change(sorel, name="Sorel-Tracy", short_name="", city="", by=None)
    come(tournament, "Trois Roy", club="Sorel")
    assert states(tournament) == [PLACED, PLACED, WAITING]
    with pytest.raises(DomainError, match="signup_club_full"):
        signups.correct(Signup.objects.get(number=2), SignupInput(("Deux Roy",), club="Sorel"))
    signups.correct(Signup.objects.get(number=1), SignupInput(("Une Roy",), club="Sorel"))
    assert on_roster(tournament) == ["Une Roy", "Deux Roy"]


def test_the_organiser_gives_a_place_by_hand():
    tournament = opened(1, capacity=1)
    waits = come(tournament, "Zoé Roy")
    signups.place_by_hand(tournament, waits.number, by=None)
    assert states(tournament) == [PLACED]
    with pytest.raises(DomainError, match="signup_not_waiting"):
        signups.place_by_hand(tournament, waits.number, by=None)
    registration.withdraw(tournament.entries.get(name="Zoé Roy"), from_round=1, by=None)
    assert states(tournament) == [OFF_THE_LIST]
    signups.place_by_hand(tournament, waits.number, by=None)
    assert (states(tournament), on_roster(tournament)[1:]) == ([PLACED], ["Zoé Roy"])


def test_repeated_form_registers_once_per_name():
    tournament = opened()
    assert come(tournament, "Zoé Roy", nonce="one") == come(tournament, "zoé roy", nonce="one")
    come(tournament, "Pat O'Brien", nonce="one")
    assert on_roster(tournament) == ["Zoé Roy", "Pat O'Brien"]


def test_correction_updates_entry():
    tournament = opened()
    made = come(tournament, "Zoe Roy", club="Sorel")
    signups.correct(made, SignupInput(("Zoé Roy",), club="Beloeil", contact="450 555-0199", agrees=True))
    entry = tournament.entries.get()
    assert (entry.name, entry.club, entry.consented_at is None) == ("Zoé Roy", "Beloeil", False)
    made.refresh_from_db()
    registration.edit_entry(entry, "Zoé Roy-Côté")
    assert signups.current_input(made, tournament.entries.get()).names == ("Zoé Roy-Côté",)


def known_player(name: str, club: str = "", member_number: str = "") -> Player:
    """Return a person known to the organisation from an earlier tournament."""
    earlier = factories.tournament(0, by=factories.director("rose"))
    entry = registration.add_entry(earlier, name, club=club, member_number=member_number)
    return entry.members.get().player


def player_details(player: Player) -> tuple[str, ...]:
    player.refresh_from_db()
    return (player.name, player.sort_name, player.club, player.region, player.member_number)


@pytest.mark.parametrize("name", ["Gérald Lavoie", "Gerald Lavoie", "Gérald Lavoye", "Pat O'Brien"])
@pytest.mark.parametrize("club", ["Sorel", "Beloeil"])
@pytest.mark.parametrize("number", ["", "00123", "666"])
def test_correction_never_changes_known_player(name, club, number):
    known = known_player("Gérald Lavoie", "Sorel", "00123")
    before = player_details(known)
    tournament = opened(organisation=known.organisation)
    made = come(tournament, "Gérald Lavoie", club="Sorel")
    signups.correct(made, SignupInput((name,), club=club, member_number=number))
    entry = tournament.entries.get()
    assert (entry.name, entry.club, entry.member_number) == (name, club, number)
    assert player_details(known) == before
    same = fold(name) == "gerald lavoie" and number != "666" and (club == "Sorel" or number == "00123")
    assert (entry.members.get().player == known) == same
    assert Player.objects.filter(organisation=known.organisation).count() == 2 - same


def test_correction_never_changes_kept_player():
    tournament = opened()
    made = come(tournament, "Gérald Lavoie", club="Sorel")
    Player.objects.update(kept=True)
    known = Player.objects.get()
    before = player_details(known)
    signups.correct(made, SignupInput(("Pat O'Brien",), club="Beloeil"))
    assert (player_details(known), on_roster(tournament)) == (before, ["Pat O'Brien"])


def test_correction_updates_player_known_only_by_it():
    tournament = opened()
    made = come(tournament, "zoe roy", club="Sorel")
    signups.correct(made, SignupInput(("Zoé Roi",), club="Beloeil", member_number="7"))
    (player,) = Player.objects.all()
    assert player_details(player)[::4] == ("Zoé Roi", "7")
    assert tournament.entries.get().members.get().player == player


@pytest.mark.parametrize("name", ["Gérald Lavoye", "Pat O'Brien"])
def test_team_correction_never_changes_known_player(name):
    known = known_player("Gérald Lavoie", "Sorel", "00123")
    before = player_details(known)
    tournament = opened(organisation=known.organisation, members=2)
    made = come(tournament, "Gérald Lavoie", "Un Deux", club="Sorel")
    signups.correct(made, SignupInput((name, "Un Deux"), club="Sorel"))
    assert tournament.entries.get().team == [name, "Un Deux"]
    assert player_details(known) == before
    assert known.memberships.count() == 1


def test_withdrawn_answer_is_removed_from_entry():
    tournament = opened()
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Saumon"])], by=None)
    made = come(tournament, "Zoé Roy", answers={"1": "Saumon"})
    signups.correct(made, SignupInput(("Zoé Roy",), answers={"1": ""}))
    assert tournament.entries.get().answers == {}


def test_a_team_has_one_place_and_its_members_can_be_corrected():
    tournament = opened(capacity=1, members=2)
    made = come(tournament, "Zoé Roy", "Pat O'Brien", agrees=True)
    come(tournament, "Un Deux", "Trois Quatre")
    entry = tournament.entries.get()
    assert (entry.team, states(tournament)) == (["Zoé Roy", "Pat O'Brien"], [PLACED, WAITING])
    assert [one.consented_at is None for one in entry.members.order_by("position")] == [False, True]
    signups.correct(made, SignupInput(("Zoé Roy", "Patrick O'Brien"), club="Sorel"))
    entry.refresh_from_db()
    assert (entry.team, entry.club) == (["Zoé Roy", "Patrick O'Brien"], "Sorel")
    assert not entry.members.exclude(consented_at=None).exists()
    with pytest.raises(DomainError, match="member_twice"):
        signups.correct(made, SignupInput(("Zoé Roy", "Zoé Roy")))


def test_correction_of_the_club_gives_no_consent_again():
    tournament = opened(members=2)
    club_sheets.make_links(tournament, ["Sorel"], by=None)
    ((_club, sheet),) = club_sheets.links(tournament)
    alone = come(tournament, "Zoé Roy", agrees=True)
    typed = SignupInput(("Luc Roy", "Léa Roy"), "Sorel", agrees=True)
    assert not club_sheets.save(sheet, {1: SheetLine(typed)}, nonce="sheet", language="fr-ca")
    entry, pair = tournament.entries.order_by("number")
    registration.edit_entry(entry, entry.name, consented_at=None)
    registration.edit_member(pair, 2, "Léa Roy", agrees=False)
    together = Signup.objects.get(entry_uid=pair.uid)
    for made, its in ((alone, entry), (together, pair)):
        now = signups.current_input(made, tournament.entries.get(pk=its.pk))
        signups.correct(made, replace(now, answers={}, club="Tracy"))
    entry, pair = tournament.entries.order_by("number")
    assert (entry.club, entry.consented_at, pair.club) == ("Tracy", None, "Tracy")
    agreed = [one.consented_at is not None for one in members.current_members(pair)]
    assert agreed == [True, False]


@pytest.mark.parametrize(("name", "number"), [("Zoë Roy", "777"), ("Pat O'Brien", "")])
def test_correction_keeps_number_typed_by_the_organiser(name, number):
    tournament = opened()
    made = come(tournament, "Zoé Roy", club="Sorel")
    registration.edit_entry(tournament.entries.get(), "Zoé Roy", member_number="777")
    now = signups.current_input(made, tournament.entries.get())
    assert now.member_number == ""  # it is not shown to the registrant
    signups.correct(made, replace(now, names=(name,), club="Tracy"))
    entry = tournament.entries.get()
    assert (entry.name, entry.club, entry.member_number) == (name, "Tracy", number)


def test_number_of_the_member_list_follows_the_club():
    known = known_player("Zoé Roy", "Sorel", "00123")
    Player.objects.filter(pk=known.pk).update(on_list=True)
    tournament = opened(organisation=known.organisation)
    made = come(tournament, "Zoé Roy", club="Sorel")
    assert tournament.entries.get().member_number == "00123"
    signups.correct(made, SignupInput(("Zoé Roy",), club="Tracy"))
    assert tournament.entries.get().member_number == ""


def test_corrected_number_is_that_of_the_first_of_a_team():
    tournament = opened(members=2)
    made = come(tournament, "Zoé Roy", "Léo Côté", club="Sorel", member_number="111")
    other = come(tournament, "Luc Roy", "Léa Roy", member_number="333")
    for typed, expected in (("222", "222"), ("333", "222"), ("", "")):  # 333 is that of another person
        signups.correct(made, SignupInput(("Zoé Roy", "Léo Côté"), club="Sorel", member_number=typed))
        entry = tournament.entries.get(uid=made.entry_uid)
        numbers = [one.player.member_number for one in members.current_members(entry)]
        assert numbers == [expected, ""]
    assert tournament.entries.get(uid=other.entry_uid).members.get(position=1).player.member_number == "333"


def test_team_correction_never_changes_number_of_known_player():
    known = known_player("Gérald Lavoie", "Sorel", "00123")
    tournament = opened(organisation=known.organisation, members=2)
    made = come(tournament, "Gérald Lavoie", "Un Deux", club="Sorel", member_number="00123")
    signups.correct(made, SignupInput(("Gérald Lavoie", "Un Deux"), club="Sorel", member_number="666"))
    assert player_details(known)[-1] == "00123"


def test_a_payment_stays_when_a_registrant_withdraws():
    tournament = opened(capacity=1)
    made = come(tournament, "Zoé Roy")
    come(tournament, "Pat O'Brien")
    entry = registration.edit_entry(tournament.entries.get(), "Zoé Roy", fee_cents=1500)
    payments.record(entry, None, "cash", by=None)
    signups.withdraw_signup(made)
    signups.withdraw_signup(made)  # a second tap
    assert (on_roster(tournament), states(tournament)) == (["Zoé Roy", "Pat O'Brien"], [WITHDRAWN, PLACED])
    assert factories.payment_totals(tournament) == {"cash": 1500}


def test_new_registration_after_withdrawal_waits_at_end():
    tournament = opened(capacity=1)
    token = signups.sign_up(tournament, SignupInput(("Zoé Roy",)), nonce="one", language="en")
    come(tournament, "Pat O'Brien")
    made = signup_tokens.signup_by_token(token)
    signups.withdraw_signup(made)
    made.refresh_from_db()
    new = signups.register_again(made, token, language="en")
    assert signups.register_again(made, token, language="en") == new == signups.successor_token(made, token)
    assert states(tournament) == [WITHDRAWN, PLACED, WAITING]


def test_registration_state_follows_settings_and_time():
    tournament, now = factories.tournament(2), timezone.now()
    hour = timedelta(hours=1)
    assert signup_state(tournament) == OFF
    for chosen, expected in [
        (SignupSettings(on=True), OPEN),
        (SignupSettings(on=True, opens=now - hour, closes=now + hour), OPEN),
        (SignupSettings(on=True, opens=now + hour), NOT_YET),
        (SignupSettings(on=True, closes=now - hour), CLOSED),
    ]:
        save_settings(tournament, chosen, by=None)
        tournament.refresh_from_db()
        assert signup_state(tournament) == expected
        if expected != OPEN:
            with pytest.raises(DomainError, match="signup_not_open"):
                come(tournament, "Zoé Roy")
    with pytest.raises(DomainError, match="signup_times"):
        save_settings(tournament, SignupSettings(on=True, opens=now, closes=now - hour), by=None)
    with pytest.raises(DomainError, match="signup_numbers"):
        save_settings(tournament, SignupSettings(on=True, capacity=0), by=None)


@pytest.mark.both_databases
def test_registration_closes_once_the_bracket_of_a_knock_out_is_drawn():
    tournament = factories.tournament(4, key="cribbage-knock-out")
    save_settings(tournament, SignupSettings(on=True, capacity=4), by=None)
    come(tournament, "Zoé Roy")
    playoffs.start_playoffs(tournament, seed=1, by=None)
    tournament.refresh_from_db()
    assert signup_state(tournament) == SEATED
    save_settings(tournament, SignupSettings(on=True, capacity=9), by=None)
    assert states(tournament) == [WAITING], "the bracket is drawn without them"
    audit_log.undo(tournament.acts.get(kind="playoffs"), by=None)
    assert signup_state(tournament) == OPEN
    save_settings(tournament, SignupSettings(on=True, capacity=4), by=None)
    registration.withdraw(factories.entry(tournament, 2), from_round=1, by=None)
    assert states(tournament) == [PLACED]


def test_registrants_withdraw_after_a_draw_was_taken_back():
    tournament = factories.tournament(0, key="cribbage-knock-out")
    save_settings(tournament, SignupSettings(on=True), by=None)
    made = [come(tournament, f"Zoé Roy {at}") for at in range(3)]  # one of them is drawn with a bye
    playoffs.start_playoffs(tournament, seed=1, by=None)
    audit_log.undo(tournament.acts.get(kind="playoffs"), by=None)
    for one in made:
        one.refresh_from_db()
        signups.withdraw_signup(one)
    assert states(tournament) == [WITHDRAWN] * 3
    assert registration.present(tournament, 1) == []


def test_registration_closes_once_first_round_is_seated():
    tournament = opened(3, capacity=4)
    made, waits = come(tournament, "Zoé Roy"), come(tournament, "Pat O'Brien")
    factories.open_round(tournament)
    tournament.refresh_from_db()
    assert signup_state(tournament) == SEATED
    for change in (signups.withdraw_signup, lambda one: signups.correct(one, SignupInput(("Zoé Roy",)))):
        with pytest.raises(DomainError, match="signup_not_open"):
            change(made)
    signup_requests.ask_organiser(made, "Je ne peux pas venir.")
    assert [one.asks for one in signups.listed_signups(tournament)] == [True, False]
    signup_requests.answer_request(tournament, made.number)
    assert [one.asks for one in signups.listed_signups(tournament)] == [False, False]
    registration.withdraw(tournament.entries.get(number=1), from_round=2, by=None)
    assert signups.status_of(tournament, waits).state == WAITING  # only players who are there are seated


def test_drawn_partner_keeps_place():
    tournament = opened(1, capacity=2)
    made = come(tournament, "Zoé Roy")
    come(tournament, "Pat O'Brien")
    alone = tournament.entries.get(uid=made.entry_uid)
    team = tournament.entries.get(number=1)
    registration.add_member(team, "Zoé Roy", by=None)
    team.members.filter(position=2).update(came_as={"uid": str(alone.uid), "club": ""})
    registration.remove_entry(alone)
    assert states(tournament)[0] == PLACED
    made.refresh_from_db()
    assert not signups.may_change(tournament, made, signups.status_of(tournament, made))


def test_names_alike_are_marked_and_not_refused():
    tournament = opened(capacity=2)
    for name in ("Gérald Lavoie", "Lavoie Gerald", "Gérard Lavoye", "Pat O'Brien"):
        come(tournament, name)
    marked = [len(one.alike) for one in signups.listed_signups(tournament)]
    assert all(marked[:3])
    assert not marked[3]


def restore_copy_of(tournament: Tournament) -> Tournament:
    """Restore a copy of the day as it is now; return its new life."""
    return copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)


@pytest.mark.django_db(transaction=True)
def test_restored_copy_keeps_waiting_list_without_contacts():
    tournament = opened(capacity=1)
    made = come(tournament, "Zoé Roy", contact="zoe@example.org")
    come(tournament, "Pat O'Brien")
    packed = str(copies.pack(tournament))
    assert not [one for one in ("zoe@example.org", made.token_hash, "Pat O'Brien") if one in packed]
    restore_copy_of(tournament)
    live = Tournament.objects.get(uid=tournament.uid, live=True)
    assert live != tournament
    assert states(live) == [PLACED, WAITING]
    signups.withdraw_signup(made)
    assert (states(live), on_roster(live)) == ([WITHDRAWN, PLACED], ["Pat O'Brien"])


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_registration_during_restore_goes_to_restored_copy():
    tournament = opened()
    with run_while_waiting_for_lock(lambda: restore_copy_of(tournament)):
        come(tournament, "Zoé Roy")
    assert on_roster(Tournament.objects.get(uid=tournament.uid, live=True)) == ["Zoé Roy"]
    assert on_roster(tournament) == []


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_concurrent_registrations_respect_capacity():
    tournament = opened(5, capacity=25, per_club=9)

    def register(at: int) -> str:
        try:
            return signups.sign_up(
                tournament,
                SignupInput((f"Personne {at // 2}",), club=f"Club {at // 2 % 2}"),
                nonce=f"form {at // 2}",  # each form is sent twice
                language="fr-ca",
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(40) as people:
        tokens = list(people.map(register, range(80)))
    assert len(set(tokens)) == 40 == Signup.objects.count()
    rows = signups.listed_signups(tournament)
    assert [one.signup.number for one in rows] == list(range(1, 41))
    assert tournament.entries.count() == 5 + 18  # nine of each club
    for club in ("Club 0", "Club 1"):
        of_club = [one.state for one in rows if one.signup.club == club]
        assert of_club == [PLACED] * 9 + [WAITING] * (len(of_club) - 9)
    save_settings(tournament, SignupSettings(on=True, capacity=25), by=None)
    assert tournament.entries.count() == 25
    up = [one.number for one in Signup.objects.order_by("placed_at") if one.entry_uid][18:]
    assert up == [one.signup.number for one in rows if one.state == WAITING][:2]
