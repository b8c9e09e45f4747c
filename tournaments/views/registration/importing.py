"""Import of a list: pasted or from a file, previewed, corrected, and entered whole or not at all."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.messages import INFO
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import Refusal
from tournaments import incoming, registration, sentences
from tournaments.models import Act, Tournament
from tournaments.registration import categories, columns, questions, sheets
from tournaments.registration.candidates import Candidate, candidates
from tournaments.registration.questions import Question
from tournaments.views import say
from tournaments.views.registration import club_spellings

HERE = "tournaments/registration/"
MOST_SAMPLES = 3


def _words(asked: Sequence[Question]) -> dict[str, str]:
    """What a column may be; the questions of the tournament by their text."""
    answers = {role: question.text for question, role in zip(asked, columns.ANSWERS, strict=False)}
    return {
        "name": _("first name and family name"),
        "family_given": _("family name and first name"),
        "given": _("first name"),
        "family": _("family name"),
        "club": _("club"),
        "region": _("region"),
        "member_number": _("member number"),
        "fee": _("fee"),
        "paid_how": _("paid how"),
        "apart": _("keep apart"),
        "note": _("note"),
        "category": _("category"),
        "team": _("team"),
        **answers,
    }


def _role_groups(roles: Sequence[str], asked: Sequence[Question]) -> list[tuple[str, list[tuple[str, str]]]]:
    """What a column may be, by the person in a row of whom it is: one more than there are so far."""
    persons = max((columns.split(role)[1] for role in roles if role), default=1)
    groups = [("", [("", _("left out")), *_words(asked).items()])]
    for person in range(2, min(persons + 1, columns.MOST_PEOPLE) + 1):
        title = _("Person %(number)s in the row") % {"number": person}
        own = [(role, word) for role, word in _words(asked).items() if role != "team"]
        options = [(f"{role}-{person}", f"{word} ({person})") for role, word in own]
        groups.append((title, options))
    return groups


@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Read a pasted list or a file, which waits in the session until it is confirmed."""
    if request.method != "POST":
        return render(request, HERE + "import.html", {"waiting": request.session.get(_key(tournament))})
    file, pasted = request.FILES.get("file"), request.POST.get("pasted", "")
    try:
        if file is not None:
            if (file.size or 0) > sheets.MOST_BYTES:
                raise Refusal("file_too_big", most=sheets.MEGABYTES)
            readings = sheets.read_file(file.read())
        else:
            readings = [sheets.Reading("", "", sheets.read_text(pasted))]
    except Refusal as refusal:
        context = {"refusal": sentences.refused(refusal), "pasted": pasted, "from_file": file is not None}
        return render(request, HERE + "import.html", context, status=422)
    brought = {
        "token": secrets.token_urlsafe(16),
        "source": (file.name or "")[:80] if file is not None else "",
        "readings": [reading._asdict() for reading in readings],
    }
    guesses = [_guess(tournament, reading.rows) for reading in readings]
    likeliest = max(range(len(readings)), key=lambda at: (_named(guesses[at]), -at))
    _take(brought, likeliest if readings[0].kind == "sheet" else 0, guesses[likeliest])
    request.session[_key(tournament)] = brought
    return redirect("roster_preview", tournament.slug)


def _guess(tournament: Tournament, rows: sheets.Rows) -> columns.Guess:
    return _asked(tournament, columns.guess(rows, registration.remembered(tournament)))


def _asked(tournament: Tournament, guess: columns.Guess) -> columns.Guess:
    return columns.asked(guess, [question.text for question in questions.of(tournament)])


def _named(guess: columns.Guess) -> int:
    """How much the headings of a sheet say: those of a roster say more than those of the accounts."""
    return 0 if guess.heading is None else sum(bool(role) for role in guess.roles)


def _take(brought: dict[str, Any], reading: int, guess: columns.Guess) -> None:
    brought |= {
        "reading": reading,
        "heading": guess.heading,
        "titles": list(guess.titles),
        "roles": list(guess.roles),
        "unsure": sorted(guess.unsure),
    }


