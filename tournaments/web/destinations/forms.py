"""The form for a destination of publications."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.common.form_fields import OneLine, stored_password_field
from tournaments.models import Destination

KIND = Destination.Kind
KINDS = {
    KIND.FOLDER: _("A folder or a USB key on this computer"),
    KIND.SFTP: _("SFTP\nWhat most web hosts offer: encrypted."),
    KIND.FTPS: _("FTP with TLS\nEncrypted too."),
    KIND.WEBDAV: _("WebDAV over https\nNextcloud and others like it."),
    KIND.FTP: _(
        "FTP without encryption\nThe password can be read on the way. Only where nothing else is offered."
    ),
    KIND.WEBDAV_PLAIN: _("WebDAV without encryption\nOnly for a disk on the same network."),
    KIND.CHEVILLE: _(
        "A Cheville server\nThe whole day, after each closed game. The password is the key that it gave you."
    ),
    KIND.CHEVILLE_PLAIN: _("A Cheville on the same network\nThe same, without encryption."),
}


class DestinationForm(forms.Form):
    """One destination; a folder of this computer is offered only at this computer."""

    name = OneLine(
        label=_("What you call it"), max_length=60, help_text=_("For instance: our site, the blue USB key.")
    )
    kind = forms.ChoiceField(label=_("How it is sent"), widget=forms.RadioSelect)
    host = OneLine(
        label=_("Server"),
        required=False,
        max_length=300,
        help_text=_(
            "As the web host gives it, such as sftp.example.org, or the whole address of a WebDAV folder."
        ),
    )
    port = forms.IntegerField(
        label=_("Port"),
        required=False,
        min_value=1,
        max_value=65535,
        help_text=_("If left empty: the usual one."),
    )
    path = OneLine(
        label=_("Folder"),
        required=False,
        max_length=300,
        help_text=_("The tournament gets its own folder in it; an index of years is beside it."),
    )
    user = OneLine(
        label=_("User"), required=False, max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    password = stored_password_field()
    wide = forms.BooleanField(label=_("For every tournament of the organisation"), required=False)

    def __init__(self, *args: Any, here: bool, may_be_wide: bool, kept: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(kind, words) for kind, words in KINDS.items() if here or kind != KIND.FOLDER]
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]
        if not may_be_wide:
            del self.fields["wide"]
        if kept:
            self.fields["password"].help_text = _("If left empty: the one that is saved.")


def initial(destination: Destination) -> dict[str, Any]:
    """Return what the form shows of a destination, never its password."""
    names = ("name", "kind", "host", "port", "path", "user")
    return {name: getattr(destination, name) for name in names} | {"wide": destination.tournament_uid is None}
