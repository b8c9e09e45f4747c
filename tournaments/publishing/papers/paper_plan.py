"""The papers that are needed now and later, by how far a tournament is."""

from collections.abc import Iterable, Set
from typing import NamedTuple

from tournaments.models import Job, Round, Tournament
from tournaments.publishing.papers.paper_age import LastChanges
from tournaments.publishing.papers.paper_types import BEFORE, BETWEEN, END, GAME, PaperType
from tournaments.rounds import stages

MAX_PAPERS = 3
_ORDER = (BEFORE, GAME, BETWEEN, END)


class Moment(NamedTuple):
    """The state of a tournament, and its newest round."""

    when: str
    round: Round | None = None


def moment(tournament: Tournament, rounds: Iterable[Round]) -> Moment:
    """Return how far a tournament is; `rounds` are all that are seated, the newest first."""
    newest = next(iter(rounds), None)
    if newest is None:
        return Moment(BEFORE)
    if newest.state != Round.State.CLOSED:
        return Moment(GAME, newest)
    stage = stages.qualifying(tournament)
    over = newest.stage_id != stage.pk or newest.number >= stage.rules["rounds"]
    return Moment(END if over else BETWEEN, newest)


def current_kinds(tournament: Tournament, at: Moment, changes: LastChanges) -> set[str]:
    """Return the kinds of papers that are made whole for this moment and still hold, or are being made."""
    jobs = tournament.jobs.exclude(state__in=(Job.State.CANCELLED, Job.State.FAILED))
    if at.when == GAME and at.round:
        of_round = at.round.stage.order, at.round.number
        jobs = jobs.filter(args__stage=of_round[0], args__round=of_round[1])
        jobs = jobs.filter(args__version__gte=changes.seats.get(of_round, 0))
    elif at.when != BEFORE:
        jobs = jobs.filter(args__version__gte=changes.results)
    asked = jobs.order_by().values_list("kind", "args__which").distinct()
    return {kind for kind, which in asked if not which}


def plan(
    at: Moment, possible: Iterable[PaperType], made: Set[str]
) -> tuple[list[PaperType], list[PaperType]]:
    """Return the papers that are needed now, and the next ones: at most three each, none that is `made`."""
    every = list(possible)
    bound = {kind.key: kind.contains for kind in every}
    done = {key for kind in made for key in (kind, *bound.get(kind, ()))}
    for kind in every:  # a file of several is made once all that can be in it are
        contents = [key for key in kind.contains if key.partition("-")[0] in bound]
        done |= {kind.key} if contents and done.issuperset(contents) else set()
    needed = [kind for when in _ORDER[_ORDER.index(at.when) :] for kind in every if when in kind.moments]
    left = [kind for kind in dict.fromkeys(needed) if kind.key not in done]
    now = [kind for kind in left if at.when in kind.moments][:MAX_PAPERS]
    later = [kind for kind in left if kind not in now][:MAX_PAPERS]
    return now, later
