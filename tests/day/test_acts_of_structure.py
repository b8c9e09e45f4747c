"""Every change of structure is an act: stages, rounds, meetings and seats never change without one."""

import re
from contextlib import contextmanager
from datetime import date

import pytest
from django.db import connection, transaction

from tests import factories
from tournaments import acts, formats, medals, rehearsal, rounds, stages
from tournaments.models import Act, Job, Meeting, Round, Seat, Stage, StageEntry

pytestmark = pytest.mark.django_db(transaction=True)

STRUCTURE = {model._meta.db_table for model in (Stage, StageEntry, Round, Meeting, Seat)}
WRITES = re.compile(r'^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"')


@contextmanager
def watched():
    """The statements that changed structure in a transaction which wrote no act and asked for no copy."""
    faults: list[str] = []
    written: dict[str, str] = {}

    def judge() -> None:
        changed = [sql for table, sql in written.items() if table in STRUCTURE]
        if changed and not {Act._meta.db_table, Job._meta.db_table} <= written.keys():
            faults.extend(changed)
        written.clear()

    def see(execute, sql, params, many, context):
        answer = execute(sql, params, many, context)
        found = WRITES.match(sql)
        if found and connection.in_atomic_block:
            if not written:
                transaction.on_commit(judge)
            written[found[1]] = sql
        elif found and found[1] in STRUCTURE:
            faults.append(sql)
        return answer

    with connection.execute_wrapper(see):
        yield faults


@pytest.mark.parametrize("format_key", sorted(formats.FORMATS))
def test_a_whole_day_with_its_medals(format_key):
    with watched() as faults:
        day = rehearsal.set_up(
            7,
            seed=4,
            by=None,
            name="Journée de Saint-Hilaire",
            house_name="Maison",
            day=date(2026, 11, 21),
            format_key=format_key,
        )
        rehearsal.play(day, seed=4, by=None)
    assert Round.objects.filter(stage__tournament=day).exists()
    assert not faults, "\n".join(faults)


def test_medal_matches_follow_from_results_and_a_copy_follows_them():
    day = factories.tournament(8, rounds=1, pegging="as_pegged")
    round_ = factories.open_round(day)
    for turn, meeting in enumerate(round_.meetings.order_by("place__number")):
        factories.enter(meeting, [121, 10 + turn])
    rounds.close_round(round_, by=None)
    with watched() as faults:
        medals.create(day, seed=1, by=None)
        while meetings := list(medals.open_meetings(day)):
            for meeting in meetings:
                factories.enter(meeting, [121, 60], game=1)
                factories.enter(meeting, [121, 60], game=2)
            before = day.acts.count()
            Job.objects.filter(tournament=day, key="copy").update(state=Job.State.DONE)
            medals.advance(day, by=None)
            assert day.acts.count() > before
            assert Job.objects.filter(tournament=day, key="copy", state=Job.State.WAITING).exists()
    assert not faults, "\n".join(faults)
    kinds = list(day.acts.filter(kind__startswith="medal_").values_list("kind", flat=True))
    assert kinds.count("medal_seat") == kinds.count("medal_close") >= 2
    versions = list(day.acts.values_list("version", flat=True))
    assert len(set(versions)) == len(versions)


def test_a_seating_that_follows_does_not_hide_what_can_be_undone():
    day = factories.tournament(4, rounds=1)
    round_ = factories.open_round(day)
    for meeting, loser in zip(round_.meetings.order_by("place__number"), (90, 80), strict=True):
        factories.enter(meeting, [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(day, seed=1, by=None)
    act = acts.last_undoable(day)
    assert act.kind == "tie_break"
    acts.undo(act, by=None)
    assert not medals.open_meetings(day)
    assert stages.qualifying(day).rounds.get(number=1).state == Round.State.CLOSED
