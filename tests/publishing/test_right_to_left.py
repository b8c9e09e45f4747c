"""A name that runs from right to left moves nothing that stands beside it, on pages and on the projector."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests import factories
from tournaments import registration
from tournaments.models import Meeting
from tournaments.publishing import ceremony, snapshot
from tournaments.publishing.outputs import fragment, rows, site
from tournaments.registration import consent

NAME = "محمد כהן (3)"
PLACES = """() => { const name = document.querySelector("a"), behind = document.createRange();
  behind.selectNode(name.nextSibling);
  return [name.getBoundingClientRect().right, behind.getBoundingClientRect().left]; }"""


@pytest.fixture
def day(db):
    """Official, after its only game; the first of four has such a name."""
    played = factories.tournament(4, rounds=1)
    registration.edit_entry(played.entries.get(number=1), NAME, club="Sorel")
    consent.declare(played, True, by=None)
    factories.play_round(played, 1, winner=1)
    played.refresh_from_db()
    snapshot.publish(played, official=True, by=None)
    return played


def opened(day, client, path):
    client.force_login(factories.organiser(day))
    return client.get(f"/t/{day.slug}/{path}").content.decode()


def standings(day, client):
    return opened(day, client, "")


def card_of_the_opponent(day, client):
    table = Meeting.objects.get(round__stage__tournament=day, seats__entry__number=1)
    (opponent,) = table.seats.exclude(entry__number=1).values_list("entry__number", flat=True)
    return opened(day, client, f"players/{opponent}/")


def projector(day, client):
    return opened(day, client, "screen/rows/")


def podium(day, client):
    for _step in ceremony.on_podium(snapshot.published_standings(snapshot.official(day))):
        ceremony.show(day, 1, by=None)
    return opened(day, client, "podium/rows/")


def front_page_of_the_site(day, client):
    return dict(site.site_files(rows.gather(day)))["fr/index.html"].decode()


def standings_of_another_site(day, client):
    return fragment.written(rows.gather(day), "fr")


SHOWN = [
    standings,
    card_of_the_opponent,
    projector,
    podium,
    front_page_of_the_site,
    standings_of_another_site,
]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda one: one.__name__)
def test_a_name_is_isolated(day, client, shown):
    assert re.search(rf"<bdi[^>]*>{re.escape(NAME)}</bdi>", shown(day, client))


@pytest.mark.parametrize("sheet", ["css/cheville.css", "site/site.css"])
def test_a_figure_behind_a_name_stays_behind_it(page: Page, sheet):
    style = (settings.BASE_DIR / "static" / sheet).read_text()
    page.set_content(f"<style>{style}</style><p><a href='#'>محمد</a> 121</p>")
    name, behind = page.evaluate(PLACES)
    assert name <= behind + 1
