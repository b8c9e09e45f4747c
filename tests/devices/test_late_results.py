"""A photographed sheet that arrives late changes no finished game, and no played result is lost."""

import re
from random import Random
from uuid import uuid4

import pytest

from scoring.gin import book
from scoring.settle import Disputed, Settled
from tests import factories
from tests.devices.test_api import here, joined, post, result, submit
from tests.page_reader import parse
from tests.web.tablets.device_clients import Phone, Tablet
from tournaments import devices, formats, rounds
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.finals import medals
from tournaments.models import Device, Line, Result
from tournaments.publishing import publications
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import submissions
from tournaments.standings import cards, standings
from tournaments.transfer import copies, simulated_tournament
from tournaments.web.device_api import payloads
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases
RESULT_DATA = {"v": 1, "pegged": [121, 88]}


@pytest.fixture
def tournament():
    return factories.tournament(8)


def play_closed_round(tournament, number: int, *, open_next: bool = False):
    """Play and close a round in which every table has 121 to 88."""
    round_ = factories.open_round(tournament, number)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88])
    rounds.close_round(round_, by=None)
    return round_


def result_of(meeting, pegged, **fields) -> dict:
    """Return a result of a meeting as a device sends it that has seen the current result."""
    data = {
        "nonce": uuid4().hex,
        "meeting": str(meeting.uid),
        "game": 1,
        "basis": scores.last_line_of(meeting),
        "kind": "claim",
        "sides": scores.sides_of(meeting),
        "data": {"v": 1, "pegged": pegged},
    }
    return data | fields


def answer_and_line(data: dict) -> tuple:
    return data["answer"], data["line"]


def meeting_at_table(round_, table: int = 1):
    return factories.meeting_at(round_, table)


@both
def test_closed_round_accepts_results_until_the_next_is_seated(database, tournament):
    token, first = joined(tournament)["token"], play_closed_round(tournament, 1)
    before = result_of(meeting_at_table(first), [88, 121])
    assert submit(token, before)[0]["answer"] == "conflict"
    rounds.seat(first.stage, 2, by=None)
    assert answer_and_line(submit(token, before)[0])[0] == "same"
    (answer,) = submit(token, result_of(meeting_at_table(first), [90, 121]))
    assert (
        answer["answer"],
        answer["line"],
        Line.objects.filter(meeting=meeting_at_table(first)).count(),
    ) == (
        "later",
        None,
        2,
    )
    assert [call.what for call in calls.open_calls(tournament)] == ["result"]


@both
def test_late_result_equal_to_the_current_one_is_same(database, tournament):
    token, first = joined(tournament)["token"], play_closed_round(tournament, 1)
    play_closed_round(tournament, 2)
    line = Line.objects.get(meeting=meeting_at_table(first))
    turned = result_of(
        meeting_at_table(first), [88, 121], sides=list(reversed(scores.sides_of(meeting_at_table(first))))
    )
    for sent in (
        result_of(meeting_at_table(first), [121, 88]),
        turned,
        result_of(meeting_at_table(first), [121, 88], kind="correction"),
    ):
        (answer,) = submit(token, sent)
        assert (answer_and_line(answer), answer["state"]) == (("same", line.number), "entered")
    assert Line.objects.filter(meeting=meeting_at_table(first)).count() == 1
    assert calls.open_calls(tournament) == []


@both
def test_late_results_of_past_rounds_change_no_standings(database, tournament):
    """Once six old games became disputed, and their players stood at 207 points instead of 629."""
    played = [play_closed_round(tournament, number) for number in range(1, 7)]
    before = standings(tournament, settled_only=True).rows
    token = joined(tournament)["token"]
    answers = submit(token, *(result_of(meeting_at_table(round_), [5, 121]) for round_ in played[:5]))
    assert {answer_and_line(answer) for answer in answers} == {("later", None)}
    assert not Result.objects.filter(state="disputed").exists()
    tournament.refresh_from_db()
    assert standings(tournament, settled_only=True).rows == before
    assert len(calls.open_calls(tournament)) == 5


@both
def test_dispute_about_closed_round_keeps_the_first_result_shown(database, tournament):
    token, first = joined(tournament)["token"], play_closed_round(tournament, 1)
    before = standings(tournament, settled_only=True).rows
    assert submit(token, result_of(meeting_at_table(first), [88, 121]))[0]["answer"] == "conflict"
    assert isinstance(scores.current_result(meeting_at_table(first)), Disputed)
    assert standings(tournament, settled_only=True).rows == before
    tournament.refresh_from_db()
    assert standings(tournament, upto=tournament.version, settled_only=True).rows == before
    shown = [row for rows in cards(tournament, settled_only=True).values() for row in rows]
    assert len(shown) == 8 and all(row.points is not None for row in shown)
    assert scores.rebuild(tournament, check=True) == []


