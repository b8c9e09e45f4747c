"""Fixtures for judges with a phone who are not signed in."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from tests import page_reader


@dataclass
class Page:
    """An answer as a judge reads it: its words, its HTML, and its final address."""

    html: str
    address: str

    @property
    def words(self) -> str:
        """Return the text as a screen reader reads it, with the names of pictures."""
        spoken = re.sub(r'<(?:svg|span)[^>]*role="img" aria-label="([^"]*)"[^>]*>', r" \1 ", self.html)
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", spoken)).split())

    @property
    def refused(self) -> list[str]:
        """Return the codes of the refusals."""
        return page_reader.codes(self, "#refusal")

    @property
    def answer(self) -> page_reader.Element:
        """Return the answer of the page, with its figures as `data-…`."""
        return page_reader.parse(self).one("#answer")

    @property
    def pressed(self) -> list[str]:
        """Return the cards of the pack that are in a tray."""
        return re.findall(r'value="([^"]+)"\s+id="card-[^"]+"\s+aria-pressed="true"', self.html)


@pytest.fixture
def judge(client: Client, db: None) -> Callable[..., Page]:
    """Return a function that opens a judge's page in English: `judge("hand/", hand="5H")`.

    It follows redirects.
    """
    client.cookies["django_language"] = "en"

    def open_(path: str = "", start: str = "/judge/", **query: object) -> Page:
        answer = client.get(start + path, query, follow=True)
        assert answer.status_code == 200
        assert not page_reader.raw_values(answer)
        address = answer.redirect_chain[-1][0] if answer.redirect_chain else ""
        return Page(answer.content.decode(), address)

    return open_
