"""Mail over a real server: cards, the report, refusals, letters that wait, and how recipients stop it."""

import html
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from scoring import DomainError
from tests import factories
from tests.delivery.mail.senders import sends_through
from tests.page_reader import codes
from tests.publishing.tournaments import SECRETS, played
from tournaments import registration
from tournaments.common import jobs
from tournaments.delivery.destinations import encryption
from tournaments.delivery.mail import addresses, letters, queue
from tournaments.models import Job, Letter, MailAddress, MailServer, Organisation, Role
from tournaments.publishing import explain
from tournaments.publishing.outputs import rows
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db):
    return played()


@pytest.fixture
def server(tournament, inbox, mail_server) -> MailServer:
    return sends_through(mail_server, tournament.organisation)


def keep_addresses(tournament, *given: str) -> list[MailAddress]:
    """Save these addresses for the first people of the list."""
    people = tournament.entries.order_by("number")
    return [addresses.save_address(entry, address) for entry, address in zip(people, given, strict=False)]


def run_mail_job(tournament) -> Job:
    job = tournament.jobs.get(key=jobs.MAIL)
    queue.mail_job(job.pk)
    job.refresh_from_db()
    return job


def letter_states(tournament) -> dict[str, str]:
    return dict(Letter.objects.filter(tournament=tournament).values_list("address", "state"))


def test_players_get_their_own_card_once(tournament, server, inbox):
    keep_addresses(tournament, "real@example.org", "elle@example.org")
    assert queue.queue_cards(tournament) == 2
    assert run_mail_job(tournament).state == Job.State.DONE
    assert queue.queue_cards(tournament) == 0
    assert inbox.to == ["real@example.org", "elle@example.org"]
    first = inbox.letters[0]
    assert first["To"] == "real@example.org"
    assert first["From"] == server.sender
    assert first["List-Unsubscribe"] == "<mailto:desk@example.org?subject=STOP>"
    assert first["List-Unsubscribe-Post"] is None
    kinds = [part.get_content_type() for part in first.walk()]
    assert kinds == ["multipart/alternative", "text/plain", "text/html"]
    for part in list(first.walk())[1:]:
        text = part.get_content()
        assert "Réal O." in text
        assert "http" not in text
        assert not [secret for secret in (*map(str, SECRETS.values()), "O'Brien", "Écuyer") if secret in text]


def test_refused_letter_has_a_reason_and_blocks_no_other(tournament, server, inbox):
    keep_addresses(tournament, "nobody@example.org", "real@example.org")
    queue.queue_cards(tournament)
    assert run_mail_job(tournament).state == Job.State.DONE
    assert letter_states(tournament) == {"nobody@example.org": "refused", "real@example.org": "sent"}
    assert "550" in Letter.objects.get(state="refused").why
    assert queue.queue_cards(tournament) == 1  # the address may have been corrected since


def test_deferred_letter_is_retried_without_sending_twice(tournament, server, inbox):
    keep_addresses(tournament, "a@example.org", "later@example.org", "z@example.org")
    queue.queue_cards(tournament)
    job = run_mail_job(tournament)
    assert (job.state, job.error, job.not_before is not None) == (Job.State.WAITING, "destination_busy", True)
    assert inbox.to == ["a@example.org", "z@example.org"]  # a deferred letter does not hold up the others
    assert letter_states(tournament)["later@example.org"] == "waiting"
    Letter.objects.update(created_at=timezone.now() - timedelta(days=3))
    Job.objects.update(not_before=None)
    assert run_mail_job(tournament).state == Job.State.DONE
    assert letter_states(tournament)["later@example.org"] == "refused"
    Letter.objects.filter(state="refused").update(state="waiting")
    jobs.enqueue_latest(tournament, jobs.MAIL, {}, key=jobs.MAIL)
    MailAddress.objects.filter(address="later@example.org").update(address="b@example.org")
    Job.objects.update(not_before=None)
    assert run_mail_job(tournament).state == Job.State.DONE
    assert letter_states(tournament) == {
        "a@example.org": "sent",
        "later@example.org": "stopped",
        "z@example.org": "sent",
    }
    assert inbox.to == ["a@example.org", "z@example.org"]


def test_lost_connection_is_resumed_later(tournament, server, inbox):
    inbox.takes = 1
    keep_addresses(tournament, "a@example.org", "b@example.org")
    queue.queue_cards(tournament)
    job = run_mail_job(tournament)
    assert job.state == Job.State.WAITING
    inbox.takes = 10
    Job.objects.update(not_before=None)
    assert run_mail_job(tournament).state == Job.State.DONE
    assert inbox.to == ["a@example.org", "b@example.org"]


