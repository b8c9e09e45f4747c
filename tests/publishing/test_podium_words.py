"""After playoffs every output says how a place on the podium was won, instead of the games before."""

import re

import pytest

from tests.finals.test_playoffs import begun, numbers, win
from tests.papers.paper_text import words
from tournaments.finals import playoffs
from tournaments.publishing import announcements, ceremony, explain, publications
from tournaments.publishing.outputs import fragment, pictures, press, rows, site
from tournaments.publishing.papers import prize_papers
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.web.medals.views import podium_places

pytestmark = pytest.mark.django_db
POINTS_PATTERN = re.compile(r"121\s+points")
"""What each of the four has from the only game before the playoffs."""


@pytest.fixture
def tournament():
    """Return an official tournament with a podium of three, each place decided by a match of the playoffs."""
    played = begun(8, third_place=True)
    while open_meetings := list(playoffs.open_meetings(played)):
        for meeting in open_meetings:
            win(meeting, max(numbers(meeting)))
        playoffs.advance(played, by=None)
    publications.publish(played, official=True, by=None)
    return played


def ways_of(tournament):
    shown = publications.published_standings(publications.official_publication(tournament))
    return [explain.decided(row.decision.code, row.decision.args) for row in ceremony.on_podium(shown)]


def medal_list(tournament):
    return words(PAPER_TYPES["prize_list"].draw(Paper(tournament, {}, lambda done: None)))


def certificates(tournament):
    return words(prize_papers.certificates(Paper(tournament, {}, lambda done: None)))


def read_out(tournament):
    return " ".join(
        next(step for step in announcements.announcements(tournament) if step.key == "medals").paragraphs
    )


def podium_picture(tournament):
    return pictures.podium_text(rows.publishable_data(tournament))


def podium_of_another_site(tournament):
    return fragment.fragment_html(rows.publishable_data(tournament), "fr").partition("</ol>")[0]


def podium_of_the_site(tournament):
    front = dict(site.site_files(rows.publishable_data(tournament)))["fr/index.html"].decode()
    return front.partition('class="podium"')[2].partition("</ol>")[0]


def short_press(tournament):
    return press.short(rows.publishable_data(tournament))


PODIUM_OUTPUTS = [
    medal_list,
    certificates,
    read_out,
    podium_picture,
    podium_of_another_site,
    podium_of_the_site,
]


@pytest.mark.parametrize("says", PODIUM_OUTPUTS, ids=lambda one: one.__name__)
def test_outputs_explain_each_podium_place(tournament, says):
    text = says(tournament)
    assert [way for way in ways_of(tournament) if way not in text] == [] and not POINTS_PATTERN.search(text)


def test_press_explains_lower_places_without_figures(tournament):
    result = short_press(tournament)
    assert not POINTS_PATTERN.search(result)
    assert [way for way in ways_of(tournament)[1:] if way not in result] == []


def test_podium_shows_explanation_once(tournament):
    places = podium_places(publications.published_standings(publications.official_publication(tournament)))
    assert [(one["points"], one["note"]) for one in places] == [("", way) for way in ways_of(tournament)]


def test_explanation_of_one_player_keeps_figures(tournament):
    shown = publications.published_standings(publications.official_publication(tournament))
    first, last = shown.rows[0], shown.rows[-1]
    assert "points" in explain.standing_text(last, shown)
    sentence = explain.explain(first, shown)
    assert POINTS_PATTERN.search(sentence) and ways_of(tournament)[0] in sentence
