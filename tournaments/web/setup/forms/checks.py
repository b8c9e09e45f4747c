"""The checks of the set-up page, and its values for fields that are not asked. `form` is the set-up form."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.criteria import credited_index
from tournaments.common.form_fields import drop_field_errors
from tournaments.common.messages import sentences
from tournaments.pairing.pairing_systems import Tables
from tournaments.web.setup.forms import boards, choices, game_parts, initial, playoffs

if TYPE_CHECKING:
    from tournaments.web.setup.forms.form import SetupForm

CREDIT_FIELDS = ("missed", "bye_credit")


def fill_hidden_fields(form: "SetupForm") -> None:
    """Set fields that the chosen format does not ask to its values, whatever was typed there."""
    declared = form.declared()
    of_game = game_parts.TABLES[form.game].initial(declared)
    _set_values(form.parts[form.game], of_game, game_parts.not_asked(declared["format"], form.game))
    names, answers = playoffs.not_asked(declared) | boards.not_asked(declared), initial.of_rules(declared)
    if not choices.asked_at_table(declared):
        names.add("at_table")
        answers["at_table"] = declared["at_table"]
    ways = declared["odd_ways"]
    if len(ways) < 2:
        names.add("odd")
        answers["odd"] = ways[0] if ways else choices.LATER
    _set_values(form, answers, names)


def _set_values(form: forms.Form, answers: dict[str, Any], names: set[str]) -> None:
    for name in names & answers.keys():
        form.errors.pop(name, None)
        form.cleaned_data[name] = answers[name]


def odd(form: "SetupForm") -> None:
    """Refuse a way that the format does not have; faults in fields of other ways are ignored."""
    typed = form.cleaned_data.get("odd")
    if typed not in (None, choices.LATER, *form.declared()["odd_ways"]):
        form.add_error("odd", sentences.validation_error(DomainError("table_for_two")))
    if form.cleaned_data.get("odd") != "house":
        drop_field_errors(form, "house_name")
    if form.cleaned_data.get("odd") != "bye" or _is_empty_bye_allowed(form):
        drop_field_errors(form, "bye_credit")


def _is_empty_bye_allowed(form: "SetupForm") -> bool:
    """Return whether the points of a bye are empty where only byes are possible and none is expected.

    If a player is left over later, the seating asks for the points.
    """
    faults = form.errors.as_data().get("bye_credit", [])
    declared, people = form.declared(), form.cleaned_data.get("expected")
    if len(declared["odd_ways"]) > 1 or not people or [fault.code for fault in faults] != ["required"]:
        return False
    return not Tables.from_rules(declared | {"odd": None}).sitting_out(people)


def equal_games(form: "SetupForm") -> None:
    """Check that an equal number of games is possible now, not after the last of them.

    The input is still summed up, so no field is refused.
    """
    given = form.field_values()
    if form.frozen or given["odd"] != "bye" or not given["equal_games"] or "rounds" in form.errors:
        return
    players, rounds = int(given["expected"]), int(given["rounds"])
    tables = Tables.from_rules({**form.declared(), "at_table": int(given.get("at_table") or 2)})
    if rounds * tables.sizes(players).count(1) % players:
        words = {"players": players, "kind": form.competing, "rounds": rounds}
        form.add_error(None, sentences.validation_error(DomainError("games_unequal", **words)))


def credits(form: "SetupForm") -> None:
    """Remove the fields for byes and missed games if no criterion of the ranking counts their points.

    The values of an existing tournament stay: they are on cards. So do those that a format leaves open.
    """
    try:
        rules = form.rules()
    except (KeyError, DomainError):  # the ranking itself is refused
        return
    if credited_index(rules) is None:
        of_a_new_day = form.stage is None and form.fields["missed"].required
        stands = dict.fromkeys(CREDIT_FIELDS, 0) if of_a_new_day else form.declared()
        _set_values(form, stands, set(CREDIT_FIELDS))


def dinner(form: "SetupForm") -> None:
    """Refuse a lunch after the last game, if it was typed."""
    after, rounds = form.cleaned_data.get("dinner_after"), form.cleaned_data.get("rounds")
    if "dinner" not in form.errors and not form.cleaned_data.get("dinner"):
        drop_field_errors(form, "dinner_after")
    elif after and rounds and after > rounds and _dinner_was_typed(form, after):
        late = _("Lunch must come after one of the games 1 to %(rounds)d.") % {"rounds": rounds}
        form.add_error("dinner_after", forms.ValidationError(late, "dinner_too_late"))


def _dinner_was_typed(form: "SetupForm", after: int) -> bool:
    """Return whether the lunch was typed; the page fills it in as soon as a format is chosen."""
    key = form.cleaned_data.get("format", "")
    own = initial.defaults(form.offered[key])["dinner_after"] if key in form.offered else None
    return "dinner_after" in form.changed_data and after != own
