"""What the desk calls itself to a device, with https beside http."""

import pytest
from django.test import RequestFactory

from tournaments.web.device_api import views as device_api_views

HTTP, HTTPS = "http://192.168.1.4:8000", "https://192.168.1.4:8443"


@pytest.mark.parametrize(
    ("asked", "origin", "told"),
    [
        (HTTP, "", [HTTP, "http://198.51.100.7:8000", HTTPS]),
        (HTTP, HTTP, [HTTP, "http://198.51.100.7:8000", HTTPS]),
        (HTTPS, "", [HTTPS, HTTP, "http://198.51.100.7:8000"]),
        (HTTPS, HTTPS, [HTTPS]),
    ],
)
def test_both_are_told_but_not_to_a_page_that_may_not_use_them(settings, monkeypatch, asked, origin, told):
    settings.LAN_PORTS = {"http": 8000, "https": 8443}
    monkeypatch.setattr(device_api_views, "lan_addresses", lambda: ["192.168.1.4", "198.51.100.7"])
    scheme, _colon, host = asked.partition("://")
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    request = RequestFactory().post("/api/1/here", secure=scheme == "https", headers=headers)
    assert device_api_views.own_addresses(request) == told


def test_without_https_nothing_has_changed(settings, monkeypatch):
    monkeypatch.setattr(device_api_views, "lan_addresses", lambda: ["192.168.1.4", "198.51.100.7"])
    request = RequestFactory().post("/api/1/here", headers={"Host": "192.168.1.4:8000"})
    assert device_api_views.own_addresses(request) == [HTTP, "http://198.51.100.7:8000"]


def test_a_host_that_is_not_ours_is_not_repeated(settings, monkeypatch):
    monkeypatch.setattr(device_api_views, "lan_addresses", lambda: ["192.168.1.4"])
    told = {"evil.example:8000": [HTTP], "evil.example": ["http://192.168.1.4"], "127.0.0.1:8000": None}
    for host, expected in told.items():
        request = RequestFactory().post("/api/1/here", headers={"Host": host})
        assert device_api_views.own_addresses(request) == (expected or ["http://127.0.0.1:8000", HTTP])
    settings.ALLOWED_HOSTS, settings.LAN_HTTP = ["crible.example.org"], False
    request = RequestFactory().post("/api/1/here", secure=True, headers={"Host": "crible.example.org"})
    assert device_api_views.own_addresses(request) == ["https://crible.example.org"]
