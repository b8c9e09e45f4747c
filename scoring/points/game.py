"""A game of points: its line data, and the values of each side (rules.md §9).

| data                        | written when                                                           |
|-----------------------------|------------------------------------------------------------------------|
| `points`: one a side        | the game was played: the number that each side ended with              |
| `how`, `points`, `winner`   | it was not played out: forfeit, no_show, abandoned; declared points    |

Two to six sides; partners are one side. The better number wins, the higher or the lower one as the rules say.
If ties are allowed a game that ends level has no winner. The difference of a side is to the best of the
others: + for the winner, - for a loser, 0 if a game is level or was abandoned.

| ranked by      | a card adds up | then       | declared points are                    |
|----------------|----------------|------------|----------------------------------------|
| `won`          | differences    | difference | added to the difference                |
| `spread`       | differences    | games won  | added to the difference                |
| `pegged`       | points         | games won  | points                                 |

In an order of the organiser's a card adds up, and declared points are, the one of points and differences that
comes first, else differences.

Points rank only if the higher number wins: an entry that has missed games would have the lowest total.

>>> [(side.won, side.spread) for side in side_values(played([320, 500]), {"target": 500})]
[(False, -180), (True, 180)]
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring import boards
from scoring.criteria import GameFigure, check_order
from scoring.errors import DomainError
from scoring.line_data import MAX_SHOWN_LENGTH, VERSION, check_keys
from scoring.points.rules import MAX_ABSOLUTE_POINTS, PointsRules
from scoring.side import SideValue

AWARDS = ("forfeit", "no_show", "abandoned")
PLAYED_KEYS = frozenset({"v", "points"})
AWARDED_KEYS = frozenset({"how", "winner"})
SIDES = 2
HAS_MATCH_POINTS = False
OWN_FIGURES: tuple[GameFigure, ...] = ()
CRITERIA = (
    "won", "matches_won", "team_points", "spread", "pegged", "plus", "losing_points", "games_behind",
    "buchholz", "buchholz_cut_1", "head_to_head", "played_match", "lot",
)  # fmt: skip
RANKED_BY = {"won": ("won", "spread"), "spread": ("spread", "won"), "pegged": ("pegged", "won")}
LATER: dict[str, Any] = {}
DEFAULTS: dict[str, Any] = {
    "game_name": "",
    "higher_wins": True,
    "least": 0,
    "most": 999,
    "target": 0,
    "ties_allowed": True,
    "first_deal": "own",
    "rank_by": "won",
    "credited": "spread",
    "most_at_table": SIDES,
    "in_a_match": {"ties_allowed": False},
}
"""The rules of a game of points that a format may change (rules.md §9).

The organiser decides who deals. A medal match needs a winner: a game that is level there goes on.
"""


def derived_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that follow from the others (rules.md §9): criteria, sum of a card, place of credits.

    Raises `KeyError` for rules that rank otherwise, `DomainError` for a range or a ranking that cannot be.

    >>> derived_rules(DEFAULTS | {"rank_by": "pegged", "match_points": None})["criteria"]
    ['pegged', 'won']
    """
    if rules["match_points"] is not None or rules["rank_by"] not in RANKED_BY:
        raise KeyError("not a rule of points: match_points")
    points_rules, order = PointsRules.read(rules), rules.get("order") or RANKED_BY[rules["rank_by"]]
    check_order(order, CRITERIA)
    if "pegged" in order and not points_rules.higher:
        raise DomainError("points_lower_ranks")
    adds_up = next((code for code in order if code in ("pegged", "spread")), "spread")
    return {
        "criteria": list(order),
        "running": adds_up,
        "penalised": adds_up,
        "credited": adds_up,
    }


