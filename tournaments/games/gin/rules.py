"""The table of the rules of gin: bonuses, target, the ace, Oklahoma, Hollywood (rules.md §5, §7)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from scoring.gin.book import LATER, people_per_entry, rules_of
from scoring.gin.rules import ACES, MAX_SIDE_SIZE, MODES, GinRules
from scoring.gin.rules import NAMED_RULES as BONUSES
from tournaments.common.form_fields import WholeNumber, drop_field_errors
from tournaments.common.messages import sentences
from tournaments.common.schema import between, boolean, either, one_of, open_object, up_to
from tournaments.games.declared_rules import (
    absence_in_words,
    left_over_in_words,
    match_sentence,
    movement_sentence,
    ranking_in_words,
    ties_sentence,
)
from tournaments.games.gin import words as in_words
from tournaments.games.gin.who_plays import deal_sentence, who_plays_sentence
from tournaments.games.rule_table import (
    UNCHANGED,
    Given,
    Option,
    Rule,
    Rules,
    RuleTable,
    one_field_rule,
    summary_by_value,
    wall_by_value,
)
from tournaments.pairing.pairing_systems import Tables

PAIR = 2
MAX_BONUS = 999
MAX_DECLARED = 999
OWN = "own"
OWN_BONUSES = {"own_undercut": "undercut", "own_gin": "gin", "own_box": "box", "own_game": "game_bonus"}
OKLAHOMA = "oklahoma"
BONUS_CHOICES = ("standard", "variant_a", "variant_b")
"""The sets of bonuses that can be chosen; that of Oklahoma follows from its rule."""
LETTER, CLOSED, OPEN = "letter", "closed", "open"
"""The rules of a game of Hollywood that is won, and of the end of the sheet (rules.md §7.2)."""


def announce(rules: Rules) -> Iterator[tuple[Any, Any]]:
    """Yield the rules that are announced and posted: (heading, sentence), in the order of reading out."""
    gin = rules_of(rules)
    yield _("The games"), in_words.games_sentence(rules, gin)
    if gin.mode in ("three", "captain") or Tables.from_rules(rules).partners:
        yield _("Who moves"), movement_sentence(rules)
    if gin.mode != "two":
        yield _("Who plays"), who_plays_sentence(gin, teams=people_per_entry(rules) > 1)
    if match := match_sentence(rules):
        yield _("The match"), match
    yield from TABLE.wall(rules, "hollywood")
    yield _("Who deals first"), deal_sentence(rules)
    yield from TABLE.wall(rules, "ace", "bonuses", "boxes_doubled")
    yield from TABLE.wall(rules, "seen_card", "look_through", "face_up")
    yield from ranking_in_words(rules, in_words.ranking_sentence(gin))
    yield _("Ties"), ties_sentence(rules) + (" " + in_words.medal_match_sentence() if gin.hollywood else "")
    yield from left_over_in_words(rules)
    yield from absence_in_words(rules)


# The bonuses, and Oklahoma


def bonuses_choices() -> list[tuple[str, Any]]:
    """Return each set of bonuses of the rule book with its numbers, and the own numbers (rules.md §5)."""
    numbers = {name: in_words.bonuses_numbers(BONUSES[name]) for name in BONUS_CHOICES}
    numbers["standard"] = _("%(plain)s. In Oklahoma: %(oklahoma)s") % {
        "plain": numbers["standard"],
        "oklahoma": in_words.bonuses_numbers(BONUSES[OKLAHOMA]),
    }
    shipped = [(name, f"{in_words.bonuses_name(name)}\n{numbers[name]}") for name in BONUS_CHOICES]
    return [*shipped, (OWN, _("Our own numbers\nYou type the four numbers."))]


def _figures(gin: GinRules) -> tuple[int, ...]:
    return tuple(getattr(gin, name) for name in OWN_BONUSES.values())


def _bonus_numbers(chosen: str, oklahoma: bool) -> tuple[int, ...]:
    """Return the numbers of a set of bonuses; with Oklahoma the standard set differs (rules.md §5)."""
    return _figures(BONUSES[OKLAHOMA if oklahoma and chosen == "standard" else chosen])


def _bonuses_shown(rules: Rules) -> dict[str, Any]:
    gin = rules_of(rules)
    row = next((name for name in BONUS_CHOICES if _figures(gin) == _bonus_numbers(name, gin.oklahoma)), OWN)
    figures = dict(zip(OWN_BONUSES, _figures(gin), strict=True))
    return {"bonuses": row, **figures, "oklahoma": gin.oklahoma}


def _bonuses_chosen(given: Given, refused: Collection[str]) -> str | dict[str, Any]:
    """Return a set of bonuses of rules.md §5 by its name, or the organiser's numbers, based on such a set."""
    oklahoma = bool(given["oklahoma"])
    row = OKLAHOMA if oklahoma else "standard"
    if given["bonuses"] != OWN:
        figures = _bonus_numbers(given["bonuses"], oklahoma)
        same = (
            name
            for name in (row, *BONUSES)
            if _figures(BONUSES[name]) == figures and BONUSES[name].oklahoma == oklahoma
        )
        named = next(same, None)
        return named or {"name": row, **dict(zip(OWN_BONUSES.values(), figures, strict=True))}
    if set(refused) & set(OWN_BONUSES):
        return row
    return {"name": row, **{name: given[field] for field, name in OWN_BONUSES.items()}}


