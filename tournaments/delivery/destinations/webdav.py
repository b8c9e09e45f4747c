"""WebDAV (RFC 4918), on Python's own HTTP library. No redirect is followed: it could lead anywhere."""

import base64
from urllib.parse import quote, unquote, urlsplit

from defusedxml import ElementTree

from tournaments.delivery.destinations.connections import (
    address_of,
    connection_to,
    read_limited,
    wrap_network_errors,
)
from tournaments.delivery.destinations.storage import MAX_READ_SIZE, Account, TransferError, join_path

MAX_LISTING_SIZE = 2_000_000  # bytes of a folder's listing


class WebDav:
    """A `RemoteStorage` on a WebDAV server."""

    def __init__(self, account: Account, password: str, *, tls: bool) -> None:
        self.base = "/" + account.path.strip("/")
        self._http = connection_to(account, tls=tls)
        pair = base64.b64encode(f"{account.user}:{password}".encode()).decode()
        self._headers = {"Authorization": f"Basic {pair}", "User-Agent": "Cheville"}
        self._request("PROPFIND", "", {"Depth": "0"}, well=(207,))

    def _address(self, path: str) -> str:
        return quote(join_path(self.base, path), safe="/")

    def _request(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
        *,
        well: tuple[int, ...],
        most: int = MAX_READ_SIZE,
    ) -> tuple[int, bytes]:
        """Return the status and the body. Raises `TransferError` for a status that is not one of `well`."""
        with wrap_network_errors(self._http):
            self._http.request(method, self._address(path), body, self._headers | (headers or {}))
            answer = self._http.getresponse()
            content = read_limited(answer, most)
            if answer.read(1):
                self._http.close()  # the rest of it is not waited for
        if answer.status not in well:
            raise _transfer_error(answer.status, answer.reason)
        return answer.status, content

    def make_folder(self, path: str) -> None:
        self._request("MKCOL", path, well=(201, 301, 405, 409, 403))  # the write into it will report why not

    def write(self, path: str, content: bytes) -> None:
        self._request("PUT", path, body=content, well=(200, 201, 204))

    def rename(self, path: str, to: str) -> None:
        named = {"Destination": f"{address_of(self._http)}{self._address(to)}", "Overwrite": "T"}
        self._request("MOVE", path, named, well=(201, 204))

    def exists(self, path: str) -> bool:
        return self._request("PROPFIND", path, {"Depth": "0"}, well=(207, 404))[0] == 207

    def read(self, path: str) -> bytes | None:
        status, content = self._request("GET", path, well=(200, 404))
        return content if status == 200 else None

    def delete(self, path: str) -> None:
        self._request("DELETE", path, well=(200, 204, 404))

    def folders(self) -> list[str]:
        _status, content = self._request("PROPFIND", "", {"Depth": "1"}, well=(207,), most=MAX_LISTING_SIZE)
        try:
            found = ElementTree.fromstring(content).iter("{DAV:}href")
            paths = [unquote(urlsplit(one.text or "").path).rstrip("/") for one in found]
        except (ElementTree.ParseError, ValueError) as error:
            raise TransferError("not_that_protocol", str(error)) from error
        return [path.rpartition("/")[2] for path in paths if path != self.base.rstrip("/")]

    def close(self) -> None:
        self._http.close()


def _transfer_error(status: int, reason: str) -> TransferError:
    message = f"{status} {reason}"
    if status == 401:
        return TransferError("sign_in_refused", message)
    if status in (413, 507):
        return TransferError("destination_full", message)
    if status in (408, 423, 425, 429) or status >= 500:
        return TransferError("destination_busy", message, passing=True)
    if 300 <= status < 400 or status == 405:
        return TransferError("not_that_protocol", message)
    return TransferError("destination_not_writable", message)


opened = WebDav
