"""The forms of a message, and of an address that gets none any more."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import OneLine
from tournaments.delivery.mail.messages import MAX_SUBJECT, MAX_TEXT, Draft
from tournaments.delivery.mail.recipients import (
    AUDIENCES,
    CLUB_PREFIX,
    EVERYONE,
    OWING,
    PLACED,
    UNCONFIRMED,
    WAITING,
    Person,
    people_in_audience,
)

AUDIENCE_WORDS = {
    EVERYONE: gettext_lazy("Everybody"),
    PLACED: gettext_lazy("With a place"),
    WAITING: gettext_lazy("Waiting list"),
    OWING: gettext_lazy("Those who owe"),
    UNCONFIRMED: gettext_lazy("Those who have not confirmed their e-mail"),
}


def audience_words(audience: str) -> str:
    """Return an audience in words: a club by its name."""
    return str(AUDIENCE_WORDS.get(audience, audience.removeprefix(CLUB_PREFIX)))


def choices(everyone: Sequence[Person]) -> list[Any]:
    """Return the audiences with the number of people in each, then the clubs."""

    def choice(audience: str) -> tuple[str, str]:
        return audience, f"{audience_words(audience)} ({len(people_in_audience(everyone, audience))})"

    clubs = sorted({one.club for one in everyone if one.club})
    groups = [(_("Clubs"), [choice(f"{CLUB_PREFIX}{club}") for club in clubs])] if clubs else []
    asked = any(one.unconfirmed for one in everyone)
    return [*(choice(one) for one in AUDIENCES if asked or one != UNCONFIRMED), *groups]


class MessageForm(forms.Form):
    """A message: to whom, subject and text; its `uid` is that of one message, however often it is sent."""

    audience = forms.ChoiceField(label=gettext_lazy("To"))
    subject = OneLine(label=gettext_lazy("Subject"), max_length=MAX_SUBJECT)
    text = forms.CharField(
        label=gettext_lazy("Text"), max_length=MAX_TEXT, widget=forms.Textarea(attrs={"rows": 8})
    )
    uid = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, everyone: Sequence[Person], placeholders: Sequence[str], data: Any = None) -> None:
        super().__init__(data)
        self.fields["audience"].choices = choices(everyone)  # type: ignore[attr-defined]
        self.fields["text"].help_text = _(
            "These words in braces are replaced for each person: %(words)s; for those who owe, %(owed)s too."
        ) % {"words": ", ".join(placeholders[:-1]), "owed": placeholders[-1]}

    def renew_uid(self) -> None:
        """Make this another message than the one that was sent from the form before."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data["uid"] = str(uuid4())
        self.data = data

    @property
    def draft(self) -> Draft:
        """Return what was typed, as far as it is valid."""
        given = self.cleaned_data
        return Draft(*(given.get(name, "") for name in ("audience", "subject", "text")))


class UnsubscribeForm(forms.Form):
    """An address whose owner answered that they want no messages."""

    address = forms.CharField(
        label=gettext_lazy("E-mail address"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "email", "spellcheck": "false"}),
    )
