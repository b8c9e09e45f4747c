"""The identity of the organiser of a tournament: name, logo, colour, sponsors.

It is shown on papers, on the published site, on public pages and on projectors. All but the logo is in the
settings of the tournament, which every page has read already.
"""

import hashlib
import re
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.common.schema import Shape, exact_object, list_of, matching, string
from tournaments.models import Logo, Tournament, User
from tournaments.models.locking import locked
from tournaments.papers import values
from tournaments.publishing import logo as logos

KEY = "identity"
MAX_NAME_LENGTH, MAX_SPONSORS, MAX_SPONSOR_LENGTH = 80, 12, 60
COLOUR = re.compile("#[0-9a-f]{6}")
DARK, LIGHT = "#000000", "#ffffff"
SHAPE: dict[str, Shape] = {
    "name": string(MAX_NAME_LENGTH),
    "colour": matching(f"|{COLOUR.pattern}"),
    "sponsors": list_of(string(MAX_SPONSOR_LENGTH), MAX_SPONSORS),
    "logo": matching("|[0-9a-f]{12}"),
}
shape = exact_object(SHAPE)


@dataclass(frozen=True)
class Identity:
    """An identity as it is stored. `logo` identifies the picture: it is the beginning of its hash."""

    name: str = ""
    colour: str = ""
    sponsors: Sequence[str] = ()
    logo: str = ""

    def __bool__(self) -> bool:
        return any((self.name, self.colour, self.sponsors, self.logo))

    @property
    def on_colour(self) -> str:
        """Return black or white, whichever is read better on the colour: the contrast is 4.58 or more."""
        return text_on(self.colour) if self.colour else ""

    @property
    def style(self) -> str:
        """Return the colour, and that of text on it, as a style sheet; "" without a colour."""
        rule = f":root {{ --organiser: {self.colour}; --on-organiser: {self.on_colour}; }}\n"
        return rule if self.colour else ""


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as `#1d4f40` (WCAG 2.2)."""
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def text_on(colour: str) -> str:
    """Return the colour of text on a colour: black or white.

    >>> text_on("#ffd100"), text_on("#1d4f40")
    ('#000000', '#ffffff')
    """
    return max((DARK, LIGHT), key=lambda text: contrast(text, colour))


def identity_of(tournament: Tournament) -> Identity:
    """Return the identity of a tournament; an empty one, which is false, where nothing was given."""
    return Identity(**tournament.settings.get(KEY) or {})


def picture(tournament: Tournament) -> bytes:
    """Return the logo as a PNG file; nothing where there is none."""
    if not identity_of(tournament).logo:
        return b""
    kept = Logo.objects.filter(tournament=tournament.pk).first()
    return logos.as_bytes(kept.png) if kept else b""


def fingerprint(png: bytes) -> str:
    """Return what identifies a picture."""
    return hashlib.sha256(png).hexdigest()[:12]


def set_details(
    tournament: Tournament, name: str, colour: str, sponsors: Sequence[str], *, by: User | None
) -> None:
    """Store all but the logo. Raises `DomainError`."""
    if colour and not COLOUR.fullmatch(colour):
        raise DomainError("identity_colour")
    if len(sponsors) > MAX_SPONSORS:
        raise DomainError("identity_sponsors", most=MAX_SPONSORS)
    for one in sponsors:
        if len(one) > MAX_SPONSOR_LENGTH:
            raise DomainError("identity_sponsor_too_long", name=one, most=MAX_SPONSOR_LENGTH)
    with locked(tournament) as current:
        before = identity_of(current)
        _store_identity(current, Identity(name, colour, list(sponsors), before.logo), by)


def put_logo(tournament: Tournament, content: bytes, *, by: User | None) -> None:
    """Store the picture of a file as the logo. Raises `DomainError` if it cannot be read."""
    png = logos.normalise_logo(content)
    with locked(tournament) as current:
        Logo.objects.update_or_create(tournament=current, defaults={"png": logos.as_text(png)})
        before = identity_of(current)
        _store_identity(current, Identity(before.name, before.colour, before.sponsors, fingerprint(png)), by)


def remove_logo(tournament: Tournament, *, by: User | None) -> None:
    """Remove the logo."""
    with locked(tournament) as current:
        Logo.objects.filter(tournament=current).delete()
        before = identity_of(current)
        _store_identity(current, Identity(before.name, before.colour, before.sponsors), by)


def _store_identity(current: Tournament, identity: Identity, by: User | None) -> None:
    if identity == identity_of(current):
        return
    current.save_settings(**{KEY: asdict(identity)})
    audit_log.record(current, "identity", {}, by=by)


def copy_identity(tournament: Tournament, like: Tournament | None, *, by: User | None) -> None:
    """Give a new tournament the identity of the one that it is `like`, or the last of its organisation."""
    of = Tournament.objects.filter(organisation=tournament.organisation_id, example=False, live=True)
    before = like or of.filter(settings__has_key=KEY).order_by("-pk").first()
    if before is None or not identity_of(before) or identity_of(tournament):
        return
    with locked(tournament) as current:
        png = Logo.objects.filter(tournament=before.pk).values_list("png", flat=True).first()
        if png:
            Logo.objects.create(tournament=current, png=png)
        _store_identity(current, identity_of(before), by)


def paper_identity(tournament: Tournament) -> values.Organiser:
    """Return the identity as papers draw it."""
    known = identity_of(tournament)
    png = picture(tournament)
    logo = values.Picture(png, *struct.unpack(">II", png[16:24])) if png else None  # the size is in its head
    return values.Organiser(known.name, known.colour, tuple(known.sponsors), logo)
