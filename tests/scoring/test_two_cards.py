"""Two cards of one game: the content of each, their agreement, and the ruling of rule 12.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError, two_cards
from scoring.cribbage import game
from scoring.settle import Disputed, Line, Open, Settled, settle
from scoring.two_cards import Card, Totals

RULES = {
    "target": 121,
    "pegging": "exact",
    "match_points": "acc",
    "cards": "two",
    "match": {"kind": "fixed", "games": 1},
    "at_table": 2,
    "movement": "swiss",
}
SEATS = [[12], [31]]
SPREADS = st.integers(1, 121)


def card_line(number, side, card, kind="claim", basis=0):
    return Line(number, kind, two_cards.data_of(card, side, RULES), SEATS, "side", side, basis)


def amount_of(*cards):
    return settle([card_line(at, side, card) for at, (side, card) in enumerate(cards, 1)], SEATS)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("2 17", Card(2, 17)),
        ("3 45", Card(3, 45)),
        ("0 17", Card(0, -17)),
        ("x 05", Card(0, -5)),
        ("- 5", Card(0, -5)),
        ("/ 5", Card(0, -5)),
        ("2 -17", Card(2, -17)),
        ("0 +17", Card(0, 17)),
        ("2 −17", Card(2, -17)),
        ("2 ?", Card(2, None)),
    ],
)
def test_a_card_is_read_as_it_is_typed(typed, card):
    assert two_cards.read_card(typed, RULES) == card


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "card_not_read"),
        ("2", "card_not_read"),
        ("2 17 4", "card_not_read"),
        ("2 1e1", "card_not_read"),
        ("1 17", "card_points"),
        ("²  17", "card_points"),
        ("2 ١٧", "card_not_read"),
        ("2 0", "spread_of_nothing"),
        ("2 122", "spread_too_high"),
    ],
)
def test_invalid_typed_card_is_refused(typed, code):
    with pytest.raises(DomainError) as refused:
        two_cards.read_card(typed, RULES)
    assert refused.value.code == code


@given(SPREADS)
def test_agreeing_cards_settle_the_game(spread):
    points = two_cards.points_of(spread, RULES)
    amount = amount_of((0, Card(points, spread)), (1, Card(0, -spread)))
    assert amount == Settled(game.played([121, 121 - spread]), 2)
    assert [value.spread for value in game.side_values(amount.data, RULES)] == [spread, -spread]


@given(st.sampled_from([0, 1]), st.sampled_from([0, 2, 3]), st.one_of(st.none(), st.integers(-121, 121)))
def test_one_card_alone_never_settles_a_game(side, points, spread):
    card = Card(points, spread or None)
    assert isinstance(amount_of((side, card)), Open)
    assert isinstance(amount_of((side, card), (side, card)), Open)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Card(2, 17), Card(0, -16)),
        (Card(2, 31), Card(0, -31)),  # the same spread, and points that are not its value
        (Card(3, 30), Card(0, -30)),
        (Card(2, 17), Card(2, 17)),
        (Card(0, -17), Card(0, -17)),
        (Card(2, -17), Card(2, -17)),
        (Card(2, None), Card(0, -17)),
    ],
)
def test_disagreeing_cards_settle_nothing(one, other):
    amount = amount_of((0, one), (1, other))
    assert isinstance(amount, Disputed)
    assert amount.data is None


def test_corrected_card_settles_the_game():
    wrong = [card_line(1, 0, Card(2, 17)), card_line(2, 1, Card(0, -16))]
    for side, card in ((1, Card(0, -17)), (0, Card(2, 16))):
        amount = settle([*wrong, card_line(3, side, card, "correction", 2)], SEATS)
        assert isinstance(amount, Settled)
        assert amount.line == 3


def test_card_corrected_after_agreement_is_disputed():
    lines = [card_line(1, 0, Card(2, 17)), card_line(2, 1, Card(0, -17))]
    changed = card_line(3, 0, Card(2, 18), "correction", 2)
    assert settle([*lines, changed], SEATS) == Disputed(lines[0].data, 2, (3,))
    back = card_line(4, 0, Card(2, 17), "correction", 3)
    assert settle([*lines, changed, back], SEATS) == Settled(lines[0].data, 2)


@pytest.mark.parametrize(
    ("one", "other", "letter", "spreads"),
    [
        (Card(2, 17), Card(0, -16), "b", (16, -17)),
        (Card(0, -16), Card(2, 17), "b", (-17, 16)),
        (Card(2, 16), Card(0, -17), "b", (16, -17)),  # wrong to its own disadvantage: it stays
        (Card(3, 31), Card(0, -30), "b", (30, -31)),
        (Card(2, None), Card(0, -17), "c", (17, -17)),
        (Card(2, 17), Card(2, -17), "d", (17, -17)),
        (Card(0, -17), Card(0, 16), "d", (-17, 16)),
        (Card(2, 17), Card(2, 16), "e", (-17, -16)),
        (Card(0, -17), Card(0, -16), "e", (-17, -16)),
        (Card(2, 17), Card(0, 17), "f", (17, -17)),
        (Card(2, -17), Card(0, -15), "f", (15, -17)),
        (Card(2, 31), Card(0, -31), "g", (31, -31)),
    ],
)
def test_rule_12_2_proposes_a_ruling(one, other, letter, spreads):
    proposal = two_cards.propose_ruling([one, other])
    assert (proposal.letter, proposal.spreads) == (letter, spreads)


@pytest.mark.parametrize(
    ("one", "other"), [(Card(2, None), Card(0, None)), (Card(2, -5), Card(0, 5)), (Card(2, None), Card(2, 5))]
)
def test_no_ruling_is_proposed_where_rule_12_2_is_silent(one, other):
    assert two_cards.propose_ruling([one, other]) is None


@given(
    *[st.tuples(st.sampled_from([0, 2, 3]), st.integers(-121, 121)).filter(lambda card: card[1])] * 2,
)
def test_proposed_ruling_is_valid_and_gives_each_side_its_card(one, other):
    proposal = two_cards.propose_ruling([Card(*one), Card(*other)])
    if proposal is None:
        return
    data = two_cards.ruling_data(proposal.spreads, RULES)
    game.check(data, RULES)
    values = game.side_values(data, RULES)
    assert tuple(value.spread for value in values) == proposal.spreads
    assert [value.won for value in values] == [spread > 0 for spread in proposal.spreads]
    for value in values:
        assert value.match_points == two_cards.points_of(value.spread, RULES)
        assert value.pegged - value.against == value.spread
    turned = game.reorder_sides(data)
    assert list(game.side_values(turned, RULES)) == list(reversed(values))
    assert [two_cards.card_of(data, side, RULES).spread for side in (0, 1)] == list(proposal.spreads)


@pytest.mark.parametrize(
    ("spreads", "code"),
    [
        ([16, 17], "two_cards_both_won"),
        ([16, -16], "two_cards_alike"),
        ([0, -16], "spread_of_nothing"),
        ([122, -16], "spread_too_high"),
        ([16], "one_score_a_side"),
        ([True, -16], "not_a_whole_number"),
        ([1.5, -16], "not_a_whole_number"),
    ],
)
def test_impossible_rulings_are_refused(spreads, code):
    with pytest.raises(DomainError) as refused:
        game.check({"v": 2, "cards": spreads}, RULES)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "data",
    [
        {"v": 2, "card": [2, 17], "side": 0},  # it fits: then it is written as the result
        {"v": 2, "card": [2, -17], "side": 2},
        {"v": 2, "card": [2, -17], "side": True},
        {"v": 2, "card": [4, -17], "side": 0},
        {"v": 2, "card": [2], "side": 0},
        {"v": 2, "card": [2, -17], "side": 0, "more": 1},
        {"v": 1, "card": [2, -17], "side": 0},
    ],
)
def test_invalid_card_lines_are_refused(data):
    with pytest.raises(DomainError):
        game.check(data, RULES)


def test_card_lines_are_refused_where_one_slip_is_used():
    for data in ({"v": 2, "cards": [16, -17]}, {"v": 2, "card": [2, -17], "side": 0}):
        with pytest.raises(DomainError):
            game.check(data, RULES | {"cards": "one"})


@pytest.mark.parametrize(
    ("kind", "by_side", "data", "code"),
    [
        ("claim", None, game.played([121, 104]), "two_cards_asked"),
        ("correction", None, game.played([121, 104]), "two_cards_asked"),
        ("claim", 1, {"v": 2, "card": [2, -17], "side": 0}, "two_cards_asked"),
        ("claim", 0, {"v": 2, "cards": [16, -17]}, "not_of_a_line"),
        ("ruling", None, {"v": 2, "card": [2, -17], "side": 0}, "not_of_a_line"),
        ("claim", 0, game.played([121, 104]), None),
        ("ruling", None, {"v": 2, "cards": [16, -17]}, None),
        ("award", None, game.award_data("forfeit", [121, 0], 0), None),
    ],
)
def test_line_kinds_allowed_with_two_cards(kind, by_side, data, code):
    if code is None:
        two_cards.check_single_card(kind, by_side, data, RULES)
        return
    with pytest.raises(DomainError) as refused:
        two_cards.check_single_card(kind, by_side, data, RULES)
    assert refused.value.code == code
    two_cards.check_single_card(kind, by_side, data, RULES | {"cards": "one"})


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"at_table": 3}, "two_cards_of_two"),
        ({"odd": "three"}, "two_cards_of_two"),
        ({"movement": "knock_out"}, "two_cards_one_game"),
        ({"match": {"kind": "best_of", "games": 3}}, "two_cards_one_game"),
        ({"match": {"kind": "first_to", "points": 5}}, "two_cards_one_game"),
        ({"pegging": "as_pegged"}, "two_cards_exact"),
        ({"match_points": None}, "two_cards_no_table"),
    ],
)
def test_rules_that_exclude_two_cards_are_refused(changed, code):
    two_cards.check_rules(RULES)
    two_cards.check_rules(RULES | changed | {"cards": "one"})
    with pytest.raises(DomainError) as refused:
        two_cards.check_rules(RULES | changed)
    assert refused.value.code == code


def test_medal_matches_use_one_slip():
    assert not two_cards.asks_two_cards(RULES | {"games": 3})


@pytest.mark.parametrize(
    ("typed", "totals"),
    [
        ("38/18 +206", Totals(38, 18, 206)),
        (" 38 / 18  206 ", Totals(38, 18, 206)),
        ("12/6 -45", Totals(12, 6, -45)),
        ("0/0 −320", Totals(0, 0, -320)),
    ],
)
def test_card_totals_are_read_and_printed(typed, totals):
    assert two_cards.read_totals(typed) == totals
    assert two_cards.read_totals(str(totals)) == totals


@pytest.mark.parametrize("typed", ["", "38", "38/18", "38 +206", "38/18 +206 x", "38/18 ++6", "٣/1 +2"])
def test_invalid_card_totals_are_refused(typed):
    with pytest.raises(DomainError) as refused:
        two_cards.read_totals(typed)
    assert refused.value.code == "totals_not_read"


def test_impossible_card_has_no_winner_and_no_points():
    data = two_cards.data_of(Card(2, 45), 0, RULES)
    assert game.winner_of(data, RULES) is None
    assert [(side.won, side.match_points) for side in game.side_values(data, RULES)] == [(False, 0)] * 2
