"""Results in official standings, for seasons: read from publications, which never change."""

from collections.abc import Mapping
from uuid import UUID

from scoring import season
from tournaments.models import Publication, Tournament

EveningResults = Mapping[int, season.EveningResult]
"""Rank and result of each entry that has a row, by entry number."""

MAX_KEPT = 200
CACHE: dict[tuple[int, UUID], EveningResults] = {}
"""Results by (key, uid) of publications: reading them again takes most of the time of a season's page.

The uid alone identifies a publication only within one tournament, and a key may be given again to another
one.
"""


def official(played: list[Tournament]) -> dict[int, EveningResults]:
    """Return the results of each evening as it was announced, by the key of its tournament."""
    current = Publication.objects.official_now().filter(tournament__in=played)
    known = {(pk, uid): tournament for tournament, pk, uid in current.values_list("tournament", "pk", "uid")}
    # the answer is taken from `found`, as other threads may clear the cache at any moment
    found = {key: brought for key in known if (brought := CACHE.get(key)) is not None}
    missing = [pk for pk, uid in known if (pk, uid) not in found]
    read = {
        (pk, uid): {
            row["number"]: season.EveningResult(None if row.get("out") else row["rank"], row["points"])
            for row in rows
        }
        for pk, uid, rows in Publication.objects.filter(pk__in=missing).values_list("pk", "uid", "rows")
    }
    if len(CACHE) + len(read) > MAX_KEPT:
        CACHE.clear()
    CACHE.update(read)
    found |= read
    return {tournament: found[key] for key, tournament in known.items() if key in found}
