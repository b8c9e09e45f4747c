"""The update of a laptop, by a user at it: choose a bundle, read the consequences, follow the progress."""

import os
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from config import versions
from scoring import DomainError
from tournaments.common.messages import sentences
from tournaments.laptop import update
from tournaments.laptop.update.bundles import MAX_BYTES, chosen_file
from tournaments.models import Round
from tournaments.web.laptop.views import end_soon, only_here

FETCHING = 1_000_000
_one_at_a_time = threading.Lock()  # two downloads would write into the same file


def home() -> Path | None:
    """Return the folder that updates; None if start.py did not start this program, or has other data."""
    own = Path(settings.DATA_DIR) / versions.DATABASE
    return versions.home() if str(settings.DATABASES["default"]["NAME"]) == str(own) else None


@only_here
def update_page(request: HttpRequest, refusal: DomainError | None = None) -> HttpResponse:
    """Show the current version, the bundles that could replace it, and the way back, or a running update."""
    here = home()
    shown: dict[str, Any] = {"home": here, "version": versions.number(settings.BASE_DIR)}
    if here:
        work = update.work()
        said = versions.state(here)
        shown |= {
            "work": work if work and work.runs else None,
            "news": said.get("news"),
            "playing": _games_being_played(),
            "fetch_from": urlsplit(settings.UPDATE_URL).hostname if settings.UPDATE_URL else "",
        }
        if work and work.refusal and refusal is None:
            refusal = work.refusal
        if not shown["work"]:
            found = [_row(file, here) for file in update.available_bundles(here)]
            before = update.way_back(here)
            shown |= {
                "found": found,
                "chosen": next((row for row in found if row["path"] == request.GET.get("file")), None),
                "before": versions.number(versions.folder_of(here, before)) if before is not None else None,
                "lost": update.entered_since(here),
            }
    shown["refused"] = sentences.error_sentence(refusal) if refusal else ""
    return render(request, "tournaments/update/update.html", shown, status=422 if refusal else 200)


def _row(file: Path, here: Path) -> dict[str, Any]:
    try:
        return {"path": str(file), "file": file, "bundle": update.read_bundle(file, here)}
    except DomainError as refusal:
        return {"path": str(file), "file": file, "refused": sentences.error_sentence(refusal)}


def _games_being_played() -> list[Round]:
    """Return games of tournaments here that are open: perhaps a table has not sent its result yet."""
    opened = Round.objects.filter(state=Round.State.OPEN, stage__tournament__live=True)
    return list(opened.select_related("stage__tournament").order_by("stage__tournament__name", "number"))


@only_here
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Begin the update with one of the bundles found."""
    here = home()
    given = Path(request.POST.get("file", ""))
    try:
        if here is None or given not in update.available_bundles(here):
            raise DomainError("update_gone")
        _be_sure(request)
        update.begin(update.read_bundle(given, here), here, lambda: end_soon(0.0))
    except DomainError as refusal:
        return update_page(request, refusal)
    return redirect("update")


def _be_sure(request: HttpRequest) -> None:
    if _games_being_played() and "sure" not in request.POST:
        raise DomainError("update_not_sure")


@only_here
@require_POST
def back(request: HttpRequest) -> HttpResponse:
    """Return to the version before."""
    here = home()
    try:
        if here is None:
            raise DomainError("update_no_way_back")
        _be_sure(request)
        update.go_back(here, end_soon)
    except DomainError as refusal:
        return update_page(request, refusal)
    return render(request, "tournaments/update/waiting.html")


@only_here
def progress(request: HttpRequest) -> HttpResponse:
    """Return the progress of the update, for the page that waits; without an update `step` is empty."""
    work = update.work()
    if work is None or not work.runs:
        return JsonResponse({"step": ""})
    return JsonResponse({"step": work.step, "done": work.unpacked, "total": work.bundle.size})


@only_here
@require_POST
def hand_over(request: HttpRequest) -> HttpResponse:
    """Store a slice of a file that was chosen in the browser: the file is too large for one request."""
    given = request.FILES.get("slice")
    try:
        at = int(request.POST.get("at", ""))
        if given is None or home() is None:
            raise DomainError("update_slice")
        target = chosen_file()
        target.parent.mkdir(parents=True, exist_ok=True)
        with _one_at_a_time:
            _append(target, at, given.chunks())
    except (DomainError, ValueError, OSError) as error:
        refusal = error if isinstance(error, DomainError) else DomainError("update_slice")
        return JsonResponse({"said": sentences.error_sentence(refusal)}, status=422)
    return JsonResponse({"then": _page_of(target)})


def _page_of(file: Path) -> str:
    return f"{reverse('update')}?{urlencode({'file': str(file.resolve())})}"


def _append(target: Path, at: int, pieces: Iterator[bytes]) -> None:
    """Write the next slice; the first one begins anew. Raises `DomainError` if it does not follow."""
    if at and (not target.exists() or target.stat().st_size != at or at > MAX_BYTES):
        raise DomainError("update_slice")
    with target.open("ab" if at else "wb") as file:
        for piece in pieces:
            file.write(piece)


@only_here
@require_POST
def fetch(request: HttpRequest) -> HttpResponse:
    """Fetch the bundle from the address of the settings."""
    target = chosen_file()
    part = target.with_suffix(".part")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with _one_at_a_time, part.open("wb") as file:
            for piece in _fetched():
                file.write(piece)
        os.replace(part, target)
    except OSError as error:
        part.unlink(missing_ok=True)
        return update_page(request, DomainError("update_not_fetched", why=str(error)))
    return redirect(_page_of(target))


def _fetched() -> Iterator[bytes]:
    """Yield the bundle piece by piece; only over https, so that it cannot be changed on the way."""
    if urlsplit(settings.UPDATE_URL).scheme != "https":
        raise OSError("UPDATE_URL: https")
    with urllib.request.urlopen(settings.UPDATE_URL, timeout=60) as answer:  # noqa: S310
        if urlsplit(answer.url).scheme != "https":
            raise OSError(answer.url)
        read = 0
        while piece := answer.read(FETCHING):
            read += len(piece)
            if read > MAX_BYTES:
                raise OSError(f"> {MAX_BYTES}")
            yield piece
