"""What a screen reader follows: the structure tree of a tagged PDF (ISO 32000-1, 14.7, 14.8)."""

from reportlab.pdfbase import pdfdoc

from .book import Book, Verbatim

COLUMN_HEADING, ROW_HEADING = "/A<</O/Table/Scope/Column>>", "/A<</O/Table/Scope/Row>>"


def pdf_text(text: str) -> str:
    """A text string as a PDF literal in hexadecimal."""
    return "<" + ("\ufeff" + text).encode("utf-16-be", "replace").hex() + ">"


class Tree:
    """The elements that are open, and where the marked content of each page belongs."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._root_object = Verbatim()
        self._root = book.number_of(self._root_object)
        self._open: list[tuple[int, str, str, list[int]]] = []
        self._marks: list[int] = []
        self._pages: list[int] = []
        self.begin("Document")

    def begin(self, tag: str, attributes: str = "") -> None:
        """Open an element that holds other elements; it may go on over several pages."""
        number = self._book.new_number()
        if self._open:
            self._open[-1][3].append(number)
        self._open.append((number, tag, attributes, []))

    def end(self) -> None:
        """Close the innermost element."""
        number, tag, attributes, kids = self._open.pop()
        parent = self._open[-1][0] if self._open else self._root
        references = " ".join([f"{kid} 0 R" for kid in kids])
        self._book.pack(number, f"<</S/{tag}/P {parent} 0 R{attributes}/K[{references}]>>")

    def leaf(self, tag: str, page: int, attributes: str = "") -> int:
        """An element that is marked content on the page with this object number; the mark's identifier."""
        number, mark = self._book.new_number(), len(self._marks)
        parent, _, _, kids = self._open[-1]
        kids.append(number)
        self._marks.append(number)
        self._book.pack(number, f"<</S/{tag}/P {parent} 0 R/Pg {page} 0 R{attributes}/K {mark}>>")
        return mark

    def nothing(self, tag: str, attributes: str = "") -> None:
        """An element without content: an empty cell."""
        number = self._book.new_number()
        parent, _, _, kids = self._open[-1]
        kids.append(number)
        self._book.pack(number, f"<</S/{tag}/P {parent} 0 R{attributes}>>")

    def end_page(self) -> None:
        """Write down to whom the marks of this page belong."""
        number = self._book.new_number()
        self._book.pack(number, "[" + " ".join([f"{mark} 0 R" for mark in self._marks]) + "]")
        self._pages.append(number)
        self._marks = []

    def finish(self) -> None:
        """Close everything and hang the tree into the document."""
        document = self._open[0][0]
        while self._open:
            self.end()
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
