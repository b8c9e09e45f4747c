"""Pages of a whole tournament, in French on a phone and on a tablet by turns, pass axe and fit the screen.

`make figures` checks each page on both, in English too. The pages of registration, of tablets and of the
judge are checked in the same way in their own folders.
"""

from collections.abc import Callable, Iterator
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from tests import factories, optional_packages, samples
from tests.all_addresses import pages_of
from tests.browser import violations
from tests.finals.test_playoffs import begun
from tests.organisations.leagues import evenings as league_evenings
from tests.publishing.test_boards_of_members import played
from tests.rounds.test_teams_on_boards import make_tournament
from tournaments import registration, rounds
from tournaments.finals import medals
from tournaments.formats import FORMATS
from tournaments.models import ClubSheet, Organisation, Player, Role, Season, Tournament, User
from tournaments.organisations import leagues, person_changes, seasons
from tournaments.publishing import publications
from tournaments.registration import club_sheets, questions, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.web.laptop import views as laptop_views

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = {"phone": (390, 844), "tablet": (1024, 768)}
LAPTOP = (1366, 768)
NARROW = (320, 640)
LONGER_LANGUAGE = "fr-ca"  # its texts are longer
LAPTOP_PATHS = ["/laptop/"]
OTHER_PATHS = [
    "/",
    "/new/",
    "/new/like/",
    "/sign-in/",
    "/account/",
    "/restore/",
    "/join/",
    "/help/",
    "/help/trouble/",
    *optional_packages.pages_of("judge", "/judge/learn/", "/judge/practice/?hand=7&said=12"),
    *optional_packages.pages_of("judge", "/judge/"),
    "/organisations/",
]
FORMAT_PATHS = [
    f"/formats/{key}/" for key in (FORMATS if samples.SWEEP_FACTOR > 1 else ("fadoq-15", "gin-teams"))
]
KNOCKER = "3C-4C-5C-7D-7H-7S-9S-10S-JS-6D"
OPPONENT = "2C-6C-8C-8D-8H-KD-KH-QC-4S-3H"
PUBLIC_PATHS = ["", "privacy/", "statistics/", "where/", "rules/", "rules/screen/", "screen/", "players/1/"]
ROSTER_PATHS = [
    "setup/",
    "setup/seats/",
    "proof/",
    "people/",
    "registration/",
    "registration/1/",
    "registration/import/",
    "registration/teams/",
    "registration/partners/",
    "registration/fees/",
    "registration/questions/",
    "registration/messages/",
    "registration/online/",
    "registration/online/clubs/",
    "registration/online/transfer/",
    "register/",
    "check-in/",
    "check-in/kiosks/",
    "rounds/seat/",
    "around/",
]
PLAYING_PATHS = [
    *PUBLIC_PATHS,
    *optional_packages.pages_of("judge", "judge/", "judge/rulings/"),
    "setup/",
    "rounds/",
    "rounds/2/",
    "rounds/2/screen/",
    "rounds/1/",
    "left/",
    "hall/",
    "hall/arrange/",
    "tablets/",
    "penalties/",
    "protests/",
    "playoffs/players/",
    "cross-table/",
    "identity/",
    "visitors/",
    "more/",
    "acts/",
    "rulings/",
    "rounds/2/as-played/?table=1&A=1&B=2",
    "desk/",
    "desk/?table=1",
    "desk/?stage=1&round=1",
    "standings/",
    "medals/",
    "papers/",
    "publish/",
    "publish/to/",
    "mail/",
    "mail/addresses/",
    "prizes/",
    "prizes/lists/",
    "cash/",
    "notice/",
    "aloud/",
    "aloud/?step=dinner&language=en",
]
OPTIONAL_PATHS = ("judge/", "embed/")
"""Pages that other tests check: those of the judge, and one for other sites."""
BRACKET_PATHS = ["bracket/", "bracket/?who=1", "bracket/screen/", "medals/"]
BOARD_PATHS = ["boards/", "rounds/1/", "statistics/", "players/1/"]
TIED_PATHS = ["rounds/", "desk/", "medals/", "standings/"]
OFFICIAL_PATHS = [
    "",
    "players/1/past/?with=2",
    "qualification/",
    "publish/press/",
    "publish/federation/",
    "copies/",
    "found/",
    "removal/",
    "medals/",
    "ceremony/",
    "podium/",
    "remote/",
    "standings/",
    "players/1/",
    "desk/",
]
OVERFLOW = """new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const page = document.documentElement;
    told(page.scrollWidth - page.clientWidth);
})))"""
"""The width by which a page is too wide, once it has been drawn at its new size."""
COVERED = """() => {
    const stays = (one) => ["sticky", "fixed"].includes(getComputedStyle(one).position);
    const staying = new Set([...document.querySelectorAll("*")].filter(stays));
    if (!staying.size) return [];
    const above = (one) => { while (one && !staying.has(one)) one = one.parentElement; return one; };
    const what = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const all = [...document.querySelectorAll(what)];
    const seen = all.filter((one) => one.checkVisibility() && !one.disabled && !above(one));
    const covered = new Set();
    for (const one of [...seen, ...seen.reverse()]) {
        one.focus();
        if (document.activeElement !== one) continue;
        const box = (one.closest("label") || one).getBoundingClientRect();
        const lies = (y) => {
            const top = document.elementFromPoint(box.left + box.width / 2, y);
            return top && !one.contains(top) && !top.contains(one) && above(top);
        };
        if (lies(box.top + 3) || lies(box.bottom - 3)) covered.add(one.outerHTML.slice(0, 90));
    }
    return [...covered];
}"""
"""Focused elements that lie under something that stays on the screen, forwards and backwards."""
SMALL_IN_TABLES = """() => [...document.querySelectorAll("td a, th a, td button, th button, td summary")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 48)
    .map((one) => one.outerHTML.slice(0, 90))"""

