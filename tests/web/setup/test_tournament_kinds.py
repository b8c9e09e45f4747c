"""Set-up begins with the kind of tournament; the format sets the rest, and points have a suggestion."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories, page_reader
from tests.page_reader import faults
from tests.web.setup.posting import posted, refusals
from tournaments import formats
from tournaments.models import Season, Tournament
from tournaments.organisations import seasons
from tournaments.rounds import stages
from tournaments.web.setup import kinds
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.setup.forms.points import NAMES

pytestmark = pytest.mark.django_db
NEW_PATH = "/new/"
EMPTY_FIELDS = dict.fromkeys(NAMES, "")


@pytest.fixture
def lise(client):
    user = factories.director()
    client.force_login(user)
    return user


def kind_cards(client, **asked) -> dict[str, bool]:
    page = page_reader.parse(client.get(NEW_PATH, asked))
    return {button_query(one)["kind"][0]: "aria-current" in one for one in page.all("button.kind")}


def button_query(button) -> dict[str, list[str]]:
    """Return the query of a button of the form."""
    return parse_qs(urlsplit(button["value"]).query)


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_each_kind_has_a_card_and_creates_its_format(client, lise, kind):
    assert kind_cards(client, kind=kind) == {key: key == kind for key in kinds.KINDS}
    form = client.get(NEW_PATH, {"kind": kind}).context["form"]
    data = posted(form, points_as="suggested", name="Chez L'Écuyer", **EMPTY_FIELDS)
    assert client.post(NEW_PATH, data).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert rules["format"] == kinds.KINDS[kind].format
    differs = kinds.KINDS[kind].differs
    assert {name: rules[name] for name in ("rounds", "tables") if name in differs} == {
        name: differs[name] for name in ("rounds", "tables") if name in differs
    }


@pytest.mark.parametrize("asked", [{}, {"format": "points-round-robin"}])
def test_other_game_starts_at_noon_without_dinner(client, lise, asked):
    form = client.get(NEW_PATH, {"kind": kinds.OTHER, **asked}).context["form"]
    points = {"missed": "0", "forfeit_present": "1", "forfeit_absent": "0"}
    answer = client.post(NEW_PATH, posted(form, name="Chez L'Écuyer", game_name="500", **points))
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
    assert [key for key, is_chosen in kind_cards(client, **asked).items() if is_chosen] == chosen


def test_other_kind_offers_all_other_games(client, lise):
    page = page_reader.parse(client.get(NEW_PATH, {"kind": "other"}))
    keys = [button_query(one).get("format") for one in page.all("button[name=to]")]
    offered = {key[0] for key in keys if key}
    games = {formats.FORMATS[key].game for key in offered}
    assert games == {one.game for one in formats.FORMATS.values()} - {formats.FORMATS["fadoq-15"].game}


def test_valid_values_are_taken_from_the_address(client, lise):
    asked = {
        "kind": "club",
        "name": "Chez L'Écuyer <b>",
        "date": "2027-02-30",
        "expected": "31",
        "tables": "x",
    }
    form = client.get(NEW_PATH, asked).context["form"]
    assert [form[name].value() for name in ("name", "expected")] == [asked["name"], 31]
    fresh = client.get(NEW_PATH, {"kind": "club"}).context["form"]
    for name in ("date", "tables"):
        assert form[name].value() == fresh[name].value()


def test_changing_the_kind_keeps_typed_values(client, lise):
    begun = client.get(NEW_PATH, {"kind": "club"}).context["form"]
    (league,) = [
        one
        for one in page_reader.parse(client.get(NEW_PATH)).all("button.kind")
        if button_query(one)["kind"] == ["league"]
    ]
    typed = posted(begun, name="Chez L'Écuyer & <fils>", place="Salle 2", tables="12", to=league["value"])
    answer = client.post(f"{NEW_PATH}?kind=club", typed)
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
def test_kind_choice_cannot_redirect_elsewhere(client, lise, to):
    answer = client.post(NEW_PATH, {"to": to, "name": "x"})
    assert urlsplit(answer.url)[:3] == ("", "", NEW_PATH)
    assert parse_qs(urlsplit(answer.url).query).keys() <= {"kind", "name"}


def test_existing_tournament_shows_its_format_instead_of_kinds(client, lise):
    tournament = factories.tournament(4, by=lise)
    page = page_reader.parse(client.get(reverse("setup", args=[tournament.slug])))
    assert not page.all("button.kind") and not page.all("[name=format]")
    assert formats.FORMATS["fadoq-15"].name in page.words
    assert not page.all("[name=points_as]")


def test_earlier_tournament_can_be_reused_with_another_format(client, lise):
    tournament = factories.tournament(4, by=lise)
    form = client.get(NEW_PATH, {"like": tournament.slug, "format": "acc-swiss"}).context["form"]
    assert [form[name].value() for name in ("format", "rounds")] == ["acc-swiss", 12]
    page = page_reader.parse(client.get(NEW_PATH, {"like": tournament.slug}))
    assert not page.all("button.kind")
    (way,) = page.all("button[name=to]")
    sent = client.post(f"{NEW_PATH}?like={tournament.slug}", {"to": way["value"]})
    assert sent.url == f"{reverse('formats')}?like={tournament.slug}"


# The points of games that are not played


@pytest.mark.parametrize("key", formats.FORMATS)
def test_suggested_points_are_valid_for_every_format(key):
    form = SetupForm(key=key)
    more = {"game_name": "Jeu"} if formats.FORMATS[key].game == "points" else {}
    own = {"bye_credit": "0", "least": "0", "most": "99"} | more
    typed = SetupForm(posted(form, points_as="suggested", format=key, **EMPTY_FIELDS, **own))
    assert typed.is_valid(), refused_fields(typed)
    rules = typed.rules()
    assert rules["missed"] == 0
    present, absent = rules["forfeit"]["present"], rules["forfeit"]["absent"]
    assert present != absent, "a forfeit has a winner"


def refused_fields(form: SetupForm) -> dict[str, object]:
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
def test_suggested_points_follow_the_typed_rules(client, lise, typed, forfeit):
    answer = client.post(NEW_PATH, posted(points_as="suggested", **EMPTY_FIELDS, **typed))
    assert answer.status_code == 302, refusals(answer)
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["forfeit"]["present"], rules["forfeit"]["absent"]) == forfeit


def test_choice_of_points_is_required(client, lise):
    answer = client.post(NEW_PATH, posted(**EMPTY_FIELDS))
    assert faults(answer.context["form"])["points_as"] == ["required"]
    assert list(refusals(answer)) == ["points_as"]
    choice = page_reader.parse(answer).one("#id_points_as")
    assert {one["value"]: "required" in one for one in choice.all("[name=points_as]")} == {
        "suggested": True,
        "own": True,
    }
    assert page_reader.parse(answer).one(".refusals").one("a")["href"] == "#id_points_as"
    assert choice.all(f"#{choice['aria-describedby']}")
    assert not Tournament.objects.exists()


def test_own_points_are_required_one_by_one(client, lise):
    answer = client.post(NEW_PATH, posted(points_as="own", **EMPTY_FIELDS))
    assert set(refusals(answer)) == set(NAMES)
    made = client.post(
        NEW_PATH, posted(points_as="own", missed="60", forfeit_present="100", forfeit_absent="1")
    )
    assert made.status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["missed"], rules["forfeit"]) == (60, {"present": 100, "absent": 1})


def test_suggested_points_ignore_numbers_in_hidden_fields(client, lise):
    wrong = posted(points_as="suggested", missed="many", forfeit_present="1", forfeit_absent="150")
    assert client.post(NEW_PATH, wrong).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["missed"], rules["forfeit"]) == (0, {"present": 121, "absent": 0})


# Seasons


def test_tournament_created_for_a_season_is_added_to_it(client, lise):
    club = lise.roles.get().organisation
    season = Season.objects.create(organisation=club, name="Saison L'Écuyer", slug="saison")
    page = page_reader.parse(client.get(NEW_PATH, {"kind": "league"}))
    (way,) = [one["value"] for one in page.all("button[name=to]") if f"season={season.uid}" in one["value"]]
    chosen = page_reader.parse(client.get(NEW_PATH + way))
    assert chosen.one("[name=season]")["value"] == str(season.uid)
    assert client.post(NEW_PATH + way, posted(season=str(season.uid))).status_code == 302
    assert seasons.evenings_of(season) == [Tournament.objects.get()]


def test_full_season_refuses_the_tournament(client, lise, monkeypatch):
    club = lise.roles.get().organisation
    season = Season.objects.create(organisation=club, name="Pleine", slug="pleine")
    monkeypatch.setattr(seasons, "MAX_EVENINGS", 0)
    answer = client.post(NEW_PATH, posted(season=str(season.uid)))
    assert faults(answer.context["form"])["__all__"] == ["season_full"]
    assert page_reader.parse(answer).one("[name=season]")["value"] == str(season.uid)
    assert not Tournament.objects.exists()


def test_season_of_another_organisation_is_ignored(client, lise):
    other = factories.director("odile").roles.get().organisation
    season = Season.objects.create(organisation=other, name="À elles", slug="leur")
    page = page_reader.parse(client.get(NEW_PATH, {"kind": "league", "season": season.uid}))
    assert not page.all("[name=season]") and "À elles" not in page.words
    assert client.post(NEW_PATH, posted(season=str(season.uid))).status_code == 302
    assert not seasons.evenings_of(season)


def test_query_count_does_not_grow_with_seasons(client, lise):
    club = lise.roles.get().organisation

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(NEW_PATH, {"kind": "league"})
        return len(seen)

    Season.objects.create(organisation=club, name="1", slug="1")
    one = queries()
    for name in ("2", "3"):
        Season.objects.create(organisation=club, name=name, slug=name)
    assert queries() == one
