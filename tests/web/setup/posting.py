"""Post the set-up page as a newcomer: the fields as they are, and what only the director can declare."""

import uuid
from typing import Any

from django import forms
from django.forms.utils import ErrorList

from tournaments.web.setup.forms.form import SetupForm

DECLARED = {"missed": "60", "forfeit_present": "121", "forfeit_absent": "0"}


def posted(form: SetupForm | None = None, **typed: Any) -> dict[str, str]:
    """Return the fields of the page as a browser posts them, with `typed` over them; None removes a field."""
    form = form or SetupForm()
    data = {"uid": str(uuid.uuid4())} if form.tournament is None else {}
    for field in (field for one in (form, *form.parts.values()) for field in one):
        value = field.value()
        if field.name == "uid" or value is None or value is False:
            continue
        data[field.name] = "on" if value is True else _as_text(field.field.widget, value)
    if form.tournament is None:
        data |= {"name": "Journée régionale", **DECLARED}
    data |= {name: value for name, value in typed.items() if value is not None}
    return {name: value for name, value in data.items() if typed.get(name, "") is not None}


def refusals(answer) -> dict[str, ErrorList]:
    """Return the refusals of a set-up page, by field."""
    return {field.name: field.errors for field in answer.context["form"].refused()}


def _as_text(widget: forms.Widget, value: Any) -> str:
    if isinstance(widget, forms.DateInput | forms.TimeInput):
        return str(widget.format_value(value))
    return str(value)
