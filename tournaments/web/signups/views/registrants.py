"""The public form of registration, and the registrant's own page, whose address is its only key."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language

from scoring import DomainError
from tournaments.accounts import rate_limits
from tournaments.accounts.rate_limits import ONE_DAY, TEN_MINUTES, Limit
from tournaments.common.messages import sentences
from tournaments.delivery.mail.confirmations import confirming_since, is_unconfirmed, letter_to
from tournaments.models import Event, Signup, Stage, Tournament
from tournaments.publishing.money_words import parts_words
from tournaments.registration import (
    contacts,
    event_signups,
    fees,
    payments,
    signup_requests,
    signup_tokens,
    signups,
)
from tournaments.registration.places import Places
from tournaments.registration.presence import has_begun, next_round_number
from tournaments.registration.questions import questions_of
from tournaments.registration.signup_entries import account_of_signup
from tournaments.registration.signup_settings import OPEN, settings_of, signup_state
from tournaments.registration.signup_tokens import contact_proof, has_own_page, own_token
from tournaments.registration.signups import HELD_STATES, WAITING, WITHDRAWN, SignupInput
from tournaments.rounds import stages
from tournaments.web import flash
from tournaments.web.access import may_follow, private
from tournaments.web.base_address import base
from tournaments.web.qr import qr_picture
from tournaments.web.signups.forms import NAME_PREFIX, TOURNAMENTS_FIELD, RequestForm, SignupForm
from tournaments.web.stale_forms import (
    PAGE_CHANGED_CODE,
    SEEN_FIELD,
    present_input,
    refusal_codes,
    seen_fingerprint,
    unchanged_since,
    values_seen,
)

# A club that registers together in its hall has one address.
LIMITS = (Limit(60, TEN_MINUTES), Limit(300, ONE_DAY), Limit(1_500, TEN_MINUTES, everywhere=True))
TEMPLATE_FOLDER = "tournaments/signups/"
TOO_OFTEN = "signup_too_often"
BEFORE, BEGUN, OVER = "before", "begun", "over"


def signup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the form, or why there is none now; register, and lead to the own page."""
    state = signup_state(tournament)
    chosen = settings_of(tournament)
    data = request.POST if request.method == "POST" else None
    form = SignupForm(tournament, data, members=chosen.members)
    status = 200
    if data is not None:

        def sign_up() -> str:
            language = get_language() or tournament.language
            return signups.sign_up(tournament, form.typed(), nonce=form.nonce, language=language)

        token, status = token_or_errors(request, form, sign_up)
        if token:
            return private(redirect("my_signup", token))
    full = state == OPEN and Places(tournament).is_full
    context = {"form": form, "state": state, "chosen": chosen, "full": full, "day": tournament}
    context["begins"] = stages.start_time(tournament)
    context["fee"] = fees.fees_of(tournament).amount
    context["event"] = event_for_signup(tournament)
    return private(render(request, TEMPLATE_FOLDER + "signup.html", context, status=status))


def event_for_signup(tournament: Tournament) -> Event | None:
    """Return the event in which people register for several tournaments at once now, or None."""
    event = Event.with_tournament(tournament)
    states = [signup_state(one) for one in event.public_tournaments()] if event else []
    return event if states.count(OPEN) > 1 else None


def token_or_errors(request: HttpRequest, form: SignupForm, sign_up: Callable[[], str]) -> tuple[str, int]:
    """Return the token of the new registration, "" with the errors in the form; and the status.

    `sign_up` registers what the form holds, and returns the token.
    """
    if not form.is_valid():
        return "", 422
    with sentences.errors_to_form(form):
        count_attempt(request)
    if form.errors:
        return "", 429
    with sentences.errors_to_form(form, f"{NAME_PREFIX}1", event_choices=TOURNAMENTS_FIELD):
        return sign_up(), 200
    return "", 422


