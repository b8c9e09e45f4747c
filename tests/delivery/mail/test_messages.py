"""Messages of the organiser, over a real mail server: recipients, content, and each letter sent only once."""

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
from tests import factories, page_reader
from tests.all_addresses import queries_counted
from tests.delivery.mail.senders import sends_through
from tests.registration.test_drawn_registrants import draw_partners
from tournaments import registration
from tournaments.common import jobs
from tournaments.delivery.mail import addresses, messages, queue
from tournaments.delivery.mail.messages import Draft
from tournaments.delivery.mail.recipients import CLUB_PREFIX, EVERYONE, OWING, PLACED, WAITING, people
from tournaments.models import Job, Letter, MailAddress, MailServer, Message, Role, Signup, Tournament
from tournaments.organisations import erasure, privacy
from tournaments.organisations import people as people_of
from tournaments.publishing.money_words import money
from tournaments.registration import payments, signup_tokens, signups
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.registration.signups import SignupInput
from tournaments.transfer import copies, removal

pytestmark = pytest.mark.django_db
ZOE, PAT, REAL = "zoe@example.org", "pat@example.org", "real@example.org"


@pytest.fixture
def tournament(db) -> Tournament:
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True, capacity=2), by=None)
    return made


@pytest.fixture
def server(tournament, inbox, mail_server) -> MailServer:
    return sends_through(mail_server, tournament.organisation)


def register_person(tournament: Tournament, name: str, contact: str = "", **typed) -> Signup:
    token = signups.sign_up(
        tournament, SignupInput((name,), contact=contact, **typed), nonce=name, language="fr-ca"
    )
    Letter.objects.all().delete()  # drop the confirmation
    found = signup_tokens.signup_by_token(token)
    assert found
    return found


def register_four(tournament: Tournament) -> None:
    """Register two people with a place, one of whom owes 15 dollars, and two who wait."""
    register_person(tournament, "Zoé L'Écuyer", ZOE, club="FADOQ Sorel")
    register_person(tournament, "Pat O'Brien", PAT, club="FADOQ Beloeil")
    register_person(tournament, "Réal Roy", REAL, club="FADOQ Sorel")
    register_person(tournament, "Odile Roy", "450 555-0199")
    first = tournament.entries.order_by("number").first()
    registration.edit_entry(first, first.name, fee_cents=1500)


def send_message(
    tournament: Tournament, audience: str = EVERYONE, text: str = "Bonjour", subject: str = "À propos"
) -> Message:
    return messages.queue_message(tournament, Draft(audience, subject, text), uuid4(), by=None)


def run_message_job(message: Message) -> Job:
    """Do the job of a message as a worker does."""
    Job.objects.update(not_before=None)
    job = Job.objects.get(key=messages.job_key(message))
    messages.message_job(job.pk)
    job.refresh_from_db()
    return job


def letter_states(message: Message) -> list[str]:
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
        (f"{CLUB_PREFIX}fadoq  sorel", [ZOE, REAL]),
        (f"{CLUB_PREFIX}Acton", []),
        ("unknown", []),
    ],
)
def test_each_audience_gets_a_message_once(tournament, server, inbox, audience, to):
    register_four(tournament)
    if not to:
        with pytest.raises(DomainError) as refusal:
            send_message(tournament, audience)
        assert refusal.value.code == "message_nobody"
        return
    message = send_message(tournament, audience)
    assert run_message_job(message).state == Job.State.DONE
    assert inbox.to == to
    assert letter_states(message) == ["sent"] * len(to)
    messages.message_job(Job.objects.get(key=messages.job_key(message)).pk)
    assert inbox.to == to


def test_placeholders_work_in_both_languages(tournament, server, inbox):
    register_four(tournament)
    text = "Bonjour {nom} / {Name} : {tournoi}, {date}, {lieu}, {montant} / {owed}"
    run_message_job(send_message(tournament, OWING, text, "{tournament}"))
    (mail,) = inbox.letters
    with translation.override(tournament.language):
        owed = money(1500)
    assert mail["Subject"] == tournament.name
    announced = f"{tournament.name}, samedi 21 novembre 2026, {tournament.place}"
    line = f"Bonjour Zoé L. / Zoé L. : {announced}, {owed} / {owed}"
    assert line in text_of(mail)


@pytest.mark.parametrize(
    ("audience", "text"),
    [(EVERYONE, "{owed}"), (EVERYONE, "{nom de famille}"), (OWING, "{0}"), (EVERYONE, "{name.__class__}")],
)
def test_placeholder_without_a_value_is_refused(tournament, server, audience, text):
    register_four(tournament)
    with pytest.raises(DomainError) as refusal:
        send_message(tournament, audience, text)
    assert (refusal.value.code, refusal.value.args_["word"]) == ("message_placeholder", text)
    assert not Message.objects.exists()


