"""Mail, spoken with a real server: cards, the report, refusals, what waits, and how it is stopped."""

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
from tests.publishing.days import SECRETS, played
from tests.shown_by import codes
from tournaments import registration
from tournaments.common import jobs
from tournaments.delivery.destinations import encryption
from tournaments.delivery.mail import addresses, letters, queue
from tournaments.models import Job, Letter, MailAddress, MailServer, Role
from tournaments.publishing import explain
from tournaments.publishing.outputs import rows
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return played()


@pytest.fixture
def server(day, inbox, mail_server) -> MailServer:
    return sends_through(mail_server, day.organisation)


def left(day, *given: str) -> list[MailAddress]:
    """Addresses of the first people of the list."""
    people = day.entries.order_by("number")
    return [addresses.keep(entry, address) for entry, address in zip(people, given, strict=False)]


def worked(day) -> Job:
    job = day.jobs.get(key=queue.MAIL)
    queue.mail_job(job.pk)
    job.refresh_from_db()
    return job


def states(day) -> dict[str, str]:
    return dict(Letter.objects.filter(tournament=day).values_list("address", "state"))


def test_everybody_gets_their_own_card_once(day, server, inbox):
    left(day, "real@example.org", "elle@example.org")
    assert queue.queue_cards(day) == 2
    assert worked(day).state == Job.State.DONE
    assert queue.queue_cards(day) == 0
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


def test_what_the_server_refuses_says_why_and_holds_up_nobody(day, server, inbox):
    left(day, "nobody@example.org", "real@example.org")
    queue.queue_cards(day)
    assert worked(day).state == Job.State.DONE
    assert states(day) == {"nobody@example.org": "refused", "real@example.org": "sent"}
    assert "550" in Letter.objects.get(state="refused").why
    assert queue.queue_cards(day) == 1  # it may have been put right meanwhile


def test_what_passes_waits_and_goes_on_without_sending_twice(day, server, inbox):
    left(day, "a@example.org", "later@example.org", "z@example.org")
    queue.queue_cards(day)
    job = worked(day)
    assert (job.state, job.error, job.not_before is not None) == (Job.State.WAITING, "destination_busy", True)
    assert inbox.to == ["a@example.org", "z@example.org"]  # one that is put off holds up nobody
    assert states(day)["later@example.org"] == "waiting"
    Letter.objects.update(created_at=timezone.now() - timedelta(days=3))
    Job.objects.update(not_before=None)
    assert worked(day).state == Job.State.DONE
    assert states(day)["later@example.org"] == "refused"
    Letter.objects.filter(state="refused").update(state="waiting")
    jobs.ask_again(day, queue.MAIL, {}, key=queue.MAIL)
    MailAddress.objects.filter(address="later@example.org").update(address="b@example.org")
    Job.objects.update(not_before=None)
    assert worked(day).state == Job.State.DONE
    assert states(day) == {
        "a@example.org": "sent",
        "later@example.org": "stopped",
        "z@example.org": "sent",
    }
    assert inbox.to == ["a@example.org", "z@example.org"]


def test_a_connection_that_ends_in_the_middle_goes_on_later(day, server, inbox):
    inbox.takes = 1
    left(day, "a@example.org", "b@example.org")
    queue.queue_cards(day)
    job = worked(day)
    assert job.state == Job.State.WAITING
    inbox.takes = 10
    Job.objects.update(not_before=None)
    assert worked(day).state == Job.State.DONE
    assert inbox.to == ["a@example.org", "b@example.org"]


@pytest.mark.parametrize(
    ("bad", "error"), [("drops@example.org", "connection_lost"), ("busy@example.org", "destination_busy")]
)
def test_a_letter_at_which_the_server_fails_holds_up_nobody(day, server, inbox, bad, error):
    left(day, "a@example.org", bad, "z@example.org")
    queue.queue_cards(day)
    job = worked(day)
    assert (job.state, job.error) == (Job.State.WAITING, error)
    assert inbox.to == ["a@example.org", "z@example.org"]
    assert states(day)[bad] == "waiting"
    Letter.objects.update(created_at=timezone.now() - timedelta(days=3))
    Job.objects.update(not_before=None)
    assert worked(day).state == Job.State.DONE
    assert states(day)[bad] == "refused"


