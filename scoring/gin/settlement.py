"""The settlement of a finished game of gin: bonuses, boxes, and payments (rules.md §5, §6).

| step         | two sides                               | three, each for themselves                 |
|--------------|-----------------------------------------|--------------------------------------------|
| `written`    | the points of the hands, less fines     | the same                                   |
| `game_bonus` | first to the target                     | the same                                   |
| `shutout`    | the loser won no hand: the winner's total so far once more | a player won no hand: 100 |
| `box_bonus`  | for each hand won                       | the same                                   |
| `values`     | the difference, + and -                 | payments received less payments made       |

| option          | what it changes                                                                   |
|-----------------|-----------------------------------------------------------------------------------|
| `boxes_doubled` | the boxes are doubled too: 600 instead of 500                                     |
| `three_shutout` | `once`: 100 on the winner's total, even if both won nothing; `paid`: 100 from each |

Two pay the difference; three pay everyone with a higher total; captain settles with each partner. Teams have
values by side only: the source does not say how partners share. The winner is the first to reach the target,
and the difference is taken as it is: boxes can put the loser ahead, and the value is then below zero.

>>> from scoring.gin.rules import STANDARD
>>> won = result(Standing((100, 0), (5, 0), winner=0), STANDARD)
>>> won.totals, won.values
((500, 0), (500, -500))
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.gin.meetings import sides
from scoring.gin.rules import GinRules

THREE_SHUTOUT = 100
"""The points that a player without a hand won gives to the winner of three (rules.md §6)."""


@dataclass(frozen=True)
class Standing:
    """A game as written so far, by side: points, hands won, and the first side to reach the target."""

    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None = None


@dataclass(frozen=True)
class Payment:
    """A payment of one player to another; `reason` is `difference` or `shutout` (rules.md §6)."""

    payer: int
    payee: int
    points: int
    reason: str = "difference"


@dataclass(frozen=True)
class Result:
    """A finished game, by side: the rows that add up to `totals`, then its values (rules.md §5, §6)."""

    winner: int
    written: tuple[int, ...]
    game_bonus: tuple[int, ...]
    shutout: tuple[int, ...]
    boxes: tuple[int, ...]
    box_bonus: tuple[int, ...]
    totals: tuple[int, ...]
    values: tuple[int, ...]
    payments: tuple[Payment, ...]


def result(standing: Standing, rules: GinRules) -> Result:
    """Return the result of a game once a side has reached the target (rules.md §5, §6).

    `standing` must have its winner.
    """
    winner = standing.winner
    assert winner is not None
    count = len(standing.points)
    game_bonus = _points_for_side(winner, rules.game_bonus, count)
    box_bonus = tuple(won * rules.box for won in standing.boxes)
    shutout = _points_for_side(winner, _shutout(standing, winner, box_bonus[winner], rules), count)
    totals = tuple(map(sum, zip(standing.points, game_bonus, shutout, box_bonus, strict=True)))
    payments = difference_payments(totals, rules) + _shutout_payments(standing, winner, rules)
    return Result(
        winner=winner,
        written=standing.points,
        game_bonus=game_bonus,
        shutout=shutout,
        boxes=standing.boxes,
        box_bonus=box_bonus,
        totals=totals,
        values=_values(totals, payments, rules),
        payments=payments,
    )


def _points_for_side(side: int, points: int, count: int) -> tuple[int, ...]:
    return tuple(points if place == side else 0 for place in range(count))


def _shutout(standing: Standing, winner: int, box_bonus: int, rules: GinRules) -> int:
    losers = [won for side, won in enumerate(standing.boxes) if side != winner]
    if all(losers):
        return 0
    if rules.mode == "three":
        return THREE_SHUTOUT if rules.three_shutout == "once" else 0
    so_far = standing.points[winner] + rules.game_bonus
    return so_far + box_bonus if rules.boxes_doubled else so_far


def difference_payments(totals: Sequence[int], rules: GinRules) -> tuple[Payment, ...]:
    """Return the payments of each player to all with a higher total; teams settle by side (rules.md §6).

    >>> three = difference_payments((180, 100, 80), GinRules(mode="three"))
    >>> [(payment.payer, payment.payee, payment.points) for payment in three]
    [(1, 0, 80), (2, 0, 100), (2, 1, 20)]
    >>> [payment.points for payment in difference_payments((350, 250), GinRules(mode="captain"))]
    [100, 100]
    """
    if rules.mode == "teams":
        return ()
    players = [(player, side) for side, members in enumerate(sides(rules)) for player in members]
    return tuple(
        Payment(payer, payee, totals[higher] - totals[lower])
        for payer, lower in players
        for payee, higher in players
        if totals[higher] > totals[lower]
    )


def _shutout_payments(standing: Standing, winner: int, rules: GinRules) -> tuple[Payment, ...]:
    if rules.mode != "three" or rules.three_shutout != "paid":
        return ()
    return tuple(
        Payment(side, winner, THREE_SHUTOUT, "shutout")
        for side, won in enumerate(standing.boxes)
        if won == 0 and side != winner
    )


def settle(totals: Sequence[int], rules: GinRules) -> tuple[int, ...]:
    """Return the balance of a player of each side from the final totals, once all have paid (rules.md §6).

    A partner settles with the captain alone, the captain with both; in teams it is the value of the side.

    >>> settle((180, 100, 80), GinRules(mode="three")), settle((350, 250), GinRules(mode="captain"))
    ((180, -60, -120), (200, -100))
    """
    if rules.mode not in ("three", "captain"):
        return _values(totals, (), rules)
    members = sides(rules)
    found = balances(difference_payments(totals, rules), sum(map(len, members)))
    return tuple(found[side[0]] for side in members)


def _values(totals: Sequence[int], payments: Sequence[Payment], rules: GinRules) -> tuple[int, ...]:
    if rules.mode == "three":
        return balances(payments, len(totals))
    difference = totals[0] - totals[1]
    return difference, -difference


def balances(payments: Sequence[Payment], players: int) -> tuple[int, ...]:
    """Return payments received less payments made, by player; they sum to zero (rules.md §6).

    >>> balances([Payment(1, 0, 80), Payment(2, 0, 100), Payment(2, 1, 20)], 3)
    (180, -60, -120)
    """
    balance = [0] * players
    for payment in payments:
        balance[payment.payer] -= payment.points
        balance[payment.payee] += payment.points
    return tuple(balance)
