"""Heavy work is limited for each person and for all together; other pages still answer."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.accounts.addresses import every
from tests.factories import signed_in
from tournaments.accounts import rate_limits
from tournaments.models import Tournament, User, WrongGuess

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return factories.tournament(4, by=factories.director("odile"))


def record_attempts(user: User | str, kind: str, times: int, *, minutes: int = 1) -> None:
    """Record that `user` asked for this so many times, `minutes` ago."""
    who = user if isinstance(user, str) else f"user {user.pk}"
    at = timezone.now() - timedelta(minutes=minutes)
    WrongGuess.objects.bulk_create(WrongGuess(kind=kind, address=who, at=at) for _time in range(times))


def request_address(browser: Client, kind: str, tournament: Tournament):
    (path,) = [address.path for address in every(tournament) if address.name == kind]
    return browser.get(path) if kind in rate_limits.LIMITED_READS else browser.post(path)


@pytest.mark.parametrize("kind", rate_limits.HEAVY_LIMITS)
def test_heavy_work_is_limited_per_user(tournament, kind):
    browser, other = (
        signed_in(User.objects.get(username="odile")),
        factories.helper(tournament, "director", "réal"),
    )
    most = min(limit.most for limit in rate_limits.HEAVY_LIMITS[kind] if not limit.everywhere)
    record_attempts(User.objects.get(username="odile"), kind, most - 1)
    assert request_address(browser, kind, tournament).status_code != 429
    refused = request_address(browser, kind, tournament)
    assert refused.status_code == 429 and 0 < int(refused["Retry-After"]) <= rate_limits.TEN_MINUTES
    assert WrongGuess.objects.filter(kind=kind).count() == most, "refused requests are not counted"
    assert request_address(signed_in(other), kind, tournament).status_code != 429
    WrongGuess.objects.update(at=timezone.now() - timedelta(seconds=rate_limits.TEN_MINUTES + 1))
    assert request_address(browser, kind, tournament).status_code != 429


@pytest.mark.parametrize(
    ("kind", "limit"),
    [
        (kind, limit)
        for kind, limits in rate_limits.HEAVY_LIMITS.items()
        for limit in limits
        if limit.everywhere
    ],
)
def test_heavy_work_is_limited_for_all_users_together(tournament, kind, limit):
    for at in range(limit.most):
        record_attempts(f"user 10{at}", kind, 1)
    assert request_address(signed_in(User.objects.get(username="odile")), kind, tournament).status_code == 429


def test_forms_of_heavy_work_are_not_rate_limited(tournament):
    odile = User.objects.get(username="odile")
    for kind in rate_limits.HEAVY_LIMITS:
        record_attempts(odile, kind, 500)
    browser = signed_in(odile)
    for name in ("restore", "roster_import"):
        path = reverse(name, args=[tournament.slug] if name == "roster_import" else [])
        assert browser.get(path).status_code == 200
    broken = SimpleUploadedFile("a.cheville", b"nothing")
    assert browser.post(reverse("restore"), {"file": broken}).status_code == 429


def test_example_is_created_once_per_user(tournament):
    browser = signed_in(User.objects.get(username="odile"))
    for _time in range(2):
        assert browser.post(reverse("example")).status_code == 302
    assert Tournament.objects.filter(example=True).count() == 1
    assert signed_in(User.objects.create_user("passante")).post(reverse("example")).status_code == 403
    assert "/sign-in/" in Client().post(reverse("example"))["Location"]
