"""Standings and rules of the day."""

import io
from collections import Counter
from dataclasses import replace

import pypdfium2
import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.papers.paper_text import characters, header, structure, texts, words
from tournaments.papers.lists import lists
from tournaments.papers.rules_wall import rules_wall
from tournaments.papers.standings import standings
from tournaments.papers.values import Column, List, StandingRow, StandingsState


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


DECIDED_NOTE = "2–1 au meilleur de trois"  # whatever the note says


def rows(count: int) -> list[StandingRow]:
    return [StandingRow(n, f"Person{n:03}", "Club", 1700 - n, 8, 2, 40 - n, 15) for n in range(1, count + 1)]


def cells(pdf: bytes) -> list[list[str]]:
    return [[cell.text for cell in row.children] for row in structure(pdf).all("TR")]


def test_standings_show_every_figure():
    row = StandingRow(1, "Huguette Côté", "Sorel", 1612, 8, 2, -33, 15, notes=(DECIDED_NOTE,))
    pdf = standings(header(), [row], StandingsState(official_at="15:40"))
    assert cells(pdf) == [
        ["Rank", "Name", "Club", "Points", "Games won", "Skunks", "Spread", "Games played"],
        ["1", f"Huguette Côté {DECIDED_NOTE}", "Sorel", "1\u202f612", "8", "2", "−33", "15"],
    ]
    assert "Official at 15:40" in words(pdf)


def test_match_points_have_a_column_where_they_rank():
    row = StandingRow(None, "House", points=900, match_points=14)
    head, line = cells(standings(header(match_points=True), [row], StandingsState(after=9)))
    assert dict(zip(head, line, strict=True))["Match points"] == "14"
    assert line[:2] == ["–", "House"]


LONGEST_NAME = "Marguerite-Bourgeoys Saint-Germain-Lachapelle"


def test_a_long_name_is_broken_at_its_hyphens_alone():
    row = StandingRow(1, LONGEST_NAME, "Sorel", match_points=14)
    shown = words(standings(header(match_points=True, paper="a4"), [row]))
    assert LONGEST_NAME in shown.replace("- ", "-")


@pytest.mark.parametrize("people", [8, 32, 61])
@pytest.mark.parametrize("small", [False, True])
def test_names_and_index_are_at_least_12_points(small: bool, people: int):
    names = [LONGEST_NAME, "Jean-Guy Archambault-Desrochers", "Anne-Marie Saint-Germain", "Réal O'Brien"]
    rows = [
        StandingRow(
            at + 1, names[at % 4], "FADOQ Mont-Saint-Hilaire", 1600, 8, 2, -33, 15, listed=names[at % 4]
        )
        for at in range(people)
    ]
    pdf = standings(header(), rows, StandingsState(after=9), small=small)
    sizes = [size for text, size in text_sizes(pdf) if any(text in name and len(text) > 3 for name in names)]
    assert len(sizes) >= people and min(sizes) >= 12
    clubs = {size for text, size in text_sizes(pdf) if "FADOQ" in text}
    assert len(clubs) == (0 if small and people > 8 else 1), "all clubs are of one size"


def test_list_rows_have_one_type_size():
    columns = [Column("Paper"), Column("What for"), Column("Pages", figures=True)]
    lines = [("Rules", "for the wall " * 12, "1"), ("Door list", "for the welcome", "2")]
    pdf = lists(header(), [List("Cover", "", columns, lines, ticked=True)])
    cells = [
        (text, size) for text, size in text_sizes(pdf) if "for the" in text or text in ("Rules", "Door list")
    ]
    assert len(cells) > 4 and len({size for _text, size in cells}) == 1


def text_sizes(pdf: bytes) -> list[tuple[str, float]]:
    """Return each piece of text with the size of its type."""
    found: list[tuple[str, float]] = []

    def visit(text: str, _matrix: object, _placed: object, _font: object, size: float) -> None:
        if text.strip():
            found.append((text.strip(), size))

    for page in PdfReader(io.BytesIO(pdf)).pages:
        page.extract_text(visitor_text=visit)
    return found


def test_provisional_standings_name_the_last_round():
    assert "after game 9" in words(standings(header(), rows(2), StandingsState(after=9)))
    assert "Provisional" in words(standings(header(), rows(2)))


