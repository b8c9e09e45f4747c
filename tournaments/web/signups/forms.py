"""The form that registrants fill in, and that of the organiser's settings."""

import re
import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.common.messages import sentences
from tournaments.delivery.mail.confirmations import can_confirm, sends_letters
from tournaments.models import Event, Tournament
from tournaments.publishing.money_words import money
from tournaments.publishing.names import date_words, time_of_day
from tournaments.publishing.papers.door_papers import answer_word
from tournaments.registration import fees, questions
from tournaments.registration.event_signups import Choice, shared_questions, with_answers
from tournaments.registration.questions import Question
from tournaments.registration.signup_requests import MAX_REQUEST
from tournaments.registration.signup_settings import MAX_CAPACITY, SignupSettings, settings_of
from tournaments.registration.signups import MAX_CONTACT, SignupInput
from tournaments.registration.teams import MAX_MEMBERS
from tournaments.rounds import stages

NAME_PREFIX, ANSWER_PREFIX, TOURNAMENTS_FIELD = "name_", "answer_", "tournaments"
HONEYPOT = "website"
NONCE = re.compile(r"[A-Za-z0-9_-]{22}")
MIN_DIGITS = 7  # of a telephone number
HONEYPOT_MESSAGE = _("Your browser filled in a field that people do not see: send the form once more.")
LOCAL_FORMAT = "%Y-%m-%dT%H:%M"  # how browsers write a date with its time


def new_nonce() -> str:
    """Return the number of a form that is sent once."""
    return secrets.token_urlsafe(16)


class SignupForm(forms.Form):
    """One registration: a name for each who plays, the club, and what may stay empty.

    Programs that fill in every field fill in the hidden `HONEYPOT`; a person to whose browser that happened
    sends the form again.
    """

    club = forms.CharField(
        label=_("Club"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "organization", "autocapitalize": "words"}),
    )
    member_number = forms.CharField(
        label=_("Member number"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    contact = forms.CharField(
        label=_("E-mail or phone"),
        max_length=MAX_CONTACT,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "email"}),
    )
    agrees = forms.BooleanField(
        label=_("My full name may be published with the results on the Internet."),
        required=False,
        help_text=_("Otherwise only your first name and an initial are published."),
    )

    def __init__(
        self,
        tournament: Tournament,
        *args: Any,
        members: int,
        is_new: bool = True,
        asked_questions: Sequence[Question] | None = None,
        **options: Any,
    ) -> None:
        """Ask the questions of a tournament, or `asked_questions`."""
        super().__init__(*args, **options)
        self.members = members
        self.fees = fees.fees_of(tournament)
        self.fields["contact"].help_text = self.contact_help(tournament)
        self.asked = questions.questions_of(tournament) if asked_questions is None else asked_questions
        names = {f"{NAME_PREFIX}{at}": self._name_field(at, members) for at in range(1, members + 1)}
        for question in self.asked:
            field = f"{ANSWER_PREFIX}{question.id}"
            given = self.initial.get(field, "")
            values = dict.fromkeys(["", *question.values, given])  # an earlier answer may still be selected
            choices = [(value, self._answer_label(question, value)) for value in values]
            self.fields[field] = forms.ChoiceField(label=question.text, choices=choices, required=False)
        self.fields = names | self.fields
        if is_new:
            self.fields["nonce"] = forms.CharField(
                widget=forms.HiddenInput, required=False, initial=new_nonce
            )
            hidden = {"autocomplete": "off", "tabindex": "-1"}
            self.fields[HONEYPOT] = forms.CharField(
                label=_("Leave this field empty"), required=False, widget=forms.TextInput(attrs=hidden)
            )

    def _answer_label(self, question: Question, answer: str) -> str:
        """Return an answer in words, with its price."""
        prices = sorted(self.prices(question, answer))
        added = f" (+{' / '.join(map(money, prices))})" if any(prices) else ""
        return f"{answer_word(answer)}{added}"

    def prices(self, question: Question, answer: str) -> set[int]:
        """Return the price of an answer in cents: several where tournaments differ."""
        return {self.fees.answers.get(str(question.id), {}).get(answer, 0)}

    @staticmethod
    def contact_help(tournament: Tournament) -> Any:
        """Return what a contact is for."""
        if not sends_letters(tournament):
            return _("So that the organiser can reach you. Nobody else sees it.")
        return _(
            "So that the organiser can reach you. With an e-mail address you get a confirmation. "
            "Nobody else sees it."
        )

    @staticmethod
    def _name_field(at: int, members: int) -> forms.CharField:
        label = _("First and last name") if members == 1 else _("First and last name, person %(number)s")
        attributes = {"autocomplete": "name" if at == 1 else "off", "autocapitalize": "words"}
        return forms.CharField(
            label=label if members == 1 else label % {"number": at},
            max_length=120,
            error_messages={"required": sentences.SENTENCES["name_missing"]},
            widget=forms.TextInput(attrs=attributes | {"spellcheck": "false"}),
        )

    def fields_in_order(self) -> list[forms.BoundField]:
        """Return the fields that a registrant sees, in their order: consent is the last."""
        visible = [one for one in self.visible_fields() if one.name not in (HONEYPOT, "agrees")]
        return [*visible, self["agrees"]]

    def clean_contact(self) -> str:
        """Return an e-mail address, or a text with the digits of a telephone number."""
        typed: str = self.cleaned_data["contact"].strip()
        if "@" in typed:
            validate_email(typed)
        elif typed and sum(map(str.isdecimal, typed)) < MIN_DIGITS:
            raise ValidationError(_("Enter a complete e-mail address or phone number."), "contact_unclear")
        return typed

    def clean_website(self) -> str:
        """Refuse what only a program fills in."""
        if self.cleaned_data[HONEYPOT]:
            raise ValidationError(HONEYPOT_MESSAGE, "honeypot")
        return ""

    @property
    def nonce(self) -> str:
        """Return the number of the form; a new one for what a browser cannot have received."""
        given: str = self.cleaned_data["nonce"]
        return given if NONCE.fullmatch(given) else new_nonce()

    def typed(self) -> SignupInput:
        """Return what was typed."""
        given = self.cleaned_data
        return SignupInput(
            tuple(given[f"{NAME_PREFIX}{at}"] for at in range(1, self.members + 1)),
            given["club"],
            given["member_number"],
            given["contact"],
            {str(question.id): given[f"{ANSWER_PREFIX}{question.id}"] for question in self.asked},
            given["agrees"],
        )

    @staticmethod
    def values(typed: SignupInput) -> dict[str, Any]:
        """Return what the fields show of a registration."""
        names = {f"{NAME_PREFIX}{at}": name for at, name in enumerate(typed.names, start=1)}
        answers = {f"{ANSWER_PREFIX}{key}": value for key, value in typed.answers.items()}
        rest = {"club": typed.club, "member_number": typed.member_number, "contact": typed.contact}
        return names | answers | rest | {"agrees": typed.agrees}


