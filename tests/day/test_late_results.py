"""Which meeting is meant by a result that comes late, where others sat at its table than planned."""

import pytest

from tests import factories
from tests.rounds.seated_as_played import told
from tournaments import rounds, scorebook
from tournaments.models import Meeting
from tournaments.scorebook.late_results import meant

pytestmark = pytest.mark.django_db


def test_a_late_result_is_of_who_sat_there_or_of_the_meeting_it_was_written_about():
    day = factories.tournament(4)
    factories.sit(day, 2, (3, 1), (2, 4))
    round_ = factories.sit(day, 1, (2, 4), (1, 2))
    planned, elsewhere = (factories.meeting_at(round_, table) for table in (2, 1))
    for meeting, nonce in ((planned, "before"), (elsewhere, "elsewhere")):
        factories.enter(meeting, [121, 88], nonce=nonce)
    planned.void_act = day.acts.first()
    planned.save()
    rounds.write_meetings(round_, [told(2, 3, 1)], Meeting.Origin.AS_PLAYED)
    played = factories.meeting_at(round_, 2)
    assert meant(planned, [[1], [3]], "new") == meant(planned, [[3], [1]], "elsewhere") == played
    assert meant(planned, [[1], [2]], "new") == meant(planned, [[1], [2]], "elsewhere") == planned
    assert meant(planned, [[1], [3]], "before") == planned
    assert meant(played, [[1], [2]], "before") == played
    factories.enter(played, [121, 70], nonce="since")
    assert meant(planned, [[1], [2]], "since") == played
    for changes in ({"origin": Meeting.Origin.HAND}, {"void_act": planned.void_act}):
        Meeting.objects.filter(pk=played.pk).update(**{"origin": Meeting.Origin.AS_PLAYED, **changes})
        assert meant(planned, [[1], [3]], "new") == planned


def test_partners_are_the_same_people_in_whatever_order():
    day = factories.tournament(4, tables=1)
    round_ = factories.sit(day, 1, (1, 2, 3, 4), partners=[1])
    planned = factories.meeting_at(round_, 1)
    planned.void_act = day.acts.first()
    planned.save()
    rounds.write_meetings(round_, [told(1, 1, 3, 2, 4, partners=True)], Meeting.Origin.AS_PLAYED)
    played = factories.meeting_at(round_, 1)
    (one, other) = scorebook.sides_of(played)
    assert meant(planned, [other[::-1], one], "new") == played
    assert meant(planned, scorebook.sides_of(planned), "new") == planned
