"""The box that says what the day comes to, for what is typed so far; its buttons solve what it names."""

import doctest
import html
import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories, shown_by
from tests.web.setup.posting import posted
from tournaments import registration, rounds
from tournaments.games.cribbage.match_points import table_name
from tournaments.models import Tournament
from tournaments.pairing import feasibility as room
from tournaments.pairing.feasibility import FeasibilityRequest, feasibility
from tournaments.rounds import stages
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(client):
    """Post what is typed; the box and the page around it, as text."""
    client.force_login(factories.director())

    def ask(**typed):
        answer = client.post("/feasibility/", posted(**typed))
        assert answer.status_code == 200
        assert not Tournament.objects.exists()
        return answer.context["box"], html.unescape(answer.content.decode())

    return ask


def test_a_place_that_no_browser_would_send_is_no_fault(box):
    assert box(place="Saint-Hilaire " * 70)[0]["title"]


def ways(box):
    return [way["value"] for way in box["ways"]]


def fact(box, code):
    return next(fact["value"] for fact in box["facts"] if fact["code"] == code)


def sits_out(box):
    return fact(box, "sits_out").code


def problems(box):
    return [sentence.code for sentence in box["sentences"]]


def test_the_examples():
    assert doctest.testmod(room).failed == 0


def test_no_way_out_leads_past_midnight(box):
    typed = {"expected": "7", "tables": "4", "odd": "bye", "bye_credit": "60", "minutes": "30"}
    day, _page = box(rounds="40", **typed)
    assert {"past_midnight", "byes_unequal"} <= set(problems(day))
    offered = [int(value.partition("=")[2]) for value in ways(day) if value.startswith("rounds=")]
    assert offered
    for games in offered:
        now, _page = box(rounds=str(games), **typed)
        assert "past_midnight" not in problems(now), games


def test_the_day_as_it_is_shipped_fits(box):
    day, page = box()
    assert (day["state"], day["sentences"], day["ways"]) == ("ok", [], [])
    assert [fact(day, code) for code in ("games", "sits_out", "opponents", "tables")] == [
        *("15", "nobody", "15", "16"),
    ]
    assert fact(day, "again").code == "nobody"
    assert fact(day, "ends") == "3:00\N{NO-BREAK SPACE}pm"
    assert re.search(r"\b8\b\D+\b15\b", shown_by.page(page).one(".timetable").words)


def test_31_players_at_16_tables_with_a_house_player(box):
    day, _page = box(expected="31")
    assert day["state"] == "ok"
    assert sits_out(day) == "house"
    assert fact(day, "tables") == "16"


def test_who_meets_again_is_told_as_one_types(box):
    day, _page = box(expected="8", tables="4")
    assert (fact(day, "opponents"), fact(day, "again").code) == ("7", "everybody")
    assert fact(box(expected="32")[0], "again").code == "nobody"
    partners = {
        "format": "cribbage-partners",
        "movement": "individual_partners",
        "at_table": "4",
        "odd": "bye",
    }
    for players, code in (
        ("5", "everybody_more_than_twice"),
        ("20", "nobody"),
    ):
        day, _page = box(**partners, expected=players, bye_credit="0", rounds="8")
        assert fact(day, "again").code == code


def test_31_players_undecided(box):
    day, page = box(expected="31", odd="later")
    assert day["state"] == "impossible"
    assert ways(day) == ["odd=house", "odd=bye", "odd=three"]
    assert problems(day) == shown_by.codes(page, ".feasibility") == ["odd_undecided"]
    assert re.findall(r"\d+", day["sentences"][0]) == ["31", "15"]


def test_31_players_with_a_table_of_three(box):
    day, page = box(expected="31", odd="three", tables="15")
    assert (day["state"], day["sentences"]) == ("ok", [])
    assert fact(day, "games") == "15"
    assert sits_out(day) == "three"
    assert fact(day, "at_three") == "1 or 2 for each"
    assert fact(day, "tables") == "15"
    day, page = box(expected="31", odd="house", tables="15")
    assert ways(day) == ["tables=16", "odd=three", "expected=30"]
    assert all(way["note"] in page for way in day["ways"] if way["value"] == "odd=three" and way["note"])
    assert fact(box(expected="3", odd="three")[0], "at_three") == "15 for each"


def test_31_players_with_a_bye(box):
    day, page = box(expected="31", odd="bye")
    assert (day["state"], sits_out(day)) == ("impossible", "in_turn")
    assert "bye_credit_missing" in shown_by.codes(page, ".feasibility")
    day, _page = box(expected="31", odd="bye", bye_credit="60")
    assert (day["state"], fact(day, "games")) == ("warning", "14 or 15")
    assert ways(day) == ["odd=house", "odd=three"]


def test_13_players_are_offered_another_number_of_games(box):
    day, page = box(expected="13", odd="bye", bye_credit="0", tables="7")
    assert "rounds=13" in ways(day)
    (note,) = [way["note"] for way in day["ways"] if way["value"] == "rounds=13"]
    assert "12" in note and note in page


def test_15_players_sit_out_once_each_in_15_games(box):
    day, _page = box(expected="15", odd="bye", bye_credit="0")
    assert (fact(day, "games"), ways(day)) == ("14", [])


def test_too_few_tables(box):
    day, page = box(expected="31", tables="12")
    assert day["state"] == "impossible"
    assert ways(day) == ["tables=16", "expected=24"]
    assert problems(day)[0] == "too_few_tables" and day["sentences"][0] in page
    assert re.findall(r"\d+", day["sentences"][0]) == ["31", "16", "12"]


