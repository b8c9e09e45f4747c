"""Reports for a federation: the columns that it asks for, kept for the next tournaments."""

import io

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests import factories
from tests.papers.paper_text import words
from tests.publishing.days import played
from tournaments.models import Tournament
from tournaments.papers.words import grouped
from tournaments.publishing.outputs import reports, rows
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client, day):
    client.force_login(factories.organiser(day))
    return client


def address(day: Tournament, rest: str) -> str:
    return f"/t/{day.slug}/publish/{rest}"


def sheet(content: bytes) -> list[list[object]]:
    return [
        [cell.value for cell in line] for line in load_workbook(io.BytesIO(content)).worksheets[0].iter_rows()
    ]


def test_the_regions_report_has_full_names_numbers_and_medals(director, day):
    heads, *lines = sheet(director.get(address(day, "report/region-xlsx/")).content)
    assert len(heads) == len(reports.USUAL)
    shown = rows.gather(day, full_names=True).shown.rows
    assert [line[:5] for line in lines] == [
        [row.rank, row.name, row.club, "MEMBRE-777", row.points] for row in shown
    ]
    assert all(line[5] for line in lines[:3])
    assert not any(line[5] for line in lines[3:])
    paper = words(director.get(address(day, "report/region-pdf/")).content)
    for row in shown:
        assert row.name in paper
        assert grouped(row.points, day.language) in paper


def test_only_what_a_roster_may_lack_is_left_to_be_written_in_by_hand(director, day):
    day.entries.update(member_number="", club="")
    headings = {"name": "Nom", "club": "Club affilié", "member_number": "Carte", "skunks": "Capots"}
    director.post(address(day, "columns/"), headings)
    paper = words(director.get(address(day, "report/region-pdf/")).content)
    assert "Carte" in paper, "to be written in"
    assert "Capots" in paper and "0" in paper.partition("Capots")[2].split(), "none given is a figure"
    assert "Club affilié" not in paper


@pytest.mark.both_databases
def test_what_the_region_calls_its_columns_is_typed_once(director, day):
    director.post(
        address(day, "columns/"), {"name": "Membre", "points": "  Pts  ", "club": "=1+1", "rank": ""}
    )
    day.refresh_from_db()
    assert reports.columns(day) == {"name": "Membre", "club": "=1+1", "points": "Pts"}
    heads, first, *_others = sheet(director.get(address(day, "report/region-xlsx/")).content)
    assert heads == ["Membre", "=1+1", "Pts"]
    assert first == [rows.gather(day, full_names=True).shown.rows[0].name, first[1], first[2]]
    later = played(closed=0)
    assert later.organisation == day.organisation
    assert reports.columns(later) == reports.columns(day)
    elsewhere = factories.tournament(2, by=factories.director("odile"))
    with translation.override("en"):
        assert list(reports.columns(elsewhere)) == list(reports.USUAL)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert reports.columns(again) == reports.columns(day)


def test_all_columns_empty_gives_the_usual_ones(director, day):
    director.post(address(day, "columns/"), {})
    day.refresh_from_db()
    assert list(reports.columns(day)) == list(reports.USUAL)


def test_the_acc_has_its_report_where_match_points_are_counted(client, day):
    counted = factories.tournament(4, rounds=1, match_points="acc", rank_by="match_points")
    factories.play_round(counted, 1, loser_points=60)
    client.force_login(factories.organiser(counted))
    heads, first, *_others = sheet(client.get(address(counted, "report/acc-xlsx/")).content)
    assert len(heads) == len(reports.ACC)
    assert first[3:5] == [3, 1]
    assert client.get(address(counted, "report/acc-pdf/")).content.startswith(b"%PDF")
    client.force_login(factories.organiser(day, "odile"))
    assert client.get(address(day, "report/acc-xlsx/")).status_code == 302


@pytest.mark.parametrize("kind", ["nobody", "region-csv", "other-pdf", "region"])
def test_other_reports_are_refused(director, day, kind):
    assert director.get(address(day, f"report/{kind}/")).status_code == 302
