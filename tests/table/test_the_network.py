"""What a tablet keeps when the network, the laptop or somebody else gets in between, in real Chromium."""

import hashlib
import hmac
import json
from contextlib import suppress
from uuid import uuid4

import pytest
import zxingcpp
from django.test import Client
from playwright.sync_api import Browser, Error, Route, expect

from tests import factories
from tests.table.hall import english
from tournaments import calls, devices, rounds
from tournaments.models import Device, Line, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

SUBMIT, HERE = "**/api/1/submit", "**/api/1/here"
WIPE_DATABASE = """new Promise((done) => {
  const asked = indexedDB.open("cheville-table");
  asked.onsuccess = () => {
    const work = asked.result.transaction(["things", "results"], "readwrite");
    work.objectStore("things").clear();
    work.objectStore("results").clear();
    work.oncomplete = done;
  };
})"""
WIPE_COPY = "localStorage.clear()"


def answer_lost(route: Route) -> None:
    """The desk hears, and its answer never arrives."""
    with suppress(Error):  # nor does the question, where nobody is there
        route.fetch()
    route.abort()


def test_a_result_survives_a_lost_answer_and_a_server_that_dies(day, opened, hall, tablet):
    one = tablet(day, 1)
    names = one.sit_down()
    one.page.route(SUBMIT, answer_lost)
    one.enter(0, 88)
    one.sees("Kept on this tablet")
    one.status("1 result kept here.")
    hall.kill()
    one.page.unroute(SUBMIT)
    one.sees(f"{names[0]} beats {names[1]}, 121 to 88.")
    one.sees("The next seats will show here as soon as the desk is reached.")
    hall.restart()
    one.sees("Received at the desk")
    one.received()
    assert Line.objects.count() == 1
    assert one.kept()[0]["state"] in ("accepted", "same")


def test_what_is_typed_while_the_server_is_down_arrives_once(day, opened, hall, tablet):
    one = tablet(day, 1)
    one.sit_down()
    hall.kill()
    one.enter(1, 101)
    one.title("Thank you, it is written down")
    one.status("1 result kept here. It is sent by itself.")
    assert not Line.objects.exists()
    hall.restart()
    one.title("Thank you, it is received")
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [101, 121]}


@pytest.mark.parametrize("wiped", ["", WIPE_COPY, WIPE_DATABASE])
def test_a_page_that_is_read_again_has_everything(day, opened, tablet, wiped):
    one = tablet(day, 1)
    names = one.sit_down()
    one.tap("We are done")
    one.tap(f"Seat A {names[0]}")
    one.key("8")
    one.page.reload()
    one.title(f"How many points did {names[1]} peg?")
    expect(one.page.locator(".screen")).to_have_text("8")
    one.page.route(SUBMIT, lambda route: route.abort())
    one.key("8")
    one.tap("Next")
    one.tap(f"{names[1]}: yes, this is right")
    one.sees("Kept on this tablet")
    if wiped:
        one.page.evaluate(wiped)
    one.page.reload()
    assert one.leaving == ["beforeunload"]
    one.sees("Kept on this tablet")
    one.page.unroute(SUBMIT)
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [121, 88]}
    one.page.reload()
    assert one.leaving == ["beforeunload"]
    assert Device.objects.count() == 1


def test_two_tablets_that_differ_are_both_told(day, opened, tablet):
    one, other = tablet(day, 1), tablet(day, 1)
    one.sit_down()
    other.sit_down()
    other.reach_read_back(1, 88)
    one.enter(0, 88)
    one.received()
    names = other.page.locator(".score .sentence").all_inner_texts()
    assert len(names) == 2
    other.page.locator("[data-id=accept]").tap()
    for tablet_ in (one, other):
        tablet_.title("Please wait for a judge")
        tablet_.sees("The desk has two different results for this game.")
        tablet_.sees("A judge will decide which one counts.")
    assert Line.objects.count() == 2


def test_paper_that_was_entered_first_is_a_conflict_or_the_same(day, opened, tablet):
    differs, agrees = tablet(day, 1), tablet(day, 2)
    for one in (differs, agrees):
        one.sit_down()
        one.reach_read_back(0, 88)
    factories.enter(factories.meeting_at(opened, 1), [121, 90])
    factories.enter(factories.meeting_at(opened, 2), [121, 88])
    for one in (differs, agrees):
        one.page.locator("[data-id=accept]").tap()
    differs.title("Please wait for a judge")
    agrees.title("Thank you, it is received")
    agrees.sees("121 to 88")
    assert Line.objects.count() == 4