def test_decided_medal_match_stays_decided_during_a_dispute():
    tournament, meeting = factories.medal_match()
    for game in (1, 2):
        factories.enter(meeting, [121, 80], game=game)
    medals.advance(tournament, by=None)
    before = standings(tournament).rows
    assert any(row.decision for row in before)
    factories.enter(meeting, [80, 121], basis=0, game=1, nonce=uuid4().hex)
    assert isinstance(scores.current_result(meeting), Disputed)
    assert standings(tournament).rows == before


# The desk decides


@pytest.fixture
def asked(tournament):
    """Send a result of game 1 while game 3 is played; return the tablet, what it sent, and the call."""
    one, first = Tablet(tournament, 1), play_closed_round(tournament, 1)
    play_closed_round(tournament, 2)
    factories.open_round(tournament, 3)
    sent = result_of(meeting_at_table(first), [88, 121])
    (answer,) = submit(one.token, sent)
    assert answer["answer"] == "later"
    (call,) = calls.open_calls(tournament)
    return one, meeting_at_table(first), sent, call


def test_desk_call_shows_the_late_and_the_current_result(asked):
    _one, _meeting, sent, call = asked
    assert (call.what, call.place.number, call.nonce) == ("result", 1, sent["nonce"])
    found = {name: call.said[name] for name in ("why", "round", "game", "points", "counts")}
    assert found == {"why": "too_late", "round": 1, "game": 1, "points": [88, 121], "counts": [121, 88]}


@pytest.mark.parametrize("kind", ["claim", "correction"])
def test_late_result_accepted_by_the_desk_counts(tournament, asked, kind):
    one, meeting, sent, call = asked
    if kind == "correction":
        calls.resolve(call, by=None)
        sent = sent | {"kind": kind, "nonce": uuid4().hex}
        assert submit(one.token, sent)[0]["answer"] == "later"
        (call,) = calls.open_calls(tournament)
    taken = payloads.take_queued_result(call, factories.organiser(tournament))
    assert taken.outcome.refusal is None
    result = scores.current_result(meeting)
    assert (type(result), result.data["pegged"]) == (Settled, [88, 121])
    line = Line.objects.get(nonce=sent["nonce"])
    assert (line.device_id, submit(one.token, sent)[0]["answer"]) == (one.pk, "same")
    assert calls.open_calls(tournament) == []


def test_late_result_refused_by_the_desk_stays_refused(tournament, asked):
    one, meeting, sent, call = asked
    calls.resolve(call, by=None)
    assert [submit(one.token, sent)[0]["answer"] for _time in range(2)] == ["refused", "refused"]
    call.refresh_from_db()
    assert payloads.take_queued_result(call, None).outcome.answer == "refused"
    assert scores.current_result(meeting).data == RESULT_DATA


def test_repeated_late_result_is_one_call(tournament, asked):
    one, _meeting, sent, _call = asked
    assert {submit(one.token, sent)[0]["answer"] for _time in range(3)} == {"later"}
    assert len(calls.open_calls(tournament)) == 1


def test_desk_pages_show_both_results_of_a_late_call(client, tournament, asked):
    client.force_login(factories.organiser(tournament))
    call = asked[3].pk
    for path in ("desk/", "tablets/"):
        box = parse(client.get(f"/t/{tournament.slug}/{path}")).one("[data-call=result]")
        assert [one["id"] for one in box.all("button")] == [f"take-{call}", f"call-{call}"]
        assert re.findall(r"\b(?:88|121)\b", box["aria-label"]) == ["88", "121", "121", "88"]
    client.post(f"/t/{tournament.slug}/tablets/calls/{call}/take/")
    assert scores.current_result(asked[1]).data["pegged"] == [88, 121]


