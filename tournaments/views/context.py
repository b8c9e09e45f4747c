"""What every page of a tournament shows: its name and the steps of the day."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.views.access import may_direct


def day(request: HttpRequest) -> dict[str, Any]:
    """The tournament of the page, whether its reader directs it, and the steps of the day as navigation."""
    tournament = getattr(request, "tournament", None)
    if tournament is None:
        return {}
    directs = may_direct(request.user, tournament)
    return {
        "tournament": tournament,
        "directs": directs,
        "day_steps": _steps(request.path, tournament.slug) if directs else [],
    }


def _steps(path: str, slug: str) -> list[dict[str, Any]]:
    steps = [
        (_("Set-up"), "setup"),
        (_("Registration"), "registration"),
        (_("Rounds"), "rounds"),
        (_("Desk"), "desk"),
        (_("Standings"), "standings"),
        (_("Medals"), "medals"),
        (_("Papers"), "papers"),
    ]
    urls = [(label, name, reverse(name, args=[slug])) for label, name in steps]
    check_in = reverse("check_in", args=[slug])  # a page of registration with an address of its own
    return [
        {
            "label": label,
            "url": url,
            "current": path.startswith(url) or (name == "registration" and path.startswith(check_in)),
        }
        for label, name, url in urls
    ]
