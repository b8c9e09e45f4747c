"""Games of gin as they could be played, from a seed: for rehearsals, examples and tests (rules.md §5, §7).

| a side  | does                                                     |
|---------|----------------------------------------------------------|
| draws   | the card thrown if it helps, else from the stock         |
| throws  | what leaves the least deadwood                           |
| knocks  | as soon as it may                                        |

Every hand goes through the rule book from its cards.

>>> from random import Random
>>> from scoring.gin.rules import STANDARD
>>> played = rehearsed_game(Random(7), STANDARD)
>>> sheet([read_hand(hand) for hand in played]).over
True
"""

from random import Random
from typing import Any

from scoring.cards import DECK, Card
from scoring.gin.figures import knock_limit, read_hand
from scoring.gin.game import sheet
from scoring.gin.hand import score_hand
from scoring.gin.meetings import opening
from scoring.gin.melds import deadwood
from scoring.gin.rules import GinRules
from scoring.gin.score import Score, deals_next

NOT_DRAWN = 2
"""The last two cards of the stock may not be drawn (rules.md §5)."""


def rehearsed_game(chance: Random, rules: GinRules) -> list[Any]:
    """The figures of the hands of a game played to its end, of teams a list a hand (rules.md §5, §6)."""
    written: list[Any] = []
    scores: list[list[Score]] = []
    dealers = [chance.randrange(2) for _pair in opening(rules)]
    while not (paper := sheet(scores, rules)).over:
        for pair, meeting in enumerate(paper.meetings):
            if meeting.dealer is not None:  # the rules say who deals; else the place that dealt or won before
                dealers[pair] = meeting.players.index(meeting.dealer)
        results = [rehearsed_hand(chance, rules, dealer) for dealer in dealers]
        written.append(results if rules.mode == "teams" else results[0])
        scores.append([read_hand(result, rules) for result in results])
        dealers = [deals_next(score, dealer) for score, dealer in zip(scores[-1], dealers, strict=True)]
    return written


def rehearsed_hand(chance: Random, rules: GinRules, dealer: int) -> dict[str, Any]:
    """The figures of one hand, dealt and played (rules.md §5): what `figures.read_hand` reads."""
    pack = list(DECK)
    chance.shuffle(pack)
    held, (thrown, *stock) = [pack[:10], pack[10:20]], pack[20:]
    up_card, side = thrown, 1 - dealer
    limit = knock_limit(rules, up_card)
    while len(stock) > NOT_DRAWN:
        hand, thrown = _turn(held[side], thrown, stock, rules.ace)
        held[side] = hand
        if deadwood(hand, rules.ace) <= limit:
            score = score_hand(hand, held[1 - side], rules=rules, knocker=side, up_card=up_card)
            return _figures(score, rules, up_card)
        side = 1 - side
    return {"how": "void", "reason": "stock_out"}


def _turn(hand: list[Card], thrown: Card, stock: list[Card], ace: str) -> tuple[list[Card], Card]:
    """The hand after drawing and throwing, and the card thrown."""
    kept, out = _least([*hand, thrown], hand, ace)
    if deadwood(kept, ace) < deadwood(hand, ace):
        return kept, out
    drawn = [*hand, stock.pop()]
    return _least(drawn, drawn, ace)


def _least(cards: list[Card], may_go: list[Card], ace: str) -> tuple[list[Card], Card]:
    """The ten cards to keep, and the one to throw: the highest of those that leave the least deadwood."""
    best: tuple[int, int, int] | None = None
    for out in may_go:
        found = deadwood([card for card in cards if card is not out], ace), -out.rank, out.index
        best = found if best is None or found < best else best
    assert best is not None
    out = DECK[best[2]]
    return [card for card in cards if card is not out], out


def _figures(score: Score, rules: GinRules, up_card: Card) -> dict[str, Any]:
    turned = {"up_card": str(up_card)} if rules.oklahoma else {}
    if score.winner is None:
        return {"how": score.how} | turned
    return {"how": score.how, "winner": score.winner, "difference": score.difference} | turned
