"""What a table asks the desk for: others sit there, a device that was shut out scans a sheet; who plays."""

from datetime import timedelta
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories, shown_by
from tests.shown_by import worded
from tests.web.tablets.held import Phone, Tablet
from tournaments import devices, rounds
from tournaments.common import audit_log
from tournaments.devices import help_requests, joining
from tournaments.models import Call, Device
from tournaments.publishing import card_audit
from tournaments.publishing.names import time_of_day
from tournaments.rounds import protests
from tournaments.transfer import copies
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.tournament(8)


@pytest.fixture
def round_(day):
    return factories.open_round(day)


def post(client, what, body):
    return client.post(f"/api/1/{what}", body, content_type="application/json")


def secret(day, table):
    return next(made.secret for made in devices.invite_tables(day) if made.place.number == table)


def call(client, one, **fields):
    return post(client, "call", {"token": one.token, "nonce": uuid4().hex, **fields})


def test_others_say_who_they_are_and_what_they_say_last_stands(client, day, round_):
    one = Tablet(day, 1)
    first = {"what": "others", "who": [[3], [5]], "nonce": uuid4().hex}
    assert call(client, one, **first).json()["called"]
    assert call(client, one, **first).json()["called"]
    assert [(waits.what, waits.who, waits.place.number) for waits in help_requests.open_calls(day)] == [
        ("others", [[3], [5]], 1)
    ]
    call(client, one, what="others", who=[[3], [6]])
    call(client, one, what="judge")
    assert [waits.who for waits in help_requests.open_calls(day)] == [[[3], [6]], []]
    call(client, one, what="as_planned")
    assert [waits.what for waits in help_requests.open_calls(day)] == ["judge"]


def test_what_was_taken_back_late_and_twice_takes_nothing_newer_back(client, day, round_):
    one, back = Tablet(day, 1), {"what": "as_planned", "nonce": uuid4().hex}
    call(client, one, what="others", who=[[3], [5]])
    call(client, one, **back)
    assert help_requests.open_calls(day) == []
    call(client, one, what="others", who=[[3], [6]])
    assert call(client, one, **back).json()["called"]
    assert [waits.who for waits in help_requests.open_calls(day)] == [[[3], [6]]]


def waits(client, one):
    """The call that a device is shown."""
    return post(client, "here", {"token": one.token, "seen": 0, "epoch": 1}).json()["called"]


def test_a_call_stays_through_the_games_until_the_table_ends_it(client, day, round_):
    one, other = Tablet(day, 1), Tablet(day, 2)
    assert waits(client, one) is None
    call(client, one, what="judge")
    called = waits(client, one)
    assert called["noted"] == "" and waits(client, other) is None
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    rounds.close_round(round_, by=None)
    rounds.open_round(rounds.seat(round_.stage, 2, by=None), by=None)
    assert waits(client, one) == called

    assert call(client, other, what="judge_over", call=called["call"]).status_code == 200
    assert waits(client, one) == called, "another table ends nothing"
    for _time in range(2):
        assert call(client, one, what="judge_over", call=called["call"]).status_code == 200
    assert waits(client, one) is None
    kept = Call.objects.get()
    assert kept.answered_at is not None and kept.answered_by is None and kept.device == one.device
    call(client, one, what="judge")
    call(client, one, what="judge_over", call=called["call"])
    assert waits(client, one)["call"] != called["call"], "one that comes late ends no newer call"
    assert call(client, one, what="judge_over").status_code == 400


def test_the_desk_that_answers_a_call_is_its_author(client, day, round_):
    one = Tablet(day, 1)
    call(client, one, what="judge")
    client.force_login(factories.organiser(day))
    client.post(reverse("tablets_call", args=[day.slug, Call.objects.get().pk]))
    assert waits(client, one) is None
    assert Call.objects.get().answered_by.username == "lise"


def test_a_table_cannot_end_the_protest_that_it_filed(client, day, round_):
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 88])
    one = Tablet(day, 1)
    side = [seat.entry.number for seat in meeting.seats.filter(side=1)]
    call(client, one, what="protest", meeting=str(meeting.uid), who=[side])
    called = waits(client, one)
    assert called["noted"]
    call(client, one, what="judge_over", call=called["call"])
    assert waits(client, one) == called


