"""Context processors: the reader's permissions, and in a tournament its name and navigation."""

from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.models import Tournament
from tournaments.publishing import ceremony, notices
from tournaments.transfer import training
from tournaments.web import steps
from tournaments.web.access import TemplatePermissions
from tournaments.web.navigation_state import NavigationState, load_navigation_state
from tournaments.web.next_line import next_line
from tournaments.web.system_warnings import warnings_for
from tournaments.web.training.words import panel


def tournament_page(request: HttpRequest) -> dict[str, Any]:
    """Return the reader's permissions, the tournament of the page, and its steps as navigation."""
    tournament = getattr(request, "tournament", None)
    may = TemplatePermissions(getattr(request, "user", AnonymousUser()), tournament)
    if tournament is None:
        return {"may": may, "system_warnings": _lazy_warnings(may, None, None)}
    context = {"may": may, "tournament": tournament}
    context |= {"notice": notices.current_notice(tournament), "notice_until": tournament.notice_until}
    if not may["see_day"]:
        return context | {"system_warnings": _lazy_warnings(may, tournament, None)}
    # Whole pages show all of this, most fragments nothing: the state is read where something needs it.
    state: Any = SimpleLazyObject(lambda: load_navigation_state(tournament))
    context["system_warnings"] = _lazy_warnings(may, tournament, state)
    context["navigation"] = SimpleLazyObject(lambda: steps.navigation(request.path, may, state))
    at = request.headers.get("HX-Current-URL", request.path)  # of the page, where a part of it is read again
    context["next_line"] = SimpleLazyObject(lambda: next_line(state, may, at.partition("?")[0]))
    context["hidden_games_notice"] = SimpleLazyObject(
        lambda: ceremony.hidden_games_notice(tournament, state.stage)
    )
    context["extra_links"] = partial(steps.more, may, state)
    if training.is_training(tournament):
        context["training"] = SimpleLazyObject(lambda: panel(tournament))
    return context


def _lazy_warnings(
    may: TemplatePermissions, tournament: Tournament | None, state: NavigationState | None
) -> SimpleLazyObject:
    return SimpleLazyObject(lambda: warnings_for(may.who, tournament, state))
