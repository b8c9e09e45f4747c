"""Rows and sheets that a workbook hides: reported, and left out until they are asked for."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from openpyxl import Workbook

from tests import factories, page_reader
from tests.page_reader import worded
from tests.registration.hostile_books import libre_office, old_excel
from tournaments.registration import list_files
from tournaments.transfer import seats_file

PEOPLE = [
    ["Nom", "Club"],
    ["Yvon Côté", "Sorel"],
    ["Aline Roy", "Sorel"],
    ["Luc Lavoie", "Tracy"],
    ["Rita Morin", "Sorel"],
]
SEATS = [["game", "table", "A", "B"], [1, 1, 1, 2], [1, 2, 3, 4], [2, 1, 1, 3], [2, 2, 2, 4]]


def filtered_xlsx(rows=PEOPLE, hidden=(4,)) -> bytes:
    """Return a workbook filtered to the rows that are not `hidden`, which are counted from 1."""
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.active.auto_filter.ref = f"A1:B{len(rows)}"
    book.active.auto_filter.add_filter_column(1, ["Sorel"])
    for row in hidden:
        book.active.row_dimensions[row].hidden = True
    book.save(out)
    return out.getvalue()


def ods(visibility="filter", hidden=(4,), *, is_hidden=False) -> bytes:
    rows = ""
    for number, row in enumerate(PEOPLE, start=1):
        cells = "".join(f"<t:table-cell><x:p>{text}</x:p></t:table-cell>" for text in row)
        words = f' t:visibility="{visibility}"' if number in hidden else ""
        rows += f"<t:table-row{words}>{cells}</t:table-row>"
    return libre_office(rows, is_hidden=is_hidden)


@pytest.fixture
def pages(client, db):
    tournament = factories.tournament(0)
    client.force_login(factories.helper(tournament, "registration", "accueil"))
    return Pages(client, tournament)


class Pages:
    """The pages of an import, from the file to the roster."""

    def __init__(self, client, tournament) -> None:
        self.client, self.tournament = client, tournament
        self.url = reverse("roster_preview", args=[tournament.slug])

    def bring(self, content, name="liste.xlsx"):
        bring = reverse("roster_import", args=[self.tournament.slug])
        assert self.client.post(bring, {"file": SimpleUploadedFile(name, content)}).status_code == 302
        return self.look()

    def look(self):
        answer = self.client.get(self.url)
        self.brought = answer.context["pending"]
        return page_reader.parse(answer)

    def send(self, **more):
        return self.client.post(self.url, {"token": self.brought["token"], "hidden-known": "1", **more})

    def names(self):
        return list(self.tournament.entries.order_by("number").values_list("name", flat=True))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("liste.xlsx", filtered_xlsx()),
        ("liste.ods", ods("filter")),
        ("liste.ods", ods("collapse")),
        ("liste.xls", old_excel(PEOPLE, hidden=(3,))),
    ],
    ids=["xlsx filtered", "ods filtered", "ods hidden", "xls hidden"],
)
def test_hidden_row_is_reported_and_left_out(pages, name, content):
    page = pages.bring(content, name)
    assert page_reader.data(page, "hidden") == ["4"]
    pages.send(do="enter")
    assert pages.names() == ["Yvon Côté", "Aline Roy", "Rita Morin"]


def test_hidden_rows_are_entered_on_request(pages):
    pages.bring(filtered_xlsx(hidden=(3, 4)))
    pages.send(hidden="1")
    assert page_reader.data(pages.look(), "hidden") == ["3", "4"]
    pages.send(hidden="1", do="enter")
    assert pages.names() == ["Yvon Côté", "Aline Roy", "Luc Lavoie", "Rita Morin"]


def test_rows_that_follow_a_hidden_one_keep_their_number(pages):
    rows = [*PEOPLE, ["", "Tracy"]]
    page = pages.bring(filtered_xlsx(rows, hidden=(2, 3)))
    assert [one["data-row"] for one in page.all("li[data-code]")] == ["6"]


def test_corrected_column_survives_showing_hidden_rows(pages):
    pages.bring(filtered_xlsx())
    pages.send(**{"column-1": "region"})
    pages.look()
    pages.send(hidden="1", **{"column-1": "region"})
    pages.look()
    pages.send(hidden="1", do="enter", **{"column-1": "region"})
    assert pages.tournament.entries.filter(region="Tracy", club="").count() == 1


def two_sheets(state) -> bytes:
    """Return a sheet of people, preceded by a better-looking hidden one of last year."""
    book, out = Workbook(), io.BytesIO()
    book.active.title = "2025"
    for row in (["Nom", "Club", "Montant"], ["Réal Gagnon", "Tracy", 15], ["Guy Roy", "Tracy", 15]):
        book.active.append(row)
    book.active.sheet_state = state
    now = book.create_sheet("2026")
    for row in PEOPLE:
        now.append(row)
    book.active = 1
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_hidden_sheet_is_not_proposed(pages, state):
    pages.bring(two_sheets(state))
    assert pages.brought["readings"][pages.brought["reading"]]["label"] == "2026"
    pages.send(reading="0")
    page = pages.look()
    assert page_reader.data(page, "hidden") == ["1", "2", "3"]
    pages.send(reading="0", hidden="1")
    pages.look()
    pages.send(reading="0", hidden="1", do="enter")
    assert pages.names() == ["Réal Gagnon", "Guy Roy"]


def test_libre_office_hidden_sheet_has_hidden_rows():
    (reading,) = list_files.read_file(ods(hidden=(), is_hidden=True))
    assert list(reading.hidden) == [0, 1, 2, 3, 4]


def test_fully_filtered_list_enters_no_players(pages):
    page = pages.bring(filtered_xlsx(hidden=(2, 3, 4, 5)))
    assert page_reader.data(page, "hidden") == ["2", "3", "4", "5"]
    pages.send(do="enter")
    assert pages.names() == []


def test_empty_hidden_rows_are_not_reported():
    book, out = Workbook(), io.BytesIO()
    for row in PEOPLE:
        book.active.append(row)
    book.active.row_dimensions[9].hidden = True
    book.active.append(["", ""])
    book.active.append(["Lise Roy", "Sorel"])
    book.active.row_dimensions[6].hidden = True
    book.save(out)
    (reading,) = list_files.read_file(out.getvalue())
    assert list(reading.hidden) == []


def test_hidden_lines_of_seats_file_are_reported(pages):
    plan = seats_file.parse_seats(filtered_xlsx(SEATS, hidden=(4, 5)), lambda _name: ())
    assert [(fault.code, fault.hard, fault.args) for fault in plan.faults] == [
        ("file_hidden", False, {"count": 2})
    ]
    assert len(plan.rounds) == 1


@pytest.mark.django_db
def test_simulation_reports_hidden_lines_of_seats_file(tmp_path, capsys):
    path = tmp_path / "seats.xlsx"
    path.write_bytes(filtered_xlsx(SEATS, hidden=(4, 5)))
    call_command("simulate", players=4, rounds=1, seats_file=path, export=tmp_path / "day.json")
    output = capsys.readouterr().err
    assert any(worded("file_hidden", count=2, language=each) in output for each in ("en", "fr-ca"))


def test_fully_hidden_seats_file_is_refused():
    plan = seats_file.parse_seats(filtered_xlsx(SEATS, hidden=(1, 2, 3, 4, 5)), lambda _name: ())
    assert {fault.code for fault in plan.faults if fault.hard} == {"file_no_lines", "file_hidden"}
