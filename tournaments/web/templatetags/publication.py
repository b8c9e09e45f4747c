"""Tags for the templates of the static site: headings and figures of a column, and reasons for no game."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.games.criteria import HALVES, format_value
from tournaments.publishing import board_results
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.publishing.outputs.tables import award_word, heading
from tournaments.standings import SIGNED, CardRow
from tournaments.web.templatetags.figures import figure, plus_minus

register = template.Library()

register.simple_tag(heading)
register.simple_tag(award_word, name="award")


@register.simple_tag
def bare(line: Mapping[str, Any], column: str) -> int:
    """Return the bare figure, for the script that sorts."""
    return int(line[column] or 0)


@register.simple_tag
def figure_of(line: Mapping[str, Any], column: str) -> str:
    """Return the figure as it is read."""
    if column in HALVES:
        return format_value(line[column], column)
    return plus_minus(line[column]) if column in SIGNED else figure(line[column])


@register.filter
def met(row: CardRow) -> str:
    """Return who met on a board of two teams; empty if no teams meet on boards."""
    return board_results.board_players(row) if row.board else ""


@register.filter
def team_of(number: int, data: TournamentData) -> str:
    """Return the team, shown beside the name of a member, by its number."""
    return board_results.team(data, number)
