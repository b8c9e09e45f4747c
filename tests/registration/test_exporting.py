"""The roster as a file: an export is imported again unchanged."""

import io
import re

import pytest
from django.conf import settings
from django.urls import reverse
from openpyxl import load_workbook

from tests.registration.entry_fields import with_payments
from tests.registration.small_tournament import small_tournament
from tests.registration.test_importing import Browser
from tournaments import registration
from tournaments.models import Player, Tournament
from tournaments.registration import NewMember, columns, list_files
from tournaments.registration.candidates import candidates

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


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_exported_teams_keep_their_member_numbers(desk, tournament, language):
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    mates = [
        NewMember("Zoé Roy", member_number="00123"),
        NewMember("Léo Côté"),
        NewMember("Luc Vé", "", "", "7"),
    ]
    registration.add_team(tournament, "Les Érables", mates)
    registration.add_entry(tournament, "Guy Lavoie", member_number="00555")
    content = desk.get(reverse("roster_export", args=[tournament.slug])).content
    table = list_files.read_text(content.decode("utf-8-sig"))
    guess = columns.guess(table)
    team, alone = (one.draft for one in candidates(table, guess.roles, guess.heading, []))
    assert [(one.name, one.member_number) for one in team.members] == [
        ("Zoé Roy", "00123"),
        ("Léo Côté", ""),
        ("Luc Vé", "7"),
    ]
    assert (team.name, alone.details["member_number"]) == ("Les Érables", "00555")


def test_the_csv_of_the_roster_holds_no_formula(desk, tournament, roster):
    content = desk.get(reverse("roster_export", args=[tournament.slug])).content
    assert content.startswith(b"\xef\xbb\xbfNumber;Name;Club;")
    assert b";'=L'Ange;Yamaska;;15,50;cheque;" in content


@pytest.mark.parametrize("sign", ["\0", "\v", "\ufffe", "\uffff"])
def test_no_typed_sign_spoils_the_workbook(desk, tournament, sign):
    desk.post(reverse("registration", args=[tournament.slug]), {"name": f"Yvon {sign}Côté"})
    answer = desk.get(reverse("roster_workbook", args=[tournament.slug]))
    people = list_files.read_file(answer.content)[0]
    assert people.rows[-1][1] == "Yvon Côté"


def test_the_workbook_of_the_roster_holds_text_and_no_formula(desk, tournament, roster):
    answer = desk.get(reverse("roster_workbook", args=[tournament.slug]))
    sheet, _payments = load_workbook(io.BytesIO(answer.content)).worksheets
    cells = [cell for row in sheet.iter_rows(min_row=2, min_col=2) for cell in row if cell.value is not None]
    assert {(cell.data_type, cell.number_format) for cell in cells} == {("s", "@")}
    assert {"007", "00123456789012345678", "=L'Ange"} <= {cell.value for cell in cells}
