"""Games for which each of two players hands in a card: the data of a card, and the ruling on both.

| card                     | line data                                  | when                               |
|--------------------------|--------------------------------------------|------------------------------------|
| a possible game          | the result, as it is written otherwise     | points and spread fit              |
| an impossible one        | `{"v": 2, "card": [2, -17], "side": 0}`    | they do not, or a spread is blank  |
| a ruling, by side        | `{"v": 2, "cards": [16, -17]}`             | the cards still differ afterwards  |

Two cards that agree give the same result, so they settle the game like two equal claims (`scoring.settle`).
Source: rules.md §4.1.

>>> rules = {"target": 121, "match_points": "acc", "cards": "two"}
>>> said = [data_of(Card(2, 17), 0, rules), data_of(Card(0, -16), 1, rules)]
>>> said[0]["pegged"], said[1]["pegged"]
([121, 104], [121, 105])
>>> propose_ruling([card_of(data, side, rules) for side, data in enumerate(said)]).spreads
(16, -17)
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.errors import DomainError
from scoring.line_data import MAX_SHOWN_LENGTH, check_keys
from scoring.match_points import Table, read_table, skunk_level, skunk_lines, win_worth

ONE_SLIP, TWO_CARDS = "one", "two"
RESULT_FORMS = (ONE_SLIP, TWO_CARDS)
"""The ways to hand in a game: one slip for both sides, or a card of each."""
VERSION = 2
CLAIM_KEYS, RULING_KEYS = frozenset({"v", "card", "side"}), frozenset({"v", "cards"})
LOSS_MARKS = ("0", "x", "/", "-", "–")
"""The signs of a lost game in the column of game points (rules.md §4.1)."""
BLANK_MARK = "?"
Rules = Mapping[str, Any]


class Card(NamedTuple):
    """One card's record of one game: game points, and the spread, + for a win (None: left blank)."""

    points: int
    spread: int | None


@dataclass(frozen=True)
class Proposal:
    """A ruling by rule 12.2: the spread of each side, + for the win; `letter` is the clause applied."""

    letter: str
    spreads: tuple[int, int]


class Totals(NamedTuple):
    """The foot of a card, `38/18 +206`: game points, games won, net spread (rules.md §4.1)."""

    points: int
    won: int
    spread: int

    def __str__(self) -> str:
        sign = "+" if self.spread > 0 else "−" if self.spread < 0 else ""
        return f"{self.points}/{self.won} {sign}{abs(self.spread)}"


def asks_two_cards(rules: Rules) -> bool:
    """Return whether the rules of a stage ask for two cards; never in a match (rules.md §4.1)."""
    return rules.get("cards") == TWO_CARDS and "games" not in rules


def check_rules(rules: Rules) -> None:
    """Raise `DomainError` if two cards could not be compared under the rules of a tournament (rules.md §4.1).

    A card needs one game of two players, a winner at exactly the target, and match points for a win.
    """
    if rules.get("cards", ONE_SLIP) == ONE_SLIP:
        return
    if rules.get("at_table", 2) != 2 or rules.get("odd") == "three":
        raise DomainError("two_cards_of_two")
    if rules.get("movement") == "knock_out" or rules.get("match", {}).get("games") != 1:
        raise DomainError("two_cards_one_game")
    if rules.get("pegging") != "exact":
        raise DomainError("two_cards_exact")
    if rules.get("match_points") is None:
        raise DomainError("two_cards_no_table")


def _table(rules: Rules) -> Table:
    table = read_table(rules.get("match_points"))
    if table is None:
        raise DomainError("two_cards_no_table")
    return table


def points_of(spread: int, rules: Rules) -> int:
    """Return the game points of a card with this spread: 0 for a loss (rules.md §3.2)."""
    if spread <= 0:
        return 0
    level = skunk_level(int(rules["target"]) - spread, skunk_lines(rules))
    return win_worth(_table(rules), level).points


def is_possible_card(card: Card, rules: Rules) -> bool:
    """Return whether a game could have ended as a card says (rules.md §4.1)."""
    target = int(rules["target"])
    spread = card.spread or 0
    return 0 < abs(spread) <= target and card.points == points_of(spread, rules)


def data_of(card: Card, side: int, rules: Rules) -> dict[str, Any]:
    """Return line data of the card of `side` (0 or 1) (rules.md §4.1)."""
    if card.spread is None or not is_possible_card(card, rules):
        return {"v": VERSION, "card": list(card), "side": side}
    return {"v": 1, "pegged": _pegged(side if card.spread > 0 else 1 - side, abs(card.spread), rules)}