def test_place_placeholder_needs_a_place(tournament):
    tournament.place = ""
    with translation.override("en"):
        assert messages.available_placeholders(tournament, EVERYONE) == ["{name}", "{tournament}", "{date}"]


def test_names_cannot_inject_headers_markup_or_links(tournament, server, inbox):
    save_settings(tournament, SignupSettings(on=True, capacity=3), by=None)
    register_person(tournament, "{owed} Roy", ZOE)
    register_person(tournament, "<b>Gras Roy", REAL)
    register_person(tournament, "https://evil.example Roy", PAT)
    Tournament.objects.filter(pk=tournament.pk).update(name="Journée\r\nBcc: all@example.org {name}")
    text = "Bonjour {name}\r\n\r\n<script>1</script> de {tournament} { } {}"
    run_message_job(send_message(tournament, EVERYONE, text, "Pour {name}\n x"))
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


def test_shared_address_gets_one_letter_with_all_names(tournament, server, inbox):
    register_person(tournament, "Zoé Roy", ZOE)
    register_person(tournament, "Pat Roy", ZOE.upper())
    for entry in tournament.entries.all():
        registration.edit_entry(entry, entry.name, fee_cents=1000)
    message = send_message(tournament, OWING, "{name} : {owed}")
    run_message_job(message)
    assert len(inbox.to) == 1
    with translation.override(tournament.language):
        assert f"Zoé R., Pat R. : {money(2000)}" in text_of(inbox.letters[0])


def test_payment_or_unsubscribing_stops_a_pending_letter(tournament, server, inbox):
    register_four(tournament)
    message = send_message(tournament, OWING, "{owed}")
    payments.record(tournament.entries.order_by("number").first(), None, "cash", by=None)
    run_message_job(message)
    assert (inbox.to, letter_states(message)) == ([], ["stopped"])
    message = send_message(tournament, WAITING)
    addresses.unsubscribe_digest(tournament.organisation, addresses.digest(tournament.organisation, REAL))
    run_message_job(message)
    assert (inbox.to, letter_states(message)) == ([], ["stopped"])


@pytest.mark.parametrize("typed", [None, 3500])
def test_people_drawn_together_are_asked_for_what_each_owes(tournament, server, typed):
    """One has paid. Where the fee of the pair was typed, what each owes is not known."""
    save_fees(tournament, Fees(amount=1500), by=None)
    for name, contact in (("Zoé Roy", ZOE), ("Pat O'Brien", PAT)):
        register_person(tournament, name, contact)
    payments.record(tournament.entries.get(name="Zoé Roy"), 1500, "cash", by=None)
    tournament = draw_partners(tournament)
    if typed:
        entry = tournament.entries.get()
        registration.edit_entry(entry, "", fee_cents=typed)
    owed = {one.address: one.owed for one in people(tournament)}
    assert owed == ({ZOE: 2000, PAT: 2000} if typed else {ZOE: 0, PAT: 1500})


@pytest.mark.parametrize("typed", [None, 3500])
def test_couple_drawn_together_is_asked_for_its_sum_once(tournament, server, inbox, typed):
    save_fees(tournament, Fees(amount=1500), by=None)
    for name in ("Zoé Roy", "Léo Roy"):
        register_person(tournament, name, ZOE)
    tournament = draw_partners(tournament)
    if typed:
        registration.edit_entry(tournament.entries.get(), "", fee_cents=typed)
    run_message_job(send_message(tournament, OWING, "{owed}"))
    (letter,) = inbox.letters
    with translation.override(tournament.language):
        assert money(typed or 3000) in text_of(letter)


def test_killed_worker_sends_no_letter_twice(tournament, server, inbox, monkeypatch):
    register_four(tournament)
    message = send_message(tournament)
    deliver = queue.send_letter

    def killed_after(backend, mail):
        deliver(backend, mail)
        if len(inbox.to) == 2:
            raise SystemExit

    monkeypatch.setattr(queue, "send_letter", killed_after)
    with pytest.raises(SystemExit):
        run_message_job(message)
    monkeypatch.setattr(queue, "send_letter", deliver)
    assert letter_states(message) == ["sending", "sent", "waiting"]
    Job.objects.update(state=Job.State.WAITING, lease_until=None)
    assert run_message_job(message).state == Job.State.DONE
    assert inbox.to == [ZOE, PAT, REAL]
    assert letter_states(message) == ["sending", "sent", "sent"]


