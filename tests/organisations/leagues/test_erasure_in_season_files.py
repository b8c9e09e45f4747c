"""A season file written before a person was erased is brought back, on this computer and on another."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine

from tests import factories
from tests.organisations.leagues import evenings
from tournaments.models import FixtureAct, League, LeagueSide, Player, Season, User
from tournaments.organisations import erasure, leagues, person_changes
from tournaments.organisations.leagues import Side, season_file, season_import
from tournaments.transfer.copies import erased_list

pytestmark = pytest.mark.django_db
LATER = datetime(2027, 12, 24, 12, tzinfo=UTC)
NAME = "Wenceslas Tournebroche"


@pytest.fixture
def lise() -> User:
    return factories.director()


@pytest.fixture
def league(lise) -> League:
    """Make a league of pairs; the person is in a pair, a pair's name, a reason and `same_teams`."""
    pairs = [
        Side(f"{NAME} / Anne Roy", "Sorel", members=(NAME, "Anne Roy")),
        Side(f"Les amis de {NAME}", "Sorel", members=("Luc Roy", "Zoé Roy")),
        Side("Les Valets", "Tracy", members=("Guy Côté", "Ève Côté")),
        Side("Les Dames", "Tracy", members=("Pat O'Brien", "Réal O'Brien")),
    ]
    made = evenings.league(pairs, of=lise.roles.get().organisation, evenings=6)
    leagues.award(evenings.fixture(made, 3), "away", reason=f"{NAME} est malade", by=lise)
    season = made.season
    season.same_teams = [
        [f"les amis de {NAME.lower()}\tsorel", "les dames\ttracy"],
        ["wenceslas tournebroche / anne roy\tsorel", "les valets\ttracy"],
    ]
    season.save()
    return made


def erase_player(by: User) -> Player:
    who = Player.objects.get(name=NAME)
    with time_machine.travel(LATER):
        erasure.erase(who, by=by)
    who.refresh_from_db()
    return who


def season_texts() -> str:
    """Return all texts of seasons and people in which a name may be."""
    found = [
        *LeagueSide.objects.values_list("team", flat=True),
        *Player.objects.values_list("name", "sort_name"),
        *FixtureAct.objects.values_list("reason", flat=True),
        *Season.objects.values_list("same_teams", flat=True),
    ]
    return json.dumps(found, ensure_ascii=False).casefold()


def test_older_season_file_does_not_restore_an_erased_name(league, lise):
    content = season_file.seal(league.season)
    who = erase_player(lise)
    assert "tournebroche" not in season_texts()
    before = season_texts()
    taken = season_import.import_season(
        season_file.open_season_file(content), league.season.organisation, by=lise
    )
    assert "tournebroche" not in season_texts()
    assert season_texts() == before
    assert League.objects.get(season=taken.season).sides.get(number=1).team == f"{who.name} / Anne Roy"


def test_erasure_list_applies_to_a_restored_season(league, lise, settings, tmp_path):
    settings.DATA_DIR = str(tmp_path)
    content, organisation = season_file.seal(league.season), league.season.organisation
    uid = str(Player.objects.get(name=NAME).uid)
    League.objects.all().delete()
    Season.objects.all().delete()
    Player.objects.all().delete()
    Path(tmp_path, "copies").mkdir()
    Path(tmp_path, "copies", erased_list.FILE_NAME).write_text(json.dumps({str(organisation.uid): [uid]}))
    season_import.import_season(season_file.open_season_file(content), organisation, by=lise)
    assert "tournebroche" not in season_texts()


def test_erasure_leaves_a_given_name_with_a_stroke(league, lise):
    league.sides.filter(number=1).update(team="Coeur / Pique")
    content, organisation = season_file.seal(league.season), league.season.organisation
    erase_player(lise)
    assert league.sides.get(number=1).team == "Coeur / Pique"
    taken = season_import.import_season(season_file.open_season_file(content), organisation, by=lise)
    assert League.objects.get(season=taken.season).sides.get(number=1).team == "Coeur / Pique"


@pytest.mark.parametrize("before", ["Wenceslas T / A. Roy", "Wenceslas / Anne", "Ours Brun / Ida Lynx"])
def test_erasure_removes_in_doubt_what_may_be_former_names(league, lise, before):
    league.sides.filter(number=1).update(team=before)
    who = erase_player(lise)
    assert league.sides.get(number=1).team == f"{who.name} / Anne Roy"


def test_erasure_removes_a_name_that_was_corrected_before(league, lise):
    who = Player.objects.get(name=NAME)
    details = {"club": who.club, "region": "", "member_number": "", "category": ""}
    person_changes.correct(who, name="Venceslas Tournebroche", family="", since=None, by=lise, **details)
    with time_machine.travel(LATER):
        erasure.erase(who, by=lise)
    who.refresh_from_db()
    assert league.sides.get(number=1).team == f"{who.name} / Anne Roy"
