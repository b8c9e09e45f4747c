"""Papers beside the games: codes for phones and tablets, texts to read aloud, the list of materials."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import devices
from tournaments.common import codes, competitors
from tournaments.pairing.pairing_systems import Tables
from tournaments.pairing.values import LETTERS
from tournaments.papers import values
from tournaments.papers.values import Column, List, Network
from tournaments.papers.words import short_address
from tournaments.publishing import announcements, materials, wifi
from tournaments.publishing.papers.paper_types import (
    BEFORE,
    Paper,
    PaperPart,
    PaperType,
    draw_in_one_file,
    draw_lists,
    tables_of,
)
from tournaments.rounds import stages


def join(paper: Paper) -> bytes:
    """Draw two codes for the wall: join the Wi-Fi, open the page."""
    from tournaments.papers.join_sheet import join as draw

    known = wifi.wifi_of(paper.tournament)
    network = Network(known.name, known.password, known.code) if known else None
    return draw(paper.header, network)


ALOUD = PaperPart("aloud", gettext_lazy("only the texts to read aloud"))
MATERIALS = PaperPart("materials", gettext_lazy("only the list of what to bring"))


@PaperType(
    "organiser",
    gettext_lazy("To bring and to say"),
    gettext_lazy("materials for this day, texts for the microphone"),
    moments=(BEFORE,),
    changes_with_every_act=True,
    parts=(MATERIALS, ALOUD),
)
def organiser(paper: Paper) -> bytes:
    """Draw the list of materials, and the texts for the microphone."""
    if paper.which == ALOUD.key:
        return read_aloud(paper)
    if paper.which == MATERIALS.key:
        return materials_list(paper)
    return draw_in_one_file(paper, _("To bring and to say"), [materials_list, read_aloud])


def read_aloud(paper: Paper) -> bytes:
    """Draw the texts for the microphone, a step a page."""
    from tournaments.papers.announcements import draw_announcements as draw

    texts = [(step.title, step.paragraphs) for step in announcements.announcements(paper.tournament)]
    return draw(paper.header, texts)


def materials_list(paper: Paper) -> bytes:
    """Draw the list of materials, to be ticked off."""
    count = materials.people_and_tables(paper.tournament)
    columns = (
        Column(_("Material")),
        Column(_("How many"), figures=True),
        Column(_("And spares"), figures=True),
        Column(_("Counted")),
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
            short_address(paper.address(devices.TYPING_PATH)),
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


CODES = PaperPart("codes", gettext_lazy("codes for tablets, to cut"), total=tables_of)


@PaperType(
    "table_numbers",
    gettext_lazy("Table numbers"),
    gettext_lazy("one for each table, to fold; codes for tablets, to cut"),
    moments=(BEFORE,),
    total=tables_of,
    parts=(CODES,),
)
def table_numbers(paper: Paper) -> bytes:
    """Draw a number for every table, to be folded and put on it; or the codes by which tablets join there."""
    from tournaments.papers.table_numbers import table_numbers as draw

    if paper.which == CODES.key:
        return table_codes(paper)
    numbers = paper.tournament.places.values_list("number", flat=True)
    letters = LETTERS[: Tables.from_rules(stages.qualifying(paper.tournament).rules).letters]
    return draw(paper.header, numbers, letters, paper.progress)
