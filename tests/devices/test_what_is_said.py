"""What a device says about a game: who may correct what, and in which of seven ways it is answered."""

from uuid import uuid4

import pytest
from django.db import connection

from scoring import DomainError
from tests import factories
from tournaments import devices, rounds
from tournaments.common.signals import result_written
from tournaments.devices import help_requests
from tournaments.devices.joining import fingerprint
from tournaments.models import Device, Line, Meeting, Tournament, hall_queries
from tournaments.models.rows import columns, fetch
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import Submission

pytestmark = pytest.mark.django_db

FIRST = {"v": 1, "pegged": [121, 88]}
SECOND = {"v": 1, "pegged": [121, 98]}


@pytest.fixture
def day():
    return factories.tournament(8)


@pytest.fixture
def meeting(day):
    return factories.meeting_at(factories.open_round(day), 1)


def tablet(day, table=1):
    invited = devices.invite_tables(day)[table - 1]
    joined = devices.join(invited.secret, uuid4())
    devices.let_in(joined.device, by=None)
    return devices.by_token(joined.token)


def phone(day, entry, *, may_report=True):
    """The phone of an entry, as a request has it; the day says whether phones may report."""
    day.settings[devices.PHONES] = may_report
    day.save(update_fields=["settings"])
    invited = next(one for one in devices.invite_players(day) if one.entry == entry)
    return devices.by_token(devices.join(invited.secret, uuid4()).token)


def claim(sat, data=FIRST, **fields):
    """A claim of the first game as a device sends it, having seen the last line."""
    told = {
        "nonce": uuid4().hex,
        "meeting": sat.uid,
        "game": 1,
        "kind": Line.Kind.CLAIM,
        "data": data,
        "sides": scores.sides_of(sat),
        "basis": scores.last_line_of(sat),
    }
    return Submission(**{**told, **fields})


def correction(sat, data=SECOND, **fields):
    return claim(sat, data, kind=Line.Kind.CORRECTION, **fields)


def code(outcome):
    return outcome.answer, outcome.refusal.code if outcome.refusal else None


def test_a_device_corrects_what_it_alone_has_written(day, meeting):
    own = tablet(day)
    scores.submit(own, claim(meeting))
    outcome = scores.submit(own, correction(meeting))
    assert outcome.answer == "accepted"
    assert outcome.amount.data == SECOND


@pytest.mark.parametrize("before", ["desk", "other", "own, desk", "desk, own", "own, other"])
def test_what_somebody_else_has_written_is_corrected_at_the_desk(day, meeting, before):
    own, other = tablet(day), tablet(day)
    for at, who in enumerate(before.split(", ")):
        if who == "desk":
            factories.enter(meeting, [121, 88], nonce=f"desk{at}", basis=0)
        else:
            scores.submit({"own": own, "other": other}[who], claim(meeting, basis=0))
    written = Line.objects.count()
    assert code(scores.submit(own, correction(meeting))) == ("refused", "correct_at_the_desk")
    assert Line.objects.count() == written
    assert scores.current_result(meeting).data == FIRST


def test_a_correction_sent_again_is_answered_as_before_whoever_has_written_since(day, meeting):
    own = tablet(day)
    scores.submit(own, claim(meeting))
    sent = correction(meeting)
    line = scores.submit(own, sent).line
    factories.enter(meeting, [121, 98], kind=Line.Kind.CORRECTION)
    outcome = scores.submit(own, sent)
    assert (outcome.answer, outcome.line) == ("same", line)


def test_a_correction_before_its_claim_comes_later(day, meeting):
    assert code(scores.submit(tablet(day), correction(meeting, basis=1))) == (
        "later",
        "nothing_to_correct",
    )
    assert not Line.objects.exists()


def test_what_another_game_has_is_no_concern_of_a_correction(day):
    meeting = factories.meeting_at(factories.open_round(day), 1)
    factories.as_best_of_three(meeting)
    own = tablet(day)
    factories.enter(meeting, [121, 88])
    scores.submit(own, claim(meeting, game=2, basis=0))
    outcome = scores.submit(own, correction(meeting, game=2, basis=scores.last_line_of(meeting, 2)))
    assert outcome.answer == "accepted"


