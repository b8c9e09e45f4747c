"""Letters to registrants, spoken with a real mail server: what they say, how often, and to whom."""

import re
from datetime import timedelta

import pytest
import zxingcpp
from django.db import transaction
from django.test import Client
from django.utils import timezone, translation
from PIL import Image

from scoring import DomainError
from tests import event_days, factories, shown_by
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
from tournaments.registration.signups import PLACED, WAITING, WITHDRAWN, Typed
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
ZOE, PAT = "zoe@example.org", "pat@example.org"


@pytest.fixture
def day(db) -> Tournament:
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True, capacity=1), by=None)
    return made


@pytest.fixture
def server(day, inbox, mail_server, settings) -> MailServer:
    settings.PUBLIC_URL = "https://crible.example/"
    return sends_through(mail_server, day.organisation)


def come(day: Tournament, name: str, contact: str, language: str = "fr-ca", **typed) -> Signup:
    token = signups.sign_up(day, Typed((name,), contact=contact, **typed), nonce=name, language=language)
    found = signup_tokens.by_token(token)
    assert found
    return found


def worked(day: Tournament) -> Job:
    """Do the job of the letters as a worker does."""
    Job.objects.update(not_before=None)
    job = day.jobs.get(key=jobs.CONFIRM)
    confirmations.confirmation_job(job.pk)
    job.refresh_from_db()
    return job


def letters(signup: Signup) -> dict[str, str]:
    return dict(Letter.objects.filter(signup=signup).values_list("signup_state", "state"))


def parts(mail) -> dict[str, object]:
    return {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}


def unfolded(calendar: str) -> dict[str, str]:
    """The properties of a calendar file, after a look at its form."""
    lines = calendar.split("\r\n")
    assert not [line for line in lines if "\n" in line or len(line.encode()) > 75]
    return dict(line.split(":", 1) for line in calendar.replace("\r\n ", "").split("\r\n") if line)


def test_a_registrant_gets_a_letter_with_the_day_and_the_own_page(day, server, inbox):
    made = come(day, "Zoé L'Écuyer", ZOE)
    assert worked(day).state == Job.State.DONE
    assert (inbox.to, letters(made)) == ([ZOE], {PLACED: "sent"})
    (mail,) = inbox.letters
    assert (mail["From"], mail["To"]) == ("desk@example.org", ZOE)
    assert day.name in mail["Subject"]
    own = f"https://crible.example/register/{signup_tokens.own_token(made.uid)}/"
    found = parts(mail)
    for kind in ("text/plain", "text/html"):
        assert own in found[kind]
        assert day.place in found[kind].replace("&#x27;", "'")
        assert "Zoé L." in found[kind]
        assert "Écuyer" not in found[kind]
    (picture,) = [part for part in mail.walk() if part["Content-ID"]]
    assert f'cid:{picture["Content-ID"].strip("<>")}"' in found["text/html"]
    assert not re.search(r'src="(?!cid:)', found["text/html"])
    assert read_code(found["image/png"]) == own
    assert Client().get(own.removeprefix("https://crible.example")).status_code == 200
    event = unfolded(found["text/calendar"].replace("\n", "\r\n").replace("\r\r", "\r"))
    assert (event["METHOD"], event["STATUS"], event["URL"]) == ("PUBLISH", "CONFIRMED", own)
    assert re.fullmatch(r"20261121T\d{6}Z", event["DTSTART"])
    assert event["SUMMARY"] == day.name


def test_a_letter_says_what_is_to_be_paid_with_its_reference(day, server, inbox):
    save_fees(day, Fees(1550, how_to_pay="<b>Interac</b>: tresor@example.org"), by=None)
    made = come(day, "Zoé L'Écuyer", ZOE)
    worked(day)
    account = payments.account_by_uid(day, made.entry_uid)
    assert account
    found = parts(inbox.letters[0])
    for kind in ("text/plain", "text/html"):
        assert account.reference in found[kind]
        assert "15,50" in found[kind]
    assert "<b>Interac" in found["text/plain"]
    assert "<b>Interac" not in found["text/html"]
    payments.record(account.entry, None, "transfer", by=None)
    signups.take_back(made)
    worked(day)
    assert account.reference not in parts(inbox.letters[1])["text/plain"]


def read_code(png: bytes) -> str:
    from io import BytesIO

    return zxingcpp.read_barcode(Image.open(BytesIO(png))).text


