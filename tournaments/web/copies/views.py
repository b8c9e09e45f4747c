"""Copies of a tournament: where they are, one to download, and going on from one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments import devices
from tournaments.accounts.permissions import may
from tournaments.common.messages import sentences
from tournaments.models import Round, Stage, Tournament
from tournaments.system.lan import lan_addresses, links
from tournaments.transfer import copies, erasure
from tournaments.transfer.copies import Copy
from tournaments.transfer.copies.comparison import ListedLine
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.qr import qr_picture

MAX_COPIES, MAX_LINES = 10, 20
DEFAULT_PORT = "8000"  # what a tablet assumes where no port is typed (static/js/tablet_app/find_server.js)


def copies_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the newest copies of the tournament and the folder in which they are."""
    folder = copies.folder()
    newest = list(tournament.snapshots.order_by("-version", "-pk")[:MAX_COPIES])
    shown = {
        "copies": [
            {"at": copy.at, "elsewhere": Path(copy.file).parent if Path(copy.file).parent != folder else None}
            for copy in newest
        ],
        "folder": str(folder),
    }
    return render(request, "tournaments/copies/copies.html", shown)


def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send a copy of the tournament in its present state."""
    content = copies.seal_copy(copies.pack(tournament) | {"reached": links()})
    response = HttpResponse(content, content_type="application/octet-stream")
    name = f"{tournament.slug}-{tournament.version:05}.cheville"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def restore(request: SignedInRequest) -> HttpResponse:
    """Let the user choose a copy; its content is shown before anything is done."""
    if request.method != "POST":
        return render(request, "tournaments/copies/restore.html")
    given = request.FILES.get("file")
    try:
        if given is None:
            raise DomainError("copy_missing")
        content = given.read()
        copy = copies.open_copy(content)
    except DomainError as refusal:
        page = {"refused": sentences.error_sentence(refusal)}
        return render(request, "tournaments/copies/restore.html", page, status=422)
    _pending_path(request).write_bytes(content)
    return render(request, "tournaments/copies/preview.html", _preview(request, copy))


def _pending_path(request: SignedInRequest) -> Path:
    """Return the path of the copy that a user is looking at."""
    folder = Path(settings.DATA_DIR) / "copies"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"waiting-{request.user.pk}"


def _preview(request: SignedInRequest, copy: Copy) -> dict[str, Any]:
    """Return the content of a copy, compared with the tournament here as far as the reader may know it."""
    live = Tournament.living(copy.uid)
    if live and not may(request.user, "restore", live):
        live = None
    compared = copies.compare(copy, live) if live else None
    return {
        "compared": compared,
        "to_be_chosen": compared is not None and compared.kind in copies.CHOICE_KINDS,
        "changed": _line_rows(compared.in_copy) if compared else [],
        "changed_here": _line_rows(compared.here) if compared else [],
        "most": MAX_LINES,
        "copy": copy,
        "seal": copies.seal_of(copy),
        "people": copy.count("Entry"),
        "closed": _count_closed_games(copy),
        "results": copy.count("Line"),
        "devices": copy.count("Device"),
        "erased": [
            one.name
            for one in erasure.not_yet_erased(copy.rows["erased"])
            if may(request.user, "people", one.organisation)
        ],
    }


def _line_rows(lines: Sequence[ListedLine]) -> list[dict[str, Any]]:
    """Return the last lines that only one of two score books has."""
    return [
        {"number": line.number, "round": line.round, "table": line.table, "figures": _figures(line.data)}
        for line in lines[-MAX_LINES:]
    ]


def _figures(data: Any) -> str:
    """Return the points of a line if it has any: «121–88»."""
    points: list[Any] = next(
        (data[name] for name in ("pegged", "left", "totals", "points") if isinstance(data.get(name), list)),
        [],
    )
    return "\N{EN DASH}".join(str(one) for one in points)


def _count_closed_games(copy: Copy) -> int:
    """Return how many games of the tournament are over, without medal matches."""
    stages, rounds = copy.rows["parts"]["Stage"], copy.rows["parts"]["Round"]
    kind, stage, state = (
        part["fields"].index(name) for part, name in ((stages, "kind"), (rounds, "stage"), (rounds, "state"))
    )
    of_the_day = [row[kind] == Stage.Kind.QUALIFYING for row in stages["rows"]]
    return sum(of_the_day[row[stage]] and row[state] == Round.State.CLOSED for row in rounds["rows"])


def confirm(request: SignedInRequest) -> HttpResponse:
    """Restore the copy that was shown, once: the second of two clicks finds no copy any more."""
    waiting = _pending_path(request)
    with flash.domain_errors(request):
        try:
            content = waiting.read_bytes()
        except FileNotFoundError:
            raise DomainError("copy_missing") from None
        copy = copies.open_copy(content)
        if copies.seal_of(copy) != request.POST.get("seal"):
            raise DomainError("copy_missing")
        live = Tournament.living(copy.uid)
        if live and not may(request.user, "restore", live):
            raise PermissionDenied
        compared = copies.compare(copy, live) if live else None
        if live and request.POST.get("choose") == "here":
            _delete_copy(waiting)
            flash.success(request, "kept_here")
            return redirect("copies", live.slug)
        if compared and request.POST.get("here") != str(compared.version):
            raise DomainError("copy_here_changed")
        if compared and compared.kind in copies.CHOICE_KINDS and request.POST.get("choose") != "copy":
            raise DomainError("copy_choose")
        _delete_copy(waiting)
        tournament = copies.restore(copy, by=request.user, seen=compared)
        flash.success(request, "restored")
        return redirect("found", tournament.slug)
    return redirect("restore")


def new_address_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show how tablets find this computer after it took the place of another, the easiest way first."""
    port = str(settings.LAN_PORTS.get("http") or request.get_port())  # of http, also where https asks
    here = [f"http://{address}:{port}" for address in lan_addresses()]
    restored = tournament.acts.filter(kind="restore").order_by("-version").first()
    known = restored.args.get("reached", []) if restored else []
    shown = {
        "same": next((_short_address(link) for link in known if link in here), ""),
        "old": [_short_address(link) for link in known],
        "typed": [_short_address(link) for link in here],
        "qr": qr_picture(f"{here[0]}{devices.TYPING_PATH}") if here else "",
        "link": f"{here[0]}{devices.TYPING_PATH}" if here else "",
    }
    return render(request, "tournaments/copies/new_address.html", shown)


def _short_address(link: str) -> str:
    """Return an address as a person types it on a tablet, without the parts that are assumed there."""
    return link.removeprefix("http://").removesuffix(f":{DEFAULT_PORT}")


def _delete_copy(waiting: Path) -> None:
    try:
        waiting.unlink()
    except FileNotFoundError:  # the other of two clicks has it
        raise DomainError("copy_missing") from None
