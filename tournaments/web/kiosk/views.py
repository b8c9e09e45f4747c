"""The page of a kiosk, and the page on which the organiser pairs one."""

from typing import Any

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page

from scoring import DomainError
from tournaments import devices
from tournaments.common import codes
from tournaments.models import Tournament
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.kiosk.words import WORDS
from tournaments.web.qr import qr_picture
from tournaments.web.table_status import statuses
from tournaments.web.tablet_app.views import LAPTOP_CSP, shell
from tournaments.web.tablets import words as tablets_words


@gzip_page
@csp_update(LAPTOP_CSP)
def kiosk(request: HttpRequest, secret: str = "") -> HttpResponse:
    """Show the page of a kiosk: its script pairs by the invitation of the address, or by a typed code."""
    return shell(request, "kiosk", {"invitation": secret if _is_unused(secret) else None}, WORDS)


def _is_unused(secret: str) -> bool:
    """Return whether a secret pairs a device; it ends when it is used, and the address is read again."""
    try:
        return bool(secret) and devices.by_secret(secret).is_kiosk
    except DomainError:
        return False


def kiosks(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the code that pairs the next kiosk, and the kiosks; 204 while the code of `waits` is unused."""
    invited = devices.kiosk_invitation(tournament)
    if invited and request.GET.get("waits") == str(invited.pk):
        return HttpResponse(status=204)
    known = [one for one in statuses.device_statuses(tournament) if one.device.is_kiosk]
    context: dict[str, Any] = {"rows": [tablets_words.row(one) for one in known], "invited": invited}
    if invited:
        url = base(request) + devices.kiosk_page_of(invited)
        context |= {
            "qr": qr_picture(url),
            "url": url,
            "code": codes.format_code(invited.code),
            "type_at": (base(request) + devices.PAIRING_PATH).partition("//")[2].rstrip("/"),
        }
    return render(request, "tournaments/kiosk/kiosks.html", context)


def invite(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Make a code for the next kiosk."""
    devices.invite_kiosk(tournament)
    return redirect("kiosks", tournament.slug)
