"""Papers: those that can be printed today, and the jobs that make them."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.games import GAMES
from tournaments.common import jobs
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Job, Round, Tournament
from tournaments.publishing.papers import (
    paper_age,
    paper_pictures,
    paper_plan,
    paper_types,
    printing,
    registry,
)
from tournaments.publishing.papers.paper_types import SPARE, PaperPart
from tournaments.rounds import stages
from tournaments.system.hosts import is_loopback_url
from tournaments.web import flash
from tournaments.web.base_address import base
from tournaments.web.job_state import job_state
from tournaments.web.papers.one_person import people_found, typed_number
from tournaments.web.papers.words import (
    age_name,
    choices,
    closed_games_note,
    recipient_name,
    round_name,
    spoken_state,
)

LANGUAGES = tuple(dict(settings.LANGUAGES))
SIZES = ("large", "small")
MAX_JOBS, MIN_JOBS = 12, 3
MAX_TYPED_LENGTH = 120


def papers_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the papers that are needed now and next, those that have been made, and all of them."""
    seated = list(
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=Round.State.VOID)
        .select_related("stage")
        .order_by("-stage__order", "-number")
    )
    rounds = [
        {
            "value": f"{round_.stage.order}-{round_.number}",
            "label": round_name(round_.stage, round_.number),
            "now": round_.state != Round.State.CLOSED,
        }
        for round_ in seated
    ]
    chosen, here = request.GET.get("round", ""), base(request)
    changes = paper_age.last_changes(tournament)
    groups = _groups(tournament, seated, rounds, here, request.GET)
    context = {
        "small": _is_small(request.GET, tournament),
        "here_alone": here if is_loopback_url(here) else "",
        "groups": groups,
        "unfolded": any(row["typed"] for group in groups for row in group["kinds"]),
        "rounds": [row | {"chosen": row["value"] == chosen} for row in rounds],
        "as_chosen": urlencode(
            (
                ("round", chosen or (str(rounds[0]["value"]) if rounds else "")),
                ("language", _language(request.GET, tournament)),
                ("size", SIZES[_is_small(request.GET, tournament)]),
            )
        ),
        "language": _language(request.GET, tournament),
        "languages": LANGUAGES,
        "jobs": _jobs(tournament, changes),
        **_needed(tournament, seated, groups, changes),
    }
    return render(request, "tournaments/papers/papers.html", context)


def _needed(
    tournament: Tournament, seated: list[Round], groups: list[dict[str, Any]], changes: paper_age.LastChanges
) -> dict[str, Any]:
    """Return the rows of the papers that are needed now, which are marked, and of the next ones."""
    rows = {row["kind"]: row for group in groups for row in group["kinds"] if not row["off"]}
    possible = [kind for key, kind in registry.PAPER_TYPES.items() if key in rows]
    at = paper_plan.moment(tournament, seated)
    now, later = paper_plan.plan(at, possible, paper_plan.current_kinds(tournament, at, changes))
    for kind in now:
        rows[kind.key]["needed"] = True  # the address of a paper leads to the first of its two rows
    return {"now": [rows[kind.key] for kind in now], "later": [rows[kind.key] for kind in later]}


def _groups(
    tournament: Tournament, seated: list[Round], rounds: list[dict[str, Any]], here: str, typed: QueryDict
) -> list[dict[str, Any]]:
    rules = stages.qualifying(tournament).rules
    by_hand = GAMES[rules["game"]].HAS_MATCH_POINTS and not rules["match_points"]
    note = closed_games_note(seated, paper_age.last_game(tournament))
    rows = [
        {
            "kind": key,
            "title": kind.title,
            "purpose": kind.purpose,
            "needs_round": kind.needs_round,
            "choices": choices(kind, parts, whole=not off),
            "subject": "" if off else kind.subject,
            "typed": typed.get(f"one-{key}", ""),
            "has_small_size": kind.has_small_size,
            "by_hand": by_hand and kind.by_hand,
            "off": off,
            "note": note if kind.closed_games_only and not off else "",
        }
        for key, kind in registry.PAPER_TYPES.items()
        if kind.applies_to(rules)
        for off in [_missing_sentence(tournament, kind, here, seated=bool(seated))]
        for parts in [_parts(tournament, kind, rules, here, seated=bool(seated))]
    ]
    for_the_day = {"title": _("For the day"), "kinds": [row for row in rows if not row["needs_round"]]}
    for_one_game = {
        "title": _("For one game"),
        "kinds": [row for row in rows if row["needs_round"]],
    }
    now = any(round_["now"] for round_ in rounds)
    return [for_one_game, for_the_day] if now else [for_the_day, for_one_game]


