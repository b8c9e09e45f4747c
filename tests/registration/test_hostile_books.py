"""Workbooks that are small to send and large to read: they are counted while they are read, and left."""

import zipfile

import pytest

from scoring import DomainError
from tests.registration.hostile_books import PEOPLE, excel, libre_office, old_excel
from tournaments.common import spreadsheets
from tournaments.common.spreadsheets import __main__ as reading
from tournaments.common.spreadsheets import parts
from tournaments.common.spreadsheets.table import OF_PEOPLE, OF_SEATS
from tournaments.registration import list_files

MANY = 30_000
FAR_BEHIND = "<never>closed"
ROW = "<t:table-row>"


def refusal(read, *given) -> str:
    with pytest.raises(DomainError) as caught:
        read(*given)
    return caught.value.code


@pytest.mark.parametrize(
    "content",
    [
        excel(strings="<si><t/></si>" * MANY + FAR_BEHIND),
        excel(styles="<cellXfs>" + "<xf/>" * MANY + FAR_BEHIND),
        excel("<row>" + "<c/>" * MANY + FAR_BEHIND),
        excel(PEOPLE + "<row/>" * MANY + FAR_BEHIND),
        excel(PEOPLE, after="<mergeCell/>" * MANY + FAR_BEHIND),
        excel(names=("Feuille",) * MANY),
        libre_office(ROW + "<t:table-cell/>" * MANY + FAR_BEHIND),
        libre_office("<t:table-row/>" * MANY + FAR_BEHIND),
        libre_office(f"{ROW}<t:table-cell><x:p>" + "<x:s/>" * MANY + FAR_BEHIND),
    ],
    ids=["strings", "styles", "wide", "empty", "merged", "sheets", "ods-wide", "ods-empty", "ods-spaces"],
)
@pytest.mark.parametrize("most", [OF_PEOPLE, OF_SEATS], ids=["people", "seats"])
def test_elements_are_counted_and_the_rest_is_not_read(content, most, monkeypatch):
    monkeypatch.setattr(parts, "MAX_ELEMENTS", 2_000)
    assert refusal(reading.sheets, content, most) == "file_too_heavy"


@pytest.mark.parametrize(
    "content",
    [excel(strings=f"<si><t>{'x' * 6_000_000}</t></si>"), libre_office(f"<x:p>{' ' * 6_000_000}</x:p>")],
    ids=["xlsx", "ods"],
)
def test_a_part_that_grows_a_hundredfold_is_not_unpacked(content):
    assert refusal(list_files.read_file, content) == "file_too_heavy"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_that_is_packed_as_no_office_does_is_not_unpacked(method):
    assert refusal(list_files.read_file, excel(method=method)) == "file_broken_excel"


def test_a_row_that_says_that_it_is_repeated_is_counted():
    person = "<t:table-cell{}><x:p>Jean Roy</x:p></t:table-cell></t:table-row>"
    many = ' t:number-{}-repeated="999999999"'
    often = f"<t:table-row{many.format('rows')}>" + person.format("")
    wide = ROW + person.format(many.format("columns"))
    assert refusal(list_files.read_file, libre_office(often)) == "file_too_many_rows"
    assert refusal(list_files.read_file, libre_office(f"<t:table-row{many.format('rows')}/>{wide}")) == (
        "file_too_many_rows"
    )
    (found,) = list_files.read_file(libre_office(wide))
    assert [len(row) for row in found.rows] == [OF_PEOPLE.columns]


def test_rows_beyond_the_limit_are_not_read():
    rows = "".join(f'<row r="{at}"><c t="str"><v>Jean Roy</v></c></row>' for at in range(1, 2_600))
    assert refusal(list_files.read_file, excel(rows + FAR_BEHIND)) == "file_too_many_rows"


def test_a_workbook_with_a_thousand_sheets_gives_a_dozen():
    assert len(list_files.read_file(excel(names=("Feuille",) * 1_000))) == reading.MAX_SHEETS


def test_reading_ends_when_its_time_is_up(monkeypatch):
    heavy = old_excel([[]] * 65_535 + [["x"]], names=("Feuille",) * 2_000)
    monkeypatch.setattr(spreadsheets, "CPU_SECONDS", 1)
    assert refusal(list_files.read_file, heavy) == "file_too_heavy"


def test_reading_ends_where_the_system_limits_nothing(monkeypatch):
    monkeypatch.setattr(spreadsheets, "SECONDS", 0.001)
    assert refusal(list_files.read_file, excel()) == "file_too_heavy"


def test_a_list_of_csv_has_no_more_cells_than_it_may():
    (found,) = list_files.read_file(b"Nom" + b";x" * 900_000 + b"\n" * 90_000)
    assert [len(row) for row in found.rows] == [OF_PEOPLE.columns]
