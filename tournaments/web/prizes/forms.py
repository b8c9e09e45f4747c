"""The forms of prizes: the list of prizes, categories, clubs, hands that may be best, the cash box."""

from typing import Any

from django import forms
from django.forms import BaseFormSet, formset_factory
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from scoring.club_teams import NEXT, SHARED, SINGLE
from tournaments.common.form_fields import OneLine
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.publishing import cash_box, prizes
from tournaments.publishing.prizes import Hand, Prize
from tournaments.registration import categories
from tournaments.registration.categories import Category
from tournaments.standings import club_teams
from tournaments.web.papers.one_person import find_entry_number
from tournaments.web.registration.forms import MoneyField

PRIZE_CHOICES = [
    (prizes.RANK, _("Rank")),
    (prizes.TOTAL, _("Highest total")),
    (prizes.SKUNKS, _("Most skunks")),
    (prizes.BEST_HAND, _("Best hand")),
    (prizes.CLUB, _("Club team")),
    (prizes.DOOR, _("Door prize, by lot")),
]
TIE_BREAK_CHOICES = [
    (NEXT, _("the next person of the club decides")),
    (SINGLE, _("the best single result decides, then the second")),
    (SHARED, _("share the rank")),
]
FREE_ROWS = 4


def _line_input(most: int, **attributes: Any) -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "maxlength": most, **attributes})


class CategoryForm(forms.Form):
    """One category: its name, and whether its standings may go on the Internet."""

    number = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1, max_value=10**9)
    name = forms.CharField(
        label=_("Category"), required=False, widget=_line_input(categories.MAX_NAME_LENGTH)
    )
    public = forms.BooleanField(label=_("On the Internet too"), required=False)

    def typed(self) -> tuple[int | None, str, bool]:
        """Return the values for `categories.save_categories`; a line that was left out has no name."""
        given = self.cleaned_data
        return given.get("number"), given.get("name", ""), given.get("public", False)


