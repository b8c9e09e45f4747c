"""One device and one table: rename, move, replace, shut out, let in, undo; the code on the screen."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.page_reader import message_codes, messages, worded
from tests.page_reader import parse as data_of
from tests.web.tablets.device_clients import Phone
from tournaments import devices
from tournaments.common import audit_log
from tournaments.common.codes import format_code
from tournaments.models import Device

pytestmark = pytest.mark.django_db


def page(client, tournament, path):
    response = client.get(f"/t/{tournament.slug}/tablets/{path}")
    assert response.status_code == 200
    return unescape(response.content.decode())


@pytest.fixture
def do(director, tournament):
    """Do one thing about a tablet, and return the page that follows."""

    def post(tablet, what, **fields):
        url = f"/t/{tournament.slug}/tablets/devices/{tablet.uid}/{what}/"
        return unescape(director.post(url, fields, follow=True).content.decode())

    return post


@pytest.fixture
def undo(director):
    """Press the undo button of a page."""

    def press(html):
        url = re.search(r'action="([^"]*/tablets/undo/\d+/)"', html).group(1)
        return unescape(director.post(url, follow=True).content.decode())

    return press


def test_page_explains_the_effect_of_each_action(director, tournament, tablet):
    """The page is read as a person reads it."""
    html = page(director, tournament, f"devices/{tablet(3).uid}/")
    assert "Nothing that it sends is taken any more; what it has sent stays." in html
    assert "This one is shut out at once, and the code for the new one is shown" in html
    assert "Results that it still holds for the table it leaves are taken." in html


def test_device_can_be_renamed_and_undone(do, undo, tablet):
    one = tablet(3)
    html = do(one, "rename", label="Chez L'Écuyer")
    (message,) = messages(html)
    assert message.code == "device_renamed" and "Chez L'Écuyer" in message.words
    assert one.device.label == "Chez L'Écuyer"
    assert "Undone" in undo(html)
    assert one.device.label == ""


def test_device_can_be_moved_and_undone(do, undo, playing, tablet):
    one = tablet(3)
    html = do(one, "move", table="5")
    (message,) = messages(html)
    assert message.code == "device_moved" and re.findall(r"\d", message.words) == ["3", "5"]
    assert one.device.place.number == 5
    assert one.says(playing, [121, 70], table=3).answer == "accepted"
    undo(html)
    assert one.device.place.number == 3
    assert worded("no_such_table", table=77) in do(one, "move", table="77")


def test_generated_label_follows_the_table_but_own_label_stays(do, undo, tablet):
    tablet(3), tablet(5)
    second = tablet(3)
    assert second.device.label == "3B"
    html = do(second, "move", table="5")
    assert second.device.label == "5B"
    undo(html)
    assert second.device.label == "3B"
    do(second, "move", table="7")
    assert second.device.label == ""
    do(second, "rename", label="Chez L'Écuyer")
    do(second, "move", table="5")
    assert second.device.label == "Chez L'Écuyer"


def test_device_can_be_revoked_and_readmitted(do, undo, playing, tablet):
    one = tablet(3)
    html = do(one, "shut-out")
    assert message_codes(html) == ["device_shut_out"]
    assert one.device.state == Device.State.REVOKED
    undo(html)
    assert one.device.state == Device.State.ACTIVE
    do(one, "shut-out")
    assert message_codes(do(one, "let-in")) == ["device_let_in"]
    assert one.device.state == Device.State.ACTIVE


def test_replacing_a_device_shows_the_code_for_the_new_one(do, tournament, tablet):
    one = tablet(3)
    html = do(one, "replace")
    invited = tournament.invitations.get(place__number=3)
    assert message_codes(html) == ["device_replaced"]
    assert format_code(invited.code) in html
    assert one.device.state == Device.State.REVOKED
    assert devices.join(invited.code, uuid4()).device.place.number == 3


def test_earlier_action_cannot_be_undone_before_later_ones(do, undo, tablet):
    one = tablet(3)
    first = do(one, "rename", label="A")
    do(one, "move", table="5")
    assert "Undone" not in undo(first)
    assert one.device.label == "A"


def test_device_actions_do_not_block_undo_of_rounds(do, tournament, playing, tablet):
    before = audit_log.last_undoable(tournament)
    do(tablet(3), "rename", label="Bleue")
    assert audit_log.last_undoable(tournament) == before
    assert before.kind == "open"


def test_phone_cannot_be_moved_or_replaced(director, tournament, playing):
    phone = Phone(tournament, tournament.entries.first())
    html = page(director, tournament, f"devices/{phone.uid}/")
    assert "/move/" not in html
    assert "/replace/" not in html
    assert "Réal O'Brien’s phone" in html


def test_unknown_action_device_or_table_gets_404(director, tournament, tablet):
    one = tablet(3)
    assert director.post(f"/t/{tournament.slug}/tablets/devices/{one.uid}/explode/").status_code == 404
    assert director.get(f"/t/{tournament.slug}/tablets/devices/{one.uid}/shut-out/").status_code == 302
    assert director.get(f"/t/{tournament.slug}/tablets/devices/{uuid4()}/").status_code == 404
    assert director.get(f"/t/{tournament.slug}/tablets/99/").status_code == 404


def test_table_page_shows_its_join_code(director, tournament, playing, tablet):
    html = page(director, tournament, "3/")
    invited = tournament.invitations.get(place__number=3)
    (code,) = data_of(html).all(".join-code")
    assert (code["role"], re.findall(r"\d+", code["aria-label"])) == ("img", ["3"])
    assert format_code(invited.code) in html
    assert "data-no-device" in html
    tablet(3)
    html = page(director, tournament, "3/")
    assert "data-no-device" not in html and "/shut-out/" in html
    assert f"/t/{tournament.slug}/tablets/2/" in html
    assert f"/t/{tournament.slug}/tablets/4/" in html


@pytest.mark.parametrize("path", ["3/", "devices/{uid}/"])
def test_query_count_does_not_grow_with_devices(
    director, tournament, playing, tablet, path, django_assert_num_queries
):
    path = path.format(uid=tablet(3).uid)
    tablet(4), tablet(4)  # whether several may stay is asked once for all tables
    page(director, tournament, path)
    with CaptureQueriesContext(connection) as one:
        page(director, tournament, path)
    tablet(3), tablet(3)
    with django_assert_num_queries(len(one)):
        page(director, tournament, path)
