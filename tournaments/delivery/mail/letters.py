"""The content of letters: plain text and HTML without remote content, names as they are published."""

import io
import re
from collections.abc import Sequence
from email.mime.image import MIMEImage
from typing import Any, NamedTuple

import segno
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.common import sanitize
from tournaments.delivery.mail import addresses
from tournaments.models import Letter, MailAddress, MailServer, Signup, Tournament
from tournaments.publishing import explain, names
from tournaments.publishing.calendars import CANCEL, PUBLISH, CalendarEvent, calendar_file
from tournaments.publishing.money_words import money
from tournaments.publishing.outputs import json_file, reports, workbook
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.registration import fees, signups
from tournaments.registration.event_signups import SameFormSignup
from tournaments.registration.names import first_name_and_initial
from tournaments.registration.signup_entries import account_of_signup
from tournaments.registration.signups import HELD_STATES, PLACED, WAITING, WITHDRAWN, SignupStatus
from tournaments.rounds import stages

TEMPLATE_FOLDER = "tournaments/mail/letters/"
ADDRESS_SIGN = re.compile(r"[/:@]|\.\w")
"""Signs of a link in a name, which a stranger could have sent to any address."""
QR = "qr"


def card(
    data: TournamentData, letter: Letter, kept: MailAddress, number: int, server: MailServer
) -> EmailMessage:
    """Compose a letter with a player's own games and the standings."""
    row = data.standings.by_number.get(number)
    stop = _unsubscribe_url(addresses.token(kept))
    with translation.override(data.language):
        shows = {
            "day": data,
            "person": data.persons[number],
            "when": names.date_words(data.date, weekday=True),
            "explanation": explain.explain(row, data.standings) if row else "",
            "card": [  # with the word for the house player, who has no name on the Internet
                game._replace(
                    opponents=tuple((other, data.display_name(other)) for other, _name in game.opponents)
                )
                for game in data.cards.get(number, ())
            ],
            "has": [
                (data.standings.place_of(line) or "–", line, explain.standing_text(line, data.standings))
                for line in data.standings.rows
            ],
            "stop": stop,
        }
        subject = _("%(name)s: your games and the standings") % {"name": data.name}
        mail = _mail(subject, "card", shows, letter, server)
    return _add_unsubscribe_headers(mail, stop, server)


def message(
    tournament: Tournament, subject: str, text: str, letter: Letter, server: MailServer
) -> EmailMessage:
    """Compose a letter with a text of the organiser."""
    stop = _unsubscribe_url(addresses.unsubscribing_token(tournament.organisation, letter.address))
    with translation.override(tournament.language):
        shows = {"day": tournament, "subject": subject, "text": text, "stop": stop}
        mail = _mail(subject, "message", shows, letter, server)
    return _add_unsubscribe_headers(mail, stop, server)


def _unsubscribe_url(token: str) -> str:
    """Return the address that stops mail; "" if this computer has no address on the Internet."""
    if not settings.PUBLIC_URL:
        return ""
    return settings.PUBLIC_URL.rstrip("/") + reverse("mail_stop", args=[token])


def _add_unsubscribe_headers(mail: EmailMessage, stop: str, server: MailServer) -> EmailMessage:
    """Add the headers by which mail programs offer to stop mail (RFC 8058)."""
    mail.extra_headers["List-Unsubscribe"] = f"<{stop or f'mailto:{server.sender}?subject=STOP'}>"
    if stop:
        mail.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def region_report(
    tournament: Tournament, data: TournamentData, letter: Letter, server: MailServer
) -> EmailMessage:
    """Compose the report for the region, with full names, and the data."""
    with translation.override(data.language):
        headings = reports.columns(tournament)
        table = reports.table(data, "region", headings)
        shows = {
            "day": data,
            "when": names.date_words(data.date, weekday=True),
            "people": len(data.standings.rows),
        }
        mail = _mail(_("%(name)s: report") % {"name": data.name}, "region", shows, letter, server)
        mail.attach(f"{data.slug}.pdf", reports.pdf(data, table, list(headings)), "application/pdf")
        book = workbook.workbook_bytes([table], data.name, data.made_at)
        mail.attach(f"{data.slug}.xlsx", book, workbook.CONTENT_TYPE)
        mail.attach(*json_file.json_file(data), "application/json")
    return mail


class OtherSignup(NamedTuple):
    """Another registration of the same form, and the address of its own page, "" where it has none."""

    registered: SameFormSignup
    url: str

    @property
    def when(self) -> str:
        """Return the day of its tournament in words."""
        return names.date_words(self.registered.tournament.date, weekday=True)


