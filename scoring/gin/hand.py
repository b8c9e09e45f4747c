"""The score of a hand of gin from the cards of both sides (rules.md §5, §5.1, §7).

| step                 | rule                                                                            |
|----------------------|---------------------------------------------------------------------------------|
| the knocker's cards  | ten after the discard; another number is irregular: void if the opponent wishes |
| the knocker's melds  | the best ones (`scoring.gin.melds`), or those that were laid                    |
| the limit            | deadwood 10 or less, in Oklahoma the up-card; a knock over it is no knock       |
| the opponent         | own melds, and lays off as well as can be; not after gin, but round the corner  |
| the points           | `scoring.gin.ending`                                                            |
| the next dealer      | the winner; the same dealer again without a winner (`next_dealer`)               |

>>> hand = score_hand("3C 4C 5C 7D 7H 7S 9S 10S JS 6D", "2C 6C 8C 8D 8H KD KH QC 4S 3H")
>>> hand.how, hand.winner, hand.points
('knock', 0, 31)
>>> [reason.code for reason in hand.reasons]
['knock', 'lays_off', 'deadwood', 'difference']
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card, Cards, cards_to_text, check_number, read_cards
from scoring.errors import DomainError
from scoring.gin import masks
from scoring.gin.ending import HAND_SIZE, Ending, compare, ending_score, reason_args
from scoring.gin.figures import (
    check_limit,
    check_opponent_cards,
    clean_side,
    is_doubled,
    knock_limit,
    knock_reason,
)
from scoring.gin.layoff import Reply, lay_off
from scoring.gin.layout import Meld, meld_of, read_meld
from scoring.gin.melds import Arrangement, best_melds
from scoring.gin.rules import STANDARD, GinRules
from scoring.gin.score import Reason, Score


@dataclass(frozen=True)
class LaidOutHand:
    """A hand laid out: the knocker's melds, the opponent's reply, and the score."""

    knocker: Arrangement
    opponent: Reply
    score: Score


def score_hand(
    knocker_cards: Cards,
    opponent_cards: Cards,
    *,
    rules: GinRules = STANDARD,
    knocker: int = 0,
    up_card: Card | str | None = None,
    melds: Sequence[Meld | Cards] | None = None,
) -> Score:
    """Return the score of a hand, from the cards of both after the knocker's discard (rules.md §5, §5.1, §7).

    `knocker` is the side (0 or 1) that knocked, `up_card` the card that was turned up (Oklahoma), `melds`
    those that the knocker laid, if not the best ones. The opponent lays off as well as can be. Raises
    `DomainError` for cards that cannot be, a knocker's hand of another number than ten, a knock over the
    limit.
    """
    return show_hand(
        knocker_cards, opponent_cards, rules=rules, knocker=knocker, up_card=up_card, melds=melds
    ).score


def show_hand(
    knocker_cards: Cards,
    opponent_cards: Cards,
    *,
    rules: GinRules = STANDARD,
    knocker: int = 0,
    up_card: Card | str | None = None,
    melds: Sequence[Meld | Cards] | None = None,
) -> LaidOutHand:
    """Return the result of `score_hand` with the cards laid out as they were counted (rules.md §5)."""
    own, other = read_cards(knocker_cards), read_cards(opponent_cards)
    opponent = 1 - clean_side(knocker)
    check_number(own, HAND_SIZE)
    check_opponent_cards(len(other))
    masks.check_disjoint(masks.mask_of(own), masks.mask_of(other))
    limit = knock_limit(rules, up_card)
    laid = (
        best_melds(own, rules.ace, other) if melds is None else _arrangement_from_melds(own, melds, rules.ace)
    )
    check_limit(laid.deadwood, limit)
    may_lay_off = laid.deadwood > 0 or rules.ace == "corner"
    reply = lay_off(other, laid.melds if may_lay_off else (), rules.ace)
    ending = Ending(
        *compare(knocker, laid.deadwood, reply.deadwood),
        rules,
        opponent_cards=len(other),
        spade=is_doubled(rules, up_card),
        gin_not_knocked=reply.deadwood == 0 and not reply.laid_off,
    )
    reasons = (
        knock_reason(knocker, laid.deadwood, limit),
        *_lay_off_reasons(opponent, reply, rules.ace),
        Reason("deadwood", reason_args(opponent, reply.deadwood)),
    )
    return LaidOutHand(laid, reply, ending_score(ending, reasons))


def _arrangement_from_melds(hand: Sequence[Card], melds: Sequence[Meld | Cards], ace: str) -> Arrangement:
    """Return the knocker's hand with the melds that were laid on the table."""
    rest = masks.mask_of(hand)
    laid = [read_meld(meld, ace) for meld in melds]
    for meld in laid:
        if meld & ~rest:
            raise DomainError("gin_meld_not_held", cards=cards_to_text(masks.cards_of(meld)))
        rest ^= meld
    return Arrangement(tuple(meld_of(meld) for meld in laid), masks.cards_of(rest), masks.value(rest, ace))


def _lay_off_reasons(opponent: int, reply: Reply, ace: str) -> list[Reason]:
    cards = [laid_off.card for laid_off in reply.laid_off]
    if not cards:
        return []
    points = masks.value(masks.mask_of(cards), ace)
    return [Reason("lays_off", {**reason_args(opponent, points), "cards": cards_to_text(cards)})]
