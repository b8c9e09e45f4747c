"""Team against team on several boards: seats, line-ups, forfeits, team points (rules.md §14)."""

import pytest
from django.utils import timezone

from scoring import DomainError
from tests import factories, page_reader
from tests.page_reader import codes
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.finals import medals
from tournaments.models import Act, Device, Meeting, Seat
from tournaments.pairing.boards import HOME
from tournaments.rounds import protests, scores, seating, stages
from tournaments.standings import cards, standings
from tournaments.transfer import copies, simulated_tournament
from tournaments.web.device_api import state as device_api_state

pytestmark = pytest.mark.django_db
FORFEIT = {"present": 121, "absent": 0}


def make_tournament(teams=4, boards=2, members=0, match_rules=(), **choices):
    match_rules = {"count": boards, "by": "won", "points": [2, 1, 0], "bye": "won", **dict(match_rules)}
    return factories.simulated(teams, "cribbage-teams", members=members, boards=match_rules, **choices)


def of_one_match(round_):
    """Return the meetings of the first match, by board."""
    each = round_.stage.rules["boards"]["count"]
    return list(round_.meetings.filter(void_act=None).order_by("place__number")[:each])


def points(tournament):
    return {row.number: row.values[0] for row in standings(tournament).rows}


@pytest.mark.parametrize("boards", [2, 5, 8])
def test_every_board_has_its_own_table_side_by_side(boards):
    round_ = factories.open_round(make_tournament(4, boards))
    matches = rounds.team_matches(round_)
    assert [match.tables for match in matches] == [
        tuple(range(1 + boards * at, 1 + boards * (at + 1))) for at in range(2)
    ]
    for match in matches:
        assert {seat.letter for seat in match.home.boards} == {HOME}
        for side in match.sides:
            in_order = list(side.entry.members.order_by("position"))
            assert [seat.member for seat in side.boards] == in_order


def test_home_side_alternates():
    tournament = make_tournament(6, 2)
    simulated_tournament.play(tournament, seed=1, by=None)
    at_home = {entry.number: 0 for entry in tournament.entries.all()}
    for number in Seat.objects.filter(Seat.OF_A_MATCH, letter=HOME).values_list("entry__number", flat=True):
        at_home[number] += 1
    assert set(at_home.values()) <= {2, 3}


def test_the_preview_names_all_tables_of_a_match(client):
    tournament = make_tournament(5, 3, odd="bye", bye_credit=0)
    client.force_login(factories.organiser(tournament))
    shown = client.get(f"/t/{tournament.slug}/rounds/seat/?anyway=1").context
    assert sorted(one["label"] for one in shown["tables"]) == ["1", "4–6", "7–9"]
    assert shown["used"] == 6, "a team without an opponent needs no table"
    factories.open_round(tournament)
    for meeting in Meeting.objects.filter(void_act=None):
        factories.enter(meeting, [121, 80]) if meeting.seats.count() == 2 else None
    rounds.close_round(tournament.stages.get(order=1).rounds.get(), by=None)
    shown = client.get(f"/t/{tournament.slug}/rounds/seat/").context
    assert {seat["from"] for one in shown["tables"] for seat in one["seats"]} == {1, 4, 7}, "its first board"


def test_match_is_won_by_boards_once_all_are_in():
    tournament = make_tournament(4, 2)
    first, second = of_one_match(factories.open_round(tournament))
    (home,), (away,) = scores.sides_of(first)
    factories.enter(first, [121, 90])
    assert set(points(tournament).values()) == {0}
    factories.enter(second, [121, 119])
    assert (points(tournament)[home], points(tournament)[away]) == (2, 0)
    line = scores.last_line_of(second)
    scores.write_line(
        second, kind="correction", data={"v": 1, "pegged": [119, 121]}, sides=scores.sides_of(second),
        by="desk", nonce="turned", basis=line, corrects=line,
    )  # fmt: skip
    assert (points(tournament)[home], points(tournament)[away]) == (1, 1)
    tournament.refresh_from_db()
    assert standings(tournament, upto=tournament.version).rows == standings(tournament).rows


@pytest.mark.parametrize(
    ("by", "expected"), [("won", (3, 1, 0)), ("pegged", (3, 1, 0)), ("match_points", (3, 1, 0))]
)
def test_team_points_follow_declared_rule(by, expected):
    data = {"by": by, "points": list(expected), "bye": "nothing"}
    tournament = make_tournament(2, 2, match_rules=data, match_points="acc")
    first, second = of_one_match(factories.open_round(tournament))
    (home,), (away,) = scores.sides_of(first)
    factories.enter(first, [121, 60])  # a skunk
    factories.enter(second, [119, 121])
    level = by == "won"
    assert points(tournament) == ({home: 1, away: 1} if level else {home: 3, away: 0})


