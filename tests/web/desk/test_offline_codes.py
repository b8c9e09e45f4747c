"""Codes of finished games at the desk: typed by a hand scanner, pasted, read twice, damaged, too late."""

from html import unescape
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import sound
from tests.shown_by import told
from tests.web.tablets.held import Tablet
from tournaments import devices
from tournaments.models import Line

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "http://192.168.0.10:8000/carry/#"
GARBLED = "http:éé192.168.0.10:8000écarryé/"  # a scanner of another keyboard


@pytest.fixture
def take(client):
    """Send codes as the script does, or as a plain form does; the answers in words."""

    def send(day, codes, script=True, what="say", **fields):
        client.force_login(factories.director_of(day))
        client.cookies["django_language"] = "en"
        url, typed = f"/t/{day.slug}/desk/carried/", {"codes": codes, **fields}
        if not script:
            return unescape(client.post(url, typed, follow=True).content.decode())
        told = client.post(url, typed, headers={"Accept": "application/json"}).json()["answers"]
        return [(one["kind"], unescape(one[what])) for one in told]

    return send


@pytest.fixture
def opened():
    day = factories.tournament(8)
    return day, factories.open_round(day)


def test_a_code_is_taken_and_read_back_however_it_was_typed(take, opened):
    day, round_ = opened
    for table, before in enumerate(("", ADDRESS, GARBLED), start=1):
        code = Tablet(day, table).code_of(factories.meeting_at(round_, table), [121, 80 + table])
        ((kind, said),) = take(day, before + code)
        assert kind == "ok"
        assert said.startswith(f"Table {table}: ")
        assert f"121–{80 + table}" in said
        assert said.endswith(" Received.")
    assert Line.objects.filter(tournament=day).count() == 3


def test_none_of_many_codes_is_passed_over_in_silence(take, opened):
    day, round_ = opened
    good = Tablet(day, 1).code_of(factories.meeting_at(round_, 1), [121, 88])
    *damaged, last = take(day, "\n".join([good[:-1] + ("A" if good[-1] != "A" else "B")] * 60 + [good]))
    assert [kind for kind, _said in damaged] == ["refused"] * 60
    assert last[0] == "ok"


def test_the_same_code_counts_once_by_whatever_way(take, opened, client):
    day, round_ = opened
    code = Tablet(day, 1).code_of(factories.meeting_at(round_, 1), [121, 88])
    body = {"carried": [code]}
    answers = client.post("/api/1/submit", body, content_type="application/json").json()["answers"]
    assert answers[0]["answer"] == "accepted"
    assert [kind for kind, _said in take(day, code)] == ["again"]
    assert Line.objects.filter(tournament=day).count() == 1


def test_several_at_once_each_with_its_answer(take, opened):
    day, round_ = opened
    codes = [Tablet(day, table).code_of(factories.meeting_at(round_, table), [121, 88]) for table in (1, 2)]
    factories.enter(factories.meeting_at(round_, 2), [90, 121])
    told = take(day, f"{ADDRESS}{codes[0]} {ADDRESS}{codes[1]}\n{codes[0]}")
    assert [kind for kind, _said in told] == ["ok", "dispute", "again"]
    assert "Table 2" in told[1][1]


def test_what_is_not_taken_says_why(take, opened):
    day, round_ = opened
    one = Tablet(day, 1)
    code = one.code_of(factories.meeting_at(round_, 1), [121, 88])
    elsewhere = one.code_of(factories.meeting_at(round_, 2), [121, 88])
    assert take(day, code[:-1] + "~")[0][0] == "refused"
    assert take(day, "12", what="code") == [("refused", "bad_code")]
    assert take(day, elsewhere, what="code") == [("refused", "not_your_table")]
    assert take(day, one.code_of(factories.meeting_at(round_, 1), [300, 88]))[0][0] == "refused"
    devices.revoke(one.device, by=None)
    assert take(day, code, what="code") == [("refused", "device_revoked")]
    assert not Line.objects.filter(tournament=day).exists()


