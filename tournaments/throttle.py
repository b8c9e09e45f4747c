"""How often somebody guessed wrong or joined: in the database, so that it holds everywhere, without Redis."""

from datetime import timedelta

from django.utils import timezone

from tournaments.models import WrongGuess

KEPT = timedelta(days=1)


def count(kind: str, address: str, *, within: float) -> int:
    """How many tries of a kind came from an address within so many seconds."""
    since = timezone.now() - timedelta(seconds=within)
    return WrongGuess.objects.filter(kind=kind, address=address, at__gte=since).count()


def note(kind: str, address: str) -> None:
    """Count one more, and forget those that are older than a day."""
    now = timezone.now()
    WrongGuess.objects.filter(at__lt=now - KEPT).delete()
    WrongGuess.objects.create(kind=kind, address=address, at=now)
