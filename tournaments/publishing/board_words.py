"""Boards of teams in words: opponents on a board, and what the page and the site show of the members."""

from typing import Any

from django.utils.translation import gettext as _

from scoring import boards
from tournaments import registration, rounds, standings
from tournaments.models import Round
from tournaments.papers.numbers import grouped
from tournaments.publishing import board_results
from tournaments.publishing.board_results import Member
from tournaments.publishing.outputs.rows import Day
from tournaments.standings import CardRow


def met(row: CardRow) -> str:
    """Return the two players of a board: «Réal O'Brien – Noëlla L'Écuyer».

    Where the other side left it empty, or a floater team played, only the first name is given.
    """
    own = row.member[1] if row.member else _("nobody")
    return f"{own} \N{EN DASH} {row.faces[1]}" if row.faces else own


def score(own: int, other: int | None) -> str:
    """Format the points of both sides: «121–90», «−40 / 500» where a number is below zero."""
    between = " / " if min(own, other or 0) < 0 else "\N{EN DASH}"
    return between.join(grouped(points) for points in (own, other) if points is not None)


def halves(count: int) -> str:
    """Format a number of halves: 3 are 1½."""
    whole, half = divmod(count, 2)
    return f"{whole or ''}½" if half else str(whole)


def won(own: int, other: int) -> str:
    """Format the boards won by both teams, out of halves: «2½–1½»."""
    return f"{halves(own)}\N{EN DASH}{halves(other)}"


def of_match(by: str, own: int, other: int) -> str:
    """Format the board points of both teams: boards won in halves, or the points that decide the match."""
    return won(own, other) if by == "won" else score(own, other)


def on_tablets(round_: Round, *, told: bool) -> dict[int, list[str]]:
    """Return what the tablets of a round show of each match of teams, by the keys of its meetings.

    The state of the match, then board by board the players and the result, where results are `told`.
    """
    rules = boards.of_rules(round_.stage.rules)
    scores = standings.team_scores(round_.stage, [round_.pk], settled_only=True) if told else {}
    found: dict[int, list[str]] = {}
    for match in rounds.team_matches(round_):
        has = scores.get((round_.pk, match.home.entry.number))
        names = [registration.team_in_short(side.entry) for side in match.sides]
        lines = [" \N{EN DASH} ".join(names)]
        if has and rules:
            lines[0] += f" · {of_match(rules.by, *has.board_points)}"
        for board, table, *seats in match.rows:
            values = has.boards.get(board) if has else None
            said = _("Board %(board)s, table %(table)s: %(who)s") % {
                "board": board,
                "table": table,
                "who": " \N{EN DASH} ".join(registration.on_board(seat) for seat in seats),
            }
            lines.append(f"{said} · {score(*(value.pegged for value in values))}" if values else said)
        found |= {seat.meeting_id: lines for seat in match.home.boards}
    return found


def team(day: Day, number: int) -> str:
    """Return a team beside a member's name: its name, or its number if it is called by its members."""
    return in_short(number, day.called(number))


def in_short(number: int, name: str) -> str:
    """Return the name of a team, or its number where the name is made of the names of its members."""
    return _("team %(number)s") % {"number": number} if registration.BETWEEN in name else name


def board_results_context(day: Day) -> dict[str, Any]:
    """Return the context of `components/board_results.html`: members, best first, and teams by rank."""
    every = board_results.member_results(day)
    squads: dict[int, list[Member]] = {row.number: [] for row in day.shown.rows}
    for one in sorted(every, key=lambda one: one.at):
        squads.setdefault(one.number, []).append(one)
    teams = [
        {"number": number, "name": team(day, number), "members": members}
        for number, members in squads.items()
        if members
    ]
    return {"every": every, "teams": teams, "some_level": any(one.level for one in every)}
