"""Earlier publications, and the games that were corrected since."""

from datetime import datetime
from typing import Any, NamedTuple

from tournaments.models import Line, Stage, Tournament

ACT = "publish_files"


class Correction(NamedTuple):
    """A game that was corrected after it had been published."""

    at: datetime
    game: int
    table: int | None


def earlier_publications(tournament: Tournament) -> list[tuple[int, datetime, dict[str, Any]]]:
    """Return earlier publications, newest first: version, moment, and the data of the act."""
    made = tournament.acts.filter(kind=ACT).order_by("-version")
    return [(args["version"], at, args) for at, args in made.values_list("at", "args")]


def corrections(tournament: Tournament, stage: Stage, closed: set[int]) -> tuple[Correction, ...]:
    """Return the games that were corrected after they had been published, each once, newest first."""
    first: dict[int, int] = {}  # the version at which each game was published first
    for version, _at, args in earlier_publications(tournament):
        first |= {game: version for game in closed if game <= args["through_round"]}
    if not first:
        return ()
    lines = Line.objects.filter(meeting__round__stage=stage, version__gt=min(first.values()))
    columns = ("written_at", "version", "meeting__round__number", "meeting__place__number")
    found: dict[tuple[int, int | None], Correction] = {}
    for at, version, game, table in lines.order_by("-number").values_list(*columns):
        if game in first and version > first[game]:
            found.setdefault((game, table), Correction(at, game, table))
    return tuple(found.values())
