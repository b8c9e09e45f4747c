"""Files that may be chosen as a logo: good ones, and those of an attacker."""

import io
import struct
import zlib

from PIL import Image, PngImagePlugin

SVG = "http://www.w3.org/2000/svg"


def picture(width: int = 60, height: int = 30, kind: str = "PNG", **saved: object) -> bytes:
    """Return a picture of one colour with an inner margin of white, so that it has something to cut."""
    image = Image.new("RGB", (width, height), "white")
    image.paste("#c2185b", (2, 2, width - 2, height - 2))
    file = io.BytesIO()
    image.save(file, kind, **saved)
    return file.getvalue()


def transparent() -> bytes:
    """Return white letters on a transparent ground, which are invisible on paper."""
    file = io.BytesIO()
    Image.new("RGBA", (40, 20), (255, 255, 255, 90)).save(file, "PNG")
    return file.getvalue()


def with_secrets() -> bytes:
    """Return a JPEG with EXIF: its maker, and a rotation by 90 degrees."""
    image = Image.open(io.BytesIO(picture(80, 40)))
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "SECRET-MAKER", 6
    file = io.BytesIO()
    image.save(file, "JPEG", exif=exif)
    return file.getvalue()


def with_text() -> bytes:
    """Return a PNG with a comment."""
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "SECRET-COMMENT")
    return picture(pnginfo=info)


def polyglot() -> bytes:
    """Return a PNG that is a page with a script too, for a browser that guesses."""
    return picture() + b"<html><script>alert(document.domain)</script>"


def chunk(kind: bytes, content: bytes) -> bytes:
    """Return one chunk of a PNG file."""
    crc = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + crc


def claims(width: int, height: int) -> bytes:
    """Return a PNG of a few bytes that claims such a size."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 10_000)) + chunk(b"IEND", b"")


def short_palette() -> bytes:
    """Return a PNG of two colours that says of 300 how transparent they are."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 3, 0, 0, 0))
    colours = chunk(b"PLTE", bytes((255, 255, 255, 200, 20, 90))) + chunk(b"tRNS", bytes(300))
    lines = b"".join(b"\0" + bytes((0, 1) * 4) for _line in range(8))
    return b"\x89PNG\r\n\x1a\n" + head + colours + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """Return a PNG whose comment unpacks to 80 MB."""
    packed = zlib.compress(b"\0" * 80_000_000, 9)
    good = picture()
    return good[:33] + chunk(b"zTXt", b"Comment\0\0" + packed) + good[33:]


DRAWINGS = {
    "script": f'<svg xmlns="{SVG}"><script>alert(1)</script><rect width="9" height="9"/></svg>',
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    f'<svg xmlns="{SVG}"><text>&b;</text></svg>',
    "external": f'<svg xmlns="{SVG}"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    "foreign": f'<svg xmlns="{SVG}"><foreignObject><body onload="alert(1)"/></foreignObject></svg>',
    "shouted": f'\ufeff<?xml version="1.0"?><SVG xmlns="{SVG}" onload="alert(1)"/>',
}
REFUSED_FILES = {
    **{name: (text.encode(), "logo_is_drawing") for name, text in DRAWINGS.items()},
    "nothing": (b"", "logo_unreadable"),
    "text": (b"Bonjour", "logo_unreadable"),
    "page": (b"<html><script>alert(1)</script></html>", "logo_unreadable"),
    "gif": (picture(kind="GIF"), "logo_unreadable"),
    "webp": (picture(kind="WEBP"), "logo_unreadable"),
    "truncated": (picture(400, 300)[:-60], "logo_unreadable"),
    "truncated jpeg": (picture(400, 300, "JPEG")[:400], "logo_unreadable"),
    "head alone": (picture()[:20], "logo_unreadable"),
    "huge": (claims(60_000, 60_000), "logo_too_many_pixels"),
    "too many pixels": (claims(4_001, 4_000), "logo_too_many_pixels"),
    "not enough data": (claims(3_000, 3_000), "logo_unreadable"),
    "short palette": (short_palette(), "logo_unreadable"),
    "text bomb": (text_bomb(), "logo_unreadable"),
    "large": (picture() + b"\0" * 5_000_000, "logo_too_large"),
    "white": (transparent(), "logo_all_white"),
}
