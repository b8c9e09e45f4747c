"""Data out: CSV, XLSX, JSON and iCalendar, all from the same rows."""

import csv
import io
import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext as _
from openpyxl import load_workbook

from tests import factories
from tests.page_reader import parse
from tests.publishing.tournaments import read_json
from tournaments import formats, registration
from tournaments.games import criteria
from tournaments.models import Tournament
from tournaments.publishing.outputs import OUTPUTS, rows
from tournaments.publishing.outputs.tables import tables
from tournaments.registration import candidates, categories, columns, list_files
from tournaments.standings import club_teams
from tournaments.transfer import simulated_tournament

FORMULA = "=HYPERLINK(1)"
UID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def files(tournament: Tournament, kind: str, **options: bool) -> dict[str, bytes]:
    return dict(OUTPUTS[kind].files(rows.publishable_data(tournament, **options)))


def test_nothing_private_is_in_any_public_file(tournament):
    every = b"".join(
        content for kind in ("csv", "json", "calendar") for content in files(tournament, kind).values()
    )
    public = UID.sub("", every.decode())  # a random one may contain the digits of a number
    for secret in ("MEMBRE-777", "98765", "987", "diab", "Végétarien", "O'Brien"):
        assert secret not in public


def test_csv_has_excel_and_plain_variants(tournament):
    found = files(tournament, "csv")
    assert found["standings.csv"].startswith(b"\xef\xbb\xbf")
    assert not found["standings-plain.csv"].startswith(b"\xef\xbb\xbf")
    shown = rows.publishable_data(tournament)
    wanted = {table.name: [[text(cell) for cell in line] for line in table.lines] for table in tables(shown)}
    for name, lines in wanted.items():
        excel = found[f"{name}.csv"].decode("utf-8-sig")
        plain = found[f"{name}-plain.csv"].decode()
        assert list(csv.reader(io.StringIO(excel), delimiter=";")) == lines
        assert list(csv.reader(io.StringIO(plain))) == lines


def text(cell: object) -> str:
    return "" if cell is None else str(cell)


def test_workbook_cells_equal_the_tables(tournament):
    shown = rows.publishable_data(tournament)
    with translation.override("en"):
        wanted = {table.title: table.lines for table in tables(shown)}
        ((_name, content),) = OUTPUTS["xlsx"].files(shown)
    book = load_workbook(io.BytesIO(content))
    assert book.sheetnames == list(wanted)
    for sheet in book:
        found = [[cell.value for cell in line] for line in sheet.iter_rows()]
        assert found == [[None if cell == "" else cell for cell in line] for line in wanted[sheet.title]]
        assert sheet.freeze_panes == "A2"
        assert all(cell.font.bold for cell in sheet[1])


def test_formulas_are_written_as_text(tournament):
    entry = tournament.entries.get(number=1)
    registration.edit_entry(entry, FORMULA, club="+1+1")
    own = files(tournament, "csv", full_names=True)
    for content in own.values():
        cells = [
            cell
            for line in csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";")
            for cell in line
        ]
        assert not [cell for cell in cells if re.match(r"[=+@]|-\D", cell)]
    (content,) = files(tournament, "xlsx", full_names=True).values()
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    cells = [cell for line in sheet.iter_rows() for cell in line if cell.value in (FORMULA, "+1+1")]
    assert len(cells) == 2
    assert {cell.data_type for cell in cells} == {"s"}


def test_own_csv_can_be_imported_again(tournament):
    content = files(tournament, "csv", full_names=True)["persons.csv"]
    read = list_files.read_file(content)[0].rows
    guess = columns.guess(read)
    found = candidates.candidates(read, guess.roles, guess.heading, [])
    drafts = [one.draft for one in found if one.draft]
    people = [(draft.name, draft.details["club"], draft.details["member_number"]) for draft in drafts]
    assert people == [
        (entry.name, entry.club, entry.member_number) for entry in tournament.entries.order_by("number")
    ]


def test_calendar_file_is_valid(tournament):
    ((_name, content),) = files(tournament, "calendar").items()
    lines = content.decode().split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    whole = content.decode().replace("\r\n ", "")
    assert whole.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert f"SUMMARY:{tournament.name}".replace(",", "\\,") in whole
    begins, ends = re.findall(r"DT(?:START|END):(\d{8}T\d{6})Z", whole)
    assert "20261121T" in begins
    assert begins < ends


LUNCH = [{"after": 2, "minutes": 60, "code": "dinner"}]
MEDALS = [*LUNCH, {"after": 7, "minutes": 15, "code": "medals"}]


