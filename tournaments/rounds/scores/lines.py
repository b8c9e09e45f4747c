"""Write a line: check it, number it, fingerprint it and compute its result, under the one lock."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from itertools import chain
from typing import Any

from django.utils import timezone

from scoring import DomainError, penalties, two_cards
from scoring.games import GAMES
from scoring.settle import Open
from tournaments.common.group_commit import Group
from tournaments.common.signals import result_written
from tournaments.models import Device, Entry, Line, Meeting, Round, Tournament, User, raw_sql
from tournaments.models.locking import is_writing, locked, locked_and_read, locked_if_free
from tournaments.models.rows import fetch, fetch_each, insert, placeholders, statement_pipeline
from tournaments.rounds.scores.loaded_game import (
    GameResult,
    LoadedGame,
    game_of_rows,
    game_query,
)
from tournaments.rounds.scores.result_warnings import Notice, notices_about
from tournaments.rounds.scores.results import rewrite_results
from tournaments.rounds.scores.tables import games_of

MAX_NONCE_LENGTH = 64
MAX_NOTE_LENGTH = 300
MAX_LINES = 30
"""The lines of one game after which only the desk writes about it: a device may make a nonce for each."""


@dataclass(frozen=True)
class WriteResult:
    """The outcome of writing a line: the line, whether it is new, and the state of the game after it.

    The tournament of the line is as it was under the lock, with the line counted.
    """

    line: Line
    new: bool
    game: LoadedGame

    @cached_property
    def result(self) -> GameResult:
        """The state of the game after the line."""
        return self.game.result

    @cached_property
    def notices(self) -> list[Notice]:
        """The notices for the user who wrote the line (`notices_about`)."""
        return notices_about(self.line, self.game)


@dataclass(frozen=True)
class HeldGame:
    """A game as it is under the lock of its tournament, read once: what decides about a line, and writes it.

    `meeting` was read before the lock: only what never changes about it is valid, the rest is in `state`.
    """

    meeting: Meeting
    tournament: Tournament
    state: LoadedGame
    nonce: str

    def write(self, **content: Any) -> WriteResult:
        """Write a line with the nonce of this game; `content` is that of `write_line`."""
        written = self.prepare_line(**content)
        _store([written])
        return written

    def prepare_line(
        self,
        *,
        kind: str = Line.Kind.CLAIM,
        data: dict[str, Any],
        sides: list[list[int]],
        by: str,
        basis: int,
        on_time: bool = False,
        by_entry: Entry | None = None,
        note: str = "",
        **about: Any,
    ) -> WriteResult:
        """Check a line and number it, or find the one that has its nonce; `_store` has to follow."""
        state = self.state
        fingerprint = _fingerprint(self.meeting, state.game, kind, data, sides, by)
        if state.known:
            return _repeated_answer(self, state.known, fingerprint)
        check_players(self.tournament, sides, seated=state.sides)
        _check_writable(self.meeting, state, kind, by_entry, data, sides)
        if on_time and is_too_late(self.tournament, state):
            raise DomainError("too_late", round=state.where.round_number)
        if on_time and len(state.lines) >= MAX_LINES:
            raise DomainError("too_many_lines")
        tournament = self.tournament
        tournament.last_line += 1
        tournament.version += 1
        line = Line(
            tournament=tournament,
            number=tournament.last_line,
            version=tournament.version,
            meeting=self.meeting,
            game=state.game,
            kind=kind,
            sides=sides,
            data=data,
            by=by,
            by_entry=by_entry,
            nonce=self.nonce,
            content_hash=fingerprint,
            basis=basis,
            note=note[:MAX_NOTE_LENGTH],
            written_at=timezone.now(),
            **about,
        )
        return WriteResult(line, True, state)


def _store(decided: Sequence[WriteResult]) -> None:
    """Insert the new lines of tournaments that are locked; each is about another meeting."""
    written = [one for one in decided if one.new]
    if not written:
        return
    lines = [one.line for one in written]
    with statement_pipeline():
        for tournament in {line.tournament_id: line.tournament for line in lines}.values():
            fetch(raw_sql.UPDATE_COUNTERS, tournament.last_line, tournament.version, tournament.pk)
        insert(lines)
    for one in written:
        one.game.add(one.line)
    rewrite_results([one.game for one in written])
    for line in lines:
        result_written.send(sender=Line, meeting=line.meeting, line=line)


@contextmanager
def held_game(meeting: Meeting, game: int, nonce: str) -> Iterator[HeldGame]:
    """Hold the lock of the tournament of a meeting; yield a game as it is then, and whether `nonce` is known.

    Raises `DomainError` as `locked` does, and for a nonce that is missing.
    """
    _check_nonce(nonce)
    as_it_is = game_query(meeting.pk, game, nonce)
    with locked_and_read(meeting.round.stage.tournament_id, as_it_is) as (tournament, (rows,)):
        yield HeldGame(meeting, tournament, game_of_rows(meeting.pk, game, rows), nonce)


def write_line(
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
    device: Device | None = None,
    corrects: int | None = None,
    note: str = "",
    seen_at: datetime | None = None,
    on_time: bool = False,
) -> WriteResult:
    """Write a line about one game of `meeting`, and recompute its result.

    `data` is line data of the stage's game, `sides` the entry numbers of each side as the writer saw them,
    `basis` the number of the last line of that game that the writer had seen. The same nonce with the same
    content is answered as the first time. With `on_time`, as for devices, `too_late` and `too_many_lines` are
    refused.

    Raises `DomainError` for an impossible result, a used nonce, and what is not or no longer being played.
    """
    _check_nonce(nonce)
    content = {
        "kind": kind,
        "data": data,
        "sides": sides,
        "by": by,
        "basis": basis,
        "on_time": on_time,
        "by_entry": by_entry,
        "user": user,
        "device": device,
        "corrects": corrects,
        "note": note,
        "seen_at": seen_at,
    }
    stage = meeting.round.stage
    # A line of a playoff may have to be rolled back alone; one inside a transaction goes with that.
    if stage.ranks_only or is_writing():
        with held_game(meeting, game, nonce) as held:
            return held.write(**content)
    return LINE_GROUP.answer(stage.tournament_id, ProposedLine(meeting, game, nonce, content))


@dataclass(frozen=True)
class ProposedLine:
    """A line to be written about a game; `content` is that of `HeldGame.prepare_line`."""

    meeting: Meeting
    game: int
    nonce: str
    content: dict[str, Any]


def _write_all(proposed: Sequence[tuple[Tournament, ProposedLine]]) -> list[WriteResult | Exception]:
    """Write lines about several meetings of tournaments that are locked; what is refused is left out."""
    outcomes: list[WriteResult | Exception] = []
    found = fetch_each(*(game_query(one.meeting.pk, one.game, one.nonce) for _tournament, one in proposed))
    for (tournament, one), rows in zip(proposed, found, strict=True):
        state = game_of_rows(one.meeting.pk, one.game, rows)
        try:
            outcomes.append(HeldGame(one.meeting, tournament, state, one.nonce).prepare_line(**one.content))
        except DomainError as refusal:
            outcomes.append(refusal)
    _store([outcome for outcome in outcomes if isinstance(outcome, WriteResult)])
    return outcomes


LINE_GROUP: Group[Tournament, ProposedLine, WriteResult] = Group(
    locked,
    locked_if_free,
    _write_all,
    # so that each of the lines that `_store` inserts together is about another meeting
    subject=lambda proposed: proposed.meeting.pk,
)


def _check_nonce(nonce: str) -> None:
    if not 0 < len(nonce) <= MAX_NONCE_LENGTH:
        raise DomainError("form_incomplete")


def _fingerprint(
    meeting: Meeting, game: int, kind: str, data: dict[str, Any], sides: list[list[int]], by: str
) -> str:
    """Return the hash of the content of a line, by which a line that comes twice is recognised."""
    content = {
        "meeting": str(meeting.uid),
        "game": game,
        "kind": str(kind),
        "data": data,
        "sides": sides,
        "by": str(by),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _repeated_answer(held: HeldGame, key: int, fingerprint: str) -> WriteResult:
    """Return the answer to a line that is already written. Raises `DomainError` if it had other content."""
    known = Line.objects.get(pk=key)
    if known.content_hash != fingerprint:
        raise DomainError("nonce_used", line=known.number)
    known.tournament, known.meeting = held.tournament, held.meeting
    return WriteResult(known, False, held.state)


def _check_writable(
    meeting: Meeting,
    loaded: LoadedGame,
    kind: str,
    by_entry: Entry | None,
    data: dict[str, Any],
    sides: list[list[int]],
) -> None:
    where, game = loaded.where, loaded.game
    taken_back = kind == Line.Kind.PENALTY and "takes_back" in data  # wherever the penalty was written
    if loaded.is_void and not taken_back:
        raise DomainError("meeting_void")
    if where.round_state not in (Round.State.OPEN, Round.State.CLOSED):
        raise DomainError("round_not_open", round=where.round_number)
    if not 1 <= game <= where.games_planned:
        raise DomainError("no_such_game", game=game, games=where.games_planned)
    if kind == Line.Kind.VOID:
        return
    if len(loaded.sides) < 2 and kind != Line.Kind.PENALTY:
        alone = [seat.entry.name for seat in meeting.seats.select_related("entry")]
        raise DomainError("sits_out", name=", ".join(alone))
    check_data(where.game, kind, data, where.rules, len(loaded.sides))
    said_by = by_entry.number if by_entry else None
    by_side = next((index for index, side in enumerate(sides) if said_by in side), None)
    two_cards.check_single_card(kind, by_side, data, where.rules)
    if len(sides) != len(loaded.sides):  # otherwise no one could say whose score is which
        raise DomainError("one_score_a_side")
    written = [line for line in loaded.lines if line.kind != Line.Kind.PENALTY]
    if game > 1 and kind in (Line.Kind.CLAIM, Line.Kind.AWARD) and not written:
        games, match = games_of(meeting, loaded.sides)
        if isinstance(games[game - 2].result, Open):
            raise DomainError("game_before_is_open", game=game - 1)
        if match.over:
            raise DomainError("match_is_over")


def check_players(
    tournament: Tournament, sides: Sequence[Sequence[int]], *, seated: Sequence[Sequence[int]] = ()
) -> None:
    """Refuse numbers that no entry of the tournament has, with `unknown_players`; `seated` are known."""
    numbers = set(chain.from_iterable(sides)).difference(*seated)
    if not numbers:
        return
    asked = raw_sql.COUNT_PLAYERS.format(placeholders(list(numbers)))
    if fetch(asked, tournament.pk, *numbers)[0][0] != len(numbers):
        raise DomainError("unknown_players")


def check_decision_seen(state: LoadedGame, seen: int, data: dict[str, Any] | None) -> None:
    """Refuse a ruling, with `data`, where another decision that its writer has not seen says otherwise.

    `data` is None for a ruling that opens the game again. `seen` is the newest line that the writer has seen.
    A line with the same nonce is answered as before.
    """
    decisions = [line for line in state.lines if line.kind in (Line.Kind.RULING, Line.Kind.VOID)]
    unseen = any(line.number > seen for line in decisions)
    agrees = state.result == Open() if data is None else state.result.data == data
    if unseen and not agrees and not state.known:
        raise DomainError("ruled_meanwhile")


def check_data(game: str, kind: str, data: dict[str, Any], rules: dict[str, Any], sides: int) -> None:
    """Check line data: a result of the game, or a penalty of its table.

    Raises `DomainError`.
    """
    check = partial(GAMES[game].check, rules=rules, sides=sides)
    if kind == Line.Kind.PENALTY:
        penalties.check(data, sides, check)
    else:
        check(data)


def is_too_late(tournament: Tournament, loaded: LoadedGame) -> bool:
    """Return whether devices can no longer write this game: play has gone on since its round was closed.

    Writers ask under the lock, as the next round may be seated at this moment. After a laptop was replaced, a
    game without a result is accepted whatever its round: the copy may lack results that the other laptop had.
    """
    where = loaded.where
    if where.round_state != Round.State.CLOSED:
        return False
    if tournament.epoch > 1 and isinstance(loaded.result, Open):
        return False
    return bool(fetch(raw_sql.HAS_GONE_ON, where.stage, where.round_number, tournament.pk)[0][0])
