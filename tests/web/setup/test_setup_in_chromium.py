"""The set-up page in a real browser: by keyboard alone, recomputed during typing, nothing lost."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from tests import factories, samples
from tests.browser import seen_at_first, violations
from tournaments.models import Tournament
from tournaments.web.setup import kinds

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "projector": (1920, 1080), "low": (1024, 420)}
OPEN_EVERYTHING = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.fixture
def lise(live_server, page):
    """Yield the set-up page, signed in, in English; the console stays silent."""
    user = factories.director()
    signed_in = Client()
    signed_in.force_login(user)
    page.context.add_cookies(
        [
            {"name": name, "value": value, "url": live_server.url}
            for name, value in (
                (settings.SESSION_COOKIE_NAME, signed_in.cookies[settings.SESSION_COOKIE_NAME].value),
                (settings.LANGUAGE_COOKIE_NAME, "en"),
            )
        ]
    )
    received: list[str] = []
    page.on("console", lambda message: received.append(message.text))
    page.on("pageerror", lambda error: received.append(str(error)))
    page.goto(f"{live_server.url}/new/")
    yield page
    assert received == []


def type_by_keyboard(page, label: str, text: str) -> None:
    """Go to a field by Tab alone, and type over what is in it."""
    for _press in range(60):
        if (
            page.evaluate("document.activeElement.labels && document.activeElement.labels[0]?.innerText")
            == label
        ):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"no Tab leads to {label}")
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


REST_SUMMARY, HOURS_HEADING, ODD_HEADING = "details.the-rest > summary", "Games and schedule", "An odd number"


def unfold(page, *sections: str) -> None:
    """Open the part that the format fills in, then some of its sections."""
    page.locator(REST_SUMMARY).click()
    for section in sections:
        page.locator("summary", has_text=section).click()


def test_tournament_can_be_created_by_keyboard(lise):
    type_by_keyboard(lise, "Name of the tournament", "Journée de crible de L'Écuyer")
    for _press in range(30):
        lise.keyboard.press("Tab")
        if lise.evaluate("document.activeElement.name") == "points_as":
            break
    lise.keyboard.press("ArrowUp")  # from none chosen to the last: other points
    type_by_keyboard(lise, "Points for a missed game", "60")
    type_by_keyboard(lise, "Forfeit: points for the side that is there", "121")
    type_by_keyboard(lise, "Forfeit: points for the side that is missing", "60")
    with lise.expect_navigation(url="**/registration/"):
        lise.keyboard.press("Enter")
    made = Tournament.objects.get()
    assert made.name == "Journée de crible de L'Écuyer"
    assert made.stages.get().rules["missed"] == 60


def test_hours_and_summaries_are_updated_while_typing(lise):
    unfold(lise, HOURS_HEADING)
    lise.get_by_label("A game takes").fill("25")
    lise.get_by_text("12:55 pm").first.wait_for()
    words = "Game 1 at 9:00 am, 25 minutes a game, lunch after game 7."
    expect(lise.locator("#summary-times")).to_have_text(words)
    expect(lise.locator("#summary-rest")).to_contain_text(words)
    assert not Tournament.objects.exists()


def test_offered_change_solves_the_problem(lise):
    unfold(lise, ODD_HEADING)
    lise.get_by_label("I decide on the day").check()
    lise.get_by_label("Players expected").fill("31")
    lise.get_by_text("31 is an odd number").wait_for()
    lise.get_by_role("button", name="A house player joins").press("Enter")
    lise.get_by_text("The day can be played").wait_for()
    assert lise.locator("[name=odd][value=house]").is_checked()
    lise.get_by_label("Players expected").fill("40")
    lise.get_by_role("button", name="20 tables").click()
    lise.get_by_text("The day can be played").wait_for()
    assert lise.locator("[name=tables]").input_value() == "20"


def test_error_summary_has_focus_and_links_to_the_field(lise):
    type_by_keyboard(lise, "Name of the tournament", 'Crible "<b>"')
    lise.keyboard.press("Enter")
    lise.get_by_text("Nothing is saved yet").wait_for()
    expect(lise.locator("[role=alert]:focus")).to_have_count(1)
    assert lise.locator(".refusals a").get_attribute("href") == "#id_points_as"
    lise.locator(".refusals a").press("Enter")
    assert lise.evaluate("document.activeElement.id") == "id_points_as"
    assert lise.locator("[name=name]").input_value() == 'Crible "<b>"'


def test_error_disappears_when_its_field_is_changed(lise):
    lise.get_by_label("Other points").check()
    lise.locator(".setup-end button.primary").click()
    missed = lise.locator("[name=missed]")
    refused, faulty = lise.locator(".refusals li"), lise.locator(".field.has-error")
    expect(missed).to_have_attribute("aria-invalid", "true")
    before = refused.count()
    assert before == faulty.count() > 1
    missed.fill("60")
    expect(refused).to_have_count(before - 1)
    expect(faulty).to_have_count(before - 1)
    expect(missed).not_to_have_attribute("aria-invalid", "true")


def test_error_in_a_folded_section_unfolds_it(lise):
    type_by_keyboard(lise, "Name of the tournament", "Journée")
    lise.get_by_label("As suggested").check()
    unfold(lise, HOURS_HEADING)
    lise.get_by_label("A game takes").fill("1")
    lise.locator(".setup-end button.primary").click()
    lise.locator(".refusals a").press("Enter")
    assert lise.evaluate("document.activeElement.name") == "minutes"
    expect(lise.locator("[name=minutes]")).to_be_visible()
    assert lise.locator("[name=name]").input_value() == "Journée"
    assert lise.get_by_label("As suggested").is_checked()


def test_fields_of_other_choices_are_hidden(lise):
    credit, name = lise.get_by_label("Points for sitting out"), lise.get_by_label("Name of the house player")
    unfold(lise, ODD_HEADING)
    assert (credit.is_visible(), name.is_visible()) == (False, True)
    lise.get_by_label("One sits out each game").check()
    assert (credit.is_visible(), name.is_visible()) == (True, False)


def test_page_is_accessible_and_fits(lise):
    """Axe looks at the largest size, where most is visible; in `make figures` at each."""
    lise.evaluate(OPEN_EVERYTHING)
    for size, (width, height) in SIZES.items():
        lise.set_viewport_size({"width": width, "height": height})
        assert lise.evaluate("document.documentElement.scrollWidth") <= width, size
        if size == "projector" or samples.SWEEP_FACTOR > 1:
            assert violations(lise) == [], size


def test_changing_the_kind_changes_sections_and_keeps_values(lise):
    expect(lise.locator("details.only-cribbage")).not_to_have_count(0)
    lise.get_by_label("Name of the tournament").fill("Chez L'Écuyer & <fils>")
    lise.locator("[name=place]").fill("Salle 2")
    lise.locator("button.kind").last.click()
    expect(lise.locator("button.kind").last).to_have_attribute("aria-current", "true")
    expect(lise.locator("details.only-gin")).to_have_count(1)
    expect(lise.locator("details.only-cribbage")).to_have_count(0)
    assert lise.locator("[name=name]").input_value() == "Chez L'Écuyer & <fils>"
    assert lise.locator("[name=place]").input_value() == "Salle 2"
    assert [lise.locator(f"[name={name}]").input_value() for name in ("rounds", "tables")] == ["9", "5"]
    expect(lise.locator("#feasibility .feasibility")).to_have_class(re.compile(r"\bok\b"))
    lise.locator("[name=expected]").fill("8")
    lise.locator("button.kind").nth(2).click()
    expect(lise.locator("[name=rounds]")).to_have_value("12")
    assert lise.locator("[name=expected]").input_value() == "8", "it was typed"
    unfold(lise)
    sections = lise.locator("details.only-cribbage")
    expect(sections.first).to_be_visible()
    expect(sections.nth(1)).to_be_hidden()  # what ranks is the format's, not asked


def test_choosing_a_format_of_the_list_keeps_typed_values(lise):
    lise.get_by_label("Name of the tournament").fill("Chez L'Écuyer")
    lise.locator(".chosen-format button").click()
    lise.get_by_label("Find a format").fill("winners MOVE up")
    lise.keyboard.press("Enter")
    expect(lise.locator("a[data-format]")).to_have_count(1)
    lise.locator("a[data-format=cribbage-ladder]").click()
    expect(lise.locator("[name=format]")).to_have_value("cribbage-ladder")
    assert lise.locator("[name=name]").input_value() == "Chez L'Écuyer"
    assert ranking_fields(lise) == ("match_points", "acc", False)


@pytest.mark.parametrize("language", ["fr-ca", "en"] if samples.SWEEP_FACTOR > 1 else ["fr-ca"])
def test_few_fields_and_words_are_visible_at_first(lise, language):
    """They are counted in French, which needs more words; in `make figures` in English too."""
    address = lise.url.split("?")[0]
    site = address.removesuffix("/new/")
    lise.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site}])
    for kind in kinds.KINDS:
        lise.goto(f"{address}?kind={kind}")
        assert lise.locator("html").get_attribute("lang") == language
        fields, words = seen_at_first(lise)
        assert 5 < fields <= 14, kind
        assert 100 < words <= 260, kind


def ranking_fields(page):
    """Return what ranks, the table of match points and the option of one region, as the fields hold them."""
    chosen = page.locator("form[data-setup]").evaluate(
        "({ elements: e }) => [e.rank_by.value, e.match_points.value, e.from_116.checked]"
    )
    return tuple(chosen)
