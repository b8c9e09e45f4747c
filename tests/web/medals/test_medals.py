"""The end of the day on the screen: ties, matches, forfeits, cards read back, official, the podium."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.page_reader import codes, data, message_codes, spoken, worded
from tests.page_reader import parse as elements
from tests.previewed import post_and_confirm
from tournaments import rounds, standings
from tournaments.finals import medals
from tournaments.models import Publication
from tournaments.publishing.explain import decided
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def page(client, tournament, path="medals/"):
    response = client.get(f"/t/{tournament.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def post(client, tournament, path, **fields):
    response = post_and_confirm(client, f"/t/{tournament.slug}/medals/{path}", fields, follow=True)
    assert response.status_code == 200
    tournament.refresh_from_db()
    return response.content.decode()


def finished_tournament(players=4, totals=((121, 90), (121, 80))):
    """Return a tournament of one game: by default two have won, and share the first place."""
    tournament = factories.tournament(players, rounds=1)
    round_ = factories.open_round(tournament)
    for meeting, points in zip(round_.meetings.order_by("place__number"), totals, strict=True):
        factories.enter(meeting, list(points))
    rounds.close_round(round_, by=None)
    tournament.refresh_from_db()
    return tournament


def sign_in_organiser(client, tournament, name="marie"):
    client.force_login(factories.organiser(tournament, name))
    client.cookies["django_language"] = "en"
    return client


def tick_all(client, tournament):
    for row in standings.standings(tournament).rows:
        post(client, tournament, f"card/{row.number}/", total=row.points)


def version_of(html):
    return re.search(r'name="version" value="(\d+)"', html)[1]


def test_page_shows_how_many_games_are_left(director, tournament):
    factories.play_round(tournament, 1)
    html = page(director, tournament)
    assert data(html, "games-left") == ["14"]
    assert "data-tie" in html
    assert codes(html, ".against")[0] == "games_not_over"
    assert worded("games_not_over", games=14) in html
    assert "/medals/create/" not in html
    assert message_codes(post(director, tournament, "create/")) == ["games_not_over"]


def test_tie_becomes_a_medal_match_at_the_desk(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    html = page(client, tournament)
    assert "1st place" in html
    assert worded("ties_undecided", ranks=[1]) in html
    html = post(client, tournament, "create/")
    (meeting,) = medals.open_meetings(tournament)
    desk = re.search(r'href="(/t/[^"]*/desk/\?[^"]*)"', html)[1].replace("&amp;", "&")
    assert client.get(desk).status_code == 200
    assert worded("medal_matches_open", matches=1) in html
    gone = [one["value"] for one in elements(html).all("button[name=absent]")]
    assert gone == [*(str(number) for (number,) in scores.sides_of(meeting)), "both"]
    assert meeting.games_planned == 3


def test_creating_matches_twice_makes_one_match(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    post(client, tournament, "create/"), post(client, tournament, "create/")
    assert medals.open_meetings(tournament).count() == 1


def test_created_matches_can_be_undone(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    act = re.search(r'name="act" value="(\d+)"', post(client, tournament, "create/"))[1]
    assert message_codes(post(client, tournament, "undo/", act=int(act) + 1)) == ["look_again"]
    assert "/medals/create/" in post(client, tournament, "undo/", act=act)
    assert not medals.open_meetings(tournament)


def test_matches_without_their_tie_can_be_withdrawn(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    post(client, tournament, "create/")
    assert data(page(client, tournament), "stands") == ["yes"]
    (meeting,) = tournament.stages.get(order=1).rounds.get(number=1).meetings.filter(place__number=1)
    factories.enter(meeting, [90, 121], kind="correction", nonce="late")
    factories.enter(meeting, [70, 121], kind="correction", nonce="later")
    html = page(client, tournament)
    assert data(html, "stands") == ["no"]
    assert html.count("/medals/withdraw/") == 1 and "/forfeit/" not in html
    assert "/medals/create/" not in html  # the new tie waits until these are withdrawn
    html = post(client, tournament, "withdraw/", stage=2)
    assert message_codes(html) == ["matches_withdrawn"]
    assert data(html, "stands") == [] and not medals.open_meetings(tournament)
    assert "tie_stands" in codes(
        client.post(f"/t/{tournament.slug}/medals/withdraw/", {"stage": 2}, follow=True)
    )


def test_absent_player_forfeits_the_match(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    html = post(client, tournament, "create/")
    (meeting,) = medals.open_meetings(tournament)
    absent = meeting.seats.get(letter="A").entry
    nonce = re.search(r'name="nonce" value="([^"]+)"', html)[1]
    for _ in range(2):
        html = post(client, tournament, f"match/{meeting.uid}/forfeit/", absent=absent.number, nonce=nonce)
    assert "Forfeited" in html
    assert standings.standings(tournament).by_number[absent.number].rank == 2
    assert meeting.lines.count() == 2, "two games lost by forfeit, however often the button is pressed"
    assert (
        client.post(f"/t/{tournament.slug}/medals/match/{meeting.uid}/forfeit/", {"absent": 99}).status_code
        == 404
    )


def test_tie_of_three_shows_its_seed_and_is_a_round_robin(client):
    tournament = finished_tournament(6, ((121, 90), (121, 80), (121, 70)))
    sign_in_organiser(client, tournament)
    html = post(client, tournament, "create/")
    assert len(data(html, "seed")) == 1
    assert "data-round-robin" in html
    assert html.count('class="match is-') == 3
    assert html.count("is-waiting") == 2, "no player has two at once"
    (meeting,) = medals.open_meetings(tournament)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    html = page(client, tournament)
    assert (html.count("is-playing"), "/medals/seat/" in html) == (1, False), "the next match is seated"


def test_card_can_be_ticked_only_at_its_current_total(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    row = standings.standings(tournament).rows[0]
    assert 'aria-pressed="true"' in post(client, tournament, f"card/{row.number}/", total=row.points)
    assert 'aria-pressed="true"' not in post(client, tournament, f"card/{row.number}/", total="")
    assert message_codes(post(client, tournament, f"card/{row.number}/", total=row.points + 1)) == [
        "total_has_changed"
    ]


def test_correction_removes_the_tick_of_a_card(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    loser = standings.standings(tournament).rows[-1]
    post(client, tournament, f"card/{loser.number}/", total=loser.points)
    meeting = tournament.stages.get(order=1).rounds.get().meetings.get(seats__entry__number=loser.number)
    side = scores.sides_of(meeting).index([loser.number])
    totals = [121, 121]
    totals[side] = loser.points + 1
    factories.enter(meeting, totals, kind="correction")
    html = page(client, tournament)
    assert "data-changed" in html
    assert 'aria-pressed="true"' not in html


def test_undecided_ties_and_unread_cards_block_official(client):
    tournament = finished_tournament(4, ((121, 90), (120, 121)))
    sign_in_organiser(client, tournament)
    html = post(client, tournament, "official/", version=tournament.version)
    assert {"ties_undecided", "cards_not_read"} <= set(message_codes(html))
    assert worded("cards_not_read", cards=4) in html
    assert not Publication.objects.exists()


def test_official_standings_show_their_time_and_a_podium(client):
    tournament = finished_tournament()
    sign_in_organiser(client, tournament)
    post(client, tournament, "create/")
    (meeting,) = medals.open_meetings(tournament)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    medals.advance(tournament, by=None)
    tournament.refresh_from_db()
    tick_all(client, tournament)
    version = version_of(page(client, tournament))
    html = post(client, tournament, "official/", version=version)
    assert re.search(r"Official at \d+:\d\d", html)
    assert html.count('class="disc"') == 3
    again = post(client, tournament, "official/", version=version)
    assert message_codes(again) == [], "the second of two clicks is no mistake"
    assert Publication.objects.count() == 1
    wall = page(client, tournament, "podium/")
    assert spoken(decided, "best_of_three", (2, 0)) in wall
    assert "data-podium-next" in wall
    client.logout()
    client.cookies["django_language"] = "en"
    whys = [
        page(client, tournament, f"players/{row.number}/why/") for row in standings.standings(tournament).rows
    ]
    assert any(spoken(decided, "best_of_three", (2, 0)) in why for why in whys)


def test_changed_standings_are_not_made_official(client):
    tournament = finished_tournament(4, ((121, 90), (121, 80)))
    sign_in_organiser(client, tournament)
    html = post(client, tournament, "official/", version=tournament.version - 1)
    assert message_codes(html) == ["standings_changed"]


def test_podium_is_empty_before_standings_are_official(visitor, tournament):
    html = page(visitor, tournament, "podium/")
    assert 'class="state card"' in html and 'class="disc"' not in html


def test_rows_get_304_until_a_card_is_ticked(director, tournament):
    factories.play_round(tournament, 1)
    url = f"/t/{tournament.slug}/medals/rows/"
    tag = director.get(url)["ETag"]
    assert director.get(url, headers={"If-None-Match": tag}).status_code == 304
    row = standings.standings(tournament).rows[0]
    post(director, tournament, f"card/{row.number}/", total=row.points)
    assert director.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_cards_cannot_be_ticked_before_the_last_game(director, tournament):
    factories.play_round(tournament, 1)
    assert not data(director.get(f"/t/{tournament.slug}/medals/").content.decode(), "ticked")


def test_htmx_tick_returns_only_the_closing_part(client):
    tournament = finished_tournament(8, [(121, 70 + table) for table in range(4)])
    sign_in_organiser(client, tournament, "marie")
    row = standings.standings(tournament).rows[0]
    url = f"/t/{tournament.slug}/medals/card/{row.number}/"
    response = client.post(url, {"total": row.points}, headers={"HX-Request": "true"})
    html = response.content.decode()
    assert html.lstrip().startswith('<div id="closing"')
    assert (data(html, "ticked"), data(html, "first")) == (["1"], ["8"])


def test_query_count_does_not_grow_with_players(client):
    costs = []
    for players in (4, 12):
        tournament = finished_tournament(players, [(121, 70 + table) for table in range(players // 2)])
        sign_in_organiser(client, tournament, f"marie{players}")
        page(client, tournament)
        with CaptureQueriesContext(connection) as captured:
            page(client, tournament)
        costs.append(len(captured))
    assert costs[0] == costs[1]


def test_only_organisers_can_use_the_medals_page(visitor, tournament):
    assert visitor.get(f"/t/{tournament.slug}/medals/").url.startswith("/sign-in/")
    for path in ("create/", "seat/", "undo/", "card/1/", "official/"):
        assert visitor.post(f"/t/{tournament.slug}/medals/{path}").url.startswith("/sign-in/")
        visitor.force_login(factories.director(f"stranger {path}"))
        assert visitor.post(f"/t/{tournament.slug}/medals/{path}").status_code == 403
        visitor.force_login(factories.organiser(tournament, f"organiser {path}"))
        assert visitor.get(f"/t/{tournament.slug}/medals/{path}").url.startswith(
            f"/t/{tournament.slug}/medals/"
        )
        visitor.logout()
