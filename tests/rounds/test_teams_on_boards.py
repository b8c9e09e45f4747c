"""Team against team on several boards: seats, line-ups, forfeits, team points (rules.md §14)."""

import pytest
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.shown_by import codes
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.finals import medals
from tournaments.models import Act, Device, Meeting, Seat
from tournaments.pairing.boards import HOME
from tournaments.rounds import scores, seating, stages
from tournaments.standings import cards, standings
from tournaments.transfer import copies, simulated_day
from tournaments.web.device_api import state as device_api_state

pytestmark = pytest.mark.django_db
FORFEIT = {"present": 121, "absent": 0}


def day_of(teams=4, boards=2, members=0, told=(), **choices):
    told = {"count": boards, "by": "won", "points": [2, 1, 0], "bye": "won", **dict(told)}
    return factories.simulated(teams, "cribbage-teams", members=members, boards=told, **choices)


def opened(day, number=1):
    return rounds.open_round(rounds.seat(stages.qualifying(day), number, by=None), by=None)


def of_one_match(round_):
    """The meetings of the first match, by board."""
    each = round_.stage.rules["boards"]["count"]
    return list(round_.meetings.filter(void_act=None).order_by("place__number")[:each])


def points(day):
    return {row.number: row.values[0] for row in standings(day).rows}


@pytest.mark.parametrize("boards", [2, 5, 8])
def test_every_board_has_its_own_table_side_by_side(boards):
    round_ = opened(day_of(4, boards))
    matches = rounds.team_matches(round_)
    assert [match.tables for match in matches] == [
        tuple(range(1 + boards * at, 1 + boards * (at + 1))) for at in range(2)
    ]
    for match in matches:
        assert {seat.letter for seat in match.home.boards} == {HOME}
        for side in match.sides:
            in_order = list(side.entry.members.order_by("position"))
            assert [seat.member for seat in side.boards] == in_order


def test_home_goes_round():
    day = day_of(6, 2)
    simulated_day.play(day, seed=1, by=None)
    at_home = {entry.number: 0 for entry in day.entries.all()}
    for number in Seat.objects.filter(Seat.OF_A_MATCH, letter=HOME).values_list("entry__number", flat=True):
        at_home[number] += 1
    assert set(at_home.values()) <= {2, 3}


def test_the_preview_names_all_tables_of_a_match(client):
    day = day_of(5, 3, odd="bye", bye_credit=0)
    client.force_login(factories.organiser(day))
    shown = client.get(f"/t/{day.slug}/rounds/seat/?anyway=1").context
    assert sorted(one["label"] for one in shown["tables"]) == ["1", "4–6", "7–9"]
    assert shown["used"] == 6, "a team without an opponent needs no table"
    opened(day)
    for meeting in Meeting.objects.filter(void_act=None):
        factories.enter(meeting, [121, 80]) if meeting.seats.count() == 2 else None
    rounds.close_round(day.stages.get(order=1).rounds.get(), by=None)
    shown = client.get(f"/t/{day.slug}/rounds/seat/").context
    assert {seat["from"] for one in shown["tables"] for seat in one["seats"]} == {1, 4, 7}, "its first board"


def test_a_match_is_won_by_boards_and_nobodys_while_one_is_open():
    day = day_of(4, 2)
    first, second = of_one_match(opened(day))
    (home,), (away,) = scores.sides_of(first)
    factories.enter(first, [121, 90])
    assert set(points(day).values()) == {0}
    factories.enter(second, [121, 119])
    assert (points(day)[home], points(day)[away]) == (2, 0)
    line = scores.last_line_of(second)
    scores.write_line(
        second, kind="correction", data={"v": 1, "pegged": [119, 121]}, sides=scores.sides_of(second),
        by="desk", nonce="turned", basis=line, corrects=line,
    )  # fmt: skip
    assert (points(day)[home], points(day)[away]) == (1, 1)
    day.refresh_from_db()
    assert standings(day, upto=day.version).rows == standings(day).rows


@pytest.mark.parametrize(
    ("by", "expected"), [("won", (3, 1, 0)), ("pegged", (3, 1, 0)), ("match_points", (3, 1, 0))]
)
def test_declared_points_and_what_decides(by, expected):
    told = {"by": by, "points": list(expected), "bye": "nothing"}
    day = day_of(2, 2, told=told, match_points="acc")
    first, second = of_one_match(opened(day))
    (home,), (away,) = scores.sides_of(first)
    factories.enter(first, [121, 60])  # a skunk
    factories.enter(second, [119, 121])
    level = by == "won"
    assert points(day) == ({home: 1, away: 1} if level else {home: 3, away: 0})


