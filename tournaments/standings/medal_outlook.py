"""Compute who has a medal for certain, who can still have one, and what it takes. Pure.

It considers the first criterion alone, and games that are all played out: each game left has one winner. A
player who ends level with another is neither before nor behind, as something else decides that. In the next
game people meet as they are seated, where that is known; after it anyone can meet anyone.

The chances against a player come down to how many of the games left each of the others can win, or must win.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations


@dataclass(frozen=True)
class Game:
    """The points that a game can give its winner and its loser: ascending, those of the loser without gaps.

    `level`: a game may have no winner, and gives both as little as it gives a loser.
    """

    win: tuple[int, ...]
    lose: tuple[int, ...]
    level: bool = False

    @property
    def has_gaps(self) -> bool:
        """Return whether a value between the least and the most is impossible."""
        return any(len(values) <= values[-1] - values[0] for values in (self.win, self.lose))


@dataclass(frozen=True)
class Outlook:
    """The prospects of a player, in points from all of the games left together.

    With fewer than `needs` there is no medal whatever the others do, with `enough` there is one whatever they
    do; None where no points do that. `certain`: the player has a medal already; `possible`: can have one.
    """

    certain: bool
    possible: bool
    needs: int | None = None
    enough: int | None = None


@dataclass(frozen=True)
class Finish:
    """A field before its last games: `totals` by number, `games` left, the `medals`, and the game.

    `seated` are the pairs of the next game, both ways round; None where it is not seated yet. `away` are
    those who have left, with their final totals.
    """

    totals: Mapping[int, int]
    games: int
    game: Game
    medals: int = 3
    seated: Mapping[int, int] | None = None
    away: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def free(self) -> int:
        """Return how many of the games left are not seated."""
        return self.games - (self.seated is not None)

    @cached_property
    def sums_by_wins(self) -> list[Set[int] | range]:
        """Return, for each number of wins in the games left, the points that they can give together."""
        found: list[Set[int] | range] = []
        if not self.game.has_gaps:  # a range of thousands is not added up one by one
            win, lose, games = self.game.win, self.game.lose, self.games
            for wins in range(games + 1):
                least, most = (wins * win[at] + (games - wins) * lose[at] for at in (0, -1))
                found.append(range(least, most + 1))
            return found
        for wins in range(self.games + 1):
            sums = {0}
            for at in range(self.games):
                values = self.game.win if at < wins else self.game.lose
                sums = {total + value for total in sums for value in values}
            found.append(sums)
        return found

    @cached_property
    def has_gaps(self) -> bool:
        """Return whether fewer wins can give more points: 4 from one high win, 3 from three wins."""
        return any(len(sums) <= max(sums) - min(sums) for sums in self.sums_by_wins)

    @cached_property
    def gains(self) -> list[int]:
        """Return all points that the games left can give, ascending."""
        return sorted(set().union(*self.sums_by_wins))


def can_have_medal(finish: Finish, me: int) -> bool:
    """Return whether the player `me` can still have a medal."""
    return _is_possible(finish, me, finish.gains[-1])


def outlook(finish: Finish, me: int) -> Outlook:
    """Return the prospects of the player `me`, and what a medal takes. It needs some time in large fields."""
    gains = finish.gains
    if not _is_possible(finish, me, gains[-1]):
        return Outlook(certain=False, possible=False)
    if _is_certain(finish, me, gains[0]):
        return Outlook(certain=True, possible=True, needs=gains[0], enough=gains[0])
    if finish.has_gaps:
        needs = next(gain for gain in gains if _is_possible(finish, me, gain))
        fails = next(gain for gain in reversed(gains) if not _is_certain(finish, me, gain))
        enough = next((gain for gain in gains if gain > fails), None)
    else:
        needs = gains[_first_fitting(gains, lambda gain: _is_possible(finish, me, gain))]
        enough = next(iter(gains[_first_fitting(gains, lambda gain: _is_certain(finish, me, gain)) :]), None)
    return Outlook(certain=False, possible=True, needs=needs, enough=enough)


def _first_fitting(gains: list[int], fits: Callable[[int], bool]) -> int:
    """Return the index of the least of `gains` that fits, as all above it do; their number if none does."""
    return bisect_left(gains, True, key=fits)


def _ways(finish: Finish, gain: int) -> Iterator[tuple[bool, int]]:
    """Yield (the seated game is won, how many other games are won) for each way to gain `gain` points."""
    for wins in range(finish.games, -1, -1):
        if gain in finish.sums_by_wins[wins]:
            if finish.seated is None:
                yield False, wins
                continue
            if wins:
                yield True, wins - 1
            if wins <= finish.free:
                yield False, wins


# For certain: not enough of the others can come level


def _is_certain(finish: Finish, me: int, gain: int) -> bool:
    return not any(_can_be_caught(finish, me, gain, *way) for way in _ways(finish, gain))


def _can_be_caught(finish: Finish, me: int, gain: int, seated_won: bool, free_won: int) -> bool:
    """Return whether as many others as there are medals can come level with the player, or pass."""
    win, lose, goal = finish.game.win[-1], finish.game.lose[-1], finish.totals[me] + gain
    medals = finish.medals - sum(end >= goal for end in finish.away.values())
    if medals <= 0:
        return True
    opponent = (finish.seated or {}).get(me)
    wins: dict[int, int] = {}
    for number, total in finish.totals.items():
        missing = goal - total - finish.games * lose
        needed = 0 if missing <= 0 else -(-missing // (win - lose)) if win > lose else finish.games + 1
        if number != me and needed <= finish.games - (number == opponent and seated_won):
            wins[number] = needed
    # One of each pair can always win; where room is short, twice the medals less one are all of the others.
    nearest = sorted(wins, key=lambda number: wins[number])[: 2 * medals - 1]
    room = finish.free * ((len(finish.totals) + 1) // 2) - free_won
    beaten = opponent if seated_won else None
    return any(
        _all_can_win(finish, {number: wins[number] for number in rivals}, room, beaten)
        for rivals in combinations(nearest, medals)
    )


def _all_can_win(finish: Finish, wins: dict[int, int], room: int, beaten: int | None) -> bool:
    """Return whether rivals can all win as often as they must, with `room` for wins in games not seated."""
    if finish.seated is None:
        return sum(wins.values()) <= room
    left = dict(wins)
    for number in sorted(wins, key=lambda each: -wins[each]):
        other = finish.seated.get(number)
        other_won = other in wins and left[other] < wins[other]
        if left[number] and number != beaten and not other_won:
            left[number] -= 1
    return max(left.values()) <= finish.free and sum(left.values()) <= room


# Possible: all but a few of the others can be held behind or level, though each game has its winner


def _is_possible(finish: Finish, me: int, gain: int) -> bool:
    wins = max(won for won, sums in enumerate(finish.sums_by_wins) if gain in sums)
    ways = [way for way in _ways(finish, gain) if sum(way) == wins]
    return any(can_keep_medal(finish, me, gain, *way) for way in ways)


def can_keep_medal(finish: Finish, me: int, gain: int, seated_won: bool, free_won: int) -> bool:
    """Return whether no more others than a medal allows need to pass the player."""
    win, lose, goal = finish.game.win[0], finish.game.lose[0], finish.totals[me] + gain
    allowed: dict[int, int] = {}
    for number, total in finish.totals.items():
        slack = goal - total - finish.games * lose
        if number != me:  # below 0 they pass whatever they do
            allowed[number] = min(finish.games, slack // max(1, win - lose))
    ahead = [number for number, wins in allowed.items() if wins < 0]
    spare = finish.medals - 1 - len(ahead) - sum(end > goal for end in finish.away.values())
    if finish.game.level:  # no game needs a winner
        return spare >= 0
    allowed |= dict.fromkeys(ahead, finish.games)
    required = finish.free * (len(finish.totals) // 2) - free_won
    stuck = [
        number
        for number in allowed
        if not allowed[number] and _has_stuck_opponent(finish, me, allowed, number)
    ]
    if len(stuck) > 2 * spare:  # of two who meet one wins; or more than may pass are ahead already
        return False
    hardest = sorted(set(allowed) - set(ahead), key=lambda number: allowed[number])[: 2 * finish.medals]
    opponent = [number for number in allowed if (finish.seated or {}).get(number) == me]
    passing = dict.fromkeys([*opponent, *stuck, *hardest])
    return any(
        _enough_can_win(finish, me, allowed | dict.fromkeys(freed, finish.games), required, seated_won)
        for freed in combinations(passing, min(spare, len(passing)))
    )


def _has_stuck_opponent(finish: Finish, me: int, allowed: Mapping[int, int], number: int) -> bool:
    """Return whether a player who must not win meets another such player in the seated game."""
    other = (finish.seated or {}).get(number)
    return other is not None and other != me and not allowed[other]


def _enough_can_win(
    finish: Finish, me: int, allowed: Mapping[int, int], required: int, seated_won: bool
) -> bool:
    """Return whether enough may win: one of each seated pair, and `required` wins in the other games."""
    wins = sum(min(each, finish.free) for each in allowed.values())
    for number, other in (finish.seated or {}).items():
        if number == me and not seated_won:
            winner = other
        elif me in (number, other) or number > other:
            continue
        else:
            winner = max(number, other, key=lambda each: allowed[each])
        if not allowed[winner]:
            return False
        wins -= allowed[winner] <= finish.free
    return wins >= required
