"""Messages of the organiser, spoken with a real mail server: to whom, what they say, and never twice."""

import csv
import html
import io
import re
import smtplib
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from scoring import DomainError
from tests import factories, shown_by
from tests.delivery.mail.senders import sends_through
from tests.walk import queries_counted
from tournaments import registration
from tournaments.common import jobs
from tournaments.delivery.mail import addresses, messages, queue
from tournaments.delivery.mail.messages import Draft
from tournaments.delivery.mail.recipients import CLUB, EVERYONE, OWING, PLACED, WAITING, people
from tournaments.models import Job, Letter, MailAddress, MailServer, Message, Role, Signup, Tournament
from tournaments.organisations import erasure, privacy
from tournaments.organisations import people as people_of
from tournaments.publishing.money_words import money
from tournaments.registration import payments, signup_tokens, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.registration.signups import Typed
from tournaments.transfer import copies, removal

pytestmark = pytest.mark.django_db
ZOE, PAT, REAL = "zoe@example.org", "pat@example.org", "real@example.org"


@pytest.fixture
def day(db) -> Tournament:
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True, capacity=2), by=None)
    return made


@pytest.fixture
def server(day, inbox, mail_server) -> MailServer:
    return sends_through(mail_server, day.organisation)


def come(day: Tournament, name: str, contact: str = "", **typed) -> Signup:
    token = signups.sign_up(day, Typed((name,), contact=contact, **typed), nonce=name, language="fr-ca")
    Letter.objects.all().delete()  # the confirmation
    found = signup_tokens.by_token(token)
    assert found
    return found


def four(day: Tournament) -> None:
    """Two with a place, one of whom owes 15 dollars, and two who wait."""
    come(day, "Zoé L'Écuyer", ZOE, club="FADOQ Sorel")
    come(day, "Pat O'Brien", PAT, club="FADOQ Beloeil")
    come(day, "Réal Roy", REAL, club="FADOQ Sorel")
    come(day, "Odile Roy", "450 555-0199")
    first = day.entries.order_by("number").first()
    registration.edit_entry(first, first.name, fee_cents=1500)


def sent(
    day: Tournament, audience: str = EVERYONE, text: str = "Bonjour", subject: str = "À propos"
) -> Message:
    return messages.queue_message(day, Draft(audience, subject, text), uuid4(), by=None)


def worked(message: Message) -> Job:
    """Do the job of a message as a worker does."""
    Job.objects.update(not_before=None)
    job = Job.objects.get(key=messages.job_key(message))
    messages.message_job(job.pk)
    job.refresh_from_db()
    return job


def states(message: Message) -> list[str]:
    return sorted(message.letters.values_list("state", flat=True))


def text_of(mail) -> str:
    return mail.get_body(("plain",)).get_content()


@pytest.mark.parametrize(
    ("audience", "to"),
    [
        (EVERYONE, [ZOE, PAT, REAL]),
        (PLACED, [ZOE, PAT]),
        (WAITING, [REAL]),
        (OWING, [ZOE]),
        (f"{CLUB}fadoq  sorel", [ZOE, REAL]),
        (f"{CLUB}Acton", []),
        ("unknown", []),
    ],
)
def test_each_audience_is_written_to_once(day, server, inbox, audience, to):
    four(day)
    if not to:
        with pytest.raises(DomainError) as refusal:
            sent(day, audience)
        assert refusal.value.code == "message_nobody"
        return
    message = sent(day, audience)
    assert worked(message).state == Job.State.DONE
    assert inbox.to == to
    assert states(message) == ["sent"] * len(to)
    messages.message_job(Job.objects.get(key=messages.job_key(message)).pk)
    assert inbox.to == to


def test_placeholders_are_filled_in_for_each_in_either_language(day, server, inbox):
    four(day)
    text = "Bonjour {nom} / {Name} : {tournoi}, {date}, {lieu}, {montant} / {owed}"
    worked(sent(day, OWING, text, "{tournament}"))
    (mail,) = inbox.letters
    with translation.override(day.language):
        owed = money(1500)
    assert mail["Subject"] == day.name
    line = f"Bonjour Zoé L. / Zoé L. : {day.name}, samedi 21 novembre 2026, {day.place}, {owed} / {owed}"
    assert line in text_of(mail)


