"""What a role in one tournament does not give: nothing of its organisation, nothing that outlasts it."""

from datetime import timedelta

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests import factories
from tests.factories import signed_in
from tests.web.setup.posting import posted
from tournaments.accounts import staff
from tournaments.accounts.permissions import OF_AN_ORGANISATION, may
from tournaments.models import Organisation, Role, RoleInvitation, Tournament, User
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
SOON = timedelta(hours=20)


@pytest.fixture
def day() -> Tournament:
    return factories.tournament(4, by=factories.director("odile"))


def until_tomorrow(scope: Tournament | Organisation, name: str = "Zoé") -> User:
    """Somebody who directs `scope` for a while, and has set a password."""
    user = factories.helper(scope, Role.Kind.DIRECTOR, name)
    user.roles.update(until=timezone.now() + SOON)
    return user


@pytest.mark.parametrize("lasts", ["a while", "for good"])
@pytest.mark.parametrize("action", sorted(OF_AN_ORGANISATION))
def test_a_role_in_a_tournament_is_none_in_its_organisation(day, action, lasts):
    user = until_tomorrow(day) if lasts == "a while" else factories.organiser(day)
    for scope in (None, day, day.organisation):
        assert not may(user, action, scope)
        assert may(User.objects.get(username="odile"), action, scope)


@pytest.mark.parametrize("path", ["/example/", "/new/", "/restore/", "/restore/confirm/"])
def test_a_director_of_one_tournament_makes_no_other(day, path):
    browser = signed_in(until_tomorrow(day))
    file = {"file": copies.seal_copy(copies.pack(day))} if path == "/restore/" else posted()
    assert browser.post(path, file).status_code == 403
    assert list(Tournament.objects.all()) == [day]


@pytest.mark.parametrize("path", ["/example/", "/new/"])
def test_what_a_temporary_director_of_an_organisation_makes_ends_with_the_role(day, path):
    zoe = until_tomorrow(day.organisation)
    browser = signed_in(zoe)
    browser.post(path, posted())
    made = Tournament.objects.latest("pk")
    known = f"/t/{made.slug}/registration/known/?name=ecuyer"
    assert made != day and browser.get(known).status_code == 200
    zoe.roles.filter(organisation=day.organisation).delete()
    assert browser.get(known).status_code in (403, 404)  # the example is not there for others
    assert not User.objects.get(pk=zoe.pk).held


def test_a_copy_restored_by_a_temporary_director_ends_with_the_role(day):
    zoe = until_tomorrow(day.organisation)
    copy = copies.open_copy(copies.seal_copy(copies.pack(day)))
    restored = copies.restore(copy, by=zoe)
    assert restored.organisation == day.organisation
    assert not zoe.roles.filter(tournament=restored).exists()
    assert may(zoe, "set_up", restored)


def test_a_role_in_a_tournament_elsewhere_moves_it_nowhere(day):
    """Directing it is not enough to bring another life of it to an organisation of one's own."""
    stranger = factories.director("étrangère")
    Role.objects.create(user=stranger, tournament=day, role=Role.Kind.DIRECTOR)
    browser = signed_in(stranger)
    content = copies.seal_copy(copies.pack(day))
    shown = browser.post("/restore/", {"file": SimpleUploadedFile("day.cheville", content)})
    assert shown.context["compared"] is None
    assert browser.post("/restore/confirm/", {"seal": shown.context["seal"]}).status_code == 403
    assert Tournament.objects.get() == day


def test_an_invitation_lasts_no_longer_than_the_role_of_its_author(day):
    zoe = until_tomorrow(day)
    end = zoe.roles.get().until
    browser = signed_in(zoe)
    page = browser.get(f"/t/{day.slug}/people/")
    assert page.context["own_end"] == end
    fields = {"role": "director", "lasts": "for_good", "uses": "1", "name": ""}
    assert browser.post(f"/t/{day.slug}/people/invite/", fields).status_code == 200
    invited = RoleInvitation.objects.get()
    assert invited.role_until == end and invited.until <= end
    boss = User.objects.create_superuser("patronne")
    assert staff.invite(day, "desk", lasts="for_good", uses=1, by=boss).invitation.role_until is None


def test_invitations_that_are_open_end_with_the_role_of_their_author(day):
    zoe, odile = factories.organiser(day, "Zoé"), User.objects.get(username="odile")
    for by in (zoe, odile):
        staff.invite(day, "director", lasts="week", uses=5, by=by)
    staff.take_back(zoe.roles.get())
    assert [one.by for one in staff.open_invitations(day)] == [odile]


def test_who_may_still_invite_keeps_their_invitations(day):
    odile = User.objects.get(username="odile")
    narrow = Role.objects.create(user=odile, tournament=day, role=Role.Kind.DIRECTOR)
    staff.invite(day, "desk", lasts="week", uses=1, by=odile)
    staff.take_back(narrow)
    assert len(staff.open_invitations(day)) == 1


def test_a_role_that_has_ended_looks_nobody_up(day):
    zoe = until_tomorrow(day)
    with time_machine.travel(timezone.now() + 2 * SOON):
        browser = signed_in(zoe)
        assert browser.get(f"/t/{day.slug}/registration/known/?name=ecuyer").status_code == 403
