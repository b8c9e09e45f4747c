"""The shelf of what each game alone asks on the set-up page: one part a game, and its line in `PARTS`."""

from collections.abc import Mapping
from typing import Any, Protocol

from django import forms

from tournaments import formats
from tournaments.forms import setup_cribbage, setup_gin


class SetupPart(Protocol):
    """What a game adds to the set-up; mypy holds every module on the shelf to it."""

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
        """The sections, as `form` and `told` (`summaries`) show them."""

    @property
    def DECLARED_NOTE(self) -> Any:
        """What must be known of declared points in this game; empty for nothing."""

    @property
    def MOST_DECLARED(self) -> int:
        """The most points that can be declared."""

    @property
    def LEAST_CREDITED(self) -> int:
        """The least points of a missed game or one sat out."""

    def initial(self, rules: dict[str, Any]) -> dict[str, Any]:
        """Rules as the fields show them."""

    def clean(self, form: Any) -> None:
        """Refuse what no game could have."""

    def rules(self, form: Any, given: dict[str, Any]) -> dict[str, Any]:
        """The rules that the fields come to."""

    def summaries(self, rules: dict[str, Any]) -> dict[str, str]:
        """A sentence for each section."""


PARTS: dict[str, SetupPart] = {"cribbage": setup_cribbage, "gin": setup_gin}
NAMES = tuple(name for part in PARTS.values() for name in part.NAMES)
SECTIONS: dict[str, tuple[str, ...]] = {
    name: fields for part in PARTS.values() for name, fields in part.SECTIONS.items()
}
MOST_DECLARED = max(part.MOST_DECLARED for part in PARTS.values())


def initial(rules: dict[str, Any]) -> dict[str, Any]:
    """What stands in the fields of every part: `rules` in that of their game, else what is shipped."""
    filled: dict[str, Any] = {}
    for game in PARTS:
        filled |= PARTS[game].initial(formats.of_game(game))
    return filled | PARTS[rules["game"]].initial(rules)


def rules_of(game: str, form: Any, given: dict[str, Any]) -> dict[str, Any]:
    """The rules of a day of `game` as far as the fields tell them, also where another game is chosen."""
    return formats.of_game(game) | PARTS[game].rules(form, given)


def not_asked(key: str, game: str) -> set[str]:
    """The fields of a game for which a format says the answer itself; none where it is shipped no longer."""
    asks = formats.FORMATS[key].asks if key in formats.FORMATS else None
    return set() if asks is None else set(PARTS[game].NAMES) - set(asks)
