"""The form of an event, and the links between the registrations that it made, through the test client."""

import re

import pytest
from django.test import Client

from tests import event_tournaments, factories, page_reader
from tests.all_addresses import queries_counted
from tournaments.models import Event, Signup, Tournament
from tournaments.registration import questions
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> list[Tournament]:
    return event_tournaments.days(3, capacity=2, players=1)


@pytest.fixture
def event(made) -> Event:
    return event_tournaments.event(*made, most=2)


def register(event: Event, *days: Tournament, **typed):
    """Fill in the form as a browser shows it."""
    url = f"/events/{event.uid}/register/"
    nonce = page_reader.parse(Client().get(url)).one("[name=nonce]")["value"]
    ticked = [str(tournament.uid) for tournament in days]
    return Client().post(url, {"nonce": nonce, "name_1": "Zoé L'Écuyer", "tournaments": ticked, **typed})


def error_codes(answer) -> set[str]:
    form = answer.context["form"]
    return {fault.code for faults in form.errors.as_data().values() for fault in faults}


def test_one_form_registers_for_two_tournaments_with_links(event, made):
    crib, gin, whist = made
    for tournament in (crib, gin):
        questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    (meal,) = Client().get(f"/events/{event.uid}/register/").context["form"].asked
    typed = {"club": "Sorel", f"answer_{meal.id}": "Poisson", "contact": "zoe@example.org"}
    answer = register(event, gin, crib, **typed)
    assert re.fullmatch(r"/register/[\w-]{22,}/", answer["Location"])
    assert [tournament.entries.filter(answers={"1": "Poisson"}).count() for tournament in made] == [1, 1, 0]
    page = Client().get(answer["Location"])
    assert page.context["day"] == crib
    shown = page_reader.parse(page)
    assert shown.one("[data-other]")["data-other"] == "placed"
    (to,) = {href for link in shown.all("a") if (href := link.get("href") or "").startswith("/register/")}
    other = Client().get(to)
    assert other.context["day"] == gin
    assert not whist.entries.filter(name="Zoé L'Écuyer").exists()


def test_names_of_others_are_hidden(event, made):
    own = register(event, *made[:2], club="Sorel")["Location"]
    register(event, *made[:2], name_1="Pat O'Brien")
    entered = made[0].entries.get(number=1).name
    for url in (own, f"/events/{event.uid}/register/"):
        text = Client().get(url).content.decode()
        assert not [name for name in (entered.split()[0], "Pat O") if name in text]


@pytest.mark.parametrize(
    ("ticks", "typed", "code"),
    [
        (0, {}, "required"),
        (3, {}, "event_choices"),
        (1, {"name_1": " "}, "required"),
        (1, {"website": "https://example.org"}, "honeypot"),
        (1, {"tournaments": "00000000-0000-0000-0000-000000000001"}, "invalid_choice"),
    ],
)
def test_refused_form_keeps_typed_values(event, made, ticks, typed, code):
    answer = register(event, *made[:ticks], **{"club": "L'Ange-Gardien", **typed})
    assert (answer.status_code, error_codes(answer)) == (422, {code})
    page = page_reader.parse(answer)
    assert page.one("[name=club]")["value"] == "L'Ange-Gardien"
    if "tournaments" not in typed:
        assert len(page.all("[name=tournaments][checked]")) == ticks
    assert not Signup.objects.exists()


def test_form_has_two_required_fields_and_shows_fees(event, made):
    save_fees(made[0], Fees(1550), by=None)
    page = Client().get(f"/events/{event.uid}/register/")
    form = page.context["form"]
    assert [name for name, field in form.fields.items() if field.required] == ["tournaments", "name_1"]
    words = dict(form.fields["tournaments"].choices)
    assert ["15,50" in words[str(tournament.uid)] for tournament in made] == [True, False, False]


def test_error_about_ticks_is_shown_above_them(event, made):
    inside = list(page_reader.parse(register(event)).one("fieldset").walk())
    places = [at for at, one in enumerate(inside) if one.get("data-code") or one.get("name")]
    assert inside[places[0]].get("data-code") == "required"
    assert inside[places[1]].get("aria-invalid") == "true"  # the page goes there


def test_answer_shows_its_price_in_each_tournament(event, made):
    for tournament, cents in zip(made, (500, 500, 800), strict=True):
        questions.save_questions(
            tournament, [(None, "Bus", []), (None, "Repas", ["Poulet", "Poisson"])], by=None
        )
        bus = {"yes": 300} if tournament == made[0] else {}
        save_fees(tournament, Fees(answers={"2": {"Poulet": cents}, "1": bus}), by=None)
    form = Client().get(f"/events/{event.uid}/register/").context["form"]
    by_bus, words = (dict(form.fields[f"answer_{one.id}"].choices) for one in form.asked)
    assert ("5,00" in words["Poulet"], "8,00" in words["Poulet"], words["Poisson"]) == (True, True, "Poisson")
    assert "0,00" in by_bus["yes"] and "3,00" in by_bus["yes"]


