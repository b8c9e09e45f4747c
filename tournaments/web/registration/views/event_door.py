"""The door of an event: check-in and money of each person in all its tournaments, and the sums of it."""

from collections.abc import Sequence
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from scoring import DomainError
from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Event, Payment, Tournament
from tournaments.publishing.papers.door_papers import answer_word
from tournaments.registration import event_door
from tournaments.registration.event_door import OwedEntry, Person
from tournaments.registration.event_signups import SharedQuestion, shared_questions
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.registration.views import check_in

TEMPLATE_FOLDER = "tournaments/registration/"
ON_A_PAGE = 100
MAX_PLACES = 100  # that a form may name
# The field of a page that was opened from the check-in, or from the door of the event.
FROM_DOOR_FIELD = "door"
EVENT_FIELD = "event"


def door(request: SignedInRequest, event: UUID) -> HttpResponse:
    """Show the people of an event; check a person in, or write that they paid."""
    found, tournaments = event_of_user(request, event)
    if request.method == "POST":
        if "back" in request.GET:
            with flash.domain_errors(request):
                _take_back(request, tournaments)
            return redirect("event_door", found.uid)
        with flash.domain_errors(request):
            _act(request, found, tournaments)
        anchor = request.POST.get("person", "")
        known = anchor.replace("-", "").isdecimal()
        return redirect(request.get_full_path() + (f"#person-{anchor}" if known else ""))
    people = event_door.people_of(tournaments)
    shared = shared_questions(tournaments)
    asked = {key: request.GET.get(key, "")[:60] for key in ("q", "absent", "owes")}
    page = paging.page_of(request, [one for one in people if _matches_search(one, asked)], ON_A_PAGE)
    expected = [one for one in people if one.expected]
    context = {
        "event": found,
        "page": page,
        "rows": [(one, _answers(one, shared)) for one in page.object_list],
        "asked": asked,
        "here": sum(not one.is_missing for one in expected),
        "expected": len(expected),
        "everybody": people,
        "tournaments": tournaments,
        "runs_event": may(request.user, "create", found.organisation),
    }
    return render(request, TEMPLATE_FOLDER + "event_door.html", context)


def door_url(entry: Entry, door: str) -> str:
    """Return the address of a person at the door from which a page was opened; without one, of their page.

    `door` is the value of `FROM_DOOR_FIELD`.
    """
    event = Event.with_tournament(entry.tournament) if door == EVENT_FIELD else None
    if event:
        return f"{reverse('event_door', args=[event.uid])}?{urlencode({'q': entry.name})}"
    return check_in.row_url(entry) if door else reverse("entry", args=[entry.tournament.slug, entry.number])


def event_of_user(request: HttpRequest, uid: UUID) -> tuple[Event, list[Tournament]]:
    """Return an event and those of its tournaments in which this user registers people."""
    event = get_object_or_404(Event.objects.select_related("organisation"), uid=uid)
    allowed = [one for one in event.tournaments() if may(request.user, "register", one)]
    if not allowed:
        raise Http404
    return event, allowed


def _matches_search(person: Person, asked: dict[str, str]) -> bool:
    return (
        registration.is_found(person.found_by, asked["q"])
        and (not asked["absent"] or person.is_missing)
        and (not asked["owes"] or bool(person.due))
    )


def _answers(person: Person, shared: Sequence[SharedQuestion]) -> list[tuple[str, str]]:
    given = [(one.question.text, person.answer(one)) for one in shared]
    return [(text, answer_word(answer)) for text, answer in given if answer]


def _act(request: SignedInRequest, event: Event, tournaments: Sequence[Tournament]) -> None:
    """Do what a button of one person says; raises `DomainError` if a place that it names is gone."""
    if "paid" in request.POST:
        owed = [_posted_entry(tournaments, name) for name in request.POST.getlist("owed")[:MAX_PLACES]]
        lines = event_door.pay_all(owed, by=request.user)
        back = ",".join(f"{line.tournament_id}-{line.number}" for line in lines)
        undo = f"{reverse('event_door', args=[event.uid])}?{urlencode({'back': back})}"
        if owed:
            flash.success(request, "payment_kept", {"name": owed[0].entry.name}, undo=undo)
        return
    field = next((one for one in ("in", "out") if one in request.POST), "expected")
    named = [_posted_entry(tournaments, name) for name in request.POST.getlist(field)[:MAX_PLACES]]
    for place in named:
        registration.check_in(place.entry, field != "out", by=request.user)


def _posted_entry(tournaments: Sequence[Tournament], name: str) -> OwedEntry:
    """Return the entry that a form names as «tournament-number», or with «-newest payment-due»."""
    key, number, seen, due = [parse_int(part) for part in [*name.split("-"), "", "", ""]][:4]
    tournament = next((one for one in tournaments if one.pk == key), None)
    players = tournament.entries.exclude(kind=Entry.Kind.HOUSE) if tournament else Entry.objects.none()
    entry = players.filter(number=number or 0).first()
    if entry is None:
        raise DomainError("look_again")
    return OwedEntry(entry, seen or 0, due or 0)


def _take_back(request: SignedInRequest, tournaments: Sequence[Tournament]) -> None:
    """Take back what one tap on «paid» wrote."""
    lines: list[Payment] = []
    for name in request.GET["back"].split(",")[:MAX_PLACES]:
        key, number = [parse_int(part) for part in [*name.split("-"), ""]][:2]
        tournament = next((one for one in tournaments if one.pk == key), None)
        lines += tournament.payments.filter(number=number or 0) if tournament else []
    if not lines:
        raise DomainError("look_again")
    event_door.reverse_payments(lines, by=request.user)
    flash.success(request, "payment_taken_back")
