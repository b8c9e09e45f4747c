"""E-mail: the server, the addresses, what was sent to whom, and the link that unsubscribes."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt

from scoring import DomainError
from tournaments.accounts.permissions import may
from tournaments.common import jobs
from tournaments.common.form_fields import OneLine, stored_password_field
from tournaments.common.messages import sentences
from tournaments.delivery.destinations import encryption
from tournaments.delivery.mail import addresses, queue, server
from tournaments.models import Entry, Job, Letter, MailServer, Tournament
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.publishing import views as publishing_views

MAX_LETTERS = 60
TEMPLATE_FOLDER = "tournaments/mail/"
SERVER_FIELDS = ("sender", "host", "port", "security", "user")
ADDRESS_ATTRS = {"autocomplete": "off", "inputmode": "email", "autocapitalize": "off", "spellcheck": "false"}


def _address_field(**options: Any) -> forms.CharField:
    return forms.CharField(max_length=200, widget=forms.TextInput(attrs=ADDRESS_ATTRS), **options)


class ServerForm(forms.Form):
    """The server through which mail is sent."""

    sender = _address_field(
        label=gettext_lazy("From which address"), help_text=gettext_lazy("Replies go there.")
    )
    host = OneLine(
        label=gettext_lazy("Server"),
        max_length=200,
        help_text=gettext_lazy("As your mail provider gives it: smtp.example.org."),
    )
    port = forms.IntegerField(label=gettext_lazy("Port"), min_value=1, max_value=65535, initial=587)
    security = forms.ChoiceField(
        label=gettext_lazy("Encryption"),
        choices=MailServer.Security.choices,
        initial=MailServer.Security.STARTTLS,
    )
    user = OneLine(label=gettext_lazy("User"), required=False, max_length=120)
    password = stored_password_field()


class AddressForm(forms.Form):
    """An entry of the list, and the address that the player left."""

    entry = forms.ModelChoiceField(
        label=gettext_lazy("Who"),
        queryset=Entry.objects.none(),
        to_field_name="number",
        empty_label=gettext_lazy("choose…"),
    )
    address = _address_field(label=gettext_lazy("E-mail address"))
    agreed = forms.BooleanField(
        label=gettext_lazy("They agreed to e-mail about this tournament: messages, their card, the standings")
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = tournament.entries.exclude(kind="house").order_by("sort_name", "number")
        self.fields["entry"].queryset = people  # type: ignore[attr-defined]


class RegionForm(forms.Form):
    """The address to which the report goes."""

    address = _address_field(label=gettext_lazy("Address of the region"))


def mail_page(request: SignedInRequest, tournament: Tournament, **refused: Any) -> HttpResponse:
    """Show the mail server, what can be sent, and the outcome of what was sent; `refused` forms as typed."""
    known = server.mail_server_of(tournament.organisation)
    stored = known if known and known.pk else None
    initial = {name: getattr(stored, name) for name in SERVER_FIELDS} if stored else {}
    context = {
        "known": known,
        "server_form": ServerForm(initial=initial),
        "region_form": RegionForm(initial={"address": stored.region if stored else ""}),
        "report_against": publishing_views.reports_held_sentence(tournament),
        "wanted": len(addresses.subscribed_addresses(tournament)),
        **_letters(tournament),
        **refused,
    }
    return render(request, TEMPLATE_FOLDER + "mail.html", context, status=422 if refused else 200)


def _letters(tournament: Tournament) -> dict[str, Any]:
    names: dict[Any, str] = dict(tournament.entries.values_list("uid", "name"))
    of_page = Letter.objects.filter(tournament=tournament, message=None).select_related("signup")
    newest = of_page.order_by("-pk")[:MAX_LETTERS]
    rows = [
        {"letter": one, "name": str(one.signup) if one.signup else names.get(one.entry_uid, "")}
        for one in newest
    ]
    keys = [jobs.MAIL, jobs.TRY_MAIL, jobs.CONFIRM]
    of_key = {job.key: outcome(job) for job in tournament.jobs.filter(key__in=keys)}
    found = [of_key.get(key) for key in keys]
    unfinished = any(one and one["unfinished"] for one in found)
    sending, tried, confirming = found
    return {
        "letters": rows,
        "sending": sending,
        "tried": tried,
        "confirming": confirming,
        "unfinished": unfinished,
    }


def outcome(job: Job) -> dict[str, Any]:
    """Return a job that sends, with the reason why it does not."""
    why = ""
    if job.error in sentences.SENTENCES:
        why = sentences.sentence(job.error, {"why": job.args.get("why", "")})
    return {"job": job, "why": why, "unfinished": job.state in jobs.UNFINISHED}


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls while letters are being sent."""
    return render(request, TEMPLATE_FOLDER + "rows.html", _letters(tournament))


