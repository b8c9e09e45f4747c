"""People who help: invited by a link, in with a name, and out again when a director says so."""

import html
import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories, shown_by
from tournaments.accounts import staff
from tournaments.models import Role, RoleInvitation, SignIn, Tournament, User

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"


@pytest.fixture
def day() -> Tournament:
    return factories.tournament(4, by=factories.director("odile"))


@pytest.fixture
def odile(day) -> Client:
    browser = Client(headers=ENGLISH)
    browser.force_login(User.objects.get(username="odile"))
    return browser


def phone() -> Client:
    return Client(headers={**ENGLISH, "user-agent": PHONE})


def invite(odile: Client, day: Tournament, role: str = "desk", **typed) -> str:
    """Invite on the page; the token that it shows."""
    fields = {"role": role, "lasts": "today", "uses": "1", "name": "", **typed}
    page = odile.post(f"/t/{day.slug}/people/invite/", fields)
    assert page.status_code == 200, page.context["form"].errors
    return re.search(r'class="helper-token">([^<]+)<', page.content.decode())[1]


def join(token: str, name: str = "Noëlla L'Écuyer", browser: Client | None = None):
    return (browser or phone()).post(f"/join/{token}/", {"name": name})


def test_a_helper_is_in_after_a_scan_and_a_name(odile, day):
    token, browser = invite(odile, day, "registration"), phone()
    page = browser.get(f"/join/{token}/").content.decode()
    (invited,) = shown_by.page(page).all("[data-role]")
    assert invited["data-role"] == "registration" and "odile" in invited.words
    assert html.escape(day.name, quote=False) in page or html.escape(day.name) in page
    answer = join(token, browser=browser)
    assert answer["Location"] == f"/t/{day.slug}/check-in/"
    assert browser.get(answer["Location"]).status_code == 200
    assert browser.get(f"/t/{day.slug}/desk/write/").status_code == 403
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
def test_each_role_arrives_where_its_work_is(odile, day, role, page):
    browser = phone()
    answer = join(invite(odile, day, role), browser=browser)
    assert answer["Location"] == f"/t/{day.slug}/{page}"
    assert browser.get(answer["Location"]).status_code == 200


def test_only_the_hash_of_a_token_is_kept(odile, day):
    token = invite(odile, day)
    row = RoleInvitation.objects.get()
    kept = " ".join(str(value) for value in vars(row).values())
    assert token not in kept and token.replace("-", "") not in kept
    assert token not in odile.get(f"/t/{day.slug}/people/").content.decode()
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}", token)


def test_a_token_is_typed_as_people_type(odile, day):
    token = invite(odile, day)
    for typed in (token.lower(), token.replace("-", " "), token.replace("0", "O").replace("1", "l")):
        answer = phone().get("/join/", {"code": typed}, follow=True)
        assert answer.status_code == 200 and "form" in answer.context


def test_an_invitation_is_used_as_often_as_was_chosen(odile, day):
    token = invite(odile, day, uses="2")
    assert [join(token, name).status_code for name in ("Aline", "Benoît", "Carmen")] == [302, 302, 410]
    assert RoleInvitation.objects.get().used == 2


@time_machine.travel("2026-11-21 15:00-05:00")  # both invitations are for the same day
def test_the_same_person_uses_nothing_up_twice(odile, day):
    token, browser = invite(odile, day), phone()
    for answer in (
        join(token, browser=browser),
        browser.get(f"/join/{token}/"),
        join(token, browser=browser),
    ):
        assert answer["Location"] == f"/t/{day.slug}/desk/"  # who scans again is there again
    assert phone().get(f"/join/{token}/").status_code == 410
    several = invite(odile, day, uses="3")
    for _turn in range(3):
        assert join(several, browser=browser).status_code == 302
    assert RoleInvitation.objects.latest("pk").used == 0