def _hand_on_the_wall(rules: Rules) -> Iterator[tuple[Any, Any]]:
    gin = rules_of(rules)
    yield _("Knocking"), in_words.knock_sentence(gin)
    yield _("A hand"), in_words.hand_sentence(gin)


def _own_bonus(label: Any) -> WholeNumber:
    return WholeNumber(label=label, least=0, most=MAX_BONUS)


BONUSES_RULE = Rule(
    "bonuses",
    either(one_of(BONUSES), open_object({})),
    "rules.md §5, §7.1",
    "gin",
    {
        "bonuses": forms.ChoiceField(label=_("Bonuses"), choices=bonuses_choices, widget=forms.RadioSelect),
        "own_undercut": _own_bonus(_("An undercut")),
        "own_gin": _own_bonus(_("Gin")),
        "own_box": _own_bonus(_("Each hand won")),
        "own_game": _own_bonus(_("The game")),
        "oklahoma": forms.BooleanField(
            label=_("Oklahoma: the up-card sets the limit for knocking, a spade doubles the hand"),
            required=False,
        ),
    },
    _bonuses_shown,
    _bonuses_chosen,
    wall=_hand_on_the_wall,
    summary_words=lambda rules: in_words.bonuses_numbers(rules_of(rules)),
)


# The target


def _target_shown(rules: Rules) -> dict[str, Any]:
    target = rules_of(rules).target
    return {"gin_target": None if target == rules_of(rules | {"target": None}).target else target}


TARGET = Rule(
    "target",
    up_to(9999),
    "rules.md §5, §7",
    "gin",
    {
        "gin_target": WholeNumber(
            label=_("A game is won at"),
            least=1,
            most=MAX_BONUS,
            required=False,
            help_text=_(
                "If left empty: as the rules say. 100; 150 in Oklahoma; 125 where the ace turns the corner "
                "and neither Oklahoma nor Hollywood is played. Two against two, 25 more, and 25 for each "
                "further player in a team."
            ),
        )
    },
    _target_shown,
    lambda given, _refused: given["gin_target"],
    summary_words=lambda rules: _("to %(target)d") % {"target": rules_of(rules).target},
)


# Hollywood


def _hollywood_shown(rules: Rules) -> dict[str, Any]:
    """Return the reading of Hollywood; that of the source's text if it is not played (rules.md §7.2)."""
    gin = rules_of(rules)
    won = OPEN if gin.hollywood_open else CLOSED
    return {
        "hollywood": gin.hollywood,
        "hollywood_won": LETTER if not gin.hollywood or gin.hollywood_letter else won,
    }


HOLLYWOOD = Rule(
    "hollywood",
    boolean,
    "rules.md §7.2",
    "gin",
    {
        "hollywood": forms.BooleanField(
            label=_("Hollywood: three games at once on one sheet"),
            required=False,
            help_text=_(
                "A player’s first hand won counts in game 1, the second in games 1 and 2, every later one in "
                "all three. A sheet counts as one game of the day and takes longer: allow more minutes."
            ),
        ),
        "hollywood_won": forms.ChoiceField(
            label=_("In a game of the sheet that is won"),
            choices=[
                (
                    LETTER,
                    _(
                        "The other still scores\n"
                        "The sheet ends when one player has the target in all three games."
                    ),
                ),
                (CLOSED, _("Nobody writes there any more\nThe sheet ends when all three games are won.")),
                (
                    OPEN,
                    _(
                        "The other still scores, until all are won\n"
                        "The sheet ends when all three games are won."
                    ),
                ),
            ],
            widget=forms.RadioSelect,
            required=False,
        ),
    },
    _hollywood_shown,
    lambda given, _refused: bool(given["hollywood"]),
    wall=lambda rules: (
        [(_("Hollywood"), in_words.hollywood_sentence(rules_of(rules)))] if rules_of(rules).hollywood else []
    ),
    summary_words=lambda rules: _("Hollywood") if rules_of(rules).hollywood else "",
)


