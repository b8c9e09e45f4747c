"""Two results of one game: shown with their writers and times; one tap lets one stand; tablets learn it."""

import re
from html import unescape
from uuid import uuid4

import pytest

from tests import factories
from tests.samples import SWEEP_FACTOR
from tests.web.tablets.device_clients import Phone, Tablet
from tests.web.tablets.test_map import words
from tournaments.models import Line, Tournament
from tournaments.rounds import scores
from tournaments.web.device_api import state as device_api_state
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


def pair_meeting():
    tournament = factories.tournament(8)
    return tournament, factories.meeting_at(factories.open_round(tournament), 1), [121, 88], [90, 121]


def three_sides_meeting():
    tournament = factories.tournament(9)
    round_ = factories.sit(tournament, 1, (4, 2, 9), (1, 3), (5, 6), (7, 8))
    return tournament, factories.meeting_at(round_, 1), [121, 88, 64], [121, 80, 64]


def partners_meeting():
    tournament = factories.tournament(8)
    round_ = factories.sit(tournament, 1, (4, 2, 7, 1), (3, 5), (6, 8), partners=[1])
    return tournament, factories.meeting_at(round_, 1), [121, 88], [99, 121]


def six_sides_meeting():
    tournament = factories.tournament(8)
    round_ = factories.sit(tournament, 1, (1, 2, 3, 4, 5, 6), (7, 8))
    return tournament, factories.meeting_at(round_, 1), [121, 88, 64, 50, 40, 30], [20, 121, 64, 50, 40, 30]


def medal_meeting():
    tournament, meeting = factories.medal_match()
    return tournament, meeting, [121, 88], [90, 121]


def enter_paper(meeting, pegged):
    factories.enter(meeting, pegged, nonce=uuid4().hex)


def send_result(held, meeting, pegged):
    held.says_of(meeting, pegged)


def desk_then_tablet(meeting, held, first, second):
    """Enter the paper at the desk, then send the result of a tablet that comes late."""
    enter_paper(meeting, first)
    send_result(held[0], meeting, second)
    return ["the desk", "tablet of table"]


def tablet_then_desk(meeting, held, first, second):
    """Send the result of a tablet, then enter a paper at the desk that has not seen it."""
    send_result(held[0], meeting, first)
    factories.enter(meeting, second, nonce=uuid4().hex, basis=0)
    return ["tablet of table", "the desk"]


def two_tablets(meeting, held, first, second):
    send_result(held[0], meeting, first)
    send_result(held[1], meeting, second)
    return ["tablet of table", "tablet “B”"]


# Each kind of table and each way keeps one of the two; `make figures` keeps each of both in turn.
CASES = [
    (played, ways, kept)
    for at, played in enumerate(
        (pair_meeting, three_sides_meeting, partners_meeting, six_sides_meeting, medal_meeting)
    )
    for way, ways in enumerate((desk_then_tablet, tablet_then_desk, two_tablets))
    for kept in (0, 1)
    if SWEEP_FACTOR > 1 or (at + way + kept) % 2
]


@pytest.mark.parametrize(("played", "ways", "kept"), CASES)
def test_dispute_is_decided_by_one_tap_and_tablet_sees_it(client, played, ways, kept):
    tournament, meeting, first, second = played()
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    table = meeting.place.number
    held = [Tablet(tournament, table), Tablet(tournament, table, "B")]
    who = ways(meeting, held, first, second)
    lines = list(Line.objects.filter(meeting=meeting).order_by("number"))

    html = unescape(client.get(f"/t/{tournament.slug}/desk/").content.decode())
    (box,) = re.findall(r'<section class="box error-box desk-dispute">.*?</section>', html, re.DOTALL)
    items = re.findall(r"<li.*?</li>", box, re.DOTALL)
    choices = [words(one) for one in items]
    assert len(choices) == box.count("/desk/rule/") == 2
    for choice, line, given in zip(choices, lines, who, strict=True):
        assert re.search(rf"Line {line.number}, {given}[^,]*, \d+:\d\d", choice), choice
    assert ["data-counts" in item for item in items] == [True, False]
    assert meeting_state(held[0])["state"] == "disputed"

    form = re.findall(
        r'<form method="post" action="[^"]*/desk/rule/" data-desk-form>.*?</form>', box, re.DOTALL
    )[kept]
    typed = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert client.post(f"/t/{tournament.slug}/desk/rule/", typed).status_code == 302
    (result,) = meeting_state(held[0])["results"][:1]
    assert result["pegged"] == (first, second)[kept]
    assert result["ruled"] is True
    assert "desk-dispute" not in client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert scores.table_state(meeting, table).game(1).values


def meeting_state(held):
    """Return what a tablet gets of the meeting at its table."""
    device = held.device
    return device_api_state.here(device, seen=0, epoch=0, addresses=[])["meetings"][0]


def test_gin_desk_shows_a_line_with_two_entries_on_one_side(client):
    tournament = factories.gin()
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    client.force_login(factories.organiser(tournament))
    one, other, another = tournament.entries.order_by("number")[:3]
    submission = scores.Submission(
        nonce=uuid4().hex,
        meeting=meeting.uid,
        game=1,
        kind="claim",
        data={"v": 1, "totals": [310, 85]},
        sides=[[one.number], [other.number, another.number]],
        basis=0,
    )
    assert scores.submit(Tablet(tournament, 1).device, submission).answer == "conflict"
    assert other.name in unescape(client.get(f"/t/{tournament.slug}/desk/").content.decode())