@pytest.mark.parametrize(
    ("bad", "error"), [("drops@example.org", "connection_lost"), ("busy@example.org", "destination_busy")]
)
def test_failing_letter_blocks_no_other(tournament, server, inbox, bad, error):
    keep_addresses(tournament, "a@example.org", bad, "z@example.org")
    queue.queue_cards(tournament)
    job = run_mail_job(tournament)
    assert (job.state, job.error) == (Job.State.WAITING, error)
    assert inbox.to == ["a@example.org", "z@example.org"]
    assert letter_states(tournament)[bad] == "waiting"
    Letter.objects.update(created_at=timezone.now() - timedelta(days=3))
    Job.objects.update(not_before=None)
    assert run_mail_job(tournament).state == Job.State.DONE
    assert letter_states(tournament)[bad] == "refused"


def test_repeated_failures_pause_sending(tournament, server, inbox):
    keep_addresses(
        tournament, "drops1@example.org", "drops2@example.org", "drops3@example.org", "a@example.org"
    )
    queue.queue_cards(tournament)
    assert (run_mail_job(tournament).error, inbox.to) == ("connection_lost", [])
    Job.objects.update(not_before=None)
    assert run_mail_job(tournament).error == "connection_lost"
    assert inbox.to == ["a@example.org"]  # addresses without earlier trouble come first


def test_waiting_card_is_replaced_by_the_newer_one(tournament, server, inbox):
    keep_addresses(tournament, "a@example.org", "b@example.org")
    inbox.takes = 1
    queue.queue_cards(tournament)
    assert run_mail_job(tournament).state == Job.State.WAITING
    factories.play_round(tournament, 3)
    tournament.refresh_from_db()
    assert queue.queue_cards(tournament) == 2
    inbox.takes = 10
    assert run_mail_job(tournament).state == Job.State.DONE
    assert inbox.to == ["a@example.org", "a@example.org", "b@example.org"]  # the newer card to both


def test_unsubscribing_during_sending_stops_the_letter(tournament, server, inbox, monkeypatch):
    _first, last = keep_addresses(tournament, "a@example.org", "b@example.org")
    queue.queue_cards(tournament)
    sent_at_once = queue.send_letter

    def stopped_meanwhile(backend, mail):
        sent_at_once(backend, mail)
        addresses.unsubscribe(last)

    monkeypatch.setattr(queue, "send_letter", stopped_meanwhile)
    assert run_mail_job(tournament).state == Job.State.DONE
    assert inbox.to == ["a@example.org"]
    assert letter_states(tournament)["b@example.org"] == "stopped"


def test_replaced_tournament_sends_no_letters(tournament, server, inbox):
    keep_addresses(tournament, "a@example.org")
    queue.queue_cards(tournament)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert run_mail_job(tournament).state == Job.State.CANCELLED
    assert inbox.to == []


def test_wrong_password_and_missing_server_fail_the_job(tournament, server, inbox):
    keep_addresses(tournament, "a@example.org")
    MailServer.objects.update(sealed=encryption.seal("motdepasse"))
    queue.queue_cards(tournament)
    job = run_mail_job(tournament)
    assert (job.state, job.error) == (Job.State.FAILED, "sign_in_refused")
    MailServer.objects.all().delete()
    jobs.retry(job)
    assert run_mail_job(tournament).error == "mail_no_server"


def test_letters_left_by_a_failed_job_are_sent_on_request(tournament, server, inbox):
    keep_addresses(tournament, "a@example.org")
    MailServer.objects.update(sealed=encryption.seal("motdepasse"))
    queue.queue_cards(tournament)
    queue.queue_region_report(tournament, "region@example.org")
    assert run_mail_job(tournament).state == Job.State.FAILED
    server.save()  # the password is corrected
    assert queue.queue_cards(tournament) == 1
    assert run_mail_job(tournament).state == Job.State.DONE
    assert sorted(inbox.to) == ["a@example.org", "region@example.org"]
    assert queue.queue_cards(tournament) == queue.queue_region_report(tournament, "region@example.org") == 0


def test_stopped_letters_can_be_asked_for_again(client, tournament, server, inbox):
    inbox.takes = 1
    keep_addresses(tournament, "a@example.org", "b@example.org")
    queue.queue_cards(tournament)
    assert run_mail_job(tournament).state == Job.State.WAITING
    client.force_login(factories.organiser(tournament))
    client.post(reverse("mail_stop_sending", args=[tournament.slug]))
    assert letter_states(tournament) == {"a@example.org": "sent", "b@example.org": "stopped"}
    inbox.takes = 10
    assert queue.queue_cards(tournament) == 1
    assert run_mail_job(tournament).state == Job.State.DONE
    assert inbox.to == ["a@example.org", "b@example.org"]


