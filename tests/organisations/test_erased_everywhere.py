"""A person is entered in every possible way and erased: no table, file or address has the name any more."""

import gzip
import io
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pypdfium2
import pytest
import time_machine
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests import all_addresses, factories
from tests.devices.kiosks import Kiosk
from tests.organisations.leagues import evenings as league_evenings
from tests.registration.test_importing import Browser
from tests.samples import SWEEP_FACTOR
from tests.web.signups.test_transfer import suggested
from tournaments import devices, registration, rounds
from tournaments.common import jobs
from tournaments.delivery.destinations import queue
from tournaments.delivery.mail import addresses, messages
from tournaments.models import (
    Destination,
    Device,
    Job,
    Letter,
    MailServer,
    Player,
    Tournament,
    User,
)
from tournaments.organisations import erasure, leagues, person_changes, seasons
from tournaments.publishing import cash_box, notices, prizes, publications
from tournaments.publishing.outputs import folder
from tournaments.publishing.papers import printing, registry
from tournaments.registration import (
    club_sheets,
    partner_draw,
    payments,
    questions,
    signup_list,
    signup_requests,
    signup_tokens,
    signups,
)
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.rounds import protests
from tournaments.transfer import copies

pytestmark = [pytest.mark.django_db, pytest.mark.long]
DAY = date(2026, 11, 21)
AT_NOON = datetime(2026, 11, 21, 17, tzinfo=UTC)
LATER = datetime(2026, 12, 24, 12, tzinfo=UTC)
NAME, CLUB, NUMBER = "Wenceslas Tournebroche", "Club Zwingle", "QX-90417"
SECRET_PATTERN = re.compile(r"tournebroche|wenceslas|qx-90417|sarrasin|514-555-7791|qzwt7@", re.IGNORECASE)
"""The name, number, answer, telephone and address of the person; others have the same club."""
PERSONAL_COLUMNS = """
    Player.name Player.member_number Entry.name Entry.team Entry.note Entry.apart Member.came_as
    Signup.names Signup.contact Signup.answers Signup.request Act.args Publication.rows Session.session_data
    MailAddress.address Letter.address OrganisationAct.inverse FixtureAct.reason Season.same_teams
    Tournament.notice Tournament.settings Message.subject Message.text Device.label
"""
"""The columns that have them before the erasure."""
COPY_SUFFIXES = (copies.SUFFIX,)
"""Files that still have the name: older copies, which are erased when they are restored."""


# Ways to enter a person


def add_by_form(lise: User) -> Tournament:
    """Register the person online, and a second time on the waiting list; draw a partner."""
    tournament = factories.tournament(0, by=lise, tables=4)
    questions.save_questions(tournament, [(None, "Allergies", [])], by=lise)
    save_settings(tournament, SignupSettings(on=True, capacity=2), by=lise)
    typed = signups.SignupInput((NAME,), CLUB, NUMBER, "qzwt7@example.org", {"1": "sarrasin"}, agrees=True)
    other = signups.SignupInput(("Zoé Roy",), answers={"1": f"assise avec {NAME}"})
    for turn, one in enumerate((typed, other, typed)):
        token = signups.sign_up(tournament, one, nonce=f"{turn}", language="fr-ca")
    signup_requests.ask_organiser(signup_tokens.signup_by_token(token), "Appelez-moi au 514-555-7791")
    drawn = partner_draw.draw(tournament, partner_draw.DrawRequest(), seed=4, reason="", by=lise)
    partner_draw.enter(tournament, drawn.version, by=lise)
    return tournament


def add_by_sheet(lise: User) -> Tournament:
    """Enter the person twice on the sheet of a club, with one place."""
    tournament = factories.tournament(0, by=lise, tables=4)
    save_settings(tournament, SignupSettings(on=True, capacity=1), by=lise)
    club_sheets.make_links(tournament, [CLUB], by=lise)
    ((_club, sheet),) = club_sheets.links(tournament)
    own = signups.SignupInput((NAME,), CLUB, NUMBER, "qzwt7@example.org")
    typed = [own, signups.SignupInput(("Aline Roy",), CLUB), own]
    lines = {at: club_sheets.SheetLine(one) for at, one in enumerate(typed)}
    assert not club_sheets.save(sheet, lines, nonce="a" * 20, language="fr-ca")
    return tournament


