"""Compare two formats, in the sentences of the rules on the wall and those of the set-up page."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import formats
from tournaments.games import GAMES
from tournaments.games.declared_rules import removed_sentence
from tournaments.publishing import tournament_words
from tournaments.publishing.names import break_name, name_of_format

Rules = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """One heading under which two formats differ; a text is empty where that format has no sentence."""

    heading: str
    before: str
    after: str


def differences(before: Rules, after: Rules) -> list[Difference]:
    """Return the differences of `after` from `before`, in the order of the wall."""
    sentences = (
        _sentences_by_heading(formats.complete_rules(before)),
        _sentences_by_heading(formats.complete_rules(after)),
    )
    headings = dict.fromkeys([*sentences[0], *sentences[1]])
    both = [(heading, sentences[0].get(heading, ""), sentences[1].get(heading, "")) for heading in headings]
    return [Difference(heading, was, now) for heading, was, now in both if was != now]


def _sentences_by_heading(rules: Rules) -> dict[str, str]:
    """Return all sentences of the rules by heading; several under one heading are joined."""
    found: dict[str, list[str]] = {}
    on_the_wall = tournament_words.announced_rules(rules)
    for heading, sentence in [*on_the_wall, *_hall_sentences(rules), *_people_sentences(rules)]:
        found.setdefault(str(heading), []).append(str(sentence))
    return {heading: " ".join(sentences) for heading, sentences in found.items()}


def _hall_sentences(rules: Rules) -> list[tuple[str, str]]:
    hours = [f"{slot.time} {slot.label}" for slot in tournament_words.timetable(rules)]
    breaks = [(break_name(one["code"]), one["minutes"]) for one in rules["breaks"]]
    tables, people = rules["tables"], rules["at_table"]
    return [
        (_("Game"), str(GAMES[rules["game"]].words.NAME)),
        (_("Based on"), name_of_format(rules | {"own": None})),
        (_("Tables"), ngettext("%(count)d table.", "%(count)d tables.", tables) % {"count": tables}),
        (
            _("Places at a table"),
            ngettext("%(count)d place.", "%(count)d places.", people) % {"count": people},
        ),
        (_("Timetable"), _(", ").join(hours) + "."),
        (
            _("Breaks"),
            _(", ").join(_("%(name)s %(minutes)d min") % {"name": one, "minutes": m} for one, m in breaks)
            or "–",
        ),
    ]


def _people_sentences(rules: Rules) -> list[tuple[str, str]]:
    return [
        (
            _("Declared so far"),
            _("A missed game %(missed)s; a forfeit %(present)s to %(absent)s; sitting out %(bye)s.")
            % {
                "missed": _points(rules["missed"]),
                "present": _points(rules["forfeit"]["present"]),
                "absent": _points(rules["forfeit"]["absent"]),
                "bye": _points(rules["bye_credit"]),
            },
        ),
        (
            _("Those who leave before the last game"),
            removed_sentence()
            if rules["withdrawn"] == "removed"
            else _("They are ranked with what they have") + ".",
        ),
        (_("Protests"), tournament_words.protests_sentence(rules)),
        (
            _("Missed games"),
            _("A missed game can be made up later.")
            if rules["made_up"]
            else _("A missed game stays missed."),
        ),
        (
            _("Seats from a file"),
            _("From the file “%(name)s”.") % {"name": rules["seats_file"]["name"]}
            if rules["seats_file"]
            else "–",
        ),
        (_("Clock"), _("The time left is shown.") if rules["clock"] else _("No clock is shown.")),
        (
            _("Clubs"),
            _("Members of the same club are kept apart too, where possible.")
            if rules["keep_clubs_apart"]
            else _("Members of one club may meet."),
        ),
        (_("Couples and car-pools"), tournament_words.apart_sentence(rules)),
        (
            _("Equal number of games"),
            _("Everybody must play the same number of games.")
            if rules["equal_games"]
            else _("Those who sit out once more play one game fewer."),
        ),
    ]


def _points(declared: int | None) -> str:
    return "–" if declared is None else str(declared)