def test_every_button_of_an_impossible_day_makes_it_possible(box):
    """That some meet again has its own way out, fewer games, which brings no table in."""
    typed = {"expected": "13", "tables": "6", "odd": "house"}
    day, _page = box(**typed)
    assert problems(day) == ["too_few_tables", "rematches_certain"]
    assert ways(day) == ["tables=7", "odd=three", "expected=12"]
    for way in ways(day):
        field, _equals, value = way.partition("=")
        assert box(**typed | {field: value})[0]["state"] == "warning", way


def test_few_players_meet_again(box):
    day, page = box(expected="8")
    assert ways(day) == ["rounds=7"]
    assert "Each has 7 opponents only" in page
    assert "Each has 1 opponent only" in box(expected="2")[1]
    assert problems(box(expected="20")[0]) == ["rematches_likely"]
    assert problems(box(expected="24")[0]) == []


def test_a_day_that_never_ends(box):
    day, _page = box(minutes="60", start="13:00")
    assert (day["state"], ways(day)) == ("impossible", ["rounds=10"])
    assert box(minutes="40")[0]["state"] == "warning"


@pytest.mark.parametrize("typed", [{"expected": "trente"}, {"tables": ""}, {"start": "x"}, {"minutes": "0"}])
def test_it_waits_for_what_cannot_be_read_yet(box, typed):
    day, page = box(**typed)
    assert problems(day) == ["unread"]
    assert str(SetupForm().fields[next(iter(typed))].label) in page


def test_the_sentences_of_the_sections_come_along(box):
    _day, page = box(pegging="as_pegged", match_points="acc", dinner="0")
    assert 'id="told-rules" hx-swap-oob="true"' in page
    told = {one["id"]: one.words for one in shown_by.page(page).all("[hx-swap-oob]")}
    assert re.search(r"\b121\b\D+\b149\b", told["told-rules"])
    assert "20" in told["told-times"]
    with translation.override("en"):
        assert f"({table_name('acc')})" in page


def test_an_own_table_that_is_not_finished_breaks_nothing(box):
    assert box(match_points="own", own_win="")[0]["state"] == "ok"
    assert box(match_points="own", own_skunk="0")[0]["state"] == "ok"


def test_a_button_of_the_box_sets_its_field_without_javascript(client):
    client.force_login(factories.director())
    answer = client.post("/new/", posted(expected="31", odd="later", name="Crible") | {"way": "odd=house"})
    assert answer.status_code == 200
    assert not Tournament.objects.exists()
    form = answer.context["form"]
    assert (form["odd"].value(), form["name"].value(), answer.context["refused"]) == (
        "house",
        "Crible",
        False,
    )
    assert answer.context["box"]["state"] == "ok"


def test_once_the_day_runs_those_who_are_here_count(client):
    made = factories.tournament(7, odd="bye", bye_credit=0)
    client.force_login(factories.organiser(made))
    rounds.seat(stages.qualifying(made), 1, by=None)
    registration.add_entry(made, "Une de plus")
    form = SetupForm(tournament=made)
    answer = client.post(reverse("feasibility_of", args=[made.slug]), posted(form, expected="32"))
    assert fact(answer.context["box"], "here") == "7"


def test_the_sums_of_games_agree_for_every_field():
    for players in range(2, 60):
        for count in range(1, 20):
            for odd in ("house", "bye"):
                day = feasibility(FeasibilityRequest(players, tables=30, rounds=count, odd=odd, bye_credit=0))
                least, most = day.games_least, day.games_most
                played = day.sit_out_once_more * least + (players - day.sit_out_once_more) * most
                assert played == count * (players - day.sits_out)
                assert most - least == (day.sit_out_once_more > 0)


def test_equally_many_games_are_refused_with_the_choices_and_each_solves_it(box, client):
    typed = {"expected": "13", "rounds": "15", "odd": "bye", "bye_credit": "60", "equal_games": "on"}
    day, _page = box(**typed)
    assert (day["state"], problems(day)[0]) == ("impossible", "games_unequal")
    assert ways(day) == ["odd=house", "odd=three", "rounds=13", "equal_games="]
    for way in ways(day):
        field, _equals, value = way.partition("=")
        solved, _page = box(**typed | {field: value or None})
        assert "games_unequal" not in problems(solved)
    refused = client.post("/new/", posted(**typed))
    assert [one.code for one in refused.context["form"].errors.as_data()["__all__"]] == ["games_unequal"]
    assert not Tournament.objects.exists()
    client.post("/new/", posted(**typed | {"rounds": "13"}))
    assert stages.qualifying(Tournament.objects.get()).rules["equal_games"] is True


@pytest.mark.parametrize(("players", "tables"), [(7, 1), (11, 20), (8, 20)])
def test_a_bracket_alone_is_possible_with_any_number(box, players, tables):
    """Nobody is left over in a bracket: seeds have byes, and a match waits for a free table."""
    day, _page = box(format="cribbage-knock-out", expected=str(players), tables=str(tables), rounds="0")
    assert day["state"] == "ok"
    assert [fact["code"] for fact in day["facts"]] == ["tables"]
    assert fact(day, "tables") == str(players // 2)


@pytest.mark.parametrize(
    ("start", "rounds", "late"),
    [("09:00", "15", False), ("14:00", "15", True), ("19:00", "7", False), ("19:00", "13", True)],
)
def test_late_is_another_hour_for_an_evening(box, start, rounds, late):
    day, _page = box(start=start, rounds=rounds, dinner="0")
    assert ("late" in [one.code for one in day["sentences"]]) is late


def test_a_tournament_of_a_copy_without_tables_and_people_can_be_set_up(client):
    day = factories.tournament(0, tables=0)
    client.force_login(factories.organiser(day))
    assert client.get(f"/t/{day.slug}/setup/").status_code == 200
