"""The deal of cribbage on the judge's page: the table of rules.md §1, seat by seat."""

import re

import pytest

from tests import factories


def rows(page) -> dict[str, tuple[str, str]]:
    """What each seat gets and discards."""
    body = page.html.split('class="deal-table"')[1].split("</table>")[0]
    found = re.findall(
        r'<th scope="row">(Player \d).*?</th><td class="n">(\d) cards</td><td class="n">(\d)</td>', body
    )
    return {name: (dealt, discards) for name, dealt, discards in found}


@pytest.mark.parametrize(
    ("players", "dealt"),
    [
        (2, ["62", "62"]),
        (3, ["51", "51", "51"]),
        (4, ["51"] * 4),
        (5, ["40", "51", "51", "51", "51"]),
        (6, ["40", "51", "51", "51", "51", "40"]),
    ],
)
def test_who_gets_how_many_cards(judge, players, dealt):
    page = judge("deal/", players=players)
    assert ["".join(row) for row in rows(page).values()] == dealt
    assert ("and 1 from the pack" in page.words) == (players == 3)
    assert ("not with five" in page.words) == (players == 5)


def test_who_does_what(judge):
    page = judge("deal/", players=4, dealer=2)
    assert "Player 4 with Player 2" in page.words
    assert "Player 1 with Player 3 5 cards 1 cuts the starter" in page.words
    assert "Player 3, Player 4, Player 1, Player 2." in page.words
    left = judge("deal/", players=4, dealer=2, cuts="left", pack_cut="yes")
    assert "Player 3 with Player 1 5 cards 1 cuts the pack before the deal cuts the starter" in left.words
    assert " with " not in judge("deal/", players=4, teams=4).words.split("Does")[1].split("The crib")[0]


@pytest.mark.parametrize(
    ("players", "cut", "sentence"),
    [
        (2, "7H 3C", "Player 2 cut the lowest card and deals first."),
        (3, "RH, AS, 2C", "Player 2 cut the lowest card and deals first."),
        (2, "3H 3C", "everybody cuts again"),
        (3, "3H 4C", "3 cards"),
        (2, "3H XX", "XX"),
    ],
)
def test_the_cut_for_the_first_deal(judge, players, cut, sentence):
    assert sentence in judge("deal/", players=players, cut=cut).words


def test_the_rules_of_the_day_say_who_cuts_and_that_five_do_not_play(judge, db):
    day = factories.tournament(4, cuts="left")
    page = judge("deal/", start=f"/t/{day.slug}/judge/", players=3)
    assert "Player 2 5 cards 1 cuts the starter" in page.words
    assert len(rows(judge("deal/", start=f"/t/{day.slug}/judge/", players=5))) == 2
