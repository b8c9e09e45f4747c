"""The list that is fetched after partners or a bracket were drawn, or people were left out."""

import pytest

from tests import factories
from tests.registration.test_drawn_registrants import FEE, NAMES, draw_partners
from tests.registration.test_fetched_registrations import compare_lists, fetch, laptop, money_by_name
from tests.registration.test_signups import come, on_roster, opened
from tournaments import registration
from tournaments.common import audit_log
from tournaments.finals import playoffs
from tournaments.models import Tournament
from tournaments.registration import payments, signups
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_list_comparison import BOTH, CHANGED, PAID, TAKE, WITHDRAWN

pytestmark = pytest.mark.django_db


@pytest.fixture
def server() -> Tournament:
    """Return a tournament with a fee for which two people registered alone."""
    tournament = opened()
    save_fees(tournament, Fees(amount=FEE), by=None)
    for name in NAMES:
        come(tournament, name)
    return tournament


@pytest.fixture
def here(server) -> Tournament:
    """Return the tournament of the laptop, which has fetched the two."""
    tournament = laptop()
    save_fees(tournament, Fees(amount=FEE), by=None)
    fetch(server, tournament)
    return tournament


def pay(tournament: Tournament, name: str, how: str = "transfer", cents: int = FEE) -> None:
    payments.record(tournament.entries.get(name=name), cents, how, by=None)


def offered(server: Tournament, here: Tournament) -> list[tuple[str, list[str]]]:
    offers = compare_lists(server, here).offers
    return [(one.kind, [each.name for each in one.differences]) for one in offers]


def separate(tournament: Tournament) -> None:
    audit_log.undo(tournament.acts.get(kind="partners"), by=None)


def test_draw_on_the_server_withdraws_no_person_here(server, here):
    draw_partners(server)
    assert compare_lists(server, here).is_empty
    fetch(server, here)
    assert on_roster(here) == list(NAMES)
    separate(server)
    assert compare_lists(server, here).is_empty


def test_payments_after_a_draw_on_the_server_follow_once(server, here):
    pay(server, NAMES[1])
    fetch(server, here)
    (team,) = draw_partners(server).entries.all()
    assert compare_lists(server, here).is_empty  # what Léo has paid is known
    pay(server, team.name, "cash")
    assert offered(server, here) == [(CHANGED, [PAID])]
    fetch(server, here)
    assert compare_lists(server, here).is_empty
    expected = {"cash": FEE, "transfer": FEE}
    assert paid_in_all(here) == paid_in_all(server) == expected
    separate(server)
    assert compare_lists(server, here).is_empty


def test_payments_follow_where_both_drew_the_same_team(server, here):
    pay(server, NAMES[1])
    fetch(server, here)
    (team,) = draw_partners(server).entries.all()
    draw_partners(here)
    assert compare_lists(server, here).is_empty
    pay(server, team.name, "cash")
    assert offered(server, here) == [(CHANGED, [PAID])]
    fetch(server, here)
    assert paid_in_all(here) == {"cash": FEE, "transfer": FEE}
    assert compare_lists(server, here).is_empty


def test_payments_after_a_draw_on_the_laptop_are_those_of_each_person(server, here):
    draw_partners(here)
    for name, how in zip(NAMES, ("transfer", "cash"), strict=True):
        pay(server, name, how)
    assert offered(server, here) == [(CHANGED, [PAID]), (CHANGED, [PAID])]
    fetch(server, here)
    assert compare_lists(server, here).is_empty
    (account,) = payments.accounts(here).values()
    assert (account.paid, account.due) == (2 * FEE, 0)
    separate(here)
    assert money_by_name(here) == {NAMES[0]: {"transfer": FEE}, NAMES[1]: {"cash": FEE}}


def test_team_that_paid_here_keeps_that_payment_alone(server, here):
    (team,) = draw_partners(here).entries.all()
    pay(here, team.name, "cash", 2 * FEE)
    pay(server, NAMES[1])  # the same money may have been noted in both places
    assert offered(server, here) == [(BOTH, [PAID])]
    fetch(server, here)
    assert paid_in_all(here) == {"cash": 2 * FEE}
    assert compare_lists(server, here).is_empty


def test_person_struck_off_leaves_though_a_team_has_that_name(server, here):
    draw_partners(server)
    typed = registration.add_entry(server, NAMES[1], club="Tracy")
    fetch(server, here)
    assert on_roster(here) == [*NAMES, NAMES[1]]
    registration.remove_entry(typed)
    assert offered(server, here) == [(WITHDRAWN, [])]
    fetch(server, here)
    assert on_roster(here) == list(NAMES)


def paid_in_all(tournament: Tournament) -> dict[str, int]:
    """Return the cents that were paid, by how."""
    totals = factories.payment_totals(Tournament.objects.get(pk=tournament.pk))
    return {how: cents for how, cents in totals.items() if how}


def test_pair_of_which_both_computers_left_one_is_compared():
    server, here = opened(members=2), laptop()
    come(server, *NAMES, member_number="00123", agrees=True)
    fetch(server, here)
    for tournament in (server, here):
        registration.replace_member(tournament.entries.get(), 2, "", by=None)
    fetch(server, here)
    assert compare_lists(server, here).is_empty
    assert here.entries.get().team == [NAMES[0]]


def test_withdrawal_of_a_person_in_a_drawn_bracket_is_not_followed():
    server, here = opened(), laptop(key="cribbage-knock-out", tables=1)
    made = [come(server, f"Zoé Roy {at}") for at in range(3)]
    fetch(server, here)
    playoffs.start_playoffs(here, seed=1, by=None)
    for one in made:  # one of them has a bye
        signups.withdraw_signup(one)
    found = fetch(server, here)
    assert (found.offers, sorted(found.seated)) == ([], on_roster(here))
    assert len(registration.present(here, 1)) == 3


def _leave_out(here: Tournament) -> None:
    registration.leave_out(here, [here.entries.get(name="Zoé Roy")], by=None)


def _play(here: Tournament) -> None:
    factories.play_round(here, 1)


def _draw(here: Tournament) -> None:
    playoffs.start_playoffs(here, seed=1, by=None)


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("fadoq-15", [], [_leave_out]),
        ("fadoq-15", [], [_leave_out, _play]),
        ("fadoq-15", [_play], []),
        ("cribbage-knock-out", [], [_leave_out, _draw]),
    ],
    ids=["left out", "left out of game 1", "comes after game 1", "left out of a bracket"],
)
def test_withdrawal_of_a_person_who_paid_and_was_not_seated_is_followed(key, before, after):
    server, here = opened(), laptop(2, key=key)
    for step in before:
        step(here)
    made = come(server, "Zoé Roy")
    fetch(server, here, new=TAKE)
    pay(here, "Zoé Roy")
    for step in after:
        step(here)
    signups.withdraw_signup(made)
    assert [one.kind for one in fetch(server, here).offers] == [WITHDRAWN]
    assert compare_lists(server, here).is_empty
    entry = here.entries.get(name="Zoé Roy")
    present = registration.keys_of_present(here, registration.next_round_number(here))
    assert entry.pk not in present | registration.keys_of_awaited(here)
