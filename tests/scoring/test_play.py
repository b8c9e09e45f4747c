"""The play of cribbage: points of each card, turns, refusals (rules.md §2.2, §2.4)."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.cards import DECK, read_cards
from scoring.cribbage.deal import deal
from scoring.cribbage.pegging import PegRules
from scoring.cribbage.play import replay
from scoring.cribbage.sequence import card_score
from tests.scoring import plain_play
from tests.scoring.replayed import reasons

FROM_116 = PegRules(from_116=True)


def points_of_last_card(cards):
    """Return the points of the last of these cards."""
    return [(found.reason, found.points) for found in card_score(read_cards(cards))]


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
def test_points_of_a_card_in_the_play(cards, expected):
    assert points_of_last_card(cards) == expected


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=13, unique=True))
def test_points_of_a_card_equal_plain_count(cards):
    expected = plain_play.points_of_last([card.name for card in cards])
    assert [(found.reason, found.points) for found in card_score(cards)] == expected


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True), st.permutations(range(4)))
def test_suits_do_not_matter_in_the_play(cards, suits):
    other = [DECK[suits[card.suit] * 13 + card.rank - 1] for card in cards]
    one, two = card_score(cards), card_score(other)
    assert [(found.reason, found.points) for found in one] == [(found.reason, found.points) for found in two]


def table(players, chance):
    """Return sides and dealer, and four cards for each, for a number of players."""
    names = [card.name for card in DECK]
    chance.shuffle(names)
    dealt = deal(players, dealer=chance.randrange(players))
    return dealt, [names[4 * seat : 4 * seat + 4] for seat in range(players)]


def without_closing_gos(moves, hands):
    """Return the moves without gos that only close the count, which is left to the last player who laid."""
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
            (without_closing_gos(moves, hands), {"hands": hands}),
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
def test_partial_replays_equal_the_whole_replay(players):
    chance = random.Random(40 + players)
    for _ in range(40):
        dealt, hands = table(players, chance)
        moves, _ = plain_play.random_play(hands, dealt.first, chance)
        whole = replay(moves, hands=hands, dealer=dealt.dealer)
        for length in range(len(moves)):
            part = replay(moves[:length], hands=hands, dealer=dealt.dealer)
            found = [event for event in part.events if not event.implied]
            assert [(e.player, e.card, e.count) for e in found] == [
                (e.player, e.card, e.count) for e in whole.events[:length]
            ]
            last = part.events[-1] if part.events else None
            if not (last and last.implied) and moves[length][1] != "go":
                assert part.turn == moves[length][0]


EXPECTED_REFUSALS = {"over_31", "not_held", "not_in_turn", "card_twice", "go_while_able", "play_over"}


def try_move(done, move, hands):
    """Return the play with one move more, or the refusal of it."""
    try:
        return replay([*done, move], hands=hands), None
    except DomainError as refused:
        return None, refused


@given(st.data(), st.integers(2, 6))
def test_random_moves_are_legal_or_refused_with_reason(data, players):
    deck = data.draw(st.permutations(DECK))
    hands = [deck[4 * seat : 4 * seat + 4] for seat in range(players)]
    tried = data.draw(st.lists(st.sampled_from([*deck[: 4 * players + 2], "go"]), max_size=30))
    done = []
    for move in tried:
        play, refused = try_move(done, move, hands)
        if refused:
            assert refused.code in EXPECTED_REFUSALS and refused.args_["at"] == len(done) + 1
            continue
        done.append(move)
        assert all(event.count <= 31 for event in play.events)
        assert sum(play.pegged) == sum(points for _, _, points in reasons(play))


# Go, 31, last card, resets


def test_go_gives_one_to_last_layer_and_next_player_leads():
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


def test_go_does_not_break_a_run():
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


def test_31_scores_once_and_count_restarts():
    play = replay("KH 9S 8D 4C", players=2)
    assert reasons(play) == [(1, "thirty_one", 2)]
    assert play.events[-1].closes and (play.count, play.turn, play.on_table) == (0, 0, ())


def test_31_with_last_card_scores_two():
    play = replay("KH 9S 8D 4C", players=2, held=2)
    assert reasons(play) == [(1, "thirty_one", 2)] and play.over


def test_last_card_scores_no_go_as_well():
    play = replay("KH 9S", players=2, held=1)
    assert reasons(play) == [(1, "last_card", 1)] and play.over


def test_the_last_card_adds_to_what_it_makes():
    play = replay("7H 8S", players=2, held=1)
    assert [(p.reason, p.points) for p in play.events[-1].pegged] == [("fifteen", 2), ("last_card", 1)]
    assert play.scores == (0, 3)


def test_a_reset_breaks_a_pair_and_a_run():
    play = replay("KH 9S 8D 4C 4H", players=2)
    assert reasons(play) == [(1, "thirty_one", 2)]


def test_player_without_cards_is_skipped_without_go():
    hands = ["KH QH", "9S 8S", "AD 2D"]
    moves = [(0, "KH"), (1, "9S"), (2, "AD"), (0, "QH"), (1, "go"), (2, "go"), (1, "8S"), (2, "2D")]
    play = replay(moves, hands=hands, held=2)
    assert reasons(play) == [(0, "go", 1), (2, "last_card", 1)] and play.over
    assert [event.player for event in play.events] == [0, 1, 2, 0, 1, 2, 1, 2]


def test_next_player_with_cards_leads_after_reset():
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


def test_last_player_with_cards_leads_alone():
    hands = ["KH AS", "QH 9H"]
    play = replay("KH QH AS 9H", hands=hands, held=2)
    assert reasons(play) == [(1, "last_card", 1)]
    play = replay("KH QH 9D", hands=["KH 9D", "QH 8H"], held=2)
    assert play.turn == 1 and not play.over  # the go is still to be said
    play = replay("KH QH 9D go 8H", hands=["KH 9D", "QH 8H"], held=2)
    assert reasons(play) == [(0, "go", 1), (1, "last_card", 1)]


def test_partners_share_one_score():
    play = replay("5H 5S 5D 5C", players=4, sides=deal(4).sides, held=1)
    assert play.scores == (8, 15) and play.pegged == (0, 2, 8, 13)
