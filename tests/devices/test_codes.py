"""Codes that are typed: forgiving, limited without locking a hall out, good by the state of the day."""

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
from tournaments.publishing import snapshot

pytestmark = pytest.mark.django_db
both = pytest.mark.both_databases


@pytest.fixture
def day():
    return factories.tournament(8)


@pytest.fixture
def invited(day):
    return devices.invite_tables(day)[0]


def ask(invitation: str, address: str = "127.0.0.1") -> int:
    """The status with which somebody at an address joins."""
    body = {"invitation": invitation, "device": str(uuid4())}
    return Client(REMOTE_ADDR=address).post("/api/1/join", body, "application/json").status_code


def wrong(count: int, address: str = "127.0.0.1", *, kind: str = "code10", ago: int = 0) -> None:
    """So many wrong codes have come from an address."""
    at = timezone.now() - timedelta(seconds=ago)
    WrongGuess.objects.bulk_create(WrongGuess(kind=kind, address=address, at=at) for _ in range(count))


def code_of(day, table: int) -> str:
    return devices.invite_tables(day)[table - 1].code


# Made and read


def test_a_code_has_ten_signs_and_none_that_looks_like_another():
    made = {codes.new_code() for _code in range(200)}
    assert {len(code) for code in made} == {10}
    assert set("".join(made)) <= set(codes.SIGNS)
    assert len(codes.SIGNS) == len(set(codes.SIGNS)) == 32
    assert not set(codes.SIGNS) & set("OILU")
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
def test_case_spaces_hyphens_and_look_alikes_do_not_matter(invited, typed):
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
def test_what_can_be_a_code(text, can):
    assert codes.is_possible_code(codes.normalize_code(text)) is can


def test_a_code_of_six_digits_that_was_printed_goes_on_opening_its_table(day, invited):
    Invitation.objects.filter(pk=invited.pk).update(code="004711")
    for typed in ("004711", "004 711", "OO47Il"):
        assert devices.invitation(typed).pk == invited.pk
    assert devices.invite_tables(day)[0].code == "004711"
    assert len(devices.renew(invited.place).code) == codes.LENGTH


def test_a_code_of_a_tournament_that_is_archived_is_free_again(day, invited, monkeypatch):
    over = devices.invite_tables(factories.tournament(4, by=factories.director("yvon")))[0]
    Tournament.objects.filter(pk=over.tournament_id).update(live=False)
    made = iter([invited.code, over.code])
    monkeypatch.setattr(codes, "new_code", lambda: next(made))
    assert devices.renew(day.places.get(number=2)).code == over.code


# Where they are good


def make_official(day) -> Publication:
    return snapshot.publish(day, official=True, by=None)


@both
def test_a_code_is_good_until_its_tournament_is_official_whatever_its_date(database, day, invited):
    Tournament.objects.update(date="2020-02-01")
    assert ask(invited.code) == 200
    make_official(day)
    assert [ask(invited.code), ask(invited.secret)] == [404, 200]


def test_what_is_official_elsewhere_or_was_replaced_ends_no_code(day, invited):
    make_official(factories.tournament(4))
    before = make_official(day)
    before.replaced_by = snapshot.publish(day, official=False, by=None)
    before.save()
    assert ask(invited.code) == 200


def test_a_publication_that_is_not_official_ends_no_code(day, invited):
    snapshot.publish(day, official=False, by=None)
    assert ask(invited.code) == 200


def test_of_a_tournament_that_is_archived_nothing_is_good(day, invited):
    Tournament.objects.update(live=False)
    assert [ask(invited.code), ask(invited.secret)] == [404, 404]


def test_a_players_own_page_stays_open_when_all_is_official_and_no_code_opens_it(day, client):
    mine = devices.invite_players(day)[0]
    make_official(day)
    assert client.get(f"/me/{mine.secret}/").status_code == 200
    assert client.get(f"/me/{mine.code}/").status_code == 404


# Guessing


@both
def test_wrong_codes_hold_up_codes_and_never_who_scans_a_sheet(database, day, invited, monkeypatch):
    limits = (rate_limits.Limit(3, 600), rate_limits.Limit(100, 600, everywhere=True))
    monkeypatch.setitem(devices.LIMITS, codes.LENGTH, limits)
    assert [ask("ZZZZZZZZZZ") for _guess in range(3)] == [404] * 3
    assert [ask("ZZZZZZZZZZ"), ask(invited.code)] == [429, 429]
    assert ask("nobody-has-this-secret") == 404
    assert [ask(invited.secret), ask(invited.code, "10.0.0.9")] == [200, 200]
    held_up = post("join", invitation=invited.code, device=str(uuid4()))
    assert (held_up["Retry-After"], held_up.json()["error"]) == ("600", "too_many_codes")


def test_the_page_of_a_table_looks_codes_up_by_the_same_limits(day, invited, monkeypatch):
    monkeypatch.setitem(devices.LIMITS, codes.LENGTH, (rate_limits.Limit(3, 600),))

    def known(text: str) -> bool:
        return b'"known": true' in Client().get(f"/table/{text}/").content

    assert [known("ZZZZZZZZZ1"), ask("ZZZZZZZZZ2"), known(invited.code)] == [False, 404, True]
    assert [known("ZZZZZZZZZ3"), known(invited.code), ask(invited.code)] == [False, False, 429]
    assert known(invited.secret)


