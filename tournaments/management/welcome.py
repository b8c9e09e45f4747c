"""What the terminal says when Cheville starts on a laptop: where to find it, and the first sign-in."""

import io
import os
import secrets
import socket
import struct
import sys

import segno

CONSONANTS = "bcdfgjklmnprstv"
VOWELS = "aeiou"
DOCUMENTATION_ADDRESS = "203.0.113.1"  # RFC 5737: nobody is there, and nothing is sent
SIOCGIFADDR = 0x8915


def readable_password() -> str:
    """A random password that can be read aloud and typed: 46 bits, such as `bako-timu-rila-47`."""
    syllables = [secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(6)]
    words = ["".join(syllables[i : i + 2]) for i in range(0, 6, 2)]
    return "-".join([*words, f"{secrets.randbelow(9000) + 1000}"])


def lan_addresses() -> list[str]:
    """The IPv4 addresses under which others reach this machine, the most likely first.

    No packet is sent. A hotspot without a way to the Internet has no default route, hence the other two ways.
    """
    found = [*_default_route(), *_interfaces(), *_own_name()]
    return list(dict.fromkeys(address for address in found if not address.startswith(("127.", "169.254."))))


def _default_route() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((DOCUMENTATION_ADDRESS, 9))
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _interfaces() -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return addresses


def _own_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def qr_for_terminal(address: str, encoding: str | None) -> str:
    """The address as a QR code to print; empty where the terminal has no characters for it."""
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, compact=True, border=2)
    try:
        out.getvalue().encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()


def terminal_language() -> str:
    """The language that start.py found, as one of ours."""
    return "en" if os.environ.get("CHEVILLE_LANG", "").lower().startswith("en") else "fr-ca"
