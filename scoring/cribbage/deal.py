"""The deal: number of cards, discards, cuts, first lead and next dealer (rules.md §1).

Seats are numbered clockwise from 0: the next number sits at the left.

| players | sides                         | dealt (discarded)                             | to the crib |
|---------|-------------------------------|-----------------------------------------------|-------------|
| 2       | 2                             | 6 (2)                                         | 0           |
| 3       | 3                             | 5 (1)                                         | 1           |
| 4       | 2 teams of 2, or alone        | 5 (1)                                         | 0           |
| 5       | 5                             | 5 (1), the dealer 4 (0)                       | 0           |
| 6       | 3 teams of 2, or 2 teams of 3 | 5 (1), the dealer and the one at the dealer's right 4 (0) | 0 |

| where the sources differ        | options, the default first                                           |
|---------------------------------|----------------------------------------------------------------------|
| who cuts the starter            | `right` (FADOQ, rules FR), `left` (article), `non_dealer` (EN)       |
| the pack cut before it is dealt | never (rules FR), or with `pack_cut` as in the first deal (article)  |
| five players                    | yes, or not with `fadoq`                                             |

`non_dealer` is the other one of two; with more players the source (EN) names the one at the left. The pack is
cut by the player who cuts the starter: the article says 'the other' of two.

>>> five = deal(5, dealer=4)
>>> five.dealt, five.discards, five.to_crib
((5, 5, 5, 5, 4), (1, 1, 1, 1, 0), 0)
>>> deal(6).sides, deal(6, teams=2).sides
((0, 1, 2, 0, 1, 2), (0, 1, 0, 1, 0, 1))
>>> deal(4, dealer=1).cutter, deal(4, dealer=1, cuts="left").cutter
(0, 2)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card, Cards, read_card, split
from scoring.errors import DomainError, is_whole

HAND_SIZE = 4
CUTS = ("right", "left", "non_dealer")
TEAM_SIZES = {2: (2,), 3: (3,), 4: (2, 4), 5: (5,), 6: (3, 2)}
"""Possible numbers of sides, by number of players; the first is the default."""


@dataclass(frozen=True)
class Deal:
    """One deal, seat by seat: the side of each, the cards dealt and discarded, and who does what.

    The dealer takes the crib; `order` is that of the show, the dealer last (then the crib). `pack_cutter`
    cuts the pack before it is dealt, or is None if the pack is not cut.
    """

    players: int
    dealer: int
    sides: tuple[int, ...]
    dealt: tuple[int, ...]
    discards: tuple[int, ...]
    to_crib: int
    cutter: int
    first: int
    pack_cutter: int | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order in which they lay, and show their hands (rules.md §2.3)."""
        return tuple((self.first + turn) % self.players for turn in range(self.players))

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of the same side (rules.md §1)."""
        return tuple(at for at, side in enumerate(self.sides) if side == self.sides[seat] and at != seat)


def deal(
    players: int,
    *,
    teams: int | None = None,
    dealer: int = 0,
    cuts: str = "right",
    pack_cut: bool = False,
    fadoq: bool = False,
) -> Deal:
    """Return the deal of a number of players: cards of each seat, and who does what (rules.md §1).

    `teams` is how many sides there are (None: as the table says; 4 players may all be alone, 6 may be two
    teams of three). Raises `DomainError` for a number of players or teams that cannot be, or an unknown
    option.
    """
    sides = sides_of(players, teams, fadoq=fadoq)
    if not is_whole(dealer) or dealer >= players:
        raise DomainError("unknown_dealer", players=players)
    left, right = (dealer + 1) % players, (dealer - 1) % players
    if cuts not in CUTS:
        raise DomainError("unknown_cut", cuts=str(cuts))
    cutter = right if cuts == "right" else left
    discards = [2 if players == 2 else 1] * players
    for seat in (dealer, right)[: max(players - HAND_SIZE, 0)]:
        discards[seat] = 0
    return Deal(
        players=players,
        dealer=dealer,
        sides=sides,
        dealt=tuple(HAND_SIZE + discard for discard in discards),
        discards=tuple(discards),
        to_crib=HAND_SIZE - sum(discards),
        cutter=cutter,
        first=left,
        pack_cutter=cutter if pack_cut else None,
    )


def sides_of(players: int, teams: int | None = None, *, fadoq: bool = False) -> tuple[int, ...]:
    """Return the side of each seat; partners sit opposite, three partners at every other seat (rules.md §1).

    >>> sides_of(4), sides_of(4, 4)
    ((0, 1, 0, 1), (0, 1, 2, 3))
    """
    if not is_whole(players) or players not in TEAM_SIZES or (fadoq and players == 5):
        raise DomainError("number_of_players", players=str(players))
    if teams is not None and (not is_whole(teams) or teams not in TEAM_SIZES[players]):
        raise DomainError("number_of_teams", players=players, teams=str(teams))
    number = TEAM_SIZES[players][0] if teams is None else teams
    return tuple(seat % number for seat in range(players))


def cut_for_deal(cards: Cards | Sequence[Card]) -> int | None:
    """Return the seat whose card gives the first deal, the lowest with the ace low (rules.md §1).

    `cards` are in the order of seats. Returns None if the lowest is there twice or more: everyone cuts again.

    >>> cut_for_deal("7H 3C KD"), cut_for_deal("3H 3C KD"), cut_for_deal("KH AC KD")
    (1, None, 1)
    """
    given = split(cards) if isinstance(cards, str) else cards
    ranks = [(card if isinstance(card, Card) else read_card(card)).rank for card in given]
    if len(ranks) not in TEAM_SIZES:
        raise DomainError("number_of_players", players=str(len(ranks)))
    return None if ranks.count(min(ranks)) > 1 else ranks.index(min(ranks))
