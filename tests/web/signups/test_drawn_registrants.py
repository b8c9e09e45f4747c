"""What the own pages of people who were drawn together say about money."""

import pytest
from django.test import Client

from tests import event_tournaments, page_reader
from tests.interleaved import run_while_waiting_for_lock
from tests.registration.test_drawn_registrants import NAMES, draw_partners
from tests.registration.test_signups import come, opened
from tournaments import registration
from tournaments.models import Signup, WrongGuess
from tournaments.registration import event_signups, payments, signups
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_entries import account_of_signup
from tournaments.registration.signup_tokens import own_token
from tournaments.registration.signups import SignupInput

pytestmark = pytest.mark.django_db
FEE = 1000


@pytest.fixture
def days():
    """Return two tournaments of an event with a fee; two people registered for both alone."""
    both = event_tournaments.days(2)
    event = event_tournaments.event(*both)
    for day in both:
        day.refresh_from_db()
        save_fees(day, Fees(amount=FEE), by=None)
    for name in NAMES:
        typed = {day.uid: SignupInput((name,)) for day in both}
        event_signups.sign_up_together(event, typed, nonce=name, language="fr-ca")
    return both


def own_pages(day) -> list:
    made = Signup.objects.filter(tournament_uid=day.uid).order_by("number")
    return [Client().get(f"/register/{own_token(one.uid)}/") for one in made]


def test_each_partner_sees_what_one_person_owes(days):
    first, second = days
    (team,) = draw_partners(second).entries.all()
    for page in own_pages(first):
        assert (page_reader.data(page, "due"), page_reader.data(page, "due-in-all")) == (
            [str(FEE)],
            [str(2 * FEE)],
        )
    for page in own_pages(second):
        assert page_reader.data(page, "due") == [str(FEE)]
    references = [page_reader.data(page, "reference") for page in own_pages(second)]
    assert [payments.entries_by_reference(second, each) for (each,) in references] == [{team.pk}] * 2


def test_payment_for_the_team_leaves_no_debt_on_either_page(days):
    _first, second = days
    (team,) = draw_partners(second).entries.all()
    payments.record(team, 2 * FEE, "cash", by=None)
    for page in own_pages(second):
        assert (page_reader.data(page, "due"), page_reader.data(page, "over")) == ([], [])


def test_amount_is_not_shown_where_an_added_partner_has_none(days):
    first, _second = days
    registration.add_member(first.entries.get(name=NAMES[0]), "Luc Lavoie", by=None)
    assert account_of_signup(first, Signup.objects.get(tournament_uid=first.uid, number=1)) is None


@pytest.mark.parametrize("position", [1, 2])
def test_old_form_of_a_pair_does_not_rename_the_one_who_is_left(position):
    tournament = opened(members=2)
    url = f"/register/{own_token(come(tournament, *NAMES).uid)}/"
    form = page_reader.parse(Client().get(url))
    seen = form.one("input[name=seen]")["value"]
    typed = {"do": "correct", "name_1": NAMES[0], "name_2": NAMES[1], "club": "Tracy"}
    registration.replace_member(tournament.entries.get(), position, "", by=None)
    answer = Client().post(url, typed | {"seen": seen}, follow=True)
    assert page_reader.codes(answer) == ["page_changed"]
    entry = tournament.entries.get()
    assert (entry.team, entry.club) == ([NAMES[2 - position]], "")
    seen = page_reader.parse(answer).one("input[name=seen]")["value"]
    Client().post(url, typed | {"seen": seen, "name_1": "Luc Roy"})
    assert tournament.entries.get().team == ["Luc Roy"]


def test_form_of_a_person_who_waits_is_compared_with_the_names_under_the_lock():
    tournament = opened(capacity=1)
    come(tournament, "Guy Caron")
    waits = come(tournament, NAMES[0])
    url = f"/register/{own_token(waits.uid)}/"
    seen = page_reader.parse(Client().get(url)).one("input[name=seen]")["value"]
    typed = {"do": "correct", "name_1": NAMES[0], "club": "Tracy", "seen": seen}
    with run_while_waiting_for_lock(lambda: signups.correct(waits, SignupInput(("Luc Roy",)))):
        answer = Client().post(url, typed, follow=True)
    assert page_reader.codes(answer) == ["page_changed"]
    waits.refresh_from_db()
    assert (waits.names, waits.club) == (["Luc Roy"], "")