def _reading(name: str, *words: str, added_later: bool = False) -> Rule:
    """Return the rule of a reading of Hollywood, which holds where one of `words` is chosen."""
    return Rule(
        name,
        boolean,
        "rules.md §7.2",
        "gin",
        {},
        lambda rules: {},
        lambda given, _refused: bool(given["hollywood"] and given["hollywood_won"] in words),
        added_later=added_later,
    )


# Teams


def _side_shown(rules: Rules) -> dict[str, Any]:
    return {"a_side": rules_of(rules).a_side}


def _teams_in_brief(rules: Rules) -> str:
    gin = rules_of(rules)
    if gin.mode != "teams" or people_per_entry(rules) < PAIR:
        return ""
    return _("teams of %(many)d") % {"many": gin.a_side}


TEAMS = Rule(
    "a_side",
    between(1, MAX_SIDE_SIZE),
    "rules.md §6",
    "gin",
    {
        "a_side": WholeNumber(
            label=_("Players in a team"),
            least=PAIR,
            most=MAX_SIDE_SIZE,
            help_text=_(
                "From 2 to 6, who all play at once, each against one of the other team. Enter every team "
                "under one number, with its members in the order in which they sit. The hands of a team are "
                "netted: gin has no boards."
            ),
        )
    },
    _side_shown,
    lambda given, refused: (
        given["a_side"] if "a_side" not in refused and given["a_side"] >= PAIR else UNCHANGED
    ),
    summary_words=_teams_in_brief,
    added_later=True,
)
ALTERNATING = one_field_rule(
    "alternating",
    boolean,
    "rules.md §6",
    "gin",
    forms.BooleanField(label=_("Swap opponents after every hand"), required=False),
    to_field=bool,
    from_field=bool,
    summary_words=lambda rules: _("opponents swap after every hand") if rules_of(rules).alternating else "",
    added_later=True,
)


# The ace, and a game without a hand won

ACE = one_field_rule(
    "ace",
    one_of(ACES),
    "rules.md §5, §7.3",
    "gin",
    forms.ChoiceField(
        label=_("The ace"),
        choices=[
            ("low", _("Low\nA-2-3 is a run, Q-K-A is not. An ace counts 1.")),
            ("both", _("Low or high\nA-2-3 and Q-K-A are runs. An ace counts 1.")),
            ("corner", _("Round the corner\nA-2-3, Q-K-A and K-A-2 are runs. An ace counts 15.")),
        ],
        widget=forms.RadioSelect,
    ),
    wall=wall_by_value(
        "ace",
        _("The ace"),
        {
            "low": _("Low: A-2-3 is a run, Q-K-A is not. It counts 1."),
            "both": _("Low or high: A-2-3 and Q-K-A are runs. It counts 1."),
            "corner": _(
                "Round the corner: A-2-3, Q-K-A and K-A-2 are runs. It counts 15. "
                "After gin the opponent lays off too; down to nothing, nobody scores."
            ),
        },
    ),
    summary_words=summary_by_value(
        "ace", {"low": _("ace low"), "both": _("ace low or high"), "corner": _("round the corner")}
    ),
)
BOXES_DOUBLED = one_field_rule(
    "boxes_doubled",
    boolean,
    "rules.md §5",
    "gin",
    forms.BooleanField(
        label=_("Where the loser has won no hand, the bonuses for hands won are doubled too"), required=False
    ),
    from_field=bool,
    wall=lambda rules: [(_("The end of a game"), in_words.end_sentence(rules_of(rules)))],
)


# Irregularities where the source knows two ways


