"""Requests to the organiser, from those who can no longer change their registration themselves."""

from django.utils import timezone

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.models import Signup, Tournament
from tournaments.models.locking import locked
from tournaments.registration.signups import locked_signup

MAX_REQUEST = 400


def ask_organiser(signup: Signup, text: str) -> None:
    """Ask the organiser for a change, after registration has closed. Raises `DomainError`.

    Another request replaces one that is not answered.
    """
    text = sanitize.clean_length(sanitize.clean_line(text), MAX_REQUEST)
    if not text:
        raise DomainError("signup_request_empty")
    with locked_signup(signup) as (_tournament, signup):
        signup.request, signup.requested_at, signup.answered_at = text, timezone.now(), None
        signup.save(update_fields=["request", "requested_at", "answered_at"])


def answer_request(tournament: Tournament, number: int) -> None:
    """Mark the request of a registration as answered."""
    with locked(tournament) as tournament:
        asked = Signup.objects.filter(tournament_uid=tournament.uid, number=number)
        asked = asked.filter(answered_at=None).exclude(requested_at=None)
        asked.update(answered_at=timezone.now())
