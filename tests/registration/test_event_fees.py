"""A meal that several tournaments of an event ask is paid once, wherever the person takes part first."""

import pytest

from tests import event_days
from tests.registration.test_event_signups import together
from tests.registration.test_signups import come
from tests.walk import queries_counted
from tournaments import registration
from tournaments.models import Tournament
from tournaments.registration import draw, event_door, payments, questions, signups
from tournaments.registration.fees import Fees, save_fees

pytestmark = pytest.mark.django_db
ANSWER = {"1": "Poisson"}


def ask(day: Tournament, text: str = "Repas", price: int = 2500) -> None:
    known = next((one.id for one in questions.questions_of(day)), None)
    questions.save_questions(day, [(known, text, ["Poulet", "Poisson"])], by=None)
    prices = {"Poisson": price} if price else {}
    save_fees(day, Fees(1000, answers={"1": prices}), by=None)
    day.refresh_from_db()


@pytest.fixture
def made() -> list[Tournament]:
    days = event_days.days(3)
    for day in days:
        ask(day)
    return days


@pytest.fixture
def event(made):
    return event_days.event(*made)


def fees(days) -> list[int | None]:
    """The fee of the first entry of each tournament."""
    live = [Tournament.objects.get(pk=day.pk) for day in days]
    return [next((one.fee for one in payments.accounts(day).values()), None) for day in live]


def test_the_meal_is_in_the_fee_of_the_first_tournament_alone(made, event):
    together(event, *made[1:], answers=ANSWER)
    assert fees(made) == [None, 3500, 1000]
    (person,) = event_door.people_of([Tournament.objects.get(pk=day.pk) for day in made])
    assert person.due == 4500
    assert payments.record(made[2].entries.get(), None, "cash", by=None).cents == 1000


def test_who_withdraws_from_the_first_owes_the_meal_in_the_next(made, event):
    own = together(event, *made, answers=ANSWER)
    assert fees(made) == [3500, 1000, 1000]
    payments.record(made[0].entries.get(), None, "cash", by=None)
    signups.take_back(own)
    assert payments.account_of(made[0].entries.get()).over == 3500
    assert fees(made)[1:] == [3500, 1000]


def test_who_waits_in_the_first_owes_the_meal_where_they_have_a_place(made, event):
    event_days.save_settings(made[0], event_days.SignupSettings(on=True, capacity=1), by=None)
    come(made[0], "Pat O'Brien")
    together(event, *made[:2], answers=ANSWER)
    assert fees(made[1:2]) == [3500]


def test_other_words_another_answer_or_no_price_are_asked_for_each(made, event):
    ask(made[0], "Souper")
    ask(made[1], price=0)
    together(event, *made, answers=ANSWER)
    assert fees(made) == [3500, 1000, 3500]
    ask(made[1])
    assert fees(made) == [3500, 3500, 1000]
    registration.edit_entry(made[1].entries.get(), "Zoé L'Écuyer", answers={"1": "Poulet"})  # which is free
    assert fees(made) == [3500, 1000, 3500]


def test_an_amount_that_was_typed_says_nothing_of_the_meal(made, event):
    together(event, *made[:2], answers=ANSWER)
    registration.edit_entry(made[0].entries.get(), "Zoé L'Écuyer", fee_cents=500)
    assert fees(made[:2]) == [500, 3500]


def test_a_person_is_known_by_the_form_or_by_the_organisation(made, event):
    together(event, *made[:2], club="Sorel", answers=ANSWER)
    registration.edit_entry(made[1].entries.get(), "Zoé Lécuyer-Roy", answers=ANSWER)  # by the form
    registration.add_entry(made[2], "Zoé L'Écuyer", club="Sorel", answers=ANSWER, paid_how="cash")
    assert fees(made) == [3500, 1000, 1000]
    assert [line.cents for line in made[2].payments.all()] == [1000]
    registration.add_entry(made[2], "Pat O'Brien", answers=ANSWER)
    assert [one.fee for one in payments.accounts(made[2]).values()] == [1000, 3500]


def test_tournaments_without_an_event_ask_each(made):
    for day in made[:2]:
        registration.add_entry(day, "Zoé Roy", club="Sorel", answers=ANSWER)
    assert fees(made[:2]) == [3500, 3500]


@pytest.mark.parametrize("drawn", [0, 1])
def test_who_is_drawn_into_a_team_pays_it_once_too(made, event, drawn):
    together(event, *made[:2], answers=ANSWER)
    day = made[drawn]
    come(day, "Pat O'Brien", answers=ANSWER)
    draw.enter(day, draw.draw(day, draw.DrawRequest(), seed=5, reason="", by=None).version, by=None)
    assert fees(made[:2]) == ([7000, 1000] if drawn == 0 else [3500, 4500])


def test_more_people_are_not_asked_more_often(made, event):
    asked = []
    for rows in (1, 4):
        for at in range(event.tournaments()[0].entries.count(), rows):
            together(event, *made, name=f"Personne {at}", answers=ANSWER)
        with queries_counted() as found:
            payments.accounts(made[2])
        asked.append(len(found))
    assert asked[0] == asked[1] <= 12
