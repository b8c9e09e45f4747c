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
from tournaments.publishing.outputs.rows import LANGUAGES, TournamentData
from tournaments.publishing.prizes import RANK
from tournaments.standings import Row

LISTED_ROWS = 10


class Win(NamedTuple):
    """The widest win: winner, loser, margin, game."""

    winner: int
    loser: int
    points: int
    against: int
    game: int


def press_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield both texts in each language."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            yield f"short-{folder}.txt", short(data).encode()
            yield f"long-{folder}.txt", long(data).encode()


def short(data: TournamentData) -> str:
    """Return about ninety words: the winner and their total, who follows, how many played, thanks."""
    return _join_paragraphs([_title(data), *_provisional(data), " ".join(_sentences(data)), _thanks()])


def long(data: TournamentData) -> str:
    """Return the same, with the first ten and their clubs."""
    parts = [
        _title(data),
        *_provisional(data),
        " ".join(_sentences(data)),
        *_first_ten(data),
        *_categories(data),
        *_clubs(data),
        *_boards(data),
        *_prizes(data),
    ]
    return _join_paragraphs([*parts, _thanks()])


def _join_paragraphs(parts: list[str]) -> str:
    return "\n\n".join([*parts, ""])


def _provisional(data: TournamentData) -> Iterator[str]:
    """Yield that the standings are not official yet, and after which game they are."""
    if data.standings.by_bracket and not data.is_official:
        yield _("Provisional standings")
    elif not data.is_official:
        words = {"game": data.last_game, "games": data.rules["rounds"]}
        yield _("Provisional standings after game %(game)s of %(games)s") % words


def shortened_names_note(text: str, data: TournamentData) -> str:
    """Return how many names of a text are not in full; nothing where all are."""
    count = sum(bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)) for name in data.shortened)
    note = ngettext(
        "Note: %(count)s name is not in full, as this person was not asked or did not agree.",
        "Note: %(count)s names are not in full, as these people were not asked or did not agree.",
        count,
    )
    return note % {"count": count} if count else ""


def _first_ten(data: TournamentData) -> Iterator[str]:
    """Yield the first in rank, a line each; nothing while a bracket that gives the places is not over."""
    if data.standings.has_places:
        first = data.standings.ranked[:LISTED_ROWS]
        places = [(f"{row.rank}. {_name_and_club(row)}", _result(row, data)) for row in first]
        rows = [_(", ").join(one) if data.standings.by_bracket else _line(*one) for one in places]
        yield "\n".join([_("The first ten:") if len(rows) == LISTED_ROWS else _("The standings:"), *rows])


def _line(what: str, says: str) -> str:
    return _("%(category)s: %(names)s") % {"category": what, "names": says}


def _categories(data: TournamentData) -> Iterator[str]:
    """Yield the leaders of the categories, a line each."""
    if data.categories and data.standings.has_places:
        first = [
            (one.name, [_name_and_club(row) for row in one.shown.rows if row.rank == 1])
            for one in data.categories
        ]
        lines = [_line(name, explain.join_names(who)) for name, who in first]
        yield "\n".join([_("Categories:"), *lines])


def _clubs(data: TournamentData) -> Iterator[str]:
    """Yield the leading club teams, with those who count for them."""
    if clubs := data.club_teams:
        first = [one for one in clubs.teams if one.team.rank == 1]
        lines = [_line(one.name, f"{one.total} ({club_words.join_counted(one)})") for one in first]
        yield "\n".join([_("First of the clubs:"), *lines])


def _boards(data: TournamentData) -> Iterator[str]:
    """Yield the members who won most boards, a line each, with all who are level with the last of them."""
    first = [
        one for one in board_results.member_results(data) if 0 < one.place <= board_results.PRESS_MEMBERS
    ]
    line = _("%(rank)s. %(name)s (%(team)s): %(won)s of %(boards)s won, spread %(spread)s")
    lines = [
        line
        % {
            "rank": one.place,
            "name": one.name,
            "team": board_results.team(data, one.number),
            "won": one.won,
            "boards": len(one.played),
            "spread": signed(one.spread),
        }
        for one in first
    ]
    if lines:
        yield "\n".join([_("Best boards of the day:"), *lines])