def test_the_waiting_list_a_free_place_and_a_withdrawal_each_have_one_letter(day, server, inbox):
    zoe, pat = come(day, "Zoé Roy", ZOE), come(day, "Pat O'Brien", PAT)
    worked(day)
    signups.take_back(zoe)
    worked(day)
    assert inbox.to == [ZOE, PAT, ZOE, PAT]
    assert letters(zoe) == {PLACED: "sent", WITHDRAWN: "sent"}
    assert letters(pat) == {WAITING: "sent", PLACED: "sent"}
    events = [parts(mail).get("text/calendar", "") for mail in inbox.letters]
    assert [re.findall(r"METHOD:(\w+)", event) for event in events] == [
        ["PUBLISH"],
        [],
        ["CANCEL"],
        ["PUBLISH"],
    ]
    uids = [re.findall(r"UID:(.*)", event) for event in events]
    assert uids[0] == uids[2] != uids[3]
    signups.take_back(zoe)
    come(day, "Zoé Roy", ZOE)  # the form once more
    jobs.ask_again(day, jobs.CONFIRM, {}, key=jobs.CONFIRM)
    worked(day)
    assert len(inbox.to) == 4


def test_a_letter_that_the_next_one_overtakes_is_not_sent(day, server, inbox):
    zoe, pat = come(day, "Zoé Roy", ZOE), come(day, "Pat O'Brien", PAT)
    signups.take_back(zoe)
    worked(day)
    assert inbox.to == [ZOE, PAT]
    assert letters(zoe) == {PLACED: "stopped", WITHDRAWN: "sent"}
    assert letters(pat) == {WAITING: "stopped", PLACED: "sent"}


def test_who_is_struck_off_meanwhile_gets_no_letter_about_a_place(day, server, inbox):
    come(day, "Zoé Roy", ZOE)
    registration.remove_entry(day.entries.get())
    worked(day)
    assert inbox.to == []


@pytest.mark.parametrize(("language", "weekday"), [("fr-ca", "samedi"), ("en", "Saturday")])
def test_a_letter_speaks_the_language_of_the_form(day, server, inbox, language, weekday):
    come(day, "Zoé Roy", ZOE, language=language)
    with translation.override("en" if language == "fr-ca" else "fr-ca"):
        worked(day)
    found = parts(inbox.letters[0])
    assert all(weekday in found[kind] for kind in ("text/plain", "text/html"))
    assert f'lang="{language}"' in found["text/html"]


def test_a_job_that_is_done_twice_or_goes_on_after_a_failure_sends_each_letter_once(day, server, inbox):
    save_settings(day, SignupSettings(on=True), by=None)
    inbox.takes = 1
    come(day, "Zoé Roy", ZOE)
    come(day, "Pat O'Brien", PAT)
    come(day, "Un Deux", "later@example.org")
    job = worked(day)
    assert (job.state, inbox.to) == (Job.State.WAITING, [ZOE])
    inbox.takes = 10
    worked(day)
    worked(day)
    assert inbox.to == [ZOE, PAT]
    Letter.objects.update(created_at=timezone.now() - timedelta(days=3))
    assert worked(day).state == Job.State.DONE
    assert Letter.objects.get(address="later@example.org").state == "refused"
    confirmations.confirmation_job(job.pk)
    assert inbox.to == [ZOE, PAT]


def test_a_transaction_that_is_rolled_back_promises_nothing(day, server, inbox):
    with transaction.atomic():
        come(day, "Zoé Roy", ZOE)
        transaction.set_rollback(True)
    assert not Letter.objects.exists()
    assert not day.jobs.filter(key=jobs.CONFIRM).exists()


def test_a_refused_address_is_shown_and_a_corrected_one_gets_the_letter(day, server, inbox):
    made = come(day, "Zoé Roy", "nobody@example.org")
    worked(day)
    page = f"/register/{signup_tokens.own_token(made.uid)}/"
    assert shown_by.page(Client().get(page)).one("[data-letter]")["data-letter"] == "refused"
    Client().post(page, {"do": "correct", "name_1": "Zoé Roy", "contact": "nobody@example.org"})
    assert letters(made) == {PLACED: "refused"}
    Client().post(page, {"do": "correct", "name_1": "Zoé Roy", "contact": ZOE})
    assert shown_by.page(Client().get(page)).one("[data-letter]")["data-letter"] == "waiting"
    worked(day)
    Client().post(page, {"do": "correct", "name_1": "Zoé Roy", "contact": PAT})
    worked(day)
    assert inbox.to == [ZOE]  # a page sends no letters to one address after the other
    assert shown_by.page(Client().get(page)).one("[data-letter]")["data-letter"] == "sent"