@pytest.mark.parametrize(
    ("audience", "text"),
    [(EVERYONE, "{owed}"), (EVERYONE, "{nom de famille}"), (OWING, "{0}"), (EVERYONE, "{name.__class__}")],
)
def test_a_placeholder_without_a_value_is_refused_with_those_that_have_one(day, server, audience, text):
    four(day)
    with pytest.raises(DomainError) as refusal:
        sent(day, audience, text)
    assert (refusal.value.code, refusal.value.args_["word"]) == ("message_placeholder", text)
    assert not Message.objects.exists()


def test_place_is_offered_only_where_there_is_one(day):
    day.place = ""
    with translation.override("en"):
        assert messages.offered(day, EVERYONE) == ["{name}", "{tournament}", "{date}"]


def test_what_people_typed_cannot_inject(day, server, inbox):
    save_settings(day, SignupSettings(on=True, capacity=3), by=None)
    come(day, "{owed} Roy", ZOE)
    come(day, "<b>Gras Roy", REAL)
    come(day, "https://evil.example Roy", PAT)
    Tournament.objects.filter(pk=day.pk).update(name="Journée\r\nBcc: all@example.org {name}")
    text = "Bonjour {name}\r\n\r\n<script>1</script> de {tournament} { } {}"
    worked(sent(day, EVERYONE, text, "Pour {name}\n x"))
    assert inbox.to == [ZOE, REAL, PAT]
    first, second, third = inbox.letters
    assert first["Bcc"] is None
    assert "Bonjour {owed}" in text_of(first)
    assert "Bonjour <b>Gras" in text_of(second)
    page = second.get_body(("html",)).get_content()
    assert "<script>" not in page
    assert "<b>" not in page
    assert "evil.example" not in third.as_string()
    assert "{name}" in html.unescape(text_of(first))


def test_one_address_of_several_people_gets_one_letter_with_all_names_and_the_sum(day, server, inbox):
    come(day, "Zoé Roy", ZOE)
    come(day, "Pat Roy", ZOE.upper())
    for entry in day.entries.all():
        registration.edit_entry(entry, entry.name, fee_cents=1000)
    message = sent(day, OWING, "{name} : {owed}")
    worked(message)
    assert len(inbox.to) == 1
    with translation.override(day.language):
        assert f"Zoé R., Pat R. : {money(2000)}" in text_of(inbox.letters[0])


def test_who_pays_withdraws_or_unsubscribes_meanwhile_gets_none(day, server, inbox):
    four(day)
    message = sent(day, OWING, "{owed}")
    payments.record(day.entries.order_by("number").first(), None, "cash", by=None)
    worked(message)
    assert (inbox.to, states(message)) == ([], ["stopped"])
    message = sent(day, WAITING)
    addresses.end(day.organisation, addresses.digest(day.organisation, REAL))
    worked(message)
    assert (inbox.to, states(message)) == ([], ["stopped"])


def test_a_worker_that_is_killed_sends_nothing_twice(day, server, inbox, monkeypatch):
    four(day)
    message = sent(day)
    deliver = queue.send_letter

    def killed_after(backend, mail):
        deliver(backend, mail)
        if len(inbox.to) == 2:
            raise SystemExit

    monkeypatch.setattr(queue, "send_letter", killed_after)
    with pytest.raises(SystemExit):
        worked(message)
    monkeypatch.setattr(queue, "send_letter", deliver)
    assert states(message) == ["sending", "sent", "waiting"]
    Job.objects.update(state=Job.State.WAITING, lease_until=None)
    assert worked(message).state == Job.State.DONE
    assert inbox.to == [ZOE, PAT, REAL]
    assert states(message) == ["sending", "sent", "sent"]