def _prizes(data: TournamentData) -> Iterator[str]:
    """Yield the winners of prizes that are not for a rank, a line each."""
    special = [one for one in data.prizes if one.award.prize.kind != RANK]
    if special:
        lines = [_line(one.what, one.who) for one in special]
        yield "\n".join([_("Special prizes:"), *lines])


def _title(data: TournamentData) -> str:
    if not data.standings.has_places:
        return data.name
    first = [row for row in data.standings.rows if row.rank == 1]
    words = {"day": data.name, "names": explain.join_names([row.name for row in first])}
    if data.is_official:
        return _("%(day)s: first place for %(names)s") % words
    return _("%(day)s: %(names)s in the lead") % words


def _result(row: Row, data: TournamentData) -> str:
    """Return what decided the place of a row, with how a tie in it was decided."""
    result = explain.standing_text(row, data.standings)
    if data.standings.by_bracket or explain.placed_by_playoffs(row) or not row.decision:
        return result
    how = explain.decided(row.decision.code, row.decision.args)
    return _(", ").join([result, how]) if how else result


def _name_and_club(row: Row) -> str:
    club = registration.club_beside(row.name, row.club)
    return f"{row.name} ({club})" if club else row.name


def _sentences(data: TournamentData) -> Iterator[str]:
    clubs = len({registration.club_key(row.club) for row in data.standings.rows if row.club})
    people = len(data.standings.rows)
    words = {
        "date": date_words(data.date, weekday=True),
        "place": data.place,
        "players": competitors.count_phrase(people, data.competitor_kind),
        "clubs": ngettext("%(count)s club", "%(count)s clubs", clubs) % {"count": clubs},
    }
    if data.place and clubs:
        yield _("On %(date)s, %(players)s from %(clubs)s met at the card tables (%(place)s).") % words
    elif data.place:
        yield _("On %(date)s, %(players)s met at the card tables (%(place)s).") % words
    elif clubs:
        yield _("On %(date)s, %(players)s from %(clubs)s met at the card tables.") % words
    else:
        yield _("On %(date)s, %(players)s met at the card tables.") % words
    yield from _podium_sentences(data)
    widest = widest_win(data)
    if widest:
        words = {
            "winner": data.display_name(widest.winner),
            "loser": data.display_name(widest.loser),
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


def _podium_sentences(data: TournamentData) -> Iterator[str]:
    """Yield the first place with its result, then the other places of the podium."""
    first = [row for row in data.standings.rows if row.rank == 1]
    words = {
        "games": ngettext("%(count)s game", "%(count)s games", data.last_game) % {"count": data.last_game},
        "names": explain.join_names([_name_and_club(row) for row in first]),
        "has": _result(first[0], data),
    }
    if data.standings.by_bracket:
        if data.standings.has_places:
            yield _("First place went to %(names)s.") % words
    elif explain.placed_by_playoffs(first[0]):
        yield _("After %(games)s and the playoffs, first place went to %(names)s.") % words
    elif data.is_official:
        yield _("After %(games)s, first place went to %(names)s, with %(has)s.") % words
    else:
        yield _("After %(games)s, %(names)s had the lead, with %(has)s.") % words
    sentences = {2: _("Second place: %(names)s, %(has)s."), 3: _("Third place: %(names)s, %(has)s.")}
    for rank, sentence in sentences.items():
        rows = [row for row in data.standings.rows if row.rank == rank]
        if rows:
            names = explain.join_names([_name_and_club(row) for row in rows])
            yield sentence % {"names": names, "has": _result(rows[0], data)}


def _thanks() -> str:
    return _(
        "The organisers thank all the players, the volunteers who ran the desk and the tables, and the clubs "
        "that sent them."
    )


def widest_win(data: TournamentData) -> Win | None:
    """Return the game with the widest margin, the first of several; None where none was played out."""
    wins = [
        Win(number, row.opponents[0][0], row.points, row.against, row.game)
        for number, card in data.cards.items()
        for row in card
        if row.won and not row.award and len(row.opponents) == 1
        if row.points is not None and row.against is not None
    ]
    return max(wins, key=lambda win: (abs(win.points - win.against), -win.game, -win.winner), default=None)
