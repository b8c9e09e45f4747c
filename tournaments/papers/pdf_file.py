"""One PDF file that a paper is drawn into, or several papers one after the other."""

from typing import TYPE_CHECKING

from tournaments.papers.book import BookCanvas
from tournaments.papers.shaper import TextShaper
from tournaments.papers.structure import Bookmarks, Tree, describe
from tournaments.papers.text_shaping import cleaned, register_initial_font

if TYPE_CHECKING:
    from tournaments.papers.values import TournamentHeader


class EnoughPages(Exception):
    """Raised when the last page that is wanted has been drawn."""


class PdfFile:
    """A file being drawn: pages of any size, with one structure tree, one set of fonts, and bookmarks."""

    def __init__(self, header: "TournamentHeader", title: str, *, most_pages: int = 0) -> None:
        """Begin a file; with `most_pages`, drawing more raises `EnoughPages`."""
        language = header.language if "-" in header.language else f"{header.language}-CA"
        self.canvas = BookCanvas((0, 0), register_initial_font(), language)
        whole, author = cleaned(f"{title} – {header.tournament}"), cleaned(header.tournament)
        self.canvas.setTitle(whole)
        self.canvas.setAuthor(author)
        self.canvas.setSubject(title)
        self.canvas.setCreator("Cheville")
        book = self.canvas.book
        self.tree = Tree(book)
        self.bookmarks = Bookmarks(book)
        describe(book, whole, author, language)
        self.shaper = TextShaper(book)
        self._most_pages = most_pages
        self._papers = 0

    @property
    def pages(self) -> int:
        """Return the number of pages that are finished."""
        return len(self.canvas.book.page_numbers)

    def begin_paper(self, width: float, height: float) -> int:
        """Begin a paper whose pages have this size; return its number, from 1."""
        self.canvas.setPageSize((width, height))
        self._papers += 1
        return self._papers

    def end_page(self) -> None:
        """End a page. Raise `EnoughPages` if it is the last one that is wanted."""
        self.canvas.showPage()
        self.tree.end_page()
        if self._most_pages and self.pages >= self._most_pages:
            raise EnoughPages

    def put_first(self, pages: int) -> None:
        """Put the paper drawn last, of so many pages, before all others, where it is also read first."""
        numbers = self.canvas.book.page_numbers
        for _page in range(pages):
            numbers.insert(0, numbers.pop())
        self.tree.put_first()
        self.bookmarks.put_first()

    def finished(self) -> bytes:
        """Return the file. Nothing can be drawn afterwards."""
        self.tree.finish()
        self.bookmarks.finish()
        return self.canvas.finished()
