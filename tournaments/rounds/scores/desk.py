"""Results entered at the desk: who won and what the loser pegged, a correction, a decision.

`seen` is the number of the last line of the tournament that the desk had on its screen: the basis of a new
line about a game is the newest line of that game up to there.
"""

from collections.abc import Callable, Sequence
from typing import Any

from scoring import DomainError
from scoring.games import GAMES
from scoring.settle import Disputed, Open
from tournaments.models import Line, Meeting, Tournament, User
from tournaments.models.rows import first_or_none
from tournaments.models.tournament import locked
from tournaments.rounds.scores.game_state import (
    NO_RESULT,
    as_seated,
    current_result,
    last_line_of,
    line_with_nonce,
    same_people,
    sides_of,
)
from tournaments.rounds.scores.lines import WriteResult, void_game, write_line
from tournaments.rounds.scores.penalties import refuse_lost

MAX_DIGITS = 9


def points(text: str) -> int:
    """Parse typed points. Raises `DomainError` for an empty text or one that is not a whole number."""
    typed = text.strip()
    if not typed:
        raise DomainError("points_missing")
    if not typed.removeprefix("-").isdecimal() or len(typed) > MAX_DIGITS:
        raise DomainError("not_a_whole_number", value=typed[:20])
    return int(typed)


def awarded(meeting: Meeting, how: str, *, winner: int | None, declared: Sequence[int]) -> dict[str, Any]:
    """Return the line data of a game that was not played out: the winner, and declared points by side.

    A forfeit has a winner; a game to which neither side came, or that was abandoned, need not. Raises
    `DomainError`.
    """
    if how == "forfeit" and winner is None:
        raise DomainError("who_won")
    game = GAMES[meeting.round.stage.game]
    data = game.awarded(how, list(declared), winner)
    game.check(data, meeting.round.stage.rules, sides=len(declared))
    return data


def enter_result(
    meeting: Meeting, *, game: int, data: dict[str, Any], nonce: str, seen: int, user: User | None
) -> WriteResult:
    """Enter a result.

    Raises `DomainError` as `write_line` does, and where the desk has seen that a result is in.
    """
    with locked(meeting) as meeting:
        basis = basis_of(meeting, game, seen)
        is_in = basis == last_line_of(meeting, game) and not isinstance(current_result(meeting, game), Open)
        if is_in and line_with_nonce(nonce, meeting) is None:
            raise DomainError("already_entered")
        kind = Line.Kind.AWARD if "how" in data else Line.Kind.CLAIM
        return _by_desk(meeting, game, kind, data, nonce=nonce, basis=basis, user=user)


def correct_result(
    meeting: Meeting, *, game: int, data: dict[str, Any], nonce: str, seen: int, user: User | None
) -> WriteResult:
    """Replace the result that the desk has seen; where it has seen a dispute, decide it with this result.

    Raises `DomainError` where none is in, or it says the same.
    """
    with locked(meeting) as meeting:
        known = line_with_nonce(nonce, meeting)
        basis = basis_of(meeting, game, seen)
        if known:
            kind, counts = known.kind, known.corrects
        else:
            kind, counts = _correcting(meeting, game, data, basis)
        return _by_desk(meeting, game, kind, data, nonce=nonce, basis=basis, user=user, corrects=counts)


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
    turned = first_or_none(disputed.exclude(kind__in=NO_RESULT))
    if turned is None:
        raise DomainError("no_such_line", line=line)
    stage, sides = meeting.round.stage, len(sides_of(meeting))
    book = GAMES[stage.game]
    order = _exchanged(sides, book.winner_of(turned.data, stage.rules), winner)
    data = book.turned_round(turned.data, order)
    return correct_result(meeting, game=game, data=data, nonce=nonce, seen=seen, user=user)


def _exchanged(sides: int, entered: int | None, winner: int | None) -> list[int]:
    """Return the order of the sides with the entered winner and the real winner exchanged."""
    if sides == 2:
        return [1, 0]
    order = list(range(sides))
    if entered is None or winner not in order:
        raise DomainError("who_really_won")
    order[entered], order[winner] = order[winner], order[entered]
    return order


def _correcting(meeting: Meeting, game: int, data: dict[str, Any], basis: int) -> tuple[str, int | None]:
    """Return the kind of the line that replaces the counting one, and the number of the line it replaces."""
    amount = current_result(meeting, game)
    if isinstance(amount, Open):
        raise DomainError("nothing_to_correct")
    if isinstance(amount, Disputed):
        has_seen_it = basis == last_line_of(meeting, game)
        return Line.Kind.RULING if has_seen_it else Line.Kind.CORRECTION, amount.line
    if amount.data == data:
        raise DomainError("says_the_same")
    return Line.Kind.CORRECTION, amount.line


def rule_on_dispute(
    meeting: Meeting, *, game: int, line: int, nonce: str, seen: int, user: User | None, note: str = ""
) -> WriteResult:
    """End the dispute that the desk has seen in favour of line `line`: "This one counts"."""
    with locked(meeting) as meeting:
        written = Line.objects.filter(meeting=meeting, game=game).exclude(kind=Line.Kind.PENALTY)
        chosen = first_or_none(written.filter(number=line))
        if chosen is None:
            raise DomainError("no_such_line", line=line)
        basis = basis_of(meeting, game, seen)
        kind = Line.Kind.VOID if chosen.kind == Line.Kind.VOID else Line.Kind.RULING
        data = as_seated(chosen, sides_of(meeting), meeting.round.stage.game)
        return _by_desk(meeting, game, kind, data, nonce=nonce, basis=basis, user=user, note=note)


def accept_line(tournament: Tournament, line: int, *, user: User | None) -> None:
    """Let line `line` count if it is one of the lines in dispute about the people seated there."""
    written = Line.objects.select_related("meeting__round__stage").get(tournament=tournament, number=line)
    amount = current_result(written.meeting, written.game)
    of_them = same_people(written.sides, sides_of(written.meeting))
    if of_them and isinstance(amount, Disputed) and line in amount.disputing:
        nonce = f"settled-{line}"
        rule_on_dispute(written.meeting, game=written.game, line=line, nonce=nonce, seen=line, user=user)


def void_result(
    meeting: Meeting, *, game: int, nonce: str, seen: int, user: User | None, note: str = ""
) -> WriteResult:
    """Open a game again, as if nothing had been written, for example for a result of another table."""
    with locked(meeting) as meeting:
        basis = basis_of(meeting, game, seen)
        refuse_lost(meeting, game, nonce)
        return void_game(meeting, game=game, nonce=nonce, basis=basis, user=user, note=note)


def basis_of(meeting: Meeting, game: int, seen: int) -> int:
    """Return the number of the newest line about a game up to line `seen` of the tournament, 0 if none."""
    return last_line_of(meeting, game, upto=seen)


def _by_desk(meeting: Meeting, game: int, kind: str, data: dict[str, Any], **fields: Any) -> WriteResult:
    refuse_lost(meeting, game, fields["nonce"])
    return write_line(
        meeting, game=game, kind=kind, data=data, sides=sides_of(meeting), by=Line.By.DESK, **fields
    )


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
