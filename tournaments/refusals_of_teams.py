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
    # partners (tournaments/registration/draw.py)
    "nobody_to_draw": gettext_lazy(
        "Partners are drawn among 2 to 400 people who play alone and are here for game 1: register them "
        "first."
    ),
    "nobody_alone_has_number": gettext_lazy(
        "Nobody who is here and plays alone has number %(number)s. Look it up in the list below."
    ),
    "redraw_needs_reason": gettext_lazy(
        "Partners are drawn already. Say why they are drawn anew: the reason stays in the list of acts."
    ),
    "partners_list_changed": gettext_lazy(
        "Somebody came or left since the draw. Draw anew, and say so as the reason."
    ),
    "partners_after_start": gettext_lazy(
        "Game 1 is seated: partners stay as they are. Take its seating back first, before anybody plays."
    ),
    "partners_changed": gettext_lazy(
        "%(name)s has other members than were drawn: mend that team by hand, under its name."
    ),
    "part_partners_first": gettext_lazy(
        "People were drawn together since then. Part the partners first, under Registration, Partners."
    ),
    "wish_unreadable": gettext_lazy(
        "“%(text)s”: write the numbers of those who want to play together, one group a line, such as 12 34."
    ),
    "strength_unreadable": gettext_lazy("“%(text)s” is no strength: type a number, such as 3 or 118.5."),
}
