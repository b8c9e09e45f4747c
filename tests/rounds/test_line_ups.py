"""Line-ups of teams on boards: changes, what is taken back, and awards."""

import pytest

from scoring import DomainError
from tests import factories
from tests.rounds.test_teams_on_boards import FORFEIT, make_tournament, of_one_match
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Entry, Round, Seat
from tournaments.registration import fold, found_by
from tournaments.rounds import history, line_ups, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Return two teams of three on two boards, nothing seated yet."""
    return make_tournament(2, 2, members=3)


def seat_round(tournament, number=1):
    return rounds.seat(stages.qualifying(tournament), number, by=None)


def home_side(round_):
    return rounds.team_matches(round_)[0].home


def set_line_up(round_, *positions, number=None):
    """Set the line-up of the home team: the place in its squad of each board's player, 0 for none."""
    side = home_side(round_)
    keys = [side.squad[at - 1].pk if at else None for at in positions]
    return rounds.change_line_up(round_, number or side.entry.number, keys, by=None)


def positions(round_):
    return [seat.member.position if seat.member else 0 for seat in home_side(round_).boards]


def line_up_of(round_, number):
    """Return the positions of the team with this number, by board."""
    sides = (side for match in rounds.team_matches(round_) for side in match.sides)
    (side,) = (one for one in sides if one.entry.number == number)
    return line_ups.board_positions(side.squad, side.members)


def test_action_names_members_by_position(tournament):
    round_ = seat_round(tournament)
    assert positions(round_) == [1, 2]
    act = set_line_up(round_, 3, 0)
    data = {"stage": 1, "round": 1, "entry": home_side(round_).entry.number, "members": [3, 0]}
    assert (act.args, act.inverse) == (data, {"members": [1, 2]})
    assert positions(round_) == [3, 0]
    assert home_side(round_).empty and not rounds.team_matches(round_)[0].away.empty


def test_match_is_listed_board_by_board(tournament):
    round_ = seat_round(tournament)
    factories.open_round(make_tournament(2, 2))  # of another day
    (match,) = rounds.team_matches(round_)
    assert [(board, table) for board, table, _home, _away in match.rows] == [(1, 1), (2, 2)]
    assert [(home.letter, away.letter) for _board, _table, home, away in match.rows] == [("A", "B")] * 2


def test_line_up_stays_when_teams_are_swapped_and_when_that_is_undone():
    round_ = seat_round(make_tournament(4, 2, members=3))
    moved, stays, other = (
        side.entry.number
        for side in (
            home_side(round_),
            rounds.team_matches(round_)[0].away,
            rounds.team_matches(round_)[1].home,
        )
    )

    before = set_line_up(round_, 3, 0)
    swapped = rounds.swap(round_, moved, other, by=None)
    assert [line_up_of(round_, number) for number in (moved, stays, other)] == [[3, 0], [1, 2], [1, 2]]
    assert audit_log.undo_obstacle(before) is None
    squad = home_side(round_).squad
    rounds.change_line_up(round_, other, [squad[1].pk, squad[0].pk], by=None)
    audit_log.undo(swapped, by=None)
    assert [line_up_of(round_, number) for number in (moved, stays, other)] == [[3, 0], [1, 2], [2, 1]]


def test_line_up_stays_when_a_team_sits_out_for_a_while():
    tournament = make_tournament(5, 2, members=3, odd="bye", bye_credit=0)
    round_ = seat_round(tournament)
    seated = {side.entry.number for match in rounds.team_matches(round_) for side in match.sides}
    (alone,) = set(tournament.entries.values_list("number", flat=True)) - seated
    first, second = (match.home for match in rounds.team_matches(round_))
    set_line_up(round_, 3, 0)
    swapped = rounds.swap(round_, first.entry.number, alone, by=None)
    assert line_up_of(round_, alone) == [1, 2]
    squad = list(tournament.entries.get(number=alone).members.order_by("position"))
    rounds.change_line_up(round_, alone, [squad[1].pk, squad[0].pk], by=None)
    audit_log.undo(swapped, by=None)
    assert line_up_of(round_, first.entry.number) == [3, 0]
    rounds.swap(round_, second.entry.number, alone, by=None)
    assert line_up_of(round_, alone) == [2, 1]


def test_only_a_team_leaves_a_board_empty():
    seats = (Seat(member=None),)
    assert line_ups.Side(Entry(team="Les Érables"), seats, ()).empty
    assert not line_ups.Side(Entry(name="Maison L'Écuyer"), seats, ()).empty


def test_a_team_that_sits_out_has_the_declared_points_of_a_bye():
    tournament = make_tournament(3, 2, match_rules={"bye": "level"}, odd="bye", bye_credit=0)
    factories.open_round(tournament)
    (alone,) = [table for table in history.past(stages.qualifying(tournament), 2)[0] if len(table.seats) == 1]
    assert [score.matches_won for score in alone.scores] == [1]