UNDERLINED = """() => [...document.querySelectorAll("a > .icon")].filter((icon) => {
    const link = icon.parentElement, line = getComputedStyle(link).textDecorationLine;
    if (!icon.checkVisibility() || !line.includes("underline")) return false;
    const box = icon.getBoundingClientRect(), range = document.createRange();
    const shown = (one) => one !== icon && one.textContent.trim() && !one.matches?.(".visually-hidden");
    return [...link.childNodes].filter(shown).some((words) => {
        range.selectNodeContents(words);
        return [...range.getClientRects()].some((one) => one.width && one.top < box.bottom
            && one.bottom > box.top && one.left < box.right + 2 && one.right > box.left - 2);
    });
}).map((icon) => icon.parentElement.outerHTML.slice(-90))"""
"""Links whose underline goes on below their icon."""


def being_prepared(by: User) -> Tournament:
    """Make a tournament of eight, with no player checked in and nothing seated."""
    return factories.tournament(8, by=by)


def being_played(by: User) -> Tournament:
    """Make one in game 2, with a skunk, a forfeit, two different results for one table and a withdrawal."""
    tournament = factories.tournament(8, by=by, match_points="acc")
    factories.play_round(tournament, 1)
    round_ = factories.open_round(tournament, 2)
    factories.enter_each_kind(round_, by=by)
    long = {
        "name": "Bartholomée Vandersteenhuysenburg",
        "club": "Kangiqsualujjuaqmiuttaq",
    }  # words of 22 letters
    registration.edit_entry(tournament.entries.get(number=1), **long)
    return tournament


def tied(by: User) -> Tournament:
    """Make a tournament of one game, with a tie for gold whose match is at the desk."""
    tournament = factories.tournament(4, by=by, rounds=1)
    factories.play_round(tournament, 1)
    medals.create(tournament, seed=3, by=by)
    return tournament


