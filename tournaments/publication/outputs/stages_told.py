"""The stages of a day for files and the API."""

from typing import Any, NamedTuple

from tournaments import portable
from tournaments.models import Stage, Tournament


class Part(NamedTuple):
    """A stage: its kind, how it is seated, over what a meeting is played, what ranks, who asked not to meet
    whom, by entry numbers, and what a match of teams is that meet on boards (None: nothing).
    """

    order: int
    kind: str
    movement: str
    match: dict[str, Any]
    criteria: tuple[str, ...]
    apart: tuple[tuple[int, int], ...] = ()
    boards: dict[str, Any] | None = None


def parts(tournament: Tournament, secret: int | None, *, full_names: bool) -> tuple[Part, ...]:
    """The stages; on the Internet without who asked not to meet, and medal matches not before the podium."""
    known = tournament.stages.exclude(state=Stage.State.VOID)
    if secret is not None:
        known = known.filter(order=1)
    entries = tournament.entries.exclude(apart="") if full_names else ()
    found = []
    for stage in known:
        told = portable.about_stage(stage, entries)
        apart = told.pop("apart")
        told["criteria"] = tuple(told["criteria"])
        found.append(Part(**told, apart=tuple((one, other) for one, other in apart)))
    return tuple(found)
