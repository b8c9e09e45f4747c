"""A name that runs from right to left moves nothing beside it, on pages and on the projector."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests import factories
from tournaments import registration
from tournaments.models import Meeting
from tournaments.publishing import ceremony, publications
from tournaments.publishing.outputs import fragment, rows, site
from tournaments.registration import consent

NAME = "محمد כהן (3)"
TEXT_POSITIONS = """() => { const name = document.querySelector("a"), behind = document.createRange();
  behind.selectNode(name.nextSibling);
  return [name.getBoundingClientRect().right, behind.getBoundingClientRect().left]; }"""


@pytest.fixture
def tournament(db):
    """Return an official tournament after its only game; the first of four has such a name."""
    played = factories.tournament(4, rounds=1)
    registration.edit_entry(played.entries.get(number=1), NAME, club="Sorel")
    consent.declare(played, True, by=None)
    factories.play_round(played, 1, winner=1)
    played.refresh_from_db()
    publications.publish(played, official=True, by=None)
    return played


def page_html(tournament, client, path):
    client.force_login(factories.organiser(tournament))
    return client.get(f"/t/{tournament.slug}/{path}").content.decode()


def standings(tournament, client):
    return page_html(tournament, client, "")


def card_of_the_opponent(tournament, client):
    table = Meeting.objects.get(round__stage__tournament=tournament, seats__entry__number=1)
    (opponent,) = table.seats.exclude(entry__number=1).values_list("entry__number", flat=True)
    return page_html(tournament, client, f"players/{opponent}/")


def projector(tournament, client):
    return page_html(tournament, client, "screen/rows/")


def podium(tournament, client):
    for _step in ceremony.on_podium(
        publications.published_standings(publications.official_publication(tournament))
    ):
        ceremony.show(tournament, 1, by=None)
    return page_html(tournament, client, "podium/rows/")


def front_page_of_the_site(tournament, client):
    return dict(site.site_files(rows.publishable_data(tournament)))["fr/index.html"].decode()


def standings_of_another_site(tournament, client):
    return fragment.fragment_html(rows.publishable_data(tournament), "fr")


NAME_OUTPUTS = [
    standings,
    card_of_the_opponent,
    projector,
    podium,
    front_page_of_the_site,
    standings_of_another_site,
]


@pytest.mark.parametrize("shown", NAME_OUTPUTS, ids=lambda one: one.__name__)
def test_right_to_left_name_is_isolated(tournament, client, shown):
    assert re.search(rf"<bdi[^>]*>{re.escape(NAME)}</bdi>", shown(tournament, client))


@pytest.mark.parametrize("sheet", ["css/cheville.css", "site/site.css"])
def test_figure_stays_after_right_to_left_name(page: Page, sheet):
    style = (settings.BASE_DIR / "static" / sheet).read_text()
    page.set_content(f"<style>{style}</style><p><a href='#'>محمد</a> 121</p>")
    name, behind = page.evaluate(TEXT_POSITIONS)
    assert name <= behind + 1
