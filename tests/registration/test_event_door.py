"""The people of an event at the door: who is one person, check-in, money and answers in all tournaments."""

import io

import openpyxl
import pytest
from django.test import Client

from scoring import DomainError
from tests import event_tournaments, factories, page_reader
from tests.all_addresses import queries_counted
from tests.registration.test_event_signups import together
from tests.registration.test_signups import come
from tournaments import registration
from tournaments.models import Event, Payment, Tournament
from tournaments.registration import event_door, event_signups, payments, questions
from tournaments.registration.event_door import OwedEntry
from tournaments.registration.fees import Fees, save_fees

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> list[Tournament]:
    days = event_tournaments.days(3)
    for tournament in days:
        save_fees(tournament, Fees(1000), by=None)
    return reloaded(days)


@pytest.fixture
def event(made) -> Event:
    return event_tournaments.event(*made)


@pytest.fixture
def desk(client, made) -> Client:
    client.force_login(factories.helper(made[0].organisation, "registration", "aline"))
    return client


def reloaded(days) -> list[Tournament]:
    return [Tournament.objects.get(pk=tournament.pk) for tournament in days]


def people(days) -> list[tuple[str, int]]:
    return [(one.entry.name, len(one.places)) for one in event_door.people_of(reloaded(days))]


def row(page, name: str):
    """Return the person of that name on the page, and the fields of their form."""
    found = [one for one in page_reader.parse(page).all("[data-person]") if name in one.words]
    (person,) = found
    fields: dict[str, list[str]] = {}
    for one in person.all("input"):
        fields.setdefault(one["name"], []).append(one["value"])
    fields.pop("csrfmiddlewaretoken", None)
    return person, fields


def test_person_is_listed_once_by_form_or_known_player(event, made):
    crib, gin, whist = made
    together(event, crib, gin, club="Sorel")
    registration.add_entry(whist, "Zoé L'Écuyer", club="Sorel")  # typed by hand
    assert people(made) == [("Zoé L'Écuyer", 3)]


def test_namesakes_are_listed_separately(event, made):
    crib, gin, whist = made
    registration.add_entry(crib, "Zoé Roy", club="Sorel", member_number="1")
    registration.add_entry(gin, "Zoé Roy", club="Beloeil", member_number="2")
    assert people(made) == [("Zoé Roy", 1)] * 2
    together(event, crib, whist, name="Zoé Roy", club="Sorel")  # with a namesake of the same club in one
    assert sorted(people(made)) == [("Zoé Roy", 1)] * 2 + [("Zoé Roy", 2)]


def test_name_corrected_in_one_tournament_keeps_one_person(event, made):
    together(event, *made[:2], club="Sorel")
    entry = made[1].entries.get()
    registration.edit_entry(entry, "Zoé Lécuyer-Roy", club="Beloeil")
    assert [count for _name, count in people(made)] == [2]


def test_check_in_covers_all_tournaments_or_one(event, made, desk):
    together(event, *made)
    registration.withdraw(made[2].entries.get(), from_round=1, by=None)
    url = f"/events/{event.uid}/door/"
    _person, fields = row(desk.get(url), "Zoé")
    answer = desk.post(url, {**fields, "here": "1"})
    assert answer["Location"].startswith(url)
    assert [tournament.entries.exclude(checked_in_at=None).count() for tournament in made] == [1, 1, 0]
    person, _fields = row(desk.get(url), "Zoé")
    assert person.all("[data-all-here]")
    key = person.all("[data-here]")[1]["value"]
    desk.post(url, {"out": key})
    assert [tournament.entries.exclude(checked_in_at=None).count() for tournament in made] == [1, 0, 0]
    desk.post(url, {"in": key})
    assert desk.get(url).context["here"] == 1
    assert desk.get(url + "?absent=1").context["rows"] == []


def test_one_tap_pays_all_fees_and_can_be_undone(event, made, desk):
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
    actions = [one.get("action") or "" for one in page_reader.parse(page).all("form")]
    (back,) = [action for action in actions if "back=" in action]
    desk.post(back)
    assert [one.due for tournament in made[:2] for one in payments.accounts(tournament).values()] == [
        1000,
        1000,
    ]
    assert desk.post(back)["Location"] == url  # once more: nothing is written twice
    assert Payment.objects.count() == 4


def test_payment_of_all_is_refused_after_other_payment(event, made, desk):
    together(event, *made[:2])
    url = f"/events/{event.uid}/door/"
    _person, fields = row(desk.get(url), "Zoé")
    payments.record(made[1].entries.get(), None, "cheque", by=None)
    page = desk.post(url, {**fields, "paid": "1"}, follow=True)
    assert Payment.objects.get().how == "cheque"
    assert row(page, "Zoé")[0].one("[data-due]")["data-due"] == "1000"
    owed = [OwedEntry(tournament.entries.get(), 0, 1000) for tournament in made[:2]]
    with pytest.raises(DomainError):
        event_door.pay_all(owed, by=None)
    assert Payment.objects.count() == 1


