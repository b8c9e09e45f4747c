"""Questions that are changed after people have answered: their answers stay, and mean what they meant."""

import pytest
from django.test import Client

from tests import event_tournaments, factories, page_reader
from tests.registration.test_fetched_registrations import compare_lists, fetch
from tests.registration.test_signups import come, opened
from tests.web.club_sheets.test_sheet import address, filled_form, make_sheet
from tournaments.models import Signup, Tournament
from tournaments.registration import categories, fees, questions, signup_list, signup_tokens, signups
from tournaments.registration import signup_list_comparison as comparison
from tournaments.registration.event_signups import shared_questions
from tournaments.registration.fees import Fees, fees_of, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db
MEALS = ("Poulet", "Poisson")


def ask(tournament: Tournament, *asked: tuple[int | None, str, tuple[str, ...]]) -> Tournament:
    questions.save_questions(tournament, asked, by=None)
    return Tournament.objects.get(pk=tournament.pk)


def answers(tournament: Tournament) -> list[dict[str, str]]:
    return list(tournament.entries.order_by("number").values_list("answers", flat=True))


@pytest.mark.parametrize("where", ["server", "laptop"])
@pytest.mark.parametrize("now", [("Repas du midi", MEALS), ("Repas", ("Poulet rôti", "Poisson"))])
def test_fetched_list_clears_no_answer_to_a_reworded_question(where, now):
    server, here = opened(), factories.tournament(0)
    for tournament in (server, here):
        ask(tournament, (None, "Repas", MEALS))
    come(server, "Zoé Roy", answers={"1": "Poulet"})
    fetch(server, here)
    ask(server if where == "server" else here, (1, *now))
    come(server, "Pat O'Brien", answers={"1": now[1][0] if where == "server" else "Poulet"})
    fetch(server, here)
    assert answers(here)[0] == {"1": "Poulet"}
    assert here.entries.count() == 2
    assert compare_lists(server, here).is_empty


def test_answer_that_is_taken_back_on_the_server_is_still_followed():
    server, here = opened(), factories.tournament(0)
    for tournament in (server, here):
        ask(tournament, (None, "Repas", MEALS))
    made = come(server, "Zoé Roy", answers={"1": "Poulet"})
    fetch(server, here)
    signups.correct(made, signups.SignupInput(("Zoé Roy",)))
    fetch(server, here)
    assert answers(here) == [{}]


def test_list_of_an_older_server_says_nothing_of_its_questions():
    server = ask(opened(), (None, "Repas", MEALS))
    come(server, "Zoé Roy", answers={"1": "Poulet"})
    listed = signup_list.read(signup_list.write(server))
    assert listed.asked == ["Repas"]
    here = ask(factories.tournament(0), (None, "Repas", MEALS))
    assert comparison.compare(here, listed._replace(asked=None)).of_kind(comparison.NEW)


def test_registrant_keeps_an_answer_whose_choice_was_reworded():
    tournament = ask(opened(), (None, "Repas", MEALS))
    made = come(tournament, "Zoé Roy", answers={"1": "Poulet"})
    ask(tournament, (1, "Repas", ("Poulet rôti", "Poisson")))
    url = f"/register/{signup_tokens.own_token(made.uid)}/"
    shown = filled_form(page_reader.parse(Client().get(url)))
    assert shown["answer_1"] == "Poulet"
    shown |= {"do": "correct", "name_1": "Zoé Roy", "club": "Sorel"}
    assert Client().post(url, shown).status_code == 302
    entry = tournament.entries.get()
    assert (entry.club, entry.answers) == ("Sorel", {"1": "Poulet"})
    assert Client().post(url, shown | {"answer_1": "Bœuf"}).status_code == 422


def test_sheet_of_a_club_keeps_answers_whose_choice_was_reworded():
    tournament = ask(opened(), (None, "Repas", MEALS))
    url = address(make_sheet(tournament))
    page = page_reader.parse(Client().get(url))
    first = next(one["name"] for one in page.all("input") if one["name"].endswith("name_1"))[:-6]
    Client().post(url, filled_form(page, "Zoé Roy", **{f"{first}answer_1": "Poulet"}))
    ask(tournament, (1, "Repas", ("Poulet rôti", "Poisson")))
    shown = filled_form(page_reader.parse(Client().get(url)), "Pat O'Brien")
    assert Client().post(url, shown).status_code == 302
    assert answers(tournament) == [{"1": "Poulet"}, {}]


