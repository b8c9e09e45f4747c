"""The form of a penalty: who, in which game, what it takes, and why."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.penalties import MAX_POINTS, MAX_WORDS_LENGTH
from tournaments import games
from tournaments.common.form_fields import OneLine, WholeNumber
from tournaments.common.messages import sentences
from tournaments.games.rulings import fines
from tournaments.models import Entry, Meeting, Round, Stage, Tournament
from tournaments.publishing import penalties
from tournaments.rounds import stages
from tournaments.rounds.scores import PenaltyEffect
from tournaments.web.penalties.words import game_label

SCALE, CODE = "scale", "code"
Choice = tuple[str, Any]


class PenaltyForm(forms.Form):
    """A penalty; the first reasons are those of the declared scale, with their points."""

    game = forms.ChoiceField(label=gettext_lazy("Game"))
    number = forms.ChoiceField(label=gettext_lazy("Who"))
    why = forms.ChoiceField(label=gettext_lazy("Reason"), required=False)
    words = OneLine(
        label=gettext_lazy("Reason, in your own words"),
        max_length=MAX_WORDS_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    takes = forms.ChoiceField(label=gettext_lazy("Penalty"), widget=forms.RadioSelect)
    points = WholeNumber(
        label=gettext_lazy("How many points"),
        least=1,
        most=MAX_POINTS,
        required=False,
        help_text=gettext_lazy("If left empty: what the scale or the rule chosen as the reason says."),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament, initial: dict[str, Any]) -> None:
        super().__init__(data, initial={"takes": "points", **initial}, auto_id="id_%s")
        self.rules = stages.qualifying(tournament).rules
        self.irregularities = games.game_of(self.rules).words.irregularities()
        self.scale = list(self.rules.get("penalties", []))
        self._set_choices("game", _game_choices(tournament))
        self._set_choices("number", _entry_choices(tournament, initial.get("meeting")))
        self._set_choices("why", self._reason_choices())
        self._set_choices(
            "takes", [("points", _("Points off")), ("game", _("The game is lost")), ("deal", _("A new deal"))]
        )

    def _set_choices(self, name: str, choices: Sequence[Choice]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _reason_choices(self) -> list[Choice]:
        declared = [
            (f"{SCALE}-{at}", f"{one['fault']} ({penalties.fault(one, self.rules)})")
            for at, one in enumerate(self.scale)
        ]
        groups = [
            (group.title, [(f"{CODE}-{ruling.key}", ruling.title) for ruling in group.rulings])
            for group in self.irregularities
        ]
        own = [(_("The scale of the day"), declared)] if declared else []
        return [("", _("none of these: I will type it")), *own, *groups]

    def clean(self) -> dict[str, Any]:
        chosen, typed = self.cleaned_data.get("why", ""), self.cleaned_data.get("words", "").strip()
        if not chosen and not typed and "why" not in self.errors and "words" not in self.errors:
            self.add_error("why", sentences.sentence("penalty_reason", {}))
        if self.cleaned_data.get("takes") == "points" and not self.cleaned_data.get("points"):
            self._fill_points(chosen)
        return self.cleaned_data

    def _fill_points(self, chosen: str) -> None:
        kind, _dash, key = chosen.partition("-")
        fault = self.scale[int(key)] if kind == SCALE else {"points": fines(self.irregularities).get(key)}
        if fault.get("deal"):
            self.cleaned_data["takes"] = "deal"
        elif fault.get("points"):
            self.cleaned_data["points"] = fault["points"]
        elif "points" not in self.errors:
            self.add_error("points", sentences.sentence("penalty_points", {"most": MAX_POINTS}))

    # The values

    def reason(self) -> dict[str, str]:
        """Return the reason as line data: a typed one has priority over a chosen one."""
        kind, _dash, key = self.cleaned_data["why"].partition("-")
        typed = self.cleaned_data["words"].strip()
        if kind == CODE and not typed:
            return {"code": key}
        return {"words": typed or str(self.scale[int(key)]["fault"])}

    def effect(self) -> PenaltyEffect:
        """Return what the penalty takes."""
        return PenaltyEffect(self.cleaned_data["takes"], self.cleaned_data.get("points"))

    def in_game(self) -> tuple[int, int, int]:
        """Return the order of the stage, the number of the round, and the game of the match."""
        stage, round_, game = (int(part) for part in self.cleaned_data["game"].split("-"))
        return stage, round_, game


def _game_choices(tournament: Tournament) -> list[Choice]:
    """Return the games that are or were played, newest first: stage, round, game of the match."""
    rounds = Round.objects.filter(
        stage__tournament=tournament, state__in=(Round.State.OPEN, Round.State.CLOSED)
    ).exclude(stage__state=Stage.State.VOID)
    games_planned = Max("meetings__games_planned", filter=Q(meetings__void_act=None), default=1)
    found = rounds.select_related("stage").annotate(most=games_planned)
    return [
        (f"{round_.stage.order}-{round_.number}-{game}", game_label(round_, game, round_.most))
        for round_ in found.order_by("-stage__order", "-number")
        for game in range(1, round_.most + 1)
    ]


def _entry_choices(tournament: Tournament, meeting: Meeting | None) -> list[Choice]:
    """Return all entries by name; those of one table first, if the desk links from it."""
    everybody = list(tournament.entries.order_by("sort_name", "number"))
    if meeting is None:
        return [("", _("choose…")), *map(_entry_choice, everybody)]
    there = set(meeting.seats.values_list("entry_id", flat=True))
    at_table = [_entry_choice(entry) for entry in everybody if entry.pk in there]
    others = [_entry_choice(entry) for entry in everybody if entry.pk not in there]
    return [("", _("choose…")), (_("At this table"), at_table), (_("Everybody else"), others)]


def _entry_choice(entry: Entry) -> Choice:
    return str(entry.number), f"{entry.name} ({entry.number})"
