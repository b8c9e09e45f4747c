"""`{% parts "restore" %}`: parts that optional packages add to pages of others.

An optional package names the place, a template and a function in its `AppConfig.ready`; the page names only
the place. Without the package the place is empty.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.template.context import RequestContext
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


class PagePart(NamedTuple):
    """A template and its function for a request, which returns the context, or None to show nothing."""

    template: str
    context: Callable[[HttpRequest], dict[str, Any] | None]


PARTS: dict[str, list[PagePart]] = {}


def add_part(place: str, template: str, context: Callable[[HttpRequest], dict[str, Any] | None]) -> None:
    """Add a part to the place of that name; parts are shown in the order in which they were added."""
    PARTS.setdefault(place, []).append(PagePart(template, context))


@register.simple_tag(takes_context=True)
def parts(context: RequestContext, place: str) -> SafeString:
    """Render everything that was added to a place."""
    request = context["request"]
    shown = [(part.template, part.context(request)) for part in PARTS.get(place, ())]
    return format_html_join(
        "", "{}", ((render_to_string(name, data, request),) for name, data in shown if data is not None)
    )
