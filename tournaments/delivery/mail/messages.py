"""Messages of the organiser: their placeholders, and a letter to each address, sent once at most.

A letter of a message holds the hash of an address. The address is looked up when the letter is sent, so that
contacts are kept in one place alone, and people who have paid, withdrawn or unsubscribed meanwhile get none.
It is marked before it is sent: if a worker is killed, no address gets the same message twice.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from uuid import UUID

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scoring import DomainError
from tournaments.common import jobs, sanitize
from tournaments.delivery.mail import addresses, letters, queue
from tournaments.delivery.mail import server as servers
from tournaments.delivery.mail.recipients import OWING, Recipient, people, people_in_audience, recipients
from tournaments.models import Job, Letter, MailServer, Message, Tournament, User
from tournaments.models.locking import locked
from tournaments.publishing import names
from tournaments.publishing.money_words import money
from tournaments.registration.names import first_name_and_initial

MAX_SUBJECT, MAX_TEXT = 150, 5000
PLACEHOLDER = re.compile(r"\{\s*([^{}\s][^{}\n]{0,29})\}")
PLACEHOLDER_WORDS = {
    "name": pgettext_lazy("placeholder of a message", "name"),
    "tournament": pgettext_lazy("placeholder of a message", "tournament"),
    "date": pgettext_lazy("placeholder of a message", "date"),
    "place": pgettext_lazy("placeholder of a message", "place"),
    "owed": pgettext_lazy("placeholder of a message", "owed"),
}


@dataclass(frozen=True)
class Draft:
    """A message as it was typed."""

    audience: str
    subject: str
    text: str


@cache
def _placeholders() -> dict[str, str]:
    """Return the keys of `PLACEHOLDER_WORDS` by their words in every language: the text may be in any."""
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {str(word).casefold(): key for key, word in PLACEHOLDER_WORDS.items()}
    return found


def available_placeholders(tournament: Tournament, audience: str) -> list[str]:
    """Return the placeholders that have a value in a message, in braces and in the active language."""
    without = {key for key, has in (("place", tournament.place), ("owed", audience == OWING)) if not has}
    return [f"{{{word}}}" for key, word in PLACEHOLDER_WORDS.items() if key not in without]


def fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its placeholders filled in, once: braces in a value stay as they are."""
    return PLACEHOLDER.sub(lambda found: values[_placeholders()[_placeholder_word(found)]], text)


def _placeholder_word(found: re.Match[str]) -> str:
    return found[1].strip().casefold()


def cleaned_draft(tournament: Tournament, draft: Draft) -> Draft:
    """Return a message, cleaned. Raises `DomainError` for an unknown placeholder, or one without a value."""
    subject = sanitize.clean_length(sanitize.clean_line(draft.subject), MAX_SUBJECT)
    text = sanitize.clean_length(sanitize.clean_text(draft.text).replace("\r\n", "\n").strip(), MAX_TEXT)
    if not subject or not text:
        raise DomainError("message_empty")
    with_values = available_placeholders(tournament, draft.audience)
    for found in PLACEHOLDER.finditer(f"{subject}\n{text}"):
        key = _placeholders().get(_placeholder_word(found))
        if key is None or f"{{{PLACEHOLDER_WORDS[key]}}}" not in with_values:
            raise DomainError("message_placeholder", word=found[0], known=", ".join(with_values))
    return Draft(draft.audience, subject, text)


def placeholder_values(tournament: Tournament, recipient: Recipient) -> dict[str, str]:
    """Return the text for each placeholder in the letter to a recipient.

    Names are as they are published, and none that looks like an address: a visitor can register under any
    name, with the address of another person.
    """
    with translation.override(tournament.language):
        called = [name for one in recipient.people for name in one.names]
        if any(map(letters.ADDRESS_SIGN.search, called)):
            called = []
        return {
            "name": ", ".join(map(first_name_and_initial, called)) or _("player"),
            "tournament": tournament.name,
            "date": names.date_words(tournament.date, weekday=True),
            "place": tournament.place,
            "owed": money(recipient.owed),
        }


def queue_message(tournament: Tournament, draft: Draft, uid: UUID, *, by: User | None) -> Message:
    """Queue a letter to each recipient; the same `uid` again changes nothing. Raises `DomainError`."""
    draft = cleaned_draft(tournament, draft)
    if servers.mail_server_of(tournament.organisation) is None:
        raise DomainError("mail_no_server")
    with locked(tournament) as current:
        known = Message.objects.filter(uid=uid).first()
        if known:
            if known.tournament.uid != current.uid:
                raise DomainError("look_again")
            return known
        to = recipients(current, people_in_audience(people(current), draft.audience))
        if not to:
            raise DomainError("message_nobody")
        message = Message.objects.create(uid=uid, tournament=current, by=by, **vars(draft))
        Letter.objects.bulk_create(
            Letter(tournament=current, message=message, recipient=key, version=current.version) for key in to
        )
        jobs.enqueue_latest(current, jobs.MESSAGE, {"message": message.pk}, key=job_key(message))
        return message


def is_another(draft: Draft, uid: UUID) -> bool:
    """Return whether the message of this uid was sent with other words, or to others, than a draft."""
    sent = Message.objects.filter(uid=uid).first()
    return sent is not None and Draft(sent.audience, sent.subject, sent.text) != draft


def job_key(message: Message) -> str:
    """Return the key of the job that sends a message."""
    return f"{jobs.MESSAGE} {message.pk}"


def stop(message: Message) -> None:
    """Stop the letters that still wait."""
    for job in Job.objects.filter(key=job_key(message), state__in=jobs.UNFINISHED):
        jobs.cancel(job)
    message.letters.filter(state=Letter.State.WAITING).update(state=Letter.State.STOPPED)


@jobs.job_task
def message_job(job: Job) -> None:
    """Send the letters of a message that wait, in whatever life of the tournament it was written."""
    assert job.tournament is not None
    tournament = Tournament.living(job.tournament.uid)
    message = Message.objects.filter(pk=job.args["message"]).first()
    if tournament is None or message is None:
        jobs.cancel(job)
        return
    queue.run_mail_job(job, lambda: _send_all(job, tournament, message))


def _send_all(job: Job, tournament: Tournament, message: Message) -> None:
    waiting = list(message.letters.filter(state=Letter.State.WAITING))
    if not waiting:
        return
    to = recipients(tournament, people_in_audience(people(tournament), message.audience))

    def compose(letter: Letter, server: MailServer) -> letters.EmailMessage | None:
        recipient = to.get(letter.recipient)
        mail = None
        # looked up now: the first recipients may have unsubscribed while the others went out
        if recipient and not addresses.is_unsubscribed(tournament.organisation, recipient.address):
            letter.address = recipient.address  # is not saved
            mail = compose_letter(tournament, message, recipient, letter, server)
        mine = Letter.objects.filter(pk=letter.pk, state=Letter.State.WAITING)
        if not mine.update(state=Letter.State.SENDING):  # stopped, or another worker has it
            raise jobs.Cancelled
        return mail

    queue.send_each(job, tournament, waiting, compose)


def compose_letter(
    tournament: Tournament, draft: Draft | Message, recipient: Recipient, letter: Letter, server: MailServer
) -> letters.EmailMessage:
    """Compose the letter to a recipient."""
    filling = placeholder_values(tournament, recipient)
    return letters.message(
        tournament,
        fill_placeholders(draft.subject, filling),
        fill_placeholders(draft.text, filling),
        letter,
        server,
    )
