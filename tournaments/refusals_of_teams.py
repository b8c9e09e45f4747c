"""What stands against a team or its members, in words, and what to do about it."""

from typing import Any

from django.utils.translation import gettext_lazy

OF_TEAMS: dict[str, Any] = {
    "team_size": gettext_lazy("A team has %(least)s to %(most)s members: type the names of all of them."),
    "member_twice": gettext_lazy("%(name)s is in this team already."),
    "member_gone": gettext_lazy("This member has left the team meanwhile: look at the team again."),
    "team_of_nobody": gettext_lazy(
        "Nobody would be left in %(name)s: type who plays instead, or let the whole team leave."
    ),
}
