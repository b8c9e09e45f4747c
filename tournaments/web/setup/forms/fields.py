"""Fields of the set-up page: a time of day, a scale of penalties."""

import re
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from scoring.penalties import MAX_POINTS
from tournaments.common import sanitize


class ClockField(forms.TimeField):
    """A time of day, shown by the browser's own field."""

    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    default_error_messages = {
        "required": gettext_lazy("Enter a time, such as 09:00."),
        "invalid": gettext_lazy("Enter the time as hours and minutes, such as 09:00."),
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%H:%M", "%H:%M:%S"], **options)


MAX_FAULTS, MAX_FAULT_LENGTH = 40, 80
POINTS = re.compile(r"([0-9]{1,3})(?:\s*p(?:(?:oin)?ts?)?\b[^0-9]*|\.)?", re.IGNORECASE)
"""The points that come off, alone or with the word: “2”, “2 points”, “2 pts”."""


class ScaleField(forms.CharField):
    """A scale of penalties: one fault a line, after a colon how many points come off, or a new deal."""

    widget = forms.Textarea(attrs={"rows": 4})

    def prepare_value(self, value: Any) -> str:
        """Return the scale as a person types it."""
        if not isinstance(value, list):
            return value or ""
        return "\n".join(
            f"{one['fault']}: {_('new deal') if one.get('deal') else one['points']}" for one in value
        )

    def to_python(self, value: Any) -> list[dict[str, Any]]:  # type: ignore[override]
        """Return the faults in order. Raises `ValidationError` that names the wrong line."""
        if isinstance(value, list):
            return value
        lines = [line for typed in (value or "").splitlines() if (line := sanitize.clean_line(typed))]
        if len(lines) > MAX_FAULTS:
            raise forms.ValidationError(_("At most %(most)d faults.") % {"most": MAX_FAULTS})
        return [_parse_fault(line) for line in lines]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare as text, as it was typed."""
        return self.prepare_value(initial) != "\n".join((data or "").splitlines())


def _parse_fault(line: str) -> dict[str, Any]:
    fault, colon, costs = (part.strip() for part in line.rpartition(":"))
    number = POINTS.fullmatch(costs)
    if colon and 0 < len(fault) <= MAX_FAULT_LENGTH:
        if costs.casefold() in _new_deal_words():
            return {"fault": fault, "deal": True}
        if number and 1 <= int(number[1]) <= MAX_POINTS:
            return {"fault": fault, "points": int(number[1])}
    raise forms.ValidationError(
        _(
            "“%(line)s”: type the fault in at most %(longest)d letters, a colon, then how many points come "
            "off, or: %(deal)s."
        )
        % {"line": line[:120], "longest": MAX_FAULT_LENGTH, "deal": _("new deal")}
    )


def _new_deal_words() -> set[str]:
    """Return the words for a new deal, in every language in which an organiser may know it."""
    words = {"new deal"}
    for language in {get_language() or "en", "fr-ca"}:
        with override(language):
            words |= {str(_("new deal")), str(_("a new deal"))}
    return {one.casefold() for one in words}
