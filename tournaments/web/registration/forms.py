"""The forms of registration."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Payment, Tournament, User
from tournaments.pairing.partners import LARGER, SMALLER
from tournaments.publishing.papers.door_papers import answer_word
from tournaments.registration import categories, fees, money, partner_draw, questions, teams
from tournaments.registration.partner_draw import BALANCED, LOT, DrawRequest
from tournaments.web.stale_forms import SEEN_FIELD, StaleCheckForm

PAID_HOW = [
    ("", _("not yet")),
    ("cash", _("cash")),
    ("cheque", _("cheque")),
    ("transfer", _("transfer")),
    ("free", _("free")),
    ("paid", _("paid, how not said")),
]
PUBLISHED_NAME_CHOICES = [("", _("first name and initial")), ("full", _("full name: they said yes"))]
ANSWER_PREFIX = "answer_"
MATE_PREFIX = "mate_"
TEAM_NAME_HINT = _(
    "If left empty: the team is named after its members. A name is published as it is written."
)
CATEGORIES_ASKED = "categories_said"  # a form without the question removes no one from a category
REPEATED_FIELDS = ("club", "region", "fee", "paid_how")


class MoneyField(forms.CharField):
    """Dollars and cents as people write them; whole cents as a value."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 8})

    def prepare_value(self, value: Any) -> Any:
        """Return cents as they are typed."""
        point = get_format("DECIMAL_SEPARATOR")
        return money.format_cents(value, point) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Return cents, or None where nothing was typed."""
        try:
            return money.parse_cents(super().clean(value) or "")
        except DomainError as refusal:
            raise sentences.validation_error(refusal) from refusal

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare amounts and not how they are typed."""
        try:
            return self.clean(data) != initial
        except forms.ValidationError:
            return True


def _text_input(attributes: Mapping[str, str]) -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", **attributes})


def _text_field(label: Any, most: int, *, help_text: Any = "", **attributes: str) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=most, required=False, help_text=help_text, widget=_text_input(attributes)
    )


def _name_field(label: Any, **attributes: str) -> forms.CharField:
    missing = sentences.SENTENCES["name_missing"]
    return forms.CharField(
        label=label, max_length=120, error_messages={"required": missing}, widget=_text_input(attributes)
    )