@pytest.mark.parametrize(
    ("key", "rounds", "breaks", "minutes"),
    [
        ("cribbage-knock-out", 0, [], 60),  # without a welcome it has no timetable
        ("fadoq-15", 7, [], 7 * 20),
        ("fadoq-15", 7, LUNCH, 7 * 20 + 60),
        ("fadoq-15", 7, MEDALS, 7 * 20 + 60 + 15),
        ("fadoq-15", 1, [], 60),  # never shorter than an hour
    ],
)
def test_calendar_lasts_until_the_end_of_the_timetable(tournament, key, rounds, breaks, minutes):
    declared = formats.rules(key, rounds=rounds, minutes=20, breaks=breaks)
    shown = replace(rows.publishable_data(tournament), rules=declared)
    ((_name, content),) = OUTPUTS["calendar"].files(shown)
    begins, ends = re.findall(r"DT(?:START|END):(\d{8}T\d{6}Z)", content.decode())
    assert datetime.fromisoformat(ends) - datetime.fromisoformat(begins) == timedelta(minutes=minutes)


def test_export_command_uses_full_or_public_names(tournament, tmp_path):
    call_command("export", tournament.slug, format="json", to=tmp_path / "own")
    (own,) = (tmp_path / "own").iterdir()
    assert read_json(own.read_bytes())["entries"][0]["name"] == "Réal O'Brien"
    call_command("export", tournament.slug, format="json", to=tmp_path / "public", public=True)
    (public,) = (tmp_path / "public").iterdir()
    assert read_json(public.read_bytes())["entries"][0]["name"] == "Réal O."
    call_command("export", tournament.slug, "--version", "1", format="json", to=tmp_path / "before")
    (before,) = (tmp_path / "before").iterdir()
    assert read_json(before.read_bytes())["persons"][0]["name"] == "Réal O'Brien"
    call_command("export", tournament.slug, format="csv", to=tmp_path / "csv")
    assert len(list((tmp_path / "csv").iterdir())) == 6


def test_export_command_reports_errors(tournament, tmp_path):
    with pytest.raises(CommandError):
        call_command("export", "nowhere", format="json", to=tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError):
        call_command("export", tournament.slug, format="json", to=tmp_path / "file" / "below")


# Figures that are kept in halves, or have a sign


@pytest.fixture
def halves(db) -> Tournament:
    """Return a tournament ranked by matches won, with an odd number of halves; all are in one category."""
    made = factories.simulated(5, "set-of-five", odd="bye", bye_credit=0)
    (category,) = categories.save_categories(made, [(None, "Femmes", True)], by=None)
    made.entries.update(categories=[category.id], club="Sorel")
    club_teams.declare(made, club_teams.ClubDeclaration(best=5), by=None)
    simulated_tournament.play(made, seed=3, by=None, upto=2)
    return Tournament.objects.get(pk=made.pk)


def matches_won(shown: rows.TournamentData) -> list[float]:
    found = [row.points / 2 for row in shown.standings.rows]
    assert any(value % 1 for value in found) and any(not value % 1 for value in found)
    return found


def test_every_table_has_matches_and_not_halves(halves):
    shown = rows.publishable_data(halves)
    won = matches_won(shown)
    found = {table.name: table.lines for table in tables(shown)}
    at = found["standings"][0].index(str(criteria.HEADINGS["matches_won"]))
    assert [float(line[at]) for line in found["standings"][1:]] == won
    assert [float(line[-1]) for line in found["categories"][1:]] == won
    assert sorted(float(line[-1]) for line in found["clubs"][1:]) == sorted(won)
    assert {float(line[2]) for line in found["clubs"][1:]} == {sum(won)}


def test_halves_are_numbers_for_excel(halves):
    """Excel in Québec takes 1.5 for text or a date, and adds nothing up."""
    won = matches_won(rows.publishable_data(halves))
    (content,) = files(halves, "xlsx").values()
    cells = [line[-1] for line in load_workbook(io.BytesIO(content))[str(_("Categories"))].iter_rows()][1:]
    assert [(cell.value, cell.data_type) for cell in cells] == [(value, "n") for value in won]
    found = files(halves, "csv")
    for name, separator, point in (("categories", ";", ","), ("categories-plain", ",", ".")):
        lines = list(csv.reader(io.StringIO(found[f"{name}.csv"].decode("utf-8-sig")), delimiter=separator))
        assert [line[-1] for line in lines[1:]] == [f"{value:g}".replace(".", point) for value in won]


def test_fragment_has_matches_and_not_halves(halves):
    shown = rows.publishable_data(halves)
    for language, folder in rows.LANGUAGES.items():
        html = parse(files(halves, "fragment")[f"standings-{folder}.html"].decode())
        with translation.override(language):
            wanted = [criteria.format_value(row.points, "matches_won") for row in shown.standings.rows]
        assert [line.all("td")[-1].words for line in html.all("tr")[1:]] == wanted
