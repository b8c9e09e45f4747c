"""The lines of a club's sheet: a form for each, filled with what is registered, pasted or typed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments import registration
from tournaments.models import Tournament
from tournaments.registration import club_sheets, columns, list_files, questions
from tournaments.registration.candidates import Candidate, candidates
from tournaments.registration.club_sheets import MAX_PEOPLE, RegisteredLine, SheetLine
from tournaments.registration.signup_settings import settings_of
from tournaments.web.signups.forms import ANSWER_PREFIX, NAME_PREFIX, RequestForm, SignupForm

EMPTY_LINES = 5
MAX_LINES = 2 * MAX_PEOPLE  # in one form, with those that are refused as the sheet is full
MAX_PASTED, MAX_DIGITS = 20_000, 6
LINE_LABEL = _("%(label)s, line %(line)s")
LINE_FIELD = re.compile(r"line-(\d{1,3})-mark")


class LineForm(SignupForm):
    """A line of the sheet; `about` is the number of the registration of which it is.

    `registered` is that registration as long as it can be changed. A line in which nothing is typed is valid
    and says nothing.
    """

    number = forms.IntegerField(required=False, widget=forms.HiddenInput)
    mark = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    withdraws = forms.BooleanField(label=_("Withdraw this person"), required=False)
    agrees = forms.BooleanField(label=_("Full name on the Internet"), required=False)

    def __init__(
        self,
        tournament: Tournament,
        club: str,
        at: int,
        data: Mapping[str, Any] | None = None,
        registered: RegisteredLine | None = None,
        **values: Any,
    ) -> None:
        self.at, self.registered, self._club = at, registered, club
        self.about = registered.signup.number if registered else None
        members = settings_of(tournament).members
        if registered:
            members = len(registered.typed.names)
            mark = club_sheets.mark_of(tournament, registered.typed)
            values = self.values(registered.typed) | {"number": registered.signup.number, "mark": mark}
            values["contact"] = ""  # people may have written another one on their own pages
        super().__init__(
            tournament,
            data,
            members=members,
            is_new=False,
            prefix=f"line-{at}",
            initial=values,
            empty_permitted=registered is None,
            use_required_attribute=False,
        )
        del self.fields["club"]
        if registered and registered.typed.contact:
            self.fields["contact"].widget.attrs["placeholder"] = _("given")
        for field in self.fields.values():
            line = {"label": field.label, "line": at + 1}
            field.widget.attrs |= {"autocomplete": "off", "aria-label": LINE_LABEL % line}

    @staticmethod
    def contact_help(tournament: Tournament) -> str:
        """Return no help: a line has no room for it."""
        return ""

    def cells(self) -> list[forms.BoundField]:
        """Return the fields of the line in the order of the columns."""
        named = [self[name] for name in self.fields if name.startswith(NAME_PREFIX)]
        answers = [self[name] for name in self.fields if name.startswith(ANSWER_PREFIX)]
        return [*named, self["member_number"], self["contact"], *answers, self["agrees"]]

    def clean(self) -> dict[str, Any]:
        """Add the club, which is that of the sheet."""
        return self.cleaned_data | {"club": self._club}

    @property
    def refusals(self) -> list[tuple[str, str]]:
        """Return the codes and sentences of the errors of the line as a whole."""
        refused = self.non_field_errors().as_data()
        return [(one.code or "invalid", str(message)) for one in refused for message in one]

    @property
    def shown_mark(self) -> str:
        """Return the mark to send with the line again: that of now once a change meanwhile is said."""
        known = self.initial.get("mark", "")
        shown = any(code == "changed_meanwhile" for code, _sentence in self.refusals)
        return str(known if shown or not self.is_bound else self["mark"].value() or "")

    @property
    def is_blank(self) -> bool:
        """Return whether it is a new line in which nothing is typed."""
        return self.registered is None and (not self.initial if not self.is_bound else not self.has_changed())

    def line(self) -> SheetLine:
        """Return what was typed."""
        return SheetLine(self.typed(), self.about, self.cleaned_data["mark"], self.cleaned_data["withdraws"])


class Lines:
    """The lines of a page: those that were sent, then those of other people of the sheet, then empty ones."""

    def __init__(self, tournament: Tournament, club: str, people: Iterable[RegisteredLine]) -> None:
        self._tournament, self._club = tournament, club
        self._people = {one.signup.number: one for one in people if one.can_be_changed}
        self.forms: list[LineForm] = []

    def take(self, data: QueryDict) -> None:
        """Take the lines that a browser sent, each with the registration that it is about."""
        numbers = sorted({int(found[1]) for key in data if (found := LINE_FIELD.fullmatch(key))})
        for at in numbers[: len(self._people) + MAX_LINES]:  # those of clubs that became one are more
            typed = data.get(f"line-{at}-number", "")
            number = int(typed) if typed.isdecimal() and len(typed) <= MAX_DIGITS else None
            known = self._people.get(number) if number is not None else None
            self.forms.append(LineForm(self._tournament, self._club, at, data, known))
            self.forms[-1].about = number

    def add(self, values: Iterable[dict[str, Any]]) -> None:
        """Add new lines with these values."""
        for one in values:
            self.forms.append(LineForm(self._tournament, self._club, self._free_number(), **one))

    def complete(self, empty: int = EMPTY_LINES) -> list[LineForm]:
        """Return the lines for a page: those of all people in their order, then new ones, then empty ones."""
        here = {form.registered.signup.number: form for form in self.forms if form.registered}
        new = [form for form in self.forms if form.registered is None and not form.is_blank]
        self.forms = [*here.values(), *new]
        for number, one in self._people.items():
            if number not in here:
                here[number] = LineForm(self._tournament, self._club, self._free_number(), registered=one)
                self.forms.append(here[number])
        known = [here[number] for number in self._people if number in here]
        for _line in range(max(0, min(empty, MAX_LINES - len(self.forms)))):
            self.add([{}])
        return [*known, *new, *self.forms[len(known) + len(new) :]]

    def _free_number(self) -> int:
        taken = {form.at for form in self.forms}
        return next(at for at in count() if at not in taken)


def pasted_lines(tournament: Tournament, text: str, members: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the values of a line for the people of a pasted list, and the rows without a name.

    Raises `DomainError` for what is no list.
    """
    rows = list_files.read_text(text)
    asked = questions.questions_of(tournament)
    guess = columns.guess(rows, registration.remembered_roles(tournament))
    guess = columns.with_questions(guess, [one.text for one in asked])
    # The names are seen before they are registered: an order that is not clear is no reason to refuse them.
    roles = [role.replace(columns.UNDECIDED, "name") for role in guess.roles]
    found = candidates(rows, roles, guess.heading, (), asked, together=members > 1)
    named = [one for one in found if one.draft]
    unread = ["\t".join(one.cells).strip() for one in found if not one.draft]
    return [values for one in named for values in _line_values(one, members)], unread


