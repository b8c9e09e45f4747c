"""The organiser's page of online registration: when it is open, who waits, and what is asked for."""

from collections.abc import Sequence

from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.accounts import visibility
from tournaments.common import jobs
from tournaments.common.messages import sentences
from tournaments.delivery.mail.confirmations import confirming_since, is_unconfirmed
from tournaments.models import Tournament
from tournaments.registration import questions, signup_requests, signups
from tournaments.registration.member_list import off_list_entries, off_list_signups
from tournaments.registration.places import clubs_of_places
from tournaments.registration.signup_settings import save_settings, settings_of, signup_state
from tournaments.system.hosts import is_loopback_url
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.confirm import fingerprint
from tournaments.web.qr import qr_picture
from tournaments.web.signups.forms import SettingsForm
from tournaments.web.stale_forms import refusal_codes, seen_fingerprint, unchanged_since


def _fingerprint(tournament: Tournament) -> str:
    return fingerprint(settings_of(tournament))


def online_registration_page(
    request: HttpRequest, tournament: Tournament, form: SettingsForm | None = None
) -> HttpResponse:
    """Show the settings, the address with its code, requests, and everybody who registered."""
    rows = signups.listed_signups(tournament)
    address, path = base(request), visibility.path_of_page(tournament, "signup", "by_link_signup")
    alone = is_loopback_url(address)
    context = {
        "form": form or SettingsForm.for_tournament(tournament),
        "seen": seen_fingerprint(request, _fingerprint(tournament), *refusal_codes(form)),
        "state": signup_state(tournament),
        "asks": [one for one in rows if one.asks],
        "waits": [one for one in rows if one.state == signups.WAITING],
        "placed": [one for one in rows if one.state == signups.PLACED],
        "gone": [one for one in rows if one.state not in signups.HELD_STATES],
        "off_list": _off_list(tournament, rows),
        "unconfirmed": _unconfirmed(tournament, rows),
        "taken": len(clubs_of_places(tournament)),
        "capacity": settings_of(tournament).capacity,
        "letters_fail": _letter_error(tournament),
        "asked": questions.questions_of(tournament),
        "url": address + path if path else "",
        "alone": alone,
        "qr": qr_picture(address + path) if path and not alone else "",
    }
    status = 422 if form and form.errors else 200
    return render(request, "tournaments/signups/online.html", context, status=status)


def _off_list(tournament: Tournament, rows: Sequence[signups.ListedSignup]) -> set[int]:
    """Return the keys of the registrations with a person who is not on the list of members."""
    entered = off_list_entries(tournament)
    placed = {row.signup.pk for row in rows if row.entry and row.entry.pk in entered}
    waiting = [row.signup for row in rows if row.state == signups.WAITING]
    return placed | off_list_signups(tournament, waiting)


def _unconfirmed(tournament: Tournament, rows: Sequence[signups.ListedSignup]) -> set[int]:
    """Return the keys of the registrations whose e-mail address is to be confirmed."""
    since = confirming_since(tournament)
    held = [row.signup for row in rows if row.state in signups.HELD_STATES]
    return {one.pk for one in held if is_unconfirmed(one, since)}


def _letter_error(tournament: Tournament) -> str:
    """Return why letters to registrants are not sent, "" if they are."""
    job = tournament.jobs.filter(key=jobs.CONFIRM).exclude(error="").first()
    return sentences.sentence(job.error, {"why": job.args.get("why", "")}) if job else ""


def save_settings_form(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save when registration is open, and for how many; then show the page, or the questions."""
    if request.method != "POST":
        return redirect("online_registration", tournament.slug)
    form = SettingsForm.for_tournament(tournament, request.POST)
    if form.is_valid():
        with (
            sentences.errors_to_form(
                form, "closes", signup_numbers="capacity", page_changed=NON_FIELD_ERRORS
            ),
            unchanged_since(request, tournament, _fingerprint) as held,
        ):
            save_settings(held, form.chosen(), by=request.user)
            flash.success(request, "signup_settings_kept")
            asks = request.POST.get("then") == "questions"
            return redirect("questions" if asks else "online_registration", tournament.slug)
    tournament.refresh_from_db()
    return online_registration_page(request, tournament, form)


def act_on(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give a registration a place by hand, or mark its request as answered."""
    with flash.domain_errors(request):
        if request.POST.get("do") == "place":
            placed = signups.place_by_hand(tournament, number, by=request.user)
            flash.success(request, "signup_placed", {"name": str(placed)})
        elif request.POST.get("do") == "answered":
            signup_requests.answer_request(tournament, number)
            flash.success(request, "signup_answered")
    return redirect("online_registration", tournament.slug)
