"""Forfeits in a match of a tie-break or a bracket, and undoing the act that created its stage."""

from collections.abc import Iterable
from itertools import count
from typing import Any
from uuid import uuid4

from scoring import DomainError
from tournaments.models import Act, Entry, Line, Meeting, Round, Stage, Tournament, User
from tournaments.rounds import scores


def forfeit(meeting: Meeting, absent: Entry | None, *, by: User | None, nonce: str | None = None) -> None:
    """Award the games that are left of a match to the opponent of `absent`.

    If `absent` is None both sides forfeit, and the match is over with a game that has no winner. The caller
    holds the lock of the tournament.

    Raises `DomainError` where `absent` does not play this match, where it was over before, or where a forfeit
    with this `nonce` was taken out since.
    """
    nonce = nonce or uuid4().hex
    sides = scores.sides_of(meeting)
    if absent and [absent.number] not in sides:
        raise DomainError("not_in_this_match", name=absent.name)
    winner = 1 - sides.index([absent.number]) if absent else None
    data = scores.GAMES[meeting.round.stage.game].award_data("forfeit", [0, 0], winner=winner)
    nonces = {game: f"{nonce}-{game}" for game in range(1, meeting.games_planned + 1)}
    if scores.match_state(meeting, sides).over:
        _check_written_before(meeting, data, nonces.values())
    while not scores.match_state(meeting, sides).over:
        has_result = set(meeting.results.values_list("game", flat=True))
        game = next(game for game in count(1) if game not in has_result)
        answer = scores.write_line(
            meeting,
            game=game,
            kind=Line.Kind.AWARD,
            data=data,
            sides=sides,
            by=Line.By.DESK,
            nonce=nonces[game],
            basis=scores.last_line_of(meeting, game),
            user=by,
        )
        if not answer.new:  # that line was taken out since, so the match would never be over
            raise DomainError("look_again")


def _check_written_before(meeting: Meeting, data: dict[str, Any], nonces: Iterable[str]) -> None:
    """Raise `DomainError` unless a game of a match that is over was awarded with one of these nonces."""
    written = meeting.lines.filter(nonce__in=list(nonces)).values_list("data", flat=True)
    if data not in written:
        raise DomainError("match_has_results")


def results_obstacle(act: Act) -> DomainError | None:
    """Return why the stage that `act` created cannot be taken back: it has results; None if it can."""
    lines = Line.objects.filter(
        meeting__round__stage__tournament=act.tournament, meeting__round__stage__order=act.args["stage"]
    )
    return DomainError("results_are_in") if lines.exists() else None


def void_stage(tournament: Tournament, act: Act) -> None:
    """Void the stage that `act` created, and its rounds."""
    stage = tournament.stages.get(order=act.args["stage"])
    stage.rounds.update(state=Round.State.VOID)
    stage.state = Stage.State.VOID
    stage.save(update_fields=["state"])
