"""Making up a game later, decision by decision: who missed it, the opponent, the table."""

import pytest

from scoring import DomainError
from tests import factories
from tests.rounds.test_made_up_games import HOUSE_NAME, begin, entry, first, play, tournament
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Round
from tournaments.rounds import make_up, stages

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rules", [{"at_table": 4}, {"boards": {"count": 2}}])
def test_make_up_needs_tables_of_two(rules):
    made = tournament()
    stage = stages.qualifying(made)
    stage.rules |= rules
    stage.save()
    with pytest.raises(DomainError, match="make_up_for_two"):
        begin(made, 5)


def test_missed_games_are_closed_rounds_in_order():
    made = factories.tournament(4)
    for number in (2, 1, 3):
        factories.sit(made, number, (1, 2))
    stage = stages.qualifying(made)
    stage.rounds.exclude(number=3).update(state=Round.State.CLOSED)
    assert [one.number for one in make_up.missed_rounds(stage, entry(made, 3))] == [1, 2]
    assert make_up.missed_rounds(stage, entry(made, 1)) == []


def test_make_up_opponent_missed_it_too_and_is_present():
    made = tournament(late=(3, 4, 5, 6))
    registration.ensure_house(made, HOUSE_NAME)
    registration.withdraw(entry(made, 6), from_round=3, by=None)
    assert [one.number for one in make_up.possible_opponents(first(made), entry(made, 5))] == [3, 4, 6]
    play(made, 2)
    assert [one.number for one in make_up.possible_opponents(first(made), entry(made, 5))] == [3, 4]


def test_table_of_voided_meeting_is_free():
    made = tournament()
    other = tournament()
    begin(other, 5)
    first(made).meetings.filter(place__number=1).update(void_act=made.acts.latest("version"))
    meeting = begin(made, 5)
    assert meeting.place.number == 1
    assert make_up.unfinished_games(made) == [meeting]
    act = made.acts.get(kind=make_up.KIND)
    assert make_up.acts_of([meeting], made) == {meeting.pk: act}
    meeting.place = None
    meeting.save()
    assert make_up.unfinished_games(made) == [], (
        "a copy may hold one without a table, at which it cannot be played"
    )
    assert make_up.acts_of([meeting], made) == {}


def test_meeting_maps_to_latest_make_up_action():
    made = tournament()
    begin(made, 5)
    audit_log.undo(made.acts.get(kind=make_up.KIND), by=None)
    meeting = begin(made, 5)
    assert make_up.acts_of([meeting], made) == {
        meeting.pk: made.acts.filter(kind=make_up.KIND).latest("version")
    }
