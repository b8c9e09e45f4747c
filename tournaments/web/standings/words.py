"""Medal chances in words: for the standings and for a player's own card."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.standings import MedalChance, MedalChances, Standings, medal_chance_of, medal_chances
from tournaments.web import display_names


def medal_chances_context(
    tournament: Tournament, standings: Standings, names: display_names.Names = None
) -> dict[str, Any] | None:
    """Return who has a medal for certain, who is nearest to one and what it takes, and how many more can."""
    chances = display_names.named_medal_chances(medal_chances(tournament, standings), names)
    if chances is None or not (chances.certain or chances.hopes):
        return None
    return {
        "after": chances.first - 1,
        "certain": chances.certain,
        "hopes": [(hope, _takes(hope, chances), _bar(hope, chances)) for hope in chances.hopes],
        "others": chances.others,
        "count": len(chances.hopes) + chances.others,
    }


def medal_chance_context(tournament: Tournament, standings: Standings, number: int) -> dict[str, Any] | None:
    """Return what a medal takes for one person, in words and as a bar; None if there is nothing to say."""
    found = medal_chance_of(tournament, standings, number)
    if found is None:
        return None
    chances, hope = found
    if hope.outlook.certain:
        return {"words": _("A medal is certain."), "bar": None}
    if not hope.outlook.possible:
        return None
    words = _("A medal is in sight: %(takes)s.") % {"takes": _takes(hope, chances)}
    return {"words": words, "bar": _bar(hope, chances)}


def _bar(hope: MedalChance, chances: MedalChances) -> dict[str, Any]:
    """Return the parts of the bar: points that are too few, that leave it to the others, that are enough."""
    return {"needs": max(0, hope.outlook.needs or 0), "enough": hope.outlook.enough, "most": chances.most}


def _takes(hope: MedalChance, chances: MedalChances) -> str:
    needs, enough = max(0, hope.outlook.needs or 0), hope.outlook.enough
    games = _("in game %(last)s") if chances.first == chances.last else _("in games %(first)s to %(last)s")
    words = {"games": games % {"first": chances.first, "last": chances.last}}
    if needs:
        words["needs"] = _amount(needs, chances.by)
    if enough is not None:
        words["enough"] = _amount(enough, chances.by)
    if needs and enough is not None:
        return _("at least %(needs)s %(games)s, certain with %(enough)s") % words
    if needs:
        return _("at least %(needs)s %(games)s, and the others decide") % words
    if enough is not None:
        return _("certain with %(enough)s %(games)s") % words
    return _("the others decide")


def _amount(count: int, by: str) -> str:
    """Return points, match points or wins in words, by the criterion that ranks."""
    if by == "won":
        words = ngettext("%(count)s win", "%(count)s wins", count)
    elif by == "match_points":
        words = ngettext("%(count)s match point", "%(count)s match points", count)
    else:
        words = ngettext("%(count)s point", "%(count)s points", count)
    return words % {"count": count}
