"""The list of materials, counted from the people, tables and games of a tournament."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import boards
from scoring.games import GAMES
from tournaments import games, registration
from tournaments.common import competitors
from tournaments.models import Tournament
from tournaments.pairing import bracket_kinds, knock_out
from tournaments.pairing.pairing_systems import Tables
from tournaments.rounds import stages

PAIR_SIZE = 2
ITEMS_PER_SPARE = 20  # a spare one for so many of things that break, get lost or run dry


class Item(NamedTuple):
    """An item: how many are needed, how many spare ones, and the basis of the count."""

    name: str
    needed: int
    spare: int
    why: str


class Count(NamedTuple):
    """The numbers from which materials are counted."""

    people: int
    tables: int
    expected: bool
    competing: str = registration.PLAYERS


def people_and_tables(tournament: Tournament) -> Count:
    """Count people and tables in use: those present, or the expected number where no one is entered."""
    rules = stages.qualifying(tournament).rules
    here = registration.count_present(tournament, registration.next_round_number(tournament)).total()
    each = boards.each(rules)
    people = here or tournament.settings.get("expected") or 2 * (rules["tables"] // each)
    sizes = Tables.from_rules(rules)
    joins = sizes.size == 2 and people % 2 and rules["odd"] in (None, "house")
    tables = sum(size > 1 for size in sizes.sizes(people + bool(joins)))
    competing = registration.competing_kind(tournament) if here else competitors.declared_kind(rules)
    return Count(people, max(1, tables) * each, not here, competing)


def _slips(rules: Mapping[str, Any], people: int, tables: int) -> Item:
    """Return the slips: one a table in each game; one a match where only a bracket is played."""
    asked = rules.get("playoffs")
    if rules["rounds"] or not asked:
        why = _("%(tables)s per game, %(games)s games") % {"games": rules["rounds"], "tables": tables}
        return Item(_("Table slips"), tables * rules["rounds"], _spare(tables), why)
    fewest, most = bracket_kinds.limits(double=bool(asked.get("double")))
    order = knock_out.order(min(max(people, fewest), most))
    bracket = bracket_kinds.bracket_from_rules({**asked, "order": order})
    return Item(_("Table slips"), len(bracket.meetings), _spare(tables), _("one per match"))


def needed(tournament: Tournament) -> list[Item]:
    """Return the list of materials."""
    stage = stages.qualifying(tournament)
    people, tables, *_rest = people_and_tables(tournament)
    rules, words = stage.rules, games.game_of(stage.rules).words
    seats = people + (people % 2 and rules["odd"] == "house")
    a_table, each = _("one per table"), _("one each")
    at_a_table, entry = words.packs_at_a_table(rules), GAMES[stage.game].people_per_entry(rules)
    known = tournament.devices.filter(place__isnull=False).count()
    tablets = _("one per table, if you use them; already joined: %(count)s") % {"count": known}
    packs = tables * at_a_table
    of_packs = a_table if at_a_table == 1 else _("two per table")
    if at_a_table > PAIR_SIZE:
        of_packs = _("%(count)s per table") % {"count": at_a_table}
    of_hall = ngettext("of %(count)s in the hall", "of %(count)s in the hall", rules["tables"])
    of_hall %= {"count": rules["tables"]}
    return [
        Item(_("Tables"), tables, 0, of_hall),
        Item(_("Chairs"), seats * entry, 0, each),
        *(Item(name, tables, _spare(tables), a_table) for name in words.table_materials(rules)),
        Item(_("Packs of cards"), packs, _spare(packs), of_packs),
        Item(_("Pencils"), seats * entry, _spare(seats * entry), each),
        *([Item(_("Scorecards"), people, _spare(people), each)] if rules["rounds"] else []),
        _slips(rules, people, tables),
        Item(_("Table numbers"), tables, 0, a_table),
        Item(_("Tablets with their chargers"), tables, _spare(tables), tablets),
    ]


def _spare(count: int) -> int:
    return -(-count // ITEMS_PER_SPARE)
