"""The tables of a tournament as data: standings, games, persons; the same for CSV and XLSX."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.games import GAMES, criteria
from tournaments.papers import words as papers_words
from tournaments.publishing import board_results, explain
from tournaments.publishing.club_words import ClubsInWords
from tournaments.publishing.outputs.rows import TournamentData, in_rank
from tournaments.standings import CardRow, Row

Cell = str | int | float | None


class Table(NamedTuple):
    """A table: its file name, its title, a heading for each column, rows of text, numbers or None."""

    name: str
    title: str
    headings: list[str]
    rows: list[list[Cell]]

    @property
    def lines(self) -> list[list[Cell]]:
        """Return the headings, then the rows."""
        return [[*self.headings], *self.rows]


def tables(data: TournamentData) -> list[Table]:
    """Return every table of a tournament, in the active language."""
    found = [standings(data), games(data), persons(data)]
    found += [members(data)] if data.rules.get("boards") else []
    found += [categories(data)] if data.categories else []
    found += [club_teams(data.club_teams, data.standings.rank_by)] if data.club_teams else []
    return found + ([prizes(data)] if data.prizes else [])


def standings(data: TournamentData) -> Table:
    """Return the standings, with all that the game counts."""
    headings = [_("Rank"), _("Number"), _("Name"), _("Club"), *map(heading, data.columns)]
    rows: list[list[Cell]] = []
    for row, person in in_rank(data):
        figures = [figure(row, data, name) for name in data.columns]
        note = "; ".join(explain.notes(row))
        rows.append([data.standings.place_of(row), row.number, person.name, person.club, *figures, note])
    return Table("standings", _("Standings"), [*headings, _("Note")], rows)


def figure(row: Row, data: TournamentData, column: str) -> Cell:
    """Return the cell of a row in a column."""
    if column == "played":
        return row.games
    if column in Row._fields:
        value: Cell = getattr(row, column)
        return value
    has = criteria.values_by_code(row, data.standings).get(column)
    return None if has is None else value_cell(has, column)


def value_cell(value: int, code: str) -> Cell:
    """Return the cell of a value of a criterion; what is counted in halves is a number such as 1.5."""
    return number_cell(Fraction(value, 2)) if code in criteria.HALVES else value


def number_cell(number: int | Fraction) -> Cell:
    """Return the cell of a number that may have a half."""
    return float(number) if number % 1 else int(number)


def heading(column: str) -> str:
    """Return the heading of a column of the standings."""
    return _("Games played") if column == "played" else str(criteria.HEADINGS[column])


def games(data: TournamentData) -> Table:
    """Return a row for every person and game."""
    own = criteria.own_figures(data.standings.game)
    by_value = "value" in GAMES[data.standings.game].words.columns(data.standings)
    headings = [
        *(_("Number"), _("Name"), _("Game"), _("Table"), _("Seat"), _("Opponent")),
        *(
            (_("My points left"), _("Their points left"))
            if data.standings.writes_left
            else (_("My points"), _("Theirs"))
        ),
        *(_("Won or lost"), _("Skunks"), _("Match points")),
        *(str(criteria.HEADINGS[code]) for code in own),
        *(_("Value") if by_value else _("Spread"), _("Running total"), _("Penalty"), _("Note")),
    ]
    on_boards = bool(data.rules.get("boards"))
    headings += [_("Board"), _("Member"), _("Opponent’s member")] if on_boards else []
    rows: list[list[Cell]] = []
    for number, card in data.cards.items():
        name = data.persons[number].name
        for row in card:
            opponents = ", ".join(data.display_name(other) for other, _name in row.opponents)
            won = _outcome(row)
            margin = row.value if by_value else row.spread
            rows.append(
                [
                    *(number, name, row.label if row.part else row.game, row.table, row.letter, opponents),
                    *(row.points, row.against, won, row.skunk, row.match_points),
                    *(row.figures.get(code) for code in own),
                    *(margin, row.total, row.penalty, award_word(row.award)),
                    *(_board_cells(row) if on_boards else ()),
                ]
            )
    return Table("games", _("Games"), headings, rows)


def _board_cells(row: CardRow) -> tuple[Cell, str, str]:
    """Return the board, and the player of each team on it."""
    return row.board or None, row.member[1] if row.member else "", row.faces[1] if row.faces else ""


def members(data: TournamentData) -> Table:
    """Return the results of each member of the teams on their boards, best first."""
    headings = [_("Rank"), _("Number"), _("Team"), _("Member"), _("Boards played"), _("On boards")]
    headings += [pgettext("boards", "Won"), pgettext("boards", "Tied"), pgettext("boards", "Lost")]
    headings += [_("Points"), _("Theirs"), _("Spread"), _("Skunks"), _("Boards awarded")]
    rows: list[list[Cell]] = [
        [
            *(one.place or None, one.number, data.display_name(one.number), one.name, len(one.played)),
            *(", ".join(map(str, one.boards)), one.won, one.level, one.lost, one.points, one.against),
            *(one.spread, one.skunks, one.not_played_out),
        ]
        for one in board_results.member_results(data)
    ]
    return Table("members", _("Boards of the members"), headings, rows)


def _outcome(row: CardRow) -> str:
    if row.won is None:
        return _("tied") if row.points is not None and not row.award else ""
    return _("won") if row.won else _("lost")


def persons(data: TournamentData) -> Table:
    """Return all entries but the house player; in the organiser's own files with region and member number."""
    headings = [
        _("Number"),
        _("Name"),
        _("Club"),
        *([_("Members")] if data.rules.get("boards") else []),
    ]
    if data.full_names:
        headings += [_("Region"), _("Member number")]
    headings += [_("Category")] if data.categories else []
    return Table("persons", _("Players"), headings, list(_persons(data)))


