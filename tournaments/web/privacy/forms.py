"""The form of what an organisation says about the data of people."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import OneLine, WholeNumber

MAX_TEXT, MAX_DAYS = 10_000, 3_650


def _text(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off"}),
        help_text=gettext_lazy("If left empty: the text of Cheville."),
    )


class PrivacyForm(forms.Form):
    """The person who is responsible, how long contacts are kept, and the text in both languages."""

    responsible = OneLine(
        label=gettext_lazy("Person responsible for personal data"), max_length=120, required=False
    )
    contact = OneLine(
        label=gettext_lazy("How to reach that person"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("An e-mail address or a telephone number: everybody sees it."),
    )
    keep_days = WholeNumber(
        label=gettext_lazy("Days after which contacts and answers are deleted"),
        least=1,
        most=MAX_DAYS,
        help_text=gettext_lazy("Counted from the date of each tournament. Results and names stay."),
    )
    text_fr = _text(gettext_lazy("Our own text in French"))
    text_en = _text(gettext_lazy("Our own text in English"))
