"""Fragments that many screens poll: rendered once per change that they show, else answered with 304.

What a fragment shows depends on the state of the tournament, its audience, the language, the names shown on
this server and whether a notice is shown, which is above every fragment. The cache keeps the newest one of
each audience. Its ETag is a hash of its content, so a state that looks the same is not sent again.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from django import shortcuts
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from tournaments.accounts.permissions import tag_action
from tournaments.models import Tournament, raw_sql
from tournaments.models.rows import all_of, fetch, fetch_value
from tournaments.publishing import notices
from tournaments.publishing.outputs import rows
from tournaments.web.access import require_permission

LOOK_VERSION = "8"
"""Raise it when the look of fragments changes, or a class that is cached: it is part of every key.

A cache can outlive the program, and an object of a class that is gone cannot be read.
"""
CACHE_SECONDS = 24 * 60 * 60
MAX_WAIT = 5.0
"""For how many seconds a request waits for another one that renders the same fragment."""
CACHE_CONTROL = "public, max-age=0, s-maxage=2, stale-while-revalidate=4"
"""For how many seconds a proxy answers by itself, and may go on while it asks again."""
CLOSED_GAME_AUDIENCES = frozenset({"public", "screen"})
"""The audiences of the standings that visitors see: after closed games, unless they are live."""
PARTS_MARK = "<!--parts-->"
"""The mark of a page's fragment; nothing that was typed can look like it, as `<` is escaped."""
View = Callable[..., HttpResponseBase]
Work = TypeVar("Work")


class TournamentColumns(NamedTuple):
    """The columns of a tournament that show whether anything changed, without a model instance."""

    pk: int
    uid: Any
    epoch: int
    version: int
    last_line: int
    visibility: str
    has_notice: bool


class State(NamedTuple):
    """The state of a tournament that fragments depend on."""

    epoch: int
    version: int
    last_line: int
    has_notice: bool
    look: str = LOOK_VERSION


class CachedFragment(NamedTuple):
    """A fragment in the cache: its ETag, and the newest state that looks like this."""

    etag: str
    state: State


def _state(tournament: Tournament | TournamentColumns) -> State:
    shown = (
        tournament.has_notice
        if isinstance(tournament, TournamentColumns)
        else notices.current_notice(tournament)
    )
    return State(tournament.epoch, tournament.version, tournament.last_line, bool(shown))


def tag(tournament: Tournament, audience: str) -> str:
    """Return an ETag for what `audience` sees of a tournament in its present state."""
    parts = (_uid(tournament), *_state(tournament), audience, get_language())
    return f'"{"-".join(str(part) for part in parts)}"'


def fragment_context(tournament: Tournament, audience: str, render: Callable[[], str]) -> dict[str, str]:
    """Return the context of a page's fragment: `parts`, from the cache or from `render`, and their `tag`."""
    etag, html = fragment(tournament, audience, render)
    return {"parts": html.decode(), "tag": etag}


def render_around(
    shown: tuple[str, bytes], request: HttpRequest, template: str, context: Mapping[str, Any]
) -> HttpResponse:
    """Render a page around its fragment, whose bytes are put in as they are in the cache.

    Decoding and encoding the standings of 2 000 people would take as long as all else of their page.
    """
    etag, html = shown
    response = shortcuts.render(request, template, {**context, "parts": PARTS_MARK, "tag": etag})
    response.content = response.content.replace(PARTS_MARK.encode(), html, 1)
    return response


def fragment(tournament: Tournament, audience: str, render: Callable[[], str]) -> tuple[str, bytes]:
    """Return the ETag and the fragment, from the cache or from `render`."""
    slot, state = _slot(tournament, audience), _state(tournament)

    def find() -> tuple[str, bytes] | None:
        known = _kept_fragment(tournament, audience)
        html = _kept_html(slot, known) if known else None
        return (known.etag, html) if known and html else None

    def make() -> tuple[str, bytes]:
        notice = {"notice": notices.current_notice(tournament)}
        html = (render_to_string("tournaments/notices/line.html", notice) + render()).encode()
        etag = f'"{hashlib.sha256(html).hexdigest()[:32]}"'
        cache.set(slot, (etag, html), CACHE_SECONDS)
        cache.set(f"{slot}:kept", CachedFragment(etag, state), CACHE_SECONDS)
        return etag, html

    return _find_or_make(f"{slot}:busy:{state.epoch}:{state.version}", find, make)


def _find_or_make(busy: str, find: Callable[[], Work | None], make: Callable[[], Work]) -> Work:
    """Return what is in the cache, else make it; of several requests at once the first makes it."""
    patient_until = time.monotonic() + MAX_WAIT
    while (found := find()) is None:
        # after a while the other one failed, or it is slow: better twice than never
        if cache.add(busy, True, MAX_WAIT) or time.monotonic() > patient_until:
            try:
                return make()
            finally:
                cache.delete(busy)
        time.sleep(0.02)
    return found


