"""Standings: ours, with names, credits and shared ranks, beside SQL on the same index and plain loops."""

import random
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from django.core.cache import cache
from django.db import connection, connections
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone

from tests.lab.bench.compare import Row, side_by_side

SIZES = ((10_000, 1.0), (200, 1.5))
GAMES = 15
RANKING_SQL = """
    WITH totals AS (
        SELECT entry_id, SUM(pegged) AS pegged, SUM(won) AS won, SUM(spread) AS spread
        FROM tournaments_result WHERE stage_id = %s GROUP BY entry_id
    )
    SELECT entry_id, pegged, won, spread, RANK() OVER (ORDER BY pegged DESC, won DESC, spread DESC) AS place
    FROM totals ORDER BY place
"""
FULL_RANKING_SQL = """
    WITH totals AS (
        SELECT entry_id, SUM(pegged) AS pegged, SUM(match_points) AS match_points, SUM(won) AS won,
            COUNT(*) FILTER (WHERE skunk > 0) AS skunks, SUM(spread) AS spread, SUM(value) AS value,
            SUM(played) AS played, COUNT(*) - SUM(played) AS awards
        FROM tournaments_result WHERE stage_id = %s GROUP BY entry_id
    )
    SELECT entry.number, pegged, entry.name, entry.club, match_points, won, skunks, spread, value, played,
        awards, RANK() OVER (ORDER BY pegged DESC) AS place,
        COUNT(*) OVER (PARTITION BY pegged) AS tied,
        LAG(pegged) OVER (ORDER BY pegged DESC) - pegged AS gap
    FROM totals JOIN tournaments_entry AS entry ON entry.id = totals.entry_id
    WHERE entry.kind IN ('player', 'team')
    ORDER BY place, entry.number
"""
ROWS_SQL = "SELECT entry_id, pegged, won, spread FROM tournaments_result WHERE stage_id = %s"
COLUMNS = ["rank", "number", "name", "club", "points", "match_points", "won", "skunks", "spread", "played"]
PLAIN_TEMPLATE = (
    "<table>{% for row in rows %}<tr>"
    + "".join(f"<td>{{{{ row.{name} }}}}</td>" for name in COLUMNS)
    + "</tr>{% endfor %}</table>"
)
"""A plain template for a table of the standings."""


def rows() -> Iterator[Row]:
    """Yield rows of the standings beside plain implementations."""
    from django.core.management import call_command

    with tempfile.TemporaryDirectory(prefix="cheville-standings-") as folder:
        connections["default"].close()
        connections["default"].settings_dict["NAME"] = str(Path(folder) / "bench.sqlite3")
        call_command("migrate", verbosity=0)
        for players, goal in SIZES:
            yield from _rows_for(players, goal)
        connections["default"].close()


def _rows_for(players: int, goal: float) -> Iterator[Row]:
    from tournaments.standings import standings

    tournament = played_tournament(players)
    stage = tournament.stages.get(order=1)
    ours = standings(tournament)
    by_sql = _sql(FULL_RANKING_SQL, stage.pk)
    assert [(row.rank, row.number, row.points) for row in ours.rows] == [(r[11], r[0], r[1]) for r in by_sql]
    size = f"{players} x {GAMES}"
    yield side_by_side(
        f"standings {size}: covering SQL",
        lambda: standings(tournament),
        lambda: _sql(FULL_RANKING_SQL, stage.pk),
        other_name="SQLite GROUP BY + RANK: the same columns, ties and gaps",
        goal=goal,
        pairs=9,
    )
    yield side_by_side(
        f"standings {size}: bare figures",
        lambda: standings(tournament),
        lambda: _sql(RANKING_SQL, stage.pk),
        other_name="SQLite GROUP BY + RANK: three sums, no names",
        pairs=9,
    )
    yield side_by_side(
        f"standings {size}: plain loops",
        lambda: standings(tournament),
        lambda: _rank_with_loops(stage.pk),
        other_name="Python loops, with the fetch",
        pairs=9,
    )
    if players == 200:
        assert standings(tournament, upto=tournament.version).rows == ours.rows, (
            "a replay of the lines gives the same"
        )
        yield from _page_rows(tournament)


