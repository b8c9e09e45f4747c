"""The tablet's page as an installed app: its manifest, and the worker that opens it without a connection."""

import hashlib
import json
import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.https.page_parts import is_installable
from tournaments.web.tablet_app.scripts import bundle
from tournaments.web.tablet_app.views import shell
from tournaments.web.tablet_app.words import TABLET_WORDS

REFERENCE_PATTERNS = {
    "html": re.compile(r"""(?:src|href)="([^"#]+)"""),
    "css": re.compile(r"""url\(["']?([^"')#]+)"""),
    "js": re.compile(r"""(?:from|import)\s*\(?["']([^"']+)["']"""),
}
WORKER = "https/worker.js"

_kept: dict[str, tuple[str, list[str]]] = {}


def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest: the name, icons and colours of the app on a tablet's home screen."""
    scope = reverse("table_by_code")
    icons = (("192", "any"), ("512", "any"), ("maskable-512", "maskable"))
    return JsonResponse(
        {
            "id": scope,
            "start_url": scope,
            "scope": scope,
            "name": "Cheville",
            "short_name": "Cheville",
            "description": _("The tablet of a table: results, seats, the judge."),
            "lang": get_language(),
            "display": "fullscreen",
            "orientation": "any",
            "theme_color": "#e2bd88",
            "background_color": "#f5eddf",
            "icons": [
                {
                    "src": static(f"icons/logo-{name}.png"),
                    "sizes": "x".join([name.split("-")[-1]] * 2),
                    "type": "image/png",
                    "purpose": purpose,
                }
                for name, purpose in icons
            ],
        },
        content_type="application/manifest+json",
    )


def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker with the files of this version; another version is another script."""
    if not is_installable(request):
        raise Http404
    version, files = _kept.get("shell") or _shell(request)
    if not settings.DEBUG:
        _kept["shell"] = version, files
    content = {"version": version, "home": reverse("table_by_code"), "files": files}
    script = f"const SHELL = {json.dumps(content)};\n".encode() + _content(static(WORKER))
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


def _shell(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the version of the page with all that it loads, and the addresses of that.

    Both are read from the page itself, so that nothing can be forgotten: the files that it mentions, and
    those that they mention.
    """
    with translation.override(settings.LANGUAGE_CODE):
        page = shell(request, "table", {"invitation": None}, TABLET_WORDS).content
    digest = hashlib.sha256(page + _content(static(WORKER)))
    found: list[str] = []
    waiting = _linked_addresses("html", page, reverse("table_by_code"))
    while waiting:
        address = waiting.pop(0)
        path = urlsplit(address).path
        if address in found or path.endswith(".webmanifest"):
            continue
        found.append(address)
        content = _content(path)
        digest.update(content)
        waiting += _linked_addresses(path.rpartition(".")[2], content, address)
    return digest.hexdigest()[:16], found


def _linked_addresses(kind: str, content: bytes, where: str) -> list[str]:
    pattern = REFERENCE_PATTERNS.get(kind)
    return [urljoin(where, name) for name in pattern.findall(content.decode())] if pattern else []


def _content(path: str) -> bytes:
    """Return a static file, or the bundle of styles.

    Empty for scripts: they mention nothing, and their address is their version.
    """
    root = static("")
    if path == reverse("table_style", args=["table"]):
        return bundle("table", "css").plain
    if not path.startswith(root):
        return b""
    name = path.removeprefix(root)
    found = finders.find(name)
    return (Path(str(found)) if found else settings.STATIC_ROOT / name).read_bytes()
