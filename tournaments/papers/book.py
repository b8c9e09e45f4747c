"""A PDF file that stays small in memory and can be tagged.

Finished objects are written at once: each page as it ends, structure elements in object streams (ISO 32000-1,
7.5.7), which ReportLab does not write by itself. Only fonts, forms and the catalogue wait for the end.

The only module that uses undocumented parts of ReportLab: when an upgrade changes them,
`tests/test_private_names.py` fails and names them.
"""

import hashlib
import struct
import zlib
from array import array
from io import BytesIO

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_STREAM_OBJECTS = 400
_XREF_ENTRY = struct.Struct(">BIH")


class Verbatim(pdfdoc.PDFObject):
    """A PDF object whose bytes are already known."""

    def __init__(self, body: bytes = b"") -> None:
        self.body = body

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.body


def stream(entries: str, content: bytes) -> bytes:
    """Return a compressed stream with these dictionary entries."""
    packed = zlib.compress(content)
    head = f"<<{entries}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
    return head.encode("latin-1") + packed + b"\nendstream"


class Book(pdfdoc.PDFDocument):
    """ReportLab's document, extended to write objects as soon as they are complete."""

    def __init__(self, language: str) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=(1, 7), lang=language)
        self._file = BytesIO()
        self._file.write(_HEADER)
        self._waiting: list[tuple[int, str]] = []
        self._packed = array("I")  # number, stream, place in the stream; thousands of them
        self._written = array("Q")  # number, offset
        self.page_numbers = array("I")
        self.Pages = self.Catalog.Pages = Verbatim()
        self.pages_number = self.number_of(self.Pages)
        self.bookmarks: Verbatim | None = None

    def new_number(self) -> int:
        """Return the number of an object that will be written or packed."""
        self.objectcounter += 1
        return int(self.objectcounter)

    def number_of(self, thing: pdfdoc.PDFObject) -> int:
        """Return the number of an object that is written at the end."""
        return int(self.idToObjectNumberAndVersion[self.Reference(thing).name][0])

    def write(self, number: int, body: bytes) -> int:
        """Write an object and return its number."""
        self._written.extend((number, self._file.tell()))
        self._file.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
        return number

    def pack(self, number: int, body: str) -> None:
        """Add an object to the next object stream."""
        self._waiting.append((number, body))
        if len(self._waiting) >= _STREAM_OBJECTS:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        heads, at = [], 0
        for number, body in self._waiting:
            heads.append(f"{number} {at}")
            at += len(body) + 1
        head = " ".join(heads) + "\n"
        content = head + "\n".join(body for _, body in self._waiting)
        entries = f"/Type/ObjStm/N {len(self._waiting)}/First {len(head)}"
        holder = self.write(self.new_number(), stream(entries, content.encode("ascii")))
        for place, (number, _) in enumerate(self._waiting):
            self._packed.extend((number, holder, place))
        self._waiting.clear()

    def format(self) -> bytes:
        """Return the file: the remaining objects, then a cross-reference stream (object streams need one)."""
        self.Catalog.Outlines = self.bookmarks
        root, info = self.number_of(self.Catalog), self.number_of(self.info)
        kids = " ".join([f"{number} 0 R" for number in self.page_numbers])
        self.Pages.body = f"<</Type/Pages/Count {len(self.page_numbers)}/Kids[{kids}]>>".encode("ascii")
        self._flush()
        done: set[int] = set()
        while pending := self.numberToId.keys() - done:  # formatting an object may register others
            for number in sorted(pending):
                thing = self.idToObject[self.numberToId[number]]
                self.write(number, pdfdoc.format(thing, self, toplevel=1).rstrip(b"\n"))
            done |= pending
        self._write_xref(root, info)
        return self._file.getvalue()

    def _write_xref(self, root: int, info: int) -> None:
        number, start = self.new_number(), self._file.tell()
        self._written.extend((number, start))
        table = bytearray(_XREF_ENTRY.size * (number + 1))
        _XREF_ENTRY.pack_into(table, 0, 0, 0, 0xFFFF)
        written, packed = iter(self._written), iter(self._packed)
        for each, offset in zip(written, written, strict=True):
            _XREF_ENTRY.pack_into(table, each * _XREF_ENTRY.size, 1, offset, 0)
        for each, holder, place in zip(packed, packed, packed, strict=True):
            _XREF_ENTRY.pack_into(table, each * _XREF_ENTRY.size, 2, holder, place)
        with self._file.getbuffer() as written_so_far:
            digest = hashlib.md5(written_so_far, usedforsecurity=False).hexdigest()
        size = f"/W[1 4 2]/Size {number + 1}/Root {root} 0 R/Info {info} 0 R/ID[<{digest}><{digest}>]"
        self._file.write(b"%d 0 obj\n%b\nendobj\n" % (number, stream(f"/Type/XRef{size}", bytes(table))))
        self._file.write(b"startxref\n%d\n%%%%EOF\n" % start)


class BookCanvas(Canvas):
    """ReportLab's canvas over a Book. A page is written as it ends; all pages share resources."""

    def __init__(self, size: tuple[float, float], font: str, language: str) -> None:
        super().__init__(None, pagesize=size, invariant=1, pageCompression=1, initialFontName=font)
        self._doc = Book(language)
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.basicFonts()
        self._resources.basicProcs()
        self._resources_number = self._doc.number_of(self._resources)
        self._forms: set[str] = set()
        self._pictures: dict[str, int] = {}  # the object number by the name
        self._page = 0

    @property
    def book(self) -> Book:
        return self._doc

    @property
    def code(self) -> list[str]:
        """Return the operators of the page or form being drawn."""
        code: list[str] = self._code
        return code

    @property
    def page_object(self) -> int:
        """Return the object number of the page being drawn."""
        if not self._page:
            self._page = self._doc.new_number()
        return self._page

    def doForm(self, name: str) -> None:
        """Show a form that was defined before."""
        self._forms.add(name)
        self._code.append(f"/{self._doc.getXObjectName(name)} Do")

    def picture(self, png: bytes) -> str:
        """Return the name of a picture among the resources; it is written once."""
        name = f"Picture.{hashlib.sha256(png).hexdigest()[:12]}"
        if name not in self._pictures:
            from PIL import Image  # loaded where a paper has a picture

            read = Image.open(BytesIO(png), formats=("PNG",)).convert("RGB")
            entries = (
                f"/Type/XObject/Subtype/Image/Width {read.width}/Height {read.height}"
                "/ColorSpace/DeviceRGB/BitsPerComponent 8"
            )
            book = self._doc
            self._pictures[name] = book.write(book.new_number(), stream(entries, read.tobytes()))
        return name

    def showPage(self) -> None:
        """End the page."""
        book, (width, height), number = self._doc, self._pagesize, self.page_object
        contents = book.write(book.new_number(), stream("", "\n".join(self._code).encode("latin-1")))
        page = (
            f"<</Type/Page/Parent {book.pages_number} 0 R/MediaBox[0 0 {width:g} {height:g}]"
            f"/Resources {self._resources_number} 0 R/Contents {contents} 0 R"
            f"/StructParents {len(book.page_numbers)}/Tabs/S>>"
        )
        book.page_numbers.append(book.write(number, page.encode("ascii")))
        self._page = 0
        self._startPage()

    def finished(self) -> bytes:
        """Return the file. The canvas must not be used afterwards."""
        resources = self._doc.xobjDict(sorted(self._forms))
        for name, number in self._pictures.items():
            resources[name] = Verbatim(b"%d 0 R" % number)
        self._resources.XObject = resources
        file: bytes = self._doc.GetPDFData(self)
        return file
