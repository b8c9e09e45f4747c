"""Papers beside the games: codes to join, texts to read aloud, lists of materials and of answers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournaments import devices, registration
from tournaments.accounts import visibility
from tournaments.common import codes, competitors
from tournaments.models import Entry, Tournament
from tournaments.papers import values
from tournaments.papers.values import Column, List, Network
from tournaments.papers.words import short_address
from tournaments.publishing import announcements, materials, wifi
from tournaments.publishing.paper_types import BEFORE, Paper, PaperType, draw_lists
from tournaments.registration import questions
from tournaments.registration.questions import Question


@PaperType(
    "join",
    gettext_lazy("Codes for phones"),
    gettext_lazy("for the wall: join the Wi-Fi, open the page"),
    when=(BEFORE,),
    missing=lambda day: "" if visibility.visitor_path(day) else "nobody_may_follow",
    needs_address=True,
    as_it_stands=True,
)
def join(paper: Paper) -> bytes:
    """Draw two codes for the wall: join the Wi-Fi, open the page."""
    from tournaments.papers.join_sheet import join as draw

    known = wifi.wifi_of(paper.tournament)
    network = Network(known.name, known.password, known.code) if known else None
    return draw(paper.header, network)


@PaperType(
    "aloud",
    gettext_lazy("To read aloud"),
    gettext_lazy("for the microphone: welcome, seats, lunch, medals"),
    when=(BEFORE,),
    as_it_stands=True,
)
def read_aloud(paper: Paper) -> bytes:
    """Draw the texts for the microphone, a step a page."""
    from tournaments.papers.announcements import read_aloud as draw

    texts = [(step.title, step.paragraphs) for step in announcements.announcements(paper.tournament)]
    return draw(paper.header, texts)


@PaperType(
    "materials",
    gettext_lazy("What to bring"),
    gettext_lazy("boards, packs, pencils and the rest, counted for this day"),
    when=(BEFORE,),
    as_it_stands=True,
)
def materials_list(paper: Paper) -> bytes:
    """Draw the list of materials, to be ticked off."""
    count = materials.counted(paper.tournament)
    columns = (
        Column(_("Material"), 240),
        Column(_("How many"), 62, figures=True),
        Column(_("And spare"), 56, figures=True),
        Column(_("Counted"), 218),
    )
    rows = [
        (item.name, str(item.needed), str(item.spare or "–"), item.why)
        for item in materials.needed(paper.tournament)
    ]
    return draw_lists(
        paper.header, List(_("What to bring"), counted_words(count), columns, rows, ticked=True)
    )


def counted_words(count: materials.Count) -> str:
    """Return in words for how many people the materials were counted."""
    if count.expected:
        words = ngettext("for %(who)s expected", "for all %(who)s expected", count.people)
    else:
        words = ngettext("for %(who)s entered", "for all %(who)s entered", count.people)
    return words % {"who": competitors.count_phrase(count.people, count.competing)}


def answer_word(value: str) -> str:
    """Return an answer in words; one that the organiser worded is returned unchanged."""
    words = {questions.YES: _("yes"), questions.NO: _("no"), "": pgettext("no answer", "not said")}
    return words.get(value, value)


@PaperType(
    "answers",
    gettext_lazy("Answers at registration"),
    gettext_lazy("for the kitchen or the bus; not for the wall"),
    when=(BEFORE,),
    missing=lambda day: "" if questions.questions_of(day) else "nobody_asked",
    as_it_stands=True,
)
def answers_list(paper: Paper) -> bytes:
    """Draw a list for each question: how many of each answer, then all entries by answer and name."""
    asked = questions.questions_of(paper.tournament)
    entries = everybody(paper.tournament)
    return draw_lists(paper.header, *(_answers(question, entries) for question in asked))


def everybody(tournament: Tournament) -> list[Entry]:
    """Return the entries that are asked the questions of registration, by name."""
    entered = tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("sort_name", "number")
    return sorted(registration.answering(list(entered)), key=lambda entry: (entry.sort_name, entry.number))


def _answers(question: Question, entries: list[Entry]) -> List:
    names = registration.told_apart((at, entry.name, entry.club) for at, entry in enumerate(entries))
    columns = (
        Column(question.text, 130),
        Column(_("Name"), 210),
        Column(_("Club"), 180),
        Column(_("Number"), 60, figures=True),
    )
    rows = [
        (answer_word(value), names[at], entry.club, str(entry.number))
        for value, _count in questions.counts(question, entries)
        for at, entry in enumerate(entries)
        if entry.answers.get(str(question.id), "") == value
    ]
    counts = [f"{answer_word(value)}: {count}" for value, count in questions.counts(question, entries)]
    return List(question.text, " · ".join(counts), columns, rows, ticked=True)


@PaperType(
    "table_codes",
    gettext_lazy("Codes of the tables"),
    gettext_lazy("one for each table, to cut: a tablet scans it and joins"),
    when=(BEFORE,),
    as_it_stands=True,
)
def table_codes(paper: Paper) -> bytes:
    """Draw a card for every table, or for one, with the codes by which a tablet joins there."""
    from tournaments.papers.table_codes import table_codes as draw

    if paper.preview:
        shown = codes.format_code("0" * codes.LENGTH)
        numbers = paper.tournament.places.values_list("number", flat=True)
        return draw(paper.header, [values.TableCode(number, "", shown) for number in numbers])
    rows = [
        values.TableCode(
            invited.place.number,
            paper.address(devices.page_of(invited)),
            codes.format_code(invited.code),
            short_address(paper.address(devices.TYPED_AT)),
        )
        for invited in devices.invite_tables(paper.tournament)
        if invited.place and paper.args.get("table", invited.place.number) == invited.place.number
    ]
    return draw(paper.header, rows, paper.progress)


def own_pages(paper: Paper) -> dict[int, str]:
    """Return the addresses of all players' own pages, by entry number; a house player has none."""
    if paper.preview:
        return {}
    return {
        invited.entry.number: paper.address(devices.own_page_of(invited))
        for invited in devices.invite_players(paper.tournament)
        if invited.entry
    }
