"""A game of cribbage: its line data, and the values of each side (rules.md §3, §4).

| how        | written when                          | winner             | counts as played |
|------------|---------------------------------------|--------------------|------------------|
| (absent)   | the game was played                   | the one at 121     | yes              |
| forfeit    | a side gave the game up               | declared           | no               |
| no_show    | a side did not come                   | the one who came   | no               |
| abandoned  | the game could not be finished        | none, or declared  | no               |

A bye and a missed game have no line: their declared credit follows from the seats.

'Exactly 121' writes the winner at 121; 'as pegged' from 121 to 149: from 120 the best single event is 29
(rules.md §2.3). The data of one card, and of a ruling that leaves two cards unlike, are in
`scoring.two_cards`. Two ways of writing have data of version 2: points left (the winner 0, the others what
they lack), and a time limit, in which the side ahead has won, at the target or before it (rules.md §4).

>>> from scoring.cribbage.game import side_values
>>> [side.skunk for side in side_values({"v": 1, "pegged": [121, 88]}, {"target": 121})]
[1, 0]
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring import boards, criteria, two_cards
from scoring.cribbage.rules import MAX_EVENT_POINTS, CribbageRules, is_timed
from scoring.errors import DomainError
from scoring.line_data import MAX_SHOWN_LENGTH, VERSION, check_keys
from scoring.match_points import WinValue, losers_level, win_worth
from scoring.side import SideValue

HAS_MATCH_POINTS = True
OWN_FIGURES: tuple[criteria.GameFigure, ...] = ()
CRITERIA = tuple(code for code in criteria.COMMON_CRITERIA if code != "value")
AWARDS = ("forfeit", "no_show", "abandoned")
PLAYED_KEYS = frozenset({"v", "pegged"})
LEFT_KEYS = frozenset({"v", "left"})
SECOND_VERSION = 2
"""The version of line data of tournaments that write points left, or have a time limit (rules.md §4)."""
AWARDED_KEYS = frozenset({"how", "winner"})


DEFAULTS: dict[str, Any] = {
    "target": 121,
    "pegging": "exact",
    "from_116": False,
    "muggins": False,
    "cuts": "right",
    "first_deal": "cut",
    "several_losers": "all",
    "rank_by": "pegged",
    "then": [],
    "lines": None,
    "credited": "pegged",
    "most_at_table": 6,
    "cards": two_cards.ONE_SLIP,
    "in_a_match": {},
}
"""The rules of cribbage that a format may change (rules.md §2, §3).

`cards` is one slip for a game or a card of each side (`scoring.two_cards`), `credited` the criterion to which
the declared points of a bye or a missed game are added, `in_a_match` the rules that differ in a medal match.
"""
LATER: dict[str, Any] = {"pack_cut": False}
"""`pack_cut`: the pack is cut before the deal (rules.md §1)."""


def derived_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that follow from the others (rules.md §4).

    They are the criteria in order, the sum of a card, and the sum that a penalty reduces.

    >>> derived_rules({"rank_by": "match_points", "then": ["won"]})["criteria"]
    ['match_points', 'won']
    """
    two_cards.check_rules(rules)
    order = rules.get("order")
    if order:
        criteria.check_order(order, CRITERIA)
        if "match_points" in order and rules["match_points"] is None:
            raise DomainError("criteria_no_table")
    else:
        order = [rules["rank_by"], *(rules["then"] if rules["rank_by"] == "match_points" else [])]
    first = criteria.first_game_criterion(order)
    return {
        "criteria": list(order),
        "running": first if first in ("match_points", "won", "spread") else "pegged",
        "penalised": "match_points" if first == "match_points" else "pegged",
    }


