"""The documentation: links lead somewhere; the pages of errata say what the rule book does."""

import re
from pathlib import Path

import pytest

from scoring.cribbage import total
from tests.scoring.deals import deals_of

HOUSE = Path(__file__).resolve().parent.parent
PAGES = [
    HOUSE / "README.md",
    *sorted((HOUSE / "docs").glob("*.md")),
    *sorted((HOUSE / "tests").glob("**/README.md")),
]
FIVE = r"(?:\w+-){4}\w+"


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(HOUSE)))
def test_links_lead_somewhere(document):
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8")):
        if not re.match(r"\w+:", link):
            path, _, anchor = link.partition("#")
            target = (document.parent / path) if path else document
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def anchors(document: Path) -> set[str]:
    """The anchors of the headings of a document, as forges make them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", ["errata.md", "errata.en.md"])
def test_every_hand_on_the_pages_of_errata_is_worth_what_they_say(document):
    """Written without their suits: with his nobs where there is a jack, and without a flush."""
    text = (HOUSE / "docs" / document).read_text(encoding="utf-8")
    row = rf"^\| ({FIVE}) \| (\d+) \| [^|]*?\*\*(\d+)\*\*"
    wrong = re.findall(row, text, re.MULTILINE)
    right = re.findall(rf"({FIVE}) (\d+)", text)
    assert [said for _, said, _ in wrong] == ["20", "15"]
    assert len(right) == 5
    for hand, points in [*((hand, points) for hand, _, points in wrong), *right]:
        assert int(points) == max(total(*dealt) for dealt in deals_of(hand)), hand
