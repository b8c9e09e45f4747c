"""The links of clubs that are written in another way than when their sheet was made."""

import pytest
from django.test import Client

from tests import factories, page_reader
from tests.all_addresses import queries_counted
from tests.factories import signed_in
from tests.papers.paper_text import plain
from tests.web.club_sheets.test_sheet import filled_form
from tournaments.models import ClubSheet, Signup, Tournament
from tournaments.organisations import clubs
from tournaments.registration import add_entry, club_sheets
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    made = factories.tournament(0)
    add_entry(made, "Zoé Roy", club="Sorel")
    return made


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    return signed_in(factories.organiser(tournament))


def test_renamed_club_keeps_its_link(tournament: Tournament, desk: Client):
    page = f"/t/{tournament.slug}/registration/online/clubs/"
    desk.post(page, {"do": "make", "club": "Sorel"})
    sheet = ClubSheet.objects.get()
    clubs.change(tournament.organisation.clubs.get(), name="Sorel-Tracy", short_name="", city="", by=None)
    assert desk.get(page).context["without"] == 0
    desk.post(page, {"do": "all"})
    assert ClubSheet.objects.get().token_hash == sheet.token_hash
    desk.post(page, {"do": "end", "link": sheet.pk})
    desk.post(page, {"do": "make", "club": "Sorel-Tracy"})
    again = ClubSheet.objects.get()
    assert again == sheet and again.nonce not in (None, sheet.nonce)


def test_merged_club_needs_no_second_link(tournament: Tournament, desk: Client):
    add_entry(tournament, "Léa Roy", club="Tracy")
    club_sheets.make_links(tournament, ["Sorel", "Tracy"], by=None)
    sorel, tracy = (tournament.organisation.clubs.get(name=name) for name in ("Sorel", "Tracy"))
    club_sheets.end_link(tournament, ClubSheet.objects.get(club="Tracy").pk, by=None)
    clubs.merge(sorel, tracy, by=None)
    assert club_sheets.make_links(tournament, ["Tracy"], by=None) == 0


def rename(tournament: Tournament, club: str, name: str) -> None:
    found = tournament.organisation.clubs.get(name=club)
    clubs.change(found, name=name, short_name="", city="", by=None)


def test_links_are_listed_by_the_present_names_of_clubs(tournament: Tournament, desk: Client):
    page = f"/t/{tournament.slug}/registration/online/clubs/"
    club_sheets.make_links(tournament, ["Sorel", "Tracy", "Yamaska"], by=None)
    rename(tournament, "Sorel", "Zénith")
    with queries_counted() as few:
        rows = desk.get(page).context["rows"]
    assert [row["club"] for row in rows] == ["Tracy", "Yamaska", "Zénith"]
    club_sheets.make_links(tournament, [f"Club {letter}" for letter in "ABCDEF"], by=None)
    with queries_counted() as many:
        desk.get(page)
    assert len(many) == len(few)
    tracy, yamaska = (tournament.organisation.clubs.get(name=name) for name in ("Tracy", "Yamaska"))
    clubs.merge(tracy, yamaska, by=None)
    assert [row["club"] for row in desk.get(page).context["rows"]][-2:] == ["Yamaska", "Zénith"]


