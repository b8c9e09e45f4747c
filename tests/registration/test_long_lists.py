"""Registration and check-in of a long list: shown a part at a time, and every player is found."""

from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.page_reader import parse
from tournaments import registration
from tournaments.models import Player
from tournaments.registration import teams
from tournaments.web.registration import rows
from tournaments.web.registration.views import check_in

LARGE_COUNT = 2 * rows.ON_A_PAGE + 5


@pytest.fixture
def large(director):
    return factories.tournament(LARGE_COUNT, by=director)


def registration_page_numbers(client, tournament, **asked):
    shown = parse(client.get(reverse("registration", args=[tournament.slug]), asked))
    return [int(row["id"].removeprefix("row-")) for row in shown.all("li.entry")]


def check_in_page_numbers(client, tournament, **asked):
    shown = parse(client.get(reverse("check_in", args=[tournament.slug]), asked))
    return [int(row["id"].removeprefix("tap-")) for row in shown.all("button.tap")]


def test_pages_of_list_show_each_player_once(desk, large):
    for show in (registration_page_numbers, check_in_page_numbers):
        parts = [show(desk, large, page=number) for number in (1, 2, 3)]
        assert [len(part) for part in parts] == [rows.ON_A_PAGE, rows.ON_A_PAGE, 5]
        assert sorted(number for part in parts for number in part) == list(range(1, LARGE_COUNT + 1))


def test_a_search_finds_a_person_of_any_part(desk, large):
    late = registration.add_entry(large, "Zéphirin Quirion-Dufort", club="Sorel")
    for show, asked in product(
        (registration_page_numbers, check_in_page_numbers), ({}, {"order": "name"}, {"page": "2"})
    ):
        for typed in ("quiriond", "dufort quirion", "dufort sorel"):
            assert show(desk, large, q=typed, **asked) == [late.number], (show, typed, asked)
        assert show(desk, large, q="nemo", **asked) == []


def test_namesakes_on_other_pages_are_marked(desk, large):
    first = large.entries.get(number=1)
    again = registration.add_entry(large, first.name)
    shown = parse(desk.get(reverse("registration", args=[large.slug])))
    assert [one["data-like"] for one in shown.one(f"#row-{again.number}").all("[data-like]")] == ["1"]


def test_next_page_keeps_search_and_order(desk, large):
    large.entries.update(club="Les Lilas")
    shown = parse(desk.get(reverse("registration", args=[large.slug]), {"order": "name", "q": "lilas"}))
    (onward,) = [one["href"] for one in shown.all("a[rel=next]")]
    second = parse(desk.get(reverse("registration", args=[large.slug]) + onward))
    assert len(second.all("li.entry")) == rows.ON_A_PAGE


def test_check_in_without_scripts_returns_to_same_page(desk, large):
    last = large.entries.order_by("sort_name", "number").last()
    answer = desk.post(reverse("check_in_tick", args=[large.slug, last.number]), {"here": "1"})
    assert answer.url == check_in.row_url(last)
    shown = parse(desk.get(answer.url.partition("#")[0]))
    assert [one["id"] for one in shown.all(f"#tap-{last.number}")]


@pytest.mark.parametrize("name", ["registration", "check_in"])
def test_longer_list_takes_same_queries(desk, director, name):
    counts = []
    for players in (1, 3, LARGE_COUNT):
        tournament = factories.tournament(players, by=director, about={"name": f"Journée {players}"})
        url = reverse(name, args=[tournament.slug])
        desk.get(url)
        with CaptureQueriesContext(connection) as asked:
            desk.get(url)
        counts.append(len(asked))
    assert len(set(counts)) == 1, counts


def test_teams_are_paginated(desk, director, monkeypatch):
    monkeypatch.setattr(rows, "ON_A_PAGE", 3)
    tournament = factories.tournament(2, by=director)
    url, counts = reverse("teams", args=[tournament.slug]), set()
    for at in range(5):
        mates = [teams.NewMember(f"Réal O'Brien {at}"), teams.NewMember(f"Zoé Côté {at}")]
        registration.add_team(tournament, "", mates)
        with CaptureQueriesContext(connection) as asked:
            shown = parse(desk.get(url))
        counts.add(len(asked))
    assert len(counts) == 1, counts
    assert shown.one("[data-alone]")["data-alone"] == "2"
    second = parse(desk.get(url + shown.one("a[rel=next]")["href"]))
    numbers = [int(one.words.split()[-1]) for part in (shown, second) for one in part.all(".entry-number")]
    assert numbers == [7, 6, 5, 4, 3]


@pytest.mark.both_databases
def test_totals_count_players_of_all_pages(desk, large):
    registration.ensure_house(large, "Maison Saint-Hilaire")
    for number in (1, 2, 3):
        registration.withdraw(factories.entry(large, number), from_round=1, by=None)
    shown = parse(desk.get(reverse("registration", args=[large.slug])))
    counted = {one["data-counted"]: one.words for one in shown.all("[data-counted]")}
    assert counted == {"players": str(LARGE_COUNT - 3), "house": "1", "away": "3"}
    counter = parse(desk.get(reverse("check_in", args=[large.slug]))).one("#counter").one("progress")
    assert (counter["value"], counter["max"]) == ("0", str(LARGE_COUNT - 3))


@pytest.mark.both_databases
def test_each_region_is_suggested_once(director):
    tournament = factories.tournament(1, by=director)
    assert rows.suggestions(tournament)["regions"] == []
    for name, region in (
        ("Zoé Roy", "Montérégie"),
        ("Léo Roy", "Estrie"),
        ("Luc Côté", "Estrie"),
        ("Ève", ""),
    ):
        registration.add_entry(tournament, name, region=region)
    elsewhere = factories.tournament(1, by=factories.director("odile"))
    registration.add_entry(elsewhere, "Réal Dubé", region="Abitibi")
    erased = Player.objects.get(organisation=tournament.organisation, name="Zoé Roy")
    assert rows.suggestions(tournament)["regions"] == ["Estrie", "Montérégie"]
    Player.objects.filter(pk=erased.pk).update(erased_at=timezone.now())
    assert rows.suggestions(tournament)["regions"] == ["Estrie"]
