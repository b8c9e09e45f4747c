"""Cached results: derived from the lines, and rewritten in the transaction of each line."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import F, TextField
from django.db.models.functions import Cast

from scoring import match as matches
from scoring.games import GAMES
from scoring.settle import Disputed
from scoring.side import SideValue
from tournaments.models import Line, Result, Tournament
from tournaments.models.locking import locked
from tournaments.models.rows import insert
from tournaments.rounds.scores.loaded_game import LoadedGame, load_game, other_games

BATCH_SIZE = 1_000  # rows that are inserted at once
MAX_CLOCK_DIFFERENCE = timedelta(days=7)
"""The time that a device reports is kept if it differs from the server's clock by no more than this."""


class CountingResult(NamedTuple):
    """The result of a game that counts: the values of each side, its state, the id of its line."""

    values: Sequence[SideValue]
    state: str
    line: int


def rewrite_results(games: Sequence[LoadedGame]) -> None:
    """Recompute the cached results of games from their lines, in the caller's transaction.

    Each is of another meeting.
    """
    # the first line of a game finds no results; of several games, the earlier ones decide which of them count
    stale = [game.meeting for game in games if game.where.games_planned > 1 or len(game.lines) > 1]
    if stale:
        Result.objects.filter(meeting__in=stale).delete()
    insert([result for game in games for result in _meeting_results(_games_of_meeting(game))])


def _games_of_meeting(game: LoadedGame) -> list[LoadedGame]:
    return [game, *other_games(game)] if game.where.games_planned > 1 else [game]


def _meeting_results(games: Sequence[LoadedGame]) -> list[Result]:
    """Return the results of one meeting from all of its games with lines."""
    found = []
    for game in sorted(games, key=lambda game: game.game):
        if counts := _counting_result(game, game.result):
            found.append((game, counts))
    if len(found) > 1:
        match = matches.read_match(game.where.rules)  # of any of them: they are of one meeting
        outcomes = [matches.outcome(counts.values) for _game, counts in found]
        found = found[: matches.state(match, outcomes, len(game.sides)).counted]
    return [result for one in found for result in _result_rows(*one)]


def _counting_result(loaded: LoadedGame, result: Any) -> CountingResult | None:
    """Return the result that counts by the state of a game's lines, or None where none does."""
    data, where = result.data, loaded.where
    if loaded.is_void or data is None:
        return None
    values = GAMES[where.game].side_values(data, where.rules, where.games_planned)
    state = "disputed" if isinstance(result, Disputed) else "settled"
    return CountingResult(values, state, loaded.keys[result.line])


def _result_rows(loaded: LoadedGame, counts: CountingResult) -> list[Result]:
    where, values = loaded.where, counts.values
    return [
        Result(
            tournament_id=where.tournament,
            stage_id=where.stage,
            meeting_id=loaded.meeting,
            game=loaded.game,
            entry_id=entry,
            side=side,
            state=counts.state,
            how=values[side].how,
            pegged=values[side].pegged,
            against=values[side].against,
            played=values[side].played,
            won=values[side].won,
            skunk=values[side].skunk,
            match_points=values[side].match_points,
            spread=values[side].spread,
            value=values[side].value,
            figures=dict(values[side].figures),
            line_id=counts.line,
        )
        for side, entry, _number in loaded.seats
    ]


def rebuild(tournament: Tournament, *, check: bool = False) -> list[tuple[int, int]]:
    """Recompute every cached result from the lines; return the (meeting id, game) whose cache differed.

    With `check`, change nothing.
    """
    wrong: list[tuple[int, int]] = []
    anew: list[Result] = []
    with locked(tournament, archived=True) as tournament:
        cached: dict[tuple[int, int], list[Result]] = defaultdict(list)
        of_it = Result.objects.filter(meeting__round__stage__tournament=tournament)
        for row in of_it.order_by("side", "entry"):
            cached[row.meeting_id, row.game].append(row)
        games: dict[int, set[int]] = defaultdict(set)
        for meeting, game in Line.objects.filter(tournament=tournament).values_list("meeting", "game"):
            games[meeting].add(game)
        for meeting in sorted(games):
            worked_out: dict[int, list[Result]] = defaultdict(list)
            for row in _meeting_results([load_game(meeting, game) for game in games[meeting]]):
                worked_out[row.game].append(row)
            for game in sorted(games[meeting]):
                rows = sorted(worked_out[game], key=lambda row: (row.side, row.entry_id))
                stands = cached[meeting, game]
                if [_values(row) for row in stands] == [_values(row) for row in rows]:
                    continue
                wrong.append((meeting, game))
                if not check:
                    if stands:
                        Result.objects.filter(meeting=meeting, game=game).delete()
                    anew += rows
        Result.objects.bulk_create(anew, batch_size=BATCH_SIZE)
    return wrong


def _values(result: Result) -> tuple:
    names = [field.attname for field in Result._meta.concrete_fields if field.name != "id"]
    return tuple(int(value) if isinstance(value := getattr(result, name), bool) else value for name in names)


def impossible_clocks(tournament: Tournament) -> list[tuple[int, str]]:
    """Return the lines with an impossible time from their device, as (number, time).

    Older programs wrote such times down. Lines are never changed, so the time stays; it decides nothing and
    is shown nowhere.
    """
    near = (F("written_at") - MAX_CLOCK_DIFFERENCE, F("written_at") + MAX_CLOCK_DIFFERENCE)
    lines = Line.objects.filter(tournament=tournament, seen_at__isnull=False).exclude(seen_at__range=near)
    lines = lines.annotate(seen=Cast("seen_at", TextField())).order_by("number")
    return list(lines.values_list("number", "seen"))
