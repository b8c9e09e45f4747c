"""Results from devices: who may correct what, and the seven kinds of answer."""

from uuid import uuid4

import pytest
from django.db import connection

from scoring import DomainError
from tests import factories
from tournaments import devices, rounds
from tournaments.common.signals import result_written
from tournaments.devices import calls
from tournaments.devices.joining import fingerprint
from tournaments.models import Device, Line, Meeting, Tournament, raw_sql
from tournaments.models.rows import columns, fetch
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import Submission

pytestmark = pytest.mark.django_db

FIRST_RESULT = {"v": 1, "pegged": [121, 88]}
SECOND_RESULT = {"v": 1, "pegged": [121, 98]}


@pytest.fixture
def tournament():
    return factories.tournament(8)


@pytest.fixture
def meeting(tournament):
    return factories.meeting_at(factories.open_round(tournament), 1)


def tablet(tournament, table=1):
    invited = devices.invite_tables(tournament)[table - 1]
    joined = devices.join(invited.secret, uuid4())
    devices.let_in(joined.device, by=None)
    return devices.by_token(joined.token)


def phone(tournament, entry, *, may_report=True):
    """Return the phone of an entry as of a request, and set whether phones may report."""
    tournament.settings[devices.PHONES_SETTING] = may_report
    tournament.save(update_fields=["settings"])
    invited = next(one for one in devices.invite_players(tournament) if one.entry == entry)
    return devices.by_token(devices.join(invited.secret, uuid4()).token)


def claim(sat, data=FIRST_RESULT, **fields):
    """Return a claim of the first game as a device sends it that has seen the last line."""
    values = {
        "nonce": uuid4().hex,
        "meeting": sat.uid,
        "game": 1,
        "kind": Line.Kind.CLAIM,
        "data": data,
        "sides": scores.sides_of(sat),
        "basis": scores.last_line_of(sat),
    }
    return Submission(**{**values, **fields})


def correction(sat, data=SECOND_RESULT, **fields):
    return claim(sat, data, kind=Line.Kind.CORRECTION, **fields)


def answer_and_refusal(outcome):
    return outcome.answer, outcome.refusal.code if outcome.refusal else None


def test_device_can_correct_its_own_result(tournament, meeting):
    own = tablet(tournament)
    scores.submit(own, claim(meeting))
    outcome = scores.submit(own, correction(meeting))
    assert outcome.answer == "accepted"
    assert outcome.result.data == SECOND_RESULT


@pytest.mark.parametrize("before", ["desk", "other", "own, desk", "desk, own", "own, other"])
def test_correction_of_another_writers_result_is_refused(tournament, meeting, before):
    own, other = tablet(tournament), tablet(tournament)
    for at, who in enumerate(before.split(", ")):
        if who == "desk":
            factories.enter(meeting, [121, 88], nonce=f"desk{at}", basis=0)
        else:
            scores.submit({"own": own, "other": other}[who], claim(meeting, basis=0))
    written = Line.objects.count()
    assert answer_and_refusal(scores.submit(own, correction(meeting))) == ("refused", "correct_at_the_desk")
    assert Line.objects.count() == written
    assert scores.current_result(meeting).data == FIRST_RESULT


def test_repeated_correction_gets_the_same_answer(tournament, meeting):
    own = tablet(tournament)
    scores.submit(own, claim(meeting))
    sent = correction(meeting)
    line = scores.submit(own, sent).line
    factories.enter(meeting, [121, 98], kind=Line.Kind.CORRECTION)
    outcome = scores.submit(own, sent)
    assert (outcome.answer, outcome.line) == ("same", line)


def test_correction_before_its_claim_is_answered_later(tournament, meeting):
    assert answer_and_refusal(scores.submit(tablet(tournament), correction(meeting, basis=1))) == (
        "later",
        "nothing_to_correct",
    )
    assert not Line.objects.exists()


def test_correction_ignores_lines_of_other_games(tournament):
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.as_best_of_three(meeting)
    own = tablet(tournament)
    factories.enter(meeting, [121, 88])
    scores.submit(own, claim(meeting, game=2, basis=0))
    outcome = scores.submit(own, correction(meeting, game=2, basis=scores.last_line_of(meeting, 2)))
    assert outcome.answer == "accepted"


def test_submit_takes_eight_queries(tournament, meeting, django_assert_num_queries):
    own, found = tablet(tournament), claim(meeting)
    with django_assert_num_queries(8):
        assert scores.submit(own, found).answer == "accepted"


