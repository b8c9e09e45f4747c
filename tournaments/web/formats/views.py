"""Formats: their list, the page of each with its figures, and the editing of those of an organisation."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring import DomainError, boards
from tournaments import formats
from tournaments.accounts import permissions
from tournaments.common import competitors
from tournaments.common.messages import sentences
from tournaments.common.sanitize import clean_line
from tournaments.games import GAMES
from tournaments.models import Organisation, OwnFormat
from tournaments.organisations import own_formats
from tournaments.organisations.own_formats import Draft
from tournaments.pairing import feasibility
from tournaments.publishing import names, tournament_words
from tournaments.registration.names import fold, has_words
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.formats import forms
from tournaments.web.formats.forms import BringForm
from tournaments.web.setup import feasibility as setup_feasibility
from tournaments.web.setup import words as setup_words
from tournaments.web.setup.forms.formats import OWN_PREFIX, key_of
from tournaments.web.setup.views.pages import game_parts_context, input_with_way_out, script_data

PLAYER_COUNTS = (5, 6, 8, 9, 10, 12, 13, 16, 20, 24, 30, 32, 40, 60, 64, 100)
Rules = dict[str, Any]


def rows(rules: Rules) -> list[dict[str, Any]]:
    """Return a row for each number of players: how many rounds are possible, and remarks of the set-up."""
    return [_row(players, rules) for players in PLAYER_COUNTS]


def _row(players: int, rules: Rules) -> dict[str, Any]:
    if players % 2 and rules["odd"] is None and rules["odd_ways"]:
        rules = rules | {"odd": rules["odd_ways"][0]}
    if rules["bye_credit"] is None:
        rules = rules | {"bye_credit": 0}
    found = _full_feasibility(players, rules)
    least, most = rules["rounds_allowed"]
    fewer = [
        int(way.value)
        for problem in found.problems
        for way in problem.ways
        if problem.hard and way.field == "rounds" and least <= int(way.value) <= most
    ]
    if fewer:
        rules = rules | {"rounds": max(fewer)}
        found = _full_feasibility(players, rules)
    context = setup_feasibility.feasibility_context(
        found, rules | {"tables": found.tables_needed}, competitors.declared_kind(rules), here=False
    )
    facts = {fact["code"]: fact["value"] for fact in context["facts"]}
    hard = {problem.code for problem in found.problems if problem.hard}
    return {
        "players": players,
        "rounds": rules["rounds"],
        "possible": found.possible,
        "facts": facts,
        "notes": [one for one in context["sentences"] if not hard or one.code in hard],
    }


def _full_feasibility(players: int, rules: Rules) -> feasibility.Feasibility:
    """Return the feasibility for so many players, with as many tables as they need."""
    return feasibility.stage_feasibility(rules, players, tables=players * boards.each(rules))


RULE_BOOK_PREFIX = "docs/rules.md "
MAX_SEARCHED = 80


def all_formats(request: SignedInRequest) -> HttpResponse:
    """Show every format that can be chosen, the removed ones, and the form that imports the file of one."""
    page = formats_context(request) | {"form": BringForm()}
    return render(request, "tournaments/formats/list.html", page)


def formats_context(request: SignedInRequest) -> dict[str, Any]:
    """Return the context of the list of formats."""
    keeps, typed = format_owners(request), clean_line(request.GET.get("q", ""))[:MAX_SEARCHED]
    shipped: dict[str, list[dict[str, str]]] = {}
    for key, one in formats.FORMATS.items():
        context = {"key": key, "name": names.format_name(key), "note": names.format_note(key)}
        if _is_found(typed, context["name"], context["note"], str(GAMES[one.game].words.NAME)):
            shipped.setdefault(one.game, []).append(context)
    own = own_formats.offered_formats(permissions.organisations_of(request.user, "set_up"))
    return {
        "own": [
            (one, key_of(one.uid)) for one in own if _is_found(typed, one.name, one.note, one.original_name)
        ],
        "taken_away": own_formats.removed_formats(keeps),
        "shipped": [(GAMES[game].words.NAME, rows) for game, rows in shipped.items()],
        "keeps": keeps,
        "typed": typed,
    }


def _is_found(typed: str, *texts: str) -> bool:
    return has_words(fold(" ".join(texts)), typed)


def format_owners(request: SignedInRequest) -> list[Organisation]:
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
    return render(request, "tournaments/formats/detail.html", page)


def own_format(request: SignedInRequest, uid: UUID) -> HttpResponse:
    """Show a format of an organisation."""
    one = find_format(request, uid)
    every = list(own_formats.versions(one))
    befores = [*every[1:], None]
    page = _format_context(request, formats.complete_rules(one.rules)) | {
        "one": one,
        "name": one.name,
        "note": one.note,
        "source": _source(one.rules["format"]),
        "key": key_of(one.uid),
        "of": key_of(one.uid),
        "differences": own_formats.differences(one.original, one.rules),
        "versions": [
            {"one": now, "changed": own_formats.differences(before.rules, now.rules) if before else []}
            for now, before in zip(every, befores, strict=True)
        ],
        "may_keep": permissions.may(request.user, "keep_formats", one.organisation),
    }
    return render(request, "tournaments/formats/detail.html", page)


def find_format(request: SignedInRequest, uid: UUID) -> OwnFormat:
    """Return the newest version of a format that the reader may play. Raises `Http404` if there is none."""
    return get_object_or_404(
        own_formats.offered_formats(permissions.organisations_of(request.user, "set_up")), uid=uid
    )


def _format_context(request: SignedInRequest, rules: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": GAMES[rules["game"]].words.NAME,
        "rules": tournament_words.announced_rules(rules),
        "slots": tournament_words.timetable(rules),
        "numbers": rows(rules),
        "teams": competitors.declared_kind(rules) == competitors.TEAMS,
        "keeps": format_owners(request),
    }


def _source(key: str) -> str:
    """Return the source of a format, in words."""
    source = formats.FORMATS[key].source if key in formats.FORMATS else ""
    if source.startswith(RULE_BOOK_PREFIX):
        return _("The rule book of Cheville, %(section)s") % {
            "section": source.removeprefix(RULE_BOOK_PREFIX)
        }
    return source or _("As clubs play it: its rules are declared here and are in no book.")


def file(request: SignedInRequest, uid: UUID) -> HttpResponse:
    """Return the file of a format."""
    one = find_format(request, uid)
    answer = HttpResponse(own_formats.format_file(one), content_type="application/json")
    name = slugify(one.name) or "format"
    answer["Content-Disposition"] = f'attachment; filename="{name}.cheville-format.json"'
    return answer


TOURNAMENT_PREFIX = "day-"


def new(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Make a format from another one, or from that of a tournament, for an organisation."""
    of = request.POST.get("of") or request.GET.get("of", formats.FIRST)
    draft = _draft(request, of)
    form = forms.FormatForm(input_with_way_out(request), draft=draft)
    if "way" not in request.POST and form.is_valid():
        with sentences.errors_to_form(form, "name"):
            kept = own_formats.save_format(form.changed(), organisation, by=request.user)
            flash.success(request, "format_kept", {"name": kept.name})
            return redirect("own_format", kept.uid)
    return _edit_page(request, form, organisation, of)


