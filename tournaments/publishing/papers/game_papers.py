"""The papers of one game: seating, and a slip for each table; slips for the games to come."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import boards
from scoring import match as matches
from tournaments import registration, rounds
from tournaments.games import declared_rules
from tournaments.models import Round, Tournament
from tournaments.pairing.boards import board_tables
from tournaments.pairing.pairing_systems import Tables
from tournaments.pairing.values import LETTERS, PlannedTable, sides_at
from tournaments.papers import values
from tournaments.publishing.papers.paper_types import (
    GAME,
    SPARE,
    TABLES,
    Paper,
    PaperPart,
    PaperType,
    draw_in_one_file,
    has_rounds,
    tables_of,
)
from tournaments.rounds import stages

SPARE_SLIPS = 16
AHEAD = "ahead"


def _match_slip(slip: values.Slip, rules: dict[str, Any], label: str = "") -> values.Slip:
    """Return a slip with a box for each game that its match can have; unchanged where a round is one game."""
    match = matches.read_match(rules)
    if not match.several:
        return slip
    if not label and slip.round:
        label = _("Match %(number)s") % {"number": slip.round}
    games = match.most_games(len(slip.sides))
    return replace(slip, games=games, label=label, ends=declared_rules.slip_match_sentence(rules))


def _empty_slip(game: int, table: int, tables: Tables) -> values.Slip:
    """Return a slip of a full table whose players are not known yet."""
    seats = [values.SlipSide(letter, 0, "") for letter in LETTERS[: tables.size]]
    return values.Slip(game, table, _group_partners(seats, partners=tables.partners))


def _group_partners(seats: Sequence[values.SlipSide], *, partners: int) -> tuple[values.SlipSide, ...]:
    """Return the sides of a table; partners are listed with the first of them."""
    sides = sides_at([(one.letter, at) for at, one in enumerate(seats)], partners)
    return tuple(
        replace(seats[first], partners=tuple(seats[one] for one in others)) for first, *others in sides
    )


def games_ahead(tournament: Tournament) -> range:
    """Return the numbers of the games that are not seated yet."""
    stage = stages.qualifying(tournament)
    seated = stage.rounds.exclude(state=Round.State.VOID).count()
    return range(seated + 1, stage.rules["rounds"] + 1)


def _slips_ahead(paper: Paper) -> list[values.Slip]:
    """Return a slip for every table of every game to come, with names where they are known already."""
    stage = stages.qualifying(paper.tournament)
    places = sorted(paper.tournament.places.values_list("number", flat=True))
    known, tables, each = (
        rounds.future_rounds(stage),
        Tables.from_rules(stage.rules),
        boards.each(stage.rules),
    )
    names = registration.names_in_hall(paper.tournament)
    made = []
    for at, game in enumerate(games_ahead(paper.tournament)):
        if at < len(known):
            meeting = [
                board for table in known[at] if len(table.seats) > 1 for board in board_tables(table, each)
            ]
            made += [_planned_slip(game, board, names) for board in meeting]
        else:
            made += [_empty_slip(game, table, tables) for table in places]
    return [_match_slip(slip, stage.rules) for slip in made]


def _planned_slip(game: int, table: PlannedTable, names: Mapping[int, str]) -> values.Slip:
    seats = [values.SlipSide(letter, number, names.get(number, "")) for letter, number in table.seats]
    return values.Slip(game, table.table, _group_partners(seats, partners=table.partners))


@PaperType(
    "slips",
    gettext_lazy("Table slips"),
    gettext_lazy("one for each table, brought back to the desk"),
    moments=(GAME,),
    needs_round=True,
    has_small_size=True,
    subject=TABLES,
    blank_copies=SPARE_SLIPS,
    total=tables_of,
    parts=(
        PaperPart(
            AHEAD,
            gettext_lazy("every game to come, names written at the table"),
            missing=lambda tournament: "" if games_ahead(tournament) else "all_seated",
            total=lambda tournament: len(games_ahead(tournament)) * tables_of(tournament),
            applies_to=has_rounds,
        ),
    ),
)
def slips(paper: Paper) -> bytes:
    """Draw a slip for every table where two meet, for one of them, for all to come, or some without names."""
    from tournaments.papers.slips import slips as draw

    return draw(paper.header, _wanted_slips(paper), paper.progress, small=paper.small)


def _wanted_slips(paper: Paper) -> list[values.Slip]:
    if paper.which == AHEAD:
        return _slips_ahead(paper)
    rules = stages.qualifying(paper.tournament).rules
    if paper.which == SPARE:
        label = paper.label if paper.args.get("round") else ""
        return [_match_slip(_empty_slip(0, 0, Tables.from_rules(rules)), rules, label)] * SPARE_SLIPS
    made = [slip for slip in _slips(paper, rounds.sheet(paper.round)) if paper.which in ("", str(slip.table))]
    return [_match_slip(slip, paper.round.stage.rules, paper.label) for slip in made]


def _slips(paper: Paper, seats: list[rounds.SheetRow]) -> list[values.Slip]:
    round_ = paper.round
    return [
        values.Slip(
            round_.number,
            table,
            _sides(seated),
            label=paper.label,
        )
        for table, seated in rounds.rows_by_table(seats)
        if len(seated) > 1
    ]


def _sides(seated: list[rounds.SheetRow]) -> tuple[values.SlipSide, ...]:
    """Return the sides of a table from its rows; partners are listed with the first of them."""
    sides: dict[int, list[values.SlipSide]] = {}
    for row in seated:
        sides.setdefault(row.side, []).append(values.SlipSide(row.letter, row.entry.number, row.name))
    return tuple(replace(first, partners=tuple(partners)) for first, *partners in sides.values())


BY_NAME = PaperPart("by_name", gettext_lazy("only by name, for the wall"), needs_round=True)
BY_TABLE = PaperPart("by_table", gettext_lazy("only by table, for the desk"), needs_round=True)


@PaperType(
    "seating",
    gettext_lazy("Seating"),
    gettext_lazy("by name for the wall, by table for the desk"),
    moments=(GAME,),
    needs_round=True,
    has_small_size=True,
    parts=(BY_NAME, BY_TABLE),
)
def seating(paper: Paper) -> bytes:
    """Draw the seating of a game by name, and by table."""
    if paper.which == BY_NAME.key:
        return seating_by_name(paper)
    if paper.which == BY_TABLE.key:
        return seating_by_table(paper)
    return draw_in_one_file(paper, _("Seating"), [seating_by_name, seating_by_table])


def seating_by_name(paper: Paper) -> bytes:
    """Draw the seating by name."""
    from tournaments.papers.seating_sheets import seating_by_name as draw

    round_ = paper.round
    seats = _seats([*rounds.sheet(round_), *rounds.rows_without_seat(round_)])
    return draw(paper.header, round_.number, seats, paper.label, compact=paper.small)


def _seats(seats: list[rounds.SheetRow]) -> list[values.SeatRow]:
    """Return a line for each person: members of a team find their own names."""
    return [
        values.SeatRow(
            row.entry.number,
            name,
            row.table,
            row.letter,
            opponents=row.opponent_names
            if row.board
            else tuple(
                entry.name if entry.team else name  # in short, without the members of a team
                for entry, name in zip(row.opponents, row.opponent_names, strict=False)
            ),
            partners=partners,
            came_from=row.from_table,
            stays=row.stays,
            idle=_idle_words(row),
        )
        for row in seats
        if not row.is_empty
        for name, partners in _persons(row)
    ]


def _idle_words(row: rounds.SheetRow) -> str:
    """Return the text in place of a table for a person without opponents."""
    if not row.seated:
        return _("substitute") if row.member else _("not playing")
    return "" if row.opponents else _("bye")


def _persons(row: rounds.SheetRow) -> list[tuple[str, tuple[str, ...]]]:
    """Return each person under one number as listed, each with those of the same side."""
    team = row.entry.team
    if not team or row.board or row.member:
        return [(_listed_name(row), row.partner_names)]
    named = registration.is_named(row.entry)
    return [
        (
            registration.family_name_first(name, registration.sort_name(name)),
            (row.entry.name,) if named else tuple(team[:at] + team[at + 1 :]),
        )
        for at, name in enumerate(team)
    ]


def _listed_name(row: rounds.SheetRow) -> str:
    """Return the family name first, with any club or number after it; on boards the team.

    The house player is listed as it is called, as “Joueur maison” has no family name.
    """
    if row.entry.is_house:
        return row.name
    if row.member:
        player = row.member.player
        return registration.family_name_first(player.name, player.sort_name) + row.name.removeprefix(
            player.name
        )
    suffix = row.name.removeprefix(row.entry.name)
    return registration.family_name_first(row.entry.name, row.entry.sort_name) + suffix


def seating_by_table(paper: Paper) -> bytes:
    """Draw the seating by table."""
    from tournaments.papers.seating_sheets import seating_by_table as draw

    round_ = paper.round
    idle = [row.name for row in rounds.rows_without_seat(round_)]
    rows = [
        values.TableRow(table, tuple((row.letter, row.name) for row in seated), note=_note(seated))
        for table, seated in rounds.rows_by_table(rounds.sheet(round_))
    ]
    return draw(paper.header, round_.number, rows, paper.label, idle=idle, compact=paper.small)


def _note(seated: list[rounds.SheetRow]) -> str:
    """Return the note of a table: a bye, or who plays with whom: «A + C, B + D»."""
    if len(seated) == 1:
        return _("bye")
    if not any(row.partners for row in seated):
        return ""
    sides: dict[int, list[str]] = {}
    for row in seated:
        sides.setdefault(row.side, []).append(row.letter)
    return ", ".join(" + ".join(letters) for letters in sides.values())
