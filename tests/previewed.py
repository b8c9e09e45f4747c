"""Confirm the preview of an act, as a director does who reads the names in it."""

from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests import page_reader


def post_and_confirm(
    client: Client, url: str, typed: dict[str, Any] | None = None, **asked: Any
) -> HttpResponse:
    """Post, and where the page first asks for confirmation, post again what it shows."""
    answer = client.post(url, typed or {}, **asked)
    if answer.status_code not in (200, 409) or not page_reader.data(answer, "touches"):
        return answer
    return client.post(url, sent_again(answer), **asked)


def sent_again(page: HttpResponse) -> dict[str, list[str]]:
    """Return what the button of the question sends."""
    found: dict[str, list[str]] = {}
    for field in page_reader.parse(page).all("input[type=hidden]"):
        if field["name"] != "csrfmiddlewaretoken":
            found.setdefault(field["name"], []).append(field.get("value") or "")
    return found
