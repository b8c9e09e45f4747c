"""A game of euchre: its line data, and the values of each side (rules.md §15).

| data                              | written when                                                        |
|-----------------------------------|---------------------------------------------------------------------|
| `points`, `loners`: one a side    | the game was played: the points, and the lone hands won by the side |
| `how`, `points`, `winner`         | it was not played out: forfeit, no_show, abandoned; declared points |

The side with more points wins. A lone hand that is won with all tricks is 4 points, so points and lone hands
must agree. `loners` is a figure of this game alone (`SideValue.figures`), and a criterion.

| ranked by    | points, then                   | source                                   |
|--------------|--------------------------------|------------------------------------------|
| `pegged`     | games won, lone hands, the lot | rules.md §15                             |
| `lone_hands` | lone hands, games won, the lot | declared by the organiser                |
| `won`        | games won come before points   | declared by the organiser                |

>>> [(side.won, side.pegged, dict(side.figures)) for side in side_values(played([10, 6], [1, 0]), DEFAULTS)]
[(True, 10, {'loners': 1}), (False, 6, {'loners': 0})]
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring import boards
from scoring.criteria import GameFigure, add_figures, check_order
from scoring.errors import DomainError
from scoring.euchre.rules import LONER_POINTS, MARCH_POINTS, EuchreRules
from scoring.line_data import MAX_SHOWN_LENGTH, VERSION, check_keys
from scoring.side import SideValue

AWARDS = ("forfeit", "no_show", "abandoned")
PLAYED_KEYS = frozenset({"v", "points", "loners"})
AWARDED_KEYS = frozenset({"v", "how", "points", "winner"})
SIDES = 2
MAX_DECLARED = 99
"""The most points that can be declared for a game that was not played out."""
LONERS = "loners"
OWN_FIGURES = (GameFigure(LONERS),)
add_figures(OWN_FIGURES)
HAS_MATCH_POINTS = False
CRITERIA = (
    "pegged", "won", LONERS, "matches_won", "team_points", "spread", "plus", "losing_points", "games_behind",
    "buchholz", "buchholz_cut_1", "head_to_head", "played_match", "lot",
)  # fmt: skip
RANKED_BY = {
    "pegged": ("pegged", "won", LONERS, "lot"),
    "lone_hands": ("pegged", LONERS, "won", "lot"),
    "won": ("won", "pegged", LONERS, "lot"),
}
LATER: dict[str, Any] = {}
DEFAULTS: dict[str, Any] = {
    "hands": 8,
    "target": 0,
    "lone_euchre": 2,
    "ties_allowed": True,
    "first_deal": "own",
    "rank_by": "pegged",
    "credited": "pegged",
    "most_at_table": 4,
    "in_a_match": {"ties_allowed": False},
}
"""The rules of euchre that a format may change (rules.md §15).

Cards decide who deals first. A medal match needs a winner: one more hand parts a level game there.
"""


def derived_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that follow from the others (rules.md §15): cards add up points, in every ranking.

    Raises `KeyError` for rules that rank otherwise, `DomainError` for a game that does not end.

    >>> derived_rules(DEFAULTS | {"match_points": None})["criteria"]
    ['pegged', 'won', 'loners', 'lot']
    """
    if rules["match_points"] is not None or rules["rank_by"] not in RANKED_BY:
        raise KeyError("not a rule of euchre: match_points")
    EuchreRules.read(rules)
    order = rules.get("order") or RANKED_BY[rules["rank_by"]]
    check_order(order, CRITERIA)
    return {"criteria": list(order), "running": "pegged", "penalised": "pegged", "credited": "pegged"}


