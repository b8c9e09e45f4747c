"""Long names and headings on every paper: two lines, then smaller, and never cut."""

import io
import re
from collections.abc import Callable
from dataclasses import replace

import pypdfium2
import pytest
from django.utils import translation
from PIL import Image

from tests import factories
from tests.papers.paper_text import characters, filled, header, overlaps, words
from tournaments.papers import values
from tournaments.papers.badges import Badge, badges
from tournaments.papers.certificates import certificates
from tournaments.papers.lists import lists
from tournaments.papers.scorecards import scorecards
from tournaments.papers.seating_sheets import seating_by_name, seating_by_table
from tournaments.papers.slips import slips
from tournaments.papers.standings import standings
from tournaments.papers.team_matches import line_ups, match_slips, team_cards
from tournaments.papers.values import (
    Card,
    SeatRow,
    Slip,
    SlipSide,
    StandingRow,
    StandingsState,
    TableRow,
    TournamentHeader,
)

NAMES = [
    *sorted({name for name, _club in factories.names(400)}, key=lambda name: (len(name), name))[-12:],
    "Marie-Madeleine-Françoise Desrosiers-Charbonneau de la Bruère",
    "Jean Tremblay (FADOQ Saint-Jean-sur-Richelieu)",
    "Marguerite Bourgeoys et Bartholomé Saint-Germain-Lachapelle",
]
CLUB = "Club de l’âge d’or de Saint-Jean-Baptiste-de-Rouville"
LABEL = "Demi-finales du tournoi de consolation"


def _logo(width: int, height: int) -> values.Picture:
    content = io.BytesIO()
    Image.new("RGB", (width, height), "navy").save(content, "png")
    return values.Picture(content.getvalue(), width, height)


ORGANISER = values.Organiser(
    "Fédération de l’âge d’or du Québec, région Richelieu-Yamaska", logo=_logo(600, 200)
)
PATH = pypdfium2.raw.FPDF_PAGEOBJ_PATH
Paper = Callable[[TournamentHeader], bytes]


def _slip(number: int, *, across: int, partners: bool = False) -> Slip:
    """Return a slip with so many of the names."""
    people = [
        SlipSide("ABCDEF"[at], at + 1, NAMES[(number * across + at) % len(NAMES)]) for at in range(across)
    ]
    if partners:
        half = across // 2
        people = [replace(people[at], partners=(people[at + half],)) for at in range(half)]
    return Slip(3, number + 1, tuple(people), label=LABEL)


def _all_slips(*, across: int, partners: bool = False, small: bool = False) -> Paper:
    made = [_slip(number, across=across, partners=partners) for number in range(len(NAMES))]
    return lambda tournament: slips(tournament, made, small=small)


def _by_name(*, compact: bool) -> Paper:
    rows = [
        SeatRow(at, name, 100 + at, "B", tuple(NAMES[at - 1 : at + 1]), ("Zoé Roy",), came_from=12)
        for at, name in enumerate(NAMES)
    ]
    return lambda tournament: seating_by_name(tournament, 5, rows, LABEL, compact=compact)


def _by_table(across: int) -> Paper:
    rows = [
        TableRow(at + 1, tuple(zip("ABCD"[:across], (NAMES * 2)[at:], strict=False)))
        for at in range(len(NAMES))
    ]
    return lambda tournament: seating_by_table(tournament, 5, rows, LABEL)


def _standings(count: int) -> Paper:
    others = [StandingRow(at + 100, f"Roy {at}", "Sorel", 900, 7, 1, 12, 15) for at in range(count)]
    rows = [StandingRow(at + 1, name, CLUB, 1612, 8, 3, 40, 15) for at, name in enumerate(NAMES)]
    return lambda tournament: standings(tournament, [*rows, *others])


def _list(tournament: TournamentHeader) -> bytes:
    columns = [values.Column(heading) for heading in ("Rang", "Nom", "Club")]
    rows = [(str(at), name, CLUB) for at, name in enumerate(NAMES)]
    wide = [*columns, *(values.Column(f"Soirée {at}", figures=True) for at in range(6))]
    return lists(tournament, [values.List(LABEL, "", wide, [(*row, *"123456") for row in rows])])


def _team_cards(tournament: TournamentHeader) -> bytes:
    game = values.TeamGame(1, CLUB, "A", tuple(("121–99", name) for name in NAMES[-4:]), "3–1", "2", "2")
    made = [values.TeamCard(at, name, CLUB, tuple(NAMES), (game,) * 5) for at, name in enumerate(NAMES)]
    return team_cards(tournament, made)


def _line_ups(tournament: TournamentHeader) -> bytes:
    made = [
        values.TeamLineUp(3, at, name, CLUB, "A", ((1, 1), (2, 2)), tuple(NAMES))
        for at, name in enumerate(NAMES)
    ]
    return line_ups(tournament, made)


