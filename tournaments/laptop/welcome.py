"""Output of the terminal when Cheville starts on a laptop: its address, and the first sign-in."""

import io
import os
import threading
import webbrowser
from contextlib import closing
from http.client import HTTPConnection, HTTPException

import segno
from django.conf import settings
from django.utils.crypto import salted_hmac

LAPTOP_PATH = "/laptop/"
LAPTOP_HEADER = "X-Cheville-Laptop"  # a header of its answer
ANY_DATA = "here"  # its value until 0.3.0, whatever the data folder


def header_value() -> str:
    """Return the value of `LAPTOP_HEADER`, which differs between data folders and does not name them."""
    folder = os.fsencode(os.path.realpath(settings.DATA_DIR))  # a name may be no valid UTF-8
    return salted_hmac(LAPTOP_HEADER, folder).hexdigest()


def is_running(port: int, *, any_data: bool = False) -> bool:
    """Return whether Cheville already answers on this port of this laptop, with this data folder.

    A Cheville with other data, such as a rehearsal on another copy, is another program unless `any_data`.
    """
    connection = HTTPConnection("localhost", port, timeout=3)  # follows no redirect to another port
    try:
        with closing(connection):
            # with the port even if it is 80: the page is shown at addresses with a port only
            connection.request("GET", LAPTOP_PATH, headers={"Host": f"localhost:{port}"})
            value = connection.getresponse().headers.get(LAPTOP_HEADER)
    except (OSError, HTTPException):  # another program answers as it likes
        return False
    return bool(value) and (any_data or value in (header_value(), ANY_DATA))


def open_page(port: int) -> None:
    """Open the page of this laptop in the browser, which may take some time to start."""
    opening = threading.Thread(
        target=webbrowser.open, args=(f"http://localhost:{port}{LAPTOP_PATH}",), daemon=True
    )
    opening.start()
    opening.join(10)


def qr_for_terminal(address: str, encoding: str | None) -> str:
    """Return the address as a QR code to print; empty if the terminal lacks the characters."""
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, compact=True, border=2)
    try:
        out.getvalue().encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()
