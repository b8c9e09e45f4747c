"""The deal, for every number of players and teams, and the cut for the deal (rules.md §1)."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK
from scoring.cribbage import deal as deal_by_its_name
from scoring.cribbage.deal import CUTS, TEAM_SIZES, cut_for_deal, deal, sides_of
from tests.scoring.refusals import error_code

PLAYERS_AND_TEAMS = [(players, teams) for players, numbers in TEAM_SIZES.items() for teams in numbers]


@pytest.mark.parametrize(
    ("players", "dealt", "discards", "to_crib"),
    [
        (2, (6, 6), (2, 2), 0),
        (3, (5, 5, 5), (1, 1, 1), 1),
        (4, (5, 5, 5, 5), (1, 1, 1, 1), 0),
        (5, (4, 5, 5, 5, 5), (0, 1, 1, 1, 1), 0),
        (6, (4, 5, 5, 5, 5, 4), (0, 1, 1, 1, 1, 0), 0),
    ],
)
def test_cards_dealt_and_discarded_by_number_of_players(players, dealt, discards, to_crib):
    made = deal(players)
    assert (made.dealt, made.discards, made.to_crib) == (dealt, discards, to_crib)


@pytest.mark.parametrize(("players", "teams"), PLAYERS_AND_TEAMS)
@pytest.mark.parametrize("cuts", CUTS)
def test_every_deal_leaves_four_cards_to_each_hand_and_crib(players, teams, cuts):
    for dealer in range(players):
        made = deal(players, teams=teams, dealer=dealer, cuts=cuts)
        left = [got - gone for got, gone in zip(made.dealt, made.discards, strict=True)]
        assert left == [4] * players
        assert sum(made.discards) + made.to_crib == 4
        assert sum(made.dealt) + made.to_crib + 1 <= 52
        assert sorted(made.order) == list(range(players))
        assert made.order[-1] == dealer and made.order[0] == made.first
        assert made.cutter != dealer
        assert len(set(made.sides)) == teams


@pytest.mark.parametrize(
    ("players", "cuts", "cutter"),
    [
        (2, "right", 1), (2, "left", 1), (2, "non_dealer", 1),
        (3, "right", 2), (3, "left", 1), (3, "non_dealer", 1),
        (6, "right", 5), (6, "left", 1), (6, "non_dealer", 1),
    ],
)  # fmt: skip
def test_starter_is_cut_by_the_declared_player(players, cuts, cutter):
    assert deal(players, cuts=cuts).cutter == cutter


def test_pack_is_cut_before_deal_only_with_that_rule():
    assert deal(2).pack_cutter is None
    assert deal(2, pack_cut=True).pack_cutter == 1


@pytest.mark.parametrize(
    ("players", "teams", "sides"),
    [
        (2, None, (0, 1)),
        (4, None, (0, 1, 0, 1)),
        (4, 2, (0, 1, 0, 1)),
        (4, 4, (0, 1, 2, 3)),
        (6, None, (0, 1, 2, 0, 1, 2)),
        (6, 2, (0, 1, 0, 1, 0, 1)),
    ],
)
def test_teams_alternate_around_the_table(players, teams, sides):
    assert sides_of(players, teams) == sides


@pytest.mark.parametrize(("players", "teams"), PLAYERS_AND_TEAMS)
def test_partners_are_never_neighbours(players, teams):
    made = deal(players, teams=teams)
    assert all(len(list(same)) == 1 for _, same in groupby(made.sides + made.sides[:1]))
    for seat in range(players):
        assert len(made.partners(seat)) == players // teams - 1
        if players == 2 * teams:
            assert made.partners(seat) == ((seat + teams) % players,), "they sit opposite"


@pytest.mark.parametrize("players", [0, 1, 7, -2, 2.0, "2", None, True])
def test_other_numbers_of_players_are_refused(players):
    assert error_code(deal, players) == "number_of_players"


@pytest.mark.parametrize(("players", "teams"), [(2, 1), (3, 2), (4, 3), (5, 2), (6, 6), (4, 2.0), (4, "2")])
def test_impossible_numbers_of_teams_are_refused(players, teams):
    assert error_code(deal, players, teams=teams) == "number_of_teams"


def test_fadoq_does_not_play_with_five():
    assert [deal(players, fadoq=True).players for players in (2, 3, 4, 6)] == [2, 3, 4, 6]
    assert error_code(deal, 5, fadoq=True) == "number_of_players"


def test_an_unknown_dealer_or_cut_is_refused():
    assert error_code(deal, 2, dealer=2) == "unknown_dealer"
    assert error_code(deal, 2, dealer=-1) == "unknown_dealer"
    assert error_code(deal, 2, cuts="nobody") == "unknown_cut"


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("2H KD", 0), ("KD AH", 1), ("5H 5D", None), ("5H KD 5S", None), ("KH KD 5S", 2), ("JH 10D QS KC", 1)],
)
def test_the_low_card_deals_first_and_a_tie_cuts_again(cards, dealer):
    assert cut_for_deal(cards) == dealer


@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=6, unique=True))
def test_the_first_dealer_has_the_only_lowest_card(cards):
    dealer = cut_for_deal(cards)
    if dealer is None:
        assert len({card.rank for card in cards}) < len(cards)
    else:
        assert all(card.rank > cards[dealer].rank for seat, card in enumerate(cards) if seat != dealer)


def test_cut_for_deal_needs_two_valid_cards():
    assert error_code(cut_for_deal, "5H") == "number_of_players"
    assert error_code(cut_for_deal, "5H XX") == "bad_card"


def test_deal_can_be_imported_from_the_package():
    assert deal_by_its_name(3) == deal(3)
