"""Add https to the pages of other packages: the tablets' page, the page of a table, copies and restoring."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from tournaments.https import ca_backup, certificates
from tournaments.transfer import copies
from tournaments.web.templatetags.parts import add_part

SUCCESS_MESSAGES = {
    "certificate_gone": gettext_lazy("The certificate is no longer there. Is the key plugged in?"),
    "certificate_taken": gettext_lazy(
        "Start Cheville again with --https: tablets that trust the first computer then trust this one."
    ),
}
"""The messages that pages show after an action, by code."""


def add_all() -> None:
    """Register every part, once, when the program starts."""
    add_part("table_head", "https/parts/app.html", _show_if(is_installable))
    add_part("tablets_buttons", "https/parts/install.html", _show_if(lambda request: is_serving_https()))
    add_part("tablets_end", "https/parts/hint.html", _show_if(lambda request: not is_serving_https()))
    add_part("copies", "https/parts/key.html", _show_if(lambda request: _is_on_usb_key()))
    add_part("restore", "https/parts/spares.html", lambda request: {"spares": spares()})


def is_serving_https() -> bool:
    """Return whether the laptop was started with `--https`."""
    return bool(settings.LAN_PORTS)


def is_installable(request: HttpRequest) -> bool:
    """Return whether the page may become an app: browsers require a certificate that they trust."""
    return is_serving_https() and request.is_secure()


def spares() -> list[ca_backup.SpareAuthority]:
    """Return the authorities of other laptops beside the copies, newest first."""
    folder = copies.configured_folder()
    return ca_backup.spares(folder, certificates.certificate_folder()) if folder else []


def _is_on_usb_key() -> bool:
    """Return whether the authority of this laptop is written to the folder of `COPIES_DIR`."""
    return bool(copies.configured_folder()) and certificates.certificate_folder().authority.exists()


def _show_if(holds: Callable[[HttpRequest], bool]) -> Callable[[HttpRequest], dict[str, Any] | None]:
    """Return a function that shows a template, with an empty context, where `holds(request)` is true."""
    return lambda request: {} if holds(request) else None
