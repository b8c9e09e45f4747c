"""The question before an act that touches many: whom it touches, then one button; the same for every act."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import registration
from tournaments.models import Tournament

Held = TypeVar("Held")
SHOWN = "shown"
NOT_SENT_AGAIN = (SHOWN, "csrfmiddlewaretoken")


@dataclass(frozen=True)
class Confirmation:
    """What would be done (`title`), on which button (`label`), to whom (`who`, by name).

    `back` is the address to go back to, `note` what else changes, `by` who did what would be undone.
    `danger`: it takes something away. `kind` is what `who` are (`registration.competing`).
    """

    title: str
    label: str
    who: Sequence[str]
    back: str
    note: str = ""
    by: str = ""
    danger: bool = False
    kind: str = registration.PLAYERS


def fingerprint(*shown: Any) -> str:
    """Return a digest of what was shown, such as a seating, so that a POST can verify that it still holds."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def confirmation_token(who: Sequence[str]) -> str:
    """What a page that shows these people sends along in `shown`: then it is not asked once more."""
    return fingerprint(*who)


def _mark(question: Confirmation) -> str:
    """Return what an answer sends back: whom the act affects and what else it changes."""
    return confirmation_token([*question.who, question.note] if question.note else question.who)


def confirmation_page(request: HttpRequest, question: Confirmation) -> HttpResponse | None:
    """Return the page that asks, or None once its reader agreed to exactly those whom it touches.

    For what has a lock of its own: what is done then compares under that lock. See `run_if_confirmed`.
    """
    return None if request.POST.get(SHOWN) == _mark(question) else _render(request, question)


def run_if_confirmed(
    request: HttpRequest,
    lock: AbstractContextManager[Held],
    ask: Callable[[Held], Confirmation | None],
    do: Callable[[Held], object],
) -> HttpResponse | None:
    """Do an act if the reader agreed to exactly its effects; else return the page that asks.

    `ask` says under the lock whom it would touch, None where that needs no question; `do` follows under the
    same lock. Both are given what the lock gives.
    """
    with lock as held:
        question = ask(held)
        if question is None or request.POST.get(SHOWN) == _mark(question):
            do(held)
            return None
    return _render(request, question)


def _render(request: HttpRequest, question: Confirmation) -> HttpResponse:
    """Render the page that names whom an act affects, and says if that has changed.

    Whatever else was posted is posted again with the answer.
    """
    again = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "question": question,
        "shown": _mark(question),
        "changed": SHOWN in request.POST,
        "again": [(name, value) for name, value in again if name not in NOT_SENT_AGAIN],
    }
    return render(request, "tournaments/confirm.html", context, status=409 if context["changed"] else 200)


def entry_names(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    """The names of entries by their numbers, in the order given."""
    names = dict(tournament.entries.values_list("number", "name"))
    return [names.get(number, f"#{number}") for number in numbers]
