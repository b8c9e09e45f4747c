"""The publications of the tournaments of an event as one ZIP: a folder for each, and an index above them."""

import io
import json
import zipfile
from collections.abc import Iterable

from scoring import DomainError
from tournaments.common import jobs
from tournaments.models import Destination, Event, Job, Tournament, User
from tournaments.publishing.outputs import folder
from tournaments.publishing.outputs.site import year_index

INDEX = "index.html"


def newest_publications(tournaments: Iterable[Tournament], *, finished: bool = False) -> dict[int, Job]:
    """Return the newest job of a publication of each tournament, by its key, in order from the newest one.

    With `finished`, it is the newest of those whose files are made.
    """
    made = Job.objects.filter(tournament__in=tournaments, kind=folder.KIND).exclude(state=Job.State.CANCELLED)
    if finished:
        made = made.filter(state=Job.State.DONE)
    newest: dict[int, Job] = {}
    for job in made.order_by("-pk"):
        if job.tournament_id:
            newest.setdefault(job.tournament_id, job)
    return newest


def request_all(event: Event, *, by: User, send: bool) -> list[tuple[Tournament, DomainError]]:
    """Request the publication of each tournament; with `send`, for its destinations as well.

    Those that are not listed for everybody are published one by one. Return the tournaments of which nothing
    may be published now, each with the reason.
    """
    refused = []
    for tournament in event.public_tournaments():
        to = Destination.for_tournament(tournament).values_list("pk", flat=True) if send else ()
        try:
            folder.request(tournament, by=by, to=to)
        except DomainError as refusal:
            refused.append((tournament, refusal))
    return refused


def zipped(event: Event, language: str) -> bytes:
    """Return the newest finished publication of each tournament in one ZIP.

    Raises `DomainError` where none is finished. A season of several tournaments is in it once, as the last
    publication has it.
    """
    newest = newest_publications(event.public_tournaments(), finished=True)
    paths = [jobs.result_path(job) for job in newest.values()]
    names: set[str] = set()
    listed = []
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in (one for one in paths if one.exists()):
            with zipfile.ZipFile(path) as publication:
                own = publication.namelist()[0].partition("/")[0]
                listed.append(json.loads(publication.read(f"{own}/{folder.INDEX_ENTRY_FILE}")))
                for info in publication.infolist():
                    if info.filename not in names:
                        archive.writestr(info, publication.read(info), zipfile.ZIP_DEFLATED)
                names.update(publication.namelist())
        if listed:
            archive.writestr(INDEX, year_index(listed, language, title=event.name))
    if not listed:
        raise DomainError("event_not_published")
    return content.getvalue()
