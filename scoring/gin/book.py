"""A game of gin: its line data, and the values of each side (rules.md §5).

| data                           | written when                                                          |
|--------------------------------|-----------------------------------------------------------------------|
| `totals`: a whole number a side | the game was played and its final totals were handed in               |
| `totals` and `winner`          | the side that reached the target has not the higher total (boxes)     |
| `hands`: figures, hand by hand | the game was played and its sheet was handed in (`figures.read_hand`) |
| `how`, `totals`, `winner`      | it was not played out: forfeit, no_show, abandoned; declared totals   |

A final total is the number at the foot of the sheet: hands, game bonus, doubling, boxes (rules.md §5). The
value of a game is the difference; it is + for the winner and - for the loser. Totals that are level do not
show who won: the winner must be named with them. A game without a winner has no value.

Three for themselves, and the captain against two (§6): seat A is player 0, B player 1, who deals first, and C
observes. A sheet in hands then has its `mode`, as the players of a hand follow from it. The value of a side
is the balance of each of its players once all have paid.

Teams, four among them (§6): a hand has several results (`hand_data.py`), the value is that of the side.

A Hollywood sheet (§7.2) is one game of the book: one win, one value. The sources are silent on both.

| of a Hollywood sheet | is                                                                              |
|----------------------|---------------------------------------------------------------------------------|
| `totals`             | each side's three final totals added up                                         |
| its value            | the difference of these: the values of the three games together                 |
| its winner           | the higher value; level: more of the three games, named with `totals`           |
| `winner`             | written with `totals` if they are level, and only then                          |

>>> from scoring.gin.book import side_values, totals
>>> [(side.won, side.value) for side in side_values(totals(310, 85), {"bonuses": "standard"})]
[(True, 225), (False, -225)]
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring.criteria import GameFigure, check_order
from scoring.errors import DomainError
from scoring.gin.game import Sheet, sheet
from scoring.gin.hand_data import Hand, is_hand, map_results, scores_of, swapped_hand
from scoring.gin.meetings import sides as sides_by_mode
from scoring.gin.rules import MODES, GinRules, read_rules
from scoring.gin.settlement import settle
from scoring.gin.simulated import simulated_game
from scoring.line_data import MAX_SHOWN_LENGTH, VERSION, check_keys
from scoring.side import SideValue

AWARDS = ("forfeit", "no_show", "abandoned")
HANDS_KEYS = frozenset({"v", "hands", "mode"})
TOTALS_KEYS = frozenset({"v", "totals", "winner"})
AWARDED_KEYS = frozenset({"how"})
MAX_TOTAL = 9999
"""The limit of a total, far above that of any sheet; fines may make a total negative (rules.md §5.1)."""
MAX_HANDS = 200
OPTIONS = ("ace", "boxes_doubled", "hollywood", "hollywood_open", "hollywood_letter")
TEAM_RULES = ("a_side", "alternating")
PLAYER_RULES = ("mode", *TEAM_RULES)
OVERRIDING_RULES = ("target", *PLAYER_RULES, *OPTIONS)
FIGURE_NAMES = ("undercut", "gin", "box", "game_bonus", "target", "oklahoma", *OPTIONS, *PLAYER_RULES)
SIDES = 2
HAS_MATCH_POINTS = False
OWN_FIGURES: tuple[GameFigure, ...] = ()
CRITERIA = (
    "won", "matches_won", "value", "pegged", "plus", "losing_points", "games_behind", "buchholz",
    "buchholz_cut_1", "head_to_head", "played_match", "lot",
)  # fmt: skip
DEFAULTS: dict[str, Any] = {
    "target": None,
    "mode": "two",
    "a_side": 1,
    "alternating": False,
    "bonuses": "standard",
    "ace": "low",
    "boxes_doubled": False,
    "hollywood": False,
    "hollywood_open": False,
    "hollywood_letter": None,
    "first_deal": "draw",
    "rank_by": "won",
    "credited": "value",
    "most_at_table": SIDES,
    "in_a_match": {"hollywood": False, "hollywood_open": False, "hollywood_letter": False},
}
"""The rules of gin that a format may change (rules.md §5, §7).

A best of three plays three games, one after another, not three sheets of three games each.
"""
LATER: dict[str, Any] = {"seen_card": "passes", "look_through": False, "face_up": "back"}
"""The ways to deal with irregularities for which the source knows two (rules.md §5.1).

