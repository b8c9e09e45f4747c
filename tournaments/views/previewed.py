"""The question before an act that touches many: whom it touches, then one button; the same for every act."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import registration
from tournaments.models import Tournament

SHOWN = "shown"
NOT_SENT_AGAIN = (SHOWN, "csrfmiddlewaretoken")


@dataclass(frozen=True)
class Question:
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


def whom(who: Sequence[str]) -> str:
    """What a page that shows these people sends along in `shown`: then it is not asked once more."""
    return fingerprint(*who)


def asked(request: HttpRequest, question: Question) -> HttpResponse | None:
    """Return the page that says whom an act would touch, or None once its reader agreed to exactly that.

    Whatever else was posted is posted again with the answer. Where others would be touched by now, nothing is
    done: the page says so, and whom it would touch instead.
    """
    shown = whom(question.who)
    if request.POST.get(SHOWN) == shown:
        return None
    again = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "question": question,
        "shown": shown,
        "changed": SHOWN in request.POST,
        "again": [(name, value) for name, value in again if name not in NOT_SENT_AGAIN],
    }
    return render(request, "tournaments/previewed.html", context, status=409 if context["changed"] else 200)


def of_entries(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    """The names of entries by their numbers, in the order given."""
    names = dict(tournament.entries.values_list("number", "name"))
    return [names.get(number, f"#{number}") for number in numbers]