@pytest.mark.parametrize("what", ["others", "as_planned"])
def test_a_phone_belongs_to_somebody_and_calls_for_a_judge_alone(client, day, round_, what):
    phone = Phone(day, day.entries.get(number=1))
    assert call(client, phone, what=what, who=[[3], [5]]).status_code == 400
    assert call(client, phone, what="judge").status_code == 200


@pytest.mark.parametrize("who", [None, [], [[]], [[3], [3]], [["3"]], [3], [[0]], [[n] for n in range(1, 8)]])
def test_who_must_be_told_as_sides(client, day, round_, who):
    answer = call(client, Tablet(day, 1), what="others", who=who)
    assert (answer.status_code, answer.json()["error"]) == (400, "who")


def test_what_nobody_knows_is_no_request(client, day, round_):
    assert call(client, Tablet(day, 1), what="coffee").status_code == 400


def test_seated_as_they_sit_the_call_is_seen_to(client, day, round_):
    call(client, Tablet(day, 1), what="others", who=[[3], [5]])
    call(client, Tablet(day, 2), what="others", who=[[1], [2]])
    help_requests.resolve_seat_calls(day, [1])
    assert [waits.place.number for waits in help_requests.open_calls(day)] == [2]


def test_who_sat_elsewhere_is_nobodys_question_once_the_next_round_is_seated(client, day, round_):
    call(client, Tablet(day, 1), what="others", who=[[3], [5]])
    call(client, Tablet(day, 2), what="judge")
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    rounds.close_round(round_, by=None)
    assert len(help_requests.open_calls(day)) == 2
    rounds.seat(round_.stage, 2, by=None)
    assert [waits.what for waits in help_requests.open_calls(day)] == ["judge"]


def test_who_plays_and_where(client, day, round_):
    one = Tablet(day, 1)
    told = post(client, "people", {"token": one.token}).json()
    assert (told["stage"], told["round"]) == (1, 1)
    assert sorted(person["number"] for person in told["people"]) == list(range(1, 9))
    assert [person["sorted"] for person in told["people"]] == sorted(
        person["sorted"] for person in told["people"]
    )
    seats = {
        seat.entry.number: seat for seat in factories.meeting_at(round_, 2).seats.select_related("entry")
    }
    assert {p["number"]: p["letter"] for p in told["people"] if p["table"] == 2} == {
        number: seat.letter for number, seat in seats.items()
    }
    assert post(client, "people", {"token": "no"}).status_code == 401


def test_before_the_first_game_nobody_plays(client, day):
    assert post(client, "people", {"token": Tablet(day, 1).token}).json()["people"] == []


def test_a_device_that_was_shut_out_knocks_and_stays_out(client, day, round_):
    one = Tablet(day, 1)
    devices.revoke(one.device, by=None)
    for table in (3, 3, 4):
        asked = {"invitation": secret(day, table), "device": str(one.uid), "language": "en"}
        answer = post(client, "join", asked)
        assert (answer.status_code, answer.json()["error"]) == (401, "device_knocked")
        assert answer.json()["sentence"] == worded("device_knocked")
    assert one.device.state == Device.State.REVOKED
    (knocked,) = help_requests.open_calls(day)
    assert (knocked.what, knocked.place.number) == (Call.What.KNOCK, 4)
    devices.readmit(one.device, by=None, place=knocked.place)
    assert help_requests.open_calls(day) == []
    assert (one.device.place.number, one.device.earlier_places) == (4, [1])
    assert post(client, "here", {"token": one.token}).json()["table"] == 4
    readmitted = day.acts.filter(kind="device_readmit")
    audit_log.undo(readmitted.get(), by=None)
    assert (one.device.state, one.device.place.number) == (Device.State.REVOKED, 1)


