"""Read a restored tournament once as its pages will read it, and say which part cannot be read."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs_validation
from tournaments.models import Tournament
from tournaments.publishing import card_audit, cash_box, prizes, publications
from tournaments.rounds import scores
from tournaments.standings import standings

log = logging.getLogger(__name__)


def check_integrity(tournament: Tournament) -> None:
    """Raise `DomainError` (`copy_does_not_fit`) with the first part of a tournament that cannot be read."""
    for part, read in PARTS:
        with wrap_errors(part):
            read(tournament)


@contextmanager
def wrap_errors(part: Any) -> Iterator[None]:
    """Turn any error inside into a `DomainError` that names `part`, a noun with its article.

    It is anything on which a page would fail. It comes from the file, so it is no bug here.
    """
    try:
        with transaction.atomic():
            yield
    except Exception as fault:
        log.warning("a copy does not fit together: %s", part, exc_info=True)
        raise DomainError("copy_does_not_fit", part=part, why=type(fault).__name__) from fault


def _check_rounds(tournament: Tournament) -> None:
    for stage in tournament.stages.all():
        scores.table_states(list(stage.rounds.select_related("stage__tournament")))


def _check_standings(tournament: Tournament) -> None:
    """Read the standings now, and by all actions: forwards to the last version, and back to the first."""
    for version in (None, 0, tournament.version):
        standings(tournament, upto=version)


def _check_prizes(tournament: Tournament) -> None:
    cash_box.box(tournament, prizes.awards(tournament, standings(tournament)))


def _check_publications(tournament: Tournament) -> None:
    for publication in tournament.publications.all():
        publications.published_standings(publication)


def _check_undo_obstacles(tournament: Tournament) -> None:
    for act in tournament.acts.all():
        audit_log.undo_obstacle(act)


PARTS: tuple[tuple[Any, Callable[[Tournament], object]], ...] = (
    (_("the results"), scores.rebuild),
    (_("the standings"), _check_standings),
    (_("the cards"), lambda tournament: card_audit.readings(tournament, standings(tournament))),
    (_("the prizes and the cash box"), _check_prizes),
    (_("the published standings"), _check_publications),
    (_("the games"), _check_rounds),
    (_("the actions"), _check_undo_obstacles),
    (_("the medal matches"), medals.ties),
    (_("the playoffs"), playoffs_validation.playoff_faults),
)
"""The parts of a tournament in the order in which they are read: results come first, the others need them."""
