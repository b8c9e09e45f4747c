"""The pages of a league: the draw, its evenings, decisions, printing, and the public page."""

import io
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.league import NEITHER
from tests import factories, page_reader
from tests.organisations.leagues import evenings
from tests.papers.paper_text import words
from tests.previewed import post_and_confirm
from tests.web.setup.posting import posted
from tournaments.models import League, Player, Season, Tournament, User
from tournaments.organisations import leagues, seasons
from tournaments.organisations.leagues import Side
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise() -> User:
    return factories.director()


def club(of: User):
    return of.roles.get().organisation


def page_address(of: League, name: str, *more: str) -> str:
    return reverse(name, args=[of.season.organisation.slug, of.season.uid, *more])


def error_codes(form) -> set[str]:
    return {error.code for errors in form.errors.as_data().values() for error in errors}


def league_form_data(**changed):
    data = {
        "source": "",
        "typed": "Réal O'Brien; Sorel\nNoëlla L'Écuyer; Beloeil\nZéphirin Saint-Hilaire\n",
        "double": "yes",
        "per_evening": "2",
        "first": "2026-09-08",
        "every": "14",
        "counts": "points",
        "win": "3",
        "draw": "1",
        "loss": "0",
        "order": "difference",
        "format": "fadoq-15",
    }
    return data | changed


def test_league_pages_from_season_to_seated_evening(client, lise):
    client.force_login(lise)
    season = seasons.make(club(lise), {"name": "Ligue du mardi"})
    new = reverse("league_new", args=[season.organisation.slug, season.uid])
    assert client.get(new).status_code == 200
    made = client.post(new, league_form_data())
    league = League.objects.get()
    assert made.url == page_address(league, "league")
    assert (league.rules.win, league.rules.criteria[0], league.double) == (3, "difference", True)
    assert league.days == [date(2026, 9, 8) + timedelta(days=14 * at) for at in range(3)]
    assert client.get(new).url == made.url
    late = client.post(new, league_form_data(win="5"))  # the league was drawn in the meantime
    assert (late.status_code, error_codes(late.context["form"])) == (422, {"league_exists"})
    assert [late.context["form"][name].value() for name in ("win", "typed")] == [
        "5",
        league_form_data()["typed"],
    ]
    page = client.get(made.url)
    assert (page.context["next"].number, page.context["like"]) == (1, "")
    form = client.get(reverse("new_tournament") + f"?league={season.uid}&evening=1")
    assert form.context["form"].initial["date"] == league.days[0]
    given = posted(form.context["form"], league=str(season.uid), evening="1")
    done = client.post(reverse("new_tournament"), given)
    tournament = Tournament.objects.get()
    assert done.url == reverse("registration", args=[tournament.slug])
    assert tournament.entries.count() == 3 and tournament.organisation == season.organisation
    assert stages.qualifying(tournament).movement == "fixtures"
    assert client.get(reverse("rounds_seat", args=[tournament.slug])).context["seating"].faults == ()
    evenings.play(tournament, by=lise)
    now = client.get(made.url).context["now"]
    assert sum(row.all.played for row in now.rows) == 4
    again = client.get(
        reverse("new_tournament") + f"?league={season.uid}&evening=2&like={tournament.slug}&people=1"
    )
    assert again.context["form"].initial["date"] == league.days[1]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"typed": ""}, "league_nobody"),
        ({"typed": "Une seule"}, "league_sides"),
        ({"typed": "Zoé Roy\nZoé Roy"}, "league_side_twice"),
        ({"draw": "4"}, "order"),
        ({"source": "nowhere"}, "invalid_choice"),
        ({"first": "demain"}, "invalid"),
        ({"first": "9999-12-30"}, "invalid"),
        ({"typed": "Les Valets; Sorel; Anne Roy; Anne Roy\nLes Rois; Sorel; Luc; Jean"}, "member_twice"),
    ],
)
def test_invalid_league_form_is_refused_and_stays_typed(client, lise, changed, code):
    client.force_login(lise)
    season = seasons.make(club(lise), {"name": "Ligue"})
    answer = client.post(
        reverse("league_new", args=[season.organisation.slug, season.uid]), league_form_data(**changed)
    )
    form = answer.context["form"]
    assert answer.status_code == 422
    assert code in error_codes(form)
    assert form["win"].value() == "3" and not League.objects.exists()


