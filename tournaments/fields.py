"""Fields that several forms have, and what forms do with them."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import incoming


class OneLine(forms.CharField):
    """A name, or another text of one line: what breaks it, or stands in it unseen, is taken out."""

    def to_python(self, value: Any) -> str:
        """The line; empty where nothing is left of it."""
        return incoming.line(super().to_python(value) or "")


class WholeNumber(forms.Field):
    """A whole number between two others, in a plain box that keeps whatever was typed."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 5})
    default_error_messages = {"required": gettext_lazy("Type a whole number here.")}

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**options)

    def to_python(self, value: Any) -> int | None:
        """The number, or a refusal that repeats what was typed."""
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
                _("%(value)d cannot be: type a whole number from %(least)d to %(most)d.")
                % {"value": number, "least": self.least, "most": self.most},
                "out_of_range",
            )
        return number

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as text, as it was typed."""
        return str(initial if initial is not None else "") != str(data or "")


def forgive(form: forms.Form, *names: str) -> None:
    """Let fields that are out of sight stop nobody: what they held before stays."""
    for name in names:
        if form.errors.pop(name, None):
            form.cleaned_data[name] = form.initial.get(name)