def test_two_workers_send_no_letter_twice(tournament, server, inbox, monkeypatch):
    register_four(tournament)
    message = send_message(tournament)
    deliver = queue.send_letter

    def with_another(backend, mail):
        monkeypatch.setattr(queue, "send_letter", deliver)
        Job.objects.update(state=Job.State.WAITING, lease_until=None)
        run_message_job(message)
        deliver(backend, mail)

    monkeypatch.setattr(queue, "send_letter", with_another)
    run_message_job(message)
    assert sorted(inbox.to) == sorted([ZOE, PAT, REAL])


def test_refused_or_deferred_letters_block_no_others(tournament, server, inbox):
    register_person(tournament, "Zoé Roy", "nobody@example.org")
    register_person(tournament, "Pat O'Brien", "later@example.org")
    register_person(tournament, "Réal Roy", REAL)
    message = send_message(tournament)
    job = run_message_job(message)
    assert (job.state, inbox.to) == (Job.State.WAITING, [REAL])
    assert letter_states(message) == ["refused", "sent", "waiting"]
    assert "550" in message.letters.get(state="refused").why
    messages.stop(message)
    assert letter_states(message) == ["refused", "sent", "stopped"]
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED


def test_a_server_that_refuses_the_sender_leaves_all_letters_waiting(tournament, server, inbox, monkeypatch):
    register_four(tournament)
    message = send_message(tournament)

    def refuses(*_given):
        raise smtplib.SMTPSenderRefused(550, b"not you", "desk@example.org")

    monkeypatch.setattr(smtplib.SMTP, "sendmail", refuses)
    job = run_message_job(message)
    assert (job.state, job.error) == (Job.State.FAILED, "mail_sender_refused")
    assert letter_states(message) == ["waiting"] * 3


def test_repeated_submission_is_one_message(tournament, server):
    register_four(tournament)
    uid = uuid4()
    first = messages.queue_message(tournament, Draft(EVERYONE, "À", "B"), uid, by=None)
    assert messages.queue_message(tournament, Draft(EVERYONE, "C", "D"), uid, by=None) == first
    assert Message.objects.count() == Job.objects.filter(kind=jobs.MESSAGE).count() == 1
    assert Letter.objects.count() == 3
    other = factories.tournament(0)
    with pytest.raises(DomainError) as refusal:
        messages.queue_message(other, Draft(EVERYONE, "A", "B"), uid, by=None)
    assert refusal.value.code in ("look_again", "mail_no_server")


def test_one_click_unsubscribes_from_the_whole_organisation(client, tournament, server, inbox, settings):
    settings.PUBLIC_URL = "https://crible.example/"
    register_four(tournament)
    run_message_job(send_message(tournament, PLACED))
    (first, _second) = inbox.letters
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    header = re.sub(r"\s", "", first["List-Unsubscribe"])
    path = re.fullmatch(r"<https://crible\.example(/mail/stop/[^>]+)>", header)[1]
    assert path in text_of(first)
    assert ZOE not in path
    assert len(path.rpartition(":")[2]) >= 43  # 256 bits
    assert client.get(path).status_code == 200
    assert not tournament.organisation.unsubscribed.exists()  # programs open links by themselves
    for _time in range(2):
        assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ZOE not in repr(tournament.organisation.unsubscribed.values_list())
    inbox.to.clear()
    run_message_job(send_message(tournament, PLACED))
    later = factories.tournament(0, about={"name": "Autre"})
    Tournament.objects.filter(pk=later.pk).update(organisation=tournament.organisation)
    later.refresh_from_db()
    save_settings(later, SignupSettings(on=True), by=None)
    register_person(later, "Zoé L'Écuyer", ZOE.upper())
    with pytest.raises(DomainError):
        send_message(later)
    assert inbox.to == [PAT]
    assert client.post(path[:-3] + "xx/").status_code == 404


def test_unsubscribing_by_reply_without_a_public_address(tournament, server, inbox):
    register_four(tournament)
    run_message_job(send_message(tournament, OWING))
    assert inbox.letters[0]["List-Unsubscribe"] == "<mailto:desk@example.org?subject=STOP>"
    assert inbox.letters[0]["List-Unsubscribe-Post"] is None


