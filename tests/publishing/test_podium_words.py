"""After playoffs every output says how a place on the podium was won, not what the games before came to."""

import re

import pytest

from tests.finals.test_playoffs import begun, numbers, win
from tests.papers.paper_text import words
from tournaments.finals import playoffs
from tournaments.publishing import announcements, ceremony, explain, prize_papers, snapshot
from tournaments.publishing.outputs import fragment, pictures, press, rows, site
from tournaments.publishing.paper_types import Paper
from tournaments.publishing.papers import PAPER_TYPES
from tournaments.web.medals.views import podium_places

pytestmark = pytest.mark.django_db
FIGURES = re.compile(r"121\s+points")
"""What each of the four has from the only game before the playoffs."""


@pytest.fixture
def day():
    """Official, with a podium of three, each decided by a match of the playoffs."""
    played = begun(8, third_place=True)
    while open_meetings := list(playoffs.open_meetings(played)):
        for meeting in open_meetings:
            win(meeting, max(numbers(meeting)))
        playoffs.advance(played, by=None)
    snapshot.publish(played, official=True, by=None)
    return played


def ways_of(day):
    shown = snapshot.published_standings(snapshot.official(day))
    return [explain.decided(row.decision.code, row.decision.args) for row in ceremony.on_podium(shown)]


def medal_list(day):
    return words(PAPER_TYPES["prize_list"].draw(Paper(day, {}, lambda done: None)))


def certificates(day):
    return words(prize_papers.certificates(Paper(day, {}, lambda done: None)))


def read_out(day):
    return " ".join(
        next(step for step in announcements.announcements(day) if step.key == "medals").paragraphs
    )


def podium_picture(day):
    return pictures.podium_text(rows.gather(day))


def podium_of_another_site(day):
    return fragment.written(rows.gather(day), "fr").partition("</ol>")[0]


def podium_of_the_site(day):
    front = dict(site.site_files(rows.gather(day)))["fr/index.html"].decode()
    return front.partition('class="podium"')[2].partition("</ol>")[0]


def short_press(day):
    return press.short(rows.gather(day))


SAYS = [medal_list, certificates, read_out, podium_picture, podium_of_another_site, podium_of_the_site]


@pytest.mark.parametrize("says", SAYS, ids=lambda one: one.__name__)
def test_each_place_is_told_with_how_it_was_won(day, says):
    told = says(day)
    assert [way for way in ways_of(day) if way not in told] == [] and not FIGURES.search(told)


def test_the_press_says_it_of_those_who_follow_and_gives_no_figures(day):
    told = short_press(day)
    assert not FIGURES.search(told)
    assert [way for way in ways_of(day)[1:] if way not in told] == []


def test_the_podium_shows_it_once(day):
    places = podium_places(snapshot.published_standings(snapshot.official(day)))
    assert [(one["points"], one["note"]) for one in places] == [("", way) for way in ways_of(day)]


def test_who_was_not_in_the_playoffs_and_the_sentence_of_a_person_keep_the_figures(day):
    shown = snapshot.published_standings(snapshot.official(day))
    first, last = shown.rows[0], shown.rows[-1]
    assert "points" in explain.standing(last, shown)
    sentence = explain.explain(first, shown)
    assert FIGURES.search(sentence) and ways_of(day)[0] in sentence
