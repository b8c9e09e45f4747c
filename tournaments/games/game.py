"""What a game is in Cheville: its rules and results, and everything that is said, asked and shown of it.

| part     | what it answers                               | where it is used                              |
|----------|-----------------------------------------------|-----------------------------------------------|
| `book`   | what a result may be, what each side has      | the score book, by `scoring.games.GAMES`      |
| `words`  | rules of the day, results, columns, ranks     | pages, papers, devices, publication           |
| `setup`  | what the set-up asks, and the rules it makes  | `web/setup/`, `simulate`                      |
| `desk`   | what a result is made of at the desk          | `web/desk/`                                   |
| `tablet` | scripts, styles and words of its tablet       | `web/tablet_app/`                             |
| `copies` | which rules a copy may hold                   | `transfer/copies/column_schemas.py`            |
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, get_type_hints

from django import forms
from django.http import QueryDict

from scoring.games import OF_EVERY_GAME, RuleBook
from scoring.side import SideValue
from tournaments.common.schema import Shape
from tournaments.games.options import Option
from tournaments.games.rulings import Group
from tournaments.papers.values import OfGame
from tournaments.rounds.scores import TableState
from tournaments.standings import Row, Standings

Rules = dict[str, Any]
"""The frozen rules of a stage."""


class Words(Protocol):
    """What a game says of itself on screens and papers."""

    @property
    def NAME(self) -> Any:
        """How the game is called, where one is chosen."""

    def packs_at_a_table(self, rules: Rules) -> int:
        """How many packs of cards lie on a table."""

    @property
    def TABLE_MATERIALS(self) -> tuple[Any, ...]:
        """What else lies on a table, each by its name in the plural, translated where it is shown."""

    def name(self, rules: Rules) -> str:
        """How the game is called on a day under these rules, in the active language."""

    def rules_in_order(self, rules: Rules) -> Iterator[tuple[str, str]]:
        """What is announced and hung on the wall: (heading, sentence)."""

    def result(self, values: Sequence[SideValue], who: Sequence[str]) -> str:
        """A result that two sides played out, as a sentence (`awards` says the others)."""

    def result_of_several(self, values: Sequence[SideValue], who: Sequence[str]) -> str:
        """The same of more than two sides, or of partners."""

    def irregularities(self) -> tuple[Group, ...]:
        """The rulings that can be the reason of a penalty, group by group; empty where it has none."""

    def on_papers(self, rules: Rules) -> OfGame:
        """What papers show of the game; asked where papers are drawn, as its sheet may load what draws."""

    def device_rules(self, rules: Rules) -> dict[str, Any]:
        """What a device must know of the rules besides the target (docs/protocol.md)."""

    def columns(self, shown: Standings) -> list[str]:
        """The columns of the standings after the name and the club."""

    def ranking_columns(self, shown: Standings) -> list[str]:
        """The few columns that say what ranks."""

    def standing(self, row: Row, rank_by: str) -> str:
        """What somebody has, in words."""

    def behind(self, row: Row, leader: Row, rank_by: str) -> str:
        """The same with the distance to whoever stands above."""

    def details(self, row: Row) -> Iterator[str]:
        """What else is told of somebody's games."""


class SetUp(Protocol):
    """What a game adds to the set-up page."""

    @property
    def Fields(self) -> type[forms.Form]:
        """The fields that only this game asks."""

    @property
    def NAMES(self) -> tuple[str, ...]:
        """Their names; once a round is seated they stand."""

    @property
    def SECTIONS(self) -> Mapping[str, tuple[str, ...]]:
        """The sections of the page in which they are, with their fields."""

    @property
    def TEMPLATE(self) -> str:
        """The sections, of its `fields`, the `form` of the day and what is `told` of both (`summaries`)."""

    @property
    def FIRST(self) -> tuple[str, ...]:
        """The fields without which no day can be made: they stand with name and date."""

    @property
    def DECLARED_NOTE(self) -> Any:
        """What must be known of declared points in this game; empty for nothing."""

    @property
    def MAX_DECLARED(self) -> int:
        """The most points that can be declared."""

    @property
    def MIN_CREDITED(self) -> int:
        """The least points of a missed game or one sat out."""

    @property
    def SIMULATE_OPTIONS(self) -> tuple[Option, ...]:
        """The options that `manage.py simulate` has for this game."""

    def initial(self, rules: Rules, *, new: bool = False) -> dict[str, Any]:
        """Rules as the fields show them; of a `new` tournament what nobody has declared yet as is usual."""

    def clean(self, own: forms.Form, day: forms.Form) -> None:
        """Refuse what no game could have: in the game's `own` form, or in that of the `day`."""

    def rules(self, own: forms.Form, given: dict[str, Any]) -> Rules:
        """The rules that the fields come to; `given` are the values of all fields of the page."""

    def summaries(self, rules: Rules) -> dict[str, str]:
        """A sentence for each section."""


