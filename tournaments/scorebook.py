"""3  The score book: `write` is the only way a result comes in."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from scoring import Refusal
from scoring import match as matches
from scoring import settle as settling
from scoring.cribbage import game as cribbage
from scoring.settle import Disputed, Open, Settled
from tournaments.models import Entry, Line, Meeting, Result, Round, Stage, Tournament, User
from tournaments.models.tournament import locked

GAMES = {"cribbage": cribbage}
Amount = Open | Settled | Disputed


@dataclass(frozen=True)
class Answer:
    """What the score book says to its writer: the line, whether it was new, and what the game amounts to."""

    line: Line
    new: bool
    amount: Amount


def write(
    meeting: Meeting,
    *,
    game: int = 1,
    kind: str = Line.Kind.CLAIM,
    data: dict[str, Any],
    sides: list[list[int]],
    by: str,
    nonce: str,
    basis: int,
    user: User | None = None,
    by_entry: Entry | None = None,
    corrects: int | None = None,
    note: str = "",
    seen_at: datetime | None = None,
) -> Answer:
    """Write a line about one game of `meeting`, and work its result out anew.

    `data` is line data of the stage's game, `sides` the entry numbers of each side as the writer saw them,
    `basis` the number of the last line of that game that the writer had seen. The same nonce with the same
    content answers as the first time. Raises `Refusal` for an impossible result, a nonce used for something
    else, a meeting that is not being played, or a game that the match does not have.
    """
    content = {
        "meeting": str(meeting.uid),
        "game": game,
        "kind": str(kind),
        "data": data,
        "sides": sides,
        "by": str(by),
    }
    fingerprint = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    with locked(meeting.round.stage.tournament_id) as tournament:
        known = Line.objects.filter(tournament=tournament, nonce=nonce).first()
        if known:
            if known.content_hash != fingerprint:
                raise Refusal("nonce_used", line=known.number)
            return Answer(known, False, amount_of(meeting, known.game))
        _check_writable(meeting, game, kind, data)
        tournament.last_line += 1
        tournament.version += 1
        tournament.save(update_fields=["last_line", "version"])
        line = Line.objects.create(
            tournament=tournament,
            number=tournament.last_line,
            version=tournament.version,
            meeting=meeting,
            game=game,
            kind=kind,
            sides=sides,
            data=data,
            by=by,
            by_entry=by_entry,
            user=user,
            nonce=nonce,
            content_hash=fingerprint,
            basis=basis,
            corrects=corrects,
            note=note[:300],
            seen_at=seen_at,
            written_at=timezone.now(),
        )
        return Answer(line, True, _rewrite(tournament, meeting, game))


def _check_writable(meeting: Meeting, game: int, kind: str, data: dict[str, Any]) -> None:
    round_ = Round.objects.select_related("stage").get(pk=meeting.round_id)
    if meeting.void_act_id or round_.state == Round.State.VOID:
        raise Refusal("meeting_void")
    if round_.state not in (Round.State.OPEN, Round.State.CLOSED):
        raise Refusal("round_not_open", round=round_.number)
    if not 1 <= game <= meeting.games_planned:
        raise Refusal("no_such_game", game=game, games=meeting.games_planned)
    if kind == Line.Kind.VOID:
        return
    GAMES[round_.stage.game].check(data, round_.stage.rules, sides=len(sides_of(meeting)))
    if game > 1 and kind == Line.Kind.CLAIM:
        _check_match_goes_on(meeting, game)


def _check_match_goes_on(meeting: Meeting, game: int) -> None:
    if Line.objects.filter(meeting=meeting, game=game).exists():
        return
    if isinstance(amount_of(meeting, game - 1), Open):
        raise Refusal("game_before_is_open", game=game - 1)
    if match_state(meeting).over:
        raise Refusal("match_is_over")


def sides_of(meeting: Meeting) -> list[list[int]]:
    """Who sits there, by side: entry numbers."""
    sides: dict[int, list[int]] = {}
    for seat in meeting.seats.select_related("entry").order_by("side", "order_in_side"):
        sides.setdefault(seat.side, []).append(seat.entry.number)
    return [sides[side] for side in sorted(sides)]


def readable(line: Line) -> settling.Line:
    """A line as `scoring.settle` reads it. `by_side` is where the entry that says it sits."""
    number = line.by_entry.number if line.by_entry else None
    by_side = next((index for index, side in enumerate(line.sides) if number in side), None)
    return settling.Line(line.number, line.kind, line.data, line.sides, line.by, by_side, line.basis)


def amount_of(meeting: Meeting, game: int = 1, upto: int | None = None) -> Amount:
    """What the lines about one game amount to, as of `upto` (a version of the tournament; None: now)."""
    lines = Line.objects.filter(meeting=meeting, game=game).select_related("by_entry").order_by("number")
    if upto is not None:
        lines = lines.filter(version__lte=upto)
    return settling.settle([readable(line) for line in lines], sides_of(meeting))


def last_line_of(meeting: Meeting, game: int = 1) -> int:
    """The number of the newest line about a game, 0 where there is none: what a writer's basis is."""
    last = Line.objects.filter(meeting=meeting, game=game).order_by("-number").first()
    return last.number if last else 0


