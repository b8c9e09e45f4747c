"""The page of penalties: who writes one and how, what is refused, where it shows, how it is taken back."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import factories
from tests.web.setup.posting import posted
from tournaments.models import Line
from tournaments.publishing.tournament_words import rules_of_the_day
from tournaments.rounds import scores, stages
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db

SCALE = [{"fault": "Card shown", "points": 2}, {"fault": "Misdeal", "deal": True}]


@pytest.fixture
def day(db):
    return factories.tournament(8, penalties=SCALE)


@pytest.fixture
def judge(client, day):
    client.force_login(factories.helper(day, "judge", "juge"))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def meeting(playing):
    return factories.meeting_at(playing, 1)


def write(client, day, **typed):
    fields = {"game": "1-1-1", "why": "", "words": "", "takes": "points", "points": "", "meeting": ""}
    nonce = {"nonce": uuid.uuid4().hex}
    return client.post(f"/t/{day.slug}/penalties/write/", fields | nonce | typed)


def said(day):
    return [dict(line.data) for line in day.lines.filter(kind=Line.Kind.PENALTY)]


def numbers(meeting):
    return [side[0] for side in scores.sides_of(meeting)]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ({"words": "Late", "points": "7"}, {"points": 7, "why": {"words": "Late"}}),
        ({"words": " L\u202eate\x07 ", "points": "7"}, {"points": 7, "why": {"words": "Late"}}),
        ({"why": "scale-0"}, {"points": 2, "why": {"words": "Card shown"}}),
        ({"why": "scale-0", "points": "4"}, {"points": 4, "why": {"words": "Card shown"}}),
        ({"why": "scale-1"}, {"deal": True, "why": {"words": "Misdeal"}}),
        ({"why": "code-must-lay", "points": "1"}, {"points": 1, "why": {"code": "must-lay"}}),
        ({"why": "code-must-lay", "words": "Again", "points": "1"}, {"points": 1, "why": {"words": "Again"}}),
        ({"words": "Late", "takes": "deal"}, {"deal": True, "why": {"words": "Late"}}),
    ],
)
def test_a_judge_writes_one(judge, day, meeting, typed, written):
    assert write(judge, day, number=numbers(meeting)[1], **typed).status_code == 302
    assert said(day) == [{"v": 1, "side": 1} | written]
    line = day.lines.get()
    assert (line.by, line.user.username) == ("judge", "juge")


def test_the_game_is_lost_with_the_declared_points(judge, day, meeting):
    write(judge, day, number=numbers(meeting)[0], words="Left", takes="game")
    assert said(day)[0]["game"] == {"v": 1, "how": "forfeit", "pegged": [60, 121], "winner": 1}


def test_the_fine_of_gin_needs_no_figure(client):
    day = factories.gin(4)
    meeting = factories.meeting_at(factories.open_round(day), 1)
    client.force_login(factories.helper(day, "judge", "juge"))
    write(client, day, number=numbers(meeting)[0], why="code-opponent-few")
    assert said(day) == [{"v": 1, "side": 0, "points": 10, "why": {"code": "opponent-few"}}]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"points": "7"}, "why"),
        ({"words": "Late"}, "points"),
        ({"words": "Late", "points": "many"}, "points"),
        ({"words": "Late", "points": "1000"}, "points"),
        ({"words": "Late", "points": "7", "number": "99"}, "number"),
        ({"words": "Late", "points": "7", "game": "1-2-1"}, "game"),
        ({"words": "Late", "points": "7", "takes": "all"}, "takes"),
        ({"why": "scale-9", "points": "7"}, "why"),
    ],
)
def test_what_is_refused_keeps_what_was_typed(judge, day, meeting, typed, field):
    response = write(judge, day, **{"number": numbers(meeting)[0], **typed})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert response.context["form"]["words"].value() == typed.get("words", "")
    assert said(day) == []


def test_a_refusal_of_the_book_is_said_on_the_page(judge, day, meeting):
    rules = meeting.round.stage.rules | {"forfeit": {"present": None, "absent": None}}
    day.stages.update(rules=rules)
    response = write(judge, day, number=numbers(meeting)[0], words="Left", takes="game")
    assert response.status_code == 422 and response.context["refused"]
    assert said(day) == []


def test_the_same_form_sent_twice_writes_once(judge, day, meeting):
    for _time in range(2):
        write(judge, day, number=numbers(meeting)[0], words="Late", points="7", nonce="n" * 32)
    assert len(said(day)) == 1


def test_it_is_taken_back_and_stays_readable(judge, day, meeting):
    write(judge, day, number=numbers(meeting)[0], words="Late <b>", points="7")
    number = day.lines.get().number
    assert judge.post(f"/t/{day.slug}/penalties/{number}/back/", {"nonce": "b" * 32}).status_code == 302
    assert said(day)[1] == {"v": 1, "takes_back": number}
    page = judge.get(f"/t/{day.slug}/penalties/").content.decode()
    assert page.count('is-struck"') == 1
    assert "Late &lt;b&gt;" in page
    assert "/back/" not in page


def test_who_writes_none_reads_them(client, judge, day, meeting):
    write(judge, day, number=numbers(meeting)[0], words="Late", points="7")
    client.force_login(factories.helper(day, "desk", "table-des-résultats"))
    page = client.get(f"/t/{day.slug}/penalties/")
    assert len(page.context["rows"]) == 1
    assert "penalties/write" not in page.content.decode()
    assert write(client, day, number=1, words="Late", points="7").status_code == 403
    assert client.post(f"/t/{day.slug}/penalties/1/back/").status_code == 403


def test_it_shows_at_the_desk_on_the_card_and_in_the_standings(judge, day, meeting):
    first = numbers(meeting)[0]
    factories.enter(meeting, [121, 88])
    write(judge, day, number=first, words="Late", points="7")
    panel = judge.get(f"/t/{day.slug}/desk/table/{meeting.uid}/").content.decode()
    assert panel.count("<li") == 2
    assert "7 points off (Late)." in panel
    shown = judge.get(f"/t/{day.slug}/standings/").content.decode()
    assert "penalty: 7 points off" in shown
    meeting.round.stage.tournament.refresh_from_db()
    day.standings_shown = "live"
    day.save(update_fields=["standings_shown"])
    card = judge.get(f"/t/{day.slug}/players/{first}/")
    assert card.context["penalties"] == ["Game 1: 7 points off (Late)."]


def test_the_desk_corrects_what_a_judge_has_not_seen(desk, day, meeting):
    first = desk.enter(1, "A", 88)
    desk.look()
    scores.penalise(
        meeting,
        game=1,
        number=numbers(meeting)[0],
        takes=scores.PenaltyEffect("points", 2),
        why={"words": "Late"},
        nonce="n",
        user=None,
    )
    again = desk.enter(1, "A", 70)
    assert again["code"] == "already_entered"
    assert desk.enter(1, "B", 70, do="correct", seen=first["seen"])["code"] == "corrected"


def test_the_page_begins_with_the_table_of_the_desk(judge, day, meeting):
    page = judge.get(f"/t/{day.slug}/penalties/?game=1-1-1&meeting={meeting.uid}")
    _none, (_label, there), (_others, others) = page.context["form"].fields["number"].choices
    assert sorted(int(number) for number, _name in there) == sorted(numbers(meeting))
    assert len(others) == 6
    assert judge.get(f"/t/{day.slug}/penalties/?meeting=nothing").status_code == 200


def test_the_page_asks_as_often_whatever_was_written(judge, day, meeting):
    asked = []
    for count in (1, 3):
        while len(said(day)) < count:
            write(judge, day, number=numbers(meeting)[0], words="Late", points="7")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            judge.get(f"/t/{day.slug}/penalties/")
        asked.append(len(queries))
    assert asked[0] == asked[1]


# The scale


@pytest.mark.parametrize(
    ("typed", "scale"),
    [
        ("", []),
        ("Card shown: 2\n\n  Misdeal : new deal ", SCALE),
        (
            "Carte montrée : 2 points\r\nMaldonne : nouvelle donne",
            [
                {"fault": "Carte montrée", "points": 2},
                {"fault": "Maldonne", "deal": True},
            ],
        ),
        ("At\u200b 11:30\u202e: 5", [{"fault": "At 11:30", "points": 5}]),
    ],
)
def test_a_scale_is_typed_a_fault_a_line(typed, scale):
    form = SetupForm(posted(penalties=typed))
    assert form.is_valid(), form.errors
    assert form.rules()["penalties"] == scale


@pytest.mark.parametrize(
    "typed", ["Card shown", "Card shown:", ": 2", "x: 0", "x: 1000", "x" * 81 + ": 2", "x: some"]
)
def test_a_line_that_is_no_fault_is_named(typed):
    form = SetupForm(posted(penalties=f"Card shown: 2\n{typed}"))
    assert list(form.errors) == ["penalties"]
    assert form["penalties"].value() == f"Card shown: 2\n{typed}"


def test_the_scale_hangs_on_the_wall_and_stands_once_a_round_is_seated(day):
    rules = stages.qualifying(day).rules
    assert len(rules_of_the_day(rules)) == len(rules_of_the_day(rules | {"penalties": []})) + 1
    with translation.override("en"):
        assert SetupForm(tournament=day)["penalties"].value() == "Card shown: 2\nMisdeal: new deal"
    factories.open_round(day)
    assert SetupForm(tournament=day).fields["penalties"].disabled


def test_a_day_of_before_has_no_scale(day):
    older = {name: value for name, value in stages.qualifying(day).rules.items() if name != "penalties"}
    day.stages.update(rules=older)
    form = SetupForm(posted(SetupForm(tournament=day)), tournament=day)
    assert form.is_valid(), form.errors
    assert form.rules()["penalties"] == []
