"""Edge cases of movements, brackets and tables: players who cannot be seated, and impossible settings."""

import random

import pytest

from tournaments.pairing import (
    boards,
    bracket_kinds,
    bye_fairness,
    consolation,
    double_elimination,
    first_round_draw,
    knock_out,
    matching,
    pair_cost,
    pairing_systems,
    partners,
    validation,
    winners_stay,
)
from tournaments.pairing import fairness as left_over
from tournaments.pairing.brackets import LOWER, MAIN
from tournaments.pairing.draw import Draw
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, Tables
from tournaments.pairing.seats_from_file import SOFTENED_FINDINGS, FromFile, pairing_system_from_file
from tournaments.pairing.values import (
    ALTERNATELY,
    CAPTAIN,
    OPPOSITE,
    NoSeating,
    Person,
    PlannedTable,
    PlayedTable,
    SeatingRules,
)


def turns_of(others, house):
    return set(
        bye_fairness.bye_candidates(
            {one.number: one for one in [*others, *([house] if house else [])]}, house
        )
    )


EIGHT_PLAYERS = [Person(number) for number in range(1, 9)]
PAST_ROUNDS = [[PlayedTable(at, (("A", 2 * at - 1), ("B", 2 * at)), 2 * at) for at in (1, 2, 3, 4)]]
SYSTEMS_WITHOUT_THREES = [
    "individual_partners",
    "mixed_tables",
    "round_robin",
    "swiss",
    "winners_move_up",
    "fixtures",
    "three_pairs",
]


# Movements


@pytest.mark.parametrize("name", SYSTEMS_WITHOUT_THREES)
def test_table_of_three_is_refused_by_systems_without_it(name):
    with pytest.raises(ValueError, match=r"."):
        PAIRING_SYSTEMS[name].next_round(
            EIGHT_PLAYERS[:7],
            PAST_ROUNDS,
            PairingRequest(tables=4, seed=1, three=True, size=PAIRING_SYSTEMS[name].SIZES[0]),
        )


def test_later_rounds_are_unknown_where_results_decide():
    for name in ("swiss", "winners_stay", "winners_move_up"):
        assert (
            PAIRING_SYSTEMS[name].rounds_to_come(
                EIGHT_PLAYERS, PAST_ROUNDS, PairingRequest(tables=4, seed=1), rounds=3
            )
            == ()
        )


def test_pairing_system_is_that_of_the_rules():
    assert (
        pairing_systems.seats_file_of({"movement": "swiss"}) is None
        and pairing_systems.seats_file_of({}) is None
    )
    assert pairing_systems.pairing_system_of({"movement": "swiss"}) is PAIRING_SYSTEMS["swiss"]
    assert isinstance(pairing_systems.pairing_system_of({"movement": "from_file"}), FromFile)


def test_findings_of_seats_file():
    empty, one = (
        FromFile(),
        pairing_system_from_file({"like": "swiss", "rounds": [[[3, 1, 2]]]}, PAIRING_SYSTEMS),
    )
    assert (
        pairing_system_from_file(None, PAIRING_SYSTEMS) == empty
        and empty.tables_needed(3) == 0
        and one.tables_needed(3) == 3
    )
    planned = [PlannedTable(1, (("A", 1), ("B", 2)))]
    assert list(empty.findings(planned, EIGHT_PLAYERS, 1)) == []
    (over,) = one.findings(planned, EIGHT_PLAYERS, 2)
    assert (over.code, over.hard, over.args) == ("file_is_over", False, {"round": 2, "file": 1})
    (moved, *others) = one.findings(planned, EIGHT_PLAYERS[:2], 1)
    assert (moved.code, moved.args, others) == ("file_other_table", {"table": 3, "now": 1}, [])
    assert one.follows(planned[0], 1) and not one.follows(planned[0], 2)
    hard = validation.Finding(min(SOFTENED_FINDINGS), True, (1, 2))
    assert one.soften_findings([hard], 2) == (hard,) and not one.soften_findings([hard], 1)[0].hard


@pytest.mark.parametrize(
    ("tables", "letters", "left_over", "exact"),
    [
        (Tables("winners_stay"), 2, 1, False),
        (Tables("tie_break"), 2, 1, False),
        (Tables("mixed_tables", 4), 5, 0, False),
        (Tables("mixed_tables", 6), 6, 0, False),
        (Tables("individual_partners", 4, OPPOSITE), 4, 3, False),
    ],
)
def test_seats_and_left_over_players_by_system(tables, letters, left_over, exact):
    assert (tables.letters, tables.left_over, tables.exact) == (letters, left_over, exact)
    assert tables.possible
    assert tables.sitting_out(2 * tables.size) == 0


def test_systems_with_tables_of_exactly_three():
    (name,) = {name for name, one in PAIRING_SYSTEMS.items() if one.SIZES == (3,) and one.PARTNERS == CAPTAIN}
    three = Tables.from_rules({"movement": name, "at_table": 3, "odd": None})
    assert (three.exact, three.letters, three.left_over, three.partners) == (True, 3, 2, CAPTAIN)
    assert not Tables(name, 4).possible
    assert Tables.from_rules({"movement": "knock_out", "at_table": 4, "odd": "three"}) == Tables(
        "knock_out", 2, 0, True
    )
    assert Tables("knock_out", three=True).sizes(5) == (3, 2)
    assert Tables("partners", 6, ALTERNATELY).letters == 6


