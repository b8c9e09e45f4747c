"""Messages after an action, each with its code."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from scoring import DomainError
from tournaments.common.messages.sentences import Sentence, error_sentence, sentence
from tournaments.rounds.scores import WriteResult


def success(
    request: HttpRequest, code: str, args: Mapping[str, Any] | None = None, *, undo: str = ""
) -> None:
    """Add a success message; `undo` is the address that undoes the action."""
    add(request, messages.SUCCESS, sentence(code, args), undo=undo)


def warning(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None) -> None:
    """Add a warning."""
    add(request, messages.WARNING, sentence(code, args))


def notices(request: HttpRequest, written: WriteResult) -> None:
    """Add the notices about a line that was written, as warnings."""
    for notice in written.notices:
        warning(request, notice.code, notice.args)


def error(request: HttpRequest, code: str, args: Mapping[str, Any] | None = None) -> None:
    """Add an error."""
    add(request, messages.ERROR, sentence(code, args))


def domain_error(request: HttpRequest, refusal: DomainError) -> None:
    """Add a refusal as an error."""
    add(request, messages.ERROR, error_sentence(refusal))


@contextmanager
def domain_errors(request: HttpRequest) -> Iterator[None]:
    """Add a refusal raised inside as an error message, and continue after the block."""
    try:
        yield
    except DomainError as refusal:
        domain_error(request, refusal)


def form_error(request: HttpRequest, form: BaseForm, field: str) -> None:
    """Add the first error of a form field that the next page does not show."""
    (fault, *_others) = form.errors.as_data()[field]
    add(request, messages.ERROR, Sentence(str(form.errors[field][0]), fault.code or "invalid"))


def add(request: HttpRequest, level: int, sentence: Sentence, *, undo: str = "") -> None:
    """Add a message of any code at any level."""
    undo_tag = f" undo={undo}" if undo else ""
    messages.add_message(request, level, str(sentence), extra_tags=f"code={sentence.code}{undo_tag}")
