"""The scripts of a tablet’s page as one compressed file, its styles as another, always of one version."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers

from tournaments.games import GAMES

SHARED_SCRIPTS = ("words", "answers", "net", "dom")
FIRST_SCRIPTS = (
    *SHARED_SCRIPTS, "sha256", "storage_format", "store", "results", "sync_timing", "windows", "clock_model",
    "clock", "tournament", "situation", "state", "sync", "entry_model", "code_model", "wording", "pad",
    "entry", "tool_model", "tools",
)  # fmt: skip
LAST_SCRIPTS = (
    "screens", "others_model", "others", "panels", "addresses", "find_server", "appearance", "awake", "main",
)  # fmt: skip


def _app_paths(*names: str) -> list[str]:
    return [f"js/tablet_app/{name}.js" for name in names]


def _game_paths(suffix: str) -> list[str]:
    """Return the scripts or styles of the games, those of each game in its order."""
    return [
        f"games/{key}/{name}{suffix}"
        for key, game in GAMES.items()
        for name in (game.tablet.SCRIPTS if suffix == ".js" else game.tablet.STYLES)
    ]


KIOSK_SCRIPTS = ("roster_model", "arrivals_model", "camera", "desk", "main")
SCRIPTS = {
    "table": [*_app_paths(*FIRST_SCRIPTS), *_game_paths(".js"), *_app_paths(*LAST_SCRIPTS)],
    "carry": _app_paths(*SHARED_SCRIPTS, "submit_code"),
    "kiosk": [
        *_app_paths(*SHARED_SCRIPTS, "sha256", "storage_format", "store", "sync_timing", "awake"),
        "js/find_name.js",
        *(f"js/kiosk/{name}.js" for name in KIOSK_SCRIPTS),
    ],
}
STYLES = {
    "table": ["css/tokens.css", "css/tablet_app.css", *_game_paths(".css")],
    "carry": ["css/tokens.css", "css/tablet_app.css"],
    "kiosk": ["css/tokens.css", "css/tablet_app.css", "css/kiosk.css"],
}
CONTENT_TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
LINE_COMMENT, BLOCK_COMMENT = re.compile(r"^\s*//.*\n|[ \t]+// .*$", re.M), re.compile(r"/\*.*?\*/", re.S)
STRING, SIGN_SPACES = re.compile(r'("(?:[^"\\\n]|\\.)*")'), re.compile(r" ?([][(){},;:?=<>&|+*!%]) ?")
LINE_ENDS = re.compile(r"([;{,(])\n")
INDENTATION, BRACE_SPACES = re.compile(r"^\s+", re.M), re.compile(r"\s*([{}])\s*")
PARENT_URL = re.compile(r'url\("(?:\.\./)+')
YEAR_CACHE = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Bundle:
    """The content that is sent, plain and compressed, and the version in its address."""

    plain: bytes
    small: bytes
    version: str


def bundle(name: str, kind: str = "js") -> Bundle:
    """Return the scripts or styles of a page in their order; read once, except while debugging."""
    return _load_bundle.__wrapped__(name, kind) if settings.DEBUG else _load_bundle(name, kind)


@cache
def _load_bundle(name: str, kind: str) -> Bundle:
    text = (_styles if kind == "css" else _scripts)(name)
    plain = text.encode()
    version = hashlib.sha256(plain).hexdigest()[:12]
    return Bundle(plain, gzip.compress(plain, mtime=0), version)


def _scripts(name: str) -> str:
    """Return the scripts without comments, spaces and line ends, which a tablet does not need."""
    text = INDENTATION.sub("", LINE_COMMENT.sub("", source(name)))
    # Only outside of strings. `a + +b` would become another token: tests/web/tablet_app/test_every_step.py
    # compares all tokens.
    parts = STRING.split(text)
    return "".join(part if at % 2 else _strip_spaces(part) for at, part in enumerate(parts))


def _strip_spaces(code: str) -> str:
    return LINE_ENDS.sub(r"\1", SIGN_SPACES.sub(r"\1", code))


def source(name: str) -> str:
    """Return the scripts of a page as they were written, in their order."""
    return "".join(_read_file(path) for path in SCRIPTS[name])


def _styles(name: str) -> str:
    text = "".join(_read_file(path) for path in STYLES[name])
    found_from_anywhere = PARENT_URL.sub(f'url("{static("")}', text)
    return BRACE_SPACES.sub(r"\1", INDENTATION.sub("", BLOCK_COMMENT.sub("", found_from_anywhere)))


def _read_file(path: str) -> str:
    found = finders.find(path)
    return (Path(str(found)) if found else settings.STATIC_ROOT / path).read_text(encoding="utf-8")


def script(request: HttpRequest, name: str, kind: str = "js") -> HttpResponse:
    """Send the scripts or styles; the address changes with the content, so a browser may keep them."""
    if name not in SCRIPTS:
        raise Http404
    found = bundle(name, kind)
    small = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(found.small if small else found.plain, content_type=CONTENT_TYPES[kind])
    if small:
        response["Content-Encoding"] = "gzip"
    response["Cache-Control"] = YEAR_CACHE if request.GET.get("v") == found.version else "no-cache"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