@both
@pytest.mark.parametrize(
    "unknown", [{"new": "\0\ud800"}, {"new": 1.5}, {"n" * 300: 1}, {"new": "x" * 3000}, {"seen_at": 12.5}]
)
def test_copy_with_a_late_result_can_be_restored_whatever_was_sent(database, tournament, unknown):
    one, first = Tablet(tournament, 1), play_closed_round(tournament, 1)
    rounds.seat(first.stage, 2, by=None)
    sent = result_of(meeting_at_table(first), [88, 121])
    assert submit(one.token, sent | unknown)[0]["answer"] == "later"
    packed = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    (asked,) = calls.open_calls(copies.restore(packed, by=factories.director("reine")))
    assert asked.said["result"] == sent | {"seen_at": "12.5" if "seen_at" in unknown else ""}
    assert payloads.take_queued_result(asked, None).outcome.answer == "conflict"


def test_invalid_late_result_is_refused(tournament, asked):
    one, meeting, _sent, _call = asked
    answers = submit(
        one.token, result_of(meeting, [300, 88]), result_of(meeting, [121, 88], sides=[[1], [99]])
    )
    assert [answer["answer"] for answer in answers] == ["refused", "refused"]


def test_number_of_late_result_calls_is_limited(tournament, asked):
    one, meeting, _sent, _call = asked
    answers = [submit(one.token, result_of(meeting, [points, 121]))[0]["answer"] for points in range(1, 41)]
    assert set(answers) == {"later"}
    assert len(calls.open_calls(tournament)) == calls.MAX_RESULTS


def test_late_result_from_a_phone_calls_the_desk(tournament):
    statuses.allow_phones(tournament, True, by=None)
    first = play_closed_round(tournament, 1)
    play_closed_round(tournament, 2)
    seat = meeting_at_table(first).seats.select_related("entry").first()
    phone = Phone(tournament, seat.entry)
    (answer,) = submit(phone.token, result_of(meeting_at_table(first), [88, 121]))
    (call,) = calls.open_calls(tournament)
    assert answer["answer"] == "later"
    statuses.allow_phones(tournament, False, by=None)
    assert payloads.take_queued_result(call, by=None).outcome.answer == "conflict"
    assert scores.current_result(meeting_at_table(first)).data["pegged"] == [88, 121]


# Other ways to end a round


def test_reordered_late_gin_sheet_of_three_calls_the_desk():
    """With three players of gin, the winner of each hand decides who sits at the next one."""
    declared = formats.rehearsal_rules(formats.FORMATS["gin-three"], 6)
    tournament = factories.tournament(6, key="gin-three", **declared)
    round_ = simulated_tournament.play_round(tournament, 1, chance=Random(5), by=None)
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    sides, counts = scores.sides_of(meeting_at_table(round_)), scores.current_result(meeting_at_table(round_))
    token, sent = joined(tournament)["token"], result_of(meeting_at_table(round_), [], data=counts.data)
    assert submit(token, sent)[0]["answer"] == "same"
    turned = sent | {"nonce": uuid4().hex, "sides": sides[::-1]}
    assert submit(token, turned)[0]["answer"] == "later"
    assert [call.what for call in calls.open_calls(tournament)] == ["result"]


def test_medal_matches_make_the_last_round_late():
    tournament = factories.tournament(4, rounds=1)
    first = play_closed_round(tournament, 1)
    token = joined(tournament)["token"]
    medals.create(tournament, seed=1, by=None)
    assert submit(token, result_of(meeting_at_table(first), [88, 121]))[0]["answer"] == "later"


def test_official_publication_makes_the_last_round_late(tournament):
    first = play_closed_round(tournament, 1)
    token = joined(tournament)["token"]
    publications.publish(tournament, official=True, by=None)
    assert submit(token, result_of(meeting_at_table(first), [88, 121]))[0]["answer"] == "later"
    assert submit(token, result_of(meeting_at_table(first), [121, 88]))[0]["answer"] == "same"


def test_undone_seating_makes_the_last_round_writable_again(tournament):
    first = play_closed_round(tournament, 1)
    token = joined(tournament)["token"]
    rounds.seat(first.stage, 2, by=None)
    act = tournament.acts.get(kind="seat", args__round=2)
    audit_log.undo(act, by=None)
    assert submit(token, result_of(meeting_at_table(first), [88, 121]))[0]["answer"] == "conflict"


# Seats that were changed meanwhile


@pytest.fixture
def seated_again(tournament):
    """Seat game 1 otherwise while a tablet is offline; return the tablet, and what it then sends."""
    one = Tablet(tournament, 1)
    factories.open_round(tournament)
    sent = result(here(one.token)["meetings"][0], [121, 88])
    for kind in ("open", "seat"):
        audit_log.undo(tournament.acts.filter(kind=kind).latest("version"), by=None)
    rounds.open_round(rounds.seat(stages.qualifying(tournament), 1, seed=7, by=None), by=None)
    assert here(one.token)["meetings"][0]["uid"] != sent["meeting"]
    return one, sent


