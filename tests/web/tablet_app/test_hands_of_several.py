"""Gin hand by hand in real Chromium where more than two play: three, and two against two side by side."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.hands import foot, rows
from tests.web.tablet_app.sentences import sentence
from tournaments import formats
from tournaments.models import Line, Result, Round

pytestmark = pytest.mark.django_db(transaction=True)


def open_game(key: str, players: int, **rules) -> Round:
    """Return game 1 of a tournament in English, open."""
    declared = formats.rehearsal_rules(formats.FORMATS[key], players)
    tournament = factories.tournament(players, key=key, **{**declared, **rules})
    tournament.language = "en"
    tournament.save()
    return factories.open_round(tournament)


def sit_down(one) -> list[str]:
    one.title(sentence("who_sits_here"))
    names = one.page.locator(".sides .name").all_inner_texts()
    one.tap(sentence("this_is_us"))
    one.title(sentence("play"))
    one.tap(sentence("write_each_hand"))
    return names


def enter_hand(one, knocker: int, other: int) -> None:
    """Enter gin, and the opponent's deadwood, for the pair that is asked about."""
    one.touch(f"knocked-{knocker}", "gin")
    one.key_by_id(str(other))
    one.touch("next")


def asked_pair(one) -> list[str]:
    """Return the names on the two buttons."""
    one.title(sentence("who_knocked"))
    return one.page.locator(".side-choice .name").all_inner_texts()


def test_three_players_rotate_after_each_hand(transactional_db, tablet):
    opened = open_game("gin-three", 3)
    one = tablet(opened.stage.tournament, 1)
    names = sit_down(one)
    one.touch("write")
    assert asked_pair(one) == names[:2]
    one.sees(sentence("looks_on", name=names[2]))
    enter_hand(one, 0, 30)
    one.sees(sentence("deals_next", name=names[0]))
    one.touch("write")
    assert asked_pair(one) == [names[0], names[2]]  # B lost
    one.sees(sentence("looks_on", name=names[1]))
    assert not one.faults()
    enter_hand(one, 1, 20)
    one.touch("write")
    assert asked_pair(one) == names[1:]  # A lost
    enter_hand(one, 1, 60)
    one.title(sentence("sheet_won", name=names[2]))
    assert rows(one) == [["50_", "", ""], ["", "", "40_"], ["", "", "120_"]]
    # 120, the game, 100 for B without a hand and two hands won
    assert [foot(one, name) for name in ("shutout", "total", "value")] == [
        ["0", "0", "100"],
        ["70", "0", "360"],
        ["−220", "−430", "650"],
    ]
    assert not one.faults()
    one.touch("done")
    one.sees(sentence("value", points=650))
    one.touch("accept")
    one.title(sentence("after_received"))
    one.received()
    assert Line.objects.get().data["mode"] == "three"
    assert sorted(Result.objects.values_list("value", flat=True)) == [-430, -220, 650]


def test_partners_have_both_results_of_a_hand_netted(transactional_db, tablet):
    opened = open_game("gin-four", 4, alternating=True)
    one = tablet(opened.stage.tournament, 1)
    sit_down(one)
    people = {
        seat.letter: seat.entry.name for seat in opened.meetings.get().seats.select_related("entry").all()
    }
    one.touch("write")
    assert asked_pair(one) == [people["A"], people["B"]]
    enter_hand(one, 0, 90)
    assert asked_pair(one) == [people["C"], people["D"]]
    one.page.locator("[data-id=back]").tap()
    assert asked_pair(one) == [people["A"], people["B"]]  # asked again
    enter_hand(one, 0, 80)
    enter_hand(one, 1, 10)
    assert rows(one) == [["70_", ""]]
    assert one.page.locator(".sheet td.how").inner_text() == "A +100 · D +30"
    one.touch("write")
    assert asked_pair(one) == [people["A"], people["D"]]
    enter_hand(one, 0, 20)
    assert asked_pair(one) == [people["C"], people["B"]]
    assert not one.faults()
    enter_hand(one, 0, 20)
    assert rows(one) == [["70_", ""], ["150_", ""]]
    one.touch("take-back")
    assert rows(one) == [["70_", ""]]
    one.later(500)  # the second of two fast taps counts for nothing
    one.touch("put-back")
    expect(one.page.locator(".sheet tbody tr")).to_have_count(2)
    assert foot(one, "total") == ["540", "0"]
    assert not one.faults()
    one.touch("done", "accept")
    one.title(sentence("after_received"))
    one.received()
    assert [len(hand) for hand in Line.objects.get().data["hands"]] == [2, 2]
    assert sorted(Result.objects.values_list("value", flat=True)) == [-540, -540, 540, 540]
