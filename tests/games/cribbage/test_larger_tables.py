"""Cribbage for three to six: tournaments from the set-up to the standings, and the rules on the wall."""

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
from tests.page_reader import spoken
from tests.samples import tried
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import formats, rounds
from tournaments.games import GAMES
from tournaments.games.cribbage import larger_tables
from tournaments.models import Meeting, Result, Tournament
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.partners_of_six import ways_to_part
from tournaments.pairing.values import ALTERNATELY, OPPOSITE, partner_arrangement, seats_for, sides_at
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_tournament

SINGLES_FORMAT, PARTNERS_FORMAT = "cribbage-tables", "cribbage-partners"
THREE_PAIRS_FORMAT, TWO_THREES_FORMAT, FIVE_PLAYERS_FORMAT = (
    "cribbage-three-pairs",
    "cribbage-two-threes",
    "cribbage-two-against-three",
)
SIX_SEAT_MOVEMENTS = ("three_pairs", "two_threes", "two_against_three")


def make_tournament(key: str, players: int, **rules) -> Tournament:
    declared = formats.rehearsal_rules(formats.FORMATS[key], players)
    return factories.tournament(players, key=key, **{**declared, **rules})


@given(people=st.integers(1, 300), name=st.sampled_from(SIX_SEAT_MOVEMENTS))
def test_tables_have_four_to_six_with_at_most_one_bye(people, name):
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
def test_ways_to_split_a_table_are_distinct_and_seatable(people, how):
    if how == OPPOSITE and people % 2:
        return
    ways = list(ways_to_part(range(1, people + 1), how))
    seen = {frozenset(map(frozenset, way)) for way in ways}
    assert len(seen) == len(ways)
    for way in ways:
        sitting = partner_arrangement(people, len(way))
        assert sides_at(seats_for(way), sitting) == tuple(tuple(side) for side in way)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "players", "tables"),
    [
        (SINGLES_FORMAT, 8, {(1, 1, 1, 1)}),
        (SINGLES_FORMAT, 7, {(1, 1, 1), (1, 1, 1, 1)}),
        (PARTNERS_FORMAT, 9, {(2, 2), (1,)}),
        (THREE_PAIRS_FORMAT, 12, {(2, 2, 2)}),
        (THREE_PAIRS_FORMAT, 11, {(2, 2, 2), (2, 2), (1,)}),
        (TWO_THREES_FORMAT, 12, {(3, 3)}),
        (FIVE_PLAYERS_FORMAT, 14, {(3, 2), (2, 2)}),
    ],
)
def test_tournament_is_simulated_printed_and_restored(key, players, tables):
    tournament = make_tournament(key, players, rounds=3)
    assert not simulated_tournament.play(tournament, seed=5, by=None).faults
    played = Meeting.objects.filter(round__stage=stages.qualifying(tournament))
    assert {tuple(map(len, sides(one))) for one in played} == tables
    for one in played:
        earned = {
            (side, points)
            for side, points in Result.objects.filter(meeting=one).values_list("side", "pegged")
        }
        assert len(earned) in (0, len(sides(one)))  # all players of a side have the same
    with translation.override("fr-ca"):
        for name in ("slips", "seating", "scorecards_filled"):
            drawn = registry.PAPER_TYPES[name].draw(Paper(tournament, {"round": 1}, lambda done: None))
            assert drawn.startswith(b"%PDF")
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [(row.rank, row.number) for row in standings(again).rows] == [
        (row.rank, row.number) for row in standings(tournament).rows
    ]
    first = stages.qualifying(again).rounds.get(number=1)
    assert rounds.planned_tables(first) == rounds.planned_tables(
        stages.qualifying(tournament).rounds.get(number=1)
    )


@pytest.mark.django_db
def test_two_threes_from_setup_to_standings(client):
    tournament = set_up(client, 6, format=TWO_THREES_FORMAT, rounds="2", bye_credit="0", dinner_after="1")
    seat_and_open(client, tournament, 1)
    meeting = Meeting.objects.get()
    assert [len(side) for side in sides(meeting)] == [3, 3]
    assert Desk(tournament, factories.director_of(tournament)).post(
        table=meeting.place.number, winner="B", loser=88
    )["ok"]
    client.post(f"/t/{tournament.slug}/rounds/1/close/")
    shown = {row.number: row.points for row in standings(Tournament.objects.get()).rows}
    lost, won = sides(meeting)
    assert shown == dict.fromkeys(lost, 88) | dict.fromkeys(won, 121)


