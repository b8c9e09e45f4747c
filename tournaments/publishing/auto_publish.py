"""Queue publications: after each closed game if the tournament wants it, and on request.

Servers that take whole tournaments are also sent every action that changes what others see.
"""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tournaments.common import audit_log, jobs
from tournaments.models import Act, Destination, Job, Tournament
from tournaments.models.rows import prepared

EACH_GAME = "publish_each_game"  # in the settings of a tournament
EVERYWHERE_ARGS: dict[str, Any] = {"by": None}
SERVER_SEND_KINDS = (
    "close",
    "undo_close",
    *audit_log.FOLLOWING_KINDS,
    "publish",
    "podium",
    "lift_hidden",
    "reopen",
    "undo_reopen",
)


def publish_action(*, tournament: Tournament, action: Act, **_signal: Any) -> None:
    """Queue the publication and the transfers that follow an action: a receiver of `action_recorded`."""
    if action.kind == "close" and tournament.settings.get(EACH_GAME):
        queue_publication(tournament, EVERYWHERE_ARGS)
    if action.kind in SERVER_SEND_KINDS:
        for server in servers_of(tournament.organisation_id, tournament.uid):
            queue_transfer(tournament, server)


@prepared
def servers_of(organisation: int, uid: UUID) -> QuerySet[Destination]:
    """Return the servers that take a tournament as a whole."""
    return Destination.of_tournament_uid(organisation, uid).filter(kind__in=Destination.TOURNAMENT_KINDS)


def queue_transfer(tournament: Tournament, server: Destination) -> Job:
    """Queue a transfer to a server, or reuse a waiting one; only under the tournament's lock."""
    return jobs.enqueue_latest(tournament, jobs.SEND, {"to": server.pk}, key=server.key)


def queue_publication(tournament: Tournament, args: dict[str, Any], *, total: int = 0) -> Job:
    """Queue a publication; only under the lock of the tournament.

    `args`: `by` is the user, `to` the destinations (missing: all), `version` the version at the request
    (missing: while one is being written). One publication is made at a time, and goes to all destinations
    requested. A running one may have read its data before the last change; then it begins anew.
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
    return jobs.enqueue_latest(tournament, jobs.PUBLISH, args, key=jobs.PUBLISH)
