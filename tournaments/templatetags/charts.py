"""Bars drawn on the server as SVG, with their figures as text."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import template

register = template.Library()
WIDE, TALL, TOP, FOOT = 44, 150, 24, 24  # of a bar with its gap, of the picture, above and below the bars


@register.inclusion_tag("components/bars.html")
def bars(title: str, shown: Sequence[tuple[str, Fraction, str]]) -> dict[str, Any]:
    """A bar for each (label, height, figure), the highest one as tall as there is room."""
    most = max((height for _label, height, _figure in shown), default=Fraction(0)) or Fraction(1)
    room = TALL - TOP - FOOT
    drawn = []
    for at, (label, height, figure) in enumerate(shown):
        tall = (height * room / most).__floor__()
        x = at * WIDE
        drawn.append(
            {
                "x": x + 6,
                "y": TALL - FOOT - tall,
                "tall": tall,
                "middle": x + WIDE // 2,
                "figure_y": TALL - FOOT - tall - 6,
                "label": label,
                "figure": figure,
            }
        )
    return {
        "title": title,
        "bars": drawn,
        "box": f"0 0 {WIDE * len(drawn)} {TALL}",
        "wide": WIDE - 12,
        "foot": TALL - 6,
        "ground": TALL - FOOT,
        "end": WIDE * len(drawn),
    }
