"""Partial updates of a desk: what has changed since its last answer adds up to the whole desk."""

import contextlib
import random
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.samples import SWEEP_FACTOR
from tests.web.desk.desk_client import Desk
from tournaments import registration
from tournaments.models import Line, Tournament
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db

TILE = re.compile(r'<li data-slot="([^"]+)">(.*?)</li>', re.DOTALL)
TILES = re.compile(r'(<ul class="tiles[^>]*>)(.*?)(</ul>)', re.DOTALL)
RANDOM = re.compile(r'(name="nonce" value|name="csrfmiddlewaretoken" value)="[^"]*"')


class Screen:
    """The state that the script of a desk keeps (`static/js/desk/board.js`, `screen.js`)."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.slots, self.tiles, self.around = desk, {}, {}, ""
        self.known = {}
        self.wholes = 0
        self.poll()

    def poll(self) -> None:
        self.read(self.desk.client.get(f"/t/{self.desk.tournament.slug}/desk/state/", self.known))

    def read(self, response) -> None:
        if response.status_code != 204:
            self.take(response.json())

    def take(self, data: dict) -> None:
        self.wholes += data["whole"]
        slots = {slot["id"]: slot for slot in data["slots"]}
        tiles = dict(TILE.findall(data["status"]))
        assert set(slots) == set(tiles)
        if not data["whole"]:
            assert set(slots) <= set(self.slots)
            slots, tiles = self.slots | slots, self.tiles | tiles
        self.slots, self.tiles = slots, {key: RANDOM.sub("", tile) for key, tile in tiles.items()}
        self.around = RANDOM.sub("", TILES.sub(r"\1\3", data["status"]))
        self.known = {"epoch": data["epoch"], "since": data["version"], "since_line": data["seen"]}

    @property
    def shown(self) -> tuple:
        return self.slots, self.tiles, self.around


def assert_screen_is_complete(screen: Screen) -> None:
    screen.poll()
    assert screen.shown == Screen(screen.desk).shown


def write_by_chance(chance: random.Random, round_, turn: int) -> None:
    """Write a line of some kind about some table; what is refused changes nothing."""
    meeting = chance.choice(list(round_.meetings.filter(void_act=None)))
    if len(scores.sides_of(meeting)) < 2:
        return
    last = scores.last_line_of(meeting)
    sides = scores.sides_of(meeting)
    if chance.random() < 0.2:  # the writer believed that others sit there
        others = chance.choice(list(round_.meetings.filter(void_act=None)))
        sides = scores.sides_of(others)
    kind = chance.choice(["claim", "claim", "correction", "void", "ruling", "award"])
    data = {"v": 1, "pegged": chance.choice([[121, 88], [70, 121], [121, 119]])}
    if kind == "award":
        data = scores.desk.award_data(meeting, "forfeit", winner=0, declared=[121, 60])
    if kind == "void":
        data = {"v": 1}
    by = {"by": Line.By.DESK}
    if kind in ("claim", "correction") and chance.random() < 0.4:
        seat = chance.choice(list(meeting.seats.all()))
        by = {"by": Line.By.SIDE, "by_entry": seat.entry}
    scores.write_line(
        meeting, kind=kind, data=data, sides=sides, nonce=f"n{turn}", basis=chance.choice([last, 0]), **by
    )


@pytest.mark.parametrize("seed", range(2 * SWEEP_FACTOR))
def test_partial_updates_add_up_to_the_whole_desk(seed):
    chance = random.Random(seed)
    tournament = factories.tournament(chance.choice([8, 9]), odd="bye", bye_credit=90)
    round_ = factories.open_round(tournament)
    screen = Screen(Desk(tournament))
    for turn in range(15):
        for also in range(chance.choice([1, 1, 3])):
            try:
                write_by_chance(chance, round_, 10 * turn + also)
            except scores.lines.DomainError:
                continue
        assert_screen_is_complete(screen)
    assert screen.wholes == 1


@pytest.mark.parametrize("seed", range(2 * SWEEP_FACTOR))
def test_answers_to_own_lines_add_up_to_the_whole_desk(seed):
    """Results, corrections, disputes and decisions are written, with lines of others in between."""
    chance = random.Random(seed)
    tournament = factories.tournament(9, odd="bye", bye_credit=90)
    round_ = factories.open_round(tournament)
    screen = Screen(Desk(tournament))
    done = set()
    for turn in range(25):
        if chance.random() < 0.3:
            with contextlib.suppress(scores.lines.DomainError):
                write_by_chance(chance, round_, turn)
        if chance.random() < 0.5:
            screen.desk.look()
        table = chance.randint(1, 4)
        written = Line.objects.filter(meeting=factories.meeting_at(round_, table))
        numbers = [0, *written.values_list("number", flat=True)]
        do = chance.choice(["enter", "correct", "correct", "rule", "void"]) if numbers[1:] else "enter"
        typed = {"winner": chance.choice("AB"), "loser": chance.choice([80, 119])}
        answer = screen.desk.post(do=do, table=table, line=chance.choice(numbers), **typed, **screen.known)
        screen.take(answer)
        done.add((do, answer["ok"]))
        assert screen.shown == Screen(screen.desk).shown, (turn, do)
    assert {("enter", True), ("correct", True)} <= done


@pytest.mark.parametrize("table", [2, 3])
def test_answer_includes_concurrent_lines_of_others(table):
    """They come when the desk has read its table already, and does not hold the lock yet."""
    tournament = factories.tournament(8)
    round_ = factories.open_round(tournament)
    screen = Screen(Desk(tournament))
    late = []

    def meanwhile(execute, sql, *given):
        answer = execute(sql, *given)
        if not late and 'FROM "tournaments_seat"' in sql:
            late.append(table)
            factories.enter(factories.meeting_at(round_, table), [100, 121])
        return answer

    with connection.execute_wrapper(meanwhile):
        answer = screen.desk.enter(3, "A", 80, **screen.known)
    assert late and answer["ok"]
    assert {slot["table"] for slot in answer["slots"]} == {3, table}
    screen.take(answer)
    assert screen.shown == Screen(screen.desk).shown
    assert answer["disputed"] == (table == 3)


def test_answer_includes_lines_written_right_after_the_commit():
    """Another line about the table comes after the commit, before the desk has read the newest version."""
    tournament = factories.tournament(8)
    round_ = factories.open_round(tournament)
    screen = Screen(Desk(tournament))
    late = []

    def afterwards(execute, sql, *given):
        if not late and sql.startswith("INSERT") and "tournaments_result" in sql:
            late.append("written")
        elif late == ["written"] and sql.lstrip().startswith("SELECT meeting.id, meeting.round_id"):
            late.append("followed")
            factories.enter(factories.meeting_at(round_, 3), [100, 121], basis=0)
        return execute(sql, *given)

    with connection.execute_wrapper(afterwards):
        screen.take(screen.desk.enter(3, "A", 80, **screen.known))
    assert late[1:]
    (slot,) = (slot for slot in screen.slots.values() if slot["table"] == 3)
    assert slot["disputed"]
    assert_screen_is_complete(screen)


def test_match_of_several_games_is_updated_in_parts():
    tournament, meeting = factories.medal_match()
    screen = Screen(Desk(tournament))
    for game, points in enumerate(([121, 90], [80, 121], [121, 110]), start=1):
        factories.enter(meeting, points, game=game)
        assert_screen_is_complete(screen)
    assert str(meeting.uid) not in screen.slots, "the match is decided"


def test_whole_desk_is_sent_after_an_action():
    tournament = factories.tournament(8)
    round_ = factories.open_round(tournament)
    desk = Desk(tournament)
    screen = Screen(desk)
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    registration.withdraw(factories.entry(tournament, 8), from_round=2, by=None)
    factories.enter(factories.meeting_at(round_, 2), [121, 88])
    assert_screen_is_complete(screen)
    assert screen.wholes == 2


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"since": 0},
        {"since": 0, "since_line": 0},
        {"epoch": 1, "since": 999, "since_line": 999},
        {"since": "-1", "since_line": "x"},
    ],
)
def test_invalid_known_version_gets_the_whole_desk(known):
    tournament = factories.tournament(8)
    factories.open_round(tournament)
    desk = Desk(tournament)
    state = desk.client.get(f"/t/{tournament.slug}/desk/state/", known).json()
    assert state["whole"] and len(state["slots"]) == 4


def test_answer_size_and_queries_do_not_grow_with_the_hall():
    small, large = (answer_cost(players) for players in (8, 60))
    assert small[1] == large[1]
    assert large[0] < small[0] * 1.2


def answer_cost(players: int) -> tuple[int, int]:
    """Return the size of the answer to a result, and its statements."""
    tournament = factories.tournament(players)
    round_ = factories.open_round(tournament)
    desk = Desk(tournament)
    factories.enter(factories.meeting_at(round_, 1), [121, 80])
    desk.look()
    known = {
        "epoch": desk.tournament.epoch,
        "since": desk.tournament.version,
        "since_line": desk.tournament.last_line,
    }
    with CaptureQueriesContext(connection) as captured:
        answer = desk.enter(2, "A", 80, **known)
    assert [slot["table"] for slot in answer["slots"]] == [2]
    return len(answer["status"]), len(captured)


def plain_statements(captured) -> list[str]:
    """Return the statements of a request without those around its transaction."""
    return [one["sql"] for one in captured if not one["sql"].startswith(("BEGIN", "SAVEPOINT", "RELEASE"))]


@pytest.mark.parametrize("players", [20, 200])
def test_query_limits_of_a_result_and_its_correction(players):
    tournament = factories.tournament(players)
    factories.open_round(tournament)
    desk = Desk(tournament)
    for most, do, winner in ((12, "enter", "A"), (18, "correct", "B")):
        desk.look()
        known = {
            "epoch": desk.tournament.epoch,
            "since": desk.tournament.version,
            "since_line": desk.tournament.last_line,
        }
        with CaptureQueriesContext(connection) as captured:
            answer = desk.enter(3, winner, 80, do=do, **known)
        assert len(plain_statements(captured)) <= most, "\n".join(
            one[:150] for one in plain_statements(captured)
        )
        assert [(slot["table"], slot["open"]) for slot in answer["slots"]] == [(3, False)]
        assert (answer["seen"], answer["version"]) == (
            desk.tournament.last_line + 1,
            desk.tournament.version + 1,
        )
    kinds = Line.objects.filter(tournament=tournament).order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["claim", "correction"]


def test_whole_desk_is_sent_after_a_new_epoch():
    tournament = factories.tournament(8)
    factories.open_round(tournament)
    screen = Screen(Desk(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(epoch=tournament.epoch + 1)
    screen.poll()
    assert screen.wholes == 2
