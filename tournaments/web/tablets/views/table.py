"""One table: how a tablet joins there, large enough to be scanned across the desk, and its tablets."""

from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments import devices
from tournaments.common import codes
from tournaments.models import Invitation, Tournament
from tournaments.publishing import papers
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.table_status import statuses
from tournaments.web.tablets import words as tablets_words


def table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the code of a table, its progress, and its tablets."""
    spot = statuses.look(tournament).spot(number)
    invited = {one.place.number: one for one in devices.invite_tables(tournament) if one.place}
    if spot is None or number not in invited:
        raise Http404
    numbers = sorted(invited)
    at = numbers.index(number)
    context = {
        "spot": spot,
        "tile": tablets_words.tile(spot),
        "players": tablets_words.players(spot),
        "rows": [tablets_words.row(status) for status in spot.tablets],
        "before": numbers[at - 1] if at else None,
        "after": numbers[at + 1] if at + 1 < len(numbers) else None,
        **_joining(request, invited[number]),
    }
    return render(request, "tournaments/tablets/table.html", context)


def _joining(request: HttpRequest, invited: Invitation) -> dict[str, Any]:
    """Return the content of the card of a table: the address as a picture, and the code to type."""
    url = base(request) + devices.page_of(invited)
    return {
        "qr": picture(url),
        "url": url,
        "code": codes.format_code(invited.code),
        "type_at": (base(request) + devices.TYPED_AT).partition("//")[2].rstrip("/"),
    }


def picture(text: str) -> SafeString:
    """Return the QR code of a text as a picture: black on white in the evening too."""
    made = segno.make_qr(text, error="m", encoding=None if text.isascii() else "utf-8")
    return mark_safe(made.svg_inline(border=4, dark="#000", light="#fff", omitsize=True))  # noqa: S308


def renew(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give a table another code, as its sheet is lost; the page then shows the new one."""
    shut_out = request.POST.get("tablets") == "out"
    statuses.renew_code(
        get_object_or_404(tournament.places, number=number), shut_out=shut_out, by=request.user
    )
    flash.success(request, "code_renewed_out" if shut_out else "code_renewed", {"table": number})
    return redirect("tablets_table", tournament.slug, number)


def sheet(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Print the code of one table."""
    get_object_or_404(tournament.places, number=number)
    args = {"base": base(request), "language": tournament.language, "table": number}
    papers.request(tournament, "table_codes", args)
    return redirect(reverse("papers", args=[tournament.slug]) + "#made")
