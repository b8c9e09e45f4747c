"""The organiser's page of the links by which representatives open the sheets of their clubs."""

from typing import Any

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments.common.sanitize import parse_int
from tournaments.models import ClubSheet, Signup, Tournament
from tournaments.registration import club_sheets
from tournaments.registration.signup_settings import signup_state
from tournaments.system.hosts import is_loopback_url
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.qr import qr_picture


def links(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the links, with codes where the page is to be printed; make and end links."""
    if request.method == "POST":
        _act(request, tournament)
        return redirect("club_links", tournament.slug)
    address = base(request)
    with_codes = "codes" in request.GET
    alive = Signup.objects.filter(sheet__tournament_uid=tournament.uid, withdrawn_at=None).order_by()
    counts = dict(alive.values_list("sheet").annotate(count=Count("pk")))
    sheets = club_sheets.sheets_by_club(tournament)
    rows = [
        _row(club, sheet, address, sum(counts.get(one.pk, 0) for one in sheets[club]), with_codes=with_codes)
        for club, sheet in club_sheets.links(tournament)
    ]
    clubs = list(tournament.organisation.clubs.values_list("name", flat=True))
    context = {
        "rows": rows,
        "with_codes": with_codes,
        "clubs": clubs,
        "without": len(set(clubs) - {row["club"] for row in rows}),
        "state": signup_state(tournament),
        "alone": is_loopback_url(address),
    }
    return render(request, "tournaments/club_sheets/links.html", context)


def _row(club: str, sheet: ClubSheet, address: str, count: int, *, with_codes: bool) -> dict[str, Any]:
    token = club_sheets.token_of(sheet)
    url = address + reverse("club_sheet", args=[token]) if token else ""
    code = qr_picture(url) if with_codes and url else ""
    return {"key": sheet.pk, "club": club, "url": url, "count": count, "qr": code}


def _act(request: SignedInRequest, tournament: Tournament) -> None:
    with flash.domain_errors(request):
        match request.POST.get("do"):
            case "make":
                clubs = [request.POST.get("club", "")]
                made = club_sheets.make_links(tournament, clubs, by=request.user)
                flash.success(request, "club_links_made", {"count": made})
            case "all":
                known = tournament.organisation.clubs.values_list("name", flat=True)
                made = club_sheets.make_links(tournament, known, by=request.user)
                flash.success(request, "club_links_made", {"count": made})
            case "end":
                key = parse_int(request.POST.get("link", "")) or 0
                club = club_sheets.end_link(tournament, key, by=request.user)
                flash.success(request, "club_link_ended", {"club": club})
