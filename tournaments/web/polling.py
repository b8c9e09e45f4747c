"""Fragments that many screens poll: rendered once per version, else answered with 304.

The content of a fragment depends on the tournament's version, its audience, the language and whether a notice
is still shown, and so does its ETag. A slot of the cache holds the newest version only. The notice is shown
above every fragment.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from tournaments.models import Tournament, hall_queries
from tournaments.models.rows import fetch
from tournaments.publishing import notices
from tournaments.publishing.outputs import rows

LOOK = "4"  # raise it when the look of fragments changes: caches that outlive the process then forget
KEPT_FOR = 24 * 60 * 60
View = Callable[..., HttpResponseBase]
Work = TypeVar("Work")


class Glance(NamedTuple):
    """The columns of a tournament that show whether anything changed, without a model instance."""

    uid: Any
    epoch: int
    version: int
    visibility: str
    is_told: bool


def tag(tournament: Tournament | Glance, audience: str) -> str:
    """Return the ETag of what `audience` sees of a tournament now."""
    told = tournament.is_told if isinstance(tournament, Glance) else bool(notices.current_notice(tournament))
    seen = (_uid(tournament), tournament.epoch, tournament.version, int(told))
    parts = (*seen, audience, get_language(), LOOK)
    return f'"{"-".join(str(part) for part in parts)}"'


def fragment_context(tournament: Tournament, audience: str, render: Callable[[], str]) -> dict[str, str]:
    """Return the context of a page's fragment: `parts`, from the cache or from `render`, and their `tag`."""
    return {
        "parts": _rendered(tournament, audience, render).decode(),
        "tag": tag(tournament, audience),
    }


def _rendered(tournament: Tournament, audience: str, render: Callable[[], str]) -> bytes:
    kept = _kept(tournament, audience)
    if kept is None:
        told = render_to_string(
            "tournaments/notices/told.html", {"notice": notices.current_notice(tournament)}
        )
        kept = (told + render()).encode()
        cache.set(_slot(tournament, audience), (tag(tournament, audience), kept), KEPT_FOR)
    return kept


def cached(tournament: Tournament, what: str, work: Callable[[], Work]) -> Work:
    """Return the result of `work`, computed once per version for every language."""
    slot, now = f"live:{_uid(tournament)}:{what}", (tournament.epoch, tournament.version, LOOK)
    known, kept = cache.get(slot, (None, None))
    if known != now:
        kept = work()
        cache.set(slot, (now, kept), KEPT_FOR)
    return kept


def _slot(tournament: Tournament | Glance, audience: str) -> str:
    return f"live:{_uid(tournament)}:{audience}:{get_language()}"


def _uid(tournament: Tournament | Glance) -> str:
    """Return the uid without hyphens: SQLite has it so, PostgreSQL and the ORM do not."""
    return str(tournament.uid).replace("-", "")


def _kept(tournament: Tournament | Glance, audience: str) -> bytes | None:
    known, html = cache.get(_slot(tournament, audience)) or (None, None)
    return html if known == tag(tournament, audience) else None


def answer(
    request: HttpRequest, tournament: Tournament, audience: str, render: Callable[[], str]
) -> HttpResponse:
    """Return the fragment, or 304 where the client has it already."""
    return unless_known(
        request, tag(tournament, audience), lambda: HttpResponse(_rendered(tournament, audience, render))
    )


def unless_known(request: HttpRequest, etag: str, made: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the response of `made`, or 304 where the client has it already."""
    return _sent(get_conditional_response(request, etag=etag) or made(), etag)


def _sent(response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def public_day(tournament: Tournament, *, full_names: bool = False) -> rows.Day:
    """Return the rows that the public may follow, for API and pages; `full_names` for people in the hall."""
    slot = f"data-{'full' if full_names else 'by_consent'}"
    return cached(tournament, slot, lambda: rows.api_day(tournament, full_names=full_names))


def for_everybody(audience: str) -> Callable[[View], View]:
    """Answer with 304 or a cached fragment before the view and its guard are called.

    Only for public tournaments; for any other the view is called.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            # one small query: a model instance takes twenty times as long, on every phone
            found = fetch(hall_queries.GLANCE, notices.now_in_sql(), slug)
            seen = Glance(*found[0]) if found else None
            if seen and seen.visibility == Tournament.Visibility.PUBLIC:
                etag = tag(seen, audience)
                response = get_conditional_response(request, etag=etag)
                if response is None and (kept := _kept(seen, audience)) is not None:
                    response = HttpResponse(kept)
                if response is not None:
                    return _sent(response, etag)
            return view(request, slug=slug, **kwargs)

        return answered

    return decorate