@both
def test_result_of_seats_that_were_undone_is_refused_and_shown_to_the_desk(
    database, tournament, seated_again
):
    one, sent = seated_again
    answers = [submit(one.token, sent)[0] for _time in range(3)]
    assert {told["answer"] for told in answers} == {"refused"}
    assert not Line.objects.exists()
    (call,) = calls.open_calls(tournament)
    assert (call.what, call.place.number, call.nonce) == ("result", 1, sent["nonce"])
    told = {name: call.said[name] for name in ("why", "round", "game", "points", "counts")}
    assert told == {"why": "other_seats", "round": 1, "game": 1, "points": [121, 88], "counts": []}
    assert call.said["result"]["data"] == sent["data"]
    calls.resolve(call, by=None)
    assert submit(one.token, sent)[0]["answer"] == "refused"
    assert calls.open_calls(tournament) == []
    assert here(one.token)["meetings"][0]["state"] == "playing"


def test_desk_only_acknowledges_a_result_of_other_seats(client, tournament, seated_again):
    one, sent = seated_again
    submit(one.token, sent)
    (call,) = calls.open_calls(tournament)
    client.force_login(factories.organiser(tournament))
    for path in ("desk/", "tablets/"):
        box = parse(client.get(f"/t/{tournament.slug}/{path}")).one("[data-call=result]")
        assert [button["id"] for button in box.all("button")] == [f"call-{call.pk}"]
        assert re.findall(r"\b(?:88|121)\b", box["aria-label"]) == ["121", "88"]
    client.post(f"/t/{tournament.slug}/tablets/calls/{call.pk}/take/")
    assert not Line.objects.exists()


def test_correction_of_other_seats_is_refused_and_shown_to_the_desk(tournament, seated_again):
    """A laptop that was replaced has neither the result nor its correction."""
    one, sent = seated_again
    data = {**sent["data"], "pegged": [121, 90]}
    corrected = {**sent, "nonce": uuid4().hex, "kind": "correction", "basis": 1, "data": data}
    assert [told["answer"] for told in submit(one.token, sent, corrected)] == ["refused", "refused"]
    assert [call.said["points"] for call in calls.open_calls(tournament)] == [[121, 88], [121, 90]]


def test_desk_that_takes_a_result_of_other_seats_reads_why_it_cannot(tournament, seated_again):
    one, sent = seated_again
    said = payloads.submission(payloads.Body(sent))
    scores.queue_for_review(Device.objects.get(pk=one.device.pk), said, sent)
    (call,) = calls.open_calls(tournament)
    outcome = payloads.take_queued_result(call, by=None).outcome
    assert (outcome.answer, outcome.refusal.code) == ("refused", "meeting_void")
    assert calls.open_calls(tournament) == [] and not Line.objects.exists()


def test_copy_with_a_result_of_other_seats_can_be_restored(tournament, seated_again):
    one, sent = seated_again
    submit(one.token, sent)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [call.said["why"] for call in calls.open_calls(life)] == ["other_seats"]
    assert submit(one.token, sent, epoch=2)[0]["answer"] == "refused"
    assert len(calls.open_calls(life)) == 1


# A laptop that was replaced


@both
def test_missing_results_of_any_round_are_accepted_after_restore(database, tournament):
    """An older copy lacks the result and later rounds are played; the desk is not asked."""
    one = Tablet(tournament, 1)
    first = play_closed_round(tournament, 1)
    line = Line.objects.get(meeting=meeting_at_table(first))
    # Leave the state of an older copy, without the result.
    factories.void_game(meeting_at_table(first), game=1, nonce="v" * 20, basis=line.number, user=None)
    play_closed_round(tournament, 2)
    (answer,) = submit(one.token, result_of(meeting_at_table(first), [121, 88]))
    assert answer["answer"] == "later"
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    same = factories.meeting_at(stages.qualifying(life).rounds.get(number=1), 1)
    assert submit(one.token, result_of(same, [121, 88]), epoch=2)[0]["answer"] == "accepted"
    assert submit(one.token, result_of(same, [88, 121]), epoch=2)[0]["answer"] == "later"
    other = Tablet(life, 2)
    assert submit(other.token, result_of(same, [121, 88]), epoch=2)[0]["answer"] == "not_your_table"


