"""How tables stand, by the overview of the score book: who sits there, what comes next, who is waited for."""

import pytest

from scoring import match as matches
from scoring.settle import Disputed, Open, Settled
from tests import factories
from tests.rows_made import counted
from tournaments.models import Line, Meeting, Round, Seat
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import submissions

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    """Saint-Hilaire, O'Brien, L'Écuyer and whoever else the fixtures call so."""
    return factories.tournament(8)


def tables(*rounds_):
    found = [Round.objects.select_related("stage__tournament").get(pk=one.pk) for one in rounds_]
    return scores.table_states(found)


def table(meeting):
    return scores.table_of(meeting, 1)


def claim(meeting, side, totals, game=1):
    """One side alone says how a game ended."""
    number = scores.sides_of(meeting)[side][0]
    said_by = meeting.seats.get(entry__number=number).entry
    return factories.enter(
        meeting, totals, nonce=f"{side}-{game}-{totals}", game=game, by=Line.By.SIDE, by_entry=said_by
    )


def test_partners_sit_in_their_order_and_a_table_alone_is_a_bye(day):
    round_ = factories.sit(day, 1, (4, 3, 2, 1), (7,), (6, 5), partners=[1])
    four, alone, two = tables(round_)
    assert [one.numbers for one in (four, alone, two)] == [[[4, 2], [3, 1]], [[7]], [[6], [5]]]
    assert [seat.entry.number for seat in four.side(1)] == [3, 1]
    assert [one.bye for one in (four, alone, two)] == [False, True, False]
    assert [one.settled for one in (four, alone, two)] == [False, True, False]
    assert [one.next_game for one in (four, alone, two)] == [1, None, 1]
    assert [one.waiting for one in (four, alone, two)] == [False, False, False]
    assert [one.score for one in (four, alone, two)] == [(0, 0), (0,), (0, 0)]
    assert scores.unsettled(round_) == [1, 3]


def test_a_table_waits_while_one_side_alone_has_said_something(day):
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2)), 1)
    claim(meeting, 0, [121, 88])
    assert table(meeting).waiting and table(meeting).next_game == 1
    claim(meeting, 1, [121, 88])
    assert not table(meeting).waiting and table(meeting).next_game is None
    assert table(meeting).settled


def test_of_a_match_the_next_game_is_waited_for_and_the_score_counts_games(day):
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2)), 1)
    factories.as_best_of_three(meeting)
    factories.enter(meeting, [121, 88])
    assert (table(meeting).score, table(meeting).next_game, table(meeting).settled) == ((1, 0), 2, False)
    claim(meeting, 1, [90, 121], game=2)
    assert table(meeting).waiting
    assert [one.winner for one in table(meeting).games] == [0, None, None]
    claim(meeting, 0, [90, 121], game=2)
    factories.enter(meeting, [121, 60], game=3)
    assert (table(meeting).score, table(meeting).next_game, table(meeting).settled) == ((2, 1), None, True)


def test_one_game_alone_is_no_match_of_several(day):
    round_ = factories.sit(day, 1, (1, 2), (3, 4))
    several, one = (factories.meeting_at(round_, table) for table in (1, 2))
    factories.as_best_of_three(several)
    assert scores.match_of(several) != scores.match_of(one) == matches.Match()


def test_a_score_is_match_points_where_they_decide(day):
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2)), 1)
    stage = meeting.round.stage
    stage.rules |= {"match": {"kind": "first_to", "points": 5}, "match_points": "acc"}
    stage.save()
    meeting.games_planned = 9
    meeting.save()
    factories.enter(meeting, [121, 60])
    assert table(meeting).score == (3, 0)


def test_what_was_played_beyond_the_end_of_a_match_is_disputed_no_more(day):
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2)), 1)
    factories.as_best_of_three(meeting)
    for game, totals in enumerate(([121, 88], [88, 121], [121, 88]), start=1):
        factories.enter(meeting, totals, game=game)
    factories.enter(meeting, [88, 121], game=3, nonce="stale", basis=0)
    assert table(meeting).disputed and not table(meeting).settled
    kind = Line.Kind.CORRECTION
    factories.enter(meeting, [121, 88], game=2, kind=kind, nonce="mended")
    state = table(meeting)
    assert [game.beyond for game in state.games] == [False, False, True]
    assert state.settled and not state.disputed
    assert state.games[2].values == ()


