"""Cells as a workbook shows them: number formats, rows that are hidden."""

import io

import pytest
from openpyxl import Workbook

from tests.registration.hostile_books import libre_office, old_excel
from tournaments.registration import list_files

FORMATS = {
    "00000": "00123",
    '"M-"00000': "M-00123",
    "000-0000": "000-0123",
    "\\A000": "A123",
    "[$ACC-]0000": "ACC0123",
    "00000;;": "00123",
    '00\\ 00;-0;"nul";@': "01 23",
    "General": "123",
    "0": "123",
    "0.00": "123",
    "#,##0": "123",
    '0 "$"': "123",
    "# ?/?": "123",
    "[<200]000;00000": "123",
    "0%": "123",
}


def xlsx(value: object, code: str) -> bytes:
    book, out = Workbook(), io.BytesIO()
    book.active.append(["No", value])
    book.active["B1"].number_format = code
    book.save(out)
    return out.getvalue()


def rows(content: bytes) -> list[list[str]]:
    (reading,) = list_files.read_file(content)
    return reading.rows


@pytest.mark.parametrize("code", FORMATS)
def test_a_number_is_read_as_it_is_displayed(code):
    assert rows(xlsx(123, code)) == [["No", FORMATS[code]]]
    assert rows(old_excel([["No", 123.0]], code=code)) == [["No", FORMATS[code]]]


@pytest.mark.parametrize(
    ("value", "code", "displayed"),
    [
        (0, '000;-000;"aucun"', "aucun"),
        (0, "0;-0;", ""),
        (0, "00000", "00000"),
        (1234567, "000-0000", "123-4567"),
        (12345678, "000-0000", "1234-5678"),
        (15.5, "00000", "15.5"),
        (-5, "00000", "-5"),
        (1234567890123, "General", "1234567890123"),
        ("123", '"M-"@', "M-123"),
        ("123", "@", "123"),
        ("Roy", '0;-0;0;"M. "@', "M. Roy"),
    ],
)
def test_special_values_are_read_as_displayed(value, code, displayed):
    assert [*rows(xlsx(value, code))[0], ""][1] == displayed


def test_dates_are_read_in_iso_format():
    from datetime import date

    content = xlsx(date(1951, 3, 9), "dd/mm/yyyy")
    assert rows(content) == [["No", "1951-03-09"]]
    assert rows(old_excel([["No", 18696.0]], code="dd/mm/yyyy")) == [["No", "1951-03-09"]]


@pytest.mark.parametrize(
    ("value", "shown", "kept"),
    [
        ("123", "00123", "00123"),
        ("123", "M-00123", "M-00123"),
        ("1234567", "123-4567", "123-4567"),
        ("1234567", "1 234 567", "1234567"),
        ("15", "15,00", "15"),
        ("0", "0,00", "0"),
        ("15", "15 $", "15"),
        ("15.5", "15,50", "15.5"),
        ("1234567890123", "1,23457E+12", "1234567890123"),
    ],
)
def test_libre_office_number_is_read_as_displayed(value, shown, kept):
    cell = f'<t:table-cell o:value-type="float" o:value="{value}"><x:p>{shown}</x:p></t:table-cell>'
    assert rows(libre_office(f"<t:table-row>{cell}</t:table-row>")) == [[kept]]
