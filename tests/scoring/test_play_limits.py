"""Ends of the play of cribbage: refusals, the target, from 116, muggins (rules.md §2.2, §2.4)."""

import pytest

from scoring.cards import DECK
from scoring.cribbage.moves import Move
from scoring.cribbage.pegging import PegRules
from scoring.cribbage.play import replay
from tests.scoring.replayed import refusal

FROM_116 = PegRules(from_116=True)

# Refusals


HANDS = ["KH 9D 2C AC", "QS 8S 7S 6S"]


def test_a_card_over_31_is_refused():
    args = refusal("over_31", "KH QS 9D 8S", hands=HANDS)
    assert args == {"at": 4, "card": "8S", "count": 29, "player": 2}
    refusal("over_31", "KH QS 9D 8S", players=2, gos="said")


def test_a_card_that_is_not_held_is_refused():
    assert refusal("not_held", "KH 3D", hands=HANDS) == {"at": 2, "card": "3D", "player": 2}
    refusal("not_held", [(0, "QS")], hands=HANDS)
    refusal("not_held", [(0, "KH"), (1, "AC")], hands=[HANDS[0], None])


def test_a_card_out_of_turn_is_refused():
    assert refusal("not_in_turn", "QS", hands=HANDS) == {"at": 1, "card": "QS", "player": 2, "turn": 1}
    refusal("not_in_turn", "KH 2C", hands=HANDS)
    refusal("not_in_turn", [(0, "KH"), (0, "5H")], players=2)
    refusal("not_in_turn", [(0, "KH"), (0, "go")], players=2)


def test_a_go_while_a_card_can_be_laid_is_refused():
    args = refusal("go_while_able", "KH QS 9D go go", hands=HANDS)
    assert args == {"at": 5, "card": "AC", "count": 29, "player": 1}
    assert refusal("go_too_early", "KH QS go", players=2) == {"at": 3, "count": 20, "player": 1, "most": 21}
    refusal("go_while_able", "go", hands=HANDS)


def test_player_passed_over_by_go_has_implied_go():
    play = replay([(0, "KH"), (1, "QS"), (0, "9D"), (0, "go")], players=2)
    assert [(event.player, event.implied) for event in play.events[3:]] == [(1, True), (0, False)]
    assert play.scores == (1, 0)


def test_duplicate_and_surplus_cards_are_refused():
    refusal("card_twice", "KH KH", players=2)
    refusal("play_over", "KH QS 2H", players=2, held=1)
    refusal(
        "no_cards_left", [(0, "KH"), (1, "2H"), (2, "3H"), (0, "4H"), (1, "5H"), (0, "6H")], players=3, held=2
    )


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 1}, "number_of_players"),
        ({"players": 7}, "number_of_players"),
        ({"hands": ["KH 9D 2C AC"]}, "number_of_players"),
        ({"hands": ["KH 9D 2C", "QS 8S 7S 6S"]}, "number_of_cards"),
        ({"hands": ["KH 9D 2C AC", "KH 8S 7S 6S"]}, "card_twice"),
        ({"hands": ["KH 9D 2C XX", "QS 8S 7S 6S"]}, "bad_card"),
        ({"hands": HANDS, "players": 3}, "hands_unlike_players"),
        ({"players": 4, "sides": (0, 1)}, "sides_unlike_players"),
        ({"players": 4, "sides": (0, 2, 0, 2)}, "sides_unlike_players"),
        ({"players": 2, "scores": (1,)}, "one_score_a_side"),
        ({"players": 2, "scores": (121, 0)}, "impossible_score"),
        ({"players": 2, "scores": (-1, 0)}, "impossible_score"),
        ({"players": 2, "dealer": 2}, "unknown_dealer"),
        ({"players": 2, "gos": "never"}, "unknown_gos"),
    ],
)
def test_impossible_plays_are_refused(options, code):
    refusal(code, "KH", **options)


def test_invalid_card_text_is_refused():
    assert refusal("bad_card", "KH 11S", players=2)["card"] == "11S"


# The end of the game


