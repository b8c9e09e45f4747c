"""The door in a real browser: players typed without waiting, two volunteers, an imported list."""

import re
import time

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser import OVERFLOW_WIDTH, HeldRequest, heard, resize, violations
from tests.registration.small_tournament import fill, small_tournament
from tests.samples import SWEEP_FACTOR
from tournaments import registration, rounds
from tournaments.models import Entry
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db(transaction=True)

POLL_INTERVAL = 11_000  # milliseconds, a little more than the list waits before it reads itself again


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def day(lise):
    return small_tournament(by=lise)


@pytest.fixture
def sit(live_server, lise):
    """Return a function that opens a page signed in, in English: `sit(page, "check_in", day)`."""
    signed_in = Client()
    signed_in.force_login(lise)
    cookies = {
        settings.SESSION_COOKIE_NAME: signed_in.cookies[settings.SESSION_COOKIE_NAME].value,
    }

    def sit_down(page, name, tournament, *more, language="en"):
        cookies[settings.LANGUAGE_COOKIE_NAME] = language
        page.context.add_cookies(
            [{"name": key, "value": value, "url": live_server.url} for key, value in cookies.items()]
        )
        page.goto(live_server.url + reverse(name, args=[tournament.slug, *more]))
        return page

    return sit_down


def test_names_are_typed_one_after_another_without_waiting(page, sit, day):
    sit(page, "registration", day)
    page.keyboard.type("Gérald O'Brien")
    page.keyboard.press("Tab")
    page.keyboard.type("Saint-Hilaire")
    page.keyboard.press("Enter")
    for name in ("Huguette L’Écuyer", "Yvon <b>Côté</b>", "Écuyer L’ Huguette"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    rows = page.locator("#roster > li")
    expect(rows).to_have_count(4)
    expect(page.locator("#id_name")).to_be_focused()
    expect(rows.first.locator("[data-like='2'][data-how=same]")).to_contain_text("Huguette L’Écuyer")
    expect(rows.nth(1)).to_contain_text("Yvon <b>Côté</b>")
    expect(page.locator("#totals")).to_contain_text("4")
    assert [entry.club for entry in day.entries.all()] == ["Saint-Hilaire"] * 4


def test_next_step_updates_with_page_actions(page, sit, day):
    announced, line, at_once = heard(page), page.locator(".next-line"), {"timeout": 1000}
    sit(page, "registration", day)
    expect(line.locator("[data-next=people]")).to_be_visible()
    page.keyboard.type("Huguette L’Écuyer")
    with page.expect_response("**/next/*"):
        page.keyboard.press("Enter")
    expect(line.locator("[data-next=seat] a")).to_be_visible(**at_once)
    fill(day, 3)
    sit(page, "check_in", day)
    rounds.seat(stages.qualifying(day), 1, by=None)  # on another computer
    with page.expect_response("**/next/*"):
        page.locator("#people .tap").first.click()
    expect(line.locator("[data-next=open]")).to_be_visible(**at_once)
    assert announced == []


def test_typed_names_are_saved_when_leaving_page(page, sit, day):
    sit(page, "registration", day)
    names = [f"Joueuse Numéro{number}" for number in range(1, 9)]
    page.keyboard.type("".join(f"{name}\n" for name in names))
    page.get_by_role("link", name="Check-in", exact=True).click()
    expect(page.get_by_role("heading", name="Check-in")).to_be_visible()
    patience = time.monotonic() + 20
    while day.entries.count() < len(names) and time.monotonic() < patience:
        page.wait_for_timeout(100)
    assert sorted(day.entries.values_list("name", flat=True)) == names


def test_refused_entry_keeps_typed_values(page, sit, day):
    sit(page, "registration", day)
    page.locator("summary", has_text="Fee").click()
    page.fill("#id_fee", "quinze")
    page.fill("#id_name", "Aline Roy")
    page.press("#id_name", "Enter")
    expect(page.locator("#add-answer [data-code=not_an_amount]")).to_contain_text("quinze")
    expect(page.locator("#id_name")).to_have_value("Aline Roy")
    page.fill("#id_fee", "15")
    page.press("#id_name", "Enter")
    expect(page.locator("#roster > li")).to_have_count(1)
    expect(page.locator("#totals")).to_contain_text("$15.00")


def send_refused_player(page) -> HeldRequest:
    """Send a player whose fee will be refused, and hold the request back."""
    held = HeldRequest(page, "**/registration/", "POST")
    page.locator("summary", has_text="Fee").click()
    page.fill("#id_fee", "quinze")
    page.fill("#id_name", "Aline Roy")
    page.press("#id_name", "Enter")
    return held


def test_refused_entry_comes_back_after_the_name_that_is_typed_meanwhile(page, sit, day):
    sit(page, "registration", day)
    held = send_refused_player(page)
    page.fill("#id_fee", "15")
    page.fill("#id_name", "Luc Roy")
    held.route().continue_()
    error = page.locator("#add-answer [data-code=not_an_amount]")
    expect(error).to_be_visible()
    expect(page.locator("#id_name")).to_have_value("Luc Roy")
    page.press("#id_name", "Enter")
    expect(page.locator("#roster > li")).to_have_count(1)
    expect(page.locator("#id_name")).to_have_value("Aline Roy")
    expect(error).to_be_visible()
    page.fill("#id_fee", "15")
    page.press("#id_name", "Enter")
    expect(page.locator("#roster > li")).to_have_count(2)


@pytest.fixture
def refused(page, sit, day):
    """Open the page with Aline Roy, member 0314, in the form again: her fee was no amount."""
    sit(page, "registration", day)
    page.locator("summary", has_text="Fee").click()
    for field, value in (("fee", "quinze"), ("member_number", "0314"), ("name", "Aline Roy")):
        page.fill(f"#id_{field}", value)
    page.press("#id_name", "Enter")
    expect(page.locator("#id_name")).to_have_value("Aline Roy")
    page.fill("#id_fee", "15")
    page.focus("#id_name")
    return page


def whole_name(page):
    """Replace the name at once, as a pasted, dictated or suggested one does."""
    page.locator("#id_name").select_text()
    page.keyboard.insert_text("Cyr Roy")


def chosen_name(page):
    """Choose a known player, as Chromium does: its list is no part of the page, which hears of a change."""
    page.evaluate(
        """() => {
          const name = document.getElementById("id_name"), player = new Option("", "Cyr Roy");
          Object.assign(player.dataset, { club: "Sorel", region: "", member: "", apart: "", note: "" });
          Object.assign(player.dataset, { categories: "", answers: "{}" });
          document.getElementById("known-players").append(player);
          name.value = "Cyr Roy";
          name.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )


@pytest.mark.parametrize("replace", [whole_name, chosen_name])
def test_other_name_in_place_of_a_refused_one_makes_that_player_wait(refused, day, replace):
    replace(refused)
    refused.press("#id_name", "Enter")
    expect(refused.locator("#roster > li")).to_have_count(1)
    expect(refused.locator("#id_name")).to_have_value("Aline Roy")
    refused.press("#id_name", "Enter")
    expect(refused.locator("#roster > li")).to_have_count(2)
    entered = day.entries.order_by("number").values_list("name", "member_number", "fee_cents")
    assert list(entered) == [("Cyr Roy", "", 1500), ("Aline Roy", "0314", 1500)]


def test_refused_name_that_is_corrected_letter_by_letter_is_entered_once(refused, day):
    refused.press("#id_name", "End")
    for _letter in "line Roy":
        refused.keyboard.press("Backspace")
    refused.keyboard.type("lice Roy")
    refused.keyboard.press("Enter")
    expect(refused.locator("#roster > li")).to_have_count(1)
    expect(refused.locator("#id_name")).to_have_value("")
    assert day.entries.values_list("name", "member_number").get() == ("Alice Roy", "0314")


def test_emptied_name_of_a_refused_player_takes_all_fields_along(refused, day):
    refused.fill("#id_name", "")
    refused.keyboard.type("Cyr Roy")
    refused.keyboard.press("Enter")
    expect(refused.locator("#roster > li")).to_have_count(1)
    expect(refused.locator("#id_name")).to_have_value("")
    assert day.entries.values_list("name", "member_number").get() == ("Cyr Roy", "")


def test_club_and_fee_of_a_refused_player_are_not_those_of_the_next(page, sit, day):
    sit(page, "registration", day)
    held = HeldRequest(page, "**/registration/", "POST")
    page.locator("summary", has_text="Fee").click()
    page.select_option("#id_paid_how", "transfer")
    for field, value in (("fee", "quinze"), ("club", "Beauport"), ("name", "Aline Roy")):
        page.fill(f"#id_{field}", value)
    page.press("#id_name", "Enter")
    page.select_option("#id_paid_how", "")
    for field, value in (("fee", "10"), ("club", "Lévis"), ("name", "Béa Roy")):
        page.fill(f"#id_{field}", value)
    page.press("#id_name", "Enter")
    held.route().continue_()
    for name in ("Cyr Roy", "Dan Roy"):
        expect(page.locator("#id_name")).to_have_value("Aline Roy")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#id_name")).to_have_value("Aline Roy")
    page.fill("#id_fee", "15")
    page.press("#id_name", "Enter")
    page.keyboard.type("Eve Roy\n")
    expect(page.locator("#roster > li")).to_have_count(5)
    entered = day.entries.order_by("number").values_list("name", "club", "fee_cents")
    others = [(f"{name} Roy", "Lévis", 1000) for name in ("Béa", "Cyr", "Dan")]
    assert list(entered) == [
        *others,
        ("Aline Roy", "Beauport", 1500),
        ("Eve Roy", "Lévis", 1000),
    ]
    payment = day.payments.get()
    assert (payment.how, payment.entry_uid) == ("transfer", day.entries.get(name="Aline Roy").uid)


def test_refused_player_does_not_come_back_while_the_club_of_the_next_is_typed(page, sit, day):
    sit(page, "registration", day)
    held = HeldRequest(page, "**/registration/", "POST")
    page.locator("summary", has_text="Fee").click()
    for field, value in (("fee", "quinze"), ("club", "Beauport"), ("name", "Aline Roy")):
        page.fill(f"#id_{field}", value)
    page.press("#id_name", "Enter")
    page.fill("#id_club", "Lé")
    held.route().continue_()
    expect(page.locator("#add-answer [data-code=not_an_amount]")).to_be_visible()
    page.keyboard.type("vis")
    expect(page.locator("#id_club")).to_have_value("Lévis")
    page.click("#id_name")
    expect(page.locator("#id_name")).to_have_value("Aline Roy")
    expect(page.locator("#id_club")).to_have_value("Beauport")
    page.keyboard.type("Cyr Roy")
    expect(page.locator("#id_name")).to_have_value("Cyr Roy")
    expect(page.locator("#id_club")).to_have_value("Lévis")


def test_refused_player_waits_while_the_next_is_begun(page, sit, day):
    sit(page, "registration", day)
    held = send_refused_player(page)
    page.fill("#id_fee", "15")
    page.fill("#id_member_number", "0555")
    held.route().continue_()
    expect(page.locator("#add-answer [data-code=not_an_amount]")).to_be_visible()
    page.fill("#id_name", "Luc Roy")
    page.press("#id_name", "Enter")
    expect(page.locator("#roster > li")).to_have_count(1)
    expect(page.locator("#id_name")).to_have_value("Aline Roy")
    assert Entry.objects.get().member_number == "0555"


def test_full_name_on_the_internet_is_for_one_player(page, sit, day):
    sit(page, "registration", day)
    page.locator("summary", has_text="Fee").click()
    page.select_option("#id_on_the_internet", "full")
    for number, name in enumerate(("Aline Roy", "Luc Roy"), 1):
        page.fill("#id_name", name)
        page.press("#id_name", "Enter")
        expect(page.locator("#roster > li")).to_have_count(number)
    assert [bool(entry.consented_at) for entry in day.entries.order_by("number")] == [True, False]


def test_names_typed_without_a_connection_are_not_lost(page, sit, day):
    sit(page, "registration", day)
    page.route(
        "**/registration/",
        lambda route: route.abort() if route.request.method == "POST" else route.fallback(),
    )
    names = ["Aline Roy", "Benoît Roy", "Carmen Roy"]
    for name in names:
        page.keyboard.type(name)
        with page.expect_event("requestfailed"):
            page.keyboard.press("Enter")
    page.unroute("**/registration/")
    for _name in names:
        page.keyboard.press("Enter")
    expect(page.locator("#roster > li")).to_have_count(3)


def test_a_known_player_brings_the_club_along(page, sit, day, lise):
    registration.add_entry(
        small_tournament(by=lise), "Huguette L’Écuyer", club="Beloeil", member_number="0314"
    )
    sit(page, "registration", day)
    page.keyboard.type("Huguette L’")
    expect(page.locator("#known-players option")).to_have_count(1)
    page.fill("#id_name", "Huguette L’Écuyer")  # as choosing from the list does
    expect(page.locator("#id_club")).to_have_value("Beloeil")
    page.press("#id_name", "Enter")
    expect(page.locator("#roster > li")).to_have_count(1)
    assert day.entries.get().member_number == "0314"


def test_row_is_edited_by_keyboard_and_escape_cancels(page, sit, day):
    fill(day, 2)
    sit(page, "registration", day)
    page.focus("#mend-1")
    page.keyboard.press("Enter")
    expect(page.locator("#id_1_name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#mend-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#id_1_name")).to_be_focused()
    page.locator("#id_1_name").fill("Gérald O'Brien père")
    page.keyboard.press("Enter")
    expect(page.locator("#row-1")).to_contain_text("Gérald O'Brien père")
    expect(page.locator("#mend-1")).to_be_focused()


def test_two_volunteers_tick_the_same_person(page, context, sit, day):
    fill(day, 4)
    other = context.new_page()
    page.clock.install()
    for one in (page, other):
        sit(one, "check_in", day)
    page.locator("#tap-2").click()
    expect(page.locator("#counter")).to_contain_text("Here: 1 of 4")
    expect(page.locator("#tap-2")).to_have_attribute("aria-pressed", "true")
    other.locator("#tap-2").click()  # which still shows «Not yet» here
    expect(other.locator("#tap-2")).to_have_attribute("aria-pressed", "true")
    assert registration.check_in(day.entries.get(number=2), here=True).checked_in_at
    other.locator("#tap-3").click()
    expect(other.locator("#tap-3")).to_have_attribute("aria-pressed", "true")
    page.clock.fast_forward(POLL_INTERVAL)
    expect(page.locator("#tap-3")).to_have_attribute("aria-pressed", "true")
    page.locator("#tap-3").click()
    expect(page.locator("#counter")).to_contain_text("Here: 1 of 4")


def test_list_is_filtered_while_typing_and_after_tap(page, sit, day):
    fill(day, 6)
    sit(page, "check_in", day)
    page.fill("#q", "saint-hil")
    expect(page.locator(".taps > li")).to_have_count(2)
    page.locator("#tap-5").click()
    expect(page.locator("#tap-5")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tap-5")).to_be_focused()
    expect(page.locator(".taps > li")).to_have_count(2)


def test_enter_key_checks_in_only_match(page, sit, day):
    fill(day, 6)
    sit(page, "check_in", day)
    for key in ("Enter", "Enter"):  # the second one does not take it back
        page.locator("#q").press_sequentially("gérald")
        page.keyboard.press(key)
        expect(page.locator(".taps > li")).to_have_count(1)
        expect(page.locator("[aria-pressed=true]")).to_have_count(1)
        expect(page.locator("#counter")).to_contain_text("Here: 1 of 6")
    page.fill("#q", "saint-hil")
    page.keyboard.press("Enter")
    expect(page.locator(".taps > li")).to_have_count(2)
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_first_rows_are_visible_on_phone(page, sit, day):
    fill(day, 20)
    resize(page, "phone")
    sit(page, "check_in", day)
    for row in page.locator(".taps > li").all()[:3]:
        expect(row).to_be_in_viewport(ratio=1)


def test_double_click_imports_file_once(page, sit, day):
    lines = "Nom;Prénom;Endroit\r\nL’Écuyer;Huguette;Beloeil\r\nO'Brien;Gérald;Sorel\r\n;;Sorel\r\n"
    sit(page, "roster_import", day)
    file = {"name": "liste.csv", "mimeType": "text/csv", "buffer": lines.encode("cp1252")}
    page.set_input_files("#file", file)
    page.locator("form:has(#file) button").click()
    expect(page.locator("main")).to_contain_text("Row 4:")
    page.wait_for_load_state()  # the scripts know the choice
    page.select_option("#column-2", "club")
    expect(page.locator("tbody")).to_contain_text("Beloeil")
    page.reload()
    expect(page.locator("tbody")).to_contain_text("Beloeil")
    page.get_by_role("button", name=re.compile("Enter 2 people")).dblclick()
    expect(page.locator("#messages [data-code=list_entered]")).to_contain_text("2")
    expect(page.locator("#roster > li")).to_have_count(2)
    page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(page.locator("#roster > li")).to_have_count(0)


def faults(page, *sizes):
    """Return what is too wide at each size, and what axe finds at the last; in `make figures` at each."""
    found = []
    for size in sizes:
        resize(page, size)
        found += [(size, "too wide")] * (page.evaluate(OVERFLOW_WIDTH) > 0)
        if size == sizes[-1] or SWEEP_FACTOR > 1:
            found += [(size, *one) for one in violations(page)]
    return found


@pytest.mark.parametrize(("language", "sizes"), [("fr-ca", ("phone",)), ("en", ("tablet", "projector"))])
def test_pages_are_accessible_and_fit_width(page, sit, day, language, sizes):
    announced = heard(page)
    fill(day, 6)
    registration.add_entry(day, "O'Brien Gérald", fee_cents=1500, paid_how="cash", apart="auto 1")
    registration.fix_seat(day.entries.get(number=1), (2, "A"), by=None)
    found = {}
    for name, *more in [
        ("registration",),
        ("check_in",),
        ("entry", 1),
        ("entry_leaves", 1),
        ("roster_import",),
    ]:
        sit(page, name, day, *more, language=language)
        found[name] = faults(page, *sizes)
    page.fill("#pasted", "Gérald O'Brien, Richelieu\nAline Roy, Sorel\n, Beloeil")
    page.locator("#pasted").locator("xpath=ancestor::form").locator("button").last.click()
    expect(page.locator("tbody")).to_contain_text("Roy, Aline")
    found["list"] = faults(page, *sizes)
    assert {name: one for name, one in found.items() if one} == {}
    assert announced == []