def test_what_is_known_of_a_meeting_is_not_read_again(day, meeting, django_assert_num_queries):
    own, said = tablet(day), claim(meeting)
    with django_assert_num_queries(8):
        assert scores.submit(own, said).answer == "accepted"


@pytest.mark.parametrize("kind", ["ruling", "award", "void", "nonsense"])
def test_a_device_claims_and_corrects_and_does_nothing_else(day, meeting, kind):
    assert code(scores.submit(tablet(day), claim(meeting, kind=kind))) == (
        "refused",
        "not_for_a_table",
    )


def test_a_forfeit_is_awarded_by_the_director_alone(day, meeting):
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    assert code(scores.submit(tablet(day), claim(meeting, data))) == ("refused", "not_for_a_table")


def test_somebody_who_is_not_entered_is_refused(day, meeting):
    own, said = tablet(day), claim(meeting, sides=[[1], [99]])
    assert code(scores.submit(own, said)) == ("refused", "unknown_players")
    with pytest.raises(DomainError, match=r"^unknown_players"):
        scores.queue_for_review(own, said, {})


def test_before_the_round_is_open_it_comes_later_but_not_for_people_who_are_not_entered(day):
    meeting = factories.meeting_at(rounds.seat(stages.qualifying(day), 1, by=None), 1)
    own = tablet(day)
    assert code(scores.submit(own, claim(meeting))) == ("later", "round_not_open")
    for said in (claim(meeting, sides=[[1], [99]]), correction(meeting, sides=[[1], [99]])):
        assert code(scores.submit(own, said)) == ("refused", "unknown_players")


def test_no_writer_names_people_who_are_not_entered(day, meeting):
    with pytest.raises(DomainError, match=r"^unknown_players"):
        scores.write_line(meeting, data=FIRST, sides=[[1], [99]], by="desk", nonce=uuid4().hex, basis=0)


@pytest.mark.both_databases
def test_meetings_of_other_tournaments_with_the_same_uid_are_not_read_with_the_device(day, meeting):
    own = devices.join(devices.invite_tables(day)[0].secret, uuid4())
    devices.let_in(own.device, by=None)
    elsewhere = factories.open_round(factories.tournament(8, about={"name": "Ailleurs"}))
    foreign = elsewhere.meetings.first()
    for _copy in range(3):
        elsewhere.meetings.create(uid=meeting.uid, games_planned=1, void_act=elsewhere.act)
    uid = Meeting._meta.get_field("uid").get_db_prep_value(meeting.uid, connection)
    key = fingerprint(fingerprint(own.token))
    assert len(fetch(hall_queries.WHO_ASKS.format(columns(Tournament)), uid, key)) == 1
    device = devices.by_token(own.token, meeting.uid)
    assert [row[0] for row in device.meeting_rows[meeting.uid]] == [meeting.pk]
    assert code(scores.submit(device, claim(meeting))) == ("accepted", None)
    device = devices.by_token(own.token, foreign.uid)
    assert device.meeting_rows[foreign.uid] == []
    assert code(scores.submit(device, claim(foreign))) == ("later", "meeting_not_known")


def test_a_meeting_that_nobody_knows_comes_later(day, meeting):
    assert code(scores.submit(tablet(day), claim(meeting, meeting=uuid4()))) == (
        "later",
        "meeting_not_known",
    )


def test_another_tables_device_is_told_so(day, meeting):
    assert code(scores.submit(tablet(day, 2), claim(meeting))) == ("not_your_table", "not_your_table")


# A player's own phone


def test_a_tablet_that_was_moved_says_what_it_has_of_the_table_before(day, meeting):
    own = tablet(day)
    devices.move(own, day.places.get(number=2), by=None)
    own = Device.objects.get(pk=own.pk)
    assert scores.submit(own, claim(meeting)).answer == "accepted"
    third = factories.meeting_at(meeting.round, 3)
    assert scores.submit(own, claim(third)).answer == "not_your_table"


def test_a_phone_speaks_for_its_player_alone(day, meeting):
    there = meeting.seats.select_related("entry").first().entry
    elsewhere = day.entries.exclude(seats__meeting=meeting).first()
    assert code(scores.submit(phone(day, elsewhere), claim(meeting))) == (
        "not_your_table",
        "not_your_table",
    )
    assert code(scores.submit(tablet(day, 2), claim(meeting))) == ("not_your_table", "not_your_table")
    assert scores.submit(phone(day, there), claim(meeting)).answer == "accepted"
    line = Line.objects.get()
    assert (line.by, line.by_entry) == (Line.By.SIDE, there)


