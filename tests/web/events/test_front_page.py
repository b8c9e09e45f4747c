"""The public page of an event: the tournaments that are public, and no trace of the others."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import event_tournaments, factories, page_reader
from tournaments.models import Tournament
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db
Visibility = Tournament.Visibility


@pytest.fixture
def days():
    return event_tournaments.days(3, factories.director().roles.get().organisation, players=4)


def update_tournament(tournament, **columns):
    for name, value in columns.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(columns))


def answer_of(event):
    return Client(headers={"accept-language": "en"}).get(reverse("event_followed", args=[event.uid]))


def listed_slugs(event) -> list[str]:
    return [row["data-in-event"] for row in page_reader.parse(answer_of(event)).all("[data-in-event]")]


def test_tournaments_are_listed_with_links(days):
    factories.play_round(days[0], 1)
    factories.open_round(days[0], 2)
    event = event_tournaments.event(*days)
    page = page_reader.parse(answer_of(event))
    assert listed_slugs(event) == [one.slug for one in days]
    links = [link["href"] for link in page.all("a[href]")]
    assert [reverse("public", args=[one.slug]) in links for one in days] == [True] * 3
    assert [reverse("where", args=[one.slug]) in links for one in days] == [True, False, False]
    assert reverse("event_signup", args=[event.uid]) in links


def test_director_gets_a_link_to_manage_the_event(days, client):
    event = event_tournaments.event(*days)
    assert not page_reader.parse(answer_of(event)).all("[data-manages]")
    client.force_login(factories.helper(event.organisation, "desk", "anne"))
    url = reverse("event_followed", args=[event.uid])
    assert not page_reader.parse(client.get(url)).all("[data-manages]")
    client.force_login(factories.helper(event.organisation, "director", "paul"))
    to = page_reader.parse(client.get(url)).one("[data-manages]")["href"]
    assert client.get(to).context["event"] == event


@pytest.mark.parametrize(
    "columns",
    [{"visibility": Visibility.LINK}, {"visibility": Visibility.DESK}, {"hidden": True}, {"live": False}],
)
def test_tournaments_that_are_not_public_leave_no_trace(days, columns):
    both, alone = event_tournaments.event(*days[:2]), event_tournaments.event(days[2])
    update_tournament(days[0], **columns)
    assert listed_slugs(both) == [days[1].slug]
    content = answer_of(both).content.decode()
    assert days[0].slug not in content
    assert "Érablière" not in content
    update_tournament(days[2], **columns)
    assert answer_of(alone).status_code == 404


def test_empty_event_looks_like_an_unknown_one(days):
    empty = event_tournaments.event(days[0])
    empty.links.all().delete()
    unknown = Client().get("/events/00000000-0000-0000-0000-000000000001/")
    known = Client().get(f"/events/{empty.uid}/")
    assert (unknown.status_code, known.status_code) == (404, 404)
    assert empty.name not in page_reader.words(known)
    assert page_reader.words(known) == page_reader.words(unknown)


def test_registration_is_offered_while_it_is_open(days):
    event = event_tournaments.event(*days)
    for tournament in days:
        save_settings(tournament, SignupSettings(on=False), by=None)
    assert not page_reader.parse(answer_of(event)).all("[data-registers]")


def test_front_page_lists_events_with_public_tournaments(days):
    event = event_tournaments.event(*days)
    update_tournament(days[0], date=timezone.localdate())
    assert str(event.uid) in page_reader.data(Client().get("/"), "event")
    update_tournament(days[0], visibility=Visibility.LINK)
    for tournament in days[1:]:
        update_tournament(tournament, visibility=Visibility.DESK)
    assert page_reader.data(Client().get("/"), "event") == []


def test_management_page_links_to_the_public_page(days):
    event = event_tournaments.event(*days)
    lise = factories.signed_in(days[0].organisation.roles.get().user)
    hub = reverse("event", args=[days[0].organisation.slug, event.uid])
    address = reverse("event_followed", args=[event.uid])
    assert address in [link["href"] for link in page_reader.parse(lise.get(hub)).all("a[href]")]
    for tournament in days:
        update_tournament(tournament, visibility=Visibility.DESK)
    assert address not in [link["href"] for link in page_reader.parse(lise.get(hub)).all("a[href]")]
