"""Tablets find the laptop that replaces another."""

from pathlib import Path

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import codes, parse
from tournaments.models import Tournament
from tournaments.system.lan import PORT_VARIABLE
from tournaments.transfer import copies
from tournaments.web.copies import views as pages

ENGLISH = {"accept-language": "en"}
OLD_ADDRESS, NEW_ADDRESS = "192.168.40.7", "192.168.40.9"


@pytest.fixture
def key(tmp_path: Path, settings) -> Path:
    """Return a USB key for copies."""
    settings.DATA_DIR = tmp_path / "laptop"
    settings.COPIES_DIR = str(tmp_path / "key")
    (tmp_path / "key").mkdir()
    return tmp_path / "key"


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.tournament(4, by=factories.director())


@pytest.fixture
def lise(client: Client, tournament) -> Client:
    client.force_login(factories.User.objects.get(username="lise"))
    return client


@pytest.fixture
def restored(tournament, key, monkeypatch) -> Tournament:
    """Return the tournament restored from a copy that the old laptop wrote under its address."""
    monkeypatch.setenv(PORT_VARIABLE, "8000")
    monkeypatch.setattr("tournaments.system.lan.lan_addresses", lambda: [OLD_ADDRESS])
    kept = copies.write_copy(tournament.pk)
    copy = copies.open_copy(Path(kept.file).read_bytes())
    assert copy.reached == (f"http://{OLD_ADDRESS}:8000",)
    return copies.restore(copy, by=factories.User.objects.get(username="lise"))


@pytest.mark.parametrize(
    ("address", "port", "typed"),
    [(NEW_ADDRESS, "8000", NEW_ADDRESS), (NEW_ADDRESS, "8001", f"{NEW_ADDRESS}:8001")],
)
def test_page_shows_three_ways_to_find_new_laptop(
    lise, restored, monkeypatch, settings, address, port, typed
):
    monkeypatch.setattr(pages, "lan_addresses", lambda: [address])
    found = parse(lise.get(f"/t/{restored.slug}/found/", SERVER_PORT=port, SERVER_NAME="localhost"))
    first, second, third = found.all("section")
    assert [one.words for one in first.all("strong.path")] == [OLD_ADDRESS]
    assert [one.words for one in second.all(".found-address")] == [typed]
    assert third.one("p.path").words == f"http://{address}:{port}/table/"
    assert codes(found) == []


def test_https_page_shows_http_address_for_tablets(lise, restored, monkeypatch, settings):
    monkeypatch.setattr(pages, "lan_addresses", lambda: [NEW_ADDRESS])
    settings.LAN_PORTS = {"http": 8000, "https": 8443}
    page = lise.get(f"/t/{restored.slug}/found/", headers=ENGLISH, secure=True, SERVER_PORT="43121")
    assert f'<p class="found-address">{NEW_ADDRESS}</p>' in page.content.decode()
    assert f"http://{NEW_ADDRESS}:8000/table/" in page.content.decode()


def test_same_address_is_reported(lise, restored, monkeypatch):
    monkeypatch.setattr(pages, "lan_addresses", lambda: [OLD_ADDRESS])
    found = parse(lise.get(f"/t/{restored.slug}/found/", SERVER_PORT="8000", SERVER_NAME="localhost"))
    assert codes(found) == ["same_address"]
    assert OLD_ADDRESS in found.one("[data-code=same_address]").words


def test_missing_network_is_reported(lise, tournament, monkeypatch):
    monkeypatch.setattr(pages, "lan_addresses", list)
    assert codes(lise.get(f"/t/{tournament.slug}/found/")) == ["no_network"]
