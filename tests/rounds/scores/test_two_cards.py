"""The cards of two players in the score book, asked directly: what is looked at, corrected and ruled on."""

import uuid

import pytest

from scoring import DomainError
from scoring.two_cards import Card
from tests import factories
from tournaments import rounds
from tournaments.models import Line
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import two_cards

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.two_cards()


def round_of(day):
    return stages.qualifying(day).rounds.get(number=1)


def hands_in(day, typed_at, card, **fields):
    seat = two_cards.seat_at(round_of(day), typed_at)
    return two_cards.enter(seat, card, **{"nonce": uuid.uuid4().hex, "user": None, **fields})


def to_look_at(day):
    return [(one.table.number, one.why, one.line) for one in two_cards.questions(stages.qualifying(day))]


def test_of_a_closed_game_what_stands_at_a_skunk_line_is_looked_at_until_it_is_ruled(day):
    for table, spread in ((1, 31), (2, 17)):
        hands_in(day, f"{table}A", Card(3 if spread > 30 else 2, spread))
        hands_in(day, f"{table}B", Card(0, -spread))
    ((table, why, line),) = to_look_at(day)
    assert (table, why) == (1, (two_cards.AT_A_LINE,)) and 31 in line
    rounds.close_round(round_of(day), by=None)
    assert to_look_at(day) == [(table, why, line)]
    meeting = factories.meeting_at(round_of(day), 1)
    two_cards.rule(meeting, (30, -30), nonce="ruled", seen=day.lines.count(), user=None)
    assert to_look_at(day) == []
    assert two_cards.rounds_to_check(stages.qualifying(day)) == []  # nor read


def test_a_closed_game_that_nobody_has_a_hole_in_is_looked_at_where_a_skunk_line_runs_there(day):
    stage = stages.qualifying(day)
    day.stages.update(rules=stage.rules | {"match_points": {"points": [2, 3, 3, 3], "lines": [1]}})
    hands_in(day, "1A", Card(3, 121))
    hands_in(day, "1B", Card(0, -121))
    day.stages.get().rounds.update(state="closed")
    assert to_look_at(day) == [(1, (two_cards.AT_A_LINE,), (120, 121))]


def test_a_closed_game_without_a_question_is_not_even_read(day):
    for table in (1, 2):
        hands_in(day, f"{table}A", Card(2, 17))
        hands_in(day, f"{table}B", Card(0, -17))
    rounds.close_round(round_of(day), by=None)
    assert two_cards.rounds_to_check(stages.qualifying(day)) == []


def test_a_card_that_is_corrected_names_its_line_and_sent_again_it_is_answered_as_then(day):
    first = hands_in(day, "1A", Card(2, 17)).line
    assert (first.kind, first.corrects) == (Line.Kind.CLAIM, None)
    fields = {"nonce": "mended", "correct": True}
    mended = hands_in(day, "1A", Card(2, 16), **fields)
    assert (mended.line.kind, mended.line.corrects) == (Line.Kind.CORRECTION, first.number)
    again = hands_in(day, "1A", Card(2, 16), **fields)
    assert (again.new, again.line) == (False, mended.line)
    other = hands_in(day, "1B", Card(0, -16)).line
    assert (other.kind, other.corrects) == (Line.Kind.CLAIM, None)


def test_a_game_that_is_lost_is_ruled_on_only_as_before(day):
    meeting = factories.meeting_at(round_of(day), 1)
    for at, said in (("1A", Card(2, 17)), ("1B", Card(0, -16))):
        hands_in(day, at, said)
    other = factories.tournament(4)
    factories.enter(factories.meeting_at(factories.open_round(other), 1), [121, 88], nonce="ruled")
    seen = day.lines.count()
    takes = scores.PenaltyEffect("game")
    why = {"words": "Cards shown"}
    scores.penalise(meeting, game=1, number=1, takes=takes, why=why, nonce="lost", user=None)
    with pytest.raises(DomainError, match=r"^lost_by_penalty"):
        two_cards.rule(meeting, (16, -16), nonce="ruled", seen=seen, user=None)


def test_a_day_of_two_cards_is_found_by_its_games(day):
    stage = stages.qualifying(day)
    assert two_cards.stage_of(day) == stage
    fields = {"game": stage.game, "movement": "tie_break", "rules": stage.rules, "seed": 1}
    day.stages.create(order=2, kind="tie_break", **fields)
    assert two_cards.stage_of(day) == stage
    stage.state = "void"
    stage.save()
    assert two_cards.stage_of(day) is None
    assert two_cards.stage_of(factories.tournament(4)) is None


def test_of_a_game_that_was_opened_again_no_card_is_in(day):
    meeting = factories.meeting_at(round_of(day), 1)
    hands_in(day, "1A", Card(2, 17))
    scores.void_game(meeting, game=1, nonce="open", basis=1, user=None)
    hands_in(day, "1B", Card(0, -16))
    mine, other = two_cards.said_of(scores.table_of(meeting, 1))
    assert (mine, other.card) == (None, Card(0, -16))
    first = hands_in(day, "1A", Card(2, 16)).line
    assert (first.kind, first.corrects) == (Line.Kind.CLAIM, None)