def official(by: User) -> Tournament:
    """Make an official tournament of one game."""
    tournament = factories.tournament(4, by=by, rounds=1)
    round_ = factories.open_round(tournament)
    for table, points in ((1, [121, 90]), (2, [110, 121])):
        factories.enter(factories.meeting_at(round_, table), points)
    rounds.close_round(round_, by=by)
    publications.publish(tournament, official=True, by=by)
    return tournament


def registering(by: User) -> tuple[Tournament, str]:
    """Register two people, one with a place, one waiting; also return the path of the last one's page."""
    tournament = factories.tournament(2, by=by)
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=by)
    save_settings(tournament, SignupSettings(on=True, capacity=3), by=by)
    long = "Bartholomée Vandersteenhuysenburg"
    for name in (long, "Vandersteenhuysenburg Bartholomé"):
        typed = signups.SignupInput(
            (name,), club="Kangiqsualujjuaqmiuttaq", contact="zoe.lecuyer@example.org"
        )
        token = signups.sign_up(tournament, typed, nonce=name, language="fr-ca")
    return tournament, f"/register/{token}/"


def sheet_with(tournament: Tournament, *names: str) -> str:
    """Return the path of the sheet of a club with these people, of whom the first has a place."""
    save_settings(tournament, SignupSettings(on=True, capacity=4), by=None)
    club_sheets.make_links(tournament, ["FADOQ Kangiqsualujjuaqmiuttaq"], by=None)
    sheet = ClubSheet.objects.get()
    lines = {
        at: club_sheets.SheetLine(signups.SignupInput((name,), sheet.club, answers={"1": "Poisson"}))
        for at, name in enumerate(names)
    }
    club_sheets.save(sheet, lines, nonce="a form", language="fr-ca")
    return f"/club/{club_sheets.token_of(sheet)}/"


def in_playoffs(by: User) -> Tournament:
    """Make a knock-out whose semi-finals are being played."""
    return with_director(begun(), by)


def on_boards(by: User) -> Tournament:
    """Make a tournament of two teams after their match on two boards."""
    tournament = make_tournament(2, 2, members=3, rounds=1)
    played(tournament, 1)
    return with_director(tournament, by)


def with_director(tournament: Tournament, by: User) -> Tournament:
    """Return the tournament, with a director."""
    Role.objects.create(user=by, role=Role.Kind.DIRECTOR, tournament=tournament)
    return tournament


def league_pages(by: User) -> list[str]:
    """The pages of a league of five with an evening played, a fixture awarded and one postponed."""
    club = by.roles.get(organisation__isnull=False).organisation
    league = league_evenings.league(league_evenings.persons(5), of=club, evenings=6)
    league_evenings.play(league_evenings.evening(league, 1, by=by), by=by)
    leagues.award(league_evenings.fixture(league, 2), "away", reason="Absence", by=by)
    leagues.postpone(league_evenings.fixture(league, 3), reason="Tempête", by=by)
    Season.objects.filter(pk=league.season_id).update(public=True)
    other = seasons.make(club, {"name": "Saison d'hiver", "sides": Season.Sides.TEAMS})
    here = f"/o/{club.slug}/seasons/"
    of = f"{here}{league.season.uid}/"
    fixtures = [f"{of}league/fixtures/{league_evenings.fixture(league, at).uid}/" for at in (2, 4)]
    public = f"/seasons/{league.season.uid}/"
    return [
        here,
        of,
        f"{of}league/",
        f"{of}league/dates/",
        *fixtures,
        f"{here}{other.uid}/league/new/",
        public,
    ]


