"""Lines of a copy, and the addresses at which tablets knew the other laptop: checked like typed input."""

import pytest

from scoring import DomainError
from tests.transfer.tampered import column
from tournaments import formats
from tournaments.models import Entry, Line, Meeting, Round, Stage
from tournaments.transfer.copies import validation as reading


def test_data_of_void_line_is_not_checked(whole):
    column(whole, "Line", "kind", "void")
    column(whole, "Line", "data", {"v": 1, "pegged": [500, 400]})
    assert reading.checked_rows(whole)


@pytest.mark.parametrize(
    ("sides", "side"), [([[6], [7]], 0), ([[7], [6]], 1), ([[7], [1, 6]], 1), ([[7], [1]], None)]
)
@pytest.mark.parametrize(("by", "known"), [("side", True), ("desk", False)])
def test_side_of_line_is_found(whole, sides, side, by, known):
    entries = [{"number": number} for number in (1, 6, 7)]
    line = {"by": by, "by_entry": 1, "sides": sides}
    assert reading.side_of_line(line, entries) == (side if known else None)
    assert reading.side_of_line({**line, "by_entry": None}, entries) is None


def test_line_of_two_card_stage_needs_a_side():
    line = {"sides": [[1], [2]], "meeting": 0, "game": 1, "kind": "claim", "by": "side", "by_entry": 0}
    line["data"] = {"v": 1, "pegged": [121, 104]}
    parts = {
        Entry: [{"number": 1}, {"number": 2}],
        Stage: [{"game": "cribbage", "rules": formats.rules("acc-swiss", tables=2, cards="two")}],
        Round: [{"stage": 0}],
        Meeting: [{"round": 0, "games_planned": 1}],
    }
    reading.check_lines({**parts, Line: [line]})
    with pytest.raises(DomainError, match=r"^copy_part_misfit"):
        reading.check_lines({**parts, Line: [{**line, "by": "desk"}]})


def test_at_most_twenty_valid_tablet_addresses_are_kept():
    good = [f"http://192.168.1.{last}:8000" for last in range(30)]
    assert reading.tablet_addresses(good) == good[:20]
    assert reading.tablet_addresses([7, None, "javascript:x", f"{good[0]}/x", good[1]]) == [good[1]]
    assert reading.tablet_addresses({"0": good[0]}) == reading.tablet_addresses(None) == []
