"""Every address is requested by a director, by strangers and by half of the other roles.

Addresses that roles may open are requested by a director, a visitor and one other role by turns; in
`make figures` by all.
"""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import resolve

from tests import factories, page_reader, samples
from tests.accounts.addresses import Address, every, tournament_with_league
from tests.e2e.test_every_page import being_played, being_prepared, official, tied
from tournaments import devices
from tournaments.accounts.permissions import EVERYBODY, ORGANISATION_ACTIONS, PERMISSIONS, may
from tournaments.models import Organisation, Role, Tournament, User

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
ROLES = list(Role.Kind.values)
PAGES = (
    "rounds/",
    "rounds/1/",
    "desk/",
    "desk/?table=1",
    "standings/",
    "medals/",
    "papers/",
    "publish/",
    "publish/to/",
    "mail/",
    "mail/addresses/",
    "registration/",
    "check-in/",
    "registration/questions/",
    "around/",
    "aloud/",
    "notice/",
    "prizes/",
    "prizes/lists/",
    "cash/",
    "ceremony/",
    "copies/",
    "removal/",
    "setup/",
)
LINKS = re.compile(r'(?:href|action|formaction|hx-get|hx-post)="(/[^"?#]*)')


@pytest.fixture
def tournament() -> Tournament:
    return tournament_with_league()


def user_as(who: str, tournament: Tournament) -> Any:
    """Return a user with that role in `tournament`, in its organisation, or without any; or None."""
    if who == "signed out":
        return None
    if who == "superuser":
        return User.objects.create_superuser("patronne")
    if who == "without a role":
        return User.objects.create_user("passante")
    if who == "director elsewhere":
        return factories.director("étrangère")
    role, whole, _rest = who.partition(" of the organisation")
    return factories.helper(tournament.organisation if whole else tournament, role, who)


TESTED_USERS = [*ROLES, "director of the organisation"]
TESTED_USERS += ["signed out", "without a role", "director elsewhere", "superuser"]
FULLY_TESTED_USERS = ("director", "director elsewhere", "signed out")
PAGE_OPENING_USERS = ("director", "signed out")
"""Users who open every page that they may; of the other users, one opens each."""


def scope_of(address: Address, tournament: Tournament) -> Tournament | Organisation | None:
    if address.of_a_tournament:
        return tournament
    return tournament.organisation if address.of_an_organisation else None


def guard_answer(client: Client, address: Address) -> str:
    """Return the answer of the guard to a GET request: "sign in", "no", or "yes"."""
    answer = client.get(address.path)
    if answer.status_code == 403 or (address.of_an_organisation and answer.status_code == 404):
        return "no"
    return "sign in" if answer.get("Location", "").startswith("/sign-in/") else "yes"


def test_addresses_name_known_actions(tournament):
    assert [address.path for address in every(tournament) if address.action not in PERMISSIONS] == []


def test_known_actions_are_used_by_addresses(tournament):
    assert {address.action for address in every(tournament)} == set(PERMISSIONS)


@pytest.mark.parametrize("who", TESTED_USERS)
def test_addresses_follow_the_permission_table(client, tournament, who):
    user = user_as(who, tournament)
    if user:
        client.force_login(user)
    faults = []
    at = TESTED_USERS.index(who)
    addresses = list(enumerate(every(tournament)))
    for turn, address in addresses if who in FULLY_TESTED_USERS else samples.turn(addresses, at % 2):
        if address.action in ("report", "check_oneself_in"):  # reached by token: tested below
            continue
        scope = scope_of(address, tournament)
        allowed = may(user or AnonymousUser(), address.action, scope)
        if (
            allowed
            and who not in PAGE_OPENING_USERS
            and turn % len(TESTED_USERS) != at
            and samples.SWEEP_FACTOR == 1
        ):
            continue
        expected = "yes" if allowed else "no" if user else "sign in"
        found = guard_answer(client, address)
        if found != expected:
            faults.append(f"{address.path}: {found}, not {expected}")
    assert faults == []


@pytest.mark.parametrize("who", ["signed out", "without a role", "director elsewhere"])
def test_hidden_tournament_gets_404_for_others(client, tournament, who):
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    user = user_as(who, tournament)
    if user:
        client.force_login(user)
    addresses = [address for address in every(tournament) if address.of_a_tournament]
    for address in samples.turn(addresses, who == "without a role") if user else addresses:
        answer = client.get(address.path)
        asked_to_sign_in = answer.get("Location", "").startswith("/sign-in/") and not user
        public = EVERYBODY in PERMISSIONS[address.action]
        assert answer.status_code == 404 or (asked_to_sign_in and not public), address.path
        assert tournament.name not in answer.content.decode()


@pytest.mark.parametrize("role", ROLES)
def test_helpers_can_follow_a_hidden_tournament(client, tournament, role):
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    client.force_login(factories.helper(tournament, role, "aide"))
    assert client.get(f"/t/{tournament.slug}/").status_code == 200


@pytest.mark.parametrize(("turn", "made"), [*enumerate([being_prepared, being_played, tied, official])])
def test_pages_have_no_links_that_the_role_may_not_open(client, turn, made):
    """Each role reads each page in two of the four states, which is enough to find such a link."""
    tournament = made(factories.director("odile"))
    pages = ["/", *(f"/t/{tournament.slug}/{page}" for page in PAGES)]
    faults = []
    for at, role in enumerate(ROLES, turn):
        user = factories.helper(tournament, role, role)
        client.force_login(user)
        for page in samples.turn(pages, at % 2):
            answer = client.get(page)
            if answer.status_code == 200:
                faults += [f"{role}, {page}: {raw}" for raw in page_reader.raw_values(answer)]
                faults += [
                    f"{role}, {page}: {link}"
                    for link in page_links(answer)
                    if not is_allowed(user, link, tournament)
                ]
    assert faults == []