@pytest.mark.django_db
def test_six_single_players_at_a_table_are_refused(client):
    client.force_login(factories.director())
    answer = client.post("/new/", posted(format=SINGLES_FORMAT, at_table="6"))
    assert list(refusals(answer)) == ["at_table"]
    with pytest.raises(KeyError, match="at a table"):
        formats.rules(SINGLES_FORMAT, at_table=6)


@pytest.mark.parametrize(
    ("key", "at_table", "tables", "losers"),
    [
        (SINGLES_FORMAT, 3, [3, 4], True),
        (SINGLES_FORMAT, 4, [4, 3], True),
        (SINGLES_FORMAT, 5, [5, 4, 3], True),
        (PARTNERS_FORMAT, 4, [4], False),
        (THREE_PAIRS_FORMAT, 6, [6, 4], True),
        (TWO_THREES_FORMAT, 6, [6, 4], False),
        (FIVE_PLAYERS_FORMAT, 5, [5, 6, 4], False),
        ("fadoq-15", 2, [], False),
    ],
)
def test_wall_sheet_describes_the_deal_of_all_table_sizes(key, at_table, tables, losers):
    rules = formats.rules(key, at_table=at_table)
    assert larger_tables.table_sizes(rules) == tables
    assert larger_tables.has_several_losers(rules) == losers
    sentence = spoken(larger_tables.dealt_sentence, rules)
    assert bool(sentence) == bool(tables)
    if 5 in tables:
        made = deal(5)
        assert {str(max(made.dealt)), str(min(made.dealt))} <= set(re.findall(r"\d", sentence))
    assert sentence in spoken(lambda tournament: dict(GAMES["cribbage"].rules.in_order(tournament)), rules)


@pytest.mark.parametrize("first", ["cut", "loser", "seat_a"])
@pytest.mark.parametrize("several", ["all", "any", "none"])
def test_deal_and_skunk_options_have_sentences(first, several):
    alone, four, two = (
        formats.rules(key, first_deal=first, several_losers=several)
        for key in (SINGLES_FORMAT, PARTNERS_FORMAT, "fadoq-15")
    )

    def deals(rules):
        return spoken(lambda rules: dict(GAMES["cribbage"].rules.wall(rules, "first_deal")), rules)

    assert deals(alone) == deals(four)
    assert (deals(alone) == deals(two)) == (first == "seat_a")
    sentence = spoken(larger_tables.skunk_sentence, several)
    ranked = [
        spoken(lambda rules: dict(GAMES["cribbage"].rules.in_order(rules)), one) for one in (alone, four, two)
    ]
    assert [sentence in one for one in ranked] == [True, False, False]


@tried(6)
@given(
    seed=st.integers(0, 2**20),
    key=st.sampled_from(
        [SINGLES_FORMAT, PARTNERS_FORMAT, THREE_PAIRS_FORMAT, TWO_THREES_FORMAT, FIVE_PLAYERS_FORMAT]
    ),
)
def test_rehearsed_games_of_any_sides_are_valid_results(seed, key):
    rules, chance = formats.rules(key), Random(seed)
    book = GAMES["cribbage"].book
    for people in (2, 3, 4, 5):
        data = book.simulated_data(chance, rules, people)
        book.check(data, rules, people)
        earned = book.side_values(data, rules)
        assert sum(side.won for side in earned) == 1
        order = list(range(people))
        chance.shuffle(order)
        turned = book.side_values(book.reorder_sides(data, order), rules)
        assert [side.pegged for side in turned] == [earned[side].pegged for side in order]


def test_other_table_sizes_are_refused():
    for key, size in ((THREE_PAIRS_FORMAT, 5), (FIVE_PLAYERS_FORMAT, 6), (PARTNERS_FORMAT, 6)):
        with pytest.raises((KeyError, DomainError)):
            formats.rules(key, at_table=size)
