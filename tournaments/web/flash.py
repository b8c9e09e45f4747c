"""Messages after an action, each with its code."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from scoring import Refusal
from tournaments.common.messages.sentences import Sentence, refused, sentence


def done(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None, *, undo: str = "") -> None:
    """Add a success message; `undo` is the address that undoes the action."""
    tell(request, messages.SUCCESS, sentence(code, args), undo=undo)


def warn(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None) -> None:
    """Add a warning."""
    tell(request, messages.WARNING, sentence(code, args))


def fail(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None) -> None:
    """Add an error."""
    tell(request, messages.ERROR, sentence(code, args))


def refuse(request: HttpRequest, refusal: Refusal) -> None:
    """Add a refusal as an error."""
    tell(request, messages.ERROR, refused(refusal))


@contextmanager
def refusals(request: HttpRequest) -> Iterator[None]:
    """Add what is refused inside as an error, and go on after it."""
    try:
        yield
    except Refusal as refusal:
        refuse(request, refusal)


def wrong(request: HttpRequest, form: BaseForm, field: str) -> None:
    """Add the first error of a form field that the next page does not show."""
    (fault, *_others) = form.errors.as_data()[field]
    tell(request, messages.ERROR, Sentence(str(form.errors[field][0]), fault.code or "invalid"))


def tell(request: HttpRequest, level: int, said: Sentence, *, undo: str = "") -> None:
    """Add a message of any code at any level."""
    way_back = f" undo={undo}" if undo else ""
    messages.add_message(request, level, str(said), extra_tags=f"code={said.code}{way_back}")
