"""Competitors are called players, teams, or entries where there are both."""

import pytest
from django.urls import reverse
from django.utils import translation

from scoring import DomainError
from scoring.games import GAMES
from tests import factories
from tournaments import formats, registration, rounds
from tournaments.common import competitors
from tournaments.common.competitors import count_phrase
from tournaments.common.messages import sentences
from tournaments.pairing.feasibility import FeasibilityRequest, feasibility
from tournaments.publishing.outputs import rows
from tournaments.registration import teams
from tournaments.rounds import stages
from tournaments.web.setup import feasibility as setup_feasibility
from tournaments.web.setup.forms.form import EXPECTED_LABELS, SetupForm

pytestmark = pytest.mark.django_db


def team_tournament(many=4, alone=0):
    made = factories.tournament(0, rounds=3, tables=4)
    for at in range(many):
        mates = [teams.NewMember(f"Zoé L'Écuyer {at}"), teams.NewMember(f"Pat O'Brien {at}")]
        registration.add_team(made, f"Les Valets {at}", mates)
    for at in range(alone):
        registration.add_entry(made, f"Rose Saint-Hilaire {at}")
    return made


@pytest.mark.parametrize(
    ("many", "alone", "kind"), [(4, 0, "teams"), (0, 4, "players"), (3, 1, "entries"), (0, 0, "players")]
)
def test_competitors_are_teams_players_or_entries(many, alone, kind):
    made = team_tournament(many, alone)
    assert registration.competing_kind(made) == kind
    with translation.override("en"):
        assert count_phrase(4, "teams") == "4 teams"
        assert count_phrase(1, "entries") == "1 entry"


def test_competitors_of_several_tournaments_take_one_query(django_assert_num_queries):
    days = [team_tournament(2), factories.tournament(4)]
    with django_assert_num_queries(1):
        assert list(registration.competing_kinds(days).values()) == ["teams", "players"]


def test_pages_of_a_team_tournament_count_teams(client):
    made = team_tournament()
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


def test_published_rows_count_teams():
    made = team_tournament()
    factories.play_round(made, 1)
    tournament = rows.publishable_data(made)
    assert tournament.competitor_kind == "teams"


def test_error_counts_teams_or_players(client):
    made = team_tournament(3)
    refused = []
    for tournament in (made, factories.tournament(3, rounds=3, tables=4, seed=8)):
        with pytest.raises(DomainError) as odd:
            rounds.seat(stages.qualifying(tournament), 1, by=None)
        refused.append(odd.value)
    with translation.override("en"):
        teams_, players = (sentences.error_sentence(one) for one in refused)
        assert count_phrase(3, "teams") in teams_
        assert count_phrase(3, "players") in players
    client.force_login(factories.organiser(made))
    client.cookies["django_language"] = "en"
    page = client.get(reverse("setup", args=[made.slug]))
    assert page.context["form"]["expected"].label == EXPECTED_LABELS[competitors.TEAMS]


@pytest.mark.parametrize("kind", ["players", "teams"])
def test_setup_box_counts_teams_or_players(kind):
    tournament = feasibility(FeasibilityRequest(9, tables=2, rounds=4, odd="bye", bye_credit=1, equal=True))
    with translation.override("en"):
        context = setup_feasibility.feasibility_context(tournament, formats.rules(formats.FIRST), kind)
        by_code = {one.code: str(one) for one in context["sentences"]}
        assert count_phrase(9, kind) in by_code["too_few_tables"]
        assert count_phrase(9, kind) in by_code["games_unequal"]


def test_running_setup_box_labels_each_kind_of_competitor():
    tournament = feasibility(FeasibilityRequest(8, tables=4, rounds=4, odd="bye", bye_credit=1))
    labels = {
        kind: setup_feasibility.feasibility_context(tournament, formats.rules(formats.FIRST), kind)["facts"][
            0
        ]["label"]
        for kind in (competitors.PLAYERS, competitors.TEAMS, competitors.ENTRIES)
    }
    assert len(set(labels.values())) == 3


@pytest.mark.parametrize("key", sorted(formats.FORMATS))
def test_setup_asks_for_expected_teams_in_team_formats(key):
    """Before registration, the chosen format decides, and decides again when another one is chosen."""
    form = SetupForm(key=key)
    rules = formats.rules(key)
    teams_play = bool(rules["boards"]) or GAMES[rules["game"]].people_per_entry(rules) > 1
    assert form.competing == (competitors.TEAMS if teams_play else competitors.PLAYERS)
    assert form.fields["expected"].label == EXPECTED_LABELS[form.competing]
    typed = SetupForm({"format": key}, key=formats.FIRST)
    assert typed.fields["expected"].label == form.fields["expected"].label
