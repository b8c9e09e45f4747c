"""The page of this laptop: its content and actions, and who may open it."""

import http.cookiejar
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.processes import Process
from tournaments.accounts import login_sessions
from tournaments.laptop import welcome
from tournaments.laptop.http_server import PROXIED_KEY, mark_proxied
from tournaments.models import SignIn, User
from tournaments.publishing import wifi
from tournaments.system import lan

pytestmark = pytest.mark.django_db
LAPTOP_REQUEST: dict[str, Any] = {PROXIED_KEY: False, "HTTP_HOST": "localhost:80", "REMOTE_ADDR": "127.0.0.1"}
PATHS = ["/laptop/", "/laptop/password/", "/laptop/stop/"]


@pytest.fixture(autouse=True)
def served(monkeypatch):
    monkeypatch.setenv(lan.PORT_VARIABLE, "80")
    monkeypatch.setattr("_thread.interrupt_main", lambda signal: None)


def signed_in(password: str) -> Client:
    """Return a browser in which lise has tried this password."""
    browser = Client()
    browser.post("/sign-in/", {"username": "lise", "password": password})
    return browser


def test_laptop_page_opens_on_the_laptop_itself(client):
    for host in ("localhost:80", "127.0.0.1:80"):
        answer = client.get("/laptop/", **LAPTOP_REQUEST | {"HTTP_HOST": host})
        assert answer.status_code == 200
        assert answer[welcome.LAPTOP_HEADER] == welcome.header_value()
    assert client.get("/laptop/", **LAPTOP_REQUEST | {"REMOTE_ADDR": "::1"}).status_code == 200


@pytest.mark.parametrize(
    "otherwise",
    [
        {"REMOTE_ADDR": "192.168.1.30"},
        {"REMOTE_ADDR": "::ffff:192.168.1.30"},
        {"REMOTE_ADDR": ""},
        {"HTTP_HOST": "other.local:80"},  # a name that was pointed to 127.0.0.1
        {"HTTP_HOST": "192.168.1.20:80"},
        {"HTTP_HOST": "localhost:8000"},
        {"HTTP_HOST": "localhost"},
        {PROXIED_KEY: True},
        {"HTTP_SEC_FETCH_SITE": "cross-site"},
        {"HTTP_SEC_FETCH_SITE": "same-site"},
    ],
)
def test_laptop_page_is_404_from_elsewhere(client, otherwise):
    user = User.objects.create_superuser("lise", password="crible-121")
    client.force_login(user)
    for path in PATHS:
        assert client.get(path, **LAPTOP_REQUEST | otherwise).status_code == 404
        assert client.post(path, {"account": user.pk}, **LAPTOP_REQUEST | otherwise).status_code == 404
    user.refresh_from_db()
    assert user.check_password("crible-121")


def test_laptop_page_is_404_if_proxying_is_unknown(client, monkeypatch):
    assert client.get("/laptop/", HTTP_HOST="localhost:80").status_code == 404
    monkeypatch.delenv(lan.PORT_VARIABLE)  # as on a server
    assert client.get("/laptop/", **LAPTOP_REQUEST).status_code == 404


@pytest.mark.parametrize(
    ("header", "passed_on"),
    [
        ("HTTP_X_FORWARDED_FOR", True),
        ("HTTP_X_FORWARDED_HOST", True),
        ("HTTP_FORWARDED", True),
        ("HTTP_VIA", True),
        ("HTTP_X_REAL_IP", True),
        ("HTTP_USER_AGENT", False),
    ],
)
def test_proxy_is_marked_and_its_headers_are_dropped(header, passed_on):
    seen: dict[str, Any] = {}
    mark_proxied(lambda environ, begin: seen.update(environ))({header: "10.0.0.7"}, None)
    assert seen == {PROXIED_KEY: passed_on} | ({} if passed_on else {header: "10.0.0.7"})


def test_cross_origin_post_to_laptop_page_is_refused(client):
    strict = Client(enforce_csrf_checks=True)
    user = User.objects.create_superuser("lise", password="crible-121")
    strict.get("/laptop/", **LAPTOP_REQUEST)
    token = strict.cookies["csrftoken"].value
    posted = {"account": user.pk, "csrfmiddlewaretoken": token}
    assert strict.post("/laptop/password/", {"account": user.pk}, **LAPTOP_REQUEST).status_code == 403
    foreign = LAPTOP_REQUEST | {"HTTP_ORIGIN": "http://evil.example"}
    assert strict.post("/laptop/password/", posted, **foreign).status_code == 403
    own = LAPTOP_REQUEST | {"HTTP_ORIGIN": "http://localhost:80"}
    assert strict.post("/laptop/password/", posted, **own).status_code == 200
    before = User.objects.get().password
    strict.get(f"/laptop/password/?account={user.pk}", **LAPTOP_REQUEST)
    assert User.objects.get().password == before


