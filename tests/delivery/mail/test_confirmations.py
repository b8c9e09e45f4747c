"""Letters to registrants, over a real mail server: their content, their number and their recipients."""

import re
from datetime import timedelta

import pytest
import zxingcpp
from django.db import transaction
from django.test import Client
from django.utils import timezone, translation
from PIL import Image

from scoring import DomainError
from tests import event_tournaments, factories, page_reader
from tests.delivery.mail.senders import sends_through
from tournaments import registration
from tournaments.common import jobs
from tournaments.delivery.destinations import encryption
from tournaments.delivery.mail import confirmations, queue
from tournaments.models import Job, Letter, MailServer, Player, Signup, Tournament
from tournaments.organisations import erasure, people, privacy
from tournaments.registration import event_signups, payments, signup_tokens, signups
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.registration.signups import PLACED, WAITING, WITHDRAWN, SignupInput
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
ZOE, PAT = "zoe@example.org", "pat@example.org"


@pytest.fixture
def tournament(db) -> Tournament:
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True, capacity=1), by=None)
    return made


@pytest.fixture
def server(tournament, inbox, mail_server, settings) -> MailServer:
    settings.PUBLIC_URL = "https://crible.example/"
    return sends_through(mail_server, tournament.organisation)


def register_person(
    tournament: Tournament, name: str, contact: str, language: str = "fr-ca", **typed
) -> Signup:
    token = signups.sign_up(
        tournament, SignupInput((name,), contact=contact, **typed), nonce=name, language=language
    )
    found = signup_tokens.signup_by_token(token)
    assert found
    return found


def run_confirmation_job(tournament: Tournament) -> Job:
    """Do the job of the letters as a worker does."""
    Job.objects.update(not_before=None)
    job = tournament.jobs.get(key=jobs.CONFIRM)
    confirmations.confirmation_job(job.pk)
    job.refresh_from_db()
    return job


def letter_states(signup: Signup) -> dict[str, str]:
    return dict(Letter.objects.filter(signup=signup).values_list("signup_state", "state"))


def mail_parts(mail) -> dict[str, object]:
    return {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}


def calendar_properties(calendar: str) -> dict[str, str]:
    """Return the properties of a calendar file, after checking the length and the ends of its lines."""
    lines = calendar.split("\r\n")
    assert not [line for line in lines if "\n" in line or len(line.encode()) > 75]
    return dict(line.split(":", 1) for line in calendar.replace("\r\n ", "").split("\r\n") if line)


def test_registrant_gets_a_letter_with_date_and_own_page(tournament, server, inbox):
    made = register_person(tournament, "Zoé L'Écuyer", ZOE)
    assert run_confirmation_job(tournament).state == Job.State.DONE
    assert (inbox.to, letter_states(made)) == ([ZOE], {PLACED: "sent"})
    (mail,) = inbox.letters
    assert (mail["From"], mail["To"]) == ("desk@example.org", ZOE)
    assert tournament.name in mail["Subject"]
    own = f"https://crible.example/register/{signup_tokens.own_token(made.uid)}/"
    found = mail_parts(mail)
    for kind in ("text/plain", "text/html"):
        assert own in found[kind]
        assert tournament.place in found[kind].replace("&#x27;", "'")
        assert "Zoé L." in found[kind]
        assert "Écuyer" not in found[kind]
    (picture,) = [part for part in mail.walk() if part["Content-ID"]]
    assert f'cid:{picture["Content-ID"].strip("<>")}"' in found["text/html"]
    assert not re.search(r'src="(?!cid:)', found["text/html"])
    assert read_code(found["image/png"]) == own
    assert Client().get(own.removeprefix("https://crible.example")).status_code == 200
    event = calendar_properties(found["text/calendar"].replace("\n", "\r\n").replace("\r\r", "\r"))
    assert (event["METHOD"], event["STATUS"], event["URL"]) == ("PUBLISH", "CONFIRMED", own)
    assert re.fullmatch(r"20261121T\d{6}Z", event["DTSTART"])
    assert event["SUMMARY"] == tournament.name


