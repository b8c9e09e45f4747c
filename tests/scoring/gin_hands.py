"""Hands of gin for the tests of its sheets: short ways to write one, and hypothesis's own."""

from hypothesis import strategies as st

from scoring.gin.game import sheet
from scoring.gin.score import Score

NO_WINNER, VOID_HAND = Score("nobody"), Score("void")


def won(side, points, fines=(0, 0)):
    return Score("knock", side, points, 0, points, fines)


fines = st.sampled_from([(0, 0)] * 6 + [(10, 0), (0, 10)])
wins = st.builds(won, st.integers(0, 1), st.integers(0, 60), fines)
scores = st.one_of(
    wins, wins, wins, st.just(NO_WINNER), st.just(VOID_HAND), st.builds(Score, st.just("nobody"), fines=fines)
)


def foot(paper, code):
    """Return the numbers of one line below the hands."""
    return next(footer.numbers for footer in paper.footers if footer.code == code)


def hands_of(tables):
    """Return a strategy for lists of hands, each with one score a table."""
    return st.lists(st.tuples(*[scores] * tables), min_size=1, max_size=60)


def played_out(hands, rules):
    """Return as many of the hands as the game takes, and its sheet; winning hands are added until it ends."""
    used = []
    paper = sheet(used, rules)
    tables = len(paper.meetings)
    for hand in [*hands, *[(won(0, 50),) * tables] * 30]:
        used.append(hand)
        paper = sheet(used, rules)
        if paper.over:
            return used, paper
    raise AssertionError("never over")
