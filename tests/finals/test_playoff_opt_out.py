"""Players in the hall decline the playoffs, or sign up for them."""

import re

import pytest

from scoring import DomainError
from tests import factories
from tests.finals.test_playoffs import make_tournament
from tournaments import standings
from tournaments.common import audit_log
from tournaments.finals import playoffs

pytestmark = pytest.mark.django_db


def submit_playoff_choices(client, tournament, *but):
    """Send the page of players in the playoffs with every box ticked but those of `but`."""
    path = f"/t/{tournament.slug}/playoffs/players/"
    html = client.get(path).content.decode()
    seen = [int(number) for number in re.findall(r'name="seen" value="(\d+)"', html)]
    return client.post(path, {"seen": seen, "plays": [number for number in seen if number not in but]})


def test_declining_entry_is_replaced_by_the_next(client):
    tournament = make_tournament(8)
    client.force_login(factories.organiser(tournament))
    first, *_others = ranked = [row.number for row in standings.standings(tournament).rows]
    assert [row.number for row in playoffs.playoff_field(tournament).rows] == ranked[:4]
    submit_playoff_choices(client, tournament, first, ranked[1])
    found = playoffs.playoff_field(tournament)
    assert [row.number for row in found.rows] == ranked[2:6]
    assert ([row.number for row in found.declined], found.gone) == ([first, ranked[1]], ())
    assert "data-declined" in client.get(f"/t/{tournament.slug}/medals/").content.decode()
    submit_playoff_choices(client, tournament, ranked[1])
    assert playoffs.opted_out(tournament) == {ranked[1]}
    assert [row.number for row in playoffs.playoff_field(tournament).declined] == [ranked[1]], (
        "including the player who shares the last rank"
    )
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    assert playoffs.opted_out(tournament) == {first, ranked[1]}
    playoffs.start_playoffs(tournament, seed=3, by=None)
    assert set(tournament.acts.get(kind="playoffs").args["seeds"]) == set(ranked[2:6])
    submit_playoff_choices(client, tournament)
    with pytest.raises(DomainError) as refused:
        playoffs.opt_out(tournament, [], by=None)
    assert refused.value.code == "playoffs_exist"
    assert playoffs.opted_out(tournament) == {first, ranked[1]}


def test_only_entries_that_sign_up_are_in_open_playoffs():
    tournament = make_tournament(8, who="everybody", games=1)
    numbers = [row.number for row in standings.standings(tournament).rows]
    playoffs.opt_out(tournament, numbers[3:], by=None)
    assert [row.number for row in playoffs.playoff_field(tournament).rows] == numbers[:3]
    assert playoffs.opt_out(tournament, numbers[3:], by=None) is None, "the second time nothing is written"


def test_consolation_excludes_entries_that_opted_out():
    tournament = make_tournament(10, consolation="rest")
    numbers = [row.number for row in standings.standings(tournament).rows]
    playoffs.opt_out(tournament, numbers[-2:], by=None)
    assert {row.number for row in playoffs.playoff_field(tournament).rest} == set(numbers[4:-2])


def test_entries_missing_from_the_form_are_unchanged(client):
    tournament = make_tournament(8)
    client.force_login(factories.organiser(tournament))
    numbers = [row.number for row in standings.standings(tournament).rows]
    client.post(f"/t/{tournament.slug}/playoffs/players/", {"seen": numbers[:3], "plays": numbers[:2]})
    assert playoffs.opted_out(tournament) == {numbers[2]}
