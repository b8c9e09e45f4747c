"""Helpers are invited by a link, join with a name, and are removed by a director."""

import html
import re
from datetime import datetime, time, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories, page_reader
from tests.moments import HALL
from tournaments.accounts import helpers
from tournaments.models import Role, RoleInvitation, SignIn, Tournament, User

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
PHONE_AGENT = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"


@pytest.fixture
def tournament() -> Tournament:
    return factories.tournament(4, by=factories.director("odile"))


@pytest.fixture
def odile(tournament) -> Client:
    browser = Client(headers=ENGLISH)
    browser.force_login(User.objects.get(username="odile"))
    return browser


def phone() -> Client:
    return Client(headers={**ENGLISH, "user-agent": PHONE_AGENT})


def invite(odile: Client, tournament: Tournament, role: str = "desk", **typed) -> str:
    """Send an invitation from the page, and return the token that the page shows."""
    fields = {"role": role, "lasts": "today", "uses": "1", "name": "", **typed}
    page = odile.post(f"/t/{tournament.slug}/people/invite/", fields)
    assert page.status_code == 200, page.context["form"].errors
    return re.search(r'class="helper-token">([^<]+)<', page.content.decode())[1]


def join(token: str, name: str = "Noëlla L'Écuyer", browser: Client | None = None):
    return (browser or phone()).post(f"/join/{token}/", {"name": name})


def test_helper_joins_by_link_and_name(odile, tournament):
    token, browser = invite(odile, tournament, "registration"), phone()
    page = browser.get(f"/join/{token}/").content.decode()
    (invited,) = page_reader.parse(page).all("[data-role]")
    assert invited["data-role"] == "registration" and "odile" in invited.words
    assert html.escape(tournament.name, quote=False) in page or html.escape(tournament.name) in page
    answer = join(token, browser=browser)
    assert answer["Location"] == f"/t/{tournament.slug}/check-in/"
    assert browser.get(answer["Location"]).status_code == 200
    assert browser.get(f"/t/{tournament.slug}/desk/write/").status_code == 403
    helper = User.objects.get(first_name="Noëlla L'Écuyer")
    assert not helper.has_usable_password()
    assert (helper.sign_ins.get().device, helper.sign_ins.get().invitation.role) == ("phone", "registration")
    assert helper.roles.get().until is not None


@pytest.mark.parametrize(
    ("role", "page"),
    [
        ("director", "rounds/"),
        ("desk", "desk/"),
        ("judge", "desk/"),
        ("registration", "check-in/"),
        ("viewer", "standings/"),
    ],
)
def test_each_role_lands_on_its_page(odile, tournament, role, page):
    browser = phone()
    answer = join(invite(odile, tournament, role), browser=browser)
    assert answer["Location"] == f"/t/{tournament.slug}/{page}"
    assert browser.get(answer["Location"]).status_code == 200


def test_only_the_hash_of_a_token_is_stored(odile, tournament):
    token = invite(odile, tournament)
    row = RoleInvitation.objects.get()
    kept = " ".join(str(value) for value in vars(row).values())
    assert token not in kept and token.replace("-", "") not in kept
    assert token not in odile.get(f"/t/{tournament.slug}/people/").content.decode()
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}", token)


def test_token_ignores_case_and_look_alikes(odile, tournament):
    token = invite(odile, tournament)
    for typed in (token.lower(), token.replace("-", " "), token.replace("0", "O").replace("1", "l")):
        answer = phone().get("/join/", {"code": typed}, follow=True)
        assert answer.status_code == 200 and "form" in answer.context


def test_invitation_has_the_chosen_number_of_uses(odile, tournament):
    token = invite(odile, tournament, uses="2")
    assert [join(token, name).status_code for name in ("Aline", "Benoît", "Carmen")] == [302, 302, 410]
    assert RoleInvitation.objects.get().used == 2


@time_machine.travel("2026-11-21 15:00-05:00")  # both invitations are for the same date
def test_rejoining_uses_no_further_place(odile, tournament):
    token, browser = invite(odile, tournament), phone()
    for answer in (
        join(token, browser=browser),
        browser.get(f"/join/{token}/"),
        join(token, browser=browser),
    ):
        assert answer["Location"] == f"/t/{tournament.slug}/desk/"  # scanning again leads to the same desk
    assert phone().get(f"/join/{token}/").status_code == 410
    several = invite(odile, tournament, uses="3")
    for _turn in range(3):
        assert join(several, browser=browser).status_code == 302
    assert RoleInvitation.objects.latest("pk").used == 0


def test_signed_in_user_gets_the_role_of_an_invitation(client, odile, tournament):
    gerard = factories.director("gérard")
    client.force_login(gerard)
    assert client.get(f"/t/{tournament.slug}/people/").status_code == 403
    join(invite(odile, tournament, "director"), browser=client)
    assert gerard.roles.filter(tournament=tournament, role="director").exists()
    assert client.get(f"/t/{tournament.slug}/people/").status_code == 200
    assert User.objects.filter(is_superuser=False).count() == 2


