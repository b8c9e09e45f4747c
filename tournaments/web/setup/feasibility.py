"""The feasibility box of the set-up page: the figures of the tournament, problems, and their ways out."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.criteria import credited_at
from tournaments import registration
from tournaments.common import competitors
from tournaments.common.messages.sentences import Sentence
from tournaments.games.criteria import SIGNED, in_order
from tournaments.pairing.feasibility import DAY, Feasibility, day_of, games_end, rounds_before_midnight
from tournaments.pairing.pairing_systems import pairing_system_of
from tournaments.pairing.problems import Problem, Way
from tournaments.publishing.names import clock
from tournaments.web.setup.forms.form import SetupForm

LATE = 18 * 60
HERE = {
    competitors.PLAYERS: gettext_lazy("Players here"),
    competitors.TEAMS: gettext_lazy("Teams here"),
    competitors.ENTRIES: gettext_lazy("Players and teams here"),
}
UNREAD = ("expected", "tables", "rounds", "minutes", "start")


def box(form: SetupForm, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the context of `components/feasibility.html` for the input so far."""
    unread = [form.fields[name].label for name in UNREAD if name in form.errors]
    if unread:
        fields = _(", ").join(str(label) for label in unread)
        text = _("As soon as these can be read, this box sums up the day: %(fields)s.")
        return {
            "state": "warning",
            "title": _("Go on typing"),
            "sentences": [Sentence(text % {"fields": fields}, "unread")],
        }
    day = day_of(rules, _players(form), tables=rules["tables"])
    return feasibility_context(day, rules, form.competing, here=form.frozen)


def feasibility_context(
    day: Feasibility, rules: dict[str, Any], kind: str = competitors.PLAYERS, *, here: bool = True
) -> dict[str, Any]:
    """Return the figures and problems of a tournament; `kind` is what competes (`competitors`).

    `here`: with the number of those present, who are counted, not expected.
    """
    problems = [*day.problems, *_too_long(rules)]
    if any(problem.hard for problem in problems):
        state, title = "impossible", _("It cannot be played like this yet")
    elif problems:
        state, title = "warning", _("It can be played")
    else:
        state, title = "ok", _("The day fits")
    first = [problem for problem in problems if problem.hard] or problems  # hard ones prevent the tournament
    ways = [
        way
        for problem in first
        for way in problem.ways
        if way.field != "rounds" or games_end({**rules, "rounds": int(way.value)}) <= DAY
    ]
    return {
        "state": state,
        "title": title,
        "sentences": [sentence(problem, kind) for problem in problems],
        "facts": _facts(day, rules, kind, here=here),
        "ways": [
            {"label": label, "note": note, "name": "way", "value": f"{way.field}={way.value}"}
            for way in dict.fromkeys(ways)
            for label, note in [_way(way, day, rules, kind)]
        ],
    }


def _players(form: SetupForm) -> int:
    """Return those present once the tournament has begun, before that those expected."""
    if form.frozen and form.tournament:
        return max(2, len(registration.present(form.tournament, form.last_seated)))
    return int(form.given()["expected"])


def _too_long(rules: dict[str, Any]) -> list[Problem]:
    end = games_end(rules)
    if end > DAY:
        fits = rounds_before_midnight(rules)
        return [Problem("past_midnight", True, {}, (Way("rounds", fits),) if fits else ())]
    return [Problem("late", False, {"end": clock(end)})] if end > LATE else []


def _facts(day: Feasibility, rules: dict[str, Any], kind: str, *, here: bool) -> list[dict[str, str]]:
    people = {"code": "here", "label": str(HERE[kind]), "value": str(day.players)}
    at_three = {"code": "at_three", "label": _("Games at the table of three"), "value": _at_three(day)}
    decided = [
        {"code": "games", "label": _("Games for each"), "value": _games(day)},
        {"code": "sits_out", "label": _("Who sits out"), "value": _who_sits_out(day)},
        *([at_three] if day.three else []),
        {"code": "opponents", "label": _("Opponents for each"), "value": _opponents(day)},
        {"code": "again", "label": _("Who meets again"), "value": _again(day, rules)},
    ]
    undecided = day.sits_out and rules["odd"] is None
    if not rules["rounds"]:  # a bracket alone: when it ends depends on its matches
        tables = {"code": "tables", "label": _("Tables in use"), "value": str(day.tables_needed)}
        return [*([people] if here else []), tables]
    return [
        *([people] if here else []),
        *([] if undecided else decided),
        {"code": "tables", "label": _("Tables in use"), "value": _tables(day)},
        {"code": "ends", "label": _("Ends at about"), "value": clock(games_end(rules))},
    ]


