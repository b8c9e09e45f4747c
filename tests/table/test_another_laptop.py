"""What a tablet does when the laptop is replaced, and which answers it passes over, in real Chromium."""

import json
import socket
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Request, Route, expect

from tests import factories
from tests.table.tablet import Tablet
from tournaments import copies, devices
from tournaments.models import Device, Line, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

SUBMIT, HERE, ANY = "**/api/1/submit", "**/api/1/here", "**/api/1/*"
SILENCE = "Cheville.day.heard -= 10 * 60 * 1000"


def told(tablet: Tablet, way: str) -> list[dict]:
    """What is sent to one of the addresses of the protocol, from now on."""
    asked: list[dict] = []

    def note(request: Request) -> None:
        if request.url.endswith(way) and request.post_data:
            asked.append(json.loads(request.post_data))

    tablet.page.on("request", note)
    return asked


def restored(day: Tournament, copy: bytes) -> Tournament:
    """The life that goes on from a copy."""
    return copies.restore(copies.open_copy(copy), by=None)


def copy_of(day: Tournament) -> bytes:
    return copies.seal_copy(copies.pack(day))


def answered(**changes: object) -> Callable[[Route], None]:
    """The real answer with something else in it."""

    def fulfil(route: Route) -> None:
        try:
            response = route.fetch()
        except Error:  # at another address of this machine, where nobody listens
            route.abort()
            return
        route.fulfill(response=response, json=response.json() | changes)

    return fulfil


# A higher epoch


def test_a_copy_without_the_last_results_gets_them_from_the_tablets(day, opened, tablet):
    devices.invite_tables(day)
    copy = copy_of(day)
    one = tablet(day, 1)
    names = one.sit_down()
    one.enter(0, 88)
    one.received()
    life = restored(day, copy)
    assert not Line.objects.filter(tournament=life).exists()
    one.until(lambda: Line.objects.filter(tournament=life).exists())
    one.received()
    one.sees(f"{names[0]} beats {names[1]}, 121 to 88.")
    line = Line.objects.get(tournament=life)
    assert (line.data, line.nonce) == ({"v": 1, "pegged": [121, 88]}, one.kept()[0]["body"]["nonce"])
    assert one.kept()[0]["state"] == "accepted"


