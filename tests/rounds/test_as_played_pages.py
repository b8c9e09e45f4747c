"""Players sit elsewhere: from the dispute at the desk, from the sheet, and in a browser."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import expect

from tests import factories, page_reader
from tests.browser import sound_at
from tests.page_reader import codes, message_codes, worded
from tournaments import rounds
from tournaments.models import Line, Result
from tournaments.pairing.values import PlannedTable
from tournaments.rounds import scores, stages

pytestmark = pytest.mark.django_db(transaction=True)

BOTH_SIZES = ("phone", "tablet")


def enter_misdirected_result(round_, table=1):
    """Enter on a tablet that the first player of a table has beaten the first of the next; return both."""
    seated = rounds.planned_tables(round_)
    one, other = seated[table - 1].people[0], seated[table].people[0]
    meeting = factories.meeting_at(round_, table)
    factories.enter(meeting, [121, 84], sides=[[one], [other]], by=Line.By.TABLE)
    return one, other


def page_of(client, address):
    return unescape(client.get(address).content.decode())


def test_dispute_becomes_result_in_two_steps(director, tournament):
    playing = factories.open_round(tournament)
    one, other = enter_misdirected_result(playing)
    names = dict(tournament.entries.values_list("number", "name"))
    desk = page_of(director, f"/t/{tournament.slug}/desk/")
    assert f"{names[one]} beats {names[other]}" in desk, "not those who sit there"
    dispute = page_reader.parse(desk).one(".desk-dispute")
    assert len(dispute.all("form")) == 1, "also that it was those who are seated there"
    address = dispute.one("a.button.primary")["href"]
    assert address.endswith(f"?table=1&A={one}&B={other}")

    page = director.get(address)
    text = unescape(page.content.decode())
    assert worded("as_played_lines_void", tables=[1]) in text
    assert "as_played_next_winners_stay" in codes(page)
    assert rounds.planned_tables(playing)[0].people[1] != other
    confirmed = {"table": 1, "A": one, "B": other, "shown": page.context["shown"]}
    done = unescape(director.post(address.split("?")[0], confirmed, follow=True).content.decode())
    assert message_codes(done) == ["as_played_done"]
    assert rounds.planned_tables(playing)[0].people == (one, other)
    again = director.post(address.split("?")[0], confirmed)
    assert codes(again) == ["as_played_as_planned"]

    (form,) = re.findall(r"<form[^>]*as-played/repeat/.*?</form>", done, re.S)
    fields = dict(re.findall(r'name="(meeting|line|nonce)" value="([^"]*)"', form))
    for _twice in (1, 2):
        repeated = director.post(f"/t/{tournament.slug}/rounds/1/as-played/repeat/", fields, follow=True)
    assert f"{names[one]} beats {names[other]} 121–84" in unescape(repeated.content.decode())
    assert dict(Result.objects.values_list("entry__number", "pegged")) == {one: 121, other: 84}
    assert "as-played/repeat/" not in page_of(director, f"/t/{tournament.slug}/desk/")


def test_disputed_result_can_go_to_seated_players(director, tournament):
    playing = factories.open_round(tournament)
    one, _other = enter_misdirected_result(playing)
    meeting = factories.meeting_at(playing, 1)
    (a,), (b,) = scores.sides_of(meeting)
    scores.desk.rule_on_dispute(meeting, game=1, line=1, nonce="tap", seen=1, user=None)
    assert dict(Result.objects.values_list("entry__number", "pegged")) == {a: 121, b: 84}
    assert one in (a, b)


def test_line_with_swapped_sides_is_ruled_as_meant(tournament):
    playing = factories.open_round(tournament)
    meeting = factories.meeting_at(playing, 1)
    (a,), (b,) = scores.sides_of(meeting)
    factories.enter(meeting, [121, 84], sides=[[b], [a]])
    scores.desk.rule_on_dispute(meeting, game=1, line=1, nonce="tap", seen=1, user=None)
    assert dict(Result.objects.values_list("entry__number", "pegged")) == {a: 84, b: 121}


def test_page_offers_planned_people_and_shows_errors(director, tournament):
    playing = factories.open_round(tournament)
    (a, b), (c, _d) = (table.people for table in rounds.planned_tables(playing)[:2])
    address = f"/t/{tournament.slug}/rounds/1/as-played/"
    assert page_of(director, address).count("<fieldset") == 1
    planned = director.get(f"{address}?table=1")
    (place,) = planned.context["places"]
    assert (place.table, place.first, place.has_more) == ("1", {"A": str(a), "B": str(b)}, False)
    assert len(director.get(f"{address}?table=1&A={a}&B={c}&more=1").context["places"]) == 2
    for query, code in (
        (f"table=1&A={a}&B={b}", "as_played_as_planned"),
        (f"table=1&A={a}&B={a}", "as_played_twice"),
        (f"table=1&A={a}&B=", "as_played_who"),
        (f"table=&A={a}&B={c}", "as_played_who"),
        (f"table=99&A={a}&B={c}", "no_such_table"),
        (f"table=x&A=²&B={c}", "as_played_who"),
        (f"table=1&A={a}&B=0", "as_played_no_seat"),
    ):
        refused = director.get(f"{address}?{query}")
        assert (refused.status_code, codes(refused)) == (422, [code]), query
    changed = director.post(address, {"table": 1, "A": a, "B": c, "shown": "before"})
    assert (changed.status_code, changed.context["places"][0].seats["B"]) == (422, str(c))
    assert message_codes(changed) == ["what_follows_changed"]
    repeat = director.post(f"{address}repeat/", {"meeting": "nothing", "line": 1, "nonce": "x"}, follow=True)
    assert repeat.status_code == 200


def test_new_result_is_not_voided_without_warning(director, tournament):
    playing = factories.open_round(tournament)
    (a, b), (c, _d) = (table.people for table in rounds.planned_tables(playing)[:2])
    asked = {"table": 1, "A": a, "B": c}
    page = director.get(f"/t/{tournament.slug}/rounds/1/as-played/", asked)
    factories.enter(factories.meeting_at(playing, 1), [121, 84])
    answer = director.post(
        f"/t/{tournament.slug}/rounds/1/as-played/", asked | {"shown": page.context["shown"]}
    )
    assert rounds.planned_tables(playing)[0].people == (a, b)
    assert worded("as_played_lines_void", tables=[1]) in unescape(answer.content.decode())
    done = director.post(
        f"/t/{tournament.slug}/rounds/1/as-played/", asked | {"shown": answer.context["shown"]}
    )
    assert done.status_code == 302
    assert rounds.planned_tables(playing)[0].people == (a, c)


def test_reseating_is_offered_in_open_round_and_undone(director, client, tournament):
    seated = rounds.seat(stages.qualifying(tournament), 1, by=None)
    assert "as-played" not in page_of(director, f"/t/{tournament.slug}/rounds/1/")
    rounds.open_round(seated, by=None)
    (a, _b), (c, _d) = (table.people for table in rounds.planned_tables(seated)[:2])
    assert "as-played" in page_of(director, f"/t/{tournament.slug}/rounds/1/")
    assert "as-played/?table=1" in page_of(director, f"/t/{tournament.slug}/desk/?table=1")
    rounds.seat_as_played(seated, [PlannedTable(1, (("A", a), ("B", c)))], by=None)
    page = director.get(f"/t/{tournament.slug}/rounds/")
    assert "Seat game 1 as before" in unescape(page.content.decode())
    undo = {"act": page.context["undo"]["act"].version}
    undone = director.post(f"/t/{tournament.slug}/rounds/undo/", undo, follow=True)
    assert message_codes(undone) == ["undone_as_played"]
    assert worded("undone_as_played", round=1) in unescape(undone.content.decode())
    client.logout()
    assert client.get(f"/t/{tournament.slug}/rounds/1/as-played/").status_code in (302, 403)


def test_pages_take_same_queries_for_more_tables(client):
    taken = []
    for players in (4, 8):
        tournament = factories.tournament(players)
        playing = factories.open_round(tournament)
        one, other = enter_misdirected_result(playing)
        client.force_login(factories.organiser(tournament, f"director{players}"))
        client.get(f"/t/{tournament.slug}/rounds/")
        paths = ("desk/", f"rounds/1/as-played/?table=1&A={one}&B={other}")
        for path in paths:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(f"/t/{tournament.slug}/{path}").status_code == 200
            taken.append(len(captured))
    assert taken[:2] == taken[2:]
    assert max(taken) < 30


def test_reseating_by_keyboard_in_browser(at):
    tournament = factories.tournament(8)
    playing = factories.open_round(tournament)
    one, other = enter_misdirected_result(playing)
    names = dict(tournament.entries.values_list("number", "name"))
    page = at(tournament)("desk/")
    assert sound_at(page, *BOTH_SIZES) == []
    page.locator(".desk-dispute a.button.primary").press("Enter")
    expect(page).to_have_url(re.compile(r"/rounds/1/as-played/"))
    assert sound_at(page, *BOTH_SIZES) == []
    page.get_by_role("button", name="Seat them as they play").press("Enter")
    expect(page.get_by_role("heading", name="Table 1: entered before")).to_be_visible()
    assert sound_at(page, *BOTH_SIZES) == []
    page.locator("form[action*='as-played/repeat/'] button").press("Enter")
    expect(page.get_by_text(f"{names[one]} beats {names[other]} 121–84").first).to_be_visible()
    expect(page.locator("form[action*='as-played/repeat/']")).to_have_count(0)
    page.goto(page.url.split("desk/")[0] + "rounds/1/as-played/")
    page.get_by_label("At table").select_option("3")
    page.get_by_label("in seat A").select_option(label=f"{names[one]} (1 A)")
    page.get_by_label("in seat B").select_option(label=f"{names[other]} (1 B)")
    page.get_by_role("button", name="Show the consequences").press("Enter")
    expect(page.locator("[data-code=as_played_lines_void]")).to_contain_text("1")
    page.get_by_role("button", name="Another table too").press("Enter")
    expect(page.get_by_label("At table")).to_have_count(2)
    assert sound_at(page, *BOTH_SIZES) == []


def test_reseating_partners_by_keyboard_in_browser(at):
    tournament = factories.tournament(8)
    playing = factories.open_round(tournament)
    (a, b), (c, d) = (table.people for table in rounds.planned_tables(playing)[:2])
    names = dict(tournament.entries.values_list("number", "name"))
    page = at(tournament)("rounds/1/as-played/?table=1")
    expect(page.get_by_label("They play")).to_be_hidden()
    page.get_by_text("More than two at this table").press("Enter")
    page.get_by_label("They play").select_option(label="as partners")
    page.get_by_label("in seat B").select_option(str(c))
    page.get_by_label("in seat C").select_option(str(b))
    page.get_by_label("in seat D").select_option(str(d))
    assert sound_at(page, *BOTH_SIZES) == []
    page.get_by_role("button", name="Show the consequences").press("Enter")
    against = f"{names[a]} and {names[b]} against {names[c]} and {names[d]}"
    expect(page.get_by_text(against)).to_be_visible()
    assert sound_at(page, *BOTH_SIZES) == []
    page.get_by_role("button", name="Seat them as they play").press("Enter")
    expect(page.locator("#messages [data-code=as_played_done]")).to_be_visible()
    assert rounds.planned_tables(playing)[0].sides == ((a, b), (c, d))


@pytest.mark.parametrize(
    ("key", "people", "how"), [("cribbage-partners", 8, "partners"), ("gin-captain", 6, "captain")]
)
def test_page_preselects_partners_of_format(client, key, people, how):
    tournament = factories.tournament(people, key=key, rounds=3, forfeit={"present": 100, "absent": 0})
    client.force_login(factories.organiser(tournament))
    first, second = rounds.planned_tables(factories.open_round(tournament))
    address = f"/t/{tournament.slug}/rounds/1/as-played/"
    blank = client.get(address)
    assert (blank.context["places"][0].how, blank.context["many"]) == (how, True)
    came = dict(first.seats) | {"A": second.people[0]}
    plan = client.get(address, {"table": first.table} | came).context["plan"]
    assert {table.partners for table in plan.then.tables} == {first.partners}
    assert not [found for found in plan.findings if found.hard]
