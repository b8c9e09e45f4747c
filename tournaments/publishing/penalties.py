"""Penalties in words: what a judge took off, why, and the scale that was declared (rules.md §2.4)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.penalties import Penalty
from tournaments import games
from tournaments.games.rulings import titles
from tournaments.papers.words import grouped
from tournaments.rounds.scores import RecordedPenalty
from tournaments.standings.cards import POINTS_LEFT

Rules = Mapping[str, Any]


def sentence(penalty: Penalty, rules: Rules) -> str:
    """Return a penalty as a sentence, without the offender: «10 points off (Cards shown).»"""
    return _("%(taken)s (%(reason)s).") % {
        "taken": effect_text(penalty, rules),
        "reason": reason(penalty, rules),
    }


def reason(penalty: Penalty, rules: Rules) -> str:
    """Return the reason: the title of a ruling, or as it was typed, without a full stop."""
    why = penalty.why
    words = why.get("words", "")
    if "code" in why:  # this version may no longer know it
        words = titles(games.game_of(rules).words.irregularities()).get(why["code"], why["code"])
    return words.strip().removesuffix(".")


def effect_text(penalty: Penalty, rules: Rules) -> str:
    """Return what a penalty takes, in words."""
    if penalty.game is not None:
        return _("the game is lost")
    if penalty.deal:
        return _("a new deal")
    return points_off(penalty.points, rules)


def points_off(points: int, rules: Rules) -> str:
    """Return a number of points off, by the name of what they come off."""
    words = {"points": grouped(points)}
    if rules["penalised"] == "match_points":
        return ngettext("%(points)s match point off", "%(points)s match points off", points) % words
    return ngettext("%(points)s point off", "%(points)s points off", points) % words


def points_off_rank(rules: Rules) -> bool:
    """Return whether points off reduce a sum that ranks."""
    return bool({rules["penalised"], POINTS_LEFT} & set(rules["criteria"]))


def scale_sentence(scale: Sequence[Mapping[str, Any]], rules: Rules) -> str:
    """Return the declared scale, fault by fault, as it is on the wall."""
    return " ".join(
        _("%(fault)s: %(taken)s.") % {"fault": one["fault"], "taken": fault(one, rules)} for one in scale
    )


def fault(one: Mapping[str, Any], rules: Rules) -> str:
    """Return what a fault of the scale costs, in words."""
    return _("a new deal") if one.get("deal") else points_off(one["points"], rules)


def entry_penalties(ruled: Iterable[RecordedPenalty], number: int) -> list[str]:
    """Return the penalties of an entry that are not taken back and take something, game by game."""
    return [
        _("Game %(game)s: %(said)s")
        % {
            "game": one.line.meeting.round.number,
            "said": sentence(one.penalty, one.line.meeting.round.stage.rules),
        }
        for one in ruled
        if number in one.penalty.offenders
        and not one.taken_back
        and not one.penalty.deal
        and one.line.meeting.round.stage.order == 1
    ]
