"""Which meeting is meant by a result that comes late, where others sat at its table than planned."""

import pytest

from tests import factories
from tests.rounds.seated_as_played import told
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.models import Meeting, Round
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import submissions
from tournaments.rounds.scores.submissions import meeting_meant

pytestmark = pytest.mark.django_db


def test_a_late_result_is_of_who_sat_there_or_of_the_meeting_it_was_written_about():
    day = factories.tournament(4)
    factories.sit(day, 1, (3, 1), (2, 4))
    round_ = factories.sit(day, 2, (2, 4), (1, 2))
    planned, elsewhere = (factories.meeting_at(round_, table) for table in (2, 1))
    for meeting, nonce in ((planned, "before"), (elsewhere, "elsewhere")):
        factories.enter(meeting, [121, 88], nonce=nonce)
    planned.void_act = day.acts.first()
    planned.save()
    rounds.write_meetings(round_, [told(2, 3, 1)], Meeting.Origin.AS_PLAYED)
    played = factories.meeting_at(round_, 2)
    assert (
        meeting_meant(planned, [[1], [3]], "new") == meeting_meant(planned, [[3], [1]], "elsewhere") == played
    )
    assert (
        meeting_meant(planned, [[1], [2]], "new")
        == meeting_meant(planned, [[1], [2]], "elsewhere")
        == planned
    )
    assert meeting_meant(planned, [[1], [3]], "before") == planned
    assert meeting_meant(played, [[1], [2]], "before") == played
    factories.enter(played, [121, 70], nonce="since")
    assert meeting_meant(planned, [[1], [2]], "since") == played
    for changes in ({"origin": Meeting.Origin.HAND}, {"void_act": planned.void_act}):
        Meeting.objects.filter(pk=played.pk).update(**{"origin": Meeting.Origin.AS_PLAYED, **changes})
        assert meeting_meant(planned, [[1], [3]], "new") == planned


def test_partners_are_the_same_people_in_whatever_order():
    day = factories.tournament(4, tables=1)
    round_ = factories.sit(day, 1, (1, 2, 3, 4), partners=[1])
    planned = factories.meeting_at(round_, 1)
    planned.void_act = day.acts.first()
    planned.save()
    rounds.write_meetings(round_, [told(1, 1, 3, 2, 4, partners=True)], Meeting.Origin.AS_PLAYED)
    played = factories.meeting_at(round_, 1)
    (one, other) = scores.sides_of(played)
    assert meeting_meant(planned, [other[::-1], one], "new") == played
    assert meeting_meant(planned, scores.sides_of(planned), "new") == planned


def test_of_meetings_of_one_uid_the_one_that_stands_is_meant():
    day = factories.tournament(8)
    stage = stages.qualifying(day)
    first = rounds.seat(stage, 1, by=None)
    audit_log.undo(day.acts.get(kind="seat"), by=None)
    again = factories.open_round(day)
    gone, stands = (one.meetings.get(place__number=1) for one in (first, again))
    assert gone.pk != stands.pk
    Meeting.objects.filter(pk=gone.pk).update(uid=stands.uid)
    assert submissions.find_meeting(day, stands.uid) == stands
    Meeting.objects.filter(pk=stands.pk).update(void_act=day.acts.first())
    assert submissions.find_meeting(day, stands.uid) == stands  # the newest, where none stands
    Meeting.objects.filter(pk=gone.pk).update(void_act=None)
    Round.objects.filter(pk=first.pk).update(state="closed", number=9)
    assert submissions.find_meeting(day, stands.uid) == gone
    Round.objects.filter(pk=first.pk).update(state="void")
    Meeting.objects.filter(pk=stands.pk).update(void_act=None)
    Round.objects.filter(pk=again.pk).update(state="void")
    Round.objects.filter(pk=first.pk).update(state="closed")
    assert submissions.find_meeting(day, stands.uid) == gone
    assert submissions.find_meeting(factories.tournament(4), stands.uid) is None
