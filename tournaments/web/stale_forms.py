"""Forms of what two people may change at the same time."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms

from scoring import DomainError
from tournaments.common.messages import sentences

SEEN = "seen"
CODE = "changed_meanwhile"


class Meanwhile(forms.Form):
    """A form that sends along what its page showed of what is kept.

    Whoever writes compares that with what is kept, under the lock, and raises a `DomainError` of `CODE` with
    `kept` where somebody else was faster. Then nothing is written: what was typed stays, what the others
    changed is shown beside it, and the next attempt is compared with that.
    """

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    @staticmethod
    def values(kept: Mapping[str, Any]) -> dict[str, Any]:
        """Return what each field shows of what is kept."""
        return dict(kept)

    def carry_values(self, kept: Mapping[str, Any]) -> None:
        """Carry what is kept, as plain data, from the page to whoever writes."""
        self.initial[SEEN] = json.dumps(kept)

    def values_on_page(self) -> dict[str, Any] | None:
        """Return what the page of this form showed, or None where it does not say so."""
        try:
            found = json.loads(self.data.get(self.add_prefix(SEEN), ""))
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def refuse(self, refusal: DomainError, field: str) -> None:
        """Say in `field` what was refused, or beside each field what others have changed."""
        before, kept = self.values_on_page(), refusal.args_.get("kept")
        if refusal.code == CODE and before is not None and isinstance(kept, Mapping):
            self._show_changes(self.values(before), self.values(kept))
            self.data[self.add_prefix(SEEN)] = json.dumps(kept)  # type: ignore[index]
        else:
            self.add_error(field, sentences.validation_error(refusal))

    def _show_changes(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
        """Mark what others changed; a field in which nothing was typed shows the new value."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        for name, field in self.fields.items():
            value = now.get(name)
            if name == SEEN or before.get(name) == value:
                continue
            if not field.has_changed(before.get(name), self[name].data):
                _put(data, self.add_prefix(name), field.prepare_value(value))
            self.add_error(
                name, sentences.validation_error(DomainError(CODE, now=_in_words(field, value) or "–"))
            )
        self.data = data


def _put(data: Any, name: str, value: Any) -> None:
    if isinstance(value, list):
        data.setlist(name, [str(one) for one in value])
    elif value in (None, False, ""):
        data.pop(name, None)
    else:
        data[name] = "on" if value is True else str(value)


def _in_words(field: forms.Field, value: Any) -> str:
    """How the value of a field reads on its page."""
    if not isinstance(field, forms.ChoiceField):
        return "" if value is None else str(field.prepare_value(value))
    words = {str(key): str(word) for key, word in field.choices}  # type: ignore
    chosen = value if isinstance(value, list) else [value]
    return ", ".join(words.get(str(one), str(one)) for one in chosen if one is not None)
