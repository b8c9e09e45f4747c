"""The links of clubs that are written in another way than when their sheet was made."""

import pytest
from django.test import Client

from tests import factories
from tests.factories import signed_in
from tournaments.models import ClubSheet, Tournament
from tournaments.organisations import clubs
from tournaments.registration import add_entry, club_sheets

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


def test_link_of_an_example_is_made_once(tournament: Tournament):
    Tournament.objects.update(example=True)
    tournament.refresh_from_db()
    made = [club_sheets.make_links(tournament, ["SOREL"], by=None) for _turn in range(2)]
    assert (made, ClubSheet.objects.get().club) == ([1, 0], "SOREL")
