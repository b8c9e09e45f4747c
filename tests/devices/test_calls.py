"""Tables call the desk for a judge or a protest, and about a device that was shut out or other players."""

from datetime import timedelta
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories, page_reader
from tests.page_reader import worded
from tests.web.tablets.device_clients import Newcomer, Phone, Tablet
from tournaments import devices, rounds
from tournaments.common import audit_log
from tournaments.devices import calls, joining
from tournaments.models import Call, Device
from tournaments.publishing import card_audit
from tournaments.publishing.names import time_of_day
from tournaments.rounds import protests
from tournaments.transfer import copies
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(8)


@pytest.fixture
def round_(tournament):
    return factories.open_round(tournament)


def post(client, what, body):
    return client.post(f"/api/1/{what}", body, content_type="application/json")


def table_secret(tournament, table):
    return next(made.secret for made in devices.invite_tables(tournament) if made.place.number == table)


def post_call(client, one, **fields):
    return post(client, "call", {"token": one.token, "nonce": uuid4().hex, **fields})


def test_latest_call_about_other_players_replaces_the_former(client, tournament, round_):
    one = Tablet(tournament, 1)
    first = {"what": "others", "who": [[3], [5]], "nonce": uuid4().hex}
    assert post_call(client, one, **first).json()["called"]
    assert post_call(client, one, **first).json()["called"]
    assert [(waits.what, waits.who, waits.place.number) for waits in calls.open_calls(tournament)] == [
        ("others", [[3], [5]], 1)
    ]
    post_call(client, one, what="others", who=[[3], [6]])
    post_call(client, one, what="judge")
    assert [waits.who for waits in calls.open_calls(tournament)] == [[[3], [6]], []]
    post_call(client, one, what="as_planned")
    assert [waits.what for waits in calls.open_calls(tournament)] == ["judge"]


def test_repeated_cancellation_keeps_a_newer_call(client, tournament, round_):
    one, back = Tablet(tournament, 1), {"what": "as_planned", "nonce": uuid4().hex}
    post_call(client, one, what="others", who=[[3], [5]])
    post_call(client, one, **back)
    assert calls.open_calls(tournament) == []
    post_call(client, one, what="others", who=[[3], [6]])
    assert post_call(client, one, **back).json()["called"]
    assert [waits.who for waits in calls.open_calls(tournament)] == [[[3], [6]]]


def shown_call(client, one):
    """Return the call that a device is shown."""
    return post(client, "here", {"token": one.token, "seen": 0, "epoch": 1}).json()["called"]


def test_call_stays_open_across_rounds_until_table_ends_it(client, tournament, round_):
    one, other = Tablet(tournament, 1), Tablet(tournament, 2)
    assert shown_call(client, one) is None
    post_call(client, one, what="judge")
    called = shown_call(client, one)
    assert called["noted"] == "" and shown_call(client, other) is None
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    rounds.close_round(round_, by=None)
    rounds.open_round(rounds.seat(round_.stage, 2, by=None), by=None)
    assert shown_call(client, one) == called

    assert post_call(client, other, what="judge_over", call=called["call"]).status_code == 200
    assert shown_call(client, one) == called, "another table ends no call"
    for _time in range(2):
        assert post_call(client, one, what="judge_over", call=called["call"]).status_code == 200
    assert shown_call(client, one) is None
    kept = Call.objects.get()
    assert kept.answered_at is not None and kept.answered_by is None and kept.device == one.device
    post_call(client, one, what="judge")
    post_call(client, one, what="judge_over", call=called["call"])
    assert shown_call(client, one)["call"] != called["call"], "a late request ends no newer call"
    assert post_call(client, one, what="judge_over").status_code == 400


def test_waiting_device_ends_only_its_own_call(client, tournament, round_):
    first, waits = Tablet(tournament, 1), Newcomer(tournament, 1)
    for one in (first, waits):
        post_call(client, one, what="judge")
    of_first, of_waiting = (
        Call.objects.get(device=one.device, what=Call.What.JUDGE) for one in (first, waits)
    )
    for call in (of_first, of_waiting):
        assert post_call(client, waits, what="judge_over", call=call.pk).status_code == 200
    assert list(tournament.calls.filter(what=Call.What.JUDGE, answered_at=None)) == [of_first]
    devices.let_in(waits.device, by=None)
    post_call(client, waits, what="judge_over", call=of_first.pk)
    assert calls.open_calls(tournament) == []


