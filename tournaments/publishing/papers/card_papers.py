"""Scorecards: blank ones to play with, and filled ones to take home; name badges."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.utils.translation import gettext_lazy

from scoring import boards
from scoring import match as matches
from scoring.games import GAMES
from tournaments import registration, rounds, standings
from tournaments.games import criteria
from tournaments.models import Entry, Round, Stage
from tournaments.papers import values
from tournaments.papers.collation import collation_key
from tournaments.publishing import ceremony
from tournaments.publishing.outputs.rows import Person, TournamentData
from tournaments.publishing.papers.paper_types import (
    BEFORE,
    END,
    ENTRIES,
    SPARE,
    Paper,
    PaperType,
    entries_of,
    has_rounds,
    missing_entry,
    no_result,
)
from tournaments.publishing.papers.venue_papers import own_pages
from tournaments.rounds import stages

SPARE_CARDS = 8
MAX_ROWS = 32
"""The most rows that can be read on a card: if the matches have more games together, a match has one row."""


RowNumbers = Mapping[tuple[int, int], int] | None
"""The row of a card for each game of a match, or board of a team, by (round, number); None: one a round."""


def _draw(paper: Paper, cards: list[values.Card], numbers: RowNumbers) -> bytes:
    from tournaments.papers.scorecards import scorecards

    header, game = _header_with_rows(paper.header, numbers), GAMES[stages.qualifying(paper.tournament).game]
    if paper.args.get("match_points") and game.HAS_MATCH_POINTS:  # the hall counts them by hand
        header = replace(header, match_points=True)
    return scorecards(header, cards, paper.progress, two=paper.small)


def _row_numbers(rules: Mapping[str, Any], rows: Sequence[standings.CardRow] | None) -> RowNumbers:
    """Return the rows of games.

    Blank cards (`rows` is None) have all games that a match can have, filled ones those that were played.
    """
    match, count, each = matches.read_match(rules), rules["rounds"], boards.each(rules)
    if not match.several and each == 1:
        return None
    most = dict.fromkeys(range(1, count + 1), max(match.most_games(), each))
    if rows is not None:
        most = {number: max([1, *(row.part for row in rows if row.game == number)]) for number in most}
    if sum(most.values()) > MAX_ROWS:
        return None
    games = [(number, part) for number in most for part in range(1, most[number] + 1)]
    return {game: at for at, game in enumerate(games, start=1)}


def _header_with_rows(header: values.TournamentHeader, numbers: RowNumbers) -> values.TournamentHeader:
    if numbers is None:
        return header
    last = {number: at for (number, _part), at in numbers.items()}
    return replace(
        header,
        games=len(numbers),
        labels=tuple(f"{number}.{part}" for number, part in numbers),
        breaks=tuple(replace(each, after=last.get(each.after, 0)) for each in header.breaks),
    )


def _match_rows(rows: Sequence[standings.CardRow]) -> list[standings.CardRow]:
    """Return a row for each match, in place of those of its games: added up."""
    found = []
    for _number, games in groupby(rows, key=lambda row: row.game):
        every = list(games)
        sums: dict[str, Any] = {
            name: None if all(getattr(row, name) is None for row in every)
            else sum(getattr(row, name) or 0 for row in every)
            for name in ("points", "against", "match_points", "spread", "value", "penalty")
        }  # fmt: skip
        won = sum(1 if row.won else -1 if row.won is False else 0 for row in every)
        summed: dict[str, Any] = {
            "won": None if not won else won > 0,
            "total": every[-1].total,
            "skunk": 0,
            "part": 0,
            "figures": {code: sum(row.figures.get(code, 0) for row in every) for code in every[0].figures},
        }
        if len(every) > 1:
            found.append(every[0]._replace(**sums, **summed))
        else:
            found.append(every[0]._replace(part=0))
    return found


@PaperType(
    "scorecards_blank",
    gettext_lazy("Blank scorecards"),
    gettext_lazy("one for each player, to fill in by hand"),
    moments=(BEFORE,),
    has_small_size=True,
    subject=ENTRIES,
    blank_copies=SPARE_CARDS,
    by_hand=True,
    total=entries_of,
    missing=missing_entry,
    applies_to=has_rounds,
)
def scorecards_blank(paper: Paper) -> bytes:
    """Draw a card for each entry, or one of them, to be filled in by hand; or some without names."""
    stage = stages.qualifying(paper.tournament)
    numbers = _row_numbers(stage.rules, None)
    if paper.which == SPARE:
        return _draw(paper, [values.Card(0, "")] * SPARE_CARDS, numbers)
    first = stage.rounds.filter(number=1).exclude(state=Round.State.VOID).first()
    in_order = sorted(rounds.sheet(first), key=lambda row: -row.table) if first else []
    seats = {
        row.entry.number: (row.table or None, row.letter) for row in in_order
    }  # on boards the first table
    own, ahead = own_pages(paper), _planned_rows(stage) if numbers is None else {}
    cards = []
    for entry in entries_to_print(paper):
        table, letter = seats.get(entry.number, (None, ""))
        name, url = registration.name_in_hall(entry), own.get(entry.number, "")
        known = tuple(ahead.get(entry.number, ()))
        cards.append(values.Card(entry.number, name, entry.club, table, letter, url=url, ahead=known))
    return _draw(paper, cards, numbers)


def _planned_rows(stage: Stage) -> dict[int, list[values.CardRow]]:
    """Return the tables and opponents of each entry in all games, where the seating of all is known."""
    to_come = rounds.future_rounds(stage)
    if not to_come:
        return {}
    names = registration.names_in_hall(stage.tournament)
    found: dict[int, list[values.CardRow]] = {}
    seated = rounds.past(stage, stage.rules["rounds"] + 1)
    for game, tables in enumerate([*seated, *to_come], start=1):
        for table in tables:
            for side in table.sides:
                met = [number for other in table.sides if other != side for number in other]
                first, *others = [names.get(number, "") for number in met] or [""]
                row = values.CardRow(
                    game,
                    table.table if met else None,
                    first,
                    others=tuple(others),
                    numbers=tuple(met),
                    award="" if met else "bye",
                )
                for number in side:
                    mates = ", ".join(names.get(other, "") for other in side if other != number)
                    found.setdefault(number, []).append(replace(row, partner=mates))
    return found


def entries_to_print(paper: Paper) -> list[Entry]:
    """Return all entries in the order of the wall sheets, or the one that is wanted."""
    entries = paper.tournament.entries.all()
    if paper.which:
        entries = entries.filter(number=paper.which)
    names = {entry: registration.family_name_first(entry.name, entry.sort_name) for entry in entries}
    return sorted(names, key=lambda entry: (collation_key(names[entry]), entry.number))


@PaperType(
    "scorecards_filled",
    gettext_lazy("Filled scorecards"),
    gettext_lazy("everybody’s day, to take home"),
    moments=(END,),
    has_small_size=True,
    subject=ENTRIES,
    total=entries_of,
    closed_games_only=True,
    missing=no_result,
    applies_to=has_rounds,
)
def scorecards_filled(paper: Paper) -> bytes:
    """Draw all cards, or one: closed games alone, as a paper cannot change while one is played."""
    return _draw(paper, *filled(paper))


def filled(paper: Paper) -> tuple[list[values.Card], RowNumbers]:
    """Return the filled cards as plain values, and the rows that their games have."""
    stage = stages.qualifying(paper.tournament)
    last = ceremony.last_public_game(paper.tournament, stage)
    rows = standings.cards(paper.tournament, closed_only=True, last=last)
    numbers = _row_numbers(stage.rules, [row for card in rows.values() for row in card])
    shown = standings.standings(paper.tournament, through_round=last, closed_only=True)
    header, with_ranks = paper.header, not ceremony.has_hidden_games(paper.tournament)
    return [
        _filled_card(
            header,
            entry,
            rows[entry.number],
            shown,
            numbers,
            with_ranks=with_ranks,
            url=paper.public_address(entry.number),
        )
        for entry in entries_to_print(paper)
        if entry.number in shown.by_number
    ], numbers


def card_on_paper(
    header: values.TournamentHeader, data: TournamentData, number: int, *, with_ranks: bool
) -> bytes:
    """Draw one person's card as it is published, with the code of the tournament's public page."""
    from tournaments.papers.scorecards import scorecards

    person, rows = data.persons[number], data.cards.get(number, ())
    numbers = _row_numbers(data.rules, rows)
    header, way = _header_with_rows(header, numbers), header.public_url
    filled = _filled_card(header, person, rows, data.standings, numbers, with_ranks=with_ranks, url=way)
    return scorecards(header, [filled], lambda done: None, two=False)


def _filled_card(
    header: values.TournamentHeader,
    entry: Entry | Person,
    rows: Sequence[standings.CardRow],
    shown: standings.Standings,
    numbers: RowNumbers,
    *,
    with_ranks: bool,
    url: str,
) -> values.Card:
    ranked, own = shown.by_number[entry.number], criteria.own_figures(shown.game)
    total = values.CardTotal(
        points=sum(row.points or 0 for row in rows),
        against=sum(row.against or 0 for row in rows),
        won=ranked.won,
        spread=sum(row.value or 0 for row in rows) if header.by_value else ranked.spread,
        match_points=sum(row.match_points or 0 for row in rows) if header.match_points else None,
        total=shown.card_total(ranked),
        rank=ranked.place if with_ranks and ranked.has_begun else None,
        tied=ranked.shared,
        foot=str(ranked.foot) if header.foot else "",
    )
    return values.Card(
        entry.number,
        registration.name_in_hall(entry) if isinstance(entry, Entry) else entry.name,
        entry.club,
        rows=tuple(_filled_row(row, numbers, own) for row in (rows if numbers else _match_rows(rows))),
        total=total,
        url=url,
    )


def _filled_row(row: standings.CardRow, numbers: RowNumbers, own: Sequence[str]) -> values.CardRow:
    return values.CardRow(
        game=row.game if numbers is None else numbers[row.game, max(row.part, 1)],
        table=row.table,
        opponent=row.opponents[0][1] if row.opponents else "",
        others=tuple(name for _number, name in row.opponents[1:]),
        partner=row.partner,
        points=row.points,
        against=row.against,
        won=row.won,
        skunk=row.skunk,
        match_points=row.match_points,
        spread=row.spread if row.value is None else row.value,
        total=row.total,
        award=row.award,
        penalty=row.penalty,
        figures=tuple(row.figures.get(code) for code in own),
        numbers=tuple(number for number, _name in row.opponents),
    )


@PaperType(
    "badges",
    gettext_lazy("Name badges"),
    gettext_lazy("one for each player, to cut and pin on"),
    moments=(BEFORE,),
    subject=ENTRIES,
    has_small_size=True,
    total=entries_of,
    missing=missing_entry,
    changes_with_every_act=True,
)
def badges(paper: Paper) -> bytes:
    """Draw a badge for all in the order of the wall sheets, the house player too; or for one of them.

    Each member of a team has one, with the name of the team under their own.
    """
    from tournaments.papers.badges import Badge
    from tournaments.papers.badges import badges as draw

    rows = [
        Badge(entry.number, name, entry.name if registration.is_named(entry) else entry.club)
        for entry in entries_to_print(paper)
        for name in registration.persons(entry)
    ]
    return draw(paper.header, rows, paper.progress, small=paper.small)
