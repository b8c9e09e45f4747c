"""A game of gin and its running sheet, in all modes and variants (rules.md §5, §6, §7).

| part       | standard                     | what the variants change                     | where           |
|------------|------------------------------|----------------------------------------------|-----------------|
| meetings   | the same two                 | three, captain, teams, alternating           | `meetings.py`   |
| a hand     | its winner writes its points | teams: the results of a hand are netted      | here            |
| games      | one                          | Hollywood: three on one sheet                | `hollywood.py`  |
| settlement | bonuses, the difference      | three pay all above, captain each partner    | `settlement.py` |

The four parts are independent, so every combination works: Hollywood Oklahoma for teams that swap opponents,
round the corner. Bonuses, target, knocking limit and the ace are figures of the rules; the spade of Oklahoma
is in the score of the hand.

Teams have one box for each netted hand won, none at zero. A fine (§5.1) is taken off the offender's side and
is not netted. A void hand and a hand in which no side scores are rows in which nothing is written. In teams,
a table whose hand was void counts nothing.

>>> from scoring.gin.rules import STANDARD
>>> from scoring.gin.score import Score
>>> paper = sheet([Score("knock", 0, 10, 0, 10), Score("knock", 0, 7, 0, 7)], STANDARD)
>>> [(row.cells[0].total, row.cells[0].underlined) for row in paper.rows]
[(10, True), (17, True)]
>>> paper.over
False
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.errors import DomainError
from scoring.gin import hollywood
from scoring.gin.hollywood import Games
from scoring.gin.meetings import Meeting, first_meetings, next_meetings, side_of, sides
from scoring.gin.rules import STANDARD, GinRules
from scoring.gin.running_sheet import Footer, Row, Title, cells, footers, titles
from scoring.gin.score import Score
from scoring.gin.settlement import Payment, Result, Standing, balances, result

Hand: TypeAlias = Score | Sequence[Score]
"""A hand: its score, or one score a table if teams play side by side."""


@dataclass(frozen=True)
class Sheet:
    """A game of gin after some of its hands: all that a page or a paper shows (rules.md §5 to §7).

    `titles` head the columns, `rows` are the hands, `footers` the lines computed below them. `games` are the
    running totals by side, `results` those of them that are finished (None until then). `values` are the
    values that each side has won so far, `payments` those between players, `balances` the same by player.
    `winner` is a side: the first at the target; on a Hollywood sheet the higher value, then more games.
    `meetings` are those of the next hand; there are none once the game is over.
    """

    rules: GinRules
    titles: tuple[Title, ...]
    rows: tuple[Row, ...]
    footers: tuple[Footer, ...]
    games: tuple[Standing, ...]
    results: tuple[Result | None, ...]
    values: tuple[int, ...]
    payments: tuple[Payment, ...]
    balances: tuple[int, ...]
    over: bool
    winner: int | None
    meetings: tuple[Meeting, ...]


def sheet(
    hands: Sequence[Hand], rules: GinRules = STANDARD, *, dealers: Sequence[int] | None = None
) -> Sheet:
    """Return the sheet of a game after `hands` (rules.md §5, §6, §7).

    The sides of a hand's score are the places of its meeting: the players are in the `meetings` of the sheet
    before it. `dealers` are the first dealers, one a meeting, if they are known. Raises `DomainError` for a
    hand after the end, a wrong number of scores in a hand, and dealers who do not sit there.
    """
    meetings = first_meetings(rules, dealers)
    games = hollywood.empty_games(rules)
    wins: tuple[int, ...] = (0,) * len(sides(rules))
    rows: list[Row] = []
    for number, hand in enumerate(hands, 1):
        scores = (hand,) if isinstance(hand, Score) else tuple(hand)
        if len(scores) != len(meetings):
            raise DomainError("gin_scores_of_a_hand", hand=number, needed=len(meetings), given=len(scores))
        if hollywood.is_over(games, rules):
            raise DomainError("gin_game_is_over", hand=number)
        winner, points, fines = _outcome(meetings, scores, rules)
        wins = tuple(won + (side == winner) for side, won in enumerate(wins))
        gains = [points * (side == winner) - fine for side, fine in enumerate(fines)]
        before, games = games, hollywood.games_after(games, rules, gains=gains, wins=wins, winner=winner)
        written = cells(before, games, winner)
        rows.append(Row(number, scores, meetings, winner, points, fines, written))
        meetings = next_meetings(meetings, scores, rules)
    return _sheet(rules, rows, games, meetings)


def _outcome(
    meetings: Sequence[Meeting], scores: Sequence[Score], rules: GinRules
) -> tuple[int | None, int, tuple[int, ...]]:
    """Return the side that wins a hand, its points, and the fines by side (rules.md §5, §5.1, §6)."""
    won, fines = [0] * len(sides(rules)), [0] * len(sides(rules))
    winner = None
    for meeting, score in zip(meetings, scores, strict=True):
        places = [side_of(player, rules) for player in meeting.players]
        for place, fine in zip(places, score.fines, strict=True):
            fines[place] += fine
        if score.winner is not None:
            winner = places[score.winner]
            won[winner] += score.points
    if len(scores) > 1:
        winner = None if won[0] == won[1] else int(won[1] > won[0])
    points = 0 if winner is None else max(won) - (min(won) if len(scores) > 1 else 0)
    return winner, points, tuple(fines)


def _sheet(rules: GinRules, rows: Sequence[Row], games: Games, meetings: tuple[Meeting, ...]) -> Sheet:
    over = hollywood.is_over(games, rules)
    final = over or not rules.both_write  # else the opponent may still score in a closed game (§7.2)
    results = tuple(result(game, rules) if final and game.winner is not None else None for game in games)
    finished = [found for found in results if found is not None]
    values = tuple(sum(found.values[side] for found in finished) for side in range(len(sides(rules))))
    payments = _net_payments([payment for found in finished for payment in found.payments])
    return Sheet(
        rules=rules,
        titles=titles(games, rules),
        rows=tuple(rows),
        footers=footers(games, results),
        games=games,
        results=results,
        values=values,
        payments=payments,
        balances=balances(payments, sum(len(members) for members in sides(rules))),
        over=over,
        winner=_winner(finished, values) if over else None,
        meetings=() if over else meetings,
    )


def _net_payments(payments: Sequence[Payment]) -> tuple[Payment, ...]:
    """Return one payment for two players and a reason: the games of a sheet are settled at once."""
    owed: dict[tuple[int, int, str], int] = {}
    for paid in payments:
        key, back = (paid.payer, paid.payee, paid.reason), (paid.payee, paid.payer, paid.reason)
        if back in owed:
            owed[back] -= paid.points
        else:
            owed[key] = owed.get(key, 0) + paid.points
    settled = [
        Payment(payer, payee, points, reason) if points > 0 else Payment(payee, payer, -points, reason)
        for (payer, payee, reason), points in owed.items()
        if points
    ]
    return tuple(sorted(settled, key=lambda paid: (paid.reason, paid.payer, paid.payee)))


def _winner(finished: Sequence[Result], values: Sequence[int]) -> int:
    """Return the winner of a game, the first at the target, or of a Hollywood sheet.

    A Hollywood sheet goes to the higher value of its three games together. The sources do not say who has won
    a sheet. If its value is level, the side that has won more of the three has: three games are never shared
    equally, so every sheet has a winner.
    """
    won = [game.winner for game in finished]
    if len(won) == 1:
        return won[0]
    if values[0] != values[1]:
        return int(values[1] > values[0])
    return int(won.count(1) > won.count(0))
