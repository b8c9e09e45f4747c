"""Of two organisations on one server, neither sees names, players or tournaments of the other."""

from uuid import uuid4

import pytest
from django.utils import timezone

from tests import factories, page_reader
from tests.factories import signed_in
from tests.web.setup.posting import posted
from tests.web.tablets.device_clients import Tablet
from tournaments.accounts.permissions import may, organisations_of, tournaments_of
from tournaments.models import (
    Destination,
    Organisation,
    Player,
    Role,
    SeasonEvening,
    SentFile,
    Tournament,
    User,
)
from tournaments.organisations import erasure, seasons
from tournaments.rounds import stages
from tournaments.transfer import copies, removal

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise() -> User:
    return factories.director("lise")


@pytest.fixture
def gerard() -> User:
    return factories.director("gérard")


def test_known_players_and_clubs_are_limited_to_the_organisation(lise, gerard):
    theirs, mine = factories.tournament(8, by=gerard), factories.tournament(0, by=lise)
    assert theirs.organisation != mine.organisation
    browser = signed_in(lise)
    assert "Écuyer" not in browser.get(f"/t/{mine.slug}/registration/known/?name=ecuyer").content.decode()
    assert "Beloeil" not in browser.get(f"/t/{mine.slug}/registration/").content.decode()
    own = factories.tournament(0, by=gerard)
    known = signed_in(gerard).get(f"/t/{own.slug}/registration/known/?name=ecuyer").content.decode()
    assert "Écuyer" in known


def test_first_page_shows_only_own_tournaments(lise, gerard):
    theirs = factories.tournament(2, by=gerard)
    page = signed_in(lise).get("/").content.decode()
    assert theirs.slug not in page and gerard.roles.first().organisation.name not in page
    assert list(tournaments_of(lise)) == []
    assert list(tournaments_of(gerard)) == [theirs]


def test_visitor_sees_public_tournaments_of_all_organisations(client, lise, gerard):
    days = [factories.tournament(2, by=user) for user in (lise, gerard)]
    for tournament in days:
        assert client.get(f"/t/{tournament.slug}/").status_code == 200


def test_organisation_role_applies_to_new_tournaments(lise):
    club = lise.roles.get().organisation
    desk = factories.helper(club, Role.Kind.DESK, "aide")
    tournament = factories.tournament(2, by=lise)
    assert may(desk, "enter_results", tournament)
    assert not may(desk, "set_up", tournament)
    assert not may(desk, "manage_helpers", club)


def test_new_tournament_belongs_to_the_users_organisation(lise, gerard):
    signed_in(gerard).post("/new/", posted())
    assert Tournament.objects.get().organisation == gerard.roles.filter(tournament=None).get().organisation


def test_director_of_two_organisations_chooses_one(lise):
    second = Organisation.objects.create(name="Région L'Estrie")
    Role.objects.create(user=lise, organisation=second, role=Role.Kind.DIRECTOR)
    stranger = Organisation.objects.create(name="Ailleurs")
    browser = signed_in(lise)
    page = browser.get("/new/").content.decode()
    assert 'name="organisation"' in page and "Ailleurs" not in page
    browser.post("/new/", {**posted(), "organisation": second.slug})
    assert Tournament.objects.latest("pk").organisation == second
    browser.post("/new/", {**posted(), "organisation": stranger.slug})
    assert Tournament.objects.latest("pk").organisation not in (second, stranger)


@pytest.fixture
def region(lise) -> Organisation:
    """Return an organisation that is directed by the director of another one, which is older."""
    made = Organisation.objects.create(name="Région L'Estrie")
    Role.objects.create(user=lise, organisation=made, role=Role.Kind.DIRECTOR)
    return made


