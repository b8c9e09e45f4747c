"""The interface of a game: its rules and results, and its words, forms and scripts.

| part     | contents                                      | used by                                       |
|----------|-----------------------------------------------|-----------------------------------------------|
| `book`   | valid results, the values of each side        | the score book, by `scoring.games.GAMES`      |
| `words`  | sentences: results, columns, ranks            | pages, papers, devices, publication           |
| `rules`  | the table of its rules (`rule_table.py`)      | `web/setup/`, the wall, copies, `simulate`    |
| `desk`   | the form of a result at the desk              | `web/desk/`                                   |
| `tablet` | scripts, styles and words of its tablet       | `web/tablet_app/`                             |
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, get_type_hints

from django.http import QueryDict

from scoring.games import COMMON_RULES, RuleBook
from scoring.side import SideValue
from tournaments.common.catalogue import Catalogue
from tournaments.games import criteria
from tournaments.games.rule_table import RuleTable
from tournaments.games.rulings import Group
from tournaments.papers.values import GameHeader
from tournaments.rounds.scores import TableState
from tournaments.standings import Row, Standings

Rules = dict[str, Any]
"""The frozen rules of a stage."""


class Words(Protocol):
    """The words of a game on screens and papers."""

    @property
    def NAME(self) -> Any:
        """The name of the game in the list from which one is chosen."""

    def packs_at_a_table(self, rules: Rules) -> int:
        """Return how many packs of cards a table needs."""

    def table_materials(self, rules: Rules) -> tuple[str, ...]:
        """Return the other materials of a table, each by its name in the plural."""

    def name(self, rules: Rules) -> str:
        """Return the name of the game under these rules, in the active language."""

    def result(self, values: Sequence[SideValue], who: Sequence[str]) -> str:
        """Describe a result that two sides played out in a sentence (`web/desk/words.py` has the others)."""

    def result_of_several(self, values: Sequence[SideValue], who: Sequence[str]) -> str:
        """Describe a result of more than two sides, or of partners, in a sentence."""

    def irregularities(self) -> tuple[Group, ...]:
        """Return the rulings that can be the reason of a penalty, by group; empty if there are none."""

    def on_papers(self, rules: Rules) -> GameHeader:
        """Return what papers show of the game. It may import drawing code, so only papers call it."""

    def device_rules(self, rules: Rules) -> dict[str, Any]:
        """Return the rules that a device needs besides the target (docs/protocol.md)."""

    def columns(self, shown: Standings) -> list[str]:
        """Return the columns of the standings after the name and the club."""

    def ranking_columns(self, shown: Standings) -> list[str]:
        """Return the columns that show the ranking."""

    def standing(self, row: Row, rank_by: str) -> str:
        """Format a player's points."""

    def behind(self, row: Row, leader: Row, rank_by: str) -> str:
        """Format a player's points with the distance to the player above."""

    def details(self, row: Row) -> Iterator[str]:
        """Yield further facts about a player's games."""


def one_pack(rules: Rules) -> int:
    """Return the packs of a table where one pack is played with."""
    return 1


def no_other_materials(rules: Rules) -> tuple[str, ...]:
    """Return the materials of a table that needs packs of cards alone: no others."""
    return ()


class Desk(Protocol):
    """The form of a result at the desk."""

    @property
    def TEMPLATE(self) -> str:
        """The template of the fields between the table and the button."""

    @property
    def BELOW(self) -> str:
        """The template below the line of the form; empty for none."""

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        """The scripts, in order, of `static/games/<game>/`."""

    @property
    def FIELDS(self) -> dict[str, str]:
        """The field of a refusal, by its code; FIRST for any other."""

    @property
    def FIRST(self) -> str:
        """The field of a refusal that is about no other."""

    @property
    def AWARDS(self) -> tuple[str, ...]:
        """The reasons that a game may not have been played out."""

    def is_wide(self, rules: Rules) -> bool:
        """Return whether two numbers are typed for a result of two sides, so that the form is wide."""

    def example(self, rules: Rules) -> tuple[str, list[str]]:
        """Return the entry in words, and the keys of an example, for the head of the page."""

    def example_of_several(self, table: TableState, rules: Rules) -> tuple[str, list[str]]:
        """Return the example for a table of more than two sides."""

    def data(self, table: TableState, typed: QueryDict) -> dict[str, Any]:
        """Parse the form into line data. Raises `DomainError`."""

    def sheet(self, table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
        """Return the sheet of a line of the score book, for the panel; None if it has none.

        `template` shows it, with the names of the sides by letter as `names`; `typed` is the text for the
        field `hands`.
        """

    def typed_sheet(self, typed: str, rules: Rules) -> dict[str, Any] | None:
        """Return the sheet of the text typed so far in the field `hands`, for its `template`.

        None if the game has no sheet.
        """

    def script(self, rules: Rules) -> dict[str, Any]:
        """Return the rules that the script needs."""

    @property
    def WORDS(self) -> Catalogue:
        """The sentences of the script."""


class Tablet(Protocol):
    """The part of the page of a tablet for a game, in `static/games/<game>/`."""

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        """The scripts, in order: `Cheville.games.<game>` defines the entry of a result."""

    @property
    def STYLES(self) -> tuple[str, ...]:
        """The style sheets, in order."""

    @property
    def WORDS(self) -> Catalogue:
        """The sentences of the scripts, each by a code that no other game has."""


@dataclass(frozen=True)
class Game:
    """A game with all its parts. Raises `TypeError` at the start of the program if a part lacks something."""

    book: RuleBook
    words: Words
    rules: RuleTable
    desk: Desk
    tablet: Tablet

    def __post_init__(self) -> None:
        parts = get_type_hints(type(self))
        for name in (field.name for field in fields(self)):
            required = [one for one in vars(parts[name]) if not one.startswith("_")]
            part = getattr(self, name)
            if missing := sorted(one for one in required if not hasattr(part, one)):
                where = getattr(part, "__name__", part)
                raise TypeError(f"{where}, the `{name}` of a game, lacks {', '.join(missing)}")
        if missing_rules := sorted(set(COMMON_RULES) - set(self.book.DEFAULTS)):
            where = getattr(self.book, "__name__", self.book)
            raise TypeError(
                f"{where}, the `book` of a game, lacks the rules {', '.join(missing_rules)} in DEFAULTS"
            )
        if figures_without_words := sorted(
            {figure.CODE for figure in self.book.OWN_FIGURES} - criteria.NAMES.keys()
        ):
            where = getattr(self.words, "__name__", self.words)
            raise TypeError(
                f"{where}, the `words` of a game, lacks words for {', '.join(figures_without_words)}"
            )
