"""The list of formats, and the page of each: source, rules, numbers, differences, versions."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments import formats
from tournaments.accounts import permissions
from tournaments.common import competitors
from tournaments.games import GAMES
from tournaments.models import Organisation, OwnFormat
from tournaments.organisations import own_formats
from tournaments.publishing import names, tournament_words
from tournaments.web.access import SignedInRequest
from tournaments.web.formats import numbers
from tournaments.web.formats.forms import BringForm
from tournaments.web.setup.forms.formats import key_of

RULE_BOOK = "docs/rules.md "


def all_formats(request: SignedInRequest) -> HttpResponse:
    """Show every format that can be chosen, the removed ones, and the form that imports the file of one."""
    page = formats_context(request) | {"form": BringForm()}
    return render(request, "tournaments/formats/all.html", page)


def formats_context(request: SignedInRequest) -> dict[str, Any]:
    """Return the context of the list of formats."""
    keeps = keeps_for(request)
    shipped: dict[str, list[dict[str, str]]] = {}
    for key, one in formats.FORMATS.items():
        told = {"key": key, "name": names.format_name(key), "note": names.format_note(key)}
        shipped.setdefault(one.game, []).append(told)
    return {
        "own": own_formats.offered(permissions.organisations_of(request.user, "set_up")),
        "taken_away": own_formats.taken_away(keeps),
        "shipped": [(GAMES[game].words.NAME, rows) for game, rows in shipped.items()],
        "keeps": keeps,
    }


def keeps_for(request: SignedInRequest) -> list[Organisation]:
    """Return the organisations for which the reader may keep formats; a new laptop gets its first one."""
    keeps = list(permissions.organisations_of(request.user, "keep_formats"))
    return keeps or ([permissions.organisation_for(request.user)] if request.user.is_superuser else [])


def shipped_format(request: SignedInRequest, key: str) -> HttpResponse:
    """Show a shipped format."""
    if key not in formats.FORMATS:
        raise Http404
    page = _format_context(request, formats.rules(key)) | {
        "name": names.format_name(key),
        "note": names.format_note(key),
        "source": _source(key),
        "key": key,
        "of": key,
    }
    return render(request, "tournaments/formats/one.html", page)


def own_format(request: SignedInRequest, uid: UUID) -> HttpResponse:
    """Show a format of an organisation."""
    one = found(request, uid)
    page = _format_context(request, formats.whole(one.rules)) | {
        "one": one,
        "name": one.name,
        "note": one.note,
        "source": _source(one.rules["format"]),
        "key": key_of(one.uid),
        "of": key_of(one.uid),
        "differences": own_formats.differences(one.original, one.rules),
        "versions": _versions(one),
        "may_keep": permissions.may(request.user, "keep_formats", one.organisation),
    }
    return render(request, "tournaments/formats/one.html", page)


def found(request: SignedInRequest, uid: UUID) -> OwnFormat:
    """Return the newest version of a format that the reader may play. Raises `Http404` if there is none."""
    return get_object_or_404(
        own_formats.offered(permissions.organisations_of(request.user, "set_up")), uid=uid
    )


def _format_context(request: SignedInRequest, rules: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": GAMES[rules["game"]].words.NAME,
        "rules": tournament_words.rules_of_the_day(rules),
        "slots": tournament_words.timetable(rules),
        "numbers": numbers.rows(rules),
        "teams": competitors.declared_kind(rules) == competitors.TEAMS,
        "keeps": keeps_for(request),
    }


def _source(key: str) -> str:
    """Return the source of a format, in words."""
    source = formats.FORMATS[key].source if key in formats.FORMATS else ""
    if source.startswith(RULE_BOOK):
        return _("The rule book of Cheville, %(section)s") % {"section": source.removeprefix(RULE_BOOK)}
    return source or _("As clubs play it: its rules are declared here, no book has them.")


def _versions(one: OwnFormat) -> list[Mapping[str, Any]]:
    """Return every version with its changes, the newest first."""
    every = list(own_formats.versions(one))
    befores = [*every[1:], None]
    return [
        {"one": now, "changed": own_formats.differences(before.rules, now.rules) if before else []}
        for now, before in zip(every, befores, strict=True)
    ]


def file(request: SignedInRequest, uid: UUID) -> HttpResponse:
    """Return the file of a format."""
    one = found(request, uid)
    answer = HttpResponse(own_formats.format_file(one), content_type="application/json")
    name = slugify(one.name) or "format"
    answer["Content-Disposition"] = f'attachment; filename="{name}.cheville-format.json"'
    return answer
