"""Papers: our tagged scorecards beside a bare canvas with the same content, font and QR codes.

The canvas is a simple ReportLab program: one form for the lines, `drawString` for each word, no tags, no
fallback font, no shrinking of long names.
"""

import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import segno
from reportlab.lib.pagesizes import letter
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.lab.bench.compare import Row, side_by_side
from tests.papers.paper_text import URL, filled, header
from tournaments.papers.scorecards import scorecards
from tournaments.papers.text_shaping import FONTS
from tournaments.papers.values import Card

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

CARD_COUNT = 200
LINES = [700 - 30 * line for line in range(18)]
COLUMNS = [36, 80, 120, 260, 310, 360, 420, 470, 520, 576]


def cards(count: int, *, full: bool) -> list[Card]:
    """Return cards, each with a page, and so a code, of its own."""
    made = []
    for number in range(1, count + 1):
        row = filled(number, f"Huguette Côté {number}")
        rows, total = (row.rows, row.total) if full else ((), None)
        made.append(Card(number, row.name, "Sorel-Tracy", number, "A", rows, total, f"{URL}{number}/"))
    return made


def draw_bare_cards(wanted: list[Card], mask: int | None = 4) -> bytes:
    """Draw the same cards on ReportLab's canvas and nothing else; with `mask` None, segno searches one."""
    for style in ("Regular", "Bold"):
        pdfmetrics.registerFont(TTFont(f"Bare{style}", str(FONTS / f"AtkinsonHyperlegible-{style}.ttf")))
    file = BytesIO()
    canvas = Canvas(file, pagesize=letter, invariant=1, pageCompression=1, initialFontName="BareRegular")
    canvas.beginForm("grid")
    canvas.grid(COLUMNS, LINES)
    canvas.endForm()
    for card in wanted:
        _bare_card(canvas, card, mask)
    canvas.save()
    return file.getvalue()


def _bare_card(canvas: Canvas, card: Card, mask: int | None) -> None:
    canvas.doForm("grid")
    canvas.setFont("BareBold", 20)
    canvas.drawString(36, 760, "Tournoi régional de cribbage")
    canvas.drawString(120, 730, card.name)
    canvas.drawString(40, 730, str(card.number))
    canvas.setFont("BareRegular", 13)
    canvas.drawString(36, 745, "samedi 21 novembre 2026 · Saint-Hilaire")
    canvas.drawString(120, 716, card.club)
    canvas.drawString(120, 704, f"Départ : table {card.table}, place {card.letter}")
    headings = "Partie|Table|Adversaire|Mes points|Ses points|Résultat|Écart|Cumul|Initiales"
    _bare_row(canvas, headings.split("|"), LINES[1] + 8)
    rows = {row.game: row for row in card.rows}
    for game in range(1, 16):
        row = rows.get(game)
        if row:
            won = "Gagnée" if row.won else "Perdue"
            cells = [game, row.table, row.opponent, row.points, row.against, won, row.spread, row.total]
        else:
            cells = [game]
        _bare_row(canvas, cells, LINES[1 + game] + 8)
    _bare_code(canvas, card.url, mask)
    canvas.showPage()


def _bare_row(canvas: Canvas, cells: list, y: float) -> None:
    for column, cell in enumerate(cells):
        if column in (1, 3, 4, 6, 7):
            canvas.drawRightString(COLUMNS[column + 1] - 6, y, str(cell))
        else:
            canvas.drawString(COLUMNS[column] + 4, y, str(cell))


def _bare_code(canvas: Canvas, url: str, mask: int | None) -> None:
    path, module = canvas.beginPath(), 80 / 37
    for y, line in enumerate(segno.make_qr(url, error="m", mask=mask, boost_error=False).matrix):
        x = 0
        while x < len(line):
            run = x
            while run < len(line) and line[run]:
                run += 1
            if run > x:
                path.rect(500 + x * module, 780 - y * module, (run - x) * module, module)
            x = run + 1
    canvas.drawPath(path, stroke=0, fill=1)


def peak_memory(count: int) -> float:
    """Return the most memory, in MB, that so many cards take at once."""
    card = cards(1, full=True)[0]
    tracemalloc.start()
    scorecards(header(), (card for _ in range(count)))
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return highest / 1e6


def rows() -> Iterator[Row]:
    """Yield rows of blank and filled cards, the search for the mask, and memory."""
    tournament = header()
    for name, full in (("blank", False), ("filled", True)):
        wanted = cards(CARD_COUNT, full=full)
        yield side_by_side(
            f"{CARD_COUNT} {name} scorecards, tagged",
            lambda wanted=wanted: scorecards(tournament, wanted),
            lambda wanted=wanted: draw_bare_cards(wanted),
            other_name="bare canvas, same font and QR",
            goal=1.2,
        )
    blank = cards(CARD_COUNT, full=False)
    yield side_by_side(
        f"{CARD_COUNT} blank scorecards, tagged",
        lambda: scorecards(tournament, blank),
        lambda: draw_bare_cards(blank, mask=None),
        other_name="bare canvas, segno's own search for a mask",
        goal=0.5,
    )
    yield Row("1000 scorecards, memory", peak_memory(1000), 40.0, "MB allowed", 1.0, "MB")
    yield from _click_to_download_row()


def _click_to_download_row() -> Iterator[Row]:
    """Yield a row of filled cards of a whole tournament, from click to download, beside the drawing alone."""
    from django.conf import settings

    if not settings.USE_I18N:  # this file on its own, without a database
        return
    from django.core.management import call_command
    from django.db import connections

    from tests.lab.bench.standings import played_tournament
    from tournaments.laptop.worker import LaptopWorker

    with tempfile.TemporaryDirectory(prefix="cheville-papers-") as folder:
        connections["default"].close()
        connections["default"].settings_dict["NAME"] = str(Path(folder) / "bench.sqlite3")
        call_command("migrate", verbosity=0)
        tournament = played_tournament(1000)
        worker = LaptopWorker()
        worker.start()
        yield side_by_side(
            "1000 filled scorecards: click to download",
            partial(_click_and_download, _signed_in_client(tournament), tournament),
            _draw_function(tournament),
            other_name="drawing them alone, in one process that runs",
            goal=1.5,
        )
        worker.stop()
        connections["default"].close()


def _signed_in_client(tournament: "Tournament") -> "Client":
    from django.test import Client

    from tests import factories

    client = Client(headers={"host": "localhost"})
    client.force_login(factories.organiser(tournament))
    return client


def _click_and_download(client: "Client", tournament: "Tournament") -> bytes:
    """Click the button and return the file."""
    asked = client.post(f"/t/{tournament.slug}/papers/make/scorecards_filled/", {"size": "large"})
    assert asked.status_code == 302
    while (job := tournament.jobs.order_by("-pk").first()).state not in ("done", "failed"):
        time.sleep(0.02)
    return b"".join(client.get(f"/t/{tournament.slug}/papers/{job.uid}/").streaming_content)


def _draw_function(tournament: "Tournament") -> Callable[[], bytes]:
    """Return a function that draws the same cards, whose values are known."""
    from django.utils import translation

    from tournaments.publishing.papers.card_papers import filled
    from tournaments.publishing.papers.paper_types import Paper

    paper = Paper(tournament, {"base": "http://192.168.1.20:8000"}, lambda done: None)
    with translation.override("fr-ca"):
        head, wanted = paper.header, filled(paper)[0]
    return lambda: scorecards(head, wanted)


if __name__ == "__main__":
    from django.conf import settings

    from tests.lab.bench.compare import line

    settings.configure(USE_I18N=False)
    for each in rows():
        print(line(each))