def change(request: SignedInRequest, organisation: Organisation, uid: UUID) -> HttpResponse:
    """Make the next version of a format; if it was removed meanwhile, the input is kept."""
    one = own_formats.offered_formats([organisation]).filter(uid=uid).first()
    gone = one is None
    if one is None and request.method == "POST":
        one = own_formats.removed_formats([organisation]).filter(uid=uid).first()
    if one is None:
        flash.error(request, "format_gone")
        return redirect("formats")
    draft = Draft(
        one.name, one.note, own_formats.rules_to_play(one), one.original, one.original_name, one.uid
    )
    of = f"{OWN_PREFIX}{uid}"
    # Input that is refused for another reason is still compared with what the page showed at first.
    seen = request.POST.get("version", str(one.version))
    form = forms.FormatForm(input_with_way_out(request), draft=draft)
    if "way" not in request.POST and form.is_valid():
        with sentences.errors_to_form(form, "name"):
            if gone:
                raise DomainError("format_gone_meanwhile", name=one.name)
            if request.POST.get("version") != str(one.version):
                seen = str(one.version)
                raise DomainError("format_changed_meanwhile")
            own_formats.change(one, form.changed(), by=request.user)
            flash.success(request, "format_changed", {"name": form.cleaned_data["name"]})
            return redirect("own_format", uid)
    return _edit_page(request, form, organisation, of, one, seen)


