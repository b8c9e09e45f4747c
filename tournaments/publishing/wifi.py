"""The Wi-Fi of the hall as its organiser typed it: stored with the tournament, printed for the wall."""

from typing import NamedTuple

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Tournament, User
from tournaments.models.locking import locked

KEY = "wifi"
MAX_NAME_BYTES = 32  # bytes, as IEEE 802.11 has it
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 63  # characters of a WPA password
WIFI_ESCAPES = str.maketrans({sign: f"\\{sign}" for sign in '\\;,":'})


class Wifi(NamedTuple):
    """Name and password of a network; no password: all may join."""

    name: str
    password: str

    @property
    def code(self) -> str:
        r"""Return the text that a phone reads to join.

        >>> Wifi("Salle; \"A\"", "a:b,c\\d;e").code
        'WIFI:T:WPA;S:Salle\\; \\"A\\";P:a\\:b\\,c\\\\d\\;e;;'
        >>> Wifi("Salle", "").code
        'WIFI:T:nopass;S:Salle;;'
        """
        name = self.name.translate(WIFI_ESCAPES)
        if not self.password:
            return f"WIFI:T:nopass;S:{name};;"
        return f"WIFI:T:WPA;S:{name};P:{self.password.translate(WIFI_ESCAPES)};;"


def wifi_of(tournament: Tournament) -> Wifi | None:
    """Return the Wi-Fi of a tournament; None where none was typed."""
    kept = tournament.settings.get(KEY)
    return Wifi(**kept) if kept else None


def default_wifi(tournament: Tournament) -> Wifi | None:
    """Return the Wi-Fi of a tournament, or the last one of its organisation where none was ever stored."""
    own = wifi_of(tournament)
    if own or tournament.acts.filter(kind=KEY).exists():
        return own
    others = Tournament.objects.filter(organisation=tournament.organisation_id, settings__has_key=KEY)
    last = others.order_by("-pk").first()
    return wifi_of(last) if last else None


def write(tournament: Tournament, name: str, password: str, *, by: User | None) -> None:
    """Store the Wi-Fi of the hall; an empty name removes it. Raises `DomainError` if no network can have it.

    One that was only offered, as the last one of the organisation, is not offered again then. The list of
    acts does not contain the password.
    """
    if len(name.encode()) > MAX_NAME_BYTES:
        raise DomainError("wifi_name_too_long")
    if password and not (MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH and password.isascii()):
        raise DomainError("wifi_password", least=MIN_PASSWORD_LENGTH, most=MAX_PASSWORD_LENGTH)
    with locked(tournament) as current:
        kept = {KEY: Wifi(name, password)._asdict()} if name else {}
        others = {key: value for key, value in current.settings.items() if key != KEY}
        if current.settings == others | kept and default_wifi(current) == wifi_of(current):
            return
        current.settings = others | kept
        current.save(update_fields=["settings"])
        audit_log.record(current, KEY, {}, by=by)
