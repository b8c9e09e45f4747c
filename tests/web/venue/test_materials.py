"""Materials that have to lie ready, counted from the day."""

import pytest
from django.utils import translation

from tests import factories
from tests.papers import paper_text
from tournaments import devices, formats
from tournaments.models import Tournament
from tournaments.publishing import materials
from tournaments.publishing.papers import paper_types, venue_papers

pytestmark = pytest.mark.django_db


def needed_counts(tournament: Tournament) -> dict[str, int]:
    with translation.override("en"):
        return {item.name: item.needed for item in materials.needed(tournament)}


BOARDS, PACKS = "Cribbage boards with their pegs", "Packs of cards"
ONE_OF_THREE = "Cribbage boards with their pegs, one of them with 3 tracks"


@pytest.mark.parametrize(
    ("players", "rules", "expected"),
    [
        (8, {}, {"Tables": 4, BOARDS: 4, PACKS: 4, "Pencils": 8, "Scorecards": 8, "Table slips": 60}),
        (7, {"odd": "house"}, {"Tables": 4, BOARDS: 4, "Chairs": 8, "Pencils": 8, "Scorecards": 7}),
        (7, {"odd": "bye", "bye_credit": 60}, {"Tables": 3, BOARDS: 3, PACKS: 3, "Scorecards": 7}),
        (7, {"odd": "three"}, {"Tables": 3, ONE_OF_THREE: 3, "Chairs": 7}),
    ],
)
def test_materials_of_a_cribbage_tournament(players, rules, expected):
    found = needed_counts(factories.tournament(players, **rules))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("choices", "slips"), [({}, 10), ({"third_place": True}, 11), ({"double": True}, 21)]
)
def test_knock_out_needs_a_slip_per_match_and_no_scorecards(choices, slips):
    asked = formats.playoffs("everybody", **choices)
    found = needed_counts(factories.tournament(11, key="cribbage-knock-out", playoffs=asked))
    assert found["Table slips"] == slips
    assert "Scorecards" not in found


def test_gin_needs_two_packs_per_table_and_no_board():
    found = needed_counts(factories.gin(8))
    assert found[PACKS] == 8
    assert BOARDS not in found


def test_gin_teams_need_two_packs_and_two_chairs_per_board():
    found = needed_counts(factories.tournament(4, key="gin-teams", a_side=3, bye_credit=0))
    assert (found[PACKS], found["Chairs"], found["Tables"]) == (12, 12, 2)


def test_expected_players_are_counted_before_registration():
    tournament = factories.tournament(2, tables=10)
    tournament.entries.first().presences.all().delete()
    for entry in tournament.entries.all():
        entry.presences.all().delete()
    tournament.settings = {"expected": 16}
    tournament.save()
    assert materials.people_and_tables(tournament) == (16, 8, True, "players")


def test_spares_are_at_most_a_tenth():
    for players in (4, 40, 200):
        for item in materials.needed(factories.tournament(players)):
            assert item.spare == 0 or 0 < item.spare <= max(1, item.needed // 10)


def test_page_and_paper_list_the_same_materials(client):
    tournament = factories.tournament(8, by=factories.director())
    devices.invite_tables(tournament)
    client.force_login(factories.organiser(tournament, "chef"))
    with translation.override("en"):
        html = client.get(f"/t/{tournament.slug}/around/", headers={"accept-language": "en"}).content.decode()
        paper = paper_text.words(
            venue_papers.materials_list(paper_types.Paper(tournament, {}, lambda done: None))
        )
        for item in materials.needed(tournament):
            assert item.name in html
            assert item.name in paper
