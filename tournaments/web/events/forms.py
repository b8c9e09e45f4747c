"""The form of an event: its name, and how many of its tournaments a person may enter."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import OneLine, WholeNumber
from tournaments.models.events import MAX_TOURNAMENTS


class EventForm(forms.Form):
    """An event, new or existing."""

    name = OneLine(label=gettext_lazy("Name of the event"), max_length=200)
    max_choices = WholeNumber(
        label=gettext_lazy("Tournaments that a person may enter"),
        least=1,
        most=MAX_TOURNAMENTS,
        required=False,
        help_text=gettext_lazy("If left empty: as many as they like."),
    )
