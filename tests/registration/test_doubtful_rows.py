"""Doubtful rows of a list, of no person or of one who is on it: shown first, left out until chosen."""

import io
import random
import re

import pytest
from openpyxl import Workbook

from tests import page_reader
from tests.registration.test_importing import Browser
from tournaments import registration
from tournaments.models import Player
from tournaments.registration import Draft


@pytest.fixture
def pages(desk, tournament):
    return Browser(desk, tournament)


def test_choice_for_duplicate_survives_column_correction(pages):
    pages.paste("Côté Huguette;Sorel;Richelieu\nCôté Huguette;Sorel;Yamaska\nRoy Jean;A;B\nRoy Jean;C;D")
    pages.look()
    assert pages.chosen() == {2: "skip", 4: "skip"}
    change = {"token": pages.token, "column-1": "", "column-2": "region", **pages.about({2: "enter"})}
    pages.page = pages.client.post(pages.url, change, headers={"HX-Request": "true"}).content.decode()
    assert pages.chosen() == {2: "enter", 4: "skip"}


def test_likely_duplicates_are_shown_side_by_side_and_chosen(pages, tournament):
    registration.add_entry(tournament, "Huguette Côté", club="Sorel")
    pages.paste("Côté Huguette;Sorel\nJean Roy;Sorel\nJean Roy;Beloeil")
    page = pages.look()
    assert page_reader.data(page, "entered") == ["1"]
    pages.enter(rows={3: "enter"})
    assert tournament.entries.count() == 3


DOUBTFUL_ROWS = """Nom;Club
Jean Roy;Sorel
Jean Roy;Beloeil
Luc Lavoie;Sorel
Luc Lavoye;Sorel
Merci à tous les bénévoles!;
"""


def test_doubtful_row_is_left_out_and_reported(pages, tournament):
    pages.paste(DOUBTFUL_ROWS)
    pages.look()
    assert pages.chosen() == {3: "skip", 5: "enter", 6: "skip"}
    shown = page_reader.parse(pages.client.get(pages.enter(rows={5: "skip"}).url))
    assert sorted(tournament.entries.values_list("name", flat=True)) == ["Jean Roy", "Luc Lavoie"]
    by_code = {message.code: message.words for message in page_reader.messages(shown)}
    assert "Merci à tous" in by_code["rows_left_out"] and "Lavoye" in by_code["rows_left_out"]


def test_similar_names_of_one_list_are_two_people(pages, tournament):
    registration.add_entry(tournament, "Gérald Roy", club="Sorel")
    pages.paste("André Bédard;Sorel\nAndrée Bédard;Sorel\nGérard Roy;Sorel\nAndrée Bédard;Sorel")
    pages.look()
    assert pages.chosen() == {2: "enter", 3: "skip", 4: "skip"}
    pages.enter()
    names = tournament.entries.values_list("name", flat=True)
    assert sorted(names) == ["André Bédard", "Andrée Bédard", "Gérald Roy"]


def test_each_doubtful_row_can_be_entered(pages, tournament):
    pages.paste(DOUBTFUL_ROWS)
    pages.look()
    answer = pages.enter(rows={3: "enter", 5: "enter"})
    assert tournament.entries.count() == 4
    assert "rows_left_out" in page_reader.message_codes(pages.client.get(answer.url))


def test_decisions_are_shown_first(pages):
    pages.paste(DOUBTFUL_ROWS)
    page = page_reader.parse(pages.look())
    places = [one.get("id") for one in page.walk() if one.get("id")]
    assert places.index("doubtful-title") < places.index("columns-title") < places.index("plain-title")


def test_grown_list_asks_only_about_new_people(pages, tournament):
    pages.paste("Nom;Club\nJean Roy;Sorel\nLuc Lavoie;Sorel")
    pages.look()
    pages.enter()
    pages.paste("Nom;Club\nJean Roy;Sorel\nLuc Lavoie;Sorel\nAline Côté;Sorel\nLuc Lavoie;Tracy")
    page = page_reader.parse(pages.look())
    assert [pair["data-row"] for pair in page.one("#doubtful").all("li.pair")] == ["5", "2", "3"]
    assert [pair["data-row"] for pair in page.one("#doubtful").one("details").all("li.pair")] == ["2", "3"]
    pages.enter()
    assert tournament.entries.count() == 3


def test_choices_apply_to_one_sheet_only(pages, tournament):
    sheet = [["Nom", "Club"], ["Jean Roy", "Sorel"], ["Jean Roy", "Beloeil"]]
    other = [["Nom", "Club"], ["Luc Lavoie", "Sorel"], ["Luc Lavoie", "Tracy"]]
    book = Workbook()
    for at, rows in enumerate((sheet, other)):
        named = book.create_sheet(f"Feuille {at}")
        for row in rows:
            named.append(row)
    out = io.BytesIO()
    book.save(out)
    pages.bring(out.getvalue(), "liste.xlsx")
    pages.look()
    sent = {"token": pages.token, "reading": "1", **pages.about({3: "enter"})}
    pages.page = pages.client.post(pages.url, sent, headers={"HX-Request": "true"}).content.decode()
    assert pages.chosen() == {3: "skip"}


def test_remembering_a_list_leaves_out_doubtful_rows(pages):
    pages.paste(DOUBTFUL_ROWS)
    pages.look()
    pages.enter(do="know")
    assert sorted(Player.objects.values_list("name", flat=True)) == [
        "Jean Roy",
        "Jean Roy",
        "Luc Lavoie",
        "Luc Lavoye",
    ]


def test_preview_counts_chosen_rows(pages, desk):
    pages.paste("Luc Roy;Sorel\nJean Roy;Sorel\nJean Roy;Beloeil")
    page = pages.look()
    assert re.findall(r"\d+", page_reader.parse(page).one("#plain-title").words) == ["2"]
    asked = {"token": pages.token, **pages.about({3: "enter"})}
    again = desk.post(pages.url, asked, headers={"hx-request": "true"}).content.decode()
    assert re.findall(r"\d+", page_reader.parse(again).one("#plain-title").words) == ["3", "1"], (
        "one of them above"
    )


def test_a_duplicate_typed_meanwhile_is_asked_about(pages, tournament):
    pages.paste("Huguette Côté;Sorel")
    pages.look()
    registration.add_entry(tournament, "Huguette Côté", club="Sorel")
    answer = pages.enter()
    assert answer.status_code == 422
    assert page_reader.codes(answer)[0] == "roster_alike"
    assert tournament.entries.count() == 1
    pages.page = answer.content.decode()
    pages.enter()
    assert tournament.entries.count() == 1


def test_list_of_two_thousand_entered_people_adds_none(pages, tournament, director):
    letters = random.Random(7)
    names = [
        " ".join("".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=8)).title() for _ in "GF")
        for _ in range(2000)
    ]
    drafts = [Draft(name) for name in names]
    registration.import_roster(tournament, drafts, token="first", by=director)
    pages.bring(("Prénom et nom\n" + "\n".join(names)).encode())
    pages.look()
    assert len(pages.chosen()) == 2000
    answer = pages.enter()
    assert answer.status_code == 302
    assert tournament.entries.count() == 2000
