"""Gin for three: each for themselves with settlement, and captain (rules.md §6)."""

import pytest
from hypothesis import given

from scoring.gin import sheet
from scoring.gin.meetings import Meeting, observer
from scoring.gin.rules import GinRules
from scoring.gin.running_sheet import Title
from scoring.gin.settlement import Payment, Standing, difference_payments, result
from tests.scoring.gin_hands import NO_WINNER, VOID_HAND, foot, hands_of, played_out, won

THREE = GinRules(mode="three")
PAID_SHUTOUT = GinRules(mode="three", three_shutout="paid")
CAPTAIN = GinRules(mode="captain")


def seats(hands, rules):
    """Return the players of each hand so far, and those of the next."""
    sheets = [sheet(hands[:count], rules) for count in range(len(hands) + 1)]
    return [meeting.players for paper in sheets for meeting in paper.meetings]


def test_loser_of_hand_gives_seat_to_observer():
    hands = [won(0, 10), won(1, 10), VOID_HAND, NO_WINNER, won(0, 5)]
    assert seats(hands, THREE) == [(0, 1), (0, 2), (1, 2), (1, 2), (1, 2), (1, 0)]
    assert observer(sheet(hands, THREE).meetings[0], THREE) == 2


def test_middle_player_deals_first_and_winner_deals_next():
    dealers = [
        sheet([won(0, 10), VOID_HAND, won(1, 10)][:count], THREE).meetings[0].dealer for count in range(4)
    ]
    assert dealers == [1, 0, 0, 2]


def test_each_player_has_a_column():
    paper = sheet([won(0, 10), won(1, 7), won(1, 4)], THREE)
    assert paper.titles == tuple(Title("player", 1, side) for side in range(3))
    assert [[cell.total for cell in row.cells] for row in paper.rows] == [
        [10, None, None],
        [None, None, 7],
        [None, None, 11],
    ]
    assert paper.games[0].boxes == (1, 0, 2)


def test_differences_are_paid_as_in_the_source():
    assert difference_payments((180, 100, 80), THREE) == (
        Payment(1, 0, 80),
        Payment(2, 0, 100),
        Payment(2, 1, 20),
    )


def test_payments_follow_from_hands():
    rules = GinRules(mode="three", set_target=180, game_bonus=0, box=0)
    hands = [won(0, 90), won(1, 80), won(0, 100), won(1, 90)]
    paper = sheet(hands, rules)
    assert foot(paper, "total") == (180, 100, 80)
    assert paper.values == paper.balances == (180, -60, -120)
    assert [(paid.payer, paid.payee, paid.points) for paid in paper.payments] == [
        (1, 0, 80),
        (2, 0, 100),
        (2, 1, 20),
    ]


def test_bonuses_come_before_settling():
    paper = sheet([won(0, 60), won(1, 30), won(1, 10), won(0, 20), won(0, 45)], THREE)
    assert [row.meetings[0].players for row in paper.rows] == [(0, 1), (0, 2), (1, 2), (0, 2), (0, 1)]
    assert foot(paper, "written") == (125, 0, 40)
    assert foot(paper, "shutout") == (100, 0, 0)
    assert foot(paper, "total") == (125 + 100 + 100 + 60, 0, 40 + 40)
    assert [(paid.payer, paid.payee, paid.points) for paid in paper.payments] == [
        (1, 0, 385),
        (1, 2, 80),
        (2, 0, 305),
    ]
    assert paper.values == (690, -465, -225)


@pytest.mark.parametrize(
    ("boxes", "once", "paid"),
    [
        ((5, 2, 1), 0, []),
        ((5, 2, 0), 100, [Payment(2, 0, 100, "shutout")]),
        ((5, 0, 0), 100, [Payment(1, 0, 100, "shutout"), Payment(2, 0, 100, "shutout")]),
    ],
)
def test_shutout_by_number_of_boxes(boxes, once, paid):
    standing = Standing((100, 30 * (boxes[1] > 0), 30 * (boxes[2] > 0)), boxes, winner=0)
    on_total = result(standing, THREE)
    assert on_total.shutout == (once, 0, 0)
    assert on_total.totals[0] == 100 + 100 + once + 100
    alone = result(standing, PAID_SHUTOUT)
    assert alone.shutout == (0, 0, 0)
    assert [payment for payment in alone.payments if payment.reason == "shutout"] == paid
    assert sum(alone.values) == sum(on_total.values) == 0


