"""The table of the rules of cribbage: how it is played and what ranks (rules.md §2.4, §3, §4)."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import DomainError, two_cards
from scoring.cribbage.game import LATER
from scoring.cribbage.rules import MAX_EVENT_POINTS, TARGET, CribbageRules
from scoring.match_points import SEVERAL_LOSERS_RULES, STANDARD_LINES, TABLES, read_lines, read_table
from tournaments.common.form_fields import WholeNumber, drop_field_errors
from tournaments.common.messages import sentences
from tournaments.common.schema import (
    between,
    boolean,
    either,
    list_of,
    null,
    one_of,
    open_object,
    string,
    up_to,
)
from tournaments.games.cribbage import larger_tables
from tournaments.games.cribbage import words as in_words
from tournaments.games.cribbage.match_points import table_name, table_numbers
from tournaments.games.declared_rules import (
    absence_in_words,
    bracket_ranking,
    criteria_sentence,
    declared_left_sentence,
    left_over_in_words,
    match_in_words,
    movement_sentence,
    not_ranking_sentence,
    ties_sentence,
)
from tournaments.games.rule_table import (
    Given,
    Option,
    Rule,
    Rules,
    RuleTable,
    one_field_rule,
    summary_by_value,
    wall_by_value,
)

MAX_DECLARED = 120 + MAX_EVENT_POINTS  # no game can give more points, pegged or declared
OWN, NONE = "own", "none"
OWN_LEVELS = ("own_win", "own_skunk", "own_double", "own_triple")
DEFAULT_LINES = (91, 61)  # of a new tournament without a table of match points: a skunk, a double skunk
DEFAULT_ORDER = ("won", "spread", "pegged")  # criteria after match points if a format names none
NO_SINGLE_FROM = 116
PLAY, RANKING = "rules", "ranking"


def announce(rules: Rules) -> Iterator[tuple[Any, Any]]:
    """Yield the rules that are announced and posted: (heading, sentence), in the order of reading out."""
    yield _("The games"), in_words.games_sentence(rules)
    yield from match_in_words(rules)
    if rules["rounds"] and (moves := movement_sentence(rules)):
        yield _("Who moves"), moves
    yield from TABLE.wall(rules, "pegging", "cards", "from_116", "muggins")
    if dealt := larger_tables.dealt_sentence(rules):
        yield _("The deal"), dealt
    yield from TABLE.wall(rules, "pack_cut", "cuts", "first_deal")
    if rules["rounds"]:
        yield from TABLE.wall(rules, "rank_by")
        yield _("Ties"), ties_sentence(rules)
        yield from left_over_in_words(rules)
    else:
        yield from bracket_ranking()
    yield from absence_in_words(rules)
    yield from TABLE.wall(rules, "match_points")


# How it is played

TARGET_RULE = one_field_rule(
    "target",
    up_to(9999),
    "rules.md §1, §2.4",
    PLAY,
    forms.ChoiceField(
        label=_("A game ends"),
        choices=[("121", _("at 121 points")), ("61", _("at 61 points: the short game"))],
    ),
    field_name="game_to",
    to_field=str,
    from_field=int,
)


def _pegging_in_brief(rules: Rules) -> str:
    cribbage = CribbageRules.read(rules)
    numbers = {"target": cribbage.target, "most": cribbage.highest}
    return {
        "exact": _("Exactly %(target)s"),
        "as_pegged": _("As pegged, %(target)s to %(most)s"),
        "left": _("Points left to %(target)s"),
        "timed": _("Within a time, at most %(target)s"),
    }[cribbage.pegging] % numbers


PEGGING = one_field_rule(
    "pegging",
    one_of(("exact", "as_pegged", "left", "timed")),
    "rules.md §4",
    PLAY,
    forms.ChoiceField(
        label=_("The winner’s score"),
        choices=[
            ("exact", _("Exactly 121, or 61\nA winner is written there, whatever the last count was worth.")),
            ("as_pegged", _("As pegged\nThe last count is written in full: 121 to 149, or 61 to 89.")),
            ("left", _("Points left\nThe winner writes 0, the loser what is left; the lowest is best.")),
            (
                "timed",
                _("Within a time\nWhen the time is up the player ahead has won; both write their points."),
            ),
        ],
        widget=forms.RadioSelect,
    ),
    wall=lambda rules: [(_("The winner’s score"), in_words.pegging_sentence(CribbageRules.read(rules)))],
    summary_words=_pegging_in_brief,
)


def _from_116_on_the_wall(rules: Rules) -> Iterator[tuple[Any, Any]]:
    cribbage = CribbageRules.read(rules)
    if cribbage.target > NO_SINGLE_FROM and not cribbage.timed:
        yield _("From 116"), in_words.from_116_sentence(cribbage)


FROM_116 = one_field_rule(
    "from_116",
    boolean,
    "rules.md §2.4",
    PLAY,
    forms.BooleanField(label=_("From 116 points a single point can no longer be pegged"), required=False),
    wall=_from_116_on_the_wall,
    summary_words=summary_by_value(
        "from_116", {True: _("from 116 no single point"), False: _("single points to the end")}
    ),
)
MUGGINS = one_field_rule(
    "muggins",
    boolean,
    "rules.md §2.4",
    PLAY,
    forms.BooleanField(
        label=_("Muggins: the opponent may take points that a player overlooks"), required=False
    ),
    wall=wall_by_value(
        "muggins",
        _("Muggins"),
        {
            True: _("Played: points that a player does not claim may be taken by the opponent."),
            False: _("Not played: points that a player overlooks are not taken by the opponent."),
        },
    ),
    summary_words=summary_by_value("muggins", {True: _("muggins"), False: _("no muggins")}),
)

PACK_CUT = one_field_rule(
    "pack_cut",
    boolean,
    "rules.md §1",
    PLAY,
    forms.BooleanField(label=_("The pack is cut before the deal"), required=False),
    wall=wall_by_value(
        "pack_cut",
        _("Before the deal"),
        {
            True: _(
                "The dealer shuffles, and the player who cuts the starter also cuts the pack before the deal."
            ),
            False: _("The dealer shuffles; the pack is not cut before the deal."),
        },
        default=LATER["pack_cut"],
    ),
    summary_words=summary_by_value(
        "pack_cut", {True: _("the pack is cut before the deal"), False: ""}, default=LATER["pack_cut"]
    ),
    default=LATER["pack_cut"],
    added_later=True,
)
CUTS = one_field_rule(
    "cuts",
    string(20),
    "rules.md §1",
    PLAY,
    forms.ChoiceField(
        label=_("Who cuts"),
        choices=[
            ("right", _("The player at the dealer’s right")),
            ("left", _("The player at the dealer’s left")),
            ("non_dealer", _("The player who does not deal")),
        ],
    ),
    wall=lambda rules: [(_("Who cuts"), in_words.cut_sentence(rules))],
)
FIRST_DEAL = one_field_rule(
    "first_deal",
    string(20),
    "rules.md §3.3, §4",
    PLAY,
    forms.ChoiceField(
        label=_("Who deals first"),
        choices=[
            ("cut", _("The lower card of a cut before every game")),
            ("loser", _("Who lost the game before")),
            ("seat_a", _("The player in seat A")),
        ],
    ),
    wall=lambda rules: [(_("Who deals first"), in_words.deal_sentence(rules))],
    summary_words=summary_by_value(
        "first_deal",
        {"cut": _("the low card deals"), "loser": _("the loser deals"), "seat_a": _("seat A deals")},
    ),
)


def _cards_on_the_wall(rules: Rules) -> Iterator[tuple[Any, Any]]:
    if two_cards.asks_two_cards(rules):
        sentence = _(
            "Both players write match points and spread on their own card, and the opponent initials it. "
            "Where the two cards differ, rule 12.2 of the ACC decides."
        )
        yield _("The cards"), sentence


CARDS = Rule(
    "cards",
    one_of(two_cards.RESULT_FORMS),
    "rules.md §4.1",
    PLAY,
    {
        "cards": forms.ChoiceField(
            label=_("What is handed in after a game"),
            choices=[
                (two_cards.ONE_SLIP, _("One slip for both\nThe table agrees on one result.")),
                (
                    two_cards.TWO_CARDS,
                    _(
                        "The card of each player, compared (ACC)\nBoth are entered separately; the list "
                        "shows what differs, and a ruling may leave them different."
                    ),
                ),
            ],
            widget=forms.RadioSelect,
        )
    },
    lambda rules: {"cards": rules.get("cards", two_cards.ONE_SLIP)},
    lambda given, refused: two_cards.ONE_SLIP if "cards" in refused else given["cards"],
    wall=_cards_on_the_wall,
    summary_words=lambda rules: _("two cards a game") if two_cards.asks_two_cards(rules) else "",
    added_later=True,
)


# What ranks


def _ranking_on_the_wall(rules: Rules) -> Iterator[tuple[Any, Any]]:
    cribbage = CribbageRules.read(rules)
    ranked = criteria_sentence(rules) if cribbage.order else in_words.ranking_sentence(cribbage)
    skunks = [in_words.skunk_sentence(cribbage, three=rules["odd"] == "three")]
    if cribbage.lines and larger_tables.has_several_losers(rules):
        skunks.append(larger_tables.skunk_sentence(cribbage.several))
    yield _("The ranking"), " ".join([ranked, *skunks])


RANK_BY = one_field_rule(
    "rank_by",
    one_of(("pegged", "match_points", "won")),
    "rules.md §4",
    RANKING,
    forms.ChoiceField(
        label=_("Ranking"),
        choices=[
            ("pegged", _("Points pegged\nAll points of all games are added up, won or lost.")),
            ("match_points", _("Match points\nOnly wins count, by the table chosen below.")),
        ],
        widget=forms.RadioSelect,
    ),
    wall=_ranking_on_the_wall,
)
THEN = Rule(
    "then",
    list_of(one_of(("won", "spread", "pegged")), 3),
    "rules.md §4",
    RANKING,
    {
        "then": forms.ChoiceField(
            label=_("Where match points are equal"),
            choices=[
                ("won spread pegged", _("games won, then spread, then points pegged")),
                ("spread won pegged", _("spread, then games won, then points pegged")),
                ("won pegged spread", _("games won, then points pegged, then spread")),
                ("won spread", _("games won, then spread")),
                ("", _("nothing: they share the rank")),
            ],
            required=False,
        )
    },
    lambda rules: {"then": " ".join(rules.get("then") or [])},
    lambda given, _refused: given["then"].split() if given["rank_by"] == "match_points" else [],
    added_later=True,
)


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
                _("Enter whole numbers separated by commas, such as 91, 61, 31."), "not_whole_numbers"
            )
        return [int(word) for word in words if word]


def _lines_chosen(given: Given, refused: Collection[str]) -> list[int] | None:
    """Return the skunk lines of a tournament, or None for those of its table or the default ones.

    A game to another target than 121 has only the lines of an own table (rules.md §3.1).
    """
    if int(given["game_to"]) != TARGET:
        own = given["match_points"] == OWN and "own_lines" not in refused
        return list(given["own_lines"]) or None if own else None
    if given["match_points"] != NONE or "lines" in refused:
        return None
    typed = list(given["lines"])
    return None if typed == list(STANDARD_LINES) else typed


LINES = Rule(
    "lines",
    either(null, list_of(between(1, 120), 3)),
    "rules.md §3.1",
    RANKING,
    {
        "lines": LinesField(
            label=_("Skunk lines: the loser stays under"),
            help_text=_("At most three, the highest first, such as 91, 61."),
        )
    },
    lambda rules: {"lines": rules.get("lines") or list(STANDARD_LINES)},
    _lines_chosen,
    added_later=True,
)


# Match points


def match_points_choices() -> list[tuple[str, Any]]:
    """Return the choices of a table: none, each table of the rule book with its numbers, or an own table."""
    shipped = [(name, f"{table_name(name)}\n{table_numbers(table)}") for name, table in TABLES.items()]
    none = (NONE, _("No table\nA skunk is mentioned, but is worth nothing more."))
    return [none, *shipped, (OWN, _("Our own table\nYou type the four numbers."))]


def is_own_table(value: Any) -> bool:
    """Return whether a value is a valid own table of match points."""
    try:
        return open_object({})(value) and read_table(value) is not None
    except DomainError:
        return False


def own_table(given: Given) -> dict[str, Any]:
    """Return the organiser's own table of match points, as rules store it."""
    return {
        "name": OWN,
        "points": [given.get(name) for name in OWN_LEVELS],
        "lines": given.get("own_lines") or [],
    }


