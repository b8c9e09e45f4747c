"""The roster as a file: an export is imported again unchanged."""

import io
import re

import pytest
from django.conf import settings
from django.urls import reverse
from openpyxl import load_workbook

from tests.registration.payments_of import with_payments
from tests.registration.small_tournament import small_tournament
from tests.registration.test_importing import Browser
from tournaments import registration
from tournaments.models import Player, Tournament

FIELDS = ("name", "club", "region", "member_number", "fee_cents", "paid_how", "apart", "note")


@pytest.fixture
def roster(tournament):
    """Return a roster with what a file could change: formulas, leading zeros, separators, payments."""
    people = [
        ("Gérald O'Brien", {"club": "=L'Ange", "region": "Yamaska", "fee_cents": 1550, "paid_how": "cheque"}),
        ("Huguette L’Écuyer", {"club": "Sorel; Tracy", "member_number": "007", "note": "+1 (450) 555-0123"}),
        ("Yvon Côté", {"club": '=HYPERLINK("http://x.example")', "member_number": "00123456789012345678"}),
        ("Aline Roy", {"club": "-5", "member_number": "1-2", "apart": "@SUM(A1)", "note": "12,5\n7"}),
        ("=Jean", {"club": '="Sorel"', "region": "'=x", "note": "''+1"}),
        ("'@Lise Caron", {"club": "'t Hooft"}),
        ("-Lise Roy", {"club": "@Sorel"}),
        ("+Yves Paré", {}),
        ("Zoé Morin", {"club": "2026", "fee_cents": 0, "paid_how": "free", "apart": "1e5"}),
    ]
    for name, details in people:
        registration.add_entry(tournament, name, **details)
    return with_payments(tournament, FIELDS)


@pytest.mark.parametrize("language", ["en", "fr-ca"])
@pytest.mark.parametrize("export", ["roster_export", "roster_workbook"])
def test_exported_roster_can_be_imported_again(desk, tournament, director, roster, export, language):
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = desk.get(reverse(export, args=[tournament.slug]))
    name = re.search(r'filename="([^"]+)"', answer["Content-Disposition"])[1]
    other = Browser(desk, small_tournament(by=director))
    known = Player.objects.count()
    other.bring(answer.content, name)
    other.look()
    other.enter()
    assert with_payments(Tournament.objects.latest("pk"), FIELDS) == roster
    assert Player.objects.count() == known  # the same people


def test_the_csv_of_the_roster_holds_no_formula(desk, tournament, roster):
    content = desk.get(reverse("roster_export", args=[tournament.slug])).content
    assert content.startswith(b"\xef\xbb\xbfNumber;Name;Club;")
    assert b";'=L'Ange;Yamaska;;15,50;cheque;" in content


def test_the_workbook_of_the_roster_holds_text_and_no_formula(desk, tournament, roster):
    answer = desk.get(reverse("roster_workbook", args=[tournament.slug]))
    sheet, _payments = load_workbook(io.BytesIO(answer.content)).worksheets
    cells = [cell for row in sheet.iter_rows(min_row=2, min_col=2) for cell in row if cell.value is not None]
    assert {(cell.data_type, cell.number_format) for cell in cells} == {("s", "@")}
    assert {"007", "00123456789012345678", "=L'Ange"} <= {cell.value for cell in cells}
