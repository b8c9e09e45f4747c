"""What becomes of those who leave before the last game (rules.md §4)."""

from django import forms
from django.utils.translation import gettext_lazy

NAMES = ("withdrawn",)
CHOICES = (
    ("stand", gettext_lazy("They are ranked with what they have")),
    ("removed", gettext_lazy("They are taken out of the standings; their opponents keep those games")),
)


class Fields(forms.Form):
    """The choice."""

    withdrawn = forms.ChoiceField(label=gettext_lazy("Who leaves before the last game"), choices=CHOICES)
