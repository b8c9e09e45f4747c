"""Gin hand by hand: helpers for the tests of the running sheet."""

from collections.abc import Callable
from typing import Any

from tests import factories
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments.models import Round, Tournament


def seated(**rules: Any) -> Round:
    """Return game 1 of a gin tournament in English, open."""
    tournament = factories.gin(4, **rules)
    tournament.language = "en"
    tournament.save()
    return factories.open_round(tournament)


def tournament_of(opened: Round) -> Tournament:
    return opened.stage.tournament


def sat_down(tablet: Callable[..., Tablet], opened: Round) -> tuple[Tablet, list[str]]:
    """Return a tablet on table 1 whose players write each hand."""
    one = tablet(tournament_of(opened), 1)
    names = one.sit_down()
    one.tap(sentence("write_each_hand"))
    one.title(sentence("hand", number=1))
    return one, names


def hand(one: Tablet, knocker: int, own: int, other: int) -> None:
    """Enter a usual hand, from the sheet back to the sheet."""
    one.touch("write", f"knocked-{knocker}")
    if own:
        one.key_by_id(str(own))
        one.touch("next")
    else:
        one.touch("gin")
    one.key_by_id(str(other))
    one.touch("next")


def rows(one: Tablet) -> list[list[str]]:
    """Return the totals in the rows of the sheet, underlined ones with a mark."""
    return one.page.evaluate(
        """() => [...document.querySelectorAll(".sheet tbody tr")].map((row) =>
             [...row.querySelectorAll("td:not(.how)")].map((cell) => {
               const line = cell.querySelector(".underlined");
               return line ? line.firstChild.data + "_" : cell.textContent;
             }))"""
    )


def foot(one: Tablet, name: str) -> list[str]:
    """Return the numbers of a line below the hands."""
    return one.page.locator(f".foot-{name} td").all_inner_texts()
