"""The confirmation before an act that affects many: whom it affects, then one button; shared by all acts."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import registration

Held = TypeVar("Held")
SHOWN_FIELD = "shown"
DROPPED_FIELDS = (SHOWN_FIELD, "csrfmiddlewaretoken")


@dataclass(frozen=True)
class Confirmation:
    """A confirmation: what would be done (`title`), on which button (`label`), and to whom (`who`, names).

    `back` is the address to go back to, `note` what else changes, `by` the user whose act would be undone.
    `danger`: it takes something away. `kind` is the kind of those in `who` (`registration.competing_kind`).
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
    """Return the value of `shown` that a page showing these people sends to skip the confirmation."""
    return fingerprint(*who)


def _question_token(question: Confirmation) -> str:
    """Return what an answer sends back: whom the act affects and what else it changes."""
    return confirmation_token([*question.who, question.note] if question.note else question.who)


def confirmation_page(request: HttpRequest, question: Confirmation) -> HttpResponse | None:
    """Return the page that asks, or None once the user agreed to exactly those affected.

    For acts that have a lock of their own and compare again under that lock. See `run_if_confirmed`.
    """
    return None if request.POST.get(SHOWN_FIELD) == _question_token(question) else _render(request, question)


def run_if_confirmed(
    request: HttpRequest,
    lock: AbstractContextManager[Held],
    ask: Callable[[Held], Confirmation | None],
    do: Callable[[Held], object],
) -> HttpResponse | None:
    """Do an act if the user agreed to exactly its effects; else return the page that asks.

    `ask` is called under the lock and returns the confirmation, None if none is needed; `do` follows under
    the same lock. Both are passed what the lock yields.
    """
    with lock as held:
        question = ask(held)
        if question is None or request.POST.get(SHOWN_FIELD) == _question_token(question):
            do(held)
            return None
    return _render(request, question)


def _render(request: HttpRequest, question: Confirmation) -> HttpResponse:
    """Render the page that names whom an act affects, and says if that has changed.

    All other posted values are posted again with the answer.
    """
    again = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "question": question,
        "shown": _question_token(question),
        "changed": SHOWN_FIELD in request.POST,
        "again": [(name, value) for name, value in again if name not in DROPPED_FIELDS],
    }
    return render(request, "tournaments/confirm.html", context, status=409 if context["changed"] else 200)
