"""Whoever competes is called what they are: players, teams, or entries where there are both."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tournaments import registration
from tournaments.publication.competitors import counted
from tournaments.publication.outputs import rows
from tournaments.registration import teams

pytestmark = pytest.mark.django_db


def of_teams(many=4, alone=0):
    made = factories.tournament(0, rounds=3, tables=4)
    for at in range(many):
        mates = [teams.Mate(f"Zoé L'Écuyer {at}"), teams.Mate(f"Pat O'Brien {at}")]
        registration.add_team(made, f"Les Valets {at}", mates)
    for at in range(alone):
        registration.add_entry(made, f"Rose Saint-Hilaire {at}")
    return made


@pytest.mark.parametrize(
    ("many", "alone", "kind"), [(4, 0, "teams"), (0, 4, "players"), (3, 1, "entries"), (0, 0, "players")]
)
def test_what_competes(many, alone, kind):
    made = of_teams(many, alone)
    assert registration.competing(made) == kind
    with translation.override("en"):
        assert counted(4, "teams") == "4 teams"
        assert counted(1, "entries") == "1 entry"


def test_of_several_days_in_one_query(django_assert_num_queries):
    days = [of_teams(2), factories.tournament(4)]
    with django_assert_num_queries(1):
        assert list(registration.competing_in(days).values()) == ["teams", "players"]


def test_pages_of_a_day_of_teams_count_no_players(client):
    made = of_teams()
    factories.play_round(made, 1)
    client.force_login(factories.organiser(made))
    client.cookies["django_language"] = "en"
    for name in ("standings", "public", "registration", "check_in", "rounds_seat", "around"):
        text = client.get(reverse(name, args=[made.slug])).content.decode()
        assert "4 players" not in text, name
        assert "4 people" not in text, name
    for name in ("standings", "public", "around"):
        assert "4 teams" in client.get(reverse(name, args=[made.slug])).content.decode(), name
    assert "4 teams" in client.get("/").content.decode()


def test_what_leaves_the_hall_counts_no_players():
    made = of_teams()
    factories.play_round(made, 1)
    day = rows.gather(made)
    assert day.competing == "teams"
