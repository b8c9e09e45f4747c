"""The opponents of each hand of gin, and its dealer (rules.md §5, §6).

| mode      | players, in the order of the draw | sides          | after a hand                           |
|-----------|-----------------------------------|----------------|----------------------------------------|
| `two`     | 0, 1                              | each their own | the same two                           |
| `three`   | 0 highest, 1 deals, 2 observes    | each their own | the observer takes the loser's seat    |
| `captain` | 0 captain, 1 deals, 2 observes    | 0 against 1, 2 | the partners alternate when they lose  |
| `teams`   | 0 to n - 1 against n to 2n - 1    | two            | the same pairs, or the next opponent   |

Three and captain are one movement: the observer takes the loser's seat unless the winner is the observer's
own partner. Four and teams alternate by the same step: every player of the first team moves on to the next of
the other.

The winner of a hand deals the next; after a hand in which no side scores the same dealer deals again. When
opponents alternate, two winners may meet: the source does not say who deals, so the dealer is None, as the
first dealer of two is until it is given.

>>> first = first_meetings(GinRules(mode="three"))
>>> first
(Meeting(players=(0, 1), dealer=1),)
>>> observer(first[0], GinRules(mode="three"))
2
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import DomainError
from scoring.gin.rules import GinRules
from scoring.gin.score import Score

SIDES_BY_MODE: dict[str, tuple[tuple[int, ...], ...]] = {
    "two": ((0,), (1,)),
    "three": ((0,), (1,), (2,)),
    "captain": ((0,), (1, 2)),
}


@dataclass(frozen=True)
class Meeting:
    """Two players of one hand, by number, and which of them deals (None: the rules do not say)."""

    players: tuple[int, int]
    dealer: int | None = None


def sides(rules: GinRules) -> tuple[tuple[int, ...], ...]:
    """Return the players of each side (rules.md §6).

    >>> sides(GinRules(mode="teams", a_side=2))
    ((0, 1), (2, 3))
    """
    if rules.mode != "teams":
        return SIDES_BY_MODE[rules.mode]
    return tuple(range(rules.a_side)), tuple(range(rules.a_side, 2 * rules.a_side))


def side_of(player: int, rules: GinRules) -> int:
    """Return the side of a player (rules.md §6)."""
    return next(side for side, players in enumerate(sides(rules)) if player in players)


def observer(meeting: Meeting, rules: GinRules) -> int | None:
    """Return the observer in the games of three players (rules.md §6); None in others."""
    return 3 - sum(meeting.players) if rules.mode in ("three", "captain") else None


def first_meetings(rules: GinRules, dealers: Sequence[int] | None = None) -> tuple[Meeting, ...]:
    """Return the meetings of the first hand (rules.md §5 start, §6).

    `dealers` are the players who deal first, one a meeting; without it only games of three players have one.
    Raises `DomainError` for dealers who do not sit there.
    """
    if rules.mode in ("three", "captain"):
        pairs, known = [(0, 1)], [1]
    else:
        pairs = list(zip(*sides(rules), strict=True))
        known = []
    meetings = tuple(Meeting(pair) for pair in pairs)
    return _with_dealers(meetings, known if dealers is None else dealers)


def _with_dealers(meetings: tuple[Meeting, ...], dealers: Sequence[int]) -> tuple[Meeting, ...]:
    if not dealers:
        return meetings
    if len(dealers) != len(meetings) or any(
        dealer not in meeting.players for dealer, meeting in zip(dealers, meetings, strict=False)
    ):
        raise DomainError("gin_first_dealers", meetings=len(meetings))
    return tuple(Meeting(meeting.players, dealer) for meeting, dealer in zip(meetings, dealers, strict=True))


def next_meetings(
    meetings: Sequence[Meeting], scores: Sequence[Score], rules: GinRules
) -> tuple[Meeting, ...]:
    """Return the meetings of the next hand (rules.md §5, §6).

    `scores` are the results of the hand, one a meeting; its sides are the places of the meeting. A hand void
    at every table is dealt again between the same players.
    """
    deal_next = {
        meeting.dealer if score.winner is None else meeting.players[score.winner]
        for meeting, score in zip(meetings, scores, strict=True)
    }
    pairs = [meeting.players for meeting in meetings]
    if rules.mode in ("three", "captain"):
        pairs = [_next_pair(meetings[0], scores[0], rules)]
    elif rules.alternating and any(score.how != "void" for score in scores):
        pairs = [
            (player, rules.a_side + (opponent - rules.a_side + 1) % rules.a_side)
            for player, opponent in pairs
        ]
    return tuple(Meeting(pair, _only_player(deal_next.intersection(pair))) for pair in pairs)


def _only_player(players: set[int | None]) -> int | None:
    return next(iter(players)) if len(players) == 1 else None


def _next_pair(meeting: Meeting, score: Score, rules: GinRules) -> tuple[int, int]:
    if score.winner is None:
        return meeting.players
    looking_on = 3 - sum(meeting.players)
    winner = meeting.players[score.winner]
    if side_of(winner, rules) == side_of(looking_on, rules):
        return meeting.players
    return (winner, looking_on) if score.winner == 0 else (looking_on, winner)
