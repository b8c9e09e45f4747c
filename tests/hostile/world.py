"""A small world to attack: tournaments in every state, users in every role, tablets that report."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern

from tests import all_addresses, event_tournaments, factories, optional_packages
from tests.accounts.addresses import _patterns as routes
from tests.e2e.test_every_page import being_played, being_prepared, official, tied
from tests.hostile.asking import Page, Program, RawRequest
from tests.transfer.tampered import packed
from tests.web.identity import files
from tournaments import devices, registration, rounds
from tournaments.accounts import helpers
from tournaments.common import codes
from tournaments.delivery import signup_transfer
from tournaments.delivery.mail import addresses
from tournaments.devices import calls
from tournaments.models import (
    ClubSheet,
    Invitation,
    MailAddress,
    Role,
    RoleInvitation,
    SignIn,
    Signup,
    Tournament,
    User,
)
from tournaments.publishing import identity, publications
from tournaments.publishing.papers import printing, registry
from tournaments.registration import club_sheets, fees, payments, questions, signup_tokens, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.rounds import scores, stages
from tournaments.transfer import copies, simulated_tournament
from tournaments.web.table_status import statuses

Json = dict[str, Any]


def with_everything(by: User) -> Tournament:
    """Make a tournament with a bit of everything, so that no part of its copy is empty.

    Its attribute `joined` is the answer that its tablet got.
    """
    from tests.devices.test_api import joined

    tournament = factories.tournament(9, by=by, odd="bye", bye_credit=60)
    devices.invite_players(tournament)
    paid = registration.edit_entry(tournament.entries.get(number=1), "Réal O'Brien", fee_cents=1500)
    payments.record(paid, None, "cash", by=by)
    payments.take_back(tournament, 1, by=by)
    body = joined(tournament)
    joined(tournament, device=body["device"])  # another token, which is not used
    simulated_tournament.play_round(tournament, 1, chance=Random(1), by=by)
    round_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), 2, by=by), by=by)
    meeting = next(table.meeting for table in scores.table_states([round_]) if not table.bye)
    factories.enter(meeting, [121, 88], user=by)
    calls.report_other_people(tournament.devices.get(), "x" * 16, [[1], [2]])
    identity.set_details(tournament, "FADOQ L'Écuyer", "#c2185b", ["Caisse O'Brien"], by=by)
    identity.put_logo(tournament, files.picture(), by=by)
    publications.publish(tournament, official=False, by=by)
    publications.publish(tournament, official=True, by=by)
    tournament.refresh_from_db()
    tournament.joined = body  # type: ignore[attr-defined]
    return tournament


def of_gin(by: User) -> Tournament:
    """Make a gin tournament of six: one game is closed, the second open and one result of it in."""
    tournament = factories.gin(6, by=by)
    first = factories.open_round(tournament)
    for meeting in first.meetings.all():
        factories.totals(meeting, 310, 85)
    rounds.close_round(first, by=by)
    second = factories.open_round(tournament, 2)
    factories.totals(factories.meeting_at(second, 1), 120, 310)
    return tournament


def hidden(by: User) -> Tournament:
    """Make one with partners and three at a table, visible at the desk only, with players' own phones."""
    tournament = factories.tournament(9, by=by)
    factories.sit(tournament, 1, (4, 2, 9), (1, 3, 5, 6), (7, 8), partners=[2])
    tournament.visibility = Tournament.Visibility.DESK
    tournament.save(update_fields=["visibility"])
    statuses.allow_phones(tournament, True, by=by)
    devices.invite_players(tournament)
    return tournament


