"""The documentation: links lead somewhere; the pages of errata say what the rule book does."""

import re
from pathlib import Path

import pytest

from scoring.cribbage import total
from tests.scoring.deals import deals_of
from tests.test_project import ROOT, tracked

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "tests").glob("**/README.md")),
]
FOR_CONTRIBUTORS = [ROOT / "CONTRIBUTING.md", ROOT / "docs" / "house.md", ROOT / "tests" / "README.md"]
FIVE_WORDS = r"(?:\w+-){4}\w+"


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(ROOT)))
def test_links_lead_somewhere(document):
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8")):
        if not re.match(r"\w+:", link):
            path, _, anchor = link.partition("#")
            target = (document.parent / path) if path else document
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document: those of its headings, as forges make them, and its own."""
    text = document.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    own = set(re.findall(r'<a id="([^"]+)">', text))
    return own | {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", FOR_CONTRIBUTORS, ids=lambda document: document.name)
def test_files_named_for_contributors_exist(document):
    """A path may leave out its first folders."""
    text = document.read_text(encoding="utf-8")
    known = set(re.findall(r"^`([^`]+)`, a new file:$", text, re.MULTILINE))
    for file in tracked():
        for path in (file, *file.parents):
            parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
            known |= {"/".join(parts[start:]) for start in range(len(parts))}
    named = re.findall(r"`([\w./-]+(?:\.(?:py|md|html|svg|js|toml)|/))`", text)
    assert len(named) > 10
    assert {path.rstrip("/") for path in named} <= known


def test_house_md_lists_every_package_in_100_lines():
    text = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    assert text.count("\n") <= 100
    packages = {path.parent.name for path in (ROOT / "tournaments").glob("*/__init__.py")}
    rows = " ".join(re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", text, re.MULTILINE))
    assert packages <= set(re.findall(r"\w+", rows))


@pytest.mark.parametrize("document", ["errata.md", "errata.en.md"])
def test_points_of_hands_in_errata_are_right(document):
    """Hands are written without their suits: with his nobs where there is a jack, and without a flush."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    row = rf"^\| ({FIVE_WORDS}) \| (\d+) \| [^|]*?\*\*(\d+)\*\*"
    wrong = re.findall(row, text, re.MULTILINE)
    right = re.findall(rf"({FIVE_WORDS}) (\d+)", text)
    assert [given for _, given, _ in wrong] == ["20", "15"]
    assert len(right) == 5
    for hand, points in [*((hand, points) for hand, _, points in wrong), *right]:
        assert int(points) == max(total(*dealt) for dealt in deals_of(hand)), hand
