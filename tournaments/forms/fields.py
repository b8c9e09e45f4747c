"""Fields that several forms have."""

from typing import Any

from django import forms

from tournaments import incoming


class OneLine(forms.CharField):
    """A name, or another text of one line: what breaks it, or stands in it unseen, is taken out."""

    def to_python(self, value: Any) -> str:
        """The line; empty where nothing is left of it."""
        return incoming.line(super().to_python(value) or "")