def test_a_server_that_fails_at_one_letter_after_the_other_is_left_alone_for_a_while(day, server, inbox):
    left(day, "drops1@example.org", "drops2@example.org", "drops3@example.org", "a@example.org")
    queue.queue_cards(day)
    assert (worked(day).error, inbox.to) == ("connection_lost", [])
    Job.objects.update(not_before=None)
    assert worked(day).error == "connection_lost"
    assert inbox.to == ["a@example.org"]  # those that nothing is known against go first


def test_a_letter_that_waited_gives_way_to_the_next_one(day, server, inbox):
    left(day, "a@example.org", "b@example.org")
    inbox.takes = 1
    queue.queue_cards(day)
    assert worked(day).state == Job.State.WAITING
    factories.play_round(day, 3)
    day.refresh_from_db()
    assert queue.queue_cards(day) == 2
    inbox.takes = 10
    assert worked(day).state == Job.State.DONE
    assert inbox.to == ["a@example.org", "a@example.org", "b@example.org"]  # nobody the same one twice


def test_who_stops_letters_while_they_go_out_gets_none(day, server, inbox, monkeypatch):
    _first, last = left(day, "a@example.org", "b@example.org")
    queue.queue_cards(day)
    sent_at_once = queue.send_letter

    def stopped_meanwhile(backend, mail):
        sent_at_once(backend, mail)
        addresses.unsubscribe(last)

    monkeypatch.setattr(queue, "send_letter", stopped_meanwhile)
    assert worked(day).state == Job.State.DONE
    assert inbox.to == ["a@example.org"]
    assert states(day)["b@example.org"] == "stopped"


def test_nothing_is_sent_of_a_day_that_was_put_aside(day, server, inbox):
    left(day, "a@example.org")
    queue.queue_cards(day)
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert worked(day).state == Job.State.CANCELLED
    assert inbox.to == []


def test_a_wrong_password_has_failed_and_no_server_says_so(day, server, inbox):
    left(day, "a@example.org")
    MailServer.objects.update(sealed=encryption.seal("motdepasse"))
    queue.queue_cards(day)
    job = worked(day)
    assert (job.state, job.error) == (Job.State.FAILED, "sign_in_refused")
    MailServer.objects.all().delete()
    jobs.retry(job)
    assert worked(day).error == "mail_no_server"


def test_on_a_server_no_internal_address_is_reached(day, server, settings):
    settings.INTERNAL_ADDRESSES = False
    job = queue.queue_test(day)
    queue.try_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "internal_address")


def test_the_region_gets_one_letter_with_the_report_and_the_data(day, server, inbox):
    assert queue.queue_region_report(day, "region@example.org") == 1
    assert worked(day).state == Job.State.DONE
    (mail,) = inbox.letters
    attached = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    assert [name.rpartition(".")[2] for name in attached] == ["pdf", "xlsx", "json"]
    assert b"%PDF" in attached[f"{day.slug}.pdf"][:5]


def card_of(day, number: int):
    """The letter that somebody would get now, as the worker makes it: in whatever language it speaks."""
    kept = MailAddress(uid=uuid4(), address="a@example.org")
    sender = MailServer(sender="desk@example.org")
    return letters.card(rows.gather(day), Letter(address=kept.address), kept, number, sender)


@pytest.mark.parametrize(
    ("language", "worker", "weekday"), [("en", "fr-ca", "Saturday"), ("fr-ca", "en", "samedi")]
)
def test_a_letter_speaks_the_language_of_the_day_throughout(day, language, worker, weekday):
    day.language = language
    day.save()
    with translation.override(language):
        whole = rows.gather(day)
        said = explain.explain(whole.shown.by_number[1], whole.shown)
    with translation.override(worker):
        mail = card_of(day, 1)
    for text in (mail.body, html.unescape(mail.alternatives[0].content)):
        assert weekday in text
        assert said in text


def test_a_game_against_the_house_player_names_it_in_a_letter():
    day = factories.tournament(3, rounds=1, odd="house")
    house = registration.ensure_house(day, "Huguette Maison").number
    factories.play_round(day, 1)
    day.refresh_from_db()
    found = rows.gather(day)
    (met,) = [number for number, (game,) in found.cards.items() if house in dict(game.opponents)]
    mail = card_of(day, met)
    for text in (mail.body, mail.alternatives[0].content):
        with translation.override(day.language):
            assert found.called(house) in text


