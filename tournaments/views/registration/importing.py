"""A list brought along: pasted or from a file, previewed, corrected, and entered whole or not at all."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from scoring import Refusal
from tournaments import registration, sentences
from tournaments.models import Act, Entry, Tournament
from tournaments.registration import columns, money, sheets
from tournaments.registration.candidates import Candidate, candidates

HERE = "tournaments/registration/"


def _roles() -> list[tuple[str, str]]:
    return [
        ("", _("left out")),
        ("name", _("name in full")),
        ("given", _("first name")),
        ("family", _("family name")),
        ("club", _("club")),
        ("region", _("region")),
        ("member_number", _("member number")),
        ("fee", _("fee")),
        ("paid_how", _("paid how")),
        ("apart", _("keep apart")),
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where a list is pasted or a file chosen; it waits in the session until it is confirmed."""
    if request.method != "POST":
        return render(request, HERE + "import.html", {"waiting": request.session.get(_key(tournament))})
    file, pasted = request.FILES.get("file"), request.POST.get("pasted", "")
    try:
        if file is not None:
            if (file.size or 0) > sheets.MOST_BYTES:
                raise Refusal("file_too_big", most=sheets.MOST_BYTES // 1_000_000)
            rows = sheets.read_file(file.read())
        else:
            rows = sheets.read_text(pasted)
    except Refusal as refusal:
        context = {"refusal": sentences.refused(refusal), "pasted": pasted, "from_file": file is not None}
        return render(request, HERE + "import.html", context, status=422)
    guess = columns.guess(rows)
    request.session[_key(tournament)] = {
        "token": secrets.token_urlsafe(16),
        "source": (file.name or "")[:80] if file is not None else "",
        "rows": rows,
        "heading": guess.heading,
        "roles": list(guess.roles),
    }
    return redirect("roster_preview", tournament.slug)


def _key(tournament: Tournament) -> str:
    return f"roster-{tournament.uid}"


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What would be entered, with columns to correct; nothing is entered before the last button."""
    brought = request.session.get(_key(tournament))
    if request.method != "POST":
        return (
            _preview(request, tournament, brought) if brought else redirect("roster_import", tournament.slug)
        )
    token = request.POST.get("token", "")
    if not brought or brought["token"] != token:
        return _already_in(request, tournament, token)
    if _corrected(request, brought):
        request.session[_key(tournament)] = brought
    elif request.POST.get("do") == "enter":
        return _enter(request, tournament, brought)
    if request.htmx:  # type: ignore[attr-defined]
        return _preview(request, tournament, brought)
    return redirect("roster_preview", tournament.slug)


def _corrected(request: HttpRequest, brought: dict[str, Any]) -> bool:
    """Take over what the selects say; whether that changed anything."""
    known = dict(_roles())
    roles = [request.POST.get(f"column-{index}", role) for index, role in enumerate(brought["roles"])]
    roles = [role if role in known else "" for role in roles]
    given = {role: index for index, role in enumerate(roles) if role != brought["roles"][index]}
    roles = [role if given.get(role, index) == index else "" for index, role in enumerate(roles)]
    heading = brought["heading"]
    if request.POST.get("heading-known"):
        wanted = bool(request.POST.get("heading"))
        heading = None if not wanted else (0 if heading is None else heading)
    changed = roles != brought["roles"] or heading != brought["heading"]
    brought["roles"], brought["heading"] = roles, heading
    return changed


def _candidates(tournament: Tournament, brought: dict[str, Any]) -> list[Candidate]:
    entered = tournament.entries.values_list("number", "name", "club", "member_number")
    return candidates(brought["rows"], brought["roles"], brought["heading"], entered)


def _preview(
    request: HttpRequest, tournament: Tournament, brought: dict[str, Any], refusal: str = ""
) -> HttpResponse:
    people: Sequence[Candidate] = []
    try:
        people = _candidates(tournament, brought)
    except Refusal as refused:
        refusal = sentences.refused(refused)
    ready = [person for person in people if person.draft]
    doubtful = [(person, _choice(request, person)) for person in ready if person.likes]
    plain = [person for person in ready if not person.likes]
    chosen_above = sum(choice == "enter" for _person, choice in doubtful)
    context = {
        "brought": brought,
        "heading_row": None if brought["heading"] is None else brought["heading"] + 1,
        "columns": _columns(brought),
        "roles": _roles(),
        "people": ready,
        "refused": [(person, sentences.refused(person.refusal)) for person in people if person.refusal],
        "doubtful": doubtful,
        "plain": plain,
        "filled": _filled(plain),
        "chosen": len(plain) + chosen_above,
        "chosen_above": chosen_above,
        "refusal": refusal,
        "next_round": registration.next_round_number(tournament),
    }
    page = "preview_body.html" if request.htmx else "preview.html"  # type: ignore[attr-defined]
    status = 422 if refusal and request.method == "POST" and not request.htmx else 200  # type: ignore[attr-defined]
    return render(request, HERE + page, context, status=status)


def _filled(people: Sequence[Candidate]) -> set[str]:
    """What is known of somebody among `people`: a column that is empty in every row is not shown."""
    details = [person.draft.details for person in people if person.draft]
    return {name for known in details for name, value in known.items() if value not in ("", None)}


def _choice(request: HttpRequest, person: Candidate) -> str:
    """What was chosen by hand about somebody who looks like another, or what is proposed."""
    proposed = "skip" if person.skip else "enter"
    chosen = request.POST.get(f"row-{person.row}", "")
    by_hand = chosen in ("enter", "skip") and chosen != request.POST.get(f"proposed-{person.row}")
    return chosen if by_hand else proposed


def _columns(brought: dict[str, Any]) -> list[dict[str, Any]]:
    """Each column with its heading, three things that stand in it, and its role; empty ones are left out."""
    rows, heading = brought["rows"], brought["heading"]
    below = rows if heading is None else rows[heading + 1 :]
    found = []
    for index, role in enumerate(brought["roles"]):
        samples = [row[index] for row in below if row[index]][:3]
        title = rows[heading][index] if heading is not None else ""
        if samples or title:
            found.append({"index": index, "title": title, "samples": samples, "role": role})
    return found


def _enter(request: HttpRequest, tournament: Tournament, brought: dict[str, Any]) -> HttpResponse:
    try:
        people = [person for person in _candidates(tournament, brought) if person.draft]
        if _act_of(tournament, brought["token"]):  # the first of two clicks was faster than this look
            return _already_in(request, tournament, brought["token"])
        choices = {person.row: request.POST.get(f"row-{person.row}", "") for person in people if person.likes}
        if any(choice not in ("enter", "skip") for choice in choices.values()):
            said = _("Since this page was opened others were entered who look alike. Choose for them too.")
            return _preview(request, tournament, brought, said)
        drafts = [person.draft for person in people if choices.get(person.row) != "skip" and person.draft]
        if not drafts:
            return _nobody_new(request, tournament)
        act, _new = registration.import_roster(tournament, drafts, token=brought["token"], by=request.user)  # type: ignore[arg-type]
    except Refusal as refusal:
        return _preview(request, tournament, brought, sentences.refused(refusal))
    request.session.pop(_key(tournament), None)
    _say_entered(request, tournament, act)
    return redirect("registration", tournament.slug)


def _nobody_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    request.session.pop(_key(tournament), None)
    messages.info(request, _("Nobody was entered: everybody of that list was left out."))
    return redirect("registration", tournament.slug)


def _already_in(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """The second of two clicks: the first one's answer; or a list that is no longer kept."""
    act = _act_of(tournament, token)
    if act:
        _say_entered(request, tournament, act)
        return redirect("registration", tournament.slug)
    messages.warning(request, _("That list is no longer kept here. Bring it again."))
    return redirect("roster_import", tournament.slug)


def _act_of(tournament: Tournament, token: str) -> Act | None:
    """The act that entered a list."""
    return tournament.acts.filter(kind="import", args__token=token).first() if token else None


def _say_entered(request: HttpRequest, tournament: Tournament, act: Act) -> None:
    count = len(act.args["entries"])
    text = ngettext(
        "%(count)s player of the list is entered.", "%(count)s players of the list are entered.", count
    )
    undo = reverse("registration_undo", args=[tournament.slug, act.version])
    messages.success(request, text % {"count": count}, extra_tags=f"undo={undo}")


@require_GET
def export(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The roster as French Excel reads it; a list that can be brought again."""
    rows: list[list[Any]] = [
        [
            _("Number"),
            _("Name"),
            _("Club"),
            _("Region"),
            _("Member number"),
            _("Fee"),
            _("Paid"),
            _("Keep apart"),
        ]
    ]
    rows[0] += [_("Table kept"), _("Seat kept"), _("Arrived")]
    for entry in tournament.entries.exclude(kind=Entry.Kind.HOUSE):
        rows.append(_exported(entry))
    answer = HttpResponse(sheets.written(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.csv"'
    return answer


def _exported(entry: Entry) -> list[Any]:
    words = {"cash": _("cash"), "cheque": _("cheque"), "transfer": _("transfer"), "free": _("free")}
    table, seat = entry.fixed_seat or ("", "")
    return [
        entry.number,
        entry.name,
        entry.club,
        entry.region,
        entry.member_number,
        money.plain(entry.fee_cents, point=","),
        words.get(entry.paid_how, _("yes") if entry.paid_how else ""),
        entry.apart,
        table,
        seat,
        _("yes") if entry.checked_in_at else "",
    ]