def test_long_standings_repeat_the_heading_and_count_pages():
    pdf = standings(header(), rows(200), StandingsState(after=9))
    pages = texts(pdf)
    assert len(pages) > 5
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in page
        assert "Rank" in page
        assert "Standings" in page
    assert len(cells(pdf)) == 201  # the repeated heading is not read again
    assert len(structure(pdf).all("H1")) == 1


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_thirty_players_fit_one_page_with_podium(paper: str):
    first, second, third, *others = rows(30)
    noted = [replace(first, notes=("decided by a best of three, 2–1",)), second, third, *others]
    pdf = standings(header(paper=paper), noted, StandingsState(official_at="15:40"))
    assert len(texts(pdf)) == 1
    tree = structure(pdf)
    podium = [each.text for each in tree.all("P") if each.text.startswith(("1 ", "2 ", "3 "))]
    assert podium == ["1 Person001", "2 Person002", "3 Person003"]
    assert len(tree.all("TR")) == 31


def test_no_podium_while_provisional_or_tied():
    shared = [replace(row, rank=1) for row in rows(3)]
    for some, state in ((rows(5), StandingsState(after=9)), (shared, StandingsState(official_at="15:40"))):
        tree = structure(standings(header(), some, state))
        assert not [each for each in tree.all("P") if each.text.startswith("1 ")]


def test_name_cell_is_row_header():
    row = structure(standings(header(), rows(2))).all("TR")[1]
    assert [cell.tag for cell in row.children][:3] == ["TD", "TH", "TD"]


def test_a_row_is_never_parted_from_its_notes():
    noted = [StandingRow(n, f"Person{n}", notes=(f"note of {n}", "and more")) for n in range(40)]
    pdf = standings(header(), noted)
    assert all(box[1] > 10 for _page, char, box in characters(pdf) if char.strip()), "nothing below the page"
    for page in texts(pdf):
        lines = page.splitlines()
        names = [line.split()[1] for line in lines if "Person" in line]
        assert all(f"note of {name.removeprefix('Person')}" in page for name in names)


def type_size(pdf: bytes) -> float:
    """Return the height of the tallest small letter, as a measure of the type."""
    return max(top - bottom for _page, char, (_left, bottom, _right, top) in characters(pdf) if char == "x")


def test_rule_headings_are_not_broken():
    words = ["Déplacements", "Rencontres nouvelles", "Adversaires différents"]
    pdf = rules_wall(header(), [(word, "Six words and an x here.") for word in words])
    page = texts(pdf)[0].split()
    assert all(part in page for word in words for part in word.split())


def test_rules_fill_one_page_in_large_type():
    few = [(f"Rule {n}", "Six words and an x here.") for n in range(4)]
    many = [(f"Rule {n}", "Six words and an x here. " * 3) for n in range(9)]
    times = [("9 h", "Games 1 to 7"), ("12 h", "Dinner")]
    assert len(texts(rules_wall(header(), few, times))) == len(texts(rules_wall(header(), many, times))) == 1
    assert type_size(rules_wall(header(), few, times)) > type_size(rules_wall(header(), many, times)) > 7
    assert cells(rules_wall(header(), few, times))[:3] == [
        ["9 h", "Games 1 to 7"],
        ["12 h", "Dinner"],
        ["Rule 0", "Six words and an x here."],
    ]


def test_many_rules_continue_on_next_page():
    pages = texts(rules_wall(header(), [(f"Rule {n}", "word " * 60) for n in range(30)]))
    assert len(pages) > 1
    assert all(any(f"Rule {n}\n" in page or f"Rule {n} " in page for page in pages) for n in range(30))


def drawn_list(one: List, **changes) -> bytes:
    return lists(header(**changes), [one])


def test_empty_column_is_omitted_unless_filled_by_hand():
    columns = [Column("Name"), Column("Club"), Column("Paid", by_hand=True)]
    pdf = drawn_list(List("Door", "", columns, [("O'Brien", "", ""), ("L'Écuyer", "", "")]))
    assert cells(pdf) == [["Name", "Paid"], ["O'Brien", ""], ["L'Écuyer", ""]]


def size_of(pdf: bytes) -> float:
    """Return the height of the first capital of the name Bouchard, which grows with the type."""
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    at = text.get_text_range().index("Bouchard")
    _left, bottom, _right, top = text.get_charbox(at)
    return top - bottom


def test_short_list_has_larger_type():
    columns = [Column("Name"), Column("Points", figures=True)]
    short, long = (
        drawn_list(List("List", "", columns, [(f"Bouchard {at}", "121") for at in range(count)]))
        for count in (8, 40)
    )
    assert size_of(short) > size_of(long)
    assert len(texts(short)) == 1 and len(texts(long)) == 2


