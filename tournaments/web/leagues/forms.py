"""The forms of a league: who competes, when, and the points of a game; decisions about a fixture."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import DomainError
from scoring.league import AWAY, BETWEEN, DIFFERENCE, HOME, NEITHER, SCORED, WON
from tournaments import formats
from tournaments.common import form_fields, sanitize
from tournaments.common.form_fields import OneLine, WholeNumber
from tournaments.common.messages import sentences
from tournaments.models import League, Tournament
from tournaments.organisations.leagues import MAX_PER_EVENING, Side, can_play_fixtures
from tournaments.organisations.leagues.decisions import MAX_REASON_LENGTH
from tournaments.pairing.home_and_away import MAX_SIDES
from tournaments.publishing.names import date_words
from tournaments.web.setup.forms.formats import OfferedFormat

TYPED_PEOPLE, MAX_TYPED = "", 12_000
FIRST_YEAR, LAST_YEAR = 1900, 2999
ORDERS: dict[str, tuple[str, ...]] = {
    BETWEEN: (BETWEEN, DIFFERENCE, SCORED),
    DIFFERENCE: (DIFFERENCE, SCORED, BETWEEN),
    WON: (WON, BETWEEN, DIFFERENCE),
}
AS_PLAYED, TYPED_POINTS = "as_played", "points"


class LeagueDateField(form_fields.BrowserDateField):
    """A date that has others after it: the calendar of Python ends with the year 9999."""

    def to_python(self, value: Any) -> date | None:
        """Return the date. Raises `ValidationError` for a year that must be a typing error."""
        day: date | None = super().to_python(value)
        if day and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return day


class LeagueForm(forms.Form):
    """The league of a season, before its fixtures are drawn."""

    source = forms.ChoiceField(
        label=gettext_lazy("Who competes"),
        required=False,
        help_text=gettext_lazy("Everybody who is entered there, people or teams; or type them below."),
    )
    typed = forms.CharField(
        label=gettext_lazy("People or teams, one per line"),
        required=False,
        max_length=MAX_TYPED,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off"}),
        help_text=gettext_lazy(
            "A person: the name, a semicolon, the club. A team: its name, its club, then each player, with "
            "semicolons between."
        ),
    )
    double = forms.ChoiceField(
        label=gettext_lazy("How often everybody meets everybody"),
        widget=forms.RadioSelect,
        choices=[
            ("", gettext_lazy("Once\nEach about as often at home as away.")),
            ("yes", gettext_lazy("Twice\nOnce at home, once away.")),
        ],
        required=False,
    )
    per_evening = WholeNumber(
        label=gettext_lazy("Games for each per evening"), least=1, most=MAX_PER_EVENING, required=True
    )
    first = LeagueDateField(label=gettext_lazy("First evening"))
    every = WholeNumber(
        label=gettext_lazy("Days until the next one"),
        least=1,
        most=60,
        required=True,
        help_text=gettext_lazy("7: every week. Each date can be changed afterwards."),
    )
    counts = forms.ChoiceField(
        label=gettext_lazy("What a game is worth"),
        widget=forms.RadioSelect,
        choices=[
            (TYPED_POINTS, gettext_lazy("Points for a win and a draw\nThe numbers below.")),
            (
                AS_PLAYED,
                gettext_lazy("Its match points\nAs they were won in the game, such as 2 or 3 in cribbage."),
            ),
        ],
    )
    win = WholeNumber(label=gettext_lazy("For a win"), least=1, most=20, required=True)
    draw = WholeNumber(label=gettext_lazy("For a draw"), least=0, most=20, required=True)
    loss = WholeNumber(label=gettext_lazy("For a loss"), least=0, most=20, required=True)
    format = forms.ChoiceField(
        label=gettext_lazy("Format of the evenings"),
        help_text=gettext_lazy("The set-up of an evening begins with it; you can change it there."),
    )
    medals = forms.BooleanField(
        label=gettext_lazy("An evening has medals: those tied for one play a match"), required=False
    )
    order = forms.ChoiceField(
        label=gettext_lazy("If points are tied"),
        widget=forms.RadioSelect,
        choices=[
            (BETWEEN, gettext_lazy("The games among them first\nThen points for minus points against.")),
            (DIFFERENCE, gettext_lazy("Points for minus points against first\nThen the games among them.")),
            (WON, gettext_lazy("Games won first\nThen the games among them.")),
        ],
    )

    def __init__(
        self, data: Any = None, *, known: Sequence[Tournament], offered: Mapping[str, OfferedFormat]
    ) -> None:
        """Take the choices: `known`, tournaments whose entries can be the sides; `offered`, the formats."""
        super().__init__(data, initial=INITIAL)
        self.known = {one.slug: one for one in known}
        named = [(one.slug, f"{one.name} · {date_words(one.date)}") for one in known]
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (TYPED_PEOPLE, gettext_lazy("As typed below")),
            *named,
        ]
        self.fields["format"].choices = [  # type: ignore[attr-defined]
            (one.key, one.name) for one in offered.values() if can_play_fixtures(one.rules)
        ]

    def clean(self) -> dict[str, Any]:
        """Check that sides are given, and that a worse result does not earn more."""
        typed = super().clean() or {}
        if not typed.get("source") and not (typed.get("typed") or "").strip() and not self.errors:
            self.add_error("typed", forms.ValidationError(_("Say who competes."), "league_nobody"))
        if not self.errors and not typed["win"] >= typed["draw"] >= typed["loss"]:
            self.add_error(
                "draw",
                forms.ValidationError(
                    _("A draw cannot be worth more than a win, or less than a loss."), "order"
                ),
            )
        return typed

    @property
    def tournament(self) -> Tournament | None:
        """Return the tournament whose entries compete, or None where they were typed."""
        return self.known.get(self.cleaned_data["source"])

    def sides(self) -> list[Side]:
        """Return the typed sides, at most one more than a league can have: `leagues.make` refuses that."""
        lines = [sanitize.clean_line(line) for line in self.cleaned_data["typed"].splitlines()]
        return [_parse_side(line) for line in lines if line][: MAX_SIDES + 1]

    def described(self, rounds: int) -> dict[str, Any]:
        """Return the columns of a league with so many rounds."""
        given = self.cleaned_data
        evenings = -(-rounds // given["per_evening"])
        days = [given["first"] + timedelta(days=given["every"] * at) for at in range(evenings)]
        return {
            "double": bool(given["double"]),
            "per_evening": given["per_evening"],
            "dates": [day.isoformat() for day in days],
            "win": given["win"],
            "draw": given["draw"],
            "loss": given["loss"],
            "as_played": given["counts"] == AS_PLAYED,
            "criteria": list(ORDERS[given["order"]]),
            "format": given["format"],
            "medals": given["medals"],
        }


INITIAL = {
    "format": formats.FIRST,
    "per_evening": 1,
    "every": 7,
    "counts": TYPED_POINTS,
    "win": 2,
    "draw": 1,
    "loss": 0,
    "order": BETWEEN,
    "double": "",
}


def _parse_side(line: str) -> Side:
    name, _mark, rest = line.partition(";")
    club, _mark, others = rest.partition(";")
    return Side(name.strip(), club.strip(), tuple(one.strip() for one in others.split(";") if one.strip()))


class DatesForm(forms.Form):
    """The dates of the evenings, and one more for postponed games."""

    def __init__(self, data: Any = None, *, league: League) -> None:
        self.league, now = league, ",".join(league.dates)
        self.changed = data is not None and (data.get("seen") or now) != now
        if self.changed:  # the typed dates, those added since, and the new `seen`
            ours = {f"day_{number}": day for number, day in enumerate(league.dates, start=1)}
            data = ours | data.dict() | {"seen": now}
        super().__init__(data)
        self.fields["seen"] = OneLine(required=False, max_length=2000, widget=forms.HiddenInput, initial=now)
        for number, day in enumerate(league.days, start=1):
            label = _("Evening %(number)s") % {"number": number}
            self.fields[f"day_{number}"] = LeagueDateField(label=label, initial=day)
        self.fields["more"] = LeagueDateField(
            label=gettext_lazy("One more evening"),
            required=False,
            help_text=gettext_lazy("For fixtures that were postponed."),
        )

    def clean(self) -> dict[str, Any]:
        """Refuse the dates if another user changed them since the page was opened."""
        typed = super().clean() or {}
        if self.changed:
            raise sentences.validation_error(
                DomainError(
                    "league_dates_changed",
                    dates=" · ".join(date_words(date.fromisoformat(one)) for one in self.league.dates),
                )
            )
        return typed

    def days(self) -> list[date]:
        """Return the dates in the order of the evenings."""
        given = [value for name, value in self.cleaned_data.items() if name.startswith("day_")]
        more = self.cleaned_data["more"]
        return given + ([more] if more else [])

    def seen_dates(self) -> list[str] | None:
        """Return the dates that were there when the page was opened."""
        return self.cleaned_data["seen"].split(",") if self.cleaned_data["seen"] else None


def decision_form(
    what: str, evenings: Sequence[tuple[int, str]], data: Any = None, *, seen: int = 0
) -> forms.Form:
    """Return the form of a decision: `postpone`, `move` (to one of `evenings`) or `award`.

    `seen` is the key of the decision in force.
    """
    form = forms.Form(data, auto_id=f"{what}_%s")
    form.fields["seen"] = forms.IntegerField(
        required=False, min_value=0, max_value=2**63 - 1, widget=forms.HiddenInput, initial=seen
    )
    if what == "move":
        form.fields["evening"] = forms.TypedChoiceField(
            label=gettext_lazy("Evening"), coerce=int, choices=evenings
        )
    if what == "award":
        form.fields["to"] = forms.ChoiceField(
            label=gettext_lazy("Who wins"),
            choices=[
                (HOME, gettext_lazy("the home side")),
                (AWAY, gettext_lazy("the away side")),
                (NEITHER, gettext_lazy("nobody: both lose")),
            ],
        )
    form.fields["reason"] = OneLine(
        label=gettext_lazy("Reason"), max_length=MAX_REASON_LENGTH, required=what == "award"
    )
    return form
