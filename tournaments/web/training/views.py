"""The training exercise: begin it, let results arrive, and show what was solved."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournaments.models import Tournament
from tournaments.transfer.training import is_training, make_training, send_result
from tournaments.web.access import SignedInRequest
from tournaments.web.training.words import panel


def begin(request: SignedInRequest) -> HttpResponse:
    """Make the exercise and go there; a second click finds the one that the first has made.

    A GET, as after signing in, offers the button again.
    """
    if request.method != "POST":
        return render(request, "tournaments/home/practice.html", {"exercise": True})
    return redirect("training", make_training(request.user).slug)


def training(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show how far the exercise is; a POST lets the next result arrive.

    A page that is open posts by itself every few seconds. It is answered with its panel, or with 204 if the
    panel is still as it was `shown`. Any other tournament leads to its games.
    """
    if not is_training(tournament):
        return redirect("rounds", tournament.slug)
    if request.method == "POST":
        send_result(tournament)
        if not request.headers.get("HX-Request"):
            return redirect("training", tournament.slug)
        now = panel(tournament)
        if request.POST.get("shown") == now["shown"]:
            return HttpResponse(status=204)
        return render(request, "tournaments/training/panel.html", {"training": now})
    return render(request, "tournaments/training/training.html", {"training": panel(tournament)})
