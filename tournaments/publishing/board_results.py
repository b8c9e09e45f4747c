"""The results of each member of the teams on their boards: played, won, points, opponents.

Computed from the rows of a tournament (`publishing/outputs/rows.py`), so it shows closed games and the names
that its reader may see. Boards that were not played out are counted separately and give no points. Best
first: boards won, a level one is half of one, then the spread; members who are level in both have one place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring import boards
from tournaments import registration, rounds, standings
from tournaments.models import Round
from tournaments.papers.words import grouped
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.standings import CardRow

PRESS_MEMBERS = 5  # of them are named in a press text


@dataclass(frozen=True)
class Member:
    """A member of the squad of the team with this `number`, with the row of each board they played.

    `at` is their place in the squad from 1; `place` is 0 where they have played no board.
    """

    number: int
    at: int
    name: str
    rows: tuple[CardRow, ...]
    place: int = 0

    @property
    def played(self) -> list[CardRow]:
        """Return the boards that were played out."""
        return [row for row in self.rows if not row.award and row.points is not None]

    @property
    def boards(self) -> list[int]:
        """Return the numbers of these boards."""
        return sorted({row.board for row in self.played})

    @property
    def won(self) -> int:
        return sum(row.won is True for row in self.played)

    @property
    def level(self) -> int:
        return sum(row.won is None for row in self.played)

    @property
    def lost(self) -> int:
        return sum(row.won is False for row in self.played)

    @property
    def not_played_out(self) -> int:
        """Return the number of boards that were awarded, to this member or to the opponent."""
        return sum(bool(row.award) for row in self.rows)

    @property
    def points(self) -> int:
        return sum(row.points or 0 for row in self.played)

    @property
    def against(self) -> int:
        return sum(row.against or 0 for row in self.played)

    @property
    def spread(self) -> int:
        return sum(row.spread or 0 for row in self.played)

    @property
    def skunks(self) -> int:
        return sum(row.skunk > 0 for row in self.played)

    @property
    def best(self) -> tuple[int, int]:
        """Return the sort key, higher first: boards won in halves, the spread."""
        return 2 * self.won + self.level, self.spread


def member_results(data: TournamentData) -> list[Member]:
    """Return all members of squads, best first; empty where no teams meet on boards, or no game is closed."""
    if not data.rules.get("boards") or not data.last_game:
        return []
    every = [one for number in data.cards for one in _squad(data, number)]
    # those who have played nothing come after those with a spread below zero
    in_order = sorted(every, key=lambda one: (not one.played, [-each for each in one.best], one.number))
    return list(_with_places(in_order))


def _squad(data: TournamentData, number: int) -> Iterator[Member]:
    for at, name in enumerate(data.persons[number].members, start=1):
        rows = (row for row in data.cards[number] if row.member and row.member[0] == at)
        yield Member(number, at, name, tuple(row for row in rows if row.points is not None))


def _with_places(in_order: Sequence[Member]) -> Iterator[Member]:
    place = 0
    for at, one in enumerate(in_order, start=1):
        if not one.played:
            yield one
            continue
        place = place if at > 1 and in_order[at - 2].best == one.best else at
        yield replace(one, place=place)


def board_players(row: CardRow) -> str:
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


def match_score(by: str, own: int, other: int) -> str:
    """Format the board points of both teams: boards won in halves, or the points that decide the match."""
    return won(own, other) if by == "won" else score(own, other)


def tablet_lines(round_: Round, *, with_results: bool) -> dict[int, list[str]]:
    """Return what the tablets of a round show of each match of teams, by the keys of its meetings.

    The state of the match, then board by board the players and, `with_results`, the result.
    """
    rules = boards.read_boards(round_.stage.rules)
    scores = standings.team_scores(round_.stage, [round_.pk], settled_only=True) if with_results else {}
    found: dict[int, list[str]] = {}
    for match in rounds.team_matches(round_):
        has = scores.get((round_.pk, match.home.entry.number))
        names = [registration.short_team_name(side.entry) for side in match.sides]
        lines = [" \N{EN DASH} ".join(names)]
        if has and rules:
            lines[0] += f" · {match_score(rules.by, *has.board_points)}"
        for board, table, *seats in match.rows:
            values = has.boards.get(board) if has else None
            line = _("Board %(board)s, table %(table)s: %(who)s") % {
                "board": board,
                "table": table,
                "who": " \N{EN DASH} ".join(registration.member_on_board(seat) for seat in seats),
            }
            lines.append(f"{line} · {score(*(value.pegged for value in values))}" if values else line)
        found |= {seat.meeting_id: lines for seat in match.home.boards}
    return found


def team(data: TournamentData, number: int) -> str:
    """Return a team beside a member's name: its name, or its number if it is called by its members."""
    return short_name_from_row(number, data.display_name(number))


def short_name_from_row(number: int, name: str) -> str:
    """Return the name of a team, or its number where the name is made of the names of its members."""
    return _("team %(number)s") % {"number": number} if registration.NAME_SEPARATOR in name else name


def board_results_context(data: TournamentData) -> dict[str, Any]:
    """Return the context of `components/board_results.html`: members, best first, and teams by rank."""
    every = member_results(data)
    squads: dict[int, list[Member]] = {row.number: [] for row in data.standings.rows}
    for one in sorted(every, key=lambda one: one.at):
        squads.setdefault(one.number, []).append(one)
    teams = [
        {"number": number, "name": team(data, number), "members": members}
        for number, members in squads.items()
        if members
    ]
    return {"every": every, "teams": teams, "some_level": any(one.level for one in every)}
