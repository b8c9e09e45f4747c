"""Output of the terminal when Cheville starts on a laptop: its address, and the first sign-in."""

import io
import os
import threading
import urllib.request
import webbrowser
from http.client import HTTPException

import segno
from django.conf import settings
from django.utils.crypto import salted_hmac

LAPTOP_URL = "http://localhost:{}/laptop/"
LAPTOP_HEADER = "X-Cheville-Laptop"  # a header of its answer
ANY_DATA = "here"  # its value until 0.3.0, whatever the data folder


def header_value() -> str:
    """Return the value of `LAPTOP_HEADER`, which differs between data folders and does not name them."""
    return salted_hmac(LAPTOP_HEADER, os.path.realpath(settings.DATA_DIR)).hexdigest()


def is_running(port: int) -> bool:
    """Return whether Cheville already answers on this port of this laptop, with this data folder.

    A Cheville with other data, such as a rehearsal on another copy, is another program.
    """
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(LAPTOP_URL.format(port), timeout=3) as answer:
            return answer.headers.get(LAPTOP_HEADER) in (header_value(), ANY_DATA)
    except (OSError, HTTPException, ValueError):  # another program answers as it likes
        return False


def open_page(port: int) -> None:
    """Open the page of this laptop in the browser, which may take some time to start."""
    opening = threading.Thread(target=webbrowser.open, args=(LAPTOP_URL.format(port),), daemon=True)
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
