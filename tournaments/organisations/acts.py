"""Acts on the clubs and people of an organisation: one at a time, with the way back."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from tournaments.models import Organisation, OrganisationAct, User
from tournaments.models.tournament import one_writer_at_a_time


@contextmanager
def alone(organisation: Organisation) -> Iterator[None]:
    """Hold the clubs and people of an organisation until the transaction ends."""
    with one_writer_at_a_time(), transaction.atomic():
        # A key that others refer to meanwhile may be referred to: registration goes on.
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        yield


def mark_taken_back(act: OrganisationAct, *, by: User | None) -> None:
    """Date an act as taken back."""
    act.taken_back_at, act.taken_back_by = timezone.now(), by
    act.save(update_fields=["taken_back_at", "taken_back_by"])
