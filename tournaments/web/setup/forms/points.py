"""The points of games that are not played: as suggested for the rules that are typed, or the organiser's own.

Nothing is assumed: one of the two has to be chosen. An older page sends the numbers alone.
"""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring import DomainError
from scoring.games import GAMES
from tournaments.common.form_fields import drop_field_errors

if TYPE_CHECKING:
    from tournaments.web.setup.forms.form import SetupForm

SUGGESTED, OWN = "suggested", "own"
NAMES = ("missed", "forfeit_present", "forfeit_absent")
FIELD = "points_as"


class PointsForm(forms.Form):
    """The choice between the suggestion and other points."""

    points_as = forms.ChoiceField(
        label=gettext_lazy("Points of games that are not played"),
        choices=((SUGGESTED, gettext_lazy("As suggested")), (OWN, gettext_lazy("Other points"))),
        widget=forms.RadioSelect(attrs={"required": True}),
        required=False,  # an older page sends the numbers alone
        help_text=gettext_lazy("You must choose one: no rule book gives these points."),
        error_messages={"required": gettext_lazy("Choose: the suggested points, or others.")},
    )


def suggested(form: "SetupForm") -> dict[str, int]:
    """Return the suggested points by field, for the rules that are typed so far."""
    try:
        rules = form.rules()
    except (KeyError, DomainError):  # the other input is refused
        rules = form.declared()
    present, absent = GAMES[rules["game"]].forfeit_points(rules)
    return {"missed": 0, "forfeit_present": present, "forfeit_absent": absent}


def initial(filled: dict[str, Any]) -> str:
    """Return the choice at first: other points where any are filled in, as in an organisation's format."""
    return OWN if any(filled.get(name) is not None for name in NAMES) else ""


def clean(form: "SetupForm") -> None:
    """Answer with the suggestion if it is chosen; refuse the choice, not each number, if nothing is."""
    if FIELD not in form.fields or FIELD in form.errors:
        return
    chosen, refused = form.cleaned_data[FIELD], form.errors.as_data()
    if chosen == SUGGESTED:
        for name, value in suggested(form).items():
            form.errors.pop(name, None)
            form.cleaned_data[name] = value
        return
    empty = [name for name in NAMES if [fault.code for fault in refused.get(name, ())] == ["required"]]
    if not chosen and len(empty) == len(NAMES):
        drop_field_errors(form, *NAMES)
        words = form.fields[FIELD].error_messages["required"]
        form.add_error(FIELD, forms.ValidationError(words, "required"))
