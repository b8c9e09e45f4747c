"""People of an organisation: found, with their history, and all that is kept about one in two clicks."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories, shown_by, walk
from tournaments import registration
from tournaments.delivery.mail import addresses
from tournaments.models import Player
from tournaments.organisations import people
from tournaments.publishing import snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def day(lise):
    return factories.tournament(0, by=lise)


def signed_in(user) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(user)
    return browser


def found(day, browser: Client, **asked: str) -> list[str]:
    page = browser.get(reverse("players", args=[day.organisation.slug]), asked)
    return [one.name for one in page.context["page"]]


def test_people_are_found_by_name_number_and_club(day, lise):
    registration.add_entry(day, "Réal O'Brien", club="Sorel", member_number="F-121")
    registration.add_entry(day, "Zoé Côté", club="Beloeil")
    browser = signed_in(lise)
    assert found(day, browser) == ["Zoé Côté", "Réal O'Brien"]
    assert found(day, browser, q="COTE") == ["Zoé Côté"]
    assert found(day, browser, q="f-121") == ["Réal O'Brien"]
    assert found(day, browser, club="Beloeil") == ["Zoé Côté"]
    assert found(day, browser, q="cote", club="Sorel") == []


def test_fifty_are_shown_at_a_time(day, lise):
    for at in range(51):
        registration.add_entry(day, f"Lise Roy{at:02d}")
    browser = signed_in(lise)
    assert (len(found(day, browser)), found(day, browser, page="2")) == (50, ["Lise Roy50"])


def played_by(user):
    day = factories.tournament(8, by=user)
    for number in (1, 2, 3):
        factories.play_round(day, number)
    snapshot.publish(day, official=True, by=user)
    return day


def test_history_adds_up_official_tournaments_alone(lise):
    days = [played_by(lise) for _day in "12"]
    factories.tournament(8, by=lise)  # not played yet
    player = days[0].entries.get(number=1).members.get().player
    rows = [next(row for row in snapshot.official(one).rows if row["number"] == 1) for one in days]
    known = people.history(player)
    assert (len(known.days), known.games, known.best) == (3, 6, min(row["rank"] for row in rows))
    assert known.won == sum(row["won"] for row in rows)
    browser = signed_in(lise)
    page = browser.get(reverse("player", args=[days[0].organisation.slug, player.uid]))
    assert f'data-games="{known.games}"' in page.content.decode()


def test_all_that_is_kept_is_one_click_from_the_page_of_the_person(day, lise):
    person = registration.add_entry(
        day, "Réal O'Brien", club="Sorel", note="514-555-0199", fee_cents=1500, paid_how="cash"
    )
    registration.add_entry(day, "Zoé Côté", note="autre")
    addresses.keep(person, "real@example.org")
    browser = signed_in(lise)
    player = person.members.get().player
    page = shown_by.page(browser.get(reverse("player", args=[day.organisation.slug, player.uid])))
    file = reverse("player_data", args=[day.organisation.slug, player.uid])
    assert file in [one["href"] for one in page.all("a")]
    answer = browser.get(file)
    assert answer["Content-Disposition"] == 'attachment; filename="real-obrien.json"'
    kept = json.loads(answer.content)
    (there,) = kept["tournaments"]
    assert kept["person"]["name"] == "Réal O'Brien"
    assert (there["details"]["note"], there["details"]["fee_cents"]) == ("514-555-0199", 1500)
    assert [one["address"] for one in there["addresses"]] == ["real@example.org"]
    assert "autre" not in answer.content.decode()


def test_what_belongs_to_the_person_who_took_a_number_over_is_not_in_it(lise):
    day = factories.tournament(8, by=lise)
    factories.play_round(day, 1)
    entry = day.entries.get(number=1)
    before = entry.members.get().player
    registration.edit_entry(entry, entry.name, note="514-555-0199")
    registration.take_over(entry, "Zoé Côté", from_round=2, by=lise)
    entry.refresh_from_db()
    registration.edit_entry(entry, entry.name, note="418-555-0100")
    factories.play_round(day, 2)
    (first,), (second,) = (
        people.everything(one)["tournaments"] for one in (before, Player.objects.get(name="Zoé Côté"))
    )
    assert [one["details"]["note"] for one in (first, second)] == ["514-555-0199", "418-555-0100"]
    assert [{row["round"] for row in one["results"]} for one in (first, second)] == [{1}, {2}]


def test_people_of_others_are_not_there(day, lise):
    player = registration.add_entry(day, "Réal O'Brien").members.get().player
    stranger = factories.director("odile")
    ours, hers = day.organisation.slug, stranger.roles.get().organisation.slug
    browser = signed_in(stranger)
    paths = [
        reverse(name, args=[slug, player.uid]) for name in ("player", "player_data") for slug in (ours, hers)
    ]
    for path in [reverse("players", args=[ours]), *paths]:
        assert browser.get(path).status_code == 404


def queries(rows: int) -> list[int]:
    boss = factories.director(f"of {rows}")
    days = [factories.tournament(0, by=boss) for _at in range(rows)]
    for day in days:
        for at in range(rows):
            registration.add_entry(day, f"Lise Roy {at}", club="Sorel")
    browser, slug = signed_in(boss), days[0].organisation.slug
    player = days[0].entries.get(number=1).members.get().player
    counts = []
    for path in (reverse("players", args=[slug]), reverse("player", args=[slug, player.uid])):
        with walk.queries_counted() as asked:
            assert browser.get(path).status_code == 200
        counts.append(len(asked))
    return counts


def test_three_people_and_tournaments_take_as_many_queries_as_one():
    assert queries(1) == queries(3)
