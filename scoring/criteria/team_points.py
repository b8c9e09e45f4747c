"""Team points: the points of team matches on several boards (rules.md §4, §14).

| criterion     | ranks higher                                                          |
|---------------|-----------------------------------------------------------------------|
| `team_points` | more points for matches won, level and lost                           |

A match with an open board does not count yet. A bye counts as the rules of the tournament declare.

>>> from scoring.boards import Boards
>>> from scoring.criteria.field import GameRecord
>>> from scoring.side import SideValue
>>> won, lost = SideValue(won=True), SideValue()
>>> written = [GameRecord(1, board, side, side + 1, (won, lost)[side]) for board in (1, 2) for side in (0, 1)]
>>> dict(values([1, 2], RankingInput([1, 2], written=written, boards=Boards(2))))
{1: 2, 2: 0}
"""

from collections.abc import Mapping, Sequence

from scoring.criteria.field import RankingInput

CODE = "team_points"
COLUMN = ""
LOWEST = False
AMONG_TIED = False


def values(numbers: Sequence[int], field: RankingInput) -> Mapping[int, int]:
    """Return everyone's team points, byes included, by number (rules.md §4, §14)."""
    of_a_bye = field.boards.bye_points if field.boards else 0
    return {
        number: field.team_points.get(number, 0) + of_a_bye * field.sat_out(number).byes for number in numbers
    }
