"""Teams of an imported list with one person a row: what their members have paid and answered."""

import pytest

from tests import factories
from tournaments import registration
from tournaments.models import Tournament
from tournaments.registration import columns, fees, list_files, payments, questions
from tournaments.registration.candidates import candidates
from tournaments.registration.categories import categories_of, save_categories

pytestmark = pytest.mark.django_db
FEE = 1500


@pytest.fixture
def tournament() -> Tournament:
    made = factories.tournament(0)
    questions.save_questions(made, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    save_categories(made, [(None, "Femmes", False), (None, "Mixte", False)], by=None)
    fees.save_fees(made, fees.Fees(amount=FEE), by=None)
    made.refresh_from_db()
    return made


def imported(tournament: Tournament, heading: str, *rows: str) -> payments.Account:
    """Import one team, each of its members in a row after the club, and return its account."""
    names = ("Jean Roy", "Marie Côté")
    lines = [f"A;{name};Sorel;{row}" for name, row in zip(names, rows, strict=True)]
    table = list_files.read_text("\n".join([f"Équipe;Nom;Club;{heading}", *lines]))
    asked = questions.questions_of(tournament)
    guess = columns.with_questions(columns.guess(table), [one.text for one in asked])
    known = categories_of(tournament)
    found = candidates(table, guess.roles, guess.heading, [], asked, known)
    registration.import_roster(tournament, [one.draft for one in found if one.draft], token="x", by=None)
    (account,) = payments.accounts(tournament).values()
    return account


@pytest.mark.parametrize(
    ("heading", "rows", "fee", "paid", "noted"),
    [
        ("Montant;Payé", ("15;comptant", "15;"), 30, {}, "comptant"),
        ("Montant;Payé", ("15;", "15;comptant"), 30, {}, "comptant"),
        ("Montant;Payé", ("15;chèque", "15;comptant"), 30, {}, "chèque"),
        ("Montant;Payé", ("15;comptant", "15;comptant"), 30, {"cash": 3000}, ""),
        ("Montant;Payé", ("30;comptant", ";"), 30, {"cash": 3000}, ""),  # written once for both
        ("Montant;Payé", ("0;gratuit", "15;comptant"), 15, {"cash": 1500}, "gratuit"),
        ("Montant;Payé", ("15;comptant", "0;gratuit"), 15, {"cash": 1500}, "gratuit"),
        ("Payé", ("gratuit", "comptant"), 30, {}, "gratuit"),
        ("Payé", ("gratuit", "gratuit"), 0, {}, ""),
        ("Payé", ("comptant", "comptant"), 30, {"cash": 3000}, ""),
        ("Payé", ("15 comptant", "15 virement"), 30, {}, "15 virement"),
    ],
)
def test_team_has_paid_what_all_its_members_paid(tournament, heading, rows, fee, paid, noted):
    account = imported(tournament, heading, *rows)
    assert (account.fee, account.by_way) == (fee * 100, paid)
    assert noted in account.entry.note
    assert bool(account.entry.note) == bool(noted)


@pytest.mark.parametrize(
    ("rows", "answers", "held", "noted"),
    [
        (("Poulet;Femmes", "Poulet;Femmes"), {"1": "Poulet"}, [1], []),
        ((";", "Poisson;Mixte"), {"1": "Poisson"}, [2], []),
        (("Poulet;Femmes", "Poisson;Mixte"), {}, [], ["Poulet", "Poisson", "Femmes", "Mixte"]),
    ],
)
def test_answers_and_categories_that_differ_are_in_the_note(tournament, rows, answers, held, noted):
    entry = imported(tournament, "Repas;Catégorie", *rows).entry
    assert (entry.answers, entry.categories) == (answers, held)
    assert not [each for each in noted if each not in entry.note]
    assert bool(entry.note) == bool(noted)