def online(by: User) -> Tournament:
    """Make one to which people register: some wait, a club has a sheet, and there is a kiosk at the door."""
    from tests.devices.kiosks import Kiosk

    tournament = factories.tournament(4, by=by)
    save_settings(tournament, SignupSettings(on=True, capacity=7), by=by)
    questions.save_questions(tournament, [(None, "Repas ?", ["Poulet", "Végé"])], by=by)
    fees.save_fees(tournament, fees.Fees(1500), by=by)
    club_sheets.make_links(tournament, ["Sorel", "L'Ange-Gardien"], by=by)
    for name in ("Réal O'Brien", "Zoé L'Écuyer", "Luc Roy", "Anne Roy", "Guy Côté"):
        typed = signups.SignupInput((name,), "Sorel", contact=f"{name.split()[0]}@example.org", agrees=True)
        signups.sign_up(tournament, typed, nonce=f"{name} {tournament.uid}", language="fr-ca")
    signups.withdraw_signup(Signup.objects.get(tournament_uid=tournament.uid, number=2))
    addresses.save_address(tournament.entries.order_by("number").last(), "anne@example.org")
    kiosk = Kiosk(tournament)
    devices.invite_kiosk(tournament)
    tournament.refresh_from_db()
    tournament.kiosk = kiosk.token  # type: ignore[attr-defined]
    tournament.given = signup_transfer.issue_token(tournament)  # type: ignore[attr-defined]
    return tournament


STATES = (with_everything, being_prepared, being_played, tied, official, of_gin, hidden, online)


@dataclass
class Person:
    """A user, the cookie of their session, and their role."""

    name: str
    user: User | None = None
    cookies: str = ""

    def sign_in(self) -> None:
        """Begin a session; a hostile request may have ended an earlier one."""
        if self.user is not None:
            client = Client()
            client.force_login(self.user)
            self.cookies = f"sessionid={client.cookies['sessionid'].value}"


@dataclass
class Tablet:
    """A device that may report, and the last answer that it got."""

    token: str
    tournament: Tournament
    here: Json = field(default_factory=dict)

    def result(self, chance: Random) -> Json:
        """Return a result of its table that would be accepted, if there is anything to report."""
        meeting = next(iter(self.here.get("meetings", [])), None)
        if meeting is None:
            return {
                "nonce": uuid4().hex,
                "meeting": str(uuid4()),
                "game": 1,
                "basis": 0,
                "sides": [[1], [2]],
                "data": {},
            }
        count = len(meeting["sides"])
        if self.here["rules"]["game"] == "gin":
            data: Json = {"v": 1, "totals": [310, chance.randrange(0, 200)]}
        else:
            data = {"v": 1, "pegged": [121, *(chance.randrange(121) for _ in range(count - 1))]}
        return {
            "nonce": uuid4().hex,
            "meeting": meeting["uid"],
            "game": 1,
            "basis": meeting["basis"],
            "kind": "claim",
            "sides": [[entry["number"] for entry in side["entries"]] for side in meeting["sides"]],
            "data": data,
            "seen_at": "2026-11-21T10:41:07-05:00",
        }