@pytest.mark.parametrize("people", ["", "&people=1"])
def test_next_evening_stays_in_the_organisation_of_the_earlier_one(lise, region, people):
    earlier = factories.tournament(4, by=lise, about={"organisation": region})
    season = seasons.make(region, {"name": "Hiver"})
    seasons.add(season, earlier)
    browser = signed_in(lise)
    form = page_reader.form_data(browser.get(f"/new/?like={earlier.slug}{people}"), None)
    assert form["organisation"] == region.slug
    assert browser.post("/new/", form).status_code == 302
    made = Tournament.objects.latest("pk")
    assert (made.organisation, made.entries.count()) == (region, 4 if people else 0)
    assert made in seasons.evenings_of(season)
    assert not Player.objects.exclude(organisation=region).exists()


def test_tournament_like_an_earlier_one_needs_no_choice_of_organisation(lise, region):
    earlier = factories.tournament(2, by=lise, about={"organisation": region})
    browser = signed_in(lise)
    form = page_reader.form_data(browser.get(f"/new/?like={earlier.slug}"), None)
    del form["organisation"]
    assert browser.post("/new/", form).status_code == 302
    assert Tournament.objects.latest("pk").organisation == region
    own = lise.roles.filter(tournament=None).order_by("pk").first().organisation
    again = form | {"uid": str(uuid4()), "organisation": own.slug}  # another one was chosen
    assert browser.post("/new/", again).status_code == 302
    assert Tournament.objects.latest("pk").organisation == own


def test_organisation_of_a_season_is_not_chosen_again(lise, region):
    season = seasons.make(region, {"name": "Hiver"})
    page = signed_in(lise).get(f"/new/?kind=league&season={season.uid}")
    assert not page_reader.parse(page).all("[name=organisation]")


def test_laptop_has_a_single_organisation():
    boss = User.objects.create_superuser("patronne")
    browser = signed_in(boss)
    assert 'name="organisation"' not in browser.get("/new/").content.decode()
    browser.post("/new/", posted())
    assert Organisation.objects.count() == 1
    assert Tournament.objects.get().organisation.slug == "cheville"
    assert 'name="organisation"' not in browser.get("/new/").content.decode()


def test_superuser_creates_and_director_renames_organisations(lise):
    boss = User.objects.create_superuser("patronne")
    browser = signed_in(boss)
    made = browser.post("/organisations/", {"name": "Club L'Écuyer"})
    assert made["Location"] == "/o/club-lecuyer/people/"
    assert browser.post("/organisations/", {"name": " "}).status_code == 422
    club = Organisation.objects.get(slug="club-lecuyer")
    assert signed_in(lise).post(f"/o/{club.slug}/rename/", {"name": "Volé"}).status_code == 404
    Role.objects.create(user=lise, organisation=club, role=Role.Kind.DIRECTOR)
    long = signed_in(User.objects.get(pk=lise.pk)).post(f"/o/{club.slug}/rename/", {"name": "É" * 500})
    assert (long.status_code, long.context["named"]["name"].value()) == (422, "É" * 500)
    assert long.context["of"].name == club.name
    signed_in(User.objects.get(pk=lise.pk)).post(f"/o/{club.slug}/rename/", {"name": "Club de L'Écuyer"})
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Club de L'Écuyer", "club-lecuyer")


def test_organisations_of_equal_name_get_distinct_slugs():
    slugs = [Organisation.objects.create(name="Club L'Écuyer").slug for _turn in range(3)]
    assert slugs == ["club-lecuyer", "club-lecuyer-2", "club-lecuyer-3"]
    assert Organisation.objects.create(name="☘").slug == "organisation"


def test_organisation_page_is_limited_to_its_directors(lise, gerard):
    club = lise.roles.get().organisation
    factories.helper(club, Role.Kind.DESK, "Zéphirin Saint-Hilaire")
    page = signed_in(lise).get(f"/o/{club.slug}/people/")
    assert "Zéphirin Saint-Hilaire" in page.content.decode()
    assert signed_in(gerard).get(f"/o/{club.slug}/people/").status_code == 404
    tournament = factories.tournament(2, by=lise)
    assert "Zéphirin Saint-Hilaire" in signed_in(lise).get(f"/t/{tournament.slug}/people/").content.decode()
    assert list(organisations_of(gerard, "create")) != [club]


