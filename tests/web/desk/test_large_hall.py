"""A large hall on the desk: its tables come page by page, and all of them can be typed at once."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import HeldRequest, sign_in
from tests.web.desk.desk_client import Desk
from tests.web.desk.test_partial_updates import TILE
from tournaments import registration
from tournaments.models import Result
from tournaments.web.desk import desk_view

pytestmark = pytest.mark.django_db(transaction=True)

READY_FIELD = "form.has-script #d-table"
TABLES, ON_A_PAGE = 8, 3


@pytest.fixture
def round_(monkeypatch):
    monkeypatch.setattr(desk_view, "ON_A_PAGE", ON_A_PAGE)
    return factories.open_round(factories.tournament(2 * TABLES + 1, odd="bye", bye_credit=90))


@pytest.fixture
def address(round_, live_server):
    return f"{live_server.url}/t/{round_.stage.tournament.slug}/desk/"


def shown_tables(page: Page) -> list[str]:
    return page.locator(".tiles .tile-number").all_inner_texts()


def wait_for_all_tables(page: Page) -> None:
    """Wait for the tiles of all tables and of the bye, each once and in order."""
    expect(page.locator(".tiles > [data-slot]")).to_have_count(TABLES + 1)
    assert [int(number.split()[-1]) for number in shown_tables(page)] == list(range(1, TABLES + 2))
    expect(page.locator("[data-pages]")).to_have_count(0)


def points(round_, table: int) -> list[int]:
    results = Result.objects.filter(meeting=factories.meeting_at(round_, table)).order_by("side")
    return sorted(results.values_list("pegged", flat=True))


def test_typed_keys_wait_until_all_tables_are_loaded(page: Page, address, round_):
    late = HeldRequest(page, "**/desk/state/?page=2")
    sign_in(page, address.partition("/t/")[0], round_.stage.tournament)
    page.goto(address)
    expect(page.locator(READY_FIELD)).to_be_focused()
    page.keyboard.type("8a77\n1b64\n")
    assert not Result.objects.exists()
    late.route().continue_()
    wait_for_all_tables(page)
    expect(page.locator("#desk-status [role=progressbar]")).to_have_attribute("aria-valuenow", "2")
    assert (points(round_, 8), points(round_, 1)) == ([77, 121], [64, 121])


def test_loading_tables_continues_after_network_failure(page: Page, address, round_):
    page.route("**/desk/state/?page=*", lambda route: route.abort())
    sign_in(page, address.partition("/t/")[0], round_.stage.tournament)
    page.goto(address)
    expect(page.locator("#desk-answer [data-code=reading]")).to_be_visible()
    page.keyboard.type("8a77\n")
    page.unroute("**/desk/state/?page=*")
    wait_for_all_tables(page)
    expect(page.locator("#desk-answer [data-code=entered]")).to_be_visible()
    assert points(round_, 8) == [77, 121]


def test_result_kept_over_reload_is_sent_when_table_is_loaded(page: Page, address, round_):
    sign_in(page, address.partition("/t/")[0], round_.stage.tournament)
    page.goto(address)
    wait_for_all_tables(page)
    page.route("**/desk/write/", lambda route: route.abort())
    page.keyboard.type("8a77\n")
    expect(page.locator("#desk-answer [data-code=not_saved]")).to_be_visible()
    page.unroute("**/desk/write/")
    page.reload()
    wait_for_all_tables(page)
    expect(page.locator("#desk-answer [data-code=entered]")).to_be_visible()
    assert points(round_, 8) == [77, 121]
    expect(page.locator(".tiles > [data-slot] .tile.skunk .tile-number")).to_contain_text("8")


def test_all_tables_are_reloaded_after_an_action(page: Page, address, round_):
    tournament = round_.stage.tournament
    sign_in(page, address.partition("/t/")[0], tournament)
    page.goto(address + "?table=8")
    wait_for_all_tables(page)
    expect(page.locator("#desk-who")).to_contain_text("8")
    registration.withdraw(factories.entry(tournament, 5), from_round=2, by=None)
    factories.enter(factories.meeting_at(round_, 7), [121, 60])
    expect(
        page.locator(".tiles > [data-slot] .tile.entered, .tiles > [data-slot] .tile.skunk")
    ).to_have_count(1)
    wait_for_all_tables(page)
    page.goto(address + "?page=2")  # a script shows another page whole too
    wait_for_all_tables(page)


def test_pages_without_scripts_cover_all_tables(round_):
    desk = Desk(round_.stage.tournament)
    tiles = []
    for number in (1, 2, 3):
        html = desk.client.get(f"/t/{desk.tournament.slug}/desk/", {"page": number}).content.decode()
        tiles += [meeting for meeting, _tile in TILE.findall(html)]
    assert len(tiles) == len(set(tiles)) == TABLES + 1
    assert 'href="?page=2"' in desk.client.get(f"/t/{desk.tournament.slug}/desk/").content.decode()


def test_viewer_stays_on_the_requested_page(round_):
    tournament, client = round_.stage.tournament, Client()
    client.force_login(factories.helper(tournament, "viewer", "aline"))
    for page in ("1", "3"):
        whole = client.get(f"/t/{tournament.slug}/desk/", {"page": page}).content.decode()
        again = client.get(f"/t/{tournament.slug}/desk/status/", {"page": page}).content.decode()
        assert [one for one, _tile in TILE.findall(whole)] == [one for one, _tile in TILE.findall(again)]
        assert f'"page": "{page}"' in whole
    tags = {client.get(f"/t/{tournament.slug}/desk/status/", {"page": page})["ETag"] for page in (1, 3)}
    assert len(tags) == 2
