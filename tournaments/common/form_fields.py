"""Form fields and helpers that several forms share."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common import sanitize


class OneLine(forms.CharField):
    """A field for one line of text, such as a name, without line breaks and invisible signs."""

    def to_python(self, value: Any) -> str:
        """Return the cleaned line; may be empty."""
        return sanitize.clean_line(super().to_python(value) or "")


class BrowserDateField(forms.DateField):
    """A date as the browser's own field gives it."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    input_formats = ["%Y-%m-%d"]
    default_error_messages = {
        "invalid": gettext_lazy("Enter the date as year-month-day, such as 2026-11-21.")
    }


class WholeNumber(forms.Field):
    """A field for a whole number between two others, in a plain box that keeps the text as typed."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 5})
    default_error_messages = {"required": gettext_lazy("Type a whole number here.")}

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**options)

    def to_python(self, value: Any) -> int | None:
        """Return the number. Raises `ValidationError`, which repeats the text as typed."""
        text = re.sub(r"\s", "", str(value or "" if value != 0 else "0")).replace("\N{MINUS SIGN}", "-")
        if not text:
            return None
        if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
            raise forms.ValidationError(
                _("“%(value)s” is not a whole number. Type digits only, such as 16.") % {"value": value},
                "not_a_whole_number",
            )
        number = int(text)
        if not self.least <= number <= self.most:
            raise forms.ValidationError(
                _("%(value)d is not possible: type a whole number from %(least)d to %(most)d.")
                % {"value": number, "least": self.least, "most": self.most},
                "out_of_range",
            )
        return number

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare as text, as typed."""
        return str(initial if initial is not None else "") != str(data or "")


def password(label: Any, autocomplete: str = "new-password", **options: Any) -> forms.CharField:
    """Return a field for a password as it is typed, with spaces at its ends."""
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, widget=widget, **options)


def stored_password_field() -> forms.CharField:
    """Return a field for the password of another server, which is encrypted."""
    return password(
        gettext_lazy("Password"),
        required=False,
        max_length=300,
        help_text=gettext_lazy(
            "It is encrypted and never shown again; no copy of the tournament contains it."
        ),
    )


def drop_field_errors(form: forms.Form, *names: str) -> None:
    """Drop the errors of hidden fields, which no one could correct: they keep their former values."""
    for name in names:
        if form.errors.pop(name, None):
            form.cleaned_data[name] = form.initial.get(name)
