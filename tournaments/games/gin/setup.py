"""The set-up of a gin tournament: bonuses, target, the ace, Oklahoma, Hollywood (rules.md §5, §7)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import DomainError
from scoring.gin.book import people_of_an_entry, rules_of
from scoring.gin.rules import ACES, MAX_SIDE_SIZE, GinRules
from scoring.gin.rules import NAMES as ROWS
from tournaments.common.form_fields import WholeNumber, forgive
from tournaments.common.messages import sentences
from tournaments.games.game import Option
from tournaments.games.gin import choices
from tournaments.games.gin.words import bonuses_numbers

PAIR = 2
MAX_BONUS = 999
MAX_DECLARED = 999
MIN_CREDITED = -MAX_DECLARED  # of a missed game or a bye: a value has a sign
OWN_BONUSES = {"own_undercut": "undercut", "own_gin": "gin", "own_box": "box", "own_game": "game_bonus"}
NAMES = (
    "a_side", "alternating", "bonuses", *OWN_BONUSES, "oklahoma", "ace", "hollywood", "hollywood_won",
    "gin_target", "boxes_doubled",
)  # fmt: skip
SECTIONS = {"gin": NAMES}
TEMPLATE = "games/gin/setup.html"
FIRST: tuple[str, ...] = ()
DECLARED_NOTE = gettext_lazy(
    "In gin they count as value: a missed game or a game sat out adds its points to the value of the day, "
    "and the points of a forfeit are its two final totals."
)
OKLAHOMA = "oklahoma"
SIMULATE_OPTIONS = (
    Option(
        "a-side",
        gettext_lazy("gin: how many play in a team"),
        lambda many: {"a_side": int(many)},
        tuple(str(many) for many in range(PAIR, MAX_SIDE_SIZE + 1)),
    ),
    Option(
        "alternating",
        gettext_lazy("gin: whether teams swap opponents after every hand"),
        lambda swap: {"alternating": swap == "yes"},
        ("yes", "no"),
    ),
    Option("bonuses", gettext_lazy("gin: the bonuses"), lambda row: {"bonuses": row}, tuple(sorted(ROWS))),
    Option("ace", gettext_lazy("gin: where the ace may stand"), lambda ace: {"ace": ace}, ACES),
    Option(
        "hollywood",
        gettext_lazy(
            "gin: three games on a sheet; to the letter of the source, or a game that is won is closed, "
            "or open for the other"
        ),
        lambda won: {
            "hollywood": True,
            "hollywood_open": won == choices.OPEN,
            "hollywood_letter": won == choices.LETTER,
        },
        (choices.LETTER, choices.CLOSED, choices.OPEN),
    ),
)


class Fields(forms.Form):
    """The fields that only gin has."""

    a_side = WholeNumber(
        label=gettext_lazy("Players in a team"),
        least=PAIR,
        most=MAX_SIDE_SIZE,
        help_text=gettext_lazy(
            "From 2 to 6, who all play at once, each against one of the other team. Enter every team under "
            "one number, with its members in the order in which they sit. The hands of a team are netted: "
            "gin has no boards."
        ),
    )
    alternating = forms.BooleanField(
        label=gettext_lazy("Swap opponents after every hand"),
        required=False,
    )
    bonuses = forms.ChoiceField(
        label=gettext_lazy("Bonuses"), choices=choices.bonuses, widget=forms.RadioSelect
    )
    own_undercut = WholeNumber(label=gettext_lazy("An undercut"), least=0, most=MAX_BONUS)
    own_gin = WholeNumber(label=gettext_lazy("Gin"), least=0, most=MAX_BONUS)
    own_box = WholeNumber(label=gettext_lazy("Each hand won"), least=0, most=MAX_BONUS)
    own_game = WholeNumber(label=gettext_lazy("The game"), least=0, most=MAX_BONUS)
    oklahoma = forms.BooleanField(
        label=gettext_lazy("Oklahoma: the up-card sets the limit for knocking, a spade doubles the hand"),
        required=False,
    )
    ace = forms.ChoiceField(label=gettext_lazy("The ace"), choices=choices.ACE, widget=forms.RadioSelect)
    hollywood = forms.BooleanField(
        label=gettext_lazy("Hollywood: three games at once on one sheet"),
        required=False,
        help_text=gettext_lazy(
            "A player’s first hand won counts in game 1, the second in games 1 and 2, every later one in all "
            "three. A sheet counts as one game of the day and takes longer: allow more minutes."
        ),
    )
    hollywood_won = forms.ChoiceField(
        label=gettext_lazy("In a game of the sheet that is won"),
        choices=choices.HOLLYWOOD_WON,
        widget=forms.RadioSelect,
        required=False,
    )
    gin_target = WholeNumber(
        label=gettext_lazy("A game is won at"),
        least=1,
        most=MAX_BONUS,
        required=False,
        help_text=gettext_lazy(
            "Empty: as the rules say. 100; 150 in Oklahoma; 125 where the ace turns the corner and neither "
            "Oklahoma nor Hollywood is played. Two against two 25 more, and 25 for each more "
            "player in a team."
        ),
    )
    boxes_doubled = forms.BooleanField(
        label=gettext_lazy("Where the loser has won no hand, the bonuses for hands won are doubled too"),
        required=False,
    )


def initial(rules: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """Return the rules as the fields show them."""
    gin = rules_of(rules)
    row = next((name for name in choices.ROWS if _figures(gin) == _row(name, gin.oklahoma)), choices.OWN)
    by_the_rules = rules_of(rules | {"target": None}).target
    return {
        "a_side": gin.a_side,
        "alternating": gin.alternating,
        "bonuses": row,
        **dict(zip(OWN_BONUSES, _figures(gin), strict=True)),
        "oklahoma": gin.oklahoma,
        "ace": gin.ace,
        "gin_target": None if gin.target == by_the_rules else gin.target,
        "boxes_doubled": gin.boxes_doubled,
        "hollywood": gin.hollywood,
        "hollywood_won": _won(gin),
    }


def _won(gin: GinRules) -> str:
    """Return the reading of Hollywood; that of the source's text if it is not played (rules.md §7.2)."""
    if not gin.hollywood or gin.hollywood_letter:
        return choices.LETTER
    return choices.OPEN if gin.hollywood_open else choices.CLOSED


