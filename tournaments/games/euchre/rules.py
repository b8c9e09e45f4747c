"""The table of the rules of euchre (rules.md §15)."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from scoring.euchre.game import MAX_DECLARED, RANKED_BY, derived_rules
from scoring.euchre.rules import LONE_EUCHRE_POINTS, MAX_HANDS, TARGET_RANGE, EuchreRules
from tournaments.common.form_fields import WholeNumber
from tournaments.common.messages import sentences
from tournaments.common.schema import between, boolean, either, one_of
from tournaments.games.declared_rules import game_announcements, ranking_in_words
from tournaments.games.euchre import words as in_words
from tournaments.games.rule_table import Option, Rules, RuleTable, one_field_rule

SOURCE = "rules.md §15"


def _end_in_brief(rules: Rules) -> str:
    """Return when a game ends; empty while neither hands nor points are typed."""
    euchre = EuchreRules(hands=rules["hands"], target=rules["target"])
    return in_words.end_sentence(euchre).rstrip(".") if euchre.hands or euchre.target else ""


HANDS = one_field_rule(
    "hands",
    between(0, MAX_HANDS),
    SOURCE,
    "euchre",
    WholeNumber(
        label=_("Hands in a game"),
        least=1,
        most=MAX_HANDS,
        required=False,
        help_text=_(
            "With 8 each of the four deals twice. If left empty: a game goes on to a number of points."
        ),
    ),
    field_name="euchre_hands",
    to_field=lambda hands: hands or None,
    from_field=lambda typed: typed or 0,
    summary_words=_end_in_brief,
)
TARGET = one_field_rule(
    "target",
    either(between(0, 0), between(*TARGET_RANGE)),
    SOURCE,
    "euchre",
    WholeNumber(
        label=_("Or points to which a game goes on"),
        least=TARGET_RANGE[0],
        most=TARGET_RANGE[1],
        required=False,
        help_text=_("Such as 10. If left empty: a game has a number of hands."),
    ),
    field_name="euchre_target",
    to_field=lambda target: target or None,
    from_field=lambda typed: typed or 0,
)
LONE = one_field_rule(
    "lone_euchre",
    either(*(between(points, points) for points in LONE_EUCHRE_POINTS)),
    SOURCE,
    "euchre",
    forms.TypedChoiceField(
        label=_("A euchre of a player who went alone"),
        coerce=int,
        choices=[
            (2, _("2 points\nAs any euchre.")),
            (4, _("4 points\nAs much as the lone hand would have been.")),
        ],
        widget=forms.RadioSelect,
    ),
    field_name="euchre_lone",
    wall=lambda rules: [
        (_("The points of a hand"), in_words.hands_sentence(EuchreRules.read(rules))),
        (_("Lone hands"), in_words.lone_hands_sentence()),
    ],
    summary_words=lambda rules: (
        _("%(points)d points for a euchre of a lone hand") % {"points": rules["lone_euchre"]}
    ),
)
TIES_ALLOWED = one_field_rule(
    "ties_allowed",
    boolean,
    SOURCE,
    "euchre",
    forms.BooleanField(label=_("A game of hands may end in a tie, without a winner"), required=False),
    field_name="euchre_ties",
    from_field=bool,
    wall=lambda rules: [(_("Who wins"), in_words.winner_sentence(EuchreRules.read(rules)))],
)
RANKING = one_field_rule(
    "rank_by",
    one_of(RANKED_BY),
    SOURCE,
    "euchre",
    forms.ChoiceField(
        label=_("Ranking"),
        choices=[
            ("pegged", _("All points\nWhere they are equal, games won, then lone hands.")),
            ("lone_hands", _("All points, then lone hands\nWhere both are equal, games won.")),
            ("won", _("Games won\nWhere they are equal, all points, then lone hands.")),
        ],
        widget=forms.RadioSelect,
    ),
    field_name="euchre_ranking",
    wall=lambda rules: ranking_in_words(rules, in_words.RANKINGS[rules["rank_by"]]),
)


def announce(rules: Rules) -> Iterator[tuple[Any, Any]]:
    """Yield the rules that are announced and posted: (heading, sentence), in the order of reading out."""
    return game_announcements(
        rules, in_words.games_sentence(rules), TABLE.wall(rules, "lone_euchre", "ties_allowed", "rank_by")
    )


def clean(own: forms.Form, form: Any) -> None:
    """Add errors for a game that has no end or two, and for a forfeit won with fewer points."""
    if own.errors:
        return
    try:
        derived_rules(TABLE.declared(own, own.cleaned_data) | {"match_points": None})
    except DomainError as refusal:
        own.add_error("euchre_hands", sentences.validation_error(refusal))
        return
    present, absent = form.cleaned_data.get("forfeit_present"), form.cleaned_data.get("forfeit_absent")
    if present is not None and absent is not None and present < absent:
        worse = DomainError("euchre_award_backwards", value=present, other=absent)
        form.add_error("forfeit_present", sentences.validation_error(worse))


TABLE = RuleTable(
    rules=(HANDS, TARGET, LONE, TIES_ALLOWED, RANKING),
    template="games/euchre/setup.html",
    announce=announce,
    clean=clean,
    max_declared=MAX_DECLARED,
    interdependent=("euchre_hands", "euchre_target", "euchre_ranking"),
    declared_note=_("A missed game or a game sat out adds its points to the total. It adds no lone hand."),
    options=(
        Option(
            "euchre-ranking",
            _("euchre: what ranks"),
            lambda rank_by: {"rank_by": rank_by},
            tuple(RANKED_BY),
        ),
    ),
)