def test_a_phone_reports_where_it_may_and_what_it_has_said_is_answered_as_then(day, meeting):
    entry = meeting.seats.select_related("entry").first().entry
    said, another = claim(meeting), claim(meeting)
    assert scores.submit(phone(day, entry), said).answer == "accepted"
    held = phone(day, entry, may_report=False)
    assert scores.submit(Device.objects.get(uid=Line.objects.get().device.uid), said).answer == "same"
    assert code(scores.submit(held, another)) == ("refused", "phones_may_not_report")
    assert Line.objects.count() == 1


# What the desk is asked about


def test_the_desk_is_asked_about_results_of_a_meeting_that_is_there(day, meeting):
    own = tablet(day)
    assert code(scores.queue_for_review(own, claim(meeting, meeting=uuid4()), {})) == (
        "later",
        "meeting_not_known",
    )
    assert code(scores.queue_for_review(own, claim(meeting), {"x": 1})) == ("later", "seal_not_known")
    (call,) = help_requests.open_calls(day)
    assert (call.said["result"], call.said["points"], call.said["counts"]) == ({"x": 1}, [121, 88], [])


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "ruling"},
        {"kind": "void"},
        {"data": {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}},
    ],
)
def test_the_desk_is_asked_about_nothing_that_no_table_says(day, meeting, fields):
    with pytest.raises(DomainError, match=r"^not_for_a_table"):
        scores.queue_for_review(tablet(day), claim(meeting, **fields), {})
    assert not help_requests.open_calls(day)


def test_what_comes_too_late_is_laid_on_the_desk_with_or_without_the_words_it_came_in(day, meeting):
    own, late = tablet(day), claim(meeting, SECOND)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(meeting.round, table), [121, 88])
    rounds.close_round(meeting.round, by=None)
    factories.open_round(day, 2)
    assert code(scores.submit(own, late)) == ("later", "too_late")
    (call,) = help_requests.open_calls(day)
    assert (call.said["result"], call.said["points"], call.said["counts"]) == ({}, [121, 98], [121, 88])


def gone_on(meeting):
    """The round of `meeting` is over: every table has 121 to 88, and the next round is seated."""
    for one in meeting.round.meetings.all():
        if not one.lines.exists():
            factories.enter(one, [121, 88])
    rounds.close_round(meeting.round, by=None)
    rounds.seat(meeting.round.stage, 2, by=None)


def asked_about(day):
    """What the desk is asked about, as (why, points, counts)."""
    calls = [call for call in help_requests.open_calls(day) if call.what == "result"]
    return [(call.said["why"], call.said["points"], call.said["counts"]) for call in calls]


def test_what_is_late_is_shown_beside_what_counts_as_its_sides_are_ordered(day, meeting):
    own, (one, other) = tablet(day), scores.sides_of(meeting)
    gone_on(meeting)
    stranger = next(number for number in range(1, 9) if [number] not in (one, other))
    for sides in ([one, other], [other, one], [one, [stranger]]):
        said = claim(meeting, SECOND, sides=sides)
        assert code(scores.submit(own, said)) == ("later", "too_late")
    assert asked_about(day) == [
        ("too_late", [121, 98], [121, 88]),
        ("too_late", [121, 98], [88, 121]),
        ("too_late", [121, 98], []),
    ]


def test_the_same_points_late_are_the_same_only_for_the_same_people(day, meeting):
    own, (one, other) = tablet(day), scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if [number] not in (one, other))
    gone_on(meeting)
    heard = scores.submit(own, claim(meeting, {"v": 1, "pegged": [88, 121]}, sides=[other, one]))
    assert (heard.answer, heard.line) == ("same", meeting.lines.get().number)
    assert code(scores.submit(own, claim(meeting, sides=[one, [stranger]])))[0] == "later"
    assert code(scores.submit(own, claim(meeting, sides=[other, one])))[0] == "later"


