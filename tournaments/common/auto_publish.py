"""Publishing: by itself after each closed game where that is wanted, and when somebody asks for it.

A server that takes whole tournaments hears of every act by which others see something else.
"""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tournaments.common import jobs
from tournaments.models import Destination, Job, Tournament
from tournaments.models.rows import prepared

EACH_GAME = "publish_each_game"  # in the settings of a tournament
EVERYWHERE: dict[str, Any] = {"by": None}
TO_SERVERS = (
    "close",
    "undo_close",
    "medal_close",
    "publish",
    "podium",
    "lift_hidden",
    "reopen",
    "undo_reopen",
)


def queue_if_wanted(tournament: Tournament, kind: str) -> None:
    """Send what an act of this kind brings; only under the lock of the tournament."""
    if kind == "close" and tournament.settings.get(EACH_GAME):
        queue_publication(tournament, EVERYWHERE)
    if kind in TO_SERVERS:
        for server in _servers(tournament.organisation_id, tournament.uid):
            queue_transfer(tournament, server)


@prepared
def _servers(organisation: int, uid: UUID) -> QuerySet[Destination]:
    return Destination.of_day(organisation, uid).filter(kind__in=Destination.OF_DAYS)


def queue_transfer(tournament: Tournament, server: Destination) -> Job:
    """Have a server take the tournament over; only under its lock. What waits already takes this along."""
    return jobs.ask_again(tournament, jobs.SEND, {"to": server.pk}, key=server.key)


def queue_publication(tournament: Tournament, args: dict[str, Any], *, total: int = 0) -> Job:
    """Ask for a publication; only under the lock of the tournament.

    `args`: `by` whom, `to` which destinations (missing: to all), at which `version` it is asked for
    (missing: while one is being written). One is made at a time, and goes wherever it was asked to go. One
    that is being made now may have been gathered before what happened last; then it begins anew.
    """
    under_way = Job.objects.filter(tournament=tournament, key=jobs.PUBLISH, state__in=jobs.UNFINISHED).first()
    if under_way is None:
        return jobs.enqueue(tournament, jobs.PUBLISH, args, key=jobs.PUBLISH, total=total)
    before = under_way.args
    if "to" in args and "to" in before:
        args = args | {"to": sorted({*args["to"], *before["to"]})}
    else:
        args = {name: value for name, value in args.items() if name != "to"}
    same = ("to" in args, args.get("to")) == ("to" in before, before.get("to"))
    if same and "version" in args and args["version"] == before.get("version"):
        return under_way
    return jobs.ask_again(tournament, jobs.PUBLISH, args, key=jobs.PUBLISH)
