"""A tournament is made on one page, and what only the organiser can decide is asked, never assumed."""

import html
from datetime import date

import pytest
import time_machine
from django.urls import reverse

from scoring.cribbage import game as cribbage
from tests import factories
from tests.page_reader import codes, faults
from tests.web.setup.posting import posted, refusals
from tournaments.accounts.permissions import may
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db
NEW_PATH = "/new/"


@pytest.fixture
def lise(client):
    user = factories.director()
    client.force_login(user)
    return user


def create(client, **typed):
    answer = client.post(NEW_PATH, posted(**typed))
    assert answer.status_code == 302, refusals(answer)
    return Tournament.objects.latest("pk")


def post_refused(client, **typed):
    answer = client.post(NEW_PATH, posted(**typed))
    assert answer.status_code == 200
    assert not Tournament.objects.exists()
    return answer


def test_tournament_is_created_from_the_essential_fields(client, lise):
    made = create(client, name="Journée de crible", place="Salle L'Érablière", expected="30", tables="15")
    rules = made.stages.get().rules
    assert (made.name, made.place, made.paper, made.settings["expected"]) == (
        "Journée de crible",
        "Salle L'Érablière",
        "letter",
        30,
    )
    assert (rules["format"], rules["rounds"], rules["tables"], rules["odd"]) == ("fadoq-15", 15, 15, "house")
    assert (rules["missed"], rules["forfeit"]) == (60, {"present": 121, "absent": 0})
    assert (rules["pegging"], rules["from_116"], rules["muggins"]) == ("exact", True, False)
    assert made.places.count() == 15
    assert may(lise, "set_up", made) and not Role.objects.filter(tournament=made).exists()


def test_empty_form_is_refused_field_by_field(client, lise):
    answer = client.post(NEW_PATH, {})
    assert {"name", "date", "expected", "points_as"} <= {
        field.name for field in answer.context["form"].refused()
    }


def test_created_tournament_leads_to_registration(client, lise):
    answer = client.post(NEW_PATH, posted())
    assert answer["Location"] == reverse("registration", args=[Tournament.objects.get().slug])


def test_form_sent_twice_creates_one_tournament(client, lise):
    data = posted()
    first, second = client.post(NEW_PATH, data), client.post(NEW_PATH, data)
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 1


def test_form_sent_by_another_user_creates_another_tournament(client, lise):
    data = posted()
    first = client.post(NEW_PATH, data)
    client.force_login(factories.director("odile"))
    assert client.post(NEW_PATH, data)["Location"] != first["Location"]
    assert Tournament.objects.count() == 2


def test_tournaments_of_same_name_and_date_get_different_slugs(client, lise):
    slugs = {create(client, name="Crible", date="2026-11-21").slug for _turn in range(2)}
    assert slugs == {"crible-2026", "crible-2026-2"}


@pytest.mark.parametrize("missing", ["missed", "forfeit_present", "forfeit_absent"])
def test_declared_points_are_required(client, lise, missing):
    form = post_refused(client, **{missing: ""}).context["form"]
    assert faults(form)[missing] == ["required"]


def test_a_bye_needs_its_credit(client, lise):
    assert "bye_credit" in post_refused(client, odd="bye").context["form"].errors
    rules = create(client, odd="bye", bye_credit="0").stages.get().rules
    assert (rules["odd"], rules["bye_credit"]) == ("bye", 0)


BYE_FORMATS = {
    "gin-three": {"dinner": "0"},
    "cribbage-three-pairs": {"dinner": "0"},
    "gin-teams": {"dinner": "0", "a_side": "2"},
}


@pytest.mark.parametrize(
    ("format", "full", "more"), [*zip(BYE_FORMATS, (9, 12, 4), (10, 13, 5), strict=True)]
)
def test_credit_is_not_needed_if_no_bye_can_occur(client, lise, format, full, more):
    """Where a format has no other way for an odd field, the question is out of sight."""
    tournament = {**BYE_FORMATS[format], "format": format, "rounds": "3", "tables": "20"}
    assert "bye_credit" in post_refused(client, **tournament, expected=str(more)).context["form"].errors
    wrong = post_refused(client, **tournament, expected=str(full), bye_credit="some")
    assert "bye_credit" in wrong.context["form"].errors
    rules = create(client, **tournament, expected=str(full), bye_credit="").stages.get().rules
    assert (rules["odd"], rules["bye_credit"]) == ("bye", None)


def test_a_house_player_needs_a_name_and_a_bye_does_not(client, lise):
    assert "house_name" in post_refused(client, house_name=" ").context["form"].errors
    assert create(client, house_name="Réal O'Brien").settings["house_name"] == "Réal O'Brien"
    create(client, odd="bye", bye_credit="60", house_name="")


def test_odd_number_can_be_decided_later(client, lise):
    assert create(client, odd="later", house_name="").stages.get().rules["odd"] is None


def test_table_of_three_needs_no_house_player(client, lise):
    made = create(client, odd="three", house_name="", expected="31", tables="15", several_losers="any")
    rules = made.stages.get().rules
    assert (rules["odd"], rules["several_losers"]) == ("three", "any")


