"""The papers of the ceremony and the publication, asked for with one button at the end of the day."""

from typing import Any

from scoring import Refusal
from tournaments.models import Job, Tournament, User
from tournaments.publishing import ceremony, freeze, papers
from tournaments.publishing.outputs import folder

PAPERS = ("medal_list", "prize_list", "certificates", "standings")


def make(tournament: Tournament, args: dict[str, Any], *, by: User) -> tuple[list[Job], Refusal | None]:
    """Ask for all papers of the ceremony and for the publication; the jobs, and why there is none of it.

    `args` are those of a paper (`papers.request`). Nothing is published while the podium is a secret. Raises
    `Refusal` where the standings are not official, or no longer what the results amount to.
    """
    if against := obstacle(tournament):
        raise against
    made = [
        papers.request(tournament, kind, args)
        for kind in PAPERS
        if papers.has(tournament, papers.KINDS[kind]) and not papers.KINDS[kind].missing(tournament)
    ]
    if ceremony.is_secret(tournament):
        return made, Refusal("podium_first")
    try:
        return [folder.request(tournament, by=by), *made], None
    except Refusal as refusal:  # a result is in dispute
        return made, refusal


def obstacle(tournament: Tournament) -> Refusal | None:
    """Return what prevents the end of the day, or None."""
    publication = freeze.official(tournament)
    if publication is None:
        return Refusal("not_official_yet")
    return None if freeze.is_current(publication) else Refusal("official_outdated")


def jobs_of(tournament: Tournament) -> list[Job]:
    """The newest job of each kind that the button asks for."""
    kinds = (folder.KIND, *PAPERS)
    newest: dict[str, Job] = {}
    for job in tournament.jobs.filter(kind__in=kinds).order_by("-pk"):
        newest.setdefault(job.kind, job)
    return [newest[kind] for kind in kinds if kind in newest]