def test_what_was_refused_goes_out_again_in_a_higher_epoch(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.evaluate("""Cheville.day.keep(
        {nonce: 'impossible-result-0001', meeting: Cheville.day.member.told.meetings[0].uid, game: 1,
         basis: 0, kind: 'claim', sides: [[1], [2]], data: {v: 1, pegged: [121, 500]}},
        {names: ['A', 'B'], winner: 0, high: 121, low: 500, points: [121, 500]})""")
    one.until(lambda: one.kept() and one.kept()[0]["state"] == "refused")
    sent = told(one, "submit")
    Tournament.objects.filter(pk=day.pk).update(epoch=2)
    one.until(lambda: sent and one.kept()[0]["state"] == "refused")
    assert [(it["epoch"], it["results"][0]["nonce"]) for it in sent] == [(2, "impossible-result-0001")]


def test_the_same_version_in_another_epoch_is_not_taken_for_the_same(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.route(SUBMIT, lambda route: route.abort())
    asked = told(one, "here")
    one.enter(0, 88)
    Tournament.objects.filter(pk=day.pk).update(epoch=2)
    one.page.unroute(SUBMIT)
    one.received()
    assert asked[-1]["epoch"] == 2
    assert 0 in [it["seen"] for it in asked if it["epoch"] == 2]


# What is passed over


def test_an_answer_of_a_lower_epoch_is_passed_over(day, opened, tablet):
    Tournament.objects.filter(pk=day.pk).update(epoch=3)
    one = tablet(day, 1)
    one.sit_down()
    sent = told(one, "submit")
    one.page.route(HERE, answered(epoch=2, meetings=[], same=False))
    one.page.route(SUBMIT, lambda route: route.fulfill(json={"epoch": 2, "answers": []}))
    one.enter(0, 88)
    one.status("1 result kept here.")
    one.until(lambda: len(sent) > 1)
    one.sees("121 to 88")
    assert {it["epoch"] for it in sent} == {3}
    assert one.page.evaluate("[Cheville.day.member.epoch, Cheville.day.why]") == [3, "replaced"]
    one.page.unroute(SUBMIT)
    one.page.unroute(HERE)
    one.received()
    assert Line.objects.count() == 1


def test_a_laptop_that_was_replaced_and_is_still_on_is_not_asked_again(day, opened, hall, tablet):
    """It answers first; the new one, under another address, is the one that counts."""
    one = tablet(day, 1)
    one.sit_down()
    elsewhere = hall.url.replace("127.0.0.1", "127.0.0.2")
    one.page.evaluate("(base) => Cheville.day.member.addresses.push(base)", elsewhere)
    Tournament.objects.filter(pk=day.pk).update(epoch=2)
    asked: list[str] = []

    def two_laptops(route: Route) -> None:
        asked.append(route.request.url)
        if route.request.url.startswith(hall.url):
            old = {"epoch": 1, "version": 1, "answers": [], "addresses": [], "meetings": [], "table": 1}
            route.fulfill(json=old, headers={"Access-Control-Allow-Origin": "*"})
        else:
            route.continue_(url=route.request.url.replace(elsewhere, hall.url))

    one.until(lambda: one.page.evaluate("Cheville.day.member.epoch") == 2)
    one.page.route(ANY, two_laptops)
    one.enter(0, 88)
    one.received()
    assert Line.objects.count() == 1
    del asked[:]
    one.until(lambda: len(asked) > 2)
    assert all(url.startswith(elsewhere) for url in asked)


def test_an_answer_of_an_older_version_is_passed_over(day, opened, tablet):
    one = tablet(day, 1)
    names = one.sit_down()
    seen = told(one, "here")
    one.page.route(HERE, answered(version=1, meetings=[], playing=[]))
    factories.enter(factories.meeting_at(opened, 1), [121, 90])
    before = len(seen)
    one.until(lambda: len(seen) > before + 2)
    one.title("Good game!")
    assert one.names() == names
    one.page.unroute(HERE)
    one.sees("121 to 90")


def test_what_an_older_token_is_told_is_passed_over(day, opened, tablet):
    """Its 401 above all: the tablet has joined again since, and nobody is shut out."""
    one = tablet(day, 1)
    one.sit_down()
    held = one.holds(HERE)
    one.until(lambda: held)
    one.page.evaluate("Cheville.day.join(Cheville.day.member.secret)")
    one.until(lambda: Device.objects.get().earlier_tokens)
    held[0].continue_()
    one.enter(0, 88)
    one.received()
    assert len(Device.objects.get().earlier_tokens) == 1
    assert Line.objects.count() == 1


@pytest.mark.parametrize("late", ["later", "not_your_table", "refused", "conflict"])
def test_nothing_comes_after_a_final_answer(day, opened, tablet, late):
    one = tablet(day, 1)
    one.sit_down()
    one.enter(0, 88)
    one.received()
    nonce = one.kept()[0]["body"]["nonce"]
    late_answer = {"nonce": nonce, "answer": late, "line": None, "state": None, "sentence": "Too late"}
    one.page.route(SUBMIT, lambda route: route.fulfill(json={"epoch": 1, "answers": [late_answer]}))
    one.page.evaluate("Cheville.day.keep({nonce: 'something-else-000001'}, {names: ['A', 'B'], winner: 0})")
    sent = told(one, "submit")
    one.page.evaluate("Cheville.poke()")
    one.until(lambda: sent)
    one.page.wait_for_timeout(300)
    first, other = one.kept()
    assert (first["state"], first["sentence"]) == ("accepted", "Received at the desk.")
    assert other["state"] == "kept"


def test_a_final_answer_of_another_epoch_is_passed_over(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    held = one.holds(SUBMIT)
    one.enter(0, 88)
    one.until(lambda: held)
    Tournament.objects.filter(pk=day.pk).update(epoch=2)
    one.page.evaluate("Cheville.day.here()")
    one.until(lambda: one.page.evaluate("Cheville.day.member.epoch") == 2)
    nonce = one.kept()[0]["body"]["nonce"]
    accepted = {"nonce": nonce, "answer": "accepted", "line": 1, "state": "entered", "sentence": "Received"}
    held[0].fulfill(json={"epoch": 1, "answers": [accepted]})
    one.received()
    assert Line.objects.count() == 1
    assert one.kept()[0]["line"] == Line.objects.get().number


# A laptop that does not have the tournament yet, or stands at an address that nobody knows


def test_a_laptop_that_has_no_tournament_yet_stops_nobody(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    Tournament.objects.filter(pk=day.pk).update(live=False)
    one.status("The desk’s computer lacks this tournament so far. Play on: nothing is lost.")
    one.enter(0, 88)
    one.title("Thank you, it is written down")
    one.page.evaluate(SILENCE)
    one.sees("The desk’s computer does not know this tablet.")
    assert not one.faults()
    Tournament.objects.filter(pk=day.pk).update(live=True)
    expect(one.button("Type a code")).to_have_count(0)
    one.received()
    assert Line.objects.count() == 1


@pytest.fixture
def moved(day, opened, hall, tablet, serve, database_url) -> tuple[Tablet, str]:
    """A tablet with a result that nobody has acknowledged; the laptop is gone, another runs elsewhere."""
    one = tablet(day, 1)
    one.sit_down()
    hall.kill()
    one.enter(0, 88)
    one.status("1 result kept here.")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    other = serve("--host", "127.0.0.1", "--port", port, DATABASE_URL=database_url, TABLET_SECONDS="1")
    return one, other.url.removeprefix("http://")


def test_the_address_of_the_new_laptop_is_typed(day, moved):
    one, address = moved
    one.tap("Settings")
    one.tap("The desk’s computer")
    one.title("The desk’s computer")
    one.page.keyboard.type("127.0.0")
    one.tap("Ask there")
    one.sees("An address is four numbers with dots between them.")
    for key in address.removeprefix("127.0.0"):
        one.page.get_by_role("group", name="Digits").get_by_role("button", name=key, exact=True).tap()
    assert one.page.locator("output.screen").text_content() == address
    assert not one.faults()
    one.tap("Ask there")
    one.sees("The desk’s computer has been found.")
    one.received()
    assert Line.objects.count() == 1
    one.page.evaluate("Cheville.store.open()")
    assert one.page.evaluate("Cheville.store.thing('typed')") == f"http://{address}"


def test_a_page_that_nobody_answers_says_where_to_type_it(day, moved):
    one, address = moved
    expect(one.button("Type its address")).to_have_count(0)
    one.page.evaluate(SILENCE)
    one.sees("The desk has not answered for some minutes.")
    assert not one.faults()
    one.tap("Type its address")
    one.page.keyboard.type("127.0.0.1:9")
    one.tap("Ask there")
    one.sees("Nobody answers at 127.0.0.1:9. Compare it with the screen of the desk’s computer.")
    assert "http://127.0.0.1:9/carry/" in one.page.evaluate("Cheville.address() + '/carry/'")
    one.tap("Clear")
    one.page.keyboard.type(address)
    one.page.keyboard.press("Enter")
    one.sees("The desk’s computer has been found.")
    one.received()


def test_what_is_an_address(day, opened, tablet):
    one = tablet(day, 1)
    one.title("Who sits here?")
    assert one.page.evaluate("Cheville.base('127.0.0.1')") == "http://127.0.0.1:8000"
    assert one.page.evaluate("Cheville.base('10.0.0.7:8080')") == "http://10.0.0.7:8080"
    for wrong in ("", "10.0.0", "10.0.0.256", "10.0.0.1:", "10.0.0.1:0", "10.0.0.1:99999", "1.2.3.4.5"):
        assert one.page.evaluate("(text) => Cheville.base(text)", wrong) is None