def test_two_workers_on_one_message_share_its_letters(day, server, inbox, monkeypatch):
    four(day)
    message = sent(day)
    deliver = queue.send_letter

    def with_another(backend, mail):
        monkeypatch.setattr(queue, "send_letter", deliver)
        Job.objects.update(state=Job.State.WAITING, lease_until=None)
        worked(message)
        deliver(backend, mail)

    monkeypatch.setattr(queue, "send_letter", with_another)
    worked(message)
    assert sorted(inbox.to) == sorted([ZOE, PAT, REAL])


def test_what_is_refused_or_deferred_is_known_and_the_others_go_out(day, server, inbox):
    come(day, "Zoé Roy", "nobody@example.org")
    come(day, "Pat O'Brien", "later@example.org")
    come(day, "Réal Roy", REAL)
    message = sent(day)
    job = worked(message)
    assert (job.state, inbox.to) == (Job.State.WAITING, [REAL])
    assert states(message) == ["refused", "sent", "waiting"]
    assert "550" in message.letters.get(state="refused").why
    messages.stop(message)
    assert states(message) == ["refused", "sent", "stopped"]
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED


def test_a_server_that_refuses_the_sender_leaves_all_letters_waiting(day, server, inbox, monkeypatch):
    four(day)
    message = sent(day)

    def refuses(*_given):
        raise smtplib.SMTPSenderRefused(550, b"not you", "desk@example.org")

    monkeypatch.setattr(smtplib.SMTP, "sendmail", refuses)
    job = worked(message)
    assert (job.state, job.error) == (Job.State.FAILED, "mail_sender_refused")
    assert states(message) == ["waiting"] * 3


def test_a_message_sent_twice_is_one(day, server):
    four(day)
    uid = uuid4()
    first = messages.queue_message(day, Draft(EVERYONE, "À", "B"), uid, by=None)
    assert messages.queue_message(day, Draft(EVERYONE, "C", "D"), uid, by=None) == first
    assert Message.objects.count() == Job.objects.filter(kind=jobs.MESSAGE).count() == 1
    assert Letter.objects.count() == 3
    other = factories.tournament(0)
    with pytest.raises(DomainError) as refusal:
        messages.queue_message(other, Draft(EVERYONE, "A", "B"), uid, by=None)
    assert refusal.value.code in ("look_again", "mail_no_server")


def test_one_click_unsubscribes_for_good_in_the_whole_organisation(client, day, server, inbox, settings):
    settings.PUBLIC_URL = "https://crible.example/"
    four(day)
    worked(sent(day, PLACED))
    (first, _second) = inbox.letters
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    header = re.sub(r"\s", "", first["List-Unsubscribe"])
    path = re.fullmatch(r"<https://crible\.example(/mail/stop/[^>]+)>", header)[1]
    assert path in text_of(first)
    assert ZOE not in path
    assert len(path.rpartition(":")[2]) >= 43  # 256 bits
    assert client.get(path).status_code == 200
    assert not day.organisation.unsubscribed.exists()  # programs look at links by themselves
    for _time in range(2):
        assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ZOE not in repr(day.organisation.unsubscribed.values_list())
    inbox.to.clear()
    worked(sent(day, PLACED))
    later = factories.tournament(0, about={"name": "Autre"})
    Tournament.objects.filter(pk=later.pk).update(organisation=day.organisation)
    later.refresh_from_db()
    save_settings(later, SignupSettings(on=True), by=None)
    come(later, "Zoé L'Écuyer", ZOE.upper())
    with pytest.raises(DomainError):
        sent(later)
    assert inbox.to == [PAT]
    assert client.post(path[:-3] + "xx/").status_code == 404


def test_without_an_address_on_the_internet_an_answer_stops_mail(day, server, inbox):
    four(day)
    worked(sent(day, OWING))
    assert inbox.letters[0]["List-Unsubscribe"] == "<mailto:desk@example.org?subject=STOP>"
    assert inbox.letters[0]["List-Unsubscribe-Post"] is None


def test_who_unsubscribed_gets_no_card_either(day, server):
    four(day)
    entry = day.entries.first()
    addresses.keep(entry, PAT)
    assert [one.address for one in addresses.wanted(day)] == [PAT]
    addresses.end(day.organisation, addresses.digest(day.organisation, PAT.upper()))
    assert addresses.wanted(day) == []


