"""What every page of a tournament shows: its name and the steps of the day."""

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Device, Publication, Round, Tournament
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
        "day_steps": _steps(request.path, tournament) if directs else [],
    }


def _steps(path: str, tournament: Tournament) -> list[dict[str, Any]]:
    stage = _stage(tournament)
    steps = [
        (_("Set-up"), "setup"),
        (_("Registration"), "registration"),
        (_("Rounds"), "rounds"),
        (_("Desk"), "desk"),
        *([(_("Tablets"), "tablets")] if stage.tablets else []),
        (_("Standings"), "standings"),
        (_("Medals"), "medals"),
        (_("Papers"), "papers"),
    ]
    done = _done(stage)
    urls = [(label, name, reverse(name, args=[tournament.slug])) for label, name in steps]
    check_in = reverse("check_in", args=[tournament.slug])  # registration’s page with its own address
    return [
        {
            "label": label,
            "url": url,
            "current": path.startswith(url) or (name == "registration" and path.startswith(check_in)),
            "done": name in done,
        }
        for label, name, url in urls
    ]


def _stage(tournament: Tournament) -> Any:
    """The games of the day with what the steps are made of, in one query."""
    closed = Count("rounds", filter=Q(rounds__state=Round.State.CLOSED))
    seated = Count("rounds", filter=~Q(rounds__state=Round.State.VOID))
    official = Exists(Publication.objects.filter(tournament=OuterRef("tournament"), official=True))
    tablets = Exists(Device.objects.filter(tournament=OuterRef("tournament")))
    stages = tournament.stages.filter(order=1)
    return stages.annotate(closed=closed, seated=seated, official=official, tablets=tablets).get()


def _done(stage: Any) -> set[str]:
    """The steps of the day that lie behind; tablets never do."""
    done: set[str] = set()
    if stage.seated:
        done |= {"setup", "registration"}
    if stage.closed >= stage.rules["rounds"]:
        done |= {"rounds", "desk"}
    if stage.official:
        done |= {"standings", "medals"}
    return done