def test_rows_that_belong_together_stay_on_one_page():
    columns = [Column("Evening"), Column("Home")]
    rows = [("" if at % 5 else f"Evening{at // 5}", f"Team{at}") for at in range(100)]
    for page in texts(drawn_list(List("Fixtures", "", columns, rows))):
        evenings, teams = page.count("Evening"), page.count("Team")
        assert teams == 5 * (evenings - 1), "the heading says Evening once"


def test_block_longer_than_a_page_is_split():
    rows = [("Evening" if not at else "", f"Team{at:03}") for at in range(120)]
    text = words(drawn_list(List("Fixtures", "", [Column("When"), Column("Home")], rows)))
    assert all(f"Team{at:03}" in text for at in range(120))


def heights(pdf: bytes, name: str) -> set[float]:
    """Return the heights of the first letter of every name with this beginning, on any page."""
    found = set()
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        whole = text.get_text_range()
        for at in range(len(whole)):
            if whole.startswith(name, at):
                _left, bottom, _right, top = text.get_charbox(at)
                found.add(round(top - bottom, 1))
    return found


@pytest.mark.parametrize("count", [8, 40, 61, 400])
@pytest.mark.parametrize("small", [False, True])
def test_names_in_standings_have_twelve_points_or_more(count: int, small: bool):
    twelve = drawn_list(List("", "", [Column("Name")], [(f"Person{at:03}",) for at in range(400)]))
    (least,) = heights(twelve, "Person0")  # the smallest type of a list: 11.5 points
    assert min(heights(standings(header(), rows(count), small=small), "Person0")) > least


def test_small_standings_have_two_columns_and_name_index():
    many = [StandingRow(n, f"{name} {n}", points=999 - n, listed=f"{name}, {n:03}") for n, name in
            enumerate(["Zoé", "Éric", "O'Brien", "Saint-Hilaire"] * 25, 1)]  # fmt: skip
    small = standings(header(), many, StandingsState(after=9), small=True)
    assert len(texts(small)) < len(texts(standings(header(), many, StandingsState(after=9))))
    table, index = structure(small).all("Table")
    assert [row.children[0].text for row in table.all("TR")[1:]] == [str(row.rank) for row in many]
    listed = [row.children[0].text for row in index.all("TR")]
    assert [name[0] for name in listed] == ["É"] * 25 + ["O"] * 25 + ["S"] * 25 + ["Z"] * 25
    ranks = {row.listed: str(row.rank) for row in many}
    assert all(row.children[1].text == ranks[row.children[0].text] for row in index.all("TR"))


def test_small_standings_of_few_players_are_unchanged():
    assert cells(standings(header(), rows(20), small=True)) == cells(standings(header(), rows(20)))


def test_few_players_have_no_index():
    few = standings(header(), [StandingRow(1, "Huguette Côté", notes=(DECIDED_NOTE,)), *rows(50)], small=True)
    assert len(texts(few)) == 1
    assert any(f"Huguette Côté {DECIDED_NOTE}" in cell for row in cells(few) for cell in row)


@pytest.mark.parametrize(("count", "on_the_last"), [(50, 50), (111, 41), (181, 41)])
def test_columns_of_last_page_are_balanced(count: int, on_the_last: int):
    pdf = standings(header(), rows(count), small=True)
    last = [page for page in range(len(texts(pdf))) if "Rank" in texts(pdf)[page]][-1]
    lefts = [round(box[0]) for page, letter, box in characters(pdf) if page == last and letter == "P"]
    names = Counter(left for left in lefts if lefts.count(left) > 1)
    (left, deep), (right, other) = sorted(names.items())
    assert left < right and deep + other == on_the_last and 0 <= deep - other <= 1


def test_columns_never_exceed_the_page():
    text = "2–1 au meilleur de trois, après deux parties à égalité de tous les critères. " * 14
    some = [replace(row, notes=(text,)) if at in (3, 4) else row for at, row in enumerate(rows(16))]
    pdf = standings(header(), some, small=True)
    assert min(box[1] for _page, letter, box in characters(pdf) if letter.strip()) > 30
    assert all(f"Person{n:03}" in words(pdf) for n in range(1, 17))


def test_points_are_apart_from_match_points():
    of = {"match_points": 22, "listed": "Zoé", "others": ("4½",)}
    row = StandingRow(1, "Zoé L'Écuyer", "FADOQ Beloeil", 3642, 18, 4, -103, 33, **of)
    pdf = standings(header(match_points=True), [row], StandingsState(after=3, others=("Matchs gagnés",)))
    boxes = [(letter, box) for _page, letter, box in characters(pdf)]
    text = "".join(letter for letter, _box in boxes)
    end, start = text.rindex("22") + 1, text.index("3", text.rindex("22"))
    assert boxes[start][1][0] - boxes[end][1][2] > 9