def test_teams_that_are_level_at_the_end_play_one_match_and_not_one_a_board():
    day = day_of(4, 2, order=["team_points"], rounds=1)
    round_ = opened(day)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    medals.create(day, seed=1, by=None)
    seats = [(meeting.board, meeting.seats.count()) for meeting in medals.open_meetings(day)]
    assert seats == [(None, 2), (None, 2)]
    for meeting in medals.open_meetings(day):
        for game in (1, 2):
            factories.enter(meeting, [90, 121], game=game)
    medals.advance(day, by=None)
    assert [row.rank for row in standings(day).rows] == [1, 2, 3, 4]


def test_a_substitute_plays_and_it_can_be_taken_back():
    day = day_of(2, 2, members=3)
    round_ = opened(day)
    side = rounds.team_matches(round_)[0].home
    one, two, three = side.squad
    act = rounds.change_line_up(round_, side.entry.number, [three.pk, one.pk], by=None)
    now = rounds.team_matches(round_)[0].home
    assert now.members == [three.pk, one.pk]
    assert {row.name.partition(" (")[0] for row in rounds.sheet(round_) if row.entry == side.entry} == {
        three.player.name, one.player.name
    }  # fmt: skip
    audit_log.undo(act, by=None)
    assert rounds.team_matches(round_)[0].home.members == [one.pk, two.pk]


@pytest.mark.parametrize(
    ("pick", "code"),
    [
        (lambda squad: [squad[0].pk, squad[0].pk], "line_up_twice"),
        (lambda squad: [squad[0].pk, 0], "line_up_stranger"),
        (lambda squad: [squad[0].pk], "line_up_stranger"),
        (lambda squad: [None, None], "line_up_of_nobody"),
        (lambda squad: [squad[0].pk, squad[1].pk], "line_up_same"),
    ],
)
def test_a_line_up_that_cannot_be(pick, code):
    round_ = opened(day_of(2, 2, members=3))
    side = rounds.team_matches(round_)[0].home
    with pytest.raises(DomainError) as refused:
        rounds.change_line_up(round_, side.entry.number, pick(side.squad), by=None)
    assert refused.value.code == code
    assert not Act.objects.filter(kind="line_up").exists()


def test_a_line_up_changed_after_the_result_touches_no_line():
    day = day_of(2, 2, members=3)
    round_ = opened(day)
    first, _second = of_one_match(round_)
    factories.enter(first, [121, 90])
    before = standings(day).rows
    side = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, side.entry.number, [side.squad[2].pk, side.squad[1].pk], by=None)
    assert standings(day).rows == before
    row = cards(day)[side.entry.number][0]
    assert (row.member, row.board) == ((3, side.squad[2].player.name), 1)


def test_boards_left_empty_are_awarded_at_once():
    day = day_of(2, 3, members=2, forfeit=FORFEIT)
    round_ = opened(day)
    home = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, home.entry.number, [home.squad[0].pk, None, home.squad[1].pk], by=None)
    first, second, third = of_one_match(round_)
    factories.enter(first, [121, 90])
    assert rounds.award_empty(round_, by=None) == 2
    shown = standings(day).by_number
    away = rounds.team_matches(round_)[0].away.entry.number
    assert [(shown[number].won, shown[number].awards) for number in (home.entry.number, away)] == [
        (2, 2),
        (1, 2),
    ]
    assert not rounds.empty_boards(round_)
    with pytest.raises(DomainError, match="no_boards_empty"):
        rounds.award_empty(round_, by=None)
    assert [scores.match_state(meeting).over for meeting in (second, third)] == [True, True]


def test_a_board_that_both_leave_empty_is_nobodys_and_a_penalty_is_no_result():
    day = day_of(2, 3, members=2, forfeit=FORFEIT)
    round_ = opened(day)
    match = rounds.team_matches(round_)[0]
    home = [match.home.squad[0].pk, None, None]  # the away team leaves the third one empty
    rounds.change_line_up(round_, match.home.entry.number, home, by=None)
    _first, second, third = of_one_match(round_)
    left = dict(rounds.empty_boards(round_))
    there = {meeting.pk: side for meeting, side in left.items()}
    assert there == {second.pk: 1, third.pk: None}
    scores.penalise(
        second,
        game=1,
        number=match.away.entry.number,
        takes=scores.PenaltyEffect("deal"),
        why={"words": "Cards shown"},
        nonce="penalty",
        user=None,
    )
    assert {meeting.pk for meeting, _side in rounds.empty_boards(round_)} == {second.pk, third.pk}
    assert rounds.award_empty(round_, by=None) == 2
    assert scores.current_result(second).data["pegged"] == [0, 121]
    assert scores.current_result(third).data["pegged"] == [0, 0]
    assert scores.current_result(third).data["winner"] is None