def test_results_sent_again_after_restore_are_same(tournament):
    one, kept = Tablet(tournament, 1), []
    for number in (1, 2, 3):
        round_ = factories.open_round(tournament, number)
        (meeting,) = here(one.token)["meetings"]
        kept.append(result(meeting, [121, 88]))
        assert submit(one.token, kept[-1])[0]["answer"] == "accepted"
        for table in (2, 3, 4):
            factories.enter(factories.meeting_at(round_, table), [121, 88])
        rounds.close_round(round_, by=None)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert {answer["answer"] for answer in submit(one.token, *kept, epoch=2)} == {"same"}
    assert calls.open_calls(life) == []


def test_late_offline_code_calls_the_desk(tournament):
    one, first = Tablet(tournament, 1), play_closed_round(tournament, 1)
    play_closed_round(tournament, 2)
    carried = one.code_of(meeting_at_table(first), [88, 121])
    (answer,) = post("submit", carried=[carried]).json()["answers"]
    assert (answer["answer"], len(calls.open_calls(tournament))) == ("later", 1)
    assert Device.objects.count() == 1
    assert devices.read_offline_code(carried).proven


def test_gin_sheet_of_three_agrees_only_in_its_own_order():
    round_ = factories.sit(factories.tournament(3, key="gin-three", tables=1), 1, (1, 2, 3))
    hands = book.simulated_data(Random(1), round_.stage.rules, 3)
    scores.write_line(
        meeting_at_table(round_), data=hands, sides=[[1], [2], [3]], by="table", nonce="hands", basis=0
    )
    result = scores.current_result(meeting_at_table(round_))
    for sides, counts in (([[1], [2], [3]], True), ([[2], [1], [3]], False)):
        submission = payloads.submission(
            payloads.Body(result_of(meeting_at_table(round_), [], data=hands, sides=sides))
        )
        assert submissions.agrees_with_result(meeting_at_table(round_), submission, result) is counts


@pytest.mark.parametrize("order", [1, -1])
def test_late_correction_without_a_result_is_refused(tournament, order):
    token, first = joined(tournament)["token"], play_closed_round(tournament, 1)
    rounds.seat(first.stage, 2, by=None)
    result = result_of(
        meeting_at_table(first),
        [],
        kind="correction",
        sides=scores.sides_of(meeting_at_table(first))[::order],
    )
    assert submit(token, result)[0]["answer"] == "refused"
    assert submit(token, {**result, "nonce": uuid4().hex, "data": {"v": 1}})[0]["answer"] == "refused"


@both
def test_desk_records_a_code_of_a_tablet_that_moved_after_the_copy(database, tournament):
    """The copy still has it at its former table, and cannot check its seal."""
    one, round_ = Tablet(tournament, 1), factories.open_round(tournament)
    copy = copies.seal_copy(copies.pack(tournament))
    devices.move(one.device, tournament.places.get(number=2), by=None)
    carried = one.code_of(meeting_at_table(round_, 2), [121, 88])
    life = copies.restore(copies.open_copy(copy), by=None)
    (answer,) = post("submit", carried=[carried]).json()["answers"]
    assert answer["answer"] == "later"
    (call,) = calls.open_calls(life)
    assert call.place.number == 2
    assert payloads.take_queued_result(call, by=None).outcome.answer == "accepted"
    same = factories.meeting_at(stages.qualifying(life).rounds.get(), 2)
    assert scores.current_result(same).data == RESULT_DATA
    assert calls.open_calls(life) == []
    (again,) = post("submit", carried=[carried]).json()["answers"]
    assert again["answer"] == "same"


@both
def test_desk_records_a_late_result_of_a_phone_that_changed_hands(database, tournament):
    """A couple shares a phone: it has scanned the other card since."""
    first = play_closed_round(tournament, 1)
    meeting = meeting_at_table(first)
    rounds.seat(first.stage, 2, by=None)
    one, other = meeting.seats.first().entry, meeting_at_table(first, 2).seats.first().entry
    phone = Phone(tournament, one)
    assert submit(phone.token, result_of(meeting, [88, 121]))[0]["answer"] == "later"
    invited = next(it for it in devices.invite_players(tournament) if it.entry == other)
    assert here(devices.join(invited.secret, phone.uid).token)["entry"] == other.number
    (call,) = calls.open_calls(tournament)
    assert payloads.take_queued_result(call, by=None).outcome.line is not None
    assert scores.current_result(meeting).data["pegged"] == [88, 121]