class World:
    """The tournaments, the users, the tablets, and every address that leads somewhere."""

    def __init__(
        self, program: Program, chance: Random, seed: int, states: Sequence[Callable[[User], Tournament]]
    ) -> None:
        cache.clear()
        self.program, self.chance = program, chance
        self.owner = factories.director(f"director-{seed}-{uuid4().hex[:6]}")
        self.days = [made(self.owner) for made in states]
        self.event = event_tournaments.event(*self.days)
        self.tablets = list(self._join_tablets())
        self.people = list(self._make_people())
        self.copies = [packed(self.days[0]), packed(self.days[-1])]
        self.sealed = copies.seal_copy(copies.pack(self.days[0]))
        self.patterns = [
            (one, prefix) for one, prefix in routes(all_addresses.get_resolver(), "/") if one.name
        ]
        self.pages = [
            "/",
            "/new/",
            "/account/",
            "/restore/",
            "/join/",
            "/sign-in/",
            "/table/",
            *optional_packages.pages_of("judge", "/judge/hand/"),
        ]
        self.pages += list(self._pages_of_the_organisation())
        self.pages += [f"/register/{token}/" for token in self._own_tokens()]
        self.pages += [f"/club/{token}/" for token in self._sheet_tokens()]
        self.pages += [f"/mail/stop/{addresses.token(one)}/" for one in MailAddress.objects.all()]
        self.pages += [page for tournament in self.days for page in all_addresses.pages_of(tournament)]
        self._seen: dict[str, Page] = {}
        self.known = [self._known(tournament) for tournament in self.days]

    def _join_tablets(self) -> Iterator[Tablet]:
        from tests.devices.test_api import here, joined

        for tournament in self.days:
            token = joined(tournament, 1)["token"]
            yield Tablet(token, tournament, here(token))
        old = Invitation.objects.filter(tournament=self.days[-1]).first()
        assert old
        old.code = f"{self.chance.randrange(10**6):06}"  # as older programs printed them
        old.save(update_fields=["code"])
        printing.request(self.days[0], "rules", {"language": "en", "base": "http://localhost"})

    def _make_people(self) -> Iterator[Person]:
        """Yield a visitor, a user in every role, for one tournament and for the organisation, and others."""
        mark = uuid4().hex[:6]
        yield Person("signed out")
        yield Person("without a role", User.objects.create_user(f"passante-{mark}"))
        yield Person("director elsewhere", factories.director(f"étrangère-{mark}"))
        yield Person("director of the organisation", self.owner)
        yield Person("superuser", User.objects.create_superuser(f"patronne-{mark}"))
        for role in Role.Kind.values:
            whole = factories.helper(self.days[0].organisation, role, f"{role}-whole-{mark}")
            yield Person(f"{role} of the organisation", whole)
            one = User.objects.create_user(f"{role}-{mark}")
            for tournament in self.days:  # a role in each tournament, never in the organisation
                Role.objects.create(user=one, role=role, tournament=tournament)
            yield Person(f"{role} of the tournament", one)
        tournament, organisation = self.days[0], self.days[0].organisation
        self.tokens = [
            helpers.invite(of, Role.Kind.VIEWER, lasts=helpers.TODAY, uses=50, by=self.owner).token
            for of in (tournament, organisation)
        ]

    def _pages_of_the_organisation(self) -> Iterator[str]:
        organisation = self.days[0].organisation
        here = f"/o/{organisation.slug}/"
        yield from (f"{here}{page}/" for page in ("players", "players/pairs", "players/import", "privacy"))
        yield from (f"{here}{page}/" for page in ("clubs", "seasons", "events", f"events/{self.event.uid}"))
        yield from (f"{here}players/{one.uid}/" for one in organisation.players.all()[:2])
        yield from (f"{here}clubs/{one.uid}/" for one in organisation.clubs.all()[:2])
        yield f"/events/{self.event.uid}/"
        pages = ("register", "door", "summary", "screen")
        yield from (f"/events/{self.event.uid}/{page}/" for page in pages)

    @staticmethod
    def _own_tokens() -> list[str]:
        return [signup_tokens.own_token(one.uid) for one in Signup.objects.order_by("pk")]

    @staticmethod
    def _sheet_tokens() -> list[str]:
        return [club_sheets.token_of(one) for one in ClubSheet.objects.order_by("pk")]

    def begin(self) -> None:
        """Sign all users in."""
        for person in self.people:
            person.sign_in()

    def path(self) -> str:
        """Return a page, or the target of one of its links that is not among the pages."""
        path = self.chance.choice(self.pages)
        links = [link for link in self._seen_at(path).links if not link.startswith("/static/")]
        return self.chance.choice([path, *(link for link in links if link not in self.pages)])

    def value(self) -> str:
        """Return the value of a field of some page; empty where it has none."""
        page = self._seen_at(self.chance.choice(self.pages))
        values = [value for form in page.forms for _name, value in form.fields]
        return self.chance.choice(values) if values else ""

    def _seen_at(self, path: str) -> Page:
        """Return a page as it was when chance first led there, as reading all of them takes too long."""
        if path not in self._seen:
            self._seen[path] = self.look(path)
        return self._seen[path]

    def look(self, path: str, who: str = "director of the organisation") -> Page:
        """Return a page as a user sees it now."""
        person = next(one for one in self.people if one.name == who)
        answer = self.program.ask(RawRequest("GET", *_split(path)), person.cookies)
        if answer.header("location").startswith("/sign-in/"):
            person.sign_in()
            answer = self.program.ask(RawRequest("GET", *_split(path)), person.cookies)
        return Page(answer.text if "html" in answer.header("content-type") else "")

    def _known(self, tournament: Tournament) -> dict[str, list[Any]]:
        """Return values for the addresses of a tournament, or of its organisation."""
        found = all_addresses.of_a_tournament(tournament)
        found["uid"] = [
            *tournament.devices.values_list("uid", flat=True),
            *tournament.jobs.values_list("uid", flat=True),
        ]
        found["pk"] = [
            *Role.objects.filter(tournament=tournament).values_list("pk", flat=True)[:3],
            *RoleInvitation.objects.values_list("pk", flat=True)[:2],
            *SignIn.objects.values_list("pk", flat=True)[:2],
        ]
        found["organisation"] = [tournament.organisation.slug]
        found["event"] = [self.event.uid]
        found["what"] = ["rename", "revoke", "readmit", "move", "replace", "let-in", "let_in"]
        found["kind"] = list(registry.PAPER_TYPES)
        found["token"] = [*self.tokens, *self._own_tokens(), *self._sheet_tokens()]
        found["token"] += [addresses.token(one) for one in MailAddress.objects.all()]
        found["token"] += [one.given for one in self.days if hasattr(one, "given")]
        found["player"] = found["other"] = list(
            tournament.organisation.players.values_list("uid", flat=True)[:3]
        )
        found["club"] = list(tournament.organisation.clubs.values_list("uid", flat=True)[:3])
        found["payment"] = found["position"] = [1, 2]
        found["name"] = ["table", "carry", "kiosk"]
        found["secret"] = [
            *tournament.invitations.values_list("secret", flat=True)[:2],
            *tournament.invitations.values_list("code", flat=True)[:2],
            codes.new_code(),
        ]
        return found

    def pattern(self) -> tuple[URLPattern, str]:
        """Return an address of the program, with its prefix."""
        return self.chance.choice(self.patterns)

    def person(self) -> Person:
        """Return a random user, most often the owner, who may do most: others are refused early."""
        chief = self.chance.random() < 0.4
        return (
            next(one for one in self.people if one.user == self.owner)
            if chief
            else self.chance.choice(self.people)
        )


