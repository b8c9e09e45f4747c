"""The ending of a hand of gin and its points (rules.md §5, §5.1, §7).

| the hand ends with                           | who scores   | what                                      |
|----------------------------------------------|--------------|-------------------------------------------|
| a knock, the opponent has more deadwood      | the knocker  | the difference                            |
| a knock, the opponent has as little or less  | the opponent | the difference and the undercut bonus     |
| gin: the knocker has no deadwood             | the knocker  | the opponent's deadwood and the gin bonus |

| irregularity (§5.1)                     | what it changes                                           |
|-----------------------------------------|-----------------------------------------------------------|
| the opponent holds fewer than ten cards | 10 points off the opponent, and no undercut bonus         |
| the opponent holds more than ten        | cannot win: as little deadwood or less, neither scores    |
| gin held, but the other knocks          | an undercut like any other: no gin bonus                  |

| variant (§7)     | what it changes                                                                |
|------------------|--------------------------------------------------------------------------------|
| Oklahoma         | a spade turned up doubles difference and bonus, no fine                        |
| round the corner | an opponent of gin who is brought to zero by laying off: no side scores        |

>>> from scoring.gin.rules import STANDARD
>>> ending_score(Ending("undercut", winner=1, difference=3, rules=STANDARD)).counts
(0, 13)
>>> ending_score(Ending("undercut", winner=1, difference=3, rules=STANDARD, opponent_cards=9)).counts
(0, -7)
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.gin.rules import FINE, GinRules
from scoring.gin.score import Reason, Score

HAND_SIZE = 10

VOID_REASONS = (
    "stock_out",
    "dealt_out_of_turn",
    "imperfect_pack",
    "card_turned_in_deal",
    "card_face_up_in_pack",
    "wrong_number_dealt",
    "wrong_number_in_play",
    "cards_seen_in_deal",
    "knocker_irregular",
)
"""Reasons of a void hand: the fiftieth card, no knock (§5), misdeals a) to g), the knocker's hand (§5.1)."""

REASONS = (
    "knock",  # side, deadwood, limit
    "gin",  # side
    "lays_off",  # side, points, cards
    "deadwood",  # side, points: what counts against the opponent in the end
    "few_cards",  # side, points (the fine), cards
    "difference",  # side, points
    "undercut_bonus",  # side, points
    "gin_bonus",  # side, points
    "few_cards_no_bonus",  # side
    "gin_not_knocked",  # side
    "spade_doubles",  # points
    "many_cards",  # side, cards
    "corner_to_zero",  # side
    "nobody",  # the sheet says that neither side scored
    *(f"void_{reason}" for reason in VOID_REASONS),
)
"""Every code that explains the score of a hand, with its figures."""


@dataclass(frozen=True)
class Ending:
    """The ending of a hand, and everything that changes its points.

    `how` is `knock`, `gin` or `undercut`, `difference` never below zero; `opponent_cards` is how many cards
    the opponent of the knocker held, `gin_not_knocked`: they held gin, `spade`: the hand is doubled.
    """

    how: str
    winner: int
    difference: int
    rules: GinRules
    opponent_cards: int = HAND_SIZE
    spade: bool = False
    gin_not_knocked: bool = False

    @property
    def opponent(self) -> int:
        """The side that did not knock (rules.md §5)."""
        return self.winner if self.how == "undercut" else 1 - self.winner


def compare(knocker: int, own: int, other: int) -> tuple[str, int, int]:
    """Return how a hand ends, its winner and the difference, from the counts of both sides (rules.md §5).

    >>> compare(0, 7, 9), compare(0, 7, 7), compare(0, 0, 0)
    (('knock', 0, 2), ('undercut', 1, 0), ('gin', 0, 0))
    """
    if own == 0:
        return "gin", knocker, other
    if own < other:
        return "knock", knocker, other - own
    return "undercut", 1 - knocker, own - other


def ending_score(ending: Ending, first: Iterable[Reason] = ()) -> Score:
    """Return the score of a hand; its reasons come after those in `first` (rules.md §5, §5.1, §7)."""
    fines, of_fine = _opponent_fine(ending)
    no_score = _no_score_reason(ending)
    if no_score is not None:
        return Score("nobody", fines=fines, reasons=(*first, *of_fine, no_score))
    bonus, of_bonus = _bonus(ending)
    points = ending.difference + bonus
    reasons = [
        *first,
        *of_fine,
        Reason("difference", reason_args(ending.winner, ending.difference)),
        *of_bonus,
    ]
    if ending.spade:
        points *= 2
        reasons.append(Reason("spade_doubles", {"points": points}))
    return Score(ending.how, ending.winner, ending.difference, bonus, points, fines, tuple(reasons))


def _opponent_fine(ending: Ending) -> tuple[tuple[int, int], list[Reason]]:
    """Return the fine of an opponent with fewer than ten cards (§5.1), and its reason."""
    if ending.opponent_cards >= HAND_SIZE:
        return (0, 0), []
    fines = (FINE, 0) if ending.opponent == 0 else (0, FINE)
    return fines, [
        Reason("few_cards", {**reason_args(ending.opponent, FINE), "cards": ending.opponent_cards})
    ]


def _no_score_reason(ending: Ending) -> Reason | None:
    """Return why no side scores, or None: an opponent has over ten cards (§5.1), or is at zero (§7.3)."""
    as_little = ending.how == "undercut" or ending.difference == 0
    if as_little and ending.opponent_cards > HAND_SIZE:
        return Reason("many_cards", {"side": ending.opponent, "cards": ending.opponent_cards})
    if ending.how == "gin" and ending.difference == 0 and ending.rules.ace == "corner":
        return Reason("corner_to_zero", {"side": ending.opponent})
    return None


def _bonus(ending: Ending) -> tuple[int, list[Reason]]:
    if ending.how == "knock":
        return 0, []
    if ending.how == "gin":
        return ending.rules.gin, [Reason("gin_bonus", reason_args(ending.winner, ending.rules.gin))]
    if ending.opponent_cards < HAND_SIZE:
        return 0, [Reason("few_cards_no_bonus", {"side": ending.winner})]
    reasons = [Reason("undercut_bonus", reason_args(ending.winner, ending.rules.undercut))]
    if ending.gin_not_knocked:
        reasons.append(Reason("gin_not_knocked", {"side": ending.winner}))
    return ending.rules.undercut, reasons


def reason_args(side: int, points: int) -> dict[str, int | str]:
    """Return the figures of a reason that gives points to a side, or takes them (rules.md §5.1)."""
    return {"side": side, "points": points}
