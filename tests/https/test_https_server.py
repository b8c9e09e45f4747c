"""The real program with https beside http: its answers, the clients it answers, and how it ends."""

import contextlib
import http.client
import json
import re
import signal
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlsplit
from uuid import uuid4

import pytest


def get(url: str, context: ssl.SSLContext | None = None) -> str:
    with urllib.request.urlopen(url, timeout=20, context=context) as response:
        return response.read().decode()


def silent_connection(url: str) -> socket.socket:
    """Open a connection that sends nothing yet."""
    return socket.create_connection(("127.0.0.1", urlsplit(url).port), timeout=20)


def test_http_and_https_are_served_and_authority_is_kept(serve_https, trusting, kept):
    first = serve_https()
    assert 'name="username"' in get(f"{first.https}/sign-in/", trusting())
    assert 'name="username"' in get(f"{first.url}/sign-in/")
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        get(f"{first.https}/sign-in/")
    printed = first.wait_for(r"([0-9A-F]{2}:){31}[0-9A-F]{2}").group()
    page = get(f"{first.url}/https/")
    assert re.sub(r"<[^>]*>|\s", "", page).count(printed) == 1
    authority = (kept / "cheville.crt").read_bytes()
    with urllib.request.urlopen(f"{first.url}/https/cheville.crt") as sent:
        assert sent.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert sent.read() == authority
    assert first.end(signal.SIGTERM) == 0
    assert "Traceback" not in first.output

    second = serve_https()
    assert (kept / "cheville.crt").read_bytes() == authority
    assert printed in second.output
    assert get(f"{second.https}/sign-in/", trusting())


def test_sign_in_over_https_sets_no_hsts_or_secure_cookie(shared, trusting_shared):
    jar = CookieJar()
    browser = urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=trusting_shared()), urllib.request.HTTPCookieProcessor(jar)
    )
    page = browser.open(f"{shared.https}/sign-in/")
    assert "Strict-Transport-Security" not in page.headers
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page.read().decode())[1]
    form = {
        "csrfmiddlewaretoken": token,
        "username": shared.wait_for(r"name:\s+(\S+)")[1],
        "password": shared.wait_for(r"password:\s+(\S+)")[1],
    }
    sent = urllib.request.Request(
        f"{shared.https}/sign-in/",
        urllib.parse.urlencode(form).encode(),
        {"Origin": shared.https, "Referer": f"{shared.https}/sign-in/"},
    )
    assert browser.open(sent).url == f"{shared.https}/"
    assert not any(cookie.secure for cookie in jar)


def test_https_is_off_by_default(serve, tmp_path):
    cheville = serve()
    for path in ("/https/", "/https/cheville.crt", "/table/app.webmanifest", "/table/worker.js"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get(cheville.url + path)
    assert "manifest" not in get(f"{cheville.url}/table/")
    assert "installed.js" not in get(f"{cheville.url}/table/")
    assert "https://" not in cheville.output
    assert not (tmp_path / "data" / "https").exists()


def test_table_page_is_an_app_only_over_https(shared, trusting_shared):
    assert "manifest" not in get(f"{shared.url}/table/")
    page = get(f"{shared.https}/table/", trusting_shared())
    assert "/table/app.webmanifest" in page
    manifest = json.loads(get(f"{shared.https}/table/app.webmanifest", trusting_shared()))
    assert manifest["start_url"] == manifest["scope"] == "/table/"
    for icon in manifest["icons"]:
        with urllib.request.urlopen(shared.url + icon["src"]) as picture:
            width = int.from_bytes(picture.read()[16:20], "big")
        assert f"{width}x{width}" == icon["sizes"]


def test_silent_or_incomplete_connections_block_no_other(serve_https, trusting):
    cheville = serve_https()
    silent = [silent_connection(cheville.https) for _ in range(40)]
    torn = [silent_connection(cheville.https) for _ in range(40)]
    for one in torn:
        one.sendall(b"\x16\x03\x01\x02\x00\x01\x00")  # the beginning of a ClientHello
    halves = []
    for _ in range(20):
        half = trusting().wrap_socket(silent_connection(cheville.https), server_hostname="127.0.0.1")
        half.sendall(b"POST /api/1/join HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{")
        halves.append(half)
    began = time.monotonic()
    assert get(f"{cheville.https}/sign-in/", trusting())
    assert get(f"{cheville.url}/sign-in/")
    assert time.monotonic() - began < 3
    for one in halves[:10]:
        one.close()
    plain = silent_connection(cheville.https)
    plain.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")  # http on the port of https
    with contextlib.suppress(ConnectionError):
        plain.recv(100)
    assert get(f"{cheville.https}/sign-in/", trusting())
    began = time.monotonic()
    assert cheville.end(signal.SIGTERM) == 0
    assert time.monotonic() - began < 10
    assert "Traceback" not in cheville.output
    for one in (*silent, *torn, *halves, plain):
        one.close()


MAX_WRONG_CODES = 50  # wrong codes of six digits in ten minutes from one address (devices/invitations.py)


def guess_statuses(url: str, context: ssl.SSLContext, source: str, times: int = 1) -> set[int]:
    """Send so many wrong codes from a device at an address of this machine, and return the statuses."""
    port = urlsplit(url).port
    line = http.client.HTTPSConnection("127.0.0.1", port, context=context, source_address=(source, 0))
    body = json.dumps({"invitation": "000000", "device": str(uuid4())})
    statuses = set()
    for _time in range(times):
        line.request("POST", "/api/1/join", body, {"Content-Type": "text/plain"})
        answer = line.getresponse()
        answer.read()
        statuses.add(answer.status)
    line.close()
    return statuses


def test_inner_port_refuses_other_programs(shared, trusting_shared):
    """Another program on the laptop cannot pose as https."""
    assert get(f"{shared.https}/sign-in/", trusting_shared())
    own = {urlsplit(shared.https).port, urlsplit(shared.url).port}
    inner = [port for port in listening_ports(shared.pid) if port not in own]
    assert len(inner) == 1
    stranger = socket.create_connection(("127.0.0.1", inner[0]), timeout=20)
    with stranger, contextlib.suppress(ConnectionError):
        stranger.sendall(b"GET /sign-in/ HTTP/1.1\r\nHost: a\r\n\r\n")
        assert stranger.recv(100) == b""


def test_rate_limit_uses_the_address_of_the_device(shared, trusting_shared):
    """Wrong codes are counted by address: a device that guesses locks out no other device."""
    assert guess_statuses(shared.https, trusting_shared(), "127.0.0.1", MAX_WRONG_CODES) == {404}
    assert guess_statuses(shared.https, trusting_shared(), "127.0.0.1") == {429}
    assert guess_statuses(shared.https, trusting_shared(), "127.0.0.2") == {404}


def listening_ports(pid: int) -> list[int]:
    """Return the TCP ports on which a process listens (Linux)."""
    from pathlib import Path

    sockets = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            sockets.add(str(descriptor.readlink()))
    found = []
    for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
            found.append(int(words[1].split(":")[1], 16))
    return found