def _match_slips(tournament: TournamentHeader) -> bytes:
    boards = tuple((at + 1, at + 1, (NAMES[at], NAMES[at + 1])) for at in range(8))
    made = [values.TeamMatch(3, (name, CLUB), boards, "Parties", "Points d’équipe") for name in NAMES]
    return match_slips(tournament, made)


PAPERS: dict[str, Paper] = {
    "cards": lambda tournament: scorecards(
        tournament, [Card(at, name, CLUB, 12, "A") for at, name in enumerate(NAMES)]
    ),
    "halves": lambda tournament: scorecards(
        tournament, [Card(at, name, CLUB, 12, "A") for at, name in enumerate(NAMES)], two=True
    ),
    "filled": lambda tournament: scorecards(tournament, [filled(at, name) for at, name in enumerate(NAMES)]),
    "slips of two": _all_slips(across=2),
    "small slips": _all_slips(across=2, small=True),
    "slips of three": _all_slips(across=3),
    "slips of four": _all_slips(across=4),
    "slips of partners": _all_slips(across=4, partners=True),
    "seating by name": _by_name(compact=False),
    "compact seating": _by_name(compact=True),
    "seating by table": _by_table(2),
    "seating by four": _by_table(4),
    "standings": _standings(0),
    "long standings": _standings(25),
    "list": _list,
    "badges": lambda tournament: badges(tournament, [Badge(at, name, CLUB) for at, name in enumerate(NAMES)]),
    "small badges": lambda tournament: badges(
        tournament, [Badge(at, name, CLUB) for at, name in enumerate(NAMES)], small=True
    ),
    "certificates": lambda tournament: certificates(
        tournament, [values.Certificate(name, LABEL, "14 points", "Coupe", CLUB) for name in NAMES]
    ),
    "team cards": _team_cards,
    "line-ups": _line_ups,
    "match slips": _match_slips,
}


def _without_spaces(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("size", ["letter", "a4"])
def test_no_name_is_cut_on_any_paper(paper: Paper, size: str):
    with translation.override("fr-ca"):
        pdf = paper(header(paper=size))
    found = _without_spaces(words(pdf))
    assert [
        name for name in NAMES if _without_spaces(name) not in found and _parts_missing(name, found)
    ] == []
    assert "…" not in found


def _parts_missing(name: str, found: str) -> bool:
    """Return whether words of a name are missing; a badge has given and family names apart."""
    return any(_without_spaces(part) not in found for part in name.split(" "))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_long_texts_stay_on_the_page(paper: Paper):
    with translation.override("fr-ca"):
        pdf = paper(header(tournament=f"{LABEL} {CLUB}", place=CLUB))
    assert min(min(box[0], box[1]) for _page, char, box in characters(pdf) if char.strip()) > 9


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("organiser", [values.Organiser(), ORGANISER], ids=["", "logo"])
def test_long_texts_are_not_drawn_over_one_another(paper: Paper, organiser: values.Organiser):
    place = "Centre communautaire Saint-Jean-Baptiste-de-Rouville, 1234, rue Principale"
    with translation.override("fr-ca"):
        pdf = paper(header(tournament=f"{LABEL} {CLUB}", place=place, organiser=organiser))
    assert overlaps(pdf) == []


def test_long_names_on_the_podium_end_above_their_steps():
    name = "Ouellet / Pelletier / Gagné / Lapointe-Page"
    rows = [StandingRow(at, name, "", 1612, 8, 3, 40, 15) for at in (1, 2, 3)]
    with translation.override("fr-ca"):
        pdf = standings(header(), rows, StandingsState(official_at="16 h"))
    first = pypdfium2.PdfDocument(pdf)[0]
    shapes = [shape.get_bounds() for shape in first.get_objects() if shape.type == PATH]
    steps = [max(box[3] for box in shapes if box[0] < x < box[2] < box[0] + 180) for x in (240, 60, 420)]
    written = list(characters(pdf))
    text = "".join(char for _page, char, _box in written)
    names = [written[found.start() + 2][2][1] for found in re.finditer("Page", text)][:3]
    assert all(bottom > step for bottom, step in zip(names, steps, strict=True))


def test_headings_of_figures_end_on_one_line():
    rows = [StandingRow(1, NAMES[0], CLUB, 1612, 8, 3, 40, 15, match_points=17)]
    with translation.override("fr-ca"):
        pdf = standings(header(match_points=True), rows)
    written = list(characters(pdf))
    text = "".join(char for _page, char, _box in written)
    ends = [written[text.index(word)][2][1] for word in ("match", "Skunks", "jouées")]
    assert max(ends) - min(ends) < 2.5
