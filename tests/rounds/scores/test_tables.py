"""The overview of the score book: the players of each table, its next game, and who is waited for."""

import pytest

from scoring import match as matches
from scoring.settle import Disputed, Open, Settled
from tests import factories
from tests.row_counts import counted
from tournaments.models import Line, Meeting, Round, Seat
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import submissions

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Return a tournament of Saint-Hilaire, O'Brien, L'Écuyer and the other names of the factories."""
    return factories.tournament(8)


def tables(*rounds_):
    found = [Round.objects.select_related("stage__tournament").get(pk=one.pk) for one in rounds_]
    return scores.table_states(found)


def table(meeting):
    return scores.table_state(meeting, 1)


def claim(meeting, side, totals, game=1):
    """Let one side alone report how a game ended."""
    number = scores.sides_of(meeting)[side][0]
    said_by = meeting.seats.get(entry__number=number).entry
    return factories.enter(
        meeting, totals, nonce=f"{side}-{game}-{totals}", game=game, by=Line.By.SIDE, by_entry=said_by
    )


def test_partners_keep_order_and_single_player_has_bye(tournament):
    round_ = factories.sit(tournament, 1, (4, 3, 2, 1), (7,), (6, 5), partners=[1])
    four, alone, two = tables(round_)
    assert [one.numbers for one in (four, alone, two)] == [[[4, 2], [3, 1]], [[7]], [[6], [5]]]
    assert [seat.entry.number for seat in four.side(1)] == [3, 1]
    assert [one.bye for one in (four, alone, two)] == [False, True, False]
    assert [one.settled for one in (four, alone, two)] == [False, True, False]
    assert [one.next_game for one in (four, alone, two)] == [1, None, 1]
    assert [one.waiting for one in (four, alone, two)] == [False, False, False]
    assert [one.score for one in (four, alone, two)] == [(0, 0), (0,), (0, 0)]
    assert scores.unsettled_tables(round_) == [1, 3]


def test_table_waits_until_second_side_confirms(tournament):
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2)), 1)
    claim(meeting, 0, [121, 88])
    assert table(meeting).waiting and table(meeting).next_game == 1
    claim(meeting, 1, [121, 88])
    assert not table(meeting).waiting and table(meeting).next_game is None
    assert table(meeting).settled


def test_match_waits_for_next_game_and_counts_games_won(tournament):
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2)), 1)
    factories.as_best_of_three(meeting)
    factories.enter(meeting, [121, 88])
    assert (table(meeting).score, table(meeting).next_game, table(meeting).settled) == ((1, 0), 2, False)
    claim(meeting, 1, [90, 121], game=2)
    assert table(meeting).waiting
    assert [one.winner for one in table(meeting).games] == [0, None, None]
    claim(meeting, 0, [90, 121], game=2)
    factories.enter(meeting, [121, 60], game=3)
    assert (table(meeting).score, table(meeting).next_game, table(meeting).settled) == ((2, 1), None, True)


def test_single_game_is_not_a_match_of_several(tournament):
    round_ = factories.sit(tournament, 1, (1, 2), (3, 4))
    several, one = (factories.meeting_at(round_, table) for table in (1, 2))
    factories.as_best_of_three(several)
    assert scores.match_of(several) != scores.match_of(one) == matches.Match()


def test_score_is_match_points_if_they_decide_match(tournament):
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2)), 1)
    stage = meeting.round.stage
    stage.rules |= {"match": {"kind": "first_to", "points": 5}, "match_points": "acc"}
    stage.save()
    meeting.games_planned = 9
    meeting.save()
    factories.enter(meeting, [121, 60])
    assert table(meeting).score == (3, 0)


def test_game_after_end_of_match_is_not_disputed(tournament):
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2)), 1)
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


def test_game_lost_by_penalty_has_no_counting_line(tournament):
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2)), 1)
    first = factories.enter(meeting, [121, 88]).line
    assert table(meeting).games[0].counting == first
    takes = scores.PenaltyEffect("game")
    scores.penalise(
        meeting, game=1, number=1, takes=takes, why={"words": "Cards shown"}, nonce="game", user=None
    )
    state = table(meeting).games[0]
    assert (state.counting, state.winner, len(state.penalties)) == (None, 1, 1)
    assert state.lines == (first,) and len(state.ruled) == 1


def test_meeting_without_table_gets_first_free_number(tournament):
    first, second = (
        factories.sit(tournament, 1, (1, 2), (3, 4), (5, 6), (7, 8)),
        factories.sit(tournament, 2, (1, 3), (2, 4)),
    )
    for people in ((1,), (3,)):
        meeting = factories.meeting_at(first, people[0])
        meeting.place = None
        meeting.save()
    assert [(one.meeting.round.number, one.number) for one in tables(second, first)] == [
        *((1, number) for number in (1, 2, 3, 4)),
        *((2, number) for number in (1, 2)),
    ]
    assert scores.unsettled_tables(first) == [1, 2, 3, 4]
    by_number = {one.number: one.numbers for one in tables(first)}
    assert by_number == {1: [[1], [2]], 2: [[3], [4]], 3: [[5], [6]], 4: [[7], [8]]}
    factories.enter(factories.meeting_at(first, 4), [121, 88])
    assert scores.unsettled_tables(first) == [1, 2, 3]


def test_voided_meeting_is_not_listed(tournament):
    round_ = factories.sit(tournament, 1, (1, 2), (3, 4))
    gone, stays = (factories.meeting_at(round_, number) for number in (1, 2))
    rounds_ = [round_]
    assert scores.table_with_uid(rounds_, gone.uid).number == 1
    Meeting.objects.filter(pk=gone.pk).update(void_act=tournament.acts.first())
    assert [one.meeting for one in tables(round_)] == [stays]
    assert scores.table_with_uid(rounds_, gone.uid) is None
    assert scores.table_with_uid(rounds_, stays.uid).number == 2
    assert scores.table_with_uid([factories.sit(tournament, 2, (1, 3))], stays.uid) is None
    assert scores.unsettled_tables(round_) == [2]


def test_settled_among_covers_only_given_meetings(tournament):
    round_ = factories.sit(tournament, 1, (1, 2), (3, 4), (5, 6))
    meetings = [factories.meeting_at(round_, number) for number in (1, 2, 3)]
    for meeting in meetings[:2]:
        factories.enter(meeting, [121, 88])
    factories.enter(meetings[1], [88, 121], nonce="stale", basis=0)
    assert scores.settled_meetings(meetings) == {meetings[0].pk}
    assert scores.settled_meetings(meetings[1:]) == set()


def test_pairings_are_listed_by_table_without_byes(tournament):
    round_ = factories.sit(tournament, 1, (1, 2), (3,), (4, 5), (6, 7))
    moved, other = (factories.meeting_at(round_, number) for number in (1, 4))
    places = [moved.place, other.place]
    for meeting, place in ((moved, None), (other, places[0]), (moved, places[1])):
        Meeting.objects.filter(pk=meeting.pk).update(place=place)
    void = factories.meeting_at(round_, 3)
    assert [sides for _meeting, sides in scores.meetings_with_sides(round_)] == [
        [[6], [7]],
        [[4], [5]],
        [[1], [2]],
    ]
    Meeting.objects.filter(pk=void.pk).update(void_act=tournament.acts.first())
    assert [meeting.pk for meeting, _sides in scores.meetings_with_sides(round_)] == [other.pk, moved.pk]
    Meeting.objects.update(place=None)
    assert [meeting.pk for meeting, _sides in scores.meetings_with_sides(round_)] == [moved.pk, other.pk]


def test_tables_are_ordered_by_stage():
    tournament, meeting = factories.medal_match()
    first = stages.qualifying(tournament).rounds.get(number=1)
    found = tables(meeting.round, first)
    orders = [one.meeting.round.stage.order for one in found]
    assert orders == sorted(orders) and len(set(orders)) == 2


def test_finished_match_has_no_next_game(tournament):
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2)), 1)
    factories.as_best_of_three(meeting)
    for game in (1, 2):
        factories.enter(meeting, [88, 121], game=game)
    state = table(meeting)
    assert (state.score, state.next_game, state.waiting, state.settled) == ((0, 2), None, False, True)


def test_single_table_has_own_lines_and_given_number(tournament):
    round_ = factories.sit(tournament, 1, (1, 2), (3, 4))
    one, other = (factories.meeting_at(round_, number) for number in (1, 2))
    factories.enter(other, [121, 88])
    assert scores.table_state(one, 7).numbers == [[1], [2]] and scores.table_state(one, 7).number == 7
    assert scores.table_state(one, 7).games[0].lines == ()
    seats = list(other.seats.select_related("entry").order_by("side"))
    given = scores.table_state(other, 2, seats)
    assert given.seats == tuple(seats) and given.settled
    assert scores.table_state(one, 1, seats).numbers == [[3], [4]]  # seats that were read are not read again


def test_a_meeting_without_a_table_is_shown_without_a_number(tournament):
    round_ = factories.sit(tournament, 1, (1, 2))
    meeting = factories.meeting_at(round_, 1)
    Meeting.objects.filter(pk=meeting.pk).update(place=None)
    found = scores.table_with_uid([round_], meeting.uid)
    assert (found.number, found.meeting.round) == (0, round_)


def test_match_state_uses_lines_of_seated_people(tournament):
    meeting = factories.meeting_at(factories.sit(tournament, 1, (1, 2)), 1)
    factories.as_best_of_three(meeting)
    assert scores.match_state(meeting).games_won == (0, 0)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    for seated in (None, [[1], [2]]):
        state = scores.match_state(meeting, seated)
        assert (state.games_won, state.over) == ((2, 0), True)
    assert scores.match_state(meeting, [[2], [1]]).games_won == (0, 0)  # in another order


def test_tables_are_read_in_few_queries(tournament, django_assert_num_queries):
    round_ = factories.sit(tournament, 1, (1, 2), (3, 4), (5, 6))
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    meetings = list(round_.meetings.select_related("round__stage", "place"))
    with django_assert_num_queries(3):
        assert [one.meeting.round for one in scores.table_states([round_])] == [round_] * 3
    with django_assert_num_queries(3):
        assert scores.unsettled_tables(round_) == [2, 3]
    with django_assert_num_queries(2):
        assert scores.table_with_uid([round_], meetings[0].uid).meeting.round.stage == round_.stage
    with django_assert_num_queries(2):
        assert scores.settled_meetings(meetings) == {meetings[0].pk}
    with django_assert_num_queries(2):
        assert [meeting.round for meeting, _sides in scores.meetings_with_sides(round_)] == [round_] * 3


def test_other_tables_and_rounds_are_not_read(tournament):
    round_, other = (
        factories.sit(tournament, 1, (1, 2), (3, 4)),
        factories.sit(tournament, 2, (1, 3), (2, 4), (5, 6)),
    )
    for meeting in (*round_.meetings.all(), *other.meetings.all()):
        factories.enter(meeting, [121, 88])
    meeting = factories.meeting_at(round_, 1)
    for ask, lines, seats in (
        (lambda: scores.table_states([round_]), 2, 4),
        (lambda: scores.unsettled_tables(round_), 2, 0),
        (lambda: scores.settled_meetings([meeting]), 1, 2),
        (lambda: scores.table_state(meeting), 1, 2),
        (lambda: scores.table_state(meeting, seats=[]), 1, 0),
        (lambda: scores.match_state(meeting), 1, 0),
    ):
        with counted(Line, Seat) as made:
            ask()
        assert made == {name: number for name, number in (("Line", lines), ("Seat", seats)) if number}


RESULT_DATA = {"v": 1, "pegged": [121, 88]}


@pytest.mark.parametrize(
    ("result", "state"),
    [
        (Open(), "playing"),
        (Open(claims=(RESULT_DATA,)), "waiting"),
        (Settled(RESULT_DATA, 1), "entered"),
        (Disputed(RESULT_DATA, 1, (2,)), "disputed"),
    ],
)
def test_game_state_uses_protocol_words(result, state):
    assert submissions.protocol_state(result) == state