def test_new_password_ends_sessions_and_is_audited(client):
    tournament = factories.tournament(4)
    user = factories.organiser(tournament, "lise")
    other = signed_in("crible-121")
    assert other.get("/account/").status_code == 200
    html = client.post("/laptop/password/", {"account": user.pk}, **LAPTOP_REQUEST).content.decode()
    name, password = re.findall(r'class="typed">([^<]+)<', html)
    assert name == "lise"
    assert signed_in("crible-121").get("/account/").status_code == 302
    assert "/sign-in/" in other.get("/account/").get("Location", "")
    act = tournament.acts.get(kind="password")
    assert (act.args, act.by) == ({"name": "lise"}, None)
    again = signed_in(password)
    assert "lise" in again.get(f"/t/{tournament.slug}/acts/").content.decode()
    assert password not in client.get("/laptop/", **LAPTOP_REQUEST).content.decode()


def test_laptop_page_makes_only_the_first_account(client):
    html = client.post("/laptop/password/", {"name": "L'Écuyer"}, **LAPTOP_REQUEST).content.decode()
    password = re.findall(r'class="typed">([^<]+)<', html)[1]
    user = User.objects.get()
    assert (user.username, user.is_superuser) == ("L'Écuyer", True)
    assert user.check_password(password)
    assert client.post("/laptop/password/", {"name": "intrus"}, **LAPTOP_REQUEST).status_code == 302
    assert User.objects.count() == 1


def test_a_helper_without_a_password_gets_none(client):
    User.objects.create_superuser("lise", password="crible-121")
    helper = User.objects.create_user("aide")
    assert client.post("/laptop/password/", {"account": helper.pk}, **LAPTOP_REQUEST).status_code == 302
    helper.refresh_from_db()
    assert not helper.has_usable_password()
    assert not SignIn.objects.exists()


def test_laptop_page_shows_newest_wifi_and_address(client, monkeypatch):
    monkeypatch.setattr(lan, "lan_addresses", lambda: ["192.168.1.20"])
    wifi.write(factories.tournament(4, by=factories.director()), "Salle", "crible-121", by=None)
    html = client.get("/laptop/", **LAPTOP_REQUEST).content.decode()
    assert "http://192.168.1.20:80/" in html
    assert "crible-121" in html
    assert html.count("<svg xmlns") + html.count('class="segno"') >= 2


def test_old_update_address_is_404(client):
    """Earlier versions had this address, which may be bookmarked."""
    assert client.get("/laptop/update/", **LAPTOP_REQUEST).status_code == 404


def test_passwords_differ():
    assert len({login_sessions.readable_password() for _ in range(50)}) == 50


def test_laptop_page_stops_the_real_program(tmp_path):
    environment = {"CHEVILLE_DATA": str(tmp_path), "CHEVILLE_LANG": "en", "BROWSER": "true"}
    cheville = Process("manage.py", "serve", "--port", "0", "--open", **environment)
    url = cheville.wait_for(r"http://localhost:\d+").group()
    cheville.wait_for("Ctrl-C")
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(jar)
    )
    page = browser.open(f"{url}/laptop/", timeout=20).read().decode()
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    posted = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], "name": "lise"}).encode()
    made = browser.open(f"{url}/laptop/password/", posted, timeout=20).read().decode()
    assert "lise" in made
    for header, value in (("X-Forwarded-For", "10.0.0.7"), ("Via", "1.1 x"), ("Host", "other.local")):
        asked = urllib.request.Request(f"{url}/laptop/", headers={header: value})
        with pytest.raises(urllib.error.HTTPError, match="404"):
            browser.open(asked, timeout=20)
    page = browser.open(f"{url}/laptop/", timeout=20).read().decode()
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    posted = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
    assert browser.open(f"{url}/laptop/stop/", posted, timeout=20).status == 200
    assert cheville.wait(20) == 0
    assert os.path.exists(tmp_path / "cheville.sqlite3")
