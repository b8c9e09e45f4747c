"""The parts of a workbook that is a zip of XML files, read one element at a time and counted.

The ratio of 1 to 100 is the one that Apache POI allows (`ZipSecureFile`): a list that an office writes is
compressed 5 to 30 times.
"""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from scoring import DomainError

MAX_UNPACKED_SIZE = 60_000_000  # bytes of all parts that are read
MAX_RATIO, SMALL_PART = 100, 5_000_000  # a part below that does no harm, and may be uniform
MAX_ELEMENTS = 600_000  # 12 000 rows of ten cells, and their strings, are half of it
ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # those of offices; others are unpacked at one go


class Parts:
    """The parts of a workbook by name, in any case."""

    def __init__(self, content: bytes) -> None:
        self._zip = zipfile.ZipFile(io.BytesIO(content))
        self._known = {part.filename.casefold(): part for part in self._zip.infolist()}
        self._bytes, self._elements = MAX_UNPACKED_SIZE, MAX_ELEMENTS

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._known

    def elements(self, name: str, *tags: str) -> Iterator[tuple[str, str, Any]]:
        """Yield «start» and «end», the bare tag and the element, for each element with one of the `tags`.

        The children exist at the end only; after it the element is discarded.

        Raises:
            DomainError: file_too_heavy, for more than a list of people can need.
            KeyError, zipfile.BadZipFile, xml.etree.ElementTree.ParseError: the part is missing or broken.
        """
        from defusedxml.ElementTree import iterparse

        above: list[Any] = []
        with self._open_part(name) as part:
            for event, element in iterparse(part, events=("start", "end"), forbid_dtd=True):
                if event == "start":
                    self._elements -= 1
                    if self._elements < 0:
                        raise DomainError("file_too_heavy")
                    above.append(element)
                else:
                    above.pop()
                tag = element.tag.rpartition("}")[2]
                if tag in tags:
                    yield event, tag, element
                    if event == "end" and above:
                        above[-1].clear()

    def _open_part(self, name: str) -> Any:
        part = self._known[name.casefold()]
        if part.compress_type not in ZIP_METHODS:
            raise zipfile.BadZipFile(name)
        self._bytes -= part.file_size
        grown = part.file_size > MAX_RATIO * part.compress_size
        if self._bytes < 0 or (grown and part.file_size > SMALL_PART):
            raise DomainError("file_too_heavy")
        return self._zip.open(part)  # it yields no more bytes than the size that was checked
