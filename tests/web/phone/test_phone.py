"""A player's own page: seat, card, standings; reporting where it is allowed; its code on the card."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import factories
from tests.papers.paper_text import codes, texts
from tests.shown_by import data, told
from tests.web.tablets.held import Phone
from tournaments import devices, rounds
from tournaments.publishing import papers
from tournaments.publishing.paper_types import Paper
from tournaments.rounds import stages
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.tournament(16)


@pytest.fixture
def visitor():
    client = Client()
    client.cookies["django_language"] = "en"
    return client


def own(day, number: int):
    return next(one for one in devices.invite_players(day) if one.entry.number == number)


def page(client, day, number=1):
    response = client.get(f"/me/{own(day, number).secret}/")
    assert response.status_code == 200
    return unescape(response.content.decode())


def figures(html):
    """Every figure that stands in a cell of the card."""
    return {text.strip() for text in re.findall(r"<t[dh][^>]*>([^<]*)<", html)}


def where(round_, number):
    return round_.meetings.filter(void_act=None, seats__entry__number=number).get()


def test_the_page_follows_the_player_through_the_day(day, visitor):
    html = page(visitor, day)
    assert "Réal O'Brien" in html
    assert data(html, "state") == ["not_drawn"]
    round_ = rounds.seat(stages.qualifying(day), 1, by=None)
    meeting = where(round_, 1)
    opponent = meeting.seats.exclude(entry__number=1).get().entry.name
    html = page(visitor, day)
    assert f"Table {meeting.place.number}, seat" in words(html)
    assert opponent in html
    assert data(html, "state") == ["seated"]
    rounds.open_round(round_, by=None)
    assert data(page(visitor, day), "state") == ["playing"]
    for table in range(1, 9):
        factories.enter(factories.meeting_at(round_, table), [121, 80 + table])
    assert data(page(visitor, day), "state") == ["entered"]
    rounds.close_round(round_, by=None)
    html = page(visitor, day)
    assert (data(html, "state"), data(html, "game")) == (["over"], ["1"])
    factories.open_round(day, 2)
    assert "Game 2" in page(visitor, day)


def test_no_score_is_shown_before_it_is_settled(day, playing, visitor):
    statuses.allow_phones(day, True, by=None)
    meeting = where(playing, 1)
    one, other = (seat.entry for seat in meeting.seats.order_by("side"))
    Phone(day, one).says_of(meeting, [121, 77])
    html = page(visitor, day)
    assert data(html, "state") == ["waiting"]
    assert "77" not in figures(html)
    Phone(day, other).says_of(meeting, [121, 79])
    html = page(visitor, day)
    assert data(html, "state") == ["disputed"]
    assert not {"77", "79", "121"} & figures(html)


def test_two_equal_reports_settle_the_game(day, playing, visitor):
    meeting = where(playing, 1)
    for seat in meeting.seats.select_related("entry"):
        Phone(day, seat.entry).says_of(meeting, [121, 77])
    assert data(page(visitor, day), "state") == ["entered"]
    assert {"77", "121"} <= figures(page(visitor, day))


def test_reporting_is_offered_where_it_is_allowed(day, playing, visitor, director):
    link = f'href="/table/{own(day, 1).secret}/"'
    assert link not in page(visitor, day)
    url = f"/t/{day.slug}/tablets/phones/"
    html = unescape(director.post(url, {"allowed": "yes"}, follow=True).content.decode())
    assert told(html) == ["phones_report"]
    assert link in page(visitor, day)
    director.post(url, {"allowed": "no"})
    assert link not in page(visitor, day)
    acts = day.acts.filter(kind="device_phones")
    assert [act.args["allowed"] for act in acts] == [True, False]


def test_nothing_changed_is_said_in_a_few_queries(day, playing, visitor):
    url = f"/me/{own(day, 1).secret}/rows/"
    tag = visitor.get(url)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert visitor.get(url, headers={"If-None-Match": tag}).status_code == 304
    assert len(queries) == 1
    factories.enter(where(playing, 1), [121, 90])
    assert visitor.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_the_queries_do_not_grow_with_the_card(day, visitor, django_assert_num_queries):
    url = f"/me/{own(day, 1).secret}/"
    factories.play_round(day, 1)
    with CaptureQueriesContext(connection) as one:
        visitor.get(url)
    factories.play_round(day, 2)
    factories.play_round(day, 3)
    with django_assert_num_queries(len(one)):
        visitor.get(url)


def test_a_tournament_for_organisers_shows_a_player_their_own_card_only(day, visitor):
    factories.play_round(day, 1)
    day.visibility = "desk"
    day.save()
    html = page(visitor, day)
    assert "Réal O'Brien" in html
    assert f"/t/{day.slug}/" not in html


def test_a_secret_opens_no_other_page(day, visitor):
    table = devices.invite_tables(day)[0]
    for secret in (table.secret, own(day, 1).code, "nobody"):
        assert visitor.get(f"/me/{secret}/").status_code == 404
    assert own(day, 1).secret != own(day, 2).secret


def test_the_code_on_the_card_opens_the_page(day):
    with translation.override("en"):
        drawn = papers.PAPER_TYPES["scorecards_blank"].draw(
            Paper(day, {"base": "http://192.168.1.20:8000"}, lambda done: None)
        )
    (address,) = codes(drawn)
    owner = next(entry for entry in day.entries.all() if own(day, entry.number).secret in address)
    assert address == f"http://192.168.1.20:8000/me/{own(day, owner.number).secret}/"
    assert owner.name in texts(drawn)[0]


def test_at_a_table_of_several_all_are_named(visitor):
    day = factories.tournament(9)
    factories.sit(day, 1, (1, 2, 3), (4, 5, 6, 7), (8, 9), partners=[2])
    name = dict(day.entries.values_list("number", "name"))
    assert f"Table 1, seat A against {name[2]} and {name[3]}" in words(page(visitor, day, 1))
    assert f"Table 2, seat B with {name[7]}, against {name[4]} and {name[6]}" in words(page(visitor, day, 5))


def words(html):
    """The text of a page without its tags; names with tags in them stay as they are."""
    return " ".join(re.sub(r"</?(?:strong|p|h2|div)\b[^>]*>", "", html).split()).replace(" ,", ",")