def _pegged(winner: int, spread: int, rules: Rules) -> list[int]:
    target = int(rules["target"])
    return [target if side == winner else target - spread for side in (0, 1)]


def card_of(data: Mapping[str, Any], side: int, rules: Rules) -> Card:
    """Return the card of `side` from a claim, a result or a ruling (rules.md §4.1)."""
    if "card" in data:
        points, spread = data["card"]
        return Card(points, spread)
    pegged = data.get("pegged", ())
    spread = data["cards"][side] if "cards" in data else pegged[side] - pegged[1 - side]
    return Card(points_of(spread, rules), spread)


def ruling_data(spreads: Sequence[int], rules: Rules) -> dict[str, Any]:
    """Return line data of a ruling that gives each side the spread of its card (rules.md §4.1).

    Cards that fit each other give the plain result: equal results are written in one way only.
    """
    one, other = spreads
    if one == -other and one and abs(one) <= int(rules["target"]):
        return {"v": 1, "pegged": _pegged(0 if one > 0 else 1, abs(one), rules)}
    return {"v": VERSION, "cards": list(spreads)}


def check(data: Mapping[str, Any], rules: Rules) -> None:
    """Raise `DomainError` for line data of a card or of a ruling that cannot be (rules.md §4.1)."""
    if "card" in data:
        check_keys(data, CLAIM_KEYS, VERSION)
        _check_card(data, rules)
        return
    check_keys(data, RULING_KEYS, VERSION)
    spreads = data["cards"]
    if not isinstance(spreads, list) or len(spreads) != 2:
        raise DomainError("one_score_a_side", sides=2)
    most = int(rules["target"])
    for spread in spreads:
        _check_spread(spread, most)
        if not spread:
            raise DomainError("spread_of_nothing")
    if min(spreads) > 0:
        raise DomainError("two_cards_both_won")
    if sum(spreads) == 0:
        raise DomainError("two_cards_alike")


def _check_card(data: Mapping[str, Any], rules: Rules) -> None:
    card = data["card"]
    if data.get("side") not in (0, 1) or type(data["side"]) is not int:
        raise DomainError("unknown_winner", winner=str(data.get("side"))[:MAX_SHOWN_LENGTH])
    if not isinstance(card, list) or len(card) != 2:
        raise DomainError("card_not_read", typed=str(card)[:MAX_SHOWN_LENGTH])
    points, spread = card
    if type(points) is not int or points not in (0, *_table(rules).points):
        raise DomainError("card_points", value=str(points)[:MAX_SHOWN_LENGTH], points=_points_text(rules))
    if spread is not None:
        _check_spread(spread, int(rules["target"]))
    if is_possible_card(Card(points, spread), rules):
        raise DomainError("two_cards_alike")


def _check_spread(spread: Any, most: int) -> None:
    if type(spread) is not int:
        raise DomainError("not_a_whole_number", value=str(spread)[:MAX_SHOWN_LENGTH])
    if abs(spread) > most:
        raise DomainError("spread_too_high", value=abs(spread), most=most)


def _points_text(rules: Rules) -> str:
    return ", ".join(str(points) for points in sorted({0, *_table(rules).points}))


def check_single_card(kind: str, by_side: int | None, data: Mapping[str, Any], rules: Rules) -> None:
    """Raise `DomainError` for a line that would settle a game of two cards with one card (rules.md §4.1).

    A result comes from one side (`by_side`; None: from the table together, or from the desk); data that only
    a judge can give comes from a ruling alone.
    """
    if not asks_two_cards(rules):
        return
    of_a_side = kind in ("claim", "correction")
    if of_a_side and (by_side is None or data.get("side", by_side) != by_side):
        raise DomainError("two_cards_asked")
    if ("card" in data and not of_a_side) or ("cards" in data and kind != "ruling"):
        raise DomainError("not_of_a_line")


