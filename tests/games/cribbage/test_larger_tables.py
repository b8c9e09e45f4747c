"""Cribbage for three to six: whole days from the set-up to the standings, and what the wall says of them."""

import re
from random import Random

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cribbage.deal import deal
from tests import factories
from tests.formats.test_partners_and_tables import seat_and_open, set_up, sides
from tests.samples import tried
from tests.shown_by import spoken
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import formats, rounds
from tournaments.games import GAMES
from tournaments.games.cribbage import larger_tables
from tournaments.models import Meeting, Result, Tournament
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.partners_of_six import ways_to_part
from tournaments.pairing.values import ALTERNATELY, OPPOSITE, how_sides_sit, seats_for, sides_at
from tournaments.publishing import papers
from tournaments.publishing.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_day

ALONE, FOUR = "cribbage-tables", "cribbage-partners"
PAIRS, THREES, FIVE = "cribbage-three-pairs", "cribbage-two-threes", "cribbage-two-against-three"
OF_SIX = ("three_pairs", "two_threes", "two_against_three")


def day_of(key: str, players: int, **rules) -> Tournament:
    declared = formats.rehearse(formats.FORMATS[key], players)
    return factories.tournament(players, key=key, **{**declared, **rules})


@given(people=st.integers(1, 300), name=st.sampled_from(OF_SIX))
def test_one_sits_out_at_the_most_and_every_table_has_four_to_six(people, name):
    sizes = PAIRING_SYSTEMS[name].sizes(people)
    assert sum(sizes) == people
    if people < 4:
        assert set(sizes) == {1}
        return
    assert sizes.count(1) <= 1
    assert {size for size in sizes if size > 1} <= ({4, 6} if name != "two_against_three" else {4, 5, 6})
    if name != "two_against_three" or people not in (7,):
        assert sizes.count(1) <= people % 2


@given(people=st.sampled_from((4, 5, 6)), how=st.sampled_from((OPPOSITE, ALTERNATELY)))
def test_every_way_to_part_is_one_and_can_be_seated(people, how):
    if how == OPPOSITE and people % 2:
        return
    ways = list(ways_to_part(range(1, people + 1), how))
    seen = {frozenset(map(frozenset, way)) for way in ways}
    assert len(seen) == len(ways)
    for way in ways:
        sitting = how_sides_sit(people, len(way))
        assert sides_at(seats_for(way), sitting) == tuple(tuple(side) for side in way)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "players", "tables"),
    [
        (ALONE, 8, {(1, 1, 1, 1)}),
        (ALONE, 7, {(1, 1, 1), (1, 1, 1, 1)}),
        (FOUR, 9, {(2, 2), (1,)}),
        (PAIRS, 12, {(2, 2, 2)}),
        (PAIRS, 11, {(2, 2, 2), (2, 2), (1,)}),
        (THREES, 12, {(3, 3)}),
        (FIVE, 14, {(3, 2), (2, 2)}),
    ],
)
def test_a_day_is_played_proof_read_printed_and_brought_back(key, players, tables):
    day = day_of(key, players, rounds=3)
    assert not simulated_day.play(day, seed=5, by=None).faults
    played = Meeting.objects.filter(round__stage=stages.qualifying(day))
    assert {tuple(map(len, sides(one))) for one in played} == tables
    for one in played:
        earned = {
            (side, points)
            for side, points in Result.objects.filter(meeting=one).values_list("side", "pegged")
        }
        assert len(earned) in (0, len(sides(one)))  # everybody of a side has what the side has
    with translation.override("fr-ca"):
        for name in ("slips", "seating", "scorecards_filled"):
            drawn = papers.PAPER_TYPES[name].draw(Paper(day, {"round": 1}, lambda done: None))
            assert drawn.startswith(b"%PDF")
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert [(row.rank, row.number) for row in standings(again).rows] == [
        (row.rank, row.number) for row in standings(day).rows
    ]
    first = stages.qualifying(again).rounds.get(number=1)
    assert rounds.planned_tables(first) == rounds.planned_tables(stages.qualifying(day).rounds.get(number=1))