def _row(chosen: str, oklahoma: bool) -> tuple[int, ...]:
    """Return the numbers of a set of bonuses; with Oklahoma the standard set differs (rules.md §5)."""
    return _figures(ROWS[OKLAHOMA if oklahoma and chosen == "standard" else chosen])


def _figures(gin: GinRules) -> tuple[int, ...]:
    return tuple(getattr(gin, name) for name in OWN_BONUSES.values())


def clean(own: forms.Form, day: Any) -> None:
    """Add errors for rules that no game of gin can have; the organiser's numbers count only if chosen."""
    if own.cleaned_data.get("bonuses") != choices.OWN:
        forgive(own, *OWN_BONUSES)
    if people_of_an_entry(day.declared()) < PAIR:
        forgive(own, "a_side")
    present, absent = day.cleaned_data.get("forfeit_present"), day.cleaned_data.get("forfeit_absent")
    if present is not None and absent is not None and present < absent:
        refusal = DomainError("gin_award_backwards", value=present, other=absent)
        day.add_error("forfeit_present", sentences.validation_error(refusal))
    if own.errors.keys() & set(NAMES):
        return
    with sentences.errors_to_form(own, "bonuses"):
        rules_of(day.declared() | rules(own, own.cleaned_data))


def rules(own: forms.Form, given: dict[str, Any]) -> dict[str, Any]:
    """Return the rules that the fields declare; a target of None means that of the bonuses."""
    chosen: dict[str, Any] = {
        "alternating": bool(given["alternating"]),
        "bonuses": _bonuses(own, given),
        "ace": given["ace"],
        "boxes_doubled": bool(given["boxes_doubled"]),
        "hollywood": bool(given["hollywood"]),
        "hollywood_open": bool(given["hollywood"] and given["hollywood_won"] == choices.OPEN),
        "hollywood_letter": bool(given["hollywood"] and given["hollywood_won"] in ("", choices.LETTER)),
        "target": given["gin_target"],
    }
    if "a_side" not in own.errors and given["a_side"] >= PAIR:
        chosen["a_side"] = given["a_side"]
    return chosen


def _bonuses(own: forms.Form, given: dict[str, Any]) -> str | dict[str, Any]:
    """Return a set of bonuses of rules.md §5 by its name, or the organiser's numbers, based on such a set."""
    row = OKLAHOMA if given["oklahoma"] else "standard"
    if given["bonuses"] != choices.OWN:
        figures = _row(given["bonuses"], bool(given["oklahoma"]))
        named = next((name for name in (row, *ROWS) if _same(ROWS[name], figures, given)), None)
        return named or {"name": row, **dict(zip(OWN_BONUSES.values(), figures, strict=True))}
    if own.errors.keys() & set(OWN_BONUSES):
        return row
    return {"name": row, **{name: given[field] for field, name in OWN_BONUSES.items()}}


def _same(row: GinRules, figures: tuple[int, ...], given: dict[str, Any]) -> bool:
    return _figures(row) == figures and row.oklahoma == bool(given["oklahoma"])


def summaries(rules: dict[str, Any]) -> dict[str, str]:
    """Return a sentence for each section of the page."""
    return {"gin": _gin(rules)}


def _gin(rules: dict[str, Any]) -> str:
    gin = rules_of(rules)
    said = [bonuses_numbers(gin), _("to %(target)d") % {"target": gin.target}]
    said.append({"low": _("ace low"), "both": _("ace low or high"), "corner": _("round the corner")}[gin.ace])
    if gin.mode == "teams" and people_of_an_entry(rules) > 1:
        said.insert(0, _("teams of %(many)d") % {"many": gin.a_side})
    if gin.alternating:
        said.append(_("opponents swap after every hand"))
    if gin.oklahoma:
        said.append(_("Oklahoma"))
    if gin.hollywood:
        said.append(_("Hollywood"))
    words = _(", ").join(said)
    return words[:1].upper() + words[1:] + "."
