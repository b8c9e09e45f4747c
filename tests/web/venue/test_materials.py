"""What has to lie ready, counted from the day."""

import pytest
from django.utils import translation

from tests import factories
from tests.papers import paper_text
from tournaments import devices, formats
from tournaments.models import Tournament
from tournaments.publishing import materials, papers, venue_papers

pytestmark = pytest.mark.django_db


def counts(day: Tournament) -> dict[str, int]:
    with translation.override("en"):
        return {item.name: item.needed for item in materials.needed(day)}


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
def test_a_day_of_cribbage(players, rules, expected):
    found = counts(factories.tournament(players, **rules))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("choices", "slips"), [({}, 10), ({"third_place": True}, 11), ({"double": True}, 21)]
)
def test_a_knock_out_takes_a_slip_for_each_match_and_no_scorecards(choices, slips):
    asked = formats.playoffs("everybody", **choices)
    found = counts(factories.tournament(11, key="cribbage-knock-out", playoffs=asked))
    assert found["Table slips"] == slips
    assert "Scorecards" not in found


def test_gin_takes_two_packs_a_table_and_no_board():
    found = counts(factories.gin(8))
    assert found[PACKS] == 8
    assert BOARDS not in found


def test_gin_for_teams_takes_two_packs_and_two_chairs_for_each_two_who_meet():
    found = counts(factories.tournament(4, key="gin-teams", a_side=3, bye_credit=0))
    assert (found[PACKS], found["Chairs"], found["Tables"]) == (12, 12, 2)


def test_before_anybody_is_entered_it_is_for_those_who_are_expected():
    day = factories.tournament(2, tables=10)
    day.entries.first().presences.all().delete()
    for entry in day.entries.all():
        entry.presences.all().delete()
    day.settings = {"expected": 16}
    day.save()
    assert materials.counted(day) == (16, 8, True, "players")


def test_every_thing_has_a_spare_where_things_break():
    for players in (4, 40, 200):
        for item in materials.needed(factories.tournament(players)):
            assert item.spare == 0 or 0 < item.spare <= max(1, item.needed // 10)


def test_the_page_and_the_paper_say_the_same(client):
    day = factories.tournament(8, by=factories.director())
    devices.invite_tables(day)
    client.force_login(factories.organiser(day, "chef"))
    with translation.override("en"):
        html = client.get(f"/t/{day.slug}/around/", headers={"accept-language": "en"}).content.decode()
        paper = paper_text.words(venue_papers.materials_list(papers.Paper(day, {}, lambda done: None)))
        for item in materials.needed(day):
            assert item.name in html
            assert item.name in paper
