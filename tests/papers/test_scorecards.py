"""Player scorecards, blank and filled."""

import gc
import subprocess
import sys
import textwrap
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext
from pypdf import PdfReader

from tests.papers.paper_text import (
    HOSTILE_NAMES,
    URL,
    characters,
    codes,
    filled,
    header,
    structure,
    texts,
    words,
)
from tournaments.papers.scorecards import scorecards
from tournaments.papers.values import Break, Card, CardRow, CardTotal

ROOT = Path(__file__).resolve().parents[2]


def test_small_card_heading_lines_do_not_overlap():
    with translation.override("fr-ca"):
        first, second = gettext("Won or lost").split(" ", 1)
        pdf = scorecards(header(), [Card(12, "Huguette Côté"), Card(13, "Guy Roy")], two=True)
    found: list[tuple[str, float, float]] = []

    def visit(text: str, at: list[float], placed: list[float], _font: object, size: float) -> None:
        found.append((text.strip(), at[5] + placed[5], size))

    PdfReader(BytesIO(pdf)).pages[0].extract_text(visitor_text=visit)
    ((above, size),) = {(y, size) for text, y, size in found if text == first}
    ((below, _size),) = {(y, size) for text, y, size in found if text == second}
    assert above - below > size


def test_blank_card_has_player_table_and_row_per_game():
    with translation.override("en"):
        pdf = scorecards(header(), [Card(12, "Huguette Côté", "Club de Sorel", table=6, letter="B")])
    (page,) = texts(pdf)
    for expected in ("Huguette Côté", "Club de Sorel", "12", "Table 6, seat B", "Tournoi régional", "Dîner"):
        assert expected in page
    lines = page.splitlines()
    assert all(any(line.startswith(str(game)) for line in lines) for game in range(1, 16))
    rows = structure(pdf).all("TR")
    headings = [cell.text for cell in rows[0].children]
    assert [*headings[:6], *headings[7:]] == [  # between them, whether it was won
        "Game",
        "Table",
        "Opp. no.",
        "Opponent",
        "My points",
        "Their points",
        "Spread +",
        "Spread −",
        "Running total",
        "Opp. initials",
    ]
    assert len(rows) == 1 + 15 + 1 + 2  # headings, games, dinner, total and net
    assert codes(pdf) == [URL]


def test_a_filled_card_has_results_awards_total_and_rank():
    with translation.override("en"):
        card = filled(12, "Huguette Côté")
        pdf = scorecards(header(match_points=True, language="fr"), [card])
    rows = [[cell.text for cell in row.children] for row in structure(pdf).all("TR")]
    assert rows[0][7] == "Match points"
    assert "initials" not in words(pdf)
    assert rows[1] == ["1", "1", "101", "L'Écuyer", "121", "61", "Won", "2", "60", "", "121"]
    assert rows[3][6] == "Won skunk"
    assert rows[4] == ["4", "4", "104", "L'Écuyer forfeit", "74", "121", "Lost", "2", "", "47", "388"]
    assert rows[6][3] == "L'Écuyer no-show"
    assert rows[7][3] == "L'Écuyer abandoned"
    assert rows[8] == ["Dîner"]
    assert rows[10][3] == "Bye"
    assert rows[12] == ["11", "", "", "Missed", "60", "", "–", "", "0", "", "1\u202f106"]
    plus = sum(row.spread for row in card.rows if row.spread > 0)
    minus = -sum(row.spread for row in card.rows if row.spread < 0)
    total = ["Total", "1\u202f612", "1\u202f430", "8 W", "17", str(plus), str(minus), "1\u202f612"]
    assert rows[17] == total
    assert rows[18] == ["Net spread", "−1\u202f182", ""]
    assert "Rank 3" in words(pdf)


def test_game_figure_has_a_totalled_column():
    of_a_game = header(figures=("Sweeps",), games=3)
    rows = [
        CardRow(1, 1, "Réal Roy", points=10, against=6, won=True, spread=4, total=10, figures=(2,)),
        CardRow(2, 1, "Line Roy", points=3, against=8, won=False, spread=-5, total=13, figures=(1,)),
        CardRow(3, award="missed", points=0, total=13, figures=(None,)),
    ]
    with translation.override("en"):
        pdf = scorecards(
            of_a_game, [Card(1, "Huguette Côté", rows=tuple(rows), total=CardTotal(13, 14, 1, -1, total=13))]
        )
        blank = scorecards(of_a_game, [Card(2, "Réal Roy")], two=True)
    shown = [[cell.text for cell in row.children] for row in structure(pdf).all("TR")]
    at = shown[0].index("Sweeps")
    assert [row[at] for row in shown[1:4]] == ["2", "1", ""]
    total = next(row for row in shown if row[0] == "Total")
    assert total[at - shown[0].index("My points") + 1] == "3"
    assert "Sweeps" in words(blank)


def test_english_card_uses_english_numbers():
    assert "1,612" in words(scorecards(header(language="en"), [filled(1, "A")]))


@pytest.mark.parametrize("games", [7, 8, 12, 15, 20])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_any_number_of_games_fills_one_page(games: int, paper: str):
    breaks = (Break(4, "Pause"), Break(games, "never shown: nothing follows"))
    pdf = scorecards(
        header(games=games, paper=paper, breaks=breaks), [Card(1, "Blank"), filled(2, "Filled", games)]
    )
    blank, done = texts(pdf)
    assert str(games) in blank
    assert "Pause" in blank
    assert "never shown" not in blank + done


