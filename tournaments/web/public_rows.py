"""A tournament as the public may follow it, for the API and shared pages; computed once per version."""

from tournaments.models import Tournament
from tournaments.publishing.outputs import rows
from tournaments.web import polling


def day(tournament: Tournament, *, full_names: bool = False) -> rows.Day:
    """Return the rows of the export; `full_names` for people in the hall."""
    slot = f"data-{'full' if full_names else 'by_consent'}"
    return polling.cached(tournament, slot, lambda: rows.api_day(tournament, full_names=full_names))
