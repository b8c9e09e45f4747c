"""The box that says what the day comes to, for what is typed so far; its buttons solve what it names."""

import doctest
import html

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.setup.typed import posted
from tournaments import registration, rounds, stages
from tournaments.forms.setup import SetupForm
from tournaments.models import Tournament
from tournaments.publication.names import table_name
from tournaments.seating import feasibility as room
from tournaments.seating.feasibility import feasibility

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


def ways(box):
    return [way["value"] for way in box["ways"]]


def fact(box, label):
    return next(fact["value"] for fact in box["facts"] if fact["label"] == label)


def test_the_examples():
    assert doctest.testmod(room).failed == 0


def test_the_day_as_it_is_shipped_fits(box):
    day, page = box()
    assert (day["state"], day["sentences"], day["ways"]) == ("ok", [], [])
    assert [fact["value"] for fact in day["facts"]] == ["15", "nobody", "16", "3:00\N{NO-BREAK SPACE}p.m."]
    assert "Games 8 to 15" in page


def test_31_players_at_16_tables_with_a_house_player(box):
    day, _page = box(expected="31")
    assert day["state"] == "ok"
    assert fact(day, "Who sits out") == "nobody; a house player joins"
    assert fact(day, "Tables in use") == "16"


def test_31_players_undecided(box):
    day, page = box(expected="31", odd="later")
    assert day["state"] == "impossible"
    assert ways(day) == ["odd=house", "odd=bye", "odd=three"]
    assert "31 is an odd number: 15 games each cannot be had" in page


def test_31_players_with_a_table_of_three(box):
    day, page = box(expected="31", odd="three", tables="15")
    assert (day["state"], day["sentences"]) == ("ok", [])
    assert fact(day, "Games for each") == "15"
    assert fact(day, "Who sits out") == "nobody; three play at one table, in turn"
    assert fact(day, "Games at the table of three") == "1 or 2 for each"
    assert fact(day, "Tables in use") == "15"
    day, page = box(expected="31", odd="bye", bye_credit="60", tables="15")
    assert ways(day) == ["tables=16", "odd=three", "expected=30", "odd=house"]
    assert "One wins and two lose at that table" in page
    assert fact(box(expected="3", odd="three")[0], "Games at the table of three") == "15 for each"


def test_31_players_with_a_bye(box):
    day, page = box(expected="31", odd="bye")
    assert (day["state"], fact(day, "Who sits out")) == ("impossible", "one each game, in turn")
    assert "Declare how many points" in page
    day, _page = box(expected="31", odd="bye", bye_credit="60")
    assert (day["state"], fact(day, "Games for each")) == ("warning", "14 or 15")
    assert ways(day) == ["odd=house", "odd=three"]


def test_13_players_are_offered_another_number_of_games(box):
    day, page = box(expected="13", odd="bye", bye_credit="0", tables="7")
    assert "rounds=13" in ways(day)
    assert "Everybody sits out equally often and plays 12." in page


def test_15_players_sit_out_once_each_in_15_games(box):
    day, _page = box(expected="15", odd="bye", bye_credit="0")
    assert (fact(day, "Games for each"), ways(day)) == ("14", [])


def test_too_few_tables(box):
    day, page = box(expected="31", tables="12")
    assert day["state"] == "impossible"
    assert ways(day) == ["tables=16", "expected=24"]
    assert "31 players need 16 tables; there are 12." in page


def test_few_players_meet_again(box):
    day, page = box(expected="8")
    assert ways(day) == ["rounds=7"]
    assert "Each has 7 opponents only" in page
    assert "Each has 1 opponent only" in box(expected="2")[1]
    assert "some may meet twice" in box(expected="20")[1]
    assert "some may meet twice" not in box(expected="24")[1]


def test_a_day_that_never_ends(box):
    day, _page = box(minutes="60", start="13:00")
    assert (day["state"], ways(day)) == ("impossible", ["rounds=10"])
    assert box(minutes="40")[0]["state"] == "warning"


@pytest.mark.parametrize("typed", [{"expected": "trente"}, {"tables": ""}, {"start": "x"}, {"minutes": "0"}])
def test_it_waits_for_what_cannot_be_read_yet(box, typed):
    day, page = box(**typed)
    assert day["title"] == "Go on typing"
    assert str(SetupForm().fields[next(iter(typed))].label) in page


def test_the_sentences_of_the_sections_come_along(box):
    _day, page = box(pegging="as_pegged", match_points="acc", dinner="0")
    assert 'id="told-rules" hx-swap-oob="true"' in page
    assert "As pegged, 121 to 149" in page
    assert "20 minutes a game, no lunch." in page
    with translation.override("en"):
        assert f"match points are shown ({table_name('acc')})" in page


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
    assert fact(answer.context["box"], "Players here") == "7"


def test_the_sums_of_games_agree_for_every_field():
    for players in range(2, 60):
        for count in range(1, 20):
            for odd in ("house", "bye"):
                day = feasibility(players, tables=30, rounds=count, odd=odd, bye_credit=0)
                least, most = day.games_least, day.games_most
                played = day.sit_out_once_more * least + (players - day.sit_out_once_more) * most
                assert played == count * (players - day.sits_out)
                assert most - least == (day.sit_out_once_more > 0)
