"""Template tags that name what competes.

`{% competitors rows|length tournament as who %}`, `{% with club=row.name|club_beside:row.club %}`
"""

from django import template

from tournaments.common.competitors import count_phrase
from tournaments.models import Tournament
from tournaments.registration import club_beside, competing_kind

register = template.Library()
register.filter(club_beside)


@register.simple_tag
def competitors(count: int, of: Tournament | str) -> str:
    """Return so many players or teams in words; `of` is their tournament, or its `competing_kind`."""
    return count_phrase(count, competing_kind(of) if isinstance(of, Tournament) else of)
