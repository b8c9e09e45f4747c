"""The queue of letters: each is sent at most once for a version, and its outcome is recorded."""

import smtplib
from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from django.core.mail.backends.smtp import EmailBackend
from django.utils import timezone

from scoring import DomainError
from tournaments.common import jobs
from tournaments.delivery.destinations.queue import YieldToOtherJob, record_outcome, reporter, retry_or_fail
from tournaments.delivery.destinations.storage import TransferError
from tournaments.delivery.mail import addresses, letters
from tournaments.delivery.mail import server as servers
from tournaments.models import Job, Letter, MailServer, Organisation, Tournament
from tournaments.models.locking import locked
from tournaments.publishing.outputs import reports, rows

WAITING = Letter.State.WAITING
NOT_SENT = (Letter.State.REFUSED, Letter.State.STOPPED)  # for good, unless they are asked for again
MAIL_KINDS = (jobs.MAIL, jobs.CONFIRM, jobs.MESSAGE)
MAX_DEFERRAL = timedelta(days=2)  # how long a letter may wait for the server
MAX_FAILURES = 3  # letters in a row that may fail before the server itself is blamed


def queue_cards(tournament: Tournament) -> int:
    """Queue a letter to each address that has not got one of this version; return how many wait.

    Raises `DomainError` where nothing may leave the hall yet.
    """
    data = rows.publishable_data(tournament)
    known = set(tournament.entries.values_list("uid", flat=True))  # without those who were struck off since
    wanted = [one for one in addresses.subscribed_addresses(tournament) if one.entry_uid in known]
    return _queue_letters(tournament, [(one.entry_uid, one.address) for one in wanted], data.version)


def queue_region_report(tournament: Tournament, address: str) -> int:
    """Queue the report to the region in the same way; not while games are hidden until the podium."""
    data = reports.report_data(tournament)
    return _queue_letters(tournament, [(None, addresses.clean_address(address))], data.version)


def _queue_letters(tournament: Tournament, to: list[tuple[UUID | None, str]], version: int) -> int:
    waiting = 0
    with locked(tournament) as current:
        own = Letter.objects.filter(tournament=current, version=version, signup=None, message=None)
        for entry_uid, address in to:
            known = own.filter(entry_uid=entry_uid, address=address)
            known.filter(state__in=NOT_SENT).delete()
            if not known.exists():
                Letter.objects.create(
                    tournament=current, entry_uid=entry_uid, address=address, version=version
                )
            waiting += known.filter(state=WAITING).count()
        if waiting:  # also for letters that a job left behind when it failed
            jobs.enqueue_latest(current, jobs.MAIL, {}, key=jobs.MAIL)
    return waiting


def queue_test(tournament: Tournament) -> Job:
    """Queue a letter to the sender."""
    with locked(tournament) as current:
        return jobs.enqueue_latest(current, jobs.TRY_MAIL, {}, key=jobs.TRY_MAIL)


@jobs.job_task
def try_job(job: Job) -> None:
    """Send the letter that tests the server; if it is accepted, send what waits for the server as well."""
    assert job.tournament is not None
    try:
        server, backend = _open_backend(job.tournament)
        send_letter(backend, letters.sample_letter(server, job.tournament.language))
        backend.close()
    except (TransferError, PermanentFailure) as trouble:
        record_outcome(job, why=trouble.why, tries=0)
        jobs.fail(job, trouble.code)
        jobs.release(job)
    else:
        jobs.mark_done(job)
        _retry_failed_jobs(job.tournament.organisation)


def _retry_failed_jobs(organisation: Organisation) -> None:
    """Queue the jobs again that failed at the server, for instance at a wrong password."""
    since = timezone.now() - MAX_DEFERRAL  # older letters are out of date
    failed = Job.objects.filter(kind__in=MAIL_KINDS, state=Job.State.FAILED, finished_at__gte=since)
    for job in failed.filter(tournament__organisation=organisation):
        jobs.retry(job)


class TemporaryFailure(TransferError):
    """The server defers one letter, or hangs up on it; the others go on.

    `at_server`: the server itself may be the cause, which another failure in a row would show.
    """

    def __init__(self, why: str, code: str = "destination_busy", *, at_server: bool = False) -> None:
        super().__init__(code, why, passing=True)
        self.at_server = at_server


class PermanentFailure(Exception):
    """The server refuses one letter, for a reason."""

    code = "mail_refused"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why[:300]


@jobs.job_task
def mail_job(job: Job) -> None:
    """Send the waiting letters of a job."""
    assert job.tournament is not None
    tournament = job.tournament
    if not tournament.live:  # archived since: the tournament that replaced it sends its own
        jobs.cancel(job)
        return
    run_mail_job(job, lambda: _send_all(job, tournament))


def run_mail_job(job: Job, send: Callable[[], None]) -> None:
    """Send the letters of a job, and record its outcome: done, waiting, or failed."""
    try:
        send()
    except DomainError as refusal:  # something happened in the hall since
        jobs.fail(job, refusal.code)
        jobs.release(job)
    except YieldToOtherJob:
        jobs.postpone(job, 0, job.args)
    except jobs.Cancelled:
        jobs.release(job)
    except TransferError as trouble:
        retry_or_fail(job, trouble)
    else:
        jobs.mark_done(job)


