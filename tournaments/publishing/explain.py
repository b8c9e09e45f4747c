"""Explain a rank in a sentence: the words for the codes and numbers of a row."""

from collections.abc import Iterator

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments import games
from tournaments.games import criteria
from tournaments.papers.words import grouped
from tournaments.publishing import bracket_words
from tournaments.standings import Row, Standings

MAX_NAMES = 3


def explain(row: Row, standings: Standings) -> str:
    """Return a row of `standings` as a sentence in the active language.

    Such as '1 612 points, 9 behind Huguette Côté; won 8 of 15; 2 skunks; spread +104.'
    """
    sentence = _("; ").join(_parts(row, standings))
    return _("%(explanation)s.") % {"explanation": sentence[:1].upper() + sentence[1:]}


def _parts(row: Row, standings: Standings) -> Iterator[str]:
    yield _points_and_gap(row, standings)
    if standings.by_bracket:  # the sentence above is how the place was decided
        if row.shared and row.has_begun:
            yield _shared(row, standings)
        yield from _remarks(row)
        return
    leader = standings.by_number.get(row.above) if row.above is not None else None
    if leader and (ahead := criteria.deciding_criterion(row, leader, standings)[1]):
        yield ahead
    if row.shared:
        yield _shared(row, standings)
    if how := _decision(row):
        yield how
    if row.games:
        yield from games.GAMES[standings.game].words.details(row)
        if standings.two_cards:
            yield _("card totals %(foot)s") % {"foot": row.foot}
    yield from _remarks(row, of_these=standings.rank_by == standings.credited)


def _points_and_gap(row: Row, standings: Standings) -> str:
    leader = standings.by_number.get(row.above) if row.above is not None else None
    if standings.by_bracket:
        return standing_text(row, standings)
    if row.out or placed_by_playoffs(row):
        return _figures(row, standings)
    if leader is not None:
        sentence: str = games.GAMES[standings.game].words.behind(row, leader, standings.rank_by)
        return sentence
    has = standing_text(row, standings)
    if row.shared or not row.points:
        return has
    if criteria.ranks_lowest_first(standings.rank_by):
        return _("%(points)s: nobody has fewer") % {"points": has}
    return _("%(points)s: nobody has more") % {"points": has}


def standing_text(row: Row, standings: Standings) -> str:
    """Return what decided the place of a row, in words: '1 612 points', or '5 games won, value +312'.

    Where playoffs gave the place, the result in them: 'won the playoffs'. Points of the games before do not
    order those rows.
    """
    if standings.by_bracket or placed_by_playoffs(row):
        return _decision(row) or _("no place yet")
    return _figures(row, standings)


def placed_by_playoffs(row: Row) -> bool:
    """Return whether the place of a row follows from playoffs, not from the games before them."""
    return row.decision is not None and row.decision.code.startswith("playoffs")


def _figures(row: Row, standings: Standings) -> str:
    sentence: str = games.GAMES[standings.game].words.standing(row, standings.rank_by)
    return sentence


def _shared(row: Row, standings: Standings) -> str:
    others = [standings.by_number[number].name for number in row.shared_with]
    words = {"place": ordinal(row.rank), "names": join_names(others)}
    return _("shares %(place)s place with %(names)s") % words


def _remarks(row: Row, *, of_these: bool = True) -> Iterator[str]:
    """Yield what was not played; `of_these`: the first figure in the sentence includes declared points."""
    if row.out:
        yield _("left before the last game, so removed from the standings")
    if row.penalty:
        yield ngettext(
            "%(points)s point taken off by a judge", "%(points)s points taken off by a judge", row.penalty
        ) % {"points": grouped(row.penalty)}
    if row.byes:
        yield ngettext("%(count)s bye", "%(count)s byes", row.byes) % {"count": row.byes}
    if row.missed:
        yield ngettext("missed %(count)s game", "missed %(count)s games", row.missed) % {"count": row.missed}
    if row.credited:
        words = {"points": grouped(row.credited)}
        sentence = (
            _("%(points)s of these points were declared for that")
            if of_these
            else _("points declared for that: %(points)s")
        )
        yield sentence % words
    if row.awards:
        yield ngettext(
            "%(count)s game was not played out and counts with declared points",
            "%(count)s games were not played out and count with declared points",
            row.awards,
        ) % {"count": row.awards}


def notes(row: Row) -> tuple[str, ...]:
    """Return remarks that the figures do not show: how a tie was decided, penalties, games not played."""
    how = _decision(row)
    return (*([how] if how else []), *_remarks(row))


def _decision(row: Row) -> str:
    return decided(row.decision.code, row.decision.args) if row.decision else ""


def decided(code: str, args: tuple[int, ...]) -> str:
    """Return how a tie in points was decided, in words; empty where no match decided it."""
    if code == "best_of_three":
        return _("decided by a best of three, %(own)s–%(other)s") % {"own": args[0], "other": args[1]}
    if code == "playoffs_out":
        return _("out of the playoffs in the %(round)s") % {
            "round": bracket_words.round_of(args[0] if args else 0)
        }
    return {
        "playoffs_won": _("won the playoffs"),
        "playoffs_final": _("lost the final of the playoffs"),
        "playoffs_twice": _("lost for the second time in the playoffs"),
        "playoffs_third": _("won the match for third place"),
        "playoffs_fourth": _("lost the match for third place"),
        "playoffs_gone": _("forfeited a match of the playoffs, as the other side did"),
        "forfeit": _("decided by a best of three that was forfeited"),
        "matches_won": _("decided by the best of three matches of those tied"),
        "games_won": _("decided by the games won in the matches of those tied"),
        "spread": _("decided by the spread in the matches of those tied"),
        "lot": _("decided by lot"),
        "shares": "",
    }[code]


def join_names(names: list[str], most: int = MAX_NAMES) -> str:
    """Join names for a sentence: all of them, or the first `most` and how many more."""
    if len(names) > most + 1:
        more = len(names) - most
        words = {"names": _(", ").join(names[:most]), "count": more}
        return ngettext("%(names)s and %(count)s other", "%(names)s and %(count)s others", more) % words
    if len(names) > 1:
        return _("%(names)s and %(last)s") % {"names": _(", ").join(names[:-1]), "last": names[-1]}
    return names[0]


def ordinal(number: int) -> str:
    """Return a place as an ordinal: 1st, 2nd, 3rd; «1re», «2e» in French (a place is feminine)."""
    if (get_language() or "en").startswith("fr"):
        return "1re" if number == 1 else f"{number}e"
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}" + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
