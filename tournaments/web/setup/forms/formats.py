"""The formats that can be chosen on the set-up page: shipped ones, and those of an organisation."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments import formats
from tournaments.models import OwnFormat
from tournaments.organisations import own_formats
from tournaments.publishing import names
from tournaments.web.setup.forms.choices import Choices

OWN_PREFIX = "own-"


@dataclass(frozen=True)
class OfferedFormat:
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


def key_of(uid: Any) -> str:
    """Return the key by which a format of an organisation is chosen."""
    return f"{OWN_PREFIX}{uid}"


def offered(own: Iterable[OwnFormat] = ()) -> dict[str, OfferedFormat]:
    """Return every format that can be chosen, by key: those of the organisation come first."""
    ours = [
        OfferedFormat(key_of(one.uid), one.name, one.note, own_formats.rules_to_play(one), True)
        for one in own
    ]
    shipped = [
        OfferedFormat(key, names.format_name(key), names.format_note(key), formats.shipped_rules(key))
        for key in formats.FORMATS
    ]
    return {one.key: one for one in (*ours, *shipped)}


def labels(known: Iterable[OfferedFormat]) -> Choices:
    """Return the choices of the page; a second line is its explanation."""
    return [(one.key, f"{one.name}\n{one.note}".rstrip("\n")) for one in known]


def choice_from_rules(rules: Mapping[str, Any]) -> Choices:
    """Return the one choice of an existing tournament: its format, which may no longer be shipped."""
    note = "" if rules.get("own") else names.format_note(rules["format"])
    return [(rules["format"], f"{names.name_of_format(rules)}\n{note}".rstrip("\n"))]


def key_from_rules(rules: Mapping[str, Any], known: Mapping[str, OfferedFormat]) -> str:
    """Return the key of the format of these rules, else of the first that is shipped for their game."""
    own = rules.get("own")
    if own and key_of(own["uid"]) in known:
        return key_of(own["uid"])
    if rules["format"] in known:
        return str(rules["format"])
    of_game = (one.key for one in known.values() if not one.own and one.game == rules["game"])
    return next(of_game, formats.FIRST)


def rules_of(key: str, known: Mapping[str, OfferedFormat]) -> dict[str, Any]:
    """Return a copy of the rules of a format, which the caller may change."""
    rules: dict[str, Any] = formats.deep_copy(dict(known[key].rules))
    return rules
