"""A best of three on a tablet, after the day: what it says before the first game and after the last."""

from tests import factories
from tests.table.hall import english
from tournaments import medals, stages


def test_a_best_of_three_begins_and_ends_as_what_it_is(tablet):
    day = english(4, rounds=2)
    factories.play_round(day, 1)
    factories.play_round(day, 2)
    stages.add_tie_break(day, list(day.entries.order_by("number"))[:2], first_rank=1, seed=3, by=None)
    medals.advance(day, by=None)
    one = tablet(day, medals.open_meetings(day).get().place.number)
    assert one.page.get_by_text("First game of the day").count() == 0
    one.sit_down()
    one.enter(0, 99)
    one.enter(0, 98)
    one.title("Thank you, it is received")
    medals.advance(day, by=None)
    one.sees("That was the last game of the day.")
    assert one.page.get_by_text("Game 1 of").count() == 0
