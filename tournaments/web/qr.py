"""Draw QR codes on pages; those on paper are in `papers/`."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_picture(text: str) -> SafeString:
    """Return the QR code of a text as a picture: black on white in the evening too."""
    made = segno.make_qr(text, error="m", encoding=None if text.isascii() else "utf-8")
    return mark_safe(made.svg_inline(border=4, dark="#000", light="#fff", omitsize=True))  # noqa: S308
