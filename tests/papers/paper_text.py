"""The content of a paper as a reader, a phone and a screen reader get it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import product

import pypdf
import pypdfium2
import zxingcpp
from django.apps import apps

from scoring.cribbage.rules import CribbageRules
from tournaments.papers.values import Break, Card, CardRow, CardTotal, TournamentHeader

OVERLAP = 0.5
"""The points by which accents of a line may reach into the line above."""
URL = "http://192.168.1.20:8000/t/regional-2026/"
HOSTILE_NAMES = (
    "Réjean O'Brien",
    "Élise L'Écuyer",
    "Marie-Ève Saint-Hilaire",
    "<b>O'Brien & fils",
    "Nguyễn Thị Hồng",
    "Пётр Ильич",
    "Zoë \U0001f600\u200d\U0001f3fd ♠",
    "山田太郎",
    "Jean-François-Xavier Desrosiers-Charbonneau de la Bruère-Montarville",
    "\u202eevil\x00\n(paren\\theses)\ud800",
    "W" * 200,
    "",
)


def header(
    *, target: int = 121, exact: bool = True, worth: bool = False, **changes: object
) -> TournamentHeader:
    """Return the header of a day of cribbage in French on Letter, with dinner after game 7.

    Slips need the apps. With `worth`, a skunk has match points.
    """
    if apps.ready:
        from tournaments.games.cribbage.words import slip_words

        cribbage = CribbageRules.read({"target": target, "match_points": "acc" if worth else None})
        changes.setdefault("slip", slip_words(replace(cribbage, pegging="exact" if exact else "as_pegged")))
    values = {
        "tournament": "Tournoi régional de cribbage",
        "place": "Saint-Hilaire",
        "date": "samedi 21 novembre 2026",
        "public_url": URL,
        "breaks": (Break(7, "Dîner"),),
    }
    return TournamentHeader(**{**values, **changes})


def filled(number: int, name: str, games: int = 15) -> Card:
    """Return a card with a win, a skunk or a loss in every game, and each award once."""
    rows, total = [], 0
    for game in range(1, games + 1):
        won = game % 2 == 1
        points, against = (121, 60 + game) if won else (70 + game, 121)
        total += points
        award = {4: "forfeit", 6: "no_show", 7: "abandoned"}.get(game, "")
        row = CardRow(
            game,
            game,
            "L'Écuyer",
            points,
            against,
            won,
            int(game == 3),
            2,
            points - against,
            total,
            award,
            numbers=(100 + game,),
        )
        if game in (9, 11):
            row = CardRow(game, points=60, spread=0, total=total, award="bye" if game == 9 else "missed")
        rows.append(row)
    sums = CardTotal(points=1612, against=1430, won=8, spread=-1182, match_points=17, rank=3)
    return Card(number, name, "Club", rows=tuple(rows), total=sums)


def texts(pdf: bytes) -> list[str]:
    """Return the text of each page as pypdf reads it."""
    return list(_texts(pdf))


@lru_cache(maxsize=8)  # reading takes long, and a test often reads a paper several times
def _texts(pdf: bytes) -> tuple[str, ...]:
    return tuple(page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf)).pages)


def plain_pages(pdf: bytes) -> list[str]:
    """Return the text of each page as PDFium reads it, which takes much less time than `texts`."""
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]
    return [" ".join(page.split()) for page in pages]


def plain(pdf: bytes) -> str:
    """Return all the text as PDFium reads it."""
    return " ".join(plain_pages(pdf))


def words(pdf: bytes) -> str:
    """Return all the text, with single spaces; narrow and no-break spaces are kept."""
    return " ".join(part for text in texts(pdf) for part in text.replace("\n", " ").split(" ") if part)


def codes(pdf: bytes, page: int = 0) -> list[str]:
    """Return the QR codes that a phone reads on a page as it is printed."""
    picture = pypdfium2.PdfDocument(pdf)[page].render(scale=2.5, grayscale=True).to_pil()
    return [found.text for found in zxingcpp.read_barcodes(picture)]


def ink_box(pdf: bytes) -> tuple[float, float, float, float]:
    """Return the box around all that is printed on the first page, in points from the lower left corner."""
    found = pypdfium2.PdfDocument(pdf)[0]
    picture = found.render(scale=1, grayscale=True).to_pil()
    left, top, right, bottom = picture.point(lambda shade: 255 if shade < 200 else 0).getbbox()
    return left, picture.height - bottom, right, picture.height - top


def characters(pdf: bytes) -> Iterator[tuple[int, str, tuple[float, float, float, float]]]:
    """Yield (page, character, box) of everything written."""
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            yield number, text.get_text_range(index, 1), text.get_charbox(index)


def overlaps(pdf: bytes) -> list[tuple[int, str, str]]:
    """Return (page, text around one character, around another) of characters drawn over one another."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        text = page.get_textpage()
        written = text.get_text_range()
        near: dict[tuple[int, int], list[tuple[int, tuple[float, float, float, float]]]] = {}
        for at in range(text.count_chars()):
            left, bottom, right, top = box = text.get_charbox(at)
            if not text.get_text_range(at, 1).strip():
                continue
            for cell in product(
                range(int(left) // 20, int(right) // 20 + 1), (int(bottom) // 20, int(top) // 20)
            ):
                for other, known in near.get(cell, ()):
                    wide = min(right, known[2]) - max(left, known[0])
                    high = min(top, known[3]) - max(bottom, known[1])
                    if at - other > 1 and wide > 0.4 and high > OVERLAP:
                        found.append((number, written[other - 12 : other + 12], written[at - 12 : at + 12]))
                near.setdefault(cell, []).append((at, box))
    return found


def fonts(pdf: bytes) -> dict[str, bool]:
    """Return every font that any page or form refers to, and whether its outlines are in the file."""
    found: dict[str, bool] = {}
    for page in pypdf.PdfReader(BytesIO(pdf)).pages:
        resources = [page["/Resources"]]
        resources += [form.get_object()["/Resources"] for form in resources[0].get("/XObject", {}).values()]
        for each in resources:
            for font in each.get_object()["/Font"].values():
                descriptor = font.get_object().get("/FontDescriptor", {})
                found[font.get_object()["/BaseFont"]] = "/FontFile2" in descriptor
    return found


@dataclass(frozen=True)
class Element:
    """One element of the structure tree, with its own text."""

    tag: str
    text: str
    alt: str
    children: tuple["Element", ...]

    def all(self, tag: str) -> list["Element"]:
        """Return the elements of this kind in it, in reading order."""
        found = [self] if self.tag == tag else []
        return found + [each for child in self.children for each in child.all(tag)]

    @property
    def whole(self) -> str:
        """Return all that is read of it, an element a line."""
        return "\n".join([self.text, *(child.whole for child in self.children)])


def structure(pdf: bytes) -> Element:
    """Return the tree as a screen reader gets it: every mark is looked up in its page."""
    reader = pypdf.PdfReader(BytesIO(pdf))
    spoken = {page.indirect_reference.idnum: _marked(reader, page) for page in reader.pages}

    def element(node: pypdf.generic.DictionaryObject) -> Element:
        kids = node.get("/K", [])
        kids = kids if isinstance(kids, list) else [kids]
        text = "".join(
            spoken[node.raw_get("/Pg").idnum].pop(int(kid)) for kid in kids if isinstance(kid, int)
        )
        children = tuple(element(kid.get_object()) for kid in kids if not isinstance(kid, int))
        text = str(node.get("/ActualText", text))
        return Element(node["/S"][1:], text, str(node.get("/Alt", "")), children)

    root = element(reader.trailer["/Root"]["/StructTreeRoot"]["/K"])
    assert not any(spoken.values()), "marked content that belongs to no element"
    return root


def _marked(reader: pypdf.PdfReader, page: pypdf.PageObject) -> dict[int, str]:
    """Return the text under each mark of a page; fail on text that is neither marked nor decoration."""
    spoken: dict[int, str] = {}
    inside: list[int | None] = []
    tables = {name: _to_unicode(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
    table: dict[int, str] = {}
    for operands, operator in pypdf.generic.ContentStream(page.get_contents(), reader).operations:
        if operator == b"BMC":
            inside.append(None)
        elif operator == b"BDC":
            inside.append(int(operands[1]["/MCID"]))
            spoken[inside[-1]] = ""
        elif operator == b"EMC":
            inside.pop()
        elif operator == b"Tf":
            table = tables[operands[0]]
        elif operator == b"Tj":
            assert len(inside) == 1, "text outside of any mark"
            if inside[0] is not None:
                spoken[inside[0]] += "".join(table[code] for code in operands[0].original_bytes)
    assert not inside
    return spoken


def _to_unicode(font: pypdf.generic.DictionaryObject) -> dict[int, str]:
    lines = re.findall(r"^<(\w\w)> <(\w{4})>$", font["/ToUnicode"].get_data().decode(), re.MULTILINE)
    return {int(code, 16): chr(int(char, 16)) for code, char in lines}
