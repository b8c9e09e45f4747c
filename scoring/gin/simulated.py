"""Simulated games of gin from a seed, for rehearsals, examples and tests (rules.md §5, §7).

| a side  | does                                                     |
|---------|----------------------------------------------------------|
| draws   | the card thrown if it helps, else from the stock         |
| throws  | the card that leaves the least deadwood                  |
| knocks  | as soon as it may                                        |

Every hand is scored by the rule book from its cards.

>>> from random import Random
>>> from scoring.gin.rules import STANDARD
>>> played = simulated_game(Random(7), STANDARD)
>>> sheet([read_hand(hand) for hand in played]).over
True
"""

from functools import cache
from random import Random
from typing import Any

from scoring.cards import DECK, Card
from scoring.gin.figures import knock_limit, read_hand
from scoring.gin.game import sheet
from scoring.gin.hand import score_hand
from scoring.gin.masks import cards_of, mask_of, value
from scoring.gin.meetings import first_meetings
from scoring.gin.melds import DEADWOOD_BOUND, min_deadwood
from scoring.gin.rules import GinRules
from scoring.gin.score import Score, next_dealer

UNDRAWN_CARDS = 2
"""The last two cards of the stock may not be drawn (rules.md §5)."""


def simulated_game(chance: Random, rules: GinRules) -> list[Any]:
    """Return the figures of the hands of a game to its end, in teams a list a hand (rules.md §5, §6)."""
    written: list[Any] = []
    scores: list[list[Score]] = []
    dealers = [chance.randrange(2) for _pair in first_meetings(rules)]
    while not (paper := sheet(scores, rules)).over:
        for pair, meeting in enumerate(paper.meetings):
            if meeting.dealer is not None:  # the rules say who deals; else the place that dealt or won before
                dealers[pair] = meeting.players.index(meeting.dealer)
        results = [simulated_hand(chance, rules, dealer) for dealer in dealers]
        written.append(results if rules.mode == "teams" else results[0])
        scores.append([read_hand(result, rules) for result in results])
        dealers = [next_dealer(score, dealer) for score, dealer in zip(scores[-1], dealers, strict=True)]
    return written


def simulated_hand(chance: Random, rules: GinRules, dealer: int) -> dict[str, Any]:
    """Return the figures of one hand, dealt and played, for `figures.read_hand` (rules.md §5)."""
    pack = list(DECK)
    chance.shuffle(pack)
    up_card, *stock = pack[20:]
    held, side = [mask_of(pack[:10]), mask_of(pack[10:20])], 1 - dealer
    thrown, limit = 1 << up_card.index, knock_limit(rules, up_card)
    while len(stock) > UNDRAWN_CARDS:
        held[side], thrown = _turn(held[side], thrown, stock, rules.ace)
        if min_deadwood(held[side], rules.ace) <= limit:
            knocker, other = cards_of(held[side]), cards_of(held[1 - side])
            score = score_hand(knocker, other, rules=rules, knocker=side, up_card=up_card)
            turned = {"up_card": str(up_card)} if rules.oklahoma else {}
            if score.winner is None:
                return {"how": score.how} | turned
            return {"how": score.how, "winner": score.winner, "difference": score.difference} | turned
        side = 1 - side
    return {"how": "void", "reason": "stock_out"}


def _turn(hand: int, thrown: int, stock: list[Card], ace: str) -> tuple[int, int]:
    """Return the hand after drawing and throwing, and the card thrown, as bits."""
    kept, out = _best_discard(hand | thrown, hand, ace)
    if min_deadwood(kept, ace) < min_deadwood(hand, ace):
        return kept, out
    drawn = hand | 1 << stock.pop().index
    return _best_discard(drawn, drawn, ace)


def _best_discard(held: int, may_go: int, ace: str) -> tuple[int, int]:
    """Return the ten cards to keep, and the one to throw: the highest of those that leave the least deadwood.

    No card takes more off the deadwood than it counts, so those that count most are tried first.
    """
    now, best = min_deadwood(held, ace), (DEADWOOD_BOUND, 0, 0)
    for count, rank, index in _cards_by_count(ace):
        if now - count > best[0]:
            break
        if may_go >> index & 1:
            best = min(best, (min_deadwood(held ^ 1 << index, ace), -rank, index))
    out = 1 << best[2]
    return held ^ out, out


@cache
def _cards_by_count(ace: str) -> list[tuple[int, int, int]]:
    """Return the deadwood count, rank and index of each card, those that count most first."""
    cards = [(value(1 << card.index, ace), card.rank, card.index) for card in DECK]
    return sorted(cards, key=lambda card: (-card[0], -card[1], card[2]))
