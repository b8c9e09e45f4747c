"""The show: Table 2 of the sources, the examples of rules.md §2.5, faults of other programs, properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cards import DECK, cards_to_text, read_card, read_cards
from scoring.cribbage import heels, practice_hands, score_hand, total
from tests.scoring.deals import SHOWS, deals_of
from tests.scoring.plain import plain_total

# Table 2 of "Règles du jeu Cribbage ou 29", as it is printed.
TABLE_2 = """
1-1-6-7-7 12 | 6-9-9-9-9 20 | 1-1-7-7-8 12 | 7-8-8-8-8 20 | 1-4-4-4-10 12 | 7-8-8-9-8 20
2-2-4-9-9 12 | 3-3-6-6-6 20 | 2-6-6-7-7 12 | 4-4-4-7-7 20 | 1-1-6-7-8 13 | 3-3-4-5-5 20
1-4-4-4-V 13 | 1-1-7-7-7 20 | 3-3-6-6-9 14 | 3-4-4-4-4 20 | 4-4-7-7-7 14 | 4-5-6-6-6 21
1-2-2-2-3 15 | 7-7-7-8-9 21 | V-D-D-D-K 15 | 5-5-V-V-V 21 | 1-1-2-3-3 16 | 3-3-3-4-5 21
2-2-3-3-4 16 | 5-5-5-R-R 22 | 2-6-7-7-8 16 | 5-5-5-V-V 23 | 6-7-8-9-9 16 | 4-5-5-5-6 23
2-3-4-4-4 17 | 3-6-6-6-6 24 | 2-3-3-3-4 17 | 4-4-5-6-6 24 | 3-4-4-4-5 17 | 4-5-5-6-6 24
3-3-3-6-6 18 | 7-7-8-8-9 24 | 5-5-V-D-R 18 | 3-3-3-3-9 24 | 6-6-9-9-9 20 | 4-4-4-4-7 24
6-6-7-7-8 20 | 6-7-7-8-8 24 | 3-3-4-4-5 20 | 5-5-5-5-10 28 | 7-7-7-8-8 20 | 5-5-5-V*-5 29
"""
ROWS = [(row.split()[0], int(row.split()[1])) for row in TABLE_2.replace("\n", "|").split("|") if row.strip()]

# rules.md §8, each erratum spelled out.
ERRATA = {
    "7-8-8-9-8": (20, 21),  # three runs of three 9, three 8s 6, three fifteens 6
}
NOBS_COUNTED = {"1-4-4-4-V": 13, "5-5-V-V-V": 21, "5-5-5-V-V": 23, "5-5-V-D-R": 18, "5-5-5-V*-5": 29}
NOBS_NOT_COUNTED = {"V-D-D-D-K": 15}


def nobs(hand, starter) -> bool:
    return any(card.rank == 11 and card.suit == starter.suit for card in hand)


def kinds(found) -> list[str]:
    return [one.kind for one in found.combinations]


def test_table_2_has_its_48_hands():
    assert len(ROWS) == len(dict(ROWS)) == 48


@pytest.mark.parametrize(("ranks", "printed"), ROWS)
def test_table_2_totals(ranks, printed):
    _, right = ERRATA.get(ranks, (printed, printed))
    without = right - (ranks in NOBS_COUNTED)
    for hand, starter in deals_of(ranks):
        assert total(hand, starter) == without + nobs(hand, starter)
    assert score_hand(hand, starter).total == without + nobs(hand, starter)


def test_the_errata_of_table_2():
    printed = dict(ROWS)
    assert {ranks: (printed[ranks], right) for ranks, (_, right) in ERRATA.items()} == ERRATA
    assert {ranks: printed[ranks] for ranks in NOBS_COUNTED} == NOBS_COUNTED
    assert {ranks: printed[ranks] for ranks in NOBS_NOT_COUNTED} == NOBS_NOT_COUNTED
    assert {ranks for ranks, _ in ROWS if "V" in ranks} == {*NOBS_COUNTED, *NOBS_NOT_COUNTED}
    runs, threes, fifteens = (
        sum(one.points for one in score_hand("7C 8D 8H 9S", "8C").combinations if one.kind == kind)
        for kind in ("run", "three_of_a_kind", "fifteen")
    )
    assert (runs, threes, fifteens) == (9, 6, 6)


def test_fadoq_example_hand():
    found = score_hand("6C 7S 8D 8H", "9S")
    assert [(one.kind, cards_to_text(one.cards), one.points) for one in found.combinations] == [
        ("fifteen", "6C 9S", 2),
        ("fifteen", "7S 8D", 2),
        ("fifteen", "7S 8H", 2),
        ("pair", "8D 8H", 2),
        ("run", "6C 7S 8D 9S", 4),
        ("run", "6C 7S 8H 9S", 4),
    ]
    assert found.total == 16


def test_best_hand_scores_29():
    found = score_hand("5H 5S 5D JC", "5C")
    assert found.total == 29
    assert kinds(found).count("fifteen") == 8
    assert [(one.kind, one.points) for one in found.combinations[8:]] == [("four_of_a_kind", 12), ("nobs", 1)]
    assert score_hand("5H 5S 5D JH", "5C").total == 28


@pytest.mark.parametrize(
    ("hand", "starter", "runs", "same", "points"),
    [
        ("2C 2D 3H 4S", "KC", 2, 2, 8),  # double run of three
        ("2C 2D 3H 4S", "5C", 2, 2, 10),  # double run of four
        ("2C 2D 2H 3S", "4C", 3, 6, 15),  # triple run
        ("2C 2D 3H 3S", "4C", 4, 4, 16),  # double-double
        ("9C 10D JH QS", "KC", 1, 0, 5),
        ("QC KD AH 2S", "7C", 0, 0, 0),  # a run does not go round the corner
    ],
)
def test_runs_are_counted_with_their_multiplicity(hand, starter, runs, same, points):
    found = score_hand(hand, starter)
    assert kinds(found).count("run") == runs
    without_fifteens = [one.points for one in found.combinations if one.kind != "fifteen"]
    assert sum(without_fifteens) == points
    assert sum(one.points for one in found.combinations if one.kind in ("pair", "three_of_a_kind")) == same


@pytest.mark.parametrize(
    ("hand", "starter", "in_hand", "in_crib"),
    [
        ("2H 4H 6H 8H", "KH", 5, 5),
        ("2H 4H 6H 8H", "KC", 4, 0),
        ("2H 4H 6H 8C", "KH", 0, 0),  # the starter does not make a four-card flush
        ("2C 4C 6C 8H", "KC", 0, 0),
    ],
)
def test_flush_needs_the_four_cards_held(hand, starter, in_hand, in_crib):
    for crib, points in ((False, in_hand), (True, in_crib)):
        found = score_hand(hand, starter, crib)
        assert sum(one.points for one in found.combinations if one.kind == "flush") == points
        assert total(read_cards(hand), read_card(starter), crib) == found.total


def test_nobs_is_held_and_heels_is_turned_up():
    assert kinds(score_hand("JC 2D 4H 6S", "8C"))[-1] == "nobs"
    assert "nobs" not in kinds(score_hand("JC 2D 4H 6S", "8D"))
    for hand in ("2C 4C 6C 9S", "JD 2C 4C 6C"):
        assert "nobs" not in kinds(score_hand(hand, "JC"))
    assert total(read_cards("2C 4C 6D 8S"), read_card("JC")) == 0
    assert [heels(card) for card in DECK] == [2 if card.name[0] == "J" else 0 for card in DECK]
    assert (heels("V♣"), heels("QC")) == (2, 0)


def test_crib_scores_nobs_like_a_hand():
    assert score_hand("JC 2D 4H 7S", "9C", crib=True).total == score_hand("JC 2D 4H 7S", "9C").total == 3


@pytest.mark.parametrize(
    ("hand", "starter", "code", "args"),
    [
        ("5H 5S 5D", "5C", "number_of_cards", {"number": 4, "given": 3}),
        ("5H 5S 5D JC QC", "5C", "number_of_cards", {"number": 4, "given": 5}),
        ("5H 5S 5H JC", "5C", "card_twice", {"card": "5H"}),
        ("5H 5S 5D JC", "5D", "card_twice", {"card": "5D"}),
        ("5H 5S 5D JX", "5C", "bad_card", {"card": "JX"}),
        ("5H 5S 5D JC", "1C", "bad_card", {"card": "1C"}),
        ("5H 5S 5D JC", "", "one_starter", {"given": 0}),
        ("5H 5S 5D JC", "5C 6C", "one_starter", {"given": 2}),
    ],
)
def test_impossible_hands_are_refused(hand, starter, code, args):
    with pytest.raises(DomainError) as refused:
        score_hand(hand, starter)
    assert (refused.value.code, refused.value.args_) == (code, args)


@given(SHOWS, st.booleans())
def test_explained_fast_and_plain_totals_agree(dealt, crib):
    hand, starter = dealt
    found = score_hand(hand, starter, crib)
    assert found.total == sum(one.points for one in found.combinations)
    assert found.total == total(hand, starter, crib) == plain_total(hand, starter, crib)
    assert found.total not in (19, 25, 26, 27)
    assert 0 <= found.total <= 29


@given(SHOWS, st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(dealt, crib, chance):
    hand, starter = dealt
    shuffled = chance.sample(hand, 4)
    assert score_hand(shuffled, starter, crib) == score_hand(hand, starter, crib)
    assert total(shuffled, starter, crib) == total(hand, starter, crib)
    assert score_hand(cards_to_text(hand), starter.name, crib) == score_hand(hand, starter, crib)


@given(SHOWS, st.booleans(), st.permutations(range(4)))
def test_exchanging_all_suits_changes_nothing(dealt, crib, suits):
    hand, starter = dealt
    other = {card: DECK[suits[card.suit] * 13 + card.rank - 1] for card in (*hand, starter)}
    ours, theirs = (
        sorted(
            (one.kind, sorted(other_name(card) for card in one.cards), one.points)
            for one in found.combinations
        )
        for found, other_name in (
            (score_hand(hand, starter, crib), lambda card: other[card].name),
            (score_hand([other[card] for card in hand], other[starter], crib), str),
        )
    )
    assert ours == theirs


@given(SHOWS, st.booleans(), st.data())
def test_other_suits_change_nothing_but_flush_and_nobs(dealt, crib, data):
    five = [*dealt[0], dealt[1]]
    others: list = []
    for card in five:
        free = [other for other in DECK if other.rank == card.rank and other not in others]
        others.append(data.draw(st.sampled_from(free)))
    before, after = (
        [(one.kind, [card.rank for card in one.cards], one.points) for one in found.combinations]
        for found in (score_hand(five[:4], five[4], crib), score_hand(others[:4], others[4], crib))
    )
    of_suits = ("flush", "nobs")
    assert [one for one in before if one[0] not in of_suits] == [
        one for one in after if one[0] not in of_suits
    ]


OF_A_KIND = {"pair": (2, 2), "three_of_a_kind": (3, 6), "four_of_a_kind": (4, 12)}


def is_valid_combination(one, hand, starter) -> bool:
    """Return whether these cards alone are worth these points under this name."""
    ranks = [card.rank for card in one.cards]
    if one.kind in OF_A_KIND:
        return len(set(ranks)) == 1 and (len(ranks), one.points) == OF_A_KIND[one.kind]
    if one.kind == "fifteen":
        return sum(min(rank, 10) for rank in ranks) == 15 and one.points == 2
    if one.kind == "run":
        return ranks == list(range(ranks[0], ranks[0] + one.points)) and one.points >= 3
    if one.kind == "flush":
        same = len({card.suit for card in one.cards}) == 1
        return same and set(hand) <= set(one.cards) and len(ranks) == one.points
    jack, turned = one.cards
    return (
        one.kind == "nobs"
        and jack in hand
        and (jack.rank, jack.suit) == (11, turned.suit)
        and turned is starter
    )


@given(SHOWS, st.booleans())
def test_every_combination_is_valid(dealt, crib):
    hand, starter = dealt
    found = score_hand(hand, starter, crib)
    assert len(set(found.combinations)) == len(found.combinations)
    for one in found.combinations:
        assert len(set(one.cards)) == len(one.cards)
        assert set(one.cards) <= {*hand, starter}
        assert is_valid_combination(one, hand, starter)


def test_practice_hands_are_ordered_by_total():
    totals = [total(*practice_hands.practice_hand(number + 1)) for number in range(len(practice_hands.HANDS))]
    assert totals == sorted(totals) and (totals[0], totals[-1]) == (12, 29)
