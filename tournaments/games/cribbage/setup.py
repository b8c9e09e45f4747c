"""The set-up of a cribbage tournament: how it is played and what ranks (rules.md §2.4, §3, §4)."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import DomainError, two_cards
from scoring.cribbage.rules import BEST_EVENT, TARGET, CribbageRules
from scoring.match_points import STANDARD_LINES, TABLES, read_lines, read_table
from tournaments.common.form_fields import WholeNumber, forgive
from tournaments.common.messages import sentences
from tournaments.games.cribbage import choices
from tournaments.games.cribbage.match_points import table_name
from tournaments.games.declared_rules import declared_left_sentence
from tournaments.games.game import Option

MAX_DECLARED = 120 + BEST_EVENT  # no game can give more points, pegged or declared
MIN_CREDITED = 0  # of a missed game or one sat out
OWN_LEVELS = ("own_win", "own_skunk", "own_double", "own_triple")
PLAIN = ("pegging", "from_116", "muggins", "cuts", "first_deal")
PLAY = ("game_to", *PLAIN, "cards")
RANKING = ("rank_by", "then", "lines", "match_points", *OWN_LEVELS, "own_lines", "several_losers")
USUAL_LINES = (91, 61)  # of a new tournament without a table of match points: a skunk, a double skunk
USUAL_ORDER = ("won", "spread", "pegged")  # criteria after match points if a format names none
SINCE = {"several_losers": "all", "cards": two_cards.ONE}  # rules that earlier versions may lack
NAMES = (*PLAY, *RANKING)
SECTIONS = {"rules": PLAY, "ranking": RANKING}
TEMPLATE = "games/cribbage/setup.html"
FIRST: tuple[str, ...] = ()
DECLARED_NOTE = ""
SIMULATE_OPTIONS = (
    Option(
        "match-points",
        gettext_lazy("rank by match points of this table instead of points pegged"),
        lambda table: {"rank_by": "match_points", "match_points": table},
    ),
    Option(
        "cards",
        gettext_lazy("what is handed in after a game: one slip for both, or two cards"),
        lambda cards: {"cards": cards},
        two_cards.WAYS,
    ),
)
Rules = dict[str, Any]


class LinesField(forms.Field):
    """A field for skunk lines: whole numbers with commas or spaces between them."""

    def prepare_value(self, value: Any) -> str:
        """Return the lines as text, with commas."""
        return ", ".join(str(line) for line in value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[int]:
        """Return the lines. Raises `ValidationError` for a text that is no list of numbers."""
        if isinstance(value, list | tuple):
            return list(value)
        words = re.split(r"[\s,;]+", (value or "").strip(" ,;"))
        if not all(re.fullmatch(r"\d{0,3}", word, re.ASCII) for word in words):
            raise forms.ValidationError(
                _("Give whole numbers with commas between them, such as 91, 61, 31."), "not_whole_numbers"
            )
        return [int(word) for word in words if word]


class Fields(forms.Form):
    """The fields that only cribbage has."""

    game_to = forms.ChoiceField(label=gettext_lazy("A game ends"), choices=choices.GAME_TO)
    pegging = forms.ChoiceField(
        label=gettext_lazy("The winner’s score"), choices=choices.PEGGING, widget=forms.RadioSelect
    )
    from_116 = forms.BooleanField(
        label=gettext_lazy("From 116 points a single point can no longer be pegged"), required=False
    )
    muggins = forms.BooleanField(
        label=gettext_lazy("Muggins: the opponent may take points that a player overlooks"), required=False
    )
    cuts = forms.ChoiceField(label=gettext_lazy("Who cuts"), choices=choices.CUTS)
    first_deal = forms.ChoiceField(label=gettext_lazy("Who deals first"), choices=choices.FIRST_DEAL)
    cards = forms.ChoiceField(
        label=gettext_lazy("What is handed in after a game"), choices=choices.CARDS, widget=forms.RadioSelect
    )

    rank_by = forms.ChoiceField(
        label=gettext_lazy("Ranking"), choices=choices.RANK_BY, widget=forms.RadioSelect
    )
    then = forms.ChoiceField(
        label=gettext_lazy("Where match points are equal"), choices=choices.THEN, required=False
    )
    lines = LinesField(
        label=gettext_lazy("Skunk lines: the loser stays under"),
        help_text=gettext_lazy("At most three, the highest first, such as 91, 61."),
    )
    match_points = forms.ChoiceField(
        label=gettext_lazy("What a win is worth"),
        choices=choices.match_points,
        widget=forms.RadioSelect,
    )
    own_win = WholeNumber(label=gettext_lazy("A win"), least=0, most=99)
    own_skunk = WholeNumber(label=gettext_lazy("A skunk"), least=0, most=99)
    own_double = WholeNumber(label=gettext_lazy("A double skunk"), least=0, most=99)
    own_triple = WholeNumber(label=gettext_lazy("A triple skunk"), least=0, most=99)
    own_lines = LinesField(
        label=gettext_lazy("Skunk lines: the loser stays under"),
        help_text=gettext_lazy("At most three, the highest first, such as 91, 61, 31."),
    )
    several_losers = forms.ChoiceField(
        label=gettext_lazy("A skunk at a table of more than two"), choices=choices.SEVERAL_LOSERS
    )


def initial(rules: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """Return the values of the fields for `rules`; a new tournament gets the usual skunk lines."""
    chosen = rules["match_points"]
    own = chosen if isinstance(chosen, dict) else {}
    points = own.get("points", TABLES["acc"].points)
    return {
        "game_to": str(rules["target"]),
        **{name: rules[name] for name in (*PLAIN, "rank_by")},
        **{name: rules.get(name, usual) for name, usual in SINCE.items()},
        "then": " ".join(rules.get("then") or (USUAL_ORDER if new else [])),
        "lines": list(USUAL_LINES) if new else rules.get("lines") or list(STANDARD_LINES),
        "match_points": choices.OWN if own else chosen or choices.NONE,
        "own_lines": own.get("lines", list(STANDARD_LINES)),
        **dict(zip(OWN_LEVELS, points, strict=False)),
    }


def clean(own: forms.Form, day: forms.Form) -> None:
    """Check the table of match points, and that no more people sit at a table than can play."""
    if (day.cleaned_data.get("at_table") or 0) > day.declared()["most_at_table"]:  # type: ignore[attr-defined]
        day.add_error("at_table", sentences.validation_error(DomainError("cribbage_six_alone")))
    if own.cleaned_data.get("match_points") != choices.NONE:
        forgive(own, "lines")  # those of the table count
    elif "lines" not in own.errors:
        with sentences.errors_to_form(own, "lines"):
            read_lines(own.cleaned_data["lines"])
    _clean_table(own, day)
    _clean_cards(own, day)


def _clean_table(own: forms.Form, day: forms.Form) -> None:
    if own.cleaned_data.get("match_points") == choices.OWN:
        _clean_own_table(own)
        return
    forgive(own, *OWN_LEVELS, "own_lines")
    ranks = own.cleaned_data.get("rank_by") == "match_points" and not day.cleaned_data.get("own_order")
    if ranks and own.cleaned_data.get("match_points") == choices.NONE:
        missing = _("Choose the table of match points that ranks.")
        own.add_error("match_points", forms.ValidationError(missing, "required"))


def _clean_cards(own: forms.Form, day: forms.Form) -> None:
    """Add an error for two cards if the other rules would not let them be compared."""
    if own.cleaned_data.get("cards") != two_cards.TWO:
        return
    try:
        day.rules()  # type: ignore[attr-defined]
    except DomainError as refusal:
        if refusal.code.startswith("two_cards"):
            own.add_error("cards", sentences.validation_error(refusal))


FIELD_OF = {
    "skunk_lines_whole_numbers": "own_lines",
    "skunk_lines_descending": "own_lines",
    "skunk_worth_less": "own_skunk",
}


def _clean_own_table(own: forms.Form) -> None:
    if any(name in own.errors for name in (*OWN_LEVELS, "own_lines")):
        return
    with sentences.errors_to_form(own, "own_win", **FIELD_OF):
        read_table(own_table(own.cleaned_data))


def rules(own: forms.Form, given: dict[str, Any]) -> dict[str, Any]:
    """Return the rules that the fields declare."""
    plain = {name: given[name] for name in (*PLAIN, "rank_by", "several_losers")}
    ranks = given["rank_by"] == "match_points"
    return plain | {
        "target": int(given["game_to"]),
        "match_points": _match_points(own, given),
        "then": given["then"].split() if ranks else [],
        "lines": _lines(own, given),
        "cards": two_cards.ONE if "cards" in own.errors else given["cards"],
    }


def _lines(own: forms.Form, given: dict[str, Any]) -> list[int] | None:
    """Return the skunk lines of a tournament without a table of match points, or None for the default ones.

    They are defined for a game to 121 (rules.md §3.1): a shorter game has none.
    """
    if given["match_points"] != choices.NONE or "lines" in own.errors or int(given["game_to"]) != TARGET:
        return None
    typed = list(given["lines"])
    return None if typed == list(STANDARD_LINES) else typed


def _match_points(own: forms.Form, given: dict[str, Any]) -> Any:
    if given["match_points"] != choices.OWN:
        return None if given["match_points"] == choices.NONE else given["match_points"]
    refused = own.errors.keys() & {*OWN_LEVELS, "own_lines"}
    return None if refused else own_table(given)


def own_table(given: dict[str, Any]) -> dict[str, Any]:
    """Return the organiser's own table of match points, as rules store it."""
    return {
        "name": choices.OWN,
        "points": [given.get(name) for name in OWN_LEVELS],
        "lines": given.get("own_lines") or [],
    }