def test_an_address_that_is_corrected_before_the_letter_leaves_gets_it(day, server, inbox):
    made = come(day, "Zoé Roy", PAT)
    signups.correct(made, Typed(("Zoé Roy",), contact=ZOE))
    worked(day)
    assert inbox.to == [ZOE]


@pytest.mark.parametrize(
    "contact", ["450 555-0199", "", "é@example.org", f"{ZOE}\nBcc: {PAT}", f"{ZOE}, {PAT}"]
)
def test_what_is_no_address_gets_no_letter(day, server, contact):
    come(day, "Zoé Roy", contact)
    assert not Letter.objects.exists()


def test_without_a_mail_server_nothing_is_promised(day):
    made = come(day, "Zoé Roy", ZOE)
    assert not Letter.objects.exists()
    assert not day.jobs.filter(key=jobs.CONFIRM).exists()
    form = Client().get(f"/t/{day.slug}/register/").context["form"]
    page = Client().get(f"/register/{signup_tokens.own_token(made.uid)}/")
    assert not shown_by.page(page).all("[data-letter]")
    without = form.fields["contact"].help_text
    MailServer.objects.create(organisation=day.organisation, host="example.org", sender=ZOE)
    assert Client().get(f"/t/{day.slug}/register/").context["form"].fields["contact"].help_text != without


def test_a_computer_without_an_address_on_the_internet_names_none(day, server, inbox, settings):
    settings.PUBLIC_URL = ""
    come(day, "Zoé Roy", ZOE)
    worked(day)
    found = parts(inbox.letters[0])
    assert set(found) == {"text/plain", "text/html", "text/calendar"}
    assert not [text for text in found.values() if "http" in text]


HOSTILE = [
    "Zoé\r\nBcc: all@example.org",
    "<img src=https://evil.example/x.png> Roy",
    "https://evil.example/ Gagnez",
    "www.evil.example Roy",
    "BEGIN:VEVENT\r\nEND:VCALENDAR",
    "{{ settings.SECRET_KEY }} {% now %}",
    "x" * 120,
    "\u202eyoR éoZ \x00",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_breaks_no_header_and_carries_no_link(day, server, inbox, name):
    come(day, name, ZOE)
    assert worked(day).state == Job.State.DONE
    (mail,) = inbox.letters
    assert (inbox.to, mail["Bcc"], mail["Cc"]) == ([ZOE], None, None)
    found = parts(mail)
    for kind in ("text/plain", "text/html", "text/calendar"):
        assert "evil.example" not in found[kind]
    assert "<img src=http" not in found["text/html"]
    assert found["text/calendar"].count("VEVENT") == 2


@pytest.mark.parametrize(
    "name", ["Journée\r\nBcc: all@example.org", "A;B,C\\D\nATTENDEE:mailto:x@example.org", "é" * 150]
)
def test_a_hostile_tournament_breaks_neither_header_nor_calendar(day, server, inbox, name):
    Tournament.objects.update(name=name, place=name)
    come(day, "Zoé Roy", ZOE)
    assert worked(day).state == Job.State.DONE
    (mail,) = inbox.letters
    assert (inbox.to, mail["Bcc"]) == ([ZOE], None)
    event = unfolded(parts(mail)["text/calendar"].replace("\n", "\r\n").replace("\r\r", "\r"))
    assert "ATTENDEE" not in event
    plain = re.sub(r"\\([\\;,])", r"\1", event["SUMMARY"])
    assert plain == event["SUMMARY"].replace("\\\\", "\\").replace("\\;", ";").replace("\\,", ",")
    assert plain == " ".join(name.split())


@pytest.mark.parametrize(
    "address", ['"a b"@example.org', '"x\\"<y>"@example.org', "a@[127.0.0.1]", "a@xn--e1aybc.example"]
)
def test_an_odd_address_gets_its_own_letter_or_none(day, server, inbox, address):
    come(day, "Zoé Roy", address)
    if Letter.objects.exists():
        assert worked(day).state == Job.State.DONE
        assert inbox.to in ([address], [])


def test_a_stranger_is_not_flooded_with_letters(day, server):
    save_settings(day, SignupSettings(on=True), by=None)
    for at in range(confirmations.MOST_A_DAY + 3):
        come(day, f"Personne {at}", ZOE.upper() if at % 2 else ZOE)
    assert Letter.objects.count() == confirmations.MOST_A_DAY
    assert Signup.objects.count() == confirmations.MOST_A_DAY + 3
    come(day, "Pat O'Brien", PAT)
    assert Letter.objects.filter(address=PAT).exists()


@pytest.mark.django_db(transaction=True)
def test_a_letter_of_the_life_that_was_put_aside_is_sent_once(day, server, inbox):
    made = come(day, "Zoé Roy", ZOE)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    worked(day)
    live = Tournament.objects.get(uid=day.uid, live=True)
    signups.take_back(made)
    worked(live)
    worked(day)
    assert inbox.to == [ZOE, ZOE]
    assert letters(made) == {PLACED: "sent", WITHDRAWN: "sent"}


def test_a_server_that_is_not_reached_holds_up_no_registration_and_is_shown(client, day, server, inbox):
    MailServer.objects.update(sealed=encryption.seal("motdepasse"))
    made = come(day, "Zoé Roy", ZOE)
    assert made.entry_uid
    assert (worked(day).state, inbox.to) == (Job.State.FAILED, [])
    client.force_login(factories.organiser(day))
    shown = shown_by.page(client.get(f"/t/{day.slug}/mail/"))
    assert shown.one("[data-confirming]")["data-code"] == "sign_in_refused"
    assert shown.one("[data-letter]")["data-letter"] == "waiting"
    client.post(f"/t/{day.slug}/mail/stop/")
    MailServer.objects.update(sealed=encryption.seal("L'Ecuyer 77"))
    come(day, "Pat O'Brien", PAT)
    assert worked(day).state == Job.State.DONE
    assert inbox.to == [ZOE, PAT]


def test_cards_and_confirmations_do_not_hinder_each_other(day, server, inbox):
    come(day, "Zoé Roy", ZOE)
    with pytest.raises(DomainError):
        queue.queue_cards(day)  # nothing was played
    jobs.ask_again(day, queue.MAIL, {}, key=queue.MAIL)
    queue.mail_job(day.jobs.get(key=queue.MAIL).pk)
    assert inbox.to == []
    worked(day)
    assert inbox.to == [ZOE]


def test_letters_go_with_the_contacts_when_their_time_is_over(day, server, inbox):
    come(day, "Zoé Roy", ZOE)
    worked(day)
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=400))
    privacy.clear_what_is_over()
    assert not Letter.objects.exists()
    assert Signup.objects.get().contact == ""


