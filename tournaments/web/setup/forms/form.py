"""The set-up form: a tournament described, its rules declared. Input stays on the screen if refused."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from scoring import DomainError
from tournaments import formats, registration
from tournaments.common import competitors
from tournaments.common.form_fields import BrowserDateField, OneLine, WholeNumber, drop_field_errors
from tournaments.common.messages import sentences
from tournaments.models import Stage, Tournament
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.publishing import ceremony, names
from tournaments.rounds import stages
from tournaments.rounds.fixtures import MOVEMENT
from tournaments.standings.playoffs import playoff_stage
from tournaments.web.setup.forms import (
    boards,
    checks,
    choices,
    game_parts,
    leaving,
    match,
    order,
    pairing,
    playoffs,
    points,
)
from tournaments.web.setup.forms import formats as offered_formats
from tournaments.web.setup.forms import initial as initial_values
from tournaments.web.setup.forms.fields import ClockField, ScaleField

REQUIRED_MESSAGE = {"required": gettext_lazy("Enter a whole number; 0 is a decision too.")}

COMMON_SECTIONS = {
    "declared": (points.FIELD, *points.NAMES),
    "leaving": leaving.NAMES,
    "odd": ("odd", "house_name", "bye_credit", "equal_games"),
    "times": (
        "rounds",
        "at_table",
        "start",
        "minutes",
        "clock",
        "welcome",
        "dinner_after",
        "dinner",
        "medals",
    ),
    "seats": pairing.NAMES,
    "penalties": ("penalties",),
    "match": match.NAMES,
    "boards": boards.NAMES,
    "order": order.NAMES,
    "playoffs": playoffs.NAMES,
    "papers": ("paper", "language", "standings_shown", "in_sight", "hidden_games"),
}
SECTIONS = COMMON_SECTIONS | game_parts.SECTIONS
DECLARED_FIELDS = ("missed", "forfeit_present", "forfeit_absent", "bye_credit")
SHARED_FIELDS = (
    *("rounds", "tables", "minutes", "clock", "keep_clubs_apart"),
    *("bye_credit", "equal_games", "missed", "made_up", "withdrawn", "penalties"),
    *order.DECLARED_FIELDS,
)
# The rules that are fixed once a round is seated, by field.
FIXED_FIELDS = (
    "format",
    "at_table",
    *(set(pairing.NAMES) - set(pairing.CHANGEABLE_FIELDS)),
    *(name for section in ("penalties", "match", "boards", "order") for name in SECTIONS[section]),
    *game_parts.NAMES,
)


EXPECTED_LABELS = {
    competitors.PLAYERS: gettext_lazy("Players expected"),
    competitors.TEAMS: gettext_lazy("Teams expected"),
    competitors.ENTRIES: gettext_lazy("Players and teams expected"),
}


def _declared_points_field(label: Any) -> WholeNumber:
    """Return a field for points that must be declared."""
    return WholeNumber(label=label, least=0, most=game_parts.MAX_DECLARED, error_messages=REQUIRED_MESSAGE)


class SetupForm(forms.Form):
    """Everything that is declared before a tournament; `description()` and `rules()` return the result.

    The fields of a single game are a form of its own in `parts`; that of a game that is not chosen is
    ignored.
    """

    field_order = (
        "uid",
        "name",
        "date",
        "place",
        "format",
        "expected",
        "tables",
        points.FIELD,
        *points.NAMES,
        "odd",
        "house_name",
        "bye_credit",
        *SECTIONS["times"],
    )

    uid = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    name = OneLine(
        label=gettext_lazy("Name of the tournament"),
        max_length=200,
        error_messages={"required": gettext_lazy("Give the tournament a name.")},
    )
    date = BrowserDateField(
        label=gettext_lazy("Date"),
        error_messages={"required": gettext_lazy("Enter the date of the tournament.")},
    )
    place = OneLine(label=gettext_lazy("Place"), max_length=200, required=False)
    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.HiddenInput)
    expected = WholeNumber(label=gettext_lazy("Players expected"), least=2, most=MAX_PEOPLE)
    tables = WholeNumber(label=gettext_lazy("Tables in the hall"), least=1, most=1000)
    rounds = WholeNumber(label=gettext_lazy("Games for each"), least=0, most=60)
    at_table = forms.TypedChoiceField(
        label=gettext_lazy("People at a full table"),
        choices=[(size, str(size)) for size in choices.TABLE_SIZES],
        coerce=int,
    )

    missed = _declared_points_field(gettext_lazy("Points for a missed game"))
    forfeit_present = _declared_points_field(gettext_lazy("Forfeit: points for the side that is there"))
    forfeit_absent = _declared_points_field(gettext_lazy("Forfeit: points for the side that is missing"))
    odd = forms.ChoiceField(
        label=gettext_lazy("When the number is odd"),
        choices=choices.ODD,
        widget=forms.RadioSelect,
    )
    house_name = OneLine(
        label=gettext_lazy("Name of the house player"),
        max_length=120,
        error_messages={"required": gettext_lazy("Give the house player a name.")},
        help_text=gettext_lazy(
            "A person who plays only where a seat is empty. The name appears on sheets and slips."
        ),
    )
    bye_credit = _declared_points_field(gettext_lazy("Points for sitting out a game"))

    equal_games = forms.BooleanField(
        label=gettext_lazy("Everybody must play the same number of games"),
        required=False,
        help_text=gettext_lazy(
            "Then the number of games has to be one after which everybody has sat out "
            "equally often: with 13 players, each plays 12 of 13 games."
        ),
    )
    start = ClockField(label=gettext_lazy("Game 1 begins at"))
    minutes = WholeNumber(label=gettext_lazy("A game takes"), least=5, most=180)
    clock = forms.BooleanField(
        label=gettext_lazy("Show how much time is left in the game, on the tablets and the wall"),
        required=False,
        help_text=gettext_lazy(
            "The clock runs for as long as a game takes, from the moment you start the game. "
            "When time is up, it asks everybody to finish the deal."
        ),
    )
    welcome = WholeNumber(label=gettext_lazy("Welcome before game 1"), least=0, most=240, required=False)
    dinner_after = WholeNumber(label=gettext_lazy("Lunch after game"), least=1, most=60, required=False)
    dinner = WholeNumber(label=gettext_lazy("Lunch takes"), least=0, most=240, required=False)
    medals = WholeNumber(label=gettext_lazy("Medals take"), least=0, most=240, required=False)

    penalties = ScaleField(
        label=gettext_lazy("Scale of penalties"),
        required=False,
        help_text=gettext_lazy(
            "One fault per line, a colon, then how many points come off, or: new deal. For "
            "instance: “Card shown: 2”. The scale is posted with the rules of the day, and a "
            "judge chooses from it."
        ),
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"), choices=Tournament.Paper.choices, widget=forms.RadioSelect
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the papers"), choices=choices.languages, widget=forms.RadioSelect
    )

    standings_shown = forms.ChoiceField(
        label=gettext_lazy("Standings that everybody sees"),
        choices=choices.STANDINGS_SHOWN,
        widget=forms.RadioSelect,
    )
    in_sight = forms.BooleanField(
        label=gettext_lazy("In the last third of the day, say who has a medal in sight"), required=False
    )
    hidden_games = WholeNumber(
        label=gettext_lazy("Hide this many games at the end until the podium has shown all places"),
        help_text=gettext_lazy("0: nothing is hidden. You and the desk see every game."),
        least=0,
        most=60,
        required=False,
    )

    def __init__(
        self,
        data: Any = None,
        *,
        tournament: Tournament | None = None,
        like: Tournament | None = None,
        offered: Mapping[str, offered_formats.OfferedFormat] | None = None,
        key: str = "",
        fixtures: bool = False,
    ) -> None:
        """Make the form of a new tournament of the format `key`, of one like another, or of an old one.

        With both, `key` gives the rules and the earlier one the rest. `fixtures`: a season decides how many
        games there are, whatever the format.
        """
        self.tournament = tournament
        self.offered = offered if offered is not None else offered_formats.offered()
        self.stage: Stage | None = stages.qualifying(tournament) if tournament else None
        self.by_fixtures = fixtures or bool(self.stage and self.stage.movement == MOVEMENT)
        self.last_seated = stages.last_seated_round(self.stage) if self.stage else 0
        if self.stage:
            initial = initial_values.of_tournament(self.stage)
        elif like:
            initial = initial_values.of_earlier(stages.qualifying(like), self.offered)
            initial |= {"format": key, **initial_values.defaults(self.offered[key])} if key else {}
        else:
            initial = initial_values.of_format(self.offered[key or formats.FIRST])
        initial[points.FIELD] = points.initial(initial)
        super().__init__(data, initial=initial, auto_id="id_%s")
        self.fields["format"].choices = offered_formats.labels(self.offered.values())  # type: ignore[attr-defined]
        asked = {self.stage.game} if self.stage else {one.game for one in self.offered.values()}
        self.parts = {
            key: table.form_class(data, initial=initial, auto_id="id_%s")
            for key, table in game_parts.TABLES.items()
            if key in asked
        }
        for name in DECLARED_FIELDS:
            field = self.fields[name]
            assert isinstance(field, WholeNumber)
            table = game_parts.TABLES[self._typed_game(data)]
            field.most = table.max_declared
            if name in checks.CREDIT_FIELDS:
                field.least = table.min_credited
        if self.stage:
            self.fields["uid"].required = False
            del self.fields[points.FIELD]
            self.fields["format"].disabled = True
            self.fields["format"].choices = offered_formats.choice_from_rules(self.stage.rules)  # type: ignore[attr-defined]
        order.limit_criteria_to_game(self)
        self.fields["expected"].label = EXPECTED_LABELS[self.competing]
        self.playoffs_begun = bool(tournament and playoff_stage(tournament))
        for name in playoffs.NAMES if self.playoffs_begun else ():
            self.fields[name].disabled = True
        for form in (self, *self.parts.values()) if self.frozen else ():
            for name in form.fields.keys() & set(FIXED_FIELDS):
                form.fields[name].disabled = True

    @property
    def frozen(self) -> bool:
        """Return whether a round is seated, so that most rules are fixed."""
        return self.last_seated > 0

    @cached_property
    def competing(self) -> str:
        """Return what competes, by those registered, else by the format (`competitors.declared_kind`)."""
        known = registration.competing_kind(self.tournament) if self.tournament else competitors.PLAYERS
        if known != competitors.PLAYERS:
            return known
        typed = str(self.data.get("format", "")) or str(self.initial.get("format", ""))
        rules = self.stage.rules if self.stage else None
        if rules is None and typed in self.offered:
            rules = offered_formats.rules_of(typed, self.offered)
        return competitors.declared_kind(rules) if rules else known

    def _typed_game(self, data: Any) -> str:
        """Return the game of the typed format, before anything is cleaned; a stage keeps its own."""
        typed = (data or {}).get("format", "")
        if self.stage:
            return self.stage.game
        return self.offered[typed if typed in self.offered else self.initial["format"]].game

    @property
    def game(self) -> str:
        """Return the game of the chosen format."""
        return self.stage.game if self.stage else self.offered[self.field_values()["format"]].game

    def declared(self) -> dict[str, Any]:
        """Return the rules before any input: those of the stage, else of the chosen format.

        Whole: either may be of an earlier version, and lack rules added since.
        """
        if self.stage:
            return stages.rules_after(self.stage, {})
        return formats.complete_rules(offered_formats.rules_of(self.field_values()["format"], self.offered))

    # Checks

    def clean_rounds(self) -> int:
        rounds: int = self.cleaned_data["rounds"]
        if rounds < self.last_seated:
            refusal = DomainError("rounds_already_seated", round=self.last_seated)
            raise sentences.validation_error(refusal)
        least, most = self.declared()["rounds_allowed"]
        ended_early = self.stage is not None and rounds == self.stage.rules["rounds"]
        if not (self.by_fixtures or ended_early) and not least <= rounds <= most:
            raise sentences.validation_error(DomainError("rounds_of_the_format", least=least, most=most))
        return rounds

    def clean_hidden_games(self) -> int:
        hidden: int = self.cleaned_data["hidden_games"] or 0
        if self.tournament and hidden and ceremony.is_over(self.tournament):
            if hidden != ceremony.hidden_games(self.tournament):
                raise sentences.validation_error(DomainError("shown_already"))
        elif hidden and hidden >= self.field_values()["rounds"]:
            raise sentences.validation_error(
                DomainError("hidden_too_many", most=self.field_values()["rounds"] - 1)
            )
        return hidden

    def clean(self) -> dict[str, Any]:
        for own in self.parts.values():
            own.full_clean()
        checks.fill_hidden_fields(self)
        points.clean(self)
        checks.odd(self)
        pairing.clean(self)
        checks.equal_games(self)
        checks.dinner(self)
        for game, own in self.parts.items():
            if game == self.game and not self.frozen:
                game_parts.TABLES[game].clean(own, self)
            else:
                drop_field_errors(own, *own.fields)
        match.clean(self)
        boards.clean(self)
        order.clean(self)
        playoffs.clean(self)
        checks.credits(self)
        return self.cleaned_data

    def is_valid(self) -> bool:
        return super().is_valid() and self.parts[self.game].is_valid()

    # Results

    def description(self) -> dict[str, Any]:
        """Return the arguments of `stages.change_description`."""
        names = (*stages.DESCRIPTION, *stages.SETTINGS)
        return {name: self.cleaned_data[name] for name in names}

    def field_values(self) -> dict[str, Any]:
        """Return the value of every field: the valid input, else the value before, else None."""
        given: dict[str, Any] = {**dict.fromkeys(self.fields), **self.initial}
        for form in (self, *self.parts.values()):
            typed = getattr(form, "cleaned_data", {})
            given |= {name: value for name, value in typed.items() if name not in form.errors}
        return given

    def rules(self) -> dict[str, Any]:
        """Return the rules as they are declared; refused fields keep their former values."""
        given = self.field_values()
        before = self.declared()
        shared = {name: given[name] for name in SHARED_FIELDS}
        game = game_parts.TABLES[before["game"]]
        # an earlier version may have derived other rules from the same fields
        of_game = {} if self.frozen else game.declared(self.parts[before["game"]], given)
        rules = (
            before
            | shared
            | of_game
            | {
                "protest_minutes": given["protest_minutes"] or 0,
                "at_table": given["at_table"] if choices.asked_at_table(before) else before["at_table"],
                "movement": pairing.chosen(self, given),
                **pairing.kept_apart(given),
                "match": match.chosen(self, given),
                "boards": boards.chosen(self, given),
                "order": order.chosen(self, given),
                "playoffs": playoffs.chosen(given),
                "odd": None if given["odd"] == choices.LATER else given["odd"],
                "start": given["start"].hour * 60 + given["start"].minute,
                "breaks": initial_values.breaks(given, before["breaks"]),
                "forfeit": {"present": given["forfeit_present"], "absent": given["forfeit_absent"]},
            }
        )
        return stages.rules_after(self.stage, rules) if self.stage else formats.complete_rules(rules)

    # For the page

    def open_sections(self) -> set[str]:
        """Return the sections in which a field was refused."""
        wrong = {field.name for field in self.refused()}
        return {name for name, fields in SECTIONS.items() if wrong & set(fields)}

    def rest_is_open(self) -> bool:
        """Return whether a field was refused in what is folded as the format says it."""
        return bool(self.open_sections() - {"declared"})

    def chosen_format(self) -> str:
        """Return the name of the format of the form."""
        if self.stage:
            return names.name_of_format(self.stage.rules)
        return self.offered[self.field_values()["format"]].name

    def criteria_fields(self) -> list[forms.BoundField]:
        """Return the fields of the criteria of the ranking, place by place."""
        return [self[name] for name in order.ORDER_FIELDS]

    def refused(self) -> list[forms.BoundField]:
        """Return the refused fields, in the order of the page."""
        both = (self, self.parts[self.game])
        return [form[name] for form in both for name in form.fields if name in form.errors]


for _part in (
    points.PointsForm,
    leaving.WithdrawalForm,
    pairing.PairingForm,
    match.MatchForm,
    boards.BoardsForm,
    order.OrderForm,
    playoffs.PlayoffsForm,
):
    SetupForm.base_fields |= _part.base_fields
