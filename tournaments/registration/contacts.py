"""The contacts of registrations, and which of them were confirmed by the link in a letter."""

from datetime import datetime

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring import DomainError
from tournaments.models import Signup
from tournaments.registration.signup_tokens import contact_proof


def signups_with_same_contact(signup: Signup) -> QuerySet[Signup]:
    """Return a registration and those of the same form that have its contact."""
    together = Q(group_uid=signup.group_uid) if signup.group_uid else Q(pk=signup.pk)
    return Signup.objects.filter(together, contact__iexact=signup.contact)


def group_confirmed_at(signup: Signup) -> datetime | None:
    """Return when the contact of a registration was confirmed by another of the same form."""
    if signup.group_uid is None:
        return None
    others = signups_with_same_contact(signup).exclude(pk=signup.pk)
    at: datetime | None = others.aggregate(at=Max("confirmed_at"))["at"]
    return at


def confirm_contact(signup: Signup, proof: str) -> None:
    """Mark the contact as confirmed, with that of the same form. Raises `DomainError` for another proof."""
    if not constant_time_compare(proof, contact_proof(signup)):
        raise DomainError("signup_other_contact")
    # without a lock: the update itself selects the contact that was proved, and not one written meanwhile
    signups_with_same_contact(signup).filter(confirmed_at=None).update(confirmed_at=timezone.now())
