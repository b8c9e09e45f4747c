"""Two players at a tablet in real Chromium: they sit down, play, enter their game, and see where to go."""

import re

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import expect

from tests import factories
from tests.standings.test_own_order import penalise
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.hands import hand, sat_down, seated
from tests.web.tablet_app.sentences import sentence
from tournaments import devices, rounds
from tournaments.devices import calls
from tournaments.models import Call, Device, Line, Result
from tournaments.publishing import notices
from tournaments.publishing.names import time_of_day
from tournaments.rounds import stages
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db(transaction=True)

KB = 1000


def test_game_from_joining_to_the_next_table(tournament, opened, tablet):
    one = tablet(tournament, 1)
    expect(one.page.get_by_role("img", name="Seat A", exact=True)).to_have_text("A")  # read as it is seen
    names = one.sit_down()
    one.sees(sentence("cut_deals"))
    one.reach_read_back(0, 88)
    one.sees(sentence("read_won_with", name=names[0], points=121))
    one.sees(sentence("read_pegged", name=names[1], points=88))
    one.sees(sentence("worth", 3, word=sentence("skunk_is_1", under=91)))
    one.tap(sentence("accept", name=names[1]))
    one.title(sentence("after_received"))
    one.sees(sentence("received"))
    one.sees(sentence("still_playing", 3, tables="2, 3 and 4"))
    one.sees(
        " · ".join((sentence("so_far_games", 1), sentence("so_far_won", 1), sentence("so_far_points", 121)))
    )
    one.received()
    line = Line.objects.get()
    assert (line.by, line.data, line.device) == ("table", {"v": 1, "pegged": [121, 88]}, Device.objects.get())

    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90 + table])
    one.sees("Every table is done.")
    rounds.close_round(opened, by=None)
    second = rounds.seat(stages.qualifying(tournament), 2, by=None)
    one.title(sentence("who_sits_here"))
    one.sees(f"{names[0]} stays here")
    one.sees(re.compile(rf"{re.escape(names[1])} goes to table \d, seat [AB]"))
    moved = second.meetings.get(seats__entry__name=names[1]).seats.get(entry__name=names[1])
    goes = sentence("goes", name=names[1], table=moved.meeting.place.number, letter=moved.letter)
    expect(one.page.get_by_role("heading")).to_have_accessible_description(re.compile(re.escape(goes)))
    one.tap(sentence("this_is_us"))
    one.title(sentence("wait_for_start"))
    rounds.open_round(second, by=None)
    one.title(sentence("play"))
    assert one.errors == []


def test_as_pegged_needs_both_scores_and_refuses_impossible_ones(tablet):
    tournament = english(pegging="as_pegged")
    factories.open_round(tournament)
    one = tablet(tournament, 1)
    names = one.sit_down()
    one.won(1)
    one.key("121")
    one.sees(sentence("loser_too_high", target=121))
    assert one.button(sentence("next")).get_attribute("aria-disabled") == "true"
    one.button(sentence("clear")).tap()
    one.key("60")
    one.sees(f"{sentence('skunk_is_2', under=61)}.")
    one.button(sentence("delete")).tap()
    one.page.keyboard.type("7")
    one.tap(sentence("next"))
    one.title(sentence("how_many_pegged", name=names[1]))
    one.key("199")
    one.sees(sentence("winner_too_high", most=149))
    one.button(sentence("clear")).tap()
    one.page.keyboard.type("123")
    one.sees(sentence("read_won_with", name=names[1], points=123))
    one.sees(sentence("read_pegged", name=names[0], points=67))
    one.tap(sentence("not_right"))
    one.title(sentence("how_many_pegged", name=names[1]))
    for _step in range(3):
        one.tap(sentence("back"))
    one.title(sentence("play"))
    one.enter(1, 67, 123)
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [67, 123]}


def test_sent_result_can_be_corrected_at_the_table(tournament, opened, tablet):
    one = tablet(tournament, 1)
    names = one.sit_down()
    one.enter(0, 88)
    one.title(sentence("after_received"))
    one.tap(sentence("correct"))
    one.title(sentence("who_won"))
    one.sees("corrected")
    one.won(1)
    one.key("99")
    one.tap(sentence("accept", name=names[0]))
    one.sees(sentence("result", winner=names[1], loser=names[0], high=121, low=99))
    one.received()
    assert [line.kind for line in Line.objects.order_by("number")] == ["claim", "correction"]
    assert Result.objects.get(won=True).pegged == 121
    assert Result.objects.get(won=True).entry.name == names[1]