def test_waiting_device_that_reports_other_people_calls_a_judge(client, tournament, round_):
    first, waits = Tablet(tournament, 1), Newcomer(tournament, 1)
    assert post_call(client, waits, what="others", who=[[3], [5]]).json() == {"called": True, "epoch": 1}
    assert [(call.what, call.who) for call in calls.open_calls(tournament)] == [("new", []), ("judge", [])]
    assert tournament.calls.get(what=Call.What.JUDGE).device == waits.device
    post_call(client, first, what="others", who=[[3], [6]])
    assert tournament.calls.get(what=Call.What.OTHERS).device == first.device


@pytest.mark.parametrize("by_desk", [True, False], ids=["by the desk", "by another sheet"])
def test_moved_tablet_calls_the_judge_to_its_new_table(client, tournament, round_, by_desk):
    """The judge had come to table 1, but the call was left open at the desk."""
    one = Tablet(tournament, 1)
    post_call(client, one, what="judge")
    if by_desk:
        devices.move(one.device, tournament.places.get(number=3), by=None)
    else:
        one.token = devices.join(table_secret(tournament, 3), one.uid).token
    assert shown_call(client, one) is None
    for _twice in range(2):
        post_call(client, one, what="judge")
    called = shown_call(client, one)
    assert called is not None
    assert [waits.place.number for waits in calls.open_calls(tournament)] == [1, 3]
    post_call(client, one, what="judge_over", call=called["call"])
    assert [waits.place.number for waits in calls.open_calls(tournament)] == [1]


def test_answered_call_records_the_user(client, tournament, round_):
    one = Tablet(tournament, 1)
    post_call(client, one, what="judge")
    client.force_login(factories.organiser(tournament))
    client.post(reverse("tablets_call", args=[tournament.slug, Call.objects.get().pk]))
    assert shown_call(client, one) is None
    assert Call.objects.get().answered_by.username == "lise"


def test_table_cannot_end_its_protest(client, tournament, round_):
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 88])
    one = Tablet(tournament, 1)
    side = [seat.entry.number for seat in meeting.seats.filter(side=1)]
    post_call(client, one, what="protest", meeting=str(meeting.uid), who=[side])
    called = shown_call(client, one)
    assert called["noted"]
    post_call(client, one, what="judge_over", call=called["call"])
    assert shown_call(client, one) == called


@pytest.mark.parametrize("what", ["others", "as_planned"])
def test_phone_can_only_call_a_judge(client, tournament, round_, what):
    phone = Phone(tournament, tournament.entries.get(number=1))
    assert post_call(client, phone, what=what, who=[[3], [5]]).status_code == 400
    assert post_call(client, phone, what="judge").status_code == 200


@pytest.mark.parametrize("who", [None, [], [[]], [[3], [3]], [["3"]], [3], [[0]], [[n] for n in range(1, 8)]])
def test_invalid_sides_of_other_players_are_refused(client, tournament, round_, who):
    answer = post_call(client, Tablet(tournament, 1), what="others", who=who)
    assert (answer.status_code, answer.json()["error"]) == (400, "who")


def test_unknown_kind_of_call_gets_400(client, tournament, round_):
    assert post_call(client, Tablet(tournament, 1), what="coffee").status_code == 400


def test_seating_players_as_they_sit_resolves_the_call(client, tournament, round_):
    post_call(client, Tablet(tournament, 1), what="others", who=[[3], [5]])
    post_call(client, Tablet(tournament, 2), what="others", who=[[1], [2]])
    calls.resolve_seat_calls(tournament, [1])
    assert [waits.place.number for waits in calls.open_calls(tournament)] == [2]


