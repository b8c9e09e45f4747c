"""The play: cards laid in turn by 2 to 6 players, go, 31, last card, and their points (rules.md §2.2).

| rule                                                                  | here                               |
|-----------------------------------------------------------------------|------------------------------------|
| the count never passes 31; a player who can lay must                  | `over_31`, `go_while_able` refused |
| no one can lay: 1 to the last to lay, none at 31 (that was 2)         | `go`                               |
| the count restarts with the next who has cards, left of the last      | `Event.closes`                     |
| the last card of all: 1, or 2 if it makes 31                          | `last_card`, `thirty_one`          |
| a side that reaches the target wins at once                           | `play_over` refused afterwards     |
| muggins, from 116, partners on one track                              | `pegging.py`, `Event.moved`        |

The points of a card are in `sequence.py`. Hands are given or not. If all are, a replay is strict: every go is
said, except the one that only closes the count. If they are not, each player holds four cards, a go that must
have been said is filled in, and only moves that no hand could make are refused: with a count of 21 or less
everyone can lay.

>>> done = replay("7H 8S 6D 9C")
>>> [(event.player, event.count, [pegging.reason for pegging in event.pegged]) for event in done.events]
[(0, 7, []), (1, 15, ['fifteen']), (0, 21, ['run']), (1, 30, ['run'])]
>>> done.scores
(3, 6)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import Card, Cards, check_number, read_cards
from scoring.cribbage.deal import HAND_SIZE, TEAM_SIZES
from scoring.cribbage.moves import Move, Moves, read_moves
from scoring.cribbage.pegging import PegRules, check_score
from scoring.cribbage.play_state import Event, Table
from scoring.errors import DomainError


@dataclass(frozen=True)
class Play:
    """A play, or as much of it as was given.

    `events` in order; `scores` by side, `sides` the side of each seat; `count` and `on_table` (the cards
    since the last reset) as they are now; `turn` the seat to act, None when the play is over; `left` how many
    cards each seat still holds; `winner` the side that reached the target.
    """

    events: tuple[Event, ...]
    scores: tuple[int, ...]
    sides: tuple[int, ...]
    count: int
    on_table: tuple[Card, ...]
    turn: int | None
    left: tuple[int, ...]
    winner: int | None

    @property
    def over(self) -> bool:
        """Return whether all cards are laid, or a side has won (rules.md §1, §2.2)."""
        return self.turn is None

    @property
    def pegged(self) -> tuple[int, ...]:
        """The points each seat pegged, muggins included (rules.md §2.4)."""
        totals = [0] * len(self.sides)
        for event in self.events:
            for moved in event.moved:
                totals[moved.player] += moved.points
        return tuple(totals)


def replay(
    moves: Moves,
    *,
    players: int | None = None,
    hands: Sequence[Cards | None] | None = None,
    dealer: int | None = None,
    sides: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    rules: PegRules | None = None,
    held: int = HAND_SIZE,
    gos: str | None = None,
) -> Play:
    """Replay a play from its first card (rules.md §2.2, §2.4).

    `moves` as `moves.read_moves` takes them; `hands` the cards that each seat holds before the first (None
    for a seat whose cards are not known), else `players` gives their number (2). The left of `dealer` leads
    (None: seat 0 leads). `sides` gives the side of each seat (None: each alone), `scores` the score of each
    side before the first card, `held` how many cards each seat holds. `gos` is `said` (each must be among the
    moves) or `implied` (those that must have been said are filled in); None: said if all hands are known.

    Raises `DomainError`, with `at` the number of the move, for a card over 31, not held, not in turn or there
    twice, a go by a player who can lay, a move after the end, and impossible claims; and for impossible
    hands.
    """
    known = _hands(hands, players, held)
    rules = rules or PegRules()
    on_sides = _sides(sides, len(known))
    table = Table(
        hands=known,
        held=held,
        first=0 if dealer is None else _left_of(dealer, len(known)),
        sides=on_sides,
        scores=_scores(scores, max(on_sides) + 1, rules),
        rules=rules,
        implied=_has_implied_gos(gos, known),
    )
    _play_out(table, read_moves(moves))
    return Play(
        events=tuple(table.events),
        scores=tuple(table.scores),
        sides=on_sides,
        count=table.count,
        on_table=tuple(table.sequence),
        turn=None if table.over else table.turn,
        left=tuple(table.left),
        winner=table.winner,
    )


def _play_out(table: Table, moves: Sequence[Move]) -> None:
    for at, move in enumerate(moves, start=1):
        try:
            if move.card is None:
                table.say_go(move)
            else:
                table.lay(move.card, move)
        except DomainError as refusal:
            raise DomainError(refusal.code, at=at, **refusal.args_) from None
    table.add_implied_go()


def _hands(
    given: Sequence[Cards | None] | None, players: int | None, held: int
) -> list[frozenset[Card] | None]:
    if given is None:
        given = [None] * (2 if players is None else _valid_players(players))
    if _valid_players(len(given)) != (players or len(given)):
        raise DomainError("hands_unlike_players", players=players, hands=len(given))
    hands: list[frozenset[Card] | None] = []
    everything: list[Card] = []
    for hand in given:
        cards = None if hand is None else read_cards(hand)
        if cards is not None:
            check_number(cards, held)
            everything += cards
        hands.append(None if cards is None else frozenset(cards))
    read_cards(everything)  # no card is in two hands
    return hands


def _valid_players(players: int) -> int:
    if players not in TEAM_SIZES:
        raise DomainError("number_of_players", players=str(players))
    return players


def _left_of(dealer: int, players: int) -> int:
    if dealer not in range(players):
        raise DomainError("unknown_dealer", players=players)
    return (dealer + 1) % players


def _sides(given: Sequence[int] | None, players: int) -> tuple[int, ...]:
    sides = tuple(range(players) if given is None else given)
    if len(sides) != players or set(sides) != set(range(len(set(sides)))):
        raise DomainError("sides_unlike_players", players=players)
    return sides


def _scores(given: Sequence[int] | None, sides: int, rules: PegRules) -> list[int]:
    scores = [0] * sides if given is None else list(given)
    if len(scores) != sides:
        raise DomainError("one_score_a_side", sides=sides)
    for score in scores:
        check_score(score, rules)
    return scores


def _has_implied_gos(gos: str | None, hands: Sequence[frozenset[Card] | None]) -> bool:
    if gos not in (None, "said", "implied"):
        raise DomainError("unknown_gos", gos=gos)
    return gos == "implied" if gos else None in hands
