"""The figures of a day, recomputed by hand from its results; on the page and in the static site."""

from fractions import Fraction

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import parse
from tournaments import registration, rounds
from tournaments.models import Result, Tournament
from tournaments.papers.words import dashed
from tournaments.publishing import statistics, statistics_words
from tournaments.publishing.outputs import folder, press, rows
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db
SCORES = ([[121, 119], [60, 121]], [[121, 30], [121, 100]], [[88, 121], [121, 59]])


@pytest.fixture
def tournament() -> Tournament:
    """Return four people and three games of known scores, with the second of the six meetings abandoned."""
    tournament = factories.tournament(4, rounds=4)
    for number, games in enumerate(SCORES, start=1):
        round_ = factories.open_round(tournament, number)
        for table, score in enumerate(games, start=1):
            factories.enter(factories.meeting_at(round_, table), score)
        rounds.close_round(round_, by=None)
    open_ = factories.open_round(tournament, 4)
    factories.enter(factories.meeting_at(open_, 1), [121, 0])
    tournament.refresh_from_db()
    return tournament


def test_margins_skunks_and_seats_come_from_closed_rounds(tournament):
    figures = statistics.statistics_of(rows.api_data(tournament))
    margins = [abs(one - other) for games in SCORES for one, other in games]
    assert (figures.games, figures.margin) == (6, Fraction(sum(margins), 6))
    assert (figures.closest.margin, figures.closest.game, figures.closest.table) == (2, 1, 1)
    assert (figures.widest.margin, figures.best_loser.against) == (91, 119)
    skunks = Result.objects.filter(tournament=tournament, meeting__round__state="closed", skunk__gt=0).count()
    assert figures.skunks == skunks == 4
    assert [one.skunks for one in figures.by_game] == [1, 1, 2]
    assert [one.margin for one in figures.by_game] == [Fraction(63, 2), 56, Fraction(95, 2)]
    assert figures.seats == (4, 2)
    winners = Result.objects.filter(tournament=tournament, won=1, meeting__round__state="closed")
    most = max(len([one for one in winners if one.entry.number == number]) for number in range(1, 5))
    assert figures.streak is None or figures.streak.games <= most


def test_climbs_match_the_ranks_of_each_player(tournament):
    shown = rows.api_data(tournament)
    climbs = statistics.statistics_of(shown).climbs
    assert climbs == tuple(sorted(climbs, key=lambda one: -one.places))
    for one in climbs:
        ranks = shown.rank_histories[one.number].ranks
        assert (max(ranks[:-1]), ranks[-1]) == (one.worst, one.last)
        assert ranks[one.game - 1] == one.worst


def test_no_statistics_before_the_first_closed_round(client):
    tournament = factories.tournament(4)
    assert statistics.statistics_of(rows.api_data(tournament)) is None
    assert client.get(f"/t/{tournament.slug}/statistics/").status_code == 200


def test_page_and_static_site_show_same_statistics(tournament, client, settings):
    settings.SHORT_NAMES = True
    html = client.get(f"/t/{tournament.slug}/statistics/", headers={"accept-language": "en"}).content.decode()
    site = dict(folder.publication_files(rows.publishable_data(tournament)))["en/statistics.html"].decode()
    figures = [
        [(fact["data-fact"], fact.words) for fact in parse(text).all("[data-fact]")] for text in (html, site)
    ]
    assert figures[0] == figures[1]
    assert {code for code, _words in figures[0]} >= {"margin", "closest", "skunks", "seats"}
    assert html.count("<rect") == site.count("<rect") == 6
    for secret in ("O'Brien", "O&#x27;Brien", "Saint-Hilaire"):
        assert secret not in html.partition("<main")[2].partition("</main>")[0]


def test_statistics_with_partners_and_tables_of_three():
    tournament = factories.tournament(9)
    factories.sit(tournament, 1, (4, 2, 9), (1, 3, 5, 6), (7, 8), partners=[2])
    shown = rows.api_data(tournament)
    assert statistics.statistics_of(shown) is None
    gin = factories.gin(4)
    round_ = factories.open_round(gin, 1)
    for meeting in round_.meetings.all():
        factories.totals(meeting, 310, 85)
    rounds.close_round(round_, by=None)
    assert statistics.statistics_of(rows.api_data(gin)).margin == 225