def test_a_card_counts_for_whoever_said_it_at_whatever_side_they_sat(day):
    meeting = factories.meeting_at(round_of(day), 1)
    entry = factories.entry(day, 1)
    said = {"by": Line.By.SIDE, "by_entry": entry}
    factories.enter(meeting, [104, 121], sides=[[2], [1]], **said)
    mine, other = two_cards.said_of(scores.table_of(meeting, 1))
    assert (mine.card.spread, other) == (17, None)


def test_what_the_desk_decides_is_no_card(day):
    meeting = factories.meeting_at(round_of(day), 1)
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    scores.desk.enter_result(meeting, game=1, data=data, nonce="award", seen=0, user=None)
    table = scores.table_of(meeting, 1)
    assert two_cards.said_of(table) == [None, None] and two_cards.is_decided(table.games[0])
    with pytest.raises(DomainError, match=r"^card_is_ruled"):
        hands_in(day, "1A", Card(2, 17))


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ((Card(2, 17), Card(0, -17)), None),
        ((Card(2, 17), Card(0, -16)), (two_cards.DIFFER,)),
        ((Card(2, 17), Card(2, -17)), (two_cards.DIFFER, two_cards.UNFIT)),
        ((Card(3, 17), Card(0, -17)), (two_cards.UNFIT,)),
        ((Card(2, None), Card(0, None)), (two_cards.UNFIT,)),
        ((Card(2, None), Card(0, -17)), (two_cards.DIFFER, two_cards.UNFIT)),
        ((Card(2, 30), Card(0, -30)), (two_cards.AT_A_LINE,)),
        ((Card(2, 17), Card(0, -31)), (two_cards.DIFFER, two_cards.AT_A_LINE)),
    ],
)
def test_why_a_game_is_looked_at(day, cards, why):
    for letter, card in zip("AB", cards, strict=True):
        assert to_look_at(day) == []
        hands_in(day, f"1{letter}", card)
    found = two_cards.question_of(scores.table_of(factories.meeting_at(round_of(day), 1), 1))
    assert (found and found.why) == why
    if found:
        assert found.cards == cards and (found.line is not None) == (two_cards.AT_A_LINE in why)


def test_the_newest_game_is_looked_at_first(day):
    factories.sit(day, 2, (3, 1), (2, 4))
    second = stages.qualifying(day).rounds.get(number=2)
    for round_ in (round_of(day), second):
        for letter, card in (("A", Card(2, 17)), ("B", Card(0, -16))):
            seat = two_cards.seat_at(round_, f"2{letter}")
            two_cards.enter(seat, card, nonce=uuid.uuid4().hex, user=None)
    found = two_cards.questions(stages.qualifying(day))
    assert [one.table.meeting.round.number for one in found] == [2, 1]


@pytest.mark.parametrize("state", ["seated", "void", "closed"])
def test_of_games_that_are_not_played_nothing_is_looked_at(day, state):
    stage = stages.qualifying(day)
    assert [one.number for one in two_cards.rounds_to_check(stage)] == [1]
    stage.rounds.update(state=state)
    assert two_cards.rounds_to_check(stage) == []


def test_a_closed_game_in_dispute_is_looked_at_and_one_of_a_voided_meeting_is_not(day):
    meeting = factories.meeting_at(round_of(day), 2)
    for data in ([121, 60], [60, 121]):
        award = {"v": 1, "how": "forfeit", "pegged": data, "winner": data.index(121)}
        nonce = uuid.uuid4().hex
        scores.desk.enter_result(meeting, game=1, data=award, nonce=nonce, seen=0, user=None)
    stage = stages.qualifying(day)
    stage.rounds.update(state="closed")
    (round_,) = two_cards.rounds_to_check(stage)
    stage.rounds.update(state="void")
    assert two_cards.rounds_to_check(stage) == []
    stage.rounds.update(state="closed")
    assert round_.stage is stage  # its rules are not read again for each of its tables
    meeting.void_act = day.acts.first()
    meeting.save()
    assert two_cards.rounds_to_check(stage) == []


def test_a_forfeit_beside_a_skunk_line_is_no_reason_to_look(day):
    meeting = factories.meeting_at(round_of(day), 1)
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    scores.desk.enter_result(meeting, game=1, data=data, nonce="award", seen=0, user=None)
    stage = stages.qualifying(day)
    stage.rounds.update(state="closed")
    assert two_cards.rounds_to_check(stage) == []


def test_what_another_day_has_is_no_reason_to_look(day):
    stage, other = stages.qualifying(day), factories.two_cards()
    for at, card in (("1A", Card(3, 31)), ("1B", Card(0, -31))):
        hands_in(other, at, card)
    for at, card in (("1A", Card(2, 17)), ("1B", Card(0, -17))):
        hands_in(day, at, card)
    stage.rounds.update(state="closed")
    assert two_cards.rounds_to_check(stage) == []
    stages.qualifying(other).rounds.update(state="closed")
    assert len(two_cards.rounds_to_check(stages.qualifying(other))) == 1


