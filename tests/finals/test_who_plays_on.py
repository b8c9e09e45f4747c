"""Who is here and declines the playoffs, or signs up for them."""

import re

import pytest

from scoring import DomainError
from tests import factories
from tests.finals.test_playoffs import day_of
from tournaments import standings
from tournaments.common import audit_log
from tournaments.finals import playoffs

pytestmark = pytest.mark.django_db


def plays_on(client, day, *but):
    """The page of who plays on, sent with everybody's tick but those of `but`."""
    path = f"/t/{day.slug}/playoffs/players/"
    html = client.get(path).content.decode()
    seen = [int(number) for number in re.findall(r'name="seen" value="(\d+)"', html)]
    return client.post(path, {"seen": seen, "plays": [number for number in seen if number not in but]})


def test_who_is_here_and_does_not_play_on_leaves_the_place_to_the_next(client):
    day = day_of(8)
    client.force_login(factories.organiser(day))
    first, *_others = ranked = [row.number for row in standings.standings(day).rows]
    assert [row.number for row in playoffs.field(day).rows] == ranked[:4]
    plays_on(client, day, first, ranked[1])
    found = playoffs.field(day)
    assert [row.number for row in found.rows] == ranked[2:6]
    assert ([row.number for row in found.declined], found.gone) == ([first, ranked[1]], ())
    assert "data-declined" in client.get(f"/t/{day.slug}/medals/").content.decode()
    plays_on(client, day, ranked[1])
    assert playoffs.opted_out(day) == {ranked[1]}
    assert [row.number for row in playoffs.field(day).declined] == [ranked[1]], "who shares the last rank too"
    audit_log.undo(audit_log.last_undoable(day), by=None)
    assert playoffs.opted_out(day) == {first, ranked[1]}
    playoffs.begin(day, seed=3, by=None)
    assert set(day.acts.get(kind="playoffs").args["seeds"]) == set(ranked[2:6])
    plays_on(client, day)
    with pytest.raises(DomainError) as refused:
        playoffs.opt_out(day, [], by=None)
    assert refused.value.code == "playoffs_exist"
    assert playoffs.opted_out(day) == {first, ranked[1]}


def test_only_who_signs_up_is_in_where_everybody_may_be():
    day = day_of(8, who="everybody", games=1)
    numbers = [row.number for row in standings.standings(day).rows]
    playoffs.opt_out(day, numbers[3:], by=None)
    assert [row.number for row in playoffs.field(day).rows] == numbers[:3]
    assert playoffs.opt_out(day, numbers[3:], by=None) is None, "said twice, written once"


def test_a_consolation_is_for_those_who_want_it():
    day = day_of(10, consolation="rest")
    numbers = [row.number for row in standings.standings(day).rows]
    playoffs.opt_out(day, numbers[-2:], by=None)
    assert {row.number for row in playoffs.field(day).rest} == set(numbers[4:-2])


def test_whoever_was_not_on_the_page_keeps_playing(client):
    day = day_of(8)
    client.force_login(factories.organiser(day))
    numbers = [row.number for row in standings.standings(day).rows]
    client.post(f"/t/{day.slug}/playoffs/players/", {"seen": numbers[:3], "plays": numbers[:2]})
    assert playoffs.opted_out(day) == {numbers[2]}
