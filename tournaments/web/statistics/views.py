"""Statistics of a tournament, public; for helpers, a person in other tournaments and against another."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Tournament
from tournaments.publishing import board_results, cross_table, past_tournaments, statistics_words
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.web import display_names, polling
from tournaments.web.access import SignedInRequest


def statistics(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tournament in figures: only closed games, and the names that the reader may see."""
    data = _public_data(tournament)
    context = {
        "day": data,
        "statistics": statistics_words.describe_statistics(data),
        "cross": cross_table.lines(data),
    }
    return render(request, "tournaments/statistics/statistics.html", context)


def cross_table_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the cross table, from the same rows."""
    data = _public_data(tournament)
    context = {"day": data, "cross": cross_table.lines(data), "most": cross_table.MAX_SMALL_FIELD}
    return render(request, "tournaments/statistics/cross_table.html", context)


def boards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the results of each member of the teams by board; directors and helpers see full names."""
    data = polling.public_data(tournament, full_names=display_names.sees_full_names(request.user, tournament))
    return render(
        request,
        "tournaments/statistics/boards.html",
        {"day": data, **board_results.board_results_context(data)},
    )


def _public_data(tournament: Tournament) -> TournamentData:
    full_names = display_names.sees_full_names(None, tournament)  # the same for all
    return polling.public_data(tournament, full_names=full_names)


def person(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a person's other tournaments in the same organisation: those that the user helps to run."""
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    player = past_tournaments.player_of_entry(entry)
    if player is None:
        raise Http404
    others = [
        (known, there)
        for known, there in past_tournaments.tournaments_of(player, but=tournament)
        if may(request.user, "see_day", known)
    ]
    entries = tournament.entries.exclude(kind=Entry.Kind.HOUSE).exclude(pk=entry.pk)
    asked = entries.filter(number=parse_int(request.GET.get("with", "")) or 0).first()
    against = past_tournaments.player_of_entry(asked) if asked else None
    met = (
        past_tournaments.games_between(player, against, [tournament, *(known for known, _there in others)])
        if against
        else []
    )
    names = registration.distinct_names(entries.order_by("sort_name").values_list("number", "name", "club"))
    context = {
        "entry": entry,
        "days": past_tournaments.past_results(others),
        "others": list(names.items()),
        "against": asked if against else None,
        "met": met,
        "won": sum(one.won is True for one in met),
        "lost": sum(one.won is False for one in met),
    }
    return render(request, "tournaments/statistics/person.html", context)
