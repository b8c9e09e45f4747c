"""The laptop that comes next: how tablets find it."""

from pathlib import Path

import pytest
from django.test import Client

from tests import factories
from tests.shown_by import codes, page
from tournaments.models import Tournament
from tournaments.system.lan import PORT
from tournaments.transfer import copies
from tournaments.web.copies import views as pages

ENGLISH = {"accept-language": "en"}
OLD, NEW = "192.168.40.7", "192.168.40.9"


@pytest.fixture
def key(tmp_path: Path, settings) -> Path:
    """A USB key on which copies go."""
    settings.DATA_DIR = tmp_path / "laptop"
    settings.COPIES_DIR = str(tmp_path / "key")
    (tmp_path / "key").mkdir()
    return tmp_path / "key"


@pytest.fixture
def day(db) -> Tournament:
    return factories.tournament(4, by=factories.director())


@pytest.fixture
def lise(client: Client, day) -> Client:
    client.force_login(factories.User.objects.get(username="lise"))
    return client


@pytest.fixture
def restored(day, key, monkeypatch) -> Tournament:
    """The day, restored from a copy that the old laptop wrote under its address."""
    monkeypatch.setenv(PORT, "8000")
    monkeypatch.setattr("tournaments.system.lan.lan_addresses", lambda: [OLD])
    kept = copies.keep(day.pk)
    copy = copies.open_copy(Path(kept.file).read_bytes())
    assert copy.reached == (f"http://{OLD}:8000",)
    return copies.restore(copy, by=factories.User.objects.get(username="lise"))


@pytest.mark.parametrize(("address", "port", "typed"), [(NEW, "8000", NEW), (NEW, "8001", f"{NEW}:8001")])
def test_three_ways_by_which_tablets_find_the_new_laptop(
    lise, restored, monkeypatch, settings, address, port, typed
):
    monkeypatch.setattr(pages, "lan_addresses", lambda: [address])
    found = page(lise.get(f"/t/{restored.slug}/found/", SERVER_PORT=port, SERVER_NAME="localhost"))
    first, second, third = found.all("section")
    assert [one.words for one in first.all("strong.path")] == [OLD]
    assert [one.words for one in second.all(".found-address")] == [typed]
    assert third.one("p.path").words == f"http://{address}:{port}/table/"
    assert codes(found) == []


def test_over_https_the_page_still_shows_the_address_that_tablets_are_given(
    lise, restored, monkeypatch, settings
):
    monkeypatch.setattr(pages, "lan_addresses", lambda: [NEW])
    settings.LAN_PORTS = {"http": 8000, "https": 8443}
    page = lise.get(f"/t/{restored.slug}/found/", headers=ENGLISH, secure=True, SERVER_PORT="43121")
    assert f'<p class="found-address">{NEW}</p>' in page.content.decode()
    assert f"http://{NEW}:8000/table/" in page.content.decode()


def test_under_the_old_address_there_is_nothing_to_do(lise, restored, monkeypatch):
    monkeypatch.setattr(pages, "lan_addresses", lambda: [OLD])
    found = page(lise.get(f"/t/{restored.slug}/found/", SERVER_PORT="8000", SERVER_NAME="localhost"))
    assert codes(found) == ["same_address"]
    assert OLD in found.one("[data-code=same_address]").words


def test_without_a_network_the_page_says_so(lise, day, monkeypatch):
    monkeypatch.setattr(pages, "lan_addresses", list)
    assert codes(lise.get(f"/t/{day.slug}/found/")) == ["no_network"]