def set_up(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the mail server of the organisation and test it."""
    form = ServerForm(request.POST)
    if form.is_valid():
        with sentences.errors_to_form(form, "password", mail_address="sender"):
            _save_server(tournament, form.cleaned_data)
            queue.queue_test(tournament)
            flash.success(request, "mail_server_kept")
            return redirect("mail", tournament.slug)
    return mail_page(request, tournament, server_form=form)


def _save_server(tournament: Tournament, given: dict[str, Any]) -> None:
    """Store the mail server; as with a destination, a kept password goes to no other server.

    Raises `DomainError`.
    """
    addresses.clean_address(given["sender"])
    if not f"{given['user']}{given['password']}".isascii():  # smtplib sends no others
        raise DomainError("mail_password")
    organisation = tournament.organisation
    kept = MailServer.objects.filter(organisation=organisation).first() or MailServer(
        organisation=organisation
    )
    where = ("host", "port", "security", "user")
    moved = [getattr(kept, name) for name in where] != [given[name] for name in where]
    for name in SERVER_FIELDS:
        setattr(kept, name, given[name])
    if given["password"]:
        kept.sealed = encryption.seal(given["password"])
    elif moved and given["user"]:
        raise DomainError("destination_password")
    elif moved:
        kept.sealed = ""
    kept.save()


def try_out(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Send a test letter to the sender."""
    queue.queue_test(tournament)
    return redirect("mail", tournament.slug)


def send(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Send cards and standings to all who asked for them."""
    with flash.domain_errors(request):
        _report_count(request, queue.queue_cards(tournament))
    return redirect("mail", tournament.slug)


def send_region(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Send the report to the region; users who may send for the organisation also store its address."""
    form = RegionForm(request.POST)
    if form.is_valid():
        address = form.cleaned_data["address"]
        with sentences.errors_to_form(form, "address"):
            _report_count(request, queue.queue_region_report(tournament, address))
            if may(request.user, "send_for_all", tournament):
                of_all = MailServer.objects.filter(organisation=tournament.organisation_id)
                of_all.update(region=address.strip())
            return redirect("mail", tournament.slug)
    return mail_page(request, tournament, region_form=form)


def _report_count(request: SignedInRequest, asked: int) -> None:
    if asked:
        flash.success(request, "mail_asked", {"count": asked})
    else:
        flash.warning(request, "mail_nobody")


def stop_sending(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Cancel the letters that wait."""
    for job in tournament.jobs.filter(key=jobs.MAIL, state__in=jobs.UNFINISHED):
        jobs.cancel(job)
    waiting = Letter.objects.filter(
        tournament=tournament, state=Letter.State.WAITING, signup=None, message=None
    )
    waiting.update(state=Letter.State.STOPPED)
    return redirect("mail", tournament.slug)


def address_list(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show who left an address, and the form for one more."""
    form = AddressForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        entry = form.cleaned_data["entry"]
        with sentences.errors_to_form(form, "address"):
            addresses.save_address(entry, form.cleaned_data["address"])
            flash.success(request, "mail_address_kept", {"name": entry.name})
            return redirect("mail_addresses", tournament.slug)
    names = dict(tournament.entries.values_list("uid", "name"))
    kept = [{"row": one, "name": names.get(one.entry_uid, "")} for one in addresses.addresses_of(tournament)]
    context = {"form": form, "kept": kept}
    return render(request, TEMPLATE_FOLDER + "addresses.html", context, status=422 if form.errors else 200)


def forget(request: SignedInRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Forget an address."""
    get_object_or_404(addresses.addresses_of(tournament), pk=pk).delete()
    flash.success(request, "mail_address_gone")
    return redirect("mail_addresses", tournament.slug)


@csrf_exempt  # mail programs post here by themselves (RFC 8058); the link opens nothing else
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe an address: the link in every letter, one click, without signing in."""
    kept, row = addresses.by_token(token), addresses.unsubscription_by_token(token)
    if kept is None and row is None:
        raise Http404
    stopping = request.method == "POST"
    if stopping and kept:
        addresses.unsubscribe(kept)
    elif stopping and row:
        addresses.unsubscribe_digest(row.organisation, row.digest)
    stopped = stopping or (kept.stopped_at if kept else row.pk if row else None)
    context = {"stopped": stopped, "organisation": row.organisation if row else None}
    return render(request, TEMPLATE_FOLDER + "unsubscribe.html", context)
