"""The bracket on paper: names that are read from afar, and a head as wide as the sheet."""

from tests.papers.paper_text import characters, header
from tournaments.papers.bracket import bracket
from tournaments.papers.values import BracketBox, BracketPage, BracketSide

LONG = "Marie-Antoinette de la Bruère-Saint-Hilaire"


def sheet(*names: str) -> BracketPage:
    """Return a sheet with a semi-final for every two of these names, and a final without names."""
    sides = [BracketSide(seed, name, None) for seed, name in enumerate(names, 1)]
    pairs = zip(sides[::2], sides[1::2], strict=True)
    boxes = [BracketBox(n, "", 0, n - 0.5, pair, "") for n, pair in enumerate(pairs, 1)]
    unknown = BracketSide(None, "", None, known=False)
    final = BracketBox(3, "", 1, 1.0, (unknown, unknown), "")
    return BracketPage("Tableau", ("Demi-finales", "Finale"), (*boxes, final), ((1, 3), (2, 3)), 2)


def name_height(*names: str) -> float:
    """Return how high the capital Z of one of the names is."""
    content = bracket(header(), "", [sheet(*names)])
    boxes = [box for _page, letter, box in characters(content) if letter == "Z"]
    return max(top - bottom for _left, bottom, _right, top in boxes)


def test_long_name_leaves_the_others_large():
    short = name_height("Zoé Roy", "Réal O'Brien", "Noëlla L'Écuyer", "Jean-Guy Dubé")
    assert name_height("Zoé Roy", "Réal O'Brien", "Noëlla L'Écuyer", LONG) > short * 0.8


def test_head_without_code_reaches_the_margin():
    content = bracket(header(), "", [sheet("Zoé Roy", "A", "B", "C")] * 2)
    ends = [
        max(box[2] for at, letter, box in characters(content) if at == page and letter == "6")
        for page in (0, 1)
    ]
    assert ends[1] > ends[0] + 40
