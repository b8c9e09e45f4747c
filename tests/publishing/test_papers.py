"""Papers of a tournament that ranks by match points."""

import re
from itertools import product

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests import factories
from tests.papers.paper_text import codes, plain, plain_pages
from tests.rounds.test_teams_on_boards import make_tournament
from tournaments import registration, rounds, standings
from tournaments.common import jobs
from tournaments.models import Job, Tournament
from tournaments.papers.collation import collation_key
from tournaments.publishing import publications
from tournaments.publishing.papers import card_papers, paper_types, printing, registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import scores
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db

ACC = {"rank_by": "match_points", "match_points": "acc"}


@pytest.fixture(autouse=True)
def _unsent(monkeypatch):
    monkeypatch.setattr(jobs, "send", lambda job: None)


def lines(tournament, kind: str, **args) -> list[str]:
    """Return the text of a paper in English, line by line as it is laid out."""
    job = printing.request(tournament, kind, {"language": "en", "base": "", **args})
    printing.print_job(job.pk)
    pages = PdfReader(jobs.result_path(Job.objects.get(pk=job.pk))).pages
    text = "\n".join(page.extract_text(extraction_mode="layout") for page in pages)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.fixture
def tournament():
    tournament = factories.tournament(4, rounds=3, **ACC)
    for number in (1, 2, 3):
        factories.play_round(tournament, number, loser_points=85)
    return tournament


def test_standings_show_points_beside_match_points(tournament):
    found = lines(tournament, "standings")
    for row in standings.standings(tournament).rows:
        line = next(line for line in found if row.name in line)
        assert re.search(rf" {row.match_points} {row.pegged} {row.won} {row.skunks} ", line), line


def test_a_filled_card_adds_up_every_column(tournament):
    found = lines(tournament, "scorecards_filled")
    totals = [line for line in found if line.startswith("Total ")]
    for line, entry in zip(totals, tournament.entries.order_by("sort_name", "number"), strict=True):
        row = standings.standings(tournament).by_number[entry.number]
        against = sum(game.against for game in standings.card(entry))
        sums = f"Total {row.pegged} {against} {row.won} W {row.match_points} "
        assert line.startswith(sums), line
        assert line.endswith(f" {row.match_points}"), "the running total is of what ranks"


def test_filled_card_has_closed_games_only(tournament):
    before = lines(tournament, "scorecards_filled")
    stage = tournament.stages.get(order=1)
    stage.rules = stage.rules | {"rounds": 4}
    stage.save(update_fields=["rules"])
    round_ = factories.open_round(tournament, 4)
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 88])
    number = scores.sides_of(meeting)[0][0]
    takes, why = scores.PenaltyEffect("points", 2), {"words": "Late"}
    scores.penalise(meeting, game=1, number=number, takes=takes, why=why, nonce="n", user=None)
    Job.objects.all().delete()
    totals = [line for line in before if line.startswith("Total ")]
    assert [line for line in lines(tournament, "scorecards_filled") if line.startswith("Total ")] == totals
    factories.enter(factories.meeting_at(round_, 2), [121, 88])
    rounds.close_round(round_, by=None)
    Job.objects.all().delete()
    after = lines(tournament, "scorecards_filled")
    assert [line for line in after if line.startswith("Total ")] != totals
    assert any("penalty −2" in line for line in after)


def test_match_points_may_be_shown_without_ranking():
    tournament = factories.tournament(4, rounds=1, match_points="acc")
    factories.play_round(tournament, 1, loser_points=85)
    header = paper_types.Paper(tournament, {}, lambda done: None).header
    assert (header.match_points, header.ranks_by) == (True, "pegged")
    found = lines(tournament, "scorecards_filled")
    row = standings.standings(tournament).rows[0]
    assert any(line.startswith("Total 121 ") and line.endswith(" 121") for line in found), row


def drawn(tournament, kind: str, **args) -> list[str]:
    """Return the text of each page of a paper in English."""
    job = jobs.claim(
        printing.request(tournament, kind, {"language": "en", "base": "http://10.0.0.5", **args}).pk
    )
    content, _name = printing.draw(job)
    jobs.cancel(job)
    return plain_pages(content)


def test_card_for_one_player_and_spare_cards(tournament):
    third = tournament.entries.get(number=3)
    for kind in ("scorecards_blank", "scorecards_filled"):
        (page,) = drawn(tournament, kind, which="3")
        assert third.name in page
    spare = drawn(tournament, "scorecards_blank", which="spare")
    assert len(spare) == registry.PAPER_TYPES["scorecards_blank"].blank_copies
    assert not any(entry.name in "".join(spare) for entry in tournament.entries.all())
    assert (
        len(drawn(tournament, "scorecards_blank", which="spare", small=True))
        == registry.PAPER_TYPES["scorecards_blank"].blank_copies / 2
    )


