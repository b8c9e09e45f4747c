"""Line-ups of teams on boards: which can be changed, which taken back, what is awarded."""

import pytest

from scoring import DomainError
from tests.rounds.test_teams_on_boards import FORFEIT, day_of, of_one_match, opened
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Entry, Round, Seat
from tournaments.registration import fold, found_by
from tournaments.rounds import history, line_ups, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    """Two teams of three on two boards, nothing seated yet."""
    return day_of(2, 2, members=3)


def seated(day, number=1):
    return rounds.seat(stages.qualifying(day), number, by=None)


def home_of(round_):
    return rounds.team_matches(round_)[0].home


def lined_up(round_, *positions, number=None):
    """Let the home team play so: the place in its squad of who plays on each board, 0 for nobody."""
    side = home_of(round_)
    keys = [side.squad[at - 1].pk if at else None for at in positions]
    return rounds.change_line_up(round_, number or side.entry.number, keys, by=None)


def positions(round_):
    return [seat.member.position if seat.member else 0 for seat in home_of(round_).boards]


def test_an_act_names_members_by_their_place_as_keys_are_of_one_database(day):
    round_ = seated(day)
    assert positions(round_) == [1, 2]
    act = lined_up(round_, 3, 0)
    told = {"stage": 1, "round": 1, "entry": home_of(round_).entry.number, "members": [3, 0]}
    assert (act.args, act.inverse) == (told, {"members": [1, 2]})
    assert positions(round_) == [3, 0]
    assert home_of(round_).empty and not rounds.team_matches(round_)[0].away.empty


def test_a_match_is_told_board_by_board(day):
    round_ = seated(day)
    opened(day_of(2, 2))  # of another day
    (match,) = rounds.team_matches(round_)
    assert [(board, table) for board, table, _home, _away in match.rows] == [(1, 1), (2, 2)]
    assert [(home.letter, away.letter) for _board, _table, home, away in match.rows] == [("A", "B")] * 2


def test_only_a_team_leaves_a_board_empty():
    seats = (Seat(member=None),)
    assert line_ups.Side(Entry(team="Les Érables"), seats, ()).empty
    assert not line_ups.Side(Entry(name="Maison L'Écuyer"), seats, ()).empty


def test_a_team_that_sits_out_has_the_declared_points_of_a_bye():
    day = day_of(3, 2, told={"bye": "level"}, odd="bye", bye_credit=0)
    opened(day)
    (alone,) = [table for table in history.past(stages.qualifying(day), 2)[0] if len(table.seats) == 1]
    assert [score.matches_won for score in alone.scores] == [1]


def test_whom_nobody_knows_any_more_has_no_place(day):
    (first, *_others) = home_of(seated(day)).squad
    assert line_ups.board_positions([first], [first.pk, None, 0]) == [first.position, 0, 0]


def test_nobody_else_plays_otherwise(day):
    round_ = seated(day)
    before = dict(Seat.objects.values_list("pk", "member"))
    lined_up(round_, 2, 1)
    after = dict(Seat.objects.values_list("pk", "member"))
    assert {pk for pk in before if before[pk] != after[pk]} == {seat.pk for seat in home_of(round_).boards}


def test_a_round_that_was_taken_back_has_no_line_up_any_more(day):
    round_ = seated(day)
    act = lined_up(round_, 2, 1)
    audit_log.undo(day.acts.get(kind="seat"), by=None)
    assert rounds.team_matches(round_) == []
    with pytest.raises(DomainError, match=r"^line_up_not_seated") as found:
        rounds.change_line_up(round_, 1, [None, None], by=None)
    assert found.value.args_ == {"round": 1}
    assert audit_log.undo_obstacle(act).code == "round_has_moved_on"


def test_a_copy_that_leaves_meetings_in_a_round_that_was_taken_back_has_no_line_up_of_it(day):
    round_ = seated(day)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.VOID)
    assert rounds.team_matches(round_) == []


def test_only_a_team_that_meets_another_has_a_line_up():
    day = day_of(3, 2, odd="house")
    round_ = seated(day)
    (house,) = day.entries.filter(kind="house")
    for number in (99, house.number):
        with pytest.raises(DomainError, match=r"^boards_no_such_team"):
            lined_up(round_, 1, 2, number=number)
    assert not day.acts.filter(kind="line_up").exists()


def test_line_ups_are_taken_back_the_last_one_first(day):
    round_ = seated(day)
    first, second = lined_up(round_, 3, 1), lined_up(round_, 2, 0)
    assert audit_log.undo_obstacle(first).code == "undo_later_first"
    for act, then in ((second, [3, 1]), (first, [1, 2])):
        audit_log.undo(act, by=None)
        assert positions(round_) == then


def test_nothing_is_taken_back_of_a_team_that_has_no_seat_any_more():
    day = day_of(3, 2, odd="bye", bye_credit=0)
    round_ = seated(day)
    act = lined_up(round_, 2, 1)
    gone = home_of(round_).entry
    audit_log.undo(day.acts.get(kind="seat"), by=None)
    registration.withdraw(gone, from_round=1, by=None)
    seated(day)
    assert audit_log.undo_obstacle(act).code == "boards_no_such_team"


def test_empty_boards_are_awarded_once_it_is_declared_what_they_are_worth():
    day = day_of(2, 3, members=2, forfeit={"present": None, "absent": None})
    with pytest.raises(DomainError, match=r"^no_forfeit_declared"):
        rounds.award_empty(opened(day), by=None)


def test_who_is_there_has_the_declared_points_at_home_as_away():
    day = day_of(2, 2, members=2, forfeit=FORFEIT)
    round_ = opened(day)
    home, away = rounds.team_matches(round_)[0].sides
    for side, keys in ((home, [home.squad[0].pk, None]), (away, [None, away.squad[0].pk])):
        rounds.change_line_up(round_, side.entry.number, keys, by=None)
    assert [side for _meeting, side in rounds.empty_boards(round_)] == [0, 1]
    assert rounds.award_empty(round_, by=None) == 2
    had = [list(one.results.order_by("side").values_list("pegged", "won")) for one in of_one_match(round_)]
    assert had == [[(121, True), (0, False)], [(0, False), (121, True)]]


def test_who_has_no_seat_is_one_of_a_team_that_plays_or_a_team_that_does_not():
    """Of two teams that meet one each has no board; the third sits out as a team, and the fourth has left."""
    day = day_of(4, 2, members=3, odd="bye", bye_credit=0)
    registration.withdraw(day.entries.get(number=4), from_round=1, by=None)
    registration.ensure_house(day, "Maison L'Écuyer")
    round_ = seated(day)
    playing = {side.entry.number for side in rounds.team_matches(round_)[0].sides}
    told = rounds.without_seat(round_)
    assert sorted((row.entry.number, row.member.position if row.member else 0) for row in told) == [
        *((number, 3) for number in sorted(playing)),
        (4, 0),
    ]
    assert [row.sort_name for row in told] == sorted(row.sort_name for row in told)
    for row in (*told, *rounds.sheet(round_)):
        if row.member:
            assert (row.sort_name, row.found_by) == (row.member.player.sort_name, fold(row.name))
        else:
            assert (row.sort_name, row.found_by) == (row.entry.sort_name, found_by(row.entry))
    assert [row.seated for row in told] == [False] * 3
    opened(day_of(2, 2))  # another day's seats are not on this sheet
    assert [row.seated for row in rounds.sheet(round_)] == [True] * 5
    round_.stage.kind = "tie_break"
    assert rounds.without_seat(round_) == []
