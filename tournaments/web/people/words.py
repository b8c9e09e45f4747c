"""Acts on a person, in words."""

from django.utils.translation import gettext as _

from tournaments.models import OrganisationAct
from tournaments.organisations import person_changes
from tournaments.web.people.forms import PersonForm


def act_in_words(act: OrganisationAct) -> str:
    """Return what an act on a person changed, such as “Club: Sorel → Beloeil”."""
    kept = act.undo_data
    if act.kind == person_changes.MERGE:
        if "other" not in kept:
            return _("Two people were merged into one")
        other = {"name": kept["other"]["name"], "club": kept["other"]["club"] or "–"}
        return _("%(name)s (%(club)s) is now the same person") % other
    changed = [name for name in kept.get("after", ()) if name != "sort_name"] or ["family"]
    return " · ".join(
        _("%(label)s: %(before)s → %(after)s")
        % {
            "label": PersonForm.base_fields[name].label,
            "before": kept.get("before", {}).get(name) or "–",
            "after": kept.get("after", {}).get(name) or "–",
        }
        if name != "family"
        else _("Family name corrected")
        for name in changed
    )
