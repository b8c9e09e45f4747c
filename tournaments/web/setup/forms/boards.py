"""Teams on several boards: how many, what decides a match, the points; asked where a format has boards."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import boards
from tournaments.common.form_fields import WholeNumber
from tournaments.common.messages import sentences
from tournaments.web.setup.forms import game_parts, match, playoffs

if TYPE_CHECKING:
    from tournaments.web.setup.forms.form import SetupForm

POINT_FIELDS = ("boards_won", "boards_level", "boards_lost")
NAMES = ("boards_count", "boards_by", *POINT_FIELDS, "boards_bye")
BY_CHOICES = (
    ("won", gettext_lazy("the boards won")),
    ("match_points", gettext_lazy("the match points of all boards")),
    ("pegged", gettext_lazy("the points of all boards")),
)
BYE_CHOICES = (
    ("won", gettext_lazy("a match won")),
    ("level", gettext_lazy("a tied match")),
    ("nothing", gettext_lazy("nothing")),
)


class BoardsForm(forms.Form):
    """The number of boards, what decides a match, the team points."""

    boards_count = WholeNumber(label=gettext_lazy("Boards"), least=boards.MIN_BOARDS, most=boards.MAX_BOARDS)
    boards_by = forms.ChoiceField(label=gettext_lazy("A match of teams is decided by"), choices=BY_CHOICES)
    boards_won = WholeNumber(label=gettext_lazy("Team points: won"), least=0, most=boards.MAX_POINTS)
    boards_level = WholeNumber(label=gettext_lazy("Team points: tied"), least=0, most=boards.MAX_POINTS)
    boards_lost = WholeNumber(label=gettext_lazy("Team points: lost"), least=0, most=boards.MAX_POINTS)
    boards_bye = forms.ChoiceField(label=gettext_lazy("A team that sits out gets"), choices=BYE_CHOICES)


def initial(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules as the fields show them."""
    on_boards = boards.read_boards(rules) or boards.Boards(4)
    worth = dict(zip(POINT_FIELDS, on_boards.points, strict=True))
    return {"boards_count": on_boards.count, "boards_by": on_boards.by, "boards_bye": on_boards.bye, **worth}


def not_asked(rules: Mapping[str, Any]) -> set[str]:
    """Return the fields that the format decides: on boards one game is played, and nothing after it."""
    if not rules.get("boards"):
        return set(NAMES)
    return {*match.NAMES, *playoffs.NAMES}


def clean(form: "SetupForm") -> None:
    """Refuse impossible boards, at the field that has to change."""
    if not form.declared().get("boards") or form.errors.keys() & set(NAMES):
        return
    given = form.field_values()
    own = game_parts.TABLES[form.game].declared(form.parts[form.game], given)
    with sentences.errors_to_form(form, "boards_by", unknown_boards="boards_won"):
        boards.check(form.declared() | own | {"boards": chosen(form, given)})


def chosen(form: "SetupForm", given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the values of the fields as rules; None if no teams meet on boards."""
    stands: dict[str, Any] | None = form.declared().get("boards")
    if not stands:
        return None
    if form.errors.keys() & set(NAMES):
        return stands | {"by": "won"}  # the value that fits any other input
    return {
        "count": given["boards_count"],
        "by": given["boards_by"],
        "points": [given[name] for name in POINT_FIELDS],
        "bye": given["boards_bye"],
    }


def summary(rules: Mapping[str, Any]) -> str:
    """Return what is declared, in a sentence."""
    on_boards = boards.read_boards(rules)
    if on_boards is None:
        return _("No team plays on boards.")
    sentence = ngettext("%(count)d board", "%(count)d boards", on_boards.count) % {"count": on_boards.count}
    won, level, lost = on_boards.points
    worth = {"boards": sentence, "won": won, "level": level, "lost": lost}
    return _("%(boards)s; team points: %(won)s won, %(level)s tied, %(lost)s lost.") % worth
