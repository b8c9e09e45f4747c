"""What comes too late: a photographed sheet changes no game that is over, and nothing played is lost."""

import re
from random import Random
from uuid import uuid4

import pytest

from scoring.gin import book
from scoring.settle import Disputed, Settled
from tests import factories
from tests.devices.test_api import here, joined, post, result, submit
from tests.shown_by import page
from tests.web.tablets.held import Phone, Tablet
from tournaments import devices, formats, rounds
from tournaments.devices import help_requests
from tournaments.finals import medals
from tournaments.models import Device, Line, Result
from tournaments.publishing import snapshot
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import submissions
from tournaments.standings import cards, standings
from tournaments.transfer import copies, simulated_day
from tournaments.web.device_api import payloads
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases
WRITTEN = {"v": 1, "pegged": [121, 88]}


@pytest.fixture
def day():
    return factories.tournament(8)


def play(day, number: int, *, open_next: bool = False):
    """A round is played and closed; every table has 121 to 88."""
    round_ = factories.open_round(day, number)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88])
    rounds.close_round(round_, by=None)
    return round_


def of(meeting, pegged, **fields) -> dict:
    """A result of a meeting as a device sends it that has seen what counts."""
    told = {
        "nonce": uuid4().hex,
        "meeting": str(meeting.uid),
        "game": 1,
        "basis": scores.last_line_of(meeting),
        "kind": "claim",
        "sides": scores.sides_of(meeting),
        "data": {"v": 1, "pegged": pegged},
    }
    return told | fields


def code(told: dict) -> tuple:
    return told["answer"], told["line"]


def at(round_, table: int = 1):
    return factories.meeting_at(round_, table)


@both
def test_the_round_before_is_written_until_the_next_one_is_seated(database, day):
    token, first = joined(day)["token"], play(day, 1)
    before = of(at(first), [88, 121])
    assert submit(token, before)[0]["answer"] == "conflict"
    rounds.seat(first.stage, 2, by=None)
    assert code(submit(token, before)[0])[0] == "same"
    (told,) = submit(token, of(at(first), [90, 121]))
    assert (told["answer"], told["line"], Line.objects.filter(meeting=at(first)).count()) == (
        "later",
        None,
        2,
    )
    assert [call.what for call in help_requests.open_calls(day)] == ["result"]


@both
def test_what_is_late_and_equal_to_what_counts_is_the_same(database, day):
    token, first = joined(day)["token"], play(day, 1)
    play(day, 2)
    line = Line.objects.get(meeting=at(first))
    turned = of(at(first), [88, 121], sides=list(reversed(scores.sides_of(at(first)))))
    for sent in (of(at(first), [121, 88]), turned, of(at(first), [121, 88], kind="correction")):
        (told,) = submit(token, sent)
        assert (code(told), told["state"]) == (("same", line.number), "entered")
    assert Line.objects.filter(meeting=at(first)).count() == 1
    assert help_requests.open_calls(day) == []


@both
def test_a_photographed_sheet_changes_no_game_that_is_over(database, day):
    """Six old games became disputed, and their players stood at 207 points instead of 629."""
    played = [play(day, number) for number in range(1, 7)]
    before = standings(day, settled_only=True).rows
    token = joined(day)["token"]
    answers = submit(token, *(of(at(round_), [5, 121]) for round_ in played[:5]))
    assert {code(told) for told in answers} == {("later", None)}
    assert not Result.objects.filter(state="disputed").exists()
    day.refresh_from_db()
    assert standings(day, settled_only=True).rows == before
    assert len(help_requests.open_calls(day)) == 5


@both
def test_a_dispute_about_a_closed_game_leaves_what_counted_first_in_everybodys_sight(database, day):
    token, first = joined(day)["token"], play(day, 1)
    before = standings(day, settled_only=True).rows
    assert submit(token, of(at(first), [88, 121]))[0]["answer"] == "conflict"
    assert isinstance(scores.current_result(at(first)), Disputed)
    assert standings(day, settled_only=True).rows == before
    day.refresh_from_db()
    assert standings(day, upto=day.version, settled_only=True).rows == before
    shown = [row for rows in cards(day, settled_only=True).values() for row in rows]
    assert len(shown) == 8 and all(row.points is not None for row in shown)
    assert scores.rebuild(day, check=True) == []


def test_a_medal_match_that_is_over_stays_decided_while_a_game_of_it_is_in_dispute():
    day, meeting = factories.medal_match()
    for game in (1, 2):
        factories.enter(meeting, [121, 80], game=game)
    medals.advance(day, by=None)
    before = standings(day).rows
    assert any(row.decision for row in before)
    factories.enter(meeting, [80, 121], basis=0, game=1, nonce=uuid4().hex)
    assert isinstance(scores.current_result(meeting), Disputed)
    assert standings(day).rows == before