def people_pages(club: Organisation) -> list[str]:
    """Return the pages of people, after entering one of them twice and giving her another club."""
    here, one = f"/o/{club.slug}/players/", club.players.order_by("pk")[0]
    twice = Player.objects.create(
        organisation=club, name=one.name, sort_name=one.sort_name, club="Kangiqsualujjuaqmiuttaq"
    )
    details = {name: getattr(one, name) for name in ("name", "region", "member_number", "category")}
    person_changes.correct(one, family="", club="Sorel", since=date(2026, 9, 1), by=None, **details)
    own = f"{here}{one.uid}/"
    return [
        *(here, f"{here}pairs/", f"{here}import/", own, f"{own}opponents/"),
        *(f"{own}same/", f"{own}same/{twice.uid}/"),
    ]


@pytest.fixture
def _on_the_laptop(monkeypatch):
    """Treat the browser as the laptop's own; tests/laptop tests how it is recognised."""
    monkeypatch.setattr(laptop_views, "is_here", lambda request: True)


TOURNAMENT_PAGES = {
    "prepared": (being_prepared, ROSTER_PATHS),
    "played": (being_played, PLAYING_PATHS),
    "tied": (tied, TIED_PATHS),
    "official": (official, OFFICIAL_PATHS),
    "in playoffs": (in_playoffs, BRACKET_PATHS),
    "on boards": (on_boards, BOARD_PATHS),
}


@pytest.fixture
def looked(page: Page, live_server, language: str) -> Iterator[Callable[..., None]]:
    """Yield `looked(user, paths)`, which checks these pages for a user (None: signed out).

    They are shown on a phone and on a tablet by turns.
    """
    received: list[str] = []
    page.on("pageerror", lambda error: received.append(str(error)))
    page.on("console", lambda message: received.append(message.text) if message.type == "error" else None)
    keep(page, live_server.url, django_language=language)

    def at(user: User | None, paths: list[str]) -> None:
        if user is not None:
            client = Client()
            client.force_login(user)
            keep(page, live_server.url, sessionid=client.cookies["sessionid"].value)
        faults = [
            fault
            for at, path in enumerate(paths)
            for size in (SIZES if samples.SWEEP_FACTOR > 1 else [list(SIZES)[at % 2]])
            for fault in faults_of_page(page, live_server.url + path, language, size)
        ]
        assert not faults, "\n".join(faults)

    yield at
    assert received == []


LANGUAGES = [LONGER_LANGUAGE, "en"] if samples.SWEEP_FACTOR > 1 else [LONGER_LANGUAGE]
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@EACH_LANGUAGE
@pytest.mark.usefixtures("_on_the_laptop")
@pytest.mark.parametrize("tournament", TOURNAMENT_PAGES)
def test_every_page_of_a_tournament_is_accessible(looked: Callable[..., None], tournament: str):
    lise = factories.director()
    make, pages = TOURNAMENT_PAGES[tournament]
    made = make(lise)
    looked(lise, [f"/t/{made.slug}/{path}" for path in pages])


@EACH_LANGUAGE
def test_online_registration_pages_are_accessible(looked: Callable[..., None]):
    lise = factories.director()
    tournament, own = registering(lise)
    form, online = f"/t/{tournament.slug}/register/", f"/t/{tournament.slug}/registration/online/"
    sheet = sheet_with(tournament, "Zoé Roy", "Réal Côté")
    looked(None, [form, form, own, own, sheet, sheet])  # on both sizes
    looked(lise, [online, online, f"{online}clubs/", f"{online}clubs/?codes"])


def test_page_list_of_a_tournament_is_complete():
    lise = factories.director()
    tournament = official(lise)
    client = Client()
    client.force_login(lise)
    looked_at = [path for _make, pages in TOURNAMENT_PAGES.values() for path in pages]
    known = {path.partition("?")[0] for path in [*looked_at, "rounds/1/screen/"]}
    forgotten = []
    for address in pages_of(tournament):
        path = address.removeprefix(f"/t/{tournament.slug}/")
        if path in known or path.startswith(OPTIONAL_PATHS):
            continue
        answer = client.get(address)
        if answer.status_code == 200 and b"<html" in answer.content[:200]:
            forgotten.append(path)
    assert forgotten == []