def add_and_merge(lise: User) -> Tournament:
    """Enter the person twice, correct one, then merge them; both can be undone."""
    tournament = factories.tournament(0, by=lise, tables=4)
    other = registration.add_entry(tournament, NAME, club="Ailleurs").members.get().player
    changed = {"region": "", "member_number": "", "category": ""}
    person_changes.correct(other, family="", since=DAY, by=lise, name=f"{NAME} fils", club="Sorel", **changed)
    known = Player.objects.filter(name=NAME, member_number=NUMBER).first()
    person_changes.merge(known, Player.objects.get(pk=other.pk), taken={"club"}, by=lise)
    return tournament


def add_by_import(lise: User, browser: Client) -> Tournament:
    """Import the person from a list; the same list waits in another tournament until it is confirmed."""
    row = f"Nom;Prénom;Club;No de membre;Note\r\nTournebroche;Wenceslas;{CLUB};{NUMBER};514-555-7791\r\n"
    for confirmed in (True, False):
        tournament = factories.tournament(0, by=lise, tables=4)
        page = Browser(browser, tournament)
        page.bring(row.encode())
        page.look()
        if confirmed:
            page.enter()
            brought = tournament
    assert brought.entries.get().name == NAME
    return brought


def add_by_hand(lise: User, usb: Path) -> Tournament:
    """Type the person at the door, and make all that refers to it: results, papers, publications, copies."""
    tournament = factories.tournament(8, by=lise, rounds=3)
    entry = tournament.entries.get(number=1)
    registration.edit_entry(
        entry, NAME, club=CLUB, member_number=NUMBER, note="514-555-7791", apart="Tournebroche"
    )
    addresses.save_address(entry, "qzwt7@example.org")
    payments.record(entry, 1500, "cheque", by=lise)
    devices.invite_players(tournament)
    first = factories.open_round(tournament)
    for meeting in first.meetings.all():
        factories.enter(meeting, [121, 88])
    protests.file(tournament, 1, entry, f"Le compte de {NAME} est faux", by=lise)
    protest = protests.protests_of(tournament)[0]
    protests.rule(tournament, protest.act.version, "TOURNEBROCHE, Wenceslas a raison", upheld=True, by=lise)
    rounds.close_round(first, by=lise)
    prizes.note_hand(tournament, prizes.Hand(0, 2, 29, 1, 1, "29", NAME), by=lise)
    cash_box.save_lines(tournament, [cash_box.CashLine(f"Rendu à {NAME}", -1500)], by=lise)
    notices.set_notice(tournament, f"{NAME} cherche ses lunettes", until=None, by=lise)
    publications.publish(tournament, official=False, by=lise)
    registration.edit_entry(tournament.entries.get(number=3), "Zoé Côté", note=f"loin de {NAME}")
    factories.play_round(tournament, 2)
    factories.play_round(tournament, 3)
    publications.publish(tournament, official=True, by=lise)
    return tournament


def add_taken_over_entry(lise: User) -> Tournament:
    """Let the person play under a number that another person then takes over."""
    tournament = factories.tournament(8, by=lise, rounds=3)
    entry = tournament.entries.get(number=1)
    registration.edit_entry(entry, NAME, club=CLUB, member_number=NUMBER, note="514-555-7791")
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=False, by=lise)
    registration.transfer_number(entry, "Jean Roy", from_round=2, by=lise)
    factories.play_round(tournament, 2)
    return tournament


