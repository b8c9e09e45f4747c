"""The parts of a fee, named where a person still owes several."""

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import data, parse
from tournaments import registration
from tournaments.models import Tournament
from tournaments.registration import payments, questions, signups
from tournaments.registration.fees import Fees, fee_of, fees_of, parts_of, payer, save_fees
from tournaments.registration.partner_draw import entries_with_own_answers
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return factories.tournament(3, by=factories.director("odile"))


@pytest.fixture
def door(tournament) -> Client:
    return factories.signed_in(factories.helper(tournament, "registration", "accueil"))


def add_fee_parts(tournament: Tournament) -> Tournament:
    """Add a fee of 10, chicken at 15 and a bus at 4; number 1 takes all, number 2 has a typed fee."""
    asked = [(None, "Repas", ["Poulet", "Poisson"]), (None, "Autobus <b>", ["oui", "non"])]
    questions.save_questions(tournament, asked, by=None)
    tournament = Tournament.objects.get(pk=tournament.pk)
    save_fees(tournament, Fees(1000, {}, {"1": {"Poulet": 1500, "Poisson": 0}, "2": {"yes": 400}}), by=None)
    registration.edit_entry(
        factories.entry(tournament, 1), "Réal O'Brien", answers={"1": "Poulet", "2": "yes"}
    )
    registration.edit_entry(factories.entry(tournament, 3), "Zoé Roy", answers={"1": "Poisson", "2": "no"})
    registration.edit_entry(factories.entry(tournament, 2), "Huguette Côté", fee_cents=2500)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("place", ["check-in/", "registration/", "registration/1/"])
def test_amount_due_lists_its_parts(tournament, door, place):
    add_fee_parts(tournament)
    (parts,) = parse(door.get(f"/t/{tournament.slug}/{place}")).all("[data-parts]")
    assert [word for word in parts.words.split() if "$" in word] == ["$10.00", "$15.00", "$4.00"]
    assert "Poulet" in parts.words and "Autobus <b>" in parts.words
    payments.record(factories.entry(tournament, 1), 1200, "cash", by=None)
    (parts,) = parse(door.get(f"/t/{tournament.slug}/{place}")).all("[data-parts]")
    assert [word for word in parts.words.split() if "$" in word] == ["$10.00", "$15.00", "$4.00", "$12.00"]
    payments.record(factories.entry(tournament, 1), None, "cash", by=None)
    assert not parse(door.get(f"/t/{tournament.slug}/{place}")).all("[data-parts]")


def test_fee_of_team_has_parts_of_all_members(tournament):
    tournament = add_fee_parts(tournament)
    entry = factories.entry(tournament, 1)
    entry.team = ["Réal O'Brien", "Zoé Roy"]
    assert [part.cents for part in parts_of(payer(entry), fees_of(tournament))] == [1000, 1500, 400] * 2
    assert fee_of(entry, fees_of(tournament)) == 5800


def test_list_updates_after_answer_of_equal_price(tournament, door):
    save_fees(add_fee_parts(tournament), Fees(1000, {}, {"1": {"Poulet": 1500, "Poisson": 1500}}), by=None)
    url = f"/t/{tournament.slug}/check-in/"
    digest = door.get(url).context["digest"]
    registration.edit_entry(
        factories.entry(tournament, 1), "Réal O'Brien", answers={"1": "Poisson", "2": "yes"}
    )
    shown = door.get(url, {"seen": digest})
    assert shown.status_code == 200
    assert any("Poisson" in one.words for one in parse(shown).all("[data-parts]"))


def test_registrant_sees_parts_of_amount_due(tournament):
    tournament = add_fee_parts(tournament)
    save_settings(tournament, SignupSettings(on=True), by=None)
    typed = signups.SignupInput(("Luc Roy",), answers={"1": "Poulet"})
    token = signups.sign_up(tournament, typed, nonce="one", language="en")
    shown = Client(headers={"accept-language": "en"}).get(f"/register/{token}/")
    assert data(shown, "due") == ["2500"]
    (parts,) = parse(shown).all("[data-parts]")
    assert [word for word in parts.words.split() if "$" in word] == ["$10.00", "$15.00"]


@pytest.mark.parametrize(
    ("typed", "due"), [({"paid_how": "free"}, 1500), ({"fee_cents": 500}, 2000), ({}, 3000)]
)
def test_partner_who_joins_pays_for_themselves(typed, due):
    tournament = factories.tournament(0)
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    save_fees(tournament, Fees(amount=1500), by=None)
    tournament.refresh_from_db()
    entry = registration.add_entry(tournament, "Zoé Roy", answers={"1": "Poulet"}, **typed)
    registration.add_member(entry, "Léo Côté", by=None)
    (account,) = payments.accounts(tournament).values()
    assert account.due == due
    (meal,) = questions.questions_of(tournament)
    people = entries_with_own_answers(list(tournament.entries.all()))
    assert questions.count_entry_answers(meal, people) == [("Poulet", 1), ("Poisson", 0)]
    registration.replace_member(entry, 2, "", by=None)  # the partner leaves again
    assert payments.account_of(tournament.entries.get()).due == due - 1500