def points_tournament(scores_of_tables: dict[int, list[int]], **rules) -> Tournament:
    """Return one game of points at two tables."""
    tournament = factories.tournament(4, key="points-swiss", rounds=1, **rules)
    round_ = factories.open_round(tournament, 1)
    for table, points in scores_of_tables.items():
        meeting = factories.meeting_at(round_, table)
        data, sides = {"v": 1, "points": points}, scores.sides_of(meeting)
        scores.write_line(meeting, data=data, sides=sides, by="desk", nonce=str(table), basis=0)
    rounds.close_round(round_, by=None)
    tournament.refresh_from_db()
    return tournament


def test_widest_win_when_lower_score_wins():
    shown = rows.publishable_data(points_tournament({1: [10, 15], 2: [90, 20]}, higher_wins=False))
    figures = statistics.statistics_of(shown)
    assert (figures.widest.margin, figures.closest.margin, figures.margin) == (70, 5, Fraction(75, 2))
    assert "best_loser" not in {fact.code for fact in statistics_words.describe_statistics(shown).facts}
    assert press.widest_win(shown)[2:] == (20, 90, 1)


def test_tied_game_counts_as_closest_game():
    figures = statistics.statistics_of(
        rows.publishable_data(points_tournament({1: [30, 30], 2: [90, 20]}, ties_allowed=True))
    )
    assert (figures.games, figures.closest.margin, figures.widest.margin) == (2, 0, 70)
    assert figures.best_loser.against == 20 and sum(figures.seats) == 1


def test_minus_sign_is_separated_from_dash():
    assert [dashed(520, other) for other in (330, -240)] == ["–330", " – −240"]


def test_figures_are_rounded_to_the_nearest():
    assert statistics_words.decimal(Fraction(63, 2)) in ("31.5", "31,5")
    assert statistics_words.decimal(Fraction(1, 3)) in ("0.3", "0,3")
    assert statistics_words.decimal(Fraction(19, 20)) in ("1.0", "1,0")
    assert statistics_words.percent(Fraction(1, 3)).startswith("33")


def later_tournament(tournament: Tournament, **fields) -> Tournament:
    """Return another tournament of the organisation with the same people, one game of it closed."""
    other = factories.tournament(0, rounds=1, tables=2)
    other.organisation = tournament.organisation
    other.name = "Journée d'après"
    for name, value in fields.items():
        setattr(other, name, value)
    other.save()
    registration.copy_people(other, tournament, by=None)
    other.refresh_from_db()
    factories.play_round(other, 1)
    return other


def test_past_of_player_stays_within_the_organisation(tournament):
    other = later_tournament(tournament)
    elsewhere = factories.tournament(4, by=factories.director("étrangère"))
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.helper(tournament.organisation, "viewer", "aide"))
    shown = parse(browser.get(f"/t/{tournament.slug}/players/1/past/").content.decode())
    assert [row["data-tournament"] for row in shown.all("tr[data-tournament]")] == [other.slug]
    assert elsewhere.slug not in str(shown)
    narrow = Client()
    narrow.force_login(factories.helper(tournament, "viewer", "aide d'un jour"))
    html = narrow.get(f"/t/{tournament.slug}/players/1/past/").content.decode()
    assert other.slug not in html
    assert Client().get(f"/t/{tournament.slug}/players/1/past/").status_code == 302


def test_head_to_head_counts_wins_and_losses(tournament):
    other = later_tournament(tournament)
    browser = Client()
    browser.force_login(factories.helper(tournament.organisation, "viewer", "aide"))
    expected = {}
    for each in (tournament, other):
        for result in Result.objects.filter(tournament=each, entry__number=1, meeting__round__state="closed"):
            numbers = set(result.meeting.seats.values_list("entry__number", flat=True)) - {1}
            for number in numbers:
                won, lost = expected.get(number, (0, 0))
                expected[number] = (won + bool(result.won), lost + (not result.won))
    assert expected
    for number in (2, 3, 4):
        shown = parse(browser.get(f"/t/{tournament.slug}/players/1/past/?with={number}").content.decode())
        found = [(int(one["data-won"]), int(one["data-lost"])) for one in shown.all("[data-won]")]
        assert found == ([expected[number]] if number in expected else [])
    for wrong in ("1", "99", "x", "-1", "9" * 40):
        assert browser.get(f"/t/{tournament.slug}/players/1/past/?with={wrong}").status_code == 200
    tournament.entries.get(number=1).members.get().player.__class__.objects.update(
        erased_at="2026-01-01T00:00:00Z"
    )
    assert browser.get(f"/t/{tournament.slug}/players/1/past/").status_code == 404
