"""The table of rights: every address is asked for by a director, strangers and half of the other roles.

What they may open is opened by a director, a visitor and one other by turns; in `make figures` by all.
"""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import resolve

from tests import factories, samples, shown_by
from tests.accounts.addresses import Address, day_with_league, every
from tests.e2e.test_every_page import being_played, being_prepared, official, tied
from tournaments import devices
from tournaments.accounts.permissions import EVERYBODY, OF_AN_ORGANISATION, PERMISSIONS, may
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
def day() -> Tournament:
    return day_with_league()


def person(who: str, day: Tournament) -> Any:
    """Somebody in that role in `day`, in its organisation, or without any."""
    if who == "signed out":
        return None
    if who == "superuser":
        return User.objects.create_superuser("patronne")
    if who == "without a role":
        return User.objects.create_user("passante")
    if who == "director elsewhere":
        return factories.director("étrangère")
    role, whole, _rest = who.partition(" of the organisation")
    return factories.helper(day.organisation if whole else day, role, who)


WHO = [*ROLES, "director of the organisation"]
WHO += ["signed out", "without a role", "director elsewhere", "superuser"]
EVERYWHERE = ("director", "director elsewhere", "signed out")
OPENING = ("director", "signed out")
"""Who opens all that they may; of the others one opens each address."""


def scope_of(address: Address, day: Tournament) -> Tournament | Organisation | None:
    if address.of_a_tournament:
        return day
    return day.organisation if address.of_an_organisation else None


def outcome(client: Client, address: Address) -> str:
    """What the guard said to a look at an address: sign in, no, or nothing against it."""
    answer = client.get(address.path)
    if answer.status_code == 403 or (address.of_an_organisation and answer.status_code == 404):
        return "no"
    return "sign in" if answer.get("Location", "").startswith("/sign-in/") else "yes"


def test_every_address_names_an_action_of_the_table(day):
    assert [address.path for address in every(day) if address.action not in PERMISSIONS] == []


def test_every_action_of_the_table_is_that_of_an_address(day):
    assert {address.action for address in every(day)} == set(PERMISSIONS)


@pytest.mark.parametrize("who", WHO)
def test_all_addresses_answer_as_the_table_says(client, day, who):
    user = person(who, day)
    if user:
        client.force_login(user)
    faults = []
    at = WHO.index(who)
    addresses = list(enumerate(every(day)))
    for turn, address in addresses if who in EVERYWHERE else samples.turn(addresses, at % 2):
        if address.action in ("report", "check_oneself_in"):  # by token: below
            continue
        scope = scope_of(address, day)
        allowed = may(user or AnonymousUser(), address.action, scope)
        if allowed and who not in OPENING and turn % len(WHO) != at and samples.TIMES == 1:
            continue
        expected = "yes" if allowed else "no" if user else "sign in"
        found = outcome(client, address)
        if found != expected:
            faults.append(f"{address.path}: {found}, not {expected}")
    assert faults == []


@pytest.mark.parametrize("who", ["signed out", "without a role", "director elsewhere"])
def test_a_hidden_tournament_is_not_there_for_others(client, day, who):
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    user = person(who, day)
    if user:
        client.force_login(user)
    addresses = [address for address in every(day) if address.of_a_tournament]
    for address in samples.turn(addresses, who == "without a role") if user else addresses:
        answer = client.get(address.path)
        asked_to_sign_in = answer.get("Location", "").startswith("/sign-in/") and not user
        public = EVERYBODY in PERMISSIONS[address.action]
        assert answer.status_code == 404 or (asked_to_sign_in and not public), address.path
        assert day.name not in answer.content.decode()


@pytest.mark.parametrize("role", ROLES)
def test_whoever_helps_may_follow_a_hidden_tournament(client, day, role):
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    client.force_login(factories.helper(day, role, "aide"))
    assert client.get(f"/t/{day.slug}/").status_code == 200


@pytest.mark.parametrize(("turn", "made"), [*enumerate([being_prepared, being_played, tied, official])])
def test_no_page_offers_what_its_reader_may_not_do(client, turn, made):
    """Each role reads each page in two of the four states."""
    day = made(factories.director("odile"))
    pages = ["/", *(f"/t/{day.slug}/{page}" for page in PAGES)]
    faults = []
    for at, role in enumerate(ROLES, turn):
        user = factories.helper(day, role, role)
        client.force_login(user)
        for page in samples.turn(pages, at % 2):
            answer = client.get(page)
            if answer.status_code == 200:
                faults += [f"{role}, {page}: {raw}" for raw in shown_by.raw_values(answer)]
                faults += [
                    f"{role}, {page}: {link}" for link in links(answer) if not offered(user, link, day)
                ]
    assert faults == []