# The validator


def test_too_many_byes_at_tables_of_three_are_found():
    people = [Person(number) for number in range(1, 8)]
    rules = SeatingRules(tables=4, winners_stay=False, size=3, exact=True)

    def found(*tables, captain=False):
        planned = [
            PlannedTable(at, tuple(zip("ABCD", who, strict=False)), partners=CAPTAIN if captain else 0)
            for at, who in enumerate(tables, start=1)
        ]
        found = validation.validate(planned, people, [], rules)
        return [one.code for one in found if one.code in ("two_byes", "too_many_there")]

    assert found((1, 2, 3), (4, 5, 6), (7,)) == []
    assert found((1, 2, 3), (4, 5), (6,), (7,)) == ["two_byes", "too_many_there"]
    assert found((1, 2, 3, 4), (5, 6, 7)) == ["too_many_there"]
    assert found((1, 2, 3), captain=True) == ["too_many_there"]


# Pairs and places of least cost


def test_impossible_matching_is_refused():
    assert matching.cheapest_places(2, 2, [(0, 0, 5), (0, 1, 1), (1, 0, 1), (1, 1, 5)]) == [1, 0]
    for edges in ([], [(0, 0, 1), (1, 0, 1)]):
        with pytest.raises(ValueError, match="not every row"):
            matching.cheapest_places(2, 2, edges)
    with pytest.raises(OverflowError):
        matching.cheapest_places(1, 1, [(0, 0, matching.WEIGHT_LIMIT)])
    assert winners_stay.pair_places(None, []) == []


def test_costs_beyond_pair_limit_are_refused():
    many = [Person(number) for number in range(2 * pair_cost.PAIRS_LIMIT + 1)]
    with pytest.raises(OverflowError):
        pair_cost.Costs(many, PAST_ROUNDS, 2000, Draw(1))


# Brackets


@pytest.mark.parametrize(
    ("order", "is_one"),
    [
        ([1, 2], True),
        ([1, 0, 3, 2], True),
        ([1, 4, 3, 2], True),
        ([], False),
        ([1], False),
        ([0, 0], False),
        ([1, 2, 3], False),
        ([1, 2, 2, 4], False),
        ([1, 2, 0, 0], False),
        ([0, 0, 1, 2, 3, 4, 5, 0], False),
    ],
)
def test_bracket_orders_are_recognised(order, is_one):
    assert knock_out.is_order(order) is is_one


def test_bracket_rules_are_read():
    four, two = [1, 4, 3, 2], [1, 2]
    assert bracket_kinds.seeds({"order": four}) == [1, 2, 3, 4]
    assert bracket_kinds.seeds({"order": four, "rest": two}) == [1, 2, 3, 4, 5, 6]
    assert bracket_kinds.limits(double=False) == (knock_out.MIN_ENTRIES, knock_out.MAX_ENTRIES)
    assert bracket_kinds.limits(double=True) == (
        double_elimination.MIN_ENTRIES,
        double_elimination.MAX_ENTRIES,
    )
    for frozen, possible in (
        ({"order": four}, True),
        ({"order": four, "rest": two}, True),
        ({"order": four, "rest": [1, 1]}, False),
        ({"order": [1]}, False),
        ({"order": four, "double": True}, True),
        ({"order": two, "double": True}, double_elimination.MIN_ENTRIES <= 2),
    ):
        assert bracket_kinds.is_possible(frozen) is possible, frozen


def test_parts_and_rounds_of_brackets():
    plain = knock_out.knock_out([1, 4, 3, 2], third_place=False)
    assert (plain.turns, plain.parts, plain.is_double) == (2, (MAIN,), False)
    double = double_elimination.double_elimination([1, 4, 3, 2])
    assert double.is_double and double.turns_of(LOWER) == 2
    losers = consolation.loser_meetings(knock_out.knock_out([1, 8, 5, 4, 3, 6, 7, 2], third_place=False))
    assert losers


# Teams by lot


def test_team_sizes_and_swaps():
    assert partners.sizes(0, 2) == partners.sizes(1, 2) == []
    assert partners.sizes(3, 4) == [3] and partners.sizes(3, 4, partners.SMALLER) == [3]
    one, other = [1, 2], [3, 4]
    partners.swap_any(one, other, frozenset({2, 3}), random.Random(1))
    assert (one, other) == ([1, 3], [2, 4])
    partners.swap_any(one, other, frozenset({9}), random.Random(1))
    assert (one, other) == ([1, 3], [2, 4])
    assert partners.min_clash_count([], 0) == 0


def test_drawn_club_mates_are_separated_where_possible():
    tags = {number: frozenset({"mates" if number <= 3 else "others"}) for number in range(1, 7)}
    mended = partners.part_teams([[1, 2], [3, 4], [5, 6]], frozenset(tags), tags, {}, random.Random(3))
    assert sorted(number for team in mended for number in team) == list(range(1, 7))
    assert partners.team_cost(mended, tags, {})[0] <= 1
    kept = partners.part_teams([[1, 2], [3, 4]], frozenset(), tags, {}, random.Random(3))
    assert kept == [[1, 2], [3, 4]]


