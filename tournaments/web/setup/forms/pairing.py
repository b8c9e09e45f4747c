"""The way in which people are seated: the pairing system of the format, or another for its table size."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import DomainError
from tournaments import formats
from tournaments.common.form_fields import WholeNumber
from tournaments.common.messages import sentences
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, has_settled_pairs

if TYPE_CHECKING:
    from tournaments.web.setup.forms.form import SetupForm

NAMES = ("movement", "keep_clubs_apart", "apart_for", "apart_at_any_price")
CHANGEABLE_FIELDS = ("apart_for", "apart_at_any_price")
"""The fields that may change once a game is seated: they are about the next one."""
FORMAT_MOVEMENT = ""


def _choices() -> list[tuple[str, str]]:
    """Return that of the format, and the pairing systems that can replace each other at tables of two."""
    others = [(key, one.CODES["choice"]) for key, one in PAIRING_SYSTEMS.items()]
    replacing = [(key, str(sentences.sentence(code))) for key, code in others if code]
    return [(FORMAT_MOVEMENT, _("As in the format")), *replacing]


class PairingForm(forms.Form):
    """The pairing system, and who is kept apart, how long and how firmly."""

    movement = forms.ChoiceField(
        label=gettext_lazy("Who meets whom"),
        choices=_choices,
        required=False,
        help_text=gettext_lazy(
            "For accelerated games the order of the list of players counts: register the strongest first."
        ),
    )
    keep_clubs_apart = forms.BooleanField(
        label=gettext_lazy("Members of the same club are kept apart too, where possible"), required=False
    )
    apart_for = WholeNumber(
        label=gettext_lazy("Number of games in which people are kept apart"),
        least=0,
        most=60,
        required=False,
        help_text=gettext_lazy("From game 1 on; 0: all day."),
    )
    apart_at_any_price = forms.BooleanField(
        label=gettext_lazy("Always keep couples and car-pools apart, not only where possible"),
        required=False,
        help_text=gettext_lazy("A game in which two of them would meet is not seated: you see who."),
    )


def has_alternatives(rules: Mapping[str, Any]) -> bool:
    """Return whether there is another pairing system for the same table size."""
    return bool(PAIRING_SYSTEMS[rules["movement"]].CODES["choice"])


def initial(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules as the fields show them."""
    shipped = formats.FORMATS.get(rules["format"])
    of_format = shipped is not None and shipped.rules["movement"] == rules["movement"]
    return {
        "movement": FORMAT_MOVEMENT if of_format or not has_alternatives(rules) else rules["movement"],
        "keep_clubs_apart": rules["keep_clubs_apart"],
        "apart_for": rules.get("apart_for", 1),
        "apart_at_any_price": rules.get("apart_at_any_price", False),
    }


def of_format(form: "SetupForm") -> str:
    """Return the pairing system of the format; that of the tournament if the format is no longer shipped."""
    declared: Mapping[str, Any] = form.declared()
    shipped = formats.FORMATS.get(declared["format"])
    return str(shipped.rules["movement"] if shipped else declared["movement"])


def chosen(form: "SetupForm", given: Mapping[str, Any]) -> str:
    """Return the pairing system that results from the fields."""
    known = form.declared()["movement"]
    if not has_alternatives(form.declared()):
        return str(known)
    return given["movement"] or of_format(form)


def kept_apart(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules on how long and how firmly people are kept apart; an empty field is game 1."""
    rounds = given["apart_for"]
    return {"apart_for": 1 if rounds is None else rounds, "apart_at_any_price": given["apart_at_any_price"]}


def clean(form: "SetupForm") -> None:
    """Check that three sit at a table only where winners stay, and that no pair is barred where all meet."""
    if form.field_values()["apart_at_any_price"] and has_settled_pairs(chosen(form, form.field_values())):
        form.add_error("apart_at_any_price", sentences.validation_error(DomainError("apart_where_all_meet")))
    if form.cleaned_data.get("odd") != "three" or "odd" in form.errors:
        return
    if not PAIRING_SYSTEMS[chosen(form, form.field_values())].WINNERS_STAY:
        form.add_error("odd", sentences.validation_error(DomainError("three_where_winners_stay")))
