"""The project as others get it: nothing of the machine it was written on, and nothing unpinned."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parent.parent
LOCK_FILES = ("requirements-start.txt", "requirements.txt", "requirements-dev.txt")
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:home|root|Users|work|opt)/[\w.-]+|[A-Z]:\\Users\\")


@cache
def tracked() -> list[Path]:
    """Return every file of the project, as a clone has it; without git, all that git would not ignore."""
    if shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        paths = [ROOT / name for name in listed.decode().split("\0") if name]
    else:
        ignored = {line.strip("/\n") for line in (ROOT / ".gitignore").read_text().splitlines()} | {".git"}
        paths = [path for path in ROOT.rglob("*") if not ignored & set(path.relative_to(ROOT).parts)]
    return [path for path in paths if path.is_file() and path.suffix != ".pyc"]


def texts() -> list[tuple[Path, str]]:
    """Return the files that hold text, without the lists in encodings of other programs."""
    found = []
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data[:8000] and (path.parent.name != "rosters" or path.suffix == ".json"):
            found.append((path, data.decode("utf-8")))
    return found


def pins(name: str) -> dict[str, set[str]]:
    """Return the versions that a lock file pins, by package (several where they depend on the Python)."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / name).read_text().splitlines():
        if pinned := re.match(r"([a-z0-9][\w.-]*)(?:\[[\w,-]+\])?==([^\s;]+)", line):
            found.setdefault(pinned[1], set()).add(pinned[2])
    return found


def test_no_file_has_a_path_of_a_machine():
    faults = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path, text in texts()
        if path.name != Path(__file__).name
        for found in MACHINE_PATH.finditer(text)
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", LOCK_FILES)
def test_every_library_is_pinned_and_hashed(name: str):
    text = (ROOT / name).read_text()
    entries = re.split(r"\n(?=[a-z0-9])", re.sub(r"(?m)^\s*#.*\n?", "", text).strip())
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9][\w.-]*(\[[\w,-]+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("name", LOCK_FILES)
def test_lock_files_name_no_package_host(name: str):
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert not re.search(r"(?m)^\s*--(?:index|extra-index|find-links|trusted)", text)


def test_tests_run_on_production_versions():
    served, tested = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {name: tested.get(name) for name in served} == served


def test_pages_load_nothing_from_other_hosts():
    """A hall has no Internet, so templates, style sheets and scripts have no address of another host."""
    faults = []
    for path, text in texts():
        if path.suffix in {".html", ".css", ".js"} and "vendor" not in path.parts:
            found = re.findall(r"""(?:src|href|url|import)\s*[=(]?\s*["'(]*https?://[^"')\s]+""", text)
            faults += [f"{path.relative_to(ROOT)}: {address}" for address in found]
    assert not faults, "\n".join(faults)


def test_clone_has_all_needed_files():
    names = {path.relative_to(ROOT).as_posix() for path in tracked()}
    assert names >= {
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
        "Makefile",
        "start.py",
        ".ci/run",
        "locale/fr_CA/LC_MESSAGES/django.po",
        "locale/fr_CA/LC_MESSAGES/django.mo",
        *LOCK_FILES,
    }
    assert not {name for name in names if name.endswith((".sqlite3", ".pyc")) or name.startswith("data/")}


def test_start_needs_nothing_but_python():
    """It is read by a Python that has installed nothing yet, and in one sitting by a person."""
    import sys

    source = (ROOT / "start.py").read_text()
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name).split(".")[0]
        for node in ast.walk(ast.parse(source, feature_version=(3, 8)))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert names <= sys.stdlib_module_names
    assert "shell=True" not in source
    assert source.count("\n") <= 300


def test_no_module_is_longer_than_600_lines():
    grown = [
        f"{path.relative_to(ROOT)}: {text.count(chr(10))} lines"
        for path, text in texts()
        if path.suffix == ".py" and "migrations" not in path.parts and text.count("\n") > 600
    ]
    assert not grown, "\n".join(grown)


def test_no_function_of_the_program_is_longer_than_60_lines():
    grown = [
        f"{path.relative_to(ROOT)}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path, text in texts()
        if path.suffix == ".py" and not {"migrations", "tests"} & set(path.relative_to(ROOT).parts)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno - node.lineno >= 60
    ]
    assert not grown, "\n".join(grown)


def test_template_lines_have_at_most_120_characters():
    """This includes comments, texts to translate and letters, which `make lint` passes over."""
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > 120
    ]
    assert not long, "\n".join(long)


WHOLE_PROGRAM_FOLDERS = {"e2e", "golden", "hostile", "lab", "past", "scoring", "scripts", "server"}


