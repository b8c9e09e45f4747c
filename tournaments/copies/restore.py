"""A tournament from a copy: the same addresses and tablets, the next epoch; what stood here is archived."""

from django.db import transaction
from django.db.models import Max

from tournaments import acts, scorebook
from tournaments.copies.belonging import belonging
from tournaments.copies.file import Copy
from tournaments.copies.rows import unpack
from tournaments.models import Role, Tournament, User


def restore(copy: Copy, *, by: User | None) -> Tournament:
    """Bring `copy` to life here; who restores it directs it.

    A life of the same tournament that stands here already is archived, never deleted.
    """
    copy = belonging(copy, by)
    with transaction.atomic():
        lives = Tournament.objects.select_for_update().filter(uid=copy.uid)
        last = max(lives.aggregate(last=Max("epoch"))["last"] or 0, copy.epoch)
        lives.update(live=False)
        tournament = unpack(copy.rows, epoch=last + 1, slug=_free_slug(copy))
        scorebook.rebuild(tournament)
        if by is not None:
            Role.objects.create(user=by, tournament=tournament, role=Role.Kind.DIRECTOR)
        args = {"epoch": copy.epoch, "version": copy.version, "reached": list(copy.reached)}
        acts.record(tournament, "restore", args, by=by)
        return tournament


def _free_slug(copy: Copy) -> str:
    """The address that the copy had; another tournament's is not taken from it."""
    base: str = copy.rows["tournament"]["slug"]
    slug, turn = base, 2
    while Tournament.objects.filter(slug=slug, live=True).exists():
        slug, turn = f"{base[:74]}-{turn}", turn + 1
    return slug
