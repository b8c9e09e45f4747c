"""Long lists of similar names: found as if each were compared with each, and in little time."""

import random
from string import ascii_lowercase

import pytest

from tests.samples import SWEEP_FACTOR
from tournaments.registration import alike
from tournaments.registration.candidates import candidates
from tournaments.registration.clubs import spellings
from tournaments.registration.duplicates import MAX_COMPARED, MAX_LISTED, Names
from tournaments.registration.names import FIRST_NAMES

MANY_ROWS, FEWER_ROWS = 2_400, 600
SYLLABLES = [
    *("trem", "blay", "gag", "non", "roy", "co", "te", "bou", "chard", "gau", "thier", "mo", "rin", "la"),
    *("voie", "for", "tin", "ge", "lin", "as", "pel", "le", "tier", "be", "lan", "ger", "des", "jar", "dins"),
]


def misspelled(lot: random.Random, name: str) -> str:
    """Return the name with a letter left out, put in or mistaken, or two of them the wrong way round."""
    at, letter = lot.randrange(len(name)), lot.choice(ascii_lowercase)
    return lot.choice(
        [
            name[:at] + name[at + 1 :],
            name[:at] + letter + name[at:],
            name[:at] + letter + name[at + 1 :],
            name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
        ]
    )


def people(lot: random.Random, many: int) -> list[str]:
    """Return so many names of the region, half of them once more with a slip, a few with two."""
    given = sorted(FIRST_NAMES)
    names = [f"{lot.choice(given)} {''.join(lot.choices(SYLLABLES, k=2))}" for _one in range(many * 2 // 3)]
    names += [misspelled(lot, name) for name in names[: many // 3 - 20]]
    names += [misspelled(lot, misspelled(lot, name)) for name in names[:20]]
    lot.shuffle(names)
    return names


def words(lot: random.Random, many: int, long: int) -> str:
    return " ".join("".join(lot.choices(ascii_lowercase, k=long)) for _word in range(many))


def lists() -> dict[str, list[str]]:
    """Return lists on which each name could be compared with all others."""
    lot = random.Random(31)
    one = "Marie Christine Josephine de la Tremblaye de Saint Hyacinthe"
    seven = ["Ana", "Bea", "Cleo", "Dora", "Eva", "Flo", "Guy"]
    places = [at % len(one) for at in range(FEWER_ROWS)]
    return {
        "one name": ["Jean Tremblay"] * FEWER_ROWS,
        "one name both ways": ["Jean Tremblay", "Tremblay Jean"] * (FEWER_ROWS // 2),
        "its words in any order": [" ".join(lot.sample(seven, 7)) for _one in range(FEWER_ROWS)],
        "long names": [words(lot, 8, 12) for _one in range(FEWER_ROWS)],
        "one letter": [one[:at] + lot.choice(ascii_lowercase) + one[at + 1 :] for at in places],
        "one long word": [f"Marie-Christine Josephine {words(lot, 1, 20)}" for _one in range(FEWER_ROWS)],
        "two letters": ["".join(lot.choices("ab ", k=60)) + "c" for _one in range(FEWER_ROWS)],
        "a region": people(lot, FEWER_ROWS),
    }


NAME_LISTS = lists()


@pytest.mark.parametrize("seed", range(min(SWEEP_FACTOR, 10)))
def test_index_finds_same_names_as_full_comparison(seed):
    names = people(random.Random(seed), 600)
    known, found, wanted = Names(), {}, {}
    for at, name in enumerate(names):
        found[name, at] = {like.who: like.how for like in known.like(name)}
        wanted[name, at] = {who: how for who in range(at) if (how := alike(name, names[who]))}
        known.add(at, name)
    assert found == wanted
    assert sum(map(len, wanted.values())) > 150


@pytest.mark.parametrize("names", NAME_LISTS.values(), ids=NAME_LISTS)
def test_name_is_compared_with_few_others(names):
    known = Names()
    for at, name in enumerate(names):
        assert len(known.like(name)) <= MAX_LISTED
        known.add(at, name)
    assert known.compared <= MAX_COMPARED * FEWER_ROWS


def test_row_lists_first_ten_similar_rows():
    found = candidates([["Jean Tremblay", ""]] * MANY_ROWS, ["name", "club"], None, [])
    assert [like.row for like in found[-1].likes] == list(range(1, MAX_LISTED + 1))
    assert [one.is_doubtful for one in found] == [False] + [True] * (MANY_ROWS - 1)


@pytest.mark.parametrize(("number", "club"), [("7", "Sorel"), ("7", ""), ("", "Sorel"), ("", "")])
def test_likely_same_person_is_among_listed_ten(number, club):
    others = [(at, "Jean Roy", f"Club {at}", f"{at}") for at in range(100, 140)]
    entered = [*others, (141, "Jean Roy", "Sorel", "7"), *others]
    row = ["Jean Roy", number, club]
    (found,) = candidates([row], ["name", "member_number", "club"], None, entered)
    assert found.is_here
    assert 141 in [like.number for like in found.likes] or not (number or club)


def test_misspelled_club_is_found_among_thousands():
    clubs = [words(random.Random(at), 3, 8) for at in range(MANY_ROWS)]
    assert spellings([*clubs, "Sorel", "Sroel"])[-1].written == ("Sorel", "Sroel")
