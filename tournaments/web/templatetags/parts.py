"""`{% parts "restore" %}`: what rooms that can be left out add to a page of another room.

A room names the place, a template and a function in its `AppConfig.ready`; the page names the place alone.
Without the room nothing stands there.
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


class Part(NamedTuple):
    """A template, and what it shows for a request: its context, or None where nothing is to be shown."""

    template: str
    told: Callable[[HttpRequest], dict[str, Any] | None]


PARTS: dict[str, list[Part]] = {}


def add_part(place: str, template: str, told: Callable[[HttpRequest], dict[str, Any] | None]) -> None:
    """Add to the place of that name; parts stand in the order in which they were added."""
    PARTS.setdefault(place, []).append(Part(template, told))


@register.simple_tag(takes_context=True)
def parts(context: RequestContext, place: str) -> SafeString:
    """Everything that was added to a place."""
    request = context["request"]
    shown = [(part.template, part.told(request)) for part in PARTS.get(place, ())]
    return format_html_join(
        "", "{}", ((render_to_string(name, told, request),) for name, told in shown if told is not None)
    )