def add_in_teams(lise: User) -> Tournament:
    """Enter the person in a pair named after its members, beside a team named after the person."""
    tournament = factories.tournament(0, by=lise, tables=4)
    mate = registration.NewMember(NAME, club=CLUB, member_number=NUMBER)
    registration.add_team(tournament, "", [mate, registration.NewMember("Aline Roy")])
    registration.add_team(
        tournament,
        f"Les amis de {NAME}",
        [registration.NewMember("Jo Bec"), registration.NewMember("Al Bec")],
    )
    return tournament


def add_in_team_of_three(lise: User) -> Tournament:
    tournament = factories.tournament(0, by=lise, tables=4)
    mate = registration.NewMember(NAME, club=CLUB, member_number=NUMBER)
    registration.add_team(
        tournament, "", [mate, registration.NewMember("Aline Roy"), registration.NewMember("Zoé Côté")]
    )
    return tournament


def add_to_league(lise: User, tournament: Tournament) -> None:
    """Make the person a side of a league, with the name in a reason; in a season of teams as well."""
    sides = [leagues.Side(NAME, CLUB), *league_evenings.persons(3)]
    league = league_evenings.league(sides, of=tournament.organisation)
    leagues.postpone(league.fixtures.first(), reason=f"{NAME} est malade", by=lise)
    pairs = seasons.make(
        tournament.organisation, {"name": "Saison des équipes", "sides": "teams", "public": True}
    )
    for one in Tournament.objects.filter(organisation=tournament.organisation, live=True):
        seasons.add(pairs, one)
    keys = [key for key, _name, _club in seasons.teams(pairs)]
    seasons.merge_teams(pairs, *[key for key in keys if "tournebroche" in key][:2])


def add_by_transfer(lise: User, browser: Client) -> list[Tournament]:
    """Register the person on a server; one laptop takes the list over, on another it waits."""
    server = factories.tournament(0, by=lise, tables=4)
    save_settings(server, SignupSettings(on=True, capacity=1), by=lise)
    own = signups.SignupInput((NAME,), CLUB, NUMBER, "qzwt7@example.org")
    for turn in range(2):
        signups.sign_up(server, own, nonce=f"transfer {turn}", language="fr-ca")
    fetched = []
    for taken in (True, False):
        fetched.append(factories.tournament(0, by=lise, tables=4))
        url = reverse("signup_transfer", args=[fetched[-1].slug])
        browser.post(url, {"do": "file", "file": SimpleUploadedFile("liste.json", signup_list.write(server))})
        preview = reverse("signup_preview", args=[fetched[-1].slug])
        if taken:
            browser.post(preview, suggested(browser.get(preview)))
    assert [tournament.entries.filter(name=NAME).count() for tournament in fetched] == [1, 0]
    return [server, *fetched]


def add_to_waiting_list(lise: User) -> Tournament:
    """Register the person for a full tournament, so that there is no entry of theirs, nor in any copy."""
    tournament = factories.tournament(0, by=lise, tables=4)
    save_settings(tournament, SignupSettings(on=True, capacity=1), by=lise)
    for turn, one in enumerate(
        (signups.SignupInput(("Zoé Roy",)), signups.SignupInput((NAME,), CLUB, NUMBER, "qzwt7@example.org"))
    ):
        signups.sign_up(tournament, one, nonce=f"full {turn}", language="fr-ca")
    return tournament


def check_in_by_kiosk(lise: User) -> Kiosk:
    """Check the person in at a kiosk that has their name, and once more after they withdrew."""
    tournament = factories.tournament(4, by=lise)
    entry = registration.edit_entry(tournament.entries.get(number=1), NAME, club=CLUB, member_number=NUMBER)
    door = Kiosk(tournament)
    Device.objects.filter(tournament=tournament).update(label=f"Borne de {NAME}")
    assert door.arrives(1)["answer"] == "here"
    factories.play_round(tournament, 1)
    registration.withdraw(entry, from_round=2, by=lise)
    assert door.arrives(1)["answer"] == "desk"
    assert SECRET_PATTERN.search(str(door.listed()))
    return door