def test_another_person_link_leads_to_the_form_used_before(event, made):
    together = register(event, made[0])["Location"]
    alone = Client().post(f"/t/{made[0].slug}/register/", {"nonce": "x", "name_1": "Pat Roy"})["Location"]
    save_settings(made[0], SignupSettings(on=True), by=None)
    to = [page_reader.parse(Client().get(url)).one("[data-another]")["href"] for url in (together, alone)]
    assert to == [f"/events/{event.uid}/register/", f"/t/{made[0].slug}/register/"]


def test_full_tournament_is_marked_in_the_form(event, made):
    register(event, made[0], name_1="Pat O'Brien")
    words = dict(Client().get(f"/events/{event.uid}/register/").context["form"].fields["tournaments"].choices)
    assert words[str(made[0].uid)].count("·") == words[str(made[1].uid)].count("·") + 1


def test_form_leaves_out_team_and_hidden_tournaments(event, made):
    crib, gin, whist = made
    save_settings(gin, SignupSettings(on=True, members=2), by=None)
    Tournament.objects.filter(pk=whist.pk).update(visibility=Tournament.Visibility.LINK)
    page = Client().get(f"/events/{event.uid}/register/")
    assert [uid for uid, _words in page.context["form"].fields["tournaments"].choices] == [str(crib.uid)]
    assert page_reader.parse(page).one("[data-apart]")["href"] == f"/t/{gin.slug}/register/"
    assert whist.name not in page.content.decode()
    assert error_codes(register(event, gin)) == error_codes(register(event, whist)) == {"invalid_choice"}
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    assert Client().get(f"/events/{event.uid}/register/").status_code == 404


def test_form_is_hidden_while_registration_is_closed(event, made):
    for tournament in made:
        save_settings(tournament, SignupSettings(), by=None)
    page = Client().get(f"/events/{event.uid}/register/")
    assert page_reader.parse(page).one("[data-state]")["data-state"] == "closed"
    assert Client().post(f"/events/{event.uid}/register/", {"name_1": "Zoé"}).status_code == 200
    assert not Signup.objects.exists()


def test_form_of_a_tournament_links_to_the_form_of_its_event(event, made):
    url = f"/t/{made[0].slug}/register/"
    to = f"/events/{event.uid}/register/"
    assert to in {link.get("href") for link in page_reader.parse(Client().get(url)).all("a")}
    Tournament.objects.exclude(pk=made[0].pk).update(visibility=Tournament.Visibility.DESK)
    assert to not in {link.get("href") for link in page_reader.parse(Client().get(url)).all("a")}


def test_organiser_page_links_to_public_page_and_check_in(event, made, client):
    client.force_login(factories.helper(event.organisation, "director", "lise"))

    def links() -> set[str | None]:
        page = client.get(f"/o/{event.organisation.slug}/events/{event.uid}/")
        return {link.get("href") for link in page_reader.parse(page).all("a")}

    front, door = (f"/events/{event.uid}/{page}" for page in ("", "door/"))
    assert {front, door} <= links()
    Tournament.objects.update(hidden=True)  # off the lists
    assert (front in links(), door in links()) == (False, True)
    assert Client().get(f"{front}register/").status_code == 404


def test_withdrawal_applies_to_one_tournament(event, made):
    url = register(event, *made[:2])["Location"]
    Client().post(url, {"do": "withdraw"})
    page = page_reader.parse(Client().get(url))
    assert page.one("[data-state]")["data-state"] == "withdrawn"
    assert page.one("[data-other]")["data-other"] == "placed"


def test_query_count_of_the_form_does_not_grow_with_entries(event, made):
    def asked(one: Event) -> int:
        with queries_counted() as queries:
            assert Client().get(f"/events/{one.uid}/register/").status_code == 200
        return len(queries)

    before = asked(event)
    for name in ("Un Roy", "Deux Roy", "Trois Roy"):
        register(event, *made[:2], name_1=name)
    assert asked(event) == before
    single = event_tournaments.event(*event_tournaments.days(1, capacity=2, players=1))
    double = event_tournaments.event(*event_tournaments.days(2, capacity=2, players=1))
    assert before - asked(double) == asked(double) - asked(single) <= 5


def test_query_count_of_the_own_page_grows_little(event, made):
    event.max_choices = None
    event.save()

    def asked(count: int) -> int:
        url = register(event, *made[:count], name_1=f"Roy {count}")["Location"]
        with queries_counted() as queries:
            Client().get(url)
        return len(queries)

    for tournament in made:
        save_settings(tournament, SignupSettings(on=True), by=None)
    two, three = asked(2), asked(3)
    assert three - two <= 2


def test_own_page_shows_the_total_amount_due(event, made):
    for tournament, cents in zip(made[:2], (2000, 1250), strict=True):
        save_settings(tournament, SignupSettings(on=True), by=None)
        save_fees(tournament, Fees(amount=cents), by=None)
    own = Client().get(register(event, *made[:2])["Location"])
    assert page_reader.data(own, "due") == ["2000"] and page_reader.data(own, "due-in-all") == ["3250"]
    assert page_reader.parse(Client().get(f"/events/{event.uid}/register/")).one("[data-privacy]")
