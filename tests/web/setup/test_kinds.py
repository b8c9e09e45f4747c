"""A set-up begins with the kind of tournament; the format says the rest, and the points have a suggestion."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories, shown_by
from tests.shown_by import faults
from tests.web.setup.posting import posted, refusals
from tournaments import formats
from tournaments.models import Season, Tournament
from tournaments.organisations import seasons
from tournaments.rounds import stages
from tournaments.web.setup import kinds
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.setup.forms.points import NAMES

pytestmark = pytest.mark.django_db
NEW = "/new/"
NONE = dict.fromkeys(NAMES, "")


@pytest.fixture
def lise(client):
    user = factories.director()
    client.force_login(user)
    return user


def cards(client, **asked) -> dict[str, bool]:
    page = shown_by.page(client.get(NEW, asked))
    return {ways(one)["kind"][0]: "aria-current" in one for one in page.all("button.kind")}


def ways(button) -> dict[str, list[str]]:
    """What a button of the form chooses."""
    return parse_qs(urlsplit(button["value"]).query)


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_each_kind_is_a_card_and_its_format_a_tournament(client, lise, kind):
    assert cards(client, kind=kind) == {key: key == kind for key in kinds.KINDS}
    form = client.get(NEW, {"kind": kind}).context["form"]
    data = posted(form, points_as="suggested", name="Chez L'Écuyer", **NONE)
    assert client.post(NEW, data).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert rules["format"] == kinds.KINDS[kind].format
    differs = kinds.KINDS[kind].differs
    assert {name: rules[name] for name in ("rounds", "tables") if name in differs} == {
        name: differs[name] for name in ("rounds", "tables") if name in differs
    }


@pytest.mark.parametrize("asked", [{}, {"format": "points-round-robin"}])
def test_another_game_has_no_lunch_of_its_own(client, lise, asked):
    form = client.get(NEW, {"kind": kinds.OTHER, **asked}).context["form"]
    points = {"missed": "0", "forfeit_present": "1", "forfeit_absent": "0"}
    answer = client.post(NEW, posted(form, name="Chez L'Écuyer", game_name="500", **points))
    assert answer.status_code == 302, refusals(answer)
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["start"], [pause["code"] for pause in rules["breaks"]]) == (12 * 60, ["welcome", "medals"])


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ({}, ["fadoq"]),
        ({"kind": "no such kind"}, ["fadoq"]),
        ({"format": "acc-swiss"}, ["acc"]),
        ({"format": "euchre-partners"}, ["other"]),
        ({"format": "cribbage-ladder"}, []),
        ({"format": "no such format"}, ["fadoq"]),
        ({"kind": "other", "format": "euchre-partners"}, ["other"]),
    ],
)
def test_the_card_of_a_format_is_marked(client, lise, asked, chosen):
    assert [key for key, is_chosen in cards(client, **asked).items() if is_chosen] == chosen


def test_another_game_is_one_tap_further(client, lise):
    page = shown_by.page(client.get(NEW, {"kind": "other"}))
    keys = [ways(one).get("format") for one in page.all("button[name=to]")]
    offered = {key[0] for key in keys if key}
    games = {formats.FORMATS[key].game for key in offered}
    assert games == {one.game for one in formats.FORMATS.values()} - {formats.FORMATS["fadoq-15"].game}


def test_what_was_typed_comes_along_in_the_address_where_a_field_accepts_it(client, lise):
    asked = {
        "kind": "club",
        "name": "Chez L'Écuyer <b>",
        "date": "2027-02-30",
        "expected": "31",
        "tables": "x",
    }
    form = client.get(NEW, asked).context["form"]
    assert [form[name].value() for name in ("name", "expected")] == [asked["name"], 31]
    fresh = client.get(NEW, {"kind": "club"}).context["form"]
    for name in ("date", "tables"):
        assert form[name].value() == fresh[name].value()


def test_another_kind_keeps_what_was_typed_without_a_script(client, lise):
    begun = client.get(NEW, {"kind": "club"}).context["form"]
    (league,) = [
        one for one in shown_by.page(client.get(NEW)).all("button.kind") if ways(one)["kind"] == ["league"]
    ]
    typed = posted(begun, name="Chez L'Écuyer & <fils>", place="Salle 2", tables="12", to=league["value"])
    answer = client.post(f"{NEW}?kind=club", typed)
    shown = client.get(answer.url).context["form"]
    assert [shown[name].value() for name in ("name", "place", "tables")] == [typed["name"], "Salle 2", 12]
    carried = parse_qs(urlsplit(answer.url).query)
    assert carried["kind"] == ["league"] and "expected" not in carried, "that number is the format’s"
    back = client.post(answer.url, typed | {"to": "?kind=fadoq"})
    assert parse_qs(urlsplit(back.url).query)["tables"] == ["12"]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "to", ["https://evil.example/", "//evil.example?kind=club", "?next=//evil&uid=1", ""]
)
def test_a_choice_leads_nowhere_else(client, lise, to):
    answer = client.post(NEW, {"to": to, "name": "x"})
    assert urlsplit(answer.url)[:3] == ("", "", NEW)
    assert parse_qs(urlsplit(answer.url).query).keys() <= {"kind", "name"}


def test_a_tournament_that_exists_shows_its_format_and_asks_for_no_kind(client, lise):
    day = factories.tournament(4, by=lise)
    page = shown_by.page(client.get(reverse("setup", args=[day.slug])))
    assert not page.all("button.kind") and not page.all("[name=format]")
    assert formats.FORMATS["fadoq-15"].name in page.words
    assert not page.all("[name=points_as]")


def test_like_an_earlier_one_with_another_format(client, lise):
    day = factories.tournament(4, by=lise)
    form = client.get(NEW, {"like": day.slug, "format": "acc-swiss"}).context["form"]
    assert [form[name].value() for name in ("format", "rounds")] == ["acc-swiss", 12]
    page = shown_by.page(client.get(NEW, {"like": day.slug}))
    assert not page.all("button.kind")
    (way,) = page.all("button[name=to]")
    sent = client.post(f"{NEW}?like={day.slug}", {"to": way["value"]})
    assert sent.url == f"{reverse('formats')}?like={day.slug}"


# The points of games that are not played


@pytest.mark.parametrize("key", formats.FORMATS)
def test_every_format_has_a_suggestion_that_its_own_checks_accept(key):
    form = SetupForm(key=key)
    more = {"game_name": "Jeu"} if formats.FORMATS[key].game == "points" else {}
    own = {"bye_credit": "0", "least": "0", "most": "99"} | more
    typed = SetupForm(posted(form, points_as="suggested", format=key, **NONE, **own))
    assert typed.is_valid(), refused(typed)
    rules = typed.rules()
    assert rules["missed"] == 0
    present, absent = rules["forfeit"]["present"], rules["forfeit"]["absent"]
    assert present != absent, "a forfeit has a winner"


def refused(form: SetupForm) -> dict[str, object]:
    return {field.name: field.errors for field in form.refused()}


@pytest.mark.parametrize(
    ("typed", "forfeit"),
    [
        ({}, (121, 0)),
        ({"game_to": "61"}, (61, 0)),
        ({"rank_by": "match_points", "match_points": "acc"}, (121, 91)),
        ({"format": "acc-swiss", "rounds": "12"}, (121, 91)),
        ({"format": "gin-swiss", "rounds": "7", "gin_target": "150", "dinner": "0"}, (150, 0)),
        ({"format": "euchre-partners", "rounds": "8"}, (8, 0)),
    ],
)
def test_the_suggestion_follows_the_rules_that_are_typed(client, lise, typed, forfeit):
    answer = client.post(NEW, posted(points_as="suggested", **NONE, **typed))
    assert answer.status_code == 302, refusals(answer)
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["forfeit"]["present"], rules["forfeit"]["absent"]) == forfeit


def test_a_choice_is_asked_where_nothing_is_chosen_and_nothing_typed(client, lise):
    answer = client.post(NEW, posted(**NONE))
    assert faults(answer.context["form"])["points_as"] == ["required"]
    assert list(refusals(answer)) == ["points_as"]
    choice = shown_by.page(answer).one("#id_points_as")
    assert {one["value"]: "required" in one for one in choice.all("[name=points_as]")} == {
        "suggested": True,
        "own": True,
    }
    assert shown_by.page(answer).one(".refusals").one("a")["href"] == "#id_points_as"
    assert choice.all(f"#{choice['aria-describedby']}")
    assert not Tournament.objects.exists()


def test_other_points_are_asked_number_by_number(client, lise):
    answer = client.post(NEW, posted(points_as="own", **NONE))
    assert set(refusals(answer)) == set(NAMES)
    made = client.post(NEW, posted(points_as="own", missed="60", forfeit_present="100", forfeit_absent="1"))
    assert made.status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["missed"], rules["forfeit"]) == (60, {"present": 100, "absent": 1})


def test_the_suggestion_is_not_mixed_with_numbers_left_in_fields_out_of_sight(client, lise):
    wrong = posted(points_as="suggested", missed="many", forfeit_present="1", forfeit_absent="150")
    assert client.post(NEW, wrong).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["missed"], rules["forfeit"]) == (0, {"present": 121, "absent": 0})


# Seasons


def test_an_evening_of_a_season_counts_for_it(client, lise):
    club = lise.roles.get().organisation
    season = Season.objects.create(organisation=club, name="Saison L'Écuyer", slug="saison")
    page = shown_by.page(client.get(NEW, {"kind": "league"}))
    (way,) = [one["value"] for one in page.all("button[name=to]") if f"season={season.uid}" in one["value"]]
    chosen = shown_by.page(client.get(NEW + way))
    assert chosen.one("[name=season]")["value"] == str(season.uid)
    assert client.post(NEW + way, posted(season=str(season.uid))).status_code == 302
    assert seasons.evenings_of(season) == [Tournament.objects.get()]


def test_a_season_that_is_full_leaves_no_tournament_behind(client, lise, monkeypatch):
    club = lise.roles.get().organisation
    season = Season.objects.create(organisation=club, name="Pleine", slug="pleine")
    monkeypatch.setattr(seasons, "MAX_EVENINGS", 0)
    answer = client.post(NEW, posted(season=str(season.uid)))
    assert faults(answer.context["form"])["__all__"] == ["season_full"]
    assert shown_by.page(answer).one("[name=season]")["value"] == str(season.uid)
    assert not Tournament.objects.exists()


def test_a_season_of_others_is_neither_shown_nor_joined(client, lise):
    other = factories.director("odile").roles.get().organisation
    season = Season.objects.create(organisation=other, name="À elles", slug="leur")
    page = shown_by.page(client.get(NEW, {"kind": "league", "season": season.uid}))
    assert not page.all("[name=season]") and "À elles" not in page.words
    assert client.post(NEW, posted(season=str(season.uid))).status_code == 302
    assert not seasons.evenings_of(season)


def test_as_many_queries_for_three_seasons_as_for_one(client, lise):
    club = lise.roles.get().organisation

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(NEW, {"kind": "league"})
        return len(seen)

    Season.objects.create(organisation=club, name="1", slug="1")
    one = queries()
    for name in ("2", "3"):
        Season.objects.create(organisation=club, name=name, slug=name)
    assert queries() == one