def test_tied_teams_play_one_medal_match():
    tournament = make_tournament(4, 2, order=["team_points"], rounds=1)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    seats = [(meeting.board, meeting.seats.count()) for meeting in medals.open_meetings(tournament)]
    assert seats == [(None, 2), (None, 2)]
    for meeting in medals.open_meetings(tournament):
        for game in (1, 2):
            factories.enter(meeting, [90, 121], game=game)
    medals.advance(tournament, by=None)
    assert [row.rank for row in standings(tournament).rows] == [1, 2, 3, 4]


def test_line_up_with_substitute_can_be_undone():
    tournament = make_tournament(2, 2, members=3)
    round_ = factories.open_round(tournament)
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
def test_invalid_line_up_is_refused(pick, code):
    round_ = factories.open_round(make_tournament(2, 2, members=3))
    side = rounds.team_matches(round_)[0].home
    with pytest.raises(DomainError) as refused:
        rounds.change_line_up(round_, side.entry.number, pick(side.squad), by=None)
    assert refused.value.code == code
    assert not Act.objects.filter(kind="line_up").exists()


def test_line_up_change_keeps_results():
    tournament = make_tournament(2, 2, members=3)
    round_ = factories.open_round(tournament)
    first, _second = of_one_match(round_)
    factories.enter(first, [121, 90])
    before = standings(tournament).rows
    side = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, side.entry.number, [side.squad[2].pk, side.squad[1].pk], by=None)
    assert standings(tournament).rows == before
    row = cards(tournament)[side.entry.number][0]
    assert (row.member, row.board) == ((3, side.squad[2].player.name), 1)


def test_boards_left_empty_are_awarded_at_once():
    tournament = make_tournament(2, 3, members=2, forfeit=FORFEIT)
    round_ = factories.open_round(tournament)
    home = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, home.entry.number, [home.squad[0].pk, None, home.squad[1].pk], by=None)
    first, second, third = of_one_match(round_)
    factories.enter(first, [121, 90])
    assert rounds.award_empty(round_, by=None) == 2
    shown = standings(tournament).by_number
    away = rounds.team_matches(round_)[0].away.entry.number
    assert [(shown[number].won, shown[number].awards) for number in (home.entry.number, away)] == [
        (2, 2),
        (1, 2),
    ]
    assert not rounds.empty_boards(round_)
    with pytest.raises(DomainError, match="no_boards_empty"):
        rounds.award_empty(round_, by=None)
    assert [scores.match_state(meeting).over for meeting in (second, third)] == [True, True]


def test_board_empty_on_both_sides_has_no_winner():
    tournament = make_tournament(2, 3, members=2, forfeit=FORFEIT)
    round_ = factories.open_round(tournament)
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


def test_single_players_cannot_be_seated_on_boards():
    tournament = factories.tournament(4, key="cribbage-teams", tables=8)
    with pytest.raises(DomainError, match="boards_need_teams"):
        rounds.seat(stages.qualifying(tournament), 1, by=None)


def test_a_fixed_seat_is_at_the_first_board_of_its_match():
    tournament = make_tournament(4, 2)
    tournament.entries.filter(number=3).update(fixed_seat=[4, "A"])
    fixed = {one.number: one.fixed for one in seating.people(stages.qualifying(tournament), 1)}
    assert fixed == {1: None, 2: None, 3: (3, "A"), 4: None}


def test_each_board_explains_pairing_of_teams(client):
    tournament = make_tournament(4, 2)
    round_ = factories.open_round(tournament)
    client.force_login(factories.organiser(tournament))
    for match in rounds.team_matches(round_):
        teams = {match.home.entry.name, match.away.entry.name}
        for table in match.tables:
            context = client.get(f"/t/{tournament.slug}/rounds/1/why/{table}/").context
            assert context["table"] == match.tables[0]
            assert {name.split(" (")[0] for _letter, name, _partners in context["seats"]} == teams
    assert client.get(f"/t/{tournament.slug}/rounds/1/why/99/").status_code == 404


def test_two_teams_change_places_with_all_their_boards():
    tournament = make_tournament(4, 2)
    round_ = factories.open_round(tournament)
    one, other = rounds.team_matches(round_)
    rounds.swap(round_, one.home.entry.number, other.home.entry.number, by=None)
    now = rounds.team_matches(round_)
    assert [match.home.entry for match in now] == [other.home.entry, one.home.entry]
    assert Meeting.objects.filter(round=round_, void_act=None).count() == 4


