"""Typed codes forgive slips, limit guesses without locking out a hall, and expire with the tournament."""

from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.devices.test_api import post
from tournaments import devices
from tournaments.accounts import rate_limits
from tournaments.common import codes
from tournaments.models import Invitation, Publication, Tournament, WrongGuess
from tournaments.publishing import publications

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases


@pytest.fixture
def tournament():
    return factories.tournament(8)


@pytest.fixture
def invited(tournament):
    return devices.invite_tables(tournament)[0]


def join_status(invitation: str, address: str = "127.0.0.1") -> int:
    """Return the status of the answer to joining from an address."""
    body = {"invitation": invitation, "device": str(uuid4())}
    return Client(REMOTE_ADDR=address).post("/api/1/join", body, "application/json").status_code


def record_wrong_guesses(
    count: int, address: str = "127.0.0.1", *, kind: str = "code10", ago: int = 0
) -> None:
    """Record so many wrong codes from an address."""
    at = timezone.now() - timedelta(seconds=ago)
    WrongGuess.objects.bulk_create(WrongGuess(kind=kind, address=address, at=at) for _ in range(count))


def code_of(tournament, table: int) -> str:
    return devices.invite_tables(tournament)[table - 1].code


# Making and reading codes


def test_code_has_ten_unambiguous_characters():
    made = {codes.new_code() for _code in range(200)}
    assert {len(code) for code in made} == {10}
    assert set("".join(made)) <= set(codes.ALPHABET)
    assert len(codes.ALPHABET) == len(set(codes.ALPHABET)) == 32
    assert not set(codes.ALPHABET) & set("OILU")
    assert {codes.normalize_code(code) for code in made} == made


@pytest.mark.parametrize(
    "typed",
    [
        "01VB2XRT9C",
        "01vb2xrt9c",
        " 01v b2x rt9c\n",
        "01V-B2X-RT9C",
        "olub2xrt9c",
        "OIU B2X RT9C",
        "0l\u202fvB2X–RT9C",
    ],
)
def test_case_spaces_hyphens_and_look_alikes_are_ignored(invited, typed):
    Invitation.objects.filter(pk=invited.pk).update(code="01VB2XRT9C")
    assert devices.invitation(typed).pk == invited.pk
    assert post("join", invitation=typed, device=str(uuid4())).status_code == 200
    assert not WrongGuess.objects.exclude(kind="joined").exists()


@pytest.mark.parametrize(
    ("text", "can"),
    [
        ("123456", True),
        ("12345", False),
        ("١٢٣٤٥٦", False),
        ("K7QM2XRT9B", True),
        ("K7QM2XRT9É", False),
        ("", False),
    ],
)
def test_possible_codes_are_recognised(text, can):
    assert codes.is_possible_code(codes.normalize_code(text)) is can


def test_printed_six_digit_code_still_works(tournament, invited):
    Invitation.objects.filter(pk=invited.pk).update(code="004711")
    for typed in ("004711", "004 711", "OO47Il"):
        assert devices.invitation(typed).pk == invited.pk
    assert devices.invite_tables(tournament)[0].code == "004711"
    assert len(devices.renew(invited.place).code) == codes.LENGTH


def test_code_of_archived_tournament_can_be_reused(tournament, invited, monkeypatch):
    over = devices.invite_tables(factories.tournament(4, by=factories.director("yvon")))[0]
    Tournament.objects.filter(pk=over.tournament_id).update(live=False)
    made = iter([invited.code, over.code])
    monkeypatch.setattr(codes, "new_code", lambda: next(made))
    assert devices.renew(tournament.places.get(number=2)).code == over.code


# Where codes are valid


def make_official(tournament) -> Publication:
    return publications.publish(tournament, official=True, by=None)


@both
def test_code_is_valid_until_its_tournament_is_official(database, tournament, invited):
    Tournament.objects.update(date="2020-02-01")
    assert join_status(invited.code) == 200
    make_official(tournament)
    assert [join_status(invited.code), join_status(invited.secret)] == [404, 200]


