"""Name badges: everybody once, the name largest, in the order of the wall."""

import pytest

from tests.papers.paper_text import HOSTILE, header, structure, texts, words
from tournaments.papers.badges import Badge, badges

MANY = [Badge(number, name, "FADOQ Saint-Hilaire") for number, name in enumerate(HOSTILE[:6] * 4, 1)]


@pytest.mark.parametrize(("small", "a_page"), [(False, 6), (True, 10)])
def test_everybody_has_a_badge(small, a_page):
    drawn = badges(header(), MANY, small=small)
    pages = texts(drawn)
    assert len(pages) == -(-len(MANY) // a_page)
    every = words(drawn)
    for badge in MANY:
        assert all(part in every for part in badge.name.split())


def test_each_is_read_as_a_section_of_its_own():
    tags = structure(badges(header(), [Badge(7, "Réal O'Brien", "Sorel"), Badge(8, "Léo")]))
    assert str(tags).count("Sect") >= 2 and str(tags).count("H1") >= 2


def test_nobody_is_an_empty_page_and_no_fault():
    assert len(texts(badges(header(), []))) == 1


def test_the_job_is_told_how_far_it_is():
    told = []
    badges(header(), MANY[:7], told.append)
    assert told == [6, 7]
