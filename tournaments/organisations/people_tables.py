"""The people of an organisation as a table for spreadsheets, which the import reads again."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.common.spreadsheets.table import quote_formula
from tournaments.models import Player
from tournaments.publishing.outputs.tables import Cell, Table
from tournaments.registration.names import family_name


def table(players: Iterable[Player]) -> Table:
    """Return people with their details, a line each."""
    headings = [_("Family name"), _("First name"), _("Club"), _("Region"), _("Member number"), _("Category")]
    return Table("people", _("People"), headings, [_line(player) for player in players])


def _line(player: Player) -> list[Cell]:
    family = family_name(player.name, player.sort_name)
    given = player.name.removesuffix(family).strip() if family else ""
    details = [player.club, player.region, player.member_number, player.category]
    return [quote_formula(family or player.name), quote_formula(given), *details]