def test_shut_out_while_it_joins_it_stays_out(client, day, round_, monkeypatch):
    one, asked = Tablet(day, 1), joining.invitation

    def and_the_desk_is_faster(text, address):
        monkeypatch.setattr(joining, "invitation", asked)
        found = asked(text, address)
        devices.revoke(one.device, by=None)
        return found

    monkeypatch.setattr(joining, "invitation", and_the_desk_is_faster)
    answer = post(client, "join", {"invitation": secret(day, 1), "device": str(one.uid)})
    assert (answer.status_code, one.device.state) == (401, Device.State.REVOKED)
    assert [waits.what for waits in help_requests.open_calls(day)] == [Call.What.KNOCK]


def test_let_in_where_it_was_its_table_is_none_it_was_moved_from(client, day, round_):
    one = Tablet(day, 1)
    devices.revoke(one.device, by=None)
    devices.readmit(one.device, by=None, place=one.device.place)
    assert one.device.earlier_places == []
    assert statuses.look(day).calls == ()


def test_who_plays_takes_as_many_queries_for_a_hall_as_for_a_table(client):
    counted = []
    for players in (2, 6):
        one_day = factories.tournament(players)
        factories.open_round(one_day)
        token = Tablet(one_day, 1).token
        with CaptureQueriesContext(connection) as queries:
            assert len(post(client, "people", {"token": token}).json()["people"]) == players
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_a_laptop_that_was_replaced_takes_no_call(client, day):
    answer = call(client, Tablet(day, 1), what="judge", epoch=day.epoch + 1).json()
    assert answer == {"called": False, "epoch": day.epoch}
    assert not day.calls.exists()


