"""A hand of gin: every rule of rules.md §5 and §5.1, from the cards and from the figures of the sheet."""

from dataclasses import replace

import pytest

from scoring.gin.ending import VOID_REASONS
from scoring.gin.figures import knock_limit, read_hand, score_deadwood, score_figures, void
from scoring.gin.hand import score_hand, show_hand
from scoring.gin.melds import best_melds, deadwood
from scoring.gin.rules import NAMED_RULES, STANDARD
from scoring.gin.score import Score, next_dealer
from tests.scoring.refusals import error_code

OKLAHOMA = NAMED_RULES["oklahoma"]
ACE_BOTH, ACE_CORNER = replace(STANDARD, ace="both"), replace(STANDARD, ace="corner")

KNOCKS_4 = "3C 4C 5C 7D 7H 7S 9S 10S JS 4D"
KNOCKS_9 = "3C 4C 5C 7D 7H 7S 9S 10S JS 9D"
GIN = "3C 4C 5C 6C 7D 7H 7S 9S 10S JS"

COUNTS_29 = "AC AD 8H KC 5H 5D 5S 2D 3D QC"
LAYS_OFF = "2C 6C 7C QS KH KD KC AD AH 8S"
"""35 in hand; on the hands above all but the kings (a set) and two aces can be laid off."""
HOLDS_GIN = "AH 2H 3H 10C JC QC 6D 6H 6S 6C"
ALL_BUT_TWO = "AH 2H 3H 10C JC QC 6D 6H 6S 2C"
"""The two of clubs fits the run of the hands above."""


def codes(score):
    return [reason.code for reason in score.reasons]


# Knock, undercut and gin (§5)


@pytest.mark.parametrize(
    ("knocker", "opponent", "how", "winner", "difference", "bonus"),
    [
        (KNOCKS_4, COUNTS_29, "knock", 0, 25, 0),
        (KNOCKS_4, HOLDS_GIN, "undercut", 1, 4, 10),
        (KNOCKS_4, LAYS_OFF, "undercut", 1, 2, 10),
        (KNOCKS_4, "AH 2H 3H 10C JC QC 6D 6H 6S 4H", "undercut", 1, 4, 10),
        (KNOCKS_4, "AH 2H 3H 10C JC QC 6D 6H 6S 4S", "undercut", 1, 0, 10),  # equal is enough
        (KNOCKS_9, "AH 2H 3H 10C JC QC 6D 6H KH KD", "knock", 0, 23, 0),
        (GIN, COUNTS_29, "gin", 0, 29, 20),
        (GIN, ALL_BUT_TWO, "gin", 0, 2, 20),  # no laying off after gin
        (GIN, "AH 2H 3H 10C JC QC 6D 6H 2C KC", "gin", 0, 14, 20),
    ],
)
def test_outcome_of_two_hands(knocker, opponent, how, winner, difference, bonus):
    score = score_hand(knocker, opponent)
    assert (score.how, score.winner, score.difference, score.bonus) == (how, winner, difference, bonus)
    assert score.points == difference + bonus and score.fines == (0, 0)


def test_gin_knocked_against_gin_held_scores_gin_bonus():
    assert score_hand(GIN, "AH 2H 3H 10C JC QC 6D 6H 6S KC").counts == (20, 0)


@pytest.mark.parametrize(
    ("name", "undercut", "gin"),
    [("standard", 10, 20), ("variant_a", 25, 25), ("variant_b", 20, 25), ("oklahoma", 20, 25)],
)
def test_bonuses_of_every_variant(name, undercut, gin):
    rules = NAMED_RULES[name]
    assert score_hand(KNOCKS_4, HOLDS_GIN, rules=rules, up_card="KD").bonus == undercut
    assert score_hand(GIN, COUNTS_29, rules=rules, up_card="KD").bonus == gin


