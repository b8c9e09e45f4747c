"""Reasons for a pairing: the page of a table for organisers, and the paper for the wall."""

from random import Random

import pytest
from django.urls import reverse

from tests import factories, page_reader
from tournaments import rounds
from tournaments.models import Meeting
from tournaments.pairing.seating_cost import cost, swap
from tournaments.publishing import why_words
from tournaments.rounds import seating, stages
from tournaments.rounds.history import past
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    made = factories.tournament(players=8, rounds=3)
    factories.play_round(made, 1)
    rounds.seat(stages.qualifying(made), 2, by=None)
    return made


def test_each_table_explains_pairing(client, tournament):
    client.force_login(factories.organiser(tournament))
    listed = client.get(reverse("round", args=[tournament.slug, 2]), {"by": "table"})
    for table in (1, 2, 3, 4):
        url = reverse("round_why", args=[tournament.slug, 2, table])
        assert url in listed.content.decode()
        codes = set(page_reader.codes(client.get(url)))
        assert {"new", "not_weighed"} <= codes and codes & {"next_best", "equal", "later"}
        assert "points" not in codes, "winners who keep their seat are not seated by points"
    assert client.get(reverse("round_why", args=[tournament.slug, 2, 99])).status_code == 404


def test_explanation_is_only_for_helpers(client, tournament):
    assert client.get(reverse("round_why", args=[tournament.slug, 2, 1])).status_code == 302
    assert (
        "/why/"
        not in client.get(reverse("round", args=[tournament.slug, 2]), {"by": "table"}).content.decode()
    )


def test_manual_swap_is_reported(client, tournament):
    round_ = stages.qualifying(tournament).rounds.get(number=2)
    rows = rounds.sheet(round_)
    one = next(row.entry.number for row in rows if row.table == 1)
    other = next(row.entry.number for row in rows if row.table == 2)
    rounds.swap(round_, one, other, by=None)
    client.force_login(factories.organiser(tournament))
    codes = page_reader.codes(client.get(reverse("round_why", args=[tournament.slug, 2, 1])))
    assert {"hand", "points"} <= set(codes) and set(codes) & {"next_best", "equal", "less"}
    assert "not_weighed" not in codes


def test_seats_by_hand_ignore_voided_meetings(tournament):
    round_ = stages.qualifying(tournament).rounds.get(number=2)
    assert seating.manual_tables(round_) == {}
    of_the_first = round_.meetings.filter(place__number=1)
    of_the_first.update(origin=Meeting.Origin.HAND)
    assert seating.manual_tables(round_) == {1: "hand"}
    of_the_first.update(void_act=tournament.acts.latest("version"))
    assert seating.manual_tables(round_) == {}


@pytest.mark.parametrize(
    ("movement", "expected"),
    [("swiss", {"new", "points", "not_weighed"}), ("winners_move_up", {"result", "not_weighed"})],
)
def test_explanation_matches_pairing_system(movement, expected):
    made = factories.tournament(players=8, rounds=3, movement=movement)
    factories.play_round(made, 1)
    round_ = rounds.seat(stages.qualifying(made), 2, by=None)
    names = dict(made.entries.values_list("number", "name"))
    codes = {one.code for one in why_words.weighed(rounds.explained_round(round_).why(1), names)}
    assert codes == expected


def test_earlier_partners_are_reported():
    """In three games of four players each two were partners once, and met twice."""
    made = factories.tournament(players=4, rounds=5, key="points-partners", missed=0)
    for number in (1, 2, 3):
        simulated_tournament.play_round(made, number, chance=Random(number), by=None)
    round_ = rounds.seat(stages.qualifying(made), 4, by=None)
    names = dict(made.entries.values_list("number", "name"))
    asked = rounds.explained_round(round_).why(1)
    sides = {frozenset(side) for side in rounds.planned_tables(round_)[0].sides}
    assert {frozenset(pair): times for pair, times in asked.partnered} == dict.fromkeys(sides, 1)
    assert {met.times for met in asked.met} == {2}
    texts = [str(one) for one in why_words.weighed(asked, names) if one.code == "partners"]
    assert {frozenset(n for n, name in names.items() if name in one) for one in texts} == sides


def test_fewest_points_are_a_reason_to_sit_out():
    made = factories.tournament(players=7, rounds=3, movement="swiss", odd="bye", bye_credit=0)
    factories.play_round(made, 1)
    explained = rounds.explained_round(rounds.seat(stages.qualifying(made), 2, by=None))
    names = dict(made.entries.values_list("number", "name"))
    (table,) = (number for number, there in explained.planned.items() if len(there.people) == 1)
    assert {"turn", "fewest_points"} <= {one.code for one in why_words.weighed(explained.why(table), names)}


def test_bye_is_not_reported_as_loss():
    made = factories.tournament(players=7, rounds=3, movement="winners_move_up", odd="bye", bye_credit=0)
    factories.play_round(made, 1)
    round_ = rounds.seat(stages.qualifying(made), 2, by=None)
    names = dict(made.entries.values_list("number", "name"))
    (alone,) = (table.people[0] for table in past(round_.stage, 2)[-1] if len(table.people) == 1)
    explained = rounds.explained_round(round_)
    (table,) = (number for number, there in explained.planned.items() if alone in there.people)
    by_code = {one.code: str(one) for one in why_words.weighed(explained.why(table), names)}
    assert names[alone] in by_code["sat_out"]
    assert names[alone] not in by_code.get("result", "")


@pytest.mark.parametrize("movement", ["free_draw", "swiss", "winners_move_up", "winners_stay"])
def test_manual_seats_name_next_best_by_listed_values(client, movement):
    made = factories.tournament(players=8, rounds=3, movement=movement)
    factories.play_round(made, 1)
    round_ = rounds.seat(stages.qualifying(made), 2, by=None)
    one, other = (next(row.entry.number for row in rounds.sheet(round_) if row.table == at) for at in (1, 4))
    rounds.swap(round_, one, other, by=None)
    names = dict(made.entries.values_list("number", "name"))
    client.force_login(factories.organiser(made))
    explained = rounds.explained_round(round_)
    for table in (1, 4):
        asked = explained.why(table, by_hand=True)
        assert {"again", "points", "walk"} <= set(asked.weighs) and "result" not in asked.weighs
        best = asked.next_best
        now, then = rounds.planned_tables(round_), swap(rounds.planned_tables(round_), best.one, best.other)
        costs = [cost(seats, past(round_.stage, 2)) for seats in (now, then)]
        walk = best.more.get("walk", 0) - best.less.get("walk", 0)
        assert sum(costs[1].walks) - sum(costs[0].walks) == walk
        page = client.get(reverse("round_why", args=[made.slug, 2, table])).context
        assert page["next_best"].code == why_words.next_best(best, names, follows=False, by_hand=True).code
        codes = {sentence.code for sentence in page["weighed"]}
        walked = any(came.walk and not came.stays for came in asked.came)
        assert ("walk" in codes) == walked
        assert {"points", "hand"} <= codes and not codes & {"result", "not_weighed"}
    assert {"walk", "points"} & {*best.more, *best.less}
