"""The page of this laptop: who sees it, what it does, and that nobody else can."""

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
from tournaments.laptop.http_server import PASSED_ON, mark_proxied
from tournaments.models import SignIn, User
from tournaments.publishing import wifi
from tournaments.system import lan

pytestmark = pytest.mark.django_db
HERE: dict[str, Any] = {PASSED_ON: False, "HTTP_HOST": "localhost:80", "REMOTE_ADDR": "127.0.0.1"}
PATHS = ["/laptop/", "/laptop/password/", "/laptop/stop/"]


@pytest.fixture(autouse=True)
def served(monkeypatch):
    monkeypatch.setenv(lan.PORT, "80")
    monkeypatch.setattr("_thread.interrupt_main", lambda signal: None)


def signed_in(password: str) -> Client:
    """A browser in which lise has tried this password."""
    browser = Client()
    browser.post("/sign-in/", {"username": "lise", "password": password})
    return browser


def test_whoever_sits_there_sees_it(client):
    for host in ("localhost:80", "127.0.0.1:80"):
        answer = client.get("/laptop/", **HERE | {"HTTP_HOST": host})
        assert answer.status_code == 200
        assert answer["X-Cheville-Laptop"] == "here"
    assert client.get("/laptop/", **HERE | {"REMOTE_ADDR": "::1"}).status_code == 200


@pytest.mark.parametrize(
    "otherwise",
    [
        {"REMOTE_ADDR": "192.168.1.30"},
        {"REMOTE_ADDR": "::ffff:192.168.1.30"},
        {"REMOTE_ADDR": ""},
        {"HTTP_HOST": "other.local:80"},  # whose name was turned to 127.0.0.1
        {"HTTP_HOST": "192.168.1.20:80"},
        {"HTTP_HOST": "localhost:8000"},
        {"HTTP_HOST": "localhost"},
        {PASSED_ON: True},
        {"HTTP_SEC_FETCH_SITE": "cross-site"},
        {"HTTP_SEC_FETCH_SITE": "same-site"},
    ],
)
def test_nobody_else_does(client, otherwise):
    user = User.objects.create_superuser("lise", password="crible-121")
    client.force_login(user)
    for path in PATHS:
        assert client.get(path, **HERE | otherwise).status_code == 404
        assert client.post(path, {"account": user.pk}, **HERE | otherwise).status_code == 404
    user.refresh_from_db()
    assert user.check_password("crible-121")


def test_without_knowing_whether_it_was_passed_on_nobody_does(client, monkeypatch):
    assert client.get("/laptop/", HTTP_HOST="localhost:80").status_code == 404
    monkeypatch.delenv(lan.PORT)  # a server
    assert client.get("/laptop/", **HERE).status_code == 404


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
def test_a_proxy_is_noticed_and_what_it_says_is_dropped(header, passed_on):
    seen: dict[str, Any] = {}
    mark_proxied(lambda environ, begin: seen.update(environ))({header: "10.0.0.7"}, None)
    assert seen == {PASSED_ON: passed_on} | ({} if passed_on else {header: "10.0.0.7"})


def test_a_page_elsewhere_cannot_post(client):
    strict = Client(enforce_csrf_checks=True)
    user = User.objects.create_superuser("lise", password="crible-121")
    strict.get("/laptop/", **HERE)
    token = strict.cookies["csrftoken"].value
    posted = {"account": user.pk, "csrfmiddlewaretoken": token}
    assert strict.post("/laptop/password/", {"account": user.pk}, **HERE).status_code == 403
    foreign = HERE | {"HTTP_ORIGIN": "http://evil.example"}
    assert strict.post("/laptop/password/", posted, **foreign).status_code == 403
    own = HERE | {"HTTP_ORIGIN": "http://localhost:80"}
    assert strict.post("/laptop/password/", posted, **own).status_code == 200
    before = User.objects.get().password
    strict.get(f"/laptop/password/?account={user.pk}", **HERE)
    assert User.objects.get().password == before


def test_a_new_password_ends_the_old_one_and_is_an_act(client):
    day = factories.tournament(4)
    user = factories.organiser(day, "lise")
    other = signed_in("crible-121")
    assert other.get("/account/").status_code == 200
    html = client.post("/laptop/password/", {"account": user.pk}, **HERE).content.decode()
    name, password = re.findall(r'class="typed">([^<]+)<', html)
    assert name == "lise"
    assert signed_in("crible-121").get("/account/").status_code == 302
    assert "/sign-in/" in other.get("/account/").get("Location", "")
    act = day.acts.get(kind="password")
    assert (act.args, act.by) == ({"name": "lise"}, None)
    again = signed_in(password)
    assert "lise" in again.get(f"/t/{day.slug}/acts/").content.decode()
    assert password not in client.get("/laptop/", **HERE).content.decode()


def test_the_first_account_is_made_there_and_only_the_first(client):
    html = client.post("/laptop/password/", {"name": "L'Écuyer"}, **HERE).content.decode()
    password = re.findall(r'class="typed">([^<]+)<', html)[1]
    user = User.objects.get()
    assert (user.username, user.is_superuser) == ("L'Écuyer", True)
    assert user.check_password(password)
    assert client.post("/laptop/password/", {"name": "intrus"}, **HERE).status_code == 302
    assert User.objects.count() == 1


def test_a_helper_without_a_password_gets_none(client):
    User.objects.create_superuser("lise", password="crible-121")
    helper = User.objects.create_user("aide")
    assert client.post("/laptop/password/", {"account": helper.pk}, **HERE).status_code == 302
    helper.refresh_from_db()
    assert not helper.has_usable_password()
    assert not SignIn.objects.exists()


def test_it_shows_the_wifi_of_the_newest_day_and_the_address(client, monkeypatch):
    monkeypatch.setattr(lan, "lan_addresses", lambda: ["192.168.1.20"])
    wifi.write(factories.tournament(4, by=factories.director()), "Salle", "crible-121", by=None)
    html = client.get("/laptop/", **HERE).content.decode()
    assert "http://192.168.1.20:80/" in html
    assert "crible-121" in html
    assert html.count("<svg xmlns") + html.count('class="segno"') >= 2


def test_the_address_of_updates_leads_nowhere(client):
    """A bookmark of an earlier version."""
    assert client.get("/laptop/update/", **HERE).status_code == 404


def test_passwords_differ():
    assert len({login_sessions.readable_password() for _ in range(50)}) == 50


def test_a_real_laptop_stops_from_its_page(tmp_path):
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
