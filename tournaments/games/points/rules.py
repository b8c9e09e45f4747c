"""The table of the rules of a game of points (rules.md §9)."""

from collections.abc import Collection, Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from scoring.points.game import RANKED_BY, derived_rules
from scoring.points.known_games import named
from scoring.points.rules import MAX_ABSOLUTE_POINTS, PointsRules
from tournaments.common.form_fields import OneLine, WholeNumber
from tournaments.common.messages import sentences
from tournaments.common.schema import between, boolean, one_of, string
from tournaments.games.declared_rules import game_announcements, ranking_in_words
from tournaments.games.points import words as in_words
from tournaments.games.rule_table import Given, Option, Rule, Rules, RuleTable, Words, one_field_rule

SOURCE = "rules.md §9"
MAX_NAME_LENGTH = 40
HIGHER, LOWER = "higher", "lower"
NAMED_GAME_HINT = _("If left empty: as in the game that you name, such as -1010 to 1010 in 500.")


def _range_in_brief(rules: Rules) -> str:
    signed = {name: str(rules[name]).replace("-", "\N{MINUS SIGN}") for name in ("least", "most")}
    return _("from %(least)s to %(most)s") % signed


def _end_of_range(name: str, label: Any, summary_words: Words | None = None) -> Rule:
    """Return the rule of the lowest or the highest number; if it is not typed, that of the named game."""

    def chosen(given: Given, _refused: Collection[str]) -> int:
        typed = given[name]
        end: int = getattr(named(given["game_name"] or ""), name) if typed is None else typed
        return end

    field = WholeNumber(
        label=label,
        least=-MAX_ABSOLUTE_POINTS,
        most=MAX_ABSOLUTE_POINTS,
        required=False,
        help_text=NAMED_GAME_HINT,
    )
    return Rule(
        name,
        between(-MAX_ABSOLUTE_POINTS, MAX_ABSOLUTE_POINTS),
        SOURCE,
        "points",
        {name: field},
        lambda rules: {name: rules[name]},
        chosen,
        summary_words=summary_words,
    )


def announce(rules: Rules) -> Iterator[tuple[Any, Any]]:
    """Yield the rules that are announced and posted: (heading, sentence), in the order of reading out."""
    return game_announcements(
        rules,
        in_words.games_sentence(rules, PointsRules.read(rules)),
        TABLE.wall(rules, "higher_wins", "target", "rank_by"),
    )


NAME = one_field_rule(
    "game_name",
    string(MAX_NAME_LENGTH),
    SOURCE,
    "points",
    OneLine(
        label=_("Name of the game"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("As it should stand on the screens and papers, such as 500 or Whist."),
        error_messages={"required": _("Give the game its name, such as 500.")},
    ),
    summary_words=lambda rules: rules["game_name"] or _("no name yet"),
)
HIGHER_WINS = one_field_rule(
    "higher_wins",
    boolean,
    SOURCE,
    "points",
    forms.ChoiceField(
        label=_("Who wins a game"),
        choices=[
            (HIGHER, _("The higher number\nAs in 500, whist or euchre.")),
            (LOWER, _("The lower number\nAs in hearts.")),
        ],
        widget=forms.RadioSelect,
    ),
    field_name="better",
    to_field=lambda higher: HIGHER if higher else LOWER,
    from_field=lambda better: better == HIGHER,
    wall=lambda rules: [(_("Who wins"), in_words.winner_sentence(PointsRules.read(rules)))],
    summary_words=lambda rules: (
        _("the higher number wins") if rules["higher_wins"] else _("the lower number wins")
    ),
)
TARGET = one_field_rule(
    "target",
    between(0, MAX_ABSOLUTE_POINTS),
    SOURCE,
    "points",
    WholeNumber(
        label=_("A game goes on until a side has"),
        least=1,
        most=MAX_ABSOLUTE_POINTS,
        required=False,
        help_text=_("If left empty: there is no target; a game ends as you announce."),
    ),
    field_name="points_target",
    to_field=lambda target: target or None,
    from_field=lambda typed: typed or 0,
    wall=lambda rules: [(_("The numbers"), in_words.numbers_sentence(PointsRules.read(rules)))],
    summary_words=lambda rules: _("to %(target)d") % {"target": rules["target"]} if rules["target"] else "",
)
TIES_ALLOWED = one_field_rule(
    "ties_allowed",
    boolean,
    SOURCE,
    "points",
    forms.BooleanField(label=_("A game may end in a tie, without a winner"), required=False),
    from_field=bool,
    summary_words=lambda rules: (
        _("a game may end in a tie") if rules["ties_allowed"] else _("no game ends in a tie")
    ),
)
RANKING = one_field_rule(
    "rank_by",
    one_of(RANKED_BY),
    SOURCE,
    "points",
    forms.ChoiceField(
        label=_("Ranking"),
        choices=[
            ("won", _("Games won\nWhere they are equal, the spread: points for minus points against.")),
            (
                "spread",
                _("Spread\nPoints for minus points against, of all games; where it is equal, games won."),
            ),
            ("pegged", _("All points\nPoints of all games added up; where they are equal, games won.")),
        ],
        widget=forms.RadioSelect,
    ),
    field_name="points_ranking",
    wall=lambda rules: ranking_in_words(rules, in_words.ranking_sentence(rules)),
)
FIELD_BY_CODE = {
    "points_range": "most",
    "points_target": "points_target",
    "points_lower_ranks": "points_ranking",
}


def clean(own: forms.Form, form: Any) -> None:
    """Add errors for an impossible range, target or ranking, and for a forfeit won by the worse number."""
    if own.errors:
        return
    chosen = TABLE.declared(own, own.cleaned_data)
    try:
        derived_rules(chosen | {"match_points": None})
    except DomainError as refusal:
        own.add_error(FIELD_BY_CODE[refusal.code], sentences.validation_error(refusal))
        return
    present, absent = form.cleaned_data.get("forfeit_present"), form.cleaned_data.get("forfeit_absent")
    if present is None or absent is None:
        return
    if PointsRules.read(chosen).best([present, absent]) != present:
        worse = DomainError("points_award_backwards", value=present, other=absent)
        form.add_error("forfeit_present", sentences.validation_error(worse))


TABLE = RuleTable(
    rules=(
        NAME,
        HIGHER_WINS,
        _end_of_range("least", _("The lowest number of a side"), _range_in_brief),
        _end_of_range("most", _("The highest number of a side")),
        TARGET,
        TIES_ALLOWED,
        RANKING,
    ),
    template="games/points/setup.html",
    announce=announce,
    clean=clean,
    max_declared=MAX_ABSOLUTE_POINTS,
    min_credited=-MAX_ABSOLUTE_POINTS,
    new_values=lambda rules: {} if rules["game_name"] else {"least": None, "most": None},
    interdependent=("better", "least", "most", "points_target", "points_ranking"),
    creation_fields=("game_name",),
    declared_note=_(
        "A missed game or a game sat out adds its points to what cards add up: the spread, or all points "
        "where these rank. The points of a forfeit are the numbers of the two sides."
    ),
    options=(
        Option(
            "better",
            _("another card game: which number wins"),
            lambda number: {"higher_wins": number == HIGHER},
            (HIGHER, LOWER),
        ),
    ),
)
