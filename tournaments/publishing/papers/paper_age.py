"""The age of a paper: after which game it was asked for, and whether what is on it has changed since.

Versions are compared, not times: the clock of a computer can be put back.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Q

from tournaments.models import Line, Round, Tournament
from tournaments.publishing import ceremony, publications, reopening
from tournaments.publishing.papers.paper_types import BETWEEN, END, PaperType
from tournaments.rounds import line_ups, make_up, stages

RESULT_KINDS = {
    *("close", "medal_close", "medal_open", "playoff_close", "playoff_open", "publish", "played_ahead"),
    *(reopening.KIND, make_up.KIND, ceremony.LIFT_HIDDEN_ACT),
}
SEAT_KINDS = {"seat", "swap", "as_played", "extra_game", line_ups.ACT}
OFFICIAL = "official"


class LastChanges(NamedTuple):
    """The versions that last changed the results on papers, and the seats of a round by stage and number."""

    results: int
    seats: Mapping[tuple[int, int], int]

    def of_paper(self, kind: PaperType, args: Mapping[str, Any]) -> int:
        """Return the version that last changed what is on a paper; 0 where neither of them is on it."""
        which = args.get("which", "")
        if kind.belongs_to_round(which):
            return self.seats.get((args.get("stage", 1), args.get("round", 0)), 0)
        return self.results if has_results(kind, which) else 0


def has_results(kind: PaperType, which: str) -> bool:
    """Return whether results are on a paper, or on the part of it that is wanted."""
    part = kind.part(which)
    return bool({BETWEEN, END} & set(kind.moments)) and not (part and part.blank)


def last_changes(tournament: Tournament) -> LastChanges:
    """Return the last changes of a tournament. Results of a game that is being played are on no paper."""
    kinds = RESULT_KINDS | SEAT_KINDS
    acts = tournament.acts.filter(kind__in=kinds | {f"undo_{kind}" for kind in kinds}).order_by("version")
    seen = Q(kind=Line.Kind.PENALTY) | Q(meeting__round__stage__order__gt=1)
    lines = tournament.lines.filter(seen | ~Q(meeting__round__state=Round.State.OPEN)).order_by("-number")
    results = lines.values_list("version", flat=True).first() or 0
    seats: dict[tuple[int, int], int] = {}
    for kind, own, undone, version in acts.values_list("kind", "args", "undoes__args", "version"):
        args = undone or own
        if kind.removeprefix("undo_") in RESULT_KINDS:
            results = max(results, version)
        else:
            seats[args["stage"], args["round"]] = version
    return LastChanges(results, seats)


def last_game(tournament: Tournament) -> int | str:
    """Return the game after which papers have the results now, 0 before the end of game 1; or OFFICIAL."""
    stage = stages.qualifying(tournament)
    shown = ceremony.last_public_game(tournament, stage)
    if shown is None and publications.official_publication(tournament):
        return OFFICIAL
    closed = stage.rounds.filter(state=Round.State.CLOSED).order_by("-number")
    last = closed.values_list("number", flat=True).first() or 0
    return last if shown is None else min(shown, last)


def version_args(tournament: Tournament) -> dict[str, Any]:
    """Return the arguments by which a paper that is asked for now is dated later."""
    return {"version": tournament.version, "after": last_game(tournament)}
