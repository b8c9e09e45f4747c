"""The SQL of the hot path beside the ORM: the reason for `tournaments/models/raw_sql.py`.

The rows only inform. The goals are those of whole requests: `devices.py`, `entry.py` and others.
"""

import random
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from uuid import uuid4

from django.core.management import call_command
from django.db.models import Count, Q, Sum

from tests.lab.bench.compare import Row, side_by_side

QUERY_COUNT, TABLES = 200, 100
Pair = tuple[str, Callable[[], object], Callable[[], object]]


def rows() -> Iterator[Row]:
    """Yield rows of a tournament of a hundred tables, one game of it played, another open."""
    from tournaments import rounds
    from tournaments.rounds import stages
    from tournaments.transfer import simulated_tournament

    call_command("migrate", verbosity=0)
    tournament = simulated_tournament.set_up(
        2 * TABLES, seed=1, by=None, name="bench", house_name="house", day=date(2026, 11, 21)
    )
    simulated_tournament.play_round(tournament, 1, chance=random.Random(1), by=None)
    open_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), 2, by=None), by=None)
    for pairs in (
        device_queries(tournament),
        result_queries(tournament, open_),
        standings_queries(tournament),
    ):
        for name, ours, orm in pairs:
            yield side_by_side(name, ours, orm, other_name="ORM")


def repeated_query(ask: Callable[[], object]) -> Callable[[], object]:
    """Return a function that asks as often as a hall of tables does."""
    return lambda: [ask() for _ in range(QUERY_COUNT)]


def device_queries(tournament: Any) -> Iterator[Pair]:
    """Yield the query for the device of a request, and for whether anything changed for a spectator."""
    from tournaments import devices
    from tournaments.devices.joining import fingerprint
    from tournaments.models import Device, Tournament, raw_sql
    from tournaments.models.rows import columns, fetch, row_from_columns
    from tournaments.publishing import notices

    token = devices.join(devices.invite_tables(tournament)[0].secret, uuid4()).token
    key = fingerprint(fingerprint(token))  # only the fingerprint of the key of a token is stored
    whole = Device.objects.select_related("tournament", "place")
    who_asks, no_meeting = raw_sql.REQUESTING_DEVICE.format(columns(Tournament)), uuid4().hex
    ours = slice(13, -raw_sql.MEETING_WIDTH)
    yield (
        "who asks",
        repeated_query(lambda: row_from_columns(Tournament, fetch(who_asks, no_meeting, key)[0][ours])),
        repeated_query(lambda: whole.get(token_hash=key, tournament__live=True)),
    )
    yield (
        "whether anything changed",
        repeated_query(lambda: fetch(raw_sql.GLANCE, notices.now_in_sql(), tournament.slug)),
        repeated_query(lambda: Tournament.objects.get(slug=tournament.slug, live=True)),
    )


def result_queries(tournament: Any, open_: Any) -> Iterator[Pair]:
    """Yield the query for a game to write in, with its seats and whether its nonce is known."""
    from tournaments.models import Line, Meeting, raw_sql
    from tournaments.models.rows import fetch

    key = open_.meetings.first().pk

    def orm() -> None:
        found = Meeting.objects.select_related("round__stage").get(pk=key)
        list(found.seats.select_related("entry").order_by("side", "order_in_side"))
        Line.objects.filter(tournament=tournament, nonce="").exists()
        Line.objects.filter(meeting=found, game=1).exists()

    yield (
        "a game to write in",
        repeated_query(lambda: fetch(raw_sql.GAME, "", key, 1, key)),
        repeated_query(orm),
    )


def standings_queries(tournament: Any) -> Iterator[Pair]:
    """Yield the query for the sums of every entry of a stage."""
    from tournaments.models import Result, raw_sql
    from tournaments.models.rows import fetch
    from tournaments.rounds import stages

    stage = stages.qualifying(tournament)
    asked = raw_sql.TOTALS.format(joins="", conditions="")
    sums = map(Sum, ("pegged", "match_points", "won", "spread", "played", "value"))
    orm = Result.objects.filter(stage=stage).values("entry_id")
    orm = orm.annotate(*sums, skunks=Count("pk", filter=Q(skunk__gt=0)), games=Count("pk")).values_list()
    yield "what 200 entries add up", lambda: fetch(asked, stage.pk), lambda: list(orm.all())