def test_what_is_late_about_a_game_of_which_nothing_counts(day, meeting):
    own, (one, other) = tablet(day), scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if [number] not in (one, other))
    second = factories.meeting_at(meeting.round, 2)
    gone_on(meeting)
    for at in (meeting, second):
        scores.void_game(at, game=1, nonce=f"{at.pk}", basis=scores.last_line_of(at), user=None)
    factories.enter(meeting, [121, 88], sides=[one, [stranger]])
    assert code(scores.submit(own, claim(meeting))) == ("later", "too_late")
    assert code(scores.submit(tablet(day, 2), claim(second))) == ("later", "too_late")
    assert asked_about(day) == [("too_late", [121, 88], [])] * 2


def test_while_its_round_is_open_a_device_writes_whatever_is_seated_besides(day, meeting):
    factories.sit(day, 2, (1, 3), (2, 4))
    assert scores.submit(tablet(day), claim(meeting)).answer == "accepted"


def test_what_is_refused_is_refused_however_late(day, meeting):
    entry = meeting.seats.select_related("entry").first().entry
    held = phone(day, entry, may_report=False)
    gone_on(meeting)
    assert code(scores.submit(held, claim(meeting))) == ("refused", "phones_may_not_report")
    assert code(scores.submit(tablet(day), claim(meeting, kind="award"))) == (
        "refused",
        "not_for_a_table",
    )
    assert asked_about(day) == []


def test_what_the_desk_has_decided_is_written_however_late(day, meeting):
    own = tablet(day)
    gone_on(meeting)
    heard = scores.submit(own, correction(meeting), decided=True)
    assert (heard.answer, heard.amount.data) == ("accepted", SECOND)


# Who may write there


def newcomer(day, table=1):
    """A further device at a table, which waits until somebody lets it in."""
    invited = devices.invite_tables(day)[table - 1]
    return devices.by_token(devices.join(invited.secret, uuid4()).token)


def test_who_waits_hears_of_what_is_in_and_writes_nothing(day, meeting):
    other, own, said = tablet(day), newcomer(day), claim(meeting)
    waits = ("later", "device_waits")
    assert code(scores.submit(own, said)) == waits
    assert code(scores.queue_for_review(own, said, {})) == waits
    assert scores.submit(other, said).answer == "accepted"
    assert code(scores.submit(own, said)) == waits  # it is in by another device
    mine = claim(meeting)
    assert scores.submit(own, mine, decided=True).answer == "accepted"
    assert scores.submit(own, mine).answer == "same"
    assert code(scores.submit(own, claim(meeting))) == waits  # another one is not in
    assert (Line.objects.count(), asked_about(day)) == (2, [])


def test_what_is_in_elsewhere_is_not_in_here(day, meeting):
    tablet(day)
    own, said = newcomer(day), claim(meeting)
    elsewhere = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    factories.enter(elsewhere, [121, 88], nonce=said.nonce, device=own)
    assert code(scores.submit(own, said)) == ("later", "device_waits")


def test_a_meeting_without_a_table_is_at_nobodys(day, meeting):
    elsewhere = day.entries.exclude(seats__meeting=meeting).first()
    held = phone(day, elsewhere)
    meeting.place = None
    meeting.save()
    for own in (held, tablet(day)):
        assert code(scores.submit(own, claim(meeting))) == ("not_your_table", "not_your_table")


def test_a_penalty_and_the_next_table_take_no_correction_from_a_tablet(day, meeting):
    own = tablet(day)
    factories.enter(factories.meeting_at(meeting.round, 2), [121, 88])
    scores.submit(own, claim(meeting))
    number = scores.sides_of(meeting)[0][0]
    takes, why = scores.PenaltyEffect("points", 8), {"words": "Cards shown"}
    scores.penalise(meeting, game=1, number=number, takes=takes, why=why, nonce="p", user=None)
    assert scores.submit(own, correction(meeting)).answer == "accepted"


# What follows from a result


def test_a_result_that_a_receiver_refuses_is_not_written(day, meeting):
    def refuse(**_signal):
        raise DomainError("no_free_table")

    result_written.connect(refuse)
    try:
        assert code(scores.submit(tablet(day), claim(meeting))) == ("refused", "no_free_table")
    finally:
        result_written.disconnect(refuse)
    assert meeting.lines.count() == 0