class Desk(Protocol):
    """What a result is made of at the desk."""

    @property
    def TEMPLATE(self) -> str:
        """The fields of the form between the table and the button."""

    @property
    def BELOW(self) -> str:
        """What stands below the line of the form; empty for nothing."""

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        """Its scripts, in order, of `static/games/<game>/`."""

    @property
    def FIELDS(self) -> dict[str, str]:
        """Which field a refusal is about, by its code; FIRST for any other."""

    @property
    def FIRST(self) -> str:
        """The field of a refusal that names none."""

    @property
    def AWARDS(self) -> tuple[str, ...]:
        """Why a game may not have been played out."""

    def is_wide(self, rules: Rules) -> bool:
        """Whether two numbers are typed for a result of two, so that the form is wide."""

    def example(self, rules: Rules) -> tuple[str, list[str]]:
        """What is typed, in words, and the keys of an example, for the head of the page."""

    def example_of_several(self, table: TableState, rules: Rules) -> tuple[str, list[str]]:
        """The same for a table of more than two sides."""

    def data(self, table: TableState, typed: QueryDict) -> dict[str, Any]:
        """Line data from what was typed. Raises `DomainError`."""

    def sheet(self, table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
        """What lies behind a line of the score book, for the panel; None for nothing.

        `template` shows it, with the names of the sides by letter as `names`; `typed` is what would be typed
        for it, for the field `hands`.
        """

    def typed_sheet(self, typed: str, rules: Rules) -> dict[str, Any] | None:
        """What comes of what is typed so far in the field `hands`, for its `template`.

        None where the game has no sheet.
        """

    def script(self, rules: Rules) -> dict[str, Any]:
        """What the script needs to know of the rules."""

    def words(self) -> dict[str, str]:
        """The sentences that the script says itself."""


class Tablet(Protocol):
    """What a game brings to the page of a tablet, in `static/games/<game>/`."""

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        """Its scripts, in order: `Cheville.games.<game>` says what a result is made of."""

    @property
    def STYLES(self) -> tuple[str, ...]:
        """Its style sheets, in order."""

    def words(self) -> dict[str, str | list[str]]:
        """What its scripts say, by code; a text with a count is a list of two. No code is another game's."""


class Copies(Protocol):
    """Which rules of the game the stages of a copy may hold, by name."""

    @property
    def RULES(self) -> Mapping[str, Shape]:
        """The rules that every stage of the game has."""

    @property
    def LATER(self) -> Mapping[str, Shape]:
        """The rules that came later, or are not always said."""


@dataclass(frozen=True)
class Game:
    """One game, all of it. Raises `TypeError` when the program starts if a part lacks something."""

    book: RuleBook
    words: Words
    setup: SetUp
    desk: Desk
    tablet: Tablet
    copies: Copies

    def __post_init__(self) -> None:
        parts = get_type_hints(type(self))
        for name in (field.name for field in fields(self)):
            asked = [one for one in vars(parts[name]) if not one.startswith("_")]
            part = getattr(self, name)
            if missing := sorted(one for one in asked if not hasattr(part, one)):
                where = getattr(part, "__name__", part)
                raise TypeError(f"{where}, the `{name}` of a game, lacks {', '.join(missing)}")
        if unsaid := sorted(set(OF_EVERY_GAME) - set(self.book.DEFAULTS)):
            where = getattr(self.book, "__name__", self.book)
            raise TypeError(f"{where}, the `book` of a game, lacks the rules {', '.join(unsaid)} in DEFAULTS")
