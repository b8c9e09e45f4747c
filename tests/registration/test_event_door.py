"""The people of an event at the door: who is one person, check-in, money and answers in all tournaments."""

import io

import openpyxl
import pytest
from django.test import Client

from scoring import DomainError
from tests import event_days, factories, shown_by
from tests.registration.test_event_signups import together
from tests.registration.test_signups import come
from tests.walk import queries_counted
from tournaments import registration
from tournaments.models import Event, Payment, Tournament
from tournaments.registration import event_door, event_signups, payments, questions
from tournaments.registration.event_door import Owed
from tournaments.registration.fees import Fees, save_fees

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> list[Tournament]:
    days = event_days.days(3)
    for day in days:
        save_fees(day, Fees(1000), by=None)
    return fresh(days)


@pytest.fixture
def event(made) -> Event:
    return event_days.event(*made)


@pytest.fixture
def desk(client, made) -> Client:
    client.force_login(factories.helper(made[0].organisation, "registration", "aline"))
    return client


def fresh(days) -> list[Tournament]:
    return [Tournament.objects.get(pk=day.pk) for day in days]


def people(days) -> list[tuple[str, int]]:
    return [(one.entry.name, len(one.places)) for one in event_door.people_of(fresh(days))]


def row(page, name: str):
    """The person of that name on the page, and the fields of their form."""
    found = [one for one in shown_by.page(page).all("[data-person]") if name in one.words]
    (person,) = found
    fields: dict[str, list[str]] = {}
    for one in person.all("input"):
        fields.setdefault(one["name"], []).append(one["value"])
    fields.pop("csrfmiddlewaretoken", None)
    return person, fields


def test_a_person_is_there_once_by_their_form_or_by_what_the_organisation_knows(event, made):
    crib, gin, whist = made
    together(event, crib, gin, club="Sorel")
    registration.add_entry(whist, "Zoé L'Écuyer", club="Sorel")  # typed by hand
    assert people(made) == [("Zoé L'Écuyer", 3)]


def test_two_people_of_the_same_name_stay_two(event, made):
    crib, gin, whist = made
    registration.add_entry(crib, "Zoé Roy", club="Sorel", member_number="1")
    registration.add_entry(gin, "Zoé Roy", club="Beloeil", member_number="2")
    assert people(made) == [("Zoé Roy", 1)] * 2
    together(event, crib, whist, name="Zoé Roy", club="Sorel")  # with a namesake of the same club in one
    assert sorted(people(made)) == [("Zoé Roy", 1)] * 2 + [("Zoé Roy", 2)]


def test_a_name_that_was_corrected_in_one_tournament_alone_is_still_one_person(event, made):
    together(event, *made[:2], club="Sorel")
    entry = made[1].entries.get()
    registration.edit_entry(entry, "Zoé Lécuyer-Roy", club="Beloeil")
    assert [count for _name, count in people(made)] == [2]


def test_here_is_for_all_tournaments_or_for_one(event, made, desk):
    together(event, *made)
    registration.withdraw(made[2].entries.get(), from_round=1, by=None)
    url = f"/events/{event.uid}/door/"
    _person, fields = row(desk.get(url), "Zoé")
    answer = desk.post(url, {**fields, "here": "1"})
    assert answer["Location"].startswith(url)
    assert [day.entries.exclude(checked_in_at=None).count() for day in made] == [1, 1, 0]
    person, _fields = row(desk.get(url), "Zoé")
    assert person.all("[data-all-here]")
    key = person.all("[data-here]")[1]["value"]
    desk.post(url, {"out": key})
    assert [day.entries.exclude(checked_in_at=None).count() for day in made] == [1, 0, 0]
    desk.post(url, {"in": key})
    assert desk.get(url).context["here"] == 1
    assert desk.get(url + "?absent=1").context["rows"] == []


def test_one_tap_pays_all_that_is_owed_and_another_takes_it_back(event, made, desk):
    together(event, *made[:2])
    url = f"/events/{event.uid}/door/"
    person, fields = row(desk.get(url), "Zoé")
    assert person.one("[data-due]")["data-due"] == "2000"
    page = desk.post(url, {**fields, "paid": "1"}, follow=True)
    assert [(one.tournament, one.cents, one.how) for one in Payment.objects.all()] == [
        (made[0], 1000, "cash"),
        (made[1], 1000, "cash"),
    ]
    assert row(page, "Zoé")[0].one("[data-paid]")["data-paid"] == "2000"
    assert desk.get(url + "?owes=1").context["rows"] == []
    actions = [one.get("action") or "" for one in shown_by.page(page).all("form")]
    (back,) = [action for action in actions if "back=" in action]
    desk.post(back)
    assert [one.due for day in made[:2] for one in payments.accounts(day).values()] == [1000, 1000]
    assert desk.post(back)["Location"] == url  # once more: nothing is written twice
    assert Payment.objects.count() == 4