def test_a_nonce_of_another_day_is_another_card(day):
    other = factories.two_cards()
    for at in ("1A", "1B"):
        hands_in(other, at, Card(2, 17) if at == "1A" else Card(0, -17), nonce=f"n-{at}")
    assert hands_in(day, "1A", Card(2, 17), nonce="n-1B").line.kind == Line.Kind.CLAIM
    again = hands_in(day, "1A", Card(2, 16), nonce="n-1A", correct=True)
    assert (again.new, again.line.kind) == (True, Line.Kind.CORRECTION)


def test_somebody_is_found_by_table_and_letter_or_by_number(day):
    def number(typed):
        return two_cards.seat_at(round_of(day), typed).entry.number

    assert [number(typed) for typed in ("1A", "1b", " 2A ", "#4", "00002B", "#00001")] == [1, 2, 3, 4, 4, 1]


@pytest.mark.parametrize(
    "typed",
    ["", "A", "#", "1", "12", "3A", "1C", "#5", "000001A", "#000001", "-1A", "1.A", "١A", "#²", "1AA"],
)
def test_who_is_meant_by_nothing_else(day, typed):
    with pytest.raises(DomainError, match=r"^card_of_nobody") as found:
        two_cards.seat_at(round_of(day), typed)
    assert found.value.args_ == {"typed": typed.strip()}


def test_of_what_was_typed_so_much_is_said_again(day):
    for typed in ("x" * 40, "9" * 40):
        with pytest.raises(DomainError, match=r"^card_of_nobody") as found:
            two_cards.seat_at(round_of(day), typed)
        assert len(found.value.args_["typed"]) == 20
    meeting = factories.meeting_at(round_of(day), 1)
    meeting.void_act = day.acts.first()
    meeting.save()
    with pytest.raises(DomainError, match=r"^card_of_nobody"):
        two_cards.seat_at(round_of(day), "1A")


def test_who_sits_alone_has_no_card_to_compare():
    day = factories.tournament(3, key="acc-swiss", cards="two", tables=2, odd="bye", bye_credit=0)
    round_ = factories.sit(day, 1, (1, 2), (3,))
    with pytest.raises(DomainError, match=r"^sits_out") as found:
        two_cards.seat_at(round_, "2A")
    assert found.value.args_ == {"name": factories.entry(day, 3).name}


def test_a_card_is_corrected_where_that_is_meant_and_says_something_else(day):
    hands_in(day, "1A", Card(2, 17))
    for card, code in ((Card(2, 17), "card_says_the_same"), (Card(2, 16), "card_is_in")):
        with pytest.raises(DomainError, match=f"^{code}") as found:
            hands_in(day, "1A", card)
        assert found.value.args_ == {"name": factories.entry(day, 1).name}
    with pytest.raises(DomainError, match=r"^card_says_the_same"):
        hands_in(day, "1A", Card(2, 17), correct=True)


def test_a_ruling_needs_both_cards_and_is_answered_as_before(day):
    meeting = factories.meeting_at(round_of(day), 1)
    for letter, card in (("A", Card(2, 17)), ("B", Card(0, -16))):
        with pytest.raises(DomainError, match=r"^card_wanting"):
            two_cards.rule(meeting, (16, -16), nonce="ruled", seen=9, user=None)
        hands_in(day, f"1{letter}", card)
    first = two_cards.rule(meeting, (16, -16), nonce="ruled", seen=2, user=None, note="b")
    again = two_cards.rule(meeting, (16, -16), nonce="ruled", seen=2, user=None, note="b")
    assert (first.new, again.new, again.line) == (True, False, first.line)
    assert (first.line.kind, first.line.basis, first.line.note) == (Line.Kind.RULING, 2, "b")
    scores.penalise(
        meeting,
        game=1,
        number=1,
        takes=scores.PenaltyEffect("game"),
        why={"words": "Cards shown"},
        nonce="lost",
        user=None,
    )
    assert two_cards.rule(meeting, (16, -16), nonce="ruled", seen=2, user=None, note="b").new is False


def test_no_card_is_entered_of_a_game_that_is_lost_by_a_penalty(day):
    meeting = factories.meeting_at(round_of(day), 1)
    said = {
        "takes": scores.PenaltyEffect("game"),
        "why": {"words": "Cards shown"},
        "nonce": "lost",
        "user": None,
    }
    scores.penalise(meeting, game=1, number=1, **said)
    with pytest.raises(DomainError, match=r"^card_is_ruled"):
        hands_in(day, "1A", Card(2, 17))
    assert two_cards.question_of(scores.table_of(meeting, 1)) is None


def test_both_cards_of_a_result_are_those_of_who_sat_there(day):
    meeting = factories.meeting_at(round_of(day), 1)
    two_cards.enter_both(meeting, {"v": 1, "pegged": [104, 121]}, "both", None, scores.sides_of(meeting))
    written = meeting.lines.order_by("number").values_list("by_entry__number", "by", "basis", "nonce")
    assert list(written) == [(1, "side", 0, "both-A"), (2, "side", 1, "both-B")]
    assert scores.current_result(meeting).data == {"v": 1, "pegged": [104, 121]}
