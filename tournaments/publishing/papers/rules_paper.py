"""The rules for the wall, and the sheet to join with a phone."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import registration
from tournaments.accounts import visibility
from tournaments.papers import values
from tournaments.publishing import tournament_words
from tournaments.publishing.papers import venue_papers
from tournaments.publishing.papers.paper_types import (
    BEFORE,
    Paper,
    PaperPart,
    PaperType,
    draw_in_one_file,
    missing_for,
)
from tournaments.rounds import stages

JOIN = PaperPart(
    "join",
    gettext_lazy("only the codes for phones"),
    missing=lambda tournament: "" if visibility.visitor_path(tournament) else "nobody_may_follow",
    needs_address=True,
)


@PaperType(
    "rules",
    gettext_lazy("Rules of the day"),
    gettext_lazy("for the wall: rules, timetable, codes for phones"),
    moments=(BEFORE,),
    parts=(JOIN,),
)
def rules_wall(paper: Paper) -> bytes:
    """Draw the rules and the timetable, for the wall, and the codes for phones where they lead anywhere."""
    if paper.which == JOIN.key:
        return venue_papers.join(paper)
    draws: list[Callable[[Paper], bytes]] = [_rules_sheet]
    if not missing_for(paper.tournament, JOIN, paper.args):
        draws.append(venue_papers.join)
    return draw_in_one_file(paper, _("Rules of the day"), draws)


def _rules_sheet(paper: Paper) -> bytes:
    members = registration.members_per_entry(paper.tournament)
    return rules_on_paper(paper.header, stages.qualifying(paper.tournament).rules, members)


def rules_on_paper(header: values.TournamentHeader, rules: dict[str, Any], members: int = 1) -> bytes:
    """Draw the sheet of rules from rules alone, for a published paper."""
    from tournaments.papers.rules_wall import rules_wall as draw

    return draw(
        header,
        tournament_words.announced_rules(rules, members),
        [(slot.time, slot.label) for slot in tournament_words.timetable(rules)],
    )
