"""Count all of the 12 994 800 deals of cribbage: `python -m tests.lab.figures.deals`.

The rule book must agree with another counter (tests/scoring/census.py), and both with published figures:

* hands: Steven S. Lumetta, "Amusing Cribbage Facts", University of Illinois, 2007;
* cribs: of these only the zeros are published (Wikipedia, "Cribbage statistics").
"""

from collections import Counter

from scoring.cards import DECK
from tests.scoring.census import census

# From 0 to 29 points; a dash where no hand can have so many.
PUBLISHED_COUNTS = """
    1009008 99792 2813796 505008 2855676 697508 1800268 751324 1137236 361224
    388740 51680 317340 19656 90100 9168 58248 11196 2708 -
    8068 2496 444 356 3680 - - - 76 4
"""
ZERO_CRIBS = 1_022_208
DEALS = 12_994_800


def main() -> None:
    """Compare every deal with the published figures. Raises AssertionError where they differ."""
    as_hands, as_cribs = census(DECK)
    published = [0 if number == "-" else int(number) for number in PUBLISHED_COUNTS.split()]
    assert as_hands.total() == as_cribs.total() == sum(published) == DEALS
    assert as_hands == +Counter(dict(enumerate(published)))
    assert as_cribs[0] == ZERO_CRIBS
    assert set(as_cribs) == set(as_hands) == set(range(30)) - {19, 25, 26, 27}
    assert [as_cribs[points] for points in range(24, 30)] == published[24:]  # too many of a kind for a flush
    print(f"{DEALS} deals, as hands and as cribs: equal to the other counter and to what is published")


if __name__ == "__main__":
    main()