def test_links_of_merged_clubs_open_one_sheet(tournament: Tournament, desk: Client):
    save_settings(tournament, SignupSettings(on=True), by=None)
    club_sheets.make_links(tournament, ["Sorel", "Tracy"], by=None)
    urls = [f"/club/{club_sheets.token_of(sheet)}/" for sheet in ClubSheet.objects.all()]
    for url, name in zip(urls, ("Léa Roy", "Luc Roy"), strict=True):
        Client().post(url, filled_form(page_reader.parse(Client().get(url)), name))
    sorel, tracy = (tournament.organisation.clubs.get(name=name) for name in ("Sorel", "Tracy"))
    act = clubs.merge(sorel, tracy, by=None)
    page = f"/t/{tournament.slug}/registration/online/clubs/"
    (row,) = desk.get(page).context["rows"]
    assert (row["club"], row["count"], row["url"].endswith(urls[1])) == ("Tracy", 2, True)
    for url, name in zip(urls, ("Ida Roy", "Eva Roy"), strict=True):
        shown = Client().get(url)
        assert [one.typed.names for one in shown.context["held"]][:2] == [("Léa Roy",), ("Luc Roy",)]
        assert shown.context["others"] == 1
        assert Client().post(url, filled_form(page_reader.parse(shown), name)).status_code == 302
    assert len(Client().get(urls[0]).context["held"]) == 4
    clubs.undo(act, by=None)
    assert [row["club"] for row in desk.get(page).context["rows"]] == ["Sorel", "Tracy"]
    separated = [[one.typed.names[0] for one in Client().get(url).context["held"]] for url in urls]
    assert separated == [["Léa Roy"], ["Luc Roy", "Ida Roy", "Eva Roy"]]
    clubs.merge(*tournament.organisation.clubs.order_by("name"), by=None)
    desk.post(page, {"do": "end", "link": row["key"]})
    assert [Client().get(url).status_code for url in urls] == [404, 404]
    assert club_sheets.make_links(tournament, ["Tracy", "Sorel"], by=None) == 1


def test_ended_link_is_that_of_the_present_club(tournament: Tournament):
    club_sheets.make_links(tournament, ["Sorel"], by=None)
    rename(tournament, "Sorel", "Sorel-Tracy")
    assert club_sheets.end_link(tournament, ClubSheet.objects.get().pk, by=None) == "Sorel-Tracy"
    assert tournament.acts.get(kind=club_sheets.ENDED).args == {"text": "Sorel-Tracy"}


def test_sheet_is_that_of_the_present_club(tournament: Tournament):
    save_settings(tournament, SignupSettings(on=True), by=None)
    club_sheets.make_links(tournament, ["Sorel"], by=None)
    rename(tournament, "Sorel", "Sorel-Tracy")
    url = f"/club/{club_sheets.token_of(ClubSheet.objects.get())}/"
    page = Client().get(url)
    assert page.context["club"] == "Sorel-Tracy"
    for paper in ("list.pdf", "empty.pdf"):
        printed = Client().get(f"{url}{paper}")
        assert "sorel-tracy" in printed["Content-Disposition"]
        assert "Sorel-Tracy" in plain(printed.content)
    form = filled_form(page_reader.parse(page), "Léa Roy")
    assert Client().post(url, form).status_code == 302
    assert Signup.objects.get().club == "Sorel-Tracy"


@pytest.mark.both_databases
@pytest.mark.parametrize("made_before", [True, False])
def test_people_of_a_sheet_stay_on_it_if_the_name_of_the_club_is_taken_back(
    tournament: Tournament, made_before: bool
):
    save_settings(tournament, SignupSettings(on=True, capacity=2), by=None)
    if made_before:
        club_sheets.make_links(tournament, ["Sorel"], by=None)
    club = tournament.organisation.clubs.get()
    act = clubs.change(club, name="Sorel-Tracy", short_name="", city="", by=None)
    club_sheets.make_links(tournament, ["Sorel-Tracy"], by=None)
    url = f"/club/{club_sheets.token_of(ClubSheet.objects.get())}/"
    form = filled_form(page_reader.parse(Client().get(url)), "Léa Roy", "Luc Roy")
    assert Client().post(url, form).status_code == 302
    assert act is not None
    clubs.undo(act, by=None)
    page = Client().get(url)
    assert page.context["club"] == "Sorel"
    assert [one.typed.names for one in page.context["held"]] == [("Léa Roy",), ("Luc Roy",)]
    assert club_sheets.make_links(tournament, ["Sorel"], by=None) == 0
    assert list(tournament.organisation.clubs.values_list("name", flat=True)) == ["Sorel"]


def test_link_of_an_example_is_made_once(tournament: Tournament):
    Tournament.objects.update(example=True)
    tournament.refresh_from_db()
    made = [club_sheets.make_links(tournament, ["SOREL"], by=None) for _turn in range(2)]
    assert (made, ClubSheet.objects.get().club) == ([1, 0], "SOREL")
