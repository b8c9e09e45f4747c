"""The organiser's page of events: made, changed, filled, emptied, deleted; tournaments stay as they are."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tests import event_days, factories, shown_by
from tournaments.models import Event, Organisation, Role
from tournaments.organisations import events
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def days(lise):
    return event_days.days(3, lise.roles.get().organisation)


@pytest.fixture
def browser(lise):
    return factories.signed_in(lise)


def in_event(event: Event) -> list[str]:
    return [one.slug for one in event.tournaments()]


def kinds(organisation: Organisation) -> list[str]:
    return list(organisation.acts.order_by("pk").values_list("kind", flat=True))


def test_an_event_is_made_of_the_ticked_tournaments(browser, days):
    own = days[0].organisation
    typed = {"name": "Jeux  d'hiver ", "max_choices": "2", "tournament": [days[0].slug, days[2].slug]}
    answer = browser.post(reverse("events", args=[own.slug]), typed)
    made = own.events.get()
    assert answer["Location"] == reverse("event", args=[own.slug, made.uid])
    assert (made.name, made.max_choices) == ("Jeux d'hiver", 2)
    assert in_event(made) == [days[0].slug, days[2].slug]
    page = shown_by.page(browser.get(answer["Location"]))
    assert [row["data-in-event"] for row in page.all("[data-in-event]")] == [days[0].slug, days[2].slug]
    assert [box["value"] for box in page.all("input[name=tournament]")] == [days[1].slug]
    listed = shown_by.page(browser.get(reverse("events", args=[own.slug])))
    assert [row["data-event"] for row in listed.all("[data-event]")] == [str(made.uid)]


def test_what_was_typed_stays_on_the_page_after_a_mistake(browser, days):
    own = days[0].organisation
    answer = browser.post(reverse("events", args=[own.slug]), {"name": "", "tournament": [days[1].slug]})
    assert answer.status_code == 422
    ticked = [box["value"] for box in shown_by.page(answer).all("input[checked]")]
    assert ticked == [days[1].slug]
    refused = browser.post(reverse("events", args=[own.slug]), {"name": "Jeux", "max_choices": "0"})
    assert refused.status_code == 422
    assert not own.events.exists()


def test_it_is_renamed_filled_emptied_and_deleted_and_each_step_is_noted(browser, days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    at = [own.slug, made.uid]
    browser.post(reverse("event_change", args=at), {"name": "Jeux <b>", "max_choices": "3"})
    browser.post(reverse("event_change", args=at), {"name": "Jeux <b>", "max_choices": "3"})
    browser.post(reverse("event_add", args=at), {"tournament": [days[1].slug, days[2].slug]})
    made.refresh_from_db()
    assert (made.name, made.max_choices, len(in_event(made))) == ("Jeux <b>", 3, 3)
    browser.post(reverse("event_take_out", args=at), {"tournament": days[0].slug})
    assert in_event(made) == [days[1].slug, days[2].slug]
    answer = browser.post(reverse("event_delete", args=at), follow=True)
    assert shown_by.codes(answer)[-1] == "event_deleted"
    assert not own.events.exists()
    assert own.tournaments.filter(live=True).count() == 3
    assert kinds(own) == [events.MADE, events.CHANGED, events.ADDED, events.TAKEN_OUT, events.DELETED]


def test_a_tournament_is_in_one_event_of_its_own_organisation(browser, days):
    own = days[0].organisation
    events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    other = events.make(own, name="Autres jeux", max_choices=None, tournaments=[], by=None)
    with pytest.raises(DomainError, match="event_not_free"):
        events.add(other, days[:2], by=None)
    [foreign] = event_days.days(1, Organisation.objects.create(name="FADOQ Sorel"))
    with pytest.raises(DomainError, match="event_not_free"):
        events.add(other, [foreign], by=None)
    answer = browser.post(
        reverse("event_add", args=[own.slug, other.uid]), {"tournament": foreign.slug}, follow=True
    )
    assert shown_by.codes(answer) == ["event_none_ticked"]
    assert in_event(other) == []


def test_an_event_has_a_limited_number_of_tournaments(days, monkeypatch):
    monkeypatch.setattr(events, "MAX_TOURNAMENTS", 2)
    with pytest.raises(DomainError, match="event_full"):
        events.make(days[0].organisation, name="Jeux", max_choices=None, tournaments=days, by=None)
    assert not Event.objects.exists()


def test_what_another_organiser_has_deleted_is_not_written(days):
    made = events.make(days[0].organisation, name="Jeux", max_choices=None, tournaments=[], by=None)
    events.delete(made, by=None)
    made = Event(pk=9, uid=made.uid, organisation=days[0].organisation)
    with pytest.raises(DomainError, match="event_gone"):
        events.add(made, days, by=None)


def test_only_directors_of_the_organisation_reach_its_events(days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    director = factories.signed_in(factories.helper(days[0], Role.Kind.DIRECTOR, "aide"))
    assert director.get(reverse("event", args=[own.slug, made.uid])).status_code == 404
    other = factories.director("odile")
    at = [other.roles.get().organisation.slug, made.uid]
    assert factories.signed_in(other).get(reverse("event", args=at)).status_code == 404
    assert factories.signed_in(other).post(reverse("event_delete", args=at)).status_code == 404
    assert Event.objects.count() == 1


def links(browser, address: str) -> set[str]:
    return {link["href"] for link in shown_by.page(browser.get(address)).all("a[href]")}


def test_the_first_page_leads_to_events_where_there_are_two_tournaments(browser, lise):
    own = lise.roles.get().organisation
    event_days.days(1, own)
    assert reverse("events", args=[own.slug]) not in links(browser, "/")
    event_days.days(1, own)
    assert reverse("events", args=[own.slug]) in links(browser, "/")


def test_who_registers_people_finds_the_door_of_an_event_on_the_first_page(days):
    event = event_days.event(*days)
    who = factories.helper(days[0].organisation, "registration", "odile")
    found = shown_by.page(factories.signed_in(who).get("/"))
    assert found.one("[data-event]")["href"] == reverse("event_door", args=[event.uid])
    assert not found.all("[data-same-day]")


def on(day, when):
    stages.describe(day, {"date": when}, by=None)


def test_the_first_page_leads_from_several_tournaments_of_one_day_to_their_event(browser, lise, days):
    today = timezone.localdate()
    offered = reverse("events", args=[days[0].organisation.slug])
    for day, later in zip(days, (0, 0, 1), strict=True):
        on(day, today + timedelta(later))
    (link,) = shown_by.page(browser.get("/")).all("[data-same-day]")
    assert link["href"].startswith(f"{offered}?")
    ticked = [box["value"] for box in shown_by.page(browser.get(link["href"])).all("input[checked]")]
    (again,) = shown_by.page(browser.get(f"/t/{days[1].slug}/setup/")).all("[data-same-day]")
    assert set(again["href"].partition("?")[2].split("&")) == set(link["href"].partition("?")[2].split("&"))
    assert not shown_by.page(browser.get(f"/t/{days[2].slug}/setup/")).all("[data-same-day]")
    assert set(ticked) == {days[0].slug, days[1].slug}
    browser.post(offered, {"name": "Jeux", "tournament": ticked})
    page = shown_by.page(browser.get("/"))
    assert not page.all("[data-same-day]")
    (event,) = page.all("[data-event]")
    assert event["href"] == reverse("event", args=[days[0].organisation.slug, event["data-event"]])
    for day in days:
        on(day, today - timedelta(1))
    events.delete(Event.objects.get(), by=lise)
    assert not shown_by.page(browser.get("/")).all("[data-same-day]"), "these days are past"


def test_a_helper_of_two_tournaments_of_one_day_is_not_led_to_an_event(days):
    for day in days[:2]:
        on(day, timezone.localdate())
    helper = factories.helper(days[0], Role.Kind.DIRECTOR, "aide")
    Role.objects.create(user=helper, tournament=days[1], role=Role.Kind.DIRECTOR)
    page = shown_by.page(factories.signed_in(helper).get("/"))
    assert not page.all("[data-same-day]")


def test_a_tournament_leads_to_its_event_for_directors_of_the_organisation(browser, days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    hub = reverse("event", args=[own.slug, made.uid])
    assert hub in links(browser, reverse("more", args=[days[0].slug]))
    assert hub not in links(browser, reverse("more", args=[days[1].slug]))
    helper = factories.signed_in(factories.helper(days[0], Role.Kind.DIRECTOR, "aide"))
    assert hub not in links(helper, reverse("more", args=[days[0].slug]))


def test_tournaments_are_found_by_words_of_their_names(browser, days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=[], by=None)
    page = shown_by.page(browser.get(reverse("event", args=[own.slug, made.uid]), {"q": "gin"}))
    assert [box["value"] for box in page.all("input[name=tournament]")] == [days[1].slug]