def test_one_page_a_card_in_the_order_given():
    pages = texts(scorecards(header(), [Card(n, name) for n, name in enumerate(HOSTILE_NAMES, 1)]))
    assert len(pages) == len(HOSTILE_NAMES)
    assert "<b>O'Brien & fils" in pages[3]
    assert "Nguyễn Thị Hồng" in pages[4]
    assert "Пётр Ильич" in pages[5]
    assert "Zoë ?? ♠" in pages[6]
    assert "山田太郎" in pages[7]
    assert "evil (paren\\theses)?" in pages[9]
    assert "W" * 200 in pages[10], "small rather than cut"


def test_qr_code_leads_to_page_of_player():
    pdf = scorecards(header(), [Card(1, "A", url=URL + "1/"), Card(2, "B", url=URL + "2/"), Card(3, "C")])
    assert [codes(pdf, page) for page in range(3)] == [[URL + "1/"], [URL + "2/"], [URL]]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_two_cards_per_sheet_are_in_cut_order(full: bool, paper: str):
    many = [filled(n, f"Nom{n}") if full else Card(n, f"Nom{n}", url=f"{URL}{n}/") for n in range(1, 6)]
    received: list[int] = []
    pdf = scorecards(header(paper=paper, match_points=True), many, received.append, two=True)
    pages = texts(pdf)
    assert [[n for n in range(1, 6) if f"Nom{n}" in page] for page in pages] == [[1, 4], [2, 5], [3]]
    assert received == [2, 4, 5]
    if not full:
        assert sorted(codes(pdf, 0)) == [f"{URL}1/", f"{URL}4/"]
    middle = (792 if paper == "letter" else 841.89) / 2
    for _page, char, (left, _bottom, right, _top) in characters(pdf):
        assert not char.strip() or right < middle - 8 or left > middle + 8, char


def test_a_spare_card_has_lines_for_name_and_club():
    with translation.override("en"):
        for two in (False, True):
            page = words(scorecards(header(), [Card(0, "")], two=two))
            assert "Name" in page and "Club" in page
            assert "Player no. 0" not in page and "Starts at" not in page


def test_card_prints_long_name_whole():
    name = "Marie-Madeleine-Françoise Desrosiers-Charbonneau de la Bruère"
    for two in (False, True):
        page = words(scorecards(header(), [Card(7, name, url=URL)], two=two))
        assert name in page.replace("- ", "-"), "a line may end behind a hyphen of the name"


def test_card_without_address_has_no_qr_code():
    pdf = scorecards(header(public_url=""), [Card(1, "A")])
    assert codes(pdf) == []
    assert structure(pdf).all("Figure") == []


def test_no_cards_give_an_empty_page():
    assert texts(scorecards(header(), [])) == [""]


def test_progress_callback_can_cancel_drawing():
    received: list[int] = []
    scorecards(header(), [Card(n, "A") for n in range(3)], received.append)
    assert received == [1, 2, 3]

    class Cancelled(Exception):
        pass

    def cancel(done: int) -> None:
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        scorecards(header(), (Card(n, "A") for n in range(1000)), cancel)


def test_memory_hardly_grows_with_the_number_of_cards():
    """It runs in a fresh process, because memory that other tests took is not given back."""
    program = textwrap.dedent(
        """
        from pathlib import Path
        from django.conf import settings
        settings.configure(USE_I18N=False)
        from tests.papers.paper_text import filled, header
        from tournaments.papers.scorecards import scorecards

        def peak():  # in kB; getrusage tells that of whoever started this process, where it was higher
            lines = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
            return int(lines["VmHWM"].removesuffix("kB"))

        card = filled(1, "Huguette Côté")
        scorecards(header(), [card] * 10)
        before = peak()
        size = len(scorecards(header(), (card for _ in range(1000))))
        print(peak() - before, size)
        """
    )
    gc.collect()
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kilobytes, size = map(int, done.stdout.split())
    assert kilobytes < 30_000
    assert size < 12_000_000


def test_a_filled_card_names_every_opponent_and_the_partner():
    rows = (
        CardRow(1, 4, "Réal O'Brien", others=("Huguette Côté",), points=88, against=121, won=False),
        CardRow(
            2, 5, "Réal O'Brien", others=("Zoé Roy",), partner="Luc Roy", points=121, against=90, won=True
        ),
        CardRow(3, 6, "Réal O'Brien", partner="Luc Roy", points=60, against=121, won=False, award="forfeit"),
    )
    with translation.override("en"):
        page = words(scorecards(header(), [Card(7, "Yvon Roy", rows=rows)]))
    assert "Réal O'Brien, Huguette Côté" in page
    assert "Réal O'Brien, Zoé Roy with Luc Roy" in page
    assert "with Luc Roy, forfeit" in page


@pytest.mark.parametrize("two", [False, True])
def test_card_prints_two_long_opponent_names(two: bool):
    names = ("Marie-Ève Saint-Hilaire-Desrosiers", "Jean-François Côté-Beauchemin")
    partner = "Huguette Gagné-Charbonneau"
    rows = tuple(
        CardRow(
            game, 4, names[0], others=names[1:], partner=partner, points=88, against=121, won=False,
            numbers=(12, 14),
        )
        for game in range(1, 16)
    )  # fmt: skip
    page = words(scorecards(header(), [Card(7, "Yvon Roy", rows=rows)], two=two)).replace("- ", "-")
    assert page.count(f"{names[0]}, {names[1]}") == page.count(partner) == 15