def test_a_whole_hall_behind_one_address_mistypes_and_joins():
    """Forty tables behind one router, each code twice wrong on one morning, and once more after a break."""
    hall = factories.tournament(4, tables=40)
    for typed in [one.code for one in devices.invite_tables(hall)]:
        slips = [typed[:-1] + sign for sign in codes.SIGNS if sign != typed[-1]][:2]
        assert [ask(slip) for slip in slips] == [404, 404]
        assert ask(typed) == 200
    WrongGuess.objects.filter(kind="code10").update(at=timezone.now() - timedelta(hours=1))
    wrong(120)
    assert ask(code_of(hall, 7)) == 200


@both
def test_all_addresses_together_have_a_budget_for_a_day(database, day, invited, monkeypatch):
    monkeypatch.setitem(devices.LIMITS, codes.LENGTH, (rate_limits.Limit(50, 86_400, everywhere=True),))
    for at in range(50):
        wrong(1, f"10.0.{at}.7")
    assert [ask(invited.code, "10.9.9.9"), ask(invited.secret, "10.9.9.9")] == [429, 200]
    WrongGuess.objects.update(at=timezone.now() - timedelta(days=1, seconds=1))
    assert ask(invited.code, "10.9.9.9") == 200


@pytest.mark.parametrize(
    ("count", "ago", "status"),
    [(199, 0, 200), (200, 0, 429), (200, 601, 200), (499, 3600, 200), (500, 3600, 429), (500, 86_401, 200)],
)
def test_what_one_address_may_try(invited, count, ago, status):
    wrong(count, ago=ago)
    assert ask(invited.code) == status


def test_codes_of_six_digits_have_a_smaller_budget_of_their_own(day, invited):
    other = devices.invite_tables(day)[1]
    Invitation.objects.filter(pk=other.pk).update(code="004711")
    wrong(49, kind="code6")
    assert ask("004711") == 200
    wrong(1, kind="code6")
    assert ask("004711") == 429
    WrongGuess.objects.all().delete()
    wrong(99, kind="code6", ago=3600)
    assert ask("004711") == 200
    wrong(1, kind="code6", ago=3600)
    assert [ask("004711"), ask("004711", "10.9.9.9"), ask(invited.code)] == [429, 200, 200]
    for at in range(2):
        wrong(100, f"10.0.{at}.7", kind="code6")
    assert [ask("004711", "10.9.9.9"), ask(invited.code)] == [429, 200]


def test_a_code_opens_tables_and_never_speaks_for_a_player(day):
    mine = devices.invite_players(day)[0]
    for code in (mine.code, "471100"):
        Invitation.objects.filter(pk=mine.pk).update(code=code)
        assert ask(code) == 404
    assert ask(mine.secret) == 200


def test_who_has_many_addresses_of_version_6_is_counted_once():
    for last in range(5):
        rate_limits.count_attempt("x", f"2001:db8:1:2::{last:x}")
    assert rate_limits.count("x", "2001:db8:1:2:ffff::1", within=60) == 5
    assert rate_limits.count("x", "2001:db8:1:3::1", within=60) == 0
    rate_limits.count_attempt("x", "::ffff:192.168.0.7")
    assert rate_limits.count("x", "192.168.0.7", within=60) == 1


def test_a_day_of_guessing_opens_no_table_on_a_server_with_a_hundred_tournaments():
    """The sum of docs/decisions.md: a hundred tournaments of 100 tables each."""
    (everywhere,) = [limit.most for limit in devices.LIMITS[codes.LENGTH] if limit.everywhere]
    known = 100 * 100
    assert Fraction(everywhere * known, len(codes.SIGNS) ** codes.LENGTH) < Fraction(1, 1_000_000)


def test_how_much_guessing_is_let_through_is_what_the_docs_reckon_with():
    """docs/decisions.md: forty tables may mistype twice, and the secret of a sheet has 96 bits."""
    most = {length: [limit.most for limit in limits] for length, limits in devices.LIMITS.items()}
    assert most == {codes.LENGTH: [200, 500, 10_000], codes.DIGITS: [50, 100, 300]}
    assert len(devices.new_secret()) == 96 / 6


def test_no_limit_makes_six_digits_safe_and_the_figures_of_the_docs_are_theirs():
    (everywhere,) = [limit.most for limit in devices.LIMITS[codes.DIGITS] if limit.everywhere]

    def chance(known: int) -> float:
        return 1 - (1 - known / 10**codes.DIGITS) ** everywhere

    assert [round(100 * chance(tables), 1) for tables in (50, 100 * 50)] == [1.5, 77.8]


def test_two_tables_with_one_code_are_none(day, invited):
    other = devices.invite_tables(factories.tournament(4, by=factories.director("yvon")))[0]
    Invitation.objects.filter(pk=other.pk).update(code=invited.code)
    with pytest.raises(DomainError, match="no_such_invitation"):
        devices.invitation(invited.code)


def test_a_code_is_given_that_no_table_of_a_day_that_is_lived_has(day, invited, monkeypatch):
    made = iter([invited.code, invited.code, "ABCDEFGHJK"])
    monkeypatch.setattr(codes, "new_code", lambda: next(made))
    assert devices.free_code() == "ABCDEFGHJK"
    Tournament.objects.filter(pk=day.pk).update(live=False)
    monkeypatch.setattr(codes, "new_code", lambda: invited.code)
    assert devices.free_code() == invited.code
