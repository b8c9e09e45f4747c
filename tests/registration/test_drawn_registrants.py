"""People who registered alone and play in a team: each page speaks for its own person."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests.registration.test_signups import come, on_roster, opened
from tournaments import registration
from tournaments.models import Signup, Tournament
from tournaments.registration import club_sheets, partner_draw, signup_list, signups
from tournaments.registration.club_sheets import SheetLine
from tournaments.registration.fees import Fees, save_fees
from tournaments.registration.signup_entries import account_of_signup
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
        now = signups.status_of(tournament, signup)
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
    sheets = [sheet for _club, sheet in club_sheets.links(tournament)]
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


def take_out(tournament: Tournament, position: int) -> Tournament:
    """Have the organiser take a member out of the only team; return the tournament as it is then."""
    registration.replace_member(tournament.entries.get(), position, "", by=None)
    return Tournament.objects.get(pk=tournament.pk)


def sheet_lines(tournament: Tournament, *lines: tuple[str, ...]) -> list[club_sheets.RegisteredLine]:
    """Register these people on the sheet of a club, and return its lines."""
    club_sheets.make_links(tournament, ["Sorel"], by=None)
    ((_club, sheet),) = club_sheets.links(tournament)
    typed = {at: SheetLine(SignupInput(names, sheet.club)) for at, names in enumerate(lines)}
    assert not club_sheets.save(sheet, typed, nonce="sheet", language="fr-ca")
    return club_sheets.registered(tournament, sheet)


def test_person_taken_out_of_a_drawn_team_changes_no_partner():
    tournament = opened()
    first, _second = [one.signup for one in sheet_lines(tournament, *((name,) for name in NAMES))]
    save_fees(tournament, Fees(amount=FEE), by=None)
    tournament = take_out(draw_partners(tournament), 1)
    assert tournament.entries.get(uid=first.entry_uid).team == [NAMES[1]]
    now = signups.status_of(tournament, first)
    assert not signups.may_change(tournament, first, now)
    assert signups.current_input(first, now.entry).names == (NAMES[0],)
    assert account_of_signup(tournament, first) is None
    for change in (signups.withdraw_signup, lambda one: signups.correct(one, SignupInput(("Gros Nom",)))):
        with pytest.raises(DomainError, match="signup_not_open"):
            change(first)
    assert on_roster(tournament) == [NAMES[1]]
    line, _other = club_sheets.registered(tournament, club_sheets.links(tournament)[0][1])
    assert (line.typed.names, line.can_be_changed, line.fee_cents) == ((NAMES[0],), False, None)


def test_person_taken_out_changes_no_partner_whom_the_organiser_added():
    tournament = opened()
    made = come(tournament, NAMES[0])
    tournament = take_out(add_partner(tournament), 1)
    now = signups.status_of(tournament, made)
    assert not signups.may_change(tournament, made, now)
    assert signups.current_input(made, now.entry).names == (NAMES[0],)
    with pytest.raises(DomainError, match="signup_not_open"):
        signups.withdraw_signup(made)
    assert on_roster(tournament) == ["Luc Lavoie"]


def test_pair_of_which_both_were_replaced_is_of_others():
    tournament = opened(members=2)
    made = come(tournament, *NAMES)
    for position, name in ((1, "Luc Lavoie"), (2, "Guy Caron")):
        registration.replace_member(tournament.entries.get(), position, name, by=None)
    assert not signups.may_change(tournament, made, signups.status_of(tournament, made))


@pytest.mark.parametrize("position", [1, 2])
def test_the_one_left_of_a_pair_owes_and_can_be_corrected(position):
    tournament = opened(members=2)
    save_fees(tournament, Fees(amount=FEE), by=None)
    (line,) = sheet_lines(tournament, NAMES)
    tournament = take_out(tournament, position)
    left, made = NAMES[2 - position], Signup.objects.get()
    account = account_of_signup(tournament, made)
    assert account and account.due == FEE
    (line,) = club_sheets.registered(tournament, club_sheets.links(tournament)[0][1])
    assert (line.typed.names, line.can_be_changed, line.fee_cents) == ((left,), True, FEE)
    signups.correct(made, SignupInput((f"{left}-Roy",), "Sorel"))
    assert on_roster(tournament) == [f"{left}-Roy"]
    made.refresh_from_db()
    signups.withdraw_signup(made)
    assert on_roster(tournament) == []


@pytest.mark.parametrize("read", [club_sheets.registered, lambda day, _sheet: signup_list.gather(day)])
def test_more_teams_take_same_queries(read):
    counts = []
    for size in (1, 3):
        tournament = opened(members=2)
        sheet_lines(tournament, *((f"Zoé Roy {at}", f"Léo Côté {at}") for at in range(size)))
        ((_club, sheet),) = club_sheets.links(tournament)
        with CaptureQueriesContext(connection) as asked:
            read(tournament, sheet)
        counts.append(len(asked))
    assert len(set(counts)) == 1, counts
