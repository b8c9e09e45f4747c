"""The end of the day on the screen: ties, matches, forfeits, cards read back, official, the podium."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.previewed import agree
from tests.shown_by import codes, data, spoken, told, worded
from tests.shown_by import page as elements
from tournaments import rounds, standings
from tournaments.finals import medals
from tournaments.models import Publication
from tournaments.publishing.explain import decided
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def page(client, day, path="medals/"):
    response = client.get(f"/t/{day.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def post(client, day, path, **fields):
    response = agree(client, f"/t/{day.slug}/medals/{path}", fields, follow=True)
    assert response.status_code == 200
    day.refresh_from_db()
    return response.content.decode()


def over(players=4, totals=((121, 90), (121, 80))):
    """A day of one game: by default two have won, and share the first place."""
    day = factories.tournament(players, rounds=1)
    round_ = factories.open_round(day)
    for meeting, points in zip(round_.meetings.order_by("place__number"), totals, strict=True):
        factories.enter(meeting, list(points))
    rounds.close_round(round_, by=None)
    day.refresh_from_db()
    return day


def signed_in(client, day, name="marie"):
    client.force_login(factories.organiser(day, name))
    client.cookies["django_language"] = "en"
    return client


def tick_all(client, day):
    for row in standings.standings(day).rows:
        post(client, day, f"card/{row.number}/", total=row.points)


def version_of(html):
    return re.search(r'name="version" value="(\d+)"', html)[1]


def test_while_games_are_left_the_page_says_so(director, day):
    factories.play_round(day, 1)
    html = page(director, day)
    assert data(html, "games-left") == ["14"]
    assert "data-tie" in html
    assert codes(html, ".against")[0] == "games_not_over"
    assert worded("games_not_over", games=14) in html
    assert "/medals/create/" not in html
    assert told(post(director, day, "create/")) == ["games_not_over"]


def test_a_tie_becomes_a_match_that_the_desk_can_enter(client):
    day = over()
    signed_in(client, day)
    html = page(client, day)
    assert "1st place" in html
    assert worded("ties_undecided", ranks=[1]) in html
    html = post(client, day, "create/")
    (meeting,) = medals.open_meetings(day)
    desk = re.search(r'href="(/t/[^"]*/desk/\?[^"]*)"', html)[1].replace("&amp;", "&")
    assert client.get(desk).status_code == 200
    assert worded("medal_matches_open", matches=1) in html
    gone = [one["value"] for one in elements(html).all("button[name=absent]")]
    assert gone == [*(str(number) for (number,) in scores.sides_of(meeting)), "both"]
    assert meeting.games_planned == 3


def test_created_twice_there_is_one_match(client):
    day = over()
    signed_in(client, day)
    post(client, day, "create/"), post(client, day, "create/")
    assert medals.open_meetings(day).count() == 1


def test_matches_just_made_can_be_taken_back(client):
    day = over()
    signed_in(client, day)
    act = re.search(r'name="act" value="(\d+)"', post(client, day, "create/"))[1]
    assert told(post(client, day, "undo/", act=int(act) + 1)) == ["look_again"]
    assert "/medals/create/" in post(client, day, "undo/", act=act)
    assert not medals.open_meetings(day)


def test_matches_whose_tie_a_correction_dissolved_are_withdrawn_by_one_button(client):
    day = over()
    signed_in(client, day)
    post(client, day, "create/")
    assert data(page(client, day), "stands") == ["yes"]
    (meeting,) = day.stages.get(order=1).rounds.get(number=1).meetings.filter(place__number=1)
    factories.enter(meeting, [90, 121], kind="correction", nonce="late")
    factories.enter(meeting, [70, 121], kind="correction", nonce="later")
    html = page(client, day)
    assert data(html, "stands") == ["no"]
    assert html.count("/medals/withdraw/") == 1 and "/forfeit/" not in html
    assert "/medals/create/" not in html  # what is level now waits until these are withdrawn
    html = post(client, day, "withdraw/", stage=2)
    assert told(html) == ["matches_withdrawn"]
    assert data(html, "stands") == [] and not medals.open_meetings(day)
    assert "tie_stands" in codes(client.post(f"/t/{day.slug}/medals/withdraw/", {"stage": 2}, follow=True))


def test_who_has_gone_home_forfeits_by_name(client):
    day = over()
    signed_in(client, day)
    html = post(client, day, "create/")
    (meeting,) = medals.open_meetings(day)
    absent = meeting.seats.get(letter="A").entry
    nonce = re.search(r'name="nonce" value="([^"]+)"', html)[1]
    for _ in range(2):
        html = post(client, day, f"match/{meeting.uid}/forfeit/", absent=absent.number, nonce=nonce)
    assert "Forfeited" in html
    assert standings.standings(day).by_number[absent.number].rank == 2
    assert meeting.lines.count() == 2, "two games lost by forfeit, however often the button is pressed"
    assert (
        client.post(f"/t/{day.slug}/medals/match/{meeting.uid}/forfeit/", {"absent": 99}).status_code == 404
    )


def test_the_lot_of_three_is_shown_and_each_plays_each(client):
    day = over(6, ((121, 90), (121, 80), (121, 70)))
    signed_in(client, day)
    html = post(client, day, "create/")
    assert len(data(html, "seed")) == 1
    assert "data-round-robin" in html
    assert html.count('class="match is-') == 3
    assert html.count("is-waiting") == 2, "nobody plays two at once"
    (meeting,) = medals.open_meetings(day)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    html = page(client, day)
    assert (html.count("is-playing"), "/medals/seat/" in html) == (1, False), "the next match is seated"


def test_a_card_is_ticked_at_the_total_that_was_read(client):
    day = over()
    signed_in(client, day)
    row = standings.standings(day).rows[0]
    assert 'aria-pressed="true"' in post(client, day, f"card/{row.number}/", total=row.points)
    assert 'aria-pressed="true"' not in post(client, day, f"card/{row.number}/", total="")
    assert told(post(client, day, f"card/{row.number}/", total=row.points + 1)) == ["total_has_changed"]


def test_a_correction_takes_the_tick_away(client):
    day = over()
    signed_in(client, day)
    loser = standings.standings(day).rows[-1]
    post(client, day, f"card/{loser.number}/", total=loser.points)
    meeting = day.stages.get(order=1).rounds.get().meetings.get(seats__entry__number=loser.number)
    side = scores.sides_of(meeting).index([loser.number])
    totals = [121, 121]
    totals[side] = loser.points + 1
    factories.enter(meeting, totals, kind="correction")
    html = page(client, day)
    assert "data-changed" in html
    assert 'aria-pressed="true"' not in html


def test_official_waits_for_the_ties_and_the_cards(client):
    day = over(4, ((121, 90), (120, 121)))
    signed_in(client, day)
    html = post(client, day, "official/", version=day.version)
    assert {"ties_undecided", "cards_not_read"} <= set(told(html))
    assert worded("cards_not_read", cards=4) in html
    assert not Publication.objects.exists()


def test_official_with_its_time_and_a_podium(client):
    day = over()
    signed_in(client, day)
    post(client, day, "create/")
    (meeting,) = medals.open_meetings(day)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    medals.advance(day, by=None)
    day.refresh_from_db()
    tick_all(client, day)
    version = version_of(page(client, day))
    html = post(client, day, "official/", version=version)
    assert re.search(r"Official at \d+:\d\d", html)
    assert html.count('class="disc"') == 3
    again = post(client, day, "official/", version=version)
    assert told(again) == [], "the second of two clicks is no mistake"
    assert Publication.objects.count() == 1
    wall = page(client, day, "podium/")
    assert spoken(decided, "best_of_three", (2, 0)) in wall
    assert "data-podium-next" in wall
    client.logout()
    client.cookies["django_language"] = "en"
    whys = [page(client, day, f"players/{row.number}/why/") for row in standings.standings(day).rows]
    assert any(spoken(decided, "best_of_three", (2, 0)) in why for why in whys)


def test_standings_that_changed_meanwhile_are_not_made_official(client):
    day = over(4, ((121, 90), (121, 80)))
    signed_in(client, day)
    html = post(client, day, "official/", version=day.version - 1)
    assert told(html) == ["standings_changed"]


def test_no_podium_before_it_is_official(visitor, day):
    html = page(visitor, day, "podium/")
    assert 'class="state card"' in html and 'class="disc"' not in html


def test_unchanged_is_answered_with_304_and_a_tick_is_a_change(director, day):
    factories.play_round(day, 1)
    url = f"/t/{day.slug}/medals/rows/"
    tag = director.get(url)["ETag"]
    assert director.get(url, headers={"If-None-Match": tag}).status_code == 304
    row = standings.standings(day).rows[0]
    post(director, day, f"card/{row.number}/", total=row.points)
    assert director.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_cards_are_read_back_after_the_last_game(director, day):
    factories.play_round(day, 1)
    assert not data(director.get(f"/t/{day.slug}/medals/").content.decode(), "ticked")


def test_by_touch_only_the_end_of_the_page_is_sent_again(client):
    day = over(8, [(121, 70 + table) for table in range(4)])
    signed_in(client, day, "marie")
    row = standings.standings(day).rows[0]
    url = f"/t/{day.slug}/medals/card/{row.number}/"
    response = client.post(url, {"total": row.points}, headers={"HX-Request": "true"})
    html = response.content.decode()
    assert html.lstrip().startswith('<div id="closing"')
    assert (data(html, "ticked"), data(html, "first")) == (["1"], ["8"])


def test_as_many_queries_for_few_as_for_many(client):
    costs = []
    for players in (4, 12):
        day = over(players, [(121, 70 + table) for table in range(players // 2)])
        signed_in(client, day, f"marie{players}")
        page(client, day)
        with CaptureQueriesContext(connection) as captured:
            page(client, day)
        costs.append(len(captured))
    assert costs[0] == costs[1]


def test_only_those_who_direct_do_any_of_it(visitor, day):
    assert visitor.get(f"/t/{day.slug}/medals/").url.startswith("/sign-in/")
    for path in ("create/", "seat/", "undo/", "card/1/", "official/"):
        assert visitor.post(f"/t/{day.slug}/medals/{path}").url.startswith("/sign-in/")
        visitor.force_login(factories.director(f"stranger {path}"))
        assert visitor.post(f"/t/{day.slug}/medals/{path}").status_code == 403
        visitor.force_login(factories.organiser(day, f"organiser {path}"))
        assert visitor.get(f"/t/{day.slug}/medals/{path}").url.startswith(f"/t/{day.slug}/medals/")
        visitor.logout()