def test_folders_of_tests_have_the_names_of_packages():
    """The tests of a package are found without a search; other folders test the whole program."""
    folders = {path.parent.relative_to(ROOT / "tests") for path in tracked() if path.name.startswith("test_")}
    homeless = [
        str(folder)
        for folder in folders
        if not WHOLE_PROGRAM_FOLDERS & set(folder.parts)
        and not (ROOT / "tournaments" / folder).is_dir()
        and not (ROOT / "tournaments" / folder).with_suffix(".py").exists()
    ]
    assert not homeless


# Whole pages, papers and sentences that are read as a person reads them: two or three a room.
READINGS = {
    "tests/e2e/test_whole_tournament.py",
    "tests/e2e/test_few_clicks.py",
    "tests/e2e/organiser.py",
    "tests/publishing/test_explain.py::test_nobody_has_more",
    "tests/publishing/test_explain.py::test_credits_and_games_not_played_are_said",
    "tests/games/gin/test_pages.py::test_rank_explanation_names_games_won_value_and_gap",
    "tests/web/tablets/test_devices_pages.py::test_page_explains_the_effect_of_each_action",
}
ADVICE = (
    "These assertions repeat words of the interface. Ask for the code, the state or the figures that the "
    "page carries (data-code and others), read with tests/page_reader.py (codes, message_codes, data, rows), "
    "or look the words up in the program (worded, spoken). The reading of a whole page is named in READINGS."
)


def interface_phrases() -> set[tuple[str, ...]]:
    """Return every three adjacent words of sentences of the interface, in both languages."""
    import polib

    found = set()
    for entry in polib.mofile(str(ROOT / "locale" / "fr_CA" / "LC_MESSAGES" / "django.mo")):
        for text in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values()):
            for piece in re.split(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|<[^>]*>", text or ""):
                found.update(word_triples(piece))
    return found


def word_triples(text: str) -> list[tuple[str, ...]]:
    """Return each three consecutive words of a text; names in scripts and figures are no words."""
    words = re.findall(r"[\w’']+", text.lower())
    three = zip(words, words[1:], words[2:], strict=False)
    return [some for some in three if all(re.fullmatch(r"[^\W\d_]+(?:[’'][^\W\d_]+)*", one) for one in some)]


def asserted_texts(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the texts in `assert` and `expect(…)`, each with the function at the top level around it."""
    for top in getattr(tree, "body", []):
        for node in ast.walk(top):
            if isinstance(node, ast.Assert):
                part: ast.AST = node.test
            elif isinstance(node, ast.Call) and is_expectation(node):
                part = node
            else:
                continue
            for one in ast.walk(part):
                if isinstance(one, ast.Constant) and isinstance(one.value, str) and " " in one.value:
                    yield getattr(top, "name", ""), one.value


def is_expectation(node: ast.AST) -> bool:
    """Return whether a call is one of Playwright's: `expect(page.locator(…)).to_have_text(…)`."""
    while isinstance(node, ast.Call | ast.Attribute):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id == "expect"
        node = node.func if isinstance(node, ast.Call) else node.value
    return False


def test_no_test_repeats_a_sentence_of_the_interface():
    """Tests ask for codes, states and figures (tests/page_reader.py), so that a sentence can be reworded."""
    known = interface_phrases()
    faults: list[str] = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        data = dict.fromkeys(asserted_texts(ast.parse(path.read_text(encoding="utf-8"))))
        repeated = [
            f"{name}::{function}: {text!r}"
            for function, text in data
            if not {name, f"{name}::{function}"} & READINGS and not known.isdisjoint(word_triples(text))
        ]
        faults += repeated
    assert not faults, "\n".join([*faults, ADVICE])


def test_no_model_is_ordered_by_a_related_model():
    """Django works out such an order for each query, down to the last table of the chain (`ordered`)."""
    chained = [
        f"{model.__name__}: {name}"
        for model in apps.get_app_config("tournaments").get_models()
        for name in model._meta.ordering
        if _orders_by_relation(model, name.removeprefix("-"))
    ]
    assert chained == []


def _orders_by_relation(model, name):
    for part in name.split("__")[:-1]:
        model = model._meta.get_field(part).related_model
    last = name.split("__")[-1]
    return last != "pk" and model._meta.get_field(last).is_relation and not last.endswith("_id")


def test_sampling_tests_run_whole_in_make_figures():
    from tests.lab.figures.sweep import SWEPT_TESTS

    takes_turns = re.compile(
        r"samples\.(TIMES|turn)\b|from tests\.samples import .*\b(TIMES|turn)\b|\bsound_at\("
    )
    missing = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if takes_turns.search(path.read_text(encoding="utf-8"))
        and not any(path.is_relative_to(ROOT / one) for one in SWEPT_TESTS)
    ]
    assert not missing