@pytest.mark.parametrize("kind", ["ruling", "award", "void", "nonsense"])
def test_device_can_only_claim_and_correct(tournament, meeting, kind):
    assert answer_and_refusal(scores.submit(tablet(tournament), claim(meeting, kind=kind))) == (
        "refused",
        "not_for_a_table",
    )


def test_device_cannot_award_a_forfeit(tournament, meeting):
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    assert answer_and_refusal(scores.submit(tablet(tournament), claim(meeting, data))) == (
        "refused",
        "not_for_a_table",
    )


def test_result_with_unknown_players_is_refused(tournament, meeting):
    own, found = tablet(tournament), claim(meeting, sides=[[1], [99]])
    assert answer_and_refusal(scores.submit(own, found)) == ("refused", "unknown_players")
    with pytest.raises(DomainError, match=r"^unknown_players"):
        scores.queue_for_review(own, found, {})


def test_unopened_round_delays_results_but_not_refusals(tournament):
    meeting = factories.meeting_at(rounds.seat(stages.qualifying(tournament), 1, by=None), 1)
    own = tablet(tournament)
    assert answer_and_refusal(scores.submit(own, claim(meeting))) == ("later", "round_not_open")
    for given in (claim(meeting, sides=[[1], [99]]), correction(meeting, sides=[[1], [99]])):
        assert answer_and_refusal(scores.submit(own, given)) == ("refused", "unknown_players")


def test_write_line_refuses_unknown_players(tournament, meeting):
    with pytest.raises(DomainError, match=r"^unknown_players"):
        scores.write_line(
            meeting, data=FIRST_RESULT, sides=[[1], [99]], by="desk", nonce=uuid4().hex, basis=0
        )


@pytest.mark.both_databases
def test_meetings_with_equal_uid_elsewhere_are_ignored(tournament, meeting):
    own = devices.join(devices.invite_tables(tournament)[0].secret, uuid4())
    devices.let_in(own.device, by=None)
    elsewhere = factories.open_round(factories.tournament(8, about={"name": "Ailleurs"}))
    foreign = elsewhere.meetings.first()
    for _copy in range(3):
        elsewhere.meetings.create(uid=meeting.uid, games_planned=1, void_act=elsewhere.act)
    uid = Meeting._meta.get_field("uid").get_db_prep_value(meeting.uid, connection)
    key = fingerprint(fingerprint(own.token))
    assert len(fetch(raw_sql.REQUESTING_DEVICE.format(columns(Tournament)), uid, key)) == 1
    device = devices.by_token(own.token, meeting.uid)
    assert [row[0] for row in device.meeting_rows[meeting.uid]] == [meeting.pk]
    assert answer_and_refusal(scores.submit(device, claim(meeting))) == ("accepted", None)
    device = devices.by_token(own.token, foreign.uid)
    assert device.meeting_rows[foreign.uid] == []
    assert answer_and_refusal(scores.submit(device, claim(foreign))) == ("later", "meeting_not_known")


def test_unknown_meeting_is_answered_later(tournament, meeting):
    assert answer_and_refusal(scores.submit(tablet(tournament), claim(meeting, meeting=uuid4()))) == (
        "later",
        "meeting_not_known",
    )


def test_device_of_another_table_is_refused(tournament, meeting):
    assert answer_and_refusal(scores.submit(tablet(tournament, 2), claim(meeting))) == (
        "not_your_table",
        "not_your_table",
    )


# A player's own phone


def test_moved_tablet_can_submit_for_its_former_table(tournament, meeting):
    own = tablet(tournament)
    devices.move(own, tournament.places.get(number=2), by=None)
    own = Device.objects.get(pk=own.pk)
    assert scores.submit(own, claim(meeting)).answer == "accepted"
    third = factories.meeting_at(meeting.round, 3)
    assert scores.submit(own, claim(third)).answer == "not_your_table"


def test_phone_can_only_submit_for_its_player(tournament, meeting):
    there = meeting.seats.select_related("entry").first().entry
    elsewhere = tournament.entries.exclude(seats__meeting=meeting).first()
    assert answer_and_refusal(scores.submit(phone(tournament, elsewhere), claim(meeting))) == (
        "not_your_table",
        "not_your_table",
    )
    assert answer_and_refusal(scores.submit(tablet(tournament, 2), claim(meeting))) == (
        "not_your_table",
        "not_your_table",
    )
    assert scores.submit(phone(tournament, there), claim(meeting)).answer == "accepted"
    line = Line.objects.get()
    assert (line.by, line.by_entry) == (Line.By.SIDE, there)