def test_letters_are_among_what_is_kept_about_a_person(day, server):
    come(day, "Zoé Roy", ZOE)
    (found,) = people.everything(Player.objects.get())["tournaments"]
    assert found["letters"] == [{"address": ZOE, "state": "waiting"}]


def test_letters_of_who_is_erased_go_and_those_of_others_are_sent(day, server, inbox):
    come(day, "Zoé Roy", ZOE)
    waits = come(day, "Pat O'Brien", PAT)
    person = Player.objects.create(
        organisation=day.organisation, name="Pat O'Brien", sort_name="o'brien pat", kept=True
    )
    erasure.erase(person, waiting=[waits.pk], by=None)
    assert not Letter.objects.filter(address=PAT).exists()
    worked(day)
    assert inbox.to == [ZOE]


def test_registrations_made_together_have_one_letter_that_names_all(day, server, inbox):
    other = event_days.days(1, day.organisation)[0]
    event = event_days.event(day, other)
    save_settings(other, SignupSettings(on=True, capacity=1), by=None)
    waits = come(other, "Pat O'Brien", "")
    typed = Typed(("Zoé L'Écuyer",), contact=ZOE)
    event_signups.sign_up_together(event, {day.uid: typed, other.uid: typed}, nonce="a", language="fr-ca")
    made = Signup.objects.get(tournament_uid=day.uid)
    second = Signup.objects.get(tournament_uid=other.uid, group_uid=made.group_uid)
    worked(day)
    assert (inbox.to, letters(made), letters(second)) == ([ZOE], {PLACED: "sent"}, {})
    text = parts(inbox.letters[0])["text/plain"]
    for one in (made, second):
        assert f"/register/{signup_tokens.own_token(one.uid)}/" in text
    assert other.name in text
    signups.correct(second, typed)  # nothing has changed: no other letter
    assert letters(second) == {}
    signups.take_back(waits)  # the place becomes free
    worked(other)
    assert (inbox.to, letters(second)) == ([ZOE, ZOE], {PLACED: "sent"})
    signups.take_back(made)
    worked(day)
    assert letters(made) == {PLACED: "sent", WITHDRAWN: "sent"}
