"""Random hostile requests over every address, which depend on the seed alone."""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from tests.hostile.asking import CSRF, HOST, Form, RawRequest
from tests.hostile.values import FORGED, TEXTS, changed, encoded, json_of, junk, text
from tests.hostile.world import World, _split
from tests.transfer.tampered import sealed
from tests.transfer.test_hostile_values import hostile_copies

FORM = "application/x-www-form-urlencoded"
BOUNDARY = "x9qx9qx9q"
VIEWS = Path(__file__).resolve().parents[2] / "tournaments" / "web"
METHODS = (
    "GET",
    "GET",
    "GET",
    "POST",
    "POST",
    "HEAD",
    "OPTIONS",
    "PUT",
    "DELETE",
    "PATCH",
    "TRACE",
    "PROPFIND",
    "",
)


def names_of_queries() -> list[str]:
    """Return the query parameters that the pages read, by their source."""
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(VIEWS.rglob("*.py")))
    asked = set(re.findall(r'GET(?:\.get|\.getlist)?[\[(]"(\w+)"', source))
    return sorted(
        asked | {"A", "B", "C", "F", "next", "page", "sort", "stage", "round", "table", "like", "seal"}
    )


QUERIES = names_of_queries()


class RandomRequests:
    """Random requests in a world."""

    def __init__(self, world: World, chance: Random) -> None:
        self.world, self.chance = world, chance
        self.tampered = hostile_copies(world.copies[0], chance)

    def requests(self) -> Iterator[RawRequest]:
        """Yield requests without end."""
        kinds: dict[Callable[[], RawRequest], int] = {
            self.address: 22,
            self.query: 14,
            self.form: 30,
            self.device: 14,
            self.header: 10,
            self.upload: 7,
            self.random_address: 3,
        }
        while True:
            (made,) = self.chance.choices(list(kinds), list(kinds.values()))
            asked = made()
            asked.kind = made.__name__
            yield asked

    # Addresses

    def address(self) -> RawRequest:
        """Request an address with hostile parameters, or those of another tournament."""
        path = self._filled(hostile=0.5)
        method = self.chance.choice(METHODS)
        body = self._body([("csrfmiddlewaretoken", CSRF)]) if method == "POST" else b""
        return RawRequest(method, path, b"", body, {"CONTENT_TYPE": FORM} if body else {})

    def _filled(self, hostile: float) -> bytes:
        """Return an address with its parameters filled in, mostly from one tournament."""
        pattern, prefix = self.world.pattern()
        tournament = self.chance.choice(self.world.known)
        parts = re.split(r"<\w+:(\w+)>", prefix + str(pattern.pattern))
        path = b""
        for at, part in enumerate(parts):
            path += self._parameter(part, tournament, hostile) if at % 2 else part.encode()
        return path

    def _parameter(self, name: str, tournament: dict[str, list[Any]], hostile: float) -> bytes:
        known = tournament.get(name) or []
        if self.chance.random() < hostile:
            known = self.chance.choice(self.world.known).get(name) or []
            if not known or self.chance.random() < 0.7:
                return encoded(text(self.chance), self.chance)
        return encoded(str(self.chance.choice(known)) if known else "1", Random(1))

    def _path(self) -> tuple[bytes, bytes]:
        """Return an existing page, or an address with its parameters filled in."""
        if self.chance.random() < 0.7:
            return _split(self.world.path())
        return self._filled(hostile=0), b""

    def query(self) -> RawRequest:
        """Request a page with parameters that do not exist or are hostile."""
        path, query = self._path()
        given = [pair.split(b"=", 1) for pair in query.split(b"&") if b"=" in pair]
        for _ in range(self.chance.randrange(1, 4)):
            name = self.chance.choice(QUERIES) if self.chance.random() < 0.85 else text(self.chance)
            given.append([encoded(name, self.chance), encoded(text(self.chance), self.chance)])
        self.chance.shuffle(given)
        headers = {"HTTP_HX_REQUEST": "true"} if self.chance.random() < 0.3 else {}
        return RawRequest("GET", path, b"&".join(b"=".join(pair) for pair in given), b"", headers)

    # Forms

    def form(self) -> RawRequest:
        """Send the form of a page with some hostile fields."""
        page = self.chance.choice(self.world.pages)
        forms = self.world.look(page).forms
        form = self.chance.choice(forms) if forms else Form(page, "post", [("x", "")])
        pairs = self._changed_fields(form.fields)
        path, query = _split(form.action if form.action.startswith("/") else page)
        if form.method == "get":
            return RawRequest("GET", path, self._body(pairs))
        if form.files and self.chance.random() < 0.5:
            name = self.chance.choice(form.files)
            return self._multipart(path, pairs, name, self._file(), text(self.chance))
        headers = {"CONTENT_TYPE": FORM}
        if self.chance.random() < 0.3:
            headers |= {"HTTP_HX_REQUEST": "true", "HTTP_ACCEPT": "application/json"}
        return RawRequest("POST", path, query, self._body(pairs), headers)

    def _changed_fields(self, fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the fields of a form, some of them changed, missing, doubled, or unknown."""
        pairs = [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
        names = sorted({name for name, _value in pairs})
        hurt = set(self.chance.sample(names, min(len(names), self.chance.choice([0, 1, 1, 2, 5]))))
        done = []
        for name, value in pairs:
            if name not in hurt:
                done += [(name, value)] if self.chance.random() < 0.95 else []
                continue
            kind = self.chance.random()
            if kind < 0.55:
                done.append((name, text(self.chance)))
            elif kind < 0.75:  # a value from another page, often of another tournament
                done.append((name, self.world.value()))
            elif kind < 0.85:
                done += [(name, value), (name, text(self.chance))] * self.chance.choice([1, 1, 30])
        if self.chance.random() < 0.15:
            done.append((text(self.chance), text(self.chance)))
        self.chance.shuffle(done)
        return [*done, ("csrfmiddlewaretoken", CSRF)]

    def _body(self, pairs: list[tuple[str, str]]) -> bytes:
        whole = b"&".join(
            encoded(name, Random(1)) + b"=" + encoded(value, self._occasional_chance())
            for name, value in pairs
        )
        return whole[:2_900_000]

    def _occasional_chance(self) -> Random:
        """Return chance for a few fields only, as encoded text may have invalid bytes."""
        return self.chance if self.chance.random() < 0.2 else Random(1)

    # Devices

    def device(self) -> RawRequest:
        """Send a request of a tablet with a change somewhere in it."""
        tablet = self.chance.choice(self.world.tablets)
        result = tablet.result(self.chance)
        data: dict[str, Any] = {
            "join": {"invitation": self._invitation(), "device": str(uuid4()), "label": "x"},
            "here": {"token": tablet.token, "seen": 0, "epoch": 1, "queued": 0, "visible": True},
            "submit": {
                "token": tablet.token,
                "epoch": 1,
                "results": [result, dict(result, nonce=uuid4().hex)],
            },
            "call": {"token": tablet.token, "nonce": uuid4().hex, "what": "others", "who": [[1], [2]]},
            "let_in": {"token": tablet.token, "epoch": 1, "device": 1},
            "people": {"token": tablet.token},
        }
        data |= self._kiosk_request()
        where = self.chance.choice(list(data))
        body = data[where] | ({"language": "en"} if self.chance.random() < 0.3 else {})
        if where == "call" and self.chance.random() < 0.5:
            body = {**body, "what": self.chance.choice(["judge", "as_planned", text(self.chance)])}
        if where == "submit" and self.chance.random() < 0.2:
            body = {"carried": [self._offline_code(tablet.token, result)]}
        for _ in range(self.chance.choice([0, 1, 1, 2])):
            body = changed(body, self.chance)
        whole = json_of(body if self.chance.random() < 0.95 else junk(self.chance))
        if self.chance.random() < 0.04:
            whole = whole[: self.chance.randrange(len(whole) + 1)]
        if self.chance.random() < 0.03:
            whole = self.chance.choice([b"[" * 100_000, b"\xff\xfe{}", b"\xef\xbb\xbf{}", b"9" * 5_000, b""])
        kind = self.chance.choice(
            ["text/plain", "application/json", "text/plain; charset=x9q", text(self.chance)]
        )
        headers = {"CONTENT_TYPE": _one_line(kind)}
        if self.chance.random() < 0.1:
            headers |= {"HTTP_HOST": FORGED, "HTTP_ORIGIN": f"https://{FORGED}"}
        return RawRequest("POST", f"/api/1/{where}".encode(), b"", whole, headers)

    def _kiosk_request(self) -> dict[str, Any]:
        """Return what a kiosk sends."""
        tournament = next((one for one in self.world.days if hasattr(one, "kiosk")), None)
        if tournament is None:
            return {}
        person = self.chance.choice([str(uid) for uid in tournament.entries.values_list("uid", flat=True)])
        arrivals = [{"nonce": uuid4().hex, "entry": person}]
        return {
            "pair": {"invitation": self._invitation(), "device": str(uuid4())},
            "door": {"token": tournament.kiosk, "seen": ""},
            "arrive": {"token": tournament.kiosk, "epoch": 1, "arrivals": arrivals},
        }

    def _invitation(self) -> str:
        known = self.chance.choice(self.world.known)
        return str(self.chance.choice(known["secret"]))

    def _offline_code(self, token: str, result: dict[str, Any]) -> str:
        from tests.web.device_api.client import plain64
        from tournaments import devices
        from tournaments.models import Device

        device = Device.objects.filter(token_hash=devices.fingerprint(devices.fingerprint(token))).first()
        data = {"d": str(device.uid) if device else "", "r": changed(result, self.chance)}
        body = plain64(json.dumps(data).encode())
        return f"CHV1.{body}.{devices.seal(body, devices.fingerprint(token))}"

    # Headers

    def header(self) -> RawRequest:
        """Request a page with headers as no client sends them."""
        path, query = self._path()
        name, values = self.chance.choice(list(HEADERS.items()))
        value = self.chance.choice(values) if self.chance.random() < 0.7 else text(self.chance)
        headers = {name: _one_line(value)}
        method = self.chance.choice(["GET", "GET", "GET", "POST"])
        body = self._body([("csrfmiddlewaretoken", CSRF), ("x", "1")]) if method == "POST" else b""
        return RawRequest(method, path, query, body, ({"CONTENT_TYPE": FORM} if body else {}) | headers)

    # Files

    def upload(self) -> RawRequest:
        """Upload a file that is no copy or list."""
        if self.chance.random() < 0.5:
            return self._multipart(b"/restore/", [], "file", self._file(), "jour.cheville")
        tournament = self.chance.choice(self.world.days)
        path = f"/t/{tournament.slug}/registration/import/".encode()
        return self._multipart(path, [("pasted", text(self.chance))], "file", self._file(), text(self.chance))

    def _file(self) -> bytes:
        kinds = (
            lambda: sealed(next(self.tampered)[2]),
            lambda: sealed(next(self.tampered)[2]),
            lambda: self._corrupted(self.world.sealed),
            lambda: sealed(changed(json.loads(json.dumps(self.world.copies[1])), self.chance)),
            lambda: gzip.compress(b"[" * 100_000),
            lambda: gzip.compress(bytes(40_000_000)),
            lambda: self._corrupted(book()),
            lambda: zipped(
                {"../../../x9q": b"x", "xl/workbook.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}
            ),
            lambda: ";".join(TEXTS).encode("utf-8", "surrogatepass"),
            lambda: ("Nom;Prénom\n" + "\n".join(f"{one};{one}" for one in TEXTS)).encode(
                "utf-16", "surrogatepass"
            ),
            lambda: self.chance.randbytes(self.chance.randrange(3_000)),
            lambda: b"PK\x03\x04" + self.chance.randbytes(300),
            lambda: bytes.fromhex("d0cf11e0a1b11ae1") + self.chance.randbytes(3_000),
        )
        return self.chance.choice(kinds)()

    def _corrupted(self, content: bytes) -> bytes:
        spoilt = bytearray(content)
        for _ in range(self.chance.choice([0, 1, 5, 50])):
            spoilt[self.chance.randrange(len(spoilt))] = self.chance.randrange(256)
        return bytes(
            spoilt[: self.chance.choice([len(spoilt), len(spoilt), self.chance.randrange(len(spoilt))])]
        )

    def _multipart(
        self, path: bytes, pairs: list[tuple[str, str]], name: str, content: bytes, filename: str
    ) -> RawRequest:
        parts = b""
        for key, value in [("csrfmiddlewaretoken", CSRF), *pairs]:
            parts += (
                f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{_one_line(key)}"\r\n\r\n'.encode()
            )
            parts += value.encode("utf-8", "surrogatepass") + b"\r\n"
        found = _one_line(filename).replace('"', "").encode("utf-8", "surrogatepass")
        parts += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="'.encode() + found
        parts += b'"\r\nContent-Type: application/octet-stream\r\n\r\n' + content + b"\r\n"
        parts += f"--{BOUNDARY}--\r\n".encode() if self.chance.random() < 0.95 else b""
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        if self.chance.random() < 0.05:
            kind = self.chance.choice(
                ["multipart/form-data", "multipart/form-data; boundary=" + "x" * 400, kind + "; charset=x9q"]
            )
        return RawRequest("POST", path, b"", parts, {"CONTENT_TYPE": kind})

    # Anything

    def random_address(self) -> RawRequest:
        """Request a random address."""
        before = self.chance.choice(
            [b"/", b"/static/", b"/t/", b"/api/1/", b"/table/", b"//", b"/healthz/", b""]
        )
        rest = b"/".join(encoded(text(self.chance), self.chance) for _ in range(self.chance.randrange(1, 4)))
        return RawRequest(
            self.chance.choice(METHODS), b"/" + before.lstrip(b"/") + rest, b"", self.chance.randbytes(50)
        )


HEADERS: dict[str, tuple[str, ...]] = {
    "HTTP_HOST": (
        FORGED,
        f"{FORGED}:1",
        f"{FORGED}:99999999",
        f"{HOST}@{FORGED}",
        "[::1",
        "",
        "a b",
        f"{HOST}:x",
        "[::1]:8",
    ),
    "HTTP_X_FORWARDED_HOST": (FORGED,),
    "HTTP_X_FORWARDED_FOR": (FORGED, "1.2.3.4, 5.6.7.8", "::" * 200),
    "HTTP_X_FORWARDED_PROTO": ("https", "ftp", "https,http"),
    "HTTP_X_FORWARDED_PORT": ("0", "99999999"),
    "HTTP_FORWARDED": (f"host={FORGED};proto=https",),
    "REMOTE_ADDR": ("", "::1", "fe80::1%eth0", "unix:", "999.1.1.1"),
    "HTTP_ACCEPT_LANGUAGE": ("en;q=x", "fr-CA," * 500, "*", "../../en", "x" * 1_000, "zz-ZZ"),
    "HTTP_ACCEPT": ("application/json", "*/*;q=" + "9" * 300, "text/html" * 100),
    "HTTP_IF_NONE_MATCH": ("*", '"', 'W/"x', '"a", ' * 300, "x"),
    "HTTP_IF_MATCH": ("*", '"x"'),
    "HTTP_IF_MODIFIED_SINCE": ("yesterday", "Sat, 99 Nov 2026 99:00:00 GMT", "Sun, 06 Nov 0001 08:49:37 GMT"),
    "HTTP_IF_UNMODIFIED_SINCE": ("x", "Sun, 06 Nov 1994 08:49:37 GMT"),
    "HTTP_RANGE": ("bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=" + "0-1," * 500, "lines=1"),
    "CONTENT_LENGTH": ("-1", "x", "99999999999999999999", "2", "3000001", "1.5", "²", ""),
    "CONTENT_TYPE": (
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "application/json",
        "application/x-www-form-urlencoded; charset=x9q",
        "application/x-www-form-urlencoded; charset=utf-16",
        "x" * 500,
    ),
    "HTTP_COOKIE": (
        "sessionid=" + "x" * 5_000,
        "sessionid=\x00",
        "messages=x:y:z",
        "messages=[[]]",
        "django_language=../../x",
        f"csrftoken={CSRF}; django_language=zz",
        "csrftoken=x; sessionid=é",
        "; ; =",
    ),
    "HTTP_REFERER": (f"http://{FORGED}/", "x", "http://[::1"),
    "HTTP_ORIGIN": ("null", f"http://{FORGED}", f"https://{HOST}", "http://[::1"),
    "HTTP_HX_REQUEST": ("true", "false"),
    "HTTP_HX_CURRENT_URL": (f"http://{FORGED}/", "http://[::1", "x", "%ff"),
    "HTTP_HX_TARGET": ("x",),
    "HTTP_HX_CURRENT_URL_URI_AUTOENCODED": ("true",),
    "HTTP_TRANSFER_ENCODING": ("chunked", "x"),
    "HTTP_CONTENT_ENCODING": ("gzip",),
    "HTTP_ACCEPT_ENCODING": ("gzip;q=0", "br, gzip" * 100, "*"),
    "HTTP_AUTHORIZATION": ("Basic x", "Bearer \xe9", "Bearer x"),
    "HTTP_USER_AGENT": ("", "x" * 8_000, "\xe9\xff"),
    "HTTP_X_REQUEST_ID": ("x", "a" * 70, "\xe9" * 10),
    "HTTP_X_HTTP_METHOD_OVERRIDE": ("DELETE",),
}


def _one_line(given: str) -> str:
    """Return a header as a web server passes it on: one line, of single bytes."""
    line = given.replace("\r", "").replace("\n", "").replace("\0", "")
    return line.encode("utf-8", "surrogatepass").decode("latin-1")[:8_000]


def book() -> bytes:
    """Return a list as Excel writes it."""
    from tests.registration.test_spreadsheet_files import ROWS, xlsx

    return xlsx(ROWS)


def zipped(files: dict[str, bytes]) -> bytes:
    """Return a zip with these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in files.items():
            whole.writestr(name, content)
    return out.getvalue()
