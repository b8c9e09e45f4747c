"""Every game by its name: what a line of the score book may carry, read by the game's own rules
(rules.md §3, §5).

| function                         | answers                                                          |
|----------------------------------|------------------------------------------------------------------|
| `check(data, rules, sides)`      | nothing, or refuses what cannot be a result                      |
| `winner_of(data, rules)`         | the side that won, None where nobody did                         |
| `earned(data, rules, games)`     | what each side has of it: one `scoring.side.SideValue` a side    |
| `awarded(how, points, winner)`   | line data of a game that was not played out (`how` of `AWARDS`)  |
| `turned_round(data, order)`      | the same result, each side having what side `order[side]` had    |
| `rehearsed(chance, rules, sides)`| line data of a game as it could be played                        |
| `exported(data, rules)`          | the result as a file of the tournament tells it                  |
| `DEFAULTS`, `decided(rules)`     | the rules a format need not name, and those that follow from them|
| `results(rules)`                 | what a game brings to the first criterion, won and lost          |

A line carries any game: a new game is a module with these functions, and its name here.

>>> sorted(GAMES)
['cribbage', 'gin']
"""

from types import ModuleType

from scoring.cribbage import game as cribbage
from scoring.gin import book as gin

GAMES: dict[str, ModuleType] = {"cribbage": cribbage, "gin": gin}
