"""Keep an imported list in the session until it is confirmed."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from tournaments import registration
from tournaments.common import sanitize
from tournaments.models import Tournament
from tournaments.registration import categories, columns, list_files, questions
from tournaments.registration.candidates import Candidate, candidates
from tournaments.registration.team_names import BY_CLUB, BY_NAME

PendingImport = dict[str, Any]


def waiting(request: HttpRequest, tournament: Tournament) -> PendingImport | None:
    """Return the pending list, or None; one kept by an older version counts as none."""
    pending = request.session.get(_key(tournament))
    return pending if pending and "readings" in pending else None


def store(request: HttpRequest, tournament: Tournament, pending: PendingImport) -> None:
    """Store the list in the session."""
    request.session[_key(tournament)] = pending


def forget(request: HttpRequest, tournament: Tournament) -> None:
    """Drop the pending list."""
    request.session.pop(_key(tournament), None)


def _key(tournament: Tournament) -> str:
    return f"roster-{tournament.uid}"


def pending_list(
    tournament: Tournament, readings: Sequence[list_files.Reading], source: str
) -> PendingImport:
    """Return a list as it will wait: the likeliest of its readings, its columns guessed."""
    pending = {
        "token": secrets.token_urlsafe(16),
        "source": source,
        "readings": [reading._asdict() for reading in readings],
    }
    guesses = [_guess(tournament, reading) for reading in readings]
    # the headings of a roster rate higher than those of accounts
    named = [0 if guess.heading is None else sum(map(bool, guess.roles)) for guess in guesses]
    likeliest = max(range(len(readings)), key=lambda at: (has_visible_rows(readings[at]), named[at], -at))
    _apply_guess(pending, likeliest if readings[0].kind == "sheet" else 0, guesses[likeliest])
    return pending


def has_visible_rows(reading: list_files.Reading) -> bool:
    """Return whether anything of a reading is shown: not of a sheet that is hidden."""
    return len(reading.hidden) < sum(map(any, reading.rows))


def _guess(tournament: Tournament, reading: list_files.Reading) -> columns.Guess:
    rows = reading.shown if has_visible_rows(reading) else reading.rows
    return _with_questions(tournament, columns.guess(rows, registration.remembered_roles(tournament)))


def _with_questions(tournament: Tournament, guess: columns.Guess) -> columns.Guess:
    return columns.with_questions(guess, [question.text for question in questions.questions_of(tournament)])


def _apply_guess(pending: PendingImport, reading: int, guess: columns.Guess) -> None:
    pending |= {
        "reading": reading,
        "heading": guess.heading,
        "titles": list(guess.titles),
        "roles": list(guess.roles),
        "unsure": sorted(guess.unsure),
        "teams": "",
    }


def readings(pending: PendingImport) -> list[list_files.Reading]:
    """Return the ways in which the list can be read."""
    return [list_files.Reading(**reading) for reading in pending["readings"]]


def chosen(pending: PendingImport) -> list_files.Reading:
    """Return the reading that was chosen."""
    return readings(pending)[pending["reading"]]


def rows(pending: PendingImport) -> list_files.Rows:
    """Return the rows that are taken, empty where one is left out as it is hidden."""
    reading = chosen(pending)
    return reading.rows if pending.get("hidden") else reading.shown


def apply_corrections(request: HttpRequest, tournament: Tournament, pending: PendingImport) -> bool:
    """Apply what was chosen by hand. Return whether anything changed."""
    return (
        _apply_reading(request, tournament, pending)
        or _apply_heading(request, tournament, pending)
        or _apply_roles(request, pending)
        or _apply_checkbox(request, pending, "together")
        or _apply_checkbox(request, pending, "hidden")
        or _apply_teams(request, pending)
    )


def _apply_reading(request: HttpRequest, tournament: Tournament, pending: PendingImport) -> bool:
    other = sanitize.parse_int(request.POST.get("reading", ""))
    if other is None or other == pending["reading"] or other >= len(pending["readings"]):
        return False
    _apply_guess(pending, other, _guess(tournament, readings(pending)[other]))
    pending["hidden"] = False
    return True


def _apply_heading(request: HttpRequest, tournament: Tournament, pending: PendingImport) -> bool:
    if not request.POST.get("heading-known"):
        return False
    lines, number = rows(pending), sanitize.parse_int(request.POST.get("heading", "").strip())
    heading = number - 1 if number and number <= len(lines) else None
    if heading == pending["heading"]:
        return False
    guess = _with_questions(
        tournament, columns.guess_under_heading(lines, heading, registration.remembered_roles(tournament))
    )
    _apply_guess(pending, pending["reading"], guess)
    return True


def _apply_checkbox(request: HttpRequest, pending: PendingImport, name: str) -> bool:
    if not request.POST.get(f"{name}-known"):
        return False
    before, pending[name] = pending.get(name, False), bool(request.POST.get(name))
    return bool(before != pending[name])


def _apply_teams(request: HttpRequest, pending: PendingImport) -> bool:
    chosen = request.POST.get("teams", "")
    if chosen not in (BY_CLUB, BY_NAME) or chosen == request.POST.get("teams-shown"):
        return False
    pending["teams"] = chosen
    return True


def _apply_roles(request: HttpRequest, pending: PendingImport) -> bool:
    before = pending["roles"]
    roles = [request.POST.get(f"column-{index}", role) for index, role in enumerate(before)]
    roles = [role if columns.is_role(role) else "" for role in roles]
    given = {role: index for index, role in enumerate(roles) if role != before[index]}
    roles = [role if given.get(role, index) == index else "" for index, role in enumerate(roles)]
    pending["unsure"] = [index for index in pending["unsure"] if roles[index] == before[index]]
    pending["roles"] = roles
    return bool(roles != before)


def people(tournament: Tournament, pending: PendingImport, entered: registration.People) -> list[Candidate]:
    """Return the people of the list; `entered` are those with whom they may be confused."""
    return candidates(
        rows(pending),
        pending["roles"],
        pending["heading"],
        entered,
        questions.questions_of(tournament),
        categories.categories_of(tournament),
        together=pending.get("together", False),
        teams=pending.get("teams", ""),
    )


def roles_by_heading(pending: PendingImport) -> dict[str, str]:
    """Return the role of each heading, to be remembered."""
    pairs = zip(pending["titles"], pending["roles"], strict=True)
    return {registration.fold(title): role for title, role in pairs if title}
