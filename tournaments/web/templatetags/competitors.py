"""Template tags that name what competes.

`{% competitors rows|length tournament as who %}`, `{% with club=row.name|club_beside:row.club %}`
"""

from django import template

from tournaments.common.competitors import count_phrase
from tournaments.models import Tournament
from tournaments.registration import club_beside, competing

register = template.Library()
register.filter(club_beside)


@register.simple_tag
def competitors(count: int, of: Tournament | str) -> str:
    """So many players or teams; `of` is their tournament, or what `competing` answers of it."""
    return count_phrase(count, competing(of) if isinstance(of, Tournament) else of)
