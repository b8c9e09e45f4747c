"""Two people at once: what is used under the lock was read under it."""

import pytest

from scoring import Refusal
from tests import factories
from tests.interleaved import overtaken
from tournaments import acts, registration, rounds, stages
from tournaments.models import Presence, Round, Stage, Tournament
from tournaments.models.tournament import all_anew, locked
from tournaments.publication import freeze, reopening

pytestmark = pytest.mark.django_db(transaction=True)
both = pytest.mark.both_databases


@both
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"odd": "bye", "bye_credit": 121}, {"odd": "three"}),
        ({"odd": "three"}, {"odd": "bye", "bye_credit": 121}),
        ({"odd": "three", "rounds": 3}, {"movement": "two_lines", "odd": "bye", "bye_credit": 0}),
    ],
)
def test_game_1_is_seated_by_the_rules_that_stand_then(before, after):
    day = factories.tournament(7, **before)
    read_before = stages.qualifying(day)

    def change() -> None:
        stages.change_rules(stages.qualifying(day), after, by=None)

    with overtaken(change):
        seated = rounds.seat(read_before, 1, by=None)
    assert after.items() <= stages.qualifying(day).rules.items()
    sat = rounds.planned_tables(seated)
    acts.undo(day.acts.get(kind="seat"), by=None)
    assert sat == rounds.plan(stages.qualifying(day), 1).tables


@both
@pytest.mark.parametrize(
    "do",
    [
        lambda person: registration.withdraw(person, from_round=1, by=None),
        lambda person: registration.check_in(person, here=True),
        lambda person: registration.fix_seat(person, (1, "A"), by=None),
        lambda person: registration.leave_out(person.tournament, [person], by=None),
    ],
    ids=["leaves", "ticked off", "fixed seat", "left out"],
)
def test_nothing_is_written_of_somebody_who_was_struck_off_meanwhile(do):
    person = factories.entry(factories.tournament(4), 1)
    with (
        pytest.raises(Refusal, match="struck_off"),
        overtaken(lambda: registration.strike(factories.entry(person.tournament, 1))),
    ):
        do(person)
    assert not Presence.objects.filter(entry=person.pk).exists()


@both
def test_a_reopened_day_ends_again_only_where_nothing_was_done_since():
    day = factories.tournament(2, rounds=1)
    factories.play_round(day, 1)
    freeze.publish(day, official=True, by=None)
    act = reopening.reopen(day, seen=reopening.ending(day).told, by=None)
    undone = Tournament.objects.get(pk=day.pk).acts.get(pk=act.pk)
    with (
        pytest.raises(Refusal, match="undo_later_first"),
        overtaken(lambda: stages.change_rules(stages.qualifying(day), {"rounds": 2}, by=None)),
    ):
        acts.undo(undone, by=None)
    assert freeze.official(day) is None


@both
def test_a_round_is_given_as_it_is_under_the_lock_with_its_tournament():
    day = factories.tournament(4)
    seated = rounds.seat(stages.qualifying(day), 1, by=None)
    with overtaken(lambda: rounds.open_round(seated, by=None)), locked(seated) as now:
        assert (now, now.state) == (seated, Round.State.OPEN)
        now.stage.tournament.next_version()
    day.refresh_from_db()
    assert day.version == now.stage.tournament.version


def test_every_row_of_a_tournament_leads_to_it():
    day = factories.tournament(4)
    factories.open_round(day)
    stage = Stage.objects.get()
    meeting = stage.rounds.get().meetings.first()
    seat = meeting.seats.first()
    rows = [stage, meeting.round, meeting, seat, seat.entry, seat.entry.members.get(), meeting.place]
    for row in [*rows, day.acts.first(), day]:
        with locked(row) as now:
            assert (type(now), now.pk) == (type(row), row.pk)
    with locked(day) as held:
        assert all_anew(rows, held) == rows
    with pytest.raises(Refusal, match="tournament_gone"), locked(0):
        pass