def test_joining_needs_a_valid_name(odile, tournament):
    token = invite(odile, tournament)
    assert join(token, "  ").status_code == 422
    assert join(token, "x" * 61).status_code == 422
    assert RoleInvitation.objects.get().used == 0


def test_invitation_expires(odile, tournament):
    token = invite(odile, tournament, lasts="for_good")
    row = RoleInvitation.objects.get()
    assert row.role_until is None
    assert timedelta(days=6) < row.until - timezone.now() <= timedelta(days=7)
    RoleInvitation.objects.update(until=timezone.now())
    assert join(token).status_code == 410


def test_temporary_role_expires(odile, tournament):
    browser = phone()
    join(invite(odile, tournament, lasts="today"), browser=browser)
    until = Role.objects.latest("pk").until
    assert timezone.localtime(until).hour == helpers.DAY_END_HOUR
    with time_machine.travel(until + timedelta(seconds=1)):
        assert browser.get(f"/t/{tournament.slug}/desk/").status_code == 403
        page = browser.get("/").content.decode()
        assert "data-role-ended" in page


@pytest.mark.parametrize("days", [0, 1, 5, 6, 30])
@pytest.mark.parametrize("hour", [4, 22])
def test_usual_role_lasts_until_the_tournament_is_over(odile, tournament, days, hour):
    """The guide invites helpers on the day before: they must still be let in on the day."""
    evening = datetime.combine(tournament.date, time(23), tzinfo=HALL)
    with time_machine.travel(evening.replace(hour=hour) - timedelta(days=days), tick=False):
        address = f"/t/{tournament.slug}/people/"
        form = page_reader.form_data(odile.get(address), f"{address}invite/")
        assert odile.post(f"{address}invite/", form).status_code == 200
    until = RoleInvitation.objects.get().role_until
    assert until is None or until > evening
    assert (until is not None and until < evening + timedelta(days=1)) == (days == 0)


def test_usual_role_in_an_organisation_ends_the_next_morning(odile, tournament):
    address = f"/o/{tournament.organisation.slug}/people/"
    assert page_reader.form_data(odile.get(address), f"{address}invite/")["lasts"] == "today"


def test_invitation_can_be_revoked(odile, tournament):
    token = invite(odile, tournament)
    page = odile.get(f"/t/{tournament.slug}/people/").content.decode()
    odile.post(re.search(r'action="(/t/[^"]+/revoke/)"', page)[1])
    assert join(token).status_code == 410
    assert "/revoke/" not in odile.get(f"/t/{tournament.slug}/people/").content.decode()


def test_ending_a_session_signs_the_helper_out(odile, tournament):
    browser = phone()
    join(invite(odile, tournament), browser=browser)
    page = odile.get(f"/t/{tournament.slug}/people/").content.decode()
    assert "phone, signed in" in page
    end = re.search(r'action="(/t/[^"]+/sessions/\d+/end/)"', page)[1]
    assert browser.get(f"/t/{tournament.slug}/desk/").status_code == 200
    odile.post(end)
    assert browser.get(f"/t/{tournament.slug}/desk/").headers["Location"].startswith("/sign-in/")
    assert odile.post(end).status_code == 302  # the second click of a double click
    assert not Role.objects.filter(
        tournament=tournament, role="desk"
    ).exists()  # a role that can no longer be used is deleted


def test_removing_a_role_ends_its_sessions(odile, tournament):
    browser = phone()
    join(invite(odile, tournament), browser=browser)
    role = Role.objects.get(role="desk")
    odile.post(f"/t/{tournament.slug}/people/roles/{role.pk}/end/")
    assert browser.get(f"/t/{tournament.slug}/desk/").headers["Location"].startswith("/sign-in/")
    odile.get(f"/t/{tournament.slug}/people/")  # the first view still names the helper who was removed
    assert "Noëlla" not in odile.get(f"/t/{tournament.slug}/people/").content.decode()


def test_removing_a_role_keeps_the_session_of_another_role(odile, tournament):
    other = factories.tournament(4, by=User.objects.get(username="odile"))
    browser = phone()
    for of in (tournament, other):
        join(invite(odile, of), browser=browser)
    odile.post(f"/t/{tournament.slug}/people/roles/{Role.objects.get(tournament=tournament).pk}/end/")
    assert browser.get(f"/t/{tournament.slug}/desk/").status_code == 403
    assert browser.get(f"/t/{other.slug}/desk/").status_code == 200
    assert [len(helpers.sessions_of(of)) for of in (tournament, other)] == [0, 1]
    odile.post(f"/t/{other.slug}/people/roles/{Role.objects.get(tournament=other).pk}/end/")
    assert not SignIn.objects.filter(user__first_name="Noëlla L'Écuyer").exists()


def test_user_cannot_remove_own_role(odile, tournament):
    own = Role.objects.create(tournament=tournament, user=User.objects.get(username="odile"))
    odile.post(f"/t/{tournament.slug}/people/roles/{own.pk}/end/")
    assert Role.objects.filter(pk=own.pk).exists()
    assert f"/roles/{own.pk}/end/" not in odile.get(f"/t/{tournament.slug}/people/").content.decode()