def count_attempt(request: HttpRequest, kind: str = "signup", limits: Sequence[Limit] = LIMITS) -> None:
    """Count a request that may send a letter, or is work. Raises `DomainError` if there were too many."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    seconds = rate_limits.seconds_to_wait(kind, limits, address)
    if seconds:
        raise DomainError(TOO_OFTEN, minutes=-(-seconds // 60))
    rate_limits.count_attempt(kind, address)


def own_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show a registrant their place; correct, withdraw, register again, or ask the organiser."""
    own = signup_tokens.signup_by_token(token)
    tournament = Tournament.living(own.tournament_uid) if own else None
    if own is None or tournament is None:
        raise Http404
    if may_follow(request, tournament):
        request.tournament = tournament  # type: ignore[attr-defined]
    if not own.names:
        return private(render(request, TEMPLATE_FOLDER + "erased.html", {"day": tournament}))
    if request.method == "POST":
        return private(_act(request, tournament, own, token))
    if following := signups.successor_token(own, token):
        return private(redirect("my_signup", following))
    return _render_own_page(request, tournament, own, token)


def _render_own_page(
    request: HttpRequest,
    tournament: Tournament,
    own: Signup,
    token: str,
    form: SignupForm | None = None,
    asking: RequestForm | None = None,
) -> HttpResponse:
    now = signups.status_of(tournament, own)
    kept = signups.current_input(own, now.entry)
    url = base(request) + reverse("my_signup", args=[token])
    proof = request.GET.get("confirm", "")
    others = [
        (
            one,
            own_token(one.signup.uid) if has_own_page(one.signup) else "",
            _account_of(one),
        )
        for one in event_signups.same_form_signups(own)
    ]
    waits = own.requested_at is not None and own.answered_at is None
    registers = signup_state(tournament) == OPEN
    context: dict[str, Any] = {
        "day": tournament,
        "own": own,
        "names": kept.names,
        "seen": seen_fingerprint(request, _fingerprint(kept), *refusal_codes(form)),
        "account": (account := account_of_signup(tournament, own)),
        "parts": parts_words(account, questions_of(tournament)) if account else "",
        "how_to_pay": fees.fees_of(tournament).how_to_pay if account and account.due else "",
        "now": now,
        "may_change": signups.may_change(tournament, own, now),
        "may_register": registers,
        "form": form or _form_of(tournament, own, None),
        "asking": asking or RequestForm(initial={"text": own.request if waits else ""}),
        "waits": waits,
        "letter": letter_to(own, now.state),
        "proof": proof if constant_time_compare(proof, contact_proof(own)) else "",
        "unconfirmed": now.state in HELD_STATES and is_unconfirmed(own, confirming_since(tournament)),
        "begins": stages.start_time(tournament),
        "phase": _phase(tournament, registers=registers),
        "event": event_for_signup(tournament) if own.group_uid else None,
        "club_full": now.state == WAITING and Places(tournament).club_is_full(own.club),
        "url": url,
        "qr": qr_picture(url),
        "public": may_follow(request, tournament),
        "others": others,
        "due_in_all": (account.due if account else 0) + sum(one.due for _o, _t, one in others if one),
    }
    refused = (form is not None and form.errors) or (asking is not None and asking.errors)
    return private(
        render(request, TEMPLATE_FOLDER + "own_registration.html", context, status=422 if refused else 200)
    )


def _account_of(one: event_signups.SameFormSignup) -> payments.Account | None:
    """Return what is owed in another tournament; None if it costs nothing."""
    entry = one.standing.entry
    if entry is None:
        return None
    if entry.fee_cents is None and not entry.team and fees.fees_of(one.tournament) == fees.Fees():
        return None
    return account_of_signup(one.tournament, one.signup)


def _phase(tournament: Tournament, *, registers: bool) -> str:
    """Return `BEFORE` play begins, `BEGUN`, or `OVER`: official, or the last game seated on a past day.

    After its day it is over without games too: those were played without this program. `registers` is whether
    registration is open.
    """
    stage, begun = stages.qualifying(tournament), has_begun(tournament)
    past = tournament.date < timezone.localdate() and not registers
    all_seated = past and (not begun or next_round_number(tournament) > stage.rules["rounds"])
    if stage.state == Stage.State.FINISHED or all_seated:
        return OVER
    return BEGUN if begun else BEFORE


