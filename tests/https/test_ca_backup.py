"""The authority of https is copied to the USB key, for the laptop that replaces this one."""

import os
from pathlib import Path

import pytest
from cryptography import x509
from django.test import Client

from tests import factories
from tests.page_reader import parse
from tournaments.https import ca_backup, certificate_maker, certificates, listener
from tournaments.https.certificates import Folder, fingerprint
from tournaments.models import Tournament
from tournaments.transfer import copies

ENGLISH = {"accept-language": "en"}
NEW_ADDRESS = "192.168.40.9"


@pytest.fixture
def key(tmp_path: Path, settings) -> Path:
    """Return the folder of a USB key for copies."""
    settings.DATA_DIR = tmp_path / "laptop"
    settings.COPIES_DIR = str(tmp_path / "key")
    (tmp_path / "key").mkdir()
    return tmp_path / "key"


def make_authority(path: Path) -> Folder:
    """Make a laptop's own authority."""
    made = Folder(path)
    certificate_maker.main(made, ["127.0.0.1"])
    return made


def fingerprint_of(folder: Folder) -> str:
    return fingerprint(folder).replace(":", "")


@pytest.mark.django_db
def test_copy_backs_up_authority_to_the_usb_key_only(key, settings):
    own = make_authority(Path(settings.DATA_DIR) / "https")
    tournament = factories.tournament(4, by=factories.director())
    copies.write_copy(tournament.pk)
    (found,) = ca_backup.spares(key, Folder(Path("/nowhere")))
    assert found.fingerprint == fingerprint_of(own)
    assert found.path.read_bytes() == own.authority.read_bytes()
    assert not list(key.rglob("server.pem"))
    assert os.name == "nt" or found.path.stat().st_mode & 0o077 == 0
    assert ca_backup.spares(key, own) == []  # its own authority is not offered
    assert not ca_backup.back_up_authority(key, own)
    settings.COPIES_DIR = ""
    tournament.next_version()
    copies.write_copy(tournament.pk)
    assert not list((Path(settings.DATA_DIR) / "copies").glob("https*"))


def test_laptop_without_authority_adopts_that_of_the_key(key, tmp_path):
    first = make_authority(tmp_path / "first")
    ca_backup.back_up_authority(key, first)
    own = certificates.certificate_folder()
    listener.adopt_newest_authority(own)
    certificate_maker.main(own, [NEW_ADDRESS])
    assert own.public.read_bytes() == first.public.read_bytes()


def test_own_authority_is_kept_until_another_is_adopted(key, tmp_path):
    first, own = make_authority(tmp_path / "first"), make_authority(certificates.certificate_folder().path)
    mine = fingerprint(own)
    ca_backup.back_up_authority(key, first)
    ca_backup.back_up_authority(key, own)
    assert len(list(key.glob(ca_backup.PATTERN))) == 2  # neither replaces the other on the key
    listener.adopt_newest_authority(own)
    assert fingerprint(own) == mine
    (other,) = ca_backup.spares(key, own)
    ca_backup.adopt_authority(other, own)
    certificate_maker.main(own, [NEW_ADDRESS])
    assert fingerprint(own) == fingerprint(first)
    assert fingerprint(Folder(own.path.with_name("https-aside-1"))) == mine


@pytest.mark.parametrize(
    "instead",
    [
        x509.NameConstraints([x509.DNSName("local")], None),  # says nothing about IP addresses
        x509.NameConstraints([x509.DNSName("local"), x509.DNSName("ca")], None),
        x509.InhibitAnyPolicy(0),
    ],
    ids=["names", "more names", "nothing"],
)
def test_authority_that_is_not_limited_to_a_hall_is_refused(key, tmp_path, monkeypatch, instead):
    """A key that was found may have it: tablets would believe it about every site."""
    with monkeypatch.context() as forger:
        forger.setattr(certificate_maker, "permitted_names", lambda: instead)
        ca_backup.back_up_authority(key, make_authority(tmp_path / "forged"))
    own = certificates.certificate_folder()
    listener.adopt_newest_authority(own)
    with pytest.raises(certificates.NoCertificates, match=str(own.path)):
        certificates.ensure(own, [NEW_ADDRESS])
    assert not own.public.exists() and not own.server.exists()


@pytest.mark.parametrize("text", ["", "x", "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----", "é"])
def test_invalid_authority_is_ignored(key, tmp_path, text):
    (key / "https-ABCD").mkdir()
    (key / "https-ABCD" / "authority.pem").write_text(text, encoding="utf-8")
    assert ca_backup.spares(key, Folder(tmp_path / "none")) == []
    assert not ca_backup.back_up_authority(key, Folder(key / "https-ABCD"))


# The pages


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.tournament(4, by=factories.director())


@pytest.fixture
def lise(client: Client, tournament) -> Client:
    client.force_login(factories.User.objects.get(username="lise"))
    return client


def offered_authorities(lise: Client) -> list[str]:
    """Return the names of other computers' authorities that this one may take over."""
    forms = parse(lise.get("/restore/")).all("form[action=/restore/https/]")
    return [form.one("[name=name]")["value"] for form in forms]


def test_restore_page_adopts_authority_of_another_laptop(lise, key, tmp_path):
    first, own = make_authority(tmp_path / "first"), make_authority(certificates.certificate_folder().path)
    ca_backup.back_up_authority(key, first)
    name = fingerprint_of(first)[:8]
    assert offered_authorities(lise) == [name]
    assert lise.post("/restore/https/", {"name": "../.."}).status_code == 302
    assert own.public.exists()
    lise.post("/restore/https/", {"name": name})
    assert own.authority.read_bytes() == first.authority.read_bytes()
    assert offered_authorities(lise) == []
    assert Client().post("/restore/https/", {"name": name}).status_code == 302  # redirected to sign in


def test_copies_page_warns_of_the_private_key_on_the_usb_key(lise, tournament, key):
    page = f"/t/{tournament.slug}/copies/"
    assert "private key" not in lise.get(page, headers=ENGLISH).content.decode()
    make_authority(certificates.certificate_folder().path)
    assert "private key" in lise.get(page, headers=ENGLISH).content.decode()


def test_user_without_role_cannot_adopt_authority(client, tournament):
    client.force_login(factories.User.objects.create_user("personne"))
    assert client.post("/restore/https/", {"name": "x"}).status_code == 403


def test_tablets_page_links_https_only_when_it_is_served(lise, tournament, settings):
    settings.LAN_PORTS = {}
    html = lise.get(f"/t/{tournament.slug}/tablets/").content.decode()
    assert "#as-an-app" in html
    assert 'href="/https/"' not in html
    settings.LAN_PORTS = {"http": 8000, "https": 8443}
    html = lise.get(f"/t/{tournament.slug}/tablets/").content.decode()
    assert 'href="/https/"' in html
    assert "#as-an-app" not in html
