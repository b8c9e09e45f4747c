"""The end of the tournament: ties and their matches, cards read back, official standings; and the podium."""

import secrets
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import trigger_client_event

from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common import audit_log
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import parse_int
from tournaments.finals import medals, playoffs
from tournaments.models import Act, Entry, Meeting, Seat, Stage, Tournament
from tournaments.models.locking import locked
from tournaments.publishing import card_audit, ceremony, publications, reopening
from tournaments.publishing.explain import join_names, notes, ordinal, placed_by_playoffs, standing_text
from tournaments.publishing.names import time_of_day
from tournaments.registration import distinct_names
from tournaments.rounds import make_up, stages
from tournaments.standings import Standings, standings
from tournaments.standings.playoffs import playoff_stage
from tournaments.web import confirm, display_names, flash, polling
from tournaments.web.access import SignedInRequest
from tournaments.web.audit_log.views import undo_posted_act
from tournaments.web.confirm import Confirmation
from tournaments.web.medals.words import match_row, reopening_note, scores
from tournaments.web.playoffs.views import steps as playoff_steps
from tournaments.web.rounds.views.rounds import early_end
from tournaments.web.screens.context import screen_context


def podium_places(shown: Standings) -> list[dict[str, Any]]:
    """Return the people on the podium, best first, as components/podium.html shows them."""
    names = distinct_names((row.number, row.name, row.club) for row in shown.rows)
    return [
        {
            "rank": row.rank,
            "name": names[row.number],
            "club": row.club,
            "points": standing_text(row, shown) if row.games and not placed_by_playoffs(row) else "",
            "note": (notes(row) or ("",))[0] if row.decision else "",
        }
        for row in ceremony.on_podium(shown)
    ]