class EventSignupForm(SignupForm):
    """One registration for the tournaments of an event that are ticked.

    What several of them ask is asked once.
    """

    def __init__(self, event: Event, choices: Sequence[Choice], data: Any = None) -> None:
        self.event = event
        self.offered = [one.tournament for one in choices if one.can_be_ticked]
        self.shared = shared_questions(self.offered)
        super().__init__(
            self.offered[0], data, members=1, asked_questions=[one.question for one in self.shared]
        )
        for one in self.shared:
            names = [each.name for each in self.offered if each.uid in one.asked]
            if len(names) < len(self.offered):
                self.fields[f"{ANSWER_PREFIX}{one.question.id}"].help_text = _("For: %(tournaments)s") % {
                    "tournaments": ", ".join(names)
                }
        ticks = forms.MultipleChoiceField(
            label=self._tournaments_label(),
            choices=[
                (str(one.tournament.uid), _tournament_label(one)) for one in choices if one.can_be_ticked
            ],
            widget=forms.CheckboxSelectMultiple,
            error_messages={
                "required": _("Choose at least one tournament."),
                "invalid_choice": _("Registration for one of them has closed in the meantime: choose again."),
            },
        )
        self.fields = {TOURNAMENTS_FIELD: ticks} | self.fields

    def prices(self, question: Question, answer: str) -> set[int]:
        """Return the prices of an answer in the tournaments that ask the question."""
        (asked,) = (one.asked for one in self.shared if one.question.id == question.id)
        known = {one.uid: fees.fees_of(one).answers for one in self.offered if one.uid in asked}
        return {by.get(str(asked[uid].id), {}).get(answer, 0) for uid, by in known.items()}

    def _tournaments_label(self) -> str:
        most = self.event.max_choices
        if most is None or most >= len(self.offered):
            return gettext("In which tournaments do you play?")
        text = ngettext(
            "In which tournament do you play?", "In which tournaments do you play? At most %(most)s.", most
        )
        return text % {"most": most}

    def clean_tournaments(self) -> list[str]:
        """Refuse more tournaments than a person may enter."""
        ticked: list[str] = self.cleaned_data[TOURNAMENTS_FIELD]
        most = self.event.max_choices
        if most is not None and len(ticked) > most:
            refusal = DomainError("event_choices", count=most, most=most)
            raise sentences.validation_error(refusal)
        return ticked

    def typed_by_tournament(self) -> dict[UUID, SignupInput]:
        """Return what was typed for each tournament that is ticked, by its uid."""
        ticked, typed = self.cleaned_data[TOURNAMENTS_FIELD], self.typed()
        chosen = [one for one in self.offered if str(one.uid) in ticked]
        return {one.uid: with_answers(typed, one, self.shared) for one in chosen}


