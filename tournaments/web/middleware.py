"""Redirect a GET for an address that only answers POST to the page above it.

This happens when the language is changed on a page that refused a POST, when the address is opened from the
browser's history, or after a sign-in that a POST asked for.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

METHOD_NOT_ALLOWED = 405


def page_above(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Redirect a GET that a view refused to the nearest page above."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != METHOD_NOT_ALLOWED or request.method != "GET":
            return response
        return redirect(_above(request.path))

    return answer


def _above(path: str) -> str:
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path