def podium(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the podium for a projector: third, second, first, each at a key or from the director's phone."""
    steers = may(request.user, "steer_screens", tournament)
    shown = polling.fragment_context(tournament, _audience(steers), lambda: _parts(tournament, steers))
    context = shown | screen_context(request, tournament, "podium")
    return render(request, "tournaments/medals/podium.html", context)


def podium_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the podium polls."""
    steers = may(request.user, "steer_screens", tournament)
    return polling.answer(request, tournament, _audience(steers), lambda: _parts(tournament, steers))


def _audience(steers: bool) -> str:
    return "podium-steered" if steers else "podium"


def _parts(tournament: Tournament, steers: bool) -> str:
    """Render the places shown so far and the others covered; viewers who do not steer get no secret names."""
    publication = publications.official_publication(tournament)
    places = []
    if publication:
        names = display_names.names_for(None, tournament)  # a projector shows them to all
        published = publications.published_standings(publication)
        places = podium_places(display_names.named_standings(published, names))
    shown = min(ceremony.revealed_count(tournament), len(places))
    secret = ceremony.has_hidden_games(tournament)
    covered = len(places) - shown
    for at, place in enumerate(places):
        place["covered"] = at < covered
    if publication and secret and not steers:
        # one covered place for each better rank, whether none or several got it
        uncovered = places[covered:]
        above = uncovered[0]["rank"] if uncovered else ceremony.MEDALS + 1
        places = [*({"rank": rank, "covered": True} for rank in range(1, above)), *uncovered]
    context = {
        "places": places,
        "covered": covered,
        "steers": steers,
        "local": not secret and not steers and not shown,
        "tournament": tournament,
        "official_at": time_of_day(publication.at) if publication else "",
    }
    return render_to_string("tournaments/medals/podium_rows.html", context)


def medals_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the end of the tournament, from the last game to the podium."""
    return render(request, "tournaments/medals/medals.html", context(request, tournament))


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls: all of it but its title."""
    return polling.conditional_response(
        request,
        _tag(tournament),
        lambda: render(request, "tournaments/medals/steps.html", context(request, tournament)),
    )


def _tag(tournament: Tournament) -> str:
    """Return the tag of the fragment; ticks change no version, so they are part of it."""
    ticks = sum(hash(tick) for tick in tournament.settings.get(card_audit.KEY, {}).items()) & 0xFFFFFFFF
    return polling.tag(tournament, f"medals{ticks}")


def context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of the page of medals."""
    shown = standings(tournament)
    read = card_audit.readings(tournament, shown)
    everybody = request.GET.get("cards") == "all"
    publication = publications.official_publication(tournament)
    tie_breaks = medals.tie_break_views(tournament, shown)
    to_play_off = medals.ties_without_matches(tournament, shown)
    won = scores(tournament) if tie_breaks else {}
    made_up = make_up.unfinished_games(tournament)
    games_left = medals.games_left(tournament)
    against_matches = medals.start_obstacle(tournament, shown, made_up)
    names = [shown.by_number[number].name for number in medals.numbers_to_seat(tournament, shown)]
    return {
        "tag": _tag(tournament),
        "tournament": tournament,
        "games_left": games_left,
        "early": early_end(stages.qualifying(tournament)),
        "made_up": _made_up_games(tournament, made_up),
        "ties": _ties(shown, to_play_off),
        "against_matches": error_sentence(against_matches) if against_matches else None,
        "whom": confirm.confirmation_token(
            [shown.by_number[number].name for _rank, tied in to_play_off for number in tied]
        ),
        "tie_breaks": [_tie_break_row(tie_break, shown, won) for tie_break in tie_breaks],
        "playoffs": playoff_steps(tournament, shown, made_up),
        "ready": {"who": join_names(names, len(names)), "whom": confirm.confirmation_token(names)}
        if names
        else None,
        "undo": undoable(tournament),
        "cards": stages.qualifying(tournament).rules["rounds"] > 0 and not games_left,
        "readings": read if everybody else read[: card_audit.READ_BACK_CARDS],
        "more": 0 if everybody else max(0, len(read) - card_audit.READ_BACK_CARDS),
        "first": min(card_audit.READ_BACK_CARDS, len(read)),
        "ticked": sum(reading.ticked for reading in read[: card_audit.READ_BACK_CARDS]),
        "everybody": everybody,
        "against": [
            error_sentence(refusal) for refusal in card_audit.official_obstacles(tournament, read, made_up)
        ],
        "all_the_same": [error_sentence(refusal) for refusal in card_audit.publish_warnings(tournament)],
        "publication": publication,
        "ended": publication is not None or bool(tie_breaks) or playoff_stage(tournament) is not None,
        "official_at": time_of_day(publication.at) if publication else "",
        "changed": publication is not None and not publications.is_equal_to_standings(publication, shown),
        "places": podium_places(publications.published_standings(publication)) if publication else [],
        "signed": shown.signed,
        "nonce": uuid.uuid4().hex,
    }


def _made_up_games(tournament: Tournament, open_: list[Meeting]) -> dict[str, Any] | None:
    """Return the games being made up that have no result yet, with the options; None if there are none."""
    if not open_:
        return None
    against = make_up.unfinished_obstacle(tournament, open_)
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


def _ties(shown: Standings, to_play_off: list[tuple[int, tuple[int, ...]]]) -> list[dict[str, Any]]:
    """Return the ties that affect a medal and have no matches yet."""
    names = distinct_names((row.number, row.name, row.club) for row in shown.rows)
    return [
        {
            "place": ordinal(rank),
            "names": join_names([names[number] for number in numbers], len(numbers)),
            "points": standing_text(shown.by_number[numbers[0]], shown),
        }
        for rank, numbers in to_play_off
    ]


def _tie_break_row(tie_break: medals.TieBreak, shown: Standings, won: dict[int, list[int]]) -> dict[str, Any]:
    names = [entry.name for entry in tie_break.lot]
    return {
        "place": ordinal(tie_break.rank),
        "points": standing_text(shown.by_number[tie_break.lot[0].number], shown),
        "round_robin": tie_break.plan.kind == "round_robin",
        "who": join_names(names, len(names)),
        "lot": names if len(names) > 2 else [],
        "seed": tie_break.stage.seed,
        "stage": tie_break.stage.order,
        "stands": tie_break.stands,
        "to_withdraw": tie_break.to_withdraw,
        "over": tie_break.over,
        "matches": [match_row(tie_break, match, won) for match in tie_break.matches],
        "outcome": sorted(
            (row for row in shown.rows if row.number in tie_break.plan.lot), key=lambda row: row.rank
        ),
    }


def undoable(tournament: Tournament) -> Act | None:
    """Return the act that just made the matches, while they have no result."""
    act = audit_log.last_undoable(tournament)
    return act if act and act.kind == "tie_break" else None


def _medals_redirect(tournament: Tournament, place: str = "") -> HttpResponse:
    return redirect(reverse("medals", args=[tournament.slug]) + place)


def _match_question(
    tournament: Tournament, what: str, shown: Standings, numbers: Sequence[int]
) -> Confirmation | None:
    """Ask before matches are created for these players."""
    if not numbers:
        return None
    return Confirmation(
        title=what,
        label=what,
        who=[shown.by_number[number].name for number in numbers],
        back=reverse("medals", args=[tournament.slug]),
        kind=registration.competing_kind(tournament),
    )


def create(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create the matches that the ties call for, with a lot whose seed is stored and shown."""

    def ask(held: Tournament) -> Confirmation | None:
        shown = standings(held)
        tied = [number for _rank, numbers in medals.ties_without_matches(held, shown) for number in numbers]
        if medals.start_obstacle(held) is not None:
            return None
        return _match_question(held, _("Create the best-of-three matches"), shown, tied)

    def do(held: Tournament) -> None:
        medals.create(held, seed=secrets.randbelow(1_000_000), by=request.user)  # type: ignore[arg-type]

    return _run_if_confirmed(request, tournament, ask, do)


def seat(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Seat the matches that have become ready."""
    return _run_if_confirmed(
        request,
        tournament,
        lambda held: _match_question(
            held, _("Seat the next match"), standings(held), medals.numbers_to_seat(held)
        ),
        lambda held: medals.advance(held, by=request.user),  # type: ignore[arg-type]
    )


def _run_if_confirmed(
    request: HttpRequest,
    tournament: Tournament,
    ask: Callable[[Tournament], Confirmation | None],
    do: Callable[[Tournament], object],
) -> HttpResponse:
    with flash.domain_errors(request):
        if page := confirm.run_if_confirmed(request, locked(tournament), ask, do):
            return page
    return _medals_redirect(tournament)


def withdraw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Withdraw the matches of a tie that a correction has dissolved."""
    with flash.domain_errors(request):
        medals.withdraw(tournament, parse_int(request.POST.get("stage", "")) or 0, by=request.user)  # type: ignore[arg-type]
        flash.success(request, "matches_withdrawn")
    return _medals_redirect(tournament)


def take_back(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Undo the matches that the page showed, unless something happened since."""
    return undo_posted_act(request, undoable(tournament), reverse("medals", args=[tournament.slug]))


def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Continue the games of the tournament, once the reader has confirmed what that ends."""

    def ask(held: Tournament) -> Confirmation | None:
        ending = reopening.ending(held)
        return _reopen_question(held, ending) if ending.official or ending.stages else None

    def do(held: Tournament) -> None:
        act = reopening.reopen(held, seen=reopening.ending(held).identity, by=request.user)  # type: ignore[arg-type]
        flash.success(request, "reopened", undo=reverse("act_undo", args=[tournament.slug, act.version]))

    return _run_if_confirmed(request, tournament, ask, do)


def _reopen_question(tournament: Tournament, ending: reopening.Ending) -> Confirmation:
    """Return the confirmation that lists what reopening the tournament ends."""
    return Confirmation(
        title=_("Reopen the day"),
        label=_("Reopen the day"),
        who=ending.people,
        back=reverse("medals", args=[tournament.slug]),
        note=reopening_note(ending),
        danger=True,
        kind=registration.competing_kind(tournament),
    )


def forfeit(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Award a match for a medal or of the playoffs to the side that stayed; to neither with `absent=both`."""
    after_the_day = tournament.stages.exclude(kind=Stage.Kind.QUALIFYING)
    meeting = get_object_or_404(Meeting, uid=uid, void_act=None, round__stage__in=after_the_day)
    absent = None
    if (who := request.POST.get("absent", "")) != "both":
        absent = get_object_or_404(Entry, tournament=tournament, number=parse_int(who))
    with flash.domain_errors(request):
        playoffs.forfeit(meeting, absent, by=request.user, nonce=request.POST.get("nonce"))  # type: ignore[arg-type]
        if absent:
            flash.success(request, "match_forfeited", {"name": absent.name})
        else:
            flash.success(request, "match_forfeited_by_both")
    return _medals_redirect(tournament)


def tick(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Tick a card off at the total that was read aloud, or remove the tick."""
    with flash.domain_errors(request):
        card_audit.tick(tournament, {number: _parse_total(request.POST.get("total", ""))})
    if request.headers.get("HX-Request"):
        tournament.refresh_from_db()
        again = context(request, tournament) | {"oob": True}
        answer = render(request, "tournaments/medals/closing.html", again)
        # Each tap returns its own line; the rest is requested once, when tapping pauses.
        return trigger_client_event(answer, "ticked", after="settle")
    return _medals_redirect(tournament, f"{_cards_query(request)}#reading-{number}")


def tick_all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Tick off all cards that the page named, at the totals read aloud: `read=NUMBER:TOTAL` for each."""
    pairs = [text.partition(":") for text in request.POST.getlist("read")]
    with flash.domain_errors(request):
        card_audit.tick(
            tournament, {parse_int(number) or 0: _parse_total(total) for number, _colon, total in pairs}
        )
    return _medals_redirect(tournament, f"{_cards_query(request)}#official-title")


def _parse_total(read: str) -> int | None:
    total = parse_int(read.removeprefix("-"))
    return -total if total and read.startswith("-") else total


def _cards_query(request: HttpRequest) -> str:
    return "?cards=all" if request.GET.get("cards") == "all" else ""


def make_official(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Freeze the standings that the page showed as the official ones."""
    with locked(tournament) as tournament:  # so that the checked standings are the frozen ones
        if request.POST.get("version") != str(tournament.version):
            publication = publications.official_publication(tournament)
            if publication is None or publication.version != tournament.version:
                flash.error(request, "standings_changed")
            return _medals_redirect(tournament)
        against = card_audit.official_obstacles(
            tournament, card_audit.readings(tournament, standings(tournament))
        )
        if request.POST.get("all_the_same") != "1":
            against += card_audit.publish_warnings(tournament)
        for refusal in against:
            flash.domain_error(request, refusal)
        if not against:
            publications.publish(tournament, official=True, by=request.user)  # type: ignore[arg-type]
    return _medals_redirect(tournament)
