"""Around the tournament: the codes for phones and the list of materials; texts for the microphone."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext_lazy

from tournaments.accounts import visibility
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing import announcements, materials, wifi
from tournaments.publishing.papers.venue_papers import counted_words
from tournaments.system.hosts import is_loopback_url
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.base_address import base
from tournaments.web.papers.views import LANGUAGES
from tournaments.web.qr import qr_picture


class WifiForm(forms.Form):
    """The Wi-Fi as its owner typed it, with spaces at its ends too."""

    name = forms.CharField(
        label=gettext_lazy("Name of the Wi-Fi"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy(
            "As phones show it in their list. If left empty: no code for it on the sheet."
        ),
    )
    password = forms.CharField(
        label=gettext_lazy("Password of the Wi-Fi"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy(
            "It appears on the sheet for everybody. If left empty: a Wi-Fi without a password."
        ),
    )


def hall(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the Wi-Fi and its code, the address and its code, the list of materials."""
    form = _form(request, tournament)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        with sentences.errors_to_form(form, "name", wifi_password="password"):  # noqa: S106
            wifi.write(tournament, given["name"], given["password"], by=request.user)
            flash.success(request, "wifi_kept")
            return redirect("around", tournament.slug)
    known, address = wifi.wifi_of(tournament), base(request)
    path_in = visibility.visitor_path(tournament)
    url = address + path_in if path_in and not is_loopback_url(address) else ""
    context = {
        "form": form,
        "wifi": known,
        "wifi_qr": qr_picture(known.code) if known else "",
        "url": url,
        "followed": bool(path_in),
        "url_qr": qr_picture(url) if url else "",
        "items": materials.needed(tournament),
        "counted": counted_words(materials.people_and_tables(tournament)),
    }
    return render(request, "tournaments/venue/hall.html", context, status=422 if form.errors else 200)


def _form(request: HttpRequest, tournament: Tournament) -> WifiForm:
    if request.method == "POST":
        return WifiForm(request.POST)
    usual = wifi.default_wifi(tournament)
    return WifiForm(initial=usual._asdict() if usual else {})


def read_aloud(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the texts for the microphone in the language of the papers, or in the one asked for."""
    asked = request.GET.get("language", "")
    language = asked if asked in LANGUAGES else tournament.language
    with translation.override(language):
        steps = announcements.announcements(tournament)
    key = request.GET.get("step", "")
    step = next((one for one in steps if one.key == key), steps[0])
    context = {"steps": steps, "step": step, "text_language": language, "languages": LANGUAGES}
    return render(request, "tournaments/venue/aloud.html", context)