def test_slip_for_one_table_and_spare_slips(tournament):
    here = {
        seat.entry.name
        for seat in factories.meeting_at(tournament.stages.get().rounds.get(number=2), 2).seats.all()
    }
    (page,) = drawn(tournament, "slips", round=2, which="2")
    assert all(name in page for name in here)
    assert not any(entry.name in page for entry in tournament.entries.all() if entry.name not in here)
    assert (
        len(drawn(tournament, "slips", round=2, which="spare", small=True))
        == registry.PAPER_TYPES["slips"].blank_copies / 8
    )


def test_paper_set_has_cover_with_page_numbers(tournament):
    pages = drawn(tournament, "day_before")
    with translation.override("en"):
        rules, cards = (str(registry.PAPER_TYPES[key].title) for key in ("rules", "scorecards_blank"))
    assert re.search(rf"{rules} .*?\b2\b", pages[0])
    assert re.search(rf"{cards} .*?\b{len(pages) - 3}\N{{EN DASH}}{len(pages)}\b", pages[0])
    assert rules in pages[1]
    assert all(entry.name in " ".join(pages[-4:]) for entry in tournament.entries.all()), "a card for each"
    alone = [len(drawn(tournament, key, round=2)) for key in ("seating", "slips")]
    assert len(drawn(tournament, "game_papers", round=2)) == 1 + sum(alone)


def test_small_round_set_has_no_cover(tournament):
    alone = [len(drawn(tournament, key, round=2, small=True)) for key in ("seating", "slips")]
    assert len(drawn(tournament, "game_papers", round=2, small=True)) == sum(alone)


MERGED = [
    ("slips_ahead", "slips", "ahead"),
    ("table_codes", "table_numbers", "codes"),
    ("medal_list", "prize_list", "medals"),
    ("certificates", "prize_list", "certificates"),
    ("join", "rules", "join"),
    ("aloud", "organiser", "aloud"),
    ("materials", "organiser", "materials"),
    ("seating_by_name", "seating", "by_name"),
    ("seating_by_table", "seating", "by_table"),
    ("why", "seating", "by_table"),
]


def test_former_paper_names_still_work():
    tournament = factories.tournament(4, rounds=2)
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    for former, today, part in MERGED:
        asked = {"language": "en", "base": "http://10.0.0.5"}
        if registry.PAPER_TYPES[today].belongs_to_round(part):
            asked |= {"stage": 1, "round": 1}
        job = printing.request(tournament, former, asked)
        assert (job.kind, job.args["which"]) == (today, part)
        waiting = Job.objects.create(tournament=tournament, kind=former, args=asked, total=1)
        printing.print_job(waiting.pk)
        printing.print_job(job.pk)
        waiting.refresh_from_db()
        job.refresh_from_db()
        assert waiting.state == Job.State.DONE
        old, new = (plain(jobs.result_path(one).read_bytes()) for one in (waiting, job))
        assert old and old == new, former


def test_merged_papers_have_both_parts(tournament):
    for kind, parts in (("seating", ("by_name", "by_table")), ("organiser", ("materials", "aloud"))):
        whole, alone = (
            drawn(tournament, kind, round=2),
            [drawn(tournament, kind, round=2, which=part) for part in parts],
        )
        assert len(whole) == sum(map(len, alone)), kind
    tournament.visibility = Tournament.Visibility.PUBLIC
    tournament.save()
    assert len(drawn(tournament, "rules")) == len(drawn(tournament, "rules", base="")) + 1, (
        "codes that lead somewhere"
    )


def test_slips_ahead_have_blank_names():
    tournament = factories.tournament(8, rounds=3)
    factories.open_round(tournament, 1)
    pages = drawn(tournament, "slips_ahead", small=True)
    assert len(pages) == 1, "two games of four tables"
    assert [pages[0].count(f"Game {number}") for number in (1, 2, 3)] == [0, 4, 4]
    assert not any(entry.name in pages[0] for entry in tournament.entries.all())


def test_slips_ahead_have_names_in_round_robin():
    tournament = factories.gin(4)
    assert not any(
        entry.name in "".join(drawn(tournament, "slips_ahead")) for entry in tournament.entries.all()
    )
    factories.open_round(tournament, 1)
    page = " ".join(drawn(tournament, "slips_ahead"))
    assert [page.count(entry.name) for entry in tournament.entries.all()] == [2] * 4, "two games are to come"