def test_unknown_member_has_no_position(tournament):
    (first, *_others) = home_side(seat_round(tournament)).squad
    assert line_ups.board_positions([first], [first.pk, None, 0]) == [first.position, 0, 0]


def test_line_up_changes_only_own_team(tournament):
    round_ = seat_round(tournament)
    before = dict(Seat.objects.values_list("pk", "member"))
    set_line_up(round_, 2, 1)
    after = dict(Seat.objects.values_list("pk", "member"))
    assert {pk for pk in before if before[pk] != after[pk]} == {seat.pk for seat in home_side(round_).boards}


def test_voided_round_has_no_line_up(tournament):
    round_ = seat_round(tournament)
    act = set_line_up(round_, 2, 1)
    audit_log.undo(tournament.acts.get(kind="seat"), by=None)
    assert rounds.team_matches(round_) == []
    with pytest.raises(DomainError, match=r"^line_up_not_seated") as found:
        rounds.change_line_up(round_, 1, [None, None], by=None)
    assert found.value.args_ == {"round": 1}
    assert audit_log.undo_obstacle(act).code == "round_has_moved_on"


def test_copy_with_voided_round_has_no_line_up(tournament):
    round_ = seat_round(tournament)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.VOID)
    assert rounds.team_matches(round_) == []


def test_only_a_team_that_meets_another_has_a_line_up():
    tournament = make_tournament(3, 2, odd="house")
    round_ = seat_round(tournament)
    (house,) = tournament.entries.filter(kind="house")
    for number in (99, house.number):
        with pytest.raises(DomainError, match=r"^boards_no_such_team"):
            set_line_up(round_, 1, 2, number=number)
    assert not tournament.acts.filter(kind="line_up").exists()


def test_line_ups_are_undone_newest_first(tournament):
    round_ = seat_round(tournament)
    first, second = set_line_up(round_, 3, 1), set_line_up(round_, 2, 0)
    assert audit_log.undo_obstacle(first).code == "undo_later_first"
    for act, then in ((second, [3, 1]), (first, [1, 2])):
        audit_log.undo(act, by=None)
        assert positions(round_) == then


def test_line_up_of_undone_seating_is_not_undone():
    tournament = make_tournament(3, 2, odd="bye", bye_credit=0)
    round_ = seat_round(tournament)
    act = set_line_up(round_, 2, 1)
    audit_log.undo(tournament.acts.get(kind="seat"), by=None)
    seat_round(tournament)
    assert audit_log.undo_obstacle(act).code == "round_has_moved_on"


def test_awarding_empty_boards_needs_declared_forfeit():
    tournament = make_tournament(2, 3, members=2, forfeit={"present": None, "absent": None})
    with pytest.raises(DomainError, match=r"^no_forfeit_declared"):
        rounds.award_empty(factories.open_round(tournament), by=None)


def test_present_side_gets_forfeit_points_home_or_away():
    tournament = make_tournament(2, 2, members=2, forfeit=FORFEIT)
    round_ = factories.open_round(tournament)
    home, away = rounds.team_matches(round_)[0].sides
    for side, keys in ((home, [home.squad[0].pk, None]), (away, [None, away.squad[0].pk])):
        rounds.change_line_up(round_, side.entry.number, keys, by=None)
    assert [side for _meeting, side in rounds.empty_boards(round_)] == [0, 1]
    assert rounds.award_empty(round_, by=None) == 2
    had = [list(one.results.order_by("side").values_list("pegged", "won")) for one in of_one_match(round_)]
    assert had == [[(121, True), (0, False)], [(0, False), (121, True)]]


def test_unseated_are_spare_members_or_teams():
    """Of the two teams that meet each has one spare member; the third sits out, and the fourth has left."""
    tournament = make_tournament(4, 2, members=3, odd="bye", bye_credit=0)
    registration.withdraw(tournament.entries.get(number=4), from_round=1, by=None)
    registration.ensure_house(tournament, "Maison L'Écuyer")
    round_ = seat_round(tournament)
    playing = {side.entry.number for side in rounds.team_matches(round_)[0].sides}
    rows = rounds.rows_without_seat(round_)
    assert sorted((row.entry.number, row.member.position if row.member else 0) for row in rows) == [
        *((number, 3) for number in sorted(playing)),
        (4, 0),
    ]
    assert [row.sort_name for row in rows] == sorted(row.sort_name for row in rows)
    for row in (*rows, *rounds.sheet(round_)):
        if row.member:
            assert (row.sort_name, row.found_by) == (row.member.player.sort_name, fold(row.name))
        else:
            assert (row.sort_name, row.found_by) == (row.entry.sort_name, found_by(row.entry))
    assert [row.seated for row in rows] == [False] * 3
    factories.open_round(make_tournament(2, 2))  # another day's seats are not on this sheet
    assert [row.seated for row in rounds.sheet(round_)] == [True] * 5
    round_.stage.kind = "tie_break"
    assert rounds.rows_without_seat(round_) == []
