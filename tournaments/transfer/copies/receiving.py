"""Receive a tournament that a laptop sends automatically after each closed game.

No user is present to choose, so it is accepted only where nothing that was done here would be put aside: the
lines here are the beginning of those received, and so are the acts. Otherwise it is refused, and a user
restores the copy by hand, where both are shown.
"""

import secrets

from django.db import transaction
from django.utils import timezone

from scoring import DomainError
from tournaments import devices
from tournaments.models import Organisation, Tournament, UploadKey, User
from tournaments.transfer.copies import erased_list
from tournaments.transfer.copies.comparison import CHOICE_KINDS, SAME, compare
from tournaments.transfer.copies.file import open_copy
from tournaments.transfer.copies.restore import restore

TAKEN, KNOWN = "taken", "known"
MAX_KEYS = 20  # of one organisation


def issue(organisation: Organisation, name: str, *, by: User | None) -> tuple[UploadKey, str]:
    """Make a new key and return it with its text, which is shown only once.

    Raises `DomainError` where there are too many already.
    """
    if organisation.upload_keys.count() >= MAX_KEYS:
        raise DomainError("upload_keys_too_many", most=MAX_KEYS)
    text = secrets.token_urlsafe(24)
    return organisation.upload_keys.create(name=name, fingerprint=devices.fingerprint(text), by=by), text


def key_of(text: str) -> UploadKey | None:
    """Return the key with that text. It is found by its fingerprint, so the time taken gives nothing away."""
    keys = UploadKey.objects.select_related("organisation")
    return keys.filter(fingerprint=devices.fingerprint(text)).first()


def receive(key: UploadKey, content: bytes) -> str:
    """Accept a tournament: return `taken`, or `known` where it is here in the same state.

    Raises `DomainError` for what `open_copy` and `restore` refuse, for a tournament of another organisation
    (`day_of_another`), and where something was done here that the copy does not have (`day_went_on_here`, or
    `copy_here_changed` where it was done just now).
    """
    copy = open_copy(content)
    UploadKey.objects.filter(pk=key.pk).update(used_at=timezone.now())
    live = Tournament.living(copy.uid)
    if live is None:
        restore(copy, by=None, to=key.organisation)
        return TAKEN
    if live.organisation_id != key.organisation_id:
        raise DomainError("day_of_another")
    compared = compare(copy, live)
    if compared.kind in CHOICE_KINDS:
        raise DomainError("day_went_on_here")
    if compared.kind == SAME:
        with transaction.atomic():
            erased_list.erase_in(key.organisation, copy.rows["erased"])
        return KNOWN
    # No lock is held meanwhile: `restore` takes its own in another order, and checks for changes.
    restore(copy, by=None, seen=compared, to=key.organisation)
    return TAKEN
