"""A registrant confirms the e-mail address by the link of the letter: it names this address alone."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import event_days, factories, shown_by
from tests.delivery.mail.senders import sends_through
from tournaments.accounts import rate_limits
from tournaments.common import jobs
from tournaments.delivery.mail import confirmations
from tournaments.delivery.mail.recipients import UNCONFIRMED, chosen, people
from tournaments.models import ClubSheet, Letter, MailServer, Signup, Tournament
from tournaments.registration import signup_tokens, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings, settings_of
from tournaments.registration.signups import Typed
from tournaments.transfer import copies
from tournaments.web.signups.views import LIMITS

pytestmark = pytest.mark.django_db
ZOE, PAT = "zoe@example.org", "pat@example.org"
HOST = "https://crible.example"


@pytest.fixture
def day(db) -> Tournament:
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True, confirm_since=timezone.now()), by=None)
    made.refresh_from_db()
    return made


@pytest.fixture
def server(day, inbox, mail_server, settings) -> MailServer:
    settings.PUBLIC_URL = HOST
    return sends_through(mail_server, day.organisation)


@pytest.fixture
def lise(client, day) -> Client:
    client.force_login(factories.organiser(day))
    return client


def come(day: Tournament, name: str = "Zoé L'Écuyer", contact: str = ZOE, **others) -> Signup:
    token = signups.sign_up(day, Typed((name,), contact=contact), nonce=name, language="fr-ca", **others)
    found = signup_tokens.by_token(token)
    assert found
    return found


def own_page(signup: Signup) -> str:
    return f"/register/{signup_tokens.own_token(signup.uid)}/"


def link(inbox, day: Tournament) -> str:
    """Send the letters, and return the link of the newest."""
    confirmations.confirmation_job(day.jobs.get(key=jobs.CONFIRM).pk)
    bodies = {
        part.get_content_type(): part.get_content()
        for part in inbox.letters[-1].walk()
        if part.get_filename() is None and not part.is_multipart()
    }
    (found,) = {*re.findall(rf"{HOST}(/register/[\w-]+/\?confirm=[\w-]+)", bodies["text/plain"])}
    assert f'href="{HOST}{found}"' in bodies["text/html"]
    return found


def tap(url: str, browser: Client | None = None):
    """Send the one form of the page behind the link."""
    browser = browser or Client()
    page = shown_by.page(browser.get(url))
    assert len(page.all("[data-confirm]")) == 1
    typed = {"do": "confirm", "proof": page.one("[name=proof]")["value"]}
    return browser.post(url, typed)


def marked(lise: Client, day: Tournament) -> list[str]:
    page = shown_by.page(lise.get(f"/t/{day.slug}/registration/online/"))
    return [row["data-signup"] for row in page.all("[data-signup]") if row.all("[data-unconfirmed]")]


def test_a_tap_on_the_page_of_the_letter_confirms_and_opening_it_does_not(day, server, inbox, lise):
    made = come(day)
    assert shown_by.page(Client().get(own_page(made))).all("[data-unconfirmed]")
    url = link(inbox, day)
    for _scanner in range(2):
        Client().get(url)
    assert (Signup.objects.get().confirmed_at, marked(lise, day)) == (None, ["1"])
    assert day.entries.count() == 1  # the place is held meanwhile
    answer = tap(url)
    assert answer["Location"] == own_page(made)
    confirmed = Signup.objects.get().confirmed_at
    assert confirmed
    assert marked(lise, day) == []
    page = shown_by.page(Client().get(url))  # opened once more
    assert (len(page.all("[data-confirm]")), len(page.all("[data-confirmed]"))) == (0, 1)
    Client().post(url, {"do": "confirm", "proof": url.partition("=")[2]})
    assert Signup.objects.get().confirmed_at == confirmed


@pytest.mark.parametrize("proof", ["", "x" * 24, "é\0", "a" * 5000])
def test_the_own_page_alone_confirms_nothing(day, server, proof):
    url = own_page(come(day))
    page = shown_by.page(Client().get(url, {"confirm": proof}))
    assert not page.all("[data-confirm]")
    answer = Client().post(url, {"do": "confirm", "proof": proof}, follow=True)
    assert answer.status_code == 200
    assert Signup.objects.get().confirmed_at is None


def test_the_link_of_one_registration_confirms_no_other(day, server, inbox):
    come(day)
    proof = link(inbox, day).partition("=")[2]
    other = come(day, "Pat O'Brien")
    Client().post(own_page(other), {"do": "confirm", "proof": proof})
    assert not Signup.objects.exclude(confirmed_at=None).exists()


def correct(signup: Signup, contact: str):
    return Client().post(own_page(signup), {"do": "correct", "name_1": "Zoé L'Écuyer", "contact": contact})


def test_another_address_is_confirmed_anew_by_its_own_letter(day, server, inbox):
    made = come(day)
    first = link(inbox, day)
    tap(first)
    correct(made, ZOE.upper())  # the same one
    assert Signup.objects.get().confirmed_at
    correct(made, PAT)
    assert Signup.objects.get().confirmed_at is None
    assert not shown_by.page(Client().get(first)).all("[data-confirm]")
    Client().post(own_page(made), {"do": "confirm", "proof": first.partition("=")[2]})
    assert Signup.objects.get().confirmed_at is None
    tap(link(inbox, day))
    assert Signup.objects.get().confirmed_at
    assert inbox.to == [ZOE, PAT]


def test_an_address_gets_one_letter_of_a_registration_however_often_it_is_typed(day, server, inbox):
    made = come(day)
    first = link(inbox, day)
    for contacts in ((PAT,), (ZOE,), (PAT,), ("rene@example.org", ZOE)):  # the last before the letter leaves
        for contact in contacts:
            correct(made, contact)
        confirmations.confirmation_job(day.jobs.get(key=jobs.CONFIRM).pk)
    assert inbox.to == [ZOE, PAT]
    tap(first)  # still right
    assert Signup.objects.get().confirmed_at


def test_a_flood_of_other_addresses_is_stopped(day, server):
    made = come(day)
    for _at in range(LIMITS[0].most):
        rate_limits.count_attempt("signup", "127.0.0.1")
    answer = correct(made, PAT)
    assert answer.status_code == 422
    assert shown_by.page(answer).one("[name=contact]")["value"] == PAT
    assert Letter.objects.get().address == ZOE
    assert correct(made, ZOE)["Location"] == own_page(made)  # all else goes on


def test_who_was_never_asked_is_never_marked(day, server, lise):
    come(day, "Sans Courriel", "")
    come(day, "Tél Éphone", "450 555-1234")
    sheet = ClubSheet.objects.create(tournament_uid=day.uid, club="Sorel")
    come(day, "Du Club", PAT, sheet=sheet)
    come(day, "D'avant", PAT)
    Signup.objects.filter(names=["D'avant"]).update(created_at=timezone.now() - timedelta(days=1))
    assert marked(lise, day) == []
    assert chosen(people(day), UNCONFIRMED) == []
    for signup in Signup.objects.all():
        page = shown_by.page(Client().get(own_page(signup)))
        assert not page.all("[data-unconfirmed]")


def test_without_the_option_a_letter_has_no_link(day, server, inbox, lise):
    save_settings(day, SignupSettings(on=True), by=None)
    come(day)
    confirmations.confirmation_job(day.jobs.get(key=jobs.CONFIRM).pk)
    assert "confirm=" not in str(inbox.letters[0])
    assert marked(lise, day) == []


def test_messages_go_to_those_who_have_not_confirmed(day, server, inbox, lise):
    come(day)
    tap(link(inbox, day))
    come(day, "Pat O'Brien", PAT)
    assert [one.address for one in chosen(people(day), UNCONFIRMED)] == [PAT]
    form = lise.get(f"/t/{day.slug}/registration/messages/").context["form"]
    assert UNCONFIRMED in dict(form.fields["audience"].choices)


def test_the_organiser_ticks_it_where_letters_have_links(day, server, lise, settings):
    url = f"/t/{day.slug}/registration/online/"
    save_settings(day, SignupSettings(on=True), by=None)
    assert not shown_by.page(lise.get(url)).one("[name=confirm]").get("checked")
    lise.post(f"{url}set/", {"on": "on", "members": "1", "confirm": "on"})
    day.refresh_from_db()
    since = settings_of(day).confirm_since
    assert since
    lise.post(f"{url}set/", {"on": "on", "members": "1", "confirm": "on", "capacity": "20"})
    day.refresh_from_db()
    assert settings_of(day).confirm_since == since  # those who came meanwhile stay asked
    settings.PUBLIC_URL = ""
    assert not shown_by.page(lise.get(url)).all("[name=confirm]")
    lise.post(f"{url}set/", {"on": "on", "members": "1"})
    day.refresh_from_db()
    assert settings_of(day).confirm_since == since
    settings.PUBLIC_URL = HOST
    lise.post(f"{url}set/", {"on": "on", "members": "1"})
    day.refresh_from_db()
    assert settings_of(day).confirm_since is None


def test_a_copy_keeps_the_option(day):
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    live = Tournament.objects.get(uid=day.uid, live=True)
    assert (live.pk != day.pk, settings_of(live)) == (True, settings_of(day))


def test_one_letter_confirms_all_that_one_form_made(day, server, inbox):
    other = event_days.days(1, day.organisation)[0]  # it does not ask
    event = event_days.event(day, other)
    url = f"/events/{event.uid}/register/"
    nonce = shown_by.page(Client().get(url)).one("[name=nonce]")["value"]
    typed = {"nonce": nonce, "name_1": "Zoé L'Écuyer", "contact": ZOE}
    Client().post(url, {**typed, "tournaments": [str(day.uid), str(other.uid)]})
    first, second = Signup.objects.order_by("pk")
    come(other, "Pat O'Brien", ZOE)  # with the same address, but another form
    confirmations.confirmation_job(other.jobs.get(key=jobs.CONFIRM).pk)
    inbox.letters.sort(key=lambda mail: "Pat" in str(mail.get_body(("plain",)).get_content()), reverse=True)
    tap(link(inbox, day))
    assert {*Signup.objects.exclude(confirmed_at=None)} == {first, second}
    correct(first, PAT)
    tap(link(inbox, day))
    correct(second, PAT)  # confirmed already
    assert Signup.objects.filter(contact=PAT).exclude(confirmed_at=None).count() == 2
