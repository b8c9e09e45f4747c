"""The cards of two players in the score book, called directly: checks, corrections and rulings."""

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
def tournament():
    return factories.two_cards()


def first_round(tournament):
    return stages.qualifying(tournament).rounds.get(number=1)


def enter_card(tournament, typed_at, card, **fields):
    seat = two_cards.seat_from_text(first_round(tournament), typed_at)
    return two_cards.enter(seat, card, **{"nonce": uuid.uuid4().hex, "user": None, **fields})


def open_questions(tournament):
    return [
        (one.table.number, one.why, one.line) for one in two_cards.questions(stages.qualifying(tournament))
    ]


def test_closed_game_at_skunk_line_is_questioned_until_ruled(tournament):
    for table, spread in ((1, 31), (2, 17)):
        enter_card(tournament, f"{table}A", Card(3 if spread > 30 else 2, spread))
        enter_card(tournament, f"{table}B", Card(0, -spread))
    ((table, why, line),) = open_questions(tournament)
    assert (table, why) == (1, (two_cards.AT_SKUNK_LINE,)) and 31 in line
    rounds.close_round(first_round(tournament), by=None)
    assert open_questions(tournament) == [(table, why, line)]
    meeting = factories.meeting_at(first_round(tournament), 1)
    two_cards.rule(meeting, (30, -30), nonce="ruled", seen=tournament.lines.count(), user=None)
    assert open_questions(tournament) == []
    assert two_cards.rounds_to_check(stages.qualifying(tournament)) == []  # nor read


def test_shutout_at_skunk_line_is_questioned(tournament):
    stage = stages.qualifying(tournament)
    tournament.stages.update(rules=stage.rules | {"match_points": {"points": [2, 3, 3, 3], "lines": [1]}})
    enter_card(tournament, "1A", Card(3, 121))
    enter_card(tournament, "1B", Card(0, -121))
    tournament.stages.get().rounds.update(state="closed")
    assert open_questions(tournament) == [(1, (two_cards.AT_SKUNK_LINE,), (120, 121))]


def test_unquestioned_closed_game_is_not_read(tournament):
    for table in (1, 2):
        enter_card(tournament, f"{table}A", Card(2, 17))
        enter_card(tournament, f"{table}B", Card(0, -17))
    rounds.close_round(first_round(tournament), by=None)
    assert two_cards.rounds_to_check(stages.qualifying(tournament)) == []


def test_corrected_card_names_line_and_repeat_gets_same_answer(tournament):
    first = enter_card(tournament, "1A", Card(2, 17)).line
    assert (first.kind, first.corrects) == (Line.Kind.CLAIM, None)
    fields = {"nonce": "mended", "correct": True}
    mended = enter_card(tournament, "1A", Card(2, 16), **fields)
    assert (mended.line.kind, mended.line.corrects) == (Line.Kind.CORRECTION, first.number)
    again = enter_card(tournament, "1A", Card(2, 16), **fields)
    assert (again.new, again.line) == (False, mended.line)
    other = enter_card(tournament, "1B", Card(0, -16)).line
    assert (other.kind, other.corrects) == (Line.Kind.CLAIM, None)


