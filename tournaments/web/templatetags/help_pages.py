"""Template tags of the header and the footer: the help of the page, and the page of this laptop."""

from typing import Any

from django import template

from tournaments.web.help import guide
from tournaments.web.help.sections import section_of
from tournaments.web.laptop.views import is_here

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: Any, section: str = "") -> str:
    """Return the address of the section of the guide that explains the page, or of the one named."""
    match = getattr(context.get("request"), "resolver_match", None)
    return guide.address(section or section_of((match and match.url_name) or ""))


@register.simple_tag(takes_context=True)
def at_the_laptop(context: Any) -> bool:
    """Return whether the reader sits at the laptop that serves the page."""
    request = context.get("request")
    return bool(request) and is_here(request)
