"""The page of those who go on: the rule, the decisions, and the list that the next tournament imports."""

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.common import audit_log
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.common.spreadsheets.table import quote_formula
from tournaments.models import Tournament
from tournaments.publishing import publications, qualification
from tournaments.publishing.outputs import workbook
from tournaments.publishing.outputs.tables import Cell, Table
from tournaments.publishing.qualification import NEXT, PLACED, Group, Rule
from tournaments.registration import categories, is_named, persons
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.stale_forms import refusal_codes, seen_fingerprint, unchanged_since

REPLACEMENTS = 5  # on the page, of each group


class RuleForm(forms.Form):
    """The number of places, and for whom; without a number there is no qualification."""

    places = forms.IntegerField(
        label=gettext_lazy("How many go on"),
        min_value=1,
        max_value=qualification.MAX_PLACES,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "short"}),
    )
    per = forms.ChoiceField(
        label=pgettext_lazy("how many go on", "Of"),
        choices=(
            (qualification.TOGETHER, gettext_lazy("all together")),
            (qualification.BY_CATEGORY, gettext_lazy("each category")),
            (qualification.BY_CLUB, gettext_lazy("each club")),
        ),
    )

    def rule(self) -> Rule | None:
        """Return the rule that was typed."""
        places = self.cleaned_data["places"]
        return Rule(places, self.cleaned_data["per"]) if places else None


def found_groups(tournament: Tournament) -> list[Group] | None:
    """Return the groups by the official standings; None before there are any."""
    publication = publications.official_publication(tournament)
    if publication is None:
        return None
    return qualification.groups(tournament, publications.published_standings(publication))


def _fingerprint(tournament: Tournament) -> str:
    return fingerprint(qualification.rule_of(tournament))


def page(request: HttpRequest, tournament: Tournament, form: RuleForm | None = None) -> HttpResponse:
    """Show who goes on and who comes next, with what the director decides."""
    rule = qualification.rule_of(tournament)
    found = found_groups(tournament)
    context: dict[str, Any] = {
        "form": form or RuleForm(initial=rule._asdict() if rule else {}),
        "seen": seen_fingerprint(request, _fingerprint(tournament), *refusal_codes(form)),
        "rule": rule,
        "official": found is not None,
        "groups": [_group_row(group) for group in found or []],
        "no_categories": bool(rule and rule.per == qualification.BY_CATEGORY)
        and not categories.categories_of(tournament),
    }
    status = 422 if form else 200
    return render(request, "tournaments/qualification/qualification.html", context, status=status)


def _group_row(group: Group) -> dict[str, Any]:
    """Return a group with the candidates that are shown: not all of those who come next."""
    later = group.in_state(NEXT)[REPLACEMENTS:]
    kept = [one for one in group.candidates if one not in later or one.answer]
    undecided = bool(group.in_state(qualification.LEVEL))
    return {"group": group, "candidates": kept, "later": len(later), "undecided": undecided}


def keep(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Keep how many go on."""
    form = RuleForm(request.POST)
    if form.is_valid():
        with (
            sentences.errors_to_form(form, "places", page_changed=NON_FIELD_ERRORS),
            unchanged_since(request, tournament, _fingerprint) as held,
        ):
            qualification.save_rule(held, form.rule(), by=request.user)
            flash.success(request, "qualification_kept")
            return redirect("qualification", tournament.slug)
    tournament.refresh_from_db()
    return page(request, tournament, form)


def decide(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Write a decision about a person down, or take one back."""
    number, category, version = (
        parse_int(request.POST.get(name, "")) for name in ("number", "category", "take_back")
    )
    with flash.domain_errors(request):
        if version is not None:
            act = get_object_or_404(tournament.acts, version=version, kind=qualification.DECIDED)
            audit_log.undo(act, by=request.user)
            flash.success(request, "undone")
        else:
            answer = request.POST.get("answer", "")
            qualification.decide(tournament, category or 0, number or 0, answer, by=request.user)
            flash.success(request, "qualification_decided")
    return redirect("qualification", tournament.slug)


def workbook_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send those who go on, and those who come next, as lists that another tournament imports."""
    found = found_groups(tournament)
    if not found:
        flash.warning(request, "qualification_nothing")
        return redirect("qualification", tournament.slug)
    tables = [
        _table(tournament, found, PLACED, _("Who goes on")),
        _table(tournament, found, NEXT, _("Replacements")),
    ]
    content = workbook.workbook_bytes(
        [one for one in tables if one.rows or one.name == PLACED], tournament.name, timezone.now()
    )
    answer = HttpResponse(content, content_type=workbook.CONTENT_TYPE)
    name = f"{tournament.slug}-qualification.xlsx"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _table(tournament: Tournament, found: list[Group], state: str, title: str) -> Table:
    """Return a list of those in a state, each once, with headings that the import reads."""
    numbers = dict.fromkeys(one.row.number for group in found for one in group.in_state(state))
    if state == NEXT:
        placed = {one.row.number for group in found for one in group.in_state(PLACED)}
        numbers = {number: None for number in numbers if number not in placed}
    entries = {entry.number: entry for entry in tournament.entries.filter(number__in=numbers)}
    known = categories.categories_of(tournament)
    most = max((len(entry.team) for entry in entries.values()), default=0)
    headings = [_("Name"), _("Club"), _("Region"), _("Member number")]
    headings += [_("Category")] if known else []
    headings += [_("Player %(number)s") % {"number": at} for at in range(2, most + 1)]
    headings += [_("Team")] if most else []
    rows: list[list[Cell]] = []
    for entry in (entries[number] for number in numbers if number in entries):
        held = ", ".join(one.name for one in known if one.id in entry.categories)
        first, *others = map(quote_formula, persons(entry))
        others = [*others, *[""] * most][: max(most - 1, 0)]
        row: list[Cell] = [first, entry.club, entry.region, entry.member_number]
        row += [held] if known else []
        row += [*others, entry.name if is_named(entry) else ""] if most else []
        rows.append(row)
    return Table(state, title, headings, rows)
