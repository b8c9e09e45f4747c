"""The box about the feasibility of what is typed so far; its buttons solve the problems that it names."""

import doctest
import html
import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories, page_reader
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
    """Return a function that posts what is typed, and returns the box and the page around it, as text."""
    client.force_login(factories.director())

    def ask(**typed):
        answer = client.post("/feasibility/", posted(**typed))
        assert answer.status_code == 200
        assert not Tournament.objects.exists()
        return answer.context["box"], html.unescape(answer.content.decode())

    return ask


def test_overlong_place_causes_no_error(box):
    assert box(place="Saint-Hilaire " * 70)[0]["title"]


def way_values(box):
    return [way["value"] for way in box["ways"]]


def fact_value(box, code):
    return next(fact["value"] for fact in box["facts"] if fact["code"] == code)


def sits_out_code(box):
    return fact_value(box, "sits_out").code


def sentence_codes(box):
    return [sentence.code for sentence in box["sentences"]]


def test_doctests_of_room():
    assert doctest.testmod(room).failed == 0


def test_offered_round_counts_do_not_pass_midnight(box):
    typed = {"expected": "7", "tables": "4", "odd": "bye", "bye_credit": "60", "minutes": "30"}
    tournament, _page = box(rounds="40", **typed)
    assert {"past_midnight", "byes_unequal"} <= set(sentence_codes(tournament))
    offered = [
        int(value.partition("=")[2]) for value in way_values(tournament) if value.startswith("rounds=")
    ]
    assert offered
    for games in offered:
        now, _page = box(rounds=str(games), **typed)
        assert "past_midnight" not in sentence_codes(now), games


def test_default_set_up_is_feasible(box):
    tournament, page = box()
    assert (tournament["state"], tournament["sentences"], tournament["ways"]) == ("ok", [], [])
    assert [fact_value(tournament, code) for code in ("games", "sits_out", "opponents", "tables")] == [
        *("15", "nobody", "15", "16"),
    ]
    assert fact_value(tournament, "again").code == "nobody"
    assert fact_value(tournament, "ends") == "3:00\N{NO-BREAK SPACE}pm"
    assert re.search(r"\b8\b\D+\b15\b", page_reader.parse(page).one(".timetable").words)


def test_31_players_at_16_tables_with_a_house_player(box):
    tournament, _page = box(expected="31")
    assert tournament["state"] == "ok"
    assert sits_out_code(tournament) == "house"
    assert fact_value(tournament, "tables") == "16"


def test_rematches_are_shown_while_typing(box):
    tournament, _page = box(expected="8", tables="4")
    assert (fact_value(tournament, "opponents"), fact_value(tournament, "again").code) == ("7", "everybody")
    assert fact_value(box(expected="32")[0], "again").code == "nobody"
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
        tournament, _page = box(**partners, expected=players, bye_credit="0", rounds="8")
        assert fact_value(tournament, "again").code == code


def test_31_players_without_a_decision_are_impossible(box):
    tournament, page = box(expected="31", odd="later")
    assert tournament["state"] == "impossible"
    assert way_values(tournament) == ["odd=house", "odd=bye", "odd=three"]
    assert sentence_codes(tournament) == page_reader.codes(page, ".feasibility") == ["odd_undecided"]
    assert re.findall(r"\d+", tournament["sentences"][0]) == ["31", "15"]


def test_31_players_with_a_table_of_three(box):
    tournament, page = box(expected="31", odd="three", tables="15")
    assert (tournament["state"], tournament["sentences"]) == ("ok", [])
    assert fact_value(tournament, "games") == "15"
    assert sits_out_code(tournament) == "three"
    assert fact_value(tournament, "at_three") == "1 or 2 for each"
    assert fact_value(tournament, "tables") == "15"
    tournament, page = box(expected="31", odd="house", tables="15")
    assert way_values(tournament) == ["tables=16", "odd=three", "expected=30"]
    assert all(
        way["note"] in page for way in tournament["ways"] if way["value"] == "odd=three" and way["note"]
    )
    assert fact_value(box(expected="3", odd="three")[0], "at_three") == "15 for each"


def test_31_players_with_a_bye(box):
    tournament, page = box(expected="31", odd="bye")
    assert (tournament["state"], sits_out_code(tournament)) == ("impossible", "in_turn")
    assert "bye_credit_missing" in page_reader.codes(page, ".feasibility")
    tournament, _page = box(expected="31", odd="bye", bye_credit="60")
    assert (tournament["state"], fact_value(tournament, "games")) == ("warning", "14 or 15")
    assert way_values(tournament) == ["odd=house", "odd=three"]


def test_13_players_are_offered_another_number_of_games(box):
    tournament, page = box(expected="13", odd="bye", bye_credit="0", tables="7")
    assert "rounds=13" in way_values(tournament)
    (note,) = [way["note"] for way in tournament["ways"] if way["value"] == "rounds=13"]
    assert "12" in note and note in page


def test_15_players_sit_out_once_each_in_15_rounds(box):
    tournament, _page = box(expected="15", odd="bye", bye_credit="0")
    assert (fact_value(tournament, "games"), way_values(tournament)) == ("14", [])


def test_too_few_tables_are_impossible(box):
    tournament, page = box(expected="31", tables="12")
    assert tournament["state"] == "impossible"
    assert way_values(tournament) == ["tables=16", "expected=24"]
    assert sentence_codes(tournament)[0] == "too_few_tables" and tournament["sentences"][0] in page
    assert re.findall(r"\d+", tournament["sentences"][0]) == ["31", "16", "12"]


