"""Team matches on boards: the rules of a day they can be played under."""

import pytest

from scoring import DomainError, boards

BASE_RULES = {"match": {"kind": "fixed", "games": 1}, "match_points": "acc", "higher_wins": True}
FOUR_BOARDS = {"count": 4, "by": "won", "points": [2, 1, 0], "bye": "won"}


@pytest.mark.parametrize(
    ("stored", "rules", "code"),
    [
        ([4], {}, "unknown_boards"),
        ({**FOUR_BOARDS, "O'Brien": 1}, {}, "unknown_boards"),
        ({**FOUR_BOARDS, "count": boards.MIN_BOARDS - 1}, {}, "boards_number"),
        ({**FOUR_BOARDS, "count": boards.MAX_BOARDS + 1}, {}, "boards_number"),
        ({**FOUR_BOARDS, "count": True}, {}, "boards_number"),
        ({**FOUR_BOARDS, "by": "age"}, {}, "unknown_boards"),
        ({**FOUR_BOARDS, "bye": "lost"}, {}, "unknown_boards"),
        ({**FOUR_BOARDS, "points": [2, 1]}, {}, "unknown_boards"),
        ({**FOUR_BOARDS, "points": [1, 1, 1]}, {}, "unknown_boards"),
        ({**FOUR_BOARDS, "points": [boards.MAX_POINTS + 1, 1, 0]}, {}, "unknown_boards"),
        ({**FOUR_BOARDS, "by": "match_points"}, {"match_points": None}, "boards_no_table"),
        (FOUR_BOARDS, {"match": {"kind": "best_of", "games": 3}}, "boards_one_game"),
        ({**FOUR_BOARDS, "by": "pegged"}, {"higher_wins": False}, "points_lower_ranks"),
    ],
)
def test_impossible_board_rules_are_refused(stored, rules, code):
    with pytest.raises(DomainError) as refused:
        boards.check({**BASE_RULES, **rules, "boards": stored})
    assert refused.value.code == code


@pytest.mark.parametrize("by", boards.COUNTED_BY)
def test_valid_board_rules_are_read(by):
    read = boards.check({**BASE_RULES, "boards": {**FOUR_BOARDS, "by": by}})
    assert read == boards.Boards(4, by, (2, 1, 0), "won")
    assert boards.check(BASE_RULES) is None
