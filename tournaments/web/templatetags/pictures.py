"""Pictures drawn on the server as SVG, with their numbers as text: ranks game by game, the bar to a medal."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.standings import RankHistory

register = template.Library()

# Of the small line, in units of its own: a screen of four hundred lines is sent to every phone.
LINE_HEIGHT = 8
GAME_WIDTH, CHART_HEIGHT, TOP, FOOT = 44, 150, 26, 34  # of the large one
BAR_WIDTH = 300  # the width of the bar to a medal


def rank_line(ranks: Sequence[int], people: int) -> SafeString:
    """Return the ranks after each game as a small line, the first rank on top; the rank itself is beside it.

    It is drawn in steps, a unit per game: `h3v-1` for three games at one height, then one up.
    """
    if len(ranks) < 2:
        return SafeString("")
    heights = [_height(rank, people, LINE_HEIGHT) for rank in ranks]
    path, games = f"M0 {heights[0]}", 1
    for before, after in pairwise(heights):
        if before != after:
            path += f"h{games}v{after - before}"
            games = 0
        games += 1
    return format_html('<svg class="rank-line" aria-hidden="true"><path d="{}h{}"/></svg>', path, games)


def _height(rank: int, people: int, height: int) -> int:
    return (rank - 1) * height // max(1, people - 1)


def rank_change_mark(places: int | None) -> SafeString:
    """Return ▲3 or ▼1, the ranks gained or lost since the last game; empty if it is the same."""
    if not places:
        return SafeString("")
    if places > 0:
        return format_html('<b class="up" role="img" aria-label="+{0}">▲{0}</b>', places)
    return format_html('<b class="down" role="img" aria-label="−{0}">▼{0}</b>', -places)


def moved_words(places: int | None) -> str:
    """Describe the change of rank since the last game in words."""
    if places is None:
        return ""
    if not places:
        return _("the same rank as one game before")
    if places > 0:
        words = ngettext(
            "%(count)d rank up since the last game", "%(count)d ranks up since the last game", places
        )
    else:
        words = ngettext(
            "%(count)d rank down since the last game", "%(count)d ranks down since the last game", -places
        )
    return words % {"count": abs(places)}


@register.inclusion_tag("components/rank_chart.html")
def rank_chart(history: RankHistory | None, people: int) -> dict[str, Any]:
    """Return the ranks of one person game by game, large: a point per game, its rank in figures beside it."""
    ranks = history.ranks if history else ()
    points = [
        {
            "x": str(GAME_WIDTH // 2 + at * GAME_WIDTH),
            "y": TOP + _height(rank, people, CHART_HEIGHT - TOP - FOOT),
            "rank": rank,
            "game": at + 1,
        }
        for at, rank in enumerate(ranks)
    ]
    return {
        "points": points if len(points) > 1 else [],
        "line": " ".join(f"{point['x']},{point['y']}" for point in points),
        "box": f"0 0 {GAME_WIDTH * len(points)} {CHART_HEIGHT}",
        "foot": CHART_HEIGHT - 8,
        "moved": rank_change_mark(history.moved if history else None),
        "moved_words": moved_words(history.moved if history else None),
    }


@register.inclusion_tag("components/medal_bar.html")
def medal_bar(bar: dict[str, Any] | None) -> dict[str, Any]:
    """Return the bar to a medal: points that are too few, that leave it to the others, that are enough.

    `bar` has `needs`, `enough` (None: no points are enough alone) and `most`, in points of the games left.
    The sentence beside it says the same.
    """
    if not bar or not bar["most"]:
        return {}
    most, enough = bar["most"], bar["enough"]
    needs_at = bar["needs"] * BAR_WIDTH // most
    enough_at = BAR_WIDTH if enough is None else enough * BAR_WIDTH // most
    return {
        "needs": bar["needs"],
        "enough": enough,
        "most": most,
        "needs_at": needs_at,
        "enough_at": enough_at,
        "open": max(enough_at - needs_at, 2),
        "certain": BAR_WIDTH - enough_at,
    }