def test_whoever_is_signed_in_takes_a_role_under_their_own_name(client, odile, day):
    gerard = factories.director("gérard")
    client.force_login(gerard)
    assert client.get(f"/t/{day.slug}/people/").status_code == 403
    join(invite(odile, day, "director"), browser=client)
    assert gerard.roles.filter(tournament=day, role="director").exists()
    assert client.get(f"/t/{day.slug}/people/").status_code == 200
    assert User.objects.filter(is_superuser=False).count() == 2


def test_without_a_name_nobody_comes_in(odile, day):
    token = invite(odile, day)
    assert join(token, "  ").status_code == 422
    assert join(token, "x" * 61).status_code == 422
    assert RoleInvitation.objects.get().used == 0


def test_an_invitation_ends(odile, day):
    token = invite(odile, day, lasts="for_good")
    row = RoleInvitation.objects.get()
    assert row.role_until is None
    assert timedelta(days=6) < row.until - timezone.now() <= timedelta(days=7)
    RoleInvitation.objects.update(until=timezone.now())
    assert join(token).status_code == 410


def test_a_role_ends_by_itself(odile, day):
    browser = phone()
    join(invite(odile, day, lasts="today"), browser=browser)
    until = Role.objects.latest("pk").until
    assert timezone.localtime(until).hour == staff.DAY_ENDS
    with time_machine.travel(until + timedelta(seconds=1)):
        assert browser.get(f"/t/{day.slug}/desk/").status_code == 403
        page = browser.get("/").content.decode()
        assert "data-role-ended" in page


def test_an_invitation_is_taken_back(odile, day):
    token = invite(odile, day)
    page = odile.get(f"/t/{day.slug}/people/").content.decode()
    odile.post(re.search(r'action="(/t/[^"]+/revoke/)"', page)[1])
    assert join(token).status_code == 410
    assert "/revoke/" not in odile.get(f"/t/{day.slug}/people/").content.decode()


def test_a_session_is_ended_and_the_helper_is_out(odile, day):
    browser = phone()
    join(invite(odile, day), browser=browser)
    page = odile.get(f"/t/{day.slug}/people/").content.decode()
    assert "phone, signed in" in page
    end = re.search(r'action="(/t/[^"]+/sessions/\d+/end/)"', page)[1]
    assert browser.get(f"/t/{day.slug}/desk/").status_code == 200
    odile.post(end)
    assert browser.get(f"/t/{day.slug}/desk/").headers["Location"].startswith("/sign-in/")
    assert odile.post(end).status_code == 302  # the second of two clicks
    assert not Role.objects.filter(tournament=day, role="desk").exists()  # nobody could use it any more


def test_a_role_is_taken_back_with_its_sessions(odile, day):
    browser = phone()
    join(invite(odile, day), browser=browser)
    role = Role.objects.get(role="desk")
    odile.post(f"/t/{day.slug}/people/roles/{role.pk}/end/")
    assert browser.get(f"/t/{day.slug}/desk/").headers["Location"].startswith("/sign-in/")
    odile.get(f"/t/{day.slug}/people/")  # which says once who went
    assert "Noëlla" not in odile.get(f"/t/{day.slug}/people/").content.decode()


def test_nobody_takes_their_own_role_away(odile, day):
    own = Role.objects.create(tournament=day, user=User.objects.get(username="odile"))
    odile.post(f"/t/{day.slug}/people/roles/{own.pk}/end/")
    assert Role.objects.filter(pk=own.pk).exists()
    assert f"/roles/{own.pk}/end/" not in odile.get(f"/t/{day.slug}/people/").content.decode()