@pytest.mark.parametrize(("days", "state"), [(0, Job.State.WAITING), (3, Job.State.FAILED)])
def test_accepted_test_letter_resumes_failed_jobs(tournament, server, inbox, days, state):
    others = factories.tournament(2, about={"organisation": Organisation.objects.create(name="L'Amitié")})
    for kind in (jobs.MAIL, jobs.CONFIRM, jobs.MESSAGE):
        for one in (tournament, others):
            jobs.enqueue_latest(one, kind, {"message": 1}, key=kind)
    failed = Job.objects.filter(kind__in=queue.MAIL_KINDS)
    when = timezone.now() - timedelta(days=days)
    failed.update(state=Job.State.FAILED, error="sign_in_refused", finished_at=when)
    MailServer.objects.update(sealed=encryption.seal("motdepasse"))
    queue.try_job(queue.queue_test(tournament).pk)
    assert set(failed.values_list("state", flat=True)) == {Job.State.FAILED}
    server.save()
    queue.try_job(queue.queue_test(tournament).pk)
    assert set(failed.filter(tournament=tournament).values_list("state", flat=True)) == {state}
    assert set(failed.filter(tournament=others).values_list("state", flat=True)) == {Job.State.FAILED}


def test_internal_addresses_are_refused_on_a_server(tournament, server, settings):
    settings.INTERNAL_ADDRESSES = False
    job = queue.queue_test(tournament)
    queue.try_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "internal_address")


def test_region_gets_the_report_with_data_files(tournament, server, inbox):
    assert queue.queue_region_report(tournament, "region@example.org") == 1
    assert run_mail_job(tournament).state == Job.State.DONE
    (mail,) = inbox.letters
    attached = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    assert [name.rpartition(".")[2] for name in attached] == ["pdf", "xlsx", "json"]
    assert b"%PDF" in attached[f"{tournament.slug}.pdf"][:5]


def card_letter(tournament, number: int):
    """Return the card letter of a player as the worker makes it, in the active language."""
    kept = MailAddress(uid=uuid4(), address="a@example.org")
    sender = MailServer(sender="desk@example.org")
    return letters.card(rows.publishable_data(tournament), Letter(address=kept.address), kept, number, sender)


@pytest.mark.parametrize(
    ("language", "worker", "weekday"), [("en", "fr-ca", "Saturday"), ("fr-ca", "en", "samedi")]
)
def test_card_letter_is_in_the_language_of_the_tournament(tournament, language, worker, weekday):
    tournament.language = language
    tournament.save()
    with translation.override(language):
        whole = rows.publishable_data(tournament)
        sentences = explain.explain(whole.standings.by_number[1], whole.standings)
    with translation.override(worker):
        mail = card_letter(tournament, 1)
    for text in (mail.body, html.unescape(mail.alternatives[0].content)):
        assert weekday in text
        assert sentences in text


def test_card_letter_names_the_house_player():
    tournament = factories.tournament(3, rounds=1, odd="house")
    house = registration.ensure_house(tournament, "Huguette Maison").number
    factories.play_round(tournament, 1)
    tournament.refresh_from_db()
    found = rows.publishable_data(tournament)
    (met,) = [number for number, (game,) in found.cards.items() if house in dict(game.opponents)]
    mail = card_letter(tournament, met)
    for text in (mail.body, mail.alternatives[0].content):
        with translation.override(tournament.language):
            assert found.display_name(house) in text


@pytest.mark.parametrize("name", ["Journée\r\nBcc: all@example.org", "x" * 300])
def test_tournament_name_cannot_inject_headers(tournament, server, inbox, name):
    tournament.name = name[:200]
    tournament.save()
    keep_addresses(tournament, "a@example.org")
    queue.queue_cards(tournament)
    assert run_mail_job(tournament).state == Job.State.DONE
    assert inbox.to == ["a@example.org"]
    assert inbox.letters[0]["Bcc"] is None


@pytest.mark.parametrize(
    "typed", ["a@example.org\nBcc: b@example.org", "a@example.org, b@example.org", "a", "é@example.org", ""]
)
def test_invalid_address_is_refused(tournament, typed):
    with pytest.raises(DomainError) as refusal:
        keep_addresses(tournament, typed)
    assert refusal.value.code == "mail_address"


