"""The hands of a sheet of gin as they are typed, and as addresses contain them (rules.md §5 to §7).

| typed         | meaning                                                                             |
|---------------|-------------------------------------------------------------------------------------|
| `1K24`        | player 1 knocked and won; the difference was 24                                     |
| `2G23`, `1U4` | player 2 went gin, player 1 undercut; the difference, without the bonus             |
| `0`           | no side scored                                                                      |
| `V`           | void: the stock ran out                                                             |
| `VA` … `VG`, `VK` | void: misdeal a) to g), the knocker's hand irregular (rules.md §5.1)            |
| `1K24C9`      | the opponent of the knocker held nine cards                                         |
| `1K24@7S`     | Oklahoma: the card that was turned up                                               |
| `1K23_4K10`   | two tables side by side, in their order                                             |

Hands follow one another after a space, a new line or a full stop.

>>> from scoring.gin.meetings import Meeting
>>> read_result("2g23", Meeting((0, 1)))
{'how': 'gin', 'winner': 1, 'difference': 23}
"""

import re
from collections.abc import Sequence
from typing import Any

from scoring import DomainError
from scoring.gin.ending import VOID_REASONS
from scoring.gin.figures import read_hand
from scoring.gin.meetings import Meeting
from scoring.gin.rules import GinRules
from scoring.gin.score import Score

VOID_REASON_BY_CODE = dict(
    zip(("V", "VA", "VB", "VC", "VD", "VE", "VF", "VG", "VK"), VOID_REASONS, strict=True)
)
ENDING_BY_LETTER = {"K": "knock", "G": "gin", "U": "undercut"}
HAND_SEPARATOR = re.compile(r"[\s.]+")
TABLE_SEPARATOR = "_"
RESULT = re.compile(
    r"(?:(?P<player>\d{1,2})(?P<how>[KGU])(?P<difference>\d{1,4})(?:C(?P<cards>\d{1,2}))?"
    r"|(?P<nobody>0)|(?P<void>V[A-GK]?))(?:@(?P<up_card>\S{1,4}))?",
    re.ASCII,
)


def split(text: str) -> list[str]:
    """Split a sheet into its hands, one text each."""
    return [hand.upper() for hand in HAND_SEPARATOR.split(text) if hand]


def read_scores(text: str, meetings: Sequence[Meeting], rules: GinRules) -> list[Score]:
    """Return the score of each of the `meetings` of one hand.

    Raises `DomainError` for text that cannot be read, and for numbers that no hand can give.
    """
    results = text.split(TABLE_SEPARATOR)
    if len(results) != len(meetings):
        raise DomainError("gin_results_of_tables", needed=len(meetings), given=len(results))
    read = [read_result(result, meeting) for result, meeting in zip(results, meetings, strict=True)]
    return [read_hand(figures, rules) for figures in read]


def read_result(text: str, meeting: Meeting) -> dict[str, Any]:
    """Return the figures of one result for `scoring.gin.figures.read_hand`, by side of the meeting."""
    found = RESULT.fullmatch(text.upper())
    if not found:
        raise DomainError("gin_result_unread", result=text[:20])
    turned = {"up_card": found["up_card"]} if found["up_card"] else {}
    if found["void"]:
        return {"how": "void", "reason": VOID_REASON_BY_CODE[found["void"]], **turned}
    if found["nobody"]:
        return {"how": "nobody", **turned}
    player = int(found["player"]) - 1
    if player not in meeting.players:
        one, other = meeting.players
        raise DomainError("gin_player_not_there", player=player + 1, one=one + 1, other=other + 1)
    figures = {
        "how": ENDING_BY_LETTER[found["how"]],
        "winner": meeting.players.index(player),
        "difference": int(found["difference"]),
    }
    held = {"opponent_cards": int(found["cards"])} if found["cards"] else {}
    return {**figures, **held, **turned}