def test_payment_of_all_is_refused_after_fee_increase(event, made, desk):
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
def test_form_with_unknown_entry_changes_nothing(event, made, desk, posted):
    other = factories.tournament(1)
    posted = {key: f"{other.pk}-1" if value == "1-1" else value for key, value in posted.items()}
    assert desk.post(f"/events/{event.uid}/door/", posted).status_code == 302
    refused = desk.post(f"/events/{event.uid}/door/?back=1-1,x,{other.pk}-1")
    assert refused["Location"] == f"/events/{event.uid}/door/"
    assert not other.entries.exclude(checked_in_at=None).exists()
    assert not Payment.objects.exists()


def test_new_person_is_added_from_search_and_checked_in(event, made, desk):
    together(event, *made[:2])
    url = f"/events/{event.uid}/door/"
    assert not page_reader.data(desk.get(url, {"q": "Zoé"}), "add"), "a person who is found"
    assert not page_reader.data(desk.get(url), "add")
    page = page_reader.parse(desk.get(url, {"q": "Odile <b> & Roy"}))
    links = {one["data-add"]: one["href"] for one in page.all("[data-add]")}
    assert list(links) == [tournament.slug for tournament in made]
    form = page_reader.parse(desk.get(links[made[1].slug])).one("#add-form")
    typed = {one["name"]: one.get("value") or "" for one in form.all("input[name]")}
    assert typed["name"] == "Odile <b> & Roy"
    after = desk.post(form["action"], {**typed, "name": "Odile Roy"}, follow=True)
    assert made[1].entries.get(name="Odile Roy").checked_in_at
    assert after.request["PATH_INFO"] == url
    person, _fields = row(after, "Odile Roy")
    assert person.all("[data-all-here]")
    assert len(after.context["rows"]) == 1


def test_event_link_is_shown_to_directors_only(event, made, desk):
    url, hub = f"/events/{event.uid}/door/", f"/o/{event.organisation.slug}/events/{event.uid}/"
    director = factories.signed_in(factories.helper(event.organisation, "director", "lise"))
    linked = [
        [one["href"] for one in page_reader.parse(by.get(url)).all("a[href]")] for by in (director, desk)
    ]
    assert [hub in one for one in linked] == [True, False]


def test_only_tournaments_with_permission_are_shown(event, made):
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


def test_answers_count_each_person_once_and_totals_add_up(event, made, desk):
    for tournament in made[:2]:
        questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    days = reloaded(made)
    typed = {"answers": {"1": "Poisson"}}
    together(event, *days[:2], **typed)
    come(days[1], "Pat O'Brien", answers={"1": "Poulet"})
    come(days[2], "Réal Roy")  # this one has no question
    payments.record(days[0].entries.get(), None, "cheque", by=None)
    page = desk.get(f"/events/{event.uid}/summary/")
    counted = {one["data-answer"]: one["data-count"] for one in page_reader.parse(page).all("[data-answer]")}
    assert counted == {"Poulet": "1", "Poisson": "1"}
    assert (page.context["paid"], page.context["owed"], page.context["people"]) == (1000, 3000, 3)
    assert len(page_reader.parse(page).all("[data-box]")) == 3
    (shared,) = event_signups.shared_questions(days)
    assert [one.answer for one in event_door.answers_to_question(shared, event_door.people_of(days))] == [
        "Poisson",
        "Poulet",
    ]


def test_tournament_check_in_links_to_event_check_in(event, made, desk):
    links = page_reader.parse(desk.get(f"/t/{made[0].slug}/check-in/")).all("a")
    assert f"/events/{event.uid}/door/" in {one.get("href") for one in links}


def test_summary_can_be_downloaded_as_workbook(event, made, desk):
    hostile = "=SOMME(A1:A2) ? [repas]/*"
    questions.save_questions(made[0], [(None, hostile, ["Poulet", "Poisson"])], by=None)
    days = reloaded(made)
    together(event, *days[:2], name="Zoé L'Écuyer", club="Sorel", answers={"1": "Poisson"})
    come(days[0], "Pat O'Brien")
    payments.record(days[0].entries.get(name="Zoé L'Écuyer"), None, "cheque", by=None)
    answer = desk.get(f"/events/{event.uid}/summary/file/")
    assert "attachment" in answer["Content-Disposition"]
    box, answers = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
    lines = [[cell.value for cell in row] for row in box.rows]
    assert [line[0] for line in lines[1:]] == [tournament.name for tournament in made]
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
def test_pages_take_same_queries_for_more_people(event, made, desk, page):
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
    fewer = [event_tournaments.event(*event_tournaments.days(count, organisation, 1)) for count in (1, 2)]
    assert asked(fewer[1]) - asked(fewer[0]) <= 10  # an event has few tournaments
