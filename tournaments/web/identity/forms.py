"""The form of the identity: all of it but the logo, whose file has a form of its own."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.common import sanitize
from tournaments.common.form_fields import OneLine
from tournaments.publishing import identity

FIRST_COLOUR = "#1d4f40"


class IdentityForm(forms.Form):
    """The organiser's name, colour and sponsors."""

    name = OneLine(
        label=gettext_lazy("Name of the organiser"),
        required=False,
        max_length=identity.MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
        help_text=gettext_lazy("It appears below the name of the tournament."),
    )
    own_colour = forms.BooleanField(label=gettext_lazy("Use the colour of the organiser"), required=False)
    colour = forms.CharField(
        label=gettext_lazy("Colour"),
        required=False,
        widget=forms.TextInput(attrs={"type": "color"}),
        help_text=gettext_lazy("Text on it is black or white, whichever is easier to read."),
    )
    sponsors = forms.CharField(
        label=gettext_lazy("Sponsors, one per line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        help_text=gettext_lazy("They appear at the bottom of papers and pages."),
    )

    @staticmethod
    def initial_values(known: identity.Identity) -> dict[str, Any]:
        """Return the initial values for an identity."""
        return {
            "name": known.name,
            "own_colour": bool(known.colour),
            "colour": known.colour or FIRST_COLOUR,
            "sponsors": "\n".join(known.sponsors),
        }

    @property
    def wanted_colour(self) -> str:
        """Return the colour, "" for none. A colour that was changed is wanted, ticked or not."""
        given: str = self.cleaned_data["colour"].lower()
        return given if self.cleaned_data["own_colour"] or given != self.initial["colour"] else ""

    @property
    def named_sponsors(self) -> list[str]:
        """Return the lines that are not empty."""
        lines = map(sanitize.clean_line, self.cleaned_data["sponsors"].splitlines())
        return [line for line in lines if line]
