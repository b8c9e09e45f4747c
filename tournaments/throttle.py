"""How often somebody guessed wrong or joined: in the database, so that it holds everywhere, without Redis."""

from datetime import timedelta

from django.utils import timezone

from tournaments.models import WrongGuess

KEPT = timedelta(days=1)


def count(kind: str, address: str, *, within: float) -> int:
    """How many tries of a kind came from an address within so many seconds."""
    now = timezone.now()
    lately = (now - timedelta(seconds=within), now)  # none that lies ahead, as the clock was put back since
    return WrongGuess.objects.filter(kind=kind, address=address, at__range=lately).count()


def note(kind: str, address: str) -> None:
    """Count one more, and forget those that are not of the last day."""
    now = timezone.now()
    WrongGuess.objects.exclude(at__range=(now - KEPT, now)).delete()
    WrongGuess.objects.create(kind=kind, address=address, at=now)
