"""The set-up page in words: a summary of each section, and whether the day fits, with what to do about it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.criteria import credited_index
from tournaments.common import competitors
from tournaments.common.messages import sentences
from tournaments.common.messages.sentences import Sentence
from tournaments.games.criteria import SIGNED, criteria_in_words
from tournaments.games.declared_rules import credits_sentence
from tournaments.models import Tournament
from tournaments.pairing import pairing_systems, seats_from_file
from tournaments.pairing.feasibility import Feasibility, games_end
from tournaments.pairing.pairing_systems import Tables, pairing_system_of
from tournaments.pairing.problems import Problem, Solution
from tournaments.publishing import bracket_words
from tournaments.publishing.names import clock
from tournaments.publishing.tournament_words import apart_sentence
from tournaments.web.setup.forms import boards, game_parts, leaving, match, points
from tournaments.web.setup.forms.choices import ODD, languages
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.templatetags.figures import figure

Rules = dict[str, Any]
BOX_TITLES = {
    "unread": gettext_lazy("Keep typing"),
    "impossible": gettext_lazy("It cannot be played like this yet"),
    "warning": gettext_lazy("It can be played"),
    "ok": gettext_lazy("The day can be played"),
}
"""The title of the box that says whether the day fits, by its state."""
PRESENT_LABELS = {
    competitors.PLAYERS: gettext_lazy("Players here"),
    competitors.TEAMS: gettext_lazy("Teams here"),
    competitors.ENTRIES: gettext_lazy("Players and teams here"),
}


def section_summaries(form: SetupForm, rules: Rules) -> dict[str, str]:
    """Return the summary of each section by its name."""
    given = form.field_values()
    summaries: dict[str, str] = {}
    summaries |= game_parts.TABLES[form.game].summary(rules)
    shared = {
        "seats": seating_sentences(rules),
        "match": match.summary(rules),
        "boards": boards.summary(rules),
        "order": capfirst(criteria_in_words(rules["criteria"])) + ".",
        "odd": _odd_summary(given, rules),
        "times": _times_summary(rules),
        "leaving": str(dict(leaving.CHOICES)[given["withdrawn"]]) + ".",
        "credit_missed": credits_sentence(rules),
        "credit_bye": credits_sentence(rules),
        "penalties": _penalties_summary(given),
        "playoffs": bracket_words.playoffs_sentence(rules.get("playoffs")),
    }
    if points.FIELD in form.fields:
        shared |= _suggested_points(form, rules)
    else:  # for a new tournament it is a card, open
        names = ("missed", "forfeit_present", "forfeit_absent")
        worth = {name: "–" if given[name] is None else figure(given[name]) for name in names}
        sentence = _(
            "In points: a missed game %(missed)s; a forfeit %(forfeit_present)s to %(forfeit_absent)s."
        )
        shared["declared"] = sentence % worth
    if "paper" in form.fields:  # a format has none
        shared["rest"] = _rest_summary(rules)
        paper = dict(Tournament.Paper.choices).get(given["paper"], "")
        live = given["standings_shown"] == Tournament.StandingsShown.LIVE
        shown = _("standings live") if live else _("standings after each closed game")
        language = dict(languages()).get(given["language"], "")
        shared["papers"] = _(", ").join(str(one) for one in (paper, language, shown)) + "."
    return {**shared, **summaries}


def _odd_summary(given: dict[str, Any], rules: Rules) -> str:
    """Return the first line of the chosen way, as on its card; without a choice, what is done."""
    if Tables.from_rules(rules).left_over > 1:
        return _("They sit out, in turn.")
    return str(dict(ODD).get(given["odd"], "")).partition("\n")[0] + "."


def seating_sentences(rules: Rules) -> str:
    """Return the sentences that say how people are seated by these rules."""
    if rules["movement"] == seats_from_file.NAME and rules.get("seats_file"):
        return seats_file_sentence(rules)
    code = pairing_systems.PAIRING_SYSTEMS[rules["movement"]].CODES["seats"]
    found, clubs = [str(sentences.sentence(code))], rules["keep_clubs_apart"]
    if clubs or rules["apart_for"] != 1 or rules["apart_at_any_price"]:
        found.append(apart_sentence(rules))
    if clubs:
        found.append(_("Members of the same club are kept apart too, where possible."))
    return " ".join(found)


def seats_file_sentence(rules: Rules) -> str:
    """Return in words the name of the file of seats, its games and its people."""
    file = pairing_systems.seats_file_of(rules) or seats_from_file.FromFile()
    words = {"name": rules["seats_file"]["name"], "games": len(file.rounds), "people": len(file.people)}
    if not words["name"]:
        return _("From a file: %(games)d games, %(people)d people.") % words
    return _("From the file “%(name)s”: %(games)d games, %(people)d people.") % words


def _times_summary(rules: Rules) -> str:
    sentence = ngettext(
        "Game 1 at %(start)s, %(minutes)d minute a game",
        "Game 1 at %(start)s, %(minutes)d minutes a game",
        rules["minutes"],
    ) % {"start": clock(rules["start"]), "minutes": rules["minutes"]}
    dinner = next((pause for pause in rules["breaks"] if pause["code"] == "dinner"), None)
    if dinner:
        return sentence + _(", lunch after game %(game)d.") % {"game": dinner["after"]}
    return sentence + _(", no lunch.")


def _rest_summary(rules: Rules) -> str:
    """Return what the rules say of the day, in a line."""
    if not rules["rounds"]:
        return _times_summary(rules)
    games = ngettext("%(count)d game", "%(count)d games", rules["rounds"]) % {"count": rules["rounds"]}
    return f"{games}. {_times_summary(rules)}"


def _suggested_points(form: SetupForm, rules: Rules) -> dict[str, str]:
    """Return the suggested points of games that are not played, and the reason."""
    worth = points.suggested(form)
    present, absent = worth["forfeit_present"], worth["forfeit_absent"]
    found = [] if credited_index(rules) is None else [_("Missed game: %(missed)d.") % worth]
    found.append(_("Forfeit: %(forfeit_present)d to %(forfeit_absent)d.") % worth)
    if {present, absent} == {0, 1}:
        why = _("The smallest win: the totals are those of games that were played.")
    elif absent and present:
        why = _("A plain win, with the widest spread that does not count for more.")
    else:
        why = _(
            "The side that is there gets what a win is worth. A game that is not played is worth nothing."
        )
    return {"suggested": " ".join(found), "suggested_why": why}


def _penalties_summary(given: dict[str, Any]) -> str:
    count = len(given["penalties"])
    if not count:
        return _("No scale declared: a judge says what a fault costs.")
    return ngettext("A scale of %(count)d fault.", "A scale of %(count)d faults.", count) % {"count": count}


def unread_sentence(labels: Sequence[Any]) -> Sentence:
    """Return the summaries shown while fields cannot be read yet, by their labels."""
    fields = _(", ").join(str(label) for label in labels)
    text = _("This box will sum up the day as soon as these can be read: %(fields)s.")
    return Sentence(text % {"fields": fields}, "unread")


def facts(feasibility: Feasibility, rules: Rules, kind: str, *, here: bool) -> list[dict[str, str]]:
    """Return the figures of a tournament with their labels; `here`: with the number of those present."""
    people = {"code": "here", "label": str(PRESENT_LABELS[kind]), "value": str(feasibility.players)}
    at_three = {
        "code": "at_three",
        "label": _("Games at the table of three"),
        "value": _games_at_three(feasibility),
    }
    decided = [
        {"code": "games", "label": _("Games for each"), "value": _games(feasibility)},
        {"code": "sits_out", "label": _("Who sits out"), "value": _sitting_out_sentence(feasibility)},
        *([at_three] if feasibility.three else []),
        {"code": "opponents", "label": _("Opponents for each"), "value": _opponents(feasibility)},
        {"code": "again", "label": _("Who meets again"), "value": _rematches(feasibility, rules)},
    ]
    undecided = feasibility.sits_out and rules["odd"] is None
    if not rules["rounds"]:  # a bracket alone: when it ends depends on its matches
        tables = {"code": "tables", "label": _("Tables in use"), "value": str(feasibility.tables_needed)}
        return [*([people] if here else []), tables]
    return [
        *([people] if here else []),
        *([] if undecided else decided),
        {"code": "tables", "label": _("Tables in use"), "value": _tables(feasibility)},
        {"code": "ends", "label": _("Ends about"), "value": clock(games_end(rules))},
    ]


def _tables(feasibility: Feasibility) -> str:
    """Return the number of tables and, where they differ, how many sit at them."""
    playing = Counter(size for size in feasibility.sizes if size > 1)
    if max(playing, default=2) == 2 or feasibility.three:
        return str(feasibility.tables_needed)
    parts = [
        _("%(tables)d of %(seats)d") % {"tables": tables, "seats": seats} for seats, tables in playing.items()
    ]
    if feasibility.sits_out:
        parts.append(_("%(tables)d for those who sit out") % {"tables": feasibility.sits_out})
    return _("%(count)d: %(told)s") % {"count": feasibility.tables_needed, "told": _(", ").join(parts)}


def _games(feasibility: Feasibility) -> str:
    if feasibility.games_least == feasibility.games_most:
        return str(feasibility.games_most)
    return _("%(least)d or %(most)d") % {"least": feasibility.games_least, "most": feasibility.games_most}


def _opponents(feasibility: Feasibility) -> str:
    """Return how many others each can meet at most."""
    if feasibility.opponents_least == feasibility.opponents_most:
        return str(feasibility.opponents_most)
    return _("%(least)d to %(most)d") % {
        "least": feasibility.opponents_least,
        "most": feasibility.opponents_most,
    }


def _rematches(feasibility: Feasibility, rules: Rules) -> Sentence:
    """Return who must meet again, whatever the seating."""
    partners = pairing_system_of(rules).PARTNERS  # partners change: all meet all twice before any meet again
    if not feasibility.again:
        words = _("nobody has to more than twice") if partners else _("nobody has to")
        return Sentence(words, "nobody")
    count = feasibility.again_each or feasibility.again
    if partners and feasibility.again_each:
        sentence = ngettext(
            "everybody more than twice: at least %(count)d meeting each",
            "everybody more than twice: at least %(count)d meetings each",
            count,
        )
    elif partners:
        sentence = ngettext(
            "some more than twice: at least %(count)d meeting",
            "some more than twice: at least %(count)d meetings",
            count,
        )
    elif feasibility.again_each:
        sentence = ngettext("everybody, at least once", "everybody, at least %(count)d times", count)
    else:
        sentence = ngettext("some: at least %(count)d meeting", "some: at least %(count)d meetings", count)
    code = ("everybody" if feasibility.again_each else "some") + ("_more_than_twice" if partners else "")
    return Sentence(sentence % {"count": count}, code)


def _games_at_three(feasibility: Feasibility) -> str:
    """Return how often each is one of three at a table; over all of them it balances."""
    if feasibility.three_least == feasibility.three_most:
        return _("%(count)d for each") % {"count": feasibility.three_least}
    return _("%(least)d or %(most)d for each") % {
        "least": feasibility.three_least,
        "most": feasibility.three_most,
    }


def _sitting_out_sentence(feasibility: Feasibility) -> Sentence:
    if feasibility.sits_out > 1:
        return Sentence(
            _("%(count)d each game, in turn") % {"count": feasibility.sits_out}, "several_in_turn"
        )
    if feasibility.sits_out:
        return Sentence(_("one each game, in turn"), "in_turn")
    if feasibility.three:
        return Sentence(_("nobody; three play at one table, in turn"), "three")
    if feasibility.people > feasibility.players:
        return Sentence(_("nobody; a house player joins"), "house")
    return Sentence(_("nobody"), "nobody")


def problem_sentence(problem: Problem, kind: str = competitors.PLAYERS) -> Sentence:
    """Return a problem as a sentence; `kind` is what competes."""
    count = problem.args.get("players", problem.args.get("people"))
    who = {"who": competitors.count_phrase(int(count), kind)} if count is not None else {}
    words = _entry_problem_words(problem) | _meeting_problem_words(problem)
    return Sentence(words[problem.code] % {**problem.args, **who}, problem.code)


def _entry_problem_words(problem: Problem) -> dict[str, str]:
    return {
        "too_few_tables": _("%(who)s need %(needed)s tables; there are %(tables)s."),
        "odd_undecided": _(
            "%(players)s is an odd number: not everybody can play %(rounds)s games until you "
            "decide who plays against the one who is left over."
        ),
        "bye_credit_missing": _("Declare how many points sitting out a game is worth."),
        "file_missing": _("The file of seats is missing. Upload it, or remove it."),
        "file_has_fewer_games": _(
            "The file of seats has %(file)s games, the day %(games)s: the program seats those after it."
        ),
        "file_of_others": _(
            "The file of seats is for %(file)s people, not %(people)s: those without a line play with "
            "the others who are left over."
        ),
        "byes_unequal": ngettext(
            "With %(who)s, one sits out each game, and after %(rounds)s games not everybody "
            "has sat out equally often.",
            "With %(who)s, %(out)s sit out each game, and after %(rounds)s games not "
            "everybody has sat out equally often.",
            int(problem.args.get("out", 1)),
        ),
        "games_unequal": _(
            "Everybody must play the same number of games, but with %(who)s some would play "
            "one fewer than others in %(rounds)s games."
        ),
        "too_few_for_a_table": _("A table needs at least %(least)s (now: %(who)s)."),
        "past_midnight": _("The last game would end after midnight."),
        "late": _("The last game ends at about %(end)s, without the medals."),
    }


def _meeting_problem_words(problem: Problem) -> dict[str, str]:
    return {
        "rematches_certain": ngettext(
            "Each has only %(others)s opponent: in %(games)s games everyone meets an opponent again.",
            "Each has only %(others)s opponents: in %(games)s games everyone meets an opponent again.",
            int(problem.args.get("others", 2)),
        ),
        "rematches_likely": _("With %(who)s some may meet twice in %(games)s games."),
        "not_everybody_meets": ngettext(
            "In %(games)s game nobody meets all of the %(others)s others.",
            "In %(games)s games nobody meets all of the %(others)s others.",
            int(problem.args.get("games", 2)),
        ),
        "some_meet_once_more": ngettext(
            "In %(games)s games everybody meets everybody %(times)s time, and some once more.",
            "In %(games)s games everybody meets everybody %(times)s times, and some once more.",
            int(problem.args.get("times", 1)),
        ),
        "too_many_rounds": ngettext(
            "Each meets everybody else in %(full)s game: %(games)s games cannot be played without rematches.",
            "Each meets everybody else in %(full)s games: %(games)s games cannot be played "
            "without rematches.",
            int(problem.args.get("full", 2)),
        ),
        "lines_have_met": ngettext(
            "After %(tables)s game everybody has met the whole other line: then the lot decides who meets.",
            "After %(tables)s games everybody has met the whole other line: then the lot decides who meets.",
            int(problem.args.get("tables", 2)),
        ),
        "partners_again": _(
            "In %(games)s games some play with a partner a second time; up to %(full)s games "
            "this can be avoided."
        ),
        "not_every_partner": _("After %(full)s games everybody would have played with everybody once."),
        "tables_meet_again": _(
            "In %(games)s games some meet twice: there are only enough new people for %(bound)s games."
        ),
        "tables_may_meet_again": _(
            "In %(games)s games some may meet twice: a schedule that avoids this is known "
            "for %(known)s games, and none is possible for more than %(bound)s."
        ),
        "tables_searched": _(
            "In %(games)s games some may meet twice: the program looks for the best seats "
            "game by game. This cannot be avoided in more than %(bound)s games."
        ),
    }


def way_out(way: Solution, feasibility: Feasibility, rules: Rules, kind: str) -> tuple[str, str]:
    """Return the label of a way out of a problem, and what it brings; `kind` is what competes."""
    if way.field == "odd":
        return {
            "house": (_("A house player joins"), _("Everybody plays every game.")),
            "bye": (_("One sits out each game"), _bye_effect(feasibility, rules, kind)),
            "three": (
                _("One table plays with three"),
                _("Everybody plays every game. One wins and two lose at that table; everybody takes a turn."),
            ),
        }[str(way.value)]
    if way.field == "equal_games":
        return _("Not the same number for all"), _("Those who sit out once more play one game fewer.")
    count = int(way.value)
    if way.field == "tables":
        return ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}, _(
            "Set up more tables."
        )
    if way.field == "expected":
        who = competitors.count_phrase(count, kind)
        return (_("%(who)s at most") if count < feasibility.players else _("%(who)s at least")) % {
            "who": who
        }, ""
    if way.field == "bye_credit":
        return _("Sitting out is worth 0"), _zero_bye_effect(feasibility, rules, kind)
    label = ngettext("%(count)d game", "%(count)d games", count) % {"count": count}
    if feasibility.sits_out and count * feasibility.sits_out % feasibility.players == 0:
        each = {"games": count - count * feasibility.sits_out // feasibility.players}
        return label, _("Everybody sits out equally often and plays %(games)d.") % each
    return label, ""


def _bye_effect(feasibility: Feasibility, rules: Rules, kind: str) -> str:
    """Return the effect of a bye, in words, before it is chosen."""
    asked = (
        _("You declare the points for it.")
        if credited_index(rules) is not None
        else _("Points for it would not count in this ranking.")
    )
    return " ".join([*_extra_bye_words(feasibility, kind), asked])


def _zero_bye_effect(feasibility: Feasibility, rules: Rules, kind: str) -> str:
    """Return the effect of a bye with 0 points, in words."""
    order, at = rules["criteria"], credited_index(rules)
    if at:
        found = [_("It counts only after these: %(before)s.") % {"before": criteria_in_words(order[:at])}]
    elif order[0] in SIGNED:
        found = [_("Nobody gains or loses by it.")]
    else:
        more = _extra_bye_words(feasibility, kind)
        found = [*more, _("They fall behind by the points of a game.")] if more else []
    return " ".join([*found, _("Or type another number.")])


def _extra_bye_words(feasibility: Feasibility, kind: str) -> list[str]:
    """Count those who sit out once more than the others, in words; empty for none."""
    count = feasibility.sit_out_once_more
    words = ngettext(
        "%(who)s sits out once more than the others.", "%(who)s sit out once more than the others.", count
    )
    return [words % {"who": competitors.count_phrase(count, kind)}] if count else []