def page_links(answer: Any) -> set[str]:
    """Return the addresses in a page that lead to a view."""
    return {link for link in LINKS.findall(answer.content.decode()) if not link.startswith("/static/")}


def is_allowed(user: Any, link: str, tournament: Tournament) -> bool:
    found = resolve(link)
    scope = (
        tournament
        if "slug" in found.kwargs
        else tournament.organisation
        if "organisation" in found.kwargs
        else None
    )
    return may(user, found.func.action, scope)


def test_templates_use_known_actions():
    asked = {
        action
        for path in (ROOT / "templates").rglob("*.html")
        for action in re.findall(r"\bmay\.(\w+)", path.read_text(encoding="utf-8"))
    }
    assert asked <= set(PERMISSIONS)
    assert {"run_rounds", "print", "set_up"} <= asked


def test_device_has_only_the_permissions_of_its_token(client, tournament):
    client.force_login(factories.helper(tournament, "director", "aide"))
    invited = devices.invite_tables(tournament)[0]
    device, token = (joined := devices.join(invited.secret, uuid4())).device, joined.token
    for path in ("here", "people"):
        for given, status in ((token, 200), ("another", 401)):
            answer = client.post(f"/api/1/{path}", {"token": given}, content_type="application/json")
            assert answer.status_code == status, (path, answer.content)
    assert may(device, "report", tournament)
    assert not may(device, "report", factories.tournament(2))
    assert [action for action in PERMISSIONS if may(device, action, tournament)] == ["report"]
    kiosk = devices.pair(devices.invite_kiosk(tournament).secret, uuid4()).device
    assert [action for action in PERMISSIONS if may(kiosk, action, tournament)] == ["check_oneself_in"]
    assert not may(kiosk, "check_oneself_in", factories.tournament(2))


def test_permissions_of_each_role(tournament):
    """The expected permissions are written out here, so that a slip in the table is noticed."""
    may_do = {}
    for role in ROLES:
        user = factories.helper(tournament, role, role)
        may_do[role] = {action for action in PERMISSIONS if may(user, action, tournament)}
    assert may_do["viewer"] == {"visit", "account", "follow", "see_day", "laptop"}
    assert may_do["judge"] - may_do["viewer"] == {"decide", "answer_calls", "penalise", "note_hand"}
    assert may_do["registration"] - may_do["viewer"] == {"register"}
    assert {"enter_results", "decide", "close_round", "print"} < may_do["desk"]
    assert "penalise" not in may_do["desk"]
    assert not may_do["desk"] & {
        "register",
        "set_up",
        "run_rounds",
        "publish",
        "copy",
        "restore",
        "manage_helpers",
    }
    assert may_do["director"] == (
        set(PERMISSIONS)
        - {"organisations", "disk_space", "report", "check_oneself_in"}
        - ORGANISATION_ACTIONS
    )


@pytest.mark.parametrize("role", ["judge", "desk", "registration"])
def test_helpers_can_read_rulings_and_departures(client, tournament, role):
    client.force_login(factories.helper(tournament, role, role))
    for name in ("rulings", "left"):
        assert client.get(f"/t/{tournament.slug}/{name}/").status_code == 200
    ways = {one["href"] for one in page_reader.parse(client.get(f"/t/{tournament.slug}/more/")).all("a")}
    assert {f"/t/{tournament.slug}/rulings/", f"/t/{tournament.slug}/left/"} <= ways
    assert f"/t/{tournament.slug}/acts/" not in ways
    assert client.get(f"/t/{tournament.slug}/acts/").status_code == 403


def test_links_to_rulings_have_distinct_names(client, tournament):
    client.force_login(factories.helper(tournament, "judge", "noella"))
    pages = [page_reader.parse(client.get(f"/t/{tournament.slug}/{name}/")) for name in ("penalties", "more")]
    ways = {one["href"]: one.words for page in pages for one in page.one("main").all("a")}
    assert {f"/t/{tournament.slug}/rulings/", f"/t/{tournament.slug}/judge/rulings/"} <= set(ways)
    values = ways.values()
    assert not [(one, other) for one in values for other in values if one != other and one in other]


def test_judge_can_rule_but_not_write_results(client):
    tournament = being_played(factories.director("odile"))
    client.force_login(factories.helper(tournament, "judge", "juge"))
    page = client.get(f"/t/{tournament.slug}/desk/")
    assert "tournaments/desk/read_only.html" in [template.name for template in page.templates]
    form = (
        page.content.decode()
        .partition(f'action="/t/{tournament.slug}/desk/rule/"')[2]
        .partition("</form>")[0]
    )
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    before = tournament.lines.count()
    assert client.post(f"/t/{tournament.slug}/desk/rule/", {**fields, "do": "void"}).status_code == 403
    assert client.post(f"/t/{tournament.slug}/desk/write/", fields).status_code == 403
    assert tournament.lines.count() == before
    assert client.post(f"/t/{tournament.slug}/desk/rule/", fields).status_code == 302
    assert tournament.lines.latest("number").kind == "ruling"
