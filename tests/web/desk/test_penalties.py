"""The page of penalties: how they are given, refused, shown and taken back."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests import factories, page_reader
from tests.web.setup.posting import posted
from tournaments import formats
from tournaments.finals import playoffs
from tournaments.models import Line, Round
from tournaments.publishing.tournament_words import announced_rules
from tournaments.rounds import scores, stages
from tournaments.web.audit_log.words import round_phrase
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db

SCALE = [{"fault": "Card shown", "points": 2}, {"fault": "Misdeal", "deal": True}]


@pytest.fixture
def tournament(db):
    return factories.tournament(8, penalties=SCALE)


@pytest.fixture
def judge(client, tournament):
    client.force_login(factories.helper(tournament, "judge", "juge"))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def meeting(playing):
    return factories.meeting_at(playing, 1)


def write_penalty(client, tournament, **typed):
    fields = {"game": "1-1-1", "why": "", "words": "", "takes": "points", "points": "", "meeting": ""}
    nonce = {"nonce": uuid.uuid4().hex}
    return client.post(f"/t/{tournament.slug}/penalties/write/", fields | nonce | typed)


@pytest.mark.parametrize(
    ("order", "ranks"),
    [(["won", "spread"], False), (["won", "pegged"], True), (["points_left"], True)],
)
def test_page_says_if_points_off_do_not_rank(client, order, ranks):
    tournament = factories.tournament(8, order=order)
    client.force_login(factories.helper(tournament, "judge", "juge"))
    page = page_reader.parse(client.get(reverse("penalties", args=[tournament.slug])))
    assert len(page.all("[data-unranked]")) == (not ranks)


def penalty_data(tournament):
    return [dict(line.data) for line in tournament.lines.filter(kind=Line.Kind.PENALTY)]


def side_numbers(meeting):
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
def test_judge_can_write_a_penalty(judge, tournament, meeting, typed, written):
    assert write_penalty(judge, tournament, number=side_numbers(meeting)[1], **typed).status_code == 302
    assert penalty_data(tournament) == [{"v": 1, "side": 1} | written]
    line = tournament.lines.get()
    assert (line.by, line.user.username) == ("judge", "juge")


def test_penalty_of_a_game_uses_declared_points(judge, tournament, meeting):
    write_penalty(judge, tournament, number=side_numbers(meeting)[0], words="Left", takes="game")
    assert penalty_data(tournament)[0]["game"] == {"v": 1, "how": "forfeit", "pegged": [60, 121], "winner": 1}


def test_gin_fine_needs_no_typed_points(client):
    tournament = factories.gin(4)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    client.force_login(factories.helper(tournament, "judge", "juge"))
    write_penalty(client, tournament, number=side_numbers(meeting)[0], why="code-opponent-few")
    assert penalty_data(tournament) == [{"v": 1, "side": 0, "points": 10, "why": {"code": "opponent-few"}}]


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
def test_refused_form_keeps_typed_words(judge, tournament, meeting, typed, field):
    response = write_penalty(judge, tournament, **{"number": side_numbers(meeting)[0], **typed})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert response.context["form"]["words"].value() == typed.get("words", "")
    assert penalty_data(tournament) == []


def test_refusal_by_the_score_book_is_shown_on_the_page(judge, tournament, meeting):
    rules = meeting.round.stage.rules | {"forfeit": {"present": None, "absent": None}}
    tournament.stages.update(rules=rules)
    response = write_penalty(judge, tournament, number=side_numbers(meeting)[0], words="Left", takes="game")
    assert response.status_code == 422 and response.context["refused"]
    assert penalty_data(tournament) == []


def test_form_sent_twice_writes_one_penalty(judge, tournament, meeting):
    for _time in range(2):
        write_penalty(
            judge, tournament, number=side_numbers(meeting)[0], words="Late", points="7", nonce="n" * 32
        )
    assert len(penalty_data(tournament)) == 1


def test_penalty_taken_back_stays_readable(judge, tournament, meeting):
    write_penalty(judge, tournament, number=side_numbers(meeting)[0], words="Late <b>", points="7")
    number = tournament.lines.get().number
    assert (
        judge.post(f"/t/{tournament.slug}/penalties/{number}/back/", {"nonce": "b" * 32}).status_code == 302
    )
    assert penalty_data(tournament)[1] == {"v": 1, "takes_back": number}
    page = judge.get(f"/t/{tournament.slug}/penalties/").content.decode()
    assert page.count('is-struck"') == 1
    assert "Late &lt;b&gt;" in page
    assert "/back/" not in page


def test_desk_role_can_read_but_not_write_penalties(client, judge, tournament, meeting):
    write_penalty(judge, tournament, number=side_numbers(meeting)[0], words="Late", points="7")
    client.force_login(factories.helper(tournament, "desk", "table-des-résultats"))
    page = client.get(f"/t/{tournament.slug}/penalties/")
    assert len(page.context["rows"]) == 1
    assert "penalties/write" not in page.content.decode()
    assert write_penalty(client, tournament, number=1, words="Late", points="7").status_code == 403
    assert client.post(f"/t/{tournament.slug}/penalties/1/back/").status_code == 403


def test_penalty_shows_at_desk_on_card_and_in_standings(judge, tournament, meeting):
    first = side_numbers(meeting)[0]
    factories.enter(meeting, [121, 88])
    write_penalty(judge, tournament, number=first, words="Late", points="7")
    panel = judge.get(f"/t/{tournament.slug}/desk/table/{meeting.uid}/").content.decode()
    assert panel.count("<li") == 2
    assert "7 points off (Late)." in panel
    shown = judge.get(f"/t/{tournament.slug}/standings/").content.decode()
    assert "penalty: 7 points off" in shown
    meeting.round.stage.tournament.refresh_from_db()
    tournament.standings_shown = "live"
    tournament.save(update_fields=["standings_shown"])
    card = judge.get(f"/t/{tournament.slug}/players/{first}/")
    assert card.context["penalties"] == ["Game 1: 7 points off (Late)."]


def test_desk_can_correct_a_result_with_a_penalty(desk, tournament, meeting):
    first = desk.enter(1, "A", 88)
    desk.look()
    scores.penalise(
        meeting,
        game=1,
        number=side_numbers(meeting)[0],
        takes=scores.PenaltyEffect("points", 2),
        why={"words": "Late"},
        nonce="n",
        user=None,
    )
    again = desk.enter(1, "A", 70)
    assert again["code"] == "already_entered"
    assert desk.enter(1, "B", 70, do="correct", seen=first["seen"])["code"] == "corrected"


def test_page_lists_the_players_of_the_table_first(judge, tournament, meeting):
    page = judge.get(f"/t/{tournament.slug}/penalties/?game=1-1-1&meeting={meeting.uid}")
    _none, (_label, there), (_others, others) = page.context["form"].fields["number"].choices
    assert sorted(int(number) for number, _name in there) == sorted(side_numbers(meeting))
    assert len(others) == 6
    assert judge.get(f"/t/{tournament.slug}/penalties/?meeting=nothing").status_code == 200


def test_query_count_does_not_grow_with_penalties(judge, tournament, meeting):
    asked = []
    for count in (1, 3):
        while len(penalty_data(tournament)) < count:
            write_penalty(judge, tournament, number=side_numbers(meeting)[0], words="Late", points="7")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            judge.get(f"/t/{tournament.slug}/penalties/")
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
def test_scale_is_typed_one_fault_per_line(typed, scale):
    form = SetupForm(posted(penalties=typed))
    assert form.is_valid(), form.errors
    assert form.rules()["penalties"] == scale


@pytest.mark.parametrize(
    "typed",
    [
        *("Card shown", "Card shown:", ": 2", "x: 0", "x: 1000", "x" * 81 + ": 2", "x: some"),
        *(
            "x: 1 000",
            "x: 1\u202f000 points",
            "x: 2,5",
            "x: 2.5",
            "x: 1/2 point",
            "x: 2 or 3",
            "x: 10 minutes",
        ),
    ],
)
def test_invalid_line_of_the_scale_is_refused(typed):
    form = SetupForm(posted(penalties=f"Card shown: 2\n{typed}"))
    assert list(form.errors) == ["penalties"]
    assert form["penalties"].value() == f"Card shown: 2\n{typed}"


def test_scale_is_in_the_rules_and_frozen_once_a_round_is_seated(tournament):
    rules = stages.qualifying(tournament).rules
    assert len(announced_rules(rules)) == len(announced_rules(rules | {"penalties": []})) + 1
    with translation.override("en"):
        assert SetupForm(tournament=tournament)["penalties"].value() == "Card shown: 2\nMisdeal: new deal"
    factories.open_round(tournament)
    assert SetupForm(tournament=tournament).fields["penalties"].disabled


def test_older_tournament_has_an_empty_scale(tournament):
    older = {
        name: value for name, value in stages.qualifying(tournament).rules.items() if name != "penalties"
    }
    tournament.stages.update(rules=older)
    form = SetupForm(posted(SetupForm(tournament=tournament)), tournament=tournament)
    assert form.is_valid(), form.errors
    assert form.rules()["penalties"] == []


def games_offered(page):
    return [value for value, _label in page.context["form"].fields["game"].choices]


def test_penalty_is_written_about_the_game_of_the_match_that_the_desk_links(client):
    tournament = factories.tournament(4, key="set-of-five", rounds=2)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.enter(meeting, [121, 100])
    client.force_login(factories.organiser(tournament))
    panel = page_reader.parse(client.get(f"/t/{tournament.slug}/desk/table/{meeting.uid}/"))
    address = f"/t/{tournament.slug}/penalties/?"
    (link,) = [link["href"] for link in panel.all("a") if link["href"].startswith(address)]
    page = client.get(link)
    assert games_offered(page) == [f"1-1-{game}" for game in range(1, meeting.games_planned + 1)]
    chosen = page_reader.parse(page).one("#id_game").one("option[selected]")["value"]
    number = side_numbers(meeting)[0]
    write_penalty(client, tournament, game=chosen, number=number, words="Late", takes="game")
    assert [ruled.line.game for ruled in scores.recorded_penalties(tournament)] == [2]


def test_games_of_the_playoffs_are_offered_by_match(client):
    tournament = factories.tournament(4, rounds=1, playoffs=formats.playoffs("first", count=4, games=3))
    factories.play_round(tournament, 1)
    tournament.refresh_from_db()
    playoffs.start_playoffs(tournament, seed=1, by=None)
    client.force_login(factories.organiser(tournament))
    page = client.get(f"/t/{tournament.slug}/penalties/")
    assert games_offered(page) == [f"2-{match}-{game}" for match in (2, 1) for game in (1, 2, 3)] + ["1-1-1"]
    labels = dict(page.context["form"].fields["game"].choices)
    for round_ in Round.objects.filter(stage=playoffs.playoff_stage(tournament)):
        with translation.override(page["Content-Language"]):
            assert labels[f"2-{round_.number}-1"].startswith(round_phrase(round_))
