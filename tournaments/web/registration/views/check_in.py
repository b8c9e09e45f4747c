"""Check-in, safe with two volunteers at once: a tap sets a state, it never toggles."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring import DomainError
from tournaments import registration
from tournaments.common import sanitize
from tournaments.common.messages.sentences import error_sentence
from tournaments.models import Call, Entry, Event, Payment, Tournament
from tournaments.models.locking import REPLACED_CODES
from tournaments.publishing.money_words import parts_words
from tournaments.registration import payments, signups
from tournaments.registration.member_list import off_list_entries
from tournaments.registration.payments import Account
from tournaments.registration.questions import questions_of
from tournaments.rounds import stages
from tournaments.web import confirm, flash, paging

TEMPLATE_FOLDER = "tournaments/registration/"
ON_A_PAGE = 100
TICK_PERIOD = timedelta(seconds=60)  # a tick stays so long in the list of the missing, to be undone


class State(StrEnum):
    """The state of an entry at the check-in."""

    MISSING = "missing"
    HERE = "here"
    PLAYS = "plays"  # has come and has or had a seat: a tap leads to the page on which a person leaves
    AWAY = "away"  # not expected in the next game, and never came
    LEFT = "left"  # not expected in the next game any more


@dataclass(frozen=True)
class CheckInRow:
    """One row of the check-in list."""

    entry: Entry
    state: State
    at_kiosk: bool = False  # came to a kiosk: checked in there, or away and waiting for the desk
    off_list: bool = False  # not on the list of members, where there is one
    account: Account | None = None
    parts: str = ""  # of what is owed

    @property
    def note(self) -> str:
        """Return the line under the name: the members of a team, the club, and what the desk should know."""
        members = registration.members_not_in_name(self.entry.name, self.entry.team)
        kiosk = _("at the kiosk") if self.at_kiosk else ""
        off_list = _("not on the list of members") if self.off_list else ""
        return " · ".join(each for each in (members, self.entry.club, kiosk, off_list) if each)

    @property
    def just_paid(self) -> Payment | None:
        """Return the payment that was written a moment ago, which another tap takes back."""
        last = self.account.lines[-1] if self.account and self.account.lines else None
        return last if last and (last.cents or 0) > 0 and last.at > timezone.now() - TICK_PERIOD else None

    @property
    def target(self) -> str:
        """Return the selector of the row that a tap changes."""
        return f"#guest-{self.entry.number}"

    @property
    def button(self) -> str:
        """Return the id of the button, which restores the focus."""
        return f"tap-{self.entry.number}"

    @property
    def here(self) -> bool:
        """Return whether the person has come, and has not left."""
        return self.state in (State.HERE, State.PLAYS)

    @property
    def next(self) -> int:
        """Return the state that a tap sets: 1, present; 0, absent."""
        return int(not self.here)


class ListedEntry(NamedTuple):
    """The columns by which the list is filtered and counted."""

    pk: int
    number: int
    sort_name: str
    team: list[str]
    club: str
    checked_in_at: datetime | None
    expected: bool  # in the next game
    plays: bool  # now or before

    @property
    def state(self) -> State:
        """Return the state of the entry."""
        if not self.expected:
            return State.LEFT if self.plays else State.AWAY
        if self.plays:
            return State.PLAYS
        return State.HERE if self.checked_in_at else State.MISSING

    @property
    def letter(self) -> str:
        """Return the first letter of the family name."""
        return next((char for char in self.sort_name if char.isalnum()), "").upper()


def _list(tournament: Tournament) -> list[ListedEntry]:
    """Return all entries but the house player, by name."""
    expected = registration.keys_of_present(tournament, registration.next_round_number(tournament))
    playing = registration.keys_of_players(tournament)
    people = tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("sort_name", "number")
    columns = people.values_list("pk", "number", "sort_name", "team", "club", "checked_in_at")
    return [ListedEntry(*each, each[0] in expected, each[0] in playing) for each in columns]


def _guests(tournament: Tournament, listed: Sequence[ListedEntry]) -> list[CheckInRow]:
    """Return the rows of some entries of the list."""
    entries = tournament.entries.in_bulk([one.pk for one in listed])
    at_kiosks = _kiosk_arrivals(tournament)
    accounts = payments.accounts(tournament, list(entries.values()))
    off_list, asked = off_list_entries(tournament), questions_of(tournament)
    return [
        CheckInRow(
            entries[one.pk],
            one.state,
            one.number in at_kiosks[one.expected and one.checked_in_at is not None],
            one.pk in off_list,
            accounts[one.pk],
            parts_words(accounts[one.pk], asked),
        )
        for one in listed
        if one.pk in entries
    ]


def _kiosk_arrivals(tournament: Tournament) -> dict[bool, set[int]]:
    """Return who came to a kiosk, by number: checked in there (True), or waiting for the desk (False)."""
    calls = tournament.calls.filter(what=Call.What.ARRIVAL, answered_at=None)
    waiting = {number for call in calls for side in call.who for number in side}
    return {True: registration.checked_in_at_kiosks(tournament), False: waiting}


def _counts(tournament: Tournament, listed: Sequence[ListedEntry]) -> dict[str, Any]:
    """Return how many are here and expected, who has not come, and whether the standings are official."""
    awaited = len(registration.keys_of_awaited(tournament))
    ahead = registration.rounds_ahead(tournament, stages.qualifying(tournament).rules["rounds"])
    missing = [one.number for one in listed if one.state is State.MISSING]
    expected = sum(one.expected for one in listed)
    return {
        "here": expected - len(missing),
        "expected": expected + awaited,
        "awaited": awaited,
        "missing": missing,
        "next_round": ahead.start,
        "games_follow": bool(ahead),
        "closed": registration.is_official(tournament),
    }


def _matching(listed: Sequence[ListedEntry], asked: dict[str, str]) -> list[ListedEntry]:
    just_now = timezone.now() - TICK_PERIOD
    return [
        one
        for one in listed
        if (not asked["q"] or registration.is_found(f"{registration.found_by(one)}\n{one.club}", asked["q"]))
        and (not asked["letter"] or one.letter == asked["letter"])
        and (
            not asked["absent"]
            or one.state is State.MISSING
            or (one.state is State.HERE and one.checked_in_at and one.checked_in_at > just_now)
        )
    ]


@require_GET
def check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list to tap; 204 if it is the same as that of `seen`, which the page shows now."""
    listed = _list(tournament)
    asked = {key: request.GET.get(key, "")[:60] for key in ("q", "letter", "absent")}
    page = paging.page_of(request, _matching(listed, asked), ON_A_PAGE)
    guests = _guests(tournament, list(page))
    counts = _counts(tournament, listed)
    digest = confirm.fingerprint(counts["closed"], *map(_row_state, guests))
    if request.GET.get("seen") == digest:
        return HttpResponse(status=204)
    context = {
        "guests": guests,
        "page": page,
        "asked": asked,
        "letters": sorted({one.letter for one in listed}),
        "digest": digest,
        **counts,
    }
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, TEMPLATE_FOLDER + "people.html", context)
    context |= {"event": Event.with_tournament(tournament), "waiting": signups.count_waiting(tournament)}
    return render(request, TEMPLATE_FOLDER + "check_in.html", context)