def test_letter_names_the_fee_and_payment_reference(tournament, server, inbox):
    save_fees(tournament, Fees(1550, how_to_pay="<b>Interac</b>: tresor@example.org"), by=None)
    made = register_person(tournament, "Zoé L'Écuyer", ZOE)
    run_confirmation_job(tournament)
    account = payments.account_of(tournament.entries.get(uid=made.entry_uid))
    assert account
    found = mail_parts(inbox.letters[0])
    for kind in ("text/plain", "text/html"):
        assert account.reference in found[kind]
        assert "15,50" in found[kind]
    assert "<b>Interac" in found["text/plain"]
    assert "<b>Interac" not in found["text/html"]
    payments.record(account.entry, None, "transfer", by=None)
    signups.withdraw_signup(made)
    run_confirmation_job(tournament)
    assert account.reference not in mail_parts(inbox.letters[1])["text/plain"]


def read_code(png: bytes) -> str:
    from io import BytesIO

    return zxingcpp.read_barcode(Image.open(BytesIO(png))).text


def test_each_registration_state_sends_one_letter(tournament, server, inbox):
    zoe, pat = register_person(tournament, "Zoé Roy", ZOE), register_person(tournament, "Pat O'Brien", PAT)
    run_confirmation_job(tournament)
    signups.withdraw_signup(zoe)
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE, PAT, ZOE, PAT]
    assert letter_states(zoe) == {PLACED: "sent", WITHDRAWN: "sent"}
    assert letter_states(pat) == {WAITING: "sent", PLACED: "sent"}
    events = [mail_parts(mail).get("text/calendar", "") for mail in inbox.letters]
    assert [re.findall(r"METHOD:(\w+)", event) for event in events] == [
        ["PUBLISH"],
        [],
        ["CANCEL"],
        ["PUBLISH"],
    ]
    uids = [re.findall(r"UID:(.*)", event) for event in events]
    assert uids[0] == uids[2] != uids[3]
    signups.withdraw_signup(zoe)
    register_person(tournament, "Zoé Roy", ZOE)  # the form sent once more
    jobs.enqueue_latest(tournament, jobs.CONFIRM, {}, key=jobs.CONFIRM)
    run_confirmation_job(tournament)
    assert len(inbox.to) == 4


def test_outdated_letter_is_not_sent(tournament, server, inbox):
    zoe, pat = register_person(tournament, "Zoé Roy", ZOE), register_person(tournament, "Pat O'Brien", PAT)
    signups.withdraw_signup(zoe)
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE, PAT]
    assert letter_states(zoe) == {PLACED: "stopped", WITHDRAWN: "sent"}
    assert letter_states(pat) == {WAITING: "stopped", PLACED: "sent"}


def test_removed_entry_gets_no_letter(tournament, server, inbox):
    register_person(tournament, "Zoé Roy", ZOE)
    registration.remove_entry(tournament.entries.get())
    run_confirmation_job(tournament)
    assert inbox.to == []


@pytest.mark.parametrize(("language", "weekday"), [("fr-ca", "samedi"), ("en", "Saturday")])
def test_letter_is_in_the_language_of_the_form(tournament, server, inbox, language, weekday):
    register_person(tournament, "Zoé Roy", ZOE, language=language)
    with translation.override("en" if language == "fr-ca" else "fr-ca"):
        run_confirmation_job(tournament)
    found = mail_parts(inbox.letters[0])
    assert all(weekday in found[kind] for kind in ("text/plain", "text/html"))
    assert f'lang="{language}"' in found["text/html"]


def test_repeated_or_resumed_job_sends_each_letter_once(tournament, server, inbox):
    save_settings(tournament, SignupSettings(on=True), by=None)
    inbox.takes = 1
    register_person(tournament, "Zoé Roy", ZOE)
    register_person(tournament, "Pat O'Brien", PAT)
    register_person(tournament, "Un Deux", "later@example.org")
    job = run_confirmation_job(tournament)
    assert (job.state, inbox.to) == (Job.State.WAITING, [ZOE])
    inbox.takes = 10
    run_confirmation_job(tournament)
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE, PAT]
    Letter.objects.update(created_at=timezone.now() - timedelta(days=3))
    assert run_confirmation_job(tournament).state == Job.State.DONE
    assert Letter.objects.get(address="later@example.org").state == "refused"
    confirmations.confirmation_job(job.pk)
    assert inbox.to == [ZOE, PAT]