def _rows(brought: dict[str, Any]) -> sheets.Rows:
    return brought["readings"][brought["reading"]]["rows"]


def _key(tournament: Tournament) -> str:
    return f"roster-{tournament.uid}"


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what would be entered, with columns to correct; only the last button enters it."""
    brought = request.session.get(_key(tournament))
    if brought and "readings" not in brought:  # kept by an older program
        brought = None
    if request.method != "POST":
        return (
            _preview(request, tournament, brought) if brought else redirect("roster_import", tournament.slug)
        )
    token = request.POST.get("token", "")
    if not brought or brought["token"] != token:
        return _already_in(request, tournament, token)
    if _corrected(request, tournament, brought):
        request.session[_key(tournament)] = brought
    elif request.POST.get("do") == "enter":
        return _enter(request, tournament, brought)
    elif request.POST.get("do") == "know":
        return _know(request, tournament, brought)
    if request.htmx:  # type: ignore[attr-defined]
        return _preview(request, tournament, brought)
    return redirect("roster_preview", tournament.slug)


def _corrected(request: HttpRequest, tournament: Tournament, brought: dict[str, Any]) -> bool:
    """Take over what was chosen by hand; whether that changed anything."""
    return (
        _other_reading(request, tournament, brought)
        or _other_heading(request, tournament, brought)
        or _other_roles(request, brought)
        or _other_together(request, brought)
    )


def _other_reading(request: HttpRequest, tournament: Tournament, brought: dict[str, Any]) -> bool:
    chosen = incoming.whole(request.POST.get("reading", ""))
    if chosen is None or chosen == brought["reading"] or chosen >= len(brought["readings"]):
        return False
    guess = _guess(tournament, brought["readings"][chosen]["rows"])
    _take(brought, chosen, guess)
    return True


def _other_heading(request: HttpRequest, tournament: Tournament, brought: dict[str, Any]) -> bool:
    if not request.POST.get("heading-known"):
        return False
    rows, number = _rows(brought), incoming.whole(request.POST.get("heading", "").strip())
    heading = number - 1 if number and number <= len(rows) else None
    if heading == brought["heading"]:
        return False
    guess = _asked(tournament, columns.under(rows, heading, registration.remembered(tournament)))
    _take(brought, brought["reading"], guess)
    return True


def _other_together(request: HttpRequest, brought: dict[str, Any]) -> bool:
    if not request.POST.get("together-known"):
        return False
    before, brought["together"] = brought.get("together", False), bool(request.POST.get("together"))
    return bool(before != brought["together"])


def _other_roles(request: HttpRequest, brought: dict[str, Any]) -> bool:
    before = brought["roles"]
    roles = [request.POST.get(f"column-{index}", role) for index, role in enumerate(before)]
    roles = [role if columns.is_role(role) else "" for role in roles]
    given = {role: index for index, role in enumerate(roles) if role != before[index]}
    roles = [role if given.get(role, index) == index else "" for index, role in enumerate(roles)]
    brought["unsure"] = [index for index in brought["unsure"] if roles[index] == before[index]]
    brought["roles"] = roles
    return bool(roles != before)


def _candidates(
    tournament: Tournament, brought: dict[str, Any], entered: registration.People
) -> list[Candidate]:
    return candidates(
        _rows(brought),
        brought["roles"],
        brought["heading"],
        entered,
        questions.of(tournament),
        categories.of(tournament),
        together=brought.get("together", False),
    )


def _preview(
    request: HttpRequest, tournament: Tournament, brought: dict[str, Any], refusal: str = ""
) -> HttpResponse:
    people: Sequence[Candidate] = []
    entered = registration.entered_people(tournament)
    try:
        people = _candidates(tournament, brought, entered)
    except Refusal as refused:
        refusal = sentences.refused(refused)
    ready = [person for person in people if person.draft]
    doubtful = [(person, _choice(request, person)) for person in ready if person.is_doubtful]
    plain = [person for person in ready if not person.is_doubtful]
    chosen_above = _heads(person for person, choice in doubtful if choice == "enter")
    shown = _columns(brought)
    context = {
        "brought": brought,
        "row_count": len(_rows(brought)),
        "left_columns": [column for column in shown if column["count"] and not column["role"]],
        "readings": _readings(brought),
        "heading_row": None if brought["heading"] is None else brought["heading"] + 1,
        "columns": shown,
        "role_groups": _role_groups(brought["roles"], questions.of(tournament)),
        "people": ready,
        "heads": _heads(ready),
        "asks_together": any(columns.split(role)[1] > 1 for role in brought["roles"])
        and "team" not in brought["roles"],
        "refused": [(person, sentences.refused(person.refusal)) for person in people if person.refusal],
        "club_spellings": club_spellings.questions(request, people, entered),
        "doubtful": doubtful,
        "plain": plain,
        "filled": _filled(plain),
        "chosen": _heads(plain) + chosen_above,
        "chosen_above": chosen_above,
        "left_out": [(person, _why(person)) for person in people if person.left_out],
        "unread": [person for person in ready if person.unread],
        "refusal": refusal,
        "next_round": registration.next_round_number(tournament),
    }
    page = "preview_body.html" if request.htmx else "preview.html"  # type: ignore[attr-defined]
    status = 422 if refusal and request.method == "POST" and not request.htmx else 200  # type: ignore[attr-defined]
    return render(request, HERE + page, context, status=status)


def _heads(people: Iterable[Candidate]) -> int:
    """How many persons they are: those of a team are counted."""
    return sum(max(1, len(person.draft.members)) for person in people if person.draft)


def _why(person: Candidate) -> str:
    """Why a row is nobody."""
    words = {
        "total": _("a sum, not a person"),
        "heading": _("the headings again"),
        "page": _("the number of a page"),
        "no_name": _("this is no name"),
    }
    return words[person.left_out]


def _readings(brought: dict[str, Any]) -> list[dict[str, Any]]:
    """What there is to choose from: sheets by name, or one list in several letters, and what stands in it."""
    if len(brought["readings"]) < 2:
        return []
    letters = {"cp1252": _("Windows"), "cp850": _("old MS-DOS program"), "mac_roman": _("old Mac")}
    shown = []
    for at, reading in enumerate(brought["readings"]):
        cells = [each for row in reading["rows"] for each in row if each]
        telling = cells if reading["kind"] == "sheet" else [each for each in cells if not each.isascii()]
        label = reading["label"] if reading["kind"] == "sheet" else letters[reading["label"]]
        samples = list(dict.fromkeys(telling))[:MOST_SAMPLES]
        shown.append({"at": at, "label": label, "rows": len(reading["rows"]), "samples": samples})
    return shown


def _filled(people: Sequence[Candidate]) -> set[str]:
    """What is known of somebody among `people`: a column that is empty in every row is not shown."""
    details = [person.draft.details for person in people if person.draft]
    return {name for known in details for name, value in known.items() if value not in ("", None)}


def _choice(request: HttpRequest, person: Candidate) -> str:
    """What was chosen by hand about somebody who looks like another, or what is proposed."""
    proposed = "skip" if person.skip else "enter"
    chosen = request.POST.get(f"row-{person.key}", "")
    by_hand = chosen in ("enter", "skip") and chosen != request.POST.get(f"proposed-{person.key}")
    return chosen if by_hand else proposed


def _columns(brought: dict[str, Any]) -> list[dict[str, Any]]:
    """Each column with its heading, three things that stand in it, and its role; empty ones are left out."""
    rows, heading = _rows(brought), brought["heading"]
    below = rows if heading is None else rows[heading + 1 :]
    found = []
    for index, role in enumerate(brought["roles"]):
        cells = [row[index] for row in below if row[index]]
        title = brought["titles"][index]
        if cells or title:
            found.append(
                {
                    "index": index,
                    "title": title,
                    "samples": cells[:MOST_SAMPLES],
                    "count": len(cells),
                    "role": role,
                    "unsure": index in brought["unsure"],
                    "order_undecided": columns.split(role)[0] == columns.UNDECIDED,
                }
            )
    return found


def _confirmed(brought: dict[str, Any]) -> dict[str, str]:
    """The role of each heading, to be remembered."""
    pairs = zip(brought["titles"], brought["roles"], strict=True)
    return {registration.fold(title): role for title, role in pairs if title}


def _enter(request: HttpRequest, tournament: Tournament, brought: dict[str, Any]) -> HttpResponse:
    try:
        columns.refuse_undecided(brought["roles"])
        entered = registration.entered_people(tournament)
        people = [person for person in _candidates(tournament, brought, entered) if person.draft]
        if _act_of(tournament, brought["token"]):  # the first of two clicks was faster than this look
            return _already_in(request, tournament, brought["token"])
        asked = [person.key for person in people if person.is_doubtful]
        choices = {key: request.POST.get(f"row-{key}", "") for key in asked}
        if any(choice not in ("enter", "skip") for choice in choices.values()):
            said = sentences.Sentence(
                _("Since this page was opened others were entered who look alike. Choose for them too."),
                "roster_alike",
            )
            return _preview(request, tournament, brought, said)
        chosen = [person for person in people if choices.get(person.key) != "skip"]
        drafts = club_spellings.in_one_spelling(request, chosen, entered)
        if not drafts:
            return _nobody_new(request, tournament)
        act, _new = registration.import_roster(
            tournament,
            drafts,
            token=brought["token"],
            by=request.user,  # type: ignore[arg-type]
            source=brought["source"],
            columns=_confirmed(brought),
            compared_with=entered,
        )
    except Refusal as refusal:
        return _preview(request, tournament, brought, sentences.refused(refusal))
    request.session.pop(_key(tournament), None)
    _say_entered(request, tournament, act)
    return redirect("registration", tournament.slug)


def _know(request: HttpRequest, tournament: Tournament, brought: dict[str, Any]) -> HttpResponse:
    """Keep the people of a list as known, to be offered while somebody types; nobody is entered."""
    try:
        columns.refuse_undecided(brought["roles"])
        entered = registration.entered_people(tournament)
        people = [person for person in _candidates(tournament, brought, entered) if person.draft]
        no_sections = [person for person in people if person.doubt != "section"]
        drafts = club_spellings.in_one_spelling(request, no_sections, entered)
    except Refusal as refusal:
        return _preview(request, tournament, brought, sentences.refused(refusal))
    count = registration.know(tournament, drafts)
    request.session.pop(_key(tournament), None)
    say.done(request, "more_known", {"count": count})
    return redirect("registration", tournament.slug)


def _nobody_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    request.session.pop(_key(tournament), None)
    say.tell(request, INFO, sentences.sentence("nobody_entered"))
    return redirect("registration", tournament.slug)


def _already_in(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """The second of two clicks: the first one's answer; or a list that is no longer kept."""
    act = _act_of(tournament, token)
    if act:
        _say_entered(request, tournament, act)
        return redirect("registration", tournament.slug)
    say.warn(request, "list_not_kept")
    return redirect("roster_import", tournament.slug)


def _act_of(tournament: Tournament, token: str) -> Act | None:
    """The act that entered a list."""
    return tournament.acts.filter(kind="import", args__token=token).first() if token else None


def _say_entered(request: HttpRequest, tournament: Tournament, act: Act) -> None:
    undo = reverse("registration_undo", args=[tournament.slug, act.version])
    teams = tournament.entries.filter(number__in=act.args["entries"]).values_list("team", flat=True)
    say.done(request, "list_entered", {"count": sum(max(1, len(team)) for team in teams)}, undo=undo)
