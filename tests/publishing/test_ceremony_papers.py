"""Papers of the ceremony: certificates of special prizes, and the list of medals."""

from datetime import date

import pytest

from tests import factories
from tests.papers.paper_text import plain_pages
from tournaments import registration
from tournaments.publishing import prizes, publications
from tournaments.publishing.papers import prize_papers
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.registration import categories
from tournaments.rounds import stages
from tournaments.standings import club_teams
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.simulated(8, "cribbage-draw", rounds=2, day=date(2026, 11, 21), name="Journée")


def played(tournament):
    """Play the tournament to its official standings."""
    simulated_tournament.play(tournament, seed=5, by=None, upto=stages.qualifying(tournament).rules["rounds"])
    tournament.refresh_from_db()
    assert publications.official_publication(tournament)


def test_certificate_of_best_hand_has_club_and_own_hand(tournament):
    prizes.save_prizes(
        tournament, [prizes.Prize(0, prizes.BEST_HAND, 0, 0, "Ruban", 0)], one_each=False, by=None
    )
    for number, cards in ((1, "5-5-5-V"), (2, "4-5-6-6")):
        prizes.note_hand(tournament, prizes.Hand(0, number, 24, 1, number, cards, "Zoé"), by=None)
    played(tournament)
    made = [one for one in prize_papers.prize_certificates(tournament) if one.thing == "Ruban"]
    assert [one.club for one in made] == [factories.entry(tournament, number).club for number in (1, 2)]
    assert [("5-5-5-V" in one.has, "4-5-6-6" in one.has) for one in made] == [(True, False), (False, True)]


def test_certificate_of_club_team_has_the_team_below_the_name(tournament):
    club_teams.declare(tournament, club_teams.ClubDeclaration(1, 1), by=None)
    prizes.save_prizes(tournament, [prizes.Prize(0, prizes.CLUB, 0, 1, "Plaque", 0)], one_each=False, by=None)
    played(tournament)
    made = [one for one in prize_papers.prize_certificates(tournament) if one.thing == "Plaque"]
    assert made
    assert all((one.club.startswith("FADOQ"), one.has) == (True, "") for one in made)


@pytest.mark.parametrize("names", [(), ("Débutantes", "Aînés")])
def test_medals_of_all_categories_are_on_one_page(tournament, names):
    categories.save_categories(tournament, [(None, name, True) for name in names], by=None)
    for entry in tournament.entries.all():
        registration.edit_entry(entry, entry.name, categories=list(range(1, len(names) + 1)))
    played(tournament)
    content = PAPER_TYPES["prize_list"].draw(Paper(tournament, {"which": "medals"}, lambda _done: None))
    (page,) = plain_pages(content)
    assert [page.count(name) for name in names] == [1] * len(names)
