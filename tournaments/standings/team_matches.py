"""The scores of matches of teams on boards: boards, board points, team points (rules.md §14)."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from scoring import boards
from scoring.side import SideValue
from tournaments.models import Stage
from tournaments.standings.totals import games_by_round


class TeamScore(NamedTuple):
    """A match from the side of one of its teams.

    `boards` are (own, theirs) of each board that has a result, by its number. `board_points` are counted in
    halves where boards won decide; `team_points` are (0, 0) while a board is open. `over`: every board has a
    result.
    """

    boards: dict[int, tuple[SideValue, SideValue]]
    board_points: tuple[int, int]
    team_points: tuple[int, int]
    over: bool


def team_scores(
    stage: Stage, rounds: Sequence[int], *, settled_only: bool = False
) -> dict[tuple[int, int], TeamScore]:
    """Return the scores of all matches in these rounds (keys), by (round, number of a team).

    That takes two queries.
    """
    on_boards = boards.read_boards(stage.rules)
    if on_boards is None:
        return {}
    matches: dict[tuple[int, int], dict[int, dict[int, SideValue]]] = defaultdict(lambda: defaultdict(dict))
    for round_, one in games_by_round(stage, rounds, settled_only=settled_only):
        matches[round_, one.meeting][one.game][one.number] = one.has
    found = {}
    for (round_, _match), games in matches.items():
        numbers = sorted({number for values in games.values() for number in values})
        for own, other in (numbers, numbers[::-1]):
            by_board = {board: (values[own], values[other]) for board, values in sorted(games.items())}
            values = list(by_board.values())
            of_boards = boards.board_points(on_boards, values)
            of_teams = boards.team_points(on_boards, values)
            found[round_, own] = TeamScore(by_board, of_boards, of_teams, len(values) == on_boards.count)
    return found