def test_rolled_back_registration_creates_no_letter(tournament, server, inbox):
    with transaction.atomic():
        register_person(tournament, "Zoé Roy", ZOE)
        transaction.set_rollback(True)
    assert not Letter.objects.exists()
    assert not tournament.jobs.filter(key=jobs.CONFIRM).exists()


def test_refused_address_can_be_corrected_once(tournament, server, inbox):
    made = register_person(tournament, "Zoé Roy", "nobody@example.org")
    run_confirmation_job(tournament)
    page = f"/register/{signup_tokens.own_token(made.uid)}/"
    assert page_reader.parse(Client().get(page)).one("[data-letter]")["data-letter"] == "refused"
    Client().post(page, {"do": "correct", "name_1": "Zoé Roy", "contact": "nobody@example.org"})
    assert letter_states(made) == {PLACED: "refused"}
    Client().post(page, {"do": "correct", "name_1": "Zoé Roy", "contact": ZOE})
    assert page_reader.parse(Client().get(page)).one("[data-letter]")["data-letter"] == "waiting"
    run_confirmation_job(tournament)
    Client().post(page, {"do": "correct", "name_1": "Zoé Roy", "contact": PAT})
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE]  # a page cannot be used to send letters to one address after the other
    assert page_reader.parse(Client().get(page)).one("[data-letter]")["data-letter"] == "sent"


def test_corrected_address_gets_the_pending_letter(tournament, server, inbox):
    made = register_person(tournament, "Zoé Roy", PAT)
    signups.correct(made, SignupInput(("Zoé Roy",), contact=ZOE))
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE]


@pytest.mark.parametrize(
    "contact", ["450 555-0199", "", "é@example.org", f"{ZOE}\nBcc: {PAT}", f"{ZOE}, {PAT}"]
)
def test_invalid_address_gets_no_letter(tournament, server, contact):
    register_person(tournament, "Zoé Roy", contact)
    assert not Letter.objects.exists()


def test_without_a_mail_server_no_letter_is_created(tournament):
    made = register_person(tournament, "Zoé Roy", ZOE)
    assert not Letter.objects.exists()
    assert not tournament.jobs.filter(key=jobs.CONFIRM).exists()
    form = Client().get(f"/t/{tournament.slug}/register/").context["form"]
    page = Client().get(f"/register/{signup_tokens.own_token(made.uid)}/")
    assert not page_reader.parse(page).all("[data-letter]")
    without = form.fields["contact"].help_text
    MailServer.objects.create(organisation=tournament.organisation, host="example.org", sender=ZOE)
    assert (
        Client().get(f"/t/{tournament.slug}/register/").context["form"].fields["contact"].help_text != without
    )


def test_letter_without_a_public_address_has_no_links(tournament, server, inbox, settings):
    settings.PUBLIC_URL = ""
    register_person(tournament, "Zoé Roy", ZOE)
    run_confirmation_job(tournament)
    found = mail_parts(inbox.letters[0])
    assert set(found) == {"text/plain", "text/html", "text/calendar"}
    assert not [text for text in found.values() if "http" in text]


