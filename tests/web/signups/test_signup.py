"""The public form, the registrant's own page and the organiser's page, through the test client."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories, page_reader
from tests.all_addresses import queries_counted
from tournaments import registration
from tournaments.accounts import visibility
from tournaments.common import jobs
from tournaments.finals import playoffs
from tournaments.models import Job, Signup, Stage, Tournament, WrongGuess
from tournaments.registration import questions, signups
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_settings import SignupSettings, save_settings, settings_of
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db
REQUEST_TEXT = "<b>Je ne peux pas</b> venir."


@pytest.fixture
def tournament():
    made = factories.tournament(2)
    save_settings(made, SignupSettings(on=True, capacity=3), by=None)
    return made


@pytest.fixture
def desk(client, tournament):
    client.force_login(factories.organiser(tournament))
    return client


def register(tournament: Tournament, browser: Client | None = None, **typed):
    """Fill in the form as a browser shows it."""
    browser = browser or Client()
    shown = page_reader.parse(browser.get(f"/t/{tournament.slug}/register/"))
    nonce = shown.one("[name=nonce]")["value"]
    return browser.post(
        f"/t/{tournament.slug}/register/", {"nonce": nonce, "name_1": "Zoé L'Écuyer", **typed}
    )


def error_codes(answer) -> set[str]:
    form = answer.context["form"]
    return {fault.code for faults in form.errors.as_data().values() for fault in faults}


def test_visitor_can_register_and_open_the_own_page(tournament):
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    answer = register(tournament, club="Sorel", contact="zoe@example.org", answer_1="Poisson", agrees="on")
    assert re.fullmatch(r"/register/[\w-]{22,}/", answer["Location"])
    made = Signup.objects.get()
    entry = tournament.entries.get(uid=made.entry_uid)
    assert (entry.name, entry.club, entry.answers) == ("Zoé L'Écuyer", "Sorel", {"1": "Poisson"})
    page = Client().get(answer["Location"])
    shown = page_reader.parse(page)
    assert shown.one("[data-state]")["data-state"] == "placed"
    assert shown.one("[name=club]")["value"] == "Sorel"
    assert answer["Location"] in page.content.decode()
    assert ("no-store" in page["Cache-Control"], page["X-Robots-Tag"]) == (True, "noindex")


def test_names_of_others_are_hidden(tournament):
    answer = register(tournament)
    for url in (answer["Location"], f"/t/{tournament.slug}/register/"):
        shown = Client().get(url).content.decode()
        assert not [name for name, _club in factories.names(2) if name.split()[0] in shown]


def test_at_most_one_field_is_required(tournament):
    form = Client().get(f"/t/{tournament.slug}/register/").context["form"]
    assert [name for name, field in form.fields.items() if field.required] == ["name_1"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"name_1": " "}, "required"),
        ({"name_1": "x" * 121}, "max_length"),
        ({"contact": "zoe@"}, "invalid"),
        ({"contact": "à la maison"}, "contact_unclear"),
        ({"website": "https://example.org"}, "honeypot"),
    ],
)
def test_refused_form_keeps_typed_values(tournament, typed, code):
    answer = register(tournament, **{"club": "L'Ange-Gardien", **typed})
    assert (answer.status_code, error_codes(answer)) == (422, {code})
    assert page_reader.parse(answer).one("[name=club]")["value"] == "L'Ange-Gardien"
    assert not Signup.objects.exists()


def test_refused_form_keeps_its_nonce(tournament):
    browser = Client()
    refused = page_reader.parse(register(tournament, browser, website="spam"))
    assert not refused.one("[name=website]").get("value")
    typed = {"nonce": refused.one("[name=nonce]")["value"], "name_1": "Zoé L'Écuyer"}
    to = {browser.post(f"/t/{tournament.slug}/register/", typed)["Location"] for _tap in range(2)}
    assert len(to) == Signup.objects.count() == 1


def test_rate_limit_allows_sixty_registrations_per_address(tournament):
    save_settings(tournament, SignupSettings(on=True), by=None)
    statuses = [register(tournament, name_1=f"Personne {at}").status_code for at in range(61)]
    assert statuses == [302] * 60 + [429]
    answer = register(tournament, name_1="Personne 61")
    assert error_codes(answer) == {"signup_too_often"}
    assert page_reader.parse(answer).one("[name=name_1]")["value"] == "Personne 61"


def test_request_of_as_many_letters_as_the_browser_lets_type_is_taken(tournament):
    url = register(tournament)["Location"]
    save_settings(tournament, SignupSettings(), by=None)
    field = page_reader.parse(Client().get(url)).one("textarea")
    typed = "".join(f"{'a' * 39}\n" for _line in range(int(field["maxlength"]) // 40))
    sent = typed.replace("\n", "\r\n")  # as browsers do
    assert Client().post(url, {"do": "ask", "text": sent}).status_code == 302
    assert len(Signup.objects.get().request) == len(typed) - 1
    too_long = Client().post(url, {"do": "ask", "text": typed + "é"})
    assert (too_long.status_code, page_reader.refusals(too_long)) == (422, ["detail_too_long"])


def test_registering_again_counts_as_an_attempt(tournament):
    url = register(tournament, contact="zoe@example.org")["Location"]
    Client().post(url, {"do": "withdraw"})
    attempt = WrongGuess.objects.get(kind="signup")
    WrongGuess.objects.bulk_create([WrongGuess(kind="signup", address=attempt.address)] * 59)
    answer = Client().post(url, {"do": "again"}, follow=True)
    assert page_reader.message_codes(answer) == ["signup_too_often"]
    assert Signup.objects.count() == 1


def test_refusal_says_when_the_next_registration_is_accepted(tournament):
    save_settings(tournament, SignupSettings(on=True), by=None)
    start = timezone.now()
    for minutes, names in ((0, ("Aline Roy", "Luc Roy")), (9, [f"Personne {at}" for at in range(59)])):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            answers = [register(tournament, name_1=name) for name in names]
    assert answers[-1].status_code == 429
    (refused,) = answers[-1].context["form"].non_field_errors().as_data()
    assert refused.messages == [page_reader.worded("signup_too_often", language="fr-ca", minutes=1)]


def test_registrant_can_correct_withdraw_and_register_again(tournament):
    url = register(tournament)["Location"]
    waits = register(tournament, name_1="Pat O'Brien")["Location"]
    page = page_reader.parse(Client().get(waits))
    assert page.one("[data-line]")["data-line"] == "1"
    answer = Client().post(url, {"do": "correct", "name_1": "Zoé L'Écuyer-Roy", "club": "Beloeil"})
    assert answer["Location"] == url
    assert tournament.entries.get(number=3).name == "Zoé L'Écuyer-Roy"
    refused = Client().post(url, {"do": "correct", "name_1": "", "club": "Sorel"})
    assert refused.status_code == 422
    assert page_reader.parse(refused).one("[name=club]")["value"] == "Sorel"
    Client().post(url, {"do": "withdraw"})
    assert page_reader.parse(Client().get(url)).one("[data-state]")["data-state"] == "withdrawn"
    assert page_reader.parse(Client().get(waits)).one("[data-state]")["data-state"] == "placed"
    new = Client().post(url, {"do": "again"})["Location"]
    assert new != url
    assert Client().get(url)["Location"] == new
    assert page_reader.parse(Client().get(new)).one("[data-line]")["data-line"] == "1"


def test_change_after_closing_becomes_a_request(tournament, desk):
    url = register(tournament)["Location"]
    save_settings(tournament, SignupSettings(), by=None)
    page = Client().get(url)
    assert "do" in {one.get("name") for one in page_reader.parse(page).all("input")}
    assert not page.context["may_change"]
    Client().post(url, {"do": "withdraw"})
    assert Signup.objects.get().withdrawn_at is None
    assert Client().post(url, {"do": "ask", "text": " "}).status_code == 422
    Client().post(url, {"do": "ask", "text": REQUEST_TEXT})
    assert page_reader.parse(Client().get(url)).all("[data-asked]")
    rows = desk.get(f"/t/{tournament.slug}/registration/online/").context["asks"]
    assert [one.signup.request for one in rows] == [REQUEST_TEXT]
    number = rows[0].signup.number
    desk.post(f"/t/{tournament.slug}/registration/online/{number}/", {"do": "answered"})
    assert desk.get(f"/t/{tournament.slug}/registration/online/").context["asks"] == []
    assert page_reader.parse(Client().get(url)).all("[data-answered]")


@pytest.mark.parametrize("name", ["Zoé Royer", ""])
def test_correction_after_closing_is_answered(tournament, name):
    url = register(tournament)["Location"]
    save_settings(tournament, SignupSettings(), by=None)
    answer = Client().post(url, {"do": "correct", "name_1": name}, follow=True)
    assert page_reader.message_codes(answer) == ["signup_not_open"]
    assert tournament.entries.get(number=3).name == "Zoé L'Écuyer"


@pytest.mark.parametrize("token", ["x", "a" * 24, "é"])
def test_unknown_token_gets_404(tournament, token):
    register(tournament)
    assert Client().get(f"/register/{token}/").status_code == 404


def test_organiser_can_set_up_online_registration(tournament, desk):
    url = f"/t/{tournament.slug}/registration/online/"
    typed = {
        "on": "on",
        "opens": "2026-11-01T08:00",
        "closes": "2026-11-20T17:30",
        "capacity": "60",
        "per_club": "12",
        "members": "2",
    }
    assert desk.post(url + "set/", typed)["Location"] == url
    tournament.refresh_from_db()
    chosen = settings_of(tournament)
    assert (chosen.capacity, chosen.per_club, chosen.members) == (60, 12, 2)
    assert chosen.closes and chosen.closes.tzinfo
    assert page_reader.parse(desk.get(url)).one("[name=closes]")["value"] == "2026-11-20T17:30"
    refused = desk.post(url + "set/", typed | {"closes": "2026-10-01T08:00", "capacity": "61"})
    assert (refused.status_code, error_codes(refused)) == (422, {"signup_times"})
    assert page_reader.parse(refused).one("[name=capacity]")["value"] == "61"
    assert desk.get(url + "set/")["Location"] == url


def test_settings_are_saved_before_adding_a_question(tournament, desk):
    page = f"/t/{tournament.slug}/registration/online/"
    button = page_reader.parse(desk.get(page)).one("[name=then]")
    typed = {"on": "on", "capacity": "12", "members": "1", "then": button["value"]}
    refused = desk.post(f"{page}set/", typed | {"capacity": "0"})
    assert (refused.status_code, settings_of(Tournament.objects.get()).capacity) == (422, 3)
    shown = desk.get(desk.post(f"{page}set/", typed)["Location"])
    assert settings_of(Tournament.objects.get()).capacity == 12
    assert shown.context["forms"] is not None
    assert page in {link.get("href") for link in page_reader.parse(shown).all("a")}


@pytest.mark.parametrize("page", ["registration", "check_in"])
def test_waiting_list_length_is_shown_to_the_organiser(tournament, desk, page):
    url = reverse(page, args=[tournament.slug])
    register(tournament)
    assert page_reader.data(desk.get(url), "waiting") == []
    for name in ("Pat O'Brien", "Luc Roy"):
        register(tournament, name_1=name)
    assert page_reader.data(desk.get(url), "waiting") == ["2"]


def test_form_shows_the_fee(tournament):
    url = f"/t/{tournament.slug}/register/"
    assert not page_reader.parse(Client().get(url)).all("[data-fee]")
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    tournament.refresh_from_db()
    save_fees(tournament, Fees(1000, answers={"1": {"Poulet": 500}}), by=None)
    shown = Client().get(url)
    assert "10,00" in page_reader.parse(shown).one("[data-fee]").words
    prices = dict(shown.context["form"].fields["answer_1"].choices)
    assert ("5,00" in prices["Poulet"], prices["Poisson"]) == (True, "Poisson")


def test_waiting_entry_is_too_late_once_games_have_begun(tournament):
    placed, waits = (register(tournament, name_1=name)["Location"] for name in ("Zoé Roy", "Luc Roy"))

    def shown(url: str) -> tuple[int, list[str], int]:
        page = page_reader.parse(Client().get(url))
        return len(page.all("[data-line]")), page_reader.data(page, "too-late"), len(page.all("[data-over]"))

    assert (shown(placed), shown(waits)) == ((0, [], 0), (1, [], 0))
    registration.add_entry(tournament, "Par La Main")
    stages.set_tables(tournament, 2)
    factories.play_round(tournament, 1)
    assert (shown(placed), shown(waits)) == ((0, [], 0), (0, ["begun"], 0))
    Stage.objects.update(state=Stage.State.FINISHED)
    assert (shown(placed), shown(waits)) == ((0, [], 1), (0, ["over"], 0))


def test_waiting_entry_is_too_late_once_a_bracket_is_drawn():
    tournament = factories.tournament(4, key="cribbage-knock-out")
    save_settings(tournament, SignupSettings(on=True, capacity=4), by=None)
    url = register(tournament)["Location"]
    playoffs.start_playoffs(tournament, seed=1, by=None)
    for day, phase in ((0, "begun"), (1, "over")):
        Tournament.objects.update(date=timezone.localdate() - timedelta(days=day))
        assert page_reader.data(Client().get(url), "too-late") == [phase]


def test_past_tournament_without_games_is_over(tournament):
    url = register(tournament)["Location"]
    yesterday = timezone.localdate() - timedelta(days=1)
    Tournament.objects.update(date=yesterday)
    assert not page_reader.parse(Client().get(url)).all("[data-over]")
    save_settings(tournament, SignupSettings(), by=None)
    assert page_reader.parse(Client().get(url)).all("[data-over]")


def test_organiser_can_place_a_waiting_entry(tournament, desk):
    for name in ("Zoé L'Écuyer", "Pat O'Brien", "L'Écuyer Zoé"):
        register(tournament, name_1=name)
    url = f"/t/{tournament.slug}/registration/online/"
    page = desk.get(url)
    assert [one.signup.number for one in page.context["waits"]] == [2, 3]
    assert len(page_reader.parse(page).all("[data-alike]")) == 2
    desk.post(url + "2/", {"do": "place"})
    assert tournament.entries.filter(name="Pat O'Brien").exists()
    roster = page_reader.parse(desk.get(f"/t/{tournament.slug}/registration/"))
    assert len(roster.all("[data-online]")) == 2


def test_full_club_is_shown_to_waiting_entry_and_organiser(tournament, desk):
    save_settings(tournament, SignupSettings(on=True, capacity=9, per_club=1), by=None)
    urls = [
        register(tournament, name_1=name, club="Sorel")["Location"] for name in ("Zoé Roy", "Pat O'Brien")
    ]
    save_settings(tournament, SignupSettings(on=True, capacity=3, per_club=1), by=None)
    urls.append(register(tournament, name_1="Rose Dubé", club="Beloeil")["Location"])
    found = [len(page_reader.parse(Client().get(url)).all("[data-club-full]")) for url in urls]
    assert found == [0, 1, 0]
    page = page_reader.parse(desk.get(f"/t/{tournament.slug}/registration/online/"))
    assert len(page.all("[data-club-full]")) == 1


def test_organiser_sees_that_emails_fail(tournament, desk):
    url = f"/t/{tournament.slug}/registration/online/"
    assert not page_reader.parse(desk.get(url)).all("[data-letters-fail]")
    Job.objects.create(
        tournament=tournament, kind=jobs.CONFIRM, key=jobs.CONFIRM, args={}, error="mail_no_server"
    )
    assert page_reader.parse(desk.get(url)).all("[data-letters-fail]")


def test_hidden_tournament_registers_only_with_its_link(tournament, desk):
    visibility.set_visibility(tournament, "desk", by=None)
    assert Client().get(f"/t/{tournament.slug}/register/").status_code == 404
    page = page_reader.parse(desk.get(f"/t/{tournament.slug}/registration/online/"))
    assert not page.all("[data-public]")
    visibility.set_visibility(tournament, "link", by=None)
    page = page_reader.parse(desk.get(f"/t/{tournament.slug}/registration/online/"))
    way = page.one("[data-public]")["href"].removeprefix("http://testserver")
    browser = Client()
    assert browser.get(way)["Location"] == f"/t/{tournament.slug}/register/"
    url = register(tournament, browser)["Location"]
    assert Client().get(url).status_code == 200  # for its owner, even if others may follow


def test_query_count_does_not_grow_with_registrations(tournament, desk):
    save_settings(tournament, SignupSettings(on=True, capacity=5), by=None)
    asked = []
    for rows in (1, 3, 6):
        for at in range(Signup.objects.count(), rows):
            register(tournament, name_1=f"Personne {at}")
        with queries_counted() as found:
            assert desk.get(f"/t/{tournament.slug}/registration/online/").status_code == 200
        asked.append(len(found))
    assert len({*asked[:2]}) == 1
    assert asked[2] <= asked[1]


def test_teams_register_together(tournament):
    save_settings(tournament, SignupSettings(on=True, members=2), by=None)
    url = register(tournament, name_2="Pat O'Brien")["Location"]
    assert tournament.entries.get(number=3).team == ["Zoé L'Écuyer", "Pat O'Brien"]
    Client().post(url, {"do": "correct", "name_1": "Zoé L'Écuyer", "name_2": "Patrick O'Brien"})
    assert tournament.entries.get(number=3).team == ["Zoé L'Écuyer", "Patrick O'Brien"]
    twice = register(tournament, name_1="Léo Roy", name_2="léo roy")
    assert error_codes(twice) == {"member_twice"}


def test_registration_is_off_by_default():
    tournament = factories.tournament(2)
    page = Client().get(f"/t/{tournament.slug}/register/")
    assert page.status_code == 200
    assert not page_reader.parse(page).all("[name=name_1]")
    assert Client().post(f"/t/{tournament.slug}/register/", {"name_1": "Zoé Roy"}).status_code == 422
    assert not signups.uids_entered_by_form(tournament)


def test_public_page_links_to_the_form_while_open(tournament):
    def leads() -> bool:
        return bool(page_reader.parse(Client().get(f"/t/{tournament.slug}/")).all("[data-registers]"))

    assert leads()
    save_settings(tournament, SignupSettings(), by=None)
    assert not leads()