def match_of(meeting: Meeting) -> matches.Match:
    """How `meeting` is decided: one game, or best of its planned games."""
    if meeting.games_planned == 1:
        return matches.Match()
    return matches.Match("best_of", meeting.games_planned)


def match_state(meeting: Meeting) -> matches.State:
    """Where the match of `meeting` stands, from its results."""
    by_game: dict[int, tuple[int | None, int, bool]] = {}
    for result in Result.objects.filter(meeting=meeting).order_by("game", "side"):
        winner, worth, _ = by_game.get(result.game, (None, 0, False))
        if result.won:
            winner, worth = result.side, result.match_points
        by_game[result.game] = (winner, worth, False)
    return matches.state(match_of(meeting), list(by_game.values()), sides=len(sides_of(meeting)))


def _rewrite(tournament: Tournament, meeting: Meeting, game: int) -> Amount:
    """Work the cached results of one game out of its lines anew, in the caller's transaction."""
    amount = amount_of(meeting, game)
    Result.objects.filter(meeting=meeting, game=game).delete()
    if not isinstance(amount, Open) and amount.data is not None:
        Result.objects.bulk_create(_results(tournament, meeting, game, amount))
    return amount


def _results(tournament: Tournament, meeting: Meeting, game: int, amount: Settled | Disputed) -> list[Result]:
    stage = Stage.objects.get(rounds__meetings=meeting)
    line = Line.objects.get(tournament=tournament, number=amount.line)
    values = GAMES[stage.game].earned(amount.data, stage.rules, meeting.games_planned)
    state = "disputed" if isinstance(amount, Disputed) else "settled"
    return [
        Result(
            tournament=tournament,
            stage=stage,
            meeting=meeting,
            game=game,
            entry_id=seat.entry_id,
            side=seat.side,
            state=state,
            how=value.how,
            pegged=value.pegged,
            against=value.against,
            played=value.played,
            won=value.won,
            skunk=value.skunk,
            match_points=value.match_points,
            spread=value.spread,
            line=line,
        )
        for seat in meeting.seats.order_by("side", "order_in_side")
        for value in [values[seat.side]]
    ]


def void_game(meeting: Meeting, *, game: int, nonce: str, basis: int, user: User | None, note: str = "") -> Answer:
    """Open a game again, as if nothing had been written: a result entered at the wrong table."""
    return write(
        meeting,
        game=game,
        kind=Line.Kind.VOID,
        data={"v": 1},
        sides=sides_of(meeting),
        by=Line.By.DESK,
        nonce=nonce,
        basis=basis,
        user=user,
        note=note,
    )


def rebuild(tournament: Tournament, *, check: bool = False) -> list[tuple[int, int]]:
    """Work every cached result out of the lines anew; the (meeting id, game) whose cache differed.

    With `check` nothing is changed.
    """
    wrong = []
    with locked(tournament.pk) as tournament:
        games = Line.objects.filter(tournament=tournament).values_list("meeting", "game").distinct().order_by()
        for meeting in Meeting.objects.filter(pk__in={pk for pk, _ in games}):
            for game in sorted({game for pk, game in games if pk == meeting.pk}):
                cached = list(Result.objects.filter(meeting=meeting, game=game).order_by("side", "entry"))
                amount = amount_of(meeting, game)
                settled = not isinstance(amount, Open) and amount.data is not None
                worked_out = _results(tournament, meeting, game, amount) if settled else []  # type: ignore[arg-type]
                if [_values(row) for row in cached] != [_values(row) for row in worked_out]:
                    wrong.append((meeting.pk, game))
                    if not check:
                        _rewrite(tournament, meeting, game)
    return wrong


def _values(result: Result) -> tuple:
    names = [field.attname for field in Result._meta.concrete_fields if field.name != "id"]
    return tuple(int(value) if isinstance(value := getattr(result, name), bool) else value for name in names)
