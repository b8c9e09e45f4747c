"""Two tournaments of one day in one hall: who still plays in the other is named before a game is seated."""

import re

import pytest

from tests import factories
from tournaments import formats, registration, rounds
from tournaments.finals import playoffs
from tournaments.models import Member, Organisation
from tournaments.rounds import concurrent_tournaments

pytestmark = pytest.mark.django_db


def two_days(players: int = 8):
    """Cribbage and gin on one day, with the same people: numbers of cribbage, then of gin, are the same."""
    return factories.tournament(players, rounds=3), factories.gin(players)


def told(client, tournament, page="rounds/"):
    """Who is named on a page as playing elsewhere."""
    html = client.get(f"/t/{tournament.slug}/{page}").content.decode()
    return [int(number) for number in re.findall(r'data-elsewhere="(\d+)"', html)]


def test_who_plays_elsewhere_is_named_until_their_result_is_in(client):
    crib, gin = two_days()
    client.force_login(factories.organiser(crib))
    assert told(client, crib) == []
    round_ = factories.open_round(gin)
    assert told(client, crib) == told(client, crib, "rounds/seat/") == list(range(1, 9))
    meeting = factories.meeting_at(round_, 1)
    free = {seat.entry.number for seat in meeting.seats.select_related("entry")}
    factories.totals(meeting, 220, 100)
    assert told(client, crib) == sorted(set(range(1, 9)) - free)
    there = concurrent_tournaments.elsewhere(crib)[0]
    at = gin.entries.get(number=there.number).seats.get().meeting.place.number
    assert (there.other, there.table) == (gin.name, at)


def test_both_are_told_where_both_are_seated():
    crib, gin = two_days()
    factories.open_round(gin)
    rounds.seat(crib.stages.get(), 1, by=None)
    assert len(concurrent_tournaments.elsewhere(crib)) == len(concurrent_tournaments.elsewhere(gin)) == 8


def test_who_has_left_or_plays_another_day_or_club_is_not_named(django_user_model):
    crib, gin = two_days()
    factories.open_round(gin)
    one = crib.entries.get(number=1)
    registration.withdraw(one, from_round=1, by=None)
    assert 1 not in [one.number for one in concurrent_tournaments.elsewhere(crib)]
    gin.date = gin.date.replace(day=22)
    gin.save()
    assert concurrent_tournaments.elsewhere(crib) == []


@pytest.mark.parametrize("other", ["example", "replaced", "of another club"])
def test_nor_who_plays_in_a_tournament_that_nobody_waits_for(other):
    crib, gin = two_days()
    factories.open_round(gin)
    assert concurrent_tournaments.elsewhere(crib)
    if other == "of another club":
        gin.organisation = Organisation.objects.create(name="FADOQ L'Écuyer")
    else:
        gin.example, gin.live = other == "example", other != "replaced"
    gin.save()
    assert concurrent_tournaments.elsewhere(crib) == []


def test_the_house_player_of_two_days_is_nobody():
    crib = factories.tournament(7, rounds=3, odd="house")
    gin = factories.gin(7)
    for day in (crib, gin):
        registration.ensure_house(day, "Maison Saint-Hilaire")
    factories.open_round(crib)
    numbers = [one.number for one in concurrent_tournaments.elsewhere(gin)]
    assert numbers == sorted(set(numbers))
    assert not Member.objects.filter(entry__number__in=numbers, entry__tournament=gin, entry__kind="house")


def test_the_playoffs_say_it_too(client):
    crib = factories.tournament(8, rounds=1, playoffs=formats.playoffs("first", count=4, games=1))
    gin = factories.gin(8)
    client.force_login(factories.organiser(crib))
    factories.play_round(crib, 1)
    factories.open_round(gin)
    assert told(client, crib, "medals/") == list(range(1, 9))
    playoffs.begin(crib, seed=1, by=None)
    assert told(client, crib, "medals/") == list(range(1, 9))
