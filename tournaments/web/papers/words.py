"""The page of papers in words: rounds, for whom a paper is, and what has become of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Job, Round, Stage
from tournaments.publishing.papers import paper_age, paper_types, registry
from tournaments.publishing.papers.paper_types import SPARE, TABLES, PaperPart

Choice = tuple[str, str]
"""A value of a field, and its label."""


def round_name(stage: Stage, number: int) -> str:
    """Return the name of a round of any stage."""
    if stage.kind == Stage.Kind.QUALIFYING:
        return _("Game %(number)s") % {"number": number}
    if stage.kind == Stage.Kind.PLAYOFF:
        return _("Playoffs, match %(number)s") % {"number": number}
    words = {"place": stage.rules.get("first_rank", 1), "number": number}
    return _("Medal matches for place %(place)s, round %(number)s") % words


def choices(kind: paper_types.PaperType, parts: list[PaperPart], *, whole: bool) -> list[Choice]:
    """Return for whom a paper can be made: all if it can be made `whole`, parts, some without names."""
    of_tables = kind.subject == TABLES
    every = (_("all tables") if of_tables else _("everybody")) if kind.subject else _("all of it")
    spare = _("spare slips without names") if of_tables else _("spare cards without names")
    found = [(part.key, str(part.title)) for part in parts]
    found += [(SPARE, spare)] if kind.blank_copies else []
    if not whole:
        return found if parts else []
    return [("", every), *found] if kind.subject or found else []


def recipient_name(job: Job, names: dict[int, str]) -> str:
    """Return the part of the paper, the one person or table that it is for, or that it is spare."""
    kind, args = registry.resolve_merged(job.kind, job.args)
    which = args.get("which", "")
    if part := registry.PAPER_TYPES[kind].part(which):
        return str(part.title)
    if not which or which == SPARE:
        return _("spare") if which else ""
    if registry.PAPER_TYPES[kind].subject == TABLES:
        return _("Table %(table)s") % {"table": which}
    return names.get(int(which), which)


def age_name(args: Mapping[str, Any]) -> str:
    """Return after which game a paper with results was asked for; '' where that is not known."""
    after = args.get("after")
    if after == paper_age.OFFICIAL:
        return _("official")
    return _("after game %(number)s") % {"number": after} if after else ""


def closed_games_note(seated: Iterable[Round], last: int | str) -> str:
    """Return what a paper of closed games says while one is played; `last` is that of `paper_age.last_game`.

    It says nothing while games are hidden until the podium.
    """
    games = [round_ for round_ in seated if round_.stage.order == 1]
    playing = [round_.number for round_ in games if round_.state == Round.State.OPEN]
    closed = [round_.number for round_ in games if round_.state == Round.State.CLOSED]
    if not playing or last != max(closed, default=0):
        return ""
    words = {"last": last, "playing": min(playing)}
    return _("After game %(last)s. To include game %(playing)s, close that game first.") % words


def spoken_state(job: Job, name: str, error: str) -> str:
    """Return the words of a screen reader when a paper has become ready or has failed."""
    if job.state == Job.State.DONE:
        return _("%(paper)s: ready") % {"paper": name}
    if job.state == Job.State.FAILED:
        return _("%(paper)s: failed. %(why)s") % {"paper": name, "why": error}
    return ""
