"""Registration for several tournaments of an event: all or none, one person, each with its own places."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from scoring import DomainError
from tests import event_days
from tests.registration.test_signups import come
from tournaments.models import Player, Signup, Tournament
from tournaments.registration import event_signups, questions, signup_tokens, signups
from tournaments.registration.event_signups import sign_up_together
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.registration.signups import PLACED, WAITING, WITHDRAWN, Typed

pytestmark = pytest.mark.django_db


def together(event, *chosen: Tournament, name: str = "Zoé L'Écuyer", nonce: str = "", **typed) -> Signup:
    token = sign_up_together(
        event,
        {day.uid: Typed((name,), **typed) for day in chosen},
        nonce=nonce or f"form of {name}",
        language="fr-ca",
    )
    found = signup_tokens.by_token(token)
    assert found
    return found


def test_one_form_registers_one_person_in_each_tournament():
    crib, gin, whist = event_days.days(3)
    event = event_days.event(whist, gin, crib)
    made = together(event, gin, crib, club="Sorel", member_number="00123", agrees=True)
    assert made.tournament_uid == crib.uid  # the first that is played
    rows = Signup.objects.all()
    assert {row.tournament_uid for row in rows} == {crib.uid, gin.uid}
    assert len({row.group_uid for row in rows}) == 1 and made.group_uid
    assert len({row.token_hash for row in rows}) == 2
    assert Player.objects.get().memberships.count() == 2
    assert not whist.entries.exists()
    (other,) = event_signups.others_of(made)
    assert (other.tournament, other.standing.state) == (gin, PLACED)


def test_who_waits_and_moves_up_later_is_still_the_same_person():
    crib, gin = event_days.days(2, capacity=1)
    event = event_days.event(crib, gin)
    first = come(gin, "Pat O'Brien")
    made = together(event, crib, gin, club="Sorel")
    assert [one.standing.state for one in event_signups.others_of(made)] == [WAITING]
    signups.take_back(first)
    assert [one.standing.state for one in event_signups.others_of(made)] == [PLACED]
    assert Player.objects.get().memberships.count() == 2


def test_the_same_form_twice_registers_once_and_adds_what_is_ticked_later():
    crib, gin, whist = event_days.days(3)
    event = event_days.event(crib, gin, whist, most=2)
    tokens = {together(event, crib, gin).pk for _tap in range(2)}
    assert len(tokens) == 1
    assert Signup.objects.count() == 2
    with pytest.raises(DomainError) as refusal:
        together(event, crib, whist)
    assert refusal.value.code == "event_choices"
    signups.take_back(event_signups.others_of(Signup.objects.get(pk=tokens.pop()))[0].signup)
    together(event, crib, whist)
    assert Signup.objects.filter(withdrawn_at=None).count() == 2


def test_what_is_refused_in_one_tournament_is_written_in_none():
    crib, gin = event_days.days(2)
    event = event_days.event(crib, gin)
    save_settings(gin, SignupSettings(), by=None)
    with pytest.raises(DomainError) as refusal:
        together(event, crib, gin)
    assert refusal.value.code == "signup_not_open"
    assert not Signup.objects.exists()
    assert not Player.objects.exists()
    with pytest.raises(DomainError):
        together(event, crib, *event_days.days(1))  # of no event
    assert not Signup.objects.exists()


def test_who_registers_again_stays_with_the_other_registrations():
    crib, gin = event_days.days(2)
    made = together(event_days.event(crib, gin), crib, gin)
    token = signup_tokens.own_token(made.uid)
    signups.take_back(made)
    made.refresh_from_db()
    again = signup_tokens.by_token(signups.again(made, token, language="fr-ca"))
    assert again and again != made
    (other,) = event_signups.others_of(again)
    assert other.tournament == gin
    assert [one.signup for one in event_signups.others_of(other.signup)] == [again]
    assert signups.standing(crib, made).state == WITHDRAWN


def test_a_question_with_the_same_words_and_choices_is_asked_once():
    crib, gin, whist = event_days.days(3)
    questions.save_questions(crib, [(None, "Autobus ?", []), (None, "Repas", ["Poulet", "Poisson"])], by=None)
    questions.save_questions(gin, [(None, "repas ", ["Poulet", "Poisson"])], by=None)
    questions.save_questions(whist, [(None, "Repas", ["Oui, midi", "Oui, soir"])], by=None)
    for day in (crib, gin, whist):
        day.refresh_from_db()
    shared = event_signups.shared_questions([crib, gin, whist])
    assert [len(one.asked) for one in shared] == [1, 2, 1]
    typed = Typed(("Zoé",), answers={"1": "yes", "2": "Poisson", "3": "Oui, soir"})
    own = [event_signups.with_answers(typed, day, shared).answers for day in (crib, gin, whist)]
    assert own == [{"1": "yes", "2": "Poisson"}, {"1": "Poisson"}, {"1": "Oui, soir"}]


def test_only_tournaments_that_everybody_may_see_are_offered():
    crib, gin = event_days.days(2)
    event = event_days.event(crib, gin)
    gin.visibility = Tournament.Visibility.LINK
    gin.save()
    assert [one.tournament for one in event_signups.choices_of(event)] == [crib]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_many_at_once_in_several_tournaments_wait_for_nobody_and_none_is_in_one_alone():
    made = event_days.days(3, capacity=8)
    event = event_days.event(*made)

    def register(at: int) -> str:
        person, turn = at // 2, at % 2  # each form is sent twice, with the ticks in another order
        chosen = [made[person % 3], made[(person + 1) % 3]]
        try:
            typed = {day.uid: Typed((f"Personne {person}",)) for day in (chosen if turn else chosen[::-1])}
            return sign_up_together(event, typed, nonce=f"form {person}", language="fr-ca")
        finally:
            connection.close()

    with ThreadPoolExecutor(24) as people:
        tokens = list(people.map(register, range(48)))
    assert len(set(tokens)) == 24
    groups = list(Signup.objects.values_list("group_uid", flat=True))
    assert sorted(map(groups.count, set(groups))) == [2] * 24
    for day in made:
        states = [one.state for one in signups.registered(day)]
        assert states == [PLACED] * 8 + [WAITING] * 8
    entered = Player.objects.values_list("name", flat=True)
    assert len(entered) == len(set(entered))
