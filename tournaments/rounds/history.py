"""The rounds of a stage as they were played, as the seating reads them."""

from collections import defaultdict
from collections.abc import Mapping
from operator import add

from scoring import boards as on_boards
from scoring import match as matches
from scoring.games import GAMES
from scoring.side import SideValue
from tournaments.models import Entry, Meeting, Result, Stage, raw_sql
from tournaments.models.rows import fetch, fetch_value
from tournaments.pairing.values import PlayedTable, SideScore, partner_arrangement, sides_at

NO_SCORE = SideScore()


def past(stage: Stage, before: int) -> list[list[PlayedTable]]:
    """Return the rounds before round `before` as they were played, in order, in two queries.

    A person who sits alone has the declared points of a bye, if points of that kind decide the ranking. A
    match of teams on several boards is one table, that of its first board; its team points are those of the
    match.
    """
    boards = on_boards.read_boards(stage.rules)
    had = _team_scores(stage, boards) if boards else scores_by_meeting(stage)
    match = matches.read_match(stage.rules)
    of_a_bye = boards.bye_points if boards else matches.BYES[match.bye]
    bye = SideScore(points=stage.rules["bye_credit"] or 0, matches_won=of_a_bye)
    tables: dict[int, dict[int, list[tuple[str, int]]]] = {}
    places: dict[int, dict[int, int | None]] = {}
    sides: dict[int, int] = defaultdict(int)
    for_the_house: set[int] = set()
    seats = fetch(raw_sql.SEATS_BEFORE, stage.pk, before)
    for number, meeting, place, letter, entry, order, kind, origin in seats:
        if kind == Entry.Kind.HOUSE and origin == Meeting.Origin.MADE_UP:
            for_the_house.add(meeting)  # played at another time, which no movement knows of
        places.setdefault(number, {})[meeting] = place
        tables.setdefault(number, {}).setdefault(meeting, []).append((letter, entry))
        sides[meeting] += order == 1
    return [
        [
            _played_table(
                meeting,
                numbers[meeting],
                letters,
                had,
                bye,
                match.several,
                partners=partner_arrangement(len(letters), sides[meeting]),
            )
            for meeting, letters in tables[number].items()
            if meeting not in for_the_house
        ]
        for number in sorted(tables)
        for numbers in [table_numbers(stage, places[number], tables[number])]
    ]


def table_numbers(
    stage: Stage, places: Mapping[int, int | None], seats: Mapping[int, list[tuple[str, int]]]
) -> dict[int, int]:
    """Return the number of the table of each meeting of a round, by its key.

    People who sit out without a table have numbers after the tables of the hall
    (`preconditions.fit_games_to_tables`).
    """
    found = {meeting: place for meeting, place in places.items() if place is not None}
    without = sorted((seats[meeting][0][1], meeting) for meeting in places.keys() - found.keys())
    if without:
        hall = fetch_value(raw_sql.COUNT_TABLES, stage.tournament_id)
        found |= {meeting: at for at, (_number, meeting) in enumerate(without, start=hall + 1)}
    return found


def scores_by_meeting(stage: Stage) -> dict[tuple[int, int], SideScore]:
    """Return the score of each entry in each meeting of a stage, by meeting key and entry number."""
    had: dict[tuple[int, int], SideScore] = {}
    credited = Result._meta.get_field(stage.rules["credited"]).name
    for meeting, number, *values in fetch(raw_sql.MEETING_SCORES.format(credited), stage.pk):
        score, at = SideScore(*map(int, values)), (meeting, number)
        had[at] = SideScore(*map(add, had[at], score)) if at in had else score
    if matches.read_match(stage.rules).several:
        for at, halves in _halves_won(stage).items():
            had[at] = had[at]._replace(matches_won=halves)
    return had


def _halves_won(stage: Stage) -> dict[tuple[int, int], int]:
    """Return the halves won of the matches that are over, by the key of the meeting and an entry number."""
    match, at_once = matches.read_match(stage.rules), GAMES[stage.game].wins_match_at(stage.rules)
    games: dict[int, dict[int, dict[int, SideValue]]] = {}
    sides: dict[int, dict[int, int]] = {}
    fields = ("meeting_id", "game", "side", "entry__number", "won", "match_points", "skunk", "played", "how")
    results = Result.objects.filter(stage=stage).order_by("game", "side")
    for meeting, game, side, number, won, points, skunk, played, how in results.values_list(*fields):
        value = SideValue(won=won, match_points=points, skunk=skunk, played=played, how=how)
        games.setdefault(meeting, {}).setdefault(game, {})[side] = value
        sides.setdefault(meeting, {})[number] = side
    found: dict[tuple[int, int], int] = {}
    for meeting, by_game in games.items():
        in_order = [list(values.values()) for values in by_game.values()]
        won_by = matches.halves_won(match, in_order, len(set(sides[meeting].values())), at_once)
        found |= {(meeting, number): won_by[side] for number, side in sides[meeting].items()}
    return found


def _played_table(
    meeting: int,
    place: int,
    letters: list[tuple[str, int]],
    had: Mapping[tuple[int, int], SideScore],
    bye: SideScore,
    several: bool,
    *,
    partners: int,
) -> PlayedTable:
    """Return a table as it was played, from the scores of its people."""
    seats = tuple(letters)
    own = [had.get((meeting, number)) for _, number in seats]
    won = [
        number
        for (_, number), score in zip(seats, own, strict=True)
        if score and (score.matches_won == matches.BYES["won"] if several else bool(score.won))
    ]
    winner = won[0] if won else None
    nothing = bye if len(seats) == 1 else NO_SCORE
    if partners:
        scores = tuple(had.get((meeting, side[0]), nothing) for side in sides_at(seats, partners))
    else:
        scores = tuple([nothing if score is None else score for score in own])
    return PlayedTable(place, seats, winner, scores, partners=partners)


def _team_scores(stage: Stage, boards: on_boards.Boards) -> dict[tuple[int, int], SideScore]:
    """Return the score of each team in each match, by the meeting of its first board.

    `won` is 1 for the team that won the match.
    """
    games: dict[int, dict[int, dict[int, tuple[int, SideScore, SideValue]]]] = {}
    first = Meeting.first_boards(stage)
    fields = ("meeting_id", "side", "entry__number", "match_points", "won", "pegged", "played")
    results = Result.objects.filter(stage=stage)
    for meeting, side, number, points, won, pegged, played in results.values_list(*fields):
        value = SideValue(won=bool(won), match_points=points, pegged=pegged, played=bool(played))
        on_it = games.setdefault(first.get(meeting, meeting), {}).setdefault(meeting, {})
        on_it[side] = number, SideScore(pegged, points), value
    had: dict[tuple[int, int], SideScore] = {}
    for match, by_board in games.items():
        values = [[board[side][2] for side in sorted(board)] for board in by_board.values()]
        worth = on_boards.team_points(boards, values)
        for board in by_board.values():
            for side, (number, score, _value) in board.items():
                before = had.get((match, number), SideScore())
                had[match, number] = SideScore(
                    before.points + score.points,
                    before.match_points + score.match_points,
                    int(worth[side] > worth[1 - side]),
                    worth[side],
                )
    return had