def test_refused_form_is_still_compared_with_what_its_page_showed():
    tournament = opened(members=2)
    url = f"/register/{own_token(come(tournament, *NAMES).uid)}/"
    seen = page_reader.parse(Client().get(url)).one("input[name=seen]")["value"]
    refused = Client().post(url, {"do": "correct", "name_1": "", "name_2": "Luc", "seen": seen})
    assert refused.status_code == 422
    assert page_reader.parse(refused).one("input[name=seen]")["value"] == seen


def test_correction_of_a_changed_page_stays_typed():
    tournament = opened()
    made = come(tournament, NAMES[0])
    url = f"/register/{own_token(made.uid)}/"
    seen = page_reader.parse(Client().get(url)).one("input[name=seen]")["value"]
    registration.edit_entry(tournament.entries.get(), "Aline B. Roy")
    typed = {"do": "correct", "name_1": NAMES[0], "club": "L'Ange-Gardien", "contact": "aline@example.org"}
    answer = Client().post(url, typed | {"seen": seen})
    assert (answer.status_code, page_reader.codes(answer)) == (422, ["page_changed"])
    shown = page_reader.form_data(answer, None)
    wanted = typed | {"name_1": "Aline B. Roy"}
    assert {name: shown[name] for name in wanted} == wanted
    renamed = page_reader.form_data(Client().post(url, typed | {"seen": seen, "name_1": "Aline Caron"}), None)
    assert renamed["name_1"] == "Aline Caron"
    Client().post(url, {name: value for name, value in shown.items() if name != "csrfmiddlewaretoken"})
    entry = tournament.entries.get()
    assert (entry.name, entry.club) == ("Aline B. Roy", "L'Ange-Gardien")


def test_name_typed_for_the_partner_who_is_left_stays_with_that_person():
    tournament = opened(members=2)
    url = f"/register/{own_token(come(tournament, *NAMES).uid)}/"
    seen = page_reader.parse(Client().get(url)).one("input[name=seen]")["value"]
    registration.replace_member(tournament.entries.get(), 1, "", by=None)
    typed = {"do": "correct", "name_1": NAMES[0], "name_2": "Luc Roy", "seen": seen}
    shown = page_reader.form_data(Client().post(url, typed), None)
    assert (shown["name_1"], "name_2" in shown) == ("Luc Roy", False)


def test_attempt_is_counted_before_the_lock():
    tournament = opened()
    url = f"/register/{own_token(come(tournament, NAMES[0]).uid)}/"
    typed = {"do": "correct", "name_1": NAMES[0], "contact": "aline@example.org"}
    counted: list[int] = []
    with run_while_waiting_for_lock(lambda: counted.append(WrongGuess.objects.count())):
        Client().post(url, typed)
    assert counted == [1]


def test_old_form_does_not_overwrite_what_the_desk_has_changed():
    tournament = opened()
    made = come(tournament, NAMES[0], club="Sorel", contact="450 555-0101", agrees=True)
    url = f"/register/{own_token(made.uid)}/"
    typed = page_reader.form_data(Client().get(url), None) | {"contact": "450 555-0202"}
    registration.edit_entry(tournament.entries.get(), NAMES[0], club="Beloeil", consented_at=None)
    answer = Client().post(url, typed)
    assert (answer.status_code, page_reader.codes(answer)) == (422, ["page_changed"])
    entry = tournament.entries.get()
    assert (entry.club, entry.consented_at) == ("Beloeil", None)
    shown = page_reader.form_data(answer, None)
    assert (shown["club"], shown["contact"], "agrees" in shown) == ("Beloeil", "450 555-0202", False)
    Client().post(url, shown)
    made.refresh_from_db()
    entry = tournament.entries.get()
    assert (made.contact, entry.club, entry.consented_at) == ("450 555-0202", "Beloeil", None)


@pytest.mark.parametrize("seen", [NAMES[0], "[]", '{"club": ["Sorel"], "name_1": 7}'])
def test_page_of_an_earlier_version_is_refused_once(seen):
    tournament = opened()
    url = f"/register/{own_token(come(tournament, NAMES[0], club='Sorel').uid)}/"
    answer = Client().post(url, {"do": "correct", "name_1": NAMES[0], "club": "Tracy", "seen": seen})
    assert (answer.status_code, page_reader.codes(answer)) == (422, ["page_changed"])
    Client().post(url, page_reader.form_data(answer, None))
    assert (entry := tournament.entries.get()).club == "Tracy" and entry.name == NAMES[0]
