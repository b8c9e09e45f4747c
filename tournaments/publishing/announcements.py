"""The texts to read into the microphone at each step of a tournament, filled with its data."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import registration, rounds, standings
from tournaments.common.messages import sentences
from tournaments.models import KIOSK, Round, Stage, Tournament
from tournaments.pairing import pairing_systems
from tournaments.publishing import breaks, ceremony, explain, names, publications, tournament_words, wifi
from tournaments.rounds import stages

MEDALS = 3


class Announcement(NamedTuple):
    """A text: its key, its purpose, and its paragraphs."""

    key: str
    title: str
    paragraphs: list[str]


def announcements(tournament: Tournament) -> list[Announcement]:
    """Return the texts in the order in which they are read, with the present data."""
    stage = stages.qualifying(tournament)
    texts = [
        Announcement("welcome", _("Welcome and rules"), list(_welcome(tournament, stage))),
        Announcement("seats", _("Seats"), list(_seats(tournament, stage))),
        Announcement("dinner", names.break_name("dinner"), list(_dinner(tournament, stage))),
        Announcement("medals", names.break_name("medals"), list(_medals(tournament))),
    ]
    return [text for text in texts if text.paragraphs]


# Welcome and rules


def _welcome(tournament: Tournament, stage: Stage) -> Iterator[str]:
    rules, place = stage.rules, tournament.place
    if place:
        yield _("Good day, everybody, and welcome to %(place)s for %(name)s.") % {
            "place": place,
            "name": tournament.name,
        }
    else:
        yield _("Good day, everybody, and welcome to %(name)s.") % {"name": tournament.name}
    yield " ".join([_count_sentence(tournament), *_time_sentences(rules)])
    yield _("Here are the rules of the day.")
    for heading, sentence in tournament_words.announced_rules(
        rules, registration.members_per_entry(tournament)
    ):
        yield _("%(heading)s: %(sentence)s") % {"heading": heading, "sentence": sentence}
    yield _("If something is not clear during a game, raise your hand: an organiser will come to your table.")
    if wifi.wifi_of(tournament):
        yield _("To follow the standings on your phone, scan the two codes on the wall, one after the other.")
    yield _("Please silence your phones. Good luck, and enjoy the day!")


def _count_sentence(tournament: Tournament) -> str:
    count = registration.count_present(tournament, registration.next_round_number(tournament)).total()
    count = count or tournament.settings.get("expected") or 0
    words = ngettext(
        "There is %(count)d of us playing today.", "There are %(count)d of us playing today.", count
    )
    return words % {"count": count} if count else ""


def _time_sentences(rules: dict[str, Any]) -> Iterator[str]:
    for slot in tournament_words.timetable(rules):
        if slot.minute >= rules["start"]:
            yield _time_sentence(slot, begun=slot.minute > rules["start"])


def _time_sentence(slot: tournament_words.Slot, *, begun: bool) -> str:
    """Return a line of the timetable as a sentence; `begun`: games were played before it."""
    sentences_of_breaks = {
        "dinner": _("Lunch is at %(time)s."),
        "pause": _("There is a break at %(time)s."),
        "medals": _("The medals are given at %(time)s."),
    }
    if slot.pause:
        words = sentences_of_breaks.get(slot.code, sentences_of_breaks["pause"])
    else:
        words = _("We resume play at %(time)s.") if begun else _("We start playing at %(time)s.")
    return words % {"time": slot.time}


# Seats


def _seats(tournament: Tournament, stage: Stage) -> Iterator[str]:
    seated = stage.rounds.filter(state__in=(Round.State.SEATED, Round.State.OPEN)).order_by("-number").first()
    number = seated.number if seated else stages.last_seated_round(stage) + 1
    if number > stage.rules["rounds"]:
        return
    yield _("The seats of game %(number)d are on the wall and on the screen.") % {"number": number}
    moves = pairing_systems.PAIRING_SYSTEMS[stage.movement].CODES["aloud"]
    if number > 1 and moves:
        yield sentences.sentence(moves)
    yield _("Look for your name: beside it are the number of your table and the letter of your seat.")
    alone = [row.name for row in rounds.sheet(seated) if not row.opponents] if seated else []
    if alone:
        words = ngettext("%(who)s sits out this game.", "%(who)s sit out this game.", len(alone))
        yield words % {"who": explain.join_names(alone, len(alone))}
    if pairing_systems.Tables.from_rules(stage.rules).size > 2:
        yield _("Greet everybody at your table, and do not begin before I say so.")
    else:
        yield _("Greet your opponent, and do not begin before I say so.")
    minutes = {"minutes": stage.rules["minutes"]}
    yield (
        ngettext(
            "You have about %(minutes)d minute.", "You have about %(minutes)d minutes.", minutes["minutes"]
        )
        % minutes
    )
    if tournament.devices.exclude(KIOSK).exists():
        yield _("After the game enter the result on the tablet of your table, together.")
    else:
        yield _("After the game write the result on the slip, check it together, and bring it to the desk.")


# Dinner


def _dinner(tournament: Tournament, stage: Stage) -> Iterator[str]:
    pause = next((one for one in stage.rules["breaks"] if one["code"] == "dinner" and one["minutes"]), None)
    if pause is None or not 0 < pause["after"] < stage.rules["rounds"]:
        return
    game = {"game": pause["after"], "next": pause["after"] + 1}
    yield _("Game %(game)d is over: it is time for lunch. Enjoy your meal!") % game
    now = breaks.break_after(stage, breaks.last_begun(stage))
    if now and now.code == "dinner":
        again = now.until
    else:
        slots = tournament_words.timetable(stage.rules)
        at = next(index for index, slot in enumerate(slots) if slot.code == "dinner")
        again = next((slot.time for slot in slots[at + 1 :] if not slot.pause), "")
    yield _("We continue at %(time)s with game %(next)d. Please be at your table a few minutes before.") % {
        "time": again,
        **game,
    }
    yield _("Leave everything on the tables.")
    last = ceremony.last_public_game(tournament, stage)
    shown = standings.standings(tournament, through_round=last, settled_only=True, closed_only=True)
    if shown.through_round == pause["after"]:
        yield _("After game %(game)d, these players are in the lead:") % game
        yield from _podium_sentences(shown)


# Medals


def _medals(tournament: Tournament) -> Iterator[str]:
    publication = publications.official_publication(tournament)
    yield _("The games are over. Thank you for the good company!")
    if publication:
        shown = publications.published_standings(publication)
        if shown.medals:
            yield _("Here are the medals.")
        yield from reversed(list(_podium_sentences(shown)))
        yield _("Let us applaud them, and everybody who played.")
    else:
        yield _("[The names appear here once the standings are official.]")
    yield _("Thank you to everybody who helped.")
    yield _("Please leave everything on the tables. Have a safe trip home!")


def _podium_sentences(shown: standings.Standings) -> Iterator[str]:
    """Yield the first three places, best first, as they are read out; equal ones together."""
    named = registration.distinct_names((row.number, row.name, row.club) for row in shown.rows)
    for rank in range(1, MEDALS + 1):
        rows = [row for row in shown.rows if row.rank == rank and row.has_begun]
        if rows:
            if explain.placed_by_playoffs(rows[0]):
                words = _("%(place)s place, %(points)s: %(who)s.")
            elif rows[0].games:
                words = _("%(place)s place, with %(points)s: %(who)s.")
            else:
                words = _("%(place)s place: %(who)s.")
            yield words % {
                "place": explain.ordinal(rank),
                "points": explain.standing_text(rows[0], shown),
                "who": explain.join_names([named[row.number] for row in rows], len(rows)),
            }
