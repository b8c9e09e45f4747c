"""Tournaments with rows in every table."""

from pathlib import Path
from uuid import uuid4

from django.utils import timezone

from tests import factories
from tests.devices.test_api import joined, post
from tests.web.identity import files
from tournaments import devices, registration, rounds
from tournaments.accounts import helpers
from tournaments.common import audit_log, jobs
from tournaments.finals import medals
from tournaments.models import (
    ClubSheet,
    Destination,
    Event,
    EventTournament,
    Letter,
    MailAddress,
    Message,
    SentFile,
    SignIn,
    Signup,
    SignupTransfer,
    Tournament,
    User,
)
from tournaments.models.locking import locked
from tournaments.publishing import identity, publications
from tournaments.registration import payments
from tournaments.rounds import stages
from tournaments.transfer import copies


def tied(lise: User) -> Tournament:
    """Make one with a tie after its only game: results, an act undone, tablets, helpers."""
    tournament = factories.tournament(4, by=lise, rounds=1)
    with locked(tournament.pk) as held:
        paid = {"fee_cents": 1500, "paid_how": "cash"}
        registration.add_entries(held, [registration.Draft("Rosaire Dubé", details=paid)], by=lise)
        held.next_version()
    payments.take_back(tournament, 1, by=lise)
    registration.withdraw(tournament.entries.get(number=5), from_round=1, by=lise)
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=lise)
    audit_log.undo(tournament.acts.latest("version"), by=lise)
    round_ = factories.open_round(tournament)
    tablet = joined(tournament)
    assert post("call", token=tablet["token"], nonce=uuid4().hex).status_code == 200
    for table, loser in ((1, 90), (2, 80)):
        factories.enter(factories.meeting_at(round_, table), [121, loser])
    rounds.close_round(round_, by=lise)
    medals.create(tournament, seed=1, by=lise)
    tournament.refresh_from_db()
    return tournament


def full_of_everything(tournament: Tournament, lise: User, folder: Path) -> Tournament:
    """Add to `tied` all that only its machine has: jobs, letters, destinations, helpers, an earlier life."""
    identity.put_logo(tournament, files.picture(), by=lise)
    publications.publish(tournament, official=False, by=lise)
    publications.publish(tournament, official=False, by=lise)
    copies.write_copy(tournament.pk)
    uid = tournament.uid
    tournament = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=lise)
    assert tournament.uid == uid and tournament.epoch == 2
    copies.write_copy(tournament.pk)
    invited = helpers.invite(tournament, "desk", lasts="today", uses=2, by=lise)
    helper, _found = helpers.accept(invited.token, "127.0.0.1", user=None, name="Noëlla")
    SignIn.objects.create(user=helper, session_key=uuid4().hex, invitation=invited.invitation)
    Letter.objects.create(tournament=tournament, address="a@example.org", version=tournament.version)
    entry = tournament.entries.first()
    MailAddress.objects.create(
        tournament_uid=uid, entry_uid=entry.uid, address="a@example.org", asked_at=timezone.now()
    )
    ClubSheet.objects.create(tournament_uid=uid, club="Sorel")
    Message.objects.create(tournament=tournament, audience="everyone", subject="À propos", text="Bonjour")
    SignupTransfer.objects.create(tournament_uid=uid, token_hash="0" * 64)
    event = Event.objects.create(organisation=tournament.organisation, name="Festival")
    EventTournament.objects.create(event=event, tournament_uid=uid)
    Signup.objects.create(tournament_uid=uid, number=1, token_hash="0" * 64, names=["Zoé"], language="en")
    own = Destination.objects.create(
        organisation=tournament.organisation, tournament_uid=uid, kind="folder", name="clé", path=str(folder)
    )
    wide = Destination.objects.create(
        organisation=tournament.organisation, kind="folder", name="site", path="/x"
    )
    for destination in (own, wide):
        SentFile.objects.create(
            destination=destination, tournament_uid=uid, path="index.html", sha256="0" * 64
        )
    (folder / "papers" / "a-1-paper.pdf").write_bytes(b"%PDF")
    job = jobs.enqueue(tournament, "seating", {})
    job.result, job.state = "a-1-paper.pdf", "done"
    job.save()
    jobs.enqueue(tournament, "slips", {})
    known = tournament.devices.first()
    devices.join(known.place.invitation.secret, known.uid)  # once more: a token that is offered
    return tournament