HOSTILE_NAMES = [
    "Zoé\r\nBcc: all@example.org",
    "<img src=https://evil.example/x.png> Roy",
    "https://evil.example/ Gagnez",
    "www.evil.example Roy",
    "BEGIN:VEVENT\r\nEND:VCALENDAR",
    "{{ settings.SECRET_KEY }} {% now %}",
    "x" * 120,
    "\u202eyoR éoZ \x00",
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_hostile_name_cannot_inject_headers_or_links(tournament, server, inbox, name):
    register_person(tournament, name, ZOE)
    assert run_confirmation_job(tournament).state == Job.State.DONE
    (mail,) = inbox.letters
    assert (inbox.to, mail["Bcc"], mail["Cc"]) == ([ZOE], None, None)
    found = mail_parts(mail)
    for kind in ("text/plain", "text/html", "text/calendar"):
        assert "evil.example" not in found[kind]
    assert "<img src=http" not in found["text/html"]
    assert found["text/calendar"].count("VEVENT") == 2


@pytest.mark.parametrize(
    "name", ["Journée\r\nBcc: all@example.org", "A;B,C\\D\nATTENDEE:mailto:x@example.org", "é" * 150]
)
def test_hostile_tournament_name_cannot_inject(tournament, server, inbox, name):
    Tournament.objects.update(name=name, place=name)
    register_person(tournament, "Zoé Roy", ZOE)
    assert run_confirmation_job(tournament).state == Job.State.DONE
    (mail,) = inbox.letters
    assert (inbox.to, mail["Bcc"]) == ([ZOE], None)
    event = calendar_properties(mail_parts(mail)["text/calendar"].replace("\n", "\r\n").replace("\r\r", "\r"))
    assert "ATTENDEE" not in event
    plain = re.sub(r"\\([\\;,])", r"\1", event["SUMMARY"])
    assert plain == event["SUMMARY"].replace("\\\\", "\\").replace("\\;", ";").replace("\\,", ",")
    assert plain == " ".join(name.split())


@pytest.mark.parametrize(
    "address", ['"a b"@example.org', '"x\\"<y>"@example.org', "a@[127.0.0.1]", "a@xn--e1aybc.example"]
)
def test_unusual_address_gets_its_own_letter_or_none(tournament, server, inbox, address):
    register_person(tournament, "Zoé Roy", address)
    if Letter.objects.exists():
        assert run_confirmation_job(tournament).state == Job.State.DONE
        assert inbox.to in ([address], [])


def test_letters_to_one_address_are_limited_per_day(tournament, server):
    save_settings(tournament, SignupSettings(on=True), by=None)
    for at in range(confirmations.MAX_PER_DAY + 3):
        register_person(tournament, f"Personne {at}", ZOE.upper() if at % 2 else ZOE)
    assert Letter.objects.count() == confirmations.MAX_PER_DAY
    assert Signup.objects.count() == confirmations.MAX_PER_DAY + 3
    register_person(tournament, "Pat O'Brien", PAT)
    assert Letter.objects.filter(address=PAT).exists()


@pytest.mark.django_db(transaction=True)
def test_letter_is_sent_once_after_a_restore(tournament, server, inbox):
    made = register_person(tournament, "Zoé Roy", ZOE)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    run_confirmation_job(tournament)
    live = Tournament.objects.get(uid=tournament.uid, live=True)
    signups.withdraw_signup(made)
    run_confirmation_job(live)
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE, ZOE]
    assert letter_states(made) == {PLACED: "sent", WITHDRAWN: "sent"}


def test_mail_error_does_not_block_registration_and_is_shown(client, tournament, server, inbox):
    MailServer.objects.update(sealed=encryption.seal("motdepasse"))
    made = register_person(tournament, "Zoé Roy", ZOE)
    assert made.entry_uid
    assert (run_confirmation_job(tournament).state, inbox.to) == (Job.State.FAILED, [])
    client.force_login(factories.organiser(tournament))
    shown = page_reader.parse(client.get(f"/t/{tournament.slug}/mail/"))
    assert shown.one("[data-confirming]")["data-code"] == "sign_in_refused"
    assert shown.one("[data-letter]")["data-letter"] == "waiting"
    client.post(f"/t/{tournament.slug}/mail/stop/")
    MailServer.objects.update(sealed=encryption.seal("L'Ecuyer 77"))
    register_person(tournament, "Pat O'Brien", PAT)
    assert run_confirmation_job(tournament).state == Job.State.DONE
    assert inbox.to == [ZOE, PAT]


def test_cards_and_confirmations_are_sent_independently(tournament, server, inbox):
    register_person(tournament, "Zoé Roy", ZOE)
    with pytest.raises(DomainError):
        queue.queue_cards(tournament)  # no game was played
    jobs.enqueue_latest(tournament, jobs.MAIL, {}, key=jobs.MAIL)
    queue.mail_job(tournament.jobs.get(key=jobs.MAIL).pk)
    assert inbox.to == []
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE]


def test_letters_are_deleted_with_expired_contacts(tournament, server, inbox):
    register_person(tournament, "Zoé Roy", ZOE)
    run_confirmation_job(tournament)
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=400))
    privacy.clear_expired_data()
    assert not Letter.objects.exists()
    assert Signup.objects.get().contact == ""


