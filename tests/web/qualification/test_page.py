"""The page of qualified players, its paper and its list, through the test client."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from tests import factories, page_reader
from tests.all_addresses import queries_counted
from tests.papers.paper_text import plain
from tournaments.models import Tournament
from tournaments.publishing import publications, qualification
from tournaments.publishing.papers import printing
from tournaments.publishing.qualification import TOGETHER, Rule
from tournaments.registration import categories, edit_entry

pytestmark = pytest.mark.django_db


def official_tournament(players: int = 6) -> Tournament:
    made = factories.tournament(players, rounds=1)
    factories.play_round(made, 1)
    publications.publish(made, official=True, by=None)
    return made


@pytest.fixture
def tournament() -> Tournament:
    return official_tournament()


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(factories.organiser(tournament))
    return client


def url(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/qualification/"


def row_numbers(page, state: str) -> list[str]:
    return [row["data-number"] for row in page.all(f"[data-state={state}]") if "data-number" in row]


def test_director_sets_places_and_records_answers(tournament, desk):
    page = page_reader.parse(desk.get(url(tournament)))
    assert not page.all("[data-group]")
    assert desk.post(url(tournament) + "rule/", {"places": "3", "per": "all"})["Location"] == url(tournament)
    page = page_reader.parse(desk.get(url(tournament)))
    while level := row_numbers(page, "level"):
        desk.post(url(tournament) + "decide/", {"number": level[0], "category": "0", "answer": "chosen"})
        page = page_reader.parse(desk.get(url(tournament)))
    first, *_others = before = row_numbers(page, "placed")
    assert len(before) == 3
    desk.post(url(tournament) + "decide/", {"number": first, "category": "0", "answer": "confirmed"})
    desk.post(url(tournament) + "decide/", {"number": first, "category": "0", "answer": "declined"})
    page = page_reader.parse(desk.get(url(tournament)))
    assert row_numbers(page, "gone") == [first]
    act = page.one(f"[data-number={first}]").one("[name=take_back]")["value"]
    desk.post(url(tournament) + "decide/", {"number": first, "category": "0", "take_back": act})
    page = page_reader.parse(desk.get(url(tournament)))
    assert page.one(f"[data-number={first}]")["data-answer"] == "confirmed"
    assert row_numbers(page, "placed") == before


@pytest.mark.parametrize("typed", [{"places": "0"}, {"places": "x"}, {"places": "9" * 40}, {"per": "x"}])
def test_invalid_rule_is_refused_and_stays_typed(tournament, desk, typed):
    answer = desk.post(url(tournament) + "rule/", {"places": "3", "per": "club", **typed})
    assert answer.status_code == 422
    assert qualification.rule_of(Tournament.objects.get(pk=tournament.pk)) is None
    if "places" in typed:
        assert page_reader.parse(answer).one("[name=places]")["value"] == typed["places"]


@pytest.mark.parametrize(
    "typed",
    [
        {"number": "99999", "category": "0", "answer": "declined"},
        {"number": "é", "category": "-1", "answer": "<b>"},
        {"answer": "declined"},
    ],
)
def test_hostile_decisions_change_nothing(tournament, desk, typed):
    qualification.save_rule(tournament, Rule(2, TOGETHER), by=None)
    version = Tournament.objects.get(pk=tournament.pk).version
    assert desk.post(url(tournament) + "decide/", typed).status_code == 302
    assert Tournament.objects.get(pk=tournament.pk).version == version
    assert desk.post(url(tournament) + "decide/", {"take_back": "1"}).status_code == 404


def test_only_directors_can_record_answers(tournament):
    qualification.save_rule(tournament, Rule(2, TOGETHER), by=None)
    scorer = Client()
    scorer.force_login(factories.helper(tournament, "desk", "aline"))
    assert scorer.get(url(tournament)).status_code == 200
    assert not page_reader.parse(scorer.get(url(tournament))).all("[name=answer]")
    assert scorer.post(url(tournament) + "decide/", {"number": "1", "answer": "declined"}).status_code == 403
    assert Client().get(url(tournament)).status_code == 302


def test_page_waits_for_official_standings():
    tournament = factories.tournament(4, rounds=1)
    qualification.save_rule(tournament, Rule(2, TOGETHER), by=None)
    client = Client()
    client.force_login(factories.organiser(tournament))
    assert page_reader.parse(client.get(url(tournament))).all("[data-waits]")
    assert client.get(url(tournament) + "list.xlsx")["Location"] == url(tournament)


def import_list(content: bytes) -> Tournament:
    """Return a new tournament into which the list was imported through the pages."""
    following = factories.tournament(0)
    categories.save_categories(following, [(None, "Femmes", True)], by=None)
    client = Client()
    client.force_login(factories.organiser(following, "odile"))
    there = f"/t/{following.slug}/registration/import/"
    to = client.post(there, {"file": SimpleUploadedFile("liste.xlsx", content)})["Location"]
    page = page_reader.parse(client.get(to))
    doubts = {one["name"]: "enter" for one in page.all("input") if one["name"].startswith("row-")}
    client.post(to, doubts | {"token": page.all("[name=token]")[0]["value"], "do": "enter"})
    return following


def test_the_list_is_imported_by_the_next_tournament(tournament, desk):
    categories.save_categories(tournament, [(None, "Femmes", True)], by=None)
    entry = tournament.entries.get(number=1)
    edit_entry(entry, "Zoé L'Écuyer", club="Sorel", member_number="00123", categories=[1])
    qualification.save_rule(tournament, Rule(6, TOGETHER), by=None)
    answer = desk.get(url(tournament) + "list.xlsx")
    book = load_workbook(io.BytesIO(answer.content))
    assert [sheet.max_row - 1 for sheet in book] == [6]  # no replacements are listed
    assert "00123" in [cell.value for row in book.worksheets[0].iter_rows() for cell in row]
    following = import_list(answer.content)
    assert following.entries.count() == 6
    brought = following.entries.get(member_number="00123")
    assert (brought.name, brought.club, brought.categories) == ("Zoé L'Écuyer", "Sorel", [1])


@pytest.mark.parametrize("name", ["=Jean", "+Lise Roy", "-Lise Roy", "@Zoé", "'=Jean Roy"])
def test_values_like_formulas_survive_export_and_import(tournament, desk, name):
    before = [(name, name, name, name)]
    edit_entry(tournament.entries.get(number=1), name, club=name, region=name, member_number=name)
    qualification.save_rule(tournament, Rule(6, TOGETHER), by=None)
    content = desk.get(url(tournament) + "list.xlsx").content
    cells = [one for row in load_workbook(io.BytesIO(content)).worksheets[0].iter_rows() for one in row]
    assert {one.data_type for one in cells if one.value} == {"s"}
    following = import_list(content)
    fields = ("name", "club", "region", "member_number")
    assert list(following.entries.filter(club=name).values_list(*fields)) == before


def test_paper_lists_the_qualified_players(tournament, desk):
    qualification.save_rule(tournament, Rule(6, TOGETHER), by=None)
    args = {"language": "fr-ca", "base": "", "which": "qualified"}
    job = printing.request(Tournament.objects.get(pk=tournament.pk), "standings", args)
    text = plain(printing.draw(job)[0])
    for name in tournament.entries.values_list("name", flat=True):
        assert name in text


def test_a_paper_without_a_rule_is_refused(tournament):
    with pytest.raises(ValueError, match="qualification_nothing"):
        printing.request(tournament, "standings", {"language": "en", "base": "", "which": "qualified"})


def test_query_count_does_not_grow_with_players():
    asked = []
    for players in (2, 6):
        tournament = official_tournament(players)
        qualification.save_rule(tournament, Rule(1, "club"), by=None)
        client = Client()
        client.force_login(factories.organiser(tournament, f"odile {players}"))
        for path in (url(tournament), url(tournament) + "list.xlsx"):
            client.get(path)
            with queries_counted() as found:
                assert client.get(path).status_code == 200
            asked.append(len(found))
    assert asked[:2] == asked[2:]