def test_player_reaching_target_wins_at_once():
    play = replay("7H 8S", players=2, scores=(100, 119))
    assert (play.winner, play.over, play.scores) == (1, True, (100, 121))
    assert refusal("play_over", "7H 8S 6D", players=2, scores=(100, 119))["at"] == 3


def test_go_can_win_the_game():
    assert replay("KH QS 9D go go", players=2, scores=(120, 0)).winner == 0
    refusal("play_over", "KH QS 9D go go 5S", players=2, scores=(120, 0))
    refusal("play_over", "KH QS 9D go go go", players=2, scores=(120, 0))
    refusal("play_over", "KH QS 9D 5S", players=2, scores=(120, 0))


def test_the_short_game_ends_at_61():
    assert replay("7H 8S", players=2, scores=(0, 59), rules=PegRules(target=61)).winner == 1


def test_winner_passes_target_as_pegged():
    rules = PegRules(exact=False)
    assert replay("5H 5S 5D", players=2, scores=(119, 0), rules=rules).scores == (127, 2)
    assert replay("5H 5S 5D", players=2, scores=(119, 0)).scores == (121, 2)


# From 116


@pytest.mark.parametrize(("stands", "after"), [(114, 115), (115, 116), (116, 116), (120, 120)])
def test_from_116_a_go_alone_is_lost(stands, after):
    play = replay("KH QS 9D go go", players=2, scores=(stands, 0), rules=FROM_116)
    assert play.scores[0] == after and play.winner is None
    assert play.events[-1].moved[0].why == ("claimed" if after > stands else "from_116")


def test_from_116_go_is_added_to_points_of_its_card():
    play = replay("9H KS KD go go", players=2, scores=(116, 0), rules=FROM_116)
    assert play.scores == (119, 0)  # the pair and its go
    won = replay("9H KS KD go go", players=2, scores=(118, 0), rules=FROM_116)
    assert won.winner == 0


def test_from_116_last_card_is_added_to_its_other_points():
    assert replay("7H 8S", players=2, held=1, scores=(0, 117), rules=FROM_116).scores == (0, 120)
    assert replay("7H 9S", players=2, held=1, scores=(0, 117), rules=FROM_116).scores == (0, 117)


# Muggins

MUGGINS = PegRules(muggins=True)


def test_muggins_lets_opponent_take_unclaimed_points():
    moves = [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=0), Move(DECK[30], claimed=2, taken_by=1)]
    play = replay(moves, players=2, rules=MUGGINS)
    assert play.scores == (2 + 2, 6)  # the pair taken; fifteen claimed, three fives taken
    assert [(m.player, m.points, m.why) for m in play.events[-1].moved] == [
        (0, 2, "claimed"),
        (1, 6, "muggins"),
    ]


def test_unclaimed_points_are_lost_without_muggins():
    play = replay([Move(DECK[4]), Move(DECK[17], claimed=0)], players=2)
    assert play.scores == (0, 0) and play.events[-1].moved[0].why == "unclaimed"
    taken = [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=0)]
    refusal("muggins_not_played", taken, players=2)


def test_invalid_claims_are_refused():
    refusal("claimed_too_much", [Move(DECK[4], claimed=1)], players=2)
    refusal("muggins_nothing_left", [Move(DECK[4], taken_by=1)], players=2, rules=MUGGINS)
    own = [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=3)]
    refusal("muggins_own_points", own, players=4, sides=(0, 1, 0, 1), rules=MUGGINS)
    refusal(
        "unknown_player", [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=9)], players=2, rules=MUGGINS
    )


def test_from_116_applies_to_muggins_points():
    rules = PegRules(muggins=True, from_116=True)
    moves = [Move(DECK[6]), Move(DECK[20], claimed=2, taken_by=0)]  # 7C 8D, the last card overlooked
    play = replay(moves, players=2, held=1, scores=(116, 0), rules=rules)
    assert play.scores == (116, 2) and play.events[-1].moved[1].why == "from_116"


def test_no_muggins_after_the_game_is_won():
    moves = [Move(DECK[4]), Move(DECK[17]), Move(DECK[30], claimed=2, taken_by=1)]
    play = replay(moves, players=2, scores=(119, 117), rules=MUGGINS)
    assert play.winner == 0 and play.scores == (121, 119)
