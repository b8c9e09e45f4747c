"""Requests for other hosts, as a page sends them whose name was pointed to the laptop, are refused."""

import pytest
from django.test import Client, RequestFactory

from tests import factories
from tests.hostile.asking import Program, RawRequest
from tests.page_reader import data
from tournaments.system import hosts, lan
from tournaments.web import base_address
from tournaments.web.device_api import views as device_api_views

pytestmark = pytest.mark.django_db
OWN_HOSTS = ("192.168.40.7", "[fe80::7]")
FOREIGN_HOSTS = (
    "evil.example",
    "localhost.evil.example",
    "portable-lise.evil.example",
    "192.168.40.7.evil.example",
    "0x7f.1",
    "2130706433",
)


@pytest.fixture(autouse=True)
def in_a_hall(settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setenv(lan.PORT_VARIABLE, "8000")
    monkeypatch.setattr(lan, "lan_addresses", lambda: [OWN_HOSTS[0]])
    monkeypatch.setattr(base_address, "lan_addresses", lambda: [OWN_HOSTS[0]])
    monkeypatch.setattr(device_api_views, "lan_addresses", lambda: [OWN_HOSTS[0]])
    monkeypatch.setattr(hosts.socket, "gethostname", lambda: "Portable-Lise.club.lan")


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
@pytest.mark.parametrize("path", ["/", "/t/{}/", "/t/{}/rows/"])
def test_foreign_host_reads_nothing(host, path):
    tournament = factories.tournament(4)
    own = f"{host}:8000"
    answer = Client().get(path.format(tournament.slug), headers={"host": own, "origin": f"http://{own}"})
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "http://192.168.40.7:8000" in html
    assert tournament.name not in html and "example" not in html


def test_page_for_refused_host_has_its_code():
    assert data(Client().get("/", headers={"host": "evil.example"}).content.decode(), "code") == ["host"]


@pytest.mark.parametrize(
    "host",
    [
        *OWN_HOSTS,
        "127.0.0.1",
        "[::1]",
        "localhost",
        "LOCALHOST",
        "cheville.local",
        "portable-lise",
        "Portable-Lise.club.lan",
        "portable-lise.",
    ],
)
def test_own_names_and_addresses_are_answered(host):
    assert Client().get("/", headers={"host": f"{host}:8000"}).status_code == 200


def test_hosts_of_the_settings_are_answered(settings):
    settings.ALLOWED_HOSTS = ["*", "club.example", ".hall.example"]
    settings.PUBLIC_URL, settings.CSRF_TRUSTED_ORIGINS = (
        "https://crible.example/x",
        ["https://a.example:8443"],
    )
    for host in ("club.example", "b.hall.example", "crible.example", "a.example"):
        assert Client().get("/", headers={"host": host}).status_code == 200, host
    assert Client().get("/", headers={"host": "b.club.example"}).status_code == 400


@pytest.mark.parametrize("asked", ["localhost:8000", "cheville.local:8000", "192.168.40.7:8000"])
def test_every_announced_address_is_answered(asked):
    request = RequestFactory().post("/api/1/here", headers={"Host": asked}, SERVER_PORT="8000")
    for given in [base_address.base(request), *lan.links(), *device_api_views.own_addresses(request)]:
        assert Client().get("/table", headers={"host": given.partition("://")[2]}).status_code in (200, 301)


def test_device_requests_to_foreign_hosts_are_refused():
    program = Program()
    try:
        for host, refused in (("evil.example", True), ("192.168.40.7", False)):
            asked = RawRequest("POST", b"/api/1/here", body=b"{}", headers={"HTTP_HOST": host})
            assert (b'"error": "host"' in program.ask(asked).body) == refused, host
    finally:
        program.end()


@pytest.mark.parametrize("path", ["/%00", "/static/%00", "/nowhere/"])
def test_404_pages_have_the_security_headers(path):
    answer = Client().get(path, headers={"host": "localhost"})
    assert answer.status_code == 404
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
