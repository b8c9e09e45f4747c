"""Bars with their figures as text, one below the other, as legible on a phone as on a wall."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import template

register = template.Library()
MAX_BAR_LENGTH = 1000  # in units of the drawing; the style stretches it


@register.inclusion_tag("components/bars.html")
def bars(title: str, shown: Sequence[tuple[str, Fraction, str]]) -> dict[str, Any]:
    """Return a bar for each (label, length, figure), the longest as long as there is room."""
    most = max((length for _label, length, _figure in shown), default=Fraction(0)) or Fraction(1)
    drawn = [
        {"label": label, "long": (length * MAX_BAR_LENGTH / most).__floor__(), "figure": figure}
        for label, length, figure in shown
    ]
    return {"title": title, "bars": drawn, "box": f"0 0 {MAX_BAR_LENGTH} 1"}
