"""The box beside the set-up: what the day comes to, what cannot be, and the choices that would solve it."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.forms.setup import SetupForm
from tournaments.publication.names import clock
from tournaments.publication.wording import games_end


def box(form: SetupForm, rules: dict[str, Any]) -> dict[str, Any]:
    """What `components/feasibility.html` shows for what is typed so far."""
    facts = [
        {"label": _("Games for each"), "value": rules["rounds"]},
        {"label": _("Last game over at about"), "value": clock(games_end(rules))},
    ]
    return {"state": "ok", "title": _("The day fits"), "sentences": [], "facts": facts, "ways": []}