def test_one_click_unsubscribes_without_sign_in(client, tournament, server, inbox, settings):
    settings.PUBLIC_URL = "https://crible.example/"
    (kept,) = keep_addresses(tournament, "a@example.org")
    queue.queue_cards(tournament)
    run_mail_job(tournament)
    header = inbox.letters[0]["List-Unsubscribe"].replace("\n", "").replace(" ", "")
    assert inbox.letters[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.fullmatch(r"<https://crible\.example(/mail/stop/[^>]+)>", header)[1]
    assert client.get(path).status_code == 200
    kept.refresh_from_db()
    assert kept.stopped_at is None  # opening the page stops nothing, as programs open links by themselves
    client.post(path, {"List-Unsubscribe": "One-Click"})
    kept.refresh_from_db()
    assert kept.stopped_at
    factories.play_round(tournament, 3)
    assert queue.queue_cards(tournament) == 0
    assert client.post(path[:-3] + "xx/").status_code == 404
    assert client.get(reverse("mail_stop", args=[kept.uid.hex])).status_code == 404


def test_addresses_are_private_and_in_no_copy(client, tournament):
    (kept,) = keep_addresses(tournament, "secret@example.org")
    assert "secret@example.org" not in repr(copies.pack(tournament))
    page = f"/t/{tournament.slug}/mail/addresses/"
    client.force_login(factories.helper(tournament, Role.Kind.DESK, "bureau"))
    assert client.get(page).status_code == 403
    client.force_login(factories.helper(tournament, Role.Kind.REGISTRATION, "porte"))
    entry = tournament.entries.last()
    client.post(page, {"entry": entry.number, "address": "ecuyer@example.org"})
    assert MailAddress.objects.count() == 1  # without the tick that the player agreed
    client.post(page, {"entry": entry.number, "address": "ecuyer@example.org", "agreed": "on"})
    assert addresses.addresses_of(tournament).get(entry_uid=entry.uid).address == "ecuyer@example.org"
    client.post(f"{page}{kept.pk}/forget/")
    assert not addresses.addresses_of(tournament).filter(pk=kept.pk).exists()


def test_mail_server_page_saves_and_protects_the_password(client, tournament, inbox, mail_server):
    client.force_login(factories.helper(tournament.organisation, Role.Kind.DIRECTOR, "lise"))
    typed = {
        "sender": "desk@example.org",
        "host": "127.0.0.1",
        "port": str(mail_server.port),
        "security": "none",
        "user": "lise",
        "password": "L'Ecuyer 77",
    }
    page = f"/t/{tournament.slug}/mail/"
    client.post(page + "server/", typed)
    job = tournament.jobs.get(key=jobs.TRY_MAIL)
    queue.try_job(job.pk)
    assert inbox.to == ["desk@example.org"]
    shown = client.get(page).content.decode()
    assert "Ecuyer 77" not in shown
    assert 'data-tried="done"' in shown
    assert "mail_password" in codes(client.post(page + "server/", typed | {"password": "clé"}))
    answer = client.post(page + "server/", typed | {"password": "", "host": "evil.example"})
    assert "destination_password" in codes(answer)
    assert MailServer.objects.get().host == "127.0.0.1"
    client.post(page + "region/", {"address": "region@example.org"})
    assert MailServer.objects.get().region == "region@example.org"
    assert client.get(page + "rows/").status_code == 200
    client.post(page + "stop/")
    assert Letter.objects.get().state == "stopped"


@pytest.mark.parametrize(("wide", "kept"), [(False, "region@example.org"), (True, "other@example.org")])
def test_only_organisation_directors_change_region_address(client, tournament, server, wide, kept):
    MailServer.objects.update(region="region@example.org")
    client.force_login(
        factories.helper(tournament.organisation if wide else tournament, Role.Kind.DIRECTOR, "lise")
    )
    answer = client.post(f"/t/{tournament.slug}/mail/region/", {"address": "other@example.org"})
    assert answer.status_code == 302
    assert Letter.objects.get().address == "other@example.org"
    assert MailServer.objects.get().region == kept


def test_tournament_director_cannot_set_up_the_mail_server(client, tournament, server):
    client.force_login(factories.organiser(tournament))
    typed = {"sender": "me@example.org", "host": "evil.example", "port": "25", "security": "none"}
    assert client.post(f"/t/{tournament.slug}/mail/server/", typed).status_code == 403
    assert MailServer.objects.get().host == "127.0.0.1"