class EntryForm(StaleCheckForm):
    """One person: a name and a club, optional details, and the organiser's questions."""

    name = _name_field(_("Name"), spellcheck="false")
    club = _text_field(_("Club"), 120, list="clubs", spellcheck="false")
    member_number = _text_field(_("Member number"), 40)
    region = _text_field(_("Region"), 120, list="regions")
    fee = MoneyField(label=_("Fee"), max_length=20, required=False)
    paid_how = forms.ChoiceField(label=_("Paid"), choices=PAID_HOW, required=False)
    apart = _text_field(
        _("Keep apart"),
        60,
        list="tags",
        help_text=_(
            "Two people with the same word here are kept apart: a couple, a car-pool. The "
            "set-up says in how many games."
        ),
    )
    note = _text_field(
        _("Note"), 200, help_text=_("Only for those at the door: drives others, brings the cake.")
    )
    on_the_internet = forms.ChoiceField(
        label=_("Name on the Internet"),
        choices=PUBLISHED_NAME_CHOICES,
        required=False,
        help_text=_("On published results, which anybody can read on the Internet."),
    )

    def __init__(
        self, tournament: Tournament, *args: Any, given: Mapping[str, str] = {}, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.asked = questions.questions_of(tournament)
        self.consented_at: datetime | None = None  # the consent given before
        for question in self.asked:
            answer = given.get(str(question.id), "")
            values = dict.fromkeys(["", *question.values, answer])  # an earlier answer may still be selected
            choices = [(value, answer_word(value)) for value in values]
            field = forms.ChoiceField(label=question.text, choices=choices, required=False, initial=answer)
            self.fields[f"{ANSWER_PREFIX}{question.id}"] = field

        self.known = categories.categories_of(tournament)
        if self.known:
            self.fields["categories"] = forms.TypedMultipleChoiceField(
                label=_("Categories"),
                choices=[(one.id, one.name) for one in self.known],
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields[CATEGORIES_ASKED] = forms.CharField(
                widget=forms.HiddenInput, required=False, initial="yes"
            )

    def questions(self) -> list[forms.BoundField]:
        """Return the fields of the organiser's questions."""
        return [self[f"{ANSWER_PREFIX}{question.id}"] for question in self.asked]

    @staticmethod
    def values(kept: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the fields show of an entry as it is `registration.editable_fields`."""
        answers = kept.get("answers")
        found = (
            {f"{ANSWER_PREFIX}{key}": one for key, one in answers.items()}
            if isinstance(answers, dict)
            else {}
        )
        found |= dict(kept) | {"fee": kept.get("fee_cents")}
        return found | {"on_the_internet": "full" if kept.get("agrees") else ""}

    @classmethod
    def for_entry(cls, entry: Entry, data: Any = None, **options: Any) -> "EntryForm":
        """Return the form of an entry, with what was typed into it."""
        kept = registration.editable_fields(entry)
        form = cls(entry.tournament, data, initial=cls.values(kept), given=entry.answers, **options)
        form.consented_at = entry.consented_at
        form.carry_values(kept)
        form.adapt_to_entry()
        if entry.team:
            form.adapt_to_team()
        return form

    def adapt_to_entry(self) -> None:
        """Change the form to that of an entry: its payments are lines, written by themselves."""
        del self.fields["paid_how"]

    def adapt_to_team(self) -> None:
        """Change the form to that of a team: the name may be empty; members give their own details."""
        name = self.fields["name"]
        name.label, name.required, name.help_text = _("Name of the team"), False, TEAM_NAME_HINT
        for asked_of_members in ("member_number", "on_the_internet"):
            del self.fields[asked_of_members]

    def details(self) -> dict[str, Any]:
        """Return the fields of registration other than the name."""
        apart = {"name", "fee", "on_the_internet", "categories", CATEGORIES_ASKED, SEEN_FIELD}
        apart |= {field.name for field in self.questions()}
        values = {key: value for key, value in self.cleaned_data.items() if key not in apart}
        values["fee_cents"] = self.cleaned_data["fee"]
        asks_for_consent = "on_the_internet" in self.fields
        # a form without the question withdraws no consent
        if asks_for_consent and self.add_prefix("on_the_internet") in self.data:
            said_yes = self.cleaned_data["on_the_internet"] == "full"
            values["consented_at"] = (self.consented_at or timezone.now()) if said_yes else None
        if self.asked:
            values["answers"] = {
                str(question.id): self.cleaned_data[f"{ANSWER_PREFIX}{question.id}"]
                for question in self.asked
            }
        if self.known and self.add_prefix(CATEGORIES_ASKED) in self.data:
            values["categories"] = self.cleaned_data["categories"]
        return values

    def add_to(self, tournament: Tournament, *, by: User) -> Entry | None:
        """Enter the person. Return None, with the refusal beside the name, if that fails."""
        with sentences.errors_to_form(self, "name"):
            return registration.add_entry(tournament, self.cleaned_data["name"], by=by, **self.details())
        return None

    def write(self, entry: Entry) -> Entry | None:
        """Save changes of `entry`. Return None if they are refused or others changed it meanwhile."""
        name, seen = self.cleaned_data["name"], self.values_on_page()
        try:
            return registration.edit_entry(entry, name, seen=seen, **self.details())
        except DomainError as refusal:
            self.refuse(refusal, "name")
            return None


class TeamForm(EntryForm):
    """A team that is entered whole: its members, a name if it has one, and the organiser's questions."""

    def __init__(self, tournament: Tournament, *args: Any, members: int, **options: Any) -> None:
        super().__init__(tournament, *args, **options)
        self.adapt_to_team()
        for at in range(1, members + 1):
            name = _text_field(_("Member %(number)s") % {"number": at}, 120, spellcheck="false")
            name.required = at <= registration.MIN_MEMBERS
            self.fields[f"{MATE_PREFIX}{at}"] = name

    def mates(self) -> list[forms.BoundField]:
        """Return the fields of the members."""
        return [self[name] for name in self.fields if name.startswith(MATE_PREFIX)]

    def details(self) -> dict[str, Any]:
        """Return the fields of registration other than the names."""
        return {key: value for key, value in super().details().items() if not key.startswith(MATE_PREFIX)}

    def add_to(self, tournament: Tournament, *, by: User) -> Entry | None:
        """Enter the team. Return None, with the refusal beside the first member, if that fails."""
        mates = [registration.NewMember(self.cleaned_data[field.name]) for field in self.mates()]
        with sentences.errors_to_form(self, f"{MATE_PREFIX}1"):
            name = self.cleaned_data["name"]
            return registration.add_team(tournament, name, mates, by=by, **self.details())
        return None


class PaymentForm(forms.Form):
    """An amount that is received for an entry, or given back."""

    amount = MoneyField(label=_("Amount"), max_length=20)
    how = forms.ChoiceField(label=_("How"), choices=Payment.How.choices)

    def clean_amount(self) -> int:
        """Return cents; nothing is no payment."""
        cents: int = self.cleaned_data["amount"]
        if not cents:
            raise sentences.validation_error(DomainError("not_an_amount", value="0"))
        return cents


class FeesForm(forms.Form):
    """The fees for each person: for everybody, in each category, for each answer; and how they are paid."""

    amount = MoneyField(label=_("Each person pays"), max_length=20, required=False)
    how_to_pay = _text_field(
        _("How to pay"),
        fees.MAX_HOW_TO_PAY,
        help_text=_("For instance: cash at the door, or a transfer to the treasurer, tresor@example.org."),
    )

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        now = fees.fees_of(tournament)
        super().__init__(data, initial={"amount": now.amount, "how_to_pay": now.how_to_pay})
        self._categories = {f"category_{one.id}": one for one in fees.charged_categories(tournament)}
        in_use = categories.categories_of(tournament)
        for name, one in self._categories.items():
            self._add_amount(name, one.name, now.categories.get(one.id), removed=one not in in_use)
        self._answers: dict[str, tuple[str, str]] = {}
        asked = questions.questions_of(tournament)
        for question, answers in fees.charged_questions(tournament):
            kept = now.answers.get(str(question.id), {})
            for at, value in enumerate(answers):
                name = f"{ANSWER_PREFIX}{question.id}_{at}"
                self._answers[name] = str(question.id), value
                label = f"{question.text}, {answer_word(value)}"
                removed = question not in asked or value not in question.values
                self._add_amount(name, label, kept.get(value), removed=removed)

    def _add_amount(self, name: str, label: str, cents: int | None, *, removed: bool) -> None:
        """Add the field of an amount; people still owe one that was removed."""
        help_text = _("Removed since. Those whom it concerns still owe it; leave it empty if not.")
        self.fields[name] = MoneyField(
            label=label,
            max_length=20,
            required=False,
            initial=cents,
            help_text=help_text if removed else "",
        )

    def of_categories(self) -> list[forms.BoundField]:
        """Return the fields of the categories."""
        return [self[name] for name in self._categories]

    def of_answers(self) -> list[forms.BoundField]:
        """Return the fields of the answers."""
        return [self[name] for name in self._answers]

    def chosen(self) -> fees.Fees:
        """Return the fees that were typed; what is empty costs nothing more."""
        given = self.cleaned_data
        own = {one.id: given[name] for name, one in self._categories.items() if given[name] is not None}
        answers: dict[str, dict[str, int]] = {}
        for name, (question, value) in self._answers.items():
            if given[name]:
                answers.setdefault(question, {})[value] = given[name]
        return fees.Fees(given["amount"], own, answers, given["how_to_pay"])


class MemberForm(StaleCheckForm):
    """A member of a team: name, and consent for the Internet."""

    name = _name_field(_("Name"))
    on_the_internet = forms.ChoiceField(
        label=_("Name on the Internet"), choices=PUBLISHED_NAME_CHOICES, required=False
    )

    @staticmethod
    def values(kept: Mapping[str, Any]) -> dict[str, Any]:
        """Return the initial values of a member's fields (`registration.editable_member_fields`)."""
        return {"name": kept.get("name"), "on_the_internet": "full" if kept.get("agrees") else ""}


class SubstituteForm(StaleCheckForm):
    """A player instead of a member, or beside the others; empty: none."""

    name = _text_field(
        _("Who plays instead"),
        120,
        help_text=_("If left empty: nobody, and the others play on without them."),
        spellcheck="false",
    )


TAKE_OVER_ID = "id_takes_over_%s"


class TakeOverForm(forms.Form):
    """A player who takes over a number from `from_round` on, the next game when the page was made."""

    from_round = forms.IntegerField(widget=forms.HiddenInput, required=False)
    name = _name_field(_("Who plays under this number instead"), spellcheck="false")


class HouseForm(forms.Form):
    """The name of the house player."""

    house = _name_field(_("Name of the house player"))


class SeatForm(StaleCheckForm):
    """A seat kept for the whole tournament; an empty table removes it."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=999, required=False)
    seat = forms.ChoiceField(label=_("Seat"), choices=[("A", "A"), ("B", "B")], required=False)

    @classmethod
    def for_entry(cls, entry: Entry) -> "SeatForm":
        """Return the form of the seat that an entry has."""
        kept = registration.fixed_seat_data(entry)
        form = cls(initial=kept)
        form.carry_values(kept)
        return form

    def place(self) -> tuple[int, str] | None:
        """Return table and letter, or None."""
        table = self.cleaned_data["table"]
        return (table, self.cleaned_data["seat"] or "A") if table else None


class QuestionForm(forms.Form):
    """One question to all: its text and its choices, one a line."""

    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    text = forms.CharField(
        label=_("Question"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": questions.MAX_QUESTION_LENGTH}),
        help_text=_("For instance: Meal, or: Comes by bus. If left empty: nothing is asked."),
    )
    choices = forms.CharField(
        label=_("Choices, one per line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_("For instance: Chicken, and on the next line: Fish. If left empty: yes or no."),
    )

    def question_values(self) -> tuple[int | None, str, list[str]]:
        """Return the values for `questions.save_questions`."""
        given = self.cleaned_data
        return given["number"], given["text"], given["choices"].splitlines()


DRAW_METHODS = [
    (LOT, _("by lot")),
    (BALANCED, _("balanced")),
]
UNEVEN_CHOICES = [
    (LARGER, _("in a larger team")),
    (SMALLER, _("by themselves")),
]
STRENGTH_ORDERS = [
    ("low", _("1 is the strongest: ranks")),
    ("high", _("the highest is the strongest: averages, points")),
]
STRENGTH_PREFIX = "strength_"
MAX_WISHES = 4000
SEPARATORS = re.compile(r"[\s,;/+&-]+")


class PartnersForm(forms.Form):
    """The way in which partners are drawn among `people`, each with a strength that may stay empty."""

    size = forms.TypedChoiceField(
        label=_("People in a team"),
        coerce=int,
        choices=[(size, str(size)) for size in range(teams.MIN_MEMBERS, teams.MAX_MEMBERS + 1)],
    )
    how = forms.ChoiceField(
        label=_("Partners are drawn"),
        choices=DRAW_METHODS,
        help_text=_("Balanced: the strongest with the weakest, by what you enter below."),
    )
    uneven = forms.ChoiceField(
        label=_("Those left over play"),
        choices=UNEVEN_CHOICES,
        help_text=_(
            "A larger team takes turns; by themselves they are a smaller team, or one plays "
            "alone. Or register one more player, then draw."
        ),
    )
    clubs_apart = forms.BooleanField(
        label=_("People from the same club are not partners, where possible"), required=False
    )
    wishes = forms.CharField(
        label=_("Who wants to play together"),
        required=False,
        max_length=MAX_WISHES,
        help_text=_("Their numbers, one group per line: 12 34"),
        widget=forms.Textarea(attrs={"rows": 2, "inputmode": "text", "autocomplete": "off"}),
    )
    first = forms.ChoiceField(label=_("How strength is written"), choices=STRENGTH_ORDERS, required=False)
    reason = forms.CharField(
        label=_("Why partners are drawn again"), required=False, max_length=partner_draw.MAX_REASON_LENGTH
    )

    def __init__(self, people: Sequence[Entry], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.people = people
        for entry in people:
            self.fields[f"{STRENGTH_PREFIX}{entry.number}"] = forms.CharField(
                label=entry.name,
                required=False,
                max_length=12,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 6}),
            )

    @property
    def strengths(self) -> list[tuple[Entry, forms.BoundField]]:
        """Return all people with the field of their strength."""
        return [(entry, self[f"{STRENGTH_PREFIX}{entry.number}"]) for entry in self.people]

    def clean_wishes(self) -> tuple[tuple[int, ...], ...]:
        """Return groups of numbers, one for each line."""
        return tuple(_parse_group(line) for line in self.cleaned_data["wishes"].splitlines() if line.strip())

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        for entry in self.people:
            name = f"{STRENGTH_PREFIX}{entry.number}"
            if typed := (given.get(name) or "").strip():
                with sentences.errors_to_form(self, name):
                    given[name] = _parse_strength(typed)
        return given

    def wanted(self) -> DrawRequest:
        """Return the request for `partner_draw.draw`: strengths become ranks, equal strengths share one."""
        given = self.cleaned_data
        written = {entry.number: given.get(f"{STRENGTH_PREFIX}{entry.number}") for entry in self.people}
        known = {number: strength for number, strength in written.items() if isinstance(strength, Decimal)}
        sign = -1 if given.get("first") == "high" else 1
        order = sorted(sign * strength for strength in known.values())
        ranks = {number: order.index(sign * strength) + 1 for number, strength in known.items()}
        return DrawRequest(
            given["size"], given["how"], given["uneven"], given["clubs_apart"], ranks, given["wishes"]
        )


def _parse_group(line: str) -> tuple[int, ...]:
    numbers = [parse_int(part) for part in SEPARATORS.split(line.strip()) if part]
    if len(numbers) < 2 or not all(numbers):
        raise sentences.validation_error(DomainError("wish_unreadable", text=line.strip()[:40]))
    return tuple(number for number in numbers if number)


def _parse_strength(typed: str) -> Decimal:
    try:
        found = Decimal(typed.replace(",", "."))
    except InvalidOperation as wrong:
        raise DomainError("strength_unreadable", text=typed) from wrong
    if not found.is_finite() or abs(found) > 10**6:
        raise DomainError("strength_unreadable", text=typed)
    return found