@pytest.mark.parametrize(
    ("field", "typed", "expected"),
    [
        ("missed", "soixante", "“soixante” is not a whole number"),
        ("missed", "60.5", "“60.5” is not a whole number"),
        ("missed", "-1", "-1 is not possible: type a whole number from 0 to 149."),
        ("missed", "150", "150 is not possible: type a whole number from 0 to 149."),
        ("expected", "1", "1 is not possible: type a whole number from 2 to 2000."),
        ("name", "", "Give the tournament a name."),
        ("date", "samedi", "Enter the date as year-month-day"),
        ("start", "neuf heures", "Enter the time as hours and minutes"),
        ("dinner_after", "16", "after one of the games 1 to 15."),
    ],
)
def test_refused_value_stays_beside_its_error(client, lise, field, typed, expected):
    page = html.unescape(
        post_refused(client, **{field: typed, "place": "Salle du <b>bas</b>"}).content.decode()
    )
    assert expected in page
    assert f'value="{typed}"' in page or not typed
    assert 'value="Salle du <b>bas</b>"' in page


def test_a_section_with_an_error_is_open(client, lise):
    page = post_refused(client, minutes="1").content.decode()
    assert page.count('<details class="section" open>') == 1


def test_ranking_by_match_points_needs_a_table(client, lise):
    assert "match_points" in refusals(post_refused(client, rank_by="match_points"))
    rules = create(client, rank_by="match_points", match_points="acc").stages.get().rules
    assert (rules["rank_by"], rules["match_points"]) == ("match_points", "acc")


def own_table(**numbers):
    table = {"own_win": "1", "own_skunk": "2", "own_double": "3", "own_triple": "5", "own_lines": "91 61; 31"}
    return {"match_points": "own"} | table | numbers


def test_own_match_point_table_is_saved(client, lise):
    rules = create(client, **own_table()).stages.get().rules
    assert rules["match_points"] == {"name": "own", "points": [1, 2, 3, 5], "lines": [91, 61, 31]}


@pytest.mark.parametrize(
    ("numbers", "field"),
    [
        ({"own_win": "0"}, "own_win"),
        ({"own_skunk": "0"}, "own_skunk"),
        ({"own_lines": "31, 61"}, "own_lines"),
        ({"own_lines": "150"}, "own_lines"),
        ({"own_lines": "many"}, "own_lines"),
        ({"own_lines": "61, 31", "game_to": "61"}, "own_lines"),
        ({"own_triple": ""}, "own_triple"),
    ],
)
def test_impossible_match_point_table_is_refused(client, lise, numbers, field):
    assert list(refusals(post_refused(client, **own_table(**numbers)))) == [field]


@pytest.mark.parametrize(("typed", "lines"), [("46, 31", [46, 31]), ("", None)])
def test_own_skunk_lines_count_in_a_short_game(client, lise, typed, lines):
    rules = create(client, **own_table(own_lines=typed, game_to="61")).stages.get().rules
    assert rules["lines"] == lines
    assert cribbage.side_values(cribbage.played([61, 10]), rules)[0].skunk == len(lines or [])


def test_invalid_values_in_hidden_fields_are_ignored(client, lise):
    create(client, own_win="much", own_lines="?", bye_credit="some", dinner="0", dinner_after="99")


def test_break_without_minutes_is_left_out(client, lise):
    short = create(client, rounds="5", tables="16", expected="32").stages.get().rules["breaks"]
    assert [pause["code"] for pause in short] == ["welcome", "medals"]
    emptied = create(client, dinner_after="").stages.get().rules["breaks"]
    assert [pause["code"] for pause in emptied] == ["welcome", "medals"]
    assert not create(client, welcome="", dinner="", medals="").stages.get().rules["breaks"]
    breaks = create(client, welcome="0", dinner_after="8", dinner="45").stages.get().rules["breaks"]
    assert breaks == [
        {"after": 8, "minutes": 45, "code": "dinner"},
        {"after": 15, "minutes": 30, "code": "medals"},
    ]


def test_name_with_quotes_and_tags_is_escaped(client, lise):
    name = "L'Écuyer & \"O'Brien\" <b>gras</b>"
    made = create(client, name=name)
    assert made.name == name
    for address in (reverse("setup", args=[made.slug]), reverse("rules", args=[made.slug]), "/"):
        page = client.get(address).content.decode()
        assert "<b>gras" not in page
        assert html.escape(name).replace("&#x27;", "&#39;") in page.replace("&#x27;", "&#39;")


@pytest.mark.parametrize(
    ("today", "shown", "offered"),
    [
        (date(2026, 11, 18), date(2026, 11, 21), date(2026, 11, 18)),
        (date(2026, 11, 21), date(2026, 11, 21), date(2026, 11, 28)),
    ],
)
def test_next_saturday_is_preselected(client, lise, today, shown, offered):
    with time_machine.travel(f"{today} 15:00-05:00"):
        client.force_login(lise)
        page = client.get(NEW_PATH)
    assert page.context["form"]["date"].value() == shown
    assert page.context["other_day"] == offered


@pytest.mark.parametrize(("day", "warned"), [("2026-11-17", True), ("2026-11-18", False)])
def test_past_date_is_saved_with_a_warning(client, lise, day, warned):
    with time_machine.travel("2026-11-18 23:30-05:00"):
        client.force_login(lise)
        answer = client.post(NEW_PATH, posted(date=day), follow=True)
    assert ("date_is_past" in codes(answer), str(Tournament.objects.get().date)) == (warned, day)


def test_visitors_cannot_create_a_tournament(client):
    answer = client.get(NEW_PATH)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("login"))
