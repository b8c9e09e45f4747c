"""Press texts: about ninety words for a newspaper, and a longer one with the first ten, in both languages."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import registration
from tournaments.common import competitors
from tournaments.papers.words import grouped, signed
from tournaments.publishing import board_results, club_words, explain
from tournaments.publishing.names import date_words
from tournaments.publishing.outputs.rows import LANGUAGES, Day
from tournaments.publishing.prizes import RANK
from tournaments.standings import Row

FIRST = 10


class Win(NamedTuple):
    """The widest win: winner, loser, margin, game."""

    winner: int
    loser: int
    points: int
    against: int
    game: int


def press_files(day: Day) -> Iterator[tuple[str, bytes]]:
    """Yield both texts in each language."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            yield f"short-{folder}.txt", short(day).encode()
            yield f"long-{folder}.txt", long(day).encode()


def short(day: Day) -> str:
    """Return about ninety words: the winner and their total, who follows, how many played, thanks."""
    return _joined([_title(day), *_provisional(day), " ".join(_sentences(day)), _thanks()])


def long(day: Day) -> str:
    """Return the same, with the first ten and their clubs."""
    parts = [
        _title(day),
        *_provisional(day),
        " ".join(_sentences(day)),
        *_first(day),
        *_categories(day),
        *_clubs(day),
        *_boards(day),
        *_prizes(day),
    ]
    return _joined([*parts, _thanks()])


def _joined(parts: list[str]) -> str:
    return "\n\n".join([*parts, ""])


def _provisional(day: Day) -> Iterator[str]:
    """Yield that the standings are not official yet, and after which game they are."""
    if day.shown.by_bracket and not day.is_official:
        yield _("Interim standings")
    elif not day.is_official:
        words = {"game": day.through, "games": day.rules["rounds"]}
        yield _("Interim standings after game %(game)s of %(games)s") % words


def not_in_full(text: str, day: Day) -> str:
    """Return how many names of a text are not in full; nothing where all are."""
    count = sum(bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)) for name in day.shortened)
    note = ngettext(
        "Note: %(count)s name is not in full, as this person was not asked or did not agree.",
        "Note: %(count)s names are not in full, as these people were not asked or did not agree.",
        count,
    )
    return note % {"count": count} if count else ""


def _first(day: Day) -> Iterator[str]:
    """Yield the first in rank, a line each; nothing while a bracket that gives the places is not over."""
    if day.shown.has_places:
        first = day.shown.ranked[:FIRST]
        places = [(f"{row.rank}. {_who(row)}", _result(row, day)) for row in first]
        rows = [_(", ").join(one) if day.shown.by_bracket else _line(*one) for one in places]
        yield "\n".join([_("The first ten:") if len(rows) == FIRST else _("The standings:"), *rows])


def _line(what: str, says: str) -> str:
    return _("%(category)s: %(names)s") % {"category": what, "names": says}


def _categories(day: Day) -> Iterator[str]:
    """Yield the leaders of the categories, a line each."""
    if day.categories and day.shown.has_places:
        first = [(one.name, [_who(row) for row in one.shown.rows if row.rank == 1]) for one in day.categories]
        lines = [_line(name, explain.join_names(who)) for name, who in first]
        yield "\n".join([_("Categories:"), *lines])


def _clubs(day: Day) -> Iterator[str]:
    """Yield the leading club teams, with those who count for them."""
    if clubs := day.club_teams:
        first = [one for one in clubs.teams if one.team.rank == 1]
        lines = [_line(one.name, f"{one.total} ({club_words.join_counted(one)})") for one in first]
        yield "\n".join([_("First of the clubs:"), *lines])


def _boards(day: Day) -> Iterator[str]:
    """Yield the members who won most boards, a line each, with all who are level with the last of them."""
    first = [one for one in board_results.member_results(day) if 0 < one.place <= board_results.FIRST]
    line = _("%(rank)s. %(name)s (%(team)s): %(won)s of %(boards)s won, spread %(spread)s")
    lines = [
        line
        % {
            "rank": one.place,
            "name": one.name,
            "team": board_results.team(day, one.number),
            "won": one.won,
            "boards": len(one.played),
            "spread": signed(one.spread),
        }
        for one in first
    ]
    if lines:
        yield "\n".join([_("Best boards of the day:"), *lines])


