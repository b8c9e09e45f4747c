"""The first page: an organiser's tournaments; what the hall may follow; two buttons at first."""

import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.shown_by import data
from tournaments import rounds
from tournaments.models import Role, Tournament, User
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db

NAMED = re.compile(r"Journée \d\d")


def page(client) -> str:
    return client.get("/").content.decode()


def queries(client) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get("/").status_code == 200
    return len(seen)


def test_an_empty_database_offers_two_buttons(client):
    for signed_in in (False, True):
        if signed_in:
            client.force_login(factories.director())
        text = page(client)
        assert reverse("new_tournament") in text
        assert reverse("example") in text
    assert reverse("restore") in text  # a laptop that takes over from a broken one is empty


def test_the_first_page_names_data_that_no_terminal_could_offer(client, settings):
    settings.EARLIER_DATA = "E:/Cheville <0.2>/data"
    client.force_login(factories.director())
    assert "data-earlier" not in page(client)
    client.force_login(User.objects.create_superuser("patronne"))
    assert data(client.get("/"), "earlier") == [settings.EARLIER_DATA]
    settings.EARLIER_DATA = ""
    assert "data-earlier" not in page(client)


def test_the_example_is_made_once(client):
    client.force_login(factories.director())
    first, second = client.post("/example/"), client.post("/example/")
    made = Tournament.objects.get()
    assert first["Location"] == second["Location"] == reverse("standings", args=[made.slug])
    assert (made.example, made.entries.exclude(kind="house").count()) == (True, 32)
    assert made.stages.get(order=1).rounds.filter(state="closed").count() == 9
    assert reverse("example") not in page(client)


def test_each_organiser_has_an_example_of_her_own(client):
    slugs = set()
    for name in ("lise", "odile"):
        client.force_login(factories.director(name))
        address = client.post("/example/")["Location"]
        slugs.add(address)
    assert len(slugs) == 2


def test_a_look_makes_no_example(client):
    assert client.post("/example/")["Location"].startswith(reverse("login"))
    client.force_login(factories.director())
    assert client.get("/example/").status_code == 200
    assert not Tournament.objects.exists()


def test_an_organiser_sees_her_own_and_where_to_go_on(client):
    lise = factories.director()
    made = factories.tournament(4, by=lise)
    factories.tournament(4, by=factories.director("odile"))
    client.force_login(lise)
    text = page(client)
    assert text.count("tournament-row") == 1
    assert reverse("registration", args=[made.slug]) in text
    factories.play_round(made, 1)
    text = page(client)
    assert reverse("rounds", args=[made.slug]) in text
    assert "Game 1 of 15 is over" in text
    assert "data-begun" not in text
    rounds.open_round(rounds.seat(stages.qualifying(made), 2, by=lise), by=lise)
    text = page(client)
    assert "data-begun" in text


def test_three_tournaments_cost_as_many_queries_as_one(client):
    lise = factories.director()
    client.force_login(lise)
    factories.tournament(2, by=lise)
    one = queries(client)
    for _turn in range(2):
        factories.play_round(factories.tournament(4, by=lise), 1)
    assert queries(client) == one


def test_a_visitor_follows_what_is_public_and_near(client):
    today = timezone.localdate()
    near = factories.tournament(2)
    Tournament.objects.update(date=today)
    hidden = factories.tournament(2)
    Tournament.objects.filter(pk=hidden.pk).update(date=today, visibility="desk", name="Caché")
    old = factories.tournament(2)
    Tournament.objects.filter(pk=old.pk).update(date=today - timedelta(days=30), name="Ancien")
    text = page(client)
    assert f'href="{reverse("public", args=[near.slug])}"' in text
    assert "Caché" not in text
    assert "Ancien" not in text
    assert reverse("login") in text
    assert reverse("example") not in text


def test_a_visitor_costs_the_same_whatever_is_played(client):
    factories.tournament(2)
    Tournament.objects.update(date=timezone.localdate())
    one = queries(client)
    for _turn in range(2):
        factories.tournament(2)
    Tournament.objects.update(date=timezone.localdate())
    assert queries(client) == one


def test_a_role_in_the_organisation_opens_all_of_it_once(client):
    made = factories.tournament(2)
    odile = factories.director("odile")
    Role.objects.create(user=odile, organisation=made.organisation)
    Role.objects.create(user=odile, tournament=made)
    client.force_login(odile)
    assert page(client).count("tournament-row") == 1


def test_a_day_is_played_from_its_first_game_on_and_not_once_that_is_over(client):
    day = factories.tournament(2)
    Tournament.objects.update(date=timezone.localdate())
    assert "data-begun" not in page(client)
    factories.open_round(day)
    assert "data-begun" in page(client)
    client.force_login(factories.organiser(day))
    assert "data-begun" in page(client)


def many(lise, count: int) -> None:
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
def test_a_long_list_comes_in_parts_with_a_search(client, address):
    lise = factories.director()
    many(lise, 59)
    client.force_login(lise)
    first = client.get(address).content.decode()
    assert len(set(NAMED.findall(first))) == 24 and "Journée 58" in first and "Journée 33" not in first
    second = client.get(f"{address}?page=2").content.decode()
    assert "Journée 33" in second and "Journée 58" not in second
    assert "page=3" in second and "page=1" in second
    found = client.get(address, {"q": "chalet journée 2"}).content.decode()
    assert set(NAMED.findall(found)) == {f"Journée {n:02}" for n in (21, 23, 25, 27, 29)}
    none = client.get(address, {"q": "<b>Gras</b>"}).content.decode()
    assert not NAMED.findall(none) and "&lt;b&gt;Gras" in none


def test_people_can_be_loaded_before_the_first_tournament():
    lise = factories.director()
    page = factories.signed_in(lise).get("/").content.decode()
    organisation = lise.roles.get().organisation
    assert reverse("players", args=[organisation.slug]) in page
    assert reverse("new_tournament") in page
