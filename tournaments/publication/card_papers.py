"""Scorecards: blank ones to play with, and everybody's day to take home."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_lazy

from scoring.games import GAMES
from tournaments import registration, rounds, stages, standings
from tournaments.documents import values
from tournaments.documents.collation import collation_key
from tournaments.models import Entry, Round, Tournament
from tournaments.publication import ceremony
from tournaments.publication.device_papers import own_pages
from tournaments.publication.outputs.rows import Day, Person
from tournaments.publication.paper import ENTRIES, SPARE, Kind, Paper, no_result

SPARE_CARDS = 8


def _draw(paper: Paper, cards: list[values.Card]) -> bytes:
    from tournaments.documents.scorecards import scorecards

    header = paper.header
    game = GAMES[stages.qualifying(paper.tournament).game]
    if paper.args.get("match_points") and game.HAS_MATCH_POINTS:  # the hall counts them by hand
        header = replace(header, match_points=True)
    return scorecards(header, cards, paper.progress, two=paper.small)


def scorecards_blank(paper: Paper) -> bytes:
    """A card for everybody who is entered, or one of them, to be filled in by hand; or some without names."""
    if paper.which == SPARE:
        return _draw(paper, [values.Card(0, "")] * SPARE_CARDS)
    first = (
        stages.qualifying(paper.tournament).rounds.filter(number=1).exclude(state=Round.State.VOID).first()
    )
    seats = {row.entry.number: row for row in rounds.sheet(first)} if first else {}
    own = own_pages(paper)
    return _draw(
        paper,
        [
            values.Card(
                entry.number,
                entry.name,
                entry.club,
                table=seats[entry.number].table if entry.number in seats else None,
                letter=seats[entry.number].letter if entry.number in seats else "",
                url=own.get(entry.number, ""),
            )
            for entry in people(paper)
        ],
    )


def people(paper: Paper) -> list[Entry]:
    """Everybody in the order of the wall sheets, or the one who was asked for."""
    entries = paper.tournament.entries.all()
    if paper.which:
        entries = entries.filter(number=paper.which)
    names = {entry: registration.listed(entry.name, entry.sort_name) for entry in entries}
    return sorted(names, key=lambda entry: (collation_key(names[entry]), entry.number))


def scorecards_filled(paper: Paper) -> bytes:
    """Everybody's card, or that of one: closed games alone, as a paper cannot change while one is played."""
    return _draw(paper, filled_cards(paper))


def filled_cards(paper: Paper) -> list[values.Card]:
    """What stands on them."""
    last = ceremony.last_shown(paper.tournament, stages.qualifying(paper.tournament))
    rows = standings.cards(paper.tournament, closed_only=True, last=last)
    shown = standings.standings(paper.tournament, through_round=last, closed_only=True)
    header, ranks_told = paper.header, not ceremony.is_secret(paper.tournament)
    return [
        _filled_card(
            header, entry, rows[entry.number], shown, ranks_told=ranks_told, url=paper.way_in(entry.number)
        )
        for entry in people(paper)
        if entry.number in shown.by_number
    ]


def card_on_paper(header: values.DayHeader, day: Day, number: int, *, ranks_told: bool) -> bytes:
    """One person's card of a day as it is published, with the code of the day."""
    from tournaments.documents.scorecards import scorecards

    person, rows = day.persons[number], day.cards.get(number, ())
    filled = _filled_card(header, person, rows, day.shown, ranks_told=ranks_told, url=header.public_url)
    return scorecards(header, [filled], lambda done: None, two=False)


def _filled_card(
    header: values.DayHeader,
    entry: Entry | Person,
    rows: Sequence[standings.CardRow],
    shown: standings.Standings,
    *,
    ranks_told: bool,
    url: str,
) -> values.Card:
    ranked = shown.by_number[entry.number]
    total = values.CardTotal(
        points=sum(row.points or 0 for row in rows),
        against=sum(row.against or 0 for row in rows),
        won=ranked.won,
        spread=sum(row.value or 0 for row in rows) if header.by_value else ranked.spread,
        match_points=sum(row.match_points or 0 for row in rows) if header.match_points else None,
        total=shown.card_total(ranked),
        rank=ranked.rank if ranks_told else None,
        tied=ranked.shared,
    )
    return values.Card(
        entry.number,
        entry.name,
        entry.club,
        rows=tuple(_filled_row(row) for row in rows),
        total=total,
        url=url,
    )


def _filled_row(row: standings.CardRow) -> values.CardRow:
    return values.CardRow(
        game=row.game,
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
        numbers=tuple(number for number, _name in row.opponents),
    )


def entries_of(tournament: Tournament) -> int:
    """How many are entered."""
    return tournament.entries.count()


def nobody_registered(tournament: Tournament) -> str:
    """What is missing before anybody is entered."""
    return "" if tournament.entries.exists() else "nobody_registered"


SCORECARDS_BLANK = Kind(
    "scorecards_blank",
    gettext_lazy("Blank scorecards"),
    gettext_lazy("one for each player, to fill in by hand"),
    scorecards_blank,
    sized=True,
    whose=ENTRIES,
    spare=SPARE_CARDS,
    by_hand=True,
    total=entries_of,
    missing=nobody_registered,
)

SCORECARDS_FILLED = Kind(
    "scorecards_filled",
    gettext_lazy("Filled scorecards"),
    gettext_lazy("everybody’s day, to take home"),
    scorecards_filled,
    sized=True,
    whose=ENTRIES,
    total=entries_of,
    missing=no_result,
)