def _kept_fragment(tournament: Tournament | TournamentColumns, audience: str) -> CachedFragment | None:
    """Return what is kept for `audience` if a fragment of the present state would be the same."""
    slot, state = f"{_slot(tournament, audience)}:kept", _state(tournament)
    kept: CachedFragment | None = cache.get(slot)
    if kept is None or kept.state == state:
        return kept
    if audience not in CLOSED_GAME_AUDIENCES or not _has_only_unseen_lines(tournament, kept.state, state):
        return None
    kept = CachedFragment(kept.etag, state)
    cache.set(slot, kept, CACHE_SECONDS)
    return kept


def _has_only_unseen_lines(tournament: Tournament | TournamentColumns, before: State, now: State) -> bool:
    """Return whether nothing has happened but results of games that are not closed, and these are not shown.

    Each line and each action is a version of its own.
    """
    lines = now.last_line - before.last_line
    alike = before._replace(version=0, last_line=0) == now._replace(version=0, last_line=0)
    if not alike or not 0 <= lines == now.version - before.version:
        return False
    return not fetch_value(raw_sql.HAS_PUBLIC_LINES, tournament.pk, before.last_line)


def _kept_html(slot: str, known: CachedFragment) -> bytes | None:
    etag, html = cache.get(slot) or ("", None)
    return html if etag == known.etag else None


def cached(tournament: Tournament, what: str, work: Callable[[], Work]) -> Work:
    """Return the result of `work`, computed once per version for every language."""
    slot = f"live:{LOOK_VERSION}:{_uid(tournament)}:{what}"
    now = (tournament.epoch, tournament.version)

    def find() -> tuple[Work] | None:
        known, kept = cache.get(slot, (None, None))
        return (kept,) if known == now else None

    def make() -> tuple[Work]:
        kept = work()
        cache.set(slot, (now, kept), CACHE_SECONDS)
        return (kept,)

    (result,) = _find_or_make(f"{slot}:busy:{tournament.epoch}:{tournament.version}", find, make)
    return result


def _slot(tournament: Tournament | TournamentColumns, audience: str) -> str:
    names = "short" if settings.SHORT_NAMES else "full"  # a cache can outlive the settings
    return f"live:{LOOK_VERSION}:{_uid(tournament)}:{audience}:{get_language()}:{names}"


def _uid(tournament: Tournament | TournamentColumns) -> str:
    """Return the uid without hyphens: SQLite has it so, PostgreSQL and the ORM do not."""
    return str(tournament.uid).replace("-", "")


def answer(
    request: HttpRequest, tournament: Tournament, audience: str, render: Callable[[], str]
) -> HttpResponse:
    """Return the fragment, or 304 where the client has it already."""
    etag, html = fragment(tournament, audience, render)
    return _with_etag(get_conditional_response(request, etag=etag) or HttpResponse(html), etag)


def conditional_response(request: HttpRequest, etag: str, made: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the response of `made`, or 304 where the client has it already."""
    return _with_etag(get_conditional_response(request, etag=etag) or made(), etag)


def _with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def public_data(tournament: Tournament, *, full_names: bool = False) -> rows.TournamentData:
    """Return the rows that the public may follow, for API and pages; `full_names` for people in the hall."""
    slot = f"data-{'full' if full_names else 'by_consent'}"
    return cached(tournament, slot, lambda: rows.api_data(tournament, full_names=full_names))


def public_fragment(audience: str, view: View) -> View:
    """Return `view`, which answers with a fragment that everybody may follow, so that proxies can keep it.

    Where the tournament is public and the address names a language (`?language=fr-ca`), the answer depends on
    the address alone: neither session nor cookies are read. Otherwise the view is guarded as any other.
    """
    guarded = require_permission("follow", view)

    @wraps(view)
    def answered(request: HttpRequest, slug: str) -> HttpResponseBase:
        # one small query: a model instance takes twenty times as long, on every phone
        found = fetch(raw_sql.GLANCE, notices.now_in_sql(), slug)
        seen = TournamentColumns(*found[0]) if found else None
        if seen is None or seen.visibility != Tournament.Visibility.PUBLIC:
            return guarded(request, slug=slug)
        language = request.GET.get("language", "")
        # A proxy keeps the answer under one language: an address that names two, or more, is not shared.
        alone = request.META.get("QUERY_STRING") == f"language={language}"
        if not alone or language not in dict(settings.LANGUAGES):
            return _cached_response(request, seen, audience) or guarded(request, slug=slug)
        with translation.override(language):
            response = _cached_response(request, seen, audience)
            if response is None:
                response = view(request, all_of(Tournament, "WHERE id = %s", seen.pk)[0])
        del response["Cache-Control"]
        response["Cache-Control"] = CACHE_CONTROL
        response.public_fragment = True  # type: ignore[attr-defined]
        return response

    return tag_action("follow", answered)


def _cached_response(request: HttpRequest, seen: TournamentColumns, audience: str) -> HttpResponseBase | None:
    """Return 304 or the fragment that is kept, or None where a new one has to be rendered."""
    known = _kept_fragment(seen, audience)
    if known is None:
        return None
    response = get_conditional_response(request, etag=known.etag)
    if response is None and (html := _kept_html(_slot(seen, audience), known)) is not None:
        response = HttpResponse(html)
    return response and _with_etag(response, known.etag)