def test_paper_that_is_entered_while_nobody_types_is_shown(day, opened, tablet):
    one = tablet(day, 1)
    names = one.sit_down()
    factories.enter(factories.meeting_at(opened, 1), [90, 121])
    one.sees("Entered at the desk")
    one.sees(f"{names[1]} beats {names[0]}, 121 to 90.")


def test_a_page_that_is_old_writes_nothing_into_another_game(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.route(HERE, lambda route: route.abort())
    one.reach_read_back(0, 88)
    sitting = [seat.entry.number for seat in factories.meeting_at(opened, 1).seats.order_by("letter")]
    other = factories.meeting_at(opened, 2).seats.get(letter="B").entry.number
    rounds.swap(opened, sitting[1], other, by=None)
    one.page.locator("[data-id=accept]").tap()
    one.title("The desk could not take this result")
    assert not Line.objects.exists()
    one.page.unroute(HERE)
    one.title("Who sits here?")


def test_a_game_that_the_desk_closes_meanwhile_is_left(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.reach_read_back(0, 88)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    factories.open_round(day, 2)
    one.title("Who sits here?")
    expect(one.page.get_by_role("alert")).to_have_text(
        "The desk has gone on from game 1. What was being typed was not sent."
    )
    one.tap("This is us")
    one.title("Good game!")


def test_one_result_that_cannot_be_read_holds_up_no_other(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.evaluate("Cheville.day.keep({nonce: 'short', meeting: '?'}, {names: ['A', 'B'], winner: 0})")
    one.enter(0, 88)
    one.sees("Received at the desk")
    one.status("1 result kept here")
    assert Line.objects.count() == 1


# By hand


def test_a_result_is_carried_as_a_code(day, opened, hall, browser: Browser, tablet):
    one = tablet(day, 1)
    names = one.sit_down()
    one.page.context.set_offline(True)
    one.enter(0, 88)
    one.tap("Show it as a code")
    one.title("Bring this to the desk")
    one.sees(f"{names[0]} 121, {names[1]} 88")
    text = read_code(one.page.locator(".qr").screenshot())
    assert text.startswith(f"{hall.url}/carry/#CHV1.")
    context = browser.new_context(locale="en-CA")
    phone = context.new_page()
    for _time in range(2):
        phone.goto(text)
        expect(phone.get_by_role("heading")).to_have_text("Received at the desk")
        phone.goto("about:blank")
    phone.goto(text[:-3] + "AAA")
    expect(phone.get_by_role("heading")).to_have_text("The desk could not take this result")
    phone.goto(f"{hall.url}/carry/")
    expect(phone.get_by_role("heading")).to_have_text("There is no result here")
    context.close()
    assert Line.objects.count() == 1
    one.page.context.set_offline(False)
    one.received()
    assert Line.objects.count() == 1
    assert one.kept()[0]["state"] == "same"


def read_code(png: bytes) -> str:
    """A QR code on a picture, as a camera reads it."""
    import io

    from PIL import Image

    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    assert len(found) == 1
    return found[0].text


def test_hashes_and_seals_are_those_of_the_standard(day, opened, tablet):
    one = tablet(day, 1)
    one.title("Who sits here?")
    texts = ["", "abc", "é" * 27, "œuf 🥚", *("a" * length for length in (54, 55, 56, 63, 64, 65, 119, 1000))]
    for text in texts:
        assert (
            one.page.evaluate("(text) => Cheville.sha256(text)", text)
            == hashlib.sha256(text.encode()).hexdigest()
        )
    for key in ("", "Jefe", "k" * 64, "k" * 131):
        for text in texts[:6]:
            expected = hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
            assert one.page.evaluate("([key, text]) => Cheville.hmac(key, text)", [key, text]) == expected
    token, device = "tükén", str(uuid4())
    code = one.page.evaluate("([d, t]) => Cheville.carried(d, t, {nonce: 'L’Écuyer'})", [device, token])
    version, body, seal = code.split(".")
    assert version == "CHV1"
    assert seal == devices.seal(body, hashlib.sha256(token.encode()).hexdigest())


# Other days, other laptops


def test_a_tablet_that_carries_another_tournament_says_so(day, opened, hall, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.route(SUBMIT, lambda route: route.abort())
    one.enter(0, 88)
    one.sees("Kept on this tablet")
    today = english(4, seed=2)
    factories.open_round(today)
    one.open(hall.sheet(today, 2))
    one.title("Another tournament is on this tablet")
    one.sees("It still carries “Journée de crible « L'Érablière »”, Saturday")
    one.sees("1 result of it has not been received at its desk.")
    assert today.devices.count() == 0
    one.tap(f"Go on with “{today.name}”")
    one.title("Who sits here?")
    assert today.devices.get().place.number == 2
    assert one.kept()[0]["state"] == "kept"
    one.page.unroute(SUBMIT)
    one.until(lambda: one.kept()[0]["state"] == "accepted")
    assert Line.objects.get().meeting.round.stage.tournament == day


def test_today_waits_until_somebody_answers(day, opened, hall, tablet):
    one = tablet(day, 1)
    one.sit_down()
    today = english(4, seed=2)
    factories.open_round(today)
    one.open(hall.sheet(today, 2))
    one.title("Another tournament is on this tablet")
    one.page.route("**/api/1/*", lambda route: route.abort())
    one.tap(f"Go on with “{today.name}”")
    expect(one.page.get_by_role("alert")).to_have_text("The desk does not answer")
    one.page.unroute("**/api/1/*")
    one.tap(f"Go on with “{today.name}”")
    one.title("Who sits here?")
    assert today.devices.get().place.number == 2


def test_yesterdays_tablet_is_told_after_a_typed_code_too(day, opened, hall, tablet):
    one = tablet(day, 1)
    one.sit_down()
    today = english(4, seed=2)
    factories.open_round(today)
    for name in ("Settings", "Another table"):
        one.tap(name)
    one.key(hall.code(today, 1))
    one.tap("Join the table")
    one.title("Another tournament is on this tablet")
    one.sees("All its results have been received.")
    one.tap(f"Go on with “{today.name}”")
    one.title("Who sits here?")
    one.page.reload()
    one.title("Who sits here?")
    assert one.page.evaluate("Cheville.day.member.uid") == str(today.uid)


def test_a_device_that_is_shut_out_keeps_its_results(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.route(SUBMIT, lambda route: route.abort())
    one.enter(0, 88)
    one.sees("Kept on this tablet")
    devices.revoke(Device.objects.get(), by=None)
    one.page.unroute(SUBMIT)
    one.title("This tablet is not let in any more")
    one.sees("1 result stays on this tablet. Show it to the desk.")
    assert not Line.objects.exists()
    one.tap("Type a code")
    one.key(one.hall.code(day, 1))
    one.tap("Join the table")
    one.until(lambda: calls.waiting(day))
    assert not Line.objects.exists()
    devices.readmit(Device.objects.get(), by=None)
    one.tap("Back")
    one.title("Thank you, it is received")
    one.received()
    assert Line.objects.count() == 1


def test_another_epoch_gets_the_whole_day_again(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.enter(0, 88)
    one.received()
    sent: list[dict] = []
    one.page.on(
        "request", lambda it: sent.append(json.loads(it.post_data)) if it.url.endswith("submit") else None
    )
    Tournament.objects.filter(pk=day.pk).update(epoch=2)
    expect(one.page.locator("main")).to_contain_text("Received at the desk")
    one.until(lambda: one.kept()[0]["state"] == "same")
    assert [(it["epoch"], len(it["results"])) for it in sent] == [(2, 1)]
    assert Line.objects.count() == 1


def test_a_laptop_that_never_met_the_tablet_lets_it_in_by_its_sheet(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.route(HERE, lambda route: route.abort())
    Device.objects.all().delete()
    one.enter(0, 88)
    one.page.unroute(HERE)
    one.received()
    assert Line.objects.count() == 1
    assert Device.objects.count() == 1


def test_the_other_addresses_are_tried(day, opened, hall, tablet):
    one = tablet(day, 1)
    one.sit_down()
    elsewhere = hall.url.replace("127.0.0.1", "127.0.0.2")
    one.page.evaluate("(base) => Cheville.day.member.addresses.push(base)", elsewhere)
    asked: list[str] = []

    def moved(route: Route) -> None:
        asked.append(route.request.url)
        if route.request.url.startswith(hall.url):
            route.abort()
        else:
            route.continue_(url=route.request.url.replace(elsewhere, hall.url))

    one.page.route("**/api/1/*", moved)
    one.enter(0, 88)
    one.received()
    assert any(url.startswith(elsewhere) for url in asked)


def test_a_visitor_needs_no_sign_in_and_gets_no_cookie(client: Client, day):
    for path in ("/table/", "/carry/", "/table/nobody-knows-this/", "/table/scripts/table.js"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert not answer.cookies
    assert client.get("/table/scripts/other.js").status_code == 404
