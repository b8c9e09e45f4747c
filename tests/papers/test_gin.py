"""Papers of a day of gin: room for the sheet of hands, final totals, values with their sign."""

import itertools

import pytest
from django.utils import translation

from tests.papers.paper_text import HOSTILE_NAMES, characters, header, structure, texts, words
from tournaments.formats import rules
from tournaments.games.gin import words as gin
from tournaments.papers.rules_wall import rules_wall
from tournaments.papers.scorecards import scorecards
from tournaments.papers.slips import slips
from tournaments.papers.standings import standings
from tournaments.papers.values import Card, CardRow, CardTotal, Slip, SlipSide, StandingRow
from tournaments.publishing import tournament_words


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def tournament(*, hollywood: bool = False, oklahoma: bool = False, **changes: object):
    figures = {"name": "variant_a", "hollywood": hollywood, "oklahoma": oklahoma}
    text = gin.on_papers(rules("gin-round-robin", bonuses=figures, hollywood=hollywood))
    return header(games=7, breaks=(), signed=True, ranks_by="won", **text, **changes)


def slip(table: int, **changes: object) -> Slip:
    sides = (SlipSide("A", 1, "Huguette L'Écuyer"), SlipSide("B", 2, "Réjean O'Brien"))
    return Slip(**{"round": 3, "table": table, "sides": sides, **changes})


def test_slip_has_rows_for_hands_and_totals():
    pdf = slips(tournament(), [slip(12)])
    page = words(pdf)
    for expected in (
        "Game 3",
        "Table 12",
        "A Huguette L'Écuyer",
        "Final total",
        "The game: 100",
        "25 for each",
        "G U",
        "G gin, U undercut",
        "24",  # as many hands
    ):
        assert expected in page
    assert "Up-card" not in page
    assert "exactly" not in page
    assert "Skunk" not in page


def test_hand_rows_are_8_mm_and_oklahoma_has_up_card():
    for changes in ({}, {"oklahoma": True}, {"oklahoma": True, "hollywood": True}):
        pdf = slips(tournament(**changes), [slip(12), slip(13)])
        middles = [top for page, char, (left, _b, _r, top) in characters(pdf) if page == 0 and char == "G"]
        rows = sorted(set(middles), reverse=True)
        steps = [above - below for above, below in itertools.pairwise(rows)]
        assert sum(abs(step - 8 * 72 / 25.4) < 0.3 for step in steps) >= 7
        assert ("Up-card" in words(pdf)) == ("♠" in words(pdf)) == bool(changes)


def test_two_slips_per_page_or_three_sheets_per_match():
    assert len(texts(slips(tournament(), [slip(table) for table in range(1, 6)]))) == 3
    match = slips(tournament(), [slip(1, games=3), slip(2, games=3)])
    assert len(texts(match)) == 2
    for expected in ("Game 1", "Game 3", "The game: 100", "17"):
        assert expected in words(match)
    assert all(" ".join(text.split()).count("A B") == 3 for text in texts(match)), "a sheet for each game"


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_hollywood_sheet_totals_three_games(language):
    with translation.override(language):
        pdf = slips(tournament(hollywood=True, language=language), [slip(12), slip(3)])
        assert len(texts(pdf)) == 2, "a page each"
        match = slips(tournament(hollywood=True, language=language), [slip(12, games=3)])
    if language == "en":
        for expected in ("Game 1", "Game 2", "Game 3", "The three games together A B", "Total, 3 games"):
            assert expected in words(pdf)
        assert "Total, 3 games" not in words(match), "one game at a time in a medal match"


def test_hostile_names_can_be_printed():
    for name in HOSTILE_NAMES:
        sides = (SlipSide("A", 1, name), SlipSide("B", 2, name))
        slips(tournament(), [Slip(1, 1, sides)])
        slips(tournament(hollywood=True), [Slip(1, 1, sides), Slip(1, 1, sides, games=3)])


def test_a_filled_card_adds_up_the_values():
    rows = (
        CardRow(1, 2, "L'Écuyer", 310, 85, True, spread=225, total=225),
        CardRow(2, 1, "Saint-Hilaire", 90, 330, False, spread=-240, total=-15),
        CardRow(3, points=0, spread=30, total=15, award="bye"),
    )
    total = CardTotal(points=400, against=415, won=1, spread=15, rank=2)
    cells = [
        [cell.text for cell in row.children]
        for row in structure(scorecards(tournament(), [Card(7, "Réal O'Brien", rows=rows, total=total)])).all(
            "TR"
        )
    ]
    assert cells[0][4:6] == ["My total", "Their total"]
    assert (cells[0][7], len(cells[0])) == ("Value +/−", len(cells[1]))
    assert cells[1] == ["1", "2", "", "L'Écuyer", "310", "85", "Won", "+225", "+225"]
    assert cells[2][-2:] == ["−240", "−15"]
    assert cells[-1] == ["Total", "400", "415", "1 W", "+15", "+15"]


def test_blank_hollywood_card_has_three_game_columns():
    rows = structure(scorecards(tournament(hollywood=True), [Card(7, "Réal O'Brien")])).all("TR")
    heads = [" ".join(cell.text.split()) for cell in rows[0].children]
    assert heads[4:7] == ["1st game +/−", "2nd game +/−", "3rd game +/−"]
    assert heads[8] == "Value +/−"
    filled = Card(7, "Réal", rows=(CardRow(1, 2, "L'Écuyer", 1310, 485, True, spread=825, total=825),))
    heads = [
        cell.text
        for cell in structure(scorecards(tournament(hollywood=True), [filled])).all("TR")[0].children
    ]
    assert heads[4:6] == ["My total", "Their total"]


def test_the_standings_have_the_columns_of_gin():
    rows = [
        StandingRow(1, "Réal O'Brien", "Beloeil", 5, 5, 0, 312, 7),
        StandingRow(2, "<b>", "", 2, 2, 0, -312, 7),
    ]
    cells = [
        [cell.text for cell in row.children] for row in structure(standings(tournament(), rows)).all("TR")
    ]
    assert cells == [
        ["Rank", "Name", "Club", "Games won", "Value", "Games played"],
        ["1", "Réal O'Brien", "Beloeil", "5", "+312", "7"],
        ["2", "<b>", "", "2", "−312", "7"],
    ]


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"bonuses": "oklahoma", "ace": "corner", "boxes_doubled": True},
        {"bonuses": "oklahoma", "ace": "corner", "hollywood": True, "hollywood_open": True},
    ],
)
@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_rules_of_gin_tournament_fit_two_pages(choices, language):
    with translation.override(language):
        declared = rules(
            "gin-round-robin", odd="house", missed=0, forfeit={"present": 220, "absent": 0}, **choices
        )
        found = tournament_words.announced_rules(declared)
        hours = [(slot.time, slot.label) for slot in tournament_words.timetable(declared)]
        pdf = rules_wall(tournament(language=language), found, hours)
        assert len(texts(pdf)) <= 2
        assert all(" ".join(heading.split()) in words(pdf) for heading, _said in found)
