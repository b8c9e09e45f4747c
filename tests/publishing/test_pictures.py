"""Pictures for social media: every text has a room of its own, none is cut, no club is said twice."""

from itertools import combinations

import pytest
from django.utils import translation
from PIL import Image, ImageChops, ImageDraw, ImageFont

from tests import factories
from tournaments import registration, rounds
from tournaments.papers.text_shaping import FONTS
from tournaments.publishing import snapshot
from tournaments.publishing.outputs import fragment, pictures, press, rows, site
from tournaments.registration import consent

pytestmark = pytest.mark.django_db
LONG = (
    "Marie-Madeleine-Françoise Desrosiers-Charbonneau de la Bruère",
    "Marguerite Bourgeoys et Bartholomé Saint-Germain-Lachapelle",
    "Wilhelmine Wawanoloath-Montgomery",
    "Nguyễn Thị Hồng Ánh",
    "王小明 Zoé Ễ",
    "עמית כהן-Desrosiers",
)
CLUB = "FADOQ Notre-Dame-de-Bonsecours-de-L'Ange-Gardien"


def renamed(day, club=CLUB):
    """Everybody has a long name and a club, and agreed to both."""
    for at, entry in enumerate(day.entries.all()):
        registration.edit_entry(entry, f"{LONG[at % len(LONG)]} {at}", club=club)
    consent.declare(day, True, by=None)
    day.refresh_from_db()
    return day


def tied(people):
    """A day of one game, in which everybody with seat A has won alike."""
    day = renamed(factories.tournament(2 * people, rounds=1))
    round_ = factories.open_round(day)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    day.refresh_from_db()
    return rows.gather(day)


def apart(one, other):
    return (
        one.right <= other.left
        or other.right <= one.left
        or one.bottom <= other.top
        or other.bottom <= one.top
    )


def ink(text, size):
    """Where a text that is painted alone leaves anything."""
    blank, image = (Image.new("RGB", size, pictures.PAPER) for _which in "ab")
    text.paint(ImageDraw.Draw(image))
    left, top, right, bottom = ImageChops.difference(blank, image).getbbox()
    return pictures.Box(left, top, right, bottom)


@pytest.mark.parametrize("people", [2, 7, 8])
def test_every_text_of_a_picture_stays_in_a_room_of_its_own(people):
    day = tied(people)
    for picture in (pictures.podium(day), pictures.first_ten(day)):
        seen = [ink(text, picture.size) for text in picture.texts]
        assert [pair for pair in combinations(seen, 2) if not apart(*pair)] == []
        for text, box in zip(picture.texts, seen, strict=True):
            assert text.box.left - 1 <= box.left and box.right <= text.box.right + 1, text.said
            assert "".join(text.lines[0]).replace(" ", "") == text.said.replace(" ", "")


def test_a_name_that_runs_from_right_to_left_is_joined_and_in_order():
    """As on paper: each letter in its form, the last at the left, whatever libraries the system has."""
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
def test_whoever_is_level_has_a_line_while_there_is_room(people, named, others):
    day = tied(people)
    with translation.override("en"):
        said = [text.said for text in pictures.podium(day).texts]
    assert sum(row.name in said for row in day.podium) == named
    assert [words for words in said if words.startswith("and ")] == [others] * bool(others)


@pytest.fixture
def told_apart():
    """Two people of one name, told apart by their clubs, and a team that is called like its club."""
    day = factories.tournament(4, rounds=1)
    people = [
        ("Zoé Roy", "Sorel"),
        ("Zoé Roy", "Beloeil"),
        ("Varennes 2", "FADOQ Varennes"),
        ("Anne Côté", ""),
    ]
    for entry, (name, club) in zip(day.entries.all(), people, strict=True):
        registration.edit_entry(entry, name, club=club)
    factories.play_round(day, 1, winner=1)
    consent.declare(day, True, by=None)
    day.refresh_from_db()
    return rows.gather(day)


def picture(day):
    return "\n".join(text.said for text in pictures.podium(day).texts)


def alternative_text(day):
    return pictures.podium_text(day)


def whole_press(day):
    return press.long(day).partition("\n\n")[2].partition(":")[2]


def other_site(day):
    return fragment.written(day, "en").partition("</ol>")[0]


def front_page(day):
    return (
        dict(site.site_files(day))["en/index.html"]
        .decode()
        .partition('class="podium"')[2]
        .partition("</ol>")[0]
    )


@pytest.mark.parametrize("says", [picture, alternative_text, whole_press, other_site, front_page])
def test_a_club_that_a_name_says_stands_beside_it_no_more(told_apart, says):
    with translation.override("en"):
        said = says(told_apart)
    assert said.count("Zoé Roy (Sorel)") == said.count("Sorel") > 0
    assert said.count("Varennes 2") == said.count("Varennes") > 0


@pytest.mark.parametrize("official", [False, True])
def test_only_official_ranks_have_the_colours_of_medals(official):
    day = factories.tournament(8, rounds=2)
    for number in (1, 2) if official else (1,):
        factories.play_round(day, number)
    snapshot.publish(day, official=official, by=None)
    found = rows.gather(day)
    medals = set(pictures.MEDALS.values())
    for picture in (pictures.podium(found), pictures.first_ten(found)):
        assert bool({colour for _box, colour in picture.discs} & medals) == official
