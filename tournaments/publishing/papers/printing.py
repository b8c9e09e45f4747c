"""Request a paper, and draw it: a job looks up its content as plain rows."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.utils import translation
from django.utils.text import slugify

from scoring import DomainError
from tournaments.common import jobs
from tournaments.models import Job, Round, Tournament
from tournaments.publishing.papers import paper_age
from tournaments.publishing.papers.paper_types import SPARE, Paper, PaperType, has, missing_for
from tournaments.publishing.papers.registry import PAPER_TYPES, resolve_merged


def request(tournament: Tournament, kind: str, args: dict[str, Any]) -> Job:
    """Request a paper. `args`: language, base (the address of the program), round and stage where needed.

    Where wanted: `which` (the number of the one person or table, a part, or SPARE), `small`, and
    `match_points` (an empty column for them). Raises `DomainError` for a paper that cannot be drawn yet.
    """
    kind, args = resolve_merged(kind, args)
    check(tournament, kind, args)
    which: tuple[Any, ...] = (kind, args.get("stage", 1), args.get("round", 0), args.get("language"))
    if PAPER_TYPES[kind].changes_with_every_act or PAPER_TYPES[kind].part(args.get("which", "")):
        which += (tournament.version,)
    which += tuple(args.get(name, "") for name in ("table", "which", "small", "match_points"))
    key = "-".join(str(part) for part in which)
    total = _sheet_count(tournament, PAPER_TYPES[kind], args)
    return jobs.enqueue(tournament, kind, args | paper_age.version_args(tournament), key=key, total=total)


def retry(job: Job) -> None:
    """Queue a paper again that failed or was cancelled."""
    assert job.tournament is not None
    jobs.retry(job, args=job.args | paper_age.version_args(job.tournament))


def _sheet_count(tournament: Tournament, kind: PaperType, args: dict[str, Any]) -> int:
    """Return of how many sheets or cards the paper is."""
    which = args.get("which", "")
    if part := kind.part(which):
        return part.total(tournament)
    if which:
        return kind.blank_copies if which == SPARE else 1
    return kind.total(tournament)


def check(tournament: Tournament, kind: str, args: dict[str, Any]) -> None:
    """Raise `DomainError` for a paper that cannot be drawn yet, or at all."""
    which = args.get("which", "")
    if kind not in PAPER_TYPES or not has(tournament, PAPER_TYPES[kind]):
        raise DomainError("no_such_paper", kind=kind)
    chosen = PAPER_TYPES[kind].chosen(which)
    if not has(tournament, chosen):
        raise DomainError("no_such_paper", kind=kind)
    if PAPER_TYPES[kind].belongs_to_round(which):
        seated = Round.objects.filter(
            stage__tournament=tournament, stage__order=args.get("stage", 1), number=args.get("round", 0)
        ).exclude(state=Round.State.VOID)
        if not seated.exists():
            raise DomainError("round_not_seated", round=args.get("round"))
    if missing := missing_for(tournament, chosen, args):
        raise DomainError(missing)


def first_page(tournament: Tournament, kind: str, args: dict[str, Any]) -> bytes:
    """Return the first page of a paper as a PDF file without writing. Raises `DomainError` as `request`."""
    from tournaments.papers.pdf_file import EnoughPages, PdfFile

    kind, args = resolve_merged(kind, args)
    check(tournament, kind, args)
    with translation.override(args.get("language") or tournament.language):
        paper = Paper(tournament, args, lambda _done: None, preview=True)
        file = PdfFile(paper.header, str(PAPER_TYPES[kind].title), most_pages=1)
        with suppress(EnoughPages):
            PAPER_TYPES[kind].draw(replace(paper, file=file))
        return file.finished()


@jobs.job_task
def print_job(job: Job) -> None:
    """Draw what a job requests and keep it."""
    jobs.finish(job, *draw(job))


def draw(job: Job) -> tuple[bytes, str]:
    """Return the paper of a job, and a readable name for its file."""
    assert job.tournament is not None
    kind, args = resolve_merged(job.kind, job.args)
    # What is drawn is read query by query, and need not be of one moment: a change of it after the version
    # of the request, which `args` have, marks the paper as outdated.
    with translation.override(args.get("language") or job.tournament.language):
        content = PAPER_TYPES[kind].draw(Paper(job.tournament, args, jobs.reporter(job)))
        title = slugify(str(PAPER_TYPES[kind].title))
        part = PAPER_TYPES[kind].part(args.get("which", ""))
        title += f"-{part.key.replace('_', '-')}" if part else ""
        number = f"-{args['round']}" if args.get("round") else ""
        return content, f"{job.tournament.slug}-{title}{number}.pdf"
