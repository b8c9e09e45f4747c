"""Simulate a user with a mouse, without a browser: press what is on the page, and count every press."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client


class Form:
    """A form of a page with the values of its fields."""

    def __init__(self, attrs: dict[str, str | None]) -> None:
        self.action, self.method = attrs.get("action") or "", (attrs.get("method") or "get").lower()
        self.fields: list[tuple[str, str]] = []


class Page(HTMLParser):
    """The links, buttons and fields of a page. `pressable`: (text, link, form, attributes)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pressable: list[tuple[str, str | None, Form | None, dict[str, str | None]]] = []
        self.form: Form | None = None
        self.open: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        if tag == "form":
            self.form = Form(given)
        elif tag == "input" and self.form and given.get("name"):
            ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
            if ticked:
                self.form.fields.append((given["name"] or "", given.get("value") or ""))
        elif tag == "option" and self.form and self.open:
            select = next((one for one in reversed(self.open) if one[0] == "select"), None)
            if select and ("selected" in given or not select[2]):
                select[2][:] = [given.get("value") or ""]
        if tag in ("a", "button", "select", "textarea"):
            self.open.append((tag, given, []))

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][0] != "select":
            self.open[-1][2].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        if not self.open or self.open[-1][0] != tag:
            return
        _tag, attrs, found = self.open.pop()
        text = " ".join("".join(found).split())
        if tag == "a" and attrs.get("href"):
            self.pressable.append((text, attrs["href"], None, attrs))
        elif tag == "button" and attrs.get("aria-disabled") != "true" and attrs.get("type") != "button":
            self.pressable.append((text, None, self.form, attrs))
        elif tag in ("select", "textarea") and self.form and attrs.get("name"):
            self.form.fields.append((attrs["name"] or "", found[0] if found else ""))


class Mouse:
    """A signed-in client that follows links and sends forms; `clicks` lists what was pressed."""

    def __init__(self, client: Client, url: str) -> None:
        self.client = client
        self.clicks: list[str] = []
        self.go(url)

    def go(self, url: str) -> None:
        """Open an address, or read it again, without a click."""
        self._show(self.client.get(url, follow=True), url)

    def _show(self, response: Any, url: str) -> None:
        assert response.status_code == 200, (url, response.status_code)
        self.url = response.redirect_chain[-1][0] if response.redirect_chain else url
        self.html = response.content.decode()
        self.page = Page(self.html)

    def click(self, text: str, typed: dict[str, Any] | None = None) -> None:
        """Press the link or the button that begins with `text`, with `typed` in its form."""
        found = [one for one in self.page.pressable if one[0].startswith(text)]
        assert found, (text, self.url, [one[0] for one in self.page.pressable])
        _text, link, form, attrs = found[0]
        self.clicks.append(text)
        if form is None:
            url = urljoin(self.url, link or "")
            self.go(url)
            return
        url = urljoin(self.url, attrs.get("formaction") or form.action)
        data: dict[str, Any] = {}
        for name, value in form.fields:
            data.setdefault(name, []).append(value)
        if attrs.get("name"):
            data[attrs["name"] or ""] = [attrs.get("value") or ""]
        data |= typed or {}
        send = self.client.post if form.method == "post" else self.client.get
        self._show(send(url, data, follow=True), url)