def test_without_a_script_the_page_says_it(take, opened):
    day, round_ = opened
    code = Tablet(day, 1).code_of(factories.meeting_at(round_, 1), [121, 88])
    assert told(take(day, code, script=False)) == ["offline_code_ok"]
    assert told(take(day, code, script=False)) == ["offline_code_again"]


def test_only_who_directs_may(client, opened):
    day, _round = opened
    client.force_login(factories.director("stranger"))
    assert client.post(f"/t/{day.slug}/desk/carried/", {"codes": "x"}).status_code == 403


def scanned(page: Page, text: str, enter: bool = True) -> None:
    """As a hand scanner types: without a pause."""
    page.keyboard.type(text + ("\n" if enter else ""))


def test_one_after_the_other_by_keyboard_alone(at, opened):
    day, round_ = opened
    codes = [
        Tablet(day, table).code_of(factories.meeting_at(round_, table), [121, 88]) for table in (1, 2, 3)
    ]
    another = Tablet(day, 4).code_of(factories.meeting_at(round_, 4), [121, 88])
    page = at(day)("desk/")
    field = page.locator("#offline-code")
    expect(field).to_be_hidden()
    page.locator(".offline-codes summary").press("Enter")
    field.focus()
    scanned(page, ADDRESS + codes[0])
    for code in codes[1:]:
        page.keyboard.insert_text(ADDRESS + code)
    page.keyboard.insert_text(ADDRESS + codes[0])
    said = page.locator("#offline-said li")
    expect(said).to_have_count(4)
    expect(said.first).to_have_attribute("data-code", "same")
    expect(said.nth(1)).to_contain_text("Table 3")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    assert Line.objects.filter(tournament=day).count() == 3
    assert sound(page) == []

    page.locator("#d-table").focus()  # a key leads from the table to the code, and back
    page.keyboard.press("q")
    expect(field).to_be_focused()
    scanned(page, another)
    expect(said).to_have_count(5)
    page.keyboard.press("Escape")
    expect(page.locator("form.has-script #d-table")).to_be_focused()
    expect(page.locator("#d-table")).to_have_value("")


def test_a_scanner_that_types_into_the_field_of_the_table_does_nothing_there(at, opened):
    day, round_ = opened
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    code = Tablet(day, 3).code_of(factories.meeting_at(round_, 3), [121, 70])
    page = at(day)("desk/")
    page.locator("#d-table").fill("2")
    scanned(page, ADDRESS + code)
    expect(page.locator("#offline-said li").first).to_contain_text("Table 3")
    expect(page.locator("#d-table")).to_have_value("2")
    expect(page.locator("#desk-status [role=progressbar]")).to_have_attribute("aria-valuenow", "2")
    assert [line.kind for line in Line.objects.filter(tournament=day)] == ["claim", "claim"]


NO_ANSWERS = (
    {"status": 503, "body": "no"},
    {"content_type": "application/json", "body": '{"error": "method"}'},
)


def answering(**answer):
    return lambda route: route.fulfill(**answer)


def test_a_code_that_nobody_answers_is_kept_and_sent_again(at, opened):
    day, round_ = opened
    codes = [
        Tablet(day, table).code_of(factories.meeting_at(round_, table), [121, 88], nonce=uuid4().hex)
        for table in (1, 2)
    ]
    page = at(day)("desk/")
    page.locator(".offline-codes summary").click()
    for table, (code, answered) in enumerate(zip(codes, NO_ANSWERS, strict=True), start=1):
        page.route("**/desk/carried/", answering(**answered), times=1)
        page.locator("#offline-code").fill(code)
        expect(page.locator("#offline-said [data-code=lost]")).to_have_count(1)
        expect(page.locator("#offline-said [data-code=accepted]")).to_have_count(table, timeout=10_000)
        expect(page.locator("#offline-said li")).to_have_count(table)
    at.said.clear()  # the browser says that nobody answered
