"""The files in `static/`: their addresses, and how they are sent."""

import gzip
from collections.abc import Callable

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.functional import cached_property

COMPRESSED_TYPES = ("text/css", "text/javascript", "application/javascript", "image/svg+xml")


class StaticFiles(StaticFilesStorage):
    """Django's storage with cached addresses, as a page has fifty of them and half are the same."""

    @cached_property
    def _known(self) -> dict[str | None, str]:
        return {}

    def url(self, name: str | None) -> str:
        if name not in self._known:
            self._known[name] = super().url(name)
        return self._known[name]


def compress_static_files(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Send scripts, styles and drawings compressed: all phones share the network of a hall.

    WhiteNoise, below this middleware, sends only files that were compressed beforehand, and the folder of the
    program may be read-only. The `ETag` stays, so a browser still gets 304.
    """
    compressed: dict[tuple[str, str], bytes] = {}

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not request.path_info.startswith(settings.STATIC_URL) or response.status_code != 200:
            return response
        is_text = response.get("Content-Type", "").partition(";")[0] in COMPRESSED_TYPES
        if not (is_text and response.streaming) or "Content-Encoding" in response:
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if request.method != "GET" or "gzip" not in request.headers.get("Accept-Encoding", ""):
            return response
        key = request.path_info, response.get("ETag", "")
        if key not in compressed:
            compressed[key] = gzip.compress(b"".join(response), mtime=0)
        response.streaming_content = [compressed[key]]  # type: ignore[attr-defined]
        response["Content-Encoding"], response["Content-Length"] = "gzip", len(compressed[key])
        return response

    return answer
