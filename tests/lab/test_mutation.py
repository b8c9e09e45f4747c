"""Check that the packages, tests and explained mistakes that mutation names exist."""

from pathlib import Path

from tests.lab.mutation.__main__ import packages
from tests.lab.mutation.explained import EXPLAINED
from tests.lab.mutation.mutants import normalised_key
from tests.lab.mutation.packages import PACKAGES

ROOT = Path(__file__).resolve().parents[2]


def test_mutants_have_unique_keys_and_explained_ones_exist():
    found = packages([])
    assert set(found) == set(PACKAGES)
    made = [
        normalised_key(mutant.key)
        for files in found.values()
        for mutants in files.values()
        for mutant in mutants
    ]
    assert len(set(made)) == len(made)
    gone = [key for key in EXPLAINED if normalised_key(key) not in made]
    assert not gone, "\n".join(gone)
    assert len({normalised_key(key) for key in EXPLAINED}) == len(EXPLAINED)


def test_listed_tests_of_packages_exist():
    gone = [test for tests in PACKAGES.values() for test in tests if not (ROOT / test).exists()]
    assert not gone, "\n".join(gone)


def test_mutant_key_ignores_local_names():
    assert normalised_key("a.b: x.y < z → x.y <= z") == normalised_key(
        "a.b: one.two < three → one.two <= three"
    )
    assert normalised_key("a.b: x.y < z → x.y <= z") != normalised_key("a.b: x.y < x → x.y <= x")
    assert normalised_key("a.b: x → y") != normalised_key("a.c: x → y")
