"""Papers of the ceremony: certificates, the list of medals, the list of prizes, the cash box as a sheet."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.papers.values import Certificate, Column, List
from tournaments.publishing import cash_box, ceremony, club_words, explain, prize_words, prizes, publications
from tournaments.publishing.money_words import how_paid, money, why_different
from tournaments.publishing.papers.paper_types import END, Paper, PaperPart, PaperType, draw_lists, has
from tournaments.publishing.prizes import DOOR, RANK, Award
from tournaments.registration import categories, club_beside, distinct_names
from tournaments.standings import Standings, standings, standings_subset


def final_standings(tournament: Tournament) -> Standings:
    """Return the official standings; before there are any those of the closed games."""
    publication = publications.official_publication(tournament)
    return (
        publications.published_standings(publication)
        if publication
        else standings(tournament, closed_only=True)
    )


def groups(tournament: Tournament, shown: Standings) -> Iterator[tuple[str, Standings]]:
    """Yield all entries together under no name, then each category that has entries."""
    yield "", shown
    held = prizes.members(tournament)
    for one in categories.categories_of(tournament):
        own = standings_subset(shown, held[one.id])
        if own.rows:
            yield one.name, own


def _reason(rank: int, category: str) -> str:
    words = _("%(place)s place") % {"place": explain.ordinal(rank)}
    return _("%(prize)s – %(category)s") % {"prize": words, "category": category} if category else words


def _names(tournament: Tournament) -> dict[int, str]:
    return distinct_names(tournament.entries.values_list("number", "name", "club"))


def not_official(tournament: Tournament) -> str:
    """Return the code of what is missing before the standings are official; '' once they are."""
    return "" if publications.official_publication(tournament) else "not_official_yet"


def prize_certificates(tournament: Tournament) -> Iterator[Certificate]:
    shown = final_standings(tournament)
    awards = prizes.awards(tournament, shown)
    things = _things_by_winner(awards)
    known = {one.name: one.id for one in categories.categories_of(tournament)}
    for name, group in groups(tournament, shown):
        for row in ceremony.on_podium(group):
            thing = things.get((known.get(name, prizes.EVERYBODY), row.number), "")
            reason = _reason(row.rank, name)
            club = club_beside(row.name, row.club)
            yield Certificate(row.name, reason, explain.standing_text(row, group), thing, club)
    names, clubs = _names(tournament), dict(tournament.entries.values_list("number", "club"))
    words = prize_words.category_names(tournament)
    for award in awards:
        if award.prize.kind in (RANK, DOOR):
            continue
        what, thing = prize_words.prize_title(award.prize, words), award.prize.thing
        for team in award.teams:  # each of those who count for the team has one
            for number in team.counted:
                yield Certificate(names[number], what, "", thing, club_words.name_of(team))
        if award.teams:
            continue
        for number in award.numbers:
            own = award._replace(hands=tuple(hand for hand in award.hands if hand.number == number))
            club = club_beside(names[number], clubs[number])
            yield Certificate(names[number], what, prize_words.why(own, names), thing, club)


def _things_by_winner(awards: list[Award]) -> dict[tuple[int, int], str]:
    """Return what is given for ranks, by category and number of the winner."""
    found: dict[tuple[int, int], list[str]] = {}
    for award in awards:
        if award.prize.kind == RANK and award.prize.thing:
            for number in award.numbers:
                found.setdefault((award.prize.category, number), []).append(award.prize.thing)
    return {key: ", ".join(texts) for key, texts in found.items()}


def _certificate_count(tournament: Tournament) -> int:
    return (
        sum(1 for _one in prize_certificates(tournament))
        if publications.official_publication(tournament)
        else 1
    )


CERTIFICATES = PaperPart(
    "certificates",
    gettext_lazy("the certificates, one per page"),
    missing=not_official,
    total=_certificate_count,
)


def certificates(paper: Paper) -> bytes:
    """Draw one for each on a podium, of all or of a category, and for each winner of a special prize."""
    from tournaments.papers.certificates import certificates as draw

    return draw(paper.header, prize_certificates(paper.tournament), paper.progress)


def _medals(tournament: Tournament, shown: Standings) -> List:
    """Return the medals, all together and then of each category, which is named where there are several."""
    columns = (
        Column(_("Category")),
        Column(_("Medal")),
        Column(_("Name")),
        Column(_("Club")),
        Column(_("Result")),
    )
    medals = {1: _("gold"), 2: _("silver"), 3: _("bronze")}
    every = list(groups(tournament, shown))
    rows = []
    for category, group in every:
        label = category or _("all together") if len(every) > 1 else ""
        for row in ceremony.on_podium(group):
            result = explain.standing_text(row, group)
            rows.append((label, medals[row.rank], row.name, row.club, result))
            label = ""
    return List(_("Medals"), "", columns, rows, ticked=True)


def _nothing_to_give(tournament: Tournament) -> str:
    """Return the code of what is missing where there are neither medals nor prizes to hand over."""
    medals = has(tournament, MEDALS_ALONE) and not not_official(tournament)
    return "" if medals or prizes.prizes_of(tournament).prizes else "no_prizes"


MEDALS_ALONE = PaperPart(
    "medals",
    gettext_lazy("only the medals"),
    missing=not_official,
    applies_to=lambda rules: bool(rules["medals"]),
)


@PaperType(
    "prize_list",
    gettext_lazy("Medals and prizes"),
    gettext_lazy("for the microphone: each medal and each prize with the winner; certificates"),
    moments=(END,),
    missing=_nothing_to_give,
    changes_with_every_act=True,
    parts=(MEDALS_ALONE, CERTIFICATES),
)
def prize_list(paper: Paper) -> bytes:
    """Draw the medals, all together and of each category, then the prizes; or the certificates."""
    if paper.which == CERTIFICATES.key:
        return certificates(paper)
    tournament = paper.tournament
    shown = final_standings(tournament)
    shown_lists: list[List] = []
    if has(tournament, MEDALS_ALONE) and not not_official(tournament):
        shown_lists = [_medals(tournament, shown)]
    if paper.which != MEDALS_ALONE.key and prizes.prizes_of(tournament).prizes:
        shown_lists.append(_prizes(tournament, shown))
    return draw_lists(paper.header, *shown_lists)


def _prizes(tournament: Tournament, shown: Standings) -> List:
    """Return the prizes in the order in which they are called, with their winners."""
    names = _names(tournament)
    known = prize_words.category_names(tournament)
    awards = [prize_words.describe_award(award, names, known) for award in prizes.awards(tournament, shown)]
    columns = (
        Column(_("For")),
        Column(_("Name")),
        Column(_("What is given")),
        Column(_("Money"), figures=True),
    )
    rows = [
        (one.what, who, _thing(one), money(one.award.cents) if one.award.cents else "")
        for one in awards
        for who in [club_words.name_of(team) for team in one.award.teams]
        or [names.get(number, "–") for number in one.award.numbers]
        or ["–"]
    ]
    state = (
        _("by the official standings")
        if publications.official_publication(tournament)
        else _("as the standings are after game %(game)s") % {"game": shown.through_round}
    )
    return List(_("Prizes"), state, columns, rows, ticked=True)


def _thing(one: prize_words.AwardInWords) -> str:
    """Return what is given; a thing that several share is on the line of each, and is one thing."""
    if one.thing and one.award.holders > 1:
        return _("%(thing)s (to share)") % {"thing": one.thing}
    return one.thing


@PaperType(
    "cash_sheet",
    gettext_lazy("Cash box"),
    gettext_lazy("for the treasurer: fees in, prizes out, what is left; not for the wall"),
    moments=(END,),
    changes_with_every_act=True,
)
def cash_sheet(paper: Paper) -> bytes:
    """Draw the sheet of the cash box: fees in, prizes out, what is left."""
    box = cash_box.box(paper.tournament, prizes.awards(paper.tournament, final_standings(paper.tournament)))
    columns = (
        Column(_("Purpose")),
        Column(_("In"), figures=True),
        Column(_("Out"), figures=True),
        Column(_("Counted"), by_hand=True),
    )
    rows = [
        (words, money(cents) if cents > 0 else "", money(-cents) if cents < 0 else "", "")
        for words, cents in cash_lines(box)
    ]
    rows.append((_("What is left"), money(box.left), "", ""))
    lists = [List(_("Cash box"), _("not for the wall"), columns, rows)]
    if box.reasons:
        why = [(_("Everybody’s fees"), money(box.expected))]
        why += [(why_different(one.code, one.entries), money(one.cents)) for one in box.reasons]
        why.append((_("Fees received"), money(box.taken)))
        lists.append(List(_("Fees and payments"), "", (Column(""), Column(_("Amount"), figures=True)), why))
    return draw_lists(paper.header, *lists)


def cash_lines(box: cash_box.Box) -> list[tuple[str, int]]:
    """Return every line of the box in words, with its cents: below zero if they go out."""
    found = [
        (
            _("Fees, %(how)s: %(count)s") % {"how": how_paid(fee.how), "count": fee.people},
            fee.cents,
        )
        for fee in box.fees
        if fee.how
    ]
    if box.without_amount:
        found.append((_("Paid, amount not typed: %(count)s") % {"count": box.without_amount}, 0))
    found += [(line.text, line.cents) for line in box.others]
    return [*found, (_("Prizes"), -box.prizes)]
