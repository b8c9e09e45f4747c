"""Team matches on boards: which rules of a day they can be played under."""

import pytest

from scoring import DomainError, boards

DAY = {"match": {"kind": "fixed", "games": 1}, "match_points": "acc", "higher_wins": True}
FOUR = {"count": 4, "by": "won", "points": [2, 1, 0], "bye": "won"}


@pytest.mark.parametrize(
    ("stored", "rules", "code"),
    [
        ([4], {}, "unknown_boards"),
        ({**FOUR, "O'Brien": 1}, {}, "unknown_boards"),
        ({**FOUR, "count": boards.MIN_BOARDS - 1}, {}, "boards_number"),
        ({**FOUR, "count": boards.MAX_BOARDS + 1}, {}, "boards_number"),
        ({**FOUR, "count": True}, {}, "boards_number"),
        ({**FOUR, "by": "age"}, {}, "unknown_boards"),
        ({**FOUR, "bye": "lost"}, {}, "unknown_boards"),
        ({**FOUR, "points": [2, 1]}, {}, "unknown_boards"),
        ({**FOUR, "points": [1, 1, 1]}, {}, "unknown_boards"),
        ({**FOUR, "points": [boards.MAX_POINTS + 1, 1, 0]}, {}, "unknown_boards"),
        ({**FOUR, "by": "match_points"}, {"match_points": None}, "boards_no_table"),
        (FOUR, {"match": {"kind": "best_of", "games": 3}}, "boards_one_game"),
        ({**FOUR, "by": "pegged"}, {"higher_wins": False}, "points_lower_ranks"),
    ],
)
def test_what_no_team_match_can_be_is_refused(stored, rules, code):
    with pytest.raises(DomainError) as refused:
        boards.check({**DAY, **rules, "boards": stored})
    assert refused.value.code == code


@pytest.mark.parametrize("by", boards.COUNTED_BY)
def test_what_can_be_played_is_read(by):
    read = boards.check({**DAY, "boards": {**FOUR, "by": by}})
    assert read == boards.Boards(4, by, (2, 1, 0), "won")
    assert boards.check(DAY) is None