def _match_points_shown(rules: Rules) -> dict[str, Any]:
    chosen = rules["match_points"]
    own = chosen if isinstance(chosen, dict) else {}
    return {
        "match_points": OWN if own else chosen or NONE,
        "own_lines": own.get("lines", list(STANDARD_LINES)),
        **dict(zip(OWN_LEVELS, own.get("points", TABLES["acc"].points), strict=False)),
    }


def _match_points_chosen(given: Given, refused: Collection[str]) -> Any:
    if given["match_points"] != OWN:
        return None if given["match_points"] == NONE else given["match_points"]
    return None if set(refused) & {*OWN_LEVELS, "own_lines"} else own_table(given)


def _match_points_on_the_wall(rules: Rules) -> Iterator[tuple[Any, Any]]:
    cribbage = CribbageRules.read(rules)
    if cribbage.table and cribbage.by_match_points:
        not_ranking = not_ranking_sentence(rules, in_words.match_points_text(cribbage.table.points[0]))
        if not_ranking:
            yield _("Declared points"), not_ranking


def _own_level(label: Any) -> WholeNumber:
    return WholeNumber(label=label, least=0, most=99)


MATCH_POINTS = Rule(
    "match_points",
    either(null, one_of(TABLES), is_own_table),
    "rules.md §3.2",
    RANKING,
    {
        "match_points": forms.ChoiceField(
            label=_("What a win is worth"), choices=match_points_choices, widget=forms.RadioSelect
        ),
        "own_win": _own_level(_("A win")),
        "own_skunk": _own_level(_("A skunk")),
        "own_double": _own_level(_("A double skunk")),
        "own_triple": _own_level(_("A triple skunk")),
        "own_lines": LinesField(
            label=_("Skunk lines: the loser stays under"),
            help_text=_("At most three, the highest first, such as 91, 61, 31."),
            required=False,
        ),
    },
    _match_points_shown,
    _match_points_chosen,
    wall=_match_points_on_the_wall,
)
SEVERAL_LOSERS = Rule(
    "several_losers",
    one_of(SEVERAL_LOSERS_RULES),
    "rules.md §3.1",
    RANKING,
    {
        "several_losers": forms.ChoiceField(
            label=_("A skunk at a table of more than two"),
            choices=[
                ("all", _("When all losers are under the line")),
                ("any", _("When one loser is under the line")),
                ("none", _("Never")),
            ],
        )
    },
    lambda rules: {"several_losers": rules.get("several_losers", "all")},
    lambda given, _refused: given["several_losers"],
    added_later=True,
)