def _form_of(tournament: Tournament, own: Signup, data: Any) -> SignupForm:
    kept = signups.current_input(own, signups.status_of(tournament, own).entry)
    values = SignupForm.values(kept)
    return SignupForm(tournament, data, members=len(kept.names), is_new=False, initial=values)


def _act(request: HttpRequest, tournament: Tournament, own: Signup, token: str) -> HttpResponse:
    """Do what one of the forms of the own page asks for."""
    form, asking, to = None, None, token
    with flash.domain_errors(request):
        match request.POST.get("do"):
            case "correct":
                form = _correct(request, tournament, own)
                if form.errors:
                    return _render_own_page(request, tournament, own, token, form=form)
            case "confirm":
                contacts.confirm_contact(own, request.POST.get("proof", ""))
                flash.success(request, "signup_confirmed")
            case "withdraw":
                signups.withdraw_signup(own)
                flash.success(request, "signup_withdrawn")
            case "again" if signups.status_of(tournament, own).state == WITHDRAWN:
                count_attempt(request)
                to = signups.register_again(own, token, language=get_language() or own.language)
            case "ask":
                asking = RequestForm(request.POST)
                if not asking.is_valid():
                    return _render_own_page(request, tournament, own, token, asking=asking)
                signup_requests.ask_organiser(own, asking.cleaned_data["text"])
                flash.success(request, "signup_asked")
    return redirect("my_signup", to)


def _input_on_page(tournament: Tournament, own: Signup) -> SignupInput:
    """Return what the form of the own page shows now."""
    own.refresh_from_db()
    return signups.current_input(own, signups.status_of(tournament, own).entry)


def _fingerprint(shown: SignupInput) -> str:
    """Return what a form shows, as text; a question without an answer, as one added since, is left out."""
    return json.dumps(
        {name: value for name, value in SignupForm.values(shown).items() if value}, sort_keys=True
    )


def _correct(request: HttpRequest, tournament: Tournament, own: Signup) -> SignupForm:
    """Correct a registration to what was typed, and return the form; it has the errors otherwise."""
    form = _form_of(tournament, own, request.POST)
    if form.is_valid():
        fields = dict.fromkeys([PAGE_CHANGED_CODE, TOO_OFTEN], NON_FIELD_ERRORS)
        with sentences.errors_to_form(form, f"{NAME_PREFIX}1", signup_club_full="club", **fields):
            if form.typed().contact != own.contact:
                count_attempt(request)
            with unchanged_since(request, tournament, lambda held: _fingerprint(_input_on_page(held, own))):
                signups.correct(own, form.typed())
            flash.success(request, "signup_corrected")
    if form.errors:
        signups.check_may_change(tournament, own)  # else the page has no form to show an error in
    return _with_present_input(tournament, own, form) if PAGE_CHANGED_CODE in refusal_codes(form) else form


def _with_present_input(tournament: Tournament, own: Signup, refused: SignupForm) -> SignupForm:
    """Return the form of a page that has changed, with its error and what was typed.

    What was typed for a person stays with that person. What others have changed is shown as it is now, unless
    the registrant changed it too.
    """
    before, now = values_seen(refused.data[SEEN_FIELD]) or {}, _input_on_page(tournament, own)
    typed = present_input(refused, before, SignupForm.values(now))
    names = [value for name, value in before.items() if name.startswith(NAME_PREFIX)]
    for at, name in enumerate(now.names):
        then = names.index(name) if name in names else at
        shown = refused.data.get(f"{NAME_PREFIX}{then + 1}", "")
        is_same = name in names or (len(names) == len(now.names) and shown != names[at])
        typed[f"{NAME_PREFIX}{at + 1}"] = shown if is_same else name
    form = _form_of(tournament, own, typed)
    form.add_error(None, sentences.validation_error(DomainError(PAGE_CHANGED_CODE)))
    return form
