"""Pictures of papers: page 1 as it will be printed, small."""

import io
import threading
from typing import Any

WIDTH = 480  # pixels: twice as many as a page shows, for fine screens
_COLOURS = 32
_ONE_AT_A_TIME = threading.Lock()  # PDFium may be used by one thread at a time


def first_page_png(file: Any) -> bytes:
    """Return the first page of a PDF file, given as bytes or as its path, as a PNG picture."""
    import pypdfium2  # loaded where a picture is wanted: it takes 50 ms

    with _ONE_AT_A_TIME:
        document = pypdfium2.PdfDocument(file)
        try:
            page = document[0]
            picture = page.render(scale=WIDTH / page.get_width()).to_pil()
        finally:
            document.close()
    kept = io.BytesIO()
    picture.quantize(_COLOURS).save(kept, "PNG")
    return kept.getvalue()
