"""Gin on every page: a tournament from the set-up to the official standings, page by page."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.ranking import Decision
from tests import factories, page_reader
from tests.page_reader import spoken
from tests.previewed import post_and_confirm
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted
from tournaments import rounds, standings
from tournaments.finals import medals
from tournaments.models import Publication, Seat, Tournament
from tournaments.publishing.explain import decided, explain
from tournaments.publishing.papers import paper_types, registry
from tournaments.standings import Row, Standings

pytestmark = pytest.mark.django_db


def page_text(answer) -> str:
    """Return the text of a page without tags, with single spaces."""
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def column_names(page) -> list[str]:
    """Return the columns of a table, by their names."""
    cells = page_reader.parse(page).all("th[scope=col]")
    return [re.search(r"col-(\w+)", cell["class"])[1] for cell in cells]


def play_rounds(tournament: Tournament, upto: int | None = None) -> None:
    """Play the tournament: seat A wins everywhere, by more at higher tables."""
    for number in range(1, (upto or tournament.stages.get(order=1).rules["rounds"]) + 1):
        round_ = factories.open_round(tournament, number)
        for meeting in round_.meetings.filter(void_act=None):
            if meeting.seats.count() == 2:
                factories.totals(meeting, 300 + 10 * meeting.place.number + number, 120)
        rounds.close_round(round_, by=None)
    tournament.refresh_from_db()


# The whole tournament, through the pages


def test_gin_tournament_from_setup_to_official_standings(client):
    """Three beat one another in a circle, by the same value: gold, silver and bronze are played off."""
    client.force_login(factories.director())
    client.cookies["django_language"] = "en"
    gin = {"format": "gin-round-robin", "rounds": "3", "tables": "2", "expected": "4", "dinner_after": "2"}
    made = client.post("/new/", posted(name="Gin chez O'Brien", **gin, forfeit_present="220"))
    assert made.status_code == 302
    tournament = Tournament.objects.get()
    at = f"/t/{tournament.slug}"
    for name, club in factories.names(4):
        assert client.post(f"{at}/registration/", {"name": name, "club": club}).status_code == 302
    for number in (1, 2, 3, 4):
        client.post(f"{at}/check-in/{number}/", {"here": "1"})
    for number in (1, 2, 3):
        _play_round(client, tournament, number)
    assert page_reader.parse(client.get(f"{at}/medals/")).one(".tie").words.count("+70") == 1
    post_and_confirm(client, f"{at}/medals/create/")
    _play_off(tournament)
    for reading in client.get(f"{at}/medals/").context["readings"]:
        client.post(f"{at}/medals/card/{reading.row.number}/", {"total": reading.total})
    tournament.refresh_from_db()
    client.post(f"{at}/medals/official/", {"version": tournament.version})
    assert Publication.objects.get().official
    page = page_text(client.get(f"{at}/"))
    assert "is-official" in client.get(f"{at}/").content.decode()
    assert page_reader.rows(client.get(f"{at}/"))[0][-3:] == ["Games won", "Value", "Games played"]
    whys = [page_text(client.get(f"{at}/players/{number}/why/")) for number in (1, 2, 3, 4)]
    why = f"Réal O'Brien; {spoken(decided, 'matches_won', (2,))}"
    assert any(why in one for one in whys)
    assert {"skunk", "skunks", "spread", "pegged"}.isdisjoint(page.lower().split())
    assert [row.number for row in standings.standings(tournament).rows] == [1, 2, 3, 4]
    assert "+70" in page_reader.parse(client.get(f"{at}/podium/")).all(".plinth")[0].words


BEATS = {(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)}


def _play_round(client, tournament: Tournament, number: int) -> None:
    at = f"/t/{tournament.slug}"
    preview = client.get(f"{at}/rounds/seat/").content.decode()
    shown = re.search(r'name="shown" value="(\w+)"', preview)[1]
    assert client.post(f"{at}/rounds/seat/", {"shown": shown}).status_code == 302
    assert "L&#x27;Écuyer" in client.get(f"{at}/rounds/{number}/").content.decode()
    client.post(f"{at}/rounds/{number}/open/")
    desk = Desk(tournament, factories.director_of(tournament))
    for table in (1, 2):
        one, other = _numbers(tournament, table)
        totals = (250, 180) if (one, other) in BEATS else (180, 250)
        answer = desk.post(table=table, total_A=totals[0], total_B=totals[1])
        assert answer["ok"], answer
    assert client.post(f"{at}/rounds/{number}/close/").status_code == 302


def _numbers(tournament: Tournament, table: int) -> list[int]:
    seats = Seat.objects.filter(
        meeting__round__stage__tournament=tournament,
        meeting__round__state="open",
        meeting__place__number=table,
        meeting__void_act=None,
    )
    return list(seats.order_by("side").values_list("entry__number", flat=True))


def _play_off(tournament: Tournament) -> None:
    """Play every match in two games at the desk; the lower number wins."""
    desk = Desk(tournament, factories.director_of(tournament))
    while open_ := list(medals.open_meetings(tournament)):
        for meeting in open_:
            one, other = _numbers(tournament, meeting.place.number)
            totals = (310, 85) if one < other else (85, 310)
            for _game in (1, 2):
                desk.look()
                answer = desk.post(meeting=meeting.uid, total_A=totals[0], total_B=totals[1])
                assert answer["ok"], answer


# Each page


@pytest.fixture
def tournament():
    made = factories.gin(4)
    play_rounds(made)
    return made


def test_standings_have_the_columns_of_gin(client, tournament):
    client.cookies["django_language"] = "en"
    page = client.get(f"/t/{tournament.slug}/").content.decode()
    assert page_reader.rows(page, ".standings")[0] == ["Rank", "Name", "Games won", "Value", "Games played"]
    shown = standings.standings(tournament)
    why = page_text(client.get(f"/t/{tournament.slug}/players/{shown.rows[0].number}/why/"))
    assert f"value +{shown.rows[0].value}" in spoken(explain, shown.rows[0], shown)
    assert spoken(explain, shown.rows[0], shown) in why


def test_card_shows_totals_value_and_running_value(client, tournament):
    client.cookies["django_language"] = "en"
    page = client.get(f"/t/{tournament.slug}/players/1/").content.decode()
    assert column_names(page) == ["game", "table", "opponent", "points", "against", "won", "value", "total"]
    value = standings.standings(tournament).by_number[1].value
    assert re.findall(r"[+−]\d+", page_text(client.get(f"/t/{tournament.slug}/players/1/")))[-1] == (
        f"+{value}" if value > 0 else f"−{-value}"
    )


def test_the_projector_shows_games_won_and_value(client, tournament):
    client.cookies["django_language"] = "en"
    top = page_reader.parse(client.get(f"/t/{tournament.slug}/screen/")).all(".wall-points")[0]
    first = standings.standings(tournament).rows[0]
    assert top.one("strong").words == str(first.won)
    assert top.one("small").words.endswith(f" +{first.value}")


def test_desk_standings_can_be_sorted_by_value(client, tournament):
    client.force_login(factories.organiser(tournament))
    page = client.get(f"/t/{tournament.slug}/standings/?sort=value").content.decode()
    values = [
        int(value.replace("−", "-").replace("+", "").replace("\u202f", ""))
        for value in re.findall(r"<td[^>]*>([+−][\d\u202f]+)</td>", page)
    ]
    assert values == sorted(values)
    assert len(values) == 4


def test_cards_are_checked_by_value(client, tournament):
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    at = f"/t/{tournament.slug}/medals/"
    last = client.get(at).context["readings"][-1]
    assert last.total == last.row.value < 0
    client.post(f"{at}card/{last.row.number}/", {"total": last.total})
    assert client.get(at).context["readings"][-1].ticked


def test_rounds_page_names_the_round_robin(client):
    tournament = factories.gin(4)
    play_rounds(tournament, upto=1)
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    assert page_reader.data(client.get(f"/t/{tournament.slug}/rounds/"), "movement") == ["round_robin"]


# Explanations of ranks


def standings_row(rank: int, number: int, name: str, won: int, value: int, **more) -> Row:
    given = {"pegged": 0, "match_points": 0, "skunks": 0, "spread": 0, "played": 7, **more}
    given = {"values": (won, value)} | given
    return Row(rank=rank, number=number, name=name, club="", points=won, won=won, value=value, **given)


def explanation(of: Row, *others: Row) -> str:
    with translation.override("en"):
        shown = Standings(1, 7, 7, [of, *others], rank_by="won", criteria=("won", "value"), game="gin")
        return explain(of, shown)


ROW_ABOVE = standings_row(1, 1, "Huguette Côté", 5, 400)


def test_rank_explanation_names_games_won_value_and_gap():
    assert explanation(ROW_ABOVE) == "5 games won, value +400: nobody has more; 7 games played."
    assert explanation(standings_row(2, 2, "Réal O'Brien", 5, 312, above=1), ROW_ABOVE) == (
        "5 games won, value +312; tied with Huguette Côté; Huguette Côté is ahead by the value of the "
        "games, +400 to +312; 7 games played."
    )
    assert explanation(standings_row(2, 2, "Noëlla L'Écuyer", 3, -20, above=1, gap=2), ROW_ABOVE) == (
        "3 games won, value −20; 2 games behind Huguette Côté; 7 games played."
    )
    assert explanation(
        standings_row(2, 2, "Saint-Hilaire", 1, 0, above=1, gap=4, played=1), ROW_ABOVE
    ).startswith("1 game won, value 0")


def test_rank_explanation_of_complete_ties():
    other = standings_row(1, 3, "Yvon <b>", 5, 400, tied=(2, 3))
    assert "shares 1st place with Yvon <b>" in explanation(
        standings_row(1, 2, "Réal", 5, 400, tied=(2, 3)), other
    )
    played_off = standings_row(2, 2, "Réal", 5, 400, above=1, decision=Decision(1, "best_of_three", (1, 2)))
    assert f"Huguette Côté; {spoken(decided, 'best_of_three', (1, 2))}" in explanation(played_off, ROW_ABOVE)


# Papers


def test_papers_of_a_gin_tournament_can_be_drawn(tournament):
    paper = paper_types.Paper(tournament, {"round": 1}, lambda done: None)
    with translation.override("en"):
        drawn = {kind: registry.PAPER_TYPES[kind].draw(paper) for kind in factories.COMMON_PAPERS}
    assert [kind for kind, pdf in drawn.items() if not pdf.startswith(b"%PDF")] == []


# Number of queries


def queries(players: int) -> list[int]:
    tournament = factories.gin(players, rounds=3)
    play_rounds(tournament, upto=1)
    desk = Desk(tournament)
    taken = []
    for path in ("", "standings/", "players/1/", "screen/", "desk/?stage=1&round=1", "medals/"):
        with CaptureQueriesContext(connection) as captured:
            assert desk.client.get(f"/t/{tournament.slug}/{path}").status_code == 200
        taken.append(len(captured))
    return taken


def test_pages_of_gin_take_as_many_queries_for_three_tables_as_for_one():
    assert queries(2) == queries(6)