def _irregularity(
    name: str, label: Any, choices: Mapping[str, Any], heading: Any, sentences: Mapping[str, Any]
) -> Rule:
    """Return a rule with a few values, each with a choice on the set-up page and a sentence on the wall."""
    default = LATER[name]
    return one_field_rule(
        name,
        one_of(choices),
        "rules.md §5.1",
        "gin",
        forms.ChoiceField(label=label, choices=list(choices.items()), required=False),
        from_field=lambda value: value or default,
        wall=wall_by_value(name, heading, sentences, default),
        default=default,
        added_later=True,
    )


SEEN_CARD = _irregularity(
    "seen_card",
    _("A card of the stock that was seen by mistake"),
    {
        "passes": _("The opponent may take it, then the player who saw it"),
        "never": _("Only the opponent may take it"),
    },
    _("A card seen by mistake"),
    {
        "passes": _(
            "It lies open beside the pile. The opponent may take it, and gives up that right by taking a "
            "card from the pile. Then the player who saw it may, in the same way."
        ),
        "never": _(
            "It lies open beside the pile. Only the opponent may take it, until a card is taken from the "
            "pile."
        ),
    },
)
LOOK_THROUGH = one_field_rule(
    "look_through",
    boolean,
    "rules.md §5.1, §7.3",
    "gin",
    forms.BooleanField(label=_("The pile of discards may be looked through"), required=False),
    wall=lambda rules: [(_("The pile of discards"), in_words.look_through_sentence(rules))],
    default=LATER["look_through"],
    added_later=True,
)
FACE_UP = _irregularity(
    "face_up",
    _("A card found face up in the stock"),
    {"back": _("It is put back, and the stock is shuffled"), "misdeal": _("The hand is dealt again")},
    _("A card face up in the stock"),
    {
        "back": _("It is put back, the stock is shuffled, and play goes on."),
        "misdeal": _("It is a misdeal: the hand is dealt again."),
    },
)


def clean(own: forms.Form, form: Any) -> None:
    """Add errors for rules that no game of gin can have; the organiser's numbers count only if chosen."""
    if own.cleaned_data.get("bonuses") != OWN:
        drop_field_errors(own, *OWN_BONUSES)
    if people_per_entry(form.declared()) < PAIR:
        drop_field_errors(own, "a_side")
    present, absent = form.cleaned_data.get("forfeit_present"), form.cleaned_data.get("forfeit_absent")
    if present is not None and absent is not None and present < absent:
        refusal = DomainError("gin_award_backwards", value=present, other=absent)
        form.add_error("forfeit_present", sentences.validation_error(refusal))
    if own.errors:
        return
    with sentences.errors_to_form(own, "bonuses"):
        rules_of(form.declared() | TABLE.declared(own, own.cleaned_data))


TABLE = RuleTable(
    rules=(
        TEAMS,
        BONUSES_RULE,
        TARGET,
        ACE,
        ALTERNATING,
        HOLLYWOOD,
        _reading("hollywood_open", OPEN),
        _reading("hollywood_letter", "", LETTER, added_later=True),
        BOXES_DOUBLED,
        SEEN_CARD,
        LOOK_THROUGH,
        FACE_UP,
    ),
    template="games/gin/setup.html",
    announce=announce,
    clean=clean,
    max_declared=MAX_DECLARED,
    min_credited=-MAX_DECLARED,  # of a missed game or a bye: a value has a sign
    declared_note=_(
        "In gin they count as value, or as totals where these rank before it: a missed game or a game sat "
        "out adds its points to those of the day, and the points of a forfeit are its two final totals."
    ),
    format_only_rules={"mode": one_of(MODES)},
    options=(
        Option(
            "a-side",
            _("gin: how many play in a team"),
            lambda many: {"a_side": int(many)},
            tuple(str(many) for many in range(PAIR, MAX_SIDE_SIZE + 1)),
        ),
        Option(
            "alternating",
            _("gin: whether teams swap opponents after every hand"),
            lambda swap: {"alternating": swap == "yes"},
            ("yes", "no"),
        ),
        Option("bonuses", _("gin: the bonuses"), lambda row: {"bonuses": row}, tuple(sorted(BONUSES))),
        Option("ace", _("gin: where the ace may stand"), lambda ace: {"ace": ace}, ACES),
        Option(
            "hollywood",
            _(
                "gin: three games on a sheet; exactly as in the source, or a game that is won is closed, or "
                "open for the other"
            ),
            lambda won: {"hollywood": True, "hollywood_open": won == OPEN, "hollywood_letter": won == LETTER},
            (LETTER, CLOSED, OPEN),
        ),
    ),
)