def links(answer: Any) -> set[str]:
    """The addresses in a page that lead to a view."""
    return {link for link in LINKS.findall(answer.content.decode()) if not link.startswith("/static/")}


def offered(user: Any, link: str, day: Tournament) -> bool:
    found = resolve(link)
    scope = day if "slug" in found.kwargs else day.organisation if "organisation" in found.kwargs else None
    return may(user, found.func.action, scope)


def test_templates_ask_for_actions_of_the_table():
    asked = {
        action
        for path in (ROOT / "templates").rglob("*.html")
        for action in re.findall(r"\bmay\.(\w+)", path.read_text(encoding="utf-8"))
    }
    assert asked <= set(PERMISSIONS)
    assert {"run_rounds", "print", "set_up"} <= asked


def test_a_device_speaks_by_its_token_alone(client, day):
    client.force_login(factories.helper(day, "director", "aide"))
    invited = devices.invite_tables(day)[0]
    device, token = (joined := devices.join(invited.secret, uuid4())).device, joined.token
    for path in ("here", "people"):
        for given, status in ((token, 200), ("another", 401)):
            answer = client.post(f"/api/1/{path}", {"token": given}, content_type="application/json")
            assert answer.status_code == status, (path, answer.content)
    assert may(device, "report", day)
    assert not may(device, "report", factories.tournament(2))
    assert [action for action in PERMISSIONS if may(device, action, day)] == ["report"]
    kiosk = devices.pair(devices.invite_kiosk(day).secret, uuid4()).device
    assert [action for action in PERMISSIONS if may(kiosk, action, day)] == ["check_oneself_in"]
    assert not may(kiosk, "check_oneself_in", factories.tournament(2))


def test_what_each_role_is_for(day):
    """Facts that a person would name, so that a slip of the table does not go unseen."""
    may_do = {}
    for role in ROLES:
        user = factories.helper(day, role, role)
        may_do[role] = {action for action in PERMISSIONS if may(user, action, day)}
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
        set(PERMISSIONS) - {"organisations", "room", "report", "check_oneself_in"} - OF_AN_ORGANISATION
    )


@pytest.mark.parametrize("role", ["judge", "desk", "registration"])
def test_rulings_and_departures_are_for_everybody_who_helps(client, day, role):
    client.force_login(factories.helper(day, role, role))
    for name in ("rulings", "left"):
        assert client.get(f"/t/{day.slug}/{name}/").status_code == 200
    ways = {one["href"] for one in shown_by.page(client.get(f"/t/{day.slug}/more/")).all("a")}
    assert {f"/t/{day.slug}/rulings/", f"/t/{day.slug}/left/"} <= ways
    assert f"/t/{day.slug}/acts/" not in ways
    assert client.get(f"/t/{day.slug}/acts/").status_code == 403


def test_the_links_to_rulings_cannot_be_taken_for_each_other(client, day):
    client.force_login(factories.helper(day, "judge", "noella"))
    pages = [shown_by.page(client.get(f"/t/{day.slug}/{name}/")) for name in ("penalties", "more")]
    ways = {one["href"]: one.words for page in pages for one in page.one("main").all("a")}
    assert {f"/t/{day.slug}/rulings/", f"/t/{day.slug}/judge/rulings/"} <= set(ways)
    said = ways.values()
    assert not [(one, other) for one in said for other in said if one != other and one in other]


def test_a_judge_decides_and_writes_nothing_else(client):
    day = being_played(factories.director("odile"))
    client.force_login(factories.helper(day, "judge", "juge"))
    page = client.get(f"/t/{day.slug}/desk/")
    assert "tournaments/desk/watching.html" in [template.name for template in page.templates]
    form = page.content.decode().partition(f'action="/t/{day.slug}/desk/rule/"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    before = day.lines.count()
    assert client.post(f"/t/{day.slug}/desk/rule/", {**fields, "do": "void"}).status_code == 403
    assert client.post(f"/t/{day.slug}/desk/write/", fields).status_code == 403
    assert day.lines.count() == before
    assert client.post(f"/t/{day.slug}/desk/rule/", fields).status_code == 302
    assert day.lines.latest("number").kind == "ruling"
