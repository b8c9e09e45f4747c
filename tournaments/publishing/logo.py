"""A logo, from any file to a small PNG picture that is safe to keep, serve and print.

Only PNG and JPEG are read, and what is kept is drawn anew: nothing of the file itself but its colours. A
drawing (SVG) becomes a PNG in the browser that chose it (`static/js/logo.js`): it never comes here.
"""

import base64
import io
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageChops, ImageOps

from scoring import DomainError

MAX_FILE_SIZE = 5_000_000
MAX_PIXELS = 16_000_000  # a picture of a telephone has 12 million
MAX_SIDES = (800, 600, 400, 300, 200)  # of what is kept, in pixels: the largest that is small enough
MAX_KEPT_SIZE = 200_000
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_CHUNKS = {b"IHDR", b"IDAT", b"IEND"}  # of a PNG that this module wrote
READ_ERRORS = (OSError, ValueError, SyntaxError, LookupError, TypeError, OverflowError, struct.error)
"""The errors by which Pillow refuses a broken file."""
_NEARLY_WHITE = 12


def normalise_logo(content: bytes) -> bytes:
    """Return the picture in a PNG or JPEG file as a small PNG on white, without empty margins.

    Raises `DomainError` with the reason that a file cannot be used.
    """
    if len(content) > MAX_FILE_SIZE:
        raise DomainError("logo_too_large", megabytes=MAX_FILE_SIZE // 1_000_000)
    if b"<svg" in content[:MAX_FILE_SIZE].lower() and not content.startswith((PNG_START, b"\xff\xd8")):
        raise DomainError("logo_is_drawing")
    opened = _decode_picture(content)
    with _picture_errors():  # a palette may be shorter than the picture says
        on_white = _on_white(opened)
    picture = _crop_margins(on_white)
    for side in MAX_SIDES:
        smaller = picture.copy()
        smaller.thumbnail((side, side))
        file = io.BytesIO()
        smaller.save(file, "PNG", optimize=True)
        if file.tell() <= MAX_KEPT_SIZE:
            break
    return file.getvalue()


def _decode_picture(content: bytes) -> Image.Image:
    """Return the decoded picture, upright. Its size is checked before it is decoded."""
    with _picture_errors():
        picture = Image.open(io.BytesIO(content), formats=("PNG", "JPEG"))
    if picture.width * picture.height > MAX_PIXELS:
        raise DomainError("logo_too_many_pixels", millions=MAX_PIXELS // 1_000_000)
    with _picture_errors():
        picture.draft("RGB", (2 * MAX_SIDES[0], 2 * MAX_SIDES[0]))  # a JPEG is decoded smaller, and faster
        picture.load()
        return ImageOps.exif_transpose(picture)


@contextmanager
def _picture_errors() -> Iterator[None]:
    """Turn the errors by which Pillow refuses a file into a `DomainError`."""
    try:
        yield
    except Image.DecompressionBombError:
        raise DomainError("logo_too_many_pixels", millions=MAX_PIXELS // 1_000_000) from None
    except READ_ERRORS:
        raise DomainError("logo_unreadable") from None


def _on_white(picture: Image.Image) -> Image.Image:
    picture = picture.convert("RGBA")
    picture.thumbnail((2 * MAX_SIDES[0], 2 * MAX_SIDES[0]))
    ground = Image.new("RGBA", picture.size, "white")
    ground.alpha_composite(picture)
    return ground.convert("RGB")


def _crop_margins(picture: Image.Image) -> Image.Image:
    """Return the picture without its white margins. Raises `DomainError` if all of it is white."""
    differs = ImageChops.difference(picture, Image.new("RGB", picture.size, "white"))
    seen = differs.convert("L").point(lambda light: 255 if light > _NEARLY_WHITE else 0).getbbox()
    if seen is None:
        raise DomainError("logo_all_white")
    return picture.crop(seen)


def as_text(png: bytes) -> str:
    """Return a picture as it is stored, in base64."""
    return base64.b64encode(png).decode("ascii")


def as_bytes(stored: str) -> bytes:
    """Return a stored picture."""
    return base64.b64decode(stored, validate=True)


def is_stored_logo(value: object) -> bool:
    """Return whether a value from outside is a picture as `normalise_logo` makes them, in base64."""
    if not isinstance(value, str) or len(value) > 2 * MAX_KEPT_SIZE:
        return False
    try:
        png = as_bytes(value)
        if len(png) > MAX_KEPT_SIZE or not png.startswith(PNG_START) or not set(_chunks(png)) <= PNG_CHUNKS:
            return False
        picture = Image.open(io.BytesIO(png), formats=("PNG",))
        if picture.mode != "RGB" or max(picture.size) > MAX_SIDES[0]:
            return False
        picture.load()
    except (*READ_ERRORS, Image.DecompressionBombError):
        return False
    return True


def _chunks(png: bytes) -> list[bytes]:
    """Return the kinds of the chunks of a PNG file. Raises `ValueError` for bytes behind the last one."""
    at, kinds = len(PNG_START), []
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kinds.append(png[at + 4 : at + 8])
        at += length + 12
        if kinds[-1] == b"IEND" and at != len(png):
            raise ValueError("more behind the picture")
    return kinds
