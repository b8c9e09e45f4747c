"""What the terminal says when Cheville starts on a laptop: where to find it, and the first sign-in."""

import io
import secrets

import segno

from config.folder import terminal_language
from config.lan import lan_addresses

__all__ = ["lan_addresses", "qr_for_terminal", "readable_password", "terminal_language"]

CONSONANTS = "bcdfgjklmnprstv"
VOWELS = "aeiou"


def readable_password() -> str:
    """A random password that can be read aloud and typed: 46 bits, such as `bako-timu-rila-47`."""
    syllables = [secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(6)]
    words = ["".join(syllables[i : i + 2]) for i in range(0, 6, 2)]
    return "-".join([*words, f"{secrets.randbelow(9000) + 1000}"])


def qr_for_terminal(address: str, encoding: str | None) -> str:
    """The address as a QR code to print; empty where the terminal has no characters for it."""
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, compact=True, border=2)
    try:
        out.getvalue().encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()
