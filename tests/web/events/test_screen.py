"""A projector of an event shows the screens of its tournaments in turn."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import event_tournaments, factories, page_reader
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def days():
    cache.clear()
    return event_tournaments.days(3, factories.director().roles.get().organisation, players=4)


def screen_path(event, after: str = "", client: Client | None = None) -> str:
    """Return the address to which a projector is led, without its query."""
    at = reverse("event_screen", args=[event.uid])
    answer = (client or Client()).get(at, {"after": after} if after else {}, follow=True)
    assert answer.status_code == 200
    path, _question, query = answer.redirect_chain[-1][0].partition("?")
    assert query == f"event={event.uid}"
    return path


def following_address(path: str, event) -> str:
    page = page_reader.parse(Client().get(path, {"event": event.uid}))
    return page.one("[data-screen]")["data-following"]


def test_screen_rotates_among_started_tournaments(days):
    event = event_tournaments.event(*days)
    factories.play_round(days[0], 1)
    factories.open_round(days[1], 1)
    standings = reverse("standings_screen", args=[days[0].slug])
    seats = reverse("round_screen", args=[days[1].slug, 1])
    assert screen_path(event) == standings
    assert screen_path(event, days[0].slug) == seats
    assert screen_path(event, days[1].slug) == standings
    assert screen_path(event, days[2].slug) == standings
    assert screen_path(event, "nobodys") == standings


def test_screen_rotates_among_all_before_the_first_game(days):
    event = event_tournaments.event(*days)
    assert screen_path(event, days[0].slug) == reverse("standings_screen", args=[days[1].slug])


def test_next_tournament_is_given_only_to_screens_of_its_event(days):
    event = event_tournaments.event(*days[:2])
    path = reverse("standings_screen", args=[days[0].slug])
    at = reverse("event_screen", args=[event.uid])
    assert following_address(path, event) == f"{at}?after={days[0].slug}"
    page = page_reader.parse(Client().get(path))
    assert page.one("[data-screen]")["data-following"] == ""
    assert following_address(reverse("standings_screen", args=[days[2].slug]), event) == ""
    foot = page_reader.parse(Client().get(path, {"event": event.uid})).one("[data-screen]")
    assert foot["data-seats"] == reverse("seats_screen", args=[days[0].slug]) + f"?event={event.uid}"


def test_seats_screen_of_an_event_names_the_tournament(days):
    event = event_tournaments.event(*days[:2])
    factories.open_round(days[0], 1)
    path = reverse("round_screen", args=[days[0].slug, 1])
    page = page_reader.parse(Client().get(path, {"event": event.uid}))
    assert page.one(".wall-event").words == days[0].name
    assert not page_reader.parse(Client().get(path)).all(".wall-event")


def test_the_remote_control_of_a_tournament_chooses_its_screen(days):
    event = event_tournaments.event(*days)
    factories.play_round(days[0], 1)
    lise = factories.signed_in(days[0].organisation.roles.get().user)
    lise.post(reverse("remote_do", args=[days[0].slug]), {"do": "rules"})
    assert screen_path(event) == reverse("rules_screen", args=[days[0].slug])


def test_visitors_see_only_public_tournaments(days):
    event = event_tournaments.event(*days[:2])
    factories.play_round(days[0], 1)
    Tournament.objects.filter(pk=days[0].pk).update(visibility="desk")
    assert screen_path(event) == reverse("standings_screen", args=[days[1].slug])
    lise = factories.signed_in(days[0].organisation.roles.get().user)
    assert screen_path(event, client=lise) == reverse("standings_screen", args=[days[0].slug])
    Tournament.objects.filter(pk=days[1].pk).update(visibility="link")
    assert Client().get(reverse("event_screen", args=[event.uid])).status_code == 404
