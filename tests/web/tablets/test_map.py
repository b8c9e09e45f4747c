"""The map of the hall: the state of each table, late ones, several tablets at one, calls for a judge."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories, page_reader
from tests.page_reader import spoken
from tests.web.tablets.device_clients import Newcomer, Phone
from tournaments import devices, rounds
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.models import Device, Line
from tournaments.publishing.names import device_name
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


def page(client, tournament, path="tablets/", **headers):
    response = client.get(f"/t/{tournament.slug}/{path}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def tile(html: str, table: int) -> page_reader.Element:
    """Return the table on the map: `data-state`, `data-late`, `data-unsent` and others."""
    return page_reader.parse(html).one(f"#spot-{table}")


def late_tables(html: str) -> list[str]:
    return [
        one["id"].removeprefix("spot-") for one in page_reader.parse(html).all(".spot") if "data-late" in one
    ]


def test_page_without_devices_explains_how_to_join(director, tournament):
    html = page(director, tournament)
    assert "data-no-device" in html
    assert tile(html, 1)["data-state"] == statuses.EMPTY
    assert "/papers/make/table_codes/" in html


def test_map_shows_the_state_of_every_table(director, tournament, playing, tablet):
    one, two = tablet(1), tablet(2)
    assert one.says(playing, [121, 88]).answer == "accepted"
    assert two.says(playing, [121, 95]).answer == "accepted"
    factories.enter(factories.meeting_at(playing, 2), [90, 121], basis=0)
    seat = factories.meeting_at(playing, 3).seats.first()
    Phone(tournament, seat.entry).says_of(factories.meeting_at(playing, 3), [121, 60])
    html = page(director, tournament)
    assert (tile(html, 1)["data-state"], tile(html, 1)["data-tablets"]) == (statuses.ENTERED, "1")
    assert "data-asleep" not in tile(html, 1)
    assert tile(html, 2)["data-state"] == statuses.DISPUTED
    assert page_reader.data(html, "disputed") == ["2"]
    assert tile(html, 3)["data-state"] == statuses.WAITING
    assert (tile(html, 4)["data-state"], tile(html, 4)["data-tablets"]) == (statuses.PLAYING, "0")
    desk = page(director, tournament, "desk/")
    assert desk.count('class="tile waiting"') == 1
    assert late_tables(html) == []
    assert "’s phone" in html


def test_map_shows_the_last_report_of_a_tablet(director, tournament, playing, tablet):
    tablet(1).stands(minutes=3, queued=2)
    tablet(2).stands(visible=False)
    html = page(director, tournament)
    assert "data-late" not in tile(html, 1), "silent is not late"
    assert late_tables(html) == []
    assert tile(html, 1)["data-unsent"] == "2"
    assert "data-asleep" in tile(html, 2) and "data-asleep" not in tile(html, 1)
    assert "last contact 3 minutes ago" in html
    assert tile(html, 1)["data-silent"] == "3"
    tablet(3).stands(minutes=9, visible=False)
    html = page(director, tournament)
    assert (tile(html, 3)["data-silent"], "data-asleep" in tile(html, 3)) == ("9", True)


def test_silent_tablet_of_a_finished_table_is_shown(director, tournament, playing, tablet):
    one = tablet(1)
    one.says(playing, [121, 88])
    one.stands(minutes=30)
    html = page(director, tournament)
    assert tile(html, 1)["data-silent"] == "30"
    assert "30" in tile(html, 1).words


def test_the_last_quarter_of_the_tables_is_late(director, tournament, playing):
    for table in range(1, 6):
        factories.enter(factories.meeting_at(playing, table), [121, 80 + table])
    assert late_tables(page(director, tournament)) == []
    factories.enter(factories.meeting_at(playing, 6), [121, 80])
    html = page(director, tournament)
    assert ["data-late" in tile(html, table) for table in (6, 7, 8)] == [False, True, True]
    assert late_tables(html) == ["7", "8"]
    assert [one["id"] for one in page_reader.parse(html).one(".late-list").all("a")] == ["late-7", "late-8"]


def test_seated_or_closed_round_has_no_late_tables(director, tournament, tablet):
    tablet(1).stands(minutes=9)
    round_ = rounds.seat(factories.stages.qualifying(tournament), 1, by=None)
    assert tile(page(director, tournament), 1)["data-state"] == statuses.SEATED
    rounds.open_round(round_, by=None)
    for table in range(1, 9):
        factories.enter(factories.meeting_at(round_, table), [121, 80 + table])
    rounds.close_round(round_, by=None)
    html = page(director, tournament)
    assert tile(html, 1)["data-state"] == statuses.CLOSED
    assert late_tables(html) == []


def test_unchanged_map_gets_304(director, tournament, playing, tablet):
    one = tablet(1)
    answer = director.get(f"/t/{tournament.slug}/tablets/map/")
    asked = {"If-None-Match": answer["ETag"]}
    with CaptureQueriesContext(connection) as queries:
        assert director.get(f"/t/{tournament.slug}/tablets/map/", headers=asked).status_code == 304
    assert len(queries) <= 6
    one.stands(queued=1)
    changed = director.get(f"/t/{tournament.slug}/tablets/map/", headers=asked)
    assert changed.status_code == 200
    assert tile(changed.content.decode(), 1)["data-unsent"] == "1"
    for change in (lambda: one.stands(minutes=4), one.calls, lambda: one.says(playing, [121, 88])):
        before = director.get(f"/t/{tournament.slug}/tablets/map/")["ETag"]
        change()
        assert director.get(f"/t/{tournament.slug}/tablets/map/")["ETag"] != before


def test_query_count_does_not_grow_with_devices(
    director, tournament, playing, tablet, django_assert_num_queries
):
    def fill(table):
        tablet(table).says(playing, [121, 80 + table])
        tablet(table).calls()
        Phone(tournament, factories.meeting_at(playing, table).seats.first().entry)

    fill(1)
    page(director, tournament)
    with CaptureQueriesContext(connection) as one:
        page(director, tournament)
    fill(2)
    fill(3)
    with django_assert_num_queries(len(one)):
        page(director, tournament)


def add_newcomer(tournament, table: int) -> tuple[Newcomer, int]:
    """Add a second tablet to a table, and return the number of the question about it at the desk."""
    one = Newcomer(tournament, table)
    return one, one.device.calls.get(what="new").pk


def post_action(client, tournament, one, what: str, **fields):
    return client.post(f"/t/{tournament.slug}/tablets/devices/{one.uid}/{what}/", fields, follow=True)


def test_new_device_is_shown_on_every_page_until_decided(director, tournament, playing, tablet):
    first = tablet(4)
    second, asked = add_newcomer(tournament, 4)
    assert (first.device.label, second.device.label) == ("", "4B")
    for path in ("tablets/", "desk/"):
        html = page(director, tournament, path)
        (new,) = page_reader.parse(html).all("[data-call=new]")
        assert new["data-table"] == "4" and "4B" in new["aria-label"]
        assert all(f'id="{what}-{asked}"' in html for what in ("admit", "keep", "out"))
    assert "data-crowded" in tile(page(director, tournament), 4)
    assert "data-waits" in page(director, tournament, f"tablets/devices/{second.uid}/")
    done = post_action(director, tournament, second, "admit", **{"from": "desk"})
    assert done.redirect_chain[-1][0] == f"/t/{tournament.slug}/desk/"
    (message,) = page_reader.messages(done)
    assert message.code == "device_admitted" and "4B" in message.words
    assert statuses.load_hall(tournament).crowded == []
    assert second.says(playing, [121, 88]).answer == "accepted"


@pytest.mark.parametrize(("what", "out"), [("keep", "first"), ("shut-out", "second")])
def test_keeping_or_shutting_out_leaves_one_tablet(director, tournament, playing, tablet, what, out):
    held = {"first": tablet(4), "second": add_newcomer(tournament, 4)[0]}
    post_action(director, tournament, held["second"], what)
    (stays,) = set(held) - {out}
    assert held[out].device.state == Device.State.REVOKED
    assert held[stays].says(playing, [121, 88]).answer == "accepted"
    assert statuses.load_hall(tournament).crowded == []


def test_tablet_that_writes_since_the_other_left_can_be_kept(director, tournament, playing, tablet):
    first, (second, _asked) = tablet(4), add_newcomer(tournament, 4)
    devices.revoke(first.device, by=None)
    post_action(director, tournament, second, "keep")
    assert statuses.load_hall(tournament).crowded == []


def test_readmission_is_undone_only_before_that_which_shut_the_device_out_again(tournament, tablet):
    first, (second, _asked) = tablet(4), add_newcomer(tournament, 4)
    devices.revoke(first.device, by=None)
    back = devices.readmit(first.device, by=None)
    kept = devices.keep_only(second.device, by=None)
    assert audit_log.undo_obstacle(back).code == "undo_later_first"
    audit_log.undo(kept, by=None)
    audit_log.undo(back, by=None)
    assert first.device.state == Device.State.REVOKED


@pytest.mark.parametrize("what", ["admit", "keep", "move"])
def test_old_page_uses_no_device_that_was_shut_out(director, tournament, playing, tablet, what):
    """Two people at the desk decide about a new tablet; the page of one still shows that it waits."""
    first, (second, _asked) = tablet(4), add_newcomer(tournament, 4)
    devices.revoke(second.device, by=None)
    done = post_action(director, tournament, second, what, table="3")
    assert page_reader.message_codes(done.content.decode()) == ["device_is_out"]
    assert (second.device.state, second.device.place.number) == (Device.State.REVOKED, 4)
    assert first.says(playing, [121, 88]).answer == "accepted"


def test_admission_can_be_undone(director, tournament, tablet):
    tablet(4)
    second, _asked = add_newcomer(tournament, 4)
    html = post_action(director, tournament, second, "admit").content.decode()
    director.post(re.search(r'action="([^"]*/tablets/undo/\d+/)"', html).group(1))
    assert devices.is_waiting(second.device)
    assert [spot.number for spot in statuses.load_hall(tournament).crowded] == [4]


def test_organiser_can_allow_several_tablets_per_table(director, tournament, tablet):
    tablet(4)
    second, asked = add_newcomer(tournament, 4)
    html = director.post(
        f"/t/{tournament.slug}/tablets/both/", {"allowed": "yes"}, follow=True
    ).content.decode()
    assert not devices.is_waiting(second.device)
    assert f'id="admit-{asked}"' in html and "data-waits" not in html
    director.post(re.search(r'action="([^"]*/tablets/undo/\d+/)"', html).group(1))
    assert devices.is_waiting(second.device)


def test_judge_sees_a_new_device_but_cannot_decide(client, tournament, playing, tablet):
    tablet(4)
    _second, asked = add_newcomer(tournament, 4)
    client.force_login(factories.helper(tournament, "judge", "juge"))
    client.cookies["django_language"] = "en"
    html = page(client, tournament, "desk/")
    assert [one["data-table"] for one in page_reader.parse(html).all("[data-call=new]")] == ["4"]
    assert not any(f'id="{what}-{asked}"' in html for what in ("admit", "keep", "out", "call"))


def test_call_is_shown_on_map_and_desk_until_answered(director, tournament, playing, tablet):
    call = tablet(2).calls()
    phone = Phone(tournament, factories.meeting_at(playing, 3).seats.first().entry)
    phone.calls()
    for path in ("tablets/", "desk/"):
        html = unescape(page(director, tournament, path))
        asked = page_reader.parse(html).all("[data-call=judge]")
        assert [one.get("data-table") for one in asked] == ["2", None]
        assert phone.device.entry.name in asked[1]["aria-label"]
    url = f"/t/{tournament.slug}/tablets/calls/{call.pk}/"
    answer = director.post(url, {"from": "desk"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{tournament.slug}/desk/"
    (message,) = page_reader.messages(answer)
    assert message.code == "call_answered" and "2" in message.words
    assert [
        one.get("data-table") for one in page_reader.parse(page(director, tournament)).all("[data-call]")
    ] == [None]
    other = calls.call_judge(phone.device, "another")
    assert (
        director.post(
            f"/t/{tournament.slug}/tablets/calls/{other.pk}/", headers={"Accept": "text/plain"}
        ).status_code
        == 204
    )
    assert calls.open_calls(tournament) == []


def devices_with_lines(tournament):
    """Return the lines that tablets wrote, in order, each with its device."""
    lines = Line.objects.filter(tournament=tournament, device__entry=None).order_by("number")
    return lines.select_related("device__place", "device__entry")


def test_desk_names_the_device_of_each_line(director, tournament, playing, tablet):
    tablet(1).says(playing, [121, 88])
    second = tablet(1, "Chez <b>L'Écuyer</b>")
    second.says(playing, [88, 121])
    entry = factories.meeting_at(playing, 2).seats.first().entry
    Phone(tournament, entry).says_of(factories.meeting_at(playing, 2), [121, 70])
    html = unescape(page(director, tournament, "desk/?table=1"))
    names = [spoken(device_name, one.device) for one in devices_with_lines(tournament)]
    assert [html.count(name) for name in names] == [2, 2], "in the history and in the dispute"
    assert "Chez <b>L'Écuyer</b>" in names[1]
    assert f"{entry.name}’s phone" in unescape(page(director, tournament, "desk/?table=2"))
    assert "<b>L'" not in page(director, tournament, "desk/?table=1")


def test_only_directors_can_open_the_map(client, tournament, playing, tablet):
    one = tablet(1)
    client.force_login(factories.director("stranger"))
    for path in ("", "map/", "1/", f"devices/{one.uid}/"):
        assert client.get(f"/t/{tournament.slug}/tablets/{path}").status_code == 403
    assert client.post(f"/t/{tournament.slug}/tablets/devices/{one.uid}/shut-out/").status_code == 403
    assert one.device.state == Device.State.ACTIVE


@pytest.mark.parametrize("path", ["tablets/", "desk/"])
def test_query_count_does_not_grow_with_calls(
    director, tournament, playing, tablet, path, django_assert_num_queries
):
    def ask(table):
        one, out = tablet(table), tablet(table)
        one.calls()
        calls.report_other_people(one.device, f"others-{table}", [[table], [table + 8]])
        devices.revoke(out.device, by=None)
        calls.request_readmission(out.device, out.device.place)
        tablet(table)  # two admitted tablets claim the table

    ask(1)
    page(director, tournament, path)
    with CaptureQueriesContext(connection) as one:
        assert "knock" in page_reader.data(page(director, tournament, path), "call")
    ask(2)
    ask(3)
    with django_assert_num_queries(len(one)):
        page(director, tournament, path)


def test_decided_medal_match_is_shown_as_entered(director, tournament):
    """Gold is decided while bronze is played; then both are."""
    from tournaments.finals import medals, playoffs

    tied = factories.two_ties()
    for states in (["entered", "playing"], ["entered", "entered"]):
        match = medals.open_meetings(tied).first()
        playoffs.forfeit(match, match.seats.first().entry, by=None)
        assert [spot.state for spot in statuses.load_hall(tied).spots] == states