def queue_naming_message(tournament: Tournament, by: User) -> None:
    """Queue a message to everyone that names the person, with confirmations that wait."""
    draft = messages.Draft("everyone", f"Chaise de {NAME}", f"Bonjour {{name}}, {NAME} cherche sa chaise.")
    messages.queue_message(tournament, draft, uuid4(), by=by)


# Where the name may be


def hits_in_tables() -> dict[str, list[str]]:
    """Return what is found in any column of any table, by table and column."""
    found: dict[str, list[str]] = {}
    for model in apps.get_models(include_auto_created=True):
        fields = [one for one in model._meta.concrete_fields if not one.is_relation]
        for row in model._default_manager.all():
            for field in fields:
                value = getattr(row, field.attname)
                if model.__name__ == "Session" and field.attname == "session_data":
                    value = row.get_decoded()
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
                for hit in SECRET_PATTERN.finditer(text):
                    around = text[max(0, hit.start() - 30) : hit.end() + 30]
                    found.setdefault(f"{model.__name__}.{field.attname}", []).append(around)
    return found


def hits_in_files(*folders: Path) -> dict[str, list[str]]:
    """Return what is found in names and contents of files, in archives too, by path."""
    found: dict[str, list[str]] = {}
    for path in (path for top in folders for path in top.rglob("*") if path.is_file()):
        texts = [path.name, *file_texts(path.read_bytes())]
        hits = [hit.group() for text in texts for hit in SECRET_PATTERN.finditer(text)]
        if hits:
            found[path.name] = hits
    return found


def file_texts(content: bytes) -> Iterator[str]:
    """Yield the texts of a file: of a PDF its text, of an archive its files."""
    if content.startswith(b"%PDF"):
        for page in pypdfium2.PdfDocument(content):
            yield page.get_textpage().get_text_range()
    elif content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name
                yield from file_texts(archive.read(name))
    elif content.startswith(b"\x1f\x8b"):
        yield from file_texts(gzip.decompress(content))
    else:
        yield content.decode("utf-8", "replace")


def addresses_of(tournament: Tournament, people: list[Player]) -> dict[str, set[str]]:
    """Return every address that can be filled in for a tournament and its organisation, by its name."""
    organisation = tournament.organisation
    values: dict[str, list[Any]] = all_addresses.of_a_tournament(tournament) | {
        "organisation": [organisation.slug],
        "player": [one.uid for one in people],
        "club": list(organisation.clubs.values_list("uid", flat=True)),
        "season": list(organisation.seasons.values_list("uid", flat=True)),
        "entry": [1],
        "chapter": ["trouble"],
        "kind": list(registry.PAPER_TYPES),
        "version": list(tournament.acts.values_list("version", flat=True)),
    }
    found = defaultdict(set)
    for pattern in all_addresses.patterns():
        names = all_addresses.parameters(pattern)
        ways: list[dict[str, Any]] = [{}]
        for name in names:
            ways = [way | {name: value} for way in ways for value in values.get(name, [])]
        for way in ways:
            with suppress(NoReverseMatch):
                found[pattern.name].add(reverse(pattern.name, kwargs=way))
    return found


def sampled_addresses(days: list[Tournament], people: list[Player]) -> set[str]:
    """Return each address at the first day that has it and at one other; in `make figures` at every day."""
    of_days = [addresses_of(tournament, people) for tournament in days]
    paths = set()
    for turn, name in enumerate(sorted(set().union(*of_days))):
        first, *others = [addresses[name] for addresses in of_days if name in addresses]
        chosen = others if SWEEP_FACTOR > 1 or not others else [others[turn % len(others)]]
        paths |= first.union(*chosen)
    return paths


def hits_at_addresses(
    days: list[Tournament], people: list[Player], readers: list[Client]
) -> dict[str, list[str]]:
    """Return what is found at any address, by address."""
    found = {}
    for path in sorted(sampled_addresses(days, people)):
        for reader in readers:
            answer = reader.get(path)
            body = b"".join(answer) if answer.streaming else answer.content
            hits = [hit.group() for text in file_texts(body) for hit in SECRET_PATTERN.finditer(text)]
            if hits:
                found[path] = hits
    return found


