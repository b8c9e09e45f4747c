"""The settings of online registration, and whether it is open now."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.utils import timezone

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.common.sanitize import parse_moment
from tournaments.common.signals import place_freed
from tournaments.models import Tournament, User
from tournaments.models.locking import locked
from tournaments.registration.presence import has_begun
from tournaments.registration.teams import MAX_MEMBERS

KEY = "online_registration"
MAX_CAPACITY = 2_000
MOMENTS = ("opens", "closes", "confirm_since")
OFF, NOT_YET, OPEN, CLOSED, SEATED = "off", "not_yet", "open", "closed", "seated"


@dataclass(frozen=True)
class SignupSettings:
    """The choices of the organiser; off by default.

    `members`: how many people register together, 1 if each alone. No `capacity`: everybody has a place.
    Those who register after `confirm_since` are asked to confirm their e-mail address.
    """

    on: bool = False
    opens: datetime | None = None
    closes: datetime | None = None
    capacity: int | None = None
    per_club: int | None = None
    members: int = 1
    confirm_since: datetime | None = None


def settings_of(tournament: Tournament) -> SignupSettings:
    """Return the settings of a tournament."""
    kept = tournament.settings.get(KEY) or {}
    times = {name: parse_moment(kept.get(name)) for name in MOMENTS}
    return SignupSettings(**kept | times)


def signup_state(tournament: Tournament) -> str:
    """Return whether online registration is open now, or why it is not."""
    chosen, now = settings_of(tournament), timezone.now()
    if not chosen.on:
        return OFF
    if has_begun(tournament):
        return SEATED
    if chosen.closes and now >= chosen.closes:
        return CLOSED
    return NOT_YET if chosen.opens and now < chosen.opens else OPEN


def save_settings(tournament: Tournament, chosen: SignupSettings, *, by: User | None) -> None:
    """Save the settings; with a higher capacity those who wait move up. Raises `DomainError`."""
    if chosen.opens and chosen.closes and chosen.opens >= chosen.closes:
        raise DomainError("signup_times")
    numbers = [one for one in (chosen.capacity, chosen.per_club) if one is not None]
    if not all(1 <= one <= MAX_CAPACITY for one in numbers) or not 1 <= chosen.members <= MAX_MEMBERS:
        raise DomainError("signup_numbers", most=MAX_CAPACITY)
    with locked(tournament) as current:
        if chosen == settings_of(current):
            return
        times = {name: one and one.isoformat() for name in MOMENTS for one in [getattr(chosen, name)]}
        current.save_settings(**{KEY: asdict(chosen) | times})
        audit_log.record(current, KEY, {}, by=by)
        place_freed.send(sender=Tournament, tournament=current)
