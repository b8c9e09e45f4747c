"""Numbers as the reader's language writes them: 1 612 in French, 1,612 in English, and a real minus."""

from django import template
from django.utils.translation import get_language

from tournaments.documents.numbers import grouped, signed

register = template.Library()


@register.filter
def figure(number: int | None) -> str:
    """A whole number, grouped by thousands."""
    return grouped(number, get_language() or "en")


@register.filter
def plus_minus(number: int | None) -> str:
    """The same with its sign."""
    return signed(number, get_language() or "en")