def test_next_seating_closes_calls_about_other_players(client, tournament, round_):
    post_call(client, Tablet(tournament, 1), what="others", who=[[3], [5]])
    post_call(client, Tablet(tournament, 2), what="judge")
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    rounds.close_round(round_, by=None)
    assert len(calls.open_calls(tournament)) == 2
    rounds.seat(round_.stage, 2, by=None)
    assert [waits.what for waits in calls.open_calls(tournament)] == ["judge"]


def test_people_lists_players_with_table_and_seat(client, tournament, round_):
    one = Tablet(tournament, 1)
    body = post(client, "people", {"token": one.token}).json()
    assert (body["stage"], body["round"]) == (1, 1)
    assert sorted(person["number"] for person in body["people"]) == list(range(1, 9))
    assert [person["sorted"] for person in body["people"]] == sorted(
        person["sorted"] for person in body["people"]
    )
    seats = {
        seat.entry.number: seat for seat in factories.meeting_at(round_, 2).seats.select_related("entry")
    }
    assert {p["number"]: p["letter"] for p in body["people"] if p["table"] == 2} == {
        number: seat.letter for number, seat in seats.items()
    }
    assert post(client, "people", {"token": "no"}).status_code == 401


def test_people_is_empty_before_the_first_round(client, tournament):
    assert post(client, "people", {"token": Tablet(tournament, 1).token}).json()["people"] == []


def test_revoked_device_that_joins_asks_the_desk(client, tournament, round_):
    one = Tablet(tournament, 1)
    devices.revoke(one.device, by=None)
    for table in (3, 3, 4):
        asked = {"invitation": table_secret(tournament, table), "device": str(one.uid), "language": "en"}
        answer = post(client, "join", asked)
        assert (answer.status_code, answer.json()["error"]) == (401, "device_knocked")
        assert answer.json()["sentence"] == worded("device_knocked")
    assert one.device.state == Device.State.REVOKED
    (knocked,) = calls.open_calls(tournament)
    assert (knocked.what, knocked.place.number) == (Call.What.KNOCK, 4)
    devices.readmit(one.device, by=None, place=knocked.place)
    assert calls.open_calls(tournament) == []
    assert (one.device.place.number, one.device.earlier_places) == (4, [1])
    assert post(client, "here", {"token": one.token}).json()["table"] == 4
    readmitted = tournament.acts.filter(kind="device_readmit")
    audit_log.undo(readmitted.get(), by=None)
    assert (one.device.state, one.device.place.number) == (Device.State.REVOKED, 1)


def test_device_revoked_while_joining_stays_revoked(client, tournament, round_, monkeypatch):
    one, asked = Tablet(tournament, 1), joining.invitation

    def revoke_during_join(text, address):
        monkeypatch.setattr(joining, "invitation", asked)
        found = asked(text, address)
        devices.revoke(one.device, by=None)
        return found

    monkeypatch.setattr(joining, "invitation", revoke_during_join)
    answer = post(client, "join", {"invitation": table_secret(tournament, 1), "device": str(one.uid)})
    assert (answer.status_code, one.device.state) == (401, Device.State.REVOKED)
    assert [waits.what for waits in calls.open_calls(tournament)] == [Call.What.KNOCK]


def test_readmission_at_same_table_adds_no_earlier_table(client, tournament, round_):
    one = Tablet(tournament, 1)
    devices.revoke(one.device, by=None)
    devices.readmit(one.device, by=None, place=one.device.place)
    assert one.device.earlier_places == []
    assert statuses.load_hall(tournament).calls == ()


def test_people_takes_constant_queries_for_any_number_of_tables(client):
    counted = []
    for players in (2, 6):
        one_day = factories.tournament(players)
        factories.open_round(one_day)
        token = Tablet(one_day, 1).token
        with CaptureQueriesContext(connection) as queries:
            assert len(post(client, "people", {"token": token}).json()["people"]) == players
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_call_with_another_epoch_is_not_accepted(client, tournament):
    answer = post_call(client, Tablet(tournament, 1), what="judge", epoch=tournament.epoch + 1).json()
    assert answer == {"called": False, "epoch": tournament.epoch}
    assert not tournament.calls.exists()