# The desk decides


@pytest.fixture
def asked(day):
    """A tablet has sent a result of game 1 while game 3 is played; the tablet, what it sent, the call."""
    one, first = Tablet(day, 1), play(day, 1)
    play(day, 2)
    factories.open_round(day, 3)
    sent = of(at(first), [88, 121])
    (told,) = submit(one.token, sent)
    assert told["answer"] == "later"
    (call,) = help_requests.open_calls(day)
    return one, at(first), sent, call


def test_the_desk_sees_what_came_and_what_counts(asked):
    _one, _meeting, sent, call = asked
    assert (call.what, call.place.number, call.nonce) == ("result", 1, sent["nonce"])
    told = {name: call.said[name] for name in ("why", "round", "game", "points", "counts")}
    assert told == {"why": "too_late", "round": 1, "game": 1, "points": [88, 121], "counts": [121, 88]}


@pytest.mark.parametrize("kind", ["claim", "correction"])
def test_what_the_desk_takes_counts_and_the_tablet_is_told_that_it_is_in(day, asked, kind):
    one, meeting, sent, call = asked
    if kind == "correction":
        help_requests.resolve(call, by=None)
        sent = sent | {"kind": kind, "nonce": uuid4().hex}
        assert submit(one.token, sent)[0]["answer"] == "later"
        (call,) = help_requests.open_calls(day)
    taken = payloads.take_asked(call, factories.organiser(day))
    assert taken.outcome.refusal is None
    amount = scores.current_result(meeting)
    assert (type(amount), amount.data["pegged"]) == (Settled, [88, 121])
    line = Line.objects.get(nonce=sent["nonce"])
    assert (line.device_id, submit(one.token, sent)[0]["answer"]) == (one.pk, "same")
    assert help_requests.open_calls(day) == []


def test_what_the_desk_does_not_take_is_refused_and_stays_refused(day, asked):
    one, meeting, sent, call = asked
    help_requests.resolve(call, by=None)
    assert [submit(one.token, sent)[0]["answer"] for _time in range(2)] == ["refused", "refused"]
    call.refresh_from_db()
    assert payloads.take_asked(call, None).outcome.answer == "refused"
    assert scores.current_result(meeting).data == WRITTEN


def test_sent_again_it_is_asked_once(day, asked):
    one, _meeting, sent, _call = asked
    assert {submit(one.token, sent)[0]["answer"] for _time in range(3)} == {"later"}
    assert len(help_requests.open_calls(day)) == 1


def test_the_pages_of_the_desk_ask_with_both_results(client, day, asked):
    client.force_login(factories.organiser(day))
    call = asked[3].pk
    for path in ("desk/", "tablets/"):
        box = page(client.get(f"/t/{day.slug}/{path}")).one("[data-call=result]")
        assert [one["id"] for one in box.all("button")] == [f"take-{call}", f"call-{call}"]
        assert re.findall(r"\b(?:88|121)\b", box["aria-label"]) == ["88", "121", "121", "88"]
    client.post(f"/t/{day.slug}/tablets/calls/{call}/take/")
    assert scores.current_result(asked[1]).data["pegged"] == [88, 121]


def test_what_cannot_be_is_refused_however_late(day, asked):
    one, meeting, _sent, _call = asked
    answers = submit(one.token, of(meeting, [300, 88]), of(meeting, [121, 88], sides=[[1], [99]]))
    assert [told["answer"] for told in answers] == ["refused", "refused"]


def test_a_flood_of_old_results_does_not_flood_the_desk(day, asked):
    one, meeting, _sent, _call = asked
    answers = [submit(one.token, of(meeting, [points, 121]))[0]["answer"] for points in range(1, 41)]
    assert set(answers) == {"later"}
    assert len(help_requests.open_calls(day)) == help_requests.MAX_RESULTS


def test_a_players_own_phone_asks_too(day):
    statuses.allow_phones(day, True, by=None)
    first = play(day, 1)
    play(day, 2)
    seat = at(first).seats.select_related("entry").first()
    phone = Phone(day, seat.entry)
    (told,) = submit(phone.token, of(at(first), [88, 121]))
    assert (told["answer"], len(help_requests.open_calls(day))) == ("later", 1)


# What else ends a round


def test_a_late_sheet_in_another_order_that_cannot_be_turned_round_is_laid_on_the_desk():
    """Of three who play gin, who sat at a hand follows from who won the one before."""
    declared = formats.rehearse(formats.FORMATS["gin-three"], 6)
    day = factories.tournament(6, key="gin-three", **declared)
    round_ = simulated_day.play_round(day, 1, chance=Random(5), by=None)
    rounds.seat(stages.qualifying(day), 2, by=None)
    sides, counts = scores.sides_of(at(round_)), scores.current_result(at(round_))
    token, sent = joined(day)["token"], of(at(round_), [], data=counts.data)
    assert submit(token, sent)[0]["answer"] == "same"
    turned = sent | {"nonce": uuid4().hex, "sides": sides[::-1]}
    assert submit(token, turned)[0]["answer"] == "later"
    assert [call.what for call in help_requests.open_calls(day)] == ["result"]