def test_nobody_is_seated_alone_where_teams_meet():
    day = factories.tournament(4, key="cribbage-teams", tables=8)
    with pytest.raises(DomainError, match="boards_need_teams"):
        rounds.seat(stages.qualifying(day), 1, by=None)


def test_a_fixed_seat_is_at_the_first_board_of_its_match():
    day = day_of(4, 2)
    day.entries.filter(number=3).update(fixed_seat=[4, "A"])
    fixed = {one.number: one.fixed for one in seating.people(stages.qualifying(day), 1)}
    assert fixed == {1: None, 2: None, 3: (3, "A"), 4: None}


def test_every_board_says_why_its_teams_meet(client):
    day = day_of(4, 2)
    round_ = opened(day)
    client.force_login(factories.organiser(day))
    for match in rounds.team_matches(round_):
        teams = {match.home.entry.name, match.away.entry.name}
        for table in match.tables:
            told = client.get(f"/t/{day.slug}/rounds/1/why/{table}/").context
            assert told["table"] == match.tables[0]
            assert {name.split(" (")[0] for _letter, name, _partners in told["seats"]} == teams
    assert client.get(f"/t/{day.slug}/rounds/1/why/99/").status_code == 404


def test_two_teams_change_places_with_all_their_boards():
    day = day_of(4, 2)
    round_ = opened(day)
    one, other = rounds.team_matches(round_)
    rounds.swap(round_, one.home.entry.number, other.home.entry.number, by=None)
    now = rounds.team_matches(round_)
    assert [match.home.entry for match in now] == [other.home.entry, one.home.entry]
    assert Meeting.objects.filter(round=round_, void_act=None).count() == 4


def test_a_copy_keeps_boards_and_line_ups(tmp_path):
    day = day_of(2, 2, members=3)
    round_ = opened(day)
    side = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, side.entry.number, [side.squad[2].pk, None], by=None)
    before = seats_of(day)
    copy = copies.open_copy(copies.seal_copy(copies.pack(day)))
    again = copies.restore(copy, by=factories.director())
    assert seats_of(again) == before


def seats_of(day):
    of_day = Seat.objects.filter(meeting__round__stage__tournament=day).order_by(
        "meeting__place__number", "letter"
    )
    return list(of_day.values_list("meeting__board", "letter", "entry__number", "member__player__name"))


def test_a_tablet_of_a_board_names_those_who_play_there():
    day = day_of(2, 2, members=3)
    opened(day)
    home, away = rounds.team_matches(stages.qualifying(day).rounds.get())[0].sides
    table = {"tournament": day, "place": day.places.get(number=2)}
    device = Device.objects.create(
        **table, token_hash="0" * 64, joined_at=timezone.now(), last_seen=timezone.now()
    )
    (meeting,) = device_api_state.here(device, seen=0, epoch=0, addresses=[])["meetings"]
    named = [side["entries"][0]["name"].partition(" (")[0] for side in meeting["sides"]]
    assert named == [home.squad[1].player.name, away.squad[1].player.name]


def test_the_desk_changes_a_line_up_and_says_what_is_wrong(client):
    day = day_of(2, 2, members=3, forfeit=FORFEIT)
    round_ = opened(day)
    client.force_login(factories.organiser(day))
    address = f"/t/{day.slug}/rounds/1/line-ups/"
    side = rounds.team_matches(round_)[0].home
    keys = [member.pk for member in side.squad]
    refused = client.post(address, {"entry": side.entry.number, "board": [keys[0], keys[0]]})
    assert refused.status_code == 422
    assert "line_up_twice" in codes(refused)
    assert client.post(address, {"entry": side.entry.number, "board": [keys[2], ""]}).status_code == 302
    assert rounds.team_matches(round_)[0].home.members == [keys[2], None]
    assert client.post(address, {"do": "award"}).status_code == 302
    assert not rounds.empty_boards(round_)
