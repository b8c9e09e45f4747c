"""The pages of help: the contents with a search, a chapter, and the pictures of the guide."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.static import serve

from tournaments.web.help import guide
from tournaments.web.help.search import search

MAX_QUERY_LENGTH = 100


def contents(request: HttpRequest) -> HttpResponse:
    """Show all chapters with their sections, or what a search finds."""
    typed = request.GET.get("q", "")[:MAX_QUERY_LENGTH].strip()
    page = {"chapters": guide.chapters(), "typed": typed, "found": search(typed)}
    return render(request, "tournaments/help/contents.html", page)


def chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """Show one chapter."""
    every = guide.chapters()
    at = next((at for at, one in enumerate(every) if one.top.anchor == chapter), None)
    if at is None:
        raise Http404
    page = {
        "chapter": every[at],
        "before": every[at - 1] if at else None,
        "after": every[at + 1] if at + 1 < len(every) else None,
    }
    return render(request, "tournaments/help/chapter.html", page)


def picture(request: HttpRequest, language: str, name: str) -> HttpResponseBase:
    """Send a picture of the guide."""
    return serve(request, f"{language}/{name}.png", document_root=str(guide.folder() / "pictures"))