def test_ruling_on_lost_game_is_refused(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    for at, expected in (("1A", Card(2, 17)), ("1B", Card(0, -16))):
        enter_card(tournament, at, expected)
    other = factories.tournament(4)
    factories.enter(factories.meeting_at(factories.open_round(other), 1), [121, 88], nonce="ruled")
    seen = tournament.lines.count()
    takes = scores.PenaltyEffect("game")
    why = {"words": "Cards shown"}
    scores.penalise(meeting, game=1, number=1, takes=takes, why=why, nonce="lost", user=None)
    with pytest.raises(DomainError, match=r"^lost_by_penalty"):
        two_cards.rule(meeting, (16, -16), nonce="ruled", seen=seen, user=None)


def test_two_card_stage_is_found(tournament):
    stage = stages.qualifying(tournament)
    assert two_cards.stage_of(tournament) == stage
    fields = {"game": stage.game, "movement": "tie_break", "rules": stage.rules, "seed": 1}
    tournament.stages.create(order=2, kind="tie_break", **fields)
    assert two_cards.stage_of(tournament) == stage
    stage.state = "void"
    stage.save()
    assert two_cards.stage_of(tournament) is None
    assert two_cards.stage_of(factories.tournament(4)) is None


def test_cards_before_reopening_do_not_count(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    enter_card(tournament, "1A", Card(2, 17))
    factories.void_game(meeting, game=1, nonce="open", basis=1, user=None)
    enter_card(tournament, "1B", Card(0, -16))
    mine, other = two_cards.entered_cards(scores.table_state(meeting, 1))
    assert (mine, other.card) == (None, Card(0, -16))
    first = enter_card(tournament, "1A", Card(2, 16)).line
    assert (first.kind, first.corrects) == (Line.Kind.CLAIM, None)


def test_card_belongs_to_its_player_on_either_side(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    entry = factories.entry(tournament, 1)
    data = {"by": Line.By.SIDE, "by_entry": entry}
    factories.enter(meeting, [104, 121], sides=[[2], [1]], **data)
    mine, other = two_cards.entered_cards(scores.table_state(meeting, 1))
    assert (mine.card.spread, other) == (17, None)


def test_award_by_desk_is_no_card(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    scores.desk.enter_result(meeting, game=1, data=data, nonce="award", seen=0, user=None)
    table = scores.table_state(meeting, 1)
    assert two_cards.entered_cards(table) == [None, None] and two_cards.is_decided(table.games[0])
    with pytest.raises(DomainError, match=r"^card_is_ruled"):
        enter_card(tournament, "1A", Card(2, 17))


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ((Card(2, 17), Card(0, -17)), None),
        ((Card(2, 17), Card(0, -16)), (two_cards.DIFFER,)),
        ((Card(2, 17), Card(2, -17)), (two_cards.DIFFER, two_cards.UNFIT)),
        ((Card(3, 17), Card(0, -17)), (two_cards.UNFIT,)),
        ((Card(2, None), Card(0, None)), (two_cards.UNFIT,)),
        ((Card(2, None), Card(0, -17)), (two_cards.DIFFER, two_cards.UNFIT)),
        ((Card(2, 30), Card(0, -30)), (two_cards.AT_SKUNK_LINE,)),
        ((Card(2, 17), Card(0, -31)), (two_cards.DIFFER, two_cards.AT_SKUNK_LINE)),
    ],
)
def test_reasons_to_question_a_game(tournament, cards, why):
    for letter, card in zip("AB", cards, strict=True):
        assert open_questions(tournament) == []
        enter_card(tournament, f"1{letter}", card)
    found = two_cards.question_of(scores.table_state(factories.meeting_at(first_round(tournament), 1), 1))
    assert (found and found.why) == why
    if found:
        assert found.cards == cards and (found.line is not None) == (two_cards.AT_SKUNK_LINE in why)


def test_newest_round_is_questioned_first(tournament):
    factories.sit(tournament, 2, (3, 1), (2, 4))
    second = stages.qualifying(tournament).rounds.get(number=2)
    for round_ in (first_round(tournament), second):
        for letter, card in (("A", Card(2, 17)), ("B", Card(0, -16))):
            seat = two_cards.seat_from_text(round_, f"2{letter}")
            two_cards.enter(seat, card, nonce=uuid.uuid4().hex, user=None)
    found = two_cards.questions(stages.qualifying(tournament))
    assert [one.table.meeting.round.number for one in found] == [2, 1]


@pytest.mark.parametrize("state", ["seated", "void", "closed"])
def test_unplayed_rounds_are_not_checked(tournament, state):
    stage = stages.qualifying(tournament)
    assert [one.number for one in two_cards.rounds_to_check(stage)] == [1]
    stage.rounds.update(state=state)
    assert two_cards.rounds_to_check(stage) == []


def test_closed_disputed_game_is_checked_unless_voided(tournament):
    meeting = factories.meeting_at(first_round(tournament), 2)
    for data in ([121, 60], [60, 121]):
        award = {"v": 1, "how": "forfeit", "pegged": data, "winner": data.index(121)}
        nonce = uuid.uuid4().hex
        scores.desk.enter_result(meeting, game=1, data=award, nonce=nonce, seen=0, user=None)
    stage = stages.qualifying(tournament)
    stage.rounds.update(state="closed")
    (round_,) = two_cards.rounds_to_check(stage)
    stage.rounds.update(state="void")
    assert two_cards.rounds_to_check(stage) == []
    stage.rounds.update(state="closed")
    assert round_.stage is stage  # its rules are not read again for each of its tables
    meeting.void_act = tournament.acts.first()
    meeting.save()
    assert two_cards.rounds_to_check(stage) == []


def test_forfeit_at_skunk_line_is_not_checked(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    scores.desk.enter_result(meeting, game=1, data=data, nonce="award", seen=0, user=None)
    stage = stages.qualifying(tournament)
    stage.rounds.update(state="closed")
    assert two_cards.rounds_to_check(stage) == []


def test_cards_of_other_tournament_are_not_checked(tournament):
    stage, other = stages.qualifying(tournament), factories.two_cards()
    for at, card in (("1A", Card(3, 31)), ("1B", Card(0, -31))):
        enter_card(other, at, card)
    for at, card in (("1A", Card(2, 17)), ("1B", Card(0, -17))):
        enter_card(tournament, at, card)
    stage.rounds.update(state="closed")
    assert two_cards.rounds_to_check(stage) == []
    stages.qualifying(other).rounds.update(state="closed")
    assert len(two_cards.rounds_to_check(stages.qualifying(other))) == 1


def test_nonce_of_other_tournament_is_separate(tournament):
    other = factories.two_cards()
    for at in ("1A", "1B"):
        enter_card(other, at, Card(2, 17) if at == "1A" else Card(0, -17), nonce=f"n-{at}")
    assert enter_card(tournament, "1A", Card(2, 17), nonce="n-1B").line.kind == Line.Kind.CLAIM
    again = enter_card(tournament, "1A", Card(2, 16), nonce="n-1A", correct=True)
    assert (again.new, again.line.kind) == (True, Line.Kind.CORRECTION)


def test_player_is_found_by_seat_or_number(tournament):
    def number(typed):
        return two_cards.seat_from_text(first_round(tournament), typed).entry.number

    assert [number(typed) for typed in ("1A", "1b", " 2A ", "#4", "00002B", "#00001")] == [1, 2, 3, 4, 4, 1]


@pytest.mark.parametrize(
    "typed",
    ["", "A", "#", "1", "12", "3A", "1C", "#5", "000001A", "#000001", "-1A", "1.A", "١A", "#²", "1AA"],
)
def test_unknown_seat_is_refused(tournament, typed):
    with pytest.raises(DomainError, match=r"^card_of_nobody") as found:
        two_cards.seat_from_text(first_round(tournament), typed)
    assert found.value.args_ == {"typed": typed.strip()}


def test_error_repeats_only_start_of_input(tournament):
    for typed in ("x" * 40, "9" * 40):
        with pytest.raises(DomainError, match=r"^card_of_nobody") as found:
            two_cards.seat_from_text(first_round(tournament), typed)
        assert len(found.value.args_["typed"]) == 20
    meeting = factories.meeting_at(first_round(tournament), 1)
    meeting.void_act = tournament.acts.first()
    meeting.save()
    with pytest.raises(DomainError, match=r"^card_of_nobody"):
        two_cards.seat_from_text(first_round(tournament), "1A")


def test_bye_player_has_no_card():
    tournament = factories.tournament(3, key="acc-swiss", cards="two", tables=2, odd="bye", bye_credit=0)
    round_ = factories.sit(tournament, 1, (1, 2), (3,))
    with pytest.raises(DomainError, match=r"^sits_out") as found:
        two_cards.seat_from_text(round_, "2A")
    assert found.value.args_ == {"name": factories.entry(tournament, 3).name}


def test_changed_card_needs_explicit_correction(tournament):
    enter_card(tournament, "1A", Card(2, 17))
    for card, code in ((Card(2, 17), "card_says_the_same"), (Card(2, 16), "card_is_in")):
        with pytest.raises(DomainError, match=f"^{code}") as found:
            enter_card(tournament, "1A", card)
        assert found.value.args_ == {"name": factories.entry(tournament, 1).name}
    with pytest.raises(DomainError, match=r"^card_says_the_same"):
        enter_card(tournament, "1A", Card(2, 17), correct=True)


def test_ruling_needs_both_cards_and_repeats_its_answer(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    for letter, card in (("A", Card(2, 17)), ("B", Card(0, -16))):
        with pytest.raises(DomainError, match=r"^card_wanting"):
            two_cards.rule(meeting, (16, -16), nonce="ruled", seen=9, user=None)
        enter_card(tournament, f"1{letter}", card)
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


def test_ruling_on_cards_does_not_replace_one_that_its_writer_has_not_seen(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    enter_card(tournament, "1A", Card(2, 17))
    enter_card(tournament, "1B", Card(0, -16))
    first = two_cards.rule(meeting, (16, -17), nonce="ruled", seen=2, user=None)
    with pytest.raises(DomainError, match=r"^ruled_meanwhile"):
        two_cards.rule(meeting, (16, -16), nonce="other", seen=2, user=None)
    assert scores.current_result(meeting).line == first.line.number
    again = two_cards.rule(meeting, (16, -16), nonce="other", seen=first.line.number, user=None)
    assert again.result.line == again.line.number


def test_no_card_is_entered_of_a_game_that_is_lost_by_a_penalty(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    data = {
        "takes": scores.PenaltyEffect("game"),
        "why": {"words": "Cards shown"},
        "nonce": "lost",
        "user": None,
    }
    scores.penalise(meeting, game=1, number=1, **data)
    with pytest.raises(DomainError, match=r"^card_is_ruled"):
        enter_card(tournament, "1A", Card(2, 17))
    assert two_cards.question_of(scores.table_state(meeting, 1)) is None


def test_both_cards_name_the_seated_players(tournament):
    meeting = factories.meeting_at(first_round(tournament), 1)
    two_cards.enter_both(meeting, {"v": 1, "pegged": [104, 121]}, "both", None, scores.sides_of(meeting))
    written = meeting.lines.order_by("number").values_list("by_entry__number", "by", "basis", "nonce")
    assert list(written) == [(1, "side", 0, "both-A"), (2, "side", 1, "both-B")]
    assert scores.current_result(meeting).data == {"v": 1, "pegged": [104, 121]}
