"""The forms of a person: their details, and which of two people's details stay."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring import DomainError
from tournaments.common.form_fields import BrowserDateField, OneLine
from tournaments.common.messages import sentences
from tournaments.models import Player
from tournaments.organisations import people
from tournaments.registration.names import family_name


class PersonForm(forms.Form):
    """The details of a person."""

    name = OneLine(label=gettext_lazy("Name"), max_length=120)
    family = OneLine(
        label=gettext_lazy("Family name"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("The end of the name, used for sorting. If left empty: found automatically."),
    )
    club = OneLine(
        label=gettext_lazy("Club"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs"}),
    )
    since = BrowserDateField(
        label=gettext_lazy("In this club since"),
        required=False,
        help_text=gettext_lazy("For another club. Leave it empty if the club was only mistyped."),
    )
    region = OneLine(label=gettext_lazy("Region"), max_length=120, required=False)
    member_number = OneLine(label=gettext_lazy("Member number"), max_length=40, required=False)
    category = OneLine(label=gettext_lazy("Category"), max_length=60, required=False)

    def clean_since(self) -> date | None:
        """Refuse a day to come: the club changes at once, in tournaments before that day as well."""
        since: date | None = self.cleaned_data["since"]
        if since and since > timezone.localdate():
            raise sentences.validation_error(DomainError("club_not_yet"))
        return since

    @classmethod
    def for_player(cls, player: Player, typed: Any = None) -> "PersonForm":
        """Return the form with the details of a person, or with what was typed."""
        kept = {name: getattr(player, name) for name in people.PERSONAL_DATA_FIELDS}
        family = family_name(player.name, player.sort_name)
        return cls(typed, initial=kept | {"family": family, "since": timezone.localdate()})


HERE, OTHER = "here", "other"


class MergeForm(forms.Form):
    """For each detail that two people have otherwise, which of the two stays."""

    def __init__(self, player: Player, other: Player, *args: Any) -> None:
        super().__init__(*args)
        for name in people.PERSONAL_DATA_FIELDS:
            own, theirs = getattr(player, name), getattr(other, name)
            if own != theirs:
                field = PersonForm.base_fields[name]
                self.fields[name] = forms.ChoiceField(
                    label=field.label,
                    choices=[(HERE, own or "–"), (OTHER, theirs or "–")],
                    initial=HERE if own else OTHER,
                    widget=forms.RadioSelect,
                )

    @property
    def fields_of_other(self) -> set[str]:
        """Return the details that stay as the other person has them."""
        names = {name for name, side in self.cleaned_data.items() if side == OTHER}
        return names | {"sort_name"} if "name" in names else names


class BringForm(forms.Form):
    """A list of people as a file."""

    file = forms.FileField(
        label=gettext_lazy("Excel, LibreOffice or CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,.xls,.ods,.txt"}),
    )
    is_member_list = forms.BooleanField(
        label=gettext_lazy("This is the whole list of members"),
        required=False,
        help_text=gettext_lazy(
            "Registration then fills in missing member numbers, and marks people who are not on the list."
        ),
    )
    on = BrowserDateField(
        label=gettext_lazy("Valid from"),
        initial=timezone.localdate,
        help_text=gettext_lazy("The day on which people with another club in the list change clubs."),
    )


class ColumnsForm(forms.Form):
    """The meaning of each column of a list."""

    ROLES = {
        "": gettext_lazy("left out"),
        "name": gettext_lazy("first name and family name"),
        "family_given": gettext_lazy("family name and first name"),
        "given": gettext_lazy("first name"),
        "family": gettext_lazy("family name"),
        "club": gettext_lazy("club"),
        "region": gettext_lazy("region"),
        "member_number": gettext_lazy("member number"),
        "category": gettext_lazy("category"),
    }

    def __init__(self, pending: dict[str, Any], *args: Any) -> None:
        super().__init__(*args)
        first = (pending["heading"] or -1) + 1
        for at, (title, role) in enumerate(zip(pending["titles"], pending["roles"], strict=True)):
            example = next((row[at] for row in pending["rows"][first : first + 20] if row[at]), "")
            self.fields[f"column-{at}"] = forms.ChoiceField(
                label=title or example or "–", choices=self.ROLES.items(), initial=role, required=False
            )

    @property
    def roles(self) -> list[str]:
        """Return the roles in the order of the columns, each once."""
        found: list[str] = []
        for role in self.cleaned_data.values():
            found.append("" if role in found else role)
        return found
