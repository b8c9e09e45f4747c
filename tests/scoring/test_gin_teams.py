"""Gin for four and for teams of two to six a side, alternating or not (rules.md §6, §7.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.gin import sheet
from scoring.gin.meetings import Meeting, sides
from scoring.gin.rules import NAMED_RULES, GinRules, read_rules
from scoring.gin.running_sheet import Cell, Title
from tests.scoring.gin_hands import NO_WINNER, VOID_HAND, foot, hands_of, played_out, won

FOUR = GinRules(mode="teams", a_side=2)
ALTERNATING = GinRules(mode="teams", a_side=2, alternating=True)


def test_points_of_tables_are_netted():
    paper = sheet([(won(0, 23), won(1, 10))], FOUR)
    assert paper.titles == (Title("team", 1, 0), Title("team", 1, 1))
    assert paper.rows[0].points == 13
    assert paper.rows[0].cells == (Cell(13, True), Cell())
    assert paper.games[0].boxes == (1, 0)


@pytest.mark.parametrize("hand", [(won(0, 10), won(1, 10)), (VOID_HAND, NO_WINNER), (won(0, 0), won(0, 0))])
def test_no_box_if_netted_points_are_zero(hand):
    paper = sheet([hand], FOUR)
    assert paper.games[0].boxes == (0, 0)
    assert paper.rows[0].winner is None
    assert paper.rows[0].cells == (Cell(), Cell())


def test_two_tables_won_in_one_hand_are_one_box():
    assert sheet([(won(0, 10), won(0, 5))], FOUR).games[0].boxes == (1, 0)


def test_a_fine_is_not_netted():
    paper = sheet([(won(0, 23, fines=(0, 10)), won(1, 10))], FOUR)
    assert paper.games[0].points == (13, -10)
    assert paper.rows[0].fines == (0, 10)


def test_target_and_bonuses_for_four_players():
    paper = sheet([(won(0, 100), won(1, 20)), (won(0, 30), won(0, 15))], FOUR)
    assert paper.games[0].points == (125, 0)
    assert foot(paper, "total") == ((125 + 100) * 2 + 40, 0)
    assert paper.values == (490, -490) and paper.payments == ()


def test_opponents_swap_only_when_alternating():
    hands = [(won(0, 9), NO_WINNER)] * 3
    assert [meeting.players for meeting in sheet(hands[:1], FOUR).meetings] == [(0, 2), (1, 3)]
    met = [[meeting.players for meeting in sheet(hands[:count], ALTERNATING).meetings] for count in range(3)]
    assert met == [[(0, 2), (1, 3)], [(0, 3), (1, 2)], [(0, 2), (1, 3)]]


def test_hand_void_at_every_table_keeps_opponents_and_dealers():
    again = sheet([(VOID_HAND, VOID_HAND)], ALTERNATING, dealers=[0, 3]).meetings
    assert again == (Meeting((0, 2), 0), Meeting((1, 3), 3))
    assert sheet([(VOID_HAND, NO_WINNER)], ALTERNATING).meetings[0].players == (0, 3)


def test_dealers_after_opponents_swap():
    both_of_one_team = sheet([(won(0, 5), won(0, 7))], ALTERNATING).meetings
    assert both_of_one_team == (Meeting((0, 3), 0), Meeting((1, 2), 1))
    one_each = sheet([(won(0, 5), won(1, 7))], ALTERNATING).meetings
    assert one_each == (Meeting((0, 3), None), Meeting((1, 2), None))


@pytest.mark.parametrize("a_side", range(2, 7))
def test_alternating_players_meet_every_opponent_in_turn(a_side):
    rules = GinRules(mode="teams", a_side=a_side, alternating=True)
    assert rules.target == 125 + 25 * (a_side - 2)
    met = set()
    for count in range(a_side):
        pairs = [meeting.players for meeting in sheet([[NO_WINNER] * a_side] * count, rules).meetings]
        assert sorted(player for pair in pairs for player in pair) == list(range(2 * a_side))
        met.update(pairs)
    ours, theirs = sides(rules)
    assert met == {(one, other) for one in ours for other in theirs}


@pytest.mark.parametrize("a_side", [0, 1, 7])
def test_side_of_fewer_than_two_or_more_than_six_is_refused(a_side):
    with pytest.raises(DomainError, match="gin_side_size"):
        GinRules(mode="teams", a_side=a_side)


def test_missing_score_of_a_table_is_refused():
    with pytest.raises(DomainError, match="gin_scores_of_a_hand") as refused:
        sheet([won(0, 5)], FOUR)
    assert refused.value.args_ == {"hand": 1, "needed": 2, "given": 1}


def net_points(hand):
    won_by = [sum(score.points for score in hand if score.winner == side) for side in (0, 1)]
    return won_by[0] - won_by[1]


BONUSES = st.sampled_from([*NAMED_RULES])


@pytest.mark.parametrize("a_side", [2, 3, 6])
@given(data=st.data(), bonuses=BONUSES, alternating=st.booleans(), corner=st.booleans())
def test_the_sheet_of_teams_equals_the_sum_of_its_netted_hands(a_side, data, bonuses, alternating, corner):
    rules = read_rules(
        {"name": bonuses, "mode": "teams", "a_side": a_side, "alternating": alternating}
        | ({"ace": "corner"} if corner else {})
    )
    used, paper = played_out(data.draw(hands_of(a_side)), rules)
    nets = [net_points(hand) for hand in used]
    fined = [sum(score.fines[side] for hand in used for score in hand) for side in (0, 1)]
    gains = [sum(net for net in nets if net > 0), -sum(net for net in nets if net < 0)]
    written = (gains[0] - fined[0], gains[1] - fined[1])
    boxes = (sum(net > 0 for net in nets), sum(net < 0 for net in nets))
    assert foot(paper, "written") == written
    assert foot(paper, "boxes") == boxes
    winner = 0 if nets[-1] > 0 else 1
    assert paper.winner == winner and written[winner] >= rules.target
    final = [points + rules.box * box for points, box in zip(written, boxes, strict=True)]
    final[winner] += rules.game_bonus
    if boxes[1 - winner] == 0:
        final[winner] += written[winner] + rules.game_bonus
    assert foot(paper, "total") == tuple(final)
    assert paper.values == (final[0] - final[1], final[1] - final[0])