def possible_gains(rules: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what a game can add to the first criterion for winner and loser, ascending (rules.md §3.2, §4).

    Both are empty if the first criterion is not a sum of games.
    """
    cribbage_rules = CribbageRules.read(rules)
    if rules["criteria"][0] == "match_points":
        assert cribbage_rules.table is not None, "a day that ranks by match points has a table of them"
        reachable = cribbage_rules.table.points[: len(cribbage_rules.lines) + 1]  # without a line no skunk
        return tuple(sorted(set(reachable))), (0,)
    if rules["criteria"][0] == "won":
        return (1,), (0,)
    if rules["criteria"][0] != "pegged":
        return (), ()
    least = 1 if cribbage_rules.timed else cribbage_rules.target
    return tuple(range(least, cribbage_rules.highest + 1)), tuple(range(cribbage_rules.target))


def wins_match_at(rules: Mapping[str, Any]) -> int | None:
    """Return the skunk level that wins a match of several games at once, or None (rules.md §3.2)."""
    table = CribbageRules.read(rules).table
    return 3 if table and table.triple_wins_match else None


def played(scores: Sequence[int], rules: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return line data of a game that was played, from the points pegged by each side (rules.md §4).

    `rules` are those of the stage; None: those of a stage that writes points pegged.

    >>> played([121, 88], {"pegging": "left"})
    {'v': 2, 'left': [0, 33]}
    """
    cribbage_rules = CribbageRules.read(rules or {})
    if cribbage_rules.left:
        return {"v": SECOND_VERSION, "left": [max(0, cribbage_rules.target - points) for points in scores]}
    return {"v": SECOND_VERSION if cribbage_rules.timed else VERSION, "pegged": list(scores)}


def _pegged(data: Mapping[str, Any], rules: Mapping[str, Any]) -> list[int]:
    """Return the points pegged by each side, in whichever way they were written."""
    target = int(rules["target"])
    if "left" in data:
        return [target - left for left in data["left"]]
    if "cards" in data:
        return [target if spread > 0 else target + spread for spread in data["cards"]]
    return list(data["pegged"])


def award_data(how: str, points: Sequence[int], winner: int | None = None) -> dict[str, Any]:
    """Return line data of a game not played out: points by side, the winner's index (rules.md §4)."""
    return {"v": VERSION, "how": how, "pegged": list(points), "winner": winner}


def forfeit_points(rules: Mapping[str, Any]) -> tuple[int, int]:
    """Return the usual points of a forfeit: the target and none (rules.md §4).

    Where a margin can rank, the missing side has those of a game lost without a skunk.

    >>> forfeit_points({"criteria": ["pegged"]}), forfeit_points({"criteria": ["match_points"]})
    ((121, 0), (121, 91))
    """
    cribbage_rules = CribbageRules.read(rules)
    by_points = rules["criteria"][0] in ("pegged", "points_left")
    return cribbage_rules.target, 0 if by_points or not cribbage_rules.lines else cribbage_rules.lines[0]


people_per_entry = boards.each


def simulated_data(chance: Random, rules: Mapping[str, Any], sides: int = 2) -> dict[str, Any]:
    """Return line data of a game as it could end; the same `chance` gives the same game (rules.md §4)."""
    target = int(rules["target"])
    winner = chance.randrange(sides)
    if is_timed(rules):  # every other game reaches the target before its time is up
        target -= max(0, chance.randrange(40) - 20)
    return played(
        [target if side == winner else _loser_score(chance, target) for side in range(sides)], rules
    )


def _loser_score(chance: Random, target: int) -> int:
    """Return a random score of a loser: 103 of 121 on average, from 92 to 114 in two games of three."""
    thrown = sum(chance.randrange(11) for _throw in range(12))
    return max(0, min(target - 1, target - 78 + thrown))


def export_data(data: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result as tournament files show it: points by side, how it was decided (rules.md §4)."""
    scores: dict[str, Any] = {"scores": _pegged(data, rules)}
    if "cards" in data:
        return scores | {"cards": list(data["cards"])}
    return scores | ({"how": data["how"]} if "how" in data else {})


def reorder_sides(data: Mapping[str, Any], order: Sequence[int] = (1, 0)) -> dict[str, Any]:
    """Return the result with each side holding what side `order[side]` had.

    It corrects a winner that was entered backwards, with two sides (rules.md §4). Raises `ValueError` if
    `order` is not one of these sides.
    """
    if "cards" in data or "card" in data:
        return two_cards.reorder_sides(data, order)
    written = "left" if "left" in data else "pegged"
    points = data[written]
    if sorted(order) != list(range(len(points))):
        raise ValueError(f"{len(points)} sides cannot be put in the order {list(order)}")
    turned = {**data, written: [points[side] for side in order]}
    if turned.get("winner") is not None:
        turned["winner"] = list(order).index(turned["winner"])
    return turned


def check(data: Mapping[str, Any], rules: Mapping[str, Any], sides: int = 2) -> None:
    """Raise `DomainError` for data that cannot be a result under `rules` (rules.md §4).

    `data` is line data, `rules` the frozen rules of the stage, `sides` how many sit at the table. The code of
    the error says what is wrong.
    """
    cribbage_rules = CribbageRules.read(rules)
    if two_cards.asks_two_cards(rules) and ("card" in data or "cards" in data):
        two_cards.check(data, rules)
        return
    version = (
        SECOND_VERSION if (cribbage_rules.left or cribbage_rules.timed) and "how" not in data else VERSION
    )
    left = cribbage_rules.left and "how" not in data
    check_keys(
        data, LEFT_KEYS if left else PLAYED_KEYS | AWARDED_KEYS if "how" in data else PLAYED_KEYS, version
    )
    points = data.get("left" if left else "pegged")
    if not isinstance(points, list) or len(points) != sides:
        raise DomainError("one_score_a_side", sides=sides)
    for value in points:
        if type(value) is not int:
            raise DomainError("not_a_whole_number", value=str(value)[:MAX_SHOWN_LENGTH])
        if value < 0:
            raise DomainError("negative", value=value)
    if "how" in data:
        _check_award(data, cribbage_rules, sides)
    elif cribbage_rules.left:
        _check_left(points, cribbage_rules.target)
    elif cribbage_rules.timed:
        _check_timed(points, cribbage_rules.target)
    else:
        _check_played(points, cribbage_rules)


def _check_left(left: Sequence[int], target: int) -> None:
    for value in left:
        if value > target:
            raise DomainError("left_too_high", value=value, most=target)
    if list(left).count(0) != 1:
        raise DomainError("left_one_winner")


def _check_timed(points: Sequence[int], target: int) -> None:
    best = max(points)
    if best > target:
        raise DomainError("winner_too_high", value=best, target=target, most=target)
    if list(points).count(best) > 1:
        raise DomainError("timed_level")


def _check_played(points: Sequence[int], rules: CribbageRules) -> None:
    target, most = rules.target, rules.highest
    winners = [value for value in points if value >= target]
    if len(winners) > 1:
        raise DomainError("two_winners", target=target)
    if not winners:
        raise DomainError("no_winner", target=target)
    if winners[0] > most:
        code = "winner_exactly" if most == target else "winner_too_high"
        raise DomainError(code, value=winners[0], target=target, most=most)


def _check_award(data: Mapping[str, Any], rules: CribbageRules, sides: int) -> None:
    if data["how"] not in AWARDS:
        raise DomainError("unknown_award", how=str(data["how"])[:MAX_SHOWN_LENGTH])
    most = rules.target - 1 + MAX_EVENT_POINTS
    for value in data["pegged"]:
        if value > most:
            raise DomainError("award_too_high", value=value, most=most)
    winner = data.get("winner")
    if winner is not None and (type(winner) is not int or winner not in range(sides)):
        raise DomainError("unknown_winner", winner=str(winner)[:MAX_SHOWN_LENGTH])


def winner_of(data: Mapping[str, Any], rules: Mapping[str, Any]) -> int | None:
    """Return the index of the side that won, or None, as in an abandoned game (rules.md §4)."""
    if "how" in data:
        winner = data.get("winner")
        return None if winner is None else int(winner)
    if "card" in data:
        return None
    points = _pegged(data, rules)
    if is_timed(rules):
        return points.index(max(points))
    target = int(rules["target"])
    return next((side for side, value in enumerate(points) if value >= target), None)


def side_values(
    data: Mapping[str, Any], rules: Mapping[str, Any], games_in_match: int = 1
) -> tuple[SideValue, ...]:
    """Return the values of each side, one `SideValue` a side, from checked line data (rules.md §3, §4).

    An award has no skunk: it was not pegged. Without a table of match points these are 0. If a ruling leaves
    two cards unlike, each side has the values of its own card; one card alone that no game fits gives
    nothing.
    """
    if "card" in data:
        return (SideValue(),) * 2
    if "cards" in data:
        return tuple(_side_value_from_spread(spread, CribbageRules.read(rules)) for spread in data["cards"])
    points = _pegged(data, rules)
    how = data.get("how", "played")
    winner = winner_of(data, rules)
    cribbage_rules = CribbageRules.read(rules)
    values = []
    for side, own in enumerate(points):
        others = [value for other, value in enumerate(points) if other != side]
        won = side == winner
        level = (
            losers_level(others, cribbage_rules.lines, cribbage_rules.several)
            if won and how == "played"
            else 0
        )
        gain = (
            win_worth(cribbage_rules.table, level, games_in_match)
            if won and cribbage_rules.table
            else WinValue(0, level)
        )
        values.append(
            SideValue(
                pegged=own,
                against=max(others, default=0),
                played=how == "played",
                won=won,
                skunk=level,
                match_points=gain.points,
                spread=own - max(others) if others else 0,
                how=how,
                wins_match=gain.wins_match,
                left=max(0, cribbage_rules.target - own) if cribbage_rules.left else None,
            )
        )
    return tuple(values)


def _side_value_from_spread(spread: int, cribbage_rules: CribbageRules) -> SideValue:
    """Return the values of a side from the spread on its card, without the other card (rules.md §4.1)."""
    won = spread > 0
    loser = cribbage_rules.target - abs(spread)
    level = losers_level([loser], cribbage_rules.lines, cribbage_rules.several) if won else 0
    return SideValue(
        pegged=cribbage_rules.target if won else loser,
        against=loser if won else cribbage_rules.target,
        won=won,
        skunk=level,
        match_points=win_worth(cribbage_rules.table, level).points if won and cribbage_rules.table else 0,
        spread=spread,
    )
