"""The podium, step by step; until it has shown everybody, the final standings can be kept secret.

While they are, everybody sees the standings before the last game, on every face; who runs the day sees all.
"""

from typing import Any

from tournaments import acts
from tournaments.models import Round, Stage, Tournament, User
from tournaments.models.tournament import locked
from tournaments.publication import freeze
from tournaments.standings import Row, Standings

SWITCH = "final_secret"  # in the settings of a tournament: whether the organiser wants it so
PODIUM = "podium"  # there too: how many of those on the podium were shown, and whether it has shown all
MEDALS = 3
BEGUN = (Round.State.OPEN, Round.State.CLOSED)


def is_secret(tournament: Tournament) -> bool:
    """Whether the final standings are for those alone who run the day."""
    return tournament.settings.get(SWITCH) is True and not _podium(tournament)["over"]


def last_shown(tournament: Tournament, stage: Stage) -> int | None:
    """The last game that everybody may see while the final standings are secret; None: all of them."""
    if not is_secret(tournament):
        return None
    last = stage.rules["rounds"]
    begun = stage.rounds.filter(number=last, state__in=BEGUN).exists()
    return last - 1 if begun else None


def on_podium(shown: Standings) -> list[Row]:
    """Those who stand on the podium, best first."""
    return [row for row in shown.rows if row.rank <= MEDALS and (row.played or row.awards)]


def steps(tournament: Tournament) -> int:
    """How many of those on the podium have been shown, the last first."""
    return int(_podium(tournament)["shown"])


def show(tournament: Tournament, step: int, *, by: User | None) -> bool:
    """Show the next on the podium (1) or cover the last one again (-1); whether anything was left to do.

    Whoever has been shown to all stays known: the secret ends with the last step, for good.
    """
    with locked(tournament.pk) as known:
        publication = freeze.official(known)
        if publication is None:
            return False
        many = len(on_podium(freeze.read(publication)))
        before = _podium(known)
        shown = min(many, max(0, min(before["shown"], many) + step))
        if shown == before["shown"]:
            return False
        over = bool(before["over"] or shown == many)
        known.settings = {**known.settings, PODIUM: {"shown": shown, "over": over}}
        known.save(update_fields=["settings"])
        acts.record(known, "podium", {"shown": shown}, by=by)
        return True


def _podium(tournament: Tournament) -> dict[str, Any]:
    return tournament.settings.get(PODIUM) or {"shown": 0, "over": False}
