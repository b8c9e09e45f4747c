"""An erasure that comes with a copy is sent on, as one done here; so are names that only a text has."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from tests import factories
from tests.factories import signed_in
from tests.organisations.leagues import evenings
from tests.organisations.test_erasure import NAME, note_sent, person, restore_copy, send_to, server, transfers
from tournaments import registration
from tournaments.common import jobs
from tournaments.models import Destination, Job, Player, Signup, Tournament, User
from tournaments.organisations import erasure, leagues, person_changes, seasons
from tournaments.organisations.leagues import season_file
from tournaments.registration import club_sheets, signup_tokens, signups
from tournaments.transfer import copies
from tournaments.transfer.copies import erased_list

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 12, 24, 12, tzinfo=UTC)  # the tournaments of the factories are of 2026-11-21


@pytest.fixture(autouse=True)
def later():
    with time_machine.travel(LATER, tick=False):
        yield


@pytest.fixture
def lise() -> User:
    return factories.director()


@pytest.fixture
def tournament(lise) -> Tournament:
    made = factories.tournament(4, by=lise)
    registration.edit_entry(made.entries.get(number=3), NAME)
    return made


def copy_with_erasure(tournament: Tournament) -> bytes:
    """Return a copy of the tournament from a computer on which the person was erased."""
    return copies.seal_copy(copies.pack(tournament) | {"erased": [str(person().uid)]})


def published_to() -> dict[int, list[int]]:
    """Return the destinations of the publications that wait, by tournament."""
    waiting = Job.objects.filter(kind=jobs.PUBLISH, state=Job.State.WAITING)
    return {job.tournament_id: job.args["to"] for job in waiting}


def waiting_in(tournament: Tournament) -> Signup:
    """Return a registration of the person for a tournament, on its waiting list."""
    return Signup.objects.create(
        tournament_uid=tournament.uid,
        number=1,
        token_hash=signup_tokens.token_hash("token"),
        names=[NAME],
        language="fr-ca",
    )


@pytest.mark.both_databases
def test_restored_erasure_is_sent_to_hosts_and_servers(database, tournament, lise):
    evening, absent = (factories.tournament(4, by=lise) for _turn in range(2))
    host, known = server(tournament, kind=Destination.Kind.SFTP), server(tournament)
    server(tournament, kind=Destination.Kind.SFTP), server(tournament)  # nothing was sent there
    for sent in (tournament, evening, absent):
        note_sent(sent, host)
    send_to(known, tournament)
    season = seasons.make(tournament.organisation, {"name": "Saison"})
    for one in (tournament, evening):
        seasons.add(season, one)
    live = restore_copy(copy_with_erasure(tournament), lise)
    assert published_to() == {live.pk: [host.pk], evening.pk: [host.pk]}
    assert transfers() == {(live.pk, known.key)}


def test_erasure_with_an_unchanged_copy_is_sent(tournament, lise):
    host = server(tournament, kind=Destination.Kind.SFTP)
    note_sent(tournament, host)
    key, _text = copies.issue(tournament.organisation, "Portable", by=lise)
    assert copies.receive(key, copy_with_erasure(tournament)) == copies.KNOWN
    assert published_to() == {tournament.pk: [host.pk]}


def test_copy_without_new_erasure_sends_nothing(tournament, lise):
    note_sent(tournament, server(tournament, kind=Destination.Kind.SFTP))
    copy = copy_with_erasure(tournament)
    restore_copy(copy, lise)
    Job.objects.filter(kind=jobs.PUBLISH).delete()
    restore_copy(copy, lise)
    assert published_to() == {}


def test_restored_erasure_reaches_season_files(tournament, lise, django_capture_on_commit_callbacks):
    league = evenings.league(
        [leagues.Side(NAME, players=(person(),)), *evenings.persons(3)], of=tournament.organisation
    )
    with django_capture_on_commit_callbacks(execute=True):
        seasons.add(league.season, tournament)
    (path,) = copies.own_folder().glob(f"*{league.season.uid}{season_file.SUFFIX}")
    assert NAME in str(season_file.open_season_file(path.read_bytes()).rows)
    with django_capture_on_commit_callbacks(execute=True):
        restore_copy(copy_with_erasure(tournament), lise)
    assert NAME not in str(season_file.open_season_file(path.read_bytes()).rows)


def test_erasure_list_reaches_season_files(tournament, django_capture_on_commit_callbacks):
    league = evenings.league(
        [leagues.Side(NAME, players=(person(),)), *evenings.persons(3)], of=tournament.organisation
    )
    with django_capture_on_commit_callbacks(execute=True):
        seasons.add(league.season, tournament)
    (path,) = copies.own_folder().glob(f"*{league.season.uid}{season_file.SUFFIX}")
    listed = f'{{"{tournament.organisation.uid}": ["{person().uid}"]}}'
    (copies.own_folder() / erased_list.FILE_NAME).write_text(listed)
    with django_capture_on_commit_callbacks(execute=True):
        erased_list.erase_again()
    assert NAME not in str(season_file.open_season_file(path.read_bytes()).rows)


def test_tournament_of_a_waiting_person_is_sent_again(tournament, lise):
    full, kept = (factories.tournament(4, by=lise) for _turn in range(2))
    host, known = server(tournament, kind=Destination.Kind.SFTP), server(tournament)
    registration.edit_entry(full.entries.get(number=1), "Zoé Côté", note=f"attend {NAME}")
    for one in (full, kept):
        note_sent(one, host)
        send_to(known, one)
    chosen = waiting_in(full)
    assert erasure.erasure_effects(person()).sent == [full]
    erasure.erase(person(), waiting=[chosen.pk], by=lise)
    assert published_to() == {full.pk: [host.pk]}
    assert transfers() == {(full.pk, known.key)}


@pytest.mark.parametrize("declared", [False, True])
def test_name_of_a_house_player_is_erased_and_sent_again(tournament, lise, declared):
    other = factories.tournament(3, by=lise)
    if declared:
        other.save_settings(house_name=NAME)
    else:
        registration.name_house(other, NAME)
    known = server(tournament)
    send_to(known, other)
    erasure.erase(person(), by=lise)
    other.refresh_from_db()
    assert NAME not in str(copies.pack(other))
    assert transfers() == {(other.pk, known.key)}


def test_erasure_of_a_person_who_was_merged_is_refused(tournament, lise):
    registration.add_entry(factories.tournament(0, by=lise), "Zoé Côté")
    gone, kept = person(), person("Zoé Côté")
    path = reverse("player_erase", args=[tournament.organisation.slug, gone.uid])
    person_changes.merge(kept, gone, taken=(), by=lise)
    with pytest.raises(erasure.DomainError, match="look_again"):
        erasure.erase(gone, by=lise)
    assert signed_in(lise).post(path, {"checked": "1"}).status_code == 404
    kept.refresh_from_db()
    assert kept.erased_at is None


def test_restored_erasure_reaches_a_registration_that_waits(tournament, lise):
    full = factories.tournament(4, by=lise)
    registration.edit_entry(full.entries.get(number=1), "Zoé Côté", note=f"attend {NAME}")
    waits = waiting_in(full)
    Signup.objects.filter(pk=waits.pk).update(contact="wt@example.org", request=f"{NAME} attend")
    host = server(tournament, kind=Destination.Kind.SFTP)
    note_sent(full, host)
    restore_copy(copy_with_erasure(tournament), lise)
    waits.refresh_from_db()
    assert (waits.names, waits.contact, waits.request) == ([], "", "") and waits.withdrawn_at == LATER
    assert full.entries.get(number=1).note == "attend […]"
    assert published_to() == {full.pk: [host.pk]}


def test_erasure_of_one_who_waits_keeps_the_partner_on_the_sheet_of_the_club(tournament, lise):
    full, club = factories.tournament(4, by=lise), person().club
    club_sheets.make_links(full, [club], by=None)
    ((_club, sheet),) = club_sheets.links(full)
    waits = waiting_in(full)
    Signup.objects.filter(pk=waits.pk).update(names=["Zoé Côté", NAME], club=club, sheet=sheet)
    restore_copy(copy_with_erasure(tournament), lise)
    waits.refresh_from_db()
    assert (waits.names, waits.withdrawn_at) == (["Zoé Côté"], None)
    assert [(line.typed.names, line.typed.club) for line in club_sheets.registered(full, sheet)] == [
        (("Zoé Côté",), club)
    ]


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("Tournebroche", "tournebroche"),
        ("Marie-Claude Roy", "Marie Claude Roy"),
        ("Luc St-Onge", "Luc Saint Onge"),
    ],
)
def test_waiting_registration_is_erased_by_the_name_that_finds_it(tournament, lise, known, typed):
    registration.edit_entry(tournament.entries.get(number=3), known)
    player = Player.objects.get(memberships__entry=tournament.entries.get(number=3))
    waits = waiting_in(factories.tournament(4, by=lise))
    Signup.objects.filter(pk=waits.pk).update(names=[typed])
    assert erasure.erasure_effects(player).waiting == [waits]
    restore_copy(copies.seal_copy(copies.pack(tournament) | {"erased": [str(player.uid)]}), lise)
    waits.refresh_from_db()
    assert (waits.names, waits.withdrawn_at) == ([], LATER)


@pytest.mark.parametrize("typed", [{"club": "Tracy"}, {"member_number": "F-122"}, {}])
def test_restored_erasure_keeps_a_registration_that_may_be_of_another_person(tournament, lise, typed):
    registration.edit_entry(tournament.entries.get(number=3), NAME, club="Sorel", member_number="F-121")
    copy, full = copy_with_erasure(tournament), factories.tournament(4, by=lise)
    if not typed:
        registration.add_entry(full, NAME, club="Tracy")
    waits = waiting_in(full)
    Signup.objects.filter(pk=waits.pk).update(**typed)
    restore_copy(copy, lise)
    waits.refresh_from_db()
    assert (waits.names, waits.withdrawn_at) == ([NAME], None)


def test_erased_registration_does_not_move_up_where_a_copy_lacks_its_entry(lise):
    full = factories.tournament(4, by=lise)
    earlier = copies.seal_copy(copies.pack(full))
    waits, entry = waiting_in(full), registration.add_entry(full, NAME)
    Signup.objects.filter(pk=waits.pk).update(entry_uid=entry.uid)
    erasure.erase(person(), by=lise)
    live = restore_copy(earlier, lise)
    with pytest.raises(erasure.DomainError, match="signup_not_waiting"):
        signups.place_by_hand(live, 1, by=lise)
    assert live.entries.count() == 4