def test_phone_reports_only_if_allowed_and_repeats_are_same(tournament, meeting):
    entry = meeting.seats.select_related("entry").first().entry
    found, another = claim(meeting), claim(meeting)
    assert scores.submit(phone(tournament, entry), found).answer == "accepted"
    held = phone(tournament, entry, may_report=False)
    assert scores.submit(Device.objects.get(uid=Line.objects.get().device.uid), found).answer == "same"
    assert answer_and_refusal(scores.submit(held, another)) == ("refused", "phones_may_not_report")
    assert Line.objects.count() == 1


# Results that the desk has to decide


def test_review_is_queued_only_for_a_known_meeting(tournament, meeting):
    own = tablet(tournament)
    assert answer_and_refusal(scores.queue_for_review(own, claim(meeting, meeting=uuid4()), {})) == (
        "later",
        "meeting_not_known",
    )
    assert answer_and_refusal(scores.queue_for_review(own, claim(meeting), {"x": 1})) == (
        "later",
        "seal_not_known",
    )
    (call,) = calls.open_calls(tournament)
    assert (call.said["result"], call.said["points"], call.said["counts"]) == ({"x": 1}, [121, 88], [])


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "ruling"},
        {"kind": "void"},
        {"data": {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}},
    ],
)
def test_review_is_not_queued_for_kinds_a_table_cannot_send(tournament, meeting, fields):
    with pytest.raises(DomainError, match=r"^not_for_a_table"):
        scores.queue_for_review(tablet(tournament), claim(meeting, **fields), {})
    assert not calls.open_calls(tournament)


def test_late_result_without_raw_fields_is_queued_for_review(tournament, meeting):
    own, late = tablet(tournament), claim(meeting, SECOND_RESULT)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(meeting.round, table), [121, 88])
    rounds.close_round(meeting.round, by=None)
    factories.open_round(tournament, 2)
    assert answer_and_refusal(scores.submit(own, late)) == ("later", "too_late")
    (call,) = calls.open_calls(tournament)
    assert (call.said["result"], call.said["points"], call.said["counts"]) == ({}, [121, 98], [121, 88])


def finish_round(meeting):
    """Finish the round of `meeting` with 121 to 88 at every table, and seat the next one."""
    for one in meeting.round.meetings.all():
        if not one.lines.exists():
            factories.enter(one, [121, 88])
    rounds.close_round(meeting.round, by=None)
    rounds.seat(meeting.round.stage, 2, by=None)


def review_calls(tournament):
    """Return the results that the desk has to decide, as (why, points, counts)."""
    waiting = [call for call in calls.open_calls(tournament) if call.what == "result"]
    return [(call.said["why"], call.said["points"], call.said["counts"]) for call in waiting]


def test_late_result_is_compared_in_its_own_order_of_sides(tournament, meeting):
    own, (one, other) = tablet(tournament), scores.sides_of(meeting)
    finish_round(meeting)
    stranger = next(number for number in range(1, 9) if [number] not in (one, other))
    for sides in ([one, other], [other, one], [one, [stranger]]):
        found = claim(meeting, SECOND_RESULT, sides=sides)
        assert answer_and_refusal(scores.submit(own, found)) == ("later", "too_late")
    assert review_calls(tournament) == [
        ("too_late", [121, 98], [121, 88]),
        ("too_late", [121, 98], [88, 121]),
        ("too_late", [121, 98], []),
    ]


def test_late_result_is_same_only_for_the_same_players(tournament, meeting):
    own, (one, other) = tablet(tournament), scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if [number] not in (one, other))
    finish_round(meeting)
    heard = scores.submit(own, claim(meeting, {"v": 1, "pegged": [88, 121]}, sides=[other, one]))
    assert (heard.answer, heard.line) == ("same", meeting.lines.get().number)
    assert answer_and_refusal(scores.submit(own, claim(meeting, sides=[one, [stranger]])))[0] == "later"
    assert answer_and_refusal(scores.submit(own, claim(meeting, sides=[other, one])))[0] == "later"