def _send_all(job: Job, tournament: Tournament) -> None:
    waiting = _without_overtaken(
        list(Letter.objects.filter(tournament=tournament, state=WAITING, signup=None, message=None))
    )
    if not waiting:
        return
    numbers = dict(tournament.entries.values_list("uid", "number"))
    public = rows.publishable_data(tournament) if any(one.entry_uid for one in waiting) else None
    full = reports.report_data(tournament) if any(not one.entry_uid for one in waiting) else None

    def compose(letter: Letter, server: MailServer) -> letters.EmailMessage | None:
        if letter.entry_uid is None:
            assert full
            return letters.region_report(tournament, full, letter, server)
        # looked up now: the first recipients may have unsubscribed while the others went out
        person = addresses.addresses_of(tournament).filter(entry_uid=letter.entry_uid).first()
        number = numbers.get(letter.entry_uid)
        if person is None or person.stopped_at or person.address != letter.address or number is None:
            return None
        if addresses.is_unsubscribed(tournament.organisation, person.address):
            return None
        assert public
        return letters.card(public, letter, person, number, server)

    send_each(job, tournament, waiting, compose)


def send_each(
    job: Job,
    tournament: Tournament,
    waiting: Sequence[Letter],
    compose: Callable[[Letter, MailServer], letters.EmailMessage | None],
) -> None:
    """Send letters one by one; one for which `compose` returns None is no longer wanted.

    Raises `TransferError` where some of them, or the server, have to wait.
    """
    # first letters without a failure: one at which the server fails must not keep the others waiting
    waiting = sorted(waiting, key=lambda letter: bool(letter.why))
    report = reporter(job, len(waiting))
    server, backend = _open_backend(tournament)
    put_off: TemporaryFailure | None = None
    failed = 0
    try:
        for done, letter in enumerate(waiting):
            report(done)
            mail = compose(letter, server)
            if mail is None:
                _record_state(letter, Letter.State.STOPPED)
                continue
            try:
                _deliver(backend, letter, mail)
                failed = 0
            except TemporaryFailure as later:
                put_off = later
                failed += later.at_server
                if failed == MAX_FAILURES:
                    raise
    finally:
        backend.close()
    if put_off:
        raise put_off


def _without_overtaken(waiting: list[Letter]) -> list[Letter]:
    """Return the letters without those overtaken by another to the same person: both would be equal."""
    last = {(one.entry_uid, one.address): one.pk for one in waiting}
    overtaken = [one.pk for one in waiting if last[one.entry_uid, one.address] != one.pk]
    Letter.objects.filter(pk__in=overtaken).delete()
    return [one for one in waiting if one.pk not in overtaken]


def _open_backend(tournament: Tournament) -> tuple[MailServer, EmailBackend]:
    server = servers.mail_server_of(tournament.organisation)
    if server is None:
        raise TransferError("mail_no_server")
    return server, servers.open_backend(server)


def _deliver(backend: EmailBackend, letter: Letter, mail: letters.EmailMessage) -> None:
    try:
        send_letter(backend, mail)
    except PermanentFailure as refused:
        _record_state(letter, Letter.State.REFUSED, refused.why)
    except TemporaryFailure as later:
        if timezone.now() - letter.created_at > MAX_DEFERRAL:
            _record_state(letter, Letter.State.REFUSED, later.why)
            return
        _record_state(letter, Letter.State.WAITING, later.why)
        raise
    except TransferError:  # the server did not take the letter
        _record_state(letter, Letter.State.WAITING, letter.why)
        raise
    else:
        _record_state(letter, Letter.State.SENT)


def send_letter(backend: EmailBackend, mail: letters.EmailMessage) -> None:
    """Send one letter, over a new connection if the server has closed it.

    Raises `TemporaryFailure` or `PermanentFailure` where the server refuses the address.
    """
    servers.reopen_backend(backend)  # it is closed where the server hung up on the letter before
    try:
        backend.send_messages([mail])
    except smtplib.SMTPRecipientsRefused as error:
        ((code, message),) = error.recipients.values()
        words = f"{code} {message.decode(errors='replace')}"
        if code < 500:
            raise TemporaryFailure(words) from error
        raise PermanentFailure(words) from error
    except smtplib.SMTPDataError as error:
        why = servers.transfer_error(error).why
        if error.smtp_code < 500:
            backend.close()  # with 421 the server has done so
            raise TemporaryFailure(why, at_server=True) from error
        raise PermanentFailure(why) from error
    except smtplib.SMTPResponseException as error:
        raise servers.transfer_error(error) from error
    except OSError as error:
        trouble = servers.transfer_error(error)
        backend.close()
        raise TemporaryFailure(trouble.why, trouble.code, at_server=True) from error


def _record_state(letter: Letter, state: str, why: str = "") -> None:
    sent_at = timezone.now() if state == Letter.State.SENT else None
    Letter.objects.filter(pk=letter.pk).update(state=state, why=why, sent_at=sent_at)
