"""The counters on a phone: fast taps, every card large enough, and the same without JavaScript."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import samples
from tests.browser import OVERFLOW_WIDTH, HeldRequest, in_the_dark, resize, violations
from tests.page_reader import spoken
from tournaments.judge.wording import deal

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = [(390, 844), (360, 640)]
SMALL_BUTTONS = """[...document.querySelectorAll(".pack button")]
  .map((one) => one.getBoundingClientRect())
  .filter((box) => box.width < 44 || box.height < 44).length"""
OPEN_EVERYTHING = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
HAND = ["5H", "5S", "5D", "JC", "5C"]


@pytest.fixture
def phone(page: Page, live_server) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    return page


def card(page: Page, name: str):
    """Return a card of the pack."""
    return page.locator(f"#card-{name}")


def test_a_hand_is_tapped(phone: Page, live_server):
    phone.goto(f"{live_server.url}/judge/hand/")
    phone.evaluate("document.body.dataset.same = 'yes'")
    for name in HAND:  # tapped fast, without waiting for answers
        card(phone, name).click(no_wait_after=True)
    expect(phone.locator("#answer")).to_have_attribute("data-points", "29")
    expect(phone.locator(".count-list > li")).to_have_count(10)
    expect(phone.locator("#told")).to_contain_text(phone.locator("#answer").inner_text())
    assert phone.url.endswith("/judge/hand/?hand=5H-5S-5D-JC&starter=5C")
    assert phone.evaluate("document.body.dataset.same") == "yes", "the page was not reloaded"
    card(phone, "5D").click()
    expect(card(phone, "5D")).to_have_attribute("aria-pressed", "false")
    phone.get_by_role("button", name="Crib").click()
    card(phone, "5D").click()
    expect(phone.locator("#answer[data-state=crib]")).to_have_attribute("data-points", "29")

    phone.goto(f"{live_server.url}/judge/hand/")  # with the keyboard alone
    card(phone, "5H").focus()
    phone.keyboard.press("Space")
    expect(card(phone, "5H")).to_have_attribute("aria-pressed", "true")
    expect(card(phone, "5H")).to_be_focused()


def test_shared_link_shows_the_same_hand(phone: Page, live_server):
    phone.goto(f"{live_server.url}/judge/hand/?hand=6C-7S-8D-8H&starter=9S")
    expect(phone.locator("#answer")).to_have_attribute("data-points", "16")
    phone.locator(".share summary").click()
    expect(phone.locator("img.code")).to_be_visible()
    assert phone.locator("img.code").evaluate(
        "async (code) => { await code.decode(); return code.naturalWidth }"
    )


def test_the_play_is_tapped(phone: Page, live_server):
    phone.goto(f"{live_server.url}/judge/play/")
    for name in ("7H", "8S", "6D", "9C"):
        card(phone, name).click(no_wait_after=True)
    expect(phone.locator(".play-list > li")).to_have_count(4)
    expect(phone.locator(".count-box")).to_contain_text("30")
    phone.get_by_role("button", name="Take back", exact=True).click()
    expect(phone.locator(".play-list > li")).to_have_count(3)
    phone.get_by_role("button", name="Go", exact=True).click()
    expect(phone.locator("#refusal")).to_be_visible()
    expect(phone.locator(".play-list > li")).to_have_count(3)
    phone.locator("#id-s2").fill("119")
    phone.locator("#id-s2").blur()
    expect(phone.locator(".answer-total")).to_have_attribute("data-winner", "2")


def test_pack_does_not_move_while_a_card_is_pressed(phone: Page, live_server):
    phone.goto(f"{live_server.url}/judge/play/?laid=7H")
    held = HeldRequest(phone, "**/play/*tap=8S*")
    card(phone, "8S").click(no_wait_after=True)  # its two points are announced above the pack
    held.route()
    card(phone, "6D").hover()
    before = phone.locator(".pack").bounding_box()
    phone.mouse.down()
    with phone.expect_response("**/play/*tap=8S*") as answer:
        held.route().continue_()
    answer.value.finished()
    phone.evaluate("() => new Promise((drawn) => setTimeout(drawn))")
    assert phone.locator(".pack").bounding_box() == before
    phone.mouse.up()
    expect(phone.locator(".play-list > li")).to_have_count(3)


def test_two_hands_of_gin_are_tapped(phone: Page, live_server):
    phone.goto(f"{live_server.url}/judge/gin/?knocker=3C-4C-5C-7D-7H-7S-9S-10S-JS")
    card(phone, "6D").click()
    expect(phone.locator(".answer-total")).to_have_attribute("data-deadwood", "6")
    for name in ("2C", "6C", "8C", "8D", "8H", "KD", "KH", "QC", "4S", "3H"):
        card(phone, name).click(no_wait_after=True)
    expect(phone.locator(".answer-total[data-winner='0']")).to_have_attribute("data-points", "31")
    expect(phone.locator(".answer-total")).to_be_in_viewport(ratio=1)


def test_cards_are_large_enough_to_tap(phone: Page, live_server):
    for path in ("hand/", "play/", "gin/"):
        phone.goto(f"{live_server.url}/judge/{path}")
        for width, height in [*PHONES, (1024, 768), (1920, 1080)]:
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.evaluate(SMALL_BUTTONS) == 0, (path, width)


@pytest.mark.parametrize("script", [True, False], ids=["javascript", "plain"])
def test_sheet_and_match_work_with_and_without_scripts(browser: Browser, live_server, script: bool):
    context = browser.new_context(
        java_script_enabled=script, locale="en-CA", viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/judge/sheet/")
    page.locator("button[name=mode][value=three]").click()
    expect(page.locator(".next-table")).to_have_attribute("data-watches", "3")
    for winner, points in (("Player 1", "30"), ("Player 3", "50")):
        page.get_by_label(winner).check()
        page.locator("#id-by1").fill(points)
        page.locator("#next [name=add]").click()
    expect(page.locator(".gin-sheet u")).to_have_text(["30", "50"])
    page.get_by_label("Player 2").check()
    page.locator("#id-by1").fill("many")
    page.locator("#next [name=add]").click()
    expect(page.locator("#refusal [data-code]")).to_have_attribute("data-code", "gin_points_whole_number")
    expect(page.locator("#refusal")).to_contain_text("many")
    expect(page.locator("#id-by1")).to_have_value("many")
    expect(page.get_by_label("Player 2")).to_be_checked()
    page.locator("#take-back").click()
    expect(page.locator(".gin-sheet u")).to_have_text(["30"])
    assert "hands=1K30" in page.url and "mode=three" in page.url

    page.goto(f"{live_server.url}/judge/match/")
    triple = page.locator("button[name=table][value=free_play_triple]")
    triple.click()
    expect(triple).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Player 1").fill("121")
    page.get_by_label("Player 2").fill("30")
    page.locator("#next [name=add]").click()
    expect(page.locator("#answer[data-over=True]")).to_have_attribute("data-winner", "1")
    page.locator("#take-back").click()
    expect(page.locator("#answer")).to_have_attribute("data-over", "False")
    if not script:  # with scripts: test_a_hand_is_tapped
        page.goto(f"{live_server.url}/judge/hand/")
        for name in HAND:
            card(page, name).click()
        expect(page.locator(".answer-total")).to_contain_text("29")
        assert page.url.endswith("/judge/hand/?hand=5H-5S-5D-JC&starter=5C#counter")
    context.close()


def test_deal_page_follows_taps(phone: Page, live_server):
    phone.goto(f"{live_server.url}/judge/deal/")
    phone.get_by_role("button", name="6", exact=True).click()
    expect(phone.locator(".deal-table tbody tr")).to_have_count(6)
    phone.get_by_role("button", name="two teams").click()
    expect(phone.locator(".deal-table")).to_contain_text("with Player 3, Player 5")
    phone.locator("#id-cut").fill("7H 3C 9S KD QD JD")
    phone.locator("#id-cut").blur()
    expect(phone.locator(".pegged")).to_have_text(spoken(deal.first_deal, 1))


PAGES = [
    "",
    "rulings/",
    "hand/?hand=5H-5S-5D-JC&starter=5C&at=100",
    "hand/?hand=5H-5S-5D-XX&starter=JC",
    "play/?laid=7H-8S-6D-9C-KH&players=6",
    "play/?laid=KH-QS-KH",
    "gin/?knocker=3C-4C-5C-7D-7H-7S-9S-10S-JS-6D&opponent=2C-6C-8C-8D-8H-KD-KH-QC-4S-3H",
    "gin/?knocker=3C-4C-5C-7D-7H-7S-9S-10S-JS-6D&bonuses=oklahoma&up=5D",
    "sheet/?hands=1K24.2G23.1U4.0.VA",
    "sheet/?mode=teams&a_side=6&hollywood=yes&hands=1K23_2K5_3K1_0_V_12G30",
    "sheet/?mode=three&hands=1K30.3K50.2K40.1K10.3K60",
    "sheet/?hands=9K5",
    "deal/?players=6&cut=7H",
    "match/?sides=6&games=121-60-88-91-12-30&kind=first_to&table=board_set",
    "match/?games=121-88+what",
]


@pytest.mark.parametrize(("language", "sizes"), [("fr-ca", ("phone",)), ("en", ("phone", "tablet"))])
def test_pages_pass_axe_and_fit_the_screen(phone: Page, live_server, language: str, sizes: tuple[str, ...]):
    phone.emulate_media(color_scheme="light", reduced_motion="reduce")
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    faults = []
    mine = samples.turn(PAGES, len(sizes) - 1)
    for path in PAGES if language == "fr-ca" else mine:  # its texts are longer
        phone.goto(f"{live_server.url}/judge/{path}")
        if phone.locator("html").get_attribute("lang") != language:
            faults.append((path, "other language"))
        phone.evaluate(OPEN_EVERYTHING)
        for size in sizes:
            resize(phone, size)
            faults += [(path, size, "too wide")] * (phone.evaluate(OVERFLOW_WIDTH) > 0)
        if path in mine:
            faults += [(path, sizes[-1], *found) for found in violations(phone)]
            faults += [(path, "dark", found) for found in in_the_dark(phone)]
    assert faults == []
