"""The running sheet of gin, step by step: large enough, not cut, and nothing for axe to say."""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests import factories, samples
from tests.web.tablet_app.hands import hand, sat_down, seated, tournament_of
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import DRAWING_DONE
from tournaments.models import Line

pytestmark = pytest.mark.django_db(transaction=True)

MAIN_HEIGHT = 120  # pixels for 20 mm
SIZES = {"tablet": {"width": 1024, "height": 768}, "phone": {"width": 390, "height": 844}}


@pytest.mark.parametrize(
    ("language", "size", "rules", "wishes"),
    [
        ("fr-ca", "phone", {"bonuses": "oklahoma"}, ["contrast", "size-large"]),
        ("en", "tablet", {"hollywood": True, "bonuses": "oklahoma"}, ["size-larger", "left"]),
    ],
)
def test_every_step_is_accessible(
    transactional_db, hall, tablet, language: str, size: str, rules: dict, wishes: list[str]
):
    opened = seated(**rules)
    one = tablet()
    one.page.set_viewport_size(SIZES[size])
    one.open(hall.sheet(tournament_of(opened), 1))
    expect(one.page.locator("[data-id=us]")).to_be_visible()
    one.touch("menu", f"say-{language}", *wishes, "back", "us")
    faults: list[str] = []
    # Both have sheets.
    by_axe = cycle([True] if size == "phone" or samples.SWEEP_FACTOR > 1 else [False, True])

    def look(name: str, *touched: str) -> None:
        one.touch(*touched)
        faults.extend(f"{name}: {fault}" for fault in one.faults(axe=next(by_axe)))

    card = ["rank-9", "suit-H"] if "bonuses" in rules else []
    look("ways")
    look("empty sheet", "hands")
    if card:
        look("up-card", "write", "rank-9")
        one.touch("suit-H")
    else:
        one.touch("write")
    look("who")
    look("own", "knocked-0", "key-4")
    look("too much", "key-4")
    look("other", "key-clear", "key-4", "next", "key-3")
    look("cards", "cards", "key-9")
    look("a fine", "next")
    look("sheet", "next")
    look("why void", "write", *card, "void")
    look("sheet with a void hand", "void-stock_out")
    look("taken back", "take-back")
    for _hand in range(5):
        one.touch("write", *card, "knocked-1", "gin", "key-4", "key-0", "next")
        if one.page.locator("[data-id=write]").count() == 0:
            break
    look("over")
    look("read back", "done")
    look("after", "accept")
    one.page.locator(".box.received").wait_for()
    assert faults == []
    assert one.errors == []
    hands = Line.objects.get().data["hands"]
    assert hands[0] == {"knocker": 0, "deadwood": [4, 3], "opponent_cards": 9, "up_card": "9H"}
    assert all(hand["up_card"] == "9H" for hand in hands)


def test_main_buttons_are_large_and_steps_fit(transactional_db, hall, tablet):
    opened = seated()
    one = tablet()
    one.open(hall.sheet(tournament_of(opened), 1))
    one.sit_down()

    def whole(*ids: str) -> None:
        for size, least in (("tablet", MAIN_HEIGHT), ("phone", 70)):
            one.page.set_viewport_size(SIZES[size])
            for name in ids:
                box = one.page.locator(f"[data-id={name}]").bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= least, name
            below = one.page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert below <= 0

    whole("hands", "done")
    one.touch("hands")
    whole("write", "back")
    one.touch("write")
    whole("knocked-0", "knocked-1", "nobody", "void", "back")
    one.touch("knocked-0", "key-4")
    whole("next", "back")
    one.touch("next", "key-3", "key-3")
    whole("next", "back")
    one.touch("next")
    whole("write", "back")


def test_last_hand_and_next_button_are_visible_among_many(transactional_db, tablet):
    opened = seated(target=400)
    one, _names = sat_down(tablet, opened)
    one.page.evaluate("Cheville.updateTool({hands: Array(11).fill({knocker: 0, deadwood: [1, 11]})})")
    hand(one, 0, 1, 11)
    one.page.evaluate(DRAWING_DONE)
    expect(one.page.locator(".sheet tbody tr").last).to_be_in_viewport()
    expect(one.button(sentence("write_hand", number=13))).to_be_in_viewport(ratio=1)
    expect(one.page.locator(".sheet thead")).to_be_in_viewport()


def test_both_totals_have_the_same_font_size(transactional_db, hall, tablet):
    opened = seated()
    names = {"A": "Carole Saint-Hilaire", "B": "Denis d'Anjou"}
    for seat in factories.meeting_at(opened, 1).seats.select_related("entry"):
        seat.entry.name = names[seat.letter]
        seat.entry.save()
    one = tablet()
    one.open(hall.sheet(tournament_of(opened), 1))
    expect(one.page.locator("[data-id=us]")).to_be_visible()
    one.touch("menu", "say-fr-ca", "back", "us", "done", "won-0")
    one.key_by_id("309")
    one.touch("next")
    one.key_by_id("58")
    one.touch("next")
    both = one.page.locator(".score .sentence")
    expect(both).to_have_count(2)
    assert len(set(both.evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)"))) == 1