def test_repeated_protest_is_one_call_that_the_desk_files(client, tournament, round_):
    one = Tablet(tournament, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    asked = {"what": "protest", "meeting": str(meeting.uid), "who": who}
    nonce = uuid4().hex
    for _turn in range(2):
        assert post_call(client, one, **asked, nonce=nonce).json()["called"]
    assert post_call(client, one, **asked).json()["called"], "another window of the same tablet"
    (waits,) = calls.open_calls(tournament)
    assert (waits.what, waits.who, waits.said) == ("protest", who, {"stage": 1, "round": 1})
    assert [refusal.code for refusal in card_audit.publish_warnings(tournament)] == ["protests_unanswered"]
    client.force_login(factories.helper(tournament, "desk", "gisele"))
    desk = client.get(reverse("desk", args=[tournament.slug]))
    way = next(
        one["href"] for one in page_reader.parse(desk).all("a") if one["href"].endswith(f"?call={waits.pk}")
    )
    page = client.get(way)
    assert (page.context["typed"]["number"], page.context["typed"]["round"]) == (str(who[0][0]), "1")
    typed = {**page.context["typed"], "text": "L'Écuyer a compté 121"}
    assert client.post(reverse("protests_file", args=[tournament.slug]), typed).status_code == 302
    assert [one.act.args["entries"] for one in protests.protests_of(tournament)] == who
    assert not calls.open_calls(tournament)


def test_judge_can_file_and_rule_on_a_protest_at_once(client, tournament, round_):
    """The table learns when its protest was noted; the log of rulings links to it; no result changes."""
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    asked = {"what": "protest", "meeting": str(meeting.uid), "who": who, "nonce": uuid4().hex}
    found = [post_call(client, Tablet(tournament, 1), **asked).json() for _turn in range(2)]
    (waits,) = calls.open_calls(tournament)
    assert [one["noted"] for one in found] == [time_of_day(waits.at)] * 2
    assert "noted" not in post_call(client, Tablet(tournament, 2), what="judge").json()
    client.force_login(factories.helper(tournament, "judge", "noella"))
    desk = client.get(reverse("desk", args=[tournament.slug]))
    assert any(one["href"].endswith(f"?call={waits.pk}") for one in page_reader.parse(desk).all("a"))
    file = reverse("protests_file", args=[tournament.slug])
    typed = {"number": who[0][0], "round": 1, "call": waits.pk, "ruling": "upheld", "said": "O'Brien l'a vu"}
    typed["nonce"] = client.get(reverse("protests", args=[tournament.slug])).context["nonce"]
    again = client.post(file, typed | {"text": ""})
    assert (again.status_code, again.context["typed"]["said"]) == (422, typed["said"])
    typed |= {"text": "L'Écuyer a compté 121"}
    later = client.post(file, typed | {"ruling": ""})
    assert (later.status_code, later.context["refused"].code) == (422, "protest_no_ruling")
    assert [later.context["typed"][name] for name in ("text", "said")] == [typed["text"], typed["said"]]
    for _turn in range(2):  # a double click gets the same answer
        page = client.post(file, typed, follow=True)
        assert page_reader.codes(page)[-1] == "protest_upheld"
    (one,) = protests.protests_of(tournament)
    assert (one.upheld, one.ruling.args["text"]) == (True, typed["said"])
    other = client.post(file, typed | {"text": "Saint-Hilaire aussi"})
    assert other.context["refused"].code == "protest_filed_otherwise"
    kept = other.context["typed"]
    assert (kept["text"], kept["said"], kept["call"]) == ("Saint-Hilaire aussi", typed["said"], "")
    assert [one.what for one in calls.open_calls(tournament)] == [Call.What.JUDGE]
    client.force_login(factories.organiser(tournament))
    log = client.get(reverse("rulings", args=[tournament.slug]))
    assert page_reader.data(log, "version") == [str(one.ruling.version)]
    address = f"{reverse('protests', args=[tournament.slug])}#protest-{one.act.version}"
    assert address in [link["href"] for link in page_reader.parse(log).all("a")]


def test_interrupted_protest_is_rolled_back_and_filed_once(client, tournament, round_, monkeypatch):
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    post_call(client, Tablet(tournament, 1), what="protest", meeting=str(meeting.uid), who=who)
    (waits,) = calls.open_calls(tournament)
    client.force_login(factories.helper(tournament, "judge", "noella"))
    file = reverse("protests_file", args=[tournament.slug])
    typed = {"number": who[0][0], "round": 1, "call": waits.pk, "ruling": "dismissed", "text": "Non"}
    for place, name in ((calls, "resolve"), (protests, "rule")):
        with monkeypatch.context() as dies:
            dies.setattr(place, name, Mock(side_effect=SystemExit))
            with pytest.raises(SystemExit):
                client.post(file, typed)
        assert not protests.protests_of(tournament)
        assert calls.open_calls(tournament) == [waits]
    assert page_reader.codes(client.post(file, typed, follow=True))[-1] == "protest_dismissed"
    assert client.post(file, typed).context["refused"].code == "protest_seen_to"
    assert [one.ruling.args["upheld"] for one in protests.protests_of(tournament)] == [False]


def test_second_filing_of_a_protest_is_refused_and_stays_typed(client, tournament, round_):
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 90])
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    post_call(client, Tablet(tournament, 1), what="protest", meeting=str(meeting.uid), who=who)
    (waits,) = calls.open_calls(tournament)
    client.force_login(factories.helper(tournament, "judge", "noella"))
    page, file = (reverse(name, args=[tournament.slug]) for name in ("protests", "protests_file"))
    typed = {"number": str(who[0][0]), "round": "1", "call": str(waits.pk)}
    first, second = (
        typed
        | {"nonce": client.get(page, {"call": waits.pk}).context["nonce"], "text": text, "said": words}
        | ({"ruling": "upheld"} if words else {})
        for text, words in (("121, pas 119", ""), ("L'Écuyer a compté 121", "Le feuillet le dit"))
    )
    client.post(file, first)
    late = client.post(file, second)
    assert (late.status_code, late.context["refused"].code) == (422, "protest_seen_to")
    shown = page_reader.parse(late)
    for name in ("text", "said"):
        assert shown.one(f"#protest-{name}")["value"] == second[name]
    for name in ("number", "round", "ruling"):
        chosen = shown.one(f"#protest-{name}").one("option[selected]")
        assert (chosen.get("value") or chosen.words) == second[name]
    assert [one.act.args["text"] for one in protests.protests_of(tournament)] == [first["text"]]
    again = second | {"call": late.context["typed"]["call"], "nonce": late.context["nonce"]}
    answer = client.post(file, again)
    assert answer.status_code == 302, page_reader.codes(answer)
    assert [one.upheld for one in protests.protests_of(tournament)] == [True, False]