def _persons(data: TournamentData) -> Iterator[list[Cell]]:
    names = {group.id: group.name for group in data.categories}
    for person in data.persons.values():
        if not person.house:
            own: list[Cell] = [", ".join(person.members)] if data.rules.get("boards") else []
            own += [person.region, person.member_number] if data.full_names else []
            held = ", ".join(names[number] for number in person.categories if number in names)
            yield [person.number, person.name, person.club, *own, *([held] if names else [])]


def categories(data: TournamentData) -> Table:
    """Return the standings of each category, one after the other."""
    rank_by = data.standings.rank_by
    ranks = [] if data.standings.by_bracket else [heading(rank_by)]
    headings = [_("Category"), _("Rank"), _("Number"), _("Name"), _("Club"), *ranks]
    rows: list[list[Cell]] = [
        [
            group.name,
            group.shown.place_of(row),
            row.number,
            row.name,
            row.club,
            *([value_cell(row.points, rank_by)] if ranks else []),
        ]
        for group in data.categories
        for row in group.shown.rows
    ]
    return Table("categories", _("Categories"), headings, rows)


def club_teams(clubs: ClubsInWords, rank_by: str) -> Table:
    """Return the club teams: a row for each of those who count, ranked by the sum of `rank_by`."""
    headings = [_("Rank"), _("Club team"), _("Total of the team"), _("Number"), _("Name"), clubs.heading]
    rows: list[list[Cell]] = [
        [
            *(one.team.rank, one.name, value_cell(one.team.total, rank_by)),
            *(who.number, who.name, value_cell(points, rank_by)),
        ]
        for one in clubs.teams
        for who, points in zip(one.who, one.team.points, strict=True)
    ]
    return Table("clubs", _("Clubs"), headings, rows)


def prizes(data: TournamentData) -> Table:
    """Return the prizes with their winners, without money."""
    headings = [_("For"), _("Name"), _("What is given"), _("Why")]
    rows: list[list[Cell]] = [[one.what, one.who, one.thing, one.why] for one in data.prizes]
    return Table("prizes", _("Prizes"), headings, rows)


def award_word(award: str) -> str:
    """Return why a game was not played out, in words; "" for one that was played."""
    return str(capfirst(papers_words.award_word(award)))
