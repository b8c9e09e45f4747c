"""Byes need no table: in a full hall they have none, on pages, on papers and afterwards."""

import re
from random import Random

import pytest
from django.utils import translation

from tests import factories
from tests.all_addresses import pages_of
from tests.formats.test_partners_and_tables import make_tournament
from tests.page_reader import codes, parse
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Round
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.transfer import copies, simulated_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def full():
    """Return eighteen people who play 500 with partners at four tables; two sit out."""
    return make_tournament("points-partners", 18, tables=4, by=factories.director())


def tables_of_byes(round_: Round) -> dict[int, int]:
    """Return the table of each bye, by entry number, as the seating reads it."""
    return {one.people[0]: one.table for one in rounds.planned_tables(round_) if len(one.seats) == 1}


def numbers_without_table(round_: Round) -> set[int]:
    meetings = round_.meetings.filter(void_act=None, place=None)
    return set(meetings.values_list("seats__entry__number", flat=True))


def test_full_hall_uses_every_table_and_byes_have_none(full):
    for number in (1, 2, 3):
        round_ = simulated_tournament.play_round(full, number, chance=Random(number), by=None)
        assert sorted(tables_of_byes(round_).values()) == [5, 6]
        assert numbers_without_table(round_) == tables_of_byes(round_).keys()
        at = round_.meetings.exclude(place=None).values_list("place__number", flat=True)
        assert set(at) == {1, 2, 3, 4}
        assert not rounds.seating_of(round_).faults


def test_seat_swap_with_bye_player_can_be_undone(full):
    round_ = factories.open_round(full)
    before, out = rounds.planned_tables(round_), min(tables_of_byes(round_))
    plays = next(table.people[0] for table in before if len(table.seats) > 1)
    act = rounds.swap(round_, plays, out, by=None)
    assert plays in numbers_without_table(round_) and out not in numbers_without_table(round_)
    audit_log.undo(act, by=None)
    assert rounds.planned_tables(round_) == before


def test_bye_player_can_be_reseated_at_table_and_back(full):
    round_ = factories.open_round(full)
    before, out = rounds.planned_tables(round_), min(tables_of_byes(round_))
    first = before[0]
    seats = ((first.seats[0][0], out), *first.seats[1:])
    act = rounds.seat_as_played(round_, [type(first)(first.table, seats, partners=first.partners)], by=None)
    assert first.people[0] in numbers_without_table(round_)
    audit_log.undo(act, by=None)
    assert rounds.planned_tables(round_) == before


def test_pages_papers_and_copies_accept_missing_table(client, full):
    client.force_login(factories.director_of(full))
    simulated_tournament.play_round(full, 1, chance=Random(1), by=None)
    round_ = factories.open_round(full, 2)
    rows = {row.entry.number: row.table for row in rounds.sheet(round_)}
    assert {number for number, table in rows.items() if not table} == numbers_without_table(round_)
    sheets = [
        f"/t/{full.slug}/rounds/2/{more}" for more in ("", "?by=table", "swap/", "screen/", "as-played/")
    ]
    for address in [*pages_of(full), *sheets]:
        assert client.get(address).status_code in (200, 204, 302, 405), address
    with translation.override("fr-ca"):
        for kind in factories.COMMON_PAPERS:
            drawn = registry.PAPER_TYPES[kind].draw(Paper(full, {"round": 2}, lambda done: None))
            assert drawn.startswith(b"%PDF"), kind
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(full))), by=None)
    restored = stages.qualifying(again).rounds.get(number=2)
    assert rounds.planned_tables(restored) == rounds.planned_tables(round_)


# Round robin: a bye rather than a rematch


@pytest.fixture
def left():
    """Return a round robin of seven after six games, when one has left."""
    tournament = factories.tournament(7, movement="round_robin", odd="bye", bye_credit=60, rounds=7, seed=1)
    for number in range(1, 7):
        factories.play_round(tournament, number)
    registration.leave_out(tournament, [factories.entry(tournament, 7)], by=None)
    return tournament


def test_player_without_new_opponent_gets_bye_or_rematch(client, left):
    client.force_login(factories.organiser(left))
    seat = f"/t/{left.slug}/rounds/seat/"
    page = client.get(seat).content.decode()
    assert "nobody_new" in codes(page)
    again = client.get(seat, {"again": "1"}).content.decode()
    assert {"nobody_new", "rematch"} & set(codes(again)) == {"rematch"}
    client.post(seat, {"shown": re.search(r'name="shown" value="(\w+)"', page)[1]})
    stage = stages.qualifying(left)
    round_ = stage.rounds.exclude(state=Round.State.VOID).get(number=7)
    assert len(tables_of_byes(round_)) == 2 and not rounds.seating_of(round_).faults
    audit_log.undo(round_.act, by=None)
    client.post(seat, {"again": "1", "shown": re.search(r'name="shown" value="(\w+)"', again)[1]})
    assert not tables_of_byes(stage.rounds.exclude(state=Round.State.VOID).get(number=7))


def test_undeclared_bye_is_refused_with_rematch_offered(client, left):
    client.force_login(factories.organiser(left))
    stage = stages.qualifying(left)
    stage.rules |= {"odd": "house", "bye_credit": None}
    stage.save()
    seat = f"/t/{left.slug}/rounds/seat/"
    page = client.get(seat).content.decode()
    assert codes(page) == ["met_everybody"] and "?again=1" in page
    assert "rematch" in codes(client.get(seat, {"again": "1"}).content.decode())


def test_the_list_names_no_table_for_a_bye(client):
    tournament = make_tournament("points-partners", 9, tables=4)
    client.force_login(factories.organiser(tournament))
    assert client.get(f"/t/{tournament.slug}/rounds/seat/").context["used"] == 2
    factories.open_round(tournament, 1)
    shown = parse(client.get(f"/t/{tournament.slug}/where/")).all("tr[data-number]")
    labels = [len(row.all("td[data-label]")) for row in shown]
    assert len(labels) == 9 and labels.count(0) == 1
