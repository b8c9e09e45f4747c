"""Check the published files in other programs: `python -m tests.lab.figures.publication`.

A tournament of 200 people and 15 games is published into a folder, with the time that takes and the size of
the ZIP. LibreOffice (apt-get install libreoffice-calc) opens CSV and workbook, the published ones and the
organiser's own; the cells it reads are compared one by one with the standings page of the site, and with the
one in the hall. The organiser's own list of people is imported again, and JSON is checked against its schema.
Chromium opens every page from the folder, follows every link, and checks each kind of page with axe. Fails
where anything differs.
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
from collections.abc import Iterable
from datetime import date
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urldefrag

if TYPE_CHECKING:
    from tournaments.models import Tournament

PLAYERS, ROUNDS, SECONDS, MEGABYTES, KILOBYTES = 200, 15, 10.0, 2.0, 150
CATEGORIES = ("Femmes", "Hommes", "Novices", "70 ans et plus")
CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
ROW_PATTERN = re.compile(r'<tr (?:data-rank|id="row-).*?</tr>', re.S)
ROW_NUMBER = re.compile(r'people/(\d+)\.html|id="row-(\d+)"')
LINKED_ADDRESSES = """() => [...document.querySelectorAll("[href], [src]")]
  .map((one) => one.src || one.href.baseVal || one.href)"""
Cells = list[list[str]]


# The cells of a page, and those that LibreOffice reads


def read_with_libreoffice(file: Path, into: Path) -> dict[str, Cells]:
    """Return the sheets of a file as LibreOffice reads them, by their names there."""
    office = shutil.which("soffice")
    if office is None:
        raise SystemExit("LibreOffice is missing: apt-get install libreoffice-calc")
    into.mkdir()
    how = ["--infilter=CSV:59,34,76"] if file.suffix == ".csv" else []
    command = [office, f"-env:UserInstallation={into.as_uri()}-profile", "--headless", *how]
    command += ["--convert-to", CSV_FILTER, "--outdir", str(into), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return {
        path.stem.removeprefix(f"{file.stem}-"): list(
            csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
        )
        for path in sorted(into.glob("*.csv"))
    }


def standings_on_page(html: str) -> Cells:
    """Return the standings on a page: rank, number, name, club, bare figures."""
    found = []
    for row in ROW_PATTERN.findall(html):
        rank, *figures = [_text(cell) for cell in re.findall(r"<td.*?</td>", row, re.S)]
        named = re.search(r"<(a|button) [^>]*>(.*?)(<small|</\1)", row, re.S)
        club = re.search(r"<small\s*>(.*?)</small>", row, re.S)
        numbers = ROW_NUMBER.search(row)
        assert named and numbers
        plain = [re.sub(r"[\s\u202f\u00a0,+]", "", one).replace("\u2212", "-") for one in figures]
        number = numbers[1] or numbers[2]
        found.append([rank, number, _text(named[2]), _text(club[1]) if club else "", *plain])
    return found


def _text(html: str) -> str:
    return unescape(re.sub(r"<.*?>", "", html)).strip()


def differing_cells(what: str, page: Cells, sheet: Cells) -> int:
    """Return how many cells differ between a page and a sheet, which has a note at the end of each line."""
    cells = [line[: len(page[0])] for line in sheet[1:]]
    wrong = sum(
        a != b for one, other in zip(page, cells, strict=True) for a, b in zip(one, other, strict=True)
    )
    print(f"{what}: {len(cells)} rows, {sum(map(len, cells))} cells, {wrong} differ")
    return wrong


def differing_file_cells(what: str, page: Cells, data: Path, to: Path) -> int:
    """Return how many cells of CSV and workbook in a folder differ from a page."""
    (sheet,) = read_with_libreoffice(data / "standings.csv", to / f"{what}-csv").values()
    (book,) = data.glob("*.xlsx")
    sheets = read_with_libreoffice(book, to / f"{what}-xlsx")
    wrong = differing_cells(f"{what}, standings.csv", page, sheet)
    wrong += differing_cells(f"{what}, {book.name}", page, sheets["Classement"])
    for name, in_book in (("games", "Parties"), ("persons", "Inscriptions")):
        (lines,) = read_with_libreoffice(data / f"{name}.csv", to / f"{what}-{name}").values()
        same = lines == sheets.get(in_book)
        print(f"{what}, {name}.csv: {len(lines) - 1} rows, as in the workbook: {same}")
        wrong += not same
    return wrong


# The tournament


def played_tournament() -> "Tournament":
    """Play a whole tournament, with a category for each person."""
    from tournaments.registration import categories
    from tournaments.transfer import simulated_tournament

    tournament = simulated_tournament.set_up(
        PLAYERS, seed=1, by=None, name="Journée", house_name="Maison", day=date(2026, 11, 21), rounds=ROUNDS
    )
    categories.save_categories(tournament, [(None, name, True) for name in CATEGORIES], by=None)
    for at in range(len(CATEGORIES)):
        held = tournament.entries.filter(number__in=range(at + 1, PLAYERS + 1, len(CATEGORIES)))
        held.update(categories=[at + 1])
    simulated_tournament.play(tournament, seed=1, by=None)
    tournament.refresh_from_db()
    return tournament


def publish(tournament: "Tournament", folder: Path) -> int:
    """Publish a tournament into a folder; return 1 where it takes too long or is too large."""
    from tournaments.delivery.destinations.local import Local
    from tournaments.delivery.destinations.sending import Sending
    from tournaments.publishing.outputs import folder as made
    from tournaments.publishing.outputs import rows

    begun = time.process_time()  # independent of the load of the machine
    published = rows.publication_data(tournament)
    files = list(made.publication_files(published))
    folder.mkdir(parents=True, exist_ok=True)
    Sending(dict(files), lambda: Local(folder), known={}, note=lambda path, digest: None).send()
    seconds = time.process_time() - begun
    without = made.zipped([one for one in files if not one[0].startswith("papers/")], published)
    size = len(without) / 1_000_000
    pages = len([name for name in zipfile.ZipFile(io.BytesIO(without)).namelist() if name.endswith(".html")])
    print(f"{PLAYERS} people, {ROUNDS} games: {len(files)} files, {pages} pages, {seconds:.1f} s")
    print(f"the ZIP without papers: {size:.2f} MB")
    return (seconds > SECONDS) + (size > MEGABYTES)


def hall_standings_page(tournament: "Tournament") -> str:
    """Return the public standings page in the hall."""
    from django.test import Client

    headers = {"host": "localhost", "accept-language": "fr-ca"}
    return Client().get(f"/t/{tournament.slug}/", headers=headers).content.decode()


def schema_faults(*folders: Path) -> int:
    """Return how many JSON files do not fit the schema of their version."""
    from tournaments.publishing import export_check

    found = [path.read_bytes() for one in folders for path in one.glob("*.json")]
    faults = sum(bool(list(export_check.faults(one))) for one in found)
    print(f"JSON: {len(found)} files, {faults} not as the schema says")
    return faults


def import_differences(tournament: "Tournament", own: Path) -> int:
    """Return how many people of our own persons.csv an import reads differently."""
    from tournaments.registration import candidates, columns
    from tournaments.registration import list_files as sheets

    read = sheets.read_file((own / "persons.csv").read_bytes())[0].rows
    guess = columns.guess(read)
    found = candidates.candidates(read, guess.roles, guess.heading, [])
    people = [(one.draft.name, one.draft.details["club"]) for one in found if one.draft]
    entered = list(tournament.entries.order_by("number").values_list("name", "club"))
    wrong = sum(a != b for a, b in zip(people, entered, strict=True))
    print(f"persons.csv imported: {len(people)} people, {wrong} differ")
    return wrong


# The site in a browser


def site_fault_count(site: Path) -> int:
    """Open every page in Chromium from its folder; return the number of faults of links, requests and axe."""
    from playwright.sync_api import sync_playwright

    from tests import prepare

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=prepare.find_browser(), args=["--no-sandbox"])
        faults = list(_faults(browser.new_page(), site))
        browser.close()
    for fault in faults[:20]:
        print("  ", fault)
    return len(faults)


def _faults(page: Any, site: Path) -> Iterable[str]:
    from tests import browser

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    announced = browser.heard(page)
    links: set[str] = set()
    pages = sorted(path for path in site.rglob("*.html") if path.parent.name != "fragment")
    kinds: set[tuple[str, ...]] = set()
    for at in pages:
        page.goto(at.as_uri())
        links.update(link for link in page.evaluate(LINKED_ADDRESSES) if link)
        kind = (at.parent.relative_to(site).as_posix(), at.name if at.parent.parent == site else "")
        if kind not in kinds:
            kinds.add(kind)
            yield from (f"axe, {at.name}: {found}" for found in browser.violations(page))
    outside = {url for url in asked if not url.startswith(site.parent.as_uri())}
    broken = {link for link in links if not _is_existing_file(link, site.parent)}
    yield from (f"asked for: {url}" for url in outside)
    yield from (f"leads nowhere: {link}" for link in broken)
    yield from (f"said: {words}" for words in announced)
    asked.clear()
    page.goto((site / "fr" / "index.html").as_uri())
    first = sum(Path(unquote(url.removeprefix("file://"))).stat().st_size for url in asked) / 1000
    print(f"Chromium: {len(pages)} pages, {len(links)} links, {len(kinds)} kinds of page looked at with axe")
    print(f"the first page with all that it asks for: {first:.0f} kB")
    if first > KILOBYTES:
        yield f"the first page has {first:.0f} kB"


def _is_existing_file(link: str, outer: Path) -> bool:
    path, _fragment = urldefrag(link)
    file = Path(unquote(path.removeprefix("file://").partition("?")[0]))
    return path.startswith("file://") and file.is_relative_to(outer) and file.is_file()


def main() -> int:
    """Publish, compare, walk; return 1 where anything is wrong."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory(prefix="cheville-publication-") as name:
        outer = Path(name)
        os.environ["CHEVILLE_DATA"] = str(outer / "data")
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        tournament = played_tournament()
        faults = publish(tournament, outer / "out")
        site, own = outer / "out" / tournament.slug, outer / "own"
        for kind in ("csv", "xlsx", "json"):
            call_command("export", tournament.slug, format=kind, to=own, verbosity=0)
        published = standings_on_page((site / "fr" / "standings.html").read_text(encoding="utf-8"))
        faults += differing_file_cells("published", published, site / "data", outer)
        faults += differing_file_cells("own", standings_on_page(hall_standings_page(tournament)), own, outer)
        faults += schema_faults(site / "data", own) + import_differences(tournament, own)
        faults += site_fault_count(site)
        return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
