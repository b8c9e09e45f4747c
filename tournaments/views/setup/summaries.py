"""One sensible sentence a section of the set-up page, so that what suits need not be opened."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.gin.book import rules_of
from scoring.match_points import read_table
from tournaments import sentences
from tournaments.forms import setup_parts
from tournaments.forms.setup import SetupForm
from tournaments.forms.setup_choices import languages, odd
from tournaments.models import Tournament
from tournaments.publication.games.gin import bonuses_numbers
from tournaments.publication.names import clock, table_name
from tournaments.seating import movements

Rules = dict[str, Any]


def of(form: SetupForm, rules: Rules) -> dict[str, str]:
    """The sentence of each section, by its name."""
    given = form.given()
    each = {game: setup_parts.rules_of(game, form, given) for game in setup_parts.PARTS}
    each[form.game] = rules
    cribbage = each["cribbage"] | {"keep_clubs_apart": given["keep_clubs_apart"]}
    of_games = {
        "cribbage": {
            "rules": _rules(cribbage),
            "ranking": _ranking(cribbage),
            "seats": _seats(cribbage),
        },
        "gin": {"gin": _gin(each["gin"])},
    }
    shown = [form.game] if form.tournament else list(of_games)
    told = {name: said for game in shown for name, said in of_games[game].items()}
    shared = {"odd": _odd(given), "times": _times(rules), "penalties": _penalties(given)}
    if form.tournament:  # of a new one it is a card, open
        shared["declared"] = _declared(given)
    return {**shared, **told, "papers": _papers(given)}


def _declared(given: dict[str, Any]) -> str:
    names = ("missed", "forfeit_present", "forfeit_absent")
    points = {name: "–" if given[name] is None else given[name] for name in names}
    said = _("In points: a missed game %(missed)s; a forfeit %(forfeit_present)s to %(forfeit_absent)s.")
    return said % points


def _odd(given: dict[str, Any]) -> str:
    """The first line of what is chosen, as on its card."""
    return str(dict(odd()).get(given["odd"], "")).partition("\n")[0] + "."


def _times(rules: Rules) -> str:
    told = ngettext(
        "Game 1 at %(start)s, %(minutes)d minute a game",
        "Game 1 at %(start)s, %(minutes)d minutes a game",
        rules["minutes"],
    ) % {"start": clock(rules["start"]), "minutes": rules["minutes"]}
    dinner = next((pause for pause in rules["breaks"] if pause["code"] == "dinner"), None)
    if dinner:
        return told + _(", lunch after game %(game)d.") % {"game": dinner["after"]}
    return told + _(", no lunch.")


def _rules(rules: Rules) -> str:
    exact = _("Exactly 121") if rules["pegging"] == "exact" else _("As pegged, 121 to 149")
    single = _("from 116 no single point") if rules["from_116"] else _("single points to the end")
    muggins = _("muggins") if rules["muggins"] else _("no muggins")
    deals = {"cut": _("the low card deals"), "loser": _("the loser deals"), "seat_a": _("seat A deals")}
    return _(", ").join([exact, single, muggins, deals[rules["first_deal"]]]) + "."


def _ranking(rules: Rules) -> str:
    table = read_table(rules["match_points"])
    if table is None:
        return _("Most points pegged wins; a tie for a medal is decided by a best of three.")
    named = {"table": table_name(table.name)}
    if rules["rank_by"] == "match_points":
        return _("Most match points wins (%(table)s).") % named
    return _("Most points pegged wins; match points are shown (%(table)s).") % named


def _gin(rules: Rules) -> str:
    gin = rules_of(rules)
    said = [bonuses_numbers(gin), _("to %(target)d") % {"target": gin.target}]
    said.append({"low": _("ace low"), "both": _("ace low or high"), "corner": _("round the corner")}[gin.ace])
    if gin.oklahoma:
        said.append(_("Oklahoma"))
    if gin.hollywood:
        said.append(_("Hollywood"))
    words = _(", ").join(said)
    return words[:1].upper() + words[1:] + "."


def _seats(rules: Rules) -> str:
    code = movements.movement(rules["movement"]).CODES["seats"]
    return sentences.sentence(code + "_apart" if rules["keep_clubs_apart"] else code)


def _penalties(given: dict[str, Any]) -> str:
    count = len(given["penalties"])
    if not count:
        return _("No scale declared: a judge says what a fault costs.")
    return ngettext("A scale of %(count)d fault.", "A scale of %(count)d faults.", count) % {"count": count}


def _papers(given: dict[str, Any]) -> str:
    paper = dict(Tournament.Paper.choices).get(given["paper"], "")
    live = given["standings_shown"] == Tournament.StandingsShown.LIVE
    shown = _("standings live") if live else _("standings after each closed game")
    said = [paper, dict(languages()).get(given["language"], ""), shown]
    return _(", ").join(str(one) for one in said) + "."
