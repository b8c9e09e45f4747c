"""A PDF file that stays small in memory and can be tagged.

Pages are compressed as they end, and structure elements go into object streams (ISO 32000-1, 7.5.7), which
ReportLab does not write by itself.

It leans on the inside of ReportLab's canvas and document: look here first when its version changes.
"""

import struct
import zlib
from array import array

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

_A_STREAM_OF = 400
_XREF_ENTRY = struct.Struct(">BIH")


class Verbatim(pdfdoc.PDFObject):
    """An object whose bytes are already known."""

    def __init__(self, body: bytes = b"") -> None:
        self.body = body

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.body


def stream(entries: str, content: bytes) -> Verbatim:
    """A compressed stream with these dictionary entries."""
    packed = zlib.compress(content)
    head = f"<<{entries}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
    return Verbatim(head.encode("latin-1") + packed + b"\nendstream\n")


class Book(pdfdoc.PDFDocument):
    """ReportLab's document, with numbers for objects of our own."""

    def __init__(self, language: str) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=(1, 7), lang=language)
        self._waiting: list[tuple[int, str]] = []
        self._packed = array("I")  # number, stream, place in the stream; thousands of them

    def new_number(self) -> int:
        """The number of an object that will be packed."""
        self.objectcounter += 1
        return self.objectcounter

    def number_of(self, thing: pdfdoc.PDFObject, name: str | None = None) -> int:
        """The number of an object of ReportLab's, registered if it was not."""
        return self.idToObjectNumberAndVersion[self.Reference(thing, name).name][0]

    def pack(self, number: int, body: str) -> None:
        """Keep an object for the next object stream."""
        self._waiting.append((number, body))
        if len(self._waiting) >= _A_STREAM_OF:
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
        holder = self.number_of(stream(entries, content.encode("latin-1")))
        for place, (number, _) in enumerate(self._waiting):
            self._packed.extend((number, holder, place))
        self._waiting.clear()

    def format(self) -> bytes:
        """The file: objects, then a cross-reference stream, which alone can point into object streams."""
        root, info = self.number_of(self.Catalog), self.number_of(self.info)
        self._flush()
        file, offsets = pdfdoc.PDFFile((1, 7)), {}
        while pending := [number for number in self.numberToId if number not in offsets]:
            for number in pending:
                name = self.numberToId[number]
                offsets[number] = file.add(pdfdoc.PDFIndirectObject(name, self.idToObject[name]).format(self))
        self._add_xref(file, offsets, root, info)
        return file.format(self)

    def _add_xref(self, file: pdfdoc.PDFFile, offsets: dict[int, int], root: int, info: int) -> None:
        number, start = self.new_number(), file.offset
        offsets[number] = start
        table = bytearray(_XREF_ENTRY.size * (number + 1))
        _XREF_ENTRY.pack_into(table, 0, 0, 0, 0xFFFF)
        for each, offset in offsets.items():
            _XREF_ENTRY.pack_into(table, each * _XREF_ENTRY.size, 1, offset, 0)
        packed = iter(self._packed)
        for each, holder, place in zip(packed, packed, packed, strict=True):
            _XREF_ENTRY.pack_into(table, each * _XREF_ENTRY.size, 2, holder, place)
        digest = self.signature.hexdigest()
        entries = (
            f"/Type/XRef/W[1 4 2]/Size {number + 1}/Root {root} 0 R/Info {info} 0 R/ID[<{digest}><{digest}>]"
        )
        file.add(f"{number} 0 obj\n".encode())
        file.add(stream(entries, bytes(table)).body)
        file.add(f"endobj\nstartxref\n{start}\n%%EOF\n".encode())


class BookCanvas(Canvas):
    """ReportLab's canvas over a Book. A page is compressed as it ends; all pages share resources."""

    def __init__(self, size: tuple[float, float], font: str, language: str) -> None:
        super().__init__(None, pagesize=size, invariant=1, pageCompression=1, initialFontName=font)
        self._doc = Book(language)
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.basicFonts()
        self._resources.basicProcs()
        self._forms: set[str] = set()
        self._page = Verbatim()

    @property
    def book(self) -> Book:
        return self._doc

    @property
    def code(self) -> list[str]:
        """The operators of the page or form that is being drawn."""
        return self._code

    @property
    def page_number_object(self) -> int:
        """The object number of the page that is being drawn."""
        return self._doc.number_of(self._page, self._doc.thisPageName())

    def doForm(self, name: str) -> None:
        """Show a form that was defined before."""
        self._forms.add(name)
        self._code.append(f"/{self._doc.getXObjectName(name)} Do")

    def showPage(self) -> None:
        """End the page."""
        book, (width, height) = self._doc, self._pagesize
        self.page_number_object  # noqa: B018 (the page takes its number now if nothing asked for it)
        contents = book.number_of(stream("", "\n".join(self._code).encode("latin-1")))
        parent, resources = book.number_of(book.Pages), book.number_of(self._resources)
        self._page.body = (
            f"<</Type/Page/Parent {parent} 0 R/MediaBox[0 0 {width:g} {height:g}]/Resources {resources} 0 R"
            f"/Contents {contents} 0 R/StructParents {book.pageCounter - 1}/Tabs/S>>"
        ).encode("latin-1")
        book.addPage(self._page)
        self._page = Verbatim()
        self._startPage()

    def finished(self) -> bytes:
        """The file. The canvas must not be used afterwards."""
        self._resources.XObject = self._doc.xobjDict(sorted(self._forms))
        return self._doc.GetPDFData(self)
