"""A role in one tournament gives no rights in its organisation, and none that outlast the role."""

from datetime import timedelta

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.factories import signed_in
from tests.web.setup.posting import posted
from tournaments.accounts import helpers
from tournaments.accounts.permissions import ORGANISATION_ACTIONS, may
from tournaments.models import Organisation, Role, RoleInvitation, Tournament, User
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
SOON = timedelta(hours=20)


@pytest.fixture
def tournament() -> Tournament:
    return factories.tournament(4, by=factories.director("odile"))


def temporary_director(scope: Tournament | Organisation, name: str = "Zoé") -> User:
    """Return a user who directs `scope` for a while, and who has set a password."""
    user = factories.helper(scope, Role.Kind.DIRECTOR, name)
    user.roles.update(until=timezone.now() + SOON)
    return user


@pytest.mark.parametrize("lasts", ["a while", "for good"])
@pytest.mark.parametrize("action", sorted(ORGANISATION_ACTIONS))
def test_tournament_role_gives_no_organisation_permission(tournament, action, lasts):
    user = temporary_director(tournament) if lasts == "a while" else factories.organiser(tournament)
    for scope in (None, tournament, tournament.organisation):
        assert not may(user, action, scope)
        assert may(User.objects.get(username="odile"), action, scope)


@pytest.mark.parametrize("path", ["/example/", "/new/", "/restore/", "/restore/confirm/"])
def test_tournament_director_cannot_create_tournaments(tournament, path):
    browser = signed_in(temporary_director(tournament))
    file = {"file": copies.seal_copy(copies.pack(tournament))} if path == "/restore/" else posted()
    assert browser.post(path, file).status_code == 403
    assert list(Tournament.objects.all()) == [tournament]


@pytest.mark.parametrize("path", ["/example/", "/new/"])
def test_created_tournament_gives_no_lasting_role(tournament, path):
    zoe = temporary_director(tournament.organisation)
    browser = signed_in(zoe)
    browser.post(path, posted())
    made = Tournament.objects.latest("pk")
    known = f"/t/{made.slug}/registration/known/?name=ecuyer"
    assert made != tournament and browser.get(known).status_code == 200
    zoe.roles.filter(organisation=tournament.organisation).delete()
    assert browser.get(known).status_code in (403, 404)  # 404 for the example, which others cannot see
    assert not User.objects.get(pk=zoe.pk).current_roles


def test_restored_copy_gives_no_lasting_role(tournament):
    zoe = temporary_director(tournament.organisation)
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    restored = copies.restore(copy, by=zoe)
    assert restored.organisation == tournament.organisation
    assert not zoe.roles.filter(tournament=restored).exists()
    assert may(zoe, "set_up", restored)


def test_director_cannot_restore_into_own_organisation(tournament):
    """A director of one tournament may not restore another life of it into an organisation of their own."""
    stranger = factories.director("étrangère")
    Role.objects.create(user=stranger, tournament=tournament, role=Role.Kind.DIRECTOR)
    browser = signed_in(stranger)
    content = copies.seal_copy(copies.pack(tournament))
    shown = browser.post("/restore/", {"file": SimpleUploadedFile("day.cheville", content)})
    assert shown.context["compared"] is None
    assert browser.post("/restore/confirm/", {"seal": shown.context["seal"]}).status_code == 403
    assert Tournament.objects.get() == tournament


def test_invitation_ends_with_the_role_of_its_author(tournament):
    zoe = temporary_director(tournament)
    end = zoe.roles.get().until
    browser = signed_in(zoe)
    page = browser.get(f"/t/{tournament.slug}/people/")
    assert page.context["own_end"] == end
    fields = {"role": "director", "lasts": "for_good", "uses": "1", "name": ""}
    assert browser.post(f"/t/{tournament.slug}/people/invite/", fields).status_code == 200
    invited = RoleInvitation.objects.get()
    assert invited.role_until == end and invited.until <= end
    boss = User.objects.create_superuser("patronne")
    assert helpers.invite(tournament, "desk", lasts="for_good", uses=1, by=boss).invitation.role_until is None


def test_removing_a_role_closes_its_open_invitations(tournament):
    zoe, odile = factories.organiser(tournament, "Zoé"), User.objects.get(username="odile")
    for by in (zoe, odile):
        helpers.invite(tournament, "director", lasts="week", uses=5, by=by)
    helpers.remove_role(zoe.roles.get())
    assert [one.by for one in helpers.open_invitations(tournament)] == [odile]


@pytest.mark.parametrize("end", ["by the organiser", "by the guest"])
def test_last_session_of_a_guest_closes_their_open_invitations(tournament, end):
    odile = User.objects.get(username="odile")
    browser = Client()
    invited = helpers.invite(tournament, "director", lasts="today", uses=1, by=odile)
    browser.post(f"/join/{invited.token}/", {"name": "Zoé"})
    zoe = User.objects.get(first_name="Zoé")
    for by in (zoe, odile):
        helpers.invite(tournament, "director", lasts="today", uses=5, by=by)
    if end == "by the guest":
        browser.post("/sign-out/")
    else:
        signed_in(odile).post(f"/t/{tournament.slug}/people/sessions/{zoe.sign_ins.get().pk}/end/")
    assert not zoe.roles.exists()
    assert [one.by for one in helpers.open_invitations(tournament)] == [odile]


def test_invitations_stay_open_if_author_may_still_invite(tournament):
    odile = User.objects.get(username="odile")
    narrow = Role.objects.create(user=odile, tournament=tournament, role=Role.Kind.DIRECTOR)
    helpers.invite(tournament, "desk", lasts="week", uses=1, by=odile)
    helpers.remove_role(narrow)
    assert len(helpers.open_invitations(tournament)) == 1


def test_expired_role_cannot_look_up_players(tournament):
    zoe = temporary_director(tournament)
    with time_machine.travel(timezone.now() + 2 * SOON):
        browser = signed_in(zoe)
        assert browser.get(f"/t/{tournament.slug}/registration/known/?name=ecuyer").status_code == 403
