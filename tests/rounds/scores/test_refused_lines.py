"""Lines that are refused from any writer: nothing is written, and the writer gets the reason."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.models import Line
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def meeting():
    return factories.meeting_at(factories.open_round(factories.tournament(4)), 1)


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


def write(meeting, nonce):
    return scores.write_line(
        meeting,
        data={"v": 1, "pegged": [121, 88]},
        sides=scores.sides_of(meeting),
        by=Line.By.DESK,
        nonce=nonce,
        basis=0,
    )


def test_empty_or_long_nonce_is_refused(meeting):
    for nonce in ("", "n" * 65):
        with refused("form_incomplete"):
            write(meeting, nonce)
    assert write(meeting, "n" * 64).new


def test_voided_meeting_takes_no_line(meeting):
    meeting.void_act = meeting.round.stage.tournament.acts.first()
    meeting.save()
    with refused("meeting_void"):
        factories.enter(meeting, [121, 88])


def test_wrong_number_of_sides_is_refused(meeting):
    with refused("one_score_a_side"):
        factories.enter(meeting, [121, 88], sides=[[1], [2], [3]])


def test_next_game_needs_result_of_previous_game(meeting):
    factories.as_best_of_three(meeting)
    scores.penalise(
        meeting,
        game=2,
        number=scores.sides_of(meeting)[0][0],
        takes=scores.PenaltyEffect("points", 8),
        why={"words": "Cards shown"},
        nonce="penalty",
        user=None,
    )
    with refused("game_before_is_open"):
        factories.enter(meeting, [121, 88], game=2)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    with refused("match_is_over"):
        factories.enter(meeting, [121, 88], game=3)


def test_field_order_does_not_change_repeated_result(meeting):
    values = {"sides": scores.sides_of(meeting), "by": Line.By.DESK, "nonce": "n", "basis": 0}
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    first = scores.write_line(meeting, kind=Line.Kind.AWARD, data=data, **values)
    turned = dict(reversed(data.items()))
    again = scores.write_line(meeting, kind=Line.Kind.AWARD, data=turned, **values)
    assert (first.new, again.new, again.line) == (True, False, first.line)


def test_nonce_used_at_other_table_is_refused(meeting):
    line = factories.enter(meeting, [121, 88], nonce="n").line
    other = factories.meeting_at(meeting.round, 2)
    with refused("nonce_used") as found:
        write(other, "n")
    assert found.value.args_["line"] == line.number
    assert not other.lines.exists()


def test_long_note_is_cut_to_column_length(meeting):
    note = "é" * 400
    line = factories.enter(meeting, [121, 88], note=note).line
    assert len(Line.objects.get(pk=line.pk).note) == Line._meta.get_field("note").max_length


@pytest.mark.parametrize("game", [0, 2])
def test_game_outside_match_is_refused(meeting, game):
    with refused("no_such_game") as found:
        factories.enter(meeting, [121, 88], game=game)
    assert found.value.args_ == {"game": game, "games": 1}


def test_voided_round_only_takes_back_penalties(meeting):
    number = scores.sides_of(meeting)[0][0]
    factories.enter(meeting, [121, 88])
    words, tournament = {"words": "Cards shown"}, meeting.round.stage.tournament
    data = {"game": 1, "number": number, "why": words, "user": None}
    takes = scores.PenaltyEffect("points", 8)
    penalty = scores.penalise(meeting, takes=takes, nonce="penalty", **data).line
    meeting.round.state = "void"
    meeting.round.save()
    with refused("meeting_void"):
        factories.enter(meeting, [88, 121], kind=Line.Kind.CORRECTION)
    line = {"sides": scores.sides_of(meeting), "by": Line.By.DESK, "nonce": "claim", "basis": 0}
    with refused("meeting_void"):
        scores.write_line(meeting, data={"v": 1, "takes_back": penalty.number}, **line)
    with refused("meeting_void"):
        scores.penalise(meeting, takes=takes, nonce="more", **data)
    meeting.round.state = "open"
    meeting.round.save()
    meeting.void_act = tournament.acts.first()
    meeting.save()
    assert scores.take_back(tournament, penalty.number, nonce="back", user=None).new
    assert not meeting.results.exists()
    assert scores.rebuild(tournament, check=True) == []


def test_seated_round_cannot_take_back_penalty(meeting):
    number = scores.sides_of(meeting)[0][0]
    data = {"game": 1, "number": number, "why": {"words": "Cards shown"}, "user": None}
    line = scores.penalise(meeting, takes=scores.PenaltyEffect("deal"), nonce="penalty", **data).line
    meeting.round.state = "seated"
    meeting.round.save()
    with refused("round_not_open") as found:
        scores.take_back(meeting.round.stage.tournament, line.number, nonce="back", user=None)
    assert found.value.args_ == {"round": 1}


def test_error_names_bye_player():
    tournament = factories.tournament(3, tables=2, odd="bye", bye_credit=60)
    alone = factories.meeting_at(factories.sit(tournament, 1, (1, 2), (3,)), 2)
    with refused("sits_out") as found:
        factories.enter(alone, [121])
    assert found.value.args_ == {"name": factories.entry(tournament, 3).name}


def test_second_side_can_confirm_last_game(meeting):
    factories.as_best_of_three(meeting)
    for game in (1, 2):
        for side, seat in enumerate(meeting.seats.select_related("entry").order_by("side")):
            data = {"by": Line.By.SIDE, "by_entry": seat.entry, "nonce": f"{game}-{side}"}
            answer = factories.enter(meeting, [121, 88], game=game, **data)
    assert answer.result.data["pegged"] == [121, 88]
    assert meeting.lines.count() == 4


def test_ruling_on_later_game_ignores_previous_game(meeting):
    factories.as_best_of_three(meeting)
    answer = factories.enter(meeting, [121, 88], game=2, kind=Line.Kind.RULING)
    assert answer.new


def test_every_line_takes_the_next_number_and_the_next_version(meeting):
    tournament = meeting.round.stage.tournament
    for at, totals in enumerate(([121, 88], [121, 70], [121, 60]), start=1):
        tournament.refresh_from_db()
        version = tournament.version
        line = factories.enter(meeting, totals, nonce=f"{at}", basis=0).line
        tournament.refresh_from_db()
        assert (line.number, line.version) == (tournament.last_line, tournament.version) == (at, version + 1)