def test_every_offered_change_makes_the_tournament_possible(box):
    """Rematches have a solution of their own, fewer games, which does not add a table."""
    typed = {"expected": "13", "tables": "6", "odd": "house"}
    tournament, _page = box(**typed)
    assert sentence_codes(tournament) == ["too_few_tables", "rematches_certain"]
    assert way_values(tournament) == ["tables=7", "odd=three", "expected=12"]
    for way in way_values(tournament):
        field, _equals, value = way.partition("=")
        assert box(**typed | {field: value})[0]["state"] == "warning", way


def test_few_players_get_a_rematch_warning(box):
    tournament, _page = box(expected="8")
    assert (way_values(tournament), sentence_codes(tournament)) == (["rounds=7"], ["rematches_certain"])
    assert sentence_codes(box(expected="2")[0]) == ["rematches_certain"]
    assert sentence_codes(box(expected="20")[0]) == ["rematches_likely"]
    assert sentence_codes(box(expected="24")[0]) == []


def test_tournament_past_midnight_is_impossible(box):
    tournament, _page = box(minutes="60", start="13:00")
    assert (tournament["state"], way_values(tournament)) == ("impossible", ["rounds=10"])
    assert box(minutes="40")[0]["state"] == "warning"


@pytest.mark.parametrize("typed", [{"expected": "trente"}, {"tables": ""}, {"start": "x"}, {"minutes": "0"}])
def test_unreadable_field_is_named_as_unread(box, typed):
    tournament, page = box(**typed)
    assert sentence_codes(tournament) == ["unread"]
    assert str(SetupForm().fields[next(iter(typed))].label) in page


def test_summaries_of_the_sections_are_updated_too(box):
    _day, page = box(pegging="as_pegged", match_points="acc", dinner="0")
    assert 'id="summary-rules" hx-swap-oob="true"' in page
    found = {one["id"]: one.words for one in page_reader.parse(page).all("[hx-swap-oob]")}
    assert re.search(r"\b121\b\D+\b149\b", found["summary-rules"])
    assert "20" in found["summary-times"]
    with translation.override("en"):
        assert f"({table_name('acc')})" in page


def test_unfinished_match_point_table_causes_no_error(box):
    assert box(match_points="own", own_win="")[0]["state"] == "ok"
    assert box(match_points="own", own_skunk="0")[0]["state"] == "ok"


def test_offered_change_works_without_javascript(client):
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


def test_running_tournament_counts_present_players(client):
    made = factories.tournament(7, odd="bye", bye_credit=0)
    client.force_login(factories.organiser(made))
    rounds.seat(stages.qualifying(made), 1, by=None)
    registration.add_entry(made, "Une de plus")
    form = SetupForm(tournament=made)
    answer = client.post(reverse("feasibility_of", args=[made.slug]), posted(form, expected="32"))
    assert fact_value(answer.context["box"], "here") == "7"


def test_game_counts_add_up_for_all_player_counts():
    for players in range(2, 60):
        for count in range(1, 20):
            for odd in ("house", "bye"):
                tournament = feasibility(
                    FeasibilityRequest(players, tables=30, rounds=count, odd=odd, bye_credit=0)
                )
                least, most = tournament.games_least, tournament.games_most
                played = (
                    tournament.sit_out_once_more * least + (players - tournament.sit_out_once_more) * most
                )
                assert played == count * (players - tournament.sits_out)
                assert most - least == (tournament.sit_out_once_more > 0)


def test_unequal_games_are_refused_and_each_choice_solves_it(box, client):
    typed = {"expected": "13", "rounds": "15", "odd": "bye", "bye_credit": "60", "equal_games": "on"}
    tournament, _page = box(**typed)
    assert (tournament["state"], sentence_codes(tournament)[0]) == ("impossible", "games_unequal")
    assert way_values(tournament) == ["odd=house", "odd=three", "rounds=13", "equal_games="]
    for way in way_values(tournament):
        field, _equals, value = way.partition("=")
        solved, _page = box(**typed | {field: value or None})
        assert "games_unequal" not in sentence_codes(solved)
    refused = client.post("/new/", posted(**typed))
    assert [one.code for one in refused.context["form"].errors.as_data()["__all__"]] == ["games_unequal"]
    assert not Tournament.objects.exists()
    client.post("/new/", posted(**typed | {"rounds": "13"}))
    assert stages.qualifying(Tournament.objects.get()).rules["equal_games"] is True


@pytest.mark.parametrize(("players", "tables"), [(7, 1), (11, 20), (8, 20)])
def test_knock_out_is_possible_with_any_number_of_players(box, players, tables):
    """No player is left over in a bracket: seeds have byes, and a match waits for a free table."""
    tournament, _page = box(
        format="cribbage-knock-out", expected=str(players), tables=str(tables), rounds="0"
    )
    assert tournament["state"] == "ok"
    assert [fact["code"] for fact in tournament["facts"]] == ["tables"]
    assert fact_value(tournament, "tables") == str(players // 2)


@pytest.mark.parametrize(
    ("start", "rounds", "late"),
    [("09:00", "15", False), ("14:00", "15", True), ("19:00", "7", False), ("19:00", "13", True)],
)
def test_late_warning_depends_on_the_start(box, start, rounds, late):
    tournament, _page = box(start=start, rounds=rounds, dinner="0")
    assert ("late" in [one.code for one in tournament["sentences"]]) is late


def test_tournament_without_tables_and_players_can_be_set_up(client):
    tournament = factories.tournament(0, tables=0)
    client.force_login(factories.organiser(tournament))
    assert client.get(f"/t/{tournament.slug}/setup/").status_code == 200
