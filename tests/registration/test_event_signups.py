"""Registration for several tournaments of an event: all or none, one person, each with its own places."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from scoring import DomainError
from tests import event_tournaments
from tests.registration.test_signups import come
from tournaments.models import Player, Signup, Tournament
from tournaments.organisations import events
from tournaments.registration import event_signups, questions, signup_tokens, signups
from tournaments.registration.event_signups import sign_up_together
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.registration.signups import PLACED, WAITING, WITHDRAWN, SignupInput

pytestmark = pytest.mark.django_db


def together(event, *chosen: Tournament, name: str = "Zoé L'Écuyer", nonce: str = "", **typed) -> Signup:
    token = sign_up_together(
        event,
        {tournament.uid: SignupInput((name,), **typed) for tournament in chosen},
        nonce=nonce or f"form of {name}",
        language="fr-ca",
    )
    found = signup_tokens.signup_by_token(token)
    assert found
    return found


def test_one_form_registers_one_person_in_each_tournament():
    crib, gin, whist = event_tournaments.days(3)
    event = event_tournaments.event(whist, gin, crib)
    made = together(event, gin, crib, club="Sorel", member_number="00123", agrees=True)
    assert made.tournament_uid == crib.uid  # the first that is played
    rows = Signup.objects.all()
    assert {row.tournament_uid for row in rows} == {crib.uid, gin.uid}
    assert len({row.group_uid for row in rows}) == 1 and made.group_uid
    assert len({row.token_hash for row in rows}) == 2
    assert Player.objects.get().memberships.count() == 2
    assert not whist.entries.exists()
    (other,) = event_signups.same_form_signups(made)
    assert (other.tournament, other.standing.state) == (gin, PLACED)


def test_waiting_player_moves_up_as_same_person():
    crib, gin = event_tournaments.days(2, capacity=1)
    event = event_tournaments.event(crib, gin)
    first = come(gin, "Pat O'Brien")
    made = together(event, crib, gin, club="Sorel")
    assert [one.standing.state for one in event_signups.same_form_signups(made)] == [WAITING]
    signups.withdraw_signup(first)
    assert [one.standing.state for one in event_signups.same_form_signups(made)] == [PLACED]
    assert Player.objects.get().memberships.count() == 2


def test_repeated_form_registers_once_and_adds_tournaments():
    crib, gin, whist = event_tournaments.days(3)
    event = event_tournaments.event(crib, gin, whist, most=2)
    tokens = {together(event, crib, gin).pk for _tap in range(2)}
    assert len(tokens) == 1
    assert Signup.objects.count() == 2
    with pytest.raises(DomainError) as refusal:
        together(event, crib, whist)
    assert refusal.value.code == "event_choices"
    signups.withdraw_signup(event_signups.same_form_signups(Signup.objects.get(pk=tokens.pop()))[0].signup)
    together(event, crib, whist)
    assert Signup.objects.filter(withdrawn_at=None).count() == 2


def test_tournament_taken_out_of_its_event_does_not_count_as_a_choice():
    crib, gin, whist = event_tournaments.days(3)
    event = event_tournaments.event(crib, gin, whist, most=2)
    made = together(event, crib, gin)
    events.take_out(event, gin, by=None)
    together(event, crib, whist)
    assert [one.tournament for one in event_signups.same_form_signups(made)] == [gin, whist]


def test_refusal_in_one_tournament_refuses_all():
    crib, gin = event_tournaments.days(2)
    event = event_tournaments.event(crib, gin)
    save_settings(gin, SignupSettings(), by=None)
    with pytest.raises(DomainError) as refusal:
        together(event, crib, gin)
    assert refusal.value.code == "signup_not_open"
    assert not Signup.objects.exists()
    assert not Player.objects.exists()
    with pytest.raises(DomainError):
        together(event, crib, *event_tournaments.days(1))  # of no event
    assert not Signup.objects.exists()


def test_new_registration_stays_linked_to_others():
    crib, gin = event_tournaments.days(2)
    made = together(event_tournaments.event(crib, gin), crib, gin)
    token = signup_tokens.own_token(made.uid)
    signups.withdraw_signup(made)
    made.refresh_from_db()
    again = signup_tokens.signup_by_token(signups.register_again(made, token, language="fr-ca"))
    assert again and again != made
    (other,) = event_signups.same_form_signups(again)
    assert other.tournament == gin
    assert [one.signup for one in event_signups.same_form_signups(other.signup)] == [again]
    assert signups.status_of(crib, made).state == WITHDRAWN


def test_shared_question_is_asked_once():
    crib, gin, whist = event_tournaments.days(3)
    questions.save_questions(crib, [(None, "Autobus ?", []), (None, "Repas", ["Poulet", "Poisson"])], by=None)
    questions.save_questions(gin, [(None, "repas ", ["Poulet", "Poisson"])], by=None)
    questions.save_questions(whist, [(None, "Repas", ["Oui, midi", "Oui, soir"])], by=None)
    for tournament in (crib, gin, whist):
        tournament.refresh_from_db()
    shared = event_signups.shared_questions([crib, gin, whist])
    assert [len(one.asked) for one in shared] == [1, 2, 1]
    numbers = [str(one.question.id) for one in shared]
    typed = SignupInput(("Zoé",), answers=dict(zip(numbers, ("yes", "Poisson", "Oui, soir"), strict=True)))
    own = [event_signups.with_answers(typed, tournament, shared).answers for tournament in (crib, gin, whist)]
    assert own == [{"1": "yes", "2": "Poisson"}, {"1": "Poisson"}, {"1": "Oui, soir"}]


def test_only_public_tournaments_are_offered():
    crib, gin = event_tournaments.days(2)
    event = event_tournaments.event(crib, gin)
    gin.visibility = Tournament.Visibility.LINK
    gin.save()
    assert [one.tournament for one in event_signups.choices_of(event)] == [crib]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_concurrent_registrations_do_not_deadlock_or_split():
    made = event_tournaments.days(3, capacity=8)
    event = event_tournaments.event(*made)

    def register(at: int) -> str:
        person, turn = at // 2, at % 2  # each form is sent twice, with the ticks in another order
        chosen = [made[person % 3], made[(person + 1) % 3]]
        try:
            typed = {
                tournament.uid: SignupInput((f"Personne {person}",))
                for tournament in (chosen if turn else chosen[::-1])
            }
            return sign_up_together(event, typed, nonce=f"form {person}", language="fr-ca")
        finally:
            connection.close()

    with ThreadPoolExecutor(24) as people:
        tokens = list(people.map(register, range(48)))
    assert len(set(tokens)) == 24
    groups = list(Signup.objects.values_list("group_uid", flat=True))
    assert sorted(map(groups.count, set(groups))) == [2] * 24
    for tournament in made:
        states = [one.state for one in signups.listed_signups(tournament)]
        assert states == [PLACED] * 8 + [WAITING] * 8
    entered = Player.objects.values_list("name", flat=True)
    assert len(entered) == len(set(entered))