def test_the_line_that_counts_is_known_and_a_penalty_that_decides_is_none(day):
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2)), 1)
    first = factories.enter(meeting, [121, 88]).line
    assert table(meeting).games[0].counting == first
    takes = scores.PenaltyEffect("game")
    scores.penalise(
        meeting, game=1, number=1, takes=takes, why={"words": "Cards shown"}, nonce="game", user=None
    )
    state = table(meeting).games[0]
    assert (state.counting, state.winner, len(state.penalties)) == (None, 1, 1)
    assert state.lines == (first,) and len(state.ruled) == 1


def test_a_meeting_without_a_table_gets_the_first_number_that_is_free(day):
    first, second = (
        factories.sit(day, 1, (1, 2), (3, 4), (5, 6), (7, 8)),
        factories.sit(day, 2, (1, 3), (2, 4)),
    )
    for people in ((1,), (3,)):
        meeting = factories.meeting_at(first, people[0])
        meeting.place = None
        meeting.save()
    assert [(one.meeting.round.number, one.number) for one in tables(second, first)] == [
        *((1, number) for number in (1, 2, 3, 4)),
        *((2, number) for number in (1, 2)),
    ]
    assert scores.unsettled(first) == [1, 2, 3, 4]
    by_number = {one.number: one.numbers for one in tables(first)}
    assert by_number == {1: [[1], [2]], 2: [[3], [4]], 3: [[5], [6]], 4: [[7], [8]]}
    factories.enter(factories.meeting_at(first, 4), [121, 88])
    assert scores.unsettled(first) == [1, 2, 3]


def test_what_was_voided_is_nowhere(day):
    round_ = factories.sit(day, 1, (1, 2), (3, 4))
    gone, stays = (factories.meeting_at(round_, number) for number in (1, 2))
    rounds_ = [round_]
    assert scores.table_among(rounds_, gone.uid).number == 1
    Meeting.objects.filter(pk=gone.pk).update(void_act=day.acts.first())
    assert [one.meeting for one in tables(round_)] == [stays]
    assert scores.table_among(rounds_, gone.uid) is None
    assert scores.table_among(rounds_, stays.uid).number == 2
    assert scores.table_among([factories.sit(day, 2, (1, 3))], stays.uid) is None
    assert scores.unsettled(round_) == [2]


def test_only_what_is_asked_for_is_settled(day):
    round_ = factories.sit(day, 1, (1, 2), (3, 4), (5, 6))
    meetings = [factories.meeting_at(round_, number) for number in (1, 2, 3)]
    for meeting in meetings[:2]:
        factories.enter(meeting, [121, 88])
    factories.enter(meetings[1], [88, 121], nonce="stale", basis=0)
    assert scores.settled_among(meetings) == {meetings[0].pk}
    assert scores.settled_among(meetings[1:]) == set()


def test_who_meets_whom_by_table_and_nobody_who_sits_alone(day):
    round_ = factories.sit(day, 1, (1, 2), (3,), (4, 5), (6, 7))
    moved, other = (factories.meeting_at(round_, number) for number in (1, 4))
    places = [moved.place, other.place]
    for meeting, place in ((moved, None), (other, places[0]), (moved, places[1])):
        Meeting.objects.filter(pk=meeting.pk).update(place=place)
    void = factories.meeting_at(round_, 3)
    assert [sides for _meeting, sides in scores.who_meets(round_)] == [
        [[6], [7]],
        [[4], [5]],
        [[1], [2]],
    ]
    Meeting.objects.filter(pk=void.pk).update(void_act=day.acts.first())
    assert [meeting.pk for meeting, _sides in scores.who_meets(round_)] == [other.pk, moved.pk]
    Meeting.objects.update(place=None)
    assert [meeting.pk for meeting, _sides in scores.who_meets(round_)] == [moved.pk, other.pk]


def test_stages_follow_one_another_whatever_their_rounds():
    day, meeting = factories.medal_match()
    first = stages.qualifying(day).rounds.get(number=1)
    found = tables(meeting.round, first)
    orders = [one.meeting.round.stage.order for one in found]
    assert orders == sorted(orders) and len(set(orders)) == 2


