"""Check that the packages, tests and explained mistakes that mutation names exist."""

from pathlib import Path

from tests.lab.mutation.__main__ import packages
from tests.lab.mutation.explained import EXPLAINED
from tests.lab.mutation.mutants import alike
from tests.lab.mutation.packages import PACKAGES

HOUSE = Path(__file__).resolve().parents[2]


def test_every_mistake_has_a_name_of_its_own_and_each_that_is_explained_can_be_made():
    found = packages([])
    assert set(found) == set(PACKAGES)
    made = [alike(mutant.key) for files in found.values() for mutants in files.values() for mutant in mutants]
    assert len(set(made)) == len(made)
    gone = [key for key in EXPLAINED if alike(key) not in made]
    assert not gone, "\n".join(gone)
    assert len({alike(key) for key in EXPLAINED}) == len(EXPLAINED)


def test_every_test_that_is_to_notice_exists():
    gone = [test for tests in PACKAGES.values() for test in tests if not (HOUSE / test).exists()]
    assert not gone, "\n".join(gone)


def test_a_mistake_is_known_when_names_within_the_function_change():
    assert alike("a.b: x.y < z → x.y <= z") == alike("a.b: one.two < three → one.two <= three")
    assert alike("a.b: x.y < z → x.y <= z") != alike("a.b: x.y < x → x.y <= x")
    assert alike("a.b: x → y") != alike("a.c: x → y")