def _prizes(day: Day) -> Iterator[str]:
    """Yield the winners of prizes that are not for a rank, a line each."""
    special = [one for one in day.prizes if one.award.prize.kind != RANK]
    if special:
        lines = [_line(one.what, one.who) for one in special]
        yield "\n".join([_("Special prizes:"), *lines])


def _title(day: Day) -> str:
    if not day.shown.has_places:
        return day.name
    first = [row for row in day.shown.rows if row.rank == 1]
    words = {"day": day.name, "names": explain.join_names([row.name for row in first])}
    if day.is_official:
        return _("%(day)s: first place for %(names)s") % words
    return _("%(day)s: %(names)s in the lead") % words


def _result(row: Row, day: Day) -> str:
    """Return what decided the place of a row, with how a tie in it was decided."""
    result = explain.standing(row, day.shown)
    if day.shown.by_bracket or explain.placed_by_playoffs(row) or not row.decision:
        return result
    how = explain.decided(row.decision.code, row.decision.args)
    return _(", ").join([result, how]) if how else result


def _who(row: Row) -> str:
    club = registration.club_beside(row.name, row.club)
    return f"{row.name} ({club})" if club else row.name


def _sentences(day: Day) -> Iterator[str]:
    clubs = len({registration.club_key(row.club) for row in day.shown.rows if row.club})
    people = len(day.shown.rows)
    words = {
        "date": date_words(day.date, weekday=True),
        "place": day.place,
        "players": competitors.count_phrase(people, day.competing),
        "clubs": ngettext("%(count)s club", "%(count)s clubs", clubs) % {"count": clubs},
    }
    if day.place and clubs:
        yield _("On %(date)s, %(players)s from %(clubs)s met at the card tables (%(place)s).") % words
    elif day.place:
        yield _("On %(date)s, %(players)s met at the card tables (%(place)s).") % words
    elif clubs:
        yield _("On %(date)s, %(players)s from %(clubs)s met at the card tables.") % words
    else:
        yield _("On %(date)s, %(players)s met at the card tables.") % words
    yield from _ranks(day)
    widest = widest_win(day)
    if widest:
        words = {
            "winner": day.called(widest.winner),
            "loser": day.called(widest.loser),
            "points": grouped(widest.points),
            "against": grouped(widest.against),
            "game": str(widest.game),
        }
        yield (
            _(
                "The widest win was %(points)s to %(against)s, by %(winner)s against %(loser)s in game "
                "%(game)s."
            )
            % words
        )


def _ranks(day: Day) -> Iterator[str]:
    """Yield the first place with its result, then the other places of the podium."""
    first = [row for row in day.shown.rows if row.rank == 1]
    words = {
        "games": ngettext("%(count)s game", "%(count)s games", day.through) % {"count": day.through},
        "names": explain.join_names([_who(row) for row in first]),
        "has": _result(first[0], day),
    }
    if day.shown.by_bracket:
        if day.shown.has_places:
            yield _("First place went to %(names)s.") % words
    elif explain.placed_by_playoffs(first[0]):
        yield _("After %(games)s and the playoffs, first place went to %(names)s.") % words
    elif day.is_official:
        yield _("After %(games)s, first place went to %(names)s, with %(has)s.") % words
    else:
        yield _("After %(games)s, %(names)s had the lead, with %(has)s.") % words
    sentences = {2: _("Second place: %(names)s, %(has)s."), 3: _("Third place: %(names)s, %(has)s.")}
    for rank, sentence in sentences.items():
        rows = [row for row in day.shown.rows if row.rank == rank]
        if rows:
            names = explain.join_names([_who(row) for row in rows])
            yield sentence % {"names": names, "has": _result(rows[0], day)}


def _thanks() -> str:
    return _(
        "The organisers thank all the players, the volunteers who ran the desk and the tables, and the clubs "
        "that sent them."
    )


def widest_win(day: Day) -> Win | None:
    """Return the game with the widest margin, the first of several; None where none was played out."""
    wins = [
        Win(number, row.opponents[0][0], row.points, row.against, row.game)
        for number, card in day.cards.items()
        for row in card
        if row.won and not row.award and len(row.opponents) == 1
        if row.points is not None and row.against is not None
    ]
    return max(wins, key=lambda win: (abs(win.points - win.against), -win.game, -win.winner), default=None)
