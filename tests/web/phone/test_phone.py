"""A player's own page: seat, card, standings, reporting where it is allowed, and its code on the card."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import factories
from tests.page_reader import data, message_codes
from tests.papers.paper_text import codes, texts
from tests.web.tablets.device_clients import Phone
from tournaments import devices, rounds
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(16)


@pytest.fixture
def visitor():
    client = Client()
    client.cookies["django_language"] = "en"
    return client


def own_invitation(tournament, number: int):
    return next(one for one in devices.invite_players(tournament) if one.entry.number == number)


def page(client, tournament, number=1):
    response = client.get(f"/me/{own_invitation(tournament, number).secret}/")
    assert response.status_code == 200
    return unescape(response.content.decode())


def card_figures(html):
    """Return every figure that stands in a cell of the card."""
    return {text.strip() for text in re.findall(r"<t[dh][^>]*>([^<]*)<", html)}


def meeting_of(round_, number):
    return round_.meetings.filter(void_act=None, seats__entry__number=number).get()


def test_page_follows_the_player_through_the_tournament(tournament, visitor):
    html = page(visitor, tournament)
    assert "Réal O'Brien" in html
    assert data(html, "state") == ["not_drawn"]
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=None)
    meeting = meeting_of(round_, 1)
    opponent = meeting.seats.exclude(entry__number=1).get().entry.name
    html = page(visitor, tournament)
    assert f"Table {meeting.place.number}, seat" in words(html)
    assert opponent in html
    assert data(html, "state") == ["seated"]
    rounds.open_round(round_, by=None)
    assert data(page(visitor, tournament), "state") == ["playing"]
    for table in range(1, 9):
        factories.enter(factories.meeting_at(round_, table), [121, 80 + table])
    assert data(page(visitor, tournament), "state") == ["entered"]
    rounds.close_round(round_, by=None)
    html = page(visitor, tournament)
    assert (data(html, "state"), data(html, "game")) == (["over"], ["1"])
    factories.open_round(tournament, 2)
    assert "Game 2" in page(visitor, tournament)


def test_unsettled_scores_are_hidden(tournament, playing, visitor):
    statuses.allow_phones(tournament, True, by=None)
    meeting = meeting_of(playing, 1)
    one, other = (seat.entry for seat in meeting.seats.order_by("side"))
    Phone(tournament, one).says_of(meeting, [121, 77])
    html = page(visitor, tournament)
    assert data(html, "state") == ["waiting"]
    assert "77" not in card_figures(html)
    Phone(tournament, other).says_of(meeting, [121, 79])
    html = page(visitor, tournament)
    assert data(html, "state") == ["disputed"]
    assert not {"77", "79", "121"} & card_figures(html)


def test_two_equal_reports_settle_the_game(tournament, playing, visitor):
    meeting = meeting_of(playing, 1)
    for seat in meeting.seats.select_related("entry"):
        Phone(tournament, seat.entry).says_of(meeting, [121, 77])
    assert data(page(visitor, tournament), "state") == ["entered"]
    assert {"77", "121"} <= card_figures(page(visitor, tournament))


def test_team_on_boards_sees_all_its_tables_and_waits_for_every_board(visitor):
    tournament = factories.simulated(
        4, "cribbage-teams", members=2, boards={"count": 2, "by": "won", "points": [2, 1, 0]}
    )
    statuses.allow_phones(tournament, True, by=None)
    round_ = factories.open_round(tournament)
    first, second = (factories.meeting_at(round_, table) for table in (1, 2))
    own, theirs = (seat.entry for seat in first.seats.order_by("side"))
    html = page(visitor, tournament, own.number)
    assert theirs.name in words(html)
    assert "Tables 1 to 2" in words(html)
    assert data(html, "state") == ["playing"]
    assert 'href="/table/' not in html, "a phone cannot choose the board that it reports"
    factories.enter(first, [121, 88])
    assert data(page(visitor, tournament, own.number), "state") == ["playing"]
    factories.enter(second, [88, 121])
    assert data(page(visitor, tournament, own.number), "state") == ["entered"]


def test_reporting_is_offered_where_it_is_allowed(tournament, playing, visitor, director):
    link = f'href="/table/{own_invitation(tournament, 1).secret}/"'
    assert link not in page(visitor, tournament)
    url = f"/t/{tournament.slug}/tablets/phones/"
    html = unescape(director.post(url, {"allowed": "yes"}, follow=True).content.decode())
    assert message_codes(html) == ["phones_report"]
    assert link in page(visitor, tournament)
    director.post(url, {"allowed": "no"})
    assert link not in page(visitor, tournament)
    acts = tournament.acts.filter(kind="device_phones")
    assert [act.args["allowed"] for act in acts] == [True, False]


def test_unchanged_page_takes_one_query(tournament, playing, visitor):
    url = f"/me/{own_invitation(tournament, 1).secret}/rows/"
    tag = visitor.get(url)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert visitor.get(url, headers={"If-None-Match": tag}).status_code == 304
    assert len(queries) == 1
    factories.enter(meeting_of(playing, 1), [121, 90])
    assert visitor.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_query_count_does_not_grow_with_games(tournament, visitor, django_assert_num_queries):
    url = f"/me/{own_invitation(tournament, 1).secret}/"
    factories.play_round(tournament, 1)
    with CaptureQueriesContext(connection) as one:
        visitor.get(url)
    factories.play_round(tournament, 2)
    factories.play_round(tournament, 3)
    with django_assert_num_queries(len(one)):
        visitor.get(url)


def test_desk_only_tournament_shows_the_own_card_without_links(tournament, visitor):
    factories.play_round(tournament, 1)
    tournament.visibility = "desk"
    tournament.save()
    html = page(visitor, tournament)
    assert "Réal O'Brien" in html
    assert f"/t/{tournament.slug}/" not in html


def test_other_secrets_get_404(tournament, visitor):
    table = devices.invite_tables(tournament)[0]
    for secret in (table.secret, own_invitation(tournament, 1).code, "nobody"):
        assert visitor.get(f"/me/{secret}/").status_code == 404
    assert own_invitation(tournament, 1).secret != own_invitation(tournament, 2).secret


def test_the_code_on_the_card_opens_the_page(tournament):
    with translation.override("en"):
        drawn = registry.PAPER_TYPES["scorecards_blank"].draw(
            Paper(tournament, {"base": "http://192.168.1.20:8000"}, lambda done: None)
        )
    (address,) = codes(drawn)
    owner = next(
        entry
        for entry in tournament.entries.all()
        if own_invitation(tournament, entry.number).secret in address
    )
    assert address == f"http://192.168.1.20:8000/me/{own_invitation(tournament, owner.number).secret}/"
    assert owner.name in texts(drawn)[0]


def test_page_names_partners_and_all_opponents(visitor):
    tournament = factories.tournament(9)
    factories.sit(tournament, 1, (1, 2, 3), (4, 5, 6, 7), (8, 9), partners=[2])
    name = dict(tournament.entries.values_list("number", "name"))
    assert f"Table 1, seat A against {name[2]} and {name[3]}" in words(page(visitor, tournament, 1))
    assert f"Table 2, seat B with {name[7]}, against {name[4]} and {name[6]}" in words(
        page(visitor, tournament, 5)
    )


def words(html):
    """Return the text of a page without its tags; names with tags in them stay as they are."""
    return " ".join(re.sub(r"</?(?:strong|p|h2|div)\b[^>]*>", "", html).split()).replace(" ,", ",")
