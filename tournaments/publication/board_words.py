"""Boards of teams in words: who met on one, and what the page and the site show of the members."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments import registration
from tournaments.publication import board_results
from tournaments.publication.board_results import Member
from tournaments.publication.outputs.rows import Day
from tournaments.standings import CardRow


def met(row: CardRow) -> str:
    """Who of the team played on a board, and against whom of the other: «Réal O'Brien – Noëlla L'Écuyer».

    Where the other left it empty, or a floater team played, it is the first name alone.
    """
    own = row.member[1] if row.member else _("nobody")
    return f"{own} \N{EN DASH} {row.faces[1]}" if row.faces else own


def team(day: Day, number: int) -> str:
    """A team beside the name of a member: its name, or its number where it is called by its members."""
    name = day.called(number)
    return _("team %(number)s") % {"number": number} if registration.BETWEEN in name else name


def shown(day: Day) -> dict[str, Any]:
    """What `components/board_results.html` shows: everybody, best first, and the teams by rank."""
    every = board_results.of(day)
    squads: dict[int, list[Member]] = {row.number: [] for row in day.shown.rows}
    for one in sorted(every, key=lambda one: one.at):
        squads.setdefault(one.number, []).append(one)
    teams = [
        {"number": number, "name": team(day, number), "members": members}
        for number, members in squads.items()
        if members
    ]
    return {"every": every, "teams": teams, "some_level": any(one.level for one in every)}