def test_a_side_protests_once_and_the_desk_files_it(client, day, round_):
    one = Tablet(day, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    asked = {"what": "protest", "meeting": str(meeting.uid), "who": who}
    nonce = uuid4().hex
    for _turn in range(2):
        assert call(client, one, **asked, nonce=nonce).json()["called"]
    assert call(client, one, **asked).json()["called"], "another window of the same tablet"
    (waits,) = help_requests.open_calls(day)
    assert (waits.what, waits.who, waits.said) == ("protest", who, {"stage": 1, "round": 1})
    assert [refusal.code for refusal in card_audit.publish_warnings(day)] == ["protests_unanswered"]
    client.force_login(factories.helper(day, "desk", "gisele"))
    desk = client.get(reverse("desk", args=[day.slug]))
    way = next(
        one["href"] for one in shown_by.page(desk).all("a") if one["href"].endswith(f"?call={waits.pk}")
    )
    page = client.get(way)
    assert (page.context["typed"]["number"], page.context["typed"]["round"]) == (str(who[0][0]), "1")
    typed = {**page.context["typed"], "text": "L'Écuyer a compté 121"}
    assert client.post(reverse("protests_file", args=[day.slug]), typed).status_code == 302
    assert [one.act.args["entries"] for one in protests.protests_of(day)] == who
    assert not help_requests.open_calls(day)


def test_a_judge_files_a_protest_and_rules_on_it_in_one_go(client, day, round_):
    """The table is told when it was noted; the log of rulings leads to the protest; no result changes."""
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    asked = {"what": "protest", "meeting": str(meeting.uid), "who": who, "nonce": uuid4().hex}
    told = [call(client, Tablet(day, 1), **asked).json() for _turn in range(2)]
    (waits,) = help_requests.open_calls(day)
    assert [one["noted"] for one in told] == [time_of_day(waits.at)] * 2
    assert "noted" not in call(client, Tablet(day, 2), what="judge").json()
    client.force_login(factories.helper(day, "judge", "noella"))
    desk = client.get(reverse("desk", args=[day.slug]))
    assert any(one["href"].endswith(f"?call={waits.pk}") for one in shown_by.page(desk).all("a"))
    file = reverse("protests_file", args=[day.slug])
    typed = {"number": who[0][0], "round": 1, "call": waits.pk, "ruling": "upheld", "said": "O'Brien l'a vu"}
    typed["nonce"] = client.get(reverse("protests", args=[day.slug])).context["nonce"]
    again = client.post(file, typed | {"text": ""})
    assert (again.status_code, again.context["typed"]["said"]) == (422, typed["said"])
    typed |= {"text": "L'Écuyer a compté 121"}
    later = client.post(file, typed | {"ruling": ""})
    assert (later.status_code, later.context["refused"].code) == (422, "protest_no_ruling")
    assert [later.context["typed"][name] for name in ("text", "said")] == [typed["text"], typed["said"]]
    for _turn in range(2):  # a double click is told the same
        page = client.post(file, typed, follow=True)
        assert shown_by.codes(page)[-1] == "protest_upheld"
    (one,) = protests.protests_of(day)
    assert (one.upheld, one.ruling.args["text"]) == (True, typed["said"])
    other = client.post(file, typed | {"text": "Saint-Hilaire aussi"})
    assert other.context["refused"].code == "protest_filed_otherwise"
    kept = other.context["typed"]
    assert (kept["text"], kept["said"], kept["call"]) == ("Saint-Hilaire aussi", typed["said"], "")
    assert [one.what for one in help_requests.open_calls(day)] == [Call.What.JUDGE]
    client.force_login(factories.organiser(day))
    log = client.get(reverse("rulings", args=[day.slug]))
    assert shown_by.data(log, "version") == [str(one.ruling.version)]
    address = f"{reverse('protests', args=[day.slug])}#protest-{one.act.version}"
    assert address in [link["href"] for link in shown_by.page(log).all("a")]


def test_a_protest_that_was_filed_by_half_is_not_filed_twice(client, day, round_, monkeypatch):
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    call(client, Tablet(day, 1), what="protest", meeting=str(meeting.uid), who=who)
    (waits,) = help_requests.open_calls(day)
    client.force_login(factories.helper(day, "judge", "noella"))
    file = reverse("protests_file", args=[day.slug])
    typed = {"number": who[0][0], "round": 1, "call": waits.pk, "ruling": "dismissed", "text": "Non"}
    for place, name in ((help_requests, "resolve"), (protests, "rule")):
        with monkeypatch.context() as dies:
            dies.setattr(place, name, Mock(side_effect=SystemExit))
            with pytest.raises(SystemExit):
                client.post(file, typed)
        assert not protests.protests_of(day)
        assert help_requests.open_calls(day) == [waits]
    assert shown_by.codes(client.post(file, typed, follow=True))[-1] == "protest_dismissed"
    assert client.post(file, typed).context["refused"].code == "protest_seen_to"
    assert [one.ruling.args["upheld"] for one in protests.protests_of(day)] == [False]


def test_who_files_a_protest_of_a_table_second_keeps_what_they_typed(client, day, round_):
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 90])
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    call(client, Tablet(day, 1), what="protest", meeting=str(meeting.uid), who=who)
    (waits,) = help_requests.open_calls(day)
    client.force_login(factories.helper(day, "judge", "noella"))
    page, file = (reverse(name, args=[day.slug]) for name in ("protests", "protests_file"))
    typed = {"number": str(who[0][0]), "round": "1", "call": str(waits.pk)}
    first, second = (
        typed
        | {"nonce": client.get(page, {"call": waits.pk}).context["nonce"], "text": text, "said": said}
        | ({"ruling": "upheld"} if said else {})
        for text, said in (("121, pas 119", ""), ("L'Écuyer a compté 121", "Le feuillet le dit"))
    )
    client.post(file, first)
    late = client.post(file, second)
    assert (late.status_code, late.context["refused"].code) == (422, "protest_seen_to")
    shown = shown_by.page(late)
    for name in ("text", "said"):
        assert shown.one(f"#protest-{name}")["value"] == second[name]
    for name in ("number", "round", "ruling"):
        chosen = shown.one(f"#protest-{name}").one("option[selected]")
        assert (chosen.get("value") or chosen.words) == second[name]
    assert [one.act.args["text"] for one in protests.protests_of(day)] == [first["text"]]
    again = second | {"call": late.context["typed"]["call"], "nonce": late.context["nonce"]}
    answer = client.post(file, again)
    assert answer.status_code == 302, shown_by.codes(answer)
    assert [one.upheld for one in protests.protests_of(day)] == [True, False]


