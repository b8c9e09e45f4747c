"""The meeting meant by a late result, where other players sat at its table than planned."""

import pytest

from tests import factories
from tests.rounds.seated_as_played import people_at
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.models import Meeting, Round
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import submissions
from tournaments.rounds.scores.submissions import intended_meeting

pytestmark = pytest.mark.django_db


def test_late_result_finds_meeting_by_people_or_line():
    tournament = factories.tournament(4)
    factories.sit(tournament, 1, (3, 1), (2, 4))
    round_ = factories.sit(tournament, 2, (2, 4), (1, 2))
    planned, elsewhere = (factories.meeting_at(round_, table) for table in (2, 1))
    for meeting, nonce in ((planned, "before"), (elsewhere, "elsewhere")):
        factories.enter(meeting, [121, 88], nonce=nonce)
    planned.void_act = tournament.acts.first()
    planned.save()
    rounds.write_meetings(round_, [people_at(2, 3, 1)], Meeting.Origin.AS_PLAYED)
    played = factories.meeting_at(round_, 2)
    assert (
        intended_meeting(planned, [[1], [3]], "new")
        == intended_meeting(planned, [[3], [1]], "elsewhere")
        == played
    )
    assert (
        intended_meeting(planned, [[1], [2]], "new")
        == intended_meeting(planned, [[1], [2]], "elsewhere")
        == planned
    )
    assert intended_meeting(planned, [[1], [3]], "before") == planned
    assert intended_meeting(played, [[1], [2]], "before") == played
    factories.enter(played, [121, 70], nonce="since")
    assert intended_meeting(planned, [[1], [2]], "since") == played
    for changes in ({"origin": Meeting.Origin.HAND}, {"void_act": planned.void_act}):
        Meeting.objects.filter(pk=played.pk).update(**{"origin": Meeting.Origin.AS_PLAYED, **changes})
        assert intended_meeting(planned, [[1], [3]], "new") == planned


def test_order_of_partners_does_not_matter():
    tournament = factories.tournament(4, tables=1)
    round_ = factories.sit(tournament, 1, (1, 2, 3, 4), partners=[1])
    planned = factories.meeting_at(round_, 1)
    planned.void_act = tournament.acts.first()
    planned.save()
    rounds.write_meetings(round_, [people_at(1, 1, 3, 2, 4, partners=True)], Meeting.Origin.AS_PLAYED)
    played = factories.meeting_at(round_, 1)
    (one, other) = scores.sides_of(played)
    assert intended_meeting(planned, [other[::-1], one], "new") == played
    assert intended_meeting(planned, scores.sides_of(planned), "new") == planned


def test_standing_meeting_is_found_for_shared_uid():
    tournament = factories.tournament(8)
    stage = stages.qualifying(tournament)
    first = rounds.seat(stage, 1, by=None)
    audit_log.undo(tournament.acts.get(kind="seat"), by=None)
    again = factories.open_round(tournament)
    gone, stands = (one.meetings.get(place__number=1) for one in (first, again))
    assert gone.pk != stands.pk
    Meeting.objects.filter(pk=gone.pk).update(uid=stands.uid)
    assert submissions.find_meeting(tournament, stands.uid) == stands
    Meeting.objects.filter(pk=stands.pk).update(void_act=tournament.acts.first())
    assert submissions.find_meeting(tournament, stands.uid) == stands  # the newest, where none stands
    Meeting.objects.filter(pk=gone.pk).update(void_act=None)
    Round.objects.filter(pk=first.pk).update(state="closed", number=9)
    assert submissions.find_meeting(tournament, stands.uid) == gone
    Round.objects.filter(pk=first.pk).update(state="void")
    Meeting.objects.filter(pk=stands.pk).update(void_act=None)
    Round.objects.filter(pk=again.pk).update(state="void")
    Round.objects.filter(pk=first.pk).update(state="closed")
    assert submissions.find_meeting(tournament, stands.uid) == gone
    assert submissions.find_meeting(factories.tournament(4), stands.uid) is None