def test_medal_matches_end_the_last_round_of_the_day():
    day = factories.tournament(4, rounds=1)
    first = play(day, 1)
    token = joined(day)["token"]
    medals.create(day, seed=1, by=None)
    assert submit(token, of(at(first), [88, 121]))[0]["answer"] == "later"


def test_when_all_is_official_the_last_round_is_over_too(day):
    first = play(day, 1)
    token = joined(day)["token"]
    snapshot.publish(day, official=True, by=None)
    assert submit(token, of(at(first), [88, 121]))[0]["answer"] == "later"
    assert submit(token, of(at(first), [121, 88]))[0]["answer"] == "same"


def test_a_round_that_was_opened_again_is_written(day):
    first = play(day, 1)
    token = joined(day)["token"]
    rounds.seat(first.stage, 2, by=None)
    act = day.acts.get(kind="seat", args__round=2)
    from tournaments.common import audit_log

    audit_log.undo(act, by=None)
    assert submit(token, of(at(first), [88, 121]))[0]["answer"] == "conflict"


# A laptop that was replaced


@both
def test_after_a_restore_games_without_a_result_are_taken_whatever_their_round(database, day):
    """The copy is older than the result, the rounds have gone on, and nobody has to be asked."""
    one = Tablet(day, 1)
    first = play(day, 1)
    line = Line.objects.get(meeting=at(first))
    scores.void_game(at(first), game=1, nonce="v" * 20, basis=line.number, user=None)  # as an older copy
    play(day, 2)
    (told,) = submit(one.token, of(at(first), [121, 88]))
    assert told["answer"] == "later"
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    same = factories.meeting_at(stages.qualifying(life).rounds.get(number=1), 1)
    assert submit(one.token, of(same, [121, 88]), epoch=2)[0]["answer"] == "accepted"
    assert submit(one.token, of(same, [88, 121]), epoch=2)[0]["answer"] == "later"
    other = Tablet(life, 2)
    assert submit(other.token, of(same, [121, 88]), epoch=2)[0]["answer"] == "not_your_table"


def test_everything_of_the_day_sent_again_after_a_restore_is_the_same(day):
    one, kept = Tablet(day, 1), []
    for number in (1, 2, 3):
        round_ = factories.open_round(day, number)
        (meeting,) = here(one.token)["meetings"]
        kept.append(result(meeting, [121, 88]))
        assert submit(one.token, kept[-1])[0]["answer"] == "accepted"
        for table in (2, 3, 4):
            factories.enter(factories.meeting_at(round_, table), [121, 88])
        rounds.close_round(round_, by=None)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert {told["answer"] for told in submit(one.token, *kept, epoch=2)} == {"same"}
    assert help_requests.open_calls(life) == []


def test_a_code_that_is_carried_too_late_asks_too(day):
    one, first = Tablet(day, 1), play(day, 1)
    play(day, 2)
    carried = one.code_of(at(first), [88, 121])
    (told,) = post("submit", carried=[carried]).json()["answers"]
    assert (told["answer"], len(help_requests.open_calls(day))) == ("later", 1)
    assert Device.objects.count() == 1
    assert devices.read_offline_code(carried).proven


def test_a_sheet_in_hands_of_three_counts_in_its_own_order_alone():
    round_ = factories.sit(factories.tournament(3, key="gin-three", tables=1), 1, (1, 2, 3))
    hands = book.rehearsed(Random(1), round_.stage.rules, 3)
    scores.write_line(at(round_), data=hands, sides=[[1], [2], [3]], by="table", nonce="hands", basis=0)
    amount = scores.current_result(at(round_))
    for sides, counts in (([[1], [2], [3]], True), ([[2], [1], [3]], False)):
        said = payloads.submission(payloads.Body(of(at(round_), [], data=hands, sides=sides)))
        assert submissions.agrees_with_result(at(round_), said, amount) is counts


@pytest.mark.parametrize("order", [1, -1])
def test_a_late_correction_that_is_no_result_is_refused_in_whatever_order(day, order):
    token, first = joined(day)["token"], play(day, 1)
    rounds.seat(first.stage, 2, by=None)
    told = of(at(first), [], kind="correction", sides=scores.sides_of(at(first))[::order])
    assert submit(token, told)[0]["answer"] == "refused"
    assert submit(token, {**told, "nonce": uuid4().hex, "data": {"v": 1}})[0]["answer"] == "refused"