@pytest.fixture
def house(settings, tmp_path: Path, monkeypatch) -> Path:
    """Set the folders of this computer, with a USB key as web host."""
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "papers"
    settings.DATA_DIR.mkdir()
    monkeypatch.setattr(folder, "OUTPUTS", {"site": folder.OUTPUTS["site"], "csv": folder.OUTPUTS["csv"]})
    return tmp_path


def publish(tournament: Tournament, host: Path, by: User) -> None:
    host.mkdir()
    to = Destination.objects.create(
        organisation=tournament.organisation,
        tournament_uid=tournament.uid,
        name="Clé",
        kind="folder",
        path=str(host),
    )
    folder.request(tournament, by=by, to=[to.pk])
    run_jobs()


def run_jobs() -> None:
    """Do all jobs that wait, as a worker does."""
    kinds = {jobs.PUBLISH: folder.publish_job, jobs.SEND: queue.send_job, jobs.COPY: copies.write_copy_job}
    letters = (jobs.CONFIRM, jobs.MESSAGE)  # these need a mail server
    waiting_jobs = Job.objects.filter(state=Job.State.WAITING).exclude(kind__in=letters)
    while waiting := waiting_jobs.order_by("pk").first():
        kinds.get(waiting.kind, printing.print_job)(waiting.pk)


def test_erased_name_is_found_nowhere(house, django_capture_on_commit_callbacks):
    lise = factories.director()
    browser = Client(headers={"accept-language": "fr"})
    browser.force_login(lise)
    with time_machine.travel(AT_NOON, tick=True), django_capture_on_commit_callbacks(execute=True):
        played = add_by_hand(lise, house)
        MailServer.objects.create(
            organisation=played.organisation, host="mail.example", sender="club@example.org"
        )
        door = check_in_by_kiosk(lise)
        days = [
            played,
            add_by_form(lise),
            add_by_import(lise, browser),
            add_taken_over_entry(lise),
            add_in_teams(lise),
            add_in_team_of_three(lise),
            add_by_sheet(lise),
            add_and_merge(lise),
            add_to_waiting_list(lise),
            door.tournament,
            *add_by_transfer(lise, browser),
        ]
        for registered_online in (days[1], days[6], days[8], days[10]):
            queue_naming_message(registered_online, lise)
        add_to_league(lise, played)
        Letter.objects.create(
            tournament=played,
            entry_uid=played.entries.get(number=1).uid,
            address="qzwt7@example.org",
            version=1,
        )
        printing.request(played, "standings", {"language": "fr-ca", "base": ""})
        registration_lives = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(days[3]))), by=lise)
        days[3] = registration_lives
        publish(played, house / "host", lise)
        for tournament in days:
            copies.write_copy(tournament.pk)
    people = list(Player.objects.filter(name=NAME))  # one whose name was typed over another's is another row
    before = hits_in_tables()
    assert set(PERSONAL_COLUMNS.split()) <= set(before)
    assert hits_in_files(house / "data") and hits_in_files(house / "host")
    assert len(hits_at_addresses([played], people, [browser])) > 40

    with time_machine.travel(LATER, tick=True), django_capture_on_commit_callbacks(execute=True):
        for player in people:
            found = erasure.erasure_effects(player)
            erasure.erase(player, waiting=[one.pk for one in found.waiting], by=lise)
    with time_machine.travel(LATER, tick=True):
        run_jobs()
        assert hits_in_tables() == {}
        assert not SECRET_PATTERN.search(str(door.listed()))
        left = hits_in_files(house / "data", house / "host")
        assert {path for path in left if not path.endswith(COPY_SUFFIXES)} == set()
        assert hits_at_addresses(days, people, [browser, Client()]) == {}
        for path in sorted((house / "data").rglob(f"*{copies.SUFFIX}")):
            with django_capture_on_commit_callbacks(execute=True):
                copies.restore(copies.open_copy(path.read_bytes()), by=lise)
            assert hits_in_tables() == {}, path.name
