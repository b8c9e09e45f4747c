"""Workbooks that are small to send and large to read: counted while they are read, and given up."""

import zipfile

import pytest

from scoring import DomainError
from tests.registration.hostile_books import PEOPLE_ROWS, excel, libre_office, old_excel
from tournaments.common import spreadsheets
from tournaments.common.spreadsheets import __main__ as reading
from tournaments.common.spreadsheets import parts
from tournaments.common.spreadsheets.table import MAX_CELL_LENGTH, MEMBERS_LIMITS, PEOPLE_LIMITS, SEATS_LIMITS
from tournaments.registration import list_files

MANY_PARTS = 30_000
UNCLOSED_TAG = "<never>closed"
ROW = "<t:table-row>"


def refusal(read, *given) -> str:
    with pytest.raises(DomainError) as caught:
        read(*given)
    return caught.value.code


@pytest.mark.parametrize(
    "content",
    [
        excel(strings="<si><t/></si>" * MANY_PARTS + UNCLOSED_TAG),
        excel(styles="<cellXfs>" + "<xf/>" * MANY_PARTS + UNCLOSED_TAG),
        excel("<row>" + "<c/>" * MANY_PARTS + UNCLOSED_TAG),
        excel(PEOPLE_ROWS + "<row/>" * MANY_PARTS + UNCLOSED_TAG),
        excel(PEOPLE_ROWS, after="<mergeCell/>" * MANY_PARTS + UNCLOSED_TAG),
        excel(names=("Feuille",) * MANY_PARTS),
        libre_office(ROW + "<t:table-cell/>" * MANY_PARTS + UNCLOSED_TAG),
        libre_office("<t:table-row/>" * MANY_PARTS + UNCLOSED_TAG),
        libre_office(f"{ROW}<t:table-cell><x:p>" + "<x:s/>" * MANY_PARTS + UNCLOSED_TAG),
    ],
    ids=["strings", "styles", "wide", "empty", "merged", "sheets", "ods-wide", "ods-empty", "ods-spaces"],
)
@pytest.mark.parametrize("most", [PEOPLE_LIMITS, SEATS_LIMITS], ids=["people", "seats"])
def test_too_many_elements_are_refused(content, most, monkeypatch):
    monkeypatch.setattr(parts, "MAX_ELEMENTS", 2_000)
    assert refusal(reading.sheets, content, most) == "file_too_heavy"


@pytest.mark.parametrize(
    "content",
    [excel(strings=f"<si><t>{'x' * 6_000_000}</t></si>"), libre_office(f"<x:p>{' ' * 6_000_000}</x:p>")],
    ids=["xlsx", "ods"],
)
def test_zip_bomb_is_not_unpacked(content):
    assert refusal(list_files.read_file, content) == "file_too_heavy"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_compression_is_refused(method):
    assert refusal(list_files.read_file, excel(method=method)) == "file_broken_excel"


def test_repeated_rows_are_counted():
    person = "<t:table-cell{}><x:p>Jean Roy</x:p></t:table-cell></t:table-row>"
    many = ' t:number-{}-repeated="999999999"'
    often = f"<t:table-row{many.format('rows')}>" + person.format("")
    wide = ROW + person.format(many.format("columns"))
    assert refusal(list_files.read_file, libre_office(often)) == "file_too_many_rows"
    assert refusal(list_files.read_file, libre_office(f"<t:table-row{many.format('rows')}/>{wide}")) == (
        "file_too_many_rows"
    )
    (found,) = list_files.read_file(libre_office(wide))
    assert [len(row) for row in found.rows] == [PEOPLE_LIMITS.columns]


def test_list_too_large_for_the_memory_is_refused():
    cell = f"<t:table-cell{{}}><x:p>{'é' * MAX_CELL_LENGTH}</x:p></t:table-cell></t:table-row>"
    repeated = f'<t:table-row t:number-rows-repeated="{MEMBERS_LIMITS.rows}">' + cell.format(
        f' t:number-columns-repeated="{MEMBERS_LIMITS.columns}"'
    )
    assert refusal(list_files.read_file, libre_office(repeated), MEMBERS_LIMITS) == "file_too_heavy"


def test_rows_beyond_the_limit_are_not_read():
    rows = "".join(f'<row r="{at}"><c t="str"><v>Jean Roy</v></c></row>' for at in range(1, 2_600))
    assert refusal(list_files.read_file, excel(rows + UNCLOSED_TAG)) == "file_too_many_rows"


def test_number_of_sheets_is_limited():
    assert len(list_files.read_file(excel(names=("Feuille",) * 1_000))) == reading.MAX_SHEETS


def test_reading_stops_at_cpu_time_limit(monkeypatch):
    heavy = old_excel([[]] * 65_535 + [["x"]], names=("Feuille",) * 2_000)
    monkeypatch.setattr(spreadsheets, "CPU_SECONDS", 1)
    assert refusal(list_files.read_file, heavy) == "file_too_heavy"


def test_reading_stops_at_clock_time_limit(monkeypatch):
    monkeypatch.setattr(spreadsheets, "SECONDS", 0.001)
    assert refusal(list_files.read_file, excel()) == "file_too_heavy"


def test_number_of_csv_columns_is_limited():
    (found,) = list_files.read_file(b"Nom" + b";x" * 900_000 + b"\n" * 90_000)
    assert [len(row) for row in found.rows] == [PEOPLE_LIMITS.columns]
