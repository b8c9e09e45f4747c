"""What a newcomer types into the set-up page: the fields as they stand, and what only she can declare."""

import uuid
from typing import Any

from django import forms

from tournaments.forms.setup import SetupForm

DECLARED = {"missed": "60", "forfeit_present": "121", "forfeit_absent": "0"}


def posted(form: SetupForm | None = None, **typed: Any) -> dict[str, str]:
    """The fields of the page as a browser posts them, with `typed` over them; None takes a field away."""
    form = form or SetupForm()
    data = {"uid": str(uuid.uuid4())} if form.tournament is None else {}
    for name in form.fields:
        value = form[name].value()
        if name == "uid" or value is None or value is False:
            continue
        data[name] = "on" if value is True else _as_text(form.fields[name].widget, value)
    if form.tournament is None:
        data |= {"name": "Journée régionale", **DECLARED}
    data |= {name: value for name, value in typed.items() if value is not None}
    return {name: value for name, value in data.items() if typed.get(name, "") is not None}


def _as_text(widget: forms.Widget, value: Any) -> str:
    if isinstance(widget, forms.DateInput | forms.TimeInput):
        return str(widget.format_value(value))
    return str(value)
