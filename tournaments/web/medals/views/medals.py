"""The page at the end of the tournament: ties and their matches, cards read back, official, the podium."""

import uuid
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.common import audit_log
from tournaments.common.messages.sentences import error_sentence
from tournaments.finals import medals
from tournaments.models import Act, Meeting, Seat, Tournament
from tournaments.publishing import card_audit, snapshot
from tournaments.publishing.explain import join_names, ordinal, standing
from tournaments.publishing.names import time_of_day
from tournaments.registration import told_apart
from tournaments.rounds import make_up, stages
from tournaments.standings import Standings, standings
from tournaments.standings.playoffs import stage_of
from tournaments.web import confirm, polling
from tournaments.web.medals.matches import match_rows, scores
from tournaments.web.medals.views.podium import podium_places
from tournaments.web.playoffs.views import bracket as playoffs


def medals_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the end of the tournament, from the last game to the podium."""
    return render(request, "tournaments/medals/medals.html", context(request, tournament))


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls: all of it but its title."""
    return polling.unless_known(
        request,
        _tag(tournament),
        lambda: render(request, "tournaments/medals/steps.html", context(request, tournament)),
    )


def _tag(tournament: Tournament) -> str:
    """Return the tag of the fragment; ticks change no version, so they are part of it."""
    ticks = sum(hash(tick) for tick in tournament.settings.get(card_audit.KEY, {}).items()) & 0xFFFFFFFF
    return polling.tag(tournament, f"medals{ticks}")


def context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    shown = standings(tournament)
    read = card_audit.readings(tournament, shown)
    everybody = request.GET.get("cards") == "all"
    publication = snapshot.official(tournament)
    tie_breaks = medals.tie_break_views(tournament, shown)
    to_play_off = medals.ties_without_matches(tournament, shown)
    won = scores(tournament) if tie_breaks else {}
    made_up = make_up.unfinished(tournament)
    against_matches = medals.start_obstacle(tournament, shown, made_up)
    return {
        "tag": _tag(tournament),
        "tournament": tournament,
        "games_left": medals.games_left(tournament),
        "made_up": _made_up(tournament, made_up),
        "ties": _ties(shown, to_play_off),
        "against_matches": error_sentence(against_matches) if against_matches else None,
        "whom": confirm.confirmation_token(
            [shown.by_number[number].name for _rank, tied in to_play_off for number in tied]
        ),
        "tie_breaks": [_tie_break(tie_break, shown, won) for tie_break in tie_breaks],
        "playoffs": playoffs.steps(tournament, shown, made_up),
        "ready": _next_match(shown, medals.to_seat(tournament, shown)),
        "undo": undoable(tournament),
        "cards": stages.qualifying(tournament).rules["rounds"] > 0,
        "readings": read if everybody else read[: card_audit.FIRST],
        "more": 0 if everybody else max(0, len(read) - card_audit.FIRST),
        "first": min(card_audit.FIRST, len(read)),
        "ticked": sum(reading.ticked for reading in read[: card_audit.FIRST]),
        "everybody": everybody,
        "against": [
            error_sentence(refusal) for refusal in card_audit.official_obstacles(tournament, read, made_up)
        ],
        "all_the_same": [error_sentence(refusal) for refusal in card_audit.publish_warnings(tournament)],
        "publication": publication,
        "ended": publication is not None or bool(tie_breaks) or stage_of(tournament) is not None,
        "official_at": time_of_day(publication.at) if publication else "",
        "changed": publication is not None and not snapshot.shows(publication, shown),
        "places": podium_places(snapshot.published_standings(publication)) if publication else [],
        "signed": shown.signed,
        "nonce": uuid.uuid4().hex,
    }


def _made_up(tournament: Tournament, open_: list[Meeting]) -> dict[str, Any] | None:
    """Return the games being made up that have no result yet, with the options; None if there are none."""
    if not open_:
        return None
    against = make_up.against(tournament, open_)
    prefetch_related_objects(open_, Prefetch("seats", Seat.objects.select_related("entry").order_by("side")))
    by = make_up.acts_of(open_, tournament)
    desk = reverse("desk", args=[tournament.slug])
    rows = []
    for meeting in open_:
        people = [seat.entry.name for seat in meeting.seats.all()]
        table = meeting.place.number if meeting.place else 0
        rows.append(
            {
                "round": meeting.round.number,
                "table": table,
                "who": join_names(people, len(people)),
                "desk": f"{desk}?stage=1&round={meeting.round.number}&table={table}",
                "act": by[meeting.pk].version if meeting.pk in by else None,
            }
        )
    return {"rows": rows, "against": error_sentence(against) if against else None}


def _next_match(shown: Standings, numbers: list[int]) -> dict[str, Any] | None:
    """Return the players who would be seated for a medal match; None if there are none."""
    names = [shown.by_number[number].name for number in numbers]
    return (
        {"who": join_names(names, len(names)), "whom": confirm.confirmation_token(names)} if names else None
    )


def _ties(shown: Standings, to_play_off: list[tuple[int, tuple[int, ...]]]) -> list[dict[str, Any]]:
    """Return the ties that affect a medal and have no matches yet."""
    names = told_apart((row.number, row.name, row.club) for row in shown.rows)
    return [
        {
            "place": ordinal(rank),
            "names": join_names([names[number] for number in numbers], len(numbers)),
            "points": standing(shown.by_number[numbers[0]], shown),
        }
        for rank, numbers in to_play_off
    ]


def _tie_break(tie_break: medals.TieBreak, shown: Standings, won: dict[int, list[int]]) -> dict[str, Any]:
    names = [entry.name for entry in tie_break.lot]
    return {
        "place": ordinal(tie_break.rank),
        "points": standing(shown.by_number[tie_break.lot[0].number], shown),
        "round_robin": tie_break.plan.kind == "round_robin",
        "who": join_names(names, len(names)),
        "lot": names if len(names) > 2 else [],
        "seed": tie_break.stage.seed,
        "stage": tie_break.stage.order,
        "stands": tie_break.stands,
        "to_withdraw": tie_break.to_withdraw,
        "over": tie_break.over,
        "matches": match_rows(tie_break, won),
        "outcome": sorted(
            (row for row in shown.rows if row.number in tie_break.plan.lot), key=lambda row: row.rank
        ),
    }


def undoable(tournament: Tournament) -> Act | None:
    """Return the act that just made the matches, while they have no result."""
    act = audit_log.last_undoable(tournament)
    return act if act and act.kind == "tie_break" else None