def test_what_belongs_to_another_tournament_is_left_alone(odile, day):
    other = factories.tournament(2, by=factories.director("gérard"))
    browser = Client(headers=ENGLISH)
    browser.force_login(User.objects.get(username="gérard"))
    helper = phone()
    join(invite(browser, other), browser=helper)
    invite(browser, other)
    role = Role.objects.get(tournament=other, role="desk")
    session = SignIn.objects.get(invitation__tournament=other)
    odile.post(f"/t/{day.slug}/people/roles/{role.pk}/end/")
    odile.post(f"/t/{day.slug}/people/sessions/{session.pk}/end/")
    invitation = RoleInvitation.objects.latest("pk")
    assert odile.post(f"/t/{day.slug}/people/invitations/{invitation.pk}/revoke/").status_code == 404
    assert helper.get(f"/t/{other.slug}/desk/").status_code == 200
    assert RoleInvitation.objects.latest("pk").revoked_at is None


def test_whoever_signs_out_leaves_no_role_behind(odile, day):
    browser = phone()
    join(invite(odile, day), browser=browser)
    browser.post("/sign-out/")
    assert not Role.objects.filter(tournament=day, role="desk").exists()
    assert not SignIn.objects.filter(invitation__isnull=False).exists()


def test_guessing_is_limited_and_keeps_no_guest_out(odile, day):
    token, wrong = invite(odile, day), [f"{number:012}" for number in range(staff.WRONG + 3)]
    answers = [phone().get(f"/join/{guess}/").status_code for guess in wrong]
    assert answers[0] == 404 and answers[-1] == 429
    assert phone().get(f"/join/{token}/").status_code == 200  # behind the same address
    assert join(token).status_code == 302


@pytest.mark.parametrize("token", ["%00", "a" * 400, "é" * 12, "-", "🂡" * 12])
def test_what_is_no_token_is_none(client, token):
    assert client.get(f"/join/{token}/").status_code == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [("role", "king"), ("uses", "0"), ("uses", "51"), ("uses", "2e9"), ("lasts", "ages"), ("name", "x" * 61)],
)
def test_an_invitation_that_cannot_be_is_refused(odile, day, field, value):
    fields = {"role": "desk", "lasts": "today", "uses": "1", "name": "Zéphirin", field: value}
    page = odile.post(f"/t/{day.slug}/people/invite/", fields)
    assert page.status_code == 422
    assert not RoleInvitation.objects.exists()
    assert list(page.context["form"].errors) == [field]


def test_the_page_costs_the_same_for_one_helper_and_for_three(odile, day):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert odile.get(f"/t/{day.slug}/people/").status_code == 200
        return len(seen)

    join(invite(odile, day), "Aline")
    invite(odile, day)
    one = queries()
    for name in ("Benoît", "Carmen"):
        join(invite(odile, day), name)
        invite(odile, day)
    assert queries() == one
    assert odile.get(f"/t/{day.slug}/people/").content.decode().count("/sessions/") == 3


@pytest.mark.both_databases
def test_the_last_place_is_given_once(odile, day):
    """Two accept at once: who comes second finds the invitation used, whatever was read before."""
    token = invite(odile, day)
    first = staff.accept(token, "10.0.0.1", user=None, name="Aline")
    assert first[1].used == 1
    assert join(token, "Benoît").status_code == 410
    assert Role.objects.filter(tournament=day, role="desk").count() == 1


def test_names_are_one_line_without_what_nobody_sees(odile, day):
    token = invite(odile, day)
    for nothing in ("\u202e", " \n ", "\0"):
        assert phone().post(f"/join/{token}/", {"name": nothing}).status_code == 422
    phone().post(f"/join/{token}/", {"name": "  Réal\u202e\r\nO'Brien\0\u200b "})
    assert User.objects.filter(first_name="Réal O'Brien").count() == 1
    there = day.organisation
    assert odile.post(f"/o/{there.slug}/rename/", {"name": "Club\n  L'Écuyer\u202e"}).status_code == 302
    there.refresh_from_db()
    assert there.name == "Club L'Écuyer"
    invite(odile, day, name="Huguette\nCôté")
    assert RoleInvitation.objects.latest("pk").name == "Huguette Côté"