def confirmation(
    tournament: Tournament,
    signup: Signup,
    now: SignupStatus,
    letter: Letter,
    server: MailServer,
    *,
    url: str,
    confirm: str = "",
    others: Sequence[OtherSignup] = (),
) -> EmailMessage:
    """Compose a letter to a registrant about their place; `url` is their own page, "" where it has none.

    `confirm` is the address by which they confirm theirs, "" where this is not asked. Names are as they are
    published, in the language in which the person registered. `others` are the registrations that were made
    with the same form.
    """
    with translation.override(signup.language):
        subjects = {
            PLACED: _("%(name)s: you have a place"),
            WAITING: _("%(name)s: you are on the waiting list"),
            WITHDRAWN: _("%(name)s: you are withdrawn"),
        }
        begins = stages.start_time(tournament)
        shows = {
            "day": tournament,
            "language": signup.language,
            "names": _first_names(signup, now),
            "now": now,
            "when": names.date_words(tournament.date, weekday=True),
            "begins": names.time_of_day(begins),
            "url": url,
            "confirm": confirm if now.state in HELD_STATES else "",
            "qr": QR,
            "others": others,
            **_payment_context(tournament, signup),
        }
        mail = _mail(subjects[now.state] % {"name": tournament.name}, "confirmation", shows, letter, server)
        if url:
            mail.attach(_qr_picture(url))
        own = _event(tournament, signup, url)
        if file := _calendar_file(own, now, others, had_place=bool(signup.placed_at)):
            mail.attach(f"{tournament.slug}.ics", file.decode(), "text/calendar")
    return mail


def _calendar_file(
    own: CalendarEvent, now: SignupStatus, others: Sequence[OtherSignup], *, had_place: bool
) -> bytes | None:
    """Return the calendar file of a letter, None where there is nothing to say.

    It has all days of the form on which the registrant has a place, or takes out the one that they lost.
    """
    if now.state != PLACED and had_place:
        return calendar_file([own], timezone.now(), method=CANCEL)
    if now.state == WITHDRAWN:
        return None
    events = [own] if now.state == PLACED else []
    events += [
        _event(other.registered.tournament, other.registered.signup, other.url)
        for other in others
        if other.registered.standing.state == PLACED
    ]
    return calendar_file(events, timezone.now(), method=PUBLISH) if events else None


def _event(tournament: Tournament, signup: Signup, url: str) -> CalendarEvent:
    """Return a tournament of a registrant for calendars; `url` is their own page, "" if it has no address."""
    uid = f"{signup.uid.hex}@cheville.invalid"
    begins = stages.start_time(tournament)
    return CalendarEvent(uid, tournament.name, begins, place=tournament.place, url=url)


def _payment_context(tournament: Tournament, signup: Signup) -> dict[str, str]:
    """Return what a registrant owes, the reference of the payment and how to pay; nothing if all is paid."""
    account = account_of_signup(tournament, signup)
    if account is None or not account.due:
        return {}
    how_to_pay = fees.fees_of(tournament).how_to_pay
    return {"due": money(account.due), "reference": account.reference, "how_to_pay": how_to_pay}


def _first_names(signup: Signup, now: SignupStatus) -> str:
    called = signups.current_input(signup, now.entry).names
    return "" if any(map(ADDRESS_SIGN.search, called)) else " / ".join(map(first_name_and_initial, called))


def _qr_picture(url: str) -> MIMEImage:
    """Return the code of an address as a picture inside the letter: mail programs draw no SVG."""
    out = io.BytesIO()
    segno.make_qr(url, error="m").save(out, kind="png", scale=5, border=4)
    picture = MIMEImage(out.getvalue(), "png")
    picture.add_header("Content-ID", f"<{QR}>")
    picture.add_header("Content-Disposition", "inline", filename=f"{QR}.png")
    return picture


def sample_letter(server: MailServer, language: str) -> EmailMessage:
    """Compose a letter to the sender, to test whether the server accepts mail."""
    with translation.override(language):
        letter = Letter(address=server.sender)
        return _mail(_("Cheville can send e-mails"), "trial", {}, letter, server)


def _mail(
    subject: str, template: str, shows: dict[str, Any], letter: Letter, server: MailServer
) -> EmailMultiAlternatives:
    mail = EmailMultiAlternatives(
        sanitize.clean_line(subject),  # a tournament's name cannot break a header
        render_to_string(f"{TEMPLATE_FOLDER}{template}.txt", shows),
        server.sender,
        [letter.address],
        # a letter sent twice, as the first answer was lost, is shown once by many programs
        headers={"Message-ID": f"<{letter.uid.hex}@cheville.invalid>", "Auto-Submitted": "auto-generated"},
    )
    mail.attach_alternative(render_to_string(f"{TEMPLATE_FOLDER}{template}.html", shows), "text/html")
    return mail
