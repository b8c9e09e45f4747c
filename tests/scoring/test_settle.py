"""The result of several lines about one game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.settle import Disputed, Line, Open, Settled, settle

SEATS = [[1], [2]]
WON_RESULT = {"v": 1, "pegged": [121, 88]}
OTHER_RESULT = {"v": 1, "pegged": [121, 98]}


def line(number, kind="claim", data=WON_RESULT, basis=None, sides=SEATS, by="desk", by_side=None):
    return Line(number, kind, data, sides, by, by_side, number - 1 if basis is None else basis)


def test_game_without_lines_is_open():
    assert settle([], SEATS) == Open()


def test_no_line_counts_without_an_opponent():
    alone = {"v": 1, "pegged": [121]}
    assert settle([line(1, data=alone, sides=[[1]]), line(2, "ruling", alone, sides=[[1]])], [[1]]) == Open()


def test_repeated_claim_confirms_the_first():
    assert settle([line(1), line(2)], SEATS) == Settled(WON_RESULT, 1)


def test_different_claim_is_disputed_and_first_counts_meanwhile():
    assert settle([line(1), line(2, data=OTHER_RESULT, basis=0)], SEATS) == Disputed(WON_RESULT, 1, (2,))


def test_correction_with_current_basis_counts():
    assert settle([line(1), line(2, "correction", OTHER_RESULT)], SEATS) == Settled(OTHER_RESULT, 2)


def test_correction_with_stale_basis_is_disputed():
    lines = [line(1), line(2, "correction", OTHER_RESULT), line(3, "correction", WON_RESULT, basis=1)]
    assert settle(lines, SEATS) == Disputed(OTHER_RESULT, 2, (3,))


def test_correction_ends_only_disputes_with_the_same_result():
    disputed = [line(1), line(2, data=OTHER_RESULT, basis=0)]
    assert settle([*disputed, line(3, "correction", OTHER_RESULT)], SEATS) == Settled(OTHER_RESULT, 3)
    third = {"v": 1, "pegged": [99, 121]}
    assert settle([*disputed, line(3, "correction", third)], SEATS) == Disputed(third, 3, (2,))


def test_ruling_ends_unseen_dispute_with_the_same_result():
    disputed = [line(1), line(2, data=OTHER_RESULT, basis=0)]
    assert settle([*disputed, line(3, "ruling", OTHER_RESULT, basis=1)], SEATS) == Settled(OTHER_RESULT, 3)


def test_ruling_ends_disputes_before_its_basis():
    lines = [line(1), line(2, data=OTHER_RESULT, basis=0), line(3, "ruling", OTHER_RESULT)]
    assert settle(lines, SEATS) == Settled(OTHER_RESULT, 3)


def test_ruling_does_not_end_dispute_after_its_basis():
    third = {"v": 1, "pegged": [99, 121]}
    claims = [line(1), line(2, data=OTHER_RESULT, basis=0), line(3, data=third, basis=0)]
    lines = [*claims, line(4, "ruling", WON_RESULT, basis=2)]
    assert settle(lines, SEATS) == Disputed(WON_RESULT, 4, (3,))


def test_line_with_wrong_seats_is_disputed():
    assert settle([line(1, sides=[[2], [1]])], SEATS) == Disputed(None, None, (1,))


def test_void_reopens_the_game():
    assert settle([line(1), line(2, "void", {"v": 1})], SEATS) == Open()
    assert settle([line(1), line(2, "void", {"v": 1}), line(3, data=OTHER_RESULT)], SEATS) == Settled(
        OTHER_RESULT, 3
    )


@pytest.mark.parametrize("basis", [0, 1])
def test_void_with_stale_basis_is_disputed(basis):
    lines = [line(1), line(2, "correction", OTHER_RESULT), line(3, "void", {"v": 1}, basis=basis)]
    assert settle(lines, SEATS) == Disputed(OTHER_RESULT, 2, (3,))


def test_void_ends_disputes_and_claims_before_its_basis():
    disputed = [line(1), line(2, data=OTHER_RESULT, basis=0)]
    assert settle([*disputed, line(3, "void", {"v": 1})], SEATS) == Open()
    waiting = line(1, by="side", by_side=0)
    assert settle([waiting, line(2, "void", {"v": 1})], SEATS) == Open()
    assert settle([line(1, "void", {"v": 1}, basis=0)], SEATS) == Open()


def test_claim_of_one_side_waits_for_the_other():
    mine = line(1, by="side", by_side=0)
    assert settle([mine], SEATS) == Open((1,))
    assert settle([mine, line(2, by="side", by_side=0)], SEATS) == Open((1, 2))
    assert settle([mine, line(2, by="side", by_side=1)], SEATS) == Settled(WON_RESULT, 2)


def test_different_claims_of_two_sides_are_both_disputed():
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER_RESULT)]
    assert settle(claims, SEATS) == Disputed(None, None, (1, 2))


def test_contradictory_claims_of_one_side_are_disputed():
    """Two partners have a phone each, and neither has seen what the other one sent."""
    partners = [line(1, by="side", by_side=0), line(2, by="side", by_side=0, data=OTHER_RESULT, basis=0)]
    assert settle(partners, SEATS) == Disputed(None, None, (1, 2))
    agreed = [*partners, line(3, by="side", by_side=1, data=OTHER_RESULT, basis=0)]
    assert settle(agreed, SEATS) == Disputed(OTHER_RESULT, 3, (1,))


@pytest.mark.parametrize(("third", "against"), [(WON_RESULT, 2), (OTHER_RESULT, 1)])
def test_third_claim_agreeing_with_other_side_counts(third, against):
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER_RESULT, basis=0)]
    by_side = 1 if third == WON_RESULT else 0
    again = line(3, by="side", by_side=by_side, data=third, basis=0)
    assert settle([*claims, again], SEATS) == Disputed(third, 3, (against,))


@pytest.mark.parametrize("kind", ["claim", "award"])
def test_desk_or_table_line_counts_over_differing_sides(kind):
    third = {"v": 1, "pegged": [121, 70]}
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER_RESULT, basis=0)]
    assert settle([*claims, line(3, kind, third, basis=0)], SEATS) == Disputed(third, 3, (1, 2))
    assert settle([*claims, line(3, kind, WON_RESULT, basis=0, by="table")], SEATS) == Disputed(
        WON_RESULT, 3, (2,)
    )


def test_desk_correction_ends_no_dispute_between_two_sides():
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER_RESULT, basis=0)]
    assert settle([*claims, line(3, "correction", OTHER_RESULT)], SEATS) == Disputed(OTHER_RESULT, 3, (1,))
    assert settle([*claims, line(3, "ruling", OTHER_RESULT)], SEATS) == Settled(OTHER_RESULT, 3)


def test_ruling_does_not_end_later_claim_of_other_side():
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER_RESULT, basis=0)]
    assert settle([*claims, line(3, "ruling", WON_RESULT, basis=1)], SEATS) == Disputed(WON_RESULT, 3, (2,))


def test_self_corrected_claim_waits_for_other_side():
    corrected = [line(1, by="side", by_side=0), line(2, "correction", OTHER_RESULT, 1, by="side", by_side=0)]
    assert settle(corrected, SEATS) == Open((2,))
    agreed = [*corrected, line(3, data=OTHER_RESULT, basis=2, by="side", by_side=1)]
    assert settle(agreed, SEATS) == Settled(OTHER_RESULT, 3)
    alone = line(4, "correction", WON_RESULT, 3, by="side", by_side=0)
    assert settle([*agreed, alone], SEATS) == Disputed(OTHER_RESULT, 3, (4,))


def test_desk_claim_against_waiting_side_counts_and_is_disputed():
    lines = [line(1, by="side", by_side=0), line(2, data=OTHER_RESULT, basis=0)]
    assert settle(lines, SEATS) == Disputed(OTHER_RESULT, 2, (1,))


def test_self_correction_withdraws_only_claims_of_that_side():
    """What counts goes on counting, and the other side still says otherwise."""
    lines = [
        line(1),
        line(2, data=OTHER_RESULT, basis=0, by="side", by_side=0),
        line(3, data=OTHER_RESULT, basis=0, by="side", by_side=1),
        line(4, "correction", WON_RESULT, by="side", by_side=0),
    ]
    assert settle(lines, SEATS) == Disputed(WON_RESULT, 1, (3,))


def test_self_correction_for_wrong_seats_withdraws_nothing():
    own = {"by": "side", "by_side": 0, "sides": [[2], [1]]}
    lines = [line(1, **own), line(2, "correction", OTHER_RESULT, **own)]
    assert settle(lines, SEATS) == Disputed(None, None, (1, 2))


@pytest.mark.parametrize(
    "unfit",
    [
        line(2, "correction", OTHER_RESULT, basis=0),  # the desk had not seen what waited
        line(2, data=OTHER_RESULT, by="side", by_side=1, sides=[[2], [1]]),
    ],
)
def test_unfit_line_does_not_confirm_a_correction(unfit):
    lines = [
        line(1, by="side", by_side=0),
        unfit,
        line(3, "correction", OTHER_RESULT, by="side", by_side=0),
    ]
    assert settle(lines, SEATS) == Disputed(None, None, (2, 3))


def test_two_agreeing_sides_of_three_count_and_third_disputes():
    three = [[1], [2], [3]]
    first, second, third = ({"v": 1, "pegged": [121, 90 + n, 80]} for n in range(3))

    def side_line(number, side, data, kind="claim"):
        return line(number, kind, data, sides=three, by="side", by_side=side)

    claims = [side_line(1, 0, first), side_line(2, 1, second), side_line(3, 2, third)]
    assert settle([*claims, side_line(4, 0, second, "correction")], three) == Disputed(second, 4, (3,))
    alone = [*claims, side_line(4, 0, WON_RESULT, "correction")]
    assert settle(alone, three) == Disputed(None, None, (2, 3, 4))
    assert settle([*alone, line(5, data=second, sides=three)], three) == Disputed(second, 5, (3, 4))


def test_two_agreeing_sides_of_three_count_in_any_order():
    three = [[1], [2], [3]]
    first, second = ({"v": 1, "pegged": [121, 90 + n, 80]} for n in range(2))
    claims = [
        line(number, data=data, basis=0, sides=three, by="side", by_side=number - 1)
        for number, data in enumerate((first, second, second), start=1)
    ]
    assert settle(claims, three) == Disputed(second, 3, (1,))


def test_award_counts_like_a_claim():
    award = {"v": 1, "how": "forfeit", "pegged": [121, 0], "winner": 0}
    assert settle([line(1, "award", award)], SEATS) == Settled(award, 1)


@pytest.mark.parametrize("kind", ["claim", "award", "correction", "ruling"])
def test_line_with_other_players_is_disputed(kind):
    other = line(2, kind, WON_RESULT, sides=[[1], [3]])
    assert settle([line(1), other], SEATS) == Disputed(WON_RESULT, 1, (2,))


def test_ruling_settles_a_waiting_claim():
    waiting = line(1, by="side", by_side=0)
    assert settle([waiting, line(2, "ruling", OTHER_RESULT)], SEATS) == Settled(OTHER_RESULT, 2)


def lines_of(written):
    """Return these lines: (kind, data, basis, whether the sides are right, side)."""
    return [
        line(
            number,
            kind,
            data,
            min(basis, number - 1),
            SEATS if right else [[2], [1]],
            "desk" if side is None else "side",
            side,
        )
        for number, (kind, data, basis, right, side) in enumerate(written, start=1)
    ]


RANDOM_LINES = st.lists(
    st.tuples(
        st.sampled_from(["claim", "award", "correction", "ruling", "void"]),
        st.sampled_from([WON_RESULT, OTHER_RESULT]),
        st.integers(0, 5),
        st.booleans(),
        st.sampled_from([None, 0, 1]),
    ),
    max_size=6,
)


@given(RANDOM_LINES)
def test_single_claim_of_one_side_is_never_disputed(written):
    lines = lines_of(written)
    amount = settle(lines, SEATS)
    if isinstance(amount, Disputed) and amount.line is None and len(amount.disputing) == 1:
        alone = lines[amount.disputing[0] - 1]
        assert (alone.by, alone.sides) != ("side", SEATS) or alone.kind in ("ruling", "void")


@given(RANDOM_LINES)
def test_counting_line_always_has_the_right_seats(written):
    lines = lines_of(written)
    amount = settle(lines, SEATS)
    if amount.line is not None:
        assert lines[amount.line - 1].sides == SEATS
        assert lines[amount.line - 1].data == amount.data


@pytest.mark.parametrize("kind", ["claim", "correction", "ruling"])
def test_repeated_result_is_never_disputed(kind):
    assert isinstance(settle([line(1), line(2, kind, WON_RESULT)], SEATS), Settled)
