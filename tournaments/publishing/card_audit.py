"""The audit before the medals: each card is read back and ticked off; and what prevents «official»."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import rounds
from tournaments.devices import calls
from tournaments.finals import medals, playoffs
from tournaments.models import Call, Meeting, Result, Tournament
from tournaments.models.locking import locked
from tournaments.publishing.names import time_of_day
from tournaments.rounds import protests
from tournaments.standings import Row, Standings, standings
from tournaments.standings import playoffs as bracket

READ_BACK_CARDS = 10
KEY = "audit"


@dataclass(frozen=True)
class Reading:
    """A card to be read back, with its total. `changed`: the total has changed since it was ticked off."""

    row: Row
    total: int
    ticked: bool
    changed: bool


def readings(tournament: Tournament, shown: Standings) -> list[Reading]:
    """Return every card in the order of the standings. A tick is valid for the total that was read only."""
    ticks = tournament.settings.get(KEY, {})
    read: list[Reading] = []
    if not shown.rounds:  # without games before the bracket no one has a card
        return read
    for row in shown.rows:
        total, ticked = shown.card_total(row), ticks.get(str(row.number))
        read.append(Reading(row, total, ticked == total, ticked not in (None, total)))
    return read


def tick(tournament: Tournament, read: Mapping[int, int | None]) -> None:
    """Tick cards off at the totals that were read, by number of the entry, or take a tick back (None).

    Raises `DomainError` if one of the totals has changed since; then none is ticked.
    """
    with locked(tournament) as tournament:
        shown = standings(tournament)
        ticks = dict(tournament.settings.get(KEY, {}))
        for number, total in read.items():
            row = shown.by_number.get(number)
            if total is None:
                ticks.pop(str(number), None)
            elif row is None or shown.card_total(row) != total:
                raise DomainError("total_has_changed")
            else:
                ticks[str(number)] = total
        tournament.save_settings(**{KEY: ticks})


def official_obstacles(
    tournament: Tournament, read: list[Reading], made_up: list[Meeting] | None = None
) -> list[DomainError]:
    """Return what must happen before the standings can be official, in order.

    `made_up` are the games that are made up and have no result, where the caller has them already.
    """
    against = []
    left = medals.games_left(tournament)
    if left:
        against.append(DomainError("games_not_over", games=left))
    if missing := medals.missing_results_obstacle(tournament):
        against.append(missing)
    disputed = Result.objects.filter(tournament=tournament, state="disputed")
    count = disputed.values("meeting_id", "game").distinct().count()
    if count:
        against.append(DomainError("results_in_dispute", results=count))
    waits = rounds.make_up.unfinished_obstacle(tournament, made_up)
    if waits:
        against.append(waits)
    if not left:
        against += _tie_obstacles(tournament)
    unread = sum(not reading.ticked for reading in read[:READ_BACK_CARDS])
    if unread:
        against.append(DomainError("cards_not_read", cards=unread))
    return against


def publish_warnings(tournament: Tournament) -> list[DomainError]:
    """Return warnings that do not prevent it but are shown to the user who makes the standings official."""
    found = []
    waiting = _open_protests(tournament)
    if waiting:
        found.append(DomainError("protests_unanswered", count=len(waiting), who=waiting))
    end = protests.open_window_end(tournament)
    if end:
        found.append(DomainError("protests_open_until", until=time_of_day(end)))
    return found


def _open_protests(tournament: Tournament) -> list[str]:
    """Return the players who await a ruling, with the game.

    A protest from a table counts before the desk has filed it, too.
    """
    filed = [one.act.args for one in reversed(protests.unanswered_protests(tournament))]
    found = [(args["entries"][0], args["round"]) for args in filed]
    asked = [one for one in calls.open_calls(tournament) if one.what == Call.What.PROTEST]
    found += [(call.who[0][0], call.said["round"]) for call in asked if call.said]
    names = dict(tournament.entries.values_list("number", "name"))
    return [
        _("%(name)s, game %(number)s") % {"name": names.get(who, ""), "number": round_}
        for who, round_ in found
    ]


def _tie_obstacles(tournament: Tournament) -> list[DomainError]:
    if playoffs.declared_rules(tournament):
        found = bracket.standing(tournament)
        if found is None:
            return [DomainError("playoffs_not_begun")]
        return [DomainError("playoffs_open", matches=found.left)] if found.left else []
    open_matches = medals.open_meetings(tournament).count()
    if open_matches:
        return [DomainError("medal_matches_open", matches=open_matches)]
    undecided = [rank for rank, _numbers in medals.ties(tournament)]
    return [DomainError("ties_undecided", ranks=undecided)] if undecided else []
