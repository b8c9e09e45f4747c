"""The public form, the registrant's own page and the organiser's page, through the test client."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories, shown_by
from tests.walk import queries_counted
from tournaments import registration
from tournaments.accounts import visibility
from tournaments.common import jobs
from tournaments.models import Job, Signup, Stage, Tournament
from tournaments.registration import questions, signups
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings, settings_of
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db
WANTED = "<b>Je ne peux pas</b> venir."


@pytest.fixture
def day():
    made = factories.tournament(2)
    save_settings(made, SignupSettings(on=True, capacity=3), by=None)
    return made


@pytest.fixture
def desk(client, day):
    client.force_login(factories.organiser(day))
    return client


def register(day: Tournament, browser: Client | None = None, **typed):
    """Fill in the form as a browser shows it."""
    browser = browser or Client()
    shown = shown_by.page(browser.get(f"/t/{day.slug}/register/"))
    nonce = shown.one("[name=nonce]")["value"]
    return browser.post(f"/t/{day.slug}/register/", {"nonce": nonce, "name_1": "Zoé L'Écuyer", **typed})


def codes(answer) -> set[str]:
    form = answer.context["form"]
    return {fault.code for faults in form.errors.as_data().values() for fault in faults}


def test_a_visitor_registers_and_sees_the_own_page(day):
    questions.save_questions(day, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    answer = register(day, club="Sorel", contact="zoe@example.org", answer_1="Poisson", agrees="on")
    assert re.fullmatch(r"/register/[\w-]{22,}/", answer["Location"])
    made = Signup.objects.get()
    entry = day.entries.get(uid=made.entry_uid)
    assert (entry.name, entry.club, entry.answers) == ("Zoé L'Écuyer", "Sorel", {"1": "Poisson"})
    page = Client().get(answer["Location"])
    shown = shown_by.page(page)
    assert shown.one("[data-state]")["data-state"] == "placed"
    assert shown.one("[name=club]")["value"] == "Sorel"
    assert answer["Location"] in page.content.decode()
    assert ("no-store" in page["Cache-Control"], page["X-Robots-Tag"]) == (True, "noindex")


def test_no_name_of_others_is_shown_to_a_registrant(day):
    answer = register(day)
    for url in (answer["Location"], f"/t/{day.slug}/register/"):
        shown = Client().get(url).content.decode()
        assert not [name for name, _club in factories.names(2) if name.split()[0] in shown]


def test_at_most_one_field_is_required(day):
    form = Client().get(f"/t/{day.slug}/register/").context["form"]
    assert [name for name, field in form.fields.items() if field.required] == ["name_1"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"name_1": " "}, "required"),
        ({"name_1": "x" * 121}, "max_length"),
        ({"contact": "zoe@"}, "invalid"),
        ({"contact": "à la maison"}, "contact_unclear"),
        ({"website": "https://example.org"}, "honeypot"),
    ],
)
def test_what_was_typed_stays_when_it_is_refused(day, typed, code):
    answer = register(day, **{"club": "L'Ange-Gardien", **typed})
    assert (answer.status_code, codes(answer)) == (422, {code})
    assert shown_by.page(answer).one("[name=club]")["value"] == "L'Ange-Gardien"
    assert not Signup.objects.exists()


def test_a_refused_form_is_sent_again_with_the_same_number(day):
    browser = Client()
    refused = shown_by.page(register(day, browser, website="spam"))
    assert not refused.one("[name=website]").get("value")
    typed = {"nonce": refused.one("[name=nonce]")["value"], "name_1": "Zoé L'Écuyer"}
    to = {browser.post(f"/t/{day.slug}/register/", typed)["Location"] for _tap in range(2)}
    assert len(to) == Signup.objects.count() == 1


def test_forty_from_one_address_pass_and_a_flood_does_not(day):
    save_settings(day, SignupSettings(on=True), by=None)
    statuses = [register(day, name_1=f"Personne {at}").status_code for at in range(61)]
    assert statuses == [302] * 60 + [429]
    answer = register(day, name_1="Personne 61")
    assert codes(answer) == {"signup_too_often"}
    assert shown_by.page(answer).one("[name=name_1]")["value"] == "Personne 61"


def test_a_registrant_corrects_withdraws_and_registers_again(day):
    url = register(day)["Location"]
    waits = register(day, name_1="Pat O'Brien")["Location"]
    page = shown_by.page(Client().get(waits))
    assert page.one("[data-line]")["data-line"] == "1"
    answer = Client().post(url, {"do": "correct", "name_1": "Zoé L'Écuyer-Roy", "club": "Beloeil"})
    assert answer["Location"] == url
    assert day.entries.get(number=3).name == "Zoé L'Écuyer-Roy"
    refused = Client().post(url, {"do": "correct", "name_1": "", "club": "Sorel"})
    assert refused.status_code == 422
    assert shown_by.page(refused).one("[name=club]")["value"] == "Sorel"
    Client().post(url, {"do": "withdraw"})
    assert shown_by.page(Client().get(url)).one("[data-state]")["data-state"] == "withdrawn"
    assert shown_by.page(Client().get(waits)).one("[data-state]")["data-state"] == "placed"
    new = Client().post(url, {"do": "again"})["Location"]
    assert new != url
    assert Client().get(url)["Location"] == new
    assert shown_by.page(Client().get(new)).one("[data-line]")["data-line"] == "1"


def test_after_closing_a_change_is_a_request_to_the_organiser(day, desk):
    url = register(day)["Location"]
    save_settings(day, SignupSettings(), by=None)
    page = Client().get(url)
    assert "do" in {one.get("name") for one in shown_by.page(page).all("input")}
    assert not page.context["may_change"]
    Client().post(url, {"do": "withdraw"})
    assert Signup.objects.get().withdrawn_at is None
    assert Client().post(url, {"do": "ask", "text": " "}).status_code == 422
    Client().post(url, {"do": "ask", "text": WANTED})
    assert shown_by.page(Client().get(url)).all("[data-asked]")
    rows = desk.get(f"/t/{day.slug}/registration/online/").context["asks"]
    assert [one.signup.request for one in rows] == [WANTED]
    number = rows[0].signup.number
    desk.post(f"/t/{day.slug}/registration/online/{number}/", {"do": "answered"})
    assert desk.get(f"/t/{day.slug}/registration/online/").context["asks"] == []
    assert shown_by.page(Client().get(url)).all("[data-answered]")


@pytest.mark.parametrize("token", ["x", "a" * 24, "é"])
def test_an_unknown_address_shows_nothing(day, token):
    register(day)
    assert Client().get(f"/register/{token}/").status_code == 404


def test_the_organiser_sets_it_up(day, desk):
    url = f"/t/{day.slug}/registration/online/"
    typed = {
        "on": "on",
        "opens": "2026-11-01T08:00",
        "closes": "2026-11-20T17:30",
        "capacity": "60",
        "per_club": "12",
        "members": "2",
    }
    assert desk.post(url + "set/", typed)["Location"] == url
    day.refresh_from_db()
    chosen = settings_of(day)
    assert (chosen.capacity, chosen.per_club, chosen.members) == (60, 12, 2)
    assert chosen.closes and chosen.closes.tzinfo
    assert shown_by.page(desk.get(url)).one("[name=closes]")["value"] == "2026-11-20T17:30"
    refused = desk.post(url + "set/", typed | {"closes": "2026-10-01T08:00", "capacity": "61"})
    assert (refused.status_code, codes(refused)) == (422, {"signup_times"})
    assert shown_by.page(refused).one("[name=capacity]")["value"] == "61"
    assert desk.get(url + "set/")["Location"] == url


def test_asking_a_question_saves_what_was_chosen_first_and_leads_back(day, desk):
    page = f"/t/{day.slug}/registration/online/"
    button = shown_by.page(desk.get(page)).one("[name=then]")
    typed = {"on": "on", "capacity": "12", "members": "1", "then": button["value"]}
    refused = desk.post(f"{page}set/", typed | {"capacity": "0"})
    assert (refused.status_code, settings_of(Tournament.objects.get()).capacity) == (422, 3)
    shown = desk.get(desk.post(f"{page}set/", typed)["Location"])
    assert settings_of(Tournament.objects.get()).capacity == 12
    assert shown.context["forms"] is not None
    assert page in {link.get("href") for link in shown_by.page(shown).all("a")}


@pytest.mark.parametrize("page", ["registration", "check_in"])
def test_the_organiser_reads_how_many_wait_where_people_are_registered(day, desk, page):
    url = reverse(page, args=[day.slug])
    register(day)
    assert shown_by.data(desk.get(url), "waiting") == []
    for name in ("Pat O'Brien", "Luc Roy"):
        register(day, name_1=name)
    assert shown_by.data(desk.get(url), "waiting") == ["2"]


def test_the_form_says_what_it_costs(day):
    url = f"/t/{day.slug}/register/"
    assert not shown_by.page(Client().get(url)).all("[data-fee]")
    questions.save_questions(day, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    day.refresh_from_db()
    save_fees(day, Fees(1000, answers={"1": {"Poulet": 500}}), by=None)
    shown = Client().get(url)
    assert "10,00" in shown_by.page(shown).one("[data-fee]").words
    prices = dict(shown.context["form"].fields["answer_1"].choices)
    assert ("5,00" in prices["Poulet"], prices["Poisson"]) == (True, "Poisson")


def test_once_games_have_begun_nobody_is_promised_a_place(day):
    placed, waits = (register(day, name_1=name)["Location"] for name in ("Zoé Roy", "Luc Roy"))

    def shown(url: str) -> tuple[int, list[str], int]:
        page = shown_by.page(Client().get(url))
        return len(page.all("[data-line]")), shown_by.data(page, "too-late"), len(page.all("[data-over]"))

    assert (shown(placed), shown(waits)) == ((0, [], 0), (1, [], 0))
    registration.add_entry(day, "Par La Main")
    stages.set_tables(day, 2)
    factories.play_round(day, 1)
    assert (shown(placed), shown(waits)) == ((0, [], 0), (0, ["begun"], 0))
    Stage.objects.update(state=Stage.State.FINISHED)
    assert (shown(placed), shown(waits)) == ((0, [], 1), (0, ["over"], 0))


def test_after_its_day_a_tournament_is_over_also_without_games(day):
    url = register(day)["Location"]
    yesterday = timezone.localdate() - timedelta(days=1)
    Tournament.objects.update(date=yesterday)
    assert not shown_by.page(Client().get(url)).all("[data-over]")
    save_settings(day, SignupSettings(), by=None)
    assert shown_by.page(Client().get(url)).all("[data-over]")


def test_the_organiser_lets_people_in_by_hand(day, desk):
    for name in ("Zoé L'Écuyer", "Pat O'Brien", "L'Écuyer Zoé"):
        register(day, name_1=name)
    url = f"/t/{day.slug}/registration/online/"
    page = desk.get(url)
    assert [one.signup.number for one in page.context["waits"]] == [2, 3]
    assert len(shown_by.page(page).all("[data-alike]")) == 2
    desk.post(url + "2/", {"do": "place"})
    assert day.entries.filter(name="Pat O'Brien").exists()
    roster = shown_by.page(desk.get(f"/t/{day.slug}/registration/"))
    assert len(roster.all("[data-online]")) == 2


def test_who_waits_for_a_place_of_their_own_club_reads_so_and_the_organiser_too(day, desk):
    save_settings(day, SignupSettings(on=True, capacity=9, per_club=1), by=None)
    urls = [register(day, name_1=name, club="Sorel")["Location"] for name in ("Zoé Roy", "Pat O'Brien")]
    save_settings(day, SignupSettings(on=True, capacity=3, per_club=1), by=None)
    urls.append(register(day, name_1="Rose Dubé", club="Beloeil")["Location"])
    found = [len(shown_by.page(Client().get(url)).all("[data-club-full]")) for url in urls]
    assert found == [0, 1, 0]
    page = shown_by.page(desk.get(f"/t/{day.slug}/registration/online/"))
    assert len(page.all("[data-club-full]")) == 1


def test_the_organiser_reads_that_letters_are_not_sent(day, desk):
    url = f"/t/{day.slug}/registration/online/"
    assert not shown_by.page(desk.get(url)).all("[data-letters-fail]")
    Job.objects.create(tournament=day, kind=jobs.CONFIRM, key=jobs.CONFIRM, args={}, error="mail_no_server")
    assert shown_by.page(desk.get(url)).all("[data-letters-fail]")


def test_a_hidden_tournament_registers_nobody_and_a_link_leads_there(day, desk):
    visibility.set_visibility(day, "desk", by=None)
    assert Client().get(f"/t/{day.slug}/register/").status_code == 404
    page = shown_by.page(desk.get(f"/t/{day.slug}/registration/online/"))
    assert not page.all("[data-public]")
    visibility.set_visibility(day, "link", by=None)
    page = shown_by.page(desk.get(f"/t/{day.slug}/registration/online/"))
    way = page.one("[data-public]")["href"].removeprefix("http://testserver")
    browser = Client()
    assert browser.get(way)["Location"] == f"/t/{day.slug}/register/"
    url = register(day, browser)["Location"]
    assert Client().get(url).status_code == 200  # for its owner, whoever may follow


def test_many_rows_ask_the_database_as_often_as_one(day, desk):
    save_settings(day, SignupSettings(on=True, capacity=5), by=None)
    asked = []
    for rows in (1, 3, 6):
        for at in range(Signup.objects.count(), rows):
            register(day, name_1=f"Personne {at}")
        with queries_counted() as found:
            assert desk.get(f"/t/{day.slug}/registration/online/").status_code == 200
        asked.append(len(found))
    assert len({*asked[:2]}) == 1
    assert asked[2] <= asked[1]


def test_teams_register_together(day):
    save_settings(day, SignupSettings(on=True, members=2), by=None)
    url = register(day, name_2="Pat O'Brien")["Location"]
    assert day.entries.get(number=3).team == ["Zoé L'Écuyer", "Pat O'Brien"]
    Client().post(url, {"do": "correct", "name_1": "Zoé L'Écuyer", "name_2": "Patrick O'Brien"})
    assert day.entries.get(number=3).team == ["Zoé L'Écuyer", "Patrick O'Brien"]
    twice = register(day, name_1="Léo Roy", name_2="léo roy")
    assert codes(twice) == {"member_twice"}


def test_registration_is_off_by_default():
    day = factories.tournament(2)
    page = Client().get(f"/t/{day.slug}/register/")
    assert page.status_code == 200
    assert not shown_by.page(page).all("[name=name_1]")
    assert Client().post(f"/t/{day.slug}/register/", {"name_1": "Zoé Roy"}).status_code == 422
    assert not signups.entries_by_form(day)


def test_the_public_page_leads_to_the_form_while_it_is_open(day):
    def leads() -> bool:
        return bool(shown_by.page(Client().get(f"/t/{day.slug}/")).all("[data-registers]"))

    assert leads()
    save_settings(day, SignupSettings(), by=None)
    assert not leads()
