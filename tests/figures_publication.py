"""What leaves the hall, in other programs' hands: `python -m tests.figures_publication`.

A day of 200 people and 15 games is published into a folder, with the time that takes and the size of the ZIP.
LibreOffice (apt-get install libreoffice-calc) opens the CSV and the workbook; what it reads is compared cell
by cell with the standings page of the site. Fails where a cell differs, or where it takes longer than 10 s.
"""

import argparse
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from datetime import date
from html import unescape
from pathlib import Path

PLAYERS, ROUNDS, SECONDS, MEGABYTES, KILOBYTES = 200, 15, 10.0, 2.0, 150
FIRST_PAGE = ("fr/index.html", "site.css", "site.js")
SHEETS = 'csv:"Text - txt - csv (StarCalc)":44,34,76,1,,0,false,true,false,false,false,-1'
ROW = re.compile(r"<tr data-rank.*?</tr>", re.S)


def read_by_office(file: Path, into: Path) -> dict[str, list[list[str]]]:
    """The sheets of a file as LibreOffice reads them, by what it calls them."""
    office = shutil.which("soffice")
    if office is None:
        raise SystemExit("LibreOffice is missing: apt-get install libreoffice-calc")
    into.mkdir()
    how = ["--infilter=CSV:59,34,76"] if file.suffix == ".csv" else []
    command = [office, f"-env:UserInstallation={into.as_uri()}-profile", "--headless", *how]
    command += ["--convert-to", SHEETS.replace('"', ""), "--outdir", str(into), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return {
        path.stem.removeprefix(f"{file.stem}-"): list(
            csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
        )
        for path in sorted(into.glob("*.csv"))
    }


def on_the_page(html: str) -> list[list[str]]:
    """The standings as the page shows them: rank, name, bare figures."""
    found = []
    for row in ROW.findall(html):
        rank, *figures = [
            unescape(re.sub(r"<.*?>", "", cell)) for cell in re.findall(r"<td.*?</td>", row, re.S)
        ]
        name = unescape(re.search(r"<a [^>]*>(.*?)</a>", row)[1])  # type: ignore[index]
        plain = [re.sub(r"[\s\u202f\u00a0,+]", "", one).replace("\u2212", "-") for one in figures]
        found.append([rank.strip(), name, *plain])
    return found


def compare(what: str, page: list[list[str]], sheet: list[list[str]]) -> int:
    """How many cells differ between the page and a sheet with rank, number, name, club, figures, note."""
    cells = [[line[0], line[2], *line[4 : 4 + len(page[0]) - 2]] for line in sheet[1:]]
    wrong = sum(
        a != b for one, other in zip(page, cells, strict=True) for a, b in zip(one, other, strict=True)
    )
    print(f"{what}: {len(cells)} rows, {sum(map(len, cells))} cells, {wrong} differ")
    return wrong


def publish(folder: Path) -> tuple[int, Path]:
    """Play a day, publish it, compare; how many faults, and where the site is."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from tournaments import rehearsal
    from tournaments.destinations.local import Local
    from tournaments.destinations.sending import Sending
    from tournaments.publication.outputs import folder as made
    from tournaments.publication.outputs import rows

    day = rehearsal.set_up(
        PLAYERS, seed=1, by=None, name="Journée", house_name="Maison", day=date(2026, 11, 21), rounds=ROUNDS
    )
    rehearsal.play(day, seed=1, by=None)
    begun = time.process_time()
    published = rows.to_publish(day)
    files = list(made.files(published))
    folder.mkdir(parents=True, exist_ok=True)
    Sending(dict(files), lambda: Local(folder), known={}, note=lambda path, digest: None).send()
    seconds = time.process_time() - begun
    papers = [name for name, _content in files if name.startswith("papers/")]
    without = made.zipped([one for one in files if one[0] not in papers], published)
    size = len(without) / 1_000_000
    pages = len([name for name in zipfile.ZipFile(io.BytesIO(without)).namelist() if name.endswith(".html")])
    print(f"{PLAYERS} people, {ROUNDS} games: {len(files)} files, {pages} pages, {seconds:.1f} s")
    first = sum(len(content) for name, content in files if name in FIRST_PAGE) / 1000
    print(f"the ZIP without papers: {size:.2f} MB; the first page with its style: {first:.0f} kB")
    return (seconds > SECONDS) + (size > MEGABYTES) + (first > KILOBYTES), folder / day.slug


def main() -> int:
    """Publish and compare; 1 where anything is wrong."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory(prefix="cheville-publication-") as name:
        outer = Path(name)
        os.environ["CHEVILLE_DATA"] = str(outer / "data")
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        faults, site = publish(outer / "out")
        page = on_the_page((site / "fr" / "standings.html").read_text(encoding="utf-8"))
        (sheet,) = read_by_office(site / "data" / "standings.csv", outer / "csv").values()
        faults += compare("standings.csv in LibreOffice", page, sheet)
        (book,) = (site / "data").glob("*.xlsx")
        sheets = read_by_office(book, outer / "xlsx")
        faults += compare(
            f"{book.name} in LibreOffice",
            page,
            next(iter(found for key, found in sheets.items() if key == "Classement")),
        )
        return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
