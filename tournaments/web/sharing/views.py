"""Parts of a public tournament for other sites: a picture, a link preview, a page for an iframe.

Names are by consent on all of them, whatever the request: they are read on the Internet.
"""

import json
from typing import Any

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page

from tournaments.games import GAMES
from tournaments.models import Tournament
from tournaments.publishing.outputs import fragment, pictures
from tournaments.rounds import stages
from tournaments.web import polling

LOOK_VERSION = "1"  # raise it when the look of the picture or of the page for frames changes
FRAME_CSP = {
    "default-src": [NONE],
    "img-src": [NONE],
    "style-src": [UNSAFE_INLINE],  # those of the fragment; there is no script
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}
SCRIPT_ESCAPES = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


def is_public(tournament: Tournament) -> bool:
    """Return whether other sites may show it."""
    return tournament.visibility == Tournament.Visibility.PUBLIC


def link_preview(request: HttpRequest, tournament: Tournament) -> dict[str, Any] | None:
    """Return the link preview of the public page; None for a tournament that is not public."""
    if not is_public(tournament):
        return None
    url = request.build_absolute_uri(reverse("public", args=[tournament.slug]))
    image = request.build_absolute_uri(reverse("share_picture", args=[tournament.slug]))
    return {"url": url, "image": image, "event": _event(tournament, url, image)}


def _event(tournament: Tournament, url: str, image: str) -> SafeString:
    """Return the tournament as a `SportsEvent` of schema.org, escaped for a script element."""
    rules = stages.qualifying(tournament).rules
    with translation.override("en"):  # vocabularies of schema.org are English
        sport = GAMES[rules["game"]].words.name(rules)
    content: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": tournament.name,
        "sport": sport,
        "startDate": stages.start_time(tournament).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "url": url,
        "image": image,
    }
    if tournament.place:
        content["location"] = {"@type": "Place", "name": tournament.place, "address": tournament.place}
    return mark_safe(json.dumps(content, ensure_ascii=False).translate(SCRIPT_ESCAPES))  # noqa: S308


def picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the podium as a picture of 1200 by 630; Cheville's logo while there is no place to show."""
    data = polling.public_data(tournament)
    if not data.has_standings:
        return redirect(static("icons/logo-180.png"))
    content = polling.cached(tournament, f"picture-{get_language()}", lambda: pictures.podium(data).png())
    return _conditional_response(
        request, tournament, "picture", HttpResponse(content, content_type="image/png")
    )


@gzip_page
@xframe_options_exempt
@csp_replace(FRAME_CSP)  # type: ignore[arg-type]
def embed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings for an iframe of another site: no script, no cookie."""
    asked = request.GET.get("language", "")
    spoken = asked if asked in dict(settings.LANGUAGES) else tournament.language
    data = polling.public_data(tournament)
    with translation.override(spoken):
        content = _embed_page(request, tournament, fragment.fragment_html(data, spoken[:2]))
        return _conditional_response(request, tournament, "embed", HttpResponse(content))


def _embed_page(request: HttpRequest, tournament: Tournament, inside: str) -> str:
    address = request.build_absolute_uri(reverse("public", args=[tournament.slug]))
    return format_html(
        '<!doctype html>\n<html lang="{}" style="color-scheme:light dark">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex">'
        '<title>{}</title></head>\n<body style="margin:.75em;font-family:system-ui,sans-serif">\n'
        '<main>{}</main>\n<p><a href="{}" target="_blank" rel="noopener">{}</a></p>\n</body>\n</html>\n',
        get_language(),
        tournament.name,
        mark_safe(inside),  # noqa: S308 - built of format_html
        address,
        _("Every game and every player"),
    )


def _conditional_response(
    request: HttpRequest, tournament: Tournament, what: str, response: HttpResponse
) -> HttpResponse:
    etag = (
        f'"{tournament.uid}-{tournament.epoch}-{tournament.version}-{what}-{get_language()}-{LOOK_VERSION}"'
    )
    answer = get_conditional_response(request, etag=etag, response=response) or response
    answer["ETag"] = etag
    patch_cache_control(answer, public=True, no_cache=True)
    return answer
