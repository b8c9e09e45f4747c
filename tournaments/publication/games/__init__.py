"""The shelf of how each game is told on screens and papers: one file a game, and its line in `GAMES`."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from scoring.side import SideValue
from tournaments.publication.games import cribbage, gin
from tournaments.standings import Row, Standings

Rules = dict[str, Any]


class GameWords(Protocol):
    """What a game says of itself; mypy holds every module on the shelf to it."""

    @property
    def SIGNED(self) -> bool:
        """Whether what a card adds up can be below zero and is written with its sign."""

    @property
    def PACKS_AT_A_TABLE(self) -> int:
        """How many packs of cards lie on a table."""

    @property
    def HAS_BOARD(self) -> bool:
        """Whether it is played with a cribbage board."""

    def rules_in_order(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """What is announced and hung on the wall: (heading, sentence)."""

    def result(self, values: Sequence[SideValue], who: Sequence[str]) -> str:
        """A result of two sides as a sentence."""

    def result_of_several(self, values: Sequence[SideValue], who: Sequence[str]) -> str:
        """A result of more than two sides, or of partners, as a sentence."""

    def on_papers(self, rules: Rules) -> dict[str, Any]:
        """The fields of `documents.values.DayHeader` that belong to the game."""

    def device_rules(self, rules: Rules) -> dict[str, Any]:
        """What a device must know of the rules besides the target (docs/protocol.md)."""

    def columns(self, shown: Standings) -> list[str]:
        """The columns of the standings after the name and the club."""

    def ranking_columns(self, shown: Standings) -> list[str]:
        """The few columns that say what ranks."""

    def card_total(self, row: Row) -> int:
        """What the card of a player adds up to."""

    def standing(self, row: Row, rank_by: str) -> str:
        """What somebody has, in words."""

    def behind(self, row: Row, leader: Row, rank_by: str) -> str:
        """The same with the distance to whoever stands above."""

    def details(self, row: Row) -> Iterator[str]:
        """What else is told of somebody's games."""


GAMES: dict[str, GameWords] = {"cribbage": cribbage, "gin": gin}


def of(rules: dict[str, Any]) -> GameWords:
    """The words of the game that `rules` are about."""
    return GAMES[rules["game"]]
