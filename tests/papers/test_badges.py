"""Name badges: one for each player, the name largest, in the order of the wall."""

import pytest

from tests.papers.paper_text import HOSTILE_NAMES, header, structure, texts, words
from tournaments.papers.badges import Badge, badges

BADGES = [Badge(number, name, "FADOQ Saint-Hilaire") for number, name in enumerate(HOSTILE_NAMES[:6] * 4, 1)]


@pytest.mark.parametrize(("small", "a_page"), [(False, 6), (True, 10)])
def test_every_entry_has_a_badge(small, a_page):
    drawn = badges(header(), BADGES, small=small)
    pages = texts(drawn)
    assert len(pages) == -(-len(BADGES) // a_page)
    every = words(drawn)
    for badge in BADGES:
        assert all(part in every for part in badge.name.split())


def test_each_badge_is_a_tagged_section():
    tags = structure(badges(header(), [Badge(7, "Réal O'Brien", "Sorel"), Badge(8, "Léo")]))
    assert str(tags).count("Sect") >= 2 and str(tags).count("H1") >= 2


def test_no_badges_give_an_empty_page():
    assert len(texts(badges(header(), []))) == 1


def test_badges_report_progress():
    received = []
    badges(header(), BADGES[:7], received.append)
    assert received == [6, 7]
