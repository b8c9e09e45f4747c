"""The papers of the ceremony and the publication, requested with one button at the end of a tournament."""

from typing import Any

from scoring import DomainError
from tournaments.models import Job, Tournament, User
from tournaments.publishing import ceremony, publications
from tournaments.publishing.outputs import folder
from tournaments.publishing.papers import paper_types, printing, registry

PAPERS = ("medal_papers",)


def request_papers(
    tournament: Tournament, args: dict[str, Any], *, by: User
) -> tuple[list[Job], DomainError | None]:
    """Request all papers of the ceremony and the publication; return the jobs, and why it is not published.

    `args` are those of a paper (`printing.request`). Nothing is published while the podium is secret. Raises
    `DomainError` where the standings are not official, or no longer match the results.
    """
    if against := obstacle(tournament):
        raise against
    made = [
        printing.request(tournament, kind, args)
        for kind in PAPERS
        if paper_types.has(tournament, registry.PAPER_TYPES[kind])
        and not registry.PAPER_TYPES[kind].missing(tournament)
    ]
    if ceremony.has_hidden_games(tournament):
        return made, DomainError("podium_first")
    try:
        return [folder.request(tournament, by=by), *made], None
    except DomainError as refusal:  # a result is in dispute
        return made, refusal


def obstacle(tournament: Tournament) -> DomainError | None:
    """Return the error that prevents the ceremony, or None."""
    publication = publications.official_publication(tournament)
    if publication is None:
        return DomainError("not_official_yet")
    return None if publications.is_current(publication) else DomainError("official_outdated")


def jobs_of(tournament: Tournament) -> list[Job]:
    """Return the newest job of each kind that the button requests."""
    kinds = (folder.KIND, *PAPERS)
    newest: dict[str, Job] = {}
    for job in tournament.jobs.filter(kind__in=kinds).order_by("-pk"):
        newest.setdefault(job.kind, job)
    return [newest[kind] for kind in kinds if kind in newest]
