"""The play of cribbage: what each card brings, whose turn it is, what is refused (rules.md §2.2, §2.4)."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Refusal
from scoring.cards import DECK, read_cards
from scoring.cribbage.deal import deal
from scoring.cribbage.moves import Move
from scoring.cribbage.pegging import PegRules
from scoring.cribbage.play import replay
from scoring.cribbage.sequence import worth
from tests.scoring import plain_play

FROM_116 = PegRules(from_116=True)


def brought(cards):
    """What the last of these cards brings."""
    return [(found.reason, found.points) for found in worth(read_cards(cards))]


def reasons(play):
    return [
        (pegging.player, pegging.reason, pegging.points) for event in play.events for pegging in event.pegged
    ]


def refusal(code, *args, **options):
    with pytest.raises(Refusal) as refused:
        replay(*args, **options)
    assert refused.value.code == code
    return refused.value.args_


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("7H 8S", [("fifteen", 2)]),  # FADOQ
        ("7H 8S 6D", [("run", 3)]),
        ("7H 8S 6D 5C", [("run", 4)]),
        ("7H 8S 6D 9C", [("run", 4)]),
        ("3H 5S 4D", [("run", 3)]),  # rules FR
        ("3H 5S 4D 2C", [("run", 4)]),
        ("2H 4S 3D", [("run", 3)]),
        ("5H 5S", [("pair", 2)]),
        ("5H 5S 5D", [("fifteen", 2), ("three_of_a_kind", 6)]),
        ("2H 2S 2D 2C", [("four_of_a_kind", 12)]),
        ("AH 2S 3D 4C 5H", [("fifteen", 2), ("run", 5)]),
        ("4H 5S 6D", [("fifteen", 2), ("run", 3)]),
        ("KH JS QD", [("run", 3)]),
        ("KH JS QD AH", [("thirty_one", 2)]),
        ("AH 2S 3D 4C 5H 6D 7S", [("run", 7)]),
        ("7H 4S 7D", []),  # a pair over a card between is none
        ("3H 4S 5D 5C", [("pair", 2)]),  # a pair closes a run
        ("3H 4S 5D 5C 4H", []),
        ("3H 4S 4D 5C", []),
        ("QH KS AD", []),  # the ace is low
        ("2H 4H 6H 8H", []),  # four of one suit are nothing in the play
        ("JH QH KH", [("run", 3)]),
    ],
)
def test_what_a_card_is_worth_in_the_play(cards, expected):
    assert brought(cards) == expected


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=13, unique=True))
def test_a_card_is_worth_what_the_plain_count_says(cards):
    expected = plain_play.points_of_last([card.name for card in cards])
    assert [(found.reason, found.points) for found in worth(cards)] == expected


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True), st.permutations(range(4)))
def test_suits_mean_nothing_in_the_play(cards, suits):
    other = [DECK[suits[card.suit] * 13 + card.rank - 1] for card in cards]
    one, two = worth(cards), worth(other)
    assert [(found.reason, found.points) for found in one] == [(found.reason, found.points) for found in two]


def table(players, chance):
    """Sides, dealer and four cards each, for a number of players."""
    names = [card.name for card in DECK]
    chance.shuffle(names)
    dealt = deal(players, dealer=chance.randrange(players))
    return dealt, [names[4 * seat : 4 * seat + 4] for seat in range(players)]


def closing_gos_left_out(moves, hands):
    """The moves without those gos that only close the count: the last layer is the last to say it."""
    left, last, kept = [len(hand) for hand in hands], None, []
    for seat, done in moves:
        if done == "go" and seat == last:
            continue
        kept.append((seat, done))
        if done != "go":
            left[seat] -= 1
            last = seat
    return kept


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whole_deals_are_replayed_as_they_were_played(players):
    chance = random.Random(players)
    for _ in range(100):
        dealt, hands = table(players, chance)
        moves, pegged = plain_play.random_play(hands, dealt.first, chance)
        expected = Counter(pegged)
        at_seats = [sum(points for seat, _, points in pegged if seat == one) for one in range(players)]
        at_sides = tuple(
            sum(points for points, side in zip(at_seats, dealt.sides, strict=True) if side == one)
            for one in sorted(set(dealt.sides))
        )
        texts = [done for _, done in moves]
        cards = [(seat, done) for seat, done in moves if done != "go"]
        common = {"dealer": dealt.dealer, "sides": dealt.sides}
        for given_moves, options in [
            (moves, {"hands": hands}),
            (texts, {"hands": hands}),
            (closing_gos_left_out(moves, hands), {"hands": hands}),
            (cards, {"hands": hands, "gos": "implied"}),
            ([card for _, card in cards], {"hands": hands, "gos": "implied"}),
            (texts, {"players": players}),
            (cards, {"players": players}),
            (moves, {"hands": [hands[0], *[None] * (players - 1)]}),
        ]:
            play = replay(given_moves, **common, **options)
            assert Counter(reasons(play)) == expected
            assert play.scores == at_sides and play.pegged == tuple(at_seats)
            assert play.over and play.turn is None and play.winner is None
            assert play.left == (0,) * players
            assert all(event.count <= 31 for event in play.events)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_play_is_the_same_replayed_move_by_move(players):
    chance = random.Random(40 + players)
    for _ in range(40):
        dealt, hands = table(players, chance)
        moves, _ = plain_play.random_play(hands, dealt.first, chance)
        whole = replay(moves, hands=hands, dealer=dealt.dealer)
        for length in range(len(moves)):
            part = replay(moves[:length], hands=hands, dealer=dealt.dealer)
            told = [event for event in part.events if not event.implied]
            assert [(e.player, e.card, e.count) for e in told] == [
                (e.player, e.card, e.count) for e in whole.events[:length]
            ]
            last = part.events[-1] if part.events else None
            if not (last and last.implied) and moves[length][1] != "go":
                assert part.turn == moves[length][0]


TRIED = {"over_31", "not_held", "not_in_turn", "card_twice", "go_while_able", "play_over"}


def try_move(done, move, hands):
    """The play with one move more, or the refusal of it."""
    try:
        return replay([*done, move], hands=hands), None
    except Refusal as refused:
        return None, refused


@given(st.data(), st.integers(2, 6))
def test_whatever_is_tried_is_legal_or_refused_with_a_reason(data, players):
    deck = data.draw(st.permutations(DECK))
    hands = [deck[4 * seat : 4 * seat + 4] for seat in range(players)]
    tried = data.draw(st.lists(st.sampled_from([*deck[: 4 * players + 2], "go"]), max_size=30))
    done = []
    for move in tried:
        play, refused = try_move(done, move, hands)
        if refused:
            assert refused.code in TRIED and refused.args_["at"] == len(done) + 1
            continue
        done.append(move)
        assert all(event.count <= 31 for event in play.events)
        assert sum(play.pegged) == sum(points for _, _, points in reasons(play))


# Go, 31, last card, resets


def test_a_go_gives_one_to_whoever_laid_last_and_the_left_of_them_leads():
    play = replay("KH 9S 8D go go 5C", players=2)
    assert reasons(play) == [(0, "go", 1)]
    assert [(event.player, event.count) for event in play.events] == [
        (0, 10),
        (1, 19),
        (0, 27),
        (1, 27),
        (0, 27),
        (1, 5),
    ]
    assert (play.count, play.turn) == (5, 0)


def test_a_go_does_not_break_a_run_and_one_player_may_lay_several_cards():
    hands = ["KH 3D 2C AC", "9S KS KD KC"]
    moves = [(0, "KH"), (1, "9S"), (0, "3D"), (1, "go"), (0, "2C"), (1, "go"), (0, "AC")]
    play = replay(moves, hands=hands)
    assert [(e.player, e.count) for e in play.events if e.card] == [
        (0, 10),
        (1, 19),
        (0, 22),
        (0, 24),
        (0, 25),
    ]
    assert reasons(play) == [(0, "run", 3), (0, "go", 1)]
    assert play.events[-1].closes and play.turn == 1


def test_a_go_does_not_break_a_pair():
    play = replay("KH KS 4D go 4C", players=2)
    assert reasons(play) == [(1, "pair", 2), (0, "pair", 2)]


def test_31_is_paid_once_and_the_count_restarts():
    play = replay("KH 9S 8D 4C", players=2)
    assert reasons(play) == [(1, "thirty_one", 2)]
    assert play.events[-1].closes and (play.count, play.turn, play.on_table) == (0, 0, ())


def test_31_with_the_last_card_of_all_is_two_not_three():
    play = replay("KH 9S 8D 4C", players=2, held=2)
    assert reasons(play) == [(1, "thirty_one", 2)] and play.over


def test_the_last_card_is_one_event_not_a_go_as_well():
    play = replay("KH 9S", players=2, held=1)
    assert reasons(play) == [(1, "last_card", 1)] and play.over


def test_the_last_card_adds_to_what_it_makes():
    play = replay("7H 8S", players=2, held=1)
    assert [(p.reason, p.points) for p in play.events[-1].pegged] == [("fifteen", 2), ("last_card", 1)]
    assert play.scores == (0, 3)


def test_a_reset_breaks_a_pair_and_a_run():
    play = replay("KH 9S 8D 4C 4H", players=2)
    assert reasons(play) == [(1, "thirty_one", 2)]


def test_who_has_no_cards_is_passed_over_and_says_no_go():
    hands = ["KH QH", "9S 8S", "AD 2D"]
    moves = [(0, "KH"), (1, "9S"), (2, "AD"), (0, "QH"), (1, "go"), (2, "go"), (1, "8S"), (2, "2D")]
    play = replay(moves, hands=hands, held=2)
    assert reasons(play) == [(0, "go", 1), (2, "last_card", 1)] and play.over
    assert [event.player for event in play.events] == [0, 1, 2, 0, 1, 2, 1, 2]


def test_who_leads_after_a_reset_is_the_next_who_has_cards():
    hands = ["KH 3S", "QH 2S", "JH AD"]
    play = replay("KH QH JH AD", hands=hands, held=2, gos="implied")
    assert [(event.player, event.count) for event in play.events] == [
        (0, 10),
        (1, 20),
        (2, 30),
        (0, 30),
        (1, 30),
        (2, 31),
    ]
    assert reasons(play) == [(2, "run", 3), (2, "thirty_one", 2)]
    assert (play.turn, play.left) == (0, (1, 1, 0))
    done = replay("KH QH JH go go AD 3S 2S", hands=hands, held=2)
    assert reasons(done)[-1] == (1, "last_card", 1) and done.over


def test_the_one_left_with_cards_leads_alone():
    hands = ["KH AS", "QH 9H"]
    play = replay("KH QH AS 9H", hands=hands, held=2)
    assert reasons(play) == [(1, "last_card", 1)]
    play = replay("KH QH 9D", hands=["KH 9D", "QH 8H"], held=2)
    assert play.turn == 1 and not play.over  # the go is still to be said
    play = replay("KH QH 9D go 8H", hands=["KH 9D", "QH 8H"], held=2)
    assert reasons(play) == [(0, "go", 1), (1, "last_card", 1)]


def test_partners_peg_one_track():
    play = replay("5H 5S 5D 5C", players=4, sides=deal(4).sides, held=1)
    assert play.scores == (8, 15) and play.pegged == (0, 2, 8, 13)


# What is refused


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


def test_a_card_laid_twice_and_a_card_too_many_are_refused():
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


def test_a_text_that_names_no_card_is_refused():
    assert refusal("bad_card", "KH 11S", players=2)["card"] == "11S"


# The end of the game


def test_who_reaches_the_target_wins_at_once():
    play = replay("7H 8S", players=2, scores=(100, 119))
    assert (play.winner, play.over, play.scores) == (1, True, (100, 121))
    assert refusal("play_over", "7H 8S 6D", players=2, scores=(100, 119))["at"] == 3


def test_a_go_can_win_too():
    assert replay("KH QS 9D go go", players=2, scores=(120, 0)).winner == 0
    refusal("play_over", "KH QS 9D go go 5S", players=2, scores=(120, 0))
    refusal("play_over", "KH QS 9D 5S", players=2, scores=(120, 0))


def test_the_short_game_ends_at_61():
    assert replay("7H 8S", players=2, scores=(0, 59), rules=PegRules(target=61)).winner == 1


def test_as_pegged_the_winner_goes_past_the_target():
    rules = PegRules(exact=False)
    assert replay("5H 5S 5D", players=2, scores=(119, 0), rules=rules).scores == (127, 2)
    assert replay("5H 5S 5D", players=2, scores=(119, 0)).scores == (121, 2)


# From 116


@pytest.mark.parametrize(("stands", "after"), [(114, 115), (115, 116), (116, 116), (120, 120)])
def test_from_116_a_go_alone_is_lost(stands, after):
    play = replay("KH QS 9D go go", players=2, scores=(stands, 0), rules=FROM_116)
    assert play.scores[0] == after and play.winner is None
    assert play.events[-1].moved[0].why == ("claimed" if after > stands else "from_116")


def test_from_116_a_go_is_added_to_what_its_card_made():
    play = replay("9H KS KD go go", players=2, scores=(116, 0), rules=FROM_116)
    assert play.scores == (119, 0)  # the pair and its go
    won = replay("9H KS KD go go", players=2, scores=(118, 0), rules=FROM_116)
    assert won.winner == 0


def test_from_116_the_last_card_is_added_to_what_it_makes():
    assert replay("7H 8S", players=2, held=1, scores=(0, 117), rules=FROM_116).scores == (0, 120)
    assert replay("7H 9S", players=2, held=1, scores=(0, 117), rules=FROM_116).scores == (0, 117)


# Muggins

MUGGINS = PegRules(muggins=True)


def test_points_that_were_not_claimed_may_be_taken():
    moves = [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=0), Move(DECK[30], claimed=2, taken_by=1)]
    play = replay(moves, players=2, rules=MUGGINS)
    assert play.scores == (2 + 2, 6)  # the pair taken; fifteen claimed, three fives taken
    assert [(m.player, m.points, m.why) for m in play.events[-1].moved] == [
        (0, 2, "claimed"),
        (1, 6, "muggins"),
    ]


def test_without_muggins_what_is_not_claimed_is_lost():
    play = replay([Move(DECK[4]), Move(DECK[17], claimed=0)], players=2)
    assert play.scores == (0, 0) and play.events[-1].moved[0].why == "unclaimed"
    taken = [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=0)]
    refusal("muggins_not_played", taken, players=2)


def test_claims_that_are_none_are_refused():
    refusal("claimed_too_much", [Move(DECK[4], claimed=1)], players=2)
    refusal("muggins_nothing_left", [Move(DECK[4], taken_by=1)], players=2, rules=MUGGINS)
    own = [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=3)]
    refusal("muggins_own_points", own, players=4, sides=(0, 1, 0, 1), rules=MUGGINS)
    refusal(
        "unknown_player", [Move(DECK[4]), Move(DECK[17], claimed=0, taken_by=9)], players=2, rules=MUGGINS
    )


def test_from_116_holds_for_points_taken_too():
    rules = PegRules(muggins=True, from_116=True)
    moves = [Move(DECK[6]), Move(DECK[20], claimed=2, taken_by=0)]  # 7C 8D, the last card overlooked
    play = replay(moves, players=2, held=1, scores=(116, 0), rules=rules)
    assert play.scores == (116, 2) and play.events[-1].moved[1].why == "from_116"


def test_who_has_won_loses_nothing_more():
    moves = [Move(DECK[4]), Move(DECK[17]), Move(DECK[30], claimed=2, taken_by=1)]
    play = replay(moves, players=2, scores=(119, 117), rules=MUGGINS)
    assert play.winner == 0 and play.scores == (121, 119)
