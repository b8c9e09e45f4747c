"""A tablet keeps its results through faults of the network, the laptop and other people, in real Chromium."""

from contextlib import suppress

import pytest
import zxingcpp
from django.test import Client
from playwright.sync_api import Browser, Error, Route, expect

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence
from tournaments import devices, rounds
from tournaments.devices import calls
from tournaments.models import Device, Line

pytestmark = pytest.mark.django_db(transaction=True)

SUBMIT_PATH, HERE_PATH = "**/api/1/submit", "**/api/1/here"
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
WRITE_BOTH = """Promise.all([
  ...["members", "current", "device", "ours"].map((it) => Cheville.store.save(it, Cheville.store.get(it))),
  ...Cheville.store.results().map((result) => Cheville.store.saveResult(result)),
])"""


def lose_answer(route: Route) -> None:
    """Let the request arrive at the desk, and its answer get lost."""
    with suppress(Error):  # nor does the request, without a server
        route.fetch()
    route.abort()


def test_result_survives_a_lost_answer_and_a_server_crash(tournament, opened, hall, tablet):
    one = tablet(tournament, 1)
    names = one.sit_down()
    one.page.route(SUBMIT_PATH, lose_answer)
    one.enter(0, 88)
    one.sees(sentence("kept_here"))
    one.status("1 result kept here.")
    hall.kill()
    one.page.unroute(SUBMIT_PATH)
    one.sees(sentence("result", winner=names[0], loser=names[1], high=121, low=88))
    one.sees(sentence("places_later"))
    hall.restart()
    one.sees(sentence("received"))
    one.received()
    assert Line.objects.count() == 1
    assert one.kept()[0]["state"] in ("accepted", "same")


def test_reloaded_page_keeps_everything_from_either_copy(tournament, opened, tablet):
    """They are kept in two copies, each of which is enough where the other is gone."""
    one = tablet(tournament, 1)
    names = one.sit_down()
    one.won(0)
    one.key("8")
    one.page.reload()
    one.title(sentence("how_many_pegged", name=names[1]))
    expect(one.page.locator(".screen")).to_have_text("8")
    one.page.route(SUBMIT_PATH, lambda route: route.abort())
    one.key("8")
    one.tap(sentence("accept", name=names[1]))
    one.sees(sentence("kept_here"))
    for wipe in (WIPE_COPY, WIPE_DATABASE):
        one.page.evaluate(wipe)
        one.page.reload()
        one.sees(sentence("kept_here"))
        one.page.evaluate(WRITE_BOTH)
    assert one.leaving == ["beforeunload", "beforeunload"]
    one.page.unroute(SUBMIT_PATH)
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [121, 88]}
    one.page.reload()
    one.sees(sentence("still_playing", 3, tables="2, 3 and 4"))
    assert one.leaving == ["beforeunload", "beforeunload"]
    assert Device.objects.count() == 1


