"""People who registered alone and play in a team: each page speaks for its own person."""

import pytest

from scoring import DomainError
from tests.registration.test_signups import come, on_roster, opened
from tournaments import registration
from tournaments.models import Signup, Tournament
from tournaments.registration import club_sheets, partner_draw, signup_list, signups
from tournaments.registration.club_sheets import SheetLine
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signups import SignupInput

pytestmark = pytest.mark.django_db
NAMES = ("Zoé Roy", "Léo Côté")
FEE = 1500


def draw_partners(tournament: Tournament) -> Tournament:
    """Enter the people who play alone as they are drawn; return the tournament as it is then."""
    act = partner_draw.draw(
        Tournament.objects.get(pk=tournament.pk), partner_draw.DrawRequest(), seed=5, reason="", by=None
    )
    partner_draw.enter(tournament, act.version, by=None)
    return Tournament.objects.get(pk=tournament.pk)


def add_partner(tournament: Tournament) -> Tournament:
    """Have the organiser add a partner to the first person."""
    registration.add_member(tournament.entries.get(name=NAMES[0]), "Luc Lavoie", by=None)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("join", [draw_partners, add_partner])
def test_registrant_changes_no_team_made_by_the_organiser(join):
    tournament = opened()
    made = [come(tournament, name) for name in NAMES]
    tournament = join(tournament)
    before = on_roster(tournament)
    for signup in made:
        signup.refresh_from_db()
        now = signups.standing(tournament, signup)
        if now.entry.team:
            assert not signups.may_change(tournament, signup, now)
            assert signups.current_input(signup, now.entry).names == tuple(signup.names)
            with pytest.raises(DomainError, match="signup_not_open"):
                signups.withdraw_signup(signup)
            with pytest.raises(DomainError, match="signup_not_open"):
                signups.correct(signup, SignupInput(("Gros Nom", "Autre Nom")))
    assert on_roster(tournament) == before


def test_pair_that_registered_together_can_withdraw():
    tournament = opened(members=2)
    signups.withdraw_signup(come(tournament, *NAMES))
    assert on_roster(tournament) == []


def test_sheet_of_a_club_changes_no_drawn_team():
    tournament = opened()
    save_fees(tournament, Fees(amount=FEE), by=None)
    club_sheets.make_links(tournament, ["Sorel", "Tracy"], by=None)
    sheets = club_sheets.links(tournament)
    for sheet, name in zip(sheets, NAMES, strict=True):
        line = SheetLine(SignupInput((name,), sheet.club))
        assert not club_sheets.save(sheet, {1: line}, nonce=name, language="fr-ca")
    tournament = draw_partners(tournament)
    for sheet, name in zip(sheets, NAMES, strict=True):
        (line,) = club_sheets.registered(tournament, sheet)
        assert (line.typed.names, line.can_be_changed, line.fee_cents) == ((name,), False, None)


def test_list_for_the_laptop_names_both_of_a_drawn_team():
    tournament = opened()
    for name in NAMES:
        come(tournament, name)
    tournament = draw_partners(tournament)
    (row,) = signup_list.gather(tournament).rows
    assert row.uid in Signup.objects.values_list("entry_uid", flat=True)
    assert list(row.names) == tournament.entries.get().team
