"""While game 2 is entered the public sees game 1, or each result at once if the organiser wants it."""

import pytest

from tests import factories
from tests.page_reader import data, parse
from tests.papers.paper_text import words
from tests.web.standings.test_standings import cost
from tournaments import devices, rounds
from tournaments.models import Invitation, Tournament
from tournaments.pairing.values import PlannedTable
from tournaments.publishing.papers import printing
from tournaments.rounds import stages
from tournaments.standings import card, round_being_played, standings
from tournaments.web.standings.shown import public_standings

pytestmark = pytest.mark.django_db
PAIRS = ((1, 2), (3, 4), (5,))


@pytest.fixture
def half(tournament):
    """Return a tournament after game 1; in game 2 two of four tables are in, one of them in dispute."""
    factories.play_round(tournament, 1)
    round_ = factories.open_round(tournament, 2)
    first, second = factories.meeting_at(round_, 1), factories.meeting_at(round_, 2)
    factories.enter(first, [121, 77])
    factories.enter(second, [121, 100])
    factories.enter(second, [90, 121], basis=0, nonce="another desk")
    return tournament


def live_state(html) -> tuple[str, ...] | None:
    """Return the current game, how many tables are in, of how many; None where it is not shown."""
    elements = parse(html).all("[data-in]")
    return tuple(elements[0][f"data-{name}"] for name in ("game", "in", "tables")) if elements else None


def make_live(tournament):
    stages.change_description(tournament, {"standings_shown": Tournament.StandingsShown.LIVE}, by=None)
    tournament.refresh_from_db()


def ranks_and_points(shown):
    return {row.number: (row.rank, row.points, row.games) for row in shown.rows}


def test_standings_wait_until_the_round_is_closed_by_default(half):
    shown, _publication = public_standings(half)
    assert ranks_and_points(shown) == ranks_and_points(standings(half, through_round=1))
    assert shown.through_round == 1
    assert ranks_and_points(shown) != ranks_and_points(standings(half))


def test_live_standings_count_results_but_no_disputes(half):
    make_live(half)
    shown, _publication = public_standings(half)
    assert ranks_and_points(shown) == ranks_and_points(standings(half, settled_only=True))
    state = round_being_played(half.stages.get(order=1), settled_only=True)
    assert (state.game, state.tables, state.entered) == (2, 4, 1)
    assert {row.number for row in shown.rows if row.games == 2} == state.numbers
    assert len(state.numbers) == 2
    half.stages.get(order=1).rounds.create(number=3, state="open")
    assert round_being_played(half.stages.get(order=1)).game == 3  # the last, where two are open


def test_progress_counts_only_tables_of_two_in_the_open_round():
    tournament = factories.tournament(5, odd="bye", bye_credit=90, tables=3)
    stage = stages.qualifying(tournament)
    factories.play_round(tournament, 1)
    assert round_being_played(stage) is None
    seated = rounds.seat(stage, 2, by=None)
    assert round_being_played(stage) is None
    rounds.open_round(seated, by=None)
    really = [
        PlannedTable(at, tuple(zip("AB", pair, strict=False))) for at, pair in enumerate(PAIRS, start=1)
    ]
    rounds.seat_as_played(seated, really, by=None)
    assert seated.meetings.exclude(void_act=None).exists()
    assert round_being_played(stage).tables == 2


def test_match_counts_as_entered_once_decided_and_undisputed(tournament):
    round_ = factories.open_round(tournament, 1)
    for table, games in ((1, 2), (2, 2), (3, 1)):
        meeting = factories.meeting_at(round_, table)
        factories.as_best_of_three(meeting)
        for game in range(1, games + 1):
            factories.enter(meeting, [121, 77], game=game)
    disputed = factories.meeting_at(round_, 1)
    factories.enter(disputed, [90, 121], game=2, basis=0, nonce="another desk")
    stage = stages.qualifying(tournament)
    found = [round_being_played(stage, settled_only=only) for only in (False, True)]
    assert [(state.tables, state.entered) for state in found] == [(4, 2), (4, 1)]


@pytest.mark.parametrize(("path", "live"), [("", False), ("", True), ("screen/", False), ("screen/", True)])
def test_public_pages_show_the_open_round_only_when_live(visitor, half, path, live):
    """The winner of 121 to 77 has 121 more if results are live."""
    if live:
        make_live(half)
    html = visitor.get(f"/t/{half.slug}/{path}").content.decode()
    winner = max(standings(half).rows, key=lambda row: row.points)
    before = standings(half, through_round=1).by_number[winner.number].points
    assert winner.points == before + 121
    assert (f">{winner.points}<" in html) is live
    assert (live_state(html) == ("2", "1", "4")) is live
    assert ("data-game" not in html and data(html, "after") == ["1"]) is not live
    if not path:
        assert html.count('aria-label="Game 2 is in"') == (2 if live else 0)


@pytest.mark.parametrize("live", [False, True])
def test_open_result_is_on_the_own_page_but_not_the_public_card(visitor, half, live):
    """A player's own phone shows the result either way, as the player wants to see that it is right."""
    if live:
        make_live(half)
    round_ = half.stages.get().rounds.get(number=2)
    seat = factories.meeting_at(round_, 1).seats.order_by("side").first()
    public = card(seat.entry, settled_only=True, closed_only=not live)
    assert (public[-1].points, public[-1].table) == (121 if live else None, 1)
    html = visitor.get(f"/t/{half.slug}/players/{seat.entry.number}/").content.decode()
    assert ("being played" in html, "After game 1:" in html) == (not live, not live)
    devices.invite_players(half)
    secret = Invitation.objects.get(entry=seat.entry).secret
    own = visitor.get(f"/me/{secret}/").content.decode()
    assert "121" in own and "77" in own
    assert ("After game 1:" in own) is not live


def test_printed_standings_have_closed_rounds_only(half):
    make_live(half)
    job = printing.request(half, "standings", {"language": "en", "base": "http://127.0.0.1"})
    content, _name = printing.draw(job)
    text = words(content)
    now, then = standings(half).by_number, standings(half, through_round=1).rows
    assert all(str(row.points) in text for row in then)
    assert not any(str(row.points) in text for row in now.values() if row.games == 2)


def test_desk_sees_every_result_and_the_public_state(director, half):
    html = director.get(f"/t/{half.slug}/standings/").content.decode()
    assert live_state(html) == ("2", "2", "4")
    assert data(html, "everybody-sees") == ["1"]
    assert 'href="/t/' + half.slug + '/setup/#id_standings_shown_0"' in html


def test_earlier_closed_standings_can_be_computed_again(half):
    half.refresh_from_db()
    then = half.version
    closed = ranks_and_points(standings(half, closed_only=True))
    assert ranks_and_points(standings(half, upto=then, closed_only=True)) == closed


def test_choice_of_live_standings_can_be_undone(director, half):
    from tests.web.setup.posting import posted
    from tournaments.common import audit_log
    from tournaments.web.setup.forms.form import SetupForm

    data = posted(SetupForm(tournament=half), standings_shown="live")
    assert director.post(f"/t/{half.slug}/setup/", data).status_code == 302
    half.refresh_from_db()
    assert half.standings_shown == "live"
    audit_log.undo(half.acts.get(kind="describe"), by=None)
    half.refresh_from_db()
    assert half.standings_shown == "closed"


def test_query_count_does_not_grow_with_players(visitor):
    costs = []
    for players in (4, 12):
        tournament = factories.tournament(players)
        factories.play_round(tournament, 1)
        factories.open_round(tournament, 2)
        make_live(tournament)
        costs.append(cost(visitor, tournament))
    assert costs[0] == costs[1]