def reorder_sides(data: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """Return the same data with the sides in another order, as `reorder_sides` of a game (rules.md §4.1)."""
    if "card" in data:
        return {**data, "side": list(order).index(data["side"])}
    return {**data, "cards": [data["cards"][side] for side in order]}


def skunk_line_margins(spread: int | None, rules: Rules) -> tuple[int, int] | None:
    """Return the two margins at a skunk line, as (30, 31), if `spread` is one of them, else None.

    See rules.md §4.1.

    >>> [skunk_line_margins(spread, {"target": 121}) for spread in (-31, 60, 17)]
    [(30, 31), (60, 61), None]
    """
    for line in skunk_lines(rules) if spread is not None else ():
        last = int(rules["target"]) - line
        if abs(spread or 0) in (last, last + 1):
            return last, last + 1
    return None


def propose_ruling(cards: Sequence[Card]) -> Proposal | None:
    """Return the ruling of rule 12.2 on two cards that differ, or None if the rule is silent (rules.md §4.1).

    Both are taken as the cards of players who may qualify: the winner has the lower spread, the loser the
    higher, so a card that is wrong to its own disadvantage stays as it is.
    """
    sizes = [abs(card.spread) for card in cards if card.spread]
    if not sizes:
        return None
    letter, winner = _winner(cards)
    if letter == "e":
        one, other = (abs(card.spread or 0) for card in cards)
        return Proposal("e", (-one, -other))
    if winner is None:
        return None
    low, high = min(sizes), max(sizes)
    if len(sizes) == 1:
        letter = "c"
    elif letter == "b" and low == high:
        letter = "g"
    return Proposal(letter, (low, -high) if winner == 0 else (-high, low))


def _winner(cards: Sequence[Card]) -> tuple[str, int | None]:
    """Return the letter of the rule and the winner it gives; `e` has no winner, a silent rule gives None."""
    won = [card.points > 0 for card in cards]
    columns = [None if not card.spread else card.spread > 0 for card in cards]
    if won[0] != won[1]:
        winner = won.index(True)
        if None in columns:
            return "c", winner
        if columns[0] == columns[1]:
            return "f", winner
        return ("b", winner) if columns[winner] else ("", None)
    if None in columns:
        return "", None
    if columns[0] == columns[1]:
        return "e", None
    return "d", columns.index(True)


def read_card(typed: str, rules: Rules) -> Card:
    """Parse a card as it is typed (rules.md §4.1): `2 17`, `0 17`, `x 05`; `2 -17` is in the wrong column.

    Without a sign the spread is in the column that the game points call for; `?` is a blank spread. Raises
    `DomainError` for a text that is no card.
    """
    words = typed.split()
    if len(words) != 2:
        raise DomainError("card_not_read", typed=typed[:MAX_SHOWN_LENGTH])
    won = words[0].casefold()
    if won not in LOSS_MARKS and not re.fullmatch(r"\d{1,2}", won, re.ASCII):
        raise DomainError("card_points", value=words[0][:MAX_SHOWN_LENGTH], points=_points_text(rules))
    points = 0 if won in LOSS_MARKS else int(won)
    if points not in (0, *_table(rules).points):
        raise DomainError("card_points", value=points, points=_points_text(rules))
    if words[1] == BLANK_MARK:
        return Card(points, None)
    found = re.fullmatch(r"([+−–-]?)(\d{1,3})", words[1], re.ASCII | re.IGNORECASE)
    if not found:
        raise DomainError("card_not_read", typed=typed[:MAX_SHOWN_LENGTH])
    size = int(found[2])
    if not size:
        raise DomainError("spread_of_nothing")
    if size > int(rules["target"]):
        raise DomainError("spread_too_high", value=size, most=int(rules["target"]))
    plus = found[1] == "+" if found[1] else points > 0
    return Card(points, size if plus else -size)


def read_spread(typed: str, most: int) -> int:
    """Parse a spread with its sign, as a judge types it: `16`, `+16`, `-17` (rules.md §4.1).

    Raises `DomainError`.
    """
    found = re.fullmatch(r"([+−–-]?)\s*(\d{1,3})", typed.strip(), re.ASCII)
    if not found:
        raise DomainError("not_a_whole_number", value=typed.strip()[:20])
    spread = int(found[2]) if found[1] in ("", "+") else -int(found[2])
    _check_spread(spread, most)
    return spread


def read_totals(typed: str) -> Totals:
    """Parse the shorthand `38/18 +206` as it is typed (rules.md §4.1). Raises `DomainError` for other texts.

    >>> read_totals("38/18 +206"), str(read_totals("12 / 6 -45"))
    (Totals(points=38, won=18, spread=206), '12/6 −45')
    """
    found = re.fullmatch(
        r"(\d{1,3}) ?/ ?(\d{1,3})(?: ?([+−–-]) ?| )(\d{1,4})", " ".join(typed.split()), re.ASCII
    )
    if not found:
        raise DomainError("totals_not_read", typed=typed.strip()[:MAX_SHOWN_LENGTH])
    spread = int(found[4])
    return Totals(int(found[1]), int(found[2]), spread if found[3] in (None, "+") else -spread)
