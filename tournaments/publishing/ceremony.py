"""The podium, shown step by step; until its last step, the last games can be hidden.

As soon as a hidden game begins all visitors see the standings before it, on every page: what a visitor sees
is computed up to `last_public_game`. The organisers see everything.
"""

from typing import Any

from tournaments.common import audit_log
from tournaments.models import Round, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.publishing import publications
from tournaments.standings import Row, Standings

HIDDEN_SETTING = "hidden_games"  # in the settings of a tournament: how many of the last games are hidden
OLD_HIDDEN_SETTING = "final_secret"  # there too, in those of an older program: whether the last game is
PODIUM_SETTING = "podium"  # there too: how many on the podium were shown, and whether it has shown all
LIFT_HIDDEN_ACT = "lift_hidden"  # the kind of act
MEDALS = 3
BEGUN = (Round.State.OPEN, Round.State.CLOSED)


def hidden_games(tournament: Tournament) -> int:
    """Return how many of the last games the organiser wants hidden."""
    kept = tournament.settings.get(HIDDEN_SETTING)
    return int(tournament.settings.get(OLD_HIDDEN_SETTING) is True) if kept is None else int(kept)


def is_over(tournament: Tournament) -> bool:
    """Return whether everything has been shown; it cannot be hidden again."""
    return bool(_podium(tournament)["over"])


def has_hidden_games(tournament: Tournament) -> bool:
    """Return whether only the organisers may see the final standings yet."""
    return hidden_games(tournament) > 0 and not is_over(tournament)


def last_public_game(tournament: Tournament, stage: Stage) -> int | None:
    """Return the last game that all may see while later ones are hidden; None: all of them."""
    if not has_hidden_games(tournament):
        return None
    last = last_never_hidden(tournament, stage.rules["rounds"])
    begun = stage.rounds.filter(number__gt=last, state__in=BEGUN).exists()
    return last if begun else None


def last_never_hidden(tournament: Tournament, rounds: int) -> int:
    """Return the last game that is never hidden in a tournament of so many games.

    The first game is never hidden, unless it is the only one.
    """
    return max(min(1, rounds - 1), rounds - hidden_games(tournament))


def hidden_games_notice(tournament: Tournament, stage: Stage) -> dict[str, int] | None:
    """Return the first and the last game hidden from all but the organisers; None while none is."""
    last = last_public_game(tournament, stage)
    return None if last is None else {"first": last + 1, "last": stage.rules["rounds"]}


def reveal_games(tournament: Tournament, *, by: User | None) -> bool:
    """Show all games to everyone from now on, for good; return whether any were hidden."""
    with locked(tournament) as known:
        if not has_hidden_games(known):
            return False
        known.save_settings(**{PODIUM_SETTING: {**_podium(known), "over": True}})
        audit_log.record(known, LIFT_HIDDEN_ACT, {}, by=by)
        return True


def on_podium(shown: Standings) -> list[Row]:
    """Return the rows on the podium, best first."""
    return [row for row in shown.rows if row.rank <= MEDALS and row.has_begun]


def revealed_count(tournament: Tournament) -> int:
    """Return how many of the podium have been shown, starting with the last."""
    return int(_podium(tournament)["shown"])


def show(tournament: Tournament, step: int, *, by: User | None) -> bool:
    """Show the next on the podium (1) or cover the last one again (-1); return whether that changed anything.

    A name that was shown to all stays known: the secret ends with the last step, for good.
    """
    with locked(tournament) as known:
        publication = publications.official_publication(known)
        if publication is None:
            return False
        many = len(on_podium(publications.published_standings(publication)))
        before = _podium(known)
        shown = min(many, max(0, min(before["shown"], many) + step))
        if shown == before["shown"]:
            return False
        over = bool(before["over"] or shown == many)
        known.save_settings(**{PODIUM_SETTING: {"shown": shown, "over": over}})
        audit_log.record(known, "podium", {"shown": shown}, by=by)
        return True


def _podium(tournament: Tournament) -> dict[str, Any]:
    return tournament.settings.get(PODIUM_SETTING) or {"shown": 0, "over": False}