def test_unsubscribed_player_gets_no_card(tournament, server):
    register_four(tournament)
    entry = tournament.entries.first()
    addresses.save_address(entry, PAT)
    assert [one.address for one in addresses.subscribed_addresses(tournament)] == [PAT]
    addresses.unsubscribe_digest(
        tournament.organisation, addresses.digest(tournament.organisation, PAT.upper())
    )
    assert addresses.subscribed_addresses(tournament) == []


def test_address_kept_only_for_cards_gets_no_message(tournament, server):
    entry = registration.add_entry(tournament, "Odile Roy")
    kept = addresses.save_address(entry, PAT)
    assert [one.address for one in people(tournament)] == [PAT]
    MailAddress.objects.filter(pk=kept.pk).update(for_messages=False)  # as stored before messages existed
    assert [one.address for one in people(tournament)] == [""]
    MailAddress.objects.filter(pk=kept.pk).update(for_messages=True, stopped_at=timezone.now())
    assert [one.unsubscribed for one in people(tournament)] == [True]


def test_message_stores_no_address_and_is_in_no_copy(tournament, server, inbox):
    register_four(tournament)
    message = send_message(tournament, EVERYONE, "Chère Zoé L'Écuyer")
    run_message_job(message)
    stored = [repr(list(model.objects.values())) for model in (Message, Letter)]
    assert not [one for one in stored for address in (ZOE, PAT, REAL) if address in one]
    assert "Chère" not in repr(copies.pack(tournament))


def test_erasure_and_removal_apply_to_messages(tournament, server, inbox):
    register_four(tournament)
    message = send_message(tournament, EVERYONE, "Prix à Zoé L'Écuyer et à Pat O'Brien")
    run_message_job(message)
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate() - timedelta(days=30))
    player = tournament.entries.order_by("number").first().members.get().player
    registration.withdraw(tournament.entries.order_by("number").first(), from_round=1, by=None)
    erasure.erase(player, by=None)
    message.refresh_from_db()
    assert "Écuyer" not in message.text
    assert "Pat O'Brien" in message.text
    removal.remove(tournament, published=False, by=None)
    assert not Message.objects.exists()


def test_data_export_includes_messages(tournament, server, inbox):
    register_four(tournament)
    run_message_job(send_message(tournament, OWING))
    (mine, other) = [
        people_of.personal_data(one.members.get().player) for one in tournament.entries.order_by("number")
    ]
    assert mine["tournaments"][0]["messages"] == [{"subject": "À propos", "state": "sent"}]
    assert other["tournaments"][0]["messages"] == []


def test_messages_are_deleted_with_expired_contacts(tournament, server):
    register_four(tournament)
    send_message(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate() - timedelta(days=366))
    privacy.clear_expired_data()
    assert not Message.objects.exists()
    assert not Letter.objects.exists()


def test_message_is_sent_after_a_restore(tournament, server, inbox):
    register_four(tournament)
    message = send_message(tournament)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    run_message_job(message)
    assert ZOE in inbox.to


@pytest.fixture
def lise(client, tournament):
    client.force_login(factories.helper(tournament, Role.Kind.REGISTRATION, "lise"))
    return client


def message_form_data(**given) -> dict[str, str]:
    return {"audience": EVERYONE, "subject": "Repas", "text": "Bonjour {name}", "uid": str(uuid4())} | given


def test_message_page_previews_sends_and_shows_progress(lise, tournament, server, inbox):
    register_four(tournament)
    page = reverse("messages", args=[tournament.slug])
    given = message_form_data()
    shown = page_reader.parse(lise.post(page, given))
    assert [one["data-to"] for one in shown.all("section") if "data-to" in one] == ["3"]
    assert shown.one("[data-without]")["data-without"] == "1"
    assert "450 555-0199" in lise.get(page).content.decode()
    assert not Message.objects.exists()
    send = reverse("messages_send", args=[tournament.slug])
    hidden = {one["name"]: one["value"] for one in shown.all(f"form[action={send}]")[0].all("input")}
    assert hidden["uid"] == given["uid"]
    for _time in range(2):
        assert lise.post(send, hidden).status_code == 302
    message = Message.objects.get()
    assert message.by.username == "lise"
    rows = reverse("messages_rows", args=[tournament.slug])
    assert "hx-get" in lise.get(page).content.decode()
    polled = lise.get(rows)
    assert (polled["HX-Reswap"], len(page_reader.parse(polled).all("[hx-swap-oob]"))) == ("none", 1)
    run_message_job(message)
    shown = page_reader.parse(lise.get(rows))
    assert shown.one("[data-state=sent]")["data-count"] == "3"
    assert lise.post(reverse("messages_stop", args=[tournament.slug, message.uid])).status_code == 302
    assert letter_states(message) == ["sent"] * 3


