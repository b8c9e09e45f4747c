"""The structure tree of a tagged PDF, which screen readers follow (ISO 32000-1, 14.7, 14.8)."""

from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc

from tournaments.papers.book import Book, Verbatim

COLUMN_HEADING, ROW_HEADING = "/A<</O/Table/Scope/Column>>", "/A<</O/Table/Scope/Row>>"


def pdf_text(text: str) -> str:
    """Return a text string as a hexadecimal PDF literal."""
    return "<" + ("\ufeff" + text).encode("utf-16-be", "replace").hex() + ">"


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"> <dc:title><rdf:Alt><rdf:li
xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language> <pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def describe(book: Book, title: str, author: str, language: str) -> None:
    """Write title, author, language and PDF/UA-1 conformance into the metadata (ISO 14289-1, 5 and 7.1)."""
    words = _XMP.format(title=escape(title), author=escape(author), language=language).encode(
        "utf-8", "replace"
    )
    head = f"<</Type/Metadata/Subtype/XML/Length {len(words)}>>\nstream\n"
    book.Catalog.Metadata = Verbatim(head.encode("ascii") + words + b"\nendstream")


class Bookmarks:
    """The bookmarks of the document, in page order (ISO 32000-1, 12.3.3)."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._marks: list[tuple[int, str, int]] = []

    def add(self, title: str, page: int) -> None:
        """Add a bookmark to the page with this object number."""
        self._marks.append((self._book.new_number(), title, page))

    def put_first(self) -> None:
        """Put the last bookmark before all others."""
        self._marks.insert(0, self._marks.pop())

    def finish(self) -> None:
        """Attach the bookmarks to the document."""
        if not self._marks:
            return
        root = Verbatim()
        parent = self._book.number_of(root)
        numbers = [number for number, _title, _page in self._marks]
        for at, (number, title, page) in enumerate(self._marks):
            before = f"/Prev {numbers[at - 1]} 0 R" if at else ""
            after = f"/Next {numbers[at + 1]} 0 R" if at + 1 < len(numbers) else ""
            item = f"<</Title{pdf_text(title)}/Parent {parent} 0 R{before}{after}/Dest[{page} 0 R/Fit]>>"
            self._book.pack(number, item)
        ends = f"/First {numbers[0]} 0 R/Last {numbers[-1]} 0 R/Count {len(numbers)}"
        root.body = f"<</Type/Outlines{ends}>>".encode("ascii")
        self._book.bookmarks = root


class Tree:
    """The open elements, and the parent of each marked content of a page."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._root_object = Verbatim()
        self._root = book.number_of(self._root_object)
        self._open: list[tuple[int, str, str, list[int]]] = []
        self._marks: list[int] = []
        self._pages: list[int] = []
        self._leaf: tuple[int, int, str, int, int] = (0, 0, "", 0, 0)
        self.begin("Document")

    def begin(self, tag: str, attributes: str = "") -> None:
        """Open an element that holds other elements; it may go on over several pages."""
        number = self._book.new_number()
        if self._open:
            self._open[-1][3].append(number)
        self._open.append((number, tag, attributes, []))

    @property
    def depth(self) -> int:
        """Return how many elements are open; the document itself is the first."""
        return len(self._open)

    def end_down_to(self, depth: int) -> None:
        """Close elements until so many are open."""
        while self.depth > depth:
            self.end()

    def put_first(self) -> None:
        """Put the last part of the document before all others."""
        parts = self._open[0][3]
        parts.insert(0, parts.pop())

    def end(self) -> None:
        """Close the innermost element."""
        number, tag, attributes, kids = self._open.pop()
        parent = self._open[-1][0] if self._open else self._root
        references = " ".join([f"{kid} 0 R" for kid in kids])
        self._book.pack(number, f"<</S/{tag}/P {parent} 0 R{attributes}/K[{references}]>>")

    def leaf(self, tag: str, page: int) -> int:
        """Add an element of marked content on the page with this object number; return its mark."""
        number, mark = self._book.new_number(), len(self._marks)
        parent, _, _, kids = self._open[-1]
        kids.append(number)
        self._marks.append(number)
        self._leaf = number, parent, tag, page, mark
        return mark

    def drawn(self, attributes: str = "") -> None:
        """Write the element of marked content that was added last, now that all of it is drawn."""
        number, parent, tag, page, mark = self._leaf
        self._book.pack(number, f"<</S/{tag}/P {parent} 0 R/Pg {page} 0 R{attributes}/K {mark}>>")

    def add_empty_cell(self, tag: str, attributes: str = "") -> None:
        """Add an element without content: an empty cell."""
        number = self._book.new_number()
        parent, _, _, kids = self._open[-1]
        kids.append(number)
        self._book.pack(number, f"<</S/{tag}/P {parent} 0 R{attributes}>>")

    def end_page(self) -> None:
        """Write the parent of each mark of this page."""
        number = self._book.new_number()
        self._book.pack(number, "[" + " ".join([f"{mark} 0 R" for mark in self._marks]) + "]")
        self._pages.append(number)
        self._marks = []

    def finish(self) -> None:
        """Close every element and attach the tree to the document."""
        document = self._open[0][0]
        self.end_down_to(0)
        pages = " ".join(f"{page} {number} 0 R" for page, number in enumerate(self._pages))
        self._root_object.body = (
            f"<</Type/StructTreeRoot/K {document} 0 R/ParentTree<</Nums[{pages}]>>"
            f"/ParentTreeNextKey {len(self._pages)}>>"
        ).encode("ascii")
        catalog = self._book.Catalog
        catalog.StructTreeRoot = self._root_object
        catalog.MarkInfo = Verbatim(b"<</Marked true>>")
        preferences = pdfdoc.ViewerPreferencesPDFDictionary()
        preferences["DisplayDocTitle"] = "true"
        catalog.ViewerPreferences = preferences
