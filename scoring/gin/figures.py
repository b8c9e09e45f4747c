"""The score of a hand of gin from the figures written at the table (rules.md §5, §5.1, §7).

| written down                       | read by            | as data                                          |
|------------------------------------|--------------------|--------------------------------------------------|
| how it ended, winner, difference   | `score_figures`    | `{"how": "gin", "winner": 1, "difference": 23}`  |
| who knocked, what each side counts | `score_deadwood`   | `{"knocker": 0, "deadwood": [7, 31]}`            |
| a void hand and its reason         | `void`             | `{"how": "void", "reason": "stock_out"}`         |

In Oklahoma a hand has its up-card as well (`"up_card": "7S"`), or only whether that was a spade (`"spade":
true`): then the limit cannot be checked below 10. `"opponent_cards"` is there if the knocker's opponent did
not hold ten.

>>> read_hand({"how": "gin", "winner": 1, "difference": 23}).points
43
>>> read_hand({"knocker": 0, "deadwood": [7, 31]}).counts
(24, 0)
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.cards import Card, read_card
from scoring.errors import DomainError, is_whole
from scoring.gin.ending import HAND_SIZE, VOID_REASONS, Ending, compare, ending_score, reason_args
from scoring.gin.masks import MAX_CARDS
from scoring.gin.rules import KNOCK_LIMIT, STANDARD, GinRules
from scoring.gin.score import ENDINGS, Reason, Score

SPADES = 3


def knock_limit(rules: GinRules, up_card: Card | str | None = None) -> int:
    """Return the most deadwood that may knock: 10, or by the up-card in Oklahoma (rules.md §5, §7.1).

    Raises `DomainError` (`gin_up_card_missing`) if Oklahoma is played and there is no up-card.

    >>> from scoring.gin.rules import NAMED_RULES
    >>> [knock_limit(NAMED_RULES["oklahoma"], card) for card in ("KD", "7D", "AS")], knock_limit(STANDARD)
    ([10, 7, 0], 10)
    """
    if not rules.oklahoma:
        return KNOCK_LIMIT
    if up_card is None:
        raise DomainError("gin_up_card_missing")
    rank = _card(up_card).rank
    return 0 if rank == 1 else min(rank, KNOCK_LIMIT)


def is_doubled(rules: GinRules, up_card: Card | str | None = None, spade: bool | None = None) -> bool:
    """Return whether a spade was turned up in Oklahoma, which doubles the hand (rules.md §7.1)."""
    if not rules.oklahoma:
        return False
    return _card(up_card).suit == SPADES if up_card is not None else bool(spade)


def score_deadwood(
    knocker: int,
    deadwood: Sequence[int],
    *,
    rules: GinRules = STANDARD,
    up_card: Card | str | None = None,
    spade: bool | None = None,
    opponent_cards: int = HAND_SIZE,
) -> Score:
    """Return the score of a hand from the final counts, `deadwood` by side (rules.md §5, §5.1, §7).

    The opponent's deadwood is the rest after laying off. Raises `DomainError` for figures that no hand gives
    and for a knock over the limit.

    >>> score_deadwood(0, (7, 3)).counts, score_deadwood(1, (30, 0)).counts
    ((0, 14), (0, 50))
    """
    clean_side(knocker)
    check_opponent_cards(opponent_cards)
    if not isinstance(deadwood, (list, tuple)) or len(deadwood) != 2:
        raise DomainError("gin_two_deadwoods")
    own = _check_points(deadwood[knocker], most_deadwood(HAND_SIZE, rules.ace))
    other = _check_points(deadwood[1 - knocker], most_deadwood(opponent_cards, rules.ace))
    limit = _limit(rules, up_card, spade)
    check_limit(own, limit)
    ending = Ending(*compare(knocker, own, other), rules, opponent_cards, is_doubled(rules, up_card, spade))
    return ending_score(
        ending, (knock_reason(knocker, own, limit), Reason("deadwood", reason_args(1 - knocker, other)))
    )


def score_figures(
    how: str,
    winner: int | None = None,
    difference: int | None = None,
    *,
    rules: GinRules = STANDARD,
    up_card: Card | str | None = None,
    spade: bool | None = None,
    opponent_cards: int = HAND_SIZE,
    reason: str | None = None,
) -> Score:
    """Return the score of a hand from how it ended, its winner and the difference (rules.md §5, §5.1, §7).

    `how` is `knock`, `gin`, `undercut`, `nobody` or `void`; `difference` is as the cards gave it, without
    bonus and before a spade doubles it; `opponent_cards` how many the knocker's opponent held; `reason` one
    of `VOID_REASONS` for a void hand. Raises `DomainError` for figures that no hand gives.

    >>> score_figures("undercut", winner=0, difference=4).counts
    (14, 0)
    >>> score_figures("void", reason="stock_out").counts
    (0, 0)
    """
    if how not in ENDINGS:
        raise DomainError("gin_unknown_how", value=str(how))
    ended = how not in ("void", "nobody")
    if (not ended and (winner, difference) != (None, None)) or (reason is not None and how != "void"):
        raise DomainError("gin_nothing_beside")
    if how == "void":
        return void(reason)
    if how == "nobody":
        return Score("nobody", reasons=(Reason("nobody"),))
    side = clean_side(winner)
    check_opponent_cards(opponent_cards)
    limit = _limit(rules, up_card, spade)
    most = most_deadwood(opponent_cards, rules.ace)
    if limit == 0 and how != "gin":
        raise DomainError("gin_only_gin")
    points = _check_points(difference, {"knock": most - 1, "gin": most, "undercut": limit}[how])
    if how == "knock" and points == 0:
        raise DomainError("gin_knock_without_difference")
    return ending_score(Ending(how, side, points, rules, opponent_cards, is_doubled(rules, up_card, spade)))


def void(reason: str | None) -> Score:
    """Return the score of a hand that was stopped: no points, and its reason (rules.md §5, §5.1).

    Raises `DomainError` (`gin_void_reason`) for a reason that is not one of `VOID_REASONS`.
    """
    if reason not in VOID_REASONS:
        raise DomainError("gin_void_reason", value=str(reason or ""))
    return Score("void", reasons=(Reason(f"void_{reason}"),))


def read_hand(data: Mapping[str, Any], rules: GinRules = STANDARD) -> Score:
    """Return the score of a hand that a sheet keeps as JSON data: see the head of this module (rules.md §5).

    Raises `DomainError` for figures that no hand gives, and for an unknown key (`gin_unknown_figure`).
    """
    by_deadwood = "deadwood" in data
    own = ("knocker", "deadwood") if by_deadwood else ("how", "winner", "difference", "reason")
    known = (*own, "up_card", "spade", "opponent_cards")
    for key in data:
        if key not in known:
            raise DomainError("gin_unknown_figure", key=str(key))
    given = {key: value for key, value in data.items() if value is not None}
    if by_deadwood:
        return score_deadwood(given.pop("knocker", -1), given.pop("deadwood", ()), rules=rules, **given)
    return score_figures(given.pop("how", ""), rules=rules, **given)


def most_deadwood(cards: int, ace: str = "low") -> int:
    """Return the most deadwood of so many cards: two of each rank, the dearest first (rules.md §5).

    >>> most_deadwood(10), most_deadwood(10, "corner")
    (98, 110)
    """
    dearest = sorted([15 if ace == "corner" else 1, *range(2, 11), 10, 10, 10], reverse=True)
    return sum(dearest[place // 2] for place in range(cards))


def knock_reason(knocker: int, deadwood: int, limit: int) -> Reason:
    """Return the reason that a side knocked, or went gin (rules.md §5)."""
    if deadwood == 0:
        return Reason("gin", {"side": knocker})
    return Reason("knock", {"side": knocker, "deadwood": deadwood, "limit": limit})


def clean_side(side: object) -> int:
    """Raise `DomainError` for what is neither side 0 nor side 1, else return it (rules.md §5)."""
    if not is_whole(side) or side not in (0, 1):
        raise DomainError("unknown_winner")
    return side


def check_opponent_cards(cards: object) -> None:
    """Raise `DomainError` for a number of cards that the knocker's opponent cannot hold (rules.md §5.1)."""
    if not is_whole(cards) or not 1 <= cards <= MAX_CARDS:
        raise DomainError("gin_opponent_cards", given=str(cards), most=MAX_CARDS)


def check_limit(deadwood: int, limit: int) -> None:
    """Raise `DomainError` for a knock over the limit, which does not count as one (rules.md §5.1)."""
    if deadwood > limit:
        raise DomainError("gin_over_limit", deadwood=deadwood, limit=limit)


def _check_points(points: object, most: int) -> int:
    if not is_whole(points):
        raise DomainError("gin_points_whole_number", value=str(points))
    if points > most:
        raise DomainError("gin_too_many_points", value=points, most=most)
    return points


def _limit(rules: GinRules, up_card: Card | str | None, spade: bool | None) -> int:
    """Return the limit as `knock_limit`; a sheet that kept only the spade cannot set one below 10."""
    if up_card is None and spade is not None:
        return KNOCK_LIMIT
    return knock_limit(rules, up_card)


def _card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else read_card(card)
