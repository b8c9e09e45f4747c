"""The stages of a tournament and the games of medal matches, for files and the API."""

from typing import Any, NamedTuple

from tournaments.models import Result, Stage, Tournament
from tournaments.publishing import export


class StageExport(NamedTuple):
    """A stage, with what other programs need of its rules.

    `match` is what a meeting is played over, `criteria` what ranks, `apart` the pairs of entry numbers that
    asked not to meet, `boards` the rules of matches of teams on boards (None: there are none).
    """

    order: int
    kind: str
    pairing_system: str
    match: dict[str, Any]
    criteria: tuple[str, ...]
    apart: tuple[tuple[int, int], ...] = ()
    boards: dict[str, Any] | None = None


def stage_exports(
    tournament: Tournament, last_public_game: int | None, *, full_names: bool
) -> tuple[StageExport, ...]:
    """Return the stages; on the Internet without pairs apart, and without medal matches before the podium."""
    known = tournament.stages.exclude(state=Stage.State.VOID)
    if last_public_game is not None:
        known = known.filter(order=1)
    entries = tournament.entries.exclude(apart="") if full_names else ()
    found = []
    for stage in known:
        content = export.stage_data(stage, entries)
        apart = content.pop("apart")
        content["criteria"] = tuple(content["criteria"])
        found.append(StageExport(**content, apart=tuple((one, other) for one, other in apart)))
    return tuple(found)


class MedalGame(NamedTuple):
    """A game of a medal match: its place and number, and (entry number, points, won) of each side."""

    place: int
    number: int
    sides: tuple[tuple[int, int, bool], ...]


def medal_games(tournament: Tournament) -> tuple[MedalGame, ...]:
    """Return the settled games of medal matches, in the order in which they were played."""
    results = Result.objects.filter(
        stage__tournament=tournament,
        stage__kind=Stage.Kind.TIE_BREAK,
        state="settled",
        meeting__void_act=None,
    ).exclude(stage__state=Stage.State.VOID)
    columns = ("stage__rules", "meeting_id", "game", "entry__number", "pegged", "won")
    found: dict[tuple[int, int], MedalGame] = {}
    order = ("stage__order", "meeting__round__number", "meeting_id", "game", "entry__number")
    for rules, meeting, game, number, points, won in results.order_by(*order).values_list(*columns):
        known = found.get((meeting, game)) or MedalGame(rules.get("first_rank", 1), game, ())
        found[meeting, game] = known._replace(sides=(*known.sides, (number, points, bool(won))))
    return tuple(found.values())
