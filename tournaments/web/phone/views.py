"""A player's own page, opened by the QR code on the scorecard: seat, card, standings; no sign-in."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import devices, registration
from tournaments.devices import table_layout
from tournaments.models import Entry, Invitation, Round, Seat, Stage
from tournaments.publishing import ceremony
from tournaments.publishing.explain import explain, join_names
from tournaments.rounds import scores, stages
from tournaments.rounds.scores.submissions import protocol_state
from tournaments.standings import card
from tournaments.web import polling
from tournaments.web.access import may_follow
from tournaments.web.phone.words import BYE, DISPUTED, ENTERED, OVER, SEATED, no_seat_words, seat_words
from tournaments.web.standings.shown import last_counted_game, public_standings, rank_history_of
from tournaments.web.standings.words import medal_chance_context
from tournaments.web.tables import card_table

REPORTING_STATES = ("playing", "waiting")


def me(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the player's seat now and every settled game; the page polls itself."""
    invited = _invitation(secret)
    tournament = invited.tournament
    public = may_follow(request, tournament)
    if public:
        request.tournament = tournament  # type: ignore[attr-defined]
    audience = _audience(invited)
    context = {
        "entry": invited.entry,
        "day": tournament,
        "public": public,
        "secret": secret,
        **polling.fragment_context(tournament, audience, lambda: _parts(invited)),
    }
    return render(request, "tournaments/phone/me.html", context)


def rows(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the fragment that the page polls; 304 where nothing has changed."""
    invited = _invitation(secret)
    return polling.answer(request, invited.tournament, _audience(invited), lambda: _parts(invited))


def _invitation(secret: str) -> Invitation:
    """Return the invitation of a secret. A code does not open a player's page, as it could be guessed."""
    try:
        found = devices.by_secret(secret)
    except DomainError:
        raise Http404 from None
    if found.entry is None:
        raise Http404
    return found


def _audience(invited: Invitation) -> str:
    return f"me{invited.pk}"


def _parts(invited: Invitation) -> str:
    entry, tournament = invited.entry, invited.tournament
    assert entry is not None
    shown, publication = public_standings(tournament)
    row = shown.by_number.get(entry.number)
    begun = row is not None and row.has_begun
    seats = _seats(entry)
    seat = seats[0] if seats else None
    state = _state_of_all(seats) if seats else ""
    may_report = devices.phones_may_report(tournament)
    last = ceremony.last_public_game(tournament, stages.qualifying(tournament))
    pending = _("not in yet") if last is None else _("announced at the podium")
    table = card_table(tournament, card(entry, settled_only=True, last=last), shown, pending=pending)
    table.shown = {}  # the player's own card: those of the opponents are on the public pages
    context = {
        **_seat_context(seats, state),
        "state": state or "not_drawn",
        "game": seat.meeting.round.number if seat else "",
        "plan": table_layout.plan_of(tournament) if seat else None,
        "rank": row.place if row and begun else None,
        "explanation": explain(row, shown) if row and begun else "",
        "medal_chance": None if publication else medal_chance_context(tournament, shown, entry.number),
        "rank_history": rank_history_of(tournament, shown, publication, entry.number),
        "people": len(shown.ranked),
        "official": publication is not None,
        "after": last_counted_game(tournament, shown, publication),
        "table_html": table.as_html(None),
        "report": devices.page_of(invited) if may_report and _can_report(seat, state) else "",
    }
    return render_to_string("tournaments/phone/rows.html", context)


def _can_report(seat: Seat | None, state: str) -> bool:
    """Return whether a result can be reported; a phone of a team on boards could not say of which one."""
    return seat is not None and seat.meeting.board is None and state in REPORTING_STATES


def _seat_context(seats: list[Seat], state: str) -> dict[str, Any]:
    """Return the head of a player's page: table and seat now, with and against whom, and the next step."""
    if not seats:
        return no_seat_words()
    seat = seats[0]
    round_ = seat.meeting.round
    shown: dict[str, Any] = {**seat_words(state, round_.number if round_.stage.order == 1 else None)}
    if state in (OVER, BYE):
        return shown
    # at a table of four or six, those who sit opposite
    side = seat.meeting.seats.filter(side=seat.side).exclude(pk=seat.pk)
    partners = [
        registration.name_in_hall(other.entry)
        for other in side.select_related("entry").order_by("order_in_side")
    ]
    others = registration.annotate_past_players(seat.meeting.seats.exclude(side=seat.side))
    others = others.select_related("entry", "member__player")
    tables = [one.meeting.place.number for one in seats if one.meeting.place]
    if len(tables) > 1 and state in (SEATED, *REPORTING_STATES):
        shown["note"] = _("Tables %(first)s to %(last)s") % {"first": min(tables), "last": max(tables)}
    return shown | {
        "table": seat.meeting.place.number if seat.meeting.place else None,
        "letter": seat.letter,
        "opponents": join_names(
            [registration.names_at_seat(other, None) for other in others.order_by("side", "order_in_side")]
        ),
        "partners": join_names(partners) if partners else "",
    }


def _seats(entry: Entry) -> list[Seat]:
    """Return the newest seat of an entry, in the games of the tournament or in a medal match.

    Of a team on boards, return its seat on each board.
    """
    seats = Seat.objects.filter(entry=entry, meeting__void_act=None)
    seats = seats.exclude(meeting__round__state__in=(Round.State.VOID, Round.State.PLANNED))
    seats = seats.exclude(meeting__round__stage__state=Stage.State.VOID)
    newest = seats.order_by("-meeting__round__stage__order", "-meeting__round__number", "meeting__board")
    newest = newest.select_related("meeting__round__stage", "meeting__place")
    seat = newest.first()
    if seat is None or seat.meeting.board is None:
        return [seat] if seat else []
    return list(newest.filter(meeting__round=seat.meeting.round_id))


def _state_of_all(seats: list[Seat]) -> str:
    """Return the state of the game at these seats: what one board still lacks, the whole team lacks."""
    states = [_state(seat) for seat in seats]
    return next((one for one in (DISPUTED, *REPORTING_STATES) if one in states), states[0])


def _state(seat: Seat) -> str:
    """Return the state of the game at that seat: a word of docs/protocol.md, or over, or only seated."""
    round_ = seat.meeting.round
    table = scores.table_state(seat.meeting)
    if table.bye:
        return BYE
    if round_.state != Round.State.OPEN:
        return OVER if round_.state == Round.State.CLOSED else SEATED
    if table.disputed:
        return DISPUTED
    if table.settled:
        return ENTERED
    return protocol_state(table.game(table.next_game or 1).result)