def _page_rows(tournament) -> Iterator[Row]:
    from tournaments.standings import standings
    from tournaments.web.standings.urls import rows_of_public

    shown = standings(tournament)
    factory = RequestFactory()
    fresh = factory.get("/?language=en")
    cache.clear()
    etag = rows_of_public(fresh, slug=tournament.slug)["ETag"]
    known = factory.get("/?language=en", headers={"If-None-Match": etag})

    loop_of = Template(PLAIN_TEMPLATE)

    def loop() -> str:
        return loop_of.render(Context({"rows": shown.rows}))

    def unchanged(request) -> None:
        response = rows_of_public(request, slug=tournament.slug)
        assert response.status_code in (200, 304)

    name = "a plain template loop over the same 200 rows"
    yield side_by_side(
        "page of 200 rows: kept", lambda: unchanged(fresh), loop, other_name=name, goal=0.06, pairs=25
    )
    yield side_by_side(
        "page of 200 rows: 304", lambda: unchanged(known), loop, other_name=name, goal=0.05, pairs=25
    )


def _sql(query: str, stage: int) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(query, [stage])
        return cursor.fetchall()


def _rank_with_loops(stage: int) -> list[tuple]:
    totals: dict[int, list[int]] = {}
    for entry, pegged, won, spread in _sql(ROWS_SQL, stage):
        total = totals.setdefault(entry, [0, 0, 0])
        total[0] += pegged
        total[1] += won
        total[2] += spread
    ordered = sorted(totals.items(), key=lambda item: item[1], reverse=True)
    ranked, place, before = [], 0, None
    for index, (entry, total) in enumerate(ordered, start=1):
        place = place if total == before else index
        before = total
        ranked.append((entry, *total, place))
    return ranked


def played_tournament(players: int):
    """Write a whole tournament straight into the tables: the pairs do not matter here."""
    from tournaments import formats
    from tournaments.models import Entry, Line, Meeting, Presence, Result, Round, Seat
    from tournaments.rounds import stages

    tournament = stages.create_tournament(
        name=f"{players}",
        day=date(2026, 11, 21),
        place="",
        rules=formats.rules("fadoq-15", tables=players // 2, missed=0, rounds=GAMES),
        seed=1,
        by=None,
    )
    stage, places = tournament.stages.get(order=1), list(tournament.places.all())
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=n,
            name=f"Huguette L'Écuyer {n}",
            sort_name=f"l'ecuyer {n}",
            club="Beloeil",
        )
        for n in range(1, players + 1)
    )
    Presence.objects.bulk_create(Presence(entry=entry, from_round=1) for entry in entries)
    number, now, chance = 0, timezone.now(), random.Random(players)
    for game in range(1, GAMES + 1):
        round_ = Round.objects.create(stage=stage, number=game, state=Round.State.CLOSED)
        turned = entries[game:] + entries[:game]
        pairs = list(zip(turned[::2], turned[1::2], strict=True))
        meetings = Meeting.objects.bulk_create(Meeting(round=round_, place=place) for place in places)
        seats, lines, results = [], [], []
        for meeting, pair in zip(meetings, pairs, strict=True):
            number += 1
            loser = chance.randrange(60, 121)
            scores = [121, loser] if chance.randrange(2) else [loser, 121]
            seats += [Seat(meeting=meeting, letter="AB"[s], side=s, entry=e) for s, e in enumerate(pair)]
            lines.append(_line(tournament, meeting, number, scores, [[e.number] for e in pair], now))
            results += [_result(stage, meeting, s, e, scores) for s, e in enumerate(pair)]
        Seat.objects.bulk_create(seats)
        for line, mine, theirs in zip(
            Line.objects.bulk_create(lines), results[::2], results[1::2], strict=True
        ):
            mine.line = theirs.line = line
        Result.objects.bulk_create(results)
    tournament.version = tournament.last_line = number + 1
    tournament.save()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return tournament


def _line(tournament, meeting, number: int, scores: list[int], sides: list[list[int]], now):
    from tournaments.models import Line

    return Line(
        tournament=tournament, number=number, version=number + 1, meeting=meeting, kind="claim", sides=sides,
        data={"v": 1, "pegged": scores}, by="desk", nonce=str(number), content_hash="", written_at=now,
    )  # fmt: skip


def _result(stage, meeting, side: int, entry, scores: list[int]):
    from tournaments.models import Result

    own, other = scores[side], scores[1 - side]
    won = int(own == 121)
    return Result(
        tournament_id=stage.tournament_id, stage=stage, meeting=meeting, game=1, entry=entry, side=side,
        state="settled", how="played", pegged=own, against=other, won=won, spread=own - other,
        skunk=int(won and other < 91) + int(won and other < 61),
    )  # fmt: skip
