"""People who are known without being entered: offered while a name is typed, and kept on purpose."""

import pytest
from django.urls import reverse

from tests.registration.test_importing import Browser
from tournaments.common import audit_log
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages(desk, tournament):
    return Browser(desk, tournament)


def test_list_can_be_remembered_without_entering(pages, desk, tournament):
    for _ in range(2):
        pages.bring("Nom;Club;No membre\nYvon Côté;Sorel;1001\nAline Roy;Tracy;1002\nTOTAL;;\n".encode())
        pages.look()
        pages.client.post(pages.url, {"token": pages.token, "do": "know"})
    assert not tournament.entries.exists()
    assert not tournament.acts.filter(kind="import").exists()
    assert list(Player.objects.values_list("name", "member_number")) == [
        ("Yvon Côté", "1001"),
        ("Aline Roy", "1002"),
    ]
    offered = desk.get(reverse("known_players", args=[tournament.slug]), {"name": "yvo"}).content.decode()
    assert 'data-member="1001"' in offered


@pytest.mark.parametrize("known_first", [True, False])
def test_remembered_person_survives_import_undo(pages, tournament, director, known_first):
    roster = "Nom;Club\nYvon Côté;Sorel\n"

    def remember():
        pages.bring(roster.encode())
        pages.look()
        pages.client.post(pages.url, {"token": pages.token, "do": "know"})

    if known_first:
        remember()
    pages.bring(f"{roster}Aline Roy;Tracy\n".encode())
    pages.look()
    pages.enter()
    if not known_first:
        remember()
    audit_log.undo(tournament.acts.get(kind="import"), by=director)
    assert not tournament.entries.exists()
    assert list(Player.objects.values_list("name", flat=True)) == ["Yvon Côté"]


def remember(pages, roster: str) -> None:
    pages.bring(f"Nom;Club;No membre\n{roster}".encode())
    pages.look()
    pages.client.post(pages.url, {"token": pages.token, "do": "know"})


def known() -> list[tuple[str, str, str]]:
    return sorted(Player.objects.values_list("name", "club", "member_number"))


def test_namesakes_of_a_club_with_two_member_numbers_are_two_known_people(pages):
    rows = ["Jean Roy;Sorel;1001\n", "Jean Roy;Sorel;1002\n", "Jean Roy;Sorel;\n", "Aline Roy;Sorel;\n"]
    people = [("Aline Roy", "Sorel", ""), ("Jean Roy", "Sorel", "1001"), ("Jean Roy", "Sorel", "1002")]
    for order in (rows, rows[::-1]):
        remember(pages, "".join(order))
        assert known() == people


def test_remembered_member_number_belongs_to_one_person(pages):
    remember(pages, "Jean Roy;Sorel;1001\n")
    remember(pages, "Jean Roy;Tracy;1001\nAline Roy;Tracy;1001\n")
    assert known() == [("Aline Roy", "Tracy", ""), ("Jean Roy", "Sorel", "1001")]


def test_row_that_may_mean_either_of_two_members_makes_no_third_person(pages):
    remember(pages, "Jean Roy;Sorel;1001\nJean Roy;Sorel;1002\n")
    Player.objects.update(on_list=True)
    remember(pages, "Jean Roy;Sorel;\n")
    assert known() == [("Jean Roy", "Sorel", "1001"), ("Jean Roy", "Sorel", "1002")]
