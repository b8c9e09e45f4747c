"""Names and descriptions of the tables of match points (rules.md §3.2)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.match_points import Table

TRIPLE = 3


def skunk_name(level: int) -> str:
    """Return the name of a win by so many skunk lines."""
    return (_("win"), _("skunk"), _("double skunk"), _("triple skunk"))[level]


def table_name(name: str) -> str:
    """Return the name of a table of match points (rules.md §3.2)."""
    names = {
        "acc": _("American Cribbage Congress"),
        "long_match": _("Long match"),
        "free_play_3": _("Free play, at most 3 match points"),
        "free_play_4": _("Free play, at most 4 match points"),
        "free_play_triple": _("Free play, a triple skunk wins the match"),
        "rules_fr": _("Double for a skunk, quadruple for a double skunk"),
        "board_set": _("Set on the board, lines at 90 and 60"),
    }
    return names.get(name, _("Our own table"))


def skunks_in_words(lines: Sequence[int]) -> str:
    """Describe each level of a skunk by the line that the loser stays under."""
    named = [
        _("%(skunk)s (loser under %(line)d)") % {"skunk": skunk_name(level), "line": line}
        for level, line in enumerate(lines, start=1)
    ]
    return " · ".join(named)


def table_numbers(table: Table, lines: Sequence[int] | None = None) -> str:
    """Describe the match points of a table, level by level, with the line that the loser stays under.

    `lines` are the skunk lines that count; None: those of the table.
    """
    lines = table.lines if lines is None else lines
    worth = [_("win %(points)d") % {"points": table.points[0]}]
    for level, line in enumerate(lines, start=1):
        shown = {"points": table.points[level], "line": line, "skunk": skunk_name(level)}
        worth.append(_("%(skunk)s (loser under %(line)d) %(points)d") % shown)
    if table.triple_wins_match and len(lines) == TRIPLE:
        worth.append(_("in a match of several games a triple skunk wins the match"))
    return "\N{NO-BREAK SPACE}· ".join(level.replace(") ", ")\N{NO-BREAK SPACE}") for level in worth)