def test_other_or_replaced_publications_keep_code_valid(tournament, invited):
    make_official(factories.tournament(4))
    before = make_official(tournament)
    before.replaced_by = publications.publish(tournament, official=False, by=None)
    before.save()
    assert join_status(invited.code) == 200


def test_provisional_publication_keeps_code_valid(tournament, invited):
    publications.publish(tournament, official=False, by=None)
    assert join_status(invited.code) == 200


def test_code_and_secret_of_archived_tournament_are_invalid(tournament, invited):
    Tournament.objects.update(live=False)
    assert [join_status(invited.code), join_status(invited.secret)] == [404, 404]


def test_player_page_opens_by_secret_after_official_results(tournament, client):
    mine = devices.invite_players(tournament)[0]
    make_official(tournament)
    assert client.get(f"/me/{mine.secret}/").status_code == 200
    assert client.get(f"/me/{mine.code}/").status_code == 404


# Guessing codes


@both
def test_wrong_codes_limit_codes_but_not_secrets(database, tournament, invited, monkeypatch):
    limits = (rate_limits.Limit(3, 600), rate_limits.Limit(100, 600, everywhere=True))
    monkeypatch.setitem(devices.LIMITS, codes.LENGTH, limits)
    assert [join_status("ZZZZZZZZZZ") for _guess in range(3)] == [404] * 3
    assert [join_status("ZZZZZZZZZZ"), join_status(invited.code)] == [429, 429]
    assert join_status("nobody-has-this-secret") == 404
    assert [join_status(invited.secret), join_status(invited.code, "10.0.0.9")] == [200, 200]
    held_up = post("join", invitation=invited.code, device=str(uuid4()))
    assert held_up.json()["error"] == "too_many_codes" and 0 < int(held_up["Retry-After"]) <= 600


def test_table_page_shares_the_rate_limit_of_codes(tournament, invited, monkeypatch):
    monkeypatch.setitem(devices.LIMITS, codes.LENGTH, (rate_limits.Limit(3, 600),))

    def known(text: str) -> bool:
        return b'"known": true' in Client().get(f"/table/{text}/").content

    assert [known("ZZZZZZZZZ1"), join_status("ZZZZZZZZZ2"), known(invited.code)] == [False, 404, True]
    assert [known("ZZZZZZZZZ3"), known(invited.code), join_status(invited.code)] == [False, False, 429]
    assert known(invited.secret)


@pytest.mark.long
def test_forty_tables_behind_one_address_may_mistype_and_join():
    """Each code of forty tables behind one router is mistyped twice, and one more is used after a break."""
    hall = factories.tournament(4, tables=40)
    for typed in [one.code for one in devices.invite_tables(hall)]:
        slips = [typed[:-1] + sign for sign in codes.ALPHABET if sign != typed[-1]][:2]
        assert [join_status(slip) for slip in slips] == [404, 404]
        assert join_status(typed) == 200
    WrongGuess.objects.filter(kind="code10").update(at=timezone.now() - timedelta(hours=1))
    record_wrong_guesses(120)
    assert join_status(code_of(hall, 7)) == 200


@both
def test_wrong_codes_have_a_daily_limit_for_all_addresses(database, tournament, invited, monkeypatch):
    monkeypatch.setitem(devices.LIMITS, codes.LENGTH, (rate_limits.Limit(50, 86_400, everywhere=True),))
    for at in range(50):
        record_wrong_guesses(1, f"10.0.{at}.7")
    assert [join_status(invited.code, "10.9.9.9"), join_status(invited.secret, "10.9.9.9")] == [429, 200]
    WrongGuess.objects.update(at=timezone.now() - timedelta(days=1, seconds=1))
    assert join_status(invited.code, "10.9.9.9") == 200


@pytest.mark.parametrize(
    ("count", "ago", "status"),
    [(199, 0, 200), (200, 0, 429), (200, 601, 200), (499, 3600, 200), (500, 3600, 429), (500, 86_401, 200)],
)
def test_wrong_codes_are_limited_per_address(invited, count, ago, status):
    record_wrong_guesses(count, ago=ago)
    assert join_status(invited.code) == status