def test_late_result_of_a_voided_game_is_queued_for_review(tournament, meeting):
    own, (one, other) = tablet(tournament), scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if [number] not in (one, other))
    second = factories.meeting_at(meeting.round, 2)
    finish_round(meeting)
    for at in (meeting, second):
        factories.void_game(at, game=1, nonce=f"{at.pk}", basis=scores.last_line_of(at), user=None)
    factories.enter(meeting, [121, 88], sides=[one, [stranger]])
    assert answer_and_refusal(scores.submit(own, claim(meeting))) == ("later", "too_late")
    assert answer_and_refusal(scores.submit(tablet(tournament, 2), claim(second))) == ("later", "too_late")
    assert review_calls(tournament) == [("too_late", [121, 88], [])] * 2


def test_open_round_accepts_results_after_the_next_is_seated(tournament, meeting):
    factories.sit(tournament, 2, (1, 3), (2, 4))
    assert scores.submit(tablet(tournament), claim(meeting)).answer == "accepted"


def test_late_refusals_are_not_queued_for_review(tournament, meeting):
    entry = meeting.seats.select_related("entry").first().entry
    held = phone(tournament, entry, may_report=False)
    finish_round(meeting)
    assert answer_and_refusal(scores.submit(held, claim(meeting))) == ("refused", "phones_may_not_report")
    assert answer_and_refusal(scores.submit(tablet(tournament), claim(meeting, kind="award"))) == (
        "refused",
        "not_for_a_table",
    )
    assert review_calls(tournament) == []


def test_late_result_decided_by_the_desk_is_written(tournament, meeting):
    own = tablet(tournament)
    finish_round(meeting)
    heard = scores.submit(own, correction(meeting), decided=True)
    assert (heard.answer, heard.result.data) == ("accepted", SECOND_RESULT)


# Devices that may report


def waiting_tablet(tournament, table=1):
    """Return another device at a table, which waits until it is let in."""
    invited = devices.invite_tables(tournament)[table - 1]
    return devices.by_token(devices.join(invited.secret, uuid4()).token)


def test_waiting_device_is_only_answered_about_written_lines(tournament, meeting):
    other, own, found = tablet(tournament), waiting_tablet(tournament), claim(meeting)
    waits = ("later", "device_waits")
    assert answer_and_refusal(scores.submit(own, found)) == waits
    assert answer_and_refusal(scores.queue_for_review(own, found, {})) == waits
    assert scores.submit(other, found).answer == "accepted"
    assert answer_and_refusal(scores.submit(own, found)) == waits  # known, but from another device
    mine = claim(meeting)
    assert scores.submit(own, mine, decided=True).answer == "accepted"
    assert scores.submit(own, mine).answer == "same"
    assert answer_and_refusal(scores.submit(own, claim(meeting))) == waits  # another result, not stored yet
    assert (Line.objects.count(), review_calls(tournament)) == (2, [])


def test_nonce_written_in_another_tournament_is_ignored(tournament, meeting):
    tablet(tournament)
    own, found = waiting_tablet(tournament), claim(meeting)
    elsewhere = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    factories.enter(elsewhere, [121, 88], nonce=found.nonce, device=own)
    assert answer_and_refusal(scores.submit(own, found)) == ("later", "device_waits")


def test_meeting_without_a_table_accepts_no_device(tournament, meeting):
    elsewhere = tournament.entries.exclude(seats__meeting=meeting).first()
    held = phone(tournament, elsewhere)
    meeting.place = None
    meeting.save()
    for own in (held, tablet(tournament)):
        assert answer_and_refusal(scores.submit(own, claim(meeting))) == ("not_your_table", "not_your_table")


def test_penalty_and_other_tables_do_not_block_a_correction(tournament, meeting):
    own = tablet(tournament)
    factories.enter(factories.meeting_at(meeting.round, 2), [121, 88])
    scores.submit(own, claim(meeting))
    number = scores.sides_of(meeting)[0][0]
    takes, why = scores.PenaltyEffect("points", 8), {"words": "Cards shown"}
    scores.penalise(meeting, game=1, number=number, takes=takes, why=why, nonce="p", user=None)
    assert scores.submit(own, correction(meeting)).answer == "accepted"


# What follows from a result


def test_result_refused_by_a_signal_receiver_is_not_written(tournament, meeting):
    def refuse(**_signal):
        raise DomainError("no_free_table")

    result_written.connect(refuse)
    try:
        assert answer_and_refusal(scores.submit(tablet(tournament), claim(meeting))) == (
            "refused",
            "no_free_table",
        )
    finally:
        result_written.disconnect(refuse)
    assert meeting.lines.count() == 0
