"""Evenings of one club added up: played, published, corrected; and their visibility."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tests import factories, page_reader
from tests.papers.paper_text import words
from tournaments import formats, rounds
from tournaments.models import Line, Player, Publication, Season, Tournament, User
from tournaments.organisations import seasons
from tournaments.papers.words import with_half
from tournaments.publishing import official_results, publications
from tournaments.registration import NewMember, add_team, consent
from tournaments.rounds import scores
from tournaments.transfer import copies, simulated_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise() -> User:
    return factories.director()


def evening(by: User, tournament: int, *, winner: int, publish: bool = True, **rules: Any) -> Tournament:
    """Make an evening of one game among four; seat `winner` wins at both tables."""
    made = factories.tournament(4, by=by, rounds=1, **rules)
    Tournament.objects.filter(pk=made.pk).update(date=date(2026, 10, tournament))
    made.refresh_from_db()
    factories.play_round(made, 1, winner=winner, loser_points=80 + tournament)
    if publish:
        publications.publish(made, official=True, by=by)
    return made


def make_season(of: Tournament, *evenings: Tournament, **described: Any) -> Season:
    made = seasons.make(of.organisation, {"name": "Saison d'hiver", **described})
    for one in evenings:
        seasons.add(made, one)
    return made


def official_points(tournament: Tournament) -> dict[int, int]:
    """Return the points of the official standings, by player."""
    official = publications.official_publication(tournament)
    assert official
    here = Player.objects.filter(memberships__entry__tournament=tournament)
    players = dict(here.values_list("memberships__entry__number", "pk"))
    return {players[row["number"]]: row["points"] for row in official.rows}


def test_a_season_is_the_sum_of_its_official_evenings(lise):
    first, second = evening(lise, 1, winner=0), evening(lise, 8, winner=1)
    waiting = evening(lise, 15, winner=0, publish=False)
    table = seasons.table(make_season(first, first, second, waiting))
    assert [one.state for one in table.evenings] == ["counted", "counted", "coming"]
    sums = {who: official_points(first)[who] + official_points(second)[who] for who in official_points(first)}
    assert {line.row.who: line.row.total for line in table.lines} == sums
    assert [line.row.total for line in table.lines] == sorted(sums.values(), reverse=True)
    assert {line.name for line in table.lines} >= {name for name, _club in factories.names(4)}


def test_a_correction_counts_once_it_is_official(lise):
    first = evening(lise, 1, winner=0)
    season = make_season(first, first)
    before = {line.row.who: line.row.total for line in seasons.table(season).lines}
    meeting = first.stages.get(order=1).rounds.get(number=1).meetings.first()
    factories.enter(meeting, [70, 121], kind="correction")
    assert {line.row.who: line.row.total for line in seasons.table(season).lines} == before
    publications.publish(first, official=True, by=lise)
    after = {line.row.who: line.row.total for line in seasons.table(season).lines}
    assert after == official_points(first) != before


def test_tournament_of_another_organisation_is_refused(lise):
    first = evening(lise, 1, winner=0)
    other = factories.tournament(2, by=factories.director("odile"))
    with pytest.raises(DomainError, match="season_not_ours"):
        seasons.add(make_season(first), other)


def test_lowest_score_ranking_counts_only_rank_points(lise):
    left = evening(lise, 1, winner=0)
    stage = left.stages.get(order=1)
    stage.rules = stage.rules | {"criteria": ["points_left"]}
    type(stage).objects.filter(pk=stage.pk).update(rules=stage.rules)
    season = make_season(left, left)
    assert [one.state for one in seasons.table(season).evenings] == ["lowest"]
    seasons.change(season, {"counts": "ranks", "by_rank": [10, 7]})
    totals = [line.row.total for line in seasons.table(season).lines]
    assert totals[0] == 10
    seasons.change(season, {"least": 1000})
    assert [line.row.total for line in seasons.table(season).lines] == totals


def test_matches_won_count_in_matches_and_not_in_halves(client, lise):
    made = factories.simulated(5, "set-of-five", by=lise, odd="bye", bye_credit=0)
    simulated_tournament.play(made, seed=3, by=lise, upto=2)
    publications.publish(made, official=True, by=lise)
    won = {who: Fraction(points, 2) for who, points in official_points(made).items()}
    assert set(won.values()) > {Fraction(3, 2)}
    season = make_season(made, made)
    lines = seasons.table(season).lines
    assert {line.row.who: line.row.total for line in lines} == won
    client.force_login(lise)
    page = reverse("season", args=[season.organisation.slug, season.uid])
    written = [with_half(line.row.total, "en") for line in lines]
    shown = [row.all("td")[1].words for row in page_reader.parse(client.get(page)).all("[data-player]")]
    assert shown == written
    csv = client.get(page + "file/").content.decode("utf-8-sig").splitlines()[1:]
    assert [line.split(";")[3] for line in csv] == [
        f"{float(line.row.total):g}".replace(".", ",") for line in lines
    ]
    paper = words(client.get(page + "paper/").content)
    assert all(paper.count(one) >= 2 * written.count(one) for one in set(written) if "½" in one)
    seasons.change(season, {"least": 2})
    counted = {line.row.who: line.row.total for line in seasons.table(season).lines}
    assert counted == {who: total if total >= 2 else 0 for who, total in won.items()} != won


def test_results_below_zero_have_points_for_their_rank(client, lise):
    made = evening(lise, 1, winner=0, order=["spread"], missed=0)
    client.force_login(lise)
    ranks = {"name": "Hiver", "counts": "ranks", "by_rank": "15, 12, 10, 8", "least": ""}
    client.post(reverse("seasons", args=[made.organisation.slug]), ranks)
    season = Season.objects.get()
    seasons.add(season, made)
    assert sum(points < 0 for points in official_points(made).values()) == 2
    assert [line.row.total for line in seasons.table(season).lines] == [15, 12, 10, 8]


def test_visitors_find_a_public_season_on_the_first_page(lise):
    made = evening(lise, 1, winner=0)
    Tournament.objects.filter(pk=made.pk).update(date=timezone.localdate())
    season = make_season(made, made)
    assert page_reader.data(Client().get("/"), "season") == []
    seasons.change(season, {"public": True})
    assert page_reader.data(Client().get("/"), "season") == [str(season.uid)]
    followed = Client().get(reverse("season_followed", args=[season.uid]))
    assert page_reader.parse(followed).one("[data-privacy]")["href"] == reverse("privacy", args=[made.slug])


def test_public_season_shows_public_evenings_and_consented_names(client, lise, settings):
    settings.SHORT_NAMES = True
    shown, hidden = evening(lise, 1, winner=0), evening(lise, 8, winner=1)
    Tournament.objects.filter(pk=hidden.pk).update(visibility=Tournament.Visibility.LINK)
    season = make_season(shown, shown, hidden)
    address = reverse("season_followed", args=[season.uid])
    assert client.get(address).status_code == 404
    seasons.change(season, {"public": True})
    answer = client.get(address)
    table = answer.context["table"]
    assert [one.state for one in table.evenings] == ["counted", "hidden"]
    assert {line.row.who: line.row.total for line in table.lines} == official_points(shown)
    assert hidden.slug not in answer.content.decode()
    full = {name for name, _club in factories.names(4)}
    assert not full & {line.name for line in table.lines}
    consent.declare(shown, True, by=lise)
    assert full == {line.name for line in client.get(address).context["table"].lines}


def test_games_hidden_until_the_ceremony_are_hidden_in_season(client, lise):
    tournament = evening(lise, 1, winner=0)
    Tournament.objects.filter(pk=tournament.pk).update(settings=tournament.settings | {"hidden_games": 1})
    season = make_season(tournament, tournament, public=True)
    assert client.get(reverse("season_followed", args=[season.uid])).context["table"].lines == []
    assert len(seasons.table(season).lines) == 4


def test_season_pages_from_creation_to_export(client, lise):
    first, second = evening(lise, 1, winner=0), evening(lise, 8, winner=0)
    client.force_login(lise)
    every = reverse("seasons", args=[first.organisation.slug])
    assert client.get("/").context["with_seasons"] == [first.organisation]
    wrong = client.post(every, {"name": "Hiver", "counts": "ranks", "by_rank": "3, 7"})
    assert (wrong.status_code, wrong.context["form"].errors.as_data()["by_rank"][0].code) == (
        422,
        "rank_points_order",
    )
    made = client.post(every, {"name": "Hiver", "counts": "ranks", "by_rank": "10, 7", "best": "1"})
    season = Season.objects.get()
    assert made.url == reverse("season", args=[first.organisation.slug, season.uid])
    for one in (first, second):
        client.post(made.url + "add/", {"tournament": one.slug})
    lines = client.get(made.url).context["table"].lines
    assert lines[0].row.total == 10
    content = client.get(made.url + "file/").content.decode("utf-8-sig")
    assert content.splitlines()[1].startswith("1;")
    client.post(made.url + "take-out/", {"tournament": second.slug})
    assert [one.tournament for one in seasons.table(season).evenings] == [first]
    assert Tournament.objects.filter(pk=second.pk, live=True).exists()


def test_change_from_an_outdated_season_page_is_refused(client, lise):
    season = make_season(evening(lise, 1, winner=0))
    client.force_login(lise)
    page = reverse("season_change", args=[season.organisation.slug, season.uid])
    seen = client.get(page).context["seen"]
    given = {"name": "Hiver", "sides": "persons", "counts": "results", "seen": seen}
    client.post(page, given | {"best": "3"})
    late = client.post(page, given | {"best": "5"})
    assert late.status_code == 422
    assert late.context["form"].errors.as_data()["__all__"][0].code == "season_changed"
    season.refresh_from_db()
    assert season.best == 3
    client.post(page, given | {"best": "5", "seen": late.context["seen"]})
    season.refresh_from_db()
    assert season.best == 5


def test_season_page_with_a_mistake_is_still_compared_with_what_it_showed(client, lise):
    season = make_season(evening(lise, 1, winner=0))
    client.force_login(lise)
    page = reverse("season_change", args=[season.organisation.slug, season.uid])
    form = page_reader.form_data(client.get(page), None)
    client.post(page, form | {"best": "3"})
    mistaken = client.post(page, form | {"name": ""})
    again = page_reader.form_data(mistaken, None) | {"name": "Printemps"}
    late = client.post(page, again)
    assert late.context["form"].errors.as_data()["__all__"][0].code == "season_changed"
    season.refresh_from_db()
    assert (season.best, season.name != "Printemps") == (3, True)


def test_season_is_deleted_only_without_tournaments(lise, django_capture_on_commit_callbacks):
    played = evening(lise, 1, winner=0)
    with django_capture_on_commit_callbacks(execute=True):
        made = make_season(played, played)
    kept = f"*-{made.uid}.cheville-season"
    assert list(copies.folder().glob(kept))
    browser, at = factories.signed_in(lise), [made.organisation.slug, made.uid]
    browser.post(reverse("season_delete", args=at))
    assert Season.objects.get() == made
    browser.post(reverse("season_take_out", args=at), {"tournament": played.slug})
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(reverse("season_delete", args=at), follow=True)
    assert page_reader.codes(answer)[-1] == "season_deleted"
    assert not Season.objects.exists()
    assert not list(copies.folder().glob(kept))
    assert made.organisation.acts.get(kind="season_delete").by == lise
    assert publications.official_publication(played)
    with pytest.raises(DomainError, match="season_gone"):
        seasons.add(made, played)


def test_season_of_another_organisation_gets_404(lise):
    first = evening(lise, 1, winner=0)
    season = make_season(first, first)
    stranger = Client()
    stranger.force_login(factories.director("odile"))
    assert stranger.get(reverse("season", args=[first.organisation.slug, season.uid])).status_code == 404
    mine = stranger.get("/").context["with_seasons"][0].slug
    assert stranger.get(reverse("season", args=[mine, season.uid])).status_code == 404
    stranger.post(reverse("season_add", args=[mine, season.uid]), {"tournament": first.slug})
    assert season.evenings.count() == 1


def test_partners_each_get_the_points_of_their_side(lise):
    declared = {**formats.rehearsal_rules(formats.FORMATS["points-partners"], 8), "rounds": 7}
    tournament = factories.tournament(8, by=lise, key="points-partners", **declared)
    round_ = factories.open_round(tournament, 1)
    for meeting in round_.meetings.order_by("place__number"):
        sides, basis = scores.sides_of(meeting), scores.last_line_of(meeting, 1)
        given = {"sides": sides, "basis": basis, "by": Line.By.DESK, "nonce": str(meeting.uid)}
        scores.write_line(meeting, game=1, data={"v": 1, "points": [500, 125]}, **given)
    rounds.close_round(round_, by=None)
    publications.publish(tournament, official=True, by=lise)
    assert (
        sorted(line.row.total for line in seasons.table(make_season(tournament, tournament)).lines)
        == [125] * 4 + [500] * 4
    )


def teams_evening(by: User, tournament: int, *names: tuple[str, ...]) -> Tournament:
    """Make an official evening of one game of teams of two; the first team at each table wins."""
    made = factories.tournament(0, by=by, rounds=1, tables=2)
    Tournament.objects.filter(pk=made.pk).update(date=date(2026, 10, tournament))
    made.refresh_from_db()
    for name, *people in names:
        add_team(made, name, [NewMember(one) for one in people], club="Sorel")
    factories.play_round(made, 1)
    publications.publish(made, official=True, by=by)
    return made


def test_teams_are_united_by_name_or_by_the_organiser(client, lise):
    first = [("Les Valets", "Anne O'Brien", "Luc L'Écuyer"), ("Les Rois", "Zoé Roy", "Jean Saint-Hilaire")]
    later = [
        ("LES VALETS", "Anne O'Brien", "Noëlla Côté"),
        ("Les Rois du crible", "Zoé Roy", "Jean Saint-Hilaire"),
    ]
    days = teams_evening(lise, 1, *first), teams_evening(lise, 8, *later)
    season = make_season(days[0], *days)
    assert len(seasons.table(season).lines) == 5
    seasons.change(season, {"sides": Season.Sides.TEAMS})
    assert sorted(line.row.attended for line in seasons.table(season).lines) == [1, 1, 2]
    client.force_login(lise)
    page = reverse("season", args=[season.organisation.slug, season.uid])
    keys = [key for key, _name, _club in client.get(page).context["teams"]]
    assert len(keys) == 3
    client.post(page + "same-team/", {"one": keys[2], "other": keys[1]})
    season.refresh_from_db()
    assert [line.row.attended for line in seasons.table(season).lines] == [2, 2]
    with pytest.raises(DomainError, match="season_same_team"):
        seasons.merge_teams(season, keys[1], keys[1])
    assert client.get(page).status_code == 200
    client.post(page + "same-team/", {"one": keys[2]})
    season.refresh_from_db()
    assert len(seasons.table(season).lines) == 3


def test_unnamed_team_is_shortened_without_consent(client, lise, settings):
    settings.SHORT_NAMES = True
    people = [("", "Anne O'Brien", "Luc L'Écuyer", "Zoé Roy"), ("", "Jean Saint-Hilaire", "Noëlla Côté")]
    tournament = teams_evening(lise, 1, *people)
    season = make_season(tournament, tournament)
    seasons.change(season, {"sides": Season.Sides.TEAMS})
    assert {line.name for line in seasons.table(season, public=True).lines} == {
        "Anne O. / Luc L. / Zoé R.",
        "Jean S. / Noëlla C.",
    }
    assert "O'Brien / L'Écuyer / Roy" in {line.name for line in seasons.table(season).lines}


def test_unnamed_large_teams_differ_by_all_their_members(lise):
    shared = ("Anne O'Brien", "Luc L'Écuyer", "Zoé Roy")
    one, other = ("", *shared, "Ève Côté", "Léo Dubé"), ("", *shared, "Ève Gagné", "Léo Lavoie")
    rest = [("", "Jean Saint-Hilaire", "Noëlla Côté")]
    days = teams_evening(lise, 1, one, *rest), teams_evening(lise, 8, other, *rest)
    season = make_season(days[0], *days)
    seasons.change(season, {"sides": Season.Sides.TEAMS})
    assert sorted(line.row.attended for line in seasons.table(season).lines) == [1, 1, 2]
    assert len(seasons.teams(season)) == 3


def test_teams_of_equal_name_at_an_evening_stay_separate(lise):
    twice = [("Sorel", "Anne O'Brien", "Luc L'Écuyer"), ("Sorel", "Zoé Roy", "Jean Saint-Hilaire")]
    tournament = teams_evening(lise, 1, *twice)
    season = make_season(tournament, tournament)
    seasons.change(season, {"sides": Season.Sides.TEAMS})
    assert [line.row.attended for line in seasons.table(season).lines] == [1, 1]


def test_all_evenings_are_counted_at_any_cache_size(lise, monkeypatch):
    first, second = evening(lise, 1, winner=0), evening(lise, 8, winner=1)
    both = make_season(first, first, second)
    for most in (1, 2, 3):
        monkeypatch.setattr(official_results, "MAX_KEPT", most)
        monkeypatch.setattr(official_results, "CACHE", {})
        seasons.table(make_season(first, first, name="De la première"))
        for _again in range(2):
            assert [one.people for one in seasons.table(both).evenings] == [4, 4]


def test_equal_publication_uid_of_another_club_is_not_mixed_up(lise):
    ours, other = evening(lise, 1, winner=0), evening(factories.director("odile"), 1, winner=1)
    assert ours.organisation_id != other.organisation_id
    uid = Publication.objects.get(tournament=ours, official=True).uid
    theirs, here = make_season(other, other), make_season(ours, ours)
    Publication.objects.filter(tournament=other, official=True).update(uid=uid)
    for season, tournament in ((here, ours), (theirs, other), (here, ours)):
        assert {line.row.who: line.row.total for line in seasons.table(season).lines} == official_points(
            tournament
        )