def test_new_question_and_category_take_no_price_of_removed_ones():
    tournament = ask(factories.tournament(2), (None, "Souper", ()))
    categories.save_categories(tournament, [(None, "Aînés", True)], by=None)
    save_fees(tournament, Fees(1000, {1: 500}, {"1": {"yes": 2500}}), by=None)
    ask(tournament, (1, "", ()))
    ask(tournament, (None, "Autobus", ()))
    categories.save_categories(tournament, [(1, "", True)], by=None)
    categories.save_categories(tournament, [(None, "Visiteurs", True)], by=None)
    tournament.refresh_from_db()
    (bus,), (visitors,) = questions.questions_of(tournament), categories.categories_of(tournament)
    entry = factories.entry(tournament, 1)
    entry.answers, entry.categories = {str(bus.id): "yes"}, [visitors.id]
    assert fees.fee_of(entry, fees_of(tournament)) == 1000


def test_fee_of_what_was_removed_is_owed_until_it_is_taken_away(client):
    tournament = ask(factories.tournament(2), (None, "Souper", ()), (None, "Repas", MEALS))
    client.force_login(factories.organiser(tournament))
    categories.save_categories(tournament, [(None, "Visiteurs", True)], by=None)
    save_fees(tournament, Fees(1000, {1: 1500}, {"1": {"yes": 2500}, "2": {"Poulet": 300}}), by=None)
    entry = factories.entry(tournament, 1)
    entry.answers, entry.categories = {"1": "yes", "2": "Poulet"}, [1]
    ask(tournament, (1, "", ()), (2, "Repas", ("Poisson", "Bœuf")))
    categories.save_categories(tournament, [(1, "", True)], by=None)
    tournament.refresh_from_db()
    url = f"/t/{tournament.slug}/registration/fees/"
    page = page_reader.parse(client.get(url))
    assert client.post(f"{url}set/", filled_form(page, how_to_pay="Comptant")).status_code == 302
    assert fees.fee_of(entry, fees_of(Tournament.objects.get(pk=tournament.pk))) == 1500 + 2500 + 300
    page = page_reader.parse(client.get(url))
    removed = {"category_1": "", "answer_1_0": "", "answer_2_2": ""}
    assert client.post(f"{url}set/", filled_form(page, **removed)).status_code == 302
    assert fees_of(Tournament.objects.get(pk=tournament.pk)) == Fees(1000, how_to_pay="Comptant")


def test_fees_are_not_saved_for_answers_that_changed_meanwhile(client):
    tournament = ask(factories.tournament(2), (None, "Repas", MEALS))
    client.force_login(factories.organiser(tournament))
    url = f"/t/{tournament.slug}/registration/fees/"
    typed = filled_form(page_reader.parse(client.get(url)), answer_1_0="3.00")
    ask(tournament, (1, "Repas", ("Bœuf", *MEALS)))
    assert client.post(f"{url}set/", typed).status_code == 422
    assert fees_of(Tournament.objects.get(pk=tournament.pk)) == Fees()


def test_person_who_waits_has_answered_no_new_question():
    tournament = ask(opened(0, capacity=1), (None, "Souper", ()))
    come(tournament, "Zoé Roy")
    come(tournament, "Qui Attend", answers={"1": "yes"})
    ask(tournament, (1, "", ()))
    tournament = ask(tournament, (None, "Autobus", ()))
    (bus,) = questions.questions_of(tournament)
    assert str(bus.id) not in Signup.objects.get(number=2).answers


def test_form_of_event_names_the_same_question_after_a_tournament_has_closed():
    crib, gin = event_tournaments.days(2)
    event = event_tournaments.event(crib, gin)
    ask(crib, (None, "Repas", ()))
    gin = ask(gin, (None, "Autobus", ()))
    meal, bus = shared_questions([Tournament.objects.get(pk=crib.pk), gin])
    url = f"/events/{event.uid}/register/"
    shown = filled_form(page_reader.parse(Client().get(url)))
    save_settings(crib, SignupSettings(), by=None)
    typed = {f"answer_{meal.question.id}": "yes", f"answer_{bus.question.id}": "no"}
    form = {**shown, **typed, "name_1": "Zoé L'Écuyer", "tournaments": str(gin.uid)}
    assert Client().post(url, form).status_code == 302
    assert answers(gin) == [{"1": "no"}]


def test_form_of_event_keeps_its_answer_when_a_choice_is_added_meanwhile():
    (crib,) = event_tournaments.days(1)
    event = event_tournaments.event(crib)
    crib = ask(crib, (None, "Repas", MEALS))
    (meal,) = shared_questions([crib])
    url = f"/events/{event.uid}/register/"
    shown = filled_form(page_reader.parse(Client().get(url)))
    crib = ask(crib, (1, "Repas", (*MEALS, "Végétarien")))
    typed = {f"answer_{meal.question.id}": "Poulet", "name_1": "Zoé L'Écuyer", "tournaments": str(crib.uid)}
    assert Client().post(url, {**shown, **typed}).status_code == 302
    assert answers(crib) == [{"1": "Poulet"}]
