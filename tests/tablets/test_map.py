"""The map of the hall: how every table stands, who is late, several tablets at a table, calls for a judge."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.tablets.held import Newcomer, Phone
from tournaments import calls, devices, hall, rounds
from tournaments.models import Device

pytestmark = pytest.mark.django_db


def page(client, day, path="tablets/", **headers):
    response = client.get(f"/t/{day.slug}/{path}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def tile(html: str, table: int) -> str:
    return words(re.search(rf'id="spot-{table}".*?</a>', html, re.DOTALL).group())


def test_before_anybody_has_joined_the_page_says_how(director, day):
    html = page(director, day)
    assert "No tablet has joined yet" in html
    assert "nobody sits here" in tile(html, 1)
    assert "Print the codes of the tables" in html


def test_every_table_says_how_far_it_is(director, day, playing, tablet):
    one, two = tablet(1), tablet(2)
    assert one.says(playing, [121, 88]).answer == "accepted"
    assert two.says(playing, [121, 95]).answer == "accepted"
    factories.enter(factories.meeting_at(playing, 2), [90, 121], basis=0)
    seat = factories.meeting_at(playing, 3).seats.first()
    Phone(day, seat.entry).says_of(factories.meeting_at(playing, 3), [121, 60])
    html = page(director, day)
    assert "entered tablet here" in tile(html, 1)
    assert "disputed" in tile(html, 2)
    assert "Table 2 is disputed: the desk decides." in html
    assert "waiting for the other side" in tile(html, 3)
    assert "playing paper" in tile(html, 4)
    desk = page(director, day, "desk/")
    assert desk.count('class="tile waiting"') == desk.count("Waiting for the other side") == 1
    assert "Late" not in words(html)
    assert "’s phone" in html


def test_what_a_tablet_last_said(director, day, playing, tablet):
    tablet(1).stands(minutes=3, queued=2)
    tablet(2).stands(visible=False)
    html = page(director, day)
    assert "Late: no contact for 3 minutes" in tile(html, 1)
    assert "2 results not sent yet" in tile(html, 1)
    assert "tablet asleep, or page closed" in tile(html, 2)
    assert "last contact 3 minutes ago" in html
    assert "no contact for 3 minutes battery or Wi-Fi?" in tile(html, 1)
    tablet(3).stands(minutes=9, visible=False)
    html = page(director, day)
    assert "no contact for 9 minutes its page was not open: asleep?" in tile(html, 3)
    assert "its page was not open: asleep?" in html


def test_a_table_whose_result_is_in_may_be_silent(director, day, playing, tablet):
    one = tablet(1)
    one.says(playing, [121, 88])
    one.stands(minutes=30)
    html = page(director, day)
    assert "Late" not in tile(html, 1)
    assert "last contact 30 minutes ago: battery or Wi-Fi?" in tile(html, 1)


def test_the_last_quarter_of_the_tables_is_late(director, day, playing):
    for table in range(1, 6):
        factories.enter(factories.meeting_at(playing, table), [121, 80 + table])
    assert "Late" not in words(page(director, day))
    factories.enter(factories.meeting_at(playing, 6), [121, 80])
    html = page(director, day)
    assert [table for table in range(1, 9) if "Late: no result yet" in tile(html, table)] == [7, 8]
    assert "Late against the others" in html


def test_a_round_that_is_seated_or_closed_is_late_nowhere(director, day, tablet):
    tablet(1).stands(minutes=9)
    round_ = rounds.seat(factories.stages.qualifying(day), 1, by=None)
    assert "seated" in tile(page(director, day), 1)
    rounds.open_round(round_, by=None)
    for table in range(1, 9):
        factories.enter(factories.meeting_at(round_, table), [121, 80 + table])
    rounds.close_round(round_, by=None)
    html = page(director, day)
    assert "closed" in tile(html, 1)
    assert "Late" not in words(html)


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
    assert "1 result not sent yet" in changed.content.decode()
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
        assert "A new device at table 4: Tablet “4B” of table 4" in unescape(html)
        assert all(f'id="{what}-{asked}"' in html for what in ("admit", "keep", "out"))
    assert "a new device" in tile(page(director, day), 4)
    assert "waits to be let in" in page(director, day, f"tablets/devices/{second.uid}/")
    done = deed(director, day, second, "admit", **{"from": "desk"})
    assert done.redirect_chain[-1][0] == f"/t/{day.slug}/desk/"
    assert "Tablet “4B” of table 4 may write for its table too." in unescape(done.content.decode())
    assert hall.look(day).crowded == []
    assert second.says(playing, [121, 88]).answer == "accepted"


@pytest.mark.parametrize(("what", "out"), [("keep", "first"), ("shut-out", "second")])
def test_only_one_of_two_stays(director, day, playing, tablet, what, out):
    held = {"first": tablet(4), "second": newcomer(day, 4)[0]}
    deed(director, day, held["second"], what)
    (stays,) = set(held) - {out}
    assert held[out].device.state == Device.State.REVOKED
    assert held[stays].says(playing, [121, 88]).answer == "accepted"
    assert hall.look(day).crowded == []


def test_what_was_decided_is_taken_back_with_the_button_beside_it(director, day, tablet):
    tablet(4)
    second, _asked = newcomer(day, 4)
    html = deed(director, day, second, "admit").content.decode()
    director.post(re.search(r'action="([^"]*/tablets/undo/\d+/)"', html).group(1))
    assert devices.is_waiting(second.device)
    assert [spot.number for spot in hall.look(day).crowded] == [4]


def test_the_organiser_chooses_whether_a_second_tablet_waits(director, day, tablet):
    tablet(4)
    second, asked = newcomer(day, 4)
    html = director.post(f"/t/{day.slug}/tablets/both/", {"allowed": "yes"}, follow=True).content.decode()
    assert not devices.is_waiting(second.device)
    assert f'id="admit-{asked}"' in html and "Both may stay" in html
    director.post(re.search(r'action="([^"]*/tablets/undo/\d+/)"', html).group(1))
    assert devices.is_waiting(second.device)


def test_a_judge_sees_a_new_device_and_leaves_it_to_the_desk(client, day, playing, tablet):
    tablet(4)
    _second, asked = newcomer(day, 4)
    client.force_login(factories.helper(day, "judge", "juge"))
    client.cookies["django_language"] = "en"
    html = page(client, day, "desk/")
    assert "A new device at table 4" in html
    assert not any(f'id="{what}-{asked}"' in html for what in ("admit", "keep", "out", "call"))


def test_a_call_is_on_the_map_and_at_the_desk_until_somebody_has_seen_to_it(director, day, playing, tablet):
    call = tablet(2).calls()
    phone = Phone(day, factories.meeting_at(playing, 3).seats.first().entry)
    phone.calls()
    for path in ("tablets/", "desk/"):
        html = unescape(page(director, day, path))
        assert "Table 2 calls for a judge" in html
        assert f"{phone.device.entry.name} calls for a judge" in html
    url = f"/t/{day.slug}/tablets/calls/{call.pk}/"
    told = director.post(url, {"from": "desk"}, follow=True)
    assert told.redirect_chain[-1][0] == f"/t/{day.slug}/desk/"
    assert "Table 2 calls for a judge: seen to." in told.content.decode()
    assert "Table 2 calls for a judge" not in page(director, day)
    other = calls.judge(phone.device, "another")
    assert (
        director.post(
            f"/t/{day.slug}/tablets/calls/{other.pk}/", headers={"Accept": "text/plain"}
        ).status_code
        == 204
    )
    assert calls.waiting(day) == []


def test_the_desk_says_which_device_wrote_a_line(director, day, playing, tablet):
    tablet(1).says(playing, [121, 88])
    second = tablet(1, "Chez <b>L'Écuyer</b>")
    second.says(playing, [88, 121])
    entry = factories.meeting_at(playing, 2).seats.first().entry
    Phone(day, entry).says_of(factories.meeting_at(playing, 2), [121, 70])
    html = unescape(page(director, day, "desk/?table=1"))
    assert html.count("tablet of table 1") == 2  # in the history and in the dispute
    assert html.count("tablet “Chez <b>L'Écuyer</b>” of table 1") == 2
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
        calls.others(one.device, f"others-{table}", [[table], [table + 8]])
        devices.revoke(out.device, by=None)
        calls.knock(out.device, out.device.place)
        tablet(table)  # two who are in claim the table

    ask(1)
    page(director, day, path)
    with CaptureQueriesContext(connection) as one:
        assert "is shut out and has scanned the code of table 1" in page(director, day, path)
    ask(2)
    ask(3)
    with django_assert_num_queries(len(one)):
        page(director, day, path)


def test_https_is_one_tap_away_where_it_is_served_and_one_line_where_it_is_not(director, day, settings):
    settings.LAN_PORTS = {}
    html = page(director, day)
    assert "python3 start.py --https" in html
    assert "Install as an app" not in html
    settings.LAN_PORTS = {"http": 8000, "https": 8443}
    html = page(director, day)
    assert re.search(r'href="/https/"[^>]*>.*?Install as an app', html, re.DOTALL)
    assert "start.py" not in html


def test_a_decided_medal_match_is_not_an_empty_table(director, day):
    """Gold is decided while bronze is played; then both are."""
    from tests.shown.conftest import two_ties
    from tournaments import medals

    tied = two_ties()
    for states in (["entered", "playing"], ["entered", "entered"]):
        match = medals.open_meetings(tied).first()
        medals.forfeit(match, match.seats.first().entry, by=None)
        assert [spot.state for spot in hall.look(tied).spots] == states
