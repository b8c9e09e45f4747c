"""An evening is set up as its season says, without medals unless it has them, and ranks all together."""

from datetime import time

import pytest
from django.urls import reverse

from tests import factories
from tests.organisations.leagues import evenings
from tests.samples import SWEEP_FACTOR
from tests.web.setup.posting import posted, refusals
from tournaments import formats
from tournaments.finals import medals
from tournaments.models import Tournament
from tournaments.organisations import leagues, seasons
from tournaments.organisations.leagues import Side, exports, site
from tournaments.publishing import card_audit, publications
from tournaments.publishing.outputs import reports, rows
from tournaments.publishing.papers import paper_types, registry
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.web.leagues.forms import LeagueForm
from tournaments.web.setup.forms.formats import offered

pytestmark = pytest.mark.django_db
TEAMS = [Side(f"Équipe {at}", "Sorel", (f"Réal O'Brien {at}", f"Zoé L'Écuyer {at}")) for at in range(1, 7)]
PLAYED_WITH_FIXTURES = [key for key in formats.FORMATS if leagues.can_play_fixtures(formats.rules(key))]


@pytest.fixture
def lise():
    return factories.director()


def club(of):
    return of.roles.get().organisation


def evening_with_three_winners(lise, **described) -> Tournament:
    """Play the only game of an evening, after which three of six have 121 points."""
    league = evenings.league(TEAMS, of=club(lise), **described)
    tournament = evenings.evening(league, 1, by=lise)
    evenings.play(tournament, by=lise, publish=False)
    return Tournament.objects.get(pk=tournament.pk)


def proposed_form(client, league, number=1, more=""):
    return client.get(
        reverse("new_tournament") + f"?league={league.season.uid}&evening={number}{more}"
    ).context["form"]


def test_tie_on_an_evening_needs_no_medal_match(lise):
    tournament = evening_with_three_winners(lise)
    shown = standings(tournament)
    assert [row.place for row in shown.rows][:3] == [1, 1, 1] and medals.ties(tournament) == []
    read = card_audit.readings(tournament, shown)
    card_audit.tick(tournament, {one.row.number: one.total for one in read})
    tournament.refresh_from_db()
    assert card_audit.official_obstacles(tournament, card_audit.readings(tournament, shown)) == []


def test_tie_needs_a_medal_match_if_the_season_has_medals(lise):
    assert [
        len(numbers) for _rank, numbers in medals.ties(evening_with_three_winners(lise, medals=True))
    ] == [3]


@pytest.mark.parametrize("wanted", [False, True])
def test_medals_are_shown_only_if_the_season_has_them(lise, wanted):
    tournament = evening_with_three_winners(lise, medals=wanted)
    publications.publish(tournament, official=True, by=None)
    rules = stages.qualifying(tournament).rules
    assert paper_types.has(tournament, registry.PAPER_TYPES["prize_list"].part("medals")) == wanted
    report = reports.table(rows.publishable_data(tournament, full_names=True), "region", {"medal": "M"})
    assert any(cell for (cell,) in report.rows) == wanted
    assert bool(rules["medals"]) == wanted


def test_first_evening_is_proposed_from_the_season(client, lise):
    client.force_login(lise)
    league = evenings.league(TEAMS, of=club(lise), per_evening=2, format="acc-swiss")
    form = proposed_form(client, league)
    wanted = {"expected": 6, "tables": 3, "rounds": 2, "format": "acc-swiss", "start": time(19), "medals": 0}
    assert {name: form[name].value() for name in wanted} == wanted


def test_next_evening_is_proposed_from_the_last_one(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(6), of=club(lise))
    first = evenings.evening(league, 1, by=lise, tables=2, start=20 * 60)
    leagues.move(evenings.fixture(league, 1), 2, by=lise)
    form = proposed_form(client, league, 2, f"&like={first.slug}&people=1")
    wanted = {"expected": 6, "tables": 3, "rounds": 2, "start": time(20)}
    assert {name: form[name].value() for name in wanted} == wanted
    assert leagues.size_of(league, 2) == (6, 3, 2)


@pytest.mark.parametrize("key", PLAYED_WITH_FIXTURES[:: 1 if SWEEP_FACTOR > 1 else 2])
def test_proposed_evening_is_created_in_every_two_sided_format(client, lise, key):
    client.force_login(lise)
    league = evenings.league(evenings.persons(6), of=club(lise), format=key)
    given = posted(proposed_form(client, league), league=str(league.season.uid), evening="1", game_name="500")
    answer = client.post(reverse("new_tournament"), given)
    assert answer.status_code == 302, refusals(answer)
    stage = stages.qualifying(Tournament.objects.get())
    assert (stage.rules["rounds"], stage.rules["tables"], stage.movement) == (1, 3, "fixtures")
    assert stage.rules["format"] == key and stage.rules["medals"] == 0
    setup = reverse("setup", args=[stage.tournament.slug])
    again = client.post(setup, posted(client.get(setup).context["form"], game_name="500"))
    assert again.status_code == 302, refusals(again)
    assert stages.qualifying(stage.tournament).rules["medals"] == 0


def test_only_two_sided_formats_are_offered():
    form = LeagueForm(known=[], offered=offered())
    assert [key for key, _label in form.fields["format"].choices] == PLAYED_WITH_FIXTURES
    assert {"knock-out", "gin-three", "cribbage-teams"}.isdisjoint(PLAYED_WITH_FIXTURES)


def test_a_season_with_fixtures_has_one_ranking(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(4), of=club(lise))
    evenings.play(evenings.evening(league, 1, by=lise), by=lise)
    season = league.season
    seasons.change(season, {"public": True})
    whole = seasons.table(season)
    assert whole.lines == [] and [one.state for one in whole.evenings] == ["counted"]
    assert [table.name for table in exports.tables(season)] == ["table", "fixtures"]
    for name in ("season", "season_followed"):
        args = [season.uid] if name == "season_followed" else [season.organisation.slug, season.uid]
        assert 'id="table-title"' not in client.get(reverse(name, args=args)).content.decode()
    lines = client.get(reverse("season_file", args=[season.organisation.slug, season.uid])).content
    assert len(lines.decode("utf-8-sig").strip().splitlines()) == 1 + 4
    (folder,) = site.folders(season_tournament(season))
    assert all(b'id="table-title"' not in content for path, content in folder.files.items() if "html" in path)


def season_tournament(season) -> Tournament:
    (tournament,) = seasons.evenings_of(season)
    return tournament


def test_season_without_fixtures_adds_up_its_evenings(lise):
    tournament = factories.tournament(4, rounds=1, by=lise)
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    season = seasons.make(tournament.organisation, {"name": "Hiver"})
    seasons.add(season, tournament)
    assert len(seasons.table(season).lines) == 4
    assert [table.name for table in exports.tables(season)] == ["standings"]
