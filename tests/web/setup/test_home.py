"""The first page: an organiser's tournaments, those that the hall may follow, two buttons at first."""

import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.page_reader import data
from tournaments import rounds
from tournaments.models import Role, Tournament, User
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db

NAME_PATTERN = re.compile(r"Journée \d\d")


def home_page(client) -> str:
    return client.get("/").content.decode()


def query_count(client) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get("/").status_code == 200
    return len(seen)


def test_an_empty_database_offers_two_buttons(client):
    for signed_in in (False, True):
        if signed_in:
            client.force_login(factories.director())
        text = home_page(client)
        assert reverse("new_tournament") in text
        assert reverse("example") in text
    assert reverse("restore") in text  # a laptop that takes over from a broken one is empty


def test_home_page_names_earlier_data_to_superusers(client, settings):
    settings.EARLIER_DATA = "E:/Cheville <0.2>/data"
    client.force_login(factories.director())
    assert "data-earlier" not in home_page(client)
    client.force_login(User.objects.create_superuser("patronne"))
    assert data(client.get("/"), "earlier") == [settings.EARLIER_DATA]
    settings.EARLIER_DATA = ""
    assert "data-earlier" not in home_page(client)


def test_example_is_created_once(client):
    client.force_login(factories.director())
    first, second = client.post("/example/"), client.post("/example/")
    made = Tournament.objects.get()
    assert first["Location"] == second["Location"] == reverse("standings", args=[made.slug])
    assert (made.example, made.entries.exclude(kind="house").count()) == (True, 32)
    assert made.stages.get(order=1).rounds.filter(state="closed").count() == 9
    assert reverse("example") not in home_page(client)


def test_each_organiser_has_their_own_example(client):
    slugs = set()
    for name in ("lise", "odile"):
        client.force_login(factories.director(name))
        address = client.post("/example/")["Location"]
        slugs.add(address)
    assert len(slugs) == 2


def test_example_is_not_created_by_get_or_for_visitors(client):
    assert client.post("/example/")["Location"].startswith(reverse("login"))
    client.force_login(factories.director())
    assert client.get("/example/").status_code == 200
    assert not Tournament.objects.exists()


def test_organiser_sees_own_tournaments_and_the_next_page(client):
    lise = factories.director()
    made = factories.tournament(4, by=lise)
    factories.tournament(4, by=factories.director("odile"))
    client.force_login(lise)
    text = home_page(client)
    assert text.count("tournament-row") == 1
    assert reverse("registration", args=[made.slug]) in text
    factories.play_round(made, 1)
    text = home_page(client)
    assert reverse("rounds", args=[made.slug]) in text
    assert "Game 1 of 15 is over" in text
    assert "data-begun" not in text
    rounds.open_round(rounds.seat(stages.qualifying(made), 2, by=lise), by=lise)
    text = home_page(client)
    assert "data-begun" in text


def test_query_count_does_not_grow_with_tournaments(client):
    lise = factories.director()
    client.force_login(lise)
    factories.tournament(2, by=lise)
    one = query_count(client)
    for _turn in range(2):
        factories.play_round(factories.tournament(4, by=lise), 1)
    assert query_count(client) == one


def test_visitor_sees_public_tournaments_of_these_days(client):
    today = timezone.localdate()
    near = factories.tournament(2)
    Tournament.objects.update(date=today)
    hidden = factories.tournament(2)
    Tournament.objects.filter(pk=hidden.pk).update(date=today, visibility="desk", name="Caché")
    old = factories.tournament(2)
    Tournament.objects.filter(pk=old.pk).update(date=today - timedelta(days=30), name="Ancien")
    text = home_page(client)
    assert f'href="{reverse("public", args=[near.slug])}"' in text
    assert "Caché" not in text
    assert "Ancien" not in text
    assert reverse("login") in text
    assert reverse("example") not in text


def test_query_count_of_visitors_does_not_grow(client):
    factories.tournament(2)
    Tournament.objects.update(date=timezone.localdate())
    one = query_count(client)
    for _turn in range(2):
        factories.tournament(2)
    Tournament.objects.update(date=timezone.localdate())
    assert query_count(client) == one


def test_tournament_with_two_roles_is_listed_once(client):
    made = factories.tournament(2)
    odile = factories.director("odile")
    Role.objects.create(user=odile, organisation=made.organisation)
    Role.objects.create(user=odile, tournament=made)
    client.force_login(odile)
    assert home_page(client).count("tournament-row") == 1


def test_tournament_is_marked_begun_once_a_round_is_open(client):
    tournament = factories.tournament(2)
    Tournament.objects.update(date=timezone.localdate())
    assert "data-begun" not in home_page(client)
    factories.open_round(tournament)
    assert "data-begun" in home_page(client)
    client.force_login(factories.organiser(tournament))
    assert "data-begun" in home_page(client)


def make_tournaments(lise, count: int) -> None:
    """Make `count` tournaments of one director, a day apart, alternately in two places."""
    first = factories.tournament(0, by=lise)
    rules = first.stages.get(order=1)
    for number in range(count):
        first.pk, first.uid, first._state.adding = None, uuid4(), True
        first.name, first.slug = f"Journée {number:02}", f"journee-{number}"
        first.place = ["Salle Saint-Hilaire", "Chalet L'Écuyer"][number % 2]
        first.date = date(2026, 1, 1) + timedelta(days=number)
        first.save()
        rules.pk, rules.uid, rules.tournament, rules._state.adding = None, uuid4(), first, True
        rules.save()


@pytest.mark.parametrize("address", ["/", "/new/like/"])
def test_long_list_has_pages_and_a_search(client, address):
    lise = factories.director()
    make_tournaments(lise, 59)
    client.force_login(lise)
    first = client.get(address).content.decode()
    assert len(set(NAME_PATTERN.findall(first))) == 24 and "Journée 58" in first and "Journée 33" not in first
    second = client.get(f"{address}?page=2").content.decode()
    assert "Journée 33" in second and "Journée 58" not in second
    assert "page=3" in second and "page=1" in second
    found = client.get(address, {"q": "CHALET journee l’ecuyer 2"}).content.decode()
    assert set(NAME_PATTERN.findall(found)) == {f"Journée {n:02}" for n in (21, 23, 25, 27, 29)}
    none = client.get(address, {"q": "<b>Gras</b>"}).content.decode()
    assert not NAME_PATTERN.findall(none) and "&lt;b&gt;Gras" in none


def test_players_page_is_linked_before_the_first_tournament():
    lise = factories.director()
    page = factories.signed_in(lise).get("/").content.decode()
    organisation = lise.roles.get().organisation
    assert reverse("players", args=[organisation.slug]) in page
    assert reverse("new_tournament") in page
