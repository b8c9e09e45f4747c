"""Papers beside the games: codes to join, texts to read aloud, lists of materials and of answers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import devices
from tournaments.accounts import visibility
from tournaments.common import codes, competitors
from tournaments.papers import values
from tournaments.papers.values import Column, List, Network
from tournaments.papers.words import short_address
from tournaments.publishing import announcements, materials, wifi
from tournaments.publishing.paper_types import BEFORE, Paper, PaperType, draw_lists


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
        Column(_("Material")),
        Column(_("How many"), figures=True),
        Column(_("And spare"), figures=True),
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