def test_the_desk_files_a_protest_and_rules_on_none(client, day, round_):
    client.force_login(factories.helper(day, "desk", "gisele"))
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    typed = {"number": 1, "round": 1, "text": "Non", "ruling": "upheld", "said": "Oui"}
    assert client.post(reverse("protests_file", args=[day.slug]), typed).status_code == 302
    assert [one.ruling for one in protests.protests_of(day)] == [None]


def test_the_moment_at_the_table_counts_for_the_minutes(client):
    day = factories.tournament(4, rounds=2, protest_minutes=20)
    round_ = factories.play_round(day, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    one = Tablet(day, 1)
    assert call(client, one, what="protest", meeting=str(meeting.uid), who=who).json()["called"]
    long_ago = timezone.now() - timedelta(minutes=60)
    type(round_).objects.filter(pk=round_.pk).update(closed_at=long_ago)
    Call.objects.update(at=long_ago + timedelta(minutes=5))
    (waits,) = help_requests.open_calls(day)
    client.force_login(factories.helper(day, "desk", "gisele"))
    typed = {"number": who[0][0], "round": 1, "text": "Non"}
    file = reverse("protests_file", args=[day.slug])
    assert client.post(file, typed).status_code == 422, "the minutes are over for who comes to the desk now"
    assert client.post(file, typed | {"call": waits.pk}).status_code == 302
    assert len(protests.protests_of(day)) == 1


def test_a_protest_stays_what_the_table_asked_for(client):
    """Neither a mistake at the desk nor a second helper makes another protest of it."""
    day = factories.tournament(4, rounds=2, protest_minutes=20)
    meeting = factories.meeting_at(factories.play_round(day, 1), 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    call(client, Tablet(day, 1), what="protest", meeting=str(meeting.uid), who=who)
    factories.sit(day, 2, (1, 2), (3, 4))
    (waits,) = help_requests.open_calls(day)
    client.force_login(factories.helper(day, "desk", "gisele"))
    file, typed = (
        reverse("protests_file", args=[day.slug]),
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
    assert [one.act.args["round"] for one in protests.protests_of(day)] == [1]


@pytest.mark.parametrize("later", ["closed", "waiting"])
def test_what_cannot_be_protested_any_more_calls_a_judge(client, day, round_, later):
    one = Tablet(day, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    if later == "closed":
        type(round_).objects.filter(pk=round_.pk).update(state="closed", closed_at=timezone.now())
    else:
        day.devices.update(waits=True)  # nobody has let it in
    assert call(client, one, what="protest", meeting=str(meeting.uid), who=who).json()["called"]
    assert [waits.what for waits in help_requests.open_calls(day) if waits.what != "newcomer"] == ["judge"]


@pytest.mark.parametrize("wrong", ["others", "half", "elsewhere", "unknown"])
def test_what_is_no_protest_of_that_table_calls_a_judge(client, day, round_, wrong):
    one = Tablet(day, 1)
    meeting = factories.meeting_at(round_, 2 if wrong == "elsewhere" else 1)
    there = list(meeting.seats.order_by("side").values_list("entry__number", flat=True))
    who = {"others": [[99]], "half": [there]}.get(wrong, [there[:1]])
    uid = uuid4() if wrong == "unknown" else meeting.uid
    assert call(client, one, what="protest", meeting=str(uid), who=who).json()["called"]
    assert [waits.what for waits in help_requests.open_calls(day)] == ["judge"]


def test_a_copy_holds_a_protest_that_waits(client, day, round_):
    one = Tablet(day, 1)
    meeting = factories.meeting_at(round_, 1)
    who = [list(meeting.seats.order_by("side").values_list("entry__number", flat=True))[:1]]
    call(client, one, what="protest", meeting=str(meeting.uid), who=who)
    again = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(day))), by=factories.director("reine")
    )
    assert [(waits.what, waits.said["round"]) for waits in help_requests.open_calls(again)] == [
        ("protest", 1)
    ]
