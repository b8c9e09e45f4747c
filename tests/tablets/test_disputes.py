"""Two results of one game: shown with who said it and when; one tap lets one stand; tablets are told."""

import re
from html import unescape
from uuid import uuid4

import pytest

from tests import factories
from tests.samples import TIMES
from tests.tablets.held import Tablet
from tests.tablets.test_map import words
from tournaments import device_state, scorebook
from tournaments.models import Line

pytestmark = pytest.mark.django_db


def pair():
    day = factories.tournament(8)
    return day, factories.meeting_at(factories.open_round(day), 1), [121, 88], [90, 121]


def three():
    day = factories.tournament(9)
    round_ = factories.sit(day, 1, (4, 2, 9), (1, 3), (5, 6), (7, 8))
    return day, factories.meeting_at(round_, 1), [121, 88, 64], [121, 80, 64]


def partners():
    day = factories.tournament(8)
    round_ = factories.sit(day, 1, (4, 2, 7, 1), (3, 5), (6, 8), partners=[1])
    return day, factories.meeting_at(round_, 1), [121, 88], [99, 121]


def six():
    day = factories.tournament(8)
    round_ = factories.sit(day, 1, (1, 2, 3, 4, 5, 6), (7, 8))
    return day, factories.meeting_at(round_, 1), [121, 88, 64, 50, 40, 30], [20, 121, 64, 50, 40, 30]


def medal():
    day, meeting = factories.medal_match()
    return day, meeting, [121, 88], [90, 121]


def by_paper(meeting, pegged):
    factories.enter(meeting, pegged, nonce=uuid4().hex)


def by(held, meeting, pegged):
    held.says_of(meeting, pegged)


def desk_then_tablet(meeting, held, first, second):
    """A tablet that comes late, after the desk has entered the paper."""
    by_paper(meeting, first)
    by(held[0], meeting, second)
    return ["the desk", "tablet of table"]


def tablet_then_desk(meeting, held, first, second):
    """The desk enters a paper without having seen what the tablet sent."""
    by(held[0], meeting, first)
    factories.enter(meeting, second, nonce=uuid4().hex, basis=0)
    return ["tablet of table", "the desk"]


def two_tablets(meeting, held, first, second):
    by(held[0], meeting, first)
    by(held[1], meeting, second)
    return ["tablet of table", "tablet “B”"]


# Either of the two is kept at each kind of table and each way, in `make figures` at each of both together.
CASES = [
    (played, ways, kept)
    for at, played in enumerate((pair, three, partners, six, medal))
    for way, ways in enumerate((desk_then_tablet, tablet_then_desk, two_tablets))
    for kept in (0, 1)
    if TIMES > 1 or (at + way + kept) % 2
]


@pytest.mark.parametrize(("played", "ways", "kept"), CASES)
def test_one_tap_lets_one_stand_and_the_tablet_is_told(client, played, ways, kept):
    day, meeting, first, second = played()
    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    table = meeting.place.number
    held = [Tablet(day, table), Tablet(day, table, "B")]
    who = ways(meeting, held, first, second)
    lines = list(Line.objects.filter(meeting=meeting).order_by("number"))

    html = unescape(client.get(f"/t/{day.slug}/desk/").content.decode())
    (box,) = re.findall(r'<section class="box error-box desk-dispute">.*?</section>', html, re.DOTALL)
    choices = [words(one) for one in re.findall(r"<li.*?</li>", box, re.DOTALL)]
    assert len(choices) == box.count("/desk/rule/") == 2
    for choice, line, said in zip(choices, lines, who, strict=True):
        assert re.search(rf"Line {line.number}, {said}[^,]*, \d+:\d\d", choice), choice
    assert "counts meanwhile" in choices[0]
    assert here(held[0])["state"] == "disputed"

    form = re.findall(
        r'<form method="post" action="[^"]*/desk/rule/" data-desk-form>.*?</form>', box, re.DOTALL
    )[kept]
    typed = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert client.post(f"/t/{day.slug}/desk/rule/", typed).status_code == 302
    (told,) = here(held[0])["results"][:1]
    assert told["pegged"] == (first, second)[kept]
    assert told["ruled"] is True
    assert "desk-dispute" not in client.get(f"/t/{day.slug}/desk/").content.decode()
    assert scorebook.table_of(meeting, table).game(1).values


def here(held):
    """What a tablet is told of the meeting at its table."""
    device = held.device
    return device_state.here(device, seen=0, epoch=0, addresses=[])["meetings"][0]


def test_a_desk_of_gin_reads_a_line_that_names_two_on_one_side(client):
    day = factories.gin()
    meeting = factories.meeting_at(factories.open_round(day), 1)
    client.force_login(factories.organiser(day))
    one, other, another = day.entries.order_by("number")[:3]
    said = scorebook.Submission(
        nonce=uuid4().hex,
        meeting=meeting.uid,
        game=1,
        kind="claim",
        data={"v": 1, "totals": [310, 85]},
        sides=[[one.number], [other.number, another.number]],
        basis=0,
    )
    assert scorebook.say(Tablet(day, 1).device, said).answer == "conflict"
    assert other.name in unescape(client.get(f"/t/{day.slug}/desk/").content.decode())