def test_an_address_kept_for_cards_alone_gets_no_message(day, server):
    entry = registration.add_entry(day, "Odile Roy")
    kept = addresses.keep(entry, PAT)
    assert [one.address for one in people(day)] == [PAT]
    MailAddress.objects.filter(pk=kept.pk).update(for_messages=False)  # as of before messages
    assert [one.address for one in people(day)] == [""]
    MailAddress.objects.filter(pk=kept.pk).update(for_messages=True, stopped_at=timezone.now())
    assert [one.unsubscribed for one in people(day)] == [True]


def test_no_address_is_stored_with_a_message_and_none_travels(day, server, inbox):
    four(day)
    message = sent(day, EVERYONE, "Chère Zoé L'Écuyer")
    worked(message)
    stored = [repr(list(model.objects.values())) for model in (Message, Letter)]
    assert not [one for one in stored for address in (ZOE, PAT, REAL) if address in one]
    assert "Chère" not in repr(copies.pack(day))


def test_retention_erasure_and_removal_take_messages_along(day, server, inbox):
    four(day)
    message = sent(day, EVERYONE, "Prix à Zoé L'Écuyer et à Pat O'Brien")
    worked(message)
    Tournament.objects.filter(pk=day.pk).update(date=timezone.localdate() - timedelta(days=30))
    player = day.entries.order_by("number").first().members.get().player
    registration.withdraw(day.entries.order_by("number").first(), from_round=1, by=None)
    erasure.erase(player, by=None)
    message.refresh_from_db()
    assert "Écuyer" not in message.text
    assert "Pat O'Brien" in message.text
    removal.remove(day, published=False, by=None)
    assert not Message.objects.exists()


def test_all_that_is_kept_about_a_person_names_the_messages_to_them(day, server, inbox):
    four(day)
    worked(sent(day, OWING))
    (mine, other) = [people_of.everything(one.members.get().player) for one in day.entries.order_by("number")]
    assert mine["tournaments"][0]["messages"] == [{"subject": "À propos", "state": "sent"}]
    assert other["tournaments"][0]["messages"] == []


def test_messages_go_with_the_contacts(day, server):
    four(day)
    sent(day)
    Tournament.objects.filter(pk=day.pk).update(date=timezone.localdate() - timedelta(days=366))
    privacy.clear_what_is_over()
    assert not Message.objects.exists()
    assert not Letter.objects.exists()


def test_a_message_goes_on_in_the_life_that_replaced_its_tournament(day, server, inbox):
    four(day)
    message = sent(day)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    worked(message)
    assert ZOE in inbox.to


@pytest.fixture
def lise(client, day):
    client.force_login(factories.helper(day, Role.Kind.REGISTRATION, "lise"))
    return client


def typed(**given) -> dict[str, str]:
    return {"audience": EVERYONE, "subject": "Repas", "text": "Bonjour {name}", "uid": str(uuid4())} | given


def test_a_message_is_previewed_sent_and_followed_on_its_page(lise, day, server, inbox):
    four(day)
    page = reverse("messages", args=[day.slug])
    given = typed()
    shown = shown_by.page(lise.post(page, given))
    assert [one["data-to"] for one in shown.all("section") if "data-to" in one] == ["3"]
    assert shown.one("[data-without]")["data-without"] == "1"
    assert "450 555-0199" in lise.get(page).content.decode()
    assert not Message.objects.exists()
    send = reverse("messages_send", args=[day.slug])
    hidden = {one["name"]: one["value"] for one in shown.all(f"form[action={send}]")[0].all("input")}
    assert hidden["uid"] == given["uid"]
    for _time in range(2):
        assert lise.post(send, hidden).status_code == 302
    message = Message.objects.get()
    assert message.by.username == "lise"
    rows = reverse("messages_rows", args=[day.slug])
    assert "hx-get" in lise.get(page).content.decode()
    polled = lise.get(rows)
    assert (polled["HX-Reswap"], len(shown_by.page(polled).all("[hx-swap-oob]"))) == ("none", 1)
    worked(message)
    shown = shown_by.page(lise.get(rows))
    assert shown.one("[data-state=sent]")["data-count"] == "3"
    assert lise.post(reverse("messages_stop", args=[day.slug, message.uid])).status_code == 302
    assert states(message) == ["sent"] * 3


