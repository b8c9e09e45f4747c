"""The page of papers in words: rounds, for whom a paper is, and what has become of it."""

from django.utils.translation import gettext as _

from tournaments.models import Job, Stage
from tournaments.publishing import papers
from tournaments.publishing.paper_types import TABLES


def round_name(stage: Stage, number: int) -> str:
    """Return the name of a round of any stage."""
    if stage.kind == Stage.Kind.QUALIFYING:
        return _("Game %(number)s") % {"number": number}
    if stage.kind == Stage.Kind.PLAYOFF:
        return _("Playoffs, match %(number)s") % {"number": number}
    words = {"place": stage.rules.get("first_rank", 1), "number": number}
    return _("Medal matches for place %(place)s, round %(number)s") % words


def choices(kind: papers.PaperType, whose: dict[str, list[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Return for whom a paper can be made: all, some without names, each of them."""
    if not kind.whose:
        return []
    of_tables = kind.whose == TABLES
    every = _("all tables") if of_tables else _("everybody")
    spare = _("spare slips without names") if of_tables else _("spare cards without names")
    return [("", every), *([(papers.SPARE, spare)] if kind.spare else []), *whose[kind.whose]]


def for_whom_name(job: Job, names: dict[int, str]) -> str:
    """Return the one person or table that a paper is for, or that it is spare."""
    which = job.args.get("which", "")
    if not which or which == papers.SPARE:
        return _("spare") if which else ""
    if papers.PAPER_TYPES[job.kind].whose == TABLES:
        return _("Table %(table)s") % {"table": which}
    return names.get(int(which), which)


def spoken_state(job: Job, name: str, error: str) -> str:
    """Return the words of a screen reader when a paper has become ready or has failed."""
    if job.state == Job.State.DONE:
        return _("%(paper)s: ready") % {"paper": name}
    if job.state == Job.State.FAILED:
        return _("%(paper)s: failed. %(why)s") % {"paper": name, "why": error}
    return ""
