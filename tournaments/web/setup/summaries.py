"""A one-sentence summary of each section of the set-up page, so that most need not be opened."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.common.messages import sentences
from tournaments.games.criteria import in_order
from tournaments.games.declared_rules import credits_sentence
from tournaments.models import Tournament
from tournaments.pairing import pairing_systems, seats_from_file
from tournaments.pairing.pairing_systems import Tables
from tournaments.publishing import bracket_words
from tournaments.publishing.names import clock
from tournaments.publishing.tournament_words import apart_sentence
from tournaments.web.setup.forms import boards, game_parts, match
from tournaments.web.setup.forms.choices import ODD, languages
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.templatetags.figures import figure

Rules = dict[str, Any]


def section_summaries(form: SetupForm, rules: Rules) -> dict[str, str]:
    """Return the summary of each section by its name."""
    given = form.given()
    told: dict[str, str] = {}
    for game, own in form.parts.items():
        of_game = rules if game == form.game else game_parts.rules_of(game, own, given)
        told |= game_parts.TABLES[game].summary(of_game)
    shared = {
        "seats": seating_sentences(rules),
        "match": match.summary(rules),
        "boards": boards.summary(rules),
        "order": capfirst(in_order(rules["criteria"])) + ".",
        "odd": _odd(given, rules),
        "times": _times(rules),
        "credit_missed": credits_sentence(rules),
        "credit_bye": credits_sentence(rules),
        "penalties": _penalties(given),
        "playoffs": bracket_words.declared(rules.get("playoffs")),
    }
    if form.tournament:  # for a new one it is a card, open
        names = ("missed", "forfeit_present", "forfeit_absent")
        points = {name: "–" if given[name] is None else figure(given[name]) for name in names}
        said = _("In points: a missed game %(missed)s; a forfeit %(forfeit_present)s to %(forfeit_absent)s.")
        shared["declared"] = said % points
    if "paper" in form.fields:  # a format has none
        paper = dict(Tournament.Paper.choices).get(given["paper"], "")
        live = given["standings_shown"] == Tournament.StandingsShown.LIVE
        shown = _("standings live") if live else _("standings after each closed game")
        language = dict(languages()).get(given["language"], "")
        shared["papers"] = _(", ").join(str(one) for one in (paper, language, shown)) + "."
    return {**shared, **told}


def _odd(given: dict[str, Any], rules: Rules) -> str:
    """Return the first line of the chosen way, as on its card; without a choice, what is done."""
    if Tables.of(rules).left_over > 1:
        return _("They sit out, in turn.")
    return str(dict(ODD).get(given["odd"], "")).partition("\n")[0] + "."


def seating_sentences(rules: Rules) -> str:
    if rules["movement"] == seats_from_file.NAME and rules.get("seats_file"):
        return from_the_file(rules)
    code = pairing_systems.pairing_system(rules["movement"]).CODES["seats"]
    said, clubs = [str(sentences.sentence(code))], rules["keep_clubs_apart"]
    if clubs or rules["apart_for"] != 1 or rules["apart_at_any_price"]:
        said.append(apart_sentence(rules))
    if clubs:
        said.append(_("Members of one club are kept apart too, where that can be had."))
    return " ".join(said)


def from_the_file(rules: Rules) -> str:
    """Return in words the name of the file of seats, its games and its people."""
    file = pairing_systems.seats_file_of(rules) or seats_from_file.FromFile()
    told = {"name": rules["seats_file"]["name"], "games": len(file.rounds), "people": len(file.people)}
    if not told["name"]:
        return _("From a file: %(games)d games, %(people)d people.") % told
    return _("From the file “%(name)s”: %(games)d games, %(people)d people.") % told


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


def _penalties(given: dict[str, Any]) -> str:
    count = len(given["penalties"])
    if not count:
        return _("No scale declared: a judge says what a fault costs.")
    return ngettext("A scale of %(count)d fault.", "A scale of %(count)d faults.", count) % {"count": count}