def test_a_poll_reads_no_people(lise, day, server):
    rows = reverse("messages_rows", args=[day.slug])
    save_settings(day, SignupSettings(on=True), by=None)
    asked = []
    for people_here in (1, 9):
        for at in range(day.entries.count(), people_here):
            come(day, f"Personne Nommée{at}", f"a{at}@example.org")
        Message.objects.all().delete()
        sent(day)
        with queries_counted() as found:
            polled = lise.get(rows)
        asked.append((len(found), len(polled.content)))
        assert shown_by.page(polled).one("[data-state=waiting]")["data-count"] == str(people_here)
        assert "Nommée" not in polled.content.decode()
        assert not any(table in query for query in found for table in ("_signup", "_payment", "_mailaddress"))
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"text": "{owed}"}, "message_placeholder"),
        ({"audience": "unknown"}, "invalid_choice"),
        ({"subject": " \r\n "}, "required"),
        ({"uid": "x"}, "invalid"),
        ({"text": "x" * 5001}, "max_length"),
        ({"subject": "\0"}, ""),
    ],
)
def test_a_wrong_message_stays_typed(lise, day, server, given, code):
    four(day)
    for name in ("messages", "messages_send"):
        answer = lise.post(reverse(name, args=[day.slug]), typed(**given))
        assert answer.status_code == 422 or not code
        if code == "message_placeholder":
            assert code in shown_by.codes(answer)
        if "subject" not in given:
            assert 'value="Repas"' in answer.content.decode()
    assert not Message.objects.exists()


def test_without_a_mail_server_the_lists_still_work(lise, day):
    come(day, "=cmd() Roy", ZOE)
    come(day, "Odile Roy", "450 555-0199")
    shown = shown_by.page(lise.get(reverse("messages", args=[day.slug])))
    assert shown.all("[data-no-server]")
    assert not shown.all("textarea")
    answer = lise.get(reverse("messages_csv", args=[day.slug]))
    read = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert [row[2:4] for row in read[1:]] == [[ZOE, ""], ["", "450 555-0199"]]
    assert read[1][0] == "'=cmd() Roy"
    assert lise.post(reverse("messages_send", args=[day.slug]), typed()).status_code == 422


def test_an_answer_with_stop_is_noted_and_the_list_no_longer_has_the_address(lise, day, server):
    four(day)
    page = reverse("messages_unsubscribe", args=[day.slug])
    assert "mail_address" in shown_by.codes(lise.post(page, {"address": "zoe"}))
    assert lise.post(page, {"address": f" {ZOE}"}).status_code == 302
    assert addresses.is_unsubscribed(day.organisation, ZOE)
    assert ZOE not in lise.get(reverse("messages_csv", args=[day.slug])).content.decode()


def test_messages_are_for_those_who_register_people(client, day, server):
    four(day)
    message = sent(day)
    client.force_login(factories.helper(day, Role.Kind.DESK, "bureau"))
    for name, args in (
        ("messages", []),
        ("messages_rows", []),
        ("messages_csv", []),
        ("messages_send", []),
        ("messages_unsubscribe", []),
        ("messages_stop", [message.uid]),
    ):
        assert client.post(reverse(name, args=[day.slug, *args]), typed()).status_code == 403
    other = factories.tournament(0)
    client.force_login(factories.organiser(other, "odile"))
    assert client.post(reverse("messages_stop", args=[other.slug, message.uid])).status_code == 404
    assert "À propos" not in client.get(reverse("messages", args=[other.slug])).content.decode()


@pytest.mark.parametrize(("language", "words"), [("en", "{name}"), ("fr-ca", "{nom}")])
def test_the_page_names_the_placeholders_in_its_language(lise, day, server, language, words):
    four(day)
    lise.cookies["django_language"] = language
    assert words in lise.get(reverse("messages", args=[day.slug])).content.decode()