def clean(own: forms.Form, form: Any) -> None:
    """Check the table of match points, and that no more people sit at a table than can play."""
    if (form.cleaned_data.get("at_table") or 0) > form.declared()["most_at_table"]:
        form.add_error("at_table", sentences.validation_error(DomainError("cribbage_six_alone")))
    if own.cleaned_data.get("match_points") != NONE:
        drop_field_errors(own, "lines")  # those of the table count
    elif "lines" not in own.errors:
        with sentences.errors_to_form(own, "lines"):
            read_lines(own.cleaned_data["lines"])
    _clean_table(own, form)
    _clean_cards(own, form)


def _clean_table(own: forms.Form, form: Any) -> None:
    if own.cleaned_data.get("match_points") == OWN:
        _clean_own_table(own)
        return
    drop_field_errors(own, *OWN_LEVELS, "own_lines")
    ranks = own.cleaned_data.get("rank_by") == "match_points" and not form.cleaned_data.get("own_order")
    if ranks and own.cleaned_data.get("match_points") == NONE:
        missing = _("Choose the table of match points that ranks.")
        own.add_error("match_points", forms.ValidationError(missing, "required"))


def _clean_cards(own: forms.Form, form: Any) -> None:
    """Add an error for two cards if the other rules would not let them be compared."""
    if own.cleaned_data.get("cards") != two_cards.TWO_CARDS:
        return
    try:
        form.rules()
    except DomainError as refusal:
        if refusal.code.startswith("two_cards"):
            own.add_error("cards", sentences.validation_error(refusal))