def _row_state(guest: CheckInRow) -> tuple[object, ...]:
    """Return what a row shows that can change."""
    entry, account = guest.entry, guest.account
    money = (account.due, account.last) if account else ()
    return entry.pk, guest.state, entry.name, guest.note, guest.parts, *money


def row(request: HttpRequest, entry: Entry, refusal: DomainError | None = None) -> HttpResponse:
    """Return the row of an entry and why it was not changed; if it was struck off, the list is read again.

    A refusal because the tournament was replaced is raised again: then the page is read anew.
    """
    if refusal and refusal.code in REPLACED_CODES:
        raise refusal
    tournament = entry.tournament
    listed = _list(tournament)
    guests = _guests(tournament, [one for one in listed if one.pk == entry.pk])
    if guests:
        context = {"guest": guests[0], "refusal": refusal and error_sentence(refusal)}
        return render(request, TEMPLATE_FOLDER + "guest.html", context | _counts(tournament, listed))
    if refusal:
        flash.domain_error(request, refusal)
    return HttpResponse(headers={"HX-Refresh": "true"})


def row_url(entry: Entry) -> str:
    """Return the address of the list at the row of an entry."""
    listed = entry.tournament.entries.exclude(kind=Entry.Kind.HOUSE)
    before = Q(sort_name__lt=entry.sort_name) | Q(sort_name=entry.sort_name, number__lt=entry.number)
    page = listed.filter(before).count() // ON_A_PAGE + 1
    query = f"?page={page}" if page > 1 else ""
    return f"{reverse('check_in', args=[entry.tournament.slug])}{query}#tap-{entry.number}"


def tick(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Set an entry present (`here=1`) or absent (`here=0`), whatever it was before."""
    entry = get_object_or_404(tournament.entries.exclude(kind=Entry.Kind.HOUSE), number=number)
    if request.POST.get("here") not in ("0", "1"):
        return HttpResponseBadRequest()
    try:
        registration.check_in(entry, here=request.POST["here"] == "1", by=request.user)  # type: ignore[arg-type]
    except DomainError as refusal:
        if request.htmx:  # type: ignore[attr-defined]
            return row(request, entry, refusal)
        flash.domain_error(request, refusal)
        return redirect(row_url(entry))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(row_url(entry))
    listed = _list(tournament)
    (guest,) = _guests(tournament, [one for one in listed if one.pk == entry.pk])
    context = {"guest": guest, "ticked": True, **_counts(tournament, listed)}
    return render(request, TEMPLATE_FOLDER + "ticked.html", context)


def check_everyone_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Set all entries named by the page present; `back`: undo the ticks of such a request."""
    if "back" in request.GET:
        moment = sanitize.parse_moment(request.GET["back"])
        with flash.domain_errors(request):
            if moment and registration.undo_check_ins(tournament, moment):
                flash.success(request, "undone")
        return redirect("check_in", tournament.slug)
    moment = registration.check_in_all(tournament, _posted_numbers(request))
    if moment:
        query = urlencode({"back": moment.isoformat()})
        undo = f"{reverse('check_in_everybody', args=[tournament.slug])}?{query}"
        flash.success(request, "everybody_here", undo=undo)
    return redirect("rounds_seat" if request.POST.get("then") == "seat" else "check_in", tournament.slug)


def _posted_numbers(request: HttpRequest) -> set[int]:
    """Return the numbers that the page names, all in one field: a long list has more than a form may."""
    typed = " ".join(request.POST.getlist("number")).split()
    return {number for each in typed if (number := sanitize.parse_int(each)) is not None}


def leave_out(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Leave out, until they arrive, those named by the page who are still absent."""
    named = _posted_numbers(request)
    missing = [one.pk for one in _list(tournament) if one.state is State.MISSING and one.number in named]
    absent = list(tournament.entries.in_bulk(missing).values())
    with flash.domain_errors(request):
        seen = sanitize.parse_int(request.POST.get("from_round", ""))
        act = registration.leave_out(tournament, absent, from_round=seen, by=request.user)  # type: ignore[arg-type]
        if act:
            undo = reverse("registration_undo", args=[tournament.slug, act.version])
            flash.success(request, "left_out", {"count": len(act.args["entries"])}, undo=undo)
    return redirect("check_in", tournament.slug)