def test_a_copy_keeps_boards_and_line_ups(tmp_path):
    tournament = make_tournament(2, 2, members=3)
    round_ = factories.open_round(tournament)
    side = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, side.entry.number, [side.squad[2].pk, None], by=None)
    before = seats_of(tournament)
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    again = copies.restore(copy, by=factories.director())
    assert seats_of(again) == before


def seats_of(tournament):
    of_day = Seat.objects.filter(meeting__round__stage__tournament=tournament).order_by(
        "meeting__place__number", "letter"
    )
    return list(of_day.values_list("meeting__board", "letter", "entry__number", "member__player__name"))


def test_a_tablet_of_a_board_names_those_who_play_there():
    tournament = make_tournament(2, 2, members=3)
    factories.open_round(tournament)
    home, away = rounds.team_matches(stages.qualifying(tournament).rounds.get())[0].sides
    table = {"tournament": tournament, "place": tournament.places.get(number=2)}
    device = Device.objects.create(
        **table, token_hash="0" * 64, joined_at=timezone.now(), last_seen=timezone.now()
    )
    (meeting,) = device_api_state.here(device, seen=0, epoch=0, addresses=[])["meetings"]
    named = [side["entries"][0]["name"].partition(" (")[0] for side in meeting["sides"]]
    assert named == [home.squad[1].player.name, away.squad[1].player.name]


def test_line_up_page_saves_changes_and_shows_errors(client):
    tournament = make_tournament(2, 2, members=3, forfeit=FORFEIT)
    round_ = factories.open_round(tournament)
    client.force_login(factories.organiser(tournament))
    address = f"/t/{tournament.slug}/rounds/1/line-ups/"
    side = rounds.team_matches(round_)[0].home
    keys = [member.pk for member in side.squad]
    refused = client.post(address, {"entry": side.entry.number, "board": [keys[0], keys[0]]})
    assert refused.status_code == 422
    assert "line_up_twice" in codes(refused)
    assert client.post(address, {"entry": side.entry.number, "board": [keys[2], ""]}).status_code == 302
    assert rounds.team_matches(round_)[0].home.members == [keys[2], None]
    assert client.post(address, {"do": "award"}).status_code == 302
    assert not rounds.empty_boards(round_)


def test_penalty_and_protest_are_about_the_board_they_were_opened_from(client):
    tournament = make_tournament(4, 3)
    round_ = factories.open_round(tournament)
    for meeting in of_one_match(round_):
        factories.enter(meeting, [121, 80])
    first, _second, third = of_one_match(round_)
    home = scores.sides_of(third)[0][0]
    client.force_login(factories.organiser(tournament))
    panel = page_reader.parse(client.get(f"/t/{tournament.slug}/desk/table/{third.uid}/"))
    links = [link["href"] for link in panel.all("a")]
    penalty, protest = (
        next(link for link in links if link.startswith(f"/t/{tournament.slug}/{page}/?"))
        for page in ("penalties", "protests")
    )
    hidden = [
        page_reader.parse(client.get(link)).one("[name=meeting]")["value"] for link in (penalty, protest)
    ]
    assert hidden == [str(third.uid)] * 2
    about = {"number": home, "meeting": hidden[0]}
    taken = {"game": "1-1-1", "words": "Late", "takes": "game", "nonce": "p"}
    client.post(f"/t/{tournament.slug}/penalties/write/", about | taken)
    client.post(f"/t/{tournament.slug}/protests/file/", about | {"round": 1, "text": "121, pas 119"})
    assert [ruled.line.meeting for ruled in scores.recorded_penalties(tournament)] == [third]
    assert [len(protests.unanswered_protests_at(one)) for one in (first, third)] == [0, 1]


def test_penalty_and_protest_of_a_team_need_a_board(client):
    tournament = make_tournament(4, 3)
    meetings = of_one_match(factories.open_round(tournament))
    for meeting in meetings:
        factories.enter(meeting, [121, 80])
    home = scores.sides_of(meetings[0])[0][0]
    client.force_login(factories.organiser(tournament))
    taken = {"game": "1-1-1", "words": "Late", "takes": "points", "points": 2, "nonce": "p"}
    for address, typed in (("penalties/write", taken), ("protests/file", {"round": 1, "text": "119"})):
        refused = client.post(f"/t/{tournament.slug}/{address}/", typed | {"number": home})
        assert (refused.status_code, refused.context["refused"].code) == (422, "several_tables")
    assert not scores.recorded_penalties(tournament)
    assert not protests.protests_of(tournament)