# Players' own phones: each speaks for one side alone


def player_phones(tournament: Tournament, *numbers: int) -> list[Phone]:
    statuses.allow_phones(tournament, True, by=None)
    return [Phone(tournament, factories.entry(tournament, number)) for number in numbers]


def offered_lines(page: str) -> list[tuple[str, list[str]]]:
    """Return what a dispute offers: the line, its writer and its time."""
    boxes = re.findall(r'<section class="box error-box desk-dispute">.*?</section>', page, re.DOTALL)
    choices = [words(one) for box in boxes for one in re.findall(r"<li.*?</li>", box, re.DOTALL)]
    return [re.search(r"Line (\d+), (.+?), \d+:\d\d", one).groups() for one in choices]


@pytest.fixture
def organiser(client):
    client.cookies["django_language"] = "en"

    def of(tournament):
        client.force_login(factories.organiser(tournament))
        return client

    return of


def desk_page(client, tournament, path=""):
    return unescape(client.get(f"/t/{tournament.slug}/desk/{path}").content.decode())


@pytest.mark.parametrize("kept", [0, 1])
def test_either_of_two_differing_phone_claims_can_be_chosen(organiser, kept):
    tournament, meeting, *_ = pair_meeting()
    client, given = organiser(tournament), ([121, 101], [121, 110])
    numbers = [side[0] for side in scores.sides_of(meeting)]
    for phone, pegged in zip(player_phones(tournament, *numbers), given, strict=True):
        phone.says_of(meeting, pegged)
    names = [factories.entry(tournament, number).name for number in numbers]
    html = desk_page(client, tournament)
    lines = list(meeting.lines.order_by("number"))
    assert offered_lines(html) == [
        (str(line.number), f"{name}’s phone") for line, name in zip(lines, names, strict=True)
    ]
    fields = {"do": "rule", "meeting": meeting.uid, "game": 1, "line": lines[kept].number, "nonce": "kept"}
    client.post(f"/t/{tournament.slug}/desk/rule/", {**fields, "seen": lines[-1].number})
    assert scores.current_result(meeting).data["pegged"] == given[kept]
    assert offered_lines(desk_page(client, tournament)) == []


def test_other_result_can_be_typed_for_differing_phone_claims(organiser):
    tournament, meeting, *_ = pair_meeting()
    client = organiser(tournament)
    numbers = [side[0] for side in scores.sides_of(meeting)]
    for phone, pegged in zip(player_phones(tournament, *numbers), ([121, 101], [121, 110]), strict=True):
        phone.says_of(meeting, pegged)
    typing = re.compile(rf'data-correct="{meeting.uid}"\s+data-game="1"')
    for path in ("", f"table/{meeting.uid}/"):
        assert len(typing.findall(desk_page(client, tournament, path))) == 1
    fields = {"do": "correct", "meeting": meeting.uid, "game": 1, "winner": "A", "loser": "111"}
    client.post(f"/t/{tournament.slug}/desk/write/", {**fields, "nonce": "typed", "seen": 2})
    assert scores.current_result(meeting).data["pegged"] == [121, 111]
    assert offered_lines(desk_page(client, tournament)) == []


def test_every_claim_of_three_sides_is_offered(organiser):
    tournament, meeting, *_ = three_sides_meeting()
    given = ([121, 88, 64], [121, 89, 64], [121, 90, 64])
    for phone, pegged in zip(player_phones(tournament, 4, 2, 9), given, strict=True):
        phone.says_of(meeting, pegged)
    assert [line for line, _who in offered_lines(desk_page(organiser(tournament), tournament))] == [
        "1",
        "2",
        "3",
    ]


def test_differing_claims_of_partners_are_offered_separately(organiser):
    tournament, meeting, *_ = partners_meeting()
    for phone, pegged in zip(
        player_phones(tournament, 4, 7, 2), ([121, 88], [121, 89], [121, 90]), strict=True
    ):
        phone.says_of(meeting, pegged)
    assert [line for line, _who in offered_lines(desk_page(organiser(tournament), tournament))] == [
        "1",
        "2",
        "3",
    ]


@pytest.mark.parametrize("first", ["phone", "tablet"])
def test_phone_and_tablet_that_differ_are_two_choices(organiser, first):
    tournament, meeting, *_ = pair_meeting()
    (phone,) = player_phones(tournament, scores.sides_of(meeting)[0][0])
    tablet = Tablet(tournament, 1)
    for device in (phone, tablet) if first == "phone" else (tablet, phone):
        device.says_of(meeting, [121, 101] if device is phone else [121, 110])
    assert sorted(line for line, _who in offered_lines(desk_page(organiser(tournament), tournament))) == [
        "1",
        "2",
    ]
    assert scores.current_result(meeting).data["pegged"] == [121, 110]


def test_waiting_or_confirmed_claim_is_not_struck(organiser):
    tournament, meeting, *_ = pair_meeting()
    client, (one, other) = (
        organiser(tournament),
        player_phones(tournament, *(side[0] for side in scores.sides_of(meeting))),
    )
    panel = f"table/{meeting.uid}/"
    one.says_of(meeting, [121, 101])
    assert "<s>" not in desk_page(client, tournament, panel)
    other.says_of(meeting, [121, 101])
    assert "<s>" not in desk_page(client, tournament, panel)
    factories.void_game(meeting, game=1, nonce="v", basis=2, user=None)
    one.says_of(meeting, [121, 101])
    assert desk_page(client, tournament, panel).count("<s>") == 3  # both claims before, and the void
