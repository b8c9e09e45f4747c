"""The papers of one game: who sits where, and a slip for each table."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments import rounds
from tournaments.documents import values
from tournaments.publication.paper import Paper


def slips(paper: Paper) -> bytes:
    """A slip for every table of a round where two meet."""
    from tournaments.documents.slips import slips as draw

    return draw(paper.header, _slips(paper, rounds.sheet(paper.round)), paper.progress)


def _slips(paper: Paper, seats: list[rounds.SheetRow]) -> list[values.Slip]:
    round_ = paper.round
    games = round_.stage.rules.get("games", 1)
    tables: dict[int, list[rounds.SheetRow]] = {}
    for row in sorted(seats, key=lambda row: (row.table, row.letter)):
        tables.setdefault(row.table, []).append(row)
    return [
        values.Slip(
            round_.number,
            table,
            _sides(seated),
            games=games,
            label=paper.label,
        )
        for table, seated in tables.items()
        if len(seated) > 1
    ]


def _sides(seated: list[rounds.SheetRow]) -> tuple[values.SlipSide, ...]:
    """Who sits at a table, side by side; partners stand with who sits first."""
    sides: dict[int, list[values.SlipSide]] = {}
    for row in seated:
        sides.setdefault(row.side, []).append(values.SlipSide(row.letter, row.entry.number, row.name))
    return tuple(replace(first, partners=tuple(partners)) for first, *partners in sides.values())


def seating_by_name(paper: Paper) -> bytes:
    """Who goes where, by name."""
    from tournaments.documents.seating_sheets import seating_by_name as draw

    round_ = paper.round
    return draw(paper.header, round_.number, _seats(rounds.sheet(round_)), paper.label)


def _seats(seats: list[rounds.SheetRow]) -> list[values.SeatRow]:
    return [
        values.SeatRow(
            row.entry.number,
            row.name,
            row.table,
            row.letter,
            opponents=row.opponent_names,
            partners=row.partner_names,
            came_from=row.from_table,
            stays=row.stays,
            sort=row.entry.sort_name,
        )
        for row in seats
    ]


def game_papers(paper: Paper) -> bytes:
    """What is printed before every game, in one file: the seating by name, then the slips."""
    from tournaments.documents.game_papers import game_papers as draw

    round_ = paper.round
    seats = rounds.sheet(round_)
    slips_of_all = _slips(paper, seats)
    return draw(paper.header, round_.number, _seats(seats), slips_of_all, paper.label, paper.progress)


def seating_by_table(paper: Paper) -> bytes:
    """Who sits where, by table."""
    from tournaments.documents.seating_sheets import seating_by_table as draw

    round_ = paper.round
    tables: dict[int, list[rounds.SheetRow]] = {}
    for row in sorted(rounds.sheet(round_), key=lambda row: (row.table, row.letter)):
        tables.setdefault(row.table, []).append(row)
    rows = [
        values.TableRow(table, tuple((row.letter, row.name) for row in seated), note=_note(seated))
        for table, seated in tables.items()
    ]
    return draw(paper.header, round_.number, rows, paper.label)


def _note(seated: list[rounds.SheetRow]) -> str:
    """A bye, or who plays with whom: «A + C, B + D»."""
    if len(seated) == 1:
        return _("bye")
    if not any(row.partners for row in seated):
        return ""
    sides: dict[int, list[str]] = {}
    for row in seated:
        sides.setdefault(row.side, []).append(row.letter)
    return ", ".join(" + ".join(letters) for letters in sides.values())