def test_every_point_has_its_reason():
    score = score_hand(KNOCKS_4, LAYS_OFF, knocker=1)
    assert [(reason.code, dict(reason.args)) for reason in score.reasons] == [
        ("knock", {"side": 1, "deadwood": 4, "limit": 10}),
        ("lays_off", {"side": 0, "points": 33, "cards": "2C 6C 7C 8S QS"}),
        ("deadwood", {"side": 0, "points": 2}),
        ("difference", {"side": 0, "points": 2}),
        ("undercut_bonus", {"side": 0, "points": 10}),
    ]
    assert codes(score_hand(GIN, COUNTS_29)) == ["gin", "deadwood", "difference", "gin_bonus"]


def test_shown_melds_and_lay_offs_match_the_score():
    shown = show_hand(KNOCKS_4, LAYS_OFF)
    assert [str(meld) for meld in shown.knocker.melds] == ["7D 7H 7S", "3C 4C 5C", "9S 10S JS"]
    assert [str(meld) for meld in shown.opponent.melds] == ["KC KD KH"]
    assert [(step.card.name, step.meld) for step in shown.opponent.laid_off][:2] == [("2C", 1), ("6C", 1)]
    assert shown.score == score_hand(KNOCKS_4, LAYS_OFF)


THREES = "2H 3H 4H 3C 3D 8S 9S 10S JS QS"
"""The threes or the run: 6 either way."""
WAITS = "AH 5H KC KH 9C 8D JD QD 6C 2C"
"""71; the ace and the five fit the run of the hand above."""


def test_knocker_melds_give_least_away_unless_specified():
    assert score_hand(THREES, WAITS).difference == 71 - 6
    assert score_hand(THREES, WAITS, melds=["2H 3H 4H", "8S 9S 10S JS QS"]).difference == 65 - 6
    assert score_hand(THREES, WAITS, melds=best_melds(THREES).melds).difference == 71 - 6


@pytest.mark.parametrize(
    ("melds", "code"),
    [
        (["8S 9S 10S JS QS"], "gin_over_limit"),
        (["8S 9S 10S JS QS KS"], "gin_meld_not_held"),
        (["2H 3H 4H", "3C 3D 3H"], "gin_meld_not_held"),
        (["2H 3H 5H"], "gin_not_a_meld"),
    ],
)
def test_impossible_melds_are_refused(melds, code):
    assert error_code(score_hand, THREES, WAITS, melds=melds) == code


# The knock and its limit (§5, §5.1, §7.1)


def test_knock_over_the_limit_is_refused():
    assert score_hand(KNOCKS_4.replace("4D", "10D"), COUNTS_29).how == "knock"
    over = "3C 4C 5C 7D 7H 7S 9S JS 10D AH"
    assert deadwood(over) == 30
    assert error_code(score_hand, over, COUNTS_29) == "gin_over_limit"
    assert score_deadwood(0, (10, 12)).how == "knock"
    assert error_code(score_deadwood, 0, (11, 30)) == "gin_over_limit"


@pytest.mark.parametrize(
    ("up_card", "limit", "doubles"),
    [
        ("KD", 10, 1),
        ("QH", 10, 1),
        ("JC", 10, 1),
        ("10S", 10, 2),
        ("9S", 9, 2),
        ("2D", 2, 1),
        ("AS", 0, 2),
        ("AC", 0, 1),
    ],
)
def test_oklahoma_up_card_sets_limit_and_doubling(up_card, limit, doubles):
    assert knock_limit(OKLAHOMA, up_card) == limit
    assert knock_limit(replace(OKLAHOMA, ace="corner"), up_card) == limit
    assert score_deadwood(0, (0, 30), rules=OKLAHOMA, up_card=up_card).points == doubles * (30 + 25)
    if limit:
        assert score_deadwood(0, (limit, 30), rules=OKLAHOMA, up_card=up_card).points == doubles * (
            30 - limit
        )
        assert score_deadwood(0, (limit, 0), rules=OKLAHOMA, up_card=up_card).points == doubles * (limit + 20)
    assert error_code(score_deadwood, 0, (limit + 1, 30), rules=OKLAHOMA, up_card=up_card) == "gin_over_limit"


def test_oklahoma_ace_up_card_allows_only_gin():
    assert error_code(score_hand, KNOCKS_4, COUNTS_29, rules=OKLAHOMA, up_card="AD") == "gin_over_limit"
    assert error_code(score_figures, "knock", 0, 9, rules=OKLAHOMA, up_card="AD") == "gin_only_gin"
    assert score_hand(GIN, COUNTS_29, rules=OKLAHOMA, up_card="AS").points == 2 * (29 + 25)