def test_director_cannot_end_roles_of_another_tournament(odile, tournament):
    other = factories.tournament(2, by=factories.director("gérard"))
    browser = Client(headers=ENGLISH)
    browser.force_login(User.objects.get(username="gérard"))
    helper = phone()
    join(invite(browser, other), browser=helper)
    invite(browser, other)
    role = Role.objects.get(tournament=other, role="desk")
    session = SignIn.objects.get(invitation__tournament=other)
    odile.post(f"/t/{tournament.slug}/people/roles/{role.pk}/end/")
    odile.post(f"/t/{tournament.slug}/people/sessions/{session.pk}/end/")
    invitation = RoleInvitation.objects.latest("pk")
    assert odile.post(f"/t/{tournament.slug}/people/invitations/{invitation.pk}/revoke/").status_code == 404
    assert helper.get(f"/t/{other.slug}/desk/").status_code == 200
    assert RoleInvitation.objects.latest("pk").revoked_at is None


def test_sign_out_removes_the_role_of_a_guest(odile, tournament):
    browser = phone()
    join(invite(odile, tournament), browser=browser)
    browser.post("/sign-out/")
    assert not Role.objects.filter(tournament=tournament, role="desk").exists()
    assert not SignIn.objects.filter(invitation__isnull=False).exists()


def test_guessing_tokens_is_limited_without_blocking_guests(odile, tournament):
    token, wrong = (
        invite(odile, tournament),
        [f"{number:012}" for number in range(helpers.MAX_WRONG_TOKENS + 3)],
    )
    answers = [phone().get(f"/join/{guess}/").status_code for guess in wrong]
    assert answers[0] == 404 and answers[-1] == 429
    assert phone().get(f"/join/{token}/").status_code == 200  # from the same address
    assert join(token).status_code == 302


@pytest.mark.parametrize("token", ["%00", "a" * 400, "é" * 12, "-", "🂡" * 12])
def test_invalid_token_gets_404(client, token):
    assert client.get(f"/join/{token}/").status_code == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [("role", "king"), ("uses", "0"), ("uses", "51"), ("uses", "2e9"), ("lasts", "ages"), ("name", "x" * 61)],
)
def test_invalid_invitation_is_refused(odile, tournament, field, value):
    fields = {"role": "desk", "lasts": "today", "uses": "1", "name": "Zéphirin", field: value}
    page = odile.post(f"/t/{tournament.slug}/people/invite/", fields)
    assert page.status_code == 422
    assert not RoleInvitation.objects.exists()
    assert list(page.context["form"].errors) == [field]


def test_helpers_page_takes_constant_queries(odile, tournament):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert odile.get(f"/t/{tournament.slug}/people/").status_code == 200
        return len(seen)

    join(invite(odile, tournament), "Aline")
    invite(odile, tournament)
    one = queries()
    for name in ("Benoît", "Carmen"):
        join(invite(odile, tournament), name)
        invite(odile, tournament)
    assert queries() == one
    assert odile.get(f"/t/{tournament.slug}/people/").content.decode().count("/sessions/") == 3


def test_signing_in_as_another_user_ends_the_role_of_a_guest(tournament, odile):
    guest = phone()
    guest.post(f"/join/{invite(odile, tournament, role='director')}/", {"name": "Aline"})
    invite(guest, tournament)
    factories.helper(tournament, "judge", "carmen")
    assert guest.post("/sign-in/", {"username": "carmen", "password": "crible-121"}).status_code == 302
    assert not Role.objects.filter(user__first_name="Aline").exists()
    assert RoleInvitation.objects.latest("pk").revoked_at
    assert guest.get(f"/t/{tournament.slug}/desk/").status_code == 200


@pytest.mark.both_databases
def test_last_use_of_an_invitation_is_given_once(odile, tournament):
    """The second of two simultaneous acceptances finds the invitation used, whatever it had read before."""
    token = invite(odile, tournament)
    first = helpers.accept(token, "10.0.0.1", user=None, name="Aline")
    assert first[1].used == 1
    assert join(token, "Benoît").status_code == 410
    assert Role.objects.filter(tournament=tournament, role="desk").count() == 1


def test_names_are_cleaned_of_invisible_characters(odile, tournament):
    token = invite(odile, tournament)
    for nothing in ("\u202e", " \n ", "\0"):
        assert phone().post(f"/join/{token}/", {"name": nothing}).status_code == 422
    phone().post(f"/join/{token}/", {"name": "  Réal\u202e\r\nO'Brien\0\u200b "})
    assert User.objects.filter(first_name="Réal O'Brien").count() == 1
    there = tournament.organisation
    assert odile.post(f"/o/{there.slug}/rename/", {"name": "Club\n  L'Écuyer\u202e"}).status_code == 302
    there.refresh_from_db()
    assert there.name == "Club L'Écuyer"
    invite(odile, tournament, name="Huguette\nCôté")
    assert RoleInvitation.objects.latest("pk").name == "Huguette Côté"