def _tables(day: Feasibility) -> str:
    """Return the number of tables and, where they differ, how many sit at them."""
    playing = Counter(size for size in day.sizes if size > 1)
    if max(playing, default=2) == 2 or day.three:
        return str(day.tables_needed)
    told = [
        _("%(tables)d of %(seats)d") % {"tables": tables, "seats": seats} for seats, tables in playing.items()
    ]
    if day.sits_out:
        told.append(_("%(tables)d for who sits out") % {"tables": day.sits_out})
    return _("%(count)d: %(told)s") % {"count": day.tables_needed, "told": _(", ").join(told)}


def _games(day: Feasibility) -> str:
    if day.games_least == day.games_most:
        return str(day.games_most)
    return _("%(least)d or %(most)d") % {"least": day.games_least, "most": day.games_most}


def _opponents(day: Feasibility) -> str:
    """Return how many others each can meet at most."""
    if day.opponents_least == day.opponents_most:
        return str(day.opponents_most)
    return _("%(least)d to %(most)d") % {"least": day.opponents_least, "most": day.opponents_most}


def _again(day: Feasibility, rules: dict[str, Any]) -> Sentence:
    """Return who must meet again, whatever the seating."""
    partners = pairing_system_of(rules).PARTNERS  # partners change: all meet all twice before any meet again
    if not day.again:
        words = _("nobody has to more than twice") if partners else _("nobody has to")
        return Sentence(words, "nobody")
    count = day.again_each or day.again
    if partners and day.again_each:
        told = ngettext(
            "everybody more than twice: at least %(count)d meeting each",
            "everybody more than twice: at least %(count)d meetings each",
            count,
        )
    elif partners:
        told = ngettext(
            "some more than twice: at least %(count)d meeting",
            "some more than twice: at least %(count)d meetings",
            count,
        )
    elif day.again_each:
        told = ngettext("everybody, at least once", "everybody, at least %(count)d times", count)
    else:
        told = ngettext("some: at least %(count)d meeting", "some: at least %(count)d meetings", count)
    code = ("everybody" if day.again_each else "some") + ("_more_than_twice" if partners else "")
    return Sentence(told % {"count": count}, code)


def _at_three(day: Feasibility) -> str:
    """Return how often each is one of three at a table; over all of them it balances."""
    if day.three_least == day.three_most:
        return _("%(count)d for each") % {"count": day.three_least}
    return _("%(least)d or %(most)d for each") % {"least": day.three_least, "most": day.three_most}


def _who_sits_out(day: Feasibility) -> Sentence:
    if day.sits_out > 1:
        return Sentence(_("%(count)d each game, in turn") % {"count": day.sits_out}, "several_in_turn")
    if day.sits_out:
        return Sentence(_("one each game, in turn"), "in_turn")
    if day.three:
        return Sentence(_("nobody; three play at one table, in turn"), "three")
    if day.people > day.players:
        return Sentence(_("nobody; a house player joins"), "house")
    return Sentence(_("nobody"), "nobody")


def sentence(problem: Problem, kind: str = competitors.PLAYERS) -> Sentence:
    """Return a problem as a sentence; `kind` is what competes."""
    count = problem.args.get("players", problem.args.get("people"))
    who = {"who": competitors.count_phrase(int(count), kind)} if count is not None else {}
    words = _words_of_the_field(problem) | _words_of_meetings(problem)
    return Sentence(words[problem.code] % {**problem.args, **who}, problem.code)


def _words_of_the_field(problem: Problem) -> dict[str, str]:
    return {
        "too_few_tables": _("%(who)s need %(needed)s tables; there are %(tables)s."),
        "odd_undecided": _(
            "%(players)s is an odd number: %(rounds)s games each cannot be had before you decide who plays "
            "against the one who is left over."
        ),
        "bye_credit_missing": _("Declare how many points sitting out a game is worth."),
        "file_missing": _("The file of seats is missing. Bring it, or put it away."),
        "file_has_fewer_games": _(
            "The file of seats has %(file)s games, the day %(games)s: those after it are seated by the "
            "program."
        ),
        "file_of_others": _(
            "The file of seats is for %(file)s people, not %(people)s: those without a line play with "
            "whoever is left over."
        ),
        "byes_unequal": ngettext(
            "With %(who)s one sits out each game, and after %(rounds)s games not everybody has "
            "sat out equally often.",
            "With %(who)s %(out)s sit out each game, and after %(rounds)s games not everybody has "
            "sat out equally often.",
            int(problem.args.get("out", 1)),
        ),
        "games_unequal": _(
            "Everybody must play equally many games, but of %(who)s some would play one fewer "
            "than others in %(rounds)s games."
        ),
        "too_few_for_a_table": _("A table needs at least %(least)s (now: %(who)s)."),
        "past_midnight": _("The last game would end after midnight."),
        "late": _("The last game ends at about %(end)s, without the medals."),
    }


