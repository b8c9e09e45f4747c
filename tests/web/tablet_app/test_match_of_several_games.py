"""A round that is a match of several games, on a tablet: its score, and an earlier game corrected."""

from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence
from tournaments.models import Line
from tournaments.rounds import scores, stages

PHONE, TABLET = {"width": 390, "height": 844}, {"width": 1024, "height": 768}
FOOTER_OVERLAP = """document.querySelector("[data-id=won-1]").getBoundingClientRect().bottom
  - document.querySelector(".bottom").getBoundingClientRect().top"""
FIRST_TO_FIVE = {"kind": "first_to", "points": 5}


def test_match_is_entered_game_by_game_with_its_score(tablet):
    tournament = english(
        4, rounds=2, match=FIRST_TO_FIVE, match_points="board_set", order=["matches_won", "match_points"]
    )
    round_ = factories.open_round(tournament)
    meeting = round_.meetings.get(place__number=1)
    one = tablet(tournament, 1)
    names = one.sit_down()
    score = one.page.locator(".match-score strong")
    expect(score).to_have_count(0)
    one.enter(0, 99)
    one.received()
    expect(score).to_have_text(["1", "0"])
    one.page.set_viewport_size(PHONE)
    assert one.page.evaluate(FOOTER_OVERLAP) <= 0
    one.page.set_viewport_size(TABLET)
    one.enter(1, 50)
    one.received()
    expect(score).to_have_text(["1", "3"])
    one.tap(sentence("correct_game", number=1))
    one.won(0)
    one.key("45")
    one.tap(sentence("accept", name=names[1]))
    one.received()
    expect(score).to_have_text(["3", "3"])
    one.enter(0, 80)
    one.received()
    one.title(sentence("after_received"))
    assert one.faults() == []
    expect(score).to_have_text(["5", "3"])
    assert scores.match_state(meeting).winner == 0
    kinds = list(Line.objects.filter(meeting=meeting).order_by("number").values_list("kind", flat=True))
    assert kinds == ["claim", "claim", "correction", "claim"]
    assert not stages.qualifying(tournament).rounds.filter(state="closed").exists()
