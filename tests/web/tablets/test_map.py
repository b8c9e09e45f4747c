"""The map of the hall: how every table stands, who is late, several tablets at a table, calls for a judge."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories, shown_by
from tests.shown_by import spoken
from tests.web.tablets.held import Newcomer, Phone
from tournaments import devices, rounds
from tournaments.devices import help_requests
from tournaments.models import Device, Line
from tournaments.publishing.names import device_name
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


def page(client, day, path="tablets/", **headers):
    response = client.get(f"/t/{day.slug}/{path}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def tile(html: str, table: int) -> shown_by.Element:
    """The table on the map: `data-state`, `data-late`, `data-unsent` and others."""
    return shown_by.page(html).one(f"#spot-{table}")


def late(html: str) -> list[str]:
    """The tables of the map that are late."""
    return [one["id"].removeprefix("spot-") for one in shown_by.page(html).all(".spot") if "data-late" in one]


def test_before_anybody_has_joined_the_page_says_how(director, day):
    html = page(director, day)
    assert "data-no-device" in html
    assert tile(html, 1)["data-state"] == statuses.EMPTY
    assert "/papers/make/table_codes/" in html


def test_every_table_says_how_far_it_is(director, day, playing, tablet):
    one, two = tablet(1), tablet(2)
    assert one.says(playing, [121, 88]).answer == "accepted"
    assert two.says(playing, [121, 95]).answer == "accepted"
    factories.enter(factories.meeting_at(playing, 2), [90, 121], basis=0)
    seat = factories.meeting_at(playing, 3).seats.first()
    Phone(day, seat.entry).says_of(factories.meeting_at(playing, 3), [121, 60])
    html = page(director, day)
    assert (tile(html, 1)["data-state"], tile(html, 1)["data-tablets"]) == (statuses.ENTERED, "1")
    assert "data-asleep" not in tile(html, 1)
    assert tile(html, 2)["data-state"] == statuses.DISPUTED
    assert shown_by.data(html, "disputed") == ["2"]
    assert tile(html, 3)["data-state"] == statuses.WAITING
    assert (tile(html, 4)["data-state"], tile(html, 4)["data-tablets"]) == (statuses.PLAYING, "0")
    desk = page(director, day, "desk/")
    assert desk.count('class="tile waiting"') == 1
    assert late(html) == []
    assert "’s phone" in html


def test_what_a_tablet_last_said(director, day, playing, tablet):
    tablet(1).stands(minutes=3, queued=2)
    tablet(2).stands(visible=False)
    html = page(director, day)
    assert "data-late" not in tile(html, 1), "silent is not late"
    assert late(html) == []
    assert tile(html, 1)["data-unsent"] == "2"
    assert "data-asleep" in tile(html, 2) and "data-asleep" not in tile(html, 1)
    assert "last contact 3 minutes ago" in html
    assert tile(html, 1)["data-silent"] == "3"
    tablet(3).stands(minutes=9, visible=False)
    html = page(director, day)
    assert (tile(html, 3)["data-silent"], "data-asleep" in tile(html, 3)) == ("9", True)


def test_a_table_whose_result_is_in_may_be_silent(director, day, playing, tablet):
    one = tablet(1)
    one.says(playing, [121, 88])
    one.stands(minutes=30)
    html = page(director, day)
    assert tile(html, 1)["data-silent"] == "30"
    assert "30" in tile(html, 1).words


def test_the_last_quarter_of_the_tables_is_late(director, day, playing):
    for table in range(1, 6):
        factories.enter(factories.meeting_at(playing, table), [121, 80 + table])
    assert late(page(director, day)) == []
    factories.enter(factories.meeting_at(playing, 6), [121, 80])
    html = page(director, day)
    assert ["data-late" in tile(html, table) for table in (6, 7, 8)] == [False, True, True]
    assert late(html) == ["7", "8"]
    assert [one["id"] for one in shown_by.page(html).one(".late-list").all("a")] == ["late-7", "late-8"]


def test_a_round_that_is_seated_or_closed_is_late_nowhere(director, day, tablet):
    tablet(1).stands(minutes=9)
    round_ = rounds.seat(factories.stages.qualifying(day), 1, by=None)
    assert tile(page(director, day), 1)["data-state"] == statuses.SEATED
    rounds.open_round(round_, by=None)
    for table in range(1, 9):
        factories.enter(factories.meeting_at(round_, table), [121, 80 + table])
    rounds.close_round(round_, by=None)
    html = page(director, day)
    assert tile(html, 1)["data-state"] == statuses.CLOSED
    assert late(html) == []


def test_the_page_asks_again_and_is_told_that_nothing_changed(director, day, playing, tablet):
    one = tablet(1)
    answer = director.get(f"/t/{day.slug}/tablets/map/")
    asked = {"If-None-Match": answer["ETag"]}
    with CaptureQueriesContext(connection) as queries:
        assert director.get(f"/t/{day.slug}/tablets/map/", headers=asked).status_code == 304
    assert len(queries) <= 6
    one.stands(queued=1)
    changed = director.get(f"/t/{day.slug}/tablets/map/", headers=asked)
    assert changed.status_code == 200
    assert tile(changed.content.decode(), 1)["data-unsent"] == "1"
    for change in (lambda: one.stands(minutes=4), one.calls, lambda: one.says(playing, [121, 88])):
        before = director.get(f"/t/{day.slug}/tablets/map/")["ETag"]
        change()
        assert director.get(f"/t/{day.slug}/tablets/map/")["ETag"] != before


def test_the_queries_do_not_grow_with_the_hall(director, day, playing, tablet, django_assert_num_queries):
    def fill(table):
        tablet(table).says(playing, [121, 80 + table])
        tablet(table).calls()
        Phone(day, factories.meeting_at(playing, table).seats.first().entry)

    fill(1)
    page(director, day)
    with CaptureQueriesContext(connection) as one:
        page(director, day)
    fill(2)
    fill(3)
    with django_assert_num_queries(len(one)):
        page(director, day)


def newcomer(day, table: int) -> tuple[Newcomer, int]:
    """A second tablet comes to a table; the number of what the desk is asked about it."""
    one = Newcomer(day, table)
    return one, one.device.calls.get(what="new").pk


def deed(client, day, one, what: str, **fields):
    return client.post(f"/t/{day.slug}/tablets/devices/{one.uid}/{what}/", fields, follow=True)


def test_a_new_device_at_a_table_is_on_every_page_until_somebody_has_decided(director, day, playing, tablet):
    first = tablet(4)
    second, asked = newcomer(day, 4)
    assert (first.device.label, second.device.label) == ("", "4B")
    for path in ("tablets/", "desk/"):
        html = page(director, day, path)
        (new,) = shown_by.page(html).all("[data-call=new]")
        assert new["data-table"] == "4" and "4B" in new["aria-label"]
        assert all(f'id="{what}-{asked}"' in html for what in ("admit", "keep", "out"))
    assert "data-crowded" in tile(page(director, day), 4)
    assert "data-waits" in page(director, day, f"tablets/devices/{second.uid}/")
    done = deed(director, day, second, "admit", **{"from": "desk"})
    assert done.redirect_chain[-1][0] == f"/t/{day.slug}/desk/"
    (message,) = shown_by.messages(done)
    assert message.code == "device_admitted" and "4B" in message.words
    assert statuses.look(day).crowded == []
    assert second.says(playing, [121, 88]).answer == "accepted"


@pytest.mark.parametrize(("what", "out"), [("keep", "first"), ("shut-out", "second")])
def test_only_one_of_two_stays(director, day, playing, tablet, what, out):
    held = {"first": tablet(4), "second": newcomer(day, 4)[0]}
    deed(director, day, held["second"], what)
    (stays,) = set(held) - {out}
    assert held[out].device.state == Device.State.REVOKED
    assert held[stays].says(playing, [121, 88]).answer == "accepted"
    assert statuses.look(day).crowded == []


def test_what_was_decided_is_taken_back_with_the_button_beside_it(director, day, tablet):
    tablet(4)
    second, _asked = newcomer(day, 4)
    html = deed(director, day, second, "admit").content.decode()
    director.post(re.search(r'action="([^"]*/tablets/undo/\d+/)"', html).group(1))
    assert devices.is_waiting(second.device)
    assert [spot.number for spot in statuses.look(day).crowded] == [4]


def test_the_organiser_chooses_whether_a_second_tablet_waits(director, day, tablet):
    tablet(4)
    second, asked = newcomer(day, 4)
    html = director.post(f"/t/{day.slug}/tablets/both/", {"allowed": "yes"}, follow=True).content.decode()
    assert not devices.is_waiting(second.device)
    assert f'id="admit-{asked}"' in html and "data-waits" not in html
    director.post(re.search(r'action="([^"]*/tablets/undo/\d+/)"', html).group(1))
    assert devices.is_waiting(second.device)


def test_a_judge_sees_a_new_device_and_leaves_it_to_the_desk(client, day, playing, tablet):
    tablet(4)
    _second, asked = newcomer(day, 4)
    client.force_login(factories.helper(day, "judge", "juge"))
    client.cookies["django_language"] = "en"
    html = page(client, day, "desk/")
    assert [one["data-table"] for one in shown_by.page(html).all("[data-call=new]")] == ["4"]
    assert not any(f'id="{what}-{asked}"' in html for what in ("admit", "keep", "out", "call"))


def test_a_call_is_on_the_map_and_at_the_desk_until_somebody_has_seen_to_it(director, day, playing, tablet):
    call = tablet(2).calls()
    phone = Phone(day, factories.meeting_at(playing, 3).seats.first().entry)
    phone.calls()
    for path in ("tablets/", "desk/"):
        html = unescape(page(director, day, path))
        asked = shown_by.page(html).all("[data-call=judge]")
        assert [one.get("data-table") for one in asked] == ["2", None]
        assert phone.device.entry.name in asked[1]["aria-label"]
    url = f"/t/{day.slug}/tablets/calls/{call.pk}/"
    told = director.post(url, {"from": "desk"}, follow=True)
    assert told.redirect_chain[-1][0] == f"/t/{day.slug}/desk/"
    (message,) = shown_by.messages(told)
    assert message.code == "call_answered" and "2" in message.words
    assert [one.get("data-table") for one in shown_by.page(page(director, day)).all("[data-call]")] == [None]
    other = help_requests.call_judge(phone.device, "another")
    assert (
        director.post(
            f"/t/{day.slug}/tablets/calls/{other.pk}/", headers={"Accept": "text/plain"}
        ).status_code
        == 204
    )
    assert help_requests.open_calls(day) == []


def devices_with_lines(day):
    """The lines that tablets wrote, in order, each with its device."""
    lines = Line.objects.filter(tournament=day, device__entry=None).order_by("number")
    return lines.select_related("device__place", "device__entry")


def test_the_desk_says_which_device_wrote_a_line(director, day, playing, tablet):
    tablet(1).says(playing, [121, 88])
    second = tablet(1, "Chez <b>L'Écuyer</b>")
    second.says(playing, [88, 121])
    entry = factories.meeting_at(playing, 2).seats.first().entry
    Phone(day, entry).says_of(factories.meeting_at(playing, 2), [121, 70])
    html = unescape(page(director, day, "desk/?table=1"))
    names = [spoken(device_name, one.device) for one in devices_with_lines(day)]
    assert [html.count(name) for name in names] == [2, 2], "in the history and in the dispute"
    assert "Chez <b>L'Écuyer</b>" in names[1]
    assert f"{entry.name}’s phone" in unescape(page(director, day, "desk/?table=2"))
    assert "<b>L'" not in page(director, day, "desk/?table=1")


def test_only_directors_look(client, day, playing, tablet):
    one = tablet(1)
    client.force_login(factories.director("stranger"))
    for path in ("", "map/", "1/", f"devices/{one.uid}/"):
        assert client.get(f"/t/{day.slug}/tablets/{path}").status_code == 403
    assert client.post(f"/t/{day.slug}/tablets/devices/{one.uid}/shut-out/").status_code == 403
    assert one.device.state == Device.State.ACTIVE


@pytest.mark.parametrize("path", ["tablets/", "desk/"])
def test_calls_of_every_kind_take_as_many_queries_for_three_as_for_one(
    director, day, playing, tablet, path, django_assert_num_queries
):
    def ask(table):
        one, out = tablet(table), tablet(table)
        one.calls()
        help_requests.report_other_people(one.device, f"others-{table}", [[table], [table + 8]])
        devices.revoke(out.device, by=None)
        help_requests.request_readmission(out.device, out.device.place)
        tablet(table)  # two who are in claim the table

    ask(1)
    page(director, day, path)
    with CaptureQueriesContext(connection) as one:
        assert "knock" in shown_by.data(page(director, day, path), "call")
    ask(2)
    ask(3)
    with django_assert_num_queries(len(one)):
        page(director, day, path)


def test_a_decided_medal_match_is_not_an_empty_table(director, day):
    """Gold is decided while bronze is played; then both are."""
    from tournaments.finals import medals, playoffs

    tied = factories.two_ties()
    for states in (["entered", "playing"], ["entered", "entered"]):
        match = medals.open_meetings(tied).first()
        playoffs.forfeit(match, match.seats.first().entry, by=None)
        assert [spot.state for spot in statuses.look(tied).spots] == states
