"""Sentences about forfeits and abandoned games, the same for every game."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.side import SideValue


def awarded(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a game that was not played out in a sentence."""
    won = next((side for side, value in enumerate(values) if value.won), None)
    words = {
        "how": award_name(values[0].how),
        "winner": who[won] if won is not None else "",
        "points": _(", ").join(f"{name} {value.pegged}" for name, value in zip(who, values, strict=True)),
    }
    if won is None:
        return _("%(how)s, nobody has won. Declared points: %(points)s.") % words
    return _("%(how)s, %(winner)s has the game. Declared points: %(points)s.") % words


def award_name(how: str) -> str:
    """Return the name of the reason that a game was not played out."""
    return {"forfeit": _("forfeit"), "no_show": _("no-show"), "abandoned": _("abandoned game")}[how]
