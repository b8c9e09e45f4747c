"""Reports for a federation: its columns, kept for the next tournaments."""

import io

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests import factories
from tests.papers.paper_text import words
from tests.publishing.tournaments import played
from tournaments.models import Tournament
from tournaments.papers.words import grouped
from tournaments.publishing.outputs import reports, rows
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client, tournament):
    client.force_login(factories.organiser(tournament))
    return client


def address(tournament: Tournament, rest: str) -> str:
    return f"/t/{tournament.slug}/publish/{rest}"


def sheet(content: bytes) -> list[list[object]]:
    return [
        [cell.value for cell in line] for line in load_workbook(io.BytesIO(content)).worksheets[0].iter_rows()
    ]


def test_the_regions_report_has_full_names_numbers_and_medals(director, tournament):
    heads, *lines = sheet(director.get(address(tournament, "report/region-xlsx/")).content)
    assert len(heads) == len(reports.DEFAULT_COLUMNS)
    shown = rows.publishable_data(tournament, full_names=True).standings.rows
    assert [line[:5] for line in lines] == [
        [row.rank, row.name, row.club, "MEMBRE-777", row.points] for row in shown
    ]
    assert all(line[5] for line in lines[:3])
    assert not any(line[5] for line in lines[3:])
    paper = words(director.get(address(tournament, "report/region-pdf/")).content)
    for row in shown:
        assert row.name in paper
        assert grouped(row.points, tournament.language) in paper


def test_only_empty_member_number_column_is_printed(director, tournament):
    tournament.entries.update(member_number="", club="")
    headings = {"name": "Nom", "club": "Club affilié", "member_number": "Carte", "skunks": "Capots"}
    director.post(address(tournament, "columns/"), headings)
    paper = words(director.get(address(tournament, "report/region-pdf/")).content)
    assert "Carte" in paper, "to be written in"
    assert "Capots" in paper and "0" in paper.partition("Capots")[2].split(), "none given is a figure"
    assert "Club affilié" not in paper


@pytest.mark.both_databases
def test_column_names_are_kept_for_the_organisation(director, tournament):
    director.post(
        address(tournament, "columns/"), {"name": "Membre", "points": "  Pts  ", "club": "=1+1", "rank": ""}
    )
    tournament.refresh_from_db()
    assert reports.columns(tournament) == {"name": "Membre", "club": "=1+1", "points": "Pts"}
    heads, first, *_others = sheet(director.get(address(tournament, "report/region-xlsx/")).content)
    assert heads == ["Membre", "=1+1", "Pts"]
    assert first == [
        rows.publishable_data(tournament, full_names=True).standings.rows[0].name,
        first[1],
        first[2],
    ]
    later = played(closed=0)
    assert later.organisation == tournament.organisation
    assert reports.columns(later) == reports.columns(tournament)
    elsewhere = factories.tournament(2, by=factories.director("odile"))
    with translation.override("en"):
        assert list(reports.columns(elsewhere)) == list(reports.DEFAULT_COLUMNS)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert reports.columns(again) == reports.columns(tournament)


def test_empty_columns_restore_the_defaults(director, tournament):
    director.post(address(tournament, "columns/"), {})
    tournament.refresh_from_db()
    assert list(reports.columns(tournament)) == list(reports.DEFAULT_COLUMNS)


def by_match_points() -> Tournament:
    made = factories.tournament(4, rounds=1, match_points="acc", rank_by="match_points")
    factories.play_round(made, 1, loser_points=60)
    return made


def test_points_of_regions_report_are_those_of_the_games():
    counted = by_match_points()
    report = reports.table(rows.publishable_data(counted, full_names=True), "region", {"points": "Points"})
    assert sorted(report.rows) == [[61], [62], [121], [121]]


def test_acc_report_needs_match_points(client, tournament):
    counted = by_match_points()
    client.force_login(factories.organiser(counted))
    heads, first, *_others = sheet(client.get(address(counted, "report/acc-xlsx/")).content)
    assert len(heads) == len(reports.ACC_COLUMNS)
    assert first[3:5] == [3, 1]
    assert client.get(address(counted, "report/acc-pdf/")).content.startswith(b"%PDF")
    client.force_login(factories.organiser(tournament, "odile"))
    assert client.get(address(tournament, "report/acc-xlsx/")).status_code == 302


@pytest.mark.parametrize("kind", ["nobody", "region-csv", "other-pdf", "region"])
def test_unknown_reports_are_refused(director, tournament, kind):
    assert director.get(address(tournament, f"report/{kind}/")).status_code == 302
