"""Hollywood: three games on one sheet, and everything that combines with it (rules.md §7.2)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.gin import sheet
from scoring.gin.figures import score_figures
from scoring.gin.rules import GinRules, read_rules
from scoring.gin.running_sheet import Cell, Title
from scoring.gin.score import Score
from scoring.gin.settlement import Payment
from tests.scoring.gin_hands import VOID_HAND, foot, hands_of, played_out, won
from tests.scoring.hollywood_cases import CASES, READINGS, of_the_book

HOLLYWOOD = GinRules(hollywood=True)
STILL_OPEN = GinRules(hollywood=True, hollywood_open=True)
TEAMS = {"mode": "teams", "a_side": 3, "alternating": True}
COMBINED = {"name": "oklahoma", "ace": "corner", "hollywood": True, **TEAMS}


def totals(paper):
    return [[cell.total for cell in row.cells] for row in paper.rows]


def test_example_sheet_of_the_source():
    pierre, jean = 0, 1
    paper = sheet([won(pierre, 15), won(jean, 12), won(jean, 18), won(jean, 32), won(pierre, 26)], HOLLYWOOD)
    assert paper.titles == tuple(Title("player", game, side) for game in (1, 2, 3) for side in (0, 1))
    assert totals(paper) == [
        [15, None, None, None, None, None],
        [None, 12, None, None, None, None],
        [None, 30, None, 18, None, None],
        [None, 62, None, 50, None, 32],
        [41, None, 26, None, None, None],
    ]
    assert [game.boxes for game in paper.games] == [(2, 3), (1, 2), (0, 1)]
    assert paper.rows[4].cells[0] == Cell(41, True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.reading}")
def test_every_reading_matches_hand_made_cases(case):
    rules = GinRules(hollywood=True, **READINGS[case.reading])
    hands = [of_the_book(hand) for hand in case.hands]
    used = hands[: case.over_after or len(hands)]
    paper = sheet(used, rules)
    assert [game.points for game in paper.games] == case.points
    assert [game.winner for game in paper.games] == case.first
    assert paper.over is bool(case.over_after)
    assert not sheet(used[:-1], rules).over
    assert all(bool(found) == paper.over for found in paper.results) or case.reading == "closed"


def has_target_in_every_game(paper, side):
    return all(game.points[side] >= paper.rules.target for game in paper.games)


@given(hands_of(1))
def test_letter_reading_ends_with_target_in_every_game(hands):
    rules = GinRules(hollywood=True, hollywood_letter=True)
    used, paper = played_out(hands, rules)
    assert sum(has_target_in_every_game(paper, side) for side in (0, 1)) == 1
    assert not any(has_target_in_every_game(sheet(used[:-1], rules), side) for side in (0, 1))
    last: dict[int, int] = {}
    for row in paper.rows:
        for column, cell in enumerate(row.cells):
            if cell.total is not None:
                assert last.get(column, 0) < rules.target
                last[column] = cell.total


def test_closed_game_takes_no_more_points():
    paper = sheet([won(0, 60), won(0, 50), won(0, 10), won(1, 30)], HOLLYWOOD)
    assert totals(paper)[2:] == [[None, None, 60, None, 10, None], [None] * 6]
    assert [game.points for game in paper.games] == [(110, 0), (60, 0), (10, 0)]
    assert paper.results[0].totals == ((110 + 100) * 2 + 40, 0)
    assert paper.results[1:] == (None, None) and not paper.over
    assert foot(paper, "total") == (460, 0, None, None, None, None)
    assert paper.values == (460, -460)


def test_open_reading_lets_opponent_score_in_won_game():
    hands = [won(0, 60), won(0, 50), won(0, 10), won(1, 30)]
    paper = sheet(hands, STILL_OPEN)
    assert totals(paper)[2:] == [[None, None, 60, None, 10, None], [None, 30, None, None, None, None]]
    assert paper.results == (None, None, None)
    end = sheet([*hands, won(1, 90), won(1, 5), won(0, 100)], STILL_OPEN)
    assert end.over
    assert end.games[0].points == (110, 120)
    assert end.games[0].winner == 0
    assert end.results[0].totals == (110 + 100 + 40, 120 + 40)
    assert end.results[0].values == (90, -90)


def test_sheet_ends_when_all_three_games_are_closed():
    hands = [won(0, 99), won(0, 99), won(0, 99)]
    assert not sheet(hands, HOLLYWOOD).over
    paper = sheet([*hands, won(0, 1)], HOLLYWOOD)
    assert paper.over and paper.winner == 0
    assert [game.points[0] for game in paper.games] == [198, 198, 100]
    assert [game.boxes[0] for game in paper.games] == [2, 2, 2]
    with pytest.raises(DomainError, match="gin_game_is_over"):
        sheet([*hands, won(0, 1), won(1, 4)], HOLLYWOOD)


def test_value_sums_three_games_won_by_different_sides():
    hands = [won(1, 90), won(1, 90), won(0, 60), won(0, 60), won(0, 60), won(0, 60)]
    paper = sheet(hands, HOLLYWOOD)
    assert [game.winner for game in paper.games] == [1, 0, 0]
    assert [found.values[0] for found in paper.results] == [-600, 150, 480]
    assert paper.values == paper.balances == (30, -30)
    assert paper.winner == 0
    assert paper.payments == (Payment(1, 0, 30),)


def test_the_bonuses_apply_to_each_game():
    paper = sheet([won(0, 100)] * 3, HOLLYWOOD)
    assert foot(paper, "game_bonus") == (100, 0) * 3
    assert foot(paper, "shutout") == (200, 0) * 3
    assert foot(paper, "box_bonus") == (20, 0) * 3
    assert paper.values == (3 * 420, -3 * 420)


def test_fine_counts_in_games_of_offenders_last_win():
    hands = [won(0, 20, fines=(0, 10)), won(0, 20), won(1, 30), Score("nobody", fines=(10, 0))]
    paper = sheet(hands, HOLLYWOOD)
    assert [game.points for game in paper.games] == [(30, 20), (10, 0), (0, 0)]


def test_void_hand_is_not_counted_as_win():
    paper = sheet([VOID_HAND, won(0, 10), VOID_HAND, won(0, 10)], HOLLYWOOD)
    assert [game.points[0] for game in paper.games] == [20, 10, 0]


def test_hollywood_for_three_players_is_refused():
    with pytest.raises(DomainError, match="gin_hollywood_two_sides"):
        GinRules(mode="three", hollywood=True)


def test_all_options_combined_on_one_sheet():
    rules = read_rules(COMBINED)
    assert rules.target == 150 + 25 * 2
    spade = score_figures("gin", winner=0, difference=40, rules=rules, spade=True)
    assert spade.points == 130
    hand = (spade, won(1, 20), VOID_HAND)
    paper = sheet([hand], rules)
    assert totals(paper) == [[110, None, None, None, None, None]]
    assert [meeting.players for meeting in paper.meetings] == [(0, 4), (1, 5), (2, 3)]
    paper = sheet([hand] * 4, rules)
    assert [game.points for game in paper.games] == [(220, 0), (220, 0), (220, 0)]
    assert foot(paper, "total") == ((220 + 100) * 2 + 2 * 25, 0) * 3


def winner_and_points(hand):
    """Return the side that wins a hand and its points, netted where there are several tables."""
    if len(hand) == 1:
        return hand[0].winner, hand[0].points
    net = sum(score.points * (1 if score.winner == 0 else -1) for score in hand if score.winner is not None)
    return (None, 0) if net == 0 else (int(net < 0), abs(net))


def hands_of_game(hands, game):
    """Yield the hands that belong to one game of the sheet, as hands of a plain game for two."""
    wins = [0, 0]
    for hand in hands:
        winner, points = winner_and_points(hand)
        fined = [sum(score.fines[side] for score in hand) for side in (0, 1)]
        if winner is not None:
            wins[winner] += 1
        fines = tuple(fine if max(wins[side], 1) >= game else 0 for side, fine in enumerate(fined))
        if winner is not None and wins[winner] >= game:
            yield won(winner, points, fines)
        elif any(fines):
            yield Score("nobody", fines=fines)


@pytest.mark.parametrize(
    ("stored", "tables"),
    [
        ({"hollywood": True}, 1),
        ({"name": "variant_b", "hollywood": True, "mode": "captain"}, 1),
        ({"hollywood": True, "mode": "teams", "a_side": 2}, 2),
        (COMBINED, 3),
    ],
)
@given(data=st.data())
def test_each_game_equals_plain_game_of_its_hands(stored, tables, data):
    rules = read_rules(stored)
    used, paper = played_out(data.draw(hands_of(tables)), rules)
    alone = GinRules(game_bonus=rules.game_bonus, box=rules.box, set_target=rules.target)
    for number, found in enumerate(paper.results, 1):
        hands = list(hands_of_game(used, number))
        game = next(game for count in range(1, len(hands) + 1) if (game := sheet(hands[:count], alone)).over)
        assert found == replace(game.results[0], payments=found.payments)
    assert paper.values == tuple(sum(found.values[side] for found in paper.results) for side in (0, 1))
    assert sum(paper.balances) == 0


@given(hands=hands_of(1))
def test_open_reading_lets_each_side_score_up_to_target(hands):
    used, paper = played_out(hands, STILL_OPEN)
    for number, game in enumerate(paper.games, 1):
        wins, points, boxes, first = [0, 0], [0, 0], [0, 0], None
        for (score,) in used:
            if score.winner is not None:
                wins[score.winner] += 1
            for side in (0, 1):
                if max(wins[side], 1) >= number and (first is None or points[side] < 100):
                    points[side] += score.counts[side]
                    boxes[side] += score.winner == side
            if first is None and score.winner is not None and points[score.winner] >= 100:
                first = score.winner
        assert (game.points, game.boxes, game.winner) == (tuple(points), tuple(boxes), first)


@given(hands=hands_of(1))
def test_last_total_of_column_equals_points_of_game(hands):
    _used, paper = played_out(hands, HOLLYWOOD)
    for place, title in enumerate(paper.titles):
        written = [total for row in totals(paper) if (total := row[place]) is not None]
        assert (written[-1] if written else 0) == paper.games[title.game - 1].points[title.side]
