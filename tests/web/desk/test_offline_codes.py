"""Codes of finished games at the desk: typed by a hand scanner, pasted, read twice, damaged, too late."""

from html import unescape
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import sound
from tests.page_reader import message_codes
from tests.web.tablets.device_clients import Tablet
from tournaments import devices
from tournaments.models import Line

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "http://192.168.0.10:8000/carry/#"
GARBLED = "http:éé192.168.0.10:8000écarryé/"  # a scanner of another keyboard


@pytest.fixture
def take(client):
    """Send codes as the script does, or as a plain form does; return the answers in words."""

    def send(tournament, codes, script=True, what="say", **fields):
        client.force_login(factories.director_of(tournament))
        client.cookies["django_language"] = "en"
        url, typed = f"/t/{tournament.slug}/desk/carried/", {"codes": codes, **fields}
        if not script:
            return unescape(client.post(url, typed, follow=True).content.decode())
        answers = client.post(url, typed, headers={"Accept": "application/json"}).json()["answers"]
        return [(one["kind"], unescape(one[what])) for one in answers]

    return send


@pytest.fixture
def opened():
    tournament = factories.tournament(8)
    return tournament, factories.open_round(tournament)


def test_code_is_accepted_with_any_or_no_address_before_it(take, opened):
    tournament, round_ = opened
    for table, before in enumerate(("", ADDRESS, GARBLED), start=1):
        code = Tablet(tournament, table).code_of(factories.meeting_at(round_, table), [121, 80 + table])
        ((kind, taken),) = take(tournament, before + code)
        assert kind == "ok"
        assert taken.startswith(f"Table {table}: ")
        assert f"121–{80 + table}" in taken
        assert taken.endswith(" Received.")
    assert Line.objects.filter(tournament=tournament).count() == 3


def test_every_one_of_many_codes_gets_an_answer(take, opened):
    tournament, round_ = opened
    good = Tablet(tournament, 1).code_of(factories.meeting_at(round_, 1), [121, 88])
    *damaged, last = take(
        tournament, "\n".join([good[:-1] + ("A" if good[-1] != "A" else "B")] * 60 + [good])
    )
    assert [kind for kind, _said in damaged] == ["refused"] * 60
    assert last[0] == "ok"


def test_code_sent_by_two_ways_counts_once(take, opened, client):
    tournament, round_ = opened
    code = Tablet(tournament, 1).code_of(factories.meeting_at(round_, 1), [121, 88])
    body = {"carried": [code]}
    answers = client.post("/api/1/submit", body, content_type="application/json").json()["answers"]
    assert answers[0]["answer"] == "accepted"
    assert [kind for kind, _said in take(tournament, code)] == ["again"]
    assert Line.objects.filter(tournament=tournament).count() == 1


def test_several_codes_at_once_get_separate_answers(take, opened):
    tournament, round_ = opened
    codes = [
        Tablet(tournament, table).code_of(factories.meeting_at(round_, table), [121, 88]) for table in (1, 2)
    ]
    factories.enter(factories.meeting_at(round_, 2), [90, 121])
    taken = take(tournament, f"{ADDRESS}{codes[0]} {ADDRESS}{codes[1]}\n{codes[0]}")
    assert [kind for kind, _said in taken] == ["ok", "dispute", "again"]
    assert "Table 2" in taken[1][1]


def test_refused_code_gets_a_reason(take, opened):
    tournament, round_ = opened
    one = Tablet(tournament, 1)
    code = one.code_of(factories.meeting_at(round_, 1), [121, 88])
    elsewhere = one.code_of(factories.meeting_at(round_, 2), [121, 88])
    assert take(tournament, code[:-1] + "~")[0][0] == "refused"
    assert take(tournament, "12", what="code") == [("refused", "bad_code")]
    assert take(tournament, elsewhere, what="code") == [("refused", "not_your_table")]
    assert take(tournament, one.code_of(factories.meeting_at(round_, 1), [300, 88]))[0][0] == "refused"
    devices.revoke(one.device, by=None)
    assert take(tournament, code, what="code") == [("refused", "device_revoked")]
    assert not Line.objects.filter(tournament=tournament).exists()


