"""Playoffs after the games of the tournament: whether, for whom, over how many games."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring import DomainError
from tournaments import formats
from tournaments.common.form_fields import WholeNumber, drop_field_errors
from tournaments.common.messages import sentences
from tournaments.pairing import bracket_kinds, consolation, knock_out
from tournaments.web.setup.forms import choices, leaving, match, order

if TYPE_CHECKING:
    from tournaments.web.setup.forms.form import SetupForm

NAMES = (
    *("playoffs_who", "playoffs_count", "playoffs_double", "playoffs_games"),
    *("playoffs_third", "playoffs_consolation", "playoffs_seeds"),
)
NO_PLAYOFFS = ""
DEFAULT_COUNT, DEFAULT_GAMES = 8, 5


class PlayoffsForm(forms.Form):
    """The players of the playoffs, their match, and whether third place is played for."""

    playoffs_who = forms.ChoiceField(
        label=gettext_lazy("Playoffs after the last game"),
        choices=choices.PLAYOFFS,
        widget=forms.RadioSelect,
        required=False,
    )
    playoffs_count = WholeNumber(
        label=gettext_lazy("How many take part"),
        least=knock_out.MIN_ENTRIES,
        most=knock_out.MAX_ENTRIES,
        required=False,
    )
    playoffs_double = forms.ChoiceField(
        label=gettext_lazy("A player is out"),
        choices=choices.LOSSES,
        widget=forms.RadioSelect,
        required=False,
    )
    playoffs_games = forms.ChoiceField(
        label=gettext_lazy("A match of the playoffs"), choices=choices.PLAYOFF_MATCHES, required=False
    )
    playoffs_third = forms.BooleanField(
        label=gettext_lazy("Those who lose the semi-finals play for third place"),
        required=False,
        help_text=gettext_lazy("Otherwise both are third."),
    )
    playoffs_seeds = forms.ChoiceField(label=gettext_lazy("Seeds"), choices=choices.SEEDS, required=False)
    playoffs_consolation = forms.ChoiceField(
        label=gettext_lazy("Consolation, at its own tables while the playoffs are played"),
        choices=choices.CONSOLATIONS,
        required=False,
    )


def initial(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules as the fields show them."""
    asked = rules.get("playoffs") or {}
    return {
        "playoffs_who": asked.get("who", NO_PLAYOFFS),
        "playoffs_count": asked.get("count") or DEFAULT_COUNT,
        "playoffs_games": asked.get("games", DEFAULT_GAMES),
        "playoffs_third": asked.get("third_place", False),
        "playoffs_double": choices.TWICE if asked.get("double") else choices.ONCE,
        "playoffs_consolation": asked.get("consolation", NO_PLAYOFFS),
        "playoffs_seeds": asked.get("seeds", NO_PLAYOFFS),
    }


def not_asked(rules: Mapping[str, Any]) -> set[str]:
    """Return the fields that the format decides: those that need games before the bracket."""
    return (
        set(UNASKED_FIELDS) if not formats.complete_rules(rules)["rounds_allowed"][1] else {"playoffs_seeds"}
    )


UNASKED_FIELDS = (
    *("rounds", "missed", "forfeit_present", "forfeit_absent", "bye_credit", "equal_games", "dinner_after"),
    *("dinner", "medals", "keep_clubs_apart", "in_sight", "hidden_games", "playoffs_who", "playoffs_count"),
    *("movement", "apart_for", "apart_at_any_price"),
    *leaving.NAMES,
    *match.NAMES,
    *order.NAMES,
)
"""The fields that are not asked if a bracket is all that is played."""


def clean(form: "SetupForm") -> None:
    """Refuse impossible playoffs or a missing number; ignore faults in hidden fields."""
    if form.cleaned_data.get("playoffs_who") and form.cleaned_data.get("hidden_games"):
        form.add_error("hidden_games", sentences.validation_error(DomainError("hidden_with_playoffs")))
    if form.cleaned_data.get("playoffs_who") != "first":
        drop_field_errors(form, "playoffs_count")
    elif form.cleaned_data.get("playoffs_count") is None and "playoffs_count" not in form.errors:
        form.add_error("playoffs_count", sentences.validation_error(DomainError("playoffs_count")))
    given = form.cleaned_data
    if given.get("playoffs_who") == "first" and given.get("playoffs_double") == choices.TWICE:
        fewest, most = bracket_kinds.limits(double=True)
        if not fewest <= (given.get("playoffs_count") or fewest) <= most:
            form.add_error(
                "playoffs_count",
                sentences.validation_error(DomainError("double_so_many", fewest=fewest, most=most)),
            )
    if given.get("playoffs_who") == "everybody" and _consolation(given) == consolation.REST:
        form.add_error(
            "playoffs_consolation", sentences.validation_error(DomainError("consolation_of_nobody"))
        )


def _consolation(given: dict[str, Any]) -> str | None:
    """Return who plays the consolation; None in a double elimination, where all have a second chance."""
    twice = given.get("playoffs_double") == choices.TWICE
    return None if twice else given.get("playoffs_consolation") or None


def chosen(given: dict[str, Any]) -> dict[str, Any] | None:
    """Return the values of the fields as rules store them; None: no playoffs."""
    if not given["playoffs_who"]:
        return None
    first = given["playoffs_who"] == "first"
    return formats.playoffs(
        given["playoffs_who"],
        count=given["playoffs_count"] or DEFAULT_COUNT if first else None,
        games=int(given["playoffs_games"] or DEFAULT_GAMES),
        third_place=bool(given["playoffs_third"]) and given["playoffs_double"] != choices.TWICE,
        double=given["playoffs_double"] == choices.TWICE,
        consolation=_consolation(given),
        seeds=given["playoffs_seeds"] or None,
    )
