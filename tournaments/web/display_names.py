"""The names shown on pages without sign-in: full names in the hall, by consent on the Internet.

Directors and helpers are signed in and see full names. A secret address (that of a table or of a phone) is
for people in the hall, and shows full names too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments import registration
from tournaments.accounts.permissions import AnyUser, may
from tournaments.models import Entry, Tournament
from tournaments.rounds import SheetRow
from tournaments.standings import CardRow, MedalChances, Standings, card_with_names

Names = Mapping[int, str] | None


def names_for(who: AnyUser | None, tournament: Tournament) -> Names:
    """Return the names that `who` (a user or None) may see, by number; None where they see full names."""
    if sees_full_names(who, tournament):
        return None
    house = _("House player")
    return {number: name or house for number, name in registration.public_names(tournament).items()}


def sees_full_names(who: AnyUser | None, tournament: Tournament) -> bool:
    """Return whether `who`, a user or None, is shown all full names."""
    return not settings.SHORT_NAMES or (who is not None and may(who, "see_day", tournament))


def members(tournament: Tournament, number: int, *, full: bool) -> str:
    """Return the members of a team that its name does not list, or the earlier players of an entry.

    Earlier players are returned only where full names are shown; for any other entry the result is empty.
    """
    if full and (before := registration.earlier_players(tournament).get(number)):
        return _earlier_player_words(before)
    team = tournament.entries.filter(number=number).values_list("team", flat=True).first() or []
    if len(team) <= registration.MAX_NAMED_MEMBERS:
        return ""
    return ", ".join(team if full else registration.public_members(tournament)[number])


def member_notes(tournament: Tournament) -> dict[int, str]:
    """Return the text below names in the hall, by number: members of a team, earlier players."""
    return registration.members_by_number(tournament) | earlier_players(tournament)


def earlier_players(tournament: Tournament) -> dict[int, str]:
    """Return who played earlier under a number, and until when, by number."""
    return {
        number: _earlier_player_words(past)
        for number, past in registration.earlier_players(tournament).items()
    }


def _earlier_player_words(past: Iterable[tuple[str, int]]) -> str:
    lines = [_("%(name)s until game %(game)s") % {"name": name, "game": last} for name, last in past]
    return ", ".join(lines)


def named_standings(shown: Standings, names: Names) -> Standings:
    """Return the standings with these names."""
    if names is None:
        return shown
    return replace(shown, rows=[row._replace(name=names[row.number]) for row in shown.rows])


def named_medal_chances(chances: MedalChances | None, names: Names) -> MedalChances | None:
    """Return the medal chances with these names."""
    if chances is None or names is None:
        return chances
    certain = [hope._replace(name=names[hope.number]) for hope in chances.certain]
    return chances._replace(
        certain=certain, hopes=[hope._replace(name=names[hope.number]) for hope in chances.hopes]
    )


def named_card(rows: list[CardRow], entry: Entry, names: Names) -> list[CardRow]:
    """Return the card of an entry with these names."""
    if names is None:
        return rows
    on_boards = any(row.board for row in rows)
    squads = registration.squads(entry.tournament, public=True) if on_boards else {}
    return card_with_names(
        rows, entry.number, names, {number: squad.names for number, squad in squads.items()}
    )


def named_sheet(rows: list[SheetRow], names: Names) -> list[SheetRow]:
    """Return the sheet of a round with these names, sorted by them."""
    if names is None:
        return rows

    def named(people: Iterable[Entry]) -> tuple[str, ...]:
        return tuple(names[entry.number] for entry in people)

    def called(row: SheetRow) -> str:
        if row.board is None:
            return names[row.entry.number]
        return _("%(team)s, board %(board)s") % {"team": names[row.entry.number], "board": row.board}

    shown = [
        replace(
            row,
            name=called(row),
            found_by=registration.fold(names[row.entry.number]),
            opponent_names=named(row.opponents),
            partner_names=named(row.partners),
        )
        for row in rows
    ]
    return sorted(shown, key=lambda row: (row.found_by, row.entry.number, row.table))
