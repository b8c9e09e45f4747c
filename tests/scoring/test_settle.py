"""What several lines about one game amount to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.settle import Disputed, Line, Open, Settled, settle

SEATS = [[1], [2]]
WON = {"v": 1, "pegged": [121, 88]}
OTHER = {"v": 1, "pegged": [121, 98]}


def line(number, kind="claim", data=WON, basis=None, sides=SEATS, by="desk", by_side=None):
    return Line(number, kind, data, sides, by, by_side, number - 1 if basis is None else basis)


def test_nothing_written_is_open():
    assert settle([], SEATS) == Open()


def test_where_nobody_sits_opposite_no_line_counts():
    alone = {"v": 1, "pegged": [121]}
    assert settle([line(1, data=alone, sides=[[1]]), line(2, "ruling", alone, sides=[[1]])], [[1]]) == Open()


def test_the_first_claim_counts_and_the_same_again_confirms():
    assert settle([line(1), line(2)], SEATS) == Settled(WON, 1)


def test_another_content_is_a_dispute_and_the_first_counts_meanwhile():
    assert settle([line(1), line(2, data=OTHER, basis=0)], SEATS) == Disputed(WON, 1, (2,))


def test_a_correction_that_has_seen_the_last_line_counts():
    assert settle([line(1), line(2, "correction", OTHER)], SEATS) == Settled(OTHER, 2)


def test_a_correction_on_a_stale_basis_is_a_dispute():
    lines = [line(1), line(2, "correction", OTHER), line(3, "correction", WON, basis=1)]
    assert settle(lines, SEATS) == Disputed(OTHER, 2, (3,))


def test_a_correction_ends_the_disputes_that_say_the_same_and_no_others():
    disputed = [line(1), line(2, data=OTHER, basis=0)]
    assert settle([*disputed, line(3, "correction", OTHER)], SEATS) == Settled(OTHER, 3)
    third = {"v": 1, "pegged": [99, 121]}
    assert settle([*disputed, line(3, "correction", third)], SEATS) == Disputed(third, 3, (2,))


def test_a_ruling_that_says_what_it_has_not_seen_ends_it_all_the_same():
    disputed = [line(1), line(2, data=OTHER, basis=0)]
    assert settle([*disputed, line(3, "ruling", OTHER, basis=1)], SEATS) == Settled(OTHER, 3)


def test_a_ruling_ends_the_disputes_it_has_seen():
    lines = [line(1), line(2, data=OTHER, basis=0), line(3, "ruling", OTHER)]
    assert settle(lines, SEATS) == Settled(OTHER, 3)


def test_a_ruling_does_not_end_a_dispute_it_has_not_seen():
    third = {"v": 1, "pegged": [99, 121]}
    claims = [line(1), line(2, data=OTHER, basis=0), line(3, data=third, basis=0)]
    lines = [*claims, line(4, "ruling", WON, basis=2)]
    assert settle(lines, SEATS) == Disputed(WON, 4, (3,))


def test_sides_unlike_the_seats_are_a_dispute():
    assert settle([line(1, sides=[[2], [1]])], SEATS) == Disputed(None, None, (1,))


def test_a_void_opens_the_game_again():
    assert settle([line(1), line(2, "void", {"v": 1})], SEATS) == Open()
    assert settle([line(1), line(2, "void", {"v": 1}), line(3, data=OTHER)], SEATS) == Settled(OTHER, 3)


@pytest.mark.parametrize("basis", [0, 1])
def test_a_void_that_has_not_seen_the_last_line_voids_nothing(basis):
    lines = [line(1), line(2, "correction", OTHER), line(3, "void", {"v": 1}, basis=basis)]
    assert settle(lines, SEATS) == Disputed(OTHER, 2, (3,))


def test_a_void_ends_disputes_and_claims_that_it_has_seen():
    disputed = [line(1), line(2, data=OTHER, basis=0)]
    assert settle([*disputed, line(3, "void", {"v": 1})], SEATS) == Open()
    waiting = line(1, by="side", by_side=0)
    assert settle([waiting, line(2, "void", {"v": 1})], SEATS) == Open()
    assert settle([line(1, "void", {"v": 1}, basis=0)], SEATS) == Open()


def test_one_side_alone_waits_for_the_other():
    mine = line(1, by="side", by_side=0)
    assert settle([mine], SEATS) == Open((1,))
    assert settle([mine, line(2, by="side", by_side=0)], SEATS) == Open((1, 2))
    assert settle([mine, line(2, by="side", by_side=1)], SEATS) == Settled(WON, 2)


def test_two_sides_that_say_otherwise_are_both_in_dispute():
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER)]
    assert settle(claims, SEATS) == Disputed(None, None, (1, 2))


def test_a_side_that_says_two_things_is_in_dispute_with_itself():
    """Two partners have a phone each, and neither has seen what the other one sent."""
    partners = [line(1, by="side", by_side=0), line(2, by="side", by_side=0, data=OTHER, basis=0)]
    assert settle(partners, SEATS) == Disputed(None, None, (1, 2))
    agreed = [*partners, line(3, by="side", by_side=1, data=OTHER, basis=0)]
    assert settle(agreed, SEATS) == Disputed(OTHER, 3, (1,))


@pytest.mark.parametrize(("third", "against"), [(WON, 2), (OTHER, 1)])
def test_a_third_claim_that_says_the_same_as_another_side_counts_and_the_rest_is_heard(third, against):
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER, basis=0)]
    by_side = 1 if third == WON else 0
    again = line(3, by="side", by_side=by_side, data=third, basis=0)
    assert settle([*claims, again], SEATS) == Disputed(third, 3, (against,))


@pytest.mark.parametrize("kind", ["claim", "award"])
def test_what_the_table_or_the_desk_says_counts_against_two_sides_that_differ(kind):
    third = {"v": 1, "pegged": [121, 70]}
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER, basis=0)]
    assert settle([*claims, line(3, kind, third, basis=0)], SEATS) == Disputed(third, 3, (1, 2))
    assert settle([*claims, line(3, kind, WON, basis=0, by="table")], SEATS) == Disputed(WON, 3, (2,))


def test_a_correction_of_the_desk_ends_no_dispute_between_two_sides():
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER, basis=0)]
    assert settle([*claims, line(3, "correction", OTHER)], SEATS) == Disputed(OTHER, 3, (1,))
    assert settle([*claims, line(3, "ruling", OTHER)], SEATS) == Settled(OTHER, 3)


def test_a_ruling_that_has_not_seen_the_claim_of_the_other_side_does_not_end_it():
    claims = [line(1, by="side", by_side=0), line(2, by="side", by_side=1, data=OTHER, basis=0)]
    assert settle([*claims, line(3, "ruling", WON, basis=1)], SEATS) == Disputed(WON, 3, (2,))


def test_one_side_that_corrects_itself_waits_again():
    corrected = [line(1, by="side", by_side=0), line(2, "correction", OTHER, 1, by="side", by_side=0)]
    assert settle(corrected, SEATS) == Open((2,))
    agreed = [*corrected, line(3, data=OTHER, basis=2, by="side", by_side=1)]
    assert settle(agreed, SEATS) == Settled(OTHER, 3)
    alone = line(4, "correction", WON, 3, by="side", by_side=0)
    assert settle([*agreed, alone], SEATS) == Disputed(OTHER, 3, (4,))


def test_the_desk_against_a_waiting_side_counts_and_is_a_dispute():
    lines = [line(1, by="side", by_side=0), line(2, data=OTHER, basis=0)]
    assert settle(lines, SEATS) == Disputed(OTHER, 2, (1,))


def test_a_side_that_corrects_itself_takes_its_own_word_back_and_no_other():
    """What counts goes on counting, and the other side still says otherwise."""
    lines = [
        line(1),
        line(2, data=OTHER, basis=0, by="side", by_side=0),
        line(3, data=OTHER, basis=0, by="side", by_side=1),
        line(4, "correction", WON, by="side", by_side=0),
    ]
    assert settle(lines, SEATS) == Disputed(WON, 1, (3,))


def test_a_side_that_corrects_itself_for_other_seats_takes_nothing_back():
    own = {"by": "side", "by_side": 0, "sides": [[2], [1]]}
    lines = [line(1, **own), line(2, "correction", OTHER, **own)]
    assert settle(lines, SEATS) == Disputed(None, None, (1, 2))


@pytest.mark.parametrize(
    "unfit",
    [
        line(2, "correction", OTHER, basis=0),  # the desk had not seen what waited
        line(2, data=OTHER, by="side", by_side=1, sides=[[2], [1]]),
    ],
)
def test_what_is_no_claim_of_another_side_confirms_no_correction(unfit):
    lines = [
        line(1, by="side", by_side=0),
        unfit,
        line(3, "correction", OTHER, by="side", by_side=0),
    ]
    assert settle(lines, SEATS) == Disputed(None, None, (2, 3))


def test_of_three_sides_two_that_agree_count_and_the_third_is_heard():
    three = [[1], [2], [3]]
    first, second, third = ({"v": 1, "pegged": [121, 90 + n, 80]} for n in range(3))

    def said(number, side, data, kind="claim"):
        return line(number, kind, data, sides=three, by="side", by_side=side)

    claims = [said(1, 0, first), said(2, 1, second), said(3, 2, third)]
    assert settle([*claims, said(4, 0, second, "correction")], three) == Disputed(second, 4, (3,))
    alone = [*claims, said(4, 0, WON, "correction")]
    assert settle(alone, three) == Disputed(None, None, (2, 3, 4))
    assert settle([*alone, line(5, data=second, sides=three)], three) == Disputed(second, 5, (3, 4))


def test_of_three_sides_two_that_agree_count_whoever_was_first():
    three = [[1], [2], [3]]
    first, second = ({"v": 1, "pegged": [121, 90 + n, 80]} for n in range(2))
    claims = [
        line(number, data=data, basis=0, sides=three, by="side", by_side=number - 1)
        for number, data in enumerate((first, second, second), start=1)
    ]
    assert settle(claims, three) == Disputed(second, 3, (1,))


def test_an_award_is_read_like_a_claim():
    award = {"v": 1, "how": "forfeit", "pegged": [121, 0], "winner": 0}
    assert settle([line(1, "award", award)], SEATS) == Settled(award, 1)


@pytest.mark.parametrize("kind", ["claim", "award", "correction", "ruling"])
def test_whatever_names_other_people_is_a_dispute(kind):
    other = line(2, kind, WON, sides=[[1], [3]])
    assert settle([line(1), other], SEATS) == Disputed(WON, 1, (2,))


def test_a_ruling_leaves_no_claim_waiting():
    waiting = line(1, by="side", by_side=0)
    assert settle([waiting, line(2, "ruling", OTHER)], SEATS) == Settled(OTHER, 2)


def lines_of(written):
    """Lines as somebody could have written them: (kind, data, basis, whether the sides are right, side)."""
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


WRITTEN = st.lists(
    st.tuples(
        st.sampled_from(["claim", "award", "correction", "ruling", "void"]),
        st.sampled_from([WON, OTHER]),
        st.integers(0, 5),
        st.booleans(),
        st.sampled_from([None, 0, 1]),
    ),
    max_size=6,
)


@given(WRITTEN)
def test_a_dispute_is_never_one_claim_of_one_side(written):
    lines = lines_of(written)
    amount = settle(lines, SEATS)
    if isinstance(amount, Disputed) and amount.line is None and len(amount.disputing) == 1:
        alone = lines[amount.disputing[0] - 1]
        assert (alone.by, alone.sides) != ("side", SEATS) or alone.kind in ("ruling", "void")


@given(WRITTEN)
def test_what_counts_was_always_written_by_a_line_with_the_right_sides(written):
    lines = lines_of(written)
    amount = settle(lines, SEATS)
    counting = getattr(amount, "line", None)
    if counting is not None:
        assert lines[counting - 1].sides == SEATS
        assert lines[counting - 1].data == amount.data


@pytest.mark.parametrize("kind", ["claim", "correction", "ruling"])
def test_repeating_what_counts_never_makes_a_dispute(kind):
    assert isinstance(settle([line(1), line(2, kind, WON)], SEATS), Settled)
