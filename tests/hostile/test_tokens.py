"""Addresses whose token is the only key: each token opens its own page, and once it has ended nothing."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.devices.kiosks import Kiosk
from tournaments import devices
from tournaments.accounts import staff
from tournaments.delivery import registrations
from tournaments.delivery.mail import addresses
from tournaments.models import ClubSheet, Role, Signup, Tournament
from tournaments.organisations import erasure
from tournaments.registration import club_sheets, signup_tokens, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db
PAGES = ("my_signup", "club_sheet", "club_sheet_list", "club_sheet_empty", "signup_list", "mail_stop")
REFUSED = (404, 429)
PAGES += ("join", "me", "me_rows", "by_link", "by_link_signup")


@pytest.fixture
def day() -> Tournament:
    day = factories.tournament(4)
    save_settings(day, SignupSettings(on=True), by=None)
    for name in ("Zoé L'Écuyer", "Luc Roy"):
        typed = signups.Typed((name,), "Sorel", contact="zoe@example.org")
        signups.sign_up(day, typed, nonce=name, language="fr-ca")
    club_sheets.make_links(day, ["Sorel"], by=None)
    statuses.allow_phones(day, True, by=None)
    day.refresh_from_db()
    day.visibility, day.link_token = Tournament.Visibility.LINK, "L" * 24
    day.save(update_fields=["visibility", "link_token"])
    return day


@pytest.fixture
def tokens(day) -> dict[str, str]:
    """A token of each kind, by the page that it opens."""
    kept = addresses.keep(day.entries.first(), "anne@example.org")
    signup = Signup.objects.first()
    assert signup
    return {
        "my_signup": signup_tokens.own_token(signup.uid),
        "club_sheet": club_sheets.token_of(ClubSheet.objects.get()),
        "signup_list": registrations.give(day),
        "mail_stop": addresses.token(kept),
        "unsubscribing": addresses.unsubscribing_token(day.organisation, "zoe@example.org"),
        "join": staff.invite(
            day, Role.Kind.VIEWER, lasts=staff.TODAY, uses=5, by=factories.organiser(day)
        ).token,
        "me": devices.invite_players(day)[0].secret,
        "by_link": day.link_token,
        "kiosk": devices.invite_kiosk(day).secret,
        "table": devices.invite_tables(day)[0].secret,
        "proof": signup_tokens.contact_proof(signup),
    }


OPENS = {
    "club_sheet": {"club_sheet", "club_sheet_list", "club_sheet_empty"},
    "unsubscribing": {"mail_stop"},
    "me": {"me", "me_rows"},
    "by_link": {"by_link", "by_link_signup"},
    **{kind: set() for kind in ("kiosk", "table", "proof")},
}


def opened(token: str) -> set[str]:
    """The pages that a visitor sees with a token; a redirect counts as well."""
    answers = {page: Client().get(reverse(page, args=[token])).status_code for page in PAGES}
    return {page for page, status in answers.items() if status not in REFUSED}


def test_each_token_opens_its_own_page_alone(tokens):
    for kind, token in tokens.items():
        assert opened(token) == OPENS.get(kind, {kind}), kind


def nearly(token: str) -> Iterator[str]:
    """Tokens as one who guesses, or a program that mends addresses, sends them."""
    yield from (token[:-1], f"{token}A", f"{token}=", f"{token} ", f" {token}", f"{token}\u200b")
    yield token[:-1] + ("A" if token[-1] != "A" else "B")
    if token.swapcase() != token:
        yield token.swapcase()


def test_a_token_that_is_nearly_right_opens_nothing(tokens):
    forgiving = {"join", "me"}  # are typed from paper
    for kind, token in tokens.items():
        if kind not in forgiving:
            assert [one for one in nearly(token) if opened(one)] == [], kind


def test_a_sheet_whose_link_has_ended_shows_and_saves_nothing(day, tokens):
    token, sheet = tokens["club_sheet"], ClubSheet.objects.get()
    club_sheets.end_link(day, sheet.pk, by=None)
    assert opened(token) == set()
    for do in ("save", "paste", "ask"):
        typed = {"do": do, "nonce": "n" * 22, "new-1-name_1": "Anne Roy", "pasted": "Anne Roy", "text": "x"}
        assert Client().post(reverse("club_sheet", args=[token]), typed).status_code == 404
    club_sheets.make_links(day, ["Sorel"], by=None)
    assert opened(token) == set()
    assert opened(club_sheets.token_of(ClubSheet.objects.get())) == OPENS["club_sheet"]


def test_a_list_whose_address_was_made_again_or_ended_is_not_given(day, tokens):
    again = registrations.give(day)
    assert opened(tokens["signup_list"]) == set()
    registrations.end(day)
    assert opened(again) == set()


def test_a_kiosk_that_was_removed_hears_nothing_and_pairs_no_more(day):
    kiosk = Kiosk(day)
    devices.revoke(kiosk.device, by=None)
    for what, said in (
        ("door", {"token": kiosk.token}),
        ("arrive", {"token": kiosk.token, "epoch": 1, "arrivals": []}),
        ("pair", {"invitation": kiosk.secret, "device": kiosk.uid}),
        ("pair", {"invitation": kiosk.secret, "device": str(uuid4())}),
    ):
        answer = kiosk.ask(what, said)
        assert answer.status_code in (401, 403, 404, 409), (what, answer.content)
        assert not {"token", "people"} & answer.json().keys()


def test_a_link_of_a_letter_stops_its_own_address_alone(day, tokens):
    kept = addresses.by_token(tokens["mail_stop"])
    other = addresses.keep(day.entries.last(), "luc@example.org")
    assert Client().post(reverse("mail_stop", args=[tokens["mail_stop"]])).status_code == 200
    assert Client().post(reverse("mail_stop", args=[tokens["unsubscribing"]])).status_code == 200
    assert addresses.wanted(day) == [other]
    signed, _mark, seal = tokens["unsubscribing"].rpartition(":")
    forged = signed[:32] + addresses.digest(day.organisation, "luc@example.org") + ":" + seal
    own = f"{other.uid.hex}:{addresses.token(kept).rpartition(':')[2]}"
    for token in (forged, own):
        assert Client().post(reverse("mail_stop", args=[token])).status_code == 404
    assert addresses.wanted(day) == [other]


def test_the_page_of_one_who_was_erased_names_nobody_and_changes_nothing(day, tokens):
    signup = Signup.objects.get(token_hash=signup_tokens.token_hash(tokens["my_signup"]))
    day.entries.filter(uid=signup.entry_uid).get().presences.all().delete()
    player = day.entries.get(uid=signup.entry_uid).members.get().player
    erasure.erase(player, by=None)
    url = reverse("my_signup", args=[tokens["my_signup"]])
    for do in ("correct", "again", "withdraw", "ask", "confirm"):
        answer = Client().post(url, {"do": do, "name_1": "Zoé L'Écuyer", "text": "Zoé L'Écuyer"}, follow=True)
        assert "Écuyer" not in answer.content.decode(), do
    signup.refresh_from_db()
    assert (signup.names, signup.request, signup.contact) == ([], "", "")
