"""Registration through the public form: places, the waiting list, and what registrants change."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.interleaved import overtaken
from tournaments import registration
from tournaments.models import Organisation, Player, Signup, Tournament
from tournaments.registration import payments, questions, signup_tokens, signups
from tournaments.registration.names import fold
from tournaments.registration.signup_settings import (
    CLOSED,
    NOT_YET,
    OFF,
    OPEN,
    SEATED,
    SignupSettings,
    save_settings,
    state_of,
)
from tournaments.registration.signups import OFF_THE_LIST, PLACED, WAITING, WITHDRAWN, Typed
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def opened(players: int = 0, organisation: Organisation | None = None, **chosen) -> Tournament:
    """A tournament with that many people typed by hand, open to registrations."""
    day = factories.tournament(players, about={"organisation": organisation})
    save_settings(day, SignupSettings(on=True, **chosen), by=None)
    return day


def come(day: Tournament, name: str, *others: str, nonce: str = "", **typed) -> Signup:
    token = signups.sign_up(
        day, Typed((name, *others), **typed), nonce=nonce or f"form of {name}", language="fr-ca"
    )
    found = signup_tokens.by_token(token)
    assert found
    return found


def states(day: Tournament) -> list[str]:
    return [one.state for one in signups.registered(Tournament.objects.get(pk=day.pk))]


def on_roster(day: Tournament) -> list[str]:
    return list(day.entries.order_by("number").values_list("name", flat=True))


def test_a_registration_with_a_place_is_an_entry_of_the_roster():
    day = opened()
    made = come(day, " Zoé  L'Écuyer", club="Sorel", member_number="00123", agrees=True)
    entry = day.entries.get(uid=made.entry_uid)
    assert (entry.name, entry.club, entry.member_number) == ("Zoé L'Écuyer", "Sorel", "00123")
    assert entry.consented_at == made.consented_at is not None
    assert signups.entries_by_form(day) == {entry.uid}
    assert registration.present(day, 1) == [entry]


def test_only_a_hash_of_the_token_is_stored():
    token = signups.sign_up(opened(), Typed(("Zoé Roy",)), nonce="a form", language="en")
    assert len(token) * 6 >= 128
    made = Signup.objects.get()
    assert token not in [str(value) for value in vars(made).values()]
    assert signup_tokens.by_token(token) == made
    assert signup_tokens.by_token(token[:-1]) is None


def test_people_typed_by_hand_share_the_capacity():
    day = opened(2, capacity=3)
    assert [come(day, name).entry_uid is not None for name in ("Un Roy", "Deux Roy")] == [True, False]
    registration.add_entry(day, "Par La Main")  # the organiser decides
    assert states(day) == [PLACED, WAITING]


def test_the_first_who_waits_moves_up_when_a_place_becomes_free():
    day = opened(capacity=1)
    first, second, third = (come(day, f"{word} Roy") for word in ("Un", "Deux", "Trois"))
    assert signups.standing(day, third).place_in_line == 2
    signups.take_back(first)
    assert states(day) == [WITHDRAWN, PLACED, WAITING]
    assert on_roster(day) == ["Deux Roy"]
    registration.remove_entry(day.entries.get(uid=Signup.objects.get(pk=second.pk).entry_uid))
    assert states(day) == [WITHDRAWN, OFF_THE_LIST, PLACED]
    first.refresh_from_db()
    assert first.withdrawn_at and first.placed_at and first.entry_uid


def test_a_person_whom_the_organiser_sends_home_frees_a_place():
    day = opened(1, capacity=1)
    come(day, "Zoé Roy")
    registration.withdraw(factories.entry(day, 1), from_round=1, by=None)
    assert states(day) == [PLACED]


def test_people_left_out_at_the_door_keep_their_places():
    day = opened(2, capacity=2)
    come(day, "Zoé Roy")
    registration.leave_out(day, list(day.entries.all()[:1]), by=None)
    save_settings(day, SignupSettings(on=True, capacity=2, per_club=9), by=None)
    assert states(day) == [WAITING]


def test_a_higher_capacity_lets_people_move_up_in_order():
    day = opened(capacity=1)
    for word in ("Un", "Deux", "Trois", "Quatre"):
        come(day, f"{word} Roy")
    save_settings(day, SignupSettings(on=True, capacity=3), by=None)
    assert states(day) == [PLACED, PLACED, PLACED, WAITING]
    assert on_roster(day) == ["Un Roy", "Deux Roy", "Trois Roy"]


def test_a_full_club_waits_and_the_next_who_fits_does_not():
    day = opened(capacity=3, per_club=1)
    come(day, "Un Roy", club="Saint-Hyacinthe")
    come(day, "Deux Roy", club="ST-HYACINTHE")
    come(day, "Trois Roy", club="Sorel")
    assert states(day) == [PLACED, WAITING, PLACED]
    with pytest.raises(DomainError, match="signup_club_full"):
        signups.correct(Signup.objects.get(number=3), Typed(("Trois Roy",), club="St-Hyacinthe"))
    signups.correct(Signup.objects.get(number=1), Typed(("Un Roy",), club="Beloeil"))
    assert states(day) == [PLACED, PLACED, PLACED]


def test_the_organiser_gives_a_place_by_hand():
    day = opened(1, capacity=1)
    waits = come(day, "Zoé Roy")
    signups.place_by_hand(day, waits.number, by=None)
    assert states(day) == [PLACED]
    with pytest.raises(DomainError, match="signup_not_waiting"):
        signups.place_by_hand(day, waits.number, by=None)
    registration.withdraw(day.entries.get(name="Zoé Roy"), from_round=1, by=None)
    assert states(day) == [OFF_THE_LIST]
    signups.place_by_hand(day, waits.number, by=None)
    assert (states(day), on_roster(day)[1:]) == ([PLACED], ["Zoé Roy"])


def test_a_form_sent_twice_registers_once_and_another_name_again():
    day = opened()
    assert come(day, "Zoé Roy", nonce="one") == come(day, "zoé roy", nonce="one")
    come(day, "Pat O'Brien", nonce="one")
    assert on_roster(day) == ["Zoé Roy", "Pat O'Brien"]


def test_a_correction_is_that_of_the_entry():
    day = opened()
    made = come(day, "Zoe Roy", club="Sorel")
    signups.correct(made, Typed(("Zoé Roy",), club="Beloeil", contact="450 555-0199", agrees=True))
    entry = day.entries.get()
    assert (entry.name, entry.club, entry.consented_at is None) == ("Zoé Roy", "Beloeil", False)
    made.refresh_from_db()
    registration.edit_entry(entry, "Zoé Roy-Côté")
    assert signups.as_it_stands(made, day.entries.get()).names == ("Zoé Roy-Côté",)


def met_before(name: str, club: str = "", member_number: str = "") -> Player:
    """A person whom the organisation knows from an earlier tournament."""
    earlier = factories.tournament(0, by=factories.director("rose"))
    entry = registration.add_entry(earlier, name, club=club, member_number=member_number)
    return entry.members.get().player


def as_known(player: Player) -> tuple[str, ...]:
    player.refresh_from_db()
    return (player.name, player.sort_name, player.club, player.region, player.member_number)


@pytest.mark.parametrize("name", ["Gérald Lavoie", "Gerald Lavoie", "Gérald Lavoye", "Pat O'Brien"])
@pytest.mark.parametrize("club", ["Sorel", "Beloeil"])
@pytest.mark.parametrize("number", ["", "00123", "666"])
def test_a_correction_never_changes_a_person_known_from_elsewhere(name, club, number):
    known = met_before("Gérald Lavoie", "Sorel", "00123")
    before = as_known(known)
    day = opened(organisation=known.organisation)
    made = come(day, "Gérald Lavoie", club="Sorel")
    signups.correct(made, Typed((name,), club=club, member_number=number))
    entry = day.entries.get()
    assert (entry.name, entry.club, entry.member_number) == (name, club, number)
    assert as_known(known) == before
    same = fold(name) == "gerald lavoie" and number != "666" and (club == "Sorel" or number == "00123")
    assert (entry.members.get().player == known) == same
    assert Player.objects.filter(organisation=known.organisation).count() == 2 - same


def test_a_correction_never_changes_a_person_whom_the_organiser_keeps():
    day = opened()
    made = come(day, "Gérald Lavoie", club="Sorel")
    Player.objects.update(kept=True)
    known = Player.objects.get()
    before = as_known(known)
    signups.correct(made, Typed(("Pat O'Brien",), club="Beloeil"))
    assert (as_known(known), on_roster(day)) == (before, ["Pat O'Brien"])


def test_a_person_who_is_known_by_this_registration_alone_follows_its_correction():
    day = opened()
    made = come(day, "zoe roy", club="Sorel")
    signups.correct(made, Typed(("Zoé Roi",), club="Beloeil", member_number="7"))
    (player,) = Player.objects.all()
    assert as_known(player)[::4] == ("Zoé Roi", "7")
    assert day.entries.get().members.get().player == player


@pytest.mark.parametrize("name", ["Gérald Lavoye", "Pat O'Brien"])
def test_a_correction_in_a_team_never_changes_a_person_known_from_elsewhere(name):
    known = met_before("Gérald Lavoie", "Sorel", "00123")
    before = as_known(known)
    day = opened(organisation=known.organisation, members=2)
    made = come(day, "Gérald Lavoie", "Un Deux", club="Sorel")
    signups.correct(made, Typed((name, "Un Deux"), club="Sorel"))
    assert day.entries.get().team == [name, "Un Deux"]
    assert as_known(known) == before
    assert known.memberships.count() == 1


def test_an_answer_that_is_taken_back_is_gone_from_the_roster():
    day = opened()
    questions.save_questions(day, [(None, "Repas", ["Poulet", "Saumon"])], by=None)
    made = come(day, "Zoé Roy", answers={"1": "Saumon"})
    signups.correct(made, Typed(("Zoé Roy",), answers={"1": ""}))
    assert day.entries.get().answers == {}


def test_a_team_has_one_place_and_its_members_can_be_corrected():
    day = opened(capacity=1, members=2)
    made = come(day, "Zoé Roy", "Pat O'Brien", agrees=True)
    come(day, "Un Deux", "Trois Quatre")
    entry = day.entries.get()
    assert (entry.team, states(day)) == (["Zoé Roy", "Pat O'Brien"], [PLACED, WAITING])
    assert [one.consented_at is None for one in entry.members.order_by("position")] == [False, True]
    signups.correct(made, Typed(("Zoé Roy", "Patrick O'Brien"), club="Sorel"))
    entry.refresh_from_db()
    assert (entry.team, entry.club) == (["Zoé Roy", "Patrick O'Brien"], "Sorel")
    assert not entry.members.exclude(consented_at=None).exists()
    with pytest.raises(DomainError, match="member_twice"):
        signups.correct(made, Typed(("Zoé Roy", "Zoé Roy")))


def test_a_payment_stays_when_a_registrant_withdraws():
    day = opened(capacity=1)
    made = come(day, "Zoé Roy")
    come(day, "Pat O'Brien")
    entry = registration.edit_entry(day.entries.get(), "Zoé Roy", fee_cents=1500)
    payments.record(entry, None, "cash", by=None)
    signups.take_back(made)
    signups.take_back(made)  # a second tap
    assert (on_roster(day), states(day)) == (["Zoé Roy", "Pat O'Brien"], [WITHDRAWN, PLACED])
    assert registration.cash_total(day) == {"cash": 1500}


def test_who_registers_again_waits_at_the_end():
    day = opened(capacity=1)
    token = signups.sign_up(day, Typed(("Zoé Roy",)), nonce="one", language="en")
    come(day, "Pat O'Brien")
    made = signup_tokens.by_token(token)
    signups.take_back(made)
    made.refresh_from_db()
    new = signups.again(made, token, language="en")
    assert signups.again(made, token, language="en") == new == signups.successor(made, token)
    assert states(day) == [WITHDRAWN, PLACED, WAITING]


def test_when_registration_is_open():
    day, now = factories.tournament(2), timezone.now()
    hour = timedelta(hours=1)
    assert state_of(day) == OFF
    for chosen, expected in [
        (SignupSettings(on=True), OPEN),
        (SignupSettings(on=True, opens=now - hour, closes=now + hour), OPEN),
        (SignupSettings(on=True, opens=now + hour), NOT_YET),
        (SignupSettings(on=True, closes=now - hour), CLOSED),
    ]:
        save_settings(day, chosen, by=None)
        day.refresh_from_db()
        assert state_of(day) == expected
        if expected != OPEN:
            with pytest.raises(DomainError, match="signup_not_open"):
                come(day, "Zoé Roy")
    with pytest.raises(DomainError, match="signup_times"):
        save_settings(day, SignupSettings(on=True, opens=now, closes=now - hour), by=None)
    with pytest.raises(DomainError, match="signup_numbers"):
        save_settings(day, SignupSettings(on=True, capacity=0), by=None)


def test_after_game_1_is_seated_only_requests_are_left():
    day = opened(3, capacity=4)
    made, waits = come(day, "Zoé Roy"), come(day, "Pat O'Brien")
    factories.open_round(day)
    day.refresh_from_db()
    assert state_of(day) == SEATED
    for change in (signups.take_back, lambda one: signups.correct(one, Typed(("Zoé Roy",)))):
        with pytest.raises(DomainError, match="signup_not_open"):
            change(made)
    signups.ask_organiser(made, "Je ne peux pas venir.")
    assert [one.asks for one in signups.registered(day)] == [True, False]
    signups.answer_request(day, made.number)
    assert [one.asks for one in signups.registered(day)] == [False, False]
    registration.withdraw(day.entries.get(number=1), from_round=2, by=None)
    assert signups.standing(day, waits).state == WAITING  # nobody is seated without being there


def test_who_was_drawn_into_a_team_still_has_a_place():
    day = opened(1, capacity=2)
    made = come(day, "Zoé Roy")
    come(day, "Pat O'Brien")
    alone = day.entries.get(uid=made.entry_uid)
    team = day.entries.get(number=1)
    registration.join(team, "Zoé Roy", by=None)
    team.members.filter(position=2).update(came_as={"uid": str(alone.uid), "club": ""})
    registration.remove_entry(alone)
    assert states(day)[0] == PLACED
    made.refresh_from_db()
    assert not signups.may_change(day, made, signups.standing(day, made))


def test_names_alike_are_marked_and_not_refused():
    day = opened(capacity=2)
    for name in ("Gérald Lavoie", "Lavoie Gerald", "Gérard Lavoye", "Pat O'Brien"):
        come(day, name)
    marked = [len(one.alike) for one in signups.registered(day)]
    assert all(marked[:3])
    assert not marked[3]


def restored(day: Tournament) -> Tournament:
    """Restore a copy of the day as it is now; return its new life."""
    return copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)


@pytest.mark.django_db(transaction=True)
def test_a_restored_copy_keeps_own_pages_and_the_line_and_carries_no_contact():
    day = opened(capacity=1)
    made = come(day, "Zoé Roy", contact="zoe@example.org")
    come(day, "Pat O'Brien")
    packed = str(copies.pack(day))
    assert not [one for one in ("zoe@example.org", made.token_hash, "Pat O'Brien") if one in packed]
    restored(day)
    live = Tournament.objects.get(uid=day.uid, live=True)
    assert live != day
    assert states(live) == [PLACED, WAITING]
    signups.take_back(made)
    assert (states(live), on_roster(live)) == ([WITHDRAWN, PLACED], ["Pat O'Brien"])


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_who_registers_while_a_copy_is_restored_is_in_the_life_that_goes_on():
    day = opened()
    with overtaken(lambda: restored(day)):
        come(day, "Zoé Roy")
    assert on_roster(Tournament.objects.get(uid=day.uid, live=True)) == ["Zoé Roy"]
    assert on_roster(day) == []


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_forty_at_once_are_neither_lost_nor_doubled_and_none_is_too_many():
    day = opened(5, capacity=25, per_club=9)

    def register(at: int) -> str:
        try:
            return signups.sign_up(
                day,
                Typed((f"Personne {at // 2}",), club=f"Club {at // 2 % 2}"),
                nonce=f"form {at // 2}",  # each form is sent twice
                language="fr-ca",
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(40) as people:
        tokens = list(people.map(register, range(80)))
    assert len(set(tokens)) == 40 == Signup.objects.count()
    rows = signups.registered(day)
    assert [one.signup.number for one in rows] == list(range(1, 41))
    assert day.entries.count() == 5 + 18  # nine of each club
    for club in ("Club 0", "Club 1"):
        of_club = [one.state for one in rows if one.signup.club == club]
        assert of_club == [PLACED] * 9 + [WAITING] * (len(of_club) - 9)
    save_settings(day, SignupSettings(on=True, capacity=25), by=None)
    assert day.entries.count() == 25
    up = [one.number for one in Signup.objects.order_by("placed_at") if one.entry_uid][18:]
    assert up == [one.signup.number for one in rows if one.state == WAITING][:2]
