"""The forms of mail: the server, an address that a player left, that of the region."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.common.form_fields import OneLine, kept_password
from tournaments.models import Entry, MailServer, Tournament

ADDRESS = {"autocomplete": "off", "inputmode": "email", "autocapitalize": "off", "spellcheck": "false"}


def _address(**options: Any) -> forms.CharField:
    return forms.CharField(max_length=200, widget=forms.TextInput(attrs=ADDRESS), **options)


class ServerForm(forms.Form):
    """The server through which mail is sent."""

    sender = _address(label=_("From which address"), help_text=_("Answers come there."))
    host = OneLine(
        label=_("Server"), max_length=200, help_text=_("As your mail provider gives it: smtp.example.org.")
    )
    port = forms.IntegerField(label=_("Port"), min_value=1, max_value=65535, initial=587)
    security = forms.ChoiceField(
        label=_("Encryption"), choices=MailServer.Security.choices, initial=MailServer.Security.STARTTLS
    )
    user = OneLine(label=_("User"), required=False, max_length=120)
    password = kept_password()


class AddressForm(forms.Form):
    """An entry of the list, and the address that the player left."""

    entry = forms.ModelChoiceField(label=_("Who"), queryset=Entry.objects.none(), to_field_name="number")
    address = _address(label=_("E-mail address"))
    agreed = forms.BooleanField(label=_("They asked for their card and the standings by e-mail"))

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = tournament.entries.exclude(kind="house").order_by("sort_name", "number")
        self.fields["entry"].queryset = people  # type: ignore[attr-defined]


class RegionForm(forms.Form):
    """The address to which the report goes."""

    address = _address(label=_("Address of the region"))