def _split(path: str) -> tuple[bytes, bytes]:
    from django.utils.encoding import iri_to_uri

    before, _mark, query = path.partition("?")
    return iri_to_uri(before).encode(), iri_to_uri(query).encode()


def faults_of_pages(program: Program, days: list[Tournament], pages: list[str]) -> list[str]:
    """Return the pages that fail for a superuser, and the public pages of these tournaments that fail."""
    chief = Person("superuser", User.objects.create_superuser(f"chef-{uuid4().hex[:8]}"))
    chief.sign_in()
    found = []
    for page in pages:
        answer = program.ask(RawRequest("GET", *_split(page)), chief.cookies)
        if answer.status not in (200, 302):
            found.append(f"{page} answers {answer.status}\n{answer.trace}")
    for tournament in days:
        answer = program.ask(RawRequest("GET", *_split(f"/t/{tournament.slug}/")))
        if answer.status != (200 if tournament.visibility == Tournament.Visibility.PUBLIC else 404):
            found.append(f"the public page of {tournament.slug} answers {answer.status}\n{answer.trace}")
    return found


def quiet(on: bool) -> None:
    """Silence the log of refused copies, which has a traceback for each, until `quiet(False)`."""
    logging.getLogger("tournaments.transfer.copies.restore").setLevel(logging.ERROR if on else logging.NOTSET)
