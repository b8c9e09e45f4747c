"""The formats that can be chosen on the set-up page: shipped ones, and those of an organisation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms

from tournaments import formats
from tournaments.games import GAMES
from tournaments.models import OwnFormat
from tournaments.organisations import own_formats
from tournaments.publishing import names
from tournaments.web.setup.forms.choices import Choices

OWN = "own-"
SHOWN = 8  # formats of a game that are shown unfolded, beside those of the organisation
MIN_FOLDED = 3


@dataclass(frozen=True)
class Offered:
    """A format that can be chosen: its name, its rules whole; `own` if an organisation made it."""

    key: str
    name: str
    note: str
    rules: Mapping[str, Any]
    own: bool = False

    @property
    def game(self) -> str:
        """Return the game that is played."""
        return str(self.rules["game"])


class OfGame(NamedTuple):
    """The formats of one game on the page: those that are shown, and those behind a further tap."""

    name: Any
    is_chosen: bool
    shown: list[forms.boundfield.BoundWidget]
    folded: list[forms.boundfield.BoundWidget]
    unfolded: bool


def key_of(uid: Any) -> str:
    """Return the key by which a format of an organisation is chosen."""
    return f"{OWN}{uid}"


def offered(own: Iterable[OwnFormat] = ()) -> dict[str, Offered]:
    """Return every format that can be chosen, by key: those of the organisation come first."""
    ours = [Offered(key_of(one.uid), one.name, one.note, own_formats.rules_to_play(one), True) for one in own]
    shipped = [
        Offered(key, names.format_name(key), names.format_note(key), formats.rules(key))
        for key in formats.FORMATS
    ]
    return {one.key: one for one in (*ours, *shipped)}


def labels(known: Iterable[Offered]) -> Choices:
    """Return the choices of the page; a second line is the explanation of a card."""
    return [(one.key, f"{one.name}\n{one.note}".rstrip("\n")) for one in known]


def label_of(rules: Mapping[str, Any]) -> Choices:
    """Return the one choice of an existing tournament: its format, which may no longer be shipped."""
    note = "" if rules.get("own") else names.format_note(rules["format"])
    return [(rules["format"], f"{names.name_of_format(rules)}\n{note}".rstrip("\n"))]


def key_like(rules: Mapping[str, Any], known: Mapping[str, Offered]) -> str:
    """Return the key of the format of these rules, if it can still be chosen."""
    own = rules.get("own")
    if own and key_of(own["uid"]) in known:
        return key_of(own["uid"])
    return str(rules["format"])


def by_game(form: Any) -> Iterator[OfGame]:
    """Yield the formats to choose from by game: own ones and the first of the others, the rest folded."""
    found: dict[str, list[forms.boundfield.BoundWidget]] = {}
    for option in form["format"]:
        known = form.offered.get(option.data["value"])
        found.setdefault(known.game if known else form.game, []).append(option)
    for game, options in found.items():
        own = sum(option.data["value"].startswith(OWN) for option in options)
        first = own + SHOWN if len(options) >= own + SHOWN + MIN_FOLDED else len(options)
        folded = options[first:]
        unfolded = any(option.data["selected"] for option in folded)
        yield OfGame(GAMES[game].words.NAME, game == form.game, options[:first], folded, unfolded)


def rules_of(key: str, known: Mapping[str, Offered]) -> dict[str, Any]:
    """Return a copy of the rules of a format, which the caller may change."""
    rules: dict[str, Any] = formats.copied(dict(known[key].rules))
    return rules
