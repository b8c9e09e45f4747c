"""The standard game of gin for two and its sheet (rules.md §5)."""

from dataclasses import replace

import pytest
from hypothesis import given

from scoring import DomainError
from scoring.gin import Sheet, sheet
from scoring.gin.figures import score_figures
from scoring.gin.rules import NAMED_RULES, STANDARD, GinRules
from scoring.gin.running_sheet import Cell, Footer, Title
from scoring.gin.score import Score
from tests.scoring.gin_hands import NO_WINNER, VOID_HAND, foot, hands_of, played_out, won


def column(paper, number=0):
    return [row.cells[number] for row in paper.rows]


def test_won_hands_are_underlined_running_totals():
    paper = sheet([won(0, 10), won(0, 7)])
    assert column(paper) == [Cell(10, True), Cell(17, True)]
    assert column(paper, 1) == [Cell(), Cell()]
    assert paper.titles == (Title("player", 1, 0), Title("player", 1, 1))


def test_shutout_of_100_points_and_five_hands_is_500():
    paper = sheet([won(0, 20)] * 5)
    assert paper.over and paper.winner == 0
    assert paper.values == (500, -500)
    assert paper.footers == (
        Footer("written", (100, 0)),
        Footer("game_bonus", (100, 0)),
        Footer("shutout", (200, 0)),
        Footer("boxes", (5, 0)),
        Footer("box_bonus", (100, 0)),
        Footer("total", (500, 0)),
        Footer("value", (500, -500)),
    )


def test_shutout_with_doubled_boxes_is_600():
    assert sheet([won(0, 20)] * 5, GinRules(boxes_doubled=True)).values == (600, -600)


def test_no_shutout_if_loser_won_a_hand():
    paper = sheet([won(1, 3), *[won(0, 20)] * 5])
    assert foot(paper, "total") == (300, 23)
    assert paper.values == (277, -277)
    assert all(footer.code != "shutout" for footer in paper.footers)


@pytest.mark.parametrize(
    ("name", "undercut", "gin", "box", "target"),
    [
        ("standard", 10, 20, 20, 100),
        ("variant_a", 25, 25, 25, 100),
        ("variant_b", 20, 25, 25, 100),
        ("oklahoma", 20, 25, 25, 150),
    ],
)
def test_bonuses_of_every_variant(name, undercut, gin, box, target):
    rules = NAMED_RULES[name]
    a_gin = score_figures("gin", winner=0, difference=30, rules=rules, spade=False)
    an_undercut = score_figures("undercut", winner=1, difference=4, rules=rules, spade=False)
    rest = won(0, target - 30 - gin - 1)
    last = won(0, 1)
    paper = sheet([a_gin, an_undercut, rest, last], rules)
    assert [cell.total for cell in column(paper)] == [30 + gin, None, target - 1, target]
    assert column(paper, 1)[1] == Cell(4 + undercut, True)
    assert not sheet([a_gin, an_undercut, rest], rules).over
    assert foot(paper, "game_bonus") == (100, 0)
    assert foot(paper, "box_bonus") == (3 * box, box)
    assert foot(paper, "total") == (target + 100 + 3 * box, 4 + undercut + box)


@pytest.mark.parametrize("name", NAMED_RULES)
def test_shutout_in_every_variant(name):
    rules = NAMED_RULES[name]
    paper = sheet([won(1, rules.target)], rules)
    assert paper.winner == 1
    assert paper.values[1] == (rules.target + 100) * 2 + rules.box


def test_spade_doubles_the_hand_only():
    rules = NAMED_RULES["oklahoma"]
    hand = score_figures("gin", winner=0, difference=50, rules=rules, spade=True)
    paper = sheet([hand], rules)
    assert hand.points == 150
    assert paper.over
    assert foot(paper, "total") == ((150 + 100) * 2 + 25, 0)


@pytest.mark.parametrize(
    ("rules", "target"),
    [
        (GinRules(), 100),
        (GinRules(ace="both"), 100),
        (GinRules(ace="corner"), 125),
        (replace(NAMED_RULES["oklahoma"], ace="corner"), 150),
        (GinRules(hollywood=True), 100),
        (GinRules(hollywood=True, ace="corner"), 100),
        (GinRules(set_target=61), 61),
        (GinRules(mode="three"), 100),
        (GinRules(mode="captain"), 100),
        (GinRules(mode="teams", a_side=2), 125),
        (GinRules(mode="teams", a_side=3), 150),
        (GinRules(mode="teams", a_side=4), 175),
        (GinRules(mode="teams", a_side=6), 225),
        (GinRules(mode="teams", a_side=2, ace="corner"), 150),
        (GinRules(mode="teams", a_side=3, ace="corner"), 175),
    ],
)
def test_game_ends_exactly_at_the_target(rules, target):
    def hand(points):
        tables = len(sheet([], rules).meetings)
        return (won(0, points), *[NO_WINNER] * (tables - 1))

    times = 3 if rules.hollywood else 1
    before = [hand(0)] * (times - 1) + [hand(target - 1)]
    assert not sheet(before, rules).over
    assert sheet([*before, hand(1)], rules).over


def test_void_and_scoreless_hands_have_rows():
    paper = sheet([VOID_HAND, won(1, 8), NO_WINNER])
    assert [row.scores[0].how for row in paper.rows] == ["void", "knock", "nobody"]
    assert [cell.total for cell in column(paper, 1)] == [None, 8, None]
    assert foot(paper, "boxes") == (0, 1)


