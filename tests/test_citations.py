"""Citations in the code: each document is in the project, each section is in the rules."""

import re

from tests.test_project import ROOT, texts

DOCUMENT = re.compile(r"(?<![\w/.-])([a-z][a-z_]*(?:\.[a-z]{2})?\.md)\b")
SECTION = re.compile(r"rules\.md((?:,? (?:and )?§\d+(?:\.\d+)?)+)")
HEADING = re.compile(r"^#+ (\d+(?:\.\d+)?) ", re.MULTILINE)


def test_cited_documents_exist():
    known = {path.name for path, _text in texts() if path.suffix == ".md"}
    absent = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts()
        if path.suffix in {".py", ".js", ".css", ".html", ".md", ".toml"} or path.name == "Makefile"
        for name in DOCUMENT.findall(text)
        if name not in known
    }
    assert not absent, "\n".join(sorted(absent))


def test_cited_sections_of_the_rules_exist():
    sections = set(HEADING.findall((ROOT / "docs/rules.md").read_text(encoding="utf-8")))
    cited = {
        (f"{path.relative_to(ROOT)}", number)
        for path, text in texts()
        if path.suffix in {".py", ".js", ".html", ".md"}
        for group in SECTION.findall(text)
        for number in re.findall(r"\d+(?:\.\d+)?", group)
    }
    assert len(cited) > 50
    absent = {f"{path}: §{number}" for path, number in cited if number not in sections}
    assert not absent, "\n".join(sorted(absent))
