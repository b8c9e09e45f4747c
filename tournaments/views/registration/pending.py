"""A list that waits in the session until it is confirmed: read, guessed, corrected by hand."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from tournaments import incoming, registration
from tournaments.models import Tournament
from tournaments.registration import categories, columns, questions, sheets
from tournaments.registration.candidates import Candidate, candidates

Brought = dict[str, Any]


def waiting(request: HttpRequest, tournament: Tournament) -> Brought | None:
    """Return the list that waits; one that an older program kept is none."""
    brought = request.session.get(_key(tournament))
    return brought if brought and "readings" in brought else None


def keep(request: HttpRequest, tournament: Tournament, brought: Brought) -> None:
    """Let a list wait."""
    request.session[_key(tournament)] = brought


def forget(request: HttpRequest, tournament: Tournament) -> None:
    """Let no list wait any more."""
    request.session.pop(_key(tournament), None)


def _key(tournament: Tournament) -> str:
    return f"roster-{tournament.uid}"


def read(tournament: Tournament, readings: Sequence[sheets.Reading], source: str) -> Brought:
    """Return a list as it will wait: the likeliest of its readings, its columns guessed."""
    brought = {
        "token": secrets.token_urlsafe(16),
        "source": source,
        "readings": [reading._asdict() for reading in readings],
    }
    guesses = [_guess(tournament, reading.rows) for reading in readings]
    likeliest = max(range(len(readings)), key=lambda at: (_named(guesses[at]), -at))
    _take(brought, likeliest if readings[0].kind == "sheet" else 0, guesses[likeliest])
    return brought


def _guess(tournament: Tournament, rows: sheets.Rows) -> columns.Guess:
    return _asked(tournament, columns.guess(rows, registration.remembered(tournament)))


def _asked(tournament: Tournament, guess: columns.Guess) -> columns.Guess:
    return columns.asked(guess, [question.text for question in questions.of(tournament)])


def _named(guess: columns.Guess) -> int:
    """How much the headings of a sheet say: those of a roster say more than those of the accounts."""
    return 0 if guess.heading is None else sum(bool(role) for role in guess.roles)


def _take(brought: Brought, reading: int, guess: columns.Guess) -> None:
    brought |= {
        "reading": reading,
        "heading": guess.heading,
        "titles": list(guess.titles),
        "roles": list(guess.roles),
        "unsure": sorted(guess.unsure),
    }


def rows(brought: Brought) -> sheets.Rows:
    """Return the rows of the reading that was chosen."""
    return brought["readings"][brought["reading"]]["rows"]


def correct(request: HttpRequest, tournament: Tournament, brought: Brought) -> bool:
    """Take over what was chosen by hand; whether that changed anything."""
    return (
        _other_reading(request, tournament, brought)
        or _other_heading(request, tournament, brought)
        or _other_roles(request, brought)
        or _other_together(request, brought)
    )


def _other_reading(request: HttpRequest, tournament: Tournament, brought: Brought) -> bool:
    chosen = incoming.whole(request.POST.get("reading", ""))
    if chosen is None or chosen == brought["reading"] or chosen >= len(brought["readings"]):
        return False
    guess = _guess(tournament, brought["readings"][chosen]["rows"])
    _take(brought, chosen, guess)
    return True


def _other_heading(request: HttpRequest, tournament: Tournament, brought: Brought) -> bool:
    if not request.POST.get("heading-known"):
        return False
    lines, number = rows(brought), incoming.whole(request.POST.get("heading", "").strip())
    heading = number - 1 if number and number <= len(lines) else None
    if heading == brought["heading"]:
        return False
    guess = _asked(tournament, columns.under(lines, heading, registration.remembered(tournament)))
    _take(brought, brought["reading"], guess)
    return True


def _other_together(request: HttpRequest, brought: Brought) -> bool:
    if not request.POST.get("together-known"):
        return False
    before, brought["together"] = brought.get("together", False), bool(request.POST.get("together"))
    return bool(before != brought["together"])


def _other_roles(request: HttpRequest, brought: Brought) -> bool:
    before = brought["roles"]
    roles = [request.POST.get(f"column-{index}", role) for index, role in enumerate(before)]
    roles = [role if columns.is_role(role) else "" for role in roles]
    given = {role: index for index, role in enumerate(roles) if role != before[index]}
    roles = [role if given.get(role, index) == index else "" for index, role in enumerate(roles)]
    brought["unsure"] = [index for index in brought["unsure"] if roles[index] == before[index]]
    brought["roles"] = roles
    return bool(roles != before)


def people(tournament: Tournament, brought: Brought, entered: registration.People) -> list[Candidate]:
    """Return the people of the list; `entered` are those with whom they may be confused."""
    return candidates(
        rows(brought),
        brought["roles"],
        brought["heading"],
        entered,
        questions.of(tournament),
        categories.of(tournament),
        together=brought.get("together", False),
    )


def confirmed(brought: Brought) -> dict[str, str]:
    """The role of each heading, to be remembered."""
    pairs = zip(brought["titles"], brought["roles"], strict=True)
    return {registration.fold(title): role for title, role in pairs if title}