def test_stale_page_writes_nothing_and_leaves_a_closed_round(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    one.page.route(HERE_PATH, lambda route: route.abort())
    one.reach_read_back(0, 88)
    sitting = [seat.entry.number for seat in factories.meeting_at(opened, 1).seats.order_by("letter")]
    other = factories.meeting_at(opened, 2).seats.get(letter="B").entry.number
    rounds.swap(opened, sitting[1], other, by=None)
    one.touch("accept")
    one.title(sentence("refused"))
    assert not Line.objects.exists()
    one.page.unroute(HERE_PATH)
    one.tap(sentence("back_to_table"))
    assert [call.what for call in calls.open_calls(tournament)] == ["result"]
    one.sit_down()
    one.reach_read_back(0, 88)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    factories.open_round(tournament, 2)
    one.title(sentence("who_sits_here"))
    expect(one.page.get_by_role("alert")).to_have_text(sentence("draft_dropped", round=1))
    one.tap(sentence("this_is_us"))
    one.title(sentence("play"))


def test_unreadable_result_does_not_block_others(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    one.page.route(SUBMIT_PATH, lambda route: route.abort())  # until there are two, which go out together
    one.page.evaluate(
        "Cheville.tournament.saveResult({nonce: 'short', meeting: '?'}, {names: ['A', 'B'], winner: 0})"
    )
    one.enter(0, 88)
    one.sees(sentence("kept_here"))
    one.page.unroute(SUBMIT_PATH)
    one.sees(sentence("received"))
    one.status(sentence("status_sending", 1))
    assert Line.objects.count() == 1


# By hand


def test_result_can_be_carried_as_a_qr_code(tournament, opened, hall, browser: Browser, tablet):
    one = tablet(tournament, 1)
    names = one.sit_down()
    one.page.context.set_offline(True)
    one.enter(0, 88)
    one.tap(sentence("show_code"))
    one.title(sentence("code_title"))
    one.sees(f"{names[0]} 121, {names[1]} 88")
    text = read_code(one.page.locator(".qr").screenshot())
    assert text.startswith(f"{hall.url}/carry/#CHV1.")
    context = browser.new_context(locale="en-CA")
    phone = context.new_page()
    for _time in range(2):
        phone.goto(text)
        expect(phone.get_by_role("heading")).to_have_text(sentence("received"))
        phone.goto("about:blank")
    phone.goto(text[:-3] + "AAA")
    expect(phone.get_by_role("heading")).to_have_text(sentence("refused"))
    phone.goto(f"{hall.url}/carry/")
    expect(phone.get_by_role("heading")).to_have_text(sentence("carry_none"))
    context.close()
    assert Line.objects.count() == 1
    one.page.context.set_offline(False)
    one.received()
    assert Line.objects.count() == 1
    assert one.kept()[0]["state"] == "same"


def read_code(png: bytes) -> str:
    """Return the text of a QR code on a picture, as a camera reads it."""
    import io

    from PIL import Image

    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    assert len(found) == 1
    return found[0].text


# Other days, other laptops


def test_tablet_with_results_of_another_tournament_asks_first(tournament, opened, hall, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    one.page.route(SUBMIT_PATH, lambda route: route.abort())
    one.enter(0, 88)
    one.sees(sentence("kept_here"))
    today = english(4, seed=2)
    factories.open_round(today)
    one.open(hall.sheet(today, 2))
    one.title(sentence("other_day"))
    one.sees("It still has “Journée de crible « L'Érablière »”, Saturday")
    one.sees(sentence("other_day_unsent", 1))
    assert today.devices.count() == 0
    one.page.route("**/api/1/*", lambda route: route.abort())
    one.tap(sentence("go_to_day", name=today.name))
    expect(one.page.get_by_role("alert")).to_have_text(sentence("nobody_answers"))
    one.page.unroute("**/api/1/*")
    one.page.route(SUBMIT_PATH, lambda route: route.abort())
    one.tap(sentence("go_to_day", name=today.name))
    one.title(sentence("who_sits_here"))
    assert today.devices.get().place.number == 2
    assert one.kept()[0]["state"] == "kept"
    one.page.unroute(SUBMIT_PATH)
    one.until(lambda: one.kept()[0]["state"] == "accepted")
    assert Line.objects.get().meeting.round.stage.tournament == tournament

    for name in ("Settings", "Another table"):  # and back by a typed code
        one.tap(name)
    one.key_by_id(hall.code(tournament, 2))
    one.tap(sentence("join"))
    one.title(sentence("other_day"))
    one.sees(sentence("other_day_all_sent"))
    one.tap(sentence("go_to_day", name=tournament.name))
    one.title(sentence("who_sits_here"))
    one.page.reload()
    one.title(sentence("who_sits_here"))
    assert one.page.evaluate("Cheville.tournament.member.uid") == str(tournament.uid)


def test_silent_laptop_of_another_tournament_delays_no_result(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    asked = one.holds("http://192.0.2.1:8000/**")
    one.page.evaluate(
        """() => {
          const store = window.Cheville.store, addresses = ["http://192.0.2.1:8000"];
          const earlier = { uid: "earlier", token: "of-another-laptop", epoch: 1, addresses };
          store.save("members", { ...store.get("members"), earlier });
          return store.saveResult({ day: "earlier", order: 0, state: "kept", body: { nonce: "earlier" } });
        }"""
    )
    asked.route()
    with one.time_stands_still():  # the request to the silent laptop does not end
        one.enter(0, 88)
        one.until(Line.objects.exists)


def test_revoked_device_keeps_its_results_until_readmitted(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    one.page.route(SUBMIT_PATH, lambda route: route.abort())
    one.enter(0, 88)
    one.sees(sentence("kept_here"))
    devices.revoke(Device.objects.get(), by=None)
    one.page.unroute(SUBMIT_PATH)
    one.title(sentence("shut"))
    one.sees(sentence("unsent_stay", 1))
    assert not Line.objects.exists()
    one.tap(sentence("type_a_code"))
    one.key_by_id(one.hall.code(tournament, 1))
    one.tap(sentence("join"))
    one.until(lambda: calls.open_calls(tournament))
    assert not Line.objects.exists()
    devices.readmit(Device.objects.get(), by=None)
    one.tap(sentence("back"))
    one.title(sentence("after_received"))
    one.received()
    assert Line.objects.count() == 1


def test_tablet_joins_an_unknown_laptop_by_its_invitation(tournament, opened, hall, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    elsewhere = hall.url.replace("127.0.0.1", "127.0.0.2")
    one.page.evaluate("(base) => Cheville.tournament.member.addresses.push(base)", elsewhere)
    asked: list[str] = []

    def moved(route: Route) -> None:
        asked.append(route.request.url)
        if route.request.url.startswith(hall.url):
            route.abort()
        else:
            route.continue_(url=route.request.url.replace(elsewhere, hall.url))

    one.page.route("**/api/1/*", moved)
    one.page.route(HERE_PATH, lambda route: route.abort())
    Device.objects.all().delete()
    one.enter(0, 88)
    one.page.unroute(HERE_PATH)
    one.received()
    assert Line.objects.count() == 1
    assert Device.objects.count() == 1
    assert any(url.startswith(elsewhere) for url in asked)


def test_tablet_pages_need_no_sign_in_and_set_no_cookie(client: Client, tournament):
    for path in ("/table/", "/carry/", "/table/nobody-knows-this/", "/table/scripts/table.js"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert not answer.cookies
    assert client.get("/table/scripts/other.js").status_code == 404
