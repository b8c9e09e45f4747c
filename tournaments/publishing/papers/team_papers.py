"""The papers of teams on boards: line-ups and match slips of a game, the card of each team, best members."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import boards
from tournaments import registration, rounds, standings
from tournaments.models import Entry, Round, Tournament
from tournaments.papers import values
from tournaments.papers.values import Column, List
from tournaments.papers.words import signed
from tournaments.publishing import board_results, ceremony
from tournaments.publishing.outputs import rows
from tournaments.publishing.papers.paper_types import (
    BETWEEN,
    END,
    ENTRIES,
    GAME,
    SPARE,
    Paper,
    PaperType,
    draw_lists,
    missing_entry,
)
from tournaments.rounds import stages
from tournaments.rounds.line_ups import Side, TeamMatch

SPARE_LINE_UPS = 4
MAX_WIDE_BOARDS = 5  # boards: with more of them a name has no room on a team's card
DECIDED_BY_WORDS = {
    "won": gettext_lazy("Boards won"),
    "match_points": gettext_lazy("Match points"),
    "pegged": gettext_lazy("Points of all boards"),
}


def on_boards(rules: Mapping[str, Any]) -> bool:
    """Return whether teams meet on boards under these rules."""
    return bool(rules.get("boards"))


def _matches(paper: Paper) -> list[TeamMatch]:
    """Return the matches of a round, or those of the one team that is wanted."""
    found = rounds.team_matches(paper.round)
    wanted = paper.which
    return [one for one in found if wanted in ("", *(str(side.entry.number) for side in one.sides))]


def _team_name(entry: Entry) -> str:
    """Return a team without a member beside it: its own name, or else its number."""
    return str(capfirst(registration.short_team_name(entry)))


def _teams_of(tournament: Tournament) -> int:
    return tournament.entries.filter(kind=Entry.Kind.TEAM).count()


@PaperType(
    "line_ups",
    gettext_lazy("Line-up sheets"),
    gettext_lazy("half a page for each captain: who plays on which board, handed in before the game"),
    moments=(GAME,),
    needs_round=True,
    subject=ENTRIES,
    blank_copies=SPARE_LINE_UPS,
    total=_teams_of,
    applies_to=on_boards,
)
def line_ups(paper: Paper) -> bytes:
    """Draw a line-up for every team that plays, for one of them, or some without names."""
    from tournaments.papers.team_matches import line_ups as draw

    if paper.which == SPARE:
        count = boards.each(stages.qualifying(paper.tournament).rules)
        empty = values.TeamLineUp(0, 0, "", "", "", tuple((board, 0) for board in range(1, count + 1)))
        return draw(paper.header, [empty] * SPARE_LINE_UPS)
    made = []
    for match in _matches(paper):
        for own, other in (match.sides, match.sides[::-1]):
            if own.entry.team and paper.which in ("", str(own.entry.number)):
                made.append(_line_up(paper.round, match, own, other))
    return draw(paper.header, made, paper.progress)


def _line_up(round_: Round, match: TeamMatch, own: Side, other: Side) -> values.TeamLineUp:
    return values.TeamLineUp(
        round_.number,
        own.entry.number,
        _team_name(own.entry),
        _team_name(other.entry),
        own.boards[0].letter,
        tuple(enumerate(match.tables, start=1)),
        tuple(member.player.name for member in own.squad),
    )


@PaperType(
    "match_slips",
    gettext_lazy("Match slips"),
    gettext_lazy("one page for each match of teams: all boards, room for points and signatures"),
    moments=(GAME,),
    needs_round=True,
    subject=ENTRIES,
    total=lambda tournament: _teams_of(tournament) // 2,
    applies_to=on_boards,
)
def match_slips(paper: Paper) -> bytes:
    """Draw a page for every match, or for that of one team."""
    from tournaments.papers.team_matches import match_slips as draw

    of_boards = boards.read_boards(paper.round.stage.rules)
    by = note = ""
    if of_boards:
        by, (won, level, lost) = str(DECIDED_BY_WORDS[of_boards.by]), of_boards.points
        worth = {"won": won, "level": level, "lost": lost}
        points = _("Team points: %(won)s won, %(level)s tied, %(lost)s lost.") % worth
        note = " ".join([points, _("Bring this slip to the desk when all boards are over.")])
    made = [
        values.TeamMatch(
            paper.round.number,
            (_team_name(match.home.entry), _team_name(match.away.entry)),
            tuple((board, table, (_player(home), _player(away))) for board, table, home, away in match.rows),
            by,
            note,
        )
        for match in _matches(paper)
    ]
    return draw(paper.header, made, paper.progress)


def _player(seat: Any) -> str:
    return seat.member.player.name if seat.member else ""


@PaperType(
    "team_cards",
    gettext_lazy("Team cards"),
    gettext_lazy("one page for each team: a line per match, as far as its games are closed"),
    moments=(BETWEEN, END),
    subject=ENTRIES,
    total=_teams_of,
    missing=missing_entry,
    changes_with_every_act=True,
    closed_games_only=True,
    applies_to=on_boards,
)
def team_cards(paper: Paper) -> bytes:
    """Draw the card of every team, or of one, as far as its games are closed."""
    from tournaments.papers.team_matches import team_cards as draw

    tournament = paper.tournament
    stage = stages.qualifying(tournament)
    last = ceremony.last_public_game(tournament, stage)
    closed = {
        number: key
        for key, number in stage.rounds.filter(state=Round.State.CLOSED).values_list("pk", "number")
        if last is None or number <= last
    }
    scores = standings.team_scores(stage, list(closed.values()))
    cards = standings.cards(tournament, closed_only=True, last=last)
    squads = registration.squads(tournament)
    teams = tournament.entries.filter(kind=Entry.Kind.TEAM).order_by("number")
    if paper.which:
        teams = teams.filter(number=paper.which)
    names = {entry.number: _team_name(entry) for entry in tournament.entries.all()}
    made = []
    for entry in teams:
        games = groupby(cards.get(entry.number, ()), key=lambda row: row.game)
        by_game = {game: list(rows) for game, rows in games}
        made.append(
            values.TeamCard(
                entry.number,
                names[entry.number],
                entry.club,
                squads[entry.number].names if entry.number in squads else (),
                _card_rows(stage.rules, entry.number, by_game, closed, scores, names),
            )
        )
    return draw(paper.header, made, paper.progress)


def _card_rows(
    rules: Mapping[str, Any],
    number: int,
    by_game: Mapping[int, list[standings.CardRow]],
    closed: Mapping[int, int],
    scores: Mapping[tuple[int, int], standings.TeamScore],
    names: Mapping[int, str],
) -> tuple[values.TeamGame, ...]:
    """Return a line for each round, with the team points so far."""
    rule = boards.read_boards(rules)
    count, total = (rule.count, 0) if rule else (0, 0)
    found = []
    for game in range(1, rules["rounds"] + 1):
        card = by_game.get(game, [])
        score = scores.get((closed.get(game, 0), number))
        bye = rule is not None and bool(card) and card[0].award == "bye"
        points = rule.bye_points if rule and bye else score.team_points[0] if score and score.over else None
        total += points or 0
        cells = {row.board: _cell(row, wide=count <= MAX_WIDE_BOARDS) for row in card}
        found.append(
            values.TeamGame(
                game,
                _opponent(card, names),
                card[0].letter if card and not bye else "",
                tuple(cells.get(board, ("", "")) for board in range(1, count + 1)),
                board_results.match_score(rule.by, *score.board_points) if rule and score else "",
                "" if points is None else str(points),
                "" if points is None else str(total),
            )
        )
    return tuple(found)


def _opponent(card: list[standings.CardRow], names: Mapping[int, str]) -> str:
    if not card:
        return ""
    if not card[0].opponents:
        return _("bye") if card[0].award == "bye" else _("missed")
    return names[card[0].opponents[0][0]]


def _cell(row: standings.CardRow, *, wide: bool) -> tuple[str, str]:
    """Return the score of a board, and its player: by the number in the squad where names have no room.

    An award is marked.
    """
    score = board_results.score(row.points, row.against) if row.points is not None else ""
    who = "" if row.member is None else row.member[1] if wide else f"{row.member[0]}."
    return f"{score}*" if row.award else score, who


def board_sheet(paper: Paper) -> bytes:
    """Draw the results of each member on the boards of the closed games, best first."""
    tournament = rows.api_data(paper.tournament, full_names=True)
    columns = (
        Column(_("Rank"), figures=True),
        Column(_("Name")),
        Column(_("Team")),
        Column(_("Boards"), figures=True),
        Column(pgettext("boards", "Won"), figures=True),
        Column(_("Points"), figures=True),
        Column(_("Spread"), figures=True),
    )
    lines = [
        (
            str(one.place or ""),
            one.name,
            board_results.team(tournament, one.number),
            str(len(one.played)),
            board_results.halves(one.best[0]),
            str(one.points),
            signed(one.spread) if one.played else "",
        )
        for one in board_results.member_results(tournament)
    ]
    note = _("After game %(game)s. The member who won most boards comes first, then the spread.") % {
        "game": tournament.last_game
    }
    return draw_lists(paper.header, List(_("Boards of the members"), note, columns, lines))
