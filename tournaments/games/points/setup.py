"""The set-up of a tournament of points: the name of the game, its numbers, what ranks (rules.md §9)."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import DomainError
from scoring.points.game import decided
from scoring.points.known_games import named
from scoring.points.rules import FURTHEST, PointsRules
from tournaments.common.form_fields import OneLine, WholeNumber
from tournaments.common.messages import sentences
from tournaments.games.game import Option

MAX_NAME_LENGTH = 40
MAX_DECLARED = FURTHEST
MIN_CREDITED = -FURTHEST
HIGHER, LOWER = "higher", "lower"
NAMES = (
    "game_name", "better", "least", "most", "points_target", "ties_allowed", "points_ranking"
)  # fmt: skip
SECTIONS = {"points": NAMES}
TEMPLATE = "games/points/setup.html"
FIRST = ("game_name",)
SIMULATE_OPTIONS = (
    Option(
        "better",
        gettext_lazy("another card game: which number wins"),
        lambda number: {"higher_wins": number == HIGHER},
        (HIGHER, LOWER),
    ),
)
DECLARED_NOTE = gettext_lazy(
    "A missed game or a game sat out adds its points to what cards add up: the spread, or all points where "
    "these rank. The points of a forfeit are the numbers of the two sides."
)


OF_THE_NAMED_GAME = gettext_lazy("Empty: as in the game that you name, such as -1010 to 1010 in 500.")

BETTER = [
    (HIGHER, gettext_lazy("The higher number\nAs in 500, whist or euchre.")),
    (LOWER, gettext_lazy("The lower number\nAs in hearts.")),
]


RANKING = [
    ("won", gettext_lazy("Games won\nWhere they are equal, the spread: points for minus points against.")),
    (
        "spread",
        gettext_lazy("Spread\nPoints for minus points against, of all games; where it is equal, games won."),
    ),
    ("pegged", gettext_lazy("All points\nPoints of all games added up; where they are equal, games won.")),
]


class Fields(forms.Form):
    """The fields that only a game of points has."""

    game_name = OneLine(
        label=gettext_lazy("Name of the game"),
        max_length=MAX_NAME_LENGTH,
        help_text=gettext_lazy("As it should stand on the screens and papers, such as 500 or Whist."),
        error_messages={"required": gettext_lazy("Give the game its name, such as 500.")},
    )
    better = forms.ChoiceField(
        label=gettext_lazy("Who wins a game"), choices=BETTER, widget=forms.RadioSelect
    )
    least = WholeNumber(
        label=gettext_lazy("The lowest number of a side"),
        least=-FURTHEST,
        most=FURTHEST,
        required=False,
        help_text=OF_THE_NAMED_GAME,
    )
    most = WholeNumber(
        label=gettext_lazy("The highest number of a side"),
        least=-FURTHEST,
        most=FURTHEST,
        required=False,
        help_text=OF_THE_NAMED_GAME,
    )
    points_target = WholeNumber(
        label=gettext_lazy("A game goes on until a side has"),
        least=1,
        most=FURTHEST,
        required=False,
        help_text=gettext_lazy("Empty: there is no target, a game ends as you announce."),
    )
    ties_allowed = forms.BooleanField(
        label=gettext_lazy("A game may end level: then nobody has won it"), required=False
    )
    points_ranking = forms.ChoiceField(
        label=gettext_lazy("Ranking"), choices=RANKING, widget=forms.RadioSelect
    )


def initial(rules: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """Return the rules as the fields show them; the range of a new game is open until the game is named."""
    day = PointsRules.read(rules)
    is_open = new and not day.name
    return {
        "game_name": day.name,
        "better": HIGHER if day.higher else LOWER,
        "least": None if is_open else day.least,
        "most": None if is_open else day.most,
        "points_target": day.target or None,
        "ties_allowed": day.ties,
        "points_ranking": rules["rank_by"],
    }


FIELD_OF = {
    "points_range": "most",
    "points_target": "points_target",
    "points_lower_ranks": "points_ranking",
}


def clean(own: forms.Form, day: forms.Form) -> None:
    """Add errors for an impossible range, target or ranking, and for a forfeit won by the worse number."""
    if own.errors.keys() & set(NAMES):
        return
    chosen = rules(own, own.cleaned_data)
    try:
        decided(chosen | {"match_points": None})
    except DomainError as refusal:
        own.add_error(FIELD_OF[refusal.code], sentences.validation_error(refusal))
        return
    present, absent = day.cleaned_data.get("forfeit_present"), day.cleaned_data.get("forfeit_absent")
    if present is None or absent is None:
        return
    if PointsRules.read(chosen).best([present, absent]) != present:
        worse = DomainError("points_award_backwards", value=present, other=absent)
        day.add_error("forfeit_present", sentences.validation_error(worse))


def rules(own: forms.Form, given: dict[str, Any]) -> dict[str, Any]:
    """Return the rules that the fields declare; refused fields keep the values they had before."""
    chosen = {
        "game_name": given["game_name"],
        "higher_wins": given["better"] == HIGHER,
        **_range(given),
        "target": given["points_target"] or 0,
        "ties_allowed": bool(given["ties_allowed"]),
        "rank_by": given["points_ranking"],
    }
    if own.errors.keys() & set(NAMES):  # range, target and ranking depend on one another
        kept = own.initial
        chosen |= {
            **_range(kept),
            "target": kept["points_target"] or 0,
            "higher_wins": kept["better"] == HIGHER,
            "rank_by": kept["points_ranking"],
        }
    return chosen


def _range(given: Mapping[str, Any]) -> dict[str, int]:
    """Return the lowest and the highest number that are declared, else those of the named game."""
    known = named(given["game_name"] or "")
    return {
        name: own if given[name] is None else given[name]
        for name, own in (("least", known.least), ("most", known.most))
    }


def summaries(rules: dict[str, Any]) -> dict[str, str]:
    """Return a sentence for each section of the page."""
    day = PointsRules.read(rules)
    said = [
        day.name or _("no name yet"),
        _("the higher number wins") if day.higher else _("the lower number wins"),
        _("from %(least)s to %(most)s") % {"least": _signed(day.least), "most": _signed(day.most)},
    ]
    if day.target:
        said.append(_("to %(target)d") % {"target": day.target})
    said.append(_("a game may end level") if day.ties else _("no game ends level"))
    words = _(", ").join(said)
    return {"points": words[:1].upper() + words[1:] + "."}


def _signed(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")