def test_what_was_paid_meanwhile_in_one_tournament_refuses_all(event, made, desk):
    together(event, *made[:2])
    url = f"/events/{event.uid}/door/"
    _person, fields = row(desk.get(url), "Zoé")
    payments.record(made[1].entries.get(), None, "cheque", by=None)
    page = desk.post(url, {**fields, "paid": "1"}, follow=True)
    assert Payment.objects.get().how == "cheque"
    assert row(page, "Zoé")[0].one("[data-due]")["data-due"] == "1000"
    owed = [Owed(day.entries.get(), 0, 1000) for day in made[:2]]
    with pytest.raises(DomainError):
        event_door.pay_all(owed, by=None)
    assert Payment.objects.count() == 1


def test_what_costs_more_than_the_page_said_is_not_written_as_paid(event, made, desk):
    together(event, *made[:2])
    url = f"/events/{event.uid}/door/"
    _person, fields = row(desk.get(url), "Zoé")
    save_fees(made[1], Fees(2500), by=None)
    page = desk.post(url, {**fields, "paid": "1"}, follow=True)
    assert not Payment.objects.exists()
    person, fields = row(page, "Zoé")
    assert person.one("[data-due]")["data-due"] == "3500"
    desk.post(url, {**fields, "paid": "1"})
    assert [one.cents for one in Payment.objects.all()] == [1000, 2500]


@pytest.mark.parametrize(
    "posted",
    [{"in": "x"}, {"in": "1-1"}, {"here": "1", "expected": "99-99-x"}, {"paid": "1", "owed": "-"}, {}],
)
def test_a_form_that_names_no_place_here_changes_nothing(event, made, desk, posted):
    other = factories.tournament(1)
    posted = {key: f"{other.pk}-1" if value == "1-1" else value for key, value in posted.items()}
    assert desk.post(f"/events/{event.uid}/door/", posted).status_code == 302
    refused = desk.post(f"/events/{event.uid}/door/?back=1-1,x,{other.pk}-1")
    assert refused["Location"] == f"/events/{event.uid}/door/"
    assert not other.entries.exclude(checked_in_at=None).exists()
    assert not Payment.objects.exists()


def test_somebody_on_no_list_is_added_from_the_search_and_is_here(event, made, desk):
    together(event, *made[:2])
    url = f"/events/{event.uid}/door/"
    assert not shown_by.data(desk.get(url, {"q": "Zoé"}), "add"), "a person who is found"
    assert not shown_by.data(desk.get(url), "add")
    page = shown_by.page(desk.get(url, {"q": "Odile <b> & Roy"}))
    links = {one["data-add"]: one["href"] for one in page.all("[data-add]")}
    assert list(links) == [day.slug for day in made]
    form = shown_by.page(desk.get(links[made[1].slug])).one("#add-form")
    typed = {one["name"]: one.get("value") or "" for one in form.all("input[name]")}
    assert typed["name"] == "Odile <b> & Roy"
    after = desk.post(form["action"], {**typed, "name": "Odile Roy"}, follow=True)
    assert made[1].entries.get(name="Odile Roy").checked_in_at
    assert after.request["PATH_INFO"] == url
    person, _fields = row(after, "Odile Roy")
    assert person.all("[data-all-here]")
    assert len(after.context["rows"]) == 1


def test_the_door_leads_back_to_the_event_for_those_who_may_change_it(event, made, desk):
    url, hub = f"/events/{event.uid}/door/", f"/o/{event.organisation.slug}/events/{event.uid}/"
    director = factories.signed_in(factories.helper(event.organisation, "director", "lise"))
    linked = [[one["href"] for one in shown_by.page(by.get(url)).all("a[href]")] for by in (director, desk)]
    assert [hub in one for one in linked] == [True, False]


