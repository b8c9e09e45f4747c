"""The sheet of a club that was opened before a person withdrew."""

import pytest
from django.test import Client

from tests import factories, page_reader
from tests.web.club_sheets.test_sheet import filled_form, line_prefix, register, shown_codes
from tournaments.models import Signup, Tournament
from tournaments.registration import signups
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True), by=None)
    return made


def test_old_page_does_not_register_a_person_again_who_withdrew(tournament: Tournament):
    url = register(tournament, "Zoé Roy", "Luc Roy")
    old = page_reader.parse(Client().get(url))
    signups.withdraw_signup(Signup.objects.get(number=1))
    answer = Client().post(url, filled_form(old, "Aline Roy"), follow=True)
    assert (answer.status_code, page_reader.refusals(answer)) == (200, [])
    shown = page_reader.parse(answer)
    assert Client().post(url, filled_form(shown)).status_code == 302
    assert [entry.name for entry in tournament.entries.order_by("number")] == ["Luc Roy", "Aline Roy"]


def test_change_of_a_person_who_withdrew_stays_in_the_line(tournament: Tournament):
    url = register(tournament, "Zoé Roy")
    old = page_reader.parse(Client().get(url))
    signups.withdraw_signup(Signup.objects.get())
    line = line_prefix(old, "Zoé Roy")
    answer = Client().post(url, filled_form(old) | {f"{line}member_number": "12"})
    assert (answer.status_code, "club_line_gone" in shown_codes(page_reader.parse(answer))) == (422, True)