def test_six_digit_codes_have_lower_limits_of_their_own(tournament, invited):
    other = devices.invite_tables(tournament)[1]
    Invitation.objects.filter(pk=other.pk).update(code="004711")
    record_wrong_guesses(49, kind="code6")
    assert join_status("004711") == 200
    record_wrong_guesses(1, kind="code6")
    assert join_status("004711") == 429
    WrongGuess.objects.all().delete()
    record_wrong_guesses(99, kind="code6", ago=3600)
    assert join_status("004711") == 200
    record_wrong_guesses(1, kind="code6", ago=3600)
    assert [join_status("004711"), join_status("004711", "10.9.9.9"), join_status(invited.code)] == [
        429,
        200,
        200,
    ]
    for at in range(2):
        record_wrong_guesses(100, f"10.0.{at}.7", kind="code6")
    assert [join_status("004711", "10.9.9.9"), join_status(invited.code)] == [429, 200]


def test_code_of_a_player_does_not_join(tournament):
    mine = devices.invite_players(tournament)[0]
    for code in (mine.code, "471100"):
        Invitation.objects.filter(pk=mine.pk).update(code=code)
        assert join_status(code) == 404
    assert join_status(mine.secret) == 200


def test_ipv6_addresses_of_one_network_are_counted_together():
    for last in range(5):
        rate_limits.count_attempt("x", f"2001:db8:1:2::{last:x}")
    assert rate_limits.count("x", "2001:db8:1:2:ffff::1", within=60) == 5
    assert rate_limits.count("x", "2001:db8:1:3::1", within=60) == 0
    rate_limits.count_attempt("x", "::ffff:192.168.0.7")
    assert rate_limits.count("x", "192.168.0.7", within=60) == 1


def test_daily_limit_makes_guessing_a_code_improbable():
    """The computation of docs/decisions.md: a hundred tournaments of 100 tables each."""
    (everywhere,) = [limit.most for limit in devices.LIMITS[codes.LENGTH] if limit.everywhere]
    known = 100 * 100
    assert Fraction(everywhere * known, len(codes.ALPHABET) ** codes.LENGTH) < Fraction(1, 1_000_000)


def test_guess_limits_and_secret_length_match_the_docs():
    """docs/decisions.md: forty tables may mistype twice, and the secret of a sheet has 96 bits."""
    most = {length: [limit.most for limit in limits] for length, limits in devices.LIMITS.items()}
    assert most == {codes.LENGTH: [200, 500, 10_000], codes.OLD_LENGTH: [50, 100, 300]}
    assert len(devices.new_secret()) == 96 / 6


def test_six_digit_guessing_odds_match_the_docs():
    (everywhere,) = [limit.most for limit in devices.LIMITS[codes.OLD_LENGTH] if limit.everywhere]

    def chance(known: int) -> float:
        return 1 - (1 - known / 10**codes.OLD_LENGTH) ** everywhere

    assert [round(100 * chance(tables), 1) for tables in (50, 100 * 50)] == [1.5, 77.8]


def test_code_shared_by_two_tables_is_refused(tournament, invited):
    other = devices.invite_tables(factories.tournament(4, by=factories.director("yvon")))[0]
    Invitation.objects.filter(pk=other.pk).update(code=invited.code)
    with pytest.raises(DomainError, match="no_such_invitation"):
        devices.invitation(invited.code)


def test_new_code_is_unused_by_live_tournaments(tournament, invited, monkeypatch):
    made = iter([invited.code, invited.code, "ABCDEFGHJK"])
    monkeypatch.setattr(codes, "new_code", lambda: next(made))
    assert devices.free_code() == "ABCDEFGHJK"
    Tournament.objects.filter(pk=tournament.pk).update(live=False)
    monkeypatch.setattr(codes, "new_code", lambda: invited.code)
    assert devices.free_code() == invited.code
