"""Addresses whose token is the only key: each token opens its own page, and none once it has ended."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.devices.kiosks import Kiosk
from tournaments import devices
from tournaments.accounts import helpers
from tournaments.delivery import signup_transfer
from tournaments.delivery.mail import addresses
from tournaments.models import ClubSheet, Role, Signup, Tournament
from tournaments.organisations import erasure
from tournaments.registration import club_sheets, signup_tokens, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db
PAGES = ("my_signup", "club_sheet", "club_sheet_list", "club_sheet_empty", "signup_list", "mail_stop")
REFUSED_STATUSES = (404, 429)
PAGES += ("join", "me", "me_rows", "by_link", "by_link_signup")


@pytest.fixture
def tournament() -> Tournament:
    tournament = factories.tournament(4)
    save_settings(tournament, SignupSettings(on=True), by=None)
    for name in ("Zoé L'Écuyer", "Luc Roy"):
        typed = signups.SignupInput((name,), "Sorel", contact="zoe@example.org")
        signups.sign_up(tournament, typed, nonce=name, language="fr-ca")
    club_sheets.make_links(tournament, ["Sorel"], by=None)
    statuses.allow_phones(tournament, True, by=None)
    tournament.refresh_from_db()
    tournament.visibility, tournament.link_token = Tournament.Visibility.LINK, "L" * 24
    tournament.save(update_fields=["visibility", "link_token"])
    return tournament


@pytest.fixture
def tokens(tournament) -> dict[str, str]:
    """Return a token of each kind, by the page that it opens."""
    kept = addresses.save_address(tournament.entries.first(), "anne@example.org")
    signup = Signup.objects.first()
    assert signup
    return {
        "my_signup": signup_tokens.own_token(signup.uid),
        "club_sheet": club_sheets.token_of(ClubSheet.objects.get()),
        "signup_list": signup_transfer.issue_token(tournament),
        "mail_stop": addresses.token(kept),
        "unsubscribing": addresses.unsubscribing_token(tournament.organisation, "zoe@example.org"),
        "join": helpers.invite(
            tournament, Role.Kind.VIEWER, lasts=helpers.TODAY, uses=5, by=factories.organiser(tournament)
        ).token,
        "me": devices.invite_players(tournament)[0].secret,
        "by_link": tournament.link_token,
        "kiosk": devices.invite_kiosk(tournament).secret,
        "table": devices.invite_tables(tournament)[0].secret,
        "proof": signup_tokens.contact_proof(signup),
    }


PAGES_BY_TOKEN = {
    "club_sheet": {"club_sheet", "club_sheet_list", "club_sheet_empty"},
    "unsubscribing": {"mail_stop"},
    "me": {"me", "me_rows"},
    "by_link": {"by_link", "by_link_signup"},
    **{kind: set() for kind in ("kiosk", "table", "proof")},
}


def pages_opened(token: str) -> set[str]:
    """Return the pages that a visitor sees with a token; a redirect counts as well."""
    answers = {page: Client().get(reverse(page, args=[token])).status_code for page in PAGES}
    return {page for page, status in answers.items() if status not in REFUSED_STATUSES}


def test_each_token_opens_only_its_own_page(tokens):
    for kind, token in tokens.items():
        assert pages_opened(token) == PAGES_BY_TOKEN.get(kind, {kind}), kind


def altered_tokens(token: str) -> Iterator[str]:
    """Yield tokens altered as by guessing, or by a program that repairs addresses."""
    yield from (token[:-1], f"{token}A", f"{token}=", f"{token} ", f" {token}", f"{token}\u200b")
    yield token[:-1] + ("A" if token[-1] != "A" else "B")
    if token.swapcase() != token:
        yield token.swapcase()


def test_altered_token_opens_nothing(tokens):
    forgiving = {"join", "me"}  # tokens that are typed from paper
    for kind, token in tokens.items():
        if kind not in forgiving:
            assert [one for one in altered_tokens(token) if pages_opened(one)] == [], kind


def test_ended_club_sheet_shows_and_saves_nothing(tournament, tokens):
    token, sheet = tokens["club_sheet"], ClubSheet.objects.get()
    club_sheets.end_link(tournament, sheet.pk, by=None)
    assert pages_opened(token) == set()
    for do in ("save", "paste", "ask"):
        typed = {"do": do, "nonce": "n" * 22, "new-1-name_1": "Anne Roy", "pasted": "Anne Roy", "text": "x"}
        assert Client().post(reverse("club_sheet", args=[token]), typed).status_code == 404
    club_sheets.make_links(tournament, ["Sorel"], by=None)
    assert pages_opened(token) == set()
    assert pages_opened(club_sheets.token_of(ClubSheet.objects.get())) == PAGES_BY_TOKEN["club_sheet"]


def test_replaced_or_ended_list_address_opens_nothing(tournament, tokens):
    again = signup_transfer.issue_token(tournament)
    assert pages_opened(tokens["signup_list"]) == set()
    signup_transfer.revoke_token(tournament)
    assert pages_opened(again) == set()


def test_revoked_kiosk_is_refused_and_cannot_pair(tournament):
    kiosk = Kiosk(tournament)
    devices.revoke(kiosk.device, by=None)
    for what, expected in (
        ("door", {"token": kiosk.token}),
        ("arrive", {"token": kiosk.token, "epoch": 1, "arrivals": []}),
        ("pair", {"invitation": kiosk.secret, "device": kiosk.uid}),
        ("pair", {"invitation": kiosk.secret, "device": str(uuid4())}),
    ):
        answer = kiosk.ask(what, expected)
        assert answer.status_code in (401, 403, 404, 409), (what, answer.content)
        assert not {"token", "people"} & answer.json().keys()


def test_unsubscribe_link_stops_only_its_own_address(tournament, tokens):
    kept = addresses.by_token(tokens["mail_stop"])
    other = addresses.save_address(tournament.entries.last(), "luc@example.org")
    assert Client().post(reverse("mail_stop", args=[tokens["mail_stop"]])).status_code == 200
    assert Client().post(reverse("mail_stop", args=[tokens["unsubscribing"]])).status_code == 200
    assert addresses.subscribed_addresses(tournament) == [other]
    signed, _mark, seal = tokens["unsubscribing"].rpartition(":")
    forged = signed[:32] + addresses.digest(tournament.organisation, "luc@example.org") + ":" + seal
    own = f"{other.uid.hex}:{addresses.token(kept).rpartition(':')[2]}"
    for token in (forged, own):
        assert Client().post(reverse("mail_stop", args=[token])).status_code == 404
    assert addresses.subscribed_addresses(tournament) == [other]


def test_own_page_of_erased_player_shows_no_name(tournament, tokens):
    signup = Signup.objects.get(token_hash=signup_tokens.token_hash(tokens["my_signup"]))
    tournament.entries.filter(uid=signup.entry_uid).get().presences.all().delete()
    player = tournament.entries.get(uid=signup.entry_uid).members.get().player
    erasure.erase(player, by=None)
    url = reverse("my_signup", args=[tokens["my_signup"]])
    for do in ("correct", "again", "withdraw", "ask", "confirm"):
        answer = Client().post(url, {"do": do, "name_1": "Zoé L'Écuyer", "text": "Zoé L'Écuyer"}, follow=True)
        assert "Écuyer" not in answer.content.decode(), do
    signup.refresh_from_db()
    assert (signup.names, signup.request, signup.contact) == ([], "", "")
