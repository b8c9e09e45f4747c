"""Pictures for social media: each text has its own room, none is cut, no club is named twice."""

from itertools import combinations

import pytest
from django.utils import translation
from PIL import Image, ImageChops, ImageDraw, ImageFont

from tests import factories
from tournaments import registration, rounds
from tournaments.papers.text_shaping import FONTS
from tournaments.publishing import publications
from tournaments.publishing.outputs import fragment, pictures, press, rows, site
from tournaments.registration import consent

pytestmark = pytest.mark.django_db
LONG_NAMES = (
    "Marie-Madeleine-Françoise Desrosiers-Charbonneau de la Bruère",
    "Marguerite Bourgeoys et Bartholomé Saint-Germain-Lachapelle",
    "Wilhelmine Wawanoloath-Montgomery",
    "Nguyễn Thị Hồng Ánh",
    "王小明 Zoé Ễ",
    "עמית כהן-Desrosiers",
)
CLUB = "FADOQ Notre-Dame-de-Bonsecours-de-L'Ange-Gardien"


def give_long_names(tournament, club=CLUB):
    """Give each player a long name and a club, with consent to publish both."""
    for at, entry in enumerate(tournament.entries.all()):
        registration.edit_entry(entry, f"{LONG_NAMES[at % len(LONG_NAMES)]} {at}", club=club)
    consent.declare(tournament, True, by=None)
    tournament.refresh_from_db()
    return tournament


def tied_tournament(people):
    """Return the rows of a tournament of one game, in which all players with seat A have won alike."""
    tournament = give_long_names(factories.tournament(2 * people, rounds=1))
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    tournament.refresh_from_db()
    return rows.publishable_data(tournament)


def do_not_overlap(one, other):
    return (
        one.right <= other.left
        or other.right <= one.left
        or one.bottom <= other.top
        or other.bottom <= one.top
    )


def ink_box(text, size):
    """Return the box of the ink of a text that is painted alone."""
    blank, image = (Image.new("RGB", size, pictures.PAPER) for _which in "ab")
    text.paint(ImageDraw.Draw(image))
    left, top, right, bottom = ImageChops.difference(blank, image).getbbox()
    return pictures.Box(left, top, right, bottom)


@pytest.mark.parametrize("people", [2, 7, 8])
def test_picture_texts_do_not_overlap(people):
    tournament = tied_tournament(people)
    for picture in (pictures.podium(tournament), pictures.first_ten(tournament)):
        seen = [ink_box(text, picture.size) for text in picture.texts]
        assert [pair for pair in combinations(seen, 2) if not do_not_overlap(*pair)] == []
        for text, box in zip(picture.texts, seen, strict=True):
            assert text.box.left - 1 <= box.left and box.right <= text.box.right + 1, text.content
            assert "".join(text.lines[0]).replace(" ", "") == text.content.replace(" ", "")


def test_right_to_left_name_is_shaped_and_ordered():
    """As on paper, each letter has its form, the last at the left, whatever libraries the system has."""
    box = pictures.Box(10, 10, 390, 90)
    image, by_hand = (Image.new("RGB", (400, 100), pictures.PAPER) for _which in "ab")
    text = pictures.Text("محمد", box, 48)
    text.paint(ImageDraw.Draw(image))
    (_lines, size), at = text.lines, (box.left, box.middle + pictures.BASELINE * text.lines[1])
    font = ImageFont.truetype(FONTS / "DejaVuSans.ttf", size, layout_engine=ImageFont.Layout.BASIC)
    ImageDraw.Draw(by_hand).text(at, "\ufeaa\ufee4\ufea4\ufee3", font=font, fill=pictures.INK, anchor="ls")
    assert ImageChops.difference(image, by_hand).getbbox() is None


@pytest.mark.parametrize(
    ("people", "named", "others"), [(7, 7, ""), (8, 6, "and 2 others"), (14, 6, "and 8 others")]
)
def test_tied_players_are_listed_while_there_is_space(people, named, others):
    tournament = tied_tournament(people)
    with translation.override("en"):
        found = [text.content for text in pictures.podium(tournament).texts]
    assert sum(row.name in found for row in tournament.podium) == named
    assert [words for words in found if words.startswith("and ")] == [others] * bool(others)


@pytest.fixture
def same_names():
    """Return two people of one name with different clubs, and a team that is named like its club."""
    tournament = factories.tournament(4, rounds=1)
    people = [
        ("Zoé Roy", "Sorel"),
        ("Zoé Roy", "Beloeil"),
        ("Varennes 2", "FADOQ Varennes"),
        ("Anne Côté", ""),
    ]
    for entry, (name, club) in zip(tournament.entries.all(), people, strict=True):
        registration.edit_entry(entry, name, club=club)
    factories.play_round(tournament, 1, winner=1)
    consent.declare(tournament, True, by=None)
    tournament.refresh_from_db()
    return rows.publishable_data(tournament)


def picture(tournament):
    return "\n".join(text.content for text in pictures.podium(tournament).texts)


def alternative_text(tournament):
    return pictures.podium_text(tournament)


def whole_press(tournament):
    return press.long(tournament).partition("\n\n")[2].partition(":")[2]


def other_site(tournament):
    return fragment.fragment_html(tournament, "en").partition("</ol>")[0]


def front_page(tournament):
    return (
        dict(site.site_files(tournament))["en/index.html"]
        .decode()
        .partition('class="podium"')[2]
        .partition("</ol>")[0]
    )


@pytest.mark.parametrize("says", [picture, alternative_text, whole_press, other_site, front_page])
def test_club_in_a_name_is_not_repeated(same_names, says):
    with translation.override("en"):
        text = says(same_names)
    assert text.count("Zoé Roy (Sorel)") == text.count("Sorel") > 0
    assert text.count("Varennes 2") == text.count("Varennes") > 0


@pytest.mark.parametrize("official", [False, True])
def test_only_official_ranks_have_the_colours_of_medals(official):
    tournament = factories.tournament(8, rounds=2)
    for number in (1, 2) if official else (1,):
        factories.play_round(tournament, number)
    publications.publish(tournament, official=official, by=None)
    found = rows.publishable_data(tournament)
    medals = set(pictures.MEDALS.values())
    for picture in (pictures.podium(found), pictures.first_ten(found)):
        assert bool({colour for _box, colour in picture.discs} & medals) == official
