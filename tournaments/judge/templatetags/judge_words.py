"""Template filters of the judge's texts."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.web.templatetags.design import icon

register = template.Library()

EFFECT_LOOKS = {"score": ("amber", "pencil-line"), "again": ("blue", "repeat"), "play": ("green", "play")}


@register.filter
def effect_badge(effect: str) -> SafeString:
    """Return the effect of a ruling as a badge: a sign, a word and a colour."""
    colour, sign = EFFECT_LOOKS[effect]
    return format_html('<span class="badge {}">{}{}</span>', colour, icon(sign), effect_name(effect))


def effect_name(effect: str) -> str:
    """Return the effect of a ruling in a word or two."""
    return {"score": _("changes the score"), "again": _("dealt again"), "play": _("play goes on")}[effect]
