"""The deal of cribbage on the judge's page: the table of rules.md §1, seat by seat."""

import re

import pytest

from scoring.cribbage.deal import deal
from tests import factories, page_reader
from tests.page_reader import spoken
from tournaments.judge.wording import deal as words


def cards_by_seat(page) -> dict[str, tuple[str, str]]:
    """Return the number of cards that each seat gets and discards."""
    body = page.html.split('class="deal-table"')[1].split("</table>")[0]
    found = re.findall(
        r'<th scope="row">(Player \d).*?</th>\s*<td class="n">(\d) cards</td><td class="n">(\d)</td>', body
    )
    return {name: (dealt, discards) for name, dealt, discards in found}


def tasks_by_seat(page) -> dict[str, tuple[str, list[str]]]:
    """Return the partners of each seat, and its tasks."""
    return {
        row.one("th").words[:8]: (
            row["data-partners"],
            [code for code in row["data-does"].split(",") if code],
        )
        for row in page_reader.parse(page).one(".deal-table").one("tbody").all("tr")
    }


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
def test_number_of_cards_per_seat(judge, players, dealt):
    page = judge("deal/", players=players)
    assert ["".join(row) for row in cards_by_seat(page).values()] == dealt
    from_the_pack = spoken(words.crib, deal(3))
    assert (from_the_pack in page.words) == (players == 3)
    assert (spoken(words.note, deal(5)) in page.words) == (players == 5)


def test_partners_and_tasks_per_seat(judge):
    page = judge("deal/", players=4, dealer=2)
    assert tasks_by_seat(page)["Player 4"][0] == "Player 2"
    assert tasks_by_seat(page)["Player 1"] == ("Player 3", ["cuts"])
    assert "Player 3, Player 4, Player 1, Player 2." in page.words
    left = judge("deal/", players=4, dealer=2, cuts="left", pack_cut="yes")
    assert tasks_by_seat(left)["Player 3"] == ("Player 1", ["cuts_pack", "cuts", "leads"])
    assert not any(partner for partner, _does in tasks_by_seat(judge("deal/", players=4, teams=4)).values())


@pytest.mark.parametrize(
    ("players", "cut", "first", "refused"),
    [
        (2, "7H 3C", 1, []),
        (3, "RH, AS, 2C", 1, []),
        (2, "3H 3C", None, []),
        (3, "3H 4C", ..., ["number_of_cards"]),
        (2, "3H XX", ..., ["bad_card"]),
    ],
)
def test_cut_decides_the_first_dealer(judge, players, cut, first, refused):
    page = judge("deal/", players=players, cut=cut)
    assert page.refused == refused
    if not refused:
        assert page_reader.parse(page).one(".pegged").words == spoken(words.first_deal, first)


def test_deal_page_uses_the_rules_of_the_tournament(judge, db):
    tournament = factories.tournament(4, cuts="left")
    page = judge("deal/", start=f"/t/{tournament.slug}/judge/", players=3)
    assert "cuts" in tasks_by_seat(page)["Player 2"][1]
    assert len(cards_by_seat(judge("deal/", start=f"/t/{tournament.slug}/judge/", players=5))) == 2
