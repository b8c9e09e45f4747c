"""What the desk reads back: results, lines and tables in sentences with names."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cribbage.game import SideValue
from tournaments.models import Line, Stage
from tournaments.publication.names import skunk_name
from tournaments.scorebook import GAMES, GameState, TableState


def label(table: TableState, game: int | None = None) -> str:
    """How a table is called: «Table 12», or «Medal match for place 1, table 1, game 2»."""
    stage = table.meeting.round.stage
    words = {"table": table.number, "game": game, "place": stage.rules.get("first_rank", 1)}
    if stage.kind == Stage.Kind.TIE_BREAK:
        if game:
            return _("Medal match for place %(place)s, table %(table)s, game %(game)s") % words
        return _("Medal match for place %(place)s, table %(table)s") % words
    if game and table.meeting.games_planned > 1:
        return _("Table %(table)s, game %(game)s") % words
    return _("Table %(table)s") % words


def names(table: TableState) -> list[str]:
    """The name of each side; partners are joined."""
    sides = sorted({seat.side for seat in table.seats})
    return [_(" and ").join(seat.entry.name for seat in table.side(side)) for side in sides]


def read_back(table: TableState, game: GameState) -> str:
    """«Table 12: Huguette Côté beats Réal O'Brien 121–88, a skunk.» Empty where nothing counts."""
    if not game.values:
        return ""
    return _("%(label)s: %(result)s") % {
        "label": label(table, game.number),
        "result": result(game.values, names(table)),
    }


def result(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """A result of two sides as a sentence."""
    if values[0].how != "played":
        return _award(values, who)
    won = next(side for side, value in enumerate(values) if value.won)
    words = {
        "winner": who[won],
        "loser": who[1 - won],
        "high": values[won].pegged,
        "low": values[won].against,
        "skunk": skunk_name(values[won].skunk),
        "worth": worth(values[won].match_points),
    }
    if values[won].skunk and values[won].match_points:
        return _("%(winner)s beats %(loser)s %(high)s–%(low)s, %(skunk)s (%(worth)s).") % words
    if values[won].skunk:
        return _("%(winner)s beats %(loser)s %(high)s–%(low)s, %(skunk)s.") % words
    if values[won].match_points:
        return _("%(winner)s beats %(loser)s %(high)s–%(low)s (%(worth)s).") % words
    return _("%(winner)s beats %(loser)s %(high)s–%(low)s.") % words


def worth(points: int) -> str:
    """Match points in words."""
    return ngettext("%(points)s match point", "%(points)s match points", points) % {"points": points}


def _award(values: Sequence[SideValue], who: Sequence[str]) -> str:
    won = next((side for side, value in enumerate(values) if value.won), None)
    words = {
        "how": award_name(values[0].how),
        "winner": who[won] if won is not None else "",
        "points": _(", ").join(f"{name} {value.pegged}" for name, value in zip(who, values, strict=True)),
    }
    if won is None:
        return _("%(how)s, nobody has won. Declared points: %(points)s.") % words
    return _("%(how)s, %(winner)s has the game. Declared points: %(points)s.") % words


def award_name(how: str) -> str:
    """Why a game was not played out."""
    return {"forfeit": _("forfeit"), "no_show": _("no-show"), "abandoned": _("abandoned game")}[how]


def said(table: TableState, line: Line) -> str:
    """What a line of the score book says, as a sentence."""
    if line.kind == Line.Kind.VOID:
        return _("The result was taken out: the table is open again.")
    stage = table.meeting.round.stage
    values = GAMES[stage.game].earned(line.data, stage.rules, table.meeting.games_planned)
    return result(values, names(table))


def history(table: TableState, game: GameState) -> list[Mapping[str, Any]]:
    """The lines of a game, oldest first: what each says, who wrote it, and whether it counts."""
    disputing = getattr(game.amount, "disputing", ())
    counting = game.counting
    return [
        {
            "line": line,
            "said": said(table, line),
            "who": _writer(line),
            "counts": line == counting,
            "disputes": line.number in disputing,
            "struck": line.number not in disputing and not _agrees(line, counting),
        }
        for line in game.lines
    ]


def _agrees(line: Line, counting: Line | None) -> bool:
    return (
        counting is not None
        and line.data == counting.data
        and line.number >= min(counting.number, counting.corrects or counting.number)
    )


def _writer(line: Line) -> str:
    if line.user:
        return line.user.get_full_name() or line.user.get_username()
    return line.get_by_display()