@pytest.mark.django_db
def test_three_threes_from_the_set_up_to_the_desk_and_the_standings(client):
    day = set_up(client, 6, format=THREES, rounds="2", bye_credit="0", dinner_after="1")
    seat_and_open(client, day, 1)
    meeting = Meeting.objects.get()
    assert [len(side) for side in sides(meeting)] == [3, 3]
    assert Desk(day, factories.director_of(day)).post(table=meeting.place.number, winner="B", loser=88)["ok"]
    client.post(f"/t/{day.slug}/rounds/1/close/")
    shown = {row.number: row.points for row in standings(Tournament.objects.get()).rows}
    lost, won = sides(meeting)
    assert shown == dict.fromkeys(lost, 88) | dict.fromkeys(won, 121)


@pytest.mark.django_db
def test_six_alone_are_refused_where_it_is_typed(client):
    client.force_login(factories.director())
    answer = client.post("/new/", posted(format=ALONE, at_table="6"))
    assert list(refusals(answer)) == ["at_table"]
    with pytest.raises(KeyError, match="at a table"):
        formats.rules(ALONE, at_table=6)


@pytest.mark.parametrize(
    ("key", "at_table", "tables", "losers"),
    [
        (ALONE, 3, [3, 4], True),
        (ALONE, 4, [4, 3], True),
        (ALONE, 5, [5, 4, 3], True),
        (FOUR, 4, [4], False),
        (PAIRS, 6, [6, 4], True),
        (THREES, 6, [6, 4], False),
        (FIVE, 5, [5, 6, 4], False),
        ("fadoq-15", 2, [], False),
    ],
)
def test_the_wall_tells_the_deal_of_every_table_of_the_day(key, at_table, tables, losers):
    rules = formats.rules(key, at_table=at_table)
    assert larger_tables.tables_of(rules) == tables
    assert larger_tables.has_several_losers(rules) == losers
    told = spoken(larger_tables.dealt_sentence, rules)
    assert bool(told) == bool(tables)
    if 5 in tables:
        made = deal(5)
        assert {str(max(made.dealt)), str(min(made.dealt))} <= set(re.findall(r"\d", told))
    assert told in spoken(lambda day: dict(GAMES["cribbage"].rules.in_order(day)), rules)


@pytest.mark.parametrize("first", ["cut", "loser", "seat_a"])
@pytest.mark.parametrize("several", ["all", "any", "none"])
def test_every_option_of_the_deal_and_of_skunks_has_its_sentence(first, several):
    alone, four, two = (
        formats.rules(key, first_deal=first, several_losers=several) for key in (ALONE, FOUR, "fadoq-15")
    )

    def deals(rules):
        return spoken(lambda rules: dict(GAMES["cribbage"].rules.wall(rules, "first_deal")), rules)

    assert deals(alone) == deals(four)
    assert (deals(alone) == deals(two)) == (first == "seat_a")
    told = spoken(larger_tables.skunk_sentence, several)
    ranked = [
        spoken(lambda rules: dict(GAMES["cribbage"].rules.in_order(rules)), one) for one in (alone, four, two)
    ]
    assert [told in one for one in ranked] == [True, False, False]


@tried(6)
@given(seed=st.integers(0, 2**20), key=st.sampled_from([ALONE, FOUR, PAIRS, THREES, FIVE]))
def test_a_game_of_any_sides_that_could_be_is_a_result(seed, key):
    rules, chance = formats.rules(key), Random(seed)
    book = GAMES["cribbage"].book
    for people in (2, 3, 4, 5):
        data = book.rehearsed(chance, rules, people)
        book.check(data, rules, people)
        earned = book.earned(data, rules)
        assert sum(side.won for side in earned) == 1
        order = list(range(people))
        chance.shuffle(order)
        turned = book.earned(book.turned_round(data, order), rules)
        assert [side.pegged for side in turned] == [earned[side].pegged for side in order]


def test_other_sizes_are_no_rules():
    for key, size in ((PAIRS, 5), (FIVE, 6), (FOUR, 6)):
        with pytest.raises((KeyError, DomainError)):
            formats.rules(key, at_table=size)