def test_draw_is_shuffled_where_no_exchange_helps():
    tags = dict(enumerate(map(frozenset, ("a", "bcd", "bce", "c", "ab", "ade", "d", "ad", "ab")), start=1))
    drawn = [[9, 4, 3], [7, 5, 2], [8, 6, 1]]
    exchanged = partners.swap_best(drawn, frozenset(tags), tags, {})
    shaken = partners.part_teams(drawn, frozenset(tags), tags, {}, random.Random(3))
    assert (partners.team_cost(exchanged, tags, {}), partners.team_cost(shaken, tags, {})) == ((4, 0), (3, 0))


# Fixed seats


def fixed(number, table, letter="A", **about):
    return Person(number, fixed=(table, letter), **about)


@pytest.mark.parametrize("who", [left_over.left_over_candidates, turns_of])
def test_entries_that_can_be_left_over(who):
    movers = [Person(1), Person(2)]
    assert who([*movers, fixed(3, 1)], None) == {1, 2, 3}
    assert who([Person(1), fixed(3, 1), fixed(4, 2)], None) == {3, 4}  # 1 sits opposite 3 or 4
    house = fixed(9, 5, house=True)
    assert who([*movers, fixed(3, 1)], house) == {1, 2}


def test_missing_or_duplicate_fixed_seat_is_refused():
    one = pairing_system_from_file({"like": "swiss", "rounds": [[[1, 1, 2], [2, 3, 4]]]}, PAIRING_SYSTEMS)
    for people in (
        [fixed(1, 7), Person(2), Person(3), Person(4)],
        [fixed(1, 2), Person(2), fixed(3, 2, "B"), Person(4)],
    ):
        with pytest.raises(NoSeating, match="fixed_seat_missing"):
            one.next_round(people, [], PairingRequest(tables=3, seed=1))
    with pytest.raises(NoSeating, match="file_twice_here"):
        one.next_round([fixed(1, 1), fixed(2, 2), Person(3), Person(4)], [], PairingRequest(tables=3, seed=1))


def test_fixture_with_absent_or_other_opponent_is_refused():
    for people in (
        [Person(1, meets=9), Person(2)],
        [Person(1, meets=2), Person(2, meets=3), Person(3, meets=2)],
    ):
        with pytest.raises(ValueError, match="fixture"):
            PAIRING_SYSTEMS["fixtures"].next_round(people, [], PairingRequest(tables=2, seed=1))


def test_teams_are_seated_at_first_board_of_their_match():
    teams = [fixed(1, 5), Person(2)]
    people = boards.people_by_match(teams, 4)
    assert [one.fixed for one in people] == [(2, "A"), None]
    assert [one.fixed for one in boards.people_at_first_boards(teams, 4)] == [(5, "A"), None]
    planned = [PlannedTable(5, (("A", 1), ("B", 2)))]
    assert boards.tables_of(planned, 4) == [5, 6, 7, 8] and boards.tables_of(planned, 1) == [5]


def test_exchanges_in_first_round_draw_respect_fixed_seats():
    a, b, c = (Person(number) for number in (1, 2, 3))
    here, there = fixed(4, 1), fixed(5, 1, "B")
    assert (
        first_round_draw.alternative_pairings((here, there), (a, b))
        == []
        == first_round_draw.alternative_pairings((a, b), (here, there))
    )
    assert first_round_draw.alternative_pairings((a, None), (b, c)) == [((a, c), (b, None))]
    assert first_round_draw.can_be_paired(None, a) is False and first_round_draw.can_be_paired(a, None)
    assert first_round_draw.can_be_paired(here, there)
    assert not first_round_draw.can_be_paired(here, fixed(6, 2))
    assert first_round_draw.person_first(None, a) == (a, None) == first_round_draw.person_first(a, None)


def test_impossible_separation_keeps_one_clash():
    tags = {1: frozenset("ac"), 2: frozenset("ab"), 3: frozenset("bc"), 4: frozenset()}
    assert partners.min_clash_count(tags.values(), 2) == 0  # no tag is on three players
    mended = partners.part_teams([[1, 2], [3, 4]], frozenset(tags), tags, {}, random.Random(3))
    assert partners.team_cost(mended, tags, {})[0] == 1
    assert sorted(number for team in mended for number in team) == [1, 2, 3, 4]


def test_seats_file_line_not_followed_is_found():
    one = pairing_system_from_file({"like": "swiss", "rounds": [[[1, 1, 2], [2, 3, 4]]]}, PAIRING_SYSTEMS)
    planned = [PlannedTable(1, (("A", 1), ("B", 3))), PlannedTable(2, (("A", 2), ("B", 4)))]
    found = one.findings(planned, EIGHT_PLAYERS[:4], 1)
    assert [(content.code, content.people) for content in found] == [
        ("file_not_followed", (1, 2)),
        ("file_not_followed", (3, 4)),
    ]
