"""Letters to registrants: that they have a place, wait for one, or are withdrawn.

One letter at most for each state of a registration, to the address that was left as its contact. A letter
that waited until the registration had another state is not sent: the one of that state is. Of registrations
that were made together each letter names all, so the first one says what became of all of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tournaments.common import jobs
from tournaments.delivery.mail import addresses, letters, queue
from tournaments.delivery.mail import server as servers
from tournaments.models import Job, Letter, MailServer, Signup, Tournament
from tournaments.registration import contacts, event_signups, signup_tokens
from tournaments.registration import signups as registrations
from tournaments.registration.signup_settings import settings_of

ONE_DAY = timedelta(days=1)
MAX_PER_DAY = 40
"""The letters that an address gets in a day: a club may register all its people with the same one."""


def address_of(signup: Signup) -> str:
    """Return the address to which a registrant's letters go, "" where they left none."""
    try:
        return addresses.clean_address(signup.contact)
    except DomainError:
        return ""


def sends_letters(tournament: Tournament) -> bool:
    """Return whether registrants of a tournament get letters."""
    return servers.mail_server_of(tournament.organisation) is not None


def own_page_url(signup: Signup) -> str:
    """Return the address of the own page on the Internet; "" where this computer has none there."""
    if not settings.PUBLIC_URL:
        return ""
    path = reverse("my_signup", args=[signup_tokens.own_token(signup.uid)])
    return settings.PUBLIC_URL.rstrip("/") + path


def can_confirm(tournament: Tournament) -> bool:
    """Return whether a letter of a tournament can have a link by which its reader confirms the address."""
    return bool(settings.PUBLIC_URL) and sends_letters(tournament)


def confirming_since(tournament: Tournament) -> datetime | None:
    """Return since when registrants are asked to confirm their address; None if they are not."""
    since = settings_of(tournament).confirm_since
    return since if since and can_confirm(tournament) else None


def is_unconfirmed(signup: Signup, since: datetime | None) -> bool:
    """Return whether a registrant, asked `since` then, has not confirmed their address.

    People of a sheet are not asked: their club was invited by the organiser.
    """
    if since is None or signup.created_at < since or signup.confirmed_at or signup.sheet_id:
        return False
    return bool(address_of(signup)) and signup_tokens.has_own_page(signup)


def _confirmation_url(signup: Signup) -> str:
    """Return the address that a letter gives to confirm its own; "" where this is not asked."""
    for one in contacts.signups_with_same_contact(signup):
        tournament = Tournament.living(one.tournament_uid)
        if tournament and is_unconfirmed(one, confirming_since(tournament)):
            return f"{own_page_url(signup)}?confirm={signup_tokens.contact_proof(signup)}"
    return ""


def letter_to(signup: Signup, state: str) -> Letter | None:
    """Return the letter about a state of a registration."""
    return Letter.objects.filter(signup=signup, signup_state=state).last()


def follow_signups(tournament: Tournament, signups: Sequence[Signup], state: str, **_signal: Any) -> None:
    """Queue the letters about a state of registrations (`signups_changed`)."""
    addressed = [(signup, address) for signup in signups if (address := address_of(signup))]
    if not addressed or not sends_letters(tournament):
        return
    new = list(_new_letters(tournament, addressed, state))
    if new:
        Letter.objects.bulk_create(new)
        jobs.enqueue_latest(tournament, jobs.CONFIRM, {}, key=jobs.CONFIRM)


def _new_letters(
    tournament: Tournament, addressed: Sequence[tuple[Signup, str]], state: str
) -> Iterator[Letter]:
    """Yield a letter for each that has none.

    Another address gets one too if the letter was refused, or the address is to be confirmed.
    """
    about = Letter.objects.filter(signup__in=[signup for signup, _address in addressed], signup_state=state)
    known: dict[int | None, list[Letter]] = {}
    for letter in about.order_by("pk"):
        known.setdefault(letter.signup_id, []).append(letter)
    sent = _letters_in_last_day([address for _signup, address in addressed])
    since = confirming_since(tournament)
    for signup, address in addressed:
        earlier = known.get(signup.pk, [])
        if any(_is_letter_enough(letter, address, again=is_unconfirmed(signup, since)) for letter in earlier):
            continue
        if _has_group_letter(signup, state, address):
            continue
        if signup_tokens.has_own_page(signup) and sent[address.lower()] < MAX_PER_DAY:
            sent[address.lower()] += 1
            yield Letter(
                tournament=tournament,
                signup=signup,
                signup_state=state,
                address=address,
                version=tournament.version,
            )


def _is_letter_enough(letter: Letter, address: str, *, again: bool) -> bool:
    """Return whether a letter makes one to this address needless; `again`: it says more than the state."""
    if letter.state == Letter.State.WAITING or letter.address.lower() == address.lower():
        return True  # one that waits goes to the address of that moment
    return letter.state != Letter.State.REFUSED and not again


def _letters_in_last_day(addresses: Sequence[str]) -> Counter[str]:
    """Return how many letters each address got in the last day, by the address in small letters."""
    earlier = Letter.objects.filter(created_at__gte=timezone.now() - ONE_DAY).exclude(signup=None)
    lowered = earlier.annotate(lowered=Lower("address"))
    found = lowered.filter(lowered__in={address.lower() for address in addresses})
    return Counter(found.values_list("lowered", flat=True))


def _has_group_letter(signup: Signup, state: str, address: str) -> bool:
    """Return whether a letter about registrations made together was written since this one has its state."""
    since = {registrations.PLACED: signup.placed_at, registrations.WAITING: signup.created_at}.get(state)
    if signup.group_uid is None or since is None:
        return False
    sent = Letter.objects.filter(signup__group_uid=signup.group_uid, created_at__gte=since)
    return sent.filter(address__iexact=address, state__in=(Letter.State.WAITING, Letter.State.SENT)).exists()


@jobs.job_task
def confirmation_job(job: Job) -> None:
    """Send the waiting letters to the registrants of a tournament, in whatever life of it they registered."""
    assert job.tournament is not None
    tournament = Tournament.living(job.tournament.uid)
    if tournament is None:
        jobs.cancel(job)
        return
    queue.run_mail_job(job, lambda: _send_all(job, tournament))


def _send_all(job: Job, tournament: Tournament) -> None:
    found = Letter.objects.filter(signup__tournament_uid=tournament.uid, state=Letter.State.WAITING)
    waiting = list(found.order_by("pk"))
    if not waiting:
        return

    def compose(letter: Letter, server: MailServer) -> letters.EmailMessage | None:
        signup = letter.signup  # read now: the first letters may have taken long
        assert signup
        now = registrations.status_of(tournament, signup)
        address = address_of(signup)
        if now.state != letter.signup_state or not address:
            return None
        if address != letter.address:
            had = Letter.objects.filter(signup=signup, signup_state=letter.signup_state)
            if had.filter(address__iexact=address).exclude(pk=letter.pk).exists():
                return None
            letter.address = address
            letter.save(update_fields=["address"])
        others = [
            letters.OtherSignup(one, own_page_url(one.signup))
            for one in event_signups.same_form_signups(signup)
        ]
        addresses_in_it = {"url": own_page_url(signup), "confirm": _confirmation_url(signup)}
        return letters.confirmation(tournament, signup, now, letter, server, others=others, **addresses_in_it)

    queue.send_each(job, tournament, waiting, compose)