def test_fixture_page_makes_and_undoes_decisions(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(4), of=club(lise))
    one = evenings.fixture(league, 1)
    page = page_address(league, "league_fixture", str(one.uid))
    assert client.get(page).status_code == 200
    client.post(page, {"what": "postpone", "reason": "Tempête"})
    assert evenings.shown_fixture(league, one).state == "open"
    client.post(page, {"what": "move", "evening": "3", "reason": ""})
    assert evenings.shown_fixture(league, one).evening == 3
    refused = client.post(page, {"what": "award", "to": "home", "reason": ""})
    assert refused.status_code == 422 and evenings.shown_fixture(league, one).state == "planned"
    client.post(page, {"what": "award", "to": "away", "reason": "Absence"})
    assert evenings.shown_fixture(league, one).game.won_by == "away"
    act = one.acts.last()
    client.post(page_address(league, "league_take_back"), {"act": act.pk})
    assert evenings.shown_fixture(league, one).evening == 3
    client.post(page_address(league, "league_take_back"), {"act": "99999999999999999999"})
    for reason in (" ", "Déménagement"):
        if reason.strip():
            post_and_confirm(client, page_address(league, "league_leave"), {"side": "1", "reason": reason})
        late = client.post(page_address(league, "league_leave"), {"side": "1", "reason": reason})
        code = "league_nothing_open" if reason.strip() else "league_award_reason"
        assert (late.status_code, late.context["refused"].code) == (422, code)
        assert page_reader.parse(late).one("#id_reason")["value"] == reason
        assert page_reader.parse(late).one("#id_side").one("option[selected]")["value"] == "1"
    assert sum(one.state == "awarded" for one in leagues.league_state(league).fixtures) == 3
    assert client.get(page).status_code == 200


def test_an_evening_of_another_league_is_not_offered(client, lise):
    client.force_login(lise)
    first = evenings.league(evenings.persons(4), of=club(lise))
    evenings.evening(first, 1, by=lise)
    other = evenings.league(
        evenings.persons(4), of=club(lise), season=seasons.make(club(lise), {"name": "Été"})
    )
    single = factories.tournament(by=lise, about={"organisation": club(lise)})
    assert client.get(page_address(other, "league")).context["others"] == [single]


def test_an_awarded_evening_needs_no_tournament(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(3), of=club(lise), evenings=3)
    factories.tournament(by=lise, about={"organisation": club(lise)})
    leagues.award(evenings.fixture(league, 1), NEITHER, reason="Tempête", by=lise)
    page = client.get(page_address(league, "league"))
    assert page.context["next"].number == 2
    assert [one.number for one in page.context["free"]] == [2, 3]


def test_dates_can_be_changed_and_an_evening_added(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(4), of=club(lise), evenings=3)
    page = page_address(league, "league_dates")
    given = {f"day_{at}": f"2026-10-0{at}" for at in (1, 2, 3)} | {"more": "2026-12-01"}
    assert client.get(page).status_code == 200
    assert client.post(page, given | {"day_2": ""}).status_code == 422
    assert client.post(page, given | {"day_3": "9999-12-31"}).status_code == 422
    client.post(page, given)
    league.refresh_from_db()
    assert league.dates == ["2026-10-01", "2026-10-02", "2026-10-03", "2026-12-01"]


def test_outdated_dates_page_gets_the_current_dates(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(4), of=club(lise), evenings=3)
    page = page_address(league, "league_dates")
    seen = client.get(page).context["form"]["seen"].value()
    given = {f"day_{at}": f"2026-10-0{at}" for at in (1, 2, 3)} | {"seen": seen}
    client.post(page, given | {"more": "2026-12-01"})
    late = client.post(page, given | {"day_1": "2026-09-30"})
    form = late.context["form"]
    assert (late.status_code, error_codes(form)) == (422, {"league_dates_changed"})
    league.refresh_from_db()
    assert league.dates[0] == "2026-10-01"
    again = {name: form[name].value() for name in form.fields if form[name].value()}
    assert again["day_1"] == "2026-09-30"
    client.post(page, again)
    league.refresh_from_db()
    assert league.dates == ["2026-09-30", "2026-10-02", "2026-10-03", "2026-12-01"]


def test_outdated_fixture_page_gets_the_latest_decision(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(4), of=club(lise))
    one = evenings.fixture(league, 1)
    page = page_address(league, "league_fixture", str(one.uid))
    seen = client.get(page).context["forms"]["move"]["seen"].value()
    client.post(page, {"what": "postpone", "reason": "", "seen": seen})
    late = client.post(page, {"what": "move", "evening": "3", "reason": "Grippe", "seen": seen})
    form = late.context["forms"]["move"]
    assert (late.status_code, error_codes(form)) == (422, {"league_decided_since"})
    assert (form["evening"].value(), evenings.shown_fixture(league, one).evening) == ("3", None)
    client.post(page, {"what": "move", **{name: form[name].value() for name in form.fields}})
    assert evenings.shown_fixture(league, one).evening == 3