def test_blank_cards_name_opponents_in_round_robin():
    tournament = factories.gin(4)
    before = drawn(tournament, "scorecards_blank")
    factories.open_round(tournament, 1)
    names = [entry.name for entry in tournament.entries.all()]
    for page in before:
        assert sum(name in page for name in names) == 1, "only the own name"
    for page in drawn(tournament, "scorecards_blank"):
        assert all(name in page for name in names), "the own name and three opponents"
    swiss = factories.tournament(4, rounds=3)
    factories.open_round(swiss, 1)
    for page in drawn(swiss, "scorecards_blank"):
        assert sum(entry.name in page for entry in swiss.entries.all()) == 1


def test_blank_acc_cards_have_running_total_without_points():
    tournament = factories.tournament(4, key="acc-swiss", cards="two")
    columns = "Game Table Opp. Opponent Won Match Spread Spread Running"
    (first, *_others) = drawn(tournament, "scorecards_blank")
    assert "My points" not in first and "My\npoints" not in first
    assert all(word in first for word in columns.split())
    assert "Their" not in first


def test_filled_acc_cards_have_running_total_without_points():
    tournament = factories.tournament(4, key="acc-swiss", cards="two")
    simulated_tournament.play(tournament, seed=1, by=None, upto=3)
    card = standings.card(tournament.entries.get(number=1))
    found = lines(tournament, "scorecards_filled", which="1")
    assert not {"My", "Their"} & set(" ".join(found).split())
    for row in card:
        line = next(line for line in found if line.startswith(f"{row.game} {row.table} "))
        assert row.opponents[0][1] in line and line.endswith(f" {row.total}")
        assert f" {row.match_points} {abs(row.spread)} " in line
        assert str(row.points) not in line.split()


def test_slips_ahead_cover_every_team_board():
    tournament = make_tournament(4, 2)
    factories.open_round(tournament, 1)
    page = " ".join(drawn(tournament, "slips_ahead"))
    assert [page.count(f"Game {number}") for number in (1, 2, 3)] == [0, 4, 4]


def test_wall_sheet_is_sorted_by_family_name(tournament):
    round_ = tournament.stages.get().rounds.get(number=3)
    (page,) = drawn(tournament, "seating", which="by_name", round=round_.number)
    names = [
        registration.family_name_first(entry.name, entry.sort_name) for entry in tournament.entries.all()
    ]
    found = sorted(names, key=page.index)
    assert "L'Écuyer, Noëlla" in names
    assert found == sorted(names, key=collation_key)


def test_match_points_column_is_optional(tournament):
    without = factories.tournament(4)
    assert "Match" in drawn(tournament, "scorecards_blank")[0]
    assert "Match" not in drawn(without, "scorecards_blank")[0]
    assert "Match" in drawn(without, "scorecards_blank", match_points=True)[0]


def test_local_addresses_get_no_qr_code():
    tournament = factories.tournament(4)
    bases = ("http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000")
    for base, kind in product(bases, ("scorecards_blank", "table_numbers", "table_codes", "rules")):
        job = jobs.claim(printing.request(tournament, kind, {"language": "en", "base": base}).pk)
        content, _name = printing.draw(job)
        jobs.cancel(job)
        assert codes(content) == []
        assert "127.0.0.1" not in plain(content) and "localhost" not in plain(content)


def test_round_of_200_players_takes_17_sheets():
    """Two are for the wall, two for the desk and thirteen for slips: 255 in fifteen games of 200 people."""
    tournament = factories.tournament(200)
    factories.open_round(tournament, 1)
    assert len(drawn(tournament, "game_papers", round=1, small=True)) == 17


def test_a_filled_card_has_no_rank_before_a_game_is_closed(tournament):
    fresh = factories.tournament(4, rounds=2)
    factories.open_round(fresh)
    for one, ranked in ((fresh, False), (tournament, True)):
        cards = card_papers.filled(Paper(one, {"language": "en", "base": ""}, lambda _done: None))[0]
        assert [card.total.rank is not None for card in cards] == [ranked] * 4


def test_a_blank_card_names_the_partner_of_each_game():
    tournament = factories.tournament(8, key="points-partners", rounds=3)
    first = factories.open_round(tournament, 1)
    seat = first.meetings.first().seats.get(letter="A")
    mate = seat.meeting.seats.get(side=seat.side, letter__gt="A").entry
    (page,) = drawn(tournament, "scorecards_blank", which=str(seat.entry.number))
    assert f"with {mate.name}" in page and page.count("with ") == 3
