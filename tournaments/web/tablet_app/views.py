"""The page that a tablet opens by its QR code or for a typed code, and the page for an offline code."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.html import json_script
from django.views.decorators.gzip import gzip_page

from scoring import DomainError
from tournaments import devices
from tournaments.common.catalogue import Catalogue, translate
from tournaments.web.tablet_app.scripts import bundle
from tournaments.web.tablet_app.words import TABLET_WORDS, WORDS

LAPTOP_CSP = {"connect-src": [SELF, "http:", "https:"]}
"""The page may request the laptop at other addresses than the one it was opened at."""


class CompactEncoder(DjangoJSONEncoder):
    """Writes accented letters as they are: the page, which a tablet loads over a weak Wi-Fi, gets smaller."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"ensure_ascii": False, "separators": (",", ":")})


@gzip_page
@csp_update(LAPTOP_CSP)
def table(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Show the page of a table: its script joins with the invitation of the address, or with a typed code."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    return shell(request, "table", {"invitation": _invitation(secret, address)}, TABLET_WORDS)


@gzip_page
@csp_update(LAPTOP_CSP)
def carry(request: HttpRequest) -> HttpResponse:
    """Show the page whose script reads a result from its own URL fragment and sends it to the desk."""
    return shell(request, "carry", {}, WORDS)


def shell(request: HttpRequest, name: str, data: dict[str, Any], sentences: Catalogue) -> HttpResponse:
    """Render a page with its `sentences` in every language and `data` for its scripts."""
    words, names = {}, {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            words[code] = translate(sentences)
        names[code] = translation.get_language_info(code)["name_local"].capitalize()
    context = {
        "words": json_script(words, "words", CompactEncoder),
        "data": data | {"languages": names, "seconds": settings.TABLET_SECONDS},
        "name": name,
        "version": bundle(name).version,
        "style_version": bundle(name, "css").version,
    }
    folder = "kiosk" if name == "kiosk" else "tablet_app"
    response = render(request, f"tournaments/{folder}/{name}.html", context)
    add_never_cache_headers(response)
    return response


def _invitation(secret: str, address: str) -> dict[str, Any] | None:
    """Return the invitation of an address: a tablet may have results of another tournament and then warns.

    A typed code is looked up under the same limits as when a device joins by it.
    """
    if not secret:
        return None
    try:
        invited = devices.invitation(secret, address)
    except DomainError:
        return {"secret": secret, "known": False}
    if invited.is_kiosk:
        return {"secret": secret, "known": False}
    tournament = invited.tournament
    return {
        "secret": secret,
        "known": True,
        "table": invited.place.number if invited.place else None,
        "tournament": {
            "uid": str(tournament.uid),
            "name": tournament.name,
            "date": tournament.date.isoformat(),
            "language": tournament.language,
        },
    }
