"""A registrant confirms an e-mail address by the link of the letter, valid for this address alone."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import event_tournaments, factories, page_reader
from tests.delivery.mail.senders import sends_through
from tournaments.accounts import rate_limits
from tournaments.common import jobs
from tournaments.delivery.mail import confirmations
from tournaments.delivery.mail.recipients import UNCONFIRMED, people, people_in_audience
from tournaments.models import ClubSheet, Letter, MailServer, Signup, Tournament
from tournaments.registration import signup_tokens, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings, settings_of
from tournaments.registration.signups import SignupInput
from tournaments.transfer import copies
from tournaments.web.signups.views.registrants import LIMITS

pytestmark = pytest.mark.django_db
ZOE, PAT = "zoe@example.org", "pat@example.org"
HOST = "https://crible.example"


@pytest.fixture
def tournament(db) -> Tournament:
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True, confirm_since=timezone.now()), by=None)
    made.refresh_from_db()
    return made


@pytest.fixture
def server(tournament, inbox, mail_server, settings) -> MailServer:
    settings.PUBLIC_URL = HOST
    return sends_through(mail_server, tournament.organisation)


@pytest.fixture
def lise(client, tournament) -> Client:
    client.force_login(factories.organiser(tournament))
    return client


def register_person(
    tournament: Tournament, name: str = "Zoé L'Écuyer", contact: str = ZOE, **others
) -> Signup:
    token = signups.sign_up(
        tournament, SignupInput((name,), contact=contact), nonce=name, language="fr-ca", **others
    )
    found = signup_tokens.signup_by_token(token)
    assert found
    return found


def own_page(signup: Signup) -> str:
    return f"/register/{signup_tokens.own_token(signup.uid)}/"


def confirmation_link(inbox, tournament: Tournament) -> str:
    """Send the letters, and return the link of the newest."""
    confirmations.confirmation_job(tournament.jobs.get(key=jobs.CONFIRM).pk)
    bodies = {
        part.get_content_type(): part.get_content()
        for part in inbox.letters[-1].walk()
        if part.get_filename() is None and not part.is_multipart()
    }
    (found,) = {*re.findall(rf"{HOST}(/register/[\w-]+/\?confirm=[\w-]+)", bodies["text/plain"])}
    assert f'href="{HOST}{found}"' in bodies["text/html"]
    return found


def confirm_by_link(url: str, browser: Client | None = None):
    """Send the one form of the page behind the link."""
    browser = browser or Client()
    page = page_reader.parse(browser.get(url))
    assert len(page.all("[data-confirm]")) == 1
    typed = {"do": "confirm", "proof": page.one("[name=proof]")["value"]}
    return browser.post(url, typed)


def unconfirmed_signups(lise: Client, tournament: Tournament) -> list[str]:
    page = page_reader.parse(lise.get(f"/t/{tournament.slug}/registration/online/"))
    return [row["data-signup"] for row in page.all("[data-signup]") if row.all("[data-unconfirmed]")]


def test_link_confirms_only_after_submitting_the_form(tournament, server, inbox, lise):
    made = register_person(tournament)
    assert page_reader.parse(Client().get(own_page(made))).all("[data-unconfirmed]")
    url = confirmation_link(inbox, tournament)
    for _scanner in range(2):
        Client().get(url)
    assert (Signup.objects.get().confirmed_at, unconfirmed_signups(lise, tournament)) == (None, ["1"])
    assert tournament.entries.count() == 1  # the place is held until then
    answer = confirm_by_link(url)
    assert answer["Location"] == own_page(made)
    confirmed = Signup.objects.get().confirmed_at
    assert confirmed
    assert unconfirmed_signups(lise, tournament) == []
    page = page_reader.parse(Client().get(url))  # the link opened a second time
    assert (len(page.all("[data-confirm]")), len(page.all("[data-confirmed]"))) == (0, 1)
    Client().post(url, {"do": "confirm", "proof": url.partition("=")[2]})
    assert Signup.objects.get().confirmed_at == confirmed


@pytest.mark.parametrize("proof", ["", "x" * 24, "é\0", "a" * 5000])
def test_own_page_without_proof_cannot_confirm(tournament, server, proof):
    url = own_page(register_person(tournament))
    page = page_reader.parse(Client().get(url, {"confirm": proof}))
    assert not page.all("[data-confirm]")
    answer = Client().post(url, {"do": "confirm", "proof": proof}, follow=True)
    assert answer.status_code == 200
    assert Signup.objects.get().confirmed_at is None


def test_link_confirms_only_its_own_registration(tournament, server, inbox):
    register_person(tournament)
    proof = confirmation_link(inbox, tournament).partition("=")[2]
    other = register_person(tournament, "Pat O'Brien")
    Client().post(own_page(other), {"do": "confirm", "proof": proof})
    assert not Signup.objects.exclude(confirmed_at=None).exists()


def correct_contact(signup: Signup, contact: str):
    return Client().post(own_page(signup), {"do": "correct", "name_1": "Zoé L'Écuyer", "contact": contact})


def test_changed_address_must_be_confirmed_again(tournament, server, inbox):
    made = register_person(tournament)
    first = confirmation_link(inbox, tournament)
    confirm_by_link(first)
    correct_contact(made, ZOE.upper())  # the same address in capitals
    assert Signup.objects.get().confirmed_at
    correct_contact(made, PAT)
    assert Signup.objects.get().confirmed_at is None
    assert not page_reader.parse(Client().get(first)).all("[data-confirm]")
    Client().post(own_page(made), {"do": "confirm", "proof": first.partition("=")[2]})
    assert Signup.objects.get().confirmed_at is None
    confirm_by_link(confirmation_link(inbox, tournament))
    assert Signup.objects.get().confirmed_at
    assert inbox.to == [ZOE, PAT]


def test_address_gets_one_letter_per_registration(tournament, server, inbox):
    made = register_person(tournament)
    first = confirmation_link(inbox, tournament)
    for contacts in ((PAT,), (ZOE,), (PAT,), ("rene@example.org", ZOE)):  # all before the letter is sent
        for contact in contacts:
            correct_contact(made, contact)
        confirmations.confirmation_job(tournament.jobs.get(key=jobs.CONFIRM).pk)
    assert inbox.to == [ZOE, PAT]
    confirm_by_link(first)  # the link is still valid
    assert Signup.objects.get().confirmed_at


def test_changing_the_address_is_rate_limited(tournament, server):
    made = register_person(tournament)
    for _at in range(LIMITS[0].most):
        rate_limits.count_attempt("signup", "127.0.0.1")
    answer = correct_contact(made, PAT)
    assert answer.status_code == 422
    assert page_reader.parse(answer).one("[name=contact]")["value"] == PAT
    assert Letter.objects.get().address == ZOE
    assert correct_contact(made, ZOE)["Location"] == own_page(made)  # another correction is accepted


def test_registrants_not_asked_to_confirm_are_not_marked(tournament, server, lise):
    register_person(tournament, "Sans Courriel", "")
    register_person(tournament, "Tél Éphone", "450 555-1234")
    sheet = ClubSheet.objects.create(tournament_uid=tournament.uid, club="Sorel")
    register_person(tournament, "Du Club", PAT, sheet=sheet)
    register_person(tournament, "D'avant", PAT)
    Signup.objects.filter(names=["D'avant"]).update(created_at=timezone.now() - timedelta(days=1))
    assert unconfirmed_signups(lise, tournament) == []
    assert people_in_audience(people(tournament), UNCONFIRMED) == []
    for signup in Signup.objects.all():
        page = page_reader.parse(Client().get(own_page(signup)))
        assert not page.all("[data-unconfirmed]")


def test_letter_without_the_option_has_no_confirmation_link(tournament, server, inbox, lise):
    save_settings(tournament, SignupSettings(on=True), by=None)
    register_person(tournament)
    confirmations.confirmation_job(tournament.jobs.get(key=jobs.CONFIRM).pk)
    assert "confirm=" not in str(inbox.letters[0])
    assert unconfirmed_signups(lise, tournament) == []


def test_unconfirmed_registrants_are_an_audience(tournament, server, inbox, lise):
    register_person(tournament)
    confirm_by_link(confirmation_link(inbox, tournament))
    register_person(tournament, "Pat O'Brien", PAT)
    assert [one.address for one in people_in_audience(people(tournament), UNCONFIRMED)] == [PAT]
    form = lise.get(f"/t/{tournament.slug}/registration/messages/").context["form"]
    assert UNCONFIRMED in dict(form.fields["audience"].choices)


def test_option_is_offered_only_with_a_public_address(tournament, server, lise, settings):
    url = f"/t/{tournament.slug}/registration/online/"
    save_settings(tournament, SignupSettings(on=True), by=None)
    assert not page_reader.parse(lise.get(url)).one("[name=confirm]").get("checked")
    lise.post(f"{url}set/", {"on": "on", "members": "1", "confirm": "on"})
    tournament.refresh_from_db()
    since = settings_of(tournament).confirm_since
    assert since
    lise.post(f"{url}set/", {"on": "on", "members": "1", "confirm": "on", "capacity": "20"})
    tournament.refresh_from_db()
    assert settings_of(tournament).confirm_since == since  # later registrants still confirm
    settings.PUBLIC_URL = ""
    assert not page_reader.parse(lise.get(url)).all("[name=confirm]")
    lise.post(f"{url}set/", {"on": "on", "members": "1"})
    tournament.refresh_from_db()
    assert settings_of(tournament).confirm_since == since
    settings.PUBLIC_URL = HOST
    lise.post(f"{url}set/", {"on": "on", "members": "1"})
    tournament.refresh_from_db()
    assert settings_of(tournament).confirm_since is None


def test_a_copy_keeps_the_option(tournament):
    copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    live = Tournament.objects.get(uid=tournament.uid, live=True)
    assert (live.pk != tournament.pk, settings_of(live)) == (True, settings_of(tournament))


def test_one_link_confirms_all_registrations_of_a_form(tournament, server, inbox):
    other = event_tournaments.days(1, tournament.organisation)[0]  # this tournament asks for no confirmation
    event = event_tournaments.event(tournament, other)
    url = f"/events/{event.uid}/register/"
    nonce = page_reader.parse(Client().get(url)).one("[name=nonce]")["value"]
    typed = {"nonce": nonce, "name_1": "Zoé L'Écuyer", "contact": ZOE}
    Client().post(url, {**typed, "tournaments": [str(tournament.uid), str(other.uid)]})
    first, second = Signup.objects.order_by("pk")
    register_person(other, "Pat O'Brien", ZOE)  # with the same address, but in another form
    confirmations.confirmation_job(other.jobs.get(key=jobs.CONFIRM).pk)
    inbox.letters.sort(key=lambda mail: "Pat" in str(mail.get_body(("plain",)).get_content()), reverse=True)
    confirm_by_link(confirmation_link(inbox, tournament))
    assert {*Signup.objects.exclude(confirmed_at=None)} == {first, second}
    correct_contact(first, PAT)
    confirm_by_link(confirmation_link(inbox, tournament))
    correct_contact(second, PAT)  # this address is confirmed already
    assert Signup.objects.filter(contact=PAT).exclude(confirmed_at=None).count() == 2