def _parts(
    tournament: Tournament, kind: paper_types.PaperType, rules: dict[str, Any], here: str, *, seated: bool
) -> list[PaperPart]:
    """Return the parts of a paper that can be made now."""
    return [
        part
        for part in kind.parts
        if part.applies_to(rules)
        and (seated or not part.needs_round)
        and not paper_types.missing_for(tournament, part, {"base": here})
    ]


def _missing_sentence(tournament: Tournament, kind: paper_types.PaperType, here: str, *, seated: bool) -> str:
    """Return why a paper requested at the address `here` cannot be made yet; empty if it can."""
    no_game = kind.needs_round and not seated
    code = "no_game_seated" if no_game else paper_types.missing_for(tournament, kind, {"base": here})
    return sentences.sentence(code) if code else ""


def _jobs(tournament: Tournament, changes: paper_age.LastChanges) -> dict[str, Any]:
    """Return the rows of the newest papers that are made, or being made."""
    made = list(tournament.jobs.filter(kind__in=registry.KINDS)[:MAX_JOBS])
    alone = {which for job in made if (which := str(job.args.get("which", ""))).isdecimal()}
    others = jobs.has_running_jobs()
    known = {
        "stages": {stage.order: stage for stage in tournament.stages.all()},
        "names": dict(tournament.entries.filter(number__in=alone).values_list("number", "name")),
        "changes": changes,
    }
    rows = [_job(tournament, job, known, others=others) for job in made]
    last = max((place for place, row in enumerate(rows) if row["unfinished"]), default=-1)
    shown = max(MIN_JOBS, last + 1)
    return {"newest": rows[:shown], "earlier": rows[shown:], "unfinished": last >= 0}


def _job(tournament: Tournament, job: Job, known: dict[str, Any], *, others: bool) -> dict[str, Any]:
    kind, args = registry.resolve_merged(job.kind, job.args)
    paper, number = registry.PAPER_TYPES[kind], args.get("round")
    round_ = round_name(known["stages"][args.get("stage", 1)], number) if number else ""
    for_whom = recipient_name(job, known["names"])
    age = age_name(args) if paper_age.has_results(paper, args.get("which", "")) else ""
    parts = (round_ if for_whom != _("spare") else "", for_whom, age)
    round_ = " · ".join(part for part in parts if part)
    title, state = paper.title, job_state(job, others=others)
    changed = known["changes"].of_paper(paper, args)
    return state | {
        "kind": kind,
        "size": SIZES[bool(args.get("small"))],
        "of_round": f"{args.get('stage', 1)}-{number}" if number else "",
        "which": args.get("which", ""),
        "outdated": job.state == Job.State.DONE and args.get("version", changed) < changed,
        "is_next": job.state == Job.State.WAITING and not others and not state["why"],
        "title": title,
        "round": round_,
        "announcement": spoken_state(job, f"{title}, {round_}" if round_ else str(title), state["error"]),
        "language": job.args.get("language", tournament.language),
    }


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that the page polls while something is being made."""
    made = _jobs(tournament, paper_age.last_changes(tournament))
    return render(request, "tournaments/papers/jobs.html", {"jobs": made})


def request_paper(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Request a paper: a job, which the page then follows."""
    chosen, made = _common_args(request, tournament, request.POST), None
    with flash.domain_errors(request):
        made = printing.request(tournament, kind, _args(tournament, kind, chosen, request.POST))
    typed = "" if made else request.POST.get(f"one-{kind}", "")[:MAX_TYPED_LENGTH]
    back = _papers_redirect(
        tournament, request.POST.get("round", ""), chosen["language"], small=chosen["small"]
    )
    if typed:  # it stays in its field, below the message that says what is wrong with it
        back["Location"] = f"{back.url.removesuffix('#made')}&{urlencode({f'one-{kind}': typed})}"
    return back


