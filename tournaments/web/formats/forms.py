"""The form for a format of an organisation: all fields of the set-up, without those of one tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring import DomainError
from tournaments import formats
from tournaments.common.form_fields import OneLine
from tournaments.organisations.own_formats import Draft
from tournaments.transfer.copies.rules_schema import MAX_NAME_LENGTH
from tournaments.web.setup.forms import points
from tournaments.web.setup.forms.form import DECLARED_FIELDS, SetupForm
from tournaments.web.setup.forms.formats import OfferedFormat

DRAFT_KEY = "draft"
TOURNAMENT_FIELDS = (
    *("uid", "date", "place", "format", "house_name", points.FIELD),
    *("paper", "language", "standings_shown", "in_sight", "hidden_games"),
)


class FormatForm(SetupForm):
    """Change a format: its name, a note, and its rules. Choices of a single tournament may stay open."""

    note = OneLine(
        label=gettext_lazy("What it is, in one sentence"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("It appears under the name where you choose a format."),
    )

    def __init__(self, data: Any = None, *, draft: Draft) -> None:
        self.draft = draft
        offered = {DRAFT_KEY: OfferedFormat(DRAFT_KEY, draft.name, draft.note, draft.rules, True)}
        super().__init__(data, offered=offered, key=DRAFT_KEY)
        self.initial = {**self.initial, "name": draft.name, "note": draft.note}
        self.fields["name"] = OneLine(
            label=gettext_lazy("Name of the format"),
            max_length=MAX_NAME_LENGTH,
            error_messages={"required": gettext_lazy("Give the format a name.")},
        )
        for name in TOURNAMENT_FIELDS:
            del self.fields[name]
        for name in DECLARED_FIELDS:
            self.fields[name].required = False
        self.order_fields(("name", "note", "expected", "tables"))

    def changed(self) -> Draft:
        """Return the format as it is typed."""
        rules = formats.complete_rules(self.rules() | {"own": None})
        before = self.draft
        note = self.cleaned_data["note"]
        return Draft(
            self.cleaned_data["name"], note, rules, before.original, before.original_name, before.uid
        )


class BringForm(forms.Form):
    """The file of a format."""

    file = forms.FileField(label=gettext_lazy("The file of a format, which ends with .json"))


def check_set_up(draft: Draft) -> None:
    """Refuse a format with values that could not have been typed on the set-up page.

    Raises `DomainError` with the first field that the page would refuse.
    """
    form = FormatForm(draft=draft)
    typed: dict[str, Any] = {}
    for field in (field for one in (form, *form.parts.values()) for field in one):
        value = field.value()
        if value is not None and value is not False:
            typed[field.name] = "on" if value is True else value
    again = FormatForm(typed, draft=draft)
    if again.is_valid():
        return
    for field in again.refused():
        raise DomainError("format_file_set_up", field=str(field.label), why=str(field.errors[0]))
    raise DomainError("format_file_rules")
