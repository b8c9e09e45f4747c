"""The Wi-Fi of the hall as its organiser typed it: kept with the tournament, printed for the wall."""

from typing import NamedTuple

from scoring import Refusal
from tournaments.common import audit_log
from tournaments.models import Tournament, User
from tournaments.models.tournament import locked

KEY = "wifi"
LONGEST_NAME = 32  # bytes, as IEEE 802.11 has it
SHORTEST, LONGEST = 8, 63  # signs of a password of WPA
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '\\;,":'})


class Wifi(NamedTuple):
    """Name and password of a network; no password: everybody may join."""

    name: str
    password: str

    @property
    def code(self) -> str:
        r"""What a phone reads to join.

        >>> Wifi("Salle; \"A\"", "a:b,c\\d;e").code
        'WIFI:T:WPA;S:Salle\\; \\"A\\";P:a\\:b\\,c\\\\d\\;e;;'
        >>> Wifi("Salle", "").code
        'WIFI:T:nopass;S:Salle;;'
        """
        name = self.name.translate(ESCAPED)
        if not self.password:
            return f"WIFI:T:nopass;S:{name};;"
        return f"WIFI:T:WPA;S:{name};P:{self.password.translate(ESCAPED)};;"


def of(tournament: Tournament) -> Wifi | None:
    """The Wi-Fi of a tournament; None where nobody has typed one."""
    kept = tournament.settings.get(KEY)
    return Wifi(**kept) if kept else None


def usual(tournament: Tournament) -> Wifi | None:
    """That of a tournament, or what its organisation typed last."""
    own = of(tournament)
    if own:
        return own
    others = Tournament.objects.filter(organisation=tournament.organisation_id, settings__has_key=KEY)
    last = others.order_by("-pk").first()
    return of(last) if last else None


def write(tournament: Tournament, name: str, password: str, *, by: User | None) -> None:
    """Keep the Wi-Fi of the hall; an empty name forgets it. Raises `Refusal` for what no network can have.

    The list of acts does not say the password.
    """
    if len(name.encode()) > LONGEST_NAME:
        raise Refusal("wifi_name_too_long")
    if password and not (SHORTEST <= len(password) <= LONGEST and password.isascii()):
        raise Refusal("wifi_password", least=SHORTEST, most=LONGEST)
    with locked(tournament) as current:
        kept = {KEY: Wifi(name, password)._asdict()} if name else {}
        others = {key: value for key, value in current.settings.items() if key != KEY}
        if current.settings == others | kept:
            return
        current.settings = others | kept
        current.save(update_fields=["settings"])
        audit_log.record(current, "wifi", {}, by=by)
