"""The form of the partner draw: by lot or balanced, wishes, and the strength of each player."""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry
from tournaments.pairing.partners import LARGER, SMALLER
from tournaments.registration import draw, teams
from tournaments.registration.draw import BALANCED, LOT, DrawRequest

HOW = [
    (LOT, _("by lot")),
    (BALANCED, _("balanced")),
]
LEFT_OVER = [
    (LARGER, _("in a larger team")),
    (SMALLER, _("by themselves")),
]
FIRST = [
    ("low", _("1 is the strongest: ranks")),
    ("high", _("the highest is the strongest: averages, points")),
]
STRENGTH = "strength_"
MAX_WISHES = 4000
BETWEEN = re.compile(r"[\s,;/+&-]+")


class PartnersForm(forms.Form):
    """The way in which partners are drawn among `people`, each with a strength that may stay empty."""

    size = forms.TypedChoiceField(
        label=_("People in a team"),
        coerce=int,
        choices=[(size, str(size)) for size in range(teams.MIN_MEMBERS, teams.MAX_MEMBERS + 1)],
    )
    how = forms.ChoiceField(
        label=_("Partners are drawn"),
        choices=HOW,
        help_text=_("Balanced: the strongest with the weakest, as you write it below."),
    )
    uneven = forms.ChoiceField(
        label=_("Those left over play"),
        choices=LEFT_OVER,
        help_text=_(
            "A larger team takes turns; by themselves they are a smaller team, or one plays alone. Or "
            "register somebody more, and draw then."
        ),
    )
    clubs_apart = forms.BooleanField(
        label=_("People of one club are not partners, where that can be had"), required=False
    )
    wishes = forms.CharField(
        label=_("Who wants to play together"),
        required=False,
        max_length=MAX_WISHES,
        help_text=_("Their numbers, one group a line: 12 34"),
        widget=forms.Textarea(attrs={"rows": 2, "inputmode": "text", "autocomplete": "off"}),
    )
    first = forms.ChoiceField(label=_("How strength is written"), choices=FIRST, required=False)
    reason = forms.CharField(
        label=_("Why partners are drawn anew"), required=False, max_length=draw.MAX_REASON_LENGTH
    )

    def __init__(self, people: Sequence[Entry], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.people = people
        for entry in people:
            self.fields[f"{STRENGTH}{entry.number}"] = forms.CharField(
                label=entry.name,
                required=False,
                max_length=12,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 6}),
            )

    @property
    def strengths(self) -> list[tuple[Entry, forms.BoundField]]:
        """Return all people with the field of their strength."""
        return [(entry, self[f"{STRENGTH}{entry.number}"]) for entry in self.people]

    def clean_wishes(self) -> tuple[tuple[int, ...], ...]:
        """Return groups of numbers, one for each line."""
        return tuple(_group(line) for line in self.cleaned_data["wishes"].splitlines() if line.strip())

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        for entry in self.people:
            name = f"{STRENGTH}{entry.number}"
            if typed := (given.get(name) or "").strip():
                with sentences.errors_to_form(self, name):
                    given[name] = _strength(typed)
        return given

    def wanted(self) -> DrawRequest:
        """Return the request for `draw.draw`: strengths become ranks, equal strengths share one."""
        given = self.cleaned_data
        written = {entry.number: given.get(f"{STRENGTH}{entry.number}") for entry in self.people}
        known = {number: strength for number, strength in written.items() if isinstance(strength, Decimal)}
        sign = -1 if given.get("first") == "high" else 1
        order = sorted(sign * strength for strength in known.values())
        ranks = {number: order.index(sign * strength) + 1 for number, strength in known.items()}
        return DrawRequest(
            given["size"], given["how"], given["uneven"], given["clubs_apart"], ranks, given["wishes"]
        )


def _group(line: str) -> tuple[int, ...]:
    numbers = [parse_int(part) for part in BETWEEN.split(line.strip()) if part]
    if len(numbers) < 2 or not all(numbers):
        raise sentences.validation_error(DomainError("wish_unreadable", text=line.strip()[:40]))
    return tuple(number for number in numbers if number)


def _strength(typed: str) -> Decimal:
    try:
        found = Decimal(typed.replace(",", "."))
    except InvalidOperation as wrong:
        raise DomainError("strength_unreadable", text=typed) from wrong
    if not found.is_finite() or abs(found) > 10**6:
        raise DomainError("strength_unreadable", text=typed)
    return found
