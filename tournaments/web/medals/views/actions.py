"""The director's actions at the end of the tournament."""

import secrets
from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import trigger_client_event

from tournaments import registration
from tournaments.common.sanitize import parse_int
from tournaments.finals import medals, playoffs
from tournaments.models import Entry, Meeting, Stage, Tournament
from tournaments.models.tournament import locked
from tournaments.publishing import card_audit, reopening, snapshot
from tournaments.publishing.names import time_of_day
from tournaments.standings import Standings, standings
from tournaments.web import confirm, flash
from tournaments.web.access import SignedInRequest
from tournaments.web.audit_log.views import take_back_shown
from tournaments.web.confirm import Confirmation
from tournaments.web.medals.views.medals import context, undoable


def _back(tournament: Tournament, place: str = "") -> HttpResponse:
    return redirect(reverse("medals", args=[tournament.slug]) + place)


def _to_play(
    tournament: Tournament, what: str, shown: Standings, numbers: Sequence[int]
) -> Confirmation | None:
    """Ask before matches are created for these players."""
    if not numbers:
        return None
    return Confirmation(
        title=what,
        label=what,
        who=[shown.by_number[number].name for number in numbers],
        back=reverse("medals", args=[tournament.slug]),
        kind=registration.competing(tournament),
    )


def create(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create the matches that the ties call for, with a lot whose seed is stored and shown."""

    def ask(held: Tournament) -> Confirmation | None:
        shown = standings(held)
        tied = [number for _rank, numbers in medals.ties_without_matches(held, shown) for number in numbers]
        if medals.start_obstacle(held) is not None:
            return None
        return _to_play(held, _("Create the best of three matches"), shown, tied)

    def do(held: Tournament) -> None:
        medals.create(held, seed=secrets.randbelow(1_000_000), by=request.user)  # type: ignore[arg-type]

    return _once_agreed(request, tournament, ask, do)


def seat(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Seat the matches that have become ready."""
    return _once_agreed(
        request,
        tournament,
        lambda held: _to_play(held, _("Seat the next match"), standings(held), medals.to_seat(held)),
        lambda held: medals.advance(held, by=request.user),  # type: ignore[arg-type]
    )


def _once_agreed(
    request: HttpRequest,
    tournament: Tournament,
    ask: Callable[[Tournament], Confirmation | None],
    do: Callable[[Tournament], object],
) -> HttpResponse:
    with flash.domain_errors(request):
        if page := confirm.run_if_confirmed(request, locked(tournament), ask, do):
            return page
    return _back(tournament)


def withdraw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Withdraw the matches of a tie that a correction has dissolved."""
    with flash.domain_errors(request):
        medals.withdraw(tournament, parse_int(request.POST.get("stage", "")) or 0, by=request.user)  # type: ignore[arg-type]
        flash.success(request, "matches_withdrawn")
    return _back(tournament)


def take_back(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Undo the matches that the page showed, unless something happened since."""
    return take_back_shown(request, undoable(tournament), reverse("medals", args=[tournament.slug]))


def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Continue the games of the tournament, once the reader has confirmed what that ends."""

    def ask(held: Tournament) -> Confirmation | None:
        ending = reopening.ending(held)
        return _reopened(held, ending) if ending.official or ending.stages else None

    def do(held: Tournament) -> None:
        act = reopening.reopen(held, seen=reopening.ending(held).told, by=request.user)  # type: ignore[arg-type]
        flash.success(request, "reopened", undo=reverse("act_undo", args=[tournament.slug, act.version]))

    return _once_agreed(request, tournament, ask, do)


def _reopened(tournament: Tournament, ending: reopening.Ending) -> Confirmation:
    """Return the confirmation that lists what reopening the tournament ends."""
    kinds = {stage.kind for stage in ending.stages}
    parts = []
    if ending.official:
        at = time_of_day(ending.official.at)
        parts.append(_("The standings that were made official at %(at)s are interim again.") % {"at": at})
    if Stage.Kind.TIE_BREAK in kinds:
        parts.append(_("The medal matches end and decide nothing; what was played stays in the score book."))
    if Stage.Kind.PLAYOFF in kinds:
        parts.append(_("The playoffs end and decide nothing; what was played stays in the score book."))
    return Confirmation(
        title=_("Reopen the day"),
        label=_("Reopen the day"),
        who=ending.people,
        back=reverse("medals", args=[tournament.slug]),
        note=" ".join(parts),
        danger=True,
        kind=registration.competing(tournament),
    )


def forfeit(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Award a match for a medal or of the playoffs to the side that stayed; to neither with `absent=both`."""
    after_the_day = tournament.stages.exclude(kind=Stage.Kind.QUALIFYING)
    meeting = get_object_or_404(Meeting, uid=uid, void_act=None, round__stage__in=after_the_day)
    absent = None
    if (who := request.POST.get("absent", "")) != "both":
        absent = get_object_or_404(Entry, tournament=tournament, number=parse_int(who))
    with flash.domain_errors(request):
        playoffs.forfeit(meeting, absent, by=request.user, nonce=request.POST.get("nonce"))  # type: ignore[arg-type]
        if absent:
            flash.success(request, "match_forfeited", {"name": absent.name})
        else:
            flash.success(request, "match_forfeited_by_both")
    return _back(tournament)


def tick(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Tick a card off at the total that was read aloud, or remove the tick."""
    with flash.domain_errors(request):
        card_audit.tick(tournament, {number: _total(request.POST.get("total", ""))})
    if request.headers.get("HX-Request"):
        tournament.refresh_from_db()
        again = context(request, tournament) | {"oob": True}
        answer = render(request, "tournaments/medals/closing.html", again)
        # Each tap returns its own line; the rest is requested once, when tapping pauses.
        return trigger_client_event(answer, "ticked", after="settle")
    return _back(tournament, f"{_cards(request)}#reading-{number}")


def tick_all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Tick off all cards that the page named, at the totals read aloud: `read=NUMBER:TOTAL` for each."""
    pairs = [text.partition(":") for text in request.POST.getlist("read")]
    with flash.domain_errors(request):
        card_audit.tick(
            tournament, {parse_int(number) or 0: _total(total) for number, _colon, total in pairs}
        )
    return _back(tournament, f"{_cards(request)}#official-title")


def _total(read: str) -> int | None:
    total = parse_int(read.removeprefix("-"))
    return -total if total and read.startswith("-") else total


def _cards(request: HttpRequest) -> str:
    return "?cards=all" if request.GET.get("cards") == "all" else ""


def make_official(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Freeze the standings that the page showed as the official ones."""
    with locked(tournament) as tournament:  # so that the checked standings are the frozen ones
        if request.POST.get("version") != str(tournament.version):
            publication = snapshot.official(tournament)
            if publication is None or publication.version != tournament.version:
                flash.error(request, "standings_changed")
            return _back(tournament)
        against = card_audit.official_obstacles(
            tournament, card_audit.readings(tournament, standings(tournament))
        )
        if request.POST.get("all_the_same") != "1":
            against += card_audit.publish_warnings(tournament)
        for refusal in against:
            flash.domain_error(request, refusal)
        if not against:
            snapshot.publish(tournament, official=True, by=request.user)  # type: ignore[arg-type]
    return _back(tournament)
