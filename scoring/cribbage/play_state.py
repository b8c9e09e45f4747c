"""The table during the play: the turn, the count, and the points of each move (rules.md §2.2, §2.4).

| situation                              | what happens                                      |
|----------------------------------------|---------------------------------------------------|
| a player without cards, or who said go | is skipped                                        |
| everyone with cards has said go        | 1 to the last to lay (`go`), the count restarts   |
| 31                                     | the count restarts, no go                         |
| the go that a card earns               | is one event with that card, for the rule of 116  |

>>> from scoring.cribbage.pegging import PegRules
>>> table = Table(hands=[None, None], held=4, first=0, sides=(0, 1), scores=[0, 0], rules=PegRules())
>>> from scoring.cards import read_card
>>> for name in ("KH", "KS", "AC"):
...     table.lay(read_card(name))
>>> table.count, table.turn, table.scores
(21, 1, [0, 2])
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scoring.cards import Card
from scoring.cribbage.moves import Move
from scoring.cribbage.pegging import PegRules, peg
from scoring.cribbage.sequence import LIMIT, Pegging, card_score, count, value
from scoring.errors import DomainError

MAX_SAFE_COUNT = LIMIT - 10  # up to this count any card can be laid


@dataclass(frozen=True)
class EventPoints:
    """Points that one event gave to a seat and its side, or that were lost to it.

    `why` is `claimed`, or `muggins` if another seat took them; lost (`points` 0): `unclaimed`, `from_116`.
    `worth` is how many points there were.
    """

    player: int
    side: int
    worth: int
    points: int
    why: str


@dataclass(frozen=True)
class Event:
    """One card laid, or one go (`card` None), by a seat.

    `count` is the count with the card, or at which go was said; `pegged` are the points and their reasons,
    `moved` the seats that got them, `scores` the scores of the sides afterwards. `closes`: the count
    restarts; `implied`: this go was not among the moves.
    """

    player: int
    card: Card | None
    count: int
    pegged: tuple[Pegging, ...]
    scores: tuple[int, ...]
    moved: tuple[EventPoints, ...] = ()
    closes: bool = False
    implied: bool = False


@dataclass
class Table:
    """The state of a play. `hands` are the cards each seat began with (None: not known)."""

    hands: Sequence[frozenset[Card] | None]
    held: int
    first: int
    sides: Sequence[int]
    scores: list[int]
    rules: PegRules
    implied: bool = True
    events: list[Event] = field(default_factory=list)
    sequence: list[Card] = field(default_factory=list)
    laid: set[Card] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    last: int | None = None
    winner: int | None = None
    earned: int = 0
    """The points of the last card for the player who laid it: its go is added to them (from 116)."""

    def __post_init__(self) -> None:
        self.left = [self.held] * len(self.hands)
        self.turn = self.first

    @property
    def count(self) -> int:
        """The sum of the cards laid since the last reset (rules.md §2.2)."""
        return count(self.sequence)

    @property
    def over(self) -> bool:
        """Return whether all cards are laid, or a side has won (rules.md §1, §2.2)."""
        return self.winner is not None or not any(self.left)

    def lay(self, card: Card, move: Move | None = None) -> None:
        """Lay a card; gos that must have been said before it are filled in (rules.md §2.2)."""
        move = move or Move(card)
        if self.over:
            raise DomainError("play_over")
        if card in self.laid:
            raise DomainError("card_twice", card=card.name)
        self._add_gos_before_card(self._owner(card, move.player), card)
        player = self.turn
        self.laid.add(card)
        self.left[player] -= 1
        self.sequence.append(card)
        self.last = player
        pegged, closes = self._points_and_reset(player)
        self.earned = 0
        self.earned = self._record(move, player, card, pegged, closes=closes)

    def say_go(self, move: Move, *, implied: bool = False) -> None:
        """Say go for a player who cannot lay; the last go of all closes the count (rules.md §2.2)."""
        if self.over:
            raise DomainError("play_over")
        if move.player in self.gone:
            return  # a go said twice changes nothing
        self._add_gos_before_player(move.player)
        player = self.turn
        if self._can_lay(player):
            self._check_go(player)
        self.gone.add(player)
        closes = not self._can_follow()
        pegged = (self._point("go"),) if closes else ()
        self._record(move, player, None, pegged, closes=closes, implied=implied)

    def add_implied_go(self) -> None:
        """Add the go after the last move, if it is certain that no one can lay (rules.md §2.2)."""
        if not self.over and self._is_last_in_play(self.turn) and self._can_lay(self.turn) is False:
            self.say_go(Move(None), implied=True)

    # Owner of a card, and turn

    def _owner(self, card: Card, named: int | None) -> int | None:
        """Return the seat that lays a card; None if it is one of those whose cards are not known."""
        holder = next((seat for seat, hand in enumerate(self.hands) if hand and card in hand), None)
        if named is None:
            if holder is None and not self._has_unknown_hand():
                raise DomainError("not_held", card=card.name, player=self.turn + 1)
            return holder
        if named not in range(len(self.hands)):
            raise DomainError("unknown_player", player=str(named))
        if holder != named and (holder is not None or self.hands[named] is not None):
            raise DomainError("not_held", card=card.name, player=named + 1)
        if not self.left[named]:
            raise DomainError("no_cards_left", card=card.name, player=named + 1)
        return named

    def _has_unknown_hand(self) -> bool:
        return any(hand is None and left for hand, left in zip(self.hands, self.left, strict=True))

    def _add_gos_before_player(self, player: int | None) -> None:
        """Say the gos of players who must have said go before the one named."""
        while player not in (None, self.turn):
            if self._can_lay(self.turn) or not self.implied:
                raise DomainError("not_in_turn", player=_seat_number(player), turn=self.turn + 1)
            self.say_go(Move(None), implied=True)

    def _add_gos_before_card(self, owner: int | None, card: Card) -> None:
        """Say the gos that must have been said, until the holder of `card` is in turn and can lay it."""
        refusal: DomainError | None = None
        while True:
            player, now = self.turn, self.count
            may_hold = player == owner or (owner is None and self.hands[player] is None)
            if may_hold and now + value(card) <= LIMIT:
                return
            if may_hold:
                refusal = DomainError("over_31", card=card.name, count=now, player=player + 1)
            elif refusal is None:
                refusal = DomainError(
                    "not_in_turn", card=card.name, player=_seat_number(owner), turn=player + 1
                )
            if self._can_lay(player) or not (self.implied or self._is_last_in_play(player)):
                raise refusal
            self.say_go(Move(None), implied=True)
            if self.over:
                raise DomainError("play_over")

    def _can_lay(self, player: int) -> bool | None:
        """Return whether a player can lay a card; None if that is not known."""
        hand, now = self.hands[player], self.count
        if hand is None:
            return True if now <= MAX_SAFE_COUNT else None
        return any(now + value(card) <= LIMIT for card in hand - self.laid)

    def _check_go(self, player: int) -> None:
        hand = self.hands[player]
        if hand is None:
            raise DomainError("go_too_early", count=self.count, player=player + 1, most=MAX_SAFE_COUNT)
        card = min(hand - self.laid, key=lambda held: (value(held), held.index))
        raise DomainError("go_while_able", card=card.name, count=self.count, player=player + 1)

    def _seats_clockwise(self, seat: int) -> Iterator[int]:
        """Return the seats from the left of `seat` around to itself."""
        return ((seat + step) % len(self.hands) for step in range(1, len(self.hands) + 1))

    def _next_seats(self) -> Iterator[int]:
        return (
            seat for seat in self._seats_clockwise(self.turn) if self.left[seat] and seat not in self.gone
        )

    def _can_follow(self) -> bool:
        """Return whether a player who has cards has not said go."""
        return any(True for _ in self._next_seats())

    def _is_last_in_play(self, player: int) -> bool:
        """Return whether all others are out of cards or have said go to the card that `player` laid."""
        return player == self.last and bool(self.sequence) and list(self._next_seats()) == [player]

    # Points of a move

    def _points_and_reset(self, player: int) -> tuple[tuple[Pegging, ...], bool]:
        """Return the points of the card just laid, and whether the count restarts after it."""
        pegged = card_score(self.sequence, player)
        if self.count == LIMIT:
            return pegged, True
        if not any(self.left):
            return (*pegged, self._point("last_card")), True
        if not self._can_follow():
            return (*pegged, self._point("go")), True
        return pegged, False

    def _point(self, reason: str) -> Pegging:
        assert self.last is not None
        return Pegging(reason, 1, (self.sequence[-1],), self.last)

    def _record(
        self,
        move: Move,
        player: int,
        card: Card | None,
        pegged: tuple[Pegging, ...],
        *,
        closes: bool,
        implied: bool = False,
    ) -> int:
        """Record the event, and go on to the next turn; return the points that the player got."""
        moved = self._move_pegs(move, pegged)
        at = self.count
        self._advance_turn(closes)
        self.events.append(
            Event(player, card, at, pegged, tuple(self.scores), moved, closes=closes, implied=implied)
        )
        return moved[0].points if moved and moved[0].player == player else 0

    def _advance_turn(self, closes: bool) -> None:
        if closes:
            assert self.last is not None
            self.sequence, self.gone, self.turn = [], set(), self.last
        self.turn = next(self._next_seats(), self.turn)

    def _move_pegs(self, move: Move, pegged: Sequence[Pegging]) -> tuple[EventPoints, ...]:
        total = sum(pegging.points for pegging in pegged)
        claimed = total if move.claimed is None else move.claimed
        if not isinstance(claimed, int) or not 0 <= claimed <= total:
            raise DomainError("claimed_too_much", claimed=str(claimed), worth=total)
        moved = []
        if claimed:
            moved.append(self._peg(pegged[0].player, claimed, "claimed", self.earned))
        rest = total - claimed
        if move.taken_by is not None:
            self._check_muggins(move.taken_by, pegged, rest)
            if self.winner is None:
                moved.append(self._peg(move.taken_by, rest, "muggins", 0))
        elif rest:
            owner = pegged[0].player
            moved.append(EventPoints(owner, self.sides[owner], rest, 0, "unclaimed"))
        return tuple(moved)

    def _peg(self, player: int, points: int, why: str, earlier: int) -> EventPoints:
        side = self.sides[player]
        pegged = peg(self.scores[side], points, self.rules, earlier)
        self.scores[side] = pegged.after
        if pegged.wins:
            self.winner = side
        return EventPoints(player, side, points, pegged.points, "from_116" if pegged.lost else why)

    def _check_muggins(self, taker: int, pegged: Sequence[Pegging], rest: int) -> None:
        if not self.rules.muggins:
            raise DomainError("muggins_not_played")
        if taker not in range(len(self.hands)):
            raise DomainError("unknown_player", player=str(taker))
        if not rest:
            raise DomainError("muggins_nothing_left")
        if self.sides[taker] == self.sides[pegged[0].player]:
            raise DomainError("muggins_own_points")


def _seat_number(seat: int | None) -> int | None:
    """Return the number of a seat in sentences, which count from 1; the rule book counts from 0."""
    return None if seat is None else seat + 1
