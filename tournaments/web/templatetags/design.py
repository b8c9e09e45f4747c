"""Template tags of the design: icons, pegs, the pegging track. /design/ shows them all."""

import re
from dataclasses import dataclass
from functools import cache

from django import template
from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.forms import BoundField
from django.template import loader
from django.templatetags import l10n
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.publishing import identity
from tournaments.publishing.identity import Identity
from tournaments.system import program_files

register = template.Library()

MAX_HOLES = 30
PAPERS = settings.BASE_DIR / "static" / "icons" / "papers.svg"
PLAIN_SHEET = "sheet"
SPACE_OF_PUNCTUATION = re.compile("(?<=«) | (?=[»:;!?])")

PEG = mark_safe(
    '<circle class="body" cx="12" cy="12" r="9"/><ellipse class="shine" cx="9.4" cy="8.8" rx="3.4" ry="2.6" '
    'transform="rotate(-35 9.4 8.8)"/>'
)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Return an icon of static/icons/lucide.svg; without a label it is hidden from screen readers."""
    if not label:
        return _decoration(static("icons/lucide.svg"), name)
    return _icon(static("icons/lucide.svg"), name, format_html('role="img" aria-label="{}"', label))


def _icon(address: str, name: str, spoken: str) -> SafeString:
    return format_html(
        '<svg class="icon" {} focusable="false"><use href="{}#{}"></use></svg>', spoken, address, name
    )


@cache  # there are as many as the file has
def _decoration(address: str, name: str) -> SafeString:
    return _icon(address, name, mark_safe('aria-hidden="true"'))


@register.simple_tag
def command_line(arguments: str) -> str:
    """Return what a user types in a terminal, as this program was installed."""
    return program_files.command_line(arguments)


@register.simple_tag
def page_head() -> SafeString:
    """Return the start of the head of every page, rendered once as it is the same on all of them."""
    return _page_head(static("icons/logo.svg"))


@cache  # one for each address of static files
def _page_head(address: str) -> SafeString:
    return loader.render_to_string("components/head.html")


@register.simple_tag
def identity_of(tournament: Tournament | str) -> Identity | None:
    """Return the identity of the organiser; None without a tournament, or if none is set."""
    return identity.identity_of(tournament) or None if isinstance(tournament, Tournament) else None


@register.filter
def localized(cell: object, how: bool | None) -> object:
    """Return a cell as its column of django-tables2 says: localized, not localized, or (None) as usual."""
    if how is None:
        return cell
    return l10n.localize(cell) if how else l10n.unlocalize(cell)


@register.filter
def labelled(label: object, words: object) -> str:
    """Return `label: words`, with the colon as the language sets it."""
    return _("%(label)s: %(result)s") % {"label": label, "result": words}


@cache
def _picture_names() -> frozenset[str]:
    """Return the names of the pictures in static/icons/papers.svg."""
    return frozenset(re.findall(r'<symbol id="(\w+)"', PAPERS.read_text(encoding="utf-8")))


@register.simple_tag
def picture(name: str) -> SafeString:
    """Return the picture of a paper from static/icons/papers.svg; a plain sheet if it has none there.

    Decoration, as its title is beside it.
    """
    return format_html(
        '<svg class="picture" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("icons/papers.svg"),
        name if name in _picture_names() else PLAIN_SHEET,
    )


@register.simple_tag
def peg(filled: object = True, colour: str = "green") -> SafeString:
    """Return a hole of the board, with its peg if `filled`; colour is green, red or blue. Decoration only."""
    return _peg(bool(filled), colour)


@cache
def _peg(filled: bool, colour: str) -> SafeString:
    return format_html(
        '<span class="peg {}" aria-hidden="true"><svg viewBox="0 0 24 24" focusable="false">'
        '<circle class="rim" cx="12" cy="12" r="10.5"/><circle class="hole" cx="12" cy="12" r="6"/>{}'
        "</svg></span>",
        colour,
        PEG if filled else "",
    )


@dataclass(frozen=True)
class Hole:
    """One hole of a track: whether it has a peg, and whether it is the one being played."""

    filled: bool
    now: bool


def holes_in_fives(done: int, total: int, now: int | None = None) -> list[list[Hole]]:
    """Return the holes of a track in groups of five, as on a board.

    Arguments: how many are done, how many there are, and the number (from 1) of the one being played. More
    than MAX_HOLES are drawn to scale: the last peg is only set when all is done.
    """
    count = min(total, MAX_HOLES)
    if count < total:
        done, now = done * count // total, None
    row = [Hole(filled=n <= done, now=n == now) for n in range(1, count + 1)]
    return [row[start : start + 5] for start in range(0, count, 5)]


@register.inclusion_tag("components/track.html")
def track(
    done: int = 0,
    total: int = 15,
    now: int | None = None,
    label: str = "",
    note: str = "",
    words: bool = True,
) -> dict:
    """Return a progress track: `{% track done=8 total=15 now=9 label=... %}`; words=False: no text."""
    return {
        "fives": holes_in_fives(done, total, now),
        "fine": total > 20,
        "done": done,
        "total": total,
        "label": label or _("%(done)s of %(total)s") % {"done": done, "total": total},
        "note": note,
        "words": words,
    }


@register.filter
def undo_url(message: Message) -> str:
    """Return the address to which a message's undo button posts (`tournaments.web.flash`)."""
    return _tag_value(message, "undo=")


@register.filter
def code(message: Message) -> str:
    """Return the code of a message."""
    return _tag_value(message, "code=")


@register.filter
def field_errors(field: BoundField) -> list[tuple[str, str]]:
    """Return the errors of a field: the code and the sentence of each."""
    refused = field.form.errors.as_data().get(field.name, [])
    return [(one.code or "invalid", str(message)) for one in refused for message in one]


def _tag_value(message: Message, what: str) -> str:
    tags = (message.extra_tags or "").split()
    return next((tag.removeprefix(what) for tag in tags if tag.startswith(what)), "")


@register.filter
def unbroken(name: object) -> str:
    """Return a typed name whose French punctuation stays beside its word where a line ends."""
    return SPACE_OF_PUNCTUATION.sub("\u00a0", str(name))


@register.filter
def first_line(text: object) -> str:
    """Return the title of a choice: its label up to the first line end."""
    return str(text).partition("\n")[0]


@register.filter
def other_lines(text: object) -> str:
    """Return the explanation of a choice: its label after the first line end."""
    return str(text).partition("\n")[2]