FIELD_BY_CODE = {
    "skunk_lines_whole_numbers": "own_lines",
    "skunk_lines_descending": "own_lines",
    "skunk_worth_less": "own_skunk",
}


def _clean_own_table(own: forms.Form) -> None:
    if any(name in own.errors for name in (*OWN_LEVELS, "own_lines", "game_to")):
        return
    with sentences.errors_to_form(own, "own_win", **FIELD_BY_CODE):
        read_table(own_table(own.cleaned_data))
        read_lines(own.cleaned_data["own_lines"], target=int(own.cleaned_data["game_to"]))


def _ranking_in_brief(rules: Rules) -> Any:
    cribbage = CribbageRules.read(rules)
    if cribbage.order:
        return _("In the order chosen below.")
    if cribbage.table is None:
        return _("Most points pegged wins; a tie for a medal is decided by a best of three.")
    named = {"table": table_name(cribbage.table.name)}
    if cribbage.by_match_points:
        return _("Most match points wins (%(table)s).") % named
    return _("Most points pegged wins; match points are shown (%(table)s).") % named


def _new_tournament_values(rules: Rules) -> dict[str, Any]:
    return {"lines": list(DEFAULT_LINES), "then": " ".join(rules.get("then") or DEFAULT_ORDER)}


TABLE = RuleTable(
    rules=(
        TARGET_RULE,
        PEGGING,
        FROM_116,
        MUGGINS,
        PACK_CUT,
        CUTS,
        FIRST_DEAL,
        CARDS,
        RANK_BY,
        THEN,
        LINES,
        MATCH_POINTS,
        SEVERAL_LOSERS,
    ),
    template="games/cribbage/setup.html",
    announce=announce,
    clean=clean,
    max_declared=MAX_DECLARED,
    new_values=_new_tournament_values,
    summaries={RANKING: _ranking_in_brief, "declared_left": declared_left_sentence},
    options=(
        Option(
            "match-points",
            _("rank by match points of this table instead of points pegged"),
            lambda table: {"rank_by": "match_points", "match_points": table},
        ),
        Option(
            "cards",
            _("what is handed in after a game: one slip for both, or two cards"),
            lambda cards: {"cards": cards},
            two_cards.RESULT_FORMS,
        ),
    ),
)
