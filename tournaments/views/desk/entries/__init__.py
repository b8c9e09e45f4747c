"""The shelf of what a result is made of at the desk: one file a game, and its line in `ENTRIES`."""

from typing import Any, Protocol

from django.http import QueryDict

from tournaments.scorebook import TableState
from tournaments.views.desk.entries import cribbage, gin, parsing

__all__ = ["ENTRIES", "DeskEntry", "cribbage", "gin", "of", "parsing"]


class DeskEntry(Protocol):
    """What a game answers at the desk; mypy holds every module on the shelf to it."""

    @property
    def TEMPLATE(self) -> str:
        """The fields of the form between the table and the button."""

    @property
    def BELOW(self) -> str:
        """What stands below the line of the form; empty for nothing."""

    @property
    def HAS_SHEET(self) -> bool:
        """Whether the desk works out a running sheet of what is typed."""

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        """Its scripts, in order, of static/js/desk/."""

    @property
    def FIELDS(self) -> dict[str, str]:
        """Which field a refusal is about, by its code; FIRST for any other."""

    @property
    def FIRST(self) -> str:
        """The field of a refusal that names none."""

    @property
    def AWARDS(self) -> tuple[str, ...]:
        """Why a game may not have been played out."""

    def is_wide(self, rules: dict[str, Any]) -> bool:
        """Whether two numbers are typed for a result of two, so that the form is wide."""

    def example(self, rules: dict[str, Any]) -> tuple[str, list[str]]:
        """What is typed, in words, and the keys of an example, for the head of the page."""

    def example_of_several(self, table: TableState, rules: dict[str, Any]) -> tuple[str, list[str]]:
        """The same for a table of more than two sides."""

    def data(self, table: TableState, typed: QueryDict) -> dict[str, Any]:
        """Line data from what was typed. Raises `Refusal`."""

    def sheet(self, table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
        """What lies behind a line of the score book, for the panel; None for nothing."""

    def script(self, rules: dict[str, Any]) -> dict[str, Any]:
        """What the script needs to know of the rules."""

    def words(self) -> dict[str, str]:
        """The sentences that the script says itself."""


ENTRIES: dict[str, DeskEntry] = {"cribbage": cribbage, "gin": gin}


def of(game: str) -> DeskEntry:
    """The entry of a game."""
    return ENTRIES[game]
