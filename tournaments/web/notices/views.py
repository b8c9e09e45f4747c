"""The notice to all in the hall: written, shown, removed."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Tournament
from tournaments.publishing import notices
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.setup.forms.fields import ClockField


class NoticeForm(forms.Form):
    """The text of the notice, and its end."""

    text = forms.CharField(
        label=gettext_lazy("What everybody should read"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autofocus": True, "maxlength": notices.MAX_NOTICE_LENGTH}
        ),
        help_text=gettext_lazy("For instance: Lunch at 12:15 pm in the small hall."),
        error_messages={"required": sentences.SENTENCES["notice_missing"]},
    )
    until = ClockField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("If left empty: until you remove it."),
    )


def notice(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the current notice and the form of the next one."""
    form = NoticeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with sentences.errors_to_form(form, "text", notice_is_over="until"):
            until = notices.end_of(form.cleaned_data["until"])
            seen = parse_int(request.POST.get("seen", ""))
            notices.set_notice(tournament, form.cleaned_data["text"], until, seen=seen, by=request.user)
            flash.success(request, "notice_told")
            return redirect("notice", tournament.slug)
    status = 422 if form.errors else 200
    tournament.refresh_from_db()  # a notice that another user wrote meanwhile is shown beside the input
    context = {"form": form, "seen": notices.last_change(tournament)}
    return render(request, "tournaments/notices/notice.html", context, status=status)


def away(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Remove the notice."""
    with flash.domain_errors(request):
        notices.remove_notice(tournament, seen=parse_int(request.POST.get("seen", "")), by=request.user)
        flash.success(request, "notice_gone")
    return redirect("notice", tournament.slug)
