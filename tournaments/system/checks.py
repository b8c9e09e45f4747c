"""Checks of `manage.py check --deploy` beyond Django's own."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

ANY_HOST = "cheville.E001"


@register(Tags.security, deploy=True)
def hosts_are_named(**_given: Any) -> list[CheckMessage]:
    """Require `ALLOWED_HOSTS` on a server: the host of a request is used in links, invitations and papers."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    hint = "Set ALLOWED_HOSTS to the names of the server, such as crible.example.org."
    return [Error("ALLOWED_HOSTS allows any host.", hint=hint, id=ANY_HOST)]