def test_other_organisation_cannot_see_or_change_a_league(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    stranger = Client()
    stranger.force_login(factories.director("odile"))
    one = evenings.fixture(league, 1)
    assert stranger.get(page_address(league, "league")).status_code == 404
    assert (
        stranger.post(page_address(league, "league_fixture", str(one.uid)), {"what": "postpone"}).status_code
        == 404
    )
    mine = stranger.get("/").context["with_seasons"][0].slug
    other = reverse("league_fixture", args=[mine, league.season.uid, one.uid])
    assert stranger.post(other, {"what": "postpone", "reason": ""}).status_code == 404
    setup = stranger.get(reverse("new_tournament") + f"?league={league.season.uid}&evening=1")
    assert setup.context["evening"] is None
    assert not one.acts.exists()


def test_unnamed_team_follows_corrected_names_and_consent(client, lise, settings):
    settings.SHORT_NAMES = True
    pairs = [("Réal O'Brien", "Noella L'Écuyer"), ("Zéphirin Saint-Hilaire", "Anne Côté")]
    league = evenings.league([Side("", "Sorel", pair) for pair in pairs], of=club(lise), evenings=1)
    Player.objects.filter(name="Noella L'Écuyer").update(name="Noëlla L'Écuyer")
    Season.objects.update(public=True)
    found = client.get(reverse("season_followed", args=[league.season.uid])).context["now"].names
    assert not any(name in found[1] for name in ("Réal O'Brien", "Noella L'Écuyer", "Noëlla L'Écuyer"))
    assert "Noëlla L'Écuyer" in leagues.league_state(league).names[1]


def test_public_league_shortens_names_and_hides_reasons(client, lise, settings):
    settings.SHORT_NAMES = True
    league = evenings.league(evenings.persons(4), of=club(lise))
    leagues.postpone(evenings.fixture(league, 2), reason="Hospitalisée", by=lise)
    address = reverse("season_followed", args=[league.season.uid])
    calendar = reverse("season_calendar", args=[league.season.uid])
    assert (client.get(address).status_code, client.get(calendar).status_code) == (404, 404)
    Season.objects.update(public=True)
    text = client.get(address).content.decode()
    file = client.get(calendar).content.decode().replace("\r\n ", "")
    for name, _club in factories.names(4):
        assert name not in text and name not in file
    assert "Hospitalisée" not in text
    assert file.count("BEGIN:VEVENT") == len(league.dates)
    assert "DTSTART;VALUE=DATE:20260908" in file
    tournament = evenings.evening(league, 1, by=lise)
    Tournament.objects.update(visibility=Tournament.Visibility.LINK)
    evenings.play(tournament, by=lise)
    assert not any(row.all.played for row in client.get(address).context["now"].rows)
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    assert any(row.all.played for row in client.get(address).context["now"].rows)


def test_public_calendar_leaves_out_awarded_and_moved_fixtures(client, lise):
    league = evenings.league(evenings.persons(4), of=club(lise), evenings=5)
    for one in league.fixtures.filter(evening=1):
        leagues.award(one, NEITHER, reason="Tempête", by=lise)
    leagues.award(evenings.fixture(league, 2), NEITHER, reason="Tempête", by=lise)
    for one in league.fixtures.filter(evening=3):
        leagues.move(one, 5, by=lise)
    Season.objects.update(public=True)
    answer = client.get(reverse("season_calendar", args=[league.season.uid]))
    days = answer.content.decode().replace("\r\n ", "").split("BEGIN:VEVENT")[1:]
    dates = ["20260915", "20260929", "20261006"]  # the fourth was kept free, and still is
    assert [day.split("DTSTART;VALUE=DATE:")[1][:8] for day in days] == dates
    assert [day.count(" – ") for day in days] == [1, 0, 2]


def test_papers_and_workbook_agree_with_the_league_page(client, lise):
    client.force_login(lise)
    league = evenings.league(evenings.persons(5), of=club(lise))
    evenings.play(evenings.evening(league, 1, by=lise), by=lise)
    names = set(leagues.league_state(league).names.values())
    wall = words(client.get(page_address(league, "league_paper")).content)
    whole = words(client.get(page_address(league, "season_paper")).content)
    for name in names:
        assert name in wall and name in whole
    book = load_workbook(io.BytesIO(client.get(page_address(league, "season_workbook")).content))
    table, fixtures = book.worksheets
    assert {row[1].value for row in list(table.rows)[1:]} == names
    assert len(list(fixtures.rows)) == 1 + 10