def test_text_changed_after_going_back_is_another_message(lise, tournament, server, inbox):
    register_four(tournament)
    page, send = (reverse(name, args=[tournament.slug]) for name in ("messages", "messages_send"))

    def preview(**given) -> dict[str, str]:
        shown = page_reader.parse(lise.post(page, message_form_data(**given)))
        return {one["name"]: one["value"] for one in shown.all(f"form[action={send}]")[0].all("input")}

    first = preview(audience=PLACED)
    lise.post(send, first)
    assert preview(audience=PLACED, uid=first["uid"])["uid"] == first["uid"]  # it would be sent twice
    others = [(WAITING, first["text"]), (PLACED, f"{first['text']}!")]
    for audience, text in others:
        second = preview(uid=first["uid"], audience=audience, text=text)
        assert second["uid"] != first["uid"]
        lise.post(send, second)
    found = Message.objects.order_by("pk").values_list("audience", "text")
    assert list(found)[1:] == others


def test_polling_reads_no_registrations(lise, tournament, server):
    rows = reverse("messages_rows", args=[tournament.slug])
    save_settings(tournament, SignupSettings(on=True), by=None)
    asked = []
    for people_here in (1, 9):
        for at in range(tournament.entries.count(), people_here):
            register_person(tournament, f"Personne Nommée{at}", f"a{at}@example.org")
        Message.objects.all().delete()
        send_message(tournament)
        with queries_counted() as found:
            polled = lise.get(rows)
        asked.append((len(found), len(polled.content)))
        assert page_reader.parse(polled).one("[data-state=waiting]")["data-count"] == str(people_here)
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
def test_invalid_message_is_refused_and_stays_typed(lise, tournament, server, given, code):
    register_four(tournament)
    for name in ("messages", "messages_send"):
        answer = lise.post(reverse(name, args=[tournament.slug]), message_form_data(**given))
        assert answer.status_code == 422 or not code
        if code == "message_placeholder":
            assert code in page_reader.codes(answer)
        if "subject" not in given:
            assert 'value="Repas"' in answer.content.decode()
    assert not Message.objects.exists()


def test_address_list_works_without_a_mail_server(lise, tournament):
    register_person(tournament, "=cmd() Roy", ZOE)
    register_person(tournament, "Odile Roy", "450 555-0199")
    shown = page_reader.parse(lise.get(reverse("messages", args=[tournament.slug])))
    assert shown.all("[data-no-server]")
    assert not shown.all("textarea")
    answer = lise.get(reverse("messages_csv", args=[tournament.slug]))
    read = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert [row[2:4] for row in read[1:]] == [[ZOE, ""], ["", "450 555-0199"]]
    assert read[1][0] == "'=cmd() Roy"
    assert lise.post(reverse("messages_send", args=[tournament.slug]), message_form_data()).status_code == 422


def test_unsubscribing_by_hand_removes_the_address(lise, tournament, server):
    register_four(tournament)
    page = reverse("messages_unsubscribe", args=[tournament.slug])
    assert "mail_address" in page_reader.codes(lise.post(page, {"address": "zoe"}))
    assert lise.post(page, {"address": f" {ZOE}"}).status_code == 302
    assert addresses.is_unsubscribed(tournament.organisation, ZOE)
    assert ZOE not in lise.get(reverse("messages_csv", args=[tournament.slug])).content.decode()


def test_messages_need_the_registration_role(client, tournament, server):
    register_four(tournament)
    message = send_message(tournament)
    client.force_login(factories.helper(tournament, Role.Kind.DESK, "bureau"))
    for name, args in (
        ("messages", []),
        ("messages_rows", []),
        ("messages_csv", []),
        ("messages_send", []),
        ("messages_unsubscribe", []),
        ("messages_stop", [message.uid]),
    ):
        assert (
            client.post(reverse(name, args=[tournament.slug, *args]), message_form_data()).status_code == 403
        )
    other = factories.tournament(0)
    client.force_login(factories.organiser(other, "odile"))
    assert client.post(reverse("messages_stop", args=[other.slug, message.uid])).status_code == 404
    assert "À propos" not in client.get(reverse("messages", args=[other.slug])).content.decode()


@pytest.mark.parametrize(("language", "words"), [("en", "{name}"), ("fr-ca", "{nom}")])
def test_page_lists_placeholders_in_its_language(lise, tournament, server, language, words):
    register_four(tournament)
    lise.cookies["django_language"] = language
    assert words in lise.get(reverse("messages", args=[tournament.slug])).content.decode()
