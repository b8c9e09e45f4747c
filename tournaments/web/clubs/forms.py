"""The form of a club."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import OneLine


class ClubForm(forms.Form):
    """The names of a club, and where it is."""

    name = OneLine(label=gettext_lazy("Name of the club"), max_length=120)
    short_name = OneLine(
        label=gettext_lazy("Short name"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Used where there is little room, as on printed standings."),
    )
    city = OneLine(label=gettext_lazy("City"), max_length=120, required=False)