def test_spade_doubles_difference_and_bonus_but_not_fine():
    score = score_hand(KNOCKS_4, LAYS_OFF, rules=OKLAHOMA, up_card="KS")
    assert (score.difference, score.bonus, score.points) == (2, 20, 44)
    assert codes(score)[-1] == "spade_doubles"
    fined = score_hand(KNOCKS_4, HOLDS_GIN.replace(" 6C", ""), rules=OKLAHOMA, up_card="KS")
    assert (fined.points, fined.fines, fined.counts) == (8, (0, 10), (0, -2))


def test_spade_has_no_effect_outside_oklahoma():
    assert score_hand(KNOCKS_4, COUNTS_29, up_card="AS").points == 25
    assert score_figures("gin", 0, 30, spade=True).points == 50


def test_oklahoma_cannot_be_scored_without_its_up_card():
    assert error_code(score_hand, KNOCKS_4, COUNTS_29, rules=OKLAHOMA) == "gin_up_card_missing"
    assert error_code(score_figures, "gin", 0, 30, rules=OKLAHOMA) == "gin_up_card_missing"
    assert score_figures("gin", 0, 30, rules=OKLAHOMA, spade=True).points == 110
    assert score_figures("gin", 0, 30, rules=OKLAHOMA, spade=False).points == 55


# Irregular hands (§5.1)


def test_short_hand_is_fined_ten_and_gets_no_undercut_bonus():
    score = score_hand(KNOCKS_4, HOLDS_GIN.replace(" 6C", ""))
    assert (score.how, score.winner, score.difference, score.bonus) == ("undercut", 1, 4, 0)
    assert (score.fines, score.counts) == ((0, 10), (0, -6))
    assert codes(score) == ["knock", "deadwood", "few_cards", "difference", "few_cards_no_bonus"]


def test_short_hand_with_equal_deadwood_wins_zero_points():
    score = score_hand(KNOCKS_4, "AH 2H 3H 10C JC QC 4S")
    assert (score.how, score.winner, score.points, score.fines) == ("undercut", 1, 0, (0, 10))


@pytest.mark.parametrize(("knocker", "how", "won"), [(KNOCKS_4, "knock", 15), (GIN, "gin", 39)])
def test_short_losing_hand_is_only_fined(knocker, how, won):
    score = score_hand(knocker, COUNTS_29.replace(" QC", ""), knocker=1)
    assert (score.how, score.counts) == (how, (-10, won))


@pytest.mark.parametrize(
    ("opponent", "left"),
    [
        ("AH 2H 3H 10C JC QC 6D 6H 6S 6C 4H", 0),
        ("AH 2H 3H 10C JC QC 6D 6H 6S 6C 4S", 4),
        ("AH 2H 3H 10C JC QC 6D 6H 6S 6C 2D AC", 3),
    ],
)
def test_more_than_ten_cards_cannot_win(opponent, left):
    score = score_hand(KNOCKS_4, opponent)
    assert score == Score("nobody", reasons=score.reasons)
    assert codes(score)[-1] == "many_cards"
    assert show_hand(KNOCKS_4, opponent).opponent.deadwood == left


def test_more_than_ten_cards_can_lose():
    score = score_hand(KNOCKS_4, HOLDS_GIN + " 8H")
    assert (score.how, score.winner, score.points, score.fines) == ("knock", 0, 4, (0, 0))
    assert score_hand(GIN, COUNTS_29 + " JD").counts == (20 + 39, 0)


def test_more_than_ten_cards_without_deadwood_keep_gin_from_scoring():
    score = score_hand(GIN, "AH 2H 3H 4H 10C JC QC KC 6D 6H 6S")
    assert (score.how, score.counts) == ("nobody", (0, 0))


def test_gin_held_but_not_knocked_gets_undercut_bonus_only():
    score = score_hand(KNOCKS_4, HOLDS_GIN, rules=NAMED_RULES["variant_b"])
    assert (score.how, score.bonus, score.points) == ("undercut", 20, 24)
    assert codes(score)[-1] == "gin_not_knocked"
    assert "gin_not_knocked" not in codes(score_hand(KNOCKS_4, ALL_BUT_TWO))


