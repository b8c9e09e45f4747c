"""A tablet whose laptop is replaced, and the answers that it ignores, in real Chromium."""

import json
import socket

import pytest
from playwright.sync_api import Request, Route, expect

from tests import factories
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments import devices, rounds
from tournaments.models import Device, Line, Tournament
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db(transaction=True)

SUBMIT_PATH, HERE_PATH, ANY_PATH = "**/api/1/submit", "**/api/1/here", "**/api/1/*"


def record_requests(tablet: Tablet, way: str) -> list[dict]:
    """Return the requests that are sent to one of the addresses of the protocol, from now on."""
    asked: list[dict] = []

    def note(request: Request) -> None:
        if request.url.endswith(way) and request.post_data:
            asked.append(json.loads(request.post_data))

    tablet.page.on("request", note)
    return asked


def restore_copy(tournament: Tournament, copy: bytes) -> Tournament:
    """Restore a copy, and return the life that goes on from it."""
    return copies.restore(copies.open_copy(copy), by=None)


def take_copy(tournament: Tournament) -> bytes:
    return copies.seal_copy(copies.pack(tournament))


# A higher epoch


def test_restored_copy_gets_missing_results_from_tablets(tournament, opened, tablet):
    devices.invite_tables(tournament)
    copy = take_copy(tournament)
    one = tablet(tournament, 1)
    names = one.sit_down()
    one.enter(0, 88)
    one.received()
    life = restore_copy(tournament, copy)
    assert not Line.objects.filter(tournament=life).exists()
    one.until(lambda: Line.objects.filter(tournament=life).exists())
    one.received()
    one.sees(sentence("result", winner=names[0], loser=names[1], high=121, low=88))
    line = Line.objects.get(tournament=life)
    assert (line.data, line.nonce) == ({"v": 1, "pegged": [121, 88]}, one.kept()[0]["body"]["nonce"])
    assert one.kept()[0]["state"] == "accepted"


def test_dismissed_result_counts_on_a_laptop_that_lacks_the_new_seats(tournament, opened, tablet):
    devices.invite_tables(tournament)
    copy = take_copy(tournament)
    one = tablet(tournament, 1)
    one.sit_down()
    one.page.route(HERE_PATH, lambda route: route.abort())
    one.reach_read_back(0, 88)
    sitting = factories.meeting_at(opened, 1).seats.get(letter="B").entry.number
    other = factories.meeting_at(opened, 2).seats.get(letter="B").entry.number
    rounds.swap(opened, sitting, other, by=None)
    one.touch("accept")
    one.title(sentence("refused"))
    one.page.unroute(HERE_PATH)
    one.tap(sentence("back_to_table"))
    life = restore_copy(tournament, copy)
    one.until(lambda: one.kept()[0]["state"] == "accepted")
    assert Line.objects.get().tournament == life


def test_equal_version_of_another_epoch_is_read_again(tournament, opened, tablet):
    """The answer to the result is the first of the new epoch, and is held until that epoch exists."""
    one = tablet(tournament, 1)
    one.sit_down()
    held = one.holds(SUBMIT_PATH)
    one.enter(0, 88)
    held.route()
    asked = record_requests(one, "here")
    Tournament.objects.filter(pk=tournament.pk).update(epoch=2)
    held.route().continue_()
    one.received()
    assert (asked[0]["epoch"], asked[0]["seen"]) == (2, 0)


# Ignored answers


def test_replaced_laptop_is_not_asked_again(tournament, opened, hall, tablet):
    """The replaced laptop answers first; the new one, under another address, is the one that counts."""
    one = tablet(tournament, 1)
    one.sit_down()
    elsewhere = hall.url.replace("127.0.0.1", "127.0.0.2")
    one.page.evaluate("(base) => Cheville.tournament.member.addresses.push(base)", elsewhere)
    Tournament.objects.filter(pk=tournament.pk).update(epoch=2)
    asked: list[str] = []

    def two_laptops(route: Route) -> None:
        asked.append(route.request.url)
        if route.request.url.startswith(hall.url):
            old = {"epoch": 1, "version": 1, "answers": [], "addresses": [], "meetings": [], "table": 1}
            route.fulfill(json=old, headers={"Access-Control-Allow-Origin": "*"})
        else:
            route.continue_(url=route.request.url.replace(elsewhere, hall.url))

    one.until(lambda: one.page.evaluate("Cheville.tournament.member.epoch") == 2)
    one.page.route(ANY_PATH, two_laptops)
    one.enter(0, 88)
    one.received()
    assert Line.objects.count() == 1
    del asked[:]
    one.until(lambda: len(asked) > 2)
    assert all(url.startswith(elsewhere) for url in asked)