def test_paid_shutout_is_paid_only_by_player_without_box():
    standing = Standing((100, 50, 0), (3, 2, 0), winner=0)
    assert result(standing, THREE).values == (270 + 360, -270 + 90, -360 - 90)
    assert result(standing, PAID_SHUTOUT).values == (170 + 260 + 100, -170 + 90, -260 - 90 - 100)


def plain_three(hands):
    """Return totals and hands won, from a queue of people: the winner, the loser, the one who waits."""
    points, boxes = {0: 0, 1: 0, 2: 0}, {0: 0, 1: 0, 2: 0}
    playing, waiting = [0, 1], 2
    last = None
    for (score,) in hands:
        for place in (0, 1):
            points[playing[place]] += score.counts[place]
        if score.winner is not None:
            last = playing[score.winner]
            boxes[last] += 1
            playing[1 - score.winner], waiting = waiting, playing[1 - score.winner]
    return last, points, boxes


@pytest.mark.parametrize("rules", [THREE, PAID_SHUTOUT])
@given(hands=hands_of(1))
def test_the_sheet_of_three_equals_the_sum_of_its_hands(rules, hands):
    used, paper = played_out(hands, rules)
    winner, points, boxes = plain_three(used)
    assert paper.winner == winner
    assert foot(paper, "written") == tuple(points.values())
    assert foot(paper, "boxes") == tuple(boxes.values())
    losers = [player for player in range(3) if player != winner and boxes[player] == 0]
    totals = {player: points[player] + 20 * boxes[player] for player in range(3)}
    totals[winner] += 100 + (100 if losers and rules is THREE else 0)
    assert foot(paper, "total") == tuple(totals.values())
    balance = {player: 3 * totals[player] - sum(totals.values()) for player in range(3)}
    if rules is PAID_SHUTOUT:
        for loser in losers:
            balance[loser] -= 100
            balance[winner] += 100
    assert paper.balances == paper.values == tuple(balance.values())
    assert sum(paper.balances) == 0


def test_partners_against_captain_alternate_when_they_lose():
    hands = [won(0, 5), won(1, 5), NO_WINNER, won(0, 5), VOID_HAND, won(0, 5)]
    assert seats(hands, CAPTAIN) == [(0, 1), (0, 2), (0, 2), (0, 2), (0, 1), (0, 1), (0, 2)]
    assert sheet([], CAPTAIN).meetings == (Meeting((0, 1), 1),)
    assert sheet([], CAPTAIN).titles == (Title("captain", 1, 0), Title("team", 1, 1))


def test_captain_winning_by_100_gets_100_from_each():
    hands = [won(1, 11)] * 7 + [won(1, 13)] + [won(0, 20)] * 4 + [won(0, 70)]
    paper = sheet(hands, CAPTAIN)
    assert foot(paper, "total") == (350, 250)
    assert paper.payments == (Payment(1, 0, 100), Payment(2, 0, 100))
    assert paper.balances == (200, -100, -100)
    assert paper.values == (100, -100)


def test_captain_pays_each_partner():
    hands = [won(0, 11)] * 7 + [won(0, 13)] + [won(1, 20)] * 4 + [won(1, 70)]
    paper = sheet(hands, CAPTAIN)
    assert paper.winner == 1
    assert paper.payments == (Payment(0, 1, 100), Payment(0, 2, 100))
    assert paper.balances == (-200, 100, 100)


@given(hands=hands_of(1))
def test_captain_sheet_equals_game_for_two(hands):
    used, paper = played_out(hands, CAPTAIN)
    two = sheet(used)
    assert (paper.footers, paper.values, paper.winner) == (two.footers, two.values, two.winner)
    assert paper.balances == (2 * two.values[0], two.values[1], two.values[1])
    for row in paper.rows:
        assert row.meetings[0].players[0] == 0


@pytest.mark.parametrize("rules", [THREE, CAPTAIN])
@given(hands=hands_of(1))
def test_the_dealer_is_at_the_table(rules, hands):
    _used, paper = played_out(hands, rules)
    for row in paper.rows:
        (meeting,) = row.meetings
        assert meeting.dealer in meeting.players
        assert observer(meeting, rules) not in meeting.players