def test_answer_is_shown_on_the_page_without_script(take, opened):
    tournament, round_ = opened
    code = Tablet(tournament, 1).code_of(factories.meeting_at(round_, 1), [121, 88])
    assert message_codes(take(tournament, code, script=False)) == ["offline_code_ok"]
    assert message_codes(take(tournament, code, script=False)) == ["offline_code_again"]


def test_user_without_role_cannot_send_codes(client, opened):
    tournament, _round = opened
    client.force_login(factories.director("stranger"))
    assert client.post(f"/t/{tournament.slug}/desk/carried/", {"codes": "x"}).status_code == 403


def scan_code(page: Page, text: str) -> None:
    """Type a code as a hand scanner does, without a pause."""
    page.keyboard.type(text + "\n")


def test_codes_are_scanned_one_after_another_by_keyboard(at, opened):
    tournament, round_ = opened
    codes = [
        Tablet(tournament, table).code_of(factories.meeting_at(round_, table), [121, 88])
        for table in (1, 2, 3)
    ]
    another = Tablet(tournament, 4).code_of(factories.meeting_at(round_, 4), [121, 88])
    page = at(tournament)("desk/")
    field = page.locator("#offline-code")
    expect(field).to_be_hidden()
    page.locator(".offline-codes summary").press("Enter")
    field.focus()
    scan_code(page, ADDRESS + codes[0])
    for code in codes[1:]:
        page.keyboard.insert_text(ADDRESS + code)
    page.keyboard.insert_text(ADDRESS + codes[0])
    place = page.locator("#offline-answers li")
    expect(place).to_have_count(4)
    expect(place.first).to_have_attribute("data-code", "same")
    expect(place.nth(1)).to_contain_text("Table 3")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    assert Line.objects.filter(tournament=tournament).count() == 3
    assert sound(page) == []

    page.locator("#d-table").focus()  # a key leads from the table to the code, and back
    page.keyboard.press("q")
    expect(field).to_be_focused()
    scan_code(page, another)
    expect(place).to_have_count(5)
    page.keyboard.press("Escape")
    expect(page.locator("form.has-script #d-table")).to_be_focused()
    expect(page.locator("#d-table")).to_have_value("")


def test_code_scanned_into_the_table_field_is_taken_as_code(at, opened):
    tournament, round_ = opened
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    code = Tablet(tournament, 3).code_of(factories.meeting_at(round_, 3), [121, 70])
    page = at(tournament)("desk/")
    page.locator("#d-table").fill("2")
    scan_code(page, ADDRESS + code)
    expect(page.locator("#offline-answers li").first).to_contain_text("Table 3")
    expect(page.locator("#d-table")).to_have_value("2")
    expect(page.locator("#desk-status [role=progressbar]")).to_have_attribute("aria-valuenow", "2")
    assert [line.kind for line in Line.objects.filter(tournament=tournament)] == ["claim", "claim"]


NO_ANSWERS = (
    {"status": 503, "body": "no"},
    {"content_type": "application/json", "body": '{"error": "method"}'},
)


def fulfilled_with(**answer):
    return lambda route: route.fulfill(**answer)


def test_code_without_answer_is_kept_and_sent_again(at, opened):
    tournament, round_ = opened
    codes = [
        Tablet(tournament, table).code_of(factories.meeting_at(round_, table), [121, 88], nonce=uuid4().hex)
        for table in (1, 2)
    ]
    page = at(tournament)("desk/")
    page.locator(".offline-codes summary").click()
    for table, (code, answered) in enumerate(zip(codes, NO_ANSWERS, strict=True), start=1):
        page.route("**/desk/carried/", fulfilled_with(**answered), times=1)
        page.locator("#offline-code").fill(code)
        expect(page.locator("#offline-answers [data-code=lost]")).to_have_count(1)
        expect(page.locator("#offline-answers [data-code=accepted]")).to_have_count(table, timeout=10_000)
        expect(page.locator("#offline-answers li")).to_have_count(table)
    at.announced.clear()  # the browser reports that no answer came