def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return suggestions for one person, by what is typed in the only field that is sent."""
    typed = next(iter(request.GET.dict().values()), "")[:MAX_TYPED_LENGTH]
    found = people_found(tournament, typed) if typed.strip() else []
    return render(request, "tournaments/papers/people.html", {"people": found})


def _common_args(request: HttpRequest, tournament: Tournament, asked_for: QueryDict) -> dict[str, Any]:
    """Return what is chosen for all papers."""
    return {
        "base": base(request),
        "language": _language(asked_for, tournament),
        "small": _is_small(asked_for, tournament),
    }


def _args(tournament: Tournament, kind: str, chosen: dict[str, Any], asked_for: QueryDict) -> dict[str, Any]:
    """Return the arguments of a paper of this kind. Raise `DomainError` for a round or person there is not.

    Its own fields count where its button stands beside them; others ask for the `whole` of it.
    """
    args, kind_today = dict(chosen), registry.resolve_merged(kind, {})[0]
    of_a_round, own = False, {} if asked_for.get("whole") else asked_for
    args["match_points"] = bool(own.get(f"match_points-{kind}"))
    if kind_today in registry.PAPER_TYPES:
        paper = registry.PAPER_TYPES[kind_today]
        if typed := own.get(f"one-{kind}", "").strip():
            args["which"] = str(typed_number(paper, tournament, typed[:MAX_TYPED_LENGTH]))
        elif which := own.get(f"which-{kind}"):
            known = (which == SPARE and paper.blank_copies) or paper.part(which)
            args["which"] = which if known else str(parse_int(which) or 0)
        of_a_round = paper.belongs_to_round(registry.resolve_merged(kind, args)[1].get("which", ""))
    if of_a_round:
        stage, _dash, number = asked_for.get("round", "").partition("-")
        order, asked = parse_int(stage), parse_int(number)
        if order is None or asked is None:
            raise DomainError("round_not_seated", round="")
        args |= {"stage": order, "round": asked}
    return args


def preview(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Show page 1 of a paper as it would be made now, as a picture; 404 for one that cannot be made."""
    args = _common_args(request, tournament, request.GET)
    seen = (tournament.uid, tournament.epoch, tournament.version, kind, request.GET.get("round"))
    etag = f'"{sha256(repr((seen, args)).encode()).hexdigest()[:32]}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    try:
        page = printing.first_page(tournament, kind, _args(tournament, kind, args, request.GET))
    except DomainError as refusal:
        raise Http404(refusal.code) from refusal
    return _picture_response(page, etag)


def page_1(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Show page 1 of a finished paper as a picture; 404 once its file was deleted."""
    job = _finished_job(tournament, uid)
    path, etag = jobs.result_path(job), f'"{job.result}"'
    if not path.exists():
        raise Http404("paper_gone")
    return get_conditional_response(request, etag=etag) or _picture_response(path, etag)


def _picture_response(file: bytes | Path, etag: str) -> HttpResponse:
    shown = HttpResponse(paper_pictures.first_page_png(file), content_type="image/png")
    shown["ETag"], shown["Cache-Control"] = etag, "private, no-cache"
    return shown


def _language(asked_for: QueryDict, tournament: Tournament) -> str:
    asked = asked_for.get("language")
    return asked if asked in LANGUAGES else tournament.language


def _is_small(asked_for: QueryDict, tournament: Tournament) -> bool:
    """Return whether papers are to be small: as asked, or by the number of people."""
    asked = asked_for.get("size")
    if asked in SIZES:
        return asked == "small"
    return tournament.entries.count() > paper_types.MANY_ENTRIES


def _papers_redirect(
    tournament: Tournament, round_: str, language: str, *, small: bool | None = None
) -> HttpResponseRedirect:
    """Redirect to the page, with the game, the language and the size that were chosen."""
    size = "" if small is None else SIZES[small]
    choices = (("round", round_), ("language", language), ("size", size))
    chosen = {name: value for name, value in choices if value}
    query = f"?{urlencode(chosen)}" if chosen else ""
    return redirect(reverse("papers", args=[tournament.slug]) + query + "#made")


def _redirect_to_job(job: Job) -> HttpResponseRedirect:
    assert job.tournament is not None
    args = job.args
    round_ = f"{args.get('stage', 1)}-{args['round']}" if args.get("round") else ""
    return _papers_redirect(job.tournament, round_, args.get("language", ""), small=args.get("small"))


def cancel(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Cancel the job of a paper."""
    job = get_object_or_404(Job, tournament=tournament, uid=uid, kind__in=registry.KINDS)
    jobs.cancel(job)
    return _redirect_to_job(job)


def retry(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse:
    """Restart the job of a paper that was cancelled or has failed."""
    job = get_object_or_404(Job, tournament=tournament, uid=uid, kind__in=registry.KINDS)
    printing.retry(job)
    return _redirect_to_job(job)


def download(request: HttpRequest, tournament: Tournament, uid: str) -> HttpResponse | FileResponse:
    """Send the finished paper under a readable file name."""
    job = _finished_job(tournament, uid)
    try:
        file = jobs.result_path(job).open("rb")
    except FileNotFoundError:
        flash.error(request, "paper_gone")
        return _redirect_to_job(job)
    return FileResponse(file, filename=jobs.result_name(job), content_type="application/pdf")


def _finished_job(tournament: Tournament, uid: str) -> Job:
    of_papers = Job.objects.filter(kind__in=registry.KINDS, state=Job.State.DONE)
    return get_object_or_404(of_papers, tournament=tournament, uid=uid)
