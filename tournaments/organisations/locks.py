"""The locks on the clubs and people of an organisation, and on what else is written with them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from scoring import DomainError
from tournaments.models import Member, Organisation, Player, Tournament
from tournaments.models.locking import writer_lock


@contextmanager
def organisation_lock(organisation: Organisation) -> Iterator[None]:
    """Hold the clubs and people of an organisation until the transaction ends."""
    with writer_lock(), transaction.atomic():
        # FOR NO KEY UPDATE: rows that refer to the organisation can still be inserted,
        # so registration is not blocked.
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        yield


def tournaments_entered_by(people: Collection[Player]) -> QuerySet[Tournament]:
    """Return the tournaments in which one of `people` is or was entered, archived lives too."""
    return Tournament.objects.filter(
        Exists(Member.objects.filter(entry__tournament=OuterRef("pk"), player__in=people))
    )


def lock_rows(tournaments: QuerySet[Tournament], people: Collection[Player] = ()) -> None:
    """Lock tournaments, then people, until the transaction ends, before either are written.

    Who registers people locks them in this order, tournaments by their keys: in another order two would wait
    for each other for ever. Raises `DomainError` if `tournaments` has another one by the time all are locked.
    """
    held = set(tournaments.select_for_update().order_by("pk").values_list("pk", flat=True))
    if people:
        keys = [player.pk for player in people]
        list(Player.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))
    if not held.issuperset(tournaments.values_list("pk", flat=True)):
        raise DomainError("look_again")