class PrizeForm(forms.Form):
    """One prize; a line without a thing and without money is left out.

    The most skunks are offered only where the game has skunks, or the prize is for them already.
    """

    number = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1, max_value=10**9)
    kind = forms.ChoiceField(label=_("For"), choices=PRIZE_CHOICES, required=False)
    rank = forms.IntegerField(
        label=_("Rank"), required=False, min_value=1, max_value=prizes.LAST_RANK, localize=False
    )
    category = forms.TypedChoiceField(label=_("Among"), coerce=int, required=False)
    thing = forms.CharField(
        label=_("What is given"), required=False, widget=_line_input(prizes.MAX_THING_LENGTH)
    )
    money = MoneyField(label=_("Money"), max_length=20, required=False)

    def __init__(self, *args: Any, known: list[Category], has_skunks: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not has_skunks and self.initial.get("kind") != prizes.SKUNKS:
            self.fields["kind"].choices = [one for one in PRIZE_CHOICES if one[0] != prizes.SKUNKS]  # type: ignore[attr-defined]
        self.fields["category"].choices = [  # type: ignore[attr-defined]
            (prizes.EVERYBODY, _("everybody")),
            *((one.id, one.name) for one in known),
        ]

    def typed(self) -> Prize | None:
        """Return the prize for `prizes.save_prizes`; None if nothing is given."""
        given = self.cleaned_data
        if not given.get("thing") and not given.get("money"):
            return None
        kind = given["kind"] or prizes.RANK
        rank = given["rank"] or 0
        cents = given["money"] or 0
        return Prize(given["number"] or 0, kind, given["category"] or 0, rank, given["thing"], cents)


class ClubTeamsForm(forms.Form):
    """The way in which clubs are ranked, if at all."""

    wanted = forms.BooleanField(label=_("Rank clubs too"), required=False)
    best = forms.IntegerField(
        label=_("People who count for a club"), min_value=1, max_value=club_teams.MAX_COUNTED, localize=False
    )
    least = forms.IntegerField(
        label=_("People a club needs to be ranked"),
        min_value=1,
        max_value=club_teams.MAX_COUNTED,
        localize=False,
        required=False,
        help_text=_("If left empty: as many as count."),
    )
    level = forms.ChoiceField(label=_("Tied teams"), choices=TIE_BREAK_CHOICES)
    several = forms.BooleanField(
        label=_("Several teams per club: the next people form team B, then C"), required=False
    )
    without_club = forms.BooleanField(label=_("People without a club also form a team"), required=False)

    def typed(self) -> club_teams.ClubDeclaration | None:
        """Return the value for `club_teams.declare`."""
        given = dict(self.cleaned_data)
        given["least"] = given["least"] or given["best"]
        return club_teams.ClubDeclaration(**given) if given.pop("wanted") else None


class CashForm(forms.Form):
    """A further amount that goes into the cash box, or out of it."""

    text = forms.CharField(label=_("Purpose"), required=False, widget=_line_input(cash_box.MAX_TEXT_LENGTH))
    way = forms.ChoiceField(
        label=_("In or out"), choices=[("in", _("in")), ("out", _("out"))], required=False
    )
    money = MoneyField(label=_("Amount"), max_length=20, required=False)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("money") and not given.get("text") and "text" not in self.errors:
            self.add_error("text", sentences.validation_error(DomainError("cash_for_nothing")))
        return given

    def typed(self) -> cash_box.CashLine:
        """Return the line for `cash_box.save_lines`."""
        given = self.cleaned_data
        cents = given["money"] or 0
        return cash_box.CashLine(given["text"], -cents if given["way"] == "out" else cents)


class CountForm(forms.Form):
    """The money that was found in the box."""

    counted = MoneyField(label=_("Counted in the cash box"), max_length=20, required=False)


class HandForm(forms.Form):
    """A hand that may be the best of the tournament, and its witness."""

    number = OneLine(label=_("Player or team"), max_length=120, widget=_line_input(120))
    points = forms.IntegerField(label=_("Points of the hand"), min_value=1, max_value=prizes.MAX_POINTS)
    game = forms.IntegerField(label=_("Game"), min_value=1, max_value=99)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    cards = forms.CharField(label=_("Cards"), required=False, widget=_line_input(prizes.MAX_CARDS_LENGTH))
    witness = forms.CharField(label=_("Seen by"), widget=_line_input(prizes.MAX_WITNESS_LENGTH))

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        super().__init__(data)
        self._tournament = tournament
        self.fields["number"].widget.attrs |= {
            "list": "hand-people",
            "placeholder": _("Name or number"),
            "hx-get": reverse("people_found", args=[tournament.slug]),
            "hx-trigger": "input changed delay:150ms",
            "hx-target": "#hand-people",
        }

    def clean_number(self) -> int:
        """Return the number of the entry that is meant."""
        try:
            return find_entry_number(self._tournament, self.cleaned_data["number"])
        except DomainError as refusal:
            raise sentences.validation_error(refusal) from refusal

    def typed(self) -> Hand:
        """Return the hand for `prizes.note_hand`."""
        return Hand(act=0, **self.cleaned_data)


CategoryForms: type[BaseFormSet] = formset_factory(
    CategoryForm,
    extra=0,
    max_num=categories.MAX_CATEGORIES,
    validate_max=True,
    absolute_max=2 * categories.MAX_CATEGORIES,
)
PrizeForms: type[BaseFormSet] = formset_factory(
    PrizeForm,
    extra=0,
    max_num=prizes.MAX_PRIZES,
    validate_max=True,
    absolute_max=prizes.MAX_PRIZES + FREE_ROWS,
)
CashForms: type[BaseFormSet] = formset_factory(
    CashForm,
    extra=0,
    max_num=cash_box.MAX_LINES,
    validate_max=True,
    absolute_max=cash_box.MAX_LINES + FREE_ROWS,
)
