"""The forms of a person: their details, and which of two people's details stay."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import Day, OneLine
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
        help_text=gettext_lazy("The end of the name, by which it is sorted. Empty: found by itself."),
    )
    club = OneLine(
        label=gettext_lazy("Club"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs"}),
    )
    since = Day(
        label=gettext_lazy("In this club since"),
        required=False,
        help_text=gettext_lazy("For another club. Leave it empty if the club was only mistyped."),
    )
    region = OneLine(label=gettext_lazy("Region"), max_length=120, required=False)
    member_number = OneLine(label=gettext_lazy("Member number"), max_length=40, required=False)
    category = OneLine(label=gettext_lazy("Category"), max_length=60, required=False)

    @classmethod
    def of(cls, player: Player, typed: Any = None) -> "PersonForm":
        """Return the form with the details of a person, or with what was typed."""
        kept = {name: getattr(player, name) for name in people.OF_PLAYER}
        family = family_name(player.name, player.sort_name)
        return cls(typed, initial=kept | {"family": family, "since": timezone.localdate()})


HERE, OTHER = "here", "other"


class MergeForm(forms.Form):
    """For each detail that two people have otherwise, which of the two stays."""

    def __init__(self, player: Player, other: Player, *args: Any) -> None:
        super().__init__(*args)
        for name in people.OF_PLAYER:
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
    def taken(self) -> set[str]:
        """Return the details that stay as the other person has them."""
        names = {name for name, side in self.cleaned_data.items() if side == OTHER}
        return names | {"sort_name"} if "name" in names else names