@EACH_LANGUAGE
@pytest.mark.usefixtures("_on_the_laptop")
def test_pages_outside_tournaments_are_accessible(looked: Callable[..., None]):
    lise = factories.director()
    for make, _pages in TOURNAMENT_PAGES.values():
        make(lise)
    looked(None, ["/", "/sign-in/", "/help/", "/help/?q=caisse", "/help/game/"])
    club = lise.roles.get(organisation__isnull=False).organisation
    of_club = [f"/o/{club.slug}/people/", f"/o/{club.slug}/formats/new/", f"/o/{club.slug}/clubs/"]
    of_club += [f"/o/{club.slug}/clubs/{club.clubs.all()[0].uid}/", f"/o/{club.slug}/privacy/"]
    of_club += people_pages(club)
    around = [
        "/",
        "/new/",
        "/new/like/",
        "/account/",
        "/restore/",
        "/formats/",
        *FORMAT_PATHS,
    ]
    looked(lise, [*around, *LAPTOP_PATHS, *of_club, *league_pages(lise)])
    looked(User.objects.create_superuser("patronne"), ["/organisations/", reverse("room")])


def keep(page: Page, url: str, **cookies: str) -> None:
    """Give the browser these cookies."""
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])


def faults_of_page(page: Page, address: str, language: str, size: str) -> list[str]:
    """Return the faults of a page at this size: of axe, its width, covered elements, and its language."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    answer = page.goto(address)
    faults = []
    if answer is None or answer.status != 200:
        faults.append(f"answered {answer and answer.status}")
    if page.locator("html").get_attribute("lang") != language:
        faults.append("is in the other language")
    faults += [f"axe: {rule} at {targets}" for rule, targets in violations(page)]
    faults += [f"has a small target in a table: {one}" for one in page.evaluate(SMALL_IN_TABLES)]
    faults += [f"underlines a gap: {one}" for one in page.evaluate(UNDERLINED)]
    faults += [f"covers at {size}: {one}" for one in page.evaluate(COVERED)]
    if (over := page.evaluate(OVERFLOW)) > 0:
        faults.append(f"is {over} pixels too wide on a {size}")
    if size == "phone":
        page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        faults += [f"covers on a laptop: {one}" for one in page.evaluate(COVERED)]
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    if (over := page.evaluate(OVERFLOW)) > 0:
        faults.append(f"is {over} pixels too wide on a narrow phone")
    return [f"{address} {fault}" for fault in faults]


@pytest.mark.usefixtures("_on_the_laptop")
def test_no_other_page_is_too_wide_for_a_narrow_phone(page: Page, live_server):
    """All pages that are not checked above, and a judge's page with cards on the table, fit the screen."""
    lise = factories.director()
    tournament = being_played(lise)
    client = Client()
    client.force_login(lise)
    hands = [
        "hand/?hand=5H-5S-5D-JC&starter=5C",
        f"gin/?knocker={KNOCKER}&opponent={OPPONENT}",
        "sheet/?hands=1K24",
    ]
    wanted = [
        *pages_of(tournament),
        *optional_packages.pages_of("judge", *(f"/t/{tournament.slug}/judge/{hand}" for hand in hands)),
        *OTHER_PATHS,
    ]
    keep(page, live_server.url, sessionid=client.cookies["sessionid"].value, django_language=LONGER_LANGUAGE)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    looked_at = {
        *LAPTOP_PATHS,
        "/",
        "/new/",
        "/sign-in/",
        *(f"/t/{tournament.slug}/{path}" for path in PLAYING_PATHS),
    }
    over = {}
    for path in dict.fromkeys(path for path in wanted if path not in looked_at):
        answer = client.get(path)
        if answer.status_code == 200 and b"<html" in answer.content[:200]:
            page.goto(live_server.url + path)
            over[path] = page.evaluate(OVERFLOW)
    assert len(over) > 30
    assert {path: by for path, by in over.items() if by > 0} == {}