def _tournament_label(choice: Choice) -> str:
    """Return the name of a tournament, and on a second line its day, place, fee and whether it is full."""
    tournament = choice.tournament
    amount = fees.fees_of(tournament).amount
    begins = time_of_day(stages.start_time(tournament))
    facts = [
        f"{date_words(tournament.date, weekday=True, year=False)}, {begins}",
        tournament.place,
        "" if amount is None else money(amount),
        gettext("All places are taken: waiting list.") if choice.full else "",
    ]
    return tournament.name + "\n" + "\N{NO-BREAK SPACE}· ".join(filter(None, facts))


class RequestForm(forms.Form):
    """The request of a registrant to the organiser, after registration has closed."""

    text = forms.CharField(
        label=_("What should the organiser change?"),
        error_messages={"required": sentences.SENTENCES["signup_request_empty"]},
        help_text=_("For instance: I cannot come."),
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": MAX_REQUEST}),
    )

    def clean_text(self) -> str:
        """Return the request as it is stored: browsers count a line break once, and send two letters."""
        try:
            return sanitize.clean_length(sanitize.clean_line(self.cleaned_data["text"]), MAX_REQUEST)
        except DomainError as refusal:
            raise sentences.validation_error(refusal) from refusal


def _time_field(label: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL_FORMAT)
    return forms.DateTimeField(
        label=label, required=False, widget=widget, input_formats=[LOCAL_FORMAT, "%Y-%m-%dT%H:%M:%S"]
    )


def _count_field(label: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "class": "short"})
    return forms.IntegerField(label=label, min_value=1, max_value=MAX_CAPACITY, required=False, widget=widget)


def _team_sizes() -> list[tuple[int, Any]]:
    """Return the choices in the language of the request: a lazy text with `%` is translated at once."""
    teams = [(size, _("teams of %(count)s") % {"count": size}) for size in range(2, MAX_MEMBERS + 1)]
    return [(1, _("each person alone")), *teams]


class SettingsForm(forms.Form):
    """The times of registration, and the number of places."""

    on = forms.BooleanField(label=_("People can register online"), required=False)
    confirm = forms.BooleanField(
        label=_("Ask people to confirm their e-mail"),
        required=False,
        help_text=_("An e-mail gives them a link. You see who has not confirmed; they keep their place."),
    )
    opens = _time_field(_("Opens"))
    closes = _time_field(_("Closes"))
    capacity = _count_field(_("Places in all"))
    per_club = _count_field(_("Places for each club"))
    members = forms.TypedChoiceField(
        label=_("Register together"),
        coerce=int,
        choices=_team_sizes,
    )

    @classmethod
    def for_tournament(cls, tournament: Tournament, data: Any = None) -> "SettingsForm":
        """Return the form with the settings of a tournament."""
        kept = settings_of(tournament)
        form = cls(data, initial=vars(kept) | {"confirm": kept.confirm_since is not None})
        if not can_confirm(tournament):
            del form.fields["confirm"]
        return form

    def chosen(self) -> SignupSettings:
        """Return the settings."""
        given = dict(self.cleaned_data)
        since = self.initial["confirm_since"]
        if not given.pop("confirm", since is not None):
            return SignupSettings(**given)
        return SignupSettings(**given, confirm_since=since or timezone.now())