def _words_of_meetings(problem: Problem) -> dict[str, str]:
    return {
        "rematches_certain": ngettext(
            "Each has %(others)s opponent only: in %(games)s games everybody meets somebody again.",
            "Each has %(others)s opponents only: in %(games)s games everybody meets somebody again.",
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
            "Each meets everybody else in %(full)s game: there are no %(games)s games in which nobody is "
            "met again.",
            "Each meets everybody else in %(full)s games: there are no %(games)s games in which nobody is "
            "met again.",
            int(problem.args.get("full", 2)),
        ),
        "lines_have_met": ngettext(
            "After %(tables)s game everybody has met the whole other line: then the lot decides who meets.",
            "After %(tables)s games everybody has met the whole other line: then the lot decides who meets.",
            int(problem.args.get("tables", 2)),
        ),
        "partners_again": _(
            "In %(games)s games some play with a partner a second time; there are %(full)s games without."
        ),
        "not_every_partner": _("After %(full)s games everybody would have played with everybody once."),
        "tables_meet_again": _(
            "In %(games)s games some meet twice: there are only enough new people for %(bound)s games."
        ),
        "tables_may_meet_again": _(
            "In %(games)s games some may meet twice: a schedule without that is known for %(known)s games, "
            "and there cannot be one for more than %(bound)s."
        ),
        "tables_searched": _(
            "In %(games)s games some may meet twice: the best seats are looked for game by game. Without "
            "that there cannot be more than %(bound)s games."
        ),
    }


def _way(way: Way, day: Feasibility, rules: dict[str, Any], kind: str) -> tuple[str, str]:
    if way.field == "odd":
        return {
            "house": (_("A house player joins"), _("Everybody plays every game.")),
            "bye": (_("One sits out each game"), _of_a_bye(day, rules, kind)),
            "three": (
                _("One table plays with three"),
                _("Everybody plays every game. One wins and two lose at that table; everybody takes a turn."),
            ),
        }[str(way.value)]
    if way.field == "equal_games":
        return _("Not equally many"), _("Who sits out once more plays one game fewer.")
    count = int(way.value)
    if way.field == "tables":
        return ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}, _(
            "Bring in more tables."
        )
    if way.field == "expected":
        who = competitors.count_phrase(count, kind)
        return (_("%(who)s at the most") if count < day.players else _("%(who)s at least")) % {"who": who}, ""
    if way.field == "bye_credit":
        return _("Sitting out is worth 0"), _of_nothing(day, rules, kind)
    label = ngettext("%(count)d game", "%(count)d games", count) % {"count": count}
    if day.sits_out and count * day.sits_out % day.players == 0:
        each = {"games": count - count * day.sits_out // day.players}
        return label, _("Everybody sits out equally often and plays %(games)d.") % each
    return label, ""


def _of_a_bye(day: Feasibility, rules: dict[str, Any], kind: str) -> str:
    """Return the effect of a bye, in words, before it is chosen."""
    asked = (
        _("You declare the points for it.")
        if credited_at(rules) is not None
        else _("Points for it would not count in this ranking.")
    )
    return " ".join([*_once_more(day, kind), asked])


def _of_nothing(day: Feasibility, rules: dict[str, Any], kind: str) -> str:
    """Return the effect of a bye with 0 points, in words."""
    order, at = rules["criteria"], credited_at(rules)
    if at:
        said = [_("It counts only after these: %(before)s.") % {"before": in_order(order[:at])}]
    elif order[0] in SIGNED:
        said = [_("Nobody gains or loses by it.")]
    else:
        more = _once_more(day, kind)
        said = [*more, _("They fall behind by the points of a game.")] if more else []
    return " ".join([*said, _("Or type another number.")])


def _once_more(day: Feasibility, kind: str) -> list[str]:
    """Count those who sit out once more than the others, in words; empty for none."""
    count = day.sit_out_once_more
    words = ngettext(
        "%(who)s sits out once more than the others.", "%(who)s sit out once more than the others.", count
    )
    return [words % {"who": competitors.count_phrase(count, kind)}] if count else []
