"""The sheet of a club, which the link of its representative opens; the address is its only key."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments.accounts.rate_limits import TEN_MINUTES, Limit
from tournaments.common.messages import sentences
from tournaments.models import ClubSheet, Tournament
from tournaments.publishing.papers import club_sheet_paper
from tournaments.registration import club_sheets
from tournaments.registration.club_sheets import MAX_PEOPLE
from tournaments.registration.signup_settings import OPEN, settings_of, signup_state
from tournaments.registration.signups import HELD_STATES, PLACED, WAITING
from tournaments.web import flash
from tournaments.web.access import may_follow, private, writes_on_get
from tournaments.web.base_address import base
from tournaments.web.club_sheets.forms import (
    EMPTY_LINES,
    MAX_PASTED,
    LineForm,
    Lines,
    PersonRequestForm,
    pasted_lines,
)
from tournaments.web.signups.forms import NONCE, new_nonce
from tournaments.web.signups.views.registrants import TOO_OFTEN, count_attempt

PAGE = "tournaments/club_sheets/sheet.html"
PRINT_LIMITS = (Limit(60, TEN_MINUTES), Limit(600, TEN_MINUTES, everywhere=True))


class Visit:
    """One request to the sheet of a club: what the page shows, and what is wrong with what was typed."""

    def __init__(self, request: HttpRequest, token: str) -> None:
        found = club_sheets.sheet_by_token(token)
        tournament = Tournament.living(found.tournament_uid) if found else None
        if found is None or tournament is None:
            raise Http404
        if may_follow(request, tournament):
            request.tournament = tournament  # type: ignore[attr-defined]
        self.request, self.token = request, token
        self.sheet: ClubSheet = found
        self.tournament: Tournament = tournament
        self.club = club_sheets.club_of(tournament, found)
        self.people = club_sheets.registered(tournament, found)
        self.state = signup_state(tournament)
        self.lines = Lines(tournament, self.club, self.people)
        self.refusal: DomainError | None = None
        self.pasted = ""
        self.asking: PersonRequestForm | None = None

    def render(self, *, status: int = 200, empty: int = EMPTY_LINES) -> HttpResponse:
        """Return the page with the lines that are typed, read or refused."""
        held = [one for one in self.people if one.state in HELD_STATES]
        editable = self.state == OPEN or bool(self.lines.forms)
        lines = self.lines.complete(empty) if editable else []
        in_lines = {form.registered.signup.number for form in lines if form.registered}
        fees = [one.fee_cents for one in held if one.fee_cents is not None]
        context: dict[str, Any] = {
            "day": self.tournament,
            "club": self.club,
            "token": self.token,
            "state": self.state,
            "closes": settings_of(self.tournament).closes,
            "opens": settings_of(self.tournament).opens,
            "editable": editable,
            "lines": lines,
            "columns": lines[0].cells() if lines else [],
            "listed": [one for one in self.people if one.signup.number not in in_lines],
            "held": held,
            "placed": sum(one.state == PLACED for one in held),
            "waiting": sum(one.state == WAITING for one in held),
            "others": club_sheets.count_other_places(self.tournament, self.sheet, held),
            "most": MAX_PEOPLE,
            "total": sum(fees) if fees else None,
            "nonce": new_nonce(),
            "refusal": self.refusal and sentences.error_sentence(self.refusal),
            "pasted": self.pasted,
            "most_pasted": MAX_PASTED,
            "asking": self.asking or PersonRequestForm(held),
        }
        return render(self.request, PAGE, context, status=status)


def sheet(request: HttpRequest, token: str) -> HttpResponse:
    """Show a representative the people of the club; register, correct, withdraw, paste, or ask."""
    visit = Visit(request, token)
    if request.method != "POST":
        return private(visit.render())
    match request.POST.get("do"):
        case "ask":
            answer = _ask(visit)
        case "paste":
            answer = _paste(visit)
        case "more":
            visit.lines.take(request.POST)
            answer = visit.render(empty=2 * EMPTY_LINES)
        case _:
            answer = _save(visit)
    return private(answer)


def _save(visit: Visit) -> HttpResponse:
    request, lines = visit.request, visit.lines
    lines.take(request.POST)
    written = {form.at: form for form in lines.forms if not form.is_blank}
    valid = {at: form.line() for at, form in written.items() if form.is_valid()}
    given = request.POST.get("nonce", "")
    nonce = given if NONCE.fullmatch(given) else new_nonce()
    try:
        count_attempt(request, "club_sheet")
        language = get_language() or visit.tournament.language
        refused = club_sheets.save(visit.sheet, valid, nonce=nonce, language=language)
    except DomainError as refusal:
        visit.refusal = refusal
        return visit.render(status=429 if refusal.code == TOO_OFTEN else 422)
    faulty = [form for at, form in written.items() if at not in valid or at in refused]
    if not faulty:
        flash.success(request, "club_sheet_saved")
        return redirect("club_sheet", visit.token)
    again = Visit(request, visit.token)
    again.lines.forms = [_with_error(again, form, refused.get(form.at)) for form in faulty]
    again.refusal = DomainError("club_lines_refused", count=len(faulty))
    return again.render(status=422)


def _with_error(visit: Visit, form: LineForm, refusal: DomainError | None) -> LineForm:
    """Return the line once more with why it was refused, beside what is registered now."""
    number = form.registered.signup.number if form.registered else None
    now = next((one for one in visit.people if one.signup.number == number and one.can_be_changed), None)
    line = LineForm(visit.tournament, visit.club, form.at, form.data, now)
    if refusal is not None:
        line.add_error(None, sentences.validation_error(refusal))
    return line


def _paste(visit: Visit) -> HttpResponse:
    """Fill lines with a pasted list, to be looked at and saved; rows without a name stay in the box."""
    visit.lines.take(visit.request.POST)
    visit.pasted = visit.request.POST.get("pasted", "")[:MAX_PASTED]
    try:
        count_attempt(visit.request, "club_sheet")
        values, unread = pasted_lines(visit.tournament, visit.pasted, settings_of(visit.tournament).members)
    except DomainError as refusal:
        visit.refusal = refusal
        return visit.render(status=422)
    room = max(0, MAX_PEOPLE - len(visit.lines.complete(0)))
    visit.lines.add(values[:room])
    if len(values) > room:
        visit.refusal = DomainError("club_sheet_full", most=MAX_PEOPLE)
    elif unread:
        visit.refusal = DomainError("club_paste_unread", count=len(unread))
    if len(values) <= room:
        visit.pasted = "\n".join(unread)
    return visit.render(status=422 if visit.refusal else 200, empty=0)


def _ask(visit: Visit) -> HttpResponse:
    held = [one for one in visit.people if one.state in HELD_STATES]
    visit.asking = PersonRequestForm(held, visit.request.POST)
    if not visit.asking.is_valid():
        return visit.render(status=422)
    given = visit.asking.cleaned_data
    with sentences.errors_to_form(visit.asking, "text"):
        club_sheets.ask_organiser(visit.sheet, given["person"], given["text"])
        flash.success(visit.request, "signup_asked")
        return redirect("club_sheet", visit.token)
    return visit.render(status=422)


@writes_on_get
def printed(request: HttpRequest, token: str, *, empty: bool = False) -> HttpResponse:
    """Send the list of the club with fees, or an empty sheet to fill in by hand, as a PDF file."""
    visit = Visit(request, token)
    try:
        count_attempt(request, "club_sheet_pdf", PRINT_LIMITS)
    except DomainError as refusal:
        return private(render(request, "429.html", {"minutes": refusal.args_["minutes"]}, status=429))
    people = None if empty else [one for one in visit.people if one.state in HELD_STATES]
    file = club_sheet_paper.representative_sheet(visit.tournament, visit.club, people, base(request))
    answer = HttpResponse(file, content_type="application/pdf")
    name = slugify(f"{visit.club} {_('List')}")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return private(answer)
