"""Slips and seating of a round."""

import re
from dataclasses import replace
from io import BytesIO

import pypdf
import pytest
from django.utils import translation

from scoring.gin.rules import GinRules
from tests.page_reader import spoken
from tests.papers.paper_text import characters, codes, header, structure, texts, words
from tournaments.games.gin.slip import HandSheet
from tournaments.papers.pagination import impose
from tournaments.papers.seating_sheets import seating_by_name, seating_by_table
from tournaments.papers.slips import slip_wording, slips
from tournaments.papers.table_numbers import table_numbers
from tournaments.papers.values import SeatRow, Slip, SlipSide, TableRow


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def slip(table: int, **changes: object) -> Slip:
    sides = (SlipSide("A", 1, "Huguette Côté"), SlipSide("B", 2, "Réjean O'Brien"))
    return Slip(**{"round": 3, "table": table, "sides": sides, **changes})


@pytest.mark.parametrize("count", range(23))
def test_a_cut_stack_is_in_the_order_of_the_tables(count: int):
    pages = impose([slip(table) for table in range(1, count + 1)], 4)
    assert all(len(page) == 4 for page in pages)
    piles = [[page[place] for page in pages] for place in range(4)]
    assert [one.table for pile in piles for one in pile if one] == list(range(1, count + 1))
    assert len(pages) == -(-count // 4)


def test_slip_has_names_table_and_fields():
    pdf = slips(header(), [slip(12)])
    page = words(pdf)
    for expected in ("Game 3", "Table 12", "A Huguette Côté No. 1", "B Réjean O'Brien No. 2", "Initials"):
        assert expected in page
    for expected in ("Winner", "exactly 121"):
        assert expected in page
    assert "Skunk" not in page
    assert codes(pdf) == []


def test_slip_wording_depends_on_pegging_and_target():
    assert "121 or more" in words(slips(header(exact=False), [slip(1)]))
    assert "exactly 61" in words(slips(header(target=61), [slip(1)]))


def test_slip_has_skunk_boxes_when_skunks_count():
    page = words(slips(header(worth=True), [slip(12)]))
    for expected in ("Skunk under 91", "Double under 61"):
        assert expected in page
    assert "Skunk" not in words(slips(header(), [slip(1)]))


def test_best_of_three_slip_has_a_box_per_game():
    page = words(slips(header(), [slip(1, games=3, label="Bronze medal")]))
    assert "Bronze medal" in page
    assert all(f"Game {game}" in page for game in (1, 2, 3))
    assert page.count("Game 3") == 1, "the box, not the game of the day"


@pytest.mark.parametrize(("sides", "a_page"), [(1, 4), (2, 4), (3, 3), (4, 2), (6, 2)])
def test_slips_for_more_sides_are_taller(sides: int, a_page: int):
    people = tuple(SlipSide(letter, n, f"Player {n}") for n, letter in enumerate("ABCDEF"[:sides]))
    pages = texts(slips(header(), [slip(table, sides=people) for table in range(12)]))
    assert len(pages) == 12 // a_page
    assert all(f"Player {n}" in pages[0] for n in range(sides))


def spare_slip(round_: int = 0, table: int = 0) -> Slip:
    return Slip(round_, table, (SlipSide("A", 0, ""), SlipSide("B", 0, "")))


def test_eight_small_slips_fit_a_page():
    every = [slip(table) for table in range(1, 17)] + [slip_of_several(17, 3), slip(18, games=3)]
    received: list[int] = []
    pages = texts(slips(header(), every, received.append, small=True))
    assert received == [8, 16, 17, 18]
    assert [page.count("Huguette Côté") for page in pages] == [8, 8, 1, 0], "a match, then the table of three"
    assert "1" in pages[0] and "2" in pages[1], "cut and stack"
    for expected in ("Game 3", "Table", "Points", "Winner", "Initials", "exactly 121"):
        assert expected in pages[0]
    assert (
        len(
            texts(
                slips(
                    header(by_value=True, hands=HandSheet(GinRules())),
                    [slip(1), slip(2), slip(3)],
                    small=True,
                )
            )
        )
        == 2
    )


@pytest.mark.parametrize("small", [False, True])
def test_a_figure_of_the_game_has_a_box_on_the_slip(small: bool):
    page = words(slips(header(figures=("Sweeps",)), [slip(1)], small=small))
    assert "Sweeps" in page
    assert "Sweeps" not in words(slips(header(), [slip(1)], small=small))


@pytest.mark.parametrize("small", [False, True])
def test_a_spare_slip_has_lines_and_no_numbers(small: bool):
    page = words(slips(header(), [spare_slip()], small=small))
    assert "Game Table" in page.replace("_", "") and "No. " in page
    assert "0" not in page.replace("121", "")
    ahead = words(slips(header(), [spare_slip(5, 12)], small=small))
    assert "Game 5" in ahead and "12" in ahead


def test_the_compact_sheet_has_over_a_hundred_people_a_page():
    rows = [SeatRow(n, f"Roy{n:03}, Aline", n // 2 + 1, "AB"[n % 2], stays=True) for n in range(200)]
    pdf = seating_by_name(header(), 2, rows, compact=True)
    pages = texts(pdf)
    assert len(pages) == 2
    assert all(f"Roy{n:03}, Aline" in " ".join(pages) for n in range(200))
    cells = [[cell.text for cell in row.children] for row in structure(pdf).all("TR")]
    assert cells[:2] == [["Name", "Table", "Seat"], ["Roy000, Aline", "1", "A"]]


@pytest.mark.parametrize("people", [32, 200])
def test_compact_sheets_use_large_type_if_it_fits(people: int):
    seats = [SeatRow(n, f"Roy{n:03}, Aline", n // 2 + 1, "AB"[n % 2], stays=True) for n in range(people)]
    tables = [TableRow(n, (("A", "Roy, Aline"), ("B", "Côté, Guy"))) for n in range(1, people // 2 + 1)]
    for draw, rows in ((seating_by_name, seats), (seating_by_table, tables)):
        large, small = (texts(draw(header(), 2, rows, compact=compact)) for compact in (False, True))
        assert (small == large) == (people == 32)
        assert len(small) <= len(large)


def test_last_page_of_names_uses_both_columns():
    rows = [SeatRow(n, f"Roy{n:03}, Aline", n + 1, "A", opponents=("Zoé",)) for n in range(9)]
    left = [box[0] for _page, char, box in characters(seating_by_name(header(), 2, rows)) if char == "y"]
    assert sum(x < 306 for x in left) < 2 * sum(x > 306 for x in left) + 8


def test_wall_sheet_prints_long_names_whole():
    name = "Desrosiers-Charbonneau, Marie-Madeleine-Françoise"
    for compact in (False, True):
        page = words(seating_by_name(header(), 2, [SeatRow(1, name, 3, "A")], compact=compact))
        assert name in page.replace("- ", "-")


def test_progress_of_slips_counts_slips():
    received: list[int] = []
    slips(header(), [slip(n) for n in range(6)], received.append)
    assert received == [4, 6]


def test_seating_by_name_is_sorted_and_shows_moves():
    rows = [
        SeatRow(1, "Zoé Roy", 5, "B", ("Élise Roy",), came_from=3),
        SeatRow(2, "Élise Roy", 5, "A", ("Zoé Roy",), stays=True),
        SeatRow(3, "Edna Smith", 7, "A", ("Someone",), came_from=7),
        SeatRow(4, "Fernand Ñuñez", 8, "A"),
        SeatRow(5, "Aa, Someone", 7, "B"),
    ]
    pdf = seating_by_name(header(), 5, rows)
    cells = [[cell.text for cell in row.children] for row in structure(pdf).all("TR")]
    assert cells == [
        ["Name", "Table", "Seat"],
        ["Aa, Someone", "7", "B"],
        ["Edna Smith plays Someone", "7 changes seat", "A"],
        ["Élise Roy plays Zoé Roy", "5 stays", "A"],
        ["Fernand Ñuñez", "8", "A"],
        ["Zoé Roy plays Élise Roy", "5 from table 3", "B"],
    ]
    assert "Game 5" in words(pdf)


def test_seating_of_200_players_takes_six_pages():
    rows = [SeatRow(n, f"Person{n:03}", n // 2 + 1, "AB"[n % 2]) for n in range(200)]
    pages = texts(seating_by_name(header(), 2, rows))
    assert len(pages) == 6
    assert "Page 2 of 6" in pages[1]
    assert all(f"Person{n:03}" in " ".join(pages) for n in range(200))


def test_seating_by_table_is_in_the_order_of_the_tables():
    rows = [TableRow(2, (("A", "C"), ("B", "D"))), TableRow(1, (("A", "Élise"),), note="bye")]
    cells = [
        [cell.text for cell in row.children]
        for row in structure(seating_by_table(header(), 5, rows)).all("TR")
    ]
    assert cells == [
        ["Table", "Seat A", "Seat B", "Note"],
        ["1", "Élise", "", "bye"],
        ["2", "C", "D", ""],
    ]


def test_result_boxes_match_the_seats_of_a_table():
    def boxes(seats: int) -> int:
        seated = tuple((letter, "Élise") for letter in "ABCDEFG"[:seats])
        page = pypdf.PdfReader(BytesIO(seating_by_table(header(), 2, [TableRow(1, seated)]))).pages[0]
        return len(re.findall(rb"\bc\b", page.get_contents().get_data())) // 4  # corners

    alone = boxes(1)
    assert [boxes(seats) - alone for seats in (2, 3, 4, 6, 7)] == [2, 3, 4, 6, 7]


@pytest.mark.parametrize(("tables", "pages"), [(16, 1), (17, 1), (18, 2), (34, 2), (35, 3)])
def test_full_table_pages_add_no_empty_page(tables, pages):
    rows = [TableRow(table, (("A", "Élise"), ("B", "Pat O'Brien"))) for table in range(1, tables + 1)]
    assert len(texts(seating_by_table(header(), 2, rows))) == pages


@pytest.mark.parametrize("tables", [1, 15, 17])
@pytest.mark.parametrize("idle", [1, 12, 200])
def test_idle_players_are_named_and_tagged(tables, idle):
    rows = [TableRow(table, (("A", "Élise"), ("B", "Pat O'Brien"))) for table in range(1, tables + 1)]
    names = [f"Marie-Françoise Desrosiers-Saint-Hilaire de L'Écuyer N{n:03}" for n in range(idle)]
    pdf = seating_by_table(header(), 2, rows, idle=names)
    seen, spoken_aloud = words(pdf), " ".join(each.text for each in structure(pdf).all("P"))
    for number, name in enumerate(names):
        assert f"N{number:03}" in seen
        assert name in spoken_aloud
    lowest = min(box[1] for _page, letter, box in characters(pdf) if letter.strip())
    assert lowest > 0


def test_table_number_is_printed_twice_but_tagged_once():
    pdf = table_numbers(header(), [7, 112], "AB")
    assert [title.text for title in structure(pdf).all("H1")] == ["7", "112"]
    assert texts(pdf)[0].count("7") == 2
    assert codes(pdf, 1) == [header().public_url] * 2


def slip_of_several(table: int, count: int, *, partners: bool = False) -> Slip:
    """Return a slip for so many people, each alone or opposite a pair of partners."""
    people = [SlipSide("ABCDEF"[n], n + 1, f"Personne Numéro{n + 1}") for n in range(count)]
    if partners:
        half = count // 2
        people = [replace(people[n], partners=(people[n + half],)) for n in range(half)]
    return Slip(3, table, tuple(people))


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_multi_player_slip_has_points_box_for_each(count: int):
    page = words(slips(header(), [slip_of_several(7, count)]))
    for n in range(count):
        assert f"{'ABCDEF'[n]} Personne Numéro{n + 1} No. {n + 1}" in page
    asked = [(header(exact=exact), slip_of_several(7, count)) for exact in (True, False)]
    exact, as_pegged = (spoken(slip_wording, *one) for one in asked)
    assert exact in page and exact != as_pegged
    assert as_pegged in words(slips(header(exact=False), [slip_of_several(7, count)]))


@pytest.mark.parametrize("count", [4, 6])
def test_partners_share_a_side_of_their_slip(count: int):
    page = words(slips(header(), [slip_of_several(7, count, partners=True)]))
    half = count // 2
    assert f"A Personne Numéro1 No. 1 {'ABCDEF'[half]} Personne Numéro{half + 1} No. {half + 1}" in page
    assert spoken(slip_wording, header(), slip_of_several(7, count, partners=True)) in page


def test_one_table_of_three_leaves_the_others_four_a_page():
    received = []
    every = [slip(table) for table in range(1, 9)] + [slip_of_several(9, 3)]
    pages = texts(slips(header(), every, received.append))
    assert len(pages) == 3
    assert "Numéro3" in pages[2] and "Numéro3" not in pages[0] + pages[1]
    assert received == [4, 8, 9]


def test_seating_by_name_lists_opponents_and_partners():
    rows = [
        SeatRow(1, "Zoé Roy", 5, "A", ("Élise Roy", "Luc Roy")),
        SeatRow(
            2, "Yvon Roy", 5, "A", ("Marie-Claude Gagné-Fleury", "Zéphirin Roy", "Léo Roy"), came_from=12
        ),
        SeatRow(3, "Luc Côté", 6, "C", ("Ève Roy", "Al Ross"), partners=("Jo Roy",)),
    ]
    page = words(seating_by_name(header(), 3, rows))
    assert "plays Élise Roy, Luc Roy" in page
    assert "Marie-Claude Gagné-Fleury, Zéphirin Roy, Léo Roy" in page
    assert "with Jo Roy, plays Ève Roy, Al Ross" in page


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("moves", [{}, {"stays": True}, {"came_from": 8}, {"came_from": 12}])
def test_seating_by_name_never_cuts_opponent_names(paper: str, moves: dict):
    rows = [SeatRow(1, "Émilien Bourque", 8, "B", ("Jean-François Côté-Beauchemin",), **moves)]
    with translation.override("fr-ca"):
        page = words(seating_by_name(header(paper=paper), 3, rows))
    assert "contre Jean-François Côté-Beauchemin" in page


def test_seating_by_table_wraps_six_seats():
    seats = tuple((letter, f"Name{letter}") for letter in "ABCDEF")
    page = words(
        seating_by_table(
            header(), 3, [TableRow(1, seats, note="A + D, B + E, C + F"), TableRow(2, seats[:2])]
        )
    )
    assert "Seat C" in page and "Seat D" not in page
    assert "1 NameA NameB NameC A + D, B + E, C + F 1 D NameD E NameE F NameF" in page


@pytest.mark.parametrize(
    ("count", "compact", "pages"), [(111, True, 1), (120, True, 1), (32, False, 1), (36, False, 1)]
)
def test_last_few_names_get_no_extra_page(count: int, compact: bool, pages: int):
    rows = [SeatRow(n, f"Roy{n:03}, Aline", n // 2 + 1, "AB"[n % 2], stays=True) for n in range(count)]
    assert len(texts(seating_by_name(header(), 2, rows, compact=compact))) == pages


@pytest.mark.parametrize("count", [37, 70, 125])
def test_names_are_balanced_over_pages(count: int):
    rows = [SeatRow(n, f"Roy{n:03}, Aline", n // 2 + 1, "AB"[n % 2]) for n in range(count)]
    for compact in (False, True):
        held = [page.count("Aline") for page in texts(seating_by_name(header(), 2, rows, compact=compact))]
        assert sum(held) == count
        assert min(held) * 4 >= max(held)


def test_long_names_of_four_at_a_table_are_legible():
    names = ("Jean-François-Xavier Desrosiers-Charbonneau", *("Zoé Roy",) * 3)
    seats = tuple(zip("ABCD", names, strict=True))
    content = seating_by_table(header(), 2, [TableRow(1, seats, "A + C, B + D")])
    boxes = [box for _page, letter, box in characters(content) if letter in "JXZ"]
    heights = [top - bottom for _left, bottom, _right, top in boxes]
    assert min(heights) > 5.5  # a capital of 8 points
