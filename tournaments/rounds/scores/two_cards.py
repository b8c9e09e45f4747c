"""The cards of both players of a game: entered apart, compared, and ruled on (rules.md §4.1).

A card is a claim of its side alone, whichever user types it: two that agree settle the game, and nothing else
does but a ruling or an award.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring import DomainError
from scoring import two_cards as rules_of_cards
from scoring.two_cards import Card, Proposal
from tournaments.models import Line, Meeting, Result, Round, Seat, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.rounds.scores.lines import WriteResult, check_decision_seen, held_game, write_line
from tournaments.rounds.scores.loaded_game import data_in_seat_order, last_line_of, line_with_nonce, sides_of
from tournaments.rounds.scores.penalties import check_not_lost
from tournaments.rounds.scores.tables import GameState, TableState, table_state, table_states

DIFFER, UNFIT, AT_SKUNK_LINE = "differ", "unfit", "line"
"""The reasons to look at a game: the cards differ; game points do not fit the spread, or a spread is

blank; a spread is next to a skunk line.
"""
CARD_LINE_KINDS = (Line.Kind.CLAIM, Line.Kind.CORRECTION)
ONLY_GAME = 1


@dataclass(frozen=True)
class CardEntered:
    """The card of one side, by the newest line about it."""

    line: Line
    card: Card


@dataclass(frozen=True)
class CardQuestion:
    """A game for the list: both cards, the reasons to look at it, and the ruling that rule 12.2 proposes.

    `line` are the two margins between which a skunk line runs, where a spread is one of them.
    """

    table: TableState
    entered: tuple[CardEntered, CardEntered]
    why: tuple[str, ...]
    proposal: Proposal | None
    line: tuple[int, int] | None

    @property
    def cards(self) -> tuple[Card, Card]:
        return self.entered[0].card, self.entered[1].card


def stage_of(tournament: Tournament) -> Stage | None:
    """Return the stage whose games have two cards, or None."""
    stage = tournament.stages.filter(order=1).exclude(state=Stage.State.VOID).first()
    return stage if stage and rules_of_cards.asks_two_cards(stage.rules) else None


def entered_cards(table: TableState) -> list[CardEntered | None]:
    """Return the card of each side entered so far, None where it is not in."""
    rules = table.meeting.round.stage.rules
    found: list[CardEntered | None] = [None, None]
    state = table.game(ONLY_GAME)
    for line in state.lines:
        if line.kind == Line.Kind.VOID:
            found = [None, None]
        elif line.kind in CARD_LINE_KINDS and line.by == Line.By.SIDE and line.by_entry:
            side = _side_of(table, line.by_entry.number)
            if side is not None:
                data = data_in_seat_order(line, table.numbers, table.meeting.round.stage.game)
                found[side] = CardEntered(line, rules_of_cards.card_of(data, side, rules))
    return found


def _side_of(table: TableState, number: int) -> int | None:
    return next((side for side, numbers in enumerate(table.numbers) if number in numbers), None)


def is_decided(state: GameState) -> bool:
    """Return whether a ruling, an award or a penalty has decided a game, and is not in dispute."""
    if state.disputed:
        return False
    line = state.counting
    return bool(state.values) and (line is None or line.kind in (Line.Kind.RULING, Line.Kind.AWARD))


def question_of(table: TableState) -> CardQuestion | None:
    """Return the question about a table, or None where a card is missing or the cards agree."""
    state = table.game(ONLY_GAME)
    if is_decided(state):
        return None
    one, other = entered_cards(table)
    if one is None or other is None:
        return None
    rules = table.meeting.round.stage.rules
    cards = (one.card, other.card)
    fitting = all(rules_of_cards.is_possible_card(card, rules) for card in cards)
    line = next(filter(None, (rules_of_cards.skunk_line_margins(card.spread, rules) for card in cards)), None)
    why = []
    if (one.card.spread or 0) != -(other.card.spread or 0) or bool(one.card.points) == bool(
        other.card.points
    ):
        why.append(DIFFER)
    if not fitting:
        why.append(UNFIT)
    if line:
        why.append(AT_SKUNK_LINE)
    if not why:
        return None
    return CardQuestion(table, (one, other), tuple(why), rules_of_cards.propose_ruling(cards), line)


def questions(stage: Stage) -> list[CardQuestion]:
    """Return every game of `stage` that has to be looked at, those of the newest round first."""
    tables = table_states(rounds_to_check(stage))
    found = [question for table in tables if (question := question_of(table))]
    return sorted(found, key=lambda question: -question.table.meeting.round.number)


def rounds_to_check(stage: Stage) -> list[Round]:
    """Return the rounds being played, and closed ones with a game in dispute or next to a skunk line."""
    spreads = range(1, int(stage.rules["target"]) + 1)
    beside = [spread for spread in spreads if rules_of_cards.skunk_line_margins(spread, stage.rules)]
    results = Result.objects.filter(stage=stage, meeting__void_act=None).exclude(line__kind=Line.Kind.RULING)
    known = set(results.filter(state="disputed").values_list("meeting__round_id", flat=True))
    known |= set(results.filter(spread__in=beside, how="played").values_list("meeting__round_id", flat=True))
    rounds = stage.rounds.filter(state__in=(Round.State.OPEN, Round.State.CLOSED))
    return [round_ for round_ in rounds if round_.state == Round.State.OPEN or round_.pk in known]


def seat_from_text(round_: Round, typed: str) -> Seat:
    """Return the seat for `7A`, the table and the letter, or for `#12`, the number. Raises `DomainError`."""
    text = typed.strip()
    seats = Seat.objects.filter(meeting__round=round_, meeting__void_act=None).select_related(
        "entry", "meeting__round__stage__tournament", "meeting__place"
    )
    number, letter = (text[1:], "") if text.startswith("#") else (text[:-1], text[-1:].upper())
    if not (number.isascii() and number.isdecimal() and len(number) <= 5):
        raise DomainError("card_of_nobody", typed=text[:20])
    if letter:
        seat = seats.filter(meeting__place__number=int(number), letter=letter).first()
    else:
        seat = seats.filter(entry__number=int(number)).first()
    if seat is None:
        raise DomainError("card_of_nobody", typed=text[:20])
    if seat.meeting.seats.count() < 2:
        raise DomainError("sits_out", name=seat.entry.name)
    return seat


def enter(seat: Seat, card: Card, *, nonce: str, user: User | None, correct: bool = False) -> WriteResult:
    """Write the card of the player at `seat`. Raises `DomainError`.

    Its basis is the newest line about the game: the user who types a card has not seen the other, and need
    not.
    """
    with locked(seat) as seat:
        meeting, rules = seat.meeting, seat.meeting.round.stage.rules
        known = line_with_nonce(nonce, meeting)
        table = table_state(meeting)
        before = entered_cards(table)[seat.side]
        kind = known.kind if known else Line.Kind.CORRECTION if before else Line.Kind.CLAIM
        if known is None:
            if is_decided(table.game(ONLY_GAME)):
                raise DomainError("card_is_ruled")
            if before and before.card == card:
                raise DomainError("card_says_the_same", name=seat.entry.name)
            if before and not correct:
                raise DomainError("card_is_in", name=seat.entry.name)
        return write_line(
            meeting,
            game=ONLY_GAME,
            kind=kind,
            data=rules_of_cards.data_of(card, seat.side, rules),
            sides=sides_of(meeting),
            by=Line.By.SIDE,
            by_entry=seat.entry,
            nonce=nonce,
            basis=last_line_of(meeting, ONLY_GAME),
            user=user,
            corrects=before.line.number if before else None,
        )


def rule(
    meeting: Meeting, spreads: Sequence[int], *, nonce: str, seen: int, user: User | None, note: str = ""
) -> WriteResult:
    """Give each card its own value by a new line, which counts. Raises `DomainError`.

    `spreads` are by side, + for a win; `seen` is the newest line of the table that the judge has seen,
    `note` the letter of rule 12.2 that was applied.
    """
    with held_game(meeting, ONLY_GAME, nonce) as held:
        check_not_lost(held.state)
        if None in entered_cards(table_state(held.meeting)):
            raise DomainError("card_wanting")
        data: dict[str, Any] = rules_of_cards.ruling_data(spreads, held.state.where.rules)
        check_decision_seen(held.state, seen, data)
        return held.write(
            kind=Line.Kind.RULING,
            data=data,
            sides=held.state.sides,
            by=Line.By.DESK,
            basis=held.state.last_line(seen),
            user=user,
            note=note,
        )


def enter_both(
    meeting: Meeting, data: dict[str, Any], nonce: str, user: User | None, sides: list[list[int]]
) -> None:
    """Write both cards of the result `data`, as two players who agree hand them in."""
    entries = {seat.entry.number: seat.entry for seat in meeting.seats.select_related("entry")}
    for side, letter in enumerate("AB"):
        write_line(
            meeting,
            game=ONLY_GAME,
            data=data,
            sides=sides,
            by=Line.By.SIDE,
            by_entry=entries[sides[side][0]],
            nonce=f"{nonce}-{letter}",
            basis=last_line_of(meeting, ONLY_GAME),
            user=user,
        )