def test_data_export_includes_letters(tournament, server):
    register_person(tournament, "Zoé Roy", ZOE)
    (found,) = people.personal_data(Player.objects.get())["tournaments"]
    assert found["letters"] == [{"address": ZOE, "state": "waiting"}]


def test_erasure_deletes_only_the_letters_of_the_player(tournament, server, inbox):
    register_person(tournament, "Zoé Roy", ZOE)
    waits = register_person(tournament, "Pat O'Brien", PAT)
    person = Player.objects.create(
        organisation=tournament.organisation, name="Pat O'Brien", sort_name="o'brien pat", kept=True
    )
    erasure.erase(person, waiting=[waits.pk], by=None)
    assert not Letter.objects.filter(address=PAT).exists()
    run_confirmation_job(tournament)
    assert inbox.to == [ZOE]


def test_registrations_made_together_get_one_letter(tournament, server, inbox):
    other = event_tournaments.days(1, tournament.organisation)[0]
    event = event_tournaments.event(tournament, other)
    save_settings(other, SignupSettings(on=True, capacity=1), by=None)
    waits = register_person(other, "Pat O'Brien", "")
    typed = SignupInput(("Zoé L'Écuyer",), contact=ZOE)
    event_signups.sign_up_together(
        event, {tournament.uid: typed, other.uid: typed}, nonce="a", language="fr-ca"
    )
    made = Signup.objects.get(tournament_uid=tournament.uid)
    second = Signup.objects.get(tournament_uid=other.uid, group_uid=made.group_uid)
    run_confirmation_job(tournament)
    assert (inbox.to, letter_states(made), letter_states(second)) == ([ZOE], {PLACED: "sent"}, {})
    text = mail_parts(inbox.letters[0])["text/plain"]
    for one in (made, second):
        assert f"/register/{signup_tokens.own_token(one.uid)}/" in text
    assert other.name in text
    assert calendar_days(inbox.letters[0]) == ("PUBLISH", ["20261121"])  # of the other day they wait
    signups.correct(second, typed)  # nothing has changed, so no other letter
    assert letter_states(second) == {}
    signups.withdraw_signup(waits)  # a place becomes free
    run_confirmation_job(other)
    assert (inbox.to, letter_states(second)) == ([ZOE, ZOE], {PLACED: "sent"})
    signups.withdraw_signup(made)
    run_confirmation_job(tournament)
    assert letter_states(made) == {PLACED: "sent", WITHDRAWN: "sent"}


def calendar_days(mail) -> tuple[str, list[str]] | None:
    """Return the method and the days of the calendar file in a letter, None where there is no file."""
    found = mail_parts(mail).get("text/calendar")
    if found is None:
        return None
    assert found.count("BEGIN:VEVENT") == len(set(re.findall(r"UID:(.*)", found)))
    (method,) = re.findall(r"METHOD:(\w+)", found)
    return method, re.findall(r"DTSTART:(\d+)T", found)


@pytest.mark.parametrize(("capacity", "days"), [(None, ["20261121", "20261122"]), (1, ["20261122"])])
def test_calendar_file_has_every_day_with_a_place(tournament, server, inbox, capacity, days):
    other = event_tournaments.days(2, tournament.organisation)[1]
    event = event_tournaments.event(tournament, other)
    save_settings(tournament, SignupSettings(on=True, capacity=capacity), by=None)
    waited_for = register_person(tournament, "Pat O'Brien", "")
    typed = SignupInput(("Zoé L'Écuyer",), contact=ZOE)
    event_signups.sign_up_together(
        event, {tournament.uid: typed, other.uid: typed}, nonce="a", language="fr-ca"
    )
    run_confirmation_job(tournament)
    assert calendar_days(inbox.letters[0]) == ("PUBLISH", days)
    signups.withdraw_signup(waited_for)  # now they have a place on both days
    made = Signup.objects.get(tournament_uid=tournament.uid, contact=ZOE)
    signups.withdraw_signup(made)
    run_confirmation_job(tournament)
    assert calendar_days(inbox.letters[-1]) == ("CANCEL", ["20261121"])