def test_offline_code_of_another_organisation_is_refused(lise, gerard):
    theirs, mine = factories.tournament(4, by=gerard), factories.tournament(4, by=lise)
    meeting = factories.meeting_at(factories.open_round(theirs), 1)
    code = Tablet(theirs, 1).code_of(meeting, [121, 88])
    answer = signed_in(lise).post(
        f"/t/{mine.slug}/desk/carried/", {"codes": code}, headers={"accept": "application/json"}
    )
    assert [reply["kind"] for reply in answer.json()["answers"]] == ["refused"]
    assert not theirs.lines.exists()
    answer = signed_in(gerard).post(
        f"/t/{theirs.slug}/desk/carried/", {"codes": code}, headers={"accept": "application/json"}
    )
    assert [reply["kind"] for reply in answer.json()["answers"]] == ["ok"]


def test_unknown_copy_is_restored_into_own_organisation(lise, gerard):
    """A copy is restored into the user's own organisation, and no players are taken from the other one."""
    theirs = factories.tournament(4, by=gerard)
    copy = copies.open_copy(copies.seal_copy(copies.pack(theirs)))
    Tournament.objects.update(live=False)
    life = copies.restore(copy, by=lise)
    assert life.organisation == lise.roles.filter(tournament=None).get().organisation
    players = Player.objects.filter(memberships__entry__tournament=life)
    assert {player.organisation for player in players} == {life.organisation}
    assert Player.objects.filter(organisation=theirs.organisation).count() == 4
    once_more = copies.restore(copy, by=lise)
    assert Player.objects.filter(organisation=once_more.organisation).count() == 4
    again = copies.restore(copy, by=gerard)
    assert again.organisation == theirs.organisation
    assert Player.objects.filter(organisation=theirs.organisation).count() == 4
    assert stages.qualifying(again).rules == stages.qualifying(theirs).rules


@pytest.fixture
def claimed(lise, gerard) -> Tournament:
    """Return a tournament whose uid stands in a season of another organisation, as its file can say."""
    mine, theirs = factories.tournament(2, by=lise), factories.tournament(2, by=gerard)
    season = seasons.make(theirs.organisation, {"name": "Ailleurs", "public": True})
    for counted in (mine, theirs):
        SeasonEvening.objects.create(season=season, tournament_uid=counted.uid)
        SentFile.objects.create(
            destination=Destination.objects.create(organisation=counted.organisation, path="/"),
            tournament_uid=counted.uid,
            path="index.html",
        )
    Tournament.objects.update(date=timezone.localdate())
    return Tournament.objects.get(pk=mine.pk)


def test_season_of_another_organisation_does_not_hold_a_tournament(claimed):
    assert removal.obstacle(claimed) is None


def test_season_of_another_organisation_is_not_shown_with_a_tournament(client, claimed):
    Tournament.objects.exclude(pk=claimed.pk).update(visibility=Tournament.Visibility.DESK)
    assert client.get("/").context["seasons"] == []


def test_season_of_another_organisation_does_not_follow_a_tournament(lise, claimed):
    own = seasons.make(claimed.organisation, {"name": "Ici"})
    seasons.add(own, claimed)
    following = factories.tournament(2, by=lise)
    seasons.copy_seasons(following, claimed)
    assert [one.season for one in SeasonEvening.objects.filter(tournament_uid=following.uid)] == [own]


@pytest.mark.parametrize("mine", [True, False])
def test_erasure_publishes_no_tournament_of_another_organisation(claimed, mine):
    concerned = claimed if mine else Tournament.objects.exclude(pk=claimed.pk).get()
    player = concerned.organisation.players.first()
    assert erasure.erasure_effects(player).sent == [concerned]
