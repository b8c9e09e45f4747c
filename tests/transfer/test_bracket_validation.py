"""A bracket in a copy has one entry for each of its seeds, whatever else the copy holds."""

import pytest

from scoring import DomainError
from tournaments.models import Stage
from tournaments.transfer.copies import validation as reading


def bracket_of(seeds, rules=None, kind=Stage.Kind.PLAYOFF):
    """Return a tournament of one stage, as far as reading its bracket needs one."""
    order = {"order": [1, 4, 3, 2], "third_place": False}
    rows = [{"stage": stage, "seed": seed} for stage, seed in seeds]
    stages = [{"kind": Stage.Kind.QUALIFYING, "rules": {}}]
    stages.append({"kind": kind, "rules": {"bracket": order} if rules is None else rules})
    return {Stage: stages, reading.StageEntry: rows}


FOUR = [(1, 3), (1, 1), (1, 4), (1, 2)]


def test_bracket_with_one_entry_per_seed_is_accepted():
    reading.check_brackets(bracket_of([*FOUR, (0, None)]))


@pytest.mark.parametrize(
    "parts",
    [
        bracket_of(FOUR[:3]),
        bracket_of([*FOUR, (1, 5)]),
        bracket_of([*FOUR[:3], (1, None)]),
        bracket_of([(1, 3), (1, None), (1, 4), (1, 2)]),
        bracket_of([(0, seed) for _stage, seed in FOUR]),
        bracket_of(FOUR, rules={}),
        bracket_of(FOUR, kind="medals"),
    ],
)
def test_inconsistent_bracket_is_refused(parts):
    with pytest.raises(DomainError) as refusal:
        reading.check_brackets(parts)
    assert refusal.value.code == "copy_part_misfit"
    assert refusal.value.args_ == {"part": "Stage", "row": 2, "field": "rules"}
