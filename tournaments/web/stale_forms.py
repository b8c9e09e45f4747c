"""Forms for data that two people may change at the same time."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django import forms
from django.http import HttpRequest

from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.models import Tournament
from tournaments.models.locking import locked

SEEN_FIELD = "seen"
CHANGED_CODE = "changed_meanwhile"
PAGE_CHANGED_CODE = "page_changed"


@contextmanager
def unchanged_since(
    request: HttpRequest, tournament: Tournament, fingerprint_of: Callable[[Tournament], str]
) -> Iterator[Tournament]:
    """Hold the lock while a form is saved that replaces what its page showed.

    Raises `DomainError` as `check_unchanged` does.
    """
    with locked(tournament) as held:
        check_unchanged(request, fingerprint_of(held))
        yield held


def check_unchanged(request: HttpRequest, now: str) -> None:
    """Raise `DomainError` if the fingerprint `now`, read under a lock, is no longer that of the page.

    A page of an earlier version, which has none, is not compared.
    """
    seen = request.POST.get(SEEN_FIELD)
    if seen is not None and seen != now:
        raise DomainError(PAGE_CHANGED_CODE)


def refusal_codes(form: forms.BaseForm | None) -> list[str]:
    """Return the codes of what was refused in a form as a whole."""
    return [fault.code or "" for fault in form.non_field_errors().as_data()] if form and form.is_bound else []


def seen_fingerprint(request: HttpRequest, now: str, *codes: str) -> str:
    """Return the fingerprint that the form carries when it is shown; `codes` are those of its refusals.

    Input that is refused for another reason is still compared with what the page showed at first.
    """
    return now if PAGE_CHANGED_CODE in codes else request.POST.get(SEEN_FIELD, now)


def values_seen(text: str) -> dict[str, Any] | None:
    """Return the values that a page showed, of the text that it carried; None if they are not in it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def present_input(form: forms.Form, before: Mapping[str, Any], now: Mapping[str, Any]) -> Any:
    """Return the input of a form whose page showed `before`, for one that shows `now`.

    A field in which nothing was typed shows its new value.
    """
    data: Any = form.data.copy()  # type: ignore[attr-defined]
    for name, field in form.fields.items():
        value = now.get(name)
        if name == SEEN_FIELD or before.get(name) == value:
            continue
        if not field.has_changed(before.get(name), form[name].data):
            _set_input(data, form.add_prefix(name), field.prepare_value(value))
    return data


class StaleCheckForm(forms.Form):
    """A form that carries the stored values that its page showed.

    The writing function compares them with the stored values, under the lock, and raises a `DomainError` of
    `CHANGED_CODE` with `kept` if another user was faster. Then nothing is written: the input stays, the
    changes of the others are shown beside it, and the next attempt is compared with those.
    """

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    @staticmethod
    def values(kept: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value that each field shows of the stored ones."""
        return dict(kept)

    def carry_values(self, kept: Mapping[str, Any]) -> None:
        """Carry the stored values, as plain data, from the page to the writing function."""
        self.initial[SEEN_FIELD] = json.dumps(kept)

    def values_on_page(self) -> dict[str, Any] | None:
        """Return the values that the page of this form showed, or None if it does not have them."""
        return values_seen(self.data.get(self.add_prefix(SEEN_FIELD), ""))

    def refuse(self, refusal: DomainError, field: str) -> None:
        """Show in `field` what was refused, or beside each field what others have changed."""
        before, kept = self.values_on_page(), refusal.args_.get("kept")
        if refusal.code == CHANGED_CODE and before is not None and isinstance(kept, Mapping):
            self._show_changes(self.values(before), self.values(kept))
            self.data[self.add_prefix(SEEN_FIELD)] = json.dumps(kept)  # type: ignore[index]
        else:
            self.add_error(field, sentences.validation_error(refusal))

    def _show_changes(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
        """Mark the changes of others; a field in which nothing was typed shows the new value."""
        data = present_input(self, before, now)
        for name, field in self.fields.items():
            value = now.get(name)
            if name != SEEN_FIELD and before.get(name) != value:
                words = _value_words(field, value) or "–"
                self.add_error(name, sentences.validation_error(DomainError(CHANGED_CODE, now=words)))
        self.data = data


def _set_input(data: Any, name: str, value: Any) -> None:
    if isinstance(value, list):
        data.setlist(name, [str(one) for one in value])
    elif value in (None, False, ""):
        data.pop(name, None)
    else:
        data[name] = "on" if value is True else str(value)


def _value_words(field: forms.Field, value: Any) -> str:
    """Return the value of a field as its page shows it."""
    if not isinstance(field, forms.ChoiceField):
        return "" if value is None else str(field.prepare_value(value))
    words = {str(key): str(word) for key, word in field.choices}  # type: ignore
    chosen = value if isinstance(value, list) else [value]
    return ", ".join(words.get(str(one), str(one)) for one in chosen if one is not None)