def summaries(rules: Rules) -> dict[str, str]:
    """Return a sentence for each section of the page."""
    cribbage = CribbageRules.read(rules)
    left = declared_left_sentence(rules)
    return {"rules": _rules(cribbage), "ranking": _ranking(cribbage), "declared_left": left}


def _rules(cribbage: CribbageRules) -> str:
    numbers = {"target": cribbage.target, "most": cribbage.highest}
    exact = {
        "exact": _("Exactly %(target)s"),
        "as_pegged": _("As pegged, %(target)s to %(most)s"),
        "left": _("Points left to %(target)s"),
        "timed": _("Within a time, at most %(target)s"),
    }[cribbage.pegging] % numbers
    single = _("from 116 no single point") if cribbage.from_116 else _("single points to the end")
    muggins = _("muggins") if cribbage.muggins else _("no muggins")
    deals = {"cut": _("the low card deals"), "loser": _("the loser deals"), "seat_a": _("seat A deals")}
    cards = [_("two cards a game")] if cribbage.two_cards else []
    return _(", ").join([exact, single, muggins, deals[cribbage.first_deal], *cards]) + "."


def _ranking(cribbage: CribbageRules) -> str:
    if cribbage.order:
        return _("As put in order below.")
    if cribbage.table is None:
        return _("Most points pegged wins; a tie for a medal is decided by a best of three.")
    named = {"table": table_name(cribbage.table.name)}
    if cribbage.by_match_points:
        return _("Most match points wins (%(table)s).") % named
    return _("Most points pegged wins; match points are shown (%(table)s).") % named
