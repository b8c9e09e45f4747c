"""The values of one side from one game, for all games: the score book keeps them and standings add them up.

| field        | cribbage (rules.md §3, §4)         | gin (rules.md §5)                       |
|--------------|------------------------------------|-----------------------------------------|
| pegged       | points pegged                      | the final total, with bonuses and boxes |
| against      | what the others pegged at the most | the other's final total                 |
| skunk        | the level that this side gave      | 0                                       |
| match_points | by the table of the tournament     | 0                                       |
| spread       | pegged minus against               | the same as `value`                     |
| value        | 0                                  | the value of the game, + or -           |

What only one game counts, such as sweeps, is in `figures` (rules.md §4).

>>> SideValue(pegged=310, against=85, won=True, value=225).skunk
0
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SideValue:
    """The values of one side from one game; a field that the game does not have is 0.

    `how` is `played`, or how the game was decided without being played out (`played` is False then). `left`
    is what a side lacks of the target, in tournaments that write points left; it is not stored. `wins_match`
    means that this game alone wins the whole match (rules.md §3.2). `figures` are the numbers that only
    this game counts, by the code of their criterion (`scoring/criteria/game_figure.py`).
    """

    pegged: int = 0
    against: int = 0
    played: bool = True
    won: bool = False
    skunk: int = 0
    match_points: int = 0
    spread: int = 0
    how: str = "played"
    wins_match: bool = False
    value: int = 0
    left: int | None = None
    figures: Mapping[str, int] = field(default_factory=dict, hash=False)
