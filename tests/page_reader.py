"""Read pages as data: the codes of their messages, their rows, states and figures.

A reworded sentence breaks no test: tests assert a code, a role, a figure or a name. Where words are needed
they are looked up in the product, by code: `worded("round_closed", number=3)`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
RAW_OBJECT = re.compile(rb"[A-Z]\w+\(\w+=[^)]*|\w+ object at 0x\w+")
LEVELS = {"error-box": "error", "ok": "success", "warning": "warning", "info": "info"}


class Element:
    """One element of a page: its attributes, its content, and its words."""

    def __init__(self, tag: str, attributes: dict[str, str]):
        self.tag, self.attributes = tag, attributes
        self.inside: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str) -> str | None:
        """Return an attribute, or None."""
        return self.attributes.get(name)

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def walk(self) -> Iterator["Element"]:
        """Yield this element and all that are in it, in the order of the page."""
        yield self
        for one in self.inside:
            if isinstance(one, Element):
                yield from one.walk()

    def all(self, selector: str = "*") -> list["Element"]:
        """Return the elements in it that match a selector.

        A selector combines `tag`, `.class`, `#id`, `[name]` and `[name=value]`.
        """
        wanted = _read_selector(selector)
        return [one for one in self.walk() if one is not self and _fits(one, *wanted)]

    def one(self, selector: str) -> "Element":
        """Return the only element that matches."""
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} elements fit {selector}"
        return found[0]

    @property
    def words(self) -> str:
        """Return what is read out: text, and the names of pictures."""
        return " ".join(" ".join(self._said()).split())

    def _said(self) -> Iterator[str]:
        if self.get("role") == "img" and "aria-label" in self:
            yield self["aria-label"]
        for one in self.inside if self.tag not in ("script", "style", "template") else []:
            if isinstance(one, str):
                yield one
            else:
                yield from one._said()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.path = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.path[-1].inside.append(made)
        if tag not in VOID:
            self.path.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.path[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self.path) - 1, 0, -1):
            if self.path[at].tag == tag:
                del self.path[at:]
                return

    def handle_data(self, data: str) -> None:
        self.path[-1].inside.append(data)


def _read_selector(selector: str) -> tuple[str, list[tuple[str, str | None, bool]]]:
    tag = re.match(r"\w*", selector)[0]  # type: ignore[index]
    rest: list[tuple[str, str | None, bool]] = []
    for sign, name, bracket, value in (
        re.findall(r"([.#])([\w-]+)|\[([\w-]+)(?:=([^\]]*))?\]", selector[len(tag) :])
        if selector != "*"
        else []
    ):
        if sign:
            rest.append(("class" if sign == "." else "id", name, sign == "."))
        else:
            rest.append((bracket, value or None, False))
    return tag, rest


def _fits(one: Element, tag: str, rest: list[tuple[str, str | None, bool]]) -> bool:
    if tag and one.tag != tag:
        return False
    for name, value, among in rest:
        held = one.get(name)
        if held is None or (value is not None and (value not in held.split() if among else held != value)):
            return False
    return True


def parse(shown: Any) -> Element:
    """Parse a page from a response of Django's client, the text of a page, or an object with `.html`."""
    if isinstance(shown, Element):
        return shown
    text = getattr(shown, "html", shown)
    reader = _Reader()
    reader.feed(text if isinstance(text, str) else text.content.decode())
    return reader.path[0]


def codes(shown: Any, within: str = "*") -> list[str]:
    """Return the codes of a page, in order: `data-code` of messages, refusals, answers."""
    places = [parse(shown)] if within == "*" else parse(shown).all(within)
    return [one["data-code"] for place in places for one in place.walk() if one.get("data-code")]


class Message(NamedTuple):
    """A message of a page: its level, its code and its words."""

    level: str
    code: str
    words: str


def form_data(shown: Any, action: str | None) -> dict[str, Any]:
    """Return the data of the first form of a page that goes to `action`; None: to the page itself."""
    form = next(one for one in parse(shown).all("form") if one.get("action") == action)
    found: dict[str, list[str]] = {}
    for field in form.walk():
        if "name" not in field or field.tag not in ("input", "select", "textarea"):
            continue
        value: str | None = field.get("value") or ""
        if field.get("type") in ("radio", "checkbox"):
            value = field.attributes.get("value", "on") if "checked" in field else None
        elif field.tag == "select":
            chosen = [one for one in field.all("option") if "selected" in one] or field.all("option")[:1]
            value = chosen[0]["value"] if chosen else None
        elif field.tag == "textarea":
            value = "".join(one for one in field.inside if isinstance(one, str)).removeprefix("\n")
        if value is not None:
            found.setdefault(field["name"], []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def messages(shown: Any) -> list[Message]:
    """Return the messages of a page; those of a redirect are only on the next page: follow it."""
    found = []
    for one in parse(shown).all("[data-message]"):
        (level,) = [LEVELS[name] for name in one["class"].split() if name in LEVELS]
        (body,) = one.all("p")
        found.append(Message(level, one["data-code"], body.words))
    return found


def message_codes(shown: Any) -> list[str]:
    """Return the codes of the messages of a page."""
    return [message.code for message in messages(shown)]


def refusals(shown: Any) -> list[str]:
    """Return the codes of refusals in place: of fields and whole forms."""
    return [one["data-code"] for one in parse(shown).all("[data-code]") if "data-message" not in one]


def faults(form: Any) -> dict[str, list[str]]:
    """Return the codes of a form's errors, field by field."""
    return {name: [one.code or "" for one in found] for name, found in form.errors.as_data().items()}


def data(shown: Any, name: str) -> list[str]:
    """Return the values of `data-NAME` on the page, in order."""
    return [one[f"data-{name}"] for one in parse(shown).walk() if f"data-{name}" in one]


def counted(shown: Any, name: str) -> Counter[str]:
    """Count each value of `data-NAME` on a page."""
    return Counter(data(shown, name))


def rows(shown: Any, within: str = "table") -> list[list[str]]:
    """Return the rows of a table, cell by cell, head and foot included."""
    return [
        [cell.words for cell in row.inside if isinstance(cell, Element) and cell.tag in ("th", "td")]
        for table in parse(shown).all(within)
        for row in table.all("tr")
    ]


def worded(code: str, args: dict[str, Any] | None = None, *, language: str = "en", **more: Any) -> str:
    """Return the sentence of the product for a code, with its figures and names.

    Raises:
        KeyError: there is no such code, or one of its figures is missing.
    """
    from django.utils import translation

    from tournaments.common.messages.sentences import sentence

    with translation.override(language):
        return str(sentence(code, {**(args or {}), **more}))


def raw_values(answer: Any) -> list[str]:
    """Return Python representations that an answer shows by mistake, such as `Moved(player=0`."""
    return [found.decode() for found in RAW_OBJECT.findall(answer.content)]


def words(shown: Any) -> str:
    """Return all that a page reads out."""
    return parse(shown).words


def spoken(words: Callable[..., Any], *about: Any, language: str = "en", **more: Any) -> str:
    """Return the sentence of a function of the product: `spoken(match.standing, state)`."""
    from django.utils import translation

    with translation.override(language):
        return str(words(*about, **more))
