"""Two tournaments of one day in one hall: players still busy in the other are named before seating."""

import re

import pytest

from tests import factories
from tournaments import formats, registration, rounds
from tournaments.finals import playoffs
from tournaments.models import Member, Organisation
from tournaments.rounds import concurrent_tournaments

pytestmark = pytest.mark.django_db


def concurrent_pair(players: int = 8):
    """Return cribbage and gin on one day: the same people under the same numbers."""
    return factories.tournament(players, rounds=3), factories.gin(players)


def numbers_elsewhere(client, tournament, page="rounds/"):
    """Return the players who are named on a page as playing elsewhere."""
    html = client.get(f"/t/{tournament.slug}/{page}").content.decode()
    return [int(number) for number in re.findall(r'data-elsewhere="(\d+)"', html)]


def test_player_in_other_tournament_is_named_until_result(client):
    crib, gin = concurrent_pair()
    client.force_login(factories.organiser(crib))
    assert numbers_elsewhere(client, crib) == []
    round_ = factories.open_round(gin)
    assert (
        numbers_elsewhere(client, crib)
        == numbers_elsewhere(client, crib, "rounds/seat/")
        == list(range(1, 9))
    )
    meeting = factories.meeting_at(round_, 1)
    free = {seat.entry.number for seat in meeting.seats.select_related("entry")}
    factories.totals(meeting, 220, 100)
    assert numbers_elsewhere(client, crib) == sorted(set(range(1, 9)) - free)
    there = concurrent_tournaments.people_elsewhere(crib)[0]
    at = gin.entries.get(number=there.number).seats.get().meeting.place.number
    assert (there.other, there.table) == (gin.name, at)


def test_both_tournaments_warn_if_both_are_seated():
    crib, gin = concurrent_pair()
    factories.open_round(gin)
    rounds.seat(crib.stages.get(), 1, by=None)
    assert (
        len(concurrent_tournaments.people_elsewhere(crib))
        == len(concurrent_tournaments.people_elsewhere(gin))
        == 8
    )


def test_withdrawn_or_other_date_player_is_not_named(django_user_model):
    crib, gin = concurrent_pair()
    factories.open_round(gin)
    one = crib.entries.get(number=1)
    registration.withdraw(one, from_round=1, by=None)
    assert 1 not in [one.number for one in concurrent_tournaments.people_elsewhere(crib)]
    gin.date = gin.date.replace(day=22)
    gin.save()
    assert concurrent_tournaments.people_elsewhere(crib) == []


@pytest.mark.parametrize("other", ["example", "replaced", "of another club"])
def test_inactive_or_foreign_tournament_is_ignored(other):
    crib, gin = concurrent_pair()
    factories.open_round(gin)
    assert concurrent_tournaments.people_elsewhere(crib)
    if other == "of another club":
        gin.organisation = Organisation.objects.create(name="FADOQ L'Écuyer")
    else:
        gin.example, gin.live = other == "example", other != "replaced"
    gin.save()
    assert concurrent_tournaments.people_elsewhere(crib) == []


def test_house_player_is_not_named():
    crib = factories.tournament(7, rounds=3, odd="house")
    gin = factories.gin(7)
    for tournament in (crib, gin):
        registration.ensure_house(tournament, "Maison Saint-Hilaire")
    factories.open_round(crib)
    numbers = [one.number for one in concurrent_tournaments.people_elsewhere(gin)]
    assert numbers == sorted(set(numbers))
    assert not Member.objects.filter(entry__number__in=numbers, entry__tournament=gin, entry__kind="house")


def test_playoffs_page_names_players_elsewhere(client):
    crib = factories.tournament(8, rounds=1, playoffs=formats.playoffs("first", count=4, games=1))
    gin = factories.gin(8)
    client.force_login(factories.organiser(crib))
    factories.play_round(crib, 1)
    factories.open_round(gin)
    assert numbers_elsewhere(client, crib, "medals/") == list(range(1, 9))
    playoffs.start_playoffs(crib, seed=1, by=None)
    assert numbers_elsewhere(client, crib, "medals/") == list(range(1, 9))
