"""The criteria of the ranking, put in order by the organiser: the same for every game."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from scoring import DomainError
from scoring.criteria import CRITERIA, MAX_CRITERIA
from scoring.games import GAMES
from tournaments import formats
from tournaments.common.form_fields import drop_field_errors
from tournaments.common.messages import sentences
from tournaments.games.criteria import NAMES as CRITERIA_NAMES
from tournaments.web.setup.forms import choices, game_parts, match

if TYPE_CHECKING:
    from tournaments.web.setup.forms.form import SetupForm

ORDER_FIELDS = tuple(f"order_{place}" for place in range(1, MAX_CRITERIA + 1))
DECLARED_FIELDS = ("byes_as", "forfeits_as")
NAMES = ("own_order", *ORDER_FIELDS, *DECLARED_FIELDS)
CRITERION_BY_CODE = {
    "criteria_after_lot": "lot",
    "criteria_no_table": "match_points",
    "criteria_no_match": "matches_won",
    "criteria_no_boards": "team_points",
}
"""The criterion that a refusal is about, by its code."""


class OrderForm(forms.Form):
    """The organiser's own order: whether there is one, the criterion at each place, and declarations."""

    own_order = forms.BooleanField(
        label=gettext_lazy("Choose our own ranking criteria and their order"),
        required=False,
        help_text=gettext_lazy("If people are tied on the first, the second decides, and so on."),
    )
    byes_as = forms.ChoiceField(
        label=gettext_lazy("A bye or a missed game, in the opponents’ wins"), choices=choices.BYES_AS
    )
    forfeits_as = forms.ChoiceField(
        label=gettext_lazy("A game that was not played out, in the opponents’ wins"),
        choices=choices.FORFEITS_AS,
    )


for _place, _name in enumerate(ORDER_FIELDS, start=1):
    _label = gettext_lazy("What decides first") if _place == 1 else gettext_lazy("If that is tied")
    OrderForm.base_fields[_name] = forms.ChoiceField(
        label=format_lazy("{place}. {label}", place=_place, label=_label),
        choices=choices.criteria,
        required=False,
    )


def initial(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules as the fields show them; without an own order, that of the game."""
    order = rules.get("order") or rules["criteria"]
    return {
        "own_order": bool(rules.get("order")),
        **{name: order[at] if at < len(order) else "" for at, name in enumerate(ORDER_FIELDS)},
        "byes_as": rules.get("byes_as", "own"),
        "forfeits_as": rules.get("forfeits_as", "byes"),
    }


def clean(form: "SetupForm") -> None:
    """Refuse an order by which no tournament could be ranked."""
    if not form.cleaned_data.get("own_order"):
        drop_field_errors(form, *ORDER_FIELDS)
        return
    if form.errors.keys() & set(NAMES) or form.parts[form.game].errors:
        return
    order = _typed_criteria(form.cleaned_data)
    try:
        unknown = next((code for code in order if code not in GAMES[form.game].CRITERIA), None)
        if unknown:
            raise DomainError("criteria_other_game", criterion=CRITERIA_NAMES[unknown])
        _check_order(form, form.field_values(), order)
        if not order:
            raise DomainError("criteria_first")
    except DomainError as refusal:
        form.add_error(_refused_field(refusal, form.cleaned_data), sentences.validation_error(refusal))


def _check_order(form: "SetupForm", given: dict[str, Any], order: list[str]) -> None:
    """Raise `DomainError` if these rules are impossible with this order."""
    own = game_parts.TABLES[form.game].declared(form.parts[form.game], given)
    formats.complete_rules(form.declared() | own | {"order": order, "match": match.chosen(form, given)})


def _refused_field(refusal: DomainError, typed: dict[str, Any]) -> str:
    """Return the field that shows a refusal: that of the place that has to change."""
    order = [(name, typed.get(name)) for name in ORDER_FIELDS]
    if refusal.code == "criteria_twice":
        codes = [code for _name, code in order]
        return next(name for at, (name, code) in enumerate(order) if code and code in codes[:at])
    if refusal.code in CRITERION_BY_CODE:
        return next(
            (name for name, code in order if code == CRITERION_BY_CODE[refusal.code]), ORDER_FIELDS[0]
        )
    if refusal.code == "criteria_other_game":
        return next(
            name for name, code in order if code and CRITERIA_NAMES[code] == refusal.args_["criterion"]
        )
    return ORDER_FIELDS[0]


def _typed_criteria(given: dict[str, Any]) -> list[str]:
    return [given[name] for name in ORDER_FIELDS if given.get(name) in CRITERIA]


def chosen(form: "SetupForm", given: dict[str, Any]) -> list[str] | None:
    """Return the order of the fields; None for that of the game, or if it is impossible so far."""
    if not given.get("own_order") or form.errors.keys() & set(NAMES):
        return None
    order = _typed_criteria(given)
    try:
        _check_order(form, given, order)
    except (KeyError, DomainError):  # the other input so far does not fit it
        return None
    return order or None


def limit_criteria_to_game(form: "SetupForm") -> None:
    """Offer the criteria of the game of an existing tournament; for a new one the format decides."""
    if form.stage:
        known = ("", *GAMES[form.stage.game].CRITERIA)
        offered = [choice for choice in choices.criteria() if choice[0] in known]
        for name in ORDER_FIELDS:
            form.fields[name].choices = offered  # type: ignore[attr-defined]