@pytest.mark.parametrize("number", [9, 11])
def test_irregular_hand_of_knocker_is_refused_or_void(number):
    cards = " ".join((KNOCKS_4 + " 8D").split()[:number])
    assert error_code(score_hand, cards, COUNTS_29.replace("8H", "8C")) == "number_of_cards"
    assert void("knocker_irregular").counts == (0, 0)


@pytest.mark.parametrize("reason", VOID_REASONS)
def test_a_void_hand_scores_nothing_and_keeps_its_reason(reason):
    score = score_figures("void", reason=reason)
    assert score == void(reason) == read_hand({"how": "void", "reason": reason})
    assert (score.how, score.winner, score.counts, codes(score)) == ("void", None, (0, 0), [f"void_{reason}"])


# Round the corner (§7.3)


def test_round_the_corner_allows_lay_off_on_gin():
    assert score_hand(GIN, ALL_BUT_TWO).counts == (22, 0)
    nobody = score_hand(GIN, ALL_BUT_TWO, rules=ACE_CORNER)
    assert (nobody.how, nobody.counts, codes(nobody)[-1]) == ("nobody", (0, 0), "corner_to_zero")
    assert score_hand(GIN, ALL_BUT_TWO.replace("QC", "KD"), rules=ACE_CORNER).points == 20 + 30


def test_round_the_corner_fine_stands_in_scoreless_hand():
    score = score_hand(GIN, ALL_BUT_TWO.replace(" 2C", ""), rules=ACE_CORNER)
    assert (score.how, score.counts) == ("nobody", (0, -10))


def test_round_the_corner_an_ace_counts_15():
    hand = "QS KS AS 2S 4C 5C 6C 9D 9H 9C"
    assert score_hand(hand, COUNTS_29.replace("AC", "AH"), rules=ACE_CORNER).points == 20 + 28 + 15
    assert error_code(score_hand, hand, COUNTS_29) == "gin_over_limit"
    assert score_hand(hand, COUNTS_29, rules=ACE_BOTH).how == "knock"


# The next dealer, and impossible cards


def test_winner_deals_next_and_scoreless_hand_keeps_dealer():
    assert next_dealer(score_hand(KNOCKS_4, HOLDS_GIN), dealer=0) == 1
    assert next_dealer(score_hand(KNOCKS_4, COUNTS_29), dealer=1) == 0
    assert next_dealer(void("stock_out"), dealer=1) == 1
    assert next_dealer(score_hand(KNOCKS_4, HOLDS_GIN + " 4H"), dealer=0) == 0


@pytest.mark.parametrize(
    ("knocker", "opponent", "code"),
    [
        (KNOCKS_4, COUNTS_29.replace("QC", "4D"), "card_twice"),
        (KNOCKS_4.replace("4D", "3C"), COUNTS_29, "card_twice"),
        (KNOCKS_4, "", "gin_opponent_cards"),
        (KNOCKS_4, COUNTS_29.replace("QC", "1Z"), "bad_card"),
    ],
)
def test_impossible_hands_are_refused(knocker, opponent, code):
    assert error_code(score_hand, knocker, opponent) == code


def test_unknown_knocker_is_refused():
    assert error_code(score_hand, KNOCKS_4, COUNTS_29, knocker=2) == "unknown_winner"


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ({"how": "nobody", "winner": 0}, "gin_nothing_beside"),
        ({"how": "nobody", "difference": 5}, "gin_nothing_beside"),
        ({"how": "nobody", "reason": "stock_out"}, "gin_nothing_beside"),
        ({"how": "void", "reason": "stock_out", "winner": 1}, "gin_nothing_beside"),
        ({"how": "knock", "winner": 0, "difference": 5, "reason": "stock_out"}, "gin_nothing_beside"),
        ({"how": "knock", "winner": 0, "difference": 98}, "gin_too_many_points"),  # the knocker has 1 or more
    ],
)
def test_contradictory_figures_are_refused(hand, code):
    assert error_code(read_hand, hand) == code