def _line_values(person: Candidate, members: int) -> list[dict[str, Any]]:
    assert person.draft is not None
    names = [mate.name for mate in person.draft.members] or [person.draft.name]
    number = person.draft.details.get("member_number", "")
    answers = {
        f"{ANSWER_PREFIX}{key}": value for key, value in person.draft.details.get("answers", {}).items()
    }
    parts = [names[at : at + members] for at in range(0, len(names), members)]
    contact = next(filter(_is_email, person.cells), "")
    first = {"member_number": number, "contact": contact, **answers}
    return [
        {f"{NAME_PREFIX}{at}": name for at, name in enumerate(part, start=1)}
        | (first if part is parts[0] else {})
        for part in parts
    ]


def _is_email(cell: str) -> bool:
    try:
        validate_email(cell)
    except ValidationError:
        return False
    return True


class PersonRequestForm(RequestForm):
    """The request of a representative about one of the people, after registration has closed."""

    person = forms.TypedChoiceField(label=_("About whom?"), coerce=int, empty_value=None)

    def __init__(self, people: Sequence[RegisteredLine], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [(one.signup.number, " / ".join(one.typed.names)) for one in people]
        self.fields["person"].choices = [("", _("Choose")), *choices]  # type: ignore[attr-defined]
        self.order_fields(["person", "text"])
