"""A meal in several tournaments of an event is paid once, in the first that the person takes part in."""

import pytest

from tests import event_tournaments
from tests.all_addresses import queries_counted
from tests.registration.test_event_signups import together
from tests.registration.test_signups import come
from tournaments import registration
from tournaments.models import Tournament
from tournaments.registration import event_door, partner_draw, payments, questions, signups
from tournaments.registration.fees import Fees, save_fees

pytestmark = pytest.mark.django_db
ANSWER = {"1": "Poisson"}


def save_priced_question(tournament: Tournament, text: str = "Repas", price: int = 2500) -> None:
    known = next((one.id for one in questions.questions_of(tournament)), None)
    questions.save_questions(tournament, [(known, text, ["Poulet", "Poisson"])], by=None)
    prices = {"Poisson": price} if price else {}
    save_fees(tournament, Fees(1000, answers={"1": prices}), by=None)
    tournament.refresh_from_db()


@pytest.fixture
def made() -> list[Tournament]:
    days = event_tournaments.days(3)
    for tournament in days:
        save_priced_question(tournament)
    return days


@pytest.fixture
def event(made):
    return event_tournaments.event(*made)


def fees(days) -> list[int | None]:
    """Return the fee of the first entry of each tournament."""
    live = [Tournament.objects.get(pk=tournament.pk) for tournament in days]
    return [next((one.fee for one in payments.accounts(tournament).values()), None) for tournament in live]


def test_meal_is_charged_in_first_tournament_only(made, event):
    together(event, *made[1:], answers=ANSWER)
    assert fees(made) == [None, 3500, 1000]
    (person,) = event_door.people_of([Tournament.objects.get(pk=tournament.pk) for tournament in made])
    assert person.due == 4500
    assert payments.record(made[2].entries.get(), None, "cash", by=None).cents == 1000


def test_withdrawal_moves_meal_to_next_tournament(made, event):
    own = together(event, *made, answers=ANSWER)
    assert fees(made) == [3500, 1000, 1000]
    payments.record(made[0].entries.get(), None, "cash", by=None)
    signups.withdraw_signup(own)
    assert payments.account_of(made[0].entries.get()).over == 3500
    assert fees(made)[1:] == [3500, 1000]


def test_waiting_player_pays_meal_where_placed(made, event):
    event_tournaments.save_settings(made[0], event_tournaments.SignupSettings(on=True, capacity=1), by=None)
    come(made[0], "Pat O'Brien")
    together(event, *made[:2], answers=ANSWER)
    assert fees(made[1:2]) == [3500]


def test_different_or_free_questions_are_charged_separately(made, event):
    save_priced_question(made[0], "Souper")
    save_priced_question(made[1], price=0)
    together(event, *made, answers=ANSWER)
    assert fees(made) == [3500, 1000, 3500]
    save_priced_question(made[1])
    assert fees(made) == [3500, 3500, 1000]
    registration.edit_entry(made[1].entries.get(), "Zoé L'Écuyer", answers={"1": "Poulet"})  # which is free
    assert fees(made) == [3500, 1000, 3500]


def test_typed_amount_does_not_include_meal(made, event):
    together(event, *made[:2], answers=ANSWER)
    registration.edit_entry(made[0].entries.get(), "Zoé L'Écuyer", fee_cents=500)
    assert fees(made[:2]) == [500, 3500]


def test_person_is_recognised_by_form_or_known_player(made, event):
    together(event, *made[:2], club="Sorel", answers=ANSWER)
    registration.edit_entry(made[1].entries.get(), "Zoé Lécuyer-Roy", answers=ANSWER)  # by the form
    registration.add_entry(made[2], "Zoé L'Écuyer", club="Sorel", answers=ANSWER, paid_how="cash")
    assert fees(made) == [3500, 1000, 1000]
    assert [line.cents for line in made[2].payments.all()] == [1000]
    registration.add_entry(made[2], "Pat O'Brien", answers=ANSWER)
    assert [one.fee for one in payments.accounts(made[2]).values()] == [1000, 3500]


def test_tournaments_without_event_each_charge_meal(made):
    for tournament in made[:2]:
        registration.add_entry(tournament, "Zoé Roy", club="Sorel", answers=ANSWER)
    assert fees(made[:2]) == [3500, 3500]


@pytest.mark.parametrize("drawn", [0, 1])
def test_drawn_partner_pays_meal_once(made, event, drawn):
    together(event, *made[:2], answers=ANSWER)
    tournament = made[drawn]
    come(tournament, "Pat O'Brien", answers=ANSWER)
    partner_draw.enter(
        tournament,
        partner_draw.draw(tournament, partner_draw.DrawRequest(), seed=5, reason="", by=None).version,
        by=None,
    )
    assert fees(made[:2]) == ([7000, 1000] if drawn == 0 else [3500, 4500])


def test_accounts_take_same_queries_for_more_people(made, event):
    asked = []
    for rows in (1, 4):
        for at in range(event.tournaments()[0].entries.count(), rows):
            together(event, *made, name=f"Personne {at}", answers=ANSWER)
        with queries_counted() as found:
            payments.accounts(made[2])
        asked.append(len(found))
    assert asked[0] == asked[1] <= 12
