"""The organiser's page of events: made, changed, filled, emptied, deleted; tournaments stay as they are."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tests import event_tournaments, factories, page_reader
from tournaments.models import Event, Organisation, Role
from tournaments.organisations import events
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def days(lise):
    return event_tournaments.days(3, lise.roles.get().organisation)


@pytest.fixture
def browser(lise):
    return factories.signed_in(lise)


def event_slugs(event: Event) -> list[str]:
    return [one.slug for one in event.tournaments()]


def act_kinds(organisation: Organisation) -> list[str]:
    return list(organisation.acts.order_by("pk").values_list("kind", flat=True))


def test_event_is_created_from_ticked_tournaments(browser, days):
    own = days[0].organisation
    typed = {"name": "Jeux  d'hiver ", "max_choices": "2", "tournament": [days[0].slug, days[2].slug]}
    answer = browser.post(reverse("events", args=[own.slug]), typed)
    made = own.events.get()
    assert answer["Location"] == reverse("event", args=[own.slug, made.uid])
    assert (made.name, made.max_choices) == ("Jeux d'hiver", 2)
    assert event_slugs(made) == [days[0].slug, days[2].slug]
    page = page_reader.parse(browser.get(answer["Location"]))
    assert [row["data-in-event"] for row in page.all("[data-in-event]")] == [days[0].slug, days[2].slug]
    assert [box["value"] for box in page.all("input[name=tournament]")] == [days[1].slug]
    listed = page_reader.parse(browser.get(reverse("events", args=[own.slug])))
    assert [row["data-event"] for row in listed.all("[data-event]")] == [str(made.uid)]


def test_refused_form_keeps_typed_values(browser, days):
    own = days[0].organisation
    answer = browser.post(reverse("events", args=[own.slug]), {"name": "", "tournament": [days[1].slug]})
    assert answer.status_code == 422
    ticked = [box["value"] for box in page_reader.parse(answer).all("input[checked]")]
    assert ticked == [days[1].slug]
    refused = browser.post(reverse("events", args=[own.slug]), {"name": "Jeux", "max_choices": "0"})
    assert refused.status_code == 422
    assert not own.events.exists()


def test_every_change_of_an_event_is_recorded(browser, days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    at = [own.slug, made.uid]
    browser.post(reverse("event_change", args=at), {"name": "Jeux <b>", "max_choices": "3"})
    browser.post(reverse("event_change", args=at), {"name": "Jeux <b>", "max_choices": "3"})
    browser.post(reverse("event_add", args=at), {"tournament": [days[1].slug, days[2].slug]})
    made.refresh_from_db()
    assert (made.name, made.max_choices, len(event_slugs(made))) == ("Jeux <b>", 3, 3)
    browser.post(reverse("event_take_out", args=at), {"tournament": days[0].slug})
    assert event_slugs(made) == [days[1].slug, days[2].slug]
    answer = browser.post(reverse("event_delete", args=at), follow=True)
    assert page_reader.codes(answer)[-1] == "event_deleted"
    assert not own.events.exists()
    assert own.tournaments.filter(live=True).count() == 3
    assert act_kinds(own) == [events.MADE, events.CHANGED, events.ADDED, events.TAKEN_OUT, events.DELETED]


def test_tournament_can_be_in_one_event_of_its_organisation(browser, days):
    own = days[0].organisation
    events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    other = events.make(own, name="Autres jeux", max_choices=None, tournaments=[], by=None)
    with pytest.raises(DomainError, match="event_not_free"):
        events.add(other, days[:2], by=None)
    [foreign] = event_tournaments.days(1, Organisation.objects.create(name="FADOQ Sorel"))
    with pytest.raises(DomainError, match="event_not_free"):
        events.add(other, [foreign], by=None)
    answer = browser.post(
        reverse("event_add", args=[own.slug, other.uid]), {"tournament": foreign.slug}, follow=True
    )
    assert page_reader.codes(answer) == ["event_none_ticked"]
    assert event_slugs(other) == []


def test_an_event_has_a_limited_number_of_tournaments(days, monkeypatch):
    monkeypatch.setattr(events, "MAX_TOURNAMENTS", 2)
    with pytest.raises(DomainError, match="event_full"):
        events.make(days[0].organisation, name="Jeux", max_choices=None, tournaments=days, by=None)
    assert not Event.objects.exists()


def test_deleted_event_cannot_be_changed(days):
    made = events.make(days[0].organisation, name="Jeux", max_choices=None, tournaments=[], by=None)
    events.delete(made, by=None)
    made = Event(pk=9, uid=made.uid, organisation=days[0].organisation)
    with pytest.raises(DomainError, match="event_gone"):
        events.add(made, days, by=None)


def test_only_organisation_directors_can_open_its_events(days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    director = factories.signed_in(factories.helper(days[0], Role.Kind.DIRECTOR, "aide"))
    assert director.get(reverse("event", args=[own.slug, made.uid])).status_code == 404
    other = factories.director("odile")
    at = [other.roles.get().organisation.slug, made.uid]
    assert factories.signed_in(other).get(reverse("event", args=at)).status_code == 404
    assert factories.signed_in(other).post(reverse("event_delete", args=at)).status_code == 404
    assert Event.objects.count() == 1


def page_links(browser, address: str) -> set[str]:
    return {link["href"] for link in page_reader.parse(browser.get(address)).all("a[href]")}


def test_front_page_links_to_events_from_two_tournaments_on(browser, lise):
    own = lise.roles.get().organisation
    event_tournaments.days(1, own)
    assert reverse("events", args=[own.slug]) not in page_links(browser, "/")
    event_tournaments.days(1, own)
    assert reverse("events", args=[own.slug]) in page_links(browser, "/")


def test_registration_role_gets_a_link_to_event_check_in(days):
    event = event_tournaments.event(*days)
    who = factories.helper(days[0].organisation, "registration", "odile")
    found = page_reader.parse(factories.signed_in(who).get("/"))
    assert found.one("[data-event]")["href"] == reverse("event_door", args=[event.uid])
    assert not found.all("[data-same-day]")


def set_date(tournament, when):
    stages.change_description(tournament, {"date": when}, by=None)


def test_tournaments_of_one_date_get_a_link_to_create_an_event(browser, lise, days):
    today = timezone.localdate()
    offered = reverse("events", args=[days[0].organisation.slug])
    for tournament, later in zip(days, (0, 0, 1), strict=True):
        set_date(tournament, today + timedelta(later))
    (link,) = page_reader.parse(browser.get("/")).all("[data-same-day]")
    assert link["href"].startswith(f"{offered}?")
    ticked = [box["value"] for box in page_reader.parse(browser.get(link["href"])).all("input[checked]")]
    (again,) = page_reader.parse(browser.get(f"/t/{days[1].slug}/setup/")).all("[data-same-day]")
    assert set(again["href"].partition("?")[2].split("&")) == set(link["href"].partition("?")[2].split("&"))
    assert not page_reader.parse(browser.get(f"/t/{days[2].slug}/setup/")).all("[data-same-day]")
    assert set(ticked) == {days[0].slug, days[1].slug}
    browser.post(offered, {"name": "Jeux", "tournament": ticked})
    page = page_reader.parse(browser.get("/"))
    assert not page.all("[data-same-day]")
    (event,) = page.all("[data-event]")
    assert event["href"] == reverse("event", args=[days[0].organisation.slug, event["data-event"]])
    for tournament in days:
        set_date(tournament, today - timedelta(1))
    events.delete(Event.objects.get(), by=lise)
    assert not page_reader.parse(browser.get("/")).all("[data-same-day]"), "these days are past"


def test_tournament_director_gets_no_link_to_create_an_event(days):
    for tournament in days[:2]:
        set_date(tournament, timezone.localdate())
    helper = factories.helper(days[0], Role.Kind.DIRECTOR, "aide")
    Role.objects.create(user=helper, tournament=days[1], role=Role.Kind.DIRECTOR)
    page = page_reader.parse(factories.signed_in(helper).get("/"))
    assert not page.all("[data-same-day]")


def test_tournament_links_organisation_directors_to_its_event(browser, days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=days[:1], by=None)
    hub = reverse("event", args=[own.slug, made.uid])
    assert hub in page_links(browser, reverse("more", args=[days[0].slug]))
    assert hub not in page_links(browser, reverse("more", args=[days[1].slug]))
    helper = factories.signed_in(factories.helper(days[0], Role.Kind.DIRECTOR, "aide"))
    assert hub not in page_links(helper, reverse("more", args=[days[0].slug]))


def test_tournaments_are_found_by_words_of_their_names(browser, days):
    own = days[0].organisation
    made = events.make(own, name="Jeux", max_choices=None, tournaments=[], by=None)
    page = page_reader.parse(browser.get(reverse("event", args=[own.slug, made.uid]), {"q": "gin"}))
    assert [box["value"] for box in page.all("input[name=tournament]")] == [days[1].slug]