def possible_gains(rules: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what a game can add to the first criterion for winner and loser, ascending (rules.md §9).

    Both are empty if the spread or another criterion is the first: one game can make up any difference.

    >>> possible_gains({"criteria": ["pegged", "won"], "most": 2})
    ((1, 2), (0, 1))
    """
    points_rules, first = PointsRules.read(rules), rules["criteria"][0]
    if first == "won":
        return (1,), (0,)
    if first != "pegged":
        return (), ()
    least_to_win = points_rules.target or points_rules.least + 1
    return tuple(range(least_to_win, points_rules.most + 1)), tuple(
        range(points_rules.least, points_rules.most)
    )


def wins_match_at(rules: Mapping[str, Any]) -> int | None:
    """Return None: no game wins a match of several games by itself (rules.md §9)."""
    return None


def played(points: Sequence[int]) -> dict[str, Any]:
    """Return line data of a game that was played, from the number of each side (rules.md §9)."""
    return {"v": VERSION, "points": list(points)}


def award_data(how: str, points: Sequence[int], winner: int | None = None) -> dict[str, Any]:
    """Return line data of a game not played out: points by side, the winner's index (rules.md §9)."""
    return {"v": VERSION, "how": how, "points": list(points), "winner": winner}


def reorder_sides(data: Mapping[str, Any], order: Sequence[int] = (1, 0)) -> dict[str, Any]:
    """Return the result with each side holding what side `order[side]` had (rules.md §9).

    Raises `ValueError` if `order` is not one of these sides.
    """
    points = data["points"]
    if sorted(order) != list(range(len(points))):
        raise ValueError(f"{len(points)} sides cannot be put in the order {list(order)}")
    turned = {**data, "points": [points[side] for side in order]}
    if turned.get("winner") is not None:
        turned["winner"] = list(order).index(turned["winner"])
    return turned


def forfeit_points(rules: Mapping[str, Any]) -> tuple[int, int]:
    """Return the usual points of a forfeit: the target and none, or the smallest win (rules.md §9).

    >>> forfeit_points(DEFAULTS), forfeit_points(DEFAULTS | {"target": 500})
    ((1, 0), (500, 0))
    >>> forfeit_points(DEFAULTS | {"higher_wins": False})
    (0, 1)
    """
    points = rules["target"] or 1
    return (points, 0) if rules["higher_wins"] else (0, points)


people_per_entry = boards.each


def simulated_data(chance: Random, rules: Mapping[str, Any], sides: int = SIDES) -> dict[str, Any]:
    """Return line data of a game as it could end; the same `chance` gives the same game (rules.md §9)."""
    points_rules = PointsRules.read(rules)
    # Out of two numbers at least: with one, several sides would always be level.
    below_target = max(points_rules.target - 1, points_rules.least + 1)
    highest = below_target if points_rules.target else points_rules.most
    points = [_thrown(chance, points_rules.least, highest) for _side in range(sides)]
    others = list(range(sides))
    if points_rules.target:
        points[others.pop(chance.randrange(sides))] = points_rules.target
    while not points_rules.ties and _winner(points, points_rules) is None:
        points[chance.choice(others)] = _thrown(chance, points_rules.least, highest)
    return played(points)


def _thrown(chance: Random, least: int, most: int) -> int:
    """Return a random number of the range, more often from its middle."""
    return least + sum(chance.randint(0, most - least) for _die in range(3)) // 3


def export_data(data: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result as tournament files show it: numbers, differences, winner, award (rules.md §9)."""
    sides = side_values(data, rules)
    shown: dict[str, Any] = {
        "scores": list(data["points"]),
        "values": [side.spread for side in sides],
        "winner": winner_of(data, rules),
    }
    return shown | ({"how": data["how"]} if "how" in data else {})


def check(data: Mapping[str, Any], rules: Mapping[str, Any], sides: int = SIDES) -> None:
    """Raise `DomainError` for data that cannot be a result under `rules` (rules.md §9).

    `data` is line data, `rules` the frozen rules of the stage, `sides` how many sit at the table. The code of
    the error says what is wrong.
    """
    check_keys(data, PLAYED_KEYS | AWARDED_KEYS if "how" in data else PLAYED_KEYS)
    points, points_rules = data.get("points"), PointsRules.read(rules)
    if not isinstance(points, list) or len(points) != sides:
        raise DomainError("one_score_a_side", sides=sides)
    for value in points:
        if type(value) is not int:
            raise DomainError("points_not_whole", value=str(value)[:MAX_SHOWN_LENGTH])
    if "how" in data:
        _check_award(data, points_rules)
    else:
        _check_played(points, points_rules)


def _check_played(points: Sequence[int], points_rules: PointsRules) -> None:
    for value in points:
        if not points_rules.least <= value <= points_rules.most:
            raise DomainError(
                "points_out_of_range", value=value, least=points_rules.least, most=points_rules.most
            )
    if points_rules.target and max(points) < points_rules.target:
        raise DomainError("points_not_over", target=points_rules.target, best=max(points))
    if not points_rules.ties and _winner(points, points_rules) is None:
        raise DomainError("points_level", value=points_rules.best(points))


def _check_award(data: Mapping[str, Any], points_rules: PointsRules) -> None:
    points, winner = data["points"], data.get("winner")
    if data["how"] not in AWARDS:
        raise DomainError("unknown_award", how=str(data["how"])[:MAX_SHOWN_LENGTH])
    for value in points:
        if not -MAX_ABSOLUTE_POINTS <= value <= MAX_ABSOLUTE_POINTS:
            raise DomainError(
                "points_out_of_range", value=value, least=-MAX_ABSOLUTE_POINTS, most=MAX_ABSOLUTE_POINTS
            )
    if winner is None:
        return
    if type(winner) is not int or winner not in range(len(points)):
        raise DomainError("unknown_winner", winner=str(winner)[:MAX_SHOWN_LENGTH])
    if points[winner] != points_rules.best(points):
        raise DomainError("points_award_backwards", value=points[winner], other=points_rules.best(points))


def winner_of(data: Mapping[str, Any], rules: Mapping[str, Any]) -> int | None:
    """Return the index of the side that won, or None if the game is level or has no winner (rules.md §9)."""
    if "how" in data:
        winner = data.get("winner")
        return None if winner is None else int(winner)
    return _winner(data["points"], PointsRules.read(rules))


def _winner(points: Sequence[int], points_rules: PointsRules) -> int | None:
    best = points_rules.best(points)
    return points.index(best) if list(points).count(best) == 1 else None


def side_values(
    data: Mapping[str, Any], rules: Mapping[str, Any], games_in_match: int = 1
) -> tuple[SideValue, ...]:
    """Return the values of each side, one `SideValue` a side, from checked line data (rules.md §9)."""
    points_rules, points = PointsRules.read(rules), data["points"]
    how, winner = str(data.get("how", "played")), winner_of(data, rules)
    values = []
    for side, own in enumerate(points):
        others = [value for other, value in enumerate(points) if other != side]
        margin = points_rules.margin(own, others) if how == "played" or winner is not None else 0
        values.append(
            SideValue(
                pegged=own,
                against=points_rules.best(others),
                played=how == "played",
                won=side == winner,
                spread=margin,
                how=how,
                value=margin,
            )
        )
    return tuple(values)
