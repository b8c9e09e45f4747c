"""The page of messages: write one, look at it, send it, and see what became of each letter."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.common.messages import sentences
from tournaments.delivery.mail import addresses, messages, recipients, server
from tournaments.delivery.mail.recipients import EVERYONE, OWING, Person
from tournaments.models import Job, Letter, MailServer, Message, Tournament
from tournaments.publishing.money_words import money
from tournaments.registration import list_files
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.mail.views import outcome
from tournaments.web.messages.forms import MessageForm, UnsubscribeForm, audience_words

TEMPLATE_FOLDER = "tournaments/messages/"
MAX_MESSAGES = 20
STATE_COLOURS = {
    Letter.State.SENT: "green",
    Letter.State.WAITING: "amber",
    Letter.State.SENDING: "amber",
    Letter.State.REFUSED: "red",
    Letter.State.STOPPED: "",
}


def messages_page(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the form; after it was posted the preview, or what is wrong in it."""
    everyone = recipients.people(tournament)
    if request.method != "POST":
        return _render_page(request, tournament, everyone, _form(tournament, everyone))
    form = _form(tournament, everyone, request.POST)
    draft = None
    if form.is_valid():
        with sentences.errors_to_form(form, "text"):
            draft = messages.cleaned_draft(tournament, form.draft)
            if messages.is_another(draft, form.cleaned_data["uid"]):
                form.renew_uid()
    return _render_page(request, tournament, everyone, form, draft)


def _form(tournament: Tournament, everyone: Sequence[Person], data: Any = None) -> MessageForm:
    return MessageForm(everyone, messages.available_placeholders(tournament, OWING), data)


def _render_page(
    request: HttpRequest,
    tournament: Tournament,
    everyone: Sequence[Person],
    form: MessageForm,
    draft: messages.Draft | None = None,
    ending: UnsubscribeForm | None = None,
) -> HttpResponse:
    known = server.mail_server_of(tournament.organisation)
    concerned = recipients.people_in_audience(everyone, draft.audience if draft else EVERYONE)
    to = recipients.recipients(tournament, concerned)
    context = {
        "form": form,
        "known": known,
        "draft": draft,
        "audience": audience_words(draft.audience) if draft else "",
        "to": len(to),
        "preview": _preview(tournament, draft, list(to.values()), known) if draft and known else None,
        "without": [one for one in concerned if not one.address or one.unsubscribed],
        "ending": ending or UnsubscribeForm(),
        **_messages_with_unsent(tournament, everyone),
    }
    refused = (form.is_bound and form.errors) or ending is not None
    return render(request, TEMPLATE_FOLDER + "messages.html", context, status=422 if refused else 200)


def _preview(
    tournament: Tournament, draft: messages.Draft, to: Sequence[recipients.Recipient], known: MailServer
) -> dict[str, str] | None:
    """Return the letter to the first recipient as it will be."""
    if not to:
        return None
    mail = messages.compose_letter(tournament, draft, to[0], Letter(address=to[0].address), known)
    return {"address": to[0].address, "subject": str(mail.subject), "text": str(mail.body)}


def _message_states(tournament: Tournament) -> dict[str, Any]:
    """Return the newest messages with the number of letters in each state."""
    newest = Message.objects.filter(tournament__uid=tournament.uid).select_related("by").order_by("-pk")
    found = list(newest[:MAX_MESSAGES])
    letters = Letter.objects.filter(message__in=found).order_by()
    counted = letters.values_list("message", "state").annotate(Count("pk"))
    counts = {(key, state): count for key, state, count in counted}
    keys = {messages.job_key(one): one.pk for one in found}
    jobs_ = Job.objects.filter(tournament__uid=tournament.uid, key__in=keys)
    sending = {keys[job.key]: outcome(job) for job in jobs_}
    rows_ = [
        {
            "message": one,
            "audience": audience_words(one.audience),
            "counts": [
                (state, colour, counts[one.pk, state.value])
                for state, colour in STATE_COLOURS.items()
                if (one.pk, state.value) in counts
            ],
            "sending": sending.get(one.pk),
        }
        for one in found
    ]
    return {"messages_sent": rows_, "unfinished": any(one["unfinished"] for one in sending.values())}


def _messages_with_unsent(tournament: Tournament, everyone: Iterable[Person]) -> dict[str, Any]:
    """Return the newest messages, each with the letters that were not sent and the names of the people."""
    states = _message_states(tournament)
    called = {
        key: ", ".join(one.called for one in recipient.people)
        for key, recipient in recipients.recipients(tournament, everyone).items()
    }
    by_message = {one["message"].pk: one for one in states["messages_sent"]}
    letters = Letter.objects.filter(message__in=list(by_message)).exclude(state=Letter.State.SENT)
    for letter in letters.order_by("pk"):
        row = {"letter": letter, "name": called.get(letter.recipient, "–")}
        by_message[letter.message_id].setdefault("unsent", []).append(row)
    return states


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return what the page polls while letters are being sent: how many are in each state, at the end all."""
    states = _message_states(tournament)
    if states["unfinished"]:
        answer = render(request, TEMPLATE_FOLDER + "states.html", states)
        answer["HX-Reswap"] = "none"  # the page stays, its states alone are replaced
        return answer
    return render(
        request,
        TEMPLATE_FOLDER + "rows.html",
        _messages_with_unsent(tournament, recipients.people(tournament)),
    )


def send(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Send what the preview showed."""
    everyone = recipients.people(tournament)
    form = _form(tournament, everyone, request.POST)
    if form.is_valid():
        with sentences.errors_to_form(form, "text"):
            messages.queue_message(tournament, form.draft, form.cleaned_data["uid"], by=request.user)
            flash.success(request, "message_queued")
            return redirect("messages", tournament.slug)
    return _render_page(request, tournament, everyone, form)


def stop(request: SignedInRequest, tournament: Tournament, uid: UUID) -> HttpResponse:
    """Stop a message: what waits is not sent."""
    messages.stop(get_object_or_404(Message, uid=uid, tournament__uid=tournament.uid))
    flash.success(request, "message_stopped")
    return redirect("messages", tournament.slug)


def unsubscribe(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Never write to an address again, whose owner answered so."""
    form = UnsubscribeForm(request.POST)
    if form.is_valid():
        with sentences.errors_to_form(form, "address"):
            address = addresses.clean_address(form.cleaned_data["address"])
            addresses.unsubscribe_digest(
                tournament.organisation, addresses.digest(tournament.organisation, address)
            )
            flash.success(request, "message_unsubscribed", {"address": address})
            return redirect("messages", tournament.slug)
    everyone = recipients.people(tournament)
    return _render_page(request, tournament, everyone, _form(tournament, everyone), ending=form)


def addresses_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send names, addresses and phone numbers as a file for Excel; no address that gets no messages."""
    yes = _("yes")
    lines: list[Sequence[Any]] = [
        (_("Name"), _("Club"), _("E-mail address"), _("Phone"), _("Waiting"), _("Still owed"))
    ]
    lines += [
        (
            one.called,
            one.club,
            "" if one.unsubscribed else one.address,
            one.phone,
            yes if one.waits else "",
            money(one.owed) if one.owed else "",
        )
        for one in recipients.people(tournament)
    ]
    answer = HttpResponse(list_files.csv_bytes(lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-addresses.csv"'
    return answer