def test_only_tournaments_in_which_one_may_register_people_are_shown(event, made):
    together(event, *made)
    browser = Client()
    browser.force_login(factories.helper(made[1], "registration", "odile"))
    url = f"/events/{event.uid}/door/"
    page = browser.get(url)
    assert [[one.tournament for one in person.places] for person, _answers in page.context["rows"]] == [
        [made[1]]
    ]
    key = f"{made[0].pk}-{made[0].entries.get().number}"
    browser.post(url, {"in": key})
    assert made[0].entries.get().checked_in_at is None
    for who in (factories.helper(made[1], "desk", "aline"), factories.director("réal")):
        other = Client()
        other.force_login(who)
        assert [other.get(url).status_code, other.get(url.replace("door", "summary")).status_code] in (
            [403, 403],
            [404, 404],
        )


def test_answers_count_each_person_once_and_boxes_add_up(event, made, desk):
    for day in made[:2]:
        questions.save_questions(day, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    days = fresh(made)
    typed = {"answers": {"1": "Poisson"}}
    together(event, *days[:2], **typed)
    come(days[1], "Pat O'Brien", answers={"1": "Poulet"})
    come(days[2], "Réal Roy")  # who is not asked
    payments.record(days[0].entries.get(), None, "cheque", by=None)
    page = desk.get(f"/events/{event.uid}/summary/")
    counted = {one["data-answer"]: one["data-count"] for one in shown_by.page(page).all("[data-answer]")}
    assert counted == {"Poulet": "1", "Poisson": "1"}
    assert (page.context["paid"], page.context["owed"], page.context["people"]) == (1000, 3000, 3)
    assert len(shown_by.page(page).all("[data-box]")) == 3
    (shared,) = event_signups.shared_questions(days)
    assert [one.answer for one in event_door.answered(shared, event_door.people_of(days))] == [
        "Poisson",
        "Poulet",
    ]


def test_the_check_in_of_a_tournament_leads_to_the_door_of_its_event(event, made, desk):
    links = shown_by.page(desk.get(f"/t/{made[0].slug}/check-in/")).all("a")
    assert f"/events/{event.uid}/door/" in {one.get("href") for one in links}


def test_the_summary_is_a_workbook_too(event, made, desk):
    hostile = "=SOMME(A1:A2) ? [repas]/*"
    questions.save_questions(made[0], [(None, hostile, ["Poulet", "Poisson"])], by=None)
    days = fresh(made)
    together(event, *days[:2], name="Zoé L'Écuyer", club="Sorel", answers={"1": "Poisson"})
    come(days[0], "Pat O'Brien")
    payments.record(days[0].entries.get(name="Zoé L'Écuyer"), None, "cheque", by=None)
    answer = desk.get(f"/events/{event.uid}/summary/file/")
    assert "attachment" in answer["Content-Disposition"]
    box, answers = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
    lines = [[cell.value for cell in row] for row in box.rows]
    assert [line[0] for line in lines[1:]] == [day.name for day in made]
    assert [line[-3:] for line in lines[1:]] == [
        ["10,00", "10,00", "10,00"],
        ["0,00", "0,00", "10,00"],
        ["0,00", "0,00", "0,00"],
    ]
    rows = [[cell.value for cell in row] for row in answers.rows][1:]
    assert [(row[0], row[2], row[3]) for row in rows] == [
        (hostile, "Zoé L'Écuyer", "Sorel"),
        (hostile, "Pat O'Brien", None),
    ]
    assert rows[0][1] == "Poisson"
    assert {cell.data_type for row in answers.rows for cell in row if cell.value} == {"s"}
    stranger = Client()
    stranger.force_login(factories.director("réal"))
    assert stranger.get(f"/events/{event.uid}/summary/file/").status_code in (403, 404)


@pytest.mark.parametrize("page", ["door", "summary", "summary/file"])
def test_a_page_asks_as_often_for_three_people_as_for_one(event, made, desk, page):
    def asked(one: Event) -> int:
        with queries_counted() as queries:
            assert desk.get(f"/events/{one.uid}/{page}/").status_code == 200
        return len(queries)

    together(event, *made, name="Un Roy")
    with_one = asked(event)
    for name in ("Deux Roy", "Trois Roy"):
        together(event, *made, name=name)
    assert asked(event) == with_one
    organisation = made[0].organisation
    fewer = [event_days.event(*event_days.days(count, organisation, 1)) for count in (1, 2)]
    assert asked(fewer[1]) - asked(fewer[0]) <= 10  # an event has few tournaments