def test_a_fine_is_taken_off_the_offender_and_not_underlined():
    paper = sheet([won(0, 12, fines=(0, 10)), won(1, 25)])
    assert paper.rows[0].cells == (Cell(12, True), Cell(-10, False))
    assert paper.rows[1].cells == (Cell(), Cell(15, True))


def test_fine_can_keep_winner_of_hand_under_target():
    paper = sheet([won(0, 95), won(0, 8, fines=(10, 0))])
    assert paper.games[0].points == (93, 0)
    assert not paper.over


def test_hand_won_with_zero_points_is_a_box():
    paper = sheet([won(1, 0), won(0, 100)])
    assert column(paper, 1)[0] == Cell(0, True)
    assert paper.values == (220 - 20, -200)


def test_value_may_be_negative_for_the_winner():
    paper = sheet([*[won(1, 9)] * 11, won(0, 99), won(0, 1)])
    assert foot(paper, "total") == (240, 319)
    assert paper.winner == 0 and paper.values == (-79, 79)


def test_a_hand_after_the_end_is_refused():
    with pytest.raises(DomainError, match="gin_game_is_over") as refused:
        sheet([won(0, 60), won(0, 60), won(1, 5)])
    assert refused.value.args_ == {"hand": 3}


def test_a_hand_needs_one_score_a_table():
    with pytest.raises(DomainError, match="gin_scores_of_a_hand"):
        sheet([[won(0, 5), won(0, 4)]])


def test_winner_deals_next_and_scoreless_hand_keeps_dealer():
    hands = [VOID_HAND, won(0, 5), NO_WINNER, won(1, 4)]
    dealers = [sheet(hands[:count], dealers=[1]).meetings[0].dealer for count in range(5)]
    assert dealers == [1, 1, 0, 0, 1]
    assert sheet([]).meetings[0].dealer is None


@pytest.mark.parametrize("dealers", [[2], [0, 1]])
def test_unknown_first_dealer_is_refused(dealers):
    with pytest.raises(DomainError, match="gin_first_dealers"):
        sheet([], dealers=dealers)


def test_unfinished_sheet_has_no_bonuses():
    assert sheet([]).footers == (Footer("written", (0, 0)), Footer("boxes", (0, 0)))
    under_way = sheet([won(0, 99)])
    assert under_way.results == (None,) and under_way.values == (0, 0) and under_way.winner is None


def test_sheets_compare_and_hash_by_value():
    hands = [won(0, 60), won(1, 3)]
    assert sheet(hands) == sheet(tuple(hands))
    assert hash(sheet(hands)) == hash(sheet(hands))
    assert isinstance(sheet(hands), Sheet)


def expected_result(hands, rules):
    """Return the final totals of a game for two, computed as on the back of the sheet."""
    counts = [score.counts for (score,) in hands]
    totals = [sum(count[side] for count in counts) for side in (0, 1)]
    boxes = [sum(score.winner == side for (score,) in hands) for side in (0, 1)]
    winner = hands[-1][0].winner
    totals[winner] += rules.game_bonus
    if boxes[1 - winner] == 0:
        totals[winner] *= 2
        if rules.boxes_doubled:
            totals[winner] += boxes[winner] * rules.box
    return winner, tuple(total + box * rules.box for total, box in zip(totals, boxes, strict=True))


@pytest.mark.parametrize(
    "rules", [*NAMED_RULES.values(), GinRules(boxes_doubled=True), GinRules(ace="corner")]
)
@given(hands=hands_of(1))
def test_the_sheet_equals_the_sum_of_its_hands(rules, hands):
    used, paper = played_out(hands, rules)
    winner, totals = expected_result(used, rules)
    assert (paper.winner, foot(paper, "total")) == (winner, totals)
    assert paper.values[winner] == totals[winner] - totals[1 - winner]
    assert sum(paper.values) == 0 == sum(paper.balances)
    assert paper.balances == paper.values
    assert paper.meetings == ()


@given(hands=hands_of(1))
def test_each_row_equals_the_sheet_at_that_time(hands):
    used, paper = played_out(hands, STANDARD)
    for count in range(1, len(used)):
        earlier = sheet(used[:count])
        assert earlier.rows == paper.rows[:count]
        for side in (0, 1):
            shown = [cell.total for cell in column(earlier, side) if cell.total is not None]
            assert (shown[-1] if shown else 0) == earlier.games[0].points[side]


@given(hands=hands_of(1))
def test_footers_add_up_and_only_winners_are_underlined(hands):
    _used, paper = played_out(hands, STANDARD)
    rows = {footer.code: footer.numbers for footer in paper.footers}
    for side in (0, 1):
        parts = [
            rows[code][side] for code in ("written", "game_bonus", "shutout", "box_bonus") if code in rows
        ]
        assert sum(parts) == rows["total"][side]
        assert rows["boxes"][side] == sum(cell.underlined for cell in column(paper, side))
    for row in paper.rows:
        assert [cell.underlined for cell in row.cells] == [row.winner == side for side in (0, 1)]


@given(hands=hands_of(1))
def test_swapped_sides_give_opposite_values(hands):
    used, paper = played_out(hands, STANDARD)

    def turned(score):
        other = None if score.winner is None else 1 - score.winner
        return Score(score.how, other, score.difference, score.bonus, score.points, score.fines[::-1])

    assert sheet([turned(score) for (score,) in used]).values == paper.values[::-1]