def test_gin_can_be_entered_by_final_totals(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
    hand(one, 0, 1, 60)
    one.tap(sentence("back_to_table"))
    one.tap(sentence("only_totals"))
    one.won(0)
    one.title(sentence("what_total", name=names[0]))
    one.key("1312")
    one.tap(sentence("next"))
    one.key("185")
    one.tap(sentence("next"))
    one.sees(sentence("read_won_total", name=names[0], points=1_312))
    one.tap(sentence("accept", name=names[1]))
    one.sees(sentence("result", winner=names[0], loser=names[1], high=1_312, low=185))
    one.sees(sentence("so_far_value", value="+1,127"))
    one.sees(sentence("so_far_value", value="\u22121,127"))
    one.received()
    assert Line.objects.get().data == {"v": 1, "totals": [1312, 185]}
    assert one.page.evaluate("Cheville.tool()") is None
    one.touch("language")
    one.sees("1\u202f312")  # as on every other page


def test_penalty_is_shown_in_the_language_that_was_chosen(tournament, opened, tablet):
    meeting = factories.meeting_at(opened, 1)
    factories.enter(meeting, [121, 90])
    entry = meeting.seats.select_related("entry").get(side=0).entry
    penalise(meeting, entry.number, 2)
    one = tablet(tournament, 1)
    for language in ("en", "fr-ca"):
        with translation.override(language):
            one.sees(gettext("Penalty for %(name)s: %(said)s") % {"name": entry.name, "said": ""})
        one.touch("language")


def test_typed_code_brings_the_language_of_the_tournament(transactional_db, hall, tablet):
    tournament, one = factories.tournament(4), tablet()
    one.open(f"{hall.url}/table/")
    expect(one.page.locator("html")).to_have_attribute("lang", "en")
    one.key_by_id(hall.code(tournament, 1))
    one.touch("join")
    expect(one.page.locator("html")).to_have_attribute("lang", tournament.language)


def test_notice_hides_nothing_behind_the_status_line(tournament, opened, tablet):
    for table in (1, 2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    rounds.open_round(rounds.seat(stages.qualifying(tournament), 2, by=None), by=None)
    notices.set_notice(tournament, "Le dîner est servi à 12 h 15 dans la grande salle. " * 3, None, by=None)
    one = tablet(tournament, 1)

    def all_is_seen() -> None:
        expect(one.page.locator("#told")).to_be_visible()
        assert one.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0

    one.title(sentence("who_sits_here"))
    one.touch("language")
    all_is_seen()
    one.touch("menu")
    all_is_seen()
    one.touch("back", "us", "won-0")
    one.key_by_id("88")
    expect(one.page.locator("[data-id=accept]")).to_be_visible()
    all_is_seen()


def test_judge_call_stays_open_when_the_next_round_begins(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.title(sentence("who_sits_here"))
    expect(one.page.locator(".clock")).to_have_count(0)  # the day has none
    one.tap(sentence("call_judge"))
    one.title(sentence("judge_title", table=1))
    one.tap(sentence("call_judge_yes"))
    one.title(sentence("judge_called"))
    assert Call.objects.get().place.number == 1
    one.tap(sentence("back_to_table"))
    one.title(sentence("who_sits_here"))

    one.until(lambda: one.page.evaluate("Boolean(Cheville.currentCall().call)"))
    one.page.reload()  # and nothing is forgotten
    expect(one.page.locator("#judge-word")).to_have_text(sentence("judge_called_short"))
    one.touch("judge", "call-off")
    expect(one.page.locator("#judge-word")).to_have_text(sentence("call_judge"))
    one.until(lambda: Call.objects.get().answered_at)

    one.sit_down()
    one.touch("judge", "call")
    one.title(sentence("judge_called"))
    for table in (1, 2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    rounds.open_round(rounds.seat(stages.qualifying(tournament), 2, by=None), by=None)
    one.title(sentence("who_sits_here"))
    expect(one.page.locator("#judge-word")).to_have_text(sentence("judge_called_short"))
    calls.resolve(Call.objects.get(answered_at=None), by=None)
    expect(one.page.locator("#judge-word")).to_have_text(sentence("call_judge"))


def test_side_can_protest_an_entered_result(tournament, opened, tablet):
    meeting = factories.meeting_at(opened, 2)
    factories.enter(meeting, [121, 90])
    one = tablet(tournament, 2)
    one.sees("121")
    one.tap(sentence("call_judge"))
    side = meeting.seats.select_related("entry").get(side=1)
    one.tap(sentence("protest", name=side.entry.name))
    one.title(sentence("protest", name=side.entry.name))
    one.tap(sentence("no"))
    assert not Call.objects.exists()
    one.tap(sentence("call_judge"))
    one.tap(sentence("protest", name=side.entry.name))
    one.tap(sentence("call_judge_yes"))
    one.title(re.compile(re.escape(sentence("protest_noted", time=""))))
    call = Call.objects.get()
    with translation.override("en"):
        one.title(sentence("protest_noted", time=time_of_day(call.at)))
    assert (call.what, call.who, call.said["round"]) == (Call.What.PROTEST, [[side.entry.number]], 1)


def test_judge_can_be_called_while_a_protest_waits(tournament, opened, tablet):
    factories.enter(factories.meeting_at(opened, 1), [121, 90])
    one = tablet(tournament, 1)
    one.sees("121")
    one.touch("judge", "protest0", "call")
    noted = re.compile(re.escape(sentence("protest_noted", time="")))
    one.title(noted)
    one.touch("call")
    one.title(sentence("judge_called"))
    one.until(lambda: Call.objects.filter(answered_at=None).count() == 2)
    calls.resolve(Call.objects.get(what=Call.What.JUDGE), by=None)
    one.title(noted)


def test_phone_protests_for_its_own_side_only(tournament, opened, hall, tablet):
    statuses.allow_phones(tournament, True, by=None)
    meeting = factories.meeting_at(opened, 2)
    factories.enter(meeting, [121, 90])
    mine, theirs = (meeting.seats.select_related("entry").get(side=side).entry for side in (1, 0))
    invited = next(one for one in devices.invite_players(tournament) if one.entry == mine)
    one = tablet()
    one.open(hall.url + devices.page_of(invited))
    one.sees("121")
    one.tap(sentence("call_judge"))
    expect(one.button(sentence("protest", name=theirs.name))).to_have_count(0)
    one.tap(sentence("protest", name=mine.name))
    one.tap(sentence("call_judge_yes"))
    one.title(re.compile(re.escape(sentence("protest_noted", time=""))))
    assert (Call.objects.get().what, Call.objects.get().who) == (Call.What.PROTEST, [[mine.number]])


def test_tablet_shows_welcome_and_bye(tablet):
    tournament = english(7, odd="bye", bye_credit=60)
    one = tablet(tournament, 1)
    one.title(sentence("welcome"))
    round_ = factories.open_round(tournament)
    one.title(sentence("who_sits_here"))
    alone = next(it for it in round_.meetings.select_related("place") if it.seats.count() == 1)
    other = tablet(tournament, alone.place.number)
    other.title(sentence("bye", name=alone.seats.get().entry.name))
    assert one.errors == other.errors == []


# The way in


def test_tablet_joins_by_typed_code_and_follows_a_move(tournament, opened, hall, tablet):
    one = tablet()
    one.open(hall.url + reverse("table_by_code"))
    one.title(sentence("type_code"))
    one.key_by_id("000000")
    one.tap(sentence("join"))
    one.sees("code")
    one.button(sentence("clear")).tap()
    one.key_by_id(hall.code(tournament, 3))
    one.tap(sentence("join"))
    one.title(sentence("who_sits_here"))
    assert one.page.locator("#plate").inner_text() == "Table 3"
    one.page.reload()
    first = one.sit_down()
    assert Device.objects.get().place.number == 3

    devices.move(Device.objects.get(), tournament.places.get(number=4), by=None)
    one.title(sentence("who_sits_here"))
    assert one.page.locator("#plate").inner_text() == "Table 4"
    assert one.names() != first
    one.open(hall.sheet(tournament, 2))
    one.title(sentence("who_sits_here"))
    assert one.page.locator("#plate").inner_text() == "Table 2"
    assert Device.objects.get().place.number == 2


# The page itself


def test_page_is_small_with_strict_csp_and_large_buttons(tournament, opened, hall, tablet):
    one = tablet()
    sizes: list[int] = []
    one.page.on("requestfinished", lambda it: sizes.append(it.sizes()["responseBodySize"]))
    policies: list[str] = []
    one.page.on("response", lambda it: policies.append(it.headers.get("content-security-policy", "")))
    one.open(hall.sheet(tournament, 1))
    one.title(sentence("who_sits_here"))
    for _time in range(2):  # all that was asked for has come
        with one.page.expect_response("**/api/1/here") as response:
            one.at_once()
        response.value.finished()
    assert sum(sizes) < 150 * KB
    assert "unsafe" not in policies[0]
    assert "default-src 'self'" in policies[0]

    def measured(*names: str | re.Pattern) -> None:
        for name in names:
            box = one.button(name).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 120
        below = "document.documentElement.scrollHeight - innerHeight"
        assert one.page.evaluate(below) <= 0

    names = one.names()
    measured("This is us", "This is not us")
    one.sit_down()
    measured(re.compile(re.escape(names[0])), re.compile(re.escape(names[1])))
    one.won(0)
    measured("Next", "Back")
    one.key("88")
    measured(f"{names[1]}: yes, this is right", "No, change it")
    for name in ("Settings", "Keys on the left", "Back to the table"):
        one.tap(name)
    one.tap(sentence("not_right"))
    keys = one.page.get_by_role("group", name="Digits").bounding_box()
    typed = one.page.locator(".typed").bounding_box()
    assert keys
    assert typed
    assert keys["x"] < typed["x"]
    assert one.errors == []