def test_answer_to_an_older_token_is_ignored(tournament, opened, tablet):
    """The tablet has joined again since, so a 401 to the older token does not shut it out."""
    one = tablet(tournament, 1)
    one.sit_down()
    held = one.holds(HERE_PATH)
    held.route()
    one.page.evaluate("Cheville.tournament.join(Cheville.tournament.member.secret)")
    one.until(lambda: Device.objects.get().earlier_tokens)
    held.route().continue_()
    one.enter(0, 88)
    one.received()
    assert len(Device.objects.get().earlier_tokens) == 1
    assert Line.objects.count() == 1


def test_final_answer_of_an_older_epoch_is_ignored(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    held = one.holds(SUBMIT_PATH)
    one.enter(0, 88)
    held.route()
    Tournament.objects.filter(pk=tournament.pk).update(epoch=2)
    one.page.evaluate("Cheville.tournament.fetchState()")
    one.until(lambda: one.page.evaluate("Cheville.tournament.member.epoch") == 2)
    nonce = one.kept()[0]["body"]["nonce"]
    accepted = {"nonce": nonce, "answer": "accepted", "line": 1, "state": "entered", "sentence": "Received"}
    held.route().fulfill(json={"epoch": 1, "answers": [accepted]})
    one.received()
    assert Line.objects.count() == 1
    assert one.kept()[0]["line"] == Line.objects.get().number


# A laptop that does not have the tournament yet, or stands at an unknown address


def test_results_are_kept_while_the_laptop_has_no_tournament(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    Tournament.objects.filter(pk=tournament.pk).update(live=False)
    one.status(sentence("status_unknown"))
    one.enter(0, 88)
    one.title(sentence("after_kept"))
    one.later(10 * 60_000)
    one.sees(sentence("stranger"))
    assert not one.faults()
    Tournament.objects.filter(pk=tournament.pk).update(live=True)
    expect(one.button(sentence("type_a_code"))).to_have_count(0)
    one.received()
    assert Line.objects.count() == 1


@pytest.fixture
def moved(tournament, opened, hall, tablet, serve, database_url) -> tuple[Tablet, str]:
    """Return a tablet with a result that is not acknowledged; its laptop is gone, another runs elsewhere."""
    one = tablet(tournament, 1)
    one.sit_down()
    hall.kill()
    one.enter(0, 88)
    one.status("1 result kept here.")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    other = serve("--host", "127.0.0.1", "--port", port, DATABASE_URL=database_url, TABLET_SECONDS="0.25")
    return one, other.url.removeprefix("http://")


def test_address_of_a_new_laptop_can_be_typed(tournament, moved):
    one, address = moved
    expect(one.button(sentence("seek_type"))).to_have_count(0)
    one.later(10 * 60_000)
    one.sees(sentence("lost"))
    assert not one.faults()
    one.tap(sentence("seek_type"))
    one.title(sentence("seek"))
    one.page.keyboard.type("127.0.0")
    one.tap(sentence("seek_ask"))
    one.sees(sentence("seek_bad"))
    one.page.keyboard.type(".1:9")
    one.page.keyboard.press("Enter")
    one.sees(sentence("seek_nobody", address="127.0.0.1:9"))
    assert "http://127.0.0.1:9/carry/" in one.page.evaluate("Cheville.serverUrl() + '/carry/'")
    one.tap(sentence("clear"))
    for key in address:
        one.page.get_by_role("group", name="Digits").get_by_role("button", name=key, exact=True).tap()
    assert one.page.locator("output.screen").text_content() == address
    assert not one.faults()
    one.tap(sentence("seek_ask"))
    one.sees(sentence("seek_found"))
    one.received()
    assert Line.objects.count() == 1
    one.page.evaluate("Cheville.store.open()")
    assert one.page.evaluate("Cheville.store.get('typed')") == f"http://{address}"
