"""The games at a table in one round: one game, or a match of several; the same for every game."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import match as matches
from tournaments.common.form_fields import WholeNumber, drop_field_errors
from tournaments.common.messages import sentences

if TYPE_CHECKING:
    from tournaments.web.setup.forms.form import SetupForm

ONE = "one_game"
NO_TABLE = "none"
NAMES = ("match_kind", "match_games", "match_points_to", "match_by", "match_bye")
KIND_CHOICES = (
    (ONE, gettext_lazy("One game")),
    ("fixed", gettext_lazy("A fixed number of games\nAll of them are played, no matter who leads.")),
    ("best_of", gettext_lazy("Best of a number of games\nOver when a side has won more than half of them.")),
    (
        "first_to",
        gettext_lazy(
            "First to a number of match points\nAs in the set of five. A table of match points is needed."
        ),
    ),
)
BY_CHOICES = (("games", gettext_lazy("the games won")), ("points", gettext_lazy("the match points")))
BYE_CHOICES = (
    ("nothing", gettext_lazy("nothing")),
    ("half", gettext_lazy("half a match won")),
    ("won", gettext_lazy("a match won")),
)


class MatchForm(forms.Form):
    """The kind of the match, its number, and the declarations about it."""

    match_kind = forms.ChoiceField(
        label=gettext_lazy("At a table in one round"), choices=KIND_CHOICES, widget=forms.RadioSelect
    )
    match_games = WholeNumber(label=gettext_lazy("Number of games"), least=2, most=matches.MAX_GAMES)
    match_points_to = WholeNumber(label=gettext_lazy("Number of match points"), least=2, most=8)
    match_by = forms.ChoiceField(label=gettext_lazy("The match is decided by"), choices=BY_CHOICES)
    match_bye = forms.ChoiceField(
        label=gettext_lazy("If matches won decide the ranking, sitting out a round counts as"),
        choices=BYE_CHOICES,
    )


def initial(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules as the fields show them."""
    match = matches.read_match(rules)
    return {
        "match_kind": match.kind if match.several else ONE,
        "match_games": match.n if match.several and match.kind != "first_to" else 3,
        "match_points_to": match.n if match.kind == "first_to" else 5,
        "match_by": match.by,
        "match_bye": match.bye,
    }


def clean(form: "SetupForm") -> None:
    """Refuse an impossible match, at the field that has to change."""
    kind = form.cleaned_data.get("match_kind")
    if kind not in ("fixed", "best_of"):
        drop_field_errors(form, "match_games")
    if kind != "first_to":
        drop_field_errors(form, "match_points_to")
    if {"match_games", "match_points_to"} & form.errors.keys():
        return
    given = form.field_values()
    table = form.parts[form.game].cleaned_data.get("match_points") not in (None, NO_TABLE)
    with sentences.errors_to_form(form, "match_games", match_no_table="match_kind"):
        matches.clean_match({"match": _typed(given), "match_points": "some" if table else None})


def chosen(form: "SetupForm", given: dict[str, Any]) -> dict[str, Any]:
    """Return the match as rules store it; the former one if the input is refused."""
    if form.errors.keys() & set(NAMES):
        stands: dict[str, Any] = form.declared().get("match") or dict(matches.ONE_GAME)
        return stands
    return _typed(given)


def _typed(given: dict[str, Any]) -> dict[str, Any]:
    kind = given["match_kind"]
    if kind == ONE:
        return dict(matches.ONE_GAME)
    number = {"points": given["match_points_to"]} if kind == "first_to" else {"games": given["match_games"]}
    by = {"by": "points"} if kind == "fixed" and given["match_by"] == "points" else {}
    bye = {"bye": given["match_bye"]} if given["match_bye"] != "nothing" else {}
    return {"kind": kind, **number, **by, **bye}


def summary(rules: dict[str, Any]) -> str:
    """Return what is declared, in a sentence."""
    match = matches.read_match(rules)
    if not match.several:
        return _("One game at each table.")
    return {
        "fixed": _("A match of %(n)s games at each table."),
        "best_of": _("A match at each table: best of %(n)s games."),
        "first_to": _("A match at each table: first to %(n)s match points."),
    }[match.kind] % {"n": match.n}
