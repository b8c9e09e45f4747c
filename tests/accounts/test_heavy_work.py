"""Heavy work is started so often by one person, and so often by all together; everything else goes on."""

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
def day() -> Tournament:
    return factories.tournament(4, by=factories.director("odile"))


def asked(user: User | str, kind: str, times: int, *, minutes: int = 1) -> None:
    """Somebody has asked for this so many times, so long ago."""
    who = user if isinstance(user, str) else f"user {user.pk}"
    at = timezone.now() - timedelta(minutes=minutes)
    WrongGuess.objects.bulk_create(WrongGuess(kind=kind, address=who, at=at) for _time in range(times))


def ask(browser: Client, kind: str, day: Tournament):
    (path,) = [address.path for address in every(day) if address.name == kind]
    return browser.get(path) if kind in rate_limits.BY_READING else browser.post(path)


@pytest.mark.parametrize("kind", rate_limits.HEAVY)
def test_each_is_an_address_that_waits_after_so_many(day, kind):
    browser, other = signed_in(User.objects.get(username="odile")), factories.helper(day, "director", "réal")
    most = min(limit.most for limit in rate_limits.HEAVY[kind] if not limit.everywhere)
    asked(User.objects.get(username="odile"), kind, most - 1)
    assert ask(browser, kind, day).status_code != 429
    refused = ask(browser, kind, day)
    assert (refused.status_code, int(refused["Retry-After"])) == (429, rate_limits.MINUTES)
    assert WrongGuess.objects.filter(kind=kind).count() == most, "who is refused is not counted"
    assert ask(signed_in(other), kind, day).status_code != 429
    WrongGuess.objects.update(at=timezone.now() - timedelta(seconds=rate_limits.MINUTES + 1))
    assert ask(browser, kind, day).status_code != 429


@pytest.mark.parametrize(
    ("kind", "limit"),
    [(kind, limit) for kind, limits in rate_limits.HEAVY.items() for limit in limits if limit.everywhere],
)
def test_all_together_as_well(day, kind, limit):
    for at in range(limit.most):
        asked(f"user 10{at}", kind, 1)
    assert ask(signed_in(User.objects.get(username="odile")), kind, day).status_code == 429


def test_a_page_that_only_asks_for_it_is_shown_all_the_same(day):
    odile = User.objects.get(username="odile")
    for kind in rate_limits.HEAVY:
        asked(odile, kind, 500)
    browser = signed_in(odile)
    for name in ("restore", "roster_import"):
        path = reverse(name, args=[day.slug] if name == "roster_import" else [])
        assert browser.get(path).status_code == 200
    broken = SimpleUploadedFile("a.cheville", b"nothing")
    assert browser.post(reverse("restore"), {"file": broken}).status_code == 429


def test_the_example_is_made_once_for_whoever_asks_for_it_again(day):
    browser = signed_in(User.objects.get(username="odile"))
    for _time in range(2):
        assert browser.post(reverse("example")).status_code == 302
    assert Tournament.objects.filter(example=True).count() == 1
    assert signed_in(User.objects.create_user("passante")).post(reverse("example")).status_code == 403
    assert "/sign-in/" in Client().post(reverse("example"))["Location"]
