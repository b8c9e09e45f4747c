"""Results entered at the desk: who won and what the loser pegged, a correction, a decision.

`seen` is the number of the newest line of the table or the tournament that the desk had on its screen: the
basis of a new line about a game is the newest line of that game up to there.
"""

from collections.abc import Callable, Sequence
from typing import Any

from scoring import DomainError
from scoring.games import GAMES
from scoring.settle import Disputed, Open
from tournaments.models import Line, Meeting, Tournament, User
from tournaments.rounds.scores.lines import HeldGame, WriteResult, check_decision_seen, held_game
from tournaments.rounds.scores.loaded_game import (
    NO_RESULT,
    LoadedGame,
    current_result,
    data_in_seat_order,
    same_people,
    sides_of,
)
from tournaments.rounds.scores.penalties import check_not_lost

MAX_DIGITS = 9


def parse_points(text: str) -> int:
    """Parse typed points. Raises `DomainError` for an empty text or one that is not a whole number."""
    typed = text.strip()
    if not typed:
        raise DomainError("points_missing")
    if not typed.removeprefix("-").isdecimal() or len(typed) > MAX_DIGITS:
        raise DomainError("not_a_whole_number", value=typed[:20])
    return int(typed)


def award_data(meeting: Meeting, how: str, *, winner: int | None, declared: Sequence[int]) -> dict[str, Any]:
    """Return the line data of a game that was not played out: the winner, and declared points by side.

    A forfeit has a winner; a game to which neither side came, or that was abandoned, need not, except in a
    match for a medal or of the playoffs, which would end without a winner. Raises `DomainError`.
    """
    if winner is None and (how == "forfeit" or meeting.round.stage.ranks_only):
        raise DomainError("who_won")
    game = GAMES[meeting.round.stage.game]
    data = game.award_data(how, list(declared), winner)
    game.check(data, meeting.round.stage.rules, sides=len(declared))
    return data


def enter_result(
    meeting: Meeting, *, game: int, data: dict[str, Any], nonce: str, seen: int, user: User | None
) -> WriteResult:
    """Enter a result.

    Raises `DomainError` as `write_line` does, and where the desk has seen that a result is in.
    """
    with held_game(meeting, game, nonce) as held:
        state, basis = held.state, held.state.last_line(seen)
        is_in = basis == state.last_line() and not isinstance(state.result, Open)
        if is_in and state.known is None:
            raise DomainError("already_entered")
        kind = Line.Kind.AWARD if "how" in data else Line.Kind.CLAIM
        return _write_by_desk(held, kind, data, basis=basis, user=user)


def correct_result(
    meeting: Meeting, *, game: int, data: dict[str, Any], nonce: str, seen: int, user: User | None
) -> WriteResult:
    """Replace the result that the desk has seen; where it has seen a dispute, decide it with this result.

    Raises `DomainError` where none is in, or it says the same.
    """
    with held_game(meeting, game, nonce) as held:
        basis = held.state.last_line(seen)
        if held.state.known:
            known = Line.objects.get(pk=held.state.known)
            kind, counts = known.kind, known.corrects
        else:
            kind, counts = _correction_kind(held.state, data, basis)
        return _write_by_desk(held, kind, data, basis=basis, user=user, corrects=counts)


def swap_winner(
    meeting: Meeting,
    *,
    game: int,
    line: int,
    nonce: str,
    seen: int,
    user: User | None,
    winner: int | None = None,
) -> WriteResult:
    """Correct line `line`, exchanging the winner and the other side: "The winner was entered backwards".

    With more than two sides, `winner` is the side that won in fact. Raises `DomainError`.
    """
    disputed = Line.objects.filter(meeting=meeting, game=game, number=line)
    turned = disputed.exclude(kind__in=NO_RESULT).first()
    if turned is None:
        raise DomainError("no_such_line", line=line)
    stage, sides = meeting.round.stage, len(sides_of(meeting))
    book = GAMES[stage.game]
    order = _swapped_order(sides, book.winner_of(turned.data, stage.rules), winner)
    data = book.reorder_sides(turned.data, order)
    return correct_result(meeting, game=game, data=data, nonce=nonce, seen=seen, user=user)


