"""The rules for players who come late or leave before the last game (rules.md §4)."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import WholeNumber

NAMES = ("withdrawn", "made_up", "protest_minutes")
CHOICES = (
    ("stand", gettext_lazy("They are ranked with what they have")),
    ("removed", gettext_lazy("They are removed from the standings; their opponents keep those games")),
)


class WithdrawalForm(forms.Form):
    """The choice for players who leave, missed games, and the time to protest."""

    made_up = forms.BooleanField(
        label=gettext_lazy("A missed game can be made up later"),
        required=False,
        help_text=gettext_lazy(
            "Against another player who missed it, or the house player: two at a table. It "
            "counts only for those who had missed it."
        ),
    )
    protest_minutes = WholeNumber(
        label=gettext_lazy("Minutes to protest a result, once its game is closed"),
        least=0,
        most=240,
        required=False,
        help_text=gettext_lazy("If 0 or left empty: no time is declared."),
    )
    withdrawn = forms.ChoiceField(label=gettext_lazy("Those who leave before the last game"), choices=CHOICES)
