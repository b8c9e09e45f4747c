"""What a page says once something was done: each message carries its code, which the page then shows."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from scoring import Refusal
from tournaments.sentences import Sentence, refused, sentence


def done(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None, *, undo: str = "") -> None:
    """Something was done; `undo` is the address that takes it back."""
    tell(request, messages.SUCCESS, sentence(code, args), undo=undo)


def warn(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None) -> None:
    """Something to look at."""
    tell(request, messages.WARNING, sentence(code, args))


def fail(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None) -> None:
    """Something was not done."""
    tell(request, messages.ERROR, sentence(code, args))


def refuse(request: HttpRequest, refusal: Refusal) -> None:
    """Something was refused."""
    tell(request, messages.ERROR, refused(refusal))


def wrong(request: HttpRequest, form: BaseForm, field: str) -> None:
    """The first fault of a field that has no place on the page to come."""
    (fault, *_others) = form.errors.as_data()[field]
    tell(request, messages.ERROR, Sentence(str(form.errors[field][0]), fault.code or "invalid"))


def tell(request: HttpRequest, level: int, said: Sentence, *, undo: str = "") -> None:
    """A sentence of any code at any level."""
    way_back = f" undo={undo}" if undo else ""
    messages.add_message(request, level, str(said), extra_tags=f"code={said.code}{way_back}")