def _draft(request: SignedInRequest, of: str) -> Draft:
    """Return the draft for a new format: a shipped one, one of an organisation, or that of a tournament."""
    if of.startswith(TOURNAMENT_PREFIX):
        known = permissions.tournaments_of(request.user)
        return own_formats.draft_from_tournament(
            get_object_or_404(known, slug=of.removeprefix(TOURNAMENT_PREFIX))
        )
    if of.startswith(OWN_PREFIX):
        try:
            one = find_format(request, UUID(of.removeprefix(OWN_PREFIX)))
        except ValueError:
            raise Http404 from None
        rules = own_formats.rules_to_play(one)
        return Draft(one.name, one.note, rules, rules | {"own": None}, one.name)
    if of not in formats.FORMATS:
        raise Http404
    return own_formats.shipped(of)


def _edit_page(
    request: HttpRequest,
    form: forms.FormatForm,
    organisation: Organisation,
    of: str,
    one: OwnFormat | None = None,
    seen: str = "",
) -> HttpResponse:
    refused = form.is_bound and "way" not in request.POST and not form.is_valid()
    if form.is_bound and not refused:
        form.full_clean()
    page = _form_context(form, organisation) | {
        "refused": refused,
        "organisation": organisation,
        "of": of,
        "one": one,
        "seen": seen,
    }
    return render(request, "tournaments/formats/edit.html", page)


def _form_context(form: forms.FormatForm, organisation: Organisation) -> dict[str, Any]:
    """Return the context of the page and of the box's fragment, computed from the input so far."""
    rules = form.rules()
    return {
        "form": form,
        "box": setup_feasibility.box(form, rules),
        "slots": tournament_words.timetable(rules),
        "summaries": setup_words.section_summaries(form, rules),
        "rules_in_words": tournament_words.announced_rules(rules),
        "feasibility_url": reverse("format_feasibility", args=[organisation.slug]),
        "asked": script_data(rules),
        "parts": game_parts_context(form),
        "differences": own_formats.differences(form.draft.original, rules),
    }


def format_feasibility(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Render the box again for the input so far; nothing is written."""
    form = forms.FormatForm(request.POST, draft=_draft(request, request.POST.get("of", "")))
    form.full_clean()
    return render(request, "tournaments/formats/fragment.html", _form_context(form, organisation))


def remove(request: SignedInRequest, organisation: Organisation, uid: UUID) -> HttpResponse:
    """Remove a format; the list offers to put it back."""
    one = get_object_or_404(own_formats.offered_formats([organisation]), uid=uid)
    with flash.domain_errors(request):
        own_formats.remove(one, by=request.user)
        undo = reverse("format_back", args=[organisation.slug, uid])
        flash.success(request, "format_removed", {"name": one.name}, undo=undo)
    return redirect("formats")


def put_back(request: SignedInRequest, organisation: Organisation, uid: UUID) -> HttpResponse:
    """Offer a removed format again."""
    one = get_object_or_404(own_formats.removed_formats([organisation]), uid=uid)
    with flash.domain_errors(request):
        own_formats.put_back(one, by=request.user)
        flash.success(request, "format_back", {"name": one.name})
    return redirect("formats")


def bring(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Keep the format of a file, or nothing if anything in it is wrong."""
    try:
        given = request.FILES.get("file")
        if given is None:
            raise DomainError("format_file_missing")
        draft = own_formats.parse_format(given.read(own_formats.MAX_BYTES + 1))
        forms.check_set_up(draft)
        kept = own_formats.save_format(draft, organisation, by=request.user)
    except DomainError as refusal:
        page = formats_context(request) | {
            "form": forms.BringForm(),
            "refused": sentences.error_sentence(refusal),
        }
        return render(
            request, "tournaments/formats/list.html", page | {"refused_in": organisation}, status=422
        )
    flash.success(request, "format_brought", {"name": kept.name})
    return redirect("own_format", kept.uid)