@pytest.mark.parametrize("name", ["Journée\r\nBcc: all@example.org", "x" * 300])
def test_a_name_breaks_no_header(day, server, inbox, name):
    day.name = name[:200]
    day.save()
    left(day, "a@example.org")
    queue.queue_cards(day)
    assert worked(day).state == Job.State.DONE
    assert inbox.to == ["a@example.org"]
    assert inbox.letters[0]["Bcc"] is None


@pytest.mark.parametrize(
    "typed", ["a@example.org\nBcc: b@example.org", "a@example.org, b@example.org", "a", "é@example.org", ""]
)
def test_an_address_is_one_address(day, typed):
    with pytest.raises(DomainError) as refusal:
        left(day, typed)
    assert refusal.value.code == "mail_address"


def test_one_click_stops_letters_without_signing_in(client, day, server, inbox, settings):
    settings.PUBLIC_URL = "https://crible.example/"
    (kept,) = left(day, "a@example.org")
    queue.queue_cards(day)
    worked(day)
    header = inbox.letters[0]["List-Unsubscribe"].replace("\n", "").replace(" ", "")
    assert inbox.letters[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.fullmatch(r"<https://crible\.example(/mail/stop/[^>]+)>", header)[1]
    assert client.get(path).status_code == 200
    kept.refresh_from_db()
    assert kept.stopped_at is None  # a look stops nothing: programs look at links by themselves
    client.post(path, {"List-Unsubscribe": "One-Click"})
    kept.refresh_from_db()
    assert kept.stopped_at
    factories.play_round(day, 3)
    assert queue.queue_cards(day) == 0
    assert client.post(path[:-3] + "xx/").status_code == 404
    assert client.get(reverse("mail_stop", args=[kept.uid.hex])).status_code == 404


def test_addresses_are_in_no_copy_and_seen_by_the_door_and_directors_alone(client, day):
    (kept,) = left(day, "secret@example.org")
    assert "secret@example.org" not in repr(copies.pack(day))
    page = f"/t/{day.slug}/mail/addresses/"
    client.force_login(factories.helper(day, Role.Kind.DESK, "bureau"))
    assert client.get(page).status_code == 403
    client.force_login(factories.helper(day, Role.Kind.REGISTRATION, "porte"))
    entry = day.entries.last()
    client.post(page, {"entry": entry.number, "address": "ecuyer@example.org"})
    assert MailAddress.objects.count() == 1  # nobody said that they asked for it
    client.post(page, {"entry": entry.number, "address": "ecuyer@example.org", "agreed": "on"})
    assert addresses.addresses_of(day).get(entry_uid=entry.uid).address == "ecuyer@example.org"
    client.post(f"{page}{kept.pk}/forget/")
    assert not addresses.addresses_of(day).filter(pk=kept.pk).exists()


def test_the_server_is_set_up_on_a_page_and_its_password_stays(client, day, inbox, mail_server):
    client.force_login(factories.helper(day.organisation, Role.Kind.DIRECTOR, "lise"))
    typed = {
        "sender": "desk@example.org",
        "host": "127.0.0.1",
        "port": str(mail_server.port),
        "security": "none",
        "user": "lise",
        "password": "L'Ecuyer 77",
    }
    page = f"/t/{day.slug}/mail/"
    client.post(page + "server/", typed)
    job = day.jobs.get(key=queue.TRY)
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
def test_only_who_sends_for_the_organisation_changes_the_address_of_the_region(
    client, day, server, wide, kept
):
    MailServer.objects.update(region="region@example.org")
    client.force_login(factories.helper(day.organisation if wide else day, Role.Kind.DIRECTOR, "lise"))
    answer = client.post(f"/t/{day.slug}/mail/region/", {"address": "other@example.org"})
    assert answer.status_code == 302
    assert Letter.objects.get().address == "other@example.org"
    assert MailServer.objects.get().region == kept


def test_the_server_is_set_up_by_who_sends_for_the_organisation(client, day, server):
    client.force_login(factories.organiser(day))
    typed = {"sender": "me@example.org", "host": "evil.example", "port": "25", "security": "none"}
    assert client.post(f"/t/{day.slug}/mail/server/", typed).status_code == 403
    assert MailServer.objects.get().host == "127.0.0.1"