`seen_card`: the right to a card of the stock seen by mistake `passes` to the player at fault, or `never`
does; `look_through`: the pile may be looked through; `face_up`: a card face up in the stock is put `back`,
or is a `misdeal`.
"""


def derived_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that follow from the others (rules.md §5).

    Games won rank, then the value of all games. A card adds the value up. Declared points are value, and a
    penalty is taken off it, or both count in the totals if these rank before it, or without it. If no target
    is chosen it is that of the bonuses and the ace.

    Raises `KeyError` for rules that rank otherwise, `DomainError` for bonuses that no game could have.
    """
    if rules["match_points"] is not None or rules["rank_by"] != "won":
        raise KeyError("not a rule of gin: match_points")
    if rules.get("order"):
        check_order(rules["order"], CRITERIA)
    letter = rules["hollywood_letter"]
    if letter is None:
        letter = rules["hollywood"] and not rules["hollywood_open"]
    whole = {**rules, "hollywood_letter": letter}
    order = list(rules.get("order") or ["won", "value"])
    counted = next((code for code in order if code in ("value", "pegged")), "value")
    return {
        "criteria": order,
        "running": "value",
        "penalised": counted,
        "credited": counted,
        "hollywood_letter": letter,
        "target": rules_of(whole).target,
    }


def possible_gains(rules: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what a game can add to the first criterion, won and lost: one win, or none (rules.md §5).

    Both are empty if another criterion is the first.
    """
    return ((1,), (0,)) if rules["criteria"][0] == "won" else ((), ())


def wins_match_at(rules: Mapping[str, Any]) -> int | None:
    """Return None: no game wins a match of several games by itself (rules.md §5)."""
    return None


def totals(one: int, other: int, winner: int | None = None) -> dict[str, Any]:
    """Return line data of a game from its totals; `winner` matters if the higher total lost (rules.md §5).

    >>> totals(310, 85, winner=0) == totals(310, 85)
    True
    """
    return data_from_totals([one, other], winner)


def hands(written: Sequence[Hand], mode: str = "two") -> dict[str, Any]:
    """Return line data of a game from the figures of its hands, in the order of play (rules.md §5, §6).

    >>> won = hands([{"how": "knock", "winner": 1, "difference": 60}, {"knocker": 1, "deadwood": [45, 0]}])
    >>> final_totals(won, {"bonuses": "standard"})
    (0, 490)
    """
    data: dict[str, Any] = {"v": VERSION, "hands": [map_results(hand, dict) for hand in written]}
    return data if mode == "two" else data | {"mode": mode}


def data_from_totals(written: Sequence[int], winner: int | None = None) -> dict[str, Any]:
    """Return line data as `totals` does, for any number of sides (rules.md §6)."""
    data: dict[str, Any] = {"v": VERSION, "totals": list(written)}
    return data if winner in (None, _leading_side(written)) else data | {"winner": winner}


def _leading_side(written: Sequence[int]) -> int | None:
    """Return the side with the highest total, None if several have it."""
    best = [side for side, total in enumerate(written) if total == max(written)]
    return best[0] if len(best) == 1 else None


def award_data(how: str, points: Sequence[int], winner: int | None = None) -> dict[str, Any]:
    """Return line data of a game not played out: totals by side, the winner's index (rules.md §5)."""
    return {"v": VERSION, "how": how, "totals": list(points), "winner": winner}


def forfeit_points(rules: Mapping[str, Any]) -> tuple[int, int]:
    """Return the usual points of a forfeit: the target and none (rules.md §5)."""
    return rules_of(rules).target, 0


def reorder_sides(data: Mapping[str, Any], order: Sequence[int] = (1, 0)) -> dict[str, Any]:
    """Return the result with the sides exchanged: the winner was entered backwards (rules.md §5).

    Each side has what side `order[side]` had. Raises `ValueError` if `order` is not one of these sides,
    `DomainError` for a sheet in hands of three, in which the players of a hand follow from the winner of the
    one before.
    """
    turned = dict(data)
    sides = len(data["totals"]) if "totals" in data else 3 if data.get("mode") == "three" else SIDES
    if sorted(order) != list(range(sides)):
        raise ValueError(f"{sides} sides cannot be put in the order {list(order)}")
    if list(order) == list(range(sides)):
        return turned
    if data.get("mode") in ("three", "captain"):
        raise DomainError("gin_hands_not_turned")
    if "hands" in data:
        turned["hands"] = [map_results(hand, swapped_hand) for hand in data["hands"]]
    else:
        turned["totals"] = [data["totals"][side] for side in order]
    if turned.get("winner") is not None:
        turned["winner"] = list(order).index(turned["winner"])
    return turned


def simulated_data(chance: Random, rules: Mapping[str, Any], sides: int = 2) -> dict[str, Any]:
    """Return line data of a simulated game; the same `chance` gives the same game (rules.md §5)."""
    gin = rules_of(rules)
    if sides != side_count(rules):
        raise DomainError("gin_two_sides" if side_count(rules) == SIDES else "gin_three_sides", sides=sides)
    return hands(simulated_game(chance, gin), gin.mode)


def export_data(data: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result as tournament files show it: totals, values, winner, hands, award (rules.md §5)."""
    sides = side_values(data, rules)
    shown: dict[str, Any] = {
        "scores": [side.pegged for side in sides],
        "values": [side.value for side in sides],
        "winner": winner_of(data, rules),
    }
    return shown | {name: data[name] for name in ("hands", "how") if name in data}


def sheet_of(data: Mapping[str, Any], rules: Mapping[str, Any]) -> Sheet:
    """Return the sheet of a game that was handed in hand by hand (rules.md §5).

    Raises `DomainError` for figures that no hand gives, and for a hand after the end of the game.
    """
    gin = rules_of(rules)
    return sheet([scores_of(hand, gin) for hand in data["hands"]], gin)


def final_totals(data: Mapping[str, Any], rules: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the final totals by side: as written, or computed from the hands (rules.md §5)."""
    if "hands" not in data:
        return tuple(int(total) for total in data["totals"])
    return sheet_totals(sheet_of(data, rules))


def sheet_totals(paper: Sheet) -> tuple[int, ...]:
    """Return the final totals of a sheet that is over, those of its games added up (rules.md §5, §7.2)."""
    finished = [game.totals for game in paper.results if game is not None]
    return tuple(map(sum, zip(*finished, strict=True)))


def side_count(rules: Mapping[str, Any]) -> int:
    """Return how many sides a game has (rules.md §6)."""
    return len(sides_by_mode(rules_of(rules)))


def people_per_entry(rules: Mapping[str, Any]) -> int:
    """Return how many people an entry needs: a whole side, or 1 if partners sit opposite (rules.md §6)."""
    gin = rules_of(rules)
    return gin.a_side if rules.get("at_table", SIDES) == SIDES else 1


def rules_of(rules: Mapping[str, Any]) -> GinRules:
    """Parse the rules of gin in the frozen rules of a stage (rules.md §5 to §7).

    `bonuses` is a name, or fields over a name; a rule named in `OVERRIDING_RULES` replaces the same in its
    bonuses.
    Raises `DomainError` for rules that no game has, and for players that are not a kind of tournament.
    """
    bonuses = rules.get("bonuses", "standard")
    own = {"name": bonuses} if isinstance(bonuses, str) else dict(bonuses)
    if own.get("mode", "two") != "two" or rules.get("mode", "two") not in MODES:
        raise DomainError("gin_two_players")
    own.pop("three_shutout", None)  # only the judge's sheet can have such a player pay: totals do not hold it
    teams = rules.get("mode") == "teams"
    asked = {name: rules.get(name) for name in OVERRIDING_RULES if teams or name not in TEAM_RULES}
    above = {name: value for name, value in asked.items() if value is not None}
    return read_rules({**own, **above})


def may_look_through(rules: Mapping[str, Any]) -> bool:
    """Return whether the pile of discards may be looked through (rules.md §5.1).

    Round the corner it always may (§7.3).
    """
    return rules.get("look_through", LATER["look_through"]) or rules_of(rules).ace == "corner"


def figures_of(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return all figures that a sheet is computed with, the target included (rules.md §5, §7).

    >>> figures_of({"bonuses": "oklahoma"})["target"], figures_of({"hollywood": True})["hollywood"]
    (150, True)
    """
    gin = rules_of(rules)
    return {name: getattr(gin, name) for name in FIGURE_NAMES}


def least_winner_total(rules: Mapping[str, Any]) -> int:
    """Return the least final total of a winner: the target, the game bonus and one box (rules.md §5).

    The winner of a Hollywood sheet has won two of its games or has at least their points: a side that has won
    fewer would else be behind. (With a fine in the third it can be less; hand by hand that can be written.)

    >>> least_winner_total({"bonuses": "standard"}), least_winner_total({"hollywood": True})
    (220, 440)
    """
    gin = rules_of(rules)
    return (gin.target + gin.game_bonus + gin.box) * (2 if gin.hollywood else 1)


def check(data: Mapping[str, Any], rules: Mapping[str, Any], sides: int = SIDES) -> None:
    """Raise `DomainError` for data that cannot be a result under `rules` (rules.md §5).

    `data` is line data, `rules` the frozen rules of the stage, `sides` how many sit at the table. The code of
    the error says what is wrong.
    """
    check_keys(
        data, HANDS_KEYS if "hands" in data else TOTALS_KEYS | AWARDED_KEYS if "how" in data else TOTALS_KEYS
    )
    needed = side_count(rules)
    if sides != needed:
        raise DomainError("gin_two_sides" if needed == SIDES else "gin_three_sides", sides=sides)
    if "hands" in data:
        _check_hands(data, rules)
        return
    _check_totals(data.get("totals"), needed)
    winner = data.get("winner")
    if winner is not None and (type(winner) is not int or winner not in range(needed)):
        raise DomainError("unknown_winner", winner=str(winner)[:MAX_SHOWN_LENGTH])
    if "how" in data:
        _check_award(data)
    else:
        _check_played(data, rules)


def _check_hands(data: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
    written, mode = data["hands"], rules_of(rules).mode
    read = isinstance(written, list) and all(is_hand(hand, mode == "teams") for hand in written)
    if not read or data.get("mode", "two") != mode:
        raise DomainError("gin_hands_unread")
    if len(written) > MAX_HANDS:
        raise DomainError("gin_too_many_hands", most=MAX_HANDS)
    paper = sheet_of(data, rules)
    if paper.over:
        return
    if paper.rules.hollywood:
        raise DomainError("gin_sheet_not_over", open=_open_games(paper))
    raise DomainError("gin_game_not_over", target=paper.rules.target, best=max(paper.games[0].points))


def _open_games(paper: Sheet) -> int:
    """Return how many games keep a sheet of Hollywood from its end (rules.md §7.2)."""
    if not paper.rules.hollywood_letter:
        return [game.winner for game in paper.games].count(None)
    target = paper.rules.target
    return min(sum(game.points[side] < target for game in paper.games) for side in range(SIDES))


def _check_totals(written: object, sides: int) -> None:
    if not isinstance(written, list) or len(written) != sides:
        raise DomainError("one_score_a_side", sides=sides)
    for value in written:
        if type(value) is not int:
            raise DomainError("gin_not_a_whole_number", value=str(value)[:MAX_SHOWN_LENGTH])
        if not -MAX_TOTAL <= value <= MAX_TOTAL:
            raise DomainError("gin_total_too_high", value=value, most=MAX_TOTAL)


def _check_played(data: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
    winner, hollywood = winner_of(data, rules), rules_of(rules).hollywood
    if winner is None:
        raise DomainError("gin_sheet_level" if hollywood else "gin_totals_level", value=max(data["totals"]))
    own, other, least = data["totals"][winner], _best_other(data["totals"], winner), least_winner_total(rules)
    if "winner" in data and own > other:
        raise DomainError("gin_winner_is_told")
    if hollywood and own < other:
        raise DomainError("gin_sheet_backwards", value=own, other=other)
    if own < least:
        raise DomainError("gin_sheet_too_low" if hollywood else "gin_total_too_low", value=own, least=least)


def _check_award(data: Mapping[str, Any]) -> None:
    if data["how"] not in AWARDS:
        raise DomainError("unknown_award", how=str(data["how"])[:MAX_SHOWN_LENGTH])
    winner = data.get("winner")
    if winner is not None and data["totals"][winner] < _best_other(data["totals"], winner):
        other = _best_other(data["totals"], winner)
        raise DomainError("gin_award_backwards", value=data["totals"][winner], other=other)


def _best_other(written: Sequence[int], side: int) -> int:
    """Return the highest total of the other sides."""
    return max(total for other, total in enumerate(written) if other != side)


def winner_of(data: Mapping[str, Any], rules: Mapping[str, Any]) -> int | None:
    """Return the index of the side that won, or None (rules.md §5).

    It is the first side at the target, as named or by the hands; else the higher total, also of a Hollywood
    sheet (§7.2).
    """
    if "hands" in data:
        return sheet_of(data, rules).winner
    named = data.get("winner")
    if named is not None or "how" in data:
        return None if named is None else int(named)
    return _leading_side(data["totals"])


def side_values(
    data: Mapping[str, Any], rules: Mapping[str, Any], games_in_match: int = 1
) -> tuple[SideValue, ...]:
    """Return the values of each side, one `SideValue` a side, from checked line data (rules.md §5, §6)."""
    how = str(data.get("how", "played"))
    if "hands" in data:
        paper = sheet_of(data, rules)
        final, winner = sheet_totals(paper), paper.winner
    else:
        final, winner = final_totals(data, rules), winner_of(data, rules)
    worth = settle(final, rules_of(rules)) if winner is not None else (0,) * len(final)
    values = []
    for side, value in enumerate(worth):
        values.append(
            SideValue(
                pegged=final[side],
                against=_best_other(final, side),
                played=how == "played",
                won=side == winner,
                spread=value,
                how=how,
                value=value,
            )
        )
    return tuple(values)
