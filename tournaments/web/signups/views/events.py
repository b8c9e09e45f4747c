"""The public form of an event: one registration for several of its tournaments."""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language

from tournaments.models import Event
from tournaments.registration import event_signups
from tournaments.registration.signup_settings import NOT_YET
from tournaments.web.access import private
from tournaments.web.signups.forms import EventSignupForm
from tournaments.web.signups.views.registrants import TEMPLATE_FOLDER, token_or_errors


def signup(request: HttpRequest, event: UUID) -> HttpResponse:
    """Show the form, or why there is none now; register, and lead to the own page of the first tournament."""
    found = get_object_or_404(Event, uid=event)
    choices = event_signups.choices_of(found)
    if not choices:
        raise Http404
    form, status = None, 200
    if any(one.can_be_ticked for one in choices):
        posted = request.method == "POST"
        form = new = EventSignupForm(found, choices, request.POST if posted else None)
        if posted:

            def sign_up() -> str:
                typed, language = new.typed_by_tournament(), get_language() or settings.LANGUAGE_CODE
                return event_signups.sign_up_together(found, typed, nonce=new.nonce, language=language)

            token, status = token_or_errors(request, new, sign_up)
            if token:
                return private(redirect("my_signup", token))
    context = {
        "event": found,
        "choices": choices,
        "form": form,
        "apart": [one for one in choices if one.is_open and not one.can_be_ticked],
        "later": [one for one in choices if one.state == NOT_YET],
    }
    return private(render(request, TEMPLATE_FOLDER + "event.html", context, status=status))