def _swapped_order(sides: int, entered: int | None, winner: int | None) -> list[int]:
    """Return the order of the sides with the entered winner and the real winner exchanged."""
    if sides == 2:
        return [1, 0]
    order = list(range(sides))
    if entered is None or winner not in order:
        raise DomainError("who_really_won")
    order[entered], order[winner] = order[winner], order[entered]
    return order


def _correction_kind(state: LoadedGame, data: dict[str, Any], basis: int) -> tuple[str, int | None]:
    """Return the kind of the line that replaces the counting one, and the number of the line it replaces."""
    result = state.result
    if isinstance(result, Open):
        raise DomainError("nothing_to_correct")
    if isinstance(result, Disputed):
        has_seen_it = basis == state.last_line()
        return Line.Kind.RULING if has_seen_it else Line.Kind.CORRECTION, result.line
    if result.data == data:
        raise DomainError("says_the_same")
    return Line.Kind.CORRECTION, result.line


def rule_on_dispute(
    meeting: Meeting, *, game: int, line: int, nonce: str, seen: int, user: User | None, note: str = ""
) -> WriteResult:
    """End the dispute that the desk has seen in favour of line `line`: "This one counts".

    Raises `DomainError` where another ruling, which the desk has not seen, has ended it otherwise.
    """
    with held_game(meeting, game, nonce) as held:
        written = [one for one in held.state.lines if one.kind != Line.Kind.PENALTY]
        chosen = next((one for one in written if one.number == line), None)
        if chosen is None:
            raise DomainError("no_such_line", line=line)
        if chosen.kind == Line.Kind.VOID:
            check_decision_seen(held.state, seen, None)
            return _write_void(held, seen, user, note)
        data = data_in_seat_order(chosen, held.state.sides, held.state.where.game)
        check_decision_seen(held.state, seen, data)
        basis = held.state.last_line(seen)
        return _write_by_desk(held, Line.Kind.RULING, data, basis=basis, user=user, note=note)


def accept_line(tournament: Tournament, line: int, *, user: User | None) -> None:
    """Let line `line` count if it is one of the lines in dispute about the people seated there.

    If what counts was decided after that line the dispute stays.
    """
    written = Line.objects.select_related("meeting__round__stage").get(tournament=tournament, number=line)
    result = current_result(written.meeting, written.game)
    of_them = same_people(written.sides, sides_of(written.meeting))
    if of_them and isinstance(result, Disputed) and line in result.disputing and (result.line or 0) < line:
        nonce = f"settled-{line}"
        rule_on_dispute(written.meeting, game=written.game, line=line, nonce=nonce, seen=line, user=user)


def void_result(
    meeting: Meeting, *, game: int, nonce: str, seen: int, user: User | None, note: str = ""
) -> WriteResult:
    """Open a game again, as if nothing had been written, for example for a result of another table."""
    with held_game(meeting, game, nonce) as held:
        return _write_void(held, seen, user, note)


def _write_void(held: HeldGame, seen: int, user: User | None, note: str) -> WriteResult:
    state = held.state
    # with an older basis, opening a game that another desk has just opened would be a dispute about nothing
    basis = state.last_line() if state.result == Open() else state.last_line(seen)
    return _write_by_desk(held, Line.Kind.VOID, {"v": 1}, basis=basis, user=user, note=note)


def _write_by_desk(held: HeldGame, kind: str, data: dict[str, Any], **fields: Any) -> WriteResult:
    check_not_lost(held.state)
    return held.write(kind=kind, data=data, sides=held.state.sides, by=Line.By.DESK, **fields)


ACTIONS: dict[str, Callable[..., WriteResult]] = {
    "enter": enter_result,
    "correct": correct_result,
    "turn": swap_winner,
    "rule": rule_on_dispute,
    "void": void_result,
}


def record(
    meeting: Meeting, action: str, *, game: int, nonce: str, seen: int, user: User | None, **values: Any
) -> WriteResult:
    """Write a line about a game at the desk; `values` are those of the function of `action` in ACTIONS.

    Raises `DomainError` as that function does.
    """
    return ACTIONS[action](meeting, game=game, nonce=nonce, seen=seen, user=user, **values)
