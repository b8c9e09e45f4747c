"""What organisers are told while the last games are hidden from everybody else."""

from tournaments.models import Stage, Tournament
from tournaments.publication import ceremony


def hidden_now(tournament: Tournament, stage: Stage) -> dict[str, int] | None:
    """The first and the last game that are hidden from everybody; None while none is."""
    last = ceremony.last_shown(tournament, stage)
    return None if last is None else {"first": last + 1, "last": stage.rules["rounds"]}
