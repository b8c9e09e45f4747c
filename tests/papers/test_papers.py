"""Properties of every paper: fonts, tags, margins, languages, sameness."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from io import BytesIO

import pypdf
import pytest
from django.utils import translation

from tests.papers.paper_text import (
    HOSTILE_NAMES,
    URL,
    characters,
    codes,
    filled,
    fonts,
    header,
    ink_box,
    structure,
    texts,
    words,
)
from tournaments.papers.bracket import bracket
from tournaments.papers.cover import Content, cover
from tournaments.papers.cross_table import cross_table
from tournaments.papers.pdf_file import PdfFile
from tournaments.papers.rules_wall import rules_wall
from tournaments.papers.scorecards import scorecards
from tournaments.papers.seating_sheets import seating_by_name, seating_by_table
from tournaments.papers.slips import slips
from tournaments.papers.standings import standings
from tournaments.papers.table_numbers import table_numbers
from tournaments.papers.values import (
    BracketBox,
    BracketPage,
    BracketSide,
    Card,
    CrossLine,
    CrossScore,
    SeatRow,
    Slip,
    SlipSide,
    StandingRow,
    TableRow,
    TournamentHeader,
)

Paper = Callable[[TournamentHeader], bytes]
LONG_TEXT = " ".join(HOSTILE_NAMES)


def _cards(tournament: TournamentHeader) -> bytes:
    cards = [Card(n, name, name, 123, "A", url=URL + str(n)) for n, name in enumerate(HOSTILE_NAMES)]
    return scorecards(tournament, [*cards, *(filled(n, name) for n, name in enumerate(HOSTILE_NAMES))])


def _slips(tournament: TournamentHeader) -> bytes:
    return slips(
        tournament,
        [
            Slip(3, n, (SlipSide("A", n, name), SlipSide("B", 199, name)))
            for n, name in enumerate(HOSTILE_NAMES)
        ],
    )


def _long_slips(tournament: TournamentHeader) -> bytes:
    sides = tuple(SlipSide(letter, 7, name) for letter, name in zip("ABCDEF", HOSTILE_NAMES, strict=False))
    return slips(tournament, [Slip(16, 1, sides, games=3, label=LONG_TEXT), Slip(16, 2, sides[:2])])


def _names(tournament: TournamentHeader) -> bytes:
    return seating_by_name(
        tournament,
        5,
        [
            SeatRow(n, name, 100 + n, "B", (name,), came_from=n, stays=n == 3)
            for n, name in enumerate(HOSTILE_NAMES)
        ],
    )


def _small_names(tournament: TournamentHeader) -> bytes:
    seats = [SeatRow(n, name, 100 + n, "B", (name,)) for n, name in enumerate(HOSTILE_NAMES)]
    return seating_by_name(tournament, 5, seats, compact=True)


def _small_tables(tournament: TournamentHeader) -> bytes:
    rows = [TableRow(n, (("A", name), ("B", LONG_TEXT))) for n, name in enumerate(HOSTILE_NAMES)]
    return seating_by_table(tournament, 5, rows, idle=HOSTILE_NAMES, compact=True)


def _bound(tournament: TournamentHeader) -> bytes:
    """Return several papers in one file, the cover drawn last and put first."""
    file = PdfFile(tournament, "Papers")
    shared = replace(tournament, file=file)
    for paper in (_names, _cards, _rules):
        assert paper(shared) == b""
    before = file.pages
    cover(shared, "Papers", [Content(name, LONG_TEXT, 2, 9) for name in HOSTILE_NAMES])
    file.put_first(file.pages - before)
    return file.finished()


def _tables(tournament: TournamentHeader) -> bytes:
    return seating_by_table(
        tournament,
        5,
        [TableRow(n, (("A", name), ("B", LONG_TEXT)), name) for n, name in enumerate(HOSTILE_NAMES)],
        label=LONG_TEXT,
    )


def _rules(tournament: TournamentHeader) -> bytes:
    return rules_wall(tournament, [(name, LONG_TEXT) for name in HOSTILE_NAMES], [("13 h 30", LONG_TEXT)])


def _standings(tournament: TournamentHeader) -> bytes:
    rows = [
        StandingRow(n + 1, name, name, 10**6, 10**6, 10**6, -(10**6), 15, 99999, (LONG_TEXT, LONG_TEXT))
        for n, name in enumerate(HOSTILE_NAMES)
    ]
    return standings(tournament, rows)


def _numbers(tournament: TournamentHeader) -> bytes:
    return table_numbers(tournament, range(98, 98 + len(HOSTILE_NAMES)), ("A", "B", "C"))


def _halves(tournament: TournamentHeader) -> bytes:
    cards = [Card(n, name, name, 123, "A", url=URL + str(n)) for n, name in enumerate(HOSTILE_NAMES)]
    return scorecards(
        tournament,
        [*cards, Card(0, ""), *(filled(n, name) for n, name in enumerate(HOSTILE_NAMES))],
        two=True,
    )


def _small_slips(tournament: TournamentHeader) -> bytes:
    sides = [
        (SlipSide("A", 7, name), SlipSide("B", 188, HOSTILE_NAMES[0])) for name in (*HOSTILE_NAMES, LONG_TEXT)
    ]
    made = [Slip(15, 100 + n, both) for n, both in enumerate(sides)]
    return slips(tournament, [*made, Slip(0, 0, (SlipSide("A", 0, ""), SlipSide("B", 0, "")))], small=True)


def _cross(tournament: TournamentHeader) -> bytes:
    """Return a cross-table of the names, with one game, several games and none in a square."""
    games = [(), (CrossScore("121", "98", won=True),), (CrossScore("10^6", "", won=False),) * 3]
    count = len(HOSTILE_NAMES)
    lines = [
        CrossLine(n, name, [None if n == at else games[(n + at) % 3] for at in range(count)], ("9", "–"))
        for n, name in enumerate(HOSTILE_NAMES)
    ]
    return cross_table(tournament, lines, LONG_TEXT, [LONG_TEXT, "Rank"], state=LONG_TEXT)


def _bracket_page() -> BracketPage:
    sides = [BracketSide(n, name, n % 2 or None, winner=n == 3) for n, name in enumerate(HOSTILE_NAMES, 1)]
    boxes = [
        BracketBox(n, LONG_TEXT, 0, n - 0.5, (sides[2 * n - 2], sides[2 * n - 1]), LONG_TEXT, named=n == 6)
        for n in range(1, 7)
    ]
    to_come = BracketSide(None, LONG_TEXT, None, known=False)
    boxes.append(BracketBox(7, "", 1, 1.0, (to_come, to_come), LONG_TEXT))
    return BracketPage(LONG_TEXT, (LONG_TEXT, "Final"), tuple(boxes), ((1, 7), (2, 7)), 6)


def _bracket(tournament: TournamentHeader) -> bytes:
    return bracket(tournament, "Bracket", [_bracket_page(), _bracket_page()])


def _poster(tournament: TournamentHeader) -> bytes:
    return bracket(tournament, "Bracket", [_bracket_page()], poster=True)


LANDSCAPE_PAPERS = (_halves, _cross, _bracket, _poster)
PAPERS = [
    _cards, _halves, _slips, _long_slips, _names, _small_names, _small_slips, _tables,
    _small_tables, _bound, _rules, _standings, _numbers, _cross, _bracket, _poster,
]  # fmt: skip


@cache
def drawn(paper: Paper) -> bytes:
    """Return a paper of the usual day, drawn once for everything that only reads it."""
    with translation.override("fr-ca"):
        return paper(header())


every_paper = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.__name__.strip("_"))


FAMILIES = {"AtkinsonHyperlegible", "AtkinsonHyperlegibleFigures", "DejaVuSans", "ChevilleHan"}


@every_paper
@pytest.mark.parametrize(("size", "language"), [("letter", "fr"), ("a4", "en")])
def test_text_stays_in_margins_and_fonts_are_embedded(paper: Paper, size: str, language: str):
    width, height = {"letter": (612, 792), "a4": (595.28, 841.89)}[size]
    if paper in LANDSCAPE_PAPERS:
        width, height = height, width
    if paper is _poster:
        width, height = {"letter": (1224, 792), "a4": (1190.55, 841.89)}[size]
    long = dict.fromkeys(("tournament", "place", "date"), LONG_TEXT)
    pdf = paper(header(paper=size, language=language, match_points=True, **long))
    found = fonts(pdf)
    assert found and all(found.values())
    assert {name.split("+")[1].split("-")[0] for name in found} <= FAMILIES
    assert b"Helvetica" not in pdf
    for page in pypdf.PdfReader(BytesIO(pdf)).pages:
        assert (page.mediabox.width, page.mediabox.height) == (pytest.approx(width), pytest.approx(height))
    for page, char, (left, bottom, right, top) in characters(pdf):
        if char.strip():
            assert left > 26, (page, char)
            assert right < width - 26, (page, char)
            assert bottom > 10, (page, char)
            assert top < height - 10, (page, char)


@every_paper
def test_every_page_is_tagged_from_title_to_last_cell(paper: Paper):
    pdf = drawn(paper)
    reader = pypdf.PdfReader(BytesIO(pdf))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "fr-CA"
    assert root["/MarkInfo"]["/Marked"].value is True
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True
    assert "Tournoi régional de cribbage" in reader.metadata.title
    tree = structure(pdf)  # fails on text outside of marks and on marks outside of the tree
    assert tree.tag == "Document"
    assert tree.all("H1")
    for table in tree.all("Table"):
        assert table.all("TH")
        assert {child.tag for child in table.children} == {"TR"}
        assert {cell.tag for row in table.children for cell in row.children} <= {"TH", "TD"}
    for figure in tree.all("Figure"):
        assert "QR" in figure.alt and URL in figure.alt and len(figure.alt) > len(URL) + 10, "in words"
    assert b"<pdfuaid:part>1</pdfuaid:part>" in pdf
    assert reader.xmp_metadata.dc_title["x-default"] == reader.metadata.title
    assert reader.outline, "bookmarks"
    assert {reader.get_destination_page_number(mark) for mark in reader.outline} <= set(
        range(len(reader.pages))
    )


@every_paper
def test_marks_of_each_page_are_in_the_parent_tree(paper: Paper):
    reader = pypdf.PdfReader(BytesIO(drawn(paper)))
    numbers = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    assert list(numbers[::2]) == list(range(len(reader.pages)))
    drawn_in_order = [page["/StructParents"] for page in reader.pages]
    first = drawn_in_order[0]  # a cover, which is put first, is drawn last
    assert drawn_in_order == [first, *(number for number in range(len(reader.pages)) if number != first)]
    for number, page in zip(drawn_in_order, reader.pages, strict=True):
        assert page["/Tabs"] == "/S"
        marks = len(re.findall(rb"/MCID (\d+)", page.get_contents().get_data()))
        assert len(numbers[2 * number + 1].get_object()) == marks


@every_paper
def test_the_same_rows_make_the_same_bytes_in_any_thread(paper: Paper):
    def again(_turn: int) -> bytes:
        with translation.override("fr-ca"):
            return paper(header())

    with ThreadPoolExecutor(2) as pool:
        made = set(pool.map(again, range(2)))
    assert made == {drawn(paper)}


@every_paper
def test_qr_code_of_public_page_is_readable(paper: Paper):
    if paper in (_slips, _long_slips, _small_slips):
        return  # a slip has a code of its own, or none
    behind_the_cover = int(paper is _bound)
    assert any(found.startswith(URL) for found in codes(drawn(paper), behind_the_cover))


@every_paper
def test_no_missing_glyphs_or_raw_markup(paper: Paper):
    text = words(drawn(paper))
    assert "<b>O'Brien" in text or paper is _numbers  # without names
    for code in (0xFFFD, 0x25A1, 0x25A0, 0x202E, 0):
        assert chr(code) not in text


def test_words_follow_the_language_of_the_caller():
    tournament = header(language="en")
    with translation.override("en"):
        english = words(seating_by_name(tournament, 2, [SeatRow(1, "A", 1, "A", stays=True)]))
    assert "Game 2" in english
    assert "stays" in english
    with translation.override("fr-ca"):
        assert "Partie 2" in words(seating_by_name(tournament, 2, []))


def test_ink_stays_in_printable_area():
    left, bottom, right, top = ink_box(scorecards(header(), [filled(1, "A")]))
    assert left >= 34
    assert bottom >= 18
    assert right <= 612 - 34
    assert top <= 792 - 18


def test_an_empty_paper_is_one_page():
    for paper in (
        seating_by_name(header(), 1, []),
        seating_by_table(header(), 1, []),
        slips(header(), []),
        standings(header(), []),
        rules_wall(header(), []),
        table_numbers(header(), [], "AB"),
    ):
        assert len(texts(paper)) == 1


def test_a_cover_of_several_pages_is_put_first_in_its_order():
    file = PdfFile(header(), "Papers")
    _rules(replace(header(), file=file))
    before = file.pages
    cover(replace(header(), file=file), "Papers", [Content(f"Paper{at:03}", "Purpose") for at in range(90)])
    leaves = file.pages - before
    file.put_first(leaves)
    pdf = file.finished()
    assert leaves > 1
    found = [int(number) for page in texts(pdf)[:leaves] for number in re.findall(r"Paper(\d+)", page)]
    assert found == list(range(90)) and "Paper0" not in "".join(texts(pdf)[leaves:])
    assert [row.children[0].text for row in structure(pdf).all("TR")[1:3]] == ["Paper000", "Paper001"]