def test_desk_role_files_a_protest_without_a_ruling(client, tournament, round_):
    client.force_login(factories.helper(tournament, "desk", "gisele"))
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    typed = {"number": 1, "round": 1, "text": "Non", "ruling": "upheld", "said": "Oui"}
    assert client.post(reverse("protests_file", args=[tournament.slug]), typed).status_code == 302
    assert [one.ruling for one in protests.protests_of(tournament)] == [None]


def test_protest_time_limit_counts_from_the_call(client):
    tournament = factories.tournament(4, rounds=2, protest_minutes=20)
    round_ = factories.play_round(tournament, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    one = Tablet(tournament, 1)
    assert post_call(client, one, what="protest", meeting=str(meeting.uid), who=who).json()["called"]
    long_ago = timezone.now() - timedelta(minutes=60)
    type(round_).objects.filter(pk=round_.pk).update(closed_at=long_ago)
    Call.objects.update(at=long_ago + timedelta(minutes=5))
    (waits,) = calls.open_calls(tournament)
    client.force_login(factories.helper(tournament, "desk", "gisele"))
    typed = {"number": who[0][0], "round": 1, "text": "Non"}
    file = reverse("protests_file", args=[tournament.slug])
    assert client.post(file, typed).status_code == 422, "without the call it is too late"
    assert client.post(file, typed | {"call": waits.pk}).status_code == 302
    assert len(protests.protests_of(tournament)) == 1


def test_protest_is_filed_only_as_the_table_called(client):
    """Neither a mistake at the desk nor a second helper files the same protest twice."""
    tournament = factories.tournament(4, rounds=2, protest_minutes=20)
    meeting = factories.meeting_at(factories.play_round(tournament, 1), 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    post_call(client, Tablet(tournament, 1), what="protest", meeting=str(meeting.uid), who=who)
    factories.sit(tournament, 2, (1, 2), (3, 4))
    (waits,) = calls.open_calls(tournament)
    client.force_login(factories.helper(tournament, "desk", "gisele"))
    file, typed = (
        reverse("protests_file", args=[tournament.slug]),
        {"number": who[0][0], "round": 1, "call": waits.pk},
    )
    refused = client.post(file, typed | {"text": " "})
    assert (refused.status_code, refused.context["typed"]["round"], refused.context["asked_at"] != "") == (
        422,
        "1",
        True,
    )
    assert client.post(file, typed | {"round": 2, "text": "Non"}).status_code == 422
    assert client.post(file, typed | {"text": "Non"}).status_code == 302
    twice = client.post(file, typed | {"text": "Non"})
    assert (twice.status_code, twice.context["refused"].code) == (422, "protest_seen_to")
    assert [one.act.args["round"] for one in protests.protests_of(tournament)] == [1]


@pytest.mark.parametrize("later", ["closed", "waiting"])
def test_protest_that_is_not_possible_becomes_a_judge_call(client, tournament, round_, later):
    one = Tablet(tournament, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    if later == "closed":
        type(round_).objects.filter(pk=round_.pk).update(state="closed", closed_at=timezone.now())
    else:
        tournament.devices.update(waits=True)  # the device is not let in
    assert post_call(client, one, what="protest", meeting=str(meeting.uid), who=who).json()["called"]
    assert [waits.what for waits in calls.open_calls(tournament) if waits.what != "newcomer"] == ["judge"]


@pytest.mark.parametrize("wrong", ["others", "half", "elsewhere", "unknown"])
def test_invalid_protest_becomes_a_judge_call(client, tournament, round_, wrong):
    one = Tablet(tournament, 1)
    meeting = factories.meeting_at(round_, 2 if wrong == "elsewhere" else 1)
    there = list(meeting.seats.order_by("side").values_list("entry__number", flat=True))
    who = {"others": [[99]], "half": [there]}.get(wrong, [there[:1]])
    uid = uuid4() if wrong == "unknown" else meeting.uid
    assert post_call(client, one, what="protest", meeting=str(uid), who=who).json()["called"]
    assert [waits.what for waits in calls.open_calls(tournament)] == ["judge"]


def test_copy_includes_an_open_protest_call(client, tournament, round_):
    one = Tablet(tournament, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    post_call(client, one, what="protest", meeting=str(meeting.uid), who=who)
    again = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=factories.director("reine")
    )
    assert [(waits.what, waits.said["round"]) for waits in calls.open_calls(again)] == [("protest", 1)]


def test_protest_of_a_team_is_filed_about_the_board_that_called(client):
    tournament = factories.simulated(
        4, "cribbage-teams", boards={"count": 2, "by": "won", "points": [2, 1, 0]}
    )
    second = factories.meeting_at(factories.open_round(tournament), 2)
    who = [list(second.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    post_call(client, Tablet(tournament, 2), what="protest", meeting=str(second.uid), who=who)
    (waits,) = calls.open_calls(tournament)
    client.force_login(factories.helper(tournament, "desk", "gisele"))
    page, file = (reverse(name, args=[tournament.slug]) for name in ("protests", "protests_file"))
    typed = client.get(page, {"call": waits.pk}).context["typed"] | {"text": "L'Écuyer a compté 121"}
    assert client.post(file, typed).status_code == 302
    assert [one.act.args["table"] for one in protests.protests_of(tournament)] == [2]
