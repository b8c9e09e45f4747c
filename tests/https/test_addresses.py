"""The addresses that the desk sends to devices, with https beside http."""

import pytest
from django.test import RequestFactory

from tournaments.web.device_api import views as device_api_views

HTTP_URL, HTTPS_URL = "http://192.168.1.4:8000", "https://192.168.1.4:8443"


@pytest.mark.parametrize(
    ("asked", "origin", "expected"),
    [
        (HTTP_URL, "", [HTTP_URL, "http://198.51.100.7:8000", HTTPS_URL]),
        (HTTP_URL, HTTP_URL, [HTTP_URL, "http://198.51.100.7:8000", HTTPS_URL]),
        (HTTPS_URL, "", [HTTPS_URL, HTTP_URL, "http://198.51.100.7:8000"]),
        (HTTPS_URL, HTTPS_URL, [HTTPS_URL]),
    ],
)
def test_devices_get_only_addresses_their_page_may_use(settings, monkeypatch, asked, origin, expected):
    settings.LAN_PORTS = {"http": 8000, "https": 8443}
    monkeypatch.setattr(device_api_views, "lan_addresses", lambda: ["192.168.1.4", "198.51.100.7"])
    scheme, _colon, host = asked.partition("://")
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    request = RequestFactory().post("/api/1/here", secure=scheme == "https", headers=headers)
    assert device_api_views.own_addresses(request) == expected


def test_without_https_only_http_addresses_are_given(settings, monkeypatch):
    monkeypatch.setattr(device_api_views, "lan_addresses", lambda: ["192.168.1.4", "198.51.100.7"])
    request = RequestFactory().post("/api/1/here", headers={"Host": "192.168.1.4:8000"})
    assert device_api_views.own_addresses(request) == [HTTP_URL, "http://198.51.100.7:8000"]


def test_foreign_host_is_not_repeated(settings, monkeypatch):
    monkeypatch.setattr(device_api_views, "lan_addresses", lambda: ["192.168.1.4"])
    data = {"evil.example:8000": [HTTP_URL], "evil.example": ["http://192.168.1.4"], "127.0.0.1:8000": None}
    for host, expected in data.items():
        request = RequestFactory().post("/api/1/here", headers={"Host": host})
        assert device_api_views.own_addresses(request) == (expected or ["http://127.0.0.1:8000", HTTP_URL])
    settings.ALLOWED_HOSTS, settings.LAN_HTTP = ["crible.example.org"], False
    request = RequestFactory().post("/api/1/here", secure=True, headers={"Host": "crible.example.org"})
    assert device_api_views.own_addresses(request) == ["https://crible.example.org"]