def possible_gains(rules: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what a game can add to the first criterion for winner and loser, ascending (rules.md §15).

    >>> possible_gains({"criteria": ["pegged"], "hands": 2, "target": 0})
    ((1, 2, 3, 4, 5, 6, 7, 8), (0, 1, 2, 3))
    """
    euchre, first = EuchreRules.read(rules), rules["criteria"][0]
    if first == "won":
        return (1,), (0,)
    if first != "pegged":
        return (), ()
    most = _most_side_points(euchre)
    if euchre.target:
        return tuple(range(euchre.target, most + 1)), tuple(range(euchre.target))
    return tuple(range(1, most + 1)), tuple(range(most // 2))


def _most_side_points(euchre: EuchreRules) -> int:
    return euchre.target - 1 + LONER_POINTS if euchre.target else LONER_POINTS * euchre.hands_at_most


def wins_match_at(rules: Mapping[str, Any]) -> int | None:
    """Return None: no game wins a match of several games by itself (rules.md §15)."""
    return None


def played(points: Sequence[int], loners: Sequence[int]) -> dict[str, Any]:
    """Return line data of a game that was played: points and lone hands of each side (rules.md §15)."""
    return {"v": VERSION, "points": list(points), "loners": list(loners)}


def award_data(how: str, points: Sequence[int], winner: int | None = None) -> dict[str, Any]:
    """Return line data of a game not played out: points by side, the winner's index (rules.md §15)."""
    return {"v": VERSION, "how": how, "points": list(points), "winner": winner}


def reorder_sides(data: Mapping[str, Any], order: Sequence[int] = (1, 0)) -> dict[str, Any]:
    """Return the result with each side holding what side `order[side]` had (rules.md §15).

    Raises `ValueError` if `order` is not one of these sides.
    """
    if sorted(order) != list(range(SIDES)):
        raise ValueError(f"{SIDES} sides cannot be put in the order {list(order)}")
    turned = dict(data)
    for name in {"points", "loners"} & data.keys():
        turned[name] = [data[name][side] for side in order]
    if turned.get("winner") is not None:
        turned["winner"] = list(order).index(turned["winner"])
    return turned


def forfeit_points(rules: Mapping[str, Any]) -> tuple[int, int]:
    """Return the usual points of a forfeit: the target, or a point a hand, and none (rules.md §15)."""
    return rules["target"] or rules["hands"], 0


people_per_entry = boards.each


def simulated_data(chance: Random, rules: Mapping[str, Any], sides: int = SIDES) -> dict[str, Any]:
    """Return line data of a game as it could end; the same `chance` gives the same game (rules.md §15)."""
    euchre = EuchreRules.read(rules)
    points, loners, dealt = [0, 0], [0, 0], 0
    while not _is_over(euchre, points, dealt):
        side, kind = chance.randrange(SIDES), chance.randrange(20)
        loners[side] += kind == 0
        points[side] += LONER_POINTS if kind == 0 else MARCH_POINTS if kind < 7 else 1
        dealt += 1
    return played(points, loners)


def _is_over(euchre: EuchreRules, points: Sequence[int], dealt: int) -> bool:
    if euchre.target:
        return max(points) >= euchre.target
    return dealt >= euchre.hands and (euchre.ties or points[0] != points[1])


def export_data(data: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result as tournament files show it: points, lone hands, winner, award (rules.md §15)."""
    shown: dict[str, Any] = {
        "scores": list(data["points"]),
        "loners": list(data.get("loners", (0, 0))),
        "winner": winner_of(data, rules),
    }
    return shown | ({"how": data["how"]} if "how" in data else {})


def check(data: Mapping[str, Any], rules: Mapping[str, Any], sides: int = SIDES) -> None:
    """Raise `DomainError` for data that cannot be a result under `rules` (rules.md §15).

    `data` is line data, `rules` the frozen rules of the stage, `sides` how many sit at the table. The code of
    the error says what is wrong.
    """
    is_award = "how" in data
    check_keys(data, AWARDED_KEYS if is_award else PLAYED_KEYS)
    if sides != SIDES:
        raise DomainError("euchre_two_sides", sides=sides)
    for name in ("points",) if is_award else ("points", "loners"):
        values = data.get(name)
        if not isinstance(values, list) or len(values) != SIDES:
            raise DomainError("euchre_each_side")
        for value in values:
            if type(value) is not int or not 0 <= value <= MAX_DECLARED:
                raise DomainError("euchre_not_whole", value=str(value)[:MAX_SHOWN_LENGTH], most=MAX_DECLARED)
    if is_award:
        _check_award(data)
    else:
        _check_played(data["points"], data["loners"], EuchreRules.read(rules))


def _check_played(points: Sequence[int], loners: Sequence[int], euchre: EuchreRules) -> None:
    for own, lone in zip(points, loners, strict=True):
        if own < LONER_POINTS * lone:
            raise DomainError("euchre_loners", points=own, loners=lone, least=LONER_POINTS * lone)
    if euchre.target:
        best, worst = max(points), min(points)
        if best < euchre.target:
            raise DomainError("euchre_not_over", target=euchre.target, best=best)
        if worst >= euchre.target or best > _most_side_points(euchre):
            raise DomainError("euchre_beyond", target=euchre.target, most=_most_side_points(euchre))
        return
    least, most = euchre.least(sum(loners)), euchre.most(sum(loners))
    if not least <= sum(points) <= most:
        raise DomainError(
            "euchre_hands", hands=euchre.hands, total=sum(points), loners=sum(loners), least=least, most=most
        )
    if not euchre.ties and points[0] == points[1]:
        raise DomainError("euchre_level", value=points[0])


def _check_award(data: Mapping[str, Any]) -> None:
    points, winner = data["points"], data.get("winner")
    if data["how"] not in AWARDS:
        raise DomainError("unknown_award", how=str(data["how"])[:MAX_SHOWN_LENGTH])
    if winner is None:
        return
    if type(winner) is not int or winner not in range(SIDES):
        raise DomainError("unknown_winner", winner=str(winner)[:MAX_SHOWN_LENGTH])
    if points[winner] < points[1 - winner]:
        raise DomainError("euchre_award_backwards", value=points[winner], other=points[1 - winner])


def winner_of(data: Mapping[str, Any], rules: Mapping[str, Any]) -> int | None:
    """Return the index of the side that won, or None if the game is level or has no winner (rules.md §15)."""
    if "how" in data:
        winner = data.get("winner")
        return None if winner is None else int(winner)
    one, other = data["points"]
    return None if one == other else int(other > one)


def side_values(
    data: Mapping[str, Any], rules: Mapping[str, Any], games_in_match: int = 1
) -> tuple[SideValue, ...]:
    """Return the values of each side, one `SideValue` a side, from checked line data (rules.md §15)."""
    points, loners = data["points"], data.get("loners", (0, 0))
    how, winner = str(data.get("how", "played")), winner_of(data, rules)
    values = []
    for side in range(SIDES):
        own, other = points[side], points[1 - side]
        margin = own - other if how == "played" or winner is not None else 0
        values.append(
            SideValue(
                pegged=own,
                against=other,
                played=how == "played",
                won=side == winner,
                spread=margin,
                how=how,
                value=margin,
                figures={LONERS: loners[side]},
            )
        )
    return tuple(values)
