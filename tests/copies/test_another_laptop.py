"""The laptop that comes next: how tablets find it, and the authority of https that comes along on the key."""

import os
from pathlib import Path

import pytest
from django.test import Client

from config import ca_backup, certificate_maker, certificates
from config.certificates import Folder, fingerprint
from config.lan import PORT
from tests import factories
from tests.shown_by import codes, page
from tournaments import copies
from tournaments.management import secure
from tournaments.models import Tournament
from tournaments.views import copies as pages

ENGLISH = {"accept-language": "en"}
OLD, NEW = "192.168.40.7", "192.168.40.9"


@pytest.fixture
def key(tmp_path: Path, settings) -> Path:
    """A USB key on which copies go."""
    settings.DATA_DIR = tmp_path / "laptop"
    settings.COPIES_DIR = str(tmp_path / "key")
    (tmp_path / "key").mkdir()
    return tmp_path / "key"


def authority(path: Path) -> Folder:
    """A laptop with https of its own."""
    made = Folder(path)
    certificate_maker.main(made, ["127.0.0.1"])
    return made


def fingerprint_of(folder: Folder) -> str:
    return fingerprint(folder).replace(":", "")


# The authority


@pytest.mark.django_db
def test_a_copy_brings_the_authority_to_the_key_and_nowhere_else(key, settings):
    own = authority(Path(settings.DATA_DIR) / "https")
    day = factories.tournament(4, by=factories.director())
    copies.keep(day.pk)
    (found,) = ca_backup.spares(key, Folder(Path("/nowhere")))
    assert found.fingerprint == fingerprint_of(own)
    assert found.path.read_bytes() == own.authority.read_bytes()
    assert not list(key.rglob("server.pem"))
    assert os.name == "nt" or found.path.stat().st_mode & 0o077 == 0
    assert ca_backup.spares(key, own) == []  # its own is nothing to go on with
    assert not ca_backup.lay_beside(key, own)
    settings.COPIES_DIR = ""
    day.next_version()
    copies.keep(day.pk)
    assert not list((Path(settings.DATA_DIR) / "copies").glob("https*"))


def test_a_laptop_without_an_authority_goes_on_with_that_of_the_key(key, tmp_path):
    first = authority(tmp_path / "first")
    ca_backup.lay_beside(key, first)
    own = certificates.of_this_laptop()
    secure._take_over(own)
    certificate_maker.main(own, [NEW])
    assert own.public.read_bytes() == first.public.read_bytes()


def test_a_laptop_with_one_of_its_own_keeps_it_until_it_is_asked(key, tmp_path):
    first, own = authority(tmp_path / "first"), authority(certificates.of_this_laptop().path)
    mine = fingerprint(own)
    ca_backup.lay_beside(key, first)
    ca_backup.lay_beside(key, own)
    assert len(list(key.glob(ca_backup.PATTERN))) == 2  # neither pushes the other from the key
    secure._take_over(own)
    assert fingerprint(own) == mine
    (other,) = ca_backup.spares(key, own)
    ca_backup.take(other, own)
    certificate_maker.main(own, [NEW])
    assert fingerprint(own) == fingerprint(first)
    assert fingerprint(Folder(own.path.with_name("https-aside-1"))) == mine


@pytest.mark.parametrize("text", ["", "x", "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----", "é"])
def test_what_is_no_authority_is_passed_over(key, tmp_path, text):
    (key / "https-ABCD").mkdir()
    (key / "https-ABCD" / "authority.pem").write_text(text, encoding="utf-8")
    assert ca_backup.spares(key, Folder(tmp_path / "none")) == []
    assert not ca_backup.lay_beside(key, Folder(key / "https-ABCD"))


# The pages


@pytest.fixture
def day(db) -> Tournament:
    return factories.tournament(4, by=factories.director())


@pytest.fixture
def lise(client: Client, day) -> Client:
    client.force_login(factories.User.objects.get(username="lise"))
    return client


def offered(lise: Client) -> list[str]:
    """The certificates of other computers with which this one may go on."""
    forms = page(lise.get("/restore/")).all("form[action=/restore/https/]")
    return [form.one("[name=name]")["value"] for form in forms]


def test_the_authority_of_another_is_taken_by_a_button(lise, key, tmp_path):
    first, own = authority(tmp_path / "first"), authority(certificates.of_this_laptop().path)
    ca_backup.lay_beside(key, first)
    name = fingerprint_of(first)[:8]
    assert offered(lise) == [name]
    assert lise.post("/restore/https/", {"name": "../.."}).status_code == 302
    assert own.public.exists()
    lise.post("/restore/https/", {"name": name})
    assert own.authority.read_bytes() == first.authority.read_bytes()
    assert offered(lise) == []
    assert Client().post("/restore/https/", {"name": name}).status_code == 302  # to sign in


def test_the_page_of_copies_says_that_a_secret_lies_on_the_key(lise, day, key):
    page = f"/t/{day.slug}/copies/"
    assert "secret key" not in lise.get(page, headers=ENGLISH).content.decode()
    authority(certificates.of_this_laptop().path)
    assert "secret key" in lise.get(page, headers=ENGLISH).content.decode()


@pytest.fixture
def restored(day, key, monkeypatch) -> Tournament:
    """The day, restored from a copy that the old laptop wrote under its address."""
    monkeypatch.setenv(PORT, "8000")
    monkeypatch.setattr("config.lan.lan_addresses", lambda: [OLD])
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
