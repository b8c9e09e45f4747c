"""Continue the games of a tournament after its end: what depends on the end is withdrawn, by one act."""

from typing import NamedTuple

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Publication, Result, Round, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.publishing import publications
from tournaments.rounds import scores

KIND = "reopen"


class Ending(NamedTuple):
    """The end of a tournament: the official standings, and the stages after the games with their players."""

    official: Publication | None
    stages: tuple[Stage, ...]
    people: tuple[str, ...]

    @property
    def identity(self) -> tuple[object, ...]:
        """Return a value that distinguishes this ending from others, for the user who agrees to it."""
        return self.official and self.official.version, tuple(one.order for one in self.stages), self.people


def ending(tournament: Tournament) -> Ending:
    """Return what `reopen` would withdraw."""
    stages = tournament.stages.filter(order__gt=1).exclude(state=Stage.State.VOID).order_by("order")
    people = tournament.entries.filter(stage_entries__stage__in=stages).order_by("number").distinct()
    return Ending(
        publications.official_publication(tournament),
        tuple(stages),
        tuple(people.values_list("name", flat=True)),
    )


def reopen(tournament: Tournament, *, seen: tuple[object, ...], by: User | None) -> Act:
    """Withdraw the official standings and the matches after the games; their lines stay readable.

    `seen` is `Ending.identity` as the user saw it. Raises `DomainError` if the ending has changed since.
    """
    with locked(tournament) as current:
        now = ending(current)
        if now.identity != seen or not (now.official or now.stages):
            raise DomainError("look_again")
        # the states of the rounds by number, and that of the stage under 0
        before = {
            str(stage.order): {
                "0": str(stage.state),
                **{str(number): state for number, state in stage.rounds.values_list("number", "state")},
            }
            for stage in now.stages
        }
        Round.objects.filter(stage__in=now.stages).update(state=Round.State.VOID)
        Result.objects.filter(stage__in=now.stages).delete()  # computed from the lines, which stay
        Stage.objects.filter(pk__in=[stage.pk for stage in now.stages]).update(state=Stage.State.VOID)
        version = now.official.version if now.official else 0
        args = {"official": version, "stages": [stage.order for stage in now.stages]}
        act = audit_log.record(current, KIND, args, by=by, inverse={"stages": before})
        if now.official:
            publications.withdraw(current, act)
        return act


def _obstacle(act: Act) -> DomainError | None:
    """Return an error if another act came later: it was made while the ending was withdrawn."""
    return DomainError("undo_later_first") if act.tournament.version != act.version else None


@audit_log.undoes(KIND, obstacle=_obstacle)
def _undo_reopening(tournament: Tournament, act: Act) -> None:
    for order, states in act.undo_data["stages"].items():
        stage = tournament.stages.get(order=int(order))
        for number, state in states.items():
            stage.rounds.filter(number=int(number)).update(state=state)
        Stage.objects.filter(pk=stage.pk).update(state=states["0"])
    if act.args["official"]:
        publications.restore(tournament, act.args["official"])
    scores.rebuild(tournament)