def test_of_a_match_that_is_over_no_game_comes_next(day):
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2)), 1)
    factories.as_best_of_three(meeting)
    for game in (1, 2):
        factories.enter(meeting, [88, 121], game=game)
    state = table(meeting)
    assert (state.score, state.next_game, state.waiting, state.settled) == ((0, 2), None, False, True)


def test_one_table_is_read_with_its_own_seats_and_lines_and_has_the_number_it_is_given(day):
    round_ = factories.sit(day, 1, (1, 2), (3, 4))
    one, other = (factories.meeting_at(round_, number) for number in (1, 2))
    factories.enter(other, [121, 88])
    assert scores.table_of(one, 7).numbers == [[1], [2]] and scores.table_of(one, 7).number == 7
    assert scores.table_of(one, 7).games[0].lines == ()
    seats = list(other.seats.select_related("entry").order_by("side"))
    given = scores.table_of(other, 2, seats)
    assert given.seats == tuple(seats) and given.settled
    assert scores.table_of(one, 1, seats).numbers == [[3], [4]]  # what was read already is not read again


def test_a_meeting_without_a_table_is_shown_without_a_number(day):
    round_ = factories.sit(day, 1, (1, 2))
    meeting = factories.meeting_at(round_, 1)
    Meeting.objects.filter(pk=meeting.pk).update(place=None)
    found = scores.table_among([round_], meeting.uid)
    assert (found.number, found.meeting.round) == (0, round_)


def test_a_match_by_its_lines_for_those_who_sit_there(day):
    meeting = factories.meeting_at(factories.sit(day, 1, (1, 2)), 1)
    factories.as_best_of_three(meeting)
    assert scores.match_state(meeting).games_won == (0, 0)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    for seated in (None, [[1], [2]]):
        state = scores.match_state(meeting, seated)
        assert (state.games_won, state.over) == ((2, 0), True)
    assert scores.match_state(meeting, [[2], [1]]).games_won == (0, 0)  # in the order of others


def test_tables_are_read_in_a_few_queries_and_nothing_is_read_again(day, django_assert_num_queries):
    round_ = factories.sit(day, 1, (1, 2), (3, 4), (5, 6))
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    meetings = list(round_.meetings.select_related("round__stage", "place"))
    with django_assert_num_queries(3):
        assert [one.meeting.round for one in scores.table_states([round_])] == [round_] * 3
    with django_assert_num_queries(3):
        assert scores.unsettled(round_) == [2, 3]
    with django_assert_num_queries(2):
        assert scores.table_among([round_], meetings[0].uid).meeting.round.stage == round_.stage
    with django_assert_num_queries(2):
        assert scores.settled_among(meetings) == {meetings[0].pk}
    with django_assert_num_queries(2):
        assert [meeting.round for meeting, _sides in scores.who_meets(round_)] == [round_] * 3


def test_of_other_tables_and_other_rounds_nothing_is_read(day):
    round_, other = factories.sit(day, 1, (1, 2), (3, 4)), factories.sit(day, 2, (1, 3), (2, 4), (5, 6))
    for meeting in (*round_.meetings.all(), *other.meetings.all()):
        factories.enter(meeting, [121, 88])
    meeting = factories.meeting_at(round_, 1)
    for ask, lines, seats in (
        (lambda: scores.table_states([round_]), 2, 4),
        (lambda: scores.unsettled(round_), 2, 0),
        (lambda: scores.settled_among([meeting]), 1, 2),
        (lambda: scores.table_of(meeting), 1, 2),
        (lambda: scores.table_of(meeting, seats=[]), 1, 0),
        (lambda: scores.match_state(meeting), 1, 0),
    ):
        with counted(Line, Seat) as made:
            ask()
        assert made == {name: number for name, number in (("Line", lines), ("Seat", seats)) if number}


PLAYED = {"v": 1, "pegged": [121, 88]}


@pytest.mark.parametrize(
    ("amount", "state"),
    [
        (Open(), "playing"),
        (Open(claims=(PLAYED,)), "waiting"),
        (Settled(PLAYED, 1), "entered"),
        (Disputed(PLAYED, 1, (2,)), "disputed"),
    ],
)
def test_what_a_game_amounts_to_in_the_words_of_the_protocol(amount, state):
    assert submissions.state_of(amount) == state
